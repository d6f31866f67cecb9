"""Markers and tokens that go up and down with what its owner wins and loses as a main player."""

from __future__ import annotations

from referee.judge.counted import cards_of
from referee.judge.powers import effect
from referee.judge.powers.asked import due_of
from referee.judge.powers.at_table import ways_offered
from referee.judge.powers.common import opponent_of
from referee.judge.powers.moments import WHEN_DUE, cards_said
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import BOTH_LOSE, DEFENSE_WINS, MUST, OFFENSE_WINS, wins
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import demand

_SETTLED = (OFFENSE_WINS, DEFENSE_WINS, BOTH_LOSE)


def _won(board: Board, stand: Stand) -> bool | None:
    """Whether a main player has won; None where it is none, or nobody has won or lost, as in a deal."""
    outcome = board.outcome.value if board.outcome is not None else None
    return outcome == wins(stand.side) if stand.is_main and outcome in _SETTLED else None


@effect.outcome("won")
def marks_losses(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Each loss as a main player moves the marker on by one, each win back by one; at `wins_at` its owner has won."""
    won = _won(board, stand)
    if won is None or not board.admits(stand, use):
        return
    marker = board.tokens(stand) if board.in_force(stand, use) else None
    at, step = 0 if marker is None else marker.value, -1 if won else 1
    if marker is not None and at + step < 0:
        return
    sources = tuple(found for found in (board.outcome, marker) if found is not None)
    moved = board.apply(stand, use, step, sources, (at, at + step))
    if moved is None:
        return
    board.do(stand.name, MUST, f"move its marker from {at} to {at + step}", moved)
    if at + step >= args["wins_at"]:
        rule = board.law["win.marker"].citing(use.rule)
        board.also_won[stand.name] = Finding(rule, True, (moved,), (stand.name, at + step))


@marks_losses.wins_by
def marker_is_there(on: Turn, power: Power) -> bool:
    """The owner wins once the marker has come as far as its sheet says."""
    needed: int = power.args["wins_at"]
    return on.table.tokens.get(power.who, 0) >= needed


# -- a tide of cards ---------------------------------------------------------------------------------------------------


@effect.outcome("after")
def cards_by_tokens(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """After a win as a main player a token more, and for each token a card for everybody on the owner's side.

    After a loss with more than one token a token less, and everybody on the other side discards a card of its own
    choice for each that is left.
    """
    won = _won(board, stand)
    if won is None or not board.in_force(stand, use):
        if won is not None:
            board.apply(stand, use, 0)  # a Cosmic Zap has cancelled something
        return
    before = board.tokens(stand)
    if not won and before.value <= 1:
        return
    count = before.value + (1 if won else -1)
    side = stand.side if won else opponent_of(board, stand).side
    names = [other.name for other in board.side_of(side)]
    sources = tuple(found for found in (board.outcome, before) if found is not None)
    word = "draw" if won else "discard"
    words = ("a token more" if won else "a token less", " and ".join(names), f"{word}s" if len(names) == 1 else word)
    done = board.apply(stand, use, count, sources, (*words, cards_of(count)))
    if done is not None:
        board.do(stand.name, MUST, f"put a token {'on' if won else 'off'} its alien sheet", done)
        for name in names:
            which = "" if won else " of its choice"
            board.do(name, MUST, f"{word} {cards_of(count)}{which}", done)


@cards_by_tokens.when("settled")
def ebb_or_flow(on: Turn, power: Power, ruling: Ruling) -> None:
    """The token is moved and cards are drawn at once; who has to choose what it discards is asked."""
    done = [then for then in ruling.then if then.finding.rule.id == power.use.rule.id]
    if not done:
        return
    table, count = on.table, done[0].finding.value
    table.tokens[power.who] = count
    won = done[0].finding.words[3].startswith("draw")
    for then in done[1:]:
        if won:
            drawn = on.draw(then.who, count)
            on.find("cards.draws", drawn, then.who, cards_of(drawn))
            continue
        hand = table.hands[then.who]
        if len(hand) <= count or len({*hand}) == 1:
            _discards(on, power, then.who, (), count)
        else:
            demand(on, power, about=f"{then.who} {count}")


def _discards(on: Turn, power: Power, who: str, cards: tuple[str, ...], count: int) -> None:
    gone = hand_over(on, who, cards, count)
    on.discard(gone, who)
    on.find("cards.discards", len(gone), who, cards_of(len(gone)))


@cards_by_tokens.carried_out(time=WHEN_DUE)
def say_discards(on: Turn, power: Power, done: Act) -> None:
    """The player of whom cards are due next discards those that are said; of a hand that is not known any."""
    who, number = due_of(on, power).place.split()
    cards, count = tuple(cards_said(on, done)), int(number)
    if len(cards) != count:
        on.cannot("uses.discards-as-many", who, cards_of(count), nearest=ways_offered(on, power))
    _discards(on, power, who, cards, count)


@cards_by_tokens.offered
def _due_discards(on: Turn, power: Power) -> Offers:
    who, number = due_of(on, power).place.split()
    yield on.table.hands[who][: int(number)]
