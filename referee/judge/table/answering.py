"""What is played after the outcome: the encounter is ruled again, and what differs is put right."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.judge.hidden.cases import judge
from referee.judge.powers.answers import ARTIFACTS, BACK, TAKEN, answer_of, cancelled_by
from referee.judge.powers.effect import window_of
from referee.judge.ruling import DEAL, NO_DEAL, PlayerRuling, Ruling
from referee.judge.table import stated
from referee.judge.table.deals import carry_out_talks
from referee.judge.table.played import standing
from referee.judge.table.resolution import (
    as_turned_up,
    count_of,
    is_talk_still_there,
    judged,
    note_winning,
    outcome_of,
    owed,
    pile_of,
    put_away,
    refuse_settled,
    tokens_gained,
)
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.state.pending import Due


def reconsider(on: Turn, played: int = 1) -> None:
    """Something was played in the resolution phase: the encounter is ruled again, and what differs is put right.

    `played` is how many acts of the ruling came since it was ruled last.

    Refused where it comes too late: where what it would change has been carried out by its owner's choice.
    """
    table = on.table
    if not table.ruled:
        return
    before = table.last.outcome if table.last is not None else None
    players = table.last.told["players"] if table.last is not None else {}
    was = {name: _settled(player) for name, player in players.items()}
    ruling = _judged_anew(on)
    outcome = outcome_of(ruling)
    if owed(on, table.turn, "deal") is not None:
        return
    if outcome != before:
        if table.before is None or {before, outcome} != {DEAL, NO_DEAL}:
            refuse_settled(on)
        _restore(on)
        carry_out_talks(on, ruling)
        return
    for name, player in ruling.players.items():
        if _settled(player.to_dict()) != was.get(name):
            refuse_settled(on)
        _take_anew(on, name, player, players[name]["compensation"] or 0)
        _owe_anew(on, name, "reward", count_of(player.rewards), players[name]["rewards"] or 0)
    stated.found_colonies(on)
    _tokens_anew(on, ruling, played)
    _pile_anew(on, ruling)
    note_winning(on)


def _tokens_anew(on: Turn, ruling: Ruling, played: int) -> None:
    """Tokens as they are now: what was just played may have cancelled the use that moved some."""
    table = on.table
    if not any(name in table.tokens for name in table.aliens):
        return
    position = as_turned_up(on)
    position.acts = position.acts[: len(position.acts) - played]
    before, now = tokens_gained(on, judge(position, on.rulebase, True)), tokens_gained(on, ruling)
    for name in {**before, **now}:
        table.tokens[name] = table.tokens.get(name, 0) + now.get(name, 0) - before.get(name, 0)


def _judged_anew(on: Turn) -> Ruling:
    """The ruling with what was said now. A card that is gone by then is refused to who asks for it last."""
    try:
        return judged(on, as_turned_up(on))
    except RefusedError as error:
        gone = next((r.finding for r in error.refusals if r.finding.rule.id == "discards.not-there"), None)
        done = on.command.act
        if gone is not None and done is not None and done.verb == "use" and gone.words[0] != done.who:
            on.refuse(gone.rule, done.who, gone.words[1])
        raise


def _settled(player: dict[str, Any]) -> list[Any]:
    return [player[key] for key in ("lands", "warp", "returns", "stays", "removed")]


def _owe_anew(on: Turn, name: str, what: str, count: int, before: int) -> None:
    """None are due any more: what was not taken yet is not taken. More are due than before, by what was stated."""
    due = owed(on, name, what)
    if due is not None and not count:
        on.table.due.remove(due)
    elif due is not None and count > before:
        due.count += count - before
    elif due is None and count > before:
        on.table.due.append(Due(name, what, count - before))


def _take_anew(on: Turn, name: str, player: PlayerRuling, before: int) -> None:
    """Compensation as it is due now: how many cards, and out of whose hand; not if it was taken already."""
    table, count = on.table, count_of(player.compensation)
    due = owed(on, name, "take")
    if due is None and before and _says_how(on, (name, player.payer)):
        refuse_settled(on)
    if due is not None and count:
        due.count, due.source = count, player.payer or due.source
    elif due is not None:
        table.due.remove(due)
    elif count and not before and player.payer:
        table.due.append(Due(name, "take", count, source=player.payer))


def _says_how(on: Turn, names: tuple[str, ...]) -> bool:
    """Whether what was just said is about how compensation is taken, which comes too late once it was."""
    done = on.command.act
    return done is not None and done.verb in ("use", "zap") and done.who in names and _acts_in(on, done.who, "collect")


def _acts_in(on: Turn, who: str, window: str) -> bool:
    """Whether a sheet of a player has an effect in this window of the outcome."""
    sheets = (on.rulebase.alien(name) for name in on.table.aliens.get(who, ()))
    effects = (effect.verb for sheet in sheets if sheet is not None for use in sheet.uses for effect in use.effects)
    return any(window_of(verb) == window for verb in effects)


def _pile_anew(on: Turn, ruling: Ruling) -> None:
    """The discards as they are now; a pile that lies there already is changed where it lies, if it is whole."""
    table = on.table
    pile, kept = pile_of(on, ruling)
    if table.cards or is_talk_still_there(table):
        table.pile, table.kept = pile, kept
        put_away(on)
        return
    start = _where_it_lies(table.discards, table.pile)
    back = list((Counter(kept) - Counter(table.kept)).elements())
    gone = list((Counter(table.kept) - Counter(kept)).elements())
    on_top = start is not None and start + len(table.pile) == len(table.discards)
    if not on_top and not (back or gone or len(pile) < len(table.pile)):
        on.discard((Counter(pile) - Counter(table.pile)).elements())  # others lie below encounter cards in a pile
    elif start is None:
        refuse_settled(on)
    else:
        table.discards = (*table.discards[:start], *pile, *table.discards[start + len(table.pile) :])
        for name, card in gone:
            if card not in table.hands[name]:
                refuse_settled(on)
            on.give_up(name, card)
        for name, card in back:
            on.take_back(name, card)
    table.pile, table.kept = pile, kept


def _where_it_lies(discards: tuple[str, ...], pile: tuple[str, ...]) -> int | None:
    """The place in the discards where the encounter's pile begins; None where cards of it have been taken away."""
    places = range(len(discards) - len(pile), -1, -1)
    return next((at for at in places if discards[at : at + len(pile)] == pile), None)


def _restore(on: Turn) -> None:
    """Takes a deal back that was carried out: cards and ships of the main players, not what was played since."""
    table = on.table
    before = table.before or {}
    if any(at >= before["acts"] and table.acts[at].verb == "flare" for at in table.carried):
        refuse_settled(on)
    if not table.cards:
        since = table.acts[before["acts"] :]
        if any(act.verb == "use" and _acts_in(on, act.who, "discarded") for act in since):
            refuse_settled(on)
        under = len(table.discards) - len(table.pile)
        if table.discards[under:] != table.pile:
            refuse_settled(on)
        table.discards = table.discards[:under]
        table.cards, table.put_away = dict(before["cards"]), False
    mains = table.mains()
    table.due = [due for due in table.due if due.who not in mains]
    for name in mains:
        for place in list(table.ships):
            table.put(place, name, before["ships"][name].get(place, 0))
        table.hold(name, tuple(before["hands"][name]))
    table.powers = {**table.powers, **before["powers"]}
    table.tokens = dict(before["tokens"])
    acts = table.acts
    for name in mains:  # what was played and taken to hand since, or given for it
        taken = [at for at in table.salvaged.get(name, ()) if at >= before["acts"]]
        cards = [*(ARTIFACTS[acts[at].verb] for at in taken), *_stolen(on, name, before["acts"])]
        table.gain(name, *cards)
    for act, live in list(zip(acts, standing(acts, on.rulebase), strict=True))[before["acts"] :]:
        answer = answer_of(on.rulebase, act) if live else None
        if answer is not None and answer.card and act.who in mains and on.has(act.who, answer.card):
            on.give_up(act.who, answer.card)
        card = act.name if act.verb == "flare" else ARTIFACTS.get(act.verb)
        by = act.who if act.verb == "flare" else act.by
        if card and by in mains:  # perhaps the deal itself had brought it there: it is played all the same
            could = [name for name in (by, *mains) if on.has(name, card)]
            if could:
                on.give_up(next((name for name in could if card in table.hands[name]), could[0]), card)


def _stolen(on: Turn, who: str, since: int) -> list[str]:
    """The flares that a player has stolen, or that came back to it as they were stopped, since a place in the acts."""
    acts = on.table.acts
    found = []
    for act, by in list(zip(acts, cancelled_by(acts, on.rulebase), strict=True))[since:]:
        answer = answer_of(on.rulebase, acts[by]) if by is not None and act.verb == "flare" else None
        if answer is not None and by is not None:
            whose = {TAKEN: acts[by].who, BACK: act.who}.get(answer.to)
            found += [act.name] if whose == who else []
    return found
