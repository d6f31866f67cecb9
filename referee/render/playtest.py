"""What came of random games with an alien: who won, what came up, whom it met, and what went wrong."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.render import plot
from referee.render.plot import Row
from referee.render.screen import hang, make_console, say
from referee.render.words import Told, shown

_OPPONENTS = 8  # against whom the wins are told one by one
_MET = 12  # of those with whom it matters who acts first
_PLAY = 40  # commands of a play that are printed whole
_WIDTH = 44, 16  # characters of a line of the plot: at most, at least
_BESIDE = 52  # characters of a line beside it
_WORTH = {"open": "the rules do not settle who acts first", "order-matters": "it matters who acts first"}


def rows(told: Told) -> list[Row]:
    """The lines of the plot: with the alien and without it, and against those that it met most."""
    wins = told["wins"]
    most = sorted(told["met"], key=lambda one: (-one["games"], one["alien"]))[:_OPPONENTS]
    return [
        Row(f"with {told['alien']}", wins["with"]),
        Row("without it", wins["without"]),
        *(Row(f"against {one['alien']}", one["wins"]) for one in most if one["games"] > 1),
    ]


def svg(told: Told) -> str:
    """The plot as an SVG file."""
    games = (
        f"{told['games']:,} random games of {told['players']} players, {told['edition']}, dealt from {told['seed']} on"
    )
    return plot.svg(f"How often {told['alien']} won", f"{games}; intervals for 95 of 100", rows(told))


def print_playtest(told: Told, console: Console | None = None) -> None:
    """Prints all of it."""
    out = console or make_console()
    head = f"{told['alien']}: {told['games']:,} random games of {told['players']} players, and as many without it"
    say(out, shown(head), "bold")
    if told["reach"] != "executable":
        say(
            out,
            "The referee does not apply this power: nothing here tells of its effect.",
            "yellow",
        )
    _violations(out, told)
    _wins(out, told)
    _power(out, told)
    _order(out, told)


def _violations(out: Console, told: Told) -> None:
    out.print()
    if not told["violations"]:
        say(out, "no violation: every ship and card stayed whole, every offer was legal", "bold green")
    for found in told["violations"]:
        where = "" if found["with"] else " (without the alien)"
        say(out, shown(f"violation in {found['games']:,} of the games{where}: {found['says']}"), "bold red")
        shortest = (
            "the shortest play found that shows it" if found["shrunk"] else "the whole play: nothing shorter shows it"
        )
        say(out, f"  {shortest}, seed {found['seed']} deals it:", "dim")
        for command in found["play"][-_PLAY:]:
            say(out, f"    {shown(command)}", whole=True)
        if len(found["play"]) > _PLAY:
            say(out, f"    ({len(found['play']) - _PLAY} commands before these: --json has all)", "dim")


def _wins(out: Console, told: Told) -> None:
    listed, wins = rows(told), told["wins"]
    most = plot.highest(listed)
    width = max(_WIDTH[1], min(_WIDTH[0], out.width - _BESIDE))
    plain = not (out.encoding or "").lower().startswith("utf")
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="dim")
    table.add_column("wins", no_wrap=True)
    table.add_column(f"0 to {most:.0%}", no_wrap=True, min_width=width)
    table.add_column("share, and where the true one lies", no_wrap=True)
    for row in listed:
        table.add_row(
            Text(shown(row.name)), Text(plot.line(row.share, most, width, plain)), Text(plot.percent(row.share))
        )
    out.print()
    out.print(table)
    pairs = wins["pairs"]
    only = (
        f"in {pairs['only_with'] + pairs['only_without']:,} pairs of games one of the two was won; it was the one with "
        f"the alien in {plot.percent(wins['of_one_only'])}"
    )
    say(out, only)
    for name, ended in told["ended"].items():
        say(out, f"{name} it: {', '.join(f'{count:,} {over}' for over, count in ended.items())}", "dim")


def _power(out: Console, told: Told) -> None:
    use = told["use"]
    out.print()
    say(out, f"{use['encounters']:,} encounters, {use['commands']:,} commands with it", "bold")
    for key, says in (
        ("offered", "its use could be said in"),
        ("used", "it was said in"),
        ("applied", "a ruling rested on its sheet in"),
    ):
        hang(out, "  ", Text(f"{says} {use[key]['count']:,} encounters, {plot.percent(use[key])}"))
    rulings = ", ".join(f"{count:,} {status}" for status, count in told["rulings"].items())
    hang(out, "  ", Text(f"rulings: {rulings or 'none'}"))
    for one in told["unsettled"]:
        hang(out, "    ", Text(shown(f"{one['status']}: {one['line']}")))
    if told["questions"]:
        named = sorted(told["questions"].items(), key=lambda item: (-item[1], item[0]))
        hang(out, "  ", Text(f"disputable points they named: {', '.join(f'{id} ({count})' for id, count in named)}"))


def _order(out: Console, told: Told) -> None:
    """With whom it matters who acts first."""
    out.print()
    say(out, f"{len(told['met'])} powers met", "bold")
    for kind, says in _WORTH.items():
        found = [one for one in told["met"] if one["is"] == kind]
        names = [f"{one['alien']} ({', '.join(one['phases'])})" for one in found[:_MET]]
        more = f", and {len(found) - _MET} more" if len(found) > _MET else ""
        if found:
            hang(out, "  ", Text(shown(f"{says} with {len(found)}: {', '.join(names)}{more}")))
    unknown = [one["alien"] for one in told["met"] if one["is"] is None]
    if unknown:
        hang(out, "  ", Text(shown(f"nobody has tried who acts first with: {', '.join(unknown)}")))
