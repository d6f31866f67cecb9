"""Two negotiates: the allies go home, the main players talk, and a deal is made or not (consolidated 5.10.1.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from referee.judge.board import Board
from referee.judge.counted import cards_of, ships_of
from referee.judge.deck import type_of
from referee.judge.finding import Finding
from referee.judge.phases import deal_terms
from referee.judge.phases.deal_ships import ShipsLeft, is_target
from referee.judge.phases.failed_deals import fail
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.resolution import (
    go_home,
)
from referee.judge.powers import acts
from referee.judge.powers.in_force import act
from referee.judge.powers.unapplied import changes_cards
from referee.judge.ruling import DEAL, DEFENSE_WINS, MUST, OFFENSE_WINS
from referee.judge.stand import Stand
from referee.state import encounter as pos
from referee.state.encounter import RANDOM, Act, Hand, Position, Settlers, Term, cards_of_type
from referee.state.table import GATE, SOME_ATTACK


def talk(board: Board) -> None:
    """Rules the talks and what comes of them; anything said of a deal without two negotiates is forbidden."""
    outcome = board.outcome.value if board.outcome is not None else None
    said = [(a, f) for a, f in board.live_acts if a.verb in ("deal", "no-deal")]
    quashes = acts.live(board, "quash")
    without_talks = deal_terms.to_talk_about(outcome)
    if without_talks is not None:
        if said:
            _refuse_without_talks(board, said, without_talks)
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


def _refuse_without_talks(board: Board, said: list[tuple[Act, Finding]], without_talks: Forbidden) -> None:
    """Refuses what is said of a deal, unless what a card is, or a power that changes it, may still make it one."""
    unknown = any(face.kind == pos.OTHER for face in board.faces.values()) and not board.shown
    if unknown or changes_cards(board):
        return
    for terms, finding in said:
        board.refuse(without_talks, [board.without(terms)], (finding,))


def _as_said(board: Board, act: Act, finding: Finding, quashes: list[tuple[Act, Finding]]) -> None:
    """Rules what the main players agreed on, or that they did not."""
    if act.verb == "no-deal":
        _may_quash(board, quashes, None)
        fail(board, board.law["deal.no-agreement"], finding)
    elif not _may_deal(board, act, finding):  # the table goes on without that deal, so one has still to be made
        _to_come(board)
    else:
        _may_quash(board, quashes, act)
        if quashes:
            fail(board, board.law["deal.quashed"], finding, quashes[0][1])
        else:
            _agree(board, act, finding)


def _with_one(board: Board, quash: Act) -> Position:
    """The line with the first of several such cards only."""
    acts_ = board.position.acts
    first = next(at for at, a in enumerate(acts_) if a.verb == quash.verb)
    return replace(board.position, acts=tuple(a for at, a in enumerate(acts_) if a.verb != quash.verb or at == first))


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


def _may_deal(board: Board, terms: Act, finding: Finding) -> bool:
    """Whether the terms are within the rules (5.10.1.3.b.2, c.1, c.5, c.6; DF-32, DF-33)."""
    before = len(board.illegal)
    mains = {stand.name for stand in _mains(board)}
    gained: dict[str, int] = {}
    for term in terms.terms:
        if term.giver not in mains:
            _gives_as_other(board, terms, term, finding)
        elif term.colony:
            receiver = _receiver(board, term)
            if not _strengthens(board, term, receiver):
                gained[receiver.name] = gained.get(receiver.name, 0) + 1
            _may_settle(board, terms, term, receiver, finding)
    _may_give(board, terms, finding)
    _may_gain(board, terms, gained, finding)
    if not gained and all(term.colony or term.count == 0 for term in terms.terms):
        _gives_nothing(board, terms, finding)
    return len(board.illegal) == before


def _gives_as_other(board: Board, terms: Act, term: Term, finding: Finding) -> None:
    """Refuses a term by which somebody else than the main players gives something."""
    main = [] if term.colony else _but(board, terms, term, replace(term, giver=board.offense.name))
    nearest = [*_but(board, terms, term), *main, _no_deal(board, terms)]
    board.forbid(board.law["deal.parties"], (term.giver,), nearest, (finding,))


def _may_gain(board: Board, terms: Act, gained: Mapping[str, int], finding: Finding) -> None:
    """Nobody gains more colonies by a deal than one, nor both together more than the edition allows (DF-32)."""
    rule = board.law["deal.one-colony"]
    for name, count in gained.items():
        if count > rule.value["each"] or sum(gained.values()) > rule.value["both"]:
            colonies = [term for term in terms.terms if term.colony and _receiver(board, term).name == name]
            nearest = [*_but(board, terms, colonies[-1]), _no_deal(board, terms)]
            board.forbid(rule, (name,), nearest, (finding,))


def _gives_nothing(board: Board, terms: Act, finding: Finding) -> None:
    """Refuses a deal by which nobody gives a card or a colony."""
    given = (term for term in terms.terms if term.count != 0 or term.promise)
    with_card = _with_terms(board, terms, (*given, Term(board.offense.name, 1)))
    nearest = [with_card, _no_deal(board, terms)]
    board.forbid(board.law["deal.minimum"], (), nearest, (finding, *_besides(board, terms)))


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
        hand = board.position.hands.get(stand.name)
        if hand is not None and hand.count is not None:
            _may_deliver(board, terms, stand.name, hand, hand.count, finding)


def _may_deliver(board: Board, terms: Act, giver: str, hand: Hand, count: int, finding: Finding) -> None:
    """What one main player gives is in its hand of so many cards, with the flares that come back to it."""
    mine = [term for term in terms.terms if term.giver == giver and not term.colony]
    given = sum(term.count or 0 for term in mine)
    back = _flares_back(board, giver, mine, given > count)
    held = count + len(back)
    lacks = (cards_of(given), cards_of(held)) if given > held else _not_there(board, mine, hand, back)
    if lacks is not None:
        nearest = [*_fewer_cards(board, terms, mine, held), _no_deal(board, terms)]
        board.refuse(deal_terms.delivered(giver, *lacks), nearest, (finding,))


def _flares_back(board: Board, giver: str, mine: list[Term], beyond_hand: bool) -> list[str]:
    """The flares that a player played and has in its hand again; where they lie is told if it gives cards by that."""
    where = board.law["flares.on-the-table"]
    played = [(act.name, flare) for act, flare in acts.live(board, "flare") if act.who == giver]
    names = [name for name, _ in played]
    named = chain.from_iterable(term.cards for term in mine)
    if played and (beyond_hand or not set(names).isdisjoint(named)):
        board.steps.append(Finding(where, where.value, tuple(flare for _, flare in played), (giver,)))
    return names if where.value else []


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
    for forbidden in (*_settlers(board, term, receiver), _planet_given(board, term, receiver)):
        if forbidden is not None:
            nearest = [*_but(board, terms, term, *_elsewhere(board, term, receiver)), _no_deal(board, terms)]
            board.refuse(forbidden, nearest, (finding,))


def _settlers(board: Board, term: Term, receiver: Stand) -> Iterator[Forbidden | None]:
    """What forbids the ships that land: too few of them, and each stack that is not where it is said to come from."""
    low: int = board.law["deal.colony-ships"].value[0]
    if term.ships is not None and term.ships < low:
        yield Forbidden("deal.colony-ships", (receiver.name, ships_of(term.ships)))
    for ships, source in term.stacks() or (Settlers(term.ships or low, term.source),):
        yield deal_terms.settlers(receiver.name, ships or low, source, _at(board, term, receiver, source))


def _planet_given(board: Board, term: Term, receiver: Stand) -> Forbidden | None:
    """What forbids a colony on this planet, or None: where nothing is told of it, that is assumed."""
    law = board.law
    giver = board.offense if receiver is board.defense else board.defense
    settled = _colony(board, receiver, term.planet)
    givers = deal_terms.givers_colony(giver.name, term.planet, _colony(board, giver, term.planet))
    if givers is not None:
        return givers
    if settled:
        return deal_terms.new_colony(law, receiver.name, term.planet, settled)
    home_again = deal_terms.home_again(law, receiver.name, term.planet)
    if home_again is None and not board.position.checked:
        board.assume("assumptions.deal-planet", giver.name, term.planet or "some planet", receiver.name)
    return home_again


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
