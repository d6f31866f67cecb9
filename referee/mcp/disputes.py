"""The tools of disputes: two accounts held against each other, decided, kept, and cited when it comes up again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from mcp.types import CallToolResult
from pydantic import Field

import referee
from referee import render
from referee.errors import RefereeError
from referee.mcp.answers import answered, each
from referee.mcp.arguments import (
    BigEdition,
    ClaimOf,
    Count,
    Dispute,
    Edition,
    House,
    Line,
    Number,
    Proof,
    Readings,
    Variants,
    edition_with,
)
from referee.mcp.desk import Desk
from referee.mcp.marks import tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.disputes.opened import Start

Claims = Annotated[
    list[ClaimOf] | None,
    Field(max_length=20, description="What each side says; a side that tells it otherwise has its own line."),
]
OpenLine = Annotated[
    str,
    Field(
        description="What happened, on one line as rule_encounter takes it; in Duel with `duel` or `contest` before it."
    ),
]
FromRuling = Annotated[Number | None, Field(description="In place of a line: a kept ruling (ruling_log).")]
AtTable = Annotated[str, Field(description="In place of a line: the encounter at this table, or its last act.")]
AtStep = Annotated[Number | None, Field(description="At the table: about this command of table_history.")]
InEncounter = Annotated[Number | None, Field(description="At the table: about this encounter of the game; 1 is first.")]
OfAct = Annotated[
    str, Field(description="An act that is asked about: `ally yellow offense 3 ; offense red ; invited blue`.")
]
About = Annotated[
    str,
    Field(
        description="What it is about, in a few words; alone, a question that the rules answer: `who invites first`."
    ),
]
OnPoint = Annotated[str, Field(description="The disputable point that it is about, such as `DF-37`.")]
OwnEdition = Annotated[
    BigEdition | None, Field(description="The rule set; left out: that of the table or ruling, else `consolidated`.")
]


class Disputes:
    """The tools of the ledger of disputes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool("Open a dispute", "opened-dispute")
    def dispute_open(
        self,
        line: OpenLine = "",
        claims: Claims = None,
        about: About = "",
        ruling: FromRuling = None,
        table: AtTable = "",
        step: AtStep = None,
        encounter: InEncounter = None,
        act: OfAct = "",
        question: OnPoint = "",
        edition: OwnEdition = None,
        variants: Variants = None,
        readings: Readings = None,
        proof: Proof = False,
    ) -> CallToolResult:
        """Opens a dispute between players and keeps it: rules each side's account, says which fact or rule decides,
        what the rules have on each claim, and what other readings would come to. dispute_decide decides it.

        It starts from one thing: a `line`, a `ruling`, a `table`, an `act`, or `about` alone.
        """
        start = self._start(line, ruling, table, step, encounter, act, edition, variants, readings)
        return self._argued(start, claims, question, about, True, proof)

    @tool("Hold accounts against each other", "opened-dispute", reads=True)
    def dispute_account(
        self,
        line: OpenLine = "",
        claims: Claims = None,
        about: About = "",
        ruling: FromRuling = None,
        table: AtTable = "",
        step: AtStep = None,
        encounter: InEncounter = None,
        act: OfAct = "",
        question: OnPoint = "",
        edition: OwnEdition = None,
        variants: Variants = None,
        readings: Readings = None,
        proof: Proof = False,
    ) -> CallToolResult:
        """Rules what each side tells and says what decides between them, as dispute_open does, and keeps nothing."""
        start = self._start(line, ruling, table, step, encounter, act, edition, variants, readings)
        return self._argued(start, claims, question, about, False, proof)

    @tool("Decide a dispute", "dispute")
    def dispute_decide(
        self,
        dispute: Dispute,
        by: Annotated[str, Field(description="Who decides; needed where the table does.")] = "",
        house: Annotated[bool, Field(description="The table's own decision, not the referee's ruling.")] = False,
        side: Annotated[
            Annotated[int, Field(ge=1, le=1000)] | None, Field(description="Whose account or claim holds: 1, 2 ...")
        ] = None,
        reading: Annotated[
            str,
            Field(description="The reading that is taken, of any point of the dispute: `whole-side`, `DF-37=NAME`."),
        ] = "",
        says: Annotated[str, Field(description="The decision in a sentence; empty: the ruling, or the reading.")] = "",
        reason: Annotated[str, Field(description="Why.")] = "",
        dissent: Annotated[str, Field(description="What those say who do not agree.")] = "",
        proof: Proof = False,
    ) -> CallToolResult:
        """Records the decision of a dispute: the referee's ruling, or with `house` the table's own.

        Later rulings cite it by themselves when it comes up again. A later decision takes the place of an earlier one,
        which is kept. Only the players decide: ask them before.
        """
        kept = self._desk.disputes()
        found = kept.rule(dispute, by, house, side, reading or None, says, reason, dissent)
        return answered(found.to_dict(), lambda: render.dispute.print_decision(found.record), proof)

    @tool("Show a dispute", "dispute", reads=True)
    def dispute_show(self, dispute: Dispute, proof: Proof = False) -> CallToolResult:
        """Shows a dispute: who claimed what, what was ruled on each account, what was decided, appeals and notes."""
        found = self._desk.disputes().show(dispute, damaged=True)
        return answered(found.to_dict(), lambda: render.dispute.print_dispute(found.record, proof), proof)

    @tool("List or search disputes", "disputes", reads=True)
    def dispute_list(
        self,
        words: Annotated[
            str, Field(description="Only those in which all these words were said; the last may be only begun.")
        ] = "",
        state: Annotated[
            Literal["", "open", "decided", "appealed"], Field(description="Only those in this state; not with words.")
        ] = "",
        table: Annotated[str, Field(description="Only those of this table; not with words.")] = "",
        count: Count = 20,
    ) -> CallToolResult:
        """Lists what was argued about and what was decided, the latest first."""
        if words.strip() and (state or table):
            raise RefereeError("say `words`, or `state` and `table`, not both")
        kept = self._desk.disputes()
        found = kept.search(words, count) if words.strip() else kept.list(count, state, table.strip() or None)
        nothing = "Nothing found." if words.strip() else "There are no such disputes."
        return answered(found.to_dict(), lambda: render.dispute.print_list(each(found), nothing))

    @tool("What was decided before?", "precedents", reads=True)
    def dispute_precedents(
        self, line: Line, edition: Edition = "consolidated", variants: Variants = None, house: House = ""
    ) -> CallToolResult:
        """Tells what this group decided before on what an encounter turns on, and whether that is followed here.

        The encounter is ruled for that, and not kept.
        """
        by = edition_with(edition, variants)
        told = self._desk.rulings().encounter(line, by, house=house or None, keep=False).to_dict()
        before = {name: told.get(name, []) for name in ("precedents", "house")}

        def show() -> None:
            render.page.print_earlier(before)
            if not any(before.values()):
                print("Nothing was decided before on what this ruling turns on.")

        return answered({"format": 1, "position": told["position"], **before}, show)

    def _start(
        self,
        line: str,
        ruling: int | None,
        table: str,
        step: int | None,
        encounter: int | None,
        act: str,
        edition: str | None,
        variants: Sequence[str] | None,
        readings: dict[str, str] | None,
    ) -> Start:
        by = edition_with(edition or "consolidated", variants) if edition or variants else None
        at, may = table.strip() or None, act.strip() or None
        if at is None and (step is not None or encounter is not None):
            raise RefereeError("`step` and `encounter` are of a table: say which with `table`")
        return self._desk.disputes().start(line.strip() or None, ruling, at, by, readings, step, encounter, may)

    def _argued(
        self, start: Start, claims: list[ClaimOf] | None, question: str, about: str, keep: bool, proof: bool
    ) -> CallToolResult:
        said = [referee.Claim(one.party, one.claim, one.line) for one in claims or ()]
        found = self._desk.disputes().open(start, said, question or None, about, keep)

        def show() -> None:
            for warning in found.warnings:
                print(f"warning: {render.words.shown_lines(warning)}")
            render.dispute.print_slip(found.record)

        return answered(found.to_dict(), show, proof)
