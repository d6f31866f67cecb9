"""Questions of timing about alien sheets by themselves, whoever has them: `timing Oracle Mirror`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.errors import ImpossibleError, MalformedError
from referee.judge.finding import Finding
from referee.judge.ruling import DEPENDS, ILLEGAL
from referee.judge.timing.order import MOST_CASES, Order, in_words
from referee.state.contenders import HAZARD, Asked, without_offense
from referee.state.encounter import DEFENSE, OFFENSE

_OTHER = "another player"
_MOST = 3  # sheets whose owners are not told
_NOBODY = "nobody-named"  # the offense of a question that names only sheets


class Owned(NamedTuple):
    """A question in which each sheet was given to somebody: `when` says who has which."""

    when: str
    asked: Asked


def sheets_in(asked: Asked, known: Rulebase) -> list[int]:
    """The contenders that are alien sheets without a player, by number.

    Raises ImpossibleError for a name that neither sits here nor is an alien's, MalformedError where it is not told
    whose turn it is.
    """
    players = {name.casefold() for name in (asked.offense, asked.defense, *asked.seats)}
    found = [
        number
        for number, contender in enumerate(asked.contenders)
        if not contender.effect
        and contender.player != HAZARD
        and contender.player.casefold() not in players
        and known.alien(contender.player) is not None
    ]
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


def rule_sheets(asked: Asked, sheets: list[int], rule: Callable[[Asked], Order]) -> Order:
    """Rules a question about sheets for every way in which players can have them: one order, or cases."""
    ruled: list[tuple[str, Order]] = []
    cannot: list[ImpossibleError] = []
    for owned in _owners(asked, sheets):
        try:
            ruled.append((owned.when, rule(owned.asked)))
        except ImpossibleError as error:  # two sheets for main players, and neither owner is the offense
            cannot.append(error)
    if not ruled:
        raise cannot[0]
    fit = [(when, order) for when, order in ruled if order.status != ILLEGAL] or ruled[:1]
    first = fit[0][1]
    first.asked = asked
    ways: dict[tuple[str, ...], list[str]] = {}
    for when, order in fit:
        ways.setdefault(tuple(order.order or ()), []).append(when)
    if len(ways) == 1:
        return first
    names = in_words([asked.contenders[number].typed for number in sheets])
    first.status, first.order, first.phase = DEPENDS, None, None
    first.cases = [(whens[0], list(order)) for order, whens in ways.items()][:MOST_CASES]
    first.needs = [f"who has {names}: such as {asked.offense or 'red'}:{asked.contenders[sheets[0]].player}"]
    first.places, first.results = [], []
    told = "; ".join(f"{when}: {in_words(order)}" for when, order in first.cases)
    first.root = Finding(first.root.rule, None, tuple(order.root for _, order in fit), (f"it depends: {told}",))
    return first


def _owners(asked: Asked, sheets: list[int]) -> Iterator[Owned]:
    """Every way to give the sheets to different players: the offense, the defense, or somebody else."""
    for roles in product((OFFENSE, DEFENSE, _OTHER), repeat=len(sheets)):
        mains = [role for role in roles if role != _OTHER]
        if len(set(mains)) < len(mains):
            continue
        offense, defense = asked.offense or _NOBODY, asked.defense
        contenders = list(asked.contenders)
        for number, role in zip(sheets, roles, strict=True):
            sheet = contenders[number].player
            owner = sheet.replace("-", "")
            if role == OFFENSE:
                owner = offense
            elif role == DEFENSE:
                owner = defense = defense if defense not in ("", "?") else owner
            contenders[number] = contenders[number]._replace(player=owner, effect=sheet)
        named = dict.fromkeys((offense, *(c.player for c in contenders), *([defense] if defense else [])))
        added = [name for name in named if name not in (*asked.seats, HAZARD)]
        when = ", ".join(
            f"{asked.contenders[n].typed} is {'' if role == _OTHER else 'the '}{role}'s"
            for n, role in zip(sheets, roles, strict=True)
        )
        seats = (*asked.seats, *added)
        orders = [seats] if roles.count(_OTHER) < 2 else [seats, (seats[0], *seats[:0:-1])]
        for turn, sitting in enumerate(orders):
            said = f"{when}, {'the first' if not turn else 'the last'} of these nearer to the offense's left"
            yield Owned(
                said if len(orders) > 1 else when,
                asked._replace(
                    contenders=tuple(contenders), offense=offense, defense=defense, seats=sitting, strangers={}
                ),
            )
