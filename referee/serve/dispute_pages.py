"""The pages of disputes: telling it differently, the answers of the other phones, and what was decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from starlette.responses import RedirectResponse, Response

from referee.errors import LedgerError, RefereeError
from referee.serve import disputing
from referee.serve.dispute_view import DisputeView, house_view, view_of_dispute
from referee.serve.pages import message, page
from referee.serve.quarrels import Account, Quarrel
from referee.serve.ruling_view import FaultView, RulingView, fault_of
from referee.serve.secrets_kept import command_for
from referee.serve.sheet import Sheet, of_form, of_line
from referee.serve.sheet_pages import filled_in, ruled
from referee.serve.site import Visit, fields_of
from referee.serve.table_view import sheet_of
from referee.serve.texts import say

Form = dict[str, list[str]]
_LONGEST = 4_000  # letters of what is told in words


async def show_all(visit: Visit) -> Response:
    """What is to be settled, what was decided, and the house rules of the table."""
    rows = await visit.site.at_table(disputing.rows, visit)
    house = await visit.site.at_table(disputing.house_rules, visit)
    now = visit.site.versions.now(visit.room.table)
    told = [{**row.to_dict(), "about": command_for(visit.seat, row.about)} for row in rows]
    return page(
        "disputes.html",
        visit.room,
        "disputes",
        quarrels=visit.site.quarrels.of(visit.room.id),
        rows=told,
        house=[house_view(rule, ()).says for rule in house],
        version=now,
        version_text=visit.version_text(now),
    )


# -- telling it differently --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Telling:
    """What the form of an account is made of: the quarrel, the sheet to be changed (None: words), and whose it is."""

    quarrel: Quarrel
    sheet: Sheet | None
    typed: str
    parties: tuple[str, ...]


async def show_differ(visit: Visit) -> Response:
    """The form on which somebody tells it differently: a line, an act of the history, or what the table is at."""
    form = fields_of(visit.request.url.query)
    try:
        telling = await visit.site.at_table(_telling, visit, form)
    except RefereeError as error:
        return message(str(error), visit.room, 422, [(f"/{visit.room.id}/disputes", say("nav-disputes"))])
    return await _differ(visit, telling)


def _telling(visit: Visit, form: Form) -> Telling:
    """The account as the form has it; before that as the line stands."""
    quarrel = _told_of(visit, form)
    own = next((one.line for one in quarrel.accounts if one.party == visit.player), quarrel.line)
    sheet = None if quarrel.step is not None else _sheet(visit, form, own, quarrel.edition)
    names = tuple(seat.name for seat in sheet.seats) if sheet else ()
    return Telling(quarrel, sheet, _one(form, "said") or own, _parties(visit, names))


def _told_of(visit: Visit, form: Form) -> Quarrel:
    """The quarrel of which the form tells; one that is begun with it where it names none."""
    known = _number(form, "quarrel")
    if known is None:
        begun = disputing.begun(visit, _one(form, "start") or _one(form, "line"), _one(form, "edition"), _step(form))
        return visit.site.quarrels.begin(visit.room.id, begun.line, begun.edition, begun.step)
    quarrel = visit.site.quarrels.one(visit.room.id, known)
    if quarrel is None:
        raise LedgerError(say("gone-quarrel"))
    return quarrel


def _sheet(visit: Visit, form: Form, line: str, edition: str) -> Sheet:
    begun = Sheet(edition=edition)
    if visit.room.table:
        shown = visit.table().show().to_dict()
        begun = sheet_of(shown) if shown["edition"] == edition else begun
    return of_form({**form, "edition": [edition]}, of_line(line, begun))


async def _differ(visit: Visit, telling: Telling, fault: FaultView | None = None) -> Response:
    sheet = telling.sheet
    ruling: FaultView | RulingView | None = fault
    if ruling is None and sheet is not None:
        ruling = await visit.site.ruling(ruled, visit, sheet.line(), sheet.edition)
    return page(
        "differ.html",
        visit.room,
        "disputes",
        422 if fault else 200,
        quarrel=telling.quarrel,
        parties=telling.parties,
        typed=telling.typed,
        ruling=ruling,
        places={seat.name: place for place, seat in enumerate(sheet.seats)} if sheet is not None else {},
        assumed=(),
        usable=(),
        line="",
        apply=False,
        read_only=True,
        edition=telling.quarrel.edition,
        **(filled_in(sheet) if sheet is not None else {"sheet": None}),
    )


async def tell(visit: Visit) -> Response:
    """Keeps an account that was told, and asks the other phones."""
    form = await visit.form()
    try:
        telling = await visit.site.at_table(_telling, visit, form)
    except RefereeError as error:
        return message(str(error), visit.room, 422, [(f"/{visit.room.id}/disputes", say("nav-disputes"))])
    line = telling.sheet.line() if telling.sheet is not None else telling.typed
    try:
        party = _party(visit, form)
        quarrel = await visit.site.at_table(_tell, visit, telling, Account(party, _one(form, "claim"), line))
    except RefereeError as error:
        return await _differ(visit, telling, fault_of(error))
    return RedirectResponse(f"/{visit.room.id}/quarrel/{quarrel.id}", 303)


def _tell(visit: Visit, telling: Telling, account: Account) -> Quarrel:
    """As it is when the form has come: another phone may have told its own meanwhile."""
    known = visit.site.quarrels.one(visit.room.id, telling.quarrel.id)
    started = known if known is not None and known.line == telling.quarrel.line else telling.quarrel
    return disputing.told(visit, started, account)


def _party(visit: Visit, form: Form) -> str:
    """Whose account it is: that of the phone's seat, or who is named on a phone that plays for all."""
    _must_sit(visit)
    named = visit.player or _one(form, "party")
    if not named:
        raise LedgerError(say("no-party"))
    return named[:60]


def _must_sit(visit: Visit) -> None:
    """LedgerError for a phone that only watches."""
    if visit.room.table and not visit.seat:
        raise LedgerError(say("seat-first-dispute"))


def _step(form: Form) -> int | None:
    return _number(form, "step")


# -- the answers -------------------------------------------------------------------------------------------------------


async def show_quarrel(visit: Visit) -> Response:
    """The accounts side by side, with what decides between them."""
    return await _quarrel(visit)


async def _quarrel(visit: Visit, fault: str = "") -> Response:
    quarrel = visit.site.quarrels.one(visit.room.id, visit.request.path_params["id"])
    if quarrel is None:
        return message(say("gone-quarrel"), visit.room, 404, [(f"/{visit.room.id}/disputes", say("nav-disputes"))])
    view, parties = await visit.site.at_table(_argued, visit, quarrel)
    now = visit.site.versions.now(visit.room.table)
    return page(
        "quarrel.html",
        visit.room,
        "disputes",
        422 if fault else 200,
        quarrel=quarrel,
        dispute=view,
        counted=quarrel.counted(),
        stands=len(disputing.accounts_told(quarrel)),
        me=visit.player,
        parties=parties,
        may_act=not visit.site.read_only,
        fault=fault,
        version=now,
        version_text=visit.version_text(now),
    )


def _argued(visit: Visit, quarrel: Quarrel) -> tuple[DisputeView, tuple[str, ...]]:
    view = view_of_dispute(disputing.argued(visit, quarrel), disputing.house_rules(visit))
    return view, _parties(visit, tuple(account.party for account in quarrel.accounts))


def _parties(visit: Visit, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """For whom this phone can speak: its seat, or all who sit there; without a table those that are named."""
    if visit.player:
        return (visit.player,)
    if not visit.room.table:
        return otherwise
    return tuple(visit.table().show().seats) if visit.seat else ()


async def answer(visit: Visit) -> Response:
    """What a phone does about a quarrel: agrees, says that it was as it stands, votes, or has it decided."""
    form = await visit.form()
    id: int = visit.request.path_params["id"]
    try:
        decided = await visit.site.at_table(_answered, visit, id, form)
    except RefereeError as error:
        return await _quarrel(visit, str(error))
    room = visit.room.id
    if decided is not None:
        return RedirectResponse(f"/{room}/dispute/{decided}", 303)
    gone = visit.site.quarrels.one(room, id) is None
    return RedirectResponse(f"/{room}/disputes" if gone else f"/{room}/quarrel/{id}", 303)


def _answered(visit: Visit, id: int, form: Form) -> int | None:
    """Does what a form says; the number of the dispute where it is decided now."""
    _must_sit(visit)
    quarrel = visit.site.quarrels.one(visit.room.id, id)
    if quarrel is None:
        raise LedgerError(say("gone-quarrel"))
    acts: dict[str, Callable[[int], int | None]] = {
        "agree": lambda number: _agree(visit, quarrel, number, _party(visit, form)),
        "vote": lambda number: _vote(visit, quarrel, number, _party(visit, form)),
        "ruled": lambda number: disputing.ruled(visit, quarrel, number),
        "count": lambda number: disputing.by_vote(visit, quarrel),
        "house": lambda number: disputing.by_table(visit, quarrel, _one(form, "reading"), _one(form, "says")),
        "withdraw": lambda number: disputing.dropped(visit, quarrel),
    }
    act, _, said = _one(form, "act").partition(" ")
    number = int(said) if said.isdecimal() and len(said) < 3 else 1
    if act not in acts or not 1 <= number <= len(disputing.accounts_told(quarrel)):
        raise LedgerError(say("say-what"))
    return acts[act](number)


def _agree(visit: Visit, quarrel: Quarrel, number: int, party: str) -> None:
    with_whom = disputing.accounts_told(quarrel)[number - 1]
    disputing.told(visit, quarrel, Account(party, say("agrees", who=with_whom.party), with_whom.line))


def _vote(visit: Visit, quarrel: Quarrel, number: int, party: str) -> None:
    if number > len(quarrel.accounts):  # what stands becomes an account that can be voted for
        raise LedgerError(say("say-what"))
    disputing.keep(visit, Quarrel(**{**vars(quarrel), "votes": {**quarrel.votes, party: number}}))


# -- what was decided --------------------------------------------------------------------------------------------------


async def show_dispute(visit: Visit) -> Response:
    """A dispute of the ledger: accounts, what decided, the slip, and what can be added."""
    return await _dispute(visit)


async def _dispute(visit: Visit, fault: str = "") -> Response:
    id: int = visit.request.path_params["id"]
    dispute = await visit.site.at_table(disputing.kept, visit, id)
    if dispute is None:
        return message(say("no-page"), visit.room, 404)
    if not disputing.is_open_to(visit, dispute):
        return message(say("dispute-hidden"), visit.room, 403)
    house = await visit.site.at_table(disputing.house_rules, visit)
    now = visit.site.versions.now(visit.room.table)
    return page(
        "dispute.html",
        visit.room,
        "disputes",
        422 if fault else 200,
        id=id,
        dispute=await visit.site.at_table(partial(view_of_dispute, dispute, house)),
        slip=await visit.site.at_table(disputing.slip, visit, id),
        link=f"{visit.request.base_url}{visit.room.id}/dispute/{id}",
        may_act=not visit.site.read_only,
        can_promote=_can_promote(visit, dispute.record.kept),
        fault=fault,
        version=now,
        version_text=visit.version_text(now),
    )


def _can_promote(visit: Visit, told: Mapping[str, object]) -> bool:
    """True for a decision of the table's own that is no house rule of it yet."""
    return bool(visit.room.table and told["state"] == "decided" and told.get("house") and not told["promotions"])


async def add(visit: Visit) -> Response:
    """Adds a note or an appeal to a dispute, or makes its decision a house rule."""
    form = await visit.form()
    id: int = visit.request.path_params["id"]
    what = _one(form, "act")
    dispute = await visit.site.at_table(disputing.kept, visit, id)
    if dispute is None or what not in ("note", "appeal", "promote"):
        return message(say("no-page"), visit.room, 404)
    try:
        _must_sit(visit)
        await visit.site.at_table(disputing.add, visit, id, what, _one(form, "says"))
    except RefereeError as error:
        return await _dispute(visit, str(error))
    return RedirectResponse(f"/{visit.room.id}/dispute/{id}", 303)


def _one(form: Form, name: str) -> str:
    return " ".join("".join(form.get(name, [""])[-1:]).split())[:_LONGEST]


def _number(form: Form, name: str) -> int | None:
    said = _one(form, name)
    return int(said) if said.isdecimal() and len(said) < 9 else None
