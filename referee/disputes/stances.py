"""Whose claim a ruling supports, where the parties agree on what happened.

Claims are players' words: what they claim is asked of the rules as a question, and read for who wins and for how many
cards. Where nothing of it is understood nothing is said of that side; of two sides one is right where the other is
wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.book.wording import words_shared
from referee.disputes.nearest_steps import alike
from referee.disputes.proofs import Proof
from referee.disputes.records import Told

_ASKED = 300  # letters of a claim that are asked for
_MUCH = 0.5  # how much of the words of a claim an answer has that says yes to it
_SIDES = {
    "offense-wins": r"\b(?:the )?(?:attack(?:er|ers|ing player)|offen[sc]e|offensive side)\b",
    "defense-wins": r"\b(?:the )?(?:defend(?:er|ers|ing player)|defen[sc]e|defensive side)\b",
}
_ROLE_WINS = {"offense": "offense-wins", "defense": "defense-wins"}
_WINS = r"\b(?:wins?|won|beats?|takes? (?:it|the tie|ties)|gets? (?:it|the tie|ties)|goes? to|go to)\b"
_I_WIN = re.compile(r"\b(?:i|we) (?:win|won|beat)\b|\b(?:tie|ties|encounter|it) (?:is|are) (?:mine|ours)\b")
_I_LOSE = re.compile(r"\b(?:i|we) (?:lose|lost)\b|\byou (?:win|won|beat)\b")
_NOT = re.compile(r"\b(?:not|never|no|nobody|neither)\b|n't\b")
_DENIED = re.compile(r"\b(?:not|never|no|nobody|neither|nothing|none|without|cannot)\b|n't\b")
_WHOSE = re.compile(r"\b(?:my|your|our|still)\b")
_SAID = 2  # words that a piece of a claim has at least that is held against a step
_NUMBERS = {name: number for number, name in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_CARDS = re.compile(rf"\b(\d{{1,2}}|{'|'.join(_NUMBERS)}) cards?\b")


def stances(dispute: Told) -> list[bool | None]:
    """Of each side of a kept dispute, if its claim is what is ruled; None where the claim is not understood.

    Only where all sides tell the same facts: else each has its own ruling, and every entry is None.
    """
    sides = dispute["sides"]
    if len({side["position"] for side in sides}) > 1:
        return [None] * len(sides)
    found = [_stance(side, dispute["edition"]) for side in sides]
    if len(found) == 2 and None in found and found != [None, None]:
        known = next(stance for stance in found if stance is not None)
        return [not known if stance is None else stance for stance in found]
    return found


def _stance(side: Told, edition: str) -> bool | None:
    """True if a claim is what is ruled, False if it contradicts that, None where it cannot be told.

    Who is right in one thing and wrong in another, as in "I win and take compensation", contradicts it.
    """
    claim, ruling = side["claim"].casefold(), side["ruling"]
    read = [by(claim, side["party"], ruling) for by in (_by_winner, _by_cards, _by_a_step)]
    if False not in read:
        read.append(_by_the_rules(side["claim"], ruling, edition))
    return False if False in read else True if True in read else None


def _by_winner(claim: str, party: str, ruling: Told) -> bool | None:
    """By who wins, as the claim has it."""
    outcome = ruling["outcome"]
    if outcome not in _SIDES or _NOT.search(claim):
        return None
    named = [result for result, side in _SIDES.items() if _wins(side, claim)]
    role = ruling["players"].get(party, {}).get("role", "")
    own = _ROLE_WINS.get(role)
    if not named and own and (_I_WIN.search(claim) or _I_LOSE.search(claim)):
        return (own == outcome) is bool(_I_WIN.search(claim))
    return named[0] == outcome if len(named) == 1 else None


def _wins(side: str, claim: str) -> bool:
    """True if a claim says of a side that it wins."""
    return bool(re.search(rf"{side}.{{0,20}}{_WINS}|{_WINS}.{{0,10}}{side}", claim))


def _by_cards(claim: str, party: str, ruling: Told) -> bool | None:
    """By how many cards somebody takes, as the claim has it."""
    claimed = {_NUMBERS.get(number) or int(number) for number in _CARDS.findall(claim)}
    due = {player.get(what) for player in ruling["players"].values() for what in ("compensation", "rewards")} - {
        0,
        None,
    }
    return claimed <= due if len(claimed) == 1 and due else None


def _by_a_step(claim: str, party: str, ruling: Told) -> bool | None:
    """By a step of the proof that says the same, or just that it is not so: `I take my rewards`, `yellow takes none`.

    All that a piece of the claim speaks of has to stand in the step, which must not be about another player alone.
    """
    proof = Proof({**ruling, "players": {}})  # which calls them by their names
    says = [step.says for step in proof.steps.values() if step.kind in ("rule", "power")]
    others = [name for name in ruling["players"] if name != party]
    own = [step for step in says if _names(step, [party]) or not _names(step, others)]
    found = set()
    for piece in re.split(r"[,.;!?]", _WHOSE.sub("", claim)):
        said = words_shared(piece, piece)
        same = (step for step in own if len(said) >= _SAID and said == words_shared(piece, step))
        found |= {bool(_DENIED.search(piece)) is bool(_DENIED.search(step)) for step in same}
    return found.pop() if len(found) == 1 else None


def _names(text: str, players: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(player)}\b", text) for player in players)


def _by_the_rules(claim: str, ruling: Told, edition: str) -> bool | None:
    """By what the rules answer, where the ruling rests on a clause of that answer.

    A yes is one only to a claim that speaks of much the same as the answer: else it may add something to it.
    """
    from referee.book.answers import ask

    settled = ask(claim[:_ASKED], edition=edition.partition("+")[0]).settled
    if settled is None or settled.verdict not in ("yes", "no"):
        return None
    cited = {cite["id"] for cite in ruling["citations"]}
    if not cited.intersection(settled.to_dict()["cites"]):
        return None
    is_same = alike(claim, settled.says) >= _MUCH * alike(claim, claim)
    return False if settled.verdict == "no" else True if is_same else None
