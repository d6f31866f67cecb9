"""That something is forbidden: by which rule of the law, with the words that the rule's sentence needs."""

from __future__ import annotations

from typing import NamedTuple


class Forbidden(NamedTuple):
    """A rule, by its id, that forbids what somebody does; its `words` are as the rule's text names them.

    `waivable` where a table may go on in spite of it: not what cannot be done at all.
    """

    rule: str
    words: tuple[object, ...] = ()
    waivable: bool = True
