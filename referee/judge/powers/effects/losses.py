"""Where ships go that were lost: saved, given back, taken along or out of the game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.counted import ships_of
from referee.judge.phases.resolution import Fate, divert, lose_more, lost, place
from referee.judge.phases.reveal import SIDES
from referee.judge.phases.standing import lose_where_they_stand, standing
from referee.judge.phases.uses import nothing_came_up, unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.asked import say_with_use
from referee.judge.powers.at_table import in_hand, ways_typed
from referee.judge.powers.choices import is_over, is_unused_now
from referee.judge.powers.common import (
    SWAPPED,
    card_of,
    has_to_say,
    is_attack,
    left_open,
    opponent_of,
    refuse_use,
    saying,
    stating,
    tell,
)
from referee.judge.powers.moments import AFTER_REVEAL, is_before_reveal, only
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import DEAL, MAY, OFFENSE_WINS, wins
from referee.judge.table.deals import hand_over
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import table as tbl


@effect.outcome("landed", told=True)
def drags_along(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: for so many of its own from outside the encounter, a defense beaten by an attack sends every ship of
    the offense's side to the warp, so that none of them lands."""
    outcome, shown = board.outcome, board.shown.get(pos.OFFENSE)
    if outcome is None or outcome.value != OFFENSE_WINS or stand is not board.defense:
        return
    if shown is None or shown.kind != pos.ATTACK:
        return
    dragged = board.apply(stand, use, args["ships"], (outcome, shown.finding))
    if dragged is None:
        return
    owned = stand.owns(board.law["setup.ships"].value)
    warp = board.number("warp", stand.name, 0, owned)
    if warp is not None and owned - warp - lost(board, stand) < args["ships"]:
        board.steps.append(Finding(board.law["resolution.all-it-has"], 0, (dragged,), (stand.name,)))
        return
    lose_more(board, stand, args["ships"], dragged)
    for other in board.side_of(pos.OFFENSE):
        player, ships = board.players[other.name], board.ships(other)
        bound = Finding(dragged.rule, ships.value, (dragged, ships), dragged.words)
        fate = _bound_for_warp(board, other, bound)
        player.lands = Finding(board.law["resolution.nothing-else"], 0, (dragged,))
        player.warp, player.removed = fate["warp"], fate.get("removed", player.removed)


def _bound_for_warp(board: Board, loser: Stand, bound: Finding) -> Fate:
    """Ships go to the warp, unless a power has it otherwise: those that return are placed."""
    fate = Fate(bound)
    divert(board, loser, fate)
    if "returns" in fate:
        place(board, loser, fate["returns"])
    return fate


@effect.outcome("landed", told=True)
def clears_planet(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An offense that gains a colony sends whoever else has ships on that planet to the warp, but for the allies of
    this encounter. The beaten defense's are lost anyway."""
    outcome, planet = board.outcome, board.position.planet or {}
    lands = board.players[stand.name].lands
    if outcome is None or stand is not board.offense:
        return
    if outcome.value == DEAL:
        board.mattered.add(use)
        words = (stand.name, "others", "what it has")
        board.do(stand.name, MAY, args["by_deal"], Finding(use.rule, None, (outcome,), words), by=use)
        return
    if lands is None or not lands.value or planet.get(stand.name, 0) != 0:
        return
    for other in map(board.stands.__getitem__, planet):
        if not other.takes_part and planet[other.name] != 0:
            _drive_off(board, stand, use, other, planet[other.name])


def _drive_off(board: Board, stand: Stand, use: Use, other: Stand, count: int | None) -> None:
    """All ships that a bystander has on the target planet are lost, and its colony with them; None: nobody says how
    many these are."""
    driven = board.apply(stand, use, count, (), (other.name, "its ships" if count is None else ships_of(count)))
    if driven is None:
        return
    board.driven_off[other.name] = driven
    player = board.players[other.name]
    if count is None:
        player.warp = player.returns = None
        board.steps.append(driven)
        return
    player.warp = _bound_for_warp(board, other, driven)["warp"]


@effect.outcome("extra", told=True)
def weakens_winners(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`leaves`: where the owner has lost as a main player, each winner keeps so many of its ships in the encounter.

    The others go to the warp. Nobody has won where both main players lose, or fail to deal.
    """
    outcome = board.outcome
    if outcome is None or not stand.is_main or outcome.value != SWAPPED.get(wins(stand.side)):
        return
    for winner in board.side_of(opponent_of(board, stand).side):
        over = standing(board, winner) - args["leaves"]
        if over > 0:
            weakened = board.apply(stand, use, over, (outcome,), (winner.name,))
            if weakened is None:
                return
            lose_where_they_stand(board, winner, weakened)


@effect.outcome("staked", told=True)
def nothing_for_allies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where the owner's side loses, the allies of the other one only go home: no landing and no rewards."""
    outcome = board.outcome
    if outcome is None or not stand.takes_part or outcome.value != SWAPPED.get(wins(stand.side)):
        return
    allies = [ally for ally in board.allies() if ally.takes_part and ally.side != stand.side]
    denied = tell(board, stand, use, 0, (outcome,)) if allies else None
    if denied is not None:
        board.unrewarded.update({ally.name: denied for ally in allies})


@effect.outcome("staked", takes="card* player*")
def accuses_allies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 8 blue`: for the card that is discarded the winning ally blue goes home with nothing.

    Who gives a card after its name has bribed the owner, and keeps what it won: `use red 8 blue Plague`.
    """
    outcome = board.outcome
    won = [ally for ally in board.allies() if outcome is not None and outcome.value == wins(ally.side)]
    able = {ally.name: ally for ally in won if ally is not stand}
    for used in board.uses(stand, use)[:1]:
        card, accused = _accusation(used.args, [*board.stands])
        named = [name for name, _ in accused if name in able]
        unsaid = None if card and accused else Forbidden("uses.accuses", (stand.name,), waivable=False)
        if used.zap is None and is_over(board, stand, use, used, unsaid or _nobody_won(stand.name, named)):
            return
        if used.zap is None and any(
            refuse_use(board, stand, use, used, _bribes(board, stand.name, card, bribe)) for _, bribe in accused
        ):
            return
        silent = [name for name, bribe in accused if name in able and not bribe]
        denied = tell(board, stand, use, 0, () if outcome is None else (outcome,), (_all_of(silent),), used)
        if denied is not None:
            board.unrewarded.update(dict.fromkeys(silent, denied))
            if not board.position.checked:
                for name in silent:
                    board.assume("assumptions.no-bribe", name, stand.name, by=use.rule)
                if stand in won and silent:
                    board.assume("assumptions.exempts-nobody", board.main(stand.side).name, stand.name, by=use.rule)
                board.spent.append((stand.name, card))


def _accusation(args: Sequence[str], players: Sequence[str]) -> tuple[str, list[tuple[str, str]]]:
    """The card that is discarded, and those who are accused, each with the card that bribes or without one."""
    accused: list[tuple[str, str]] = []
    for arg in args[1:]:
        if arg in players:
            accused.append((arg, ""))
        elif accused:
            accused[-1] = (accused[-1][0], arg)
    card = args[0] if args and args[0] not in players else ""
    return card, accused


def _all_of(names: Sequence[str]) -> str:
    return " and ".join(names) or "nobody"


def _nobody_won(who: str, named: Sequence[str]) -> Forbidden | None:
    """Only allies of the side that has won are accused."""
    return None if named else nothing_came_up(who)


@accuses_allies.carried_out(ruled=True, time=AFTER_REVEAL)
def accuse_allies(on: Turn, power: Power, done: Act) -> None:
    """The owner's card is discarded, and each bribe goes from the ally to the owner, once the cards are turned up."""
    table, who = on.table, power.who
    card, accused = _accusation(done.args, table.seats)
    if not card or not accused or any(name == who or name not in table.allies for name, _ in accused):
        say_with_use(on, power, "the card that it discards, and the allies whom it accuses", _ways(on, power))
    for name, bribe in accused:
        if bribe:
            on.keep(_is_bribe(on, power, card, bribe))
            table.gain(who, *hand_over(on, name, (bribe,), 1))
    on.discard(hand_over(on, who, (card,), 1), who)
    on.steps.append(power.finding(0, _all_of([name for name, bribe in accused if not bribe])))


def _is_bribe(on: Turn, power: Power, card: str, bribe: str) -> Forbidden | None:
    """What is given is a bribe for this card; of a card that is not known that is not asked."""
    if tbl.UNKNOWN in (card, bribe) or not on.is_encounter_card(bribe):
        return None
    return _bribe(power.who, card, bribe, on.card_type(card) == on.card_type(bribe))


def _bribes(board: Board, who: str, card: str, bribe: str) -> Forbidden | None:
    """The same on a line; a table has ruled it when the use was made."""
    given, discarded = card_of(board, bribe), card_of(board, card)
    if board.position.checked or given is None or card == tbl.UNKNOWN:
        return None
    return _bribe(who, card, bribe, discarded is not None and discarded.kind == given.kind)


def _bribe(who: str, card: str, bribe: str, alike: bool) -> Forbidden | None:
    """A bribe is no encounter card, or of the type of the discarded one (`alike`), and as an attack higher."""
    higher = not (is_attack(card) and is_attack(bribe)) or int(bribe) > int(card)
    return None if alike and higher else Forbidden("uses.bribe", (who, bribe, card), waivable=False)


def _ways(on: Turn, power: Power) -> list[str]:
    """A few ways to accuse: each of the cards in hand, and each other ally."""
    return [f"{card} {name}" for card in in_hand(on, power)[:3] for name in on.table.allies if name != power.who]


accuses_allies.offered(lambda on, power: (tuple(way.split()) for way in _ways(on, power)))


@effect.outcome("extra", told=True)
def costs_more(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Winning as a main player with an attack, the owner costs the opponent as many ships more as it had in it.

    With `allies` it costs each ally of the opponent as many besides.
    """
    outcome = board.outcome
    if outcome is None or not stand.is_main or outcome.value != wins(stand.side):
        return
    shown = board.shown.get(stand.side)
    ships = board.ships(stand)
    if shown is None or shown.kind != pos.ATTACK or not ships.value:
        return
    opponent = opponent_of(board, stand)
    allies = [ally for ally in board.allies() if ally.takes_part and ally.side == opponent.side]
    losers = [opponent, *(allies if args.get("allies") else ())]
    names = " and ".join(loser.name for loser in losers)
    more = board.apply(stand, use, ships.value, (outcome, shown.finding, ships), (names,))
    if more is not None:
        for loser in losers:
            lose_more(board, loser, ships.value, more)


# -- an attack that is discarded before the reveal ---------------------------------------------------------------------


def _which_attack(board: Board, stand: Stand, args: Args, used: Used) -> str:
    return "" if any(is_attack(arg) for arg in used.args) else "which attack it discards"


_tell_discarded = stating(saying("card", card="an attack"), check=has_to_say(_which_attack))


@effect.outcome("extra", takes="card")
def pays_for_low_attack(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use green 4`: below both attacks that are turned up, it has each main player pick a ship of the owner's to lose.

    Above one of them, ships of its allies may be captured once the outcome is known: that is left to the players.
    """
    _tell_discarded(board, stand, use, args)
    used = next(iter(board.uses(stand, use)), None)
    card = next((int(arg) for arg in used.args if is_attack(arg)), None) if used is not None else None
    shown = {side: shown for side, shown in board.shown.items() if shown.kind == pos.ATTACK}
    if card is None or used is None or used.zap is not None or not board.admits(stand, use):
        return
    if len(shown) == len(SIDES) and all(card < one.value for one in shown.values()):
        low = Finding(board.law["resolution.below-both"].citing(use.rule), 1, (used.finding,), (stand.name, card))
        for main in (board.offense, board.defense):
            lose_more(board, stand, 1, low, main)
    for side, one in shown.items():
        if card > one.value and any(ally.side == side for ally in board.allies()):
            what = (
                f"swap up to four ships off one colony for those of {board.main(side).name}'s allies, and capture these"
            )
            left_open(board, stand, use, what, used.finding)


@pays_for_low_attack.carried_out(ruled=True, time=only(lambda on, power: is_before_reveal(on)))
def discard_attack(on: Turn, power: Power, done: Act) -> None:
    """The attack goes to the discards while both encounter cards lie facedown."""
    card = next((arg for arg in done.args if is_attack(arg)), "")
    unsaid = None if card else unsaid_with_use(power.who, "which attack it discards")
    on.keep(unsaid, nearest=ways_typed(power, _attacks(on, power)))
    on.take_out(power.who, card)
    on.discard([card], power.who)


@pays_for_low_attack.offered
def _attacks(on: Turn, power: Power) -> Offers:
    if is_unused_now(on, power):
        yield from ((card,) for card in in_hand(on, power) if is_attack(card))
