"""What uses of powers before the reveal have in common: their moments, and the main player they are used on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from referee.book.moments import Moment
from referee.judge.phases.uses import not_main_player, used_already
from referee.judge.powers.asked import chance_of, due_of, not_now
from referee.judge.powers.common import first_of
from referee.judge.powers.effect import Time
from referee.judge.powers.types import Act, Power, Turn, Use
from referee.judge.table.alliance import answers
from referee.judge.table.losses import chances
from referee.judge.table.powers import demanded
from referee.state import phases as ph
from referee.state.acts import CHOICES

_CARD_SEEN = "once the opponent's card lies there, before its own is selected"


def is_turn_start(on: Turn) -> bool:
    """Whether a turn starts: the first encounter of it, before anything was done."""
    return on.table.phase == ph.START and on.table.encounter == 1


def is_before_launch(on: Turn) -> bool:
    """Whether the defense is known and the offense has sent no ship."""
    return on.table.phase == ph.LAUNCH and bool(on.table.defense) and not on.table.launched


def is_before_invitations(on: Turn) -> bool:
    """Whether the alliance phase has come and nobody has invited."""
    return on.table.phase == ph.ALLIANCE and not on.table.invited


def is_before_selection(on: Turn) -> bool:
    """Whether the alliances are formed and nobody has selected a card."""
    return on.table.phase == ph.PLANNING and not on.table.cards


def is_before_reveal(on: Turn) -> bool:
    """Whether both cards are selected and not turned up."""
    return on.table.phase == ph.REVEAL and not on.table.revealed


def is_after_reveal(on: Turn) -> bool:
    """Whether the cards are turned up and the encounter is not decided yet."""
    return on.table.phase == ph.REVEAL and on.table.revealed


def is_card_seen(on: Turn) -> bool:
    """Whether one main player's card lies there, and the other has still to select one."""
    return on.table.phase == ph.PLANNING and len(on.table.cards) == 1


# The moments of which a table can tell whether they have come, each with how a refusal names it.
_NOW: dict[str, tuple[Callable[[Turn], bool], str]] = {
    "before invite": (is_before_invitations, "in the alliance phase, before anybody has invited"),
    "after ally": (is_before_selection, "when everybody asked has answered, before a card is selected"),
    "before select": (is_before_selection, "when everybody asked has answered, before a card is selected"),
    "after select": (is_before_reveal, "when both cards are selected and not yet turned up"),
    "before reveal": (is_before_reveal, "when both cards are selected and not yet turned up"),
    **{
        f"{kind} {event}": (is_after_reveal, "once the cards are turned up")
        for kind, event in (("when", "reveal"), ("after", "reveal"), ("when", "totals"), ("after", "totals"))
    },
}


def untimely(on: Turn, use: Use) -> str:
    """When a use can be made, in words, if its text names moments none of which has come; an empty text otherwise."""
    return untimely_at(on, use.moments)


def untimely_at(on: Turn, moments: Iterable[Moment]) -> str:
    """When something can be done, in words, of whose moments none has come; an empty text otherwise.

    What has no moment is timely in each of its phases, and so is what has a moment of the phases open now of which a
    table cannot tell whether it has come.
    """
    events, there, told = on.rulebase.moments.events, on.open_phases(), []
    for moment in moments:
        if str(moment) in _NOW:
            if _NOW[str(moment)][0](on):
                return ""
            told.append(_NOW[str(moment)][1])
        elif not moment.event or events[moment.event].phase in ("", *there):
            return ""
    return " or ".join(dict.fromkeys(told))


def check_moment(on: Turn, power: Power) -> None:
    """Refuses a power or a flare at another moment than its text names."""
    _check_moment(on, power, untimely(on, power.use))


def check_card_seen(on: Turn, power: Power) -> None:
    """Refuses a flare for the moment when the opponent's card is seen, as `check_moment` does."""
    _check_moment(on, power, "" if is_card_seen(on) else _CARD_SEEN)


def _check_moment(on: Turn, power: Power, when: str) -> None:
    """What a text says of its moment is part of what is required to play a flare (4.4.1): `when`, if it is not now."""
    if when:
        rule = "powers.moment" if power.use.played is None else "flares.moment"
        on.forbid(rule, power.who, power.use.alien, when)


def never_now(on: Turn, power: Power) -> NoReturn:
    """Refuses a flare at a moment when its text can do nothing, whatever a table agrees on."""
    on.cannot("flares.moment", power.who, power.use.alien, untimely(on, power.use))


def is_moment(on: Turn, power: Power) -> bool:
    """True if a moment that the text of a flare names has come, or if it names none."""
    return not untimely(on, power.use)


def check_after_alliances(on: Turn, power: Power) -> None:
    """Refuses a power that is used once, when the alliances are formed, at another moment or again."""
    if not is_before_selection(on):
        on.forbid("uses.after-alliances", power.who, nearest=answers(on) if on.table.phase == ph.ALLIANCE else ())
    check_once(on, power)


def earlier(on: Turn, who: str, alien: str = "") -> list[Act]:
    """The uses of a player's power in this encounter, without the one that is being made; of one of its powers only."""
    acts = on.table.acts[:-1]
    return [act for act in acts if act.verb == "use" and act.who == who and (not alien or act.name in ("", alien))]


def is_used(on: Turn, power: Power) -> bool:
    """Whether a player's power was used in this encounter, for what offers uses."""
    uses = (act for act in on.table.acts if act.verb == "use" and act.who == power.who)
    return any(act.name in ("", power.use.alien) for act in uses)


def check_once(on: Turn, power: Power) -> None:
    """Refuses a second use of a power that is one use of its phase."""
    if earlier(on, power.who, power.use.alien):
        on.keep(used_already(power.who), history=("undo",))


def once(now: Callable[[Turn, Power], bool]) -> Time:
    """The time of a power that is used once while something is so."""

    def check(on: Turn, power: Power) -> None:
        check_once(on, power)
        if not now(on, power):
            not_now(on, power)

    return Time(check, lambda on, power: now(on, power) and not is_used(on, power), once=True)


def only(now: Callable[[Turn, Power], bool]) -> Time:
    """The time of what is used while something is so, however often."""

    def check(on: Turn, power: Power) -> None:
        if not now(on, power):
            not_now(on, power)

    return Time(check, now)


# The times of many powers: each of these once an encounter, but what a text names by itself, or what has come up.
AFTER_ALLIANCES = Time(
    check_after_alliances, lambda on, power: is_before_selection(on) and not is_used(on, power), once=True
)
TURN_START = once(lambda on, _: is_turn_start(on))
BEFORE_LAUNCH = once(lambda on, _: is_before_launch(on))
BEFORE_INVITATIONS = once(lambda on, _: is_before_invitations(on))
BEFORE_SELECTION = once(lambda on, _: is_before_selection(on))
AFTER_REVEAL = once(lambda on, _: is_after_reveal(on))
AS_NAMED = Time(check_moment, is_moment)
ONCE = Time(check_once, lambda on, power: not is_used(on, power), once=True)
WHEN_DUE = Time(due_of, lambda on, power: demanded(on, power) is not None)
WHEN_IT_COMES_UP = Time(chance_of, lambda on, power: next(chances(on, power), None) is not None)


def opponent_now(on: Turn, power: Power) -> str:
    """The opponent of the main player who uses this; refused where a table goes on with it before there is one."""
    other = on.opponent(power.who)
    if not other:
        not_now(on, power)
    return other


def able(on: Turn, who: str) -> list[str]:
    """The main players on whom a power may be used now; a main player has only its opponent."""
    mains = on.table.mains()
    return [on.opponent(who)] if who in mains else list(mains)


def main_player_meant(on: Turn, power: Power, done: Act, nearest: str = "use {0} {1}") -> str:
    """The main player that a use names; a main player need not name its opponent."""
    may = able(on, power.who)
    named = first_of(done.args, on.table.seats, may[0] if len(may) == 1 else "nobody")
    on.keep(not_main_player(power.who, named, may), nearest=[nearest.format(power.who, name) for name in may])
    return named


def cards_said(on: Turn, done: Act) -> list[str]:
    """What a use names besides players, planets and words that choose."""
    others = (*on.table.seats, *on.table.ships, *CHOICES)
    return [arg for arg in done.args if arg not in others]
