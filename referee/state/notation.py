"""An encounter line read into a position.

A hand-written reader, because the line is what a player types with friends waiting: each thing that is not
understood is answered with the place and with what could stand there (MalformedError). What is understood but
cannot be is left to `faults`; what is forbidden is left to the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from referee.book.names import near
from referee.state import encounter as pos
from referee.state.acts import OPENINGS, read_act
from referee.state.encounter import Act, Card, Hand, Player, Position, Side
from referee.state.reader import LETTER_CARDS, RESERVED, Names, Reader, is_number, is_word
from referee.state.words import AGAINST, CARDS, MINUS

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
    "loses",
    "rewards",
    "compensation",
    "removed",
    "stays",
    "colony",
    "game",
    "nothing",
)


def read(line: str, names: Names) -> Position:
    """Reads one encounter line.

    Raises MalformedError, with the place, for anything that is not in the notation or that names no known alien or
    card. The position is not yet checked: see `faults.faults`.
    """
    return LineReader(line, names).position()


class LineReader(Reader):
    """One line, clause by clause."""

    # -- the line --------------------------------------------------------------------------------------------------

    def position(self) -> Position:
        """The whole line: two sides, then clauses."""
        offense = self.side()
        if not self.one_of(AGAINST):
            self.fail("'vs' and the defense's side", "For example: red 3 : 10 vs blue 2 : 8")
        self.mark(".")
        position = Position(offense, self.side(), line=self.line)
        acts: list[Act] = []
        self.meet_seated()
        self.clauses(lambda: self.clause(position, acts))
        position.acts = tuple(acts)
        position.sheetless = tuple(self.sheetless)
        return position

    def meet_seated(self) -> None:
        """Notes who is named by a `seats` further on, so that what stands before it can name them too."""
        ahead = pairwise(token.lower() for token in self.tokens[self.at :])
        start = next((at + 2 for at, pair in enumerate(ahead, self.at) if pair == (";", "seats")), len(self.tokens))
        for token in _names_listed(self.tokens[start:]):
            if token.lower() not in RESERVED and len(self.players) < self.most_players:
                self.players.setdefault(token.casefold(), token)

    def side(self) -> Side:
        """One side: the main player, allies, the card that is turned up, and reinforcements."""
        players = [self.participant()]
        while self.mark("+"):
            players.append(self.participant())
        if not self.mark(":"):
            self.fail("'+' and an ally, or ':' and the encounter card", "For example: red 3 + blue 2 : 10")
        card = self.encounter_card()
        plus: list[int | None] = []
        while self.mark("+"):
            what = "the value of a reinforcement, such as +2 (a number or ?)"
            plus.append(None if self.mark("?") else self.figures(what))
        return Side(players[0], tuple(players[1:]), card, tuple(plus))

    def participant(self) -> Player:
        """A player with its aliens and ships."""
        name = self.player()
        aliens = self.aliens()
        return Player(name, self.ships(), aliens)

    def encounter_card(self) -> Card:
        """The card that a main player turns up."""
        expected = "an encounter card: a number, A, N, M, none, ? or a card's printed name"
        token = self.now
        if is_number(token) or token in MINUS:
            return Card(pos.ATTACK, self.signed("the attack's value"))
        letter = LETTER_CARDS.get(token.lower())
        if letter is not None:
            self.step()
            return letter
        if token == "+" and is_number(self.ahead()):
            self.step()
            return Card(pos.OTHER, None, f"+{self.figures('the value of the reinforcement')}")
        return self.card_said() or Card(pos.OTHER, None, self.card_name(expected))

    # -- clauses: what stands on the table -------------------------------------------------------------------------

    def clause(self, position: Position, acts: list[Act]) -> None:
        """One clause: something that stands on the table, or an act that is added to `acts`."""
        at = self.at
        word = self.now.lower()
        fact = FACTS.get(word)
        if fact is not None:
            self.step()
            fact(self, position)
        elif word in OPENINGS:
            acts.append(read_act(self))
        else:
            self.fail(f"a clause: {', '.join(CLAUSES)}", nearest_clause(word), at)

    def read_at(self, position: Position) -> None:
        """`at red.4`: the target planet."""
        self.once("at")
        position.target = self.planet()

    def read_planet(self, position: Position) -> None:
        """`planet purple 2, blue 3`: all ships that stand on the target planet."""
        stacks = position.planet = position.planet or {}

        def stack() -> None:
            at = self.at
            name = self.player()
            aliens = self.aliens()
            self.put(stacks, name, self.count("how many ships stand there"), "planet", at)
            self.note_aliens(position, name, aliens, at)

        self.comma_list(stack)

    def note_aliens(self, position: Position, name: str, aliens: tuple[str, ...], at: int) -> None:
        """Takes down a player's aliens where they are named after the sides; they must not change."""
        if not aliens:
            return
        mine = next((p for p in position.participants() if p.name == name), None)
        before = mine.aliens if mine is not None else position.aliens.get(name, ())
        if before and before != aliens:
            self.fail(f"one set of aliens for {name}", f"It was given before as {'/'.join(before)}.", at)
        if mine is None:
            position.aliens[name] = aliens
        else:
            mine.aliens = aliens

    def put(self, facts: dict[str, int | None], name: str, count: int | None, what: str, at: int) -> None:
        """Takes down how many there are, which must not have been told otherwise before."""
        if name in facts and facts[name] != count:
            before = "?" if facts[name] is None else facts[name]
            self.fail(f"one {what} for {name}", f"It was given before as {before}.", at)
        facts[name] = count

    def read_hand(self, position: Position) -> None:
        """`hand red 3` or `hand red: 10 N ?`, of one player or several."""

        def hand() -> None:
            at = self.at
            name = self.player()
            if self.mark(":"):
                cards = self.hand_cards()
                said = Hand(len(cards), cards)
            else:
                said = Hand(None if self.mark("?") else self.card_count("how many cards (a number or ?)"))
            if position.hands.get(name, said) != said:
                self.fail(f"one hand for {name}", "It was given before.", at)
            position.hands[name] = said

        self.comma_list(hand)

    def hand_cards(self) -> tuple[str, ...]:
        """The cards of a hand, up to that of another player."""
        cards: list[str] = []
        while not self.done():
            if self.now == ",":
                if self.opens_a_hand():
                    break
                self.step()
            else:
                cards.append(self.hand_card())
        return self.held(cards)

    def opens_a_hand(self) -> bool:
        """Whether another player's hand follows the comma, and not another card."""
        name, after = self.ahead(), self.ahead(2)
        is_card = name.lower() in LETTER_CARDS or name.lower() in CARDS
        return is_word(name) and not is_card and (after in (":", "?") or is_number(after))

    def read_counts(self, position: Position, word: str, what: str) -> None:
        """`warp yellow 2, red 3` and the like, of one player or several."""
        facts: dict[str, int | None] = getattr(position, word)

        def count() -> None:
            at = self.at
            name = self.player()
            self.put(facts, name, self.count(what), word, at)

        self.comma_list(count)

    def read_seats(self, position: Position) -> None:
        """`seats red yellow blue`: who sits clockwise."""
        self.once("seats")
        seats: list[str] = []
        while not self.done():
            name = self.player("the players clockwise, such as: seats red yellow blue")
            at = self.at
            self.note_aliens(position, name, self.aliens(), at)
            seats.append(name)
            self.mark(",")
        if not seats:
            self.fail("the players clockwise, such as: seats red yellow blue")
        position.seats = tuple(seats)

    def read_second(self, position: Position) -> None:
        """`second [encounter]`."""
        self.word("encounter")
        position.second = True

    def read_cone(self, position: Position) -> None:
        """`reverse cone`."""
        if not self.word("cone"):
            self.fail("'cone'")
        position.reverse_cone = True


def _names_listed(tokens: Sequence[str]) -> Iterator[str]:
    """The names of players in a clause, without their aliens and what stands in brackets."""
    bracketed = False
    for before, token in pairwise(["", *tokens]):
        if token == ";":
            return
        bracketed = token == "(" or (bracketed and before != ")")
        if is_word(token) and token.isalnum() and before != "/" and not bracketed:
            yield token


LEFT_TO_PLAYERS = ("hazard", "kicker", "rift")  # cards of which no document prints what they do


def nearest_clause(word: str) -> str:
    """`Did you mean 'hand'?` where the word of a clause looks like this one; else empty.

    Of a card that is left to the players, how they say what it does.
    """
    if not word:
        return ""
    if word in LEFT_TO_PLAYERS:
        ways = f"value red N {word}, add offense 8 {word}, loses blue 3 {word}"
        return f"What a {word} does the players say, such as: {ways}."
    nearest = near(word, [c.split()[0] for c in CLAUSES], 1)
    return f"Did you mean {nearest[0]!r}?" if nearest else ""


FACTS: dict[str, Callable[[LineReader, Position], None]] = {
    "at": LineReader.read_at,
    "planet": LineReader.read_planet,
    "hand": LineReader.read_hand,
    "warp": lambda r, p: r.read_counts(p, "warp", "how many ships are in the warp"),
    "tokens": lambda r, p: r.read_counts(p, "tokens", "how many tokens lie on the sheet"),
    "foreign": lambda r, p: r.read_counts(p, "foreign", "how many foreign colonies"),
    "home": lambda r, p: r.read_counts(p, "home", "how many home colonies"),
    "seats": LineReader.read_seats,
    "second": LineReader.read_second,
    "reverse": LineReader.read_cone,
}
