"""`referee alien` and `referee card` as they are typed, and the files for a new alien."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import referee
from referee.book.books import Books
from referee.book.loader import Rulebase
from referee.book.places import RULEBASE
from referee.book.sheets import UNWRITTEN
from referee.cli.app import app
from referee.conformance.audit.files import check
from referee.conformance.audit.report import Report
from referee.conformance.scenario import read_cases
from referee.errors import RefereeError
from referee.judge.powers.effect import HOME
from tests.cli.test_commands import run


def test_an_alien_is_shown_with_its_flare_and_errata() -> None:
    told = json.loads(run("alien", "macron", "--json").stdout)
    assert [use["id"] for use in told["uses"]] == ["limit", "value", "count"]
    assert told["super"]["phases"] == ["launch", "alliance"]
    assert told["left"] == ["wild", "super"]
    shown = run("alien", "The", "Cult").stdout  # a name of two words needs no quotes
    for text in ("The-Cult", "timed", "Left to the players", "wild: ", "super: "):
        assert text in shown
    assert "erratum, super" in run("alien", "parasite").stdout
    assert "Sorcerer" in run("alien", "gambler").stdout
    assert "9 Trauma cards" in run("alien", "alien").stdout


def test_all_aliens_are_listed_by_set() -> None:
    told = json.loads(run("alien", "--json").stdout)["sets"]
    assert next(iter(told)).startswith("Base Set")
    assert sum(len(aliens) for aliens in told.values()) >= 238
    shown = run("alien").stdout
    assert "Macron*" in shown
    assert "Schizoid," in shown


def test_cards_are_shown_with_their_number() -> None:
    assert "2 in the deck" in run("card", "Card-Zap").stdout
    assert "7 in the cosmic deck" in run("card", "8").stdout
    assert "research number 3" in run("card", "warpspace", "key").stdout
    assert "Open: No document here" in run("card", "Retreat").stdout
    assert json.loads(run("card", "Amoeba flare", "--json").stdout)["super"]["roles"] == ["ally"]
    assert {"artifact", "tech", "deck"} <= set(json.loads(run("card", "--json").stdout)["types"])
    assert "Card-Zap* ×2" in run("card").stdout


def test_a_card_or_alien_of_duel_says_where_it_is_shown() -> None:
    for asked in (("card", "Regular-Revenge"), ("alien", "iron", "matron")):
        shown = run(*asked)
        assert shown.returncode == 2
        assert f"`referee {asked[0]} duel {' '.join(asked[1:])}`" in shown.stderr
        assert run(asked[0], "duel", *asked[1:]).returncode == 0
    assert "duel" not in run("card", "Xyzzy").stderr.casefold()


def test_a_command_of_duel_is_ruled_by_its_book() -> None:
    """A dial is 0 to 3 ships that come from the supply (reveal-dials.1)."""
    shown = run("may", "dial red 3")
    assert shown.returncode == 0
    assert shown.stdout.startswith("Legal: dial red 3")
    assert "reveal-dials.1" in shown.stdout
    assert "Duel" not in run("may", "dael red 3").stderr
    assert "Duel" not in run("may", "launch red").stderr


def test_an_unknown_card_offers_the_nearest() -> None:
    for asked, offered in (("17", "Attack 15"), ("Amobea flare", "Amoeba-flare"), ("Ionic-Gass", "Ionic-Gas")):
        shown = run("card", asked)
        assert shown.returncode == 2
        assert offered in shown.stderr


def test_a_word_of_a_name_offers_the_base_games_cards_first() -> None:
    """Two zaps lie in the base game's deck; those of the expansions come after them."""
    assert run("card", "zap").stderr.strip().endswith("did you mean Card-Zap or Cosmic-Zap or Hand-Zap?")
    assert "Did you mean Card-Zap or Cosmic-Zap" in run("encounter", "red 3 : zap vs blue 2 : 8").stderr


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(RULEBASE, tmp_path / "rulebase")
    (tmp_path / "scenarios").mkdir()
    return tmp_path


def test_a_new_alien_gets_its_two_files_and_the_audit_asks_for_the_rest(project: Path) -> None:
    made = json.loads(run("alien", "new", "Stellar", "Gardener", "--into", str(project), "--json").stdout)
    sheet, cases = (Path(path) for path in made["written"])
    assert sheet == project / "rulebase" / "aliens" / "stellar-gardener.toml"
    assert cases == project / "scenarios" / "alien-stellar-gardener.toml"
    known, report = Rulebase(project / "rulebase"), Report()
    check(report, known, Books(known))
    faults = [(place, says) for place, says in report.faults if "/aliens/" in place]
    assert [says.split(": ")[1] for _, says in faults] == ["power", "set", "summary", "use_part", "summary", "summary"]
    assert all(place.startswith(f"{sheet}:") and UNWRITTEN in says for place, says in faults)
    assert len(read_cases(cases).case) == 2


def _answering(*answers: str) -> Callable[..., str]:
    """Somebody who answers so, one after another, and again where an answer is not taken."""
    left = list(answers)

    def ask(what: str, flag: str, check: Callable[[str], str] | None = None, default: str | None = None) -> str:
        while True:
            said = left.pop(0) or default or ""
            try:
                return check(said) if check is not None else said
            except RefereeError:
                continue

    return ask


def test_what_is_told_of_a_new_alien_stands_in_its_sheet_and_acts(project: Path) -> None:
    ask = _answering(
        "Growth", "", 'Each ship counts "two".', "Mandatory.", "maine", "main ally", "reveal", "maybe", "yes",
        "ship_valu value = 2", "ship_value value =", "ship_value value = 2 }", "ship_value value = 2", "{0} and {1}",
        "{0.name}", "{0} {",
        "each of {0}'s ships is worth {value}",
    )  # fmt: skip
    made = referee.new_alien("Gardener", project, ask)
    told = tomllib.loads(Path(made.written[0]).read_text())
    told_of = (told["power"], told["set"], told["roles"], told["mandatory"])
    assert told_of == ("Growth", "Homemade", ["main", "ally"], True)
    assert told["use"][0]["effects"] == [{"verb": "ship_value", "value": 2}]
    assert [place.split(":")[1] for place in made.left if place.startswith(made.written[0])] == ["30", "37"]
    book = Rulebase(project / "rulebase")
    found = book.alien("Gardener")
    assert found is not None
    assert [effect.verb for effect in found.uses[0].effects] == ["ship_value"]


def test_every_effect_is_listed_with_what_it_does_and_how_it_is_written() -> None:
    told = json.loads(run("alien", "effects", "--json").stdout)["effects"]
    assert {one["verb"] for one in told} == set(HOME)
    for one in told:
        assert one["does"].endswith((".", ")")), one["verb"]
        assert one["when"], one["verb"]
        if one["example"]:
            assert tomllib.loads(f"effect = {one['example']}")["effect"]["verb"] == one["verb"]
    assert sum(not one["example"] for one in told) <= 1  # the words of a revised text that no file has
    value = next(one for one in told if one["verb"] == "ship_value")
    assert value["arguments"] == ["value"]


def test_one_effect_is_shown_and_one_that_is_none_gets_the_nearest() -> None:
    assert "the outcome: what a ship adds" in run("alien", "effects", "ship value").stdout
    shown = run("alien", "effects", "ship-valu")
    assert (shown.returncode, "ship_value" in shown.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Macron",), "already"),
        (("MACRON",), "already"),
        ((), "needs a name"),
        (("../x",), "needs a name"),
        (("New",), "no alien can be called that"),
    ],
)
def test_a_new_alien_overwrites_nothing(project: Path, words: tuple[str, ...], said: str) -> None:
    before = {path: path.read_text() for path in project.rglob("*.toml")}
    shown = run("alien", "new", *words, "--into", str(project))
    assert (shown.returncode, "Traceback" in shown.stderr) == (2, False)
    assert said in shown.stderr
    assert {path: path.read_text() for path in project.rglob("*.toml")} == before


def test_an_installed_copy_gets_no_new_alien(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.book.places.INSTALLED", True)
    shown = CliRunner().invoke(app, ["alien", "new", "Gardener"])
    assert shown.exit_code == 2
    assert "--into" in shown.output
    assert not (RULEBASE / "aliens" / "gardener.toml").exists()


def test_a_new_alien_needs_a_project(tmp_path: Path) -> None:
    shown = run("alien", "new", "Gardener", "--into", str(tmp_path))
    assert shown.returncode == 2
    assert "no such folder" in shown.stderr


def test_a_sheet_or_a_card_as_an_edition_has_it() -> None:
    """WARP pays a saved Zombie consolation (situation B, paragraph 8); the Mayfair book counts its cards one by one."""
    uses = {use["id"]: use for use in json.loads(run("alien", "zombie", "--edition", "warp", "--json").stdout)["uses"]}
    assert uses.keys() >= {"save", "consoled"}
    assert uses["consoled"]["cites"] == ["warp situation-b.8"]
    assert "consoled" not in run("alien", "zombie").stdout
    counts = {
        card: json.loads(run("card", card, "--edition", "mayfair1991", "--json").stdout)["count"]
        for card in ("10", "17", "N", "13", "Morph")
    }
    assert counts == {"10": 6, "17": 1, "N": 17, "13": 1, "Morph": 0}
    assert run("card", "17").returncode == 2  # there is none in 2018
    assert "has no such card" in run("card", "Morph", "--edition", "warp").stdout
    assert "no such edition" in run("card", "10", "--edition", "waarp").stderr


def test_all_cards_are_those_of_the_editions_own_deck() -> None:
    """The Mayfair box counts its attacks (mayfair1991): one 16, no 23; neither older game has morphs."""
    told = json.loads(run("card", "--edition", "mayfair1991", "--json").stdout)["types"]
    counts = {card["name"]: card["count"] for card in told["attack"]}
    assert (counts["Attack 16"], counts["Attack 08"], "Attack 23" in counts) == (1, 8, False)
    assert not {"morph", "reinforcement", "deck"} & set(told)
    assert "morph" not in json.loads(run("card", "--edition", "warp", "--json").stdout)["types"]
    assert {"morph", "reinforcement", "deck"} <= set(json.loads(run("card", "--json").stdout)["types"])
