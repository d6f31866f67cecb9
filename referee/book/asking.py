"""What a question asks: its parts, and of each whether a yes or no, a number or something else is wanted.

>>> [part.text for part in parts("I lost with a negotiate. Do I get cards, and can my allies have some too?")]
['Do I get cards', 'can my allies have some too']
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from referee.book.wording import spelled_out


class Asks(Enum):
    """What would answer a question."""

    CAN = "can"  # yes or no: is it allowed?
    MUST = "must"  # yes or no: is it a duty?
    DOES = "does"  # yes or no: does it happen, is it so?
    BARE = "bare"  # a few words, such as `kicker after the reveal?`
    NUMBER = "number"
    OTHER = "other"  # who, what, when, where, why, or one of several things


class Denial(Enum):
    """What a "not" in a question does."""

    NONE = "none"  # there is none, or it only asks again: "can't I", "don't they"
    LEFT_OUT = "left out"  # may something be left undone: "may I not land?"
    SPARED = "spared"  # is nobody bound to it: "is it ok not to land?"
    UNTRUE = "untrue"  # is it so that something is not: "so allies cannot, right?", "is it true that they do not ...?"
    UNCLEAR = "unclear"


class Part(NamedTuple):
    """A part of a question.

    `context` is what was told before it. A part is `denied` if it asks for the opposite of what its words say
    ("May I not land?"), `inverted` if yes to it means that something is forbidden ("Is it against the rules to ...").
    `denial` says what exactly is denied, `told` what a few words without a question's form ask ("allies may look?").
    It is `summed` if it asks for several things together ("How many do the two of us lose in all?").
    """

    text: str
    context: str
    asks: Asks
    denied: bool = False
    inverted: bool = False
    denial: Denial = Denial.NONE
    told: Asks = Asks.DOES
    summed: bool = False


class Way(NamedTuple):
    """How a question asks: what it wants (`can` of "may it be?"), if yes means that it is forbidden, and its denial."""

    asks: str
    inverted: bool
    denial: str


NO_WAY = Way("", False, "")

_NEAR = 30  # letters of a question in which the duty stands that it asks for; further on it is somebody else's
MOST = 4  # parts of a question that are answered

_AUXILIARY = "do does did is are am was were will would can could may might must shall should has have had".split()
_LEFT_OUT_WHO = ("had", "was", "were")  # of a sentence that begins so somebody may be left out
_WH = "how who whom whose which what where when why".split()
_STARTING = "so and or but also then ok okay well now hey plus yet still just if".split()
_TELLING = "i you we he she they it who".split()  # after these an auxiliary tells something
_STATES = "has have had is was were are am".split()  # after a comma these tell something too, if no subject follows
_THINGS = ("what", "who", "where", "why")  # "in Duel what is the hand limit": before a verb it is this that is asked
_COUNTS = ("many", "much", "often")
_COUNTED_WITHIN = 5  # words after "how many" in which its verb stands, if it is asked
_BEFORE_WH = "in at to for from by on with of until during since after before and so".split()
# After these it is told or decided how many.
_DEPENDING = "choose chooses decide decides know knows say says tell tells matter matters see count counts on".split()
_SUBJECTS = (
    "i you we he she they it the a an my his her our their your that this these those any anyone anybody everyone"
    " everybody somebody someone nobody each every all both either allies ally offense offence defense defence attacker"
    " attackers defender defenders players player cards ships main another other others one two three four five there"
    " red blue green yellow purple orange black white winner loser ships flares artifacts reinforcements not only"
).split()
_TOKEN = re.compile(r"[a-z0-9+']+|[,;:.?!/]")
_SENTENCE = re.compile(r"[^.?!;\n]+(?:[.?!;\n]+|$)")
_AUX, _SUBJECT = "|".join(_AUXILIARY), "|".join(_SUBJECTS)
_LINKS = r"(?:and\s+|or\s+|but\s+|also\s+|then\s+|plus\s+)*"
_CUT = re.compile(
    rf"\s*(?:(?:[,/:–—]|\s-\s)\s*{_LINKS}|\b(?:and|also|or|but|then|plus)\s+(?:also\s+|then\s+|if so,?\s+)?)"
    rf"(?=(?:(?:{_AUX})(?:n'?t)?\s+(?:{_SUBJECT})\b)|(?:how|who|whom|whose|which|what|where|why)s?\b|when\s+(?:{_AUX})\b)",
    re.IGNORECASE,
)
# What an alternative begins with that is cut off: the question is whether what stands before it is so.
_ELSE = re.compile(
    r"\s*,?\s*\bor\s+(?:is|are|was|does|do|only|just|not|else|rather|merely|did|have|has|am)\b.*$", re.IGNORECASE
)
# What makes a question one for one of several things.
_EITHER = re.compile(
    r"\bor\s+(?:(?:at|in|on|to|from|into|onto|with|by|before|after|when|until|immediately|later|now|next|first|last|wait|stays?|"
    r"go|goes|returns?|leave|keep|loses?|die|back|instead|him|her|me|them|us|you|it|nobody|none|no|nothing|i|we|he|she|they)\b|"
    r"(?:the|my|his|her|their)\s+(?:deck|hand|gate|warp|end|next|other|winner|offense|defense|attacker|defender)\b)"
)
# What a question is about, said before it, as in "Duel: how many ..." or "In four planets, how many ...".
_ABOUT = re.compile(
    r"^\W*(?:(?:in|for|with|about|playing)\s+)?(?:the\s+)?(?:cosmic\s+(?:encounter\s+)?)?"
    r"(?:duel|mayfair|eon|warp rules|old rules"
    r"|ffg|fantasy flight|classic|techs?|flares?|hidden powers|four planets|4 planets)\b"
    r"(?:\s+(?:game|rules|edition|variant))?\W*",
    re.IGNORECASE,
)
_WANTS = re.compile(r"\b(?:what|who|whose|which|where|why|how|when)\b")  # a few words with one of these want no yes
_SHORT = re.compile(r"\b(?:i\.e|e\.g|vs|etc|approx)\.|(?<=\d)\.(?=\d)", re.IGNORECASE)
_ASIDE = r"(?:is|isn'?t|wouldn'?t|would|was|thats|that'?s|its|it'?s) ?(?:that|this|it|he|she)?(?: be)?"
_FORBIDDEN = r"(?:illegal|forbidden|prohibited|cheating|against (?:the )?rules|not allowed|banned|a foul)"
_TAG = re.compile(
    r"\W*(?:so\W+|and\W+)?(?:right|correct|true|ok|okay|allowed|legal|yes|yeah|yep|no|or not|possible|fair|really"
    r"|huh|innit|(?:can|may|could|does|do|is|will|did) (?:i|we|he|she|they)|am i right|yes or no|isn'?t it|aren'?t they"
    r"|(?:can|may|could) (?:i|we|he|she|they) (?:do that|do so)"
    rf"|{_ASIDE} (?:right|correct|true|ok|okay|allowed|legal|possible|fine|so|legit|valid|kosher|fair|{_FORBIDDEN})"
    r"(?:,? (?:isn'?t it|right|or not|then|now))?)\W*",
    re.IGNORECASE,
)
_MUST = re.compile(
    r"\b(?:ha(?:ve|s|d) to|having to|needs?(?: to)?|must|forced?|oblig\w+|requires|required?|mandatory|compulsory"
    r"|got to|gotta|bound to|supposed to)\b"
)
_BARE_DUTY = re.compile(r"(?:so |then |and |still )?(?:have to|must|need to|forced to|required to|obliged to)\b")
_CAN = re.compile(
    r"\b(?:allowed|alright|legal|legally|able|possible|permitted|ok|okay|fine|gets? to|entitled|free to|right to|may"
    r"|can|could|might|lets?|legit)\b"
)
_MAY = ("can", "could", "may", "might")
_MADE = re.compile(
    r"\bbe (?:forced|made|required|obliged|compelled)\b|\b(?:force|make) (?:me|him|her|them|us|you|somebody|anyone)\b"
)
_AGAINST = re.compile(
    r"\b(?:illegal|forbidden|prohibited|cheating|against the rules|not allowed|banned|out of bounds|impossible"
    r"|out of the question|off the table|out of reach|ruled out|taboo)\b"
)
_AMOUNT = re.compile(r"\b(?:maximum|minimum|max|min|limit|number|size|most|least|fewest|total)\b")
_NUMBER = re.compile(
    r"\bhow (?:many|much|often|big|large)\b|\bnumber of\b"
    r"|\bwhat (?:do|does|did) (?:i|we|he|she|it|they|that|this|my side|his side) (?:all )?"
    r"(?:come to|add up|sum up|make|total)\b"
)
# A few words that want a number: "max rewards for an ally?", "ships per regroup?", "card 8, 3 ships: total?"
_BARE_NUMBER = re.compile(
    r"\b(?:max|min)\b\.?|\b(?:maximum|minimum) (?:number|ships?|cards?|size)\b"
    r"|\b(?:cards?|ships?|rewards?|turns?|encounters?) per\b|\b(?:total|count|sum|number|score|amount|worth)\W*$"
    r"|[,:]\s*(?:minimum|maximum|at (?:least|most))\b"
    r"|^\W*(?:the )?(?:most|fewest|least) (?:home |foreign )?(?:ships?|cards?|players|allies|colonies|planets|bases)\b"
    r"|[:,]\s*(?:ships|cards|tokens|colonies) (?:lost|drawn|taken|gained|dealt)\b"
    r"|^\W*(?:[a-z0-9 ]+[:,]\s*)?(?:(?!no\b|any\b)\w+ ){0,2}(?:limit|size)(?: (?:in|of|for|at|per|with|when)\b.*)?\W*$"
    r"|^\W*(?:(?:home|foreign) )?(?:planets|colonies|bases|players|ships|cards) (?:needed|required|allowed)\b"
    r"|^\W*(?:minutes|ships|cards|planets|colonies|tokens|compensation|rewards) (?:to|for|in|at)\b"
    r"(?! (?:me|him|her|us|them)\b)"
)
_TOTAL = re.compile(r"[,:;]\s*(?:whats? (?:is )?(?:the |my )?|my |the )?total\W*$")  # "card 8, 3 ships: total?"
# What is told at the end: "can I say that I hold a 30 when I do not?"
_AFTER_ALL = re.compile(
    r"\b(?:when|while|if|though|although) (?:i|it|that|he|she|we|they) (?:is|am|are|do|does|did|have|has)"
    r" not(?: (?:true|so|really|have one|have it))?\W*$"
)
_REASON = re.compile(
    r"\b(?:because|cause|cuz|coz|since|as) (?:i|it|he|she|we|they|you|my|his|her|there)\b.*$"
    r"|(?<=[a-z0-9] )so (?:that )?(?:i|it|he|she|we|they|nobody|my|his|her)(?: \w+)?"
    r" (?:can|could|do|does|will|would) not\b.*$"
)  # why it is asked, and to what end
# What is told of somebody or something in a question, and not asked.
_RELATIVE = re.compile(
    r"\b(?:who|whose|that|which) (?:\w+ ){0,3}not\b"
    r"|\b(?:cards?|ships?|ones?|planets?) (?:i|he|she|we|they|you) (?:do|did|can|am|is) not\b"
    r"|\b(?:and|but|though|although) (?:it|he|she|they) (?:is|are|was|does|did) not\b"
    r"|\b(?:rules?|rulebook|book|sheet|card) (?:says?|said) (?:that )?\w+ (?:can|may|must|do|should) not\b"
)
_TRUE = re.compile(
    r"\b(?:is|was) (?:it|that) (?:true|right|correct|so|the case)\b|\bam i right\b|\b(?:true|correct|right)\W*$"
)
_APART = re.compile(r"\b(?:left|leave|leaves|kept|keep|shut) (?:\w+ )?out\b|\bon (?:his|her|my|their|your|its) own\b")
_SUMMED = re.compile(
    r"\b(?:in all|all in all|altogether|combined|(?:added|summed|adding|counted) (?:up|together)|taken together|in sum"
    r"|(?:both|all) together|between (?:them|us|you|the two)|(?:two|both|all) of (?:us|them|you) together)\b"
)
_SPARED = re.compile(
    r"\b(?:ok|okay|fine|alright|legal|allowed|permitted|possible|free)(?: for \w+)? (?:not|never) to\b"
)
_REFRAINED = 4  # words from "may" to the "not" that belongs to it
_DENIAL = frozenset({"not", "never", "unless", "except", "without"})


def parts(question: str) -> list[Part]:
    """The parts of a question that can be answered by themselves, at most `MOST`; one for a question of one part."""
    question = _SHORT.sub(lambda found: found[0].replace(".", ""), question)
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(question) if sentence.strip()]
    if not sentences:
        return []
    asking = [sentence for sentence in sentences if sentence.endswith("?")] or _without_marks(sentences)
    context, found = "", []
    for sentence in sentences:
        if sentence not in (asking or sentences[-1:]):
            context = f"{context} {sentence}"
        elif _TAG.fullmatch(sentence) and context:
            found.append(_part(_last(context), context, tag=sentence))
        else:
            for text, asks in _pieces(sentence.rstrip("?!. ;")):
                if asks is not None:
                    found.append(_part(text, context))
                context = f"{context} {text} ."
    return found[:MOST]


def _without_marks(sentences: list[str]) -> list[str]:
    """Those of some sentences without question marks that ask; what only tells something before the last that asks."""
    asking = [sentence for sentence in sentences if _asks(spelled_out(sentence)) not in (None, Asks.BARE)]
    if not asking or asking[-1] != sentences[-1]:
        return asking
    return [sentence for sentence in asking[:-1] if _begins_with_a_question(sentence)] + asking[-1:]


def _begins_with_a_question(sentence: str) -> bool:
    """True if a sentence begins with what asks; "had 2 ships there" and "were haggling" leave out who it was."""
    first = next(iter(_TOKEN.findall(spelled_out(sentence))), "")
    return first in (*_AUXILIARY, *_WH, *_STARTING) and first not in _LEFT_OUT_WHO


def way_of(question: str) -> Way:
    """How a question asks, by its last part."""
    return next((way(part) for part in reversed(parts(question))), NO_WAY)


def way(part: Part) -> Way:
    """How a part of a question asks; a few words ask for what they tell."""
    return Way(meant(part).value, part.inverted, part.denial.value)


def meant(part: Part) -> Asks:
    """What a part asks, of a few words too: those that say "may" or "must" ask for that."""
    return part.asks if part.asks is not Asks.BARE else part.told


def _last(context: str) -> str:
    return next(reversed([sentence for sentence in _SENTENCE.findall(context) if sentence.strip()]), context)


def _pieces(sentence: str) -> list[tuple[str, Asks | None]]:
    """A sentence cut where another question begins in it; what only leads to one has no `Asks`."""
    texts = [text for text in (piece.strip(" ,") for piece in _CUT.split(sentence)) if text]
    told = [(text, _asks(spelled_out(text))) for text in texts]
    asks = [asked for _, asked in told if asked not in (None, Asks.BARE)]
    return [(text, asked if asked is not Asks.BARE or not asks else None) for text, asked in told]


def _asks(text: str) -> Asks | None:
    """What a piece wants, by how it begins."""
    if _TOTAL.search(text):
        return Asks.NUMBER
    at = _begin(_TOKEN.findall(text)) or _begin(_TOKEN.findall(_ABOUT.sub("", text)))
    if at is not None:
        return _wanted(text, at)
    return Asks.MUST if _BARE_DUTY.match(text) else Asks.BARE


def _begin(tokens: list[str]) -> str | None:
    """The word with which a question begins: `how`, `who`, or an auxiliary verb; None if there is none."""
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else ","
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        first = before in ",;:./" or before in _STARTING
        is_asked = first or bool(set(_AUXILIARY) & set(tokens[place + 2 : place + 2 + _COUNTED_WITHIN]))
        if token == "how" and following in _COUNTS and before not in _DEPENDING and is_asked:
            return token
        if token in _WH and (first or before in _BEFORE_WH):
            if token not in ("when", "where", "what", "how") or following in (*_AUXILIARY, "many", "much", "often"):
                return token
            if token in ("what", "how") and place == 0:
                return token
        elif token in _AUXILIARY and following and _asks_here(place, token, before, following):
            return before if before in _THINGS else token
    return None


def _asks_here(place: int, auxiliary: str, before: str, following: str) -> bool:
    """True if an auxiliary verb begins a question: in the first place, before a subject, or after a pause."""
    if before in _TELLING and place:
        return False
    is_first = before in ",;:./" or before in _STARTING
    return (
        place == 0 or following in _SUBJECTS[:30] or (is_first and (auxiliary not in _STATES or following in _SUBJECTS))
    )


def _wanted(text: str, begin: str) -> Asks:
    if begin == "is" and "is there" in text:
        return Asks.DOES
    if begin in _WH:
        counts = (begin == "how" and _NUMBER.search(text)) or (begin in ("what", "which") and _AMOUNT.search(text))
        return Asks.NUMBER if counts or (begin != "who" and _NUMBER.match(text)) else Asks.OTHER
    if begin in _MAY and not _MADE.search(text):
        return Asks.CAN
    duty = _MUST.search(text)
    if duty and (duty.start() <= _NEAR or begin == "must"):
        return Asks.MUST
    if begin in _MAY or _CAN.search(text):
        return Asks.CAN
    return Asks.DOES


def _part(text: str, context: str, tag: str = "") -> Part:
    text = _ELSE.sub("", text) or text
    plain = spelled_out(text)
    asks = _asks(plain) or Asks.BARE
    if asks is Asks.BARE:
        asks = _bare(plain)
    if tag:
        asks = Asks.CAN if _CAN.search(spelled_out(tag)) or _CAN.search(plain) else Asks.DOES
    if _EITHER.search(plain) and asks is not Asks.NUMBER:
        asks = Asks.OTHER
    denial = _denial(plain, asks)
    if tag and asks is Asks.CAN and denial is not Denial.NONE:
        denial = Denial.UNCLEAR
    return Part(
        text if not tag else f"{text} {tag}",
        context.strip(),
        asks,
        _denied(plain),
        bool(_AGAINST.search(f"{plain} {tag}" if tag else plain)),
        denial,
        _told(plain),
        bool(_SUMMED.search(plain)),
    )


def _bare(plain: str) -> Asks:
    """What a few words without a verb of their own want: a number, something else, or whether it is so."""
    if _NUMBER.search(plain) or _BARE_NUMBER.search(plain):
        return Asks.NUMBER
    return Asks.OTHER if _WANTS.search(plain) else Asks.BARE


def _denied(plain: str) -> bool:
    """True if a word denies what is asked; `can't I` and `don't they` ask the same as `can I` and `do they`."""
    words = re.findall(r"[a-z]+", _RELATIVE.sub("", _AFTER_ALL.sub("", _REASON.sub("", plain))))
    return bool(_APART.search(plain)) or any(
        word in _DENIAL and not (word == "not" and place and words[place - 1] in _AUXILIARY and place <= 2)
        for place, word in enumerate(words)
    )


def _denial(plain: str, asks: Asks) -> Denial:
    """What a denial in a part denies."""
    plain = _AFTER_ALL.sub("", _REASON.sub("", plain))
    words = re.findall(r"[a-z0-9]+", _AGAINST.sub("", plain if _TRUE.search(plain) else _RELATIVE.sub("", plain)))
    places = [place for place, word in enumerate(words) if word in ("not", "never")]
    if len(places) == 1 and _SPARED.search(plain) and not _AGAINST.search(plain):
        return Denial.SPARED
    if not places:
        return Denial.UNCLEAR if _APART.search(plain) else Denial.NONE
    place = places[0]
    before = words[place - 1] if place else ""
    following = words[place + 1] if place + 1 < len(words) else ""
    if len(places) > 1:
        return Denial.UNCLEAR
    if before in _AUXILIARY and following in _SUBJECTS:
        return Denial.NONE
    if any(one in _AUXILIARY and other in _SUBJECTS for one, other in pairwise(words[place + 1 :])):
        return Denial.NONE  # it is told, and something else is asked: "I was not invited can I still join?"
    if _TRUE.search(plain) or (before in _AUXILIARY and words[0] not in _AUXILIARY):
        return Denial.UNTRUE
    asked = next((at for at, word in enumerate(words[:place]) if word in _AUXILIARY), None)
    if asked is not None and asks is Asks.CAN and words[asked] in _MAY and words[place] == "not":
        return Denial.LEFT_OUT if place - asked <= _REFRAINED else Denial.UNCLEAR
    return Denial.UNCLEAR


def _told(plain: str) -> Asks:
    """What is asked by a part that tells something instead of asking for it."""
    if _MUST.search(plain):
        return Asks.MUST
    return Asks.CAN if _CAN.search(plain) else Asks.DOES
