"""The pictures that pages show: a table of Duel, and the position of any line that is ruled or disputed."""

from __future__ import annotations

from starlette.responses import Response

import referee
from referee.duel.games import game
from referee.errors import RefereeError
from referee.serve.duel_view import picture_of_duel
from referee.serve.pages import message
from referee.serve.site import Visit, fields_of
from referee.serve.texts import say

_LONGEST = 4_000  # letters of a line
# A picture holds its own style, and needs nothing else.
_STYLED = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}


async def show_table(visit: Visit) -> Response:
    """The table of a Duel as a picture; that of the multiplayer game is a page of its own."""
    table = (await visit.standing()).shown
    if game(table["edition"]).is_big:
        return message(say("no-page"), visit.room, 404)
    return _svg(picture_of_duel(table, visit.seat))


async def show_line(visit: Visit) -> Response:
    """The position of a line (`line`, `edition`) as a picture; nothing is in it that the line does not say."""
    fields = fields_of(visit.request.url.query)
    line, edition = (" ".join("".join(fields.get(name, [""])[-1:]).split()) for name in ("line", "edition"))
    try:
        drawn = await visit.site.ruling(referee.picture, line[:_LONGEST], edition or "consolidated")
    except RefereeError as error:
        return message(str(error), visit.room, 422)
    return _svg(drawn.svg)


def _svg(text: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers=_STYLED)
