"""An edition that is played by its own book: its clauses, its readings, and what it is silent on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.book.files import edition_in, read_toml
from referee.book.links import Links
from referee.book.loader import Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.errors import RulebaseError
from referee.judge.borrowed import borrowed
from referee.judge.ways.line import judge_encounter
from tests.effort import some, times

OWN = rulebase("ffg2018")
OWN_BOOKS = [name for name in rulebase().editions() if rulebase().is_judged(name) and rulebase(name).follows]
BOOKS = {*rulebase().books()}
TOPICS = {path.stem for path in (RULEBASE / "law").glob("*.toml")}
LINE = "red 3 : 10 vs blue 2 : 8"


def test_rules_cite_their_own_book_where_it_says_the_same() -> None:
    """The higher total wins in both books; the books mark the two clauses as saying the same."""
    cited = [cite.id for cite in OWN.law["reveal.higher-total"].cites]
    assert cited
    assert all(id.startswith("ffg2018 ") for id in cited)
    there = {id for cite in rulebase().law["reveal.higher-total"].cites for id in rulebase().same_as(cite.id)}
    assert set(cited) <= there | {cite.id for cite in rulebase().law["reveal.higher-total"].cites}


@pytest.mark.parametrize("variants", ["", "+four-planets+technology", "+combos+hidden-powers+single-encounter"])
def test_no_rule_cites_two_books_for_one_thing(variants: str) -> None:
    """A rule rests on the own book, or on the one that is followed, and then it says so; with variants too."""
    for rule in rulebase(f"ffg2018{variants}").law.values():
        books = {cite.id.partition(" ")[0] for cite in rule.cites} & BOOKS
        assert len(books) < 2 or "ffg2018" not in books, rule.id
        assert rule.borrowed == bool(books - {"ffg2018"}), rule.id


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        "red 3 + green 2 : 8 vs blue 2 + yellow 2 : 9",
        "red 3 + green 2 : N vs blue 2 : 8 ; hand blue 5",
        "red 3 + green 1 : 6 vs blue 2 + yellow 2 : 8 ; reverse cone",
        "red 3 + green 2 : N vs blue 2 : N ; no deal",
        "red 3 : 10 vs blue 2 : 8 ; at red.1 ; home red 4 ; foreign blue 2",
    ],
)
def test_the_mayfair_rulebook_rules_a_plain_line_alone(line: str) -> None:
    """A line without powers and cards of other games rests on nothing but that book, and on what is asked of it."""
    ruling = judge_encounter(line, edition="mayfair1991")
    assert {id.partition(" ")[0] for id in ruling.citations} <= {"mayfair1991", "question"}
    assert not any("is silent" in says for says in ruling.assumes)


def test_what_the_own_book_does_not_say_is_named() -> None:
    """Every clause of the other book on which the ruling rests stands in one assumption; the default names none."""
    ruling = judge_encounter("red 3 : 12 vs blue/Clone 2 : 4 ; home blue 3", edition="ffg2018")
    foreign = {id for id in ruling.citations if id.startswith("consolidated ")}
    told = [says for says in ruling.assumes if "part of this is not said" in says]
    assert len(told) == 1
    assert foreign
    assert all(id.removeprefix("consolidated ") in told[0] for id in foreign)
    assert not any("is silent" in says for says in judge_encounter(LINE).assumes)
    assert borrowed(rulebase(), judge_encounter(LINE).root) == ()


def test_a_point_that_the_own_book_settles_is_no_question_there() -> None:
    """The 2018 rulebook ends the game at once (the-colony-track.3); a table may still choose the other reading."""
    assert OWN.law["win.check"].value == "at-once"
    assert OWN.law["win.check"].question == ""
    chosen = Rulebase(RULEBASE, "ffg2018", {"DF-05": "consolidated"})
    assert chosen.law["win.check"].value == rulebase().law["win.check"].value != "at-once"


@pytest.mark.parametrize("edition", OWN_BOOKS)
def test_no_rule_asks_what_the_own_book_settles(edition: str) -> None:
    """Every question that the book of an edition settles is settled in each of its rules."""
    books = rulebase(edition)
    assert {rule.id: rule.question for rule in books.law.values() if rule.question in books.own_readings} == {}


@pytest.mark.parametrize("edition", OWN_BOOKS)
def test_what_an_overlay_leaves_out_is_as_it_was(edition: str) -> None:
    """An entry without value or question changes neither of the rule below it."""
    books, below = rulebase(edition), rulebase().law
    told = edition_in(RULEBASE / "editions" / f"{edition}.toml")
    entries = {
        f"{topic}.{key}": entry for topic, table in told.items() if topic in TOPICS for key, entry in table.items()
    }
    for id, entry in entries.items():
        if id in below and "value" not in entry and "readings" not in entry:
            rule, was = books.law[id], below[id]
            if was.question not in books.own_readings:
                assert (rule.value, rule.question) == (was.value, entry.get("question", was.question)), id


@pytest.mark.parametrize("edition", OWN_BOOKS)
def test_a_reading_that_is_chosen_is_applied_in_every_edition(edition: str) -> None:
    """What the players choose goes before what the own book settles; what cannot be chosen is refused there too."""
    asks: dict[str, str] = {}
    for path in (RULEBASE / "law").glob("*.toml"):
        asks |= {f"{path.stem}.{key}": entry.get("question", "") for key, entry in read_toml(path).items()}
    plain = rulebase(edition)
    readings = [
        (question, reading)
        for question in sorted(set(asks.values()) & set(plain.questions()))
        for reading in read_toml(RULEBASE / "questions" / f"{question}.toml")["reading"]
        if reading not in (edition, plain.own_readings.get(question))
    ]
    chosen = 0
    for question, reading in some(readings, 7):
        try:
            there, default = (Rulebase(RULEBASE, name, {question: reading}) for name in (edition, "consolidated"))
        except RulebaseError:
            continue
        for id in (id for id, asked in asks.items() if asked == question):
            chosen += 1
            assert there.law[id].value == default.law[id].value, (id, question, reading)
    assert chosen > times(100, 2)


def test_the_players_may_have_it_otherwise_than_the_own_book() -> None:
    """The box is for five (components.17); who settles DF-62 for three to eight has the consolidated number."""
    assert OWN.law["setup.most-players"].value == 5
    assert Rulebase(RULEBASE, "ffg2018", {"DF-62": "three-to-eight"}).law["setup.most-players"].value == 8
    with pytest.raises(RulebaseError, match="DF-52 has the readings"):
        Rulebase(RULEBASE, "ffg2018", {"DF-52": "never"})


def test_the_links_of_files_are_kept_and_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    files, place = sorted((folder / "books").glob("*/*.toml")), tmp_path / "links.json"
    there = "consolidated 1.2.1"
    first = Links(files, place).of("same_as", there)
    assert first
    assert Links(files, place).of("same_as", there) == first == Links(files).of("same_as", there)
    path = folder / "books" / "ffg2018" / "001-game-overview.toml"
    path.write_text(path.read_text().replace('same_as = ["consolidated 1.2.1"]', 'same_as = ["consolidated 1.1.2"]', 1))
    assert Links(files, place).of("same_as", there) != first


def test_an_edition_that_is_not_judged_yet_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    path = folder / "editions" / "warp.toml"
    path.write_text(path.read_text().replace("judged = true", "judged = false"))
    with pytest.raises(RulebaseError, match="not ruled by it yet"):
        Rulebase(folder, "warp")
