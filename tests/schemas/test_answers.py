"""What is ruled and printed is as the schemas say: every case as its command would answer, and errors of each kind.

Every other test that types a command with --json holds its answer against the schemas too (`tests/described.py`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import referee
from referee.cli.common import error_dict
from referee.conformance.scenario import Case
from referee.duel.games import game, judge
from referee.errors import RefereeError
from referee.judge.ways.timing import rule_words
from referee.schemas.registry import schema
from tests import cases, command, effort
from tests.described import entry_of
from tests.typed import typed

_COMMAND = {"encounter": "encounter", "duel": "duel", "contest": "contest", "may": "may", "timing": "timing"}


def _kind(case: Case) -> str:
    return next(kind for kind in (*_COMMAND, "play", "ask") if getattr(case, kind))


CASES = [(case, case.edition or file.edition) for _, file in cases.files() for case in file.case]


def _answer(case: Case, kind: str, edition: str) -> dict[str, Any]:
    if kind == "may":
        return game(edition).question(case.may, edition, None).to_dict()
    if kind == "timing":
        return rule_words(case.timing, edition).to_dict()
    return judge(kind, getattr(case, kind), edition, case.anyway).to_dict()


@pytest.mark.parametrize("kind", _COMMAND)
def test_every_case_is_answered_as_its_schema_says(kind: str) -> None:
    of_kind = [(case, edition) for case, edition in CASES if _kind(case) == kind]
    assert of_kind
    for case, edition in effort.some(of_kind, 60):
        try:
            told = _answer(case, kind, edition)
        except RefereeError as error:
            assert entry_of(kind, json.dumps({"format": 1, "error": error_dict(error)})).name == "error", case.id
        else:
            assert entry_of(kind, json.dumps(told)).name != "error", case.id


def test_every_table_of_a_play_is_shown_as_its_schema_says() -> None:
    plays = [(case, edition) for case, edition in CASES if _kind(case) == "play"]
    for case, edition in effort.some(plays, 60):
        of = game(edition)
        played = (of.play_spoken if case.spoken else of.play)(case.play, edition, None)
        assert played.table is not None, case.id
        found = entry_of("table", json.dumps({"name": "table", **of.show(played.table)}))
        assert found.name == ("shown-table" if of.is_big else "duel-table"), case.id
        for verdict in played.verdicts:
            assert entry_of("may", json.dumps(verdict.to_dict())).name == "verdict", (case.id, verdict.command)


def test_what_may_be_done_is_told_in_parts_that_say_the_same(tmp_path: Path) -> None:
    """In each phase of some encounters: the words of each part stand in the command, and what it rests on is told."""
    said = (
        "offense red", "destiny purple", "launch red 1 at purple.2", "invite red: blue", "invite purple: yellow",
        "ally blue offense 2", "ally yellow defense 1", "play red 10", "play purple N", "reveal", "resolve",
    )  # fmt: skip
    table = referee.TableSession.lay("red/Macron purple/Zombie yellow/Clone blue/Virus", db=tmp_path / "a.db")
    duel = referee.TableSession.lay("duel blue/Bouncer orange", db=tmp_path / "b.db")
    told = [duel.legal().to_dict()]
    for one in said:
        told.append(table.legal().to_dict())
        assert table.do(one).legal
    offers = [offer for one in told for offer in one["commands"]]
    assert len({offer["act"]["verb"] for offer in offers}) > 6
    for offer in offers:
        act, words = offer["act"], offer["command"]
        assert act["who"] == offer["who"]
        assert all(choice["is"] in words for choice in act["choices"]), words
        kinds = [choice["is"] for choice in act["choices"] if choice["what"] == "word"]  # `wild`, of a destiny card
        assert words.startswith((act["verb"].replace("-", " "), *kinds)), words
        assert all(str(count) in words for count in act["how_many"].values()), words
        assert all(where["place"] in words for where in act["where"]), words
    assert {entry_of("legal", json.dumps(one)).name for one in told} == {"legal"}


def test_an_act_in_parts() -> None:
    """Worked out from the commands: who does what, how many, where, and the clause for how many ships may be sent."""
    table = referee.TableSession.lay("red purple yellow", db="parts.db")
    for one in ("offense red", "destiny purple"):
        assert table.do(one).legal
    (launch,) = (
        one["act"] for one in table.legal().to_dict()["commands"] if one["command"] == "launch red 3 at purple.4"
    )
    assert (launch["verb"], launch["who"], launch["choices"], launch["how_many"]) == ("launch", "red", [], {"ships": 3})
    assert launch["where"] == [{"way": "at", "place": "purple.4", "ships": None}]
    assert "consolidated 5.6.3" in launch["cites"]
    for one in ("launch red 3 at purple.4", "invite red: yellow"):
        assert table.do(one).legal
    assert table.do("invite purple: none").legal
    acts = {one["command"]: one["act"] for one in table.legal("yellow").to_dict()["commands"]}
    ally = acts["ally yellow offense 2"]
    assert (ally["choices"], ally["how_many"]) == ([{"what": "side", "is": "offense"}], {"ships": 2})
    assert "consolidated 5.7.3" in ally["cites"]


# -- errors ------------------------------------------------------------------------------------------------------------

_ERRORS: dict[str, tuple[str, ...]] = {
    "malformed": ("encounter", "red 3 : lunch vs blue 4 : 8"),
    "impossible": ("encounter", "red 3 : 8 vs red 4 : 8"),
    "rulebase": ("alien", "Nobody-Knows"),
    "casefile": ("check", "nowhere.toml"),
    "ledger": ("legal", "--table", "nowhere"),
    "referee": ("dispute", "open", "red 3 : 8 vs blue 4 : 8", "--party", ""),
    "usage": ("encounter",),
}


@pytest.mark.parametrize("kind", _ERRORS)
def test_an_error_of_each_kind_is_described(kind: str, tmp_path: Path) -> None:
    answer = typed(*_ERRORS[kind], "--json", db=tmp_path / "x.db")
    assert answer.status == 2
    assert answer.told["error"]["kind"] == kind
    Draft202012Validator(schema("error")).validate(answer.told)


def test_a_wrong_settings_file_and_a_fault_of_the_program_are_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "referee.toml"
    file.write_text('colour = "never"\n')
    wrong = command.referee("where", "--json", env={"REFEREE_CONFIG": str(file)})
    assert json.loads(wrong.stdout)["config_fault"]
    wrong = command.referee("search", "ties", "--json", env={"REFEREE_CONFIG": str(file)})
    assert json.loads(wrong.stdout)["error"]["kind"] == "settings"

    def fails(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(referee, "search", fails)
    answer = typed("search", "ties", "--json")
    assert (answer.status, answer.told["error"]["kind"]) == (70, "internal")


# -- what a schema would catch -----------------------------------------------------------------------------------------


def _ruled() -> dict[str, Any]:
    return referee.judge_encounter("red 3 : 8 vs blue 4 + green 2 : N ; hand red 9").to_dict()


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("status",), "maybe"), (("margin",), "1"), (("players", "red", "ships"), True), (("grade",), "gossip"),
        (("players", "red", "role"), "attacker"), (("proof", "kind"), "guess"), (("format",), 2),
        (("then", 0, "does"), "should"), (("citations", 0, "id"), 5), (("proof", "from", 0, "step"), None),
    ],
)  # fmt: skip
def test_a_wrong_value_is_caught_by_model_and_json_schema(place: tuple[str | int, ...], value: object) -> None:
    told = _ruled()
    Draft202012Validator(schema("ruling")).validate(told)
    inner: Any = told
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    with pytest.raises(AssertionError, match=str(place[-1])):
        entry_of("encounter", json.dumps(told))
    assert not Draft202012Validator(schema("ruling")).is_valid(told)


def test_a_key_that_goes_is_caught_and_one_that_comes_only_here() -> None:
    for key in _ruled():
        told = _ruled()
        del told[key]
        assert not Draft202012Validator(schema("ruling")).is_valid(told), key
    told = {**_ruled(), "mood": "tense"}
    assert Draft202012Validator(schema("ruling")).is_valid(told)  # answers may grow
    with pytest.raises(AssertionError, match="mood"):
        entry_of("encounter", json.dumps(told))


_SAMPLE: tuple[tuple[str, ...], ...] = (
    ("duel", "blue 3 : 20 vs orange 2 : ? ; card Vacant-Shipyard", "--no-log"),
    ("timing", "red:Mind", "blue:Plague", "--offense", "red"),
    ("clash", "Macron"),
    ("clash",),
    ("ask", "who wins a tie?"),
    ("rule", "5.10"),
    ("rule", "law reveal.ties"),
    ("alien",),
    ("alien", "duel"),
    ("card",),
    ("card", "--edition", "warp"),
    ("card", "destiny deck"),
    ("card", "Amoeba flare"),
    ("question", "WA-06"),
    ("compare", "red 3 + green 2 : M vs blue/Zombie 4 : N"),
    ("compare", "DF-05"),
    ("compare", "deal"),
    ("compare", "timing", "red:Mind", "blue:Plague", "--offense", "red"),
    ("may", "can yellow zap zombie in the reveal"),
    ("may", "does the offense win a tie?"),
    ("where",),
    ("book", "list"),
    ("schema",),
    ("playtest", "Macron", "--games", "2"),
)


@pytest.mark.parametrize("words", _SAMPLE, ids=" ".join)
def test_an_answer_is_valid_by_the_json_schema_that_others_get(words: tuple[str, ...]) -> None:
    told = typed(*words, "--json").told
    entry = entry_of(words[0] if words[0] not in ("book",) else " ".join(words[:2]), json.dumps(told))
    assert entry.name != "error"
    Draft202012Validator(schema(entry.name)).validate(told)


@pytest.mark.parametrize("what", ["aliens", "cards"])
def test_every_sheet_and_card_is_described(what: str) -> None:
    if what == "aliens":
        names = [alien["name"] for rows in referee.aliens().sets.values() for alien in rows]
        told = [("alien", referee.alien(name).to_dict()) for name in effort.some(names, 40)]
    else:
        editions = ("consolidated", "warp", "mayfair1991")
        named = [(card["name"], e) for e in editions for rows in referee.cards(e).types.values() for card in rows]
        told = [("card", referee.card(name, edition).to_dict()) for name, edition in named]
    for of, one in told:
        assert entry_of(of, json.dumps(one)).name != "error", one["name"]
