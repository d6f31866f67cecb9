"""What an entry of a ledger and a ruling have to look like: checked before anything of another file is taken.

A hash says that something is what somebody wrote, not that it is an entry: whoever writes a file can hash anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from referee.book.bounds import check_depth
from referee.ledger.entries import APPEAL, DECISION, DISPUTE, HOUSE_RULE, NOTE, PROMOTION, WITHDRAWAL

# What is wrong with a value: None for nothing, else the place inside it, such as `players.red.ships`.
Shape = Callable[[object], str | None]

_STATUSES = ("determined", "depends", "open", "illegal")
_OUTCOMES = ("offense-wins", "defense-wins", "make-a-deal", "deal", "no-deal", "both-lose", "success", "turn-ends")
_OUTCOMES_OF_DUEL = ("leader-wins", "straggler-wins", "begins-again", "game-over")
_ROLES = ("offense", "defense", "offensive-ally", "defensive-ally", "bystander")
_POWERS = ("kept", "lost", "regained", "none")
_GRADES = ("card", "rulebook", "faq", "reported", "cosmodex", "forum", "unsourced", "house", "stated")
_KINDS = ("rule", "power", "fact", "parameter", "assumption")
_DOES = ("must", "may", "chooses")
_LONGEST_NAME = 200  # letters of a name, a clause's id or a card
_MOST = 2**53  # numbers beyond that are not alike in all programs


# -- shapes ------------------------------------------------------------------------------------------------------------


def _text(value: object) -> str | None:
    """Any text: what players said is kept as it is, but for half characters."""
    if not isinstance(value, str):
        return ""
    try:
        value.encode()
    except UnicodeEncodeError:
        return ""
    return None


def _name(value: object) -> str | None:
    """A name of ours or of a player: short, and of letters that print."""
    return None if isinstance(value, str) and len(value) <= _LONGEST_NAME and value.isprintable() else ""


def _number(value: object) -> str | None:
    return None if type(value) is int and -_MOST <= value <= _MOST else ""


def _truth(value: object) -> str | None:
    return None if isinstance(value, bool) else ""


def _zero_or_one(value: object) -> str | None:
    return None if type(value) is int and value in (0, 1) else ""


def _time(value: object) -> str | None:
    """A time as `datetime.isoformat` writes it, with its zone."""
    try:
        return None if isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None else ""
    except ValueError:
        return ""


def _hash(value: object) -> str | None:
    try:
        return None if isinstance(value, str) and len(bytes.fromhex(value)) == 16 else ""
    except ValueError:
        return ""


def _any(value: object) -> str | None:
    return None


def _one_of(*words: str) -> Shape:
    return lambda value: None if isinstance(value, str) and value in words else ""


def _or_none(shape: Shape) -> Shape:
    return lambda value: None if value is None else shape(value)


def _each(shape: Shape, least: int = 0) -> Shape:
    def check(value: object) -> str | None:
        if not isinstance(value, list) or len(value) < least:
            return ""
        found = ((place, shape(item)) for place, item in enumerate(value))
        return next((_path(str(place), fault) for place, fault in found if fault is not None), None)

    return check


def _by_name(shape: Shape, name: Shape = _name) -> Shape:
    def check(value: object) -> str | None:
        if not isinstance(value, dict) or any(name(key) is not None for key in value):
            return ""
        found = ((key, shape(item)) for key, item in value.items())
        return next((_path(key, fault) for key, fault in found if fault is not None), None)

    return check


def _fields(needed: Mapping[str, Shape], others: Mapping[str, Shape] | None = None, exactly: bool = False) -> Shape:
    """A mapping with these fields; `others` may be missing, and where it is `exactly` these there are no more."""
    known = {**needed, **(others or {})}

    def check(value: object) -> str | None:
        if not isinstance(value, dict):
            return ""
        missing = next((key for key in needed if key not in value), None)
        if missing is not None:
            return missing
        for key, item in value.items():
            shape = known.get(key)
            fault = shape(item) if shape is not None else "" if exactly else None
            if fault is not None:
                return _path(str(key), fault)
        return None

    return check


def _pair(first: Shape, second: Shape) -> Shape:
    def check(value: object) -> str | None:
        fits = isinstance(value, list) and len(value) == 2 and first(value[0]) is None and second(value[1]) is None
        return None if fits else ""

    return check


def _path(place: str, inside: str) -> str:
    return f"{place[:_LONGEST_NAME]}.{inside}" if inside else place[:_LONGEST_NAME]


# -- rulings -----------------------------------------------------------------------------------------------------------

_COUNT = _or_none(_number)
_COLONIES = _fields({"foreign": _COUNT, "home": _COUNT})
_COUNTS = ("ships", "lands", "warp", "returns", "stays", "removed", "compensation", "rewards", "rewards_as_ships")
_OF_PLAYER: dict[str, Shape] = {
    "role": _one_of(*_ROLES),
    **dict.fromkeys(_COUNTS, _COUNT),
    "colonies": _COLONIES,
    "power": _or_none(_one_of(*_POWERS)),
}
_THEN = _each(_fields({"who": _name, "does": _one_of(*_DOES), "what": _text, "cites": _each(_name)}))
_RESULT: dict[str, Shape] = {
    "status": _one_of(*_STATUSES),
    "outcome": _or_none(_one_of(*_OUTCOMES)),
    "totals": _or_none(_fields({"offense": _COUNT, "defense": _COUNT})),
    "margin": _COUNT,
    "flips": _or_none(_each(_fields({"if": _text, "outcome": _one_of(*_OUTCOMES)}))),
    "second_encounter": _or_none(_truth),
    "winners": _or_none(_each(_name)),
    "then": _or_none(_THEN),
    "discards": _or_none(_each(_name)),
}
# What a ruling has besides, of an act or of a question in words; and the moment of a table that it is about.
_CLAUSES = _each(_fields({"id": _name, "says": _text}))
_ACT = _fields(
    {
        "said": _text,
        "command": _text,
        "verdict": _name,
        "says": _each(_text),
        "allowed_by": _each(_name),
        "assumes": _each(_text),
        "state": _or_none(_by_name(_any)),
        **dict.fromkeys(("anyway", "asked"), _truth),
        "played": _each(_text),
    }
)
_ANSWER = _fields(
    {
        "asks": _text,
        "answered": _truth,
        "verdict": _text,
        "says": _text,
        "clauses": _CLAUSES,
        "near": _CLAUSES,
        "sheets": _each(_fields(dict.fromkeys(("name", "says"), _text))),
        "next": _each(_text),
        "points": _each(_name),
    }
)
_MOMENT = _fields(
    {
        **dict.fromkeys(("table", "command", "turn", "phase"), _text),
        **dict.fromkeys(("number", "encounter", "first", "last", "later"), _number),
        "anyway": _truth,
        "broken": _each(
            _fields({"number": _number, **dict.fromkeys(("command", "says"), _text), "cites": _each(_name)})
        ),
    }
)
_OF_ANY: dict[str, Shape] = {  # what a ruling of any game has
    "edition": _name,
    "position": _text,
    "then": _THEN,
    "illegal": _each(_fields({"says": _text, "cites": _each(_name), "nearest": _each(_text)})),
    "grade": _one_of(*_GRADES),
    "citations": _each(_fields({"id": _name, "grade": _one_of(*_GRADES)})),
    "questions": _each(_name),
    "assumes": _each(_text),
    "needs": _each(_text),
    "proof": _any,
}
_MORE: dict[str, Shape] = {
    "readings": _by_name(_name),
    "said": _text,
    "act": _ACT,
    "answer": _ANSWER,
    "moment": _MOMENT,
}
_RULING = _fields(
    {
        **_RESULT,
        **_OF_ANY,
        "flips": _each(_fields({"if": _text, "outcome": _one_of(*_OUTCOMES)})),
        "players": _by_name(_fields(_OF_PLAYER)),
        "cases": _each(
            _fields({"when": _text}, {**_RESULT, "players": _or_none(_by_name(_fields({}, _OF_PLAYER)))}),
        ),
    },
    _MORE,
)

_COUNTS_OF_DUEL = ("sent", "destroyed", "ships", "stays", "retreats", "supply", "warp", "plan", "clout")
_OF_DUELLIST: dict[str, Shape] = {
    "role": _one_of("leader", "straggler"),
    **dict.fromkeys(_COUNTS_OF_DUEL, _COUNT),
    "tactic": _or_none(_one_of("spent", "readied", "none")),
    "advantage": _or_none(_truth),
}
_RESULT_OF_DUEL: dict[str, Shape] = {
    "status": _one_of(*_STATUSES),
    "kind": _or_none(_one_of("duel", "contest")),
    "outcome": _or_none(_one_of(*_OUTCOMES_OF_DUEL)),
    **dict.fromkeys(("winner", "prize", "straggler"), _or_none(_name)),
    "totals": _or_none(_fields({"leader": _COUNT, "straggler": _COUNT})),
    "margin": _COUNT,
    "outcomes": _or_none(_each(_one_of(*_OUTCOMES_OF_DUEL))),
    "flips": _or_none(_each(_fields({"if": _text, "outcome": _one_of(*_OUTCOMES_OF_DUEL)}))),
    "players": _or_none(_by_name(_fields({}, _OF_DUELLIST))),
    "clout": _or_none(
        _each(_or_none(_fields({**dict.fromkeys(("who", "card", "on"), _text), "clout": _or_none(_by_name(_COUNT))})))
    ),
    "winners": _or_none(_each(_name)),
    "then": _or_none(_THEN),
    "discards": _or_none(_by_name(_or_none(_each(_name)))),
}
_RULING_OF_DUEL = _fields(
    {**_RESULT_OF_DUEL, **_OF_ANY, "cases": _each(_fields({"when": _text}, _RESULT_OF_DUEL))},
    _MORE,
)
_STEP = _fields(
    {
        "says": _text,
        "kind": _one_of(*_KINDS),
        "value": _any,
        "cites": _each(_name),
        "rule": _name,
        "step": _number,
        "from": _each(_any),
    },
    {"cancelled_by": _text, "shown_above": _truth},
)


def check_ruling(told: object) -> None:
    """Raises ValueError, with the place, for what is no ruling of any game as its `to_dict()` tells it."""
    check_depth(told)
    of_duel = _is_of_duel(told)
    fault = (_RULING_OF_DUEL if of_duel else _RULING)(told)
    if fault is not None or not isinstance(told, dict):
        raise ValueError(f"no ruling has such a `{fault}`" if fault else "it is no ruling")
    if not of_duel:
        _check_players(told)
    _check_proof(told["proof"])


def _is_of_duel(told: object) -> bool:
    return isinstance(told, dict) and "kind" in told


def _check_players(told: Mapping[str, object]) -> None:
    if told["status"] != "illegal" and not told["players"] and "answer" not in told:  # which is about nobody
        raise ValueError("no ruling has such a `players`")


def _check_proof(proof: dict[str, Any]) -> None:
    todo = [proof]
    while todo:
        node = todo.pop()
        fault = _STEP(node)
        if fault is not None:
            raise ValueError(f"no step of a proof has such a `{fault}`" if fault else "its proof is none")
        todo += node["from"]


# -- entries -----------------------------------------------------------------------------------------------------------

_PLACE = _pair(_name, _number)
_ENTRIES: dict[str, Shape] = {
    DISPUTE: _fields(
        {
            "at": _time,
            "edition": _name,
            "game": _or_none(_text),
            "about": _text,
            "question": _or_none(_text),
            "rulebook": _pair(_name, _name),
            "sides": _each(
                _fields(
                    {
                        **dict.fromkeys(("party", "claim", "line", "position"), _text),
                        "status": _one_of(*_STATUSES),
                        "outcome": _or_none(_one_of(*_OUTCOMES, *_OUTCOMES_OF_DUEL)),
                        "proof": _hash,
                    },
                    exactly=True,
                ),
                least=1,
            ),
            "relied": _each(_pair(_name, _name)),
            "readings": _by_name(_text, _text),
        },
        {"point": _each(_name, least=1)},
        exactly=True,
    ),
    DECISION: _fields(
        {
            "of": _PLACE,
            "at": _time,
            "by": _text,
            "house": _zero_or_one,
            "side": _or_none(_number),
            "reading": _or_none(_text),
            **dict.fromkeys(("says", "reason", "dissent"), _text),
            "before": _or_none(_PLACE),
        },
        exactly=True,
    ),
    NOTE: _fields({"of": _PLACE, "at": _time, "by": _text, "says": _text}, exactly=True),
    APPEAL: _fields({"of": _PLACE, "at": _time, "by": _text, "reason": _text}, exactly=True),
    PROMOTION: _fields(
        {
            "of": _PLACE,
            "at": _time,
            "game": _text,
            "question": _or_none(_text),
            "reading": _or_none(_text),
            "says": _text,
        },
        exactly=True,
    ),
    HOUSE_RULE: _fields(
        {
            "of": _or_none(_PLACE),
            "at": _time,
            "game": _text,
            "question": _or_none(_text),
            "reading": _or_none(_text),
            "clauses": _each(_name),
            "decided": _text,
            "says": _text,
        },
        exactly=True,
    ),
    WITHDRAWAL: _fields({"of": _PLACE, "at": _time, "by": _text, "reason": _text}, exactly=True),
}


def check_entry(kind: str, says: object) -> None:
    """Raises ValueError, with the place, for what no entry of this kind says."""
    shape = _ENTRIES.get(kind)
    fault = shape(says) if shape is not None else ""
    if fault is not None:
        raise ValueError(f"no {kind} has such a `{fault}`" if fault else f"it says what no {kind} can say")
