"""A question of timing as it is asked at a table: `oracle or sorcerer first, red has oracle and is offense`.

It comes to the words of `referee timing`: who wants to act and with what, and who the main players are. A power of
which nobody said who has it is asked about by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.book.names import key_of, near
from referee.errors import MalformedError
from referee.state.contenders import HAZARD, Asked, asked
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.phases import PHASES
from referee.state.pieces_said import pieces_said
from referee.state.reader import Names, is_word
from referee.state.seating_in_words import seating_said, with_the_last
from referee.state.spoken.supposed import YOU
from referee.state.spoken.words import COLORS
from referee.state.wants import EMPTY, STEPS, Wants
from referee.state.words import AGAINST, BEING, FLARING, HOLDING, SIDES, USING

_JOINS = frozenset("and or , & nor / + versus vs v against".split())
_ENDS = frozenset("; . ? !".split())
_NOT_IN = frozenset("isn't isn’t isnt ain't aint not outside uninvolved".split())  # of who takes no part
_TAKING_PART = frozenset("involved part encounter out".split())
_HAZARD_WORDS = 3  # with which a hazard is named, and the word itself: black hole hazard
_ANY_CARD = frozenset("flare flares artifact artifacts card cards tech techs power".split())  # without a name
_DOING = HOLDING | USING | FLARING | BEING | frozenset("wants want use using playing".split())
_A_SLIP = 0.8  # from how alike on a player's name is taken for a slip
_ACTING = frozenset("use play act".split())  # after `wants to`
_ME = frozenset("i im i'm i’m me".split())
_IS = BEING | {":", "="}
_PLACED = BEING | {"on", "as", "plays"}  # between a player and a side
_TOGETHER = frozenset("both all each".split())
# What follows the name of a player who was not named before.
_FOLLOWING = _JOINS | _ENDS | BEING | HOLDING | EMPTY | FLARING | _NOT_IN | _ANY_CARD | {*STEPS, ""}
_QUESTION = frozenset("who which what first or before after comes goes".split())
_ATTACKING = frozenset(
    "attacks attacking attacked attack meets meet".split()
)  # after the offense, and before the defense
_SIDES = {**SIDES, **dict.fromkeys(_ATTACKING, OFFENSE)}
_THEIRS = frozenset("his her their my its".split())  # before a turn
_COMPARES = frozenset("before after or then than".split())  # before somebody else
_PLURAL = frozenset("want use play have".split())  # of two
_ALLY = "ally"  # who is named by nothing else
_ANOTHER = "another"  # the offense, where it is nobody of those that were named
_EXAMPLE = "Such as: oracle or sorcerer first, red has oracle and is offense"


class Options(NamedTuple):
    """What was said beside the question: `--offense` and the other options, as typed."""

    offense: str = ""
    defense: str = ""
    seats: str = ""
    phase: str = ""


def is_said(words: Sequence[str]) -> bool:
    """True if these arguments can be a question in words: none is in the form of `red:Mind`, some are said in words."""
    text = " ".join(words).casefold()
    if any(mark in text for mark in (":", "@", "--")):
        return False
    pieces = {piece.strip(",;.?!") for piece in text.split()}
    return "," in text or "?" in text or not pieces.isdisjoint(_QUESTION | HOLDING | BEING | {"and", "v", "vs"})


NO_OPTIONS = Options()


def read_timing(text: str, names: Names, options: Options = NO_OPTIONS, by_powers: bool = True) -> Asked:
    """Reads a question of timing in words. Where nobody said whose turn it is, the powers alone are asked about if
    `by_powers`, though it was told who has them; else it is asked for.

    Raises MalformedError, with the place, for what is not understood and for what is missing; ImpossibleError for what
    cannot be.
    """
    return _Question(text, names, options).asked(by_powers)


def powers_said(text: str, names: Names) -> list[str]:
    """The alien powers that a question speaks of, each once, in its order. Raises MalformedError as `read_timing`."""
    question = _Question(text, names, NO_OPTIONS)
    question.read()
    powers = [names.alien(wants.effect) for wants in question.wants]
    return list(dict.fromkeys(power for power in powers if power is not None))


class _Question:
    """Reads one question, piece by piece; `now` is the player of whom was spoken last."""

    def __init__(self, text: str, names: Names, options: Options) -> None:
        self.text = text
        self.names = names
        seating = seating_said(text)
        said = pieces_said(seating.text, names)
        self.pieces, self.starts, self.of_allies = said.pieces, said.starts, said.of_allies
        self.at = 0
        self.sides = {OFFENSE: options.offense, DEFENSE: options.defense}
        self.seats = options.seats or ",".join(seating.seats)
        self.phase = options.phase
        self.wants: list[Wants] = []
        self.now = ""  # who uses what is named next: a player, up to a comma or `and`, or who was said to do more
        self.last = ""  # who was named last in this sentence
        self.alone: list[Wants] = []  # players who were named last, without anything that they use
        self.players = {name.casefold(): name for name in seating.seats}
        self.named: list[str] = []  # the players who were named in this sentence, the last one last
        self.outside: set[str] = set()  # who was said to be no main player

    def asked(self, by_powers: bool) -> Asked:
        """The whole question, as it is asked in the words of `referee timing`."""
        self.read()
        self.check()
        words = list(dict.fromkeys(wants.typed() for wants in self.wants))
        playing = [*(wants.player for wants in self.wants if wants.player != HAZARD), *self.sides.values()]
        self.seats = with_the_last(self.seats, playing)
        if by_powers and self.is_by_powers_alone():
            words = list(dict.fromkeys(wants.effect.strip('"').replace(" ", "-") for wants in self.wants))
        elif self.is_offense_idle():
            self.sides[OFFENSE] = _ANOTHER
        elif not self.sides[OFFENSE] and any(wants.player for wants in self.wants):
            raise self.error("whose turn it is, such as: red is the offense", len(self.pieces) - 1)
        return asked(words, self.sides[OFFENSE], self.sides[DEFENSE], self.seats, self.phase)

    def read(self) -> None:
        """Takes all that was said; main players of whom nothing else was said use the sheets they are called after."""
        while self.piece():
            self.step()
        self.note_allies()
        if not self.wants:
            called_after = [(name, self.names.alien(name)) for name in self.sides.values() if name]
            self.wants = [Wants(name, alien) for name, alien in called_after if alien is not None]
        if len(self.wants) == 1 and self.wants[0].player:  # nobody is first alone
            self.wants += [Wants(name) for name in self.sides.values() if name not in ("", self.wants[0].player)]
        if not self.wants and (all(self.sides.values()) or not _TOGETHER.isdisjoint(map(str.lower, self.pieces))):
            self.wants = [Wants(name) for name in self.players.values()]  # `both want to play an artifact`

    def note_allies(self) -> None:
        """Notes who is said to be an ally: it comes after both main players, whichever of them is the offense."""
        for at in self.of_allies:
            before = at - 1
            while before > 0 and self.pieces[before].lower() in BEING | {"("}:
                before -= 1
            name = self.pieces[max(before, 0)].casefold()
            if name in self.players and self.pieces[at].lower() in _JOINS | _ENDS | {"", ")"}:
                self.outside.add(name)
            elif self.pieces[at].casefold() in self.players:  # the ally red
                self.outside.add(self.pieces[at].casefold())

    def is_by_powers_alone(self) -> bool:
        """True if nobody said who is who, and each uses a power of its own: their texts alone may tell the order."""
        powers = [self.names.alien(wants.effect) for wants in self.wants]
        is_each = None not in powers and len(set(powers)) == len(powers) > 1
        return is_each and not any((*self.sides.values(), self.seats))

    def is_offense_idle(self) -> bool:
        """True if whose turn it is was not said and does not matter: the defense acts, and one who was said to be an
        ally or to take no part in the encounter, or a hazard.
        """
        acting = {wants.player.casefold() for wants in self.wants}
        others = acting - {self.sides[DEFENSE].casefold(), HAZARD}
        if self.sides[OFFENSE] or self.seats:
            return False
        if HAZARD in acting and len(acting) <= 2 and _ANOTHER not in self.players:
            return True  # it comes after whoever that is
        if not self.sides[DEFENSE]:
            return False
        if self.sides[DEFENSE].casefold() not in acting:
            return False
        return len(others) <= 1 and others <= self.outside and _ANOTHER not in self.players

    def check(self) -> None:
        """Stops where it is not told who wants to act, or where a player is a slip for an alien."""
        if not self.wants:
            raise self.error("who wants to act, or two powers", len(self.pieces) - 1)
        for wants in self.wants:
            if not wants.player and not (self.names.alien(wants.effect) or self.names.card(wants.effect)):
                raise self.error(f"who plays {wants.effect}", len(self.pieces) - 1)
            is_known = wants.effect or wants.player in (*self.sides.values(), *self.seats.split(","))
            slip = [] if is_known else near(wants.player, self.names.near_aliens(wants.player), 1, _A_SLIP, key_of)
            if slip:
                at = next(number for number, piece in enumerate(self.pieces) if piece == wants.player)
                raise MalformedError(self.text, self.starts[at], "a power or a player", f"Did you mean {slip[0]}?")

    def piece(self, count: int = 0) -> str:
        """A piece from here on, in small letters; empty at the end."""
        at = min(self.at + count, len(self.pieces) - 1)
        return self.pieces[at].lower()

    def error(self, expected: str, at: int | None = None) -> MalformedError:
        """What is not understood, at this piece or another one."""
        return MalformedError(self.text, self.starts[self.at if at is None else at], expected, _EXAMPLE)

    def step(self) -> None:
        """Takes one thing that was said."""
        if self.takes_aside():
            return
        piece = self.piece()
        if piece in _TOGETHER:
            self.contend_together(piece)
        if piece in _ENDS:
            self.alone, self.now, self.last, self.named = [], "", "", []
            self.at += 1
        elif piece in _JOINS:
            self.now = ""
            self.at += 1
        elif piece in ("seats", "seated", "sit"):
            self.seating()
        elif piece == "so" and self.piece(1) in ("does", "do"):
            self.does_the_same()
        elif self.is_side():
            self.role()
        elif self.is_own_turn():
            self.sides[OFFENSE] = self.last
            self.at += 1
        elif self.is_ally_unnamed():
            self.unnamed(_ALLY)
            self.outside.add(_ALLY)
        elif piece in PHASES and self.is_phase():
            self.phase = piece
            self.at += 1
        elif effect := self.effect():
            self.use(effect)
        elif self.is_empty(piece):
            self.now = self.last if piece in _DOING else self.now
            if piece == "wants" and self.piece(1) == "to" and self.piece(2) in _ACTING and self.now:
                self.contend()
            self.at += 1
        else:
            self.player()

    def is_empty(self, piece: str) -> bool:
        """True for a word that tells nothing of who acts with what."""
        if (piece in _TOGETHER and self.alone) or (piece in _TAKING_PART and self.said_not_in()):
            return True
        return piece in EMPTY | _JOINS | BEING | HOLDING | FLARING | _ANY_CARD or self.is_will()

    def is_will(self) -> bool:
        """True if `will` stands here and is no alien: `who will go first`, `will red or blue go first`."""
        return self.piece() == "will" and self.piece(1) not in _JOINS | _ENDS | {"", "flare"}

    def is_side(self) -> bool:
        """True if a word for one of the sides stands here, and is no player's name."""
        return self.piece() in _SIDES and self.piece() not in self.players

    def is_own_turn(self) -> bool:
        """True if it is said here whose turn it is, by the name before it: `red's turn`, `it's his turn`."""
        before = self.pieces[self.at - 1].casefold() if self.at else ""
        return self.piece() == "turn" and self.last != "" and before in (*_THEIRS, self.last.casefold())

    def is_ally_unnamed(self) -> bool:
        """True if an ally is spoken of here who is not named: `the ally's artifact`."""
        before = self.pieces[self.at - 1].casefold() if self.at else ""
        is_named = before in self.players or before in BEING or self.can_be_name(self.pieces[self.at])
        return self.at in self.of_allies and not is_named and _ALLY not in self.players

    def unnamed(self, called: str) -> None:
        """Takes somebody who is called by a role alone, and wants to act."""
        self.now = self.last = self.players.setdefault(called, called)
        self.contend()

    def contend_together(self, word: str) -> None:
        """Takes down that the players who were named last want to act: two of them, where it is said of both."""
        for name in self.named[-2:] if word == "both" else ():
            self.now = name
            self.contend()

    def is_phase(self) -> bool:
        """True if the name of a phase stands here for a phase, and not for a step of it."""
        before = self.pieces[self.at - 1].lower() if self.at else ""
        return self.piece(1) == "phase" or before in ("in", "during", "at")

    def said_not_in(self) -> bool:
        """True if it was just said of somebody not to be in the encounter, as far as that is read."""
        begun = self.at
        while begun and self.pieces[begun - 1].lower() in _TAKING_PART | _NOT_IN | EMPTY:
            begun -= 1
            if self.pieces[begun].lower() in _NOT_IN:
                return True
        return False

    def takes_no_part(self) -> None:
        """`isn't in the encounter`: who is called after the alien of which that is said has it, and is on no side."""
        before = self.at - 1
        while before > 0 and self.pieces[before].lower() in BEING:
            before -= 1
        name = self.pieces[max(before, 0)]
        self.owns_by_name(name)
        self.outside.add(name.casefold())
        self.at += 1

    def owns_by_name(self, name: str) -> None:
        """Gives the power that somebody is called after to this one, if nobody was said to have it."""
        alien = self.names.alien(name) if is_word(name) and name.isalnum() else None
        for wants in self.wants:
            if alien is not None and wants.effect == alien and not wants.player:
                wants.player = self.players.setdefault(name.casefold(), name)

    def takes_aside(self) -> bool:
        """Takes who is not in the encounter, or a hazard, which comes after all players, where that is said."""
        if self.piece() in _NOT_IN:
            self.takes_no_part()
            return True
        length = self.hazard_said()
        self.at += length
        self.wants += [Wants(HAZARD)] if length else []
        return length > 0

    def hazard_said(self) -> int:
        """How many pieces name a hazard from here on: `black hole hazard`; 0 if none does, or one word alone."""
        for count in range(_HAZARD_WORDS):
            piece = self.piece(count)
            if piece == HAZARD:
                return 0 if piece in self.players else count + 1
            if not is_word(piece) or piece in EMPTY | _JOINS | BEING | HOLDING | SIDES.keys() | self.players.keys():
                return 0
        return 0

    # -- who and with what -----------------------------------------------------------------------------------------

    def effect(self) -> str:
        """What is used, as `referee timing` has it: an alien, a card, a flare or a step; empty for anything else."""
        piece = self.piece()
        if not self.now and self.gets_role(1):
            return ""  # a player who is called after an alien: macron is the offense
        if piece in STEPS:
            return STEPS[piece]
        if piece in self.players or piece in AGAINST or not is_word(piece) or self.is_empty(piece):
            return ""
        name = self.names.alien(piece) or self.names.card(piece) or ""
        before = self.pieces[self.at - 1].lower() if self.at else ""
        is_flare = self.piece(1) in ("flare", "flares") or before in FLARING | {"flare"}
        return f"flare-{name}" if name and is_flare else name

    def used_by_nobody(self, effect: str) -> Wants | None:
        """What was named before as used, and by nobody."""
        return next((wants for wants in self.wants if wants.effect == effect and not wants.player), None)

    def use(self, effect: str) -> None:
        """Takes what is used, by whom was spoken of last; a power that was named before gets its owner."""
        self.at += 1
        nobodys = self.used_by_nobody(effect)
        if not self.now:
            if all(wants.effect != effect for wants in self.wants):
                self.wants.append(Wants("", effect))
            return
        together = self.alone if self.is_together() else self.alone[-1 - self.is_plural() :]
        self.alone = []
        if nobodys is not None:
            nobodys.player = self.now
            self.wants = [wants for wants in self.wants if wants not in together]
        elif together:
            for wants in together:
                wants.effect = effect
        else:
            self.wants.append(Wants(self.now, effect))

    def is_together(self) -> bool:
        """True if what is used is used by all who were named before it: `red and blue both want to zap`."""
        begun = self.at
        while begun and self.pieces[begun - 1] not in _ENDS:
            begun -= 1
        return any(piece.lower() in _TOGETHER for piece in self.pieces[begun : self.at])

    def is_plural(self) -> bool:
        """True if what is used is said of the two who were named last: `red and blue want to zap`."""
        said = [piece.lower() for piece in self.pieces[: self.at - 1]]
        last = max((at for at, piece in enumerate(said) if piece in _PLURAL), default=0)
        after = {*said[last + 1 :]} & (self.players.keys() | _ENDS)
        return (
            last > 2 and not after and said[last - 2] == "and" and {said[last - 3], said[last - 1]} <= {*self.players}
        )

    def player(self) -> None:
        """Takes the name of a player, who wants to act unless it is said what else."""
        name = self.called()
        before = self.pieces[self.at - 1].lower() if self.at else ""
        known = self.players.get(name.casefold())
        follows = self.piece(1) in _JOINS | _ENDS | BEING | HOLDING | EMPTY | FLARING | _NOT_IN | _ANY_CARD | {
            *STEPS,
            "",
        }
        if known is None and before in _ANY_CARD and self.piece(1) in _JOINS | _ENDS | {""}:
            raise self.error("who acts with what")
        is_placed = not before or before in _JOINS | _ENDS | EMPTY or follows
        if known is None and not (name.isalnum() and is_word(name) and is_placed and (follows or self.is_named_next())):
            raise self.error("a player, a power, a card or a flare")
        self.now = self.last = self.players.setdefault(name.casefold(), name)
        self.named.append(self.now)
        self.at += 1
        if self.piece() == "turn":
            return
        is_out = self.piece() in _NOT_IN or (self.piece() in BEING and self.piece(1) in _NOT_IN)
        if not is_out and not self.gets_role():
            self.contend()

    def called(self) -> str:
        """The name at this piece, without the letter after it where somebody's power is spoken of: `blues power`."""
        name = self.pieces[self.at]
        if name.lower() in _ME:
            return YOU
        stem = name[:-1]
        is_owner = name[-1:] in ("s", "S") and (stem.casefold() in self.players or stem.lower() in COLORS)
        return stem if is_owner and name.casefold() not in self.players else name

    def does_the_same(self) -> None:
        """`red zaps and so does green`: what was used last, used by another."""
        self.at += 2
        used = self.wants[-1].effect if self.wants else ""
        self.player()
        self.use(used) if used else None
        self.at -= bool(used)  # nothing stands here for what is used

    def contend(self) -> None:
        """Takes down that the player of whom is spoken wants to act, with what may follow."""
        if not any(wants.player == self.now for wants in self.wants):
            self.alone.append(Wants(self.now))
            self.wants.append(self.alone[-1])

    def is_named_next(self) -> bool:
        """True if a power or a card follows: `red oracle`."""
        following = self.pieces[self.at + 1]
        return self.piece(1) in _SIDES or bool(is_word(following) and (self.names.alien(following)))

    # -- who is who ------------------------------------------------------------------------------------------------

    def gets_role(self, count: int = 0) -> bool:
        """True if what is said of a player, from a piece further on, is which side it is."""
        if self.piece(count) not in _PLACED | _SIDES.keys():
            return False
        while self.piece(count) in _PLACED:
            count += 1
        return self.piece(count) in _SIDES

    def can_be_name(self, piece: str) -> bool:
        """True for a word that can be the name of a player who was not named before."""
        return piece.isalnum() and is_word(piece) and not self.is_empty(piece.lower())

    def role(self) -> None:
        """`NAME is the offense`, `offense NAME`, `the defense is NAME`."""
        word, side = self.piece(), _SIDES[self.piece()]
        is_other = self.at > 0 and self.pieces[self.at - 1].lower() in _COMPARES
        self.at += 1
        begun = self.at
        while self.piece() in _IS:
            self.at += 1
        following = self.pieces[self.at]
        is_player = following.casefold() in self.players or (
            (not self.last or is_other) and self.can_be_name(following)
        )
        if self.last and not is_other and (not is_player or self.piece(1) in BEING or word in _ATTACKING):
            name = self.last
        elif is_player:
            name = self.players.setdefault(following.casefold(), following)
            self.at += 1
            self.named.append(name)
        elif self.at == begun and (self.piece() or is_other) and not self.sides[side]:
            self.sides[side] = side
            self.unnamed(side)
            return
        else:
            raise self.error(f"who the {side} is")
        self.sides[side] = name
        self.owns_by_name(name)
        if side == OFFENSE and self.piece() in AGAINST:
            self.opponent()
        elif word in _ATTACKING:
            self.at -= 1
            self.opponent()

    def opponent(self) -> None:
        """`against NAME` after the offense: the defense, of whom nothing else is said by that."""
        name = self.pieces[self.at + 1]
        is_known = name.casefold() in self.players
        if not is_known and not (self.can_be_name(name) and not self.names.alien(name)):
            self.at += self.pieces[self.at].lower() in _ATTACKING
            return
        self.sides[DEFENSE] = self.players.setdefault(name.casefold(), name)
        self.at += 2

    def seating(self) -> None:
        """`seats red yellow blue`: who sits clockwise."""
        self.at += 1
        found: list[str] = []
        while self.piece() and self.piece() not in _ENDS:
            if self.piece() in [name.lower() for name in found]:
                break  # of whom something else is said
            if self.piece() not in _JOINS:
                found.append(self.pieces[self.at])
                self.players.setdefault(found[-1].casefold(), found[-1])
            self.at += 1
        self.seats = ",".join(found)
