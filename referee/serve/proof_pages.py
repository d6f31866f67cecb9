"""How a number of a ruling comes about: its steps down to the facts, each with its clauses in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import Response

from referee.errors import RefereeError
from referee.judge.ways.line import judge_encounter
from referee.public.ruled import Ruling
from referee.render.words import in_own_words, shown
from referee.serve.blind import books_of
from referee.serve.cited import Cited, cited
from referee.serve.pages import message, page
from referee.serve.site import Visit, fields_of

if TYPE_CHECKING:
    from referee.judge.finding import Finding

_LONGEST = 4_000  # letters of a line
_PLAYER = "players."


@dataclass(frozen=True)
class Step:
    """A step of a proof: the sentence, its clauses, and the steps it rests on; these stand `is_above` if met before."""

    says: str
    cites: tuple[Cited, ...]
    rests: tuple[Step, ...]
    depth: int
    is_above: bool = False


async def show(visit: Visit) -> Response:
    """The proof of one number (`of=totals.offense`), of all that happens to a player, or without `of` the whole."""
    fields = fields_of(visit.request.url.query)
    line, edition, of = (" ".join("".join(fields.get(name, [""])[-1:]).split()) for name in ("line", "edition", "of"))
    try:
        proofs = await visit.site.ruling(_proofs, visit, line[:_LONGEST], edition or "consolidated", of)
    except RefereeError as error:
        return message(str(error), visit.room, 422)
    return page("proof.html", visit.room, "sheet", line=line, edition=edition, proofs=proofs)


def _proofs(visit: Visit, line: str, edition: str, of: str) -> list[tuple[str, Step]]:
    books = books_of(visit, edition) if visit.room.table else None
    ruling = Ruling(judge_encounter(line, edition, False, books))
    if not of:
        return [("", _step(ruling.root, edition, {}))]
    seen: dict[Finding, None] = {}
    return [(shown(name), _step(finding, edition, seen)) for name, finding in _asked(ruling, of)]


def _asked(ruling: Ruling, of: str) -> Iterator[tuple[str, Finding]]:
    """The findings that are asked for, each with a name where there are several."""
    if not of.startswith(_PLAYER):
        yield from ((name, finding) for name, finding in [("", _finding(ruling, of))] if finding is not None)
        return
    told: dict[Finding, None] = {}
    for field in ruling.players.get(of.removeprefix(_PLAYER), {}):
        for name in ("colonies.foreign", "colonies.home") if field == "colonies" else (field,):
            finding = _finding(ruling, f"{of}.{name}")
            if finding is not None and finding.value and finding not in told:
                told[finding] = None
                yield "", finding


def _finding(ruling: Ruling, of: str) -> Finding | None:
    try:
        return ruling.finding(of)
    except LookupError:
        return None


def _step(finding: Finding, edition: str, seen: dict[Finding, None], depth: int = 0) -> Step:
    is_above = finding in seen
    seen[finding] = None
    sources = (*finding.sources, *([finding.cancelled_by] if finding.cancelled_by is not None else ()))
    return Step(
        in_own_words(edition, shown(finding.says)),
        tuple(cited(id, edition) for id in finding.cites),
        () if is_above else tuple(_step(source, edition, seen, depth + 1) for source in sources),
        depth,
        is_above and bool(sources),
    )
