"""Alien sheets, flares, cards and decks on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from referee.render.screen import make_console, say
from referee.render.sheet_words import (
    BY,
    LIFETIMES,
    STATE,
    authority_of,
    bars_of,
    counted,
    effect_of,
    kind_of,
    reach_of,
)
from referee.render.words import Told


def print_alien(told: Told) -> None:
    """An alien's sheet and flare as the referee applies them."""
    out = make_console()
    head = Text(told["name"], style="bold magenta")
    out.print(head.append(f"  power of {told['power']} · {told['set']} · {told['reach']}", style="dim"))
    kind = "mandatory" if told["mandatory"] else "optional"
    say(out, f"{bars_of(told)} · {kind} · {told['alert']} alert · {authority_of(told)}", "dim")
    say(out, told["says"])
    for use in told["uses"]:
        _use(out, use)
    if not told["uses"]:
        say(out, f"Left to the players: {STATE}.", "yellow")
    essence = told["essence"]
    extra = (
        ("bars", told["bars"]),
        ("a use", told["use"]),
        ("setup", told["game_setup"]),
        ("not with", ", ".join(told["not_with"])),
        ("essence", f"{essence['count']} {essence['type']} cards: `referee card {essence['type']}`" if essence else ""),
    )
    for name, says in extra:
        if says:
            _item(out, f"{name}: ", Text(says), "dim")
    _faces(out, told)
    for erratum in told["errata"]:
        text = Text(erratum["text"])
        text.append(f"  [{', '.join((*erratum['cites'], erratum['grade']))}]", style="cyan")
        _item(out, f"erratum, {erratum['about']}: ", text, "yellow")


def print_aliens(told: Told) -> None:
    """All aliens by set; those that the referee applies are marked."""
    out = make_console()
    for name, aliens in told["sets"].items():
        applied = sum(alien["reach"] == "executable" for alien in aliens)
        head = Text(name, style="bold magenta")
        out.print(head.append(f"  {applied} executable, {len(aliens) - applied} timed", style="dim"))
        starred = [f"{alien['name']}*" if alien["reach"] == "executable" else alien["name"] for alien in aliens]
        _item(out, "", Text(", ".join(starred)))
    say(out, "* executable: the referee applies it; a timed one it names, and the players say what it does", "dim")


def print_effects(told: Told) -> None:
    """Effects that sheets and cards are made of: what each does and when, and how one is written."""
    out = make_console()
    for effect in told["effects"]:
        used = f"{effect['used']} with it" if effect["used"] != 1 else "1 with it"
        out.print(Text(effect["verb"], style="bold magenta").append(f"  {used}", style="dim"))
        _item(out, "", Text(effect["does"]))
        _item(out, "when: ", Text("; ".join(effect["when"])), "dim")
        if effect["arguments"]:
            _item(out, "told: ", Text(", ".join(effect["arguments"])), "dim")
        if effect["example"]:
            _item(out, f"{effect['of']}: ", Text(effect["example"]), "cyan")


def _of_tech(told: Told) -> str:
    """The research number and the lifetime of a tech; empty for other cards."""
    research = f" · research number {told['research']}" if told.get("research") else ""
    return research + (f" · {LIFETIMES[told['lifetime']]}" if told.get("lifetime") else "")


def print_card(told: Told) -> None:
    """A card, a flare, a deck or a set of essence cards."""
    out = make_console()
    out.print(Text(told["name"], style="bold magenta").append(f"  {kind_of(told)}", style="dim"))
    if told.get("roles") or told.get("phases"):
        say(out, f"{bars_of(told)}{_of_tech(told)}", "dim")
    if told.get("says"):
        say(out, told["says"])
    if told["type"] == "flare":
        _faces(out, told)
    _cards(out, told.get("cards", ()))
    if told.get("open"):
        say(out, f"Open: {told['open']}", "yellow")
    if "applied" in told:
        say(out, reach_of(told), "dim" if told["applied"] else "yellow")
    for name, items in (("see", told.get("cites")), ("disputable", told.get("questions"))):
        if items:
            say(out, f"{name}: {', '.join(items)}", "dim")


def _cards(out: Console, cards: Sequence[Told]) -> None:
    """The cards of a deck or a set: those that are alike in one paragraph, then each that says something."""
    alike = [counted(card) for card in cards if not card["says"]]
    if alike:
        _item(out, "", Text(", ".join(alike)))
    for card in cards:
        if card["says"]:
            _item(out, f"{counted(card)}: ", Text(card["says"]))


def print_cards(told: Told) -> None:
    """All cards by type, with how many there are where that is known."""
    out = make_console()
    for name, cards in told["types"].items():
        say(out, name, "bold magenta")
        starred = [{**card, "name": f"{card['name']}*"} if card["applied"] else card for card in cards]
        _item(out, "", Text(", ".join(counted(card) for card in starred)))
    say(out, "flare", "bold magenta")
    say(out, "  one for each alien, such as Amoeba-flare; `referee alien` lists them")
    say(out, "* applied; of the others the players say what they do", "dim")


def _item(out: Console, head: str, text: Text, style: str = "bold") -> None:
    """Prints an entry under a heading, its further lines indented."""
    entry = Text(head, style=style) + text
    for number, line in enumerate(entry.wrap(out, max(out.width - 6, 20))):
        line.rstrip()
        out.print(Text("  " if number == 0 else "      ") + line)


def _use(out: Console, use: Told) -> None:
    kind = "mandatory" if use["mandatory"] else "optional"
    zap = "can be zapped" if use["zappable"] else "is no use, cannot be zapped"
    text = Text(use["says"])
    text.append(f"  [{bars_of(use)}, {kind}, {zap}; ", style="dim")
    text.append("; ".join(effect_of(effect) for effect in use["effects"]), style="cyan").append("]", style="dim")
    if use["typed"]:
        text.append(f" {use['typed']}")
    _item(out, f"✓ {use['id']}: ", text)


def _faces(out: Console, told: Told) -> None:
    """Both faces of a flare, and those of its classic card."""
    for name in ("wild", "super"):
        face = told[name]
        _face(out, name, face)
        if face["classic"] is not None:
            _face(out, f"classic {name}", face["classic"])


def _face(out: Console, name: str, face: Told) -> None:
    text = Text(face["says"])
    if face["typed"]:
        text.append(f" {face['typed']}")
    bars = bars_of(face) if face["roles"] or face["phases"] else "bars not known"
    rests = "" if face["bars_grade"] == face["grade"] else f" by {BY[face['bars_grade']]}"
    special = f" ({face['bars']})" if face["bars"] else ""
    reach = "applied" if face["applied"] else "left to the players"
    text.append(f"  [{bars}{rests}{special}; {authority_of(face)}; {reach}]", style="dim")
    _item(out, f"{name}: ", text, "bold blue")
