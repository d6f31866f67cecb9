"""Editions grouped by what they rule, whatever the words; and the step at which two proofs part."""

from __future__ import annotations

from typing import Any

import pytest

from referee.book.law import PARAMETER, RULE, Cite, Law, Rule, StepKind
from referee.book.loader import rulebase
from referee.book.parameters import Parameters
from referee.conformance.editions.grouping import Field, Told, grouped, impossible
from referee.conformance.editions.line import compare_line
from referee.conformance.editions.question import compare_reading
from referee.conformance.editions.table import compare_question
from referee.errors import ImpossibleError
from referee.judge.finding import Finding


def compared(line: str) -> dict[str, Any]:
    return compare_line(Parameters(rulebase()), line)


def group_of(found: dict[str, Any], edition: str) -> dict[str, Any]:
    group: dict[str, Any] = next(group for group in found["groups"] if edition in group["editions"])
    return group


def rule(id: str, value: object = None, kind: StepKind = RULE, book: str = "base") -> Rule:
    return Rule(id, kind, f"{id} of {{0}} in {book}", (Cite(f"{book} {id}", "rulebook"),), value, f"{id} says {book}")


def one(edition: str, value: int, *steps: Finding) -> Told:
    root = Finding(rule("ruled", book=edition), None, steps)
    law = Law(edition, {step.rule.id: step.rule for step in steps})
    return Told(edition, {"edition": edition}, (Field("cards", value, steps[-1]),), (root, *steps), law)


def test_the_first_step_that_the_other_proof_does_not_come_to_is_the_deepest() -> None:
    """Cards follow from ships, ships from a permission: where that differs, the rest follows from it."""

    def proof(edition: str, allowed: bool) -> Told:
        may = Finding(rule("may", book=edition), allowed, (), ("red",))
        ships = Finding(rule("ships", book=edition), 2 if allowed else 0, (may,), ("red",))
        return one(edition, 2 if allowed else 0, may, ships, Finding(rule("cards", book=edition), 2, (ships,)))

    found = grouped([proof("base", False), proof("other", True)])
    part = found["groups"][1]["ruling"]["parts_at"]
    assert (part["rule"], part["cites"], part["base"]["cites"]) == ("may", ["other may"], ["base may"])
    assert found["groups"][1]["differs"] == [{"field": "cards", "value": 2, "base": 0, "says": None}]
    assert found["differs_by"] == ["other may", "base may"]


def test_a_rule_with_another_value_is_found_below_steps_that_look_alike() -> None:
    def proof(edition: str, most: int, cards: int) -> Told:
        limit = Finding(rule("limit", most, PARAMETER, edition), True, (), ("red",))
        return one(edition, cards, limit, Finding(rule("cards", book=edition), cards, (limit,)))

    part = grouped([proof("base", 8, 8), proof("other", 7, 7)])["groups"][1]["ruling"]["parts_at"]
    assert (part["rule"], part["base"]["cites"]) == ("limit", ["base limit"])


def test_editions_that_come_to_the_same_stand_together_each_with_its_clauses() -> None:
    same = [one(name, 2, Finding(rule("cards", book=name), 2)) for name in ("base", "other")]
    found = grouped([*same, impossible("third", ["there is none (third a.1, third a.2)"])])
    assert [group["editions"] for group in found["groups"]] == [["base", "other"], ["third"]]
    assert found["groups"][1]["by"] == {"third": ["third a.1", "third a.2"]}
    assert found["groups"][1]["ruling"]["why"] == "there is none"


@pytest.mark.parametrize(
    "line",
    [
        "red 3 + green 2 : 10 vs blue 4 : 8",  # a ship is a token there, a colony a base
        "red 2 : N vs blue 4 : 8 ; hand blue 6",  # a compromise, and consolation
        "red 3 : 10 vs blue 4 : 9",
    ],
)
def test_words_alone_make_no_other_result(line: str) -> None:
    """The outcomes are those of all books; that the discards have an order in but one of them is no other result."""
    (group,) = compared(line)["groups"]
    assert set(group["editions"]) == set(Parameters(rulebase()).judged())


def test_a_rule_that_one_edition_alone_has_is_not_held_against_the_others() -> None:
    """Mayfair's challenge-card-breakdown.2 counts its attacks, of which none is a 0; no other book counts them."""
    mayfair = group_of(compared("red 2 : 0 vs blue 2 : 8"), "mayfair1991")
    assert mayfair["ruling"]["parts_at"]["cites"] == [
        "mayfair1991 challenge-card-breakdown.2",
        "mayfair1991 challenge-card-breakdown.3",
    ]
    assert mayfair["ruling"]["parts_at"]["base"] is None


def test_everybody_goes_home_before_the_talks_in_warp() -> None:
    """situation-c.3 clears the whole cone; 5.10.1.3.a sends the allies home alone."""
    warp = group_of(compared("red 3 : N vs blue 4 : N"), "warp")
    part = warp["ruling"]["parts_at"]
    assert (part["rule"], warp["by"]["warp"][0]) == ("reveal.allies-home", "warp situation-c.3")
    assert part["base"]["cites"] == ["consolidated 5.10.1.3.a"]
    returns = [field for field in warp["differs"] if field["field"] == "players.red.returns"]
    assert [(field["value"], field["base"]) for field in returns] == [(3, None)]


def test_a_refusal_parts_at_the_rule_that_the_other_has_for_it() -> None:
    """5.5.2.3 draws again where nobody is at home; WARP regular-destiny-card.7 has them defend without tokens."""
    found = compared("red 3 : 12 vs blue 0 : 8 ; home blue 0")
    part = group_of(found, "warp")["ruling"]["parts_at"]
    assert "consolidated 5.5.2.3" in part["base"]["cites"]
    assert "warp regular-destiny-card.7" in group_of(found, "warp")["by"]["warp"]


def test_what_a_hidden_card_can_be_parts_the_cases() -> None:
    """A hidden card is no morph where there is none: WARP stage-7.3."""
    warp = group_of(compared("red 3 : ? vs blue 4 : 10"), "warp")
    assert warp["ruling"]["parts_at"]["rule"] == "cards.encounter"
    assert "warp stage-7.3" in warp["by"]["warp"]


def test_what_can_be_by_no_edition_is_refused() -> None:
    with pytest.raises(ImpossibleError):
        compared("red 3 : 10 vs blue 25 : 8")


def test_a_discarded_flare_is_told_by_its_own_rule() -> None:
    """Mayfair powers-flares-edicts.17 discards a flare that was played; by 4.4.2 it comes back."""
    mayfair = group_of(compared("red 3 : 10 vs blue 4 : 8 ; flare red Macron"), "mayfair1991")
    part = mayfair["ruling"]["parts_at"]
    assert (part["rule"], part["base"]["cites"]) == ("flares.back", ["consolidated 4.4.2"])


def test_a_new_hand_is_compared_by_its_size() -> None:
    """Eight by 4.7.2.1, seven by WARP description-of-the-pre-challenge-phase.7."""
    found = compare_question("new hand red ; offense red")
    assert group_of(found, "consolidated")["editions"] == ["consolidated", "ffg2018"]
    part = group_of(found, "warp")["ruling"]["parts_at"]
    assert "7 cards" in part["says"]
    assert "8 cards" in part["base"]["says"]


def test_every_disputable_point_is_told_by_every_edition() -> None:
    judged = Parameters(rulebase()).judged()
    for id in rulebase().questions():
        found = compare_reading(id)
        told = [edition for group in found["groups"] for edition in group["editions"]]
        assert sorted(told) == sorted(judged)
        assert all(group["ruling"]["says"] and "{" not in group["ruling"]["says"] for group in found["groups"])
