"""An evening in which every command is typed with --json: each answer is valid by the schema that others get.

What is typed is held against the models too (`tests/described.py`), in which every key is described.
"""

from __future__ import annotations

import shlex
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from referee.schemas.registry import ENTRIES, OUTPUT, schema
from tests.described import command_of, commands, entry_of
from tests.typed import typed

# The exit status, and what is typed. All of it one after the other, in one file.
EVENING = """
0 ledger name ours
0 encounter "red 3 : 10 vs blue 2 : N"
3 encounter "red 3 : 10 vs blue 2 : ?"
1 encounter "red 5 : 10 vs blue 2 : 4"
0 encounter "red 5 : 10 vs blue 2 : 4" --anyway
2 encounter "red 3 : lunch vs blue 2 : 4"
2 encounter "red 3 : 10 vs blue 2 : 4" --edition nowhere
2 encounter "red 3 : 10 vs blue 2 : 4" --reading DF-05=xx
2 encounter
0 encounter lines.txt
1 may "ally yellow offense 3 ; offense red ; invited blue"
2 may "xyzzy"
0 timing red:Mind blue:Plague --offense red
2 timing
0 clash Kamikaze Trader
0 clash Kamikaze
0 clash
2 clash Kamikze
0 duel "blue 3 : 20 vs orange 2 : 6"
2 duel "blue 3 : 20"
0 contest "blue : 20 vs orange : 6"
2 contest "blue 3 : 20"
0 show "red 3 : 10 vs blue 2 : N"
2 show "red 3 : 10 vs"
0 table red/Macron purple/Zombie yellow blue
0 table show
0 table list
0 table show --svg
2 table use nowhere
0 legal
0 do destiny purple
1 do "launch red 5 at purple.2"
0 do "launch red 1 at purple.2"
0 do "invite red: yellow / ally yellow offense 2 / play red 10"
2 do xyzzy
0 legal red
2 legal nobody
0 undo
0 redo
2 redo
2 undo 99
0 history
2 history --table nowhere
0 amend
0 amend 2 "launch red 1 at purple.3"
2 amend 2 "xyzzy"
0 do "reveal red 10, purple 8 / resolve"
2 do clock
0 table red purple yellow --table talks
0 do "destiny purple / launch red 1 at purple.2 / reveal red N, purple N / resolve"
0 do clock
0 table use table
0 score
2 score nowhere
0 draw aliens 3
0 draw destiny
2 draw xyzzy
0 draw card from red
0 table export
0 table repair
0 ask "who wins a tie?"
3 ask "xyzzy plugh"
2 ask
0 search tie
3 search xyzzyplugh
2 search
0 rule 5.10
0 rule 5.10.1.1.d
0 rule "law reveal.ties"
2 rule 99.99
0 alien macron
0 alien
0 alien duel
2 alien new Gardener --into nowhere
0 alien effects
0 alien effects ship_value
2 alien effects xyzzy
2 alien nobody
0 card Cosmic-Zap
0 card
0 card duel
2 card nobody
0 question DF-05
2 question DF-999
0 compare "opening hand"
0 compare deal
0 compare "red 3 : 10 vs blue 2 : N"
0 compare DF-05
0 compare timing red:Mind blue:Plague --offense red
0 compare may "ally yellow offense 3 ; offense red ; invited blue"
2 compare xyzzy
0 dispute open "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9" --party blue --claim "six" --party red --claim "four"
0 dispute open --table table --party red --claim "I won" --party purple --claim "no"
2 dispute open "red 3 : 8 vs blue 4 : 8" --party ""
0 dispute rule 1 --by Ann
0 dispute rule 2 --house --says "we let it stand" --by us
2 dispute rule 99
0 dispute note 1 "hello"
2 dispute note 99 "hello"
0 dispute appeal 2 --by Bob --reason because
2 dispute appeal 1
0 dispute rule 2 --house --says "we let it stand" --by us
0 dispute list
2 dispute list --state xx
0 dispute search four
2 dispute search
0 dispute show 1
2 dispute show 99
0 dispute export 1
0 dispute export
2 dispute export 99
0 dispute promote 2 --table table
2 dispute promote 99 --table table
0 dispute house --table table
2 dispute house
0 dispute withdraw 2 --table table
2 dispute withdraw 1 --table table
0 dispute recheck --jobs 1
2 dispute recheck --jobs 0
0 ledger verify
2 ledger name again
0 ledger export lines.jsonl
2 ledger export nowhere/lines.jsonl
0 ledger import lines.jsonl
2 ledger import nowhere.jsonl
2 ledger merge nowhere.db
0 ledger rescue new.db
0 ledger merge new.db
2 ledger rescue new.db
0 ledger stats
0 log
0 log 1
2 log 99
0 book list
2 book add ffg2018 copy.txt
2 book add ffg2018 nowhere.txt
0 book remove ffg2018
2 book remove nobook
2 book export copy.txt
2 book site copy.txt
0 where
0 check cases.toml
2 check nowhere.toml
0 check --levels hidden
2 check --levels xyzzy
0 suite version
2 suite build copy.txt
0 playtest Macron --games 1 --jobs 1
2 playtest Nobody
0 schema
0 schema ruling
2 schema xyzzy
0 table rename table friday
0 table archive friday
0 table unarchive friday
0 table delete friday --yes
0 table restore friday
0 table duel blue/Bouncer orange
0 table show
0 legal
2 do xyzzy
0 history
"""
# Tested in tests/test_public.py and tests/site: they take long, or need a whole document.
ELSEWHERE = {"audit", "book add", "book export", "book site", "suite build"}
NO_FAULT = {
    "audit",
    "where",
    "ledger verify",
    "ledger stats",
    "book list",
    "suite version",
}  # nothing with them is wrong


@cache
def _schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(name))


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """By command the names of the schemas of all that it printed, each answer being valid by the schema."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "lines.txt").write_text("red 3 : 10 vs blue 2 : N\nred 2 : 10 vs blue 4 : 8\n")
    (folder / "copy.txt").write_text("Setup\n1. Each player takes a planet.\n")
    (folder / "cases.toml").write_text(
        'format = 1\nsection = "Ours"\n[[case]]\nid = "OE01"\ntitle = "A tie"\n'
        'encounter = "red 3 : 8 vs blue 4 : 7"\n[case.expect]\noutcome = "defense-wins"\n'
    )
    found: dict[str, set[str]] = {}
    with pytest.MonkeyPatch.context() as here:
        here.chdir(folder)
        here.setenv("XDG_DATA_HOME", str(folder))
        for line in EVENING.strip().splitlines():
            status, _, said = line.partition(" ")
            words = shlex.split(said)
            answer = typed(*words, "--json", db=folder / "evening.db")
            assert answer.status == int(status), (said, answer.status, answer.out[:300], answer.err[:300])
            command = command_of(words)
            entry = entry_of(command, answer.out)
            assert (entry.name == "error") is (answer.status == 2), said
            _schema("error" if entry.name == "error" else command).validate(answer.told)
            _schema(entry.name).validate(answer.told)
            found.setdefault(command, set()).add(entry.name)
    return found


def test_every_command_prints_what_its_schema_says_and_errors_too(printed: dict[str, set[str]]) -> None:
    expected = {name for name, options in commands().items() if "--json" in options}
    assert {name for name in expected if not printed.get(name, set()) - {"error"}} == ELSEWHERE
    assert {name for name in expected if "error" not in printed.get(name, ())} == NO_FAULT


def test_every_schema_of_an_answer_is_of_something_that_was_printed(printed: dict[str, set[str]]) -> None:
    told = {name for name, entry in ENTRIES.items() if entry.of == OUTPUT and entry.commands}
    assert told - set().union(*printed.values()) == {"added-copy", "audit", "new-alien", "site", "written-files"}


def test_a_name_is_never_that_of_a_command_that_prints_something_else() -> None:
    """`referee schema table` is of all that `table` prints."""
    for name, entry in ENTRIES.items():
        of_command = {other.name for other in ENTRIES.values() if name in other.commands}
        assert of_command <= {name}, name
        assert not of_command or entry.of == OUTPUT
