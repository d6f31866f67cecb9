"""A line of Duel read into a position; what is not understood is answered with its place (MalformedError)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager

from referee.duel.line import BLAST, COUNTED, ICONS, NOT_TOLD, NOTHING, RECOVER, SHIELD, Act, Fighter, Line
from referee.duel.state import LOSER, UNKNOWN, WINNER
from referee.duel.texts import ALIEN, DESTINY, ENVOY, REINFORCEMENT, Texts, signed
from referee.errors import MalformedError
from referee.state.reader import MINUS, Reader
from referee.state.tokens import is_number, is_quoted, is_word

# How each clause is typed.
CLAUSES = {
    "card": "card Vacant-Shipyard",
    "advantage": "advantage 8",
    "prize": "prize loser recover up to 8 ships",
    "effect": "effect draw 3 cards",
    "supply": "supply blue 4, orange 6",
    "warp": "warp blue 5",
    "there": "there blue 2",
    "controls": "controls blue 4, orange 3",
    "spent": "spent blue 2",
    "hand": "hand blue 6 · hand blue: 13 +8 ?",
    "envoy": "envoy blue Grumpus",
    "snare": "snare blue 13",
    "icon": "icon Bouncer blast",
    "text": "text Deuce add 2 to your clout",
    "reveal": "reveal blue Cudgel",
    "use": "use blue Divine-Intervention 20 31",
    "ready": "ready blue blast 4, shield 2",
    "reinforce": "reinforce blue +12 · reinforce blue -7 on orange",
    "pass": "pass blue",
    "add": "add blue 3 WHY",
    "loses": "loses blue 1 WHY",
    "wins": "wins blue WHY",
}
_WORDS = frozenset((*CLAUSES, *ICONS, "vs", "no", "tactic", "none", "on", "winner", "loser"))
_A_SLIP = 0.75  # from how alike on a name is taken for a slip
_CARD = "a card: a number, +8 for a reinforcement, ? or a card's printed name"


class Names:
    """The printed names of Duel, as the shared reader asks for them."""

    def __init__(self, known: Texts) -> None:
        self.texts = known

    def alien(self, text: str) -> str | None:
        """The alien's printed name, or None."""
        found = self.texts.find(ALIEN, text)
        return found.name if found else None

    def card(self, text: str, type: str = "") -> str | None:
        """A plan or reinforcement as it is written, or None."""
        return self.texts.card(text)

    def near_aliens(self, text: str) -> list[str]:
        """Alien names that look like this one."""
        return self.texts.near(ALIEN, text)

    def near_cards(self, text: str, type: str = "") -> list[str]:
        """Card names that look like this one."""
        return self.texts.near("plans", text) + self.texts.near(REINFORCEMENT, text)


class DuelReader(Reader):
    """The small things of which lines and table commands of Duel are made."""

    def __init__(self, line: str, known: Texts, seats: Iterable[str] = ()) -> None:
        super().__init__(line, Names(known))
        self.texts = known
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
        if self.word(NOTHING):
            return NOTHING
        return self.duel_card()

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

    def envoy(self) -> str:
        """An envoy's printed name, or any other: the rulebook names only some of the 18."""
        return self.printed(ENVOY, "an envoy's name")

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

    def read_act(self, word: str) -> Act:
        """Something that was done; its first word is taken already."""
        who = self.player()
        if word == "reveal":
            return Act(word, who, self.envoy())
        if word == "use":
            return Act(word, who, self.ability(), self.ability_args())
        if word == "ready":
            found: list[str] = []
            self.comma_list(lambda: found.append(self.tactic()))
            return Act(word, who, "", tuple(found))
        if word == "reinforce":
            card = self.modifier()
            return Act(word, who, "", (card, self.player() if self.word("on") else who))
        if word in ("add", "loses"):
            number = self.signed("how much") if word == "add" else self.number("how many ships")
            return Act(word, who, number=number, why=self.rest())
        return Act(word, who, why=self.rest())

    def hand(self) -> tuple[str, ...]:
        """`: CARDS` or how many cards."""
        if not self.mark(":"):
            return (UNKNOWN,) * self.card_count("how many cards, or ':' and the cards")
        found: list[str] = []
        while not self.done():
            found.append(self.duel_card())
            self.mark(",")
        return self.held(found)

    def owner(self) -> str:
        """Whose printed words are meant: an alien, envoy or card by its name, spelled as it is printed."""
        name = self.name("the name of an alien, envoy or card").replace(" ", "-")
        text = self.texts.find(ALIEN, name) or self.texts.find(ENVOY, name)
        return text.name if text else name

    def icon(self) -> str:
        """The icon on a card."""
        icon = next((icon for icon in ICONS if self.word(icon)), "")
        return icon or self.fail(f"an icon: {', '.join(ICONS)}")

    def words(self) -> str:
        """What a card says, in the players' words."""
        while self.mark(":"):
            pass
        return self.rest() or self.fail("what the card says")

    def counted(self, into: dict[str, int | None], what: str) -> None:
        """`NAME n, NAME n`."""

        def one() -> None:
            name = self.first_told(self.player(), into)
            into[name] = None if self.mark("?") else self.card_count(f"{what} (a number or ?)", "of them")

        self.comma_list(one)

    def first_told(self, name: str, told: Container[str]) -> str:
        """The name of a player, alien, envoy or card of which this is told for the first time."""
        if name in told:
            self.fail("another one", f"{name} was told before.", self.at - 1)
        return name


@contextmanager
def typed_so(example: str) -> Iterator[None]:
    """Says, of what is not understood and has no hint of its own, how it is typed."""
    try:
        yield
    except MalformedError as error:
        if error.hint:
            raise
        raise MalformedError(error.line, error.column, error.expected, example) from None


def meant(word: str, words: Iterable[str]) -> str:
    """Which words somebody may have meant, as a hint; empty if none looks like it."""
    import difflib  # only on the way to an error

    near = difflib.get_close_matches(word, list(words), 2)
    return f"Did you mean {' or '.join(near)}?" if near else ""


def read(line: str, known: Texts, contest: bool) -> Line:
    """Reads a duel or a contest; MalformedError, with the place, for what is not in the notation."""
    return _LineReader(line, known).line_of(contest)


class _LineReader(DuelReader):
    """One line, clause by clause."""

    def line_of(self, contest: bool) -> Line:
        with typed_so(_EXAMPLE[contest]):
            leader = self.side(contest)
            if not self.word("vs"):
                self.fail("'vs' and the straggler's side")
            self.mark(".")
            found = Line(contest, leader, self.side(contest), line=self.line)
        acts: list[Act] = []
        self.clauses(lambda: self.clause(found, acts))
        found.acts = tuple(acts)
        return found

    def side(self, contest: bool) -> Fighter:
        name = self.player()
        alien = self.duel_alien()
        dial: int | None = 0
        tactic = NOT_TOLD
        if not contest:
            dial = 0 if self.word(NOTHING) else self.count("how many ships were sent")
            if self.is_tactic():
                tactic = self.tactic()
        if not self.mark(":"):
            hint = f"A contest has no ships and no tactics. {_EXAMPLE[contest]}" if contest else ""
            self.fail("':' and the plan" if contest else "a tactic, or ':' and the plan", hint)
        plan = self.plan()
        plus: list[str] = []
        while self.now == "+" or self.now in MINUS:
            plus.append(self.modifier())
        return Fighter(name, alien, dial, tactic, plan, tuple(plus))

    def clause(self, found: Line, acts: list[Act]) -> None:
        word = self.now.lower()
        if word not in CLAUSES:
            self.fail(f"a clause: {', '.join(CLAUSES)}", meant(word, CLAUSES))
        self.step()
        with typed_so(f"It is typed so: {CLAUSES[word]}"):
            if word in _FACTS:
                _FACTS[word](self, found)
            else:
                acts.append(self.read_act(word))

    def read_card(self, found: Line) -> None:
        self.once("card")
        found.card = self.printed(DESTINY, "a destiny card's name")

    def read_advantage(self, found: Line) -> None:
        self.once("advantage")
        found.told_advantage = True
        self.mark("+")
        found.advantage = self.count("the ship advantage")

    def read_prize(self, found: Line) -> None:
        self.once("prize")
        found.prize = next((side for side in (WINNER, LOSER) if self.word(side)), "")
        if not found.prize:
            self.fail("'winner' or 'loser', and what the prize is")
        while self.mark(":"):
            pass
        found.effect = self.rest()

    def read_effect(self, found: Line) -> None:
        self.once("effect")
        found.effect = self.rest()

    def read_counts(self, found: Line) -> None:
        word = self.tokens[self.at - 1].lower()
        self.once(word)
        self.counted(getattr(found, word), "how many")

    def read_hand(self, found: Line) -> None:
        name = self.first_told(self.player(), found.hands)
        found.hands[name] = self.hand()

    def read_envoy(self, found: Line) -> None:
        name = self.first_told(self.player(), found.envoys)
        found.envoys[name] = self.envoy()

    def read_snare(self, found: Line) -> None:
        name = self.first_told(self.player(), found.snares)
        found.snares[name] = self.duel_card()

    def read_icon(self, found: Line) -> None:
        owner = self.first_told(self.owner(), found.icons)
        found.icons[owner] = self.icon()

    def read_words(self, found: Line) -> None:
        owner = self.first_told(self.owner(), found.says)
        found.says[owner] = self.words()


_EXAMPLE = {
    False: "For example: blue 2 blast 4 : 6 vs orange 3 shield 2 : 13 ; advantage 8",
    True: "For example: blue : 10 +12 vs orange : 31",
}
_FACTS = {
    "card": _LineReader.read_card,
    "advantage": _LineReader.read_advantage,
    "prize": _LineReader.read_prize,
    "effect": _LineReader.read_effect,
    "hand": _LineReader.read_hand,
    "envoy": _LineReader.read_envoy,
    "snare": _LineReader.read_snare,
    "icon": _LineReader.read_icon,
    "text": _LineReader.read_words,
    **dict.fromkeys(COUNTED, _LineReader.read_counts),
}
