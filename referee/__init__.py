"""A rules referee for Cosmic Encounter: a position in, a ruling with its proof out.

>>> import referee
>>> ruling = referee.judge_encounter("red 2 : 10 vs blue 4 : 8")
>>> ruling.outcome
'defense-wins'
>>> print(ruling.finding("outcome"))
the totals are equal, so the defense wins

What each command of the command line does is one call here, and its `to_dict()` is what the command prints with --json.
A table, disputes and rulings are kept in a file: `TableSession`, `Disputes`, `Rulings`, `Ledger`. What calls return is
named in `referee.types`. docs/library.md says what is public, and what stays as it is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.book.answers import ask, question, search
    from referee.conformance.checking import check
    from referee.conformance.clash import clash
    from referee.conformance.clauses import rule
    from referee.conformance.versions import suite_version
    from referee.disputes.records import Claim
    from referee.errors import CaseFileError, ImpossibleError, LedgerError, MalformedError, RefereeError, RulebaseError
    from referee.judge.finding import Finding
    from referee.public.auditing import audit
    from referee.public.books import add_copy, books, export_books, remove_copy
    from referee.public.chance import draw_aliens
    from referee.public.comparing import compare
    from referee.public.conforming import conform
    from referee.public.disputes import Disputes, argue
    from referee.public.duels import DuelRuling
    from referee.public.judging import (
        judge_contest,
        judge_duel,
        judge_encounter,
        may,
        read_encounter,
        timing,
        write_encounter,
    )
    from referee.public.ledger import Ledger
    from referee.public.orders import Order
    from referee.public.pictures import picture
    from referee.public.playtest import playtest
    from referee.public.ruled import Ruling
    from referee.public.rulings import Rulings
    from referee.public.score import score
    from referee.public.sheets import alien, aliens, card, cards, duel_texts, effects, new_alien
    from referee.public.suites import build_suite, reply
    from referee.public.tables import TableSession, tables
    from referee.public.verdicts import Verdict
    from referee.public.where import where
    from referee.schemas.registry import schema, schema_list
    from referee.site.building import build_site

__version__ = "0.1.0"

# Where each public name is at home.
_HOMES = {
    name: home
    for home, names in (
        ("referee.book.answers", "ask question search"),
        ("referee.public.auditing", "audit"),
        ("referee.conformance.checking", "check"),
        ("referee.conformance.clash", "clash"),
        ("referee.conformance.clauses", "rule"),
        ("referee.conformance.versions", "suite_version"),
        ("referee.disputes.records", "Claim"),
        ("referee.errors", "CaseFileError ImpossibleError LedgerError MalformedError RefereeError RulebaseError"),
        ("referee.judge.finding", "Finding"),
        ("referee.public.books", "add_copy books export_books remove_copy"),
        ("referee.public.chance", "draw_aliens"),
        ("referee.public.comparing", "compare"),
        ("referee.public.conforming", "conform"),
        ("referee.public.disputes", "Disputes argue"),
        (
            "referee.public.judging",
            "judge_contest judge_duel judge_encounter may read_encounter timing write_encounter",
        ),
        ("referee.public.ledger", "Ledger"),
        ("referee.public.duels", "DuelRuling"),
        ("referee.public.orders", "Order"),
        ("referee.public.ruled", "Ruling"),
        ("referee.public.pictures", "picture"),
        ("referee.public.playtest", "playtest"),
        ("referee.public.rulings", "Rulings"),
        ("referee.public.score", "score"),
        ("referee.public.sheets", "alien aliens card cards duel_texts effects new_alien"),
        ("referee.public.suites", "build_suite reply"),
        ("referee.public.tables", "TableSession tables"),
        ("referee.public.verdicts", "Verdict"),
        ("referee.public.where", "where"),
        ("referee.schemas.registry", "schema schema_list"),
        ("referee.site.building", "build_site"),
    )
    for name in names.split()
}

__all__ = [
    "CaseFileError",
    "Claim",
    "Disputes",
    "DuelRuling",
    "Finding",
    "ImpossibleError",
    "Ledger",
    "LedgerError",
    "MalformedError",
    "Order",
    "RefereeError",
    "RulebaseError",
    "Ruling",
    "Rulings",
    "TableSession",
    "Verdict",
    "add_copy",
    "alien",
    "aliens",
    "argue",
    "ask",
    "audit",
    "books",
    "build_site",
    "build_suite",
    "card",
    "cards",
    "check",
    "clash",
    "compare",
    "conform",
    "draw_aliens",
    "duel_texts",
    "effects",
    "export_books",
    "judge_contest",
    "judge_duel",
    "judge_encounter",
    "may",
    "new_alien",
    "picture",
    "playtest",
    "question",
    "read_encounter",
    "remove_copy",
    "reply",
    "rule",
    "schema",
    "schema_list",
    "score",
    "search",
    "suite_version",
    "tables",
    "timing",
    "where",
    "write_encounter",
]


def __getattr__(name: str) -> Any:
    """The public names, imported when first asked for: a command pays only for what it uses."""
    if name not in _HOMES:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    """The public names, so that `dir` and `help` list them before any of them was asked for."""
    return sorted({*globals(), *__all__})
