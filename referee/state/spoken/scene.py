"""What a sentence is said into: whose turn it is, who meets whom, what is due; and how each command moves it on."""

from __future__ import annotations

from collections.abc import Callable

from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.pending import Due
from referee.state.table import Table


class UnclearError(Exception):
    """A sentence that can be read and leaves open what is meant: what has to be said, and how it would be typed."""

    def __init__(self, expected: str, hint: str = "") -> None:
        super().__init__(expected)
        self.expected = expected
        self.hint = hint


class Scene:
    """What is known of the encounter, as far as the sentence has come. What a command leaves open is empty."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats = table.seats
        self.aliens = table.aliens
        self.phase = table.phase
        self.turn = table.turn
        self.defense = table.defense
        self.invited = dict(table.invited)
        self.answered = set(table.answered)
        self.allies = dict(table.allies)
        self.cards = dict(table.cards)
        self.due: list[Due] = list(table.due)
        self.has_launched = False  # whether the launch is told in this breath

    @property
    def supposes(self) -> bool:
        """True if there is no table, and what stands there is made up for a question."""
        return False

    # -- looking ---------------------------------------------------------------------------------------------------

    def mains(self) -> tuple[str, ...]:
        """The main players, as far as they are known; the offense first."""
        return tuple(name for name in (self.turn, self.defense) if name)

    def against(self, main: str) -> str:
        """The other main player."""
        side = self.side_of(main)
        return "" if not side else self.defense if side == OFFENSE else self.turn

    def others(self) -> tuple[str, ...]:
        """All players besides the main players, clockwise from the offense's left."""
        order = self.table.clockwise(self.turn) if self.turn in self.seats else self.seats
        return tuple(name for name in order if name not in self.mains())

    def waiting(self) -> tuple[str, ...]:
        """Who is invited and has not answered, clockwise."""
        asked = {name for names in self.invited.values() for name in names}
        return tuple(name for name in self.others() if name in asked and name not in self.answered)

    def silent(self) -> tuple[str, ...]:
        """The main players who have not said whom they invite."""
        return tuple(name for name in self.mains() if name not in self.invited)

    def side_of(self, main: str) -> str:
        """The side of a main player; none (an empty text) of anybody else."""
        if not main:
            return ""
        return OFFENSE if main == self.turn else DEFENSE if main == self.defense else ""

    def has_side(self, name: str) -> str:
        """The side that a player is on, as main player or ally; none where it is on neither."""
        return self.side_of(name) or self.allies.get(name, "")

    def invitations_told(self) -> dict[str, tuple[str, ...]]:
        """Whom the main players were said to invite, without the invitations that went without saying."""
        retold = self.table.retold
        if retold is None:
            return self.invited
        invited = {command.who: command.names for command in retold.said if command.verb == "invite"}
        return {**retold.start.invited, **invited}

    def inviting(self, name: str) -> str:
        """The side that alone has invited a player; none where neither has, or both have.

        Who helps in the breath in which the launch is told, and is invited by nobody, helps the offense.
        """
        sides = [self.side_of(main) for main, names in self.invited.items() if name in names]
        if self.has_launched and not self.invited:
            return OFFENSE
        return sides[0] if len(sides) == 1 else ""

    def owners(self, alien: str) -> tuple[str, ...]:
        """The players who have an alien."""
        return tuple(name for name in self.seats if alien in self.aliens.get(name, ()))

    def owed(self, who: str, *what: str) -> Due | None:
        """The first thing of these kinds that a player has still to do, or somebody (an empty name)."""
        return next((due for due in self.due if due.what in what and who in ("", due.who)), None)

    def next_turn(self) -> str:
        """Whose turn comes after this one; none (an empty text) where it is nobody's."""
        return self.table.clockwise(self.turn)[0] if self.turn in self.seats else ""

    def before_destiny(self) -> bool:
        """True if the encounter has not come to its destiny card."""
        return self.phase in (ph.START, ph.REGROUP)

    # -- going on --------------------------------------------------------------------------------------------------

    def follow(self, command: Command) -> None:
        """Goes on to what this command leads to, as far as that can be known without ruling it."""
        then = _THEN.get(command.verb)
        if then is not None:
            then(self, command)

    def anew(self) -> None:
        """Forgets the encounter that is over."""
        self.phase = ph.DESTINY
        self.defense = ""
        self.invited, self.allies, self.cards = {}, {}, {}
        self.answered = set()
        self.due = []


def _end(scene: Scene, command: Command) -> None:
    scene.anew()
    scene.phase, scene.turn = ph.START, ""


def _offense(scene: Scene, command: Command) -> None:
    scene.turn = command.who


def _second(scene: Scene, command: Command) -> None:
    scene.anew()


def _destiny(scene: Scene, command: Command) -> None:
    if ph.is_after(scene.phase, ph.PLANNING):  # what comes before it goes without saying
        _end(scene, command)
    scene.anew()
    scene.phase = ph.LAUNCH
    scene.defense = command.who if command.who != scene.turn else ""


def _launch(scene: Scene, command: Command) -> None:
    scene.turn = scene.turn or command.who
    met = command.other or command.system or tbl.owner(command.planet)
    scene.defense = met if met != scene.turn else scene.defense
    scene.phase = ph.ALLIANCE
    scene.has_launched = True


def _invite(scene: Scene, command: Command) -> None:
    scene.invited[command.who] = command.names


def _ally(scene: Scene, command: Command) -> None:
    scene.allies[command.who] = command.side
    scene.answered.add(command.who)


def _decline(scene: Scene, command: Command) -> None:
    scene.answered.add(command.who)


def _play(scene: Scene, command: Command) -> None:
    scene.cards[command.who] = command.cards[0]
    scene.phase = ph.PLANNING


def _reveal(scene: Scene, command: Command) -> None:
    scene.cards.update(zip(command.names, command.cards, strict=True))
    scene.phase = ph.REVEAL


_THEN: dict[str, Callable[[Scene, Command], None]] = {
    "end": _end,
    "offense": _offense,
    "second": _second,
    "destiny": _destiny,
    "launch": _launch,
    "invite": _invite,
    "ally": _ally,
    "decline": _decline,
    "play": _play,
    "reveal": _reveal,
}
