"""The interactive table: what may come next in one line, the prompt, help, and the whole proof of an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import ceil, prod
from time import monotonic
from typing import TYPE_CHECKING

from rich.text import Text

from referee.render.players import name_style
from referee.render.screen import make_console, say
from referee.render.words import Told, shown, shown_lines

if TYPE_CHECKING:
    from referee.judge.ways.table import Offer

_WIDTH = 30  # of the column that shows how a command is typed
_MOST = 6  # ways to go on that one line holds
_PIECE = re.compile(r"[^\W\d_]\w*\.\w+|[^\s:,]+|[:,]")


# -- what may come next ------------------------------------------------------------------------------------------------


def shortened(offers: Iterable[Offer]) -> list[str]:
    """What may be done, said shortly: commands that differ only in a number, a name or a planet are said as one."""
    groups: dict[tuple[str, str, int], list[list[str]]] = {}
    for offer in offers:
        pieces: list[str] = _PIECE.findall(offer.shown or offer.command)
        groups.setdefault((offer.who, pieces[0], len(pieces)), []).append(pieces)
    several = len({who for who, _, _ in groups}) > 1
    told = []
    for (who, _, _), commands in groups.items():
        named = all(who in pieces[1:2] for pieces in commands)
        told.append(_merged(commands) + (f" ({who})" if several and not named else ""))
    return told


def _merged(commands: list[list[str]]) -> str:
    """Commands of as many pieces each as one: places where they differ show all that may stand there."""
    places = [list(dict.fromkeys(column)) for column in zip(*commands, strict=True)]
    every = {tuple(command) for command in commands}
    if prod(map(len, places)) != len(every):  # not every choice goes with every other
        return f"{_written(commands[0])} …"
    return _written([_alternatives(place) for place in places])


def _written(pieces: list[str]) -> str:
    return " ".join(pieces).replace(" :", ":").replace(" ,", ",")


def _alternatives(texts: list[str]) -> str:
    """`1–4` for numbers that follow each other, `red.1|3` for planets, else `red|blue`."""
    heads = {text.rpartition(".")[0] for text in texts}
    numbers = [text.rpartition(".")[2] for text in texts]
    if len(texts) == 1 or len(heads) > 1 or not all(text.isdecimal() and text.isascii() for text in numbers):
        return "|".join(texts)
    head = f"{heads.pop()}.".removeprefix(".")
    values = [int(number) for number in numbers]
    in_a_row = values == list(range(values[0], values[0] + len(values)))
    return f"{head}{values[0]}–{values[-1]}" if in_a_row else f"{head}{'|'.join(numbers)}"


def next_line(offers: Sequence[Offer], phase: str, winners: Sequence[str], waits_for: Sequence[str] = ()) -> str:
    """One line on what may come next, and who is waited for where others may act too."""
    if winners:
        return f"The game is over: {' and '.join(winners)} won it."
    told = shortened(offers)
    if not told:
        return f"next ({phase}): nothing that is listed; `help` shows every command"
    more = " · … (`legal` lists all)" if len(told) > _MOST else ""
    besides = {offer.who for offer in offers} - {*waits_for}
    waits = f", {' and '.join(waits_for)} to act" if waits_for and besides else ""
    return f"next ({phase}{waits}): {' · '.join(told[:_MOST])}{more}"


def print_next(offers: Sequence[Offer], phase: str, winners: Sequence[str], waits_for: Sequence[str] = ()) -> None:
    """Prints one dim line on what may come next."""
    say(make_console(), shown(next_line(offers, phase, winners, waits_for)), "dim")


# -- the prompt --------------------------------------------------------------------------------------------------------


def prompt(who: Sequence[str], phase: str) -> tuple[str, str]:
    """The prompt as plain text, and with the colors of the terminal: `red · launch > `."""
    text = Text()
    for place, name in enumerate(who):
        text.append(", " if place else "")
        text.append(shown(name), style=name_style(name))
    text.append(" · " if who else "")
    text.append(f"{shown(phase)} > ")
    out = make_console()
    with out.capture() as capture:
        out.print(text, end="", soft_wrap=True)
    return text.plain, capture.get()


def clock_line(told: Told) -> str:
    """What is left of the time for a deal, with its clause."""
    left, cites = told["left"], f"  [{', '.join(told['cites'])}]"
    if left <= 0:
        return f"The time for the deal is over{f' since {-left} s' if left else ''}: `no deal`, or the deal{cites}"
    return f"The deal: {left // 60}:{left % 60:02} of {told['seconds'] // 60}:{told['seconds'] % 60:02} left{cites}"


def print_clock(told: Told) -> None:
    """Prints what is left of the time for a deal, and that the referee holds nobody to it."""
    say(make_console(), f"{clock_line(told)}  (told, not enforced)")


def count_down(told: Told, sleep: Callable[[float], object]) -> None:
    """Counts the time for a deal down in one line of the terminal, until it is over or somebody presses Ctrl-C."""
    file = make_console().file
    end = monotonic() + told["left"]
    with suppress(KeyboardInterrupt):
        while (left := ceil(end - monotonic())) > 0:
            file.write(f"\r{clock_line({**told, 'left': left})}  (Ctrl-C: go on playing) ")
            file.flush()
            sleep(max(0.0, min(1.0, end - monotonic())))
    file.write("\n")
    print_clock({**told, "left": max(0, ceil(end - monotonic()))})


def print_drawn(told: Told) -> None:
    """Prints what the referee drew, by which seed, and how it is told to the table."""
    out = make_console()
    of = f" from {shown(told['from'])}'s hand" if "from" in told else f" of {told['of']} cards" if "of" in told else ""
    say(out, f"Drawn by the referee{of} (seed {shown(told['seed'])}; `--seed {shown(told['seed'])}` draws it again):")
    for says in told["drawn"]:
        say(out, f"  {shown(says)}", "bold")
    for says in told.get("setup", ()):
        say(out, f"  at the start: {shown(says)}", "dim")
    if told["commands"]:
        say(out, f"  tell it so: {' | '.join(map(shown, told['commands']))}", "dim")


# -- answers -----------------------------------------------------------------------------------------------------------


def print_taken_back(told: Told) -> None:
    """Says what becomes of commands that were taken back before another one was done."""
    if told.get("waits"):
        print_note(f"{_commands(told['waits'])} taken back before: `redo` does again what is still legal.")
    if told.get("gone"):
        print_note(f"{_commands(told['gone'])} taken back before and gone now; `redo` cannot bring them again.")


def _commands(count: int) -> str:
    return "1 command was" if count == 1 else f"{count} commands were"


def print_note(says: str) -> None:
    """Prints a dim remark."""
    say(make_console(), shown_lines(says), "dim")


def print_fault(says: str) -> None:
    """Prints what was not understood or could not be done; carets stay where they point."""
    say(make_console(), shown_lines(says), "yellow", whole=True)


def print_whole_proof(told: Told) -> None:
    """Prints the proof of a command's verdict; that of the encounter is part of it where it led to one."""
    from referee.render.tree import print_tree  # only when asked for

    print_tree(make_console(), told["proof"])


def print_forms(groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> None:
    """Prints how commands are typed and what they do, in groups with a heading."""
    out = make_console()
    for heading, rows in groups:
        say(out, heading, "bold")
        for typed, says in rows:
            text = Text(f"  {typed.ljust(_WIDTH)}")
            text.append(f"  {says}" if len(typed) <= _WIDTH else f"\n  {' ' * _WIDTH}  {says}", style="dim")
            out.print(text, soft_wrap=True)


def print_form(typed: str, says: str, phases: Sequence[str], example: str, facts: Sequence[str] = ()) -> None:
    """Prints how one command is typed, and the `facts` that it can tell."""
    out = make_console()
    say(out, typed, "bold")
    say(out, f"  {says}")
    if phases:
        say(out, f"  in the phase: {', '.join(phases)}")
    if facts:
        say(out, f"  one or several of these: {' · '.join(facts)}")
    say(out, f"  such as: {example}", "dim")
