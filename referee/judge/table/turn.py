"""A command while it is ruled: the state it changes, what is found, what is forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from heapq import heapify, heappop, heapreplace
from typing import Any, NamedTuple, NoReturn

from referee.judge.board import cards_of, home_colonies_of, ships_of
from referee.judge.finding import Finding
from referee.judge.ruling import Ruling
from referee.judge.table.verdict import Refusal
from referee.law.law import Law
from referee.law.loader import Rulebase
from referee.law.power import Use
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
    """What is known of a hand: whether it has an encounter card, whether it has none, and what can be played besides.

    Of the last, each known card once, in the order of the hand.
    """

    has: bool
    lacks: bool
    besides: tuple[str, ...]


class RefusedError(Exception):
    """A command is refused: nothing of it is done."""

    def __init__(self, *refusals: Refusal) -> None:
        self.refusals = refusals
        super().__init__("; ".join(refusal.finding.says for refusal in refusals))


class Turn:
    """One command at one table. A handler reads it, forbids or changes, and says why."""

    def __init__(
        self, table: Table, rulebase: Rulebase, command: Command, waived: Set[str] = frozenset(), looks: bool = False
    ) -> None:
        """A command to be ruled on a copy of the table; on the table itself where somebody only `looks`."""
        self.table = table if looks else table.copy()
        self.rulebase = rulebase
        self.law: Law = rulebase.law
        self.command = command
        self.steps: list[Finding] = []
        self.ruling: Ruling | None = None
        self.waived = waived  # rules that do not stop the command, though they forbid it

    # -- finding ---------------------------------------------------------------------------------------------------

    def find(self, rule: str, value: Any = True, *words: Any, sources: tuple[Finding, ...] = ()) -> Finding:
        """A step that a rule leads to."""
        finding = Finding(self.law[rule], value, sources, words)
        self.steps.append(finding)
        return finding

    def forbid(
        self, rule: str, *words: Any, value: Any = None, nearest: Iterable[str] = (), history: Iterable[str] = ()
    ) -> None:
        """Refuses the command: the rule, what may be typed instead, and what lies behind and would have to change.

        Raises RefusedError, except where the table goes on although this rule forbids it.
        """
        if rule not in self.waived:
            self.cannot(rule, *words, value=value, nearest=nearest, history=history)

    def cannot(
        self, rule: str, *words: Any, value: Any = None, nearest: Iterable[str] = (), history: Iterable[str] = ()
    ) -> NoReturn:
        """Refuses what cannot be done at all, whatever a table agrees on. Raises RefusedError."""
        found = Finding(self.law[rule], self.law[rule].value if value is None else value, (), words)
        raise RefusedError(Refusal(found, tuple(nearest), tuple(history)))

    def alien_allows(self, player: str, verb: str) -> Finding | None:
        """The use of a power in force that has this effect, or None."""
        found = self.effect_of(player, verb)
        return None if found is None else Finding(found[0].rule, True, (), (player,))

    def effect_of(self, player: str, verb: str, state: str = tbl.HAS) -> tuple[Use, dict[str, Any]] | None:
        """The use of a power that has this effect, and its arguments; None if it is lost or was zapped.

        With `tbl.LOST` as state the power is looked for among the lost ones.
        """
        if self.table.powers.get(player) != state:
            return None
        for name in self.table.aliens.get(player, ()):
            alien = self.rulebase.alien(name)
            for use in alien.uses if alien is not None else ():
                for effect, args in use.effects:
                    if effect == verb and not (use.zappable and self.is_zapped(player)):
                        return use, args
        return None

    def ship_limit(self, player: str) -> Finding | None:
        """How many ships a power lets the player send at most, or None if no power limits that."""
        found = self.effect_of(player, "ship_limit")
        return None if found is None else Finding(found[0].rule, found[1]["ships"], (), (player,))

    def lifted(self, player: str) -> bool:
        """Whether a power or card that is not applied may let the player send ships in other numbers or from elsewhere.

        As on one line (`judge.legality`): such a power in force, or a flare or tech of the player's.
        """
        if any(act.startswith((f"flare {player} ", f"tech {player} ")) for act in self.table.acts):
            return True
        if self.table.powers.get(player) != tbl.HAS:
            return False
        aliens = (self.rulebase.alien(name) for name in self.table.aliens.get(player, ()))
        return any(alien is not None and "ships" in alien.lifts for alien in aliens)

    def is_zapped(self, player: str) -> bool:
        """Whether the player's power was zapped in this encounter, and the zap not itself negated."""
        acts = self.table.acts
        for at, act in enumerate(acts):
            if f"{act} ".startswith(f"zap {player} ") and not "".join(acts[at + 1 : at + 2]).startswith("card zap"):
                return True
        return False

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
        said = bool(stacks)
        have = self.table.on_colonies(player)
        if ships > have and not said:
            self.cannot(rule, player, f"there are {ships_of(have)} on them, not {ships}")
        stacks = stacks or tuple(self.fullest(player, ships))
        wanted: dict[str, int] = {}
        for place, count in stacks:
            wanted[place] = wanted.get(place, 0) + count
        total = sum(wanted.values())
        if total != ships:
            self.cannot(rule, player, f"that would be {ships_of(total)}, not {ships}", nearest=nearest)
        for place, count in wanted.items():
            self._check_source(rule, player, Stack(place, count), nearest)
        found = [Stack(place, count) for place, count in wanted.items() if count]
        self.find(rule if said else "ships.taken-from", ships, player, stacks_of(found))
        return found

    def _check_source(self, rule: str, player: str, stack: Stack, nearest: Iterable[str]) -> None:
        place, count = stack
        if place not in self.table.ships:
            self.cannot("table.no-planet", place, nearest=nearest)
        there = self.table.at(place, player)
        if place == tbl.TECH and there:
            self.cannot("technology.stays", player, nearest=nearest)
        if place in tbl.PLACES and not (place == tbl.WARP and self.lifted(player)):
            self.cannot(rule, player, f"the {place} is none", nearest=nearest)
        if count > there:
            what = f"at {place} there are {ships_of(there)}, not {count}" if there else f"it has none on {place}"
            self.cannot(rule, player, what, nearest=nearest)

    def fullest(self, player: str, ships: int) -> list[Stack]:
        """So many ships off the fullest home planets, lower numbers first; then off foreign colonies likewise."""
        places, stacks = self.table.colonies(player), self.table.ships
        left = [  # the place to take from next sorts first: at home, not its last ship, the most ships
            (tbl.owner(place) != player, stacks[place][player] == 1, -stacks[place][player], _number(place), at)
            for at, place in enumerate(places)
        ]
        heapify(left)
        taken: dict[str, int] = {}
        while ships and left:
            abroad, last, less, number, at = left[0]
            taken[places[at]] = taken.get(places[at], 0) + 1
            if last:
                heappop(left)
            else:
                heapreplace(left, (abroad, less == -2, less + 1, number, at))
            ships -= 1
        return [Stack(place, count) for place, count in taken.items()]

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
        colonies = self.table.colonies(player)
        if not colonies:
            return (Stack(tbl.WARP, ships),)
        best = max(
            colonies, key=lambda place: (tbl.owner(place) == player, self.table.at(place, player), -_number(place))
        )
        return (Stack(best, ships),)

    def check_power(self, player: str) -> None:
        """A power is lost below the number of home colonies that it needs, and regained with them (4.6.2)."""
        if player not in self.table.aliens and player not in self.table.powers:
            return
        least: int = self.law["power.lost"].value
        homes = len(self.table.home_colonies(player))
        if homes < least and self.table.powers.get(player) == tbl.HAS:
            self.table.powers[player] = tbl.LOST
            self.find("power.lost", least, player, home_colonies_of(homes))
        elif homes >= least and self.table.powers.get(player) == tbl.LOST:
            self.table.powers[player] = tbl.HAS
            self.find("power.regained", True, player, home_colonies_of(homes))

    # -- cards -----------------------------------------------------------------------------------------------------

    def holds(self, player: str, card: str) -> bool:
        """Whether the player can hold this card, as far as the hand is known."""
        hand = self.table.hands[player]
        return card in hand or tbl.UNKNOWN in hand

    def give_up(self, player: str, card: str) -> None:
        """Takes a card out of a hand: itself, or else an unknown one."""
        hand = list(self.table.hands[player])
        hand.remove(card if card in hand else tbl.UNKNOWN)
        self.table.hands[player] = tuple(hand)

    def lacks_encounter_card(self, player: str) -> bool:
        """Whether the hand is known to hold no encounter card."""
        return self.hand_of(player).lacks

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
            known = [card for card in dict.fromkeys(hand) if card != tbl.UNKNOWN]
            has = any(self._ready(card) for card in known)
            besides = tuple(card for card in known if self.card_type(card) in _BESIDES)
            facts = seen[hand] = HandFacts(has, not has and tbl.UNKNOWN not in hand, besides)
        return facts

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
        """Discards a hand and draws so many cards that are not known."""
        self.discard(self.table.hands[player])
        self.table.hands[player] = ()
        self.draw(player, count)

    def draw(self, player: str, count: int) -> int:
        """Draws cards from the cosmic deck, as far as it is counted, and returns how many came.

        A deck that runs out is made anew from its discards (3.1.1.2). Where these have run out too there is a cosmic
        quake (4.9.1), and what was still to be drawn lapses.
        """
        table, left = self.table, count
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

    def discard(self, cards: Iterable[str]) -> None:
        """Puts cards on the discard pile, the last one on top."""
        self.table.discards = (*self.table.discards, *cards)


def _number(place: str) -> int:
    number = place.partition(".")[2]
    return int(number) if number.isdigit() else 99


def stacks_of(stacks: Iterable[Stack]) -> str:
    """Stacks as they are typed: `red.1 2, yellow.2 1`."""
    return ", ".join(f"{place} {count}" for place, count in stacks)
