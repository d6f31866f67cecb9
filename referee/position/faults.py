"""What cannot be, whatever the rules of play say: too many ships, a player on both sides, a ninth planet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set

from referee.position.encounter import Position


def faults(position: Position, ships: int, planets: int, more_ships: Set[str] = frozenset()) -> list[str]:
    """Every reason why this position cannot be on a table, a sentence each; empty if it can.

    `ships` and `planets` are how many of each a player owns (consolidated 5.1.1.2); the players of `more_ships` have
    an alien that brings more.
    """
    found = [*_sides(position), *_ships(position, ships, more_ships), *_sheets(position)]
    if position.target is not None or position.acts:
        found += _planets(position, planets)
    if position.seats:
        found += _seats(position)
    if position.home or position.foreign:
        found += _colonies(position, planets)
    if position.acts:
        found += [*_named(position), *_statements(position)]
    return list(dict.fromkeys(found))


def _sides(position: Position) -> Iterator[str]:
    names = [player.name for player in position.participants()]
    if len(set(names)) == len(names):
        return
    mains = (position.offense.main.name, position.defense.main.name)
    if mains[0] == mains[1]:
        yield f"{mains[0]} is both offense and defense"
    allies = [[ally.name for ally in side.allies] for side in (position.offense, position.defense)]
    for side, names in zip(("offense", "defense"), allies, strict=True):
        for name, times in Counter(names).items():
            if name in mains:
                yield f"{name} is a main player and cannot be an ally of the {side}"
            if times > 1:
                yield f"{name} stands {times} times among the allies of the {side}"
    for name in dict.fromkeys(n for n in allies[0] if n in allies[1]):
        yield f"{name} is on both sides"


def _ships(position: Position, owned: int, more: Set[str]) -> Iterator[str]:
    counts: dict[str, int] = {}
    for player in position.participants():
        counts[player.name] = counts.get(player.name, 0) + (player.ships or 0)
    defense = position.defense.main
    stacks = position.planet or {}
    for name, count in stacks.items():
        if name == defense.name:
            if count is not None and defense.ships is not None and count != defense.ships:
                yield (
                    f"{name} has {defense.ships} ships on its side but {count} on the planet: "
                    "all of the defense's ships there defend it"
                )
        else:
            counts[name] = counts.get(name, 0) + (count or 0)
    for name, count in position.warp.items():
        counts[name] = counts.get(name, 0) + (count or 0)
    for name, count in counts.items():
        if count > owned and name not in more:
            yield f"{name} would have {count} ships, and a player owns {owned}"


def _planets(position: Position, planets: int) -> Iterator[str]:
    named = [position.target] if position.target else []
    for act in position.acts:
        for text in (t.planet for t in act.terms):
            if text:
                named.append((text.split(".")[0], text.split(".")[1]))
        for text in (t.source for t in act.terms):
            if "." in text:
                named.append((text.split(".")[0], text.split(".")[1]))
        named += [(a.split(".")[0], a.split(".")[1]) for a in act.args if "." in a]
    for owner, number in named:
        if number not in ("genesis", "?") and not 1 <= int(number) <= planets:
            yield f"{owner} has no planet {number}: planets are {owner}.1 to {owner}.{planets}"


def _seats(position: Position) -> Iterator[str]:
    for name, times in Counter(position.seats).items():
        if times > 1:
            yield f"{name} sits at {times} places"
    for player in position.participants():
        if player.name not in position.seats:
            yield f"{player.name} is in the encounter but has no seat"


def _colonies(position: Position, planets: int) -> Iterator[str]:
    for name, count in position.home.items():
        if count is not None and count > planets:
            yield f"{name} cannot have {count} home colonies on {planets} home planets"
    defense = position.defense.main
    at_home = position.target is None or position.target[0] == defense.name
    word, count = (
        ("home", position.home.get(defense.name)) if at_home else ("foreign", position.foreign.get(defense.name))
    )
    if count == 0 and defense.ships:
        yield f"{defense.name} has no {word} colony and yet {defense.ships} ships on the target planet"


def _named(position: Position) -> Iterator[str]:
    sheets = {p.name: p.aliens for p in position.participants()} | position.aliens
    known = {*sheets, *(position.planet or ()), *position.seats}
    for mapping in (position.hands, position.warp, position.tokens, position.foreign, position.home):
        known.update(mapping)
    for act in position.acts:
        who = [act.who] if act.who and act.verb not in ("reinforce", "flare", "tech", "plague") else []
        who += [a for a in act.args if act.verb == "force-field" and a != "all"] + [t.giver for t in act.terms]
        for name in who:
            if name not in known:
                yield f"nobody called {name} is on this line"
        if act.verb in ("zap", "use") and act.who in known:
            mine = sheets.get(act.who, ())
            if not mine:
                yield f"{act.who} has no alien on this line; write {act.who}/ALIEN"
            elif act.name and act.name not in mine:
                yield f"{act.who} is not the {act.name}"


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
