"""One sitting at the interactive table: lines in, answers printed, until somebody leaves."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from referee.book.bounds import check_line
from referee.book.loader import rulebase
from referee.book.places import data_folder
from referee.cli import forms
from referee.cli.common import (
    FAULT,
    ILLEGAL,
    NOT_SETTLED,
    NOT_UNDERSTOOD,
    RULED,
    STATUS,
    chosen,
    each,
    printing,
    warn,
)
from referee.cli.complete import Scene
from referee.cli.ending import commits, fault
from referee.cli.forms import check_known
from referee.cli.lazy_groups import clean
from referee.cli.lines import HISTORY, Lines, Prompt, lines
from referee.cli.lookups import LOOKUPS, Seat, asks_of_an_act, asks_of_rules, looks_up, run_lookup
from referee.cli.table import ACTIONS, PUT_AWAY, print_done, print_left, print_next, print_step
from referee.duel.games import DUEL, Game, game, is_of_big_game
from referee.errors import LedgerError, RefereeError
from referee.public.several import commands_in
from referee.public.tables import TableSession, tables
from referee.render import board
from referee.render import play as paint

if TYPE_CHECKING:
    from referee.duel.games import Laid
    from referee.public.legal import Legal
    from referee.public.table_answers import Done

_COMMENT = re.compile(r"(^|\s)#.*")
_ANYWAY = re.compile(r"\s+--anyway$")
_LAY = "There is no table yet; lay one, seats clockwise: table red purple/Clone yellow blue"
_MOST_STEPS = 100_000  # commands that are taken back at once
_ALONE = ("why", "history", "anyway")  # words of the sitting after which nothing comes
_LEAVE = ("quit", "exit", "q")


class Session:
    """The table that lies open, and what was answered last."""

    def __init__(self, path: Path, edition: str, name: str | None) -> None:
        self.path = path
        self.edition = edition
        self.name = name
        self.table: Laid | None = None  # of whatever game
        self.coming: Legal | None = None  # what may be done there
        self.told: dict[str, Any] = {}  # the last verdict, for `why`
        self.fault = ""  # why the last line was not ruled
        self.refused = ""  # what `anyway` repeats
        self.hinted = False  # whether it was said what may follow a refusal
        self.moved = False  # whether the line did something, so that it is said what may come next
        self.stopped = False  # whether a command of the line was not done, so that none after it is
        self.clock: tuple[object, float] = (None, 0.0)  # the deal whose time is counted, and since when
        self.over = False
        self.statuses: set[int] = set()

    # -- opening ---------------------------------------------------------------------------------------------------

    def open(self, players: str) -> None:
        """Lays a table for these players, or takes up the one that is kept. Raises RefereeError."""
        if players:
            self.name = TableSession.lay(players, self.edition, self.path, self.name or "table").name
        elif self.name is None and not tables(self.path):
            return
        self.name, self.table = self._seat().read()

    def _seat(self) -> TableSession:
        """The seat at the table that lies open; the one in use where none does."""
        return TableSession(self.path, self.name)

    def greet(self) -> None:
        """Shows the table, and where help is."""
        with printing():
            if self.table is None:
                paint.print_note(_LAY)
            else:
                self._refresh()
                self._show("")
                self._next()
            paint.print_note("`help` lists the commands, `why` proves the last answer, `quit` leaves.")

    # -- asking ----------------------------------------------------------------------------------------------------

    def prompt(self) -> Prompt:
        """Who may do something now, and the phase; another terminal may have gone on meanwhile."""
        self._refresh()
        if self.table is None:
            return Prompt(*paint.prompt((), "no table"))
        if self.table.winners:
            return Prompt(*paint.prompt(self.table.winners, "game over"))
        waits_for = self.coming.waits_for if self.coming is not None else ()
        return Prompt(*paint.prompt(waits_for or (self.table.turn,), self.table.phase))

    def scene(self) -> Scene | None:
        """What completion draws on."""
        table = self.table
        if table is None:
            return Scene(rulebase(self.edition))
        cited = tuple(cite["id"] for cite in self.told.get("citations", ()))
        offered = tuple(offer.command for offer in self.coming or ())
        if not is_of_big_game(table):
            verbs = tuple(self._game().usage)
            return Scene(rulebase(), table.seats, offers=offered, cited=cited, verbs=verbs)
        return Scene(
            rulebase(table.edition),
            table.seats,
            tuple(table.planets()),
            offered,
            table.aliens,
            table.hands,
            {name: tuple(table.colonies(name)) for name in table.seats},
            cited,
        )

    def _refresh(self) -> None:
        """Reads the table as it is kept, and what may be done there; keeps what it has where that cannot be read."""
        if self.name is None:
            return
        try:
            self.name, self.table = self._seat().read()
            self.coming = self._seat().offered(self.table)
        except Exception:  # the next command says what is wrong; the prompt does not
            self.coming = None

    # -- answering -------------------------------------------------------------------------------------------------

    def answer(self, line: str) -> None:
        """Answers one line, which may have several commands. Never an exception but KeyboardInterrupt."""
        self.moved = self.stopped = False
        text = _COMMENT.sub("", clean(line)).strip()
        if not text:
            return
        commands = self._commands_in(text)
        for place, command in enumerate(commands):
            self._answer_safely(command)
            if self.over or self.stopped:
                self.say_left(commands[place + 1 :])
                break
        if self.moved:
            with printing():
                self._next()

    def _commands_in(self, text: str) -> list[str]:
        """The commands of one line; a fault of the program in reading them is none of the line."""
        try:
            return commands_in(text, self.table, _LINE_WORDS)
        except Exception:
            return [text]

    def say_left(self, left: list[str]) -> None:
        """Says what was not done after a command that was refused, if anything is left."""
        if left:
            with printing():
                print_left(left)

    def _answer_safely(self, said: str) -> None:
        kept = commits()
        try:
            check_line(said)
            with printing():
                self.statuses.add(self._answer(said))
        except RefereeError as error:
            self._not_ruled(str(error), NOT_UNDERSTOOD)
        except Exception as error:  # a game goes on after a fault of the program
            says = fault(error, said, commits() > kept)["says"]
            self._not_ruled(f"{says}\n`show` tells where the table stands.", FAULT)

    def _not_ruled(self, fault: str, status: int) -> None:
        self.statuses.add(status)
        self.fault, self.refused, self.stopped = fault, "", True
        with printing():
            paint.print_fault(fault)

    def _answer(self, said: str) -> int:
        word, _, rest = said.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in _LEAVE:
            self.over = True
            return RULED
        if word in _ALONE and rest:
            raise LedgerError(f"`{word}` stands alone; nothing follows it")
        if said.isdecimal() and self._choices():
            return self._do(chosen(self._choices(), int(said)))
        if self._is_a_player(word, rest):
            return self._do(said)
        asked = self._asked(word, rest)
        if asked is not None:
            return self._look_up(*asked)
        own = _OWN.get(word)
        if own is None and asks_of_an_act(word, rest) and not self._game().usage and word not in self._seats():
            return self._may(said.removesuffix("?"))
        if own is not None and (word != "show" or not rest):  # `show red` turns up an alien sheet
            return own(self, rest) or RULED
        return self._do(said)

    def _choices(self) -> list[str]:
        """The commands among which the last answer asked for one; none where it asked for nothing."""
        refused = self.told.get("illegal", ()) if not self.fault else ()
        return [command for refusal in refused for command in refusal.get("choices", ())]

    def _asked(self, word: str, rest: str) -> tuple[str, str] | None:
        """What a line only looks up: a word of `LOOKUPS` and what follows it; None for what is done at the table."""
        if looks_up(word, rest):
            return word, rest
        if self._is_chance(word, rest):
            return "pick", rest
        if word == "flare" and self._is_only_looked_up(rest):
            return "card", f"{rest} flare"
        return ("ask", f"{word} {rest}") if asks_of_rules(word, rest) and word not in self._seats() else None

    def _is_a_player(self, word: str, rest: str) -> bool:
        """True if a word of this table is the name of somebody who sits here, with something said of that player."""
        return bool(rest) and word in _NEW_WORDS and word in self._seats()

    def _is_chance(self, word: str, rest: str) -> bool:
        """True for `draw aliens`, `draw destiny`, `draw card`, where nobody is called so: `draw red 2` draws cards."""
        first = rest.casefold().partition(" ")[0]
        return word == "draw" and first in _OF_CHANCE and first not in self._seats()

    def _look_up(self, word: str, rest: str) -> int:
        """Answers what is asked for besides the table, as the command of that name does."""
        edition = self.table.edition if self.table is not None else self.edition
        return run_lookup(word, rest, Seat(str(self.path), self.name or "", edition, edition == DUEL))

    def _is_only_looked_up(self, rest: str) -> bool:
        """True if `flare NAME` names no player of this table, but an alien: then it is no act."""
        words = re.findall(r"[\w-]+", rest)
        return bool(words) and self._game().is_big and words[0].casefold() not in self._seats()

    def _seats(self) -> list[str]:
        """The players of this table, in lower case; nobody where none lies."""
        return [] if self.table is None else [name.casefold() for name in self.table.seats]

    def _do(self, said: str, anyway: bool = False) -> int:
        """Rules a command and does it if it is legal."""
        if self.name is None:
            raise LedgerError(_LAY)
        self._known(said)
        before = self.table
        command = _ANYWAY.sub("", said)
        done = self._seat().do(command, anyway or command != said)
        self._tell(done)
        self.refused = "" if done.legal else command
        self.stopped = not done.legal
        if done.legal:
            self.table, self.coming, self.moved = done.state, done.coming, True
            if before and (before.turn, before.encounter) != (done.state.turn, done.state.encounter):
                self._show("")
        elif done.status == "illegal" and not self.hinted:
            self.hinted = True
            paint.print_note("`why` proves it; `anyway` does it all the same, if it can be done at all.")
        return STATUS[done.status]

    def _tell(self, done: Done) -> None:
        self.told, self.fault = done.to_dict(), ""
        for warning in done.warnings:
            warn(warning)
        print_done(done)

    def _known(self, said: str) -> None:
        """Stops with a short sentence at a first word that opens no command, in a game that has no other sentences."""
        own = self._game().usage
        if own:
            check_known(said.split(maxsplit=1)[0], own)

    def _may(self, said: str) -> int:
        """Rules a command and does nothing; with facts after a semicolon on a table of which only these are known."""
        done = self._seat().may(said, self.edition)
        self._tell(done)
        self.refused = ""
        paint.print_note("Only asked: nothing was done.")
        return STATUS[done.status]

    def _anyway(self, _: str) -> int:
        if not self.refused:
            raise LedgerError("nothing was refused just now that could be done anyway")
        return self._do(self.refused, anyway=True)

    # -- words of the interactive table -----------------------------------------------------------------------------

    def _show(self, _: str) -> None:
        board.print_board(self._game().show(self._laid()))

    def _laid(self) -> Laid:
        if self.table is None:
            raise LedgerError(_LAY)
        return self.table

    def _game(self) -> Game[Any]:
        """The game that is played here."""
        return game(self.table.edition if self.table is not None else self.edition)

    def _next(self) -> None:
        self._laid()
        print_next(self.coming)

    def _table(self, rest: str) -> None:
        """Lays another table and goes on there; or shows, lists, uses and exports tables as `referee table` does."""
        word, _, name = rest.partition(" ")
        if word == "list" or word in PUT_AWAY:
            self._put_away(rest)
            return
        if word in ACTIONS or not rest:
            ACTIONS[word or "show"](TableSession(self.path, name.strip() or self.name), False)
            if word != "use":
                return
            self.name = name.strip()
        else:
            laid = TableSession.lay(rest, self.edition, self.path)
            self.name = laid.name
            paint.print_note(f"This table is called {self.name}.")
            board.print_assumed(laid.assumed)
        self.told, self.fault, self.refused = {}, "", ""
        self._refresh()
        if word != "use":
            self._show("")
        self.moved = True

    def _put_away(self, rest: str) -> None:
        """Lists tables, renames or deletes them or puts them away; who sits at a table that is gone sits at none."""
        run_lookup("table", rest, Seat(str(self.path)))
        there = [row.name for put_away in ("", "archived") for row in tables(self.path, put_away)]
        called = None if self.name is None else self._called_now(self.name)
        if called in there:
            self.name = called
        else:
            self.name = self.table = self.coming = None

    def _called_now(self, name: str) -> str | None:
        """What a table is called now that had this name; None where it is gone for good."""
        try:
            return TableSession(self.path, name).read()[0]
        except LedgerError:
            return None

    def _legal(self, player: str) -> None:
        found = self._seat().offered(self._laid(), player)
        board.print_offers(found.offers, found.phase, found.winners, found.edition)

    def _why(self, _: str) -> None:
        if self.fault:
            paint.print_note("The last line was not ruled:")
            paint.print_fault(self.fault)
        elif self.told:
            paint.print_whole_proof(self.told)
        else:
            paint.print_note("Nothing has been ruled in this sitting yet.")

    def _undo(self, count: str) -> None:
        self._step(count, back=True)

    def _redo(self, count: str) -> None:
        self._step(count, back=False)

    def _step(self, said: str, back: bool) -> None:
        self._laid()
        count, to = _steps_said(said, "undo" if back else "redo")
        seat = self._seat()
        step = (seat.undo if back else seat.redo)(count, to=to)
        self.refused = ""
        print_step(step)
        self._refresh()
        self.moved = True

    def _clock(self, said: str) -> None:
        """Counts the time for the deal down: from now on, and when it is asked for again from where it was."""
        if said not in ("", "again"):
            raise LedgerError("it is typed so: clock, or: clock again")
        self._laid()
        clock = self._seat().clock()
        deal = (self.name, clock.began)
        if said or self.clock[0] != deal:
            self.clock = deal, monotonic()
        clock.to_dict()["left"] = clock.seconds - int(monotonic() - self.clock[1])
        counts = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        (partial(paint.count_down, sleep=sleep) if counts else paint.print_clock)(clock.to_dict())

    def _history(self, _: str) -> None:
        self._laid()
        board.print_history(each(self._seat().history()))

    def _who(self, _: str) -> None:
        """Tells who sits here, what each has, and who is waited for."""
        board.print_seats(self._game().show(self._laid()), self.coming.waits_for if self.coming else ())

    def _help(self, asked: str) -> None:
        own = self._game().usage
        here = [(form.typed, form.says) for form in forms.WORDS]
        if own and asked not in [form.word for form in forms.WORDS]:
            mine = [form for verb, form in own.items() if asked in ("", verb)]
            if not mine:
                raise LedgerError(f"there is no command {asked!r}; `help` lists them")
            paint.print_forms([*([] if asked else [("Here:", here)]), ("At the table:", mine)])
        elif asked:
            self._help_with(asked)
        else:
            rows = [(form.typed, form.says) for form in forms.COMMANDS]
            paint.print_forms([("Here:", here), ("At the table, in the order of an encounter:", rows)])

    def _help_with(self, asked: str) -> None:
        """Prints how one command is typed, with its phases and an example."""
        form = forms.form(asked)
        if form is None:
            check_known(asked.split(maxsplit=1)[0], self._game().usage)
            raise LedgerError(f"there is no command {asked!r}; `help` lists them")
        from referee.judge.table.turn import HANDLERS

        _, phases = HANDLERS.get(form.ruled_as, (None, ()))
        paint.print_form(form.typed, form.says, phases, form.example, forms.FACTS if form.word == "set" else ())


_OWN: dict[str, Callable[[Session, str], int | None]] = {  # what they return is the status, None where all is well
    "table": Session._table,
    "may": Session._may,
    "anyway": Session._anyway,
    "legal": Session._legal,
    "why": Session._why,
    "undo": Session._undo,
    "redo": Session._redo,
    "clock": Session._clock,
    "history": Session._history,
    "show": Session._show,
    "who": Session._who,
    "help": Session._help,
    "?": Session._help,
}
_NEW_WORDS = frozenset((*LOOKUPS, "who", "clock")) - {"rule"}  # that a player of an older table may be called by
_OF_CHANCE = ("aliens", "destiny", "card")
_LINE_WORDS = frozenset((*_OWN, *LOOKUPS, *_LEAVE)) - {"?", "table"}


def _steps_said(said: str, word: str) -> tuple[int, int | None]:
    """How many commands are taken back or done again, or to which: `3`, `to 12`; LedgerError for anything else."""
    to = said.lower().removeprefix("to ").strip() if said.lower().startswith("to ") else ""
    number = to or said or "1"
    least = 0 if to else 1
    if not (number.isdecimal() and number.isascii() and least <= int(number) <= _MOST_STEPS):
        says = (
            f"say how many commands, such as: {word} 3; or to which of the history: {word} to 12; `{word}` alone is one"
        )
        raise LedgerError(says)
    return (1, int(number)) if to else (int(number), None)


def run(session: Session) -> int:
    """Reads and answers lines until somebody leaves; the exit status (of a terminal always 0)."""
    try:
        history = data_folder() / HISTORY
    except LedgerError:
        history = None
    source = lines(history)
    session.greet()
    if source.hint:
        with printing():
            paint.print_note(source.hint)
    while not session.over:
        try:
            _answer_next(session, source)
        except (KeyboardInterrupt, EOFError) as error:
            if source.interactive:
                print()
            elif isinstance(error, KeyboardInterrupt):
                raise
            if isinstance(error, EOFError):
                break
    if source.interactive:
        return RULED
    return next(
        (status for status in (FAULT, ILLEGAL, NOT_UNDERSTOOD, NOT_SETTLED) if status in session.statuses), RULED
    )


def _answer_next(session: Session, source: Lines) -> None:
    """Reads a line and answers it; several may be pasted at once, and after one that is refused the others are left."""
    lines = source.read(session.prompt(), session.scene).splitlines()
    for place, line in enumerate(lines):
        session.answer(line)
        if session.over or session.stopped:
            session.say_left([left for left in map(str.strip, lines[place + 1 :]) if left])
            break
