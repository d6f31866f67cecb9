"""`referee dispute open`: a dispute opened from a line, a ruling or a table, with what each side says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

import referee
from referee import render
from referee.cli.asking import asker, readable, said
from referee.cli.common import MOST, NOT_KEPT, STATUS, Db, Edition, Json, Reading, answer, chosen_readings, warn
from referee.cli.lazy_groups import Command
from referee.disputes.records import Claim
from referee.errors import RefereeError

if TYPE_CHECKING:
    from referee.disputes.deciding import Ask
    from referee.disputes.opened import Start
    from referee.public.disputes import Dispute

_CURRENT = ""  # the table that was used last


class Opening(Command):
    """The command that opens a dispute: `--table` may stand alone, and each claim and line goes with its party."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
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
        str | None, typer.Argument(help='What happened, such as "red 3 : 8 vs blue 4 : N"; - reads it from the input.')
    ] = None,
    party: Annotated[list[str] | None, typer.Option("--party", help="Who argues; once for each side.")] = None,
    claim: Annotated[
        list[str] | None, typer.Option("--claim", help="What the party before it claims; - reads it from the input.")
    ] = None,
    line_of: Annotated[
        list[str] | None, typer.Option("--line", help="What happened as the party before it has it.")
    ] = None,
    from_ruling: Annotated[
        int | None, typer.Option("--from-ruling", min=1, max=MOST, help="Argue about a ruling of `referee log`.")
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", help="Argue about the encounter on this table; alone, on the current one.")
    ] = None,
    about: Annotated[str, typer.Option("--about", help="What it is about, in a few words.")] = "",
    question: Annotated[str | None, typer.Option("--question", help="The disputable point it is about: DF-37.")] = None,
    edition: Edition = "consolidated",
    reading: Reading = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Opens a dispute: rules each side's account, and says what decides.

    At a terminal what is missing is asked for. Where the sides agree on the facts, one LINE is enough; a side that
    tells it otherwise has its own --line after its --party. The exit status is that of the ruling, and 3 where it is
    not settled which facts hold.
    """

    def opened() -> Dispute:
        source = ctx.get_parameter_source("edition")
        own = None if source is None or source.name == "DEFAULT" else edition
        disputes = referee.Disputes(db)
        start = disputes.start(
            None if line is None else said(line),
            from_ruling,
            None if table is None else table.strip(),
            own,
            chosen_readings(reading),
        )
        claims = _claims(ctx.meta["referee.order"], start, party or [], claim or [], line_of or [], asker(json))
        return disputes.open(start, claims, question or None, about)

    dispute = answer(json, opened, lambda dispute: render.dispute.print_slip(dispute.record))
    for warning in dispute.warnings:
        warn(warning)
    raise typer.Exit(NOT_KEPT if dispute.warnings else STATUS[dispute.status])


class _Side(NamedTuple):
    """What was said of one side; None for what has still to be asked."""

    party: str | None = None
    claim: str | None = None
    line: str | None = None


def _claims(
    order: list[str], start: Start, party: list[str], claim: list[str], lines: list[str], ask: Ask
) -> list[Claim]:
    """The claims of all sides, from the flags and, at a terminal, from what is asked."""
    claims = _dealt(order, "claim", [said(text) for text in claim], party)
    own_lines = _dealt(order, "line_of", [said(text) for text in lines], party)
    sides = [_Side(*side) for side in zip(party, claims, own_lines, strict=True)]
    missing = max(2 - len(sides), 0)
    line = start.line or next((text for text in own_lines if text), "")
    if not line:
        line = ask("What happened, on one line", "LINE (or --from-ruling, --table)", readable(start.edition))
    every = enumerate((*sides, *[_Side()] * missing))
    return [_claim(number, side, start._replace(line=line), missing > 0, ask) for number, side in every]


def _claim(number: int, side: _Side, start: Start, asked: bool, ask: Ask) -> Claim:
    """What one side claims; where a side was asked for, each but the first is asked how it tells it."""
    name, says, line = side
    if name is None:
        name = ask(f"Who is the {('first', 'second')[number]} side", "--party NAME for each side")
    if not name.strip():
        raise RefereeError("a party has a name: --party NAME")
    if says is None:
        says = ask(f"What does {name} claim", f'--claim "..." after --party {name}')
    if line is None and asked and number:
        check = readable(start.edition)
        line = ask(f"How does {name} tell it (Enter: the same way)", "--line", check, start.line)
    return Claim(name, says, line or start.line)


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
