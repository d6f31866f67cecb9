"""One thing under every edition: an encounter, a command, a question of timing, a disputable point or a topic."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from referee.book.told import Whole

if TYPE_CHECKING:
    from referee.book.parameters import Parameters

_POINT = re.compile(r"[A-Za-z]{2}[- ]?\d{1,3}")  # the id of a disputable point

# What is compared.
LINE, COMMAND, TIMING, READING, TOPICS = "line", "command", "timing", "reading", "topics"


class Compared(Whole):
    """What the editions have for a thing: `groups` of those that have the same, and where they part (`differs_by`).

    A topic that Duel answers too has that as `duel`.

    `kind` is what was compared: `line`, `command`, `timing`, `reading` or `topics`. Of several topics each stands in
    `topics`.
    """

    def __init__(self, kind: str, told: dict[str, object]) -> None:
        super().__init__(told)
        self.kind = kind


def compare(
    asked: str,
    offense: str = "",
    defense: str = "",
    seats: str = "",
    phase: str = "",
    table: str | None = None,
    db: Path | str | None = None,
) -> Compared:
    """Compares the editions on an encounter line, a disputable point, a topic, or the words of `timing`, `may`, `do`.

    `do` is compared at the kept `table` of the file `db`, and not done. The options of timing may stand in its words.
    Raises MalformedError, ImpossibleError and RulebaseError for what is not understood, cannot be or is not known.

    >>> import referee
    >>> hand = referee.compare("opening hand")
    >>> [group["editions"] for group in hand.to_dict()["groups"]]
    [['consolidated', 'ffg2018'], ['mayfair1991', 'warp']]
    """
    text = asked.strip()
    first, _, rest = text.partition(" ")
    word, rest = first.lower(), rest.strip()
    options = {"offense": offense, "defense": defense, "seats": seats, "phase": phase}
    if " vs " in f" {text} ":  # before all else: somebody may be called May
        return _line(text)
    if word == "do" and rest:
        return _command(rest, table, db)
    if word == "may" and rest:
        return _question(rest)
    if word == "timing" and (offense or ":" in rest or "--offense" in rest):
        return _timing(rest, {option: value for option, value in options.items() if value})
    return _reading(text) if _POINT.fullmatch(text) else _topics(text)


def _line(line: str) -> Compared:
    from referee.book.loader import rulebase
    from referee.book.parameters import Parameters
    from referee.conformance.editions.line import compare_line

    return Compared(LINE, compare_line(Parameters(rulebase()), line))


def _timing(contenders: str, options: dict[str, str]) -> Compared:
    from referee.conformance.editions.timing import compare_timing
    from referee.state.contenders import read_words

    words = " ".join([contenders, *(f"--{option}={value}" for option, value in options.items())])
    return Compared(TIMING, compare_timing(read_words(words)))


def _question(question: str) -> Compared:
    from referee.conformance.editions.table import compare_question

    return Compared(COMMAND, compare_question(question))


def _command(command: str, table: str | None, db: Path | str | None) -> Compared:
    from referee.conformance.editions.table import compare_command
    from referee.public.tables import TableSession

    return Compared(COMMAND, compare_command(TableSession(db, table).read()[1], command))


def _reading(id: str) -> Compared:
    from referee.conformance.editions.question import compare_reading

    return Compared(READING, compare_reading(id))


def _topics(topic: str) -> Compared:
    from referee.book.loader import rulebase
    from referee.book.parameters import Parameters
    from referee.duel.compared import meant
    from referee.errors import RulebaseError

    known = Parameters(rulebase())
    found = known.find(topic) or meant(topic) or known.meant(topic)
    if not found:
        topics = ", ".join(dict.fromkeys(known.of(id, "consolidated").topic for id in known.ids()))
        raise RulebaseError(topic, f"no topic of that name; topics: {topics}")
    told = [_topic(known, id) for id in found]
    return Compared(TOPICS, told[0] if len(told) == 1 else {"topics": told})


def _topic(known: Parameters, id: str) -> dict[str, object]:
    from referee.duel.compared import told

    groups, of_duel = known.groups(id), told(id)
    return {
        "topic": id,
        "asks": groups[0][0].asks,
        "groups": [
            {
                "editions": [parameter.edition for parameter in group],
                "ruling": {
                    "value": group[0].value,
                    "says": "Not stated." if group[0].value == "not-stated" else group[0].says,
                    "cites": list(dict.fromkeys(cite for parameter in group for cite in parameter.cites)),
                },
            }
            for group in groups
        ],
        "differs_by": [] if len(groups) == 1 else [group[0].cites[0] for group in groups if group[0].cites],
        **({"duel": of_duel} if of_duel is not None else {}),
    }
