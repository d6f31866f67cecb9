"""The encounter while it is judged: who takes part, in which order, what is in force, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from referee.book.law import Law, Rule
from referee.book.loader import Rulebase
from referee.book.power import Alien, Args, Use
from referee.judge.cards_shown import Fetched, Plus, Shown
from referee.judge.counted import by_count, ships_of
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.ruling import Illegal, PlayerRuling, Then
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, ROLES_ADMITTED, Stand
from referee.judge.timing.players import in_order
from referee.judge.unknown import EVERYBODY, NeedsFactError, Unknown
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state.acts import write_act
from referee.state.encounter import Act, Card, Position

# What a hidden number of a statement can be; else it is the value of a card.
_AMOUNTS = {
    "reinforce": (0, 10),
    "worth": (0, 10),
    "add": (-20, 40),
    **dict.fromkeys(("saves", "loses", "removed", "stays", "rewards", "compensation"), (0, 20)),
}

_LATE = frozenset(("any", "reveal", "resolution"))  # phases of a use that the line itself rules


class Board:
    """Everything the phases share while one complete position is judged. A phase reads it and adds to it."""

    __slots__ = tuple(
        (
            "position rulebase law stands offense defense _ordered _sides live_acts spent zaps zapped shown plus "
            "adds said tells_apart acting counts worth minus marginal product success per_ship whole_side "
            "crossed stakes rescued lower_wins totals margin outcome by_totals players fallen sent kept_cards "
            "fetched taken_back flares_gone by_cone idle made_of results looted collecting payer picked unpaid "
            "returnable doubled unrewarded dearer driven_off retry then steps illegal limits plan declared "
            "chooses_power uninvited staked grudges freed swapped claims faces drawn buried sacrificed applied "
            "mattered is_open aim also_won again laid_aside valueless placed awaits unsettled powerless winning "
            "lifting sheet_words unapplied before_cards as_negotiated from_deck stand_in more_cards turn_of "
            "touched doubles"
        ).split()
    )

    def __init__(self, position: Position, rulebase: Rulebase) -> None:
        self.position = position
        self.rulebase = rulebase
        self.law: Law = rulebase.law
        self.stands: dict[str, Stand] = {}
        self._sides: dict[str, list[Stand]] = {pos.OFFENSE: [], pos.DEFENSE: []}
        self.unapplied = False  # whether players can have to say what a sheet on the line does
        self.sheet_words: set[str] = set()  # what sheets lift and hold without being used (`book.power.Alien`)
        self.offense = self._seat(position.offense.main, pos.OFFENSE, pos.OFFENSE)
        for ally in position.offense.allies:
            self._seat(ally, OFFENSIVE_ALLY, pos.OFFENSE)
        self.defense = self._seat(position.defense.main, pos.DEFENSE, pos.DEFENSE)
        for ally in position.defense.allies:
            self._seat(ally, DEFENSIVE_ALLY, pos.DEFENSE)
        for name in position.names():
            if name and name not in self.stands:
                self._bystander(name)
        self._ordered: list[Stand] | None = None
        self.live_acts: list[tuple[Act, Finding]] = []
        self.spent: list[tuple[str, str]] = []  # (owner or "", card) of non-encounter cards that were played
        self.zaps: dict[tuple[str, str], Finding] = {}
        self.zapped: set[str] = set()
        self.said: dict[str, list[Used]] = {}  # what each player said it uses
        self.tells_apart = bool(position.acts) and any(a.verb == "use" and a.name for a in position.acts)
        self.acting = ""  # the alien whose effect acts, where a use names one of several powers
        self.shown: dict[str, Shown] = {}
        self.plus: list[Plus] = []
        self.adds: dict[str, list[Finding]] = {pos.OFFENSE: [], pos.DEFENSE: []}
        self.counts: dict[str, Finding] = {}  # for compensation and rewards, what one ship of a player counts
        self.worth: dict[str, Finding] = {}
        self.minus: dict[str, Finding] = {}
        self.stand_in: dict[str, Finding] = {}  # ships that count for a player's total in place of those involved
        self.marginal: dict[str, int] = {}
        self.doubles: dict[str, Finding] = {}  # by side, that its whole total counts twice
        self.product: dict[str, Finding] = {}
        self.success: Finding | None = None  # that a card ended the encounter, which counts as successful
        self.per_ship: dict[str, int] = {}  # what a card adds to a total for each ship of a player, besides its worth
        self.whole_side: set[str] = set()  # sides where the ships of allies are multiplied as well
        self.crossed: dict[str, Finding] = {}  # sides whose main player's ships are multiplied by those of its allies
        self.stakes: dict[str, Finding] = {}  # ships that somebody puts on top of what a challenge costs
        self.rescued: dict[str, Finding] = {}  # ships that came out of the warp after the reveal
        self.lower_wins: Finding | None = None
        self.totals: tuple[Finding, Finding] | None = None
        self.margin: Finding | None = None
        self.outcome: Finding | None = None
        self.by_totals = False
        self.players: dict[str, PlayerRuling] = {}
        self.fallen: dict[str, int] = {}  # own ships that reached the warp because the encounter was lost
        self.sent: dict[str, int] = {}  # own ships that reached the warp, of those whom they were given back
        self.kept_cards: dict[str, Finding] = {}
        self.fetched: dict[str, Fetched] = {}  # by side, who took its encounter card out of the discards
        self.taken_back: list[tuple[str, str]] = []  # whose own played encounter card is in hand again
        self.flares_gone: dict[str, Finding] = {}  # of flares that were played, where they go
        self.results: dict[tuple[str, str], list[object]] = {}  # by player and its power or card: what that comes to
        self.made_of: dict[str, list[tuple[str, int]]] = {}  # by side, the parts of its total with their figures
        self.idle: set[str] = set()  # powers and cards that were used, and had nothing to do
        self.by_cone: set[str] = set()  # allies of the defense who land by the reverse cone
        self.looted: dict[str, Finding] = {}  # cards that a player keeps of a hand it took; the value None if not known
        self.collecting: tuple[str, ...] = ()  # whose compensation is due, and from whom
        self.payer: tuple[Stand, Finding | None] | None = None  # whose hand pays by a power, and why who takes chooses
        self.picked: Finding | None = None  # the giver picks the cards that are taken as compensation
        self.unpaid: Finding | None = None  # no compensation is taken, by a card
        self.as_negotiated: Finding | None = None  # that a loser is compensated though it turned up an attack
        self.from_deck: Finding | None = None  # that compensation can be drawn from the deck instead
        self.more_cards: Finding | None = None  # so many cards on top of the compensation that is due
        self.returnable: Finding | None = None  # compensation that was taken may be answered with as many other cards
        self.doubled: tuple[Finding, str] | None = None  # how many times compensation is due; whether it may or must
        self.unrewarded: dict[str, Finding] = {}  # allies who only go home although their side has won
        self.dearer: dict[str, Finding] = {}  # so many ships more (or fewer) than the rules say for a failed deal
        self.driven_off: dict[str, Finding] = {}  # bystanders whose colony on the target planet a card ends
        self.turn_of: Stand | None = None  # whose turn it is where a power made another player the offense
        self.retry: Finding | None = None  # a second encounter, however the first one ended
        self.then: list[Then] = []
        self.steps: list[Finding] = []
        self.before_cards = 0  # how many of the steps were there before the cards were turned up
        self.illegal: list[Illegal] = []
        self.limits: dict[str, Finding] = {}
        self.plan: dict[str, list[tuple[Stand, Use, Callable[..., Any], Args]]] = {}
        self.declared: dict[str, Finding] = {}
        self.chooses_power: set[str] = set()  # who may lose a power by choosing which ships are lost
        self.uninvited: set[str] = set()
        self.staked: list[tuple[str, tuple[str, ...], Finding]] = []  # cards that a power put at stake, and whose
        self.grudges: dict[str, tuple[list[Stand], Finding]] = {}  # who holds a token of a player for staying away
        self.freed: set[str] = set()  # whose number of ships a power set, whatever the limits
        self.swapped: Finding | None = None  # each side turns up the card that the other had selected
        self.claims: dict[str, Finding] = {}  # sides whose card stays facedown and counts as what was said of it
        self.faces: dict[str, Card] = {}  # by side, the encounter card that decides
        self.drawn: set[tuple[str, int]] = set()  # uses that drew a card for the encounter and are settled
        self.buried: dict[str, Finding] = {}  # whose encounter card goes elsewhere than to the discards or a hand
        self.sacrificed: dict[str, Finding] = {}  # ships sent to the warp earlier, from outside the encounter
        self.applied: list[Act] = []  # flares and techs whose effects are in the plan
        self.mattered: set[Use] = set()  # of these, what had something to do
        self.is_open: Finding | None = None
        self.awaits: list[Then] = []  # who has to say what a power or card does that is not applied
        self.unsettled = False  # whether one of these can still change the outcome
        self.touched: frozenset[str] = frozenset()  # the figures of players that these can still change
        self.lifting: set[tuple[str, str]] = set()  # whose power that is not applied is why the line can be as it is
        self.winning = False  # whether somebody wins the game by the encounter, as far as is ruled
        self.powerless: set[str] = set()  # who had no power when the encounter began
        self.placed: dict[int, int] = {}  # by statement: of how many ships it has said already what becomes of them
        self.aim: Finding | None = None  # the power by which the offense aims where it likes
        self.also_won: dict[str, Finding] = {}  # who wins otherwise than by colonies, and why
        self.again: tuple[Stand, Use] | None = None  # a power by which the offense may have another encounter
        self.laid_aside: dict[str, Finding] = {}  # cards of a hand that compensation cannot take
        self.valueless: dict[str, Finding] = {}  # sides whose card counts as an attack without a value

    # -- who is who ------------------------------------------------------------------------------------------------

    def _seat(self, player: pos.Player, role: str, side: str) -> Stand:
        count, ships = player.ships, None
        if count is not None:
            ships = Finding(self.law["facts.ships"], count, (), (player.name, ships_of(count)))
        stand = Stand(player.name, role, side, count, ships)
        if player.aliens:
            stand.aliens = self._sheets(player.aliens)
        self.stands[player.name] = stand
        self._sides[side].append(stand)
        return stand

    def take_side(self, stand: Stand, side: str) -> None:
        """A player who was on no side joins one, after all who are on it."""
        stand.side = side
        self._sides[side].append(stand)

    def _bystander(self, name: str) -> None:
        stand = Stand(name, BYSTANDER, "", 0, None)
        if self.position.aliens:
            stand.aliens = self._sheets(self.position.aliens.get(name, ()))
        self.stands[name] = stand

    def _sheets(self, names: tuple[str, ...]) -> list[Alien]:
        found = []
        for name in names:
            alien = self.rulebase.alien(name)
            if alien is not None:
                found.append(alien)
                if alien.lifts or alien.holds:
                    self.sheet_words.update(alien.lifts, alien.holds)
                if alien.states or not alien.uses:
                    self.unapplied = True
        return found

    @property
    def order(self) -> list[Stand]:
        """The players in timing order: offense, defense, then clockwise from the offense's left (4.8.2.1 to .3)."""
        if self._ordered is None:
            self._ordered = self._order()
        return self._ordered

    def _order(self) -> list[Stand]:
        seats, stands = self.position.seats, self.stands
        left = seats.index(self.offense.name) + 1 if seats else 0
        ring = [*seats[left:], *seats[: max(left - 1, 0)]]
        if len(stands) > len(seats):
            ring += [name for name in stands if name not in seats]
        mains = (self.offense.name, self.defense.name)
        others = [stands[name] for name in ring if name not in mains]
        return in_order(self.law["timing.order"].value, self.offense, self.defense, others)

    def side_of(self, side: str) -> list[Stand]:
        """The players who take part on one side: the main player, then the allies whose alliances stand."""
        found = []
        for stand in self._sides.get(side, ()):  # none where somebody has no side
            if stand.cancelled is None:
                found.append(stand)
        return found

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
            return Unknown("ships", stand.name, 0, stand.owns(self.law["setup.ships"].value))
        low, high = self.law["launch.ships"].value
        if stand.name in self.freed:
            return Unknown("ships", stand.name, 0, stand.owns(self.law["setup.ships"].value))
        return Unknown("ships", stand.name, low, self.most_ships(stand, high))

    def most_ships(self, stand: Stand, high: int) -> int:
        """The most ships that a player may send: as many as the rule lets it, or fewer by a power."""
        limit = self.limits.get(stand.name)
        return high if limit is None else min(high, limit.value)

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
            low, high = _AMOUNTS.get(act.verb, self.law["cards.attacks"].value)
            at = next(i for i, other in enumerate(self.position.acts) if other is act)
            raise NeedsFactError(Unknown("amount", f"{write_act(act)} #{at}", low, high))
        return act.amount or 0

    def plus_of(self, side: str) -> list[int]:
        """The reinforcements written on a side; raises NeedsFactError for one that is `?`."""
        found: list[int] = []
        for at, value in enumerate(self.position.side(side).plus):
            if value is None:
                raise NeedsFactError(Unknown("plus", f"{side} #{at}", 0, 10))
            found.append(value)
        return found

    def tokens(self, stand: Stand) -> Finding:
        """How many tokens lie on a sheet; not mentioned counts as hidden, because a power on the line counts them."""
        told = self.position.tokens.get(stand.name)
        if told is None:
            raise NeedsFactError(Unknown("tokens", stand.name, 0, self.law["setup.tokens"].value))
        return Finding(self.law["facts.tokens"], told, (), (stand.name,))

    def rest_on_warp(self, names: Iterable[str]) -> None:
        """Says, once of each of these players, that its ships in the warp are a table's own count, if they are."""
        reckoned, warp = self.position.reckoned or {}, self.position.warp
        for name in [name for name in names if warp.get(name) and "warp" in reckoned.get(name, ())]:
            words = by_count(name, warp[name] or 0, "warp", {})
            if words not in [step.words for step in self.steps]:
                self.assume("assumptions.by-count", *words)

    def warp_of(self, stand: Stand) -> Finding:
        """How many ships of one player are in the warp; as hidden if the line says nothing of the warp."""
        owned = stand.owns(self.law["setup.ships"].value)
        if not self.position.warp:
            raise NeedsFactError(Unknown("warp", stand.name, 0, owned))
        gone = self.sacrificed.get(stand.name) if stand.name not in self.position.warp else None
        total = (self.number("warp", stand.name, 0, owned) or 0) + (gone.value if gone is not None else 0)
        self.rest_on_warp((stand.name,))
        return Finding(self.law["facts.in-warp"], total, () if gone is None else (gone,), (stand.name,))

    def warp_of_all(self, stand: Stand) -> Finding:
        """How many ships are in the warp, of any color; as hidden if the line says nothing of the warp.

        Ships that came out of it since count no more for a power (of `stand`) that comes later in timing order.
        """
        owned: int = self.law["setup.ships"].value
        if not self.position.warp:
            raise NeedsFactError(Unknown("warp", EVERYBODY, 0, owned * len(self.stands)))
        total = sum(self.number("warp", name, 0, owned) or 0 for name in self.position.warp)
        gone = tuple(given for name, given in self.sacrificed.items() if name not in self.position.warp)
        total += sum(given.value for given in gone)
        order = [other.name for other in self.order]
        back = tuple(b for name, b in self.rescued.items() if order.index(name) < order.index(stand.name))
        total = max(total - sum(came.value for came in back), 0)
        self.rest_on_warp(self.position.warp)
        return Finding(self.law["facts.warp"], total, (*gone, *back), (ships_of(total),))

    # -- powers ----------------------------------------------------------------------------------------------------

    @property
    def used(self) -> dict[str, list[Used]]:
        """What each player said it uses; while the effect of one power acts, without the uses of its owner's others."""
        if not self.acting:
            return self.said
        mine = {name: [one for one in said if one.act.name in ("", self.acting)] for name, said in self.said.items()}
        return {name: said for name, said in mine.items() if said}

    def zap_on(self, stand: Stand, alien: str) -> Finding | None:
        """The Cosmic Zap that was played against this power and not itself negated, or None."""
        return self.zaps.get((stand.name, alien)) or self.zaps.get((stand.name, ""))

    def uses(self, stand: Stand, use: Use) -> list[Used]:
        """What a player said that it uses of this power, with its others left out where they are named."""
        return [one for one in self.used.get(stand.name, ()) if one.act.name in ("", use.alien)]

    def usage(self, stand: Stand, use: Use) -> tuple[tuple[str, ...], Finding | None] | None:
        """How an optional power was used: what was said with it and the act; None if it was not used."""
        if use.played is not None:
            return use.played
        said = self.uses(stand, use)
        if said:
            return said[0].args, said[0].finding
        zap = self.zap_on(stand, use.alien)
        return ((), None) if zap is not None and use.zappable else None

    def admits(self, stand: Stand, use: Use) -> bool:
        """Whether role and power allow a use at all (2018 rulebook, alien sheets; consolidated 4.6.2.1)."""
        if use.played is not None:
            return stand.powerless is None or not use.zappable  # what works without the power needs none
        has_it = stand.powerless is None or use.lasting or self._was_made(stand, use)
        return has_it and self.in_role(stand, use)

    def _was_made(self, stand: Stand, use: Use) -> bool:
        """Whether a table ruled a use before the cards were turned up: a power that is lost later does not undo it."""
        return self.position.checked and stand.name in self.used and _LATE.isdisjoint(use.phases)

    def in_role(self, stand: Stand, use: Use) -> bool:
        """Whether the role bar admits the player; who has left the encounter is in no role of it."""
        role = stand.role if stand.cancelled is None else BYSTANDER
        return not ROLES_ADMITTED[role].isdisjoint(use.roles)

    def in_force(self, stand: Stand, use: Use) -> bool:
        """Whether a use would come to something: admitted, made, and not zapped."""
        if not self.admits(stand, use) or (not use.mandatory and self.usage(stand, use) is None):
            return False
        return not use.zappable or self.zap_on(stand, use.alien) is None

    def keeps_power(self, stand: Stand) -> Finding | None:
        """What lets a player keep the power with too few home colonies, or None; it is no use of the power."""
        for alien in stand.aliens:
            if "keeps_power" in alien.verbs:
                use = next(use for use in alien.uses for effect, _ in use.effects if effect == "keeps_power")
                return Finding(use.rule, "kept", (), (stand.name,))
            if alien.keeps_power:
                return Finding(self.law["power.kept-by-text"].citing(alien.rule), "kept", (), (stand.name, alien.name))
        return None

    def apply(
        self,
        stand: Stand,
        use: Use,
        value: object,
        sources: tuple[Finding, ...] = (),
        words: tuple[object, ...] = (),
        used: Used | None = None,
    ) -> Finding | None:
        """The finding that a use of a power comes to, or None if it is not in force or a Cosmic Zap cancelled it.

        Call it only where the effect would matter: a zap cancels the use that is made, not one that never came up.
        With `used`, one of several uses of the power is meant, and only its own zap counts.
        """
        if not self.admits(stand, use):
            return None
        if use.played is not None:
            self.mattered.add(use)
        zap = self.zap_on(stand, use.alien) if use.zappable else None
        if used is not None:
            zap, sources = used.zap, (*sources, used.finding)
        elif use.played is not None or not use.mandatory:
            usage = self.usage(stand, use)
            if usage is None:
                return None
            if usage[1] is not None:
                sources = (*sources, usage[1])
        if zap is not None:
            self.zapped.add(stand.name)
            rule = self.law["powers.zapped"].citing(use.rule)
            cancelled = Finding(rule, None, (), (stand.name, use.alien), zap)
            self.steps.append(cancelled)
            return None
        if not use.zappable and self.zap_on(stand, use.alien) is not None:
            sources = (*sources, Finding(self.law["powers.no-use"], True, (), (stand.name,)))
        return Finding(use.rule, value, sources, (stand.name, *words))

    # -- results ---------------------------------------------------------------------------------------------------

    def do(self, who: str, does: str, what: str, finding: Finding, about: str = "", by: Use | None = None) -> None:
        """Adds something that is left to do, what it is `about`, and the use `by` which it is (`Then`)."""
        key = ("", "") if by is None else by.key
        self.then.append(Then(who, does, self.rulebase.said(what), finding, about, by=key))
        self.steps.append(finding)

    def do_no_more(self, who: str, about: str) -> None:
        """Takes back what a player had left to do about something: it is other ships, or other rewards."""
        self.then[:] = [then for then in self.then if then.who != who or then.about != about]

    def note(self, stand: Stand, use: Use, result: object) -> None:
        """Keeps what a player's power or card comes to, for its other effects and for the table (`results_of`)."""
        self.results.setdefault((stand.name, use.alien), []).append(result)

    def assume(self, id: str, *words: object, by: Rule | None = None) -> Finding:
        """Records something that is taken for granted; `by` is the power or card of which it is, if it is of one."""
        rule = self.law[id] if by is None else self.law[id].citing(by)
        finding = Finding(rule, True, (), words)
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

    def without_this(self, stand: Stand, use: Use) -> list[Position]:
        """The line without what this comes from: a flare or tech that was played, or else the use of the power."""
        if use.played is None:
            return self.without_use(stand)
        return [self.without(a) for a in self.applied if (a.who, a.name) == (stand.name, use.alien)]

    def forbid(
        self,
        rule: Rule,
        words: tuple[object, ...],
        nearest: list[Position],
        sources: tuple[Finding, ...] = (),
        asks: bool = False,
    ) -> None:
        """Records a forbidden act with the nearest legal lines; `asks` where only more has to be said with it."""
        self.illegal.append(Illegal(Finding(rule, False, sources, words), nearest, asks=asks))

    def refuse(
        self, forbidden: Forbidden, nearest: list[Position], sources: tuple[Finding, ...] = (), by: Rule | None = None
    ) -> None:
        """Records what a rule of a phase forbids; `by` is the power or card of which it is, if it is of one."""
        rule = self.law[forbidden.rule]
        asks = by is not None and not forbidden.waivable
        self.forbid(rule if by is None else rule.citing(by), forbidden.words, nearest, sources, asks)
