"""What a question tells of the table besides what it asks: the phase, the roles, how the encounter ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from referee.state import phases as ph
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.facts import Fact
from referee.state.spoken.pattern import Node, compiled
from referee.state.spoken.said import Said


@dataclass
class About:
    """What is told besides the command: facts as `set` has them, and what no fact says."""

    who: str = ""  # whom the question is about
    facts: list[Fact] = field(default_factory=list)
    before: str = ""  # it comes before this player does the same
    apart: tuple[str, ...] = ()  # players who take no part in the encounter
    allied: str = ""  # who is an ally, of a side that is not told
    both: str = ""  # who is on one side already
    first: bool = False  # it comes before the other main player does the same
    asked_by: str = ""  # the main player by whom alone who is asked about was invited
    success: bool | None = None  # whether the encounter that is over was one for the offense
    ended: str = ""  # for whom it was one
    lost: int | None = None  # how many ships the player lost in it who asks for compensation

    @property
    def tells(self) -> bool:
        """True if anything is told."""
        told = (self.facts, self.before, self.apart, self.allied, self.both, self.first, self.asked_by)
        return any(told) or self.success is not None or self.lost is not None


Telling = Callable[[About, Said], None]


@dataclass(frozen=True, slots=True)
class Told:
    """How something about the table is told in a question, and what notes it."""

    note: Telling
    phrases: tuple[str, ...]
    word: str = ""  # of no command
    of_one: bool = False  # whether it is told of one player, who may be any of those who are named


def _phase(about: About, said: Said) -> None:
    about.facts.append(Fact("phase", word=said.phase))


def _phase_of(about: About, said: Said) -> None:
    """A phase of somebody's turn."""
    about.facts += [Fact("turn", said.name), Fact("phase", word=said.phase)]


def _before_phase(about: About, said: Said) -> None:
    about.facts.append(Fact("phase", word=ph.PHASES[max(0, ph.place(said.phase) - 1)]))


def _after_phase(about: About, said: Said) -> None:
    """After the cards are turned up it is the reveal phase still."""
    later = said.phase if said.phase == ph.REVEAL else ph.PHASES[min(len(ph.PHASES) - 1, ph.place(said.phase) + 1)]
    about.facts.append(Fact("phase", word=later))


def _before_cards(about: About, said: Said) -> None:
    about.facts.append(Fact("phase", word=ph.ALLIANCE))


def _laid(about: About, said: Said) -> None:
    """The cards lie facedown."""
    about.facts.append(Fact("phase", word=ph.PLANNING))


def _seen(about: About, said: Said) -> None:
    """The cards are turned up."""
    about.facts.append(Fact("phase", word=ph.REVEAL))


def _lost(about: About, said: Said) -> None:
    about.success, about.ended = False, said.name or about.who


def _won(about: About, said: Said) -> None:
    about.success, about.ended = True, said.name or about.who


def _side_won(about: About, said: Said) -> None:
    """The side of the offense or of the defense has won."""
    about.success = said.side == OFFENSE


def _side_lost(about: About, said: Said) -> None:
    about.success = said.side == DEFENSE


def _before(about: About, said: Said) -> None:
    about.before = said.other


def _apart(about: About, said: Said) -> None:
    about.apart = (*about.apart, said.name or about.who)


def _allied(about: About, said: Said) -> None:
    about.allied = said.name or about.who


def _both(about: About, said: Said) -> None:
    about.both = about.who


def _first(about: About, said: Said) -> None:
    about.first = True


def _nothing(about: About, said: Said) -> None:
    """What the command says by itself already."""


def _side(about: About, said: Said) -> None:
    what = {OFFENSE: "turn", DEFENSE: "defense"}[said.side]
    about.facts.append(Fact(what, said.name or about.who))


def _turn(about: About, said: Said) -> None:
    about.facts.append(Fact("turn", said.name or about.who))


def _defends(about: About, said: Said) -> None:
    about.facts.append(Fact("defense", said.name or about.who))


def _alien(about: About, said: Said) -> None:
    """Whose sheet is laid: nobody has to say that it can be used."""
    about.facts.append(Fact("alien", said.name or about.who, cards=(said.alien,)))


def _lost_ships(about: About, said: Said) -> None:
    """Ships that went to the warp, which is what compensation is counted by."""
    about.lost = said.number


def _own_turn(about: About, said: Said) -> None:
    about.facts.append(Fact("turn", about.who))


def _met(about: About, said: Said) -> None:
    about.facts.append(Fact("defense", said.other))


def _warp(about: About, said: Said) -> None:
    about.facts.append(Fact("warp", said.name or about.who, said.number or 0))


def _hand(about: About, said: Said) -> None:
    about.facts.append(Fact("hand", said.name or about.who, said.number or 0))


def _uninvited(about: About, said: Said) -> None:
    about.facts.append(Fact("invited"))


def _invited_by(about: About, said: Said) -> None:
    """One main player has invited, by the side or by name, and not the other."""
    if said.side:
        about.facts += invited_only(said.name or about.who, said.side)
    else:
        about.asked_by = said.other


def invited_only(who: str, side: str) -> tuple[Fact, Fact]:
    """The facts that a side has invited somebody, and the other side nobody."""
    other = DEFENSE if side == OFFENSE else OFFENSE
    return Fact("invited", who, word=side), Fact("invited", word=other)


def _invited(about: About, said: Said) -> None:
    about.facts.append(Fact("invited", said.name or about.who, word=said.side))


_BECAUSE = "[because|as|since|if|when|while|though|although|but|and|with]"
_WHO = f"{_BECAUSE} [NAME / PRONOUN:name]"
_SINCE = "because|as|since|if|when|while|though|although"
_THEY = f"{_BECAUSE} (NAME / PRONOUN:name)"  # somebody at least, as a side by itself tells of nobody
_TOLD = (
    Told(_invited_by, (
        f"{_BECAUSE} (SIDE / NAME:other) [player|side] [has|have|had] invited|asked|wanted (NAME / PRONOUN:name)",
        f"{_BECAUSE} invited|asked by (SIDE / NAME:other) [player|side] only|alone",
    )),
    Told(_uninvited, (
        f"{_BECAUSE} nobody|none|noone|neither [side|player|main] [has|have|had] "
        "invited|asked|invites|asks [NAME / PRONOUN:name]",
    )),
    Told(_phase, ("in|during|at|on PHASE", "when|while|as|once cards PHASE", "when|while it PHASE")),
    Told(_phase_of, ("in|during|at|on NAME ['s] PHASE",)),
    Told(_before_phase, ("before [cards] PHASE",)),
    Told(_before_cards, (
        "before cards laid|chosen|selected|played|down",
        "before anybody|somebody lays|plays card|cards",
    )),
    Told(_laid, (
        "before [both] cards|they|it turned|flipped|opened|seen|known|up|over [up|over]",
        "before anybody|somebody|they|both turns|turn|flips|flip|shows|show|sees|see [up|over] [card|cards] [up|over]",
        "before seeing [card|cards]",
        "after|once|when|while [both] cards laid|chosen|selected|played|down|facedown|in",
        "after|once|when both|they [have|had] laid|lay|chosen|chose|selected|played [card|cards] [down]",
    )),
    Told(_after_phase, ("after [cards] PHASE",)),
    Told(_seen, (
        "after|once|when|having seeing|seen|sees|see cards|card",
        "after|once|when cards|both seen|up|open|flipped|turned|out [up|over]",
        "after|once|when both|they [have|had] seen|see cards",
    )),
    Told(_lost, (
        "after|having losing|lost|loses|loss|defeat [encounter]",
        f"{_WHO} [has|have|had] lost|loses|lose|failed [encounter]",
        "after [failed|no] [making] no|failed deal",
    )),
    Told(_won, (
        "after|having winning|won|wins|win|victory|success [encounter]",
        f"{_WHO} [has|have|had] won|wins|win [encounter|both|first|twice|all]",
        "after [making|made] [successful] deal",
    )),
    Told(_before, (
        "before NAME:other [has|have|had] "
        "[invites|invited|invite|plays|played|play|answers|answered|answer|launches|reveals] [ally|allies|card|cards]",
    )),
    Told(_apart, (
        f"{_WHO} not ally|allied|involved|participating|in|part [of|in] [encounter|it]",
        f"{_WHO} neither main [player|players] [or|nor] [ally|allies]",
        f"{_WHO} has|have nothing to do with encounter|it",
        "as|from bystander|outsider|outside",
        "without allying|joining",
    )),
    Told(_side_won, (f"{_SINCE}|once|after SIDE [player|side] [has|have|had] won|wins|win [encounter]",)),
    Told(_side_lost, (f"{_SINCE}|once|after SIDE [player|side] [has|have|had] lost|loses|lose [encounter]",)),
    Told(_side, (
        f"{_THEY} SIDE [player|main]",
        "as|when|if|while|on [main] SIDE [player|main]",
    ), of_one=True),
    Told(_turn, (f"{_THEY} attacks|attack|attacked",), of_one=True),
    Told(_defends, (f"{_THEY} defends|defend|defended|defending",), of_one=True),
    Told(_alien, (f"{_THEY} ALIEN",), of_one=True),
    Told(_lost_ships, (
        f"{_THEY} [has|have|had] lost NUMBER [ships|ship] [with negotiate|n] [against|to attack]",
    ), of_one=True),
    Told(_turn, ("on|in|during|when|if|while [it] NAME ['s] turn", f"{_WHO} [has|have] turn"), of_one=True),
    Told(_own_turn, ("on|in|during turn",)),
    Told(_met, ("in [encounter] against|with NAME:other", "against NAME:other")),
    Told(_warp, (
        f"{_WHO} [has|have|had|with] NONE:number [ships|ship] in warp",
        "with|having NONE:number [ships|ship] in warp",
    ), of_one=True),
    Told(_hand, (
        f"{_WHO} [has|have|had|holds|with] NONE:number [encounter] cards|card [left] [in hand]",
        "with|having NONE:number [encounter] cards|card [left] [in hand]",
    ), of_one=True),
    Told(_allied, (
        "as [offensive|defensive] ally",
        f"{_WHO} [offensive|defensive] ally",
        "while|when|if allied",
    )),
    Told(_both, (
        "with|for|on|of|to both [sides|players|invitations]",
        "both sides|invitations",
        "[with|for|on|to] both (NAME / SIDE) [and] (NAME:other / SIDE)",
    )),
    Told(_first, ("first",)),
    Told(_nothing, ("in|as|during|for|of [deal|trade|encounter]", "in|during deal", "now", "with card|cards|hand")),
    Told(_uninvited, (
        f"{_WHO} not [invited|asked]",
        "uninvited|unasked",
        "without [being] [invitation|invited|asked]",
    )),
    Told(_invited, (
        f"{_THEY} [was|were|gets|got|been] invited|asked [by|to] [SIDE]",
        f"{_SINCE} [was|were|gets|got|been] invited|asked [by|to] [SIDE]",
        "invited|asked by SIDE",
    )),
)  # fmt: skip


@cache
def about() -> tuple[tuple[Told, Node], ...]:
    """Every phrase as it is walked, with what it belongs to."""
    return tuple((told, compiled(text)) for told in _TOLD for text in told.phrases)
