"""How powers stand to each other, on one screen: the whole matrix in numbers, one alien's row, or one pair."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from referee.render.screen import cited, hang, make_console, paragraph, say
from referee.render.words import Told, owns, shown

_COLORS = {
    "open": "bold magenta",
    "order-matters": "bold yellow",
    "independent": "bold green",
    "in-turn": "bold",
    "apart": "dim",
}
HEADS = {
    "open": "open: the rules do not settle it",
    "order-matters": "the order matters",
    "independent": "independent: both orders come to the same, or neither touches what the other settles",
    "in-turn": "in turn: their texts put one before the other, whoever holds them",
    "apart": "apart: they never meet",
}
WHY_APART = {
    "role": "they are for one and the same role, and nobody else has it",
    "phase": "they act in different phases, which are gone through in order",
}


def print_clash(told: Told, console: Console | None = None) -> None:
    """Prints a pair, a row or the whole, whichever was asked for."""
    out = console or make_console()
    if "counts" in told:
        _whole(out, told)
    elif "row" in told:
        _row(out, told)
    else:
        _pair(out, told)


def _whole(out: Console, told: Told) -> None:
    total = sum(told["counts"].values())
    say(out, f"{len(told['aliens'])} powers that are applied, {total} pairs", "bold")
    for kind, count in told["counts"].items():
        hang(out, f"{count:6}  ", cited(HEADS[kind], *_own(told, kind)), "")
    for kind in ("open", "order-matters"):
        names = [name for name, pair in told["pairs"].items() if pair["is"] == kind]
        if names:
            out.print()
            say(out, HEADS[kind], _COLORS[kind])
        for name in names:
            hang(out, "  ", Text(shown(f"{name.replace('/', ' and ')}: {_where(told['pairs'][name])}")))
    if "changed" in told:
        _changed(out, told["changed"])


def _changed(out: Console, changed: Sequence[str]) -> None:
    """Which pairs are no longer as they were kept."""
    out.print()
    if not changed:
        say(out, "every pair is as it is kept", "bold green")
    else:
        say(out, f"no longer as it is kept ({len(changed)})", "bold red")
        hang(out, "  ", Text(shown(", ".join(name.replace("/", " and ") for name in changed))))


def _where(pair: Told) -> str:
    """The phases in which two powers meet, those first in which they stand as the pair does."""
    alike = dict.fromkeys(meet["phase"] for meet in pair["meets"] if meet["is"] == pair["is"])
    return ", ".join(alike or dict.fromkeys(meet["phase"] for meet in pair["meets"]))


def _row(out: Console, told: Told) -> None:
    say(out, shown(told["aliens"][0]), "bold")
    for kind, head in HEADS.items():
        names = [name for name, pair in told["row"].items() if pair["is"] == kind]
        if names:
            out.print()
            say(out, f"{head} ({len(names)})", _COLORS[kind])
            hang(out, "  ", cited(", ".join(names), *_own(told, kind)))


def _pair(out: Console, told: Told) -> None:
    say(out, shown(f"{' and '.join(told['aliens'])}: {HEADS[told['is']]}"), _COLORS[told["is"]])
    if told.get("why"):
        hang(out, "  ", cited(WHY_APART[told["why"]], *_own(told, "apart")))
    if told.get("says"):
        hang(out, "  · ", cited(told["says"], *owns(told["rests"], told["edition"])))
    paragraph(out, "question", filter(None, [told.get("question")]))
    for meet in told["meets"]:
        out.print()
        hang(out, "  ", cited(meeting(meet), *_own(told, meet["is"])), "")
        for example in meet.get("shows", ()):
            _example(out, told["aliens"], example)
    if told.get("cases"):
        out.print()
        paragraph(out, "cases", [", ".join(told["cases"])])


def meeting(meet: Told) -> str:
    """How two powers stand to each other where they meet, in a sentence."""
    phase = "in any phase" if meet["phase"] == "any" else f"in the {meet['phase']} phase"
    if meet["is"] == "in-turn":
        return f"{phase}: in turn, {meet['by']}"
    if "by" in meet:
        return f"{phase}: no text puts one before the other, and each settles something of its own: {meet['by']}"
    kind = "the order matters" if meet["is"] == "order-matters" else "both orders leave the same"
    place = "uses at a table" if meet["at"] == "table" else f"positions on a line, window `{meet['at']}`"
    return f"{phase}: {kind} ({meet['tried']} {place})"


def _example(out: Console, aliens: Sequence[str], example: Told) -> None:
    out.print()
    holders = " · ".join(f"{alien} {role}" for alien, role in zip(aliens, example["roles"], strict=True))
    say(out, shown(f"    {holders}: {example['first']} comes first"), "bold")
    if "line" in example:
        say(out, shown(f"    {example['line']}"), whole=True)
        hang(out, "      so      ", Text(shown(example["in_order"])))
        hang(out, "      else    ", Text(shown(example["turned"])), "dim")
    else:
        hang(out, "      ", Text(shown(f"{' and '.join(example['uses'])}: {example['differs']}")))


def _own(told: Told, kind: str) -> list[str]:
    return owns(told["cites"].get(kind, ()), told["edition"])
