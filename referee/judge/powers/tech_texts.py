"""What techs have in common on a line and at a table: a power cancelled, a card moved, a number added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.uses import no_power, player_unsaid
from referee.judge.powers.common import ADD, SUBTRACT, first_of, is_attack
from referee.judge.stand import Stand
from referee.state.encounter import Act

ZAPS, SCRAMBLES = "zaps_power", "scrambles_tech"


def cancel_power(board: Board, stand: Stand, use: Use, act: Act, finding: Finding) -> None:
    """A card works like a Cosmic Zap on the power of the player whom it names, its own player too."""
    named = first_of(act.args, board.stands)
    sheets = board.stands[named].aliens if named else []
    said = next((alien.name for alien in sheets if alien.name in act.args), "")
    if not sheets:
        able = [name for name, other in board.stands.items() if other.aliens]
        forbidden = no_power(named or "nobody") if named or not able else player_unsaid(stand.name, use.alien, able)
        told = [replace(act, args=(name, *act.args)) for name in able if not named]
        acts = [tuple(one if a is act else a for a in board.position.acts) for one in told]
        nearest = [*(replace(board.position, acts=a) for a in acts), board.without(act)]
        board.refuse(forbidden, nearest, (finding,), None if named or not able else use.rule)
        return
    name = said or (sheets[0].name if len(sheets) == 1 else "")
    zap = Finding(use.rule, True, (finding,), (stand.name, named))
    board.zaps.setdefault((named, name), zap)
    if board.used.get(named):
        board.used[named][-1].zap = zap


def scrambled(board: Board) -> set[tuple[str, str, str]]:
    """The techs that others cancel, with those that do, each as its verb, its player and its name; steps say so."""
    found: set[tuple[str, str, str]] = set()
    for act, finding in board.live_acts:
        card = board.rulebase.card(act.name) if act.verb == "tech" else None
        if card is None or not any(verb == SCRAMBLES for verb, _ in card.effects):
            continue
        for owner, name in pairwise(act.args):
            if owner in board.stands:
                found |= {("tech", owner, name.strip('"')), ("tech", act.who, act.name)}
                board.steps.append(Finding(card.rule, True, (finding,), (act.who, owner, name)))
    return found


def which_card_of_tech(who: str, tech: Use) -> Forbidden:
    """Which card a tech moves is said as it is played (ffg2018 using-tech.2), on a line and at a table."""
    return Forbidden("played.which-card", (who, tech.alien), waivable=False)


def what_it_adds(said: Sequence[str], choices: Sequence[int]) -> int:
    """The number that is said with a card of several to choose from; the first of them if nothing is said.

    It can be said by a word too: that it is added, or subtracted.
    """
    by_word = {ADD: max(choices), SUBTRACT: min(choices)}
    number = next((int(arg) for arg in said if is_attack(arg.lstrip("+"))), choices[0])
    return next((by_word[arg] for arg in said if arg in by_word), number)


def not_added(who: str, card: Use, said: int, choices: Sequence[int]) -> Forbidden | None:
    """What a card adds is one of the numbers that it allows (ffg2018 using-tech.2): None where it is."""
    if said in choices:
        return None
    return Forbidden("played.which-number", (who, card.alien, " or ".join(f"{choice:+}" for choice in choices)))
