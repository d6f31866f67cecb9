"""What every page is printed on: colors and themes, narrow screens, pipes; ids that stay whole."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from rich.text import Text

from referee.render import look
from referee.render.screen import PALETTES, columns, hang, make_console, say
from tests import command
from tests.lines import EXAMPLE

ESCAPE = "\x1b["
DISPUTE = ("--party", "blue", "--claim", "green's ships count for my compensation", "--party", "red", "--claim", "four")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    look.LOOK.color, look.LOOK.theme = "auto", "dark"


def _run(*args: str, **env: str) -> str:
    told = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    shown = command.referee(*args, env={**told, "TERM": "xterm-256color", **env})  # rich remembers the first there was
    assert "Traceback" not in shown.stderr
    return shown.stdout


# -- pipes -------------------------------------------------------------------------------------------------------------


def test_what_goes_into_a_pipe_is_one_record_a_line() -> None:
    lines = _run("encounter", EXAMPLE, "--no-log").splitlines()
    assert sum(line.startswith("  assumed: ") for line in lines) == 1
    assert max(map(len, lines)) > 200
    for name in ("  then  ", "  rests on: ", "  assumed: "):
        (place,) = (number for number, line in enumerate(lines) if line.startswith(name))
        following = lines[place + 1] if place + 1 < len(lines) else ""
        assert not following.startswith("   ") or name == "  then  "  # whose further lines are records of their own
    found = _run("ask", "who wins a tie?").splitlines()
    assert re.fullmatch(r"The defense wins a tie\. \[\S+\]", found[0])
    assert all(re.match(r"[a-z0-9]+ \S+  |  otherwise in ", line) for line in found[1:]), found


def test_the_width_can_be_told_for_a_pipe_too() -> None:
    assert max(map(len, _run("ask", "who wins a tie?", COLUMNS="70").splitlines())) <= 70


@pytest.mark.parametrize("width", range(38, 90, 3))
def test_no_id_of_a_clause_is_broken(width: int) -> None:
    said = "yellow chooses where 4 ships return and goes on  [ffg2018 moving-ships.2, alien Clone, card Cosmic-Zap]"
    out = make_console()
    out.file = io.StringIO()
    out.width = width
    say(out, said)
    hang(out, "  then  ", Text(said))
    shown = out.file.getvalue()
    for id in ("ffg2018 moving-ships.2", "alien Clone", "card Cosmic-Zap"):
        assert shown.count(id) == 2
    assert "\ue000" not in shown


# -- narrow screens ----------------------------------------------------------------------------------------------------

PAGES = (
    ("encounter", EXAMPLE, "--no-log"),
    ("encounter", EXAMPLE, "--no-log", "--why"),
    ("encounter", "red 3 : ? vs blue 2 : 8", "--no-log"),
    ("encounter", "red 5 : 8 vs blue 2 : 8", "--no-log"),
    ("duel", "orange/Preservationist 3 shield 2 : 13 vs blue/Bouncer 2 blast 4 : 6", "--no-log"),
    ("contest", "blue : 10 +12 vs orange : 31 -10 ; effect draw 3 cards", "--no-log"),
    ("may", "ally yellow offense 3 ; offense red ; invited blue"),
    ("timing", "red:Mind", "blue:Plague", "--offense", "red", "--why"),
    ("clash", "Void", "Zombie"),
    ("ask", "who wins a tie?"),
    ("rule", "5.10.1.1.d"),
    ("alien", "Macron"),
    ("card",),
    ("question", "DF-05"),
    ("compare", EXAMPLE),
    ("log",),
    ("dispute", "list"),
    ("dispute", "show", "1", "--why"),
    ("ledger", "stats"),
    ("where",),
    ("help", "launch"),
    ("encounter", "red 3 : 10 vs blue/Makron 2 : 8 ; hand red 4 ; foreign red 3 ; warp blue 3 ; hand blue 5"),
)


@pytest.mark.parametrize("width", [40, 60])
def test_nothing_is_wider_than_the_screen(width: int, tmp_path: Path) -> None:
    env = {**os.environ, "REFEREE_DB": str(tmp_path / "referee.db"), "COLUMNS": str(width), "NO_COLOR": "1"}
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    command.referee("encounter", EXAMPLE, env=env)
    command.referee("dispute", "open", line, *DISPUTE, env=env)
    for args in PAGES:
        shown = command.referee(*args, env=env)
        said = (shown.stdout + shown.stderr).splitlines()
        assert said, args
        assert [one for one in said if len(one) > width] == [], args


def test_the_caret_stays_under_its_place_on_a_narrow_screen() -> None:
    line = "red 3 + green 2 : 10 vs purple/Clone 2 + yellow/Zombie 4 : 12 ; hand red 4 ; warp blue/Makron 3"
    env = {**os.environ, "COLUMNS": "40"}
    piece, caret, *_ = command.referee("encounter", line, "--no-log", env=env).stderr.splitlines()
    assert len(piece) <= 40
    assert piece[caret.index("^") :].startswith("/Makron")


def _columns(width: int, rows: Sequence[Sequence[str]]) -> list[str]:
    out = make_console()
    out.file = io.StringIO()
    out.width = width
    columns(out, rows, right=(2,))
    return [line.rstrip() for line in out.file.getvalue().splitlines()]


def test_columns_fold_or_stand_one_after_the_other() -> None:
    rows = [("player", "role", "ships", "what happens"), ("red", "offense", "3", "lands 3, +1 foreign colony")]
    assert _columns(80, rows) == [
        "  player  role     ships  what happens",
        "  red     offense      3  lands 3, +1 foreign colony",
    ]
    assert _columns(46, rows) == [
        "  player  role     ships  what happens",
        "  red     offense      3  lands 3, +1 foreign",
        "                          colony",
    ]
    assert _columns(40, rows) == ["  red  offense · ships 3 · lands 3, +1", "       foreign colony"]


# -- colors ------------------------------------------------------------------------------------------------------------


def test_color_is_chosen_before_or_after_the_command() -> None:
    line = ("encounter", "red 3 : 10 vs blue 2 : 8", "--no-log")
    assert ESCAPE not in _run(*line)
    assert ESCAPE in _run(*line, "--color", "always")
    assert ESCAPE in _run("--color", "always", *line)
    assert ESCAPE in _run("--color", "always", *line, NO_COLOR="1")  # an option beats the environment
    for never in (("--color", "never"), ("--no-color",)):
        assert ESCAPE not in _run(*line, *never, FORCE_COLOR="1")
    shown = command.referee(*line, "--color", "sometimes")
    assert (shown.returncode, "none of auto, always, never" in shown.stderr) == (2, True)


def test_the_environment_and_the_settings_choose_the_theme(tmp_path: Path) -> None:
    line = ("encounter", "red 3 : 10 vs blue 2 : 8", "--no-log", "--color", "always")
    file = tmp_path / "referee.toml"
    file.write_text('theme = "mono"\n')
    mono, light = _run(*line, "--theme", "mono"), _run(*line, "--theme", "light")
    assert len({_run(*line), mono, light}) == 3
    assert _run(*line, REFEREE_CONFIG=str(file)) == mono
    assert _run(*line, REFEREE_CONFIG=str(file), REFEREE_THEME="light") == light
    assert _run(*line, "--theme", "mono", REFEREE_THEME="light") == mono


def _colors(shown: str) -> set[str]:
    """The foreground colors of a page: `33`, `38;5;94`."""
    codes = " ".join(found[1] for found in re.finditer(r"\x1b\[([\d;]*)m", shown))
    cube = set(re.findall(r"38;5;\d+", codes))
    rest = re.sub(r"38;5;\d+", "", codes)
    return cube | set(re.findall(r"\b[39][0-7]\b", rest))


def _light(color: str) -> float:
    """How bright a color of the cube of 256 is, from 0 to 1, as the eye takes it (WCAG)."""
    number = int(color.removeprefix("38;5;"))
    if number >= 232:
        levels = [8 + 10 * (number - 232)] * 3
    else:
        steps = (0, 95, 135, 175, 215, 255)
        levels = [steps[(number - 16) // place % 6] for place in (36, 6, 1)]
    linear = [level / 255 / 12.92 if level <= 10 else ((level / 255 + 0.055) / 1.055) ** 2.4 for level in levels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _in_cube(style: str) -> str:
    return f"38;5;{re.findall(r'[0-9]+', style)[0]}"


def test_a_light_ground_has_colors_that_can_be_read_on_it() -> None:
    """4.5 to 1 against white, as WCAG asks of small text; red and green differ in brightness too."""
    told = {name: _in_cube(style) for name, style in PALETTES["light"].items() if "color" in style}
    assert {name: color for name, color in told.items() if 1.05 / (_light(color) + 0.05) < 4.5} == {}
    assert _light(told["red"]) / _light(told["green"]) > 1.3
    for args in (("alien", "Macron"), ("question", "DF-05"), ("encounter", EXAMPLE, "--no-log", "--why")):
        found = _colors(_run(*args, "--color", "always", "--theme", "light"))
        assert found
        assert found <= set(told.values())  # none of the terminal's own, which may be pale


def test_the_theme_without_colors_has_none_and_keeps_what_is_bold() -> None:
    shown = _run("encounter", EXAMPLE, "--no-log", "--color", "always", "--theme", "mono")
    assert _colors(shown) == set()
    assert "\x1b[1m" in shown


def test_nothing_is_told_by_its_color_alone(tmp_path: Path) -> None:
    """Without its colors a board says the same: each stack stands in its owner's row, or beside its owner's name."""
    db = str(tmp_path / "referee.db")
    _run("table", "red", "green", "blue", REFEREE_DB=db)
    _run("do", "set green.1 green 2, red 3; red.1 red 1; warp green 2", REFEREE_DB=db)
    colored = _run("table", "--color", "always", REFEREE_DB=db)
    plain = _run("table", REFEREE_DB=db)
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain
    rows = {line.split()[0]: line for line in plain.splitlines() if line}
    assert "(2·r3)" in rows["green"]
    assert rows["red"].split()[1:3] == ["(1)", "(4)"]
    assert "warp: green 2" in plain
