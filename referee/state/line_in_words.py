"""An encounter line as it is said at a table, read into the position that the notation makes of the same.

`red three with a 12 against blue four with a negotiate, red zaps blue`. It is tried where a line is not in the
notation, so that no line of the notation reads otherwise for any word here.
"""

from __future__ import annotations

from contextlib import suppress

from referee.errors import MalformedError
from referee.state import encounter as pos
from referee.state.encounter import DEFENSE, OFFENSE, Act, Card, Player, Position, Side
from referee.state.facts_in_words import FactReader
from referee.state.reader import LETTER_CARDS, Names, is_word, tokens
from referee.state.words import (
    AGAINST,
    ALLYING,
    ATTACKING,
    ATTACKING_AT,
    CARDS,
    JOINING,
    MINUS,
    PARTING,
    PLAYING,
    REINFORCING,
    SENDING,
    SHIPS,
    SIDES,
    UNSEEN,
    number_said,
)

_Laid = tuple[Card, tuple[int | None, ...]]  # a card and what reinforces it
_HOW_MANY = "how many ships {} has in the encounter"
_AGAINST_A_CARD = AGAINST | {"to"}
_AFTER_ALLIES = AGAINST | {"", ";", "."}
_CHATTER = frozenset("ok okay so well right now then hmm oh yeah alright".split())
_AS = frozenset(("as", "is", "playing"))  # before an alien
_EXAMPLE = "Such as: red 3 + green 2 : 10 vs blue 2 : 8"


def read_in_words(line: str, names: Names) -> Position:
    """Reads one encounter line as it is said; MalformedError, with the place, for what is not understood."""
    return _LineInWords(line, names).position()


class _LineInWords(FactReader):
    """Reads the two sides of a line that was said, then its facts."""

    def __init__(self, line: str, names: Names) -> None:
        super().__init__(line, names)
        self.in_words = False  # whether the side before was told without a colon
        self.is_prose = len(self.tokens) != len(tokens(line)) or any(piece.lower() in SHIPS for piece in self.tokens)
        self.role = ""  # what the side that is read was said to be
        self.skip_chatter()

    def skip_chatter(self) -> None:
        """Passes over what only leads up to the line: `ok so`; a player called so has ships or a mark next."""
        while self.now.lower() in _CHATTER and self.ahead(1 + (self.ahead() == ",")).isalpha():
            if self.begins_number(1):
                break
            self.step()
            self.one_of((",",))
        self.begun = self.at

    def position(self) -> Position:
        """The whole line."""
        first, second = self.same_cards() or self.cards_last() or self.one_by_one()
        position = Position(first, second, line=self.line, in_words=True)
        acts: list[Act] = []
        self.facts(position, acts)
        position.acts = tuple(acts)
        position.sheetless = tuple(self.sheetless)
        return position

    def one_by_one(self) -> tuple[Side, Side]:
        """The offense and the defense, each with its card, in the order that was said."""
        first = self.side()
        role = self.role
        self.between()
        second = self.side(is_first=False)
        if role == self.role != "":
            self.fail(f"one {role} and not two")
        return (second, first) if role == DEFENSE or self.role == OFFENSE else (first, second)

    # -- both sides, then both cards -------------------------------------------------------------------------------

    def same_cards(self) -> tuple[Side, Side] | None:
        """`both negotiate, red with 3, blue with 2`; None for a line of another form."""
        if self.now.lower() != "both" or self.begins_participant(0):
            return None
        self.step()
        self.one_of(PLAYING)
        laid: _Laid = (self.encounter_card(), ())
        self.one_of((":", ","))
        first = [self.participant()]
        if not self.against():
            self.one_of((",", "and"))
        return _side(first, laid), _side([self.participant()], laid)

    def cards_last(self) -> tuple[Side, Side] | None:
        """`red 3 against blue 4: 12 to 8`, `red attacks blue with 3: 12 against 8`; None for a line of another form."""
        if not self.is_name(0) or self.is_role(0):
            return None
        name = self.player()
        aliens = self.sheets_said(name)
        if self.is_attack() and self.against():
            return self.attack(name, aliens)
        self.restart()
        asked = 0
        with suppress(MalformedError):
            first = self.players_said()
            if self.against():
                asked = self.ships_left_out()
                second = self.players_said()
                cards = self.both_cards()
                return _side(first, cards[0]), _side(second, cards[1])
        if asked:
            self.fail(f"how many ships {self.tokens[asked - 1]} has in the encounter", at=asked)
        self.restart()
        return None

    def ships_left_out(self) -> int:
        """Where the ships of the player who is named here are missing, `blue: 12 vs 8`; 0 if another thing follows."""
        is_card = self.ahead() in (":", ",") and self.begins_number(2) and self.ahead(3).lower() in _AGAINST_A_CARD
        return self.at + 1 if is_card and self.is_name(0) else 0

    def restart(self) -> None:
        """Goes back to the begin of the line; nothing was read of it."""
        self.at, self.now = self.begun, self.tokens[self.begun]
        self.players.clear()
        self.sheetless.clear()

    def attack(self, name: str, aliens: tuple[str, ...]) -> tuple[Side, Side]:
        """`blue with 3: 12 against 8` after `red attacks`. A number right after the name may be that of a planet."""
        other = self.player()
        others = self.sheets_said(other)
        after = self.at
        if self.now in (":", ",") and self.begins_ships(1):
            return self.attack_counted(name, aliens, other, others)
        is_told = self.begins_ships(0)
        standing = self.ships() if is_told else None
        sent = self.ships_sent(name, other)
        self.card_follows(name)
        offense = _side([Player(name, sent, aliens)], self.card_and_plus())
        if not is_told and self.now.lower() in PARTING and self.ahead().casefold() == other.casefold():
            self.step()
            return offense, self.side(is_first=False)
        if not self.one_of(_AGAINST_A_CARD):
            self.fail(f"'vs' and the encounter card of {other}")
        if not is_told:
            is_told, standing = self.ships_before_card()
        self.one_of(PLAYING)
        answer = self.card_and_plus()
        if not is_told:
            self.fail(_HOW_MANY.format(other), at=after)
        return offense, _side([Player(other, standing, others)], answer)

    def ships_sent(self, name: str, other: str) -> int | None:
        """`with 3`: the ships that the offense sends."""
        if not self.one_of(("with",)) or self.at in self.with_article:
            self.fail(_HOW_MANY.format(name), f"Such as: {name} attacks {other} with 3")
        return self.ships(_HOW_MANY.format(name))

    def begins_ships(self, count: int) -> bool:
        """True if a number of ships begins at a piece further on: `3 ships`."""
        return self.begins_number(count) and self.ahead(count + 1).lower() in SHIPS

    def ships_before_card(self) -> tuple[bool, int | None]:
        """`against 3 ships: 8`: whether the defense's ships are told before its card, and how many they are."""
        if not self.begins_number() or self.ahead().lower() not in (":", *SHIPS):
            return False, None
        standing = self.ships()
        self.one_of((":", ",", "and"))
        return True, standing

    def attack_counted(
        self, name: str, aliens: tuple[str, ...], other: str, others: tuple[str, ...]
    ) -> tuple[Side, Side]:
        """`: 3 ships and a 9 versus 2 ships and a 10` after `red attacks blue`: each side's ships with its card."""
        sides: list[Side] = []
        for player, sheets in ((name, aliens), (other, others)):
            if sides and not self.one_of(_AGAINST_A_CARD):
                self.fail(f"'vs' and the ships of {other}")
            self.one_of((":", ","))
            ships = self.ships(f"how many ships {player} has in the encounter")
            self.card_follows(player)
            sides.append(_side([Player(player, ships, sheets)], self.card_and_plus()))
        return sides[0], sides[1]

    def both_cards(self) -> tuple[_Laid, _Laid]:
        """`: 12 against 8`, with what reinforces each."""
        self.card_follows("the offense")
        first = self.card_and_plus()
        if not self.one_of(_AGAINST_A_CARD):
            self.fail("'vs' and the other card")
        return first, self.card_and_plus()

    def is_attack(self) -> bool:
        """True if a verb of attacking comes, and not `vs`."""
        return self.now.lower() not in AGAINST and self.is_against()

    def is_against(self) -> bool:
        """True if what parts the sides comes: `vs`, `attacks`, `takes on`."""
        word, after = self.now.lower(), self.ahead().lower()
        if word in self.players:
            return False
        if word in SIDES and after in (":", "is", "="):  # attacking: red
            return False
        return word in AGAINST | ATTACKING or (word in ATTACKING_AT and after == ATTACKING_AT[word])

    def against(self) -> bool:
        """Takes what parts the sides."""
        if not self.is_against():
            return False
        if self.step().lower() in ATTACKING_AT:
            self.step()
        return True

    # -- sides -----------------------------------------------------------------------------------------------------

    def side(self, is_first: bool = True) -> Side:
        """One side: its players, the card, and what reinforces it.

        Allies may come after the card, too; after the second side's, it has to be told that they are of this side.
        """
        self.role = self.said_role()
        players = self.players_said()
        self.card_follows(players[0].name)
        laid = self.card_and_plus()
        while self.allies_follow(is_first or self.role != ""):
            while self.now.lower() in PARTING | JOINING:
                self.step()
            players.append(self.participant())
            while self.now == "and" and self.begins_participant(1) and self.ahead(3).lower() in _AFTER_ALLIES:
                self.step()
                players.append(self.participant())
        return _side(players, laid)

    def players_said(self) -> list[Player]:
        """A main player and the allies."""
        players = [self.participant()]
        while self.now.lower() in ALLYING and self.begins_participant(1):
            self.step()
            players.append(self.participant())
        return players

    def allies_follow(self, is_clear: bool) -> bool:
        """True if an ally of this side follows its card: `, ally green 2` if that is clear, `with ally green 2`."""
        if not is_clear and self.now.lower() not in ("with", "+"):
            return False
        count = 0
        while self.ahead(count).lower() in PARTING | JOINING:
            count += 1
        return self.at + count in self.of_allies and self.begins_participant(count)

    def card_and_plus(self) -> _Laid:
        """An encounter card, and what reinforces it."""
        card = self.card_of()
        plus: list[int | None] = []
        while self.reinforces():
            plus.append(self.reinforcement())
        return card, tuple(plus)

    def said_role(self) -> str:
        """`offense`, `defense:` or `the defense is` before a player; empty where that is not said."""
        if not self.is_role(0):
            return ""
        role = self.a_side()
        self.one_of(("player",))
        self.one_of((":", "is", "=", ","))
        return role

    def is_role(self, count: int) -> bool:
        """True if a piece further on says which side comes, and no player is called so."""
        if not self.is_side(count) or self.ahead(count).casefold() in self.players:
            return False
        after = self.ahead(count + 1).lower()
        return after in (":", "is", "=", ",", "player") or self.begins_participant(count + 1)

    def begins_participant(self, count: int) -> bool:
        """True if a player with ships begins at a piece further on."""
        piece, after = self.ahead(count).lower(), self.ahead(count + 1)
        if not self.is_name(count) or _is_card(piece) or number_said(piece) is not None:
            return False
        if after in ("/", "(", "?") or after.lower() in UNSEEN or self.begins_number(count + 1):
            return True
        return after.lower() in SENDING | _AS or (is_word(after) and self.names.alien(after) is not None)

    def participant(self) -> Player:
        """A player, its alien if it is told, and its ships: `red 3`, `red/Macron 1`, `red tripler with 2 ships`."""
        name = self.player()
        aliens = self.sheets_said(name)
        if self.now in (":", ",") and self.begins_number(1) and self.ahead(2).lower() in SHIPS:
            self.step()
        while self.one_of(SENDING):
            pass
        how_many = f"how many ships {name} has in the encounter"
        if self.now == "(" and self.begins_number(1) and self.ahead(2) == ")":
            self.step()
            ships = self.ships(how_many)
            self.step()
            return Player(name, ships, aliens)
        if self.at in self.with_article:  # a 12 is a card
            self.fail(how_many)
        ships = self.ships(how_many)
        return Player(name, ships, aliens or self.sheets_said(name))

    def sheets_said(self, name: str) -> tuple[str, ...]:
        """The aliens of a player: `/ALIEN`, `(ALIEN)`, `as ALIEN`, or the name alone; `(defense)` is a role."""
        if self.now == "/":
            return self.aliens(name)
        if self.now == "(":
            return self.in_brackets()
        if self.now.lower() in _AS and self.is_side(1):
            self.step()
            self.reads_role()
            self.one_of((",",))
            return ()
        if self.now == self.ahead(2) == "," and self.names.alien(self.ahead()) is not None:  # blue, the zombie,
            self.step()
            sheets = (self.alien(),)
            self.step()
            return sheets
        if self.one_of(_AS) or (is_word(self.now) and self.is_alien_said()):
            return (self.alien(),)
        return ()

    def in_brackets(self) -> tuple[str, ...]:
        """An alien, or which side the player is, in brackets; nothing where a card stands there."""
        if not self.is_side(1) and self.names.alien(self.ahead()) is None:
            return ()
        self.step()
        sheets = () if self.reads_role() else (self.alien(),)
        if not self.mark(")"):
            self.fail("')'")
        return sheets

    def reads_role(self) -> bool:
        """Takes which side a player is, where that stands here."""
        if not self.is_side():
            return False
        self.role = self.a_side()
        return True

    def is_alien_said(self) -> bool:
        """True if the current piece is an alien's name, and no word that goes on."""
        word = self.now.lower()
        return word not in PLAYING | SENDING | AGAINST and self.names.alien(self.now) is not None

    def between(self) -> None:
        """What stands between the sides: `vs`, or a comma where the first was told in words, or the next one's role."""
        if self.now == "," and self.ahead().lower() in AGAINST:
            self.step()
        if self.now in MINUS and self.begins_participant(1):
            self.step()
            return
        if self.against():
            return
        if self.now.lower() in PARTING and self.next_side_follows():
            self.step()
        elif not self.is_role(0):
            self.fail("'vs' and the defense's side", _EXAMPLE)

    def next_side_follows(self) -> bool:
        """True if the other side begins after this comma: with its role, or a name where the first was in words."""
        in_words = self.in_words or self.role or self.is_prose
        return self.is_role(1) or (bool(in_words) and self.begins_participant(1))

    # -- cards -----------------------------------------------------------------------------------------------------

    def card_follows(self, main: str) -> None:
        """Takes what stands before the card of a side: a colon, or a word such as `with`."""
        self.in_words = not self.mark(":")
        if self.in_words:
            self.one_of((",", "and", "="))
            self.one_of(PLAYING)
        if self.in_words and (self.done() or self.is_against()):
            self.fail(f"'+' and an ally, or ':' and the encounter card of {main} (? if nobody has seen it)", _EXAMPLE)

    def card_of(self) -> Card:
        """The encounter card of a side: `12`, `(12)`, `card 12`."""
        if self.one_of(("card",)):
            self.one_of((":", "is", "of", "="))
        is_bracketed = self.mark("(")
        card = self.encounter_card()
        if is_bracketed and not self.mark(")"):
            self.fail("')'")
        return card

    def encounter_card(self) -> Card:
        """`12`, `attack 12`, `attack`, `negotiate card`, `no card`."""
        if self.now == "0" and self.ahead().lower() in ("card", "encounter"):
            self.step()
            card = Card(pos.NONE)
            self.one_of(("encounter",))
        elif self.says("attack"):
            self.step()
            self.one_of(("card",))
            self.one_of(("of",))
            is_told = self.begins_number() or self.now in MINUS or self.says("minus")
            card = Card(pos.ATTACK, self.signed("the attack's value") if is_told else None)
        else:
            card = super().encounter_card()
            self.one_of(("attack",))
        self.one_of(("card", "cards"))
        return card

    def reinforces(self) -> bool:
        """True if a reinforcement of this side comes, for which nobody is named."""
        count = 1 if self.now.lower() in JOINING - {"+"} else 0
        piece, after = self.ahead(count).lower(), self.ahead(count + 1).lower()
        if piece in ("+", "plus"):
            end = count + 2
        elif piece in REINFORCING:
            end = count + 2 + (after in ("of", "+", "plus")) + (self.ahead(count + 2) == "+")
        elif after in REINFORCING and self.begins_number(count):
            end = count + 2
        else:
            return False
        end += self.ahead(end).lower() in REINFORCING
        return self.ahead(end).lower() not in ("by", "from", "for", "on") and not self.is_side(end)

    def reinforcement(self) -> int | None:
        """`+4`, `and plus 4`, `with a reinforcement of 4`, `and a 4 reinforcement`."""
        what = "the value of a reinforcement, such as +2"
        if self.now != "+":
            self.one_of(JOINING)
        self.one_of(REINFORCING)
        self.one_of(("of",))
        if self.mark("+"):
            value = None if self.one_of(UNSEEN) else self.figures(what)
        else:
            self.one_of(("plus",))
            self.mark("+")
            value = self.count(what)
        self.one_of(REINFORCING)
        return value


def _side(players: list[Player], laid: _Laid) -> Side:
    """A side of these players, the main player first, with its card and what reinforces it."""
    return Side(players[0], tuple(players[1:]), *laid)


def _is_card(piece: str) -> bool:
    """True if a card of an encounter begins with this piece."""
    return piece in LETTER_CARDS or piece in CARDS or piece in ("minus", "plus")
