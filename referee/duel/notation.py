"""The small things of which lines and table commands of Duel are made.

What is not understood is answered with its place (MalformedError).
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.duel.line import BLAST, ICONS, NOTHING, RECOVER, SHIELD
from referee.duel.state import UNKNOWN
from referee.duel.texts import ALIEN, ENVOY, Texts, signed
from referee.state.reader import Reader, is_number, is_quoted, is_word
from referee.state.words import MINUS

# Words with a meaning of their own on a line of Duel; no player can be called by one of them.
_WORDS = frozenset(
    "card advantage prize effect supply warp there controls spent hand envoy snare icon text reveal use ready "
    "reinforce pass add loses wins blast shield recover vs no tactic none on winner loser".split()
)
_A_SLIP = 0.75  # from how alike on a name is taken for a slip
_CARD = "a card: a number, +8 for a reinforcement, ? or a card's printed name"


class DuelReader(Reader):
    """The small things of which lines and table commands of Duel are made."""

    def __init__(self, line: str, known: Texts, seats: Iterable[str] = ()) -> None:
        super().__init__(line, known)
        self.texts = known
        self.law = known.law
        self.seats = tuple(seats)
        self.players |= {name.casefold(): name for name in self.seats}

    def check_name(self, name: str, key: str, what: str) -> None:
        """Stops unless a player can be called so, or is called so at the table."""
        super().check_name(name, key, what)
        if key in _WORDS:
            self.fail(what, f"{name!r} is a word of this notation; call the player something else.")
        if self.seats:
            self.fail(what, f"At this table sit {' and '.join(self.seats)}.")

    def duel_alien(self) -> str:
        """`/ALIEN`: a printed name, or any other, since the rulebook names only some of the 27; empty without one."""
        if not self.mark("/"):
            return ""
        at, quoted = self.at, is_quoted(self.now)
        name = self.printed(ALIEN, "an alien's name")
        envoy = None if self.texts.find(ALIEN, name) else self.texts.find(ENVOY, name)
        if envoy is None:
            return name
        if not quoted:
            self.fail(
                "an alien's name", f"{envoy.name} is an envoy. If an alien is called so too, put it in quotes.", at
            )
        return f'"{name}"'

    def printed(self, kind: str, what: str) -> str:
        """A printed name, or any other; one that looks like a slip for a printed one has to be put in quotes."""
        at, quoted = self.at, is_quoted(self.now)
        name = self.name(what)
        found = self.texts.find(kind, name)
        if found is not None:
            return found.name
        near = self.texts.near(kind, name, _A_SLIP)
        if near and not quoted:
            self.fail(what, f"Did you mean {near[0]}? If it is really another one, put it in quotes.", at)
        return f'"{name}"' if near else name.replace(" ", "-")

    def plan(self) -> str:
        """A card that is played as a plan."""
        return NOTHING if self.word(NOTHING) else self.duel_card()

    def duel_card(self) -> str:
        """A plan or reinforcement: `13`, `-2`, `+8`, `?` or a printed name."""
        if self.mark("?"):
            return UNKNOWN
        if self.mark("+"):
            return signed(self.signed("the value of a reinforcement")) if self._numeric() else self.modifier_name()
        if self._numeric():
            return str(self.signed("the number on the card"))
        return self.card_name(_CARD)

    def _numeric(self) -> bool:
        return is_number(self.now) or self.now in MINUS

    def modifier_name(self) -> str:
        """A reinforcement by its printed name."""
        at = self.at
        found = self.texts.card(self.name("a reinforcement"))
        if found is None or found.isdigit():
            self.fail("a reinforcement: +8, -7, ? or its printed name", "", at)
        return found

    def is_modifier(self) -> bool:
        """Whether a reinforcement stands here."""
        return self.now == "+" or self.now in MINUS

    def modifier(self) -> str:
        """A reinforcement after a sign: `+12`, `-7`, `+?`, `+Even-Support`."""
        if self.now in MINUS:
            return signed(self.signed("the value of a reinforcement"))
        self.mark("+")
        if self.mark("?"):
            return UNKNOWN
        if is_number(self.now):
            return signed(self.number("the value of a reinforcement"))
        return self.modifier_name()

    def tactic(self) -> str:
        """A tactic: the half that is resolved, and after a stroke the other one; `?` or `no tactic`."""
        if self.mark("?"):
            return UNKNOWN
        if self.word("no"):
            self.expect_word("tactic")
            return NOTHING
        half = self.half()
        return f"{half}/{self.half()}" if self.mark("/") else half

    def half(self) -> str:
        """One half of a tactic: an icon and its value."""
        for icon in ICONS:
            if self.word(icon):
                if self.mark("?"):
                    return f"{icon} ?"
                return f"{icon} {self.number(f'the value of the {icon}')}"
        self.fail(f"a tactic: {BLAST} 4, {SHIELD} 2, {RECOVER} 1, no tactic or ?")

    def is_tactic(self) -> bool:
        """Whether a tactic stands here."""
        return self.now.lower() in (*ICONS, "no", "?")

    def plus(self, what: str) -> str:
        """A number that may have a plus, as it is written."""
        self.mark("+")
        return str(self.number(what))

    def ability(self) -> str:
        """The name of an ability, or of the alien or envoy that has only one to be used."""
        return self.name("the name of an ability").replace(" ", "-")

    def ability_args(self) -> tuple[str, ...]:
        """What an ability is used with: players, cards, numbers, up to the end."""
        found: list[str] = []
        while not self.done():
            if self.is_player():
                found.append(self.player())
            elif is_word(self.now):
                found.append(self.step().lower())
            else:
                found.append(self.duel_card())
            self.mark(",")
        return tuple(found)

    def hand(self) -> tuple[str, ...]:
        """`: CARDS` or how many cards."""
        if not self.mark(":"):
            return (UNKNOWN,) * self.card_count("how many cards, or ':' and the cards")
        return self.held(self.cards())

    def cards(self) -> list[str]:
        """The cards up to the end."""
        found: list[str] = []
        while not self.done():
            found.append(self.duel_card())
            self.mark(",")
        return found

    def envoy_name(self) -> str:
        """An envoy's printed name, or any other: the rulebook names only some of the 18."""
        return self.printed(ENVOY, "an envoy's name")

    def owner(self) -> str:
        """Whose printed words are meant: an alien, envoy or card by its name, spelled as it is printed."""
        name = self.name("the name of an alien, envoy or card").replace(" ", "-")
        text = self.texts.find(ALIEN, name) or self.texts.find(ENVOY, name)
        return text.name if text else name

    def words(self) -> str:
        """What a card says, in the players' words."""
        while self.mark(":"):
            pass
        return self.rest() or self.fail("what the card says")

    def word_of(self, what: str) -> str:
        """Any one word or number."""
        if self.done():
            self.fail(what)
        return self.name(what) if self.now[0].isalpha() or self.now[0] in '"“' else self.step()
