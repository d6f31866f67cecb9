"""May this be done in Duel? A command ruled on a table of which only some facts are known.

The table is laid and led to the moment of the command by what goes without saying, each step of it listed as assumed.
What may be assumed in several ways, such as who leads, is assumed so that the command fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Annotated, NamedTuple

from referee.book.loader import Rulebase
from referee.duel.api import books_of
from referee.duel.commands import COMMANDS, VERBS, read_command
from referee.duel.correcting import FACTS
from referee.duel.declared import Form, Forms, Kind, Spoken
from referee.duel.engine import DuelVerdict, lay, rule
from referee.duel.kinds import DestinyName, Player
from referee.duel.legal import legal
from referee.duel.line import NOTHING
from referee.duel.notation import DuelReader
from referee.duel.on import On, say
from referee.duel.play import next_to_reveal, owes_snare
from referee.duel.spoken import as_typed
from referee.duel.state import REFRESH, UNKNOWN, Phase, State
from referee.duel.tactics import has_readied
from referee.duel.texts import ALIEN, texts
from referee.judge.finding import Finding

_SOMEBODY = ("blue", "orange")  # who sits there where nobody is named
_MOST_STEPS = 40
_AT_A_FIGHT = (Phase.REINFORCE, Phase.TACTICS)  # where what belongs to several phases is looked for first

# -- what is asked -----------------------------------------------------------------------------------------------------

AlienName = Annotated[str, Kind[DuelReader, str](lambda r: r.printed(ALIEN, "an alien's name"))]


def _alien(on: On, who: Player, alien: AlienName) -> None:
    """A player has this alien."""


def _winner(on: On, who: Player) -> None:
    """A player has won the duel or contest whose prize or effect is resolved."""


def _card(on: On, card: DestinyName) -> None:
    """This destiny card was drawn."""


ALIEN_FACT = Form("alien", "alien blue Bouncer", _alien)
CARD_FACT = Form("card", "card Vacant-Shipyard", _card)
_OWN = (ALIEN_FACT, Form("winner", "winner blue", _winner), CARD_FACT)
_BEFORE = {word: form for word, form in COMMANDS.items() if word not in ("table", "set", *FACTS)}
_KNOWN = Forms("a fact", "';' and another fact, or the end", *_BEFORE.values(), *FACTS.values(), *_OWN)


class Asked(NamedTuple):
    """A command, and what is known of the table: facts, and what was done before."""

    command: Spoken
    seats: tuple[str, ...]
    known: tuple[Spoken, ...]

    def told(self, *verbs: str) -> list[Spoken]:
        """What is known by these words."""
        return [told for told in self.known if told.verb in verbs]

    def value(self, verb: str, field: str) -> str:
        """What is told by a word; empty where it is not."""
        return next((str(told.values[field]) for told in self.told(verb)), "")


def read_question(text: str, books: Rulebase) -> Asked:
    """Reads a command and, each after a `;`, what is known. Raises MalformedError for what is not understood."""
    r = DuelReader(as_typed(text, VERBS), texts(books))
    r.most_players = 2
    if r.now.lower() in ("table", "set", ""):
        r.fail("something that a player does, such as: dial blue 3")
    command = COMMANDS.read(r, ("", ";"))
    known: list[Spoken] = []
    while r.mark(";"):
        known.append(_KNOWN.read(r))
    named = [*r.players.values()]
    seats = [*named, *(name for name in _SOMEBODY if name.casefold() not in r.players)][:2]
    return Asked(_whole(command, seats), tuple(seats), tuple(known))


def read_asked(text: str, books: Rulebase, seats: Sequence[str]) -> Spoken:
    """Reads what is asked about a table: a command as it is typed, or as people ask it. Raises MalformedError."""
    return _whole(read_command(text, texts(books), seats), seats)


def _whole(command: Spoken, seats: Sequence[str]) -> Spoken:
    """The command with what it needs of the other player: both dials are shown at the same time."""
    if command.verb != "dial" or len(command.values["dials"]) != 1:
        return command
    return say("dial", dials={**dict.fromkeys(seats, 1), **command.values["dials"]})


# -- how it is ruled ---------------------------------------------------------------------------------------------------


def rule_question(text: str, edition: str = "duel", books: Rulebase | None = None) -> DuelVerdict:
    """Rules whether something may be done on a table of which only the given facts are known.

    What is not given is assumed so that the command fits, and listed. Raises MalformedError for what is not understood.
    """
    known = books or books_of()
    asked = read_question(text, known)
    first: DuelVerdict | None = None
    for led in _ways(asked, known):
        if led.impossible is not None:
            return led.impossible
        verdict = rule(led.table, asked.command, known)
        _assume(verdict, led)
        first = first or verdict
        if verdict.legal:
            return verdict
    assert first is not None  # there is one way at least
    return first


def _assume(verdict: DuelVerdict, led: _Led) -> None:
    """Names what was assumed, before what the command itself comes to."""
    said = [f"{led.leader} leads", *led.before] if led.leader else led.before
    if said:
        verdict.steps.insert(0, Finding(verdict.law["assume.before"], True, (), ("; ".join(said),)))


class _Led(NamedTuple):
    """A table at the moment of the command: who is assumed to lead (empty: nobody), and what was done before."""

    table: State
    leader: str
    before: list[str]
    impossible: DuelVerdict | None  # the facts, where they cannot be


def _ways(asked: Asked, books: Rulebase) -> Iterator[_Led]:
    """The ways in which the table can be led to the command: by who leads, who wins, and its phase."""
    leaders = [told] if (told := asked.value("leader", "who")) else [*asked.seats]
    winners = [told] if (told := asked.value("winner", "who")) else [*asked.seats]
    of_command = sorted(asked.command.form.phases, key=lambda phase: phase not in _AT_A_FIGHT)
    phases: list[Phase | None] = [Phase(phase) for phase in of_command] or [None]
    for phase, leader, winner in product(phases, leaders, winners):
        led = _Leading(asked, books, leader, winner).to(phase)
        yield led._replace(leader=leader if len(leaders) > 1 else "")


class _Leading:
    """A table on its way to the moment of a command."""

    def __init__(self, asked: Asked, books: Rulebase, leader: str, winner: str) -> None:
        self.asked, self.books, self.winner = asked, books, winner
        aliens = {told.values["who"]: told.values["alien"] for told in asked.told("alien")}
        seats = {name: aliens.get(name, "") for name in asked.seats}
        self.table = lay(say("table", seats=seats), books).table
        other = self.table.other(leader)
        self._do(say("top", plans={leader: "13", other: "7"}))
        self.before: list[str] = []
        self.impossible: DuelVerdict | None = None  # facts that cannot be
        self.done: set[int] = set()  # of what is known to be done before, what was done

    def to(self, phase: Phase | None) -> _Led:
        """Leads the table to a phase (None: the command belongs to none), and sets what is known there."""
        facts = tuple(self.asked.told(*FACTS))
        early = tuple(fact for fact in facts if fact.verb != "advantage")
        self._set((*self._supplies(early), *early))
        self._set(() if self.asked.told("next") else (FACTS["next"](deck=""),))
        self._lead(phase)
        if self.table.phase != Phase.OVER:
            self._set(facts if self.table.fight is not None else early)
        return _Led(self.table, "", self.before, self.impossible)

    def _lead(self, phase: Phase | None) -> None:
        """Does one thing after the other until the command can be ruled."""
        for _ in range(_MOST_STEPS):
            if self._is_there(phase) or self._is_past() or not self._step(phase):
                return

    def _set(self, facts: tuple[Spoken, ...]) -> None:
        """Sets facts; those that cannot be are what is wrong with the question."""
        verdict = rule(self.table, self._typed(say("set", facts=facts)), self.books) if facts else None
        if verdict is not None:
            self.table = verdict.table
            self.impossible = self.impossible or (None if verdict.legal else verdict)

    def _supplies(self, facts: tuple[Spoken, ...]) -> Iterator[Spoken]:
        """The supplies out of which the ships come that are known to stand on planets, where these are not told."""
        told = [name for fact in facts if fact.verb == "supply" for name in fact.values["counts"]]
        for name in self.table.seats:
            away = sum(fact.values["ships"].get(name, 0) for fact in facts if fact.verb == "planet")
            left = (self.table.supply[name] or 0) - away
            if away and name not in told and left >= 0:
                yield FACTS["supply"](counts={name: left})

    def _is_there(self, phase: Phase | None) -> bool:
        """True once the command can be ruled: in its phase, and after all that is known to be done before it."""
        waits = [told for told in self._told_before() if id(told) not in self.done]
        waits += [self.asked.command] if self.asked.command.verb == "select" and not self.table.bar else []
        return self.table.phase == Phase.OVER or (not waits and phase in (None, self.table.phase))

    def _is_past(self) -> bool:
        """True once the destiny card that was drawn on the way is carried out."""
        return bool(self.table.past) and self.table.phase in (Phase.DESTINY, Phase.LIMIT)

    def _told_before(self) -> list[Spoken]:
        return [told for told in self.asked.known if told.verb in _BEFORE]

    def _do(self, act: Spoken) -> bool:
        verdict = rule(self.table, self._typed(act), self.books)
        self.table = verdict.table
        return verdict.legal

    def _typed(self, act: Spoken) -> Spoken:
        """The act as it is read: of what is left out as of what is said."""
        return read_command(str(act), texts(self.books), self.table.seats)

    def _step(self, phase: Phase | None) -> bool:
        """Does what is known to come next, else what goes without saying; False where neither can be done."""
        for told in self._told_before():
            if id(told) not in self.done and self._do(told):
                self.done.add(id(told))
                return True
        act = self._silent(phase)
        if act is None or not self._do(act):
            return False
        self.before.append(str(act))
        return True

    def _silent(self, phase: Phase | None) -> Spoken | None:
        """What goes without saying in the phase in which the table is."""
        table = self.table
        leads: dict[Phase, Callable[[Phase | None], Spoken | None]] = {
            Phase.DESTINY: self._destiny,
            Phase.DIALS: self._dials,
            Phase.ENVOYS: self._pass_envoys,
            Phase.CHOOSE: self._choose,
            Phase.TACTICS: self._tactics,
            Phase.PLANS: self._plans,
            Phase.REINFORCE: lambda _: say("pass", who=table.fight.turn if table.fight else table.leader),
        }
        if table.phase in leads:
            return leads[table.phase](phase)
        if table.phase == Phase.BAR and not table.bar and not any(table.symbols.values()):
            self._set((FACTS["planet"](planet="1", symbol="ring", ships={}),))
        offers = [act for _, act in legal(self.table, self.books)]
        return next((act for act in offers if act.verb in ("bar", "select", "ready")), (*offers, None)[0])

    def _choose(self, phase: Phase | None) -> Spoken | None:
        """Who has not chosen lays down a card that nobody knows, where there is one."""
        table = self.table
        for name in table.order() if table.fight is not None else ():
            if table.fight is not None and name not in table.fight.plans:
                card = UNKNOWN if UNKNOWN in table.hands[name] else table.hands[name][0]
                if owes_snare(On(table, self.books), name):
                    return say("snare", who=name, card=card)
                return say("choose", who=name, chosen=(card, ""))
        return None

    def _destiny(self, phase: Phase | None) -> Spoken:
        card = self.asked.value("card", "card")
        if card:
            return say("destiny", card=card)
        if phase == Phase.PRIZE and not self.asked.told("winner", "dial", "plans"):
            return say("destiny", deck=REFRESH)
        return say("destiny", deck="discovery", told={"symbol": "ring"})

    def _dials(self, phase: Phase | None) -> Spoken:
        barred = self.table.fight.barred if self.table.fight is not None else ()
        return say("dial", dials={name: 4 for name in self.table.order() if name not in barred})

    def _pass_envoys(self, phase: Phase | None) -> Spoken:
        return say("pass", who=next_to_reveal(On(self.table, self.books)) or self.table.leader)

    def _tactics(self, phase: Phase | None) -> Spoken | None:
        """Both show a shield; before spent tactics are readied, whoever does that shows a recover."""
        table, on = self.table, On(self.table, self.books)
        if table.fight is None or table.fight.shown:
            return None
        shown = {name: "shield 1" if has_readied(on, len(table.spent[name])) else NOTHING for name in table.order()}
        if phase == Phase.READY and self.asked.command.who in shown:
            shown[self.asked.command.who] = "recover 1"
        return say("tactics", tactics=shown)

    def _plans(self, phase: Phase | None) -> Spoken | None:
        fight = self.table.fight
        if fight is None:
            return None
        hidden = [name for name in self.table.order() if fight.plans.get(name, UNKNOWN) == UNKNOWN]
        return say("plans", plans={name: "20" if name == self.winner else "5" for name in hidden})
