"""The audit finds nothing wrong with the project, and finds what is made wrong on purpose."""

from __future__ import annotations

import re

import pytest

from referee.book.books import Books
from referee.book.loader import rulebase
from referee.book.places import RULEBASE, SCENARIOS
from referee.conformance.audit import CODE, ROLES, audit
from referee.conformance.audit.files import ALIENS, BOOKS, EDITIONS, LAW, QUESTIONS
from referee.errors import RulebaseError
from referee.judge.powers import effect
from referee.judge.powers.effect import every
from tests import effort, made, readme

SHARED = RULEBASE / "editions" / "shared" / "older.toml"


def test_the_project_has_no_faults_and_the_readme_counts_what_there_is() -> None:
    report = made.report()
    assert report.faults == []
    assert readme.standing("coverage") == readme.coverage(report), "run python -m tests.readme --write"
    for book, counts in report.books.items():
        assert counts["applied"] == counts["shown"], book


@pytest.mark.parametrize(
    ("path", "old", "new", "place", "said"),
    [
        ("law/reveal.toml", "5.10.1.1.d.1", "5.10.1.1.d.9", "law/reveal.toml", "does not exist"),
        ("law/reveal.toml", "5.10.1.1.d.1", "5.10.1.2.a", "law/reveal.toml", "but it says"),
        ("law/reveal.toml", 'the defense wins" }', 'wins the offense" }', "law/reveal.toml", "but it says"),
        ("law/reveal.toml", "[ties]", "[tie]", "judge", "reveal.ties"),
        ("aliens/macron.toml", "ship_value", "ship_worth", "aliens/macron.toml", "ship_worth"),
        ("aliens/macron.toml", '"main", "ally"', '"mian", "ally"', "aliens/macron.toml", "mian"),
        ("questions/DF-05.toml", 'prefers = "consolidated"', 'prefers = "x"', "DF-05", "prefers"),
        ("books/consolidated/5.9-reveal-phase.toml", 'kind = "normative"', 'kind = "norm"', "5.9", "kind"),
        ("law/uses.toml", "sheet = true", "sheet = false", "uses.once", "not complete: 'cites'"),
        ("law/rewards.toml", '"the defense gains nothing by winning"', '"nothing"', "rewards.toml", "one word"),
        ("books/consolidated/5.6-launch-phase.toml", '"requires", "forbids"', '"grants"', "launch.ships", "binds"),
    ],
)
def test_what_is_broken_is_named_with_its_place(path: str, old: str, new: str, place: str, said: str) -> None:
    text = (RULEBASE / path).read_text()
    assert old in text
    checks = {"law": (LAW, CODE), "aliens": (ALIENS,), "questions": (QUESTIONS,), "books": (BOOKS, ROLES)}
    try:
        report = audit(only=checks[path.partition("/")[0]], saying={path: text.replace(old, new, 1)})
    except RulebaseError as error:
        assert said in str(error)
        return
    faults = [f"{where}: {says}" for where, says in report.faults]
    assert any(place in fault and said in fault for fault in faults), faults[:5]


def test_a_file_that_is_not_toml_is_named_with_its_line() -> None:
    with pytest.raises(RulebaseError, match=r"reveal\.toml:2"):
        audit(only=(), saying={"law/reveal.toml": "[ties]\nsays = \n"})


def test_what_is_only_supposed_is_written_nowhere() -> None:
    before = (RULEBASE / "law" / "reveal.toml").read_text()
    assert audit(only=(CODE,), saying={"law/reveal.toml": before.replace("[ties]", "[tie]")}).faults
    assert (RULEBASE / "law" / "reveal.toml").read_text() == before
    assert audit(only=(CODE,)).faults == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    effort.some(
        [
            (
                'law = "setup.hand"\n',
                'value = 8\ncites = { "consolidated 5.1.12.1" = "dealt eight" }\n',
                "state one thing apart",
            ),
            ('law = "setup.hand"\n', 'law = "setup.hand"\nvalue = 8\n', "value and citations belong there"),
            ('law = "setup.hand"\n', 'law = "setup.hands"\n', "no rule of the law"),
            (
                'law = "setup.planets"\n',
                'law = "setup.planets"\nagrees = { "warp setup.3" = "the five planets of the system hex" }\n',
                "setup.planets cites warp setup.3 already",
            ),
            ('law = "setup.hand"\n', 'law = "setup.hand"\ntext = "{value} cards"\n', "Extra inputs"),
            ('beside = ["setup.one-alien"]', "beside = []", "aliens-offered and the rule setup.one-alien"),
            ('beside = ["setup.one-alien"]', 'beside = ["setup.one-alien", "win.check"]', "need not say"),
        ],
        2,
    ),
)
def test_what_the_law_applies_is_compared_from_there_alone(old: str, new: str, said: str) -> None:
    path = "law/parameters/editions.toml"
    text = (RULEBASE / path).read_text()
    assert old in text
    faults = audit(only=(EDITIONS,), saying={path: text.replace(old, new, 1)}).faults
    assert [fault for fault in faults if said in fault[1]], faults


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("# -- setup\n", "[setup.hand]\nvalue = 7\n\n# -- setup\n", "setup.hand has the same value in older.toml"),
        ('books = ["warp", ', 'books = ["ffg2018", ', "its book is not named"),
        ("five bases outside", "six bases outside", "cites warp how-to-win.4"),
    ],
)
def test_what_the_older_editions_share_stands_once_and_is_cited(old: str, new: str, said: str) -> None:
    texts = {path: (RULEBASE / path).read_text() for path in ("editions/warp.toml", "editions/shared/older.toml")}
    path = next(path for path, text in texts.items() if old in text)
    faults = audit(only=(EDITIONS,), saying={path: texts[path].replace(old, new, 1)}).faults
    found = [place for place, text in faults if said in text]
    assert len(found) == 1, faults
    assert str(RULEBASE / path) in found[0]


def test_what_all_that_share_have_alike_belongs_where_they_share_it() -> None:
    """A rule with clauses of two books, in the file of each edition alone."""
    told, entry = {}, re.compile(r"\[assumptions\.enough-cards\]\ncites = \{.*\}\n")
    for path in ("editions/warp.toml", "editions/mayfair1991.toml"):
        book = path.removeprefix("editions/").removesuffix(".toml")
        cite = re.search(rf'"{book} [^"]+" = "[^"]+"', entry.search(SHARED.read_text())[0])[0]  # type: ignore[index]
        told[path] = (RULEBASE / path).read_text() + f"\n[assumptions.enough-cards]\ncites = {{ {cite} }}\n"
    told["editions/shared/older.toml"] = entry.sub("", SHARED.read_text())
    faults = audit(only=(EDITIONS,), saying=told).faults
    assert [text for _, text in faults if "have assumptions.enough-cards alike" in text], faults


def test_an_edition_with_another_value_says_so_in_words() -> None:
    path, text = "editions/shared/older.toml", SHARED.read_text()
    old = text[text.index("[editions.aim-commit-order]") :].partition("\n\n")[0]
    changed = text.replace(old, "").replace('says = "Ships are put on the gate first, and then it is aimed."\n', "")
    faults = audit(only=(EDITIONS,), saying={path: changed}).faults
    assert [fault for fault in faults if "aim-commit-order: warp has" in fault[1]], faults


def test_an_effect_without_its_other_half_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every()["stakes_cards"], "carry_out", None)
    faults = audit(only=(CODE,)).faults
    assert [fault for fault in faults if "a table does nothing for stakes_cards" in fault[1]], faults


def test_an_effect_that_nobody_would_find_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    every()
    monkeypatch.delitem(effect.HOME, "stakes_cards")
    faults = audit(only=(CODE,)).faults
    assert [fault for fault in faults if "stakes_cards is declared here" in fault[1]], faults


def test_an_effect_of_a_table_with_which_no_outcome_reckons_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every()["stakes_cards"], "reckon", None)
    faults = audit(only=(CODE,)).faults
    assert [fault for fault in faults if "the outcome is to reckon with stakes_cards" in fault[1]], faults


def test_swapped_citations_are_caught() -> None:
    """Each citation of the law replaced by a neighbour's id: the anchors must notice at least 95 in 100."""
    known = rulebase()
    books = Books(known)
    caught = total = 0
    plain = re.compile(r"[a-z0-9']+")
    for path in sorted((RULEBASE / "law").glob("*.toml")):
        for clause, anchor in re.findall(r'"(consolidated [^"]+)" = "([^"]*)"', path.read_text()):
            ids = list(books.clauses("consolidated"))
            at = ids.index(clause.split(" ")[1])
            for other in (at - 1, at + 1):
                says = books.clauses("consolidated")[ids[other % len(ids)]].says
                total += 1
                caught += " ".join(plain.findall(anchor.lower())) not in " ".join(plain.findall(says.lower()))
    assert total > 200
    assert caught / total >= 0.95, f"{caught} of {total}"


def test_the_cases_of_the_project_are_found() -> None:
    assert list(SCENARIOS.glob("*.toml"))
