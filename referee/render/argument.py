"""An argument on the screen: what is ruled on each account, which fact decides, and what each side calls upon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from referee.book.sentences import listed
from referee.render.account import accounts_of, changes, print_account, print_ruled, staying, the_same_between, turned
from referee.render.late import print_late
from referee.render.players import name_style, party_of
from referee.render.reasons import reasons
from referee.render.screen import cited, hang, say
from referee.render.words import Told, authority, own, shown

if TYPE_CHECKING:
    from referee.disputes.records import Answer, Argument, Cited, FactLine, Point, Reading

_MATTER, _TURNS = "matter", "turns"  # why a point is shown: one that no line rests on, one that nobody speaks of
_BOOK = "book"  # the topic of what the books say besides the ruling
_REASONS, _EVERY = 5, 50  # steps that are told, and looked at
_REGISTRY = "registry"  # the grade of a disputable point, which is shown with its readings


def print_argument(out: Console, argument: Argument, sides: Sequence[Told], edition: str) -> None:
    """Prints an argument; `sides` are those of the dispute, with the ruling on each account."""
    out.print()
    if argument.same_facts:
        _one_ruling(out, argument, sides[0]["ruling"])
    else:
        _facts(out, argument, sides)
    for late in argument.late:
        print_late(out, late, "" if argument.same_facts else party_of(sides[late.side - 1]))
    _besides(out, argument, sides)
    _answers(out, argument, edition, of_the_books=False)
    _called(out, argument, sides, edition)
    if argument.speaks:
        _speaks(out, argument.speaks, edition)
    elif argument.same_facts and not any(argument.cited) and not argument.answers:
        _reasons(out, sides[0]["ruling"], " ".join(claim.claim for claim in argument.claims))
    _answers(out, argument, edition, of_the_books=True)
    _points(out, argument, sides)


def _one_ruling(out: Console, argument: Argument, ruling: Told) -> None:
    """What is ruled where all tell the same."""
    if "answer" not in ruling:
        say(out, _in_question(argument), "bold")
    if not _is_answered_besides(argument, ruling):
        print_ruled(out, ruling, short=bool(argument.answers))


def _is_answered_besides(argument: Argument, ruling: Told) -> bool:
    """True of a question that no sentence answers, where the rules have something on what is claimed."""
    return "answer" in ruling and not ruling["answer"]["says"] and bool(argument.answers)


def _besides(out: Console, argument: Argument, sides: Sequence[Told]) -> None:
    """What a side's line tells besides the encounter, unless a fact says it already."""
    told = {says for line in argument.lines for says, _ in line.says}
    for side, clauses in zip(sides, argument.besides, strict=False):
        for clause in [clause for clause in clauses if clause not in told]:
            party = Text(f"  {party_of(side)}", style=name_style(side["party"]))
            out.print(party.append(" tells besides: ", style="dim").append(shown(clause), style="default"))


def _in_question(argument: Argument) -> str:
    """What is in question where all tell the encounter in the same way."""
    topics = {answer.topic for answer in argument.answers}
    if "facts" in topics:
        return "One line is told, and a claim tells it otherwise. On the line is ruled:"
    if len(argument.claims) == 1 and topics <= {"book", "order", "discards"} and not any(argument.besides):
        return "It is ruled:"
    if len(set(argument.besides)) > 1:
        return "All tell the encounter alike, though not all that is told besides; on the encounter is ruled:"
    return "Nobody tells the line otherwise; on it is ruled:"


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
    deciding = _and(line for line in argument.lines if line.decides)
    _what_decides(out, argument, sides, deciding)
    for line in argument.lines:
        _fact(out, line, sides, argument)
    for same in the_same_between(argument, sides):
        hang(out, "  ", Text(same), "dim")
    for facts in argument.together[:3]:
        hang(out, "  together  ", Text(f"{listed([shown(fact.difference.what) for fact in facts])} decide"), "yellow")
    if argument.agree and deciding:
        says = f"so long as one account is right as a whole; a mixture may not come to the same: {deciding}"
        hang(out, "  but only  ", Text(says), "yellow")


def _what_decides(out: Console, argument: Argument, sides: Sequence[Told], deciding: str) -> None:
    """Which facts decide (`deciding`, in words), if any does and any has to be settled."""
    if argument.agree:
        say(out, "The facts need not be settled: all accounts come to the same.", "bold green")
    elif deciding or argument.together:
        says = f"What decides: {deciding}." if deciding else "No fact decides alone."
        stays = f" {staying(argument, sides)}" if argument.outcome_stays else ""
        hang(out, "", Text(f"{says}{stays}"), "bold yellow")
    elif not argument.differences:
        say(out, "What decides: which account is right.", "bold yellow")


def _and(lines: Iterable[FactLine]) -> str:
    return listed([shown(line.what) for line in lines])


def _fact(out: Console, line: FactLine, sides: Sequence[Told], argument: Argument) -> None:
    """How each side has a fact, and what it does alone in the account of another."""
    text = Text(f"{shown(line.what)}: ")
    for place, (says, numbers) in enumerate(line.says):
        text.append("; " if place else "")
        _say_who_says(text, says, [party_of(sides[number - 1]) for number in numbers])
    if not argument.agree:
        _alone(text, line, sides, argument)
    hang(out, "  ▸ " if line.decides and not argument.agree else "  · ", text, "yellow" if line.decides else "dim")


def _say_who_says(text: Text, says: str, parties: Sequence[str]) -> None:
    """Adds `red and blue say 3`, or that somebody does not say it."""
    for place, party in enumerate(parties):
        text.append(" and " if place else "").append(party, style=name_style(party))
    is_one = len(parties) == 1
    if says == "not said":
        text.append(f" {'does' if is_one else 'do'} not say")
    else:
        text.append(f" {'says' if is_one else 'say'} {shown(says)}")


def _alone(text: Text, line: FactLine, sides: Sequence[Told], argument: Argument) -> None:
    if line.decides:
        text.append(f" — {_turning(line, sides, argument)}", style="yellow")
    elif any(len(fact.cannot) < 2 for fact in line.facts):
        text.append(" — changes nothing by itself", style="dim")


def _turning(line: FactLine, sides: Sequence[Told], argument: Argument) -> str:
    """What a fact does when it alone is told the other way."""
    turning = [fact for fact in line.facts if fact.turns]
    if all(turn.like_other for fact in turning for turn in fact.turns):
        return (
            "all that differs comes from it" if argument.outcome_stays else "alone it turns one result into the other"
        )
    fact = turning[0]
    turn = fact.turns[0]
    parties = [party_of(sides[number - 1]) for number in fact.between]
    place = fact.between.index(turn.into)
    return f"told {parties[1 - place]}'s way in {parties[place]}'s account: {changes(turn.parts)}"


# -- what is answered besides ------------------------------------------------------------------------------------------


def _answers(out: Console, argument: Argument, edition: str, of_the_books: bool) -> None:
    """What the books say besides the ruling, or what is answered on every other matter."""
    for answer in argument.answers:
        if (answer.topic == _BOOK) is of_the_books:
            print_answer(out, answer, edition)


def print_answer(out: Console, answer: Answer, edition: str) -> None:
    """Prints what is ruled on a matter besides the encounter: the answer first, then why."""
    out.print()
    hang(out, "", Text(shown(answer.says), style="bold"), "")
    for step in answer.steps:
        cites = f"  [{', '.join(own(id, edition) for id in step.cites)}]" if step.cites else ""
        hang(out, "  · ", Text(shown(step.says)).append(shown(cites), style="cyan"), "")
    if answer.supposing:
        then = turned(answer.parts) if answer.parts else "the same is ruled"
        hang(out, "  ", Text(f"{answer.supposing}: {then}", style="yellow"), "")
    for command in answer.next:
        hang(out, "  next  ", Text(shown(command)), "dim")


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


def _reasons(out: Console, ruling: Told, claimed: str) -> None:
    """The steps that carry a ruling, where nobody says what it is about: first those in the claims' words."""
    from referee.book.wording import words_shared  # only on the way to a slip

    if ruling["status"] in ("illegal", "open") or ruling["cases"] or "act" in ruling or "answer" in ruling:
        return
    told = reasons(ruling, _EVERY)
    if not told:
        return
    out.print()
    say(out, "Nobody names a clause; the ruling rests on", "dim")
    nearest = sorted(told, key=lambda step: -len(words_shared(claimed, step[0])))[:_REASONS]
    for says, cite in [step for step in told if step in nearest]:
        hang(out, "  · ", cited(says, cite))


def _points(out: Console, argument: Argument, sides: Sequence[Told]) -> None:
    """The disputable points, in short those of which nobody speaks where something else is spoken of."""
    is_on_another = bool(argument.answers or argument.speaks or any(argument.cited))
    for point in argument.registry:
        show = _point_in_short if point.why == _TURNS and is_on_another else _point
        show(out, point, sides)
    others = [id for id in argument.questions if id not in {point.id for point in argument.registry}]
    if others:
        hang(out, "  disputable: ", Text(", ".join(others)))


def _point(out: Console, point: Point, sides: Sequence[Told]) -> None:
    """A disputable point of the registry, with what each of its readings would come to here."""
    out.print()
    head = Text(f"{point.id}  ", style="bold yellow").append(shown(point.told["title"]), style="bold")
    hang(out, "", head, "")
    for reading in point.readings:
        line = Text(f"{reading.name}: ", style="bold").append(shown(reading.told["says"]), style="default")
        line.append(f"  [{authority(reading.told['grade'])}]", style="cyan")
        if reading.here is not None:
            line.append(f" — {_here(reading, sides)}", style="yellow" if reading.here.parts else "dim")
        hang(out, "  ▸ " if reading.taken else "    ", line, "green")
    if not point.rests and point.why != _MATTER:
        say(out, "  the ruling does not touch it", "dim")


def _point_in_short(out: Console, point: Point, sides: Sequence[Told]) -> None:
    """A disputable point that the quarrel is not about, though another reading of it would turn the result."""
    readings = (
        f"taken as {reading.name}" if reading.taken else f"as {reading.name}, {_here(reading, sides)}"
        for reading in point.readings
    )
    out.print()
    head = Text(f"{point.id}  ", style="yellow").append(f"{shown(point.told['title'])} ", style="default")
    hang(out, "", head.append(shown("; ".join(readings)), style="dim"), "")


def _here(reading: Reading, sides: Sequence[Told]) -> str:
    here = reading.here
    if here is None or here.why:
        return shown(here.why) if here else ""
    where = f"as {party_of(sides[here.side - 1])} has it" if here.side else "here"
    return f"{where}: {changes(here.parts)}" if here.parts else "here: the same"
