"""The commands of artifacts, flares, powers and reinforcements that phrases say; nothing here is ruled."""

from __future__ import annotations

from referee.state.commands import Command
from referee.state.encounter import Act
from referee.state.spoken.making import Maker, each
from referee.state.spoken.said import EVERYBODY, Said
from referee.state.spoken.scene import Scene, UnclearError


def act(done: Act) -> list[Command]:
    """The command of an act."""
    return [Command("act", done.by or done.who, act=done)]


def artifact(verb: str) -> Maker:
    """Makes the command of an artifact that is played by itself."""
    return each(lambda scene, said: act(Act(verb, by=said.name)))


def card_zap(scene: Scene, said: Said) -> list[Command]:
    """A Card Zap of a card that is named. UnclearError in a question without a table: there none was just played."""
    if scene.supposes:
        raise UnclearError("a table at which that card was just played")
    return act(Act("card-zap", by=said.name))


def force_field(scene: Scene, said: Said) -> list[Command]:
    """A force field for the players who are named, for a side, or for all; left open where that is not said."""
    args = ("all",) if said.players == EVERYBODY else said.players or ()
    helped = said.side or scene.side_of(said.other)
    if helped:
        args = tuple(name for name, side in scene.allies.items() if side == helped)
    return act(Act("force-field", by=said.name, args=args))


def plague(scene: Scene, said: Said) -> list[Command]:
    """A plague on a player."""
    return act(Act("plague", said.other, by=said.name))


def _owner(scene: Scene, alien: str) -> str:
    """Who has an alien. UnclearError where nobody is known to, or several have it."""
    owners = scene.owners(alien)
    if len(owners) == 1:
        return owners[0]
    if owners:
        raise UnclearError(f"whose {alien}: {' or '.join(owners)}", f"Such as: {owners[0]}/{alien}")
    raise UnclearError(f"whose {alien}", "Nobody here is known to have it.")


def zap(scene: Scene, said: Said) -> list[Command]:
    """A power is zapped: whose it is is told, or found at the table."""
    power = said.power
    who = power.who or _owner(scene, power.alien)
    return act(Act("zap", who, said.name, power.alien))


def flare(scene: Scene, said: Said) -> list[Command]:
    """A flare is played."""
    return act(Act("flare", said.name, name=said.alien, face=said.face, args=said.args))


def own_flare(scene: Scene, said: Said) -> list[Command]:
    """A super flare that is not named is that of the player's own alien."""
    aliens = scene.aliens.get(said.name, ())
    return flare(scene, said._replace(alien=aliens[0])) if len(aliens) == 1 else which_flare(scene, said)


def which_flare(scene: Scene, said: Said) -> list[Command]:
    """A flare that is not named."""
    raise UnclearError("which flare: an alien's name", f"Such as: {said.name} plays the macron flare")


def plays_alien(scene: Scene, said: Said) -> list[Command]:
    """`plays clone`: who has that alien uses it, anybody else plays its flare."""
    own = said.alien in scene.aliens.get(said.name, ())
    return use(scene, said) if own else flare(scene, said)


def own_power(scene: Scene, said: Said) -> list[Command]:
    """A player uses the own power, whatever it does."""
    return act(Act("use", said.name, name=said.alien))


def use(scene: Scene, said: Said) -> list[Command]:
    """A power is used; whose it is is told, or found at the table."""
    return act(Act("use", said.name or _owner(scene, said.alien), name=said.alien, args=said.args))


def tech(scene: Scene, said: Said) -> list[Command]:
    """A technology is used."""
    return act(Act("tech", said.name, name=said.tech, args=said.args))


def reinforces_now(scene: Scene, said: Said) -> list[Command]:
    """A number and whose it is, after the cards are turned up: a reinforcement."""
    if not scene.table.revealed:
        raise UnclearError("what the number is")
    return reinforce(scene, said)


def reinforce(scene: Scene, said: Said) -> list[Command]:
    """A reinforcement for a side: as said, or the player's own."""
    side = said.side or scene.side_of(said.other) or scene.has_side(said.name)
    value = said.plus if said.plus is not None else said.number
    return act(Act("reinforce", said.name, amount=value, hidden=value is None, side=side))
