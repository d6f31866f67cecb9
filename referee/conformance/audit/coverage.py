"""How far is each book held: restated, applied by the law, shown by cases?"""

from __future__ import annotations

from collections.abc import Container, Iterator, Set
from itertools import chain
from pathlib import Path

from referee.book.books import Books
from referee.book.decks import named
from referee.book.files import place_of
from referee.book.law import Rule
from referee.book.loader import Rulebase
from referee.book.sheets import UNWRITTEN
from referee.conformance.audit import held
from referee.conformance.audit.code import forbidding, part_of
from referee.conformance.audit.files import text_behind
from referee.conformance.audit.report import Report
from referee.conformance.judged import Result, check_case
from referee.conformance.scenario import Case, case_files, read_cases
from referee.errors import RefereeError


def check(report: Report, known: Rulebase, books: Books, scenarios: Path) -> None:
    """Judges all cases: adds a fault for each that fails, and for what the law applies and no case shows."""
    reached = reach(report, known, books, scenarios)
    held.check(report, books, reached)
    own = {game: known.beside(game, game=game) for game in known.games()}
    breakable = _breakable(_rules(known), known)
    for there in own.values():
        breakable |= _breakable(list(there.law.values()), there)
    breakable |= {clause for id, clause in printed(known).items() if id in breakable}
    for book in books.names():
        _check_book(report, books, book, reached, breakable)
    report.counts["law rules"] = len(known.law)
    _check_rules(report, "", known, reached)
    for game, there in own.items():
        report.counts[f"law rules of {game}"] = len(there.law)
        _check_rules(report, game, there, reached)


def _check_book(report: Report, books: Books, book: str, reached: held.Reach, breakable: set[str]) -> None:
    """Counts how far a book is held; adds a fault for a clause that is applied and not shown, or not shown broken."""
    clauses = books.clauses(book).values()
    normative = {c.full_id: c for c in clauses if c.kind in held.NORMATIVE}
    mine = [id for id in normative if id in reached.cited]
    report.books[book] = {
        "clauses": len(clauses),
        "normative": len(normative),
        "applied": len(mine),
        "shown": len(reached.cased.intersection(mine)),
        "inert": sum(bool(c.inert) for c in normative.values()),
        "can be broken": len(breakable & normative.keys()),
        "broken": len(breakable & normative.keys() & reached.broken),
    }
    for id in mine:
        if id not in reached.cased:
            report.fault(id, "the law applies this clause, and no case reaches it")
        if id in breakable and id not in reached.broken:
            report.fault(id, "this clause can be broken, and in no case it is")
        if normative[id].inert:
            report.fault(id, "this clause is marked inert, and the law applies it")


def _check_rules(report: Report, game: str, there: Rulebase, reached: held.Reach) -> None:
    """Adds a fault for each rule of the law of a game that no case reaches."""
    for id, rule in there.law.items():
        named = f"{game} {id}".strip()
        if named not in reached.rules and rule.kind != "parameter":
            report.fault(f"law {named}", "no case reaches this rule")


def _breakable(rules: list[Rule], known: Rulebase) -> set[str]:
    """The clauses for which the judge of these rules can refuse something."""
    refusing = forbidding({rule.id.split(".")[0] for rule in rules}, part_of(known))
    return {cite.id for rule in rules if rule.id in refusing for cite in rule.cites}


def _cited(known: Rulebase) -> Iterator[str]:
    """The clauses that the rules of every game cite."""
    laws = (known.beside(game, game=game).law for game in known.games())
    for rule in chain(_rules(known), *(law.values() for law in laws)):
        yield from (cite.id for cite in rule.cites)


def _of_game(result: Result, games: Container[str]) -> set[str]:
    """The rules that a case reaches; those of a game of its own, which has its own law, with its name before them."""
    own = f"{result.edition} " if result.edition in games else ""
    return {f"{own}{id}" for id in result.rules}


def _check_words(report: Report, known: Rulebase, books: Books, path: Path, case: Case) -> None:
    """Adds a fault for a case that does not say yet what it shows, or settles what does not exist."""
    if UNWRITTEN in f"{case.title} {case.why}":
        report.fault(place_of(path, case.id), f"still {UNWRITTEN}: what {case.id} shows and why")
    for id in case.settles:
        if text_behind(known, books, id) is None:
            report.fault(place_of(path, case.id), f"{case.id} settles {id!r}, which does not exist")


def reach(report: Report, known: Rulebase, books: Books, scenarios: Path) -> held.Reach:
    """What the law applies and what the cases reach. Adds a fault for each case that is broken or fails."""
    reached: set[str] = set()
    broken: set[str] = set()
    rules: set[str] = set()
    games = known.games()
    seen: dict[str, Path] = {}
    for path in case_files([scenarios]):
        try:
            file = read_cases(path)
        except RefereeError as error:
            report.fault(str(path), str(error))
            continue
        for case in file.case:
            report.counts["cases"] = report.counts.get("cases", 0) + 1
            if case.id in seen:
                report.fault(place_of(path, case.id), f"{case.id} stands in {seen[case.id].name} too")
            seen[case.id] = path
            _check_words(report, known, books, path, case)
            result = check_case(path, file, case)
            reached |= result.cites
            broken |= result.broken
            rules |= _of_game(result, games)
            if result.status == "failed":
                report.fault(place_of(path, case.id), f"{case.id} fails: {result.differences[0]}")
    prints = printed(known)
    cited = frozenset(_cited(known)) | _amending(known) | {*prints.values()}
    reached |= {prints[id] for id in reached & prints.keys()}
    broken |= {prints[id] for id in broken & prints.keys()}
    applied, cased, refused = (_and_equals(known, ids) for ids in (cited, reached, broken))
    return held.Reach(cited, applied, cased, refused, frozenset(rules))


def printed(known: Rulebase) -> dict[str, str]:
    """The clauses that print sheets, flares and cards, by the id under which a proof cites these.

    Only of what is applied: who cites `alien Macron` rests on the clause that prints that sheet.
    """
    found = {}
    for name in known.alien_names():
        sheet = known.sheet(name)
        if sheet is None:
            continue
        if sheet.alien.uses:
            found[f"alien {sheet.alien.name}"] = sheet.printed
        for face in (sheet.flare.wild, sheet.flare.super):
            if face.effects:
                found[f"card {sheet.flare.name}-flare"] = face.printed
    for card in named(known):
        if card.get("applied"):
            found[f"card {card['name'].replace(' ', '-')}"] = card.get("printed", "")
    return {id: clause for id, clause in found.items() if clause}


def _rules(known: Rulebase) -> list[Rule]:
    """The rules of the law in every edition that is judged, and those that variants lay over it."""
    found: list[Rule] = []
    for edition in known.editions():
        if known.is_judged(edition):
            plain = known.beside(edition)
            single = [name for name in plain.variants_of_own() if not plain.parts(name)]
            varied = known.beside("+".join((edition, *single)))
            found += [*plain.law.values(), *varied.law.values()]
    return found


def _amending(known: Rulebase) -> frozenset[str]:
    """The clauses of the editions' own books that add to a power."""
    own = (known.beside(name) for name in known.editions() if known.is_judged(name))
    return frozenset(id for books in own for id in books.amending())


def _and_equals(known: Rulebase, ids: Set[str]) -> frozenset[str]:
    """These clauses, and those of other books of which they say all."""
    return frozenset(ids).union(*(known.said_by(id) for id in ids))
