"""Every effect that a sheet, a flare or a tech can be made of: what it does, when, what it is told, and an example."""

from __future__ import annotations

import inspect
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.book.power import Effect as Told
from referee.judge.powers import effect
from referee.judge.timing.clash import STEPS


class EffectTold(NamedTuple):
    """An effect by its `verb`: what it `does`, `when`, with which `arguments`, and how many sheets and cards have it.

    `example` is how one `of` them is written, in a file of `rulebase/`; both are empty where no file has it.
    """

    verb: str
    does: str
    when: tuple[str, ...]
    arguments: tuple[str, ...]
    example: str
    of: str
    used: int


def effects(books: Rulebase) -> Iterator[EffectTold]:
    """All effects, by their verbs in the order of the alphabet."""
    written = _written(books)
    for verb in sorted(effect.HOME):
        found = effect.find(verb)
        assert found is not None
        there = written[verb]
        whose, args = there[0] if there else ("", {})
        yield EffectTold(
            verb,
            _does(found),
            tuple(_when(found)),
            tuple(sorted({name for _, one in there for name in one})),
            as_written(verb, args) if there else "",
            whose,
            len({whose for whose, _ in there}),
        )


def as_written(verb: str, args: Mapping[str, object]) -> str:
    """An effect as it stands in the `effects` of a file."""
    fields = {"verb": verb, **args}
    return "{ " + ", ".join(f"{name} = {_value(value)}" for name, value in fields.items()) + " }"


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_value(one)}" for name, one in value.items()) + " }"
    return json.dumps(list(value) if isinstance(value, tuple | frozenset) else value, ensure_ascii=False)


def _written(books: Rulebase) -> defaultdict[str, list[tuple[str, Mapping[str, object]]]]:
    """(whose, with which arguments) for every place in the files that has an effect, by its verb; sheets come first."""
    sheets: list[tuple[str, tuple[Told, ...]]] = []
    faces: list[tuple[str, tuple[Told, ...]]] = []
    for name in sorted(books.alien_names()):
        sheet = books.sheet(name)
        if sheet is None:
            continue
        own = sheet.alien.name
        sheets += [(own, use.effects) for use in sheet.alien.uses]
        faces += [(f"{own} ({face})", sheet.flare.face(face).effects) for face in ("wild", "super")]
    cards = [(card.name, card.effects) for card in books.cards().values()]
    found: defaultdict[str, list[tuple[str, Mapping[str, object]]]] = defaultdict(list)
    for whose, told in (*sheets, *faces, *cards):
        for verb, args in told:
            found[verb].append((whose, args))
    return found


def _does(found: effect.Effect) -> str:
    """What an effect says of itself: the first paragraph of what stands at the function that declares it."""
    parts = (found.reckon, found.carry_out, *found.moments.values(), *found.played.values(), found.wins)
    own = [part for part in parts if part is not None]
    first = next((part for part in own if part.__name__ == found.name), own[0] if own else None)
    text = found.does or (inspect.getdoc(first) if first is not None else None)
    return " ".join((text or "").partition("\n\n")[0].split())


def _when(found: effect.Effect) -> Iterator[str]:
    """The windows and moments in which it does something, in words."""
    if found.window:
        yield f"the outcome: {STEPS[found.window]}"
    if found.carry_out is not None:
        yield "at once, as it is used"
    yield from (f"by itself: {moment.replace('_', ' ')}" for moment in (*found.moments, *found.played))
    if found.asked:
        yield "where the rules ask for it"
    if found.changes:
        yield "as long as it is there"
    if found.wins is not None:
        yield "a way of winning of its own"
    yield from (f"before the {phase} is left" for phase in found.leaving)
