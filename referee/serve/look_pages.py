"""Looking up: one field for questions, sheets, cards, clauses and disputable points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

import referee
from referee.errors import RefereeError
from referee.render.account import in_words
from referee.render.duel import text_lines
from referee.render.reasons import reasons
from referee.render.words import authority, shown
from referee.serve.cited import Cited, cited
from referee.serve.pages import page
from referee.serve.sheet_pages import DUEL, EDITIONS
from referee.serve.site import Visit, fields_of
from referee.serve.texts import say

_LONGEST = 400  # letters of a question
_ANSWERS = 5
_MOST = 9  # reasons of a ruling


@dataclass(frozen=True)
class Entry:
    """Something that was found: its name, what it says, and what it rests on or leads to."""

    name: str
    says: tuple[str, ...]
    cites: tuple[Cited, ...] = ()
    grade: str = ""


async def show(visit: Visit) -> Response:
    """The field, and what was found for what stands in it."""
    fields = fields_of(visit.request.url.query)
    asked = " ".join("".join(fields.get("q", [""])[-1:]).split())[:_LONGEST]
    edition = "".join(fields.get("edition", [""])[-1:]) or await _edition(visit)
    found = await visit.site.ruling(look_up, asked, edition) if asked else []
    return page(
        "look.html",
        visit.room,
        "look",
        asked=asked,
        edition=edition,
        editions=(*EDITIONS, DUEL),
        powers=await powers_of(visit),
        found=found,
        answered=bool(asked),
    )


async def _edition(visit: Visit) -> str:
    """The edition that the table plays by."""
    if not visit.room.table:
        return EDITIONS[0]
    return str((await visit.standing()).shown["edition"])


async def powers_of(visit: Visit) -> tuple[tuple[str, str], ...]:
    """The powers at the table as they are typed, each with its player; none without a table, or in Duel."""
    if not visit.room.table:
        return ()
    table = (await visit.standing()).shown
    if table["edition"] == DUEL:
        return ()
    return tuple((alien.replace(" ", "-"), who) for who in table["seats"] for alien in table["aliens"].get(who, ()))


def look_up(asked: str, edition: str) -> list[Entry]:
    """What is found: what has this name or id, or else what answers it as a question; one entry of words if nothing."""
    if edition == DUEL:
        named = [entry for look in (_point, _duel_line, _duel_texts, _clause) for entry in _of(look, asked, edition)]
    else:
        named = [entry for look in (_point, _alien, _card, _clause) for entry in _of(look, asked, edition)]
    if named:
        return named
    try:
        return list(_answers(referee.ask(asked, _ANSWERS, edition).to_dict(), edition))
    except RefereeError as error:
        return [Entry(say("not-found"), tuple(map(shown, str(error).split("\n"))))]


def _of(look: Callable[[str, str], Entry], asked: str, edition: str) -> list[Entry]:
    try:
        return [look(asked, edition)]
    except RefereeError:
        return []


def _alien(name: str, edition: str) -> Entry:
    told = referee.alien(name, edition).to_dict()
    flares = [f"{say(face)}: {told[face]['says']}" for face in ("wild", "super") if told.get(face)]
    return Entry(
        f"{told['name']} ({told['power']})", (told["says"], told["use"], *flares), (), authority(told["grade"])
    )


def _card(name: str, edition: str) -> Entry:
    told = referee.card(name, edition).to_dict()
    return Entry(
        told["name"], (told.get("says", ""),), _cites(told.get("cites", ()), edition), authority(told["grade"])
    )


def _duel_texts(name: str, edition: str) -> Entry:
    """The alien, envoy or cards of Duel of a name."""
    texts = [text_lines(text.to_dict()) for text in referee.duel_texts(name)]
    (head, *says), *others = texts
    return Entry(head, (*says, *(". ".join(lines) for lines in others)))


def _duel_line(line: str, edition: str) -> Entry:
    """A duel on one line, ruled."""
    if " vs " not in line:
        raise referee.RulebaseError(line, say("not-found"))
    try:
        ruling = referee.judge_duel(line).to_dict()
    except referee.RefereeError as error:
        return Entry(say("not-understood"), tuple(map(shown, str(error).split("\n"))))
    cites = tuple(cite["id"] for cite in ruling["citations"])
    return Entry(
        in_words(ruling),
        (shown(ruling["position"]), *(says for says, _ in reasons(ruling, _MOST))),
        _cites(cites, edition),
    )


def _clause(id: str, edition: str) -> Entry:
    if not any(letter.isdigit() for letter in id) and "." not in id:
        raise referee.RulebaseError(id, say("not-found"))
    told = referee.rule(id, edition).to_dict()
    under = [clause["id"] for clause in told.get("clauses", ())]
    around = [*told.get("same_as", ()), *told.get("near", ()), *under]
    links = [_as_id(cite) for cite in told.get("cites", ())] + around + list(told.get("questions", ()))
    grade = authority(told["grade"]) if told.get("grade") else ""
    return Entry(
        f"{told['book']} {told['id'].removeprefix(told['book'])}".strip(),
        (told["says"],),
        _cites(links, edition),
        grade,
    )


def _point(id: str, edition: str) -> Entry:
    told = referee.question(id).to_dict()
    readings = [f"{reading['name']}: {reading['says']}" for reading in told["readings"]]
    cites = [cite for reading in told["readings"] for cite in reading["cites"]]
    prefers = [say("preferred", name=told["prefers"], why=told["reason"])] if told["prefers"] else []
    return Entry(f"{told['id']}: {told['title']}", (told["asks"], *readings, *prefers), _cites(cites, edition))


def _answers(told: dict[str, Any], edition: str) -> Iterator[Entry]:
    if told["answer"]:
        says = told["answer"]["says"]
        verdict = told["answer"]["verdict"]
        yield Entry(verdict.capitalize() or say("answer"), (says,), _cites(told["answer"]["cites"], edition))
    for sheet in told["sheets"]:
        yield Entry(sheet["name"], (sheet["says"],))
    if not told["answered"]:
        yield Entry(say("not-answered"), (told["unruled"],) if told["unruled"] else ())
    for answer in told["answers"]:
        yield Entry(answer["id"], (answer["says"],), _cites(answer["otherwise"], edition))


def _cites(ids: Iterable[object], edition: str) -> tuple[Cited, ...]:
    return tuple(cited(_as_id(id), edition) for id in ids)


def _as_id(cite: object) -> str:
    return str(cite["id"] if isinstance(cite, dict) else cite)
