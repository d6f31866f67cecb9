"""Rulings, verdicts and other answers as values: compared, kept, shown anywhere, and asked for their proof."""

from __future__ import annotations

import pickle
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any, get_args

import pytest
from rich.console import Console

import referee
from referee.book.law import GRADES
from referee.book.places import SCENARIOS
from referee.conformance.scenario import case_files, read_cases
from referee.duel.ruling import Outcome as OfDuel
from referee.errors import RefereeError
from referee.judge import ruling as words
from referee.judge import shapes, stand
from referee.judge.ways.line import judge_encounter
from referee.public.shown import Grounded
from referee.types import RulingParts
from tests.typed import typed

LINE = "red 3 : 10 vs blue/Zombie 4 + green 2 : 12"
HIDDEN = "red 3 : ? vs blue 2 : 12"
FORBIDDEN = "red 5 : 10 vs blue 4 : 8"
EVIL = "<script>alert(1)</script>"


def _encounters() -> list[tuple[str, str]]:
    """A line of every case file, with its edition."""
    found = []
    for path in case_files([SCENARIOS]):
        file = read_cases(path)
        found += [(case.encounter, case.edition or file.edition) for case in file.case if case.encounter][:4]
    return found


# -- what the words can be ---------------------------------------------------------------------------------------------


def test_the_words_that_a_type_checker_knows_are_those_of_the_judge() -> None:
    statuses = (words.DETERMINED, words.DEPENDS, words.OPEN, words.ILLEGAL)
    assert get_args(shapes.Status) == statuses
    outcomes = {words.OFFENSE_WINS, words.DEFENSE_WINS, words.MAKE_A_DEAL, words.DEAL, words.NO_DEAL}
    assert {*get_args(shapes.Outcome)} == outcomes | {words.BOTH_LOSE, words.SUCCESS, words.TURN_ENDS}
    assert {*get_args(shapes.DuelOutcome)} == {outcome.value for outcome in OfDuel}
    roles = {"offense", "defense", stand.OFFENSIVE_ALLY, stand.DEFENSIVE_ALLY, stand.BYSTANDER}
    assert {*get_args(shapes.Role)} == roles
    assert {*get_args(shapes.Does)} == {words.MUST, words.MAY, words.CHOOSES}
    assert all(f"`{grade}`" in (Grounded.__doc__ or "") for grade in GRADES)


def test_every_ruling_of_the_case_files_has_the_parts_that_are_listed() -> None:
    """And no word in them that a type checker does not know."""
    met: set[Any] = set()
    for line, edition in _encounters():
        try:
            told = referee.judge_encounter(line, edition).to_dict()
        except RefereeError:
            continue
        assert told["status"] in get_args(shapes.Status)
        assert told["outcome"] in (None, *get_args(shapes.Outcome))
        for player in told["players"].values():
            assert player.keys() == shapes.PlayerResult.__annotations__.keys()
            assert player["role"] in get_args(shapes.Role)
            assert player["power"] in (None, *get_args(shapes.PowerIs))
        assert all(then["does"] in get_args(shapes.Does) for then in told["then"])
        met.add(told["outcome"])
    assert len(met) > 5


# -- a ruling ----------------------------------------------------------------------------------------------------------


def test_what_the_judge_found_and_what_is_told_are_the_same() -> None:
    for line, edition in _encounters():
        try:
            inner = judge_encounter(line, edition)
        except RefereeError:
            continue
        ruling = referee.judge_encounter(line, edition)
        assert ruling.to_dict() == inner.to_dict()
        assert ruling.to_dict(proof=False) == inner.to_dict(proof=False)
        assert (ruling.status, ruling.findings[0].rule.id) == (inner.status, inner.root.rule.id)
        again = pickle.loads(pickle.dumps(ruling))
        assert (again, hash(again), again.root.says) == (ruling, hash(ruling), ruling.root.says)


def test_a_field_is_told_with_the_step_that_it_rests_on() -> None:
    ruling = referee.judge_encounter(LINE)
    assert ruling.outcome == "defense-wins"  # 3 + 10 against 4 + 2 + 12
    assert ruling.totals == {"offense": 13, "defense": 18}
    assert ruling.margin == 5
    outcome = ruling.finding("outcome")
    assert outcome is not None
    assert "consolidated 5.10.1.1.d" in outcome.cites
    for name, value in (("totals.offense", 13), ("totals.defense", 18), ("margin", 5), ("players.red.warp", 3)):
        step = ruling.finding(name)
        assert step is not None
        assert step.value == value, name
    assert ruling.players["red"]["warp"] == 3
    assert ruling.finding("winners") is not None
    with pytest.raises(LookupError, match=r"no field 'players\.red\.ship'; it has outcome, margin, "):
        ruling.finding("players.red.ship")


def test_what_is_not_settled_has_no_step_and_what_all_cases_agree_on_rests_on_the_cases() -> None:
    ruling = referee.judge_encounter(HIDDEN)
    assert (ruling.status, ruling.outcome, ruling.finding("outcome")) == ("depends", None, None)
    agreed = ruling.finding("players.red.ships")
    assert ruling.players["red"]["ships"] == 3
    assert agreed is ruling.root


def test_a_ruling_is_not_changed() -> None:
    ruling = referee.judge_encounter(LINE)
    with pytest.raises(AttributeError, match="not changed"):
        ruling.outcome = "offense-wins"
    ruling.to_dict()["outcome"] = "offense-wins"
    assert (ruling.outcome, ruling.to_dict()["outcome"]) == ("defense-wins", "defense-wins")


def test_rulings_are_equal_by_what_they_say() -> None:
    ruling = referee.judge_encounter("red 3:10  vs blue 4:8")
    assert ruling == referee.judge_encounter("red 3 : 10 vs blue 4 : 8")
    assert ruling != referee.judge_encounter("red 3 : 10 vs blue 4 : 9")
    assert ruling != referee.judge_encounter("red 3 : 10 vs blue 4 : 8", "ffg2018")
    assert ruling != ruling.to_dict()
    assert len({ruling, referee.judge_encounter("red 3 : 10 vs blue 4 : 8")}) == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (LINE, "<Ruling consolidated: defense-wins 13:18, determined>"),
        (HIDDEN, "<Ruling consolidated: no outcome yet, depends>"),
        (FORBIDDEN, "<Ruling consolidated: illegal [consolidated 5.6.3]>"),
    ],
)
def test_a_ruling_is_told_in_one_line(line: str, says: str) -> None:
    assert repr(referee.judge_encounter(line)) == says


@pytest.mark.parametrize("line", [LINE, HIDDEN, FORBIDDEN])
def test_the_page_is_that_of_the_command(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As text, as rich draws it, and as HTML without its tags; and nothing is printed by that."""
    ruling = referee.judge_encounter(line)
    printed = typed("encounter", line, "--no-log").out.split()
    assert str(ruling).split() == printed
    console = Console(file=StringIO(), width=60)
    console.print(ruling)
    file = console.file
    assert isinstance(file, StringIO)
    assert file.getvalue().split() == printed
    assert max(map(len, file.getvalue().splitlines())) <= 60
    assert _text(ruling._repr_html_()).split() == printed
    assert _words(ruling.why()) == _words(typed("encounter", line, "--no-log", "--why").out)
    assert capsys.readouterr().out == ""


def _words(page: str) -> list[str]:
    """The words of a page, without the lines of a tree: these stand otherwise where it is broken otherwise."""
    return [word for word in page.split() if word.isascii() or not set(word) <= set("│├└─")]


class _Reading(HTMLParser):
    """The text of a page, and the tags in it."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def _read(html: str) -> _Reading:
    reading = _Reading()
    reading.feed(html)
    return reading


def _text(html: str) -> str:
    return _read(html).text


def test_what_a_player_typed_is_no_markup(tmp_path: Path) -> None:
    disputes = referee.Disputes(tmp_path / "x.db")
    claims = [(EVIL, f"{EVIL} [bold]me[/bold] \x1b[31mred\x1b]8;;http://x\x1b\\"), ("red", "&lt;b&gt;")]
    dispute = disputes.open("red 3 : 8 vs blue 4 : N", claims, about=EVIL)
    html = dispute._repr_html_()
    assert _read(html).tags <= {"pre", "span"}
    assert EVIL not in html
    assert EVIL in _text(html)
    assert "[bold]me[/bold]" in _text(html)
    assert "&lt;b&gt;" in _text(html)
    for text in (html, str(dispute), repr(dispute)):
        assert "\x1b" not in text
    ruling = referee.judge_encounter(f'red 3 : 8 vs blue 4 : 8 ; wins offense "{EVIL}"')
    assert _read(ruling._repr_html_()).tags <= {"pre", "span"}


# -- other answers -----------------------------------------------------------------------------------------------------


def test_a_verdict_is_a_value_with_its_ruling(tmp_path: Path) -> None:
    table = referee.TableSession.lay("red blue", db=tmp_path / "x.db")
    done = table.do_all(["destiny blue", "launch red 3 at blue.1", "reveal red 10, blue 4", "resolve"]).done
    assert [one.ruling is None for one in done] == [True, True, True, False]
    again = pickle.loads(pickle.dumps(done[-1]))
    assert again == done[-1]
    assert again.ruling == done[-1].ruling
    assert isinstance(again.ruling, referee.Ruling)
    assert again.ruling.totals == {"offense": 13, "defense": 8}
    assert again.root.says == done[-1].root.says
    assert repr(again) == "<Done consolidated: legal, 'resolve'>"
    assert "The offense wins, 13 to 8." in str(done[-1])


def test_an_order_tells_why_each_stands_where_it_does() -> None:
    order = referee.timing(["blue", "red"], offense="red", seats="red,blue")
    assert order.order == ["red", "blue"]
    assert order.finding("red").value is not None
    with pytest.raises(LookupError, match="'green' does not stand in this order; red, blue does"):
        order.finding("green")
    assert pickle.loads(pickle.dumps(order)) == order


def test_a_kept_ruling_has_the_parts_of_a_ruling(tmp_path: Path) -> None:
    rulings = referee.Rulings(tmp_path / "x.db")
    given, plain = rulings.encounter(LINE), referee.judge_encounter(LINE)
    kept = rulings.one(rulings.latest()[0].id)
    for ruling in (given, kept):
        for part in RulingParts.__annotations__:
            assert getattr(ruling, part) == getattr(plain, part), part
        assert (ruling.cites, str(ruling), ruling.why()) == (plain.cites, str(plain), plain.why())
    assert repr(kept) == "<KeptRuling consolidated: defense-wins 13:18, determined>"


def test_pages_that_are_drawn_at_once_do_not_mix() -> None:
    from concurrent.futures import ThreadPoolExecutor

    lines = [f"red 3 : {value} vs blue 4 : 8" for value in range(5, 20)]
    with ThreadPoolExecutor(8) as pool:
        pages = list(pool.map(lambda line: str(referee.judge_encounter(line)), lines * 4))
    assert pages == [str(referee.judge_encounter(line)) for line in lines] * 4
