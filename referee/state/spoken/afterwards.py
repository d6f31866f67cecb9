"""The commands that follow the cards: what is taken and lost, deals, and how a turn goes on; nothing here is ruled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import some_cards
from referee.state.commands import Command, Stack
from referee.state.encounter import Act, Term
from referee.state.facts import Fact
from referee.state.spoken.acting import act
from referee.state.spoken.making import regroup, sent, stacks_of, turn_passes
from referee.state.spoken.said import EVERYBODY, Counts, Given, Said
from referee.state.spoken.scene import Scene, UnclearError


def takes(scene: Scene, said: Said) -> list[Command]:
    """`takes`: rewards, compensation, or in the regroup phase a ship; what is due decides."""
    due = scene.owed(said.name, "reward", "take")
    if any(source.place == tbl.WARP for source in said.sources):
        raise UnclearError("what is done with ships in the warp")
    if due is None:
        return _takes_undue(scene, said)
    if said.counts == Counts() and due.what == "reward":
        raise UnclearError("how many cards or ships")
    if said.other or due.what == "take":
        return [_compensated(scene, said, said.name or due.who)]
    return [_rewarded(said, said.name or due.who, said.counts, due.as_ships)]


def _takes_undue(scene: Scene, said: Said) -> list[Command]:
    """What is taken although nothing is due to be: of somebody, home from the encounter, or from anywhere else."""
    who = said.name or scene.against(said.other)
    if said.other:
        return [_compensated(scene, said, who)]
    if said.sources and scene.owed(who, "return"):
        return returns(scene, said._replace(name=who, ships=said.counts.ships + said.counts.things))
    return [_taken(scene, said, who)]


def _is_to_regroup(scene: Scene, who: str, ships: int) -> bool:
    """True before destiny; and for one ship of whose turn comes next, once the encounter is resolved."""
    is_over = scene.phase == ph.RESOLUTION and scene.table.ruled
    is_over = is_over or (scene.phase == ph.REVEAL and who not in (*scene.mains(), *scene.allies))
    return scene.before_destiny() or (is_over and who == scene.next_turn() and ships == 1)


def _taken(scene: Scene, said: Said, who: str) -> Command:
    """What somebody takes for whom nothing is due yet: the phase, and whether it is a main player, tell what it is."""
    ships = said.counts.ships + said.counts.things
    if ships and not said.counts.cards and _is_to_regroup(scene, who, ships):
        return Command("regroup", who, ships if ships > 1 else None, planet=said.planet or _first(said))
    if who in scene.mains() and not said.counts.ships:
        return _compensated(scene, said, who)
    if not who:
        raise UnclearError("the player who takes it")
    return _rewarded(said, who, said.counts, None)


def _first(said: Said) -> str:
    """The first place that is told; none (an empty text) where none is."""
    return said.sources[0].place if said.sources else ""


def rewards(scene: Scene, said: Said) -> list[Command]:
    """Rewards, called so; cards where it is not said what."""
    counts = said.counts
    return [_rewarded(said, said.name, Counts(counts.cards + counts.things, counts.ships), 0)]


def some_rewards(scene: Scene, said: Said) -> list[Command]:
    """Rewards of which it is not said how many: one, in a question; at a table it is asked."""
    if not scene.supposes:
        raise UnclearError("how many cards or ships", f"Such as: {said.name} takes a card and a ship")
    return [_rewarded(said, said.name, Counts(1), 0)]


def _compensated(scene: Scene, said: Said, who: str) -> Command:
    due = scene.owed(who, "take")
    counts = said.counts
    if counts.ships:
        raise UnclearError("cards: ships are no compensation")
    other = said.other or (due.source if due is not None else scene.against(who))
    number = counts.cards + counts.things or (due.count if due is not None else None)
    return Command("take", who, number=number, other=other, cards=said.cards)


def _rewarded(said: Said, who: str, counts: Counts, as_ships: int | None) -> Command:
    if counts.things and as_ships != 0:
        raise UnclearError("'cards' or 'ships'", f"Such as: {who} takes {counts.things} cards")
    ships = counts.ships
    stacks = stacks_of(said.sources, ships) if said.sources else ()
    return Command("reward", who, ships or None, stacks, number=counts.cards + counts.things)


_AS_ALLY = ("helping", "help", "allying", "defending")  # for what rewards are drawn


def draws(scene: Scene, said: Said) -> list[Command]:
    """`draws`: rewards where some are due, and otherwise cards for whatever reason is told."""
    number = said.counts.cards + said.counts.things
    if said.other:
        return takes(scene, said)
    if said.reason in _AS_ALLY:
        return [Command("reward", said.name, number=number)]
    if scene.owed(said.name, "reward") is not None and not said.reason:
        return takes(scene, said._replace(counts=Counts(number, said.counts.ships)))
    return [Command("draw", said.name, number=number, why=said.reason)]


def discards(scene: Scene, said: Said) -> list[Command]:
    """Cards are discarded."""
    return [Command("discard", said.name, cards=said.cards, why=said.reason)]


def new_hand(scene: Scene, said: Said) -> list[Command]:
    """A new hand is drawn."""
    return [Command("new hand", said.name)]


def holds(scene: Scene, said: Said) -> list[Command]:
    """How many cards somebody holds is told."""
    return [Command("set", facts=(Fact("hand", said.name, said.number),))]


def has_cards(scene: Scene, said: Said) -> list[Command]:
    """`mia has one card`: what she holds. UnclearError where it may be one of those that are due to her."""
    due = scene.owed(said.name, "reward", "take")
    if due is not None and said.number is not None and said.number <= due.count:
        such = f"Such as: {said.name} takes {said.number} cards, or: {said.name} has {said.number} cards left"
        raise UnclearError("what the cards are", such)
    return holds(scene, said)


def loses(scene: Scene, said: Said) -> list[Command]:
    """Ships go to the warp; from where is left open where it is not said."""
    stacks = stacks_of(said.sources, said.ships) if said.sources else ()
    names = scene.mains() if said.players == EVERYBODY else said.players or (said.name,)
    return [Command("lose", name, sent(said), stacks) for name in names]


def returns(scene: Scene, said: Said) -> list[Command]:
    """Ships come home: of the player who is named, or of everybody for whom that is due (nobody's name)."""
    players = _players_of(said)
    owed = {due.who for due in scene.due if due.what == "return"}
    if not owed and players == (scene.turn,) and _may_regroup(scene, said):
        source = said.sources[0]  # a ship out of the warp
        ships = said.ships if source.ships is None else source.ships
        return regroup(scene, said._replace(name=scene.turn, planet=source.place, ships=ships))
    if said.sources and players == ("",):
        if len(owed) != 1:
            raise UnclearError("the player whose ships return")
        players = tuple(owed)
    return [Command("return", name, stacks=_stacks_returned(scene, said, name)) for name in players]


def _may_regroup(scene: Scene, said: Said) -> bool:
    """True if one place is said before destiny, so that a ship out of the warp can be meant."""
    return len(said.sources) == 1 and scene.phase in (ph.START, ph.REGROUP)


def _players_of(said: Said) -> tuple[str, ...]:
    """The players who are named; nobody's name where it is everybody, or nobody is named."""
    if said.name:
        return (said.name,)
    return ("",) if said.players in (None, EVERYBODY) else said.players or ()


def _stacks_returned(scene: Scene, said: Said, name: str) -> tuple[Stack, ...]:
    """The ships of a player that come home, by where they land; none where that is not said."""
    if not said.sources:
        return ()
    due = scene.owed(name, "return")
    whole = scene.table.to_return(due) if said.ships is None and due is not None else said.ships
    return stacks_of(said.sources, whole)


# -- deals -------------------------------------------------------------------------------------------------------------


def deal(scene: Scene, all_said: Sequence[Said]) -> Iterator[Command]:
    """One deal of all that is said to be given."""
    terms: list[Term] = []
    for said in all_said:
        _check_counted(terms, said)
        terms += _terms(said.name, said.given)
        other = said.other if said.other != said.name else ""
        terms += _terms(other or scene.against(said.name), said.got)
    if not all(term.giver for term in terms):
        raise UnclearError("the players who make the deal")
    yield from act(Act("deal", terms=tuple(dict.fromkeys(terms))))


def _check_counted(before: list[Term], said: Said) -> None:
    """Stops at a number of which neither this player nor the one before says what it counts."""
    counted = any(term.count is not None and not term.colony for term in before)
    if any((given.bare and not counted) or (counted and given.cards) for given in (*said.given, *said.got)):
        raise UnclearError("how many cards, or the card", f"Such as: {said.name} gives 2 cards")


def some_deal(scene: Scene, said: Said) -> list[Command]:
    """A deal, of which it is not said what is given."""
    return act(Act("deal", said.other, by=said.name))


def exchange(scene: Scene, said: Said) -> list[Command]:
    """Both main players give the same."""
    if len(scene.mains()) != 2:
        raise UnclearError("the players who make the deal")
    gifts = (*said.given, *said.got)
    if {tbl.owner(gift.planet) for gift in gifts if gift.planet} == {*scene.mains()} and len(gifts) == 2:
        return act(Act("deal", terms=tuple(_colony(tbl.owner(gift.planet), gift) for gift in gifts)))
    if said.got and said.got != said.given:
        raise UnclearError("who gives what", f"Such as: {scene.turn} gives a card, {scene.defense} gives a colony")
    return act(Act("deal", terms=tuple(term for name in scene.mains() for term in _terms(name, said.given))))


def gets(scene: Scene, said: Said) -> Said:
    """What one gets is what the other gives."""
    giver = said.other or scene.against(said.name)
    return Said(name=giver, given=said.given, other=said.name, got=said.got)


def deal_got(scene: Scene, all_said: Sequence[Said]) -> Iterator[Command]:
    """One deal of what is said to be got."""
    yield from deal(scene, [gets(scene, said) for said in all_said])


def _terms(giver: str, given: tuple[Given, ...]) -> list[Term]:
    return [_term(giver, gift) for gift in given]


def _term(giver: str, gift: Given) -> Term:
    if gift.colony:
        return _colony(giver, gift)
    return Term(giver, gift.number, gift.cards) if gift.cards else some_cards(giver, gift.number, gift.of)


def _colony(giver: str, gift: Given) -> Term:
    return Term(giver, colony=True, planet=gift.planet, ships=gift.ships)


def no_deal(scene: Scene, said: Said) -> list[Command]:
    """No deal is made."""
    return act(Act("no-deal"))


# -- the turn ----------------------------------------------------------------------------------------------------------


def second(scene: Scene, said: Said) -> list[Command]:
    """The offense goes on with a second encounter."""
    return [_of_turn(scene, said, "second")]


def end(scene: Scene, said: Said) -> list[Command]:
    """The offense's turn ends."""
    return [_of_turn(scene, said, "end")]


def _of_turn(scene: Scene, said: Said, verb: str) -> Command:
    if said.name and scene.turn and said.name != scene.turn:
        raise UnclearError(f"{scene.turn}, whose turn it is")
    return Command(verb)


def turn_of(scene: Scene, said: Said) -> list[Command]:
    """`blue's turn`: the turn before it ends, or at the start of a turn whose it is."""
    if scene.phase in (ph.REVEAL, ph.RESOLUTION) and said.name != scene.turn:
        return turn_passes(scene, said.name)
    if (
        not scene.turn
        and scene.phase == ph.START
        and said.name == next(iter(scene.table.clockwise(scene.table.turn)), "")
    ):
        return []  # the turn before was said to end in the same breath
    return [Command("offense", said.name)]


def sheet(scene: Scene, said: Said) -> list[Command]:
    """An alien sheet is turned up."""
    return [Command("show", said.name, aliens={said.name: (said.alien,)})]
