"""A dispute on the screen: who says what, what is ruled on each account, what decides, and what can be typed next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from referee.render.account import accounts_of, in_order, print_account
from referee.render.argument import print_argument
from referee.render.in_question import broken_lines, moment_line
from referee.render.lists import listing
from referee.render.page import print_ruling
from referee.render.players import NAMED, Told, cut, isolated, name_style, origin, party_of, say_text
from referee.render.screen import NARROW, hang, make_console, print_proof, say
from referee.render.words import house_rule, shown

if TYPE_CHECKING:
    from referee.disputes.records import Dispute, Point, Reading, Recheck

_STATES = {"open": "yellow", "decided": "green", "appealed": "magenta"}
_PRECEDENTS = 5


def print_slip(dispute: Dispute) -> None:
    """Prints a dispute as it was just opened: short, and with what can be typed next."""
    out = make_console()
    _head(out, dispute.kept)
    if dispute.argument is not None:
        print_argument(out, dispute.argument, dispute.kept["sides"], dispute.kept["edition"])
    if dispute.precedents:
        out.print()
    for precedent in dispute.precedents[:_PRECEDENTS]:
        hang(out, "  decided before  ", Text(shown(precedent.says)), "cyan")
    _next(out, dispute)


def print_dispute(dispute: Dispute, why: bool = False) -> None:
    """Prints a kept dispute with all that came of it; with `why`, the whole proofs of its rulings."""
    out, told = make_console(), dispute.kept
    _head(out, told)
    for says in told.get("unreadable", ()):
        hang(out, "  ✗ ", Text(shown(says)), "red")
    if dispute.argument is not None:
        print_argument(out, dispute.argument, told["sides"], told["edition"])
    else:
        _recorded(out, told)
    if why:
        for side in accounts_of(told["sides"]):
            _whole(out, side)
    _later(out, told)
    _end(out, dispute)


def _whole(out: Console, side: Told) -> None:
    """The whole proof of what is ruled on an account."""
    if side["party"]:
        out.print()
        say(out, f"as {shown(side['party'])} has it", "dim")
    if "act" in side["ruling"] or "answer" in side["ruling"]:
        print_proof(out, side["ruling"])
    else:
        print_ruling(in_order(side["ruling"]), True, out)


def print_list(rows: Sequence[Told], nothing: str) -> None:
    """Prints disputes, a line each, the latest first."""
    out = make_console()
    if not rows:
        say(out, nothing)
        return
    table = listing("no.", "when (UTC)", "who", "about", "how it stands", fixed=("no.", "when (UTC)"))
    for row in rows:
        stands = Text(row["state"], style=_STATES[row["state"]])
        if row["decided"] and not row["decided_here"]:
            where = f"in ledger {cut(row['decided_in'], NAMED)}" if row["decided_in"] else "in no ledger"
            stands.append(f" {where}", style="yellow")
        stands.append(" stale" if row.get("stale") else "", style="yellow")
        if row["decided"]:
            stands.append(f": {cut(row['decided'], 120)}", style="")
        when = str(row["at"])[:16].replace("T", " ")
        parties = isolated(cut(row["parties"] or "—", 60))
        table.add_row(str(row["id"]), when, parties, isolated(cut(row["about"], 80)), stands)
    out.print(table)


def print_decision(dispute: Dispute) -> None:
    """Prints a decision that was just recorded."""
    out, told = make_console(), dispute.kept
    decision = next(one for one in told["decisions"] if one["id"] == told["decision"])
    again = " in the place of the one before" if decision["before"] else ""
    say(out, f"Dispute {told['id']} is decided{again}.", "bold green")
    _decision(out, told, decision)
    _end(out, dispute)


def _end(out: Console, dispute: Dispute) -> None:
    """How far the ledger goes now: whoever keeps that line can tell later whether its end is still there."""
    if dispute.kept.get("head"):
        hang(out, "  ledger  ", Text(shown(dispute.kept["head"])))
    _next(out, dispute)


def print_added(says: str, next_line: str = "") -> None:
    """Prints that something was added to a dispute, and what can be typed next."""
    out = make_console()
    say(out, shown(says))
    if next_line:
        say(out, f"  next  {next_line}", "dim")


def print_promotion(id: int, table: str, rule: Told) -> None:
    """Prints a house rule that was just made, and what it does from now on."""
    out = make_console()
    say(out, f"Dispute {id} is a house rule of {cut(table, NAMED)} now.", "bold green")
    about = rule["question"] or ", ".join(rule["clauses"])
    says = "it is about no clause: the referee cannot apply it, and names it at that table"
    if about:
        says = f"the referee cannot apply it, and names it where a ruling rests on {about}"
    if rule["reading"]:
        says = f"{rule['question']} is taken by {rule['reading']} in every ruling at that table"
    hang(out, "  ", Text(shown(says)), "")


def print_withdrawal(table: str, rule: Told) -> None:
    """Prints which house rule was just withdrawn."""
    out = make_console()
    say(out, f"The table {cut(table, NAMED)} does not play by this any more.", "bold green")
    hang(out, "  ", Text(house_rule(rule)), "")


def print_house(rules: Sequence[Told]) -> None:
    """Prints the house rules of a table, a line each."""
    out = make_console()
    if not rules:
        say(out, "This table has no house rules.")
    for rule in rules:
        hang(out, "  ", Text(house_rule(rule)), "")


def print_recheck(otherwise: Sequence[Recheck], count: int) -> None:
    """Prints the recorded positions that would now be ruled otherwise, each with what made the difference."""
    out = make_console()
    for found in otherwise:
        hang(out, f"{found.name}  ", Text(shown(found.says)), "bold yellow")
    same = count - len(otherwise)
    stand = "" if not same else f" {same} {'stands' if same == 1 else 'stand'} as ruled."
    head = f"{len(otherwise)} would be ruled otherwise now." if otherwise else "Nothing would be ruled otherwise now."
    say(out, f"{head}{stand}", "bold")


# -- the parts of a slip -----------------------------------------------------------------------------------------------


def _head(out: Console, told: Told) -> None:
    """Who argues about what, on which facts if they are the same for all, and what each side says."""
    sides = told["sides"]
    named = [side for side in sides if side["party"]]
    out.print(_title(told, named))
    _position(out, sides)
    if named:
        out.print()
    width = max((len(party_of(side)) for side in named), default=0)
    for side in named:
        say_text(out, f"  {party_of(side).ljust(width)}  ", side["claim"] or "—", name_style(side["party"]))
    for remark in told.get("remarks", ()):
        hang(out, "  ", Text(shown(remark)), "dim")


def _title(told: Told, named: Sequence[Told]) -> Text:
    """The number of a dispute, who argues, about what, and at which table."""
    title = Text(f"Dispute {told['id']}  " if told.get("id") else "A dispute  ", style="bold")
    for place, side in enumerate(named):
        title.append(" v " if place else "", style="dim")
        title.append_text(isolated(party_of(side), name_style(side["party"])))
    if told["about"]:
        title.append("  about " if named else "about ", style="dim").append_text(isolated(cut(told["about"], 120)))
    if told["game"]:
        title.append(f"{'  ' if named or told['about'] else ''}at {cut(told['game'], NAMED)}", style="dim")
    return title


def _position(out: Console, sides: Sequence[Told]) -> None:
    """The moment of a table that is argued about, and the facts, if they are the same for all."""
    first = sides[0]["ruling"] if sides else {}
    if "moment" in first:
        hang(out, "", Text(moment_line(first["moment"], first["edition"]), style="dim"), "")
        for line in broken_lines(first["moment"], first["edition"]):
            hang(out, "  done although a rule forbade it  ", Text(line), "yellow")
    if len(accounts_of(sides)) == 1 and "answer" not in first:
        say(out, shown(sides[0]["position"]), "dim", whole=True)


def _recorded(out: Console, told: Told) -> None:
    """What was ruled, as far as it can be read, where it cannot be argued again as it was."""
    if "unreadable" not in told:
        out.print()
        changed = "The rules have changed since; this is what was ruled then. See: referee dispute recheck"
        hang(out, "", Text(changed), "")
    for side in accounts_of(told["sides"]):
        if "unreadable" not in side["ruling"]:
            if "unreadable" in told:
                out.print()
            print_account(out, side, told["sides"])


# -- what came of it ---------------------------------------------------------------------------------------------------


def _later(out: Console, told: Told) -> None:
    for decision in told["decisions"]:
        _decision(out, told, decision, decision["id"] != told["decision"])
        for appeal in _on(decision, told["appeals"]):
            by = f"{cut(appeal['by'], NAMED)}{_origin(appeal)}"
            say_text(out, f"  appeal by {by}: ", appeal["reason"], "magenta")
        for promotion in _on(decision, told["promotions"]):
            _promotion(out, promotion)
    for note in told["notes"]:
        by = f" by {cut(note['by'], NAMED)}" if note["by"] else ""
        say_text(out, f"  note{by}{_origin(note)}: ", note["says"], "dim")


def _promotion(out: Console, promotion: Told) -> None:
    """Since when a decision is a house rule, and until when it was."""
    since = f"  a house rule of {cut(promotion['game'], NAMED)} since {_day(promotion)}{_origin(promotion)}"
    ended = promotion.get("withdrawn")
    if not ended:
        say(out, since)
        return
    by = f" by {cut(ended['by'], NAMED)}" if ended["by"] else ""
    why = f": {cut(ended['reason'], 120)}" if ended["reason"] else ""
    say(out, f"{since}, withdrawn {_day(ended)}{by}{why}")


def _on(decision: Told, added: Sequence[Told]) -> Iterator[Told]:
    """What was added to a decision."""
    return (one for one in added if one["decision"] == decision["id"])


def _decision(out: Console, told: Told, decision: Told, superseded: bool = False) -> None:
    out.print()
    style = "dim" if superseded else "bold"
    head = Text("Decided", style=style).append(f" by {cut(decision['by'], NAMED)}", style=style)
    head.append(f", {_day(decision)}", style="dim")
    head.append(", a house ruling" if decision["house"] else ", the referee's ruling", style="dim")
    head.append(", superseded" if superseded else "", style="dim")
    out.print(head.append(_origin(decision), style="yellow"))
    say_text(out, "  ", decision["says"], style)
    if decision["side"]:
        number = decision["side"]  # a damaged decision may name a side that there is not
        parties = (str(side["party"]) for side in told["sides"] if side["side"] == number)
        party = next(parties, f"side {number}")
        out.print(Text("  right: ", style="dim").append_text(isolated(cut(party, NAMED), name_style(party))))
    if told.get("stale") and not superseded:
        hang(out, "  stale: ", Text(shown(told["stale"])), "yellow")
    for name, key in (("reading", "reading"), ("because", "reason"), ("dissent", "dissent")):
        if decision[key]:
            say_text(out, f"  {name}: ", decision[key], "dim")


def _origin(added: Told) -> str:
    return origin(added, cut(added["ledger"], NAMED))


def _day(added: Told) -> str:
    return str(added["at"])[:10]


# -- what can be typed next --------------------------------------------------------------------------------------------


def _next(out: Console, dispute: Dispute) -> None:
    told = dispute.kept
    lines = list(_next_lines(dispute)) if told.get("id") and "unreadable" not in told else []
    if lines:
        out.print()
    wide = out.width >= NARROW  # they are to be copied
    for number, line in enumerate(lines):
        out.print(Text("      " if number else "next  ", style="dim").append(line, style="default"), soft_wrap=wide)


def _next_lines(dispute: Dispute) -> Iterator[str]:
    """What can be typed next on a dispute."""
    told, id = dispute.kept, dispute.kept["id"]
    if told["state"] == "decided":
        yield f"referee dispute export {id}"
        if told["house"] and not told["promotions"]:
            yield f"referee dispute promote {id} --table {told['game'] or 'NAME'}"
        return
    if dispute.argument is None or dispute.argument.agree:
        yield f"referee dispute rule {id}    by the referee's ruling"
    else:
        for side in accounts_of(told["sides"]):
            yield f"referee dispute rule {id} --side {side['side']}    if it was as {party_of(side)} has it"
    yield from _amending(dispute)
    yield f"referee dispute rule {id} --house {_own_rule(dispute)} --by NAME    the table's own"


def _own_rule(dispute: Dispute) -> str:
    """How a table's own rule is typed: another reading, the best one first, or words."""
    others = [reading for reading in _readings(dispute) if not reading.taken]
    others.sort(key=lambda reading: not (reading.here and reading.here.parts))
    if others:
        return f"--reading {others[0].name}"
    matter = next((point for point in _points(dispute) if point.why == "matter"), None)
    return f"--reading {matter.id}=READING" if matter is not None else '--says "..."'


def _amending(dispute: Dispute) -> Iterator[str]:
    """How an act of a kept table is put right: as it should have been, or as a party says that it was."""
    told = dispute.kept
    moment = told["sides"][0]["ruling"].get("moment")
    if not moment or dispute.argument is None or "act" not in told["sides"][0]["ruling"]:
        return
    right = {way.line: "what would be otherwise" for late in dispute.argument.late for way in late.put_right[:1]}
    for side in told["sides"]:
        if side["line"] != moment["command"] and side["status"] != "illegal":
            right.setdefault(side["ruling"]["act"]["command"], f"what would be otherwise as {party_of(side)} has it")
    for line, says in right.items():
        command = f'"{shown(line)}"' if line else "--drop"
        yield f"referee amend {moment['number']} {command} --table {cut(moment['table'], NAMED)}    {says}"


def _readings(dispute: Dispute) -> Sequence[Reading]:
    """The readings of the disputable point that a dispute is about."""
    return next((point.readings for point in _points(dispute) if point.id == dispute.kept["question"]), ())


def _points(dispute: Dispute) -> Sequence[Point]:
    """The disputable points that are in question."""
    return dispute.argument.registry if dispute.argument is not None else ()
