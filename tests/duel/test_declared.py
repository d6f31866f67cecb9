"""What is declared once is read, written and ruled by that: of a form that no game has."""

from __future__ import annotations

from typing import Annotated

import pytest

from referee.book.loader import Names, rulebase
from referee.duel.declared import Form, Forms, Kind, Spoken, each, listed
from referee.errors import MalformedError
from referee.state.reader import Reader

NUMBER: Kind[Reader, int] = Kind(lambda r: r.number("a number"))
WORD: Kind[Reader, str] = Kind(lambda r: r.name("a word"))
RULED: list[object] = []


def _lend(
    on: object, who: Annotated[str, WORD], number: Annotated[int, NUMBER], to: Annotated[str, WORD, "to"] = ""
) -> None:
    RULED.append((on, who, number, to))


def _count(on: object, counts: Annotated[dict[str, int], each(WORD, NUMBER)]) -> None:
    RULED.append(counts)


def _name(on: object, names: Annotated[tuple[str, ...], listed(WORD)]) -> None:
    RULED.append(names)


FORMS = Forms(
    "something to say",
    "the end",
    Form("lend", "lend Ann 3 to Bob", _lend),
    Form("count", "count Ann 3, Bob 4", _count),
    Form("name", "name Ann, Bob", _name),
)


def read(text: str) -> Spoken:
    return FORMS.read(Reader(text, Names(rulebase())), ("",))


@pytest.mark.parametrize("text", ["lend Ann 3", "lend Ann 3 to Bob", "count Ann 3, Bob 4", "name Ann, Bob", "name Ann"])
def test_what_is_written_is_what_was_said(text: str) -> None:
    assert str(read(text)) == text
    assert read(text) == read(str(read(text)))


def test_what_is_said_goes_to_the_function_by_name() -> None:
    RULED.clear()
    read("LEND Ann 3").rule("the table")
    FORMS["lend"](who="Ann", number=2, to="Bob").rule("the table")
    assert RULED == [("the table", "Ann", 3, ""), ("the table", "Ann", 2, "Bob")]


def test_what_is_left_open_is_not_written() -> None:
    assert str(FORMS["lend"](who="Ann")) == "lend Ann"


@pytest.mark.parametrize(
    ("text", "column", "expected", "hint"),
    [
        ("lnd Ann 3", 0, "something to say: lend, count, name", "Did you mean lend?"),
        ("lend Ann Bob", 9, "a number", "It is typed so: lend Ann 3 to Bob"),
        ("lend Ann 3 4", 11, "the end", "It is typed so: lend Ann 3 to Bob"),
        ("count Ann 3, Bob", 16, "a number", "It is typed so: count Ann 3, Bob 4"),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(text: str, column: int, expected: str, hint: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read(text)
    assert (caught.value.column, caught.value.expected, caught.value.hint) == (column, expected, hint)
