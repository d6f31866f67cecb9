"""What can stand in the holes of a phrase: players, planets, ships, cards and the rest, each read from one piece on."""

from __future__ import annotations

from collections.abc import Callable

from referee.errors import MalformedError
from referee.state.acts import type_named
from referee.state.encounter import RANDOM
from referee.state.reader import is_number
from referee.state.spoken.places_said import list_of, place_said, planet_said, sources_said, target_said
from referee.state.spoken.said import EVERY_SHIP, EVERYBODY, Counts, Given, Power, Share
from referee.state.spoken.sentence import Found, Sentence
from referee.state.spoken.words import ALL, CARDS, NOBODY, PHASES, PRONOUNS
from referee.state.words import SIDES

# -- players -----------------------------------------------------------------------------------------------------------


def _name(s: Sentence, at: int) -> Found:
    for name, end in s.whose(at):
        if not (s.tokens[end] == "." and is_number(s.tokens[end + 1]) and s.column(end) + 1 == s.column(end + 1)):
            yield name, end  # `blue.4` is a planet


def _players(s: Sentence, at: int) -> Found:
    """Names, everybody or nobody; of names the longest list first."""
    if s.lower[at] in NOBODY and not s.is_name(at):
        yield (), at + 1
    elif s.lower[at] in ALL and not s.is_name(at):
        others = s.lower[at + 1] in ("else", "others") if at + 1 < len(s.lower) else False
        yield EVERYBODY, at + 1 + others
    else:
        yield from list_of(s, at, _name)


def _both(s: Sentence, at: int) -> Found:
    """Both main players."""
    if s.lower[at] in ("both", "they") and not s.is_name(at):
        yield EVERYBODY, at + 1


# -- numbers -----------------------------------------------------------------------------------------------------------

_ONE = ("a", "an", "single")
_SENDING = frozenset("sending launching committing bringing putting giving using adding".split())
_THERE = frozenset("ships that there i we he she they got has have is are 's".split())  # after `everything`


def _ships(s: Sentence, at: int) -> Found:
    """`2`, `two ships`, `a ship`, `all four`; `everything from red.3` is every ship that is there."""
    if s.lower[at] in ("all", "everything", "whatever"):
        end = at + 1
        while s.lower[end] in _THERE and not s.is_name(end):
            end += 1
        if s.lower[end] in ("from", "off", "on"):
            yield EVERY_SHIP, end
    none = _without_ships(s, at)
    if none:
        yield 0, none
    at += s.lower[at] in ("all", "only", "just")
    number = s.number_at(at)
    if number is None and s.lower[at] in _ONE and s.lower[at + 1] == "ship":
        number = (1, at + 1)
    if number is not None and s.tokens[number[1]] != ".":
        yield number[0], number[1] + (s.lower[number[1]] in ("ship", "ships"))


def _without_ships(s: Sentence, at: int) -> int:
    """After `no ships`, `without sending a ship`, `without any`; 0 where that is not said here."""
    if s.lower[at] == "without":
        at += 1 + (s.lower[at + 1] in _SENDING)
        at += s.lower[at] in (*_ONE, "any")
    elif s.lower[at] in ("no", "zero"):
        at += 1
    else:
        return 0
    return at + 1 if s.lower[at] in ("ship", "ships") and not s.is_name(at) else 0


def _shares(s: Sentence, at: int) -> Found:
    """`kay two and bob one`: of several players how many ships each of them sends; two players at least."""
    for listed, end in list_of(s, at, _share):
        if isinstance(listed, tuple) and len(listed) > 1:
            yield listed, end


def _share(s: Sentence, at: int) -> Found:
    for name, after in _name(s, at):
        start = s.end_of(after + (s.lower[after] in ("with", "sends", "brings", ":")))
        for ships, end in _ships(s, start):
            if isinstance(ships, int) and ships >= 0:
                yield Share(str(name), ships), end


def _number(s: Sentence, at: int) -> Found:
    number = s.number_at(at)
    if number is not None:
        yield number


def _plus(s: Sentence, at: int) -> Found:
    """The value of a reinforcement with its sign: `+3`, `a +3`."""
    if s.tokens[at] == "+" or s.lower[at] == "plus":
        yield from _number(s, at + 1)


def _counts(s: Sentence, at: int) -> Found:
    """`a card and two ships`, `4 cards`, `2`; the longest list first."""
    for listed, end in list_of(s, at, _count):
        assert isinstance(listed, tuple)
        yield Counts(*(sum(numbers) for numbers in zip(*listed, strict=True))), end


_THINGS = {"card": "cards", "cards": "cards", "ship": "ships", "ships": "ships"}
_BETWEEN = frozenset("as in more reward rewards random of them".split())  # a number and its things


def _count(s: Sentence, at: int) -> Found:
    """`two cards`, `a ship back`, `both as ships`, `one of each`, `4`."""
    number = _how_many(s, at)
    if number is None:
        return
    count, after = number
    after += s.lower[after] == "last"
    if count == 1 and s.lower[after : after + 2] == ["of", "each"]:
        yield Counts(1, 1), after + 2
        return
    end = after
    while s.lower[end] in _BETWEEN:
        end += 1
    thing = _THINGS.get(s.lower[end], "")
    if thing:
        yield Counts(**{thing: count}), end + 1 + (s.lower[end + 1] == "back")
    else:
        yield Counts(things=count), after


def _how_many(s: Sentence, at: int) -> tuple[int, int] | None:
    """A number, `both` for two, or an article for one thing; and where it ends."""
    if s.lower[at] == "both":
        return 2, at + 1
    if s.lower[at] in _ONE:
        return (1, at + 1) if s.lower[at + 1] in _THINGS else None
    if s.lower[at] == "last" and s.lower[at + 1] in ("card", "ship"):
        return 1, at + 1
    return s.number_at(at)


# -- sides and cards ---------------------------------------------------------------------------------------------------


def _side(s: Sentence, at: int) -> Found:
    side = SIDES.get(s.lower[at])
    if side and not s.is_name(at):
        yield side, at + 1 + (s.lower[at + 1] in ("side", "team"))


def _encounter(s: Sentence, at: int) -> Found:
    """An encounter card that is told without a verb: a number, a negotiate, a morph, or one that lies facedown."""
    if s.lower[at] == "attack":
        at += 2 if s.lower[at + 1] in ("card", "of") else s.number_at(at + 1) is not None
    if s.lower[at] in CARDS:
        yield CARDS[s.lower[at]], at + 1 + (s.lower[at + 1] in ("card", "cards"))
        return
    minus = s.lower[at] in ("-", "−", "–", "minus")
    number = s.number_at(at + minus)
    if number is not None and s.tokens[number[1]] != "." and not _is_counted_card(s, number[1]):
        yield str(-number[0] if minus else number[0]), number[1]


def _is_counted_card(s: Sentence, at: int) -> bool:
    """True for negotiates and morphs in the plural: the number before them counts them, as in `two negotiates`."""
    return s.lower[at].endswith("s") and CARDS.get(s.lower[at], "") in ("N", "M")


def _card(s: Sentence, at: int) -> Found:
    """A card that is played: an encounter card, a reinforcement, or a card by its name."""
    if s.tokens[at] == "+":
        for number, end in _number(s, at + 1):
            yield f"+{number}", end
        return
    yield from _encounter(s, at)
    if s.lower[at] in ("card", "encounter") and not s.is_name(at):
        yield "?", at + 1 + (s.lower[at + 1] == "card")
    yield from _card_name(s, at)


def _card_name(s: Sentence, at: int) -> Found:
    for text, end in s.printed(at):
        known = s.names.card(text)
        if known is not None and s.names.alien(text) is None:
            yield known, end
            return


def _tech(s: Sentence, at: int) -> Found:
    for text, end in s.printed(at):
        known = s.names.card(text, "tech")
        if known is not None:
            yield known, end
            return


def _cards(s: Sentence, at: int) -> Found:
    yield from list_of(s, at, _card)


def _alien(s: Sentence, at: int) -> Found:
    for text, end in s.printed(at):
        known = s.names.alien(text)
        if known is not None:
            yield known, end
            return


_HIM, _BY_SELF = PRONOUNS["him"], "@self"
_SELF = frozenset("himself herself themself themselves myself".split())


def _power(s: Sentence, at: int) -> Found:
    """`zombie`, `blue/Zombie`, `zombie/blue`, `blue's zombie`, `blue's power`, `blue`, `her`, `his power`."""
    if s.talks and not s.is_name(at):
        if PRONOUNS.get(s.lower[at]) == _HIM:
            yield Power(_HIM), at + 1
        if s.lower[at] in ("his", "her", "their") and s.lower[at + 1] in ("power", "alien", "sheet"):
            yield Power(_HIM), at + 2
    if s.lower[at] in _SELF and not s.is_name(at):
        yield Power(_BY_SELF), at + 1
    name = s.player_at(at)
    if not name:
        yield from _power_by_alien(s, at)
        return
    at += 1
    at += s.lower[at] in ("/", "'s")
    for alien, end in _alien(s, at):
        yield Power(name, str(alien)), end + (s.lower[end] in ("power", "alien"))
    yield Power(name), at + (s.lower[at] in ("power", "alien"))


def _power_by_alien(s: Sentence, at: int) -> Found:
    """`zombie`, `zombie power`, `zombie/blue`."""
    for alien, end in _alien(s, at):
        if s.tokens[end] == "/" and s.player_at(end + 1):
            yield Power(s.player_at(end + 1), str(alien)), end + 2
        yield Power("", str(alien)), end + (s.lower[end] in ("power", "alien"))


def _face(s: Sentence, at: int) -> Found:
    if s.lower[at] in ("wild", "super"):
        yield s.lower[at], at + 1


def _args(s: Sentence, at: int) -> Found:
    """What a power or flare is used with: numbers, players, planets and cards, to the end of the act."""
    found: list[str] = []
    lists: list[tuple[tuple[str, ...], int]] = []
    while s.tokens[at]:
        at = s.end_of(at)
        value, end = next(_arg(s, at), (None, at))
        if end == at:
            break
        found.append(str(value))
        lists.append((tuple(found), end))
        at = end
    yield from reversed(lists)


def _arg(s: Sentence, at: int) -> Found:
    yield from planet_said(s, at)
    yield from _name(s, at)
    yield from _side(s, at)
    yield from _encounter(s, at)
    yield from _alien(s, at)
    yield from _card(s, at)


# -- deals -------------------------------------------------------------------------------------------------------------

_COLONY = ("colony", "base", "planet", "world", "place", "spot", "colonies", "bases", "planets")


def _given(s: Sentence, at: int) -> Found:
    """What one player gives in a deal, piece by piece; the longest list first."""
    if s.lower[at] in NOBODY and not s.is_name(at):
        yield (), at + 1
    yield from list_of(s, at, _one_given)


def _given_colony(s: Sentence, at: int) -> Found:
    for planet, end in planet_said(s, at):
        yield (Given(colony=True, planet=str(planet)),), end
    for given, end in _one_given(s, at):
        if isinstance(given, Given) and given.colony:
            yield (given,), end


def _one_given(s: Sentence, at: int) -> Found:
    """`a card`, `2 cards`, `a colony on yellow.4`, `yellow.4`, `the 10`."""
    is_one = s.lower[at] in (*_ONE, "some", "another")
    number = s.number_at(at) or ((1, at + 1) if is_one else None)
    if number is not None:
        count, end = number
        kind = type_named(s.lower[end])
        if kind is not None:
            yield _cards_counted(s, count, kind, end + 1)
            return
        if s.lower[end] in (*_COLONY, "home", "foreign"):
            at = end
        elif not is_number(s.tokens[at]) and not is_one:
            yield Given(count, bare=True), end
            return
    yield from _colony(s, at)
    if not s.is_name(at):
        yield from ((Given(1, (str(card),)), end) for card, end in _card_given(s, at))


def _cards_counted(s: Sentence, count: int, kind: str, at: int) -> tuple[Given, int]:
    """So many cards of a kind, or of any (`2 cards`), which can be drawn `at random`."""
    at += bool(kind and s.lower[at] in ("card", "cards"))
    drawn = not kind and s.lower[at] == "at" and s.lower[at + 1] == "random"
    return Given(count, of=RANDOM if drawn else kind), at + 2 * drawn


def _card_given(s: Sentence, at: int) -> Found:
    """A card by its value or name, and no more than the first that it can be; any card is `?`."""
    card = next(_card(s, at), None)
    if card is not None:
        yield card


def _colony(s: Sentence, at: int) -> Found:
    """`a colony on yellow.4 for 2`, `colony yellow.4`, `yellow.4`, `a base`."""
    start = at
    at += s.lower[at] in ("home", "foreign")
    if s.lower[at] in _COLONY:
        at += 1
        there = s.end_of(at + (s.lower[at] in ("on", "at", "in")))
        at = there if next(planet_said(s, there), None) is not None else at
    planet, end = next(planet_said(s, at), ("", at))
    if at == start and (not planet or not (is_number(s.tokens[end - 1]) or end > at + 2)):
        return  # `red one` is a card of red's
    ships = None
    if s.lower[end] in ("for", "with"):
        number = s.number_at(end + 1 + (s.lower[end + 1] in ("all", "his", "her")))
        if number is not None and s.lower[number[1]] not in ("card", "cards"):
            ships, end = number[0], number[1] + (s.lower[number[1]] in ("ship", "ships"))
    yield Given(colony=True, planet=str(planet), ships=ships), end


# -- a whole command ---------------------------------------------------------------------------------------------------


def _phase(s: Sentence, at: int) -> Found:
    """A phase by any word for it: `reveal`, `reveal phase`, `start of turn`."""
    phase = PHASES.get(s.lower[at])
    if phase and not s.is_name(at):
        at += 1
        while s.lower[at] in ("phase", "of", "turn", "step"):
            at += 1
        yield phase, at


def _pronoun(s: Sentence, at: int) -> Found:
    """Whoever the sentence is about."""
    if s.lower[at] in ("he", "she", "they", "it", "him", "her", "them") and not s.is_name(at):
        yield "", at + 1


def _none(s: Sentence, at: int) -> Found:
    """A number, or none at all."""
    if s.lower[at] in ("no", "any") and not s.is_name(at):
        yield 0, at + 1
    yield from _number(s, at)


def _reason(s: Sentence, at: int) -> Found:
    """The players' own words, to the end of the sentence or a semicolon."""
    s.go(at)
    try:
        text = s.rest()
    except MalformedError:
        return
    if text:
        yield text, s.at


HOLES: dict[str, Callable[[Sentence, int], Found]] = {
    "NAME": _name,
    "PLAYERS": _players,
    "BOTH": _both,
    "PLANET": planet_said,
    "PLACE": place_said,
    "TARGET": target_said,
    "SOURCES": sources_said,
    "SHIPS": _ships,
    "SHARES": _shares,
    "NUMBER": _number,
    "PLUS": _plus,
    "COUNTS": _counts,
    "SIDE": _side,
    "ENCOUNTER": _encounter,
    "CARD": _card,
    "CARDS": _cards,
    "TECH": _tech,
    "ALIEN": _alien,
    "POWER": _power,
    "FACE": _face,
    "ARGS": _args,
    "GIVEN": _given,
    "COLONY": _given_colony,
    "REASON": _reason,
    "PHASE": _phase,
    "PRONOUN": _pronoun,
    "NONE": _none,
}
