"""What is argued and decided: disputes, precedents, house rules, and all of it judged again."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from referee.schemas.duels import DuelRuling, DuelRulingWithoutProof
from referee.schemas.lookups import FoundClause, PointTold, Reading, SheetLine
from referee.schemas.part import Clause, Edition, Format, Line, Moment, Part, Question, Status, Typed, tells
from referee.schemas.rulings import AppliedRule, HouseRule, Precedent, Ruling, RulingWithoutProof

_GRADE = "Its authority, or `registry` for a disputable point; empty where the books know no such thing."
State = Literal["open", "decided", "appealed"]
Flag = Literal[0, 1]

# -- what is ruled on an account ---------------------------------------------------------------------------------------


class ActVerdict(Part):
    """The verdict on an act that is argued about."""

    said: str = tells("The act as it was said, with its facts.")
    command: Typed = tells("The command that it is.")
    verdict: Literal["legal", "illegal", "depends"] = tells("Whether it may be done.")
    says: list[str] = tells("What it leads to, a sentence each.")
    allowed_by: list[Clause] = tells("What allows it.")
    assumes: list[str] = tells("What is taken for granted.")
    state: dict[str, JsonValue] | None = tells("The table before it, as it is kept; null where only facts were told.")
    anyway: bool = tells("Whether it was done although a rule forbade it.")
    asked: bool = tells("Whether it is only asked about.")
    played: list[Typed] = tells("What was played in this encounter before it.")


class WordsAnswer(Part):
    """What the books answer to a question in words alone."""

    asks: str = tells("The question.")
    answered: bool = tells("Whether they answer it.")
    verdict: str = tells("yes, no or a number; empty for anything else.")
    says: str = tells("The answer in a sentence; empty where there is none.")
    clauses: list[FoundClause] = tells("The clauses that say it.")
    near: list[FoundClause] = tells("Where nothing answers it, what comes near.")
    sheets: list[SheetLine] = tells("The sheets and cards that it names.")
    next: list[str] = tells("Commands that tell more.")
    points: list[Question] = tells("Disputable points on it.")


class BrokenRule(Part):
    """A command of an encounter that was done although a rule forbade it."""

    number: int = tells("Its number in the history.")
    command: Typed = tells("The command.")
    says: str = tells("What forbids it.")
    cites: list[Clause] = tells("The clauses.")


class TableMoment(Part):
    """The moment of a kept table that a dispute is about."""

    table: str = tells("What the table is called.")
    number: int = tells("The number of the command in its history.")
    command: Typed = tells("The command; empty where the whole encounter is meant.")
    encounter: int = tells("Which encounter of the game it is, from 1.")
    first: int = tells("The number of its first command.")
    last: int = tells("The number of its last command.")
    turn: str = tells("Whose turn it was.")
    phase: str = tells("Which phase it was.")
    anyway: bool = tells("Whether the command was done although a rule forbade it.")
    later: int = tells("How many commands were done since.")
    broken: list[BrokenRule] = tells("Of a whole encounter, what was done in it although a rule forbade it.")


class RulingOfSide(Ruling):
    """What is ruled on a side's account of an encounter, an act or a question."""

    act: ActVerdict | None = tells("The verdict on the act that is argued about; left out of an encounter.", None)
    answer: WordsAnswer | None = tells(
        "What the books answer to a question in words; left out of other disputes.", None
    )
    moment: TableMoment | None = tells("The moment of the table; left out where there is none.", None)
    unreadable: str = tells("Why the ruling cannot be shown; left out of one that can.", "")


class DuelRulingOfSide(DuelRuling):
    """What is ruled on a side's account of a duel or contest, or of an act at a table of Duel."""

    act: ActVerdict | None = tells("The verdict on the act that is argued about; left out of a duel or contest.", None)
    moment: TableMoment | None = tells("The moment of the table; left out where there is none.", None)


class Side(Part):
    """A side of a dispute: what it claims, how it tells what happened, and what is ruled on that."""

    side: int = tells("Its number, from 1.")
    party: str = tells("Who argues; may be empty.")
    claim: str = tells("What that party claims; may be empty.")
    line: str = tells("What happened as that party has it.")
    position: Line = tells("The same, canonically.")
    status: Status = tells("What the ruling is.")
    outcome: str | None = tells("The outcome; null where there is none.")
    ruling: RulingOfSide | DuelRulingOfSide = tells("The ruling on this account.")


# -- what comes of it --------------------------------------------------------------------------------------------------


class ResultPart(Part):
    """A field of the result, and how two rulings have it."""

    field: str = tells("The field, such as players.blue.compensation.")
    values: list[JsonValue] = tells("How the first has it, and how the second.")


class Turns(Part):
    """What a fact of the other side does in an account."""

    into: int = tells("The number of the side into whose account it is put.")
    like_other: bool = tells("Whether the result is the other side's then.")
    parts: list[ResultPart] = tells("How the result differs from what that account came to.")


class DifferingFact(Part):
    """A fact in which two sides differ."""

    sides: list[int] = tells("The numbers of both sides.")
    fact: str = tells("What it is about, such as red's hand.")
    says: list[str] = tells("How the first tells it, and how the second.")
    clauses: list[str] = tells("The same as clauses of their lines.")
    decides: bool = tells("Whether it alone turns what is disputed.")
    turns: list[Turns] = tells("What it turns, in whose account.")
    cannot_stand_alone: list[int] = tells("Sides into whose account it cannot be put alone: that could not be.")


class Apart(Part):
    """Two sides whose results differ."""

    sides: list[int] = tells("The numbers of both sides.")
    parts: list[ResultPart] = tells("In what their results differ.")


class Support(Part):
    """A clause of a proof, and the step that it carries."""

    id: Clause = tells("Its id.")
    grade: str = tells(_GRADE)
    says: str = tells("What it says.")
    step: str = tells("The step of the proof that rests on it.")


class Cited(Support):
    """Something that a side calls upon."""

    rests: bool = tells("Whether the ruling rests on it.")
    by: str = tells("The clause of the proof that is meant: itself, or one that says the same; may be empty.")
    instead: list[Support] = tells("What the ruling rests on otherwise.")
    questions: list[Question] = tells("Disputable points on it.")


class Tried(Part):
    """What another reading makes of the same facts."""

    tried: bool = tells("Whether it could be tried.")
    why: str = tells("Why not; empty where it was.")
    parts: list[ResultPart] = tells("How the result differs.")
    side: int = tells("The side in whose account it differs; left out where all tell the same.", 0)


class ReadingHere(Reading):
    """A reading of a disputable point, and what it makes of the facts."""

    taken: bool = tells("Whether the rulings take it.")
    here: Tried | None = tells("What it makes of the facts; left out of the one that is taken, or where none is.", None)


class PointHere(PointTold):
    """A disputable point that is in question."""

    readings: list[ReadingHere] = tells("Its readings.")
    why: str = tells(
        "Why it is in question: asked (for), named (in a claim), matter (of which the claims speak), claimed (another "
        "reading turns what is claimed), turns (another one turns what is ruled), or the clause that leads to it."
    )
    rests: bool = tells("Whether the rulings take a reading of it.")


class AnswerStep(Part):
    """A sentence of an answer."""

    says: str = tells("The sentence.")
    cites: list[Clause] = tells("The clauses behind it; none where no document says it.")


class MatterAnswer(Part):
    """What is ruled on a matter of which the claims speak besides the encounter itself."""

    topic: Literal["time", "order", "discards", "deal", "due", "later", "conduct", "facts", "game", "book"] = tells(
        "What it is about; book: what the books say on what is claimed, besides the ruling."
    )
    says: str = tells("The answer in a sentence.")
    steps: list[AnswerStep] = tells("Why.")
    questions: list[Question] = tells("The disputable points that it hangs on.")
    next: list[str] = tells("What can be typed to see more.")
    supposing: str = tells("How it might be too; may be empty.")
    parts: list[ResultPart] = tells("In what the result differs then.")


class Way(Part):
    """One way to deal with what was done against a rule."""

    line: str = tells("The line or command that holds then; empty where nothing does.")
    ruling: RulingWithoutProof | DuelRulingWithoutProof = tells("What is ruled then.")


class Late(Part):
    """What can be done about an illegal act that is noticed late."""

    side: int = tells("The side in whose account it is.")
    stands: Way = tells("If it stands.")
    put_right: list[Way] = tells("With the nearest legal acts in its place; none where none is near.")
    question: Question = tells("The disputable point by which a table can decide.")
    says: str = tells("What is wrong with it, where the line does not show that; may be empty.")
    cites: list[Clause] = tells("The clauses.")


class Argument(Part):
    """What comes of a dispute. Lists with one entry for each side are in the order of the sides."""

    agree: bool = tells("Whether all accounts come to the same result.")
    same_facts: bool = tells("Whether all tell the same facts.")
    differences: list[DifferingFact] = tells("The facts in which they differ.")
    decisive: list[str] = tells("Those of them that alone turn what is disputed.")
    together: list[list[int]] = tells("Where none does alone: the fewest that do together, by their place in the list.")
    apart: list[Apart] = tells("Pairs of sides, and in what their results differ.")
    outcome_stays: bool = tells("Whether the encounter ends the same way on every account.")
    differs: list[str] = tells("The fields in which any two results differ.")
    cited: list[list[Cited]] = tells("For each side, what it calls upon.")
    speaks: list[Cited] = tells("Where no side names a rule: what the proof has on what they claim.")
    questions: list[Question] = tells("The disputable points on which the rulings rest.")
    registry: list[PointHere] = tells("The disputable points that are in question.")
    answers: list[MatterAnswer] = tells("What is ruled on matters besides.")
    besides: list[list[str]] = tells("For each side, what its line tells besides the encounter.")
    late: list[Late] = tells("What can be done about illegal acts that are noticed late.")


# -- disputes ----------------------------------------------------------------------------------------------------------


class _Added(Part):
    """What was added to a dispute."""

    at: Moment = tells("When.")
    ledger: str | None = tells("The ledger in which it stands; null where that is lost.")
    own: bool = tells("Whether that is this file's own ledger.")


class Decision(_Added):
    """A decision."""

    id: int = tells("Its number in the file.")
    dispute: int = tells("The number of the dispute.")
    by: str = tells("Who decided.")
    house: Flag = tells("1: the table's own decision. 0: the referee's ruling.")
    side: int | None = tells("Whose account or claim holds, by number; null for none.")
    reading: str | None = tells("The reading that is taken; null for none.")
    says: str = tells("The decision in a sentence.")
    reason: str = tells("Why; may be empty.")
    dissent: str = tells("What those say who do not agree; may be empty.")
    before: int | None = tells("The decision whose place it takes, by its number; null for none.")
    future: bool = tells("Whether its date lies in the future: some clock was wrong.")


class Note(_Added):
    """A note."""

    by: str = tells("Who noted it; may be empty.")
    says: str = tells("The note.")


class Appeal(_Added):
    """An appeal against a decision."""

    decision: int = tells("The number of the decision.")
    by: str = tells("Who appeals.")
    reason: str = tells("Why.")


class Withdrawn(Part):
    """That a house rule was withdrawn."""

    at: Moment = tells("When.")
    by: str = tells("By whom; may be empty.")
    reason: str = tells("Why; may be empty.")


class Promotion(_Added):
    """That a decision was made a house rule."""

    decision: int = tells("The number of the decision.")
    game: str = tells("The table whose house rule it became.")
    question: Question | None = tells("The disputable point that it is on; null for none.")
    reading: str | None = tells("The reading that is taken; null for a rule in words.")
    says: str = tells("The rule in a sentence.")
    clauses: list[Clause] = tells("The clauses that it is about; left out of one that an earlier version made.", [])
    withdrawn: Withdrawn | None = tells("That it is none any more; null while it holds.", None)


class Rulebook(Part):
    """The rulebase by which a dispute was ruled."""

    digest: str = tells("A print of it.")
    referee: str = tells("The version of the program.")


class KeptRow(Part):
    """What is kept of every dispute, in a row."""

    id: int = tells("Its number in this file.")
    ledger: str | None = tells("The ledger in which it was opened; null where that is lost.")
    number: int | None = tells("Its number in that ledger; null where that is lost.")
    at: Moment = tells("When it was opened.")
    edition: Edition = tells("The rule set by which it is ruled.")
    game: str | None = tells("The table that it is about; null for none.")
    about: str = tells("What it is about, in a few words; may be empty.")
    question: Question | None = tells("The disputable point that it is about; null for none.")
    parties: str | None = tells("Who argues: `blue v red`; null where that is lost.")
    decision: int | None = tells("The decision in force, by its number; null before there is one.")
    decided: str | None = tells("That decision in a sentence.")
    house: Flag | None = tells("1: it is the table's own decision. 0: the referee's ruling. null: none.")
    by: str | None = tells("Who decided.")
    decided_in: str | None = tells("The ledger in which that stands.")
    decided_here: bool = tells("Whether that is this file's own ledger.")
    state: State = tells("open, decided, or appealed: a decision was appealed against and holds no more.")


class DisputeRow(KeptRow):
    """A dispute in a row."""

    stale: str = tells("Clauses of the decision that say something else now; empty where none does.")


class KeptDispute(KeptRow):
    """All that is kept of a dispute; it is not argued again."""

    sides: list[Side] = tells("Its sides.")
    kind: Literal["encounter", "act", "question"] = tells(
        "What it is about; left out where the sides are lost.", "encounter"
    )
    remarks: list[str] = tells("What is to be said of the parties, such as who is absent; left out with `kind`.", [])
    relied: dict[str, str] = tells("The clauses on which the rulings rest, each with a print of what it said.")
    readings: dict[Question, str] = tells("Readings that were chosen in place of the preferred ones.")
    rulebook: Rulebook = tells("The rulebase by which it was ruled.")
    decisions: list[Decision] = tells("All decisions, oldest first.")
    notes: list[Note] = tells("All notes, oldest first.")
    appeals: list[Appeal] = tells("All appeals, oldest first.")
    promotions: list[Promotion] = tells("The decisions that were made house rules.")
    point: list[Clause] = tells("What it turns on: clauses and disputable points.")
    head: str = tells("How far this file's own ledger goes: NAME:NUMBER:HASH.")
    unreadable: list[str] = tells("What of it is damaged and cannot be shown; left out where nothing is.", [])


class Dispute(KeptDispute, DisputeRow):
    """A whole kept dispute (`dispute show`, and where something was added to it)."""

    format: Format
    argument: Argument | None = tells(
        "What comes of it when it is argued again; null where it would come to something else."
    )
    precedents: list[Precedent] = tells("What was decided before on the same; left out where it is not looked for.", [])


class OpenedDispute(Part):
    """A dispute that was just opened (`dispute open`): what is ruled on each account, and what decides."""

    format: Format
    id: int | None = tells("Its number; null where it could not be kept.", None)
    state: State = tells("open, or decided where a decision came with it.")
    edition: Edition = tells("The rule set by which it is ruled.")
    game: str | None = tells("The table that it is about; null for none.")
    about: str = tells("What it is about, in a few words; may be empty.")
    question: Question | None = tells("The disputable point that it is about; null for none.")
    readings: dict[Question, str] = tells("Readings that were chosen in place of the preferred ones.")
    sides: list[Side] = tells("Its sides.")
    kind: Literal["encounter", "act", "question"] = tells("What it is about.")
    remarks: list[str] = tells("What is to be said of the parties, such as who is absent.")
    argument: Argument | None = tells("What comes of it.")
    promotions: list[Promotion] = tells("None yet.")
    precedents: list[Precedent] = tells("What was decided before on the same.")


class Disputes(Part):
    """Disputes in rows, the latest first (`dispute list`, `dispute search`)."""

    format: Format
    disputes: list[DisputeRow] = tells("Each in a row; `referee dispute show ID` tells all of one.")


class Precedents(Part):
    """What was decided before on what an encounter turns on (the tool `dispute_precedents`)."""

    format: Format
    position: Line = tells("The canonical line.")
    precedents: list[Precedent] = tells("What was decided before on the same.")
    house: list[AppliedRule] = tells("The house rules on which its ruling rests.")


class ExportedDisputes(Part):
    """All disputes of a file, oldest first (`dispute export --json` without a number)."""

    format: Format
    disputes: list[KeptDispute] = tells("Each as it is kept; `referee dispute show ID` argues one again.")


class HouseRules(Part):
    """The house rules by which a table plays (`dispute house`)."""

    format: Format
    table: str = tells("The table.")
    rules: list[HouseRule] = tells("The rules; none where it has none.")


class Promoted(Part):
    """A decision that is a house rule now, or was withdrawn (`dispute promote`, `dispute withdraw`)."""

    format: Format
    dispute: int | None = tells("The number of the dispute; null for a rule written by hand.")
    table: str = tells("The table.")
    rule: HouseRule = tells("The rule.")


# -- judging again -----------------------------------------------------------------------------------------------------


class Rechecked(Part):
    """A field of a ruling that would be another one now."""

    field: str = tells("The field, such as players.blue.compensation.")
    then: JsonValue = tells("As it was ruled.")
    now: JsonValue = tells("As it would be.")


class RecheckedPosition(Part):
    """A recorded position that would be ruled otherwise now."""

    name: str = tells("What it is called: the side of a dispute, or a ruling of the log.")
    dispute: int | None = tells("The number of the dispute; null for a ruling of the log.")
    side: int | None = tells("The number of the side; null for a ruling of the log.")
    ruling: int | None = tells("The number of the ruling in the log; null for a dispute.")
    edition: Edition = tells("The rule set.")
    line: str = tells("The line.")
    otherwise: bool = tells("Whether something else would be ruled.")
    says: str = tells("What, in a sentence.")
    changed: list[Rechecked] = tells("The fields that would be others.")
    refused: str = tells("Why it is not ruled at all any more; empty where it is.")
    clauses: list[Clause] = tells("Clauses that say something else now.")
    rules: list[str] = tells("Rules that are new in the proof.")
    without: list[str] = tells("Rules that are in it no more.")
    questions: list[Question] = tells("Disputable points that are in one of the proofs only.")
    version: list[str] = tells("The version of the program then, and now.")


class Recheck(Part):
    """Every recorded position judged again with today's rulebase (`dispute recheck`)."""

    format: Format
    judged: int = tells("How many positions were judged.")
    otherwise: list[RecheckedPosition] = tells("Those that would be ruled otherwise now.")
