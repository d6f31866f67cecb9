"""Powers and cards that are not applied: which of them act in an encounter, and what the players have to say of them.

A sheet says by its bars, and by `comes_up` and `works`, where it acts. Where it does, or somebody said that it was used
or played, nothing is ruled that it could change until the players state what it does, or that it does nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from referee.book.law import Rule
from referee.book.power import Alien, Use
from referee.book.sheets import FlareText
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers.acts import ON_A_LINE
from referee.judge.powers.answers import which_face
from referee.judge.powers.said_of import NOTHING, covered
from referee.judge.ruling import (
    DEAL,
    DEFENSE_WINS,
    FIGURES,
    MUST,
    NO_DEAL,
    OFFENSE_WINS,
    SUCCESS,
    TURN_ENDS,
    Then,
    wins,
)
from referee.judge.stand import BYSTANDER, Stand, admitted
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state.encounter import Act
from referee.state.reader import write_name

ANY = "any"
# The phases that follow when the cards are turned up.
_AFTERWARDS = frozenset((ANY, ph.REVEAL, ph.RESOLUTION))
_EARLY = frozenset(ON_A_LINE) - _AFTERWARDS
# The statements that can say what a text does, where its sheet names none, by the phase in which it acts.
_STATES = {
    ph.REVEAL: ("value", "worth", "add", "wins"),
    ph.RESOLUTION: ("saves", "loses", "removed", "rewards", "compensation", "colony"),
}
_SETTLING = frozenset(_STATES[ph.REVEAL])  # what can change the outcome; all others only follow on it
_EVERY = tuple(verb for verbs in _STATES.values() for verb in verbs)


# The figures of players that a statement can change, whatever it says; what ships do is followed by cards and colonies.
_OF_CARDS = {"rewards": ("rewards", "rewards_as_ships"), "compensation": ("compensation", "rewards_as_ships")}
_OF_COLONIES = ("foreign", "home", "power")
_OF_SHIPS = ("lands", "warp", "returns", "stays", "removed", "compensation", "rewards_as_ships", *_OF_COLONIES)
_TOUCHED: dict[str, tuple[str, ...]] = {
    **_OF_CARDS,
    "game": (),
    "loses from colonies": ("warp", *_OF_COLONIES),
    "colony": ("lands", *_OF_COLONIES),
    **dict.fromkeys(("saves", "loses", "removed", "stays"), _OF_SHIPS),
}


class Part(NamedTuple):
    """A part of a text that acts in an encounter; `late` if the outcome is settled before it does."""

    rule: str
    late: bool


# -- what has to come up -----------------------------------------------------------------------------------------------


def _value(finding: Finding | None) -> int:
    return finding.value if finding is not None and finding.value else 0


def _kinds(board: Board) -> dict[str, str]:
    return {side: shown.kind for side, shown in board.shown.items()}


def _has_won(board: Board, stand: Stand) -> bool:
    return bool(stand.takes_part and board.outcome is not None and board.outcome.value == wins(stand.side))


def _has_lost(board: Board, stand: Stand) -> bool:
    decided = board.outcome is not None and board.outcome.value in (OFFENSE_WINS, DEFENSE_WINS)
    return decided and stand.takes_part and not _has_won(board, stand)


def _won_by(board: Board, stand: Stand, margin: int) -> bool:
    return _has_won(board, stand) and board.totals is not None and _value(board.margin) >= margin


def _two_attacks(board: Board, _: Stand) -> bool:
    return list(_kinds(board).values()) == [pos.ATTACK, pos.ATTACK]


def _attacks_of_20(board: Board, stand: Stand) -> bool:
    return _two_attacks(board, stand) and sum(int(shown.value) for shown in board.shown.values()) >= 20


def _within(board: Board, stand: Stand, most: int) -> bool:
    if not stand.is_main or not _two_attacks(board, stand):
        return False
    one, other = (int(shown.value) for shown in board.shown.values())
    return abs(one - other) <= most


def _lands(board: Board, stand: Stand, least: int = 1) -> bool:
    return _value(board.players[stand.name].lands) >= least


def _comes_down(board: Board, stand: Stand, least: int = 1) -> bool:
    """True if so many of a player's ships are put on a planet: the target, or those to which they return."""
    return _lands(board, stand, least) or _value(board.players[stand.name].returns) >= least


def _stands_there(board: Board, stand: Stand) -> bool:
    """True if a player has ships on the target planet: as its defense, or besides."""
    if stand is board.defense:
        return _value(board.ships(stand)) > 0
    return bool((board.position.planet or {}).get(stand.name))


def _is_at_home(board: Board, stand: Stand) -> bool:
    target = board.position.target
    return (target[0] if target is not None else board.defense.name) == stand.name


def _landing_beside(board: Board, stand: Stand) -> bool:
    """True if ships come to stand beside others, the player's among them: so they do in a colony that a deal gives."""
    if board.outcome is not None and board.outcome.value == DEAL:
        return stand.is_main and any(_value(board.players[name].foreign) > 0 for name in board.stands)
    others = any(_lands(board, other) for other in board.stands.values() if other is not stand)
    there = any(_stands_there(board, other) for other in board.stands.values() if other is not board.defense)
    mine = _lands(board, stand) or _stands_there(board, stand)
    return mine and (others or (_lands(board, stand) and there))


def _leaving_beside(board: Board, stand: Stand) -> bool:
    """True if ships of another leave the target planet, and it is the player's own or holds ships of the player's."""
    leave = board.players[board.defense.name].returns
    mine = _is_at_home(board, stand) or _stands_there(board, stand)
    return stand is not board.defense and mine and _value(leave) > 0


def _change(board: Board, name: str) -> int:
    player = board.players[name]
    return min(_value(player.foreign), _value(player.home))


def _loses_ships(board: Board, stand: Stand) -> bool:
    player = board.players[stand.name]
    return _value(player.warp) + _value(player.removed) > 0


def _draws(board: Board, stand: Stand, least: int = 1) -> bool:
    player = board.players[stand.name]
    return _value(player.compensation) + _value(player.rewards) >= least


def _lost_with_attack(board: Board, stand: Stand) -> bool:
    return stand.is_main and _has_lost(board, stand) and _kinds(board).get(stand.side) == pos.ATTACK


def _anybody(test: Callable[[Board, Stand], bool]) -> Callable[[Board, Stand], bool]:
    return lambda board, _: any(test(board, stand) for stand in board.stands.values())


_HELD = "foreign-held"
Test = Callable[[Board, Stand], bool]
_AT_THE_REVEAL: dict[str, Test] = {
    "involved": lambda board, stand: stand.takes_part,
    "not-alone": lambda board, stand: stand.takes_part and len(board.side_of(stand.side)) > 1,
    "two-attacks": _two_attacks,
    "an-attack": lambda board, stand: any(
        pos.ATTACK in (shown.kind, board.faces[side].kind) for side, shown in board.shown.items()
    ),
    "side-attack": lambda board, stand: stand.takes_part and _kinds(board).get(stand.side) == pos.ATTACK,
    "a-negotiate": lambda board, stand: pos.NEGOTIATE in _kinds(board).values(),
    "attacks-of-20": _attacks_of_20,
    "within-2": lambda board, stand: _within(board, stand, 2),
    "lost-with-attack": _lost_with_attack,  # where the opponent may still let the player win
    _HELD: lambda board, stand: any(board.position.foreign.values()),  # by anybody, as far as the line tells
    "no-further-alien": lambda board, stand: len(stand.aliens) == 1,
}
_BY_THE_OUTCOME: dict[str, Test] = {
    "won": _has_won,
    "lost": _has_lost,
    "won-by-10": lambda board, stand: _won_by(board, stand, 10),
    "failed-deal": lambda board, stand: stand.is_main and board.outcome is not None and board.outcome.value == NO_DEAL,
    "own-ships-lost": _loses_ships,
    "ships-lost": _anybody(_loses_ships),
    "own-cards": _draws,
    "own-cards-2": lambda board, stand: _draws(board, stand, 2),
    "rewards": _anybody(lambda board, stand: _value(board.players[stand.name].rewards) > 0),
    "own-landing": _comes_down,
    "own-landing-2": lambda board, stand: _comes_down(board, stand, 2),
    "offense-won": lambda board, _: board.outcome is not None and board.outcome.value == OFFENSE_WINS,
    "landing": _anybody(_lands),
    "landing-at-home": lambda board, stand: _is_at_home(board, stand) and _anybody(_lands)(board, stand),
    "landing-beside": _landing_beside,
    "leaving-beside": _leaving_beside,
    "own-foreign-changed": lambda board, stand: _value(board.players[stand.name].foreign) != 0,
    "own-colony-lost": lambda board, stand: _change(board, stand.name) < 0,
    "colony-gained": _anybody(lambda board, stand: _value(board.players[stand.name].foreign) > 0),
    "game-won": lambda board, stand: board.winning,
}
_AT_THE_END = "game-won"  # what a sheet has to do with that no use of it does
COMES_UP = frozenset((*_AT_THE_REVEAL, *_BY_THE_OUTCOME))  # what a sheet can say has to come up


def came_up(board: Board, stand: Stand, words: Iterable[str]) -> bool:
    """True if something came up in the reveal, or by the outcome, that one of these words names."""
    tests = ({**_AT_THE_REVEAL, **_BY_THE_OUTCOME}[word] for word in words)
    return any(test(board, stand) for test in tests)


def _comes_up(board: Board, stand: Stand, needed: tuple[str, ...] | None, phases: Iterable[str]) -> bool | None:
    """Whether something came up for which a text acts, and if so, whether the outcome is settled by then.

    None if nothing did. A text that needs nothing in particular acts in its phases.
    """
    if needed is None:
        return set(phases) <= {ph.RESOLUTION}
    if any(word in _AT_THE_REVEAL and _AT_THE_REVEAL[word](board, stand) for word in needed):
        return False
    late = any(word in _BY_THE_OUTCOME and _BY_THE_OUTCOME[word](board, stand) for word in needed)
    return True if late else None


# -- what the players said ---------------------------------------------------------------------------------------------


def typed(who: str, name: str, states: Iterable[str]) -> str:
    """What can be typed of a power or card: `value ... Warhawk, or nothing red Warhawk`."""
    called = write_name(name)
    listed = [f"{verb} ...{space}{rest} {called}" for verb, space, rest in (state.partition(" ") for state in states)]
    return ", ".join([*listed, f"or nothing {who} {called}" if listed else f"nothing {who} {called}"])


def summed_up(who: str, alien: Alien, used: bool = False) -> str:
    """A power in one sentence: whose it is, whether it must act, and what its sheet says."""
    return f"{who}'s {alien.name}{', mandatory' if alien.mandatory and not used else ''}: {alien.summary}"


def states_of(alien: Alien) -> tuple[str, ...]:
    """The statements with which players say what a power does: those that its sheet names, or those of its phases."""
    phases = dict.fromkeys((*alien.phases, *(alien.works.phases if alien.works is not None else ())))
    return alien.states or _by_phase(phases)


def _by_phase(phases: Iterable[str]) -> tuple[str, ...]:
    return tuple(verb for phase in phases for verb in _STATES.get(phase, ())) or _EVERY


def touched_by(states: Iterable[str]) -> frozenset[str]:
    """The figures of players that some statements can change: all, where one of them can settle the outcome."""
    return frozenset(figure for state in states for figure in _TOUCHED.get(state, FIGURES))


# -- the ruling --------------------------------------------------------------------------------------------------------


def note(board: Board) -> None:
    """Leaves open what powers and cards can change that are not applied; of others says what is taken for granted."""
    said = [act for act, _ in board.live_acts]
    for stand in board.stands.values() if board.unapplied or "aliens" in board.sheet_words else ():
        for alien in stand.aliens:
            if covered(said, stand.name, alien.name):
                continue
            if alien.uses:
                _assume_alone(board, stand, alien)
                if alien.works is not None and _AT_THE_END in (alien.works.comes_up or ()):
                    _note_alien(board, stand, alien)
                elif alien.states:
                    _note_unused(board, stand, alien)
            else:
                _note_alien(board, stand, alien)
    for act, finding in board.live_acts:
        if act.verb == NOTHING:
            words = (act.who, act.why or "what is not applied")
            board.steps.append(Finding(board.law["stated.nothing"], True, (finding,), words))
        if act.verb in ("flare", "tech") and act not in board.applied and not covered(said, act.who, act.name):
            _note_card(board, act, finding)


def _note_alien(board: Board, stand: Stand, alien: Alien) -> None:
    zap = board.zap_on(stand, alien.name) if alien.zappable else None
    if zap is not None:
        board.zapped.add(stand.name)
        zapped = board.law["powers.zapped"].citing(alien.rule)
        board.steps.append(Finding(zapped, None, (), (stand.name, alien.name), zap))
    elif stand.name in board.powerless and stand.powerless is not None:
        return
    used = any(one.act.name in ("", alien.name) for one in board.said.get(stand.name, ()))
    used = used or (not alien.mandatory and (stand.name, alien.name) in board.lifting)
    parts = [*_parts(board, stand, alien, zap is not None, used)]
    _assume_alone(board, stand, alien)
    if parts:
        source = Finding(alien.rule, True, (), (summed_up(stand.name, alien, used),))
        late = all(part.late for part in parts)
        rule = board.law[parts[0].rule].citing(alien.rule)
        _await(board, stand.name, alien.name, states_of(alien), rule, source, late)
    elif zap is None and admitted(_role(stand), alien.roles):
        _assume(board, stand, alien)


def refuse_idle(board: Board) -> None:
    """Refuses a use of an optional power that is not applied, where what its sheet needs has not come up."""
    for name, said in board.said.items() if not board.position.checked else ():
        stand = board.stands[name]
        for alien in stand.aliens:
            needs = () if alien.uses or alien.mandatory else alien.comes_up
            if not needs or _comes_up(board, stand, needs, alien.phases) is not None:
                continue
            for used in said:
                if used.act.name in ("", alien.name) and used.zap is None:
                    nearest = board.without_use(stand, used)
                    board.refuse(nothing_came_up(name), nearest, (used.finding,), alien.rule)


def changes_cards(board: Board) -> bool:
    """True if a power is used that is not applied, and that can change what was turned up: the players say how.

    One of an earlier phase has done before the reveal what it does, and the line shows the cards as they lie then.
    """
    for name, said in board.said.items():
        for alien in board.stands[name].aliens:
            used = any(one.act.name in ("", alien.name) and one.zap is None for one in said)
            if used and not alien.uses and ph.REVEAL in alien.phases and not _SETTLING.isdisjoint(states_of(alien)):
                return not covered([act for act, _ in board.live_acts], name, alien.name)
    return False


def _note_unused(board: Board, stand: Stand, alien: Alien) -> None:
    """An optional power that is applied, and of which nothing was said, is not used; nor zapped."""
    used = any(one.act.name in ("", alien.name) for one in board.said.get(stand.name, ()))
    able = stand.powerless is None and admitted(_role(stand), alien.roles)
    if able and not used and not alien.mandatory and board.zap_on(stand, alien.name) is None:
        _assume(board, stand, alien)


def _assume_alone(board: Board, stand: Stand, alien: Alien) -> None:
    """Of a sheet that gives its owner another alien, and of which none is told, it has given none."""
    if "aliens" in alien.lifts and stand.aliens == [alien] and not _asks_for_alien(alien):
        board.assume("assumptions.no-further-alien", stand.name, alien.name, by=alien.rule)


def _asks_for_alien(alien: Alien) -> bool:
    """True if there is always a further power beside this one, so that none cannot be taken for granted."""
    return alien.works is not None and "no-further-alien" in (alien.works.comes_up or ())


def _role(stand: Stand) -> str:
    return stand.role if stand.cancelled is None else BYSTANDER


def _parts(board: Board, stand: Stand, alien: Alien, zapped: bool, used: bool) -> Iterable[Part]:
    """The parts of a power that act here: as it was used, or because it must, or of itself."""
    role = _role(stand)
    early = _AFTERWARDS.isdisjoint(alien.phases) and not alien.states
    if used and not zapped and not early:
        yield Part("powers.used-not-applied", set(alien.phases) == {ph.RESOLUTION})
    if board.outcome is not None and board.outcome.value in (TURN_ENDS, SUCCESS):  # no cards decide anything
        return
    if alien.mandatory and not zapped and admitted(role, alien.roles):
        late = _comes_up(board, stand, alien.comes_up, alien.phases)
        if late is not None and not _AFTERWARDS.isdisjoint(alien.phases):
            yield Part("powers.must-not-applied", late)
    works = alien.works
    if works is not None and not (zapped and works.zappable) and admitted(role, works.roles):
        late = _comes_up(board, stand, works.comes_up, works.phases)
        if late is not None:
            yield Part("powers.works-not-applied", late)


def _assume(board: Board, stand: Stand, alien: Alien) -> None:
    """What is taken for granted of a power that was not said to be used, or had nothing to act upon.

    Of what it does before the cards are turned up the line tells, unless its sheet says how more can be stated.
    """
    afterwards = not _AFTERWARDS.isdisjoint(alien.phases)
    if not alien.mandatory and (afterwards or (alien.states and not _EARLY.isdisjoint(alien.phases))):
        board.assume("assumptions.not-used", stand.name, alien.name)
    elif not afterwards and not _EARLY.isdisjoint(alien.phases):
        board.assume("assumptions.on-the-line", stand.name, alien.name, by=alien.rule)
    elif alien.mandatory and (alien.comes_up == () or (_HELD in (alien.comes_up or ()) and not board.position.foreign)):
        board.assume("assumptions.nothing-came-up", stand.name, alien.name, by=alien.rule)


def holds_nothing_up(text: FlareText) -> bool:
    """Whether no outcome waits for a flare that is not applied: it is over by the cards, or no outcome shows it."""
    return (not text.states and _AFTERWARDS.isdisjoint(text.phases)) or NOTHING in text.states


def _note_card(board: Board, act: Act, finding: Finding) -> None:
    """A flare or tech that was played: what it does is to be said, since it does something."""
    if act.verb == "flare":
        flare, stand = board.rulebase.flare(act.name), board.stands[act.who]
        if flare is None:
            return
        matches = any(alien.name == act.name for alien in stand.aliens)
        word = act.face if act.face and board.position.checked else which_face(matches, stand.powerless is not None)
        face = flare.face(word)
        what, summary, phases, states = f"{act.name} flare", face.summary, face.phases, face.states
        rule, over = face.use(act.name, word).rule, holds_nothing_up(face)
    else:
        card = board.rulebase.card(act.name)
        if card is None:
            return
        what, summary, phases, rule, states, over = act.name, card.summary, card.phases, card.rule, (), False
    if phases and (over or set(phases).isdisjoint((ANY, *ON_A_LINE))):
        shown = "assumptions.on-the-line" if _AFTERWARDS.isdisjoint(phases) else "played.at-the-table"
        board.assume(shown, act.who, what, by=rule)
        return
    source = Finding(_as_printed(rule), True, (finding,), (f"{act.who}'s {what}: {summary}",))
    late = set(phases) == {ph.RESOLUTION}
    awaited = board.law["powers.played-not-applied"].citing(rule)
    _await(board, act.who, act.name, states or _by_phase(phases), awaited, source, late)


def _as_printed(rule: Rule) -> Rule:
    """A rule of a card, whose text is what is put into it."""
    return Rule(rule.id, rule.kind, "{0}", rule.cites, None, rule.says, vocabulary=rule.vocabulary)


def ask_for(board: Board, stand: Stand, use: Use, *ways: str, late: bool = False, stated: bool = True) -> None:
    """Leaves the ruling open where an applied power must act, and what that takes was not said.

    `ways` are how it is used with that; instead the players may say what it comes to, unless no statement could
    (`stated`). `late`: the outcome is settled.
    """
    alien = next(alien for alien in stand.aliens if alien.name == use.alien)
    source = Finding(alien.rule, True, (), (summed_up(stand.name, alien),))
    rule = board.law["powers.must-not-applied"].citing(alien.rule)
    _await(board, stand.name, alien.name, states_of(alien) if stated else (), rule, source, late, ways)


def _await(
    board: Board,
    who: str,
    name: str,
    states: Sequence[str],
    rule: Rule,
    source: Finding,
    late: bool,
    ways: Iterable[str] = (),
) -> None:
    """Leaves the ruling open until the players say what a power or card does."""
    can = ", ".join([*ways, typed(who, name, states)])
    finding = Finding(rule, None, (source,), (who, name, can))
    board.steps.append(finding)
    board.awaits.append(Then(who, MUST, f"say what {name} does: {can}", finding, sheet=name))
    only_after = bool(states) and not ways and _SETTLING.isdisjoint(states)
    board.unsettled = board.unsettled or not (late or only_after)
    board.touched |= FIGURES if ways or not states else touched_by(states)
    board.is_open = board.is_open or finding
