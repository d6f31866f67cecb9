"""What a folder of cases says of itself in `suite.toml`: its name, its versions and what changed; and what is aside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.book import bounds
from referee.book.files import parsed
from referee.conformance.scenario import ABOUT
from referee.errors import CaseFileError

ASIDE = "aside.json"  # beside the cases
NUMBER = r"(?:0|[1-9]\d{0,3})(?:\.(?:0|[1-9]\d{0,3})){2}"  # of a version: 1.0.0


class Version(BaseModel):
    """A version of the suite, with the reason of each expectation that is not as it was in the version before."""

    model_config = ConfigDict(extra="forbid")

    number: str = Field(
        pattern=f"^{NUMBER}$",
        description="MAJOR.MINOR.PATCH: an expectation or a position changed, cases were added, only words changed.",
    )
    says: str = Field(default="", description="What the version brings, in a sentence.")
    changed: dict[str, str] = Field(
        default={}, description="By the id of a case why its position or its expectation is another, or why it is gone."
    )


class About(BaseModel):
    """What a folder of cases says of itself."""

    model_config = ConfigDict(extra="forbid")

    format: int = Field(ge=1, le=1, description="The format of this file.")
    name: str = Field(description="The name by which results are quoted.")
    version: list[Version] = Field(min_length=1, description="The versions, the present one first.")

    @property
    def number(self) -> str:
        """The version of the cases as they stand here."""
        return self.version[0].number


def aside(paths: Sequence[Path]) -> dict[str, set[str]]:
    """By reading (DF-05=ffg2018) the items that hang on it, and for which nothing is worked out by it.

    It is stored in the one folder among some paths; CaseFileError for what cannot be read.
    """
    place = paths[0] / ASIDE if len(paths) == 1 else None
    if place is None or not place.is_file():
        return {}
    try:
        told = json.loads(bounds.read_bytes(place, bounds.TOML))
        return {name: {*ids} for name, ids in told.items()}
    except (ValueError, OSError, AttributeError, TypeError) as error:
        raise CaseFileError(str(place), f"it cannot be read: {error}") from None


def about(paths: Sequence[Path]) -> About | None:
    """What the one folder among some paths says of itself; None for several paths, a file, and one that says nothing.

    CaseFileError for what cannot be read.
    """
    place = paths[0] / ABOUT if len(paths) == 1 else None
    if place is None or not place.is_file():
        return None
    try:
        return About.model_validate(parsed(bounds.read_bytes(place, bounds.TOML).decode()))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise CaseFileError(str(place), f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except (ValueError, OSError) as error:
        raise CaseFileError(str(place), f"it cannot be read: {error}") from None
