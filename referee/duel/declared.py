"""What can be said, each form of it declared once: a word, its fields, and the function that rules it.

The parameters of that function are the fields: `who: Annotated[str, PLAYER]` is read and written as the kind `PLAYER`
says, `Annotated[str, PLAYER, "on"]` after the word `on`, and one with a default may be left out. So the reader, the
writer, how it is typed, and what the function takes cannot part. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

from referee.book.names import near
from referee.errors import MalformedError
from referee.state.reader import Reader

R = TypeVar("R", bound=Reader)
V = TypeVar("V")


@dataclass(frozen=True)
class Kind(Generic[R, V]):
    """What a field can be: how it is read, and how it is written."""

    read: Callable[[R], V]
    write: Callable[[V], str] = str


class _Always:
    """Stands for a field that is always said."""


ALWAYS = _Always()


class Field(NamedTuple):
    """One thing that a form says: its name, what it can be, the word before it, and its value where it is left out."""

    name: str
    kind: Kind[Any, object]
    after: str = ""
    unsaid: object = ALWAYS

    def read(self, r: Reader) -> object:
        """The value that is typed here, or that of a field which is left out."""
        if self.unsaid is not ALWAYS and (not r.word(self.after) if self.after else r.done()):
            return self.unsaid
        return self.kind.read(r)

    def write(self, value: object) -> str:
        """The value as it is typed; empty for one that is left out."""
        return "" if value == self.unsaid else f"{self.after} {self.kind.write(value)}".strip()


class Form:
    """One way to say something: its first word, how it is typed, what rules it, and the phases to which it belongs.

    `once` where it is said no more than once; `tidied` puts what can be said in two ways into one.
    """

    def __init__(
        self,
        word: str,
        usage: str,
        rules: Callable[..., None],
        *phases: str,
        once: bool = False,
        tidied: Callable[[dict[str, object]], dict[str, object]] = dict,
    ) -> None:
        self.word = word
        self.usage = usage
        self.rules = rules
        self.phases = phases
        self.once = once
        self.tidied = tidied

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """What is said besides the word: what the ruling function takes after its first parameter."""
        hints = get_type_hints(self.rules, include_extras=True)
        names = self.rules.__code__.co_varnames[1 : self.rules.__code__.co_argcount]
        defaults = self.rules.__defaults__ or ()
        unsaid = (*[ALWAYS] * (len(names) - len(defaults)), *defaults)
        said = [(hints[name].__metadata__, value) for name, value in zip(names, unsaid, strict=True)]
        return tuple(
            Field(name, kind, after[0] if after else "", value)
            for name, ((kind, *after), value) in zip(names, said, strict=True)
        )

    def __call__(self, **values: object) -> Spoken:
        """Something said so; fields that are not given are left out."""
        return Spoken(self, {field.name: values.get(field.name, field.unsaid) for field in self.fields})

    def read(self, r: Reader) -> Spoken:
        """What is typed after the word."""
        if self.once:
            r.once(self.word)
        r.topic = self.word
        return Spoken(self, self.tidied({field.name: field.read(r) for field in self.fields}))


class Spoken(NamedTuple):
    """Something that was said: its form, and the value of each field."""

    form: Form
    values: dict[str, Any]

    @property
    def verb(self) -> str:
        """The word by which it is called."""
        return self.form.word

    @property
    def who(self) -> str:
        """The player who does it; empty where it is nobody in particular."""
        said = next((value.who for value in self.values.values() if isinstance(value, Spoken)), "")
        return str(self.values.get("who", said))

    def rule(self, on: object) -> None:
        """Rules it: calls the function of its form with what was said."""
        self.form.rules(on, **self.values)

    def __str__(self) -> str:
        """As it is typed."""
        fields = (field.write(self.values[field.name]) for field in self.form.fields)
        return "".join([self.verb, *(text if text[0] == ":" else f" {text}" for text in fields if text)])


class Forms(dict[str, Form]):
    """All that can be said in one place, by word; `what` such a thing is called, and what `ends` it.

    Where it `guesses` a word that is none of them is answered with those that look like it.
    """

    def __init__(self, what: str, ends: str, *forms: Form, guesses: bool = True) -> None:
        super().__init__((form.word, form) for form in forms)
        self.what = what
        self.ends = ends
        self.guesses = guesses

    def read(self, r: Reader, stops: tuple[str, ...] = ("", ";")) -> Spoken:
        """One of them, up to a piece that stops it; what is not understood is answered with how it is typed."""
        word = r.now.lower()
        if word not in self:
            r.fail(f"{self.what}: {', '.join(self)}", meant(word, self) if self.guesses else "")
        r.step()
        with typed_so(f"It is typed so: {self[word].usage}"):
            spoken = self[word].read(r)
            if self.ends and r.now not in stops:
                r.fail(self.ends)
        return spoken


# -- kinds of many -----------------------------------------------------------------------------------------------------


def listed(one: Kind[R, V]) -> Kind[R, tuple[V, ...]]:
    """One or more of a kind, between commas."""

    def read(r: R) -> tuple[V, ...]:
        found: list[V] = []
        r.comma_list(lambda: found.append(one.read(r)))
        return tuple(found)

    return Kind(read, lambda values: ", ".join(map(one.write, values)))


def each(of: Kind[R, str], one: Kind[R, V], or_none: bool = False) -> Kind[R, dict[str, V]]:
    """`NAME x, NAME y`: something of this kind for each that is named, `or_none` at all."""

    def read(r: R) -> dict[str, V]:
        found: dict[str, V] = {}

        def pair() -> None:
            name = of.read(r)
            found[name] = one.read(r)

        if not (or_none and r.done()):
            r.comma_list(pair)
        return found

    return Kind(read, lambda values: ", ".join(f"{name} {one.write(value)}" for name, value in values.items()))


def choice(words: Iterable[str], expected: str) -> Kind[R, str]:
    """One of these words."""
    known = tuple(words)

    def read(r: R) -> str:
        return next((word for word in known if r.word(word)), "") or r.fail(expected)

    return Kind(read)


# -- what is not understood --------------------------------------------------------------------------------------------


@contextmanager
def typed_so(example: str) -> Iterator[None]:
    """Says, of what is not understood and has no hint of its own, how it is typed."""
    try:
        yield
    except MalformedError as error:
        if error.hint:
            raise
        raise MalformedError(error.line, error.column, error.expected, example) from None


def meant(word: str, words: Mapping[str, object]) -> str:
    """Which words somebody may have meant, as a hint; empty if none looks like it."""
    nearest = near(word, words, 2)
    return f"Did you mean {' or '.join(nearest)}?" if nearest else ""
