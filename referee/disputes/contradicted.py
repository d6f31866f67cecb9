"""Claims that tell a fact otherwise than the line on which they are ruled: a card of another value, other ships.

Nobody's words are taken for an account of their own; the slip says what they would come to, and how to tell them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.book.loader import Rulebase
from referee.disputes.late import uninvited
from referee.disputes.records import Answer, Step
from referee.disputes.registry import Account
from referee.disputes.results import parting
from referee.errors import ImpossibleError, MalformedError
from referee.judge.hidden.cases import judge
from referee.judge.ways.line import read_encounter, write_encounter
from referee.state.differing import differences
from referee.state.encounter import ATTACK, DEFENSE, OFFENSE, Card, Player, Position
from referee.state.words import NUMBERS

_NUMBER = rf"\d{{1,2}}|{'|'.join(word for word in NUMBERS if '-' not in word)}"
_CARD = re.compile(
    r"\b(?:(?P<who>[^\W\d_]\w*)\s+)?(?:showed|shows|revealed|turned\s+up|played)\s+(?:only\s+)?"
    rf"(?:the|an?|my|your|his|her)\s+(?P<count>{_NUMBER})\b(?!\s*(?:ships?|cards?|rewards?))(?!.*\blast\s+(?:turn|encounter|round|time)\b)",
    re.IGNORECASE,
)
_SHIPS = re.compile(
    r"\b(?:(?P<who>[^\W\d_]\w*)\s+)?(?:(?:sent|launched|committed)\s+(?:only\s+)?(?:in\s+)?"
    rf"(?P<count>{_NUMBER})\b(?!\s*(?:cards?|rewards?|colon|planets?|home|foreign))(?!\s*(?:ships?\s+)?(?:to|into)\s+the\s+warp)|"
    rf"had\s+(?:only\s+)?(?P<ships>{_NUMBER})\s+ships?\b(?!\s+in\s+the\s+warp))",
    re.IGNORECASE,
)
_I, _YOU = ("i", "we", "my"), ("you", "u")


def answered(texts: Sequence[tuple[str, str]], accounts: Sequence[Account], known: Rulebase) -> list[Answer]:
    """What claims would come to that tell the facts otherwise than the one line that there is; at most one a party.

    `texts` are what each party says, by its name. An empty list where there are several accounts, or none is told.
    """
    if len(accounts) > 1:
        return []
    (account,) = accounts
    found = [*_uninvited(texts, account, known)]
    for party, text in texts:
        others = [other for other, _ in texts if other != party]
        told = next((one for one in _told(party, text, others, account.position) if one is not None), None)
        answer = _answer(party, told, account, known) if told is not None else None
        found += [answer] if answer is not None else []
    return found


def _uninvited(texts: Sequence[tuple[str, str]], account: Account, known: Rulebase) -> Iterator[Answer]:
    """The fact that is in question where a party has it that an ally was invited by nobody, which is taken for granted.

    What would come of it stands in `Argument.late`.
    """
    meant = {ally for party, text in texts for ally in uninvited(party, text, account.position)}
    for step in account.ruling.findings:
        if step.rule.id == "assumptions.invited" and step.words[0] in meant:
            side = OFFENSE if step.words[0] in [one.name for one in account.position.offense.allies] else DEFENSE
            rules = (known.law["alliance.uninvited"], known.law[f"alliance.{side}-invites"])
            steps = tuple(Step(rule.says, tuple(cite.id for cite in rule.cites)) for rule in rules)
            yield Answer("facts", f"The ruling takes for granted that {step.says}: that is the fact to settle.", steps)


def _told(party: str, text: str, others: Sequence[str], position: Position) -> Iterator[Position]:
    """The account as a claim tells it, where that is otherwise than the line."""
    for match in _CARD.finditer(text):
        side, value = _side_of(_meant(match["who"], party, others), position), _number(match["count"])
        if side and position.side(side).card.kind == ATTACK and value not in position.side(side).plus:
            yield position.but(**{side: replace(position.side(side), card=Card(ATTACK, value))})
    for match in _SHIPS.finditer(text):
        yield from _with_ships(_meant(match["who"], party, others), _number(match["count"] or match["ships"]), position)


def _meant(word: str | None, party: str, others: Sequence[str]) -> str:
    """Who is meant by `I`, `you` or a name; whoever speaks where nobody is named."""
    plain = (word or "").casefold()
    if plain in _YOU:
        return others[0] if len(others) == 1 else ""
    return party if not plain or plain in _I else plain


def _side_of(name: str, position: Position) -> str:
    """The side of which a player is the main player, or an empty text."""
    sides = {position.side(side).main.name.casefold(): side for side in (OFFENSE, DEFENSE)}
    return sides.get(name.casefold(), "")


def _with_ships(name: str, count: int, position: Position) -> Iterator[Position]:
    """The account in which a player has so many ships in the encounter."""

    def counted(player: Player) -> Player:
        return replace(player, ships=count) if player.name.casefold() == name.casefold() else player

    for side in (OFFENSE, DEFENSE):
        own = position.side(side)
        if any(player.name.casefold() == name.casefold() for player in own.players()):
            yield position.but(**{side: replace(own, main=counted(own.main), allies=tuple(map(counted, own.allies)))})


def _number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word.casefold()]


def _answer(party: str, position: Position, account: Account, known: Rulebase) -> Answer | None:
    """What a claim comes to that differs from the line in a fact; None if it does not, or could not be."""
    told = differences(account.position, position)
    if not told:
        return None
    line = write_encounter(position)
    try:
        ruling = judge(read_encounter(line, known.edition, known), known)
    except (ImpossibleError, MalformedError):
        return None
    fact = told[0]
    says = f"{party} tells it otherwise than the line: {fact.what}: {fact.says[1]}; on the line {fact.says[0]}."
    command = f'--party {party} ... --line "{line}"    tells it on a line of its own'
    return Answer("facts", says, (), (), (command,), "if it was so", parting(account.ruling, ruling))
