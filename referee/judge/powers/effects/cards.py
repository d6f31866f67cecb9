"""Played and discarded cards that somebody takes, keeps or throws away."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.sheets import FACES
from referee.judge.cards_shown import Fetched
from referee.judge.counted import cards_of
from referee.judge.phases.discards import lost_before_discards, lying
from referee.judge.phases.uses import not_main_player, nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import Said, cards_named, is_card_offered, ruled_of
from referee.judge.powers.choices import is_over
from referee.judge.powers.common import first_of, first_planet, left_open, main_players, other_side, said_with
from referee.judge.powers.moments import is_after_reveal
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Power, Stand, Turn, Use
from referee.judge.ruling import CHOOSES, MAKE_A_DEAL, MAY, MUST
from referee.judge.table.dues import check_in_warp, check_onto_colony
from referee.judge.table.resolution import note_winning, owed
from referee.judge.table.salvage import take_up
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import table as tbl


@effect.outcome("discarded", told=True, takes="player")
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
            _fetch(board, side, card, stand.name, taken, pile)
    elif board.admits(stand, use):
        left_open(board, stand, use, use.may.format(*(("any main player", "card") if anyone else (owner.name, card))))


def _whose_card(board: Board, stand: Stand, use: Use) -> str | None:
    """The side of the main player whom a use names, else the opponent's; None if that one is refused."""
    said, able = said_with(board, stand, use), main_players(stand.name, (board.offense.name, board.defense.name))
    named = first_of(said.args, board.stands)
    if not named and (stand.is_main or not said.sources):
        return other_side(stand.side)
    forbidden = not_main_player(stand.name, named or "nobody in particular", able)
    if forbidden is None:
        return board.stands[named].side
    board.refuse(forbidden, board.without_use(stand), said.sources, use.rule)
    return None


def _is_over(board: Board) -> bool:
    """Whether the encounter cards are discarded: not while a deal has still to be made."""
    return board.outcome is not None and board.outcome.value != MAKE_A_DEAL and bool(board.shown)


def _fetch(board: Board, side: str, card: str, by: str, taken: Finding, pile: list[str]) -> None:
    board.fetched[side] = Fetched(by, card, taken)
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
    fetched = [one.finding for one in board.fetched.values()]
    why = (*board.kept_cards.values(), *fetched, said[0].finding)
    for finding in why[:-1]:
        rule = rule.citing(finding.rule)
    if board.fetched:
        rule = rule.citing(board.law["timing.order"])
    board.forbid(rule, (stand.name, what), board.without_use(stand), why)


@takes_opponents_card.offered
def _takings(on: Turn, power: Power) -> Iterator[Said]:
    if not is_card_offered(on, power):
        return
    if power.args.get("anyone"):
        yield from ((name,) for name in on.table.mains() if name != power.who)
    else:
        yield ()


@effect.outcome("discarded", takes="card player planet")
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
    _fetch(board, side, card, taker or stand.name, fetched, pile)
    if taker:
        _thank(board, stand, said, fetched)


def _thank(board: Board, stand: Stand, said: tuple[str, ...], fetched: Finding) -> None:
    """What the owner gets for a card that was taken: one ship out of the warp, or one card."""
    home = first_planet(said)
    if home:
        board.do(stand.name, MUST, f"bring one of its ships back from the warp to {home}", fetched)
    else:
        board.do(stand.name, CHOOSES, "one card from the deck, or one of its ships back from the warp", fetched)


@fetches.carried_out(ruled=True)
def fetch(on: Turn, power: Power, done: Act) -> None:
    """The card goes to who takes it, as the outcome has it; the owner then gets a ship back or draws a card."""
    table, who = on.table, power.who
    if not table.ruled or table.cards:
        on.keep(Forbidden("powers.after-discards", (who,), waivable=False), _still_due(on), by=power.use.rule)
    taker = next((arg for arg in done.args if arg in table.seats and arg != who), "")
    home = first_of(done.args, table.ships)
    if home and not taker:
        on.keep(Forbidden("powers.nothing-for-refused", (who,), waivable=False), by=power.use.rule)
    if home:
        check_in_warp(on, who, 1)
        check_onto_colony(on, who, home)
        table.move(who, 1, tbl.WARP, home)
        on.find("rewards.took-ships", 1, who, home, "1 ship")
        note_winning(on)
    elif taker:
        on.find("cards.draws", on.draw(who, 1), who, cards_of(1))


def _still_due(on: Turn) -> tuple[str, ...]:
    """What comes before the discards, as it is typed."""
    table = on.table
    if not table.ruled:
        return ("resolve",) if is_after_reveal(on) else ()
    for due in table.due:
        if due.what == "take":
            return (f"take {due.who} {min(due.count, len(table.hands[due.source]))} from {due.source}",)
        if due.what == "reward":
            return (f"reward {due.who} {cards_of(due.count)}",)
    return ()


@fetches.offered
def _fetchings(on: Turn, power: Power) -> Iterator[Said]:
    """Each card kept, or taken by each other player, with a card drawn for it or a ship back."""
    table = on.table
    if not is_card_offered(on, power) or table.cards:
        return
    for card in dict.fromkeys(card for card in table.pile if on.is_encounter_card(card)):
        yield (card,)
        for name in table.clockwise(power.who):
            yield (card, name)
            if table.at(tbl.WARP, power.who) and table.colonies(power.who):
                yield (card, name, on.homes_for(power.who, 1)[0].place)


@effect.outcome("after")
def throws_away(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Of the cards that it receives as compensation or rewards the owner may discard any."""
    player = board.players[stand.name]
    received = [due for due in (player.compensation, player.rewards) if due is not None and due.value]
    if not received:
        return
    thrown = board.apply(stand, use, True, tuple(received))
    if thrown is not None:
        board.do(stand.name, MAY, "discard any of the cards that it receives", thrown, by=use)


@throws_away.carried_out()
def throw_away(on: Turn, power: Power, done: Act) -> None:
    """The cards named, out of those that were just received, are discarded; they are not replaced."""
    cards = cards_named(on, done)
    told = ruled_of(on, power.who)
    received = (told.get("compensation") or 0) + (told.get("rewards") or 0)
    if not received or owed(on, power.who, "take") or owed(on, power.who, "reward") or len(cards) > received:
        not_now(on, power)
    on.take_out(power.who, *cards)
    on.discard(cards, power.who)
    on.steps.append(power.finding(len(cards)))
    on.find("cards.discards", len(cards), power.who, cards_of(len(cards)))


@effect.outcome("discard")
def keeps_artifact(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The last artifact that the owner played, or the one that is named, goes back to its hand."""
    names = [arg for arg in said_with(board, stand, use).args if arg not in FACES]
    mine = [card for who, card in board.spent if who == stand.name and card in ARTIFACTS.values()]
    card = next((card for card in reversed(mine) if not names or card in names), "")
    if not card:
        return
    kept = board.apply(stand, use, [card], (), (card,))
    if kept is not None:
        board.spent.remove((stand.name, card))
        board.do(stand.name, MUST, f"take {card} back into hand instead of discarding it", kept, by=use)


@keeps_artifact.carried_out()
def keep_artifact(on: Turn, power: Power, done: Act) -> None:
    """The player's own artifact of this encounter, the last or the one that is named, is in hand again."""
    acts = on.table.acts
    named = cards_named(on, done)
    taken = {at for indexes in on.table.salvaged.values() for at in indexes}
    mine = [at for at, act in enumerate(acts) if act.verb in ARTIFACTS and act.by == power.who and at not in taken]
    for at in reversed(mine):
        card = ARTIFACTS[acts[at].verb]
        if (not named or card in named) and take_up(on, power.who, at, acts[at]):
            on.steps.append(power.finding(True, card))
            return
    not_now(on, power)


def _is_buried(board: Board, stand: Stand, use: Use) -> bool:
    """True if a power has laid the card elsewhere; a use that would take it back has nothing to do then."""
    for used in board.uses(stand, use) if stand.name in board.buried else ():
        is_over(board, stand, use, used, nothing_came_up(stand.name))
    return stand.name in board.buried


@effect.outcome("discard", told=True)
def take_back_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner's encounter card may return to hand instead of being discarded."""
    card = (board.faces.get(stand.side) or board.position.side(stand.side).card) if stand.is_main else None
    if card is None or card.kind in (pos.NONE, pos.HIDDEN):
        return
    if _refused(board, stand, use) or _is_buried(board, stand, use):
        return
    if board.usage(stand, use) is None:
        if board.admits(stand, use):
            rest = Finding(use.rule, None, (), (stand.name, str(card)))
            board.do(stand.name, MAY, use.may.format(card), rest, by=use)
        return
    kept = board.apply(stand, use, str(card), (), (str(card),))
    if kept is not None:
        board.kept_cards[stand.name] = kept
        board.taken_back.append((stand.name, str(card)))
        board.steps.append(kept)
