"""A mistake that is found later: what is otherwise, what could not have been, what would have ended otherwise."""

from __future__ import annotations

from referee.judge.table.verdict import Verdict
from referee.judge.ways.act_argued import when
from referee.judge.ways.amend import Amended, Changed, Past, Turned, Ways, What, amended
from referee.judge.ways.put_right import put_right
from referee.judge.ways.table import lay_table, tell_command
from referee.state.kept import show
from referee.state.table import Table

WAYS = Ways(tell_command, show, put_right, when)
ANYWAY = " --anyway"


def _table(*said: str) -> Table:
    """The table of four after what was said; with ` --anyway` although a rule forbids it."""
    table = lay_table("table red blue green yellow")
    for text in said:
        verdict = tell_command(table, text.removesuffix(ANYWAY), text.endswith(ANYWAY))
        assert verdict.legal, (text, verdict.illegal[0].finding.says)
        table = verdict.table
    return table


def _pasts(said: tuple[str, ...], first: int = 1) -> list[Past]:
    return [Past(first + at, text.removesuffix(ANYWAY), text.endswith(ANYWAY)) for at, text in enumerate(said)]


def _amended(said: tuple[str, ...], number: int, *right: str, insert: bool = False) -> Amended[Table]:
    """What follows if these commands stand in the place of the one of this number, or before it."""
    drop = 0 if insert else 1
    pasts = _pasts(said)
    before = _table(*said[: number - 1])
    changed = [Past(number, text) for text in right]
    return amended(before, changed, pasts[number - 1 :][:drop], pasts[number - 1 + drop :], _table(*said), WAYS)


def _after_repair(said: tuple[str, ...], found: Amended[Table]) -> Table:
    """The table after the repair, which the law allows."""
    table = _table(*said)
    for command in found.repair:
        verdict = tell_command(table, command)
        assert verdict.legal, (command, verdict.illegal[0].finding.says)
        table = verdict.table
    return table


# Red loses with 2 + 4 to 4 + 8; then blue loses with 3 + 4 to 4 + 20.
LOST = ("destiny blue", "launch red 2 at blue.1", "reveal red 4, blue 8", "end")
THEN = ("destiny green", "launch blue 3 at green.1", "reveal blue 4, green 20", "end")


def test_a_wrong_count_of_ships_is_told_with_what_is_otherwise_and_put_right() -> None:
    """Three ships went, not two: 7 to 12 is lost all the same (5.10.1.1), so red has one ship more in the warp."""
    said = (*LOST, *THEN)
    found = _amended(said, 2, "launch red 3 at blue.1")
    assert found.refused is None
    assert (found.unlawful, found.turned) == ([], [])
    ships = [change for change in found.otherwise if change.who == "red"]
    assert [change for change in ships if change.place == "warp"] == [Changed(What.SHIPS, "warp", "red", 2, 3)]
    assert sum(change.now - change.was for change in ships) == 0  # type: ignore[operator,misc]
    rightly = _table(*LOST[:1], "launch red 3 at blue.1", *said[2:])
    assert _after_repair(said, found).ships == found.table.ships == rightly.ships


def test_an_outcome_that_would_have_turned_is_named_and_not_undone() -> None:
    """Red had 2 + 10 against 4 + 8, a tie, and lost (5.10.1.1.d.1); with three ships red has 13 and wins."""
    said = (*LOST[:2], "reveal red 10, blue 8", "end", *THEN)
    found = _amended(said, 2, "launch red 3 at blue.1")
    assert found.turned == [Turned(4, "defense-wins", "offense-wins")]
    assert Changed(What.COLONIES, "", "red", 0, 1) in found.otherwise
    assert found.repair == ()  # the third ship stood at the gate then, and is at home now


def test_five_ships_are_refused_with_their_clause_and_nothing_follows() -> None:
    """Nobody sends more than four (5.6.3)."""
    found = _amended((*LOST, *THEN), 2, "launch red 5 at blue.1")
    assert found.refused is not None
    assert "consolidated 5.6.3" in found.refused.refused_by
    assert found.otherwise == []


def test_five_ships_that_were_sent_anyway_are_put_right() -> None:
    """Five went although four is the most (5.6.3): 9 or 8 to 12, lost both ways, one ship less in the warp."""
    said = (*LOST[:1], f"launch red 5 at blue.1{ANYWAY}", *LOST[2:], *THEN)
    found = _amended(said, 2, "launch red 4 at blue.1")
    assert found.turned == []
    assert Changed(What.SHIPS, "warp", "red", 5, 4) in found.otherwise
    assert _after_repair(said, found).at("warp", "red") == 4


def test_a_wrong_defender_leaves_acts_that_would_not_have_been_legal() -> None:
    """The destiny card was red's, not green's: blue sends no ship to green.1 then (5.6.2)."""
    said = (*LOST, *THEN)
    found = _amended(said, 5, "destiny red")
    first = found.unlawful[0]
    assert (first.number, first.command, first.done) == (6, "launch blue 3 at green.1", True)
    assert "consolidated 5.6.2" in first.cites
    assert found.turned == [Turned(8, "defense-wins", "")]
    assert found.unlawful[1].done is False  # blue is no main player then


# Blue meets red with green's two ships at its side, and wins: green has two rewards (5.10.5.2).
REWARDED = ("destiny blue", "launch red 2 at blue.1", "ally green defense 2", "reveal red 4, blue 8", "resolve")


def test_a_reward_that_was_forgotten_is_waived_and_found_two_encounters_later() -> None:
    said = (*REWARDED, f"end{ANYWAY}", *THEN)
    assert len(_table(*said).hands["green"]) == 8 - 1  # green has played its 20
    found = _amended(said, 6, "reward green 2 cards", insert=True)
    assert (found.unlawful, found.turned) == ([], [])
    assert found.otherwise == [Changed(What.HAND, "", "green", 7, 9)]
    assert found.repair == ("set hand green 9",)
    assert len(_after_repair(said, found).hands["green"]) == 9


def test_what_is_owed_is_waived_where_another_turn_begins_anyway() -> None:
    """`destiny green` is blue's: red's turn has ended before it, with the rewards untaken (5.10.9.3)."""
    table = _table(*REWARDED, f"destiny green{ANYWAY}")
    assert (table.turn, table.defense, table.due) == ("blue", "green", [])


# Red negotiates and loses two ships to blue's 8, and takes two cards out of blue's hand (2.5.1).
OWED = ("destiny blue", "launch red 2 at blue.1", "reveal red N, blue 8", "resolve")


def test_compensation_that_was_too_small_is_found_two_encounters_later() -> None:
    said = (*OWED, f"take red 1 from blue{ANYWAY}", "end", *THEN)
    found = _amended(said, 5, "take red 2 from blue")
    assert found.otherwise == [Changed(What.HAND, "", "red", 8, 9), Changed(What.HAND, "", "blue", 5, 4)]
    repaired = _after_repair(said, found)
    assert (len(repaired.hands["red"]), len(repaired.hands["blue"])) == (9, 4)


def test_a_regroup_that_was_forgotten_brings_one_ship_back() -> None:
    """Of its two ships in the warp red takes one at the start of its next turn (5.4.1)."""
    turns: tuple[str, ...] = (*LOST, *THEN)
    turns += ("destiny yellow", "launch green 1 at yellow.1", "reveal green 4, yellow 8", "end")
    turns += ("destiny red", "launch yellow 1 at red.4", "reveal yellow 4, red 8", "end")
    said = (*turns, "offense red", f"set phase destiny{ANYWAY}", "destiny green")
    present = _table(*said)
    found = _amended(said, len(turns) + 2, "regroup red.1")
    assert (found.unlawful, found.turned) == ([], [])
    assert (present.at("warp", "red"), found.table.at("warp", "red")) == (2, 1)
    assert _after_repair(said, found).at("warp", "red") == 1


def test_an_act_that_was_played_after_a_mistake_and_rests_on_it_is_left_out() -> None:
    """Without its invitation green is no ally (5.7.2.2.b), and has no reward to take."""
    said = (*REWARDED, "reward green 2 cards", "end")
    found = _amended(said, 3)
    assert [act.number for act in found.unlawful] == [6]
    assert found.turned == []
    assert not found.unlawful[0].done


def test_ships_that_are_not_where_a_later_act_moves_them_leave_it_out() -> None:
    """What is done anyway can lead to a table on which a later act finds no such ships: it is told and left out."""

    def tell(table: Table, command: str, anyway: bool) -> Verdict:
        if command == "end" and table.at("red.1", "red") == 4:
            raise ValueError("red has 1 ship at gate, not 3")
        return tell_command(table, command, anyway)

    said = ("destiny blue", "launch red 3 at blue.1", "reveal red 8, blue 12", "end")
    pasts = _pasts(said)
    right = [Past(2, "launch red 1 from red.2 1 at blue.1")]
    ways = WAYS._replace(tell=tell)
    found = amended(_table(*said[:1]), right, pasts[1:2], pasts[2:], _table(*said), ways)
    assert [(act.number, act.done) for act in found.unlawful] == [(4, False)]
    assert "red has 1 ship at gate, not 3" in found.unlawful[0].says


def test_nothing_is_otherwise_where_the_mistake_is_none() -> None:
    """At blue.1 or at blue.2, red's two ships are lost."""
    found = _amended((*LOST, *THEN), 2, "launch red 2 at blue.2")
    assert (found.otherwise, found.unlawful, found.turned, found.repair) == ([], [], [], ())


def test_no_more_is_carried_than_is_there() -> None:
    """Of three cards that blue owes red it has two left, and of two ships for the warp one stands on blue.1."""
    was, now = _table("set warp blue 0"), _table("set hand red 11; hand blue 5; blue.1 blue 2; warp blue 2")
    present = _table("set hand blue 2; hand green 14; blue.1 blue 1; blue.2 blue 7")
    moved = put_right(present, was, now)
    assert moved == "set blue.1 nobody; warp blue 1; hand red 10; hand blue 0"
    table = tell_command(present, moved).table
    assert (table.total("blue"), sum(len(hand) for hand in table.hands.values())) == (20, 32)


def test_cards_that_are_known_are_carried_by_name() -> None:
    was, now = _table("set hand red: 8 N; hand blue: 4 10"), _table("set hand red: 8 N 10; hand blue: 4")
    present = _table("set hand red: 8 M; hand blue: 10 20")
    assert put_right(present, was, now) == "set hand red: 8 M 10; hand blue: 20"


def test_as_json() -> None:
    told = _amended((*LOST, *THEN), 2, "launch red 3 at blue.1").to_dict()
    assert {"what": "ships", "place": "warp", "who": "red", "was": 2, "now": 3} in told["otherwise"]
    assert set(told) == {"otherwise", "unlawful", "turned", "repair"}
