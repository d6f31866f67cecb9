"""What is said of an encounter besides its two sides, in words: `red zaps blue`, `blue has 1 card`, `red plays a +4`.

Each fact is read as the clause of the notation that says the same. Facts are parted by commas, `and` and dots where
what follows begins a new one; a list goes on as long as it can be read as one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.state.acts import ACTS, OPENINGS
from referee.state.encounter import DEFENSE, OFFENSE, Act, Hand, Player, Position
from referee.state.notation import FACTS, LineReader, nearest_clause
from referee.state.pieces_said import pieces_said
from referee.state.reader import Names, is_word
from referee.state.words import (
    ALL,
    BEING,
    DECLARED,
    DECLARING,
    FLARING,
    FORCING,
    GIVING,
    HELPING,
    HOLDING,
    NOT_NAMES,
    PARTING,
    PLAGUING,
    QUASHING,
    REINFORCING,
    UNSEEN,
    USING,
    VERBS,
    ZAPPING,
)

_OF_WHOM = frozenset("by from".split())
_FOR = frozenset("for on to".split())
_ON = frozenset("on against at".split())
_LEFT = frozenset("left more remaining in hand".split())
_TAKES_SIDE = HELPING | {"on", "for", "with"}
_BEGINNING = OPENINGS | FACTS.keys() | REINFORCING  # words that no player is called by
_NAUGHT = frozenset(("no-allies", "no-reinforcements"))
_OF_A_PLAYER = VERBS | {"card"}  # what follows the name of who does or has something
_NOT_PLAYED = REINFORCING | ZAPPING | {"flares", "artifacts"}
_ARTIFACTS = {
    "card-zap": "card-zap",
    "card-zaps": "card-zap",
    "ionic-gas": "ionic-gas",
    "quash": "quash",
    "emotion-control": "emotion-control",
    "mobius-tubes": "mobius-tubes",
}
_EXAMPLE = "Such as: red zaps blue, blue has 1 card, red plays a +4"


class FactReader(LineReader):
    """Reads the facts of a line that was said; the sides are read before them."""

    def __init__(self, line: str, names: Names) -> None:
        super().__init__(line, names)
        self.tokens, self._starts, self.with_article, self.of_allies = pieces_said(line, names)
        self.now = self.tokens[0]
        self.acting = ""  # which of several aliens was said to do what is read
        self.is_deal = False  # while the terms of a deal are read, which go on after a comma

    # -- where a fact ends -----------------------------------------------------------------------------------------

    def mark(self, text: str) -> bool:
        """Takes a mark if it is the current piece; no comma that parts two facts."""
        return not (text == "," and self.parts()) and super().mark(text)

    def word(self, text: str) -> bool:
        """Takes a word if it is the current piece; no `and` that parts two facts."""
        return not (text == "and" and self.parts()) and super().word(text)

    def done(self) -> bool:
        """True at the end of a fact."""
        return super().done() or self.parts()

    def parts(self) -> bool:
        """True if the current piece, such as a comma, parts this fact from another."""
        if self.now.lower() not in PARTING:
            return False
        count = 1
        while self.ahead(count).lower() in PARTING:
            count += 1
        return self.begins_fact(count)

    def begins_fact(self, count: int) -> bool:
        """True if a fact begins at a piece further on."""
        piece, after = self.ahead(count).lower(), self.ahead(count + 1).lower()
        if piece.casefold() not in self.players and piece in _BEGINNING:
            return True
        if self.is_deal and after in GIVING:
            return False
        if piece in _NAUGHT or piece in ZAPPING or self.begins_ally(count):
            return True
        if self.begins_number(count):
            return self.is_name(count + 1) and self.ahead(count + 2).lower() == "in"
        return self.is_name(count) and after in _OF_A_PLAYER

    def begins_ally(self, count: int) -> bool:
        """True if an ally is told at a piece further on: `ally green 2`, `green is on blue's side`, `green joins`."""
        if not self.is_name(count):
            return False
        if self.at + count in self.of_allies and self.begins_number(count + 1):
            return True
        count += 1
        while self.ahead(count).lower() in BEING:
            count += 1
        if self.ahead(count).lower() not in _TAKES_SIDE:
            return False
        return self.is_side(count + 1) or self.ahead(count + 1).casefold() in self.players

    def is_name(self, count: int) -> bool:
        """True if a piece further on can be the name of a player."""
        piece = self.ahead(count)
        key = piece.casefold()
        return key in self.players or (is_word(piece) and key not in NOT_NAMES and key not in OPENINGS)

    def check_name(self, name: str, key: str, what: str) -> None:
        """Stops unless a player can be called so where words are read as words."""
        super().check_name(name, key, what)
        if key in NOT_NAMES:
            self.fail(what, f"{name!r} is read as a word here; a player called so has to be told in the notation.")

    def comma_list(self, item: Callable[[], None]) -> None:
        """One or more of something, between commas or `and`."""
        item()
        while self.mark(",") or self.word("and"):
            item()

    # -- facts -----------------------------------------------------------------------------------------------------

    def facts(self, position: Position, acts: list[Act]) -> None:
        """All facts, to the end of the line."""
        while self.now:
            at = self.at
            while self.now and self.now.lower() in PARTING:
                self.step()
            if self.now and at == self.at and not self.is_place():
                self.fail("',' or ';' and a clause, or the end of the line", _EXAMPLE)
            if self.now:
                self.is_deal = self.now.lower() == "deal" or self.ahead().lower() in GIVING
                self.fact(position, acts)

    def fact(self, position: Position, acts: list[Act]) -> None:
        """One fact: a clause of the notation, or what somebody does or has."""
        word = self.now.lower()
        if self.is_place():
            self.target(position)
        elif self.begins_ally(0):
            self.ally(position)
        elif word in _NAUGHT or (word == "no" and self.ahead().lower() in _NOT_PLAYED):
            self.naught(position)
        elif word in ZAPPING:
            self.step()
            acts.append(self.zap(position))
        elif not self.is_player() and word in _BEGINNING:
            self.fact_by_word(position, acts)
        else:
            self.fact_told(position, acts)

    def fact_by_word(self, position: Position, acts: list[Act]) -> None:
        """A fact by the word that it begins with: a reinforcement, or a clause of the notation."""
        if self.now.lower() in REINFORCING:
            self.step()
            acts.append(self.reinforced(position, ""))
        elif self.ahead().lower() not in VERBS:
            self.clause(position, acts)
        else:
            self.fact_told(position, acts)

    def fact_told(self, position: Position, acts: list[Act]) -> None:
        """A fact in a sentence: how many ships are in the warp, or what somebody does or has."""
        if self.begins_number():
            self.in_the_warp(position)
        elif self.is_player() or self.begins_fact(0) or self.is_alien_of(position):
            self.sentence(position, acts)
        else:
            hint = nearest_clause(self.now.lower())
            self.fail("a clause, such as: hand red 3, zap blue, or what somebody does or has", hint)

    def is_place(self) -> bool:
        """True if the target planet comes: `at blue.2`, `on blue planet 2`."""
        return self.now.lower() in ("at", "on") and self.ahead().casefold() in self.players

    def target(self, position: Position) -> None:
        """The target planet; the dot before its number may be left out."""
        self.step()
        self.once("at")
        if self.ahead() == ".":
            position.target = self.planet()
            return
        owner = self.player()
        self.one_of(("planet", "system"))
        number = "?" if self.one_of(UNSEEN) else str(self.number("the planet's number, 1 to 5"))
        position.target = (owner, number)

    def naught(self, position: Position) -> None:
        """What was not played, which changes nothing: `no reinforcements`; `no allies` where there are none."""
        if self.now == "no-allies" and (position.offense.allies or position.defense.allies):
            self.fail("what else the allies are", "Allies were told before.")
        self.one_of(("no",))
        self.step()

    def ally(self, position: Position) -> None:
        """`ally green 2 for the defense`, `green is on blue's side with 2`: an ally that is told after the sides."""
        at = self.at
        name = self.player()
        count = self.ships() if self.begins_number() else None
        is_counted = self.at > at + 1
        while self.one_of(BEING):
            pass
        side = self.side_taken(position, name, at)
        if not is_counted:
            self.one_of(("with",))
            count = self.ships(f"how many ships {name} has in the encounter")
        if any(name == player.name for player in position.participants()):
            self.fail(f"one place for {name} in the encounter", f"{name} was told before.", at)
        told = position.side(side)
        joined = replace(told, allies=(*told.allies, Player(name, count)))
        if side == OFFENSE:
            position.offense = joined
        else:
            position.defense = joined

    def side_taken(self, position: Position, name: str, at: int) -> str:
        """Whose ally somebody is, after `on`, `for`, `with` or a verb."""
        if not self.one_of(_TAKES_SIDE):
            main, other = position.offense.main.name, position.defense.main.name
            self.fail(f"whose ally {name} is, {main} or {other}", f"Such as: {name} is on {main}'s side with 2", at)
        if self.is_side():
            side = self.a_side()
        else:
            at, other = self.at, self.player()
            side = next((s for s in (OFFENSE, DEFENSE) if other in _names(position.side(s).players())), "")
            if not side:
                self.fail(f"which side {name} is on", f"{other} is on neither side.", at)
        self.one_of(("side", "team"))
        return side

    def is_alien_of(self, position: Position) -> bool:
        """True if the current piece is the alien of a player here."""
        alien = self.names.alien(self.now) if is_word(self.now) else None
        return alien is not None and any(alien in sheets(position, name) for name in position.names())

    def somebody(self, position: Position, what: str) -> str:
        """A player, by name, as one of the sides, or by the alien that only this one has."""
        if self.is_player():
            return self.player()
        if self.is_side():
            return position.side(self.a_side()).main.name
        alien = self.names.alien(self.now) if is_word(self.now) else None
        owners = [name for name in position.names() if alien and alien in sheets(position, name)]
        if len(owners) != 1:
            return self.player(what)
        self.step()
        return owners[0]

    def sentence(self, position: Position, acts: list[Act]) -> None:
        """`NAME VERB ...`."""
        at = self.at
        named = "" if self.is_player() else self.names.alien(self.now) or ""
        name = self.somebody(position, "a player, or a clause")
        self.acting = named if len(sheets(position, name)) > 1 else ""
        told = self.at
        word = self.step().lower()
        if word in GIVING:
            self.at, self.now = at, self.tokens[at]
            acts.append(ACTS["deal"].read_on(self))
        elif word in BEING:
            self.being(position, name, acts)
        elif word in HOLDING:
            self.holding(position, name)
        elif word in _DONE:
            acts.append(_DONE[word](self, position, name))
        elif word == "card" and self.one_of(("zap", "zaps", "zapped")):
            self.no_more_than("it that this".split())
            acts.append(Act("card-zap", by=name))
        else:
            self.fail(f"what {name} does or has", _EXAMPLE, told)

    def no_more_than(self, words: list[str]) -> None:
        """Takes words that say nothing more."""
        while self.one_of(words):
            pass

    # -- what somebody is or has -----------------------------------------------------------------------------------

    def being(self, position: Position, name: str, acts: list[Act]) -> None:
        """`is zapped [by NAME]`, `is ALIEN`, `is the offense`."""
        at = self.at
        if self.one_of(ZAPPING):
            acts.append(Act("zap", who=name, by=self.by(position)))
            return
        if not self.is_side():
            self.note_aliens(position, name, (self.alien(),), at)
            return
        side = self.a_side()
        if position.side(side).main.name != name:
            self.fail(f"what else {name} is", f"{position.side(side).main.name} is the {side} here.", at)

    def holding(self, position: Position, name: str) -> None:
        """`has 1 card`, `has 3 foreign colonies`, `has 2 ships in the warp`, `has 2 tokens`, `has ALIEN`.

        `and green 2` after it counts the same of another player.
        """
        what = self.held_by(position, name, "")
        while what and self.now.lower() in (",", "and") and self.counts_another():
            self.step()
            self.held_by(position, self.player(), what)

    def counts_another(self) -> bool:
        """True if a name and a number alone follow: `and green 2`."""
        is_told = self.is_name(1) and self.at + 1 not in self.of_allies and self.begins_number(2)
        return is_told and self.ahead(3).lower() in ("", *PARTING)

    def held_by(self, position: Position, name: str, like: str) -> str:
        """What one player has; what was counted, which is the same as before if it is told to be `like` that."""
        at = self.at
        if is_word(self.now) and not self.begins_number() and self.now.lower() not in UNSEEN:
            self.note_aliens(position, name, (self.alien(),), at)
            return ""
        count = self.count(f"how many of what {name} has")
        what = like or self.what_is_held(name)
        if what != "hand":
            self.put(getattr(position, what), name, count, what, at)
            return what
        self.no_more_than([*_LEFT])
        said = Hand(count)
        if position.hands.get(name, said) != said:
            self.fail(f"one hand for {name}", "It was given before.", at)
        position.hands[name] = said
        return what

    def what_is_held(self, name: str) -> str:
        """What is counted of a player, as the notation calls it."""
        if self.one_of(("card", "cards", "left", "remaining")) or self.says("in", "hand"):
            return "hand"
        if self.one_of(("token", "tokens")):
            return "tokens"
        for word in ("foreign", "home"):
            if self.one_of((word,)):
                self.one_of(("colony", "colonies", "planets", "bases"))
                return word
        self.one_of(("ship", "ships"))
        if self.one_of(("in",)) and self.one_of(("warp",)):
            return "warp"
        expected = f"what {name} has: cards, foreign colonies, home colonies, ships in the warp or tokens"
        self.fail(expected, f"Such as: {name} has 3 cards")

    def in_the_warp(self, position: Position) -> None:
        """`2 yellow ships in the warp`."""
        at = self.at
        count = self.count("how many ships")
        name = self.somebody(position, "whose ships are in the warp")
        self.one_of(("ship", "ships"))
        for word in ("in", "warp"):
            if not self.one_of((word,)):
                self.fail("'in the warp'", f"Such as: {count} {name} ships in the warp")
        self.put(position.warp, name, count, "warp", at)

    # -- what somebody does ----------------------------------------------------------------------------------------

    def by(self, position: Position) -> str:
        """Who did it: `by NAME`, or empty."""
        return self.somebody(position, "who did it") if self.one_of(_OF_WHOM) else ""

    def zap(self, position: Position, by: str = "") -> Act:
        """Whose power is zapped, after the word for it, and by whom."""
        self.one_of(_ON)
        if self.is_player() and not by:
            return ACTS["zap"].read_on(self)
        who = self.somebody(position, f"whose power {by or 'the zap'} cancels")
        return Act("zap", who=who, by=by or self.by(position))

    def zapping(self, position: Position, name: str) -> Act:
        """`zaps NAME`, or `zapped [by NAME]` of a power that was."""
        if self.tokens[self.at - 1].lower() == "zapped" and (self.done() or self.now.lower() in _OF_WHOM):
            return Act("zap", who=name, by=self.by(position))
        return self.zap(position, name)

    def side_said(self) -> str:
        """The side that stands next, with or without `for`; empty where it is none."""
        return self.a_side() if self.is_side() or (self.one_of(_FOR) and not self.is_player()) else ""

    def reinforced(self, position: Position, name: str) -> Act:
        """`reinforces 4 [for the offense]`, `reinforcement of 4 by NAME`: by whom, and for its own side unless told."""
        at = self.at
        self.one_of(("of", "with", "by"))
        hidden = self.one_of(UNSEEN)
        amount = None if hidden else self.signed("the value of the reinforcement, such as +4")
        self.one_of(REINFORCING)
        who = name or self.by(position)
        side = self.side_said()
        who = who or self.by(position)
        if not who:
            self.fail("who plays the reinforcement", f"Such as: {position.offense.main.name} plays a +4", at)
        side = side or next((s for s in (OFFENSE, DEFENSE) if who in _names(position.side(s).players())), "")
        if not side:
            self.fail("for which side: for offense, or for defense", f"{who} is on neither side.")
        return Act("reinforce", who=who, amount=amount, hidden=hidden, side=side)

    def using(self, position: Position, name: str) -> Act:
        """`plays card zap`, `plays a flare Amoeba`, `plays a +4`, `uses ALIEN`, `zaps`."""
        word = self.now.lower()
        if word in ("+", "plus") or (self.begins_number() and self.ahead().lower() in REINFORCING):
            return self.reinforced(position, name)
        if word in _ARTIFACTS:
            self.step()
            self.one_of(_ON)
            return Act(_ARTIFACTS[word], by=name)
        cards = {"reinforce": self.reinforced, "force-field": self.forcing, "plague": self.plaguing}
        read = self.reinforced if word in REINFORCING else self.zap if word in ZAPPING else cards.get(word)
        if read is not None:
            self.step()
            return read(position, name)
        if self.done():
            return Act("use", who=name, name=self.acting)
        return self.using_by_name(name)

    def forcing(self, position: Position, name: str) -> Act:
        """`force fields green and yellow`, `force fields all`: whose alliances end."""
        self.one_of(_ON)
        if self.one_of(ALL):
            return Act("force-field", by=name, args=("all",))
        allies: list[str] = []
        what = "the allies whose alliances are cancelled, or 'all'"
        self.comma_list(lambda: allies.append(self.somebody(position, what)))
        self.one_of(("alliance", "alliances"))
        return Act("force-field", by=name, args=tuple(allies))

    def plaguing(self, position: Position, name: str) -> Act:
        """`plagues green`."""
        self.one_of(_ON)
        return Act("plague", who=self.somebody(position, "the player who is plagued"), by=name)

    def declaring(self, position: Position, name: str) -> Act:
        """`calls an upset`: a power is used, where the player has no more than one."""
        if not self.one_of(DECLARED) or not (self.acting or len(sheets(position, name)) == 1):
            self.fail(f"what {name} does or has", f"Such as: {name} uses its power", self.at - 1)
        return Act("use", who=name, name=self.acting)

    def using_by_name(self, name: str) -> Act:
        """What is used of a flare, or of an alien."""
        is_flare = self.one_of(("flare",)) or self.ahead().lower() == "flare"
        word = "flare" if is_flare else "use"
        face = next((face for face in ("wild", "super") if self.one_of((face,))), "")
        known = self.names.alien(self.now) if is_word(self.now) else None
        if known is None:
            self.fail(f"what {name} uses", "Such as: plays a +4, plays card zap, plays the Amoeba flare")
        self.step()
        self.one_of(("flare",))
        return Act("flare" if word == "flare" or face else "use", who=name, name=known, face=face)

    def flaring(self, position: Position, name: str) -> Act:
        """`flares Amoeba`."""
        return Act("flare", who=name, name=self.alien())


_DONE: dict[str, Callable[[FactReader, Position, str], Act]] = {
    **dict.fromkeys(ZAPPING, FactReader.zapping),
    **dict.fromkeys((*REINFORCING, "reinforce"), FactReader.reinforced),
    **dict.fromkeys(USING, FactReader.using),
    **dict.fromkeys(FORCING, FactReader.forcing),
    **dict.fromkeys(PLAGUING, FactReader.plaguing),
    **dict.fromkeys(DECLARING, FactReader.declaring),
    **dict.fromkeys(FLARING, FactReader.flaring),
    **dict.fromkeys(QUASHING, lambda reader, position, name: Act("quash", by=name)),
}


def sheets(position: Position, name: str) -> tuple[str, ...]:
    """The aliens of a player as far as they are told."""
    mine = next((player for player in position.participants() if player.name == name), None)
    return mine.aliens if mine is not None else position.aliens.get(name, ())


def _names(players: tuple[Player, ...]) -> list[str]:
    return [player.name for player in players]
