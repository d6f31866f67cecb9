"""`referee duel` and `referee contest`: rules one duel or one contest of Cosmic Encounter Duel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

import referee
from referee.cli.common import (
    Anyway,
    Db,
    House,
    Json,
    NoLog,
    Why,
    chosen_readings,
    reading_option,
    reported,
    show_ruling,
)
from referee.cli.encounter import house_of_the_evening
from referee.errors import RulebaseError

Reading = Annotated[list[str] | None, reading_option("DU-10=own-pile")]
CardText = Annotated[
    list[str] | None,
    typer.Option("--card", help='What a card says that the rulebook does not print: "Deuce: add 2 to your clout".'),
]
Typed = Annotated[str, typer.Argument(metavar="line", help="The two sides and the clauses, in quotes, as above.")]

_DUEL_HELP = """Rules one duel: ships destroyed, clout, winner, prize, discards, and the clause for each step.

The leader's side comes first: NAME[/ALIEN] SHIPS [TACTIC] : PLAN [+n|-n]... A tactic is blast 4, shield 2, recover 1
or no tactic; the other half of the token can follow: blast 4/shield 1. Anything that is hidden is written ?.

Clauses: card NAME · advantage n · prize winner|loser [WHAT] · supply, warp, there, controls, spent NAME n ·
hand NAME n or : CARDS · envoy NAME ENVOY · snare NAME CARD · icon OWNER blast|shield|recover · text NAME WORDS ·
reveal NAME ENVOY · use NAME ABILITY ... · ready NAME TACTIC · reinforce NAME CARD [on NAME] · pass NAME ·
add NAME n WHY · loses NAME n WHY · wins NAME WHY
"""
_CONTEST_HELP = """Rules one contest: clout, winner, what the winner does, and where the cards go.

The leader's side comes first: NAME[/ALIEN] : PLAN [+n|-n]... There are no ships, tactics, planets and prizes.

The clauses are those of `referee duel`, as far as a contest has them; `effect` says what the winner carries out.
"""


def _command(contest: bool, says: str) -> Callable[..., None]:
    """The command that rules one duel, or one contest: they differ in their lines and in what their help says."""

    def rules(
        line: Typed,
        json: Json = False,
        why: Why = False,
        reading: Reading = None,
        anyway: Anyway = False,
        card: CardText = None,
        db: Db = None,
        no_log: NoLog = False,
        house: House = None,
    ) -> None:
        with reported(json):
            typed = " ; ".join([line, *map(_card_text, card or ())])
            ruled_by = house or house_of_the_evening(db)
            ruling = referee.Rulings(db).duel(typed, anyway, chosen_readings(reading), not no_log, contest, ruled_by)
        show_ruling(ruling, json, why)

    rules.__doc__ = says
    return rules


def _card_text(words: str) -> str:
    """The clause for what a card says; RulebaseError for words that would be more than one clause."""
    said = words.strip()
    name, colon, text = said.partition(":")
    if ";" in said or not (name.strip() and colon and text.strip()):
        raise RulebaseError(
            said or "--card", 'a card is told as "NAME: WORDS" without `;`, each by a --card of its own'
        )
    return f"text {said}"


duel, contest = _command(False, _DUEL_HELP), _command(True, _CONTEST_HELP)
