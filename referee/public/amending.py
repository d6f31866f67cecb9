"""A mistake found later at a kept table: what follows if it is put right, and what the table chooses to do about it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.book.loader import Rulebase
from referee.book.told import Told
from referee.disputes.house_rules import House
from referee.duel.games import Game, acts, game
from referee.errors import LedgerError, RefereeError
from referee.judge.shapes import ChangedTold, TurnedTold, UnlawfulTold
from referee.judge.table.verdict import Done, Refusal
from referee.judge.ways.amend import Amended, Past, Ways, amended
from referee.ledger import disputes
from referee.ledger import tables as kept_tables
from referee.ledger.changes import State
from referee.public.retelling import Retelling, retelling
from referee.public.several import commands_in
from referee.state.pending import Agreed

if TYPE_CHECKING:
    from referee.duel.games import AnyVerdict, Laid


QUESTION = "DF-82"  # what is to be done about a mistake that is found later


class Choice(StrEnum):
    """What a table can do about a mistake that was found."""

    STAND = "stand"
    REPAIR = "repair"
    AGAIN = "again"


_SAYS = {
    Choice.STAND: "it stands as it was done, and is named where a later ruling rests on it",
    Choice.REPAIR: "what can be is put right, and no outcome is undone",
    Choice.AGAIN: "the table is played again from there, as far as the later acts are legal",
}
# By the reading of the question that a table can have made its own, what is proposed first.
_PROPOSED = {"stands": Choice.STAND, "repair": Choice.REPAIR, "again": Choice.AGAIN}


class AmendedTable(Told):
    """What follows if the command of a `number` is put right: the command as it `was`, and those that are `now`.

    `otherwise` are the values that change, `unlawful` the later acts that would not have been legal, `turned` the
    encounters that would have ended otherwise, `repair` the commands that put right what can be. `choices` are what the
    table can do, the one that it proposes first; `chosen` is what was done, none (an empty text) where it was only
    asked.
    """

    number: int
    was: list[str]
    now: list[str]
    otherwise: list[ChangedTold]
    unlawful: list[UnlawfulTold]
    turned: list[TurnedTold]
    repair: list[str]
    choices: list[dict[str, str]]
    chosen: str
    status: str


class WaivedDues(Told):
    """What was done at a table although a rule forbids it, such as an end while a reward was owed.

    Of each the `number` and the `command`, what forbade it (`says`, `cites`), and what could be done in its place or
    before it (`nearest`).
    """

    waived: list[dict[str, Any]]


class Mistake(NamedTuple):
    """An act that is to be put right: where it is, what stands in its place, and whether that is only put before it.

    `number` is that of the command, or with `encounter` the last command of that encounter of the same verb.
    """

    number: int | None
    right: tuple[str, ...]
    insert: bool = False
    encounter: int | None = None


class Record:
    """A kept table with all that was said there, to be told again."""

    def __init__(self, path: Path, name: str | None, books: Rulebase | None) -> None:
        self.path = path
        self.name, self.states = kept_tables.states(path, name)
        entries = [entry for entry in kept_tables.history(path, name)[1] if not entry["undone"]]
        self.played: Game[Any] = game(self.states[0]["edition"])
        self.acts = acts(self.states[0]["edition"])
        self.laid = self.played.from_data(self.states[0])
        self.present = self.played.from_data(self.states[-1])
        self.books = books
        self.entries = entries
        self.pasts = [*_pasts(entries[1:], self.laid)]
        self.is_plain = all(entry["status"] != kept_tables.AMENDED for entry in entries)

    def ways(self) -> Ways[Any]:
        """How the table is told again, by its own house rules."""
        played, books = self.played, self.books

        def tell(table: Laid, command: str, anyway: bool) -> AnyVerdict:
            return played.tell(table, command, anyway, books)

        return Ways(tell, played.show, played.mend, self.acts.when)

    def unchanged(self, state: State, ruled: kept_tables.Ruled) -> kept_tables.Ruled:
        """What was ruled of the table, if it is still as it was read; LedgerError where somebody went on meanwhile."""
        if state != self.states[-1]:
            raise LedgerError("the table has gone on meanwhile: `referee history` shows what was done")
        return ruled

    def before(self, number: int) -> Laid:
        """The table before the command of this number."""
        if self.is_plain:
            table: Laid = self.played.from_data(self.states[number - 1])
            return table
        table = self.laid
        for past in self.pasts:
            if past.number < number:
                table = self._after(table, past)
        return table

    def tables_of(self, number: int) -> list[Laid]:
        """The tables before each of the commands of this number, and after the last."""
        tables = [self.before(number)]
        for past in self.pasts:
            if past.number == number:
                tables.append(self._after(tables[-1], past))
        return tables

    def in_spite_of(self) -> Iterator[tuple[Past, Refusal]]:
        """What was done although a rule forbids it: each command with what forbade it."""
        for number in dict.fromkeys([past.number for past in self.pasts if past.anyway]):
            table = self.before(number)
            for past in [past for past in self.pasts if past.number == number]:
                verdict = self.played.tell(table, past.command, past.anyway, self.books)
                for refusal in verdict.anyway:
                    yield past, refusal
                table = verdict.table

    def states_told(self) -> list[State]:
        """The states of the table one after another, through all that was told again."""
        if self.is_plain:
            return self.states
        found, table = [self.states[0]], self.laid
        for past in self.pasts:
            table = self._after(table, past)
            found.append(self.played.to_data(table))
        return [*found, self.states[-1]]

    def verdicts(self, number: int, pasts: Sequence[Past]) -> list[tuple[int, AnyVerdict]]:
        """What was ruled of the first commands of a number, each with the number."""
        tables = self.tables_of(number)
        return [
            (number, self.played.tell(table, past.command, past.anyway, self.books))
            for table, past in zip(tables, pasts, strict=False)
        ]

    def _after(self, table: Laid, past: Past) -> Laid:
        try:
            verdict = self.played.tell(table, past.command, True, self.books)
        except RefereeError:
            return table
        return verdict.table if verdict.legal else table

    def number_in(self, encounter: int, command: str) -> int:
        """The number of the last command of an encounter (1 is the first of the game) that has the same verb."""
        verb = self.verb(command)
        there = [passed.past for passed in self.passed_in(encounter)]
        same = [past.number for past in there if self.verb(past.command) == verb]
        if same:
            return same[-1]
        numbers = f"{there[0].number} to {there[-1].number}"
        raise LedgerError(f"encounter {encounter} has no `{verb}`; its commands are {numbers} (`referee history`)")

    def verb(self, command: str) -> str:
        """The verb of a command at this table; its first word where it is none of its commands."""
        try:
            return str(self.played.read(command, self.laid).verb)  # type: ignore[attr-defined]
        except RefereeError:
            return command.split(maxsplit=1)[0].casefold()

    def passed_in(self, encounter: int) -> list[Passed]:
        """The commands of one encounter of the game; LedgerError where it has not been played here."""
        there = [passed for passed in self.passed() if passed.encounter == encounter]
        if not there:
            raise LedgerError(f"encounter {encounter} has not been played here: `referee history` shows what was")
        return there

    def passed(self) -> Iterator[Passed]:
        """Each command with the states before and after it, and the encounter of the game to which it belongs."""
        count = 1
        for past, before, after in self._with_states():
            goes_on = self.acts.when_in(before) == self.acts.when_in(after)
            ends = not goes_on and self.verb(past.command) in _ENDS
            count += not goes_on and not ends
            yield Passed(past, before, after, count, ends)
            count += ends

    def _with_states(self) -> Iterator[tuple[Past, State, State]]:
        """Each command with the states before and after it; one of several in a line with those of the whole line."""
        if self.is_plain:
            yield from ((past, self.states[past.number - 1], self.states[past.number]) for past in self.pasts)
            return
        told = json.loads(json.dumps(self.states_told()))  # as they would be kept
        yield from zip(self.pasts, told, told[1:], strict=False)


class Passed(NamedTuple):
    """A command of a kept table: the states before and after it, and the encounter of the game to which it belongs.

    `encounter` counts from 1; `ends` is True for the command that ends it.
    """

    past: Past
    before: State
    after: State
    encounter: int
    ends: bool


_ENDS = ("end", "second")  # what belongs to the encounter that it ends


def _pasts(entries: Sequence[dict[str, Any]], table: Laid) -> Iterator[Past]:
    """What was said at a table, each command with its number; of what was told again the commands as they were done."""
    again = max([at for at, entry in enumerate(entries) if entry["status"] == kept_tables.AMENDED], default=-1)
    for part in kept_tables.parts_in_full([*entries[: again + 1]]):
        if not part["implied"]:
            yield Past(part["number"], part["command"], part["anyway"])
    for entry in entries[again + 1 :]:
        if entry["status"] != kept_tables.AGREED:
            for command in commands_in(entry["command"], table):
                yield Past(entry["number"], command, entry["anyway"])


# -- asking ------------------------------------------------------------------------------------------------------------


def waived_at(path: Path, name: str | None, books: Rulebase | None) -> WaivedDues:
    """What was done at a table although a rule forbids it, what was owed and waived among it."""
    record = Record(path, name, books)
    waived = [
        {"number": past.number, "command": past.command, **_forbidden(refusal)}
        for past, refusal in record.in_spite_of()
    ]
    return WaivedDues({"format": 1, "name": record.name, "edition": record.present.edition, "waived": waived})


def _forbidden(refusal: Refusal) -> dict[str, object]:
    told = refusal.to_dict()
    return {key: told[key] for key in ("says", "cites", "nearest")}


def amend_at(
    path: Path, name: str | None, mistake: Mistake, books: Rulebase | None, house: House | None
) -> tuple[AmendedTable, Amended[Laid], Record]:
    """What follows at a kept table if a mistake is put right; nothing is changed. LedgerError for no such command."""
    record = Record(path, name, books)
    retold = _retold(record, mistake)
    number = _number(record, mistake) if retold is None else retold.number
    original = [past for past in record.pasts if past.number == number]
    right = [Past(number, command) for said in mistake.right for command in commands_in(said, record.laid)]
    replaced = [] if mistake.insert else original
    later = [past for past in record.pasts if past.number > number or (mistake.insert and past.number == number)]
    before, earlier = record.before(number), []
    if retold is not None:  # one of several commands in a breath: those before it stand, those after it are told again
        earlier, replaced, rest = original[: retold.place], [original[retold.place]], original[retold.place + 1 :]
        right, later = [Past(number, retold.command)], [*rest, *later]
        before = record.tables_of(number)[retold.place]
    found = amended(before, right, replaced, later, record.present, record.ways())
    found.told[:0] = record.verdicts(number, earlier)
    told = {
        "format": 1,
        "name": record.name,
        "edition": record.present.edition,
        "number": number,
        "was": [past.command for past in replaced],
        "now": [past.command for past in right],
        **_status(found),
        **found.to_dict(),
        "choices": [] if found.refused is not None else _choices(found, path, house),
        "chosen": "",
    }
    return AmendedTable(told), found, record


def _number(record: Record, mistake: Mistake) -> int:
    """The number of the command that is to be put right; LedgerError where there is none."""
    number = mistake.number
    if mistake.encounter is not None:
        number = record.number_in(mistake.encounter, mistake.right[0] if mistake.right else "")
    if number is None or number not in [past.number for past in record.pasts]:
        last = record.pasts[-1].number if record.pasts else 0
        raise LedgerError(f"there is no command {number} to put right; they are 1 to {last} (`referee history`)")
    return number


def _retold(record: Record, mistake: Mistake) -> Retelling | None:
    """The one command that a mistake tells otherwise, in players' words too; None where it takes the place of all."""
    if mistake.insert or len(mistake.right) != 1:
        return None
    if mistake.encounter is None:
        numbers = [mistake.number or 0]
    else:
        numbers = [passed.past.number for passed in record.passed_in(mistake.encounter)]
    return retelling(record, numbers, mistake.right[0])


def _status(found: Amended[Laid]) -> dict[str, object]:
    """Whether the act itself can be, and if not the verdict on it."""
    if found.refused is None:
        return {"status": "legal"}
    return {"status": found.refused.status, "refused": found.refused.to_dict(proof=False)}


def _choices(found: Amended[Laid], path: Path, house: House | None) -> list[dict[str, str]]:
    """What the table can do, first what it has decided to do with mistakes."""
    own = _PROPOSED.get(_decided(path, house)) if house is not None else None
    there = [choice for choice in Choice if choice != Choice.REPAIR or found.repair]
    ordered = sorted(there, key=lambda choice: choice != own)
    return [
        {"choice": choice.value, "says": _SAYS[choice], "type": f"--{choice.value}"}
        | ({"proposed": "the table's own rule"} if choice == own else {})
        for choice in ordered
    ]


def _decided(path: Path, house: House) -> str:
    """The reading of the question that the table has made its own, by its name; none (an empty text) for none.

    No rule of the law takes such a reading, so it stands with the decision from which the house rule comes.
    """
    decided = [rule for rule in house.rules if rule.question == QUESTION]
    if not decided:
        return ""
    *_, rule = decided
    if rule.reading is not None or rule.dispute is None:
        return rule.reading or ""
    told = disputes.show(path, rule.dispute)
    return next((str(one["reading"] or "") for one in told["decisions"] if one["id"] == told["decision"]), "")


# -- choosing ----------------------------------------------------------------------------------------------------------


def chosen(choice: Choice, told: AmendedTable, found: Amended[Laid], record: Record) -> kept_tables.Ruled:
    """What is kept of a choice: one entry of the history, which one undo takes back."""
    ways = {Choice.STAND: _stand, Choice.REPAIR: _repair, Choice.AGAIN: _again}
    return ways[choice](told, found, record)


def _typed(told: AmendedTable) -> str:
    """The mistake as it is typed."""
    if not told.now:
        return f"amend {told.number} --drop"
    insert = "" if told.was else "--insert "
    return f'amend {told.number} {insert}"{" / ".join(told.now)}"'


def _stand(told: AmendedTable, found: Amended[Laid], record: Record) -> kept_tables.Ruled:
    """The table as it is, with the deviation on which it has agreed."""
    table = record.present.copy()
    was, now = " / ".join(told.was) or "nothing", " / ".join(told.now) or "nothing"
    says = f"command {told.number} stands as it was done: {was}; it should have been: {now}"
    table.agreed = (*table.agreed, Agreed(says, _concerned(found)))
    state = record.played.to_data(table)
    return kept_tables.Ruled(state, f"{_typed(told)} --stand", kept_tables.AGREED, False, [says])


def _concerned(found: Amended[Laid]) -> tuple[str, ...]:
    """The players for whom something would be otherwise."""
    return tuple(dict.fromkeys([changed.who for changed in found.otherwise if changed.who]))


def _repair(told: AmendedTable, found: Amended[Laid], record: Record) -> kept_tables.Ruled:
    """The one correction that puts right what can be; LedgerError where nothing can be."""
    if not found.repair:
        raise LedgerError("nothing can be put right without undoing an outcome: --stand or --again")
    (command,) = found.repair
    verdict = record.played.tell(record.present, command, False, record.books)
    if not verdict.legal:
        raise LedgerError(f"it cannot be put right so: {verdict.illegal[0].finding.says}")
    says = [f"for {_typed(told)}", *[step.says for step in verdict.steps]]
    return kept_tables.Ruled(
        record.played.to_data(verdict.table), verdict.command, verdict.status, bool(verdict.anyway), says
    )


def _again(told: AmendedTable, found: Amended[Laid], record: Record) -> kept_tables.Ruled:
    """The amended table, with all commands told again in the place of those that were."""
    before = kept_tables.parts_in_full([entry for entry in record.entries if entry["number"] < told.number])
    if not record.is_plain:
        full = kept_tables.parts_in_full(record.entries)
        before = [part for part in full if part["number"] < told.number]
    parts = [*before]
    for number, verdict in found.told:
        del parts[len(parts) - verdict.back :]
        done = verdict.done or [Done(verdict.command)]
        parts += [{"number": number, "anyway": False, "command": text, "implied": silent} for text, silent in done]
        parts[-1]["anyway"] = bool(verdict.anyway)
    now = kept_tables.parts_in_full(record.entries)
    same = len(list(takewhile(lambda both: both[0] == both[1], zip(now, parts, strict=False))))
    table = found.table
    if table.agreed != record.present.agreed:
        table = table.copy()
        table.agreed = record.present.agreed
    says = [f"{len(found.told)} commands were told again"]
    says += [f"command {act.number} ({act.command}): {act.says}" for act in found.unlawful]
    anyway = any(part["anyway"] for part in parts[same:])
    return kept_tables.Ruled(
        record.played.to_data(table),
        f"{_typed(told)} --again",
        kept_tables.AMENDED,
        anyway,
        says,
        parts[same:],
        len(now) - same,
    )
