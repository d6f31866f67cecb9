"""What is played after the outcome: the encounter is told again from there, with all that is played by now.

`Table.aftermath` is the table as it was before the cards decided, and what was done since. An answer changes nothing by
hand: the cards decide again, knowing of it, and what was done since is done again, each act as it was told, chance
included. What the answer itself cost stays paid. It comes too late where somebody has done what could not be done then.
"""

from __future__ import annotations

from collections import Counter
from typing import NoReturn

from referee.judge.powers.effect import window_of
from referee.judge.ruling import DEAL, NO_DEAL
from referee.judge.table.chain import give_for
from referee.judge.table.encounter_ruling import as_turned_up, judged
from referee.judge.table.lines import TALKS
from referee.judge.table.powers import happens
from referee.judge.table.resolution import owed, put_away, refuse_settled
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.state.commands import Command, write_command
from referee.state.encounter import Act
from referee.state.pending import Due
from referee.state.retold import Aftermath, Deed
from referee.state.table import Table


def note(on: Turn) -> None:
    """After each command: what was done of an encounter since it was resolved."""
    table, command = on.table, on.command
    if not table.ruled:
        table.aftermath = None
    elif command.verb != "claim":  # which changes nothing
        if command.act is not None:
            act = table.acts[-1] if len(table.acts) > len(on.began.acts) else command.act
            command = Command("act", act.by or act.who, act=act)
        deed = Deed(command, frozenset(on.waived) if on.waived else _NONE, len(table.acts))
        if not on.began.ruled:
            table.aftermath = Aftermath(_alone(on.began), (deed,))
        elif table.aftermath is not None:
            table.aftermath = Aftermath(table.aftermath.start, (*table.aftermath.done, deed))


_NONE: frozenset[str] = frozenset()


def _alone(table: Table) -> Table:
    """The table without what it keeps of how it came to be as it is, and of the encounter before."""
    if table.rewind is None and table.retold is None and table.last is None:
        return table
    found = table.copy()
    found.rewind = found.retold = found.last = None
    return found


def reconsider(on: Turn) -> None:
    """What was put down last is played with the outcome: the encounter is told again with it.

    Refused where it comes too late.
    """
    table = on.table
    if on.known is not None or not table.ruled:  # all of it is known already, or nothing was ruled
        return
    if table.aftermath is None:
        _check_nothing_follows(on)
        return
    told = _told_again(on, table.aftermath)
    here = told.table
    for act in table.acts[len(here.acts) :]:
        give_for(told, act)
    here.acts, here.carried, here.told, here.aftermath = table.acts, table.carried, table.told, table.aftermath
    on.table, on.ruling = here, told.ruling
    on.steps += told.steps
    put_away(on)
    if {table.outcome, here.outcome} == {DEAL, NO_DEAL}:
        _check_just_made(on, table)
    elif owed(on, here.turn, "deal") is None:
        _check_same(on, table)
    _check_cards(on, table)


def _check_nothing_follows(on: Turn) -> None:
    """Of an encounter of which nobody told how it was resolved nothing can be played anew."""
    was = on.table.last
    judged(on, as_turned_up(on))
    now = on.table.last
    if was is None or now is None or any(was.told.get(part) != now.told[part] for part in _PARTS):
        refuse_settled(on)


_PARTS = ("outcome", "players", "then", "discards")


def _told_again(on: Turn, aftermath: Aftermath) -> Turn:
    """Everything since the cards were turned up, ruled with all that is played by now; with the ruling."""
    from referee.judge.table.engine import step  # it has all commands, and those that are played need this module

    ruling = None
    again = Turn(aftermath.start, on.rulebase, on.command)
    for deed in aftermath.done:
        here, again = again.table, Turn(again.table, on.rulebase, deed.command, deed.waived | on.waived)
        again.known = on.table
        try:
            step(again)
        except RefusedError as error:
            if deed is aftermath.done[0] or (deed.command.act is not None and deed.command.act.verb in TALKS):
                _refuse_newest(on, error)
            again = _in_spite(on, here, deed)
            if again.command is deed.command:
                step(again)
        again.table.acts = on.table.acts[: deed.acts]
        ruling = again.ruling or ruling
    first = Command("act", act=on.table.acts[len(again.table.acts)])
    told = Turn(again.table, on.rulebase, first, looks=True)
    if told.table.fresh:
        happens(told, "unanswered")
    told.ruling, told.steps = ruling, [] if ruling is None else [ruling.root]
    return told


def _in_spite(on: Turn, here: Table, deed: Deed) -> Turn:
    """What the ruling asks for no more, and was done: what was taken stays taken, ships that went home come back.

    Refused where it cannot have been so: where nobody would have done it, or it was by the use that is answered.
    """
    command, answer = deed.command, on.command.act
    if command.verb == "return" and here.outcome != on.table.outcome:
        on.find("deal.return-falls", True, write_command(command))
        return Turn(here, on.rulebase, on.command)
    uses = answer is not None and answer.verb in ("use", "zap")
    if command.verb not in _TAKEN or (uses and _figure(here, command) != _figure(on.table, command)):
        refuse_settled(on)
    again = Turn(here, on.rulebase, command, deed.waived)
    due = owed(again, command.who, command.verb)
    ships = command.ships or 0
    count = (command.number or 0) + ships
    again.table.due.insert(0, Due(command.who, command.verb, count, source=command.other, as_ships=ships))
    if due is not None:
        again.table.due.remove(due)
    return again


_TAKEN = {"take": "compensation", "reward": "rewards"}


def _figure(table: Table, command: Command) -> int | None:
    """How many cards or rewards a player has by the ruling, of those that it takes by a command."""
    told = table.last.told["players"] if table.last is not None else {}
    count: int | None = told.get(command.who, {}).get(_TAKEN[command.verb])
    return count


def _refuse_newest(on: Turn, error: RefusedError) -> NoReturn:
    """What cannot be ruled so is refused to what was played last: a card that is gone to who asks for it last."""
    gone = next((r.finding for r in error.refusals if r.finding.rule.id == "discards.not-there"), None)
    done = on.command.act
    if gone is not None and done is not None and done.verb == "use" and gone.words[0] != done.who:
        on.refuse(gone.rule, done.who, gone.words[1])
    raise error


def _check_same(on: Turn, was: Table) -> None:
    """Refuses what would turn the outcome, or send ships elsewhere by it: they have gone already."""
    if was.outcome != on.table.outcome or _fates(was) != _fates(on.table):
        refuse_settled(on)


def _fates(table: Table) -> dict[str, list[int | None]]:
    """Where everybody's ships go by the ruling."""
    told = table.last.told["players"] if table.last is not None else {}
    return {name: [player[key] for key in _FATES] for name, player in told.items()}


_FATES = ("lands", "warp", "returns", "stays", "removed")


def _check_just_made(on: Turn, was: Table) -> None:
    """A deal is wrecked as it is made: not once a flare has followed on it, or cards were told of.

    Nor where what it discarded does not lie on top any more.
    """
    made = next(at for at, act in enumerate(was.acts) if act.verb == "deal")
    since = enumerate(was.acts[made + 1 :], made + 1)
    followed = any(_fetches(on, act) or (act.verb == "flare" and at in was.carried) for at, act in since)
    lies = was.discards[len(was.discards) - len(was.pile) :] == was.pile
    if followed or _are_cards_told(was) or not (was.cards or lies):
        refuse_settled(on)


def _fetches(on: Turn, act: Act) -> bool:
    """Whether this is the use of a sheet that does something with what is discarded."""
    sheets = (on.rulebase.alien(name) for name in on.table.aliens.get(act.who, ())) if act.verb == "use" else ()
    effects = (effect.verb for sheet in sheets if sheet is not None for use in sheet.uses for effect in use.effects)
    return any(window_of(verb) == "discarded" for verb in effects)


def _check_cards(on: Turn, was: Table) -> None:
    """Refuses to take a card out of the discards that does not lie there any more, or that was told to be elsewhere."""
    fetched = Counter(was.pile) - Counter(on.table.pile)
    if not was.cards and not fetched <= Counter(was.discards):
        refuse_settled(on)
    if (was.pile, was.kept) != (on.table.pile, on.table.kept) and _are_cards_told(was):
        refuse_settled(on)


def _are_cards_told(table: Table) -> bool:
    """Whether a correction has told of hands or discards since the outcome: the cards are where it says."""
    done = table.aftermath.done if table.aftermath is not None else ()
    return any(fact.what in ("hand", "discards") for deed in done for fact in deed.command.facts)
