"""The readers that are tried, and what has to be so of whatever they answer."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rich.console import Console

from referee.book.loader import rulebase
from referee.conformance.judged import check
from referee.disputes.house_files import file_of
from referee.disputes.house_rules import read as house_rules
from referee.duel import tabletop as duel
from referee.duel.api import books_of, judge_contest, judge_duel
from referee.duel.games import DUEL, game
from referee.errors import RefereeError
from referee.judge.timing.question import rule_timing
from referee.judge.ways.line import judge_encounter
from referee.judge.ways.table import rule_command, rule_question, rule_table
from referee.ledger.shapes import check_ruling
from referee.render.page import print_ruling
from referee.render.timing import print_timing
from referee.state.contenders import read_words
from tests.fuzz import ledgers, toml
from tests.fuzz.mutated import CLAUSES, NUMBERS, Mutating, edges, renamed
from tests.fuzz.seeds import EDITIONS, PLAYERS, Input, aliens, commands, edition, lines, names, plays

MOST_SAID = 20_000  # letters of an error: a line can have many faults


class Target(NamedTuple):
    """A reader: inputs made from a numbered dice, inputs at the bounds, and what reads one.

    `read` raises RefereeError for what is refused; with its second argument the answer is shown, too. `share` of the
    inputs of the fastest target are as many as it is worth trying: some need a file each.
    """

    name: str
    inputs: Callable[[Random, int], Iterator[Input]]
    edges: Callable[[], list[Input]]
    read: Callable[[Input, bool], None]
    share: float = 1.0


def ready(target: Target, what: Input) -> None:
    """Reads the law by which it is ruled, which is not counted as its time."""
    if what.edition == DUEL:
        books_of()
    elif what.edition in EDITIONS:
        rulebase(what.edition, judged=target.name != "timing")


def refused(error: RefereeError) -> None:
    """A refusal is a sentence, and no novel."""
    assert str(error).strip(), "a refusal without a word"
    assert len(str(error)) <= MOST_SAID, f"a refusal of {len(str(error)):,} letters: {str(error)[:200]}"


def _shown(print: Callable[[Console], None]) -> None:
    print(Console(file=io.StringIO(), width=80))


# -- lines -------------------------------------------------------------------------------------------------------------


def _ruled(judge: Callable[[str, Input], Any]) -> Callable[[Input, bool], None]:
    """A ruling can be told as JSON and shown, and its line is read again as the same line."""

    def read(what: Input, whole: bool) -> None:
        told = judge(what.text, what).to_dict()
        json.dumps(told)
        if not whole:
            return
        if "kind" not in told:
            check_ruling(json.loads(json.dumps(told)))  # it can be imported, whoever exports it
        _shown(lambda out: print_ruling(told, False, out))
        _shown(lambda out: print_ruling(told, True, out))
        try:
            again = judge(told["position"], what).to_dict()
        except RefereeError as error:
            raise AssertionError(f"its own line {told['position']!r} is refused: {error}") from None
        assert again["position"] == told["position"], (told["position"], again["position"])
        assert (again["status"], again["outcome"]) == (told["status"], told["outcome"]), told["position"]

    return read


def _of_lines(mutating: Callable[[], Mutating], by: str = "") -> Callable[[Random, int], Iterator[Input]]:
    def inputs(source: Random, number: int) -> Iterator[Input]:
        where = by or edition(source, number)
        yield Input(where, mutating().line(source), source.random() < 0.3)

    return inputs


def _edges_of(kind: str, by: str) -> Callable[[], list[Input]]:
    return lambda: [Input(by, text) for text in edges(lines(kind)[0])]


@cache
def _encounters() -> Mutating:
    return Mutating(lines("encounter"))


@cache
def _duels() -> Mutating:
    return Mutating(lines("duel"), True)


@cache
def _contests() -> Mutating:
    return Mutating(lines("contest"), True, more=lines("duel"))


# -- questions ---------------------------------------------------------------------------------------------------------


@cache
def _questions() -> Mutating:
    """What is asked in the cases, and every command of a play with what is set in some other."""
    facts = [said.removeprefix("set ") for said in commands() if said.startswith("set ")]
    asked = [f"{said} ; {facts[at % len(facts)]} ; offense red" for at, said in enumerate(commands())]
    return Mutating((*asked, *lines("may") * 20, *(f"draw red 1 ; {fact}" for fact in facts)))


def _asked(what: Input, whole: bool) -> None:
    told = rule_question(what.text, what.edition).to_dict()
    json.dumps(told)
    if whole and "ruling" in told:
        _shown(lambda out: print_ruling(told["ruling"], True, out))


_OPTIONS = ("--offense", "--defense", "--seats", "--phase")
_PHASES = ("start-turn", "regroup", "destiny", "launch", "alliance", "planning", "reveal", "resolution")
_EVENTS = ("discard", "regroup", "Card-Zap", "Cosmic-Zap", "Plague", "Quash", "power", "flare", "Force-Field", "claim")


def _contender(source: Random, players: list[str]) -> str:
    who = source.choice((*players * 4, source.choice(PLAYERS), "hazard"))
    effect = source.choice((source.choice(aliens()), source.choice(names()), source.choice(_EVENTS)))
    effect = source.choice(("", f":{effect}", f":{effect}", f":{effect}", f":flare-{effect}"))
    when = source.choice(("", "", "", "@before", "@after", "@when", f"@{source.choice(_PHASES)}"))
    return f"{who}{effect}{when}".replace('"', "")


def _timing_inputs(source: Random, number: int) -> Iterator[Input]:
    said, dashes, options = renamed(source, source.choice(lines("timing"))).partition("--")
    words, options = said.split(), f"{dashes}{options}"
    players = [player for player in PLAYERS if player in options] or [*PLAYERS]
    for _ in range(source.choice((0, 1, 2, 3, 4))):
        at, how = source.randrange(len(words) + 1), source.random()
        if how < 0.5:
            words.insert(at, _contender(source, players))
        elif how < 0.65:
            words[at : at + 1] = [_contender(source, players)]
        elif how < 0.75:
            del words[at : at + 1]
        elif how < 0.85:
            words.insert(at, source.choice(words or [""]))
        else:
            value = source.choice((*players, *_PHASES, ",".join(players), ",".join(PLAYERS[:4]), "?", ""))
            options += f" {source.choice(_OPTIONS)} {value}"
    text = f"{' '.join(words)} {options}"
    if source.random() < 0.1:
        text = _encounters().line(source, text)
    yield Input(edition(source, number), text)


def _timed(what: Input, whole: bool) -> None:
    told = rule_timing(read_words(what.text), what.edition).to_dict()
    json.dumps(told)
    if whole:
        _shown(lambda out: print_timing(told, True, out))


# -- tables ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _verdict(by: str, before: tuple[str, ...], command: str, anyway: bool) -> Any:
    """The ruling on a command after these, which were accepted."""
    if not before:
        return duel.rule_table(command) if by == DUEL else rule_table(command, by)
    table = _table(by, before)
    return (duel.rule_command if by == DUEL else rule_command)(table, command, anyway)


def _table(by: str, before: tuple[str, ...]) -> Any:
    """The table after these commands; one that ends in `--anyway` was done in spite of what forbids it."""
    command, anyway, _ = before[-1].partition(" --anyway")
    return _verdict(by, before[:-1], command, bool(anyway)).table


def _at_table(what: Input, whole: bool) -> None:
    """A table is as it was after what is refused, and can be kept and read again after what is accepted."""
    played = game(what.edition)
    was = json.dumps(played.to_data(_table(what.edition, what.before))) if what.before else ""
    verdict = _verdict(what.edition, what.before, what.text, what.anyway)
    json.dumps(verdict.to_dict())
    if what.before:
        assert json.dumps(played.to_data(_table(what.edition, what.before))) == was, "the table before it was changed"
    if not verdict.legal:
        assert not what.before or json.dumps(played.to_data(verdict.table)) == was, "refused, and the table changed"
        return
    kept = json.dumps(played.to_data(verdict.table))
    assert json.dumps(played.to_data(played.from_data(json.loads(kept)))) == kept, "kept otherwise than it is"
    json.dumps(played.show(verdict.table))
    if whole:
        assert all(offer.command for offer in played.offers(verdict.table, None))
        if verdict.command:
            again = _verdict(what.edition, what.before, verdict.command, what.anyway)
            assert again.command == verdict.command, (verdict.command, again.command)


@cache
def _commands(by_duel: bool) -> Mutating:
    return Mutating(commands(by_duel), by_duel)


@cache
def _facts() -> Mutating:
    """What is set in the cases."""
    said = tuple(command for command in commands() if command.startswith("set "))
    return Mutating(
        said, clauses=(*CLAUSES, "aside {a}: {x}", "deck {n}", "discards: {x} {y}", "ships {a}.{n} {b} {n}")
    )


def _game(source: Random, number: int, by_duel: bool, sets: bool) -> Iterator[Input]:
    """A play of a case that goes astray: its commands, those of others, and what is offered, half of them changed."""
    tables = plays(by_duel)
    if number < 20:  # reading an edition takes a second
        tables = tuple(played for played in tables if played[0] in (DUEL, *EDITIONS[:3]))
    by, play = source.choice(tables)
    first, *rest = play
    rest = rest[: source.randrange(len(rest) + 1)]
    if source.random() < 0.3:
        first = _commands(by_duel).line(source, first)
    before: tuple[str, ...] = ()
    for step in range(len(rest) + source.randrange(4, 16)):
        anyway = False
        if not step:
            text = first
        elif step <= len(rest) and source.random() < 0.8:
            text = rest[step - 1]
        else:
            seats = [seat for seat in _table(by, before).seats if seat] or PLAYERS
            anyway = source.random() < 0.2
            how = source.random()
            if sets:
                text = _facts().command(source, source.choice(_facts().pool), seats)
            elif how < 0.3:
                offers = [offer.command for offer in game(by).offers(_table(by, before), None)]
                text = source.choice(offers or ["resolve"])
                if source.random() < 0.3:
                    text = _commands(by_duel).command(source, text, seats)
            else:
                text = _commands(by_duel).command(source, source.choice(_commands(by_duel).pool), seats)
        yield Input(by, text, anyway, before)
        try:
            verdict = _verdict(by, before, text, anyway)
        except Exception:  # refused, or a fault that was noted where it was read
            verdict = None
        if verdict is not None and verdict.legal:
            before = (*before, f"{text} --anyway" if anyway else text)
        elif not before:
            return  # no table was laid


def _of_tables(by_duel: bool = False, sets: bool = False) -> Callable[[Random, int], Iterator[Input]]:
    return lambda source, number: _game(source, number, by_duel, sets)


def _edges_of_tables(lays: str, by: str, said: str) -> Callable[[], list[Input]]:
    def found() -> list[Input]:
        numbers = [f"{verb} {number}" for verb in ("set hand red", "draw red", "set deck") for number in NUMBERS]
        return [Input(by, text, False, (lays,)) for text in [*edges(said), *numbers]] + [
            Input(by, text) for text in edges(lays)
        ]

    return found


# -- files -------------------------------------------------------------------------------------------------------------


def _in_file(text: str, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape" if max(text, default="") >= "\udc80" else "replace"))
    return path


def _case_file(what: Input, whole: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for result in check(_in_file(what.text, Path(folder) / "cases.toml"), whole):
            json.dumps(result.to_dict(), default=str)


def _house_file(what: Input, whole: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "referee.db"
        _in_file(what.text, file_of(database, "kitchen"))
        house = house_rules(database, "kitchen")
        json.dumps([rule.to_dict() for rule in house.rules] if house else [])


TARGETS = {
    target.name: target
    for target in (
        Target(
            "line",
            _of_lines(_encounters),
            _edges_of("encounter", EDITIONS[0]),
            _ruled(lambda text, what: judge_encounter(text, what.edition, what.anyway)),
        ),
        Target(
            "duel",
            _of_lines(_duels, DUEL),
            _edges_of("duel", DUEL),
            _ruled(lambda text, what: judge_duel(text, what.anyway)),
            0.5,
        ),
        Target(
            "contest",
            _of_lines(_contests, DUEL),
            _edges_of("contest", DUEL),
            _ruled(lambda text, what: judge_contest(text, what.anyway)),
        ),
        Target("may", _of_lines(_questions), _edges_of("may", EDITIONS[0]), _asked),
        Target("timing", _timing_inputs, _edges_of("timing", EDITIONS[0]), _timed, 0.3),
        Target(
            "do",
            _of_tables(),
            _edges_of_tables("table red purple blue", EDITIONS[0], "deal red gives 1 card"),
            _at_table,
        ),
        Target(
            "set",
            _of_tables(sets=True),
            _edges_of_tables("table red purple blue", EDITIONS[0], "set hand red 3 ; warp red 1"),
            _at_table,
        ),
        Target(
            "do-duel",
            _of_tables(by_duel=True),
            _edges_of_tables("table duel blue red", DUEL, "set hand red 3"),
            _at_table,
        ),
        Target("cases", toml.case_files, toml.edges, _case_file, 0.1),
        Target("house", toml.house_files, toml.edges, _house_file, 0.2),
        Target("imports", ledgers.inputs, ledgers.edges, ledgers.taken, 0.05),
    )
}
