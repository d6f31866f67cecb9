"""What a tap under a ruling changes on its line: an assumption that does not hold, and a card or power used besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.book.law import ASSUMPTION
from referee.errors import RefereeError
from referee.judge.ways.line import judge_encounter
from referee.render.words import shown
from referee.serve.sheet import DEFENSE, HIDDEN, OFFENSE, Sheet
from referee.serve.texts import say

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.judge.finding import Finding


@dataclass(frozen=True)
class Turn:
    """A tap that makes another line: what is shown of it, the line, and whether the line has it already (`is_on`)."""

    text: str
    line: str
    is_on: bool = False


@dataclass(frozen=True)
class Assumed:
    """Something taken for granted, and the taps that say otherwise; none where it has to be said in words."""

    says: str
    turns: tuple[Turn, ...] = ()


# -- what is taken for granted -----------------------------------------------------------------------------------------

# By the rule of an assumption and the words it was told with: how it can be otherwise, each with a clause of a line.
_Ways = Callable[[Sheet, Sequence[object]], Iterator[tuple[str, str]]]


def _counted(kind: str, numbers: Callable[[int], range]) -> _Ways:
    def ways(sheet: Sheet, words: Sequence[object]) -> Iterator[tuple[str, str]]:
        for count in numbers(int(str(words[1]).split()[0])):
            yield say("had", count=count), f"{kind} {words[0]} {count}"

    return ways


def _no_card(sheet: Sheet, words: Sequence[object]) -> Iterator[tuple[str, str]]:
    yield say("no-cards"), f"hand {words[0]} 0"


def _was_there(sheet: Sheet, words: Sequence[object]) -> Iterator[tuple[str, str]]:
    yield (
        say("it-had"),
        f"planet {sheet.main_name(sheet.defense)} {sheet.defense.ships}, {words[0]} 1",
    )  # no table knows it


_OTHERWISE: Mapping[str, _Ways] = {
    "assumptions.keeps-power": _counted("home", lambda least: range(least, 0, -1)),
    "assumptions.too-few-to-win": _counted("foreign", lambda enough: range(enough, enough + 1)),
    "assumptions.enough-cards": _counted("hand", lambda enough: range(enough - 1, -1, -1)),
    "assumptions.holds-a-card": _no_card,
    "assumptions.no-colony-there": _was_there,
}
_INVITED = "assumptions.invited"


def assumed(sheet: Sheet, books: Rulebase | None, says: Sequence[str]) -> tuple[Assumed, ...]:
    """What a ruling takes for granted (`says`), with the taps by which it is put right on this sheet."""
    findings = {step.says: step for step in _findings(sheet.line(), sheet.edition, books)}
    return tuple(Assumed(shown(one), tuple(_turns(sheet, findings.get(one)))) for one in says)


def _findings(line: str, edition: str, books: Rulebase | None) -> list[Finding]:
    try:
        found = judge_encounter(line, edition, False, books).findings
    except RefereeError:
        return []
    return [step for step in found if step.rule.kind == ASSUMPTION]


def _turns(sheet: Sheet, step: Finding | None) -> Iterator[Turn]:
    if step is None:
        return
    if step.rule.id == _INVITED:
        seats = tuple(replace(seat, side="") if seat.name == step.words[0] else seat for seat in sheet.seats)
        yield Turn(say("not-invited"), replace(sheet, seats=seats).line())
    elif step.rule.id in _OTHERWISE:
        for text, clause in _OTHERWISE[step.rule.id](sheet, step.words):
            yield Turn(text, _with(sheet, clause).line())


def _with(sheet: Sheet, clause: str) -> Sheet:
    """The sheet with one clause more; counts of one kind stand in one clause."""
    kind, _, told = clause.partition(" ")
    clauses = [one.strip() for one in sheet.more.split(";") if one.strip()]
    for place, one in enumerate(clauses):
        if one.split()[0] == kind and kind in ("hand", "home", "foreign", "warp"):
            others = [part.strip() for part in one[len(kind) :].split(",") if part.split()[:1] != told.split()[:1]]
            clauses[place] = f"{kind} {', '.join([*others, told])}"
            return replace(sheet, more=" ; ".join(clauses))
    return replace(sheet, more=" ; ".join([*clauses, clause]))


# -- what may be used besides ------------------------------------------------------------------------------------------


def usable(sheet: Sheet, books: Rulebase | None) -> tuple[Turn, ...]:
    """The powers and cards that this encounter allows, each with the line on which it is used, or no longer is."""
    on = [clause.strip() for clause in sheet.more.split(";") if clause.strip()]
    found = []
    for text, clause in _candidates(sheet):
        if clause in on:
            left = [one for one in on if one != clause]
            found.append(Turn(text, replace(sheet, more=" ; ".join(left)).line(), True))
            continue
        left = [one for one in on if not (_is_deal(one) and _is_deal(clause))]  # there is one deal, or none
        without = replace(sheet, more=" ; ".join(left))
        if any(_is_allowed(variant, clause, books) for variant in _turned_up(without)):
            found.append(Turn(text, replace(sheet, more=" ; ".join([*left, clause])).line()))
    return tuple(found)


def _is_deal(clause: str) -> bool:
    return clause == "no deal" or clause.startswith("deal ")


def _candidates(sheet: Sheet) -> Iterator[tuple[str, str]]:
    offense, defense = sheet.main_name(sheet.offense), sheet.main_name(sheet.defense)
    planet = f"{defense}.{sheet.planet or 1}"
    yield say("no-deal"), "no deal"
    yield say("deal-cards"), f"deal {offense} gives 1 card, {defense} gives 1 card"
    yield say("deal-colony", who=defense), f"deal {defense} gives colony {planet}"
    yield say("deal-colonies"), f"deal {offense} gives colony {offense}.1, {defense} gives colony {planet}"
    for seat in sheet.seats:
        if seat.alien and (seat.side in (OFFENSE, DEFENSE) or seat.name in (offense, defense)):
            yield say("uses", who=seat.name, power=seat.alien), f"use {seat.name}"
    yield from (
        ("Emotion Control", "emotion control"),
        ("Force Field", "force field all"),
        ("Ionic Gas", "ionic gas"),
        ("Quash", "quash"),
        ("Card Zap", "card zap"),
    )


def _turned_up(sheet: Sheet) -> Iterator[Sheet]:
    """The sheet; with hidden cards as two that they can be, as a ruling of every case would take too long."""
    if HIDDEN not in (sheet.offense.card, sheet.defense.card):
        yield sheet
        return
    for card in ("10", "N"):
        mains = [replace(main, card=card) if main.card == HIDDEN else main for main in (sheet.offense, sheet.defense)]
        yield replace(sheet, offense=mains[0], defense=mains[1])


def _is_allowed(sheet: Sheet, clause: str, books: Rulebase | None) -> bool:
    """True if this may be added to the encounter and changes what comes of it."""
    line = sheet.line()
    try:
        before = judge_encounter(line, sheet.edition, False, books)
        after = judge_encounter(f"{line} ; {clause}", sheet.edition, False, books)
    except RefereeError:
        return False
    return not before.illegal and not after.illegal and before.summary() != after.summary()
