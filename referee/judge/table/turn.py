"""A command while it is ruled: the state it changes, what is found, what is forbidden."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Set
from dataclasses import replace
from typing import NoReturn

from referee.book.law import Rule
from referee.book.loader import Rulebase
from referee.book.power import Alien
from referee.judge.counted import Listed, cards_of, home_colonies_of, ships_of
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.power import changed, least_homes
from referee.judge.phases.rewards import reward_rule
from referee.judge.table.hands import Hands
from referee.judge.table.in_force import InForce
from referee.judge.table.moving import Way, spare_ships, way_home, ways_to_leave
from referee.judge.table.reckoning import (
    clear,
    come_by_default,
    how_many,
    is_reckoned,
    is_unknown,
    leave_by_default,
    made_good,
    told,
    told_so,
)
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, Stack, by_place, ships_in, write_command
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.table import Table

Handler = Callable[["Turn"], None]

_SOME = (1, 2, 3, 4)  # counts that are named where one is asked for

# What keeps ships that go home from a planet.
_HOMES = frozenset(("colonies.own-colonies", "colonies.not-to-lost"))

# By verb: what rules it, and the phases to which it belongs (none: any phase).
HANDLERS: dict[str, tuple[Handler, tuple[str, ...]]] = {}


def command(verb: str, *phases: str) -> Callable[[Handler], Handler]:
    """Registers what rules a verb, and the phases to which it belongs."""

    def register(handler: Handler) -> Handler:
        HANDLERS[verb] = (handler, phases)
        return handler

    return register


class Turn(Hands, InForce):
    """One command at one table. A handler reads it, forbids or changes, and says why."""

    __slots__ = ("began", "command", "known", "sent")

    def __init__(
        self, table: Table, rulebase: Rulebase, command: Command, waived: Set[str] = frozenset(), looks: bool = False
    ) -> None:
        """A command to be ruled on a copy of the table; on the table itself where somebody only `looks`."""
        self.rulebase, self.law = rulebase, rulebase.law  # as `Steps` has it, without a call for every command
        self.steps, self.ruling, self.waived, self.sheet = [], None, waived, ()
        self.began = table  # as it was before the command
        self.table = table if looks else table.copy()
        self.known: Table | None = None  # as it is by now, where what was done before is told again
        self.command = command
        self.drawn = ()
        self.sent = ""  # the rule that sends ships home, while they are placed

    # -- finding ---------------------------------------------------------------------------------------------------

    def refusing(self, rule: str) -> Rule:
        """The rule by which a command is refused, with the clauses that fit this moment of the table."""
        if rule.startswith("rewards."):
            return reward_rule(self.law, rule, self.table.reverse)
        return self._sent_home(self._in_phase(self.resting(rule)))

    def going_home(self, rule: str, who: str) -> Rule:
        """A rule on ships that go back; where the own book has none for all of them, as it sends these home."""
        return self.law[rule].said_with(self.law.get(self.sent), inferred=who in self.table.mains())

    def _sent_home(self, rule: Rule) -> Rule:
        """The rule; where it keeps ships from a planet, with the clause that sends them home, as in `going_home`."""
        if rule.id not in _HOMES:
            return rule
        goes = self.going_home("ships.went-back", self.command.who)
        return rule if goes is self.law["ships.went-back"] else rule.citing(goes)

    def _in_phase(self, rule: Rule) -> Rule:
        """The rule; where it is that of the phases, with the clauses by which the own book tells these two apart.

        That is the phase to which the command belongs, as far as it is one, and the one in which the table is.
        """
        if rule.id != "turn.phases":
            return rule
        verb, phases = self.command.verb, HANDLERS[self.command.verb][1]
        own = verb if verb in phases else "".join(phases[:1] if len(phases) == 1 else ())
        for phase in (self.table.phase, own):
            told = self.law.get(f"turn.{phase}-phase")
            if told is not None and not told.borrowed and not {c.id for c in told.cites} <= {c.id for c in rule.cites}:
                rule = rule.citing(told)
        return rule

    def out_of_phase(self, what: str, belongs: str, nearest: Iterable[str] = (), waivable: bool = False) -> None:
        """Refuses what belongs to another phase, with what the table waits for in this one."""
        from referee.judge.table.waits import phase_now  # it imports this module

        refuse = self.forbid if waivable else self.cannot
        refuse("turn.phases", what, belongs, phase_now(self), nearest=nearest)

    def phase_unfinished(self, who: str, what: str, nearest: Iterable[str], waivable: bool = False) -> None:
        """Refuses to go on before a player has done what it has still to do in this phase."""
        refuse = self.forbid if waivable else self.cannot
        refuse("turn.phase-unfinished", who, what, nearest=nearest)

    def alien_allows(self, player: str, verb: str) -> Finding | None:
        """The use of a power in force that has this effect, or None."""
        found = self.effect_of(player, verb)
        return None if found is None else Finding(found[0].rule, True, (), (player,))

    def ship_limit(self, player: str) -> Finding | None:
        """How many ships a power lets the player send at most, or None if no power limits that."""
        found = self.effect_of(player, "ship_limit")
        return None if found is None else Finding(found[0].rule, found[1]["ships"], (), (player,))

    def lifted(self, player: str, limit: str) -> Rule | None:
        """The text that is not applied and may lift a limit on the ships that a player sends, or None.

        `limit` is what sheets call it: `ships` for their number, `warp` for where they come from. As on one line
        (`judge.phases.legality`): the text of a power in force, or of a flare or tech of the player's.
        """
        return self.unapplied(player) or self.sheet_lifting(player, limit)

    def sheet_lifting(self, player: str, limit: str) -> Rule | None:
        """The power in force that is not applied and lifts a limit, or None."""
        return next((alien.rule for alien in self._in_power(player) if limit in alien.lifts), None)

    def lifts_by_sheet(self, player: str, limit: str, what: str) -> bool:
        """True if a sheet lifts a limit for its owner, which is told: `what` the player may do by it."""
        rule = self.sheet_lifting(player, limit)
        if rule is not None:
            self.tell(self.law["powers.lifted"].citing(rule), True, player, what)
        return rule is not None

    def cards_by_sheet(self, player: str, cards: int) -> int:
        """How many cards a hand that is drawn has, where the rules say so many: one more or less by a sheet, told."""
        for limit, more in (("hand-size", 1), ("smaller-hand", -1)):
            rule = self.sheet_lifting(player, limit)
            if rule is not None:
                cards += more
                self.tell(self.law["powers.hand-by-sheet"].citing(rule), cards, player, cards_of(cards))
        return cards

    def never_leave_warp(self, player: str) -> Rule | None:
        """The text by which a player's ships never leave the warp, or None; it is no use, and holds without one."""
        return next((alien.rule for alien in self._in_power(player) if tbl.WARP in alien.holds), None)

    def _held_by_others(self, player: str) -> dict[str, Rule]:
        """The planets off which a player's ships do not move by the text of another's sheet, and that sheet."""
        held: dict[str, Rule] = {}
        for other in self.table.aliens:
            for alien in self._in_power(other) if other != player else ():
                if "neighbors" in alien.holds and not self.is_zapped(other, alien.name):
                    stands = (place for place, stacks in self.table.ships.items() if player in stacks)
                    held |= {p: alien.rule for p in stands if tbl.owner(p) == other or self.table.at(p, other)}
        return held

    def _in_power(self, player: str) -> list[Alien]:
        """The sheets of a player, as they are printed, while it has its power."""
        names = self.table.aliens.get(player)
        if not names or self.table.powers.get(player) != tbl.HAS:
            return []
        return [alien for name in names if (alien := self.rulebase.alien(name)) is not None]

    def unapplied(self, player: str) -> Rule | None:
        """The text of a flare or tech that the player has played in this encounter and is not applied, or None."""
        if not self.table.acts:
            return None
        return next((use.rule for use in self._cards_played(player) if not use.effects), None)

    def open_phases(self) -> set[str]:
        """The phases in which something may be played now: one that nobody has left yet by acting counts too."""
        table = self.table
        found = {table.phase}
        if table.phase == ph.START:
            found.add(ph.REGROUP)
        elif table.phase == ph.LAUNCH:
            found.add(ph.DESTINY)
        elif table.phase == ph.ALLIANCE and not table.invited:
            found.add(ph.LAUNCH)
        elif table.phase == ph.PLANNING and not table.cards:
            found.add(ph.ALLIANCE)
        elif table.phase == ph.REVEAL:
            found.add(ph.RESOLUTION if table.revealed else ph.PLANNING)
        return found

    def _happens(self, moment: str, **facts: object) -> None:
        """Lets the powers act, and flares in play, that have something to do at this moment."""
        if self.table.aliens or self.table.acts:
            from referee.judge.table.powers import happens  # it imports this module

            happens(self, moment, **facts)

    def _needs_two(self, player: str) -> bool:
        """Whether a power of the player's needs two encounter cards, where a new hand can be drawn for want of them."""
        draws = player != self.table.turn or self.table.phase == ph.START
        return draws and self.alien_allows(player, "needs_two_cards") is not None

    # -- ships -----------------------------------------------------------------------------------------------------

    def side_of(self, player: str) -> str:
        """The side a player is on in this encounter; none (an empty text) for a bystander."""
        if player == self.table.turn:
            return OFFENSE
        return DEFENSE if player == self.table.defense else self.table.allies.get(player, "")

    def opponent(self, player: str) -> str:
        """The other main player, for one of the two."""
        return self.table.defense if player == self.table.turn else self.table.turn

    def taken_from(
        self,
        rule: str,
        player: str,
        ships: int,
        stacks: tuple[Stack, ...],
        nearest: Iterable[str] = (),
        typed: Callable[[Way], str] | None = None,
    ) -> list[Stack]:
        """Where ships that are sent come from: as said, or as `leaving` has it, with what is `typed` for each way.

        Refused by the rule where they are not there, or where it is no colony of the player.
        """
        if not ships and not stacks:
            return []
        held = self._held_by_others(player)
        if not stacks:
            found = self.leaving(player, ships, typed or self._typed_from, held)
            have = ships_in(found)
            if have < ships:
                self.cannot(rule, player, f"there are {ships_of(have)} on them, not {ships}")
            self.find("ships.taken-from", ships, player, Listed(found))
            leave_by_default(self.table, player, ships)
            return found
        wanted = by_place(stacks)
        total = sum(wanted.values())
        if total != ships:
            self.cannot(rule, player, f"that would be {ships_of(total)}, not {ships}", nearest=nearest)
        for place, count in wanted.items():
            if place in held:
                self.keep(Forbidden("powers.held-there", (player, place)), nearest, by=held[place])
            self._check_source(rule, player, Stack(place, count), nearest)
        found = [Stack(place, count) for place, count in wanted.items() if count]
        self.find(rule, ships, player, Listed(found))
        return found

    def _typed_from(self, way: Way) -> str:
        """The command as it is typed with the places that ships come from."""
        return write_command(replace(self.command, stacks=way))

    def _check_source(self, rule: str, player: str, stack: Stack, nearest: Iterable[str]) -> None:
        place, count = stack
        self.check_planet(place, lambda: nearest)
        there = self.recount(player, place, count)
        if place == tbl.TECH and there:
            self.cannot("technology.stays", player, nearest=nearest)
        pulled = place == tbl.WARP and (self.lifted(player, tbl.WARP) is not None or self._pulls(player, count))
        if place in tbl.PLACES and not pulled:
            self.cannot(rule, player, f"the {place} is none", nearest=nearest)
        if count > there:
            what = f"at {place} there are {ships_of(there)}, not {count}" if there else f"it has none on {place}"
            self.cannot(rule, player, what, nearest=nearest)

    def check_planet(
        self, planet: str, nearest: Callable[[], Iterable[str]] = tuple, but: Collection[str] = ()
    ) -> None:
        """Refuses a planet that is not at this table: everybody has those of one color (5.1.1.2).

        `but` are places that stand for none; `nearest` is looked for only where it is refused.
        """
        if planet not in self.table.ships or planet in but:
            self.cannot("table.no-planet", planet, nearest=nearest())

    def recount(self, player: str, place: str, said: int) -> int:
        """How many ships of a player stand in a place off which so many are said to be taken.

        Where a reckoned count has fewer, what is said is a fact: others that are reckoned make up for them if they can.
        Refused where nobody knows that count: it is asked for.
        """
        table, there = self.table, self.table.at(place, player)
        if table.unknown:
            self.check_known(player, place)
        if said <= there or not is_reckoned(table, player, place):
            return there
        others = made_good(table, player, said - there, (place,))
        if others is None:
            return there
        told(table, player, place)
        table.put(place, player, said)
        self.find("table.recounted", said, player, place, there, ships_of(said))
        for other, left in others:
            self.find("table.recounted-less", left, player, other, table.at(other, player), ships_of(left))
            table.put(other, player, left)
        clear(table, player)
        return said

    def check_known(self, player: str, place: str) -> None:
        """Refuses what needs a count of the player's that nobody knows, and asks for it."""
        if is_unknown(self.table, player, place):
            nearest = [f"set {told_so(self.table, player, place, str(count))}" for count in _SOME]
            self.cannot("table.not-known", *how_many(self.table, player, place), nearest=nearest)

    def _pulls(self, player: str, count: int) -> bool:
        """Whether a card lets the player send so many ships straight out of the warp, or a power any number of them.

        The power is the player's own as the offense or an ally, or that of the main player whom it joins.
        """
        found = self.card_effect(player, "pulls_from_warp")
        if found is not None and count <= found[1]["ships"]:
            return True
        main = self.table.defense if self.command.side == DEFENSE else self.table.turn
        for name in dict.fromkeys((player, main)):
            power = self.effect_of(name, "pulls_from_warp") if player != self.table.defense else None
            if power is not None:
                self.steps.append(Finding(power[0].rule, count, (), (name,)))
                return True
        return False

    def leaving(
        self, player: str, ships: int, typed: Callable[[Way], str], barred: Collection[str] = (), gate: bool = False
    ) -> list[Stack]:
        """Where ships come from where nothing is said (`moving.ways_to_leave`): all there are where they are fewer.

        Refused where each way costs a colony: the owner has to say which. `typed` tells how that is typed.
        """
        ways = self.ways_to_leave(player, ships, barred, gate)
        unknown = self.table.unknown.get(player, ())
        if len(ways) > 1 or unknown:
            spare = spare_ships(self.table, player, (*barred, *unknown))
            spare += self.table.at(tbl.GATE, player) if gate else 0
            for colony in self.table.colonies(player) if ships > spare else ():
                self.check_known(player, colony)
        if len(ways) > 1:
            lost = "a colony" if ships == spare + 1 else f"{ships - spare} colonies"
            self.which_colony(player, ships, lost, [typed(way) for way in ways])
        return [*ways[0]]

    def ways_to_leave(
        self, player: str, ships: int, barred: Collection[str] = (), gate: bool = False
    ) -> tuple[Way, ...]:
        """The ways in which so many ships can leave: one where nobody has to be asked, else some to choose from."""
        if player in self.table.unknown:  # what nobody has counted nobody can take ships off
            barred = (*barred, *self.table.unknown[player])
        return ways_to_leave(self.table, player, ships, least_homes(self.law), barred, gate)

    def send(self, player: str, stacks: Iterable[Stack], to: str) -> None:
        """Moves ships from colonies, and rules the colonies that end with it (4.6.1) and the power (4.6.2)."""
        changed = to not in tbl.PLACES
        emptied = False
        for place, count in stacks:
            self.table.move(player, count, place, to)
            if not self.table.at(place, player) and place not in tbl.PLACES:
                changed = emptied = True
                rule = "colonies.home-left" if tbl.owner(place) == player else "colonies.foreign-left"
                self.find(rule, place, player)
        if emptied:
            clear(self.table, player)
        if changed:
            self.check_power(player)

    def nothing_due(self, player: str, what: str) -> NoReturn:
        """Refuses what a player does where nothing of the kind is left for it to do."""
        self.cannot("turn.nothing-due", player, what)

    def more_than_due(self, player: str, said: int, due: int, nearest: Iterable[str]) -> NoReturn:
        """Refuses to return so many ships where so many others are due."""
        self.cannot("turn.more-than-due", player, ships_of(said), ships_of(due), nearest=nearest)

    def unfinished(self, player: str, what: str, nearest: Iterable[str]) -> NoReturn:
        """Refuses what comes before something that a player has still to do."""
        self.cannot("turn.unfinished", player, what, nearest=nearest)

    def which_colony(self, player: str, ships: int, lost: str, nearest: Iterable[str]) -> NoReturn:
        """Refuses ships that cost a colony whichever are sent, until their owner says which."""
        self.cannot("ships.which-colony", player, ships_of(ships), lost, nearest=nearest)

    def check_hand_first(self, player: str) -> None:
        """Refuses what comes after a new hand that a player without encounter cards has to draw first (5.3.2)."""
        if self.lacks_encounter_card(player):
            self.forbid("turn.new-hand-due", player, nearest=(f"new hand {player}",))

    def turn_is_over(self) -> bool:
        """True if the offense is known to hold no encounter card, after the start of turn and before it selects one."""
        table = self.table
        if table.phase not in ph.BEFORE_CARDS or table.hands[table.turn] in self.rulebase.armed_hands:  # nearly always
            return False
        if self.sheet_lifting(table.turn, "no-card") is not None:
            return False
        return table.turn not in table.cards and self.lacks_encounter_card(table.turn)

    def check_turn_goes_on(self) -> None:
        """Refuses to go on with a turn that is over, because its offense has no encounter card left (4.7.2.2)."""
        if self.turn_is_over():
            self.forbid("turn.over-without-card", self.table.turn, nearest=("end",))

    def back(self, player: str, source: str) -> None:
        """Returns all ships of a player that stand somewhere to its home colonies, as `homes_for` has it."""
        total = self.table.at(source, player)
        if total:
            stacks = self.homes_for(player, total)
            self.tell_homes(player, stacks)
            for place, count in stacks:
                self.table.move(player, count, source, place)

    def tell_homes(self, player: str, stacks: tuple[Stack, ...], barred: Collection[str] = ()) -> None:
        """Says where ships go that nobody sends: to a colony that is not `barred`, or to the warp for want of one."""
        total = ships_in(stacks)
        come_by_default(self.table, player, [place for place in self.table.colonies(player) if place not in barred])
        if stacks[0].place == tbl.WARP:
            self.find("ships.no-colony", total, player, ships_of(total))
        else:
            self.tell(self.going_home("ships.go-to", player), total, player, stacks_of(stacks))

    def check_return(self, player: str, stacks: tuple[Stack, ...], ships: int) -> None:
        """Refuses to return ships anywhere but to colonies that the player still has (4.6.1.1)."""
        if not ships_in(stacks):
            self.nothing_due(player, "return")
        elsewhere = [place for place, _ in stacks if place in tbl.PLACES or not self.table.at(place, player)]
        if not elsewhere:
            return
        best = self.homes_for(player, ships)
        options = () if best[0].place == tbl.WARP else (f"return {player} {stacks_of(best)}",)
        for place in elsewhere:
            self.check_planet(place, lambda: options)
            if place in tbl.PLACES:
                if place != best[0].place:
                    self.cannot("colonies.own-colonies", player, f"in the {place}", nearest=options)
            elif tbl.owner(place) == player:
                self.not_to_lost(player, place, options)
            else:
                self.forbid("colonies.own-colonies", player, place, nearest=options)

    def not_to_lost(self, player: str, place: str, nearest: Iterable[str], waivable: bool = True) -> None:
        """No ship returns to a planet that its owner has lost (4.6.1.1)."""
        refuse = self.forbid if waivable else self.cannot
        refuse("colonies.not-to-lost", player, place, nearest=nearest)

    def homes_for(self, player: str, ships: int, barred: Collection[str] = ()) -> Way:
        """Where ships go that nobody sends: to the home colonies with the fewest, else to foreign ones, or the warp."""
        return way_home(self.table, player, ships, barred)

    def check_powers(self) -> None:
        """Rules everybody's power, as `check_power` does."""
        powers, homes = self.table.powers, self.table.who_settled().home
        least = least_homes(self.law)
        for name in self.table.seats:
            if (len(homes.get(name, ())) < least) == (powers.get(name) == tbl.HAS):  # hardly ever
                self.check_power(name)

    def check_power(self, player: str) -> None:
        """A power is lost below the number of home colonies that it needs, and regained with them (4.6.2)."""
        table = self.table
        state = table.powers.get(player)
        if state is None:
            return
        homes = len(table.home_colonies(player))
        rule = changed(self.law, state == tbl.HAS, homes)
        if rule is None or (state == tbl.HAS and self.keeps_power(player)):
            return
        lost = state == tbl.HAS
        table.powers = {**table.powers, player: tbl.LOST if lost else tbl.HAS}
        self.find(rule.id, rule.value if lost else True, player, home_colonies_of(homes))

    def keeps_power(self, player: str, state: str = tbl.HAS) -> bool:
        """True if the sheet lets its owner keep the power however few home colonies there are; that is no use of it.

        `state` is how the power stands now.
        """
        if player not in self.table.aliens:
            return False
        if self.table.powers.get(player) == state and any(_by_text(a) for a in self.sheets(player)):
            return True
        return self.effect_of(player, "keeps_power", state) is not None


def _by_text(alien: Alien) -> bool:
    """True if the text of a sheet lets its owner keep the power, and no part of it does that which is applied."""
    return alien.keeps_power and "keeps_power" not in alien.verbs


def stacks_of(stacks: Iterable[Stack]) -> str:
    """Stacks as they are typed: `red.1 2, yellow.2 1`."""
    return ", ".join([f"{place} {count}" for place, count in stacks])
