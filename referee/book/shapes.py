"""What each kind of rulebase file must look like. Used by the audit and the tests, never while judging."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.book.law import Mark

Grade = Literal["card", "rulebook", "faq", "reported", "cosmodex", "forum", "unsourced", "house", "stated"]
Kind = Literal["normative", "definition", "procedure", "example", "informational", "note", "placeholder", "fact"]


class Shape(BaseModel):
    """A table of a rulebase file: unknown keys are faults."""

    model_config = ConfigDict(extra="forbid")


# What a clause does: what it lets somebody do, keeps anybody from doing, has to happen, or says that a word or a place
# means. `example` and `informs` (headings, hints, how the book is laid out) bind nobody.
Does = Literal["grants", "forbids", "requires", "defines", "example", "informs"]
# The limits that a power which is not applied may lift (`book.power.Alien`).
Lifted = Literal[
    "ships", "none", "mains-ships", "opponents-none", "warp", "owned", "aliens", "target", "colonies", "turn",
    "no-card", "opponents-no-card", "reinforcing", "flares", "goal", "regroup", "new-hand", "card-phases",
    "hand-size", "smaller-hand", "sides",
]  # fmt: skip
# Whom it is about, where it is not about everybody: the roles of an encounter, and how that came out for them.
About = Literal[
    "offense", "defense", "offensive-ally", "defensive-ally", "bystander", "winner", "loser", "owner", "other"
]


class ClauseShape(Shape):
    """A clause of a book."""

    id: str
    kind: Kind
    phase: str = ""
    does: list[Does] = Field(default=[], max_length=3)
    about: list[About] = []
    says: str = Field(min_length=10)
    locator: str = Field(min_length=3)
    page: str = ""
    printed_refs: list[str] = []
    refs: list[str] = []
    same_as: list[str] = []
    covers: list[str] = []
    within: list[str] = []
    near: list[str] = []
    differs: str = ""
    questions: list[str] = []
    inert: str = ""


class SectionShape(Shape):
    """A section file of a book."""

    book: str
    section: str
    title: str
    order: int = 0
    held: Literal["stated", "applied", "cased"]
    clause: list[ClauseShape]


class BookShape(Shape):
    """What all clauses of a book have in common."""

    id: str
    title: str
    grade: Grade
    grades: dict[Grade, list[str]] = {}


class RuleShape(Shape):
    """A rule of the law."""

    kind: Literal["rule", "fact", "parameter", "assumption"] = "rule"
    says: str = ""
    text: str
    value: Any = None
    # What the value can be (`referee.book.domains`).
    one_of: list[str] = []
    among: list[str] = []
    order: list[str] = []
    number: bool | list[int] = False
    range: bool = False
    flag: bool = False
    counts: bool = False
    lists: bool = False
    names: bool = False
    words: bool = False
    cites: dict[str, str] = {}
    also: dict[str, str] = {}  # what says the same as one of `cites`: the grade of a ruling does not hang on it
    about: list[About] = []  # the roles that it is about, where a clause about others would not fit
    mark: Mark = ""  # what the judge has to know of it besides
    sheet: bool = False  # it rests on the sheet or card that the judge names with it, which says what it is for
    grade: Literal["faq", "reported", "house", "stated"] | None = None  # of what no clause says
    question: str = ""
    quiet: bool = False  # the question is named only where a table has chosen another reading than the preferred one
    readings: dict[str, ReadingOfRule] = {}


class ReadingOfRule(Shape):
    """What a rule becomes under another reading of its question."""

    text: str = Field(default="", description="What a step of a proof says under this reading.")
    value: Any = Field(default=None, description="The value under this reading.")
    cites: dict[str, str] = Field(description="By clause a few of its words that make the point.")
    grade: Literal["house", "stated"] | None = Field(default=None, description="Of a reading that no clause says.")


# Where a text places what it does in its phases (`before select`), and the words of the summary that say so.
Moments = dict[str, str]


class EventShape(Shape):
    """Something that happens in a phase, before, when or after which a text can place what it does."""

    id: str
    phase: str = ""
    says: str = Field(min_length=3)
    hinge: bool = False
    comes: dict[str, str] = {}


class MomentsShape(Shape):
    """The file of events, in printed order."""

    event: list[EventShape]


class UseShape(Shape):
    """One use of a power."""

    id: str = Field(description="Its name on this sheet, by which other uses and cases name it.")
    text: str = Field(description="What a step of a proof says: {0} is the player, {value} the value.")
    may: str = Field(default="", description="What is said where it may be used.")
    typed: str = Field(default="", description="How players type it, where that is not `use NAME`.")
    roles: list[str] = Field(
        min_length=1, description="The roles that its owner has: main, offense, defense, ally, not-main, any ..."
    )
    phases: list[str] = Field(
        min_length=1,
        description="The phases: start-turn, regroup, destiny, launch, alliance, planning, reveal, resolution, any.",
    )
    moment: Moments = Field(
        default={}, description="Where it acts, if not where the whole power does: as in the sheet."
    )  # where it is not that of the whole power
    mandatory: bool = Field(description="Whether it must be used.")
    zappable: bool = Field(default=True, description="Whether it can be zapped.")
    lasting: bool = Field(default=False, description="Whether it acts though the power is lost.")
    question: str = Field(default="", description="The disputable point that it takes a reading of: DF-37.")
    effects: list[dict[str, Any]] = Field(
        min_length=1,
        description="What it does: each a `verb` with what belongs to it; `referee audit` names those that there are.",
    )


class ClassicShape(Shape):
    """One face of a flare on its classic card; bars that are not known are left empty."""

    summary: str = Field(description="What it does, in your own words.")
    roles: list[str] = Field(
        description="The roles that its owner has: main, offense, defense, ally, not-main, any ..."
    )
    phases: list[str] = Field(
        description="The phases: start-turn, regroup, destiny, launch, alliance, planning, reveal, resolution, any."
    )
    moment: Moments = Field(
        default={}, description="By place (`after reveal`): the words of the summary that put it there."
    )
    grade: Grade = Field(description="How sure its words are, card (printed) to stated (by the players).")
    printed: str = Field(default="", description="The clause under which a document prints it.")


class FlareShape(Shape):
    """One face of a flare, wild or super; `bars` says what its bars cannot, `classic` is the alternate card."""

    summary: str = Field(min_length=1, description="What it does, in your own words.")
    roles: list[str] = Field(
        min_length=1, description="The roles that its owner has: main, offense, defense, ally, not-main, any ..."
    )
    phases: list[str] = Field(
        min_length=1,
        description="The phases: start-turn, regroup, destiny, launch, alliance, planning, reveal, resolution, any.",
    )
    moment: Moments = Field(
        min_length=1, description="By place (`after reveal`): the words of the summary that put it there."
    )
    grade: Grade = Field(description="How sure its words are, card (printed) to stated (by the players).")
    printed: str = Field(default="", description="The clause under which a document prints it.")
    bars: str = Field(default="", description="What its bars cannot say.")
    classic: ClassicShape | None = Field(default=None, description="The same face on its classic card.")
    text: str = Field(default="", description="What a step of a proof says, if it is applied.")
    effects: list[dict[str, Any]] = Field(
        default=[], description="What it does, if it is applied: each a `verb` with what belongs to it."
    )
    needs_power: bool = Field(default=False, description="Whether its owner must have the power.")
    typed: str = Field(default="", description="How players type it, where that is not `flare NAME ALIEN`.")
    states: list[str] = Field(
        default=[], description="How players say what it does, if it is not applied; `nothing`: no outcome shows it."
    )


class ErratumShape(Shape):
    """What is wrong on a sheet or a flare, or needs a word; `roles` and `phases` are the bars that it puts."""

    about: Literal["power", "wild", "super"] = Field(description="What it is about.")
    grade: Grade = Field(description="How sure its words are, card (printed) to stated (by the players).")
    text: str = Field(min_length=1, description="What is to be said.")
    roles: list[str] = Field(default=[], description="The roles that it puts on the bar.")
    phases: list[str] = Field(default=[], description="The phases that it puts on the bar.")
    cites: list[str] = Field(default=[], description="The clauses behind it.")


class EssenceOfAlien(Shape):
    """The essence cards with which an alien comes."""

    type: str = Field(description="What its essence cards are called.")
    count: int = Field(description="How many there are.")


class WorksShape(Shape):
    """What a text does without being used, where that is more than its bars show."""

    phases: list[str] = Field(
        min_length=1,
        description="The phases: start-turn, regroup, destiny, launch, alliance, planning, reveal, resolution, any.",
    )
    roles: list[str] = Field(
        default=[], description="The roles, where they are not those of the sheet."
    )  # those of the sheet, where none are named
    comes_up: list[str] | None = Field(default=None, description="What has to come up for it.")
    zappable: bool = Field(default=True, description="Whether it can be zapped.")


class NamesShape(Shape):
    """On whom a timed power is used, where a player is named with that."""

    whom: Literal["main", "other"] = Field(description="A main player, or anybody but its owner.")
    roles: list[str] = Field(default=[], description="The roles of its owner then, if not those of the sheet.")


class AlienShape(Shape):
    """An alien sheet and its flare.

    Of a timed power, `comes_up` is what has to come up in an encounter for it to act, `comes_up_early` the same before
    the cards are turned up, `times` how often it is used in one at most, `states` how players say what it does;
    `keeps_power` says that it is not lost with its owner's home colonies, `keeps_color` that nobody else can have it.
    """

    name: str = Field(description="Its name, as it is printed.")
    power: str = Field(description="The name of its power.")
    set: str = Field(description="The set in which it came out: Homemade.")
    grade: Grade = Field(description="How sure its words are, card (printed) to stated (by the players).")
    roles: list[str] = Field(
        min_length=1, description="The roles that its owner has: main, offense, defense, ally, not-main, any ..."
    )
    mandatory: bool = Field(description="Whether the power must be used.")
    phases: list[str] = Field(
        min_length=1,
        description="The phases: start-turn, regroup, destiny, launch, alliance, planning, reveal, resolution, any.",
    )
    moment: Moments = Field(
        min_length=1, description="By place (`after reveal`): the words of the summary that put it there."
    )
    moment_by: str = Field(default="", description="The rule of law by which its words are read so, where disputable.")
    summary: str = Field(min_length=1, description="What the power does, in your own words.")
    use_part: str = Field(default="", description="What counts as a use of it.")
    lifts: list[Lifted] = Field(default=[], description="Of a timed power: the limits that it may lift.")
    holds: list[Literal["warp", "discards", "opposing-discards", "planets", "neighbors"]] = Field(
        default=[],
        description="What its sheet keeps: ships of the warp, discards, planets, and others' ships where they stand.",
    )
    comes_up: list[str] | None = Field(
        default=None, description="Of a timed power: what has to come up in an encounter for it to act."
    )
    comes_up_early: list[str] | None = Field(default=None, description="The same before the cards are turned up.")
    times: int | None = Field(
        default=None, ge=1, description="Of a timed power: how often it is used in one encounter at most."
    )
    works: WorksShape | None = Field(default=None, description="What it does without being used.")
    states: list[str] = Field(
        default=[], description="How players say what a timed power does: `add`, or `loses from colonies`."
    )
    keeps_color: bool = Field(default=False, description="Whether no exchange, loan or theft takes it from its owner.")
    names: NamesShape | None = Field(default=None, description="On whom it is used, where a player is named.")
    keeps_power: bool = Field(default=False, description="Whether it is not lost with the home colonies.")
    zappable: bool = Field(default=True, description="Whether it can be zapped.")
    bars: str = Field(default="", description="What its bars cannot say.")
    alert: Literal["green", "yellow", "red"] = Field(description="Its alert level.")
    game_setup: str = Field(default="", description="What it needs at the start of a game.")
    not_with: list[str] = Field(default=[], description="Aliens with which it is not played.")
    essence: EssenceOfAlien | None = Field(default=None, description="Its essence cards.")
    printed: str = Field(default="", description="The clause under which a document prints it.")
    use: list[UseShape] = Field(
        default=[], description="What the referee applies of it; none: the players state what it does."
    )
    wild: FlareShape = Field(description="The wild face of its flare.")
    super: FlareShape = Field(description="The super face of its flare.")
    errata: list[ErratumShape] = Field(default=[], description="What is wrong on it, or needs a word.")


class CardShape(Shape):
    """A named card. `printed` is where a document prints it, `open` what no document says of it."""

    name: str
    type: str
    grade: Grade
    set: str = ""
    printed: str = ""
    count: int = 0
    lifetime: Literal["", "discarded", "stays", "hidden", "passed-on"] = ""
    research: str = ""
    roles: list[str] = []
    phases: list[str] = []
    moment: Moments = {}
    summary: str
    text: str = ""
    open: str = ""
    cites: dict[str, str] = {}
    questions: list[str] = []
    applied: bool | Literal["table"] = False
    effects: list[dict[str, Any]] = []


class CardsShape(Shape):
    """A file of named cards."""

    card: list[CardShape]


class DeckCardShape(Shape):
    """Cards of a deck that are alike: how many, and of which value."""

    name: str
    type: str
    value: int | None = None
    count: int = Field(gt=0)
    grade: Grade
    summary: str = ""
    printed: str = ""


class DeckShape(Shape):
    """A deck: how many cards of each type it holds, and those that have no name of their own."""

    name: str
    set: str
    total: int = 0
    grade: Grade
    summary: str
    open: str = ""
    cites: dict[str, str] = Field(min_length=1)
    questions: list[str] = []
    holds: dict[str, int] = {}
    card: list[DeckCardShape] = []


class DecksShape(Shape):
    """The file of decks."""

    deck: list[DeckShape]


class EssenceCardShape(Shape):
    """An essence card of which a set has so many copies."""

    name: str
    count: int = Field(gt=0)
    number: int | None = None
    ships_to_break: int | None = None
    summary: str


class EssenceShape(Shape):
    """The essence cards of one alien."""

    type: str
    alien: str
    count: int
    grade: Grade
    cards: list[EssenceCardShape] = Field(min_length=1)


class EssencesShape(Shape):
    """The file of essence cards."""

    essence: list[EssenceShape]


# Why no ruling on one line shows a reading: it concerns the course of a game at a table, or how the documents are read
# ("books"), or every line is ruled the same by it.
Shows = Literal["table", "books", "nothing"]


class ReadingShape(Shape):
    """One reading of a disputable point; `shows` if no line can show this one."""

    says: str
    cites: list[str]
    grade: Grade
    shows: Shows | None = None


class QuestionShape(Shape):
    """A disputable point."""

    id: str
    title: str
    weight: Literal["high", "medium", "low"]
    edition: str = "consolidated"
    asks: str
    prefers: str  # a reading; none (an empty text) where the table decides
    reason: str
    shows: Shows | None = None  # if no line can show any of its readings
    affects: list[str]
    reading: dict[str, ReadingShape] = Field(min_length=1)


class ParameterShape(Shape):
    """A number, order or permission in which editions can be compared; an overlay leaves `asks` out.

    With `law` it is what the judge applies: the value of that rule, or a `part` of it, or its value in a `variant`.
    `beside` names the rules that cite the same words and say something else.
    `topic` stands with what only a variant has.
    """

    topic: str = Field(default="", description="Of what only a variant has: the topic with which it stands.")
    asks: str = Field(default="", description="What it asks.")
    says: str = Field(default="", description="What it has, in a sentence.")
    value: Any = Field(default=None, description="The value: a number, a word, an order.")
    cites: dict[str, str] = Field(default={}, description="By clause a few of its words that make the point.")
    agrees: dict[str, str] = Field(default={}, description="Clauses that agree, with a few of their words.")
    law: str = Field(default="", description="The rule of law whose value it is.")
    part: str | int | None = Field(default=None, description="The part of that value.")
    variant: str = Field(default="", description="The variant whose value it is.")
    beside: list[str] = Field(default=[], description="Rules that cite the same words and say something else.")


class LaidOverShape(Shape):
    """A rule as an edition or a variant has it: what it leaves out is as in the law."""

    kind: Literal["parameter", "rule"] = Field(
        default="rule", description="parameter: it is a value that editions are compared by."
    )
    says: str = Field(default="", description="The rule in a sentence.")
    text: str = Field(default="", description="What a step of a proof says: {0}, {value}.")
    value: Any = Field(default=None, description="Its value, in the domain that the law gives it.")
    cites: dict[str, str] = Field(
        default={}, description="By clause a few of its words that make the point; {} for a house rule."
    )
    grade: Literal["house", "stated"] | None = Field(
        default=None, description="house: no document says it. stated: the players say it."
    )
    question: str = Field(default="", description="The disputable point that it takes a reading of.")
    quiet: bool = Field(default=False, description="Whether the point is named only where another reading was chosen.")
    readings: dict[str, ReadingOfRule] = Field(
        default={}, description="What it becomes under other readings of the point, by their names."
    )


class AmendedUse(UseShape):
    """A use that an edition's book gives to a power, with the clauses that say so."""

    cites: dict[str, str] = Field(description="By clause a few of its words that make the point.")


class Amended(Shape):
    """What an edition's book adds to the power of an alien."""

    use: list[AmendedUse] = Field(default=[], description="The uses that the book adds.")


class EditionShape(Shape):
    """An edition or a variant: what it has otherwise, by topic of the law and key."""

    model_config = ConfigDict(extra="allow")

    title: str = Field(description="What it is called.")
    book: str = Field(description="The document by which it is played: consolidated, ffg2018, warp, mayfair1991.")
    over: list[str] = Field(default=[], description="Of a variant: the editions to which it can be added.")
    has: list[str] = Field(default=[], description="Of a variant: the variants of which it is made up.")
    judged: bool = Field(default=False, description="Whether encounters are ruled by it.")
    follows: str = Field(default="", description="Whose rules are taken where its own book is silent.")
    shares: str = Field(default="", description="The file with what it has as other editions do.")
    beside: list[str] = Field(default=[], description="The books by which it is compared where its own one is silent.")
    texts: Literal["card", "reported"] = Field(
        default="card", description="The best grade that the text of its powers and cards has."
    )
    words: dict[str, str] = Field(default={}, description="What it calls things that the law here calls otherwise.")
    amends: dict[str, Amended] = Field(default={}, description="What its book adds to the power of an alien.")
    readings: dict[str, str] = Field(
        default={}, description="Disputable points that its own book settles, and which reading is that book's."
    )
