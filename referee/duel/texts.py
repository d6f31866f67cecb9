"""What is printed on aliens, envoys, destiny cards, plans and reinforcements of Duel, as far as a document tells it."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.book.files import read_toml
from referee.book.law import Law
from referee.book.loader import Rulebase
from referee.book.names import key_of, near
from referee.duel.state import UNKNOWN

ALIEN, ENVOY, DESTINY, PLAN, REINFORCEMENT = "aliens", "envoys", "destiny", "plans", "reinforcements"
KINDS = (ALIEN, ENVOY, DESTINY, PLAN, REINFORCEMENT)


class Ability(NamedTuple):
    """One ability: what it is called, when it can act (duel, contest, both, always), whether it may, and what it does.

    `verb` names the effect, as `abilities` knows it; `args` are its numbers.
    """

    owner: str
    name: str
    when: str
    may: bool
    verb: str
    args: dict[str, Any]


class Text(NamedTuple):
    """One alien, envoy or card. `open` is what no document tells of it; `data` all that its file says."""

    name: str
    kind: str
    open: str
    abilities: tuple[Ability, ...]
    data: dict[str, Any]


class Texts:
    """All texts of a rulebase, by kind and name; the names that a reader asks for."""

    def __init__(self, rulebase: Rulebase) -> None:
        self.law = rulebase.law
        self._all: dict[str, dict[str, Text]] = {}
        for kind in KINDS:
            entries = read_toml(rulebase.home / "texts" / f"{kind}.toml")["text"]
            found = [_text(kind, entry) for entry in entries]
            self._all[kind] = {key_of(text.name): text for text in found}

    def of(self, kind: str) -> list[Text]:
        """The texts of a kind, in file order."""
        return list(self._all[kind].values())

    def find(self, kind: str, name: str) -> Text | None:
        """The text of this name in any spelling, or None."""
        return self._all[kind].get(key_of(name))

    def is_told(self, kind: str, name: str) -> bool:
        """True if documents tell all that is printed on an alien, envoy or card."""
        text = self.find(kind, name)
        return text is not None and not text.open

    def near(self, kind: str, name: str, alike: float = 0.5) -> list[str]:
        """The names of a kind that look like this one, nearest first; `alike` says how much, from 0 to 1."""
        known = self._all[kind]
        return [known[key].name for key in near(key_of(name), known, alike=alike)]

    def alien(self, text: str) -> str | None:
        """The alien's printed name, or None."""
        found = self.find(ALIEN, text)
        return found.name if found else None

    def near_aliens(self, text: str) -> list[str]:
        """Alien names that look like this one."""
        return self.near(ALIEN, text)

    def near_cards(self, text: str, type: str = "") -> list[str]:
        """Names of plans and reinforcements that look like this one."""
        return self.near(PLAN, text) + self.near(REINFORCEMENT, text)

    def card(self, text: str, type: str = "") -> str | None:
        """A plan or reinforcement by its printed name, as it is written: `42`, `+8`, `Even-Support`; or None."""
        plan = self.find(PLAN, text) or self.find(PLAN, f"the {text}")
        if plan is not None:
            return str(plan.data["value"])
        found = self.find(REINFORCEMENT, text)
        if found is None:
            return None
        return signed(found.data["value"]) if "value" in found.data else found.name.replace(" ", "-")


def _text(kind: str, entry: dict[str, Any]) -> Text:
    known = ("name", "when", "may", "verb")
    name = entry["name"]
    abilities = tuple(
        Ability(
            name.replace(" ", "-"),
            ability["name"].replace(" ", "-"),
            ability["when"],
            ability.get("may", False),
            ability["verb"],
            {key: value for key, value in ability.items() if key not in known},
        )
        for ability in entry.get("ability", ())
    )
    return Text(name.replace(" ", "-"), kind, entry.get("open", ""), abilities, entry)


def look_up(name: str, known: Texts) -> list[dict[str, object]]:
    """What is known of the aliens, envoys and cards of a name, as JSON; of all of them without a name."""
    found = [text for kind in KINDS for text in known.of(kind)]
    wanted = key_of(name)
    return [_told(text) for text in found if not wanted or key_of(text.name) == wanted]


def _told(text: Text) -> dict[str, object]:
    own = ("name", "ability", "law", "resource_laws", "open", "summary", "printed")
    return {
        "game": "duel",
        "kind": text.kind,
        "name": text.data["name"],
        "summary": text.data.get("summary", ""),
        "printed": text.data.get("printed", ""),
        "open": text.open,
        "abilities": [{"name": ability.name, "when": ability.when, "may": ability.may} for ability in text.abilities],
        "says": {key: value for key, value in text.data.items() if key not in own},
    }


def most_cards(law: Law) -> int:
    """How many plans and reinforcements there are: more a player never holds (components.6, .7, .9)."""
    plans: int = law["setup.pieces"].value * law["setup.two"].value
    reinforcements: int = law["setup.decks"].value["reinforcements"]
    return plans + reinforcements


def signed(value: int) -> str:
    """A reinforcement as it is written: `+8`, `-7`."""
    return f"+{value}" if value >= 0 else str(value)


def with_sign(card: str) -> str:
    """A reinforcement as it stands beside a plan."""
    return card if card[0] in "+-" else f"+{card}"


def number(card: str) -> int | None:
    """The number on a card, or None where it has none of its own or nobody told it."""
    return int(card) if card.lstrip("+-").isdigit() else None


def is_reinforcement(card: str, lowest: int) -> bool:
    """Whether a card is known to be a reinforcement: it has a plus, a name, or a number below the `lowest` plan."""
    value = number(card)
    return card != UNKNOWN and (card.startswith("+") or value is None or value < lowest)


_READ: dict[int, tuple[Rulebase, Texts]] = {}


def texts(rulebase: Rulebase) -> Texts:
    """The texts of a rulebase, read once."""
    found = _READ.get(id(rulebase))
    if found is None or found[0] is not rulebase:
        found = _READ[id(rulebase)] = (rulebase, Texts(rulebase))
    return found[1]
