"""What was played in this encounter, read back: which acts stand, and which the outcome has to reckon with."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.loader import Rulebase
from referee.judge.powers.answers import ARTIFACTS, DISCARDS, answer_of, at_once, cancelled_by
from referee.judge.powers.flare_texts import HAND, NAMED, where_it_goes
from referee.judge.table.hands import OVER
from referee.judge.table.powers import Power, citing, face_played, happens
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state.encounter import Act


def to_be_ruled(acts: tuple[Act, ...], carried: tuple[int, ...], rulebase: Rulebase) -> tuple[Act, ...]:
    """The acts that the outcome reckons with: not those that did their work at once, nor what answered them."""
    done = at_once(acts, carried, rulebase)
    return tuple(act for at, act in enumerate(acts) if at not in done)


def standing(acts: tuple[Act, ...], rulebase: Rulebase) -> list[bool]:
    """Of each act, whether it stands: answers are settled newest first (DF-72)."""
    return [by is None for by in cancelled_by(acts, rulebase)]


def zapped(on: Turn, player: str) -> bool:
    """Whether a Cosmic Zap against this player's power stands."""
    acts = on.table.acts
    live = standing(acts, on.rulebase)
    return any(act.verb == "zap" and act.who == player and stands for act, stands in zip(acts, live, strict=True))


def by_flares(on: Turn) -> Iterator[Power]:
    """What the flares do that were played in this encounter and stand, in the order in which they were played."""
    if not any(act.verb == "flare" for act in on.table.acts):
        return
    acts = on.table.acts
    for act, stands in zip(acts, standing(acts, on.rulebase), strict=True):
        played = face_played(on, act) if act.verb == "flare" and stands else None
        if played is not None:
            use = played[1].use(act.name, played[0])
            yield from (Power(act.who, use, verb, args) for verb, args in use.effects)


def _give_back_sheets(on: Turn) -> None:
    """Gives back what was lent by somebody who has lost its power since, whom nothing has reminded."""
    from referee.judge.powers.effects.gained import give_back  # it needs this module

    give_back(on)


def _discard_negated(on: Turn, flare: Act, by: Act) -> None:
    """Discards a flare that was negated, unless what negated it put it into a hand at once."""
    answer = answer_of(on.rulebase, by)
    if answer is None or answer.to == DISCARDS:
        on.discard((flare.name,))


def gather_up(on: Turn) -> None:
    """The encounter is over: a flare goes back to hand, and one that was negated before any outcome is discarded."""
    table = on.table
    if not table.acts:
        return
    happens(on, "over")
    if table.lent:
        _give_back_sheets(on)
    acts = table.acts
    done = at_once(acts, table.carried, on.rulebase)
    for at, (act, by) in enumerate(zip(acts, cancelled_by(acts, on.rulebase), strict=True)):
        if act.verb != "flare" or at in table.returned:
            continue
        if by is None:
            if not _goes_elsewhere(on, act, at in table.carried):
                _come_back(on, act, at)
        elif not table.ruled or at in done:
            _discard_negated(on, act, acts[by])
    on.give_back_lent()
    on.take_up(ph.PLANNING)
    on.take_up(OVER)


def flares_back(on: Turn) -> None:
    """Where a flare goes back as soon as it was played, it is in hand again once nothing can answer it (DF-52)."""
    table = on.table
    if not table.acts or not on.law["flares.on-the-table"].value or on.law["flares.back"].value != HAND:
        return
    acts = table.acts
    for at, (act, stands) in enumerate(zip(acts, standing(acts, on.rulebase), strict=True)):
        if act.verb == "flare" and stands and at not in table.returned and _way(on, act) == HAND:
            _come_back(on, act, at)
            table.returned = (*table.returned, at)


def _come_back(on: Turn, act: Act, at: int) -> None:
    """A flare that was played goes back to its player's hand (4.4.2), or to the discards in editions that say so."""
    table = on.table
    if on.law["flares.back"].value == HAND:
        on.take_back(act.who, act.name)
    elif not table.ruled or at in table.carried:
        on.discard((act.name,))
    else:
        return  # the outcome has discarded it
    on.find("flares.back", True, act.who, act.name)
    happens(on, "card-back", whose=act.who, card=act.name)


def _way(on: Turn, act: Act) -> str:
    """Where a flare goes once it was played: to hand, unless its own text says otherwise."""
    played = face_played(on, act)
    return HAND if played is None else where_it_goes(played[1].use(act.name, played[0]), act.args)


def _goes_elsewhere(on: Turn, act: Act, carried: bool) -> bool:
    """Whether a flare's own text keeps it out of its player's hand; it goes where the text says.

    What an outcome has discarded lies in the discards already; it knows nothing of what was `carried` out at once.
    """
    to = _way(on, act)
    if to == HAND:
        return False
    with citing(on, on.rulebase.text_cited(f"card {act.name}-flare")):
        on.find("flares.goes-to", to, act.who, act.name)
    whose = [name for name, aliens in on.table.aliens.items() if act.name in aliens]
    if to == NAMED:
        whose = [name for name in act.args if name in on.table.seats]
    if to != DISCARDS and whose:
        on.table.gain(whose[0], act.name)
    elif not on.table.ruled or carried:
        on.discard((act.name,))
    return True


def card_of(act: Act) -> str:
    """The card that an act spends; none (an empty text) for a power, a tech, or a flare: it comes back."""
    if act.verb == "reinforce":
        return f"+{act.amount}" if act.amount is not None else "?"
    return ARTIFACTS.get(act.verb, "")
