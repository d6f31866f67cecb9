"""One thing under every edition, on one screen: what is ruled, and for each other result what differs and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from referee.render import words
from referee.render.outcome import case_told, happens, takes, verdict
from referee.render.screen import cited, hang, make_console, say
from referee.render.timing import answer
from referee.render.words import Told

_NUMBERS = {2: "Two", 3: "Three", 4: "Four"}
_MOST = 5  # lines on what differs
_CASES = 6
_UNRULED = ("open", "illegal")
_SMALL = {"discards"}  # what is no other result by itself
_HEADLINE = {"status", "outcome", "totals.offense", "totals.defense", "winners", "conditions", "cases"}
_HEADLINE |= {"order", "command", "refused"}


def print_compared(told: Told, kind: str) -> None:
    """What the editions have for a line, a command, a question of timing, a point or topics (`kind`)."""
    prints = {"line": print_line, "timing": print_timing, "command": print_command, "reading": print_reading}
    if kind in prints:
        prints[kind](told)
    else:
        print_comparison(told.get("topics", [told]))


def print_line(told: Told) -> None:
    """Prints what each group of editions rules of a line, and what those that are not judged have otherwise."""
    ruled = [group for group in told["groups"] if group["ruling"]["status"] != "not-ruled"]
    out = make_console()
    say(out, words.shown(ruled[0]["ruling"]["position"]), "dim", whole=True)
    _print(out, ruled, verdict, _line_differs)
    for group in told["groups"]:
        if group["ruling"]["status"] == "not-ruled":
            _not_ruled(out, group)


def print_timing(told: Told) -> None:
    """Prints the order in each edition."""
    _print(make_console(), told["groups"], answer, _barred)


def print_command(told: Told) -> None:
    """Prints whether a command is legal in each edition, and what follows."""
    out = make_console()
    say(out, words.shown(told["groups"][0]["ruling"]["command"]), "dim", whole=True)
    _print(out, told["groups"], _legal, _command_differs)


def print_reading(told: Told) -> None:
    """Prints how each edition reads a disputable point."""
    out = make_console()
    point = told["question"]
    say(out, f"{point['id']}  {point['title']}", "bold yellow")
    say(out, point["asks"])
    for group in told["groups"]:
        out.print(_names(group))
        ruling = group["ruling"]
        name = f"{ruling['reading']}: " if ruling["reading"] else ""
        hang(out, "  ", cited(f"{name}{ruling['says']}", *_clauses(group)))
        hang(out, "  ", Text(_how(group["how"]), style="dim"))


def _how(how: Mapping[str, str]) -> str:
    """How the editions of a group come by a reading: in one for all, or edition by edition."""
    if len({*how.values()}) == 1:
        return _HOW[next(iter(how.values()))]
    return "; ".join(f"{edition}: {_HOW[status]}" for edition, status in how.items())


_HOW = {
    "own-book": "by its own book",
    "preferred": "the preferred reading: its own book leaves it open, or says more than one thing",
    "settled": "no question there: its own book has a rule for it",
    "not-asked": "no question there",
    "open": "none is preferred: the table decides",
}


def print_comparison(topics: Sequence[Told]) -> None:
    """Prints each topic with the editions grouped by what they have, and their clauses."""
    out = make_console()
    for number, topic in enumerate(topics):
        if number:
            out.print()
        out.print(Text(topic["asks"], style="bold").append(f"  ({topic['topic']})", style="dim"))
        for group in topic["groups"]:
            line = Text(f"  {', '.join(group['editions'])}: ", style="green")
            line.append(Text(group["ruling"]["says"], style="default"))
            if group["ruling"]["cites"]:
                line.append(f"  [{', '.join(group['ruling']['cites'])}]", style="cyan")
            out.print(line)
        if "duel" in topic:
            of_duel = Text(f"  {topic['duel']['title']}: ", style="green").append(
                topic["duel"]["says"], style="default"
            )
            out.print(of_duel.append(f"  [{', '.join(topic['duel']['cites'])}]", style="cyan"))


# -- the groups ----------------------------------------------------------------------------------------------------


def _print(
    out: Console,
    groups: Sequence[Told],
    verdict: Callable[[Told], str],
    differs: Callable[[Told, Told], Iterator[Text]],
) -> None:
    """The first group with its ruling; every other one with what differs, and the clauses where the proofs part."""
    base = groups[0]
    out.print(_headline(groups))
    for group in groups:
        ruling, names = group["ruling"], _differing(group)
        if len(groups) > 1:
            out.print(_names(group))
        if names == _SMALL:
            _only_discards(out, group, base)
        elif ruling["status"] == "impossible":
            hang(out, "  cannot be: ", cited(ruling["why"], *_clauses(group)), "yellow")
        else:
            says = words.shown(words.in_own_words(ruling["edition"], verdict(ruling)))
            hang(out, "  ", Text(_leading(says, names, ruling, base), style="bold"))
            _lines(out, ruling, list(differs(group, base)))
            _parts(out, group, base)
    if len(groups) == 1:
        _all_by(out, base)


def _leading(says: str, names: set[str], ruling: Told, base: Told) -> str:
    """A verdict, as it leads on to what differs besides it."""
    if names and names.isdisjoint(_HEADLINE):
        return f"{says[:-1]}, but:"
    if names & {"conditions", "cases"} and base["ruling"]["status"] == ruling["status"]:
        return f"{says[:-1]}; otherwise than above:"
    return says


def _headline(groups: Sequence[Told]) -> Text:
    """How many results there are; the discards alone make no other one."""
    count = sum(_differing(group) != _SMALL for group in groups)
    if count > 1:
        return Text(f"{_NUMBERS.get(count, count)} results.", style="bold yellow")
    if len(groups) > 1:
        return Text("All rule alike, but for the discards.", style="bold green")
    return Text(f"All rule alike: {_names(groups[0]).plain}.", style="bold green")


def _differing(group: Told) -> set[str]:
    return {field["field"] for field in group.get("differs", ())}


def _lines(out: Console, ruling: Told, lines: list[Text]) -> None:
    """What differs, line by line; what is told as the step where the proofs part is not told twice."""
    why = words.shown((ruling.get("parts_at") or {}).get("says", ""))
    lines = [line for line in lines if not why or line.plain.partition("  [")[0] != why]
    for line in lines[:_MOST]:
        hang(out, "  · ", line)
    if len(lines) > _MOST:
        say(out, f"  · and {len(lines) - _MOST} more", "dim")


def _names(group: Told) -> Text:
    """The editions of a group, each with the variants of the table that it goes without."""
    without = group.get("without", {})
    names = [f"{name} (without {', '.join(without[name])})" if name in without else name for name in group["editions"]]
    return Text(", ".join(names), style="green")


def _clauses(group: Told) -> list[str]:
    """The clauses on which the editions of a group rest, those of each in its turn."""
    return list(dict.fromkeys(cite for cites in group["by"].values() for cite in cites[:2]))


def _parts(out: Console, group: Told, base: Told) -> None:
    """The step at which the proof parts from the base's, with its clauses, and the base's for the same thing."""
    step = group["ruling"].get("parts_at")
    if step is None:
        return
    hang(out, "  because  ", cited(step["says"], *(_clauses(group) or step["cites"])))
    if step["base"] is not None:
        head = base["editions"][0]
        hang(out, f"  {head}  ", cited(step["base"]["says"], *step["base"]["cites"][:2]))


def _only_discards(out: Console, group: Told, base: Told) -> None:
    """A ruling that is the same but for the discards, in one paragraph."""
    field, step = group["differs"][0], group["ruling"].get("parts_at")
    line = cited(f"the same, but for the discards: {_pile(field['value'])}", *_clauses(group))
    theirs = step["base"]["cites"][:1] if step is not None and step["base"] else []
    line.append(cited(f"; {base['editions'][0]}: {_pile(field['base'])}", *theirs))
    hang(out, "  ", line)


def _all_by(out: Console, group: Told) -> None:
    cites = [cites[0] for cites in group["by"].values() if cites]
    if cites:
        hang(out, "  by  ", Text(" · ".join(dict.fromkeys(cites)), style="cyan"))


# -- lines ---------------------------------------------------------------------------------------------------------


def _given(ruling: Told) -> Iterator[Text]:
    """What the first group rules besides its verdict, where that is not a ruling with players and totals."""
    for entry in ruling.get("illegal", ()):
        yield cited(entry["says"], *entry["cites"][:2])
    yield from _cases(ruling, ruling.get("cases", []))


def _cases(ruling: Told, cases: Sequence[Told]) -> Iterator[Text]:
    for case in cases[:_CASES]:
        line = Text(f"if {words.shown(case['when'])}: ")
        line.append(words.in_own_words(ruling["edition"], case_told(case, ruling)))
        yield line


def _other_cases(group: Told) -> list[Told]:
    """The cases that the first group does not have, or has otherwise."""
    field = next((field for field in group["differs"] if field["field"] == "cases"), None)
    if field is None:
        return []
    told = zip(group["ruling"]["cases"], field["value"], strict=True)
    return [case for case, value in told if value not in (field["base"] or [])]


def _line_differs(group: Told, base: Told) -> Iterator[Text]:
    """What a ruling has otherwise: players, what is left to do, cases, and at last the discards."""
    ruling = group["ruling"]
    if group is base:
        yield from _given(ruling)
        return
    for entry in ruling["illegal"]:
        yield cited(entry["says"], *entry["cites"][:2])
    if ruling["status"] in _UNRULED:
        return
    yield from _cases(ruling, _other_cases(group))
    differs = {field["field"]: field for field in group["differs"]}
    yield from _players(
        ruling, base, dict.fromkeys(name.split(".")[1] for name in differs if name.startswith("players."))
    )
    if "second_encounter" in differs and ruling["second_encounter"] is not None:
        again = "may have a second encounter" if ruling["second_encounter"] else "has no second encounter"
        offense = next(iter(ruling["players"]), "the offense")
        yield Text(f"{offense} {words.in_own_words(ruling['edition'], again)}")
    yield from _left(group)
    if "discards" in differs:
        here, there = _pile(differs["discards"]["value"]), _pile(differs["discards"]["base"])
        yield Text(words.shown(f"discards: {here}  ({base['editions'][0]}: {there})"))


def _players(ruling: Told, base: Told, names: Iterable[str]) -> Iterator[Text]:
    """What happens to some players here, and in the first group."""
    for name in names:
        mine, theirs = _player(ruling, name), _player(base["ruling"], name)
        if mine != theirs:
            there = f"  ({base['editions'][0]}: {theirs})" if base["ruling"]["status"] not in _UNRULED else ""
            yield Text(f"{name}: {mine}{there}")


def _player(ruling: Told, name: str) -> str:
    """What happens to a player, and what it takes, in the edition's words."""
    player = ruling["players"].get(name)
    if player is None:
        return "not in it"
    told = (words.in_own_words(ruling["edition"], says) for says in (happens(player, ruling["outcome"]), takes(player)))
    return ", ".join(filter(None, told)) or "nothing"


def _left(group: Told) -> Iterator[Text]:
    """What is left to do here only; and where it is the same in another order, that order."""
    new = [field["says"] for field in group["differs"] if field["field"].startswith("then: ")]
    for says in new:
        yield Text(words.shown(says))
    if not new and any(field["field"] == "order of what is left to do" for field in group["differs"]):
        order = ", then ".join(f"{then['who']}: {then['what']}" for then in group["ruling"]["then"])
        yield Text(words.shown(f"in this order: {order}"))


def _pile(cards: Sequence[str] | None) -> str:
    return "not settled" if cards is None else ", ".join(cards) or "none"


def _not_ruled(out: Console, group: Told) -> None:
    parts = group["ruling"]["parts"]
    line = Text(f"{', '.join(group['editions'])}: ", style="green")
    line.append("not ruled yet; ", style="yellow")
    line.append("of what this ruling rests on, otherwise:" if parts else "nothing is recorded that differs here.")
    out.print(line)
    for part in parts:
        says = "Not stated." if part["value"] == "not-stated" else part["says"]
        hang(out, f"  {part['topic']}: ", cited(says, *part["cites"]))


# -- timing, and commands of the table -----------------------------------------------------------------------------


def _barred(group: Told, base: Told) -> Iterator[Text]:
    """What cannot be used there, the cases, and what the order makes of it."""
    ruling = group["ruling"]
    for entry in ruling["illegal"]:
        yield cited(f"{entry['effect']}: {entry['says']}", *entry["cites"][:2])
    for case in ruling["cases"][:_CASES]:
        yield Text(words.shown(f"if {case['when']}: {', then '.join(case['order'])}"))
    said = {result["says"] for result in base["ruling"]["results"]} if group is not base else set()
    for result in ruling["results"]:
        if result["says"] not in said:
            yield cited(result["says"], *result["cites"][:1])


def _legal(told: Told) -> str:
    if "ruling" in told and told["status"] == "legal":
        return verdict(told["ruling"])
    return {"legal": "Legal.", "illegal": "Not allowed.", "depends": "It depends on what is hidden."}[told["status"]]


def _command_differs(group: Told, base: Told) -> Iterator[Text]:
    """Why it is refused, or what follows from it here and not in the first group."""
    told, other = group["ruling"], base["ruling"]
    for refusal in told["illegal"]:
        yield cited(refusal["says"], *refusal["cites"][:2])
    if "ruling" in told and "ruling" in other:
        inner = {"editions": group["editions"], "ruling": told["ruling"], "differs": group.get("differs", [])}
        yield from _line_differs(inner, {"editions": base["editions"], "ruling": other["ruling"]})
        return
    said = other["says"] if group is not base else []
    if told["status"] == "legal":
        for says in told["says"]:
            if says not in said:
                yield Text(words.shown(says))
