"""What Duel has for the topics by which the editions of the big game are compared."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from referee.book.files import read_toml
from referee.book.loader import Rulebase
from referee.duel.api import books_of

_FILE = "compared.toml"


class Topic(NamedTuple):
    """What Duel has for a topic: the rule of its law, what that says, and the words by which it is asked for."""

    law: str
    says: str
    words: tuple[str, ...]


@lru_cache(maxsize=4)
def topics(books: Rulebase) -> dict[str, Topic]:
    """What Duel has for each topic that it shares with the big game, by the topic's id."""
    found = {}
    for id, entry in read_toml(books.home / _FILE).items():
        rule = books.law[entry["law"]]
        found[id] = Topic(rule.id, entry.get("says", rule.says), tuple(entry.get("words", ())))
    return found


def told(id: str) -> dict[str, object] | None:
    """What Duel has for a topic, as JSON: its title, what its rule says and the clauses; None where it has nothing."""
    books = books_of()
    topic = topics(books).get(id)
    if topic is None:
        return None
    rule = books.law[topic.law]
    cites = [cite.id for cite in rule.cites if cite.id.startswith(f"{books.book} ")]
    return {"title": books.title, "says": topic.says, "cites": cites}


def meant(words: str) -> list[str]:
    """The topics that a word of Duel means, such as `straggler`; none for a word that it does not have."""
    text = words.casefold()
    known = topics(books_of()).items()
    return [id for id, topic in known if any(re.search(rf"\b{word}\b", text) for word in topic.words)]
