"""Effects on cards once they are discarded: encounter cards that somebody takes out of the pile again."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board, Stand, Used
from referee.judge.finding import Finding
from referee.judge.phases.discards import lost_before_discards, lying
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.common import Args, other_side
from referee.judge.powers.outcome.resolution import left_open
from referee.judge.ruling import CHOOSES, MAKE_A_DEAL, MUST
from referee.state import encounter as pos


@verb("takes_opponents_card", "discarded")
def takes_opponents_card(board: Board, stand: Stand, use: Use, args: Args, pile: list[str]) -> None:
    """A main player takes the opponent's encounter card out of the discards into hand.

    With `anyone` its owner may be in any role, and takes the card of the main player whom the `use` names.
    """
    anyone = bool(args.get("anyone"))
    if not (stand.is_main or anyone) or not _is_over(board) or _refused(board, stand, use):
        return
    side = _whose_card(board, stand, use) if anyone else other_side(stand.side)
    if side is None:
        return
    owner = board.main(side)
    card = lying(board).get(side)
    if card is None:
        _nothing_there(board, stand, use, owner.name)
    elif board.usage(stand, use) is not None:
        taken = board.apply(stand, use, card, (), (owner.name, card, stand.name))
        if taken is not None:
            _fetch(board, side, card, taken, pile)
    elif board.admits(stand, use):
        left_open(board, stand, use, use.may.format(*(("any main player", "card") if anyone else (owner.name, card))))


def _whose_card(board: Board, stand: Stand, use: Use) -> str | None:
    """The side of the main player whom a use names, else the opponent's; None if that one is refused."""
    used = board.usage(stand, use)
    named = next((arg for arg in used[0] if arg in board.stands), "") if used is not None else ""
    able = [main.name for main in (board.offense, board.defense) if main is not stand]
    if not named and (stand.is_main or used is None or used[1] is None):
        return other_side(stand.side)
    if named in able:
        return board.stands[named].side
    sources = (used[1],) if used is not None and used[1] is not None else ()
    rule = board.law["uses.main-player"].citing(use.rule)
    words = (stand.name, named or "nobody in particular", " or ".join(able))
    board.forbid(rule, words, board.without_use(stand), sources)
    return None


@verb("fetches", "discarded")
def fetches(board: Board, stand: Stand, use: Use, args: Args, pile: list[str]) -> None:
    """Picks up an encounter card of this encounter and offers it to another player; with `any_number` once for each
    `use` that is said.

    Said with the card and with who takes it; with nobody named it was refused, and the owner keeps it. With one of the
    owner's colonies, a ship goes there out of the warp; without, the owner draws a card.
    """
    if not _is_over(board) or _refused(board, stand, use):
        return
    there = lying(board)
    usage = board.usage(stand, use)
    if usage is None:
        if there and board.admits(stand, use):
            cards = " or the ".join(dict.fromkeys(there.values()))
            left_open(board, stand, use, use.may.format(cards))
        return
    said: list[Used | None] = [*board.used.get(stand.name, ())] or [None]
    for used in said if args.get("any_number") else said[:1]:
        _offer(board, stand, use, used, pile)


def _offer(board: Board, stand: Stand, use: Use, used: Used | None, pile: list[str]) -> None:
    """One card that is fetched, as a `use` says; without one (None) a zap shows what it stopped."""
    there, said = lying(board), used.args if used is not None else ()
    taker = next((arg for arg in said if arg in board.stands and arg != stand.name), "")
    wanted = next((arg for arg in said if arg not in board.stands and "." not in arg), "")
    side = next((side for side, card in there.items() if wanted in ("", card)), "")
    if not side:
        _nothing_there(board, stand, use, "", wanted)
        return
    card = there[side]
    words = (card, f"{taker} takes it" if taker else f"nobody takes it, and {stand.name} keeps it", taker or stand.name)
    fetched = board.apply(stand, use, card, (), words, used)
    if fetched is None:
        return
    _fetch(board, side, card, fetched, pile)
    if taker:
        _thank(board, stand, said, fetched)


def _thank(board: Board, stand: Stand, said: tuple[str, ...], fetched: Finding) -> None:
    """What the owner gets for a card that was taken: one ship out of the warp, or one card."""
    home = next((arg for arg in said if "." in arg), "")
    if home:
        board.do(stand.name, MUST, f"bring one of its ships back from the warp to {home}", fetched)
    else:
        board.do(stand.name, CHOOSES, "one card from the deck, or one of its ships back from the warp", fetched)


def _is_over(board: Board) -> bool:
    """Whether the encounter cards are discarded: not while a deal has still to be made."""
    return board.outcome is not None and board.outcome.value != MAKE_A_DEAL and bool(board.shown)


def _fetch(board: Board, side: str, card: str, taken: Finding, pile: list[str]) -> None:
    board.fetched[side] = taken
    board.steps.append(taken)
    at = len(pile) - 1 - pile[::-1].index(card) if side == pos.DEFENSE else pile.index(card)
    del pile[at]


def _refused(board: Board, stand: Stand, use: Use) -> bool:
    """Whether a use that was said comes too late: the power was lost by then (4.6.2.1)."""
    said = board.used.get(stand.name)
    if not said or stand.powerless is None:
        return False
    rule = board.law["power.unusable"].citing(stand.powerless.rule)
    sources = (said[0].finding, stand.powerless, *lost_before_discards(board, stand))
    board.forbid(rule, (stand.name,), board.without_use(stand), sources)
    return True


def _nothing_there(board: Board, stand: Stand, use: Use, whose: str, wanted: str = "") -> None:
    """Refuses a use for which no such card lies in the discards; names who took it."""
    said = board.used.get(stand.name)
    if not said:
        return
    what = f"{whose}'s encounter card" if whose else f"the {wanted}" if wanted else "an encounter card"
    rule = board.law["discards.not-there"].citing(use.rule)
    why = (*board.kept_cards.values(), *board.fetched.values(), said[0].finding)
    for finding in why[:-1]:
        rule = rule.citing(finding.rule)
    if board.fetched:
        rule = rule.citing(board.law["timing.order"])
    board.forbid(rule, (stand.name, what), board.without_use(stand), why)
