"""The encounter ruled as on one line, and what the ruling does to the table (consolidated 5.10)."""

from __future__ import annotations

from functools import partial
from typing import NoReturn

from referee.judge.counted import ships_of
from referee.judge.finding import Finding, walk
from referee.judge.phases.colonies import said_to_win
from referee.judge.phases.deal_terms import is_gate_cleared
from referee.judge.ruling import (
    DEAL,
    MAKE_A_DEAL,
    MUST,
    OFFENSE_WINS,
    PlayerRuling,
    Ruling,
    Then,
)
from referee.judge.stand import BYSTANDER
from referee.judge.table import powers, stated
from referee.judge.table.encounter_ruling import (
    count_of,
    judged,
    outcome_of,
    place_of,
)
from referee.judge.table.lines import turned_up
from referee.judge.table.losses import spared, were_lost
from referee.judge.table.planning import told_up
from referee.judge.table.played import flares_back
from referee.judge.table.reckoning import carry
from referee.judge.table.salvage import is_talk_without_cards, not_salvaged
from referee.judge.table.sheets import tell_facedown
from referee.judge.table.turn import HANDLERS, Turn, command
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack, ships_in
from referee.state.pending import Due, Held
from referee.state.table import Table


def _check_resolves(on: Turn) -> None:
    """The cards decide once, when all of them are turned up and what a bluff costs is paid."""
    table = on.table
    if table.phase == ph.RESOLUTION:
        check_deal_said(on)
        on.out_of_phase("resolving", "the end of the reveal phase")
    for due in table.due:
        if due.source == "bluff":
            on.forbid("powers.bluff-unpaid", due.who, ships_of(due.count), nearest=(f"lose {due.who}",))
    if not table.revealed and tbl.UNKNOWN in table.cards.values():
        on.cannot("planning.not-revealed", nearest=(told_up(on),))


def _owe_deal(on: Turn) -> None:
    """The main players have to make a deal; by some editions the gate is cleared first."""
    table = on.table
    table.due.append(Due(table.turn, "deal"))
    if is_gate_cleared(on.law):
        owe_return(on, table.turn, table.at(tbl.GATE, table.turn), tbl.GATE, "reveal.allies-home")
    on.check_powers()


def _carry_out(on: Turn, name: str, player: PlayerRuling) -> None:
    """Moves the ships of a player as the outcome has it, and notes what it still has to do and to get."""
    place = place_of(on.table, name)
    if place or _driven_off(player):
        _move(on, name, place or on.table.target, player)
    if player.besides is not None:
        _owe_ships(on, name, player)
    _owe_cards(on, name, player)


@command("resolve", ph.REVEAL, ph.RESOLUTION)
def resolve(on: Turn) -> None:
    """The revealed cards decide (5.10.1); the outcome is carried out as far as nobody has to choose."""
    table = on.table
    _check_resolves(on)
    if not table.revealed:
        table.revealed = True
        powers.happens(on, "reveal")
    ruling = judged(on, turned_up(table, on.known, on.rulebase))
    tell_facedown(on)
    table.ruled = True
    table.phase = ph.RESOLUTION
    flares_back(on)
    outcome = outcome_of(ruling)
    talking = table.mains() if outcome == MAKE_A_DEAL else ()
    for name, player in ruling.players.items():
        if name not in talking:
            _carry_out(on, name, player)
    if outcome == MAKE_A_DEAL:
        _owe_deal(on)
        return
    powers.happens(on, "outcome", ruling=ruling)
    afterwards(on, ruling)
    for name, player in ruling.players.items() if table.aliens else ():
        if place_of(table, name) or _driven_off(player):
            were_lost(on, name, count_of(player.warp) - count_of(player.besides), count_of(player.removed))


def _move(on: Turn, name: str, place: str, player: PlayerRuling) -> None:
    """Moves a player's ships in the encounter as ruled; what returns is the owner's to place."""
    table = on.table
    doubtful = place in table.reckoned.get(name, ())
    move = partial(carry, table) if doubtful else table.move
    lost = count_of(player.warp) - (0 if player.besides is None else count_of(player.besides))
    if lost:
        move(name, lost, place, tbl.WARP)
    removed = count_of(player.removed)
    if removed:
        move(name, removed, place, tbl.REMOVED)
    lands = count_of(player.lands) if place != table.target else 0
    if lands:
        table.move(name, lands, place, table.target)
    returns = count_of(player.returns)
    if place == table.target and returns:  # saved ships have left the planet, whatever becomes of them
        move(name, returns, place, tbl.BESIDE)
        place = tbl.BESIDE
    owe_return(on, name, returns, place, player.returns.rule.id if player.returns is not None else "")


def _driven_off(player: PlayerRuling) -> bool:
    """Whether a bystander loses what it has on the target planet; what a power costs besides comes from elsewhere."""
    return player.role == BYSTANDER and count_of(player.warp) + count_of(player.returns) > count_of(player.besides)


def owe_return(on: Turn, name: str, count: int, place: str, sent: str = "") -> None:
    """Ships that return go where their owner chooses; without any colony there is no choice (DF-44).

    `sent` is the rule that sends them home.
    """
    table = on.table
    if not count:
        return
    if table.colonies(name):
        table.due.append(Due(name, "return", count, place, sent))
    elif on.law["ships.no-colony"].value == tbl.WARP:
        table.move(name, count, place, tbl.WARP)
        on.find("ships.no-colony", tbl.WARP, name, ships_of(count))


def _owe_ships(on: Turn, name: str, player: PlayerRuling) -> None:
    """What a power costs besides is lost off colonies of the player's choice, as far as there are ships."""
    cost = min(player.picks, on.table.on_colonies(name))
    if cost:
        on.table.due.append(Due(name, "lose", cost, source="besides", by=_asked_by(on, player.besides)))


def _asked_by(on: Turn, besides: Finding | None) -> str:
    """The sheets and cards by which ships are lost besides, as they are cited."""
    rule = on.law["resolution.lost-besides"]
    general = {cite.id for cite in rule.cites}
    steps = (step for step in walk(*([] if besides is None else [besides])) if step.rule.id == rule.id)
    return ", ".join(dict.fromkeys(cite.id for step in steps for cite in step.rule.cites if cite.id not in general))


def _owe_cards(on: Turn, name: str, player: PlayerRuling) -> None:
    table = on.table
    owes, gains = player.compensation, player.rewards
    if owes is not None and owes.value:
        table.due.append(Due(name, "take", owes.value, source=player.payer or on.opponent(name)))
    if gains is not None and gains.value:
        as_ships = player.rewards_as_ships.value if player.rewards_as_ships is not None else None
        table.due.append(Due(name, "reward", gains.value, as_ships=as_ships))


def refuse_settled(on: Turn) -> NoReturn:
    """Refuses what would change an outcome of which something was carried out that cannot be taken back."""
    on.cannot("turn.too-late", history=("undo",))


def _onto_sheets(on: Turn, ruling: Ruling) -> None:
    """Tokens that powers gain are counted, and cards that they claim are laid on their sheets."""
    table = on.table
    for name, gained in tokens_gained(on, ruling).items():
        table.tokens[name] = table.tokens.get(name, 0) + gained
    for then in ruling.then:
        if then.does == MUST and _comes_from(on, then, ("claims_card",)):
            _bury(table, then.who)


def afterwards(on: Turn, ruling: Ruling) -> None:
    """What an outcome that is settled leaves: tokens, powers, the discards, and who is about to win."""
    table = on.table
    if table.aliens:
        _onto_sheets(on, ruling)
    table.successful = outcome_of(ruling) in (OFFENSE_WINS, DEAL) or ruling.success is not None
    stated.found_colonies(on)
    powers.happens(on, "settled", ruling=ruling)  # of a power that this outcome costs its owner too
    on.check_powers()
    table.pile, table.kept = pile_of(on, ruling)
    put_away(on, at_once=on.law["discards.moment"].value == "before-the-ships")
    note_winning(on)


def tokens_gained(on: Turn, ruling: Ruling) -> dict[str, int]:
    """How many tokens an outcome puts on each alien sheet; fewer than none where it takes some off."""
    found: dict[str, int] = {}
    for then in ruling.then:
        if _comes_from(on, then, _COUNTED):
            found[then.who] = found.get(then.who, 0) + then.finding.value
    return found


def _bury(table: Table, who: str) -> None:
    """An encounter card that stayed facedown goes under the deck instead of being discarded, once and for all."""
    if who in table.cards:
        table.cards = {name: card for name, card in table.cards.items() if name != who}
        table.deck = None if table.deck is None else table.deck + 1


def _comes_from(on: Turn, then: Then, verbs: tuple[str, ...]) -> bool:
    """Whether something left to do comes from a power with one of these effects."""
    for name in on.table.aliens.get(then.who, ()):
        alien = on.rulebase.alien(name)
        for use in alien.uses if alien is not None else ():
            if use.key == then.by:
                return any(effect.verb in verbs for effect in use.effects)
    return False


_COUNTED = ("gain_tokens", "counts_down", "wins_by_marker")


def pile_of(on: Turn, ruling: Ruling) -> tuple[tuple[str, ...], tuple[Held, ...]]:
    """The cards that are discarded, bottom first, and who has one of them in hand instead.

    Where no order is printed, any will do.
    """
    pile = ruling.pile
    return (not_salvaged(on, pile.cards), tuple(Held(*one) for one in pile.in_hand)) if pile is not None else ((), ())


def _discards_wait(table: Table) -> bool:
    """True where something is due that comes before the discards."""
    return any(due.what in _BEFORE_DISCARDS for due in table.due)


def put_away(on: Turn, at_once: bool = False) -> None:
    """Discards what the encounter leaves, once compensation, rewards and deals are done (5.10.3; DF-39)."""
    table = on.table
    talked = is_talk_still_there(table)
    left = table.cards or talked or (table.pile and not table.put_away)
    if not left or not table.ruled or (not at_once and _discards_wait(table)):
        return
    on.discard(table.pile)
    for who, card in () if talked else table.kept:
        on.take_back(who, card)
    table.cards, table.put_away = {}, True


def is_talk_still_there(table: Table) -> bool:
    """True if a deal was to be made without encounter cards, and what was played for it is not discarded yet."""
    return not table.cards and not table.put_away and is_talk_without_cards(table)


_BEFORE_DISCARDS = ("take", "reward", "deal", "lose", "use")


def _winning_by_colonies(on: Turn) -> tuple[str, ...]:
    """The players with enough foreign colonies, captured planets among them."""
    needed: int = on.law["win.colonies"].value
    table = on.table
    foreign = table.who_settled().foreign
    if not table.captured and max(map(len, foreign.values()), default=0) < needed:
        return ()
    held = {name: len(table.captured_planets(name)) for name in table.seats}
    return tuple([name for name in table.seats if len(foreign.get(name, ())) + held[name] >= needed])


def _winning_by_sheets(on: Turn) -> tuple[str, ...]:
    """Of those who win by colonies, whom no sheet gives another goal; and who wins by a sheet."""
    table = on.table
    besides, otherwise = powers.winning(on), powers.wins_otherwise(on)
    has_other_goal = any(on.sheet_lifting(name, "goal") for name in table.seats)  # for everybody
    by_colonies = [name for name in table.winning if name not in otherwise and not has_other_goal]
    return tuple(name for name in table.seats if name in by_colonies or name in besides)


def note_winning(on: Turn) -> None:
    """Who has the colonies that win (1.2.1), or wins by its sheet; settled when the phase ends (4.12.1)."""
    table = on.table
    table.winning = _winning_by_colonies(on)
    if table.aliens:
        table.winning = _winning_by_sheets(on)
    said = said_to_win(table.acts)
    if said is not None and table.phase != ph.REVEAL:  # then it is said of the outcome that is to be carried out
        table.winning = tuple(name for name in table.seats if name in said)


# -- what is left to do ------------------------------------------------------------------------------------------------


def check_deal_said(on: Turn) -> None:
    """After two negotiates the main players must try to make a deal (5.10.1.3.b): first they say what came of that."""
    if owed(on, on.table.turn, "deal") is not None:
        on.cannot("deal.still", *on.table.mains(), nearest=("no deal",))


def owed(on: Turn, who: str, what: str) -> Due | None:
    """What a player has still to do of one kind, or None."""
    for due in on.table.due:
        if due.who == who and due.what == what:
            return due
    return None


def first_due(on: Turn, who: str) -> str:
    """Which of the two a player does first where both are due: `return` or `reward`; none where not both are."""
    returns = owed(on, who, "return")
    if returns is None or owed(on, who, "reward") is None or not on.table.to_return(returns):
        return ""
    return "reward" if on.law["rewards.return"].value == "after-the-rewards" else "return"


def settle(on: Turn, due: Due, count: int) -> None:
    """So much of what is due is done, and what the encounter leaves is discarded if that was the last."""
    lessen(on, due, count)
    put_away(on)


def lessen(on: Turn, due: Due, count: int) -> None:
    """So much less is due; while an outcome is carried out, nothing is discarded yet: what it leaves is not known."""
    due.count -= count
    if due.count <= 0:
        on.table.due.remove(due)


def lose_ships(
    on: Turn, who: str, stacks: tuple[Stack, ...], rule: str = "deal.lost-ships", source: str = "deal"
) -> None:
    """Ships go to the warp for a deal that failed, or for what another rule says; a power can keep them out of it.

    `source` is what costs them: by some of these, what is saved is not asked for any more.
    """
    total = ships_in(stacks)
    saved = saved_of(on, who, total, source)
    if saved:
        kept, stacks = _first_of(stacks[::-1], saved), _first_of(stacks, total - saved)
        total -= saved
        leave(on, who, kept, source)
    if not total:
        return
    on.send(who, stacks, tbl.WARP)
    said = ", ".join(f"{place} {count}" for place, count in stacks)
    on.find(rule, total, who, said, ships_of(total))
    were_lost(on, who, total)


def saved_of(on: Turn, who: str, ships: int, source: str) -> int:
    """How many of the ships that a player loses to this source a power or a card keeps out of the warp."""
    return 0 if source in _RECKONED else spared(on, who, ships)


PICKED = "power"  # `Due.source` of ships that somebody else picked: a power costs them


def leave(on: Turn, who: str, stacks: tuple[Stack, ...], source: str) -> None:
    """Ships that were saved on their way off a colony go to colonies of the player's choice, or to the fullest one.

    Of ships that the player picked itself it picked such as may stay where they are, unless they are a colony's last.
    """
    table = on.table
    for place, count in stacks:
        due = Due(who, "return", count, place)
        free, asked = table.open_to(due), table.phase in HANDLERS["return"][1]
        if place in tbl.PLACES or not free or (place in free and not (asked and source == PICKED)):
            continue
        if asked:
            table.due.append(due)
            continue
        closed = () if place in free else (place,)
        stacks = on.homes_for(who, count, closed)
        on.tell_homes(who, stacks, closed)
        for home, ships in stacks:
            table.move(who, ships, place, home)
        on.check_power(who)


_RECKONED = ("deal", "besides", "along")  # what is saved of these was reckoned with before they were due


def _first_of(stacks: tuple[Stack, ...], count: int) -> tuple[Stack, ...]:
    """So many of some ships, from where they are named first."""
    found: list[Stack] = []
    for place, there in stacks:
        if count:
            found.append(Stack(place, min(there, count)))
            count -= min(there, count)
    return tuple(found)
