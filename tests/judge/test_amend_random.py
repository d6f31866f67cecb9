"""One mistake in a random game, found 1 to 30 acts later: put right, it is the game as it should have been played.

A game is played by the rules, and then told at a kept table with one mistake in it. What was played afterwards is told
as far as that table allows it. Amended by `--again` the table is the one at which the same acts are told without the
mistake; `--repair` keeps every ship and card.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.book.loader import Rulebase, rulebase
from referee.judge.powers import effect
from referee.judge.ruling import OFFENSE_WINS
from referee.judge.ways.table import lay_table, tell_command
from referee.ledger import tables as kept_tables
from referee.playtesting import playing
from referee.public.tables import TableSession
from referee.state import phases as ph
from referee.state.kept import to_data
from referee.state.table import Table, owner
from tests import effort

EDITIONS = ("consolidated", "ffg2018", "mayfair1991", "warp")
GAMES = effort.times(75, 4)  # with a mistake in them, in each edition: 300 in all
MOST_SEEDS = 3 * GAMES  # that are tried for them
LATER = 30  # acts at most before the mistake is found


class Said(NamedTuple):
    """A command, and whether it was done although a rule forbids it."""

    text: str
    anyway: bool = False


class Mistake(NamedTuple):
    """What kind of mistake was made, what was said (None: nothing), and what should have been (None: nothing).

    `besides` if what should have been comes before the command of the game, which was given all the same.
    """

    kind: str
    wrong: Said | None
    right: str | None
    besides: bool = False

    @property
    def rightly(self) -> tuple[str, ...]:
        """The commands that should have been given."""
        return () if self.right is None else (self.right,)


Find = Callable[[random.Random, Table, str, Rulebase], Said | None]


def _after(table: Table, said: Said, books: Rulebase) -> Table | None:
    """The table after a command, None if it cannot be done."""
    verdict = tell_command(table, said.text, said.anyway, books)
    return verdict.table if verdict.legal else None


# -- mistakes ----------------------------------------------------------------------------------------------------------


def _other_count(source: random.Random, table: Table, text: str, books: Rulebase) -> Said | None:
    """Another number of ships, five among them."""
    words = text.partition(" from ")[0].split()
    place = 2 if words[0] == "launch" else 3
    if words[0] not in ("launch", "ally") or len(words) <= place or not words[place].isdecimal():
        return None
    words[place] = str(source.choice([n for n in range(1, 6) if n != int(words[place])]))
    return Said(" ".join(words), anyway=True)


def _fewer_cards(source: random.Random, table: Table, text: str, books: Rulebase) -> Said | None:
    """Fewer cards of compensation than are owed."""
    words = text.split()
    if words[0] != "take" or not words[2].isdecimal() or int(words[2]) < 2:
        return None
    words[2] = str(int(words[2]) - 1)
    return Said(" ".join(words[:5]), anyway=True)


def _uninvited(source: random.Random, table: Table) -> Said | None:
    """An ally whom nobody has invited."""
    asked = {name for names in table.invited.values() for name in names}
    others = [name for name in table.seats if name not in (*table.mains(), *asked, *table.answered)]
    if table.phase != ph.ALLIANCE or len(table.invited) < len(table.mains()) or not others:
        return None
    return Said(f"ally {source.choice(others)} {source.choice(('offense', 'defense'))} 1", anyway=True)


def _other_defense(source: random.Random, table: Table, text: str, books: Rulebase) -> Said | None:
    """A destiny card that was read wrong."""
    words = text.split()
    others = [name for name in table.seats if name not in (table.turn, words[-1])]
    if words[0] != "destiny" or len(words) != 2 or not others:
        return None
    return Said(f"destiny {source.choice(others)}", anyway=True)


def _colonies(source: random.Random, table: Table, text: str, books: Rulebase) -> str:
    """What counts the foreign colonies of the offense rightly where it wins one more: then it has enough to win.

    An empty text where it does not win one, or has too few ships at home for so many colonies.
    """
    offense, after = table.turn, _after(table, Said(text), books) if text == "resolve" else None
    if after is None or after.outcome != OFFENSE_WINS or table.at(table.target, offense):
        return ""
    if owner(table.target) == offense or table.reverse or not after.at(table.target, offense):
        return ""  # it wins no foreign colony there
    if any(_changes_winning(name, books) for names in table.aliens.values() for name in names):
        return ""
    wanted = books.law["win.colonies"].value - 1 - len(table.foreign_colonies(offense))
    foreign = [place for place in table.planets() if place != table.target and owner(place) != offense]
    foreign = [place for place in foreign if not table.at(place, offense)]
    spare = [place for place in table.home_planets(offense) for _ in range(table.at(place, offense) - 1)]
    if wanted < 1 or len(foreign) < wanted or len(spare) < wanted:
        return ""
    sent = Counter(source.sample(spare, wanted))
    stand = {place: {**table.ships[place]} for place in (*sent, *source.sample(foreign, wanted))}
    for place, stacks in stand.items():
        stacks[offense] = stacks.get(offense, 0) - sent[place] if place in sent else 1
    facts = [f"{place} {', '.join(f'{name} {ships}' for name, ships in told.items())}" for place, told in stand.items()]
    return f"set {'; '.join(facts)}"


def _changes_winning(name: str, books: Rulebase) -> bool:
    """True if by an alien's sheet five foreign colonies do not win, or not at once (The Meek, Schizoid, Tortoise)."""
    alien = books.alien(name)
    if alien is None:
        return False
    alone = any(
        found.alone for use in alien.uses for verb, _ in use.effects if (found := effect.find(verb)) is not None
    )
    return alone or "goal" in alien.lifts or "game-won" in (alien.comes_up or ())


REPLACED: dict[str, Find] = {
    "count": _other_count,
    "compensation": _fewer_cards,
    "defense": _other_defense,
}
KINDS = ("count", "ally", "compensation", "reward", "defense", "regroup", "lose", "colony")
FORGOTTEN = ("reward", "regroup", "lose")


def _mistakes(source: random.Random, table: Table, text: str, books: Rulebase) -> Iterator[Mistake]:
    """The mistakes that can be made in place of a command."""
    for kind, find in REPLACED.items():
        wrong = find(source, table, text, books)
        if wrong is not None:
            yield Mistake(kind, wrong, text)
    verb = text.split(maxsplit=1)[0]
    if verb in FORGOTTEN:
        yield Mistake(verb, None, text)
    colonies = _colonies(source, table, text, books)
    if colonies:
        yield Mistake("colony", None, colonies, besides=True)
    ally = _uninvited(source, table)
    if ally is not None:
        yield Mistake("ally", ally, None)


# -- a game with a mistake in it ---------------------------------------------------------------------------------------


class Game(NamedTuple):
    """A game as it was told: the mistake is, or should have been, the command of this number."""

    laid: Table
    said: list[Said]
    number: int
    mistake: Mistake


def _game(seed: int, edition: str) -> Game | None:
    """A random game with a mistake in it; None where none could be made."""
    source, books = random.Random(seed), rulebase(edition)
    played = playing.play(seed, 3 + seed % 3, books, most=5, powers=seed % 2 == 1).commands
    laid = lay_table(played[0], edition)
    laid.strict = True  # every step is said, so that one can be forgotten
    tables = [laid]
    for text in played[1:]:
        after = _after(tables[-1], Said(text), books)
        assert after is not None, text
        tables.append(after)
    places = list(range(2, len(played)))
    source.shuffle(places)
    found = [(at, mistake) for at in places for mistake in _mistakes(source, tables[at - 1], played[at], books)]
    by_kind = {mistake.kind: (at, mistake) for at, mistake in found}
    for kind in sorted(by_kind, key=lambda kind: (kind == KINDS[seed % len(KINDS)], source.random()), reverse=True):
        at, mistake = by_kind[kind]
        game = _told(source, played, at, mistake, laid, books)
        if game is not None:
            return game
    return None


def _told(
    source: random.Random, played: list[str], at: int, mistake: Mistake, laid: Table, books: Rulebase
) -> Game | None:
    """The game told with a mistake; None where that could not be done at all."""
    said = [Said(text) for text in played[1:at]]
    if mistake.wrong is not None:
        said.append(mistake.wrong)
    table: Table | None = laid
    for one in said:
        assert table is not None
        table = _after(table, one, books)
    if table is None:
        return None
    later = 0
    for text in played[at if mistake.right is None or mistake.besides else at + 1 :]:
        anyway = mistake.wrong is None
        after = _after(table, Said(text, anyway), books)
        if after is not None and after is not table:
            said.append(Said(text, anyway))
            table = after
            later += 1
        if later == source.randint(1, LATER):
            break
    return Game(laid, said, at, mistake) if later else None


def _keep(game: Game, path: Path) -> TableSession:
    """The game at a kept table."""
    books = rulebase(game.laid.edition)
    name = kept_tables.create(path, "table", "table", to_data(game.laid))

    def tell(said: Said) -> Callable[[dict[str, Any]], kept_tables.Ruled]:
        def ruled(state: dict[str, Any]) -> kept_tables.Ruled:
            verdict = tell_command(tables[-1], said.text, said.anyway, books)
            tables.append(verdict.table)
            done = [part._asdict() for part in verdict.done]
            anyway = bool(verdict.anyway)
            return kept_tables.Ruled(to_data(verdict.table), verdict.command, "legal", anyway, [], done, verdict.back)

        return ruled

    tables = [game.laid]
    for said in game.said:
        kept_tables.do(path, name, tell(said))
    return TableSession(path, name)


def _rightly(game: Game) -> Table:
    """The table at which the same was said without the mistake."""
    books, replaced = rulebase(game.laid.edition), game.mistake.wrong is not None
    later = game.said[game.number - 1 + replaced :]
    table = game.laid
    for said in (*game.said[: game.number - 1], *map(Said, game.mistake.rightly), *later):
        table = _after(table, said, books) or table
    return table


def _cards(table: Table) -> int:
    """All cards that are counted: hands, deck, discards, and those on the table."""
    piles = (*table.hands.values(), *table.aside.values(), table.discards, tuple(table.cards.values()))
    return sum(map(len, piles)) + (table.deck or 0)


def _ships(table: Table) -> Counter[str]:
    found = Counter[str]()
    for stacks in table.ships.values():
        found.update(stacks)
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_mistake_that_is_put_right_leaves_the_table_as_it_should_be(edition: str, tmp_path: Path) -> None:
    made, legal, repaired = Counter[str](), 0, 0
    for seed, game in enumerate(_game(seed, edition) for seed in range(MOST_SEEDS)):
        if game is None:
            continue
        if made.total() == GAMES:
            break
        made[game.mistake.kind] += 1
        session = _keep(game, tmp_path / f"{seed}.db")
        present = session.read()[1]
        insert = game.mistake.wrong is None
        again = session.amend(game.number, *game.mistake.rightly, insert=insert, choose="again").to_dict()
        assert again["status"] == "legal", (seed, game.mistake)
        amended = session.read()[1]
        assert _ships(amended) == _ships(present), (seed, game.mistake)
        assert amended.winners or amended.winning or game.mistake.kind != "colony", (seed, game.mistake)
        if not again["unlawful"]:
            legal += 1
            assert to_data(amended) == to_data(_rightly(game)), (seed, game.mistake)
            _exported(session, game, amended)
        session.undo()
        assert session.read()[1] == present
        told = session.amend(game.number, *game.mistake.rightly, insert=insert).to_dict()
        assert told["otherwise"] == again["otherwise"]
        if told["repair"]:
            repaired += 1
            session.amend(game.number, *game.mistake.rightly, insert=insert, choose="repair")
            after = session.read()[1]
            assert (_ships(after), _cards(after)) == (_ships(present), _cards(present)), (seed, told["repair"])
            assert after.ships["unplaced"] == present.ships["unplaced"]
    assert made.total() == GAMES, made
    assert len(made) >= effort.times(5, 2)
    assert legal >= made.total() // 3
    assert repaired


def _exported(session: TableSession, game: Game, amended: Table) -> None:
    """What is exported of a table that was played again leads to it."""
    commands = session.export().play[1:]
    if any(command.endswith("# anyway") for command in commands):
        return
    table = game.laid
    for command in commands:
        after = _after(table, Said(command), rulebase(table.edition))
        assert after is not None, command
        table = after
    assert to_data(table) == to_data(amended)
