"""Rulings that are kept: by the house rules of a table, and with what was decided before on the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book.places import database
from referee.book.told import Listed, Told
from referee.errors import LedgerError
from referee.public.parts import RulingParts

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.disputes.house_rules import House
    from referee.judge.ruling import Ruled

_LOGGED = ("id", "at", "edition", "line", "position", "status", "outcome", "grade")


class KeptRuling(RulingParts):
    """A ruling that is kept, of an encounter or a duel, with the `house` rules and `precedents` that it rests on.

    It has the parts of a `Ruling` or a `DuelRuling`, but for `finding` and `findings`: its `proof` is the tree that was
    kept. `kept` is False where it could not be kept, `warnings` say why, a sentence each.
    """

    players: dict[str, Any]
    kept: bool
    warnings: list[str]

    def __init__(self, told: dict[str, object], kept: bool, warnings: list[str]) -> None:
        super().__init__(told)
        self.kept = kept
        self.warnings = warnings


class LoggedRuling(Told):
    """A kept ruling in a row: its `id`, when it was made (`at`, UTC), the line as typed, and what came of it."""

    id: int
    at: str
    edition: str
    line: str
    status: str
    outcome: str | None
    grade: str

    def __init__(self, row: dict[str, Any]) -> None:
        super().__init__({key: row[key] for key in _LOGGED})
        self.row = row  # with the ruling itself, as it is kept, without its proof


class Rulings:
    """The file that keeps rulings: `db`, or without it the one in the player's data folder.

    >>> import referee
    >>> ruling = referee.Rulings("games.db").encounter("red 2 : 10 vs blue 4 : 8")
    >>> ruling.status, ruling.kept
    ('determined', True)
    >>> [row.line for row in referee.Rulings("games.db").latest()]
    ['red 2 : 10 vs blue 4 : 8']
    >>> referee.Rulings("games.db").one(1) == ruling
    True
    >>> referee.Rulings("games.db").duel("blue 3 : 20 vs orange 2 : 6 ; card Vacant-Shipyard").outcome
    'leader-wins'
    >>> referee.Rulings("games.db").has_house_rules("friday")
    False
    """

    def __init__(self, db: Path | str | None = None) -> None:
        self._db = None if db is None else Path(db)

    @property
    def path(self) -> Path:
        """The file; LedgerError if there is no data folder.

        >>> import referee
        >>> referee.Rulings("games.db").path.name
        'games.db'
        """
        return database(self._db)

    def encounter(
        self,
        line: str,
        edition: str = "consolidated",
        anyway: bool = False,
        readings: Mapping[str, str] | None = None,
        house: str | None = None,
        keep: bool = True,
    ) -> KeptRuling:
        """Rules one encounter, by the house rules of the table `house` if one is named, and keeps the ruling.

        Raises as `judge_encounter` does, and LedgerError for a table that has no house rules.
        """
        from referee.judge.ways.line import judge_encounter

        def judge(books: Rulebase | None) -> Ruled:
            return judge_encounter(line, edition, anyway, books, readings)

        return self._ruled(line, judge, edition, readings, house, keep)

    def _ruled(
        self,
        line: str,
        judge: Callable[[Rulebase | None], Ruled],
        edition: str,
        readings: Mapping[str, str] | None,
        house: str | None,
        keep: bool,
    ) -> KeptRuling:
        """Rules a line of whatever game by house rules, where a table is named, and keeps it."""
        if house is None:
            told = judge(None).to_dict()
            return self._with_precedents(self._kept(line, told, keep), edition, readings, None)
        from referee.disputes.decided_before import add_house
        from referee.disputes.house_rules import books, wanted
        from referee.ledger.labels import kept_under

        rules = wanted(self.path, kept_under(self.path, house))
        told = judge(books(rules, edition, readings)).to_dict()
        add_house(told, rules)
        return self._with_precedents(self._kept(line, told, keep), edition, readings, rules)

    def has_house_rules(self, table: str) -> bool:
        """True if this table has house rules, by which `encounter` can rule. RulebaseError if they cannot be read."""
        from referee.disputes.house_rules import read

        return read(self.path, table) is not None

    def duel(
        self,
        line: str,
        anyway: bool = False,
        readings: Mapping[str, str] | None = None,
        keep: bool = True,
        contest: bool = False,
        house: str | None = None,
    ) -> KeptRuling:
        """Rules one duel, or one contest, and keeps the ruling, as `encounter` does. Raises as `judge_duel` does."""
        from referee.duel.api import GAME, judge_line

        def judge(books: Rulebase | None) -> Ruled:
            return judge_line(line, contest, anyway, books, readings)

        return self._ruled(line, judge, GAME, readings, house, keep)

    def _kept(self, line: str, told: dict[str, object], keep: bool) -> KeptRuling:
        from referee.ledger.rulings import keep as keep_ruling

        try:
            if keep:
                keep_ruling(self.path, line, told)
        except LedgerError as error:
            return KeptRuling(told, False, [str(error)])
        return KeptRuling(told, True, [])

    def _with_precedents(
        self, ruling: KeptRuling, edition: str, readings: Mapping[str, str] | None, house: House | None
    ) -> KeptRuling:
        """Adds what was decided before on what the ruling turns on; nothing is loaded where nothing ever was."""
        from referee.ledger.rulings import decided

        try:
            path = self.path
        except LedgerError:
            return ruling
        if ruling.kept and decided(path):
            from referee.disputes.decided_before import add_precedents
            from referee.disputes.house_rules import books

            def known() -> Rulebase:
                return books(house, edition, readings)

            ruling.warnings += add_precedents(ruling.to_dict(), path, known, house.table if house else None)
        return ruling

    def latest(self, count: int = 10) -> Listed[LoggedRuling]:
        """The newest rulings, newest first; none where nothing was kept yet."""
        from referee.ledger.rulings import latest

        return Listed("rulings", map(LoggedRuling, latest(self.path, count)))

    def one(self, id: int) -> KeptRuling:
        """One ruling with its proof, as it was given; LedgerError if there is none of that id."""
        from referee.ledger.rulings import one

        return KeptRuling(one(self.path, id), True, [])
