"""What the public calls return, by name: for annotations, and for `isinstance`.

>>> import referee
>>> from referee.types import Done, Outcome
>>> def winner(done: Done) -> Outcome | None:
...     return done.ruling.outcome if isinstance(done.ruling, referee.Ruling) else None
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.book.answers import Answer, AnsweredPart, Answers, FoundClause, Point
    from referee.book.settled import Settled
    from referee.book.sheet_answers import SheetLine
    from referee.book.told import Listed
    from referee.conformance.audit.report import Report
    from referee.conformance.checking import CaseResult, Checked
    from referee.conformance.clash import Clash
    from referee.conformance.clauses import Rule
    from referee.conformance.versions import SuiteVersion
    from referee.disputes.opened import Start
    from referee.disputes.records import Argument
    from referee.judge.shapes import (
        Citation,
        Colonies,
        DuelOutcome,
        Flip,
        LeftToDo,
        Outcome,
        PlayerResult,
        ProofStep,
        Refused,
        RefusedAct,
        Role,
        Status,
        Totals,
        VerdictStatus,
    )
    from referee.judge.ways.table import Offer
    from referee.public.amending import AmendedTable, WaivedDues
    from referee.public.books import AddedCopy, BookRow, RemovedCopy, Site
    from referee.public.chance import Drawn
    from referee.public.clock import Clock
    from referee.public.comparing import Compared
    from referee.public.conforming import Conformance
    from referee.public.disputes import Dispute, DisputeRow, HouseRow, Promoted, Rechecked
    from referee.public.ledger import LedgerStats, NamedLedger, Taken, Verified, WrittenOut
    from referee.public.legal import Legal
    from referee.public.parts import RulingParts
    from referee.public.pictures import Picture
    from referee.public.playtest import Playtest
    from referee.public.rulings import KeptRuling, LoggedRuling
    from referee.public.score import Score
    from referee.public.several import DoneAll
    from referee.public.sheets import Aliens, AlienSheet, Card, Cards, DuelText, NewAlien
    from referee.public.table_answers import (
        Done,
        ExportedTable,
        HistoryEntry,
        Next,
        Offered,
        PutAway,
        RepairedTable,
        ShownTable,
        Step,
        TableRow,
    )
    from referee.public.where import Where
    from referee.state.encounter import Position

# Where each is at home.
_HOMES = {
    name: home
    for home, names in (
        ("referee.book.answers", "Answer AnsweredPart Answers FoundClause Point"),
        ("referee.book.settled", "Settled"),
        ("referee.book.sheet_answers", "SheetLine"),
        ("referee.book.told", "Listed"),
        ("referee.conformance.audit.report", "Report"),
        ("referee.conformance.checking", "CaseResult Checked"),
        ("referee.conformance.clash", "Clash"),
        ("referee.conformance.clauses", "Rule"),
        ("referee.conformance.versions", "SuiteVersion"),
        ("referee.disputes.opened", "Start"),
        ("referee.disputes.records", "Argument"),
        ("referee.judge.ways.table", "Offer"),
        ("referee.public.amending", "AmendedTable WaivedDues"),
        ("referee.public.books", "AddedCopy BookRow RemovedCopy Site"),
        ("referee.public.chance", "Drawn"),
        ("referee.public.clock", "Clock"),
        ("referee.public.comparing", "Compared"),
        ("referee.public.conforming", "Conformance"),
        ("referee.public.disputes", "Dispute DisputeRow HouseRow Promoted Rechecked"),
        ("referee.public.ledger", "LedgerStats NamedLedger Taken Verified WrittenOut"),
        ("referee.public.legal", "Legal"),
        ("referee.public.parts", "RulingParts"),
        ("referee.public.pictures", "Picture"),
        ("referee.public.playtest", "Playtest"),
        ("referee.public.rulings", "KeptRuling LoggedRuling"),
        ("referee.public.score", "Score"),
        ("referee.public.several", "DoneAll"),
        (
            "referee.judge.shapes",
            "Citation Colonies DuelOutcome Flip LeftToDo Outcome PlayerResult ProofStep Refused RefusedAct Role Status "
            "Totals VerdictStatus",
        ),
        ("referee.public.sheets", "AlienSheet Aliens Card Cards DuelText EffectRow NewAlien"),
        (
            "referee.public.table_answers",
            "Done ExportedTable HistoryEntry Next Offered PutAway RepairedTable ShownTable Step TableRow",
        ),
        ("referee.public.where", "Where"),
        ("referee.state.encounter", "Position"),
    )
    for name in names.split()
}

__all__ = [
    "AddedCopy",
    "AlienSheet",
    "Aliens",
    "AmendedTable",
    "Answer",
    "AnsweredPart",
    "Answers",
    "Argument",
    "BookRow",
    "Card",
    "Cards",
    "CaseResult",
    "Checked",
    "Citation",
    "Clash",
    "Clock",
    "Colonies",
    "Compared",
    "Conformance",
    "Dispute",
    "DisputeRow",
    "Done",
    "DoneAll",
    "Drawn",
    "DuelOutcome",
    "DuelText",
    "ExportedTable",
    "Flip",
    "FoundClause",
    "HistoryEntry",
    "HouseRow",
    "KeptRuling",
    "LedgerStats",
    "LeftToDo",
    "Legal",
    "Listed",
    "LoggedRuling",
    "NamedLedger",
    "NewAlien",
    "Next",
    "Offer",
    "Offered",
    "Outcome",
    "Picture",
    "PlayerResult",
    "Playtest",
    "Point",
    "Position",
    "Promoted",
    "ProofStep",
    "PutAway",
    "Rechecked",
    "Refused",
    "RefusedAct",
    "RemovedCopy",
    "RepairedTable",
    "Report",
    "Role",
    "Rule",
    "RulingParts",
    "Score",
    "Settled",
    "SheetLine",
    "ShownTable",
    "Site",
    "Start",
    "Status",
    "Step",
    "SuiteVersion",
    "TableRow",
    "Taken",
    "Totals",
    "VerdictStatus",
    "Verified",
    "WaivedDues",
    "Where",
    "WrittenOut",
]


def __getattr__(name: str) -> Any:
    """The types, imported when they are first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'referee.types' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    """The types, before any of them was asked for."""
    return sorted({*globals(), *__all__})
