"""A command while it is ruled: the state it changes, what is found, what is forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from functools import lru_cache
from typing import Any, NamedTuple

from referee.judge.board import cards_of, home_colonies_of, ships_of
from referee.judge.finding import Finding
from referee.judge.table.inforce import InForce
from referee.judge.table.steps import Steps
from referee.law.law import Rule
from referee.law.loader import Rulebase
from referee.position import table as tbl
from referee.position.commands import Command, Stack
from referee.position.encounter import DEFENSE, OFFENSE
from referee.position.reader import LETTER_CARDS
from referee.position.table import Table

Handler = Callable[["Turn"], None]

# By verb: what rules it, and the phases to which it belongs (none: any phase).
HANDLERS: dict[str, tuple[Handler, tuple[str, ...]]] = {}


def command(verb: str, *phases: str) -> Callable[[Handler], Handler]:
    """Registers what rules a verb, and the phases to which it belongs."""

    def register(handler: Handler) -> Handler:
        HANDLERS[verb] = (handler, phases)
        return handler

    return register


# What is played for its own effect, at any moment that its bars name.
_BESIDES = ("artifact", "flare")


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


def lent_to(player: str, owner: str) -> str:
    """Where another player's hand lies that can be played from a sheet, in `Table.aside`."""
    return f"{player} from {owner}"


class Turn(Steps, InForce):
    """One command at one table. A handler reads it, forbids or changes, and says why."""

    __slots__ = ("command", "drawn", "table")

    def __init__(
        self, table: Table, rulebase: Rulebase, command: Command, waived: Set[str] = frozenset(), looks: bool = False
    ) -> None:
        """A command to be ruled on a copy of the table; on the table itself where somebody only `looks`."""
        self.rulebase, self.law = rulebase, rulebase.law  # as `Steps` has it, without a call for every command
        self.steps, self.ruling, self.waived = [], None, waived
        self.table = table if looks else table.copy()
        self.command = command
        self.drawn: tuple[str, ...] = ()  # who drew cards from the cosmic deck

    # -- finding ---------------------------------------------------------------------------------------------------

    def refusing(self, rule: str) -> Rule:
        """The rule by which a command is refused, as `_in_phase` has it."""
        return self._in_phase(self.law[rule])

    def _in_phase(self, rule: Rule) -> Rule:
        """The rule, and where it is that of the phases the clause too by which the own book numbers this one."""
        now = self.law.get(f"turn.{self.table.phase}-phase") if rule.id == "turn.phases" else None
        if now is None or now.borrowed or {cite.id for cite in now.cites} <= {cite.id for cite in rule.cites}:
            return rule
        return rule.citing(now)

    def alien_allows(self, player: str, verb: str) -> Finding | None:
        """The use of a power in force that has this effect, or None."""
        found = self.effect_of(player, verb)
        return None if found is None else Finding(found[0].rule, True, (), (player,))

    def ship_limit(self, player: str) -> Finding | None:
        """How many ships a power lets the player send at most, or None if no power limits that."""
        found = self.effect_of(player, "ship_limit")
        return None if found is None else Finding(found[0].rule, found[1]["ships"], (), (player,))

    def lifted(self, player: str) -> bool:
        """Whether a power or card that is not applied may let the player send ships in other numbers or from elsewhere.

        As on one line (`judge.legality`): such a power in force, or a flare or tech of the player's.
        """
        if self.has_unapplied(player):
            return True
        if self.table.powers.get(player) != tbl.HAS:
            return False
        aliens = (self.rulebase.alien(name) for name in self.table.aliens.get(player, ()))
        return any(alien is not None and "ships" in alien.lifts for alien in aliens)

    def has_unapplied(self, player: str) -> bool:
        """Whether the player has played a flare or tech in this encounter that is not applied here."""
        return bool(self.table.acts) and any(not use.effects for use in self._cards_played(player))

    def open_phases(self) -> set[str]:
        """The phases in which something may be played now: one that nobody has left yet by acting counts too."""
        table = self.table
        found = {table.phase}
        if table.phase == tbl.START:
            found.add(tbl.REGROUP)
        elif table.phase == tbl.LAUNCH:
            found.add(tbl.DESTINY)
        elif table.phase == tbl.ALLIANCE and not table.invited:
            found.add(tbl.LAUNCH)
        elif table.phase == tbl.PLANNING and not table.cards:
            found.add(tbl.ALLIANCE)
        elif table.phase == tbl.REVEAL:
            found.add(tbl.RESOLUTION if table.revealed else tbl.PLANNING)
        return found

    # -- ships -----------------------------------------------------------------------------------------------------

    def side_of(self, player: str) -> str:
        """The side a player is on in this encounter; none (an empty text) for a bystander."""
        if player == self.table.turn:
            return OFFENSE
        return DEFENSE if player == self.table.defense else self.table.allies.get(player, "")

    def taken_from(
        self, rule: str, player: str, ships: int, stacks: tuple[Stack, ...], nearest: Iterable[str] = ()
    ) -> list[Stack]:
        """Where ships that are sent come from: as said, or the fullest home planets, lower numbers first.

        Refused by the rule where they are not there, or where it is no colony of the player.
        """
        if not ships and not stacks:
            return []
        if not stacks:
            found = self.fullest(player, ships)
            if sum([count for _, count in found]) < ships:
                have = self.table.on_colonies(player)
                self.cannot(rule, player, f"there are {ships_of(have)} on them, not {ships}")
            self.find("ships.taken-from", ships, player, stacks_of(found))
            return found
        wanted: dict[str, int] = {}
        for place, count in stacks:
            wanted[place] = wanted.get(place, 0) + count
        total = sum(wanted.values())
        if total != ships:
            self.cannot(rule, player, f"that would be {ships_of(total)}, not {ships}", nearest=nearest)
        for place, count in wanted.items():
            self._check_source(rule, player, Stack(place, count), nearest)
        found = [Stack(place, count) for place, count in wanted.items() if count]
        self.find(rule, ships, player, stacks_of(found))
        return found

    def _check_source(self, rule: str, player: str, stack: Stack, nearest: Iterable[str]) -> None:
        place, count = stack
        if place not in self.table.ships:
            self.cannot("table.no-planet", place, nearest=nearest)
        there = self.table.at(place, player)
        if place == tbl.TECH and there:
            self.cannot("technology.stays", player, nearest=nearest)
        pulled = place == tbl.WARP and (self.lifted(player) or self._pulls(player, count))
        if place in tbl.PLACES and not pulled:
            self.cannot(rule, player, f"the {place} is none", nearest=nearest)
        if count > there:
            what = f"at {place} there are {ships_of(there)}, not {count}" if there else f"it has none on {place}"
            self.cannot(rule, player, what, nearest=nearest)

    def _pulls(self, player: str, count: int) -> bool:
        """Whether a card lets the player send so many ships straight out of the warp."""
        found = self.card_effect(player, "pulls_from_warp")
        return found is not None and count <= found[1]["ships"]

    def fullest(self, player: str, ships: int, barred: Iterable[str] = ()) -> list[Stack]:
        """So many ships off the fullest home planets, lower numbers first; then off foreign colonies likewise.

        None come from the planets that are `barred`.
        """
        table, standing = self.table, self.table.ships
        found: list[Stack] = []
        for home in (True, False):
            colonies = table.home_colonies(player) if home else sorted(table.foreign_colonies(player), key=_number)
            if barred:
                colonies = [place for place in colonies if place not in barred]
            taken = _off_the_fullest(tuple([standing[place][player] for place in colonies]), ships)
            found += [Stack(colonies[at], count) for at, count in taken]
            ships -= sum([count for _, count in taken])
            if not ships:
                break
        return found

    def send(self, player: str, stacks: Iterable[Stack], to: str) -> None:
        """Moves ships from colonies, and rules the colonies that end with it (4.6.1) and the power (4.6.2)."""
        for place, count in stacks:
            self.table.move(player, count, place, to)
            if not self.table.at(place, player) and place not in tbl.PLACES:
                rule = "colonies.home-left" if tbl.owner(place) == player else "colonies.foreign-left"
                self.find(rule, place, player)
        self.check_power(player)

    def back(self, player: str, source: str) -> None:
        """Returns all ships of a player that stand somewhere to the fullest home planet, or to the warp without one."""
        total = self.table.at(source, player)
        if total:
            stacks = self.homes_for(player, total)
            self.tell_homes(player, stacks)
            for place, count in stacks:
                self.table.move(player, count, source, place)

    def tell_homes(self, player: str, stacks: tuple[Stack, ...]) -> None:
        """Says where ships go that nobody sends: to a colony, or to the warp for want of one."""
        total = sum(count for _, count in stacks)
        if stacks[0].place == tbl.WARP:
            self.find("ships.no-colony", total, player, ships_of(total))
        else:
            self.find("ships.go-to", total, player, stacks_of(stacks))

    def check_return(self, player: str, stacks: tuple[Stack, ...], ships: int) -> None:
        """Refuses to return ships anywhere but to colonies that the player still has (4.6.1.1)."""
        if not sum(count for _, count in stacks):
            self.cannot("turn.nothing-due", player, "return")
        if all(place not in tbl.PLACES and self.table.at(place, player) for place, _ in stacks):
            return
        best = self.homes_for(player, ships)
        options = () if best[0].place == tbl.WARP else (f"return {player} {stacks_of(best)}",)
        for place, _ in stacks:
            if place not in self.table.ships:
                self.cannot("table.no-planet", place, nearest=options)
            if place in tbl.PLACES:
                if place != best[0].place:
                    self.cannot("colonies.own-colonies", player, f"in the {place}", nearest=options)
            elif not self.table.at(place, player):
                home = tbl.owner(place) == player
                self.forbid("colonies.not-to-lost" if home else "colonies.own-colonies", player, place, nearest=options)

    def homes_for(self, player: str, ships: int) -> tuple[Stack, ...]:
        """Where ships go that nobody sends: the fullest home colony, else the fullest foreign one, else the warp."""
        standing = self.table.ships
        colonies = self.table.home_colonies(player) or self.table.foreign_colonies(player)
        if not colonies:
            return (Stack(tbl.WARP, ships),)
        return (Stack(max(colonies, key=lambda place: (standing[place][player], -_number(place))), ships),)

    def check_power(self, player: str) -> None:
        """A power is lost below the number of home colonies that it needs, and regained with them (4.6.2)."""
        state = self.table.powers.get(player)
        if state is None:
            return
        least: int = self.law["power.lost"].value
        homes = len(self.table.home_colonies(player))
        if homes < least and state == tbl.HAS and not self._keeps_power(player):
            self.table.powers[player] = tbl.LOST
            self.find("power.lost", least, player, home_colonies_of(homes))
        elif homes >= least and state == tbl.LOST:
            self.table.powers[player] = tbl.HAS
            self.find("power.regained", True, player, home_colonies_of(homes))

    def _keeps_power(self, player: str) -> bool:
        """Whether the sheet lets its owner keep the power however few home colonies there are; that is no use of it."""
        return player in self.table.aliens and self.effect_of(player, "keeps_power") is not None

    # -- cards -----------------------------------------------------------------------------------------------------

    def holds(self, player: str, card: str) -> bool:
        """Whether the player can hold this card, as far as the hand is known, or has it on the sheet to be played."""
        hand = self.table.hands[player]
        if card in hand or tbl.UNKNOWN in hand:
            return True
        if not self.table.aside:
            return False
        return any(card in cards or tbl.UNKNOWN in cards for _, cards in self.lent(player))

    def give_up(self, player: str, card: str) -> None:
        """Takes a card out of a hand, or off the sheet where another's hand lies: itself, or else an unknown one."""
        hand = list(self.table.hands[player])
        for found in dict.fromkeys((card, tbl.UNKNOWN)):
            if found in hand:
                hand.remove(found)
                self.table.hands[player] = tuple(hand)
                return
            for owner, cards in self.lent(player):
                if found in cards:
                    self._play_lent(player, owner, found, card)
                    return
        raise ValueError(f"{player} does not hold {card}")

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

    def lent_besides(self, player: str) -> list[str]:
        """The known cards on the sheet that can be played at any moment that their bars name."""
        return [card for _, cards in self.lent(player) for card in cards if self.card_type(card) in _BESIDES]

    def take_back(self, player: str, card: str) -> None:
        """A card that was played comes back to its player's hand; one off the sheet goes to whose it was before."""
        owner = self._lender(player, card)
        self.table.hands[owner] = (*self.table.hands[owner], card)
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
                    self.table.hands[owner] = (*self.table.hands[owner], *cards)
                elif self.table.deck is not None:
                    self.table.deck += len(cards)
                here = lent_to(player, owner)
                del self.table.aside[here]
                self.table.borrowed = {place: gone for place, gone in self.table.borrowed.items() if place != here}
                self.find("demands.hand-back", len(cards), player, cards_of(len(cards)), owner)

    def lacks_encounter_card(self, player: str) -> bool:
        """Whether the hand is known to hold no encounter card, nor the cards on the sheet that can be played."""
        if self.table.hands[player] in self.rulebase.armed_hands or not self.hand_of(player).lacks:
            return False
        if not self.table.aside:
            return True
        return all(tbl.UNKNOWN not in cards and not any(map(self._ready, cards)) for _, cards in self.lent(player))

    def has_encounter_card(self, player: str) -> bool:
        """Whether the hand is known to hold an encounter card."""
        return self.hand_of(player).has

    def hand_of(self, player: str) -> HandFacts:
        """What is known of a hand. Looked at once: hands are asked about far more often than they change."""
        hand, seen = self.table.hands[player], self.rulebase.hands_seen
        facts = seen.get(hand)
        if facts is None:
            if len(seen) == _MOST_HANDS:
                seen.clear()
                self.rulebase.plain_hands.clear()
                self.rulebase.armed_hands.clear()
            facts = seen[hand] = self._facts_of(hand)
            if not facts.besides:
                self.rulebase.plain_hands.add(hand)
            if not facts.lacks:
                self.rulebase.armed_hands.add(hand)
        return facts

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
        known = self.rulebase.card_types.get(card)
        if known is None:
            known = self.rulebase.card_types[card] = self._type_of(card)
        return known

    def _type_of(self, card: str) -> str:
        if card.startswith("+"):
            return "reinforcement"
        if card.lstrip("-").isdigit():
            return "attack"
        letter = LETTER_CARDS.get(card.lower())
        if letter is not None:
            return letter.kind
        known = self.rulebase.card(card)
        return "flare" if known is None else known.type

    def redraw(self, player: str, count: int) -> None:
        """Discards a hand, but for what a power keeps of it, and draws so many cards that are not known."""
        left, kept = list(self.table.hands[player]), list[str]()
        self._happens("redraws", player=player, left=left, kept=kept)
        self.discard(left, player)
        self.table.hands[player] = tuple(kept)
        self.draw(player, count)

    def draw(self, player: str, count: int) -> int:
        """Draws cards from the cosmic deck, as far as it is counted, and returns how many came.

        A deck that runs out is made anew from its discards (3.1.1.2). Where these have run out too there is a cosmic
        quake (4.9.1), and what was still to be drawn lapses.
        """
        table, left = self.table, count
        if count:
            self.drawn += (player,)
        while left:
            self._renew_deck()
            if table.deck == 0:
                self._quake()
                return count - left
            taken = left if table.deck is None else min(left, table.deck)
            table.hands[player] = (*table.hands[player], *((tbl.UNKNOWN,) * taken))
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
            table.hands[player] = (*table.hands[player], *((tbl.UNKNOWN,) * taken))
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
            table.hands[name] = (tbl.UNKNOWN,) * dealt
        left = len(table.discards) - dealt * len(table.seats)
        table.deck = left if left >= 0 else None  # with fewer cards than that the count was wrong
        table.discards = ()

    def discard(self, cards: Iterable[str], by: str = "") -> None:
        """Puts cards on the discard pile, the last on top; of what a player (`by`) discards a power may take some."""
        cards = list(cards)
        if by:
            self._happens("discards", by=by, left=cards)
        self.table.discards = (*self.table.discards, *cards)

    def _happens(self, moment: str, **facts: Any) -> None:
        """Lets the powers act, and flares in play, that have something to do at this moment."""
        if self.table.aliens or self.table.acts:
            from referee.judge.table.powers import happens  # noqa: PLC0415  it imports this module

            happens(self, moment, **facts)


@lru_cache(maxsize=4096)
def _off_the_fullest(stacks: tuple[int, ...], ships: int) -> tuple[tuple[int, int], ...]:
    """(which stack, how many of it) for so many ships off stacks of these heights, always the highest, the first first.

    In the order in which the stacks are drawn on; fewer ships where there are no more.
    """
    left = [*stacks]
    taken: dict[int, int] = {}
    for _ in range(min(ships, sum(stacks))):
        at = left.index(max(left))
        left[at] -= 1
        taken[at] = taken.get(at, 0) + 1
    return tuple(taken.items())


@lru_cache(maxsize=1024)
def _number(place: str) -> int:
    number = place.partition(".")[2]
    return int(number) if number.isdigit() else 99


def stacks_of(stacks: Iterable[Stack]) -> str:
    """Stacks as they are typed: `red.1 2, yellow.2 1`."""
    return ", ".join([f"{place} {count}" for place, count in stacks])
