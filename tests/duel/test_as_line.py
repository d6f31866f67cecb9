"""The duel on a table as one line: what is ruled of that line is what the table came to."""

from __future__ import annotations

from itertools import pairwise

from referee.duel import tabletop
from referee.duel.accounts import judge, read
from referee.duel.api import books_of
from referee.duel.as_line import line_of
from referee.duel.ruling import Outcome
from referee.duel.state import State, check_state, from_data, to_data
from referee.duel.texts import texts
from tests.duel.player import play

BOOKS = books_of()
DECIDED = (Outcome.LEADER_WINS, Outcome.STRAGGLER_WINS)


def _tables(commands: list[str]) -> list[State]:
    """The table after each command."""
    tables = [tabletop.rule_table(commands[0], BOOKS).table]
    for command in commands[1:]:
        verdict = tabletop.rule_command(tables[-1], command, False, BOOKS)
        assert verdict.legal, (command, verdict.illegal[0].finding.says)
        tables.append(verdict.table)
    return tables


def _line(table: State) -> str:
    return line_of(table, texts(BOOKS))


DUEL = (
    "table duel blue/Bouncer orange",
    "top blue 13, orange 7",
    "destiny Vacant-Shipyard symbol ring next event",
    "dial blue 3, orange 2",
    "choose blue",
    "choose orange",
    "tactics blue blast 1, orange shield 2",
    "plans blue 13, orange 20",
    "pass blue",
    "reinforce orange +8",
    "pass blue",
    "pass orange",
)


def test_the_line_tells_what_both_had_as_it_began_and_what_was_done() -> None:
    tables = _tables([*DUEL])
    assert _line(tables[1]) == ""
    had = "card Vacant-Shipyard ; supply blue 15, orange 15 ; warp blue 5, orange 5 ; controls blue 0, orange 0 ; "
    had += "spent blue 0, orange 0"
    assert _line(tables[3]) == f"blue/Bouncer 3 ? : ? vs orange 2 ? : ? ; {had}"
    acts = "pass blue ; reinforce orange +8 ; pass blue ; pass orange"
    assert _line(tables[-1]) == f"blue/Bouncer 3 blast 1 : 13 vs orange 2 shield 2 : 20 ; {had} ; {acts}"


def test_what_was_decided_last_stays_until_the_next_destiny_card() -> None:
    # 13 + 8 for three ships against two, and 20 + 8: the straggler wins, and the leader may recover
    tables = _tables([*DUEL, "recover blue 5", "destiny event Storm effect"])
    assert _line(tables[-2]) == _line(tables[-3])
    assert _line(tables[-1]) == _line(tables[-3])


def test_a_table_that_was_kept_before_it_had_lines_tells_what_it_knows() -> None:
    data = to_data(_tables([*DUEL])[8])
    del data["line"]
    for key in ("began", "dials", "laid", "snares", "acts"):
        del data["fight"][key]
    table = from_data(data)
    check_state(table)
    assert _line(table) == "blue/Bouncer 3 blast 1 : 13 vs orange 2 shield 2 : 20 ; card Vacant-Shipyard"


def test_a_contest_is_a_line_without_ships() -> None:
    commands = ["table duel blue orange", "top blue 13, orange 7", "destiny discovery Race contest", "choose blue",
                "choose orange", "plans blue 13, orange 13"]  # fmt: skip
    assert _line(_tables(commands)[-1]) == "blue : 13 vs orange : 13 ; card Race ; controls blue 0, orange 0"


def test_what_is_ruled_of_the_line_is_what_the_table_came_to() -> None:
    assert sum(map(_compared, range(30))) > 40


def _compared(seed: int) -> int:
    """How many duels and contests of a random game were compared with what is ruled of their lines."""
    decided = 0
    tables = _tables(play(seed).commands)
    for before, table in pairwise(tables):
        last = table.last
        if last is None or last is before.last or last == before.last or last["outcome"] not in DECIDED:
            continue
        told = judge(read(table.line, BOOKS), BOOKS).summary()
        if told["status"] == "illegal":  # it began again: who was barred has no ships there any more
            assert "card Regular-Revenge" in table.line
            continue
        fields = ("kind", "outcome", "winner", "totals", "margin", "discards", "prize")
        assert {key: told[key] for key in fields} == {key: last[key] for key in fields}, table.line
        assert isinstance(last["players"], dict)
        for name, player in last["players"].items():
            ours = ("role", "sent", "destroyed", "stays", "retreats", "plan", "clout", "tactic")
            assert {key: told["players"][name].get(key) for key in ours} == {key: player.get(key) for key in ours}
        decided += 1
    return decided
