"""Lines changed by slips, strangers and enemies: clauses of other cases, other players and aliens, wild numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from referee.book import bounds
from tests.fuzz.seeds import PLAYERS, aliens, names

NUMBERS = (
    *("0", "1", "2", "3", "4", "5", "6", "7", "8", "10", "12", "20", "21", "30", "40", "-1", "-7", "+2", "+5", "?"),
    *("200", "201", "999", "1000", "65536", "999999", "-999999", "9" * 30, "9" * 5_000, "00", "1e9", "0x1", "²", "٣"),
)
ODD = (
    *("", " ", "  ", "\t", "+", ":", ";", ",", "/", "?", ".", "-", "=", "!", "#", "!!", '"', "'", "“", "”", "(", ")"),
    *(
        "\x00",
        "\x1b[31m",
        "\u202e",
        "\u2028",
        "\u00a0",
        "\u0301",
        "ß",
        "İ",
        "²",
        "٣",
        "½",
        "Ⅷ",
        "шутка",
        "😀",
        "\ud800",
    ),
    *("[bold]", "{0}", "{", "%s", "\\", "--", "vs", "N", "M", "A", "none", "all", "any", "by", "at", "from", "for"),
    *("gate", "colonies", "offense", "defense", "hazard", "table", "show", "NaN", "None", "true", "__class__"),
)
CLAUSES = (
    *("use {a}", "use {a} {n}", "use {a} {b}", "flare {a} {x}", "zap {a}", "zap {a} by {b}", "zap {a} {x} by {b}"),
    *("hand {a} {n}", "hand {a}: {x} {y} N {n}", "warp {a} {n}", "foreign {a} {n}", "home {a} {n}", "tokens {a} {n}"),
    *(
        "card zap by {a}",
        "emotion control",
        "emotion control by {a}",
        "quash by {a}",
        "plague {a}",
        "plague {a} by {b}",
    ),
    *("force field {a}", "force field all by {b}", "ionic gas", "mobius tubes by {a}", "second", "seats {a} {b} {c}"),
    *("tech {a} {x}", "reinforce {a} +{n} offense", "reinforce {a} +{n} defense", "add offense {n} {x}", "no deal"),
    *(
        "worth {a} {n}",
        "value {a} {n}",
        "saves {a} {n}",
        "wins {a}",
        "wins defense {x}",
        "at {a}.{n}",
        "planet {a} {n}",
    ),
    *("deal {a} gives {n} cards", "deal {a} gives colony {b}.{n}, {b} gives {n} cards", "reverse cone", "{x} {a} {n}"),
    *("prize {a} {x}", "card {x}", "advantage {n}", "pass {a}", "reinforce {a} +{n} on {b}", "supply {a} {n}"),
    *("spent {a} {n}", "envoy {a} {x}", "controls {a} {n}", "reveal {a} {n}", "ready {a}", "loses {a} {n}"),
    *("there {a} {n}", "snare {a} {x}", "choose {a} {x}", "flare {a} super {x}", "flare {a} wild {x}"),
    *("offense {a}", "phase {x}", "phase reveal", "phase planning", "phase alliance", "invited {a}", "aliens {a}/{x}"),
)
_COLOR = re.compile(rf"\b({'|'.join(PLAYERS)})\b")
_NAME = re.compile(r"(?<![\w])[A-Z][a-z][\w-]+")
_NUMBER = re.compile(r"(?<![\w-])-?\d+(?!\w)|\?")
_PIECE = re.compile(r"\s+|[\w'-]+|.", re.DOTALL)


def renamed(source: Random, text: str) -> str:
    """The same with the players changed about, so that each can be in any role."""
    others = list(PLAYERS)
    source.shuffle(others)
    about = dict(zip(PLAYERS, others, strict=True))
    return _COLOR.sub(lambda found: about[found[0]], text)


def seated(source: Random, text: str, seats: Sequence[str]) -> str:
    """The same with each player made one of those who sit here, as far as there are seats."""
    about = dict(
        zip(PLAYERS, source.sample(seats, len(seats)) + list(source.choices(seats, k=len(PLAYERS))), strict=False)
    )
    return _COLOR.sub(lambda found: about[found[0]], text)


def _filled(source: Random, clause: str, duel: bool) -> str:
    a, b, c = source.sample(PLAYERS[:5], 3)
    x, y = source.choice(names(duel)), source.choice(names(duel))
    return clause.format(a=a, b=b, c=c, x=x, y=y, n=source.choice(NUMBERS[:20]))


def _one(source: Random, text: str, pattern: re.Pattern[str], by: Callable[[str], str]) -> str:
    """The text with one place that fits the pattern changed."""
    places = list(pattern.finditer(text))
    if not places:
        return text
    place = source.choice(places)
    return f"{text[: place.start()]}{by(place[0])}{text[place.end() :]}"


class Mutating:
    """Changes lines of one kind; `pool` are the lines whose clauses can be put into another, `more` besides them."""

    def __init__(
        self, pool: Sequence[str], duel: bool = False, clauses: Sequence[str] = CLAUSES, more: Sequence[str] = ()
    ) -> None:
        self.pool = pool
        self.lent = (*pool, *more)
        self.duel = duel
        self.clauses = clauses

    def line(self, source: Random, text: str = "") -> str:
        """A line of the pool (or this one) with its players changed about and one to five things made otherwise."""
        text = renamed(source, text or source.choice(self.pool))
        for _ in range(source.choice((0, 1, 1, 2, 2, 3, 5))):
            text = source.choice(self._WAYS)(self, source, text)
        if source.random() < 0.002:
            text = _large(source, text)
        return text

    def command(self, source: Random, text: str, seats: Sequence[str]) -> str:
        """A command with one to three things made otherwise, mostly of players who sit here."""
        for _ in range(source.choice((0, 1, 1, 2, 3))):
            text = source.choice(self._WAYS)(self, source, text)
        if source.random() < 0.95:
            text = seated(source, text, seats)
        if source.random() < 0.001:
            text = _large(source, text)
        return text

    def _borrowed(self, source: Random, text: str) -> str:
        """With a clause of another line, behind or in place of one."""
        others = source.choice(self.lent).split(";")
        clause = renamed(source, source.choice(others[1:] or others))
        parts = text.split(";")
        if len(parts) > 1 and source.random() < 0.4:
            parts[source.randrange(1, len(parts))] = clause
        else:
            parts.insert(source.randrange(1, len(parts) + 1), clause)
        return ";".join(parts)

    def _clause(self, source: Random, text: str) -> str:
        """With a clause that could stand on any line."""
        return f"{text} ; {_filled(source, source.choice(self.clauses), self.duel)}"

    def _crossed(self, source: Random, text: str) -> str:
        """The beginning of this line and the clauses of another."""
        return ";".join([text.split(";", maxsplit=1)[0], *renamed(source, source.choice(self.lent)).split(";")[1:]])

    def _shuffled(self, source: Random, text: str) -> str:
        """With one clause left out, said twice, or in another place."""
        parts = text.split(";")
        at, to = source.randrange(len(parts)), source.randrange(len(parts))
        how = source.random()
        if how < 0.3:
            del parts[at]
        elif how < 0.6:
            parts.insert(to, parts[at])
        else:
            parts[at], parts[to] = parts[to], parts[at]
        return ";".join(parts)

    def _alien(self, source: Random, text: str) -> str:
        """With an alien for a player who has one, or has none."""
        alien = source.choice(aliens(self.duel))
        return _one(source, text, _COLOR, lambda player: f"{player}/{alien}")

    def _name(self, source: Random, text: str) -> str:
        pool = aliens(self.duel) if source.random() < 0.7 else names(self.duel)
        return _one(source, text, _NAME, lambda _: source.choice(pool))

    def _player(self, source: Random, text: str) -> str:
        return _one(source, text, _COLOR, lambda _: source.choice(PLAYERS))

    def _number(self, source: Random, text: str) -> str:
        few = source.random() < 0.8
        return _one(source, text, _NUMBER, lambda _: source.choice(NUMBERS[:20] if few else NUMBERS))

    def _piece(self, source: Random, text: str) -> str:
        """With one word or mark left out, doubled, or another in its place."""
        other = source.choice(_PIECE.findall(source.choice(self.lent)) or [""])
        return _one(source, text, _PIECE, lambda piece: source.choice(("", piece * 2, other, f"{piece} {other}")))

    def _letter(self, source: Random, text: str) -> str:
        at = source.randrange(len(text) + 1)
        odd = source.choice(ODD) if source.random() < 0.8 else chr(source.randrange(1, 0xD800))
        return f"{text[:at]}{odd}{text[at + source.randrange(3) :]}"

    _WAYS = (
        *(_borrowed, _borrowed, _borrowed, _clause, _clause, _crossed, _shuffled),
        *(_alien, _alien, _name, _name, _player, _number, _number, _piece, _letter),
    )


def _large(source: Random, text: str) -> str:
    """Up to a bound of what is read, over it, or a megabyte."""
    most = source.choice((bounds.FACTS, bounds.PIECES, bounds.CARDS, bounds.LETTERS, 1_000_000))
    piece = source.choice([*_PIECE.findall(text), *(f";{part}" for part in text.split(";")), *ODD]) or "x"
    times = most // len(piece) if most > 1_000 else most + source.randrange(-1, 2)
    return _one(source, text, _PIECE, lambda found: f"{found} {piece * times}") or piece * times


def edges(text: str) -> list[str]:
    """A line at the bounds of what is read and beyond: clauses, words, letters, a megabyte."""
    clause = text.rsplit(";", maxsplit=1)[-1]
    found = [text + f" ;{clause}" * (bounds.FACTS - text.count(";") + more) for more in (-1, 0, 1)]
    found += [f"{text} {word * (bounds.PIECES + more)}" for word in ("10 ", "+2 ", '" ') for more in (-20, 0, 1)]
    for letters in (bounds.LETTERS, bounds.LETTERS + 1, 1_000_000):
        found += [
            text.ljust(letters),
            text.ljust(letters, "9"),
            f"{text} ; ".ljust(letters, "“"),
            f"{text} ; ".ljust(letters, "-"),
            f"{text} ; use red ".ljust(letters, "x"),
            (f"{text} ;" * (letters // len(text) + 1))[:letters],
            ("red " * letters)[:letters],
        ]
    return [*found, "", " ", ";", "\x00", "\ud800", text[: len(text) // 2]]
