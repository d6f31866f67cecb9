"""`may`: one command on a table of which only some facts are known.

What is not given is assumed so that the command fits, as far as the facts leave room for it, and listed. Facts that
cannot be, alone or together, refuse the question with their clause.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.book.law import Rule
from referee.book.loader import Rulebase
from referee.judge.board import ships_of
from referee.judge.finding import Finding
from referee.judge.powers.answers import ARTIFACTS, which_face
from referee.judge.table.facts import tell
from referee.judge.table.played import card_of
from referee.judge.table.setting import lay
from referee.judge.table.tokens import lay_tokens
from referee.judge.table.turn import HANDLERS, Turn
from referee.judge.table.verdict import Verdict
from referee.judge.ways.assumed import assumed, assumed_ships
from referee.judge.ways.command import rule
from referee.judge.ways.near_may import other_commands, without_a_fact
from referee.judge.ways.special_card import named_as_said
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, Question, Stack
from referee.state.encounter import DEFENSE, NEGOTIATE, OFFENSE, Act, Card, Term
from referee.state.table import Due, LastRuling, Table

_ANY_PHASE = ("draw", "discard", "claim")  # for these it does not matter
_USUAL_PHASE = {
    **dict.fromkeys(_ANY_PHASE, ph.START),
    "offense": ph.START,
    "new hand": ph.START,
    "punt": ph.START,
    "regroup": ph.REGROUP,
    "destiny": ph.DESTINY,
    "play": ph.PLANNING,
    **dict.fromkeys(("lose", "return", "take", "reward", "second", "acquire", "end"), ph.RESOLUTION),
}
_AFTER_NEGOTIATES = ("deal", "no-deal", "quash")
_SOME_ARTIFACT = "emotion-control"  # one that can always be played when the cards are turned up
_OTHERS = ("somebody", "another", "third", "fourth")  # who sits there besides those that are named


def question(asked: Question, rulebase: Rulebase) -> Verdict:
    """Rules a command on the table that these facts leave open as little as may be."""
    setting = _Setting(asked, rulebase)
    setting.arrange()
    told = rule(setting.table, Command("set", facts=asked.facts), rulebase) if asked.facts else None
    if told is not None and not told.legal:
        told.steps[:0] = setting.assumed
        for refusal in told.illegal:
            refusal.look_with(lambda _: without_a_fact(asked, rulebase, question))
        return told
    table = setting.lead_up(told.table if told is not None else setting.table)
    verdict = rule(table, asked.command, rulebase)
    verdict.steps[:0] = setting.assumed
    for refusal in verdict.illegal:
        refusal.look_with(lambda refusal: other_commands(asked, table, rulebase, question, refusal.given))
    return verdict


class _Setting:
    """A table as it must be for a question: what is given, and what is assumed besides."""

    def __init__(self, asked: Question, rulebase: Rulebase) -> None:
        self.law = rulebase.law
        self.rulebase = rulebase
        self.command = asked.command
        self.facts = asked.facts
        self.assumed: list[Finding] = []
        self.table = self._seated(asked)
        self.stacks: dict[str, dict[str, int]] = {}  # what is given or assumed to stand in a place

    def assume(self, rule: str, *words: Any) -> None:
        """Lists something that is taken for granted."""
        self.assumed.append(Finding(self.law[rule], True, (), words))

    def assume_by(self, by: str, says: str) -> None:
        """Lists something that is taken for granted, resting on the rule, sheet or card that makes it matter."""
        self.assumed.append(assumed(self.rulebase, by, says))

    def given(self, what: str) -> str:
        """The player, or the word, of the last fact of a kind; none (an empty text) where it is not told."""
        return next((fact.who or fact.word for fact in reversed(self.facts) if fact.what == what), "")

    def is_given(self, what: str) -> bool:
        """Whether there is a fact of this kind."""
        return any(fact.what == what for fact in self.facts)

    def _seated(self, asked: Question) -> Table:
        """Everybody who is named, and others to make it four; as said clockwise, or in the order of being named."""
        named = [name for name in asked.players if name not in asked.seats]
        seats = [*asked.seats, *named]
        if not asked.seats:
            taken = {name.casefold() for name in seats}
            spare = [name for name in _OTHERS if name not in taken]
            seats += spare[: max(0, 4 - len(seats))]
        if not asked.seats and asked.command.verb in ("ally", "decline", "invite"):
            self.assume("table.assumed-seats", " ".join(seats))
        table = lay(Command("table", names=tuple(seats), aliens=asked.aliens), self.law)
        table.destiny_deck = None  # how far the game has come is not told
        lay_tokens(Turn(table, self.rulebase, asked.command, looks=True), list(table.aliens))
        return table

    def arrange(self) -> None:
        """Phase, main players and ships, and then what the command itself needs."""
        table = self.table
        table.phase = self.given("phase") or self._phase()
        if not self.is_given("phase") and self.command.verb not in _ANY_PHASE:
            phase = "the start of the turn" if table.phase == ph.START else f"the {table.phase} phase"
            self.assume("table.assumed-phase", phase)
        table.encounter = next((f.number or 1 for f in self.facts if f.what == "encounter"), 1)
        table.turn = self.given("turn") or self._offense()
        if not self.is_given("turn") and self.command.verb not in _ANY_PHASE:
            self.assume("table.assumed-turn", table.turn)
        table.defense = self.given("defense")
        if not table.defense and ph.is_after(table.phase, ph.DESTINY):
            table.defense = self._defense()
            self.assume("table.assumed-defense", table.defense)
        self._note_stacks()
        self._note_encounter()
        _NEEDS.get(self.command.verb, _Setting._nothing)(self)
        self._place_ships()
        self._hold()

    def _nothing(self) -> None:
        """Nothing more is needed."""

    # -- who and when ----------------------------------------------------------------------------------------------

    def _phase(self) -> str:
        c = self.command
        if c.verb == "act" and c.act is not None:
            return self._phase_of(c.act)
        if c.verb == "new hand" and self.given("defense") == c.who:
            return ph.PLANNING
        phases = HANDLERS[c.verb][1]
        return _USUAL_PHASE.get(c.verb) or (phases[0] if phases else ph.REVEAL)

    def _phase_of(self, done: Act) -> str:
        if done.verb in ("deal", "no-deal"):
            return ph.RESOLUTION
        known = self.rulebase.card(card_of(done)) if card_of(done) else None
        shown = set(known.phases) if known is not None else set()
        if done.verb == "tech":
            tech = self.rulebase.card(done.name)
            shown = set(tech.phases) if tech is not None else shown
        elif done.verb == "flare":
            flare = self.rulebase.flare(done.name)
            matches = done.name in self._sheets_of(done.who)
            shown = set(flare.face(which_face(matches, False)).phases) if flare is not None else shown
        elif done.verb == "use":
            aliens = [self.rulebase.alien(name) for name in self._sheets_of(done.who)]
            shown = {phase for alien in aliens if alien is not None for use in alien.uses for phase in use.phases}
        return next((phase for phase in ph.PHASES if phase in shown), ph.REVEAL)

    def _sheets_of(self, who: str) -> tuple[str, ...]:
        """The aliens of a player, as laid or as told."""
        facts = [fact for fact in self.facts if (fact.what, fact.who) == ("alien", who)]
        return (*self.table.aliens.get(who, ()), *(name for fact in facts for name in fact.cards or ()))

    def _offense(self) -> str:
        """The one whose command this must be, or somebody whom it is not about."""
        c, done = self.command, self.command.act
        defense = self.given("defense")
        mine = c.verb in ("offense", "launch", "invite", "play", "lose", "take", "new hand", "reveal")
        wanted = c.who if mine else ""
        if done is not None:
            wanted = self._offense_of(done)
        if c.verb == "reveal" and c.names:
            wanted = c.names[0]
        if wanted and wanted != defense and wanted in self.table.seats:
            return wanted
        apart = {defense, c.who, *self._allied()}
        return next((name for name in self.table.seats if name not in apart), self.table.seats[0])

    def _offense_of(self, done: Act) -> str:
        if done.terms:
            return done.terms[0].giver
        if done.verb == "reinforce":
            return done.who if done.side == OFFENSE else ""
        known = self.rulebase.card(card_of(done)) if card_of(done) else None
        if known is not None and "offense" in known.roles:
            return done.by
        return "" if done.verb in ("force-field", "plague") else done.who or done.by

    def _defense(self) -> str:
        c, done, turn = self.command, self.command.act, self.table.turn
        wanted = ""
        if c.verb == "launch":
            wanted = tbl.owner(c.planet)
        elif c.verb == "take":
            wanted = c.other if c.who == turn else c.who
        elif c.verb in ("invite", "play", "new hand", "lose") and c.who != turn:
            wanted = c.who
        elif c.verb == "reveal":
            wanted = next((name for name in c.names if name != turn), "")
        elif done is not None and done.terms:
            wanted = next((term.giver for term in done.terms if term.giver != turn), "")
        elif done is not None and done.verb == "reinforce" and done.side == DEFENSE and done.who != turn:
            wanted = done.who if not self._on(done.who) else ""
        elif self.given("target"):
            wanted = tbl.owner(self.given("target"))
        if wanted in self.table.seats and (wanted != turn or c.verb == "launch"):
            return wanted
        others = c.verb in ("ally", "decline", "reward", "return") or (done is not None and done.verb == "reinforce")
        apart = {turn, c.who if others else "", *self._allied()}
        return next((n for n in self.table.seats if n not in apart), self.table.clockwise(turn)[0])

    def _allied(self) -> set[str]:
        """Players that the question speaks of as allies, or as invited."""
        found = {fact.who for fact in self.facts if fact.what in ("invited", tbl.BESIDE) and fact.who}
        done = self.command.act
        if done is not None and done.verb == "force-field":
            found |= {name for name in done.args if name != "all"}
        if self.command.verb == "invite":
            found |= set(self.command.names)
        return found

    def _on(self, player: str) -> str:
        """The place where a player is said to stand as an ally, if it is."""
        for fact in self.facts:
            if fact.what in (tbl.GATE, tbl.BESIDE) and fact.who == player:
                return fact.what
        return ""

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
        """Whether it is told how many ships of a player stand in a place."""
        there = self.stacks.get(place)
        return there is not None and (player in there or place not in tbl.PLACES)

    def stand(self, player: str, ships: int, place: str) -> None:
        """Assumes so many ships of a player in a place, where nothing is told of it and the place is there."""
        if place in self.table.ships and not self._has(place, player):
            self.stacks.setdefault(place, {})[player] = ships
            self.assumed.append(assumed_ships(self.rulebase, self.table.turn, player, ships, place))

    def colony(self, player: str, ships: int, place: str) -> None:
        """Assumes a colony that is large enough, where it is none of the setup's."""
        if tbl.owner(place) == player and ships <= self.law["setup.stacked"].value:
            return
        if place not in tbl.PLACES and not self._has(place, player):
            if place in self.table.ships and tbl.owner(place) != player:
                host = tbl.owner(place)
                self.stacks.setdefault(place, {}).setdefault(host, self.table.at(place, host))
            self.stacks.get(place, {}).pop(player, None)
            there = self.stacks.get(place)
            if there is not None:
                there[player] = ships
                self.assumed.append(assumed_ships(self.rulebase, self.table.turn, player, ships, place))
                return
            self.stand(player, ships, place)

    def _place_ships(self) -> None:
        """All stacks that are told; then the ships of each player that are left, over its other home planets."""
        table = self.table
        for place, stacks in self.stacks.items():
            if place not in table.ships:
                continue
            table.lay(place, table.ships[place] | stacks if place in tbl.PLACES else stacks)
        for name in table.seats:
            self._spread(name)

    def _spread(self, name: str) -> None:
        table = self.table
        free = [place for place in table.home_planets(name) if place not in self.stacks]
        over = table.total(name) - table.owned[name]
        while over > 0:
            place = max(free, key=lambda place: table.at(place, name), default="")
            if not place or not table.at(place, name):
                return  # more than there are: the facts are refused as they are told
            full = [other for other in free if table.at(other, name) == table.at(place, name)]
            table.move(name, 1, full[-1], tbl.UNPLACED)
            table.put(tbl.UNPLACED, name, 0)
            over -= 1
        if over < 0:
            table.put(tbl.UNPLACED, name, -over)

    # -- the encounter so far --------------------------------------------------------------------------------------

    def _note_encounter(self) -> None:
        """The target, the ships on the gate, the invitations and the cards, as far as the phase has them."""
        table, c = self.table, self.command
        if not ph.is_after(table.phase, ph.LAUNCH):
            return
        table.target = self.given("target") or table.home_planets(table.defense)[0]
        if not self.is_given("target"):
            self.assume_by("launch.target", f"the gate points at {table.target}")
        over = ("lose", "return", "second", "acquire", "end", "take", "reward")
        if c.verb not in over or table.phase != ph.RESOLUTION:
            self.stand(table.turn, self._launched(), tbl.GATE)
        if ph.is_after(table.phase, ph.ALLIANCE):
            table.invited = dict.fromkeys(table.mains(), ())
        if table.phase == ph.REVEAL:
            table.cards = dict.fromkeys(table.mains(), tbl.UNKNOWN)
            table.revealed = c.verb not in ("reveal", "resolve")
        elif table.phase == ph.RESOLUTION:
            table.revealed = True
            line = f"{table.turn} 1 : ? vs {table.defense} 4 : ?"
            table.ruled = True
            table.last = LastRuling.kept({"outcome": None, "position": line, "players": {}, "then": []})
        if self.is_given("invited"):
            tell(table, tuple(fact for fact in self.facts if fact.what == "invited"))
            table.invited = {**dict.fromkeys(table.mains(), ()), **table.invited}

    def _launched(self) -> int:
        """How many ships the offense has on the gate: one, or as many as the deal takes from there."""
        terms = self.command.act.terms if self.command.act is not None else ()
        return sum(term.ships or 1 for term in terms if term.source == tbl.GATE) or 1

    def lead_up(self, table: Table) -> Table:
        """Two negotiates before a deal, a deal before it is quashed, a card before it is zapped: played as always."""
        done = self.command.act
        if self.command.verb == "destiny" and self.command.word == "special":
            told = {fact.who for fact in self.facts if fact.what == "hand"}
            fitting, special, why = named_as_said(table, self.law, self.command.who, told, self.stacks)
            if why:
                self.assume_by(special, why)
            return fitting
        if done is not None and done.verb == "card-zap" and table.phase == ph.REVEAL:
            return self._answerable(table, done)
        if done is not None and done.verb == "use" and table.phase == ph.PLANNING:
            return self._selected(table, done.who)
        if done is None or done.verb not in _AFTER_NEGOTIATES or table.phase != ph.RESOLUTION:
            return table
        before = table.copy()
        before.phase, before.ruled, before.due = ph.REVEAL, False, []
        before.cards, before.revealed = dict.fromkeys(table.mains(), str(Card(NEGOTIATE))), True
        terms = tuple(Term(name, 1) for name in table.mains())
        made = Command("act", table.turn, act=Act("deal", terms=terms))
        for command in (Command("resolve"), made) if done.verb == "quash" else (Command("resolve"),):
            verdict = rule(before, command, self.rulebase)
            if not verdict.legal:
                return table
            before = verdict.table
        return before

    def _selected(self, table: Table, who: str) -> Table:
        """Both cards lie facedown, where the power that is used comes after the selection."""
        aliens = [self.rulebase.alien(name) for name in table.aliens.get(who, ())]
        uses = [use for alien in aliens if alien is not None for use in alien.uses]
        phases = {phase for use in uses for phase in use.phases}
        if phases != {ph.PLANNING} or not any("after select" in map(str, use.moments) for use in uses):
            return table
        table = table.copy()
        table.cards, table.phase = dict.fromkeys(table.mains(), tbl.UNKNOWN), ph.REVEAL
        self.assume_by("planning.selects", "both main players have selected a card")
        return table

    def _answerable(self, table: Table, done: Act) -> Table:
        """A card of somebody else, just played."""
        who = next(name for name in table.seats if name != done.by)
        played = rule(table, Command("act", who, act=Act(_SOME_ARTIFACT, by=who)), self.rulebase)
        if played.legal:
            card = ARTIFACTS[_SOME_ARTIFACT]
            self.assume_by(f"card {card}", f"{who} has just played {card}")
        return played.table

    # -- what a command needs --------------------------------------------------------------------------------------

    def _launch(self) -> None:
        c, table = self.command, self.table
        self._sends(c.stacks)
        if table.defense == c.who == tbl.owner(c.planet) and c.planet not in self.stacks and c.planet in table.ships:
            other = c.other or next(name for name in table.seats if name != c.who)
            self.colony(other, 1, c.planet)

    def _sends(self, stacks: Iterable[Stack]) -> None:
        for place, ships in stacks:
            if place in tbl.PLACES:
                self.stand(self.command.who, ships, place)
            else:
                self.colony(self.command.who, ships, place)

    def _regroup(self) -> None:
        """A ship in the warp; and for the gate no colony, where the facts leave it open where the ships are."""
        table, to = self.table, self.command.planet
        who = table.turn
        everywhere = to == tbl.GATE and not any(who in there for there in self.stacks.values())
        self.stand(who, table.owned[who] if everywhere else 1, tbl.WARP)
        if to and to != tbl.GATE:
            self.colony(who, 1, to)

    def _invite(self) -> None:
        table, c = self.table, self.command
        if c.who == table.defense and table.phase == ph.ALLIANCE and table.turn not in table.invited:
            table.invited = {**table.invited, table.turn: ()}
            self.assume("table.assumed-invited", f"{table.turn}, the offense, has invited nobody")

    def _answer(self) -> None:
        """Invited by the side's main player, and next to answer."""
        table, c = self.table, self.command
        if c.verb == "ally":
            self._sends(c.stacks)
        if table.phase != ph.ALLIANCE:
            return
        if not self.is_given("invited") and c.who not in table.mains():
            main = table.defense if c.side == DEFENSE else table.turn
            table.invited = {name: (c.who,) if name == main else () for name in table.mains()}
            self.assume("table.assumed-invited", f"{c.who} was invited by {main}")
        asked = {name for names in table.invited.values() for name in names}
        for name in table.clockwise(table.turn):
            if name == c.who or c.who not in asked:
                break
            if name in asked:
                table.answered = (*table.answered, name)
                self.assume("table.assumed-invited", f"{name} has answered")

    def _reveal(self) -> None:
        self.table.revealed = False

    def _owed(self, due: Due, rule: str, says: str) -> None:
        if self.table.phase == ph.RESOLUTION:
            self.table.due.append(due)
            self.assume_by(rule, says)

    def _lose(self) -> None:
        """A failed deal, and ships where they are to be lost."""
        c = self.command
        self._sends(c.stacks)
        self._owed(Due(c.who, "lose", self.law["deal.cost"].value, source="deal"), "deal.cost", "no deal was made")

    def _return(self) -> None:
        """Ships of the player on the gate, and colonies where they go."""
        c, table = self.command, self.table
        ships = sum(count for _, count in c.stacks) or 1
        place = tbl.BESIDE if self._on(c.who) == tbl.BESIDE else tbl.GATE
        self.stand(c.who, ships, place)
        for to, _ in c.stacks:
            self.colony(c.who, 1, to)
        if c.who not in table.mains():
            table.allies = {**table.allies, c.who: DEFENSE if place == tbl.BESIDE else OFFENSE}
        here = self.stacks.get(place, {}).get(c.who, 0)
        sent = "rewards.return" if place == tbl.BESIDE else ""
        says = f"{ships_of(here)} of {c.who}'s have to return"
        self._owed(Due(c.who, "return", here, place, sent), sent or "ships.went-back", says)

    def _take(self) -> None:
        c = self.command
        says = f"{c.who} collects compensation from {c.other}"
        self._owed(Due(c.who, "take", c.number or 0, source=c.other), "compensation.owed", says)

    def _reward(self) -> None:
        c, table = self.command, self.table
        picks = (c.ships or 0) + (c.number or 0)
        if c.who in table.mains():
            return
        beside = self.stacks.get(tbl.BESIDE, {}).get(c.who, 0)
        if beside:
            picks = beside
        if c.ships:
            self.stand(c.who, c.ships, tbl.WARP)
        for to, _ in c.stacks:
            self.colony(c.who, 1, to)
        table.allies = {**table.allies, c.who: DEFENSE}
        says = f"the defense won, with {ships_of(picks)} of {c.who}'s on its side"
        self._owed(Due(c.who, "reward", picks, as_ships=picks), "rewards.picks", says)

    def _second(self) -> None:
        table = self.table
        table.successful = True
        self.assume_by("second.may", f"{table.turn}'s encounter was a success")

    def _end(self) -> None:
        if self.table.phase == ph.RESOLUTION:
            self.assume_by("turn.unfinished", "everything that the outcome demands is done")

    def _act(self) -> None:
        done = self.command.act
        if done is None:
            return
        if done.verb in _AFTER_NEGOTIATES and self.table.phase == ph.RESOLUTION:
            self.assume_by("reveal.negotiates", "both main players have revealed a negotiate card")
            if done.verb == "quash":
                self.assume_by("deal.made", f"{' and '.join(self.table.mains())} have made a deal")
        if done.verb == "force-field":
            someone = next((name for name in self.table.seats if name not in (*self.table.mains(), done.by)), "")
            for name in (someone,) if done.args == ("all",) and not self._sided() else done.args:
                self._ally_of(name, OFFENSE)
        if done.verb == "zap" and done.name and done.who not in self.table.aliens:
            self.table.aliens[done.who] = (done.name,)
            self.assume_by(f"alien {done.name}", f"{done.who} is the {done.name}")
        if done.verb == "reinforce" and ph.is_after(self.table.phase, ph.LAUNCH):
            self._ally_of(done.who, done.side)

    def _sided(self) -> bool:
        """Whether anybody is said to stand as an ally."""
        return any(self._on(name) for name in self.table.seats if name not in self.table.mains())

    def _ally_of(self, name: str, side: str) -> None:
        """An ally on this side, where nothing else is told of the player."""
        table = self.table
        if name in table.mains() or name not in table.seats:
            return
        place = self._on(name)
        if not place:
            place = tbl.GATE if side == OFFENSE else tbl.BESIDE
            self.stand(name, 1, place)
        table.allies = {**table.allies, name: OFFENSE if place == tbl.GATE else DEFENSE}
        table.answered = (*table.answered, name)
        table.invited = {main: table.invited.get(main, ()) for main in table.mains()}

    def _hold(self) -> None:
        """The cards of the command are in the hand they come from, where the hand is not told."""
        c, done = self.command, self.command.act
        who, cards = c.who, c.cards if c.verb in ("play", "discard") else ()
        if done is not None:
            who = done.by or (done.who if done.verb in ("reinforce", "flare", "tech") else "")
            cards = (card_of(done),)
        known = {fact.who for fact in self.facts if fact.what == "hand"}
        for card in cards:
            if card and card != tbl.UNKNOWN and who and who not in known:
                self.assumed.append(Finding(self._assumed_hand(card), True, (), (who, card)))

    def _assumed_hand(self, card: str) -> Rule:
        """By which a card is in hand: it rests on what it is held for, to be discarded or to be played."""
        if self.command.verb == "discard":
            held = self.law["discards.not-held"]
        else:
            held = Turn(self.table, self.rulebase, self.command, looks=True).held_to_play(card)
        return self.law["table.assumed-hand"].resting_on(held.cites)


_NEEDS = {
    "launch": _Setting._launch,
    "regroup": _Setting._regroup,
    "invite": _Setting._invite,
    "ally": _Setting._answer,
    "decline": _Setting._answer,
    "reveal": _Setting._reveal,
    "lose": _Setting._lose,
    "return": _Setting._return,
    "take": _Setting._take,
    "reward": _Setting._reward,
    "second": _Setting._second,
    "acquire": _Setting._second,
    "end": _Setting._end,
    "act": _Setting._act,
}
