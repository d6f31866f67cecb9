"""What was played in this encounter, read back: which acts stand, and which the outcome has to reckon with."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.acts import ARTIFACTS, STATEMENTS
from referee.judge.table.powers import Power, face_played, happens
from referee.judge.table.turn import Turn
from referee.judge.verbs.flares import DISCARDS, HAND, where_it_goes
from referee.law.loader import Names
from referee.position.encounter import Act
from referee.position.notation import read
from referee.position.table import Table

# Cards that do their work when they are played; every other act is ruled with the encounter.
_MOST_SEEN = 1024  # so many lists of acts are remembered once they are read
AT_ONCE = ("mobius-tubes", "plague", "force-field")


def acts_of(table: Table, names: Names) -> tuple[Act, ...]:
    """Everything that was played, used or stated in this encounter, in order."""
    if not table.acts:
        return ()
    seen = names.acts_seen
    key = (table.turn, table.defense, table.seats, table.acts)
    if key not in seen:
        if len(seen) == _MOST_SEEN:
            seen.clear()
        offense, other = table.turn, table.defense or table.clockwise(table.turn)[0]
        line = f"{offense} 1 : ? vs {other} 1 : ? ; seats {' '.join(table.seats)} ; " + " ; ".join(table.acts)
        seen[key] = read(line, names).acts
    found: tuple[Act, ...] = seen[key]
    return found


def to_be_ruled(acts: tuple[Act, ...], carried: tuple[int, ...]) -> tuple[Act, ...]:
    """The acts that the outcome reckons with: not those that did their work at once, nor what answered them."""
    done = at_once(acts, carried)
    return tuple(act for at, act in enumerate(acts) if at not in done)


def at_once(acts: tuple[Act, ...], carried: tuple[int, ...]) -> set[int]:
    """Which acts were carried out when they were played, with the answers to them.

    `carried` are the places of uses that did all they do. A Cosmic Zap that answers one is still reckoned with: the
    power stays shut.
    """
    done = set(carried)
    for at, act in enumerate(acts):
        if act.verb in AT_ONCE or (act.verb == "card-zap" and answered(acts, at) in done):
            done.add(at)
    return done


def answered(acts: tuple[Act, ...], at: int) -> int | None:
    """Which act a Card Zap answers: the one before it."""
    return next((i for i in range(at - 1, -1, -1) if acts[i].verb not in STATEMENTS), None)


def standing(acts: tuple[Act, ...]) -> list[bool]:
    """Of each act, whether it stands: answers are settled newest first (DF-72)."""
    live = [True] * len(acts)
    for at in range(len(acts) - 1, -1, -1):
        if acts[at].verb == "card-zap" and live[at]:
            target = answered(acts, at)
            if target is not None:
                live[target] = False
    return live


def zapped(acts: tuple[Act, ...], player: str) -> bool:
    """Whether a Cosmic Zap against this player's power stands."""
    return any(act.verb == "zap" and act.who == player and live for act, live in zip(acts, standing(acts), strict=True))


def by_flares(on: Turn) -> Iterator[Power]:
    """What the flares do that were played in this encounter and stand, in the order in which they were played."""
    if not any(act.startswith("flare ") for act in on.table.acts):
        return
    acts = acts_of(on.table, Names(on.rulebase))
    for act, stands in zip(acts, standing(acts), strict=True):
        played = face_played(on, act) if act.verb == "flare" and stands else None
        if played is not None:
            use = played[1].use(act.name, played[0])
            yield from (Power(act.who, use, verb, args) for verb, args in use.effects)


def gather_up(on: Turn) -> None:
    """The encounter is over: a flare goes back to hand, and one that was negated before any outcome is discarded."""
    table = on.table
    if not table.acts:
        return
    acts = acts_of(table, Names(on.rulebase))
    for at, (act, stands) in enumerate(zip(acts, standing(acts), strict=True)):
        if act.verb == "flare" and stands and not _goes_elsewhere(on, act):
            on.take_back(act.who, act.name)
            on.find("flares.back", True, act.who, act.name)
            happens(on, "card-back", whose=act.who, card=act.name)
        elif act.verb == "flare" and not stands and (not table.ruled or at in table.carried):
            on.discard((act.name,))
    on.give_back_lent()


def _goes_elsewhere(on: Turn, act: Act) -> bool:
    """Whether a flare's own text keeps it out of its player's hand; it goes where the text says.

    What an outcome has discarded lies in the discards already.
    """
    played = face_played(on, act)
    use = played[1].use(act.name, played[0]) if played is not None else None
    to = HAND if use is None else where_it_goes(use, act.args)
    if use is None or to == HAND:
        return False
    on.find("flares.goes-to", to, act.who, act.name)
    whose = [name for name, aliens in on.table.aliens.items() if act.name in aliens]
    if to != DISCARDS and whose:
        on.table.hands[whose[0]] = (*on.table.hands[whose[0]], act.name)
    elif not on.table.ruled:
        on.discard((act.name,))
    return True


def card_of(act: Act) -> str:
    """The card that an act spends; none (an empty text) for a power, a tech, or a flare: it comes back."""
    if act.verb == "reinforce":
        return f"+{act.amount}" if act.amount is not None else "?"
    return ARTIFACTS.get(act.verb, "")
