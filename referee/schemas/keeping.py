"""What is kept and counted: the log, the ledger as a whole, books, scores, draws, cases, and where everything lies."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, JsonValue

from referee.schemas.part import (
    CardName,
    Edition,
    Format,
    Grade,
    Line,
    Moment,
    Part,
    Player,
    Question,
    Status,
    Typed,
    tells,
)


class LoggedRuling(Part):
    """A kept ruling in a row."""

    id: int = tells("Its number: `referee log ID`.")
    at: Moment = tells("When it was made.")
    edition: Edition = tells("The rule set.")
    line: str = tells("The line as it was typed.")
    position: Line = tells("The canonical line.")
    status: Status = tells("What the ruling is.")
    outcome: str | None = tells("The outcome; null where there is none.")
    grade: Grade = tells("Its authority.")


class Log(Part):
    """The latest kept rulings, newest first (`log`)."""

    format: Format
    rulings: list[LoggedRuling] = tells("Each in a row; `referee log ID` tells all of one.")


# -- chance and scores -------------------------------------------------------------------------------------------------


class _Drawn(Part):
    """What every draw has."""

    format: Format
    seed: str = tells("What draws the same again from the same deck or hand.")
    drawn: list[str] = tells("What was drawn, a sentence each.")
    commands: list[Typed] = tells("The commands that tell it to the table; of a wild card one of these.")


class DrawnAliens(_Drawn):
    """Aliens that were drawn, to choose from."""

    what: Literal["aliens"] = tells("Aliens.")
    aliens: dict[str, list[str]] = tells("By player; under an empty name where no players were named.")
    setup: list[str] = tells("What these aliens need at the start of a game.")


class DrawnDestiny(_Drawn):
    """A destiny card that was drawn."""

    what: Literal["destiny"] = tells("A destiny card.")
    of: int = tells("From how many cards.")


class DrawnCards(_Drawn):
    """Cards that were drawn out of a hand."""

    what: Literal["card"] = tells("Cards out of a hand.")
    from_: Player = tells("Whose hand.", alias="from")
    cards: list[CardName | None] = tells("Each card; null for one that is not known.")


class _Counts(Part):
    """What is counted of a player or an alien. In Duel an encounter is a duel or contest."""

    tables: int = tells("Tables.")
    games_won: int = tells("Games won.")
    won: int = tells("Encounters won as a main player.")
    lost: int = tells("Encounters lost as a main player.")
    deals: int = tells("Deals made.")
    no_deals: int = tells("Deals that failed.")
    won_as_ally: int = tells("Encounters won as an ally.")
    lost_as_ally: int = tells("Encounters lost as an ally.")


class PlayerScore(_Counts):
    """The score of a player."""

    player: Player = tells("The player.")
    foreign: int = tells("Foreign colonies as they are now, added up over the tables.")
    home: int = tells("Home colonies as they are now, added up over the tables.")


class AlienScore(_Counts):
    """The score of an alien."""

    alien: str = tells("The alien.")


class EditionScore(Part):
    """What is counted of an edition."""

    edition: Edition = tells("The edition.")
    tables: int = tells("Tables.")
    games_over: int = tells("Games that were won.")
    encounters: int = tells("Encounters that were ruled.")
    offense_won: int = tells("Won by the offense.")
    defense_won: int = tells("Won by the defense.")
    deals: int = tells("Deals made.")
    no_deals: int = tells("Deals that failed.")


class Score(Part):
    """Who won what at some tables; who won most games, then most encounters, stands first."""

    format: Format
    tables: list[str] = tells("The tables.")
    players: list[PlayerScore] = tells("By player.")
    aliens: list[AlienScore] = tells("By alien.")
    editions: list[EditionScore] = tells("By edition.")


# -- books -------------------------------------------------------------------------------------------------------------


class BookRow(Part):
    """A book."""

    book: str = tells("Its name.")
    clauses: int = tells("How many clauses it has.")
    copy_: bool = tells("Whether you keep a copy of it.", alias="copy")


class Books(Part):
    """The books (`book list`)."""

    format: Format
    books: list[BookRow] = tells("Each in a row.")


class AddedCopy(Part):
    """A copy of a book that is kept now (`book add`)."""

    format: Format
    book: str = tells("The book.")
    found: int = tells("How many places of the document were found in it.")
    of: int = tells("Of how many.")


class RemovedCopy(Part):
    """A copy of a book that was deleted (`book remove`)."""

    format: Format
    book: str = tells("The book.")
    removed: bool = tells("Whether there was one.")


class WrittenFiles(Part):
    """The files that were written (`book export`)."""

    format: Format
    written: list[str] = tells("The path of each.")


class Site(Part):
    """The rulebook as a site that is written (`book site`)."""

    format: Format
    folder: str = tells("The folder into which it is written.")
    pages: dict[str, int] = tells("By part of the site: how many pages it has.")
    files: int = tells("How many files there are, pages, drawings and the index of the search.")
    links: int = tells("How many links within the site were followed; each leads somewhere.")
    bytes: int = tells("The size of all files.")


class Picture(Part):
    """A position as a picture (`show`, `table show --svg`)."""

    format: Format
    title: str = tells("Who meets whom, or whose turn it is.")
    says: list[str] = tells("All that the picture shows, a sentence each.")
    width: int = tells("Its width in points, as it is drawn without being made larger or smaller.")
    height: int = tells("Its height in points.")
    svg: str = tells("The picture, an SVG text that is whole by itself.")


# -- cases and audit ---------------------------------------------------------------------------------------------------


class Difference(Part):
    """One thing in which a ruling is not what a case expects."""

    where: str = tells("The place, such as players.blue.compensation.")
    expected: JsonValue = tells("What the case expects.")
    came: JsonValue = tells("What came.")


class CheckedCase(Part):
    """A case that was judged."""

    id: str = tells("Its id.")
    status: Literal["passed", "failed", "deviates"] = tells("deviates: it fails, and says why it is known to.")
    differences: list[Difference] = tells("In what the ruling differs.")


class Checked(Part):
    """Case files that were judged (`check`)."""

    format: Format
    passed: int = tells("How many cases passed.")
    failed: int = tells("How many failed.")
    deviates: int = tells("How many are known to deviate.")
    cases: list[CheckedCase] = tells("Each case, in the order of the files.")


class LevelCount(Part):
    """How the items of a level came out."""

    right: int = tells("How many were answered as expected.")
    wrong: int = tells("How many were answered otherwise.")
    unsupported: int = tells("Of how many the program said that it does not answer them.")
    no_answer: int = tells("How many had no answer: late, crashed, no JSON, or more than one line.", alias="no-answer")
    set_aside: int = tells("How many hang on a chosen reading by which nothing is worked out.", alias="set-aside")
    of: int = tells("How many count: all but those that are set aside.")


class ConformanceItem(Part):
    """An item that was asked: a case in one edition."""

    id: str = tells("The id of the case, and the edition where that is not its own: RA01@warp.")
    level: str = tells("Its level.")
    status: Literal["right", "wrong", "unsupported", "no-answer", "set-aside"] = tells("How it came out.")
    says: str = tells("Why there is no answer to compare; else empty.")
    differences: list[Difference] = tells("In what the answer differs.")


class Conformance(Part):
    """How a program rules the cases (`check --engine`, `--levels`, `--reading`, `--report json`)."""

    format: Format
    line: str = tells("The line to be quoted.")
    suite: str = tells("The name of the suite, or of the files.")
    version: str = tells("Its version; empty for files that have none.")
    engine: str = tells("The command of the program; empty for this one.")
    readings: dict[Question, str] = tells("Readings by which it was judged in place of the preferred ones.")
    reasons: bool = tells("Whether clauses and disputable points were compared too.")
    levels: dict[str, LevelCount] = tells("Counts by level.")
    items: list[ConformanceItem] = tells("Each item, in the order of the files.")


class SuiteVersion(Part):
    """The version of the cases, and what is not as it was published (`suite version`)."""

    format: Format
    number: str = tells("The version; with `-dev` behind the next one where cases were added to a published one.")
    published: str = tells("The version that was published last; 0.0.0 if none was.")
    changed: list[str] = tells("Items whose position or expectation is another.")
    added: list[str] = tells("Items that are new.")
    removed: list[str] = tells("Items that are gone.")
    unexplained: list[str] = tells("Of the changed and removed ones those without a new major version and a reason.")


class AuditFault(Part):
    """A fault that an audit found."""

    place: str = tells("The file, and the line where that is known.")
    says: str = tells("What is wrong.")


class Audit(Part):
    """Book, law, code and cases held against each other (`audit`)."""

    format: Format
    faults: list[AuditFault] = tells("What does not agree.")
    books: dict[str, dict[str, int]] = tells("Counts by book.")
    sections: dict[str, dict[str, int]] = tells("Counts by section.")
    sets: dict[str, dict[str, int]] = tells("Counts by set of aliens.")
    counts: dict[str, int] = tells("Counts of the whole.")


# -- the ledger as a whole ---------------------------------------------------------------------------------------------


class LedgerAsIs(Part):
    """A ledger in a file."""

    name: str = tells("Its name.")
    begun: Moment = tells("When it was begun.")
    entries: int = tells("How many entries it has.")
    own: bool = tells("Whether it is this file's own.")
    head: str = tells("Its last entry: NAME:NUMBER:HASH; empty name and number 0 where it has none.")


class BrokenEntry(Part):
    """Something in a file that is not as it was written."""

    ledger: str = tells("The ledger; empty for what is in none.")
    number: int = tells("The number of the entry; 0 for what is none.")
    kind: str = tells("What it is: file, dispute, decision, note, table, ruling ...")
    dispute: int | None = tells("The dispute to which it belongs; null for none.")
    what: str = tells("What is wrong with it.")


class Verified(Part):
    """Whether a file is as it was written (`ledger verify`)."""

    format: Format
    ledgers: list[LedgerAsIs] = tells("The ledgers in it.")
    broken: list[BrokenEntry] = tells("What is not as it was written.")


class NamedLedger(Part):
    """The name that this file's own ledger has now (`ledger name`)."""

    format: Format
    ledger: str = tells("The name.")


class _Counted(Part):
    """How much of what kind."""

    ledgers: int = tells("Ledgers.")
    disputes: int = tells("Disputes.")
    entries: int = tells("Entries.")
    rulings: int = tells("Rulings of disputes.")
    known: int = tells("Entries that were here before.")
    left: int = tells("Entries that could not be taken.")


class ExportedLedger(_Counted):
    """What was written of a ledger (`ledger export FILE`)."""

    format: Format
    file: str = tells("The file.")
    missing: list[str] = tells("What is lost, a sentence each.")


class Rescued(_Counted):
    """What was put from a damaged file into a new one (`ledger rescue`)."""

    format: Format
    file: str = tells("The new file.")
    tables: int = tells("Tables.")
    kept_rulings: int = tells("Rulings of the log.")
    missing: list[str] = tells("What is lost, a sentence each.")


class OnOwn(Part):
    """What was added to one's own disputes, by their numbers."""

    decisions: list[int] = tells("Disputes that were decided.")
    notes: list[int] = tells("Disputes that were noted on.")
    appeals: list[int] = tells("Disputes that were appealed.")
    promotions: list[int] = tells("Disputes whose decisions became house rules, or were withdrawn.")


class Taken(_Counted):
    """What was taken from another ledger (`ledger import`, `ledger merge`)."""

    format: Format
    new_ledgers: list[str] = tells("Ledgers that are new here.")
    on_own: OnOwn = tells("What was added to one's own disputes.")
    house_rules_of: list[str] = tells("Tables whose house rules came in or were withdrawn.")
    decided_anew: list[int] = tells("Disputes of which another decision holds now.")
    dry_run: bool = tells("True if nothing was taken, and this only tells what would be.")


class DisputesOf(Part):
    """How many disputes there are of something."""

    name: str = tells("The clause, alien, point, edition, table or party.")
    disputes: int = tells("How many.")


class FirstRulings(Part):
    """How often the first ruling stood."""

    decided: int = tells("Disputes that were decided.")
    stood: int = tells("Those of them that were decided as was first ruled.")
    share: float | None = tells("The share of these, from 0 to 1; null where none was decided.")


class DisputedFacts(Part):
    """How often facts were disputed."""

    differed: int = tells("Disputes whose sides told different facts.")
    decided: int = tells("Those of them in which one fact alone decided.")


class Stats(Part):
    """What is disputed most, and how the decisions fared (`ledger stats`)."""

    format: Format
    disputes: int = tells("Disputes.")
    open: int = tells("Open ones.")
    decided: int = tells("Decided ones.")
    appealed: int = tells("Appealed ones.")
    house: int = tells("Decided by a table.")
    referee: int = tells("Decided as the referee rules.")
    promoted: int = tells("Made house rules.")
    clauses: list[DisputesOf] = tells("By clause, most first.")
    aliens: list[DisputesOf] = tells("By alien.")
    contested: list[DisputesOf] = tells("By clause that the sides call upon.")
    questions: list[DisputesOf] = tells("By disputable point.")
    editions: list[DisputesOf] = tells("By edition.")
    tables: list[DisputesOf] = tells("By table.")
    parties: list[DisputesOf] = tells("By party.")
    first: FirstRulings = tells("How often the first ruling stood.")
    facts: DisputedFacts = tells("How often facts were disputed.")


# -- where everything lies ---------------------------------------------------------------------------------------------


class Whereabouts(Part):
    """Which files are read and kept, and which versions are at work (`where`)."""

    format: Format
    version: str = tells("The version of the referee.")
    program: str = tells("The folder of the program.")
    config: str | None = tells("The settings file that is read; null for none.")
    config_fault: str | None = tells("Why it is not read; null where it is.")
    ledger: str | None = tells("The file that keeps tables, rulings and disputes; null where there is no home folder.")
    rulebase: str = tells("The folder of the rulebase.")
    cache: str | None = tells("The folder of what can be made again; null for none.")
    documentation: str = tells("Where the README is.")
    editions: list[Edition] = tells("The editions.")
    python: str = tells("The version of Python.")
    python_program: str = tells("The Python program.")
    packages: dict[str, str | None] = tells("The versions of the packages at work; null: not installed.")


class SchemaRow(Part):
    """A schema in a row."""

    name: str = tells("Its name: `referee schema NAME`.")
    of: Literal["output", "file"] = tells("output: of what is printed with --json. file: of a file that is read.")
    says: str = tells("What it is of, in a sentence.")
    commands: list[str] = tells("The commands that print it.")


class Schemas(Part):
    """The schemas that there are (`schema` without a name)."""

    format: Format
    schemas: list[SchemaRow] = tells("Each of them.")


class JsonSchema(Part):
    """A schema of this list as JSON Schema (`schema NAME`)."""

    model_config = ConfigDict(extra="allow")  # what stands there besides, its dialect says

    dialect: str = tells("The dialect: draft 2020-12.", alias="$schema")
    id: str = tells("Its own name, a URN with the version of the shape.", alias="$id")
    title: str = tells("Its name in this list.")
    description: str = tells("What it is of, in a sentence.")
