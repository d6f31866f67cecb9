"""The commands of a table, each declared once: read into values, and written back (CONTRACT: table commands).

What is said at a table in one breath is one command. What is not understood is answered with the place and with what
comes next (MalformedError); whether it may be done is the judge's to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.book import bounds
from referee.errors import MalformedError
from referee.state import table as tbl
from referee.state.acts import ACTS, OPENINGS, SIDE, player, read_act, who, write_act
from referee.state.claims import Claim
from referee.state.declared import Field, Form, Kind, Values, choice
from referee.state.encounter import Act
from referee.state.facts import Fact, read_once, write_facts
from referee.state.reader import NO_SHEET, Names, is_number, write_cards, write_name
from referee.state.table_reader import CARDS, TableReader, card_count, nearest, number, some


class Stack(NamedTuple):
    """So many ships in a place."""

    place: str
    ships: int


def ships_in(stacks: Iterable[Stack]) -> int:
    """Returns how many ships are in stacks."""
    total = 0
    for _, ships in stacks:
        total += ships
    return total


def by_place(stacks: Iterable[Stack]) -> dict[str, int]:
    """Returns how many ships of the stacks are in each place that these name."""
    ships: dict[str, int] = {}
    for place, count in stacks:
        ships[place] = ships.get(place, 0) + count
    return ships


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
    system: str = ""  # the player in whose system a planet is meant, where only that is said
    why: str = ""  # what asks for cards that are drawn or discarded, in the players' words
    text: str = field(default="", compare=False)
    written: str = field(default="", init=False, compare=False, repr=False)  # as it is typed, once somebody asked


# -- kinds: players and cards ------------------------------------------------------------------------------------------

Aliens = dict[str, tuple[str, ...]]


def read_seats(r: TableReader, what: str = "a player's name") -> tuple[tuple[str, ...], Aliens]:
    """The players in order, and the aliens of those who have any: `red/Clone purple, yellow`."""
    seats: list[str] = []
    aliens: Aliens = {}
    while not r.done():
        name = r.player(what)
        seats.append(name)
        given = r.aliens()
        if given or name in r.sheetless:
            aliens[name] = given
        r.mark(",")
    return tuple(seats), aliens


def _new_seats(r: TableReader) -> tuple[tuple[str, ...], Aliens]:
    r.seats = ()
    r.players = {}
    r.most_players = bounds.FACTS  # how many can play is for the edition to say
    seats, aliens = read_seats(r)
    if not seats:
        r.fail("two players or more, clockwise")
    return seats, aliens


def _write_seats(seated: tuple[tuple[str, ...], Aliens]) -> str:
    names, aliens = seated
    return " ".join([write_sheets(name, aliens[name]) if name in aliens else name for name in names])


def write_sheets(name: str, aliens: tuple[str, ...]) -> str:
    """A player and the aliens of whom was told: `red/Clone`, or `red/none`."""
    return "/".join((name, *(map(write_name, aliens) if aliens else (NO_SHEET,))))


def _sheet(r: TableReader) -> tuple[str, Aliens]:
    """`red/Clone`, `red Clone`, or `red` where the alien is known."""
    name = r.player("whose alien sheet it is")
    given = r.aliens() or (() if r.done() else (r.alien(),))
    return name, {name: given} if given else {}


def _write_sheet(shown: tuple[str, Aliens]) -> str:
    name, aliens = shown
    return "/".join((name, *aliens.get(name, ())))


def _invited(r: TableReader) -> tuple[str, ...]:
    names: list[str] = []
    if r.word("none") or r.word("nobody"):
        return ()
    while not r.done():
        names.append(r.player("a player who is invited"))
        r.mark(",")
    return tuple(names) or r.fail("the players who are invited, or 'none'")


Turned = tuple[tuple[str, ...], tuple[str, ...]]  # main players, and the card of each


def _turned(r: TableReader) -> Turned:
    names: list[str] = []
    cards: list[str] = []
    while not r.done():
        names.append(r.player("a main player"))
        cards.append(r.hand_card())
        r.mark(",")
    return tuple(names), tuple(cards)


def _write_turned(turned: Turned) -> str:
    return ", ".join([f"{name} {write_cards((card,))}" for name, card in zip(*turned, strict=True)])


def _discarded(r: TableReader) -> tuple[str, ...]:
    return r.some_cards("for") or r.fail("the cards that are discarded, such as: 10 N +2")


def _reason(r: TableReader) -> str:
    """`for Remora`, or the name alone: what asks for it, in the players' own words; nothing where that is not said."""
    named = r.word("for")
    if named and r.done():
        r.fail("what asks for it, such as: for Remora")
    return r.rest() if named or ((r.now and r.names.alien(r.now)) or r.names.card(r.now)) else ""


# -- kinds: places and ships -------------------------------------------------------------------------------------------


def _regrouped_ships(r: TableReader) -> int | None:
    """More ships than the one that goes without saying."""
    return r.number("how many ships") if is_number(r.now) else None


def _regrouped(r: TableReader) -> str:
    return tbl.GATE if r.word(tbl.GATE) else r.a_planet()


def _aimed_at(r: TableReader) -> str:
    r.word("at")
    return r.a_planet()


def _sided(r: TableReader) -> str:
    r.word("with")
    return r.a_side()


def _reverse(r: TableReader) -> bool:
    return r.word("reverse") and (r.word("cone") or True)


def _comet(r: TableReader) -> str:
    return r.rest() or r.fail("the name of the comet, such as: comet Halley")


def _stacks(r: TableReader, whole: int | None = None) -> tuple[Stack, ...]:
    """Places with ships: `red.1 2, yellow.2 1`; a single place may leave its number out, and has `whole` then."""
    found: list[Stack] = []
    while True:
        place = r.place()
        if is_number(r.now):
            found.append(Stack(place, r.number("how many ships")))
        elif whole is not None and not found:
            return (Stack(place, whole),)
        else:
            r.fail(f"how many ships at {place}")
        if not r.mark(","):
            return tuple(found)


def _write_stacks(stacks: tuple[Stack, ...]) -> str:
    return ", ".join([f"{place} {ships}" for place, ships in stacks])


class _Unread(Field[TableReader]):
    """What only a sentence leaves so (`spoken/`): it is written, and no command is typed so."""

    def read(self, r: TableReader, values: Values) -> None:
        """Reads nothing."""


class _Sources(Field[TableReader]):
    """Where ships come from: all that were named before, where a single place leaves their number out."""

    def read(self, r: TableReader, values: Values) -> None:
        """Reads the places after `from`."""
        if self.is_said(r):
            whole = values["ships"]
            self.put(values, _stacks(r, whole if isinstance(whole, int) else None))


Rewards = tuple[int, int, tuple[Stack, ...]]  # cards, ships, and where these go


def _rewards(r: TableReader) -> Rewards:
    cards = ships = 0
    stacks: tuple[Stack, ...] = ()
    while True:
        count = r.card_count("how many cards or ships")
        if r.word("cards") or r.word("card"):
            cards += count
        elif r.word("ships") or r.word("ship"):
            ships += count
            if r.word("to"):
                stacks = _stacks(r, count)
        else:
            r.fail("'cards' or 'ships'")
        if not r.mark(","):
            return cards, ships, stacks


def _write_rewards(rewards: Rewards) -> str:
    cards, ships, stacks = rewards
    to = f" to {_write_stacks(stacks)}" if stacks else ""
    told = [f"{cards} card{'' if cards == 1 else 's'}"] if cards else []
    told += [f"{ships} ship{'' if ships == 1 else 's'}{to}"] if ships else []
    return ", ".join(told) or "0 cards"


# -- kinds: techs ------------------------------------------------------------------------------------------------------


class _OfTech(Field[TableReader]):
    """What is said of a player's tech, in any order: which, by its place or by name, ships, and where they stand."""

    def __init__(self, name: str, place: str, shown: str) -> None:
        super().__init__(name, Kind(lambda r: (), self._write, shown))
        self.place = place  # the word before the places
        self.counts = "ships" in self.names

    def read(self, r: TableReader, values: Values) -> None:
        """Reads all that is said, to the end."""
        ships = 0
        while not r.done():
            if r.word(self.place):
                values["stacks"] = _stacks(r, ships or 1 if self.counts else 0)
            elif self.counts and is_number(r.now):
                ships = values["ships"] = r.number("how many ships")
            elif r.word("tech"):
                values["number"] = r.number("which of the player's techs, such as: tech 2")
            else:
                values["word"] = r.card_name("the name of a tech, or: tech 2", "tech")

    def _write(self, told: tuple[str, int | None, tuple[Stack, ...], *tuple[int | None, ...]]) -> str:
        """What was said, in the order in which it is told to players."""
        word, number, stacks, *ships = told
        parts = [word or (f"tech {number}" if number is not None else "")]
        parts += [str(count) for count in ships if count is not None]
        places = ", ".join([f"{place} {count}" if count else place for place, count in stacks])
        parts += [f"{self.place} {places}"] if stacks else []
        return " ".join([part for part in parts if part])


def _drawn(r: TableReader) -> int | None:
    return r.card_count("how many techs are drawn", "techs") if is_number(r.now) else None


Kept = tuple[str, int | None]  # the tech that is kept, or how many are


def _kept(r: TableReader) -> Kept:
    if is_number(r.now):
        return "", r.card_count("how many techs are kept", "techs")
    return r.card_name("the name of the tech that is kept", "tech"), None


# -- the commands ------------------------------------------------------------------------------------------------------


def _facts(r: TableReader) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    while True:
        if not r.done():
            facts += read_once(r, facts)
        if not r.mark(";") and not r.mark(","):  # a comma that is left begins another fact
            break
    return tuple(facts) or r.fail("what stands where, such as: set purple.2 purple 2, blue 3; warp red 3")


# How many cards; all that are due where no number is said.
_ALL_DUE: Kind[TableReader, int | None] = Kind(lambda r: None if r.says("from") else r.card_count(), some, "NUMBER")


def _command(
    word: str,
    says: str,
    example: str,
    *fields: Field[TableReader],
    usage: str | None = None,
    typed: str = "",
    ruled_as: str = "",
) -> Form[TableReader, Command]:
    """A command, which is typed like its example where nothing else is said, and ruled by its own name."""
    usage = example if usage is None else usage
    return Form(word, Command, fields, {"verb": word}, says, example, usage, typed, ruled_as or word)


def _destiny(word: str, says: str, kind: str = "", shown: str = "") -> Form[TableReader, Command]:
    name = Field[TableReader]("who", Kind(lambda r: r.anybody("the player whom the card names"), shown="NAME"))
    reverse = Field[TableReader]("reverse", Kind(_reverse, lambda _: "reverse", shown), unsaid=False)
    example = f"{word} purple"
    values: Values = {"verb": "destiny", "word": kind}
    return Form(word, Command, (name, reverse), values, says, example, example, ruled_as="destiny")


_SHIPS = Field("ships", Kind(number("how many ships").read, some, "SHIPS"))
_FROM = _Sources("stacks", Kind(_stacks, _write_stacks, "PLANET SHIPS, ..."), after="from", unsaid=())
_STACKS = Field("stacks", Kind(_stacks, _write_stacks), unsaid=())
_AGAINST = Field("other", player("the player whose colony the encounter is with"), after="against", unsaid="")
_SYSTEM = _Unread("system", Kind(lambda r: "", "at {}".format, ""), unsaid="")
_REASON = Field("why", Kind(_reason, "for {}".format), unsaid="")
_BACK = _OfTech("word number stacks", "to", "TECH [to PLANET SHIPS, ...]")

_FORMS = (
    _command("table", "lays a new table; seats clockwise, the first is the first player",
             "table red purple/Clone yellow blue",
             Field("names aliens", Kind(_new_seats, _write_seats, "NAME[/ALIEN] ..."))),
    _command("set", "corrects the table: exactly these stand there", "set purple.2 purple 2, blue 3; warp red 3",
             Field("facts", Kind(_facts, write_facts, "PLACE NAME SHIPS, ... ; hand NAME SHIPS ; ...")),
             usage="set purple.2 purple 2, blue 3; warp red 3; hand red 8"),
    _command("offense", "says whose turn it is", "offense red", who("the player whose turn it is")),
    _command("new hand", "a player without an encounter card draws a new hand", "new hand red",
             who("the player who draws a new hand")),
    _command("punt", "in place of a turn its player discards the hand and draws seven (a variant)", "punt",
             Field("who", player("the player whose turn it is"), unsaid="")),
    _command("regroup", "the offense takes one ship back from the warp", "regroup red.1",
             Field("ships", Kind(_regrouped_ships, some), unsaid=None), Field("planet", Kind(_regrouped), unsaid=""),
             usage="regroup red.1, or: regroup gate", typed="regroup PLANET | gate"),
    _destiny("destiny", "the destiny card names a color; one's own color is one's own name", shown="reverse"),
    _destiny("wild", "a wild destiny card: the offense chooses this player", "wild"),
    _destiny("special", "a special destiny card that leads to this player", "special"),
    _command("comet", "a comet among the destiny cards, in editions that have them", "comet Halley",
             Field("word", Kind(_comet, shown="TEXT")), ruled_as="destiny"),
    _command("launch", "the offense puts ships on the gate and points it at a planet",
             "launch red 3 from red.1 2, red.2 1 at purple.4",
             who("the player who launches"), _SHIPS, _FROM,
             Field("planet", Kind(lambda r: r.a_planet() if r.expect_word("at") else "", "at {}".format), unsaid=""),
             _SYSTEM, _AGAINST,
             usage="launch red 3 at purple.4, or: launch red 3 from red.1 2, yellow.2 1 at purple.4 against blue",
             typed="launch NAME SHIPS [from PLANET SHIPS, ...] at PLANET [against NAME]"),
    _command("aim", "points the gate by itself; `launch NAME SHIPS` sends ships by itself", "aim purple.4",
             Field("planet", Kind(_aimed_at, shown="PLANET")), _SYSTEM, _AGAINST,
             usage="aim purple.4, or: aim red.2 against blue", ruled_as="launch"),
    _command("invite", "a main player invites allies, the offense first", "invite red: yellow blue",
             who("the main player who invites"),
             Field("names", Kind(_invited, lambda names: " ".join(names) or "none", "NAME ... | none"), after=":"),
             usage="invite red: yellow blue, or: invite red: none"),
    _command("ally", "an invited player joins a side", "ally yellow defense 4",
             who("the player who allies"), Field("side", Kind(_sided, shown=SIDE.shown)), _SHIPS, _FROM,
             usage="ally yellow defense 4, or: ally yellow defense 4 from yellow.1 3, blue.2 1"),
    _command("decline", "an invited player joins neither side", "decline blue", who("the player who declines")),
    _command("play", "a main player chooses an encounter card; ? keeps it hidden", "play red 10",
             who("the player who plays the card"),
             Field("cards", Kind(lambda r: (r.hand_card(),), write_cards, "CARD")),
             usage="play red 10, or: play red ?"),
    _command("reveal", "the cards are turned up", "reveal red 10, purple N",
             Field("names cards", Kind(_turned, _write_turned, "NAME CARD, NAME CARD"), unsaid=((), ())),
             usage="reveal, or: reveal red 10, purple N"),
    _command("resolve", "rules the encounter and moves the ships", "resolve"),
    _command("lose", "says which ships go to the warp", "lose red gate 2, red.1 1",
             who("the player who loses ships"), _STACKS, typed="lose NAME PLACE SHIPS, ..."),
    _command("return", "says where ships return to", "return yellow yellow.1 3, blue.2 1",
             who("the player whose ships return"), _STACKS, typed="return NAME PLANET SHIPS, ..."),
    _command("take", "takes cards as compensation", "take red 3 from blue",
             who("the player who takes cards"), Field("number", _ALL_DUE, unsaid=None),
             Field("other", player("the player whose cards they are"), after="from"),
             Field("cards", CARDS, after=":", unsaid=()),
             usage="take red 3 from blue, or: take red from blue, or: take red 3 from blue: 10 N ?"),
    _command("reward", "takes a defender's rewards", "reward yellow 2 cards, 2 ships to yellow.1 2",
             who("the player who takes rewards"),
             Field("number ships stacks",
                   Kind(_rewards, _write_rewards, "NUMBER cards, NUMBER ships [to PLANET SHIPS, ...]"))),
    _command("draw", "a player draws cards", "draw red 2",
             who("the player who draws"), card_count(),
             Field("word", choice(("rewards",), "'rewards'"), after="from", unsaid=""), _REASON,
             typed="draw NAME NUMBER", usage="draw red 2 for Remora, or: draw red 2 from rewards for Remora"),
    _command("discard", "a player discards cards", "discard red: 10",
             who("the player who discards"),
             Field("cards", Kind(_discarded, write_cards, "CARD ..."), after=":"), _REASON,
             usage="discard red: 10 N, or: discard red: 10 for Remora"),
    _command("research", "puts a ship on a technology", "research red from red.1",
             who("who researches a tech"),
             _OfTech("word number stacks ships", "from", "[TECH] [SHIPS] [from PLANET]"), usage=""),
    _command("complete", "a technology is finished, its ships come back", "complete red Lunar-Cannon",
             who("whose tech it is"), _BACK, usage=""),
    _command("abandon", "gives a technology up", "abandon red Lunar-Cannon", who("whose tech it is"), _BACK, usage=""),
    _command("acquire", "draws technologies", "acquire red",
             who("who draws techs"),
             Field("number", Kind(_drawn, shown="NUMBER"), unsaid=None),
             Field("word ships", Kind(_kept, lambda k: k[0] or str(k[1]), "TECH"), after="keep", unsaid=("", None)),
             usage=""),
    _command("show", "turns up an alien sheet (hidden powers)", "", Field("who aliens", Kind(_sheet, _write_sheet))),
    _command("hide", "turns an alien sheet face down (hidden powers)", "hide red", who("whose alien sheet it is"),
             usage=""),
    _command("second", "the offense has a second encounter", "second"),
    _command("end", "the offense's turn ends", "end"),
    _command("claim", "asks whether something is so: ruled true, or refused with the clause", "claim offense 17",
             Claim(),
             usage="claim offense 17, or: claim winner blue, or: claim red compensation 3",
             typed="claim offense|defense TOTAL | winner NAME | NAME WHAT NUMBER | flares NUMBER"),
)  # fmt: skip
COMMANDS = {form.word.split()[0]: form for form in _FORMS}
_WRITTEN = {form.word: form for form in _FORMS}
VERBS = (*COMMANDS, "use", "zap", "card zap", "force field", "reinforce", "deal", "no deal")
USAGE = {word: form.usage for word, form in COMMANDS.items() if form.usage}
USAGE |= {form.word.split()[0]: form.usage for form in ACTS.values() if form.usage}

# -- reading and writing -----------------------------------------------------------------------------------------------


def read_command(text: str, names: Names, players: Iterable[str] = ()) -> Command:
    """Reads one command at a table of these players. Raises MalformedError with the place and what comes next."""
    found = read_from(TableReader(text, names, players))
    found.text = text
    return found


def read_from(r: TableReader, end: str = "") -> Command:
    """One command, to the end of the text or to this mark."""
    word = r.now.lower()
    try:
        found = _begun(r, word)
        if r.now not in ("", end):
            r.fail("the end of the command")
    except MalformedError as error:
        usage = USAGE.get(word, "")
        if error.hint or not usage:
            raise
        raise MalformedError(error.line, error.column, error.expected, f"It is typed so: {usage}") from None
    return found


def _begun(r: TableReader, word: str) -> Command:
    """A command that begins with this word."""
    if word in COMMANDS and not (r.is_player() and r.ahead().lower() in COMMANDS):
        r.step()
        return COMMANDS[word].read(r)
    if word in OPENINGS:
        act = read_act(r)
        return Command("act", act.by or act.who, act=act)
    r.fail(f"a command: {', '.join(VERBS)}", _hint(r, word))


def _hint(r: TableReader, word: str) -> str:
    """What may have been meant by something that is no command."""
    then = r.ahead().lower()
    if (r.is_player() or not r.seats) and (then in COMMANDS or then in OPENINGS):
        return f"The command comes first, and then the player: {then} {r.now}"
    if word in _ELSEWHERE:
        return f"`referee {word}` is typed by itself."
    return nearest(word, [*COMMANDS, *OPENINGS]).strip() if word else ""


_ELSEWHERE = ("undo", "redo", "history", "legal", "show", "export", "may", "why")


def write_command(command: Command) -> str:
    """The command as it is typed."""
    if not command.written:
        drawn = command.word if command.verb == "destiny" else ""  # `wild` or `special`
        form = _WRITTEN.get(drawn or command.verb)
        command.written = form.write(command) if form else write_act(command.act) if command.act else ""
    return command.written
