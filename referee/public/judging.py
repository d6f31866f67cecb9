"""Something to be ruled, on one line or in one question: an encounter, a duel, an act, who is first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.public.verdicts import Verdict

if TYPE_CHECKING:
    from referee.duel.games import AnyVerdict
    from referee.public.duels import DuelRuling
    from referee.public.orders import Order
    from referee.public.ruled import Ruling
    from referee.state.encounter import Position


def read_encounter(line: str, edition: str = "consolidated") -> Position:
    """Reads and checks one encounter line, and rules nothing.

    Raises MalformedError for what is not understood and ImpossibleError, with every fault, for a position that cannot
    be.

    >>> import referee
    >>> referee.write_encounter(referee.read_encounter("red 2:10 vs  blue 4:8"))
    'red 2 : 10 vs blue 4 : 8'
    """
    from referee.judge.ways.line import read_encounter as read

    return read(line, edition)


def write_encounter(position: Position) -> str:
    """The canonical line of a position.

    >>> import referee
    >>> referee.write_encounter(referee.read_encounter("red 2:10 vs  blue 4:8"))
    'red 2 : 10 vs blue 4 : 8'
    """
    from referee.state.canonical import write

    return write(position)


def judge_encounter(
    line: str, edition: str = "consolidated", anyway: bool = False, *, readings: Mapping[str, str] | None = None
) -> Ruling:
    """Rules one encounter line; nothing is kept (`Rulings.encounter` keeps it).

    `edition` is `consolidated`, `ffg2018`, `mayfair1991` or `warp`, with variants after it (`warp+punt`). `readings`
    takes other readings of disputable points (`{"DF-05": "ffg2018"}`). With `anyway`, forbidden acts are named and the
    rest is ruled all the same. Raises MalformedError for a line that is not understood, ImpossibleError for a position
    that cannot be, RulebaseError for an unknown edition or reading.

    >>> import referee
    >>> ruling = referee.judge_encounter("red 2 : 10 vs blue 4 : 8")
    >>> ruling.status, ruling.outcome, ruling.totals
    ('determined', 'defense-wins', {'offense': 12, 'defense': 12})
    >>> referee.judge_encounter("red 5 : 10 vs blue 4 : 8").refused_by
    {'consolidated 5.6.3'}
    """
    from referee.judge.ways.line import judge_encounter as judge
    from referee.public.ruled import Ruling

    return Ruling(judge(line, edition, anyway, readings=readings))


def judge_duel(text: str, anyway: bool = False, *, readings: Mapping[str, str] | None = None) -> DuelRuling:
    """Rules one duel of Cosmic Encounter Duel. Raises as `judge_encounter` does.

    >>> import referee
    >>> referee.judge_duel("blue 3 : 20 vs orange 2 : 6 ; card Vacant-Shipyard").winner
    'blue'
    """
    from referee.duel.api import judge_line
    from referee.public.duels import DuelRuling

    return DuelRuling(judge_line(text, False, anyway, readings=readings))


def judge_contest(text: str, anyway: bool = False, *, readings: Mapping[str, str] | None = None) -> DuelRuling:
    """Rules one contest of Cosmic Encounter Duel, as `judge_duel` does a duel.

    >>> import referee
    >>> referee.judge_contest("blue : 10 +12 vs orange : 31 -10").outcome
    'leader-wins'
    """
    from referee.duel.api import judge_line
    from referee.public.duels import DuelRuling

    return DuelRuling(judge_line(text, True, anyway, readings=readings))


def timing(
    contenders: Sequence[str],
    offense: str = "",
    defense: str = "",
    seats: str = "",
    phase: str = "",
    edition: str = "consolidated",
    readings: Mapping[str, str] | None = None,
) -> Order:
    """Rules who resolves first: by phase, then before, when and after, then offense, defense, others (4.8).

    Each contender is a player with what it uses (`red:Mind`), `seats` are everybody clockwise with commas between; or
    the contenders are the words of a question (`oracle or sorcerer first, red has oracle and is offense`).
    Raises MalformedError for what is not understood, ImpossibleError for what cannot be, RulebaseError for an unknown
    edition or reading.

    >>> import referee
    >>> referee.timing(["blue", "red"], offense="red", seats="red,blue").order
    ['red', 'blue']
    """
    from referee.judge.ways.timing import timing as rule_timing
    from referee.public.orders import Order

    return Order(rule_timing(contenders, offense, defense, seats, phase, edition, readings))


def may(question: str, edition: str = "consolidated") -> Verdict:
    """Rules whether something may be done now, on a table of which only the facts after the first `;` are known.

    What is not given is assumed so that the command fits, and listed. A command that only Duel has is ruled by Duel;
    a question in plain words is read as the command that it asks about. Raises MalformedError for what is not
    understood.

    >>> import referee
    >>> referee.may("ally yellow offense 3 ; offense red ; invited blue").status
    'illegal'
    >>> referee.may("can red launch 3 at blue").legal
    True
    """
    return Verdict(decided(question, edition))


def decided(question: str, edition: str) -> AnyVerdict:
    """What the judge of the game that a question is of says to it. Raises as `may` does."""
    from referee.duel.games import DUEL, game
    from referee.errors import MalformedError

    try:
        return game(edition).question(question, edition, None)
    except MalformedError as error:
        from referee.duel.commands import VERBS as OF_DUEL
        from referee.state.commands import VERBS

        words = question.casefold().split()[:3]  # `dial`, `blue dial`, `can blue dial`
        if edition == DUEL or any(word in VERBS for word in words) or not any(word in OF_DUEL for word in words):
            raise
        try:
            return game(DUEL).question(question, DUEL, None)
        except MalformedError as of_duel:
            if of_duel.column <= error.column:  # it makes no more sense in Duel
                raise error from None
            raise
