"""Does a clause say what it is cited for: does it bind where something is refused, and is it about the same players?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.book.books import Books
from referee.book.clause import Clause
from referee.book.files import read_toml
from referee.book.law import ASKS, ASKS_WHICH, Rule
from referee.book.loader import Rulebase
from referee.conformance.audit.code import forbidding, part_of
from referee.conformance.audit.report import Report

BINDING = frozenset(("forbids", "requires", "defines"))
_ROLES = frozenset(("offense", "defense", "offensive-ally", "defensive-ally", "bystander"))
_BINDS_NOBODY = frozenset(("example", "informs"))
_INFORMING = frozenset(("informational", "placeholder", "note"))  # kinds of clauses that may bind nobody


def check(report: Report, known: Rulebase, books: Books) -> None:
    """Adds a fault for each clause whose role is not told, and for each rule that rests on a clause unfit for it."""
    _check_clauses(report, books)
    laws = [
        there for edition in known.editions() if known.is_judged(edition) for there in _with_variants(known, edition)
    ]
    laws += [known.beside(game, game=game) for game in known.games()]
    faults: dict[tuple[str, str], None] = {}
    for there in laws:
        about = _about(there)
        refusing = forbidding({id.split(".")[0] for id in there.law}, part_of(there))
        for id, rule in there.law.items():
            forbids = id in refusing and rule.mark not in (ASKS, ASKS_WHICH)
            for says in (*_unfit(rule, books, forbids), *_of_others(rule, books, about.get(id, frozenset()))):
                faults.setdefault((f"law {id}", f"in {there.edition} {says}"))
    for place, says in faults:
        report.fault(place, says)


def _with_variants(known: Rulebase, edition: str) -> Iterator[Rulebase]:
    plain = known.beside(edition)
    single = [name for name in plain.variants_of_own() if not plain.parts(name)]
    yield plain
    yield known.beside("+".join((edition, *single)))


def _check_clauses(report: Report, books: Books) -> None:
    for book in books.names():
        for clause in books.clauses(book).values():
            does = set(clause.does)
            if not does:
                report.fault(clause.full_id, "it does not say what it does: grants, forbids, requires, defines ...")
            elif does & _BINDS_NOBODY and len(does) > 1:
                report.fault(clause.full_id, f"{' and '.join(clause.does)}: what binds nobody does nothing else")
            elif (clause.kind == "example") != ("example" in does):
                report.fault(clause.full_id, f"it is of the kind {clause.kind}, and does: {', '.join(clause.does)}")
            elif "informs" in does and clause.kind not in _INFORMING and not clause.inert:
                report.fault(clause.full_id, f"it only informs, and is {clause.kind}")


def _cited(rule: Rule, books: Books) -> Iterator[Clause]:
    for cite in rule.cites:
        book, _, local = cite.id.partition(" ")
        if book in books.names() and local in books.clauses(book):
            yield books.clauses(book)[local]


def _unfit(rule: Rule, books: Books, refuses: bool) -> Iterable[str]:
    """The fault of a refusal that rests on clauses of books none of which forbids, requires or defines anything."""
    clauses = list(_cited(rule, books))
    if not refuses or rule.sheet or len(clauses) != len(rule.cites):
        return  # a sheet or card that is cited with it, or what the players say, binds too
    if clauses and not any(BINDING & {*clause.does} for clause in clauses):
        says = "; ".join(f"{clause.full_id} {', '.join(clause.does) or 'nothing'}" for clause in clauses)
        yield f"something is refused by it, and no clause of it binds: {says}"


def _of_others(rule: Rule, books: Books, about: frozenset[str]) -> Iterable[str]:
    """The faults of a rule about some roles that rests on a clause about others."""
    for clause in _cited(rule, books) if about else ():
        theirs = _ROLES & {*clause.about}
        if theirs and not theirs & about:
            ours, others = (" and ".join(sorted(roles)) for roles in (about, theirs))
            yield f"it is about {ours}, and {clause.full_id} is about {others}"


def _about(there: Rulebase) -> dict[str, frozenset[str]]:
    """The roles that rules of a law are about, by id, where they say so."""
    found: dict[str, frozenset[str]] = {}
    for path in sorted((there.home / "law").glob("*.toml")):
        for key, entry in read_toml(path).items():
            if isinstance(entry, dict) and entry.get("about"):
                found[f"{path.stem}.{key}"] = frozenset(entry["about"]) & _ROLES
    return found


def check_anchor(report: Report, place: str, id: str, anchor: str) -> None:
    """Adds a fault for an anchor that is a single word: it says nothing of why the clause is cited; a number may."""
    words = anchor.split()
    if len(words) == 1 and not any(letter.isdigit() for letter in anchor):
        report.fault(place, f"cites {id} for the one word {anchor!r}: take the words of it that make the point")
