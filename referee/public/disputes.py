"""The disputes of a file: opened, decided, appealed, looked up, made house rules, and all of them judged again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.book.places import database
from referee.book.told import Told
from referee.disputes import house_rules, records
from referee.disputes.accounts import argue_again
from referee.disputes.deciding import Ask, made, nobody_to_ask
from referee.disputes.opened import Start, from_ruling, from_table, only_one_start, opened
from referee.disputes.recheck import recheck
from referee.disputes.records import Claim, Recheck
from referee.errors import LedgerError
from referee.judge.ruling import DEPENDS
from referee.ledger import disputes as ledger
from referee.ledger.disputes import Decision

STATES = (ledger.OPEN, ledger.DECIDED, ledger.APPEALED)


class Dispute(Told):
    """A dispute with its `sides`, what comes of it when it is argued again (`argument`), and what was decided.

    `record` is all of it as what is printed is made from it. `warnings` say why it could not be kept, a sentence each;
    it has no `id` then.
    """

    id: int | None
    state: str
    edition: str
    about: str
    question: str | None
    sides: list[dict[str, Any]]

    def __init__(self, record: records.Dispute) -> None:
        super().__init__(record.to_dict())
        self.record = record
        self.warnings: list[str] = []

    @property
    def status(self) -> str:
        """That of the ruling, where all accounts come to the same; else `depends`, on which facts hold."""
        argument = self.record.argument
        return str(self.sides[0]["status"]) if argument is not None and argument.agree else DEPENDS


class DisputeRow(Told):
    """A dispute in a row: its number, who argued (`parties`), what about, its state and the decision."""

    id: int
    at: str
    parties: str
    about: str
    question: str | None
    state: str


class Promoted(Told):
    """A decision that is a house rule of a `table` now."""

    dispute: int
    table: str
    rule: dict[str, Any]


class Rechecked(Told):
    """How many positions were `judged` again, and those that would be ruled `otherwise` now (`records`: as records)."""

    judged: int
    otherwise: list[dict[str, Any]]

    def __init__(self, judged: int, otherwise: Sequence[Recheck]) -> None:
        super().__init__({"format": 1, "judged": judged, "otherwise": [found.to_dict() for found in otherwise]})
        self.records = otherwise


class Disputes:
    """The disputes in the file `db`, or without it in the one in the player's data folder.

    >>> import referee
    >>> disputes = referee.Disputes("games.db")
    >>> dispute = disputes.open(
    ...     "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9",
    ...     [("blue", "green's ships count for my compensation"), ("red", "only your own four do")],
    ... )
    >>> dispute.id, dispute.question, dispute.state
    (1, 'DF-37', 'open')
    >>> disputes.rule(1, by="Ann").state
    'decided'
    >>> [row.parties for row in disputes.search("compensation")]
    ['blue v red']

    Every method raises LedgerError where there is no such dispute, or the file cannot be read or written.
    """

    def __init__(self, db: Path | str | None = None) -> None:
        self._db = None if db is None else Path(db)

    @property
    def path(self) -> Path:
        """The file; LedgerError if there is no data folder."""
        return database(self._db)

    # -- opening ---------------------------------------------------------------------------------------------------

    def start(
        self,
        line: str | None = None,
        ruling: int | None = None,
        table: str | None = None,
        edition: str | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> Start:
        """What a dispute starts from: a line, a kept ruling by its id, or a table (an empty name: the one in use).

        A line may be told at a table, and is ruled by its house rules then. RefereeError for more than one of them.
        """
        only_one_start(line, ruling, table)
        chosen = readings or {}
        if ruling is not None:
            return from_ruling(self.path, ruling, edition, chosen)
        if table is not None:
            from referee.public.tables import TableSession

            return from_table(*TableSession(self.path, table or None).read(), line, edition, chosen)
        return Start(line or "", edition or "consolidated", chosen)

    def open(
        self,
        start: Start | str,
        claims: Iterable[Claim | tuple[str, ...]],
        question: str | None = None,
        about: str = "",
    ) -> Dispute:
        """Opens a dispute: rules each side's account, says what decides, and keeps it.

        A claim is a party, what it claims, and a line where it tells it otherwise than the `start`. Raises
        MalformedError and ImpossibleError for an account that is not understood or cannot be.
        """
        begun = Start(start) if isinstance(start, str) else start
        new = opened(self.path, begun, [_on_line(claim, begun.line) for claim in claims], question, about)
        try:
            return Dispute(new.kept(self.path))
        except LedgerError as error:
            dispute = Dispute(new.dispute)
            dispute.warnings.append(" ".join(str(error).split()))
            return dispute

    # -- deciding --------------------------------------------------------------------------------------------------

    def rule(
        self,
        id: int,
        by: str = "",
        house: bool = False,
        side: int | None = None,
        reading: str | None = None,
        says: str = "",
        reason: str = "",
        dissent: str = "",
        ask: Ask = nobody_to_ask,
    ) -> Dispute:
        """Records a decision: the referee's ruling, or with `house` the table's own; an earlier one is kept.

        Without `says` the ruling on the `side`'s account is the decision, or the `reading` that is taken. What has to
        be said and is not, `ask` is asked for; without it RefereeError says what.
        """
        from referee.render.account import in_words

        path = self.path
        decision = Decision(by, says, house, side, reading, reason, dissent)
        ledger.decide(path, id, made(ledger.show(path, id), decision, in_words, ask))
        return self.show(id)

    def note(self, id: int, says: str, by: str = "") -> Dispute:
        """Adds a note."""
        ledger.note(self.path, id, by, says)
        return self.show(id, damaged=True)

    def appeal(self, id: int, by: str, reason: str) -> Dispute:
        """Opens a decided dispute again; the next decision takes the place of the last."""
        ledger.appeal(self.path, id, by, reason)
        return self.show(id, damaged=True)

    def promote(self, id: int, table: str) -> Promoted:
        """Makes a decision a house rule of a table: from then on the table is ruled by it."""
        rule = house_rules.promote(self.path, id, table).to_dict()
        return Promoted({"format": 1, "dispute": id, "table": table, "rule": rule})

    # -- looking ---------------------------------------------------------------------------------------------------

    def show(self, id: int, damaged: bool = False) -> Dispute:
        """A whole dispute; with `damaged` as far as it can be shown."""
        told = ledger.show(self.path, id, damaged)
        return Dispute(records.Dispute(told, None if "unreadable" in told else argue_again(told)))

    def list(self, count: int = 20, state: str = "", table: str | None = None) -> Sequence[DisputeRow]:
        """The latest disputes, the latest first: those in one state (`open`, `decided`, `appealed`), of one table."""
        if state and state not in STATES:
            raise LedgerError(f"--state is one of {', '.join(STATES)}, not {state!r}")
        return [DisputeRow(row) for row in ledger.listed(self.path, count, state, table)]

    def search(self, words: str, count: int = 20) -> Sequence[DisputeRow]:
        """The disputes in which all these words were said, the latest first; the last word may be only begun."""
        return [DisputeRow(row) for row in ledger.search(self.path, words, count)]

    def export(self, id: int | None = None, form: str = "md", terminal: bool = False) -> str:
        """A dispute, or all of them, as slips for the group chat (`md`), as `json` or as `csv`; safe for a terminal."""
        from referee.render.slip import FORMS

        if form not in FORMS:
            raise LedgerError(f"--format is one of {', '.join(FORMS)}, not {form!r}")
        if id is not None:
            return FORMS[form](self.show(id, True).record, terminal)
        return FORMS[form]([records.Dispute(told) for told in ledger.every(self.path)], terminal)

    def recheck(self) -> Rechecked:
        """Judges every recorded position again with today's rulebase: what would now be ruled otherwise."""
        judged, otherwise = 0, []
        for found in recheck(self.path):
            judged += 1
            if found.otherwise:
                otherwise.append(found)
        return Rechecked(judged, otherwise)


def _on_line(claim: Claim | tuple[str, ...], line: str) -> Claim:
    """A claim with the line that it is about: its own, or where it has none that on which the dispute starts."""
    if not isinstance(claim, Claim):
        party, says, *own = claim
        claim = Claim(party, says, own[0] if own else line)
    return claim if claim.line else claim._replace(line=line)
