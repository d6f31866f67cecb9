"""Step 8 of a duel, 4 of a contest: reinforcements are played in turns, and the clout after each of them."""

from __future__ import annotations

from referee.duel.clout import clout
from referee.duel.on import On
from referee.duel.ruling import CloutStep
from referee.duel.state import PlayedCard
from referee.judge.finding import Finding

_BOTH = 2  # passes in a row

Step = tuple[
    PlayedCard | None, dict[str, Finding]
]  # a reinforcement (None: before the first), each player's clout then


def check_turn(on: On, who: str, turn: str, passes: int, first: bool) -> None:
    """Refuses a reinforcement or a pass out of turn, or after both have passed; the leader has the `first` choice."""
    if passes >= _BOTH:
        on.forbid("reinforce.over", who)
    if who != turn:
        on.forbid("reinforce.leader-first" if first else "reinforce.turns", who, turn)


def step_by_step(on: On) -> list[Step]:
    """Returns the clout before the first reinforcement and after each, in the order in which they were played."""
    played, on.fight.played = on.fight.played, []
    with on.aside():
        steps: list[Step] = [(None, clout(on))]
        for card in played:
            on.fight.played.append(card)
            steps.append((card, clout(on)))
    return steps


def tell(on: On, played: PlayedCard | None, totals: dict[str, Finding]) -> None:
    """Says what the clout is after a reinforcement, or before the first."""
    first, second = on.table.order()
    both = (first, totals[first].value, second, totals[second].value)
    if played is None:
        on.find("clout.begins", True, *both)
    elif played.by:
        on.find("reinforce.plays", played.card, played.by, played.card, played.on, *both)
    else:
        on.find("reinforce.lies", played.card, played.card, played.on, *both)


def progress(steps: list[Step]) -> list[CloutStep]:
    """The clout step by step."""
    before = PlayedCard("", "", "")
    return [
        CloutStep(card.by, card.card, card.on, {name: total.value for name, total in totals.items()})
        for card, totals in ((played or before, totals) for played, totals in steps)
    ]
