"""A duel, a contest or a command while it is ruled: the state it changes, and each step with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

from referee.book.loader import Rulebase
from referee.duel.declared import Spoken
from referee.duel.ruling import Fought
from referee.duel.state import Fight, Gone, State
from referee.duel.texts import ALIEN, DESTINY, ENVOY, Ability, Text, texts
from referee.judge.finding import Finding
from referee.judge.ruling import Then
from referee.judge.table.steps import RefusedError, Steps
from referee.judge.table.verdict import Refusal


class Hidden(NamedTuple):
    """A fact that is hidden: `kind` (a key of `unknown.UNKNOWNS`), whose, and what it can be.

    `low` and `high` bound a number; `choices` are the values of what is no number; `place` tells several of one player.
    """

    kind: str
    name: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    place: int = 0


class HiddenError(Exception):
    """Raised where a hidden fact decides."""

    def __init__(self, hidden: Hidden) -> None:
        self.hidden = hidden
        super().__init__(f"{hidden.kind} of {hidden.name}")


def say(verb: str, **values: object) -> Spoken:
    """A command, as if somebody had typed it."""
    from referee.duel.commands import COMMANDS  # of one line only where something is refused

    return COMMANDS[verb](**values)


class AbilityUse(NamedTuple):
    """An ability that somebody uses, with players, cards and numbers."""

    who: str
    ability: str
    args: tuple[str, ...] = ()


class DuelRefusal(Refusal):
    """Why something is refused in Duel; `acts` are those that the rule itself names instead."""

    __slots__ = ("acts",)

    def __init__(self, finding: Finding, acts: tuple[Spoken, ...], history: tuple[str, ...]) -> None:
        super().__init__(finding, tuple(map(str, acts)), history)
        self.acts = acts


class On(Steps):
    """One thing that is ruled at a table of Duel. What follows is done to the table, and each step is kept."""

    def __init__(self, table: State, rulebase: Rulebase, waived: Set[str] = frozenset()) -> None:
        super().__init__(rulebase, waived)
        self.table = table.copy()
        self.texts = texts(rulebase)
        self.then: list[Then] = []
        self.uses: list[AbilityUse] = []  # abilities that are used on one line, until their moment comes
        self.on_line = False  # whether only one duel or contest is told, and no whole game
        self.untold_spent: set[str] = set()  # on one line: of whom it is not told how many tactics were spent
        self.decided: State | None = (
            None  # the table as the duel or contest was decided, before the prize and the cleanup
        )
        self.told = Fought()  # what the duel or contest comes to

    @property
    def fight(self) -> Fight:
        """The duel or contest that goes on."""
        assert self.table.fight is not None
        return self.table.fight

    def forbid(self, rule: str, *words: object, citing: str = "", **how: Any) -> None:
        """Refuses as any table does; `citing` is a rule whose clauses are cited besides, such as a card's own."""
        if rule not in self.waived:
            self.cannot(rule, *words, citing=citing, **how)

    def cannot(
        self,
        rule: str,
        *words: object,
        value: object = None,
        nearest: Iterable[Spoken | str] = (),
        history: Iterable[str] = (),
        citing: str = "",
    ) -> NoReturn:
        """Refuses what cannot be done at all; `citing` as in `forbid`."""
        own = self.law[rule]
        resting = own.citing(self.law[citing]) if citing else own
        found = Finding(resting, own.value if value is None else value, (), words)
        acts = tuple(act for act in nearest if isinstance(act, Spoken))
        raise RefusedError(DuelRefusal(found, acts, tuple(history)))

    def leave(self, who: str, does: str, what: str, finding: Finding) -> None:
        """Notes what is left for a player to do."""
        self.then.append(Then(who, does, what, finding))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is reckoned in this block leaves no steps."""
        steps = len(self.steps)
        yield
        del self.steps[steps:]

    def as_much(self, who: str, wanted: int, can: int, what: str) -> int:
        """Returns as much of an effect as can be done (abilities.6)."""
        if can < wanted:
            self.find("abilities.as-much", can, who, f"{what} {can} of {wanted}")
        return min(can, wanted)

    def there_is(self, what: str, there: bool, instead: str, citing: str = "") -> None:
        """Refuses to name what is not on the table; `instead` says what is there (playing-the-game.20)."""
        if not there:
            self.cannot("turn.no-such", what, instead, citing=citing)

    # -- texts -----------------------------------------------------------------------------------------------------

    def texts_of(self, who: str) -> list[Text]:
        """The texts in force for a player: the alien, and the ally that lies face up (using-envoys.5)."""
        table = self.table
        found = []
        alien = self.texts.find(ALIEN, table.aliens.get(who, ""))
        if alien is not None:
            found.append(alien)
        for number in table.ally(who):
            envoy = self.texts.find(ENVOY, table.envoys[number].name)
            if envoy is not None and table.envoys[number].faceup:
                found.append(envoy)
        return found

    def ability(self, who: str, verb: str) -> Ability | None:
        """The ability in force for a player that has this effect and can act now, or None."""
        for text in self.texts_of(who):
            for ability in text.abilities:
                if ability.verb == verb and self._acts_now(ability):
                    return ability
        return None

    def usable(self, who: str, verb: str, called: str, in_time: bool = True) -> Ability:
        """Returns the ability with this effect that a player uses; refuses one that is not in force or not `in_time`.

        An ability is used when its text says, an envoy's once it lies face up (alien-abilities.2; envoys.5).
        """
        ability = self.ability(who, verb)
        if ability is None or not in_time:
            self.cannot("ability.not-now", who, called)
        return ability

    def _acts_now(self, ability: Ability) -> bool:
        fight = self.table.fight
        if ability.when == "always":
            return True
        return fight is not None and (ability.when == "both" or (ability.when == "contest") == fight.contest)

    def assume_text(self, kind: str, owner: str, who: str) -> None:
        """Says of an alien or envoy that nothing is applied of it which no document tells."""
        if not self.texts.is_told(kind, owner):
            self.find("assume.no-text", True, owner, who)

    def destiny(self) -> Text | None:
        """The destiny card that is being resolved, if a document prints it."""
        return self.texts.find(DESTINY, self.table.card)

    # -- ships and cards -------------------------------------------------------------------------------------------

    def take(self, who: str, place: dict[str, int | None], ships: int) -> None:
        """Takes ships out of a supply or the Warp, where their number is known."""
        there = place.get(who)
        if there is not None:
            place[who] = there - ships

    def put(self, who: str, place: dict[str, int | None], ships: int) -> None:
        """Puts ships into a supply or the Warp."""
        self.take(who, place, -ships)

    def reshuffle(self, name: str) -> None:
        """Makes an empty deck anew of the own discards, if there are any (having-zero-cards-in-deck.1; DU-17)."""
        piles, discards = self.table.piles, self.table.discards
        if not piles[name] and discards[name]:
            self.find("hand.reshuffle", True, name, cards_of(len(discards[name])))
            piles[name], discards[name] = len(discards[name]), []

    def put_away(self, whose: str, card: str) -> None:
        """Puts a card on a discard pile in the midst of a duel or contest, below what the cleanup adds to it."""
        self.table.discards.setdefault(whose, []).append(card)
        self.fight.gone.append(Gone(whose, card))

    def settle_on(self, planet: str, who: str, ships: int) -> None:
        """Puts ships on a planet, or takes them off it."""
        stacks = self.table.planets.setdefault(planet, {})
        stacks[who] = stacks.get(who, 0) + ships
        if not stacks[who]:
            del stacks[who]

    def here(self, who: str) -> int:
        """How many ships a player has on the planet that is duelled for."""
        return self.table.ships_at(self.fight.planet, who)


def ships_of(number: int) -> str:
    """`1 ship`, `3 ships`."""
    return f"{number} ship{'' if number == 1 else 's'}"


def cards_of(number: int) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} card{'' if number == 1 else 's'}"


def planets_of(number: int) -> str:
    """`1 planet`, `3 planets`."""
    return f"{number} planet{'' if number == 1 else 's'}"
