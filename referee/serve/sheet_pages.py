"""The pages of the encounter sheet: the form, and the ruling under it that is asked for while it is filled in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from starlette.responses import HTMLResponse, RedirectResponse, Response

import referee
from referee.errors import RefereeError
from referee.serve.blind import books_of
from referee.serve.known import Known
from referee.serve.pages import page
from referee.serve.ruling_view import FaultView, RulingView, fault_of, view_of
from referee.serve.sheet import Main, Sheet, alien_names, attacks, of_form, of_line, reinforcements
from referee.serve.site import Visit, fields_of
from referee.serve.table_view import sheet_of
from referee.serve.turning import Assumed, Turn, assumed, usable

_LONGEST = 4_000  # letters of a line

DUEL = "duel"
EDITIONS = ("consolidated", "ffg2018", "warp", "mayfair1991")


def ruled(visit: Visit, line: str, edition: str) -> RulingView | FaultView:
    """A line ruled, at a table by its house rules and with what was decided there before; or what is wrong with it."""
    kept, table = referee.Rulings(visit.site.db), visit.room.table
    try:
        house = table if table and kept.has_house_rules(table) else None
        return view_of(kept.encounter(line[:_LONGEST], edition, house=house, keep=False).to_dict())
    except RefereeError as error:
        return fault_of(error)


def warm() -> None:
    """Reads what the first ruling needs, so that the first phone need not wait for it."""
    referee.judge_encounter("red 3 : 10 vs blue 2 : 8", Sheet.edition)
    for names in (attacks, reinforcements, alien_names):
        names()


async def show(visit: Visit) -> Response:
    """The sheet: empty, as the table has it, as a line says, or as it was filled in; with its ruling.

    At a table of Duel a duel is said in one line instead.
    """
    fields = fields_of(visit.request.url.query)
    if visit.room.table and not fields and (await visit.standing()).shown["edition"] == DUEL:
        return RedirectResponse(f"/{visit.room.id}/look?{urlencode({'edition': DUEL})}", 303)
    typed = " ".join("".join(fields.get("line", [""])[-1:]).split())[:_LONGEST]
    fault: FaultView | None = None
    sheet = of_form(fields, await _begun(visit, fields))
    if typed:
        try:
            sheet = await visit.site.ruling(of_line, typed, sheet)
        except RefereeError as error:
            fault = fault_of(error)
    under = Under(fault) if fault else await _ruling(visit, sheet)
    return page(
        "sheet.html",
        visit.room,
        "sheet",
        typed=typed if fault else "",
        **filled_in(sheet),
        **_told(visit, sheet, under),
    )


def filled_in(sheet: Sheet) -> dict[str, Any]:
    """What the fields of a sheet are made of."""
    return {
        "sheet": sheet,
        "attacks": attacks(),
        "reinforcements": reinforcements(),
        "aliens": alien_names(),
        "editions": EDITIONS,
        "powers_open": any(seat.zapped or seat.alien for seat in sheet.seats),
        "more_plus": _more_plus,
    }


async def show_ruling(visit: Visit) -> HTMLResponse:
    """Only the ruling, for a page that has the form already: the sheet's, or that of an account (`telling`)."""
    fields = fields_of(visit.request.url.query)
    sheet = of_form(fields, await _begun(visit, fields))
    telling = "telling" in fields
    if telling:  # the line of an account says all by itself
        sheet = replace(sheet, known=Known())
    return page("ruling.html", visit.room, **_told(visit, sheet, await _ruling(visit, sheet, not telling)))


@dataclass(frozen=True)
class Under:
    """What stands under a sheet: the ruling (None: too little is filled in), and the taps that change the line."""

    ruling: RulingView | FaultView | None = None
    assumed: tuple[Assumed, ...] = ()
    usable: tuple[Turn, ...] = ()


async def _ruling(visit: Visit, sheet: Sheet, taps: bool = True) -> Under:
    return await visit.site.ruling(_under, visit, sheet, taps) if sheet.is_begun else Under()


def _under(visit: Visit, sheet: Sheet, taps: bool) -> Under:
    ruling = ruled(visit, sheet.line(), sheet.edition)
    if isinstance(ruling, FaultView) or not taps:
        return Under(ruling)
    books = books_of(visit, sheet.edition) if visit.room.table else None
    return Under(ruling, assumed(sheet, books, ruling.assumes), usable(sheet, books))


def _told(visit: Visit, sheet: Sheet, under: Under) -> dict[str, Any]:
    """What the ruling's part of the page is made of."""
    ruling = under.ruling
    line = ruling.line if isinstance(ruling, RulingView) else sheet.line()
    base = str(visit.request.base_url)
    return {
        "ruling": ruling,
        "places": {seat.name: place for place, seat in enumerate(sheet.seats)},
        "assumed": under.assumed,
        "usable": under.usable,
        "line": line,
        "link": f"{base}{visit.room.id}/sheet?{sheet.link()}",
        "apply": bool(visit.room.table) and isinstance(ruling, RulingView) and not visit.site.read_only,
        "version": None,
        "edition": sheet.edition,
        "read_only": visit.site.read_only,
    }


async def _begun(visit: Visit, fields: dict[str, list[str]]) -> Sheet:
    """The sheet before anything is filled in: as the table has it, and without one the five colors."""
    edition = "".join(fields.get("edition", [""])[-1:])
    if visit.room.table:
        shown = (await visit.standing()).shown
        if shown["edition"] == edition or (not edition and shown["edition"] != DUEL):
            return sheet_of(shown)
    return Sheet(edition=edition or Sheet.edition)


def _more_plus(main: Main) -> str:
    """The reinforcements of a side that have no chip, or stand there twice, as they are typed."""
    listed = reinforcements()
    left = [number for place, number in enumerate(main.plus) if number not in listed or number in main.plus[:place]]
    return " ".join(left)
