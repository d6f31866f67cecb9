"""Lost ships that are saved, given back or replaced, or that take others along."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.resolution import Fate, give_back, lose_more, lost, no_colony
from referee.judge.phases.reveal import SIDES
from referee.judge.powers import effect
from referee.judge.powers.asked import chance_of, due_of, not_now
from referee.judge.powers.at_table import leave_for_home, others, plainly, ruled_of, ways_offered
from referee.judge.powers.common import SWAPPED, how_many_saved, is_saved, left_open, refuse, refuse_use, take_from_warp
from referee.judge.powers.effects.exchanging import alien_drawn, lay_upon, who_has
from referee.judge.powers.moments import WHEN_DUE, WHEN_IT_COMES_UP
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import BOTH_LOSE, CHOOSES, MAY, MUST, NO_DEAL, OFFENSE_WINS, wins
from referee.judge.table.losses import came_back, chance, chances, spared, take_chance
from referee.judge.table.powers import cited, demand, demanded
from referee.judge.table.resolution import note_winning, owe_return, owed, refuse_settled, settle
from referee.judge.table.turn import HANDLERS
from referee.state import encounter as pos
from referee.state import table as tbl
from referee.state.pending import Due

_FEW = 3


@effect.outcome("fate", told=True)
def removes_losers(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """When the owner wins as a main player, the losing side's ships leave the game, down to the number of ships that
    the foreign colonies of a win need; the rest goes to the warp as usual."""
    outcome = board.outcome
    if outcome is None or outcome.value != wins(stand.side) or loser.side == stand.side or not fate.by_losing:
        return
    owned, needed = board.law["setup.ships"], board.law["win.colonies"]
    before = board.position.removed.get(loser.name, 0)
    gone = max(min(fate["warp"].value, owned.value - needed.value - before), 0)
    sources: tuple[Finding, ...] = (fate["warp"],)
    if gone < fate["warp"].value:
        sources = (*sources, Finding(owned, owned.value))
    removed = board.apply(stand, use, gone, sources, (loser.name,)) if gone else None
    if removed is not None:
        take_from_warp(board, loser, fate, "removed", removed)


@effect.outcome("fate", told=True)
def saved_from_warp(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """The owner's own ships that would go to the warp return to colonies instead; with `whose = "allies"` those of
    the owner's allies. `most`: so many of them each time, or all `but` so many, else all.

    With `defense = "stays"` those of a beaten defense stay on the planet.
    """
    side = loser.side if loser.takes_part else ""
    count = how_many_saved(args, fate["warp"].value)
    if count and is_saved(args, (stand.name, stand.side), (loser.name, side)):
        saved = board.apply(stand, use, count, (fate["warp"],), (loser.name,))
        stays = loser is board.defense and fate.by_losing and args.get("defense") == "stays"
        if saved is not None:
            take_from_warp(board, loser, fate, "stays" if stays else "returns", saved)


@effect.outcome("fate", told=True, takes="number")
def stays_on_planet(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """`ships`: so many of the beaten defense's own stay on the target planet, beside the winners.

    `by`: only where it lost by at most so much with two cards.
    """
    beaten = board.outcome is not None and board.outcome.value == OFFENSE_WINS
    if loser is not stand or stand is not board.defense or not beaten or not fate.by_losing or not fate["warp"].value:
        return
    stay, why = min(args["ships"], fate["warp"].value), fate["warp"]
    words: tuple[object, ...] = (ships_of(stay),)
    if "by" in args:
        margin = board.margin if board.by_totals and len(board.shown) == len(SIDES) else None
        if margin is None or margin.value > args["by"]:
            return
        why, words = margin, (ships_of(stay), margin.value)
    stays = board.apply(stand, use, stay, (why,), words)
    if stays is not None:
        take_from_warp(board, loser, fate, "stays", stays)


@effect.outcome("fate")
def crash_lands(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """`by`: having lost by so much with two attacks turned up, the owner may land one of the ships that it loses."""
    if loser is not stand or not fate.by_losing or not fate["warp"].value or not board.admits(stand, use):
        return
    margin = board.margin
    attacks = len(board.shown) == len(SIDES) and all(shown.kind == pos.ATTACK for shown in board.shown.values())
    said = board.used.get(stand.name, ())
    if margin is None or not attacks:
        return
    if margin.value < args["by"]:
        for used in said[:1]:
            used.came_up = True
            words = (stand.name, margin.value, args["by"])
            refuse_use(board, stand, use, used, Forbidden("powers.lost-by-less", words), margin)
        return
    if not said:
        if board.zap_on(stand, use.alien) is None:
            left_open(board, stand, use, use.may, margin)
        return
    said[0].came_up = True
    landed = board.apply(stand, use, 1, (margin,), (margin.value,), said[0])
    if landed is not None:
        take_from_warp(board, loser, fate, "lands", landed)


@crash_lands.when("ships-lost")
def may_crash(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """The outcome lets the owner land one of the ships that it lost."""
    if loser == power.who and on.ruling is not None and is_left(on.ruling, power, MAY):
        chance(on, power, power.who)


def note_chance(on: Turn, power: Power, ruling: Ruling) -> None:
    """The outcome leaves a use to the owner, once: for `when("settled")`."""
    if is_left(ruling, power, MAY):
        chance(on, power, power.who)


def is_left(ruling: Ruling, power: Power, does: str) -> bool:
    """Whether a ruling leaves a use of this power to its owner."""
    mine = (power.who, does, power.use.alien)
    return any((then.who, then.does, then.by[0]) == mine for then in ruling.then)


@crash_lands.carried_out(time=WHEN_IT_COMES_UP)
def crash(on: Turn, power: Power, done: Act) -> None:
    """One of the lost ships lands on the target planet beside those that are there."""
    table, who = on.table, power.who
    place = next((place for place in (tbl.WARP, tbl.REMOVED) if table.at(place, who)), "")
    if not place:
        not_now(on, power)
    take_chance(on, chance_of(on, power), 1)
    came_back(on, who, 1)
    table.move(who, 1, place, table.target)
    on.find("resolution.crashed", 1, who, table.target)
    on.check_power(who)
    note_winning(on)


crash_lands.offered(plainly())


@effect.outcome("lost", takes="player* number count*")
def takes_along(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """For ships that the owner lost to the warp up to as many of other players go too; a `use` names whose.

    Each name is followed by a number; a name without one stands for all that are left.
    """
    gone = board.players[stand.name].warp
    if gone is None or not gone.value:
        return
    said = board.used.get(stand.name, ())
    for used in said:
        used.came_up = True
    taken = board.apply(stand, use, gone.value, (gone,), (ships_of(gone.value),), said[0] if said else None)
    if taken is None:
        return
    if not said:
        which = ", and which" if args.get("picks") else "; who loses them chooses which"
        what = f"whose ships go to the warp as well, up to {gone.value} in all{which}"
        board.do(stand.name, CHOOSES, what, taken, by=use)
        return
    shares = [share for used in said for share in shared_out(used.args, gone.value)]
    forbidden = Forbidden("powers.takes-too-many", (stand.name, gone.value))
    too_many = _takes_too_many(shares, gone.value, [stand.name])
    if refuse(board, stand, use, forbidden if too_many else None, (gone, said[0].finding)):
        return
    for name, count in shares:
        if count and name in board.stands:
            lose_more(board, board.stands[name], count, taken, stand if args.get("picks") else None)


Shares = list[tuple[str, int]]


def _takes_too_many(shares: Shares, most: int, barred: Sequence[str]) -> bool:
    """True if more ships are named than may go along, or some of a player whose ships do not."""
    return sum(count for _, count in shares) > most or any(name in barred for name, _ in shares)


def shared_out(args: Sequence[str], count: int) -> Shares:
    """(whose, how many) of ships, as a `use` names them: `red 2 green 1`; a name without a number has what is left."""
    found: Shares = []
    for at, arg in enumerate(args):
        if arg.isdigit():
            continue
        number = args[at + 1] if at + 1 < len(args) and args[at + 1].isdigit() else ""
        left = max(count - sum(taken for _, taken in found), 0)
        found.append((arg, int(number) if number else left))
    return found


@takes_along.when("ships-lost")
def takes_along_at_table(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """The owner lost ships to the warp and has to say whose ships go there as well, up to as many."""
    if loser == power.who and ships and any(_exposed(on, name) for name in on.table.clockwise(loser)):
        demand(on, power, about=str(ships))


def _exposed(on: Turn, who: str) -> int:
    """How many ships a player could lose: those on its colonies and on the gate."""
    return on.table.on_colonies(who) + on.table.at(tbl.GATE, who)


@takes_along.carried_out(time=WHEN_DUE)
def take_along(on: Turn, power: Power, done: Act) -> None:
    """The players named lose so many ships of their own choice; nobody has to be named."""
    most = int(due_of(on, power).place)
    shares = shared_out(done.args, most)
    strangers = [name for name, _ in shares if name not in others(on, power)]
    if _takes_too_many(shares, most, strangers):
        on.cannot("powers.takes-too-many", power.who, ships_of(most), nearest=ways_offered(on, power))
    on.steps.append(power.finding(most, ships_of(most)))
    for name, count in shares:
        count_there = _exposed(on, name)
        if count_there < count:
            on.find("resolution.all-it-has", count_there, name)
        cost = min(count, count_there)
        cost -= spared(on, name, cost)
        if cost:
            on.find("resolution.lost-besides", cost, name, ships_of(cost))
            on.table.due.append(Due(name, "lose", cost, source="along", by=cited(power)))


@takes_along.offered
def _taken(on: Turn, power: Power) -> Offers:
    yield ()
    for name in on.table.clockwise(power.who):
        count = min(int(due_of(on, power).place), _exposed(on, name))
        if count:
            yield (name, str(count))


@effect.outcome("heal", takes="player")
def heals(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: whom a `use` names gets all ships back that it just lost, and the owner draws so many cards; with `each`
    so many for each ship."""
    uses = {name: used for used in board.used.get(stand.name, ()) for name in used.args}
    for loser in board.order:
        count = lost(board, loser)
        if loser is stand or not count:
            continue
        used, nowhere = uses.get(loser.name), no_colony(board, loser)
        if nowhere is not None:
            if used is not None:
                rule = board.law["powers.no-colony-to-heal"]
                board.forbid(rule, (loser.name,), board.without_use(stand, used), (used.finding, nowhere))
                used.came_up = True
        elif used is None:
            if board.admits(stand, use) and board.zap_on(stand, use.alien) is None:
                left_open(board, stand, use, use.may.format(loser.name, ships_of(count), drawn_for(args, count)))
        else:
            used.came_up = board.admits(stand, use)
            healed = board.apply(stand, use, count, (), (loser.name, ships_of(count), drawn_for(args, count)), used)
            if healed is not None:
                give_back(board, loser, healed)
                board.do(
                    stand.name, MUST, f"draw {cards_of(fee(args, count))} for healing {loser.name}", healed, by=use
                )


def fee(args: Args, ships: int) -> int:
    """How many cards healing so many ships brings; with `each` so many for each ship."""
    cards: int = args["cards"] * (ships if args.get("each") else 1)
    return cards


def drawn_for(args: Args, ships: int) -> str:
    """The cards that healing so many ships brings, in words."""
    cards = fee(args, ships)
    return "a card" if cards == 1 else cards_of(cards)


@heals.when("ships-lost")
def may_heal(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """Somebody else has lost ships: they can be given back while the phase lasts."""
    if loser != power.who:
        chance(on, power, loser, ships, removed)


@heals.carried_out()
def heal(on: Turn, power: Power, done: Act) -> None:
    """`cards`: all ships that somebody just lost go back to colonies of their owner's choice, for so many cards; with
    `each` so many for each ship."""
    table = on.table
    found = next((one for one in chances(on, power) if one.about in done.args), None)
    if found is None:
        not_now(on, power, ways_offered(on, power))
    who = found.about
    if owed(on, who, "lose") is not None:
        on.unfinished(who, "lose ships of its choice", (f"lose {who}",))
    if not table.colonies(who):
        on.cannot("powers.no-colony-to-heal", who)
    ships, removed = min(found.ships, table.at(tbl.WARP, who)), min(found.removed, table.at(tbl.REMOVED, who))
    table.move(who, removed, tbl.REMOVED, tbl.WARP)
    come_home(on, who, ships + removed, found.ships + found.removed)
    on.steps.append(
        power.finding(ships + removed, who, ships_of(ships + removed), drawn_for(power.args, ships + removed))
    )
    drawn = on.draw(power.who, fee(power.args, ships + removed))
    on.find("cards.draws", drawn, power.who, cards_of(drawn))


def come_home(on: Turn, who: str, ships: int, lost: int | None = None) -> None:
    """Ships that were lost leave the warp for colonies of their owner's choice: nobody else can give them back.

    `lost` is how many were lost, where some of those are not there any more.
    """
    table = on.table
    came_back(on, who, ships if lost is None else lost)
    if table.phase in HANDLERS["return"][1]:
        owe_return(on, who, ships, tbl.WARP)
        return
    leave_for_home(on, who, ships, tbl.WARP)


def not_compensated(on: Turn, who: str, ships: int) -> None:
    """So many lost ships did not reach the warp after all: no compensation is owed for them."""
    due = owed(on, who, "take")
    if due is not None:
        settle(on, due, min(ships, due.count))
    elif ruled_of(on, who).get("compensation"):
        refuse_settled(on)


@heals.offered
def _healed(on: Turn, power: Power) -> Offers:
    for one in chances(on, power):
        if owed(on, one.about, "lose") is None and on.table.colonies(one.about):
            yield (one.about,)


@effect.outcome("after", takes="alien")
def reincarnates(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Having lost as a main player or ally, or failed to deal, the owner gets another alien besides."""
    outcome = board.outcome
    if outcome is None or not stand.takes_part:
        return
    beaten = outcome.value in SWAPPED and outcome.value != wins(stand.side)
    if beaten or outcome.value == BOTH_LOSE or (outcome.value == NO_DEAL and stand.is_main):
        if not use.mandatory and board.usage(stand, use) is None:
            if board.admits(stand, use):
                left_open(board, stand, use, use.may, outcome)
            return
        drawn = board.apply(stand, use, True, (outcome,))
        if drawn is not None:
            board.do(stand.name, MUST, use.may, drawn, by=use)


@reincarnates.when("settled")
def must_reincarnate(on: Turn, power: Power, ruling: Ruling) -> None:
    """The owner lost or failed to deal, and has to draw another alien before anything else; a flare lets it choose."""
    if not power.use.mandatory and is_left(ruling, power, MAY):
        chance(on, power, power.who)
    elif is_left(ruling, power, MUST) and demanded(on, power) is None:
        demand(on, power)


@reincarnates.carried_out()
def reincarnate(on: Turn, power: Power, done: Act) -> None:
    """The alien that was drawn lies on the owner's sheet: it takes the place of one that was drawn before."""
    who = power.who
    free = next(chances(on, power), None)
    if demanded(on, power) is None and free is None:
        not_now(on, power)
    said = on.rulebase.alien(done.args[0].strip('"')) if done.args else None
    alien = alien_drawn(on, who, said, ways_offered(on, power))
    if free is not None:
        take_chance(on, free, free.ships)
    lay_upon(on, who, power.use.alien, alien.name)
    on.steps.append(power.finding(alien.name))
    on.find("powers.becomes", alien.name, who, alien.name, power.use.alien)


@reincarnates.offered
def _unused(on: Turn, power: Power) -> Offers:
    """Any alien that nobody has may be drawn; a few of them."""
    if demanded(on, power) is None and next(chances(on, power), None) is None:
        return
    aliens, taken = map(on.rulebase.alien, on.rulebase.alien_names()), who_has(on)
    names = (alien.name for alien in aliens if alien is not None and alien.name not in taken)
    yield from ((name,) for name in islice((name for name in names if name.replace("-", "").isalnum()), _FEW))
