"""Effects of the reveal: values, totals, and who wins."""

from __future__ import annotations

from typing import Any

from referee.book.law import POWER
from referee.book.power import Use
from referee.judge.board import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, Board, Shown, Stand, ships_of
from referee.judge.finding import Finding
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.common import SWAPPED, Args, other_side
from referee.judge.ruling import CHOOSES, SUCCESS, wins
from referee.state import encounter as pos


@verb("ship_value", "worth")
def ship_value(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: what each of the owner's ships adds to the total: a number, or what is counted (see `_count`)."""
    if stand.takes_part:
        value, sources = args["value"], tuple[Finding, ...]()
        if isinstance(value, str) and board.in_force(stand, use):
            counted = _count(board, stand, value)
            value, sources = counted.value, (counted,)
        worth = board.apply(stand, use, value, sources)
        if worth is not None:
            board.worth[stand.name] = worth


@verb("subtracts_ships", "worth")
def subtracts_ships(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Against two attacks, the owner's ships and every ally's ships count minus."""
    if board.admits(stand, use):
        minus = board.apply(stand, use, -1)
        if minus is not None:
            for other in board.stands.values():
                if other.takes_part and (other is stand or not other.is_main):
                    board.minus[other.name] = minus


@verb("lower_total_wins", "method")
def lower_total_wins(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The lower total wins."""
    board.lower_wins = board.apply(stand, use, "lower") or board.lower_wins


@verb("add_to_total", "total")
def add_to_total(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`amount`: a number, or what is counted (see `_count`); `after = "attack"`: only if the player's side showed one.

    It goes to the player's own side, or to `side`: `defense`, `offense` or `opponent`. With `minus` it is subtracted.
    """
    if not stand.takes_part or (args.get("after") == "attack" and board.shown[stand.side].kind != pos.ATTACK):
        return
    amount: Any = args["amount"]
    sources: tuple[Finding, ...] = ()
    if isinstance(amount, str) and board.in_force(stand, use):
        counted = _count(board, stand, amount)
        amount, sources = counted.value, (counted,)
    if args.get("minus") and not isinstance(amount, str):
        amount = -amount
    side = args.get("side", stand.side)
    if side == "opponent":
        side = other_side(stand.side)
    added = board.apply(stand, use, amount, sources, (board.main(side).name,))
    if added is not None:
        board.adds[side].append(added)
        if args["amount"] == "ships":
            board.per_ship[stand.name] = 1


def _count(board: Board, stand: Stand, what: str) -> Finding:
    """How many there are of what is counted.

    `tokens` on the player's sheet; `ships` of the player in the encounter, or of its side's main player (`main-ships`);
    in the warp ships of any color (`warp`), the player's (`own-warp`) or those of the opponent (`opponents-warp`).
    """
    if what == "tokens":
        return board.tokens(stand)
    if what == "main-ships":
        return board.ships(board.main(stand.side))
    if what == "ships":
        return board.ships(stand)
    if what == "own-warp":
        return board.warp_of(stand)
    if what == "opponents-warp":
        return board.warp_of(board.main(other_side(stand.side)))
    return board.warp_of_all(stand)


@verb("wins_with", "winner")
def wins_with(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`card`, `against`: with this kind of card against that kind, the owner's side wins."""
    if not stand.is_main:
        return
    mine = board.shown[stand.side]
    theirs = board.shown[pos.DEFENSE if stand.side == pos.OFFENSE else pos.OFFENSE]
    if mine.kind == args["card"] and theirs.kind == args["against"]:
        won = board.apply(stand, use, wins(stand.side), (mine.finding, theirs.finding))
        if won is not None:
            _win(board, won)


@verb("wins_if_zapped", "winner")
def wins_if_zapped(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """If a Cosmic Zap cancels this power, its owner's side wins."""
    zap = board.zap_on(stand, use.alien)
    if zap is not None and stand.takes_part and board.admits(stand, use):
        board.zapped.add(stand.name)
        _win(board, Finding(use.rule, wins(stand.side), (zap,), (stand.name,)))


def _win(board: Board, won: Finding) -> None:
    """A power has its owner's side win, whatever the cards say; of two such wins the last stands (DF-73)."""
    before = board.outcome
    if before is not None and before.rule.kind == POWER and before.value != won.value:
        law = board.law["reveal.two-wins"]
        won = Finding(law, won.value if law.value == "last" else before.value, (before, won))
    board.outcome, board.by_totals = won, False
    board.totals = board.margin = None  # what is not compared is not stated


@verb("reverse_result", "upset")
def reverse_result(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The side that would win loses, and the side that would lose wins; applied after everything else."""
    outcome = board.outcome
    if outcome is None or outcome.value not in SWAPPED:
        return
    upset = board.apply(stand, use, SWAPPED[outcome.value], (outcome,))
    if upset is not None:
        board.outcome = upset
        board.declared["upset"] = upset


# -- what flares do to revealed cards ----------------------------------------------------------------------------------


def nothing_for_it(board: Board, stand: Stand, use: Use, *sources: Finding) -> None:
    """Refuses a flare whose text finds nothing of what it speaks of.

    A table has looked at that when the flare was played; what was done since can only have it come to nothing.
    """
    played = board.usage(stand, use)
    acts = [act for act in board.applied if (act.verb, act.who, act.name) == ("flare", stand.name, use.alien)]
    if played is not None and played[1] is not None:
        sources = (*sources, played[1])
    words = (stand.name, f"{use.alien} flare")
    if board.position.checked:
        board.steps.append(Finding(board.law["flares.nothing"].citing(use.rule), False, sources, words))
    else:
        rule = board.law["flares.not-now"].citing(use.rule)
        board.forbid(rule, words, [board.without(act) for act in acts], sources)


def number_said(board: Board, stand: Stand, use: Use, low: int, high: int) -> int | None:
    """The number that was said with a flare; refused where there is none from `low` to `high`."""
    used = board.usage(stand, use)
    said = next((int(arg) for arg in (used[0] if used else ()) if arg.isdigit()), None)
    if said is None or not low <= said <= high:
        sources = () if used is None or used[1] is None else (used[1],)
        rule = board.law["flares.name-a-number"].citing(use.rule)
        board.forbid(rule, (stand.name, use.alien, low, high), [], sources)
        return None
    return said


@verb("card_becomes", "flared")
def card_becomes(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: the player's revealed card counts as an attack of so much.

    `card`, `against`: only such a card, against such a one. `not_against = "its alien"`: not against the player who has
    the sheet that the flare belongs to.
    """
    if not stand.is_main:
        return
    mine, theirs = board.shown[stand.side], board.shown[other_side(stand.side)]
    opponent = board.main(other_side(stand.side))
    fits = mine.kind == args.get("card", mine.kind) and theirs.kind == args.get("against", theirs.kind)
    if not fits or ("not_against" in args and any(alien.name == use.alien for alien in opponent.aliens)):
        nothing_for_it(board, stand, use, mine.finding, theirs.finding)
        return
    became = board.apply(stand, use, args["value"], (mine.finding,), (str(board.faces[stand.side]),))
    if became is not None:
        board.shown[stand.side] = Shown(pos.ATTACK, became.value, became)
        board.valueless.pop(stand.side, None)


@verb("copies_card", "flared")
def copies_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The player's encounter card becomes what the opponent's is, before powers change what that counts."""
    if not stand.is_main:
        return
    other = other_side(stand.side)
    mine, theirs = board.shown[stand.side], board.shown[other]
    value = theirs.value if theirs.kind == pos.ATTACK else str(board.faces[other])
    opponent = board.main(other)
    if any(owner is opponent and board.in_force(owner, power) for owner, power, *_ in board.plan.get("card", ())):
        board.assume("assumptions.copied-as-it-lies", stand.name, opponent.name)
    copied = board.apply(stand, use, value, (mine.finding, theirs.finding), (opponent.name,))
    if copied is not None:
        board.shown[stand.side] = Shown(theirs.kind, theirs.value, copied)
        board.valueless.pop(stand.side, None)


@verb("cuts_opponents_card", "flared")
def cuts_opponents_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`at_least`, `divisor`: the opponent's revealed attack of so much or more counts a part of it, rounded up."""
    if not stand.is_main:
        return
    side = other_side(stand.side)
    shown = board.shown[side]
    if shown.kind != pos.ATTACK or shown.value < args["at_least"]:
        nothing_for_it(board, stand, use, shown.finding)
        return
    value = -(-shown.value // args["divisor"])
    cut = board.apply(stand, use, value, (shown.finding,), (board.main(side).name, shown.value))
    if cut is not None:
        board.shown[side] = Shown(pos.ATTACK, value, cut)


@verb("names_spread", "flared")
def names_spread(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The number said before the reveal is added to the player's attack if the two attacks differ by it or more."""
    if not stand.is_main:
        return
    low, high = board.law["cards.attacks"].value
    spread = number_said(board, stand, use, 1, high - low)
    mine, theirs = board.shown[stand.side], board.shown[other_side(stand.side)]
    if spread is None or mine.kind != pos.ATTACK or theirs.kind != pos.ATTACK:
        return
    differ = abs(mine.value - theirs.value)
    gained = spread if differ >= spread else 0
    added = board.apply(stand, use, mine.value + gained, (mine.finding, theirs.finding), (spread, differ, gained))
    if added is None:
        return
    board.steps.append(added)
    if gained:
        board.shown[stand.side] = Shown(pos.ATTACK, added.value, added)


@verb("ends_encounter", "declare")
def ends_encounter(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Once the opponent's card was seen by the player's power, the encounter is over and counts as successful."""
    if not stand.is_main:
        return
    side = other_side(stand.side)
    uses = [own for alien in stand.aliens for own in alien.uses if alien.name == use.alien]
    seen = any(effect.verb == "opponent_first" for own in uses for effect in own.effects)
    if not seen or board.position.side(side).card.kind in (pos.NONE, pos.HIDDEN):
        nothing_for_it(board, stand, use)
        return
    words = (board.main(side).name, str(board.position.side(side).card))
    board.success = board.apply(stand, use, SUCCESS, (), words)


@verb("raises_stake", "declare")
def raises_stake(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`most`: so many ships at most, as many as the player said, on top of what a challenge costs who was wrong."""
    more = number_said(board, stand, use, 1, args["most"])
    if more is None:
        return
    if not board.used.get(stand.name):
        if not board.position.checked:  # at a table it is still to be said what the card is
            nothing_for_it(board, stand, use)
        return
    raised = board.apply(stand, use, more, (), (ships_of(more),))
    if raised is not None:
        board.stakes[stand.name] = raised
        board.steps.append(raised)


# -- what flares do to ships at the reveal -----------------------------------------------------------------------------


@verb("multiplies_by_allies", "worth")
def multiplies_by_allies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """What the main player's ships add is multiplied by what those of its allies do, instead of added to it."""
    if stand.is_main:
        crossed = board.apply(stand, use, True)
        if crossed is not None:
            board.crossed[stand.side] = crossed


@verb("retrieves", "thrown")
def retrieves(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """For each other main player who revealed an attack, one ship out of the warp, if there are so many."""
    attacks = [
        side
        for side in (pos.OFFENSE, pos.DEFENSE)
        if board.main(side) is not stand and board.faces[side].kind == pos.ATTACK
    ]
    count, sources = len(attacks), tuple(board.shown[side].finding for side in attacks)
    if count and board.position.warp:
        there = board.warp_of(stand)
        count, sources = min(count, there.value), (*sources, there)
    elif count:
        board.assume("assumptions.in-warp", stand.name, ships_of(count))
    if not count:
        nothing_for_it(board, stand, use, *sources)
        return
    back = board.apply(stand, use, count, sources, (ships_of(count),))
    if back is not None:
        board.rescued[stand.name] = back
        board.do(stand.name, CHOOSES, f"where {ships_of(count)} from the warp go{'es' if count == 1 else ''}", back)


@verb("joins_late", "claim")
def joins_late(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: somebody outside the encounter becomes an ally of the side said, with so many ships."""
    used = board.usage(stand, use)
    side = next((arg for arg in (used[0] if used else ()) if arg in (pos.OFFENSE, pos.DEFENSE)), "")
    if stand.role != BYSTANDER:
        return
    if not side:
        rule = board.law["flares.which-side"].citing(use.rule)
        board.forbid(rule, (stand.name,), [], () if used is None or used[1] is None else (used[1],))
        return
    joined = board.apply(stand, use, args["ships"], (), (board.main(side).name, ships_of(args["ships"])))
    if joined is None:
        return
    stand.role = OFFENSIVE_ALLY if side == pos.OFFENSE else DEFENSIVE_ALLY
    board.take_side(stand, side)
    stand.count, stand.ships = joined.value, joined
    board.players[stand.name].role, board.players[stand.name].ships = stand.role, joined
    board.assume("assumptions.turned-down", stand.name, board.main(side).name)
