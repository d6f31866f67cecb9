"""What is looked up: answers to questions, clauses, disputable points, sheets and cards."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, JsonValue, RootModel

from referee.book.shapes import About, Does
from referee.book.shapes import Kind as ClauseKind
from referee.schemas.duels import DuelText
from referee.schemas.part import Clause, Format, Grade, Part, Question, tells

# -- asking ------------------------------------------------------------------------------------------------------------


class FoundClause(Part):
    """A clause that was found."""

    id: Clause = tells("Its id.")
    says: str = tells("What it says, in our words.")


class AnsweringClause(FoundClause):
    """A clause that comes near to a question."""

    score: float = tells("How near, from 0 to 1.")
    otherwise: list[Clause] = tells("Clauses of other editions that say it otherwise.")


class Settled(Part):
    """What the clauses or a sheet settle."""

    says: str = tells("The answer in a sentence.")
    verdict: str = tells("yes, no, or a number; empty where something else was asked.")
    cites: list[Clause] = tells("What it rests on.")


class AskedPart(Part):
    """A part of a question that asks several things."""

    asks: str = tells("The part, as it was asked.")
    answer: Settled | None = tells("Its answer; null where nothing settles it.")
    clauses: list[Clause] = tells("The clauses that come near.")


class SheetLine(Part):
    """A sheet or card that a question names."""

    kind: Literal["alien", "card"] = tells("Which of both it is.")
    name: str = tells("Its name.")
    power: str = tells("Of an alien its power; else left out.", "")
    says: str = tells("What it says, in our words.")
    when: str = tells("Its bars: roles, mandatory or optional, phases; of a card its type first.")
    wild: str = tells("Of an alien its wild flare; else left out.", "")
    super: str = tells("Of an alien its super flare; else left out.", "")
    cites: Clause = tells("Its id.")
    command: str = tells("What shows all of it: `referee alien NAME`.")


class OpenPoint(Part):
    """A disputable point that a question is about."""

    id: Question = tells("Its id.")
    title: str = tells("What is asked.")
    readings: list[str] = tells("Its readings, a sentence each.")


class Answers(Part):
    """The answer to a question in a player's words, and the clauses that say it."""

    format: Format
    answered: bool = tells("Whether the clauses answer it.")
    answers: list[AnsweringClause] = tells("The clauses that come near, best first.")
    answer: Settled | None = tells("The answer; null where nothing settles it.")
    parts: list[AskedPart] = tells("Where several things are asked, each with its answer.")
    sheets: list[SheetLine] = tells("The sheets and cards that the question names.")
    next: list[str] = tells("Commands that tell more.")
    points: list[OpenPoint] = tells("Disputable points that it is about, where no clause settles it.")
    unruled: str = tells("Why the rules are silent, where they are known to be; empty otherwise.")


class FoundClauses(Part):
    """The clauses of all books in which some words stand (`search`)."""

    format: Format
    clauses: list[FoundClause] = tells("Each with what it says.")


# -- clauses and points ------------------------------------------------------------------------------------------------


class Cite(Part):
    """A clause with its grade."""

    id: Clause = tells("Its id.")
    grade: Grade = tells("Its authority.")


class _Rule(Part):
    """What every answer of `rule` has."""

    format: Format
    book: str = tells("The book; `law` for a rule of law.")
    says: str = tells("What it says, in our words; empty for a heading.")


class ClauseRule(_Rule):
    """A clause of a book."""

    id: str = tells("The id within its book, such as 5.10.1.1.d.")
    kind: ClauseKind = tells("What kind of statement it is.")
    phase: str = tells("The phase to which it belongs; may be empty.")
    grade: Grade = tells("Its authority.")
    locator: str = tells("A few consecutive words of the document, by which it is found there.")
    refs: list[Clause] = tells("Clauses to which it refers.")
    same_as: list[Clause] = tells("Clauses of other books that say the same.")
    covers: list[Clause] = tells("Clauses of other books of which it says all and more.")
    within: list[Clause] = tells("Clauses of other books that say all of it and more.")
    near: list[Clause] = tells("Clauses of other books on the same that say something else.")
    differs: str = tells("How these differ; may be empty.")
    questions: list[Question] = tells("Disputable points on it.")
    section: str = tells("The section of the book in which it stands.")
    inert: str = tells("Why nothing of it is applied, for good; empty otherwise.")
    does: list[Does] = tells("What it does to players.")
    about: list[About] = tells("The roles it is about; none: everybody.")
    cases: list[str] = tells("The cases that show it, by id.")
    printed: str | None = tells("The printed words, where you keep a copy of the book; else null.")


class LawRule(_Rule):
    """A rule of law: what the referee applies."""

    id: str = tells("`law` and its name, such as `law reveal.ties`.")
    kind: Literal["law"] = tells("A rule of law.")
    value: JsonValue = tells("Its value: a number, a word, an order; null where it has none.")
    cites: list[Cite] = tells("The clauses on which it rests.")
    questions: list[Question] = tells("The disputable point whose preferred reading it takes, if any.")


class HeadingRule(_Rule):
    """A heading of a book, with the clauses under it."""

    id: str = tells("The book and the number of the heading.")
    kind: Literal["heading"] = tells("A heading.")
    clauses: list[FoundClause] = tells("The clauses under it.")


Shows = Literal["table", "books", "nothing"]
_SHOWS = "Why no line shows it: table (the course of a game), books, nothing; left out where a line does."


class Reading(Part):
    """A reading of a disputable point."""

    name: str = tells("Its name, by which `--reading` chooses it.")
    says: str = tells("What it comes to.")
    cites: list[Clause] = tells("Who says so.")
    grade: Grade = tells("Its authority.")
    shows: Shows | None = tells(_SHOWS, None)


class PointAbout(Part):
    """What a disputable point asks."""

    id: Question = tells("Its id.")
    title: str = tells("What is asked, in short.")
    asks: str = tells("What is asked.")
    prefers: str = tells("The reading that is taken; empty where the table decides.")


class PointTold(PointAbout):
    """A disputable point, but for its readings."""

    weight: Literal["high", "medium", "low"] = tells("How often it matters.")
    edition: str = tells("The edition in which it is disputable; left out: in the consolidated rules.", "consolidated")
    reason: str = tells("Why that reading is preferred.")
    affects: list[str] = tells("What depends on it: outcome, ships, compensation ...")
    shows: Shows | None = tells(_SHOWS, None)


class Point(PointTold):
    """A disputable point: what is asked, the readings, and our preference with its reason (`question`)."""

    format: Format
    readings: list[Reading] = tells("The readings.")


# -- sheets and cards --------------------------------------------------------------------------------------------------


class Effect(Part):
    """An effect of a use: its verb, and what belongs to that."""

    model_config = ConfigDict(extra="allow")  # each verb has its own: `referee audit` holds these against the code

    verb: str = tells("What it does, such as ship_value.")


class Use(Part):
    """A use of a power, as the referee applies it."""

    id: str = tells("Its name on the sheet.")
    phases: list[str] = tells("The phases in which it acts.")
    roles: list[str] = tells("The roles in which its owner has it.")
    mandatory: bool = tells("Whether it must be used.")
    zappable: bool = tells("Whether it can be zapped.")
    says: str = tells("What it does, in a sentence.")
    cites: list[Clause] = tells("On what it rests.")
    typed: str = tells("How it is typed; empty where it goes without saying.")
    effects: list[Effect] = tells("Its effects.")


class Face(Part):
    """A face of a flare."""

    roles: list[str] = tells("Who may play it.")
    phases: list[str] = tells("When.")
    says: str = tells("What it does, in our words.")
    grade: Grade = tells("How sure its words are.")
    bars_grade: Grade = tells("How sure its bars are.")
    bars: str = tells("What its bars cannot say; may be empty.")
    printed: str = tells("The clause under which it is printed; may be empty.")
    applied: bool = tells("Whether the referee applies it.")
    typed: str = tells("How it is typed; may be empty.")
    classic: Face | None = tells("The same face on its classic card; null where there is none.")


class Erratum(Part):
    """What is wrong on a sheet or flare, or needs a word."""

    about: Literal["power", "wild", "super"] = tells("What it is about.")
    grade: Grade = tells("Its authority.")
    text: str = tells("What is to be said.")
    roles: list[str] = tells("The roles that it puts on the bar; none: as printed.")
    phases: list[str] = tells("The phases that it puts on the bar; none: as printed.")
    cites: list[Clause] = tells("The clauses behind it.")


class EssenceOfAlien(Part):
    """The essence cards of an alien."""

    type: str = tells("What they are called.")
    count: int | None = tells("How many there are; null where that is not known.")


class AlienSheet(Part):
    """An alien's sheet and flare, as the referee applies them."""

    format: Format
    name: str = tells("Its name, as it is written.")
    power: str = tells("The name of its power.")
    set: str = tells("The set in which it came out.")
    grade: Grade = tells("How sure the words of the sheet are.")
    reach: Literal["executable", "timed"] = tells(
        "executable: its uses are applied. timed: the players state what it does."
    )
    roles: list[str] = tells("The role bar.")
    phases: list[str] = tells("The phase bar.")
    mandatory: bool = tells("Whether the power must be used.")
    bars: str = tells("What its bars cannot say; may be empty.")
    alert: Literal["green", "yellow", "red"] = tells("Its alert level.")
    game_setup: str = tells("What it needs at the start of a game; may be empty.")
    not_with: list[str] = tells("Aliens with which it is not played.")
    essence: EssenceOfAlien | None = tells("Its essence cards; null where it has none.")
    printed: str = tells("The clause under which it is printed; may be empty.")
    says: str = tells("What the power does, in our words.")
    use: str = tells("What counts as a use of it.")
    uses: list[Use] = tells("Its uses, as they are applied; none of a timed power.")
    left: list[Literal["power", "wild", "super"]] = tells("What of it is left to the players, who state what it does.")
    wild: Face = tells("The wild face of its flare.")
    super: Face = tells("The super face of its flare.")
    errata: list[Erratum] = tells("What is wrong on it, or needs a word.")


class AlienRow(Part):
    """An alien in a list."""

    name: str = tells("Its name.")
    power: str = tells("Its power.")
    reach: Literal["executable", "timed"] = tells("How far it is applied.")


class Aliens(Part):
    """All aliens by set."""

    format: Format
    sets: dict[str, list[AlienRow]] = tells("By set, in the order in which they came out.")


class EffectRow(Part):
    """An effect that sheets, flares and techs are made of."""

    verb: str = tells("Its name, as files have it.")
    does: str = tells("What it does, with what is said for it.")
    when: list[str] = tells("When it does that.")
    arguments: list[str] = tells("What files tell it besides.")
    example: str = tells("How one of them has it; empty where none does.")
    of: str = tells("Whose that is: an alien, a face of its flare, or a tech.")
    used: int = tells("How many have it.")


class Effects(Part):
    """Every effect that a sheet, a flare or a tech can be made of (`alien effects`)."""

    format: Format
    effects: list[EffectRow] = tells("By their names.")


class NewAlien(Part):
    """The files of an alien that is to be added (`alien new NAME`)."""

    format: Format
    name: str = tells("Its name.")
    written: list[str] = tells("The files that were written, to be filled in.")
    left: list[str] = tells("What is still to be written, with the file and the line.")


_TYPE = "attack, negotiate, morph, reinforcement, artifact, flare, kicker, tech, hazard, deck, essence ..."


class _Behind(Part):
    """What stands behind a card that is told with its clauses."""

    printed: str = tells("The clause under which it is printed; may be empty.")
    open: str = tells("What no document says of it; may be empty.")
    cites: list[Clause] = tells("The clauses that speak of it.")
    questions: list[Question] = tells("Disputable points on it.")


class NamedCard(_Behind):
    """A card with a name of its own: an artifact, a tech, a hazard ..."""

    format: Format
    name: str = tells("Its name, as it is written.")
    type: str = tells(_TYPE)
    grade: Grade = tells("How sure its words are.")
    applied: bool = tells("Whether the referee applies it.")
    table_only: bool = tells("Whether it is applied at a table only, not on a line.")
    set: str = tells("The set in which it came out; may be empty.")
    count: int | None = tells("How many there are; null where that is not known.")
    counted: bool = tells("True where the edition's own book counts them; else left out.", False)
    roles: list[str] = tells("Who may play it.")
    phases: list[str] = tells("When.")
    research: str = tells("Of a tech, how many ships it takes; else empty.")
    lifetime: Literal["", "discarded", "stays", "hidden", "passed-on"] = tells("What becomes of it once it is played.")
    says: str = tells("What it does, in our words.")


class FlareCard(Part):
    """A flare with its two faces."""

    format: Format
    name: str = tells("Its name.")
    type: Literal["flare"] = tells("A flare.")
    grade: Grade = tells("How sure its words are.")
    applied: bool = tells("Whether the referee applies both faces.")
    count: Literal[1] = tells("There is one of each.")
    wild: Face = tells("The wild face.")
    super: Face = tells("The super face.")


class DeckCard(_Behind):
    """A card in a deck: attacks, negotiates, morphs, reinforcements, destiny cards ..."""

    name: str = tells("What it is called.")
    type: str = tells(_TYPE)
    grade: Grade = tells("How sure that is.")
    deck: str = tells("The deck in which it is.")
    set: str = tells("The set in which it came out.")
    value: int | str | None = tells("Its number; null where it has none.")
    count: int = tells("How many there are.")
    counted: bool = tells("True where the edition's own book counts them; else left out.", False)
    says: str = tells("What it does, in our words; may be empty.")


class ShownDeckCard(DeckCard):
    """A card in a deck, as it is shown by itself."""

    format: Format


class Deck(_Behind):
    """A deck: how many cards of each type, and those that are told one by one."""

    format: Format
    name: str = tells("What it is called.")
    type: Literal["deck"] = tells("A deck.")
    grade: Grade = tells("How sure that is.")
    set: str = tells("The set in which it came out.")
    total: int | None = tells("How many cards it has; null where that is not known.")
    holds: dict[str, int] = tells("How many cards of each type.")
    says: str = tells("What there is to say of it, in our words.")
    cards: list[DeckCard] = tells("The cards that are told one by one.")
    count: int | None = tells("Left out, but where an edition's own book has another deck.", None)
    counted: bool = tells("True where the edition's own book counts its cards; else left out.", False)


class EssenceCard(Part):
    """One of an alien's essence cards."""

    name: str = tells("What it is called.")
    count: int = tells("How many there are.")
    number: int | None = tells("The number on it; left out where it has none.", None)
    ships_to_break: int | None = tells("How many ships break it; left out where none do.", None)
    says: str = tells("What it does, in our words.")


class Essence(Part):
    """The essence cards of an alien."""

    format: Format
    name: str = tells("What they are called.")
    type: Literal["essence"] = tells("Essence cards.")
    alien: str = tells("The alien.")
    grade: Grade = tells("How sure their words are.")
    total: int = tells("How many there are.")
    cards: list[EssenceCard] = tells("Each of them.")
    count: int | None = tells("Left out, but where an edition's own book has none.", None)
    counted: bool = tells("True where the edition's own book counts them; else left out.", False)


_AnyCard = NamedCard | FlareCard | ShownDeckCard | Deck | Essence


class Card(RootModel[_AnyCard]):
    """A card, a flare or a deck (`card NAME`)."""


class CardRow(Part):
    """A card in a list."""

    name: str = tells("Its name.")
    count: int | None = tells("How many there are; null where that is not known.")
    total: int | None = tells("Of a deck or of essence cards, how many cards; else null.")
    set: str | None = tells("The set in which it came out; null or empty where that is not known.")
    applied: bool | None = tells("Whether the referee applies it; null where there is nothing to apply.")


class Cards(Part):
    """All cards by type."""

    format: Format
    types: dict[str, list[CardRow]] = tells("By type.")


class CardsRead(Part):
    """Cards as the tool `read_card` tells them; of Duel also aliens and envoys."""

    format: Format
    cards: list[_AnyCard | DuelText] = tells("Each with all that it says.")


class DuelTexts(Part):
    """The aliens, envoys and cards of Duel of a name, or all of them (`alien duel`, `card duel`)."""

    format: Format
    texts: list[DuelText] = tells("Each with all that it says.")
