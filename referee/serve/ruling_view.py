"""A ruling as the page shows it: plain sentences, each with the clauses that open under it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.errors import ImpossibleError, MalformedError, RefereeError
from referee.render import words
from referee.render.earlier import earlier
from referee.render.outcome import allowing_second, case_told, happens, second_is_told, takes, verdict
from referee.render.reasons import reasons
from referee.render.words import Told
from referee.serve.cited import Cited, cited
from referee.serve.texts import say


@dataclass(frozen=True)
class Line:
    """A sentence, who it is about (empty: nobody), and what it rests on."""

    says: str
    cites: tuple[Cited, ...] = ()
    who: str = ""


@dataclass(frozen=True)
class PlayerRow:
    """What happens to a player: the role, the ships in the encounter, and the words for both."""

    name: str
    role: str
    ships: str
    happens: str
    takes: str


@dataclass(frozen=True)
class Case:
    """One of the cases of what is hidden: when it holds, and what follows then."""

    when: str
    says: str


@dataclass(frozen=True)
class Refusal:
    """A forbidden act: why, by which clauses, and the lines or commands that are legal instead."""

    says: str
    cites: tuple[Cited, ...]
    nearest: tuple[str, ...]


@dataclass(frozen=True)
class RulingView:
    """All that a ruling shows; what it does not have is empty."""

    status: str
    verdict: str
    line: str
    outcome: str = ""
    totals: tuple[tuple[str, int], ...] = ()
    players: tuple[PlayerRow, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    cases: tuple[Case, ...] = ()
    asks: tuple[str, ...] = ()
    then: tuple[Line, ...] = ()
    reasons: tuple[Line, ...] = ()
    turns: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    discards: str = ""
    rests: str = ""
    questions: tuple[Cited, ...] = ()
    readings: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True)
class FaultView:
    """What is wrong with a line: the head, the sentences, and for a place in it the piece of line with its caret."""

    head: str
    says: tuple[str, ...]
    place: str = ""
    status: str = field(default="not-understood", init=False)


def view_of(ruling: Told) -> RulingView:
    """A ruling, as JSON, as it is shown."""
    edition = ruling["edition"]

    def speak(text: str) -> str:
        return words.in_own_words(edition, words.shown(text))

    is_illegal = ruling["status"] == "illegal"
    return RulingView(
        status=ruling["status"],
        verdict=speak(verdict(ruling)),
        line=ruling["position"],
        outcome=ruling["outcome"] or "",
        totals=_totals(ruling),
        players=() if is_illegal else tuple(players_of(ruling)),
        refusals=tuple(_refusals(ruling)),
        cases=tuple(Case(words.shown(case["when"]), speak(case_told(case, ruling))) for case in ruling["cases"]),
        asks=tuple(map(words.shown, ruling["needs"][:3])),
        then=() if is_illegal else tuple(_then(ruling)),
        reasons=() if is_illegal or ruling["cases"] else tuple(_reasons(ruling)),
        turns=tuple(speak(flip["if"]) for flip in ruling["flips"]),
        assumes=tuple(map(words.shown, ruling["assumes"])),
        discards=" ".join(ruling["discards"] or ()),
        rests=words.shown(words.weakest(ruling)),
        questions=tuple(Cited(id, "", f"look?q={id}") for id in ruling["questions"]),
        readings=tuple(f"{question}: {name}" for question, name in (ruling.get("readings") or {}).items()),
        earlier=tuple(f"{head}{says}" for head, says in earlier(ruling)),
    )


def fault_of(error: RefereeError) -> FaultView:
    """What is wrong with a line, as it is shown."""
    if isinstance(error, MalformedError):
        *place, says = words.shown_lines(error.text(40)).split("\n")
        return FaultView(say("not-understood"), (says,), "\n".join(place))
    if isinstance(error, ImpossibleError):
        return FaultView(say("cannot-be"), tuple(map(words.shown, error.faults)))
    return FaultView(say("not-understood"), tuple(words.shown_lines(str(error)).split("\n")))


def _totals(ruling: Told) -> tuple[tuple[str, int], ...]:
    """The totals by side; none where they are not compared, or not settled."""
    totals = ruling["totals"]
    return tuple(totals.items()) if totals and None not in totals.values() else ()


def players_of(ruling: Told) -> Iterator[PlayerRow]:
    """What happens to each player."""
    edition = ruling["edition"]
    for name, player in ruling["players"].items():
        ships = "?" if player["ships"] is None else str(player["ships"])
        happening = words.in_own_words(edition, happens(player, ruling["outcome"]))
        taking = words.in_own_words(edition, takes(player))
        yield PlayerRow(words.shown(name), say(f"role-{player['role']}"), ships, happening, taking)


def _refusals(ruling: Told) -> Iterator[Refusal]:
    for refusal in ruling["illegal"]:
        cites = tuple(cited(id, ruling["edition"]) for id in refusal["cites"])
        yield Refusal(words.shown(refusal["says"]), cites, tuple(refusal["nearest"]))


def _then(ruling: Told) -> Iterator[Line]:
    edition = ruling["edition"]
    for left in ruling["then"]:
        says = words.shown(f"{left['who']} {left['does']} {left['what']}")
        yield Line(says, tuple(cited(id, edition) for id in left["cites"]), words.shown(left["who"]))
    if ruling["second_encounter"] and not second_is_told(ruling):
        offense = words.shown(next(iter(ruling["players"]), ""))
        cites = tuple(cited(id, edition) for id in allowing_second(ruling["proof"])[:1])
        yield Line(words.in_own_words(edition, say("second", who=offense)), cites, offense)


def _reasons(ruling: Told) -> Iterator[Line]:
    for says, id in reasons(ruling):
        yield Line(words.in_own_words(ruling["edition"], says), (cited(id, ruling["edition"]),))
