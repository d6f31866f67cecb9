"""Effects of the resolution: ships, compensation and rewards, cards, tokens."""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.power import Use
from referee.book.sheets import FACES
from referee.judge.board import Board, Stand, cards_of, ships_of
from referee.judge.finding import Finding
from referee.judge.phases.discards import lost_before_discards
from referee.judge.phases.resolution import Fate, divert, give_back, lose_more, lost, no_colony, place
from referee.judge.phases.reveal import SIDES
from referee.judge.powers.acts import was_before
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.common import SWAPPED, Args, take_from_warp
from referee.judge.ruling import (
    BOTH_LOSE,
    CHOOSES,
    DEAL,
    DEFENSE_WINS,
    MAKE_A_DEAL,
    MAY,
    MUST,
    NO_DEAL,
    OFFENSE_WINS,
    wins,
)
from referee.state import encounter as pos


@verb("may_in_deal", "deal")
def may_in_deal(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`what`: something that the owner may do as part of a deal; no use of the power."""
    if board.admits(stand, use):
        board.do(stand.name, MAY, args["what"], Finding(use.rule, None, (), (stand.name,)))


def left_open(board: Board, stand: Stand, use: Use, what: str, *sources: Finding) -> None:
    """An optional power that nobody said was used is left to its owner."""
    rule = board.law["powers.left-open"].citing(use.rule)
    board.do(stand.name, MAY, what, Finding(rule, None, sources, (stand.name,)))


@verb("removes_losers", "fate")
def removes_losers(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """When the owner wins as a main player, the losing side's ships leave the game, down to the number of ships that
    the foreign colonies of a win need; the rest goes to the warp as usual."""
    outcome = board.outcome
    if outcome is None or outcome.value != wins(stand.side) or loser.side == stand.side or not fate.by_losing:
        return
    owned, needed = board.law["setup.ships"], board.law["win.colonies"]
    before = board.position.removed.get(loser.name, 0)
    gone = max(min(fate["warp"].value, owned.value - needed.value - before), 0)
    sources: tuple[Finding, ...] = (fate["warp"],)
    if gone < fate["warp"].value:
        sources = (*sources, Finding(owned, owned.value))
    removed = board.apply(stand, use, gone, sources, (loser.name,)) if gone else None
    if removed is not None:
        take_from_warp(board, loser, fate, "removed", removed)


@verb("saved_from_warp", "fate")
def saved_from_warp(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """The owner's own ships that would go to the warp return to colonies instead; with `whose = "allies"` those of
    the owner's allies. `most`: so many of them each time, else all."""
    side = loser.side if loser.takes_part else ""
    if fate["warp"].value and is_saved(args, (stand.name, stand.side), (loser.name, side)):
        count = min(fate["warp"].value, args.get("most", fate["warp"].value))
        saved = board.apply(stand, use, count, (fate["warp"],), (loser.name,))
        if saved is not None:
            take_from_warp(board, loser, fate, "returns", saved)


@verb("consoled_for_saved", "consoled")
def consoled_for_saved(board: Board, stand: Stand, use: Use, args: Args, kept: int) -> Finding | None:
    """The owner is compensated for its own ships in the encounter (`kept` of them) that were saved too."""
    return board.apply(stand, use, kept)


@verb("leaves_ship", "fate")
def leaves_ship(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """`ships`: so many of the beaten defense's own stay on the target planet, beside the winners."""
    beaten = board.outcome is not None and board.outcome.value == OFFENSE_WINS
    if loser is not stand or stand is not board.defense or not beaten or not fate.by_losing or not fate["warp"].value:
        return
    left = board.apply(stand, use, min(args["ships"], fate["warp"].value), (fate["warp"],))
    if left is not None:
        take_from_warp(board, loser, fate, "stays", left)


@verb("drags_along", "landed")
def drags_along(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: for so many of its own from outside the encounter, a defense beaten by an attack sends every ship of
    the offense's side to the warp, so that none of them lands."""
    outcome, shown = board.outcome, board.shown.get(pos.OFFENSE)
    if outcome is None or outcome.value != OFFENSE_WINS or stand is not board.defense:
        return
    if shown is None or shown.kind != pos.ATTACK:
        return
    dragged = board.apply(stand, use, args["ships"], (outcome, shown.finding))
    if dragged is None:
        return
    owned: int = board.law["setup.ships"].value
    warp = board.number("warp", stand.name, 0, owned)
    if warp is not None and owned - warp - lost(board, stand) < args["ships"]:
        board.steps.append(Finding(board.law["resolution.all-it-has"], 0, (dragged,), (stand.name,)))
        return
    lose_more(board, stand, args["ships"], dragged)
    for other in board.side_of(pos.OFFENSE):
        player, ships = board.players[other.name], board.ships(other)
        bound = Finding(dragged.rule, ships.value, (dragged, ships), dragged.words)
        fate = Fate(bound)
        divert(board, other, fate)
        player.lands = Finding(board.law["resolution.nothing-else"], 0, (dragged,))
        player.warp, player.removed = fate["warp"], fate.get("removed", player.removed)
        if "returns" in fate:
            place(board, other, fate["returns"])


@verb("clears_planet", "landed")
def clears_planet(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An offense that gains a colony sends whoever else has ships on that planet to the warp, but for the allies of
    this encounter. The beaten defense's are lost anyway."""
    outcome, planet = board.outcome, board.position.planet or {}
    lands = board.players[stand.name].lands
    if outcome is None or outcome.value == DEAL or stand is not board.offense:
        if outcome is not None and outcome.value == DEAL and stand is board.offense:
            board.mattered.add(use)
            board.do(
                stand.name,
                MAY,
                args["by_deal"],
                Finding(use.rule, None, (outcome,), (stand.name, "others", "what it has")),
            )
        return
    if lands is None or not lands.value or planet.get(stand.name, 0) != 0:
        return
    for name in planet:
        other = board.stands[name]
        if other.takes_part:
            continue
        if planet[name] != 0:
            _drive_off(board, stand, use, other, planet[name])


def _drive_off(board: Board, stand: Stand, use: Use, other: Stand, count: int | None) -> None:
    """All ships that a bystander has on the target planet are lost, and its colony with them; None: nobody says how
    many these are."""
    driven = board.apply(stand, use, count, (), (other.name, "its ships" if count is None else ships_of(count)))
    if driven is None:
        return
    board.driven_off[other.name] = driven
    player = board.players[other.name]
    if count is None:
        player.warp = player.returns = None
        board.steps.append(driven)
        return
    fate = Fate(driven)
    divert(board, other, fate)
    player.warp = fate["warp"]
    if "returns" in fate:
        place(board, other, fate["returns"])


@verb("nothing_for_allies", "staked")
def nothing_for_allies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where the owner's opponent wins, the allies of that one only go home: no landing and no rewards."""
    outcome = board.outcome
    if outcome is None or not stand.is_main or outcome.value != SWAPPED.get(wins(stand.side)):
        return
    allies = [ally for ally in board.allies() if ally.takes_part and ally.side != stand.side]
    denied = board.apply(stand, use, 0, (outcome,)) if allies else None
    if denied is not None:
        board.steps.append(denied)
        board.unrewarded.update({ally.name: denied for ally in allies})


@verb("bars_compensation", "collect")
def bars_compensation(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """The opponent takes no compensation out of the owner's hand."""
    payer = board.payer[0] if board.payer is not None else winner
    if stand is payer and stand is not loser:
        board.unpaid = board.apply(stand, use, 0, (), (loser.name,))


@verb("multiplies_compensation", "collect")
def multiplies_compensation(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """`times`: the owner may take up to so many times the compensation that is due."""
    if stand is loser:
        board.doubled = board.apply(stand, use, args["times"])


@verb("gives_back", "collect")
def gives_back(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """Having taken compensation by its power from a hand of its choice, the owner may give as many cards back."""
    if stand is not loser or board.payer is None:
        return
    board.returnable = board.apply(stand, use, True, (), (board.payer[0].name,))


@verb("cheaper_failure", "no-deal")
def cheaper_failure(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: so many fewer than the rules say for the owner of a failed deal, and so many more for the other."""
    if not stand.is_main:
        return
    other = board.defense if stand is board.offense else board.offense
    cheaper = board.apply(stand, use, -args["ships"], (), (other.name,))
    if cheaper is not None:
        _shift_cost(board, stand, cheaper)
        _shift_cost(board, other, Finding(cheaper.rule, args["ships"], cheaper.sources, cheaper.words))


def _shift_cost(board: Board, stand: Stand, shift: Finding) -> None:
    """So many ships more or fewer for a failed deal, on top of what another card changed already."""
    before = board.dearer.get(stand.name)
    if before is not None:
        shift = Finding(shift.rule, before.value + shift.value, (before, *shift.sources), shift.words)
    board.dearer[stand.name] = shift


@verb("second_anyway", "after")
def second_anyway(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The offense may have its second encounter whatever became of the first, and without an encounter card."""
    if stand is board.offense:
        board.retry = board.apply(stand, use, True)


@verb("takes_from_losers", "hands")
def takes_from_losers(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: after a win or a deal as a main player, so many at random from the opponent and each of its allies."""
    if not _has_won(board, stand):
        return
    losers = [other for other in board.order if other.takes_part and other.side != stand.side]
    names = " and ".join(other.name for other in losers)
    taken = board.apply(stand, use, args["cards"] * len(losers), _because(board), (cards_of(args["cards"]), names))
    if taken is not None:
        board.do(stand.name, MUST, f"take {cards_of(args['cards'])} at random from {names}", taken)


@verb("picks_one_card", "hands")
def picks_one_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """After a win or a deal as a main player, cards of the opponent's are shown one by one until one is kept."""
    if not _has_won(board, stand):
        return
    other = board.defense if stand is board.offense else board.offense
    picked = board.apply(stand, use, True, _because(board), (other.name,))
    if picked is not None:
        what = f"discard cards of {other.name}'s, handed over one by one, until it keeps one"
        board.do(stand.name, MUST, what, picked)


@verb("throws_away", "after")
def throws_away(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Of the cards that it receives as compensation or rewards the owner may discard any."""
    player = board.players[stand.name]
    received = [due for due in (player.compensation, player.rewards) if due is not None and due.value]
    if not received:
        return
    thrown = board.apply(stand, use, True, tuple(received))
    if thrown is not None:
        board.do(stand.name, MAY, "discard any of the cards that it receives", thrown)


@verb("keeps_artifact", "discard")
def keeps_artifact(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The last artifact that the owner played, or the one that is named, goes back to its hand."""
    said = board.usage(stand, use)
    names = [arg for arg in said[0] if arg not in FACES] if said is not None else []
    mine = [card for who, card in board.spent if who == stand.name and card in ARTIFACTS.values()]
    card = next((card for card in reversed(mine) if not names or card in names), "")
    if not card:
        return
    kept = board.apply(stand, use, [card], (), (card,))
    if kept is not None:
        board.spent.remove((stand.name, card))
        board.do(stand.name, MUST, f"take {card} back into hand instead of discarding it", kept)


def _has_won(board: Board, stand: Stand) -> bool:
    """Whether a main player has won, or made a deal."""
    return stand.is_main and board.outcome is not None and board.outcome.value in (wins(stand.side), DEAL)


def _because(board: Board) -> tuple[Finding, ...]:
    return (board.outcome,) if board.outcome is not None else ()


def is_saved(args: Args, owner: tuple[str, str], loser: tuple[str, str]) -> bool:
    """Whether a power saves a loser's ships: its owner's own, or with `whose = "allies"` those of the others on its
    side. Both are (name, side); a bystander has no side."""
    if args.get("whose") == "allies":
        return loser != owner and loser[1] == owner[1]
    return loser == owner


@verb("crash_lands", "fate")
def crash_lands(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """`by`: having lost by so much with two attacks turned up, the owner may land one of the ships that it loses."""
    if loser is not stand or not fate.by_losing or not fate["warp"].value or not board.admits(stand, use):
        return
    margin = board.margin
    attacks = len(board.shown) == len(SIDES) and all(shown.kind == pos.ATTACK for shown in board.shown.values())
    if margin is None or margin.value < args["by"] or not attacks:
        return
    said = board.used.get(stand.name, ())
    if not said:
        if board.zap_on(stand, use.alien) is None:
            left_open(board, stand, use, use.may, margin)
        return
    said[0].came_up = True
    landed = board.apply(stand, use, 1, (margin,), (margin.value,), said[0])
    if landed is not None:
        take_from_warp(board, loser, fate, "lands", landed)


@verb("costs_more", "extra")
def costs_more(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Winning as a main player with an attack, the owner costs the opponent as many ships more as it had in it.

    With `allies` it costs each ally of the opponent as many besides.
    """
    outcome = board.outcome
    if outcome is None or not stand.is_main or outcome.value != wins(stand.side):
        return
    shown = board.shown.get(stand.side)
    ships = board.ships(stand)
    if shown is None or shown.kind != pos.ATTACK or not ships.value:
        return
    opponent = board.defense if stand is board.offense else board.offense
    losers = [opponent]
    if args.get("allies"):
        losers += [ally for ally in board.allies() if ally.takes_part and ally.side == opponent.side]
    names = " and ".join(loser.name for loser in losers)
    more = board.apply(stand, use, ships.value, (outcome, shown.finding, ships), (names,))
    if more is not None:
        for loser in losers:
            lose_more(board, loser, ships.value, more)


@verb("takes_along", "lost")
def takes_along(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """For ships that the owner lost to the warp up to as many of other players go too; a `use` names whose.

    Each name is followed by a number; a name without one stands for all that are left.
    """
    gone = board.players[stand.name].warp
    if gone is None or not gone.value:
        return
    said = board.used.get(stand.name, ())
    for used in said:
        used.came_up = True
    taken = board.apply(stand, use, gone.value, (gone,), (ships_of(gone.value),), said[0] if said else None)
    if taken is None:
        return
    if not said:
        what = f"whose ships go to the warp as well, up to {gone.value} in all; who loses them chooses which"
        board.do(stand.name, CHOOSES, what, taken)
        return
    named = [one for used in said for one in shared_out(used.args, gone.value)]
    total = sum(count for _, count in named)
    if total > gone.value or any(name == stand.name for name, _ in named):
        rule = board.law["powers.takes-too-many"].citing(use.rule)
        board.forbid(rule, (stand.name, gone.value), board.without_use(stand), (gone, said[0].finding))
        return
    for name, count in named:
        if count and name in board.stands:
            lose_more(board, board.stands[name], count, taken, stand if args.get("picks") else None)


def shared_out(args: Sequence[str], count: int) -> list[tuple[str, int]]:
    """(whose, how many) of ships, as a `use` names them: `red 2 green 1`; a name without a number has what is left."""
    found: list[tuple[str, int]] = []
    for at, arg in enumerate(args):
        if arg.isdigit():
            continue
        number = args[at + 1] if at + 1 < len(args) and args[at + 1].isdigit() else ""
        left = max(count - sum(taken for _, taken in found), 0)
        found.append((arg, int(number) if number else left))
    return found


@verb("heals", "heal")
def heals(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: whom a `use` names gets all ships back that it just lost, and the owner draws so many cards; with `each`
    so many for each ship."""
    uses = {name: used for used in board.used.get(stand.name, ()) for name in used.args}
    for loser in board.order:
        count = lost(board, loser)
        if loser is stand or not count:
            continue
        used, nowhere = uses.get(loser.name), no_colony(board, loser)
        if nowhere is not None:
            if used is not None:
                rule = board.law["powers.no-colony-to-heal"]
                board.forbid(rule, (loser.name,), board.without_use(stand, used), (used.finding, nowhere))
                used.came_up = True
        elif used is None:
            if board.admits(stand, use) and board.zap_on(stand, use.alien) is None:
                left_open(board, stand, use, use.may.format(loser.name, ships_of(count), drawn_for(args, count)))
        else:
            used.came_up = board.admits(stand, use)
            healed = board.apply(stand, use, count, (), (loser.name, ships_of(count), drawn_for(args, count)), used)
            if healed is not None:
                give_back(board, loser, healed)
                board.do(stand.name, MUST, f"draw {cards_of(fee(args, count))} for healing {loser.name}", healed)


def fee(args: Args, ships: int) -> int:
    """How many cards healing so many ships brings; with `each` so many for each ship."""
    cards: int = args["cards"] * (ships if args.get("each") else 1)
    return cards


def drawn_for(args: Args, ships: int) -> str:
    """The cards that healing so many ships brings, in words."""
    cards = fee(args, ships)
    return "a card" if cards == 1 else cards_of(cards)


@verb("reincarnates", "after")
def reincarnates(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Having lost as a main player or ally, or failed to deal, the owner gets another alien besides."""
    outcome = board.outcome
    if outcome is None or not stand.takes_part:
        return
    beaten = outcome.value in SWAPPED and outcome.value != wins(stand.side)
    if beaten or outcome.value == BOTH_LOSE or (outcome.value == NO_DEAL and stand.is_main):
        if not use.mandatory and board.usage(stand, use) is None:
            if board.admits(stand, use):
                left_open(board, stand, use, use.may, outcome)
            return
        drawn = board.apply(stand, use, True, (outcome,))
        if drawn is not None:
            board.do(stand.name, MUST, use.may, drawn)


@verb("clings", "after")
def clings(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`what`: where another player draws `cards` or takes `ships` back, the owner may take one too.

    Of that the line has the rewards, of which each is a card or a ship.
    """
    others = [board.players[other.name].rewards for other in board.order if other is not stand]
    picks = [picked for picked in others if picked is not None and picked.value]
    said = board.used.get(stand.name, ())
    if said and not picks and not any(used.came_up for used in said):
        if was_before(board, stand, said[0].act):
            said[0].came_up = True
            return
        rule = board.law["powers.not-now"].citing(use.rule)
        board.forbid(rule, (stand.name,), board.without_use(stand), (said[0].finding,))
    if not picks or not board.admits(stand, use):
        return
    for used in said:
        taken = board.apply(stand, use, True, tuple(picks), (), used)
        if taken is not None:
            board.steps.append(taken)
    if not said and board.zap_on(stand, use.alien) is None:
        left_open(board, stand, use, use.may, *picks)


@verb("ship_count", "count")
def ship_count(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: what each of the owner's ships counts for compensation and rewards."""
    counted = board.apply(stand, use, args["value"])
    if counted is not None:
        board.counts[stand.name] = counted


@verb("take_back_card", "discard")
def take_back_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner's encounter card may return to hand instead of being discarded."""
    card = (board.faces.get(stand.side) or board.position.side(stand.side).card) if stand.is_main else None
    if card is None or card.kind in (pos.NONE, pos.HIDDEN):
        return
    used = board.usage(stand, use)
    if used is not None and used[1] is not None and stand.powerless is not None:
        rule = board.law["power.unusable"].citing(stand.powerless.rule)
        sources = (used[1], stand.powerless, *lost_before_discards(board, stand))
        board.forbid(rule, (stand.name,), board.without_use(stand), sources)
        return
    if used is None:
        if board.admits(stand, use):
            rest = Finding(use.rule, None, (), (stand.name, str(card)))
            board.do(stand.name, MAY, use.may.format(card), rest)
        return
    kept = board.apply(stand, use, str(card), (), (str(card),))
    if kept is not None:
        board.kept_cards[stand.name] = kept
        board.steps.append(kept)


@verb("gain_tokens", "after")
def gain_tokens(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`won`, `lost`: tokens put on the sheet after a win or deal, or after a loss or failed deal.

    `more`: in a game with so many home `planets` there are so many `tokens` more.
    """
    outcome = board.outcome.value if board.outcome is not None else None
    if outcome in (None, MAKE_A_DEAL) or not stand.is_main:
        return
    won = outcome in (wins(stand.side), DEAL)
    if outcome not in (OFFENSE_WINS, DEFENSE_WINS, DEAL, NO_DEAL, "both-lose"):
        return
    gained = args["won"] if won else args["lost"]
    if outcome == DEFENSE_WINS and stand is board.defense and gained:
        for_winning = board.law["rewards.for-winning"]
        board.steps.append(Finding(for_winning, for_winning.value))
        if for_winning.value == "nothing":
            return
    more, planets = args.get("more"), board.law["setup.planets"]
    sources: tuple[Finding, ...] = ()
    if more is not None and planets.value == more["planets"]:
        gained += more["tokens"]
        sources = (Finding(planets, planets.value),)
    tokens = board.apply(stand, use, gained, sources)
    if tokens is not None:
        board.do(stand.name, MUST, f"put {gained} token{'' if gained == 1 else 's'} on its alien sheet", tokens)
