"""Pictures of positions: well-formed, whole, the same bytes again, and safe whatever players are called."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

import referee
from referee.pictures.drawing import svg
from referee.pictures.line_scene import scene_of
from referee.pictures.scene import Cards, Envoy, Layout, Person, Place, Planet, Scene, Stack, letters
from referee.pictures.shapes import _COLORS, _OTHERS
from referee.pictures.telling import told as in_words
from tests import cases as suite
from tests.command import referee as run
from tests.pictures.reading import SVG, read, titled, told, written

HOSTILE = '</text><script>alert(1)</script>&"\x1b[31m\u202e\ud800'


FULL = (
    "green/Macron 1 + blue/Parasite 3 : 10 +2 vs purple/Clone 2 + yellow/Zombie 4 : 12 ; at purple.3 ; "
    "planet purple 2, red 4 ; hand green 3, purple: 10 N ? ; warp yellow 2, red 7 ; tokens blue 5 ; foreign green 4 ; "
    "home red 3 ; seats red yellow purple blue green ; second ; zap purple by green"
)


def test_everything_that_a_line_says_is_on_its_picture_and_told_inwritten() -> None:
    root = read(referee.picture(FULL).svg)
    for part in (
        *("green/Macron", "blue/Parasite", "purple/Clone", "yellow/Zombie", "offensive ally", "defensive ally"),
        *("gate, aimed at purple.3: green 1, blue 3.", "Beside the planet: yellow 4.", "purple 2, red 4."),
        *("green's card: 10 with +2.", "purple's card: 12.", "hand 3: 10 N ?", "hand 3", "4 foreign", "3 home"),
        *("warp: yellow 2, red 7.", "tokens 5", "seats, clockwise: red yellow purple blue green", "second encounter"),
        "zap purple by green",
    ):
        assert part in told(root), part
    shown = written(root)
    for part in ("10", "+2", "12", "purple.3", "7", "beside the planet", "warp", "second encounter", "zap purple"):
        assert part in shown, part
    assert titled(root) == "green against purple"


def test_of_each_player_so_many_shapes_are_drawn_as_ships_were_sent() -> None:
    root = read(referee.picture("red 4 : 10 vs blue 2 : 8").svg)
    drawn = [e.text for e in root.iter(f"{SVG}text") if "m b" in e.get("class", "") and e.text in ("R", "B")]
    assert (drawn.count("R"), drawn.count("B")) == (4 + 1, 2 + 1)  # one more beside each name


def test_players_are_told_apart_without_color() -> None:
    """Each of eight has a shape and letters that no other has."""
    names = ["red", "blue", "green", "grey", "great", "Red2", "x", "blu"]
    assert len({*letters(names).values()}) == len(names)
    shapes = set()
    for place, name in enumerate(names):
        before = tuple(Person(other) for other in names[:place])
        scene = Scene("", (*before, Person(name)), (), (), (Place("warp", (Stack(name, "1"),)),), layout=Layout.SYSTEMS)
        last = re.findall(r'class="ship" fill="#[^>]*?(?:points="([^"]*)")?/>', svg(scene))[-1]
        points = [tuple(map(float, pair.split(","))) for pair in last.split()]
        low = min((x for x, _ in points), default=0), min((y for _, y in points), default=0)
        shapes.add(tuple((round(x - low[0]), round(y - low[1])) for x, y in points))
    assert len(shapes) == len(names)


def test_letters_on_ships_can_beread() -> None:
    for fill, ink in (*_COLORS.values(), *_OTHERS):
        bright, dark = sorted((_luminance(fill), _luminance(ink)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, fill


def _luminance(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_what_players_are_called_is_text_and_nothing_else() -> None:
    planet = Planet(HOSTILE, HOSTILE, (Stack(HOSTILE, HOSTILE),), aimed=True)
    person = Person(HOSTILE, (HOSTILE,), "offense", (HOSTILE,), 3)
    cards = Cards(HOSTILE, HOSTILE, (HOSTILE,) * 7, HOSTILE)
    stacks = (Stack(HOSTILE, HOSTILE),) * 2
    places = tuple(Place(name, stacks) for name in ("gate", "beside", "warp", "sent", "supply"))
    envoys = tuple(Envoy(HOSTILE, HOSTILE, ally, is_faceup) for ally in ("", HOSTILE) for is_faceup in (True, False))
    for layout in Layout:
        told_of = (HOSTILE, (HOSTILE,), layout, (HOSTILE,), envoys)
        scene = Scene(HOSTILE, (person,), (planet,), (cards,), places, *told_of)
        picture = svg(scene)
        root = read(picture)
        assert "\x1b" not in picture and "\u202e" not in picture
        assert "</text><script>alert(1)</script>" in told(root)


def test_the_same_position_has_the_same_bytes() -> None:
    again = "  " + FULL.replace(" ; ", ";").replace("green/Macron 1 +", "green/Macron  1+")
    assert referee.picture(FULL).svg == referee.picture(again).svg
    assert referee.picture(FULL).svg != referee.picture(FULL.replace("red 7", "red 6")).svg


def test_the_position_of_every_tenth_case_is_drawn_whole() -> None:
    drawn = 0
    lines = [
        (case.encounter, case.edition or file.edition)
        for _, file in suite.files()
        for case in file.case
        if case.encounter
    ]
    for line, edition in itertools.islice(lines, 0, None, 10):
        try:
            position = referee.read_encounter(line, edition)
        except referee.RefereeError:  # a case of what cannot be read
            continue
        scene = scene_of(position)
        words = " ".join(in_words(scene))
        read(svg(scene))
        for name in position.names():
            assert name in words, line
        for counts in (position.planet, position.warp, position.tokens, position.foreign, position.home):
            for name, count in (counts or {}).items():
                assert name in words and ("?" if count is None else str(count)) in words, line
        drawn += 1
    assert drawn > 100


# -- tables ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> referee.TableSession:
    session = referee.TableSession.lay("red/Zombie blue/Macron green yellow", db=tmp_path / "t.db")
    session.do_all(["destiny blue", "launch red 3 at blue.2", "invite red: green", "invite blue: yellow"])
    session.do_all(["ally green offense 2", "ally yellow defense 1"])
    return session


def test_everything_on_a_table_is_on_its_picture(table: referee.TableSession) -> None:
    picture = table.show().picture()
    root = read(picture.svg)
    assert "against blue" in picture.title
    for part in (
        *("red/Zombie: offense, hand 8", "blue/Macron: defense", "green: offensive ally", "yellow: defensive ally"),
        *("aimed at blue.2: red 3, green 2.", "Beside the planet: yellow 1.", "On blue.2: blue 4.", "destiny deck 16"),
    ):
        assert part in told(root), part
    planets = re.findall(r"(?:red|blue|green|yellow)\.\d", written(root))
    assert {*planets} == {f"{name}.{number}" for name in ("red", "blue", "green", "yellow") for number in range(1, 6)}


def test_the_commands_print_pictures(table: referee.TableSession, tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "t.db"))
    read(run("table", "show", "--svg", *db).stdout)
    read(run("show", "red 2 : 10 vs blue 4 : 8", "--svg").stdout)
    assert "On blue's planet: blue 4." in run("show", "red 2 : 10 vs blue 4 : 8").stdout
    refused = run("table", "list", "--svg", *db)
    assert refused.returncode == 0 or "table show --svg" in refused.stderr
    assert run("show", "red 2 : 10 vs").returncode == 2
