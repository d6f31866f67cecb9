"""Pictures of Duel: lines and tables whole, told by name and shape, and what lies face down not turned."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import referee
from referee.duel.games import game
from referee.pictures.drawing import svg
from referee.pictures.scenes import of_case, of_table
from referee.public.pictures import picture_of_case
from tests import cases as suite
from tests.command import referee as run
from tests.pictures.reading import SVG, read, titled, told, written

FULL = (
    "duel blue/Bouncer 2 blast 4 : 6 +8 vs orange/Preservationist 3 shield 2/recover 1 : 13 -7 ; "
    "card Vacant-Shipyard ; advantage 8 ; prize loser recover up to 8 ships ; supply blue 4, orange 16 ; "
    "warp blue 5, orange ? ; there blue 1 ; controls blue 4, orange 3 ; spent blue 2 ; hand blue: 13 +8 ? ; "
    "hand orange 5 ; envoy blue Grumpus ; envoy orange Cudgel ; snare orange 20 ; icon Cudgel blast ; pass blue"
)


def test_everything_that_a_line_of_duel_says_is_on_its_picture_and_told_in_words() -> None:
    root = read(referee.picture(FULL).svg)
    assert titled(root) == "blue against orange, a duel"
    for part in (
        *("blue/Bouncer: leader, hand 3: 13 +8 ?, 4 planets besides, 2 spent tactics.", "blue's plan: 6 with +8"),
        *("orange/Preservationist: straggler, hand 5, 3 planets besides, snare 20.", "orange's plan: 13 with -7"),
        *("tactic blast 4.", "tactic shield 2/recover 1.", "destiny card Vacant-Shipyard.", "ship advantage 8."),
        *("prize of the loser: recover up to 8 ships.", "Sent: blue 2, orange 3.", "In supply: blue 4, orange 16."),
        *("In the warp: blue 5, orange ?.", "On planet: blue 1.", "Envoy: Grumpus, blue's ally, face up."),
        *("Envoy: Cudgel, orange's ally, face up.", "icon Cudgel blast.", "pass blue."),
    ):
        assert part in told(root), part
    shown = written(root)
    for part in (
        *("leader", "straggler", "Bouncer", "Preservationist", "6", "13", "+8", "-7", "blast 4", "shield 2/recover 1"),
        *("ship advantage 8", "planet", "Grumpus", "Cudgel", "supply", "16", "warp", "?", "snare 20", "pass blue"),
    ):
        assert part in shown, part


def test_a_contest_has_plans_and_no_ships() -> None:
    line = (
        "contest blue/Pitfall : 7 vs orange : 13 +2 ; snare blue 13 ; use blue Tempting-Dive blue ; effect draw 1 card"
    )
    root = read(referee.picture(line).svg)
    assert titled(root) == "blue against orange, a contest"
    for part in ("blue's plan: 7.", "orange's plan: 13 with +2.", "effect: draw 1 card.", "snare 13", "Tempting-Dive"):
        assert part in told(root), part
    assert "Sent" not in told(root) and "planet" not in written(root)


def test_the_edition_says_as_well_that_a_line_is_of_duel() -> None:
    line = "blue 2 : 6 vs orange 3 : 13"
    assert referee.picture(line, "duel").svg == referee.picture(f"duel {line}").svg
    assert "gate" in written(read(referee.picture(line).svg))


def test_each_icon_has_a_shape_of_its_own() -> None:
    """Without their numbers and words the tokens still differ, and from one that lies face down."""
    shapes = {
        element.get("d")
        for tactic in ("blast 2", "shield 2", "recover 2", "?")
        for element in read(referee.picture(f"duel blue 2 {tactic} : 6 vs orange 3 : 13").svg).iter(f"{SVG}path")
        if "face" in element.get("class", "")
    }
    assert len(shapes) == 4


def test_of_each_side_so_many_ships_are_drawn_as_were_sent() -> None:
    root = read(referee.picture("duel blue 4 : 6 vs orange 2 : 13 ; there blue 1").svg)
    drawn = Counter(_letters(root))
    assert drawn == {
        "B": 4 + 1 + 2,
        "O": 2 + 2,
    }  # besides those sent and there one in the box and one in the row of each


def _letters(root: ElementTree.Element) -> list[str]:
    texts = [element for element in root.iter(f"{SVG}text") if "m b" in element.get("class", "")]
    return [element.text for element in texts if element.text in ("B", "O")]


def test_hidden_and_missing_things_are_told_so() -> None:
    root = read(referee.picture("duel blue ? ? : ? vs orange none no tactic : ?").svg)
    for part in ("Sent: blue ?, orange 0.", "blue's plan: ?; a tactic face down.", "orange's plan: ?; no tactic."):
        assert part in told(root), part


def test_every_line_of_the_cases_of_duel_is_drawn_whole() -> None:
    drawn = 0
    for _, file in suite.files():
        for case in file.case:
            if case.kind not in ("duel", "contest"):
                continue
            try:
                scene = of_case(case, "duel")
            except referee.RefereeError:  # a case of what cannot be read, or be
                continue
            words = told(read(svg(scene)))
            for person in scene.people:
                assert person.name in words and all(alien in words for alien in person.aliens), case.id
            for place in scene.places:
                assert all(str(stack) in words for stack in place.stacks), case.id
            drawn += 1
    assert drawn > 100


# -- tables ------------------------------------------------------------------------------------------------------------

FOUGHT = (
    "table duel orange/Preservationist blue/Bouncer\ntop orange 13, blue 7\n"
    "destiny Vacant-Shipyard symbol ring next event\ndial orange 3, blue 2\nchoose orange 13 shield 2"
)


def _picture(commands: str) -> ElementTree.Element:
    duel = game("duel")
    return read(svg(of_table(duel.show(duel.play(commands, "duel", None).table))))


def test_what_lies_face_down_on_a_table_is_not_turned() -> None:
    root = _picture(FOUGHT)
    assert "Vacant-Shipyard" in titled(root) and "planet 1" in titled(root)
    for part in (
        *("orange's plan: ?; a tactic face down.", "blue's plan: not chosen yet.", "ship advantage 8."),
        *("On planet 1 ring: orange 3, blue 2.", "Envoy 3: ?, neutral, face down.", "In supply: orange 12, blue 13."),
    ):
        assert part in told(root), part
    assert "shield" not in told(root)


def test_revealed_plans_and_tactics_are_drawn() -> None:
    """Blast 4 against shield 2 destroys 2 of orange's 3 ships, which go to the Warp besides its 5."""
    root = _picture(f"{FOUGHT}\nchoose blue 6 blast 4\ntactics\nplans\nreinforce orange +8")
    for part in (
        *(
            "orange's plan: 13 with +8; tactic shield 2.",
            "blue's plan: 6; tactic blast 4.",
            "On planet 1 ring: orange 1",
        ),
        *(
            "sent 3, 2 of them destroyed",
            "In the warp: orange 7, blue 5.",
            "spent tactics: blast 4",
            "decks: discovery 12",
        ),
    ):
        assert part in told(root), part


def test_a_table_between_two_duels_has_no_plans() -> None:
    root = _picture("table duel blue orange\ntop blue 13, orange 7")
    assert "plan" not in told(root).replace("planets", "")
    assert "blue: leader, hand 6" in told(root) and "orange: straggler" in told(root)


def test_a_case_of_duel_has_a_picture_and_the_commands_print_it(tmp_path: Path) -> None:
    (case,) = (case for case in suite.cases() if case.id == "DT01")
    assert "On planet 1 ring: blue 2." in picture_of_case(case, "duel").says
    db = tmp_path / "t.db"
    session = referee.TableSession.lay("duel blue orange", db=db)
    assert session.show().picture().says[0].startswith("blue: ")
    assert "In supply" in told(read(run("table", "show", "--svg", "--db", str(db)).stdout))
    assert titled(read(run("show", FULL, "--svg").stdout)) == "blue against orange, a duel"
    assert titled(read(run("show", "blue : 7 vs orange : 13", "--svg", "--edition", "duel").stdout)).endswith("contest")
    assert run("show", "duel blue 2 : 6 vs", "--svg").returncode == 2


def test_a_case_without_a_position_has_no_picture() -> None:
    (case,) = (case for case in suite.cases() if case.id == "DM01")
    with pytest.raises(referee.RefereeError, match="line and a table"):
        picture_of_case(case, "duel")
