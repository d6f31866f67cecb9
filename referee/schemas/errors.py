"""What is printed in place of an answer: an error of each kind."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.schemas.part import Format, Part, tells


class _Wrong(Part):
    """What every error has."""

    says: str = tells("What is wrong and what to do, for people; several lines with a caret under the place.")


class Malformed(_Wrong):
    """A line or command that is not understood."""

    kind: Literal["malformed"] = tells("Not understood.")
    line: str = tells("The text as typed.")
    column: int = tells("The place where it stopped making sense, counted in letters from 0.")
    expected: str = tells("What could have stood there.")
    hint: str = tells("What to type instead, in a sentence; may be empty.")


class Impossible(_Wrong):
    """A position that is understood and cannot be on any table."""

    kind: Literal["impossible"] = tells("It cannot be.")
    line: str = tells("The line as typed.")
    faults: list[str] = tells("Every reason, a sentence each.")


class Failed(_Wrong):
    """What is not known or cannot be read or written."""

    kind: Literal["referee", "rulebase", "casefile", "settings", "ledger", "damaged", "missing"] = tells(
        "rulebase: a name, an edition or a rulebase file; casefile, settings: such a file; ledger: the file that keeps "
        "tables, rulings and disputes, or what is asked of it; damaged: that file is damaged; missing: what is to be "
        "added to it needs something that it does not have; referee: anything else."
    )


class Usage(_Wrong):
    """Arguments that the command does not have."""

    kind: Literal["usage"] = tells("The arguments are not understood.")
    usage: str = tells("How the command is typed; may be empty.")


class Internal(_Wrong):
    """A fault of the program itself."""

    kind: Literal["internal"] = tells("A fault of the program: please report it.")
    exception: str = tells("The exception, for the report.")
    where: str = tells("The file and line of the program; empty where that is not known.")
    version: str = tells("The version of the program.")


AnyError = Annotated[Malformed | Impossible | Failed | Usage | Internal, Field(discriminator="kind")]


class Error(Part):
    """What is printed in place of an answer: status 2 for what is not understood or impossible, 70 for a fault."""

    format: Format
    error: AnyError = tells("What went wrong, by its `kind`.")
