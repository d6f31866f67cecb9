"""The commands of a table of Duel read into values, and written back.

What is not understood is answered with the place and with what comes next (MalformedError); whether it may be done is
the judge's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from referee.duel.line import NOTHING
from referee.duel.notation import DuelReader, meant, typed_so
from referee.duel.state import DECKS, LOSER, UNKNOWN, WINNER
from referee.duel.texts import DESTINY, Texts

Pairs = dict[str, str]


@dataclass(slots=True)
class Command:
    """One command: what is done, by whom, and what belongs to it. What does not apply is empty."""

    verb: str
    who: str = ""
    name: str = ""  # an envoy, an ability, a card, a planet, a deck
    number: int | None = None
    pairs: Pairs = field(default_factory=dict)  # what each player shows, in words
    args: tuple[str, ...] = ()
    on: str = ""  # whose clout a reinforcement changes
    words: dict[str, str] = field(default_factory=dict)  # what is told of a destiny card
    why: str = ""


# How each command is typed.
USAGE = {
    "table": "table duel blue/Bouncer orange/Iron-Matron",
    "set": "set supply blue 10 · warp blue 2 · planet 3 blue 2 · hand blue: 13 ? · leader blue · envoy 1 Cudgel blue",
    "top": "top blue 13, orange 7 · top blue 13, orange 13 older blue",
    "destiny": "destiny Forsaken-Planet symbol ring next event · destiny event Great-Race contest next refresh",
    "bar": "bar ring, star, moon",
    "select": "select orange 2",
    "dial": "dial blue 3, orange 2",
    "snare": "snare blue 13 · snare blue ?",
    "reveal": "reveal blue Cudgel",
    "pass": "pass blue",
    "choose": "choose blue · choose blue 13 blast 4",
    "tactics": "tactics blue blast 4, orange shield 2",
    "ready": "ready blue blast 4, shield 2",
    "plans": "plans blue 13, orange 6",
    "use": "use blue Divine-Intervention 20 31",
    "reinforce": "reinforce blue +12 · reinforce blue -7 on orange",
    "add": "add blue 3 WHY",
    "loses": "loses blue 1 WHY",
    "wins": "wins blue WHY",
    "draw": "draw blue 5",
    "gain": "gain blue 2",
    "recover": "recover blue 3",
    "destroy": "destroy blue 3",
    "befriend": "befriend blue 2",
    "estrange": "estrange blue 2",
    "keep": "keep blue 2",
    "read": "read blue 2 Deuce",
    "strike": "strike blue 3",
    "resource": "resource blue 2 draw 3",
    "discard": "discard blue: 13 -2",
    "show": "show orange 31",
    "warpplanet": "warpplanet 3",
    "place": "place blue 2",
    "past": "past · past Forsaken-Planet, Vacant-Shipyard",
    "done": "done",
    "claim": "claim clout blue 14 · claim winner blue · claim leader blue · claim controls blue 3",
}
VERBS = tuple(USAGE)
CLAIMS = (
    "clout",
    "winner",
    "leader",
    "controls",
    "advantage",
    "game",
    "supply",
    "warp",
    "ally",
    "active",
    "optional",
    "first",
)
RESOURCES = ("draw", "recover", "gain", "befriend", "estrange", "destroy")  # what a planet's resource can be
# How each fact of `set` is typed.
FACTS = {
    "advantage": "set advantage 8",
    "supply": "set supply blue 10, orange 12",
    "warp": "set warp blue 2",
    "planet": "set planet 3 blue 2 · set planet 3 symbol ring",
    "hand": "set hand blue 6 · set hand blue: 13 +8 ?",
    "leader": "set leader blue",
    "envoy": "set envoy 1 Cudgel blue faceup",
    "limit": "set limit blue 8",
    "deck": "set deck event 12 · set deck blue 9",
    "stack": "set stack 5",
    "reinforcements": "set reinforcements 0",
    "spent": "set spent blue: blast 4, shield 2",
    "snare": "set snare blue 13",
    "icon": "set icon Bouncer blast",
    "text": "set text Deuce add 2 to your clout",
    "next": "set next event",
    "discards": "set discards blue: 13 6",
}


def read_command(text: str, known: Texts, players: Iterable[str] = ()) -> Command:
    """Reads one command at a table of these players. Raises MalformedError with the place and what comes next."""
    reader = _Reader(text, known, players)
    word = reader.now.lower()
    if word not in _READS:
        reader.fail(f"a command: {', '.join(VERBS)}", meant(word, VERBS))
    reader.step()
    with typed_so(f"It is typed so: {USAGE[word]}"):
        found = _READS[word](reader)
        if reader.now:
            reader.fail("the end of the command")
    return found


class _Reader(DuelReader):
    """One command."""

    def each(self, read: Callable[[], str]) -> Pairs:
        """`NAME x, NAME y`; nothing where the command ends."""
        found: Pairs = {}

        def one() -> None:
            name = self.player()
            found[name] = read()

        if not self.done():
            self.comma_list(one)
        return found

    def word_of(self, what: str) -> str:
        """Any one word or number."""
        if self.done():
            self.fail(what)
        return self.name(what) if self.now[0].isalpha() or self.now[0] in '"“' else self.step()


def _table(r: _Reader) -> Command:
    found: Pairs = {}
    while not r.done():
        at = r.at
        name = r.player()
        if name in found:
            r.fail("another player", f"{name} sits here already.", at)
        found[name] = r.duel_alien()
        r.mark(",")
    return Command("table", pairs=found)


def _set(r: _Reader) -> Command:
    facts = []
    while True:
        word = next((fact for fact in FACTS if r.word(fact)), "")
        if not word:
            r.fail(f"a fact: {', '.join(FACTS)}")
        facts.append(f"{word} {r.rest()}".strip())
        if not r.mark(";"):
            break
    return Command("set", args=tuple(facts))


def _top(r: _Reader) -> Command:
    found = Command("top", pairs=r.each(lambda: str(r.signed("the number on the revealed plan"))))
    if r.word("older"):
        found.who = r.player()
    return found


def _destiny(r: _Reader) -> Command:
    found = Command("destiny")
    deck = next((deck for deck in DECKS if r.word(deck)), "")
    found.words["deck"] = deck
    if not r.done() and not r.mark("?") and r.now.lower() not in _CARD_WORDS:
        found.name = r.printed(DESTINY, "a destiny card's name")
    while not r.done():
        word = r.now.lower()
        if word not in _CARD_WORDS:
            r.fail(f"what is told of the card: {', '.join(_CARD_WORDS)}")
        r.step()
        if word in ("contest", "duel", "effect"):
            found.words["kind"] = word
        elif word == "advantage":
            r.mark("+")
            found.words[word] = str(r.number("the ship advantage"))
        elif word == "prize":
            found.words[word] = next((side for side in (WINNER, LOSER) if r.word(side)), "") or r.fail(
                "'winner' or 'loser'"
            )
        elif word == "next":
            found.words[word] = next((deck for deck in DECKS if r.word(deck)), "") or r.fail(", ".join(DECKS))
        else:
            found.words[word] = r.word_of("a symbol").casefold()
    return found


_CARD_WORDS = ("contest", "duel", "effect", "advantage", "prize", "symbol", "next", "planet")


def _bar(r: _Reader) -> Command:
    found: list[str] = []
    r.comma_list(lambda: found.append(r.word_of("a symbol").casefold()))
    return Command("bar", args=tuple(found))


def _dial(r: _Reader) -> Command:
    return Command("dial", pairs=r.each(lambda: str(r.number("a number from 1 to 4"))))


def _reveal(r: _Reader) -> Command:
    return Command("reveal", r.player(), r.envoy())


def _choose(r: _Reader) -> Command:
    found = Command("choose", r.player(), UNKNOWN, args=("",))
    if not r.done() and (not r.is_tactic() or r.now == "?"):
        found.name = r.duel_card()
    if not r.done():
        found.args = (r.tactic(),)
    return found


def _ready(r: _Reader) -> Command:
    who, found = r.player(), list[str]()
    r.comma_list(lambda: found.append(r.tactic()))
    return Command("ready", who, args=tuple(found))


def _use(r: _Reader) -> Command:
    return Command("use", r.player(), r.ability(), args=r.ability_args())


def _reinforce(r: _Reader) -> Command:
    who = r.player()
    card = r.modifier()
    return Command("reinforce", who, card, on=r.player() if r.word("on") else who)


def _stated(verb: str) -> Callable[[_Reader], Command]:
    def read(r: _Reader) -> Command:
        who = r.player()
        number = None if verb == "wins" else r.signed("how much") if verb == "add" else r.number("how many ships")
        return Command(verb, who, number=number, why=r.rest())

    return read


_OF_CARDS = ("draw", "gain")


def _number(verb: str, what: str) -> Callable[[_Reader], Command]:
    def read(r: _Reader) -> Command:
        who = r.player()
        found = Command(verb, who, number=r.card_count(what) if verb in _OF_CARDS else r.number(what))
        if verb == "recover" and r.word("warpplanet"):
            found.args = (str(r.number("how many of them from the Warpplanet")),)
        return found

    return read


def _envoy(verb: str) -> Callable[[_Reader], Command]:
    def read(r: _Reader) -> Command:
        found = Command(verb, r.player(), r.word_of("an envoy: its number, 1 to 3, or its name"))
        if verb == "read" and not r.done():
            found.args = (r.envoy(),)
        return found

    return read


def _who(verb: str) -> Callable[[_Reader], Command]:
    def read(r: _Reader) -> Command:
        return Command(verb, r.player() if verb == "pass" or not r.done() else "")

    return read


def _planet(verb: str) -> Callable[[_Reader], Command]:
    def read(r: _Reader) -> Command:
        return Command(verb, r.player() if verb == "select" else "", r.word_of("a planet's number").casefold())

    return read


def _resource(r: _Reader) -> Command:
    who, planet = r.player(), r.word_of("a planet's number").casefold()
    verb = next((verb for verb in RESOURCES if r.word(verb)), "")
    if not verb:
        r.fail(f"what the resource is: {', '.join(RESOURCES)}")
    return Command("resource", who, planet, args=(f"{verb} {r.number('how many')}",))


def _discard(r: _Reader) -> Command:
    who = r.player()
    if not r.mark(":"):
        r.fail("':' and the cards")
    found = []
    while not r.done():
        found.append(r.duel_card())
        r.mark(",")
    return Command("discard", who, args=tuple(found))


def _card(verb: str) -> Callable[[_Reader], Command]:
    def read(r: _Reader) -> Command:
        return Command(verb, r.player(), r.duel_card())

    return read


def _past(r: _Reader) -> Command:
    found: list[str] = []
    if not r.done():
        r.comma_list(lambda: found.append(r.word_of("a destiny card's name")))
    return Command("past", args=tuple(found))


def _claim(r: _Reader) -> Command:
    word = next((word for word in CLAIMS if r.word(word)), "")
    if not word:
        r.fail(f"what is claimed: {', '.join(CLAIMS)}")
    if word in ("optional", "first"):
        return Command("claim", "", word, why=r.rest())
    found = Command("claim", r.player(), word)
    if word in ("clout", "controls", "supply", "warp"):
        found.number = r.signed("a number")
    if word in ("ally", "active"):
        found.why = r.word_of("an envoy: its number or its name")
    return found


def _tactics(r: _Reader) -> Command:
    return Command("tactics", pairs=r.each(r.tactic))


def _plans(r: _Reader) -> Command:
    return Command("plans", pairs=r.each(r.plan))


_READS: dict[str, Callable[[_Reader], Command]] = {
    "table": _table,
    "set": _set,
    "top": _top,
    "destiny": _destiny,
    "bar": _bar,
    "select": _planet("select"),
    "dial": _dial,
    "snare": _card("snare"),
    "reveal": _reveal,
    "pass": _who("pass"),
    "choose": _choose,
    "tactics": _tactics,
    "ready": _ready,
    "plans": _plans,
    "use": _use,
    "reinforce": _reinforce,
    "add": _stated("add"),
    "loses": _stated("loses"),
    "wins": _stated("wins"),
    "draw": _number("draw", "how many cards"),
    "gain": _number("gain", "how many reinforcements"),
    "recover": _number("recover", "how many ships"),
    "destroy": _number("destroy", "how many ships"),
    "befriend": _envoy("befriend"),
    "estrange": _envoy("estrange"),
    "keep": _envoy("keep"),
    "read": _envoy("read"),
    "strike": _number("strike", "the number of an option"),
    "resource": _resource,
    "discard": _discard,
    "show": _card("show"),
    "warpplanet": _planet("warpplanet"),
    "place": _number("place", "how many ships"),
    "past": _past,
    "done": _who("done"),
    "claim": _claim,
}


# -- written -----------------------------------------------------------------------------------------------------------


def write_command(c: Command) -> str:
    """The command as it is typed."""
    return _WRITES.get(c.verb, _written)(c)


def _written_table(c: Command) -> str:
    seats = [name + (f"/{alien}" if alien else "") for name, alien in c.pairs.items()]
    return " ".join(["table duel", *seats])


def _written_destiny(c: Command) -> str:
    words = ["destiny", c.words["deck"], c.name or UNKNOWN]
    for key, value in c.words.items():
        if key != "deck":
            words += [value] if key == "kind" else [key, value]
    return " ".join(word for word in words if word)


def _written_list(c: Command) -> str:
    return f"{c.verb} {', '.join(c.args)}".strip()


_WRITES: dict[str, Callable[[Command], str]] = {
    "table": _written_table,
    "set": lambda c: f"set {'; '.join(c.args)}",
    "destiny": _written_destiny,
    "bar": _written_list,
    "past": _written_list,
    "ready": lambda c: f"ready {c.who} {', '.join(map(_tactic, c.args))}",
    "discard": lambda c: f"discard {c.who}: {' '.join(map(_tactic, c.args))}",
}


def _written(c: Command) -> str:
    """Any other command: its words in the order in which they are read."""
    words = [c.verb]
    if c.verb == "claim":
        words += [c.name, c.who]
    else:
        pairs = ", ".join(f"{name} {_tactic(shown)}" for name, shown in c.pairs.items())
        words += [pairs, "older" if c.verb == "top" and c.who else "", c.who]
        words += ["" if c.verb == "choose" and c.name == UNKNOWN and not c.args[0] else c.name]
    if c.number is not None:
        words.append(str(c.number))
    if c.verb == "recover" and c.args:
        words.append("warpplanet")
    words += map(_tactic, c.args)
    if c.on and c.on != c.who:
        words += ["on", c.on]
    return " ".join(word for word in (*words, c.why) if word)


def _tactic(text: str) -> str:
    return "no tactic" if text == NOTHING else text
