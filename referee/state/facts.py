"""The facts that `set` and `may` tell of a table, each declared once (CONTRACT: table commands)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.errors import ImpossibleError
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import SIDE, who
from referee.state.declared import Field, Form, Kind, Values, choice
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.reader import is_number, write_cards, write_name
from referee.state.table_reader import WHO, TableReader, card_count, nearest, number
from referee.state.words import UNSEEN


class Fact(NamedTuple):
    """One thing that `set` tells: what it is about, of whom, and its value (a number, a word or cards)."""

    what: str
    who: str = ""
    number: int | None = None
    word: str = ""
    cards: tuple[str, ...] | None = None
    techs: tuple[tbl.Tech, ...] = ()
    hidden: bool = False  # whether its number is `?`: nobody knows it any more


# -- kinds -------------------------------------------------------------------------------------------------------------


def _hand(r: TableReader) -> tuple[str, ...]:
    cards: list[str] = []
    while not r.done() and r.now != ",":
        cards.append(r.hand_card())
    return r.held(cards)


def _counted(read: Callable[[TableReader], int]) -> Kind[TableReader, tuple[int, bool]]:
    """How many of something, or `?` where nobody knows that any more: the number, and whether it is hidden."""

    def number_or_hidden(r: TableReader) -> tuple[int, bool]:
        return (0, True) if r.one_of(UNSEEN) else (read(r), False)

    return Kind(number_or_hidden, lambda told: tbl.UNKNOWN if told[1] else str(told[0]), "NUMBER")


class _Unnamed(Field[TableReader]):
    """How many cards a hand has, where they are not named."""

    def read(self, r: TableReader, values: Values) -> None:
        """Reads how many, which has to be said then."""
        if "cards" not in values:
            self.put(values, self.kind.read(r))


def _power(r: TableReader) -> tuple[str, str]:
    """What is told of a power, or of the alien sheet, and its word."""
    if r.word("lost"):
        return "power", tbl.LOST
    if r.word("has") or r.word("kept"):
        return "power", tbl.HAS
    for word in ("hidden", "shown"):
        if r.word(word):
            return "sheet", word
    r.fail("'lost' or 'has'")


def _aliens(r: TableReader) -> tuple[str, ...]:
    if r.word("none"):
        return ()
    found = [r.alien()]
    while not r.done():
        r.mark("/")
        found.append(r.alien())
    return tuple(found)


def _techs(r: TableReader) -> tuple[tbl.Tech, ...]:
    """`Lunar-Cannon 3, ?, Xenon-Lasers complete`: all techs that lie in front of a player."""
    found: list[tbl.Tech] = []
    while not r.done() and not r.word("none"):
        name = tbl.UNKNOWN if r.mark(tbl.UNKNOWN) else r.card_name("the name of a tech, or ?", "tech")
        ships = r.number("how many ships") if is_number(r.now) else 0
        found.append(tbl.Tech(name, ships, r.word("complete")))
        if not r.mark(","):
            break
    return tuple(found)


def _write_techs(held: tuple[tbl.Tech, ...]) -> str:
    told = [f"{t.name}{f' {t.ships}' if t.ships else ''}{' complete' if t.complete else ''}" for t in held]
    return ", ".join(told) or "none"


def _encounter(r: TableReader) -> int:
    if r.now not in ("1", "2"):
        r.fail("1 or 2, the first or the second encounter of the turn")
    return r.number("1 or 2")


def _phase(r: TableReader) -> str:
    if r.now.lower() == "start":
        r.step()
        r.mark("-")
        r.word("turn")
        return ph.START
    return next((phase for phase in ph.PHASES if r.word(phase)), "") or r.fail(f"a phase: {', '.join(ph.PHASES)}")


def _stacks(r: TableReader, what: str, place: str, owner: str) -> list[Fact]:
    """All ships of a place: what is not named there is gone."""
    found = [Fact(what, place)]
    if r.nobody():
        return found
    while True:
        name = r.player(owner)
        if what == "stack" and r.one_of(UNSEEN):
            found.append(Fact(what, place, 0, name, hidden=True))
        else:
            found.append(Fact(what, place, r.number("how many ships"), name))
        if not _goes_on(r):
            return found


def _goes_on(r: TableReader) -> bool:
    """Takes a comma behind which the same fact goes on; one behind which another fact begins is left."""
    then = r.ahead()
    begins = then.lower() in FACTS and then.casefold() not in r.players
    return not (r.now == "," and (r.ahead(2) == "." or begins)) and r.mark(",")


def _limbo(r: TableReader) -> list[Fact]:
    """`red: blue 2, green 1`: all ships on a section of the fan."""
    section = r.player("the player of whose color the section of the fan is")
    r.mark(":")
    return _stacks(r, "fan", section, "a player whose ships lie there, or 'nobody'")


def _captured(r: TableReader) -> list[Fact]:
    """`red: blue 2, green.3`: all ships and planets that lie on an alien sheet."""
    sheet = r.player("the player on whose alien sheet they lie")
    r.mark(":")
    found = [Fact("captured", sheet)]
    while not r.nobody():
        planet = r.a_planet() if r.ahead() == "." else ""
        name = planet or r.player("a player whose ships lie there, a planet, or 'nobody'")
        found.append(Fact("captured", sheet, 1 if planet else r.number("how many ships"), name))
        if r.ahead().lower() in FACTS or not r.mark(","):
            break
    return found


def _invited(r: TableReader) -> list[Fact]:
    found: list[Fact] = []
    while not r.done():
        if not found and r.nobody():
            return [Fact("invited", word=r.a_side() if r.now.lower() in (OFFENSE, DEFENSE) else "")]
        name = r.player("the player who is invited")
        found.append(Fact("invited", name, word=r.a_side() if r.now.lower() in (OFFENSE, DEFENSE) else ""))
        r.mark(",")
    if not found:
        r.fail("the players who are invited, or 'none'")
    return found


# -- the facts ---------------------------------------------------------------------------------------------------------


class _Told(Form[TableReader, Fact]):
    """How one fact is told. `what` is it if that is not its own word.

    With `many` the same is told of several players between commas, with `place` of ships there, which may be nobody's;
    `listed` reads several facts at once.
    """

    def __init__(
        self,
        word: str,
        *fields: Field[TableReader],
        what: str = "",
        many: bool = False,
        place: bool = False,
        listed: Callable[[TableReader], list[Fact]] | None = None,
    ) -> None:
        self.what = what or word.replace(" ", "-")
        super().__init__(word, Fact, fields, {"what": self.what})
        self.many = many
        self.place = place
        self.listed = listed

    def read_all(self, r: TableReader) -> list[Fact]:
        """All that is told so, after its words."""
        if self.listed is not None:
            return self.listed(r)
        if self.place and r.nobody():
            return [Fact("stack", self.word)]
        found = [self.read_on(r)]
        while self.many and _goes_on(r):
            found.append(self.read_on(r))
        return found


def _of_ships(word: str, what: str = "", place: bool = False) -> _Told:
    hidden: Field[TableReader] = Field("number hidden", _counted(lambda r: r.number("how many")))
    counted: Field[TableReader] = Field("number", number("how many")) if what else hidden
    return _Told(word, WHO, counted, what=what, many=True, place=place)


def _deck(*what: str) -> Field[TableReader]:
    """How many cards a deck has, or `?` where nobody counts them."""
    many: Kind[TableReader, int | None] = Kind(
        lambda r: None if r.one_of(UNSEEN) else r.card_count(*what),
        lambda count: tbl.UNKNOWN if count is None else str(count),
        "NUMBER",
    )
    return Field("number", many)


_HOW_MANY = "how many cards, or ':' and the cards"
_LYING: Kind[TableReader, tuple[str, ...]] = Kind(
    lambda r: () if r.nobody() else r.some_cards(), write_cards, "CARD ..."
)
_UNDER = Field("cards", _LYING, after=":")
_FORMS = (
    _Told(
        "hand",
        who("the player whose hand it is"),
        Field("cards", Kind(_hand, write_cards), after=":", unsaid=None),
        _Unnamed(
            "number hidden",
            _counted(lambda r: r.card_count("how many cards, or ':' and the cards")),
            unsaid=(None, False),
        ),
        many=True,
    ),
    _of_ships("tokens"),
    _of_ships("ships", what="owned"),
    _Told("power", who("the player whose power it is"), Field("what word", Kind(_power, lambda told: told[1]))),
    _Told(
        "alien",
        who("the player whose alien it is"),
        Field("cards", Kind(_aliens, lambda names: " ".join(map(write_name, names)) or "none")),
    ),
    _Told("deck", _deck()),
    _Told("destiny deck", _deck()),
    _Told("rewards deck", _deck()),
    _Told("rewards discards", card_count()),
    _Told("discards", _UNDER),
    _Told("tech deck", _deck("how many techs", "techs")),
    _Told("tech discards", _UNDER),
    _Told("tech", who("whose techs"), Field("techs", Kind(_techs, _write_techs), after=":"), what="techs"),
    _Told("turn", WHO),
    _Told("phase", Field("word", Kind(_phase))),
    _Told("encounter", Field("number", Kind(_encounter))),
    _Told("defense", WHO),
    _Told("at", Field("word", Kind(lambda r: r.a_planet())), what="target"),
    _Told(
        "invited",
        Field("who", Kind(lambda r: r.player(), lambda name: name or "none")),
        Field("word", SIDE, unsaid=""),
        listed=_invited,
    ),
    *(_of_ships(word, place=True) for word in (tbl.WARP, tbl.GATE, tbl.BESIDE, tbl.REMOVED)),
    _Told("limbo", what="fan", listed=_limbo),
    _Told("captured", listed=_captured),
    _Told("marker", WHO),
    _Told(
        "hex",
        who("the player whose planet hex it is"),
        Field("word", choice(("reverse", "regular"), "'reverse' or 'regular', the side that lies up")),
    ),
)
_WRITTEN = {form.what: form for form in _FORMS}
_WRITTEN["sheet"] = _WRITTEN["power"]
# By first word, in the order in which players are told of them.
FACTS = {
    word: tuple(form for form in _FORMS if form.word.split()[0] == word)
    for word in dict.fromkeys(form.word.split()[0] for form in _FORMS)
}


def read_turn(r: TableReader) -> list[Fact]:
    """Whose turn it is, as a question tells it: `offense red`."""
    return [Fact("turn", r.player("the player whose turn it is"))]


def read_facts(r: TableReader) -> list[Fact]:
    """One fact of `set`: what stands in a place, or something by its word."""
    word = r.now.lower()
    if word in FACTS and r.ahead() != ".":
        r.step()
        *others, last = FACTS[word]
        form = next((form for form in others if r.word(form.more[0])), None)
        if form is None:
            form = last
            form.expect_words(r)
        return form.read_all(r)
    if word not in tbl.PLACES and not r.is_player() and r.ahead() != ".":
        near = nearest(r.now, [*FACTS, *r.seats])
        r.fail(f"a planet, such as purple.2, or one of: {', '.join(FACTS)}", near.strip())
    return _stacks(r, "stack", r.place(), "a player whose ships stand there, or 'nobody'")


_OF_THE_TABLE = ("turn", "phase", "encounter", "defense", "target", "marker")  # one value, whoever is named
_OF_MANY = (
    *tbl.PLACES,
    "stack",
    "fan",
    "captured",
    "invited",
    "hand",
)  # the table says which of these it is told twice


def told_again(facts: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """The first two facts that tell one thing otherwise; None if none do.

    What lies in places and hands is left to the rules of the table, which name a clause.
    """
    seen: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        first = seen.setdefault(_key(fact), fact)
        if first != fact and fact.what not in _OF_MANY:
            return first, fact
    return None


def _key(fact: Fact) -> tuple[str, str]:
    return fact.what, "" if fact.what in _OF_THE_TABLE else fact.who


def read_once(
    r: TableReader, before: Sequence[Fact], read: Callable[[TableReader], list[Fact]] = read_facts
) -> list[Fact]:
    """As `read_facts`; ImpossibleError for what one of the facts `before` tells already, for which of the two holds?"""
    found = read(r)
    again = told_again((*before, *found))
    if again is not None:
        one, other = (write_facts((fact,)) for fact in again)
        raise ImpossibleError(r.line, [f"`{one}` is told again as `{other}`: say the one that holds"])
    return found


# -- writing -----------------------------------------------------------------------------------------------------------


def _number(fact: Fact) -> str:
    return tbl.UNKNOWN if fact.hidden else str(fact.number)


def _stack(fact: Fact) -> str:
    """Ships of a player as they are typed, or a planet."""
    return fact.word if "." in fact.word else f"{fact.word} {_number(fact)}"


_LISTED = {"stack": "", "fan": "limbo ", "captured": "captured "}  # what is told of a place as a whole, by its words


def write_facts(facts: tuple[Fact, ...]) -> str:
    """Facts as they are typed, between semicolons."""
    parts: list[str] = []
    place = ""
    for fact in facts:
        if fact.what not in _LISTED:
            parts.append(_WRITTEN[fact.what].write(fact))
            continue
        where = f"{_LISTED[fact.what]}{fact.who}"
        if fact.number is None:
            parts.append(f"{where} nobody")
        elif not parts or place != where:  # the fact that cleared the place was left out
            parts.append(f"{where} {_stack(fact)}")
        elif parts[-1].endswith(" nobody"):
            parts[-1] = f"{where} {_stack(fact)}"
        else:
            parts[-1] += f", {_stack(fact)}"
        place = where
    return "; ".join(parts)
