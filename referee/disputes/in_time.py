"""Facts in time, as players tell them: the zap came after the totals were counted, a flare in the destiny phase.

What was played is held against when it can be: a Cosmic Zap against the use that it cancels, a reinforcement against
the time after the reveal, any other card and power against the phases and moments that it shows (`judge.timing`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.book.moments import AFTER, AT_AN_EVENT, BEFORE, DURING, Moment, Moments
from referee.book.power import Alien, Use
from referee.book.sentences import listed
from referee.disputes.records import Answer, Step
from referee.disputes.subjects import SUBJECTS, Subject, Thing, effect_on, subject_of, timing_command
from referee.errors import RefereeError
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.timing.question import rule_timing
from referee.state import phases as ph
from referee.state.contenders import asked
from referee.state.encounter import Position

IN = "in"  # a phase
_PHASES = {"start of turn": ph.START, "start of the turn": ph.START} | {phase: phase for phase in ph.PHASES}
_IN_PHASE = re.compile(rf"\b(?:in|during)\s+(?:the\s+|your\s+|my\s+|his\s+|her\s+)?({'|'.join(_PHASES)})\b")
# What players say for the events of `moments.toml`, in the order in which these happen.
_EVENTS = {
    "regroup": r"regroup\w*",
    "destiny": r"destiny",
    "launch": r"launch\w*",
    "invite": r"invit\w+",
    "ally": r"allied\b|alliances?\b|allies\b|joined\b",
    "select": r"select\w*|(?:chose|chosen|picked|laid|put)\b[^,]{0,20}\bcards?|"
    r"cards?\s(?:were|was|are|is|had\sbeen)\s(?:already\s)?(?:chosen|picked|laid|down|on\sthe\stable)\b|face-?\s?down",
    "reveal": r"reveal\w*|(?:saw|seen)\s(?:\w+\s){0,2}cards?\b|"
    r"turn(?:ed|ing)?\s(?:\w+\s){0,3}(?:up|over)|flipp\w+|cards?\s(?:were|was|are)\s(?:shown|up)",
    "totals": r"count(?:ed|ing)\b|totals?\b|total(?:l?ed)\b|add(?:ed|ing)\s(?:\w+\s){0,3}up|sums?\b|tallied",
    "winner": r"winner\b|w[io]ns?\b|outcome\b|result\b",
    "resolve": r"resol(?:ved|ving|ution)\b",
    "warp": r"(?:in|to|into)\sthe\swarp",
    "compensation": r"compensation\b",
    "rewards": r"rewards?\b",
    "discard": r"discard\w*",
    "over": r"\bover\b(?!\s(?:to|onto|from|here|there|again)\b)|\bended\b|\bfinished\b|next\s(?:encounter|turn)",
}
_EVENT = re.compile("|".join(f"(?P<{event}>{words})" for event, words in _EVENTS.items()))
_RELATION = re.compile(
    r"\b(?P<before>before|until|hadn['’]?t|had not|not yet)\b|\b(?P<after>after|once|already|had|have|as soon as)\b"
)
_NOT_YET = re.compile(r"\b(?:nothing|nobody|no\scards?|neither|not|hasn['’]?t|haven['’]?t)\s(?:\w+\s){0,3}?$")
_ALREADY = re.compile(r"\s+(?:\w+\s+)?already\b")
_GONE = re.compile(r"\blast\s(?:fight|encounter|turn|round)\b|\bnext\s(?:encounter|turn)\b")
# How long it is ago tells when something was played only where that is what it says: not of what was noticed.
_AGO = re.compile(r"\b(?:encounters?|turns?)\sago\b")
_PLAYED_THEN = re.compile(r"\b(?:played|used|zapped|reinforced)\b")
_AND = re.compile(r"(?:\s*,)?\s*(?:and\s+)?(?:\w+\s+)?")
_THEN = re.compile(r",?\s*(?:and\s+|only\s+)*then\b")
_WITHIN = 40  # letters after `before` or `after` in which its event stands
_TIMELY = re.compile(
    r"\btoo\s(?:late|early|soon)\b|\bin\stime\b|\b(?:any|some)\s?time\b|\bwhenever\b|\blate\b|\bearlier\b|"
    r"\b(?:before|after)\b.{0,20}\bused?\b|\bpass(?:ed|es)\b|\bzap\w*\b.*\b(?:before|after)\b|\b(?:wrong|right|this|that|another)\s(?:phase|moment)\b|\bnot\sthe\sphase\b"
)
# A sentence that says what the rule is, and not when something was.
_RULE = re.compile(
    r"\b(?:must|ha(?:s|ve)\sto|should|only|says|means|reads|(?:is|are)\s(?:always\s)?(?:played|used|for))\b"
)
_CAME = re.compile(r"\s*(?:the|my|your|his|her|\w+'s)\s[\w -]+?\s(?:came|comes|was\splayed|is\splayed|was\sused)\b")
_PLAYED = re.compile(r"\b(?:came|comes|was|were|is|played|used|zapped|reinforced)\b")


class When(NamedTuple):
    """When something was played: `before` or `after` an event, or `in` a phase."""

    relation: str
    what: str

    def place(self, moments: Moments) -> tuple[int, int]:
        """The number of the phase, and the place in it (0 for a phase as a whole)."""
        if self.relation == IN:
            return ph.place(self.what), 0
        return ph.place(self.phase(moments)), moments.at(f"{self.relation} {self.what}")

    def phase(self, moments: Moments) -> str:
        """The phase in which that is."""
        return self.what if self.relation == IN else moments.events[self.what].phase

    def words(self, moments: Moments) -> str:
        """As it is said: `after the totals are worked out`."""
        if self.relation == IN:
            return f"in {ph.named(self.what)}"
        return moments.told(Moment(self.relation, self.what))


class Is(StrEnum):
    """How it is with what was played at some time."""

    IN_TIME = "in time"
    LATE = "too late"
    EARLY = "too early"
    WRONG = "the wrong phase"
    UNTIL_ALL_PASS = "in time unless everybody taking part had passed"
    OPEN = "not settled"


_RULED_OUT = (Is.LATE, Is.EARLY, Is.WRONG)


class Verdict(NamedTuple):
    """How it is with what was played at some time, and why; `note` follows in the sentence."""

    found: Is
    note: str = ""
    steps: tuple[Step, ...] = ()
    questions: tuple[str, ...] = ()
    next: tuple[str, ...] = ()


# -- reading -----------------------------------------------------------------------------------------------------------


def when_told(text: str) -> When | None:
    """When something was played, as a text tells it; None where it tells no event and no phase."""
    sentences = re.split(r"[.;!?\n]", text.casefold())
    told = (_when(_without_rules(sentence)) for sentence in sentences)
    return next((when for when in told if when is not None), None)


def _without_rules(sentence: str) -> str:
    """A sentence without the pieces that say what the rule is."""
    return ",".join([piece for piece in sentence.split(",") if not _RULE.search(piece)])


def _when(sentence: str) -> When | None:
    phase = _IN_PHASE.search(sentence)
    return When(IN, _PHASES[phase[1]]) if phase else _at_an_event(sentence)


def _is_of_time(text: str) -> bool:
    """True if a text speaks of when something is or was played."""
    return bool(_TIMELY.search(text.casefold())) or _when(text.casefold()) is not None


def _at_an_event(sentence: str) -> When | None:
    for relation in _RELATION.finditer(sentence):
        events = _joined(sentence[relation.end() : relation.end() + _WITHIN])
        if events and relation["before"]:
            return When(BEFORE, events[0])
        if events:
            return When(AFTER, max(events, key=[*_EVENTS].index))
    then = _THEN.search(sentence)
    for event in _EVENT.finditer(sentence):
        is_past = _ALREADY.match(sentence, event.end()) or (then and event.end() <= then.start())
        if is_past and event.lastgroup:
            return When(AFTER, event.lastgroup)
        if event.lastgroup == "reveal" and _NOT_YET.search(sentence, 0, event.start()):
            return When(BEFORE, event.lastgroup)
    is_gone = _GONE.search(sentence) or (_AGO.search(sentence) and _PLAYED_THEN.search(sentence))
    return When(AFTER, "over") if is_gone else None


def _joined(text: str) -> list[str]:
    """The first event of which a text speaks, and those that are told in one breath with it: `revealed and counted`."""
    events: list[str] = []
    end = 0
    for event in _EVENT.finditer(text):
        if event.lastgroup and (not events or _AND.fullmatch(text, end, event.start())):
            events.append(event.lastgroup)
            end = event.end()
    return events


def is_told(clause: str) -> bool:
    """True if a clause of a line tells when something was played, which no line of an encounter does."""
    text = clause.casefold()
    is_of_a_play = _CAME.match(text) or (SUBJECTS.search(text) and _PLAYED.search(text))
    return bool(is_of_a_play and when_told(clause))


# -- ruling ------------------------------------------------------------------------------------------------------------


class Quarrel(NamedTuple):
    """What was played, in a position and by a rulebase, and when each party has it."""

    subject: Subject
    position: Position
    known: Rulebase

    def verdict(self, when: When) -> Verdict:
        """How it is with what was played at a time."""
        if self.subject.thing is Thing.ZAP:
            return self._zap(when)
        if self.subject.thing is Thing.REINFORCEMENT:
            return self._reinforcement(when)
        if self.subject.typed in self.known.law["timing.answering"].value:
            return self._as_an_answer(when)
        return self._in_its_phases(when) or self._at_its_moment(when)

    def window(self) -> Verdict:
        """When it can be played, where nobody tells when it was."""
        if self.subject.thing is Thing.ZAP:
            uses = [f"{alien.name} is used {told}" for alien, _, _, told in self._uses()]
            note = f"{listed(uses)}: a Cosmic Zap is in time as that is done, and too late when it is over"
            return Verdict(Is.OPEN, note if uses else "it is in time as the power is used", self._of_zap())
        if self.subject.thing is Thing.REINFORCEMENT:
            return self._after_the_reveal()
        return self._shown()

    # -- a Cosmic Zap ----------------------------------------------------------------------------------------------

    def _zap(self, when: When) -> Verdict:
        moments, uses = self.known.moments, list(self._uses())
        if not uses:
            return Verdict(Is.OPEN, "it has to come as the power is used", self._of_zap())
        at = when.place(moments)
        coming = [told for _, _, place, told in uses if _is_coming(place, at, when.relation)]
        names = listed(list(dict.fromkeys(alien.name for alien, *_ in uses)))
        if not coming:
            over = listed([told for *_, told in uses])
            return Verdict(Is.LATE, f"{names} is used {over}, and that is over", self._of_zap())
        return Verdict(Is.IN_TIME, f"{names} is used {listed(coming)}, and that is still to come", self._of_zap())

    def _of_zap(self) -> tuple[Step, ...]:
        late, early = self.known.law["cards.zap-late"], self.known.law["cards.zap-early"]
        sheets = tuple(f"alien {alien}" for alien in self.subject.aliens)
        return Step(late.says, (*(cite.id for cite in late.cites), *sheets)), _step(early.says, early)

    def _uses(self) -> Iterator[tuple[Alien, Use, tuple[int, int], str]]:
        """The uses that a Cosmic Zap can cancel, each with its place in the encounter and in words."""
        for name in self.subject.aliens:
            alien = self.known.alien(name)
            for use in alien.uses if alien is not None else ():
                for place, told in _places(use, self.known.moments) if use.zappable else ():
                    if alien is not None:
                        yield alien, use, place, told

    # -- other answers ---------------------------------------------------------------------------------------------

    def _artifacts_told(self) -> Iterator[tuple[str, list[int]]]:
        """(name, places of its phases in the order) of every other artifact that the line tells."""
        for act in self.position.acts:
            if act.verb in ARTIFACTS and act != self.subject.act:
                name = ARTIFACTS[act.verb]
                effect = effect_on(self.subject.who, name, self.position, self.known)
                if effect is not None and effect.phases:
                    yield name, [ph.place(phase) for phase in effect.phases]

    def _as_an_answer(self, when: When) -> Verdict:
        """A card that answers others comes as such a one is played: too late once the phases of all of these are over.

        These are the artifacts that the line tells.
        """
        card = self.known.card(self.subject.typed)
        steps = (Step(card.summary, (self.subject.id,)),) if card is not None else ()
        others = [*self._artifacts_told()]
        over = [name.replace("-", " ") for name, places in others if max(places) < when.place(self.known.moments)[0]]
        if others and len(over) == len(others):
            return Verdict(Is.LATE, f"{listed(over)} had been carried out by then", steps)
        return Verdict(Is.OPEN, "it has to come just as the card is played that it answers", steps)

    # -- reinforcements --------------------------------------------------------------------------------------------

    def _reinforcement(self, when: When) -> Verdict:
        moments = self.known.moments
        phase = when.phase(moments)
        if phase != ph.REVEAL:
            late = ph.is_after(phase, ph.REVEAL)
            return self._barred(phase, Is.LATE if late else Is.EARLY) or self._after_the_reveal()
        if when.relation != IN and when.place(moments) < (ph.place(phase), moments.at("after reveal")):
            rule = self.known.law["reveal.when-reinforced"]
            return Verdict(Is.EARLY, "the cards are not turned up yet", (_step(rule.says, rule),))
        return self._after_the_reveal()._replace(found=Is.UNTIL_ALL_PASS)

    def _after_the_reveal(self) -> Verdict:
        """Reinforcements come after the reveal; no document says what ends the time for them (DF-71)."""
        who, ends = self.known.law["reveal.when-reinforced"], self.known.law["timing.reinforcements"]
        note = "counting the totals does not end it, and no document says what does"
        steps = (_step(who.says, who), Step(f"{ends.says} (a house reading: no document says what ends it)", ()))
        return Verdict(Is.OPEN, note, steps, (ends.question,) if ends.question else ())

    # -- other cards and powers ------------------------------------------------------------------------------------

    def _in_its_phases(self, when: When) -> Verdict | None:
        """A card or power in a phase that it does not show, as `timing` rules it."""
        return self._barred(when.phase(self.known.moments), Is.WRONG)

    def _barred(self, phase: str, found: Is) -> Verdict | None:
        contender, defense = f"{self.subject.who}:{self.subject.typed}", self.position.defense.main.name
        offense = self.position.offense.main.name
        try:
            told = asked([contender], offense, defense, " ".join(self.position.names()), phase)
            order = rule_timing(told, self.known.edition, self.known.readings)
        except RefereeError:
            return None
        if not order.barred:
            return None
        steps = tuple(_step(barred.finding.says, barred.finding.rule) for barred in order.barred)
        command = timing_command([contender], self.position, self.known, phase)
        return Verdict(found, "", steps, (), (command,))

    def _at_its_moment(self, when: When) -> Verdict:
        """A card or power in one of its phases, held against the moment that it shows there."""
        moments, phase = self.known.moments, when.phase(self.known.moments)
        shown = moments.in_phase(self.subject.moments, phase)
        place = moments.place(shown, phase)
        steps = self._shown().steps
        if when.relation == IN or place is None or shown.kind not in AT_AN_EVENT:
            return Verdict(Is.IN_TIME, "it is for that phase", steps)
        at = when.place(moments)[1]
        note = f"it is for {moments.told(shown)}"
        if at > place and not (shown.kind == AFTER and when.relation == AFTER):
            return Verdict(Is.LATE, note, steps)
        return Verdict(Is.EARLY if at < place else Is.IN_TIME, note, steps)

    def _shown(self) -> Verdict:
        """When a card or power can be used, by the phases and moments that it shows."""
        rule = self.known.law["timing.barred-phase"]
        phases = listed([ph.named(phase) for phase in self.subject.phases]) or "any phase"
        moments = [self.known.moments.told(moment) for moment in self.subject.moments if moment.kind in AT_AN_EVENT]
        told = f"{self.subject.name} is for {phases}{': ' if moments else ''}{listed(moments)}"
        cites = (self.subject.id, *(cite.id for cite in rule.cites))
        return Verdict(Is.OPEN, told, (Step(f"{told}. {rule.says}", cites),))


def _step(says: str, rule: object) -> Step:
    return Step(says, tuple(cite.id for cite in getattr(rule, "cites", ())))


def _is_coming(use: tuple[int, int], at: tuple[int, int], relation: str) -> bool:
    """True if a use is still to come, or comes just then, at a time."""
    return use[0] >= at[0] if relation == IN else use >= at


def _places(use: Use, moments: Moments) -> Iterator[tuple[tuple[int, int], str]]:
    """Where a use comes in an encounter: the number of the phase and the place in it, and the moment in words."""
    for moment in use.moments or (Moment(DURING),):
        event = moments.events.get(moment.event)
        if event is None:
            phases: Sequence[str] = [phase for phase in use.phases if phase in ph.PHASES]
        else:
            phases = [event.phase] if event.phase else [*event.comes]
        for phase in phases:
            place = moments.place(moment, phase)
            if place is not None:
                told = moments.told(moment) if event is not None else f"in {ph.named(phase)}"
                yield (ph.place(phase), place), told


# -- the answer --------------------------------------------------------------------------------------------------------


def answered(texts: Sequence[tuple[str, str]], position: Position, known: Rulebase) -> tuple[Answer, Subject] | None:
    """What is ruled on when something was played, with what that is; None where the parties do not speak of that.

    `texts` are what each party says, by its name.
    """
    told = {party: when_told(text) for party, text in texts}
    if not any(_is_of_time(text) for _, text in texts):
        return None
    subject = subject_of(texts, position, known)
    if subject is None:
        return None
    quarrel = Quarrel(subject, position, known)
    verdicts: dict[When | None, Verdict] = {when: quarrel.verdict(when) for when in told.values() if when is not None}
    return _answer(quarrel, told, verdicts or {None: quarrel.window()}), subject


def ruled_out(clauses: Sequence[str], position: Position, known: Rulebase) -> Subject | None:
    """What the line tells as played that could not be played when these clauses have it; None if it all could."""
    for clause in clauses:
        when, subject = when_told(clause), subject_of([("", clause)], position, known)
        if when is None or subject is None:
            continue
        if (
            Quarrel(subject, position, known).verdict(when).found in _RULED_OUT
            and subject.without(position) is not None
        ):
            return subject
    return None


def _answer(quarrel: Quarrel, told: dict[str, When | None], verdicts: dict[When | None, Verdict]) -> Answer:
    sentences = [_sentence(quarrel, told, when, verdict) for when, verdict in verdicts.items()]
    found = {verdict.found for verdict in verdicts.values()}
    every = list(verdicts.values())
    return Answer(
        "time",
        " ".join(sentences),
        tuple(dict.fromkeys(step for verdict in every for step in verdict.steps)),
        tuple(dict.fromkeys(question for verdict in every for question in verdict.questions)),
        tuple(dict.fromkeys(command for verdict in every for command in verdict.next)),
        "if it does not count" if found - {*_RULED_OUT} else "so it does not count",
    )


def _sentence(quarrel: Quarrel, told: dict[str, When | None], when: When | None, verdict: Verdict) -> str:
    what = quarrel.subject.words
    if when is None:
        return f"When {what} came is not told: {verdict.note}."
    parties = [party for party, own in told.items() if own == when]
    whose = f"As {listed(parties)} {'has' if len(parties) == 1 else 'have'} it, {what}"
    note = f": {verdict.note}" if verdict.note else ""
    return f"{whose} comes {when.words(quarrel.known.moments)}, which is {verdict.found}{note}."
