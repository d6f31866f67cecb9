"""What can be said, each form of it declared once: its fields, from which it is read, written back and shown.

Nothing here knows a game: what a field can be is a `Kind`, which the reader of that game reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Generic, TypeVar

from referee.state.reader import Reader

R_contra = TypeVar("R_contra", bound=Reader, contravariant=True)
V = TypeVar("V")
S = TypeVar("S")
Values = dict[str, object]  # what is said, by the attribute that holds it


@dataclass(frozen=True, slots=True)
class Kind(Generic[R_contra, V]):
    """What a field can be: how it is read, how it is written, and how it is shown in the form (`NAME`)."""

    read: Callable[[R_contra], V]
    write: Callable[[V], str] = str
    shown: str = ""


ALWAYS = object()  # stands for a field that is always said
_LEADS = {"": " ", "/": "/", ":": ": "}  # a mark follows the word before it at once


class Field(Generic[R_contra]):
    """One thing that a form says: the attribute that holds it, what it can be, and the word typed before it.

    Several attributes, with spaces between their names, hold the values of a tuple. What may be left out has the value
    `unsaid` then; what may not is read without its mark too, but not without its word.
    """

    __slots__ = ("after", "get", "kind", "lead", "names", "unsaid", "write")

    def __init__(self, name: str, kind: Kind[R_contra, Any], after: str = "", unsaid: object = ALWAYS) -> None:
        self.names = name.split()
        self.get = attrgetter(*self.names)
        self.kind = kind
        self.write = kind.write
        self.after = after
        self.lead = _LEADS.get(after, f" {after} ")
        self.unsaid = unsaid

    def read(self, r: R_contra, values: Values) -> None:
        """Puts what is typed here into the values; nothing if it is left out."""
        if self.is_said(r):
            self.put(values, self.kind.read(r))

    def is_said(self, r: R_contra) -> bool:
        """True if it is not left out; takes the word before it."""
        if not self.after:
            return self.unsaid is ALWAYS or not r.done()
        if self.unsaid is not ALWAYS:
            return r.word(self.after)
        return r.mark(self.after) or self.after in _LEADS or r.expect_word(self.after)

    def put(self, values: Values, value: Any) -> None:
        """Puts a value under the name of its attribute, or several under theirs."""
        if len(self.names) == 1:
            values[self.names[0]] = value
        else:
            values.update(zip(self.names, value, strict=True))

    def shown(self) -> str:
        """How it is typed, in general: in brackets if it may be left out."""
        text = self.kind.shown
        if not text or self.unsaid is ALWAYS:
            return text and f"{self.lead}{text}"
        return f"[/{text}]" if self.after == "/" else f" [{self.lead.lstrip()}{text}]"


class Form(Generic[R_contra, S]):
    """One way to say something: the words by which it is called, its fields in order, and what it makes of them.

    `values` are those that follow from the form itself. `says` tells what it is for; `usage` how it is typed, for
    whoever has typed half of it; `typed` how it is typed in general, where the fields do not show that; `ruled_as` the
    command as which it is ruled.
    """

    __slots__ = ("_typed", "example", "fields", "makes", "more", "ruled_as", "says", "usage", "values", "word")

    def __init__(
        self,
        word: str,
        makes: Callable[..., S],
        fields: tuple[Field[R_contra], ...],
        values: Values,
        says: str = "",
        example: str = "",
        usage: str = "",
        typed: str = "",
        ruled_as: str = "",
    ) -> None:
        self.word = word
        self.more = word.split()[1:]
        self.makes = makes
        self.fields = fields
        self.values = values
        self.says = says
        self.example = example
        self.usage = usage
        self.ruled_as = ruled_as
        self._typed = typed

    @property
    def typed(self) -> str:
        """How it is typed in general: `zap NAME[/ALIEN] [by NAME]`."""
        return self._typed or "".join([self.word, *(field.shown() for field in self.fields)])

    def expect_words(self, r: R_contra) -> None:
        """Takes its words besides the first."""
        for word in self.more:
            r.expect_word(word)

    def read(self, r: R_contra) -> S:
        """What is typed after its first word."""
        self.expect_words(r)
        return self.read_on(r)

    def read_on(self, r: R_contra) -> S:
        """What is typed after all of its words."""
        values = self.values.copy()
        for field in self.fields:
            field.read(r, values)
        return self.makes(**values)

    def write(self, said: S) -> str:
        """What was said, as it is typed."""
        text = self.word
        for field in self.fields:
            value = field.get(said)
            if value != field.unsaid:
                told = field.write(value)
                if told or field.after:
                    text += field.lead + told
        return text


AnyForm = Form[Any, Any]


def choice(words: Iterable[str], expected: str) -> Kind[Reader, str]:
    """One of these words."""
    known = tuple(words)

    def read(r: Reader) -> str:
        return next((word for word in known if r.word(word)), "") or r.fail(expected)

    return Kind(read, shown="|".join(known))
