"""A sitting as people talk: several commands at once, what comes next, looking things up, and taking back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.cli.lines import Lines
from referee.cli.session import Session, _answer_next
from referee.public.several import commands_in
from referee.public.tables import TableSession
from tests import command

BASE = "table red blue/Zombie green"
Run = command.Completed


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {
        "REFEREE_DB": str(tmp_path / "referee.db"),
        "XDG_DATA_HOME": str(tmp_path),
        "NO_COLOR": "1",
        "COLUMNS": "200",
    }


def play(home: dict[str, str], *lines: str) -> Run:
    return command.referee("play", said="\n".join(lines) + "\n", env=home)


def do(home: dict[str, str], *words: str, said: str = "") -> Run:
    return command.referee("do", *words, said=said, env=home)


def commands(home: dict[str, str]) -> list[str]:
    """The commands in force."""
    entries = json.loads(command.referee("history", "--json", env=home).stdout)["history"]
    return [entry["command"] for entry in entries if not entry["undone"]]


# -- several at once ---------------------------------------------------------------------------------------------------


def test_several_commands_in_one_line_are_an_entry_each(home: dict[str, str]) -> None:
    shown = play(home, BASE, "destiny blue / launch red 2 at blue.1 / invite red: none")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert commands(home) == [BASE, "destiny blue", "launch red 2 at blue.1", "invite red: none"]
    assert shown.stdout.count("next (") == 2  # after the table is laid, and after the line


@pytest.mark.parametrize(
    ("wrong", "says"), [("launch red 5 at blue.1", "5.6.3"), ("lunch red", "Did you mean 'launch'?")]
)
def test_what_comes_after_a_refusal_is_left_undone_and_that_is_said(
    home: dict[str, str], wrong: str, says: str
) -> None:
    shown = play(home, BASE, f"destiny blue / {wrong} / launch red 2 at blue.1 / invite red: none")
    assert says in shown.stdout
    assert "Not done after that: launch red 2 at blue.1 / invite red: none" in shown.stdout
    assert commands(home) == [BASE, "destiny blue"]


def test_do_takes_several_from_the_line_and_from_the_input(home: dict[str, str]) -> None:
    play(home, BASE)
    shown = do(home, *"destiny blue / launch red 2 at blue.1".split())
    assert (shown.returncode, commands(home)[1:]) == (0, ["destiny blue", "launch red 2 at blue.1"])
    shown = do(
        home, "-", said="invite red: green  # she asks\n\ninvite blue: none / ally green offense 9\ndecline green\n"
    )
    assert shown.returncode == 1
    assert "Not done after that: decline green" in shown.stdout
    assert commands(home)[3:] == ["invite red: green", "invite blue: none"]
    told = json.loads(do(home, "--json", "decline green / lunch / play red 8").stdout)
    assert [one["status"] for one in told["commands"]] == ["legal"]
    assert (told["left"], "Did you mean: launch" in told["not_understood"]) == (["play red 8"], True)


def test_a_name_behind_a_slash_is_no_command_of_its_own() -> None:
    assert commands_in("table red / Clone blue") == ["table red / Clone blue"]
    assert commands_in("zap yellow / Zombie by red") == ["zap yellow / Zombie by red"]
    assert commands_in("set red.1 red 3; warp red 1 / destiny blue") == ["set red.1 red 3; warp red 1", "destiny blue"]
    assert commands_in("destiny blue / why", None, ("why",)) == ["destiny blue", "why"]


# -- what comes next ---------------------------------------------------------------------------------------------------


def test_prompt_next_and_json_name_the_same_players(home: dict[str, str]) -> None:
    shown = play(home, BASE, "destiny blue / launch red 2 at blue.1 / invite red: green / invite blue: none", "who")
    assert "green · alliance > who" in shown.stdout
    assert "next (alliance): decline green · ally green offense 1–4" in shown.stdout
    assert "▸ green" in shown.stdout and "waiting for green" in shown.stdout
    told = json.loads(do(home, "--json", "decline green").stdout)["next"]
    assert (told["phase"], told["waits_for"]) == ("planning", ["red", "blue"])
    assert told["commands"] == [
        {"who": "red", "command": "play red ?", "shown": "play red CARD"},
        {"who": "blue", "command": "play blue ?", "shown": "play blue CARD"},
    ]
    assert "next (reveal): reveal red 8, blue CARD" in do(home, "play red 8 / play blue ?").stdout


def test_what_somebody_may_do_besides_is_not_waited_for(home: dict[str, str]) -> None:
    """Green may play its Cosmic Zap at any time; the table waits for red alone."""
    shown = play(home, BASE, "set hand green: Cosmic-Zap N / destiny blue")
    assert "next (launch, red to act): launch red 1–4 at blue.1–5 · zap blue by green (green)" in shown.stdout
    assert "red · launch > " in play(home, "who").stdout


def test_in_a_wrong_phase_the_one_thing_in_the_way_is_named(home: dict[str, str]) -> None:
    shown = play(home, BASE, "destiny blue / launch red 2 at blue.1 / invite red: green / invite blue: none", "reveal")
    assert "and green has still to join a side or to decline  [5.2.3]" in shown.stdout
    assert "\n  first: decline green · ally green offense 1–4\n" in shown.stdout


def test_any_card_is_shown_as_such_where_a_power_wants_it_faceup(home: dict[str, str]) -> None:
    """An Oracle sees the other card first: whichever blue plays."""
    opening = "destiny blue / launch red 2 at blue.1 / invite red: none / invite blue: none"
    shown = play(home, "table red/Oracle blue green", opening, "legal")
    assert "next (planning): play blue CARD" in shown.stdout
    assert "\n  play blue CARD\n" in shown.stdout
    known = play(home, "table red/Oracle blue green", "set hand blue: 10 N", opening)
    assert "next (planning): play blue 10|N" in known.stdout


# -- taking back -------------------------------------------------------------------------------------------------------


def test_a_table_goes_back_and_on_to_a_command_of_the_history(home: dict[str, str]) -> None:
    shown = play(
        home, BASE, "destiny blue / launch red 2 at blue.1 / invite red: none", "undo to 1", "undo to 1", "redo to 2"
    )
    assert "taken back: invite red: none\ntaken back: launch red 2 at blue.1" in shown.stdout
    assert "the table does not go back to command 1" in shown.stdout
    assert commands(home) == [BASE, "destiny blue", "launch red 2 at blue.1"]
    assert command.referee("undo", "--to", "0", env=home).returncode == 0
    assert commands(home) == [BASE]
    assert command.referee("redo", "--to", "3", env=home).returncode == 0
    assert len(commands(home)) == 4
    assert command.referee("redo", "--to", "4", env=home).returncode == 2
    assert "undo 3; or to which of the history" in play(home, "undo to", "undo to x", "undo 0").stdout


# -- looking up --------------------------------------------------------------------------------------------------------

LINE = "red 3 : 10 vs blue 2 : 8"


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        (
            "ask who wins a tie, the offense's or the defense's?",
            ("ask", "who wins a tie, the offense's or the defense's?"),
        ),
        ("ask who wins a tie --count 2", ("ask", "who wins a tie", "--count", "2")),
        ("alien Zombie", ("alien", "Zombie")),
        ("alien The Cult", ("alien", "The Cult")),
        ("card Cosmic-Zap", ("card", "Cosmic-Zap")),
        ("flare Zombie", ("card", "Zombie flare")),
        ("timing red:Mind blue:Plague --offense red", ("timing", "red:Mind", "blue:Plague", "--offense", "red")),
        ("clash Void Zombie", ("clash", "Void", "Zombie")),
        ("rule 5.7.4", ("rule", "5.7.4")),
        ("question DF-05", ("question", "DF-05")),
        (f"encounter {LINE}", ("encounter", LINE)),
        ("dispute list", ("dispute", "list")),
        ("log", ("log",)),
    ],
)
def test_what_can_be_asked_in_a_shell_can_be_asked_at_the_table(
    home: dict[str, str], said: str, typed: Sequence[str]
) -> None:
    """Each answers as its command does, and changes nothing at the table."""
    play(home, BASE)
    alone = command.referee(*typed, env=home)
    assert alone.stdout
    shown = play(home, said)
    assert alone.stdout in shown.stdout
    assert commands(home) == [BASE]


def test_the_edition_of_the_table_is_asked(home: dict[str, str]) -> None:
    command.referee("table", "red", "blue", "--edition", "warp", env=home)
    alone = command.referee("ask", "how many cards are dealt", "--edition", "warp", env=home).stdout
    assert alone in play(home, "ask how many cards are dealt").stdout


def test_what_a_lookup_does_not_understand_is_said_at_the_table(home: dict[str, str]) -> None:
    shown = play(home, BASE, "encounter red 3 : 10 vs", "why", "timing", "log x", "rule 99.9", "ask", "destiny blue")
    assert (shown.returncode, shown.stderr) == (2, "")
    assert shown.stdout.count("Expected a player's name") == 2
    assert "It is typed so: timing PLAYER[:EFFECT]..." in shown.stdout
    assert commands(home) == [BASE, "destiny blue"]


def test_an_act_of_the_table_stays_one(home: dict[str, str]) -> None:
    """`flare red Zombie` plays it, `card zap` answers a card, and players may be called by a word."""
    play(home, "table log blue/Zombie green", "flare log Zombie", "flare Zombie", "card zap")
    assert commands(home)[1:] == ["flare log Zombie", "card zap"]
    shown = play(home, "log launch 2")  # said of the player, and no question about the log
    assert "`launch` belongs to the launch phase" in shown.stdout


def test_a_program_does_several_commands_too(tmp_path: Path) -> None:
    table = TableSession.lay("red blue green", db=tmp_path / "games.db")
    every = table.do_all(table.commands_in("destiny blue / launch red 9 at blue.1 / invite red: none"))
    assert [done.status for done in every.done] == ["legal", "illegal"]
    assert (every.left, every.error) == (["invite red: none"], None)
    assert every.done[0].next["waits_for"] == ["red"]
    assert [entry.command for entry in table.history()][1:] == ["destiny blue"]


# -- what is answered --------------------------------------------------------------------------------------------------

MACRON = "table red/Macron blue green/Zombie"
OPENING = "destiny blue / launch red 1 at blue.1 / invite red: green / invite blue: none / ally green offense 3"


def test_the_totals_are_told_from_the_reveal_on_with_what_they_are_made_of(home: dict[str, str]) -> None:
    """8 + 4 for a Macron's ship + 3 = 15 against 12 + 4 = 16; then 12 + 4 + 3 = 19."""
    play(home, MACRON, OPENING)
    shown = do(home, "play red 8 / play blue ? / reveal red 8, blue 12").stdout
    assert "15 : 16 as it stands: the defense wins" in shown
    assert "  offense 15 = 8 card + 4 red's ships by Macron + 3 green's ships\n" in shown
    told = json.loads(do(home, "--json", "reinforce blue +3 defense").stdout)["stands"]
    assert (told["totals"], told["outcome"]) == ({"offense": 15, "defense": 19}, "defense-wins")
    assert told["made_of"]["defense"] == [
        {"what": "card", "adds": 12},
        {"what": "blue's ships", "adds": 4},
        {"what": "reinforcement", "adds": 3},
    ]
    shown = play(home, "zap red by blue").stdout  # then Macron's ship adds 1
    assert "12 : 19 as it stands" in shown
    assert "stands" not in json.loads(do(home, "--json", "resolve").stdout)


def test_without_totals_the_outcome_stands(home: dict[str, str]) -> None:
    shown = play(home, MACRON, OPENING, "play red 8 / play blue N / reveal").stdout
    assert "As it stands: the offense wins." in shown


def test_a_ruling_at_the_table_has_no_line_of_zeros(home: dict[str, str]) -> None:
    shown = play(home, MACRON, OPENING, "play red 8 / play blue 12 / reveal / resolve").stdout
    assert "The defense wins, 15 to 16." in shown
    assert "warp red 0" not in shown
    told = json.loads(command.referee("table", "show", "--json", env=home).stdout)
    assert "warp red 0" in told["last"]["position"]  # a program has it
    assert "Zombie: green's 3 ships return to colonies instead of going to the warp" in shown  # and is not cut off


def test_who_loses_nothing_by_a_failed_deal_is_told_so(home: dict[str, str]) -> None:
    """A Zombie's three ships return; red loses three."""
    lines = "destiny blue / launch red 4 at blue.1 / invite red: none / invite blue: none / play red N / play blue N"
    shown = play(home, "table red blue/Zombie green", f"{lines} / reveal / resolve", "no deal").stdout
    talks, failed = shown.split("The deal fails.")
    assert "defense        4  not settled yet" in talks
    assert "defense        4  none to the warp" in failed
    assert "not settled yet" not in failed


def test_a_reveal_that_says_nothing_asks_for_the_cards(home: dict[str, str]) -> None:
    shown = play(home, MACRON, OPENING, "play red ? / play blue ? / reveal").stdout
    assert "Not said: this depends on what is hidden: red and blue have still to say which cards" in shown
    assert "    reveal red 8, blue 8\n" in shown
    assert commands(home)[-1] == "play blue ?"
    assert "red reveals 8" in play(home, "undo / play blue 3 / reveal red 8").stdout


def test_after_reinforcements_no_order_is_told(home: dict[str, str]) -> None:
    """They add up in whatever order they come."""
    lines = "play red 8 / play blue 12 / reveal / reinforce blue +3 defense / reinforce green +2 offense"
    shown = play(home, MACRON, OPENING, lines).stdout
    assert "17 : 19 as it stands" in shown
    assert "before" not in shown


def test_a_correction_tells_several_places_between_commas(home: dict[str, str]) -> None:
    """A comma parts stacks of one planet, and planets and other facts as a semicolon does."""
    told = "set red.1 red 3, red.2 red 5, blue.1 blue 3, red 1; red.3 red 3, hand red: 10 N, blue 5, warp blue 1"
    play(home, BASE, told)
    same = "set red.1 red 3; red.2 red 5; blue.1 blue 3, red 1; red.3 red 3; hand red: 10 N; hand blue 5; warp blue 1"
    assert commands(home)[1] == same
    shown = json.loads(command.referee("table", "show", "--json", env=home).stdout)
    assert (shown["planets"]["blue.1"], shown["planets"]["red.2"]) == ({"blue": 3, "red": 1}, {"red": 5})
    assert (shown["hands"]["blue"], shown["warp"]) == (5, {"blue": 1})


def test_a_flare_that_answers_ships_on_their_way_to_the_warp_is_offered_when_there_can_be_some(
    home: dict[str, str],
) -> None:
    """The wild Zombie has any phase on its bar, and saves ships: from the turning up of the cards on, or a Plague."""
    play(home, "table red/Warpish blue green", "set hand red: Zombie 10 N")

    def offered() -> bool:
        return "flare red Zombie" in command.referee("legal", env=home).stdout

    assert not offered()
    play(home, "destiny blue / launch red 2 at blue.1 / invite red: none / invite blue: none")
    assert not offered()
    play(home, "play red 10 / play blue 8 / reveal")
    assert offered()
    assert do(home, "flare", "red", "Zombie").returncode == 0
    play(home, "undo to 1", "plague red by blue")
    assert offered()


def test_at_a_table_of_duel_its_own_book_and_cards_are_asked(home: dict[str, str]) -> None:
    play(home, "table duel blue/Bouncer orange")
    for said, typed in (
        ("ask who wins a tie", ("ask", "who wins a tie", "--edition", "duel")),
        ("alien Bouncer", ("alien", "duel", "Bouncer")),
        ("rule contests.9", ("rule", "contests.9", "--edition", "duel")),
    ):
        alone = command.referee(*typed, env=home)
        assert alone.stdout and alone.stdout in play(home, said).stdout
    shown = play(home, "who", "top blue 13, orange 7 / clock", "score")
    assert "blue/Bouncer" in shown.stdout
    assert "no deal to be made now" in shown.stdout
    assert commands(home)[1:] == ["top blue 13, orange 7"]


def test_what_comes_first_is_said_once(home: dict[str, str]) -> None:
    play(home, BASE)
    shown = do(home, "launch red 2 at blue.1").stdout
    assert shown.count("destiny red|blue|green") == 1
    assert "  first: destiny red|blue|green" in shown


def test_a_dispute_is_opened_at_the_table(home: dict[str, str]) -> None:
    """About a line by the edition of the table, or about a ruling by the ruling's own."""
    command.referee("table", "red", "blue", "--edition", "warp", env=home)
    command.referee("encounter", LINE, env=home)
    sides = '--party red --claim "I won" --party blue --claim "you did not"'
    shown = play(home, f'dispute open "{LINE}" {sides}', f"dispute open --from-ruling 1 {sides}").stdout
    assert "Dispute 1  red v blue" in shown and "Dispute 2  red v blue" in shown
    found = [json.loads(command.referee("dispute", "show", id, "--json", env=home).stdout) for id in ("1", "2")]
    assert [one["edition"] for one in found] == ["warp", "consolidated"]


def test_of_lines_that_are_pasted_none_is_done_after_a_refusal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pasted = iter(["destiny blue\nlaunch red 9 at blue.1\n\nlaunch red 2 at blue.1\n"])

    class Pasted(Lines):
        def read(self, prompt: object, scene: object) -> str:
            return next(pasted)

    session = Session(tmp_path / "referee.db", "consolidated", None)
    session.open("red blue")
    _answer_next(session, Pasted())
    assert "Not done after that: launch red 2 at blue.1" in capsys.readouterr().out
    assert session.table is not None and session.table.phase == "launch"


# -- questions ---------------------------------------------------------------------------------------------------------


def test_a_question_is_answered_and_nothing_is_done(home: dict[str, str]) -> None:
    """What may be done is ruled at the table, what the rules say is asked of the books; `?` alone is a hidden card."""
    said = ("can green join both sides", "does the defense win ties?", "destiny blue", "launch red 5 at blue.1?")
    told = play(
        home, BASE, *said, "launch red 2 at blue.1", "invite red: none", "invite blue: none", "play red ?"
    ).stdout
    assert "Refused: green is on the other side already  [5.7.5]" in told
    assert "Yes. The defense wins a tie. [5.10.1.1.d.1]" in told
    assert "red may not launch 5 ships" in told
    assert commands(home)[-1] == "play red ?"
    assert len(commands(home)) == 6
