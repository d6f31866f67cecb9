"""An act at a table of Duel that players argue about: how it is ruled, and what is told of the table before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.book.loader import Rulebase
from referee.duel import spoken, tabletop
from referee.duel.api import books_of
from referee.duel.commands import read_command
from referee.duel.correcting import FACTS
from referee.duel.engine import DuelVerdict, rule
from referee.duel.may import ALIEN_FACT, CARD_FACT, read_asked
from referee.duel.ruling import Fought, summary_of
from referee.duel.state import UNKNOWN, State
from referee.duel.texts import texts

is_asked = spoken.is_asked

# -- ruling ------------------------------------------------------------------------------------------------------------


def lay(said: str, books: Rulebase) -> DuelVerdict:
    """Rules a `table` command."""
    return tabletop.rule_table(said, books)


def asked(table: State, said: str, books: Rulebase) -> DuelVerdict:
    """Rules what is asked about a table, as a command or as people ask it: at a table of Duel nothing is implied."""
    return rule(table, read_asked(said, books, table.seats), books)


alone = asked


def kind(command: str, table: State) -> tuple[str, str]:
    """What kind of command it is, and whose. Raises MalformedError for what is none."""
    told = read_command(command, texts(books_of()), table.seats)
    return told.verb, told.who


# -- what is told of the table -----------------------------------------------------------------------------------------


def sheets(table: State) -> Mapping[str, tuple[str, ...]]:
    """Who has which alien."""
    return {name: (alien,) for name, alien in table.aliens.items() if alien}


def played(table: State) -> list[str]:
    """What was done in the duel or contest that a line tells as an act."""
    return [] if table.fight is None else [*table.fight.acts]


def cards_chosen(table: State) -> bool:
    """True once both plans are chosen in the duel or contest that goes on."""
    return table.fight is not None and all(name in table.fight.plans for name in table.seats)


def before_plans(table: State) -> bool:
    """True where a duel or contest goes on of which not both plans are chosen."""
    return table.fight is not None and not cards_chosen(table)


def decided(table: State) -> bool:
    """True once it is known who has won the duel or contest that goes on."""
    return table.fight is not None and bool(table.fight.winner)


def first(table: State) -> str:
    """Who leads; before the set-up is done, who sits first."""
    return table.order()[0]


def when(table: State) -> tuple[str, int]:
    """What of a table is another one in each encounter: how many destiny cards were drawn, the set-up among the first.

    Who leads has no part in it.
    """
    return "", max(len(table.past), 1)


def when_in(state: Mapping[str, Any]) -> tuple[str, int]:
    """As `when`, of a kept state."""
    return "", max(len(state["past"]), 1)


def undecided(table: State) -> dict[str, object]:
    """The fields of a ruling of which none is decided yet: only who leads and who straggles."""
    roles = tabletop.roles(table) or dict(zip(table.seats, ("leader", "straggler"), strict=True))
    return summary_of(Fought(kind=None, players={name: {"role": role} for name, role in roles.items()}))


# -- facts -------------------------------------------------------------------------------------------------------------


def facts(table: State) -> list[str]:
    """What is known at a table, as `may` is told it: what is not as on a new table."""
    return [str(fact) for fact in _facts(table)]


def _facts(table: State) -> Iterator[object]:
    """Who has which alien, who leads, the card that was drawn, where ships are, and what both players have."""
    if table.leader:
        yield FACTS["leader"](who=table.leader)
    yield from (ALIEN_FACT(who=name, alien=alien) for name, alien in table.aliens.items() if alien)
    if table.card:
        yield CARD_FACT(card=table.card)
    for place in ("supply", "warp"):
        yield FACTS[place](counts={name: count for name, count in getattr(table, place).items() if count is not None})
    for planet, ships in table.planets.items():
        yield FACTS["planet"](planet=planet, symbol=table.symbols.get(planet, ""), ships=ships)
    yield from (FACTS["hand"](who=name, cards=tuple(cards)) for name, cards in table.hands.items())
    yield from (FACTS["spent"](who=name, tactics=tuple(spent)) for name, spent in table.spent.items() if spent)
    for number, envoy in table.envoys.items():
        if envoy.ally or envoy.name != UNKNOWN:
            yield FACTS["envoy"](envoy=number, name=envoy.name, ally=envoy.ally, faceup=envoy.faceup)
