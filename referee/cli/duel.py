"""`referee duel` and `referee contest`: rules one duel or one contest of Cosmic Encounter Duel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from referee.cli.common import NOT_KEPT, STATUS, Db, Json, clean, keep_ruling, print_json, printing, reported
from referee.cli.encounter import chosen_readings

Why = Annotated[bool, typer.Option("--why", help="Print the whole proof.")]
Reading = Annotated[
    list[str] | None, typer.Option("--reading", help="Another reading of a disputable point: DU-10=own-pile.")
]
Anyway = Annotated[bool, typer.Option("--anyway", help="Rule on although an act is forbidden.")]
NoLog = Annotated[bool, typer.Option("--no-log", help="Keep nothing.")]
CardText = Annotated[
    list[str] | None,
    typer.Option("--card", help='What a card says that the rulebook does not print: "Deuce: add 2 to your clout".'),
]

_DUEL_HELP = """Rules one duel: ships destroyed, clout, winner, prize, discards, and the clause for each step.

The leader's side comes first: NAME[/ALIEN] SHIPS [TACTIC] : PLAN [+n|-n]... A tactic is blast 4, shield 2, recover 1
or no tactic; the other half of the token can follow: blast 4/shield 1. Anything that is hidden is written ?.

\b
referee duel "orange/Preservationist 3 shield 2 : 13 vs blue/Bouncer 2 blast 4 : 6 ; card Vacant-Shipyard"
referee duel "blue 2 : 10 vs orange 2 : 31 ; reinforce blue +12 ; pass orange ; reinforce blue -10 on orange"
referee duel "blue 3 ? : 13 vs orange 2 blast 1 : ? ; advantage 8 ; supply blue 4 ; controls blue 4, orange 4"
referee duel "blue 4 : 20 vs orange/Iron-Matron 2 : 20 ; advantage 3 ; use orange Impose-Your-Decree 42"

Clauses: card NAME · advantage n · prize winner|loser [WHAT] · supply, warp, there, controls, spent NAME n ·
hand NAME n or : CARDS · envoy NAME ENVOY · snare NAME CARD · icon OWNER blast|shield|recover · text NAME WORDS ·
reveal NAME ENVOY · use NAME ABILITY ... · ready NAME TACTIC · reinforce NAME CARD [on NAME] · pass NAME ·
add NAME n WHY · loses NAME n WHY · wins NAME WHY
"""
_CONTEST_HELP = """Rules one contest: clout, winner, what the winner does, and where the cards go.

The leader's side comes first: NAME[/ALIEN] : PLAN [+n|-n]... There are no ships, tactics, planets and prizes.

\b
referee contest "blue : 10 +12 vs orange : 31 -10"
referee contest "blue/Pitfall : 7 vs orange : 13 ; snare blue 13 ; use blue Tempting-Dive blue orange"
referee contest "blue : ? vs orange : 20 ; effect draw 3 cards"

The clauses are those of `referee duel`, as far as a contest has them; `effect` says what the winner carries out.
"""


def duel(
    line: Annotated[str, typer.Argument(help='Such as "blue 3 blast 2 : 13 vs orange 2 shield 1 : 20 ; advantage 8".')],
    json: Json = False,
    why: Why = False,
    reading: Reading = None,
    anyway: Anyway = False,
    card: CardText = None,
    db: Db = None,
    no_log: NoLog = False,
) -> None:
    """Rules one duel."""
    from referee.duel.api import judge_duel  # noqa: PLC0415

    _rule(judge_duel, line, json, why, reading, anyway, card, db, no_log)


def contest(
    line: Annotated[str, typer.Argument(help='Such as "blue : 10 +12 vs orange : 31 -10".')],
    json: Json = False,
    why: Why = False,
    reading: Reading = None,
    anyway: Anyway = False,
    card: CardText = None,
    db: Db = None,
    no_log: NoLog = False,
) -> None:
    """Rules one contest."""
    from referee.duel.api import judge_contest  # noqa: PLC0415

    _rule(judge_contest, line, json, why, reading, anyway, card, db, no_log)


duel.__doc__, contest.__doc__ = _DUEL_HELP, _CONTEST_HELP


def _rule(
    judge: Callable[..., Any],
    line: str,
    json: bool,
    why: bool,
    reading: list[str] | None,
    anyway: bool,
    card: list[str] | None,
    db: Any,
    no_log: bool,
) -> None:
    line = " ; ".join([clean(line), *(f"text {clean(text)}" for text in card or ())])
    with reported(json):
        told = judge(line, anyway, readings=chosen_readings(reading or [])).to_dict()
    kept = no_log or keep_ruling(db, line, told)
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.page import print_ruling  # noqa: PLC0415

            print_ruling(told, why)
    raise typer.Exit(STATUS[told["status"]] if kept else NOT_KEPT)
