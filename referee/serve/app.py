"""The application: every address, and what is said where something goes wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from referee.errors import RefereeError
from referee.serve import (
    amend_pages,
    api,
    dispute_pages,
    look_pages,
    picture_pages,
    proof_pages,
    sheet_pages,
    table_pages,
    two_pages,
)
from referee.serve.guard import Guard, phone_in
from referee.serve.pages import STATIC, message, static
from referee.serve.rooms import Room
from referee.serve.site import Site, TooSlowError, Visit, let_in
from referee.serve.texts import say

_LOG = logging.getLogger("referee.serve")
_KEPT = 60 * 60 * 24 * 30  # seconds for which a phone stays let in


def application(site: Site, hosts: Iterable[str]) -> Starlette:
    """The pages of a site, served under these hosts (each with its port)."""
    app = Starlette(
        routes=[
            Route("/", _home),
            Route("/join/{key}", _join),
            Route("/static/{name}", _static),
            *api.ROUTES,
            Route("/{room}", let_in(_room)),
            Route("/{room}/", let_in(_room)),
            Route("/{room}/sheet", let_in(sheet_pages.show)),
            Route("/{room}/sheet/ruling", let_in(sheet_pages.show_ruling)),
            Route("/{room}/proof", let_in(proof_pages.show)),
            Route("/{room}/look", let_in(look_pages.show)),
            Route("/{room}/two", let_in(two_pages.show)),
            Route("/{room}/table", let_in(table_pages.show)),
            Route("/{room}/picture.svg", let_in(picture_pages.show_table)),
            Route("/{room}/drawn.svg", let_in(picture_pages.show_line)),
            Route("/{room}/acts", let_in(table_pages.show_acts)),
            Route("/{room}/history", let_in(table_pages.show_history)),
            Route("/{room}/set", let_in(table_pages.show_set)),
            Route("/{room}/version", let_in(table_pages.version)),
            Route("/{room}/events", let_in(table_pages.events)),
            Route("/{room}/disputes", let_in(dispute_pages.show_all)),
            Route("/{room}/amend", let_in(amend_pages.show)),
            Route("/{room}/differ", let_in(dispute_pages.show_differ)),
            Route("/{room}/quarrel/{id:int}", let_in(dispute_pages.show_quarrel)),
            Route("/{room}/dispute/{id:int}", let_in(dispute_pages.show_dispute)),
            Route("/{room}/seat", let_in(table_pages.claim), methods=["POST"]),
            *(
                Route(f"/{{room}}/{name}", let_in(act, changes=True), methods=["POST"])
                for name, act in (
                    ("do", table_pages.do),
                    ("apply", table_pages.apply),
                    ("undo", table_pages.undo),
                    ("redo", table_pages.redo),
                    ("set", table_pages.put_right),
                    ("amend", amend_pages.choose),
                    ("differ", dispute_pages.tell),
                    ("quarrel/{id:int}", dispute_pages.answer),
                    ("dispute/{id:int}", dispute_pages.add),
                )
            ),
        ],
        middleware=[Middleware(Guard, rooms=site.rooms, hosts=hosts)],
        exception_handlers={
            HTTPException: _no_page,
            RefereeError: _refused,
            TooSlowError: _too_slow,
            Exception: _fault,
        },
        lifespan=_life,
    )
    app.state.site = site
    return app


@asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    site: Site = app.state.site
    site.versions.hold()
    watching = asyncio.create_task(site.versions.watch())
    warming = asyncio.create_task(site.ruling(sheet_pages.warm))
    yield
    await warming
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    site.close()


async def _home(request: Request) -> Response:
    """The rooms into which this phone was let."""
    rooms = [room for room in request.app.state.site.rooms if phone_in(room, request.headers)]
    if not rooms:
        return message(say("not-let-in"), status=403)
    if len(rooms) == 1:
        return RedirectResponse(_start(rooms[0]), 303)
    return message(say("which-table"), links=[(_start(room), room.table or say("nav-sheet")) for room in rooms])


async def _join(request: Request) -> Response:
    """Lets a phone in that has the key: it gets a cookie, and an address without the key."""
    site: Site = request.app.state.site
    room = site.rooms.by_key(request.path_params["key"])
    if room is None:
        return message(say("wrong-key"), status=403)
    answer = RedirectResponse(_start(room), 303)
    if phone_in(room, request.headers) is None:
        ticket = room.ticket(await site.acting(site.rooms.join, room))
        answer.set_cookie(room.cookie, ticket, max_age=_KEPT, path="/", httponly=True, samesite="lax")
    return answer


async def _room(visit: Visit) -> Response:
    return RedirectResponse(_start(visit.room), 303)


def _start(room: Room) -> str:
    """The address at which a phone begins."""
    return f"/{room.id}/{'table' if room.table else 'sheet'}"


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404)
    return Response(static(name), media_type=STATIC[name], headers={"cache-control": "max-age=86400"})


# -- what goes wrong ---------------------------------------------------------------------------------------------------


async def _no_page(request: Request, error: Exception) -> Response:
    return message(say("no-page"), status=getattr(error, "status_code", 404))


async def _refused(request: Request, error: Exception) -> Response:
    return message(str(error), status=400)


async def _too_slow(request: Request, error: Exception) -> Response:
    return message(say("slow"), status=503)


async def _fault(request: Request, error: Exception) -> Response:
    _LOG.error("a fault in the referee", exc_info=error)
    return PlainTextResponse(say("fault"), 500)
