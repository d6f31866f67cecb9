"""`referee dispute open`: a dispute opened from a line, a ruling or a table, with what each side says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from referee.cli import asking
from referee.cli.common import (
    ILLEGAL,
    NOT_KEPT,
    NOT_SETTLED,
    RULED,
    Db,
    Edition,
    Json,
    clean,
    database,
    print_json,
    printing,
    reported,
    warn,
)

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.disputes.accounts import Argument, Claim

Told = dict[str, Any]

_MOST = 2**63 - 1  # what SQLite counts to
_CURRENT = ""  # the table that was used last
_STATUS = {"determined": RULED, "illegal": ILLEGAL, "depends": NOT_SETTLED, "open": NOT_SETTLED}


class Opening(TyperCommand):
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
        int | None, typer.Option("--from-ruling", min=1, max=_MOST, help="Argue about a ruling of `referee log`.")
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", help="Argue about the encounter on this table; alone, on the current one.")
    ] = None,
    about: Annotated[str, typer.Option("--about", help="What it is about, in a few words.")] = "",
    question: Annotated[str | None, typer.Option("--question", help="The disputable point it is about: DF-37.")] = None,
    edition: Edition = "consolidated",
    reading: Annotated[
        list[str] | None, typer.Option("--reading", help="Another reading of a disputable point: DF-05=ffg2018.")
    ] = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Opens a dispute: rules each side's account, and says what decides.

    At a terminal what is missing is asked for. Where the sides agree on the facts, one LINE is enough; a side that
    tells it otherwise has its own --line after its --party. The exit status is that of the ruling, and 3 where it is
    not settled which facts hold.
    """
    with reported(json):
        path = database(db)
        source = ctx.get_parameter_source("edition")
        own = None if source is None or source.name == "DEFAULT" else edition
        start = _start(path, line, from_ruling, table, own, reading or [])
        claims = _claims(ctx, start, party or [], claim or [], line_of or [], asking.asks(json))
        books = _books(path, start)
        argument = _argue(claims, books, question)
        point = _point(argument, question)
        told = {
            "format": 1,
            "id": None,
            "state": "open",
            "edition": books.edition,
            "game": start.game,
            "about": clean(about) or _about(argument, point),
            "question": point,
            "readings": dict(books.readings),
            "sides": _told_sides(argument),
            "argument": argument.to_dict(),
            "promotions": [],
        }
        told["precedents"] = _precedents(path, argument, books, start.game)
    fault = _keep(path, told, argument, books)
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.dispute import print_slip

            print_slip(told)
    if fault:
        warn(fault)
        raise typer.Exit(NOT_KEPT)
    raise typer.Exit(_STATUS[argument.rulings[0].status] if argument.agree else NOT_SETTLED)


class _Start(NamedTuple):
    """What a dispute starts from: the line (empty: none yet), the edition, the readings, and the table."""

    line: str
    edition: str
    readings: dict[str, str]
    game: str | None


def _start(
    path: Path, line: str | None, ruling: int | None, table: str | None, edition: str | None, reading: list[str]
) -> _Start:
    from referee.cli.encounter import chosen_readings
    from referee.errors import RefereeError

    if (line is not None) + (ruling is not None) + (table is not None) > 1 and (line is None or ruling is not None):
        raise RefereeError("a dispute starts from one thing: a line, --from-ruling or --table")
    chosen = chosen_readings(reading)
    if ruling is not None:
        from referee.ledger.rulings import one

        kept = one(path, ruling)
        return _Start(kept["position"], edition or kept["edition"], {**kept.get("readings", {}), **chosen}, None)
    if table is not None:
        game, there, by = _at_table(path, clean(table).strip() or None, line is None)
        return _Start(there if line is None else clean(asking.said(line)), edition or by, chosen, game)
    return _Start(clean(asking.said(line or "")), edition or "consolidated", chosen, None)


def _at_table(path: Path, name: str | None, needed: bool) -> tuple[str, str, str]:
    """The name of a table, the encounter on it as a line (empty where none is needed), and its edition."""
    from referee.cli import seat
    from referee.disputes.accounts import line_at
    from referee.duel import games
    from referee.errors import LedgerError

    game, table = seat.read(path, name)
    if games.game(table.edition).usage:
        raise LedgerError(f"the table {game!r} is one of Duel; a dispute is about an encounter of the big game")
    line = line_at(table)
    if not line and needed:
        raise LedgerError(
            f"there is no encounter to argue about on the table {game!r} before its cards are chosen; "
            "say what happened as a line before --table"
        )
    return game, line, table.edition


def _claims(
    ctx: typer.Context, start: _Start, party: list[str], claim: list[str], lines: list[str], asks: bool
) -> list[Claim]:
    """The claims of all sides, from the flags and, at a terminal, from what is asked."""
    from referee.disputes.accounts import Claim
    from referee.errors import RefereeError

    order = ctx.meta["referee.order"]
    parties = [clean(name) for name in party]
    claims = _dealt(order, "claim", [clean(asking.said(text)) for text in claim], parties)
    told = _dealt(order, "line_of", [clean(asking.said(text)) for text in lines], parties)
    base = start.line or next((text for text in told if text), "")
    asked = len(parties) < 2
    if not base:
        base = asking.ask(
            "What happened, on one line", "LINE (or --from-ruling, --table)", asks, asking.readable(start.edition)
        )
    found = []
    for number in range(max(len(parties), 2)):
        if number == len(parties):
            which = ("first", "second")[number]
            parties.append(asking.ask(f"Who is the {which} side", "--party NAME for each side", asks))
            claims.append(None)
            told.append(None)
        name, says, line = parties[number], claims[number], told[number]
        if not name.strip():
            raise RefereeError("a party has a name: --party NAME")
        if says is None:
            says = asking.ask(f"What does {name} claim", f'--claim "..." after --party {name}', asks)
        if line is None and asked and number:
            check = asking.readable(start.edition)
            line = asking.ask(f"How does {name} tell it (Enter: the same way)", "--line", asks, check, default=base)
        found.append(Claim(name, says, line or base))
    return found


def _dealt(order: list[str], kind: str, values: list[str], parties: list[str]) -> list[str | None]:
    """A value for each party: in order where there are as many, else each for the party named before it."""
    from referee.errors import RefereeError

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


def _argue(claims: list[Claim], books: Rulebase, question: str | None) -> Argument:
    from referee.disputes.accounts import argue

    return argue(claims, books.edition, books=books, question=clean(question) if question else None)


def _point(argument: Argument, asked: str | None) -> str | None:
    """The disputable point that a dispute is about: the one asked for, or the only one on which anything turns."""
    points = [point for point in argument.registry if point["rests"] or point["why"] == "named"]
    if asked:
        return str(argument.registry[0]["id"])
    return str(points[0]["id"]) if len(points) == 1 else None


def _about(argument: Argument, point: str | None) -> str:
    """What a dispute is about, where nobody says."""
    if point:
        return next(str(told["title"]) for told in argument.registry if told["id"] == point)
    facts = [fact.difference.what for fact in argument.decisive or argument.differences]
    return ", ".join(facts[:2])


def _told_sides(argument: Argument) -> list[Told]:
    return [
        {
            "side": number,
            "party": claim.party,
            "claim": claim.claim,
            "line": claim.line,
            "position": ruling.position,
            "status": ruling.status,
            "outcome": ruling.outcome.value if ruling.outcome is not None else None,
            "ruling": ruling.to_dict(),
        }
        for number, (claim, ruling) in enumerate(zip(argument.claims, argument.rulings, strict=True), 1)
    ]


def _precedents(path: Path, argument: Argument, books: Rulebase, game: str | None) -> list[Told]:
    """What was decided before on what the rulings rest on; nothing where the ledger cannot be read."""
    from referee.disputes.precedents import precedents
    from referee.errors import LedgerError

    found: dict[Any, Told] = {}
    try:
        for ruling in {ruling.position: ruling for ruling in argument.rulings}.values():
            for precedent in precedents(path, ruling, books, game):
                found.setdefault((precedent.dispute, precedent.says), precedent.to_dict())
    except LedgerError:  # said where the dispute itself cannot be kept
        return []
    return list(found.values())


def _keep(path: Path, told: Told, argument: Argument, books: Rulebase) -> str:
    """Keeps the dispute and puts its number into what is told; what went wrong, if anything did."""
    from referee.disputes.accounts import rulebook
    from referee.errors import LedgerError
    from referee.ledger.disputes import Side, open_dispute

    sides = [Side(side["party"], side["claim"], side["line"], side["ruling"]) for side in told["sides"]]
    try:
        told["id"] = open_dispute(
            path,
            sides,
            argument.relied(books),
            rulebook(books),
            told["about"],
            told["question"],
            told["game"],
            books.readings,
        )
    except LedgerError as error:
        return " ".join(str(error).split())
    return ""


def _books(path: Path, start: _Start) -> Rulebase:
    """The rulebase that a dispute is ruled by: at a table with its house rules."""
    from referee.disputes import house_rules

    return house_rules.books(house_rules.read(path, start.game) if start.game else None, start.edition, start.readings)
