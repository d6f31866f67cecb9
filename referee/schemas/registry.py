"""The schemas by name: which model each is, what it is of, and the commands that print it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Union

from pydantic import BaseModel, TypeAdapter

from referee.book.names import near
from referee.book.told import Whole
from referee.errors import RulebaseError

DIALECT = "https://json-schema.org/draft/2020-12/schema"
OUTPUT, FILE = "output", "file"

# The models of what is printed, by module: the name of each schema, its model, and the commands that print it.
_PRINTED = {
    "rulings": (
        ("ruling", "Ruling", "encounter, log"),
        ("rulings", "Rulings", "encounter"),
    ),
    "duels": (("duel-ruling", "DuelRuling", "duel, contest, log"),),
    "orders": (
        ("timing", "Timing", "timing"),
        ("clash-of-two", "ClashOfTwo", "clash"),
        ("clash-of-one", "ClashOfOne", "clash"),
        ("clash-of-all", "ClashOfAll", "clash"),
    ),
    "verdicts": (
        ("verdict", "Verdict", "may"),
        ("done", "Done", "do"),
        ("done-all", "DoneAll", "do"),
        ("clock", "Clock", "do"),
        ("legal", "Legal", "legal"),
        ("legal-in-words", "LegalInWords", ""),
        ("done-at-table", "DoneAtTable", ""),
        ("undone", "Undone", "undo"),
        ("redone", "Redone", "redo"),
        ("history", "History", "history"),
        ("amended", "Amended", "amend"),
        ("waived", "Waived", "amend"),
    ),
    "tables": (
        ("shown-table", "ShownTable", "table"),
        ("duel-table", "ShownDuelTable", "table"),
        ("tables", "Tables", "table"),
        ("put-away", "PutAway", "table"),
        ("exported-table", "ExportedTable", "table"),
        ("repaired-table", "RepairedTable", "table"),
    ),
    "lookups": (
        ("answers", "Answers", "ask"),
        ("found-clauses", "FoundClauses", "search"),
        ("clause", "ClauseRule", "rule"),
        ("law-rule", "LawRule", "rule"),
        ("heading", "HeadingRule", "rule"),
        ("alien-sheet", "AlienSheet", "alien"),
        ("aliens", "Aliens", "alien"),
        ("effects", "Effects", "alien"),
        ("new-alien", "NewAlien", "alien"),
        ("card-text", "Card", "card"),
        ("cards", "Cards", "card"),
        ("cards-read", "CardsRead", ""),
        ("duel-texts", "DuelTexts", "alien, card"),
        ("question", "Point", "question"),
    ),
    "comparisons": (
        ("compared-line", "ComparedLine", "compare"),
        ("compared-timing", "ComparedOrder", "compare"),
        ("compared-command", "ComparedCommand", "compare"),
        ("compared-question", "ComparedPoint", "compare"),
        ("compared-topic", "ComparedTopic", "compare"),
        ("compared-topics", "ComparedTopics", "compare"),
    ),
    "disputes": (
        ("opened-dispute", "OpenedDispute", "dispute open"),
        ("dispute", "Dispute", "dispute rule, dispute note, dispute appeal, dispute show, dispute export"),
        ("disputes", "Disputes", "dispute list, dispute search"),
        ("precedents", "Precedents", ""),
        ("exported-disputes", "ExportedDisputes", "dispute export"),
        ("house-rules", "HouseRules", "dispute house"),
        ("promoted", "Promoted", "dispute promote, dispute withdraw"),
        ("recheck", "Recheck", "dispute recheck"),
    ),
    "keeping": (
        ("logged-rulings", "Log", "log"),
        ("score", "Score", "score"),
        ("drawn-aliens", "DrawnAliens", "draw"),
        ("drawn-destiny", "DrawnDestiny", "draw"),
        ("drawn-cards", "DrawnCards", "draw"),
        ("books", "Books", "book list"),
        ("added-copy", "AddedCopy", "book add"),
        ("removed-copy", "RemovedCopy", "book remove"),
        ("written-files", "WrittenFiles", "book export, suite build"),
        ("site", "Site", "book site"),
        ("picture", "Picture", "show, table"),
        ("checked", "Checked", "check"),
        ("conformance", "Conformance", "check"),
        ("suite-version", "SuiteVersion", "suite version"),
        ("audit", "Audit", "audit"),
        ("verified", "Verified", "ledger verify"),
        ("named-ledger", "NamedLedger", "ledger name"),
        ("exported-ledger", "ExportedLedger", "ledger export"),
        ("rescued", "Rescued", "ledger rescue"),
        ("taken", "Taken", "ledger import, ledger merge"),
        ("ledger-stats", "Stats", "ledger stats"),
        ("where", "Whereabouts", "where"),
        ("schemas", "Schemas", "schema"),
        ("json-schema", "JsonSchema", "schema"),
    ),
    "playtests": (("playtest", "Playtest", "playtest"),),
    "errors": (("error", "Error", ""),),
    "inputs": (("suite-question", "SuiteQuestion", ""), ("suite-answer", "SuiteAnswer", "")),
}
_READ = {
    "inputs": (
        ("case-file", "CaseFileShape"),
        ("alien-file", "AlienFile"),
        ("suite-file", "SuiteFile"),
        ("house-edition", "HouseEdition"),
        ("house-rules-file", "HouseRulesFile"),
        ("settings", "SettingsFile"),
    ),
}


class Entry(NamedTuple):
    """A schema by its name: of what is printed (`output`), with the commands that print it, or of a `file`."""

    name: str
    of: str
    module: str
    model: str
    commands: tuple[str, ...] = ()

    def type(self) -> type[BaseModel]:
        """The model."""
        found: type[BaseModel] = getattr(import_module(f"referee.schemas.{self.module}"), self.model)
        return found

    def says(self) -> str:
        """What it is of, in a sentence: how the docstring of the model begins."""
        return " ".join((self.type().__doc__ or "").split("\n\n")[0].split()).split(". ")[0].rstrip(".") + "."


ENTRIES = {
    name: Entry(name, OUTPUT, module, model, tuple(filter(None, commands.split(", "))))
    for module, rows in _PRINTED.items()
    for name, model, commands in rows
} | {name: Entry(name, FILE, module, model) for module, rows in _READ.items() for name, model in rows}


class SchemaList(Whole):
    """The schemas that there are: of each its `name`, what it is `of` (`output` or `file`), and the `commands`."""

    schemas: list[dict[str, object]]


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of an answer or a file, by its name or the command that prints it.

    Of a command that prints several things it is one of them. Raises RulebaseError for a name that is none, with those
    that look like it.

    >>> import referee
    >>> referee.schema("ruling")["title"]
    'ruling'
    """
    asked = " ".join(name.split()).casefold()
    if asked in ENTRIES:
        return schema_of([asked])
    printed = [entry for entry in ENTRIES.values() if asked in entry.commands]
    if printed:
        models = tuple(entry.type() for entry in printed)
        says = f"What `referee {asked} --json` prints: {', '.join(entry.name for entry in printed)}."
        return _told(asked.replace(" ", "-"), says, Union[models], True)  # type: ignore[arg-type]  # noqa: UP007
    raise RulebaseError(name, f"there is no such schema; {_nearest(asked)}")


def schema_of(names: Sequence[str]) -> dict[str, Any]:
    """The JSON Schema of what is one of those of these names; KeyError for a name that is none."""
    entries = [ENTRIES[name] for name in names]
    if len(entries) == 1:
        (entry,) = entries
        return _told(entry.name, entry.says(), entry.type(), entry.of == OUTPUT)
    models = tuple(entry.type() for entry in entries)
    says = " ".join(entry.says() for entry in entries)
    return _told("-or-".join(names), says, Union[models], True)  # type: ignore[arg-type]  # noqa: UP007


def printed_by(command: str) -> list[Entry]:
    """The schemas of what a command (`dispute open`) prints with --json, and that of an error."""
    return [entry for entry in ENTRIES.values() if command in entry.commands] + [ENTRIES["error"]]


def schema_list() -> SchemaList:
    """The schemas that there are, what each is of, and the commands that print it.

    >>> import referee
    >>> [row["name"] for row in referee.schema_list().schemas if row["of"] == "file"][0]
    'case-file'
    """
    rows = [
        {"name": entry.name, "of": entry.of, "says": entry.says(), "commands": list(entry.commands)}
        for entry in ENTRIES.values()
    ]
    return SchemaList({"schemas": rows})


def _nearest(asked: str) -> str:
    commands = {command for entry in ENTRIES.values() for command in entry.commands}
    found = near(asked, sorted({*ENTRIES, *commands}))
    return f"did you mean {' or '.join(found)}?" if found else "`referee schema` lists them"


# -- as JSON Schema ----------------------------------------------------------------------------------------------------


def _told(name: str, says: str, model: type[BaseModel], open_ended: bool) -> dict[str, object]:
    """The schema of a model; one that is `open_ended` has room for keys that later versions add."""
    made = TypeAdapter(model).json_schema(by_alias=True)
    _tidy(made, open_ended)
    head = {"$schema": DIALECT, "$id": f"urn:cosmic-referee:schema:{name}:1", "title": name, "description": says}
    return {**head, **{key: value for key, value in made.items() if key not in head}}


def _tidy(node: object, open_ended: bool) -> None:
    """Takes out the titles that only say a key again, and, with `open_ended`, that no other keys may stand there."""
    for inner in _inside(node):
        _tidy(inner, open_ended)
    if isinstance(node, dict):
        if open_ended and node.get("additionalProperties") is False:
            del node["additionalProperties"]
        for of_key in node.get("properties", {}).values():
            of_key.pop("title", None)
        if isinstance(node.get("description"), str):
            node["description"] = " ".join(node["description"].split())


def _inside(node: object) -> Iterator[object]:
    if isinstance(node, dict):
        yield from node.values()
    elif isinstance(node, list):
        yield from node
