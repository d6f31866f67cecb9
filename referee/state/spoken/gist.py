"""What a sentence in no known phrase comes to: by what it names, and by what can be said at this moment of a table.

Speech has more words than any list of phrases. After a destiny card a planet and a number are a launch whatever the
verb is; while allies join, a player who is no main player, a number and a side are an ally; once both have laid a card
and before that is turned up, a main player and a number are a card. Each piece of a sentence is read as the phrases
have it if it can be, and else in this way, until all of it is understood. A sentence with a word that may turn its
sense (`not`, `undo`, `instead`) is never read so, nor one of which a name or number would be left over. Whoever rules
it does so only if it is legal, and says what was understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from itertools import islice

from referee.book.wording import stem
from referee.errors import MalformedError
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command
from referee.state.encounter import Act
from referee.state.reader import Names, is_number
from referee.state.spoken import acting, afterwards
from referee.state.spoken import making as make
from referee.state.spoken.named import BLOCKING, Piece, alien_of, named, pieces
from referee.state.spoken.phrases import telling_words
from referee.state.spoken.reading import Reading
from referee.state.spoken.said import Counts, Given, Said, Source, Target
from referee.state.spoken.scene import Scene, UnclearError
from referee.state.spoken.sentence import MARKS, Sentence
from referee.state.spoken.whom import HE, Whom
from referee.state.spoken.words import ASKING, CHATTER
from referee.state.table import Table

_LEAST = 3  # letters of a word by which a sheet may be meant
_COMMON = frozenset(
    map(
        stem,
        "card ship encounter player power attack alliance total reveal take takes after before other another each "
        "with".split(),
    )
)
_LONGEST = 60  # pieces of speech of a sentence that is read so
_READINGS = 12  # of one sentence that are tried
_TOGETHER = 4  # pieces between marks that may be one act
_DRAWS = frozenset(
    "draws draw drew flips flip flipped pulls pull pulled turns gets got finds found hits deck card color colour "
    "destiny special wild next new its it's it comes names flops shows says meets against faces defend defends pick "
    "picks".split()
)
_GIVES = ("pays", "pay", "gives", "hands", "offers", "slides", "trades", "buys", "throws")
_BACK = frozenset("back home returns return retreats retreat retreating comes come warp".split())
_TAKES = frozenset(
    "takes take took gets get collects collect fishes fish grabs draws draw pulls pull picks wants has have yanks "
    "claims steals reward rewards compensation comp'll ll receives earns cashes nets pockets keeps".split()
)
_AGAIN = frozenset("again another second more keeps continues coming rolls on encore".split())
_NEXT = frozenset("next up turn go goes done now over finished".split())
_STAYS = frozenset("decline declines stays stay sits passes pass refuses neither nobody none no nah nope out".split())
_MOVES = frozenset("sends send sent moves launches joins helps invites takes loses to at onto into".split())
_AGREE = frozenset("agree deal agreement nothing".split())
_ZAP = frozenset("zap zaps zapped".split())

Frame = Callable[["Gist", Piece, Scene], Iterable[Command]]


def read_gist(text: str, names: Names, table: Table, sheet: Callable[[str], str]) -> Iterator[tuple[Command, ...]]:
    """The commands that a sentence can come to at this table, of whatever words it is made, the likeliest first.

    `sheet` tells what the sheet of an alien says, by its printed name.
    """
    return islice(Gist(text, names, table, sheet).readings(), _READINGS)


class Gist:
    """One sentence that is said in no known phrase."""

    def __init__(self, text: str, names: Names, table: Table, sheet: Callable[[str], str]) -> None:
        self.text, self.names, self.table, self.sheet = text, names, table, sheet
        self.s: Sentence = Reading(text, names, table, corrects=False).s
        self.before = ""  # who did the last act of the sentence

    def readings(self) -> Iterator[tuple[Command, ...]]:
        """All that the sentence can come to."""
        s = self.s
        if _is_turned(s) or "?" in self.text:
            return
        if s.lower[0] not in ASKING and s.lower.index("") <= _LONGEST:
            for made in self._from(pieces(s), 0, Scene(self.table)):
                if made:
                    yield tuple(made)

    def _from(self, parts: list[tuple[int, int]], at: int, scene: Scene) -> Iterator[list[Command]]:
        """The commands of the pieces from one on; nothing where they come to none."""
        if at == len(parts):
            yield []
            return
        for last in range(at, min(len(parts), at + _TOGETHER)):
            for made, then in self._read(parts[at][0], parts[last][1], scene):
                before, self.before = self.before, _doer(made) or self.before
                for rest in self._from(parts, last + 1, then):
                    yield [*made, *rest]
                self.before = before
        if len(parts) > 1 and _says_nothing(named(self.s, *parts[at])):
            yield from self._from(parts, at + 1, scene)

    def _read(self, start: int, end: int, scene: Scene) -> Iterator[tuple[list[Command], Scene]]:
        """A stretch of the sentence as the phrases have it, and else by what it names; with what it leads to."""
        piece = named(self.s, start, end)
        said = self.text[self.s.column(start) : self.s.column(end)].rstrip(" ,;.!")
        ways: list[Callable[[Scene], Iterable[Command]]] = [partial(self._phrased, said)]
        ways += [partial(frame, self, piece) for frame in _FRAMES]
        for way in ways:
            on = _copied(scene)
            try:
                made = list(way(on))
            except (UnclearError, MalformedError):
                continue
            if made:
                for command in made:
                    on.follow(command)
                yield made, on

    def _phrased(self, said: str, scene: Scene) -> Iterable[Command]:
        reading = Reading(said, self.names, self.table, corrects=False)
        reading.into = lambda: scene  # type: ignore[method-assign]
        return reading.commands()

    def whom_of(self, planet: str, scene: Scene) -> str:
        """A planet with the name of whose it is."""
        return self.whom(Said(planet=planet, name=scene.turn), "launch", scene).planet

    def speaks_of(self, alien: str, piece: Piece) -> bool:
        """True if a word that is no other's business stands in what an alien's sheet says."""
        sheet = {stem(word) for word in re.findall(r"[a-z]+", self.sheet(alien).casefold())}
        words = {stem(word) for word in piece.words if len(word) > _LEAST and word not in CHATTER}
        return bool((words & sheet) - _COMMON)

    def whom(self, said: Said, word: str, scene: Scene) -> Said:
        """What is said, with the names of those who are not named."""
        return Whom(said, word, scene, self.before).named()


def _says_nothing(piece: Piece) -> bool:
    """True for words beside what is done; one alone may be a name that nobody here has."""
    if not piece.names_nothing:
        return False
    return piece.words[0] in CHATTER if len(piece.words) == 1 else telling_words().isdisjoint(piece.words)


def _copied(scene: Scene) -> Scene:
    other = copy(scene)
    other.invited, other.allies, other.cards = dict(scene.invited), dict(scene.allies), dict(scene.cards)
    other.answered, other.due = set(scene.answered), list(scene.due)
    return other


def _doer(made: list[Command]) -> str:
    last = made[-1]
    return last.who or (last.act.by or last.act.who if last.act is not None else "")


# -- frames: what a piece comes to at a moment; nothing where it comes to none -----------------------------------------


def _destiny(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """A player who is drawn: the only one that is named, or the one after whoever draws."""
    if not _is_before_destiny(scene):
        return
    drawn = _drawn(piece, scene)
    if not drawn or piece.numbers or piece.targets or piece.cards or not piece.has(*_DRAWS):
        return
    kind = next((word for word in ("special", "wild") if piece.has(word)), "")
    yield Command("destiny", drawn, word=kind)


def _is_before_destiny(scene: Scene) -> bool:
    """True if a destiny card can be drawn next: the encounter before is over, or nobody is the defense yet."""
    if scene.phase == ph.RESOLUTION or scene.before_destiny():
        return True
    return scene.phase in (ph.DESTINY, ph.LAUNCH) and not scene.defense


def _drawn(piece: Piece, scene: Scene) -> str:
    """The player whom destiny names: the only one besides whoever draws, or who draws if nobody else is named."""
    over = scene.phase == ph.RESOLUTION
    drawing = scene.next_turn() if over and scene.next_turn() in piece.players else scene.turn
    others = [name for name in piece.players if name not in (HE, "@him", drawing)]
    if len(others) > 1:
        return ""
    return others[0] if others else drawing if drawing in piece.players else ""


def _turn(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """Whose turn it is next, once an encounter is over."""
    if scene.phase not in (ph.REVEAL, ph.RESOLUTION) or piece.numbers or piece.targets or not piece.has(*_NEXT):
        return
    if piece.players == [scene.next_turn()]:
        yield Command("end")


def _second(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """The offense goes on."""
    if scene.phase != ph.RESOLUTION or piece.numbers or piece.targets or not piece.has(*_AGAIN):
        return
    if set(piece.players) <= {scene.turn, HE}:
        yield Command("second")


def _regroup(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """A ship of the offense comes back, onto a planet of its own."""
    if not scene.before_destiny() or not piece.has(*_BACK) or piece.names_cards:
        return
    if set(piece.players) <= {scene.turn, HE} and set(piece.numbers) <= {1} and len(piece.targets) <= 1:
        yield Command("regroup", planet=piece.targets[0] if piece.targets else "")


def _launch(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """A planet and a number of ships, by the offense: the planet of somebody else, or of its own that it meets."""
    number, sender = piece.one_number(), _sender(piece, scene)
    if scene.phase not in (ph.LAUNCH, ph.DESTINY) or piece.names_cards or number is None:
        return
    if not sender or piece.has("warp", "back"):  # else it is a ship that was lost
        return
    own = gist.whom(Said(name=sender, sources=tuple(piece.sources)), "launch", scene).sources
    places = [*piece.targets, *(source.place for source in own)]
    met = _planets_met(piece, scene, places)
    left = [place for place in places if place not in met]
    if len(met) != 1 or scene.defense in map(tbl.owner, left):
        return
    sources = tuple(map(Source, left))
    said = Said(name=sender, ships=number, target=Target(gist.whom_of(met[0], scene)), sources=sources)
    yield from make.launch(scene, said)


def _sender(piece: Piece, scene: Scene) -> str:
    """The player who launches; nobody where others than it and the defense are named."""
    sender = scene.turn or next((name for name in piece.players if name in scene.seats), "")
    return sender if set(piece.players) <= {sender, scene.defense, HE, "@him"} else ""


def _planets_met(piece: Piece, scene: Scene, places: list[str]) -> list[str]:
    """The planets that a launch can be at: the defense's, else the one that is aimed at, else the last one named."""
    of_defense = [place for place in places if tbl.owner(place) == scene.defense]
    aimed = [scene.table.target] if scene.table.target and scene.phase == ph.LAUNCH else []
    return of_defense or aimed or piece.targets[-1:]


def _aimed(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """A planet by itself, of the defense or the offense's own: there the gate points."""
    alone = len(piece.targets) == 1 and not (piece.numbers or piece.names_cards or piece.sources)
    if scene.phase == ph.LAUNCH and alone and set(piece.players) <= {scene.turn, scene.defense, HE, "@him"}:
        yield Command("aim", planet=gist.whom_of(piece.targets[0], scene))


def _side_joined(piece: Piece, scene: Scene, allies: Sequence[str], mains: Sequence[str]) -> str:
    """The side that allies join: that of the main player who is named, or who alone invited them where it is `him`."""
    if mains:
        return scene.side_of(mains[0])
    if piece.sides or not {"@him", HE}.intersection(piece.players):
        return piece.sides[0] if piece.sides else ""
    asked = [main for main, names in scene.invited.items() if set(allies) & set(names)]
    return scene.side_of(asked[0] if asked else scene.turn) if len(asked) < 2 else ""


def _ally(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """Somebody who is no main player, a number, and the side or its main player."""
    if scene.phase not in (ph.ALLIANCE, ph.PLANNING) or piece.names_cards or len(scene.mains()) != 2:
        return
    allies, mains = _among(piece, scene.others()), _among(piece, scene.mains())
    number = piece.one_number()
    if number is None or not allies or len({*mains}) > 1 or len(piece.numbers) not in (1, len(allies)):
        return
    side = _side_joined(piece, scene, allies, mains)
    sources = _sources_named(piece, scene) if len(allies) == 1 else ()
    for name in allies:
        yield from make.ally(scene, Said(name=name, side=side, ships=number, sources=sources))


def _among(piece: Piece, players: Container[str]) -> list[str]:
    """The players of a piece who are among these, in the order in which they are named."""
    return [name for name in piece.players if name in players]


def _sources_named(piece: Piece, scene: Scene) -> tuple[Source, ...]:
    """The places from which an ally sends: those that are said to be, and the planets that are no main player's."""
    own = [place for place in piece.targets if tbl.owner(place) not in scene.mains()]
    return (*piece.sources, *(Source(place) for place in own))


def _declined(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """Somebody stays out."""
    if scene.phase not in (ph.ALLIANCE, ph.PLANNING) or piece.numbers or not piece.has(*_STAYS):
        return
    names = [name for name in piece.players if name in scene.others()]
    if names and len(names) == len(piece.players):
        for name in names:
            yield Command("decline", name)


def _whose_cards(scene: Scene, names: list[str], count: int) -> list[str]:
    """Whose so many cards are, of which players are named or not: the only one missing is the last main player's."""
    if count == 2 and len(names) < 2:
        first = names[0] if names else scene.turn
        return [first, scene.against(first)]
    if len(names) == count:
        return names
    missing = [name for name in scene.mains() if name not in scene.cards]
    return missing if len(missing) == 1 else []


def _cards(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """The cards of one main player or both: numbers, negotiates and morphs, each with the name beside it."""
    if scene.phase not in (ph.ALLIANCE, ph.PLANNING, ph.REVEAL) or scene.table.revealed or len(scene.mains()) != 2:
        return
    if not _tells_cards_alone(piece):
        return
    cards = _cards_in_order(piece)
    names = piece.named()
    if len(cards) not in (1, 2) or not set(names) <= set(scene.mains()) or len(names) > len(cards):
        return
    told = _cards_told(_whose_cards(scene, names, len(cards)), cards)
    if told:
        yield from make.shown(scene, told)


def _tells_cards_alone(piece: Piece) -> bool:
    """True if nothing of ships is told: no place, no number of something, and nobody who moves."""
    return not (piece.plus or piece.targets or piece.sources or any(piece.counted) or piece.has(*_MOVES))


def _cards_told(names: Sequence[str], cards: list[str]) -> list[Said]:
    """Each player with its card; nothing where it is not plain whose each is."""
    if len(names) != len(cards):
        return []
    return [Said(name=name, encounter=card) for name, card in zip(names, cards, strict=True)]


def _cards_in_order(piece: Piece) -> list[str]:
    """The encounter cards of a piece as they stand in it, those told by their number among the others."""
    told = [(at, str(number)) for at, number in zip(piece.at, piece.numbers, strict=True)] + piece.cards
    return [card for _, card in sorted(told, key=lambda one: one[0])]


def _who_reinforces(piece: Piece) -> tuple[list[str], str]:
    """(who plays reinforcements, for whose side); for nobody's where two play one each."""
    names = list(dict.fromkeys(piece.players))
    if len(names) != 2:
        return names[:1], ""
    each = piece.has("each", "both") and len(piece.plus) == 1
    return (names, "") if each else (names[:1], names[1])


def _reinforced(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """Kickers: each is played by everybody who is named first, for the side that is named after it."""
    if not piece.plus or piece.numbers or piece.targets or not piece.players:
        return
    side = piece.sides[0] if piece.sides else ""
    players, other = _who_reinforces(piece)
    for name in players:
        for plus in piece.plus:
            said = gist.whom(Said(name=name, plus=plus, side=side, other=other), "reinforce", scene)
            yield from acting.reinforce(scene, said)


def _zapped(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """A power that is zapped by somebody."""
    if not piece.has(*_ZAP) or piece.numbers or piece.targets or not piece.players or piece.has("card"):
        return
    owner = (piece.owners or piece.players)[-1]
    by = _zapped_by(piece, owner)
    if "@" in (owner[:1], by[:1]) or not scene.aliens.get(owner):
        return
    if not by:
        raise UnclearError(f"who zaps {owner}", f"Such as: {scene.turn} zaps {owner}")
    alien = next(iter(alien_of(gist.s, piece, owner, scene.aliens[owner])), "")
    yield from acting.act(Act("zap", owner, by, alien))


def _zapped_by(piece: Piece, owner: str) -> str:
    """The player who zaps: the only other one, or the owner itself where it is named apart from its power."""
    others = list(dict.fromkeys(name for name in piece.players if name != owner))
    if len(others) == 1:
        return others[0]
    return piece.players[0] if piece.owners and piece.by_name and not others else ""


def _used(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """A power that its owner uses, by its name, a verb made of it, or the words of its sheet."""
    names = piece.named()
    if not names or piece.plus or piece.has(*_ZAP):
        return
    who, sheets = names[0], scene.aliens.get(names[0], ())
    used = [*alien_of(gist.s, piece, who, sheets)] or [alien for alien in sheets if gist.speaks_of(alien, piece)]
    if len(used) == 1 and not piece.targets and len(set(piece.numbers)) <= 1:
        args = tuple(name for name in names[1:])
        yield from acting.use(scene, Said(name=who, alien=used[0], args=args))


def _taken(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """Cards and ships that somebody takes as rewards or compensation."""
    if scene.phase not in (ph.REVEAL, ph.RESOLUTION) or not piece.numbers or piece.targets or piece.names_cards:
        return
    if not piece.players or len(set(piece.players)) > 2 or not piece.has(*_TAKES, "out", "of"):
        return
    counts = Counts(piece.number_of("cards"), piece.number_of("ships"), piece.number_of(""))
    names = list(dict.fromkeys(piece.players))
    said = gist.whom(Said(name=names[0], other=names[1] if len(names) == 2 else "", counts=counts), "take", scene)
    yield from afterwards.takes(scene, said)


def _returned(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """Ships that come home."""
    if scene.phase not in (ph.REVEAL, ph.RESOLUTION) or not piece.has(*_BACK) or piece.names_cards:
        return
    places = (*(Source(place) for place in piece.targets), *piece.sources)
    if len(piece.players) <= 1:
        said = Said(name=piece.players[0] if piece.players else "", ships=piece.one_number(), sources=places)
        yield from afterwards.returns(scene, gist.whom(said, "return", scene))


def _dealt(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """A deal: one main player gives cards, and lands on a planet of the other's, or gets nothing for them."""
    mains = [name for name in dict.fromkeys(piece.players) if name in scene.mains()]
    if scene.phase not in (ph.REVEAL, ph.RESOLUTION) or not mains or len(mains) != len(set(piece.players)):
        return
    if not piece.has(*_GIVES) or not _tells_a_payment(piece):
        return
    giver = mains[0]
    got = tuple(Given(colony=True, planet=planet) for planet in piece.targets)
    given = tuple(Given(number) for number in piece.numbers)
    yield from afterwards.deal(scene, [Said(name=giver, given=given, other=scene.against(giver), got=got)])


def _tells_a_payment(piece: Piece) -> bool:
    """True if cards are counted, or one planet is named, and nothing else."""
    if piece.plus or len(piece.targets) > 1 or any(what != "cards" for what in piece.counted):
        return False
    return bool(piece.numbers or piece.targets)


def _no_deal(gist: Gist, piece: Piece, scene: Scene) -> Iterable[Command]:
    """No deal."""
    denied = piece.has("no", "cant", "nothing", "fails", "falls", "apart")
    if scene.phase in (ph.REVEAL, ph.RESOLUTION) and denied and piece.has(*_AGREE) and not piece.numbers:
        yield from afterwards.no_deal(scene, Said())


_FRAMES: tuple[Frame, ...] = (
    _zapped, _reinforced, _turn, _second, _regroup, _destiny, _launch, _aimed, _declined, _ally, _cards, _no_deal,
    _dealt, _taken, _returned, _used,
)  # fmt: skip


def _is_turned(s: Sentence) -> bool:
    """True for a sentence that a word turns into something else, or that types facts."""
    takes_back = s.lower[0] == "no" and s.lower[1] in MARKS
    if s.lower[0] == "set" or takes_back or not set(s.lower).isdisjoint(BLOCKING):
        return True
    return any(is_number(token) and s.number_at(at) is None for at, token in enumerate(s.lower))
