"""What stands in the files that players and contributors write: cases, aliens, editions, house rules, settings."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.book.shapes import AlienShape, EditionShape, LaidOverShape, ParameterShape
from referee.conformance.about import About
from referee.conformance.protocol import Question, Reply
from referee.conformance.scenario import Case, CaseFile, Expect
from referee.schemas.duels import Outcome as OutcomeOfDuel
from referee.schemas.part import Status, VerdictStatus, tells
from referee.schemas.rulings import Outcome


class Expectation(Expect):
    """What a case expects: any key of a ruling, or of the table after a play; those that are met most are named."""

    editions: dict[str, Expectation] = Field(  # type: ignore[assignment]
        default={}, alias="in", description="By edition: what is otherwise there; all else is expected as here."
    )
    status: Status | VerdictStatus | None = tells("The status of the ruling.", None)
    outcome: Outcome | OutcomeOfDuel | None = tells("How it ends.", None)
    totals: dict[str, int] | None = tells("The totals: offense and defense; in Duel leader and straggler.", None)
    margin: int | None = tells("By how much the totals differ.", None)
    flips: list[dict[str, str]] | None = tells("What would turn it: all of it, in order.", None)
    second_encounter: bool | None = tells("Whether the offense may have a second encounter.", None)
    winners: list[str] | None = tells("Who wins the game.", None)
    assumes: list[str] | None = tells("What the ruling must take for granted.", None)
    needs: list[str] | None = tells("What the ruling must ask for.", None)


class CaseShape(Case):
    """One case: one of encounter, play, timing, may, duel, contest or ask, and what must be ruled."""

    expect: Expectation = Field(description="What must be ruled: every key is compared.")  # type: ignore[assignment]


class CaseFileShape(CaseFile):
    """A file of cases, such as those in `scenarios`: `referee check FILE`."""

    case: list[CaseShape] = Field(description="The cases.")  # type: ignore[assignment]


class AlienFile(AlienShape):
    """The sheet and flare of an alien: a file in `rulebase/aliens`, or a homemade one."""


class HouseEdition(EditionShape):
    """An edition or variant of a table's own: a file in `rulebase/editions`, with only what it has otherwise.

    Besides the keys that are named, each topic of the law is a table with its rules: `[reveal.ties]`.
    """

    __pydantic_extra__: dict[str, dict[str, LaidOverShape | ParameterShape]]


class SuiteFile(About):
    """What a folder of cases says of itself, `suite.toml`: its name, its versions, and the reasons of what changed."""


class SuiteQuestion(Question):
    """What a program is asked, a line of JSON on its standard input: `referee check --engine COMMAND`."""


class SuiteAnswer(Reply):
    """What a program answers, a line of JSON on its standard output: `referee check --engine COMMAND`."""


class HouseRuleInFile(BaseModel):
    """A house rule: a reading of a disputable point, or a sentence, on clauses or in general."""

    model_config = ConfigDict(extra="forbid")

    question: str = tells("The disputable point that it settles: DF-05.", "")
    reading: str = tells("The reading that is taken, by its name.", "")
    clauses: list[str] = tells("Without a reading: the clauses that it is about; none: it is about none.", [])
    says: str = tells("The rule in a sentence; needed where there is no reading.", "")
    dispute: int | None = tells("The number of the dispute that decided it.", None)
    decided: str = tells("The day on which it was decided: 2026-05-12.", "")


class HouseRulesFile(BaseModel):
    """The house rules of a table in a file `house/NAME.toml` beside the ledger."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = tells("The format of such files.")
    table: str = tells("The table's name.")
    rule: list[HouseRuleInFile] = tells("The rules, each headed [[rule]].", [])


class SettingsFile(BaseModel):
    """The settings of an evening: `referee.toml` in a folder or above it, or the player's own."""

    model_config = ConfigDict(extra="forbid")

    edition: str = tells("The rule set, as --edition has it: consolidated, ffg2018, warp, mayfair1991, duel.", "")
    variants: list[str] = tells("Variants that are added to the edition: four-planets, technology ...", [])
    house: str = tells("The table by whose house rules encounters are ruled, once it has any.", "")
    names: list[str] = tells("Who plays, clockwise, with aliens: ann, bob/Clone. For `referee table new`.", [])
    color: Literal["auto", "always", "never"] = tells("As --color.", "auto")
    theme: Literal["dark", "light", "mono"] = tells("As --theme.", "dark")
    strict_steps: bool = tells("As --strict-steps: nothing goes without saying at new tables.", False)
    readings: dict[str, str] = tells('By disputable point the reading that is taken: DF-05 = "ffg2018".', {})
