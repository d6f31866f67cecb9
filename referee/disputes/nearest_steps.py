"""The steps of a ruling's own proof that are about what parties claim.

A claim is held against each step of the proof: by how near its clauses are to the claim's words among all clauses, by
the words, the numbers and the players that step and claim have in common. So what is shown is always something on
which the ruling rests, and of that what is nearest.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from referee.book.asking import Asks, parts
from referee.book.index import books_for, index
from referee.book.law import ASSUMPTION
from referee.book.loader import Rulebase
from referee.book.names import key_of
from referee.book.places import cache
from referee.book.wording import stem, words_shared
from referee.disputes import lines
from referee.disputes.citations import NOTHING_ELSE, shelf
from referee.disputes.records import SHEETS, Claim
from referee.judge.finding import Finding
from referee.judge.ruling import Ruling
from referee.state.words import NUMBERS

_READ = 1000  # letters of a claim that are read
_NAMED, _CARD = 0.5, "card-"  # what it counts that a text names a card, and how the sections of cards begin
_THING, _OTHERS_SPEAK = 3.0, 2  # how much nearer clauses of a named thing are, and how many others speak of it too
_ALONE = 0.5  # what a claim by itself counts beside all claims together
_SPEAKING, _EXAMPLE = ("normative", "procedure", "definition"), "example"  # kinds of clauses
_QUESTION = "question "  # how the ids of disputable points begin where a rule rests on one
_GIVEN = (ASSUMPTION, "fact")  # kinds of steps that no rule concluded
_SILENT = (*NOTHING_ELSE, "resolution.nothing-else", "reveal.margin")  # rules that say what else does not happen
_WORD, _NUMBER, _PLAYER = 0.2, 0.15, 0.2  # what a word, a number and a player in common are worth beside the clauses
# What it is worth that a step names a party who is no main player, and that not every ruling rests on its clauses.
_PARTY, _SPECIAL = 0.25, 0.2
_UNUSUAL = 0.3  # what it is worth that it happens only now and then, which is what they quarrel about
_DISPUTABLE = 0.15  # what it is worth that a step takes a reading of a disputable point
_OTHERS = 0.3  # what a step is worth less that names only players who are no party and are not spoken of
_ASIDE = ("offensive-ally", "defensive-ally", "bystander")
_POWER = 0.3  # what it is worth that a power or card acts: its sheet is not among the clauses that are compared
_WORDS, _NUMBERS = 2.0, 2  # that count at most
_OUTCOME = 0.35  # what it is worth that a duel ends by a step which nobody wins by
ENOUGH, SURE = 0.85, 1.2  # the least scores of a step that is near, and of one that surely is what is claimed
_COMMON = frozenset(map(stem, "ship card warp encounter planet player win lose play colony attack take".split()))


class Near(NamedTuple):
    """A step of a proof, how near it is to what is claimed, and the nearest of the clauses that it rests on.

    A score of `ENOUGH` is near, one of `SURE` surely what is claimed. An `unusual` step does not happen every evening.
    """

    step: Finding
    score: float
    clause: str
    unusual: bool = False


def alike(one: str, other: str) -> float:
    """How many words of a matter two texts have in common; of those that nearly every quarrel has, half."""
    return sum(0.5 if word in _COMMON else 1.0 for word in words_shared(one, other))


def nearest(claims: Sequence[Claim], ruling: Ruling, known: Rulebase) -> list[Near]:
    """The steps of a ruling that rest on a clause, the nearest to what is claimed first, of each rule one.

    A party that is no main player speaks of itself, and nobody quarrels about what every ruling rests on: steps that
    name such a party, and those by clauses of this case alone, come before others.
    """
    players = ruling.to_dict(proof=False)["players"] or {}
    measure = Measure([claim.claim for claim in claims], known, players)
    aside = [claim.party for claim in claims if players.get(claim.party, {}).get("role") in _ASIDE]
    parties = [party for party in aside if party not in measure.players]
    plain, usual = lines.plain_clauses(known), lines.usual_rules(known)
    best: dict[str, Near] = {}
    for step in ruling.findings:
        if not _is_shown(step, ruling):
            continue
        score = measure.of_step(step)
        score += _PARTY * sum(_names(step.says, party) for party in parties)
        score += _DISPUTABLE if step.rule.question else 0.0
        score += 0.0 if plain.intersection(step.cites) else _SPECIAL
        score -= _OTHERS if _is_of_others(step, claims, players) else 0.0
        if _ends_without_winner(step, ruling):  # of that they quarrel, if not of something that is nearer
            score = max(ENOUGH, score + _OUTCOME)
        unusual = step.rule.id not in usual
        near = Near(step, score + (_UNUSUAL if unusual else 0.0), measure.clause_of(step), unusual)
        if step.rule.id not in best or near.score > best[step.rule.id].score:
            best[step.rule.id] = near
    return sorted(best.values(), key=lambda near: -near.score)


def strong(ranked: Sequence[Near]) -> float:
    """How near the nearest of some steps is, where that is so near that it surely is what is claimed; else 0."""
    if not ranked:
        return 0.0
    score = ranked[0].score - (_UNUSUAL if ranked[0].unusual else 0.0)
    return score if score >= SURE else 0.0


def _is_shown(step: Finding, ruling: Ruling) -> bool:
    rests = any(not cite.id.startswith(_QUESTION) for cite in step.rule.cites)
    return rests and step.kind not in _GIVEN and step is not ruling.root and step.rule.id not in _SILENT


def _is_of_others(step: Finding, claims: Sequence[Claim], players: Collection[str]) -> bool:
    """True if a step names players, and only such as are no party and are not spoken of."""
    named = [name for name in players if _names(step.says, name)]
    parties = {claim.party for claim in claims} & {*players}
    text = " . ".join(claim.claim for claim in claims)
    return bool(parties and named) and not any(name in parties or _names(text, name) for name in named)


def _ends_without_winner(step: Finding, ruling: Ruling) -> bool:
    """True if a duel ends by a step and nobody has won it: it begins again."""
    is_end = step is ruling.outcome and not lines.is_of_big_game(ruling)
    return is_end and not str(lines.outcome_of(ruling)).endswith("wins")


class Measure:
    """Measures how near something is to what is claimed, by all claims together and by each of them.

    `players` are those whom the claims name. What `asks` the question on which they are made counts as all of them
    together, and none by itself.
    """

    def __init__(self, claims: Sequence[str], known: Rulebase, players: Collection[str] = (), asks: str = "") -> None:
        self._known = known
        self._text = " . ".join((asks, *claims) if asks else claims)[:_READ]
        weights = {asks[:_READ]: 1.0} if asks.strip() else {text[:_READ]: _ALONE for text in claims if text.strip()}
        weights |= {self._text: 1.0}
        if asked := what_is_asked(asks):
            weights |= {" . ".join((asked, *claims))[:_READ]: 1.0}
        texts = [(_likeness(text, known), weight) for text, weight in weights.items()]
        self._near = _together([*texts, (_of_named(self._text, texts), _NAMED)], of_things(asks or self._text, known))
        self._numbers = _numbers_in(self._text)
        self.players = [name for name in players if _names(self._text, name)]

    def of_step(self, step: Finding) -> float:
        """How near a step of a proof is."""
        named = sum(_names(step.says, name) for name in self.players)
        by_sheet = any(cite.id.startswith(SHEETS) for cite in step.rule.cites)
        near = self.of_text(step.says, (cite.id for cite in step.rule.cites))
        return near + _PLAYER * named + (_POWER if by_sheet else 0.0)

    def clause_of(self, step: Finding) -> str:
        """The nearest of the clauses on which a step rests, of the disputable points among them none."""
        ids = [cite.id for cite in step.rule.cites]
        return max([id for id in ids if not id.startswith(_QUESTION)] or ids, key=self.of_clause)

    def of_clause(self, id: str) -> float:
        """How near a clause is, or one that says the same: 1 for the nearest of all."""
        return max(self._near.get(one, 0.0) for one in same_as(id, self._known))

    def clauses(self, examples: bool = False) -> list[tuple[str, float]]:
        """The clauses that say what holds, or show it by an example, the nearest first, each with how near it is."""
        kinds = (*_SPEAKING, _EXAMPLE) if examples else _SPEAKING
        every = sorted(self._near.items(), key=lambda one: -one[1])
        return [(id, near) for id, near in every if shelf(self._known).find(id).kind in kinds]

    def of_text(self, says: str, cites: Iterable[str]) -> float:
        """How near a sentence is that rests on these clauses."""
        near = max(map(self.of_clause, cites), default=0.0)
        numbers = min(_NUMBERS, len(self._numbers & _numbers_in(says)))
        return near + _WORD * min(_WORDS, alike(self._text, says)) + _NUMBER * numbers


@lru_cache(maxsize=16)
def _likeness(text: str, known: Rulebase) -> Mapping[str, float]:
    """How near each clause is to a text, measured once for all that is asked of one dispute."""
    return index(known, cache(), books_for(known)).likeness(text)


def same_as(id: str, known: Rulebase) -> set[str]:
    """A clause and those that say the same."""
    return {id, *known.saying(id), *known.said_by(id)}


def _of_named(text: str, likenesses: Iterable[tuple[Mapping[str, float], float]]) -> dict[str, float]:
    """The clauses of cards that a text names, as those are called which a book prints: `card-regular-revenge.3`."""
    said = key_of(text)
    every = dict.fromkeys(id for likeness, _ in likenesses for id in likeness)
    sections = ((id, id.partition(" ")[2].rpartition(".")[0]) for id in every)
    return {id: 1.0 for id, name in sections if name.startswith(_CARD) and key_of(name.removeprefix(_CARD)) in said}


def of_whole_card(id: str, known: Rulebase) -> list[str]:
    """A clause; of a card that a book prints all that say what holds, for none of them is the card's text alone."""
    book, _, local = id.partition(" ")
    section = f"{local.rpartition('.')[0]}."
    if not local.startswith(_CARD):
        return [id]
    clauses = shelf(known).clauses(book)
    return [f"{book} {one}" for one in clauses if one.startswith(section) and clauses[one].kind in _SPEAKING]


def what_is_asked(asks: str) -> str:
    """What a text asks, without the case that it tells; empty where it asks nothing, or only of what it told before."""
    asked = (part.text for part in parts(asks) if part.asks is not Asks.BARE)
    return " . ".join(text for text in asked if words_shared(text, text))


@lru_cache(maxsize=16)
def of_things(text: str, known: Rulebase) -> frozenset[str]:
    """The clauses of the sections that are called after a thing which a text names, and of which few others speak."""
    words = words_shared(text, text)
    named = (ids for name, ids in _things(known) if name <= words and _is_apart(name, ids, known))
    return frozenset().union(*named)


@lru_cache(maxsize=4)
def _things(known: Rulebase) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """The words of the name of each section that is called after something, and the full ids of its clauses."""
    found: dict[tuple[str, str], set[str]] = {}
    for book in books_for(known):
        for id in shelf(known).clauses(book):
            section = id.rpartition(".")[0]
            if not section[:1].isdigit() and not section.startswith(_CARD):
                found.setdefault((book, section), set()).add(f"{book} {id}")
    called = ((frozenset(words_shared(name, name)), ids) for (_, section), ids in found.items()
              for name in (section.replace("-", " "),))  # fmt: skip
    return tuple((name, frozenset(ids)) for name, ids in called if name)


@lru_cache(maxsize=64)
def _is_apart(name: frozenset[str], ids: frozenset[str], known: Rulebase) -> bool:
    """True if few clauses beside those of a section speak of the thing after which it is called."""
    book = next(iter(ids)).partition(" ")[0]
    every = shelf(known).clauses(book).items()
    others = (
        id for id, clause in every if f"{book} {id}" not in ids and name <= words_shared(clause.says, clause.says)
    )
    return len(list(islice(others, _OTHERS_SPEAK + 1))) <= _OTHERS_SPEAK


def _together(likenesses: Iterable[tuple[Mapping[str, float], float]], things: Collection[str]) -> dict[str, float]:
    """How near each clause is by several texts, each with its weight; 1 for the nearest of all.

    Those of `things` that are named are nearer than others.
    """
    found: dict[str, float] = {}
    for likeness, weight in likenesses:
        for id, near in likeness.items():
            found[id] = found.get(id, 0.0) + weight * near * (_THING if id in things else 1.0)
    most = max(found.values(), default=1.0)
    return {id: near / most for id, near in found.items()}


def _names(text: str, player: str) -> bool:
    return re.search(rf"\b{re.escape(player)}\b", text, re.IGNORECASE) is not None


def _numbers_in(text: str) -> set[int]:
    words = re.findall(r"\w+", text.casefold())
    return {int(word) if word.isdecimal() else NUMBERS[word] for word in words if word.isdecimal() or word in NUMBERS}
