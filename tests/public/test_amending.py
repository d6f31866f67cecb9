"""A mistake at a kept table: asked about, left to stand, put right, or played again from; each is one entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import referee
from referee.errors import MalformedError
from referee.public.amending import AmendedTable
from referee.public.tables import TableSession

# Red loses with 2 + 4 to 4 + 8; blue loses with 3 + 4 to 4 + 20.
EVENING: tuple[str, ...] = ("destiny blue", "launch red 2 at blue.1", "reveal red 4, blue 8", "end")
EVENING += ("destiny green", "launch blue 3 at green.1", "reveal blue 4, green 20", "end")


@pytest.fixture
def table(tmp_path: Path) -> TableSession:
    return _table(tmp_path / "kept.db", *EVENING)


def _table(db: Path, *said: str, players: str = "red blue green yellow") -> TableSession:
    table = TableSession.lay(players, db=db)
    for command in said:
        assert table.do(command.removesuffix(" !"), command.endswith(" !")).legal, command
    return table


def _amended(table: TableSession, *args: Any, **more: Any) -> AmendedTable:
    found = table.amend(*args, **more)
    assert isinstance(found, AmendedTable)
    return found


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("no actually blue had a 12", 'amend 1 "reveal red 4, blue 12"'),
        ("oops, red sent 3", 'amend 1 "launch red 3 at blue.1"'),
        ("actually red sent 3", 'amend 1 "launch red 3 at blue.1"'),
        ("wait, it was green", 'amend 1 "destiny green"'),
        ("sorry, blue had a 12, not an 8", 'amend 1 "reveal red 4, blue 12"'),
        ("blue had a 12, not a 8", 'amend 1 "reveal red 4, blue 12"'),
        ("red had a neg, not a four", 'amend 1 "reveal red N, blue 8"'),
    ],
)
def test_what_is_told_otherwise_is_an_amend_to_type(tmp_path: Path, said: str, typed: str) -> None:
    table = _table(tmp_path / "kept.db", " / ".join(EVENING[:3]).replace(" / ", "; "))
    with pytest.raises(MalformedError) as caught:
        table.do(said)
    assert typed in caught.value.hint


def test_one_of_several_commands_in_a_breath_is_put_right_by_itself(tmp_path: Path) -> None:
    """Red goes with three instead of two: 3 + 4 to 4 + 8, so all three ships are lost, and blue's draw stands."""
    table = _table(tmp_path / "kept.db", "destiny blue; launch red 2 at blue.1; reveal red 4, blue 8", "end")
    found = _amended(table, 1, "red sent 3")
    assert (found.was, found.now, found.unlawful) == (["launch red 2 at blue.1"], ["launch red 3 at blue.1"], [])
    table.amend(1, "red sent 3", choose="again")
    assert _warp(table) == {"red": 3}
    table.undo()
    assert _warp(table) == {"red": 2}


def test_what_tells_nothing_otherwise_is_not_understood_as_before(tmp_path: Path) -> None:
    table = _table(tmp_path / "kept.db", *EVENING[:3])
    for said in (
        "no yellow had a 12",
        "oops, blue had an 8",
        "wait what",
        "sorry, blue had a 12, not a 9",
        "no wait, 3",
    ):
        with pytest.raises(MalformedError) as caught:
            table.do(said)
        assert "amend" not in caught.value.hint


@pytest.mark.parametrize(
    ("last", "said", "typed"),
    [
        ("ally green offense 2", "no wait, 3", 'amend 3 "ally green offense 3"'),
        (
            "ally green offense 2 from green.4 2",
            "sorry, make it three",
            'amend 3 "ally green offense 3 from green.4 3"',
        ),
        ("play red 8", "oops, a 12", 'amend 3 "play red 12"'),
        ("play red 8", "no, a neg", 'amend 3 "play red N"'),
        # from where ships come is said again with them
        ("ally green offense 3 from green.1 2, green.2 1", "no wait, 2", ""),
        # no ally sends cards, and nobody lays ships
        ("ally green offense 2", "no wait, 3 cards", ""),
        ("play red 8", "no, 3 ships", ""),
    ],
)
def test_a_number_or_a_card_by_itself_is_put_in_place_of_the_one_just_told(
    tmp_path: Path, last: str, said: str, typed: str
) -> None:
    table = _table(tmp_path / "kept.db", "destiny blue", "launch red 2 at blue.1", last)
    with pytest.raises(MalformedError) as caught:
        table.do(said)
    assert typed in caught.value.hint
    assert typed or "amend" not in caught.value.hint


@pytest.mark.parametrize(
    ("said", "typed"), [("no wait, 1 card", 'amend 4 "take red 1 from blue"'), ("no wait, 1 ship", "")]
)
def test_a_number_by_itself_is_of_the_cards_that_were_taken(tmp_path: Path, said: str, typed: str) -> None:
    """Compensation is cards (2.5.1.1), of which a number told again can be one; it is never ships."""
    table = _table(
        tmp_path / "kept.db", "destiny blue", "launch red 2 at blue.1", "reveal red N, blue 8", "take red 2 from blue"
    )
    with pytest.raises(MalformedError) as caught:
        table.do(said)
    assert typed in caught.value.hint
    assert typed or "amend" not in caught.value.hint


def _warp(table: TableSession) -> dict[str, int]:
    warp: dict[str, int] = table.read()[1].ships["warp"]
    return warp


def test_nothing_changes_before_the_table_has_chosen(table: TableSession) -> None:
    before = (table.export().play, len(table.history()), _warp(table))
    told = _amended(table, 2, "launch red 3 at blue.1")
    assert (told.was, told.now, told.status, told.chosen) == (
        ["launch red 2 at blue.1"],
        ["launch red 3 at blue.1"],
        "legal",
        "",
    )
    assert [choice["type"] for choice in told.choices] == ["--stand", "--repair", "--again"]
    assert (table.export().play, len(table.history()), _warp(table)) == before


@pytest.mark.parametrize(("choose", "warp"), [("stand", 2), ("repair", 3), ("again", 3)])
def test_a_choice_is_one_entry_and_one_undo(table: TableSession, choose: str, warp: int) -> None:
    """Three ships, not two, go to the warp where it is put right."""
    before, played = len(table.history()), table.export().play
    told = _amended(table, 2, "launch red 3 at blue.1", choose=choose)
    assert told.chosen == choose
    assert (len(table.history()), _warp(table)["red"]) == (before + 1, warp)
    assert len(table.undo().commands) == 1
    assert (table.export().play, _warp(table)["red"]) == (played, 2)
    table.redo()
    assert _warp(table)["red"] == warp


def test_what_was_played_again_is_exported_as_it_should_have_been(table: TableSession, tmp_path: Path) -> None:
    _amended(table, 2, "launch red 3 at blue.1", choose="again")
    rightly = _table(tmp_path / "rightly.db", *(c.replace("red 2 at", "red 3 at") for c in EVENING))
    assert table.export().play == rightly.export().play
    assert table.read()[1].ships == rightly.read()[1].ships
    shown = referee.score(["table"], tmp_path / "kept.db").players
    assert shown == referee.score(["table"], tmp_path / "rightly.db").players


def test_a_second_mistake_is_found_after_the_table_was_played_again(table: TableSession, tmp_path: Path) -> None:
    """The numbers of the commands stay those of the history."""
    _amended(table, 6, "launch blue 2 at green.1", choose="again")
    told = _amended(table, 2, "launch red 3 at blue.1", choose="again")
    assert (told.unlawful, told.turned) == ([], [])
    assert (_warp(table)["red"], _warp(table)["blue"]) == (3, 2)
    expected = [c.replace("red 2 at", "red 3 at").replace("blue 3 at", "blue 2 at") for c in EVENING]
    assert table.export().play == _table(tmp_path / "rightly.db", *expected).export().play
    table.do("destiny red")
    assert _amended(table, 6, "launch blue 4 at green.1").turned == []


def test_an_act_is_inserted_or_dropped(table: TableSession) -> None:
    """An invitation that was not said, and a turn that did not end."""
    told = _amended(table, 3, "ally green defense 1", insert=True, choose="again")
    assert told.was == []
    assert [act["number"] for act in told.unlawful] == [4]  # green has a reward to choose then (5.10.5.2)
    assert "consolidated 5.10.5.2" in told.unlawful[0]["cites"]
    table.undo()
    assert _amended(table, 8).turned == [{"number": 8, "was": "defense-wins", "now": ""}]


def test_the_last_command_of_an_encounter_with_the_same_verb_is_meant(table: TableSession) -> None:
    assert _amended(table, None, "launch blue 2 at green.1", encounter=2).number == 6
    assert _amended(table, None, "launch red 1 at blue.1", encounter=1).number == 2
    with pytest.raises(referee.LedgerError, match="encounter 1 has no `take`; its commands are 1 to 4"):
        table.amend(None, "take red 1 from blue", encounter=1)
    with pytest.raises(referee.LedgerError, match="encounter 9 has not been played here"):
        table.amend(None, "end", encounter=9)


def test_what_was_never_said_cannot_be_put_right(table: TableSession) -> None:
    for number in (0, 9, 99):
        with pytest.raises(referee.LedgerError, match=f"there is no command {number} to put right; they are 1 to 8"):
            table.amend(number, "end")


def test_an_act_that_could_not_have_been_is_refused_and_nothing_is_chosen(table: TableSession) -> None:
    told = _amended(table, 2, "launch red 5 at blue.1", choose="again")
    assert (told.status, told.chosen, told.choices) == ("illegal", "", [])
    assert "consolidated 5.6.3" in told.to_dict()["refused"]["illegal"][0]["cites"]
    assert len(table.history()) == len(EVENING) + 1


def test_what_was_waived_is_found_first(tmp_path: Path) -> None:
    """Green's two ships beside a winning defense earn two rewards (5.10.5.2), of which nobody thought."""
    said = ("destiny blue", "launch red 2 at blue.1", "ally green defense 2", "reveal red 4, blue 8", "resolve")
    table = _table(tmp_path / "kept.db", *said, "end !", "destiny red")
    [waived] = table.amend().to_dict()["waived"]
    assert (waived["number"], waived["command"]) == (6, "end")
    assert "green has still 2 rewards" in waived["says"]
    assert "consolidated 5.10.5.2" in waived["cites"]
    assert waived["nearest"] == ["reward green 2 cards"]
    told = _amended(table, 6, "reward green 2 cards", insert=True, choose="repair")
    assert told.to_dict()["done"] == "set hand green 10"
    assert table.history()[-1].says[0] == 'for amend 6 --insert "reward green 2 cards"'


def test_whatever_was_done_anyway_is_listed(tmp_path: Path) -> None:
    """Fewer cards than were owed (2.5.1.2), a fifth ship (5.6.3)."""
    said = ("destiny blue", "launch red 3 at blue.1", "reveal red N, blue 8", "take red 2 from blue !", "end")
    later = ("destiny green", "launch blue 5 at green.1 !", "reveal blue 10, green 4", "end !", "destiny yellow !")
    table = _table(tmp_path / "kept.db", *said, *later)
    waived = {one["command"]: one["cites"] for one in table.amend().to_dict()["waived"]}
    assert "consolidated 2.5.1.2" in waived["take red 2 from blue"]
    assert "consolidated 5.6.3" in waived["launch blue 5 at green.1"]


def test_what_was_waived_of_an_encounter_that_was_told_in_one_breath_is_found(tmp_path: Path) -> None:
    """The card that decides, the end and the next turn go without saying: green's two rewards are owed all the same."""
    table = _table(tmp_path / "kept.db", "destiny blue", "launch red 2 at blue.1", "ally green defense 2")
    assert table.do("reveal red 4, blue 8").legal
    assert table.do("destiny green", anyway=True).legal
    assert [one["nearest"] for one in table.amend().to_dict()["waived"]] == [["reward green 2 cards"]]


def test_what_stands_is_named_where_a_later_ruling_rests_on_it(table: TableSession) -> None:
    """Red's launch stands: an encounter of red's names it, one of green and yellow does not."""
    _amended(table, 2, "launch red 3 at blue.1", choose="stand")
    says = "command 2 stands as it was done: launch red 2 at blue.1; it should have been: launch red 3 at blue.1"
    assert table.show().to_dict()["agreed"] == [says]
    for command in ("destiny yellow", "launch green 1 at yellow.1"):
        assert table.do(command).legal
    assert table.do("reveal green 4, yellow 8").legal
    assert f"agreed at this table: {says}" not in table.do("resolve").to_dict()["assumes"]
    for command in ("end", "destiny red", "launch yellow 1 at red.4"):
        assert table.do(command).legal
    table.do("reveal yellow 4, red 8")
    assert f"agreed at this table: {says}" in table.do("resolve").to_dict()["assumes"]
    assert _amended(table, 6, "launch blue 2 at green.1", choose="again").chosen == "again"
    assert [one.says for one in table.read()[1].agreed] == [says]


@pytest.mark.parametrize(
    ("reading", "first", "proposed"),
    [
        ("stands", "--stand", True),
        ("repair", "--repair", True),
        ("again", "--again", True),
        ("next-encounter", "--stand", False),
    ],
)
def test_what_the_table_has_decided_is_proposed_first(
    table: TableSession, tmp_path: Path, reading: str, first: str, proposed: bool
) -> None:
    disputes = referee.Disputes(tmp_path / "kept.db")
    claims = [("red", "it stands"), ("blue", "put it right")]
    opened = disputes.open("red 2 : 4 vs blue 4 : 8", claims, question="DF-82")
    assert opened.id is not None
    disputes.rule(opened.id, house=True, reading=reading, by="Ann")
    disputes.promote(opened.id, "table")
    choices = _amended(table, 2, "launch red 3 at blue.1").choices
    assert [choices[0]["type"], *(choice["type"] for choice in choices if "proposed" in choice)] == [
        first,
        *[first] * proposed,
    ]


def test_ships_that_went_home_by_default_are_sent_elsewhere_by_amend(tmp_path: Path) -> None:
    """Blue's two ships went home with the end, for nobody said where (ffg2018 moving-ships.2)."""
    said = (
        "set green.5 green 4, blue 1; blue.1 blue 3",
        "destiny green",
        "launch red 3 at green.1",
        "ally blue defense 2",
    )
    table = _table(tmp_path / "back.db", *said, "reveal red 4, green 8", "reward blue 2 cards", "end")
    refused = table.do("return blue green.5 2")
    (illegal,) = refused.to_dict()["illegal"]
    assert (illegal["cites"], illegal["history"]) == (
        ["consolidated 5.10.2"],
        ['amend 7 --insert "return blue green.5 2"'],
    )
    _amended(table, 7, "return blue green.5 2", insert=True, choose="again")
    assert table.read()[1].ships["green.5"]["blue"] == 3


def test_what_could_never_be_returned_is_refused_without_such_a_hint(tmp_path: Path) -> None:
    table = _table(tmp_path / "back.db", "destiny green", "launch red 3 at green.1")
    assert table.do("return blue green.5 2").to_dict()["illegal"][0]["history"] == []


def test_duel_is_put_right_too(tmp_path: Path) -> None:
    """Two ships and not three lie in blue's Warp."""
    said = ("set leader blue; supply blue 18; warp blue 2; hand blue 6", "set deck event 9")
    table = _table(tmp_path / "duel.db", *said, players="duel blue orange")
    told = _amended(table, 1, "set leader blue; supply blue 17; warp blue 3; hand blue 6", choose="repair")
    assert told.to_dict()["done"] == "set supply blue 17; warp blue 3"
    assert table.read()[1].warp["blue"] == 3
    _amended(table, 2, "set deck event 8", choose="stand")
    assert len(table.read()[1].agreed) == 1


def test_an_act_of_duel_is_named_by_its_destiny_card(tmp_path: Path) -> None:
    """The second card's duel: orange has dialed three and not one; two ships more are on the planet and not at home."""
    first = ("top blue 13, orange 7", "destiny Vacant-Shipyard symbol ring next discovery", "dial blue 3, orange 2")
    played = ("choose blue 13", "choose orange 5", "tactics blue shield 1, orange shield 2", "plans")
    rest = ("pass blue", "pass orange", "recover orange 5")
    second = ("destiny discovery symbol star next event", "dial blue 2, orange 1")
    table = _table(tmp_path / "duel.db", *first, *played, *rest, *second, players="duel blue orange")
    home = table.read()[1].supply["orange"]
    told = _amended(table, None, "dial blue 2, orange 3", encounter=2, choose="again")
    assert (told.number, told.unlawful, told.turned) == (12, [], [])
    assert (table.read()[1].supply["orange"], table.read()[1].planets["2"]) == (home - 2, {"blue": 2, "orange": 3})
