"""The facts that `set` and `may` tell of a table, read and written back (CONTRACT: table commands)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from referee.book.names import near
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state import technology as tech
from referee.state.canonical import write_cards, write_name
from referee.state.encounter import DEFENSE, OFFENSE

if TYPE_CHECKING:
    from referee.state.commands import _Reader


class Fact(NamedTuple):
    """One thing that `set` tells: what it is about, of whom, and its value (a number, a word or cards)."""

    what: str
    who: str = ""
    number: int | None = None
    word: str = ""
    cards: tuple[str, ...] | None = None
    techs: tuple[tbl.Tech, ...] = ()


# -- reading -----------------------------------------------------------------------------------------------------------


def read_facts(r: _Reader) -> list[Fact]:
    """One fact of `set`: what stands in a place, or something by its word."""
    word = r.now.lower()
    if word in FACTS and r.ahead() != ".":
        r.step()
        return FACTS[word](r)
    if word not in tbl.PLACES and not r.is_player() and r.ahead() != ".":
        near = nearest(r.now, [*FACTS, *r.seats])
        r.fail(f"a planet, such as purple.2, or one of: {', '.join(FACTS)}", near.strip())
    place = r.place()
    found = [Fact("stack", place, None)]  # what is not named there is gone
    if r.word("nobody") or r.word("none"):
        return found
    while True:
        found.append(Fact("stack", place, None, r.player("a player whose ships stand there, or 'nobody'")))
        found[-1] = found[-1]._replace(number=r.number("how many ships"))
        if not r.mark(","):
            return found


def _counts(what: str) -> Callable[[_Reader], list[Fact]]:
    def read(r: _Reader) -> list[Fact]:
        if what in tbl.PLACES and (r.word("nobody") or r.word("none")):
            return [Fact("stack", what)]
        found = []
        while True:
            found.append(Fact(what, r.player(), r.number("how many")))
            if not r.mark(","):
                return found

    return read


def _hands(r: _Reader) -> list[Fact]:
    found: list[Fact] = []
    while True:
        name = r.player("the player whose hand it is")
        if r.mark(":"):
            cards: list[str] = []
            while not r.done() and r.now != ",":
                cards.append(r.hand_card())
            found.append(Fact("hand", name, cards=r.held(cards)))
        else:
            found.append(Fact("hand", name, r.card_count("how many cards, or ':' and the cards")))
        if not r.mark(","):
            return found


def _power(r: _Reader) -> list[Fact]:
    name = r.player("the player whose power it is")
    if r.word("lost"):
        return [Fact("power", name, word=tbl.LOST)]
    if r.word("has") or r.word("kept"):
        return [Fact("power", name, word=tbl.HAS)]
    for word in ("hidden", "shown"):
        if r.word(word):
            return [Fact("sheet", name, word=word)]
    r.fail("'lost' or 'has'")


def _limbo_fact(r: _Reader) -> list[Fact]:
    """`limbo red: blue 2, green 1`: all ships on a section of the fan."""
    section = r.player("the player of whose color the section of the fan is")
    r.mark(":")
    found = [Fact("fan", section)]  # what is not named there is gone
    if r.word("nobody") or r.word("none"):
        return found
    while True:
        owner = r.player("a player whose ships lie there, or 'nobody'")
        found.append(Fact("fan", section, r.number("how many ships"), owner))
        if not r.mark(","):
            return found


def _hex_fact(r: _Reader) -> list[Fact]:
    who = r.player("the player whose planet hex it is")
    for word in ("reverse", "regular"):
        if r.word(word):
            return [Fact("hex", who, word=word)]
    r.fail("'reverse' or 'regular', the side that lies up")


def _tech_fact(r: _Reader) -> list[Fact]:
    if r.word("deck"):
        return [Fact("tech-deck", number=r.card_count("how many techs", "techs"))]
    if r.word("discards"):
        r.mark(":")
        return [Fact("tech-discards", cards=r.some_cards())]
    return [Fact("techs", who, techs=held) for who, held in tech.techs(r)]


def _alien_fact(r: _Reader) -> list[Fact]:
    name = r.player("the player whose alien it is")
    if r.word("none"):
        return [Fact("alien", name, cards=())]
    found = [r.alien()]
    while not r.done():
        r.mark("/")
        found.append(r.alien())
    return [Fact("alien", name, cards=tuple(found))]


def _encounter_fact(r: _Reader) -> list[Fact]:
    if r.now not in ("1", "2"):
        r.fail("1 or 2, the first or the second encounter of the turn")
    return [Fact("encounter", number=r.number("1 or 2"))]


def _destiny_fact(r: _Reader) -> list[Fact]:
    r.expect_word("deck")
    return [Fact("destiny-deck", number=r.card_count())]


def _rewards_fact(r: _Reader) -> list[Fact]:
    """`rewards deck 3`, or how many of its cards are discarded: `rewards discards 2`."""
    what = "rewards-deck" if r.word("deck") else "rewards-discards"
    if what == "rewards-discards":
        r.expect_word("discards")
    return [Fact(what, number=r.card_count())]


def _discards(r: _Reader) -> list[Fact]:
    r.mark(":")
    return [Fact("discards", cards=r.some_cards())]


def _phase(r: _Reader) -> list[Fact]:
    if r.now.lower() == "start":
        r.step()
        r.mark("-")
        r.word("turn")
        return [Fact("phase", word=ph.START)]
    for phase in ph.PHASES:
        if r.word(phase):
            return [Fact("phase", word=phase)]
    r.fail(f"a phase: {', '.join(ph.PHASES)}")


def _named(what: str) -> Callable[[_Reader], list[Fact]]:
    return lambda r: [Fact(what, r.player())]


def _target_fact(r: _Reader) -> list[Fact]:
    return [Fact("target", word=r.a_planet())]


def _invited_fact(r: _Reader) -> list[Fact]:
    found: list[Fact] = []
    while not r.done():
        if not found and (r.word("nobody") or r.word("none")):
            return [Fact("invited")]
        name = r.player("the player who is invited")
        found.append(Fact("invited", name, word=r.a_side() if r.now.lower() in (OFFENSE, DEFENSE) else ""))
        r.mark(",")
    if not found:
        r.fail("the players who are invited, or 'none'")
    return found


FACTS: dict[str, Callable[[_Reader], list[Fact]]] = {
    "hand": _hands,
    "tokens": _counts("tokens"),
    "ships": _counts("owned"),
    "power": _power,
    "alien": _alien_fact,
    "deck": lambda r: [Fact("deck", number=r.card_count())],
    "destiny": _destiny_fact,
    "rewards": _rewards_fact,
    "discards": _discards,
    "tech": _tech_fact,
    "turn": _named("turn"),
    "phase": _phase,
    "encounter": _encounter_fact,
    "defense": _named("defense"),
    "at": _target_fact,
    "invited": _invited_fact,
    "warp": lambda r: [*_counts(tbl.WARP)(r)],
    "gate": lambda r: [*_counts(tbl.GATE)(r)],
    "beside": lambda r: [*_counts(tbl.BESIDE)(r)],
    "removed": lambda r: [*_counts(tbl.REMOVED)(r)],
    "limbo": _limbo_fact,
    "marker": _named("marker"),
    "hex": _hex_fact,
}


def nearest(word: str, known: Iterable[str]) -> str:
    """` Did you mean ...?` where something known looks like this word."""
    return "".join(f" Did you mean {name!r}?" for name in near(word, known, 1, key=str.casefold))


# -- writing -----------------------------------------------------------------------------------------------------------


def write_facts(facts: tuple[Fact, ...]) -> str:
    """Facts as they are typed, between semicolons."""
    parts: list[str] = []
    stack = ""
    for fact in facts:
        if fact.what in ("stack", "fan"):
            where = fact.who if fact.what == "stack" else f"limbo {fact.who}"
            if fact.number is None:
                parts.append(f"{where} nobody")
                stack = where
            else:
                told = f"{fact.word} {fact.number}"
                if not parts or stack != where:  # the fact that cleared the place was left out
                    parts.append(f"{where} {told}")
                elif parts[-1].endswith(" nobody"):
                    parts[-1] = f"{where} {told}"
                else:
                    parts[-1] = f"{parts[-1]}, {told}"
                stack = where
        else:
            parts.append(_write_fact(fact))
    return "; ".join(parts)


def _write_fact(fact: Fact) -> str:
    if fact.what == "hand" and fact.cards is not None:
        return f"hand {fact.who}: {write_cards(fact.cards)}"
    if fact.what == "techs":
        return tech.write_techs(fact.who, fact.techs)
    if fact.what == "tech-discards":
        return f"tech discards: {write_cards(fact.cards or ())}"
    if fact.what == "discards":
        return f"discards: {write_cards(fact.cards or ())}"
    if fact.what == "alien":
        return f"alien {fact.who} {' '.join(map(write_name, fact.cards or ())) or 'none'}"
    if fact.what == "invited" and not fact.who:
        return "invited none"
    what = {
        "sheet": "power",
        "tech-deck": "tech deck",
        "destiny-deck": "destiny deck",
        "rewards-deck": "rewards deck",
        "rewards-discards": "rewards discards",
        "owned": "ships",
        "target": "at",
    }.get(fact.what, fact.what)
    rest = (fact.who, "" if fact.number is None else str(fact.number), fact.word)
    return " ".join(part for part in (what, *rest) if part)
