"""An answer before its sources: what the clauses settle, the sheets that are named, and the clauses themselves."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from referee.render.clause import print_found
from referee.render.screen import hang, make_console, say
from referee.render.words import Told, shown

_MAIN = "consolidated "  # the book whose ids are shown without its name


def print_answers(told: Told, silent: str = "", most: int = 3) -> None:
    """The answer or the answers by parts, the sheets, and at most so many clauses; first where a book is `silent`."""
    _print_answer(told, silent)
    if told["points"] and not told["answered"]:
        return
    if not told["answered"]:
        _print_unanswered(told)
    rows: Sequence[Told] = told["answers"][:most]
    if rows or not (told["answer"] or told["sheets"]):
        print_found([{**row, "otherwise": row["otherwise"][:_OTHERWISE]} for row in rows])


def _print_answer(told: Told, silent: str) -> None:
    """What is answered, before the clauses on which it rests."""
    out = make_console()
    if told["unruled"]:
        say(out, f"The rules do not answer that. {told['unruled']}", "bold")
    if silent:
        say(out, f"{silent}: no answer to that, as far as I can see. Elsewhere:", "yellow")
    for part in told["parts"]:
        _print_part(part)
    if told["answer"] and not told["parts"]:
        out.print(_sentence(told["answer"]))
    for sheet in told["sheets"]:
        _print_sheet(sheet)
    for point in told["points"]:
        _print_point(point)
    for command in told["next"]:
        say(out, f"next  {command}", "cyan", whole=True)


def _print_unanswered(told: Told) -> None:
    """That no clause was found for a question, which is another thing than one that no document rules."""
    out = make_console()
    if not told["unruled"]:
        say(out, "I know no clause for that: the rules do not answer it, as far as I can see.", "yellow")
    if told["answers"]:
        say(out, "Nearest:", "dim")


_OTHERWISE = 3  # ids of other books that are named after a clause


def _sentence(answer: Told) -> Text:
    """The answer with its verdict first and the clause last."""
    verdict = str(answer["verdict"])
    line = Text(f"{verdict.capitalize()}. " if verdict else "", style="bold green")
    line.append(shown(answer["says"]), style="bold")
    line.append(f" [{', '.join(cite.removeprefix(_MAIN) for cite in answer['cites'][:2])}]", style="cyan")
    return line


def _print_point(point: Told) -> None:
    """A point that no document settles, with the ways in which it can be read: the table decides."""
    out = make_console()
    say(out, f"No document says. It is for the table to decide ({point['id']}: {point['title']})", "bold")
    for reading in point["readings"]:
        hang(out, "  · ", Text(shown(reading)), "")


def _print_part(part: Told) -> None:
    out = make_console()
    say(out, f"{shown(part['asks'])}?", "dim")
    if part["answer"]:
        out.print(Text("  ") + _sentence(part["answer"]))
    else:
        near = ", ".join(id.removeprefix(_MAIN) for id in part["clauses"])
        say(out, f"  not settled in a sentence; nearest: {near}" if near else "  not settled", "yellow")


def _print_sheet(sheet: Told) -> None:
    out = make_console()
    head = Text(shown(sheet["name"]), style="bold")
    head.append(f"  {sheet['when']}  [{sheet['command']}]", style="dim")
    out.print(head)
    say(out, f"  {shown(sheet['says'])}")
