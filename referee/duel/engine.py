"""One command at a table of Duel: ruled before anything changes, and then applied to a copy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from referee.book.loader import Rulebase
from referee.duel.as_line import line_of, note
from referee.duel.commands import read_command
from referee.duel.control import check_roles, check_win
from referee.duel.correcting import correct
from referee.duel.declared import Spoken
from referee.duel.envoys import last_card
from referee.duel.legal import legal
from referee.duel.on import Hidden, HiddenError, On, say
from referee.duel.ruling import DuelRuling
from referee.duel.state import Duty, Option, Phase, State
from referee.duel.texts import texts
from referee.duel.unknown import asks
from referee.judge.nearest import instead, typed_is_legal
from referee.judge.table.steps import ruled
from referee.judge.table.verdict import Decided, Refusal, Search

_SOMEBODY = ("blue", "orange")  # who plays where nobody is named

# What is never refused for the phase or because the game is over.
_ANY_TIME = ("set", "claim", "past", "read")


class DuelVerdict(Decided[State, DuelRuling]):
    """The ruling of one command at a table of Duel."""

    __slots__ = ()


def lay(command: Spoken, rulebase: Rulebase) -> DuelVerdict:
    """Rules a `table` command: a game that is set up, if it can be."""
    return _ruled(State(), command, rulebase, Spoken.rule, False, lambda _: _for_two(command, rulebase))


def _for_two(command: Spoken, rulebase: Rulebase) -> tuple[str, ...]:
    """A table that can be laid: the first two of the players that were named, and somebody else where there is one."""
    seats = command.values["seats"]
    names = [*seats, *(name for name in _SOMEBODY if name not in seats)][:2]
    other = say("table", seats={name: seats.get(name, "") for name in names})
    return (str(other),) if other != command and lay(other, rulebase).legal else ()


def rule(table: State, command: Spoken, rulebase: Rulebase, anyway: bool = False) -> DuelVerdict:
    """Rules a command. The table itself is not changed; the verdict has the one that follows."""
    return _ruled(table, command, rulebase, _rule, anyway, partial(_instead, table, command, rulebase))


def _instead(table: State, command: Spoken, rulebase: Rulebase, refusal: Refusal) -> tuple[str, ...]:
    """What may be typed instead of a refused command: of what its refusal names what is legal, or what is nearest."""
    names = texts(rulebase)
    tried = typed_is_legal(lambda text: rule(table, read_command(text, names, table.seats), rulebase))
    return instead(
        refusal.given, str(command), command.who, lambda: ((w, str(act)) for w, act in legal(table, rulebase)), tried
    )


def _ruled(
    table: State,
    command: Spoken,
    rulebase: Rulebase,
    run: Callable[[Spoken, On], None],
    anyway: bool,
    search: Search,
) -> DuelVerdict:
    begin, law = partial(On, table, rulebase), rulebase.law
    return ruled(DuelVerdict, str(command), table, law, begin, partial(run, command), anyway, search)


def _rule(command: Spoken, on: On) -> None:
    verb, table = command.verb, on.table
    _check_time(on, command)
    hands = {name: list(hand) for name, hand in table.hands.items()}
    try:
        if verb != "set":
            _roles(on)  # what was set before may have changed them
        note(table, command)
        command.rule(on)
        if on.decided is not None:
            on.table.line = line_of(on.decided, on.texts)
        _won(on)
        if verb not in _ANY_TIME:
            _roles(on)
        if hands != on.table.hands and verb != "show":
            _last_card(on)
    except HiddenError as error:
        on.cannot("turn.hidden", asks(error.hidden), nearest=_telling(error.hidden))


def _check_time(on: On, command: Spoken) -> None:
    """Refuses what is done after the game, before something that comes first, or in another phase than its own."""
    verb, table = command.verb, on.table
    phases = command.form.phases
    if table.phase == Phase.OVER and verb not in _ANY_TIME:
        _over(on)
    _first_things(on, verb)
    if phases and table.phase not in phases:
        if verb == "reveal":
            on.cannot("envoys.only-in-duel", command.who)
        on.cannot("turn.phases", f"`{verb}`", " or ".join(phases), table.phase)


def _telling(hidden: Hidden) -> tuple[Spoken, ...]:
    """The correction that tells a fact which is hidden, with one of the values that it can have."""
    value = hidden.choices[0] if hidden.choices else hidden.high
    told: dict[str, Spoken] = {
        "advantage": correct("advantage", number=value),
        "icon": correct("icon", owner=hidden.name, icon=value),
        "snare": correct("snare", who=hidden.name, card=str(value)),
    }
    if hidden.kind in ("supply", "warp"):
        return (correct(hidden.kind, counts={hidden.name: value}),)
    return (told[hidden.kind],) if hidden.kind in told else ()


def _over(on: On) -> None:
    """Refuses what is done after the game; how it was won is cited too."""
    table = on.table
    won = "has won it" if len(table.winners) == 1 else "have won it"
    says = f"{' and '.join(table.winners)} {won}" if table.winners else "neither player has won it"
    on.forbid("win.over", says, history=("undo",), citing=table.ended)


def _first_things(on: On, verb: str) -> None:
    """What has to be done before anything else: one ally kept of two, a last card shown."""
    if not on.table.dues or verb in (*_ANY_TIME, "keep", "show"):
        return
    due = on.table.dues[0]
    if due.verb == "keep":
        allies = [say("keep", who=due.who, envoy=str(option.number)) for option in due.options]
        on.cannot("envoys.keep-first", due.who, nearest=allies)
    if due.verb == "show":
        on.cannot("ability.show-it", due.who)


def _roles(on: On) -> None:
    """The roles change at once, not only in the cleanup (the-leader-and-the-straggler.3)."""
    if on.law["roles.switch"].value == "in-cleanup" or on.table.phase in (Phase.OVER, Phase.SETUP):
        return
    before, steps = on.table.leader, len(on.steps)
    check_roles(on)
    if on.table.leader == before:
        del on.steps[steps:]


def _won(on: On) -> None:
    """Between two destiny cards five planets win, however they were come by (winning-the-game.2; DU-24)."""
    at_once = on.law["win.moment"].value == "first-to-five"
    if on.table.phase in (Phase.DESTINY, Phase.LIMIT) or (at_once and on.table.phase not in (Phase.SETUP, Phase.OVER)):
        check_win(on)


def _last_card(on: On) -> None:
    """An opponent's last card is shown first, where an ability asks for it."""
    if on.table.phase in (Phase.OVER, Phase.SETUP):
        return
    on.table.dues = [due for due in on.table.dues if due.verb != "show"]
    try:
        last_card(on)
    except HiddenError as error:
        if error.hidden.kind != "last":
            raise
        on.table.dues.insert(0, Duty(error.hidden.name, [Option("show")]))


__all__ = ["DuelVerdict", "Hidden", "lay", "rule"]
