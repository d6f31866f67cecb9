"""What all models of what is printed have in common, and the words that stand in many of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.book import shapes

Grade = shapes.Grade
_LEFT_OUT: object = ...


class Part(BaseModel):
    """A part of an answer.

    A key that is not described here is a fault, so that nothing is printed that no schema tells of. The JSON Schema
    that is given to readers leaves room for more: later versions add keys.
    """

    model_config = ConfigDict(extra="forbid", populate_by_name=False)


def tells(says: str, default: object = _LEFT_OUT, alias: str | None = None) -> Any:
    """A field with what it tells. One that is left out where there is nothing to tell has a `default` that says so."""
    return Field(default, description=says, alias=alias)


Format = Annotated[
    Literal[1], Field(description="The version of this shape: it is raised when a key goes or changes its meaning.")
]
Edition = Annotated[
    str,
    Field(description="The rule set, with its variants behind a plus: consolidated, ffg2018+four-planets, duel."),
]
Clause = Annotated[
    str,
    Field(description="The id of a clause, sheet, card or question: `consolidated 5.10.8.2.a`, `alien Clone`."),
]
Question = Annotated[str, Field(description="The id of a disputable point, such as DF-05: `referee question DF-05`.")]
Player = Annotated[str, Field(description="A player, as it was typed first.")]
CardName = Annotated[
    str,
    Field(description="A card as it is written: 10, N (negotiate), M (morph), +2, a printed name; ? for one unknown."),
]
Moment = Annotated[str, Field(description="A date and time in UTC, as ISO 8601 has it.")]
Line = Annotated[str, Field(description="A line in the notation of one encounter, duel or contest.")]
Typed = Annotated[str, Field(description="A command as it is typed at a table.")]

Phase = Literal[
    "start-turn", "regroup", "destiny", "launch", "alliance", "planning", "reveal", "resolution", "over"
]  # fmt: skip
PhaseOfDuel = Literal[
    "setup", "destiny", "bar", "dials", "envoys", "choose", "tactics", "ready", "plans", "reinforcements", "effect",
    "hand limit", "over",
]  # fmt: skip
Status = Literal["determined", "depends", "open", "illegal"]
VerdictStatus = Literal["legal", "illegal", "depends"]
Role = Literal["offense", "defense", "offensive-ally", "defensive-ally", "bystander"]
