"""Hypochondriac: anxiety tokens, and whoever has the most of them cannot land where that would win the game."""

from __future__ import annotations

from referee.judge.phases.resolution import place
from referee.judge.powers import effect
from referee.judge.powers.asked import say_with_use
from referee.judge.powers.common import first_of, opponent_of, saying, stating
from referee.judge.powers.moments import ONCE
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import MAY, wins
from referee.state import encounter as pos
from referee.state import phases as ph


@effect.when("setup", takes="player|none")
def gives_anxiety(on: Turn, power: Power) -> None:
    """`each`: so many tokens lie on the sheet from the setup on for each other player."""
    on.table.tokens.setdefault(power.who, power.args["each"] * (len(on.table.seats) - 1))


@gives_anxiety.carried_out(time=ONCE)
def give_token(on: Turn, power: Power, done: Act) -> None:
    """`use red blue`: blue makes red anxious and has a token of its; `use red none`: a remedy was accepted."""
    table, who = on.table, power.who
    ways = _who_makes_anxious(on, who)
    to = first_of(done.args, ways)
    if not to:
        say_with_use(on, power, "who has a token of its, or none for a remedy", ways)
    if to != _REMEDY:
        table.tokens[who] -= 1
        table.tokens[to] = table.tokens.get(to, 0) + 1
    on.steps.append(power.finding(True, "accepts a remedy" if to == _REMEDY else f"gives {to} a token"))


gives_anxiety.outcome("declare")(stating(saying("does", does="was anxious"), assumes=True))

_REMEDY = "none"


def _who_makes_anxious(on: Turn, who: str) -> list[str]:
    """Those involved, as long as there is a token for one of them; or that a remedy was accepted."""
    named = [name for name in on.table.clockwise(who) if on.side_of(name) and on.table.tokens.get(who)]
    return [*named, _REMEDY]


@gives_anxiety.offered
def _ways_to_be_anxious(on: Turn, power: Power) -> Offers:
    if on.table.phase == ph.PLANNING and on.side_of(power.who):
        yield from ((way,) for way in _who_makes_anxious(on, power.who))


@effect.outcome("landed", told=True)
def bars_winning_landing(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Who has the most tokens of all players does not land where the colony would win the game: its ships go home."""
    tokens, needed = board.position.tokens, board.law["win.colonies"].value
    for other in board.side_of(pos.OFFENSE):
        player, had = board.players[other.name], board.position.foreign.get(other.name)
        there = (board.position.planet or {}).get(other.name)
        if player.lands is None or not player.lands.value or there or had is None or had + 1 < needed:
            continue
        if not tokens:
            ask_for(board, stand, use, "tokens NAME NUMBER (who has how many)", late=True, stated=False)
            return
        mine, most = tokens.get(other.name, 0), max(count or 0 for count in tokens.values())
        barred = board.apply(stand, use, mine, (player.lands,), (other.name,)) if mine == most else None
        if barred is not None:
            home = Finding(use.rule, player.lands.value, (barred,), barred.words)
            player.lands = Finding(use.rule, 0, (barred,), barred.words)
            place(board, other, home)


@effect.outcome("after", told=True)
def passes_anxiety(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The main player who has won may give up to half its tokens, rounded up, to who lost; to the owner only one."""
    outcome, tokens = board.outcome, board.position.tokens
    for winner in (board.offense, board.defense):
        had, loser = tokens.get(winner.name) or 0, opponent_of(board, winner)
        if not had or outcome is None or outcome.value != wins(winner.side):
            continue
        most = 1 if loser is stand else (had + 1) // 2
        passed = board.apply(stand, use, most, (outcome,), (winner.name,))
        if passed is not None:
            what = "an anxiety token" if most == 1 else f"up to {most} anxiety tokens"
            board.do(winner.name, MAY, f"give {loser.name} {what} of its own", passed, by=use)
