"""Effects before the cards are turned up: launch, alliance and planning."""

from __future__ import annotations

from dataclasses import replace

from referee.book.power import Use
from referee.judge.board import Board, Stand, cards_of, ships_of
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.common import Args, card_of, is_attack, other_side
from referee.judge.ruling import BOTH_LOSE, MUST
from referee.state import encounter as pos


@verb("ship_limit", "limit")
def ship_limit(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: as many ships at most may be sent. Comes up where more were sent, or the number is hidden."""
    if board.in_force(stand, use):
        board.limits[stand.name] = Finding(use.rule, args["ships"], (), (stand.name,))
    elif stand.count is None or stand.count > args["ships"]:
        board.apply(stand, use, args["ships"])  # shows what was zapped


@verb("join_uninvited", "join")
def join_uninvited(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Joins a side without invitation. Standing among the allies shows that it was used; a zap keeps it out.

    Who is known to have been invited did not need it.
    """
    if stand.side == "" or stand.name in board.position.invited or not board.admits(stand, use):
        return
    zap = board.zap_on(stand, use.alien)
    if zap is None:
        board.steps.append(Finding(use.rule, stand.role, (), (stand.name,)))
        board.uninvited.add(stand.name)
        return
    board.zapped.add(stand.name)
    rule = board.law["powers.zapped"].citing(use.rule)
    stand.cancelled = Finding(rule, None, (), (stand.name, use.alien), zap)
    board.steps.append(stand.cancelled)


@verb("must_play", "bound")
def must_play(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`card`: once declared, both main players must play a card of this kind if they hold one."""
    if not board.in_force(stand, use):
        return
    for side in (pos.OFFENSE, pos.DEFENSE):
        owner = board.main(side if board.swapped is None else other_side(side))
        card = board.position.side(side).card
        if card.kind in (args["card"], pos.HIDDEN, pos.NONE):
            continue
        hand = board.position.hands.get(owner.name)
        if hand is not None and hand.cards is not None and any(c == "A" or is_attack(c) for c in hand.cards):
            rule = board.law["powers.must-play"].citing(use.rule)
            attack = replace(board.position.side(side), card=pos.Card(pos.ATTACK))
            nearest = [replace(board.position, **{side: attack})]  # type: ignore[arg-type]
            board.forbid(rule, (owner.name, args["card"]), nearest, _rests_on(use, stand))
        elif hand is None or hand.count != 0:
            board.assume("assumptions.no-such-card", owner.name, args["card"], by=use.rule)


def _rests_on(use: Use, stand: Stand) -> tuple[Finding, ...]:
    return (Finding(use.rule, True, (), (stand.name,)),)


# -- what was done before the moment of the line -----------------------------------------------------------------------


@verb("looks_at_hand", "declare")
def looks_at_hand(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner looked at one main player's hand: the opponent's, if it is one itself. It may not tell what it saw.

    With `both`, who is no main player looks at the hands of both.
    """
    whose = _main_player_meant(board, stand, use)
    if whose and args.get("both") and not stand.is_main:
        whose = f"{board.offense.name} and {board.defense.name}"
    looked = board.apply(stand, use, True, (), (whose,)) if whose else None
    if looked is not None:
        board.do(stand.name, MUST, f"keep to itself what it saw of the hand of {whose}", looked)


@verb("refills_hand", "declare")
def refills_hand(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: the owner filled its hand up to so many; the hands on the line are those afterwards."""
    _told(board, stand, use, args["cards"], f"{args['cards']} cards")


@verb("gives_card", "declare")
def gives_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner gave a card to a main player, its opponent if it is one; the hands on the line are those afterwards."""
    to = _main_player_meant(board, stand, use)
    if to:
        said = [arg for used in board.used.get(stand.name, ()) for arg in used.args if arg not in board.stands]
        card = next((arg for arg in said if arg != "?"), "a card")
        _told(board, stand, use, card, card, to)


@verb("swaps_hands", "declare")
def swaps_hands(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The main players exchanged their whole hands; those on the line are the new ones.

    With `anyone` the owner can name another player than its opponent.
    """
    if not board.admits(stand, use):
        return
    used = board.usage(stand, use) if args.get("anyone") else None
    said = [arg for arg in used[0] if arg in board.stands and arg != stand.name] if used is not None else []
    _told(board, stand, use, True, next(iter(said), _opponent(board, stand).name))


@verb("plays_from_hoard", "declare")
def plays_from_hoard(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Cards were played out of the hoard. A hand on the line is the hand without the hoard, so nothing changes."""
    cards = [arg for used in board.used.get(stand.name, ()) for arg in used.args if arg not in board.stands]
    _told(board, stand, use, True, " and ".join(cards) or "a card")


@verb("opponent_first", "declare")
def opponent_first(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The opponent played its encounter card faceup, before the owner chose; the line shows both."""
    if not board.admits(stand, use):
        return
    opponent = _opponent(board, stand)
    if board.position.offense.card.kind != pos.NONE and board.position.side(opponent.side).card.kind != pos.NONE:
        faceup = _told(board, stand, use, True, opponent.name)
        if faceup is not None:
            board.declared["faceup"] = faceup


# -- what flares did before the moment of the line ---------------------------------------------------------------------


@verb("draws_cards", "declare")
def draws_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: so many were drawn by the player, with `whose = "allies"` by its allies (those named, or all)."""
    for who in drawing(board, stand, use) if args.get("whose") == "allies" else [stand.name]:
        _told(board, stand, use, args["cards"], who, cards_of(args["cards"]))


def drawing(board: Board, stand: Stand, use: Use) -> list[str]:
    """The allies for whom something was played: those that were named, or else all of them."""
    allies = [other.name for other in board.side_of(stand.side) if not other.is_main]
    used = board.usage(stand, use)
    named = [arg for arg in used[0] if arg in allies] if used is not None else []
    return named or allies


@verb("gives_top_discard", "declare")
@verb("opponent_discards", "declare")
@verb("mixes_hands", "declare")
@verb("takes_and_gives", "declare")
def touches_opponents_hand(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Something was done with the opponent's hand; the hands on the line are those afterwards."""
    _told(board, stand, use, True, _opponent(board, stand).name)


@verb("forces_ally", "join")
def forces_ally(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The player who was named had to join the owner's side, whether or not anybody invited it."""
    used = board.usage(stand, use)
    for name in used[0] if used is not None else ():
        if name in board.stands:
            forced = board.apply(stand, use, True, (), (name,))
            if forced is not None:
                board.steps.append(forced)
                board.uninvited.add(name)


@verb("sends_allies_home", "join")
def sends_allies_home(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """All allies of both sides go home where the opponent has more allied ships than the player."""
    if not stand.is_main:  # refused by the bars of the flare, wherever it stands
        return
    opponent = _opponent(board, stand)
    mine, theirs = (allied_ships(board, side) for side in (stand.side, opponent.side))
    counted = tuple(ships for ships in (*theirs, *mine))
    has, others = (sum(ships.value for ships in allied) for allied in (mine, theirs))
    forbidden = no_more_allied(stand.name, opponent.name, has, others)
    if forbidden is not None:
        sources = (*counted, *((use.played[1],) if use.played is not None and use.played[1] is not None else ()))
        board.refuse(forbidden, board.without_this(stand, use), sources, use.rule)
        return
    sent = board.apply(stand, use, True, counted, (opponent.name,))
    if sent is None:
        return
    board.steps.append(sent)
    for ally in board.allies():
        if ally.cancelled is None:
            ally.cancelled = Finding(board.law["alliance.cancelled"], True, (sent,), (ally.name,))


def no_more_allied(who: str, opponent: str, mine: int, theirs: int) -> Forbidden | None:
    """A flare against an opponent with more allied ships needs such an opponent (4.4.1): None where it has them."""
    return None if theirs > mine else Forbidden("flares.more-allied", (who, opponent))


def allied_ships(board: Board, side: str) -> list[Finding]:
    """The ships of each ally of a side whose alliance stands."""
    return [board.ships(stand) for stand in board.side_of(side) if not stand.is_main]


@verb("brings_from_warp", "limit")
def brings_from_warp(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: so many came out of the warp for each ally of the player's side, whatever the limit of ships sent.

    Those who are named, or else all of them; the line tells how many ships are there then.
    """
    low, high = board.law["alliance.ships"].value
    for name in drawing(board, stand, use):
        ally = board.stands[name]
        came = board.apply(stand, use, args["ships"], (), (name, ships_of(args["ships"])))
        if came is None:
            continue
        board.steps.append(came)
        if ally.count is None or low <= ally.count <= high + args["ships"]:
            board.freed.add(name)


@verb("adds_per_ship", "total")
def adds_per_ship(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`each`: so much is added to the player's side for each ship that was given up for it."""
    given = board.sacrificed.get(stand.name)
    if given is not None and given.rule.id == use.rule.id and stand.takes_part:
        rule = board.law["flares.for-ships"].citing(use.rule)
        words = (stand.name, args["each"])
        board.adds[stand.side].append(Finding(rule, args["each"] * given.value, (given,), words))


@verb("both_sides_lose", "upset")
def both_sides_lose(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Whatever the cards are, neither side wins, and every ship in the encounter is lost."""
    before = board.outcome
    lost = board.apply(stand, use, BOTH_LOSE, (before,) if before is not None else ())
    if lost is not None:
        board.outcome, board.by_totals, board.is_open = lost, False, None


@verb("must_play_gift", "bound")
def must_play_gift(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An encounter card that was given has to be played by who got it, where it still holds the card."""
    used = board.usage(stand, use)
    if used is None or not board.in_force(stand, use):
        return
    to = board.stands.get(_main_player_meant(board, stand, use))
    card = next((found for arg in used[0] if arg not in board.stands and (found := card_of(board, arg))), None)
    if to is None or card is None:
        return
    side = to.side if board.swapped is None else other_side(to.side)
    hand = board.position.hands.get(to.name)
    if hand is None or hand.cards is None or str(card) not in hand.cards:
        return
    if str(board.position.side(side).card) != str(card):
        rule = board.law["flares.must-play"].citing(use.rule)
        nearest = [replace(board.position, **{side: replace(board.position.side(side), card=card)})]  # type: ignore[arg-type]
        given = Finding(use.rule, str(card), (), (stand.name, card, to.name))
        board.forbid(rule, (to.name, str(card), stand.name), nearest, (given,))


def _told(board: Board, stand: Stand, use: Use, value: object, *words: object) -> Finding | None:
    """What a use did before the moment of the line, which shows it already: a step, or what a zap took back (None)."""
    done = board.apply(stand, use, value, (), words)
    if done is not None:
        board.steps.append(done)
    return done


def _opponent(board: Board, stand: Stand) -> Stand:
    """The other main player, for one of the two."""
    return board.defense if stand is board.offense else board.offense


def _main_player_meant(board: Board, stand: Stand, use: Use) -> str:
    """The main player on whom a power was used, or `a main player`; none (an empty text) where it was not, or wrongly.

    A main player can only mean its opponent.
    """
    used = board.usage(stand, use)
    if used is None or not board.admits(stand, use):
        return ""
    able = [_opponent(board, stand).name] if stand.is_main else [board.offense.name, board.defense.name]
    named = next((arg for arg in used[0] if arg in board.stands), able[0] if stand.is_main else "a main player")
    if named in board.stands and named not in able:
        sources: tuple[Finding, ...] = (used[1],) if used[1] is not None else ()
        rule = board.law["uses.main-player"].citing(use.rule)
        board.forbid(rule, (stand.name, named, " or ".join(able)), board.without_use(stand), sources)
        return ""
    return named
