"""The commands that phrases say, with what the table makes plain; nothing here is ruled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from referee.state import phases as ph
from referee.state.commands import Command, Stack
from referee.state.encounter import OFFENSE
from referee.state.spoken.said import EVERYBODY, OWN, Said, Source, Target
from referee.state.spoken.scene import Scene, UnclearError
from referee.state.table import UNKNOWN

Maker = Callable[[Scene, Sequence[Said]], Iterable[Command]]
Making = Callable[[Scene, Said], Iterable[Command]]


def each(make: Making) -> Maker:
    """Makes the commands of several phrases of a kind one after the other."""

    def made(scene: Scene, all_said: Sequence[Said]) -> Iterator[Command]:
        for said in all_said:
            for command in make(scene, said):
                scene.follow(command)
                yield command

    return made


def word(verb: str) -> Maker:
    """Makes a command that has nothing but its word."""
    return each(lambda scene, said: [Command(verb)])


def stacks_of(sources: tuple[Source, ...], whole: int | None) -> tuple[Stack, ...]:
    """Places with ships. A single place without a number has all of them, and so has the first before others with one.

    Several have one each, where that comes out. No number at all is written 0: all that there are to come or to go.
    """
    told = _shared(sources, whole)
    bare = [source for source in told if source.ships is None]
    if bare and len(bare) + sum(source.ships or 0 for source in told) != whole:
        raise UnclearError(f"how many ships at {bare[0].place}", f"Such as: {bare[0].place} 1")
    return tuple(Stack(source.place, 1 if source.ships is None else source.ships) for source in told)


def _shared(sources: tuple[Source, ...], whole: int | None) -> tuple[Source, ...]:
    """The places with the number that stands before them: `2 from red.1`, `2 from red.1 and 1 from red.2`."""
    first, *rest = sources
    if first.ships is not None or any(source.ships is None for source in rest):
        return sources
    return (Source(first.place, whole or 0), *rest)


def sent(said: Said) -> int | None:
    """How many ships are sent: as said, or as the places tell."""
    if not said.sources:
        return said.ships
    told = _shared(said.sources, said.ships)
    counted = said.ships is not None or said.sources[0].ships is not None
    if counted and all(source.ships is not None for source in told):
        return sum(source.ships or 0 for source in told)
    return said.ships


# -- destiny and launch -----------------------------------------------------------------------------------------------


def command(scene: Scene, said: Said) -> list[Command]:
    """A command as it is typed, among others."""
    return [said.command] if said.command is not None else []


def destiny(kind: str = "") -> Maker:
    """Makes the command of a destiny card of this kind; the offense's own color where nobody is named."""

    def made(scene: Scene, said: Said) -> list[Command]:
        who = said.name or scene.turn
        return [*_in_turn_of(scene, said.other), Command("destiny", who or _whose_turn(scene), word=kind)]

    return each(made)


def _in_turn_of(scene: Scene, who: str) -> list[Command]:
    """What is done first where somebody is said to draw a destiny card: a second encounter, or a turn of its own."""
    if not who or not scene.turn:
        return []
    if scene.phase in (ph.REVEAL, ph.RESOLUTION):
        return [Command("second")] if who == scene.turn else turn_passes(scene, who)
    return [Command("offense", who)] if who != scene.turn and scene.before_destiny() else []


def turn_passes(scene: Scene, who: str) -> list[Command]:
    """The encounter is over, and somebody has the next turn; whether it may is ruled where it is not the next one."""
    return [Command("end"), *([Command("offense", who)] if who != scene.next_turn() else ())]


def _whose_turn(scene: Scene) -> str:
    raise UnclearError("the player whose turn it is")


def launch(scene: Scene, said: Said) -> list[Command]:
    """Ships that are sent at a planet, or into a system."""
    who, target = said.name or scene.turn or _whose_turn(scene), said.target
    if target.system == OWN:
        target = Target(system=who)
    ships = sent(said)
    if who == said.target.system:
        raise UnclearError("how many ships" if ships is None else "a planet")
    if ships is None and target.system and not ph.is_after(scene.phase, ph.DESTINY):
        return drawn(scene, Said(name=target.system, other=who))
    stacks = stacks_of(said.sources, said.ships) if said.sources else ()
    return [Command("launch", who, ships, stacks, target.planet, said.other, system=target.system)]


def drawn(scene: Scene, said: Said) -> list[Command]:
    """A name by itself is what destiny says, where destiny is what comes."""
    if scene.phase not in (ph.START, ph.REGROUP, ph.DESTINY) or said.other not in ("", scene.turn):
        raise UnclearError("what the player does")
    return [Command("destiny", said.name)]


def launches_now(scene: Scene, said: Said) -> list[Command]:
    """Ships and a place, and no word for what they do: a launch where that is what comes."""
    if ph.is_after(scene.phase, ph.LAUNCH):
        raise UnclearError("what the ships do")
    return launch(scene, said._replace(target=Target(said.planet)) if said.planet else said)


def all_help(scene: Scene, said: Said) -> list[Command]:
    """Several who are told together join a side, each with ships of its own."""
    named = said.players or ()
    sharing = tuple(share.name for share in said.shares)
    if len(set(sharing)) < len(sharing) or (named != EVERYBODY and {*named} != {*sharing}):
        raise UnclearError("how many ships each of them sends")
    each_said = (said._replace(players=None, name=share.name, ships=share.ships) for share in said.shares)
    return [command for one in each_said for command in ally(scene, one)]


def both_help(scene: Scene, said: Said) -> list[Command]:
    """Both of two who are asked join a side."""
    if len(scene.waiting()) != 2:
        raise UnclearError("who joins")
    return ally(scene, said)


def both_decline(scene: Scene, said: Said) -> list[Command]:
    """Both of two who are asked decline."""
    if len(scene.waiting()) != 2:
        raise UnclearError("who declines")
    return [Command("decline", name) for name in scene.waiting()]


def invite_both(scene: Scene, said: Said) -> list[Command]:
    """Both of two who can be asked are invited."""
    if len(scene.others()) != 2:
        raise UnclearError("who is invited")
    return invite(scene, said)


def lends(scene: Scene, said: Said) -> list[Command]:
    """Ships that are given to a main player: an ally's, as long as allies join."""
    if scene.phase != ph.ALLIANCE or not scene.side_of(said.other):
        raise UnclearError("what is given")
    return ally(scene, said)


def send(scene: Scene, said: Said) -> list[Command]:
    """`sends`: what the offense launches, and anybody else puts on a side as long as allies join."""
    main = said.target.system or said.target.planet.partition(".")[0]
    joins = scene.phase in (ph.LAUNCH, ph.ALLIANCE) and said.name not in ("", *scene.mains()) and scene.turn
    side = said.side or (scene.side_of(main) if joins else "")
    if said.name not in ("", scene.turn) and main == said.name:
        raise UnclearError("what the ships do")
    return _allied(scene, said, side) if said.side or (joins and side) else launch(scene, said)


def aim(scene: Scene, said: Said) -> list[Command]:
    """The gate is pointed by itself."""
    return [Command("aim", planet=said.target.planet, other=said.other, system=said.target.system)]


def regroup(scene: Scene, said: Said) -> list[Command]:
    """A ship comes back from the warp; more than one only where more are said."""
    many = said.ships if said.ships is not None and said.ships != 1 else None
    return [Command("regroup", said.name, many, planet=said.planet)]


# -- allies -----------------------------------------------------------------------------------------------------------


def _those(scene: Scene, players: tuple[str, ...] | None) -> tuple[str, ...]:
    """The players that are meant; everybody besides the main players where none are named."""
    return scene.others() if players in (None, EVERYBODY) else players or ()


def invite(scene: Scene, said: Said) -> list[Command]:
    """A main player invites; the one whose turn to invite it is where nobody is named."""
    if said.whose is not None:
        mains = said.whose if said.whose not in ((), EVERYBODY) else scene.mains()
        said = said._replace(players=said.players if said.whose else ())
        return [Command("invite", name, names=_those(scene, said.players)) for name in mains]
    if said.name and len(scene.mains()) == 2 and said.name not in scene.mains() and said.players is None:
        raise UnclearError("the main player who invites")
    who, players = _host_and_guests(scene, said)
    return [Command("invite", who, names=tuple(name for name in _those(scene, players) if name != who))]


def _host_and_guests(scene: Scene, said: Said) -> tuple[str, tuple[str, ...] | None]:
    """(who invites, who is named as invited): a main player who is named first, where nobody is said to invite."""
    who, players = said.name or next(iter(scene.silent()), scene.turn), said.players
    if not said.name and players and players[0] in scene.mains() and len(players) > 1:
        return players[0], players[1:]
    return who, players


def alone(scene: Scene, said: Said) -> list[Command]:
    """A main player goes alone: it invites nobody."""
    return [Command("invite", said.name)]


def ally(scene: Scene, said: Said) -> list[Command]:
    """Somebody joins a side: the one that is named, its main player's, or the only one that has invited."""
    side = said.side
    if not side and said.other:
        side = scene.side_of(said.other)
        if not side and len(scene.mains()) == 2:
            raise UnclearError(f"the side that {said.name} joins: {' or '.join(scene.mains())}")
    if said.players is not None:
        names = scene.waiting() if said.players == EVERYBODY else said.players
        return [command for name in names for command in _allied(scene, said._replace(name=name), side)]
    return _allied(scene, said, side)


def along(scene: Scene, said: Said) -> list[Command]:
    """Somebody comes along: with the offense, whose ships set out, where nobody said otherwise of the invitations."""
    who = said.name
    told = scene.invitations_told()
    is_told = scene.turn in told or any(who in names for names in told.values())
    side = said.side or ("" if said.other or is_told else OFFENSE)
    return ally(scene, said._replace(side=side))


def _allied(scene: Scene, said: Said, side: str) -> list[Command]:
    ships, waiting = sent(said), scene.waiting()
    stacks = stacks_of(said.sources, said.ships) if said.sources else ()
    who = said.name or (waiting[0] if len(waiting) == 1 else "")
    if not who:
        raise UnclearError("the player who joins")
    return [Command("ally", who, ships, stacks, side=side or scene.inviting(who))]


def decline(scene: Scene, said: Said) -> list[Command]:
    """Those who are named decline; everybody who is asked where nobody is."""
    players = said.players if said.name == "" else (said.name,)
    if players is None or players == EVERYBODY:
        return nobody(scene, said) if players else [Command("decline", name) for name in scene.waiting()]
    return [Command("decline", name) for name in players]


def nobody(scene: Scene, said: Said) -> list[Command]:
    """Nobody (else) helps: who has not invited invites nobody, and who is asked declines."""
    if scene.phase not in (ph.ALLIANCE, ph.PLANNING, ph.REVEAL):
        raise UnclearError("something that is done now: nobody is asked to help yet")
    silent = scene.silent() if scene.phase == ph.ALLIANCE else ()
    return [Command("invite", name) for name in silent] + [Command("decline", name) for name in scene.waiting()]


def passes(scene: Scene, said: Said) -> list[Command]:
    """`passes`: the offense ends its turn when the encounter is over, anybody else declines."""
    over = scene.phase in (ph.REVEAL, ph.RESOLUTION)
    return [Command("end")] if over and said.name == scene.turn else [Command("decline", said.name)]


# -- cards ------------------------------------------------------------------------------------------------------------


def play(scene: Scene, said: Said) -> list[Command]:
    """A main player lays a card."""
    return [Command("play", said.name, cards=(said.card or said.encounter or UNKNOWN,))]


def shown(scene: Scene, all_said: Sequence[Said]) -> Iterator[Command]:
    """The cards of the main players: one reveal, or one play where the other card is not chosen yet.

    A number of the offense is its ships as long as it launches, and of somebody who is no main player the ships of an
    ally as long as allies join.
    """
    names: list[str] = []
    cards: list[str] = []
    if scene.phase == ph.RESOLUTION and len(all_said) == 1 and not all_said[0].against:
        raise UnclearError("what follows the cards")
    for said in all_said:
        for name, card in _pairs(scene, said):
            sent = _ships_of(scene, name, card)
            if sent is not None:
                scene.follow(sent)
                yield sent
            else:
                names.append(name)
                cards.append(card)
    if not names:
        return
    alone = len(names) == 1 and scene.against(names[0]) not in scene.cards
    made = Command("play", names[0], cards=(cards[0],)) if alone else _revealed(names, cards)
    scene.follow(made)
    yield made


def _revealed(names: list[str], cards: list[str]) -> Command:
    if len(set(names)) < len(names):
        raise UnclearError("one card of each main player")
    return Command("reveal", names=tuple(names), cards=tuple(cards))


def _ships_of(scene: Scene, name: str, number: str) -> Command | None:
    """The ships that a number tells where no card is told yet; None where it is a card."""
    if not number.isdigit():
        return None
    if scene.phase == ph.LAUNCH and name == scene.turn:
        return Command("launch", name, int(number))
    if scene.phase == ph.ALLIANCE and len(scene.mains()) == 2 and name not in scene.mains():
        return Command("ally", name, int(number), side=scene.inviting(name))
    return None


def _pairs(scene: Scene, said: Said) -> list[tuple[str, str]]:
    """Whose cards are told: of two without a name the first is the offense's."""
    mains = scene.mains()
    if said.players is not None:
        names = mains if said.players == EVERYBODY else said.players
        if len(names) != 2:
            raise UnclearError("the main players")
        return [(name, said.encounter) for name in names]
    if not said.against:
        return [(said.name, said.encounter)]
    first = said.name or scene.turn
    second = said.other or scene.against(first)
    if not first or not second:
        raise UnclearError("whose cards they are, such as: red 12, purple 8")
    return [(first, said.encounter), (second, said.against)]


def both_play(scene: Scene, said: Said) -> list[Command]:
    """Both main players lay a card of this kind."""
    everybody = EVERYBODY if said.players is None else said.players
    pairs = _pairs(scene, said._replace(players=everybody))
    if said.encounter not in ("", UNKNOWN):  # what is told of both lies face up
        return [_revealed([name for name, _ in pairs], [card for _, card in pairs])]
    return [Command("play", name, cards=(card or UNKNOWN,)) for name, card in pairs]


def reveal(scene: Scene, said: Said) -> list[Command]:
    """The cards are turned up."""
    return [Command("reveal")]
