"""Every position that was ever ruled, judged again: what would be ruled otherwise today, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.fingerprints import prints, rulebook
from referee.book.loader import Rulebase, rulebase
from referee.disputes import of_act, of_question
from referee.disputes.arguing import ACT, QUESTION, kind_of
from referee.disputes.records import Changed, Recheck, Told
from referee.duel.games import judge
from referee.errors import LedgerError, RefereeError
from referee.ledger import disputes, rulings

# The result of a ruling. What would turn it, and the words of its proof, are no part of that.
_RESULT = ("status", "outcome", "totals", "margin", "players", "second_encounter", "winners", "discards")
_MOST = 1_000_000_000  # rulings that are judged again: all
_BROKEN = (KeyError, TypeError, AttributeError, ValueError, IndexError)
_LISTED = 4  # clauses, rules and fields told in one sentence


class _Kept(NamedTuple):
    """A position as it was kept, with what was ruled then; what it rested on where that is known."""

    dispute: int | None
    side: int | None
    ruling: int | None
    told: Told
    readings: Mapping[str, str]
    relied: Mapping[str, str]
    rulebook: tuple[str, str]

    def again(self) -> Recheck:
        """This position, before it is judged again."""
        name = f"ruling {self.ruling}" if self.dispute is None else f"dispute {self.dispute}"
        name = name if self.side is None else f"{name}, side {self.side}"
        where = self.told.get("edition", ""), self.told.get("position", "")
        return Recheck(name, self.dispute, self.side, self.ruling, *where)


def recheck(path: Path, books: Rulebase | None = None) -> Iterator[Recheck]:
    """Judges every recorded position again, those of disputes first and then those of the log.

    With `books`, by that rulebase's folder instead of the project's own; always in the edition and by the readings of
    then. A position of the log is left out where the same ruling was judged again already.
    """
    folder = (books or rulebase()).folder
    seen: set[tuple[str, ...]] = set()
    for kept in _every(path):
        try:
            told = kept.told
            key = (told["position"], told["edition"], str(sorted(kept.readings.items())), str(_result(told)))
            if kept.dispute is not None or key not in seen:
                yield _again(kept, folder, path)
            seen.add(key)
        except (LedgerError, *_BROKEN):
            refused = "what was kept of it is damaged; `referee ledger verify` says what else is"
            yield kept.again()._replace(otherwise=True, refused=refused, says=f"cannot be judged again: {refused}")


def _every(path: Path) -> Iterator[_Kept]:
    """All that was kept; of what cannot be read, only where it is."""
    for row in reversed(disputes.listed(path, _MOST)):
        try:
            dispute = disputes.show(path, row["id"])
            rest = (
                dispute["readings"],
                dispute["relied"],
                (dispute["rulebook"]["digest"], dispute["rulebook"]["referee"]),
            )
            sides = [(side["side"], side["ruling"]) for side in dispute["sides"]]
        except (LedgerError, *_BROKEN):
            yield _Kept(row["id"], None, None, {}, {}, {}, ("", ""))
        else:
            for number, ruling in sides:
                yield _Kept(row["id"], number, None, ruling, *rest)
    for id, whole in rulings.every(path):
        told = whole or {}
        yield _Kept(None, None, id, told, told.get("readings") or {}, {}, ("", ""))


@lru_cache(maxsize=32)
def _books(folder: Path, edition: str, readings: tuple[tuple[str, str], ...], game: str) -> Rulebase:
    return Rulebase(folder, edition, dict(readings), game=game)


def _again(kept: _Kept, folder: Path, path: Path) -> Recheck:
    told, found = kept.told, kept.again()
    try:
        own = found.edition if "kind" in told else ""  # a game of its own
        books = _books(folder, found.edition, tuple(sorted(kept.readings.items())), own)
        now = _now(told, found, books)
    except RefereeError as error:
        refused = " ".join(str(error).split())
        return found._replace(otherwise=True, refused=refused, says=f"is not ruled any more: {refused}")
    changed = _changed(told, now)
    if not changed:
        return found
    proof = told["proof"] if kept.ruling is None else rulings.one(path, kept.ruling)["proof"]
    return _because(kept, found._replace(otherwise=True, changed=changed), proof, now, books)


def _now(told: Told, found: Recheck, books: Rulebase) -> Told:
    """What is ruled today of what was kept: of a line, of an act, or of a question in words."""
    kind = kind_of(told)
    if kind == ACT:
        return of_act.ruled(of_act.deed_of(told["act"], told["act"]["said"]), books).to_dict()
    if kind == QUESTION:
        return of_question.ruled(told["answer"]["asks"], books).to_dict()
    anyway = bool(told["illegal"]) and told["status"] != "illegal"
    return judge(str(told.get("kind") or kind), found.line, found.edition, anyway, books).to_dict()


def _because(kept: _Kept, found: Recheck, proof: Told, now: Told, books: Rulebase) -> Recheck:
    """What made the difference: the wording of clauses, rules new in the proof, readings, or the program alone."""
    today = prints(kept.relied, books) if kept.relied else {}
    before, after = _rules(proof), _rules(now["proof"])
    digest, version = rulebook(books)
    found = found._replace(
        clauses=tuple(id for id in today if kept.relied[id] and today[id] != kept.relied[id]),
        rules=tuple(rule for rule in after if rule not in before),
        without=tuple(rule for rule in before if rule not in after),
        questions=tuple(sorted({*kept.told["questions"]} ^ {*now["questions"]})),
        version=(kept.rulebook[1], version),
    )
    why = _why(found) or [_program(kept.rulebook, (digest, version))]
    fields = "; ".join(f"{one.field} was {_shown(one.then)}, is {_shown(one.now)}" for one in found.changed[:_LISTED])
    more = f"; and {len(found.changed) - _LISTED} more" if len(found.changed) > _LISTED else ""
    return found._replace(says=f"{fields}{more} ({'; '.join(why)})")


def _why(found: Recheck) -> list[str]:
    """What of the law made the difference, in words."""
    one = len(found.clauses) == 1
    lists = {"new in the proof": found.rules, "not in it any more": found.without, "named in one only": found.questions}
    why = [f"{_first(found.clauses)} {'says' if one else 'say'} something else now"] if found.clauses else []
    return [*why, *(f"{head}: {_first(ids)}" for head, ids in lists.items() if ids)]


def _program(then: tuple[str, str], now: tuple[str, str]) -> str:
    if then[0] and then[0] != now[0]:
        return "the same rules of the law, which were changed since"
    if then[1] and then[1] != now[1]:
        return f"only the program is another one: {now[1]}, then {then[1]}"
    return f"by the same law: what differs is the program, now {now[1]}"


def _rules(proof: Told) -> dict[str, None]:
    """The rules and powers of a proof, in the order in which it meets them."""
    found: dict[str, None] = {}
    todo = [proof]
    while todo:
        node = todo.pop()
        if node["kind"] not in ("fact", "assumption"):
            found[node["rule"]] = None
        todo += reversed(node["from"])
    return found


def _changed(then: Told, now: Told) -> tuple[Changed, ...]:
    """The fields of the result that are not the same."""
    before, after = _result(then), _result(now)
    fields = dict.fromkeys((*before, *after))
    return tuple(
        Changed(field, before.get(field), after.get(field)) for field in fields if before.get(field) != after.get(field)
    )


def _result(told: Told) -> Told:
    """The result of a ruling by field."""
    found = _flat("", {key: told.get(key) for key in _RESULT})
    found["then"] = [f"{then['who']} {then['does']} {then['what']}" for then in told.get("then") or ()]
    found["illegal"] = [entry["says"] for entry in told.get("illegal") or ()]
    found["cases"] = [case["when"] for case in told.get("cases") or ()]
    if "answer" in told:
        found["answer"] = [told["answer"]["verdict"], *(clause["id"] for clause in told["answer"]["clauses"])]
    return found


def _flat(name: str, value: Any) -> Told:
    """A value with those inside it, each by its path."""
    if not isinstance(value, dict):
        return {name: value}
    found: Told = {}
    for key, inner in value.items():
        found |= _flat(f"{name}.{key}" if name else key, inner)
    return found


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value)) or "nothing"
    return "not settled" if value is None else str(value)


def _first(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
    return f"{', '.join(ids[:_LISTED])}{more}"
