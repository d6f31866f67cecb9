"""A table of Duel: what is assumed of a command, what is offered instead of a refused one, and what a line says too."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.duel import tabletop
from referee.duel.api import books_of, judge_duel
from referee.duel.commands import COMMANDS, read_command
from referee.duel.correcting import FACTS
from referee.duel.engine import DuelVerdict
from referee.duel.state import State
from referee.duel.texts import texts
from referee.errors import MalformedError
from tests import effort

START = ("table duel blue orange", "top blue 13, orange 7")


def played(*commands: str, aliens: tuple[str, str] = ("", "")) -> State:
    """The table after the start and these commands, each of them legal."""
    table = tabletop.rule_table(f"table duel blue{aliens[0]} orange{aliens[1]}").table
    for text in (START[1], *commands):
        verdict = tabletop.rule_command(table, text)
        assert verdict.legal, (text, verdict.illegal[0].finding.says)
        table = verdict.table
    return table


def ruled(table: State, text: str) -> dict[str, Any]:
    return tabletop.rule_command(table, text).to_dict(proof=False)


DUEL = ("destiny Vacant-Shipyard", "dial blue 2, orange 2")


@pytest.mark.parametrize(
    ("spent", "chosen", "assumed"),
    [
        ("blast 3", "blast 3", True),  # one half of each is told, and it is the same
        ("blast 3/shield 1", "blast 3", True),
        ("blast 3", "shield 1/blast 3", True),
        ("blast 3/shield 1", "blast 3/shield 2", False),  # two tokens, both told whole
        ("blast 3", "blast 2", False),
        ("blast 3", "shield 3", False),
    ],
)
def test_a_half_like_a_spent_one_is_assumed_to_be_another_tactic(spent: str, chosen: str, assumed: bool) -> None:
    table = played(f"set spent blue: {spent}", *DUEL)
    says = f"blue has another tactic with {chosen} than the one that is spent"
    assert (says in ruled(table, f"choose blue 13 {chosen}")["assumes"]) == assumed
    shown = played(f"set spent blue: {spent}", *DUEL, "choose blue 13", "choose orange 7")
    assert (says in ruled(shown, f"tactics blue {chosen}, orange shield 1")["assumes"]) == assumed


def test_a_hidden_tactic_that_is_chosen_assumes_nothing() -> None:
    assert ruled(played("set spent blue: blast 3", *DUEL), "choose blue 13")["assumes"] == []


LOST = (
    "set hand blue: 5 4; hand orange: 20 6",
    "destiny It's-Full-of-Stars",
    "dial blue 1, orange 1",
    "choose blue 5 shield 1",
    "choose orange 20 shield 1",
    "tactics",
    "plans",
    "pass blue",
    "pass orange",
)


@pytest.mark.parametrize(
    ("refused", "offered"),
    [
        ("destroy blue 3", ["destroy orange 3"]),  # ships are destroyed in the opponent's supply
        ("destroy orange 4", ["destroy orange 3"]),
        ("recover blue 4", ["recover blue 3"]),
        ("recover orange 3", ["recover blue 3"]),
        ("draw blue 1", ["recover blue 3", "destroy orange 3"]),
    ],
)
def test_what_the_card_does_not_give_is_answered_with_what_it_gives(refused: str, offered: list[str]) -> None:
    table = played(*LOST)
    told = ruled(table, refused)
    assert told["status"] == "illegal"
    assert told["illegal"][0]["nearest"] == offered
    assert all(tabletop.rule_command(table, text).legal for text in offered)


def test_a_last_card_is_told_to_whom_it_is_revealed() -> None:
    table = played("set hand orange 1", aliens=("/Iron-Matron", ""))
    assert "orange has only 42 in hand, and reveals it to blue" in ruled(table, "show orange 42")["says"]


def test_a_duel_that_begins_again_is_ruled_with_its_players() -> None:
    table = played(*DUEL, "choose blue 13 blast 2", "choose orange 7 blast 2")
    told = ruled(table, "tactics")["ruling"]
    assert told["outcome"] == "begins-again"
    assert {name: player["destroyed"] for name, player in told["players"].items()} == {"blue": 2, "orange": 2}


CORRECTED = (
    "set next refresh; hand blue 9; hand orange: 4 5 6 7 8 9 10 11",
    "set next refresh; hand blue 0; limit orange 2",
    "set next refresh; envoy 1 Mirror blue; envoy 2 Cudgel blue; envoy 3 Deuce orange",
    "set next event; supply orange 13; planet 1 symbol ring orange 1; planet 2 symbol ring orange 1",
    "set supply blue 10; planet 1 blue 1; planet 2 blue 1; planet 3 blue 1; planet 4 blue 1; planet 5 blue 1",
    "set next refresh; hand orange 1",
)


@pytest.mark.parametrize("facts", CORRECTED)
def test_what_is_offered_after_a_correction_is_legal(facts: str) -> None:
    table = played(facts, aliens=("/Iron-Matron", ""))
    for _ in range(4):
        offers = [offer.command for offer in tabletop.offers(table)]
        if not offers:
            assert table.winners == ["blue"]
            return
        verdicts = [tabletop.rule_command(table, text) for text in offers]
        assert all(verdict.legal for verdict in verdicts), offers
        for after in (verdict.table for verdict in verdicts if verdict.command.startswith("destiny")):
            assert all(1 <= len(hand) <= after.limits.get(name, 6) for name, hand in after.hands.items())
        table = verdicts[0].table


def test_tactics_that_match_no_longer_once_an_envoy_came_are_resolved() -> None:
    table = played(*DUEL, "choose blue 13 blast 1", "choose orange 7 blast 1", "tactics", aliens=("/Bouncer", ""))
    assert [offer.command for offer in tabletop.offers(table)] == ["use blue Flex", "pass blue"]
    table = tabletop.rule_command(table, "set envoy 1 Cudgel blue faceup").table
    assert [offer.command for offer in tabletop.offers(table)] == ["set icon Cudgel blast"]
    table = tabletop.rule_command(table, "set icon Cudgel blast").table
    assert [offer.command for offer in tabletop.offers(table)] == ["tactics"]
    assert tabletop.rule_command(table, "tactics").table.warp == {"blue": 6, "orange": 7}


TYPED = [text for verb, form in COMMANDS.items() if verb not in ("table", "set") for text in form.usage.split(" · ")]


@pytest.mark.parametrize("typed", [*TYPED, *(text for form in FACTS.values() for text in form.usage.split(" · "))])
def test_a_command_that_is_written_back_reads_back(typed: str) -> None:
    known = texts(books_of())
    command = read_command(typed.replace("WHY", "its card"), known)
    assert read_command(str(command), known) == command


def test_a_recover_from_the_warpplanet_is_written_as_it_is_typed() -> None:
    command = read_command("recover blue 3 warpplanet 2", texts(books_of()))
    assert str(command) == "recover blue 3 warpplanet 2"


def test_only_what_both_control_is_said_to_be_controlled_together() -> None:
    assert ruled(played(), "set supply blue 14; planet 1 blue 1")["says"] == [
        "set: supply blue 14",
        "set: planet 1 blue 1",
    ]


# -- a line and the same duel at a table -------------------------------------------------------------------------------

TACTICS = ("blast 1", "blast 2", "blast 3", "blast 4", "shield 1", "shield 2", "shield 3", "recover 1", "recover 2")


def _position(source: random.Random) -> dict[str, dict[str, Any]]:
    def side() -> dict[str, Any]:
        spent = source.choice((0, 0, 1, 4, 5))
        return {
            "supply": source.choice((0, 1, 2, 3, 9, 15)),
            "warp": source.randrange(4),
            "spent": spent,
            "dial": source.choice((1, 2, 3, 4, 4, 5)),
            "tactic": source.choice((*TACTICS, "no tactic")) if source.random() < 0.3 or spent < 5 else "no tactic",
            "plan": source.randrange(-2, 43),
            "plus": source.choice(("", "", "+8", "-7", "+12", "-10")),
            "on": source.choice(("blue", "orange")),
        }

    return {"blue": side(), "orange": side()}


def _as_line(told: dict[str, dict[str, Any]], advantage: int) -> str:
    sides = " vs ".join(f"{name} {t['dial']} {t['tactic']} : {t['plan']}" for name, t in told.items())
    facts = [f"advantage {advantage}"]
    facts += [f"{word} {', '.join(f'{n} {t[word]}' for n, t in told.items())}" for word in ("supply", "warp", "spent")]
    return " ; ".join([sides, *facts, *_reinforced(told)])


def _reinforced(told: dict[str, dict[str, Any]]) -> list[str]:
    """Each plays its reinforcement in turn, if it has one, until both have passed one right after the other."""
    acts = [f"reinforce {n} {t['plus']} on {t['on']}" if t["plus"] else f"pass {n}" for n, t in told.items()]
    if told["orange"]["plus"]:
        return [*acts, "pass blue", "pass orange"]
    return [*acts, "pass blue"] if told["blue"]["plus"] else acts


def _at_table(told: dict[str, dict[str, Any]], advantage: int) -> tuple[State, DuelVerdict]:
    """The table after the duel, and the verdict on its last command: the first that is refused, if one is."""
    blue, orange = told["blue"], told["orange"]
    facts = [f"supply blue {blue['supply']}, orange {orange['supply']}", f"warp blue {blue['warp']}"]
    facts += [f"warp orange {orange['warp']}", "leader blue"]
    for name, side in told.items():
        facts.append(f"spent {name}: {', '.join('?' * side['spent'])}")
        facts.append(f"hand {name}: {side['plan']} {side['plus']} 4")
    commands = [
        f"set {'; '.join(facts)}",
        f"destiny discovery Lost-World advantage {advantage} prize loser next event",
        f"dial blue {blue['dial']}, orange {orange['dial']}",
        *(f"choose {name} {side['plan']} {side['tactic']}" for name, side in told.items()),
        "tactics",
        "ready",
        "plans",
        *_reinforced(told),
        "done",
    ]
    table = tabletop.rule_table("table duel blue orange").table
    for text in commands:
        if text == "ready":
            while table.phase == "ready":
                due = table.dues[0]
                table = tabletop.rule_command(table, f"ready {due.who} {', '.join('?' * due.number)}").table
            continue
        if table.phase == "over" or (text != "done" and table.phase == "effect"):
            continue
        verdict = tabletop.rule_command(table, text)
        table = verdict.table
        if not verdict.legal or (table.phase == "dials" and text == "tactics"):
            break
    return table, verdict


@pytest.mark.parametrize("seed", effort.some(range(150), 30))
def test_a_line_agrees_with_the_same_duel_told_at_a_table(seed: int) -> None:
    source = random.Random(seed)
    told, advantage = _position(source), source.randrange(1, 10)
    line = judge_duel(_as_line(told, advantage)).to_dict(proof=False)
    table, verdict = _at_table(told, advantage)
    if line["status"] == "illegal":
        assert not verdict.legal
        assert {cite for act in line["illegal"] for cite in act["cites"]} & verdict.refused_by
        return
    assert verdict.legal, (line["position"], verdict.illegal[0].finding.says)
    if line["outcome"] == "game-over":
        assert table.winners == line["winners"]
        assert table.phase == "over"
        return
    last = table.last
    assert last is not None
    for key in ("outcome", "winner", "totals", "players", "discards"):
        assert line[key] == last[key], (key, line["position"])
    for name, player in line["players"].items():
        assert (table.supply[name], table.warp[name]) == (player["supply"], player["warp"])


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("Blue dials 2 and orange dials 2", "dial blue 2, orange 2"),
        ("blue dials 2, orange 3", "dial blue 2, orange 3"),
        ("orange plays 7", "choose orange 7"),
        ("blue draws 5", "draw blue 5"),
        ("orange destroys blue 3", "destroy blue 3"),
        ("dial blue 2, orange 2", "dial blue 2, orange 2"),
    ],
)
def test_who_does_something_may_stand_before_what_it_is(said: str, typed: str) -> None:
    def read(text: str) -> str:
        return str(read_command(text, texts(books_of()), ("blue", "orange")))

    assert read(said) == read(typed)


def test_who_is_no_player_does_nothing() -> None:
    with pytest.raises(MalformedError):
        read_command("green dials 2", texts(books_of()), ("blue", "orange"))
