"""Two negotiates: the allies go home, the main players talk, and a deal is made or not (consolidated 5.10.1.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from referee.book.law import Rule
from referee.judge.board import Board
from referee.judge.counted import cards_of, ships_of
from referee.judge.deck import type_of
from referee.judge.finding import Finding
from referee.judge.phases import deal_terms
from referee.judge.phases.deal_ships import ShipsLeft, is_target
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.resolution import (
    Fate,
    colonies_left,
    divert,
    go_home,
    no_colony,
    power_in_doubt,
    strand,
)
from referee.judge.powers import acts
from referee.judge.powers.in_force import act
from referee.judge.powers.unapplied import changes_cards
from referee.judge.ruling import CHOOSES, DEAL, DEFENSE_WINS, MUST, NO_DEAL, OFFENSE_WINS, Then
from referee.judge.stand import Stand
from referee.state.encounter import RANDOM, Act, Hand, Position, Settlers, Term, cards_of_type
from referee.state.table import GATE, SOME_ATTACK


def talk(board: Board) -> None:
    """Rules the talks and what comes of them; anything said of a deal without two negotiates is forbidden."""
    outcome = board.outcome.value if board.outcome is not None else None
    said = [(a, f) for a, f in board.live_acts if a.verb in ("deal", "no-deal")]
    quashes = acts.live(board, "quash")
    without_talks = deal_terms.to_talk_about(outcome)
    if without_talks is not None:
        for a, finding in said if not changes_cards(board) else ():
            board.refuse(without_talks, [board.without(a)], (finding,))
        _may_quash(board, quashes, None)
        _winner_needed(board, outcome)
        return
    for stand in board.allies():
        if stand.cancelled is None:
            go_home(board, stand, board.law["reveal.allies-home"])
    if deal_terms.is_gate_cleared(board.law):
        go_home(board, board.offense, board.law["reveal.allies-home"])
    _winner_needed(board, outcome)
    if said:
        _as_said(board, *said[0], quashes)
    else:
        _may_quash(board, quashes, None)
        _to_come(board)


def _as_said(board: Board, act: Act, finding: Finding, quashes: list[tuple[Act, Finding]]) -> None:
    """Rules what the main players agreed on, or that they did not."""
    if act.verb == "no-deal":
        _may_quash(board, quashes, None)
        _fail(board, board.law["deal.no-agreement"], finding)
    elif not _may_deal(board, act, finding):  # the table goes on without that deal, so one has still to be made
        _to_come(board)
    else:
        _may_quash(board, quashes, act)
        if quashes:
            _fail(board, board.law["deal.quashed"], finding, quashes[0][1])
        else:
            _agree(board, act, finding)


def _with_one(board: Board, quash: Act) -> Position:
    """The line with the first of several such cards only."""
    acts_ = board.position.acts
    first = next(at for at, a in enumerate(acts_) if a.verb == quash.verb)
    return replace(board.position, acts=tuple(a for at, a in enumerate(acts_) if a.verb != quash.verb or at == first))


def _is_cleared(board: Board) -> bool:
    """Whether a failed deal finds no ships of the offense on the gate (DF-35)."""
    return deal_terms.is_gate_cleared(board.law) or board.law["deal.rest-returns"].value == "before-the-talks"


def _may_quash(board: Board, quashes: list[tuple[Act, Finding]], made: Act | None) -> None:
    """Refuses each Quash that has no deal to wreck."""
    for at, (quash, finding) in enumerate(quashes):
        forbidden = deal_terms.to_quash(made is not None, at > 0)
        if forbidden is not None:
            board.refuse(forbidden, [_with_one(board, quash) if made else board.without(quash)], (finding,))


def _winner_needed(board: Board, outcome: str | None) -> None:
    """Ionic Gas is played once a winner is known; where there is none it has no place."""
    if outcome in (OFFENSE_WINS, DEFENSE_WINS) or board.is_open is not None:
        return
    for a, finding in acts.live(board, "ionic-gas"):
        board.forbid(board.law["compensation.no-winner"], (), [board.without(a)], (finding,))


def _mains(board: Board) -> tuple[Stand, Stand]:
    return board.offense, board.defense


def _to_come(board: Board) -> None:
    talks = board.law["deal.talks"]
    offense, defense = _mains(board)
    for stand in (offense, defense):
        player = board.players[stand.name]
        player.lands = player.stays = player.foreign = player.home = None
        if not deal_terms.is_gate_cleared(board.law):
            player.returns = None
    assert board.outcome is not None
    finding = Finding(talks, talks.value, (board.outcome,), (offense.name, defense.name))
    board.do(
        offense.name,
        MUST,
        f"make a deal with {defense.name} within one minute, or each of them loses three ships",
        finding,
    )
    act(board, "deal")


# -- no deal -------------------------------------------------------------------------------------------------------


def _fail(board: Board, rule: Rule, *why: Finding) -> None:
    """Both main players lose three ships of their choice; the offense's others go home (5.10.7.1, DF-34, DF-35)."""
    sources = (*why, board.outcome) if board.outcome is not None else why
    outcome = Finding(rule, NO_DEAL, sources)
    board.outcome = outcome
    act(board, "no-deal")
    for stand in _mains(board):
        _pay(board, stand, outcome)


def _pay(board: Board, stand: Stand, outcome: Finding) -> None:
    law = board.law
    owed: int = law["deal.cost"].value
    shift = board.dearer.get(stand.name)
    if shift is not None:
        owed = max(owed + shift.value, 0)
        outcome = Finding(shift.rule, owed, (outcome, *shift.sources), shift.words)
    power_in_doubt(board, stand, owed)
    owns = _owns(board, stand, owed)
    player = board.players[stand.name]
    cleared = stand is board.offense and _is_cleared(board)
    if cleared and not deal_terms.is_gate_cleared(board.law):
        go_home(board, stand, law["deal.rest-returns"])
    before = player.warp if cleared else None
    if not cleared:
        player.lands = player.returns = player.stays = None
    player.foreign = player.home = None
    loss = _loss(board, stand, outcome, owed, owns)
    if loss is None:
        return
    fate = Fate(loss)
    divert(board, stand, fate)
    player.warp = fate["warp"]
    lost = fate["warp"].value
    if before is not None and before.value:  # the gate was cleared, and its ships had nowhere to go
        player.warp = Finding(before.rule, before.value + lost, (before, fate["warp"]), before.words)
        return
    if owns is not None and lost == owns.value:
        nothing = Finding(law["resolution.nothing-left"], 0, (fate["warp"],), (stand.name,))
        player.lands = player.returns = player.stays = nothing
        return
    ask_which(board, stand, fate["warp"])
    if stand is board.offense and not cleared:
        nowhere = no_colony(board, stand)
        if nowhere is not None and owns is not None:
            nothing = Finding(law["resolution.nothing-left"], 0, (fate["warp"],), (stand.name,))
            player.lands = player.returns = player.stays = nothing
            strand(board, stand, owns.value - lost, (fate["warp"], nowhere))
            return
        rest_home = Finding(law["deal.rest-returns"], True, (outcome,), (stand.name,))
        board.do(stand.name, CHOOSES, "where its ships left on the gate return", rest_home)


def ask_which(board: Board, stand: Stand, lost: Finding, instead_of: Finding | None = None) -> None:
    """Its owner chooses the ships that a failed deal costs; `instead_of`: fewer than those that were lost before."""
    at = next((at for at, then in enumerate(board.then) if then.finding is instead_of), len(board.then))
    del board.then[at : at + 1]
    if not lost.value:
        board.steps.append(lost)
        return
    source = "from colonies or the gate" if stand is board.offense and not _is_cleared(board) else "from colonies"
    what = f"which {ships_of(lost.value)} go{'es' if lost.value == 1 else ''} to the warp, {source}"
    board.then.insert(at, Then(stand.name, CHOOSES, what, lost))


def _loss(board: Board, stand: Stand, outcome: Finding, owed: int, owns: Finding | None) -> Finding | None:
    """The ships that a failed deal costs; None where there are fewer and no rule says what follows (DF-34)."""
    law = board.law
    if owns is None or owns.value >= owed:
        sources = (outcome,) if owns is None else (outcome, owns)
        return Finding(law["deal.cost"], owed, sources, (stand.name, ships_of(owed)))
    few = law["deal.cost-of-few"]
    loss = Finding(few, owns.value, (outcome, owns), (stand.name, ships_of(owns.value)))
    if few.value == "as-many-as-there-are":
        return loss
    board.is_open = Finding(few, None, (outcome, owns), (stand.name,))
    board.steps.append(board.is_open)
    return None


def _owns(board: Board, stand: Stand, owed: int) -> Finding | None:
    """How many ships outside the warp the line lets a player have, if that can be fewer than are owed."""
    law = board.law
    ships = board.ships(stand) if stand.count is not None else None
    left = colonies_left(board, stand)
    fewest: int | None = None
    if left is not None and ships is not None:
        if stand is board.offense and left.value == 0:
            fewest = 0 if _is_cleared(board) else ships.value
        if stand is board.defense and (left.value == 0 or (left.value == 1 and ships.value)):
            fewest = ships.value
    owned = stand.owns(law["setup.ships"].value)
    warp = board.number("warp", stand.name, 0, owned)
    if warp is not None and owned - warp <= owed:
        fewest = min(owned - warp, owned if fewest is None else fewest)
        left = Finding(law["setup.ships"], owned)
    if fewest is None:
        if not board.position.checked:  # a table sees them
            board.assume("assumptions.enough-ships", stand.name, ships_of(owed))
        return None
    return Finding(law["facts.owns"], fewest, () if left is None else (left,), (stand.name, ships_of(fewest)))


# -- a deal --------------------------------------------------------------------------------------------------------


def _may_deal(board: Board, terms: Act, finding: Finding) -> bool:
    """Whether the terms are within the rules (5.10.1.3.b.2, c.1, c.5, c.6; DF-32, DF-33)."""
    law = board.law
    before = len(board.illegal)
    mains = {stand.name for stand in _mains(board)}
    gained: dict[str, int] = {}
    for term in terms.terms:
        if term.giver not in mains:
            main = [] if term.colony else _but(board, terms, term, replace(term, giver=board.offense.name))
            nearest = [*_but(board, terms, term), *main, _no_deal(board, terms)]
            board.forbid(law["deal.parties"], (term.giver,), nearest, (finding,))
        elif term.colony:
            receiver = _receiver(board, term)
            if not _strengthens(board, term, receiver):
                gained[receiver.name] = gained.get(receiver.name, 0) + 1
            _may_settle(board, terms, term, receiver, finding)
    _may_give(board, terms, finding)
    most = law["deal.one-colony"].value
    for name, count in gained.items():
        if count > most["each"] or sum(gained.values()) > most["both"]:
            colonies = [term for term in terms.terms if term.colony and _receiver(board, term).name == name]
            nearest = [*_but(board, terms, colonies[-1]), _no_deal(board, terms)]
            board.forbid(law["deal.one-colony"], (name,), nearest, (finding,))
    if not gained and not any(not term.colony and term.count != 0 for term in terms.terms):
        card = Term(board.offense.name, 1)
        with_card = _with_terms(board, terms, (*(t for t in terms.terms if t.count != 0 or t.promise), card))
        nearest = [with_card, _no_deal(board, terms)]
        board.forbid(law["deal.minimum"], (), nearest, (finding, *_besides(board, terms)))
    return len(board.illegal) == before


def _no_deal(board: Board, terms: Act) -> Position:
    """The line with no deal in place of this one."""
    acts = (act for act in board.position.acts if act.verb != "quash")
    return board.position.but(
        acts=tuple(replace(act, verb="no-deal", terms=()) if act is terms else act for act in acts)
    )


def _but(board: Board, terms: Act, term: Term, *others: Term) -> list[Position]:
    """The line with each of these terms in place of one that cannot be; where none is given, without it."""
    kept = [one for one in terms.terms if one is not term]
    if not others:
        return [_with_terms(board, terms, tuple(kept))] if kept else []
    return [_with_terms(board, terms, tuple(other if one is term else one for one in terms.terms)) for other in others]


def _with_terms(board: Board, terms: Act, others: tuple[Term, ...]) -> Position:
    made = replace(terms, terms=others)
    return board.position.but(acts=tuple(made if act is terms else act for act in board.position.acts))


def _fewer_cards(board: Board, terms: Act, mine: list[Term], held: int) -> list[Position]:
    """The line with as many cards given as there are, none of them named, in place of those that are not there."""
    given = Term(mine[0].giver, min(held, sum(term.count or 0 for term in mine)))
    others = [given if one is mine[0] else one for one in terms.terms if one is mine[0] or one not in mine]
    left = tuple(one for one in others if one is not given or held)
    return [_with_terms(board, terms, left)] if left else []


def _elsewhere(board: Board, term: Term, receiver: Stand) -> list[Term]:
    """A colony that can be founded in place of one that cannot: with ships from elsewhere, with fewer, or anywhere."""
    gate = board.ships(receiver).value if receiver is board.offense and not deal_terms.is_gate_cleared(board.law) else 0
    low: int = board.law["deal.colony-ships"].value[0]
    ships = None if term.ships is None else max(term.ships, low)
    plain = replace(term, others=())
    found = [replace(plain, ships=min(ships or low, gate), source="gate")] if term.source == "gate" and gate else []
    return [*found, replace(plain, ships=ships, source=""), replace(plain, ships=ships, source="", planet="")]


def _strengthens(board: Board, term: Term, receiver: Stand) -> bool:
    """Whether ships join a colony that is there already: nothing that a deal founds (DF-33)."""
    return board.law["deal.new-colony"].value != "new-only" and bool(_colony(board, receiver, term.planet))


def _besides(board: Board, terms: Act) -> tuple[Finding, ...]:
    """Ships for colonies that are there already: part of a deal at most besides what it needs (DF-33)."""
    rule = board.law["deal.new-colony"]
    settlers = [(_receiver(board, term), term) for term in terms.terms if term.colony]
    return tuple(Finding(rule, 0, (), (who.name, t.planet)) for who, t in settlers if _strengthens(board, t, who))


def _receiver(board: Board, term: Term) -> Stand:
    return board.defense if term.giver == board.offense.name else board.offense


def _may_give(board: Board, terms: Act, finding: Finding) -> None:
    """All that a main player gives must be in its hand, however many terms it stands in (DF-33)."""
    for stand in _mains(board):
        mine = [term for term in terms.terms if term.giver == stand.name and not term.colony]
        hand = board.position.hands.get(stand.name)
        if hand is None or hand.count is None:
            continue
        played = [(a.name, flare) for a, flare in acts.live(board, "flare") if a.who == stand.name]
        back = [name for name, _ in played] if board.law["flares.on-the-table"].value else []
        given, held = sum(term.count or 0 for term in mine), hand.count + len(back)
        named = [card for term in mine for card in term.cards]
        if played and (given > hand.count or any(name in named for name, _ in played)):
            where = board.law["flares.on-the-table"]
            board.steps.append(Finding(where, where.value, tuple(flare for _, flare in played), (stand.name,)))
        lacks = (cards_of(given), cards_of(held)) if given > held else _not_there(board, mine, hand, back)
        if lacks is not None:
            nearest = [*_fewer_cards(board, terms, mine, held), _no_deal(board, terms)]
            board.refuse(deal_terms.delivered(stand.name, *lacks), nearest, (finding,))


def _without(named: Iterable[str], held: Iterable[str]) -> tuple[list[str], list[str]]:
    """(the cards that are named and not held, those that are held besides)."""
    missing, besides = list(named), list[str]()
    for card in held:
        if card in missing:
            missing.remove(card)
        else:
            besides.append(card)
    return missing, besides


def _not_there(board: Board, mine: list[Term], hand: Hand, back: list[str]) -> tuple[str, str] | None:
    """What is given and a hand, with the flares that come `back` to it, is known not to hold."""
    if hand.cards is None or "?" in hand.cards:
        return None
    missing, there = _without(chain.from_iterable(term.cards for term in mine), (*hand.cards, *back))
    kinds = Counter(type_of(board.rulebase, card) for card in there)
    wanted = Counter({term.of: term.count or 0 for term in mine if term.of not in ("", RANDOM)})
    wanted[type_of(board.rulebase, SOME_ATTACK)] += missing.count(SOME_ATTACK)
    missing = [card for card in missing if card != SOME_ATTACK]
    missing += [f"{count} {cards_of_type(kind, count)}" for kind, count in wanted.items() if kinds[kind] < count]
    return (" ".join(missing), "other cards") if missing else None


def _may_settle(board: Board, terms: Act, term: Term, receiver: Stand, finding: Finding) -> None:
    law = board.law

    def keep(forbidden: Forbidden | None) -> None:
        if forbidden is not None:
            nearest = [*_but(board, terms, term, *_elsewhere(board, term, receiver)), _no_deal(board, terms)]
            board.refuse(forbidden, nearest, (finding,))

    low: int = law["deal.colony-ships"].value[0]
    if term.ships is not None and term.ships < low:
        keep(Forbidden("deal.colony-ships", (receiver.name, ships_of(term.ships))))
    for ships, source in term.stacks() or (Settlers(term.ships or low, term.source),):
        keep(deal_terms.settlers(receiver.name, ships or low, source, _at(board, term, receiver, source)))
    giver = board.offense if receiver is board.defense else board.defense
    settled = _colony(board, receiver, term.planet)
    givers = deal_terms.givers_colony(giver.name, term.planet, _colony(board, giver, term.planet))
    if givers is not None:
        keep(givers)
    elif settled:
        keep(deal_terms.new_colony(law, receiver.name, term.planet, settled))
    elif deal_terms.home_again(law, receiver.name, term.planet) is not None:
        keep(deal_terms.home_again(law, receiver.name, term.planet))
    elif not board.position.checked:
        board.assume("assumptions.deal-planet", giver.name, term.planet or "some planet", receiver.name)


def _at(board: Board, term: Term, receiver: Stand, source: str) -> int | None:
    """How many ships a main player has where those that found a colony come from; None where the line does not tell."""
    if source == GATE:
        on_the_gate = receiver is board.offense and not deal_terms.is_gate_cleared(board.law)
        return board.ships(receiver).value if on_the_gate else 0
    if "." not in source:
        return None
    if source == term.planet or _colony(board, receiver, source) is False:
        return 0
    return board.ships(board.defense).value if receiver is board.defense and is_target(board, source) else None


def _colony(board: Board, stand: Stand, planet: str) -> bool | None:
    """Whether a player has a colony on a planet; None if the line does not settle it."""
    position = board.position
    if not planet:
        return None
    at_home = planet.split(".", maxsplit=1)[0] == stand.name
    owned = (position.home if at_home else position.foreign).get(stand.name)
    if owned == 0:
        return False
    if at_home and owned == board.law["setup.planets"].value:
        return True
    if not is_target(board, planet):
        return None
    if stand is board.defense:
        return bool(board.ships(stand).value)
    return None if position.planet is None else position.planet.get(stand.name, 0) != 0


def _agree(board: Board, terms: Act, finding: Finding) -> None:
    """The terms are carried out; the offense's ships left on the gate go home (5.10.6.1)."""
    assert board.outcome is not None
    board.outcome = Finding(board.law["deal.made"], DEAL, (board.outcome, finding))
    act(board, "deal")
    left = ShipsLeft(board)
    for term in terms.terms:
        if term.promise:
            said = (term.giver, f'"{term.promise}"')
            board.steps.append(Finding(board.law["deal.promise"], True, (finding,), said))
        if term.colony:
            _settle(board, term, _receiver(board, term), finding)
            left.settlers_go(term, _receiver(board, term), finding)
        elif term.count != 0:
            _hand_over(board, terms, term, finding)
    left.offense_after()
    left.defense_after()


def _hand_over(board: Board, terms: Act, term: Term, finding: Finding) -> None:
    """A main player gives cards: for something, or as a gift."""
    receiver = _receiver(board, term).name
    given = term.what()
    gift = all(other.giver == term.giver for other in terms.terms if other.colony or other.count != 0)
    rule = board.law["deal.gift" if gift else "deal.cards"]
    gives = Finding(rule, given, (finding,), (term.giver, given, receiver))
    board.do(term.giver, MUST, f"give {given} to {receiver}", gives)


def _colonies_given(board: Board) -> int:
    """How many colonies the deal gives."""
    return sum(term.colony for act, _ in board.live_acts for term in act.terms)


def _settle(board: Board, term: Term, receiver: Stand, finding: Finding) -> None:
    """The receiver's colony count goes up: foreign, or home on a planet of its own (5.10.1.3.c.5)."""
    player = board.players[receiver.name]
    if _strengthens(board, term, receiver):
        words = (receiver.name, term.planet)
        board.steps.append(Finding(board.law["deal.new-colony"], 0, (finding,), words))
        return
    at_home = term.planet.split(".")[0] == receiver.name
    rule = board.law["deal.colony-swap" if _colonies_given(board) > 1 else "deal.colony"]
    before = player.home if at_home else player.foreign  # more than one, by another reading (DF-32)
    earlier = (before,) if before is not None and before.value else ()
    count = 1 + sum(one.value for one in earlier)
    words = (receiver.name, term.planet or f"a planet of {term.giver}'s choice")
    gained = Finding(rule, count, (finding, *earlier), words)
    if at_home:
        again = board.law["deal.home-again"]
        player.home = gained = Finding(again, count, (gained,), words)
    else:
        player.foreign = gained
    board.steps.append(gained)
