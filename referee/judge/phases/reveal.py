"""The reveal: what the two cards count as, the totals, and who wins (consolidated 5.9 and 5.10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.book.law import POWER, STATED
from referee.judge.board import Board
from referee.judge.cards_shown import Plus, Shown
from referee.judge.finding import Finding
from referee.judge.pictures import pictured
from referee.judge.powers import acts
from referee.judge.powers.in_force import act
from referee.judge.ruling import BOTH_LOSE, DEFENSE_WINS, MAKE_A_DEAL, OFFENSE_WINS, wins
from referee.judge.stand import Stand
from referee.judge.unknown import NeedsFactError, Unknown
from referee.state import encounter as pos
from referee.state.encounter import Act
from referee.state.reader import LETTER_CARDS, write_name

SIDES = (pos.OFFENSE, pos.DEFENSE)
# Windows in which the value of an attack counts, even where no totals are compared.
_BY_VALUE = ("turned", "flared", "card")
_TOTAL = {side: f"reveal.{side}-total" for side in SIDES}
_SHIPS_ADD = {side: f"reveal.{side}-ships-add" for side in SIDES}


def reveal(board: Board) -> None:
    """Turns the cards up and finds the outcome; leaves it None where no rule covers the pair of cards."""
    act(board, "claim")
    for side in SIDES:
        if side not in board.claims:
            board.faces[side] = board.card(side)
    _reinforce(board)
    if pos.OTHER in (board.faces[pos.OFFENSE].kind, board.faces[pos.DEFENSE].kind) and not _replaced(board):
        _not_covered(board)
    else:
        _turn_up(board)
        _modify(board)
        _compare(board)
    act(board, "winner") if board.shown else None
    if board.outcome is not None:
        board.is_open = None  # a power settles what the documents do not
    _stated_winner(board)
    act(board, "upset")


def _not_covered(board: Board) -> None:
    """Cards of other kinds have no outcome rule in the documents (DF-25): the players say as what one counts."""
    others = {board.main(side).name: str(board.faces[side]) for side in SIDES if board.faces[side].kind == pos.OTHER}
    ways = " and ".join(f"`value {who} N {write_name(card)}`" for who, card in others.items())
    _leave_open(board, Finding(board.law["reveal.other-card"], None, (), (" and ".join(others.values()), ways)))


def _replaced(board: Board) -> bool:
    """Whether a power can put another card in the place of a revealed one, or the players say as what those count."""
    stated = {said.who for said, _ in acts.live(board, "value")}
    others = {board.main(side).name for side in SIDES if board.faces[side].kind == pos.OTHER}
    return others <= stated or any(board.uses(owner, use) for owner, use, *_ in board.plan.get("drawn", ()))


def _leave_open(board: Board, why: Finding) -> None:
    board.is_open = why
    board.steps.append(why)


# -- what the cards count as ---------------------------------------------------------------------------------------


def _need_value(board: Board, name: str) -> None:
    """Asks for the value of a main player's attack, where anything follows from it."""
    kinds = [board.faces[side].kind for side in SIDES]
    if pos.NEGOTIATE not in kinds or any(window in board.plan for window in _BY_VALUE):
        low, high = board.law["cards.attacks"].value
        raise NeedsFactError(Unknown("attack", name, low, high))


def _turn_up(board: Board) -> None:
    """The cards as revealed; a morph becomes what the other card is (5.9.1, 5.10.1.4)."""
    for side in SIDES:
        card = board.faces[side]
        name, face = board.main(side).name, str(card)
        finding = board.claims.get(side) or Finding(pictured(board.law, "facts.card", face), face, (), (name, face))
        if card.kind == pos.ATTACK and card.value is None and not _value_stated(board, side):
            _need_value(board, name)
        board.shown[side] = Shown(card.kind, card.value or 0, finding)
    copy_morphs(board)


def copy_morphs(board: Board) -> None:
    """A morph that faces another card counts as that card (5.10.1.4)."""
    for side, other in (SIDES, SIDES[::-1]):
        mine, theirs = board.shown[side], board.shown[other]
        if mine.kind == pos.MORPH and theirs.kind in (pos.ATTACK, pos.NEGOTIATE):
            id = "reveal.morph-attack" if theirs.kind == pos.ATTACK else "reveal.morph-negotiate"
            face = str(board.faces[other])
            words = (board.main(side).name, face)
            copied = Finding(board.law[id], face, (mine.finding, theirs.finding), words)
            board.shown[side] = Shown(theirs.kind, theirs.value, copied)
            if theirs.kind == pos.ATTACK and copied.rule.value != "copied":
                board.valueless[side] = copied


def _value_stated(board: Board, side: str) -> bool:
    name = board.main(side).name
    return any(a.who == name for a, _ in acts.live(board, "value"))


def _modify(board: Board) -> None:
    """What powers, Emotion Control and the players' statements make of the revealed cards, in that order."""
    act(board, "turned")
    for card, finding in acts.live(board, "emotion-control"):
        act(board, "drawn", card)
        for side in SIDES:
            shown = board.shown[side]
            if shown.kind == pos.ATTACK:
                words = (board.main(side).name,)
                turned = Finding(board.law["reveal.emotion-control"], "N", (shown.finding, finding), words)
                board.shown[side] = Shown(pos.NEGOTIATE, 0, turned)
    act(board, "drawn", None)
    act(board, "flared")
    act(board, "card")
    for stated, finding in acts.live(board, "value"):
        for side in SIDES:
            if board.main(side).name == stated.who:
                shown = board.shown[side]
                if stated.name:
                    _becomes(board, side, stated, finding)
                    continue
                value = board.amount(stated)
                told = Finding(board.law["stated.value"], value, (shown.finding, finding), (stated.who,))
                board.shown[side] = Shown(pos.ATTACK, value, told)
                board.valueless.pop(side, None)
    act(board, "thrown")


def _becomes(board: Board, side: str, stated: Act, finding: Finding) -> None:
    """A card that becomes a negotiate or a morph, as the players state; a morph is then what it faces (5.10.1.4)."""
    kind = LETTER_CARDS[stated.name.lower()].kind
    shown = board.shown[side]
    rule = board.law["stated.becomes"]
    told = Finding(rule, stated.name, (shown.finding, finding), (stated.who, f"a {kind}"))
    board.shown[side] = Shown(kind, 0, told)
    board.valueless.pop(side, None)
    if kind == pos.MORPH:
        copy_morphs(board)


# -- the outcome ---------------------------------------------------------------------------------------------------


def _compare(board: Board) -> None:
    offense, defense = board.shown[pos.OFFENSE], board.shown[pos.DEFENSE]
    kinds = (offense.kind, defense.kind)
    sources = (offense.finding, defense.finding)
    law = board.law
    if pos.OTHER in kinds:
        _not_covered(board)
    elif kinds == (pos.ATTACK, pos.ATTACK) and board.valueless:
        for copied in board.valueless.values():
            _leave_open(board, copied)
    elif kinds == (pos.ATTACK, pos.ATTACK):
        _totals(board)
    elif kinds == (pos.MORPH, pos.MORPH):
        morphs = law["reveal.morphs"]
        if morphs.value == BOTH_LOSE:
            board.outcome = Finding(morphs, BOTH_LOSE, sources)
        else:
            _leave_open(board, Finding(morphs, None, sources))
    elif kinds == (pos.NEGOTIATE, pos.NEGOTIATE):
        board.outcome = Finding(law["reveal.negotiates"], MAKE_A_DEAL, sources)
    else:
        side = pos.OFFENSE if offense.kind == pos.ATTACK else pos.DEFENSE
        board.outcome = Finding(law["reveal.attack-negotiate"], wins(side), sources, (board.main(side).name,))


def _totals(board: Board) -> None:
    """Card, ships, reinforcements and what powers add, for both sides; then who has the better total."""
    act(board, "worth")
    for a, finding in acts.live(board, "worth"):
        board.worth[a.who] = Finding(board.law["stated.worth"], board.amount(a), (finding,), (a.who,))
    act(board, "method")
    act(board, "total")
    for a, finding in acts.live(board, "add"):
        board.adds[a.side].append(Finding(board.law["stated.add"], board.amount(a), (finding,), (a.side,)))
    decide(board)


def decide(board: Board) -> None:
    """Adds up both totals, and finds who has the better one: again, where a power adds something afterwards."""
    totals = (_total(board, pos.OFFENSE), _total(board, pos.DEFENSE))
    board.totals = totals
    found = compare(board, totals)
    if found.value is None:
        _leave_open(board, found)
        return
    board.outcome = found
    board.by_totals = True
    board.margin = Finding(board.law["reveal.margin"], abs(totals[0].value - totals[1].value), totals)


def compare(board: Board, totals: tuple[Finding, Finding]) -> Finding:
    """The outcome by totals: the higher wins unless a power says the lower; a tie is the defense's (5.10.1.1.d).

    By a rule of the players' own a tie may be nobody's: then the value is None, and they say who wins.
    """
    offense, defense = totals[0].value, totals[1].value
    if offense == defense:
        tie = board.law["reveal.ties"]
        return Finding(tie, wins(tie.value) if tie.value in SIDES else None, totals)
    higher = board.law["reveal.higher-total"]
    best = higher.value if board.lower_wins is None else board.lower_wins.value
    ahead = (offense > defense) == (best == "higher")
    sources = totals if board.lower_wins is None else (*totals, board.lower_wins)
    rule = higher if board.lower_wins is None else board.lower_wins.rule
    side = pos.OFFENSE if ahead else pos.DEFENSE
    return Finding(rule, OFFENSE_WINS if ahead else DEFENSE_WINS, sources, (board.main(side).name,))


def _reinforce(board: Board) -> None:
    """The reinforcements for each side, whether or not totals come to count (4.2.1), then what powers do to them."""
    law = board.law
    for side in SIDES:
        for value in board.plus_of(side):
            card = f"+{value}"
            found = Finding(pictured(law, "reveal.reinforcement", card), value, (), (side, card, ""))
            board.plus.append(Plus(side, value, "", card, found))
    for a, finding in acts.live(board, "reinforce"):
        value = board.amount(a)
        card = f"+{value}"
        words = (a.side, card, f" from {a.who}")
        found = Finding(pictured(law, "reveal.reinforcement", card), value, (finding,), words)
        board.plus.append(Plus(a.side, value, a.who, card, found))
    act(board, "reinforce")


def _total(board: Board, side: str) -> Finding:
    """One side's total (5.10.1.1.b and .c, with reinforcements by 4.2.2; DF-28)."""
    law = board.law
    main = board.main(side)
    shown = board.shown[side]
    parts = [] if side in board.product else [shown.finding]
    total: int = 0 if side in board.product else shown.value
    ships, named = _ships_of_side(board, side)
    for added in ships:
        total += added.value
    parts += ships
    for name, each in board.per_ship.items():
        if board.stands[name].side == side:
            board.marginal[name] += each
    more, split = _more(board, side)
    if more:
        besides = _summed(board, side, more, split)
        parts.append(besides)
        total += besides.value
        named += split
    doubled = board.doubles.get(side)
    if doubled is not None:
        parts.append(doubled)
        total *= doubled.value
    board.made_of[side] = named if side in board.product else [("card", shown.value), *named]
    return Finding(law[_TOTAL[side]], total, tuple(parts), (main.name,))


def _more(board: Board, side: str) -> tuple[list[Finding], list[tuple[str, int]]]:
    """What is added to card and ships: reinforcements, then powers and cards; and each by its name with its figure."""
    plus = [plus.finding for plus in board.plus if plus.side == side]
    adds = board.adds[side]
    split = [("reinforcement", found.value) for found in plus] + [(_added_by(found), found.value) for found in adds]
    return [*plus, *adds], split


def added_up(parts: Iterable[tuple[str, int]]) -> str:
    """Names with their figures, as a sum: `card 10 + red's ships 3 + reinforcement 4 + Warpish 8`."""
    words = [f"{'−' if value < 0 else '+'} {name} {abs(value)}" for name, value in parts]
    return " ".join(words).removeprefix("+ ")


def _ships_called(added: Finding, stand: Stand) -> str:
    """What is said of the ships of a player in a total, with the powers by which they count for more or less."""
    by = [_sheet_of(source) for source in added.sources if source.kind == POWER and source.rule.cites]
    return f"{stand.name}'s ships{f' by {by[0]}' if by else ''}"


def _added_by(part: Finding) -> str:
    """By what something is added to a total: the power or card, or what players state."""
    if part.kind == POWER and part.rule.cites:
        return _sheet_of(part)
    return "as stated" if any(cite.grade == STATED for cite in part.rule.cites) else "other"


def _sheet_of(step: Finding) -> str:
    """The name of the power or card on which a step rests."""
    return step.rule.cites[0].id.partition(" ")[2].replace("-flare", " flare")


def _ships_of_side(board: Board, side: str) -> tuple[list[Finding], list[tuple[str, int]]]:
    """(what the ships of a side add, the same by name): of each player, or of all where a power multiplies them."""
    there = board.side_of(side)
    ships = [_ships(board, stand, side) for stand in there]
    if side in board.crossed:
        crossed = _crossed(board, side, ships)
        return [crossed], [(_added_by(crossed), crossed.value)]
    return ships, [(_ships_called(added, stand), added.value) for added, stand in zip(ships, there, strict=True)]


def _summed(board: Board, side: str, more: Sequence[Finding], split: list[tuple[str, int]]) -> Finding:
    """What is added besides ships and card, as far as the law lets it count."""
    rule = board.law["reveal.sum"]
    besides = sum([added.value for added in more]) if rule.value == "everything" else 0
    told = "" if len(more) == 1 and not board.adds[side] else f" ({added_up(split)})"
    return Finding(rule, besides, tuple(more), (side, told))


def _ships(board: Board, stand: Stand, side: str) -> Finding:
    """What a player's ships add: their number times what each is worth; for a product, times the card."""
    law = board.law
    ships = _counted(board, stand)
    count: int = ships.value
    worth = board.worth.get(stand.name)
    if side in board.product and (stand.is_main or side in board.whole_side):
        return _product(board, stand, side, ships, worth)
    each: int = law["reveal.ship"].value
    sources: tuple[Finding, ...] = (ships,)
    if worth is not None:
        each, sources = worth.value, (ships, worth)
    minus = board.minus.get(stand.name)
    if minus is not None:
        each, sources = -each, (*sources, minus)
    board.marginal[stand.name] = 0 if stand.name in board.stand_in else each
    if stand.is_main and side == pos.DEFENSE and count == 0:
        return Finding(law["reveal.no-ships"], 0, sources, (stand.name,))
    return Finding(law[_SHIPS_ADD[side]], count * each, sources, (stand.name,))


def _product(board: Board, stand: Stand, side: str, ships: Finding, worth: Finding | None) -> Finding:
    """What a player's ships come to where they multiply the card of their side, each by what it is worth."""
    law, shown, count = board.law, board.shown[side], ships.value
    each: int = law["reveal.ship"].value
    sources: tuple[Finding, ...] = (ships,)
    if worth is not None:
        each, sources = _multiplied(board, worth.value, (ships, worth))
    board.marginal[stand.name] = shown.value * each
    if stand.role == pos.DEFENSE and count == 0:
        sources = (*sources, Finding(law["reveal.no-ships"], 0, (ships,), (stand.name,)))
    rule = board.product[side].rule
    if not stand.is_main:
        rule = law["flares.ally-multiplied"].citing(rule)
    words = (stand.name, shown.value, count)
    return Finding(rule, count * each * shown.value, (shown.finding, *sources), words)


def _counted(board: Board, stand: Stand) -> Finding:
    """The ships of a player that count for the total: those involved, or others that a power puts in their place."""
    return board.stand_in.get(stand.name) or board.ships(stand)


def _signed(board: Board, stand: Stand) -> int:
    """The ships of a player as they count; negative where they count against its side."""
    ships: int = _counted(board, stand).value
    return -ships if stand.name in board.minus else ships


def _crossed(board: Board, side: str, ships: list[Finding]) -> Finding:
    """A main player's ships times those of its allies: what both would add, multiplied instead of added up."""
    stands = board.side_of(side)
    each, sources = 0, tuple[Finding, ...]()
    if any(stand.name in board.worth for stand in stands):
        each, sources = _multiplied(board, 0, ())
    numbers = [_signed(board, stand) for stand in stands] if each else [added.value for added in ships]
    own, allied = numbers[0], sum(numbers[1:])
    product = -abs(own * allied) if own < 0 else own * allied
    for stand in board.side_of(side):
        by = allied if stand.is_main else own
        own_worth = board.marginal[stand.name]
        board.marginal[stand.name] = (min(max(own_worth, -1), 1) if each else own_worth) * abs(by)
    found = board.crossed[side]
    return Finding(found.rule, product, (*found.sources, *ships, *sources), (*found.words, abs(own), abs(allied)))


def _multiplied(board: Board, worth: int, sources: tuple[Finding, ...]) -> tuple[int, tuple[Finding, ...]]:
    """What a ship counts where ships are multiplied that add more, or less, than one to a total (DF-76)."""
    rule = board.law["reveal.multiplied"]
    return 1 if rule.value == "ships" else worth, (*sources, Finding(rule, rule.value))


def _stated_winner(board: Board) -> None:
    for a, finding in acts.live(board, "wins"):
        sources = (finding,) if board.outcome is None else (board.outcome, finding)
        board.outcome = Finding(board.law["stated.wins"], wins(a.side), sources, (a.side,))
        board.by_totals = False
        board.totals = board.margin = None  # what is not compared is not stated
        board.is_open = None
