"""Flares and techs that are played: their effects act among those of the powers (consolidated 4.4, 4.8.2)."""

from __future__ import annotations

from referee.book.law import Rule
from referee.book.power import Use
from referee.book.sheets import SUPER
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases import flares
from referee.judge.powers.acts import spoken
from referee.judge.powers.answers import ANSWERS, which_face
from referee.judge.powers.effect import find
from referee.judge.powers.flare_texts import DISCARDS, EXTENDS, HAND, LEAVES, NAMED, ONLY_WHEN, extend, where_it_goes
from referee.judge.powers.in_force import put_in_order
from referee.judge.powers.tech_texts import ZAPS, cancel_power, scrambled
from referee.judge.ruling import MUST
from referee.judge.stand import BYSTANDER, Stand, admitted
from referee.state.encounter import Act


def lay_out(board: Board) -> None:
    """Adds what the flares and techs do that stand, each in its window and in the timing order of their players."""
    added = False
    stated = [spoken(act.why) for act, _ in board.live_acts if act.why]
    cancelled = scrambled(board)
    for act, finding in board.live_acts:
        if act.verb not in ("flare", "tech") or act.who not in board.stands:
            continue
        if (act.verb, act.who, act.name) in cancelled:
            board.applied.append(act)
            continue
        stand = board.stands[act.who]
        use = (_of_flare if act.verb == "flare" else _of_tech)(board, stand, act, finding)
        if act.verb == "flare":
            _put_back(board, stand, use, act, finding)
        if use is None or not use.effects or any(spoken(act.name) in why for why in stated):
            continue  # what the players say of a card stands for what it does
        if act.verb == "tech" and any((act.who, act.name) == (one.who, one.name) for one in board.applied):
            once = board.law["played.once"].citing(use.rule)
            board.forbid(once, (act.who, act.name), [board.without(act)], (finding,))
            continue
        use.played = (act.args, finding)
        board.applied.append(act)
        for verb, args in use.effects:
            if verb == EXTENDS:
                extend(board, stand, use, args)
                added = True
            elif verb == ZAPS:
                cancel_power(board, stand, use, act, finding)
            elif (effect := find(verb)) is not None and effect.reckon is not None:
                board.plan.setdefault(effect.window, []).append((stand, use, effect.reckon, args))
                added = True
            elif verb not in (LEAVES, ONLY_WHEN, ANSWERS):
                at_the_table = board.law["played.at-the-table"].citing(use.rule)
                board.steps.append(Finding(at_the_table, True, (finding,), (act.who, act.name)))
    if added:
        put_in_order(board)


def _of_flare(board: Board, stand: Stand, act: Act, finding: Finding) -> Use | None:
    flare = board.rulebase.flare(act.name)
    if flare is None:
        return None
    matches = any(alien.name == act.name for alien in stand.aliens)
    word = which_face(matches, stand.powerless is not None)
    if act.face and board.position.checked:
        word = act.face  # a power that is lost later does not change what was played
    face = flare.face(word)
    _check_text(board, stand, act, word, matches, finding)
    barred = board.law["flares.role"].citing(face.use(flare.name, word).rule)
    _check_role(board, stand, act, face.roles, finding, barred, stand.name, act.name)
    rule = "flares.super" if word == SUPER else "flares.wild-while-lost" if matches else "flares.wild"
    forbidden = flares.without_power(board.law, act) if matches and word != SUPER else None
    if forbidden is not None:
        board.refuse(forbidden, [board.without(act)], (finding,))
    board.steps.append(Finding(board.law[rule], word, (finding,), (stand.name, act.name)))
    return face.use(flare.name, word)


def _put_back(board: Board, stand: Stand, use: Use | None, act: Act, finding: Finding) -> None:
    """A flare goes back to its player's hand (4.4.2), unless its text gives it away or has it discarded.

    In editions where a flare is played once it is discarded.
    """
    to = HAND if use is None else where_it_goes(use, act.args)
    words = (stand.name, act.name)
    if use is None or to == HAND:
        after = board.law["flares.back"]
        board.flares_gone[act.name] = Finding(after, True, (finding,), words)
        board.steps.append(board.flares_gone[act.name])
        if after.value == DISCARDS:
            board.spent.append((stand.name, act.name))
        return
    goes = Finding(board.law["flares.goes-to"].citing(use.rule), to, (finding,), words)
    board.steps.append(goes)
    board.flares_gone[act.name] = goes
    whose = [other.name for other in board.order if any(alien.name == act.name for alien in other.aliens)]
    if to == NAMED:
        whose = [arg for arg in act.args if arg in board.stands]
        if not whose:
            return  # its text says to whom it goes, and asks who that is
    if to != DISCARDS and whose:
        board.do(stand.name, MUST, f"give the {act.name} flare to {whose[0]}", goes, by=use)
    elif to == DISCARDS or board.position.checked:  # a table knows whether anybody has that alien
        board.spent.append((stand.name, act.name))
    else:
        what = f"give the {act.name} flare to the player who has the {act.name}, or discard it if nobody has"
        board.do(stand.name, MUST, what, goes, by=use)


def _check_text(board: Board, stand: Stand, act: Act, word: str, matches: bool, finding: Finding) -> None:
    """Who says which text is used has to say the one that is for him (4.4.1, 4.4.3)."""
    forbidden = flares.right_text(act, word, matches)
    if forbidden is not None:
        board.refuse(forbidden, [board.without(act)], (finding,))


def _check_role(
    board: Board, stand: Stand, act: Act, roles: tuple[str, ...], finding: Finding, rule: Rule, *words: str
) -> None:
    """Refuses a card to a role that its bar does not show; at a table that was ruled when it was played."""
    role = stand.role if stand.cancelled is None else BYSTANDER
    if roles and not board.position.checked and not admitted(role, roles):
        board.forbid(rule, words, [board.without(act)], (finding,))


def _of_tech(board: Board, stand: Stand, act: Act, finding: Finding) -> Use | None:
    card = board.rulebase.card(act.name)
    if card is None:
        return None
    words = (act.name, " or ".join(f"the {role}" for role in card.roles), stand.name)
    _check_role(board, stand, act, card.roles, finding, board.law["technology.role"].citing(card.rule), *words)
    return card.use()
