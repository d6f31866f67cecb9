"""What a power, a flare or a tech asks of who uses it: that it has something to do, and what its text leaves open.

What flares ask is told apart from what techs ask: these are played by rules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

from referee.book.sheets import FACES
from referee.judge.phases.uses import nothing_came_up, unsaid_with_use, which_planet
from referee.judge.powers.common import first_number, first_of
from referee.judge.powers.flare_texts import unsaid
from referee.judge.powers.tech_texts import which_card_of_tech
from referee.judge.powers.types import Act, Due, Forbidden, Power, Turn
from referee.judge.table.losses import chances
from referee.judge.table.powers import as_typed, demanded
from referee.state.pending import Chance

_FEW = 3  # ways that are named where something has to be said


def card_named(power: Power) -> str:
    """The card that is played, as a refusal names it: `Alien flare`, or a tech by its name."""
    return f"{power.use.alien} flare" if power.use.id in FACES else power.use.alien


def typed(power: Power, *args: str) -> str:
    """A use of the power, or the flare, as it is typed with these arguments."""
    if power.use.played is None:
        return " ".join(("use", power.who, *args))
    return as_typed("flare" if power.use.id in FACES else "tech", power.who, power.use.alien, *args)


def not_now(on: Turn, power: Power, nearest: tuple[str, ...] = ()) -> NoReturn:
    """Refuses a power, a flare or a tech for which nothing has come up: its text must have something to do (4.4.1)."""
    rule, words, _ = _nothing_to_do(power)
    on.cannot(rule, *words, nearest=nearest)


def due_of(on: Turn, power: Power) -> Due:
    """What the owner still has to use the power for; refused where nothing has come up for it."""
    due = demanded(on, power)
    if due is None:
        not_now(on, power)
    return due


def chance_of(on: Turn, power: Power) -> Chance:
    """What has come up in this phase for which the power may be used; refused where nothing has."""
    chance = next(chances(on, power), None)
    if chance is None:
        not_now(on, power)
    return chance


def forbid_now(on: Turn, power: Power, value: bool | None = None) -> None:
    """As `not_now`, where a table can go on in spite of it."""
    rule, words, _ = _nothing_to_do(power)
    on.forbid(rule, *words, value=value)


def _nothing_to_do(power: Power) -> Forbidden:
    """The rule by which something is used only where its text has something to do, and the words of its refusal."""
    if power.use.id in FACES:
        return Forbidden("flares.not-now", (power.who, card_named(power)))
    if power.use.played is not None:
        return Forbidden("played.not-now", (power.who, card_named(power)))
    return nothing_came_up(power.who)


def not_said(on: Turn, power: Power, what: str, ways: Iterable[str]) -> NoReturn:
    """Refuses a use or a flare without what its text leaves to its player; `ways` are how that can be said."""
    rule, words, _ = unsaid(power.who, power.use, what)
    on.cannot(rule, *words, nearest=[typed(power, way) for way in ways])


def say_with_use(on: Turn, power: Power, what: str, ways: Iterable[str] = ()) -> NoReturn:
    """Refuses a use with which its player did not say what its text leaves to it; `ways` are how it can be said."""
    rule, words, _ = unsaid_with_use(power.who, what)
    on.cannot(rule, *words, nearest=[typed(power, way) for way in [*ways][:_FEW]])


def named_with(on: Turn, power: Power, done: Act, what: str, able: Iterable[str]) -> str:
    """Which of those that can be meant was said with a use; refused without one. `what` names it in the refusal."""
    ways = [*able]
    said = first_of(done.args, ways)
    if not said:
        say_with_use(on, power, what, ways)
    return said


def planet_with(on: Turn, power: Power, done: Act, able: Sequence[str]) -> str:
    """Which of the planets that can be meant was said with a use; refused without one."""
    place = first_of(done.args, able)
    if not place:
        on.keep(which_planet(power.who, " or ".join(able)), nearest=[typed(power, planet) for planet in able])
    return place


def player_said(on: Turn, power: Power, done: Act, may: Sequence[str]) -> str:
    """The player whom a flare touches: one of those who `may` be meant, said as it is played (4.4.1)."""
    said = first_of(done.args, may)
    if not said:
        nearest = tuple(as_typed("flare", power.who, done.name, name) for name in may)
        on.cannot("flares.which-player", power.who, card_named(power), " or ".join(may), nearest=nearest)
    return said


def which_card(on: Turn, power: Power, nearest: Iterable[str] = ()) -> NoReturn:
    """Refuses a flare or a tech of which is not said which card it moves, or not one that it can move (4.4.1)."""
    flare = Forbidden("flares.which-card", (power.who, card_named(power)))
    rule, words, _ = flare if power.use.id in FACES else which_card_of_tech(power.who, power.use)
    on.cannot(rule, *words, nearest=nearest)


def number_said(on: Turn, power: Power, done: Act, most: int, have: int) -> int:
    """How many ships or cards are meant: as said, or as many as may be."""
    most = min(most, have)
    said = first_number(done.args, most)
    check_how_many(on, power, 1 <= said <= most, f"1 to {most}" if most else "nothing", "a planet", waivable=True)
    return min(said, most)


def check_how_many(on: Turn, power: Power, fits: bool, most: str, to: str, waivable: bool = False) -> None:
    """A card says how many ships or cards it moves at most, and where to (4.4.1): refuses what does not fit that."""
    if not fits:
        rule = "flares.how-many" if power.use.id in FACES else "played.how-many"
        refuse = on.forbid if waivable else on.cannot
        refuse(rule, power.who, most, to, card_named(power))
