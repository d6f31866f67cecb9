"""Tokens for lost ships, spent on a total, or telling what a ship is worth, and those that losses and wins move."""

from __future__ import annotations

from referee.judge.counted import cards_of
from referee.judge.phases.uses import discards_unsaid, not_its_role
from referee.judge.powers import effect
from referee.judge.powers.asked import due_of
from referee.judge.powers.at_table import refuse_what_is_barred, ways_offered
from referee.judge.powers.choices import chosen, in_use, is_unused_now
from referee.judge.powers.common import ADD, SUBTRACT, add, first_number, opponent_of, refuse, refuse_again, said_with
from referee.judge.powers.effects.attack_values import SIGNS
from referee.judge.powers.moments import WHEN_DUE, cards_said, check_moment, check_once
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import BOTH_LOSE, BY_MARKER, DEFENSE_WINS, MUST, OFFENSE_WINS, wins
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import demand
from referee.judge.table.resolution import note_winning
from referee.judge.unknown import NeedsFactError, Unknown


@effect.outcome("after")
def tokens_for_losses(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A token on the sheet for each own ship that was lost, to the warp or out of the game."""
    player = board.players[stand.name]
    lost = [gone for gone in (player.warp, player.removed) if gone is not None and gone.value]
    count = sum(gone.value for gone in lost)
    tokens = board.apply(stand, use, count, tuple(lost)) if count else None
    if tokens is not None:
        board.do(stand.name, MUST, f"put {count} token{'' if count == 1 else 's'} on its alien sheet", tokens, by=use)


@tokens_for_losses.when("ships-lost")
def put_tokens(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """Ships of the owner were lost, by whatever."""
    if loser == power.who:
        on.table.tokens[loser] = on.table.tokens.get(loser, 0) + ships + removed
        on.steps.append(power.finding(ships + removed))


@effect.outcome("total", takes="add|subtract number")
def spends_tokens(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red add 2`, or `subtract`: so many tokens are discarded, and `each` goes to the total for every one."""
    said = said_with(board, stand, use)
    if not said.sources:
        return
    if refuse(board, stand, use, None if stand.takes_part else not_its_role(stand.name, use.alien), said.sources):
        return
    spending = [used for used in board.uses(stand, use) if not {ADD, SUBTRACT}.isdisjoint(used.args)]
    if refuse_again(board, stand, use, spending[1:]):
        return
    word, count = chosen(board, stand, use, (ADD, SUBTRACT)), first_number(said.args, 0)
    have = None if board.position.checked else board.position.tokens.get(stand.name)
    if not word or refuse(board, stand, use, _too_many(stand.name, count, have), said.sources):
        return
    add(board, stand, board.apply(stand, use, count * args["each"] * SIGNS[word], (), (count,)))


def _too_many(who: str, count: int, have: int | None) -> Forbidden | None:
    """From one token to all that lie on the sheet are spent."""
    if count and (have is None or count <= have):
        return None
    return Forbidden("powers.how-many-tokens", (who, "any" if have is None else have), waivable=False)


@spends_tokens.carried_out(ruled=True)
def spend_tokens(on: Turn, power: Power, done: Act) -> None:
    """The tokens leave the sheet at once; with `keeps` they are counted and stay."""
    who, count = power.who, first_number(done.args, 0)
    check_moment(on, power)
    check_once(on, power)
    on.keep(_too_many(who, count, on.table.tokens.get(who, 0)))
    if not power.args.get("keeps"):
        on.table.tokens[who] -= count
    refuse_what_is_barred(on, power)


@spends_tokens.offered
def _tokens_to_spend(on: Turn, power: Power) -> Offers:
    for count in range(1, on.table.tokens.get(power.who, 0) + 1) if is_unused_now(on, power) else ():
        yield from ((word, str(count)) for word in (ADD, SUBTRACT))


@effect.outcome("worth", told=True, by=effect.INVOLVED)
def worth_the_factor(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Each of the owner's ships is worth the factor that its token marks: `tokens red 4` where that is x4."""
    if not in_use(board, stand, use):
        return
    if stand.name not in board.position.tokens:
        ask_for(board, stand, use, f"tokens {stand.name} NUMBER")
        return
    marked = board.tokens(stand)
    worth = board.apply(stand, use, max(marked.value, 1), (marked,))
    if worth is not None:
        board.worth[stand.name] = worth


@effect.when("destiny")
def moves_factor(on: Turn, power: Power, target: str) -> None:
    """The owner's color or any special destiny doubles the factor; a wild one sets it to x1."""
    table, drawn = on.table, on.command.word
    if drawn == "special" or (not drawn and target == power.who):
        table.tokens[power.who] = 2 * max(table.tokens.get(power.who, 1), 1)
    elif drawn == "wild":
        table.tokens[power.who] = 1
    else:
        return
    on.steps.append(power.finding(table.tokens[power.who]))


# -- what wins and losses as a main player move ------------------------------------------------------------------------


_SETTLED = (OFFENSE_WINS, DEFENSE_WINS, BOTH_LOSE)


def _won(board: Board, stand: Stand) -> bool | None:
    """Whether a main player has won; None where it is none, or nobody has won or lost, as in a deal."""
    outcome = board.outcome.value if board.outcome is not None else None
    return outcome == wins(stand.side) if stand.is_main and outcome in _SETTLED else None


@effect.outcome("won", told=True)
def marks_losses(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Each loss as a main player moves the colony marker on by one, each win back by one."""
    won = _won(board, stand)
    if won is not None and board.outcome is not None:
        words = ("back by one" if won else "on by one",)
        moved = board.apply(stand, use, -1 if won else 1, (board.outcome,), words)
        if moved is not None:
            board.declared[_MOVES.format(stand.name)] = moved


_MOVES = "{0}'s marker moves"


@effect.outcome("won")
def wins_by_marker(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`at`: its owner wins with its colony marker there, and by that alone; colonies move it like anybody's.

    Where it stands is said as `tokens`; else it is where the foreign colonies put it.
    """
    moved, gained = board.declared.get(_MOVES.format(stand.name)), board.players[stand.name].foreign
    is_told = stand.name in board.position.tokens or stand.name in board.position.foreign
    if moved is None and not is_told:
        return
    marker = _marker(board, stand, use, args["at"])
    change = gained.value if gained is not None and gained.value else 0
    at = marker.value + change
    step = 0 if moved is None else max(moved.value, -at)
    if moved is not None and step:
        board.do(stand.name, MUST, f"move its marker from {at} to {at + step}", moved, by=use)
    board.declared[BY_MARKER.format(stand.name)] = marker
    if at + step >= args["at"]:
        rule = board.law["win.marker"].citing(use.rule)
        sources = tuple(found for found in (marker, gained if change else None, moved) if found is not None)
        board.also_won[stand.name] = Finding(rule, True, sources, (stand.name, at + step))


def _marker(board: Board, stand: Stand, use: Use, wins_at: int) -> Finding:
    """Where the marker stands before the encounter: as is said, or by the foreign colonies that are told.

    Raises NeedsFactError where nothing tells it: it is not yet where it wins.
    """
    colonies = board.position.foreign.get(stand.name)
    if board.position.tokens.get(stand.name) is not None:
        return board.tokens(stand)
    if stand.name in board.position.tokens or colonies is None:
        raise NeedsFactError(Unknown("tokens", stand.name, 0, wins_at - 1))
    board.assume("assumptions.marker-by-colonies", stand.name, colonies, by=use.rule)
    return Finding(board.law["facts.foreign"], colonies, (), (stand.name,))


@wins_by_marker.wins_by(alone=True)
def marker_is_there(on: Turn, power: Power) -> bool:
    """The owner wins once the marker has come as far as its sheet says, and not by its colonies."""
    needed: int = power.args["at"]
    return on.table.tokens.get(power.who, 0) >= needed


@wins_by_marker.when("destiny")
def marker_by_colonies(on: Turn, power: Power, **_: object) -> None:
    """A marker of which nobody has told stands where the foreign colonies put it."""
    on.table.tokens.setdefault(power.who, len(on.table.foreign_colonies(power.who)))


@wins_by_marker.when("colony-gained")
def marker_goes_on(on: Turn, power: Power, player: str, place: str) -> None:
    """A foreign colony more moves the marker on."""
    _move_marker(on, power, player, place, 1)


@wins_by_marker.when("colony-lost")
def marker_goes_back(on: Turn, power: Power, player: str, place: str) -> None:
    """A foreign colony less moves the marker back."""
    _move_marker(on, power, player, place, -1)


def _move_marker(on: Turn, power: Power, player: str, place: str, step: int) -> None:
    if player == power.who and place not in on.table.home_planets(player) and player in on.table.tokens:
        on.table.tokens[player] = max(on.table.tokens[player] + step, 0)
        note_winning(on)


# -- a tide of cards ---------------------------------------------------------------------------------------------------


@effect.outcome("after", takes="card*")
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
    told = board.position.tokens.get(stand.name)
    if not won and told is not None and told <= 1:
        return
    side = stand.side if won else opponent_of(board, stand).side
    names = [other.name for other in board.side_of(side)]
    sources = tuple(found for found in (board.outcome, board.tokens(stand) if told is not None else None) if found)
    word, count = "draw" if won else "discard", None if told is None else told + (1 if won else -1)
    # a line that does not tell the tokens does not tell how many cards they come to either
    cards = "a card for each token" if count is None else cards_of(count)
    more = "a token more" if won else "a token less" if told is not None else "if it has more than one token, one less"
    done = board.apply(
        stand, use, count, sources, (more, " and ".join(names), f"{word}{'s' * (len(names) == 1)}", cards)
    )
    if done is not None:
        unless = "" if won or told is not None else ", if there is more than one"
        board.do(stand.name, MUST, f"put a token {'on' if won else 'off'} its alien sheet{unless}", done, by=use)
        for name in names:
            which = "" if won else " of its choice"
            board.do(name, MUST, f"{word} {cards}{which if count is not None else unless}", done, by=use)


@cards_by_tokens.when("settled")
def ebb_or_flow(on: Turn, power: Power, ruling: Ruling) -> None:
    """The token is moved and cards are drawn at once; who has to choose what it discards is asked."""
    done = ruling.left_by(power.use.key)
    if not done:
        return
    table, count = on.table, done[0].finding.value
    won = count > table.tokens.get(power.who, 0)  # a win puts one there, a loss takes one off
    table.tokens[power.who] = count
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
        on.keep(discards_unsaid(who, count), ways_offered(on, power))
    _discards(on, power, who, cards, count)


@cards_by_tokens.offered
def _due_discards(on: Turn, power: Power) -> Offers:
    who, number = due_of(on, power).place.split()
    yield on.table.hands[who][: int(number)]
