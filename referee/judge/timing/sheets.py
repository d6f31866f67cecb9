"""Questions of timing about alien sheets and cards by themselves, whoever has them: `timing Oracle Mirror`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.book.power import Alien
from referee.errors import ImpossibleError, MalformedError
from referee.judge.timing.contenders import Kind
from referee.judge.timing.order import Order, OrderCase, Ruling, in_words, that_fit
from referee.state.contenders import HAZARD, Asked, without_offense
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.reader import NO_SHEET

_OTHER = "another player"
_MOST = 3  # sheets whose owners are not told
_NOBODY = "nobody-named"  # the offense of a question that names only sheets


class Owned(NamedTuple):
    """A question in which each sheet was given to somebody: `when` says who has which."""

    when: str
    asked: Asked


def _is_sheet(name: str, known: Rulebase) -> bool:
    """True for the name of an alien, or of a card that players play."""
    return name != HAZARD and (known.alien(name) is not None or _is_played(name, known))


def sheets_in(asked: Asked, known: Rulebase) -> list[int]:
    """The contenders that are alien sheets, artifacts or techs without a player, by number.

    Raises ImpossibleError for a name that neither sits here nor is an alien's, MalformedError where it is not told
    whose turn it is.
    """
    players = {name.casefold() for name in (asked.offense, asked.defense, *asked.seats)}
    strange = [
        (number, contender.player)
        for number, contender in enumerate(asked.contenders)
        if not contender.effect and contender.player.casefold() not in players
    ]
    found = [number for number, name in strange if _is_sheet(name, known)]
    strangers = [fault for number, fault in asked.strangers.items() if number not in found]
    if strangers:
        raise ImpossibleError(asked.line, list(dict.fromkeys(strangers)))
    if not asked.offense and len(found) < len(asked.contenders):
        raise without_offense(asked.line)
    if len(found) > _MOST:
        at = asked.contenders[found[_MOST]].column
        raise MalformedError(
            asked.line, at, f"{_MOST} sheets at most without their players", "Say who has it: red:Oracle."
        )
    return found


def _is_played(name: str, known: Rulebase) -> bool:
    """True for the name of an artifact or a tech, which somebody plays."""
    card = known.card(name)
    return card is not None and card.type in (Kind.ARTIFACT, Kind.TECH)


def sheets_by_name(asked: Asked, known: Rulebase) -> dict[str, Alien]:
    """By player at the table, the alien after whom one is called who names nothing to use, and which nobody else has.

    `NAME:none` says that a player has no sheet.
    """
    taken = {alien.name for c in asked.contenders if c.effect and (alien := known.alien(c.effect)) is not None}
    players = {name.casefold() for name in (asked.offense, asked.defense, *asked.seats)}
    found: dict[str, Alien] = {}
    for contender in asked.contenders:
        is_bare = not contender.effect and contender.player.casefold() in players and contender.player != HAZARD
        alien = known.alien(contender.player) if is_bare else None
        if alien is not None and alien.name not in taken:
            found[contender.player] = alien
    return found


def with_sheets(asked: Asked, by_name: Mapping[str, Alien]) -> Asked:
    """The question in which these players use the sheets after which they are called."""
    contenders = tuple(
        c._replace(effect=by_name[c.player].name)
        if c.player in by_name and not c.effect
        else c._replace(effect="")
        if c.effect.casefold() == NO_SHEET
        else c
        for c in asked.contenders
    )
    return asked._replace(contenders=contenders)


def _by_order(ruled: Iterable[Ruling]) -> dict[tuple[str, ...], list[str]]:
    """The cases in which each order is ruled."""
    ways: dict[tuple[str, ...], list[str]] = {}
    for when, order in ruled:
        ways.setdefault(tuple(order.order or ()), []).append(when)
    return ways


def rule_sheets(asked: Asked, sheets: list[int], known: Rulebase, rule: Callable[[Asked], Order]) -> Order:
    """Rules a question about sheets for every way in which players can have them: one order, or cases."""
    ruled: list[Ruling] = []
    cannot: list[ImpossibleError] = []
    for owned in _owners(asked, sheets, known):
        try:
            ruled.append((owned.when, rule(owned.asked)))
        except ImpossibleError as error:  # two sheets for main players, and neither owner is the offense
            cannot.append(error)
    if not ruled:
        raise cannot[0]
    fit = that_fit(ruled)
    first, ways = fit[0][1], _by_order(fit)
    if len(ways) == 1:
        return first
    sheet = in_words([asked.contenders[number].typed for number in sheets])
    first.needs = [f"who has {sheet}: such as {asked.offense or 'red'}:{asked.contenders[sheets[0]].player}"]
    first.depends_on([OrderCase(whens[0], list(names)) for names, whens in ways.items()], [order for _, order in fit])
    return first


def _has_a_sheet(asked: Asked, known: Rulebase) -> dict[str, bool]:
    """True for each main player that can have no further sheet."""
    each_has_one = known.law["setup.one-alien"].value == 1
    using = {c.player for c in asked.contenders if c.effect and known.alien(c.effect) is not None}
    return {OFFENSE: each_has_one and asked.offense in using, DEFENSE: each_has_one and asked.defense in using}


def _whose_told(asked: Asked, whose: Mapping[int, str]) -> str:
    """Whose sheet each is, in words."""
    said = ((asked.contenders[number].typed, role) for number, role in whose.items())
    return ", ".join(f"{typed} is {'' if role == _OTHER else 'the '}{role}'s" for typed, role in said)


def _owners(asked: Asked, sheets: list[int], known: Rulebase) -> Iterator[Owned]:
    """Every way to give the sheets to different players: the offense, the defense, or somebody else.

    A main player who uses another power has no further sheet where each player has one.
    """
    has_a_sheet = _has_a_sheet(asked, known)
    is_sheet = [known.alien(asked.contenders[number].player) is not None for number in sheets]
    for roles in product((OFFENSE, DEFENSE, _OTHER), repeat=len(sheets)):
        if roles.count(OFFENSE) > 1 or roles.count(DEFENSE) > 1:
            continue
        if any(sheet and has_a_sheet.get(role, False) for sheet, role in zip(is_sheet, roles, strict=True)):
            continue
        whose = dict(zip(sheets, roles, strict=True))
        owned, when = _owned(asked, whose), _whose_told(asked, whose)
        if roles.count(_OTHER) < 2:
            yield Owned(when, owned)
            continue
        for nearer, seats in (("first", owned.seats), ("last", (owned.seats[0], *owned.seats[:0:-1]))):
            said = f"{when}, the {nearer} of these nearer to the offense's left"
            yield Owned(said, owned._replace(seats=seats))


def _owned(asked: Asked, roles: Mapping[int, str]) -> Asked:
    """The question where the sheets, by number, are those of players in these roles."""
    offense, defense = asked.offense or _NOBODY, asked.defense
    contenders = list(asked.contenders)
    for number, role in roles.items():
        sheet = contenders[number].player
        owner = offense if role == OFFENSE else sheet.replace("-", "")
        if role == DEFENSE:
            owner = defense = defense if defense not in ("", "?") else owner
        contenders[number] = contenders[number]._replace(player=owner, effect=sheet)
    named = dict.fromkeys((offense, *(contender.player for contender in contenders), *([defense] if defense else [])))
    seats = (*asked.seats, *(name for name in named if name not in (*asked.seats, HAZARD)))
    return asked._replace(contenders=tuple(contenders), offense=offense, defense=defense, seats=seats, strangers={})
