"""Reads a sentence said at a table: act by act, each in a phrase that is known, until all of it is understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, groupby, islice, pairwise
from typing import NamedTuple, NoReturn

from referee.book.names import near
from referee.errors import MalformedError
from referee.state.acts import OPENINGS
from referee.state.commands import COMMANDS, Command, read_command
from referee.state.encounter import Term
from referee.state.notation import LEFT_TO_PLAYERS
from referee.state.reader import Names
from referee.state.spoken import making, nearest
from referee.state.spoken.about import Told
from referee.state.spoken.holes import HOLES
from referee.state.spoken.pattern import END, Filled, Node, walked
from referee.state.spoken.phrase import Spoken
from referee.state.spoken.phrases import begun, going_on, telling_words
from referee.state.spoken.said import Said
from referee.state.spoken.scene import Scene, UnclearError
from referee.state.spoken.sentence import MARKS, Sentence
from referee.state.spoken.whom import HE, Whom
from referee.state.spoken.words import ASKING, CHATTER
from referee.state.table import Table

_READINGS = 30  # of one sentence that are tried
_WAYS = 60  # to read one act from one place on, that are looked at
_ALIKE = 0.75  # how much a slip of the keyboard looks like the word that is meant, from 0 to 1
_LONGEST = 120  # pieces of a sentence; a longer one is a command, or nothing that is said in one breath
_TYPED = Spoken("", "", making.each(making.command), ())  # a command as it is typed, among others
# A reveal goes on with what others show, so that it is read as a phrase.
_TYPED_WORDS = frozenset((*COMMANDS, *OPENINGS)) - {"table", "reveal"}
_WHOLE = frozenset(("deal",))  # as typed up to a semicolon or not at all: others go on with what they give


DRAWN = frozenset(("destiny", "wild", "special"))  # who is named there does nothing


class Act(NamedTuple):
    """One act of a sentence: how it is said, what fills the holes, and the piece at which it ends."""

    spoken: Spoken | Told
    filled: Filled
    end: int

    def said(self) -> Said:
        """What fills the holes, by name."""
        return Said(**self.filled)  # type: ignore[arg-type]


def read_said(text: str, names: Names, table: Table) -> tuple[Command, ...]:
    """The commands that a sentence at this table says, in the order in which it says them.

    What is typed as a command is read as one (`read_command`) and is the only one; everything else as people say it.
    Nothing is ruled, and nothing added that is not said: what is left open is empty in a command (`system` names whose
    system is meant where no planet is; 0 ships of a stack are all that have to go; a return without a player is
    everybody's). A sentence can say nothing that is still to be done (`nobody else`, where nobody is waited for): none.
    Raises MalformedError with the place, and the nearest sentence that is understood.
    """
    try:
        return (read_command(text, names, table.seats),)
    except MalformedError as error:
        try:
            return Reading(text, names, table).commands()
        except MalformedError as said:
            raise nearest.clearer(error, said) from None


class Reading:
    """One sentence that is read at a table; one that asks may tell something about the table too."""

    def __init__(self, text: str, names: Names, table: Table, corrects: bool = True) -> None:
        self.s = self.sentence(text, names, table)
        self.table = table
        self.text = text
        self.corrects = corrects  # whether another word is tried for one that fits nowhere
        self.last = self.s.tokens.index("")
        self.ends = [at for at in range(self.last) if self.s.next_act(at) > at] + [self.last]
        self.acts: dict[tuple[int, int, str], tuple[Act, ...]] = {}
        self.dead: set[tuple[int, int, str]] = set()

    def sentence(self, text: str, names: Names, table: Table) -> Sentence:
        """The pieces of the text."""
        s = Sentence(text, names, table.seats, HOLES)
        s.talks = True
        sheets = Counter(alien for aliens in table.aliens.values() for alien in aliens)
        s.owners = {alien: who for who, aliens in table.aliens.items() for alien in aliens if sheets[alien] == 1}
        return s

    def again(self, text: str) -> Reading:
        """Another sentence at the same table."""
        return Reading(text, self.s.names, self.table, corrects=False)

    def made(self, acts: tuple[Act, ...]) -> tuple[Command, ...]:
        """The commands of these acts; several in a row that are said together make one. UnclearError."""
        scene = self.into()
        return tuple(_joined([*chain.from_iterable(_made(acts, scene))]))

    def into(self) -> Scene:
        """What the sentence is said into."""
        return Scene(self.table)

    def telling(self) -> tuple[tuple[Told, Node], ...]:
        """What a sentence may tell about the table besides; nothing, unless it asks."""
        return ()

    def readings(self) -> Iterator[tuple[Act, ...]]:
        """The ways in which all of the sentence can be read, the likeliest first, as far as so many are tried."""
        if self.s.talks and self.s.lower[0] in ASKING and not self.s.is_name(0):
            return iter(())  # it asks, and tells nothing
        starts = sorted({0, self.s.next_act(0), self._idle(0)})
        found = chain.from_iterable(
            self._from(at, None, HE if self.s.talks else "") for at in starts if not at or self.s.tokens[at]
        )
        return islice(found, _READINGS if self.last <= _LONGEST else 0)

    def commands(self) -> tuple[Command, ...]:
        """What the first reading says that makes sense at this table. Raises MalformedError."""
        unclear: UnclearError | None = None
        for acts in self.readings():
            try:
                return self.made(acts)
            except UnclearError as error:
                unclear = unclear or error
        if unclear is not None:
            raise MalformedError(self.text, len(self.text.rstrip()), unclear.expected, unclear.hint)
        return self._stop()

    # -- reading ---------------------------------------------------------------------------------------------------

    def _from(self, at: int, before: Act | None, subject: str) -> Iterator[tuple[Act, ...]]:
        """Every way in which the rest of the sentence can be read, the longest acts first."""
        key = (at, id(before.spoken) if before is not None else 0, subject)
        if key in self.dead:
            return
        alive = False
        for act in self._acts(at, before, subject):
            named = str(act.filled.get("other" if act.spoken.word in DRAWN else "name", "")) or subject
            for rest in self._after(act, named):
                alive = True
                yield (act, *rest)
        if not alive:
            self.dead.add(key)

    def _after(self, act: Act, subject: str) -> Iterator[tuple[Act, ...]]:
        """What can follow an act: the end, or another act after a mark or a word between the two."""
        end = act.end
        then = self.s.next_act(end)
        if not self.s.tokens[self.s.end_of(then)]:
            yield ()
        elif then > end or (isinstance(act.spoken, Spoken) and act.spoken.leads):
            yield from self._from(then, act, subject)
            if (after := self._idle(then)) > then:
                yield from self._going_on(after, act, subject)
        else:
            self.s.missed(self.s.end_of(end), END)
            yield from self._telling(end, act, subject)

    def _going_on(self, at: int, act: Act, subject: str) -> Iterator[tuple[Act, ...]]:
        """What follows after words that say nothing."""
        if not self.s.tokens[at]:
            yield ()
        else:
            yield from self._from(at, act, subject)

    def _idle(self, at: int) -> int:
        """After words up to the next mark of which none can say anything here; the same piece where one may."""
        then = at
        while self.s.tokens[then] and self.s.lower[then] not in MARKS:
            if self.s.means(then) or self._tells(self.s.lower[then]):
                return at
            then += 1
        chats = any(word in CHATTER for word in self.s.lower[at:then])
        return self.s.next_act(then) if self.s.talks and chats else at

    def _tells(self, word: str) -> bool:
        """True for a word that may change the sense, and for one that looks like such a word or a player's name."""
        if word in CHATTER or not word[:1].isalpha():
            return word in telling_words()
        return bool(near(word, [*telling_words(), *self.s.seats], 1, _ALIKE, str.casefold))

    def _telling(self, at: int, before: Act, subject: str) -> Iterator[tuple[Act, ...]]:
        """What is told about the table follows at once, without a mark or a word between."""
        self.s.phrase = -1
        for told, node in self.telling():
            for act in self._walked(told, node, at, {}):
                for rest in self._after(act, subject):
                    yield (act, *rest)

    def _acts(self, at: int, before: Act | None, subject: str) -> tuple[Act, ...]:
        """The acts that can begin at this piece, longest first."""
        key = (at, id(before.spoken) if before is not None else 0, subject)
        if key not in self.acts:
            found = [*islice(self._read(at, before, subject), _WAYS)]
            found.sort(key=lambda act: -act.end)
            self.acts[key] = tuple(found)
        return self.acts[key]

    def _read(self, at: int, before: Act | None, subject: str) -> Iterator[Act]:
        yield from self._typed(at)
        if before is not None:
            for node in going_on(before.spoken) if isinstance(before.spoken, Spoken) else ():
                yield from self._walked(before.spoken, node, at, {})
        for number, (spoken, node) in enumerate(begun()):
            self.s.phrase = number
            yield from self._walked(spoken, node, at, {})
        self.s.phrase = -1
        for told, node in self.telling() if at else ():
            yield from self._walked(told, node, at, {})
        if subject:
            yield from self._read_on(at, subject)
        if self.s.talks and subject != HE:
            yield from self._read_on(at, HE)

    def _read_on(self, at: int, subject: str) -> Iterator[Act]:
        """The acts at this piece of a player who was named before: `red launches 2 at purple and invites nobody`."""
        for number, (spoken, node) in enumerate(begun()):
            field = "other" if spoken.word in DRAWN else "name"
            if node.kind == "NAME" and node.field == field and node.next is not None:
                if subject == HE and not node.next.words:
                    continue  # a verb at least
                self.s.phrase = number
                yield from self._walked(spoken, node.next, at, {field: subject})

    def _walked(self, spoken: Spoken | Told, node: Node, at: int, filled: Filled) -> Iterator[Act]:
        for end, holes in walked(node, self.s, at, filled):
            if end > at:
                yield Act(spoken, holes, end)

    def _typed(self, at: int) -> Iterator[Act]:
        """A command as it is typed, up to the end of an act."""
        if self.s.lower[at] not in _TYPED_WORDS:
            return
        whole = self.s.lower[at] in _WHOLE
        for end in self.ends:
            if end > at and not (whole and self.s.tokens[end] not in ("", ";")):
                text = self.text[self.s.column(at) : self.s.column(end)].strip()
                try:
                    command = read_command(text, self.s.names, self.table.seats)
                except MalformedError:
                    continue
                yield Act(_TYPED, {"command": command}, end)

    # -- what is not understood ------------------------------------------------------------------------------------

    def _stop(self) -> NoReturn:
        """Stops at the piece that fits no phrase, with what could stand there and the nearest sentence that is read."""
        at, scene = self.s.furthest, Scene(self.table)
        hint = self._corrected(at) if self.corrects else ""
        card = self.s.lower[0]
        if card in LEFT_TO_PLAYERS:
            hint = f"What a {card} does the players do: tell it with `set`, such as: set warp red 1."
            raise MalformedError(self.text, 0, "a command that is applied", hint)
        if not hint:
            spoken = nearest.phrase(self.s)
            hint = f"It is said so: {nearest.example(spoken.says, scene)}" if spoken is not None else ""
        raise MalformedError(self.text, self.s.column(at), nearest.expected(self.s), hint)

    def _corrected(self, at: int) -> str:
        """The sentence with another word for the one that fits nowhere, if that is understood."""
        start = self.s.column(at)
        for other in nearest.words(self.s):
            text = f"{self.text[:start]}{other}{self.text[start + len(self.s.tokens[at]) :]}"
            try:
                self.again(text).commands()
            except MalformedError:
                continue
            return f"Did you mean: {text}"
        return ""


def _says(command: Command, verb: str) -> bool:
    """True for a command that is an act of this kind."""
    return command.act is not None and command.act.verb == verb


def _joined(commands: list[Command]) -> Iterator[Command]:
    """The commands with what is told of one thing in several acts as one: a deal, and cards that are turned up."""
    deal: list[Term] = []
    for command, then in pairwise([*commands, Command("")]):
        if _goes_without_saying(command, then):
            continue
        if command.act is None or not _says(command, "deal") or not command.act.terms:
            yield command
            continue
        deal += command.act.terms
        if not _says(then, "deal"):
            yield replace(command, act=replace(command.act, terms=tuple(dict.fromkeys(deal))))
            deal = []


def _goes_without_saying(command: Command, then: Command) -> bool:
    """True if the next command tells all of this one: what is said twice, or cards turned up before they are named."""
    said_twice = command == then and (_says(command, "no-deal") or command.verb in ("end", "second"))
    return said_twice or (command == Command("reveal") and then.verb in ("reveal", "play"))


def _made(acts: tuple[Act, ...], scene: Scene) -> Iterator[Iterable[Command]]:
    before = ""
    for spoken, group in groupby(acts, lambda act: act.spoken):
        if isinstance(spoken, Spoken):
            named: list[Said] = []
            for act in group:
                named.append(Whom(act.said(), spoken.word, scene, before).named())
                before = (spoken.word not in DRAWN and named[-1].name) or before
            yield spoken.make(scene, named)
