"""An argument on the screen: what is ruled on each account, which fact decides, and what each side calls upon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from referee.book.sentences import listed
from referee.render.account import accounts_of, changes, print_account, print_ruled
from referee.render.players import name_style, party_of
from referee.render.reasons import reasons
from referee.render.screen import cited, hang, say
from referee.render.words import Told, authority, own, shown

if TYPE_CHECKING:
    from referee.disputes.records import Argument, Cited, Fact, Point, Reading

_REASONS = 5
_REGISTRY = "registry"  # the grade of a disputable point, which is shown with its readings


def print_argument(out: Console, argument: Argument, sides: Sequence[Told], edition: str) -> None:
    """Prints an argument; `sides` are those of the dispute, with the ruling on each account."""
    out.print()
    if argument.same_facts:
        say(out, "The facts are the same: the rule is in question.", "bold")
        print_ruled(out, sides[0]["ruling"])
    else:
        _facts(out, argument, sides)
    _called(out, argument, sides, edition)
    if argument.speaks:
        _speaks(out, argument.speaks, edition)
    elif argument.same_facts and not any(argument.cited):
        _reasons(out, sides[0]["ruling"])
    for point in argument.registry:
        _point(out, point)
    others = [id for id in argument.questions if id not in {point.id for point in argument.registry}]
    if others:
        hang(out, "  disputable: ", Text(", ".join(others)))


def _called(out: Console, argument: Argument, sides: Sequence[Told], edition: str) -> None:
    """The clauses that each side names."""
    for side, cites in zip(sides, argument.cited, strict=True):
        if cites:
            out.print()
            out.print(Text(party_of(side), style=name_style(side["party"])).append(" calls upon", style="dim"))
        for cite in cites:
            _cite(out, cite, edition)


# -- the facts ---------------------------------------------------------------------------------------------------------


def _facts(out: Console, argument: Argument, sides: Sequence[Told]) -> None:
    for side in accounts_of(sides):
        print_account(out, side, sides)
    out.print()
    deciding = _and(argument.decisive)
    if argument.agree:
        say(out, "The facts need not be settled: all accounts come to the same.", "bold green")
    elif deciding:
        say(out, f"What decides: {deciding}.", "bold yellow")
    elif argument.together:
        say(out, "No fact decides alone.", "bold yellow")
    for fact in argument.differences:
        _fact(out, fact, sides, argument.agree)
    for facts in argument.together[:3]:
        hang(out, "  together  ", Text(f"{listed([shown(fact.difference.what) for fact in facts])} decide"), "yellow")
    if argument.agree and deciding:
        says = f"so long as one account is right as a whole; a mixture may not come to the same: {deciding}"
        hang(out, "  but only  ", Text(says), "yellow")


def _and(facts: Iterable[Fact]) -> str:
    return listed(list(dict.fromkeys(shown(fact.difference.what) for fact in facts)))


def _fact(out: Console, fact: Fact, sides: Sequence[Told], agree: bool) -> None:
    """How each side has a fact, and what it does alone in the other's account."""
    parties = [party_of(sides[number - 1]) for number in fact.between]
    text = Text(f"{shown(fact.difference.what)}: ")
    for place, (party, says) in enumerate(zip(parties, fact.difference.says, strict=True)):
        told_so = "does not say" if says == "not said" else f"says {shown(says)}"
        text.append("; " if place else "").append(party, style=name_style(party)).append(f" {told_so}")
    if not agree:
        _alone(text, fact, parties)
    hang(out, "  ▸ " if fact.turns and not agree else "  · ", text, "yellow" if fact.turns else "dim")


def _alone(text: Text, fact: Fact, parties: Sequence[str]) -> None:
    if fact.turns:
        text.append(f" — {_turning(fact, parties)}", style="yellow")
    elif len(fact.cannot) < 2:
        text.append(" — changes nothing by itself", style="dim")


def _turning(fact: Fact, parties: Sequence[str]) -> str:
    """What a fact does when it alone is told the other way."""
    if all(turn.like_other for turn in fact.turns):
        return "alone it turns one result into the other"
    turn = fact.turns[0]
    place = fact.between.index(turn.into)
    return f"told {parties[1 - place]}'s way in {parties[place]}'s account: {changes(turn.parts)}"


# -- the rule in question ----------------------------------------------------------------------------------------------


def _cite(out: Console, cite: Cited, edition: str) -> None:
    """What a side calls upon: its authority, and whether the ruling rests on it."""
    if cite.grade == _REGISTRY:
        hang(out, "  ", Text(shown(own(cite.id, edition)), style="cyan"), "")
    else:
        _clause(out, cite, edition)
    if cite.rests:
        by = f" by {own(cite.by, edition)}" if cite.by != cite.id else ""
        hang(out, "    ✓ ", Text(f"the ruling rests on it{by}: {shown(cite.step)}"), "green")
    elif cite.grade:
        note = f": {shown(cite.step)}" if cite.step else ""
        hang(out, "    ✗ ", Text(f"the ruling does not rest on it{note}{', but on' if cite.instead else ''}"), "red")
        for support in cite.instead:
            line = Text(own(support.id, edition), style="cyan")
            line.append(f" ({authority(support.grade)}): ", style="dim")
            hang(out, "      ", line.append(shown(support.step or support.says), style="default"), "")


def _clause(out: Console, cite: Cited, edition: str) -> None:
    head = Text(shown(own(cite.id, edition)), style="cyan")
    hang(out, "  ", head.append(f"  {authority(cite.grade)}" if cite.grade else "", style="dim"), "")
    hang(out, "    ", Text(shown(cite.says), style="default" if cite.grade else "yellow"), "")


def _speaks(out: Console, speaks: Iterable[Cited], edition: str) -> None:
    out.print()
    say(out, "Nobody names a clause; on this the ruling rests on", "dim")
    for cite in speaks:
        line = Text(f"{own(cite.id, edition)}  ", style="cyan")
        hang(out, "  ", line.append(authority(cite.grade), style="dim"), "")
        hang(out, "    ", Text(shown(cite.says)), "")
        hang(out, "    ✓ ", Text(shown(cite.step)), "green")


def _reasons(out: Console, ruling: Told) -> None:
    """The steps that carry a ruling, where nobody says what the quarrel is about."""
    if ruling["status"] in ("illegal", "open") or ruling["cases"]:
        return
    out.print()
    say(out, "Nobody names a clause; the ruling rests on", "dim")
    for says, cite in reasons(ruling, _REASONS):
        hang(out, "  · ", cited(says, cite))


def _point(out: Console, point: Point) -> None:
    """A disputable point of the registry, with what each of its readings would come to here."""
    out.print()
    head = Text(f"{point.id}  ", style="bold yellow").append(shown(point.told["title"]), style="bold")
    hang(out, "", head, "")
    for reading in point.readings:
        line = Text(f"{reading.name}: ", style="bold").append(shown(reading.told["says"]), style="default")
        line.append(f"  [{authority(reading.told['grade'])}]", style="cyan")
        if reading.here is not None:
            line.append(f" — {_here(reading)}", style="yellow" if reading.here.parts else "dim")
        hang(out, "  ▸ " if reading.taken else "    ", line, "green")
    if not point.rests:
        say(out, "  the ruling does not touch it", "dim")


def _here(reading: Reading) -> str:
    here = reading.here
    if here is None or here.why:
        return shown(here.why) if here else ""
    return f"here: {changes(here.parts)}" if here.parts else "here: the same"
