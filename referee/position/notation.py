"""An encounter line read into a position.

A hand-written reader, because the line is what a player types with friends waiting: each thing that is not
understood is answered with the place and with what could stand there (MalformedError). What is understood but
cannot be is left to `faults`; what is forbidden is left to the judge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, Protocol

from referee.errors import MalformedError
from referee.position import encounter as pos
from referee.position.encounter import Act, Card, Hand, Player, Position, Side, Term
from referee.position.tokens import columns, is_number, is_quoted, is_word, tokens

# Words with a meaning of their own; no player can be called by one of them.
RESERVED = frozenset(
    "vs at planet hand warp tokens foreign home seats second reverse cone zap card cards ionic gas quash emotion "
    "control force field all use flare tech reinforce deal no gives colony for from gate by add worth value saves "
    "wins offense defense none mobius tubes plague".split()
)
CLAUSES = (
    "at",
    "planet",
    "hand",
    "warp",
    "tokens",
    "foreign",
    "home",
    "seats",
    "second",
    "zap",
    "card zap",
    "ionic gas",
    "quash",
    "emotion control",
    "force field",
    "use",
    "flare",
    "tech",
    "reinforce",
    "deal",
    "no deal",
    "add",
    "worth",
    "value",
    "saves",
    "wins",
)
_MINUS = frozenset("-−–")
_LETTER_CARDS = {
    "n": Card(pos.NEGOTIATE),
    "m": Card(pos.MORPH),
    "a": Card(pos.ATTACK),
    "none": Card(pos.NONE),
    "?": Card(pos.HIDDEN),
}
_DIGITS = 6  # longer numbers are slips of the keyboard


class Names(Protocol):
    """The names the rulebase knows; a printed name comes back for any spelling of it."""

    def alien(self, text: str) -> str | None:
        """The alien's printed name, or None."""

    def card(self, text: str) -> str | None:
        """The card's printed name with hyphens for spaces, or None."""

    def near_aliens(self, text: str) -> list[str]:
        """Alien names that look like this one, nearest first."""

    def near_cards(self, text: str) -> list[str]:
        """Card names that look like this one, nearest first."""


def read(line: str, names: Names) -> Position:
    """Reads one encounter line.

    Raises MalformedError, with the place, for anything that is not in the notation or that names no known alien or
    card. The position is not yet checked: see `faults.faults`.
    """
    return _Reader(line, names).position()


class _Reader:
    """Walks over the pieces of one line; each method reads one thing and leaves the next piece current."""

    def __init__(self, line: str, names: Names) -> None:
        self.line = line
        self.names = names
        self.tokens = tokens(line)
        self.at = 0
        self.now = self.tokens[0]
        self.players: dict[str, str] = {}
        self.seen: set[str] = set()

    # -- walking ---------------------------------------------------------------------------------------------------

    def step(self) -> str:
        token = self.now
        if token:
            self.at += 1
            self.now = self.tokens[self.at]
        return token

    def ahead(self, count: int = 1) -> str:
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def column(self, at: int) -> int:
        return columns(self.line)[at]

    def fail(self, expected: str, hint: str = "", at: int | None = None) -> NoReturn:
        raise MalformedError(self.line, self.column(self.at if at is None else at), expected, hint)

    def mark(self, text: str) -> bool:
        if self.now == text:
            self.step()
            return True
        return False

    def word(self, text: str) -> bool:
        if self.now.lower() == text:
            self.step()
            return True
        return False

    def says(self, *texts: str) -> bool:
        """Whether the next words are these."""
        return all(self.ahead(i).lower() == text for i, text in enumerate(texts))

    def done(self) -> bool:
        return self.now in ("", ";")

    # -- small things ----------------------------------------------------------------------------------------------

    def number(self, what: str) -> int:
        """A number of digits only, e.g. how many ships."""
        if not is_number(self.now):
            self.fail(what)
        return self.digits()

    def digits(self) -> int:
        if len(self.now) > _DIGITS:
            self.fail("a smaller number")
        return int(self.step())

    def signed(self, what: str) -> int:
        if self.now in _MINUS:
            self.step()
            return -self.number(what)
        self.mark("+")
        return self.number(what)

    def count(self, what: str) -> int | None:
        """A number, or None for `?`."""
        if self.now == "?":
            self.step()
            return None
        return self.number(f"{what} (a number or ?)")

    def player(self, what: str = "a player's name") -> str:
        """A player's name, spelled as it was first."""
        name = self.now
        key = name.casefold()
        known = self.players.get(key)
        if known is None:
            self.check_name(name, key, what)
            known = self.players[key] = name
        self.step()
        return known

    def check_name(self, name: str, key: str, what: str) -> None:
        if not is_word(name):
            self.fail(what)
        if not name.isalnum():
            self.fail(what, f"A player's name has letters and digits only, so {name!r} is not one.")
        if key in RESERVED:
            self.fail(what, f"{name!r} is a word of this notation; call the player something else.")

    def is_player(self) -> bool:
        return self.now.casefold() in self.players

    def name(self, what: str) -> str:
        """A printed name, quoted or with hyphens; the quotes are taken off."""
        if is_quoted(self.now):
            return self.step()[1:-1]
        if not is_word(self.now):
            self.fail(what)
        return self.step()

    def alien(self) -> str:
        at = self.at
        name = self.name("an alien's name")
        known = self.names.alien(name)
        if known is None:
            near = self.names.near_aliens(name)
            hint = f"Did you mean {' or '.join(near)}?" if near else "A name with spaces is written with hyphens."
            self.fail("the name of an alien", hint, at)
        return known

    def aliens(self) -> tuple[str, ...]:
        found: list[str] = []
        while self.now == "/":
            self.step()
            found.append(self.alien())
        return tuple(found)

    def card_name(self, expected: str) -> str:
        at = self.at
        name = self.name(expected)
        known = self.names.card(name)
        if known is None:
            near = self.names.near_cards(name)
            self.fail(expected, f"Did you mean {' or '.join(near)}?" if near else "", at)
        return known

    def planet(self) -> tuple[str, str]:
        owner = self.player("a planet, such as red.4")
        if not self.mark("."):
            self.fail("a dot and the planet's number, such as red.4")
        if self.word("genesis"):
            return owner, "genesis"
        return owner, str(self.number("the planet's number, 1 to 5"))

    def comma_list(self, item: Callable[[], None]) -> None:
        item()
        while self.mark(","):
            item()

    def rest(self) -> str:
        """The raw text up to the next semicolon: the players' own words."""
        if self.done():
            return ""
        start = self.column(self.at)
        while not self.done():
            self.step()
        end = self.column(self.at) if self.now else len(self.line)
        return self.line[start:end].strip()

    # -- the line --------------------------------------------------------------------------------------------------

    def position(self) -> Position:
        offense = self.side()
        if not self.word("vs"):
            self.fail("'vs' and the defense's side", "For example: red 3 : 10 vs blue 2 : 8")
        self.mark(".")
        position = Position(offense, self.side(), line=self.line)
        acts: list[Act] = []
        while self.now:
            if not self.mark(";"):
                self.fail("';' and a clause, or the end of the line")
            if self.done():
                continue  # an empty clause is a slip, not a question
            self.clause(position, acts)
        position.acts = tuple(acts)
        return position

    def side(self) -> Side:
        players = [self.participant()]
        while self.mark("+"):
            players.append(self.participant())
        if not self.mark(":"):
            self.fail("'+' and an ally, or ':' and the encounter card", "For example: red 3 + blue 2 : 10")
        card = self.encounter_card()
        plus: list[int] = []
        while self.mark("+"):
            plus.append(self.number("the value of a reinforcement, such as +2"))
        return Side(players[0], tuple(players[1:]), card, tuple(plus))

    def participant(self) -> Player:
        name = self.player()
        aliens = self.aliens()
        return Player(name, self.count("how many ships"), aliens)

    def encounter_card(self) -> Card:
        expected = "an encounter card: a number, A, N, M, none, ? or a card's printed name"
        token = self.now
        if is_number(token) or token in _MINUS:
            return Card(pos.ATTACK, self.signed("the attack's value"))
        letter = _LETTER_CARDS.get(token.lower())
        if letter is not None:
            self.step()
            return letter
        return Card(pos.OTHER, None, self.card_name(expected))

    # -- clauses: what stands on the table -------------------------------------------------------------------------

    def clause(self, position: Position, acts: list[Act]) -> None:
        at = self.at
        word = self.now.lower()
        fact = _FACTS.get(word)
        if fact is not None:
            self.step()
            fact(self, position)
        elif word in _ACTS or word in ("zap", "cosmic-zap", "card-zap"):
            acts.append(self.act())
        else:
            self.fail(f"a clause: {', '.join(CLAUSES)}", _nearest_clause(word), at)
        if not self.done():
            self.fail("';' and another clause, or the end of the line")

    def once(self, what: str) -> None:
        if what in self.seen:
            self.fail("another clause", f"{what!r} was given before.", self.at - 1)
        self.seen.add(what)

    def read_at(self, position: Position) -> None:
        self.once("at")
        position.target = self.planet()

    def read_planet(self, position: Position) -> None:
        stacks = position.planet = position.planet or {}

        def stack() -> None:
            at = self.at
            name = self.player()
            aliens = self.aliens()
            self.put(stacks, name, self.count("how many ships stand there"), "planet", at)
            self.note_aliens(position, name, aliens)

        self.comma_list(stack)

    def note_aliens(self, position: Position, name: str, aliens: tuple[str, ...]) -> None:
        if aliens:
            mine = next((p for p in position.participants() if p.name == name), None)
            if mine is None:
                position.aliens[name] = aliens
            elif not mine.aliens:
                mine.aliens = aliens

    def put(self, facts: dict[str, int | None], name: str, count: int | None, what: str, at: int) -> None:
        if name in facts and facts[name] != count:
            before = "?" if facts[name] is None else facts[name]
            self.fail(f"one {what} for {name}", f"It was given before as {before}.", at)
        facts[name] = count

    def read_hand(self, position: Position) -> None:
        def hand() -> None:
            at = self.at
            name = self.player()
            said = Hand(None, self.hand_cards()) if self.mark(":") else Hand(self.count("how many cards"))
            if said.cards is not None:
                said = Hand(len(said.cards), said.cards)
            if position.hands.get(name, said) != said:
                self.fail(f"one hand for {name}", "It was given before.", at)
            position.hands[name] = said

        self.comma_list(hand)

    def hand_cards(self) -> tuple[str, ...]:
        cards: list[str] = []
        while not self.done() and self.now != ",":
            cards.append(self.hand_card())
        return tuple(cards)

    def hand_card(self) -> str:
        expected = "a card: a number, N, M, +2, ? or a card's printed name"
        token = self.now
        if self.mark("?"):
            return "?"
        if self.mark("+"):
            return f"+{self.number('the value of a reinforcement')}"
        if is_number(token) or token in _MINUS:
            return str(self.signed("the attack's value"))
        if token.lower() in ("n", "m", "a"):
            return self.step().upper()
        return self.card_name(expected)

    def read_counts(self, position: Position, word: str, what: str) -> None:
        facts: dict[str, int | None] = getattr(position, word)

        def count() -> None:
            at = self.at
            name = self.player()
            self.put(facts, name, self.count(what), word, at)

        self.comma_list(count)

    def read_seats(self, position: Position) -> None:
        self.once("seats")
        seats: list[str] = []
        while not self.done():
            name = self.player("the players clockwise, such as: seats red yellow blue")
            self.note_aliens(position, name, self.aliens())
            seats.append(name)
            self.mark(",")
        if not seats:
            self.fail("the players clockwise, such as: seats red yellow blue")
        position.seats = tuple(seats)

    def read_second(self, position: Position) -> None:
        self.word("encounter")
        position.second = True

    def read_cone(self, position: Position) -> None:
        if not self.word("cone"):
            self.fail("'cone'")
        position.reverse_cone = True

    # -- clauses: what was done ------------------------------------------------------------------------------------

    def act(self) -> Act:
        at = self.at
        word = self.step().lower()
        if word == "cosmic" and self.word("zap"):
            word = "zap"
        if word == "card-zap" or (word == "card" and self.expect_word("zap")):
            return Act("card-zap", by=self.read_by(), column=self.column(at))
        act = _ACTS["zap" if word == "cosmic-zap" else word](self)
        act.column = self.column(at)
        return act

    def expect_word(self, text: str) -> bool:
        if not self.word(text):
            self.fail(f"{text!r}")
        return True

    def read_by(self) -> str:
        return self.player() if self.word("by") else ""

    def act_zap(self) -> Act:
        who = self.player("the player whose power is zapped")
        name = ""
        if self.mark("/") or (not self.done() and not self.says("by")):
            name = self.alien()
        return Act("zap", who, self.read_by(), name)

    def act_plain(self, verb: str, second: str) -> Act:
        if second:
            self.expect_word(second)
        return Act(verb, by=self.read_by())

    def act_plague(self) -> Act:
        return Act("plague", self.player("the player who is plagued"), self.read_by())

    def act_force_field(self, second: str = "field") -> Act:
        if second:
            self.expect_word(second)
        if self.word("all"):
            return Act("force-field", args=("all",), by=self.read_by())
        allies = [self.player("the allies whose alliances are cancelled, or 'all'")]
        while self.mark(",") or (not self.done() and not self.says("by")):
            allies.append(self.player("another ally"))
        return Act("force-field", args=tuple(allies), by=self.read_by())

    def act_use(self) -> Act:
        return Act("use", self.player("the player who uses a power"), args=self.args())

    def act_flare(self) -> Act:
        who = self.player("the player who plays the flare")
        return Act("flare", who, name=self.alien(), args=self.args())

    def act_tech(self) -> Act:
        who = self.player("the player who uses the tech")
        return Act("tech", who, name=self.card_name("the name of a tech"), args=self.args())

    def args(self) -> tuple[str, ...]:
        found: list[str] = []
        while not self.done():
            self.mark(",")
            if not self.done():
                found.append(self.arg())
        return tuple(found)

    def arg(self) -> str:
        if self.is_player():
            if self.ahead() == ".":
                owner, number = self.planet()
                return f"{owner}.{number}"
            return self.player()
        for word in ("offense", "defense", "all", "gate"):
            if self.word(word):
                return word
        if (is_word(self.now) or is_quoted(self.now)) and self.now.lower() not in _LETTER_CARDS:
            shown = self.now.strip('"“”')
            alien = self.names.alien(shown)
            if alien is not None:
                self.step()
                return f'"{alien}"' if not alien.replace("-", "").isalnum() else alien
        return self.hand_card()

    def act_reinforce(self) -> Act:
        who = self.player("the player who plays the reinforcement")
        self.mark("+")
        amount = self.number("the value of the reinforcement, such as +2")
        return Act("reinforce", who, amount=amount, side=self.a_side())

    def a_side(self) -> str:
        for side in (pos.OFFENSE, pos.DEFENSE):
            if self.word(side):
                return side
        self.fail("'offense' or 'defense'")

    def act_no_deal(self) -> Act:
        self.expect_word("deal")
        return Act("no-deal")

    def act_deal(self) -> Act:
        terms = [self.term()]
        while self.mark(",") or self.word("and"):
            terms.append(self.term())
        return Act("deal", terms=tuple(terms))

    def term(self) -> Term:
        giver = self.player("the player who gives")
        if not self.word("gives"):
            self.fail("'gives', such as: red gives 2 cards")
        if self.word("colony"):
            return self.colony(giver)
        if is_number(self.now) and self.ahead().lower() in ("card", "cards"):
            count = self.digits()
            self.step()
            return Term(giver, count)
        if self.word("card"):
            return Term(giver, 1)
        cards: list[str] = []
        while not self.done() and not self.says("and") and self.now != ",":
            cards.append(self.hand_card())
        if not cards:
            self.fail("what is given: 2 cards, named cards, or colony purple.3 for 2 from gate")
        return Term(giver, len(cards), tuple(cards))

    def colony(self, giver: str) -> Term:
        planet, ships, source = "", None, ""
        if is_word(self.now) and self.ahead() == ".":
            owner, number = self.planet()
            planet = f"{owner}.{number}"
        if self.word("for"):
            ships = self.number("how many ships found the colony")
        if self.word("from"):
            if self.word("gate"):
                source = "gate"
            elif self.word("colonies"):
                source = "colonies"
            else:
                owner, number = self.planet()
                source = f"{owner}.{number}"
        return Term(giver, colony=True, planet=planet, ships=ships, source=source)

    # -- clauses: what the players state ---------------------------------------------------------------------------

    def state_add(self) -> Act:
        side = self.a_side()
        return Act("add", side=side, amount=self.signed("how much is added"), why=self.rest())

    def state_worth(self) -> Act:
        who = self.player("the player whose ships have this worth")
        return Act("worth", who, amount=self.signed("what each ship is worth"), why=self.rest())

    def state_value(self) -> Act:
        who = self.player("the main player whose card has this value")
        return Act("value", who, amount=self.signed("the card's value"), why=self.rest())

    def state_saves(self) -> Act:
        who = self.player("the player whose ships are saved")
        amount = self.digits() if is_number(self.now) else None
        return Act("saves", who, amount=amount, why=self.rest())

    def state_wins(self) -> Act:
        side = self.a_side()
        return Act("wins", side=side, why=self.rest())


def _nearest_clause(word: str) -> str:
    if not word:
        return ""
    import difflib  # noqa: PLC0415  only on the way to an error

    near = difflib.get_close_matches(word, [c.split()[0] for c in CLAUSES], 1)
    return f"Did you mean {near[0]!r}?" if near else ""


_FACTS: dict[str, Callable[[_Reader, Position], None]] = {
    "at": _Reader.read_at,
    "planet": _Reader.read_planet,
    "hand": _Reader.read_hand,
    "warp": lambda r, p: r.read_counts(p, "warp", "how many ships are in the warp"),
    "tokens": lambda r, p: r.read_counts(p, "tokens", "how many tokens lie on the sheet"),
    "foreign": lambda r, p: r.read_counts(p, "foreign", "how many foreign colonies"),
    "home": lambda r, p: r.read_counts(p, "home", "how many home colonies"),
    "seats": _Reader.read_seats,
    "second": _Reader.read_second,
    "reverse": _Reader.read_cone,
}

_ACTS: dict[str, Callable[[_Reader], Act]] = {
    "zap": _Reader.act_zap,
    "cosmic": _Reader.act_zap,
    "card": _Reader.act,
    "ionic": lambda r: r.act_plain("ionic-gas", "gas"),
    "ionic-gas": lambda r: r.act_plain("ionic-gas", ""),
    "quash": lambda r: r.act_plain("quash", ""),
    "emotion": lambda r: r.act_plain("emotion-control", "control"),
    "emotion-control": lambda r: r.act_plain("emotion-control", ""),
    "mobius": lambda r: r.act_plain("mobius-tubes", "tubes"),
    "mobius-tubes": lambda r: r.act_plain("mobius-tubes", ""),
    "plague": _Reader.act_plague,
    "force": _Reader.act_force_field,
    "force-field": lambda r: r.act_force_field(""),
    "use": _Reader.act_use,
    "flare": _Reader.act_flare,
    "tech": _Reader.act_tech,
    "reinforce": _Reader.act_reinforce,
    "deal": _Reader.act_deal,
    "no": _Reader.act_no_deal,
    "add": _Reader.state_add,
    "worth": _Reader.state_worth,
    "value": _Reader.state_value,
    "saves": _Reader.state_saves,
    "wins": _Reader.state_wins,
}
