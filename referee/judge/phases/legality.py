"""What may not be: too many ships sent, a planet that may not be the target, a card that is no encounter card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from referee.book.law import Law, Rule
from referee.book.loader import Rulebase
from referee.book.power import Alien
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.deck import COPIES, NO_SUCH, in_sight, no_such_attacks, too_many
from referee.judge.finding import Finding
from referee.judge.phases import launch, planning
from referee.judge.phases import reinforcing as reveal
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.named import check_saved
from referee.judge.phases.setup import clauses, foreign, not_at_this_table
from referee.judge.powers.answers import text_of
from referee.judge.stand import BYSTANDER, Stand, admitted
from referee.judge.unknown import with_card, with_ships
from referee.state import encounter as pos
from referee.state.encounter import Act, Position, Side
from referee.state.faults import faults

# The limits on what somebody sends, as sheets name those that they lift: of their owner, and of other main players.
MORE, NONE = "ships", "none"
_OF_OTHERS = {MORE: "mains-ships", NONE: "opponents-none"}


def check(board: Board) -> None:
    """Rules launch, alliance and planning: each forbidden thing is recorded with its nearest legal lines.

    A table has ruled what was sent and played as it was done: what has changed since does not forbid it, nor what was
    done in spite of a rule.
    """
    _target(board)
    if board.position.checked:
        return
    for stand in board.stands.values():
        if stand.role not in (pos.DEFENSE, BYSTANDER):
            _sent(board, stand)
    check_saved(board)
    _cards(board)
    _copies(board)
    _reinforcements(board)


def _sent(board: Board, stand: Stand) -> None:
    """The offense launches, and an ally commits, one to four ships (5.6.3, 5.7.3), or what a power limits it to."""
    rule = board.law["launch.ships" if stand.role == pos.OFFENSE else "alliance.ships"]
    low, high = rule.value
    if stand.count is None:
        return
    most = board.most_ships(stand, high)
    if low <= stand.count <= most or stand.name in board.freed:
        return
    if _assume_lifted(board, stand, stand.count, MORE if stand.count > most else NONE):
        return
    sources = (stand.ships,) if stand.ships is not None else ()
    if not stand.count and _has_none(board, stand):
        _without_ships(board, stand, sources)
        return
    _refuse_number(board, stand, stand.count, rule, most, sources)


def _assume_lifted(board: Board, stand: Stand, count: int, what: str) -> bool:
    """Takes for granted that a sheet which is not applied lifts the limit, if there is one that can; True if so."""
    lifting = _lifting(board, stand, what)
    if lifting is not None:
        board.assume("assumptions.limit-lifted", stand.name, ships_of(count), by=lifting)
    return lifting is not None


def _refuse_number(board: Board, stand: Stand, count: int, rule: Rule, most: int, sources: tuple[Finding, ...]) -> None:
    """Refuses a number of ships, by the limit of a power where the rule alone would let it be."""
    low, high = rule.value
    limit = board.limits.get(stand.name)
    nearest = [
        with_ships(board.position, stand.name, min(max(count, low), most)),
        *_said_to_send_none(board, stand),
    ]
    if limit is not None and low <= count <= high:
        board.forbid(limit.rule, (stand.name,), nearest, sources)
    else:
        board.forbid(rule, (stand.name, ships_of(count)), nearest, sources)


def _said_to_send_none(board: Board, stand: Stand) -> list[Position]:
    """The line on which an ally says with its power that it has sent no ship, where a power can lift that limit."""
    can = not stand.count and any(NONE in alien.lifts and _may_act(board, stand, alien) for alien in stand.aliens)
    if not can or stand.name in board.used:
        return []
    return [board.position.but(acts=(*board.position.acts, Act("use", stand.name, args=("0",))))]


def _has_none(board: Board, stand: Stand) -> bool:
    """Whether the line says that a player has no ship on any colony."""
    position = board.position
    nowhere = position.home.get(stand.name) == 0 and position.foreign.get(stand.name) == 0
    return nowhere or position.warp.get(stand.name) == stand.owns(board.law["setup.ships"].value)


def _without_ships(board: Board, stand: Stand, sources: tuple[Finding, ...]) -> None:
    """Who has no ship to commit is excused from the encounter, or takes part without any (DF-19)."""
    rule = board.law["launch.no-ship"]
    if rule.value == "takes-part":
        board.steps.append(Finding(rule, 0, sources, (stand.name,)))
        return
    nearest = [] if stand.is_main else [_without_ally(board.position, stand.name)]
    board.forbid(rule, (stand.name,), nearest, sources)


def _without_ally(position: Position, name: str) -> Position:
    def side(old: Side) -> Side:
        return replace(old, allies=tuple(ally for ally in old.allies if ally.name != name))

    return replace(position, offense=side(position.offense), defense=side(position.defense))


def _holders(board: Board, stand: Stand, limit: str) -> Iterator[tuple[Stand, Alien]]:
    """The sheets that can lift a limit on a player's ships: its own, and for a main player those of others."""
    yield from ((stand, alien) for alien in stand.aliens if limit in alien.lifts)
    for other in board.stands.values() if stand.is_main else ():
        if other is not stand and (limit == MORE or other.side != stand.side):
            yield from ((other, alien) for alien in other.aliens if _OF_OTHERS[limit] in alien.lifts)


def _lifting(board: Board, stand: Stand, limit: str) -> Rule | None:
    """The text of a power or card that is not applied and may have lifted a limit on a player's ships, or None.

    An ally without ships is none (5.7.3), whatever lets the main players go on without.
    """
    if limit == NONE and not stand.is_main:
        return None
    for holder, alien in _holders(board, stand, limit):
        if _may_act(board, holder, alien):
            board.lifting.add((holder.name, alien.name))
            return alien.rule
    played = [a for a, _ in board.live_acts if a.verb in ("flare", "tech") and a.who == stand.name]
    texts = [text_of(board.rulebase, a) for a in played if a not in board.applied]
    return next((text for text in texts if text is not None), None)


def sheet_lifting(board: Board, stand: Stand, limit: str) -> Alien | None:
    """The power in force of a player that lifts a limit without being used, so that no zap matters; or None."""
    if limit not in board.sheet_words or stand.powerless is not None:
        return None
    return next((alien for alien in stand.aliens if limit in alien.lifts), None)


def _may_act(board: Board, stand: Stand, alien: Alien) -> bool:
    """Whether a power that is not applied can be used: its role bar admits the player, and nothing cancels it."""
    here = admitted(stand.role, alien.roles) and stand.powerless is None
    return here and (board.zap_on(stand, alien.name) is None or not alien.zappable)


def _target(board: Board) -> None:
    """The target is a planet of the defense's system, or an own planet with a colony of the defense (5.6.2, 5.5.2)."""
    target = board.position.target
    if target is None or target[0] == board.defense.name:
        _at_home(board)
        return
    home = board.position.but(target=(board.defense.name, target[1]))
    if board.position.checked and target[0] != board.offense.name:  # ruled when the gate was aimed
        return
    if board.aim is not None:
        _aimed_by_power(board, target[0], home)
        return
    if target[0] == board.offense.name:
        _in_own_system(board, home)
        return
    lifting = _aimed_elsewhere(board)
    if lifting is not None:
        board.assume("assumptions.target-lifted", f"{target[0]}.{target[1]}", by=lifting)
        return
    forbidden = launch.at_its_system(board.defense.name, f"{target[0]}.{target[1]}")
    if forbidden is not None:
        board.refuse(forbidden, [home])


def _aimed_elsewhere(board: Board) -> Rule | None:
    """The text that is not applied and lets the offense meet the defense outside its system, or None.

    One that points the gate anew or changes who the main players are, or the defense's, whose foreign colonies may be
    attacked.
    """
    if board.defense.count == 0:
        return None
    for alien in board.defense.aliens:
        if "colonies" in alien.lifts and board.defense.powerless is None:
            return alien.rule
    for stand in board.stands.values() if "target" in board.sheet_words else ():
        for alien in stand.aliens:
            if "target" in alien.lifts and _may_act(board, stand, alien):
                board.lifting.add((stand.name, alien.name))
                return alien.rule
    return None


def _aimed_by_power(board: Board, owner: str, home: Position) -> None:
    """By a power the offense meets the defense on any planet; away from home it has to have a colony there."""
    forbidden = launch.at_its_colony(board.defense.name, owner, board.defense.count)
    if forbidden is not None and not board.position.checked:
        board.refuse(forbidden, [home])


def _at_home(board: Board) -> None:
    """Whether a player without any home colony is encountered in its system (5.5.2.3; DF-16).

    A table ruled that when destiny was drawn: home colonies that a power ended since do not end the encounter.
    """
    if board.position.checked or board.position.home.get(board.defense.name) != 0:
        return
    rule = board.law["launch.no-home-colony"]
    words = (board.defense.name, board.offense.name)
    fact = Finding(board.law["facts.home"], 0, (), (board.defense.name,))
    if rule.value == "redraw":
        board.forbid(rule, words, [], (fact,))
    else:
        board.steps.append(Finding(rule, True, (fact,), words))


def _in_own_system(board: Board, elsewhere: Position) -> None:
    """The offense drew its own color: it may aim at a colony of the defense there (5.5.2.1; DF-13, DF-17)."""
    law = board.law
    offense, defense = board.offense.name, board.defense.name
    own = law["launch.own-system"]
    checked = board.position.checked
    if own.value != "foreign-colony" and not checked:
        board.forbid(own, (offense, defense), [elsewhere])
        return
    if board.defense.count == 0 and checked:  # its last ship has left the planet, and it is the defense still
        words = (defense, _target_typed(board))
        board.steps.append(Finding(law["launch.left-since"], 0, (), words))
        return
    if _refuse_launch(board, launch.at_its_colony(defense, offense, board.defense.count), elsewhere):
        return
    everywhere = board.position.home.get(offense) == law["setup.planets"].value
    if not checked and _refuse_shared(board, offense, everywhere, elsewhere):
        return
    if everywhere:
        _at_home_everywhere(board, elsewhere)


def _refuse_shared(board: Board, offense: str, everywhere: bool, elsewhere: Position) -> bool:
    """Refuses a launch at a planet where the offense has a colony itself, if the law does; True if it does."""
    there = everywhere or (board.position.planet or {}).get(offense, 0) != 0
    shared = launch.shared_with(board.law, offense, _target_typed(board), there)
    return _refuse_launch(board, shared, elsewhere)


def _refuse_launch(board: Board, forbidden: Forbidden | None, elsewhere: Position) -> bool:
    """Refuses a launch that is forbidden, for one at a planet elsewhere; True if it is."""
    if forbidden is not None:
        board.refuse(forbidden, [elsewhere])
    return forbidden is not None


def _target_typed(board: Board) -> str:
    """The target planet, as it is typed."""
    return ".".join(board.position.target or ())


def _at_home_everywhere(board: Board, elsewhere: Position) -> None:
    """An offense with a colony on every home planet meets a colony of another there, or draws again (DF-13)."""
    law = board.law
    offense, defense = board.offense.name, board.defense.name
    everywhere = law["launch.everywhere"]
    fact = Finding(law["facts.home"], law["setup.planets"].value, (), (offense,))
    if everywhere.value == "redraw" and not board.position.checked:
        board.forbid(everywhere, (offense, defense), [elsewhere], (fact,))
    else:
        board.steps.append(Finding(everywhere, True, (fact,), (offense, defense)))


POPPED = "{0} may select a reinforcement"  # `Board.declared`: a power lets that side's main player do it
_REINFORCEMENT = "reinforcement"


def _cards(board: Board) -> None:
    """Only an encounter card can be selected (5.8.1)."""
    for side in (pos.OFFENSE, pos.DEFENSE):
        card = board.position.side(side).card
        if card.kind != pos.OTHER:
            continue
        known = board.rulebase.card(card.name)
        kind = known.type if known is not None else _REINFORCEMENT if card.name.startswith("+") else "flare"
        forbidden = planning.encounter_card(board.law, board.main(side).name, card.name, kind)
        if forbidden is not None and not (kind == _REINFORCEMENT and POPPED.format(side) in board.declared):
            known_types = Finding(board.law["cards.encounter"], board.law["cards.encounter"].value)
            board.refuse(forbidden, [], (known_types,))


def _copies(board: Board) -> None:
    """No card is on the line that the deck has not, nor more often."""
    position = board.position
    if not board.law[COPIES].value:
        return
    seen = in_sight(position)
    for card in dict.fromkeys(seen):
        words = too_many(board.law, card, seen)
        if words is not None:
            board.forbid(board.law[COPIES], words, _with_others_of_deck(board, card))


def _with_others_of_deck(board: Board, card: str) -> list[Position]:
    """The line with the attacks nearest to a main player's that the deck has, in its place."""
    position, copies = board.position, board.law[COPIES].value
    mains = [side.main.name for side in (position.defense, position.offense) if str(side.card) == card]
    if not mains or not card.lstrip("-").isdigit():
        return []
    attacks = [int(other) for other in copies if other.isdigit() and other != card]
    values = sorted(attacks, key=lambda value: abs(value - int(card)))
    return [with_card(position, mains[0], pos.Card(pos.ATTACK, value)) for value in values[:2]]


def cannot_be(position: Position, rulebase: Rulebase) -> list[str]:
    """Every reason why a position cannot be on a table of this edition, a sentence each; empty if it can."""
    law = rulebase.law
    ships, planets = law["setup.ships"].value, law["setup.planets"].value
    found = faults(position, ships, planets)
    if found:
        found = faults(position, ships, planets, _with_more_ships(position, rulebase), partial(clauses, law))
    foreign = (*foreign_cards(position, rulebase), *foreign_aliens(position, rulebase))
    return [*found, *foreign, *not_at_this_table(position, rulebase)]


def _with_more_ships(position: Position, rulebase: Rulebase) -> set[str]:
    """The players whose alien brings ships of another color."""
    sheets = [(player.name, name) for player in position.participants() for name in player.aliens]
    sheets += [(player, name) for player, names in position.aliens.items() for name in names]
    return {player for player, name in sheets if (alien := rulebase.alien(name)) is not None and "owned" in alien.lifts}


def _cards_told(position: Position) -> list[str]:
    """The cards that are turned up, held, or given in a deal, as far as they are named."""
    cards = [str(position.offense.card), str(position.defense.card)]
    if position.hands:
        cards += [card for hand in position.hands.values() for card in hand.cards or ()]
    if position.acts:
        cards += [card for act in position.acts for term in act.terms for card in term.cards]
    return cards


def foreign_cards(position: Position, rulebase: Rulebase) -> list[str]:
    """The cards on a line that the edition does not have, a sentence each with what says so.

    They are of a type that it lacks (`cards.foreign`), or attacks of a value that none has.
    """
    law = rulebase.law
    cards = _cards_told(position)
    found = [_told(law, NO_SUCH, words) for words in no_such_attacks(law, cards)]
    if not isinstance(law["cards.foreign"].value, list):
        return found
    cards += [f"+{plus}" for plus in (*position.offense.plus, *position.defense.plus)]
    cards += [f"+{act.amount}" for act in position.acts if act.verb == "reinforce"]
    named = [(card, _kind_of(card, rulebase)) for card in dict.fromkeys(cards)]
    named += [(act.name, "flare") for act in position.acts if act.verb == "flare"]
    barred = [foreign(law, card, kind) for card, kind in named]
    return found + [_told(law, one.rule, one.words) for one in barred if one is not None]


def _told(law: Law, rule: str, words: tuple[object, ...]) -> str:
    return f"{law[rule].told(words, True)}{clauses(law, rule)}"


def _kind_of(card: str, rulebase: Rulebase) -> str:
    """The type of a card as it is written on a line; none (an empty text) where that is hidden or not known."""
    if card.startswith("+"):
        return "reinforcement"
    known = rulebase.card(card)
    if known is None and rulebase.alien(card) is not None:
        return "flare"
    return "morph" if card == "M" else known.type if known is not None else ""


def foreign_aliens(position: Position, rulebase: Rulebase) -> list[str]:
    """The aliens on a line that are not among those of the game, where these are listed (`setup.known-aliens`)."""
    law = rulebase.law
    known = law["setup.known-aliens"].value
    if not known:
        return []
    sheets = {player.name: player.aliens for player in position.participants()} | position.aliens
    return [
        _told(law, "setup.known-aliens", (name, alien, " or ".join(known)))
        for name, aliens in sheets.items()
        for alien in aliens
        if alien not in known
    ]


def _reinforcements(board: Board) -> None:
    """Only who takes part in the encounter may reinforce a side (4.2.1); in some editions only two attacks let it."""
    line = board.position
    kinds = {line.offense.card.kind, line.defense.card.kind} - {pos.HIDDEN}  # which may be attacks
    forbidden = reveal.reinforced_cards(board.law, kinds) if _is_reinforced(line) else None
    if forbidden is not None:
        plain = replace(line, offense=replace(line.offense, plus=()), defense=replace(line.defense, plus=()))
        plain = replace(plain, acts=tuple(a for a in plain.acts if a.verb != "reinforce"))
        facts = tuple(finding for a, finding in board.live_acts if a.verb == "reinforce")
        board.refuse(forbidden, [plain], facts)
    for a, finding in board.live_acts:
        forbidden = reveal.who_reinforces(a.who, board.stands[a.who].takes_part) if a.verb == "reinforce" else None
        if forbidden is not None:
            sheet = sheet_lifting(board, board.stands[a.who], "reinforcing")
            if sheet is not None:
                rule = board.law["reveal.reinforces-by-sheet"].citing(sheet.rule)
                board.steps.append(Finding(rule, True, (finding,), (a.who,)))
                continue
            board.refuse(forbidden, [board.without(a)], (finding,))


def for_attacks_only(position: Position, rulebase: Rulebase) -> bool:
    """Whether reinforcements were played, in an edition where only two attacks let it: so neither card is another."""
    return rulebase.law["reveal.reinforced-cards"].value != "any" and _is_reinforced(position)


def _is_reinforced(position: Position) -> bool:
    return bool(position.offense.plus or position.defense.plus) or any(a.verb == "reinforce" for a in position.acts)


def facts(board: Board) -> tuple[Finding, ...]:
    """The forbidden things as findings."""
    return tuple(illegal.finding for illegal in board.illegal)
