"""What a quarrel about time is about: a Cosmic Zap, a reinforcement, a flare, another card or a power."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain, pairwise

from referee.book.loader import Rulebase
from referee.book.moments import Moment
from referee.book.names import key_of
from referee.disputes.citations import clauses_of
from referee.errors import RefereeError
from referee.judge.timing.contenders import Effect, effect_of
from referee.judge.ways.line import DEFAULT_EDITION
from referee.state.acts import write_act
from referee.state.contenders import asked
from referee.state.encounter import Act, Position, Side
from referee.state.words import NUMBERS

_ZAP = re.compile(r"(?<!card )(?<!card-)\bzap\w*", re.IGNORECASE)
_REINFORCEMENT = re.compile(rf"\breinforc\w*|(?<!\S)\+\s?\d+\b|\bplus\s+(?:\d+|{'|'.join(NUMBERS)})\b", re.IGNORECASE)
_FLARE = re.compile(r"\b(?:flares?|wild|super)\b", re.IGNORECASE)
_NAMED_FLARE = re.compile(r"\b([^\W\d_][\w-]*)(?:'s)?\s+flare\b", re.IGNORECASE)
_PLUS = re.compile(r"(?<!\S)\+\s?(\d+)\b")
_IN_TIME = re.compile(r"\btoo\s(?:late|early|soon)\b|\bin\stime\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_CARDS = ("artifact", "tech")
_CARD_ZAP = ("card Card-Zap",)
_CARD_ZAPPED = re.compile(r"\bcard[ -]zap", re.IGNORECASE)
SUBJECTS = re.compile(
    r"\bzap|\breinforc|(?<!\S)\+\s?\d|\bflare|\bwild\b|\bsuper\b|\bplay|\bused?\b|\bpower|\bcard", re.I
)


class Thing(Enum):
    """What was played."""

    ZAP = auto()
    REINFORCEMENT = auto()
    FLARE = auto()
    CARD = auto()
    POWER = auto()


@dataclass(slots=True)
class Subject:
    """What was played: by whom (`who`), and the act or the reinforcement of the line that tells it, where it has one.

    `aliens` are the sheets whose use a Cosmic Zap is to cancel. `id` is as a clause would name it, `typed` as `timing`
    does; `phases` and `moments` are those that it shows.
    """

    thing: Thing
    name: str
    who: str
    aliens: tuple[str, ...] = ()
    act: Act | None = None
    plus: int | None = None
    id: str = ""
    typed: str = ""
    phases: tuple[str, ...] = ()
    moments: tuple[Moment, ...] = ()

    @property
    def words(self) -> str:
        """As it is said in a sentence."""
        if self.thing is Thing.ZAP:
            return f"the zap of {' and '.join(self.aliens)}" if self.aliens else "the zap"
        return f"the reinforcement +{self.plus}" if self.plus is not None else self.name

    def is_told_by(self, clauses: Sequence[str]) -> bool:
        """True if one of these clauses of a line tells it."""
        return (write_act(self.act) if self.act is not None else f"+{self.plus}") in clauses

    def without(self, position: Position) -> Position | None:
        """The same position in which it was not played; None where the line does not tell that it was."""
        if self.act is not None:
            return position.but(acts=tuple(act for act in position.acts if act is not self.act))
        if self.plus is None:
            return None
        for name, side in (("offense", position.offense), ("defense", position.defense)):
            if self.plus in side.plus:
                return position.but(**{name: _less(side, self.plus)})
        return None


def _less(side: Side, plus: int) -> Side:
    at = side.plus.index(plus)
    return Side(side.main, side.allies, side.card, (*side.plus[:at], *side.plus[at + 1 :]))


def subject_of(texts: Sequence[tuple[str, str]], position: Position, known: Rulebase) -> Subject | None:
    """What is spoken of as played, the surest first; None if nothing. `texts` are what each party says, by its name."""
    text = " . ".join(text for _, text in texts)
    named = [id for _, one in texts for id in clauses_of(one, position, known)]
    if _ZAP.search(text):
        return _named(_CARD_ZAP, position, known) if _answers_a_card(text, position) else _zap(named, position)
    if _FLARE.search(text):
        party = next((party for party, one in texts if _FLARE.search(one)), "")
        flare = _flare([*named, *_flares(text, known)], party, position, known)
        if flare is not None or not _REINFORCEMENT.search(text):
            return flare
    if _REINFORCEMENT.search(text):
        return _reinforcement(text, position)
    return _named([*named, *_cards(text, known)], position, known) or (
        _only_one(position) if _IN_TIME.search(text) else None
    )


def _answers_a_card(text: str, position: Position) -> bool:
    """True if the parties speak of a Card Zap, or it is told on the line, and no Cosmic Zap is."""
    verbs = {act.verb for act in position.acts}
    return "zap" not in verbs and ("card-zap" in verbs or _CARD_ZAPPED.search(text) is not None)


def _only_one(position: Position) -> Subject | None:
    """What the line tells as played, where that is one zap or one reinforcement and nothing else."""
    reinforced = [value for side in (position.offense, position.defense) for value in side.plus]
    if [act.verb for act in position.acts] == ["zap"] and not reinforced:
        return _zap([], position)
    return _reinforcement("", position) if len(reinforced) == 1 and not position.acts else None


def _cards(text: str, known: Rulebase) -> list[str]:
    """The artifacts and techs that are named, in whatever letters: `plague`, `emotion control`."""
    words = _WORD.findall(text)
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    cards = [card for name in (*pairs, *words) if (card := known.card(name)) is not None]
    return [f"card {card.name}" for card in cards if card.type in _CARDS]


def _zap(named: Sequence[str], position: Position) -> Subject:
    """The zap that the line tells; else one of the power that is named, or of the only one there is."""
    acts = [act for act in position.acts if act.verb == "zap"]
    aliens = {id.removeprefix("alien ") for id in named if id.startswith("alien ")}
    meant = next((act for act in acts if aliens & {*aliens_of(act.who, position)}), acts[0] if acts else None)
    if meant is not None:
        return Subject(Thing.ZAP, "Cosmic-Zap", meant.by, aliens_of(meant.who, position), meant)
    there = [name for _, name in holders(position)]
    own = [name for name in there if name in aliens] or (there if len(there) == 1 else [])
    return Subject(Thing.ZAP, "Cosmic-Zap", "", tuple(own))


def _reinforcement(text: str, position: Position) -> Subject:
    """The reinforcement whose value is named, or the only one there is."""
    said = [int(value) for value in _PLUS.findall(text)]
    played = [(side.main.name, value, None) for side in (position.offense, position.defense) for value in side.plus]
    acts = [(act.who, act.amount, act) for act in position.acts if act.verb == "reinforce"]
    there = [*acts, *played]
    meant = next((one for one in there if one[1] in said), there[0] if len(there) == 1 else None)
    name, typed = "the reinforcement", "reinforcement"
    if meant is None:
        return Subject(Thing.REINFORCEMENT, name, position.offense.main.name, typed=typed)
    who, value, act = meant
    return Subject(Thing.REINFORCEMENT, name, who or position.offense.main.name, (), act, value, typed=typed)


def _flares(text: str, known: Rulebase) -> list[str]:
    """The aliens whose flares are named, in whatever letters: `my amoeba flare`."""
    names = (alien for match in _NAMED_FLARE.finditer(text) if (alien := known.alien(match[1])) is not None)
    return [f"alien {alien.name}" for alien in names]


def _flare(named: Sequence[str], party: str, position: Position, known: Rulebase) -> Subject | None:
    """The flare that the line tells, or the one of the alien that is named."""
    acts = [act for act in position.acts if act.verb == "flare"]
    aliens = [id.removeprefix("alien ") for id in named if id.startswith("alien ")]
    meant = next((act for act in acts if not aliens or act.name.removesuffix("-flare") in aliens), None)
    alien = meant.name.removesuffix("-flare") if meant is not None else next(iter(aliens), "")
    if not alien:
        return None
    own = next((name for name in position.names() if name.casefold() == party.casefold()), position.offense.main.name)
    who = meant.who if meant is not None else own
    return _shown(
        Thing.FLARE, f"the {alien} flare", f"card {alien}-flare", f"flare-{alien}", who, meant, position, known
    )


def _named(named: Sequence[str], position: Position, known: Rulebase) -> Subject | None:
    """The card or power that is named."""
    for id in named:
        kind, _, name = id.partition(" ")
        card = known.card(name) if kind == "card" else None
        if card is not None and card.type in _CARDS:
            act = next((act for act in position.acts if key_of(name) in key_of(write_act(act))), None)
            who = (act.by or act.who) if act is not None else position.offense.main.name
            return _shown(Thing.CARD, name, id, name, who or position.offense.main.name, act, position, known)
        holder = next((player for player, alien in holders(position) if kind == "alien" and alien == name), "")
        if holder:
            act = next((act for act in position.acts if act.verb == "use" and act.who == holder), None)
            return _shown(Thing.POWER, name, id, name, holder, act, position, known)
    return None


def _shown(
    thing: Thing, name: str, id: str, typed: str, who: str, act: Act | None, position: Position, known: Rulebase
) -> Subject | None:
    """A card or power with the phases and moments that it shows; None where the books do not know it."""
    effect = effect_on(who, typed, position, known)
    if effect is None:
        return None
    moments = effect.moments or ()
    return Subject(thing, name, who, (), act, None, id, typed, effect.phases, moments)


def effect_on(who: str, typed: str, position: Position, known: Rulebase) -> Effect | None:
    """A card or power in a player's hands, with its phases and moments; None where the books do not know it."""
    try:
        told = asked([f"{who}:{typed}"], position.offense.main.name, "", " ".join(position.names()))
        return effect_of(told.contenders[0], told, known)
    except RefereeError:
        return None


def timing_command(contenders: Sequence[str], position: Position, known: Rulebase, phase: str = "") -> str:
    """What can be typed to have the referee say who comes first, or that it cannot be in that phase."""
    words = ["referee timing", *contenders, f"--offense {position.offense.main.name}"]
    words.append(f"--defense {position.defense.main.name}")
    words += [f"--phase {phase}"] if phase else []
    return " ".join([*words, *([f"--edition {known.edition}"] if known.edition != DEFAULT_EDITION else [])])


# -- who has which power -----------------------------------------------------------------------------------------------


def holders(position: Position) -> list[tuple[str, str]]:
    """Each player with an alien that it has."""
    sheets = {player.name: player.aliens for player in position.participants()} | position.aliens
    return list(chain.from_iterable([(name, alien) for alien in aliens] for name, aliens in sheets.items()))


def aliens_of(player: str, position: Position) -> tuple[str, ...]:
    """The aliens of a player."""
    return tuple(alien for name, alien in holders(position) if name == player)
