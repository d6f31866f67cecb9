"""What a table says, with the acts that go without saying: these come before what was said, and are told as assumed.

A command implies the silent ones before it wherever the law leaves no choice, or "nobody" is the plain reading: cards
that are turned up were laid before that, who was not heard joins no side, who allies was invited. Each implied act is
an act like any other, ruled by the same step; one that could not be is refused with its clause, and what was said with
it. What chance decides, and what somebody must still choose, is never implied: it is asked for.

Allies and rewards are told in any order: acts of one phase are put into the order that the rules ask for and done
again from where the phase began (`state.retold`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from referee.book.loader import Rulebase
from referee.judge.finding import Finding
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.table.alliance import not_invited_yet, waiting
from referee.judge.table.planning import hidden_cards
from referee.judge.table.powers import USE
from referee.judge.table.start import regroup_is_due
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import LEGAL, Done, Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.holes import asked, each_of, filled, has_holes, sided
from referee.judge.ways.legal import legal
from referee.judge.ways.told_in_order import ANSWERS, DoneAct, arranged, order_matters, remember
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, write_command
from referee.state.retold import Retold
from referee.state.table import Table


class Told(Verdict):
    """The ruling of what was said in one breath, with the acts that it implied.

    `done` and `back` are as in a verdict. Of what was refused, `stopped` is the act that could not be, as it is typed:
    one that was said, or one that would have gone without saying.
    """

    __slots__ = ("parts", "stopped")

    parts: tuple[Verdict, ...]  # on each act
    stopped: str

    @property
    def root(self) -> Finding:
        """The proof: every act that was done, with the steps that it led to."""
        if self.illegal or self.anyway or len(self.parts) < 2:
            return super().root
        return Finding(self.law["turn.command"], LEGAL, tuple([part.root for part in self.parts]), (self.command,))

    def to_dict(self, proof: bool = True) -> dict[str, Any]:
        """As JSON: as a verdict has it, with what was `stopped` where that is not what was said."""
        told = super().to_dict(proof)
        if self.stopped not in ("", self.command):
            told["stopped"] = self.stopped
        return told


def tell(table: Table, said: Sequence[Command], rulebase: Rulebase, anyway: bool = False, taken: bool = False) -> Told:
    """Rules what was said at a table in one breath, one command or several: all of it is done, or nothing.

    The table itself is not changed; the verdict has the one that follows. With `anyway` a command that stays refused is
    done although rules forbid it. What is `taken` to be said by a sentence in no known phrase is told as assumed.
    """
    text = " / ".join([write_command(command) for command in said])
    telling = _Telling(rulebase, taken)
    here = table
    for command in chain.from_iterable([each_of(table, command) for command in said]):
        verdict = telling.add(here, command)
        if not verdict.legal and anyway:
            verdict = telling.done_anyway(here, command, verdict)
        if not verdict.legal:
            which = write_command(command) if len(said) > 1 else ""
            return _refused(text, table, verdict, telling.in_the_way or which)
        here = verdict.table
    return telling.told(" / ".join(telling.said), here)


def _refused(text: str, table: Table, verdict: Verdict, stopped: str) -> Told:
    told = Told(text, verdict.law, table, verdict.steps, verdict.illegal)
    told.parts, told.stopped = (), stopped
    return told


class _Telling:
    """What one breath has come to so far: the acts, and the verdict on each."""

    def __init__(self, rulebase: Rulebase, taken: bool) -> None:
        self.rulebase = rulebase
        self.taken = taken
        self.done: list[DoneAct] = []
        self.verdicts: list[Verdict] = []
        self.back = 0
        self.said: list[str] = []  # what was said, as it is typed with all that was left open
        self.meant = ""  # the planet that was taken to be meant, where only a system was named
        self.colonies: list[str] = []  # the planets of a deal that nobody named
        self.in_the_way = ""  # the silent act that could not be

    def add(self, table: Table, command: Command) -> Verdict:
        """Does a command and all that goes without saying before and after it; the last verdict, or the refusal."""
        told, system, command = command, command.system, filled(table, command, self.rulebase)
        if command.act is not None and has_holes(command):
            question = asked(table, command, self.rulebase)
            if question is not None:
                return question
        verdict = rule(table, command, self.rulebase)
        if table.strict:
            if verdict.legal:
                self._keep(command, verdict)
                self._note(command)
            return verdict
        verdict = self._carried_out(table, command, verdict)
        if not verdict.legal:
            return verdict
        self._note(command)
        self._note_colonies(told)
        if system:
            self.meant = next(act.command.planet for act in reversed(self.done) if act.command.verb == command.verb)
        return self._resolved(verdict)

    def _note(self, command: Command) -> None:
        """Keeps what was said as it was done: the last act of the kind, if it was not implied before."""
        mine = (act.command for act in reversed(self.done) if not act.implied and act.command.verb == command.verb)
        self.said.append(write_command(next((one for one in mine if command.who in ("", one.who)), command)))

    def _note_colonies(self, told: Command) -> None:
        """Notes the planets of a deal that nobody named: of the target it is plain that it is meant."""
        target = self.verdicts[-1].table.target
        done = next((act.command for act in reversed(self.done) if act.command.verb == told.verb), told)
        if told.act is None or done.act is None or told.act.verb != "deal":
            return
        for term, whole in zip(told.act.terms, done.act.terms, strict=False):
            if term.colony and not term.planet and whole.planet not in ("", target):
                self.colonies.append(whole.planet)

    def done_anyway(self, table: Table, command: Command, refused: Verdict) -> Verdict:
        """Does a command although rules forbid it, as far as it can be done at all, with the silent acts before it.

        What begins another turn comes after the end of this one, with which the table waives what is still owed. What
        is asked for of the command has to be said all the same.
        """
        command = filled(table, command, self.rulebase)
        if has_holes(command):
            return refused
        silent, here = self._led_anyway(table, command)
        verdict = rule(here, command, self.rulebase, True)
        if not verdict.legal:
            silent, verdict = [], rule(table, command, self.rulebase, True)
        if verdict.legal:
            self._kept_all(silent, command, verdict)
            self._note(command)
        return verdict

    def _led_anyway(self, table: Table, command: Command) -> tuple[list[tuple[Command, Verdict]], Table]:
        """The silent acts before a command that is done anyway, and the table after them."""
        silent, here = list[tuple[Command, Verdict]](), table
        while not table.strict and len(silent) < _MOST:
            leads = [(act, rule(here, act, self.rulebase)) for act in _silent(here, command, self.rulebase)]
            way = next((lead for lead in leads if lead[1].legal), None)
            if way is None and command.verb in _BEGINS and here.phase == ph.RESOLUTION:
                way = (Command("end"), rule(here, Command("end"), self.rulebase, True))
            if way is None or not way[1].legal:
                break
            silent.append(way)
            here = way[1].table
        return silent, here

    def _kept_all(self, silent: list[tuple[Command, Verdict]], command: Command, verdict: Verdict) -> Verdict:
        """Keeps silent acts, and the command to which they lead."""
        for act, ruled in silent:
            self._keep(act, ruled, implied=True)
        self._keep(command, verdict)
        verdict.table.retold = None
        return verdict

    def _presumed(self, text: str, table: Table) -> list[Finding]:
        """What was taken for granted: how the text was read, which planet is meant, the acts that nobody said."""
        silent = [done.command for done in self.done if done.implied]
        if not (silent or self.meant or self.colonies or self.taken):
            return []
        on = Turn(table, self.rulebase, self.done[0].command, looks=True)
        if self.taken:
            on.presume("turn.phases", f"this is what was said: {text} (`undo` if not)")
        if self.meant:
            says = f"{self.meant} is meant: nobody said which planet of {tbl.owner(self.meant)}'s"
            on.presume("launch.aimed", says)
        for planet in self.colonies:
            on.presume("deal.which-planet", f"{planet} is meant: nobody said which planet of {tbl.owner(planet)}'s")
        for command in silent:
            says = f"went without saying: {write_command(command)}"
            on.presume(_RESTS.get(command.verb, "turn.phases"), says)
        return on.steps

    def _carried_out(self, table: Table, command: Command, verdict: Verdict) -> Verdict:
        """Keeps a command that is legal as it stands; any other is done in the order of the rules, or led to."""
        if _is_reward(table, command) and (table.retold or not verdict.legal):
            return self._rewarded(table, command, verdict)
        if verdict.legal and not has_holes(command):
            self._keep(command, verdict)
            remember(table, verdict.table, command, self.rulebase)
            return verdict
        if table.retold is not None and table.retold.done == (write_command(command),):  # now it is said
            return self._told_again(table.retold, (command,), [DoneAct(command)], verdict)
        if command.verb in ANSWERS and _are_allies_told(table):
            return self._allied(table, command, verdict)
        return self._led_to(table, command, verdict)

    def told(self, text: str, table: Table) -> Told:
        """The verdict on all of it."""
        steps = [*chain.from_iterable(verdict.steps for verdict in self.verdicts), *self._presumed(text, table)]
        waived = [*chain.from_iterable(verdict.anyway for verdict in self.verdicts)]
        told = Told(text, self.rulebase.law, table, steps, (), waived)
        told.parts = tuple(self.verdicts)
        told.stopped, told.back = "", self.back
        if len(self.done) > 1 or self.back:
            told.done = [Done(write_command(done.command), done.implied) for done in self.done]
        rulings = [verdict.ruling for verdict in self.verdicts if verdict.ruling is not None]
        told.ruling = rulings[-1] if rulings else None
        return told

    def _keep(self, command: Command, verdict: Verdict, implied: bool = False) -> None:
        self.done.append(DoneAct(command, implied))
        self.verdicts.append(verdict)

    # -- what leads to a command ---------------------------------------------------------------------------------------

    def _led_to(self, table: Table, command: Command, first: Verdict) -> Verdict:
        """Does the silent acts that lead to a command, and the command; the verdict on it, or on what is in its way.

        An act that can be played in many phases is refused as it stands where no silent act makes it legal.
        """
        done, here = list[tuple[Command, Verdict]](), table
        moves = bool(_goal(table, command))
        for _ in range(_MOST):
            whole = filled(here, command, self.rulebase)
            question = self._question(here, whole)
            if question is not None:
                return question
            verdict = rule(here, whole, self.rulebase) if done or whole is not command else first
            if verdict.legal:
                return self._kept_all(done, whole, verdict)
            if done and _is_reward(here, command):
                return self._rewarded_after(done, here, command, verdict)
            ways = [(silent, rule(here, silent, self.rulebase)) for silent in _silent(here, command, self.rulebase)]
            legal_way = next((way for way in ways if way[1].legal), None)
            if legal_way is None and moves and ways:
                self.in_the_way = write_command(ways[0][0])
                return ways[0][1]
            if legal_way is None:
                return verdict if not done or (moves and _is_here(here, whole)) else first
            done.append(legal_way)
            here = legal_way[1].table
        return first

    def _resolved(self, verdict: Verdict) -> Verdict:
        """After the last card: the encounter is resolved where nobody can do anything else before that."""
        table = verdict.table
        if self.done[-1].command.verb != "reveal" or hidden_cards(table) or not _nobody_acts(table, self.rulebase):
            return verdict
        silent = Command("resolve")
        ruled = rule(table, silent, self.rulebase)
        if not ruled.legal:
            return verdict
        self._keep(silent, ruled, implied=True)
        ruled.table.retold = Retold(table, (), (write_command(silent),))
        return ruled

    # -- what is told in any order -------------------------------------------------------------------------------------

    def _allied(self, table: Table, command: Command, first: Verdict) -> Verdict:
        """An invitation or an answer, with all that was told of this phase, in the order that the rules ask for."""
        before = table.retold or Retold(table, (), ())
        answered = [act.who for act in before.said if act.verb != "invite"]
        if command.verb != "invite" and command.who in answered:
            return first  # what is legal after an answer is told of the table as it is
        whole = sided(before.start, before.said, command)
        if whole is None or whole.ships is None:
            question = asked(before.start, whole or command, self.rulebase)
            if question is not None:
                return question
        assert whole is not None
        said = (*before.said, whole)
        return self._told_again(before, said, arranged(before.start, said, self.rulebase), first)

    def _rewarded(self, table: Table, command: Command, first: Verdict) -> Verdict:
        """Rewards that are told before those of an ally who comes first: in their order once all are told."""
        before = table.retold or Retold(table, (), ())
        said = (*before.said, command)
        turns = [due.who for due in before.start.due if due.what == "reward"]
        if command.who not in turns or order_matters(table):
            return self._led_to(table, command, first)
        ordered = sorted(said, key=lambda reward: turns.index(reward.who))
        verdict = self._told_again(before, said, [DoneAct(reward) for reward in ordered], first)
        if verdict.legal:
            return verdict
        verdict = rule(table, command, self.rulebase, waived=_IN_ANY_ORDER)
        if not verdict.legal:
            return self._led_to(table, command, verdict)
        self._keep(command, verdict)
        verdict.table.retold = Retold(before.start, said, (*before.done, write_command(command)))
        return verdict

    def _question(self, table: Table, command: Command) -> Verdict | None:
        """What is asked of a command that is legal here but for what was left out; None where nothing is."""
        return asked(table, command, self.rulebase) if has_holes(command) and _is_here(table, command) else None

    def _rewarded_after(
        self, silent: list[tuple[Command, Verdict]], here: Table, command: Command, first: Verdict
    ) -> Verdict:
        """Rewards that are told before those of an ally who comes first, where the encounter was not resolved yet."""
        for act, ruled in silent:
            self._keep(act, ruled, implied=True)
        here.retold = None
        verdict = self._rewarded(here, command, first)
        if not verdict.legal:
            del self.done[-len(silent) :], self.verdicts[-len(silent) :]
        return verdict

    def _told_again(self, before: Retold, said: tuple[Command, ...], acts: list[DoneAct], first: Verdict) -> Verdict:
        """Does acts again from where the phase began; keeps those that are otherwise than before."""
        here, verdicts = before.start, list[Verdict]()
        for act in acts:
            verdict = rule(here, act.command, self.rulebase)
            if not verdict.legal:
                return verdict if act.command is said[-1] else first
            verdicts.append(verdict)
            here = verdict.table
        texts = tuple([write_command(act.command) for act in acts])
        same = 0
        while same < min(len(texts) - 1, len(before.done)) and texts[same] == before.done[same]:
            same += 1
        self._take_back(len(before.done) - same)
        for act, verdict in zip(acts[same:], verdicts[same:], strict=True):
            self._keep(act.command, verdict, act.implied)
        here.retold = Retold(before.start, said, texts)
        return verdicts[-1]

    def _take_back(self, count: int) -> None:
        """So many of the last acts are done again: some of this breath perhaps, and the others of earlier ones."""
        here = min(count, len(self.done))
        del self.done[len(self.done) - here :], self.verdicts[len(self.verdicts) - here :]
        self.back += count - here


# -- silent acts -------------------------------------------------------------------------------------------------------

_MOST = 40  # silent acts before one command; a table of the most players needs fewer
_IN_ANY_ORDER = frozenset(("rewards.order",))
_TALKS = ("deal", "no-deal")
_BEGINS = ("offense", "new hand", "punt", "regroup", "destiny", "comet")  # what begins another turn

# The phase in which a command is done, for those to which silent acts lead.
_LEADS = {
    **dict.fromkeys(("offense", "new hand", "punt"), ph.START),
    "regroup": ph.REGROUP,
    **dict.fromkeys(("destiny", "comet"), ph.DESTINY),
    **dict.fromkeys(("launch", "aim"), ph.LAUNCH),
    **dict.fromkeys(ANSWERS, ph.ALLIANCE),
    "play": ph.PLANNING,
    "reveal": ph.REVEAL,
    "resolve": ph.REVEAL,
    **dict.fromkeys(("take", "reward", "lose", "return", "second", "end", *_TALKS), ph.RESOLUTION),
}

# What each silent act rests on, for which nobody need say it.
_RESTS = {
    "invite": "alliance.invites-nobody",
    "decline": "alliance.declines",
    "play": "planning.selects",
    "reveal": "planning.reveals",
    "regroup": "regroup.one",
    "return": "ships.went-back",
}


def _is_reward(table: Table, command: Command) -> bool:
    """True if an ally takes its rewards in the resolution."""
    return command.verb == "reward" and table.phase == ph.RESOLUTION


def _is_here(table: Table, command: Command) -> bool:
    """True if the table has come to where this command belongs."""
    return _goal(table, command) in ("", table.phase)


def _goal(table: Table, command: Command) -> str:
    """The phase to which silent acts lead for a command; none (an empty text) for an act of many phases.

    A new hand is drawn as the turn begins, or where a main player has no card to select.
    """
    if command.verb == "new hand" and table.phase in (ph.ALLIANCE, ph.PLANNING):
        return ph.PLANNING
    return _LEADS.get(command.act.verb if command.act is not None else command.verb, "")


def _are_allies_told(table: Table) -> bool:
    """True as long as invitations and answers may be told in any order."""
    return table.phase == ph.ALLIANCE or table.retold is not None


def _silent_afterwards(table: Table, command: Command, returning: Sequence[str], begins: bool) -> list[Command]:
    """As `_silent`, once the encounter is resolved: its end, or the ships that a player has still to return."""
    if begins or (command.verb == "claim" and table.winning):  # the game is won as the encounter ends
        return [Command("end")]
    # A reward is taken before the ships go back (2.5.2.3), and where they are sent is not to be what goes unsaid.
    unsaid = command.who in returning and command.verb not in ("reward", "return")
    return [Command("return", command.who)] if unsaid else []


def _silent(table: Table, command: Command, rulebase: Rulebase) -> list[Command]:
    """The silent acts of which one may come next on the way to a command; none where somebody has to say something."""
    if table.winners:
        return []
    on = Turn(table, rulebase, command, looks=True)
    begins = command.verb in _BEGINS or _opens_a_turn(on, command)
    returning = [due.who for due in table.due if due.what == "return"]
    if table.phase == ph.RESOLUTION:
        return _silent_afterwards(table, command, returning, begins)
    if _leads_on(table, _goal(table, command) or ph.RESOLUTION) or (begins and table.phase == ph.REVEAL):
        return [*_STEPS[table.phase](on, command), *[Command("return", name) for name in returning[:1]]]
    return []


def _leads_on(table: Table, goal: str) -> bool:
    """True if a phase lies ahead; the cards that are turned up lead on in the reveal itself."""
    at, to = ph.PHASES.index(table.phase), ph.PHASES.index(goal)
    return at < to or at == to == ph.PHASES.index(ph.REVEAL)


def _opens_a_turn(on: Turn, command: Command) -> bool:
    """True for an artifact that is played only as a turn begins: before the destiny card of the next one (4.3.1)."""
    card = on.rulebase.card(ARTIFACTS.get(command.act.verb, "")) if command.act is not None else None
    return card is not None and bool(card.phases) and {ph.START, ph.REGROUP, ph.DESTINY}.issuperset(card.phases)


def _regroups(on: Turn, command: Command) -> list[Command]:
    return [Command("regroup")] if regroup_is_due(on) else []


def _nobody_else(on: Turn, command: Command) -> list[Command]:
    missing, queue = not_invited_yet(on), waiting(on)
    return [Command("invite", missing)] if missing else [Command("decline", name) for name in queue[:1]]


def _laid(on: Turn, command: Command) -> list[Command]:
    """The cards that are turned up were laid facedown before: of who is not heard of, one that is hidden.

    What is used or played between selection and reveal implies too that both have laid a card.
    """
    used = command.act is not None and command.act.verb in (USE, "flare", "tech")
    if not used and (command.verb != "reveal" or not command.names):
        return []
    shown = dict(zip(command.names, command.cards, strict=True)) if not used else {}
    left = [name for name in on.table.mains() if name not in on.table.cards]
    return [Command("play", name, cards=(shown.get(name, tbl.UNKNOWN),)) for name in left]


def _turned_up(on: Turn, command: Command) -> list[Command]:
    if command.verb == "reveal" or hidden_cards(on.table):
        return []
    if on.table.revealed:
        return [] if command.verb == "resolve" else [Command("resolve")]
    return [Command("reveal")]


def _chance(on: Turn, command: Command) -> list[Command]:
    """What a card of the deck or a player's will decides is said by somebody."""
    return []


_STEPS = {
    ph.START: _regroups,
    ph.REGROUP: _regroups,
    ph.DESTINY: _chance,
    ph.LAUNCH: _chance,
    ph.ALLIANCE: _nobody_else,
    ph.PLANNING: _laid,
    ph.REVEAL: _turned_up,
}


def _nobody_acts(table: Table, rulebase: Rulebase) -> bool:
    """True if every hand is known, and nothing but to resolve the encounter can be done."""
    if any(tbl.UNKNOWN in hand for hand in table.hands.values()):
        return False
    return {command.verb for _, command in legal(table, rulebase)} == {"resolve"}
