"""Whether an answer of the clauses is about what a question of players asks: the same act, thing, moment and amount.

The words of a statement can stand in a question about something else, which nobody sees who reads only a verdict. So
what the answer speaks of has to stand in the question, and what the question speaks of in the answer or its clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, pairwise

from referee.book.wording import Words, stem
from referee.state.words import NUMBERS

# What an answer, or each of its clauses, speaks of only if the question does; in the words of players.
_OF_ANSWER = {
    "compensation": "compensation compensate compensated consolation consoled comp",
    "one reward": "reward rewards help helps helped helping defended ally allied allies joined",
    "a reward card": "reward rewards help helps helped helping defended ally allied allies joined",
    "deal": "deal deals dealing trade trades trading swap negotiate negotiates negotiated negotiation agree agreed",
    "regroup": "regroup regroups regrouping regrouped warp",
    "second encounter": "second another again more twice one go on",
    "with an attack card": "attack attacks attacker",
    "with a negotiate": "negotiate negotiates negotiated negotiation deal deals trade n peace swap agree",
    "flare": "flare flares",
    "artifact": "artifact artifacts zap plague quash mobius field emotion ionic",
    "technology": "tech techs technology technologies",
    "hazard": "hazard hazards",
}
# What a question speaks of only if the answer or one of its clauses does.
_OF_QUESTION = {
    "negotiate": ("negotiate", "encounter card", "encounter cards", "deal"),
    "third": ("third",),
    "own": ("own", "his or her", "matching"),
    "himself": ("own", "himself", "itself", "oneself"),
    "herself": ("own", "herself", "itself", "oneself"),
    "flare": ("flare", "flares"),
    "artifact": ("artifact", "artifacts", "card zap", "cosmic zap"),
    "reinforcement": ("reinforcement", "reinforcements"),
    "compensation": ("compensation", "collect", "collects"),
    "reward": ("reward", "rewards"),
    "destiny": ("destiny", "color"),
    "hand": ("hand", "hands", "card", "cards"),
    "zap": ("zap", "zapped"),
    "plague": ("plague",),
    "quash": ("quash",),
    "tech": ("tech", "technology"),
    "random": ("random", "unseen"),
}
# What is done, by the verb after whom a question asks about, and the words of an answer that speak of it.
_ACTS = (
    ("make force", "make forced must decides decide chooses deal trade"),
    ("see look peek view read check inspect", "see seen unseen look looked view open faces faceup show truthfully"),
    ("attack launch", "attack launch launched meet meets target gate encounter color pick sent send"),
    ("invite ask", "invite invites invited invitation ask asks main say truthfully answer"),
    ("leave keep", "keep keeps leave leaves stay stays settle must"),
    ("show flash", "show faces open hand hands"),
    ("choose pick select", "choose chooses pick picks select selects color whom any draws destiny"),
    ("swap exchange trade", "trade traded hand deal exchange give given swap exchanged colony"),
    ("discard toss ditch", "discard discards discarded new keeps"),
    ("land settle", "land landing lands settle settled move colony retake retakes establish"),
    ("lie bluff", "true truth truthfully say accurate"),
    ("draw flip redraw", "draw draws drawn again new card hand destiny takes color"),
    ("withdraw retract", "back withdraw withdrawn take stays"),
    ("zap", "zap zapped zapping"),
    ("steal", "steal take takes taken random"),
)
_ASKING = frozenset("can may could might does do must should".split())
_ANYBODY = tuple(who.split() for who in ("a player", "another player", "the offense", "an ally", "he", "she", "they"))
_ADVERBS = frozenset("still already also just only even then now really".split())
_LIGHT = frozenset(
    "have has get take use play put do be give send bring hand keep add stay say wait both of an".split()
)
_GOES = frozenset("again after for on home first".split())  # what `go` comes to with these is told by other words
_SIDES = frozenset(map(stem, "offense defense attacker defender".split()))  # nobody knows on whose side who is named is
_ENDS = frozenset(map(stem, "win wins won lose loses lost".split()))
_MOMENTS = frozenset("before after until once while during when".split())
_SHARES = frozenset("me him her us them hers his theirs mine it he she they i".split())
_ENDED_FOR_ANOTHER = tuple(f"another player {end}" for end in "won wins lost loses".split())  # told, and of whom?
_AS = tuple(f"as {whose} encounter card" for whose in "a an the his her their its my our your".split())
_WITHOUT = frozenset("no without none nobody".split())
_SAYS = frozenset("say says said answer".split())  # `no` after these is an answer
_LACKING = frozenset("no not without none nobody nothing never cannot neither nor lost lose loses fewer empty".split())
_IDLE = frozenset(
    "a an the his her their its my our your i he she it they we has have had is are was were be been being did do does "
    "of to in on at for with from by as and or but that this all both already just only someone somebody else s".split()
)
_ORDERED = frozenset(map(stem, "invite invited ask asked answer answered".split()))
_NEAR_MOMENT = 5  # words after `before` or `after` that tell the moment
_LEADING = 6  # words in which the verb of a question is looked for
_SAME_WORD = (
    "choose pick select",
    "see look",
    "reveal turn show flip up",
    "play lay use",
    "join ally accept help",
    "win won lose lost fail success successful",
    "invite ask",
    "answer say",
    "phase card",
)


def is_about(question: str, says: str, clauses: Sequence[str]) -> bool:
    """True if an answer, with its clauses, is about the same as a question.

    >>> is_about("can kay see joe's card before she plays", "The cards are taken unseen.", ["Compensation: at random."])
    False
    """
    asked = Words.raw(question)
    told = list(chain(Words.raw(says), *map(Words.raw, clauses)))
    return (
        all(_has(asked, words) for thing, words in _OF_ANSWER.items() if _is_of(thing, says, clauses))
        and (_speaks(asked, _AS) or _names_all(asked, told))
        and not _speaks(asked, _ENDED_FOR_ANOTHER)
        and _is_done(asked, told)
        and _is_then(asked, told)
        and _is_lacking(asked, told)
        and (not _speaks(asked, _AS) or _speaks(Words.raw(says), ("encounter card",)))
        and _is_counted(asked, told)
    )


def _names_all(asked: Sequence[str], told: Sequence[str]) -> bool:
    """True if the answer speaks of each thing of which the question does."""
    return all(_speaks(told, fits) for thing, fits in _OF_QUESTION.items() if _speaks(asked, (thing,)))


@cache
def _stems(words: str) -> frozenset[str]:
    return frozenset(map(stem, words.split()))


def _has(words: Iterable[str], any_of: str) -> bool:
    return not _stems(any_of).isdisjoint(map(stem, words))


def _speaks(words: Sequence[str], phrases: Iterable[str]) -> bool:
    """True if one of these phrases stands in the words."""
    text = f" {' '.join(map(stem, words))} "
    return any(f" {' '.join(map(stem, phrase.split()))} " in text for phrase in phrases)


def _is_of(thing: str, says: str, clauses: Sequence[str]) -> bool:
    """True if the beginning of an answer speaks of a thing, or each of its clauses begins with it."""
    head = says.replace(";", ":").partition(":")[0]
    titled = [clause.partition(":")[0] for clause in clauses if ":" in clause[: len(thing) + 3]]
    of_clauses = len(titled) == len(clauses) > 0 and all(_speaks(Words.raw(title), (thing,)) for title in titled)
    return of_clauses or _speaks(Words.raw(head), (thing,))


def _is_done(asked: Sequence[str], told: Sequence[str]) -> bool:
    """True if the answer speaks of the act, where that is one of those that are told apart, or whose verb is plain."""
    begins = _beginning(asked)
    for word in asked[begins : begins + _LEADING]:
        for verbs, fits in _ACTS:
            if stem(word) in _stems(verbs):
                return _has(told, fits)
    after = asked[begins + 1 :]
    verb = next((after[len(who) :] for who in _ANYBODY if after[: len(who)] == who), [])
    verb = [word for word in verb if word not in _ADVERBS]
    if verb[:1] == ["go"]:
        return not _GOES.isdisjoint(verb[1:2])
    return not verb or verb[0] in _LIGHT or stem(verb[0]) in _known(told)


def _beginning(asked: Sequence[str]) -> int:
    """Where a question begins after what it tells."""
    return next((at for at, word in enumerate(asked) if word in _ASKING), 0)


def _known(told: Sequence[str]) -> set[str]:
    """The words of an answer, and those that mean the same."""
    known = {*map(stem, told)}
    return known | {stem(word) for words in _SAME_WORD for word in words.split() if not _stems(words).isdisjoint(known)}


def _is_then(asked: Sequence[str], told: Sequence[str]) -> bool:
    """True if the answer speaks of each moment that a question tells."""
    known = _known(told)
    for at, word in enumerate(asked):
        then = [stem(one) for one in asked[at + 1 : at + 1 + _NEAR_MOMENT] if one not in _IDLE | _SHARES]
        in_turn = _ORDERED & {*then} & {*map(stem, asked[:at])}  # who is first to do what both do
        ended = bool(_SIDES & {*then}) and bool(_ENDS & {*then}) and not _has(asked, _OF_ANSWER["one reward"])
        if word in _MOMENTS and then and (ended or known.isdisjoint(then) or in_turn):
            return False
    return True


def _is_lacking(asked: Sequence[str], told: Sequence[str]) -> bool:
    """True if the answer speaks of a lack where a question does."""
    lacking = (word for before, word in pairwise(("", *asked)) if before not in _SAYS)
    lacks = not _WITHOUT.isdisjoint(lacking) or ("nothing" in asked and "least" not in told)
    return not lacks or not _LACKING.isdisjoint(told)


def _is_counted(asked: Sequence[str], told: Sequence[str]) -> bool:
    """True unless a question counts two things otherwise: an answer that does not reckon cannot compare them."""
    counted = {found for word in asked if (found := _number(word)) > 1}
    return len(counted) < 2 or counted <= {_number(word) for word in told}


def _number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS.get(word, 0)
