"""Claims: what somebody says is so at a table, ruled true, or refused with the clause by which it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from referee.duel.clout import clout
from referee.duel.control import count
from referee.duel.declared import Form, Forms, Kind, Spoken
from referee.duel.envoys import title
from referee.duel.kinds import Player, Why, signed_number, word
from referee.duel.notation import DuelReader
from referee.duel.on import On, planets_of
from referee.duel.texts import ENVOY

Number = Annotated[int, signed_number("a number")]
Envoy = Annotated[str, word("an envoy: its number or its name")]


def _clout(on: On, who: Player, number: Number) -> None:
    fight = on.table.fight
    if fight is not None and fight.values:
        with on.aside():
            have = clout(on)[who].value
    else:
        players = (on.table.last or {}).get("players")
        have = players.get(who, {}).get("clout") if isinstance(players, dict) else None
    if have != number:
        on.cannot("claim.clout", who, number, value=have)


def _winner(on: On, who: Player) -> None:
    fight = on.table.fight
    winner = fight.winner if fight is not None and fight.winner else (on.table.last or {}).get("winner")
    if winner != who:
        on.cannot("claim.winner", who, winner or "nobody so far")


def _leader(on: On, who: Player) -> None:
    if on.table.leader != who:
        on.cannot("claim.leader", who, on.table.leader or "nobody yet")


def _controls(on: On, who: Player, number: Number) -> None:
    have = count(on, who)
    if have.value != number:
        on.cannot("claim.controls", who, planets_of(have.value), number)
    on.tell(have.rule, have.value, *have.words)


def _advantage(on: On, who: Player) -> None:
    table = on.table
    here = {name: on.here(name) if table.fight is not None else 0 for name in table.seats}
    if here[who] <= here[table.other(who)]:
        on.cannot("claim.advantage", who, ", ".join(f"{name} has {number} there" for name, number in here.items()))


def _game(on: On, who: Player) -> None:
    planets = count(on, who).value
    if who not in on.table.winners:
        later = ", which counts before the next destiny card" if planets >= on.law["win.five"].value else ""
        on.cannot("claim.game", who, f"{who} controls {planets_of(planets)}{later}")


def _ships(place: str, where: str) -> Callable[..., None]:
    def compare(on: On, who: Player, number: Number) -> None:
        have = getattr(on.table, place)[who]
        if have != number:
            on.cannot("claim.ships", who, number, where, value=have)

    return compare


def _envoy_of(on: On, envoy: str) -> str:
    asked = envoy.casefold()
    return next((key for key, one in on.table.envoys.items() if asked in (key, one.name.casefold())), "")


def _ally(on: On, who: Player, envoy: Envoy) -> None:
    if _envoy_of(on, envoy) not in on.table.ally(who):
        on.cannot("claim.ally", who, envoy)


def _active(on: On, who: Player, envoy: Envoy) -> None:
    key = _envoy_of(on, envoy)
    if key not in on.table.ally(who):
        on.cannot("claim.active", who, envoy, "it is no ally")
    if not on.table.envoys[key].faceup:
        on.cannot("claim.active", who, title(on, key), "it lies face down")
    if on.texts.find(ENVOY, on.table.envoys[key].name):
        on.find("envoys.active-again", True, who, title(on, key))


def _optional(on: On, why: Why = "") -> None:
    if why.casefold() != "may":
        on.cannot("claim.optional", f"what says {why!r}")


def _first(on: On, why: Why = "") -> None:
    if why.casefold() != "when":
        on.cannot("claim.first", f"what is timed {why!r}")


CLAIMS = Forms(
    "what is claimed",
    "the end of the command",
    Form("clout", "claim clout blue 14", _clout),
    Form("winner", "claim winner blue", _winner),
    Form("leader", "claim leader blue", _leader),
    Form("controls", "claim controls blue 3", _controls),
    Form("advantage", "claim advantage blue", _advantage),
    Form("game", "claim game blue", _game),
    Form("supply", "claim supply blue 4", _ships("supply", "in supply")),
    Form("warp", "claim warp blue 4", _ships("warp", "in the Warp")),
    Form("ally", "claim ally blue 1", _ally),
    Form("active", "claim active blue 1", _active),
    Form("optional", "claim optional may", _optional),
    Form("first", "claim first when", _first),
    guesses=False,
)


def claim(on: On, claim: Annotated[Spoken, Kind[DuelReader, Spoken](CLAIMS.read)]) -> None:
    """What somebody says is so, ruled true, or refused with the clause by which it is not."""
    claim.rule(on)
    on.find("turn.claim", True, str(claim))
