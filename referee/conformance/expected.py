"""What a case expects of a ruling, in its own edition and in another, and in what the ruling differs from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.judge.ruling import ILLEGAL

Expected = Mapping[str, Any]  # what a case expects, by the keys of a ruling
Told = Mapping[str, Any]  # what came: a ruling or a table as JSON

# Keys whose list must be contained in what the ruling says; all others must be equal.
QUESTIONS = "questions"
_CONTAINED = (QUESTIONS, "assumes", "cites", "needs")
# Our clauses, disputable points and words: not what follows, but on what it rests and how it is told.
REASONS = ("cites", QUESTIONS, "assumes", "needs", "then", "flips", "grade", "allowed_by", "illegal", "position")
_ABSENT = "absent"  # lists keys that are null in the ruling, or not there
CASES, WHEN = "cases", "when"  # of a ruling that depends
_RULINGS = ("last", "fight")  # keys of a table whose value is a ruling
_HEADLINE = ("status", "outcome", "totals")
_HEADLINE_OF_PLAYER = ("ships", "compensation", "rewards", "destroyed", "clout")


@dataclass(slots=True)
class Difference:
    """One thing in which a ruling is not what a case expects: where, what was expected and what came."""

    where: str
    expected: object
    came: object

    def to_dict(self) -> dict[str, object]:
        """As JSON."""
        return {"where": self.where, "expected": _plain(self.expected), "came": _plain(self.came)}

    def __str__(self) -> str:
        return f"{self.where}: expected {self.expected!r}, ruled {self.came!r}"


def _plain(value: object) -> object:
    """A value as JSON can say it: TOML knows dates and `nan`, JSON does not."""
    return value if value is None or isinstance(value, (bool, int, str, list, dict)) else str(value)


def expected_in(base: Expected, more: Expected) -> dict[str, object]:
    """What a case expects in another edition: what it says of that, and all else as in its own.

    What is `absent` there is not expected. A ruling that is refused there has nothing else in common with its own
    edition's, and neither has a refusal that is a ruling there (`absent = ["refused"]`).
    """
    if ("refused" in more and "refused" not in base) or "refused" in more.get(_ABSENT, ()):
        return dict(more)
    merged = _overlaid({key: value for key, value in base.items() if key != _ABSENT}, more)
    for place in more.get(_ABSENT, ()):
        merged = _without(merged, place.split("."))
    return merged


def results_of(expected: Expected) -> dict[str, object]:
    """Of what is expected only what follows, without the clauses, disputable points and words (`REASONS`)."""
    results: dict[str, object] = {}
    for key, value in expected.items():
        if key in REASONS:
            continue
        if key == _ABSENT:
            places = [place for place in value if place.partition(".")[0] not in REASONS]
            results |= {key: places} if places else {}
        elif key in _RULINGS:
            results[key] = results_of(value)
        elif key == CASES:
            results[key] = [results_of({name: one for name, one in case.items() if name != WHEN}) for case in value]
        else:
            results[key] = value
    return results


def _without(expected: Expected, place: list[str]) -> dict[str, object]:
    """The expectation without the key at a place, such as `players`, `red`, `compensation`."""
    first, *rest = place
    if not rest or not isinstance(expected.get(first), dict):
        return {key: value for key, value in expected.items() if key != first or rest}
    return {**expected, first: _without(expected[first], rest)}


def _overlaid(base: Expected, more: Expected) -> dict[str, object]:
    merged = dict(base)
    for key, value in more.items():
        below = merged.get(key)
        merged[key] = _overlaid(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def differences_from(where: str, expected: Expected, told: Told) -> Iterator[Difference]:
    """Where a ruling or a table is not what is expected of it, with the place; keys that are not named are free."""
    for key, value in expected.items():
        place = f"{where}{key}"
        if place == _ABSENT:
            yield from _present(value, told)
        elif key not in told:
            yield Difference(place, value, "nothing of that name")
        elif isinstance(value, dict) and isinstance(told[key], dict):
            yield from differences_from(f"{place}.", value, told[key])
        elif isinstance(value, list) and isinstance(told[key], list):
            yield from _in_list(place, key, value, told[key])
        elif type(value) is not type(told[key]) or value != told[key]:
            yield Difference(place, value, told[key])


def _in_list(place: str, key: str, value: list[Any], came: list[Any]) -> Iterator[Difference]:
    if key == CASES:
        named = all(WHEN in case for case in value)
        yield from (_case_differences if named else _unnamed_case_differences)(place, value, came)
    elif key in _CONTAINED:
        missing = [item for item in value if item not in came]
        if missing:
            yield Difference(place, missing, came)
    elif value != came:
        yield Difference(place, value, came)


def _present(places: list[str], told: Told) -> Iterator[Difference]:
    """What is ruled although it is expected to be absent: TOML has no null to expect."""
    refused = {"refused": told["status"]} if told.get("status") == ILLEGAL else {}
    for place in places:
        came: Any = {**told, **refused}
        for key in place.split("."):
            came = came.get(key) if isinstance(came, dict) else None
        if came is not None:
            yield Difference(place, "nothing", came)


def _case_differences(
    place: str, expected: list[dict[str, object]], came: list[dict[str, object]]
) -> Iterator[Difference]:
    if len(expected) != len(came):
        yield Difference(place, [case.get("when") for case in expected], [case["when"] for case in came])
        return
    by_when = {case["when"]: case for case in came}
    for case in expected:
        when = case.get("when")
        found = by_when.get(when) if isinstance(when, str) else None
        if found is None:
            yield Difference(f"{place}.when", when, list(by_when))
        else:
            yield from differences_from(f"{place}[{case['when']}].", case, found)


def _unnamed_case_differences(
    place: str, expected: list[dict[str, object]], came: list[object]
) -> Iterator[Difference]:
    """The cases of a ruling that depends, in whatever order and words: each that is expected is one that came."""
    told = [case if isinstance(case, dict) else {} for case in came]
    fits = [[not any(differences_from("", case, one)) for one in told] for case in expected]
    if len(expected) != len(came) or not _is_assigned(fits, frozenset(range(len(told)))):
        yield Difference(place, expected, came)


def _is_assigned(fits: list[list[bool]], free: frozenset[int]) -> bool:
    """True if each expected case has one that came and fits, and none is used twice."""
    if not fits:
        return True
    return any(fits[0][one] and _is_assigned(fits[1:], free - {one}) for one in sorted(free))


def unasserted(expected: Expected, told: Told) -> list[Difference]:
    """The headline fields of a ruling that an expectation says nothing of, as differences."""
    missing = [
        key for key in _HEADLINE if _is_settled(told.get(key)) and not _is_asserted(expected.get(key), told.get(key))
    ]
    players = expected.get("players", {})
    for name, player in (told["players"] or {}).items():
        settled = [key for key in _HEADLINE_OF_PLAYER if player.get(key) is not None and player["role"] != "bystander"]
        missing += [f"players.{name}.{key}" for key in settled if key not in players.get(name, {})]
    return to_be_asserted(missing)


def to_be_asserted(missing: Iterable[str]) -> list[Difference]:
    """The fields that are to be asserted and are not, as differences."""
    return [Difference(key, "to be asserted (--strict)", "unasserted") for key in missing]


def unlisted(expected: Expected, named: list[str]) -> list[Difference]:
    """The questions that a ruling names and an expectation does not list, as one difference."""
    listed = expected.get(QUESTIONS, [])
    return [] if {*named} <= {*listed} else [Difference(QUESTIONS, listed, named)]


def unnamed(expected: Expected, named: list[str]) -> list[Difference]:
    """The questions that an expectation lists and a refusal does not name, as one difference."""
    missing = [id for id in expected.get(QUESTIONS, []) if id not in named]
    return [Difference(QUESTIONS, missing, named)] if missing else []


def _is_asserted(expected: object, told: object) -> bool:
    if isinstance(told, dict):
        return isinstance(expected, dict) and expected.keys() >= told.keys()
    return expected is not None


def _is_settled(value: object) -> bool:
    return all(_is_settled(item) for item in value.values()) if isinstance(value, dict) else value is not None
