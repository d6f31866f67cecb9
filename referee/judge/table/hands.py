"""What a command asks of hands and decks, and does to them: cards held, played, lent, drawn and discarded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, NoReturn

from referee.book.law import Rule
from referee.judge.counted import cards_of
from referee.judge.deck import type_of
from referee.judge.phases.discards import sorted_others
from referee.judge.table.reckoning import doubt, is_reckoned, is_unknown, told
from referee.judge.table.steps import Steps
from referee.state import table as tbl
from referee.state.table import Table

# What is played for its own effect, at any moment that its bars name.
_BESIDES = ("artifact", "flare")


# By its type, the rule by which a card is played out of the hand of who holds it; any other is an encounter card.
_PLAYED_FROM_HAND = {
    "artifact": "cards.not-held",
    "flare": "flares.not-held",
    "reinforcement": "reveal.reinforcement-not-held",
}

OVER = "the end"  # until when cards can lie apart, besides until a phase (`Hands.lay_apart`)

# Effects that lay cards apart until a moment.
_LAY_APART = frozenset(("lays_anybody_apart", "lays_opponent_apart", "lays_type_apart"))

_MOST_HANDS = 4096  # so many are remembered


class HandFacts(NamedTuple):
    """What is known of a hand: whether it has an encounter card, whether it has none, and what of it can be played.

    That is `besides`, at any moment that a bar names; `selects`, facedown (an unknown card may be); and `adds`, the
    reinforcements. Of each, every card once, in the order of the hand.
    """

    has: bool
    lacks: bool
    besides: tuple[str, ...]
    selects: tuple[str, ...]
    adds: tuple[str, ...]


@lru_cache(maxsize=1024)
def _can_be(card: str) -> Mapping[str, None]:
    """How a card can stand in a hand, the surest first: as itself, an attack as some attack, or as an unknown card."""
    some = (tbl.SOME_ATTACK,) if is_value(card) else ()
    return dict.fromkeys((card, *some, tbl.UNKNOWN))


def is_value(card: str) -> bool:
    """Whether a card is an attack of which the value is known."""
    return card.lstrip("-").isdigit()


def lent_to(player: str, owner: str) -> str:
    """Where another player's hand lies that can be played from a sheet, in `Table.aside`."""
    return f"{player} from {owner}"


def _apart(player: str, until: str) -> str:
    """Where cards of a player's lie until a moment, in `Table.aside`."""
    return f"{player} laid aside until {until}"


class Hands(Steps):
    """What `Turn` knows of cards, as far as the table does, and how they move."""

    __slots__ = ("drawn", "table")

    table: Table
    drawn: tuple[str, ...]  # who drew cards from the cosmic deck, once for each card

    def holds(self, player: str, card: str) -> bool:
        """Whether the player can hold this card, as far as the hand is known, or has it on the sheet to be played.

        A hand of which only the number was known can hold any: a card that is laid shows that the number was wrong.
        """
        return player in self.table.counted or self.has(player, card)

    def has(self, player: str, card: str) -> bool:
        """True if the player can hold this card as the hand is counted, or has it on the sheet to be played."""
        hand = self.table.hands[player]
        if card in hand or tbl.UNKNOWN in hand:
            return True
        can_be = _can_be(card)
        if not can_be.keys().isdisjoint(hand):
            return True
        if not self.table.aside:
            return False
        return any(not can_be.keys().isdisjoint(cards) for _, cards in self.lent(player))

    def held_to_play(self, card: str, verb: str = "") -> Rule:
        """The rule by which this card is played out of a hand that holds it, resting on its own text if it has one."""
        kind = "reinforcement" if verb == "reinforce" else self.card_type(card)
        rule = self.law[_PLAYED_FROM_HAND.get(kind, "table.not-held")]
        if not rule.sheet:
            return rule
        text = self.rulebase.text_cited(f"card {card}-flare" if kind == "flare" else f"card {card}")
        return rule.resting_on((*text, *rule.cites))

    def check_held(self, player: str, card: str, nearest: Iterable[str] = ()) -> None:
        """Refuses a card with which a power or another card works, and which is not in the hand it comes out of."""
        if not self.holds(player, card):
            self.not_held(player, card, nearest)

    def not_held(self, player: str, card: str, nearest: Iterable[str] = (), by: Rule | None = None) -> NoReturn:
        """As `check_held`, of what is known not to be in that hand; `by` asks for the card, and is cited."""
        rule = self.refusing("powers.not-held")
        self.refuse(rule if by is None else rule.citing(by), player, card, nearest=nearest)

    def take_out(self, player: str, *cards: str) -> None:
        """Takes the cards with which a power or another card works out of a hand, as `check_held` and `give_up` do."""
        for card in cards:
            self.check_held(player, card)
            self.give_up(player, card)

    def give_up(self, player: str, card: str) -> None:
        """Takes a card out of a hand, or off the sheet where another's hand lies: itself, or else an unknown one."""
        hand = list(self.table.hands[player])
        for found in _can_be(card):
            if found in hand:
                hand.remove(found)
                self.table.hold(player, tuple(hand))
                return
            for owner, cards in self.lent(player):
                if found in cards:
                    self._play_lent(player, owner, found, card)
                    return
        if player in self.table.counted:
            self._held_more(player, len(hand))
            return
        raise ValueError(f"{player} does not hold {card}")

    def _held_more(self, player: str, count: int) -> None:
        """A card was laid that the count of a hand denies: it was held, and the count is in doubt from now on."""
        self.find("table.held-more", count + 1, player, cards_of(count))
        doubt(self.table, player, (tbl.HAND,))

    def lent(self, player: str) -> list[tuple[str, tuple[str, ...]]]:
        """(whose, which cards) for hands of others that lie on a player's sheet, to be played as if from hand."""
        if not self.table.aside:
            return []
        begins = lent_to(player, "")
        return [(key.removeprefix(begins), cards) for key, cards in self.table.aside.items() if key.startswith(begins)]

    def _play_lent(self, player: str, owner: str, found: str, card: str) -> None:
        """A card off the sheet is played; what would go back to hand later goes to the one whose it was."""
        key = lent_to(player, owner)
        cards = list(self.table.aside[key])
        cards.remove(found)
        self.table.aside[key] = tuple(cards)
        self.table.borrowed = {**self.table.borrowed, key: (*self.table.borrowed.get(key, ()), card)}
        self.find("demands.played-from-sheet", True, player, card, owner)

    def playable(self, player: str) -> HandFacts:
        """What is known of the cards that a player can play: the hand, and those on the sheet."""
        if not self.table.aside:
            return self.hand_of(player)
        lent = (card for _, cards in self.lent(player) for card in cards)
        return self._facts_of((*self.table.hands[player], *lent))

    def _lent_besides(self, player: str) -> list[str]:
        """The known cards on the sheet that can be played at any moment that their bars name."""
        return [card for _, cards in self.lent(player) for card in cards if self.card_type(card) in _BESIDES]

    def take_back(self, player: str, card: str) -> None:
        """A card that was played comes back to its player's hand; one off the sheet goes to whose it was before."""
        owner = self._lender(player, card)
        self.table.gain(owner, card)
        if owner != player:
            self.find("demands.not-to-hand", True, player, card, owner)

    def _lender(self, player: str, card: str) -> str:
        """Whose hand a played card came from, if it came off the sheet; else the player."""
        for owner, _ in self.lent(player):
            key = lent_to(player, owner)
            played = list(self.table.borrowed.get(key, ()))
            found = next((one for one in (card, tbl.UNKNOWN) if one in played), None)
            if found is not None:
                played.remove(found)
                self.table.borrowed = {**self.table.borrowed, key: tuple(played)}
                return player if owner == tbl.THE_DECK else owner
        return player

    def give_back_lent(self) -> None:
        """The encounter is over: what is left of a hand on another player's sheet goes back to whose it was.

        Cards off the deck go back on top of it.
        """
        for player in self.table.seats:
            for owner, cards in self.lent(player):
                if owner != tbl.THE_DECK:
                    self.table.gain(owner, *cards)
                elif self.table.deck is not None:
                    self.table.deck += len(cards)
                here = lent_to(player, owner)
                del self.table.aside[here]
                self.table.borrowed = {place: gone for place, gone in self.table.borrowed.items() if place != here}
                self.find("demands.hand-back", len(cards), player, cards_of(len(cards)), owner)

    def lay_played(self, player: str, place: str) -> None:
        """A main player's encounter card goes to where cards lie apart, so that it is not discarded with the other."""
        table = self.table
        table.aside[place] = (*table.aside.get(place, ()), table.cards[player])
        table.cards = {name: card for name, card in table.cards.items() if name != player}

    def lay_apart(self, player: str, until: str, *cards: str) -> None:
        """Cards out of a player's hand lie apart, and count for nothing, `until` the planning phase or the end."""
        place = _apart(player, until)
        self.table.aside[place] = (*self.table.aside.get(place, ()), *cards)

    def discard_apart(self, player: str, until: str, cards: Sequence[str]) -> None:
        """Cards that lie apart are discarded, and are in nobody's hand again."""
        place = _apart(player, until)
        left = [*self.table.aside.pop(place, ())]
        for card in cards:
            left.remove(card)
        if left:
            self.table.aside[place] = tuple(left)
        self.discard(cards, player)

    def take_up(self, until: str) -> None:
        """What lies apart until now is in everybody's hand again."""
        for player in self.table.seats if self.table.aside else ():
            cards = self.table.aside.pop(_apart(player, until), ())
            if cards:
                self.table.gain(player, *cards)
                self.tell(self._laid_by(), len(cards), player, cards_of(len(cards)))

    def _laid_by(self) -> Rule:
        """The rule by which cards come back that lay apart, with the sheets and flares that lay cards apart."""
        rule = self.law["uses.in-hand-again"]
        for laying in (*self._sheets_laying_apart(), *self._flares_laying_apart()):
            rule = rule.citing(laying)
        return rule

    def _sheets_laying_apart(self) -> Iterator[Rule]:
        """The rules of the sheets at the table that lay cards apart."""
        for alien in (self.rulebase.alien(name) for names in self.table.aliens.values() for name in names):
            if alien is not None and not alien.verbs.isdisjoint(_LAY_APART):
                yield alien.rule

    def _flares_laying_apart(self) -> Iterator[Rule]:
        """The rules of the flares played in this encounter that lay cards apart."""
        for act in self.table.acts:
            flare = self.rulebase.flare(act.name) if act.verb == "flare" else None
            text = flare.face(act.face) if flare is not None else None
            if text is not None and any(verb in _LAY_APART for verb, _ in text.effects):
                yield text.use(act.name, act.face).rule

    def lacks_encounter_card(self, player: str) -> bool:
        """Whether the hand is known to hold no encounter card, nor the cards on the sheet that can be played."""
        hand = self.table.hands[player]
        if hand in self.rulebase.armed_hands or not self.hand_of(player).lacks:
            return self._is_down_to_one(player, hand)
        if not self.table.aside:
            return True
        return all(tbl.UNKNOWN not in cards and not any(map(self._ready, cards)) for _, cards in self.lent(player))

    def _is_down_to_one(self, player: str, hand: tuple[str, ...]) -> bool:
        """Whether a power needs two encounter cards, and the hand is known to hold only one."""
        if tbl.UNKNOWN in hand or player not in self.table.aliens or sum(map(self._ready, hand)) > 1:
            return False
        return self._needs_two(player)

    def _needs_two(self, player: str) -> bool:
        """Whether a power of the player's needs two encounter cards now."""
        raise NotImplementedError

    def check_new_hand(self, player: str) -> None:
        """A defense that has selected no encounter card and holds none first draws a new hand (5.8.2)."""
        table = self.table
        if player == table.defense and player not in table.cards and self.lacks_encounter_card(player):
            self.forbid("planning.new-hand-due", player, nearest=(f"new hand {player}",))

    def has_encounter_card(self, player: str) -> bool:
        """Whether the hand is known to hold an encounter card, or two of them where a power needs two."""
        return self.hand_of(player).has and not self._is_down_to_one(player, self.table.hands[player])

    def hand_of(self, player: str) -> HandFacts:
        """What is known of a hand. Looked at once: hands are asked about far more often than they change."""
        hand, seen = self.table.hands[player], self.rulebase.hands_seen
        facts = seen.get(hand)
        if facts is None:
            if len(seen) == _MOST_HANDS:
                seen.clear()
                self.rulebase.armed_hands.clear()
            facts = seen[hand] = self._facts_of(hand)
            if not facts.lacks:
                self.rulebase.armed_hands.add(hand)
        if facts.lacks and self.is_open(player):
            return facts._replace(lacks=False)
        return facts

    def hold_at_least(self, player: str, count: int) -> None:
        """So many cards of a hand are given: a hand that is in doubt or not known held them, whatever was counted."""
        hand = self.table.hands[player]
        if len(hand) < count and self.is_open(player):
            self.table.gain(player, *((tbl.UNKNOWN,) * (count - len(hand))))

    def is_open(self, player: str) -> bool:
        """True if a hand may hold more cards than are counted: its number is in doubt, or not known."""
        table = self.table
        return is_reckoned(table, player, tbl.HAND) or is_unknown(table, player, tbl.HAND)

    def held_besides(self) -> Sequence[tuple[str, str]]:
        """(who, which card) for the known cards that can be played at any moment that their bars name.

        In the order of the seats, those on the sheet after the hand. As a rule the hands are those of a moment ago.
        """
        table, books = self.table, self.rulebase
        hands, held = books.held_besides
        if hands is not table.hands:
            seen, held = books.hands_seen, []
            for who, hand in table.hands.items():
                facts = seen.get(hand) or self.hand_of(who)
                if facts.besides:
                    held += [(who, card) for card in facts.besides]
            books.held_besides = (table.hands, held)
        if not table.aside:
            return held
        cards = ((who, (*self.hand_of(who).besides, *self._lent_besides(who))) for who in table.hands)
        return [(who, card) for who, besides in cards for card in besides]

    def _facts_of(self, hand: tuple[str, ...]) -> HandFacts:
        """What is known of these cards."""
        has = False
        besides: list[str] = []
        selects: list[str] = []
        adds: list[str] = []
        for card in dict.fromkeys(hand):
            if card == tbl.UNKNOWN:
                selects.append(card)
            elif self.is_encounter_card(card):
                selects.append(card)
                has = has or self._ready(card)
            elif card[0] == "+":
                adds.append(card)
            elif self.card_type(card) in _BESIDES:
                besides.append(card)
        return HandFacts(has, not has and tbl.UNKNOWN not in hand, tuple(besides), tuple(selects), tuple(adds))

    def _ready(self, card: str) -> bool:
        """Whether a card in hand is an encounter card, and not only once it is used as one (2.1.2.3)."""
        return self.is_encounter_card(card) and self.card_type(card) != self.law["planning.once-used"].value

    def is_encounter_card(self, card: str) -> bool:
        """Whether this is an attack, a negotiate, a morph or another encounter card (2.1.2)."""
        if card in ("N", "M", "A") or card.lstrip("-").isdigit():
            return True
        return self.card_type(card) in self.law["cards.encounter"].value

    def card_type(self, card: str) -> str:
        """The type printed on a card (2.1.1); a flare goes by its alien's name."""
        return type_of(self.rulebase, card)

    def redraw(self, player: str, count: int) -> None:
        """Discards a hand, but for what a power keeps of it, and draws so many cards that are not known."""
        left, kept = list(self.table.hands[player]), list[str]()
        self._happens("redraws", player=player, left=left, kept=kept)
        self.discard(left, player)
        self.table.hold(player, tuple(kept))
        told(self.table, player, tbl.HAND)
        self.draw(player, count)

    def draw(self, player: str, count: int) -> int:
        """Draws cards from the cosmic deck, as far as it is counted, and returns how many came.

        A deck that runs out is made anew from its discards (3.1.1.2). Where these have run out too there is a cosmic
        quake (4.9.1), and what was still to be drawn lapses.
        """
        table, left = self.table, count
        if count:
            self.drawn += (player,) * count
        while left:
            self._renew_deck()
            if table.deck == 0:
                self._quake()
                return count - left
            taken = left if table.deck is None else min(left, table.deck)
            table.gain(player, *((tbl.UNKNOWN,) * taken))
            if table.deck is not None:
                table.deck -= taken
            left -= taken
        self._renew_deck()
        return count

    def draw_rewards(self, player: str, count: int) -> int:
        """Draws from the rewards deck, as far as it is counted, and returns how many came: the rest is cosmic cards.

        A deck that runs out is made anew from its own discards (3.1.2.1); then there is none any more (3.1.2.2).
        """
        table, drawn = self.table, 0
        while drawn < count:
            if table.rewards_deck == 0 and table.rewards_discards:
                self.find("cards.rewards-reshuffle", table.rewards_discards, cards_of(table.rewards_discards))
                table.rewards_deck, table.rewards_discards = table.rewards_discards, 0
            if table.rewards_deck == 0:
                self.find("cards.rewards-run-out", True, player)
                break
            taken = count - drawn if table.rewards_deck is None else min(count - drawn, table.rewards_deck)
            table.gain(player, *((tbl.UNKNOWN,) * taken))
            if table.rewards_deck is not None:
                table.rewards_deck -= taken
            drawn += taken
        if drawn:
            self.find("cards.draws-rewards", drawn, player, cards_of(drawn))
        return drawn

    def _renew_deck(self) -> None:
        table = self.table
        if table.deck == 0 and table.discards:
            self.find("cards.reshuffle", len(table.discards), cards_of(len(table.discards)))
            table.deck, table.discards = len(table.discards), ()

    def _quake(self) -> None:
        """All hands are discarded and shuffled, and everybody is dealt a new one."""
        table = self.table
        dealt: int = self.law["cards.quake"].value
        self.find("cards.quake", dealt)
        for name in table.seats:
            self.discard(table.hands[name])
            table.hold(name, (tbl.UNKNOWN,) * dealt)
            told(table, name, tbl.HAND)
        left = len(table.discards) - dealt * len(table.seats)
        table.deck = left if left >= 0 else None  # with fewer cards than that the count was wrong
        table.discards = ()

    def take_off_pile(self, player: str, card: str) -> bool:
        """A card comes out of the discards to a player's hand; False where it is known not to lie there."""
        table, left = self.table, list(self.table.discards)
        found_as = next((one for one in (card, tbl.UNKNOWN) if card and one in left), "")
        if found_as:
            left.remove(found_as)
            table.discards = tuple(left)
            table.gain(player, card)
        return bool(found_as)

    def discard(self, cards: Iterable[str], by: str = "") -> None:
        """Puts cards on the discard pile, the last on top; of what a player (`by`) discards a power may take some."""
        cards = list(cards)
        if by:
            self._happens("discards", by=by, left=cards)
        if len(cards) > 1 and self.law["discards.order"].value != "none":
            cards = self._in_order(cards, by)
        self.table.discards = (*self.table.discards, *cards)

    def _in_order(self, cards: list[str], by: str) -> list[str]:
        """Cards that are discarded together: first those known to be no encounter cards, by name (4.10.2)."""
        others = sorted_others(card for card in cards if card != tbl.UNKNOWN)
        found = others + [card for card in cards if card not in others]
        if by and found != cards:
            self.find("discards.together", found, " ".join(found))
        return found

    def _happens(self, moment: str, **facts: object) -> None:
        """Lets the powers act, and flares in play, that have something to do at this moment."""
        raise NotImplementedError
