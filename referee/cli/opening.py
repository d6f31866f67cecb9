"""`referee dispute open`: a dispute opened from a line, a ruling or a table, with what each side says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

import referee
from referee import render
from referee.book.unsaid import nobody_to_ask
from referee.cli.asking import asker, readable, said
from referee.cli.common import MOST, NOT_KEPT, STATUS, Db, Edition, Json, Reading, answer, chosen_readings, warn
from referee.cli.lazy_groups import Command, completes
from referee.disputes.records import Claim
from referee.errors import RefereeError

if TYPE_CHECKING:
    from typer._click import Context

    from referee.book.unsaid import Ask, Check
    from referee.disputes.opened import Start
    from referee.public.disputes import Dispute

_CURRENT = ""  # the table that was used last


class Opening(Command):
    """The command that opens a dispute: `--table` may stand alone, and each claim and line goes with its party."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Notes in which order the parties, their claims and their lines were given."""
        given = list(_with_values(args))
        _, _, order = self.make_parser(ctx).parse_args(args=list(given))
        ctx.meta["referee.order"] = [param.name for param in order if param.name in ("party", "claim", "line_of")]
        return super().parse_args(ctx, given)


def _with_values(args: Sequence[str]) -> Iterator[str]:
    """The arguments, `--table` with an empty name where none follows: a line or an option is no name."""
    for place, arg in enumerate(args):
        yield arg
        if arg == "--table":
            following = args[place + 1] if place + 1 < len(args) else "-"
            if following.startswith("-") or " vs " in following:
                yield _CURRENT


def open_(
    ctx: typer.Context,
    line: Annotated[
        str | None,
        typer.Argument(
            help='What happened, such as "red 3 : 8 vs blue 4 : N", or in Duel "duel orange 3 : 13 vs blue 2 : 11"; '
            "- reads it from the input."
        ),
    ] = None,
    party: Annotated[list[str] | None, typer.Option("--party", help="Who argues; once for each side.")] = None,
    claim: Annotated[
        list[str] | None, typer.Option("--claim", help="What the party before it claims; - reads it from the input.")
    ] = None,
    line_of: Annotated[
        list[str] | None, typer.Option("--line", help="What happened as the party before it has it.")
    ] = None,
    from_ruling: Annotated[
        int | None,
        typer.Option(
            "--from-ruling",
            min=1,
            max=MOST,
            help="Argue about a ruling of `referee log`.",
            autocompletion=completes("rulings"),
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            help="Argue about the encounter on this table; alone, on the current one. Before its cards, the last act.",
            autocompletion=completes("tables_kept"),
        ),
    ] = None,
    step: Annotated[
        int | None,
        typer.Option("--step", min=0, max=MOST, help="At the table: about this command of its history."),
    ] = None,
    encounter: Annotated[
        int | None,
        typer.Option(
            "--encounter",
            min=1,
            max=MOST,
            help="At the table: about this encounter of the game; 1 is the first, a second one of a turn counts too.",
        ),
    ] = None,
    may: Annotated[
        str | None,
        typer.Option("--may", help='An act that is asked about: "ally yellow offense 3 ; offense red ; invited blue".'),
    ] = None,
    about: Annotated[
        str, typer.Option("--about", help="What it is about, in a few words; alone, a question that the rules answer.")
    ] = "",
    question: Annotated[
        str | None,
        typer.Option(
            "--question", help="The disputable point it is about: DF-37.", autocompletion=completes("questions")
        ),
    ] = None,
    edition: Edition = "consolidated",
    reading: Reading = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Opens a dispute: rules each side's account, and says what decides.

    At a terminal what is missing is asked for. Where the sides agree on the facts, one LINE is enough; a side that
    tells it otherwise has its own --line after its --party. A side may be absent, or both. The exit status is that of
    the ruling, and 3 where it is not settled which facts hold.
    """

    def opened() -> Dispute:
        source = ctx.get_parameter_source("edition")
        typed = source is not None and source.name == "COMMANDLINE"
        elsewhere = (from_ruling, table, step, encounter, may)  # what has an edition of its own
        own = edition if typed or all(thing is None for thing in elsewhere) else None
        disputes = referee.Disputes(db)
        start = disputes.start(
            _heard(line),
            from_ruling,
            None if table is None else table.strip(),
            own,
            chosen_readings(reading),
            step,
            encounter,
            _heard(may),
        )
        told = _Told(ctx.meta["referee.order"], party or [], claim or [], line_of or [], about)
        start, claims = _claims(told, start, asker(json))
        return disputes.open(start, claims, question or None, about)

    dispute = answer(json, opened, lambda dispute: render.dispute.print_slip(dispute.record))
    for warning in dispute.warnings:
        warn(warning)
    raise typer.Exit(NOT_KEPT if dispute.warnings else STATUS[dispute.status])


class _Told(NamedTuple):
    """What was said of the sides, in the order in which it was said, and what it is about."""

    order: list[str]
    party: list[str]
    claim: list[str]
    lines: list[str]
    about: str


class _Side(NamedTuple):
    """What was said of one side; None for what was not."""

    party: str | None = None
    claim: str | None = None
    line: str | None = None


def _heard(text: str | None) -> str | None:
    """What was typed, as it is said; None where nothing was."""
    return None if text is None else said(text)


def _sides(told: _Told) -> list[_Side]:
    """The sides of the flags, each with the claim and the line that were typed for it."""
    claims = _dealt(told.order, "claim", [said(text) for text in told.claim], told.party)
    own_lines = _dealt(told.order, "line_of", [said(text) for text in told.lines], told.party)
    sides = [_Side(*side) for side in zip(told.party, claims, own_lines, strict=True)]
    if any(not (side.party or "").strip() for side in sides):
        raise RefereeError("a party has a name: --party NAME")
    return sides


def _ask_what_happened(told: _Told, start: Start, ask: Ask) -> str:
    """Asks for the line; nothing is enough where a question is told."""
    nothing, more = ("", " (Enter: nothing, only the question)") if told.about.strip() else (None, "")
    return ask(f"What happened, on one line{more}", "LINE", _or_nothing(readable(start.edition)), nothing)


def _claims(told: _Told, start: Start, ask: Ask) -> tuple[Start, list[Claim]]:
    """What the dispute starts from and the claims of all sides, from the flags and, at a terminal, what is asked.

    What nobody can be asked for is left out: a side that is absent, a claim that was not told.
    """
    sides = _sides(told)
    line = start.line or next((side.line for side in sides if side.line), "")
    can_ask = ask is not nobody_to_ask
    if not line and start.deed is None and can_ask:
        line = _ask_what_happened(told, start, ask)
    begun = start._replace(line=line)
    if can_ask and line and start.moment is None:
        return begun, [*_asked(sides, begun, ask)]
    text = begun.line if begun.deed is None else begun.deed.said
    return begun, [Claim(side.party or "", side.claim or "", side.line or text) for side in sides]


def _asked(sides: list[_Side], start: Start, ask: Ask) -> Iterator[Claim]:
    """The claims of two sides or more, with what is missing asked for; a side that nobody names is absent."""
    asked = len(sides) < _BOTH
    for number in range(max(len(sides), _BOTH)):
        name, says, line = sides[number] if number < len(sides) else _Side()
        if name is None:
            which = ("first", "second")[number]
            name = ask(f"Who is the {which} side (Enter: nobody)", "--party NAME", None, "").strip()
        if not name:
            return
        if says is None:
            says = ask(f"What does {name} claim", f'--claim "..." after --party {name}', None, "")
        if line is None and asked and number:
            check = readable(start.edition)
            line = ask(f"How does {name} tell it (Enter: the same way)", "--line", check, start.line)
        yield Claim(name, says, line or start.line)


_BOTH = 2  # sides of a dispute


def _or_nothing(check: Check) -> Check:
    """A check that nothing passes too."""
    return lambda answer: check(answer) if answer else answer


def _dealt(order: list[str], kind: str, values: list[str], parties: list[str]) -> list[str | None]:
    """A value for each party: in order where there are as many, else each for the party named before it."""
    if len(values) == len(parties):
        return list(values)
    flag = "--claim" if kind == "claim" else "--line"
    found: list[str | None] = [None] * len(parties)
    given = iter(values)
    at = -1
    for name in order:
        if name == "party":
            at += 1
        elif name == kind:
            if at < 0:
                raise RefereeError(f"{flag} stands before any --party: name the party first, then its {flag}")
            if found[at] is not None:
                raise RefereeError(f"{parties[at]} has {flag} twice; each party has one, after its --party")
            found[at] = next(given)
    return found
