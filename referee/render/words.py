"""The words of every page: texts made safe to print, names of grades and clauses. Plain strings, no layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.book.files import vocabulary
from referee.book.sentences import quoted

Told = Mapping[str, Any]  # what was ruled, or a part of it, as JSON: of this run, or kept by an earlier one

_GRADES = {
    "card": "the text of a printed card",
    "rulebook": "the printed rules",
    "faq": "the publisher's FAQ, as reported",
    "reported": "card text known from transcriptions",
    "cosmodex": "the Cosmodex",
    "forum": "a forum answer",
    "unsourced": "an unsourced statement of the consolidated rules",
    "house": "a house reading: no document says it",
    "stated": "what the players stated",
}


_CUT = 2_000  # letters of a line: what is wrong is said before that
_PILE = "consolidated 4.10.2"  # the order of the discards


def in_own_words(edition: str, text: str) -> str:
    """A text of the page in the words of an edition."""
    own_words = vocabulary(edition)
    return text if own_words is None else own_words.say(text)


def authority(grade: str) -> str:
    """A grade of authority in words."""
    return _GRADES[grade]


def shown(text: object) -> str:
    """Text from players made safe to print: what does not print, or turns the writing round, is shown by its code."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))


def shown_lines(text: str) -> str:
    """A text of several lines made safe to print, each as `shown` has it; of a very long one the beginning."""
    lines = (
        line if len(line) <= _CUT else f"{line[:_CUT]} … ({len(line) - _CUT:,} more letters)"
        for line in text.split("\n")
    )
    return "\n".join(map(shown, lines))


def own(id: str, edition: str) -> str:
    """A citation as it is written in its own edition: without the book's name."""
    return id.removeprefix(f"{edition.partition('+')[0]} ")


def owns(ids: Sequence[str], edition: str, most: int | None = None) -> list[str]:
    """The first of some citations, each as `own` has it."""
    return [own(id, edition) for id in ids[:most]]


# What is due at a table: how it is done and what is counted; other words stand alone.
_OWED = {
    "return": ("return", "ship"),
    "lose": ("lose", "ship"),
    "reward": ("take", "reward"),
    "take": ("take", "card"),
    "discard": ("discard", "card"),
}
_OWED_UNCOUNTED = {
    "use": "use its power",
    "deal": "make a deal, or say that there is none",
    "discard": "discard one card of each type",
}


def owed(due: Told, edition: str) -> str:
    """What somebody has still to do at a table, in words: `red has still to lose 3 ships`."""
    what, count = due["what"], due["count"]
    done, noun = _OWED.get(what, (what, ""))
    counted = f"{done} {count} {noun}{'' if count == 1 else 's'}" if noun and count else ""
    what_to_do = counted or _OWED_UNCOUNTED.get(what, done)
    return shown(f"{due['who']} has still to {in_own_words(edition, what_to_do)}")


def wins(names: Sequence[str]) -> str:
    """Who wins: `red and blue win`, `red wins`."""
    return f"{' and '.join(names)} win{'s' if len(names) == 1 else ''}"


def turns(ruling: Told) -> str:
    """What would turn the result, in one line; empty if nothing is known to."""
    return " · ".join(flip["if"] for flip in ruling["flips"])


def weakest(ruling: Told) -> str:
    """The weakest authority relied on and what rests on it; the order of the discards is told apart from the rest."""
    rest = [cite for cite in ruling["citations"] if cite["id"] != _PILE and not cite.get("also")]
    grade = max((cite["grade"] for cite in rest), key=list(_GRADES).index, default="card")
    ids = owns([cite["id"] for cite in rest if cite["grade"] == grade], ruling["edition"])
    named = f" ({', '.join(ids[:3])}{', ...' if len(ids) > 3 else ''})" if grade not in ("rulebook", "card") else ""
    what = "a house rule of the table" if any(id.startswith("house ") for id in ids) else _GRADES[grade]
    order = "" if ruling["grade"] == grade else f"; the order of the discards on {_GRADES[ruling['grade']]}"
    return f"{what}{named}{order}"


def house_rule(rule: Told) -> str:
    """A house rule that a ruling rests on, or only names: what it says, where it was decided, why it is not applied."""
    named = rule["question"] or ", ".join(rule["clauses"])
    about = f"on {named}, " if named else "in general, "
    taken = f"{rule['question']} by {rule['reading']}, " if rule["reading"] else about
    where = "written by hand" if rule["dispute"] is None else f"decided {rule['decided']}, dispute {rule['dispute']}"
    says = f": {quoted(rule['says'])}" if rule["says"] else ""
    why = f"; {rule['why']}" if rule.get("why") else ""
    old = "; that was decided otherwise since" if rule["outdated"] else ""
    return shown(f"{taken}{where}{says}{why}{old}")


def also_decided(rule: Told) -> str:
    """A house rule that is on nothing in particular: what the table has decided on how it plays."""
    where = "written by hand" if rule["dispute"] is None else f"dispute {rule['dispute']}, {rule['decided']}"
    old = "; that was decided otherwise since" if rule["outdated"] else ""
    return shown(f"the table has also decided: {quoted(rule['says'])} ({where}){old}")


def joined(sentences: list[str]) -> str:
    """Sentences that differ in their first word only, said once: `green founds a colony, and so does blue`."""
    groups: dict[str, list[str]] = {}
    for sentence in sentences:
        who, _, rest = sentence.partition(" ")
        groups.setdefault(rest, []).append(who)
    return "; ".join(_together(names, rest) for rest, names in groups.items())


def _together(names: list[str], rest: str) -> str:
    if len(names) == 1 or rest.startswith(("had ", "held ", "ships are ")):
        return f"{' and '.join(names)} {rest}"
    others = " and ".join(names[1:])
    if names[0].endswith("'s"):
        return f"{names[0]} {rest}, and {others} too"
    verb = _ALIKE.get(rest.partition(" ")[0], ("does", "do"))[len(names) > 2]
    return f"{names[0]} {rest}, and so {verb} {others}"


# How `so` goes on after a verb that is no other's helper: of one player more, and of several.
_ALIKE = {"is": ("is", "are"), "was": ("was", "were"), "has": ("has", "have")} | {
    verb: (verb, verb) for verb in ("may", "can", "must", "could")
}
