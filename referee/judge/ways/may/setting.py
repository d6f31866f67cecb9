"""The table of a question: what its facts tell, what is laid for it, and what is assumed besides."""

from __future__ import annotations

from collections.abc import Iterable

from referee.book.loader import Rulebase
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases.setup import sheet_by_name
from referee.judge.table.setting import lay
from referee.judge.table.tokens import lay_tokens
from referee.judge.table.turn import Turn
from referee.state import table as tbl
from referee.state.commands import Aliens, Command, Stack
from referee.state.named_after import sheets_by_name
from referee.state.question import Question
from referee.state.table import Table

# How ships are said to stand in a place, and by what rule: those of the offense, those of others.
_WHERE = {
    tbl.WARP: ("in the warp", "regroup.one", "rewards.took-ships"),
    tbl.GATE: ("on the gate", "launch.ships", "alliance.ships"),
    tbl.BESIDE: ("beside the planet", "alliance.ships", "alliance.ships"),
}
_OTHERS = ("somebody", "another", "third", "fourth")  # who sits there besides those that are named


class Setting:
    """A table as it must be for a question. Each of its methods lists what it takes for granted."""

    def __init__(self, asked: Question, rulebase: Rulebase) -> None:
        self.law = rulebase.law
        self.rulebase = rulebase
        self.asked = asked
        self.command = asked.command
        self.facts = asked.facts
        self.assumed: list[Finding] = []
        self.table = self._seated(asked)
        self.stacks: dict[str, dict[str, int]] = {}  # what is given or assumed to stand in a place
        self._note_stacks()

    def _seated(self, asked: Question) -> Table:
        """Everybody who is named, and others to make it four; as said clockwise, or in the order of being named."""
        seats = [*asked.seats, *(name for name in asked.players if name not in asked.seats)]
        if not asked.seats:
            taken = {name.casefold() for name in seats}
            spare = [name for name in _OTHERS if name not in taken]
            seats += spare[: max(0, 4 - len(seats))]
            if asked.command.verb in ("ally", "decline", "invite"):
                self.assume("table.assumed-seats", " ".join(seats))
        table = lay(Command("table", names=tuple(seats), aliens=self._sheets(asked)), self.law)
        table.destiny_deck = None  # how far the game has come is not told
        lay_tokens(Turn(table, self.rulebase, asked.command, looks=True), list(table.aliens))
        return table

    def _sheets(self, asked: Question) -> Aliens:
        """The alien sheets that are told, those of players who are called after an alien, and the one that is used."""
        told = asked.aliens | {fact.who: fact.cards or () for fact in asked.facts if fact.what == "alien"}
        by_name = sheets_by_name(asked.command.text, asked.players, told, self.rulebase)
        for name, alien in by_name.items():
            self.assumed.append(sheet_by_name(self.rulebase, name, alien))
        laid = asked.aliens | {name: (alien,) for name, alien in by_name.items()}
        done = asked.command.act
        if done is not None and done.verb in ("use", "zap") and done.name and done.who not in {**laid, **told}:
            laid[done.who] = (done.name,)
            self.assume_by(f"alien {done.name}", f"{done.who} is the {done.name}")
        return laid

    def assume(self, rule: str, *words: object) -> None:
        """Lists something that is taken for granted."""
        self.assumed.append(Finding(self.law[rule], True, (), words))

    def assume_by(self, by: str, says: str, rule: str = "table.assumed-encounter") -> None:
        """Lists something that is taken for granted, resting on what makes it matter.

        That is a rule of the law (`by`), or a sheet or card (`card Plague`).
        """
        own = self.law[rule]
        resting = own.resting_on(self.rulebase.text_cited(by)) if " " in by else own.resting_as(self.law[by])
        self.assumed.append(Finding(resting, True, (), (says,)))

    # -- what is told ----------------------------------------------------------------------------------------------

    def given(self, what: str) -> str:
        """The player, or the word, of the last fact of a kind; none (an empty text) where it is not told."""
        return next((fact.who or fact.word for fact in reversed(self.facts) if fact.what == what), "")

    def is_given(self, what: str) -> bool:
        """True if there is a fact of this kind."""
        return any(fact.what == what for fact in self.facts)

    def whose(self, what: str) -> set[str]:
        """The players of whom there is a fact of this kind."""
        return {fact.who for fact in self.facts if fact.what == what}

    def sheets_of(self, who: str) -> tuple[str, ...]:
        """The aliens of a player, as laid or as told."""
        facts = [fact for fact in self.facts if (fact.what, fact.who) == ("alien", who)]
        return (*self.table.aliens.get(who, ()), *(name for fact in facts for name in fact.cards or ()))

    def stands_on(self, player: str) -> str:
        """The place where a player is said to stand as an ally, if it is."""
        there = (fact.what for fact in self.facts if fact.what in (tbl.GATE, tbl.BESIDE) and fact.who == player)
        return next(there, "")

    # -- ships -----------------------------------------------------------------------------------------------------

    def _note_stacks(self) -> None:
        for fact in self.facts:
            if fact.what == "stack":
                there = self.stacks.setdefault(fact.who, {})
                if fact.number is not None:
                    there[fact.word] = fact.number
            elif fact.what in tbl.PLACES:
                self.stacks.setdefault(fact.what, {})[fact.who] = fact.number or 0
            elif fact.what == "owned":
                self.table.owned = {**self.table.owned, fact.who: fact.number or 0}

    def _has(self, place: str, player: str) -> bool:
        """True if it is told how many ships of a player stand in a place."""
        there = self.stacks.get(place)
        return there is not None and (player in there or place not in tbl.PLACES)

    def stand(self, player: str, ships: int, place: str) -> None:
        """Assumes so many ships of a player in a place, where nothing is told of it and the place is there."""
        if place in self.table.ships and not self._has(place, player):
            self._put(player, ships, place)

    def colony(self, player: str, ships: int, place: str) -> None:
        """Assumes a colony that is large enough, where it is none of the setup's."""
        host = tbl.owner(place)
        own = host == player
        if place in tbl.PLACES or place not in self.table.ships or self._has(place, player):
            return
        if own and ships <= self.law["setup.stacked"].value:
            return
        if not own:
            self.stacks[place] = {host: self.table.at(place, host)}
        self._put(player, ships, place)

    def _put(self, player: str, ships: int, place: str) -> None:
        self.stacks.setdefault(place, {})[player] = ships
        has = f"{player} has {ships_of(ships)}"
        if place not in _WHERE:
            self.assume("table.assumed-ships", f"{has} on {place}")
            return
        where, of_offense, of_others = _WHERE[place]
        by = of_offense if player == self.table.turn else of_others
        self.assume_by(by, f"{has} {where}", "table.assumed-ships")

    def sends(self, stacks: Iterable[Stack]) -> None:
        """Assumes the ships of who commands where they are to come from."""
        for place, ships in stacks:
            add = self.stand if place in tbl.PLACES else self.colony
            add(self.command.who, ships, place)

    def place_ships(self) -> None:
        """All stacks that are told; then the ships of each player that are left, over its other home planets."""
        table = self.table
        for place, stacks in self.stacks.items():
            if place in table.ships:
                table.lay(place, table.ships[place] | stacks if place in tbl.PLACES else stacks)
        for name in table.seats:
            self._spread(name)

    def _spread(self, name: str) -> None:
        """Takes what a player has too many off its fullest home planets of which nothing is told; the last of these."""
        table = self.table
        free = [place for place in table.home_planets(name) if place not in self.stacks]
        over = table.total(name) - table.owned[name]
        while over > 0:
            place = max(reversed(free), key=lambda place: table.at(place, name), default="")
            if not place or not table.at(place, name):
                return  # more than there are: the facts are refused as they are told
            table.move(name, 1, place, tbl.UNPLACED)
            table.put(tbl.UNPLACED, name, 0)
            over -= 1
        if over < 0:
            table.put(tbl.UNPLACED, name, -over)
