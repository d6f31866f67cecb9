"""A line of Duel, read into what it tells and written back: both sides, and each clause, declared once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated

from referee.duel.declared import Form, Forms, Kind, Spoken, choice, each, typed_so
from referee.duel.fighting import ACTS
from referee.duel.kinds import TACTIC, Card, DestinyName, EnvoyName, Hand, Icon, Player, Why, Words
from referee.duel.line import NOT_TOLD, NOTHING, DuelLine, Fighter
from referee.duel.notation import DuelReader
from referee.duel.state import LOSER, UNKNOWN, WINNER
from referee.duel.texts import Texts, with_sign

_EXAMPLE = {
    False: "For example: blue 2 blast 4 : 6 vs orange 3 shield 2 : 13 ; advantage 8",
    True: "For example: blue : 10 +12 vs orange : 31",
}

# -- clauses -----------------------------------------------------------------------------------------------------------


def _count(number: int | None) -> str:
    return UNKNOWN if number is None else str(number)


def _advantage_told(r: DuelReader) -> int | None:
    r.mark("+")
    return r.count("the ship advantage")


def _number(r: DuelReader) -> int | None:
    return None if r.mark("?") else r.card_count("how many (a number or ?)", "of them")


def _prize_words(r: DuelReader) -> str:
    while r.mark(":"):
        pass
    return r.rest()


_ONE: Kind[DuelReader, str] = Kind(lambda r: r.first_told(r.player()))
_PRIZE: Kind[DuelReader, str] = choice((WINNER, LOSER), "'winner' or 'loser', and what the prize is")
One = Annotated[str, _ONE]  # a player of whom this is told once
OneOwner = Annotated[str, Kind[DuelReader, str](lambda r: r.first_told(r.owner()))]
Counts = Annotated[dict[str, int | None], each(_ONE, Kind(_number, _count))]


def _card(line: DuelLine, card: DestinyName) -> None:
    line.card = card


def _advantage(line: DuelLine, advantage: Annotated[int | None, Kind(_advantage_told, _count)]) -> None:
    line.advantage, line.told_advantage = advantage, True


def _prize(line: DuelLine, prize: Annotated[str, _PRIZE], effect: Annotated[str, Kind(_prize_words)] = "") -> None:
    line.prize, line.effect = prize, effect


def _effect(line: DuelLine, effect: Why) -> None:
    line.effect = effect


def _counted(place: str) -> Callable[..., None]:
    def note(line: DuelLine, counts: Counts) -> None:
        getattr(line, place).update(counts)

    return note


def _hand(line: DuelLine, who: One, cards: Hand) -> None:
    line.hands[who] = cards


def _envoy(line: DuelLine, who: One, envoy: EnvoyName) -> None:
    line.envoys[who] = envoy


def _snare(line: DuelLine, who: One, card: Card) -> None:
    line.snares[who] = card


def _icon(line: DuelLine, owner: OneOwner, icon: Icon) -> None:
    line.icons[owner] = icon


def _text(line: DuelLine, owner: OneOwner, words: Words) -> None:
    line.says[owner] = words


def _pass(line: DuelLine, who: Player, why: Why = "") -> None:
    """A player passes; said on a line, it may have a reason."""


_COUNTED = ("supply", "warp", "there", "controls", "spent")
_BY_NAME = {"hand": "hands", "envoy": "envoys", "snare": "snares", "icon": "icons", "text": "says"}

CLAUSES = Forms(
    "a clause",
    "",
    Form("card", "card Vacant-Shipyard", _card, once=True),
    Form("advantage", "advantage 8", _advantage, once=True),
    Form("prize", "prize loser recover up to 8 ships", _prize, once=True),
    Form("effect", "effect draw 3 cards", _effect, once=True),
    Form("supply", "supply blue 4, orange 6", _counted("supply")),
    Form("warp", "warp blue 5", _counted("warp")),
    Form("there", "there blue 2", _counted("there")),
    Form("controls", "controls blue 4, orange 3", _counted("controls")),
    Form("spent", "spent blue 2", _counted("spent")),
    Form("hand", "hand blue 6 · hand blue: 13 +8 ?", _hand),
    Form("envoy", "envoy blue Grumpus", _envoy),
    Form("snare", "snare blue 13", _snare),
    Form("icon", "icon Bouncer blast", _icon),
    Form("text", "text Deuce add 2 to your clout", _text),
    *(Form("pass", "pass blue", _pass) if act.word == "pass" else act for act in ACTS.values()),
)


def _note(line: DuelLine, clause: Spoken) -> None:
    """Notes on the line what a clause tells."""
    if clause.verb in ACTS:
        line.acts += (clause,)
    else:
        clause.rule(line)


def _noted(line: DuelLine) -> Iterator[Spoken]:
    """What the line tells besides both sides, in clauses; what was done comes last."""
    if line.card:
        yield CLAUSES["card"](card=line.card)
    if line.told_advantage:
        yield CLAUSES["advantage"](advantage=line.advantage)
    if line.prize:
        yield CLAUSES["prize"](prize=line.prize, effect=line.effect)
    elif line.effect:
        yield CLAUSES["effect"](effect=line.effect)
    for word in _COUNTED:
        if counts := getattr(line, word):
            yield CLAUSES[word](counts=counts)
    for word, kept in _BY_NAME.items():
        names = [field.name for field in CLAUSES[word].fields]
        for pair in getattr(line, kept).items():
            yield CLAUSES[word](**dict(zip(names, pair, strict=True)))
    yield from line.acts


# -- lines -------------------------------------------------------------------------------------------------------------


def read(text: str, known: Texts, contest: bool) -> DuelLine:
    """Reads a duel or a contest; MalformedError, with the place, for what is not in the notation."""
    r = DuelReader(text, known)
    with typed_so(_EXAMPLE[contest]):
        leader = _side(r, contest)
        if not r.word("vs"):
            r.fail("'vs' and the straggler's side")
        r.mark(".")
        line = DuelLine(contest, leader, _side(r, contest), line=text)
    r.clauses(lambda: _note(line, CLAUSES.read(r)))
    return line


def _side(r: DuelReader, contest: bool) -> Fighter:
    name, alien = r.player(), r.duel_alien()
    dial = 0 if contest or r.word(NOTHING) else r.count("how many ships were sent")
    tactic = r.tactic() if not contest and r.is_tactic() else NOT_TOLD
    if not r.mark(":"):
        hint = f"A contest has no ships and no tactics. {_EXAMPLE[contest]}" if contest else ""
        r.fail("':' and the plan" if contest else "a tactic, or ':' and the plan", hint)
    plan = r.plan()
    plus: list[str] = []
    while r.is_modifier():
        plus.append(r.modifier())
    return Fighter(name, alien, dial, tactic, plan, tuple(plus))


def write(line: DuelLine) -> str:
    """The canonical line: what is written back reads back to the same position."""
    sides = " vs ".join(_written_side(fighter, line.contest) for fighter in line.fighters())
    return " ; ".join([sides, *map(str, _noted(line))])


def _written_side(fighter: Fighter, contest: bool) -> str:
    words = [fighter.name + (f"/{fighter.alien}" if fighter.alien else "")]
    if not contest:
        words += [NOTHING if fighter.dial == 0 else _count(fighter.dial), TACTIC.write(fighter.tactic)]
    return " ".join(word for word in (*words, ":", fighter.plan, *map(with_sign, fighter.plus)) if word)
