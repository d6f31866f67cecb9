"""The games there are, each with its tables and lines: what a table is laid by, ruled by, kept and shown as."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeGuard, TypeVar

if TYPE_CHECKING:
    from referee.book.loader import Names, Rulebase
    from referee.duel.engine import DuelVerdict
    from referee.duel.state import State as DuelTable
    from referee.judge.ruling import Ruled
    from referee.judge.table.verdict import Verdict
    from referee.judge.ways.table import Offer, Played
    from referee.state.apart import Difference
    from referee.state.encounter import Position
    from referee.state.table import Table

    Laid = Table | DuelTable  # a table of whatever game
    AnyVerdict = Verdict | DuelVerdict  # on a command or a question there

DUEL, CONTEST, ENCOUNTER = "duel", "contest", "encounter"


T = TypeVar("T")  # a table of the game


def is_of_big_game(table: Laid) -> TypeGuard[Table]:
    """True of a table of Cosmic Encounter itself, False of one of Duel."""
    return table.edition != DUEL


class Game(NamedTuple, Generic[T]):
    """A game as its tables go: the functions take and give tables of that game."""

    name: str
    lay: Callable[[str, str], T]  # the `table` command, edition
    assumed: Callable[[str, str], list[str]]  # the same: what is taken for granted of who sits there
    # A command, the table (None: none is laid); MalformedError where it is none.
    read: Callable[[str, T | None], object]
    rule: Callable[[T, str, bool, Rulebase | None], AnyVerdict]  # table, command, anyway, books
    tell: Callable[[T, str, bool, Rulebase | None], AnyVerdict]  # the same, with what goes without saying
    # A command with facts, edition, books: may it be done?
    question: Callable[[str, str, Rulebase | None], AnyVerdict]
    offers: Callable[[T, Rulebase | None], Iterator[Offer]]  # table, books
    waits_for: Callable[[T, Rulebase | None], str]  # table, books: the one thing that has still to be done, in words
    # Table, books: how it stands once cards are turned up.
    stands: Callable[[T, Rulebase | None], dict[str, object] | None]
    play: Callable[[str, str, Rulebase | None], Played]  # commands, edition, books (None: the edition's own)
    play_spoken: Callable[[str, str, Rulebase | None], Played]  # the same, as a table says it
    to_data: Callable[[T], dict[str, object]]
    from_data: Callable[[dict[str, Any]], T]
    show: Callable[[T], dict[str, Any]]
    mend: Callable[[T, T, T], str]  # table, as it was, as it should be: the command that carries it there
    # Table, books: what is fought for as a line, or was last; empty without any.
    line_at: Callable[[T, Rulebase | None], str]
    roles: Callable[[T], dict[str, str]]  # table: who has which role
    usage: Mapping[str, tuple[str, str]]  # of a game of its own: how each command is typed, and what it does

    @property
    def is_big(self) -> bool:
        """True of Cosmic Encounter itself, with its editions; False of a game of its own, such as Duel."""
        return not self.name


def game(edition: str) -> Game[Any]:
    """The game that is played by an edition."""
    if edition == DUEL:
        from referee.duel import may, put_right, state, tabletop  # only for a table of this game

        return Game(
            name=DUEL,
            lay=tabletop.lay_table,
            assumed=lambda command, edition: [],
            read=tabletop.read,
            rule=tabletop.rule_command,
            tell=tabletop.rule_command,
            question=may.rule_question,
            offers=tabletop.offers,
            waits_for=lambda table, books: "",  # its commands say it
            stands=lambda table, books: None,  # its clout is told with each card
            play=tabletop.play,
            play_spoken=tabletop.play,
            to_data=state.to_data,
            from_data=_duel_table,
            show=state.show,
            mend=put_right.put_right,
            line_at=tabletop.line_at,
            roles=tabletop.roles,
            usage=tabletop.usage(),
        )
    from referee.judge.ways import put_right as right
    from referee.judge.ways import table as big
    from referee.state import kept

    return Game(
        name="",
        lay=big.lay_table,
        assumed=big.sheets_assumed,
        read=big.read,
        rule=big.rule_command,
        tell=big.tell_command,
        question=big.rule_question,
        offers=big.offers,
        waits_for=big.waits_for,
        stands=_stands,
        play=big.play,
        play_spoken=big.play_spoken,
        to_data=kept.to_data,
        from_data=_big_table,
        show=kept.show,
        mend=right.put_right,
        line_at=_line_at,
        roles=_roles,
        usage={},
    )


A = TypeVar("A")  # an account: what is read of a line
R = TypeVar("R")  # the ruling on it


class Accounts(NamedTuple, Generic[A, R]):
    """How accounts of one thing are held against each other in a game: lines, what is read of them, and rulings."""

    read: Callable[[str, Rulebase], A]  # a line; MalformedError or ImpossibleError for what is none
    write: Callable[[A], str]
    judge: Callable[[A, Rulebase, bool], R]  # with `anyway` in spite of what forbids it
    result: Callable[[R], dict[str, Any] | None]  # what follows from a ruling, by field; None: as of the big game
    differences: Callable[[A, A], list[Difference]]
    mixed: Callable[[A, A, Collection[Difference]], A]  # the first with these facts as the second has them
    spelled_like: Callable[[A, A], A]  # the second with its players' names as the first has them
    players: Callable[[A], Collection[str]]
    sheets: Callable[[A], list[str]]  # the aliens that are told
    named: Callable[[str, Rulebase], str | None] | None  # what a name means, by its id; None: as in the big game
    plain: tuple[str, ...]  # lines of which every ruling has the clauses
    usual: tuple[str, ...]  # lines on which all is ruled that happens every evening


def accounts(edition: str) -> Accounts[Any, Any]:
    """How accounts are held against each other in the game that is played by an edition."""
    if edition == DUEL:
        from referee.duel import accounts as duel
        from referee.duel.clauses import write

        return Accounts(
            read=duel.read,
            write=write,
            judge=duel.judge,
            result=duel.result,
            differences=duel.differences,
            mixed=duel.mixed,
            spelled_like=duel.spelled_like,
            players=duel.players,
            sheets=duel.sheets,
            named=duel.named,
            plain=duel.PLAIN,
            usual=duel.PLAIN,
        )
    from referee.judge.hidden.cases import judge
    from referee.judge.ways.line import read_encounter, write_encounter
    from referee.state import differing

    return Accounts(
        read=lambda line, books: read_encounter(line, books.edition, books),
        write=write_encounter,
        judge=judge,
        result=lambda ruling: None,
        differences=differing.differences,
        mixed=differing.mixed,
        spelled_like=differing.spelled_like,
        players=lambda position: position.names(),
        sheets=_sheets,
        named=None,
        plain=("red 1 : 2 vs blue 1 : 1", "red 1 : 1 vs blue 1 : 2"),
        usual=(
            "red 3 + green 1 : 9 vs blue 4 + yellow 2 : 12 ; warp yellow 2",
            "red 3 + green 1 : 12 +2 vs blue 4 + yellow 2 : N ; hand red 9",
        ),
    )


L_contra = TypeVar("L_contra", contravariant=True)  # a table that was laid in the game


class Acts(Protocol[L_contra]):
    """How an act at a table is argued about in a game: how it is ruled, and what is told of the table before it.

    A module of each game has these functions, of tables of its own.
    """

    def lay(self, said: str, books: Rulebase) -> AnyVerdict:
        """Rules a `table` command."""

    def asked(self, table: L_contra, said: str, books: Rulebase) -> AnyVerdict:
        """Rules what is asked about a table, as a command or as people ask it."""

    def alone(self, table: L_contra, said: str, books: Rulebase) -> AnyVerdict:
        """The same, a command with nothing that goes without saying."""

    def is_asked(self, text: str) -> bool:
        """Whether it is a question in players' words."""

    def kind(self, command: str, table: L_contra) -> tuple[str, str]:
        """What kind of command it is, and whose."""

    def facts(self, table: L_contra) -> list[str]:
        """What is known at a table, as `may` is told it."""

    def sheets(self, table: L_contra) -> Mapping[str, tuple[str, ...]]:
        """Who has which aliens."""

    def played(self, table: L_contra) -> list[str]:
        """What was done in what is fought."""

    def undecided(self, table: L_contra) -> dict[str, object]:
        """The fields of a ruling of which none is decided yet."""

    def cards_chosen(self, table: L_contra) -> bool:
        """Whether both cards of what is fought are chosen."""

    def before_plans(self, table: L_contra) -> bool:
        """Whether a duel or contest is fought of which not both plans are chosen."""

    def decided(self, table: L_contra) -> bool:
        """Whether the cards have decided it."""

    def first(self, table: L_contra) -> str:
        """Whose turn it is; in Duel who leads."""

    def when(self, table: L_contra) -> tuple[str, int]:
        """What is another one in each encounter."""

    def when_in(self, state: Mapping[str, Any]) -> tuple[str, int]:
        """As `when`, of a kept state."""


def acts(edition: str) -> Acts[Any]:
    """How an act is argued about in the game that is played by an edition."""
    if edition == DUEL:
        from referee.duel import act_argued as duel

        return duel
    from referee.judge.ways import act_argued

    return act_argued


def edition_of(line: str, edition: str) -> str:
    """The edition by which a line is ruled: Duel where its first word says so, else this one."""
    from referee.duel.accounts import names_its_kind

    return DUEL if names_its_kind(line) else edition


def books_by(
    edition: str, readings: Mapping[str, str] | None = None, house: Mapping[str, str] | None = None
) -> Rulebase:
    """The rulebase of an edition of whatever game, as `rulebase` has it."""
    from referee.book.loader import rulebase

    return rulebase(edition, readings, house=house, game=DUEL if edition == DUEL else "")


def read_by(books: Rulebase, readings: Mapping[str, str]) -> Rulebase:
    """The same folder and edition with other readings besides its own; RulebaseError for one that is unknown."""
    from referee.book.loader import Rulebase

    game_of = DUEL if is_own_game(books) else ""
    return Rulebase(books.folder, books.edition, {**books.readings, **readings}, game=game_of)


def is_own_game(books: Rulebase) -> bool:
    """True of the rulebase of a game with a law of its own, such as Duel."""
    return books.home != books.folder


def _sheets(position: Position) -> list[str]:
    told = (*(player.aliens for player in position.participants()), *position.aliens.values())
    return [alien for aliens in told for alien in aliens]


def _line_at(table: Table, books: Rulebase | None) -> str:
    """The encounter on a table: as its cards decided it, else as it stands once there are cards."""
    if table.line:
        return str(table.line)
    if not (table.defense and table.target and table.cards):
        return ""
    from referee.judge.table.lines import position_of
    from referee.judge.ways.line import write_encounter

    return write_encounter(position_of(table, books or books_by(table.edition)))


def _roles(table: Table) -> dict[str, str]:
    roles = {name: f"{side[:-1]}ive-ally" for name, side in table.allies.items()}
    return roles | {table.defense: "defense", table.turn: "offense"}


def _stands(table: Table, books: Rulebase | None) -> dict[str, object] | None:
    from referee.judge.ways.standing import as_it_stands

    found = as_it_stands(table, books)
    return None if found is None else found.to_dict()


def _big_table(state: dict[str, Any]) -> Table:
    """A kept state as a table; what an older referee did not keep is as on a new one. ValueError and the like for one
    that is damaged.
    """
    from referee.errors import MalformedError, RulebaseError
    from referee.state.kept import check_kept, from_data, to_data
    from referee.state.table import PLACES, Table

    if not (state["seats"] and state["hands"] and state["phase"] and state["ships"].keys() >= {*PLACES}):
        raise ValueError
    try:
        table = from_data({**to_data(Table("", ())), **state}, lambda: _names(state["edition"]))
    except (MalformedError, RulebaseError):
        raise ValueError from None  # an act that is none
    check_kept(table)
    again = json.loads(json.dumps(to_data(table)))
    if any(again.get(key) != value for key, value in state.items() if key in again):
        raise ValueError  # a text in place of a list, for instance
    return table


def _names(edition: str) -> Names:
    from referee.book import loader  # few tables have acts to be read

    return loader.Names(loader.rulebase(edition))


def _duel_table(state: dict[str, Any]) -> DuelTable:
    from referee.duel.state import check_state, from_data

    table = from_data(state)
    check_state(table)
    return table


def named(players: str, edition: str) -> tuple[str, str]:
    """The `table` command, and the edition: that of the game which its second word names, `table duel blue orange`."""
    text = players if players.startswith("table ") else f"table {players}"
    words = text.split()
    named = len(words) > 1 and words[1].casefold() == DUEL
    if edition == DUEL and not named:
        text = " ".join(["table", DUEL, *words[1:]])
    return text, DUEL if named else edition


def judge(kind: str, line: str, edition: str, anyway: bool = False, books: Rulebase | None = None) -> Ruled:
    """Rules one line: an encounter, a duel or a contest. Raises as `judge_encounter` does."""
    if kind in (DUEL, CONTEST):
        from referee.duel.api import judge_contest, judge_duel  # only for such a line

        return (judge_duel if kind == DUEL else judge_contest)(line, anyway, books)
    from referee.judge.ways.line import judge_encounter

    return judge_encounter(line, edition, anyway, books)
