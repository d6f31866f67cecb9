"""A table and its copies: what is changed in its place is not shared."""

from __future__ import annotations

from dataclasses import fields

from referee.state import table as tbl
from referee.state.pending import Due
from referee.state.table import Table


def test_copy_has_its_own_of_whatever_is_changed_in_its_place() -> None:
    table = tbl.new("consolidated", ("red", "purple"), 5, 20, 8)
    table.due.append(Due("red", "lose", 3))
    copy = table.copy()
    assert copy == table
    own = [field.name for field in fields(Table) if str(field.type) != "list[Due]" and _is_changed(str(field.type))]
    assert {"tokens", "aside", "hidden"} <= set(own)
    for name in own:
        getattr(copy, name)["nobody"] = None
        assert "nobody" not in getattr(table, name), name
    copy.due[0].count = 1
    copy.due.append(Due("purple", "lose", 1))
    assert [due.count for due in table.due] == [3]


def test_copy_shares_what_is_only_replaced() -> None:
    table = tbl.new("consolidated", ("red", "purple"), 5, 20, 8)
    copy = table.copy()
    for field in fields(Table):
        if not _is_changed(str(field.type)):
            assert getattr(copy, field.name) is getattr(table, field.name), field.name


def test_moving_ships_on_a_copy_leaves_the_table_as_it_was() -> None:
    table = tbl.new("consolidated", ("red", "purple"), 5, 20, 8)
    copy = table.copy()
    copy.move("red", 4, "red.1", tbl.WARP)
    assert (table.at("red.1", "red"), table.at(tbl.WARP, "red")) == (4, 0)
    assert (len(table.home_colonies("red")), len(copy.home_colonies("red"))) == (5, 4)


def test_dealing_to_a_copy_leaves_the_table_as_it_was() -> None:
    table = tbl.new("consolidated", ("red", "purple"), 5, 20, 1)
    copy = table.copy()
    copy.hold("red", ("N",))
    copy.gain("red", "8", "8")
    assert (table.hands["red"], copy.hands["red"]) == ((tbl.UNKNOWN,), ("N", "8", "8"))


def _is_changed(typed: str) -> bool:
    """Whether a field so typed is changed in its place; what may be None is put anew each time."""
    return typed.startswith(("dict[", "list[")) and not typed.endswith("None")
