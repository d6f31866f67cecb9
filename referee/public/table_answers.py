"""What a kept table tells: as it stands, in rows, and what was ruled of a command that was done there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from referee.book.law import OUT_OF_PHASE
from referee.book.told import Told, Whole
from referee.disputes.decided_before import add_house, add_precedents_at, books_at
from referee.duel.games import game
from referee.public.agreed import agreed_in
from referee.public.legal import Legal, legal_at, next_told
from referee.public.shown import Shown
from referee.public.verdicts import Verdict

if TYPE_CHECKING:
    from referee.disputes.house_rules import House
    from referee.duel.games import AnyVerdict
    from referee.public.pictures import Picture


class Offered(TypedDict):
    """Something that may be done: by whom, the command as it is typed, and `says` what it answers where that is due.

    `shown` is the command as players are told it, where any card will do.
    """

    who: str
    command: str
    says: NotRequired[str]
    shown: NotRequired[str]


class Next(TypedDict):
    """What may come next at a table: the phase, who is waited for, what they have still to do, and the commands."""

    phase: str
    waits_for: list[str]
    says: str
    commands: list[Offered]


class ShownTable(Shown):
    """A table as it stands (CONTRACT: a case file)."""

    name: str
    edition: str
    phase: str
    turn: str
    seats: list[str]
    planets: dict[str, dict[str, int]]
    warp: dict[str, int]
    gate: dict[str, int]
    hands: dict[str, Any]
    foreign: dict[str, int]
    home: dict[str, int]
    powers: dict[str, str]
    winners: list[str]

    def _print(self, why: bool) -> None:
        from referee.render.board import print_board

        print_board(self.to_dict())

    def picture(self) -> Picture:
        """The table as a picture.

        >>> import referee
        >>> referee.TableSession.lay("red blue green", name="drawn").show().picture().title
        "red's turn, encounter 1, start-turn"
        """
        from referee.public.pictures import picture_of_table

        return picture_of_table(self)


class TableRow(Told):
    """A kept table in a row: how many commands were done there (`position`), and when it was laid."""

    name: str
    edition: str
    created: str
    position: int


class PutAway(Told):
    """What became of a table (`done`: renamed, archived, deleted ...), and what it is `called`."""

    called: str
    done: str


class HistoryEntry(Told):
    """A command of a table: its number, whether it was done `anyway`, and whether it is `undone`."""

    number: int
    command: str
    status: str
    anyway: bool
    says: list[str]
    at: str
    undone: bool


class ExportedTable(Whole):
    """The commands in force of a table, to be played as a case; `damaged` says what is lost, None if nothing is."""

    name: str
    play: list[str]
    damaged: str | None


class RepairedTable(Whole):
    """The table that was made again, and from how many commands."""

    repaired: str
    commands: int


class Done(Verdict):
    """The verdict on a command that was done at a table, or refused; with the `house` rules and `precedents` of it.

    `state` is the table afterwards as the judge has it (it is not pickled), `coming` what may be done there (`next` as
    JSON); `warnings` say what went wrong beside the verdict. All else is as in a `Verdict`; `ruling` is that of the
    encounter where the command led to it.
    """

    next: Next
    coming: Legal | None
    warnings: list[str]

    def __init__(self, verdict: AnyVerdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict
        self.state = verdict.table
        self.to_dict()["assumes"] += agreed_in(verdict)
        self.coming = None
        self.warnings = []

    def __getstate__(self) -> dict[str, object]:
        return {**super().__getstate__(), "coming": self.coming, "warnings": self.warnings}

    def _print(self, why: bool) -> None:
        from referee.render.board import print_verdict
        from referee.render.page import print_earlier
        from referee.render.screen import make_console, print_proof

        print_verdict(self.to_dict())
        print_earlier(self.to_dict())
        if why:
            print_proof(make_console(), self.to_dict())

    @property
    def is_early(self) -> bool:
        """True if it is refused because something else has to be done before it."""
        return any(refusal.finding.rule.mark == OUT_OF_PHASE for refusal in self.verdict.illegal)

    def _with_next(self, house: House | None) -> Done:
        """Adds how the encounter stands (`stands`), once its cards are turned up, and what may be done now (`next`)."""
        books = books_at(house, self.edition)
        stands = game(self.edition).stands(self.state, books)
        if stands is not None:
            self.to_dict()["stands"] = stands
        self.coming = legal_at(self.state, books)
        self.to_dict()["next"] = next_told(self.coming)
        return self

    def _with_earlier(self, path: Path, house: House | None, name: str | None) -> Done:
        """Adds what the table decided before."""
        add_house(self.to_dict(), house)
        self.warnings += add_precedents_at(self.to_dict(), self.verdict, path, house, name)
        return self


class Step(Whole):
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
