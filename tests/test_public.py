"""The public names: each has an example that runs, and each command prints what one public call gives."""

from __future__ import annotations

import ast
import doctest
import inspect
import json
import pickle
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
import typer

import referee
from referee.book.places import SCENARIOS
from referee.book.told import Listed, Told
from referee.cli.app import app
from tests import made
from tests.sources import PACKAGE, nodes, tree
from tests.typed import typed

LINE = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
CLAIMS = [("blue", "green's ships count for my compensation"), ("red", "only your own four do")]
ASKED = "launch red 5 at blue.1 ; offense red"
CASES = str(SCENARIOS / "compensation.toml")
FLAGS = ("--party", "blue", "--claim", CLAIMS[0][1], "--party", "red", "--claim", CLAIMS[1][1])


def _is_error(found: Any) -> bool:
    return isinstance(found, type) and issubclass(found, Exception)


def _public() -> dict[str, Any]:
    """The public names, without the errors, and the methods of the public classes, by their names with dots."""
    found = {}
    for name in referee.__all__:
        thing = getattr(referee, name)
        if _is_error(thing):
            continue
        found[name] = thing
        if isinstance(thing, type) and not issubclass(thing, tuple):
            found |= {f"{name}.{method}": part for method, part in _methods(thing)}
    return found


def _methods(thing: type) -> list[tuple[str, Any]]:
    """What a class has by itself to be called or asked for, and what it has from others that are ours."""
    own = {name: part for kind in reversed(thing.__mro__) for name, part in vars(kind).items() if _is_ours(kind)}
    kinds = (FunctionType, classmethod, property)
    return [(name, part) for name, part in own.items() if not name.startswith("_") and isinstance(part, kinds)]


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("referee.")


PUBLIC = _public()


def _examples(name: str) -> list[doctest.DocTest]:
    part = PUBLIC[name]
    text = inspect.getdoc(part.__func__ if isinstance(part, classmethod) else part) or ""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    return [test] if test.examples else []


def _what_takes_long_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole audit, and the files of the suite: tests/test_audit.py and tests/suite hold what is in them."""
    monkeypatch.setattr("referee.conformance.audit.audit", made.audited)
    monkeypatch.setattr("referee.suite.archive.suite_files", made.files_of_suite)


@pytest.mark.parametrize("name", [name for name in PUBLIC if _examples(name)])
def test_an_example_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    _what_takes_long_is_made_once(monkeypatch)
    (tmp_path / "scenarios").symlink_to(SCENARIOS)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert sum(runner.run(test).failed for test in _examples(name)) == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", PUBLIC)
def test_each_public_name_is_shown_in_an_example(name: str) -> None:
    """In its own, or a method in that of its class."""
    of, _, method = name.partition(".")
    own = _examples(name)
    of_class = [example.source for test in _examples(of) for example in test.examples]
    assert own or any(re.search(rf"\.{method}\b", source) for source in of_class), f"{name} has no example"


def test_what_a_type_checker_sees_is_what_there_is() -> None:
    (block,) = [node for node in tree(PACKAGE / "__init__.py").body if isinstance(node, ast.If)]
    seen = {(n.name, node.module) for node in block.body if isinstance(node, ast.ImportFrom) for n in node.names}
    assert seen == {*referee._HOMES.items()}


# -- a command and its public call -------------------------------------------------------------------------------------

Call = Callable[[Path], Any]


def _table(db: Path) -> referee.TableSession:
    return referee.TableSession(db)


def _disputes(db: Path) -> referee.Disputes:
    return referee.Disputes(db)


def _export_books(db: Path) -> Any:
    told = referee.export_books(db.parent / "books").to_dict()
    return {**told, "written": [Path(path).name for path in told["written"]]}


SITE = {"index.html": b"<h1>A site</h1>"}  # instead of the whole one, which tests/site builds


def _build_site(db: Path) -> Any:
    return {**referee.build_site(db.parent / "site").to_dict(), "folder": "site"}


# The command as it is typed (FOLDER: where the file is), and the public call that gives the same.
TWINS: dict[str, tuple[tuple[str, ...], Call]] = {
    "encounter": (("encounter", LINE), lambda db: referee.Rulings(db).encounter(LINE)),
    "duel": (
        ("duel", "blue 3 : 20 vs orange 2 : 6 ; card Vacant-Shipyard"),
        lambda db: referee.judge_duel("blue 3 : 20 vs orange 2 : 6 ; card Vacant-Shipyard"),
    ),
    "contest": (
        ("contest", "blue : 10 +12 vs orange : 31 -10"),
        lambda db: referee.judge_contest("blue : 10 +12 vs orange : 31 -10"),
    ),
    "timing": (
        ("timing", "red:Mind", "blue:Plague", "--offense", "red", "--seats", "red,blue"),
        lambda db: referee.timing(["red:Mind", "blue:Plague"], offense="red", seats="red,blue"),
    ),
    "show": (("show", "red 2 : 10 vs blue 4 : 8"), lambda db: referee.picture("red 2 : 10 vs blue 4 : 8")),
    "clash": (("clash", "Void", "Zombie"), lambda db: referee.clash("Void", "Zombie")),
    "log": (("log", "1"), lambda db: referee.Rulings(db).one(1)),
    "log, all": (("log",), lambda db: referee.Rulings(db).latest()),
    "rule": (("rule", "5.10.1.1.d"), lambda db: referee.rule("5.10.1.1.d")),
    "rule of law": (("rule", "reveal.ties"), lambda db: referee.rule("reveal.ties")),
    "ask": (("ask", "who wins a tie?"), lambda db: referee.ask("who wins a tie?")),
    "search": (("search", "compensation", "ships"), lambda db: referee.search("compensation ships")),
    "alien": (("alien", "Macron"), lambda db: referee.alien("Macron")),
    "alien, all": (("alien",), lambda db: referee.aliens()),
    "alien duel": (("alien", "duel", "Bouncer"), lambda db: referee.duel_texts("Bouncer")),
    "card": (("card", "Cosmic-Zap"), lambda db: referee.card("Cosmic-Zap")),
    "card, all": (("card", "--edition", "warp"), lambda db: referee.cards("warp")),
    "question": (("question", "DF-05"), lambda db: referee.question("DF-05")),
    "compare": (("compare", "hand size"), lambda db: referee.compare("hand size")),
    "compare do": (("compare", "do", "destiny blue"), lambda db: referee.compare("do destiny blue", db=db)),
    "table": (("table", "red", "blue/Clone"), lambda db: referee.TableSession.lay("red blue/Clone", db=db).show()),
    "table show": (("table", "show"), lambda db: _table(db).show()),
    "table list": (("table", "list"), referee.tables),
    "table use": (("table", "use", "table"), lambda db: referee.TableSession(db, "table").use()),
    "table export": (("table", "export"), lambda db: _table(db).export()),
    "table repair": (("table", "repair"), lambda db: _table(db).repair()),
    "table rename": (
        ("table", "rename", "table", "friday"),
        lambda db: referee.TableSession(db, "table").rename("friday"),
    ),
    "table archive": (("table", "archive", "table"), lambda db: referee.TableSession(db, "table").archive()),
    "table delete": (("table", "delete", "table", "--yes"), lambda db: referee.TableSession(db, "table").delete()),
    "do": (("do", "launch red 3 at purple.1"), lambda db: _table(db).do("launch red 3 at purple.1")),
    "do, refused": (("do", "launch red 5 at purple.1"), lambda db: _table(db).do("launch red 5 at purple.1")),
    "draw": (
        ("draw", "aliens", "2", "--sets", "base", "--seed", "7"),
        lambda db: referee.draw_aliens(2, ["base"], seed="7"),
    ),
    "draw destiny": (("draw", "destiny", "--seed", "7"), lambda db: _table(db).draw_destiny("7")),
    "draw card": (("draw", "card", "from", "red", "--seed", "7"), lambda db: _table(db).draw_cards("red", 1, "7")),
    "score": (("score",), lambda db: referee.score(db=db)),
    "score --all": (("score", "--all"), lambda db: referee.score(db=db, every=True)),
    "legal": (("legal", "red"), lambda db: _table(db).legal("red")),
    "undo": (("undo",), lambda db: _table(db).undo()),
    "redo": (("redo",), lambda db: _table(db).redo()),
    "history": (("history",), lambda db: _table(db).history()),
    "amend": (
        ("amend", "2", "destiny blue", "--again"),
        lambda db: _table(db).amend(2, "destiny blue", choose="again"),
    ),
    "amend, asked": (("amend", "1", "--drop"), lambda db: _table(db).amend(1)),
    "amend, waived": (("amend",), lambda db: _table(db).amend()),
    "may": (("may", ASKED), lambda db: referee.may(ASKED)),
    "dispute open": (("dispute", "open", LINE, *FLAGS), lambda db: _disputes(db).open(LINE, CLAIMS)),
    "dispute open --from-ruling": (
        ("dispute", "open", "--from-ruling", "1", *FLAGS),
        lambda db: _disputes(db).open(_disputes(db).start(ruling=1), CLAIMS),
    ),
    "dispute rule": (("dispute", "rule", "1", "--by", "Ann"), lambda db: _disputes(db).rule(1, by="Ann")),
    "dispute note": (("dispute", "note", "1", "noted"), lambda db: _disputes(db).note(1, "noted")),
    "dispute appeal": (
        ("dispute", "appeal", "2", "--by", "Bob", "--reason", "no"),
        lambda db: _disputes(db).appeal(2, "Bob", "no"),
    ),
    "dispute list": (("dispute", "list", "--state", "open"), lambda db: _disputes(db).list(state="open")),
    "dispute search": (("dispute", "search", "compensation"), lambda db: _disputes(db).search("compensation")),
    "dispute show": (("dispute", "show", "2"), lambda db: _disputes(db).show(2)),
    "dispute export": (("dispute", "export", "2"), lambda db: json.loads(_disputes(db).export(2, "json"))),
    "dispute promote": (
        ("dispute", "promote", "2", "--table", "table"),
        lambda db: _disputes(db).promote(2, "table"),
    ),
    "dispute withdraw": (
        ("dispute", "withdraw", "3", "--table", "table"),
        lambda db: _disputes(db).withdraw("table", 3),
    ),
    "dispute house": (("dispute", "house", "--table", "table"), lambda db: _disputes(db).house_rules("table")),
    "dispute recheck": (("dispute", "recheck"), lambda db: _disputes(db).recheck()),
    "book add": (
        ("book", "add", "warp", "FOLDER/warp.txt"),
        lambda db: referee.add_copy("warp", db.parent / "warp.txt"),
    ),
    "book list": (("book", "list"), lambda db: referee.books()),
    "book remove": (("book", "remove", "warp"), lambda db: referee.remove_copy("warp")),
    "book export": (("book", "export", "FOLDER/books"), _export_books),
    "book site": (("book", "site", "FOLDER/site"), _build_site),
    "ledger verify": (("ledger", "verify"), lambda db: referee.Ledger(db).verify()),
    "ledger name": (
        ("ledger", "name", "tuesday", "--db", "FOLDER/new.db"),
        lambda db: referee.Ledger(db.parent / "new.db").name("tuesday"),
    ),
    "ledger stats": (("ledger", "stats"), lambda db: referee.Ledger(db).stats()),
    "ledger export": (
        ("ledger", "export", "FOLDER/all.jsonl"),
        lambda db: referee.Ledger(db).export(db.parent / "all.jsonl"),
    ),
    "ledger import": (
        ("ledger", "import", "FOLDER/out.jsonl"),
        lambda db: referee.Ledger(db).take(db.parent / "out.jsonl"),
    ),
    "ledger merge": (
        ("ledger", "merge", "FOLDER/other.db", "--dry-run"),
        lambda db: referee.Ledger(db).merge(db.parent / "other.db", dry_run=True),
    ),
    "ledger rescue": (
        ("ledger", "rescue", "FOLDER/whole.db"),
        lambda db: referee.Ledger(db).rescue(db.parent / "whole.db"),
    ),
    "check": (("check", CASES), lambda db: referee.check(CASES)),
    "check, levels": (("check", "--levels", "hidden"), lambda db: referee.conform(levels=["hidden"])),
    "suite version": (("suite", "version"), lambda db: referee.suite_version()),
    "suite build": (
        ("suite", "build", "FOLDER/suite.zip"),
        lambda db: {**_suite_built(db), "written": ["suite.zip"]},
    ),
    "audit": (("audit",), lambda db: referee.audit()),
    "playtest": (("playtest", "Macron", "--games", "1"), lambda db: referee.playtest("Macron", games=1)),
    "schema": (("schema", "ruling"), lambda db: referee.schema("ruling")),
    "schema, all": (("schema",), lambda db: referee.schema_list()),
}


def _suite_built(db: Path) -> dict[str, Any]:
    return referee.build_suite(db.parent / "suite.zip").to_dict()


def _every_command() -> set[str]:
    """What can be typed that prints JSON."""
    root: Any = typer.main.get_command(app)
    found = set()
    for name in root.list_commands(None):
        command = root.get_command(None, name)
        found |= {f"{name} {sub}" for sub in command.commands} if hasattr(command, "commands") else {name}
    return found - _OF_THE_TERMINAL


# What explains the command line itself, the conversation, and what serves the public calls to others.
_OF_THE_TERMINAL = {"help", "man", "mcp", "play", "serve", "suite engine", "where"}
# The conversation at the interactive table, and what is asked for at a terminal.
_MORE_THAN_A_COMMAND = {"asking", "common", "complete", "ending", "forms", "lines", "opening", "session"}
# What completes, presets and explains what is typed, and parts it.
_MORE_THAN_A_COMMAND |= {"help", "settings", "settings_file", "several", "shell", "where"}
_MORE_THAN_A_COMMAND |= {"mcp", "serve"}  # start servers, which make the public calls


def test_a_command_calls_nothing_but_public_names() -> None:
    """It reads its options, makes one public call, and prints: no part that decides is imported there."""
    for path in sorted((PACKAGE / "cli").glob("*.py")):
        if path.stem not in _MORE_THAN_A_COMMAND:
            parts = {name.split(".")[1] for name in _run_time_imports(path) if name.startswith("referee.")}
            assert parts <= {"cli", "render", "errors", "book", "__version__"}, path
            assert {n for n in _run_time_imports(path) if n.startswith("referee.book")} <= {"referee.book.places"}, path


def _run_time_imports(path: Path) -> set[str]:
    """The modules that a module imports, in functions too, but not those for the types alone."""
    only_types = {
        id(inner)
        for node in nodes(path)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    imports = [node for node in nodes(path) if id(node) not in only_types]
    plain = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    froms = {
        node.module if node.module != "referee" else f"referee.{alias.name}"
        for node in imports
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    return plain | {name for name in froms if name}


def test_each_command_has_a_public_call() -> None:
    assert {name for name in _every_command() if name not in TWINS} == set()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ruling, a table, an open dispute and one that is decided."""
    folder = tmp_path_factory.mktemp("prepared")
    db = folder / "referee.db"
    referee.Rulings(db).encounter(LINE)
    table = referee.TableSession.lay("red purple/Clone yellow blue", db=db)
    for command in ("offense red", "destiny purple", "launch red 2 at purple.2"):
        assert table.do(command).legal
    table.undo()
    disputes = referee.Disputes(db)
    for _ in range(3):
        assert not disputes.open(LINE, CLAIMS).warnings
    assert disputes.rule(3, house=True, says="so we play", by="the table").state == "decided"
    assert disputes.promote(3, "table", general=True).dispute == 3
    assert disputes.rule(2, house=True, reading="whole-side", by="the table").state == "decided"
    referee.Ledger(db).export(folder / "out.jsonl")
    other = referee.Disputes(folder / "other.db")
    assert not other.open(LINE, CLAIMS).warnings
    locators = [clause.locator for clause in _clauses("warp")]
    (folder / "warp.txt").write_text(". ".join(locators))
    return folder


def _clauses(book: str) -> list[Any]:
    from referee.book.books import Books
    from referee.book.loader import rulebase

    return list(Books(rulebase()).clauses(book).values())


@pytest.mark.parametrize("name", TWINS)
def test_a_command_prints_what_the_public_call_gives(
    name: str, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, call = TWINS[name]
    monkeypatch.setattr("referee.site.building._made", lambda jobs, progress: dict(SITE))
    _what_takes_long_is_made_once(monkeypatch)
    folders = [Path(shutil.copytree(prepared, tmp_path / who)) for who in ("typed", "called")]
    args = [word.replace("FOLDER", str(folders[0])) for word in words]
    printed = typed(*args, "--json", db=folders[0] / "referee.db").told
    if name in ("book export", "suite build"):
        printed = {**printed, "written": [Path(path).name for path in printed["written"]]}
    if name == "book site":
        printed = {**printed, "folder": Path(printed["folder"]).name}
    given = call(folders[1] / "referee.db")
    assert _alike(printed) == _alike(given.to_dict() if hasattr(given, "to_dict") else given)
    if isinstance(given, Listed):
        again = pickle.loads(pickle.dumps(given))
        assert (again, again.to_dict()) == (given, given.to_dict())
    for one in given if isinstance(given, list) else [given]:
        if isinstance(one, Told):
            assert (one, hash(one)) == (pickle.loads(pickle.dumps(one)), hash(pickle.loads(pickle.dumps(one))))
            assert "\n" not in repr(one)
            listed = type(one).__annotations__
            assert {part for part in listed if not hasattr(one, part)} == set(), f"{type(one).__name__} lacks them"


def _alike(told: Any) -> Any:
    """Without what no two moments have alike: when it was, how long ago, and the hashes of that."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:+.]+", "WHEN", json.dumps(told, default=str))
    text = re.sub(r'"seconds": \d+', '"seconds": 0', text)
    text = re.sub(r'"file": "[^"]*/', '"file": "', text)
    return json.loads(re.sub(r"(?<=[:\"])[0-9a-f]{16,64}(?=\")", "HASH", text))


def test_a_part_that_there_is_not_is_named_with_those_there_are() -> None:
    with pytest.raises(AttributeError, match="Rule has no 'colour'; it has format, book, id, says, "):
        _ = referee.rule("5.10.1.1.d").colour  # type: ignore[attr-defined]


def test_a_table_is_asked_about_without_doing_anything(prepared: Path, tmp_path: Path) -> None:
    db = Path(shutil.copytree(prepared, tmp_path / "asked")) / "referee.db"
    table = referee.TableSession(db)
    before = [entry.command for entry in table.history() if not entry.undone]
    assert table.may("launch red 3 at purple.1").legal
    assert not table.may("launch red 5 at purple.1").legal
    assert table.may("launch red 5 at purple.1 ; offense red").status == "illegal"
    assert [entry.command for entry in table.history() if not entry.undone] == before
    assert referee.TableSession(tmp_path / "none.db").may("launch red 3 at blue.1 ; offense red").legal


def test_what_has_to_be_said_of_a_decision_is_asked_for_or_named(prepared: Path, tmp_path: Path) -> None:
    db = Path(shutil.copytree(prepared, tmp_path / "decided")) / "referee.db"
    disputes = referee.Disputes(db)
    lines = ("red 3 : 12 vs blue 4 : 14", "red 3 : 12 vs blue 4 : 8")
    dispute = disputes.open(lines[1], [("blue", "I showed the 14", lines[0]), ("red", "you showed the 8")])
    assert (dispute.status, dispute.id) == ("depends", 4)
    with pytest.raises(referee.RefereeError, match=r"Whose account holds \(1 blue, 2 red\)\? Say it with --side 1"):
        disputes.rule(4)
    asked: list[str] = []

    def ask(what: str, flag: str, check: Callable[[str], str] | None = None, default: str | None = None) -> str:
        asked.append(what)
        assert check is not None
        return check("2")

    assert disputes.rule(4, ask=ask).to_dict()["decisions"][0]["side"] == 2
    assert asked == ["Whose account holds (1 blue, 2 red)"]
