"""What `may` asks: a command, and the facts of the table that are known (CONTRACT: commands)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from referee.errors import MalformedError
from referee.state.commands import Aliens, Command, read_from, read_seats
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.facts import Fact, read_once, read_turn
from referee.state.phases import DESTINY
from referee.state.reader import Names
from referee.state.table_reader import TableReader


class Question(NamedTuple):
    """A command, the facts that are known, the players in the order in which they are named."""

    command: Command
    facts: tuple[Fact, ...]
    players: tuple[str, ...]
    seats: tuple[str, ...] = ()  # clockwise, where that is said
    aliens: Aliens = {}  # noqa: RUF012  never changed
    before: str = ""  # what is asked comes before this player does the same
    apart: tuple[str, ...] = ()  # players who take no part in the encounter
    success: bool | None = None  # whether the encounter that is over was one for the offense, where that is said
    lost: int | None = None  # how many ships went to the warp of who asks for compensation, where that is said

    @property
    def tells(self) -> bool:
        """True if it tells anything of the table besides what it asks."""
        told = (self.success, self.lost)
        return bool(self.facts or self.before or self.apart) or told != (None, None)


class Facts(NamedTuple):
    """The facts after a question: themselves, the players in the order in which they are named, seats and aliens."""

    facts: tuple[Fact, ...]
    named: tuple[str, ...]
    seats: tuple[str, ...]
    aliens: Aliens


def read_told(text: str, names: Names, players: Iterable[str] = ()) -> Facts:
    """The facts that follow the first semicolon of a question, whatever stands before it. Raises MalformedError."""
    told = _Told(text, names)
    told.players |= {name.casefold(): name for name in players}
    while told.now and told.now != ";":
        told.step()
    told.read()
    if told.now:
        told.fail("';' and a fact, or the end")
    return Facts(tuple(told.facts), tuple(told.players.values()), told.clockwise, told.aliens_told)


def read_question(text: str, names: Names) -> Question:
    """A command and, after semicolons, the facts that are known.

    The facts are those of `set`, and `offense NAME` for whose turn it is, `seats NAME...` for who sits clockwise. What
    was done before may be told as the command that did it: `destiny blue`, `invite red: yellow`. Raises MalformedError.
    """
    told = _Told(text, names)  # what the facts name, the command can name too; what is wrong there is said later
    while told.now and told.now != ";":
        told.step()
    with suppress(MalformedError):
        told.read()
    asked = _Told(text, names)
    asked.players |= {name.casefold(): name for name in told.players.values()}
    command = read_from(asked, ";")
    if command.verb in ("table", "set"):
        asked.fail("something that a player does, such as: launch red 3 at purple.2", at=0)
    asked.read()
    if asked.now:
        asked.fail("';' and a fact, or the end")
    tokens = [token.casefold() for token in asked.tokens]
    order = sorted(asked.players, key=lambda key: tokens.index(key) if key in tokens else len(tokens))
    players = tuple(asked.players[key] for key in order)
    return Question(command, tuple(asked.facts), players, asked.clockwise, asked.aliens_told)


class _Told(TableReader):
    """Reads the facts of a question."""

    def __init__(self, text: str, names: Names) -> None:
        super().__init__(text, names, ())
        self.facts: list[Fact] = []
        self.clockwise: tuple[str, ...] = ()
        self.aliens_told: Aliens = {}
        self._invitations: list[_Invitation] = []

    def read(self) -> None:
        """Reads each fact that follows a semicolon, as far as there is one."""
        self._read_each()
        self.facts += [fact for invitation in self._invitations for fact in self._invited_by(invitation)]

    def _read_each(self) -> None:
        while self.mark(";"):
            if self.word("seats"):
                self.clockwise, aliens = read_seats(self)
                self.aliens_told |= aliens
                if len(set(self.clockwise)) < max(2, len(self.clockwise)):
                    self.fail("two players or more, each once, clockwise, such as: seats red purple yellow")
            elif self.word(OFFENSE):
                self.facts += read_once(self, self.facts, read_turn)
            elif self.says(DESTINY) and self.ahead().lower() != "deck":
                self.facts += read_once(self, self.facts, _read_drawn)
            elif self.says("invite"):
                self._invitations.append(self._invitation())
            elif not self.done():
                self.facts += read_once(self, self.facts)

    def _invitation(self) -> _Invitation:
        """Whom a main player has invited, told as the command: `invite red: yellow green`, `invite blue: none`."""
        self.word("invite")
        at = self.at
        main = self.player("the main player who has invited")
        if not self.mark(":"):
            self.fail("':' and the players who are invited, or 'none'")
        names: list[str] = []
        if not self.nobody():
            while not self.done():
                names.append(self.player("a player who is invited, or 'none'"))
                self.mark(",")
            if not names:
                self.fail("the players who are invited, or 'none'")
        return _Invitation(at, main, tuple(names))

    def _invited_by(self, told: _Invitation) -> list[Fact]:
        """An invitation as facts, once it is known who the main players are."""
        offense, defense = (next((fact.who for fact in self.facts if fact.what == what), "") for what in _MAINS)
        if told.main not in (offense, defense) or not offense:
            hint = f"Say whose turn it is, and whose color was drawn: offense {offense or told.main} ; destiny NAME"
            self.fail("a main player, who alone invites", hint, told.at)
        side = OFFENSE if told.main == offense else DEFENSE
        return [Fact("invited", name, word=side) for name in told.names or ("",)]


_MAINS = ("turn", "defense")  # the facts that name the offense and the defense


class _Invitation(NamedTuple):
    """Who has invited whom, and where on the line that is told."""

    at: int
    main: str
    names: tuple[str, ...]


def _read_drawn(r: TableReader) -> list[Fact]:
    """Whose color the offense drew, as a question tells it: `destiny blue`."""
    r.word(DESTINY)
    return [Fact("defense", r.player("the player whose color was drawn, or 'deck' and how many destiny cards it has"))]
