"""What cannot be, whatever the rules of play say: too many ships, a player on both sides, a ninth planet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Set
from itertools import chain

from referee.state.encounter import Act, Position

Cited = Callable[[str], str]  # the clauses of a rule of the law in brackets, for the end of a sentence


def _uncited(_: str) -> str:
    return ""


def faults(
    position: Position,
    ships: int,
    planets: int,
    more_ships: Set[str] = frozenset(),
    cited: Cited = _uncited,
) -> list[str]:
    """Every reason why this position cannot be on a table, a sentence each; empty if it can.

    `ships` and `planets` are how many of each a player owns (consolidated 5.1.1.2); the players of `more_ships` have
    an alien that brings more; `cited` has the clauses of a rule.
    """
    found = [*_sides(position, cited), *_ships(position, ships, more_ships, cited), *_sheets(position)]
    if position.target is not None or position.acts:
        found += _planets(position, planets, cited)
    if position.seats:
        found += _seats(position)
    if position.home or position.foreign:
        found += [*_colonies(position, planets, cited), *_spread(position, ships, more_ships, cited)]
    if position.acts:
        found += [*_named(position), *_statements(position), *stated_faults(position, ships, more_ships)]
    return list(dict.fromkeys(found))


def _allies(side: str, names: list[str], mains: tuple[str, str], cited: Cited) -> Iterator[str]:
    """Allies of a side who are main players, or stand there twice."""
    for name, times in Counter(names).items():
        if name in mains:
            yield f"{name} is a main player and cannot be an ally of the {side}{cited('alliance.main-player')}"
        if times > 1:
            yield f"{name} stands {times} times among the allies of the {side}"


def _sides(position: Position, cited: Cited) -> Iterator[str]:
    names = [player.name for player in position.participants()]
    if len(set(names)) == len(names):
        return
    mains = (position.offense.main.name, position.defense.main.name)
    if mains[0] == mains[1]:
        yield f"{mains[0]} is both offense and defense{cited('table.two-main-players')}"
    allies = [[ally.name for ally in side.allies] for side in (position.offense, position.defense)]
    for side, names in zip(("offense", "defense"), allies, strict=True):
        yield from _allies(side, names, mains, cited)
    for name in dict.fromkeys(n for n in allies[0] if n in allies[1]):
        more = "what a power lets it send to the other side is stated: add defense 2 WHY"
        yield f"{name} is on both sides{cited('alliance.one-side')}; {more}"


def _ships(position: Position, owned: int, more: Set[str], cited: Cited) -> Iterator[str]:
    defense, stacks = position.defense.main, position.planet or {}
    standing = stacks.get(defense.name)
    if None not in (standing, defense.ships) and standing != defense.ships:
        yield (
            f"{defense.name} has {defense.ships} ships on its side but {standing} on the planet: "
            "all of the defense's ships there defend it"
        )
    for name, count in _counted_of_all(position).items():
        if count > owned and name not in more:
            yield f"{name} would have {count} ships, and a player owns {owned}{cited('setup.ships')}"


def _counted_of_all(position: Position) -> Counter[str]:
    """The ships of each player that the line tells of: in the encounter, on the planet and in the warp."""
    sent = ((player.name, player.ships) for player in position.participants())
    there = (position.planet or {}).items()
    others = ((name, ships) for name, ships in there if name != position.defense.main.name)
    counts = Counter[str]()
    for name, ships in chain(sent, others, position.warp.items()):
        counts[name] += ships or 0
    return counts


def _places_named(act: Act) -> tuple[str, ...]:
    """What an act names that can be a planet."""
    return (*(term.planet for term in act.terms), *(term.source for term in act.terms), *act.args)


def _planets(position: Position, planets: int, cited: Cited) -> Iterator[str]:
    texts = [text for act in position.acts for text in _places_named(act) if "." in text]
    named = [position.target] if position.target else []
    named += [(owner, number) for owner, number, *_ in (text.split(".") for text in texts)]
    for owner, number in named:
        if number not in ("genesis", "?") and not 1 <= int(number) <= planets:
            yield f"{owner} has no planet {number}: planets are {owner}.1 to {owner}.{planets}{cited('setup.planets')}"


def _seats(position: Position) -> Iterator[str]:
    for name, times in Counter(position.seats).items():
        if times > 1:
            yield f"{name} sits at {times} places"
    for player in position.participants():
        if player.name not in position.seats:
            yield f"{player.name} is in the encounter but has no seat"


def _colonies(position: Position, planets: int, cited: Cited) -> Iterator[str]:
    for name, count in position.home.items():
        if count is not None and count > planets:
            yield f"{name} cannot have {count} home colonies on {planets} home planets{cited('setup.planets')}"
    defense = position.defense.main
    at_home = position.target is None or position.target[0] == defense.name
    word, count = (
        ("home", position.home.get(defense.name)) if at_home else ("foreign", position.foreign.get(defense.name))
    )
    if count == 0 and defense.ships:
        told = f"{defense.name} has no {word} colony and yet {_so_many(defense.ships)} on the target planet"
        yield told + cited(f"table.{word}-colonies")
    yield from _on_target(position, planets, cited)


def _colonies_told(position: Position, name: str) -> int:
    """How many colonies a player is said to have, home and foreign."""
    return (position.home.get(name) or 0) + (position.foreign.get(name) or 0)


def _so_many(count: int) -> str:
    return "1 ship" if count == 1 else f"{count} ships"


def _on_target(position: Position, planets: int, cited: Cited) -> Iterator[str]:
    """Colony counts against what stands on the target planet, which `planet` tells of everybody."""
    defense = position.defense.main
    owner = position.target[0] if position.target is not None else defense.name
    stacks = {**(position.planet or {}), defense.name: defense.ships}
    for name, ships in stacks.items():
        word, counts = ("home", position.home) if name == owner else ("foreign", position.foreign)
        if ships and counts.get(name) == 0 and name != defense.name:
            told = f"{name} has no {word} colony and yet {_so_many(ships)} on the target planet"
            yield told + cited(f"table.{word}-colonies")
    yield from _left_bare(position, owner, stacks, planets, cited)


def _left_bare(
    position: Position, owner: str, stacks: dict[str, int | None], planets: int, cited: Cited
) -> Iterator[str]:
    """A target planet without a ship of its owner, who is said to have a colony on every home planet."""
    bare = stacks.get(owner) == 0 or (position.planet is not None and owner not in stacks)
    if bare and position.home.get(owner) == planets:
        told = f"{owner} has a colony on each of its {planets} home planets and yet none on the target planet"
        yield f"{told}, which is one of them{cited('table.home-colonies')}"


def _spread(position: Position, owned: int, more: Set[str], cited: Cited) -> Iterator[str]:
    """Every colony takes a ship of its own, besides those in the encounter and in the warp."""
    defense, stacks = position.defense.main, position.planet or {}
    there = {**stacks, defense.name: defense.ships}
    counted = _counted_of_all(position)
    for name in {**position.home, **position.foreign}:
        elsewhere = max(0, _colonies_told(position, name) - bool(there.get(name)))
        apart = counted[name]
        if apart <= owned < apart + elsewhere and name not in more:
            others = "other colony" if elsewhere == 1 else "other colonies"
            said = f"{name} would have {apart} ships besides {elsewhere} {others}, and a player owns {owned}"
            yield said + cited("setup.ships")


def _players_told(position: Position, sheets: Iterable[str]) -> set[str]:
    """Everybody of whom a line tells something: where ships are, a hand, a sheet, a flare or tech that was played."""
    told = (position.planet or {}, position.hands, position.warp, position.tokens, position.foreign, position.home)
    known = {*sheets, *position.seats}.union(*told)
    return known.union(act.who for act in position.acts if act.verb in ("flare", "tech"))


def _named(position: Position) -> Iterator[str]:
    sheets = {p.name: p.aliens for p in position.participants()} | position.aliens
    known = _players_told(position, sheets)
    for act in position.acts:
        yield from (f"nobody called {name} is on this line" for name in _who(act) if name not in known)
        if act.verb in ("zap", "use") and act.who in known:
            mine = sheets.get(act.who, ())
            if not mine:
                yield f"{act.who} has no alien on this line; write {act.who}/ALIEN"
            elif act.name and act.name not in mine:
                yield f"{act.who} is not the {act.name}"


_BYSTANDERS = ("reinforce", "flare", "tech", "plague")  # what somebody can do, or suffer, of whom nothing else is said


def _who(act: Act) -> list[str]:
    """The players that an act names and that have to be on the line."""
    who = [act.who] if act.who and act.verb not in _BYSTANDERS else []
    allies = [name for name in act.args if name != "all"] if act.verb == "force-field" else []
    return [*who, *allies, *(term.giver for term in act.terms)]


def _sheets(position: Position) -> Iterator[str]:
    for player in position.participants():
        if len(player.aliens) > 1 and len(set(player.aliens)) < len(player.aliens):
            yield f"{player.name} has the same alien twice"


def _statements(position: Position) -> Iterator[str]:
    winners = {act.side for act in position.acts if act.verb == "wins"}
    if len(winners) > 1:
        yield "both sides are said to win"
    made = [act for act in position.acts if act.verb in ("deal", "no-deal")]
    if len(made) > 1:
        yield "the outcome of the talks is given twice"


# -- what players state of powers and cards ----------------------------------------------------------------------------

_FATES = ("saves", "stays", "removed")  # of ships in the encounter, each of which has one fate
_ONCE = {"rewards": "rewards", "compensation": "compensation"}


def _of_nobody(act: Act, mains: tuple[str, str], there: Container[str]) -> Iterator[str]:
    """A statement of a card or of ships that its player has not; `there` are the players in the encounter."""
    if act.verb == "value" and act.who not in mains:
        yield f"{act.who} is no main player and has no encounter card to count as anything"
    if act.verb == "stays" and act.who != mains[1]:
        yield f"{act.who} has no ships on the planet that could stay there; {mains[1]} defends it"
    if act.verb in ("removed", "compensation") and act.who not in there:
        yield f"{act.who} is not in the encounter"


def stated_faults(position: Position, owned: int, more: Set[str]) -> Iterator[str]:
    """What is stated and cannot be: more ships or cards than there are, a card or ships of somebody who has none."""
    mains = (position.offense.main.name, position.defense.main.name)
    there = {player.name: player.ships for player in position.participants()}
    for act in position.acts:
        yield from _of_nobody(act, mains, there)
    yield from _too_many_ships(position, there, owned, more)
    yield from _too_many_cards(position)
    for verb, what in _ONCE.items():
        for name, times in Counter(act.who for act in position.acts if act.verb == verb).items():
            if times > 1:
                yield f"the {what} of {name} {'are' if verb == 'rewards' else 'is'} stated {times} times"


def _ships_said(position: Position, verbs: Container[str]) -> Counter[str]:
    """How many ships of each player these statements are of."""
    ships = Counter[str]()
    for act in position.acts:
        if act.verb in verbs:
            ships[act.who] += act.amount or 0
    return ships


def _too_many_ships(position: Position, there: Mapping[str, int | None], owned: int, more: Set[str]) -> Iterator[str]:
    for name, count in _ships_said(position, _FATES).items():
        ships = there.get(name)
        if ships is not None and count > ships:
            what = "are said to be saved, to stay or to be removed"
            yield f"{name} has {ships} ships in the encounter, and {count} {what}"
    for name, count in _ships_said(position, ("loses",)).items():
        left = owned - (position.warp.get(name) or 0)
        if count > left and name not in more:
            yield f"{name} has {left} ships outside the warp and cannot lose {count}"


def _taken_from(position: Position) -> Counter[str]:
    """How many cards are said to be taken from each main player as compensation."""
    taken = Counter[str]()
    for act in position.acts:
        for side, other in ((position.offense, position.defense), (position.defense, position.offense)):
            if act.verb == "compensation" and act.who in [player.name for player in side.players()]:
                taken[other.main.name] += act.amount or 0
    return taken


def _too_many_cards(position: Position) -> Iterator[str]:
    """More compensation than the hand that it comes from holds, where that is told.

    A flare that the payer played is in its hand again by then, and so may be a card that its power takes back.
    """
    taken = _taken_from(position)
    for main in (position.offense.main, position.defense.main):
        hand = position.hands.get(main.name)
        if hand is None or hand.count is None:
            continue
        back = sum(act.verb == "flare" and act.who == main.name for act in position.acts) + bool(main.aliens)
        if taken[main.name] > hand.count + back:
            yield f"{main.name} holds {hand.count} cards, and {taken[main.name]} are said to be taken as compensation"
