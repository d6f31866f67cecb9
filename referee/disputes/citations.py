"""What players call upon in an argument: the clauses, disputable points, aliens and cards that their words name.

Each is held against the proof of a ruling: whether it rests on it, and if not, on what it rests instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from referee.book.books import Books
from referee.book.clause import Clause, spelled
from referee.book.loader import Names, Rulebase
from referee.book.names import key_of
from referee.errors import RulebaseError
from referee.judge.ruling import Ruling
from referee.state.encounter import Position

_READ = 4000  # letters of a claim in which names are looked for
_MOST = 8  # names taken from one claim
_SUPPORTS = 3  # steps shown in the place of a clause that the ruling does not rest on
_NUMBER = r"\d+(?:\.\d+)+(?:\.?\(?[a-z]\)?(?![a-z])(?:\.?\(?\d+\)?)?)?"
_SLUG = r"[a-z][a-z0-9-]*\.\d+(?:\.\d+)*"
# A number of two parts is a time or a total as often as a heading, unless one of these words stands before it.
_ANNOUNCED = re.compile(r"(?:\b(?:rule|clause|section|chapter|see|by|under)|§)\s*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w'-]*")


class Support(NamedTuple):
    """A clause of a proof: its grade, what it says, and the step that it carries."""

    id: str
    grade: str
    says: str
    step: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return self._asdict()


class Cited(NamedTuple):
    """Something that a side calls upon. `grade` is empty where the books know no such thing; `says` says so then.

    `rests`: whether the ruling rests on it; `by` is then the clause of the proof that is meant (itself, one that says
    the same, or one below that heading) and `step` what it carries. `instead` is what the ruling rests on otherwise.
    """

    id: str
    grade: str
    says: str
    rests: bool = False
    by: str = ""
    step: str = ""
    instead: tuple[Support, ...] = ()
    questions: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        told = self._asdict()
        return {**told, "instead": [support.to_dict() for support in self.instead], "questions": list(self.questions)}


@lru_cache(maxsize=4)
def shelf(known: Rulebase) -> Books:
    """The books of a rulebase, each read once."""
    return Books(known)


# -- names in words ----------------------------------------------------------------------------------------------------


def clauses_of(text: str, position: Position, known: Rulebase) -> list[str]:
    """What a claim names, in the order of its words: `5.10.8.2.a`, `DF-05`, `alien Zombie`, `card Ionic-Gas`.

    An alien of the position is known in any letters, others and cards of one word only where they are written as names.
    """
    text = text[:_READ]
    found = [*_ids(text, known), *_points(text, known), *_named(text, position, known)]
    return list(dict.fromkeys(id for _, id in sorted(found)))[:_MOST]


def _ids(text: str, known: Rulebase) -> Iterator[tuple[int, str]]:
    books = "|".join(map(re.escape, (*known.books(), "cr")))
    pattern = rf"(?<![\w.])(?:({books})[ :]+({_NUMBER}|{_SLUG})|({_NUMBER}))(?!\w)"
    for match in re.finditer(pattern, text, re.IGNORECASE):
        local = match[2] or match[3]
        book, locals = spelled(f"{match[1] or known.book} {local}", known.book, known.books())
        there = shelf(known).clauses(book)
        id = next((id for id in locals if id in there), locals[0])
        if match[1] and id not in there:  # a word that is the name of a book as well: "to the warp: 5.10.8"
            own, locals = spelled(f"{known.book} {local}", known.book, known.books())
            meant = next((id for id in locals if id in shelf(known).clauses(own)), None)
            book, id = (own, meant) if meant is not None else (book, id)
        if match[1] or local.count(".") > 1 or _ANNOUNCED.search(text[: match.start()]):
            yield match.start(), f"{book} {id}"


def _points(text: str, known: Rulebase) -> Iterator[tuple[int, str]]:
    for kind in {question[:2] for question in known.questions()}:
        for match in re.finditer(rf"\b{kind}[- ]?0*(\d{{1,3}})\b", text, re.IGNORECASE):
            yield match.start(), f"{kind}-{int(match[1]):02}"


def _named(text: str, position: Position, known: Rulebase) -> Iterator[tuple[int, str]]:
    """Aliens and cards, the longer name where two begin at the same word."""
    names = Names(known)
    there = {key_of(alien) for player in position.participants() for alien in player.aliens}
    there |= {key_of(alien) for aliens in position.aliens.values() for alien in aliens}
    players = {name.casefold() for name in position.names()}
    words = list(_WORD.finditer(text))
    at = 0
    while at < len(words):
        for length in (3, 2, 1):
            piece = words[at : at + length]
            if len(piece) < length or not _in_a_row(text, piece):
                continue
            said = text[piece[0].start() : piece[-1].end()].removesuffix("'s")
            written = all(word[0][0].isupper() for word in piece) and not _opens(text, piece[0].start())
            sure = length > 1 or written
            if said.casefold() in players:
                break
            alien = names.alien(said) if key_of(said) in there or sure else None
            if alien is not None and (written or key_of(said) in there):
                yield piece[0].start(), f"alien {alien}"
                at += length - 1
                break
            card = known.card(said) if sure and alien is None else None
            if card is not None:
                yield piece[0].start(), f"card {card.name}"
                at += length - 1
                break
        at += 1


def _in_a_row(text: str, words: Sequence[re.Match[str]]) -> bool:
    return all(text[one.end() : other.start()] == " " for one, other in pairwise(words))


def _opens(text: str, at: int) -> bool:
    """Whether a word opens a sentence, where any word has a capital."""
    before = text[:at].rstrip()
    return not before or before[-1] in '.!?:"“'


# -- against a proof ---------------------------------------------------------------------------------------------------


def cited(ids: Iterable[str], ruling: Ruling, position: Position, known: Rulebase) -> list[Cited]:
    """What a side calls upon, each held against the ruling on its account."""
    return [_cited(id, ruling, position, known) for id in dict.fromkeys(ids)]


def in_proof(id: str, ruling: Ruling, known: Rulebase) -> Support:
    """A clause of a proof with the step that it carries."""
    return Support(id, ruling.citations()[id], says_of(id, known), step_on(id, ruling))


def step_on(id: str, ruling: Ruling) -> str:
    """The step of a proof that a clause carries: the outcome, else the first conclusion, else what is given."""
    steps = [step for step in ruling.findings() if any(cite.id == id for cite in step.rule.cites)]
    steps.sort(key=lambda step: (step is not ruling.outcome, step.rule.kind not in ("rule", "power")))
    return steps[0].says if steps else ""


def says_of(id: str, known: Rulebase) -> str:
    """What a clause, a sheet or a card says, in our words; nothing where that is not known."""
    book, _, local = id.partition(" ")
    if book == "alien":
        alien = known.alien(local)
        return alien.summary if alien is not None else ""
    if book == "card":
        card = known.card(local)
        return card.summary if card is not None else ""
    clause = shelf(known).clauses(book).get(local) if book in known.books() else None
    return clause.says if clause is not None else ""


def _cited(id: str, ruling: Ruling, position: Position, known: Rulebase) -> Cited:
    book, _, local = id.partition(" ")
    if book == "alien":
        return _sheet(id, local, ruling, position, known)
    if book == "card":
        card = known.card(local)
        grade, says = (card.grade, card.summary) if card is not None else ("", "no card of that name is known")
        return _with_proof(Cited(id, grade, says), [id], ruling)
    if id in known.questions():
        return _point(id, ruling, known)
    return _clause(id, ruling, known)


def _clause(asked: str, ruling: Ruling, known: Rulebase) -> Cited:
    books = shelf(known)
    book, _, local = asked.partition(" ")
    under = [
        f"{book} {id}" for id in (books.clauses(book) if book in books.names() else ()) if id.startswith(f"{local}.")
    ]
    try:
        clause = books.find(asked, known.book)
    except RulebaseError as error:
        if not under:
            return Cited(asked, "", error.fault)
        return _with_proof(Cited(asked, known.grade(asked), "a heading"), under, ruling)
    id = clause.full_id
    told = Cited(id, clause.grade, clause.says, questions=clause.questions)
    found = _with_proof(told, [id, *sorted(known.saying(id) | known.said_by(id)), *under], ruling)
    return found if found.rests else found._replace(instead=_instead(clause, ruling, known))


def _sheet(id: str, name: str, ruling: Ruling, position: Position, known: Rulebase) -> Cited:
    alien = known.alien(name)
    if alien is None:
        return Cited(id, "", "no alien of that name is known")
    found = _with_proof(Cited(id, alien.grade, alien.summary), [id, f"card {name}-flare"], ruling)
    held = [
        *(a for p in position.participants() for a in p.aliens),
        *(a for found in position.aliens.values() for a in found),
    ]
    if found.rests or name in held:
        return found
    return found._replace(step="nobody on this line has it")


def _point(id: str, ruling: Ruling, known: Rulebase) -> Cited:
    """A disputable point: the ruling rests on it where a step takes a reading of it."""
    steps = [step for step in ruling.findings() if step.rule.question == id]
    says = "a disputable point of the registry"
    if not steps:
        return Cited(id, "registry", says, questions=(id,))
    return Cited(id, "registry", says, True, id, steps[0].says, (), (id,))


def _with_proof(told: Cited, ids: Sequence[str], ruling: Ruling) -> Cited:
    """The same with the clause of the proof that is meant: itself, else of these the one that the outcome rests on."""
    there = [id for id in ids if id in ruling.citations()]
    if not there:
        return told
    decisive = [cite.id for cite in ruling.outcome.rule.cites] if ruling.outcome is not None else []
    by = there[0] if there[0] == told.id else next((id for id in there if id in decisive), there[0])
    return told._replace(rests=True, by=by, step=step_on(by, ruling))


def _instead(clause: Clause, ruling: Ruling, known: Rulebase) -> tuple[Support, ...]:
    """What a ruling rests on in the place of a clause, the nearest first.

    That is a clause which the books set beside it because it differs; else the reading taken of a point to which it
    belongs; else what stands nearest to it in its own section, the outcome first; else what the outcome rests on.
    """
    proof = {cite.id for step in ruling.findings() if step is not ruling.root for cite in step.rule.cites}
    found = [id for id in clause.near if id in proof]
    if not found:
        steps = [step for step in ruling.findings() if step.rule.question in clause.questions and step.rule.question]
        found = [cite.id for step in steps for cite in step.rule.cites]
    decisive = [cite.id for cite in ruling.outcome.rule.cites] if ruling.outcome is not None else []
    if not found:
        shared = {id: _shared(clause, id) for id in ruling.citations() if id in proof}
        most = max(shared.values(), default=0)
        found = [id for id, count in shared.items() if count == most] if most > 1 else decisive
        found.sort(key=lambda id: id not in decisive)
    return tuple(in_proof(id, ruling, known) for id in list(dict.fromkeys(found))[:_SUPPORTS])


def _shared(clause: Clause, id: str) -> int:
    """How many parts of their numbers two clauses of one book have in common, from the first on."""
    book, _, local = id.partition(" ")
    if book != clause.book:
        return 0
    count = 0
    for one, other in zip(clause.id.split("."), local.split("."), strict=False):
        if one != other:
            break
        count += 1
    return count if clause.id[0].isdigit() else 2 * count
