"""Two powers, by a tap on each: whether it matters which acts first, and at this table who does."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

import referee
from referee.errors import RefereeError
from referee.render.clash import HEADS, WHY_APART, meeting
from referee.render.timing import answer
from referee.render.words import Told, shown
from referee.serve.cited import cited
from referee.serve.look_pages import Entry, powers_of
from referee.serve.pages import page
from referee.serve.sheet import alien_names
from referee.serve.sheet_pages import DUEL
from referee.serve.site import Visit, fields_of
from referee.serve.texts import say

_LONGEST = 60  # letters of a name


async def show(visit: Visit) -> Response:
    """The powers of the table to choose two of, and what is so of these."""
    fields = fields_of(visit.request.url.query)
    chosen = list(dict.fromkeys(" ".join(name.split())[:_LONGEST] for name in fields.get("power", []) if name.strip()))
    table = (await visit.standing()).shown if visit.room.table else {}
    found = await visit.site.ruling(_of_two, chosen[:2], table) if len(chosen) > 1 else []
    return page(
        "two.html",
        visit.room,
        "look",
        powers=await powers_of(visit),
        chosen=chosen[:2],
        found=found,
        aliens=alien_names(),
    )


def _of_two(names: Sequence[str], table: Told) -> list[Entry]:
    found = [_clash(names)]
    order = _order(names, table) if table and table["edition"] != DUEL else None
    return [*([order] if order else []), *found]


def _clash(names: Sequence[str]) -> Entry:
    try:
        told = referee.clash(*(name.replace("-", " ") for name in names)).to_dict()
    except RefereeError as error:
        return Entry(say("not-found"), tuple(map(shown, str(error).split("\n"))))
    says = [told["says"]] if told.get("says") else []
    says += [WHY_APART[told["why"]]] if told.get("why") else []
    says += [meeting(meet) for meet in told["meets"]]
    ids = [*told.get("rests", ()), *told["cites"].get(told["is"], ()), *filter(None, [told.get("question")])]
    cites = tuple(cited(id, told["edition"]) for id in dict.fromkeys(ids))
    return Entry(f"{say('and').join(told['aliens'])}: {HEADS[told['is']]}", tuple(map(shown, says)), cites)


def _order(names: Sequence[str], table: Told) -> Entry | None:
    """Who of these acts first at the table as it stands; None where not both have a seat, or nobody is the offense."""
    seats = {alien.replace(" ", "-"): who for who, aliens in table["aliens"].items() for alien in aliens}
    if not table["turn"] or not all(name in seats for name in names):
        return None
    contenders = [f"{seats[name]}:{name}" for name in names]
    try:
        told = referee.timing(
            contenders, table["turn"], table["defense"] or "", ",".join(table["seats"]), edition=table["edition"]
        ).to_dict()
    except RefereeError:
        return None
    says = [f"{step['effect']}: {step['says']}" for step in told["steps"]]
    says += [say("case-order", when=case["when"], order=", ".join(case["order"] or ())) for case in told["cases"]]
    cites = tuple(cited(one["id"], told["edition"]) for one in told["citations"])
    return Entry(say("at-this-table", says=answer(told)), tuple(map(shown, says)), cites)
