"""A dispute on the screen: who says what, what is ruled on each account, what decides, and what can be typed next."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.render import words
from referee.render.board import name_style
from referee.render.page import cited, hang, make_console, print_ruling
from referee.render.words import shown

Told = dict[str, Any]

_REASONS = 5
_CUT = 600  # letters of a text that are shown; all of it is in the export
_NAME = 20  # letters of a party's name that are shown
_STATES = {"open": "yellow", "decided": "green", "appealed": "magenta"}
_UNSETTLED = "not settled yet"
_ROLES = ("offense", "offensive-ally", "defense", "defensive-ally", "bystander")
_FIELDS = {
    "compensation": ("card as compensation", "cards as compensation"),
    "rewards": ("reward", "rewards"),
    "rewards_as_ships": ("reward as a ship", "rewards as ships"),
    "lands": ("ship landing", "ships landing"),
    "warp": ("ship to the warp", "ships to the warp"),
    "returns": ("ship returning", "ships returning"),
    "stays": ("ship staying", "ships staying"),
    "removed": ("ship out of the game", "ships out of the game"),
    "foreign_colonies": ("foreign colony gained", "foreign colonies gained"),
    "home_colonies": ("home colony gained", "home colonies gained"),
}


def print_slip(told: Told) -> None:
    """Prints a dispute as it was just opened: short, and with what can be typed next."""
    out = make_console()
    _head(out, told)
    _sides(out, told)
    _argued(out, told)
    _precedents(out, told)
    _next(out, told)


def print_dispute(told: Told, why: bool = False) -> None:
    """Prints a kept dispute with all that came of it; with `why`, the whole proofs of its rulings."""
    out = make_console()
    _head(out, told)
    _sides(out, told)
    for says in told.get("unreadable", ()):
        hang(out, "  ✗ ", Text(shown(says)), "red")
    if told.get("argument"):
        _argued(out, told)
    elif "unreadable" in told:
        _readable(out, told)
    else:
        _recorded(out, told)
    if why:
        for side in _accounts(told):
            out.print()
            out.print(Text(f"as {shown(side['party'])} has it", style="dim"))
            print_ruling(in_order(side["ruling"]), True, out)
    _later(out, told)
    _end(out, told)
    _next(out, told)


def print_list(rows: Sequence[Told], nothing: str) -> None:
    """Prints disputes, a line each, the latest first."""
    out = make_console()
    if not rows:
        out.print(Text(nothing))
        return
    table = Table(box=None, header_style="dim", pad_edge=False)
    for head in ("no.", "when (UTC)", "who", "about", "how it stands"):
        table.add_column(head, no_wrap=head in ("no.", "when (UTC)"), overflow="fold")
    for row in rows:
        stands = Text(row["state"], style=_STATES[row["state"]])
        if row["decided"] and not row["decided_here"]:
            where = f"in ledger {_brief(row['decided_in'], 40)}" if row["decided_in"] else "in no ledger"
            stands.append(f" {where}", style="yellow")
        if row["decided"]:
            stands.append(f": {_brief(row['decided'], 120)}", style="")
        when = str(row["at"])[:16].replace("T", " ")
        table.add_row(
            str(row["id"]), when, isolated(_brief(row["parties"], 60)), isolated(_brief(row["about"], 80)), stands
        )
    out.print(table)


def print_decision(told: Told) -> None:
    """Prints a decision that was just recorded."""
    out = make_console()
    decision = next(one for one in told["decisions"] if one["id"] == told["decision"])
    again = " in the place of the one before" if decision["before"] else ""
    out.print(Text(f"Dispute {told['id']} is decided{again}.", style="bold green"))
    _decision(out, told, decision)
    _end(out, told)
    _next(out, told)


def _end(out: Console, told: Told) -> None:
    """How far the ledger goes now: whoever keeps that line can tell later whether its end is still there."""
    if told.get("head"):
        hang(out, "  ledger  ", Text(shown(told["head"])))


def print_added(says: str, next_line: str = "") -> None:
    """Prints that something was added to a dispute, and what can be typed next."""
    out = make_console()
    out.print(Text(shown(says)))
    if next_line:
        out.print(Text(f"  next  {next_line}", style="dim"))


def print_promotion(id: int, table: str, rule: Told) -> None:
    """Prints a house rule that was just made, and what it does from now on."""
    out = make_console()
    out.print(Text(f"Dispute {id} is a house rule of {_brief(table, 40)} now.", style="bold green"))
    if rule["reading"]:
        says = f"{rule['question']} is taken by {rule['reading']} in every ruling at that table"
    else:
        about = rule["question"] or ", ".join(rule["clauses"])
        says = f"the referee cannot apply it, and names it where a ruling rests on {about}"
    hang(out, "  ", Text(shown(says)), "")


# -- the parts of a slip -----------------------------------------------------------------------------------------------


def _head(out: Console, told: Told) -> None:
    number = f"Dispute {told['id']}" if told.get("id") else "A dispute"
    head = Text(f"{number}  ", style="bold")
    for place, side in enumerate(told["sides"]):
        head.append("" if not place else " v ", style="dim")
        head.append_text(isolated(_name(side), name_style(side["party"])))
    if told["about"]:
        head.append("  about ", style="dim").append_text(isolated(_brief(told["about"], 120)))
    if told["game"]:
        head.append(f"  at {_brief(told['game'], 40)}", style="dim")
    out.print(head)
    if len({side["position"] for side in told["sides"]}) == 1:
        out.print(Text(shown(told["sides"][0]["position"]), style="dim"), soft_wrap=True)


def _sides(out: Console, told: Told) -> None:
    out.print()
    width = max((len(_name(side)) for side in told["sides"]), default=0)
    for side in told["sides"]:
        _say(out, f"  {_name(side).ljust(width)}  ", side["claim"], name_style(side["party"]))


def _argued(out: Console, told: Told) -> None:
    argument = told["argument"]
    out.print()
    if argument["same_facts"]:
        out.print(Text("The facts are the same: the rule is in question.", style="bold"))
        _ruled(out, told["sides"][0]["ruling"], "  ")
    else:
        _facts(out, told)
    _called(out, told)
    if argument["speaks"]:
        _speaks(out, told)
    elif argument["same_facts"] and not any(argument["cited"]):
        _reasons(out, told["sides"][0]["ruling"])
    for point in argument["registry"]:
        _point(out, point)
    others = [id for id in argument["questions"] if id not in {point["id"] for point in argument["registry"]}]
    if others:
        hang(out, "  disputable: ", Text(", ".join(others)))


def _recorded(out: Console, told: Told) -> None:
    """What was ruled, where the rules have changed since, so that it cannot be argued again as it was."""
    out.print()
    hang(out, "", Text("The rules have changed since; this is what was ruled then. See: referee dispute recheck"), "")
    for side in _accounts(told):
        _account(out, side, told)


def _readable(out: Console, told: Told) -> None:
    """What was ruled, as far as it can be read."""
    for side in _accounts(told):
        if "unreadable" not in side["ruling"]:
            out.print()
            _account(out, side, told)


def _facts(out: Console, told: Told) -> None:
    argument = told["argument"]
    for side in _accounts(told):
        _account(out, side, told)
    out.print()
    facts = argument["differences"]
    if argument["agree"]:
        out.print(Text("The facts need not be settled: all accounts come to the same.", style="bold green"))
    elif any(fact["decides"] for fact in facts):
        out.print(Text(f"What decides: {_and(_decisive(facts))}.", style="bold yellow"))
    elif argument["together"]:
        out.print(Text("No fact decides alone.", style="bold yellow"))
    for fact in facts:
        _fact(out, fact, told)
    for places in argument["together"][:3]:
        hang(out, "  together  ", Text(f"{_and(shown(facts[place]['fact']) for place in places)} decide"), "yellow")
    if argument["agree"] and any(fact["decides"] for fact in facts):
        mixed = _and(_decisive(facts))
        says = f"so long as one account is right as a whole; a mixture may not come to the same: {mixed}"
        hang(out, "  but only  ", Text(says), "yellow")


def _decisive(facts: Iterable[Told]) -> list[str]:
    return list(dict.fromkeys(shown(fact["fact"]) for fact in facts if fact["decides"]))


def _fact(out: Console, fact: Told, told: Told) -> None:
    """How each side has a fact, and what it does alone in the other's account."""
    parties = [_name(told["sides"][number - 1]) for number in fact["sides"]]
    text = Text(f"{shown(fact['fact'])}: ")
    for place, (party, says) in enumerate(zip(parties, fact["says"], strict=True)):
        told_so = "does not say" if says == "not said" else f"says {shown(says)}"
        text.append("; " if place else "").append(party, style=name_style(party)).append(f" {told_so}")
    agree = told["argument"]["agree"]
    if fact["turns"] and not agree:
        text.append(f" — {_turning(fact, parties)}", style="yellow")
    elif not fact["decides"] and len(fact["cannot_stand_alone"]) < 2 and not agree:
        text.append(" — changes nothing by itself", style="dim")
    hang(out, "  ▸ " if fact["decides"] and not agree else "  · ", text, "yellow" if fact["decides"] else "dim")


def _turning(fact: Told, parties: Sequence[str]) -> str:
    """What a fact does when it alone is told the other way."""
    if all(turn["like_other"] for turn in fact["turns"]):
        return "alone it turns one result into the other"
    turn = fact["turns"][0]
    place = fact["sides"].index(turn["into"])
    return f"told {parties[1 - place]}'s way in {parties[place]}'s account: {changes(turn['parts'])}"


def _account(out: Console, side: Told, told: Told) -> None:
    """What is ruled on one account of the facts."""
    like = [_name(other) for other in told["sides"] if other["position"] == side["position"]]
    head = Text("As ", style="dim")
    for place, name in enumerate(like):
        head.append(" and " if place else "", style="dim").append(name, style=name_style(name))
    head.append(f" {'has' if len(like) == 1 else 'have'} it", style="dim")
    out.print(head)
    out.print(Text(f"  {shown(side['position'])}", style="dim"), soft_wrap=True)
    _ruled(out, side["ruling"], "  ")


def _ruled(out: Console, ruling: Told, indent: str) -> None:
    """A ruling in two or three lines."""
    hang(out, indent, Text(words.verdict(ruling), style="bold"), "")
    for line in outcome_lines(ruling):
        hang(out, f"{indent}  ", line, "")


def outcome_lines(ruling: Told) -> list[Text]:
    """What a ruling comes to, a line for each thing: what is forbidden, what happens to whom, what has to be asked."""
    found = [
        cited(entry["says"], *(words.own(id, ruling["edition"]) for id in entry["cites"]))
        for entry in ruling["illegal"]
    ]
    if ruling["status"] == "illegal":
        return found
    for name, player in in_order(ruling)["players"].items():
        happens = ", ".join(part for part in (words.happens(player), words.cards(player)) if part)
        if happens and happens != _UNSETTLED:
            found.append(Text(shown(name), style=name_style(name)).append(f" {happens}", style="default"))
    for case in ruling["cases"][:4]:
        found.append(Text(f"if {shown(case['when'])}: {_case(case)}"))
    if ruling["needs"]:
        found.append(Text(f"ask: {'; '.join(shown(need) for need in ruling['needs'][:3])}"))
    return found


def in_order(ruling: Told) -> Told:
    """A ruling with its players in the order of the sides; a kept one has them in that of their names."""
    roles = [player["role"] for player in ruling["players"].values()]
    if roles == sorted(roles, key=_ROLES.index):
        return ruling
    players = sorted(ruling["players"].items(), key=lambda item: _ROLES.index(item[1]["role"]))
    return {**ruling, "players": dict(players)}


def in_words(ruling: Told) -> str:
    """What a ruling comes to, in one or two sentences."""
    lines = "; ".join(line.plain for line in outcome_lines(ruling))
    return f"{words.verdict(ruling)} {lines}{'.' if lines and lines[-1] not in '.!?' else ''}".strip()


def _case(case: Told) -> str:
    outcome = case.get("outcome")
    if outcome is None:
        return "the rest then"
    told = {**case, "status": "determined", "totals": None, "winners": case.get("winners") or []}
    return words.verdict(told)[:-1].lower()


def changes(parts: Sequence[Told]) -> str:
    """In what two results differ, in words: `blue: 6 cards as compensation, not 4`."""
    said = [part for part in map(_change, parts) if part]
    if said:
        return "; ".join(said)
    return "what is left to do" if parts else "nothing"


def _change(part: Told) -> str:
    before, after = part["values"]
    place, _, name = part["field"].rpartition(".")
    who = shown(place.removeprefix("players."))
    if part["field"] == "outcome":
        outcomes = [words.verdict(_bare(outcome))[:-1].lower() for outcome in (after, before)]
        return f"{outcomes[0]}, where otherwise {outcomes[1]}"
    if part["field"] == "winners":
        return f"{' and '.join(map(shown, after)) or 'nobody'} wins the game"
    if part["field"] == "second_encounter":
        return "" if after is None else f"{'a' if after else 'no'} second encounter"
    if name in _FIELDS and isinstance(after, int):
        return f"{who}: {after} {_FIELDS[name][after != 1]}{f', not {before}' if isinstance(before, int) else ''}"
    if name == "power":
        return f"{who}'s power: {after}"
    return "it is not allowed" if part["field"] == "illegal" and after else ""


def _bare(outcome: Any) -> Told:
    return {"status": "determined" if outcome else "open", "outcome": outcome, "totals": None, "winners": []}


# -- the rule in question ----------------------------------------------------------------------------------------------


def _called(out: Console, told: Told) -> None:
    """The clauses that each side names: their authority, and whether the ruling rests on them."""
    for side, cites in zip(told["sides"], told["argument"]["cited"], strict=True):
        for number, cite in enumerate(cites):
            if not number:
                out.print()
                out.print(Text(_name(side), style=name_style(side["party"])).append(" calls upon", style="dim"))
            _cite(out, cite, told["edition"])


def _cite(out: Console, cite: Told, edition: str) -> None:
    head = Text(f"{shown(words.own(cite['id'], edition))}", style="cyan")
    if cite["grade"] and cite["grade"] != "registry":
        head.append(f"  {words.authority(cite['grade'])}", style="dim")
    hang(out, "  ", head, "")
    if cite["grade"] != "registry":  # a disputable point is shown below with its readings
        hang(out, "    ", Text(shown(cite["says"]), style="default" if cite["grade"] else "yellow"), "")
    if cite["rests"]:
        by = f" by {words.own(cite['by'], edition)}" if cite["by"] != cite["id"] else ""
        hang(out, "    ✓ ", Text(f"the ruling rests on it{by}: {shown(cite['step'])}"), "green")
    elif cite["grade"]:
        note = f": {shown(cite['step'])}" if cite["step"] else ""
        hang(out, "    ✗ ", Text(f"the ruling does not rest on it{note}{', but on' if cite['instead'] else ''}"), "red")
        for support in cite["instead"]:
            _support(out, support, edition)


def _support(out: Console, support: Told, edition: str) -> None:
    line = Text(words.own(support["id"], edition), style="cyan")
    line.append(f" ({words.authority(support['grade'])}): ", style="dim")
    line.append(shown(support["step"] or support["says"]), style="default")
    hang(out, "      ", line, "")


def _speaks(out: Console, told: Told) -> None:
    out.print()
    out.print(Text("Nobody names a clause; on this the ruling rests on", style="dim"))
    for cite in told["argument"]["speaks"]:
        line = Text(f"{words.own(cite['id'], told['edition'])}  ", style="cyan")
        hang(out, "  ", line.append(words.authority(cite["grade"]), style="dim"), "")
        hang(out, "    ", Text(shown(cite["says"])), "")
        hang(out, "    ✓ ", Text(shown(cite["step"])), "green")


def _reasons(out: Console, ruling: Told) -> None:
    """The steps that carry a ruling, where nobody says what the quarrel is about."""
    if ruling["status"] in ("illegal", "open") or ruling["cases"]:
        return
    out.print()
    out.print(Text("Nobody names a clause; the ruling rests on", style="dim"))
    for says, cite in words.reasons(ruling, _REASONS):
        hang(out, "  · ", cited(says, cite))


def _point(out: Console, point: Told) -> None:
    """A disputable point of the registry, with what each of its readings would come to here."""
    out.print()
    head = Text(f"{point['id']}  ", style="bold yellow").append(shown(point["title"]), style="bold")
    hang(out, "", head, "")
    for reading in point["readings"]:
        line = Text(f"{reading['name']}: ", style="bold").append(shown(reading["says"]), style="default")
        line.append(f"  [{words.authority(reading['grade'])}]", style="cyan")
        here = reading.get("here")
        if here:
            line.append(f" — {_here(here)}", style="yellow" if here["parts"] else "dim")
        hang(out, "  ▸ " if reading["taken"] else "    ", line, "green")
    if not point["rests"]:
        out.print(Text("  the ruling does not touch it", style="dim"))


def _here(here: Told) -> str:
    if not here["tried"]:
        return shown(here["why"])
    return f"here: {changes(here['parts'])}" if here["parts"] else "here: the same"


# -- what came of it ---------------------------------------------------------------------------------------------------


def _precedents(out: Console, told: Told) -> None:
    found = told.get("precedents") or []
    if found:
        out.print()
    for precedent in found[:5]:
        hang(out, "  decided before  ", Text(shown(precedent["says"])), "cyan")


def _later(out: Console, told: Told) -> None:
    for decision in told["decisions"]:
        _decision(out, told, decision, decision["id"] != told["decision"])
        for appeal in told["appeals"]:
            if appeal["decision"] == decision["id"]:
                by = f"{_brief(appeal['by'], 40)}{_origin(appeal)}"
                _say(out, f"  appeal by {by}: ", appeal["reason"], "magenta")
        for promotion in told["promotions"]:
            if promotion["decision"] == decision["id"]:
                game, day = _brief(promotion["game"], 40), _day(promotion["at"])
                out.print(Text(f"  a house rule of {game} since {day}{_origin(promotion)}"))
    for note in told["notes"]:
        by = f" by {_brief(note['by'], 40)}" if note["by"] else ""
        _say(out, f"  note{by}{_origin(note)}: ", note["says"], "dim")


def _decision(out: Console, told: Told, decision: Told, superseded: bool = False) -> None:
    out.print()
    style = "dim" if superseded else "bold"
    head = Text("Decided", style=style).append(f" by {_brief(decision['by'], 40)}", style=style)
    head.append(f", {_day(decision['at'])}", style="dim")
    head.append(", a house ruling" if decision["house"] else ", the referee's ruling", style="dim")
    head.append(", superseded" if superseded else "", style="dim")
    out.print(head.append(_origin(decision), style="yellow"))
    _say(out, "  ", decision["says"], style)
    if decision["side"]:
        party = _party(told, decision["side"])
        out.print(Text("  right: ", style="dim").append_text(isolated(_brief(party, 40), name_style(party))))
    for head_, key in (("reading", "reading"), ("because", "reason"), ("dissent", "dissent")):
        if decision[key]:
            _say(out, f"  {head_}: ", decision[key], "dim")


def _origin(added: Told) -> str:
    """From where something comes that this file's own ledger does not say, and whether its date can be."""
    ledger = _brief(added["ledger"], 40) if added["ledger"] else "no ledger"
    where = "" if added["own"] else f", from {'ledger ' if added['ledger'] else ''}{ledger}"
    return f"{where}{', a date in the future' if added.get('future') else ''}"


def _next(out: Console, told: Told) -> None:
    lines = [] if "unreadable" in told else next_lines(told)
    if lines:
        out.print()
    for number, line in enumerate(lines):
        out.print(Text("next  " if not number else "      ", style="dim").append(line, style="default"), soft_wrap=True)


def next_lines(told: Told) -> list[str]:
    """What can be typed next on a dispute."""
    id = told.get("id")
    if not id:
        return []
    if told["state"] == "decided":
        lines = [f"referee dispute export {id}"]
        if told["house"] and not told["promotions"]:
            lines.append(f"referee dispute promote {id} --table {told['game'] or 'NAME'}")
        return lines
    argument = told.get("argument") or {}
    if argument and not argument["agree"]:
        lines = [
            f"referee dispute rule {id} --side {number}    if it was as {_name(side)} has it"
            for number, side in enumerate(told["sides"], 1)
            if side["position"] not in {other["position"] for other in told["sides"][: number - 1]}
        ]
    else:
        lines = [f"referee dispute rule {id}    by the referee's ruling"]
    others = sorted((r for r in _readings(told) if not r["taken"]), key=lambda r: not r.get("here", {}).get("parts"))
    other = others[0]["name"] if others else ""
    house = f"--reading {other}" if other else '--says "..."'
    return [*lines, f"referee dispute rule {id} --house {house} --by NAME    the table's own"]


def _readings(told: Told) -> list[Told]:
    registry = (told.get("argument") or {}).get("registry", [])
    point = next((point for point in registry if point["id"] == told["question"]), None)
    return point["readings"] if point is not None else []


# -- texts of players --------------------------------------------------------------------------------------------------


def isolated(text: str, style: str = "") -> Text:
    """A text of players, already made safe, that keeps its own direction: script from the right moves nothing else."""
    turned = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return Text(f"\u2068{text}\u2069" if turned else text, style=style)


def _brief(text: object, most: int = _CUT) -> str:
    """A text of players made safe to print, on one line, and cut where it is long."""
    whole = str(text)
    piece = shown(" ↵ ".join(whole[: most + 1].splitlines()))
    return piece if len(whole) <= most else f"{piece[:most]} … ({len(whole) - most} more letters)"


def _say(out: Console, head: str, text: str, style: str) -> None:
    """A text of players after a head; further lines stand under the first."""
    width = max(out.width - len(head), 20)
    for number, line in enumerate(Text(_brief(text)).wrap(out, width)):
        line.rstrip()
        out.print(Text(head if number == 0 else " " * len(head), style=style) + isolated(line.plain))


def _name(side: Told) -> str:
    """A party's name, cut where it is no name any more."""
    name = _brief(side["party"], 4 * _NAME).split(" … (")[0]
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _party(told: Told, number: int) -> str:
    """The party of a side; a damaged decision may name one that there is not."""
    return next((str(side["party"]) for side in told["sides"] if side["side"] == number), f"side {number}")


def _accounts(told: Told) -> list[Told]:
    """The sides, of those with one and the same account only the first."""
    found: dict[str, Told] = {}
    for side in told["sides"]:
        found.setdefault(side["position"], side)
    return list(found.values())


def _and(items: Iterable[str]) -> str:
    listed = list(items)
    return f"{', '.join(listed[:-1])} and {listed[-1]}" if len(listed) > 1 else "".join(listed)


def _day(at: str) -> str:
    return str(at)[:10]
