"""The tools that look up: questions, clauses, sheets, cards, disputable points, and what editions have otherwise."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp.types import CallToolResult
from pydantic import Field

import referee
from referee import render
from referee.mcp.answers import answered, each
from referee.mcp.arguments import Edition, EditionOrDuel, Variants, edition_with
from referee.mcp.desk import Desk
from referee.mcp.marks import tool

_SHOWN = 3  # clauses after an answer, as the command line prints them


class Lookups:
    """The tools that look something up; none of them changes anything."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool("Ask the rules a question", "answers", reads=True)
    def ask_rules(
        self,
        question: Annotated[str, Field(description="In a player's words: `who wins a tie?`")],
        count: Annotated[int, Field(ge=1, le=50, description="How many clauses at most.")] = 5,
        edition: EditionOrDuel = "consolidated",
        variants: Variants = None,
    ) -> CallToolResult:
        """Answers a question about the rules in plain words: the answer where clauses settle it, and these clauses.

        Use it for rules in general. Of a position that somebody describes, rule_encounter and rule_act say more.
        """
        found = referee.ask(question, count, edition_with(edition, variants))
        told = found.to_dict()
        return answered(told, lambda: render.answers.print_answers(told, found.silent, min(count, _SHOWN)))

    @tool("Find clauses by their words", "found-clauses", reads=True)
    def search_clauses(
        self,
        words: Annotated[str, Field(description="Words that must all stand in the clause: `cosmic quake`.")],
    ) -> CallToolResult:
        """Finds the clauses of all books in which these very words stand. For a question use ask_rules."""
        found = referee.search(words)
        return answered(found.to_dict(), lambda: render.clause.print_found(each(found)))

    @tool("Read a clause", "clause", "law-rule", "heading", reads=True)
    def read_clause(
        self,
        id: Annotated[
            str,
            Field(
                description="Its id, with or without the book: `5.10.1.1.d`, `ffg2018 setup.15`; or the name of a "
                "rule of law, such as `reveal.ties`."
            ),
        ],
        edition: EditionOrDuel = "consolidated",
    ) -> CallToolResult:
        """Reads one clause: what it says, its grade, its counterparts in other editions, the cases that show it."""
        found = referee.rule(id, edition)
        return answered(found.to_dict(), lambda: render.clause.print_rule(found.to_dict()))

    @tool("Read an alien's sheet", "alien-sheet", reads=True)
    def read_alien(
        self,
        name: Annotated[str, Field(description="In any spelling: `Macron`, `The-Cult`.")],
        edition: Edition = "consolidated",
        variants: Variants = None,
    ) -> CallToolResult:
        """Reads an alien's power and flare as they are applied, and what is said with its use.

        The resource referee://aliens lists all. Those of Duel are read by read_card with game `duel`.
        """
        told = referee.alien(name, edition_with(edition, variants)).to_dict()
        return answered(told, lambda: render.sheets.print_alien(told))

    @tool("Read a card", "cards-read", reads=True)
    def read_card(
        self,
        name: Annotated[
            str, Field(description="Such as `Cosmic-Zap`, `Amoeba flare`, `10`, `+3`, `N`, `destiny deck`.")
        ],
        game: Annotated[
            Literal["cosmic", "duel"], Field(description="`duel`: an alien, envoy or card of Cosmic Encounter Duel.")
        ] = "cosmic",
        edition: Edition = "consolidated",
        variants: Variants = None,
    ) -> CallToolResult:
        """Reads an artifact, a flare, a tech, another card or a deck as it is applied, with how many there are."""
        if game == "duel":
            texts = each(referee.duel_texts(name))
            return answered({"format": 1, "cards": texts}, lambda: render.duel.print_texts(texts))
        told = referee.card(name, edition_with(edition, variants)).to_dict()
        return answered({"format": 1, "cards": [told]}, lambda: render.sheets.print_card(told))

    @tool("Read a disputable point", "question", reads=True)
    def read_question(self, id: Annotated[str, Field(description="Such as `DF-05`.")]) -> CallToolResult:
        """Reads a disputable point: what is asked, its readings and who says which, the one that is taken and why."""
        told = referee.question(id).to_dict()
        return answered(told, lambda: render.clause.print_question(told))

    @tool(
        "Compare the editions",
        "compared-line",
        "compared-timing",
        "compared-command",
        "compared-question",
        "compared-topic",
        "compared-topics",
        reads=True,
    )
    def compare_editions(
        self,
        what: Annotated[
            str,
            Field(
                description="A topic (`opening hand`, `ties`), an encounter line, a disputable point (`DF-05`), or the "
                "words of a command: `timing red:Mind blue:Plague --offense red`, `may launch red 5 at blue.1`, `do "
                "regroup red.1` (at the `table`; nothing is done)."
            ),
        ],
        table: Annotated[str, Field(description="With `do`: the table; empty: the one that was laid last here.")] = "",
    ) -> CallToolResult:
        """Compares the editions of the game on one thing: which have the same, and the clauses where they part."""
        at = self._desk.table(table).name if what.split()[:1] == ["do"] else None
        found = referee.compare(what, table=at, db=self._desk.db)
        return answered(found.to_dict(), lambda: render.compared.print_compared(found.to_dict(), found.kind))
