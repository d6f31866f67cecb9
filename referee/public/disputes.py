"""The disputes of a file: opened, decided, appealed, looked up, made house rules, and all of them judged again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.book.places import database
from referee.book.told import Listed, Told
from referee.book.unsaid import Ask, nobody_to_ask
from referee.disputes import accounts, house_rules, records
from referee.disputes.arguing import argue_again, kind_of
from referee.disputes.deciding import made
from referee.disputes.moments import Deed
from referee.disputes.opened import Asked, Start, from_ruling, from_table, only_one_start, opened
from referee.disputes.outdated import stale
from referee.disputes.people import remarks
from referee.disputes.recheck import recheck
from referee.disputes.records import Claim, Recheck
from referee.duel.games import DUEL
from referee.errors import LedgerError
from referee.jobs.work import Progress
from referee.judge.ruling import DEPENDS
from referee.ledger import disputes as ledger
from referee.ledger import refused
from referee.ledger.disputes import Decision
from referee.ledger.labels import kept_under
from referee.public.judging import decided
from referee.public.shown import Shown

STATES = (ledger.OPEN, ledger.DECIDED, ledger.APPEALED)


class Dispute(Shown):
    """A dispute with its `sides`, what comes of it when it is argued again (`argument`), and what was decided.

    `state` is `open`, `decided` or `appealed`; `kind` is what it is about: an `encounter`, an `act` or a `question`,
    and `question` the id of a disputable point; `remarks` say who of the parties is absent.
    `record` is all of it as what is printed is made from it. `warnings` say why it could not be kept, a sentence each;
    it has no `id` then.
    """

    id: int | None
    state: str
    edition: str
    about: str
    question: str | None
    kind: str
    remarks: list[str]
    sides: list[dict[str, Any]]
    warnings: list[str]

    def __init__(self, record: records.Dispute) -> None:
        super().__init__(record.to_dict())
        self.record = record
        self.warnings = []

    def _print(self, why: bool) -> None:
        from referee.render.dispute import print_dispute, print_slip

        if "decisions" in self.to_dict():
            print_dispute(self.record, why)
        else:  # it was only just opened
            print_slip(self.record)

    def __repr__(self) -> str:
        return f"<Dispute {self.id}: {self.state}, {_parties(self.sides)} on {self.about!r}>"

    @property
    def status(self) -> str:
        """That of the ruling, where all accounts come to the same; else `depends`, on which facts hold."""
        argument = self.record.argument
        return str(self.sides[0]["status"]) if argument is not None and argument.agree else DEPENDS


class DisputeRow(Told):
    """A dispute in a row: its number, who argued (`parties`), what about, its state and the decision.

    `stale` says which clauses of the decision say something else now; it is empty where none does.
    """

    id: int
    at: str
    parties: str
    about: str
    question: str | None
    state: str
    stale: str


class HouseRow(Told):
    """A house rule in a row: a reading of a question, or what it `says` on clauses or in general, and its dispute."""

    says: str
    question: str | None
    reading: str | None
    clauses: list[str]
    dispute: int | None
    outdated: bool


class Promoted(Told):
    """A decision that is a house rule of a `table` now, or was withdrawn; no dispute if it was written by hand."""

    dispute: int | None
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

    A dispute is opened with an account for each side, decided, and may be appealed and decided again; nothing of that
    is ever deleted. A decision can be made a house rule, by which a table is ruled from then on.

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
    >>> disputes.note(1, "it was late").state, disputes.appeal(1, by="red", reason="look again").state
    ('decided', 'appealed')
    >>> disputes.rule(1, house=True, reading="whole-side", by="the table").status
    'determined'
    >>> table = referee.TableSession.lay("red blue green", db="games.db", name="friday")
    >>> disputes.promote(1, "friday").rule["reading"], [rule.question for rule in disputes.house_rules("friday")]
    ('whole-side', ['DF-37'])
    >>> disputes.withdraw("friday", 1).dispute, disputes.recheck().judged > 0
    (1, True)
    >>> disputes.show(1).state, [row.id for row in disputes.list(state="decided")]
    ('decided', [1])
    >>> disputes.export(1).splitlines()[0]
    '...blue v red...'

    Every method raises LedgerError where there is no such dispute, or the file cannot be read or written.
    """

    def __init__(self, db: Path | str | None = None) -> None:
        self._db = None if db is None else Path(db)

    @property
    def path(self) -> Path:
        """The file; LedgerError if there is no data folder.

        >>> import referee
        >>> referee.Disputes("games.db").path.name
        'games.db'
        """
        return database(self._db)

    # -- opening ---------------------------------------------------------------------------------------------------

    def start(
        self,
        line: str | None = None,
        ruling: int | None = None,
        table: str | None = None,
        edition: str | None = None,
        readings: Mapping[str, str] | None = None,
        step: int | None = None,
        encounter: int | None = None,
        may: str | None = None,
    ) -> Start:
        """What a dispute starts from: a line, a kept ruling by its id, or a table (an empty name: the one in use).

        A line may be told at a table, and is ruled by its house rules then. At a table a `step` of its history, or an
        `encounter` of its game (1 is the first), is a moment that may be long over; before both cards are chosen it is
        about the act at that step. `may` is an act that is asked about, as `referee.may` reads it: on the facts that it
        tells, else at that table. RefereeError for more than one of them.

        >>> import referee
        >>> disputes, table = referee.Disputes("games.db"), referee.TableSession.lay("red blue", db="games.db")
        >>> done = table.do_all(["destiny blue", "launch red 3 at blue.1", "reveal red 10, blue 8"])
        >>> disputes.open(disputes.start(table="table"), [("red", "I win"), ("blue", "a tie is mine")]).kind
        'encounter'
        >>> disputes.open(disputes.start(may="launch red 5 at blue.1 ; offense red")).kind
        'act'
        """
        asked = Asked(line, ruling, table, step, encounter, may)
        only_one_start(asked)
        chosen = readings or {}
        if ruling is not None:
            return from_ruling(self.path, ruling, edition, chosen)
        if may is not None:
            return self._asked(asked, may, edition, chosen)
        if asked.moment:
            return self._at(asked, edition, chosen)
        if table is not None:
            return self._as_it_lies(asked, table, edition, chosen)
        return Start(line or "", edition or "consolidated", chosen)

    def _as_it_lies(self, asked: Asked, table: str, edition: str | None, readings: Mapping[str, str]) -> Start:
        """A start from a table as it lies: from what was just refused there, else the encounter, else the last act."""
        from referee.public.tables import TableSession

        name, laid = TableSession(self.path, table or None).read()
        kept_as = kept_under(self.path, name)
        forbidden = refused.last(self.path, kept_as) if asked.line is None else ""
        if forbidden:
            return self._at(asked._replace(may=forbidden), edition, readings)
        start = from_table(kept_as, laid, asked.line, edition, readings)
        if start.is_open:
            return self._at(asked, edition, readings)._replace(by_default=True)
        return start if asked.line is not None else self._with_broken(start, table)

    def _with_broken(self, start: Start, table: str) -> Start:
        """A start from the encounter that a table is at, with what was done there although a rule forbade it."""
        from referee.public.moments import broken_at

        return start._replace(moment=broken_at(self.path, table or None))

    def _at(self, asked: Asked, edition: str | None, readings: Mapping[str, str]) -> Start:
        """A start from a moment of a table."""
        from referee.public.moments import start_at

        return start_at(self.path, asked.table or None, asked, edition, readings)

    def _asked(self, asked: Asked, may: str, edition: str | None, readings: Mapping[str, str]) -> Start:
        """A start from an act that is asked about: on the facts told with it, else at the table, if there is one."""
        from referee.public.tables import TableSession, tables

        if ";" not in may and (asked.table is not None or asked.step is not None or tables(self.path)):
            return self._at(asked, edition, readings)
        if asked.table is None:
            by = edition or "consolidated"
            return Start("", DUEL if decided(may, by).edition == DUEL else by, readings, deed=Deed(may))
        name, laid = TableSession(self.path, asked.table or None).read()
        return Start("", edition or laid.edition, readings, kept_under(self.path, name), Deed(may))

    def open(
        self,
        start: Start | str,
        claims: Iterable[Claim | tuple[str, ...]] = (),
        question: str | None = None,
        about: str = "",
        keep: bool = True,
    ) -> Dispute:
        """Opens a dispute: rules each side's account, says what decides, and keeps it, unless `keep` is False.

        A claim is a party, what it claims, and a line where it tells it otherwise than the `start`; of an act, the act
        as that party has it. There may be one claim, or none. Without anything to start from it is about the question
        that `about` asks. Raises MalformedError and ImpossibleError for an account that is not understood or cannot be.
        """
        begun = Start(start) if isinstance(start, str) else start
        new = opened(self.path, begun, [_on_line(claim, begun.line) for claim in claims], question, about)
        if not keep:
            return Dispute(new.dispute)
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

        Without `says` the ruling on the `side`'s account is the decision (1 is the first side), or the `reading` that
        is taken (its name, or `DF-37=NAME`). What has to be said and is not, `ask` is asked for; without it
        RefereeError says what. LedgerError for a side that the referee's own ruling contradicts, without `house`.
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

    def promote(self, id: int, table: str, on: str = "", general: bool = False) -> Promoted:
        """Makes a decision a house rule of a table: from then on the table is ruled by it.

        One in words is on the clauses that the dispute is about; `on` names another, and with `general` it is on none.
        """
        rule = house_rules.promote(self.path, id, kept_under(self.path, table), on, general).to_dict()
        return Promoted({"format": 1, "dispute": id, "table": table, "rule": rule})

    def withdraw(self, table: str, id: int | None = None, on: str = "", by: str = "", reason: str = "") -> Promoted:
        """Withdraws a house rule of a table: that of a dispute, or the one `on` a question or a clause.

        It stays in the history of its dispute.
        """
        rule = house_rules.withdraw(self.path, kept_under(self.path, table), id, on, by, reason)
        return Promoted({"format": 1, "dispute": rule.dispute, "table": table, "rule": rule.to_dict()})

    def house_rules(self, table: str) -> Listed[HouseRow]:
        """The house rules by which a table plays; none where it has none."""
        house = house_rules.read(self.path, kept_under(self.path, table))
        rows = (HouseRow(rule.to_dict()) for rule in (house.rules if house else ()))
        return Listed("rules", rows, table=house.table if house else table)

    # -- looking ---------------------------------------------------------------------------------------------------

    def show(self, id: int, damaged: bool = False) -> Dispute:
        """A whole dispute; with `damaged` as far as it can be shown."""
        told = _told_of(ledger.show(self.path, id, damaged))
        told["stale"] = stale(told)
        return Dispute(records.Dispute(told, None if "unreadable" in told else argue_again(told)))

    def list(self, count: int = 20, state: str = "", table: str | None = None) -> Listed[DisputeRow]:
        """The latest disputes, the latest first: those in one state (`open`, `decided`, `appealed`), of one table."""
        if state and state not in STATES:
            raise LedgerError(f"--state is one of {', '.join(STATES)}, not {state!r}")
        kept = None if table is None else kept_under(self.path, table)
        return Listed("disputes", map(self._row, ledger.listed(self.path, count, state, kept)))

    def search(self, words: str, count: int = 20) -> Listed[DisputeRow]:
        """The disputes in which all these words were said, the latest first; the last word may be only begun."""
        return Listed("disputes", map(self._row, ledger.search(self.path, words, count)))

    def _row(self, row: dict[str, Any]) -> DisputeRow:
        """A row of a list, with whether its decision is stale."""
        decided = row["decision"] is not None
        return DisputeRow({**row, "stale": stale(ledger.show(self.path, row["id"], damaged=True)) if decided else ""})

    def export(self, id: int | None = None, form: str = "md", terminal: bool = False) -> str:
        """A dispute, or all of them, as slips for the group chat (`md`), as `json` or as `csv`; safe for a terminal."""
        from referee.render.slip import FORMS

        if form not in FORMS:
            raise LedgerError(f"--format is one of {', '.join(FORMS)}, not {form!r}")
        if id is not None:
            return FORMS[form](self.show(id, True).record, terminal)
        return FORMS[form]([records.Dispute(_told_of(told)) for told in ledger.every(self.path)], terminal)

    def recheck(self, jobs: int | None = None, on: str = "", progress: Progress | None = None) -> Rechecked:
        """Judges every recorded position again with today's rulebase: what would now be ruled otherwise.

        `jobs` processes do it (all cores without a number, where there are many positions), or the workers of the Dask
        scheduler `on`; `progress` is told how many positions are judged, and of how many.
        """
        judged, otherwise = 0, []
        for found in recheck(self.path, None, jobs, on, progress):
            judged += 1
            if found.otherwise:
                otherwise.append(found)
        return Rechecked(judged, otherwise)


def _parties(sides: list[dict[str, object]]) -> str:
    return " v ".join(repr(side["party"]) for side in sides)


def argue(
    claims: Sequence[Claim],
    edition: str = "consolidated",
    readings: Mapping[str, str] | None = None,
    question: str | None = None,
) -> records.Argument:
    """Argues a dispute out between one claim or more, and keeps nothing (`Disputes.open` does).

    `question` is a disputable point that it is about (`DF-37`). Raises MalformedError and ImpossibleError for an
    account that is not understood or cannot be, naming its party, and RulebaseError for an unknown edition, reading or
    question.

    >>> import referee
    >>> blue = referee.Claim("blue", "I showed the 14", "red 3 : 12 vs blue 4 : 14")
    >>> red = referee.Claim("red", "you showed the 8", "red 3 : 12 vs blue 4 : 8")
    >>> [fact["fact"] for fact in referee.argue([blue, red]).to_dict()["differences"] if fact["decides"]]
    ["blue's card"]
    """
    return accounts.argue(claims, edition, readings, None, question)


def _told_of(kept: dict[str, Any]) -> dict[str, object]:
    """A kept dispute with what it is about (`kind`), and what is to be said of its parties (`remarks`)."""
    if not kept["sides"]:  # they are lost
        return kept
    return {**kept, "kind": kind_of(kept["sides"][0]["ruling"]), "remarks": remarks(kept["sides"])}


def _on_line(claim: Claim | tuple[str, ...], line: str) -> Claim:
    """A claim with the line that it is about: its own, or where it has none that on which the dispute starts."""
    if not isinstance(claim, Claim):
        party, says, *own = claim
        claim = Claim(party, says, own[0] if own else line)
    return claim if claim.line else claim._replace(line=line)
