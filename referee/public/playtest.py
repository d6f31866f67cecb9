"""An alien tried in random legal games, with the same seat without it beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.book.told import Whole
from referee.errors import RefereeError, RulebaseError

if TYPE_CHECKING:
    from referee.jobs.work import Progress
    from referee.playtesting.subject import Subject

GAMES, PLAYERS, SEED = 200, 4, 0
_FEWEST, _MOST = 3, 5  # players of a random game
_MOST_GAMES = 10_000_000
_SHORT = 8  # games that one process has played before others have begun


class Playtest(Whole):
    """What came of random games with an alien, and of the same games without it (`games` of each).

    `wins` has the share of games won `with` it and `without` it, each with `low` and `high` of Wilson's interval for
    95 of 100; `pairs` counts both games of a pair, and `of_one_only` is, of the pairs of which just one game was won,
    the share in which it was the one with the alien: it lies above 0.5 where the alien helps. `use` has the encounters,
    and in how many the power was `offered`, `used` and `applied` (a ruling rests on it). `rulings` are counted by
    status, `questions` are the disputable points of those that rest on it, `unsettled` samples of what was left open.
    `met` are the aliens against it, and whether it matters who acts first; `violations` have a play that shows each.
    """

    alien: str
    games: int
    wins: dict[str, Any]
    ended: dict[str, dict[str, int]]
    use: dict[str, Any]
    rulings: dict[str, int]
    met: list[dict[str, Any]]
    violations: list[dict[str, Any]]


def playtest(
    alien: str,
    games: int = GAMES,
    against: Sequence[str] = (),
    edition: str = "consolidated",
    players: int = PLAYERS,
    seed: int = SEED,
    jobs: int | None = None,
    on: str = "",
    progress: Progress | None = None,
) -> Playtest:
    """Plays random legal games with an alien, and each once more without it, and tells what came of them.

    `alien` is a name, or the file of a homemade alien's sheet (it ends in `.toml`). There are 3 to 5 `players`; against
    it sit the aliens that are named (at most one for each other player, of whom the rest has none), or some by chance.
    Game number n is dealt by `seed` + n, so that the same call gives the same answer, by however many `jobs` (all cores
    without a number) or by the workers of whatever Dask scheduler (`on`). `progress` is told how many pairs of games
    are played, and of how many.

    Raises RulebaseError for an alien or an edition that is not known, a sheet with faults, or a table that may not be;
    RefereeError for numbers of games or players that cannot be, and for a cluster that does not answer.

    >>> import referee
    >>> tried = referee.playtest("Macron", games=2, jobs=1)
    >>> tried.violations, tried.wins["with"]["of"]
    ([], 2)
    """
    from referee.jobs.work import work, workers
    from referee.playtesting.pairs import lost, played
    from referee.playtesting.report import Tally, pairs
    from referee.playtesting.shrinking import shrunk
    from referee.playtesting.subject import subject

    _check(games, players, against, seed)
    tried = subject(alien, edition)
    others = _named(against, tried)
    todo = pairs(tried, games, players, others, seed)
    count = workers(jobs, on, games > _SHORT)
    tally = Tally(tried)
    for pair, result in zip(todo, work(played, todo, count, on, progress, lost), strict=True):
        tally.add(pair, result)
    broken = tally.to_shrink()
    shortest = dict(zip([one.kind for one in broken], work(shrunk, broken, count, on), strict=True))
    found = tried.books().alien(tried.name)
    head = {
        "alien": tried.name,
        "homemade": bool(tried.text),
        "reach": found.reach if found is not None else "timed",
        "edition": edition,
        "players": players,
        "games": games,
        "seed": seed,
        "against": list(others),
    }
    return Playtest({**head, **tally.to_dict(shortest)})


def _check(games: int, players: int, against: Sequence[str], seed: int) -> None:
    """Refuses numbers that cannot be."""
    if not 1 <= games <= _MOST_GAMES:
        raise RefereeError(f"from 1 to {_MOST_GAMES:,} games can be played, not {games}")
    if not _FEWEST <= players <= _MOST:
        raise RefereeError(f"random games are for {_FEWEST} to {_MOST} players, not {players}")
    if len(against) >= players:
        raise RefereeError(f"{len(against)} aliens cannot sit against it among {players} players")
    if not 0 <= seed < 2**53:
        raise RefereeError(f"the number that deals is from 0 up, not {seed}")


def _named(against: Sequence[str], tried: Subject) -> list[str]:
    """The aliens against it by their printed names. RulebaseError for those that cannot sit at one table with it."""
    from referee.book.loader import Names
    from referee.errors import unknown_name
    from referee.judge.table.setting import lay_ruled
    from referee.playtesting.playing import SEATS
    from referee.state.commands import Command

    books = tried.books()
    found = []
    for name in against:
        alien = books.alien(name)
        if alien is None:
            raise unknown_name("alien", name, Names(books).near_aliens(name))
        found.append(alien.name)
    sheets: dict[str, tuple[str, ...]] = {
        seat: (alien,) for seat, alien in zip(SEATS, [tried.name, *found], strict=False)
    }
    laid = lay_ruled(Command("table", names=SEATS, aliens=sheets), books)
    if not laid.legal:
        raise RulebaseError(tried.name, laid.illegal[0].finding.says)
    return found
