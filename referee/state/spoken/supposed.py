"""What a question leaves open and a table must have: players called by their roles, planets, sides, main players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from referee.state import table as tbl
from referee.state.commands import Aliens, Command
from referee.state.encounter import DEFENSE, OFFENSE, Act, Term
from referee.state.facts import Fact
from referee.state.question import Question
from referee.state.reader import RESERVED
from referee.state.spoken.about import About, invited_only
from referee.state.spoken.scene import Scene, UnclearError
from referee.state.spoken.sentence import Sentence
from referee.state.spoken.words import PHASES
from referee.state.table import Table
from referee.state.words import SIDES

YOU = "someone"  # who asks, where nobody is named
SOMEBODY, ANOTHER, THIRD = "somebody", "another", "third"  # players of whom nothing is told, as `may` calls them
_ANYBODY = frozenset("player players somebody someone anybody anyone one people".split())
ROLES = _ANYBODY | SIDES.keys() | {"main", "ally", "allies"}  # what players are called who are not named
ME = frozenset(("i", "we", "me"))  # who asks
_MINE = frozenset(("my", "our"))  # before a phase or a turn
_ASKS = frozenset("ask asks invite invites".split())  # with whom they are asked to ally after it
_OF_OFFENSE = ("regroup", "second", "end")  # commands that name nobody: the player whose turn it is gives them


# -- players by their roles --------------------------------------------------------------------------------------------


def called(s: Sentence) -> tuple[Fact, ...]:
    """Gives players who are called by their roles a name.

    They are whom the question is about, who comes after `before`, and who is asked or zapped.
    """
    s.rename(frozenset((YOU,)), SOMEBODY)  # here it is nobody who is meant
    s.rename(ME, YOU)
    for at, token in enumerate(s.lower):
        if token in _MINE and s.lower[at + 1] in (*PHASES, "turn"):
            s.call(at, YOU, 1)
    places = [s.end_of(0)]
    places += [s.end_of(at + 1) for at, token in enumerate(s.lower) if token == "before" or token in _ASKS]
    places += [at for at, token in enumerate(s.lower) if token in _ANYBODY and s.lower[at + 1] == "'s"]
    found: list[Fact] = []
    for at in dict.fromkeys(places):
        if not s.is_name(at):
            found += _called_at(s, at)
    return tuple(dict.fromkeys(found))


def _called_at(s: Sentence, at: int) -> tuple[Fact, ...]:
    """Gives the player who is called by a role at this piece a name; what that tells."""
    side = SIDES.get(s.lower[at], "")
    with_player = 1 + (s.lower[at + 1] == "player")
    if side == OFFENSE or (s.lower[at] == "main" and with_player > 1):
        s.call(at, SOMEBODY, with_player)
        return (Fact("turn", SOMEBODY),)
    if side:
        s.call(at, ANOTHER, with_player)
        return (Fact("defense", ANOTHER),)
    if s.lower[at] == "ally":
        s.call(at, THIRD, 1)
        return Fact("turn", SOMEBODY), Fact("defense", ANOTHER)
    if s.lower[at] in _ANYBODY:
        s.call(at, THIRD if SOMEBODY in s.players else SOMEBODY, 1)
    return ()


class QuestionScene(Scene):
    """What a question is asked into: where nobody is known to be something, somebody is."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.seated = bool(table.edition)
        self.phase = self.phase if self.seated else ""
        self.sheets: dict[str, tuple[str, ...]] = {}  # aliens of players who are made up
        self.is_told_turn = False  # whether the question tells whose turn it is
        self.helped: tuple[Fact, ...] = ()  # what follows from it that somebody is helped

    @property
    def supposes(self) -> bool:
        """True if there is no table, and what stands there is made up for a question."""
        return not self.seated

    def owners(self, alien: str) -> tuple[str, ...]:
        """The players who have an alien; one called after it where nobody is known to have it."""
        known = super().owners(alien)
        if known:
            return known
        name = alien if alien.isalnum() and alien.lower() not in RESERVED else SOMEBODY
        self.sheets[name] = (alien,)
        return (name,)

    def others(self) -> tuple[str, ...]:
        """The players besides the main players, at a table; a third, where nobody is known to sit there."""
        return super().others() if self.seated else (THIRD,)

    def waiting(self) -> tuple[str, ...]:
        """Who is invited and has not answered, at a table; nobody, where that is not known."""
        return super().waiting() if self.seated else ()

    def side_of(self, main: str) -> str:
        """The side of a main player; who is helped and nobody known is the offense, on another's turn the defense."""
        side = super().side_of(main)
        if side or self.seated or not main:
            return side
        if self.is_told_turn:
            self.defense, self.helped = main, (Fact("defense", main),)
            return DEFENSE
        self.turn, self.helped = main, (Fact("turn", main),)
        return OFFENSE


# -- what is left open -------------------------------------------------------------------------------------------------


def completed(asked: Question, about: About, table: Table | None) -> Question:
    """The question with what its command cannot leave open, and the roles that follow from it. Raises UnclearError."""
    facts = _Facts(asked.facts)
    _suppose_roles(asked, about, facts)
    _suppose_invitation(asked.command, about, facts)
    if about.first and asked.command.verb == "invite" and asked.command.who == facts.of("defense"):
        asked = asked._replace(before=facts.of("turn"))
    command = asked.command
    complete = _COMPLETE.get(command.verb)
    if complete is not None:
        there = (table.defense, *table.seats) if table is not None else ()
        complete(command, (facts.of("defense"), *there, *asked.players, SOMEBODY, ANOTHER))
    if table is None:
        _ask_for_power(command, asked.aliens, facts)
    if command.act is not None:
        command.act = _complete_act(command.act, facts.of("defense"))
    seats = table.seats if table is not None else asked.seats
    named = dict.fromkeys((*asked.players, *_mentioned(command, facts.all), *asked.aliens, *seats))
    return asked._replace(command=command, facts=tuple(facts.all), players=tuple(named), seats=seats)


class _Facts:
    """The facts of a question, and those that follow from what is told."""

    def __init__(self, facts: tuple[Fact, ...]) -> None:
        self.all = [*facts]

    def of(self, what: str) -> str:
        """The player of whom this is told; none (an empty text) where it is not."""
        return next((fact.who for fact in self.all if fact.what == what), "")

    def suppose(self, what: str, *names: str) -> None:
        """Makes the first of these players who has no role the offense or the defense, where nobody is told to be."""
        taken = (self.of("turn"), self.of("defense"))
        name = next((name for name in names if name and name not in taken), "")
        if name and not self.of(what):
            self.all.append(Fact(what, name))


def _suppose_roles(asked: Question, about: About, facts: _Facts) -> None:
    """The main players, as far as what is told makes them plain."""
    command = asked.command
    outside = {*asked.apart, about.allied, about.both} - {""}
    if command.verb in _OF_OFFENSE:
        _refuse_defense(command, facts)
        facts.suppose("turn", command.who or about.who)
        command.who = ""
    elif command.verb == "invite" and (asked.before or about.first):
        facts.suppose("turn", asked.before or SOMEBODY)
        facts.suppose("defense", command.who)
    elif outside:
        others = [n for n in (*asked.players, *asked.aliens, SOMEBODY, ANOTHER, THIRD) if n not in outside]
        facts.suppose("turn", *others)
        facts.suppose("defense", *others)
    if about.both and command.verb == "ally":
        command.side = DEFENSE
        facts.all.append(Fact(tbl.GATE, about.both, 1))


def _refuse_defense(command: Command, facts: _Facts) -> None:
    """Stops where what only the offense does is asked of somebody who is said to be the defense."""
    if command.who and command.who == facts.of("defense"):
        raise UnclearError(f"something that the defense does: {command.verb} is the offense's")


def _ask_for_power(command: Command, aliens: Aliens, facts: _Facts) -> None:
    """Stops where the power is meant of somebody who has none as far as is told: it is not that there is none."""
    done = command.act
    if (
        done is None
        or done.verb not in ("zap", "use")
        or done.name
        or done.who in aliens
        or facts.of("alien") == done.who
    ):
        return
    told = f"{done.who}/Tripler" if done.verb == "zap" else f"may {done.who} use Tripler"
    raise UnclearError(f"which power {done.who} has, such as {told}")


def _suppose_invitation(command: Command, about: About, facts: _Facts) -> None:
    """The side of which somebody is invited by a main player who is named: of the one that is joined, or the other."""
    if about.asked_by and command.verb == "ally":
        side = command.side or OFFENSE
        helped = facts.of("turn" if side == OFFENSE else "defense")
        other = DEFENSE if side == OFFENSE else OFFENSE
        facts.all += invited_only(command.who, side if about.asked_by in ("", helped) else other)


Others = tuple[str, ...]  # the players who may be met, the likeliest first


def _launch(command: Command, others: Others) -> None:
    """A planet to launch at, and a ship."""
    met = command.system or next(name for name in others if name and name != command.who)
    command.planet, command.system = command.planet or f"{met}.1", ""
    command.ships = 1 if command.ships is None else command.ships


def _ally(command: Command, others: Others) -> None:
    """A side, and a ship."""
    command.who, command.side = command.who or YOU, command.side or OFFENSE
    command.ships = 1 if command.ships is None else command.ships


def _take(command: Command, others: Others) -> None:
    """A card, and whose it is."""
    command.other = command.other or next(name for name in (SOMEBODY, ANOTHER) if name != command.who)
    command.number = 1 if command.number is None else command.number


def _who(command: Command, others: Others) -> None:
    """Who does it."""
    command.who = command.who or YOU


_COMPLETE: dict[str, Callable[[Command, Others], None]] = {
    "launch": _launch,
    "ally": _ally,
    "take": _take,
    **dict.fromkeys(("decline", "return", "lose", "play"), _who),
}


def _complete_act(done: Act, defense: str) -> Act:
    """A reinforcement for the offense where no side is told, a force field for all, a deal of a card each."""
    if done.verb == "deal":
        return done if done.terms else _a_card_each(done, defense)
    who, side, args = done.who, done.side, done.args
    if done.verb in ("reinforce", "flare", "tech", "use"):
        who = who or YOU
    if done.verb == "reinforce":
        side = side or OFFENSE
    if done.verb == "force-field":
        args = args or ("all",)
    return replace(done, who=who, side=side, args=args)


def _a_card_each(done: Act, defense: str) -> Act:
    """A deal of a card each, by who makes it and with whom that is said to be."""
    met = next(name for name in (done.who, defense, SOMEBODY, ANOTHER) if name not in ("", done.by))
    return replace(done, who="", by="", terms=(Term(done.by or YOU, 1), Term(met, 1)))


def _mentioned(command: Command, facts: Iterable[Fact]) -> list[str]:
    """The players whom the command and the facts name."""
    done = command.act or Act("")
    planets = [tbl.owner(place) for place in (command.planet, *(place for place, _ in command.stacks)) if "." in place]
    givers = [term.giver for term in done.terms]
    who = [command.who, command.other, *command.names, *planets, done.who, done.by, *givers]
    told = [fact.who for fact in facts if fact.what not in ("stack", "fan", "captured")]
    return [name for name in (*who, *told) if name]
