"""What can be read by its address: clauses, sheets, cards, points, editions, the notation; and the prompt."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from pydantic import Field

import referee
from referee import render
from referee.errors import RefereeError
from referee.mcp.answers import each, printed
from referee.mcp.errors import sentence
from referee.mcp.turns import Turns

NOTATION = Path(__file__).with_name("notation.md")
_TEXT, _MARKDOWN, _JSON = "text/plain", "text/markdown", "application/json"


def notation() -> str:
    """How an encounter, an act and a table are told, in a page."""
    return NOTATION.read_text(encoding="utf-8")


def add_resources(server: MCPServer[None], turns: Turns) -> None:
    """Adds what can be read by its address, `referee://...`."""

    async def page(show: Callable[[], object]) -> str:
        """What is printed of a thing; ResourceNotFoundError, with names that look like it, where there is none."""
        try:
            return await turns.take(printed, show)
        except RefereeError as error:
            raise ResourceNotFoundError(sentence(error)) from None

    @server.resource("referee://notation", title="The notation", mime_type=_MARKDOWN)
    def the_notation() -> str:
        """How an encounter, an act and a table are told to the referee, in a page."""
        return notation()

    @server.resource("referee://editions", title="The editions", mime_type=_JSON)
    async def the_editions() -> str:
        """The editions of the game by which can be ruled, with the variants of each."""
        from referee.public.editions import editions

        return json.dumps({"format": 1, "editions": each(await turns.take(editions))}, indent=2)

    @server.resource("referee://aliens", title="All aliens", mime_type=_TEXT)
    async def the_aliens() -> str:
        """The aliens by set, and how far each is applied."""
        return await page(lambda: render.sheets.print_aliens(referee.aliens().to_dict()))

    @server.resource("referee://rule/{id}", title="A clause", mime_type=_TEXT)
    async def a_clause(id: str) -> str:
        """One clause by its id: referee://rule/5.10.1.1.d, or with the book referee://rule/ffg2018%20setup.15."""
        return await page(lambda: render.clause.print_rule(referee.rule(id).to_dict()))

    @server.resource("referee://alien/{name}", title="An alien's sheet", mime_type=_TEXT)
    async def an_alien(name: str) -> str:
        """An alien's power and flare as they are applied: referee://alien/The-Cult."""
        return await page(lambda: render.sheets.print_alien(referee.alien(name).to_dict()))

    @server.resource("referee://card/{name}", title="A card", mime_type=_TEXT)
    async def a_card(name: str) -> str:
        """A card as it is applied: referee://card/Cosmic-Zap."""
        return await page(lambda: render.sheets.print_card(referee.card(name).to_dict()))

    @server.resource("referee://schema/{name}", title="The schema of an answer", mime_type=_JSON)
    def a_schema(name: str) -> str:
        """The JSON Schema of what a tool answers, whole: referee://schema/ruling; `proof` may be left out there."""
        try:
            return json.dumps(referee.schema(name))
        except RefereeError as error:
            raise ResourceNotFoundError(sentence(error)) from None

    @server.resource("referee://question/{id}", title="A disputable point", mime_type=_TEXT)
    async def a_question(id: str) -> str:
        """A disputable point with its readings: referee://question/DF-05."""
        return await page(lambda: render.clause.print_question(referee.question(id).to_dict()))


def add_prompts(server: MCPServer[None]) -> None:
    """Adds the prompt that teaches the notation."""

    @server.prompt("notation", title="How to tell the referee a position")
    def teach(
        happened: Annotated[
            str, Field(description="What happened, as the players tell it; empty: only the page.")
        ] = "",
    ) -> str:
        """Teaches in a page how an encounter, an act and a table are told to the referee."""
        page = notation()
        if not happened.strip():
            return page
        return (
            f"{page}\nTell the referee the following in this notation, with rule_encounter, rule_act or a table, and "
            f"answer with what it rules and the clauses that it names. What is said here is what players told:\n\n"
            f"{happened.strip()}\n"
        )
