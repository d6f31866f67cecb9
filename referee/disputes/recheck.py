"""Every position that was ever ruled, judged again: what would be ruled otherwise today, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.fingerprints import prints, rulebook
from referee.book.loader import Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.disputes import of_act, of_question
from referee.disputes.arguing import ACT, QUESTION, kind_of
from referee.disputes.records import Changed, Recheck, Told
from referee.duel.games import game, judge
from referee.errors import LedgerError, RefereeError
from referee.jobs.work import Progress, work, workers
from referee.ledger import disputes, rulings

# The result of a ruling. What would turn it, and the words of its proof, are no part of that.
_RESULT = ("status", "outcome", "totals", "margin", "players", "second_encounter", "winners", "discards")
_MOST = 1_000_000_000  # rulings that are judged again: all
_BROKEN = (KeyError, TypeError, AttributeError, ValueError, IndexError)
_SHORT = 100  # positions that one process has judged before others have begun
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


class _Ruled(NamedTuple):
    """What is ruled of a position now: what changed of the result, and what it rests on; or why it is refused.

    `damaged` is True of a record that cannot be judged at all.
    """

    changed: tuple[Changed, ...] = ()
    rules: tuple[str, ...] = ()  # of the proof, in its order
    questions: tuple[str, ...] = ()
    refused: str = ""
    damaged: bool = False


class _Todo(NamedTuple):
    """What a process needs to judge a position again: what was kept of it, and the rulebase's folder if not its own."""

    kept: _Kept
    folder: str

    def __str__(self) -> str:
        return self.kept.again().name


def recheck(
    path: Path,
    books: Rulebase | None = None,
    jobs: int | None = None,
    on: str = "",
    progress: Progress | None = None,
) -> Iterator[Recheck]:
    """Judges every recorded position again, those of disputes first and then those of the log.

    With `books`, by that rulebase's folder instead of the project's own; always in the edition and by the readings of
    then. A position of the log is left out where the same ruling was judged again already. `jobs` processes do it (all
    cores without a number, where there are many positions), or the workers of the Dask scheduler `on`.
    """
    folder = (books or rulebase()).folder
    own = "" if folder == RULEBASE else str(folder)
    todo = [_Todo(kept, own) for kept in _once_each(path)]
    ruled = work(_ruled_now, todo, workers(jobs, on, len(todo) > _SHORT), on, progress)
    for one, now in zip(todo, ruled, strict=True):
        try:
            yield _told(one.kept, now, folder, path)
        except (LedgerError, *_BROKEN):
            yield _damaged(one.kept)


def _once_each(path: Path) -> Iterator[_Kept]:
    """What is to be judged again: of the same ruling in the log, the first; and what cannot be read."""
    seen: set[tuple[str, ...]] = set()
    for kept in _every(path):
        try:
            told = kept.told
            key = (told["position"], told["edition"], str(sorted(kept.readings.items())), str(_result(told)))
        except (LedgerError, *_BROKEN):
            yield kept
            continue
        if kept.dispute is not None or key not in seen:
            yield kept
        seen.add(key)


def _damaged(kept: _Kept) -> Recheck:
    refused = "what was kept of it is damaged; `referee ledger verify` says what else is"
    return kept.again()._replace(otherwise=True, refused=refused, says=f"cannot be judged again: {refused}")


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


def _books_of(kept: _Kept, folder: Path) -> Rulebase:
    """The rulebase by which a position is judged again."""
    edition = kept.again().edition
    return _books(folder, edition, tuple(sorted(kept.readings.items())), game(edition).name)


def _ruled_now(todo: _Todo) -> _Ruled:
    """What is ruled now of a position, in whatever process."""
    kept = todo.kept
    try:
        _result(kept.told), kept.told["position"], kept.told["edition"]
        now = _now(kept.told, kept.again(), _books_of(kept, Path(todo.folder) if todo.folder else RULEBASE))
        changed = _changed(kept.told, now)
        return _Ruled(changed, tuple(_rules(now["proof"])), tuple(now["questions"])) if changed else _Ruled()
    except LedgerError:
        return _Ruled(damaged=True)
    except RefereeError as error:
        return _Ruled(refused=" ".join(str(error).split()))
    except _BROKEN:
        return _Ruled(damaged=True)


def _told(kept: _Kept, now: _Ruled, folder: Path, path: Path) -> Recheck:
    """What is told of a position that was judged again."""
    found = kept.again()
    if now.damaged:
        return _damaged(kept)
    if now.refused:
        return found._replace(otherwise=True, refused=now.refused, says=f"is not ruled any more: {now.refused}")
    if not now.changed:
        return found
    proof = kept.told["proof"] if kept.ruling is None else rulings.one(path, kept.ruling)["proof"]
    found = found._replace(otherwise=True, changed=now.changed)
    return _because(kept, found, proof, now, _books_of(kept, folder))


def _now(told: Told, found: Recheck, books: Rulebase) -> Told:
    """What is ruled today of what was kept: of a line, of an act, or of a question in words."""
    kind = kind_of(told)
    if kind == ACT:
        return of_act.ruled(of_act.deed_of(told["act"], told["act"]["said"]), books).to_dict()
    if kind == QUESTION:
        return of_question.ruled(told["answer"]["asks"], books).to_dict()
    anyway = bool(told["illegal"]) and told["status"] != "illegal"
    return judge(str(told.get("kind") or kind), found.line, found.edition, anyway, books).to_dict()


def _because(kept: _Kept, found: Recheck, proof: Told, now: _Ruled, books: Rulebase) -> Recheck:
    """What made the difference: the wording of clauses, rules new in the proof, readings, or the program alone."""
    today = prints(kept.relied, books) if kept.relied else {}
    before, after = _rules(proof), now.rules
    digest, version = rulebook(books)
    found = found._replace(
        clauses=tuple(id for id in today if kept.relied[id] and today[id] != kept.relied[id]),
        rules=tuple(rule for rule in after if rule not in before),
        without=tuple(rule for rule in before if rule not in after),
        questions=tuple(sorted({*kept.told["questions"]} ^ {*now.questions})),
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
