"""The cases held against those that were published last: an expectation that changed is a new major version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.book import bounds
from referee.book.places import SCENARIOS
from referee.book.told import Whole
from referee.conformance.about import About, about
from referee.conformance.items import Item, items_of
from referee.conformance.scenario import ABOUT, Case, CaseFile, case_files, read_cases
from referee.errors import CaseFileError

PUBLISHED = "published.json"  # beside the cases: the version that was published last, and a digest of each item
_DIGITS = 12  # of a digest


class SuiteVersion(Whole):
    """The version of the cases, and what is not as it was when they were `published` last.

    `number` is what `suite.toml` says, or the next one by what changed, with `-dev` behind it, where that is more.
    `changed` are the items whose position or expectation is another, `added` and `removed` those that are new or gone;
    `unexplained` are changed or removed ones that need a new major version with a reason, and have none.
    """

    number: str
    published: str
    changed: list[str]
    added: list[str]
    removed: list[str]
    unexplained: list[str]


def suite_version(folder: Path | str | None = None) -> SuiteVersion:
    """The version of the cases in a folder, the project's own without one, held against the last published ones.

    Raises CaseFileError for what cannot be read.

    >>> import referee
    >>> referee.suite_version().unexplained
    []
    """
    place = SCENARIOS if folder is None else Path(folder)
    told, before = about_of(place), _published(place)
    was: dict[str, str] = before["items"]
    now = digests(place)
    changed = sorted(id for id in now.keys() & was.keys() if now[id] != was[id])
    added, removed = sorted(now.keys() - was.keys()), sorted(was.keys() - now.keys())
    is_major = _parts(told.number)[0] > _parts(before["version"])[0]
    reasons = _reasons(told, before["version"]) if is_major else set()
    unexplained = [id for id in (*changed, *removed) if not {id, case_of(id)} & reasons]
    return SuiteVersion(
        {
            "number": _number(told.number, before["version"], bool(added)),
            "published": before["version"],
            "changed": changed,
            "added": added,
            "removed": removed,
            "unexplained": unexplained,
        }
    )


def about_of(folder: Path) -> About:
    """What a folder of cases says of itself; CaseFileError for one that says nothing."""
    told = about([folder])
    if told is None:
        raise CaseFileError(str(folder), f"there is no {ABOUT} in it, which says of what version the cases are")
    return told


def _number(said: str, published: str, is_more: bool) -> str:
    """The version that is said, or the next minor one, in the making, where cases were added to a published one."""
    major, minor, _ = _parts(said)
    return f"{major}.{minor + 1}.0-dev" if is_more and said == published else said


def _reasons(told: About, published: str) -> set[str]:
    """The ids of which it is said, for a version after the published one, why they changed."""
    later = (version for version in told.version if _parts(version.number) > _parts(published))
    return {id for version in later for id in version.changed}


def _parts(number: str) -> tuple[int, int, int]:
    major, minor, patch = (int(part) for part in number.split("."))
    return major, minor, patch


def _published(folder: Path) -> dict[str, Any]:
    place = folder / PUBLISHED
    if not place.is_file():
        return {"version": "0.0.0", "items": {}}
    try:
        told: dict[str, Any] = json.loads(bounds.read_bytes(place, bounds.TOML))
        _parts(told["version"])
        return {"version": told["version"], "items": dict(told["items"])}
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        raise CaseFileError(str(place), f"it cannot be read: {error}") from None


def digests(folder: Path) -> dict[str, str]:
    """A digest of each item: of what is asked and what is expected, and of no title, reason or source."""
    return {
        key: digest(item)
        for path in case_files([folder])
        for file in (read_cases(path),)
        for case in file.case
        for key, item in keyed(file, case)
    }


def keyed(file: CaseFile, case: Case) -> list[tuple[str, Item]]:
    """All items of a case by keys, those too that are expected otherwise by a reading: CP03@warp DF-05=ffg2018."""
    found = [(item.id, item) for item in items_of(file, case)]
    for name in dict.fromkeys(name for told in _expectations(case) for name in told.get("by", ())):
        question, _, reading = name.partition("=")
        by = items_of(file, case, {question: reading})
        found += [(f"{item.id} {name}", item) for item in by if name in item.by]
    return found


def _expectations(case: Case) -> list[Mapping[str, Any]]:
    return [case.expect, *case.expect.get("in", {}).values()]


def case_of(key: str) -> str:
    """The id of the case to which the key of an item belongs."""
    return key.partition(" ")[0].partition("@")[0]


def digest(item: Item) -> str:
    """A digest of what is asked and what is expected."""
    told = {"asked": item.asked(), "play": item.case.play, "expected": item.expected}
    text = json.dumps(told, sort_keys=True, ensure_ascii=False, default=str)
    return sha256(text.encode()).hexdigest()[:_DIGITS]
