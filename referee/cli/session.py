"""One sitting at the interactive table: lines in, answers printed, until somebody leaves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book.bounds import check_line
from referee.book.loader import rulebase
from referee.book.names import near
from referee.book.places import data_folder
from referee.cli import forms
from referee.cli.common import FAULT, ILLEGAL, NOT_SETTLED, NOT_UNDERSTOOD, RULED, STATUS, as_json, printing, warn
from referee.cli.complete import Scene
from referee.cli.ending import commits, fault
from referee.cli.lazy_groups import clean
from referee.cli.lines import HISTORY, Lines, Prompt, lines
from referee.cli.rule import show_rule
from referee.cli.table import ACTIONS, print_done, print_step
from referee.conformance.clauses import rule
from referee.duel.games import Game, game
from referee.errors import LedgerError, RefereeError
from referee.public.tables import TableSession, tables
from referee.render import board
from referee.render import play as paint
from referee.state.acts import OPENINGS
from referee.state.commands import VERBS

if TYPE_CHECKING:
    from referee.judge.ways.table import Offer
    from referee.public.tables import Done

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
        self.table: Any = None  # of whatever game
        self.offers: list[Offer] = []
        self.told: dict[str, Any] = {}  # the last verdict, for `why`
        self.fault = ""  # why the last line was not ruled
        self.refused = ""  # what `anyway` repeats
        self.hinted = False  # whether it was said what may follow a refusal
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
        acting = tuple(dict.fromkeys(offer.who for offer in self.offers))
        return Prompt(*paint.prompt(acting if 0 < len(acting) < 3 else (self.table.turn,), self.table.phase))

    def scene(self) -> Scene | None:
        """What completion draws on."""
        table = self.table
        if table is None:
            return Scene(rulebase(self.edition))
        cited = tuple(cite["id"] for cite in self.told.get("citations", ()))
        offered = tuple(offer.command for offer in self.offers)
        verbs = tuple(self._game().usage)
        if verbs:
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
            self.offers = self._seat().offered(self.table).offers
        except Exception:  # the next command says what is wrong; the prompt does not
            self.offers = []

    # -- answering -------------------------------------------------------------------------------------------------

    def answer(self, line: str) -> None:
        """Answers one line. Never an exception but KeyboardInterrupt."""
        said = _COMMENT.sub("", clean(line)).strip()
        if not said:
            return
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
        self.fault, self.refused = fault, ""
        with printing():
            paint.print_fault(fault)

    def _answer(self, said: str) -> int:
        word, _, rest = said.partition(" ")
        word = word.lower()
        if word in _LEAVE:
            self.over = True
            return RULED
        if word in _ALONE and rest.strip():
            raise LedgerError(f"`{word}` stands alone; nothing follows it")
        own = _OWN.get(word)
        if own is not None and (word != "show" or not rest):  # `show red` turns up an alien sheet
            own(self, rest.strip())
            return RULED
        if word == "may":
            return self._may(rest.strip())
        if word == "anyway":
            return self._anyway()
        if word == "table":
            self._table(rest.strip())
            return RULED
        return self._do(said)

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
        if done.legal:
            self._refresh()
            if before and (before.turn, before.encounter) != (done.state.turn, done.state.encounter):
                self._show("")
            self._next()
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
        """Stops with a short sentence at a first word that opens no command."""
        word = said.split(maxsplit=1)[0]
        own = self._game().usage
        commands = tuple(own) or (*VERBS, *sorted(OPENINGS), *(known.word for known in forms.COMMANDS))
        every = (*commands, *(known.word for known in forms.WORDS))
        firsts = {name.split()[0].split("-")[0]: name for name in every}
        if re.split(r"\W", word.lower())[0] in firsts:
            return
        nearest = [firsts[name] for name in near(word.lower(), firsts, 2)]
        hint = f"did you mean {' or '.join(nearest)}?" if nearest else "`help` lists the commands."
        shown = word if len(word) < 30 else f"{word[:30]}…"
        raise LedgerError(f"{shown!r} is no command; {hint}")

    def _may(self, said: str) -> int:
        """Rules a command and does nothing; with facts after a semicolon on a table of which only these are known."""
        done = self._seat().may(said, self.edition)
        self._tell(done)
        self.refused = ""
        paint.print_note("Only asked: nothing was done.")
        return STATUS[done.status]

    def _anyway(self) -> int:
        if not self.refused:
            raise LedgerError("nothing was refused just now that could be done anyway")
        return self._do(self.refused, anyway=True)

    # -- words of the interactive table -----------------------------------------------------------------------------

    def _show(self, _: str) -> None:
        board.print_board(self._game().show(self._laid()))

    def _laid(self) -> Any:
        if self.table is None:
            raise LedgerError(_LAY)
        return self.table

    def _game(self) -> Game:
        """The game that is played here."""
        return game(self.table.edition if self.table is not None else self.edition)

    def _next(self) -> None:
        table = self._laid()
        paint.print_next(self.offers, table.phase, table.winners)

    def _table(self, rest: str) -> None:
        """Lays another table and goes on there; or shows, lists, uses and exports tables as `referee table` does."""
        word, _, name = rest.partition(" ")
        if word in ACTIONS or not rest:
            ACTIONS[word or "show"](TableSession(self.path, name.strip() or self.name), False)
            if word != "use":
                return
            self.name = name.strip()
        else:
            self.name = TableSession.lay(rest, self.edition, self.path).name
            paint.print_note(f"This table is called {self.name}.")
        self.told, self.fault, self.refused = {}, "", ""
        self._refresh()
        if word != "use":
            self._show("")
        self._next()

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

    def _step(self, count: str, back: bool) -> None:
        self._laid()
        word = "undo" if back else "redo"
        if count and not (count.isdecimal() and 0 < int(count) <= _MOST_STEPS):
            raise LedgerError(f"say how many commands, such as: {word} 3; `{word}` alone is one")
        seat = self._seat()
        step = (seat.undo if back else seat.redo)(int(count or 1))
        self.refused = ""
        print_step(step)
        self._refresh()
        self._next()

    def _history(self, _: str) -> None:
        self._laid()
        board.print_history(as_json(self._seat().history()))

    def _rule(self, asked: str) -> None:
        if not asked:
            raise LedgerError("say which clause, such as: rule 5.7.4")
        show_rule(rule(asked, self.table.edition if self.table else self.edition))

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
            self._known(asked)
            raise LedgerError(f"there is no command {asked!r}; `help` lists them")
        from referee.judge.table.turn import HANDLERS

        _, phases = HANDLERS.get(form.ruled_as, (None, ()))
        paint.print_form(form.typed, form.says, phases, form.example)


_OWN: dict[str, Callable[[Session, str], None]] = {
    "legal": Session._legal,
    "why": Session._why,
    "undo": Session._undo,
    "redo": Session._redo,
    "history": Session._history,
    "show": Session._show,
    "rule": Session._rule,
    "help": Session._help,
    "?": Session._help,
}


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
    """Reads a line and answers it; several lines may be pasted at once."""
    for line in source.read(session.prompt(), session.scene).splitlines():
        if not session.over:
            session.answer(line)
