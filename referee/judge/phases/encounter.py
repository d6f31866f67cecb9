"""One encounter judged: the phases in printed order, from launch to the discards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.book.law import AS_IT_WAS, ASSUMPTION, OF_OUTCOME
from referee.book.loader import Rulebase
from referee.book.power import Use
from referee.book.sheets import FACES
from referee.judge.board import Board
from referee.judge.counted import by_count
from referee.judge.finding import Finding, refusing, walk
from referee.judge.phases import (
    colonies,
    compensation,
    deals,
    discards,
    legality,
    resolution,
    rewards,
    second_encounter,
    without_card,
)
from referee.judge.phases.flips import flips
from referee.judge.phases.resolution import go_home
from referee.judge.phases.reveal import reveal
from referee.judge.phases.setup import sheet_by_name
from referee.judge.phases.standing import stated_losses
from referee.judge.phases.uses import said_twice
from referee.judge.powers import acts, cards_played, unapplied
from referee.judge.powers.in_force import WINDOWS, Plan, act, prepare
from referee.judge.powers.said_of import covered
from referee.judge.ruling import (
    BOTH_LOSE,
    DEAL,
    DECIDED,
    DEFENSE_WINS,
    DETERMINED,
    FIGURES,
    ILLEGAL,
    MAKE_A_DEAL,
    NO_DEAL,
    OFFENSE_WINS,
    OPEN,
    SETTLES,
    SUCCESS,
    TURN_ENDS,
    Pile,
    PlayerRuling,
    Ruling,
)
from referee.judge.stand import BYSTANDER, Stand
from referee.state import encounter as pos
from referee.state.canonical import write
from referee.state.encounter import Position


def settle(
    position: Position, rulebase: Rulebase, anyway: bool = False, rearrange: Callable[[Plan], None] | None = None
) -> Ruling:
    """Judges a position in which no hidden fact matters.

    Raises NeedsFactError where one does. With `anyway`, what is forbidden is named and the rest is ruled all the same.
    `rearrange` may change the order in which the effects of a window act: `timing.clash` asks what would be ruled then.
    """
    board = Board(position, rulebase)
    _lay_out(board, rearrange)
    _until_cards(board)
    if board.illegal and not anyway:
        return _refused(board)
    board.before_cards = len(board.steps)
    _seat_players(board)
    _note_counts(board)
    _decide(board)
    pile = _share_out(board)
    won = _see_who_won(board)
    pile = pile or discards.pile(board)
    discards.moment(board)
    act(board, "after")
    is_told = bool(board.said) and not board.position.checked  # a table has ruled each use when it was told
    if board.said:
        _refuse_uses(board, is_told)
    if board.illegal and not anyway:
        return _refused(board)
    again = second_encounter.second(board, won)
    colonies.stop(board, won)
    board.winning = bool(won.value)
    unapplied.note(board)
    _in_vain(board)
    if is_told and not board.awaits:
        _uses_in_vain(board)
    _note_idle_zaps(board)
    return _ruling(board, won, pile, again)


def _lay_out(board: Board, rearrange: Callable[[Plan], None] | None) -> None:
    """Lays out the powers and cards that act in this encounter, in the order of their windows."""
    prepare(board)
    acts.settle(board)
    if board.live_acts:
        cards_played.lay_out(board)
    if rearrange is not None:
        rearrange(board.plan)


def _until_cards(board: Board) -> None:
    """What comes before the cards are revealed: launch, alliances and planning, and whether each was legal."""
    act(board, "limit")
    acts.force_fields(board)
    act(board, "join")
    acts.check_uses(board)
    legality.check(board)
    act(board, "declare")
    act(board, "selected")
    act(board, "bound")


def _decide(board: Board) -> None:
    """The outcome: by what ends an encounter before its cards, else by the cards."""
    board.outcome = board.declared.get(DECIDED) or without_card.defeat(board)
    if board.outcome is not None:
        act(board, "staked")
        _count(board)
    elif board.success is not None:
        _succeeds(board, board.success)
    elif board.position.offense.card.kind == pos.NONE and not without_card.is_spared(board, board.offense):
        _turn_ends(board)
    else:
        reveal(board)
        act(board, "staked")
        _count(board)


def _share_out(board: Board) -> Pile | None:
    """What the outcome gives and takes; and the discards, if a law counts them before the ships."""
    law = board.law
    to_talk = _is_to_talk(board)
    deals.talk(board)
    if to_talk:
        _reward(board)
    pile = discards.pile(board) if law["discards.moment"].value == "before-the-ships" else None
    resolution.resolve(board)
    if board.live_acts:
        stated_losses(board)
    if not _rewards_come_first(board):
        rewards.gain(board)
    return pile


def _see_who_won(board: Board) -> Finding:
    """Colonies as they are now, and with them the powers, what is compensated, and who has won the game."""
    colonies.change(board)
    resolution.aftermath(board)
    if "count" in board.plan:  # a power lost by the encounter counts no more
        board.counts.clear()
        act(board, "count")
    act(board, "hands")
    compensation.collect(board)
    act(board, "won")
    won = colonies.winners(board)
    resolution.leave_open(board)
    return won


def _note_idle_zaps(board: Board) -> None:
    for who, _ in board.zaps:
        if who not in board.zapped:
            board.assume("assumptions.zap-spent", who)


def _note_sheets(board: Board) -> None:
    """Says whose sheet is told by the player's name, and where sheets lie facedown that those on the line are shown."""
    for name in board.position.named_after:
        if name in board.stands:  # a nearer line that says less may leave a player out
            board.steps.append(sheet_by_name(board.rulebase, name, board.stands[name].aliens[0].name))
    is_facedown = board.law["power.sheets"].value == "facedown"
    if is_facedown and not board.position.checked:  # a table has those that were shown
        for name, stand in board.stands.items():
            if stand.aliens:
                board.assume("assumptions.shown", name)


def _assume_invited(board: Board) -> None:
    """Takes for granted that allies of whom nothing is told were invited by the main player of their side."""
    if board.position.checked:  # a table has seen how they came there
        return
    for stand in board.allies():
        known = stand.name in board.uninvited or stand.name in board.position.invited
        if stand.cancelled is None and not known:
            main = board.turn_of if board.turn_of is not None and stand.side == pos.OFFENSE else board.main(stand.side)
            if stand is not main:
                board.assume("assumptions.invited", stand.name, main.name)


def _seat_players(board: Board) -> None:
    law = board.law
    _note_sheets(board)
    nothing = Finding(law["resolution.nothing-else"], 0)
    power_kept = Finding(law["power.kept"], "kept")
    for name, stand in board.stands.items():
        ships = stand.ships
        if ships is None:
            if stand.takes_part:
                board.ships(stand)  # a hidden number of ships matters to every ruling
            ships = Finding(law["facts.not-in-it"], 0, (), (name,))
        kept = stand.powerless or power_kept
        board.players[name] = PlayerRuling(name, stand.role, ships, nothing, kept)
    _assume_invited(board)


def _note_counts(board: Board) -> None:
    """What of the ships in the encounter is a table's own count, and no player told it."""
    position = board.position
    for name, places in position.reckoned.items() if position.reckoned else ():
        stand = board.stands.get(name)
        if stand is None or not stand.count:
            continue
        place = _place_of(board, stand)
        if place in places and stand is board.defense:
            words = by_count(name, stand.count, place, position.planet or {}, "the defense")
            board.assume("assumptions.by-count", *words)
        elif place in places:
            board.assume("assumptions.by-count", *by_count(name, stand.count, place, {}))


def _place_of(board: Board, stand: Stand) -> str:
    """Where the ships of a player in the encounter are, as a table calls it; nowhere for whoever takes no part."""
    if stand is board.defense:
        return ".".join(board.position.target or ())
    if not stand.takes_part:
        return ""
    return "beside" if stand.side == pos.DEFENSE else "gate"


def _count(board: Board) -> None:
    """What ships and cards count for, once the outcome is known; and rewards, where allies return after them."""
    act(board, "count")
    if not _is_to_talk(board):
        _reward(board)


def _is_to_talk(board: Board) -> bool:
    return board.outcome is not None and board.outcome.value == MAKE_A_DEAL


def _reward(board: Board) -> None:
    """Rewards where allies return after them; those that hang on a deal come once it is made or has failed."""
    if _rewards_come_first(board):
        rewards.gain(board)


def _rewards_come_first(board: Board) -> bool:
    """True if allies have their rewards before the ships move: they return after them."""
    return bool(board.law["rewards.return"].value == "after-the-rewards")


def _turn_ends(board: Board) -> None:
    """An offense without an encounter card: the turn ends and everybody's ships go home (5.8.3, 4.7.2.3)."""
    law = board.law
    name = board.offense.name
    fact = Finding(law["facts.no-card"], True, (), (name,))
    board.outcome = Finding(law["planning.offense-without-card"], TURN_ENDS, (fact,), (name,))
    for stand in board.stands.values():
        if stand.takes_part and stand is not board.defense:
            go_home(board, stand, law["planning.all-go-home"])
    there = board.ships(board.defense)
    board.players[board.defense.name].stays = Finding(
        law["resolution.nothing-happens"], there.value, (board.outcome, there), (board.defense.name,)
    )


def _succeeds(board: Board, success: Finding) -> None:
    """What ends the encounter before both cards are selected: selected cards and ships go back, as after a deal."""
    board.outcome = success
    for stand in board.stands.values():
        settles = stand is board.offense and SETTLES in board.declared
        if stand.takes_part and stand is not board.defense and not settles:
            go_home(board, stand, board.law["flares.all-go-home"])
    there = board.ships(board.defense)
    board.players[board.defense.name].stays = Finding(
        board.law["resolution.nothing-happens"], there.value, (success, there), (board.defense.name,)
    )
    for main in (board.offense, board.defense):
        board.kept_cards[main.name] = success


def _in_vain(board: Board) -> None:
    """Names the flares and techs for the resolution that found nothing to do in this encounter."""
    if not board.applied or board.is_open is not None:
        return
    seen: dict[Use, Stand] = {}
    for window in WINDOWS[WINDOWS.index("staked") :]:
        seen.update({use: stand for stand, use, *_ in board.plan.get(window, ()) if use.played is not None})
    for use, stand in seen.items():
        if use not in board.mattered:
            board.idle.add(use.alien)
            flare = use.id in FACES
            rule = board.law["flares.nothing" if flare else "played.nothing"].citing(use.rule)
            board.steps.append(Finding(rule, 0, (), (stand.name, f"{use.alien} flare" if flare else use.alien)))


def _steps(board: Board) -> list[Finding]:
    """Every step of the proof as far as it has come."""
    numbers = (board.outcome, *(board.totals or ()))
    players = [found for player in board.players.values() for found in player.findings]
    return walk(*(found for found in (*board.steps, *numbers, *players) if found is not None))


def _refuse_uses(board: Board, is_told: bool) -> None:
    """Refuses uses that nothing can come of: of sheets that are not applied, and what is said again."""
    if board.unapplied:
        unapplied.refuse_idle(board)
    if is_told:
        _refuse_repeated(board)


def _refuse_repeated(board: Board) -> None:
    """Refuses to have a power used again where nothing came of the further use, or more often than its text allows.

    Of a power with several ways to be used a further use can be another one.
    """
    steps: set[Finding] = set()
    for name, said in board.said.items():
        stand = board.stands[name]
        for alien in stand.aliens if len(said) > 1 else ():
            mine = [used for used in said if used.act.name in ("", alien.name) and used.zap is None]
            steps = steps or {*_steps(board)}
            alone = len(alien.to_use) == len(stand.aliens) == 1
            for at, used in enumerate(mine[1:], 1):
                if (alone and used.finding not in steps) or (alien.times is not None and at >= alien.times):
                    board.refuse(said_twice(name), board.without_use(stand, used), (used.finding,), alien.rule)


def _uses_in_vain(board: Board) -> None:
    """Names powers said to be used that have changed, shown and left open nothing, and words that no text asks for."""
    acts_said = [act for act, _ in board.live_acts]
    acted = {cite.id for step in _steps(board) for cite in step.rule.cites}
    for name, said in board.said.items():
        for used in said:
            meant = [alien for alien in board.stands[name].aliens if used.act.name in ("", alien.name)]
            told = any(covered(acts_said, name, alien.name) for alien in meant)
            if not told and used.zap is None and acted.isdisjoint(c.id for a in meant for c in a.rule.cites):
                rule = board.law["powers.in-vain"].citing(meant[0].rule)
                board.steps.append(Finding(rule, 0, (used.finding,), (name, meant[0].name)))
            elif used.act.args and not used.is_read and used.zap is None:
                words = (name, meant[0].name, " ".join(used.act.args))
                board.assume("assumptions.words-unread", *words, by=meant[0].rule)


def _refused(board: Board) -> Ruling:
    findings = [illegal.finding for illegal in board.illegal]
    rule = refusing(board.law["ruling.illegal"], findings)
    findings += [stand.ships for stand in board.stands.values() if stand.ships is not None]
    root = Finding(rule, ILLEGAL, tuple(findings))
    ruling = Ruling(board.rulebase.edition, lambda: write(board.position), ILLEGAL, root)
    ruling.illegal = board.illegal
    nothing = Finding(board.law["resolution.nothing-else"], 0)
    for name, stand in board.stands.items():
        player = PlayerRuling(name, stand.role, stand.ships, nothing, nothing)
        player.lands = player.warp = player.returns = player.stays = player.removed = None
        player.compensation = player.rewards = player.rewards_as_ships = player.foreign = player.home = None
        player.power = None
        ruling.players[name] = player
    return ruling


def _ruling(board: Board, won: Finding, pile: Pile, again: Finding | None) -> Ruling:
    if board.awaits:
        return _awaiting(board)
    outcome = board.outcome.value if board.outcome is not None else None
    status = OPEN if board.is_open is not None else DETERMINED
    sources = _in_order(board, won, again, pile.finding)
    root = Finding(board.law["ruling.open" if status == OPEN else "ruling.ruling"], outcome, sources)
    ruling = Ruling(board.rulebase.edition, lambda: write(board.position), status, root)
    ruling.outcome = board.outcome
    ruling.totals = board.totals
    ruling.margin = board.margin
    ruling.players = board.players
    ruling.winners = won
    ruling.second = again
    ruling.success = board.declared.get("success")
    ruling.pile = pile
    ruling.idle, ruling.results, ruling.made_of = board.idle, board.results, board.made_of
    ruling.then = board.then
    ruling.illegal = board.illegal
    ruling.turned_by(lambda: flips(board))
    if status == OPEN:
        _leave_open(ruling)
    if outcome == MAKE_A_DEAL:
        ruling.second = None
    return ruling


def _in_order(board: Board, *at_the_end: Finding | None) -> tuple[Finding, ...]:
    """All that is ruled, each once, in the order of the phases."""
    found: list[Finding | None] = [board.outcome, *(board.totals or ()), board.margin]
    for player in board.players.values():
        found += player.findings
    found += board.steps
    found += at_the_end
    found += [illegal.finding for illegal in board.illegal]
    return tuple(dict.fromkeys(step for step in found if step is not None))


def _compared_so_far(board: Board, names: str) -> list[Finding]:
    """The outcome and the totals where what is still to be said cannot change them; else what they are without it."""
    numbers: tuple[Finding | None, ...] = (board.outcome, *(board.totals or ()), board.margin)
    found = [finding for finding in numbers if finding is not None]
    if not board.unsettled:
        return found
    if board.outcome is None:
        return []
    words = (names, _WITHOUT_IT.get(board.outcome.value, board.outcome.value), _compared(board))
    return [Finding(board.law["powers.without-it"], None, tuple(found), words)]


def _besides_the_outcome(board: Board) -> Iterator[Finding]:
    """What is found that rests on no outcome: ships, assumptions, disputable points, what is cancelled or forbidden."""
    yield from (player.ships for player in board.players.values() if player.ships is not None)
    for step in board.steps:
        if step.rule.kind == ASSUMPTION and step.rule.mark != OF_OUTCOME:
            yield step
    yield from (step for step in board.steps[: board.before_cards] if step.rule.question)
    for step in board.steps:
        if step.cancelled_by is not None or step.rule.mark == AS_IT_WAS:
            yield step
    yield from (illegal.finding for illegal in board.illegal)


def _awaiting(board: Board) -> Ruling:
    """The ruling until the players say what powers and cards do: what these cannot change, and the rest if nothing."""
    law, settled = board.law, not board.unsettled
    names = " and ".join(f"{then.who}'s {then.sheet}" for then in board.awaits)
    found = [then.finding for then in board.awaits]
    found += _compared_so_far(board, names)
    found += _besides_the_outcome(board)
    _forget(board.players.values(), board.touched if settled else FIGURES)
    found += [figure for player in board.players.values() for figure in player.findings if figure is not None]
    outcome = board.outcome if settled else None
    root = Finding(law["ruling.to-be-said"], outcome and outcome.value, tuple(dict.fromkeys(found)), (names,))
    ruling = Ruling(board.rulebase.edition, lambda: write(board.position), OPEN, root)
    ruling.players, ruling.illegal = board.players, board.illegal
    if settled:
        ruling.outcome, ruling.totals, ruling.margin = outcome, board.totals, board.margin
        ruling.turned_by(lambda: flips(board))
    ruling.second = ruling.winners = None
    ruling.then = board.awaits
    ruling.needs = [f"what {then.who}'s {then.sheet} does" for then in board.awaits]
    return ruling


_WITHOUT_IT = {
    OFFENSE_WINS: "the offense wins",
    DEFENSE_WINS: "the defense wins",
    MAKE_A_DEAL: "the main players talk",
    DEAL: "the deal is made",
    NO_DEAL: "the deal fails",
    BOTH_LOSE: "both main players lose",
    SUCCESS: "the offense is successful",
    TURN_ENDS: "the turn ends",
}


def _compared(board: Board) -> str:
    """The totals in words, where there are any: `, 13 to 12`."""
    return f", {board.totals[0].value} to {board.totals[1].value}" if board.totals is not None else ""


def _leave_open(ruling: Ruling) -> None:
    """Where no rule gives an outcome, nothing that rests on one is stated of who takes part."""
    ruling.second = None
    ruling.winners = None
    ruling.then = []
    _forget([player for player in ruling.players.values() if player.role != BYSTANDER], FIGURES)


def _forget(players: Iterable[PlayerRuling], figures: Iterable[str]) -> None:
    """Leaves open what some figures of players are."""
    for player in players:
        for figure in figures:
            setattr(player, figure, None)
