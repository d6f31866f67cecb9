"""What was done: which acts stand, which were cancelled, and which may not be done at all.

An announced artifact or flare can be answered, and answers are settled newest first (DF-72).
"""

from __future__ import annotations

import re
from dataclasses import replace

from referee.judge.board import Board, Used
from referee.judge.finding import Finding
from referee.law.law import Rule
from referee.position.canonical import write_act
from referee.position.encounter import Act

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
STATEMENTS = ("add", "worth", "value", "saves", "wins")


def settle(board: Board) -> None:
    """Goes through the acts on the line: cancels what was negated and lays out what stands."""
    acts = board.position.acts
    if not acts:
        return
    found = [_announced(board, act) for act in acts]
    live = [True] * len(acts)
    for i in range(len(acts) - 1, -1, -1):
        if acts[i].verb != "card-zap" or not live[i]:
            continue
        target = _answered(acts, i)
        if target is None or not (acts[target].verb in ARTIFACTS or acts[target].verb == "flare"):
            _nothing_to_negate(board, acts[i])
            continue
        player = acts[target].by if acts[target].verb in ARTIFACTS else acts[target].who
        if _too_late(board, acts[i].by, player, found[i]):
            continue
        live[target] = False
        before = found[target]
        found[target] = Finding(before.rule, None, before.sources, before.words, found[i])
        board.steps.append(found[target])
    _discard(board, live)
    _flares(board)
    for act, stands, finding in zip(acts, live, found, strict=True):
        if stands:
            board.live_acts.append((act, finding))
    _lay_out(board)


def _too_late(board: Board, by: str, other: str, answer: Finding) -> bool:
    """Whether an answer is settled only after what it answers; both must be known by name (DF-72)."""
    order = [stand.name for stand in board.order]
    if by not in order or other not in order or order.index(by) <= order.index(other):
        return False
    rule = board.law["powers.answers"]
    board.steps.append(Finding(rule, rule.value, (answer,), (by, other)))
    return bool(rule.value == "timing-order")


def _answered(acts: tuple[Act, ...], i: int) -> int | None:
    return next((j for j in range(i - 1, -1, -1) if acts[j].verb not in STATEMENTS), None)


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


def _nothing_to_negate(board: Board, act: Act) -> None:
    board.forbid(board.law["powers.card-zap-target"], (), [board.without(act)])


def _discard(board: Board, live: list[bool]) -> None:
    """An artifact is discarded once played, negated or not (4.3.2); a flare only if it was negated (Card Zap)."""
    for act, stands in zip(board.position.acts, live, strict=True):
        if act.verb in ARTIFACTS:
            board.spent.append((act.by, ARTIFACTS[act.verb]))
        elif act.verb == "flare" and not stands:
            board.spent.append((act.who, act.name))


def _flares(board: Board) -> None:
    """One flare per player and encounter, and no flare twice (4.4.2.1)."""
    players: set[str] = set()
    flares: set[str] = set()
    for act in board.position.acts:
        if act.verb != "flare":
            continue
        if act.who in players:
            board.forbid(board.law["flares.one"], (f"{act.who} plays a second flare",), [board.without(act)])
        elif act.name in flares:
            board.forbid(board.law["flares.one"], (f"the {act.name} flare is played again",), [board.without(act)])
        players.add(act.who)
        flares.add(act.name)


def _lay_out(board: Board) -> None:
    for act, finding in board.live_acts:
        if act.verb == "zap" and not _too_late(board, act.by, act.who, finding):
            name = act.name
            sheets = board.stands[act.who].aliens
            if not name and len(sheets) == 1:
                name = sheets[0].name
            board.zaps.setdefault((act.who, name), finding)
            if board.used.get(act.who):
                board.used[act.who][-1].zap = finding  # it answers the latest use; earlier ones are done
        elif act.verb == "use":
            before = board.used.setdefault(act.who, [])
            if any(used.zap is not None for used in before):
                board.forbid(board.law["powers.used-again"], (act.who,), [board.without(act)], (finding,))
            used = Used(act, finding)
            used.zap = next((zap for (who, _), zap in board.zaps.items() if who == act.who), None)
            before.append(used)
        elif act.verb in ("mobius-tubes", "plague"):
            board.assume("assumptions.done-before", write_act(act))


def check_uses(board: Board) -> None:
    """A power may be used only in the role its sheet names, and only while its owner has it (4.6.2.1).

    A use in the resolution is looked at then: the power may have been lost or regained by that time.
    """
    for uses in board.used.values():
        for used in uses:
            _may_use(board, used.act, used.finding)


def _may_use(board: Board, act: Act, finding: Finding) -> None:
    stand = board.stands[act.who]
    nearest = [board.without_uses(stand)]
    late = any("resolution" in use.phases and not use.mandatory for a in stand.aliens for use in a.uses)
    if stand.powerless is not None and not late and not board.position.checked:
        board.forbid(stand.powerless.rule, (act.who,), nearest, (finding, *stand.powerless.sources))
        return
    for alien in stand.aliens:
        if alien.uses and not any(board.in_role(stand, use) for use in alien.uses):
            sheet = Finding(alien.rule, True, (), (f"{alien.name}: {alien.summary}",))
            rule = board.law["powers.role"].citing(alien.rule)
            board.forbid(rule, (act.who, alien.name), nearest, (finding, sheet))


def force_fields(board: Board) -> None:
    """Cancels alliances; only an ally has one to cancel (card Force Field)."""
    for act, finding in board.live_acts:
        if act.verb != "force-field":
            continue
        names = [stand.name for stand in board.allies()] if act.args == ("all",) else list(act.args)
        for name in names:
            stand = board.stands[name]
            if stand.side == "" or stand.is_main:
                allies = ", ".join(s.name for s in board.allies())
                nearest = [replace(board.position, acts=_renamed(board, act, allies))] if allies else []
                board.forbid(board.law["powers.no-alliance"], (name,), nearest or [board.without(act)], (finding,))
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
