"""Pictures of positions: well-formed, whole, the same bytes again, and safe whatever players are called."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import referee
from referee.pictures.drawing import svg
from referee.pictures.line_scene import scene_of
from referee.pictures.scene import Cards, Person, Place, Planet, Scene, Stack, letters
from referee.pictures.shapes import _COLORS, _OTHERS
from referee.pictures.telling import told
from tests import cases as suite
from tests.command import referee as run

SVG = "{http://www.w3.org/2000/svg}"
MAY_HOLD = {"svg", "title", "desc", "style", "rect", "text", "circle", "polygon", "path"}
HOSTILE = '</text><script>alert(1)</script>&"\x1b[31m\u202e\ud800'


def _read(text: str) -> ElementTree.Element:
    """The picture, read as XML; it holds nothing that is run, fetched or drawn in dots."""
    root = ElementTree.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= MAY_HOLD
    assert not any(name.startswith("on") or "href" in name for element in root.iter() for name in element.attrib)
    assert "url(" not in text and "@import" not in text and "@font-face" not in text
    return root


def _words(root: ElementTree.Element) -> str:
    """What is written on the picture itself."""
    return " ".join(element.text or "" for element in root.iter(f"{SVG}text"))


def _told(root: ElementTree.Element) -> str:
    found = root.find(f"{SVG}desc")
    assert found is not None and found.text
    return found.text


FULL = (
    "green/Macron 1 + blue/Parasite 3 : 10 +2 vs purple/Clone 2 + yellow/Zombie 4 : 12 ; at purple.3 ; "
    "planet purple 2, red 4 ; hand green 3, purple: 10 N ? ; warp yellow 2, red 7 ; tokens blue 5 ; foreign green 4 ; "
    "home red 3 ; seats red yellow purple blue green ; second ; zap purple by green"
)


def test_everything_that_a_line_says_is_on_its_picture_and_told_in_words() -> None:
    root = _read(referee.picture(FULL).svg)
    for part in (
        *("green/Macron", "blue/Parasite", "purple/Clone", "yellow/Zombie", "offensive ally", "defensive ally"),
        *("gate, aimed at purple.3: green 1, blue 3.", "Beside the planet: yellow 4.", "purple 2, red 4."),
        *("green's card: 10 with +2.", "purple's card: 12.", "hand 3: 10 N ?", "hand 3", "4 foreign", "3 home"),
        *("warp: yellow 2, red 7.", "tokens 5", "seats, clockwise: red yellow purple blue green", "second encounter"),
        "zap purple by green",
    ):
        assert part in _told(root), part
    shown = _words(root)
    for part in ("10", "+2", "12", "purple.3", "7", "beside the planet", "warp", "second encounter", "zap purple"):
        assert part in shown, part
    title = root.find(f"{SVG}title")
    assert title is not None and title.text == "green against purple"
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", title.get("id"))


def test_of_each_player_so_many_shapes_are_drawn_as_ships_were_sent() -> None:
    root = _read(referee.picture("red 4 : 10 vs blue 2 : 8").svg)
    drawn = [e.text for e in root.iter(f"{SVG}text") if "m b" in e.get("class", "") and e.text in ("R", "B")]
    assert (drawn.count("R"), drawn.count("B")) == (4 + 1, 2 + 1)  # one more beside each name


def test_players_are_told_apart_without_color() -> None:
    """Each of eight has a shape and letters that no other has."""
    names = ["red", "blue", "green", "grey", "great", "Red2", "x", "blu"]
    assert len({*letters(names).values()}) == len(names)
    shapes = set()
    for place, name in enumerate(names):
        before = tuple(Person(other) for other in names[:place])
        scene = Scene("", (*before, Person(name)), (), (), (Place("warp", (Stack(name, "1"),)),), systems=True)
        last = re.findall(r'class="ship" fill="#[^>]*?(?:points="([^"]*)")?/>', svg(scene))[-1]
        points = [tuple(map(float, pair.split(","))) for pair in last.split()]
        low = min((x for x, _ in points), default=0), min((y for _, y in points), default=0)
        shapes.add(tuple((round(x - low[0]), round(y - low[1])) for x, y in points))
    assert len(shapes) == len(names)


def test_letters_on_ships_can_be_read() -> None:
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
    cards = Cards(HOSTILE, HOSTILE, (HOSTILE,) * 7)
    places = tuple(Place(name, (Stack(HOSTILE, HOSTILE),)) for name in ("gate", "beside", "warp"))
    for systems in (True, False):
        scene = Scene(HOSTILE, (person,), (planet,), (cards,), places, HOSTILE, (HOSTILE,), systems)
        picture = svg(scene)
        root = _read(picture)
        assert "\x1b" not in picture and "\u202e" not in picture
        assert "</text><script>alert(1)</script>" in _told(root)


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
        words = " ".join(told(scene))
        _read(svg(scene))
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
    root = _read(picture.svg)
    assert "against blue" in picture.title
    for part in (
        *("red/Zombie: offense, hand 8", "blue/Macron: defense", "green: offensive ally", "yellow: defensive ally"),
        *("aimed at blue.2: red 3, green 2.", "Beside the planet: yellow 1.", "On blue.2: blue 4.", "destiny deck 16"),
    ):
        assert part in _told(root), part
    planets = re.findall(r"(?:red|blue|green|yellow)\.\d", _words(root))
    assert {*planets} == {f"{name}.{number}" for name in ("red", "blue", "green", "yellow") for number in range(1, 6)}


def test_the_commands_print_pictures(table: referee.TableSession, tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "t.db"))
    _read(run("table", "show", "--svg", *db).stdout)
    _read(run("show", "red 2 : 10 vs blue 4 : 8", "--svg").stdout)
    assert "On blue's planet: blue 4." in run("show", "red 2 : 10 vs blue 4 : 8").stdout
    refused = run("table", "list", "--svg", *db)
    assert refused.returncode == 0 or "table show --svg" in refused.stderr
    assert run("show", "red 2 : 10 vs").returncode == 2


def test_a_table_of_duel_is_not_drawn(tmp_path: Path) -> None:
    session = referee.TableSession.lay("duel blue orange", db=tmp_path / "t.db")
    with pytest.raises(referee.RefereeError, match="Duel"):
        session.show().picture()
