"""Two accounts of one encounter held together: the facts in which they differ, and one with facts of the other.

A fact is what one clause of the line tells of one player, or one thing that was done. What is not told on a line is a
fact too: it differs from any number that the other line gives.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from referee.state import encounter as pos
from referee.state.acts import write_act
from referee.state.apart import Acts, Difference, Key
from referee.state.encounter import COUNTED, DEFENSE, OFFENSE, Act, Card, Hand, Player, Position, Side, Term
from referee.state.reader import write_cards, write_count, write_name

Facts = dict[Key, object]
V = TypeVar("V")


def differences(one: Position, other: Position) -> list[Difference]:
    """The facts in which two accounts differ, in the order of the line; an empty list if they tell the same.

    The order in which allies or hands are written is no fact.
    """
    facts = (_facts(one), _facts(other))
    keys = [key for key in dict.fromkeys((*facts[0], *facts[1])) if facts[0].get(key) != facts[1].get(key)]
    told = [(key, _told(key, facts[0]), _told(key, facts[1])) for key in keys]
    found = [
        Difference((key,), here.what or there.what, (here.says, there.says), (here.clause, there.clause))
        for key, here, there in told
    ]
    found = [_of_ally(difference, *[of.get(difference.keys[0]) for of in facts]) for difference in found]
    return [*_joined(found, one), *_done(_acts(one, other))]


def mixed(one: Position, other: Position, taken: Collection[Difference]) -> Position:
    """The first account with these facts as the other has them. It may be one that cannot be."""
    keys = {key for difference in taken for key in difference.keys}
    facts, others = _facts(one), _facts(other)
    for key in [key for key in dict.fromkeys((*facts, *others)) if key in keys]:
        if key in others:
            facts[key] = others[key]
        else:
            facts.pop(key, None)
    return _position(facts, _acts(one, other).mixed(keys))


def spelled_like(one: Position, other: Position) -> Position:
    """The other account with its players' names in the letters of the first: case does not tell players apart."""
    known = {name.casefold(): name for name in one.names()}
    names = {name: known[name.casefold()] for name in other.names() if known.get(name.casefold(), name) != name}
    return _Renaming(names).position(other) if names else other


# -- a position as facts -----------------------------------------------------------------------------------------------


def _facts(position: Position) -> Facts:
    found: Facts = {}
    for name, side in ((OFFENSE, position.offense), (DEFENSE, position.defense)):
        found |= {("main", name): side.main.name, ("ships", name): side.main.ships}
        found |= {("ally", ally.name): (name, ally.ships) for ally in side.allies}
        found["card", name] = side.card
        found |= {("plus", name): side.plus} if side.plus else {}
    aliens = {player.name: player.aliens for player in position.participants()} | position.aliens
    found |= {("alien", name): names for name, names in aliens.items() if names}
    found |= _once({"target": position.target})
    told: dict[str, dict[str, Any]] = {"planet": position.planet or {}, "hand": position.hands}
    told |= {kind: getattr(position, kind) for kind in COUNTED}
    found |= {(kind, name): value for kind, values in told.items() for name, value in values.items()}
    return found | _once({"seats": position.seats, "second": position.second, "cone": position.reverse_cone})


def _once(told: dict[str, object]) -> Facts:
    """What is told once, and of nobody in particular, where it is told."""
    return {(kind,): value for kind, value in told.items() if value}


def _position(facts: Facts, acts: tuple[Act, ...]) -> Position:
    of: dict[str, dict[str, Any]] = {}
    for (kind, *who), value in facts.items():
        of.setdefault(kind, {})[who[0] if who else ""] = value
    aliens = of.get("alien", {})

    def player(name: str, ships: int | None) -> Player:
        return Player(name, ships, aliens.get(name, ()))

    def side(name: str) -> Side:
        allies = [player(ally, ships) for ally, (joined, ships) in of.get("ally", {}).items() if joined == name]
        main = player(of["main"][name], of["ships"][name])
        return Side(main, tuple(allies), of["card"][name], of.get("plus", {}).get(name, ()))

    position = Position(side(OFFENSE), side(DEFENSE), acts=acts)
    there = {participant.name for participant in position.participants()}
    position.aliens = {name: found for name, found in aliens.items() if name not in there}
    position.target = of.get("target", {}).get("")
    position.planet = of.get("planet")
    position.hands = of.get("hand", {})
    for kind in COUNTED:
        setattr(position, kind, of.get(kind, {}))
    position.seats = of.get("seats", {}).get("", ())
    position.second, position.reverse_cone = "second" in of, "cone" in of
    return position


# -- words -------------------------------------------------------------------------------------------------------------


class _Told(NamedTuple):
    what: str
    says: str
    clause: str


class _Kind(NamedTuple):
    """A kind of fact in words: what it is about, how it is, and the clause that tells it, with its value in `{told}`.

    `{who}` is of whom it tells, `{main}` the main player of that side; `unsaid` is how it is where no line tells it.
    """

    what: str
    says: Callable[[Any], str] = str
    clause: str = ""
    told: Callable[[Any], str] = str
    unsaid: str = "not said"


def _told(key: Key, facts: Facts) -> _Told:
    """A fact in words: what it is about, how it is, and the clause that tells it."""
    kind, who = _KINDS[key[0]], (*key, "")[1]
    main = facts.get(("main", who), who)
    what = kind.what.format(who=who, main=main)
    if key not in facts:
        return _Told(what, kind.unsaid, "")
    value: object = facts[key]
    return _Told(what, kind.says(value), kind.clause.format(who=who, main=main, told=kind.told(value)))


def _counted(noun: str) -> Callable[[int | None], str]:
    """How a number of these is said."""
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return lambda count: "not known" if count is None else f"{count} {noun if count == 1 else many}"


def _card(card: Card) -> str:
    if card.kind == pos.ATTACK:
        return "some attack" if card.value is None else f"an attack {card.value}"
    plain = {pos.NEGOTIATE: "a negotiate", pos.MORPH: "a morph", pos.NONE: "no encounter card", pos.HIDDEN: "hidden"}
    return plain.get(card.kind, card.name)


def _written(card: Card) -> str:
    return write_name(card.name) if card.name else str(card)


def _plus(values: Sequence[int | None]) -> str:
    return " ".join([f"+{write_count(value)}" for value in values])


def _hand(hand: Hand) -> str:
    return _counted("card")(hand.count) if hand.cards is None else write_cards(hand.cards) or "no card"


def _held(hand: Hand) -> str:
    return f" {write_count(hand.count)}" if hand.cards is None else f": {write_cards(hand.cards)}"


def _count_of(what: str, noun: str, kind: str) -> _Kind:
    """Something that is counted of a player."""
    return _Kind(what, _counted(noun), f"{kind} {{who}} {{told}}", write_count)


_KINDS = {
    "main": _Kind("who the {who} is"),
    "ships": _Kind("{main}'s ships", _counted("ship"), "{main} {told}", write_count),
    "card": _Kind("{main}'s card", _card, "{main} : {told}", _written),
    "plus": _Kind("reinforcements for the {who}", _plus, "{told}", _plus, "none"),
    "ally": _Kind(
        "whose ally {who} was",
        lambda joined: f"{_counted('ship')(joined[1])} on the side of the {joined[0]}",
        "{who} {told}",
        lambda joined: write_count(joined[1]),
        "no ally",
    ),
    "alien": _Kind("{who}'s alien", " and ".join, "{who}/{told}", lambda names: "/".join(map(write_name, names))),
    "hand": _Kind("{who}'s hand", _hand, "hand {who}{told}", _held),
    "target": _Kind("the target planet", ".".join, "at {told}", ".".join),
    "seats": _Kind("how the players sit", " ".join, "seats {told}", " ".join),
    "second": _Kind("which encounter of the turn it is", lambda _: "the second", "second", unsaid="the first"),
    "cone": _Kind("the reverse cone", lambda _: "in play", "reverse cone", unsaid="not in play"),
    "planet": _count_of("{who}'s ships on the planet", "ship", "planet"),
    "warp": _count_of("{who}'s ships in the warp", "ship", "warp"),
    "tokens": _count_of("the tokens on {who}'s sheet", "token", "tokens"),
    "foreign": _count_of("{who}'s foreign colonies", "foreign colony", "foreign"),
    "home": _count_of("{who}'s home colonies", "home colony", "home"),
}


def _of_ally(difference: Difference, here: Any, there: Any) -> Difference:
    """A difference about an ally with what it is: how many ships it sent, or with whom it was allied, if at all."""
    kind, who = (*difference.keys[0], "")[:2]
    if kind != "ally" or here is None or there is None or here[0] != there[0]:
        return difference
    ships = _counted("ship")
    return difference._replace(what=f"how many ships {who} sent", says=(ships(here[1]), ships(there[1])))


def _joined(found: list[Difference], position: Position) -> list[Difference]:
    """The ships of the defense are told twice where the planet is told as well: that is one fact."""
    defense, planet = ("ships", DEFENSE), ("planet", position.defense.main.name)
    both = [difference for difference in found if difference.keys[0] in (defense, planet)]
    if len(both) < 2:
        return found
    ships = both[0]._replace(keys=(defense, planet))
    return [ships if difference is both[0] else difference for difference in found if difference is not both[1]]


# -- acts --------------------------------------------------------------------------------------------------------------


def _acts(one: Position, other: Position) -> Acts[Act]:
    return Acts(one.acts, other.acts, write_act, lambda act: (act.verb, act.who or act.side))


def _done(acts: Acts[Act]) -> list[Difference]:
    """The things that were done otherwise; a deal by one account and none by the other is one of them."""
    by_key = acts.by_fact()
    deal = {key: told for key, told in by_key.items() if _is_of_deal(told)}
    made = _deal(deal)
    others = {key: told for key, told in by_key.items() if made is None or key not in deal}
    found = [acts.difference(key, told) for key, told in others.items()]
    return found if made is None else [made, *found]


def _is_of_deal(told: tuple[list[Act], list[Act]]) -> bool:
    """True if this is a deal, or that there was none."""
    return all(act.verb in ("deal", "no-deal") for acts in told for act in acts)


def _deal(told: dict[Key, tuple[list[Act], list[Act]]]) -> Difference | None:
    """A deal by one account and none by the other: one fact, though two things are told; None for anything else."""
    acts = [[act for of in told.values() for act in of[account]] for account in (0, 1)]
    if sorted(act.verb for account in acts for act in account) != ["deal", "no-deal"] or not all(acts):
        return None
    here, there = (" ; ".join(map(write_act, account)) for account in acts)
    what = "whether the deal was made within the minute"
    return Difference(tuple(told), what, (_made(here), _made(there)), (here, there))


def _made(clause: str) -> str:
    """A deal as it is told: what was given, or that none was made."""
    return clause.removeprefix("deal ") if clause.startswith("deal ") else "no deal"


# -- names -------------------------------------------------------------------------------------------------------------


class _Renaming(NamedTuple):
    """What one account tells, with the players called as the other account calls them."""

    names: dict[str, str]

    def name(self, old: str) -> str:
        """A player's name."""
        return self.names.get(old, old)

    def planet(self, old: str) -> str:
        """A planet, or the player whose name stands for one."""
        owner, dot, number = old.partition(".")
        return f"{self.name(owner)}{dot}{number}" if dot else self.name(old)

    def player(self, old: Player) -> Player:
        """A player on a side."""
        return replace(old, name=self.name(old.name))

    def side(self, old: Side) -> Side:
        """A side, its main player and its allies."""
        return replace(old, main=self.player(old.main), allies=tuple(map(self.player, old.allies)))

    def term(self, old: Term) -> Term:
        """What somebody gives in a deal."""
        giver, planet, source = self.name(old.giver), self.planet(old.planet), self.planet(old.source)
        return replace(old, giver=giver, planet=planet, source=source)

    def act(self, old: Act) -> Act:
        """What somebody does or states."""
        args, terms = tuple(map(self.planet, old.args)), tuple(map(self.term, old.terms))
        return replace(old, who=self.name(old.who), by=self.name(old.by), args=args, terms=terms)

    def keys(self, old: Mapping[str, V]) -> dict[str, V]:
        """What is told of each player."""
        return {self.name(who): value for who, value in old.items()}

    def position(self, old: Position) -> Position:
        """A whole line."""
        by_player: dict[str, Any] = {
            kind: self.keys(getattr(old, kind)) for kind in ("hands", *COUNTED, "aliens", "removed")
        }
        return replace(
            old,
            offense=self.side(old.offense),
            defense=self.side(old.defense),
            target=(self.name(old.target[0]), old.target[1]) if old.target else None,
            planet=self.keys(old.planet) if old.planet is not None else None,
            seats=tuple(map(self.name, old.seats)),
            acts=tuple(map(self.act, old.acts)),
            **by_player,
        )
