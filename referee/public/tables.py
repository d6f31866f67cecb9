"""A seat at a table that is kept between calls: commands in, verdicts out, by the table's own house rules."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book.places import database
from referee.book.told import Listed
from referee.disputes.decided_before import books_at, house_at
from referee.duel.games import game, named
from referee.errors import LedgerError, MalformedError
from referee.ledger import labels
from referee.ledger import tables as kept_tables
from referee.ledger.changes import State
from referee.public.chance import Drawn, draw_cards, draw_destiny
from referee.public.clock import Clock, clock_at
from referee.public.judging import decided
from referee.public.legal import Legal, legal_at
from referee.public.redoing import told_again
from referee.public.several import DoneAll, commands_in, commands_of
from referee.public.table_answers import (
    Done,
    ExportedTable,
    HistoryEntry,
    PutAway,
    RepairedTable,
    ShownTable,
    Step,
    TableRow,
)

if TYPE_CHECKING:
    from referee.disputes.house_rules import House
    from referee.duel.games import AnyVerdict, Laid
    from referee.public.amending import AmendedTable, WaivedDues


class TableSession:
    """A seat at a kept table: the one of this `name`, or the one used last; in the file `db`, or the player's own.

    Commands are what people type at a table (`referee help do`), or say. An illegal one is no error: it is refused in
    what `do` returns, with the clause and the nearest legal commands.

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
    >>> table.do_all(["launch red 3 at purple.2", "reveal red 10, purple 6", "resolve"]).done[-1].ruling.outcome
    'offense-wins'
    >>> table.undo(2).commands, table.redo(2).commands[-1], table.history()[0].command
    (['resolve', 'reveal red 10, purple 6'], 'resolve', 'table red purple/Clone yellow')
    >>> table.amend(2, "launch red 2 at purple.2").turned, table.export().play[1]
    ([], 'destiny purple')
    >>> table.show().planets["purple.2"], table.repair().commands
    ({'red': 3}, 4)
    >>> table.use().name, table.archive().done, table.archive(back=True).done
    ('table', 'archived', 'unarchived')
    >>> table.rename("friday").called, table.delete().done, table.delete(back=True).done, table.purge().done
    ('friday', 'deleted', 'restored', 'purged')

    `name` is the table's, None for the current one; `assumed` says, as a table is laid, by which name somebody has a
    sheet: a sentence each.

    Every method raises LedgerError where there is no such table, or its file cannot be read or written.
    """

    def __init__(self, db: Path | str | None = None, name: str | None = None, by: str = "") -> None:
        self._db = None if db is None else Path(db)
        self.name = name
        self._by = f"{kept_tables.SEAT}{by}" if by else shell()  # who acts here: a player, or who is at this terminal
        self.assumed: list[str] = []

    @property
    def path(self) -> Path:
        """The file that keeps the table; LedgerError if there is no data folder.

        >>> import referee
        >>> referee.TableSession("games.db").path.name
        'games.db'
        """
        return database(self._db)

    @classmethod
    def lay(
        cls,
        players: str,
        edition: str = "consolidated",
        db: Path | str | None = None,
        name: str = "table",
        strict_steps: bool = False,
    ) -> TableSession:
        """Lays a table for these players, clockwise (`red purple/Clone`, `duel blue orange`), and sits down at it.

        With `strict_steps` every step is said at this table, and nothing is implied (5.1). A
        name that is taken gets a number; `assumed` says who was given a sheet by the name alone. Raises MalformedError
        and ImpossibleError for what cannot be laid, RulebaseError for an unknown edition or alien.
        """
        session = cls(db)
        command, by = named(players, edition)
        played = game(by)
        path = session.path
        table = played.lay(command, by)
        if strict_steps and played.is_big:  # in a game of its own every step is said
            table.strict = True
        session.name = kept_tables.create(path, name, command, played.to_data(table), shell())
        session.assumed = played.assumed(command, by)
        return session

    def read(self) -> tuple[str, Any]:
        """The name and the state of the table, as the judge has it: what is in that is not public, `show` tells it.

        >>> import referee
        >>> referee.TableSession.lay("red blue", db="games.db").read()[0]
        'table'
        """
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

    def rename(self, new: str) -> PutAway:
        """Calls the table otherwise; the old name still finds it, and its house rules and disputes stay its own."""
        found = self._called()
        labels.rename(self.path, found, new)
        self.name = new
        return PutAway({"format": 1, "called": new, "was": found, "done": "renamed"})

    def archive(self, back: bool = False) -> PutAway:
        """Puts the table away: it is listed no more, and can be shown and not changed; with `back` takes it out."""
        called = labels.archive(self.path, self._called(), back)
        return PutAway({"format": 1, "called": called, "done": "unarchived" if back else "archived"})

    def delete(self, back: bool = False) -> PutAway:
        """Deletes the table, which is kept unseen until it is purged; with `back` brings it back."""
        called = labels.delete(self.path, self._called(), back)
        return PutAway({"format": 1, "called": called, "done": "restored" if back else "deleted"})

    def purge(self) -> PutAway:
        """Removes the table for good, with all its commands. Nothing brings it back."""
        return PutAway({"format": 1, "called": labels.purge(self.path, self._called()), "done": "purged"})

    def _called(self) -> str:
        """The name that was given; LedgerError for none: such things are not done to whatever table comes first."""
        if not self.name:
            raise LedgerError("say which table, such as: referee table rename table friday")
        return self.name

    def version(self) -> int:
        """A number that grows with all that is done at the table, or taken back: what was read at it is as it was.

        >>> import referee
        >>> table = referee.TableSession.lay("red purple yellow", name="versions")
        >>> before = table.version()
        >>> table.do("destiny purple").legal, table.version() > before
        (True, True)
        """
        return kept_tables.version(self.path, self.name)

    def do(self, command: str, anyway: bool = False, seen: int | None = None) -> Done:
        """Rules one command, and does it if it is legal; with `anyway` although a rule forbids it.

        What goes without saying before it is done with it, and taken back with it. `status` is `legal`, `illegal`, or
        `depends` where something has to be said first. Raises MalformedError for what is not understood, OvertakenError
        (a LedgerError) where the table is no longer at the version that was `seen`.
        """
        return self._do(command, anyway, seen=seen)

    def _do(self, command: str, anyway: bool, again: bool = False, seen: int | None = None) -> Done:
        """Does a command; with `again` the first of those that were taken back and wait behind the last one."""
        path = self.path
        house = house_at(path, self.name)
        ruled: list[AnyVerdict] = []

        def rule(state: State) -> kept_tables.Ruled:
            table = _table_of(state)
            verdict = game(table.edition).tell(table, command, anyway, books_at(house, table.edition))
            ruled.append(verdict)
            return _as_kept(verdict, table)

        try:
            kept = kept_tables.do(path, self.name, rule, self._by, again, seen)
        except MalformedError as error:
            from referee.public.retelling import hint_to_amend  # only for what is not understood

            raise hint_to_amend(path, self.name, command, books_at(house, self.read()[1].edition), error) from None
        name, verdict = kept.name, ruled[-1]  # the one that was kept
        if not verdict.legal:
            self._hint_to_amend(command, verdict, house)
        done = Done(verdict)
        if kept.waits or kept.gone:
            done.to_dict()["taken_back"] = {"waits": kept.waits, "gone": kept.gone}
        done.to_dict()["table"] = game(verdict.table.edition).show(verdict.table)
        if any(due["what"] == "deal" for due in done.to_dict()["table"].get("due", ())):
            done.to_dict()["clock"] = clock_at(path, name, verdict.table).to_dict()
        return done._with_next(house)._with_earlier(path, house, name)

    def _hint_to_amend(self, command: str, verdict: AnyVerdict, house: House | None) -> None:
        """Adds to a refusal the `amend` by which the command is done where it could have been.

        Raises MalformedError with the `amend` to type, where a refused sentence puts right what was told before.
        """
        from referee.public.retelling import hint_to_amend, hint_to_insert  # only for what is refused

        late, books = MalformedError(command, 0, "something that can be done now"), books_at(house, verdict.edition)
        hinted = hint_to_amend(self.path, self.name, command, books, late)
        if hinted is not late:
            raise hinted
        insert = hint_to_insert(self.path, self.name, verdict, books)
        if insert:
            verdict.illegal[0].history = (insert, *verdict.illegal[0].history)

    def commands_in(self, said: str | Iterable[str]) -> list[str]:
        """The commands of one line, with ` / ` between them; or of the lines of a script, without its comments.

        >>> import referee
        >>> table = referee.TableSession.lay("red blue", db="games.db")
        >>> table.commands_in("destiny blue / launch red 3 at blue.1")
        ['destiny blue', 'launch red 3 at blue.1']
        """
        lines = [said] if isinstance(said, str) else commands_of(said)
        return [command for line in lines for command in (commands_in(line, self.read()[1]) if "/" in line else [line])]

    def do_all(self, commands: Iterable[str], anyway: bool = False) -> DoneAll:
        """Does one command after another, each an entry of its own, until one is refused or cannot be ruled.

        What comes after that is left undone. `done` has the verdicts, `left` the commands that were not done, `error`
        why one could not be ruled (a RefereeError, which is not raised), None if all were.
        """
        return DoneAll.of(list(commands), lambda command: self.do(command, anyway))

    def may(self, command: str, edition: str = "consolidated") -> Done:
        """Rules a command, or a question as people ask it (`can red launch 5`), and does nothing.

        With facts, after a `;` or in the question, it is ruled on a table of which only these are known.
        Without a table it is ruled by `edition`.
        """
        from referee.judge.ways.table import rule_asked

        path = self.path
        name, table = (None, None) if self.name is None and not tables(path) else self.read()
        if table is None or ";" in command:
            return Done(decided(command, table.edition if table else edition))._with_earlier(path, None, name)
        house = house_at(path, name)
        books = books_at(house, table.edition)
        ruled = None if game(table.edition).is_big else game(table.edition).tell(table, command, False, books)
        verdict = ruled or rule_asked(table, command, books)
        return Done(verdict)._with_earlier(path, house, name)

    def legal(self, player: str = "") -> Legal:
        """What may be done now, by everybody or by one player; LedgerError for somebody who does not sit here."""
        name, table = self.read()
        return self._offered(name, table, player)

    def offered(self, table: Any, player: str = "") -> Legal:
        """The same at a table that was read already.

        >>> import referee
        >>> table = referee.TableSession.lay("red blue", db="games.db")
        >>> len(table.offered(table.read()[1])) == len(table.legal())
        True
        """
        return self._offered(self.name or "", table, player)

    def _offered(self, name: str, table: Laid, player: str) -> Legal:
        wanted = player.casefold()
        if wanted and wanted not in [seat.casefold() for seat in table.seats]:
            raise LedgerError(f"nobody called {player} sits here; at this table sit {', '.join(table.seats)}")
        return legal_at(table, books_at(house_at(self.path, self.name), table.edition), wanted, name)

    def draw_destiny(self, seed: str | None = None) -> Drawn:
        """Draws a destiny card for the table, and does nothing with it. LedgerError where the deck is not known.

        >>> import referee
        >>> table = referee.TableSession.lay("red blue green", db="games.db")
        >>> table.do(table.draw_destiny("seed 1").commands[0]).legal
        True
        """
        return draw_destiny(self.read()[1], seed)

    def draw_cards(self, player: str, count: int = 1, seed: str | None = None) -> Drawn:
        """Draws cards out of a player's hand at random, and does nothing with them; LedgerError for too many.

        >>> import referee
        >>> len(referee.TableSession.lay("red blue", db="games.db").draw_cards("red", 2).drawn)
        2
        """
        return draw_cards(self.read()[1], player, count, seed)

    def clock(self, now: bool = False) -> Clock:
        """The time that is left for the deal to be made, since the command that led to it; with `now` from now on.

        In seconds (5.10.1.3.b.1: one minute). LedgerError where there is no deal to be made.

        >>> import referee
        >>> table = referee.TableSession.lay("red blue", db="games.db")
        >>> commands = "destiny blue / launch red 3 at blue.1 / reveal red N, blue N / resolve"
        >>> len(table.do_all(table.commands_in(commands)).done), table.clock(now=True).left
        (4, 60)
        """
        name, table = self.read()
        return clock_at(self.path, name, table, now)

    def undo(self, count: int = 1, expect: int | None = None, to: int | None = None) -> Step:
        """Takes the last commands back; with `expect` only if the first of them has this number.

        With `to` all commands after the one of this number are taken back: the table stands as after it.
        """
        return self._step(True, count, expect, to)

    def redo(self, count: int = 1, expect: int | None = None, to: int | None = None) -> Step:
        """Does commands again that were taken back; with `to` up to the one of this number.

        Those that another command has overtaken are told again, as far as they are legal behind it; LedgerError with
        the clause where the first of them is not.
        """
        waits = kept_tables.waiting(self.path, self.name) if expect is None and to is None else []
        if not waits:
            return self._step(False, count, expect, to)
        step = told_again(waits, count, lambda wait: self._do(wait.command, wait.anyway, again=True))
        last = self.history()[-1]
        return Step({**step, "number": last.number, "at": last.at})

    def _step(self, back: bool, count: int, expect: int | None, to: int | None) -> Step:
        steps = kept_tables.steps(self.path, self.name, back, count, expect, to)
        last = steps[-1]
        table = _table_of(last.state)
        return Step(
            {
                "undone" if back else "redone": last.command,
                "commands": [step.command for step in steps],
                "number": last.number,
                "at": last.at,
                "seconds": _seconds_since(last.at),
                "elsewhere": any(step.shell not in ("", self._by) for step in steps),
                "table": game(table.edition).show(table),
            }
        )

    def amend(
        self,
        number: int | None = None,
        *right: str,
        insert: bool = False,
        encounter: int | None = None,
        choose: str = "",
    ) -> AmendedTable | WaivedDues:
        """What follows if other commands stand in the place of the one of this number (none: it is dropped).

        With `insert` they are put before it; with `encounter`, in place of a number, it is the last command of that
        encounter of the game with the same verb. `choose` does something about it: `stand`, `repair` or `again`, each
        one entry of the history. Without a number it tells what was done although a rule forbids it.
        """
        from referee.public import amending

        path = self.path
        house = house_at(path, self.name)
        books = books_at(house, self.read()[1].edition)
        if number is None and encounter is None:
            return amending.waived_at(path, self.name, books)
        mistake = amending.Mistake(number, right, insert, encounter)
        told, found, record = amending.amend_at(path, self.name, mistake, books, house)
        if choose and found.refused is None:
            ruled = amending.chosen(amending.Choice(choose), told, found, record)
            kept_tables.do(path, self.name, lambda state: record.unchanged(state, ruled), self._by)
            _, after = self.read()
            told.to_dict().update(chosen=choose, done=ruled.command, table=game(after.edition).show(after))
        return told

    def history(self, last: int | None = None) -> Listed[HistoryEntry]:
        """The commands, oldest first, with those that were taken back; with `last` only so many, and these behind them.

        >>> import referee
        >>> table = referee.TableSession.lay("red blue green", db="games.db")
        >>> table.do("destiny blue").legal, [entry.command for entry in table.history(last=1)]
        (True, ['destiny blue'])
        """
        name, entries = kept_tables.history(self.path, self.name, last)
        return Listed("history", map(HistoryEntry, entries), name=name)

    def export(self) -> ExportedTable:
        """The commands in force, one a line: they can be played as a case. Of a damaged file, what can be read."""
        from referee.ledger.files import DamagedError

        try:
            name, entries = kept_tables.history(self.path, self.name)
        except DamagedError:
            return _saved(self.path, self.name)
        return ExportedTable({"name": name, "play": kept_tables.in_full(entries), "damaged": None})

    def repair(self) -> RepairedTable:
        """Makes a damaged state again from what the commands did."""
        name, count = kept_tables.repair(self.path, self.name)
        return RepairedTable({"repaired": name, "commands": count})


def tables(db: Path | str | None = None, put_away: str = "") -> Listed[TableRow]:
    """All tables of a file, the one used last first; instead of them those that are `archived` or `deleted`.

    >>> import referee
    >>> table = referee.TableSession.lay("red blue", db="games.db", name="friday")
    >>> [row.name for row in referee.tables("games.db")]
    ['friday']
    """
    rows = kept_tables.names(database(None if db is None else Path(db)), put_away)
    return Listed("tables", map(TableRow, rows))


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


def _as_kept(verdict: AnyVerdict, before: Laid) -> kept_tables.Ruled:
    """What the ledger keeps of a verdict on a command at a table; no state where nothing was done."""
    is_done = verdict.legal and verdict.table is not before
    after = game(before.edition).to_data(verdict.table) if is_done else None
    done = [part._asdict() for part in verdict.done]
    says = [step.says for step in verdict.steps]
    return kept_tables.Ruled(after, verdict.command, verdict.status, bool(verdict.anyway), says, done, verdict.back)


def _table_of(state: State) -> Laid:
    """A kept state as a table; what an older referee did not keep is as on a new one. LedgerError if it is damaged."""
    try:
        table: Laid = game(state["edition"]).from_data(state)
        return table
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
