"""A whole table for programs: commands in, verdicts out. What is kept, and where, is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from referee.book import bounds
from referee.book.loader import Names, Rulebase, rulebase
from referee.book.moments import WHENEVER
from referee.errors import ImpossibleError, MalformedError
from referee.judge.phases.setup import sheet_by_name
from referee.judge.ruling import Ruled
from referee.judge.table.powers import face_played
from referee.judge.table.setting import lay_ruled
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Decided, Refusal, Verdict
from referee.judge.table.waits import wait_of
from referee.judge.ways.command import rule
from referee.judge.ways.implied import Told, tell
from referee.judge.ways.legal import legal, what_is_due
from referee.judge.ways.may.question import question
from referee.judge.ways.parts import Parts, parts_of
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, read_command, write_command
from referee.state.named_after import sheets_by_name
from referee.state.question import read_question
from referee.state.table import Table


class Seated(Protocol):
    """A table of whatever game."""

    @property
    def seats(self) -> Sequence[str]:
        """The players; nobody at one that was not laid."""


T = TypeVar("T", bound=Seated)
DEFAULT_EDITION = "consolidated"


RuleCommand = Callable[[Table, str, bool, Rulebase], Verdict]  # table, what was said, anyway, books


class Offer(NamedTuple):
    """Something that may be done now: by whom, the command that does it, and what it answers where that is due.

    `shown` is the command as players are told it, where any card will do: `play red CARD` (none: as it is typed).
    `waited` is True for what the table waits for, and False for what somebody may do besides. `parts` takes the command
    to pieces when somebody asks.
    """

    who: str
    command: str
    says: str = ""
    shown: str = ""
    waited: bool = False
    parts: Callable[[], Parts] | None = None


def rule_table(text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Verdict:
    """Rules a `table` command; `verdict.table` is the table that it lays (CONTRACT: table commands).

    Raises MalformedError for what is not understood, RulebaseError for an edition that is not judged.
    """
    return lay_ruled(*_laid(text, books or rulebase(edition)))


def _laid(text: str, known: Rulebase) -> tuple[Command, Rulebase, Mapping[str, str]]:
    """(the command, the rulebase, the sheets that players have by their names alone)."""
    command = read_command(text, Names(known))
    if command.verb != "table":
        raise MalformedError(text, 0, "a table first, such as: table red purple/Clone yellow blue")
    return command, known, sheets_by_name(text, command.names, command.aliens, known)


def sheets_assumed(text: str, edition: str = DEFAULT_EDITION) -> list[str]:
    """Who has a sheet by the name alone at the table that a command lays, a sentence each. Raises as `rule_table`."""
    _, known, by_name = _laid(text, rulebase(edition))
    return [sheet_by_name(known, name, alien).says for name, alien in by_name.items()]


def lay_table(text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Table:
    """The table that a `table` command lays.

    Raises MalformedError for what is not understood, ImpossibleError for one that cannot be laid, RulebaseError for an
    edition that is not judged.
    """
    verdict = rule_table(text, edition, books)
    if not verdict.legal:
        faults = [f"{refusal.finding.says} ({_clauses(refusal)})" for refusal in verdict.illegal]
        raise ImpossibleError(text, faults)
    return verdict.table


def _clauses(refusal: Refusal) -> str:
    return ", ".join(cite.id for cite in refusal.finding.rule.cites)


def read(text: str, table: Table | None) -> Command:
    """Reads one command at a table, or the one that lays it. Raises MalformedError for what is not understood."""
    if table is None:
        return read_command(text, Names(rulebase(DEFAULT_EDITION)))
    return read_command(text, Names(rulebase(table.edition)), table.seats)


def rule_command(table: Table, text: str, anyway: bool = False, books: Rulebase | None = None) -> Verdict:
    """Rules one command at a table; `verdict.table` is the state after it, the same table if it was refused.

    With `anyway` a table goes on after a mistake: the command is done as far as it can be, and what forbids it is
    named. Raises MalformedError for what is not understood.
    """
    known = books or rulebase(table.edition)
    command = read_command(text, Names(known), table.seats)
    if command.verb == "table":
        raise MalformedError(text, 0, "something that is done at this table", "It is laid; another has its own name.")
    return rule(table, command, known, anyway)


def tell_command(table: Table, text: str, anyway: bool = False, books: Rulebase | None = None) -> Told:
    """Rules what was said at a table, with the acts that go without saying; nothing is implied at a strict table.

    As `rule_command` otherwise. Raises MalformedError for what is not understood.
    """
    known = books or rulebase(table.edition)
    try:
        said = _said(text, Names(known), table)
    except MalformedError as error:
        return _by_its_gist(table, text, known, error)
    if any(command.verb == "table" for command in said):
        raise MalformedError(text, 0, "something that is done at this table", "It is laid; another has its own name.")
    return tell(table, said, known, anyway)


def commands_said(text: str, table: Table, books: Rulebase | None = None) -> tuple[Command, ...]:
    """What a text comes to at this table, typed as a command or said in the players' words. Raises MalformedError."""
    return _said(text, Names(books or rulebase(table.edition)), table)


def _by_its_gist(table: Table, text: str, known: Rulebase, error: MalformedError) -> Told:
    """Rules what a sentence in no known phrase comes to, if that is legal, and says so; else it is not understood.

    Raises the `error` with which it was not, with what it may be in the hint.
    """
    from referee.state.spoken.gist import read_gist  # only for a sentence that nothing else understands

    refused = ""
    for said in read_gist(text, Names(known), table, partial(_sheet, known)):
        told = tell(table, said, known, taken=True)
        if told.legal:
            return told
        typed = " / ".join(map(write_command, said))
        refused = refused or (f"If it is `{typed}`: {told.illegal[0].finding.says}." if told.illegal else "")
    raise MalformedError(error.line, error.column, error.expected, refused or error.hint) from None


def _sheet(known: Rulebase, name: str) -> str:
    """What an alien's sheet says, in our words; nothing for one that is not known."""
    alien = known.alien(name)
    return alien.summary if alien is not None else ""


def _said(text: str, names: Names, table: Table) -> tuple[Command, ...]:
    """What was typed as a command, or said in the players' words."""
    try:
        return (read_command(text, names, table.seats),)
    except MalformedError:
        from referee.state.spoken import read_said  # a sixth of the time in which `do` starts: only for a sentence

        return read_said(text, names, table)


def offers(table: Table, books: Rulebase | None = None) -> Iterator[Offer]:
    """What may be done now, and by whom, each as a command that can be typed."""
    known = books or rulebase(table.edition)
    found, asked = legal(table, known), what_is_due(table, known)
    on = Turn(table, known, Command("end"), looks=True)
    wait = wait_of(on) if found else None
    for who, command in found:
        if _answers_nothing_yet(on, command):
            continue
        text = write_command(command)
        waited = wait is not None and _kind(command) in wait.verbs
        parts = partial(parts_of, command, who, partial(_allowed_by, table, command, known))
        yield Offer(who, text, asked.get(text, ""), _shown(table, command), waited or text in asked, parts)


def _allowed_by(table: Table, command: Command, books: Rulebase) -> list[str]:
    """The clauses, sheets and cards on which a command rests, as the judge rules it."""
    return rule(table, command, books).allowed_by


def waits_for(table: Table, books: Rulebase | None = None) -> str:
    """The one thing that has still to be done, in words; none (an empty text) in a game that is over."""
    wait = wait_of(Turn(table, books or rulebase(table.edition), Command("end"), looks=True))
    return "" if wait is None else wait.says


def _may_lose_ships(table: Table) -> bool:
    """True if ships can be on their way to the warp: by what was done last, by the outcome, or as they are due."""
    if table.fresh or (table.phase == ph.REVEAL and table.revealed):
        return True
    return any(due.what == "lose" for due in table.due)


def _answers_nothing_yet(on: Turn, command: Command) -> bool:
    """True for a flare of any phase that only answers ships on their way to the warp, while none can be on it."""
    act = command.act
    if act is None or act.verb != "flare" or _may_lose_ships(on.table):
        return False
    played = face_played(on, act)
    if played is None:
        return False
    moments = played[1].moments
    return bool(moments) and all((moment.kind, moment.event) == (WHENEVER, _SHIPS_BOUND) for moment in moments)


_SHIPS_BOUND = "ships-bound"  # the event that ships are on their way to the warp


def _kind(command: Command) -> str:
    """The kind of a command, as `Wait.verbs` names it."""
    return command.act.verb if command.act is not None else command.verb


def _shown(table: Table, command: Command) -> str:
    """The command with CARD for a card that can be any; none (an empty text) where it names what is known."""
    if command.verb == "reveal" and tbl.UNKNOWN in command.cards:
        cards = [card.replace(tbl.UNKNOWN, _ANY_CARD) for card in command.cards]
        return "reveal " + ", ".join(f"{name} {card}" for name, card in zip(command.names, cards, strict=True))
    if command.verb == "play" and _is_any(command.cards[0], table.hands[command.who]):
        return f"play {command.who} {_ANY_CARD}"
    return ""


def _is_any(card: str, hand: tuple[str, ...]) -> bool:
    """True if a card that is offered stands for any: it is out of a hand of which not all cards are known."""
    return tbl.UNKNOWN in hand and (card == tbl.UNKNOWN or card not in hand)


_ANY_CARD = "CARD"


def rule_question(text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Verdict:
    """Whether something may be done on a table of which only the given facts are known (CONTRACT: `referee may`).

    It is asked in the words of commands and facts, or as people ask (`can yellow zap zombie in the reveal`). What is
    not given is assumed so that the command fits, and listed. Raises MalformedError for what is not understood.
    """
    known = books or rulebase(edition)
    try:
        return question(read_question(text, Names(known)), known)
    except MalformedError:
        return _in_words(text, None, known)


def rule_asked(table: Table, text: str, books: Rulebase | None = None) -> Verdict:
    """Whether something may be done at this table, said as a command or as people ask; it stays as it is.

    What the question tells besides (`in the reveal`, `after losing`) is asked of a table of the same players, of which
    only that is known. Raises MalformedError for what is not understood.
    """
    from referee.state.spoken.asked import is_asked  # only for a question

    known = books or rulebase(table.edition)
    if is_asked(text):
        return _in_words(text, table, known)
    try:
        return tell_command(table, text, False, known)
    except MalformedError as error:
        try:
            return _in_words(f"may {text}", table, known)
        except MalformedError:
            raise error from None


_ELSEWHERE = "`ask` finds clauses for what is no act."  # where none is near, or a command was meant


def _unless_denied(verdict: Verdict, text: str, known: Rulebase) -> Verdict:
    """The verdict, or the answer of the clauses where these rule out what is asked."""
    answer = _in_general(text, known)
    return verdict if answer is None or answer.legal else answer


def _unread(text: str, known: Rulebase, error: MalformedError, players: tuple[str, ...] = ()) -> Verdict:
    """Answers what could not be read as a question of a table as the clauses settle it, if these do."""
    from referee.judge.ways.may.general import nearest_clause
    from referee.state.spoken.asked import is_asked

    answer = _in_general(text, known, players)
    if answer is None:
        near = (nearest_clause(text, known, players) if is_asked(text) else "") or _ELSEWHERE
        hint = f"{near} {error.hint}".rstrip()
        raise MalformedError(error.line, error.column, error.expected, hint) from None
    return answer


def _in_words(text: str, table: Table | None, known: Rulebase) -> Verdict:
    """Rules a question in the players' words; one that tells of no position is answered as the clauses settle it."""
    from referee.state.spoken.asked import asks_of_a_duty, read_asked  # only for a question in the players' words

    players = table.seats if table is not None else ()
    answer = _in_general(text, known, players) if asks_of_a_duty(text) else None
    if answer is not None:
        return answer
    try:
        asked = read_asked(text, Names(known), table)
    except MalformedError as error:
        return _unread(text, known, error, players)
    if table is not None and not asked.tells:
        return rule(table, asked.command, known)
    verdict = question(asked, known)
    assumed = asked.command.verb in _OWED and not asked.facts  # that anything is owed
    return _unless_denied(verdict, text, known) if verdict.legal and assumed else verdict


_OWED = ("take", "reward")


def _in_general(text: str, known: Rulebase, players: tuple[str, ...] = ()) -> Verdict | None:
    from referee.judge.ways.may.general import in_general  # the answers are read where nothing else is understood

    return in_general(text, known, players)


class Line(NamedTuple):
    """One line of a play: the command, and the clause for which it must be refused (none: it must be accepted)."""

    number: int
    command: str
    refused_by: str


def lines_of(play: str) -> Iterator[Line]:
    """The commands of a play, without comments and empty lines (CONTRACT: a case file)."""
    lines = play.splitlines()
    if len(lines) > bounds.COMMANDS:
        place = bounds.COMMANDS
        raise MalformedError(lines[place], 0, f"the end of the play: it has {place:,} lines already")
    for number, raw in enumerate(lines, 1):
        text = raw.partition("#")[0].strip()
        if text:
            command, mark, clause = text.partition("!!")
            yield Line(number, command.strip(), clause.strip() if mark else "")


class Played(NamedTuple):
    """How a play went: the table, the verdicts, and the sentences about lines that went otherwise than marked."""

    table: Any
    verdicts: list[Any]
    faults: list[str]


def play(
    text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None, rule: RuleCommand = rule_command
) -> Played:
    """Plays the commands of a case: each is accepted, or refused with the clause after its `!!`."""
    known = books or rulebase(edition)
    return played(
        text,
        known,
        lambda command: rule_table(command, edition, known),
        lambda table, command: rule(table, command, False, known),
    )


def play_spoken(text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Played:
    """Plays what a table says, with the acts that go without saying; otherwise as `play`."""
    return play(text, edition, books, tell_command)


def played(
    text: str, known: Rulebase, lay: Callable[[str], Decided[T, Ruled]], rule: Callable[[T, str], Decided[T, Ruled]]
) -> Played:
    """Plays the commands of a case at a table of whatever game: one that is laid, and one at which they are ruled."""
    found = Played(None, [], [])
    for line in lines_of(text):
        verdict = lay(line.command) if found.table is None else rule(found.table, line.command)
        found.verdicts.append(verdict)
        why = "" if verdict.legal else verdict.illegal[0].finding.says
        fault = otherwise_than_marked(line, not verdict.legal, verdict.refused_by, why, known)
        if fault:
            found.faults.append(fault)
        if verdict.table.seats:
            found = found._replace(table=verdict.table)
    return found


def otherwise_than_marked(
    line: Line, refused: bool, refused_by: Collection[str] | None, why: str, known: Rulebase
) -> str:
    """Says in what a line of a play was ruled otherwise than it is marked; an empty text if it was ruled so.

    `refused_by` are the clauses that forbid it, None if none are named and so none are compared; `why` says the same in
    words.
    """
    if line.refused_by and not refused:
        return f"line {line.number}: accepted, and {line.refused_by} should refuse it"
    if not line.refused_by:
        return f"line {line.number}: refused: {why}" if refused else ""
    book = line.refused_by.partition(" ")[0]
    clause = line.refused_by if book in (*known.books(), "card", "alien") else f"{known.book} {line.refused_by}"
    if refused_by is not None and {*refused_by}.isdisjoint({clause, *known.saying(clause)}):
        return f"line {line.number}: refused by {', '.join(sorted(refused_by))}, not by {line.refused_by}"
    return ""


__all__ = [
    "Command",
    "Line",
    "Offer",
    "Played",
    "lay_table",
    "lines_of",
    "offers",
    "otherwise_than_marked",
    "play",
    "play_spoken",
    "played",
    "rule_asked",
    "rule_command",
    "rule_question",
    "rule_table",
    "sheets_assumed",
    "tell_command",
    "waits_for",
]
