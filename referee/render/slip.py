"""A dispute written down: a slip in Markdown for the group chat, JSON, CSV. Texts of players stay what they are."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from referee.book.told import FORMAT
from referee.render.account import accounts_of, changes, in_words, staying, the_same_between, turned
from referee.render.in_question import broken_lines, moment_line
from referee.render.late import ways
from referee.render.players import Told, origin
from referee.render.reasons import reasons
from referee.render.rows import cell_of
from referee.render.words import authority, own, owns, shown

if TYPE_CHECKING:
    from referee.disputes.records import Answer, Argument, Cited, Dispute, FactLine, Point

_CUT, _NAME = 2000, 60  # letters of a text and of a name on a slip; JSON and CSV have all of it
_REASONS = 4
# A text that no chat reads as anything but text; any other is put between backquotes.
_PLAIN = re.compile(r"(?:[^\W_]|[ .,;!?'’()+/%=-]|: )*")
_MARKS = re.compile(r"([\\`*_\[\]{}<>#|~@])")
_COLUMNS = ("dispute", "at", "edition", "game", "about", "question", "side", "party", "claim", "line", "status",
            "outcome", "state", "decided_by", "house", "decision", "reason", "dissent", "decided_in")  # fmt: skip


def markdown(told: Dispute | list[Dispute], terminal: bool = False) -> str:
    """Slips for the group chat, one below the other. Control characters are shown by their codes in any case."""
    return "\n---\n\n".join(map(_slip, _listed(told)))


def as_json(told: Dispute | list[Dispute], terminal: bool = False) -> str:
    """One dispute, or all of them under `disputes`, with everything that is kept; a terminal gets it in ASCII."""
    if isinstance(told, list):
        data = {"format": FORMAT, "disputes": [dispute.kept for dispute in told]}
    else:
        data = told.to_dict()
    return json.dumps(data, ensure_ascii=terminal, indent=2) + "\n"


def as_csv(told: Dispute | list[Dispute], terminal: bool = False) -> str:
    """A row for each side of each dispute. What a spreadsheet would run as a formula has an apostrophe before it."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for dispute in _listed(told):
        for row in _rows(dispute.kept):
            cells = ["" if row[key] is None else row[key] for key in _COLUMNS]
            rows.writerow([cell_of(cell, terminal) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()


FORMS: dict[str, Callable[[Dispute | list[Dispute], bool], str]] = {"md": markdown, "json": as_json, "csv": as_csv}


def _listed(told: Dispute | list[Dispute]) -> list[Dispute]:
    return told if isinstance(told, list) else [told]


def _rows(dispute: Told) -> list[dict[str, str | None]]:
    last = in_force(dispute) or dict.fromkeys(("by", "house", "says", "reason", "dissent"))
    rest = {
        **{key: dispute[key] for key in ("at", "edition", "game", "about", "question", "state")},
        "dispute": dispute["id"],
        "decided_by": last["by"],
        "decided_in": dispute["decided_in"],
        "house": last["house"],
        "decision": last["says"],
        "reason": last["reason"],
        "dissent": last["dissent"],
    }
    return [{**rest, **{key: side[key] for key in _COLUMNS if key in side}} for side in dispute["sides"]]


def in_force(dispute: Told) -> Told | None:
    """The decision of a dispute that holds; None where there is none yet."""
    return next((one for one in dispute["decisions"] if one["id"] == dispute["decision"]), None)


# -- Markdown ----------------------------------------------------------------------------------------------------------


def _slip(dispute: Dispute) -> str:
    told, sides = dispute.kept, dispute.kept["sides"]
    named = [side for side in sides if side["party"]]
    lines = [_heading(told), "", *(f"- **{_party(side)}**: {_text(side['claim']) or '—'}" for side in named)]
    lines += [f"- {_ours(says)}" for says in told.get("remarks", ())]
    lines += _moment(sides)
    accounts = accounts_of(sides)
    for side in accounts:
        if "unreadable" not in side["ruling"]:
            lines += _ruled(side, alone=len(accounts) == 1)
    lines += [f"- {_ours(says)}" for says in told.get("unreadable", ())]
    if dispute.argument is not None:
        lines += _argued(told, dispute.argument)
    lines += _decided(told)
    if told.get("head"):
        lines += ["", f"Ledger `{shown(told['head'])}`"]
    return "\n".join(lines) + "\n"


def _moment(sides: list[Told]) -> Iterator[str]:
    """The moment of a table that is argued about."""
    for ruling in (side["ruling"] for side in sides[:1] if "moment" in side["ruling"]):
        moment, edition = ruling["moment"], ruling["edition"]
        yield f"- at the table {_text(moment['table'], _NAME)}, {_ours(moment_line(moment, edition))}"
        for line in broken_lines(moment, edition):
            yield f"- done although a rule forbade it: {_ours(line)}"


def _party(side: Told) -> str:
    return _text(side["party"], _NAME)


def _ruled(side: Told, alone: bool) -> list[str]:
    """What is ruled on an account; where it is the only one, with the reasons."""
    ruling, whose = side["ruling"], "Ruled" if alone else f"As {_party(side)} has it"
    lines = ["", f"**{whose}** (`{shown(side['position'])}`)", _ours(in_words(ruling))]
    if alone and ruling["status"] != "illegal" and not ruling["cases"]:
        lines += [f"- {_ours(says)} ({cite})" for says, cite in reasons(ruling, _REASONS)]
    return lines


def _heading(told: Told) -> str:
    who = " v ".join(_party(side) for side in told["sides"] if side["party"]) or "nobody named"
    about = f" · {_text(told['about'], 200)}" if told["about"] else ""
    return f"**Dispute {told['id']}** · {who}{about} · {str(told['at'])[:10]}"


def _what_decides(argument: Argument, sides: list[Told]) -> str:
    """The facts that decide, where the accounts differ and come to something else."""
    if argument.agree:
        return "**The facts need not be settled**: all accounts come to the same."
    lines = [line for line in argument.lines if line.decides] or argument.lines
    stays = [staying(argument, sides)] if argument.outcome_stays else the_same_between(argument, sides)
    further = "".join(f". {_ours(says)}" for says in stays)
    return f"**What decides**: {'; '.join(_fact(line, sides) for line in lines)}{further}"


def _argued(told: Told, argument: Argument) -> Iterator[str]:
    sides = told["sides"]
    if not argument.same_facts:
        yield ""
        yield _what_decides(argument, sides)
    for late in argument.late:
        yield ""
        yield "**Noticed late**"
        yield from (f"- {head}: {_ours(text)}" for head, text in ways(late))
    for side, clauses in zip(sides, argument.besides, strict=False):
        yield from (f"- {_party(side)} tells besides: {_text(clause)}" for clause in clauses)
    for answer in argument.answers:
        yield from _answer(answer, told["edition"])
    for side, cites in zip(sides, argument.cited, strict=True):
        for cite in cites:
            yield f"- {_party(side)} calls upon {_cite(cite, told['edition'])}"
    for point in argument.registry:
        yield from _point(point)


def _point(point: Point) -> Iterator[str]:
    yield ""
    yield f"**{point.id}** {_ours(point.told['asks'])}"
    for reading in point.readings:
        parts = reading.here.parts if reading.here else ()
        comes = f" Here: {_ours(changes(parts))}." if parts else ""
        yield f"- {reading.name}{' (taken)' if reading.taken else ''}: {_ours(reading.told['says'])}{comes}"


def _fact(line: FactLine, sides: list[Told]) -> str:
    """A fact with how each side has it."""
    says = (
        f"{' and '.join(_party(sides[number - 1]) for number in numbers)} {'says' if len(numbers) == 1 else 'say'} "
        f"{_ours(said)}"
        for said, numbers in line.says
    )
    return f"{_ours(line.what)} ({', '.join(says)})"


def _answer(answer: Answer, edition: str) -> Iterator[str]:
    """What is ruled on a matter besides the encounter."""
    yield ""
    yield f"**{_ours(answer.says)}**"
    for step in answer.steps:
        cites = f" ({', '.join(owns(list(step.cites), edition))})" if step.cites else ""
        yield f"- {_ours(step.says)}{cites}"
    if answer.supposing:
        yield f"- {_ours(answer.supposing)}: {_ours(turned(answer.parts) if answer.parts else 'the same is ruled')}"


def _cite(cite: Cited, edition: str) -> str:
    """What a side calls upon, and whether the ruling rests on it."""
    name = own(cite.id, edition)
    if not cite.grade:
        return f"{name}: {_ours(cite.says)}"
    grade = "" if cite.grade == "registry" else f" ({authority(cite.grade)})"
    instead = ", ".join(owns([support.id for support in cite.instead], edition)) or "other clauses"
    return f"{name}{grade}: the ruling rests on {'it' if cite.rests else instead}"


def _decided(told: Told) -> list[str]:
    last = in_force(told)
    if last is None:
        return ["", "*Not decided yet.*"]
    kind = "a house ruling" if last["house"] else "the referee's ruling"
    where = origin(last, _text(last["ledger"] or "", _NAME))
    whose = f"{_text(last['by'], _NAME)}, {str(last['at'])[:10]} ({kind}{where})"
    lines = ["", f"**Decided** by {whose}: {_text(last['says'])}"]
    right = next((side for side in told["sides"] if side["side"] == last["side"]), None)
    if right is not None:
        lines.append(f"- right: {_party(right)}")
    for head, key in (("reading", "reading"), ("because", "reason"), ("dissent", "dissent")):
        if last[key]:
            lines.append(f"- {head}: {_text(last[key])}")
    if told["state"] == "appealed":
        lines.append("- appealed, and not decided again yet")
    return lines


def _text(text: str, most: int = _CUT) -> str:
    """A text of players: as it is where it is plain, else between backquotes, where nothing in it is a mark."""
    whole = str(text)
    cut = f" … ({len(whole) - most} more letters)" if len(whole) > most else ""
    piece = shown(" ↵ ".join(whole[:most].splitlines()))
    if _PLAIN.fullmatch(piece) and "www." not in piece:
        return piece.strip() + cut
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", piece)), default=0))
    pad = " " if piece.startswith("`") or piece.endswith("`") else ""
    return f"{fence}{pad}{piece}{pad}{fence}{cut}"


def _ours(says: str) -> str:
    """A sentence of ours; what players stated may stand in it."""
    return _MARKS.sub(r"\\\1", shown(says))
