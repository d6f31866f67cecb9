"""What players call upon in an argument: the clauses, disputable points, aliens and cards that their words name.

Each is held against the proof of a ruling: whether it rests on it, and if not, on what it rests instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from referee.book.books import Books
from referee.book.clause import Clause, spelled
from referee.book.loader import Names, Rulebase
from referee.book.names import key_of
from referee.disputes import lines
from referee.disputes.records import Cited, Support
from referee.duel.games import is_own_game
from referee.errors import RulebaseError
from referee.judge.ruling import Ruling
from referee.state.encounter import Position

_READ = 4000  # letters of a claim in which names are looked for
_MOST = 8  # names taken from one claim
LOST_POWER = "power.unusable"  # the rule by which a lost power does nothing
NOTHING_ELSE = ("power.kept", "win.none")  # rules of steps that say that nothing happens to anybody (else)
_SUPPORTS = 3  # steps shown in the place of a clause that the ruling does not rest on
_NUMBER = r"\d+(?:\.\d+)+(?:\.?\(?[a-z]\)?(?![a-z])(?:\.?\(?\d+\)?)?)?"
_SLUG = r"[a-z][a-z0-9-]*\.\d+(?:\.\d+)*"
# A number of two parts is a time or a total as often as a heading, unless one of these words stands before it.
_ANNOUNCED = re.compile(r"(?:\b(?:rule|clause|section|chapter|see|by|under)|§)\s*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w'-]*")


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
    found = [*_ids(text, known), *_slugs(text, known), *_points(text, known), *_named(text, position, known)]
    return list(dict.fromkeys(id for _, id in sorted(found)))[:_MOST]


def _ids(text: str, known: Rulebase) -> Iterator[tuple[int, str]]:
    books = "|".join(map(re.escape, (*known.books(), "cr")))
    pattern = rf"(?<![\w.])(?:({books})[ :]+({_NUMBER}|{_SLUG})|({_NUMBER}))(?!\w)"
    for match in re.finditer(pattern, text, re.IGNORECASE):
        local = match[2] or match[3]
        if match[1] or local.count(".") > 1 or _ANNOUNCED.search(text[: match.start()]):
            id, there = _spelled(match[1] or known.book, local, known)
            if match[1] and not there:  # a word that is the name of a book as well: "to the warp: 5.10.8"
                own, in_own = _spelled(known.book, local, known)
                id = own if in_own else id
            yield match.start(), id


def _slugs(text: str, known: Rulebase) -> Iterator[tuple[int, str]]:
    """Clauses of the own book that are called by words: `tactics.11`; other words with a number are none."""
    for match in re.finditer(rf"(?<![\w.-]){_SLUG}(?!\w)", text, re.IGNORECASE):
        id, there = _spelled(known.book, match[0], known)
        if there:
            yield match.start(), id


def _spelled(book: str, local: str, known: Rulebase) -> tuple[str, bool]:
    """A clause as it is written in a claim, by its id, and whether there is one; else the likeliest id."""
    name, locals = spelled(f"{book} {local}", known.book, known.books())
    clauses = shelf(known).clauses(name)
    there = [id for id in locals if id in clauses]
    return f"{name} {(there or locals)[0]}", bool(there)


def _points(text: str, known: Rulebase) -> Iterator[tuple[int, str]]:
    for kind in {question[:2] for question in known.questions()}:
        for match in re.finditer(rf"\b{kind}[- ]?0*(\d{{1,3}})\b", text, re.IGNORECASE):
            yield match.start(), f"{kind}-{int(match[1]):02}"


def _named(text: str, position: Position, known: Rulebase) -> Iterator[tuple[int, str]]:
    """Aliens and cards, the longer name where two begin at the same word."""
    names = _Names(text, position, known)
    words = list(_WORD.finditer(text))
    at = 0
    while at < len(words):
        pieces = (words[at : at + length] for length in (3, 2, 1) if at + length <= len(words))
        piece, id = next(((piece, id) for piece in pieces if (id := names.meant(piece)) is not None), ([], None))
        if id:
            yield piece[0].start(), id
        at += len(piece) if id else 1


class _Names:
    """What words of a claim can name: players and aliens of the position, other aliens, and cards."""

    def __init__(self, text: str, position: Position, known: Rulebase) -> None:
        self.text, self.known = text, known
        self.aliens = Names(known)
        self.held = {key_of(alien) for alien in lines.sheets(position)}
        self.players = {name.casefold() for name in lines.players(position)}

    def meant(self, words: Sequence[re.Match[str]]) -> str | None:
        """The alien or card that these words name, an empty text if they name a player; None if nothing."""
        text = self.text
        if any(text[one.end() : other.start()] != " " for one, other in pairwise(words)):
            return None
        said = text[words[0].start() : words[-1].end()].removesuffix("'s")
        if said.casefold() in self.players:
            return ""
        written = all(word[0][0].isupper() for word in words) and not _opens(text, words[0].start())
        held, sure = key_of(said) in self.held, len(words) > 1 or written
        if is_own_game(self.known):
            return lines.named(said, self.known) if held or sure else None
        alien = self.aliens.alien(said) if held or sure else None
        if alien is None:
            card = self.known.card(said) if sure else None
            return None if card is None else f"card {card.name}"
        return f"alien {alien}" if written or held else None


def _opens(text: str, at: int) -> bool:
    """True if a word opens a sentence, where any word has a capital."""
    before = text[:at].rstrip()
    return not before or before[-1] in '.!?:"“'


# -- against a proof ---------------------------------------------------------------------------------------------------


def cited(ids: Iterable[str], ruling: Ruling, position: Position, known: Rulebase) -> list[Cited]:
    """What a side calls upon, each held against the ruling on its account."""
    return [_cited(id, ruling, position, known) for id in dict.fromkeys(ids)]


def in_proof(id: str, ruling: Ruling, known: Rulebase) -> Support:
    """A clause of a proof with the step that it carries."""
    return Support(id, ruling.citations[id], says_of(id, known), step_on(id, ruling))


def step_on(id: str, ruling: Ruling) -> str:
    """The step of a proof that a clause carries: the outcome, else the first conclusion, else what is given.

    That nothing happens to anybody else stands last.
    """
    steps = [step for step in ruling.findings if any(cite.id == id for cite in step.rule.cites)]
    steps.sort(
        key=lambda step: (
            step is not ruling.outcome,
            step.rule.id in NOTHING_ELSE,
            step.rule.kind not in ("rule", "power"),
        )
    )
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
    if found.rests:
        return found
    if name not in lines.sheets(position):
        return found._replace(step="nobody on this line has it")
    return found._replace(instead=tuple(dict.fromkeys(_why_it_does_nothing(name, ruling, position, known))))


def _why_it_does_nothing(name: str, ruling: Ruling, position: Position, known: Rulebase) -> Iterator[Support]:
    """The clauses by which the power of a sheet is lost to whoever has it."""
    if not lines.is_of_big_game(position):
        return
    owners = [player.name for player in position.participants() if name in player.aliens]
    for step in ruling.findings:
        if step.rule.id == LOST_POWER and {*owners} & {*map(str, step.words)}:
            cite = step.rule.cites[0]
            yield Support(cite.id, cite.grade, says_of(cite.id, known), step.says)


def _point(id: str, ruling: Ruling, known: Rulebase) -> Cited:
    """A disputable point: the ruling rests on it where a step takes a reading of it."""
    steps = [step for step in ruling.findings if step.rule.question == id]
    says = "a disputable point of the registry"
    if not steps:
        return Cited(id, "registry", says, questions=(id,))
    return Cited(id, "registry", says, True, id, steps[0].says, (), (id,))


def _with_proof(told: Cited, ids: Sequence[str], ruling: Ruling) -> Cited:
    """The same with the clause of the proof that is meant: itself, else of these the one that the outcome rests on."""
    there = [id for id in ids if id in ruling.citations]
    if not there:
        return told
    decisive = _decisive(ruling)
    by = there[0] if there[0] == told.id else next((id for id in there if id in decisive), there[0])
    return told._replace(rests=True, by=by, step=step_on(by, ruling))


def _decisive(ruling: Ruling) -> list[str]:
    """The clauses on which the outcome rests."""
    return [cite.id for cite in ruling.outcome.rule.cites] if ruling.outcome is not None else []


def _ids_in_proof(ruling: Ruling) -> set[str]:
    """The clauses of all steps of a ruling, but for the ruling itself."""
    return {cite.id for step in ruling.findings if step is not ruling.root for cite in step.rule.cites}


def _instead(clause: Clause, ruling: Ruling, known: Rulebase) -> tuple[Support, ...]:
    """What a ruling rests on in the place of a clause, the nearest first.

    That is a clause which the books set beside it because it differs; else the reading taken of a point to which it
    belongs; else what stands nearest to it in its own section, the outcome first; else what the outcome rests on.
    """
    proof = _ids_in_proof(ruling)
    taken = [step for step in ruling.findings if step.rule.question and step.rule.question in clause.questions]
    found = [id for id in clause.near if id in proof] or [cite.id for step in taken for cite in step.rule.cites]
    found = found or _nearest(clause, [id for id in ruling.citations if id in proof], _decisive(ruling))
    return tuple(in_proof(id, ruling, known) for id in list(dict.fromkeys(found))[:_SUPPORTS])


def _nearest(clause: Clause, proof: Sequence[str], decisive: Sequence[str]) -> list[str]:
    """The clauses of a proof that stand nearest to a clause in its own section; else those that are decisive."""
    shared = {id: _shared(clause, id) for id in proof}
    most = max(shared.values(), default=0)
    found = [id for id in proof if shared[id] == most] if most > 1 else decisive
    return sorted(found, key=lambda id: id not in decisive)


def _shared(clause: Clause, id: str) -> int:
    """How many parts of their numbers two clauses of one book have in common, from the first on."""
    book, _, local = id.partition(" ")
    if book != clause.book:
        return 0
    pairs = zip(clause.id.split("."), local.split("."), strict=False)
    count = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return count if clause.id[0].isdigit() else 2 * count
