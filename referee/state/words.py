"""What players say for a word of the notation: each synonym once, for lines, commands and questions alike.

A synonym counts only where nothing else could stand, and never where it is the name of a player: what is typed in the
words of the notation reads the same whatever stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from referee.state.encounter import DEFENSE, HIDDEN, MORPH, NEGOTIATE, OFFENSE, Card


def _each(said: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """(synonym, word) for every synonym of each word."""
    return [(synonym, word) for word, synonyms in said.items() for synonym in synonyms.split()]


# What players of the older editions say for a word of this notation; both are understood.
OLDER = {"gate": "cone", "colony": "base", "compensation": "consolation", "encounter": "challenge"}
SIDES = MappingProxyType(
    dict(
        _each(
            {
                OFFENSE: "offense offence off offensive attacker attackers attacking",
                DEFENSE: "defense defence def defensive defender defenders defend defends defending",
            }
        )
    )
)
# What stands between the offense's side and the defense's.
AGAINST = frozenset("vs v versus against".split())
# What is said for a card or a number that nobody can see.
UNSEEN = frozenset("? facedown face-down hidden unknown".split())
CARDS = {
    **dict.fromkeys("negotiate negotiates negotiation nego negos neg negs compromise".split(), Card(NEGOTIATE)),
    **dict.fromkeys("morph morphs".split(), Card(MORPH)),
    **dict.fromkeys(UNSEEN, Card(HIDDEN)),
}
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50}
NUMBERS = {
    **{word: number for number, word in enumerate(_ONES)},
    **{
        f"{ten}-{_ONES[one]}": number + one
        for ten, number in _TENS.items()
        for one in range(1, 10)
        if number < _TENS["fifty"]
    },
    **_TENS,
}
MINUS = frozenset("-−–")
SHIPS = frozenset(("ship", "ships"))


def number_said(text: str) -> int | None:
    """The number that a word says, from zero to fifty; None for any other word, and for digits."""
    return NUMBERS.get(text.lower())


# -- what an encounter is told with, besides the words of the notation -------------------------------------------------

# Between a player and the card, and between a player and the ships.
PLAYING = frozenset(
    "with has have had plays play played playing shows show showed showing reveals reveal revealed revealing lays lay "
    "laid puts chose chooses".split()
)
# Between the offense and the defense, besides `vs`: a verb of one word, or of two.
ATTACKING = frozenset("attacks attacked attacking hits hit meets met fights fought".split())
ATTACKING_AT = {
    **dict.fromkeys("takes took taking".split(), "on"),
    **dict.fromkeys("goes went".split(), "at"),
}
SENDING = frozenset("with has have had sends send sent sending launches launched commits brings puts put in".split())
JOINING = frozenset("+ and , & with".split())  # allies
ALLYING = JOINING | {"plus", "by"}  # before an ally with ships
PARTING = frozenset("; , . and & then but also while !".split())  # facts
ARTICLES = frozenset("a an the some".split())
REINFORCING = frozenset("reinforcement reinforcements reinforces reinforced reinforcing adds added".split())
ZAPPING = frozenset("zap zaps zapped zapping cosmic-zap cosmic-zaps".split())
BEING = frozenset("is am was are were gets got get being been".split())
HOLDING = frozenset("has have had holds hold held keeps owns".split())
USING = frozenset("plays play played uses used".split())
QUASHING = frozenset("quashes quashed".split())
FLARING = frozenset("flares flared".split())
GIVING = frozenset("gives give gave".split())
FORCING = frozenset("force-field force-fields force-fielded forcefields".split())
PLAGUING = frozenset("plagues plagued".split())
DECLARING = frozenset("calls called declares declared announces announced".split())
DECLARED = frozenset(("upset",))  # what a player declares who uses a power
HELPING = frozenset("joins helps assists supports".split())  # with a player or a side after it
VERBS = ZAPPING.union(
    BEING, HOLDING, USING, QUASHING, FLARING, GIVING, REINFORCING, FORCING, PLAGUING, DECLARING, {"reinforce"}
)
ALLIES = frozenset("ally allies".split())
THEIRS = frozenset("his her its their".split())  # before an ally or a power
ALL = frozenset("all everybody everyone".split())
# What says nothing of the encounter.
IDLE = (
    frozenset("please just power powers facing it this allied helped joined made helping allying joining".split())
    | ALLIES
)
NOT_NAMES = VERBS | PLAYING | SENDING | JOINING | PARTING | ARTICLES | IDLE | AGAINST | UNSEEN | SHIPS
