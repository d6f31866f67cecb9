"""A ruling of one encounter, and what every ruling has."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from referee.schemas.errors import AnyError
from referee.schemas.part import (
    CardName,
    Clause,
    Edition,
    Format,
    Grade,
    Line,
    Moment,
    Part,
    Player,
    Question,
    Role,
    Status,
    tells,
)

Outcome = Literal[
    "offense-wins", "defense-wins", "make-a-deal", "deal", "no-deal", "both-lose", "success", "turn-ends"
]  # fmt: skip
ProofKind = Literal["rule", "power", "fact", "parameter", "assumption"]

_GRADES = (
    "The authority, strongest first: card (printed in a document), rulebook, faq, reported (a card's text as "
    "transcribed), cosmodex, forum, unsourced, house, stated (by the players)."
)


class Citation(Part):
    """A clause, sheet, card or question on which something rests."""

    id: Clause = tells("Its id: the book and the local id, or `alien NAME`, `card NAME`, `question ID`.")
    grade: Grade = tells(_GRADES)
    also: bool = tells("True of one that only says the same as another on which the ruling rests.", False)


class Proof(Part):
    """A step of a proof, with the steps that it came from."""

    says: str = tells("The step in a sentence.")
    kind: ProofKind = tells("rule, power (a sheet or card), fact (given), parameter (a value of the law), assumption.")
    value: JsonValue = tells(
        "What was found: a number (ships, cards, picks), a word, yes or no, a list; null: not settled."
    )
    cites: list[Clause] = tells("The clauses, sheets and cards on which the step rests.")
    rule: str = tells("The rule of law that the step applies: `referee rule NAME`; empty where there is none.")
    step: int = tells("The number of the step in this proof, from 1. A step met again has the same number.")
    from_: list[Proof] = tells(
        "The steps that it came from; of a step met again they stand where it was met first.", alias="from"
    )
    cancelled_by: str = tells("What made it come to nothing, in a sentence; left out where nothing did.", "")
    shown_above: bool = tells(
        "Of a step met again: true if it has steps behind it, which stand where it was met first.", False
    )


class Totals(Part):
    """The totals of both sides."""

    offense: int | None = tells("The total of the offense; null where the cases differ.")
    defense: int | None = tells("The total of the defense; null where the cases differ.")


class Flip(Part):
    """What would turn the result."""

    if_: str = tells("What would have to be different, such as `1 more for the defense`.", alias="if")
    outcome: str = tells("The outcome then, one of those of a ruling.")


class Colonies(Part):
    """How the number of a player's colonies changes."""

    foreign: int | None = tells("Foreign colonies won or lost; null where that is not settled.")
    home: int | None = tells("Home colonies won or lost; null where that is not settled.")


class PlayerRuling(Part):
    """What happens to one player. Once the encounter is resolved, ships = lands + returns + stays + removed + those of
    `warp` that were in it. What is not settled is null.
    """

    role: Role = tells("The player's part in the encounter.")
    ships: int | None = tells("Ships in the encounter.")
    lands: int | None = tells("Ships that land on the target planet.")
    warp: int | None = tells("Own ships that the outcome sends to the warp, wherever they stood.")
    returns: int | None = tells("Ships that return to colonies.")
    stays: int | None = tells("Ships that stay on the target planet.")
    removed: int | None = tells("Ships that leave the game or are captured.")
    compensation: int | None = tells("Cards taken as compensation, never more than a stated hand.")
    rewards: int | None = tells("Picks as a reward: each a card or, as far as allowed, a ship.")
    rewards_as_ships: int | None = tells("How many of the picks may be ships; null where the warp was not given.")
    colonies: Colonies = tells("How the player's colonies change.")
    power: Literal["kept", "lost", "regained", "none"] | None = tells("What becomes of the power; none: there is none.")


class Then(Part):
    """What is left to do."""

    who: Player = tells("Who does it.")
    does: Literal["must", "may", "chooses"] = tells("Whether it has to be done, may be done, or is a choice.")
    what: str = tells("What, in words, such as `where 4 ships return`.")
    cites: list[Clause] = tells("The clauses that say so.")


class Illegal(Part):
    """A forbidden act."""

    says: str = tells("What is forbidden, in a sentence.")
    cites: list[Clause] = tells("The clauses that forbid it.")
    nearest: list[str] = tells("The nearest legal lines or commands, each tried; best first.")


class ColoniesCase(Part):
    """How the number of a player's colonies changes, as far as that differs between the cases."""

    foreign: int | None = tells("Foreign colonies.", None)
    home: int | None = tells("Home colonies.", None)


class PlayerCase(Part):
    """Of one player what differs between the cases; the fields are those of a ruling."""

    role: Role | None = tells("The player's part.", None)
    ships: int | None = tells("Ships in the encounter.", None)
    lands: int | None = tells("Ships that land.", None)
    warp: int | None = tells("Ships to the warp.", None)
    returns: int | None = tells("Ships that return.", None)
    stays: int | None = tells("Ships that stay.", None)
    removed: int | None = tells("Ships that leave the game.", None)
    compensation: int | None = tells("Cards.", None)
    rewards: int | None = tells("Picks.", None)
    rewards_as_ships: int | None = tells("Picks that may be ships.", None)
    colonies: ColoniesCase = tells("How colonies change.", None)
    power: Literal["kept", "lost", "regained", "none"] | None = tells("What becomes of the power.", None)


class Case(Part):
    """A case of what nobody can see: when it holds, and the fields that differ between the cases, no others."""

    when: str = tells("The condition, such as `red's card is an attack of 8 or more`.")
    status: Status = tells("What the ruling is then.", "determined")
    outcome: Outcome | None = tells("The outcome then.", None)
    totals: Totals | None = tells("The totals then.", None)
    margin: int | None = tells("The margin then.", None)
    flips: list[Flip] = tells("What would turn it then.", [])
    players: dict[Player, PlayerCase] = tells("By player, what differs.", {})
    second_encounter: bool | None = tells("Whether the offense may have a second encounter then.", None)
    winners: list[Player] | None = tells("Who wins the game then.", None)
    then: list[Then] = tells("What is left to do then.", [])
    discards: list[CardName] | None = tells("What is discarded then, bottom first.", None)
    illegal: list[Illegal] = tells("What is forbidden then.", [])


class HouseRule(Part):
    """A house rule of a table: a reading of a disputable point, or a sentence, on clauses or in general."""

    says: str = tells("The rule in a sentence; empty where the reading says it.")
    question: Question | None = tells("The disputable point that it settles; null for a rule on none.")
    reading: str | None = tells("The reading that is taken; null for a rule in words.")
    clauses: list[Clause] = tells("The clauses that it is about.")
    dispute: int | None = tells("The number of the dispute that decided it; null for a rule written by hand.")
    decided: str = tells("The day on which it was decided, YYYY-MM-DD; empty where that is not known.")
    outdated: bool = tells("True if that dispute is decided otherwise by now.")
    id: int | None = tells("The number of the rule in the ledger; null where it stands in a file alone.")


class AppliedRule(HouseRule):
    """A house rule that a ruling rests on, or that is on its clauses."""

    applied: bool = tells("Whether the ruling was made by it; else the table applies it.")
    why: str = tells("Why it was not applied; empty where it was, or is about nothing in particular.")


class DifferingFact(Part):
    """A fact in which a position differs from that of an earlier decision."""

    says: str = tells("What is different, in a sentence.")
    then: JsonValue = tells("How it was there: a number, a word, or a sentence; null where nothing was said.")
    now: JsonValue = tells("How it is here.")


class Precedent(Part):
    """An earlier decision on a point of a ruling, and whether it holds here."""

    dispute: int = tells("The number of the dispute.")
    state: Literal["followed", "distinguished", "stale", "overruled", "also-decided"] = tells(
        "followed, distinguished (a fact differs), stale (a clause says something else now), overruled, or "
        "also-decided: what a table decided in words, or for itself alone."
    )
    says: str = tells("Whether it holds and why, in a sentence.")
    fact: str = tells("The first fact that differs; empty where none does.")
    differs: list[DifferingFact] = tells("All facts that differ.")
    question: Question | None = tells("The disputable point that both are about; null for none.")
    clauses: list[Clause] = tells("The clauses that both rest on.")
    decided: Moment = tells("When it was decided.")
    decision: str = tells("The decision in a sentence.")
    house: bool = tells("Whether it is a table's own decision.")
    at: Moment = tells("When the dispute was opened.")
    game: str | None = tells("The table at which it was; null for none.")
    ledger: str | None = tells("The ledger in which it was decided; null for this file's own.")
    holding: str = tells("The step of the earlier proof that it turned on; empty for a decision in words.")


class Ruled(Part):
    """What every ruling has, of whatever game."""

    format: Format
    edition: Edition = tells("The rule set by which it was ruled.")
    position: Line = tells("The canonical line that was ruled; it reads back to the same position.")
    status: Status = tells(
        "determined: line and law settle it. depends: something hidden decides, see `cases`. open: no reading is "
        "preferred, or no document covers it. illegal: an act on the line is forbidden."
    )
    grade: Grade = tells("The weakest authority that the ruling relies on.")
    citations: list[Citation] = tells("All that the ruling rests on, each once, in the order of the proof.")
    questions: list[Question] = tells("The disputable points whose preferred reading is taken.")
    readings: dict[Question, str] = tells("Readings that were chosen in place of the preferred ones, by question.")
    assumes: list[str] = tells("What was not given and is taken for granted, a sentence each.")
    needs: list[str] = tells("What to ask next where it depends, most decisive first.")
    then: list[Then] = tells("What is left to do, in order.")
    flips: list[Flip] = tells("What would turn the result.")
    illegal: list[Illegal] = tells("The acts that are forbidden.")
    said: str = tells("The line as it was typed, where that was not in the notation; else left out.", "")
    house: list[AppliedRule] = tells("The house rules that it rests on; left out where there are none.", [])
    precedents: list[Precedent] = tells("What was decided before on the same; left out where nothing was.", [])


class RulingWithoutProof(Ruled):
    """A ruling of one encounter without its proof, as it stands inside other answers."""

    outcome: Outcome | None = tells("How the encounter ends; null where that is not settled.")
    totals: Totals | None = tells("The totals; null where none are compared.")
    margin: int | None = tells("By how much the totals differ; null where none are compared.")
    players: dict[Player, PlayerRuling] = tells("By player, what happens to it.")
    second_encounter: bool | None = tells(
        "May the offense have a second encounter? null: a deal has still to be made, or the cases differ."
    )
    winners: list[Player] | None = tells("Who wins the game, in the order of the line; null where the cases differ.")
    discards: list[CardName] | None = tells(
        "What is discarded, bottom first: other cards by name and number, then encounter cards from the offense "
        "clockwise, the defense's on top (consolidated 4.10.2). Null where that is not settled."
    )
    cases: list[Case] = tells("Of a ruling that depends, what is ruled in each case.")


class Ruling(RulingWithoutProof):
    """A ruling of one encounter."""

    proof: Proof = tells("The proof: the step at its root, with those that it came from.")


class FailedLine(Part):
    """A line among several that could not be ruled."""

    line: str = tells("The line as it was typed.")
    error: AnyError = tells("Why it could not be ruled.")


class Rulings(Part):
    """The rulings of several lines of one call (`encounter -`, `encounter FILE`)."""

    format: Format
    rulings: list[Ruling | FailedLine] = tells("A ruling for each line, in order, or why there is none.")
    left: list[str] = tells("Lines that were not looked at; none, as all are ruled.")
