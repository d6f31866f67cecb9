"""Alien sheets, flares, cards and decks on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from referee.render.screen import make_console, say
from referee.render.words import Told

_ROLES = {
    "any": "any player",
    "main": "main player",
    "bystander": "neither main player nor ally",
    "not-main": "not a main player",
    "not-offense": "not the offense",
    "not-defense": "not the defense",
}
_PHASES = {"any": "any phase", "start-turn": "start of turn", "end-turn": "end of one's own turn"}
_LIFETIMES = {
    "discarded": "discarded to be used",
    "stays": "stays in play",
    "hidden": "facedown until it is used, then discarded",
    "passed-on": "passed on to the player it is used on",
}
_BY = {"cosmodex": "the Cosmodex", "faq": "the publisher's FAQ", "rulebook": "the rulebook", "reported": "report"}
_STATE = "say what it does with add, worth, value, saves or wins"


def print_alien(told: Told) -> None:
    """An alien's sheet and flare as the referee applies them."""
    out = make_console()
    head = Text(told["name"], style="bold magenta")
    out.print(head.append(f"  power of {told['power']} · {told['set']} · {told['reach']}", style="dim"))
    kind = "mandatory" if told["mandatory"] else "optional"
    say(out, f"{_bars(told)} · {kind} · {told['alert']} alert · {_authority(told)}", "dim")
    say(out, told["says"])
    for use in told["uses"]:
        _use(out, use)
    if not told["uses"]:
        say(out, f"Left to the players: {_STATE}.", "yellow")
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


def print_card(told: Told) -> None:
    """A card, a flare, a deck or a set of essence cards."""
    out = make_console()
    out.print(Text(told["name"], style="bold magenta").append(f"  {_kind(told)}", style="dim"))
    if told.get("roles") or told.get("phases"):
        research = f" · research number {told['research']}" if told.get("research") else ""
        lifetime = f" · {_LIFETIMES[told['lifetime']]}" if told.get("lifetime") else ""
        say(out, f"{_bars(told)}{research}{lifetime}", "dim")
    if told.get("says"):
        say(out, told["says"])
    if told["type"] == "flare":
        _faces(out, told)
    _cards(out, told.get("cards", ()))
    if told.get("open"):
        say(out, f"Open: {told['open']}", "yellow")
    if "applied" in told:
        say(out, _applied(told), "dim" if told["applied"] else "yellow")
    for name, items in (("see", told.get("cites")), ("disputable", told.get("questions"))):
        if items:
            say(out, f"{name}: {', '.join(items)}", "dim")


def _cards(out: Console, cards: Sequence[Told]) -> None:
    """The cards of a deck or a set: those that are alike in one paragraph, then each that says something."""
    alike = [_counted(card) for card in cards if not card["says"]]
    if alike:
        _item(out, "", Text(", ".join(alike)))
    for card in cards:
        if card["says"]:
            _item(out, f"{_counted(card)}: ", Text(card["says"]))


def print_cards(told: Told) -> None:
    """All cards by type, with how many there are where that is known."""
    out = make_console()
    for name, cards in told["types"].items():
        say(out, name, "bold magenta")
        starred = [{**card, "name": f"{card['name']}*"} if card["applied"] else card for card in cards]
        _item(out, "", Text(", ".join(_counted(card) for card in starred)))
    say(out, "flare", "bold magenta")
    say(out, "  one for each alien, such as Amoeba-flare; `referee alien` lists them")
    say(out, "* applied; of the others the players say what they do", "dim")


def _item(out: Console, head: str, text: Text, style: str = "bold") -> None:
    """Prints an entry under a heading, its further lines indented."""
    entry = Text(head, style=style) + text
    for number, line in enumerate(entry.wrap(out, max(out.width - 6, 20))):
        line.rstrip()
        out.print(Text("  " if number == 0 else "      ") + line)


def _counted(card: Told) -> str:
    """A card with the number of its copies, or a deck with the number of its cards."""
    if card.get("total"):
        return f"{card['name']} ({card['total']})"
    return f"{card['name']} ×{card['count']}" if (card.get("count") or 1) > 1 else str(card["name"])


def _kind(told: Told) -> str:
    """The type of a card, how many there are, and how sure its words are."""
    if told["type"] == "type":
        return "all of this type"
    parts = [told["type"] if told["type"] != "essence" else f"essence cards of {told['alien']}"]
    if told.get("count"):
        sure = told["type"] == "flare" or told.get("counted")
        parts.append(f"{told['count']} in {_deck_of(told)}{'' if sure else ', as reported'}")
    if told.get("total"):
        parts.append(f"{told['total']} cards")
    if told.get("holds"):
        parts.append(", ".join(f"{count} {type}" for type, count in told["holds"].items()))
    if told.get("set"):
        parts.append(told["set"])
    return " · ".join((*parts, _authority(told)))


def _deck_of(told: Told) -> str:
    if told["type"] in ("tech", "flare"):
        return "the game" if told["type"] == "flare" else "the tech deck"
    deck = str(told.get("deck", "deck"))
    return f"the {deck[0].lower()}{deck[1:]}"


def _authority(told: Told) -> str:
    printed = f", {told['printed']}" if told.get("printed") else ""
    return f"{told['grade']} text{printed}"


def _applied(told: Told) -> str:
    if not told["applied"]:
        return f"Left to the players: {_STATE}."
    return "Applied at a table; on one line its effect is in the position." if told.get("table_only") else "Applied."


def _use(out: Console, use: Told) -> None:
    kind = "mandatory" if use["mandatory"] else "optional"
    zap = "can be zapped" if use["zappable"] else "is no use, cannot be zapped"
    text = Text(use["says"])
    text.append(f"  [{_bars(use)}, {kind}, {zap}; ", style="dim")
    text.append("; ".join(_effect(effect) for effect in use["effects"]), style="cyan").append("]", style="dim")
    if use["typed"]:
        text.append(f" {use['typed']}")
    _item(out, f"✓ {use['id']}: ", text)


def _effect(effect: Told) -> str:
    args = ", ".join(f"{key} {value}" for key, value in effect.items() if key != "verb")
    return f"{effect['verb']}{' (' + args + ')' if args else ''}"


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
    bars = _bars(face) if face["roles"] or face["phases"] else "bars not known"
    rests = "" if face["bars_grade"] == face["grade"] else f" by {_BY[face['bars_grade']]}"
    special = f" ({face['bars']})" if face["bars"] else ""
    reach = "applied" if face["applied"] else "left to the players"
    text.append(f"  [{bars}{rests}{special}; {_authority(face)}; {reach}]", style="dim")
    _item(out, f"{name}: ", text, "bold blue")


def _bars(told: Told) -> str:
    roles = " or ".join(_ROLES.get(role, role.replace("-", " ")) for role in told["roles"])
    phases = "/".join(_PHASES.get(phase, phase) for phase in told["phases"])
    return ", ".join(part for part in (roles, phases) if part)
