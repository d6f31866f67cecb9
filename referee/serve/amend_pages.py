"""An act of the history said otherwise: what follows is told first, then the table chooses what is done about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from referee.errors import LedgerError, RefereeError
from referee.render.amended import change_told, turned_told
from referee.render.words import Told, shown
from referee.serve.cited import Cited, cited
from referee.serve.pages import message, page
from referee.serve.ruling_view import FaultView, Refusal, fault_of
from referee.serve.secrets_kept import change_for, command_for, is_open, is_own, sentences_for
from referee.serve.site import Visit, fields_of
from referee.serve.texts import say

if TYPE_CHECKING:
    from referee.public.table_answers import HistoryEntry

Form = dict[str, list[str]]
_LONGEST = 500  # letters of what should have been said
INSTEAD, BEFORE, DROP = "instead", "before", "drop"


@dataclass(frozen=True)
class Mistake:
    """What a form says of an act: its number, how it should have been, and whether in its place or before it."""

    number: int
    right: str
    how: str


@dataclass(frozen=True)
class FollowsView:
    """What follows if an act is put right; `refusals` say why the act itself could not have been."""

    otherwise: tuple[str, ...] = ()
    unlawful: tuple[tuple[str, tuple[Cited, ...]], ...] = ()
    turned: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()


async def show(visit: Visit) -> Response:
    """An act of the history with a field for how it should have been; once that is filled in, what follows."""
    return await _shown(visit, _mistake(fields_of(visit.request.url.query)))


async def _shown(visit: Visit, mistake: Mistake, told: str = "") -> Response:
    try:
        entry, version = await visit.site.at_table(_entry, visit, mistake.number)
    except RefereeError as error:
        return message(str(error), visit.room, 404, [(f"/{visit.room.id}/history", say("history"))])
    follows: FollowsView | None = None
    fault: FaultView | None = None
    if mistake.right or mistake.how == DROP:
        try:
            follows = await visit.site.at_table(_follows, visit, mistake)
        except RefereeError as error:
            fault = fault_of(error)
    return page(
        "amend.html",
        visit.room,
        "table",
        422 if fault or told else 200,
        entry=entry,
        command=command_for(visit.seat, entry.command),
        mistake=mistake,
        follows=follows,
        fault=fault,
        told=told,
        now=version,
        read_only=visit.site.read_only,
    )


def _entry(visit: Visit, number: int) -> tuple[HistoryEntry, int]:
    """The act of this number, and the version of the table; LedgerError if it is none that can be put right."""
    session = visit.table()
    found = [entry for entry in session.history() if entry.number == number and not entry.undone]
    if not found or not number:
        raise LedgerError(say("no-such-act"))
    if not is_own(visit.seat, found[0].command):
        raise LedgerError(say("told-to-its-seat"))
    return found[0], session.version()


def _follows(visit: Visit, mistake: Mistake) -> FollowsView:
    told = _amended(visit, mistake, "")
    edition = told["edition"]
    if "refused" in told:
        refusals = tuple(
            Refusal(shown(one["says"]), tuple(cited(id, edition) for id in one["cites"]), _nearest(visit, one))
            for one in told["refused"]["illegal"]
        )
        return FollowsView(refusals=refusals or (Refusal(say("depends", what=told["status"]), (), ()),))
    return FollowsView(
        tuple(change_told(change_for(visit.seat, change)) for change in told["otherwise"]),
        tuple((_unlawful(visit, act), tuple(cited(id, edition) for id in act["cites"])) for act in told["unlawful"]),
        tuple(f"{outcome['number']}: {turned_told(outcome)}" for outcome in told["turned"]),
        (),
        tuple((choice["choice"], shown(choice["says"])) for choice in told["choices"]),
    )


def _nearest(visit: Visit, refusal: Told) -> tuple[str, ...]:
    """What is legal instead, which can rest on what a told hand holds: only what names its own acts in their place."""
    return tuple(refusal["nearest"]) if is_open(visit.seat) else ()


def _unlawful(visit: Visit, act: Told) -> str:
    command = command_for(visit.seat, act["command"])
    (says, *_) = sentences_for(visit.seat, act["command"], [act["says"]])
    left = say("done-anyway") if act["done"] else say("left-out")
    return f"{act['number']}: {shown(command)}: {shown(says)} ({left})"


def _amended(visit: Visit, mistake: Mistake, choose: str) -> Told:
    """What the public call tells of an amend, or does with `choose`."""
    right = [] if mistake.how == DROP else [mistake.right]
    insert = mistake.how == BEFORE
    return visit.table().amend(mistake.number, *right, insert=insert, choose=choose).to_dict()


async def choose(visit: Visit) -> Response:
    """Does about a mistake what the table chose, if the table is still as the phone saw it."""
    form = await visit.form()
    mistake, choice = _mistake(form), _one(form, "choose")
    if choice not in ("stand", "repair", "again"):
        return await _shown(visit, mistake)
    try:
        await visit.site.at_table(_chosen, visit, mistake, choice, _one(form, "version"))
    except RefereeError as error:
        return await _shown(visit, mistake, str(error))
    visit.site.versions.tell(visit.room.table, visit.site.versions.now(visit.room.table))
    return RedirectResponse(f"/{visit.room.id}/history", 303)


def _chosen(visit: Visit, mistake: Mistake, choice: str, seen: str) -> None:
    _, version = _entry(visit, mistake.number)
    if seen != str(version):
        raise LedgerError(say("meanwhile"))
    told = _amended(visit, mistake, choice)
    if "refused" in told:
        raise LedgerError(say("refused"))


def _mistake(form: Form) -> Mistake:
    said = _one(form, "number")
    how = _one(form, "how")
    number = int(said) if said.isdecimal() and len(said) < 9 else 0
    return Mistake(number, _one(form, "right"), how if how in (BEFORE, DROP) else INSTEAD)


def _one(form: Form, name: str) -> str:
    return " ".join("".join(form.get(name, [""])[-1:]).split())[:_LONGEST]
