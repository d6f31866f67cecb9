"""Reads a question as people ask it: `can yellow zap zombie in the reveal`, `may red launch 5`."""

from __future__ import annotations

import re
from itertools import pairwise

from referee.errors import MalformedError
from referee.state.commands import Aliens, Command
from referee.state.facts import Fact
from referee.state.question import Question, read_question, read_told
from referee.state.reader import Names
from referee.state.spoken.about import About, Told, about
from referee.state.spoken.nearest import clearer
from referee.state.spoken.pattern import Node
from referee.state.spoken.people import NO_NAMES, begun, named_at
from referee.state.spoken.reading import DRAWN, Act, Reading
from referee.state.spoken.said import EVERYBODY
from referee.state.spoken.scene import Scene, UnclearError
from referee.state.spoken.sentence import Sentence
from referee.state.spoken.supposed import YOU, QuestionScene, called, completed
from referee.state.spoken.words import ASKING, COLORS
from referee.state.table import Table, new

_DUTIES = {("have", "to"), ("has", "to"), ("need", "to"), ("needs", "to"), ("forced", "to"), ("obliged", "to")}

_TOLD_FIRST = re.compile(
    rf"(?P<told>[^;?]+?)[,.:!]\s*(?:so |and |but )?(?P<asked>(?:{'|'.join(sorted(ASKING))})\b[^;]*)", re.IGNORECASE
)
_BEFORE_IT = re.compile(r"(?<!zap )\b(he|she|they|it)\b", re.IGNORECASE)  # of whom is told, but not a card
_BEFORE_THE_END = {"launch", "invite", "ally", "decline", "play", "reveal"}
_ONESELF = frozenset("himself herself themself myself".split())


def asked_first(text: str) -> str:
    """A question that comes after what it tells, turned round: `kim wasn't invited, can she join` asks of kim first."""
    found = _TOLD_FIRST.fullmatch(text.strip())
    if found is None or text.split(maxsplit=1)[0].lower() in ASKING:
        return text
    about = found["told"].split()[0]
    about = about if about.isalnum() and about.lower() not in NO_NAMES else ""
    question = _BEFORE_IT.sub(about, found["asked"], 1) if about else found["asked"]
    return f"{question.rstrip(' ?!.')}, {found['told']}"


def is_asked(text: str) -> bool:
    """True if a text begins as a question does (`can`, `may`), or tells something and then asks."""
    first = asked_first(text).split(maxsplit=1)[:1]
    return bool(first) and first[0].lower() in ASKING


def asks_of_a_duty(text: str) -> bool:
    """True if a question is not what may be done, but what has to be: `must I invite somebody`."""
    words = text.lower().split()
    return words[:1] == ["must"] or any(pair in _DUTIES for pair in pairwise(words))


def read_asked(text: str, names: Names, table: Table | None = None) -> Question:
    """A question in the words of commands and facts (`read_question`), or as people ask it; facts may follow a `;`.

    At a table its players are known, and their aliens. Raises MalformedError with the place, and the nearest question
    that is understood.
    """
    text = asked_first(text)
    if table is None:
        try:
            return read_question(text, names)
        except MalformedError as error:
            if not is_asked(text):
                raise
            typed = error
        try:
            return _asked(text, names, table)
        except MalformedError as said:
            raise clearer(typed, said) from None
    return _asked(text, names, table)


def _asked(text: str, names: Names, table: Table | None) -> Question:
    """A question as people ask it, with facts as `set` has them after a semicolon."""
    told = read_told(text, names, table.seats if table is not None else ())
    players = told.named if table is None else ()
    said = text.partition(";")[0]
    reading = _Questioning(said, names, table or _table(_players(said, names, players)))
    reading.seated = table is not None
    command = _asked_for(reading, said)
    besides = reading.told
    facts = (*reading.roles, *besides.facts, *told.facts)
    facts += tuple([fact for fact in reading.scene.helped if fact.what not in [said.what for said in facts]])
    if table is not None and (besides.tells or facts):
        facts = (*_at(table, facts), *facts)
    sheets = dict(table.aliens) if table is not None else _called_after(reading.named(), names)
    aliens = {**sheets, **reading.scene.sheets, **told.aliens}
    named = (*players, *reading.named())
    asked = Question(
        command, facts, named, told.seats, aliens, besides.before, besides.apart, besides.success, besides.lost
    )
    try:
        return completed(asked, besides, table)
    except UnclearError as error:
        raise MalformedError(said, len(said.rstrip()), error.expected, error.hint) from None


def _called_after(players: tuple[str, ...], names: Names) -> Aliens:
    """The sheets of players who are called after an alien."""
    found = ((name, names.alien(name)) for name in players if name.lower() not in COLORS)
    return {name: (alien,) for name, alien in found if alien is not None}


def _asked_for(reading: _Questioning, said: str) -> Command:
    """The one command that is asked for."""
    commands = reading.commands()
    if not commands:
        raise MalformedError(said, 0, "something that a player does, such as: can red launch 3")
    if commands[0].verb == "second" and "third" in reading.s.lower:
        reading.told.facts.append(Fact("encounter", number=2))
    return commands[0]


def _players(text: str, names: Names, told: tuple[str, ...]) -> tuple[str, ...]:
    """The players that a question without a table speaks of: whom its facts name, and whom it names (`people.py`)."""
    s = Sentence(text, names, told, {})
    found = [s.tokens[at] for at in named_at(s, begun(s))]
    by_key = {name.casefold(): name for name in (*told, *found)}
    return (*by_key.values(), YOU)


def _at(table: Table, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The main players of the table, where the question does not tell them."""
    told = {fact.what for fact in facts}
    known = (("turn", table.turn), ("defense", table.defense))
    return tuple(Fact(what, who) for what, who in known if who and what not in told)


def _subject(act: Act) -> str:
    """The one player of whom something is said; none (an empty text) where it is nobody, or several."""
    said = act.said()
    players = said.players or ()
    return said.name or (players[0] if len(players) == 1 and players != EVERYBODY else "")


def _table(players: tuple[str, ...]) -> Table:
    """A table of which nothing is known but who is spoken of."""
    table = new("", players, 5, 20, 8)
    table.turn = ""
    return table


def _is_told_of_him(act: Act) -> bool:
    """True if it is told of `him` that he is on a side or has something: of which of two players nobody knows."""
    return isinstance(act.spoken, Told) and act.spoken.of_one and act.filled.get("name") == ""


class _Questioning(Reading):
    """A question that is read."""

    seated = False  # whether it is asked at a table
    roles: tuple[Fact, ...] = ()  # whom it calls by their roles

    def telling(self) -> tuple[tuple[Told, Node], ...]:
        """What may be told about the table besides."""
        return about()

    def sentence(self, text: str, names: Names, table: Table) -> Sentence:
        """The pieces of the question, without the words that only ask and the mark after it."""
        s = super().sentence(text, names, table)
        s.talks = False  # its own words for players are called by their roles
        first = begun(s)
        end = s.tokens.index("")
        end -= end > first and s.tokens[end - 1] == "?"
        s.cut(first, end)
        if YOU in s.players:
            self.roles = called(s)
        if s.is_name(s.end_of(0)):
            for at, word in enumerate(s.lower):
                if word in _ONESELF and s.lower[at - 1] != "by":
                    s.call(at, s.players[s.lower[s.end_of(0)]], 1)
        return s

    def again(self, text: str) -> Reading:
        """Another question at the same table."""
        return _Questioning(text, self.s.names, self.table, corrects=False)

    def made(self, acts: tuple[Act, ...]) -> tuple[Command, ...]:
        """The command that is asked; what is told about the table is noted."""
        self.told = About(next(filter(None, (_subject(act) for act in acts)), YOU))
        for act in acts:
            if isinstance(act.spoken, Told):
                act.spoken.note(self.told, act.said())
            elif act.spoken.word in DRAWN and act.said().other:  # who draws is the offense
                self.told.facts.append(Fact("turn", act.said().other))
        self.scene = QuestionScene(self.table)
        self.scene.phase = next((fact.word for fact in self.told.facts if fact.what == "phase"), self.scene.phase)
        if not self.seated:
            turns = [fact.who for fact in self.told.facts if fact.what == "turn"]
            defenses = [fact.who for fact in self.told.facts if fact.what == "defense"]
            self.scene.defense = next(iter(defenses), self.scene.defense)
            self.scene.turn, self.scene.is_told_turn = (turns or [self.told.who])[0], bool(turns)
        commands = super().made(acts)
        if len(self.named()) > 1 and any(_is_told_of_him(act) for act in acts):
            raise UnclearError("the name of the player of whom that is told")
        if any(command.verb == "draw" and command.why for command in commands):  # a table would believe it
            raise UnclearError("what the rules call it, such as `as reward`")
        self._refuse_passed_over(commands)
        if len(commands) > 1:  # none of them is passed over
            raise UnclearError("one thing that is asked")
        return commands

    def _refuse_passed_over(self, commands: tuple[Command, ...]) -> None:
        """Stops where it is told how an encounter ended, and what is asked has nothing to do with that."""
        verbs = {command.verb for command in commands}
        if self.told.success is not None and verbs & _BEFORE_THE_END:
            raise UnclearError("what is done once an encounter is over")
        if self.told.ended not in ("", self.told.who) and "second" in verbs:
            raise UnclearError(f"whether {self.told.who}'s encounter was a success")
        if self.told.lost is not None and verbs != {"take"}:
            raise UnclearError("cards that are taken for the ships that were lost")

    def into(self) -> Scene:
        """The scene of the question."""
        return self.scene

    def named(self) -> tuple[str, ...]:
        """The players that are named, in that order; at a table without facts nobody has to be."""
        return tuple(dict.fromkeys(s for s in map(self.s.player_at, range(self.last)) if s))
