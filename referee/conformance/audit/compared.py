"""What is compared between editions: is each entry cited, and does each thing stand once?

What the judge applies stands in the law, and the entry that compares it names the rule. An entry with a value of its
own that cites the same words as a rule with a value of that sort either states it a second time, or says (`beside`)
that it speaks of something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from referee.book.entries import LawEntry, ParameterEntry
from referee.book.files import edition_in, place_of, read_toml
from referee.book.loader import NOT_LAW, Rulebase
from referee.book.parameters import BASE, COMPARED, NOT_STATED, Parameters, base_file
from referee.conformance.audit.report import Report
from referee.errors import RulebaseError

_RUN = 2  # so many words one after another make an anchor the same as another one


def check(report: Report, known: Rulebase) -> None:
    """Adds a fault for each entry that no book of an edition bears out, and for each thing that stands twice."""
    parameters = Parameters(known)
    variants = [f"{edition}+{name}" for name in known.variants() for edition in parameters.over(name)]
    read = [_is_read(report, parameters, edition) for edition in (*parameters.editions(), *variants)]
    if not all(read):
        return
    path = base_file(known.folder)
    anchors = {edition: _anchors(known, edition) for edition in parameters.editions()}
    for id in parameters.ids():
        entry = parameters.entry(id)
        topic = entry["topic"]
        place = place_of(path, f"[{topic}.{id}]")
        if "law" in entry:
            _linked(report, known, parameters, place, id, entry)
        else:
            _agreeing(report, parameters, place, id)
            _apart(report, parameters, place, id, anchors)


def _is_read(report: Report, parameters: Parameters, edition: str) -> bool:
    """Whether an edition can be read; a fault where it cannot, unless that is named already."""
    try:
        parameters.law(edition)
    except RulebaseError as error:
        if error.place not in {place for place, _ in report.faults}:
            report.fault(error.place, error.fault)
        return False
    return True


def _linked(
    report: Report, known: Rulebase, parameters: Parameters, place: str, id: str, entry: ParameterEntry
) -> None:
    """An entry for a rule: there is that rule, value and citations stand there, and each edition has its own words."""
    rule, variant = entry["law"], entry.get("variant", "")
    if rule not in known.law:
        report.fault(place, f"{id} stands for {rule!r}, which is no rule of the law")
        return
    if variant and variant not in known.variants():
        report.fault(place, f"{id} stands for {rule} in the variant {variant!r}, which there is not")
        return
    if entry.keys() & {"value", "cites", "grade"} or known.law[rule].value is None:
        report.fault(place, f"{id} stands for the rule {rule}: value and citations belong there")
    for edition in parameters.editions():
        _in_words(report, known, parameters, id, edition)
        _agreed(report, parameters, place, id, edition)


def _in_words(report: Report, known: Rulebase, parameters: Parameters, id: str, edition: str) -> None:
    """What an edition lays over an entry for a rule: words alone, and these where it has another value."""
    rule, has, base = parameters.law_of(id), parameters.of(id, edition).value, parameters.of(id, BASE).value
    path = known.folder / "editions" / f"{edition}.toml"
    stands = place_of(path, f"[{COMPARED}.{id}]")
    laid = edition_in(path).get(COMPARED, {}).get(id)
    if laid is not None and laid.keys() - {"says"}:
        report.fault(stands, f"{id} stands for the rule {rule}: lay [{rule}] over")
    if laid is not None and (has == NOT_STATED or (has == base and edition != BASE)):
        report.fault(stands, f"{id} is the same as without this overlay")
    silent = parameters.overlaid(id, edition) is None and "variant" not in parameters.entry(id)
    if silent and has not in (base, NOT_STATED):
        report.fault(stands, f"{id}: {edition} has {has!r} by {rule}, and says nothing of it")


def _agreed(report: Report, parameters: Parameters, place: str, id: str, edition: str) -> None:
    """The clauses of an edition's book that are to agree with the base: it has that value, and no rule cites them."""
    has, base = parameters.of(id, edition).value, parameters.of(id, BASE).value
    law, rule = parameters.law_of(id), parameters.rule_of(id, edition)
    cited = {cite.id for cite in rule.cites} if rule is not None else set()
    for cite in parameters.entry(id).get("agrees", {}):
        if cite in cited:
            report.fault(place, f"{id}: {law} cites {cite} already")
        elif cite.startswith(f"{parameters.book_of(edition)} ") and has != base and NOT_STATED not in (has, base):
            report.fault(place, f"{id}: {edition} has {has!r} by {law}, and {cite} is to agree with it")


def _agreeing(report: Report, parameters: Parameters, place: str, id: str) -> None:
    """Where an edition lays nothing over an entry, a clause of its own book must show that it agrees."""
    for edition in parameters.editions():
        has, book = parameters.of(id, edition), parameters.book_of(edition)
        shown = book == parameters.book_of(BASE) or any(cite.startswith(f"{book} ") for cite in has.cites)
        if parameters.overlaid(id, edition) is None and has.value != NOT_STATED and not shown:
            report.fault(place, f"{id}: {edition} neither differs from it nor agrees with it")


def _apart(
    report: Report,
    parameters: Parameters,
    place: str,
    id: str,
    anchors: dict[str, dict[str, dict[str, str]]],
) -> None:
    """An entry with a value of its own: no rule says the same of the same words, in any edition."""
    named = set(parameters.entry(id).get("beside", ()))
    meant = _meant_too(parameters, id, anchors)
    for rule, told in meant.items():
        if rule not in named:
            report.fault(
                place, f"{id} and the rule {rule} state one thing apart ({told}): name it in law, or in beside"
            )
    for rule in sorted(named - meant.keys()):
        report.fault(place, f"{id} need not say that it stands beside {rule!r}")


def _meant_too(parameters: Parameters, id: str, anchors: dict[str, dict[str, dict[str, str]]]) -> dict[str, str]:
    """The rules that have a value of the same kind for the same words of a clause, each with where that is so."""
    entry = parameters.entry(id)
    meant: dict[str, str] = {}
    for edition, rules in anchors.items():
        value = parameters.of(id, edition).value
        own = parameters.overlaid(id, edition)
        cited = own.get("cites", {}) if own else {**entry.get("cites", {}), **entry.get("agrees", {})}
        law = parameters.law(edition).law
        for rule, clauses in rules.items():
            has = law[rule].value
            if value != NOT_STATED and type(has) is type(value):
                for clause in cited.keys() & clauses.keys():
                    if _alike(cited[clause], clauses[clause]):
                        meant.setdefault(rule, f"{edition} has {value!r} here and {has!r} there, by {clause}")
    return meant


def _anchors(known: Rulebase, edition: str) -> dict[str, dict[str, str]]:
    """The clauses that each rule cites in an edition, with their words."""
    found: dict[str, dict[str, str]] = {}
    for rule, entry in _entries(known, edition):
        if rule in known.law:
            found[rule] = {**found.get(rule, {}), **entry.get("cites", {}), **entry.get("also", {})}
    return found


def _entries(known: Rulebase, edition: str) -> Iterator[tuple[str, LawEntry]]:
    for path in sorted((known.folder / "law").glob("*.toml")):
        for key, entry in read_toml(path).items():
            yield f"{path.stem}.{key}", entry
    for topic, overlay in edition_in(known.folder / "editions" / f"{edition}.toml").items():
        if isinstance(overlay, dict) and topic not in (COMPARED, *NOT_LAW):
            for key, entry in overlay.items():
                yield f"{topic}.{key}", entry


def _alike(one: str, other: str) -> bool:
    """Whether two anchors have some words one after another in common, or one is part of the other."""
    shorter, longer = sorted((_words(one), _words(other)), key=len)
    size = min(_RUN, len(shorter))
    runs = {tuple(longer[at : at + size]) for at in range(len(longer) - size + 1)}
    return any(tuple(shorter[at : at + size]) in runs for at in range(len(shorter) - size + 1))


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())


def laid_over(
    known: Rulebase, path: Path, topic: str, key: str, entry: LawEntry, entries: dict[str, ParameterEntry]
) -> str:
    """What is wrong with an overlay's entry, besides what it says itself; an empty text where nothing is."""
    compared = topic == COMPARED
    exists = key in entries if compared else f"{topic}.{key}" in known.law
    if not exists and (path.parent.name == "editions" or not compared):
        return f"there is no {topic}.{key} to lay this over"
    if compared and exists and "value" in entry and entry["value"] == entries[key].get("value"):
        return f"{key} is the same as without this overlay"
    return ""
