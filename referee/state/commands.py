"""The commands of a table read into values, and written back (CONTRACT: table commands).

What is said at a table in one breath is one command. What is not understood is answered with the place and with what
comes next (MalformedError); whether it may be done is the judge's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.book import bounds
from referee.errors import MalformedError
from referee.state import table as tbl
from referee.state import technology as tech
from referee.state.acts import OPENINGS, read_act
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.facts import Fact, nearest, read_facts
from referee.state.reader import Names, Reader
from referee.state.tokens import is_number
from referee.state.written import USAGE, WRITERS


class Stack(NamedTuple):
    """So many ships in a place."""

    place: str
    ships: int


@dataclass(slots=True)
class Command:
    """One command: what is done, by whom, and what belongs to it. What does not apply is empty."""

    verb: str
    who: str = ""
    ships: int | None = None
    stacks: tuple[Stack, ...] = ()  # where ships come from, or go to
    planet: str = ""
    other: str = ""  # another player: whom the encounter is against, whose hand cards come from
    side: str = ""
    names: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    number: int | None = None
    word: str = ""
    reverse: bool = False  # of a destiny card: whether it shows the reverse cone
    act: Act | None = None
    facts: tuple[Fact, ...] = ()
    aliens: dict[str, tuple[str, ...]] = field(default_factory=dict)
    why: str = ""  # what asks for cards that are drawn or discarded, in the players' words
    text: str = field(default="", compare=False)
    written: str = field(default="", init=False, compare=False, repr=False)  # as it is typed, once somebody asked


def read_command(text: str, names: Names, players: Iterable[str] = ()) -> Command:
    """Reads one command at a table of these players. Raises MalformedError with the place and what comes next."""
    reader = _Reader(text, names, tuple(players))
    found = reader.command()
    found.text = text
    return found


class Question(NamedTuple):
    """What `may` asks: a command, the facts that are known, the players in the order in which they are named."""

    command: Command
    facts: tuple[Fact, ...]
    players: tuple[str, ...]
    seats: tuple[str, ...] = ()  # clockwise, where that is said
    aliens: dict[str, tuple[str, ...]] = {}  # noqa: RUF012  never changed


def read_question(text: str, names: Names) -> Question:
    """A command and, after semicolons, the facts that are known.

    The facts are those of `set`, and `offense NAME` for whose turn it is, `seats NAME...` for who sits clockwise.
    Raises MalformedError.
    """
    met = _names_in_facts(text, names)
    reader = _Reader(text, names, ())
    reader.players |= {name.casefold(): name for name in met}
    command = reader.command(";")
    if command.verb in ("table", "set"):
        reader.fail("something that a player does, such as: launch red 3 at purple.2", at=0)
    facts: list[Fact] = []
    seats: tuple[str, ...] = ()
    aliens: dict[str, tuple[str, ...]] = {}
    while reader.mark(";"):
        if reader.word("seats"):
            seats = _seats(reader, aliens)
        elif not reader.done():
            facts += _question_facts(reader)
    if reader.now:
        reader.fail("';' and a fact, or the end")
    tokens = [token.casefold() for token in reader.tokens]
    order = sorted(reader.players, key=lambda key: tokens.index(key) if key in tokens else len(tokens))
    return Question(command, tuple(facts), tuple(reader.players[key] for key in order), seats, aliens)


def _question_facts(r: _Reader) -> list[Fact]:
    if r.word(OFFENSE):
        return [Fact("turn", r.player("the player whose turn it is"))]
    return read_facts(r)


def _names_in_facts(text: str, names: Names) -> tuple[str, ...]:
    """The players that the facts name, so that the command can name them too; what is wrong there is said later."""
    reader = _Reader(text, names, ())
    while reader.now and not reader.mark(";"):
        reader.step()
    try:
        while reader.now:
            if reader.word("seats"):
                _seats(reader, {})
            elif not reader.done():
                _question_facts(reader)
            if not reader.mark(";"):
                break
    except MalformedError:
        pass
    return tuple(reader.players.values())


def _seats(r: _Reader, aliens: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    found: list[str] = []
    while not r.done():
        found.append(r.player())
        given = r.aliens()
        if given:
            aliens[found[-1]] = given
        r.mark(",")
    if len(set(found)) < 2 or len(set(found)) < len(found):
        r.fail("two players or more, each once, clockwise, such as: seats red purple yellow")
    return tuple(found)


def write_command(command: Command) -> str:
    """The command as it is typed."""
    if not command.written:
        command.written = WRITERS[command.verb](command)
    return command.written


class _Reader(Reader):
    """One command."""

    def __init__(self, line: str, names: Names, players: tuple[str, ...]) -> None:
        super().__init__(line, names)
        self.seats = players
        for name in players:
            self.players[name.casefold()] = name

    def check_name(self, name: str, key: str, what: str) -> None:
        super().check_name(name, key, what)
        if key in _TABLE_WORDS:
            self.fail(what, f"{name!r} is a word of these commands; call the player something else.")
        if self.seats:
            self.fail(what, f"At this table sit {', '.join(self.seats)}.{nearest(name, self.seats)}")

    def anybody(self, what: str) -> str:
        """A player of this table, or a name that nobody has there."""
        seats, self.seats = self.seats, ()
        self.most_players += 1
        try:
            return self.player(what)
        finally:
            self.seats = seats
            self.most_players -= 1

    def command(self, end: str = "") -> Command:
        """One command, to the end of the text or to this mark."""
        word = self.now.lower()
        try:
            found = self.begun(word)
            if self.now not in ("", end):
                self.fail("the end of the command")
        except MalformedError as error:
            usage = USAGE.get(word, "")
            if error.hint or not usage:
                raise
            raise MalformedError(error.line, error.column, error.expected, f"It is typed so: {usage}") from None
        return found

    def begun(self, word: str) -> Command:
        """A command that begins with this word."""
        if word in _COMMANDS and not (self.is_player() and self.ahead().lower() in _COMMANDS):
            self.step()
            return _COMMANDS[word](self)
        if word in OPENINGS:
            act = read_act(self)
            return Command("act", act.by or act.who, act=act)
        self.fail(f"a command: {', '.join(VERBS)}", self.hint(word))

    def hint(self, word: str) -> str:
        """What may have been meant by something that is no command."""
        then = self.ahead().lower()
        if (self.is_player() or not self.seats) and (then in _COMMANDS or then in OPENINGS):
            return f"The command comes first, and then the player: {then} {self.now}"
        if word in _ELSEWHERE:
            return f"`referee {word}` is typed by itself."
        return _nearest(word) if word else ""

    def place(self, what: str = "a planet, such as red.4, or the gate") -> str:
        """A place where ships stand."""
        for word in (tbl.GATE, tbl.WARP, tbl.BESIDE, tbl.UNPLACED, tbl.REMOVED, tbl.TECH):
            if self.word(word):
                return word
        if not self.is_player() and self.ahead() != ".":
            self.fail(what)
        return self.a_planet()

    def a_planet(self) -> str:
        """A planet as it is written: `red.4`."""
        name, number = self.planet()
        return f"{name}.{number}"

    def stacks(self, whole: int | None = None) -> tuple[Stack, ...]:
        """Places with ships: `red.1 2, yellow.2 1`; a single place may leave its number out."""
        found: list[Stack] = []
        while True:
            place = self.place()
            if is_number(self.now):
                found.append(Stack(place, self.number("how many ships")))
            elif whole is not None and not found:
                return (Stack(place, whole),)
            else:
                self.fail(f"how many ships at {place}")
            if not self.mark(","):
                return tuple(found)

    def sources(self, ships: int | None) -> tuple[Stack, ...]:
        """`from red.1 2, yellow.2 1`, or nothing."""
        return self.stacks(ships) if self.word("from") else ()

    def some_cards(self, end: str = "") -> tuple[str, ...]:
        """Cards up to the end of the command, or of this fact, or to this word."""
        found: list[str] = []
        while not self.done() and not (end and self.says(end)):
            self.mark(",")
            if not self.done():
                found.append(self.hand_card())
        return self.held(found)


def _nearest(word: str) -> str:
    return nearest(word, [*_COMMANDS, *OPENINGS]).strip()


# Words of the commands that stand where a name could: no player is called so.
_TABLE_WORDS = frozenset("nobody winner with against to".split())
_ELSEWHERE = ("undo", "redo", "history", "legal", "show", "export", "may", "why")

# -- reading -----------------------------------------------------------------------------------------------------------


def _table(r: _Reader) -> Command:
    r.seats = ()
    r.players = {}
    r.most_players = bounds.FACTS  # how many can play is for the edition to say
    seats: list[str] = []
    aliens: dict[str, tuple[str, ...]] = {}
    while not r.done():
        name = r.player("a player's name")
        seats.append(name)
        given = r.aliens()
        if given:
            aliens[name] = given
        r.mark(",")
    if not seats:
        r.fail("two players or more, clockwise")
    return Command("table", names=tuple(seats), aliens=aliens)


def _set(r: _Reader) -> Command:
    facts: list[Fact] = []
    while True:
        if not r.done():
            facts += read_facts(r)
        if not r.mark(";"):
            break
    if not facts:
        r.fail("what stands where, such as: set purple.2 purple 2, blue 3; warp red 3")
    return Command("set", facts=tuple(facts))


def _offense(r: _Reader) -> Command:
    return Command("offense", r.player("the player whose turn it is"))


def _new(r: _Reader) -> Command:
    r.expect_word("hand")
    return Command("new hand", r.player("the player who draws a new hand"))


def _punt(r: _Reader) -> Command:
    return Command("punt", "" if r.done() else r.player("the player whose turn it is"))


def _regroup(r: _Reader) -> Command:
    if r.word(tbl.GATE):
        return Command("regroup", planet=tbl.GATE)
    return Command("regroup", planet="" if r.done() else r.a_planet())


def _destiny(word: str) -> Callable[[_Reader], Command]:
    def read(r: _Reader) -> Command:
        who = r.anybody("the player whom the card names")
        return Command("destiny", who, word=word, reverse=r.word("reverse") and (r.word("cone") or True))

    return read


def _comet(r: _Reader) -> Command:
    text = r.rest()
    if not text:
        r.fail("the name of the comet, such as: comet Halley")
    return Command("comet", word=text)


def _launch(r: _Reader) -> Command:
    who = r.player("the player who launches")
    ships = r.number("how many ships")
    sources = r.sources(ships)
    if r.done():
        return Command("launch", who, ships, sources)
    r.expect_word("at")
    return Command("launch", who, ships, sources, *_target(r))


def _target(r: _Reader) -> tuple[str, str]:
    """A planet, and whose colony the encounter is with where that is said."""
    planet = r.a_planet()
    return planet, r.player("the player whose colony the encounter is with") if r.word("against") else ""


def _aim(r: _Reader) -> Command:
    r.word("at")
    planet, against = _target(r)
    return Command("aim", planet=planet, other=against)


def _invite(r: _Reader) -> Command:
    who = r.player("the main player who invites")
    r.mark(":")
    if r.word("none") or r.word("nobody"):
        return Command("invite", who)
    names: list[str] = []
    while not r.done():
        names.append(r.player("a player who is invited"))
        r.mark(",")
    if not names:
        r.fail("the players who are invited, or 'none'")
    return Command("invite", who, names=tuple(names))


def _ally(r: _Reader) -> Command:
    who = r.player("the player who allies")
    r.word("with")
    side = r.a_side()
    ships = r.number("how many ships")
    return Command("ally", who, ships, r.sources(ships), side=side)


def _decline(r: _Reader) -> Command:
    return Command("decline", r.player("the player who declines"))


def _play(r: _Reader) -> Command:
    who = r.player("the player who plays the card")
    return Command("play", who, cards=(r.hand_card(),))


def _reveal(r: _Reader) -> Command:
    names: list[str] = []
    cards: list[str] = []
    while not r.done():
        names.append(r.player("a main player"))
        cards.append(r.hand_card())
        r.mark(",")
    return Command("reveal", names=tuple(names), cards=tuple(cards))


def _lose(r: _Reader) -> Command:
    return Command("lose", r.player("the player who loses ships"), stacks=() if r.done() else r.stacks())


def _return(r: _Reader) -> Command:
    return Command("return", r.player("the player whose ships return"), stacks=() if r.done() else r.stacks())


def _take(r: _Reader) -> Command:
    who = r.player("the player who takes cards")
    number = r.card_count()
    r.expect_word("from")
    other = r.player("the player whose cards they are")
    return Command("take", who, number=number, other=other, cards=r.some_cards() if r.mark(":") else ())


def _reward(r: _Reader) -> Command:
    who = r.player("the player who takes rewards")
    cards = ships = 0
    stacks: tuple[Stack, ...] = ()
    while True:
        count = r.card_count("how many cards or ships")
        if r.word("cards") or r.word("card"):
            cards += count
        elif r.word("ships") or r.word("ship"):
            ships += count
            if r.word("to"):
                stacks = r.stacks(count)
        else:
            r.fail("'cards' or 'ships'")
        if not r.mark(","):
            return Command("reward", who, ships, stacks, number=cards)


def _draw(r: _Reader) -> Command:
    who = r.player("the player who draws")
    number, deck = r.card_count(), ""
    if r.word("from"):
        r.expect_word("rewards")
        deck = "rewards"
    return Command("draw", who, number=number, word=deck, why=_reason(r))


def _discard(r: _Reader) -> Command:
    who = r.player("the player who discards")
    r.mark(":")
    cards = r.some_cards("for")
    if not cards:
        r.fail("the cards that are discarded, such as: 10 N +2")
    return Command("discard", who, cards=cards, why=_reason(r))


def _reason(r: _Reader) -> str:
    """`for Remora`, or the name alone: what asks for it, in the players' own words; nothing where that is not said."""
    named = r.word("for")
    if named and r.done():
        r.fail("what asks for it, such as: for Remora")
    return r.rest() if named or ((r.now and r.names.alien(r.now)) or r.names.card(r.now)) else ""


def _claim(r: _Reader) -> Command:
    if r.word("winner"):
        return Command("claim", r.player("the player who is said to have won"), word="winner")
    for side in (OFFENSE, DEFENSE):
        if r.word(side):
            return Command("claim", side=side, word="total", number=r.signed("the total"))
    if "flares" not in r.players and r.word("flares"):
        return Command("claim", word="flares", number=r.number("how many flares were put into the cosmic deck"))
    who = r.player("'offense', 'defense', 'winner', 'flares' or a player")
    for word in ("holds", "plays"):
        if r.word(word):
            return Command("claim", who, word=word, cards=r.some_cards())
    for word in _CLAIMS:
        if r.word(word):
            return Command("claim", who, word=word, number=r.number("a number"))
    r.fail(f"what is claimed: {', '.join(_CLAIMS)}, holds CARDS")


_CLAIMS = ("compensation", "rewards", "warp", "lands", "returns", "ships", "foreign", "home", "techs", "hand")


def _plain(verb: str) -> Callable[[_Reader], Command]:
    return lambda r: Command(verb)


_COMMANDS: dict[str, Callable[[_Reader], Command]] = {
    "table": _table,
    "set": _set,
    "offense": _offense,
    "new": _new,
    "punt": _punt,
    "regroup": _regroup,
    "destiny": _destiny(""),
    "wild": _destiny("wild"),
    "special": _destiny("special"),
    "comet": _comet,
    "launch": _launch,
    "aim": _aim,
    "invite": _invite,
    "ally": _ally,
    "decline": _decline,
    "play": _play,
    "reveal": _reveal,
    "resolve": _plain("resolve"),
    "lose": _lose,
    "return": _return,
    "take": _take,
    "reward": _reward,
    "draw": _draw,
    "discard": _discard,
    "research": lambda r: Command("research", **tech.research(r)),
    "complete": lambda r: Command("complete", **tech.back(r)),
    "abandon": lambda r: Command("abandon", **tech.back(r)),
    "acquire": lambda r: Command("acquire", **tech.acquire(r)),
    "show": lambda r: Command("show", **tech.show(r)),
    "hide": lambda r: Command("hide", r.player("whose alien sheet it is")),
    "second": _plain("second"),
    "end": _plain("end"),
    "claim": _claim,
}
VERBS = (*_COMMANDS, "use", "zap", "card zap", "force field", "reinforce", "deal", "no deal")
