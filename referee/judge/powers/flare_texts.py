"""What flares (and techs) do to powers: a text that lets its player's own power do more, or something else.

A file says `{ verb = "extends", ... }` in the `effects` of a face. It changes the power itself while the flare is
played, so that everything which asks for the power (bars, uses, effects, zaps) finds it changed; the player still uses
it as always. The table asks for the same through `Turn.sheets`. The arguments, all optional:

* `use`: the id of the use that is changed; without it, every use of the sheet.
* `roles`, `phases`: the bars of that use instead of its own, such as `roles = ["main", "ally"]`.
* `moment`: where in its phases that use has its place instead, as in an alien file.
* `mandatory`: whether the power must be used now.
* `without`: effects (by their verbs) that the use does not have then.
* `adds`: effects that the use has besides.
* anything else is an argument of its effects: `at_most = 13` puts 13 for every effect of the use.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from referee.book.moments import read_moments
from referee.book.power import Alien, Effect, Use, effects_of, verbs_of
from referee.book.sheets import FACES
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.uses import unsaid_with_use
from referee.judge.powers.effect import find
from referee.judge.powers.in_force import lay_out_uses
from referee.judge.stand import Stand
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state.encounter import Act

EXTENDS = "extends"

LEAVES = "leaves_hand"

ONLY_WHEN = "only_when"  # `moment`: when a flare is played whose effects are for the outcome; a table asks for it

HAND, DISCARDS, ITS_ALIEN, NAMED = "hand", "discards", "its alien", "named"

_SIDES = frozenset((pos.OFFENSE, pos.DEFENSE))

_OF_THE_USE = ("roles", "phases", "mandatory")

_BY_THE_REVEAL = frozenset((ph.PLANNING, ph.REVEAL))

_OURS = frozenset((*_OF_THE_USE, "use", "moment", "without", "adds"))


def unsaid_on_line(board: Board, stand: Stand, card: Use, what: str, *ways: str) -> None:
    """Refuses a flare or a use with which was not said what its text leaves to its player; `ways` are arguments.

    Where the other side was said, a side takes its place.
    """
    played = [act for act in board.applied if (act.who, act.name) == (stand.name, card.alien)]
    if card.played is None:
        played = [used.act for used in board.uses(stand, card)]
    acts = board.position.acts

    def said(act: Act, way: str) -> Act:
        return replace(act, args=(*(arg for arg in act.args if not {arg, way} <= _SIDES), way))

    nearest = [
        replace(board.position, acts=tuple(said(act, way) if act in played else act for act in acts)) for way in ways
    ]
    sources = (card.played[1],) if card.played is not None and card.played[1] is not None else ()
    board.refuse(unsaid(stand.name, card, what), nearest, sources, card.rule)


def unsaid(who: str, card: Use, what: str) -> Forbidden:
    """What a text leaves to its player is said as it is used, of a flare by 4.4.1; on a line and at a table."""
    if card.played is None:
        return unsaid_with_use(who, what)
    return Forbidden("flares.which", (who, card.alien, what), waivable=False)


def extended(alien: Alien, card: Use, args: dict[str, Any]) -> Alien:
    """The sheet as a played card leaves it; its findings then rest on the card as well. The sheet itself stays."""
    found = copy(alien)
    found.uses = tuple(_changed(use, card, args) if args.get("use", use.id) == use.id else use for use in alien.uses)
    found.verbs = verbs_of(found.uses)
    return found


def _changed(use: Use, card: Use, args: dict[str, Any]) -> Use:
    found = copy(use)
    for key in _OF_THE_USE:
        if key in args:
            setattr(found, key, tuple(args[key]) if isinstance(args[key], list) else args[key])
    if "moment" in args:
        found.moments = read_moments(args["moment"])
    more = {key: value for key, value in args.items() if key not in _OURS}
    left_out = args.get("without", ())
    kept = tuple(Effect(verb, {**own, **more}) for verb, own in use.effects if verb not in left_out)
    found.effects = (*kept, *effects_of({"effects": args.get("adds", ())}))
    found.rule = use.rule.citing(card.rule)
    return found


def extend(board: Board, stand: Stand, card: Use, args: dict[str, Any]) -> None:
    """Changes the sheet that a flare belongs to, on the stand and in the plan, where its player has that sheet.

    What is added to the plan has still to be brought into timing order.
    """
    for at, alien in enumerate(stand.aliens):
        if alien.name != card.alien:
            continue
        stand.aliens[at] = extended(alien, card, args)
        for window, plan in board.plan.items():
            board.plan[window] = [
                planned for planned in plan if planned[0] is not stand or planned[1] not in alien.uses
            ]
        lay_out_uses(board, stand, stand.aliens[at])
        board.steps.append(Finding(card.rule, True, (), (stand.name,)))
        _play_for_use(board, stand, stand.aliens[at], card, args)


def _play_for_use(board: Board, stand: Stand, alien: Alien, card: Use, args: dict[str, Any]) -> None:
    """Takes a flare for the use of the power that it changes, with what is said beside it, where none is told.

    Only what has to be used by the reveal is meant without a word: later the ruling leaves it to the player. At a table
    a power was not used so with which something is done as it is said.
    """
    told = any(used.act.name in ("", alien.name) for used in board.said.get(stand.name, ()))
    if told or card.played is None or card.played[1] is None:
        return
    act, changed = board.applied[-1], [use for use in alien.to_use if args.get("use", use.id) == use.id]
    meant = [use for use in changed if not use.mandatory and _BY_THE_REVEAL.issuperset(use.phases)]
    if board.position.checked and not all(map(_is_ruled_alone, meant)):
        board.assume("assumptions.not-used", stand.name, alien.name)
    elif meant or (changed and said_for_use(card, act.args)):
        board.said.setdefault(stand.name, []).append(Used(act, card.played[1], board.zap_on(stand, alien.name)))


def _is_ruled_alone(use: Use) -> bool:
    """True if a table does nothing as a use is made, and the outcome alone reckons with it."""
    effects = [find(verb) for verb, _ in use.effects]
    return all(effect is not None and effect.carry_out is None for effect in effects)


def said_for_use(card: Use, args: Sequence[str]) -> list[str]:
    """What is said with a flare besides which text it is, and what is for the flare alone."""
    its_own = {*FACES, *(more.get("said") for _, more in card.effects)}
    return [arg for arg in args if arg not in its_own]


def where_it_goes(card: Use, said: Sequence[str]) -> str:
    """Where a flare goes once it is done: back to hand (4.4.2) unless its text says otherwise by `leaves_hand`.

    `to`: onto the discards, to the player who has its alien, if anybody has, or to the one who was named with it;
    `said`: only where this was said.
    """
    for effect, args in card.effects:
        if effect == LEAVES and args.get("said", "") in ("", *said):
            to: str = args["to"]
            return to
    return HAND
