"""Cards that answer another just as it is played: what they may answer, and what becomes of that card.

The file of a card says it with `{ verb = "answers_card", ... }`, in the entry of an artifact or in a face of a flare:

* `cards`: what it may answer: a type (`artifact`, `flare`), or artifacts by their names, such as `Cosmic-Zap`.
* `faces`: of flares only those that are played with this text, such as `["wild"]`.
* `whose = "others"`: not a card of the same player's.
* `aimed = true`: only what is aimed at who answers.
* `to`: what becomes of the answered card: `discards`, `back` to the hand that it came from, or `taken` to hand by who
  answers.
* `ships`: so many ships of who answers, from outside the encounter, are lost for it.
* `card`: a card that who answers discards from hand for it, such as `N`.

An answer is settled before what it answers, the newest first (DF-72); one that is answered itself costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.book.law import Rule
from referee.book.loader import Rulebase
from referee.book.sheets import SUPER, WILD
from referee.state.encounter import Act

ARTIFACTS = {
    "zap": "Cosmic-Zap",
    "card-zap": "Card-Zap",
    "ionic-gas": "Ionic-Gas",
    "quash": "Quash",
    "emotion-control": "Emotion-Control",
    "force-field": "Force-Field",
    "mobius-tubes": "Mobius-Tubes",
    "plague": "Plague",
}
# What the players state of a power or card that is not applied: what it does, or that it does `nothing` here.
STATEMENTS = (
    "add", "worth", "value", "saves", "wins", "loses", "rewards", "compensation", "removed", "stays", "colony",
    "game", "nothing",
)  # fmt: skip
# Cards that do their work when they are played; every other act is ruled with the encounter.
AT_ONCE = ("mobius-tubes", "plague", "force-field")

ANSWERS = "answers_card"
DISCARDS, BACK, TAKEN = "discards", "back", "taken"
OTHERS = "others"
_ARTIFACT, _FLARE = "artifact", "flare"


class Answer(NamedTuple):
    """What an answering card may answer, what becomes of that, and what it costs; see the head of this module."""

    rule: Rule  # what its findings rest on
    cards: tuple[str, ...]
    faces: tuple[str, ...] = ()
    whose: str = ""
    aimed: bool = False
    to: str = DISCARDS
    ships: int = 0
    card: str = ""

    @property
    def asks(self) -> str:
        """In words, what it may answer: `a wild flare of another player`."""
        faces = "".join(f"{face} " for face in self.faces)
        kinds = " or ".join(f"{_a(faces + kind)}{faces}{kind.replace('-', ' ')}" for kind in self.cards)
        aimed = " that is aimed at its player" if self.aimed else ""
        return kinds + (" of another player" if self.whose == OTHERS else "") + aimed


def _a(word: str) -> str:
    return "an " if word[0] in "aeiou" else "a "


def answer_of(rulebase: Rulebase, act: Act) -> Answer | None:
    """How the card of an act answers another, or None. Of a flare it must be known which text is used."""
    if act.verb == "card-zap":
        card = rulebase.card(ARTIFACTS[act.verb])
        effects, rule = (card.effects, card.rule) if card is not None else ((), None)
    elif act.verb == "flare" and act.face:
        flare = rulebase.flare(act.name)
        face = flare.face(act.face) if flare is not None else None
        if face is None or not any(verb == ANSWERS for verb, _ in face.effects):
            return None
        effects, rule = face.effects, face.use(act.name, act.face).rule
    else:
        return None
    args = next((args for verb, args in effects if verb == ANSWERS), None)
    if args is None or rule is None:
        return None
    told: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in args.items()}
    return Answer(rule, **told)


def text_of(rulebase: Rulebase, played: Act) -> Rule | None:
    """What cites the text of a flare or tech, of a flare the face that was said, or else the wild one."""
    if played.verb != "flare":
        card = rulebase.card(played.name)
        return None if card is None else card.rule
    flare = rulebase.flare(played.name)
    face = played.face or WILD
    return None if flare is None else flare.face(face).use(flare.name, face).rule


def which_face(matches: bool, powerless: bool) -> str:
    """Which text of a flare its player uses: the super one with the matching sheet, while its power is in force.

    (consolidated 4.4.1, 4.4.3; DF-53)
    """
    return SUPER if matches and not powerless else WILD


def player_of(act: Act) -> str:
    """Who played an artifact (an empty text if nobody is said to have) or a flare."""
    return act.by if act.verb in ARTIFACTS else act.who


def name_of(act: Act) -> str:
    """An artifact or a flare that was played, in words: `Plague`, `the Void flare`."""
    return ARTIFACTS.get(act.verb, f"the {act.name} flare")


def answered(acts: Sequence[Act], at: int) -> int | None:
    """Which act an answer at this place is to: the one before it, as what players state is none."""
    return next((i for i in range(at - 1, -1, -1) if acts[i].verb not in STATEMENTS), None)


def fits(answer: Answer, act: Act, target: Act) -> bool:
    """Whether the card of an act may answer another that was played just before it."""
    kind = _ARTIFACT if target.verb in ARTIFACTS else target.verb
    if kind == _ARTIFACT:
        right = not {kind, ARTIFACTS[target.verb]}.isdisjoint(answer.cards)
    else:
        right = kind == _FLARE and kind in answer.cards and (not answer.faces or target.face in answer.faces)
    by, other = player_of(act), player_of(target)
    own = answer.whose == OTHERS and bool(by) and by == other
    return right and not own and (not answer.aimed or target.who == by)


def cancelled_by(acts: Sequence[Act], rulebase: Rulebase) -> list[int | None]:
    """For each act, where the answer stands that has cancelled it, or None: answers are settled newest first."""
    found: list[int | None] = [None] * len(acts)
    for at in range(len(acts) - 1, 0, -1):
        answer = answer_of(rulebase, acts[at]) if found[at] is None else None
        target = answered(acts, at) if answer is not None else None
        if answer is not None and target is not None and fits(answer, acts[at], acts[target]):
            found[target] = at
    return found


def at_once(acts: Sequence[Act], carried: Sequence[int], rulebase: Rulebase) -> set[int]:
    """Which acts were carried out when they were played, with the answers to them.

    `carried` are the places of uses that did all they do. A Cosmic Zap that answers one is still reckoned with: the
    power stays shut.
    """
    done = set(carried)
    for at, act in enumerate(acts):
        if act.verb in AT_ONCE or (done and answered(acts, at) in done and answer_of(rulebase, act) is not None):
            done.add(at)
    return done


def laid_at_once(acts: Sequence[Act], rulebase: Rulebase) -> list[str]:
    """The artifacts that were discarded when they were played, with those that answered them, in the order of play."""
    done = at_once(acts, (), rulebase)
    return [ARTIFACTS[act.verb] for at, act in enumerate(acts) if at in done and act.verb in ARTIFACTS]
