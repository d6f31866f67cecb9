"""The shape of each tool's structured answer: its fields by name and type, as the command line prints them with --json.

What a shape does not name may stand there too. A field that is not settled, or on which cases differ, is null.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

Entry = dict[str, JsonValue]


class Shape(BaseModel):
    """An answer with the fields that it names, and others."""

    model_config = ConfigDict(extra="allow")


# -- rulings -----------------------------------------------------------------------------------------------------------

_STATUS = "determined: settled; depends: something hidden decides it; open: no rule settles it; illegal: forbidden."


class Ruled(Shape):
    """What every ruling has."""

    format: Literal[1]
    edition: str = Field(description="The edition by which it was ruled, with its variants.")
    position: str = Field(description="The line as it was understood, in the canonical words.")
    status: Literal["determined", "depends", "open", "illegal"] = Field(description=_STATUS)
    players: dict[str, Entry] = Field(description="What happens to each player, by name; ships are counted in ships.")
    winners: list[str] | None = Field(description="Who wins the game by it.")
    then: list[Entry] = Field(description="What is left to do: `who` must, may or chooses (`does`) `what`; `cites`.")
    illegal: list[Entry] = Field(description="What is forbidden: `says`, `cites`, and the `nearest` legal lines.")
    grade: str = Field(description="The weakest authority on which it rests.")
    citations: list[Entry] = Field(description="The clauses on which it rests: `id` and `grade`.")
    questions: list[str] = Field(description="The disputable points of which it takes the preferred reading.")
    assumes: list[str] = Field(description="What was not told and is taken for granted, a sentence each.")
    cases: list[Entry] = Field(description="Of a ruling that depends: `when`, and the fields that differ then.")
    needs: list[str] = Field(description="What to ask next, the most decisive first.")


class Encounter(Ruled):
    """A ruling of one encounter."""

    outcome: (
        Literal[
            "offense-wins",
            "defense-wins",
            "make-a-deal",
            "deal",
            "no-deal",
            "both-lose",
            "success",
            "turn-ends",
        ]
        | None
    ) = Field(description="How the encounter ends.")
    totals: Entry | None = Field(description="The totals of `offense` and `defense`, where totals are compared.")
    margin: int | None = Field(description="By how much the higher total wins.")
    flips: list[Entry] = Field(description="What would turn it: `if` that were so, the `outcome`.")
    second_encounter: bool | None = Field(description="Whether the offense may have a second encounter.")
    discards: list[str] | None = Field(description="The cards that are discarded, the bottom one first.")


class Duel(Ruled):
    """A ruling of one duel or contest."""

    kind: Literal["duel", "contest"]
    outcome: str | None = Field(description="How it ends.")
    winner: str | None = Field(description="Who wins it.")
    totals: Entry | None = Field(description="The clout of each side.")
    margin: int | None = Field(description="By how much it is won.")


class Act(Shape):
    """The verdict on a command, or on a question whether something may be done."""

    format: Literal[1]
    edition: str
    command: str = Field(description="The command as it was understood.")
    status: Literal["legal", "illegal", "depends"]
    says: list[str] = Field(description="What follows from it, a sentence each.")
    illegal: list[Entry] = Field(description="What forbids it: `says`, `cites`, and what is legal now (`nearest`).")
    anyway: bool = Field(description="Whether it was done although a rule forbids it.")
    citations: list[Entry]
    questions: list[str]
    assumes: list[str]


class Timing(Shape):
    """Who resolves first."""

    format: Literal[1]
    edition: str
    status: Literal["determined", "depends", "open", "illegal"] = Field(description=_STATUS)
    order: list[str] | None = Field(description="The contenders as they were told, first to last.")
    steps: list[Entry] = Field(description="Why each stands there.")
    illegal: list[Entry]
    citations: list[Entry]
    questions: list[str]
    assumes: list[str]


class Clash(Shape):
    """Whether it matters which of two powers acts first."""

    format: Literal[1]
    edition: str
    aliens: list[str]
    cites: Entry = Field(description="The clauses that order two powers, by the kind of the clash.")


# -- what is looked up -------------------------------------------------------------------------------------------------


class Answers(Shape):
    """The answer to a question, and the clauses for it."""

    answered: bool = Field(description="False where the rules do not answer it: then say so, and do not guess.")
    answer: Entry | None = Field(description="The answer: `says`, the `verdict` (yes, no, a number), `cites`.")
    answers: list[Entry] = Field(description="The clauses, best first: `id`, `says`, `score` from 0 to 1.")
    sheets: list[Entry] = Field(description="The aliens and cards that the question names.")
    points: list[Entry] = Field(description="Disputable points that it is about, with their readings.")
    unruled: str = Field(description="What of it no document rules; else empty.")


class Clauses(Shape):
    """The clauses in which words were found."""

    format: Literal[1]
    clauses: list[Entry] = Field(description="Of each the `id` and what it `says`.")


class Clause(Shape):
    """A clause of a book, a rule of law (`kind` is `law`), or a heading with its clauses."""

    id: str
    book: str
    kind: str
    says: str


class Alien(Shape):
    """An alien's sheet and flare."""

    name: str
    power: str
    set: str
    says: str
    reach: str = Field(description="How far its power is applied: `executable`, or `timed` (the players say what).")
    uses: list[Entry] = Field(description="What is applied of its power.")
    left: list[str] = Field(description="What the players have to state themselves.")


class Cards(Shape):
    """Cards as they are applied."""

    format: Literal[1]
    cards: list[Entry]


class Point(Shape):
    """A disputable point."""

    id: str
    title: str
    asks: str
    prefers: str = Field(description="The reading that is taken.")
    reason: str
    readings: list[Entry]


class Compared(Shape):
    """What the editions have for a thing."""

    groups: list[Entry] | None = Field(None, description="Editions that have the same, with what they have.")
    differs_by: list[str] | None = Field(None, description="The clauses by which they differ.")
    topics: list[Entry] | None = Field(None, description="Of several topics each, with its groups.")


# -- tables ------------------------------------------------------------------------------------------------------------


class Board(Shape):
    """A table as it stands."""

    name: str = Field(description="Its name, by which the other tools are told which table is meant.")
    edition: str
    seats: list[str]
    phase: str
    winners: list[str]


class Acts(Shape):
    """The verdicts on commands that were done one after the other."""

    format: Literal[1]
    name: str = Field(description="The table at which they were done.")
    commands: list[Entry] = Field(description="The verdicts; each has the `table` afterwards and what comes `next`.")
    left: list[str] = Field(description="The commands that were not done, after one that was refused.")
    not_understood: str | None = Field(description="Why one could not be ruled.")


class Offers(Shape):
    """What may be done now."""

    format: Literal[1]
    name: str
    phase: str
    winners: list[str]
    waits_for: list[str] = Field(description="The players for whom the table waits.")
    says: str = Field(description="What they have still to do, in words.")
    commands: list[Entry] = Field(description="Each with `who` may do it and the `command` that says it.")


class Step(Shape):
    """Commands that were taken back, or done again."""

    commands: list[str]
    number: int = Field(description="The number of the last of them in the history.")
    table: Entry = Field(description="The table as it stands now.")


class History(Shape):
    """The commands of a table, oldest first."""

    format: Literal[1]
    name: str
    history: list[Entry] = Field(description="Of each its `number`, `command`, `says`, and whether it is `undone`.")


class Amended(Shape):
    """What follows if a command is put right, or what was done although a rule forbids it (`waived`)."""

    format: Literal[1]
    name: str
    otherwise: list[Entry] | None = Field(None, description="What is otherwise: `what`, `place`, `who`, `was`, `now`.")
    unlawful: list[Entry] | None = Field(None, description="The later commands that could not have been.")
    turned: list[Entry] | None = Field(None, description="The encounters that would have ended otherwise.")
    repair: list[str] | None = Field(None, description="The commands that put right what can be.")
    choices: list[Entry] | None = Field(None, description="What the table can do, what is proposed first.")
    chosen: str | None = Field(None, description="What was done; empty where it was only asked.")
    waived: list[Entry] | None = Field(None, description="What was done although a rule forbids it.")


class Tables(Shape):
    """The tables that are kept."""

    format: Literal[1]
    tables: list[Entry] = Field(description="Of each its `name`, `edition` and the number of its commands.")


# -- disputes and rulings that are kept --------------------------------------------------------------------------------


class Argued(Shape):
    """A dispute: its sides with what is ruled on each account, what decides, and what was decided."""

    format: Literal[1]
    id: int | None = Field(description="Its number; null where it is not kept.")
    state: Literal["open", "decided", "appealed"]
    edition: str
    about: str
    question: str | None = Field(description="The disputable point that it is about.")
    sides: list[Entry] = Field(description="Each `party` with its `claim`, its `line` and the `ruling` on it.")
    argument: Entry | None = Field(description="Whether the accounts `agree`, which facts are `decisive`, and more.")


class Disputes(Shape):
    """Disputes in rows, the latest first."""

    format: Literal[1]
    disputes: list[Entry]


class Precedents(Shape):
    """What was decided before on what a ruling turns on."""

    format: Literal[1]
    position: str
    precedents: list[Entry] = Field(description="Of each the `dispute`, its `state` here, and what it `says`.")
    house: list[Entry] = Field(description="The house rules on which the ruling rests.")


class Log(Shape):
    """Rulings that are kept, in rows, newest first."""

    format: Literal[1]
    rulings: list[Entry] = Field(description="Of each its `id`, `line`, `status` and `outcome`.")
