"""Matters besides the result of an encounter of which claims speak, each answered by what the referee has on it.

When something was played, which of two powers comes first, the order of the discards, the minute for a deal, and what
was done of what was due.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.book.clashes import key, read_clashes
from referee.book.loader import Rulebase
from referee.disputes import contradicted, due, in_time, winning
from referee.disputes.citations import clauses_of
from referee.disputes.nearest_steps import Measure
from referee.disputes.records import Answer, Part, Step
from referee.disputes.registry import Account
from referee.disputes.results import parting
from referee.disputes.subjects import Subject, holders, timing_command
from referee.errors import RefereeError
from referee.judge.hidden.cases import judge
from referee.judge.ruling import ILLEGAL, OF_TALKS, Ruling
from referee.judge.timing.order import Order
from referee.judge.timing.question import rule_timing
from referee.state.contenders import asked
from referee.state.encounter import Act, Position
from referee.state.words import NUMBERS

_ORDER = re.compile(r"\b(?:first|before|after|precede\w*|goes|comes|order|priority)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:go(?:es)?|comes?|acts?|is|are|am|im|resolves?)\s+first\b", re.IGNORECASE)
_OF_OTHERS = re.compile(
    r"\b(?:invit|ask|alli|answer|card|encounter|turn|deal|discard|reinforc|ships?\b|flare|zap|colon|reveal)",
    re.IGNORECASE,
)
_OF_SELF = re.compile(r"\b(?:i|im|me|mine|we|us)\b", re.IGNORECASE)
_DISCARDS = re.compile(
    r"\bdiscard(?:s|ed)?\b.{0,20}\b(?:order|top|bottom|first|last)\b|\b(?:order|top|bottom)\b.{0,25}\bdiscards?\b|"
    r"\b(?:cards?|mine|yours)\b.{0,12}\b(?:on|lies|goes|is|at)\b.{0,8}\b(?:top|bottom)\b|\bon\s+top\b(?!\s+of\s+(?:that|this|it)\b)",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b(?:seconds?|secs?|minutes?|timer|clock|time(?:['’]s|\swas)?\sup|time\s(?:ran|had\srun)\sout|stall\w*)\b|\btime!",
    re.IGNORECASE,
)
_SECONDS = re.compile(rf"\b(\d{{1,3}}|{'|'.join(NUMBERS)})(?:\s*(?:s|secs?|seconds?)\b)?", re.IGNORECASE)
_MINUTE = 60
_NEAR = 0.75  # how near a clause is at least, beside the nearest of all


class Told(NamedTuple):
    """What the parties say, each by its name, and the accounts on which it is ruled."""

    texts: Sequence[tuple[str, str]]
    accounts: Sequence[Account]
    known: Rulebase

    @property
    def text(self) -> str:
        """All that they say."""
        return " . ".join(text for _, text in self.texts)

    @property
    def position(self) -> Position:
        """The first account of the facts."""
        return self.accounts[0].position


def _done(texts: Sequence[tuple[str, str]], told: Told, known: Rulebase) -> Answer | None:
    """What is ruled on what was done against what is due, unless by a power, which may take back what it likes."""
    answer = due.answered(texts, _without_what_is_stated(told), known)
    return None if answer is not None and answer.topic == "conduct" and _names_a_power(told) else answer


def answers(texts: Sequence[tuple[str, str]], accounts: Sequence[Account], known: Rulebase) -> list[Answer]:
    """What is ruled on the matters of which the parties speak, each by its name; an empty list if on none."""
    told = Told(texts, accounts, known)
    found = [_deal(told), _order(told), _discards(told)]
    own = [answer for answer in found if answer is not None]
    done = _done(texts, told, known)
    if not own and (done is None or done.topic == "conduct" or _is_timed(texts)):
        own = [*_time(told)]
    if done is not None and (done.topic == "due" or not own):
        own.append(done)
    game = winning.answered(texts, told.position, told.accounts[0].ruling, known)
    own += [game] if game is not None else []
    return [*contradicted.answered(texts, accounts, known), *own]


def _without_what_is_stated(told: Told) -> Ruling:
    """What is ruled where nobody states how many are due: what a line says of that is what was done."""
    account = told.accounts[0]
    ruled = tuple(act for act in account.position.acts if act.verb not in due.STATED or _by_a_text(act, told.known))
    if len(ruled) == len(account.position.acts):
        return account.ruling
    return judge(account.position.but(acts=ruled), told.known)


def _by_a_text(act: Act, known: Rulebase) -> bool:
    """True if an act is stated because of an alien or a card, which may count otherwise than the rules."""
    return bool(act.why) and (known.alien(act.why) is not None or known.card(act.why) is not None)


def _names_a_power(told: Told) -> bool:
    """True if the parties speak of a power that somebody has."""
    named = [id for _, text in told.texts for id in clauses_of(text, told.position, told.known)]
    return any(f"alien {alien}" in named for _, alien in holders(told.position))


def _is_timed(texts: Sequence[tuple[str, str]]) -> bool:
    """True if a party tells before or after what something was played."""
    return any(in_time.when_told(text) is not None for _, text in texts)


# -- when something was played -----------------------------------------------------------------------------------------


def _time(told: Told) -> Iterator[Answer]:
    for account in told.accounts:  # the first that tells what was played
        found = in_time.answered(told.texts, account.position, told.known)
        if found is None:
            return
        answer, subject = found
        parts = _without(subject, account, told.known)
        if parts is not None or account is told.accounts[-1]:
            is_shown = parts is not None and account.ruling.status != ILLEGAL
            yield answer._replace(parts=parts or (), supposing=answer.supposing if is_shown else "")
            return


def _without(subject: Subject, account: Account, known: Rulebase) -> tuple[Part, ...] | None:
    """In what the result differs if something was not played; None where the line does not tell that it was."""
    position = subject.without(account.position)
    if position is None:
        return None
    return parting(account.ruling, judge(position, known))


# -- which of two comes first ------------------------------------------------------------------------------------------


def _order(told: Told) -> Answer | None:
    """Which of two or more powers and cards that are named comes first, as `timing` rules it."""
    if not _ORDER.search(told.text):
        return None
    contenders = _contenders(told) or _players(told)
    if len(contenders) < 2:
        return None
    position = told.position
    offense, defense = position.offense.main.name, position.defense.main.name
    seats = ",".join(position.seats or position.names())
    try:
        wanted = asked(contenders, offense, defense, seats)
        order = rule_timing(wanted, told.known.edition, told.known.readings)
    except RefereeError:
        return None
    names = {contender: _named(contender) for contender in contenders}
    command = timing_command(contenders, position, told.known)
    steps, questions, clash = _clash(contenders, told.known)
    return Answer(
        "order",
        _sentence(order, names),
        (*_reasons(order, names), *steps),
        tuple(dict.fromkeys((*questions, *order.questions))),
        (command, *clash),
    )


def _contenders(told: Told) -> list[str]:
    """The powers that are named, each with who has it, and the cards, each with the party that names it first."""
    position, known = told.position, told.known
    answering = known.law["timing.answering"].value  # what cancels comes with what it cancels, whoever is first
    players = {name.casefold(): name for name in position.names()}
    owners = {alien: name for name, alien in holders(position)}
    found: dict[str, str] = {}
    for party, text in told.texts:
        for id in clauses_of(text, position, known):
            kind, _, name = id.partition(" ")
            owner = owners.get(name, "") if kind == "alien" else players.get(party.casefold(), "")
            if kind in ("alien", "card") and owner and name not in answering:
                found.setdefault(name, f"{owner}:{name}")
    if len(found) == 1:
        found |= _of_the_others(told, list(found.values()))
    return list(found.values())


def _of_the_others(told: Told, named: Sequence[str]) -> dict[str, str]:
    """The powers of the parties that say that they themselves come first, and do not name what they do it with."""
    owners = {name.casefold(): (name, alien) for name, alien in holders(told.position)}
    found = {}
    for party, text in told.texts:
        owner, alien = owners.get(party.casefold(), ("", ""))
        is_named = any(contender.startswith(f"{owner}:") for contender in named)
        if owner and not is_named and _ORDER.search(text) and _OF_SELF.search(text):
            found[alien] = f"{owner}:{alien}"
    return found


def _players(told: Told) -> list[str]:
    """The parties that play, where they argue which of them goes first and speak of no card, answer or encounter."""
    is_of_players = _FIRST.search(told.text) and _OF_SELF.search(told.text)
    if not is_of_players or _OF_OTHERS.search(told.text):
        return []
    players = {name.casefold(): name for name in told.position.names()}
    return list(dict.fromkeys(players[party.casefold()] for party, _ in told.texts if party.casefold() in players))


def _named(contender: str) -> str:
    player, _, effect = contender.partition(":")
    return f"{player}'s {effect}" if effect else player


def _sentence(order: Order, names: dict[str, str]) -> str:
    if order.order:
        first, *others = [names.get(typed, typed) for typed in order.order]
        return f"{first} comes first{''.join(f', then {other}' for other in others)}."
    return _in_names(order.root.says, names)


def _reasons(order: Order, names: dict[str, str]) -> Iterator[Step]:
    for place in order.places:
        yield Step(_in_names(place.finding.says, names), tuple(cite.id for cite in place.finding.rule.cites))
    for finding in [*order.results, *(barred.finding for barred in order.barred)]:
        yield Step(_in_names(finding.says, names), tuple(cite.id for cite in finding.rule.cites))


def _in_names(says: str, names: dict[str, str]) -> str:
    for typed, name in names.items():
        says = says.replace(typed, name)
    return says


def _clash(contenders: Sequence[str], known: Rulebase) -> tuple[list[Step], list[str], list[str]]:
    """What is known of how two powers meet: what a publisher or text says, the disputable point, and the command."""
    names = [contender.partition(":")[2] for contender in contenders[:2]]
    if any(known.alien(name) is None for name in names):
        return [], [], []
    pair = read_clashes(known.folder)["pairs"].get(key(*names), {})
    says, question = str(pair.get("says", "")), pair.get("question")
    steps = [Step(says, tuple(pair.get("rests", ())))] if says else []
    return steps, [str(question)] if question else [], [f"referee clash {' '.join(names)}"] if pair else []


# -- the discards ------------------------------------------------------------------------------------------------------


def _is_near(cites: Sequence[str], told: Told) -> bool:
    """True if what is claimed is about as near to a clause of some as to any: "the 5 on top" is not of the discards."""
    measure = Measure([text for _, text in told.texts], told.known)
    return max(map(measure.of_clause, cites), default=0.0) >= _NEAR


def _discards(told: Told) -> Answer | None:
    """In which order the cards of the encounter are discarded."""
    if not _DISCARDS.search(told.text):
        return None
    ruling, position = told.accounts[0].ruling, told.position
    cards = list(ruling.discards.value) if ruling.discards is not None else []
    rule = told.known.law["discards.order"]
    cites = tuple(cite.id for cite in rule.cites)
    if not cards or not _is_near(cites, told):
        return None
    question = (rule.question,) if rule.question else ()
    if rule.value == "none":
        return Answer("discards", f"The cards are discarded together: {', '.join(cards)}.", (Step(rule.says, cites),))
    defense = position.defense
    own = cards[-1] == str(defense.card)
    top = f"{defense.main.name}'s {cards[-1]}, the defense's," if own else cards[-1]
    says = f"Discarded, bottom first: {', '.join(cards)}; {top} lies on top."
    return Answer("discards", says, (Step(rule.says, cites),), question)


# -- the minute for a deal ---------------------------------------------------------------------------------------------


def _deal(told: Told) -> Answer | None:
    """If a deal was made within its minute."""
    outcomes = {account.ruling.outcome.value for account in told.accounts if account.ruling.outcome is not None}
    if not outcomes or not outcomes <= OF_TALKS:
        return None
    if len(outcomes) < 2 and not _CLOCK.search(told.text) and not _seconds(told):
        return None
    minute, late = told.known.law["deal.talks"], told.known.law["deal.no-agreement"]
    told_so = [f"{number} seconds, as {party} has it, {_within(number)}" for party, number in _seconds(told)]
    says = "What counts is if the deal was made within the minute"
    steps = [Step(minute.says, tuple(cite.id for cite in minute.cites))]
    steps.append(Step(late.says, tuple(cite.id for cite in late.cites)))
    supposing, parts = _undone(told)
    return Answer(
        "deal", f"{says}{': ' if told_so else ''}{'; '.join(told_so)}.", tuple(steps), (), (), supposing, parts
    )


def _undone(told: Told) -> tuple[str, tuple[Part, ...]]:
    """In what the result differs if the deal was not made, where all tell that it was."""
    account = told.accounts[0]
    acts = account.position.acts
    if len(told.accounts) > 1 or not any(act.verb == "deal" for act in acts):
        return "", ()
    none = tuple(Act("no-deal") if act.verb == "deal" else act for act in acts)
    ruling = judge(account.position.but(acts=none), told.known)
    return ("if it was not", parting(account.ruling, ruling)) if ruling.status != ILLEGAL else ("", ())


def _seconds(told: Told) -> list[tuple[str, int]]:
    """The seconds that each party tells: those near a minute."""
    found = []
    for party, text in told.texts:
        said = _SECONDS.findall(text)
        numbers = [int(word) if word.isdigit() else NUMBERS[word.casefold()] for word in said]
        near = [number for number in numbers if _MINUTE // 2 <= number <= 3 * _MINUTE]
        found += [(party, near[0])] if near else []
    return found


def _within(seconds: int) -> str:
    return "is within it" if seconds <= _MINUTE else "is after it"
