"""A rules referee for Cosmic Encounter: a position in, a ruling with its proof out.

>>> import referee
>>> ruling = referee.judge_encounter("red 2 : 10 vs blue 4 : 8")
>>> ruling.to_dict()["outcome"]
'defense-wins'

What each command of the command line does is one call here, and its `to_dict()` is what the command prints with --json.
A table, disputes and rulings are kept in a file: `TableSession`, `Disputes`, `Rulings`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.book.answers import ask, question, search
    from referee.conformance.audit import audit
    from referee.conformance.checking import check
    from referee.conformance.clash import clash
    from referee.conformance.clauses import rule
    from referee.disputes.accounts import argue
    from referee.disputes.records import Claim
    from referee.duel.api import judge_contest, judge_duel
    from referee.errors import CaseFileError, ImpossibleError, LedgerError, MalformedError, RefereeError, RulebaseError
    from referee.judge.ruling import Ruling
    from referee.judge.ways.line import judge_encounter, read_encounter, write_encounter
    from referee.judge.ways.timing import timing
    from referee.public.books import add_copy, books, export_books, remove_copy
    from referee.public.chance import draw_aliens
    from referee.public.comparing import compare
    from referee.public.disputes import Disputes
    from referee.public.playtest import playtest
    from referee.public.rulings import Rulings
    from referee.public.score import score
    from referee.public.sheets import alien, aliens, card, cards, duel_texts, new_alien
    from referee.public.tables import TableSession, may, tables

__version__ = "0.1.0"

# Where each public name is at home.
_HOMES = {
    name: home
    for home, names in (
        ("referee.book.answers", "ask question search"),
        ("referee.conformance.audit", "audit"),
        ("referee.conformance.checking", "check"),
        ("referee.conformance.clash", "clash"),
        ("referee.conformance.clauses", "rule"),
        ("referee.disputes.accounts", "argue"),
        ("referee.disputes.records", "Claim"),
        ("referee.duel.api", "judge_contest judge_duel"),
        ("referee.errors", "CaseFileError ImpossibleError LedgerError MalformedError RefereeError RulebaseError"),
        ("referee.judge.ruling", "Ruling"),
        ("referee.judge.ways.line", "judge_encounter read_encounter write_encounter"),
        ("referee.judge.ways.timing", "timing"),
        ("referee.public.books", "add_copy books export_books remove_copy"),
        ("referee.public.chance", "draw_aliens"),
        ("referee.public.comparing", "compare"),
        ("referee.public.disputes", "Disputes"),
        ("referee.public.playtest", "playtest"),
        ("referee.public.rulings", "Rulings"),
        ("referee.public.score", "score"),
        ("referee.public.sheets", "alien aliens card cards duel_texts new_alien"),
        ("referee.public.tables", "TableSession may tables"),
    )
    for name in names.split()
}

__all__ = [
    "CaseFileError",
    "Claim",
    "Disputes",
    "ImpossibleError",
    "LedgerError",
    "MalformedError",
    "RefereeError",
    "RulebaseError",
    "Ruling",
    "Rulings",
    "TableSession",
    "add_copy",
    "alien",
    "aliens",
    "argue",
    "ask",
    "audit",
    "books",
    "card",
    "cards",
    "check",
    "clash",
    "compare",
    "draw_aliens",
    "duel_texts",
    "export_books",
    "judge_contest",
    "judge_duel",
    "judge_encounter",
    "may",
    "new_alien",
    "playtest",
    "question",
    "read_encounter",
    "remove_copy",
    "rule",
    "score",
    "search",
    "tables",
    "timing",
    "write_encounter",
]


def __getattr__(name: str) -> Any:
    """The public names, imported when first asked for: a command pays only for what it uses."""
    if name not in _HOMES:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found
