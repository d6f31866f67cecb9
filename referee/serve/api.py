"""The same calls for programs: JSON under /api/v1, as the command line prints it with --json, and its description."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from json import JSONDecodeError, loads
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import referee
from referee.errors import ImpossibleError, LedgerError, MalformedError, OvertakenError, RefereeError
from referee.serve.blind import refusal_for
from referee.serve.guard import phone_in
from referee.serve.openapi import description
from referee.serve.pages import page
from referee.serve.rooms import ALL, Room
from referee.serve.secrets_kept import command_for, sentences_for
from referee.serve.site import Site, TooSlowError, Visit
from referee.serve.table_view import state_for
from referee.serve.texts import say

PATH = "/api/v1"
_MOST = 20  # answers of `ask`
_LONGEST = 4_000  # letters of a value
Values = Mapping[str, str]


@dataclass(frozen=True)
class Call:
    """A call: its path, what it does, its values (each with a word on it), and the function that answers.

    `needs` are the values that must be there, `answers` the names of the schemas of what is told. One that `acts` is
    sent as a JSON object, the others have their values in the address.
    """

    path: str
    does: str
    values: Mapping[str, str]
    answer: Callable[[Visit, Values], Any]
    answers: tuple[str, ...]
    needs: tuple[str, ...] = ()
    acts: bool = False
    at_table: bool = False

    def __hash__(self) -> int:
        return hash(self.path)


def _edition(values: Values) -> str:
    return values.get("edition") or "consolidated"


def _state(visit: Visit, values: Values) -> object:
    read = visit.read()
    return {**state_for(read.shown, visit.seat), "version": read.version}


def _legal(visit: Visit, values: Values) -> object:
    """What may be done by this phone's player: the offers to others name their cards."""
    if visit.seat != ALL and not visit.seat:
        raise LedgerError(say("seat-first"))
    told = visit.table().legal(visit.player).to_dict()
    return {key: told[key] for key in ("format", "name", "phase", "winners", "commands")}


def _history(visit: Visit, values: Values) -> object:
    told = visit.table().history()
    entries = [
        {
            **entry.to_dict(),
            "command": command_for(visit.seat, entry.command),
            "says": sentences_for(visit.seat, entry.command, entry.says),
            "done": [{**one, "command": command_for(visit.seat, one["command"])} for one in entry.to_dict()["done"]],
        }
        for entry in told
    ]
    return {**told.to_dict(), "history": entries}


def _timing(visit: Visit, values: Values) -> object:
    offense, defense, seats = (values.get(name, "") for name in ("offense", "defense", "seats"))
    return referee.timing(
        values.get("contenders", "").split(), offense, defense, seats, edition=_edition(values)
    ).to_dict()


def _do(visit: Visit, values: Values) -> object:
    """Does one command; with `version` only if the table is still at it."""
    seen = int(values["version"]) if values.get("version", "").isdecimal() else None
    command = values.get("command", "")
    done = visit.table().do(command, seen=seen)
    told = done.to_dict() if done.legal else refusal_for(visit, command, False, done)
    told = {key: value for key, value in told.items() if key not in ("next", "proof")}
    return {**told, "table": state_for(told["table"], visit.seat), "version": visit.table().version()}


_IN = {"edition": "consolidated (without it), ffg2018, warp or mayfair1991"}
CALLS = (
    Call(
        "encounter",
        "Rules one encounter.",
        {"line": "the encounter on one line", **_IN},
        lambda visit, values: referee.judge_encounter(values.get("line", ""), _edition(values)).to_dict(),
        ("ruling",),
        ("line",),
    ),
    Call(
        "may",
        "May this be done now, on a table of which only these facts are known?",
        {"question": "COMMAND ; FACT...", **_IN},
        lambda visit, values: referee.may(values.get("question", ""), _edition(values)).to_dict(),
        ("verdict",),
        ("question",),
    ),
    Call(
        "ask",
        "The clauses that answer a question.",
        {"question": "in a player's words", "count": "how many, at most 20", **_IN},
        lambda visit, values: referee.ask(values.get("question", ""), _count(values), _edition(values)).to_dict(),
        ("answers",),
        ("question",),
    ),
    Call(
        "rule",
        "One clause.",
        {"id": "such as 5.10.1.1.d", **_IN},
        lambda visit, values: referee.rule(values.get("id", ""), _edition(values)).to_dict(),
        ("clause", "law-rule", "heading"),
        ("id",),
    ),
    Call(
        "alien",
        "A power as it is applied.",
        {"name": "such as Macron", **_IN},
        lambda visit, values: referee.alien(values.get("name", ""), _edition(values)).to_dict(),
        ("alien-sheet",),
        ("name",),
    ),
    Call(
        "card",
        "A card as it is applied.",
        {"name": "such as Cosmic-Zap", **_IN},
        lambda visit, values: referee.card(values.get("name", ""), _edition(values)).to_dict(),
        ("card-text",),
        ("name",),
    ),
    Call(
        "duel",
        "Rules a duel of Cosmic Encounter Duel.",
        {"line": "the duel on one line"},
        lambda visit, values: referee.judge_duel(values.get("line", "")).to_dict(),
        ("duel-ruling",),
        ("line",),
    ),
    Call(
        "timing",
        "Who resolves first.",
        {
            "contenders": "players with what they use, such as red:Oracle blue:Sorcerer",
            "offense": "who is the offense",
            "defense": "who is the defense",
            "seats": "everybody clockwise, with commas between",
            **_IN,
        },
        _timing,
        ("timing",),
        ("contenders",),
    ),
    Call(
        "clash",
        "Whether it matters which of two powers acts first.",
        {"one": "an alien, such as Kamikaze", "other": "another, such as Trader"},
        lambda visit, values: referee.clash(values.get("one", ""), values.get("other", "")).to_dict(),
        ("clash-of-two",),
        ("one", "other"),
    ),
    Call(
        "question",
        "A disputable point with its readings.",
        {"id": "such as DF-05"},
        lambda visit, values: referee.question(values.get("id", "")).to_dict(),
        ("question",),
        ("id",),
    ),
    Call(
        "table",
        "The table of this key as it stands, and its version.",
        {},
        _state,
        ("shown-table", "duel-table"),
        at_table=True,
    ),
    Call("table/legal", "What this phone's player may do now.", {}, _legal, ("legal",), at_table=True),
    Call("table/history", "What was done.", {}, _history, ("history",), at_table=True),
    Call(
        "table/do",
        "Does one command.",
        {"command": "such as launch red 3 at blue.2", "version": "the version that was seen (optional)"},
        _do,
        ("done",),
        ("command",),
        acts=True,
        at_table=True,
    ),
)


def _count(values: Values) -> int:
    said = values.get("count", "")
    return min(int(said), _MOST) if said.isdecimal() and len(said) < 4 and int(said) else 5


def _route(call: Call) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        visit = _visit(request)
        if visit is None:
            return _fault(401, "key", say("not-let-in"))
        if call.acts and visit.site.read_only:
            return _fault(403, "read-only", say("read-only"))
        try:
            values = await _values(request, call)
            run = visit.site.acting if call.acts else visit.site.at_table if call.at_table else visit.site.ruling
            told = await run(call.answer, visit, values)
        except RefereeError as error:
            return error_of(error)
        except TooSlowError:
            return _fault(503, "slow", say("slow"))
        if call.acts:
            visit.site.versions.tell(visit.room.table, told["version"])
        return JSONResponse(told)

    return answer


async def _values(request: Request, call: Call) -> Values:
    """The values of a call; MalformedError where the body is no JSON object of texts and numbers."""
    if not call.acts:
        return {name: value[:_LONGEST] for name, value in request.query_params.items()}
    body = (await request.body()).decode("utf-8", "replace")
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise MalformedError(body[:80], 0, "a body of the type application/json")
    try:
        told = loads(body)
    except (JSONDecodeError, RecursionError):
        raise MalformedError(body[:80], 0, "a JSON object") from None
    if not isinstance(told, dict):
        raise MalformedError(body[:80], 0, "a JSON object")
    return {str(name): str(value)[:_LONGEST] for name, value in told.items() if isinstance(value, (str, int))}


def _visit(request: Request) -> Visit | None:
    """The phone that asks, by its cookie; or a program that has the key (`Authorization: Bearer KEY`), without seat."""
    site: Site = request.app.state.site
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    room: Room | None = site.rooms.by_key(key) if scheme.lower() == "bearer" else None
    if room is not None:
        return Visit(site, request, room, "")
    for room in site.rooms:
        phone = phone_in(room, request.headers)
        if phone is not None:
            return Visit(site, request, room, phone)
    return None


def error_of(error: RefereeError) -> Response:
    """What is wrong, as JSON: its kind, the sentence, and of a line the place."""
    status = 409 if isinstance(error, OvertakenError) else 422
    kind = type(error).__name__.removesuffix("Error").lower()
    more: dict[str, object] = {}
    if isinstance(error, MalformedError):
        more = {"line": error.line, "column": error.column, "expected": error.expected, "hint": error.hint}
    if isinstance(error, ImpossibleError):
        more = {"line": error.line, "faults": list(error.faults)}
    return _fault(status, kind, str(error), **more)


def _fault(status: int, kind: str, says: str, **more: object) -> Response:
    return JSONResponse({"format": 1, "error": {"kind": kind, "says": says, **more}}, status)


# -- the description ---------------------------------------------------------------------------------------------------


async def _describe(request: Request) -> Response:
    return JSONResponse(await request.app.state.site.ruling(description, CALLS, PATH))


async def _page(request: Request) -> Response:
    """The calls as a page: what each is asked and where it is described for programs."""
    return page("api.html", None, calls=CALLS, path=PATH)


ROUTES = (
    Route(PATH, _page),
    Route(f"{PATH}/openapi.json", _describe),
    *(Route(f"{PATH}/{call.path}", _route(call), methods=["POST" if call.acts else "GET"]) for call in CALLS),
)
