"""Who won what: games, encounters and colonies of one table or of many, by player, by alien and by edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.book.places import database
from referee.book.told import Told
from referee.duel.games import DUEL, game
from referee.ledger import tables as kept_tables

if TYPE_CHECKING:
    from referee.duel.games import Laid


State = dict[str, Any]
Row = dict[str, Any]

_WON = {"offense-wins": "offense", "success": "offense", "defense-wins": "defense"}
_OF_MAINS = ("won", "lost", "deals", "no_deals")
_COUNTS = ("tables", "games_won", *_OF_MAINS, "won_as_ally", "lost_as_ally")
_OF_EDITION = ("tables", "games_over", "encounters", "offense_won", "defense_won", "deals", "no_deals")


class Score(Told):
    """The score of some `tables`: a row for each of the `players`, `aliens` and `editions`.

    A row of a player or alien counts tables, games won, encounters won and lost as a main player, deals made and
    failed (`deals`, `no_deals`), and encounters won and lost as an ally. That of a player has its foreign and home
    colonies too, as they are now, added up over the tables. In Duel an encounter is a duel or contest.
    """

    tables: list[str]
    players: list[Row]
    aliens: list[Row]
    editions: list[Row]


class _Encounter(NamedTuple):
    """An encounter as it was ruled at last: its outcome, who was what, and the aliens that everybody had."""

    outcome: str
    roles: dict[str, str]
    aliens: dict[str, tuple[str, ...]]


def score(names: Sequence[str] = (), db: Path | str | None = None, every: bool = False) -> Score:
    """The score of the tables of these names; of the one in use where none is named, of all of a file with `every`.

    Archived tables count, deleted ones do not. LedgerError for a table that there is not.

    >>> import referee
    >>> table = referee.TableSession.lay("red blue", db="games.db")
    >>> said = "destiny blue / launch red 2 at blue.1 / play red 10 / play blue 4 / reveal / resolve"
    >>> told = table.do_all(table.commands_in(said))
    >>> [(row["player"], row["won"], row["lost"]) for row in referee.score(db="games.db").players]
    [('red', 1, 0), ('blue', 0, 1)]
    """
    path = database(None if db is None else Path(db))
    wanted: Iterable[str | None] = names or (None,)
    if every:
        wanted = [row["name"] for put_away in ("", "archived") for row in kept_tables.names(path, put_away)]
    counting = _Counting()
    called = []
    for name in wanted:
        label, states = _states(path, name)
        called.append(label)
        counting.add(states)
    return Score({"format": 1, "tables": called, **counting.told()})


def _states(path: Path, name: str | None) -> tuple[str, list[State]]:
    """The name of a table and its states one after another, through what was told again after a mistake."""
    label, states = kept_tables.states(path, name)
    entries = kept_tables.history(path, name)[1]
    if any(entry["status"] == kept_tables.AMENDED and not entry["undone"] for entry in entries):
        from referee.public.amending import Record  # few tables have such an entry

        return label, Record(path, name, None).states_told()
    return label, states


class _Counting:
    """The rows as they are counted, table by table."""

    def __init__(self) -> None:
        self.players: dict[str, Row] = {}
        self.aliens: dict[str, Row] = {}
        self.editions: dict[str, Row] = {}

    def told(self) -> State:
        """The rows, whoever won most first."""

        def best(row: Row) -> tuple[int, int]:
            return (-row["games_won"], -row["won"])

        return {
            "players": sorted(self.players.values(), key=best),
            "aliens": sorted(self.aliens.values(), key=best),
            "editions": list(self.editions.values()),
        }

    def add(self, states: list[State]) -> None:
        """Counts a table by its states, the last of which is how it stands."""
        last = states[-1]
        encounters = [*(_duels(states) if last["edition"] == DUEL else _encounters(states))]
        edition = self.editions.setdefault(
            last["edition"], {"edition": last["edition"], **dict.fromkeys(_OF_EDITION, 0)}
        )
        edition["tables"] += 1
        edition["games_over"] += bool(last["winners"])
        for encounter in encounters:
            self._count_encounter(encounter, edition)
        aliens = _aliens_of(last)
        seen = {alien for names in aliens.values() for alien in names}
        for row in [self._player(name) for name in last["seats"]] + [self._alien(alien) for alien in sorted(seen)]:
            row["tables"] += 1
        for name in last["winners"]:
            for row in self._rows(name, aliens):
                row["games_won"] += 1
        self._count_colonies(last)

    def _count_encounter(self, encounter: _Encounter, edition: Row) -> None:
        edition["encounters"] += 1
        winner = _WON.get(encounter.outcome, "")
        for key, outcomes in _EDITION_COUNTS.items():
            edition[key] += encounter.outcome in outcomes
        for name, role in encounter.roles.items():
            key = _counted_as(encounter.outcome, winner, role)
            for row in self._rows(name, encounter.aliens) if key else ():
                row[key] += 1

    def _count_colonies(self, last: State) -> None:
        """The colonies of everybody as they are now; Duel has none of one's own."""
        if last["edition"] == DUEL:
            return
        played = game(last["edition"])
        shown = played.show(played.from_data(last))
        for name in last["seats"]:
            for what in ("foreign", "home"):
                self._player(name)[what] += shown[what][name]

    def _rows(self, name: str, aliens: dict[str, tuple[str, ...]]) -> list[Row]:
        """The rows for what a player does: its own, and those of its aliens."""
        return [self._player(name), *(self._alien(alien) for alien in aliens.get(name, ()))]

    def _player(self, name: str) -> Row:
        zeros = dict.fromkeys((*_COUNTS, "foreign", "home"), 0)
        return self.players.setdefault(name, {"player": name, **zeros})

    def _alien(self, name: str) -> Row:
        return self.aliens.setdefault(name, {"alien": name, **dict.fromkeys(_COUNTS, 0)})


_EDITION_COUNTS = {
    "offense_won": ("offense-wins", "success"),
    "defense_won": ("defense-wins",),
    "deals": ("deal",),
    "no_deals": ("no-deal",),
}


def _counted_as(outcome: str, winner: str, role: str) -> str:
    """What an encounter counts as for somebody; none (an empty text) where it is neither won, lost nor talked out."""
    side = role.replace("offensive-ally", "offense").replace("defensive-ally", "defense")
    if side not in ("offense", "defense"):
        return ""
    if side == role and outcome in ("deal", "no-deal"):
        return "deals" if outcome == "deal" else "no_deals"
    if not winner and outcome != "both-lose":
        return ""
    return ("won" if side == winner else "lost") + ("" if side == role else "_as_ally")


def _encounters(states: Iterable[State]) -> Iterator[_Encounter]:
    """The encounters that were ruled, each as it was at last: a deal takes the place of the talks before it."""
    pending: _Encounter | None = None
    before: State = {}
    for state in states:
        goes_on = bool(before.get("ruled") and state.get("ruled"))
        if pending is not None and not goes_on:
            yield pending
            pending = None
        if _is_ruled_anew(before, state):
            last = state["last"]
            roles = {name: player["role"] for name, player in last["players"].items()}
            pending = _Encounter(last["outcome"] or "", roles, _aliens_of(state))
        before = state
    if pending is not None:
        yield pending


def _is_ruled_anew(before: State, state: State) -> bool:
    """True if a state has a ruling that the one before it had not."""
    begins = bool(state.get("ruled")) and not before.get("ruled")
    return bool(state.get("last")) and (begins or state["last"] != before.get("last"))


def _duels(states: Iterable[State]) -> Iterator[_Encounter]:
    """The duels and contests that somebody won: the winner stands as the offense, the other as the defense."""
    before: Laid | None = None
    for state in states:
        last = state.get("last")
        if last and last != before and last.get("winner"):
            roles = {name: "offense" if name == last["winner"] else "defense" for name in state["seats"]}
            yield _Encounter("offense-wins", roles, _aliens_of(state))
        before = last


def _aliens_of(state: State) -> dict[str, tuple[str, ...]]:
    """The aliens of each player; none is called by an empty name."""
    found = {name: (names,) if isinstance(names, str) else tuple(names) for name, names in state["aliens"].items()}
    return {name: tuple(alien for alien in names if alien) for name, names in found.items()}
