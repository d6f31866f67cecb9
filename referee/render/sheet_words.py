"""What stands on sheets and cards, in words: bars, effects, how many there are, how sure it is. No layout."""

from __future__ import annotations

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
LIFETIMES = {
    "discarded": "discarded to be used",
    "stays": "stays in play",
    "hidden": "facedown until it is used, then discarded",
    "passed-on": "passed on to the player it is used on",
}
BY = {"cosmodex": "the Cosmodex", "faq": "the publisher's FAQ", "rulebook": "the rulebook", "reported": "report"}
STATE = "say what it does with add, worth, value, saves or wins"


def counted(card: Told) -> str:
    """A card with the number of its copies, or a deck with the number of its cards."""
    if card.get("total"):
        return f"{card['name']} ({card['total']})"
    return f"{card['name']} ×{card['count']}" if (card.get("count") or 1) > 1 else str(card["name"])


def kind_of(told: Told) -> str:
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
    return " · ".join((*parts, authority_of(told)))


def _deck_of(told: Told) -> str:
    if told["type"] in ("tech", "flare"):
        return "the game" if told["type"] == "flare" else "the tech deck"
    deck = str(told.get("deck", "deck"))
    return f"the {deck[0].lower()}{deck[1:]}"


def authority_of(told: Told) -> str:
    """How sure the text of a sheet or card is, and where a document prints it."""
    printed = f", {told['printed']}" if told.get("printed") else ""
    return f"{told['grade']} text{printed}"


def reach_of(told: Told) -> str:
    """How far a card is applied, in a sentence."""
    if not told["applied"]:
        return f"Left to the players: {STATE}."
    return "Applied at a table; on one line its effect is in the position." if told.get("table_only") else "Applied."


def effect_of(effect: Told) -> str:
    """What a use does: the verb with what belongs to it."""
    args = ", ".join(f"{key} {value}" for key, value in effect.items() if key != "verb")
    return f"{effect['verb']}{' (' + args + ')' if args else ''}"


def bars_of(told: Told) -> str:
    """Who may use it and in which phases, as the bars of a sheet or card say."""
    roles = " or ".join(_ROLES.get(role, role.replace("-", " ")) for role in told["roles"])
    phases = "/".join(_PHASES.get(phase, phase) for phase in told["phases"])
    return ", ".join(part for part in (roles, phases) if part)
