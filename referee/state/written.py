"""The commands of a table as they are typed: how each is, for whoever has typed half of it, and each written back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.state import technology as tech
from referee.state.canonical import write_act, write_cards, write_name
from referee.state.facts import write_facts

if TYPE_CHECKING:
    from referee.state.commands import Command, Stack


# How each command is typed, for whoever has typed half of it.
USAGE = {
    "table": "table red purple/Clone yellow blue",
    "set": "set purple.2 purple 2, blue 3; warp red 3; hand red 8",
    "offense": "offense red",
    "new": "new hand red",
    "punt": "punt",
    "regroup": "regroup red.1, or: regroup gate",
    "destiny": "destiny purple",
    "wild": "wild purple",
    "special": "special purple",
    "comet": "comet Halley",
    "aim": "aim purple.4, or: aim red.2 against blue",
    "launch": "launch red 3 at purple.4, or: launch red 3 from red.1 2, yellow.2 1 at purple.4 against blue",
    "invite": "invite red: yellow blue, or: invite red: none",
    "ally": "ally yellow defense 4, or: ally yellow defense 4 from yellow.1 3, blue.2 1",
    "decline": "decline blue",
    "play": "play red 10, or: play red ?",
    "reveal": "reveal, or: reveal red 10, purple N",
    "resolve": "resolve",
    "lose": "lose red gate 2, red.1 1",
    "return": "return yellow yellow.1 3, blue.2 1",
    "take": "take red 3 from blue, or: take red 3 from blue: 10 N ?",
    "reward": "reward yellow 2 cards, 2 ships to yellow.1 2",
    "draw": "draw red 2 for Remora, or: draw red 2 from rewards for Remora",
    "discard": "discard red: 10 N, or: discard red: 10 for Remora",
    "second": "second",
    "end": "end",
    "claim": "claim offense 17, or: claim winner blue, or: claim red compensation 3",
    "zap": "zap yellow by red",
    "card": "card zap by red",
    "force": "force field blue, green by red, or: force field all",
    "use": "use red, or: use red 3, or: use red/Macron",
    "flare": "flare blue Amoeba",
    "reinforce": "reinforce blue +2 offense",
    "deal": "deal red gives 2 cards, purple gives colony purple.3 for 2 from gate",
    "no": "no deal",
    "plague": "plague red",
    "mobius": "mobius tubes",
}


def _stacks(stacks: tuple[Stack, ...]) -> str:
    return ", ".join(f"{place} {ships}" for place, ships in stacks)


def _from(command: Command) -> str:
    return f" from {_stacks(command.stacks)}" if command.stacks else ""


def _write_table(c: Command) -> str:
    return "table " + " ".join("/".join((name, *map(write_name, c.aliens.get(name, ())))) for name in c.names)


def _write_launch(c: Command) -> str:
    at = f" at {_target(c)}" if c.planet else ""
    return f"launch {c.who} {c.ships}{_from(c)}{at}"


def _target(c: Command) -> str:
    return c.planet + (f" against {c.other}" if c.other else "")


def _write_reveal(c: Command) -> str:
    shown = ", ".join(f"{name} {write_cards((card,))}" for name, card in zip(c.names, c.cards, strict=True))
    return f"reveal {shown}".strip()


def _write_take(c: Command) -> str:
    return f"take {c.who} {c.number} from {c.other}" + (f": {write_cards(c.cards)}" if c.cards else "")


def _write_reward(c: Command) -> str:
    parts = []
    if c.number:
        parts.append(f"{c.number} card{'' if c.number == 1 else 's'}")
    if c.ships:
        to = f" to {_stacks(c.stacks)}" if c.stacks else ""
        parts.append(f"{c.ships} ship{'' if c.ships == 1 else 's'}{to}")
    return f"reward {c.who} {', '.join(parts) or '0 cards'}"


def _write_claim(c: Command) -> str:
    if c.word == "winner":
        return f"claim winner {c.who}"
    if c.cards:
        return f"claim {c.who} {c.word} {write_cards(c.cards)}"
    what = c.side or (f"{c.who} {c.word}" if c.who else c.word)
    return f"claim {what} {c.number}"


def _reason(c: Command) -> str:
    return f" for {c.why}" if c.why else ""


WRITERS: dict[str, Callable[[Command], str]] = {
    "table": _write_table,
    "set": lambda c: f"set {write_facts(c.facts)}",
    "offense": lambda c: f"offense {c.who}",
    "new hand": lambda c: f"new hand {c.who}",
    "punt": lambda c: f"punt {c.who}".strip(),
    "regroup": lambda c: f"regroup {c.planet}".strip(),
    "destiny": lambda c: f"{c.word or 'destiny'} {c.who}{' reverse' if c.reverse else ''}",
    "comet": lambda c: f"comet {c.word}",
    "aim": lambda c: f"aim {_target(c)}",
    "launch": _write_launch,
    "invite": lambda c: f"invite {c.who}: {' '.join(c.names) or 'none'}",
    "ally": lambda c: f"ally {c.who} {c.side} {c.ships}{_from(c)}",
    "decline": lambda c: f"decline {c.who}",
    "play": lambda c: f"play {c.who} {write_cards(c.cards)}",
    "reveal": _write_reveal,
    "act": lambda c: write_act(c.act) if c.act is not None else "",
    "resolve": lambda c: "resolve",
    "lose": lambda c: f"lose {c.who} {_stacks(c.stacks)}".strip(),
    "return": lambda c: f"return {c.who} {_stacks(c.stacks)}".strip(),
    "take": _write_take,
    "reward": _write_reward,
    "draw": lambda c: f"draw {c.who} {c.number}" + (f" from {c.word}" if c.word else "") + _reason(c),
    "discard": lambda c: f"discard {c.who}: {write_cards(c.cards)}{_reason(c)}",
    "research": tech.write_tech,
    "complete": tech.write_tech,
    "abandon": tech.write_tech,
    "acquire": tech.write_acquire,
    "show": tech.write_show,
    "hide": lambda c: f"hide {c.who}",
    "second": lambda c: "second",
    "end": lambda c: "end",
    "claim": _write_claim,
}
