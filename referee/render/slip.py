"""A dispute written down: a slip in Markdown for the group chat, JSON, CSV. Texts of players stay what they are."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from referee.render import words
from referee.render.dispute import changes, in_words
from referee.render.words import shown

Told = dict[str, Any]

_CUT = 2000  # letters of a text on a slip; JSON and CSV have all of it
_REASONS = 4
# A text that no chat reads as anything but text; any other is put between backquotes.
_PLAIN = re.compile(r"(?:[^\W_]|[ .,;!?'’()+/%=-]|: )*")
_MARKS = re.compile(r"([\\`*_\[\]{}<>#|~@])")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for a formula
_COLUMNS = ("dispute", "at", "edition", "game", "about", "question", "side", "party", "claim", "line", "status",
            "outcome", "state", "decided_by", "house", "decision", "reason", "dissent", "decided_in")  # fmt: skip


def markdown(told: Told | Sequence[Told], terminal: bool = False) -> str:
    """Slips for the group chat, one below the other. Control characters are shown by their codes in any case."""
    return "\n---\n\n".join(_slip(dispute) for dispute in _listed(told))


def as_json(told: Told | Sequence[Told], terminal: bool = False) -> str:
    """One dispute, or a list of them, with everything that is kept; a terminal gets it in ASCII."""
    return json.dumps(told, ensure_ascii=terminal, indent=2) + "\n"


def as_csv(told: Told | Sequence[Told], terminal: bool = False) -> str:
    """A row for each side of each dispute. What a spreadsheet would run as a formula has an apostrophe before it."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for dispute in _listed(told):
        for row in _rows(dispute):
            cells = ["" if row[key] is None else row[key] for key in _COLUMNS]
            rows.writerow([_cell(cell, terminal) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()


FORMS: dict[str, Callable[[Any, bool], str]] = {"md": markdown, "json": as_json, "csv": as_csv}


def _listed(told: Told | Sequence[Told]) -> list[Told]:
    return [told] if isinstance(told, dict) else list(told)


def _rows(dispute: Told) -> list[Told]:
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


def _cell(text: str, terminal: bool) -> str:
    text = f"'{text}" if text.startswith(_FORMULA) else text
    return "\n".join(map(shown, text.split("\n"))) if terminal else text


def in_force(dispute: Told) -> Told | None:
    """The decision of a dispute that holds; None where there is none yet."""
    return next((one for one in dispute["decisions"] if one["id"] == dispute["decision"]), None)


# -- Markdown ----------------------------------------------------------------------------------------------------------


def _slip(told: Told) -> str:
    lines = [_heading(told), ""]
    lines += [f"- **{_text(side['party'], 60)}**: {_text(side['claim'])}" for side in told["sides"]]
    accounts: dict[str, Told] = {}
    for side in told["sides"]:
        accounts.setdefault(side["position"], side)
    for side in accounts.values():
        if "unreadable" in side["ruling"]:
            continue
        whose = "Ruled" if len(accounts) == 1 else f"As {_text(side['party'], 60)} has it"
        lines += ["", f"**{whose}** (`{shown(side['position'])}`)", _ours(in_words(side["ruling"]))]
        if len(accounts) == 1:
            lines += _reasons(side["ruling"])
    lines += [f"- {_ours(says)}" for says in told.get("unreadable", ())]
    argument = told.get("argument")
    if argument:
        lines += _argued(told, argument)
    lines += _decided(told)
    if told.get("head"):
        lines += ["", f"Ledger `{shown(told['head'])}`"]
    return "\n".join(lines) + "\n"


def _heading(told: Told) -> str:
    who = " v ".join(_text(side["party"], 60) for side in told["sides"])
    about = f" · {_text(told['about'], 200)}" if told["about"] else ""
    return f"**Dispute {told['id']}** · {who}{about} · {str(told['at'])[:10]}"


def _reasons(ruling: Told) -> list[str]:
    if ruling["status"] == "illegal" or ruling["cases"]:
        return []
    return [f"- {_ours(says)} ({cite})" for says, cite in words.reasons(ruling, _REASONS)]


def _argued(told: Told, argument: Told) -> list[str]:
    lines = []
    if not argument["same_facts"]:
        lines.append("")
        if argument["agree"]:
            lines.append("**The facts need not be settled**: all accounts come to the same.")
        else:
            facts = [fact for fact in argument["differences"] if fact["decides"]]
            facts = facts or [argument["differences"][at] for places in argument["together"][:1] for at in places]
            lines.append("**What decides**: " + "; ".join(_fact(fact, told) for fact in facts))
    for side, cites in zip(told["sides"], argument["cited"], strict=True):
        for cite in cites:
            lines.append(_cite(side, cite, told["edition"]))
    for point in argument["registry"]:
        lines += ["", f"**{point['id']}** {_ours(point['asks'])}"]
        for reading in point["readings"]:
            here = reading.get("here")
            comes = f" Here: {_ours(changes(here['parts']))}." if here and here["parts"] else ""
            taken = " (taken)" if reading["taken"] else ""
            lines.append(f"- {reading['name']}{taken}: {_ours(reading['says'])}{comes}")
    return lines


def _fact(fact: Told, told: Told) -> str:
    says = (
        f"{_text(told['sides'][number - 1]['party'], 60)} says {_ours(said)}"
        for number, said in zip(fact["sides"], fact["says"], strict=True)
    )
    return f"{_ours(fact['fact'])} ({', '.join(says)})"


def _cite(side: Told, cite: Told, edition: str) -> str:
    name = words.own(cite["id"], edition)
    if not cite["grade"]:
        return f"- {_text(side['party'], 60)} calls upon {name}: {_ours(cite['says'])}"
    grade = "" if cite["grade"] == "registry" else f" ({words.authority(cite['grade'])})"
    if cite["rests"]:
        return f"- {_text(side['party'], 60)} calls upon {name}{grade}: the ruling rests on it"
    instead = ", ".join(f"{words.own(one['id'], edition)}" for one in cite["instead"])
    return f"- {_text(side['party'], 60)} calls upon {name}{grade}: the ruling rests on {instead or 'other clauses'}"


def _decided(told: Told) -> list[str]:
    last = in_force(told)
    if last is None:
        return ["", "*Not decided yet.*"]
    kind = "a house ruling" if last["house"] else "the referee's ruling"
    whose = f"{_text(last['by'], 60)}, {str(last['at'])[:10]} ({kind}{_origin(last)})"
    lines = ["", f"**Decided** by {whose}: {_text(last['says'])}"]
    right = next((side["party"] for side in told["sides"] if side["side"] == last["side"]), None)
    if right is not None:
        lines.append(f"- right: {_text(right, 60)}")
    for head, key in (("reading", "reading"), ("because", "reason"), ("dissent", "dissent")):
        if last[key]:
            lines.append(f"- {head}: {_text(last[key])}")
    if told["state"] == "appealed":
        lines.append("- appealed, and not decided again yet")
    return lines


def _origin(decision: Told) -> str:
    """From which ledger a decision comes that this file's own does not say, and whether its date can be."""
    ledger = f"ledger {_text(decision['ledger'], 60)}" if decision["ledger"] else "no ledger"
    where = "" if decision["own"] else f", from {ledger}"
    return f"{where}{', a date in the future' if decision['future'] else ''}"


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
