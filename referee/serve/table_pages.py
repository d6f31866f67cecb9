"""The pages of a table: how it stands, what may be done, what was done, and every act, each a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse

import referee
from referee.duel.games import game
from referee.errors import LedgerError, OvertakenError, RefereeError
from referee.render import words
from referee.serve.blind import refusal_for
from referee.serve.cited import cited
from referee.serve.duel_view import view_of_duel
from referee.serve.may_i import MayI, may_i
from referee.serve.pages import message, page
from referee.serve.rooms import ALL
from referee.serve.ruling_view import FaultView, Refusal, fault_of
from referee.serve.secrets_kept import command_for, sentences_for
from referee.serve.sheet import HIDDEN, attacks, of_line
from referee.serve.site import Visit, fields_of
from referee.serve.table_view import FACTS, TableView, acts_of, differing, sheet_of, view_of_table
from referee.serve.texts import say

if TYPE_CHECKING:
    from referee.public.table_answers import HistoryEntry

_LONGEST = 500  # letters of a command
_SHOWN = 60  # commands of a history
CARDS = (HIDDEN, "N", "M")


@dataclass(frozen=True)
class Standing:
    """A table read at once: its version, how it stands, and the number of the last command in force.

    `clock` has the seconds that are left for a deal; None where none is to be made. `last_by` is who did the last
    command; empty where that is not known.
    """

    version: int
    view: TableView
    number: int
    last: str
    last_by: str
    clock: int | None


@dataclass(frozen=True)
class Outcome:
    """What came of a form: what was said, refused or not understood, what the table did meanwhile, and what to keep."""

    says: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    fault: FaultView | None = None
    meanwhile: tuple[str, ...] = ()
    kept: str = ""

    @property
    def is_done(self) -> bool:
        """True if what was asked for was done."""
        return not (self.refusals or self.fault or self.meanwhile)


async def standing(visit: Visit) -> Standing:
    """Reads the table for a phone. LedgerError where there is none."""
    read = await visit.standing()
    view_of = view_of_table if game(read.table.edition).is_big else view_of_duel
    view = view_of(read.shown, read.legal.offers, read.legal.says, read.legal.waits_for, visit.seat)
    last = command_for(visit.seat, read.last.command) if read.last.number else ""
    has_deal = any(due["what"] == "deal" for due in read.shown.get("due", ()))
    left = await visit.site.at_table(lambda: visit.table().clock().left) if has_deal else None
    return Standing(read.version, view, read.last.number, last, words.shown(read.last.to_dict().get("by", "")), left)


async def show(visit: Visit) -> Response:
    """The table; after something was done, with what was said of it; with `say` that stands in the field."""
    fields = fields_of(visit.request.url.query)
    said = fields.get("done", [""])[-1]
    outcome = await _told(visit, int(said)) if said.isdecimal() and len(said) < 9 else Outcome()
    typed = " ".join(fields.get("say", [""])[-1].split())[:_LONGEST]
    return await _table(visit, replace(outcome, kept=typed))


async def show_acts(visit: Visit) -> Response:
    """What may be done now by the player whose phone it is, and what may not, and why."""
    now = await visit.standing()
    return await _table(visit, Outcome(), "acts.html", may=await visit.site.at_table(may_i, visit, now))


async def show_history(visit: Visit) -> Response:
    """What was done, the last first."""
    entries = await visit.site.at_table(lambda: visit.table().history(last=_SHOWN))
    rows = [
        (entry, command_for(visit.seat, entry.command), sentences_for(visit.seat, entry.command, entry.says))
        for entry in reversed(entries[-_SHOWN:])
    ]
    now = visit.site.versions.now(visit.room.table)
    return page(
        "history.html",
        visit.room,
        "table",
        rows=rows,
        version=now,
        version_text=visit.version_text(now),
        read_only=visit.site.read_only,
    )


async def _table(
    visit: Visit, outcome: Outcome, template: str = "table.html", status: int = 200, may: MayI | None = None
) -> Response:
    now = await standing(visit)
    return page(
        template,
        visit.room,
        "table",
        status,
        table=now.view,
        version=now.version,
        version_text=visit.version_text(now.version),
        quarrels=visit.site.quarrels.of(visit.room.id),
        clock=now.clock,
        number=now.number,
        last=now.last,
        last_by=now.last_by,
        outcome=outcome,
        may=may or MayI(),
        seat=visit.seat,
        all=ALL,
        cards=(*CARDS, *attacks()),
        read_only=visit.site.read_only,
    )


async def _told(visit: Visit, number: int) -> Outcome:
    """What was said of the command of this number, as long as it is among the last."""
    last = (await visit.standing()).last
    entries = [last] if last.number == number else await visit.site.at_table(visit.table().history, _SHOWN)
    for entry in entries:
        if entry.number == number and not entry.undone:
            return Outcome(says=tuple(sentences_for(visit.seat, entry.command, entry.says)))
    return Outcome()


# -- acts --------------------------------------------------------------------------------------------------------------


async def do(visit: Visit) -> Response:
    """Does a command; a second phone that comes too late is told what changed, and keeps what it typed."""
    form = await visit.form()
    command = _command(form)
    if not command:
        return RedirectResponse(f"/{visit.room.id}/table", 303)
    return await _acted(visit, form, [command])


async def apply(visit: Visit) -> Response:
    """Does at the table what stands on the encounter sheet."""
    form = await visit.form()
    line = "".join(form.get("line", [""])[-1:])[:4_000]
    try:
        acts = await visit.site.at_table(_acts, visit, line)
    except RefereeError as error:
        return await _table(visit, Outcome(fault=fault_of(error)), status=422)
    return await _acted(visit, form, acts)


def _acts(visit: Visit, line: str) -> list[str]:
    table = visit.table().show().to_dict()
    begun = sheet_of(table)
    sheet = of_line(line, begun)
    if sheet.main_name(sheet.offense) != table["turn"]:
        raise LedgerError(say("not-the-turn", who=table["turn"]))
    if not table["target"] and not sheet.planet:
        raise LedgerError(say("say-planet"))
    who = differing(sheet, table)
    if who:
        raise LedgerError(say("differs-at-table", who=who))
    clauses = [clause for said in sheet.more.split(";") if (clause := begun.known.without_known(said))]
    facts = [clause for clause in clauses if clause.split()[0].rstrip(":") in FACTS]
    if facts:
        raise LedgerError(say("say-more", more=" ; ".join(facts)))
    return acts_of(replace(sheet, more=" ; ".join(clauses)), table)


async def _acted(visit: Visit, form: dict[str, list[str]], commands: Sequence[str]) -> Response:
    seen, anyway = _number(form, "version"), bool(form.get("anyway"))
    outcome, number = await visit.site.acting(_do, visit, commands, seen, _number(form, "number"), anyway)
    visit.site.versions.tell(visit.room.table, visit.site.versions.now(visit.room.table))
    if outcome.is_done:
        return RedirectResponse(f"/{visit.room.id}/table?done={number}", 303)
    return await _table(visit, outcome, status=409 if outcome.meanwhile else 422)


def _do(
    visit: Visit, commands: Sequence[str], seen: int | None, number: int | None, anyway: bool
) -> tuple[Outcome, int]:
    """Does commands one after another, until one is not done; returns what came of it, and the last one's number."""
    session = visit.table()
    commands = [command for said in commands for command in session.commands_in(said)]
    for place, command in enumerate(commands):
        kept = " / ".join(commands[place:])
        try:
            done = session.do(command, anyway, seen if place == 0 else None)
        except OvertakenError:
            return Outcome(meanwhile=tuple(_meanwhile(visit, number)), kept=kept), 0
        except RefereeError as error:
            return Outcome(fault=fault_of(error), kept=kept), 0
        if not done.legal:
            told = refusal_for(visit, command, anyway, done)
            return Outcome(refusals=_refusals(told), says=() if told["illegal"] else tuple(told["says"]), kept=kept), 0
    return Outcome(), visit.read().last.number  # and every phone that asks now finds it read


def _refusals(told: dict[str, Any]) -> tuple[Refusal, ...]:
    """Why a command was not done; where it depends on what is hidden, that."""
    found = tuple(
        Refusal(one["says"], tuple(cited(id, told["edition"]) for id in one["cites"]), tuple(one["nearest"]))
        for one in told["illegal"]
    )
    return found or (Refusal(say("depends", what=", ".join(told["says"]) or told["status"]), (), ()),)


def _meanwhile(visit: Visit, number: int | None) -> list[str]:
    """What was done at the table since its last command had this number."""
    entries: list[HistoryEntry] = visit.table().history()
    in_force = [entry for entry in entries if not entry.undone]
    new = [entry for entry in in_force if number is not None and entry.number > number]
    gone = [entry for entry in entries if entry.undone and number is not None and entry.number <= number]
    return (
        [say("done-meanwhile", what=command_for(visit.seat, entry.command)) for entry in new]
        + [say("undone-meanwhile", what=command_for(visit.seat, entry.command)) for entry in gone]
    ) or [say("changed-meanwhile")]


async def undo(visit: Visit) -> Response:
    """Takes the last command back, if it is still the one that this phone saw."""
    return await _step(visit, lambda table, expect: table.undo(expect=expect))


async def redo(visit: Visit) -> Response:
    """Does again what was taken back."""
    return await _step(visit, lambda table, expect: table.redo())


async def _step(visit: Visit, step: Callable[[referee.TableSession, int | None], object]) -> Response:
    form = await visit.form()
    try:
        await visit.site.acting(lambda: step(visit.table(), _number(form, "number")))
    except RefereeError as error:
        return await _table(visit, Outcome(fault=fault_of(error)), status=409)
    visit.site.versions.tell(visit.room.table, visit.site.versions.now(visit.room.table))
    return RedirectResponse(f"/{visit.room.id}/table", 303)


async def show_set(visit: Visit) -> Response:
    """A form that puts right what stands on a planet, in the warp, or how many cards somebody holds."""
    place = " ".join(fields_of(visit.request.url.query).get("place", [""])[-1].split())[:60]
    shown = await visit.site.at_table(lambda: visit.table().show().to_dict())
    kind, _, who = place.partition(" ")
    if kind in shown["planets"]:
        there = [(name, shown["planets"][kind].get(name, 0)) for name in shown["seats"]]
    elif kind in ("warp", "hand") and who in shown["seats"]:
        there = [(who, shown["hands" if kind == "hand" else kind].get(who, 0))]
    else:
        return message(say("no-page"), visit.room, 404)
    now = await standing(visit)
    return page(
        "set.html",
        visit.room,
        "table",
        place=kind,
        there=there,
        version=now.version,
        version_text=visit.version_text(now.version),
        number=now.number,
        waits="",
    )


async def put_right(visit: Visit) -> Response:
    """Puts right what stands somewhere."""
    form = await visit.form()
    place = "".join(form.get("place", [""])[-1:])[:60]
    counts = list(zip(form.get("who", ()), form.get("ships", ()), strict=False))
    told = ", ".join(f"{who} {ships.strip() or '?'}" for who, ships in counts if ships.strip() != "0")
    if place in ("warp", "hand"):
        told = ", ".join(f"{who} {ships.strip() or '?'}" for who, ships in counts)
    return await _acted(visit, form, [f"set {place} {told or 'nobody'}"[:_LONGEST]])


async def claim(visit: Visit) -> Response:
    """Gives a phone a seat in one tap; one that another phone has only where it is taken over in so many words."""
    form = await visit.form()
    seat = "".join(form.get("seat", [""])[-1:])
    seats = await visit.site.at_table(lambda: visit.table().show().to_dict()["seats"])
    if seat not in ("", ALL, *seats):
        return message(say("no-seat"), visit.room, 404)
    if not await visit.site.acting(visit.site.rooms.claim, visit.room, visit.phone, seat, bool(form.get("take"))):
        return page("taken.html", visit.room, "table", 409, seat=seat)
    return RedirectResponse(f"/{visit.room.id}/table", 303)


async def version(visit: Visit) -> Response:
    """The version of the table, and nothing else."""
    now = visit.site.versions.now(visit.room.table)
    return PlainTextResponse(visit.site.versions.text(visit.room.table, now))


async def events(visit: Visit) -> Response:
    """Says which version there is, each time that it changes."""
    return StreamingResponse(visit.site.versions.events(visit.room.table), media_type="text/event-stream")


def _command(form: dict[str, list[str]]) -> str:
    """The command that a form says: as it is typed, or in pieces with a card between each two of them."""
    pieces = form.get("piece", [])
    if len(pieces) > 1:
        cards = [*form.get("card", []), *[HIDDEN] * len(pieces)]
        typed = "".join(piece + card for piece, card in zip(pieces, cards, strict=False))
        typed = typed[: len(typed) - len(cards[len(pieces) - 1])]
    else:
        typed = "".join(form.get("command", [""])[-1:])
    return " ".join(typed.split())[:_LONGEST]


def _number(form: dict[str, list[str]], name: str) -> int | None:
    said = "".join(form.get(name, [""])[-1:])
    return int(said) if said.isdecimal() and len(said) < 10 else None
