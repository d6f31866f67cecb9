"""What an encounter leaves behind: cards kept or fetched, tokens, another encounter."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.counted import cards_of
from referee.judge.phases.uses import nothing_came_up, unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.acts import was_before
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import in_hand, plainly, play_for_outcome, ways_typed
from referee.judge.powers.choices import refuse_in_vain
from referee.judge.powers.common import (
    first_number,
    first_of,
    has_to_say,
    left_open,
    other_side,
    refuse_use,
    said_with,
    saying,
    stating,
    tell,
)
from referee.judge.powers.effects.compensation import nothing_for_defense
from referee.judge.powers.moments import is_after_reveal, is_before_invitations, once, only
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for, came_up
from referee.judge.ruling import (
    BOTH_LOSE,
    DEAL,
    DEFENSE_WINS,
    MAKE_A_DEAL,
    MUST,
    NO_DEAL,
    OFFENSE_WINS,
    PlayerRuling,
    wins,
)
from referee.judge.table.extra import can_meet, running
from referee.judge.table.losses import chance, chances, take_chance
from referee.judge.table.played import gather_up
from referee.judge.table.resolution import note_winning
from referee.judge.used import Used
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.pending import Chance, Extra


@effect.outcome("after")
def extra_encounter(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The player has an encounter next, out of turn: with `against` against the offense, in its system."""
    against = board.offense.name if args.get("against") else ""
    comes = board.apply(stand, use, True, () if board.outcome is None else (board.outcome,), (against,))
    if comes is not None:
        whom = f"against {against} in its system" if against else "with the player whom destiny names"
        card = ", if it has an encounter card" if args.get("card") else ""
        board.do(stand.name, MUST, f"have an encounter {whom} before the turn goes on{card}", comes, by=use)


@effect.outcome("after", told=True)
def leaves_to_do(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`what`: what has to be done with cards and pieces that no outcome hangs on, once something of `comes_up` has.

    In it `{0}` is the main player of the owner's side, and `{1}` the opposing one.
    """
    if not came_up(board, stand, args["comes_up"]):
        refuse_in_vain(board, stand, use)
        return
    mains = (board.main(stand.side).name, board.main(other_side(stand.side)).name) if stand.side else ()
    what = args["what"].format(*mains)
    due = board.apply(stand, use, what, () if board.outcome is None else (board.outcome,), (what,))
    if due is not None:
        board.do(stand.name, MUST, what, due, by=use)


@effect.outcome("after", takes="player*")
def asks_what_it_does(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Once something of `comes_up` has, the players say what the power does; by `shifts` at most it changes a total.

    With `whose = "involved"` it is used only on who takes part in the encounter.
    """
    named = [board.stands[arg] for arg in said_with(board, stand, use).args if arg in board.stands]
    amiss = args.get("whose") == "involved" and not all(other.takes_part for other in named)
    if amiss or ("comes_up" in args and not came_up(board, stand, args["comes_up"])):
        refuse_in_vain(board, stand, use)
    elif (stand.name, use.alien) in board.lifting or board.apply(stand, use, True) is not None:
        margin, shifts = board.margin, args.get("shifts")
        late = shifts is not None and margin is not None and abs(margin.value or 0) > shifts
        ask_for(board, stand, use, late=late)
        if late:  # whoever wins, what the totals are is not known
            board.totals = board.margin = None


@asks_what_it_does.carried_out(ruled=True)
def say_that_it_does(on: Turn, power: Power, done: Act) -> None:
    """At the moment that its text names, of who takes part where only those can be meant."""
    named = [name for name in done.args if name in on.table.seats]
    if power.args.get("whose") == "involved" and not all(map(on.side_of, named)):
        not_now(on, power)
    play_for_outcome(on, power, done)


def _when_over(on: Turn, power: Power) -> bool:
    against = _against(on, power)
    return on.table.phase == ph.RESOLUTION and (not against or can_meet(on, power.who, against))


@extra_encounter.carried_out(offers=plainly(_when_over))
def extra_encounter_at_table(on: Turn, power: Power, done: Act) -> None:
    """The player has an encounter as soon as this one is over: with `against = "offense"` against the offense.

    With `card` the player needs an encounter card for it.
    """
    table, who = on.table, power.who
    if table.phase != ph.RESOLUTION:
        rule = "extra.tech-when-over" if done.verb == "tech" else "extra.flare-when-over"
        on.cannot(rule, who, power.use.alien, nearest=("resolve",) if is_after_reveal(on) else ())
    against = _against(on, power)
    if against and not can_meet(on, who, against):
        on.cannot("extra.not-met", who, against)
    if power.args.get("card"):
        if on.hand_of(who).lacks:
            on.refuse(on.law["extra.no-card"].citing(power.use.rule), who, power.use.alien)
        if not on.has_encounter_card(who):
            on.presume("planning.selects", f"{who} holds an encounter card")
    table.extras = (*table.extras, Extra(who, against, bool(power.args.get("card")), done.verb))
    on.steps.append(power.finding(True, against))


def _against(on: Turn, power: Power) -> str:
    return on.table.turn if power.args.get("against") else ""


@effect.outcome("after", told=True)
def second_anyway(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The offense may have its second encounter whatever became of the first, and without an encounter card."""
    if stand is board.offense:
        board.retry = board.apply(stand, use, True)


@effect.outcome("after", takes="card* planet*")
def clings(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`what`: where another player draws `cards` or takes `ships` back, the owner may take one too.

    Of that the line has the rewards, of which each is a card or a ship. With `own = "lost"` it is for each own ship
    that is lost, of which the number may be said, and with `own = "back"` for each that comes back a card may be
    discarded (`discards`), which is said.
    """
    mine, said = board.players[stand.name], board.used.get(stand.name, ())
    others = [board.players[other.name].rewards for other in board.order if other is not stand]
    if "own" in args:
        others = [mine.warp if args["own"] == "lost" else mine.rewards]
        said = [one for one in said if _is_for_lost(mine, one) == (args["own"] == "lost")]
    picks = [picked for picked in others if picked is not None and picked.value]
    if said and not picks:
        _check_came_up(board, stand, use, said)
    if not picks or not board.admits(stand, use):
        return
    most = sum(picked.value for picked in picks) if "own" in args and not board.position.checked else len(said)
    drawn = 0
    for at, used in enumerate(said):
        if at >= most and refuse_use(board, stand, use, used, nothing_came_up(stand.name)):
            return
        clung = tell(board, stand, use, True, tuple(picks), (), used)
        if clung is not None and args.get("own") == "lost":
            drawn += _draw_for_lost(board, stand, use, used, clung, picks[0].value - drawn)
    if not said and board.zap_on(stand, use.alien) is None:
        left_open(board, stand, use, use.may, *picks)


def _is_for_lost(mine: PlayerRuling, used: Used) -> bool:
    """True if a use draws for ships that were lost: with nothing said, or a number where no ship comes back."""
    return not used.args or (used.args[0].isdigit() and not (mine.rewards is not None and mine.rewards.value))


def _draw_for_lost(board: Board, stand: Stand, use: Use, used: Used, clung: Finding, left: int) -> int:
    """Draws so many cards as are said, or one, for lost ships, of which so many are `left`; returns the number."""
    count = first_number(used.args, 1)
    if board.unapplied and not board.position.checked:  # what is not applied can cost more, and is asked for
        left = max(left, count)
    if left < 1:
        forbidden: Forbidden | None = nothing_came_up(stand.name)
    else:
        unsaid = unsaid_with_use(stand.name, f"for how many of its lost ships it draws, 1 to {left}")
        forbidden = None if 1 <= count <= left else unsaid
    if not refuse_use(board, stand, use, used, forbidden):
        board.do(stand.name, MUST, f"draw {cards_of(count)}", clung, by=use)
    return count


def _check_came_up(board: Board, stand: Stand, use: Use, said: Sequence[Used]) -> None:
    """Refuses a use for which nothing came up, neither here nor before the cards were turned up."""
    if any(used.came_up for used in said):
        return
    if was_before(board, stand, said[0].act):
        said[0].came_up = True
    else:
        refuse_use(board, stand, use, said[0], nothing_came_up(stand.name))


@clings.when("drew")
def may_draw(on: Turn, power: Power, player: str, cards: int) -> None:
    """Somebody else has drawn from the cosmic deck."""
    if player != power.who and power.args["what"] == "cards" and "own" not in power.args:
        chance(on, power, "cards")


@clings.when("ships-lost")
def may_draw_for_lost(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """Own ships have gone to the warp."""
    if loser == power.who and ships and power.args.get("own") == "lost":
        chance(on, power, "cards", ships)


@clings.when("retrieved")
def may_retrieve(on: Turn, power: Power, player: str, ships: int) -> None:
    """Somebody else's ships have come out of the warp, or the owner's own."""
    if power.args["what"] == "discards" and player == power.who:
        chance(on, power, "discards", ships)
    if player != power.who and power.args["what"] == "ships":
        chance(on, power, "ships")


@clings.carried_out()
def cling(on: Turn, power: Power, done: Act) -> None:
    """`what`: a card, or with a planet a ship out of the warp to it, but not one lost in this encounter."""
    table, who = on.table, power.who
    place = first_of(done.args, table.ships)
    found = _clung(on, power)
    fits = place in table.colonies(who) if power.args["what"] == "ships" else not place
    fits = fits and len(done.args) == int(power.args["what"] != "cards")
    if found is None or not fits:
        not_now(on, power, ways_typed(power, _clings(on, power)))
    take_chance(on, found, 1)
    on.steps.append(power.finding(1))
    if power.args["what"] == "discards":
        on.take_out(who, *done.args)
        on.discard(done.args, who)
        return
    if place:
        table.move(who, 1, tbl.WARP, place)
        on.find("powers.takes-ship", 1, who, place)
        note_winning(on)
        return
    drawn = on.draw(who, 1)
    on.find("cards.draws", drawn, who, cards_of(drawn))


def _clung(on: Turn, power: Power) -> Chance | None:
    """What came up for the owner, if there is a ship to take."""
    table, what = on.table, power.args["what"]
    if what == "ships" and table.at(tbl.WARP, power.who) <= table.fallen.get(power.who, 0):
        return None
    return next((one for one in chances(on, power) if one.about == what), None)


@clings.offered
def _clings(on: Turn, power: Power) -> Offers:
    if _clung(on, power) is None:
        return
    if power.args["what"] == "cards":
        yield ()
    elif power.args["what"] == "discards":
        yield from ((card,) for card in in_hand(on, power))
    else:
        yield from ((place,) for place in on.table.colonies(power.who))


@effect.outcome("after", told=True)
def gain_tokens(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`won`, `lost`: tokens put on the sheet after a win or deal, or after a loss or failed deal.

    With `lost = "ships"` they are as many as the owner's ships involved. Without `deals` only the winner of the
    encounter and who loses it count. `times`: so many times as many. `more`: in a game with so many home `planets`
    there are so many `tokens` more.
    """
    outcome = board.outcome.value if board.outcome is not None else None
    if outcome in (None, MAKE_A_DEAL) or not board.in_role(stand, use):
        return
    won = outcome in (wins(stand.side), DEAL)
    deals = (DEAL, NO_DEAL) if args.get("deals") else ()
    if outcome not in (OFFENSE_WINS, DEFENSE_WINS, BOTH_LOSE, *deals):
        return
    gained = args["won"] if won else args["lost"]
    if gained == "ships":
        gained = board.ships(stand).value
    if outcome == DEFENSE_WINS and stand is board.defense and gained and nothing_for_defense(board):
        return
    more, planets = args.get("more"), board.law["setup.planets"]
    sources: tuple[Finding, ...] = ()
    if more is not None and planets.value == more["planets"]:
        gained += more["tokens"]
        sources = (Finding(planets, planets.value),)
    gained *= args.get("times", 1)
    tokens = board.apply(stand, use, gained, sources)
    if tokens is not None:
        board.do(stand.name, MUST, f"put {gained} token{'' if gained == 1 else 's'} on its alien sheet", tokens, by=use)


@effect.when("turn")
def gains_each_turn(on: Turn, power: Power) -> None:
    """`gained`: so many tokens are put on the sheet as a turn begins, whoever's it is."""
    table, gained = on.table, power.args["gained"]
    table.tokens = {**table.tokens, power.who: table.tokens.get(power.who, 0) + gained}
    on.steps.append(power.finding(gained))


def _may_look(on: Turn, power: Power) -> bool:
    return is_before_invitations(on) and on.table.tokens.get(power.who, 0) > 0


@effect.carried_out(time=once(_may_look), offers=plainly())
def looks_by_tokens(on: Turn, power: Power, done: Act) -> None:
    """One hidden thing at most for each token may be looked at, before anybody invites; the tokens stay."""
    on.steps.append(power.finding(on.table.tokens[power.who]))


def _by_which_token(board: Board, stand: Stand, args: Args, used: Used) -> str:
    return "by which token it looks" if board.position.tokens.get(stand.name) == 0 else ""


looks_by_tokens.outcome("declare")(
    stating(
        saying("what it saw"),
        check=has_to_say(_by_which_token),
    )
)


# -- tokens for the encounters of others -------------------------------------------------------------------------------


@effect.when("second")
def gains_by_second(on: Turn, power: Power) -> None:
    """A token on the sheet for each second encounter that somebody else has."""
    table = on.table
    table.tokens[power.who] = table.tokens.get(power.who, 0) + 1
    on.steps.append(power.finding(table.tokens[power.who], "a token more for another's second encounter"))


def _as_second_begins(on: Turn, power: Power) -> bool:
    """True if another's second encounter begins, and there are the tokens to end it."""
    table = on.table
    begins = table.phase == ph.REGROUP and table.encounter > 1 and not table.regrouped and running(table) is None
    return begins and table.tokens.get(power.who, 0) >= power.args["cost"]


@effect.carried_out(time=only(_as_second_begins), offers=plainly())
def ends_second(on: Turn, power: Power, done: Act) -> None:
    """`cost`: for so many tokens another's second encounter ends as it begins, and the turn with it."""
    _pay_tokens(on, power, f"{on.table.turn}'s second encounter ends")
    from referee.judge.table.ending import pass_on  # it imports effects of the start of turn

    gather_up(on)
    pass_on(on)


def _pay_tokens(on: Turn, power: Power, what: str) -> None:
    table = on.table
    table.tokens[power.who] -= power.args["cost"]
    on.steps.append(power.finding(table.tokens[power.who], what))


def _as_it_ends(on: Turn, power: Power) -> bool:
    """True if an encounter has been carried out, and there are the tokens for one of the owner's."""
    table = on.table
    ended = table.phase == ph.RESOLUTION and table.ruled and not table.due
    return ended and table.tokens.get(power.who, 0) >= power.args["cost"]


def _too_few(board: Board, stand: Stand, args: Args, said: Used) -> Forbidden | None:
    """Fewer tokens than it costs buy nothing."""
    tokens = board.position.tokens.get(stand.name)
    return nothing_came_up(stand.name) if tokens is not None and tokens < args["cost"] else None


@effect.carried_out(
    time=only(_as_it_ends),
    offers=plainly(),
    states=stating(saying("an encounter of its own at once"), check=_too_few),
)
def buys_encounter(on: Turn, power: Power, done: Act) -> None:
    """`cost`: for so many tokens the owner has an encounter as soon as this one is over."""
    _pay_tokens(on, power, "an encounter of its own at once")
    on.table.extras = (*on.table.extras, Extra(power.who, by=done.verb))
