"""What is put into a deal or costs a failed one, what counts for compensation and rewards, and what is got besides."""

from __future__ import annotations

from referee.judge.counted import cards_of
from referee.judge.phases.resolution import place
from referee.judge.phases.rewards import gain_besides
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import cards_named, plainly, play_for_outcome, ruled_of
from referee.judge.powers.choices import in_use, is_over
from referee.judge.powers.common import first_number, first_of, left_open, opponent_of, other_side, said_with
from referee.judge.powers.moments import is_after_reveal, is_used
from referee.judge.powers.types import Act, Args, Board, Finding, Power, Ruling, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import MAY, MUST, wins
from referee.judge.table.deals import hand_over
from referee.judge.table.resolution import owed, settle
from referee.state import encounter as pos

# -- deals -------------------------------------------------------------------------------------------------------------


@effect.outcome("deal", told=True)
def may_in_deal(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`what`: something that the owner may do as part of a deal of its own; no use of the power."""
    if stand.is_main and board.admits(stand, use):
        board.do(stand.name, MAY, args["what"], Finding(use.rule, None, (), (stand.name,)), by=use)


@effect.outcome("no-deal", told=True, by=effect.MAIN)
def cheaper_failure(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: so many fewer than the rules say for the owner of a failed deal, and so many more for the other.

    `own`: so many fewer for the owner, where that is another number.
    """
    other = opponent_of(board, stand)
    fewer: int = args["own"] if "own" in args else args["ships"]
    cheaper = board.apply(stand, use, -fewer, (), (other.name,))
    if cheaper is not None:
        shift_cost(board, stand, cheaper)
        shift_cost(board, other, Finding(cheaper.rule, args["ships"], cheaper.sources, cheaper.words))


def shift_cost(board: Board, stand: Stand, shift: Finding) -> None:
    """So many ships more or fewer for a failed deal, on top of what another card changed already."""
    before = board.dearer.get(stand.name)
    if before is not None:
        shift = Finding(shift.rule, before.value + shift.value, (before, *shift.sources), shift.words)
    board.dearer[stand.name] = shift


# -- compensation and rewards ------------------------------------------------------------------------------------------


@effect.outcome("consoled", told=True)
def consoled_for_saved(board: Board, stand: Stand, use: Use, args: Args, kept: int) -> Finding | None:
    """The owner is compensated for its own ships in the encounter (`kept` of them) that were saved too."""
    return board.apply(stand, use, kept)


@effect.outcome("collect", told=True)
def bars_compensation(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """The opponent takes no compensation out of the owner's hand."""
    payer = board.payer[0] if board.payer is not None else winner
    if stand is payer and stand is not loser:
        board.unpaid = board.apply(stand, use, 0, (), (loser.name,))


@effect.outcome("collect", told=True)
def multiplies_compensation(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """`times`: the owner may take up to so many times the compensation that is due.

    With `whose = "all"` whoever takes some takes so many times as much.
    """
    for_all = args.get("whose") == "all"
    if stand is loser or for_all:
        times = board.apply(stand, use, args["times"], (), (loser.name,))
        board.doubled = board.doubled if times is None else (times, MUST if for_all else MAY)


@effect.outcome("collect")
def gives_back(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """Having taken compensation by its power from a hand of its choice, the owner may give as many cards back."""
    if stand is not loser or board.payer is None:
        return
    board.returnable = board.apply(stand, use, True, (), (board.payer[0].name,))


@gives_back.carried_out(ruled=True)
def give_back(on: Turn, power: Power, done: Act) -> None:
    """The cards named go back to the player from whom compensation was taken; with none named it is only said."""
    table, who, cards = on.table, power.who, cards_named(on, done)
    if not cards:
        return
    told = ruled_of(on, who)
    used = [act for act in table.acts if (act.verb, act.who) == ("use", who)]
    if not used or owed(on, who, "take") is not None or len(cards) > (told.get("compensation") or 0):
        not_now(on, power)
    payer = first_of(used[0].args, table.seats, on.opponent(who))
    table.gain(payer, *hand_over(on, who, cards, len(cards)))
    on.find("deal.cards", len(cards), who, cards_of(len(cards)), payer)


@effect.outcome("count", told=True)
def ship_count(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: what each of the owner's ships counts for compensation and rewards."""
    counted = board.apply(stand, use, args["value"])
    if counted is not None:
        board.counts[stand.name] = counted


@effect.outcome("hands", told=True)
def rewarded_for_losses(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`each`: a reward for the owner's side's win, for each `ship` of the other side that went to the warp by it, for
    each `player` of that side, for each `own-ship` in the encounter, or `one` at all. Where rewards are due: for each
    `mains-ship` of its side, or as many as make them four (`to-four`)."""
    outcome = board.outcome
    if not stand.takes_part or outcome is None or outcome.value != wins(stand.side):
        return
    opposing = board.side_of(other_side(stand.side))
    lost = [warp for other in opposing if (warp := board.players[other.name].warp) is not None]
    had = board.players[stand.name].rewards
    due, mains = 0 if had is None else had.value, board.ships(board.main(stand.side)).value
    counts = {"ship": sum(warp.value for warp in lost), "player": len(opposing), "own-ship": board.ships(stand).value}
    besides = {"mains-ship": mains, "to-four": max(4 - due, 0)} if due else {"mains-ship": 0, "to-four": 0}
    count = {**counts, **besides, "one": 1}[args["each"]]
    picks = board.apply(stand, use, count, (outcome, *lost)) if count else None
    if picks is not None:
        gain_besides(board, stand, picks)


@effect.outcome("hands", told=True)
def collects_after_attack(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A main player that lost with attacks on both sides is compensated as if it had turned up a negotiate.

    `said`: only where this word was said with the use.
    """
    if "said" in args and args["said"] not in said_with(board, stand, use).args:
        return
    outcome, shown = board.outcome, board.shown.values()
    lost = stand.is_main and outcome is not None and outcome.value == wins(other_side(stand.side))
    if lost and outcome is not None and board.fallen.get(stand.name) and {card.kind for card in shown} == {pos.ATTACK}:
        board.as_negotiated = board.apply(stand, use, True, (outcome,))


@effect.outcome("collect", takes="number")
def draws_compensation(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """Any part of the owner's compensation can be drawn from the deck; a hand that is short makes it no less."""
    if stand is loser:
        board.from_deck = board.apply(stand, use, True)


@draws_compensation.carried_out(offers=plainly(lambda on, power: owed(on, power.who, "take") is not None))
def draw_compensation(on: Turn, power: Power, done: Act) -> None:
    """So many of the cards that are due, or all of them, come off the deck."""
    due = owed(on, power.who, "take")
    count = first_number(done.args, 0 if due is None else due.count)
    if due is None or not 0 < count <= due.count:
        not_now(on, power)
    drawn = on.draw(power.who, count)
    on.find("cards.draws", drawn, power.who, cards_of(drawn))
    settle(on, due, count)


@effect.outcome("landed", takes="number")
def draws_for_landing(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where a win would give the owner a foreign colony its ships can go home, and it draws a card for each of them."""
    lands, target = board.players[stand.name].lands, board.position.target
    there, used = board.position.planet, board.uses(stand, use)
    at_home = (board.defense.name if target is None else target[0]) == stand.name
    if lands is None or not lands.value or at_home or (there is not None and there.get(stand.name)):
        if used:
            is_over(board, stand, use, used[0], nothing_came_up(stand.name))
        return
    ships = board.ships(stand)
    traded = board.apply(stand, use, ships.value, (lands, ships), (cards_of(ships.value),))
    if traded is not None:
        if there is None:
            board.assume("assumptions.no-colony-there", stand.name)
        board.players[stand.name].lands = Finding(use.rule, 0, (traded,), traded.words)
        place(board, stand, Finding(use.rule, lands.value, (traded,), traded.words))
        board.do(stand.name, MUST, f"draw {cards_of(ships.value)}", traded, by=use)
    elif board.admits(stand, use) and board.usage(stand, use) is None:
        left_open(board, stand, use, use.may.format(cards_of(ships.value)), lands)


draws_for_landing.carried_out(ruled=True)(play_for_outcome)


@draws_for_landing.when("settled")
def draw_for_landing(on: Turn, power: Power, ruling: Ruling) -> None:
    """The cards are drawn as soon as the ships go home for them."""
    for then in ruling.left_by(power.use.key, MUST):
        if then.who == power.who:
            on.find("cards.draws", on.draw(power.who, then.finding.value), power.who, cards_of(then.finding.value))


draws_for_landing.offered(plainly(lambda on, power: is_after_reveal(on) and not is_used(on, power)))


@effect.outcome("rewarded", told=True)
def rewards_close_win(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`by`: where the owner's side wins by so much at most, each player on it gets a reward for each of its ships.

    What a win is by whose totals were turned round no text says: that is asked for.
    """
    won, margin = board.outcome, board.margin
    if won is None or won.value != wins(stand.side) or margin is None or margin.value > args["by"]:
        return
    if "upset" in board.declared:
        ask_for(board, stand, use)
        return
    for player in board.side_of(stand.side) if in_use(board, stand, use) else ():
        ships = board.ships(player)
        if not ships.value or (player is board.defense and nothing_for_defense(board)):
            continue
        more = board.apply(stand, use, ships.value, (margin, ships), (player.name,))
        if more is not None:
            gain_besides(board, player, more)


def nothing_for_defense(board: Board) -> bool:
    """True if no power gives the defense anything for winning (DF-41)."""
    rule = board.law["rewards.for-winning"]
    board.steps.append(Finding(rule, rule.value))
    return bool(rule.value == "nothing")
