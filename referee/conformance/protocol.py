"""What a program is asked and what it answers, a line of JSON each: the shapes, and an answer read."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.book.bounds import check_depth
from referee.conformance.answering import Answer, OwnAnswer, Step, answer
from referee.conformance.items import Item
from referee.conformance.scenario import Case
from referee.errors import RefereeError
from referee.judge.ruling import ILLEGAL
from referee.judge.ways.table import lines_of

Refused = Literal["malformed", "impossible", "illegal"]
_LONGEST = 60  # letters of what is shown of an answer that is none


class Question(BaseModel):
    """What a program is asked, as one line of JSON: a case in one edition, without what is expected."""

    format: Literal[1] = Field(description="The version of this shape.")
    id: str = Field(description="The id of the case, and the edition where that is not its own: RA01, RA01@warp.")
    kind: Literal["encounter", "play", "may", "timing", "duel", "contest"] = Field(
        description="What it is: one line, the commands of a table, whether something may be done, who is first."
    )
    edition: str = Field(description="The rule set, with its variants behind a plus.")
    readings: dict[str, str] = Field(
        default={}, description="The readings by which it is judged in place of the preferred ones, by question."
    )
    line: str = Field(default="", description="The line, or the words of `may` and `timing`; of a play left out.")
    anyway: bool = Field(default=False, description="Whether to rule on although an act is forbidden.")
    commands: list[str] = Field(default=[], description="Of a play: its commands, the first lays the table.")
    spoken: bool = Field(default=False, description="Of a play: whether what goes without saying is implied.")


class AnsweredStep(BaseModel):
    """How one command of a play was ruled; a command that is refused leaves the table as it was."""

    model_config = ConfigDict(extra="ignore", strict=True)

    refused: bool = Field(description="Whether it is refused.")
    cites: list[str] | None = Field(default=None, description="The clauses that refuse it, if clauses are named.")
    says: str = Field(default="", description="Why, in words. It is not compared.")


class Reply(BaseModel):
    """What a program answers, as one line of JSON. Keys that are not named here are not looked at."""

    model_config = ConfigDict(extra="ignore", strict=True)

    format: Literal[1] = Field(description="The version of this shape.")
    id: str = Field(description="The id that was asked.")
    unsupported: str = Field(default="", description="Why the program does not answer this; nothing else is read then.")
    refused: Refused | None = Field(
        default=None,
        description="That it is refused: malformed (not in the notation), impossible (no table can be so) or illegal.",
    )
    says: str = Field(default="", description="Why it is refused, in words. It is not compared.")
    ruling: dict[str, object] | None = Field(
        default=None, description="The ruling, by the keys of `referee schema ruling`."
    )
    steps: list[AnsweredStep] | None = Field(
        default=None, description="Of a play: how each command was ruled, in order."
    )
    table: dict[str, object] | None = Field(
        default=None, description="Of a play: the table after it, by the keys of `referee schema table`."
    )
    cites: list[str] | None = Field(default=None, description="The clauses on which it rests. Compared with --reasons.")
    refused_by: list[str] | None = Field(
        default=None, description="Of these, where it is refused, those that forbid it."
    )
    questions: list[str] | None = Field(
        default=None, description="The disputable points that it names. Compared with --reasons."
    )


class UnansweredError(Exception):
    """A line that is no answer, or one that says that the program does not answer this (`unsupported`)."""

    def __init__(self, says: str, unsupported: bool = False) -> None:
        super().__init__(says)
        self.says = says
        self.unsupported = unsupported


def read_answer(line: str, item: Item) -> Answer:
    """The answer that a line of JSON is; UnansweredError says what is wrong with one that is none.

    Where reasons are compared, what is not named is taken to be none; otherwise it is left out.
    """
    reply = _reply(line)
    if reply.id != item.id:
        raise UnansweredError(f"it answered {_short(reply.id)!r} when {item.id} was asked")
    if reply.unsupported:
        raise UnansweredError(reply.unsupported, unsupported=True)
    if item.kind == "play":
        _check_play(reply, item)
    elif reply.ruling is None and reply.refused is None:
        raise UnansweredError("neither `ruling` nor `refused` is in its answer")
    return _answer(reply, item)


def _reply(line: str) -> Reply:
    try:
        data = json.loads(line)
        check_depth(data)
    except (ValueError, RecursionError):
        raise UnansweredError(f"this is no JSON: {_short(line)}") from None
    try:
        return Reply.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise UnansweredError(f"not an answer: {f'{where}: ' if where else ''}{first['msg']}") from None


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _check_play(reply: Reply, item: Item) -> None:
    asked = len(list(lines_of(item.case.play)))
    if reply.refused is None and (reply.steps is None or len(reply.steps) != asked):
        came = "none" if reply.steps is None else len(reply.steps)
        raise UnansweredError(f"`steps` has one for each of the {asked} commands, and there are {came}")


def _answer(reply: Reply, item: Item) -> Answer:
    """A reply as it is compared; of what names no clauses none are compared, unless reasons are asked for."""
    told = reply.table if item.kind == "play" else _ruling(reply)
    illegal = told is not None and item.kind != "play" and told.get("status") == ILLEGAL
    by = reply.refused_by if reply.refused_by is not None else reply.cites
    return Answer(
        told=told,
        refused=reply.refused or (ILLEGAL if illegal else ""),
        says=reply.says,
        cites=_compared(reply.cites, item),
        refused_by=_compared(by, item),
        questions=_compared(reply.questions, item),
        steps=[Step(one.refused, _compared(one.cites, item), one.says) for one in reply.steps or ()],
    )


def _ruling(reply: Reply) -> dict[str, object] | None:
    """The ruling of a line; of one that is refused without a ruling only its status."""
    return {"status": reply.refused} if reply.ruling is None and reply.refused is not None else reply.ruling


def _compared(named: list[str] | None, item: Item) -> list[str] | None:
    """What a reply names where reasons are compared: none where it names nothing. None where they are not compared."""
    return (named or []) if item.reasons else None


# -- this program as one that is asked ---------------------------------------------------------------------------------


def reply_to(line: str) -> dict[str, object]:
    """This program's answer to a question, as JSON; RefereeError for a line that is no question."""
    try:
        asked = Question.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise RefereeError(f"not a question: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    item = Item(_case(asked), asked.edition, {}, readings=asked.readings)
    told = answer(item, whole=True)
    if told.fault is not None:
        return {"format": 1, "id": asked.id, "unsupported": str(told.fault.came)}
    return {"format": 1, "id": asked.id, **_as_json(told, asked.kind)}


def _case(asked: Question) -> Case:
    """The case of a question, of which nothing is expected."""
    text = "\n".join(asked.commands) if asked.kind == "play" else asked.line
    case = Case.model_construct(id=asked.id, title="", expect={}, anyway=asked.anyway, spoken=asked.spoken)
    return case.model_copy(update={asked.kind: text})


def _as_json(told: OwnAnswer, kind: str) -> dict[str, object]:
    reply: dict[str, object] = {"refused": told.refused or None, "says": told.says}
    if kind == "play":
        reply["steps"] = [
            {"refused": one.refused, "cites": sorted(one.by or ()), "says": one.says} for one in told.steps
        ]
        reply["table"] = told.told
    else:
        reply["ruling"] = told.told
    reply["cites"] = sorted(told.cites or ())
    reply["refused_by"] = sorted(told.refused_by or ())
    reply["questions"] = told.questions or []
    return reply
