"""What was done: which acts stand, which were cancelled, and which may not be done at all.

An announced artifact or flare can be answered, and answers are settled newest first (DF-72).
"""

from __future__ import annotations

import re
from dataclasses import replace

from referee.book.law import Rule
from referee.book.power import Alien, Use
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases import uses
from referee.judge.phases.flares import only_one
from referee.judge.phases.legality import sheet_lifting
from referee.judge.phases.named import barred_rule
from referee.judge.powers.answers import (
    ARTIFACTS,
    BACK,
    DISCARDS,
    TAKEN,
    Answer,
    answer_of,
    answered,
    name_of,
    player_of,
    which_face,
)
from referee.judge.powers.effect import can_mean
from referee.judge.powers.words import words_not_taken
from referee.judge.ruling import MUST
from referee.judge.stand import BYSTANDER, Stand, admitted
from referee.judge.used import Used
from referee.state.acts import write_act
from referee.state.encounter import Act


def settle(board: Board) -> None:
    """Goes through the acts on the line: cancels what was negated and lays out what stands."""
    acts = board.position.acts
    if not acts:
        return
    faced = with_faces(board)
    found = [_announced(board, act) for act in acts]
    live = [True] * len(acts)
    ends: dict[int, tuple[int, Answer]] = {}  # by what was answered: the answer, and what that does with it
    for i in range(len(acts) - 1, -1, -1):
        answer = answer_of(board.rulebase, faced[i]) if live[i] else None
        if answer is None:
            continue
        target = answered(acts, i)
        forbidden = uses.answers(answer, faced[i], None if target is None else faced[target])
        if forbidden is not None:
            zap = acts[i].verb == "card-zap"
            board.refuse(forbidden, [board.without(acts[i])], () if zap else (found[i],), None if zap else answer.rule)
        if target is None or forbidden is not None:
            continue
        by, player = player_of(acts[i]), player_of(acts[target])
        if _too_late(board, by, player, found[i]):
            continue
        live[target] = False
        ends[target] = (i, answer)
        before = found[target]
        if acts[i].verb == "flare":
            found[i] = Finding(answer.rule, True, (found[i],), (by, name_of(acts[target])))
            board.steps.append(found[i])
            _pay(board, by, answer, found[i])
        found[target] = Finding(before.rule, None, before.sources, before.words, found[i])
        board.steps.append(found[target])
    _discard(board, live, ends, found)
    _flares(board)
    for act, stands, finding in zip(acts, live, found, strict=True):
        if stands:
            board.live_acts.append((act, finding))
    _lay_out(board)


def with_faces(board: Board) -> list[Act]:
    """The acts of the line, each flare with the text that its player uses."""
    return [_faced(board, act) if act.verb == "flare" else act for act in board.position.acts]


def _faced(board: Board, act: Act) -> Act:
    stand = board.stands.get(act.who)
    if stand is None or (act.face and board.position.checked):  # a power that is lost later does not change it
        return act
    matches = any(alien.name == act.name for alien in stand.aliens)
    return replace(act, face=which_face(matches, stand.powerless is not None))


def _pay(board: Board, by: str, answer: Answer, finding: Finding) -> None:
    """What an answer costs its player, where no table has seen to that: a ship from elsewhere, a card from hand."""
    if answer.ships:
        rule = board.law["flares.ship-for-answer"].citing(answer.rule)
        gone = Finding(rule, answer.ships, (finding,), (by, ships_of(answer.ships)))
        board.steps.append(gone)
        board.sacrificed[by] = gone
    if answer.card and not board.position.checked:
        board.spent.append((by, answer.card))


def _too_late(board: Board, by: str, other: str, answer: Finding) -> bool:
    """Whether an answer is settled only after what it answers; both must be known by name (DF-72)."""
    order = [stand.name for stand in board.order]
    if by not in order or other not in order or order.index(by) <= order.index(other):
        return False
    rule = board.law["powers.answers"]
    board.steps.append(Finding(rule, rule.value, (answer,), (by, other)))
    return bool(rule.value == "timing-order")


def _announced(board: Board, act: Act) -> Finding:
    by = f" by {act.by}" if act.by else ""
    if act.verb in ARTIFACTS:
        rule = _card_rule(board, ARTIFACTS[act.verb])
        return Finding(rule, True, (), (by, act.who or ", ".join(act.args)))
    words: tuple[object, ...] = (act.who or act.side, write_act(act), act.why or "the players")
    return Finding(board.law[f"facts.{act.verb}"], act.amount if act.amount is not None else True, (), words)


def _card_rule(board: Board, name: str) -> Rule:
    card = board.rulebase.card(name)
    assert card is not None, name
    return card.rule


def _discard(board: Board, live: list[bool], ends: dict[int, tuple[int, Answer]], found: list[Finding]) -> None:
    """An artifact is discarded once played, negated or not (4.3.2); a flare only if it was negated (Card Zap).

    What answers a card can have it go to a hand instead.
    """
    acts = board.position.acts
    for at, (act, stands) in enumerate(zip(acts, live, strict=True)):
        if act.verb not in ARTIFACTS and (act.verb != "flare" or stands):
            continue
        at_end, answer = ends.get(at, (at, None))
        card = ARTIFACTS.get(act.verb, act.name)
        if answer is None or answer.to == DISCARDS:
            board.spent.append((player_of(act), card))
        elif answer.to == BACK:
            words = (act.who, act.name, acts[at_end].name)
            board.steps.append(Finding(board.law["flares.stopped"].citing(answer.rule), True, (found[at_end],), words))
        elif answer.to == TAKEN:
            by = player_of(acts[at_end])
            taken = Finding(board.law["flares.taken"].citing(answer.rule), True, (found[at_end],), (by, name_of(act)))
            if board.position.checked:
                board.steps.append(taken)
            else:
                board.do(by, MUST, f"take {name_of(act)} into hand", taken)


def _flares(board: Board) -> None:
    """One flare per player and encounter, and no flare twice (4.4.2.1)."""
    acts = board.position.acts
    for at, act in enumerate(acts):
        forbidden = only_one(board.law, acts[:at], act) if act.verb == "flare" else None
        lifting = None if forbidden is None else sheet_lifting(board, board.stands[act.who], "flares")
        if lifting is not None:
            board.steps.append(Finding(lifting.rule, True, (), (f"{lifting.name}: {lifting.summary}",)))
        elif forbidden is not None:
            board.refuse(forbidden, [board.without(act)])


def _lay_out(board: Board) -> None:
    for act, finding in board.live_acts:
        if act.verb == "zap" and not _too_late(board, act.by, act.who, finding):
            _zap(board, act, finding)
        elif act.verb == "use":
            before = board.used.setdefault(act.who, [])
            zapped = any(used.zap is not None and used.act.name == act.name for used in before)
            _check_again(board, act, finding, zapped)
            used = Used(act, finding)
            zaps = ((name, zap) for (who, name), zap in board.zaps.items() if who == act.who)
            used.zap = next((zap for name, zap in zaps if not (name and act.name) or name == act.name), None)
            before.append(used)
        elif act.verb in ("mobius-tubes", "plague") and not _of_offense_alone(board, act, finding):
            board.assume("assumptions.done-before", write_act(act))


def _of_offense_alone(board: Board, act: Act, finding: Finding) -> bool:
    """Refuses an artifact that only the offense may play and somebody else is said to have played."""
    name = ARTIFACTS[act.verb]
    card, anybody = board.rulebase.card(name), board.position.checked or board.law["cards.whoever"].value
    forbidden = None if card is None or anybody else uses.not_for_offense(card, name, act.by, board.offense.name)
    if forbidden is not None:
        board.refuse(forbidden, [board.without(act)], (finding,), _card_rule(board, name))
    return forbidden is not None


def _zap(board: Board, act: Act, finding: Finding) -> None:
    """A Cosmic Zap cancels the latest use of a power, or its next one; none of a power that is immune to it."""
    name, sheets = act.name, board.stands[act.who].aliens
    if not name and len(sheets) == 1:
        name = sheets[0].name
    if not name and not board.position.checked:
        name = _which_zapped(board, act, finding)
    meant = [sheet for sheet in sheets if name in ("", sheet.name)]
    immune = uses.immune(act.who, meant)
    if immune is not None:
        board.refuse(immune, [board.without(act)], (finding,), meant[0].rule)
    _check_again(board, act, finding, (act.who, name) in board.zaps)
    board.zaps.setdefault((act.who, name), finding)
    mine = [used for used in board.used.get(act.who, ()) if not (name and used.act.name) or used.act.name == name]
    if mine:
        mine[-1].zap = finding  # it answers the latest use; earlier ones are done


def _which_zapped(board: Board, act: Act, finding: Finding) -> str:
    """The only power of a player that can be zapped; where it has more of them it has to be said which."""
    able = [sheet for sheet in board.stands[act.who].aliens if sheet.zappable]
    if len(able) > 1:
        named = [replace(act, name=sheet.name) for sheet in able]
        nearest = [board.position.but(acts=tuple(one if a is act else a for a in board.position.acts)) for one in named]
        board.forbid(
            board.law["powers.which-zapped"], (act.who, " or ".join(sheet.name for sheet in able)), nearest, (finding,)
        )
    return able[0].name if able else ""


def _check_again(board: Board, act: Act, finding: Finding, zapped: bool) -> None:
    forbidden = uses.used_again(act.who, zapped)
    if forbidden is not None:
        board.refuse(forbidden, [board.without(act)], (finding,))


def check_uses(board: Board) -> None:
    """A power may be used only in the role its sheet names, and only while its owner has it (4.6.2.1).

    A use in the resolution is looked at then: the power may have been lost or regained by that time.
    """
    for mine in board.used.values():
        for used in mine:
            _may_use(board, used.act, used.finding)
            _check_words(board, used)


def _may_use(board: Board, act: Act, finding: Finding) -> None:
    stand = board.stands[act.who]
    nearest = [board.without_uses(stand)]
    late = any("resolution" in use.phases and not use.mandatory for a in stand.aliens for use in a.uses)
    lasting = any(use.lasting for alien in stand.aliens for use in alien.uses)
    if stand.powerless is not None and not (late or lasting or board.position.checked):
        board.forbid(stand.powerless.rule, (act.who,), nearest, (finding, *stand.powerless.sources))
        return
    meant = [alien for alien in stand.aliens if act.name in ("", alien.name)]
    refusals = [_refusal(board, stand, alien, act) for alien in meant]
    if not all(refusals):
        return
    for alien, rule in zip(meant, refusals, strict=True):
        if rule is not None:
            sheet = Finding(alien.rule, True, (), (f"{alien.name}: {alien.summary}",))
            shown = " or ".join(alien.phases)
            board.forbid(rule.citing(alien.rule), (act.who, alien.name, shown), nearest, (finding, sheet))


def _check_words(board: Board, used: Used) -> None:
    """Refuses a use with which more is said than its text asks for, unless it was zapped or a table has ruled it."""
    sheets = [alien for alien in board.stands[used.act.who].aliens if used.act.name in ("", alien.name)]
    forbidden, kept = words_not_taken(board.rulebase, board.stands, used.act, sheets)
    if forbidden is not None and used.zap is None and not board.position.checked:
        acts = tuple(kept if act is used.act else act for act in board.position.acts)
        board.refuse(forbidden, [board.position.but(acts=acts)], (used.finding,), sheets[0].rule)


def _refusal(board: Board, stand: Stand, alien: Alien, act: Act) -> Rule | None:
    """The rule by which the bars of a sheet forbid its owner to use the power here, or None.

    Of a power that is not applied the phases count too: a table ruled both when the use was made.
    """
    if alien.uses:
        early = _LATE.isdisjoint(alien.phases)  # used in the role of then: an alliance may be cancelled since
        if early and board.position.checked:
            return None
        role = stand.role if early or stand.cancelled is None else BYSTANDER
        able = any(admitted(role, use.roles) for use in _fitting(alien, act))
        return None if able else board.law["powers.role"]
    if board.position.checked:
        return None
    role = stand.role if stand.cancelled is None else BYSTANDER
    roles = (*alien.roles, *(alien.works.roles if alien.works is not None else ()))
    if not admitted(role, roles):
        return board.law["powers.role"]
    barred = barred_rule(board, stand, alien, next((arg for arg in act.args if arg in board.stands), ""))
    if barred is not None:
        return barred
    on_line = alien.states or is_on_a_line(alien)  # what lasts until the outcome its sheet says how to tell
    return None if on_line else board.law["powers.not-on-a-line"]


def _fitting(alien: Alien, act: Act) -> tuple[Use, ...]:
    """The uses of a sheet that can be meant, by what was said; all of them where that fits none, or what is none."""
    meant = tuple(use for use in alien.to_use if can_mean(use, act))
    return meant if meant and len(alien.to_use) == len(alien.uses) else alien.to_use


_LATE = frozenset(("any", "reveal", "resolution"))  # the phases of what may act once the cards are turned up

# The phases of which an encounter line tells.
ON_A_LINE = ("launch", "alliance", "planning", "reveal", "resolution")


def was_before(board: Board, stand: Stand, act: Act) -> bool:
    """True if a use may have followed on what others did before the cards were turned up, of which a line tells little.

    That it did is taken for granted then.
    """
    if not any(
        _is_early(board, other) for other, _ in board.live_acts if (other.verb, other.who) != ("use", stand.name)
    ):
        return False
    board.assume("assumptions.done-before", write_act(act))
    return True


def _is_early(board: Board, act: Act) -> bool:
    """True if what an act does is done before the cards are turned up, as its sheet or card shows it."""
    stand = board.stands.get(act.who)
    if act.verb == "flare" and stand is not None:
        flare = board.rulebase.flare(act.name)
        matches = any(alien.name == act.name for alien in stand.aliens)
        phases = flare.face(which_face(matches, stand.powerless is not None)).phases if flare is not None else ()
        return bool(phases) and not set(phases) & _LATE
    if act.verb == "use" and stand is not None:
        meant = [alien for alien in stand.aliens if act.name in ("", alien.name)]
        shown = [use.phases for alien in meant for use in alien.uses] or [alien.phases for alien in meant]
        return any(not set(phases) & _LATE for phases in shown)
    return act.verb in ("mobius-tubes", "plague")


def is_on_a_line(alien: Alien) -> bool:
    """True if the bars of a power show a phase of which an encounter line tells."""
    phases = {*alien.phases, *(alien.works.phases if alien.works is not None else ())}
    return not phases.isdisjoint(("any", *ON_A_LINE))


def force_fields(board: Board) -> None:
    """Cancels alliances; only an ally has one to cancel (card Force Field)."""
    for act, finding in board.live_acts:
        if act.verb != "force-field":
            continue
        names = [stand.name for stand in board.allies()] if act.args == ("all",) else list(act.args)
        for name in names:
            stand = board.stands[name]
            forbidden = uses.has_alliance(name, [ally.name for ally in board.allies()])
            if forbidden is not None:
                allies = ", ".join(s.name for s in board.allies())
                nearest = [replace(board.position, acts=_renamed(board, act, allies))] if allies else []
                board.refuse(forbidden, nearest or [board.without(act)], (finding,))
            elif stand.cancelled is None:
                stand.cancelled = Finding(board.law["alliance.cancelled"], True, (finding,), (name,))
                board.steps.append(stand.cancelled)


def _renamed(board: Board, act: Act, allies: str) -> tuple[Act, ...]:
    return tuple(replace(a, args=tuple(allies.split(", "))) if a is act else a for a in board.position.acts)


def live(board: Board, verb: str) -> list[tuple[Act, Finding]]:
    """The acts of one kind that stand, with their findings."""
    if not board.live_acts:
        return []
    return [(act, finding) for act, finding in board.live_acts if act.verb == verb]


def spoken(text: str) -> str:
    """A text as words alone, so that `The-Cult` is found in `the cult's doing` and `Will` not in `goodwill`."""
    words = re.findall(r"[^\W_]+", text.casefold())
    return f" {' '.join(words)} "
