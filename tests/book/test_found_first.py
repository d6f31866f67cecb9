"""What decides between the answers of a statement counts only where a clause of it is found first."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.book.asking import parts
from referee.book.index import answer_files, build
from referee.book.loader import rulebase
from referee.book.search import Index
from referee.book.statements import Statements, read
from referee.errors import RulebaseError

SURVIVES = "Does my stack survive on a planet where someone else loses a fight?"
BYSTANDERS, ANOTHER = "consolidated 2.3.5.2", "consolidated 2.1.1.2"


@pytest.fixture(scope="module")
def index() -> Index:
    return build(rulebase())


@pytest.mark.parametrize(
    ("question", "first", "answer"),
    [
        (SURVIVES, BYSTANDERS, "yes"),  # 2.3.5.2: the outcome does not affect them
        (SURVIVES, ANOTHER, ""),
        ("Does my stack not survive on a planet where someone else loses a fight?", BYSTANDERS, ""),
        ("Does my stack survive the Plague on a planet where someone else loses a fight?", BYSTANDERS, ""),
    ],
)
def test_it_counts_where_the_clause_is_first_and_nothing_turns_it(
    index: Index, question: str, first: str, answer: str
) -> None:
    said = index.answer(parts(question)[0], (), [first])
    assert (said.verdict if said is not None and said.sure else "") == answer


def test_it_is_kept_with_the_index(index: Index) -> None:
    again = Index.from_data(index.to_data())
    said = again.answer(parts(SURVIVES)[0], (), [BYSTANDERS])
    assert said is not None and said.verdict == "yes"


def test_it_stands_under_the_fact_by_itself(tmp_path: Path) -> None:
    def told(text: str) -> Statements:
        file = tmp_path / "some.toml"
        file.write_text(text, encoding="utf-8")
        return read(answer_files(rulebase()), ("consolidated",), [file])

    plain = {one.id: one for one in read(answer_files(rulebase()), ("consolidated",)).all}
    one = {one.id: one for one in told('[no-ally-of-both.here]\nnever = ["both; ally"]\n').all}["no-ally-of-both"]
    assert [pattern.here for pattern in one.patterns] == [False] * len(plain[one.id].patterns) + [True]
    with pytest.raises(RulebaseError, match="is no fact"):
        told('[no-ally-of-both.here]\nperhaps = ["both; ally"]\n')
    with pytest.raises(RulebaseError, match="it says nothing"):
        told("[no-ally-of-both.here]\n")
