"""The tools that rule: an encounter, a duel, an act, who is first; and those that read what was ruled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from mcp.types import CallToolResult
from pydantic import Field

import referee
from referee import render
from referee.mcp.answers import answered
from referee.mcp.arguments import (
    Anyway,
    Count,
    Edition,
    EditionOrDuel,
    House,
    Keep,
    Line,
    Phase,
    Proof,
    Readings,
    Variants,
    edition_with,
)
from referee.mcp.marks import tool

if TYPE_CHECKING:
    from referee.mcp.desk import Desk
    from referee.public.rulings import KeptRuling

DuelLine = Annotated[
    str,
    Field(
        description="The leader's side first: `orange/Preservationist 3 shield 2 : 13 vs blue 2 blast 4 : 6`; in a "
        "contest without ships and tactics: `blue : 10 +12 vs orange : 31 -10`. Clauses follow after `;`."
    ),
]


class Rulings:
    """The tools that rule, and those that read what was ruled."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool("Rule an encounter", "ruling")
    def rule_encounter(
        self,
        line: Line,
        edition: Edition = "consolidated",
        variants: Variants = None,
        readings: Readings = None,
        anyway: Anyway = False,
        house: House = "",
        keep: Keep = True,
        proof: Proof = False,
    ) -> CallToolResult:
        """Rules one encounter of Cosmic Encounter, described on one line: who wins by how much, what happens to every
        player, who must or may do what next, what would turn it, which clause says so, and what was assumed.

        Use it whenever both cards are known or guessed, or somebody asks what happens if. What nobody can see is `?`
        and is ruled by cases. A status of `illegal` is an answer: it names the clause and the nearest legal lines.
        """
        by = edition_with(edition, variants)
        return _ruled(self._desk.rulings().encounter(line, by, anyway, readings, house or None, keep), proof)

    @tool("Rule a duel", "duel-ruling")
    def rule_duel(
        self,
        line: DuelLine,
        readings: Readings = None,
        anyway: Anyway = False,
        house: House = "",
        keep: Keep = True,
        proof: Proof = False,
    ) -> CallToolResult:
        """Rules one duel of Cosmic Encounter Duel, the game for two, described on one line: clout, winner, ships."""
        kept = self._desk.rulings().duel(line, anyway, readings, keep, house=house or None)
        return _ruled(kept, proof)

    @tool("Rule a contest", "duel-ruling")
    def rule_contest(
        self,
        line: DuelLine,
        readings: Readings = None,
        anyway: Anyway = False,
        house: House = "",
        keep: Keep = True,
        proof: Proof = False,
    ) -> CallToolResult:
        """Rules one contest of Cosmic Encounter Duel, described on one line: there are no ships and tactics in it."""
        kept = self._desk.rulings().duel(line, anyway, readings, keep, contest=True, house=house or None)
        return _ruled(kept, proof)

    @tool("May this be done?", "verdict", reads=True)
    def rule_act(
        self,
        act: Annotated[
            str,
            Field(
                description="A question (`can red launch 5`), or a command and after `;` the facts that are known: "
                "`ally yellow offense 3 ; offense red ; invited blue`."
            ),
        ],
        edition: EditionOrDuel = "consolidated",
        variants: Variants = None,
        table: Annotated[str, Field(description="The kept table at which it is asked; empty: at none.")] = "",
        proof: Proof = False,
    ) -> CallToolResult:
        """Rules whether something may be done now, and does nothing: a launch, an alliance, a card, a power.

        What is not told is assumed so that the act fits, and listed. What is refused comes with the clause and with
        what is legal instead.
        """
        by = edition_with(edition, variants)
        verdict = self._desk.table(table).may(act, by) if table.strip() else referee.may(act, by)
        told = verdict.to_dict()
        return answered(told, lambda: render.board.print_verdict(told, asked=True), proof)

    @tool("Who resolves first?", "timing", reads=True)
    def rule_timing(
        self,
        contenders: Annotated[
            list[str],
            Field(
                min_length=1,
                max_length=40,
                description="Who wants to act, each `PLAYER:EFFECT` or a player alone: `red:Mind`, `blue:Card-Zap`, "
                "`yellow:flare-Amoeba`, `red:regroup`, `hazard`; `@before`, `@after` or `@PHASE` behind it says when. "
                "An answer such as Card-Zap stands behind what it answers.",
            ),
        ],
        offense: Annotated[str, Field(description="Whose turn it is.")] = "",
        defense: Annotated[str, Field(description="The defense; `?` where nobody knows it.")] = "",
        seats: Annotated[
            list[str] | None, Field(description="Everybody, clockwise, where more than the main players act.")
        ] = None,
        phase: Annotated[Phase, Field(description="The phase of all of it; empty: each effect's own.")] = "",
        edition: Edition = "consolidated",
        variants: Variants = None,
        readings: Readings = None,
        proof: Proof = False,
    ) -> CallToolResult:
        """Rules which of several powers or cards resolves first, and why: by phase, then before, when and after, then
        offense, defense and the others in order."""
        by = edition_with(edition, variants)
        told = referee.timing(contenders, offense, defense, ",".join(seats or ()), phase, by, readings).to_dict()
        return answered(told, lambda: render.timing.print_timing(told, proof), proof)

    @tool("Does the order of two powers matter?", "clash-of-two", "clash-of-one", reads=True)
    def rule_clash(
        self,
        alien: Annotated[str, Field(description="Such as Void, or The-Cult.")],
        other: Annotated[
            str, Field(description="The other alien; empty: how the first one stands to every other.")
        ] = "",
    ) -> CallToolResult:
        """Tells whether it matters which of two alien powers acts first, what orders them, and lines to try.

        To rule who is first in a certain encounter, use rule_timing.
        """
        told = referee.clash(*filter(None, (alien, other))).to_dict()
        return answered(told, lambda: render.clash.print_clash(told))

    @tool("List kept rulings", "logged-rulings", reads=True)
    def ruling_log(self, count: Count = 10) -> CallToolResult:
        """Lists the rulings that were kept, newest first, with the numbers by which ruling_why reads one again."""
        kept = self._desk.rulings()
        rows = kept.latest(count)
        return answered(rows.to_dict(), lambda: render.ledger.print_log([row.row for row in rows], kept.path))

    @tool("Why was it ruled so?", "ruling", "duel-ruling", reads=True)
    def ruling_why(
        self,
        ruling: Annotated[int, Field(ge=1, le=2**63 - 1, description="Its number, as ruling_log lists it.")],
        proof: Proof = True,
    ) -> CallToolResult:
        """Reads a kept ruling again as it was given, with every step of its proof and the clause of each step."""
        return _ruled(self._desk.rulings().one(ruling), proof)


def _ruled(kept: KeptRuling, proof: bool) -> CallToolResult:
    """A ruling as the command line prints it; what could not be kept is said before it."""

    def show() -> None:
        for warning in kept.warnings:
            print(f"warning: {render.words.shown_lines(warning)}")
        render.page.print_ruling(kept.to_dict(), proof)

    return answered(kept.to_dict(), show, proof)
