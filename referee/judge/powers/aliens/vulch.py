"""Vulch: artifacts that others discard go to its hand instead of the discards."""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.loader import Rulebase
from referee.judge.powers import effect
from referee.judge.powers.acts import with_faces
from referee.judge.powers.answers import ARTIFACTS, answer_of
from referee.judge.powers.types import Act, Args, Board, Finding, Power, Stand, Turn, Use
from referee.judge.ruling import MUST
from referee.judge.table.powers import answering
from referee.judge.table.salvage import is_being_resolved, take_up
from referee.state import table as tbl


@effect.outcome("declare")
def salvages(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Every artifact that another player played, negated or not. `type`: what is taken at the table.

    A Cosmic Zap cancels the taking that it answers, and with it all that would come later in this encounter.
    """
    acts = board.position.acts
    shut = next((at for at, act in enumerate(acts) if _shuts(board, act, stand)), None)
    safe = len(acts) if shut is None else chain_before(board.rulebase, with_faces(board), shut)
    played = [act for act in acts if act.verb in ARTIFACTS and act.by != stand.name]
    if not played or not board.admits(stand, use):
        return
    _take(board, stand, use, [act for act in acts[:safe] if act in played])
    if shut is not None:
        board.apply(stand, use, None)  # shows what was zapped


def _shuts(board: Board, act: Act, stand: Stand) -> bool:
    """Whether this is a Cosmic Zap against the player's power that stands."""
    return act.verb == "zap" and act.who == stand.name and any(live is act for live, _ in board.live_acts)


def chain_before(rulebase: Rulebase, acts: Sequence[Act], at: int) -> int:
    """Where the artifact that an act answers was played: the first of it and of the cards that answered it."""
    start = at - 1
    while start > 0 and answer_of(rulebase, acts[start]) is not None:
        start -= 1
    return max(start, 0)


def _take(board: Board, stand: Stand, use: Use, played: Sequence[Act]) -> None:
    cards = []
    for act in played:
        card = ARTIFACTS[act.verb]
        if (act.by, card) not in board.spent:
            continue
        board.spent.remove((act.by, card))
        cards.append(card)
        if not act.by:
            board.assume("assumptions.played-by-another", stand.name, card)
    if cards:
        taken = Finding(use.rule, cards, (), (stand.name, ", ".join(cards)))
        board.do(stand.name, MUST, f"take into hand instead of the discards: {', '.join(cards)}", taken, by=use)


@salvages.when("unanswered")
def take_played(on: Turn, power: Power) -> None:
    """What was just played is not answered any more, so that it is discarded: an artifact of another's is taken.

    With it the Card Zaps that answered it. A Cosmic Zap against this power is such an answer itself.
    """
    done = on.command.act
    if done is not None and (answering(on, done) is not None or (done.verb == "zap" and done.who == power.who)):
        return
    acts = on.table.acts
    for at in range(chain_before(on.rulebase, acts, len(acts)), len(acts)):
        if acts[at].verb in ARTIFACTS and not is_being_resolved(on, acts[at]):
            _take_at_table(on, power, at, acts[at])


def _take_at_table(on: Turn, power: Power, at: int, act: Act) -> None:
    """An artifact of another's that was played comes to the owner's hand, unless somebody has it there."""
    if act.by != power.who and take_up(on, power.who, at, act):
        if not act.by:
            on.find("assumptions.played-by-another", True, power.who, ARTIFACTS[act.verb])
        on.steps.append(power.finding(True, ARTIFACTS[act.verb]))


@salvages.when("resolved")
def take_resolved(on: Turn, power: Power, verb: str, player: str) -> None:
    """An artifact that asked something of a player has got it, and is discarded only now (4.3.2)."""
    for at, act in enumerate(on.table.acts):
        if (act.verb, act.who) == (verb, player):
            _take_at_table(on, power, at, act)


@salvages.when("discards")
def take_discarded(on: Turn, power: Power, by: str, left: list[str]) -> None:
    """Artifacts that another player discards unplayed; `left` is what still goes to the discards."""
    if by == power.who:
        return
    kind = power.args["type"]
    kinds = (kind, *power.args.get("also", ()))
    for card in [card for card in left if card != tbl.UNKNOWN and on.card_type(card) in kinds]:
        left.remove(card)
        on.table.gain(power.who, card)
        on.steps.append(power.finding(True, card))
    if tbl.UNKNOWN in left:
        on.find("assumptions.none-of-type", True, by, kind)
