"""The arguments that several tools take, each with its type, its allowed values and what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

BigEdition = Literal["consolidated", "ffg2018", "mayfair1991", "warp"]
AnyEdition = Literal["consolidated", "ffg2018", "mayfair1991", "warp", "duel"]
VariantName = Literal[
    "combos",
    "four-planets",
    "hidden-powers",
    "honeymoon",
    "honeymoon-destiny",
    "honeymoon-powers",
    "multiple-powers",
    "punt",
    "reverse-hexes",
    "reverse-warp",
    "simplified",
    "single-encounter",
    "technology",
]
Phase = Literal[
    "",
    "start-turn",
    "regroup",
    "destiny",
    "launch",
    "alliance",
    "planning",
    "reveal",
    "resolution",
]

_EDITIONS = (
    "The rule set: `consolidated` (the default: the consolidated rules, and the 2018 rulebook where they are silent), "
    "`ffg2018` (the 2018 rulebook alone), `warp`, `mayfair1991`"
)
Edition = Annotated[BigEdition, Field(description=f"{_EDITIONS}.")]
EditionOrDuel = Annotated[AnyEdition, Field(description=f"{_EDITIONS}, or `duel` (Cosmic Encounter Duel).")]
Variants = Annotated[
    list[VariantName] | None,
    Field(description="Variants that are played; the resource referee://editions says which edition has which."),
]
Line = Annotated[
    str,
    Field(
        description="The encounter on one line, the offense first: `red 3 + green 2 : 10 vs blue 4 : N ; hand red 4`. "
        "The prompt `notation` teaches it; write `?` for what nobody can see, and leave out what was not told.",
        examples=["red 3 + green 2 : 10 vs blue 4 : N ; hand red 4"],
    ),
]
Readings = Annotated[
    dict[str, str] | None,
    Field(description="Other readings of disputable points, such as {'DF-05': 'ffg2018'}; read_question lists them."),
]
Anyway = Annotated[bool, Field(description="Rule on although an act is forbidden.")]
House = Annotated[str, Field(description="The table by whose house rules it is ruled; empty: by none.")]
Keep = Annotated[bool, Field(description="Keep the ruling in the ledger, where ruling_log lists it.")]
Proof = Annotated[
    bool, Field(description="Tell the whole proof too: every step with its clause. It is five times as long.")
]
Table = Annotated[
    str,
    Field(
        description="The table's name, as table_lay answered it. Left out: the table that this server laid last, "
        "which a server over HTTP does not know, for it has several callers."
    ),
]
Count = Annotated[int, Field(ge=1, le=1000, description="How many at most, the latest first.")]
Dispute = Annotated[int, Field(ge=1, le=2**63 - 1, description="The number of the dispute, as dispute_open told it.")]
Number = Annotated[int, Field(ge=0, le=2**63 - 1)]


class ClaimOf(BaseModel):
    """What one side says."""

    model_config = ConfigDict(extra="forbid")

    party: str = Field(description="Who says so: the name of a player on the line, or any other name.")
    claim: str = Field("", description="What this side claims, in its own words.")
    line: str = Field("", description="What happened as this side tells it, where that is not the line itself.")


def edition_with(edition: str, variants: Sequence[str] | None) -> str:
    """An edition with its variants, as the library writes it: `consolidated+four-planets`."""
    return "+".join((edition, *(variants or ())))
