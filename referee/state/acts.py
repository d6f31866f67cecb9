"""What was done and what the players state, in the words of the table commands: each act declared once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.state.declared import ALWAYS, Field, Form, Kind, Values
from referee.state.encounter import MORPH, NEGOTIATE, RANDOM, Act, Settlers, Term, cards_of_type
from referee.state.reader import (
    LETTER_CARDS,
    Names,
    Reader,
    is_number,
    is_quoted,
    is_word,
    write_cards,
    write_count,
    write_name,
)
from referee.state.words import UNSEEN

Amount = tuple[int | None, bool]  # a number, and whether it is hidden

# -- kinds that acts and commands share --------------------------------------------------------------------------------


def player(what: str = "a player's name") -> Kind[Reader, str]:
    """A player, who is called this where the name is missing."""
    return Kind(lambda r: r.player(what), shown="NAME")


def who(what: str, name: str = "who") -> Field[Reader]:
    """The player who does it, or to whom it is done."""
    return Field(name, player(what))


ALIEN: Kind[Reader, str] = Kind(lambda r: r.alien(), write_name, "ALIEN")
SIDE: Kind[Reader, str] = Kind(lambda r: r.a_side(), shown="offense|defense")

# -- kinds -------------------------------------------------------------------------------------------------------------


def _zapped(r: Reader) -> str:
    return r.alien() if r.mark("/") or not r.says("by") else ""


def _allies(r: Reader) -> tuple[str, ...]:
    if r.word("all"):
        return ("all",)
    allies = [r.player("the allies whose alliances are cancelled, or 'all'")]
    while r.mark(",") or (not r.done() and not r.says("by")):
        allies.append(r.player("another ally"))
    return tuple(allies)


def _face(r: Reader) -> str:
    return next((word for word in ("super", "wild") if not r.is_player() and r.word(word)), "")


def _args(r: Reader) -> tuple[str, ...]:
    found: list[str] = []
    while not r.done():
        r.mark(",")
        if not r.done():
            found.append(_arg(r))
    return tuple(found)


# What a power leaves to who uses it, in a word.
CHOICES = (
    "left", "right", "discard", "full", "none", "withdraws", "double", "yields", "concedes", "continues",
    "wins", "keeps", "refused", "swaps", "loses", "reverse", "normal", "equal",
    "looks", "given", "swapped", "divorce",
)  # fmt: skip
# What is said for some of these words.
_FOR = {
    "clockwise": "left", "counterclockwise": "right", "anticlockwise": "right", "winner": "wins", "loser": "loses",
}  # fmt: skip
WORDS = ("offense", "defense", "all", "gate", "odd", "even", "tens", "ones", "add", "subtract", *CHOICES, *_FOR)


def _arg(r: Reader) -> str:
    is_letter = r.now.lower() in LETTER_CARDS
    if r.is_player() and (not is_letter or r.ahead() == "."):
        return r.a_planet() if r.ahead() == "." else r.player()
    said = next((word for word in WORDS if r.word(word)), "")
    if said:
        return _FOR.get(said, said)
    alien = None if is_letter else _alien(r)
    if alien is not None:
        return _written(alien)
    return r.a_side() if r.is_side() else r.hand_card()


def _written(alien: str) -> str:
    """An alien's name as it stands in an act: in quotes where it is more than one word."""
    return alien if alien.replace("-", "").isalnum() else f'"{alien}"'


def _alien(r: Reader) -> str | None:
    """The alien that is named here, in quotes or not; None where none is."""
    if not (is_word(r.now) or is_quoted(r.now)):
        return None
    alien = r.with_brackets() or r.names.alien(r.now.strip('"“”')) or r.of_two_words()
    if alien is not None:
        r.step()
    return alien


def _amount(what: str) -> Callable[[Reader], Amount]:
    """Reads an amount that may have a sign, or `?` if it is hidden."""
    return lambda r: (None, True) if r.one_of(UNSEEN) else (r.signed(f"{what} (a number or ?)"), False)


def _counted(what: str) -> Callable[[Reader], Amount]:
    """Reads how many, or `?` if it is hidden; there is no such thing as fewer than none."""

    def read(r: Reader) -> Amount:
        count = r.count(what)
        return count, count is None

    return read


def _write_amount(amount: Amount) -> str:
    return "?" if amount[1] else str(amount[0])


def _number(read: Callable[[Reader], Amount], unsaid: object = ALWAYS) -> Field[Reader]:
    return Field("amount hidden", Kind(read, _write_amount, "NUMBER"), unsaid=unsaid)


def _reinforcement(r: Reader) -> Amount:
    r.mark("+")
    return _amount("the value of the reinforcement, such as +2")(r)


def _saved(r: Reader) -> Amount:
    return _amount("how many are saved")(r) if is_number(r.now) or r.now == "?" else (None, False)


def _value(r: Reader) -> tuple[str, int | None, bool]:
    """What a card becomes: `N` or `M`, or the value of an attack."""
    for kind, letter in ((NEGOTIATE, "N"), (MORPH, "M")):
        card = LETTER_CARDS.get(r.now.lower())
        if card is not None and card.kind == kind:
            r.step()
            return letter, None, False
    return "", *_amount("what the card becomes: N, M or the attack's value")(r)


def _game_winner(r: Reader) -> tuple[str, tuple[str, ...]]:
    """Who is said to win the game: a player, or nobody."""
    return ("", ("nobody",)) if r.word("nobody") else (r.player("the player who wins the game, or 'nobody'"), ())


def _from_colonies(r: Reader) -> tuple[str, ...]:
    if not r.says("from", "colonies"):
        return ()
    r.step()
    r.step()
    return ("colonies",)


def _deal(r: Reader) -> tuple[Term, ...]:
    terms = [_term(r)]
    while r.mark(",") or r.word("and"):
        terms.append(_term(r))
    return tuple(terms)


def _term(r: Reader) -> Term:
    giver = r.player("the player who gives")
    if not r.word("gives"):
        r.fail("'gives', such as: red gives 2 cards")
    if r.word("colony"):
        return _colony(r, giver)
    if r.word("promise"):
        return Term(giver, 0, promise=_promise(r))
    if (is_number(r.now) or r.now == "?") and type_named(r.ahead()) is not None:
        count = None if r.mark("?") else r.card_count()
        return _of_type(r, giver, count)
    if r.word("card"):
        return Term(giver, 1)
    cards = _named_cards(r)
    return Term(giver, len(cards), cards)


def _promise(r: Reader) -> str:
    if not is_quoted(r.now):
        r.fail('what is promised, in quotes, such as: gives promise "to help next time"')
    return r.step()[1:-1]


def _named_cards(r: Reader) -> tuple[str, ...]:
    cards: list[str] = []
    while not r.done() and not r.says("and") and r.now != ",":
        cards.append(r.hand_card())
    if not cards:
        r.fail("what is given: 2 cards, named cards, or colony purple.3 for 2 from gate")
    return tuple(cards)


# The types of cards that are traded by number (5.10.1.3.c.2). Of encounter cards the notation has a letter.
_TYPES = ("artifact", "flare", "kicker", "reinforcement", "tech")
_LETTERS = {"attack": "A", "negotiate": "N", "morph": "M"}


def type_named(word: str) -> str | None:
    """The type of cards that a word names: empty for cards of any type, None for a word that names none."""
    noun = word.lower().removesuffix("s")
    return "" if noun == "card" else noun if noun in _TYPES or noun in _LETTERS else None


def _of_type(r: Reader, giver: str, count: int | None) -> Term:
    kind = type_named(r.step()) or ""
    if kind and r.now.lower() in ("card", "cards"):
        r.step()
    elif not kind and r.says("at", "random"):
        r.step()
        r.step()
        kind = RANDOM
    return some_cards(giver, count, kind)


def some_cards(giver: str, count: int | None, kind: str) -> Term:
    """A term that gives so many cards of a type, or at random; None: nobody says how many."""
    if kind in _LETTERS and count is not None:
        return Term(giver, count, (_LETTERS[kind],) * count)
    return Term(giver, count, of=kind if kind in _TYPES or kind == RANDOM else "")


_ANY = "colonies"  # whichever of them
_SOURCES = ("gate", _ANY, "warp")


def _further_source(r: Reader) -> tuple[int, str]:
    """(how many, where from) of ships that come from one more place."""
    r.step()
    count = r.number("how many ships")
    r.step()
    at, place = r.at, _source(r)
    if place == _ANY:
        r.fail("the planet that the ships come from", at=at)
    return count, place


def _planet_said(r: Reader) -> str:
    """The planet that stands next; empty where none does."""
    return r.a_planet() if is_word(r.now) and r.ahead() == "." else ""


def _colony(r: Reader, giver: str) -> Term:
    """What is said of a colony: the planet, how many ships found it, and where they come from."""
    planet = _planet_said(r)
    ships = r.count("how many ships found the colony") if r.word("for") else None
    source = _source(r) if r.word("from") else ""
    places = {source: ships} if ships is not None and source not in ("", _ANY) else {}
    while places and _goes_on(r):
        count, place = _further_source(r)
        places[place] = places.get(place, 0) + count
    others = tuple(Settlers(count, place) for place, count in places.items() if place != source)
    return Term(giver, colony=True, planet=planet, ships=sum(places.values()) or ships, source=source, others=others)


def _source(r: Reader) -> str:
    return next((word for word in _SOURCES if r.word(word)), "") or r.a_planet()


def _goes_on(r: Reader) -> bool:
    """True if more ships for a colony follow, from another place: `2 from gate and 1 from red.1`."""
    return r.now.lower() in (",", "and") and is_number(r.ahead()) and r.ahead(2).lower() == "from"


def _write_term(term: Term) -> str:
    if term.promise:
        return f'{term.giver} gives promise "{term.promise}"'
    if term.colony:
        return f"{term.giver} gives colony {_write_colony(term)}".rstrip()
    if term.cards:
        return f"{term.giver} gives {write_cards(term.cards)}"
    return f"{term.giver} gives {write_count(term.count)} {cards_of_type(term.of, term.count)}"


def _write_colony(term: Term) -> str:
    if term.others:
        return f"{term.planet} for {' and '.join(f'{ships} from {source}' for ships, source in term.stacks())}".lstrip()
    ships = f"for {term.ships}" if term.ships is not None else ""
    return " ".join([part for part in (term.planet, ships, term.source and f"from {term.source}") if part])


class _Founded(Field[Reader]):
    """The colony that a player gains: a term that gives it to the player who is named before."""

    def read(self, r: Reader, values: Values) -> None:
        """Reads what is said of the colony; all of it may be left out."""
        self.put(values, (_colony(r, str(values["who"])),))


# -- the acts ----------------------------------------------------------------------------------------------------------


def _act(
    word: str, says: str, example: str, *fields: Field[Reader], usage: str = "", typed: str = ""
) -> Form[Reader, Act]:
    return Form(word, Act, fields, {"verb": word.replace(" ", "-")}, says, example, usage, typed, "act")


_FOUNDED = _Founded("terms", Kind(lambda r: (), lambda terms: _write_colony(terms[0])))
_BY = Field("by", player(), after="by", unsaid="")
_WHY = Field[Reader]("why", Kind(lambda r: r.rest(), shown="WHY"), unsaid="")
_SIDE = Field("side", SIDE)
_SAY = "the players say"


def _told_of(word: str, says: str, example: str, of: str, what: str) -> Form[Reader, Act]:
    """A statement that counts something of a player."""
    return _act(word, f"{_SAY} {says}", example, who(of), _number(_counted(what)), _WHY)


_FORMS = (
    _act(
        "use", "uses an alien power", "use red",
        who("the player who uses a power"),
        Field("name", ALIEN, after="/", unsaid=""),
        Field("args", Kind(_args, " ".join, "NUMBER, NAME, PLANET or CARD ..."), unsaid=()),
        usage="use red, or: use red 3, or: use red/Macron",
    ),
    _act(
        "zap", "Cosmic Zap: cancels a use of a power", "zap yellow by red",
        who("the player whose power is zapped"),
        Field("name", Kind(_zapped, write_name), unsaid=""),
        _BY,
        usage="zap yellow by red", typed="zap NAME[/ALIEN] [by NAME]",
    ),
    _act("card zap", "cancels the artifact or flare played just before", "card zap by red", _BY,
         usage="card zap by red"),
    _act("force field", "cancels alliances", "force field blue by red",
         Field("args", Kind(_allies, ", ".join, "NAME, ... | all")), _BY,
         usage="force field blue, green by red, or: force field all"),
    _act("ionic gas", "nobody takes compensation or rewards", "ionic gas by red", _BY),
    _act("quash", "cancels a deal", "quash by yellow", _BY),
    _act("emotion control", "attack cards become negotiate cards", "emotion control by blue", _BY),
    _act("plague", "a player loses ships and cards", "plague red by blue", who("the player who is plagued"), _BY,
         usage="plague red"),
    _act("mobius tubes", "frees all ships in the warp", "mobius tubes by red", _BY, usage="mobius tubes"),
    _act(
        "flare", "plays a flare", "flare blue Amoeba",
        who("the player who plays the flare"),
        Field("name", ALIEN),
        Field("face", Kind(_face), unsaid=""),
        Field("args", Kind(_args, " ".join, "..."), unsaid=()),
        usage="flare blue Amoeba",
    ),
    _act(
        "tech", "uses a technology", "tech red Xenon-Lasers",
        who("the player who uses the tech"),
        Field("name", Kind(lambda r: r.card_name("the name of a tech", "tech"), write_name, "TECH")),
        Field("args", Kind(_args, " ".join, "..."), unsaid=()),
    ),
    _act(
        "reinforce", "adds a reinforcement to a side", "reinforce blue +2 offense",
        who("the player who plays the reinforcement"),
        Field("amount hidden", Kind(_reinforcement, lambda amount: f"+{_write_amount(amount)}", "+NUMBER")),
        _SIDE,
        usage="reinforce blue +2 offense",
    ),
    _act(
        "deal", "the main players make a deal", "deal red gives 2 cards, purple gives colony purple.3",
        Field("terms", Kind(_deal, lambda terms: ", ".join(map(_write_term, terms)))),
        usage="deal red gives 2 cards, purple gives colony purple.3 for 2 from gate",
        typed="deal NAME gives NUMBER cards | CARD | colony [PLANET] [for SHIPS from PLACE], NAME gives ...",
    ),
    _act("no deal", "the main players make no deal", "no deal", usage="no deal"),
    _act("add", f"{_SAY} what a power adds that is not applied", "add defense 6 the players say so",
         _SIDE, _number(_amount("how much is added")), _WHY),
    _act("worth", f"{_SAY} what each ship of a player is worth", "worth blue 3",
         who("the player whose ships have this worth"), _number(_amount("what each ship is worth")), _WHY),
    _act(
        "value", f"{_SAY} what a main player's card counts as", "value red 23",
        who("the main player whose card has this value"),
        Field("name amount hidden", Kind(_value, lambda told: told[0] or _write_amount(told[1:]), "NUMBER|N|M")),
        _WHY,
    ),
    _act("saves",
         f"{_SAY} that ships go to colonies instead of the warp, or, with a number, instead of landing",
         "saves yellow 2",
         who("the player whose ships are saved"), _number(_saved, unsaid=(None, False)), _WHY),
    _act("wins", f"{_SAY} which side wins", "wins offense", _SIDE, _WHY),
    _act(
        "loses",
        f"{_SAY} that so many more ships go to the warp: of those in the encounter that are left, then others",
        "loses blue 2 Guerrilla",
        who("the player who loses more ships"),
        _number(_counted("how many more are lost")),
        Field("args", Kind(_from_colonies, lambda _: "from colonies", "from colonies"), unsaid=()),
        _WHY,
    ),
    _told_of("rewards", "how many rewards a player gets", "rewards red 4 Ghoul",
             "the player who gets rewards", "how many rewards"),
    _told_of("compensation", "how many cards a player takes", "compensation blue 3 Ethic",
             "the player who takes compensation", "how many cards"),
    _told_of("removed", "that ships in the encounter leave the game, or are captured", "removed blue 2 Fungus",
             "the player whose ships leave the game", "how many ships"),
    _told_of("stays", "that ships of a beaten defense stay on the planet", "stays blue 3 Bulwark",
             "the player whose ships stay on the planet", "how many ships"),
    _act("colony", f"{_SAY} that a player gains a colony besides", "colony red blue.2 for 1 from red.1 Winner",
         who("the player who gains a colony"), _FOUNDED, _WHY,
         typed="colony NAME [PLANET] [for SHIPS from PLACE] [WHY]"),
    _act("game", f"{_SAY} who wins the game, or that nobody does", "game red Zilch",
         Field("who args", Kind(_game_winner, lambda told: told[0] or "nobody", "NAME|nobody")), _WHY),
    _act("nothing", f"{_SAY} that a power or card changes nothing here", "nothing red Warhawk",
         who("the player whose power or card changes nothing here"), _WHY),
)  # fmt: skip
ACTS = {form.word.replace(" ", "-"): form for form in _FORMS}
_ZAP = ACTS["zap"]
# By first word, what reads the rest; an artifact's two words may have a hyphen between them.
_OPENED: dict[str, Callable[[Reader], Act]] = {form.word.split()[0]: form.read for form in _FORMS}
_OPENED |= {verb: form.read_on for verb, form in ACTS.items() if "-" in verb and verb != "no-deal"}
_OPENED |= {"cosmic": lambda r: _ZAP.read_on(r) if r.expect_word("zap") else r.fail("'zap'"), "cosmic-zap": _ZAP.read}
OPENINGS = frozenset(_OPENED)


def read_act(r: Reader) -> Act:
    """One act or statement; the current piece is one of `OPENINGS`."""
    return _OPENED[r.step().lower()](r)


def read_one(text: str, names: Names, players: Iterable[str]) -> Act:
    """One act as it is kept at a table of these players. Raises MalformedError."""
    reader = Reader(text, names)
    reader.players = {name.casefold(): name for name in players}
    return read_act(reader)


def write_act(act: Act) -> str:
    """One act or statement as it stands on the line."""
    return ACTS[act.verb].write(act)
