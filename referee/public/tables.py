"""A seat at a table that is kept between calls: commands in, verdicts out, by the table's own house rules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book.places import database
from referee.book.told import Told
from referee.disputes.decided_before import add_house, add_precedents_at, books_at, house_at
from referee.duel.games import game, named
from referee.errors import LedgerError, MalformedError
from referee.ledger import tables as kept_tables

if TYPE_CHECKING:
    from referee.disputes.house_rules import House
    from referee.judge.table.verdict import Decided, Verdict
    from referee.judge.ways.table import Offer


class ShownTable(Told):
    """A table as it stands (CONTRACT: a case file)."""

    name: str
    edition: str
    phase: str
    winners: list[str]


class TableRow(Told):
    """A kept table in a row: how many commands were done there (`position`), and when it was laid."""

    name: str
    edition: str
    created: str
    position: int


class HistoryEntry(Told):
    """A command of a table: its number, whether it was done `anyway`, and whether it is `undone`."""

    number: int
    command: str
    status: str
    anyway: bool
    says: list[str]
    at: str
    undone: bool


class ExportedTable(Told):
    """The commands in force of a table, to be played as a case; `damaged` says what is lost, None if nothing is."""

    name: str
    play: list[str]
    damaged: str | None


class RepairedTable(Told):
    """The table that was made again, and from how many commands."""

    repaired: str
    commands: int


class Done(Told):
    """The verdict on one command, with the `table` afterwards, its `house` rules and `precedents`.

    `state` is the table afterwards as the judge has it; `warnings` say what went wrong beside the verdict.
    """

    command: str
    status: str
    says: list[str]
    illegal: list[dict[str, Any]]
    edition: str

    def __init__(self, verdict: Decided[Any, Any]) -> None:
        super().__init__(verdict.to_dict())
        self.verdict = verdict
        self.legal = verdict.legal
        self.state = verdict.table
        self.warnings: list[str] = []

    def _with_earlier(self, path: Path, house: House | None, name: str | None) -> Done:
        """Adds what the table decided before."""
        add_house(self.to_dict(), house, path)
        self.warnings += add_precedents_at(self.to_dict(), self.verdict, path, house, name)
        return self


class Step(Told):
    """Commands that were taken back, or done again, in the order in which that was done (`commands`).

    Of the last of them its `number`, when it was done (`at`, and how many `seconds` ago), and whether any of them was
    done `elsewhere`, in another shell; `table` is the table then.
    """

    commands: list[str]
    number: int
    at: str
    seconds: int | None
    elsewhere: bool
    table: dict[str, Any]


class Legal:
    """What may be done now at a table: an `Offer` each, in commands that can be typed."""

    def __init__(self, offers: list[Offer], table: Any) -> None:
        self.offers = offers
        self.phase: str = table.phase
        self.winners: tuple[str, ...] = tuple(table.winners)
        self.edition: str = table.edition

    def __iter__(self) -> Iterator[Offer]:
        return iter(self.offers)

    def __len__(self) -> int:
        return len(self.offers)

    def to_dict(self) -> list[dict[str, str]]:
        """As JSON: a list."""
        said = [{"says": offer.says} if offer.says else {} for offer in self.offers]
        return [{"who": offer.who, "command": offer.command, **more} for offer, more in zip(self, said, strict=True)]


class TableSession:
    """A seat at a kept table: the one of this `name`, or the one used last; in the file `db`, or the player's own.

    >>> import referee
    >>> table = referee.TableSession.lay("red purple/Clone yellow", db="games.db")
    >>> table.do("destiny purple").legal
    True
    >>> refused = table.do("launch red 5 at purple.2")
    >>> refused.status, refused.illegal[0]["nearest"]
    ('illegal', ['launch red 4 at purple.2'])
    >>> table.may("launch red 3 at purple.2").legal  # nothing is done
    True
    >>> [offer.command for offer in table.legal("red")][:2]
    ['launch red 1 at purple.1', 'launch red 2 at purple.1']
    >>> table.undo().commands
    ['destiny purple']

    Every method raises LedgerError where there is no such table, or its file cannot be read or written.
    """

    def __init__(self, db: Path | str | None = None, name: str | None = None) -> None:
        self._db = None if db is None else Path(db)
        self.name = name

    @property
    def path(self) -> Path:
        """The file that keeps the table; LedgerError if there is no data folder."""
        return database(self._db)

    @classmethod
    def lay(
        cls, players: str, edition: str = "consolidated", db: Path | str | None = None, name: str = "table"
    ) -> TableSession:
        """Lays a table for these players, clockwise (`red purple/Clone`, `duel blue orange`), and sits down at it.

        A name that is taken gets a number. Raises MalformedError and ImpossibleError for what cannot be laid.
        """
        session = cls(db)
        command, by = named(players, edition)
        played = game(by)
        path = session.path
        session.name = kept_tables.create(path, name, command, played.to_data(played.lay(command, by)), shell())
        return session

    def read(self) -> tuple[str, Any]:
        """The name and the state of the table."""
        name, state = kept_tables.read(self.path, self.name)
        return name, _table_of(state)

    def show(self) -> ShownTable:
        """The table as it stands."""
        name, table = self.read()
        return ShownTable({"name": name, **game(table.edition).show(table)})

    def use(self) -> ShownTable:
        """Makes this the table that is used without a name, and shows it."""
        if not self.name:
            raise LedgerError("say which table: referee table use NAME (`referee table list` shows them)")
        kept_tables.use(self.path, self.name)
        return self.show()

    def do(self, command: str, anyway: bool = False) -> Done:
        """Rules one command, and does it if it is legal; with `anyway` although a rule forbids it.

        Raises MalformedError for what is not understood.
        """
        path = self.path
        house = house_at(path, self.name)
        ruled: list[Decided[Any, Any]] = []

        def rule(state: dict[str, Any]) -> tuple[dict[str, Any] | None, str, str, bool, list[str]]:
            table = _table_of(state)
            played = game(table.edition)
            verdict = played.rule(table, command, anyway, books_at(house, table.edition))
            ruled.append(verdict)
            says = [step.says for step in verdict.steps]
            after = played.to_data(verdict.table) if verdict.legal else None
            return after, verdict.command, verdict.status, bool(verdict.anyway), says

        name = kept_tables.do(path, self.name, rule, shell())
        (verdict,) = ruled
        done = Done(verdict)
        done.to_dict()["table"] = game(verdict.table.edition).show(verdict.table)
        return done._with_earlier(path, house, name)

    def may(self, command: str, edition: str = "consolidated") -> Done:
        """Rules a command and does nothing; with facts after a `;` on a table of which only these are known.

        Without a table it is ruled by `edition`.
        """
        from referee.judge.ways.table import rule_question

        path = self.path
        name, table = (None, None) if self.name is None and not tables(path) else self.read()
        if table is None or (";" in command and not game(table.edition).usage):
            return Done(rule_question(command, table.edition if table else edition))._with_earlier(path, None, name)
        house = house_at(path, name)
        verdict = game(table.edition).rule(table, command, False, books_at(house, table.edition))
        return Done(verdict)._with_earlier(path, house, name)

    def legal(self, player: str = "") -> Legal:
        """What may be done now, by everybody or by one player; LedgerError for somebody who does not sit here."""
        return self.offered(self.read()[1], player)

    def offered(self, table: Any, player: str = "") -> Legal:
        """The same at a table that was read already."""
        wanted = player.casefold()
        if wanted and wanted not in [seat.casefold() for seat in table.seats]:
            raise LedgerError(f"nobody called {player} sits here; at this table sit {', '.join(table.seats)}")
        found = game(table.edition).offers(table, books_at(house_at(self.path, self.name), table.edition))
        return Legal([offer for offer in found if wanted in ("", offer.who.casefold())], table)

    def undo(self, count: int = 1, expect: int | None = None) -> Step:
        """Takes the last commands back; with `expect` only if the first of them has this number."""
        return self._step(True, count, expect)

    def redo(self, count: int = 1, expect: int | None = None) -> Step:
        """Does commands again that were taken back."""
        return self._step(False, count, expect)

    def _step(self, back: bool, count: int, expect: int | None) -> Step:
        steps = kept_tables.steps(self.path, self.name, back, count, expect)
        last = steps[-1]
        table = _table_of(last.state)
        return Step(
            {
                "undone" if back else "redone": last.command,
                "commands": [step.command for step in steps],
                "number": last.number,
                "at": last.at,
                "seconds": _seconds_since(last.at),
                "elsewhere": any(step.shell not in ("", shell()) for step in steps),
                "table": game(table.edition).show(table),
            }
        )

    def history(self) -> list[HistoryEntry]:
        """The commands, oldest first, with those that were taken back."""
        return [HistoryEntry(entry) for entry in kept_tables.history(self.path, self.name)[1]]

    def export(self) -> ExportedTable:
        """The commands in force, one a line: they can be played as a case. Of a damaged file, what can be read."""
        from referee.ledger.files import DamagedError

        try:
            name, entries = kept_tables.history(self.path, self.name)
        except DamagedError:
            return _saved(self.path, self.name)
        commands = [e["command"] + ("  # anyway" if e["anyway"] else "") for e in entries if not e["undone"]]
        return ExportedTable({"name": name, "play": commands, "damaged": None})

    def repair(self) -> RepairedTable:
        """Makes a damaged state again from what the commands did."""
        name, count = kept_tables.repair(self.path, self.name)
        return RepairedTable({"repaired": name, "commands": count})


def tables(db: Path | str | None = None) -> list[TableRow]:
    """All tables of a file, the one used last first.

    >>> import referee
    >>> table = referee.TableSession.lay("red blue", db="games.db", name="friday")
    >>> [row.name for row in referee.tables("games.db")]
    ['friday']
    """
    return [TableRow(row) for row in kept_tables.names(database(None if db is None else Path(db)))]


def may(question: str, edition: str = "consolidated") -> Verdict:
    """Rules whether something may be done now, on a table of which only the facts after the first `;` are known.

    What is not given is assumed so that the command fits, and listed. Raises MalformedError for what is not understood.

    >>> import referee
    >>> referee.may("ally yellow offense 3 ; offense red ; invited blue").status
    'illegal'
    """
    from referee.judge.ways.table import rule_question

    try:
        return rule_question(question, edition)
    except MalformedError as error:
        from referee.duel.commands import VERBS as OF_DUEL
        from referee.state.commands import VERBS

        verb = question.partition(" ")[0].casefold()
        if verb in VERBS or verb not in (*OF_DUEL, "duel"):
            raise
        hint = "That belongs to Duel: `referee table duel` lays a table of it, and `referee do` rules it there."
        raise MalformedError(error.line, error.column, error.expected, hint) from None


def shell() -> str:
    """From where commands are given: the session of the terminal, or what started this process."""
    try:
        return f"session {os.getsid(0)}"
    except (AttributeError, OSError):  # not on Windows
        return f"process {os.getppid()}"


def _seconds_since(at: str) -> int | None:
    try:
        return max(0, int((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()))
    except (TypeError, ValueError):
        return None


def _table_of(state: dict[str, Any]) -> Any:
    """A kept state as a table; what an older referee did not keep is as on a new one. LedgerError if it is damaged."""
    try:
        return game(state["edition"]).from_data(state)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise LedgerError(
            "the state of this table is damaged; `referee table repair` tries to make it whole, "
            "`referee table export` saves its commands"
        ) from None


def _saved(path: Path, name: str | None) -> ExportedTable:
    """What a damaged file gives up of a table, with a sentence on what is lost."""
    from referee.ledger.tables_left import salvage
    from referee.render.words import shown

    saved = salvage(path, name)
    note = f"{path} is damaged: {len(saved.commands)} lines were saved of the table {shown(saved.name)!r}"
    if saved.missing:
        first = ", ".join(str(number) for number in saved.missing[:8])
        note += f"; lost are the commands {first}{' and more' if len(saved.missing) > 8 else ''} (0 lays the table)"
    if saved.position is None:
        note += "; what was taken back, and what came last, is not known"
    if saved.others:
        note += f"; there is something of {', '.join(shown(other) for other in saved.others)} too"
    return ExportedTable({"name": saved.name, "play": list(saved.commands.values()), "damaged": note})
