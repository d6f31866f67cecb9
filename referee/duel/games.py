"""The games there are, each with its tables and lines: what a table is laid by, ruled by, kept and shown as."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from referee.book.loader import Names, Rulebase
    from referee.judge.ruling import Ruled
    from referee.judge.table.verdict import Decided
    from referee.judge.ways.table import Offer, Played

DUEL, CONTEST, ENCOUNTER = "duel", "contest", "encounter"


class Game(NamedTuple):
    """A game as its tables go: the functions take and give tables of that game."""

    name: str
    lay: Callable[[str, str], Any]  # the `table` command, edition
    rule: Callable[[Any, str, bool, Any], Decided[Any, Any]]  # table, command, anyway, books
    offers: Callable[[Any, Any], Iterator[Offer]]  # table, books
    play: Callable[[str, str], Played]  # commands, edition
    to_data: Callable[[Any], dict[str, Any]]
    from_data: Callable[[dict[str, Any]], Any]
    show: Callable[[Any], dict[str, Any]]
    usage: Mapping[str, tuple[str, str]]  # of a game of its own: how each command is typed, and what it does


def game(edition: str) -> Game:
    """The game that is played by an edition."""
    if edition == DUEL:
        from referee.duel import state, tabletop  # only for a table of this game

        return Game(
            DUEL,
            tabletop.lay_table,
            tabletop.rule_command,
            tabletop.offers,
            tabletop.play,
            state.to_data,
            _duel_table,
            state.show,
            tabletop.usage(),
        )
    from referee.judge.ways import table as big
    from referee.state import kept

    return Game("", big.lay_table, big.rule_command, big.offers, big.play, kept.to_data, _big_table, kept.show, {})


def _big_table(state: dict[str, Any]) -> Any:
    """A kept state as a table; what an older referee did not keep is as on a new one. ValueError and the like for one
    that is damaged.
    """
    from referee.errors import MalformedError, RulebaseError
    from referee.state.kept import check_kept, from_data, to_data
    from referee.state.table import PLACES, Table

    if not (state["seats"] and state["hands"] and state["phase"] and state["ships"].keys() >= {*PLACES}):
        raise ValueError
    try:
        table = from_data({**to_data(Table("", ())), **state}, lambda: _names(state["edition"]))
    except (MalformedError, RulebaseError):
        raise ValueError from None  # an act that is none
    check_kept(table)
    again = json.loads(json.dumps(to_data(table)))
    if any(again.get(key) != value for key, value in state.items() if key in again):
        raise ValueError  # a text in place of a list, for instance
    return table


def _names(edition: str) -> Names:
    from referee.book import loader  # few tables have acts to be read

    return loader.Names(loader.rulebase(edition))


def _duel_table(state: dict[str, Any]) -> Any:
    from referee.duel.state import check_state, from_data

    table = from_data(state)
    check_state(table)
    return table


def named(players: str, edition: str) -> tuple[str, str]:
    """The `table` command, and the edition: that of the game which its second word names, `table duel blue orange`."""
    text = players if players.startswith("table ") else f"table {players}"
    words = text.split()
    named = len(words) > 1 and words[1].casefold() == DUEL
    if edition == DUEL and not named:
        text = " ".join(["table", DUEL, *words[1:]])
    return text, DUEL if named else edition


def judge(kind: str, line: str, edition: str, anyway: bool = False, books: Rulebase | None = None) -> Ruled:
    """Rules one line: an encounter, a duel or a contest. Raises as `judge_encounter` does."""
    if kind in (DUEL, CONTEST):
        from referee.duel.api import judge_contest, judge_duel  # only for such a line

        return (judge_duel if kind == DUEL else judge_contest)(line, anyway, books)
    from referee.judge.ways.line import judge_encounter

    return judge_encounter(line, edition, anyway, books)
