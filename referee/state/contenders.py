"""Who wants to act, and when: what `referee timing` is asked, read from its words (CONTRACT: commands)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.book import bounds
from referee.book.names import near
from referee.errors import ImpossibleError, MalformedError
from referee.state.phases import PHASES

HAZARD = "hazard"  # a player that comes last
BEFORE, WHEN, AFTER = "before", "when", "after"
MOMENTS = (BEFORE, WHEN, AFTER)

_NAME = re.compile(r"[^\W\d_][^\W_]*")
_SHEET = re.compile(r"[^\W\d_][^\W_]*([- ][^\W_]+)*")  # what can be the name of an alien
_EXAMPLE = "Such as: red:Mind blue:Plague --offense red --defense purple --seats red,purple,yellow,blue"


class Contender(NamedTuple):
    """Somebody who wants to act: as typed, the player, the effect as written (may be empty), the phase and the moment
    in it, if they were said, and where in the words it stands.
    """

    typed: str
    player: str
    effect: str
    phase: str = ""
    moment: str = ""
    column: int = 0


class Asked(NamedTuple):
    """A question of timing. `seats` are clockwise, none if not told; `defense` may be `?` (hidden), or not told.

    `strangers` are the faults of contenders who do not sit here, by number: such a one may be meant as an alien sheet,
    whoever has it.
    """

    line: str
    contenders: tuple[Contender, ...]
    offense: str
    defense: str
    seats: tuple[str, ...]
    phase: str
    strangers: Mapping[int, str] = {}


def read_words(text: str) -> Asked:
    """Reads the words of the command as one text: `red:Mind blue --offense red --seats red,blue`.

    Raises MalformedError for what is not understood, ImpossibleError for what cannot be.
    """
    bounds.check_line(text)
    try:
        words = shlex.split(text)
    except ValueError:
        raise MalformedError(text, len(text), "the closing quote", _EXAMPLE) from None
    told: dict[str, str] = {}
    found: list[str] = []
    rest = iter(words)
    for word in rest:
        option, equals, value = word.partition("=")
        if option not in ("--offense", "--defense", "--seats", "--phase"):
            if word.startswith("--"):
                at = max(text.find(word), 0)
                raise MalformedError(text, at, "--offense, --defense, --seats or --phase", _EXAMPLE)
            found.append(word)
            continue
        told[option.lstrip("-")] = value if equals else next(rest, "")
    return asked(found, **told)


def _sitting(line: str, seats: str) -> tuple[str, ...]:
    """The players of `--seats`."""
    sitting = tuple(name for name in re.split(r"[,\s]+", seats.strip()) if name)
    for name in sitting:
        if not _NAME.fullmatch(name):
            what = "players in clockwise order with commas between them"
            raise MalformedError(line, line.rfind(name), what, _EXAMPLE)
    return sitting


def asked(contenders: Sequence[str], offense: str = "", defense: str = "", seats: str = "", phase: str = "") -> Asked:
    """A question of timing from its arguments and options, as typed; players are compared without case.

    Raises MalformedError for what is not understood, ImpossibleError for what cannot be, with every fault.
    """
    line = _line(contenders, offense, defense, seats, phase)
    bounds.check_line(line)
    if not contenders:
        raise MalformedError(line, 0, "a player, or a player with what it uses, such as red:Mind", _EXAMPLE)
    if not offense and (seats or any(":" in word or "@" in word for word in contenders)):
        raise without_offense(line)
    found = []
    column = 0
    for word in contenders:
        found.append(_contender(line, word, column))
        column += len(word) + 1
    _check_option(line, "--offense", offense)
    if defense != "?":
        _check_option(line, "--defense", defense)
    if len(found) > bounds.FACTS:
        raise MalformedError(line, found[bounds.FACTS].column, f"an option: {bounds.FACTS} want to act already")
    sitting = _sitting(line, seats)
    told = Asked(line, tuple(found), offense, defense, sitting, _phase(line, phase, line.rfind(phase)))
    return _spelled(told)


def without_offense(line: str) -> MalformedError:
    """What is said to a question that names players and not whose turn it is."""
    return MalformedError(line, len(line), "--offense and the player whose turn it is", _EXAMPLE)


def _line(contenders: Sequence[str], offense: str, defense: str, seats: str, phase: str) -> str:
    options = {"offense": offense, "defense": defense, "seats": seats, "phase": phase}
    return " ".join([*contenders, *(f"--{name} {value}" for name, value in options.items() if value)])


def _check_option(line: str, option: str, name: str) -> None:
    if name and not _NAME.fullmatch(name):
        raise MalformedError(line, line.find(option) + len(option) + 1, f"a player's name after {option}")


def _contender(line: str, word: str, column: int) -> Contender:
    """`PLAYER[:EFFECT][@PHASE or before or after]`."""
    told, at, when = word.partition("@")
    player, colon, effect = told.partition(":")
    if not (_NAME if colon else _SHEET).fullmatch(player):
        raise MalformedError(line, column, "a player's name: a letter, then letters or digits", _EXAMPLE)
    if colon and not effect.strip():
        raise MalformedError(line, column + len(player) + 1, "a power, a card or a flare after the colon")
    if not at:
        return Contender(word, player, effect.strip(), column=column)
    if when.lower() in MOMENTS:
        return Contender(word, player, effect.strip(), "", when.lower(), column)
    if not when:
        raise MalformedError(line, column + len(told) + 1, "a phase, before or after", _EXAMPLE)
    return Contender(word, player, effect.strip(), _phase(line, when, column + len(told) + 1), "", column)


def _phase(line: str, text: str, column: int) -> str:
    """A phase in any spelling: `Start Turn`, `start-turn`; `start` too."""
    key = re.sub(r"[\W_]+", "-", text.strip().casefold()).strip("-").removesuffix("-phase")
    key = {"start": "start-turn", "start-of-turn": "start-turn"}.get(key, key)
    if not key or key in PHASES:
        return key
    nearest = near(key, PHASES, 1, 0.5)
    hint = f"Did you mean {nearest[0]}?" if nearest else "A moment inside the phase is before or after."
    raise MalformedError(line, max(column, 0), f"a phase: {', '.join(PHASES)}", hint)


def _spelled(told: Asked) -> Asked:
    """Every player spelled as among the seats. Without seats: the main players and those who act, as they are named."""
    seats = list(told.seats) or _named(told)
    by_key = {name.casefold(): name for name in seats}
    strangers = {
        number: _nobody(c.player, c.player, seats)
        for number, c in enumerate(told.contenders)
        if c.player.casefold() not in by_key and c.player.casefold() != HAZARD
    }
    faults = _faults(told, seats, by_key)
    if faults or any(told.contenders[number].effect for number in strangers):
        raise ImpossibleError(told.line, [*faults, *dict.fromkeys(strangers.values())])
    by_key[HAZARD] = HAZARD
    contenders = tuple(c._replace(player=by_key.get(c.player.casefold(), c.player)) for c in told.contenders)
    defense = by_key.get(told.defense.casefold(), told.defense)
    offense = by_key.get(told.offense.casefold(), "")
    return told._replace(contenders=contenders, offense=offense, defense=defense, strangers=strangers)


def _named(told: Asked) -> list[str]:
    """The players who are named, each once: the main players and those who act."""
    named = (told.offense, *(c.player for c in told.contenders), told.defense)
    found: dict[str, str] = {}
    for name in named:
        if _NAME.fullmatch(name) and name.casefold() != HAZARD:
            found.setdefault(name.casefold(), name)
    return [*found.values()]


def _faults(told: Asked, seats: list[str], by_key: dict[str, str]) -> list[str]:
    if len(seats) > bounds.PLAYERS:
        return [f"{len(seats)} players are named, and no more than {bounds.PLAYERS} can play"]
    faults = [*_faults_of_seats(seats, by_key)]
    named = {"--offense": told.offense, "--defense": "" if told.defense == "?" else told.defense}
    for option, name in named.items():
        if name and name.casefold() not in by_key:
            faults.append(_nobody(f"{option} {name}", name, seats))
    if told.defense and told.offense.casefold() == told.defense.casefold():
        faults.append(f"{told.offense} cannot be offense and defense at once")
    if told.seats and len(told.seats) < 2:
        faults.append("one player alone has nobody to wait for: --seats names everybody at the table")
    return [*faults, *_said_twice(told.contenders)]


def _faults_of_seats(seats: list[str], by_key: dict[str, str]) -> Iterator[str]:
    if len(by_key) < len(seats):
        keys = [name.casefold() for name in seats]
        twice = next(name for name in seats if keys.count(name.casefold()) > 1)
        yield f"{twice} sits at two places in --seats"
    if HAZARD in by_key:
        yield f"{HAZARD} is no player at a seat: it stands for the hazard and always comes last"


def _said_twice(contenders: Sequence[Contender]) -> Iterator[str]:
    keys = [f"{c.player}:{re.sub(r'[^a-z0-9]', '', c.effect.casefold())}@{c.phase}".casefold() for c in contenders]
    for at, key in enumerate(keys):
        if key in keys[:at]:
            yield f"{contenders[at].typed} stands there twice"


def _nobody(what: str, name: str, seats: list[str]) -> str:
    hint = "".join(f": did you mean {seat}?" for seat in near(name, seats, 1, 0.5, str.casefold))
    return f"{what} does not sit here ({', '.join(seats)}){hint}"
