"""The law of Duel: it is its own, no card is named in the code, and what is made wrong on purpose is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import referee
from referee.book.books import Books
from referee.book.loader import rulebase
from referee.book.places import RULEBASE
from referee.conformance.audit import GAMES, audit
from referee.duel.api import books_of
from referee.duel.texts import KINDS, texts
from referee.errors import RulebaseError


def test_the_big_game_and_duel_have_each_their_own_law() -> None:
    assert rulebase().games() == ["duel"]
    assert "duel" not in rulebase().editions()
    assert "tactics.blast" in books_of().law
    assert "tactics.blast" not in rulebase().law
    with pytest.raises(RulebaseError, match="a game of its own"):
        rulebase("duel")
    with pytest.raises(RulebaseError, match="no edition of duel"):
        rulebase("warp", game="duel")


def test_no_card_is_named_in_the_code() -> None:
    known = texts(books_of())
    names = {text.name for kind in KINDS for text in known.of(kind)} | {
        text.name.lower() for text in known.of("aliens")
    }
    pattern = re.compile(r'["\'](?:' + "|".join(re.escape(name) for name in names) + r')["\']')
    for path in (Path(referee.__file__).parent / "duel").glob("*.py"):
        assert not pattern.search(path.read_text()), path


def test_every_normative_clause_is_applied_or_says_why_not() -> None:
    cited = {cite.id for rule in books_of().law.values() for cite in rule.cites}
    for clause in Books(rulebase()).clauses("duel").values():
        if clause.kind in ("normative", "procedure", "definition"):
            assert (clause.full_id in cited) != bool(clause.inert), clause.full_id


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("law/tactics.toml", "reveal-resolve-tactics.4", "reveal-resolve-tactics.99", "does not exist"),
        ("law/tactics.toml", '= "does nothing if', '= "does much if', "but it says"),
        ("law/clout.toml", "[tie]", "[ties]", "no code names the rule clout.ties"),
        ("texts/destiny.toml", 'law = "cards.vacant-shipyard"', 'law = "cards.vacant"', "no rule of the law"),
        ("texts/envoys.toml", 'when = "duel"', 'when = "sometimes"', "when"),
        ("texts/aliens.toml", "card-bouncer.2", "card-bouncer.9", "does not exist"),
    ],
)
def test_what_is_broken_is_named(file: str, old: str, new: str, said: str) -> None:
    text = (RULEBASE / "duel" / file).read_text()
    assert old in text
    report = audit(only=(GAMES,), saying={f"duel/{file}": text.replace(old, new, 1)})
    faults = [f"{where}: {says}" for where, says in report.faults]
    assert any(file.split("/")[1] in fault and said in fault for fault in faults), [f for f in faults if "duel/" in f]
