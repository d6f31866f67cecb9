"""Two powers that meet: whether it matters which of them acts first, with the cases in which they do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from referee.book import clashes
from referee.book.loader import Names, rulebase
from referee.book.places import SCENARIOS
from referee.book.told import Told
from referee.errors import MalformedError, RefereeError, RulebaseError, unknown_name
from referee.state.timing_in_words import is_said, powers_said

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.jobs.work import Progress

Pairs = dict[str, Any]


class Clash(Told):
    """How powers stand to each other: `aliens` are those that were named, or all that are applied.

    Of two of them `kind`, the phases in which they meet and the `cases` that show them; of one its `row`; of none the
    `counts` of each kind, and the `pairs` of which it matters.
    """

    edition: str
    aliens: list[str]

    @property
    def kind(self) -> str:
        """`apart`, `in-turn`, `independent`, `order-matters` or `open`; empty for anything but a pair."""
        return str(self.to_dict().get("is", ""))


def clash(
    *names: str, anew: bool = False, jobs: int | None = None, on: str = "", progress: Progress | None = None
) -> Clash:
    """Tells whether it matters which of two powers acts first; of one alien its row, without a name the whole matrix.

    The names may stand in a question: `clone or hacker, who goes first`. With `anew`, and without a name, every pair is
    tried again, by `jobs` processes (all cores without a number) or the workers of the Dask scheduler `on`, and
    `changed` has the pairs that are not as they are kept; `progress` is told how many are tried, and of how many.

    Raises RulebaseError for an alien that is not known or not applied, MalformedError for more than two, or for names
    of what is tried anew.

    >>> import referee
    >>> referee.clash("Kamikaze", "Trader").kind
    'order-matters'
    """
    known = rulebase()
    kept = clashes.read_clashes(known.folder)
    if anew and names:
        raise MalformedError(" ".join(names), 0, "no alien", "All pairs are tried anew; for two, leave out --all.")
    if (jobs or on) and not anew:
        raise RefereeError("--jobs and --on are for --all; what is kept is read at once")
    if anew:
        return _tried_anew(kept, jobs, on, progress)
    return _kept(kept, _said(names, known), known)


def _kept(matrix: Pairs, names: tuple[str, ...], known: Rulebase) -> Clash:
    if len(names) > 2:
        typed = " ".join(names)
        raise MalformedError(typed, len(" ".join(names[:2])) + 1, "two aliens at most", "A pair is two: Void Zombie.")
    found = [_alien(name, known, matrix) for name in names]
    head = {**_head(matrix), "aliens": found}
    if not found:
        return Clash(_whole(matrix))
    if len(found) == 1:
        return Clash({**head, "row": clashes.row(matrix, found[0])})
    if found[0] == found[1]:
        raise RulebaseError(names[0], "there is only one sheet of each alien, so it never meets itself")
    pair = matrix["pairs"][clashes.key(*found)]
    return Clash({**head, "aliens": sorted(found), **pair, "cases": _cases({*found})})


def _head(matrix: Pairs) -> Pairs:
    return {"format": 1, "edition": matrix["edition"], "cites": matrix["cites"]}


def _whole(matrix: Pairs) -> Pairs:
    """How many pairs there are of each kind, and those of which it matters."""
    of_weight = {name: pair for name, pair in matrix["pairs"].items() if pair["is"] in ("open", "order-matters")}
    return {**_head(matrix), "aliens": matrix["aliens"], "counts": clashes.counts(matrix), "pairs": of_weight}


def _tried_anew(kept: Pairs, jobs: int | None, on: str, progress: Progress | None) -> Clash:
    """The whole matrix made now, and what of the one that is kept is no longer so."""
    from referee.conformance.clashing import matrix, outdated  # long work, which is seldom asked for
    from referee.jobs.work import workers

    made = matrix(jobs=workers(jobs, on, long=True), on=on, progress=progress)
    return Clash({**_whole(made), "changed": outdated(kept, made)})


def _said(names: tuple[str, ...], known: Rulebase) -> tuple[str, ...]:
    """The powers that were asked about in words, such as `clone or hacker, who goes first`; else the names as typed."""
    if not names or all(known.alien(name) is not None for name in names) or not is_said(names):
        return names
    powers = powers_said(" ".join(names), Names(known))
    return tuple(powers) or names


def _alien(name: str, known: Rulebase, matrix: Pairs) -> str:
    alien = known.alien(name)
    if alien is None:
        raise unknown_name("alien", name, Names(known).near_aliens(name))
    if alien.name not in matrix["aliens"]:
        says = "the referee knows this alien but does not apply its power, so nobody has tried what it meets"
        raise RulebaseError(alien.name, f"{says}; who comes first, `referee timing` tells")
    return alien.name


def _cases(aliens: set[str]) -> list[str]:
    """The ids of the project's cases in which both aliens have a seat, from the text of their files alone."""
    found = []
    for path in sorted(SCENARIOS.glob("*.toml")):
        for case in path.read_text(encoding="utf-8").split("[[case]]")[1:]:
            id = re.search(r'^id\s*=\s*"(\w+)"', case, re.MULTILINE)
            if id and aliens <= {*re.findall(r"[/:]([A-Z][\w-]+)", case)}:
                found.append(id[1])
    return found
