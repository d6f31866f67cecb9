"""Rules broken on purpose, one at a time: the cases must notice each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from referee.book.law import Rule
from referee.book.loader import Rulebase, rulebase
from referee.conformance.judged import FAILED, check_case
from referee.judge import board
from referee.judge.finding import Finding
from referee.judge.phases import (
    colonies,
    compensation,
    failed_deals,
    legality,
    resolution,
    reveal,
    rewards,
    second_encounter,
)
from referee.judge.powers.aliens import tripler
from referee.judge.powers.effects import totals
from referee.judge.stand import Stand
from tests import cases, effort


def _failing() -> Iterator[str]:
    """The cases that fail, in an order that goes through all files at once: whatever is broken is met soon."""
    listed = [(path, file, case) for path, file in cases.files() for case in file.case]
    random.Random(0).shuffle(listed)
    for path, file, case in listed:
        try:
            failed = check_case(path, file, case).status == FAILED
        except Exception:  # a judge that is broken on purpose may break down
            failed = True
        if failed:
            yield case.id


def _law(patch: pytest.MonkeyPatch, id: str, value: Any) -> None:
    old = rulebase().law[id]
    new = Rule(old.id, old.kind, old.text, old.cites, value, old.says, old.question)
    patch.setitem(rulebase().law, id, new)


def ties_to_the_offense(patch: pytest.MonkeyPatch) -> None:
    _law(patch, "reveal.ties", "offense")


def lower_total_wins(patch: pytest.MonkeyPatch) -> None:
    _law(patch, "reveal.higher-total", "lower")


def no_compensation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compensation, "collect", lambda board: None)


def no_rewards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rewards, "gain", lambda board: None)


def a_failed_deal_costs_nothing(patch: pytest.MonkeyPatch) -> None:
    _law(patch, "deal.cost", 0)


def a_second_encounter_after_a_loss(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(second_encounter, "OFFENSE_WINS", "defense-wins")


def morph_copies_an_attack_as_zero(patch: pytest.MonkeyPatch) -> None:
    whole = reveal._turn_up

    def turned(on: board.Board) -> None:
        whole(on)
        for side, card in on.faces.items():
            if card.kind == "morph" and on.shown[side].kind == "attack":
                on.shown[side] = on.shown[side]._replace(value=0)

    patch.setattr(reveal, "_turn_up", turned)


def macrons_ships_worth_one(patch: pytest.MonkeyPatch) -> None:
    _effect(patch, "Macron", "value", "value", 1)


def _effect(patch: pytest.MonkeyPatch, alien: str, use: str, name: str, value: Any) -> None:
    found = rulebase().alien(alien)
    assert found is not None
    effect = next(effect for u in found.uses if u.id == use for effect in u.effects)
    patch.setitem(effect.args, name, value)


def saved_ships_earn_compensation(patch: pytest.MonkeyPatch) -> None:
    whole = resolution.lose

    def lose(on: board.Board, stand: Stand, rule: Rule) -> None:
        whole(on, stand, rule)
        on.fallen[stand.name] = on.ships(stand).value

    patch.setattr(resolution, "lose", lose)


def allies_ships_count_towards_compensation(patch: pytest.MonkeyPatch) -> None:
    whole = compensation._owed

    def owed(on: board.Board, loser: Stand, why: tuple[Finding, ...]) -> Finding:
        on.fallen[loser.name] = sum(on.fallen.get(stand.name, 0) for stand in on.side_of(loser.side))
        return whole(on, loser, why)

    patch.setattr(compensation, "_owed", owed)


def ships_return_where_their_owner_has_none(patch: pytest.MonkeyPatch) -> None:
    for module in (resolution, failed_deals, rewards):
        patch.setattr(module, "colonies_left", lambda board, stand: None)


def rewards_for_the_defense_itself(patch: pytest.MonkeyPatch) -> None:
    whole = rewards.gain

    def gain(on: board.Board) -> None:
        whole(on)
        if on.outcome is not None and on.outcome.value == "defense-wins":
            on.players[on.defense.name].rewards = on.ships(on.defense)

    patch.setattr(rewards, "gain", gain)


def five_ships_may_be_launched(patch: pytest.MonkeyPatch) -> None:
    _law(patch, "launch.ships", [1, 5])


def bystanders_fight(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        reveal, "_ships", lambda on, stand, side: Finding(on.law[f"reveal.{side}-ships-add"], 99, (), (stand.name,))
    )


def a_tripled_card_is_doubled(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tripler, "scaled", lambda value, at_most, factor: value * 2)


def a_power_is_never_lost(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(colonies, "_power", lambda board, stand: None)


def four_colonies_win(patch: pytest.MonkeyPatch) -> None:
    _law(patch, "win.colonies", 4)


def winners_with_a_negotiate_are_compensated(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(totals, "wins", lambda side: "offense-wins")


def anybody_may_reinforce(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(legality, "_reinforcements", lambda board: None)


BREAKAGES = (
    ties_to_the_offense,
    lower_total_wins,
    no_compensation,
    no_rewards,
    a_failed_deal_costs_nothing,
    a_second_encounter_after_a_loss,
    morph_copies_an_attack_as_zero,
    macrons_ships_worth_one,
    saved_ships_earn_compensation,
    allies_ships_count_towards_compensation,
    ships_return_where_their_owner_has_none,
    rewards_for_the_defense_itself,
    five_ships_may_be_launched,
    bystanders_fight,
    a_tripled_card_is_doubled,
    a_power_is_never_lost,
    four_colonies_win,
    winners_with_a_negotiate_are_compensated,
    anybody_may_reinforce,
)


@pytest.mark.parametrize("breakage", effort.some(BREAKAGES, 5), ids=lambda breakage: breakage.__name__)
def test_the_cases_notice(breakage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    breakage(monkeypatch)
    assert next(_failing(), None) is not None


@pytest.mark.long
def test_unbroken_nothing_fails() -> None:
    assert list(_failing()) == []
    assert isinstance(rulebase(), Rulebase)
