"""The encounter while it is judged: who takes part, in which order, what is in force, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from referee.judge.finding import Finding
from referee.judge.ruling import Illegal, PlayerRuling, Then
from referee.judge.timing import in_order
from referee.judge.unknown import EVERYBODY, NeedsFactError, Unknown
from referee.law.law import Law, Rule
from referee.law.loader import Rulebase
from referee.law.power import Alien, Use
from referee.position import encounter as pos
from referee.position.canonical import write_act
from referee.position.encounter import Act, Card, Position

OFFENSIVE_ALLY, DEFENSIVE_ALLY, BYSTANDER = "offensive-ally", "defensive-ally", "bystander"

# Which roles a role bar admits (2018 rulebook, alien sheets).
_BARS = {
    pos.OFFENSE: {"any", "main", "offense", "not-defense"},
    pos.DEFENSE: {"any", "main", "defense", "not-offense"},
    OFFENSIVE_ALLY: {"any", "ally", "offensive-ally", "not-main", "not-offense", "not-defense"},
    DEFENSIVE_ALLY: {"any", "ally", "defensive-ally", "not-main", "not-offense", "not-defense"},
    BYSTANDER: {"any", "bystander", "not-main", "not-offense", "not-defense"},
}
ROLE_BARS = frozenset().union(*_BARS.values())


def admitted(role: str, bars: Iterable[str]) -> bool:
    """Whether a role bar admits a role (2018 rulebook, alien sheets)."""
    return not _BARS[role].isdisjoint(bars)


class Stand:
    """A player's place in the encounter: role, ships, sheets, and whether the alliance was cancelled."""

    __slots__ = ("aliens", "cancelled", "count", "name", "powerless", "role", "ships", "side")

    def __init__(self, name: str, role: str, side: str, count: int | None, ships: Finding | None) -> None:
        self.name = name
        self.role = role
        self.side = side
        self.count = count
        self.ships = ships
        self.aliens: list[Alien] = []
        self.cancelled: Finding | None = None
        self.powerless: Finding | None = None

    @property
    def is_main(self) -> bool:
        """Whether the player is offense or defense."""
        return self.role in (pos.OFFENSE, pos.DEFENSE)

    @property
    def takes_part(self) -> bool:
        """Whether the player is a main player or an ally whose alliance stands."""
        return self.role != BYSTANDER and self.cancelled is None


class Shown(NamedTuple):
    """An encounter card as it counts now: its type and value, and the finding that says so."""

    kind: str
    value: int
    finding: Finding


class Plus(NamedTuple):
    """A reinforcement: for which side, its value, who played it (may be unknown) and the card it is in the discards."""

    side: str
    value: int
    by: str
    card: str
    finding: Finding


class Used:
    """A power said to be used: what was said with it, the act, and the Cosmic Zap that answered it, if any."""

    __slots__ = ("act", "args", "finding", "zap")

    def __init__(self, act: Act, finding: Finding) -> None:
        self.act = act
        self.args = act.args
        self.finding = finding
        self.zap: Finding | None = None


class Board:
    """Everything the phases share while one complete position is judged. A phase reads it and adds to it."""

    def __init__(self, position: Position, rulebase: Rulebase) -> None:
        self.position = position
        self.rulebase = rulebase
        self.law: Law = rulebase.law
        self.stands: dict[str, Stand] = {}
        self.offense = self._seat(position.offense.main, pos.OFFENSE, pos.OFFENSE)
        for ally in position.offense.allies:
            self._seat(ally, OFFENSIVE_ALLY, pos.OFFENSE)
        self.defense = self._seat(position.defense.main, pos.DEFENSE, pos.DEFENSE)
        for ally in position.defense.allies:
            self._seat(ally, DEFENSIVE_ALLY, pos.DEFENSE)
        for name in position.names():
            if name and name not in self.stands:
                self._bystander(name)
        self.order = self._order()
        self.live_acts: list[tuple[Act, Finding]] = []
        self.spent: list[tuple[str, str]] = []  # (owner or "", card) of non-encounter cards that were played
        self.zaps: dict[tuple[str, str], Finding] = {}
        self.zapped: set[str] = set()
        self.used: dict[str, list[Used]] = {}
        self.shown: dict[str, Shown] = {}
        self.plus: list[Plus] = []
        self.adds: dict[str, list[Finding]] = {pos.OFFENSE: [], pos.DEFENSE: []}
        self.counts: dict[str, Finding] = {}  # for compensation and rewards, what one ship of a player counts
        self.worth: dict[str, Finding] = {}
        self.minus: dict[str, Finding] = {}
        self.marginal: dict[str, int] = {}
        self.product: dict[str, Finding] = {}
        self.lower_wins: Finding | None = None
        self.totals: tuple[Finding, Finding] | None = None
        self.margin: Finding | None = None
        self.outcome: Finding | None = None
        self.by_totals = False
        self.players: dict[str, PlayerRuling] = {}
        self.fallen: dict[str, int] = {}  # own ships that reached the warp because the encounter was lost
        self.kept_cards: dict[str, Finding] = {}
        self.then: list[Then] = []
        self.steps: list[Finding] = []
        self.illegal: list[Illegal] = []
        self.limits: dict[str, Finding] = {}
        self.plan: dict[str, list[tuple[Stand, Use, Callable[..., Any], dict[str, Any]]]] = {}
        self.declared: dict[str, Finding] = {}
        self.chooses_power: set[str] = set()  # who may lose a power by choosing which ships are lost
        self.uninvited: set[str] = set()
        self.sacrificed: dict[str, Finding] = {}  # ships sent to the warp before the cards were turned up
        self.is_open: Finding | None = None
        self.valueless: dict[str, Finding] = {}  # sides whose card counts as an attack without a value

    # -- who is who ------------------------------------------------------------------------------------------------

    def _seat(self, player: pos.Player, role: str, side: str) -> Stand:
        count = player.ships
        ships = None
        if count is not None:
            ships = Finding(self.law["facts.ships"], count, (), (player.name, ships_of(count)))
        stand = Stand(player.name, role, side, count, ships)
        stand.aliens = self._sheets(player.aliens)
        self.stands[player.name] = stand
        return stand

    def _bystander(self, name: str) -> None:
        stand = Stand(name, BYSTANDER, "", 0, None)
        stand.aliens = self._sheets(self.position.aliens.get(name, ()))
        self.stands[name] = stand

    def _sheets(self, names: tuple[str, ...]) -> list[Alien]:
        found = []
        for name in names:
            alien = self.rulebase.alien(name)
            if alien is not None:
                found.append(alien)
        return found

    def _order(self) -> list[Stand]:
        """The players in timing order: offense, defense, then clockwise from the offense's left (4.8.2.1 to .3)."""
        others = list(self.stands.values())
        others.remove(self.offense)
        others.remove(self.defense)
        seats = self.position.seats
        if seats:
            start = seats.index(self.offense.name)
            place = {name: (i - start) % len(seats) for i, name in enumerate(seats)}
            others.sort(key=lambda stand: place.get(stand.name, len(seats)))
        return in_order(self.law["timing.order"].value, self.offense, self.defense, others)

    def side_of(self, side: str) -> list[Stand]:
        """The players who take part on one side: the main player, then the allies whose alliances stand."""
        return [stand for stand in self.stands.values() if stand.side == side and stand.cancelled is None]

    def allies(self) -> Iterator[Stand]:
        """All allies as they joined, cancelled ones too."""
        for stand in self.stands.values():
            if stand.role in (OFFENSIVE_ALLY, DEFENSIVE_ALLY):
                yield stand

    def main(self, side: str) -> Stand:
        """The main player of a side."""
        return self.offense if side == pos.OFFENSE else self.defense

    # -- facts -----------------------------------------------------------------------------------------------------

    def ships(self, stand: Stand) -> Finding:
        """The player's ships in the encounter; raises NeedsFactError where they are hidden."""
        if stand.ships is None:
            if stand.role == BYSTANDER:
                return Finding(self.law["facts.ships"], 0, (), (stand.name, ships_of(0)))
            raise NeedsFactError(self._ships_unknown(stand))
        return stand.ships

    def _ships_unknown(self, stand: Stand) -> Unknown:
        if stand.role == pos.DEFENSE:
            return Unknown("ships", stand.name, 0, self.law["setup.ships"].value)
        low, high = self.law["launch.ships"].value
        limit = self.limits.get(stand.name)
        return Unknown("ships", stand.name, low, min(high, limit.value) if limit else high)

    def card(self, side: str) -> Card:
        """The encounter card of a side; raises NeedsFactError where its kind is hidden."""
        card = self.position.side(side).card
        if card.kind in (pos.HIDDEN, pos.NONE):
            low, high = self.law["cards.attacks"].value
            raise NeedsFactError(Unknown("card", self.main(side).name, low, high))
        return card

    def shown_up(self, side: str) -> bool:
        """Whether the encounter card of a side was turned up: not where the offense or the side itself had none."""
        card = self.position.side(side).card
        return self.position.offense.card.kind != pos.NONE and card.kind not in (pos.NONE, pos.HIDDEN)

    def number(self, kind: str, name: str, low: int, high: int) -> int | None:
        """A count that was given (warp, tokens, home, foreign), None if it was not; raises if it is `?`."""
        facts: dict[str, int | None] = getattr(self.position, kind)
        if name not in facts:
            return None
        told = facts[name]
        if told is None:
            raise NeedsFactError(Unknown(kind, name, low, high))
        return told

    def homes(self, stand: Stand) -> int | None:
        """How many home colonies were given; a defense with ships on a planet of its own has at least that one."""
        target = self.position.target
        at_home = stand is self.defense and stand.count and (target is None or target[0] == stand.name)
        return self.number("home", stand.name, 1 if at_home else 0, self.law["setup.planets"].value)

    def amount(self, act: Act) -> int:
        """The number in an act; raises NeedsFactError if it is `?`."""
        if act.hidden:
            low, high = {"reinforce": (0, 10), "worth": (0, 10), "saves": (0, 20), "add": (-20, 40)}.get(
                act.verb, self.law["cards.attacks"].value
            )
            at = next(i for i, other in enumerate(self.position.acts) if other is act)
            raise NeedsFactError(Unknown("amount", f"{write_act(act)} #{at}", low, high))
        return act.amount or 0

    def plus_of(self, side: str) -> list[int]:
        """The reinforcements written on a side; raises NeedsFactError for one that is `?`."""
        values = self.position.side(side).plus
        for at, value in enumerate(values):
            if value is None:
                raise NeedsFactError(Unknown("plus", f"{side} #{at}", 0, 10))
        return [value for value in values if value is not None]

    def tokens(self, stand: Stand) -> Finding:
        """How many tokens lie on a sheet; not mentioned counts as hidden, because a power on the line counts them."""
        told = self.position.tokens.get(stand.name)
        if told is None:
            raise NeedsFactError(Unknown("tokens", stand.name, 0, self.law["setup.tokens"].value))
        return Finding(self.law["facts.tokens"], told, (), (stand.name,))

    def warp_of_all(self) -> Finding:
        """How many ships are in the warp, of any color; as hidden if the line says nothing of the warp."""
        owned: int = self.law["setup.ships"].value
        if not self.position.warp:
            raise NeedsFactError(Unknown("warp", EVERYBODY, 0, owned * len(self.stands)))
        total = sum(self.number("warp", name, 0, owned) or 0 for name in self.position.warp)
        gone = tuple(given for name, given in self.sacrificed.items() if name not in self.position.warp)
        total += sum(given.value for given in gone)
        return Finding(self.law["facts.warp"], total, gone, (ships_of(total),))

    # -- powers ----------------------------------------------------------------------------------------------------

    def zap_on(self, stand: Stand, alien: str) -> Finding | None:
        """The Cosmic Zap that was played against this power and not itself negated, or None."""
        return self.zaps.get((stand.name, alien)) or self.zaps.get((stand.name, ""))

    def usage(self, stand: Stand, use: Use) -> tuple[tuple[str, ...], Finding | None] | None:
        """How an optional power was used: what was said with it and the act; None if it was not used."""
        said = self.used.get(stand.name)
        if said:
            return said[0].args, said[0].finding
        zap = self.zap_on(stand, use.alien)
        return ((), None) if zap is not None and use.zappable else None

    def admits(self, stand: Stand, use: Use) -> bool:
        """Whether role and power allow a use at all (2018 rulebook, alien sheets; consolidated 4.6.2.1)."""
        return stand.powerless is None and self.in_role(stand, use)

    def in_role(self, stand: Stand, use: Use) -> bool:
        """Whether the role bar admits the player; who has left the encounter is in no role of it."""
        role = stand.role if stand.cancelled is None else BYSTANDER
        return not _BARS[role].isdisjoint(use.roles)

    def in_force(self, stand: Stand, use: Use) -> bool:
        """Whether a use would come to something: admitted, made, and not zapped."""
        if not self.admits(stand, use) or (not use.mandatory and self.usage(stand, use) is None):
            return False
        return not use.zappable or self.zap_on(stand, use.alien) is None

    def apply(
        self,
        stand: Stand,
        use: Use,
        value: Any,
        sources: tuple[Finding, ...] = (),
        words: tuple[Any, ...] = (),
        used: Used | None = None,
    ) -> Finding | None:
        """The finding that a use of a power comes to, or None if it is not in force or a Cosmic Zap cancelled it.

        Call it only where the effect would matter: a zap cancels the use that is made, not one that never came up.
        With `used`, one of several uses of the power is meant, and only its own zap counts.
        """
        if not self.admits(stand, use):
            return None
        zap = self.zap_on(stand, use.alien) if use.zappable else None
        if used is not None:
            zap, sources = used.zap, (*sources, used.finding)
        elif not use.mandatory:
            usage = self.usage(stand, use)
            if usage is None:
                return None
            if usage[1] is not None:
                sources = (*sources, usage[1])
        if zap is not None:
            self.zapped.add(stand.name)
            cancelled = Finding(self.law["powers.zapped"], None, (), (stand.name, use.alien), zap)
            self.steps.append(cancelled)
            return None
        if not use.zappable and self.zap_on(stand, use.alien) is not None:
            sources = (*sources, Finding(self.law["powers.no-use"], True, (), (stand.name,)))
        return Finding(use.rule, value, sources, (stand.name, *words))

    # -- results ---------------------------------------------------------------------------------------------------

    def do(self, who: str, does: str, what: str, finding: Finding) -> None:
        """Adds something that is left to do."""
        self.then.append(Then(who, does, what, finding))
        self.steps.append(finding)

    def assume(self, id: str, *words: Any) -> Finding:
        """Records something that is taken for granted."""
        finding = Finding(self.law[id], True, (), words)
        self.steps.append(finding)
        return finding

    def without(self, dropped: Act) -> Position:
        """The position without one of its acts, however often that stands there."""
        return replace(self.position, acts=tuple(a for a in self.position.acts if a != dropped))

    def without_uses(self, stand: Stand) -> Position:
        """The position without any use of a player's power."""
        acts = tuple(a for a in self.position.acts if not (a.verb == "use" and a.who == stand.name))
        return replace(self.position, acts=acts)

    def without_use(self, stand: Stand, used: Used | None = None) -> list[Position]:
        """The line without a use of a player's power (the first, if none is given)."""
        uses = self.used.get(stand.name, [])
        return [self.without((used or uses[0]).act)] if uses else []

    def forbid(
        self, rule: Rule, words: tuple[Any, ...], nearest: list[Position], sources: tuple[Finding, ...] = ()
    ) -> None:
        """Records a forbidden act with the nearest legal lines."""
        self.illegal.append(Illegal(Finding(rule, False, sources, words), nearest))


def ships_of(count: int) -> str:
    """A number of ships in words: `1 ship`, `3 ships`."""
    return "1 ship" if count == 1 else f"{count} ships"


def cards_of(count: int) -> str:
    """A number of cards in words: `1 card`, `3 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def home_colonies_of(count: int) -> str:
    """A number of home colonies in words: `1 home colony`, `no home colony`."""
    return "no home colony" if not count else "1 home colony" if count == 1 else f"{count} home colonies"
