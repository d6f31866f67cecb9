"""What was done held against what was due: blue took three cards as compensation, and four are due.

No document says what becomes of it when that is found later (DF-82).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.book.loader import Rulebase
from referee.book.sentences import listed
from referee.disputes import spoken_of
from referee.disputes.records import Answer, Step
from referee.judge.finding import Finding
from referee.judge.ruling import DETERMINED, ILLEGAL, PlayerRuling, Ruling
from referee.state.words import NUMBERS

LATER = "DF-82"  # the disputable point: a mistake is found later
_AMEND = "referee amend    at a kept table: what follows, and the fewest moves that put it right"

_NUMBER = rf"\d{{1,2}}|{'|'.join(word for word in NUMBERS if '-' not in word)}|a|an|no|none|nothing"
_FEW = {"a": 1, "an": 1, "no": 0, "none": 0, "nothing": 0}
_OTHERS = r"(?!\s*(?:ships?|colon|planets?|home|foreign|seconds?|minutes?|allies|more\b))"  # no cards, so no due
_HAVE = re.compile(r"['’]ve\b", re.IGNORECASE)
_WISHED = re.compile(r"\b(?:should|ought|supposed|could|would)\b[^,.;]*$", re.IGNORECASE)
_TAKING = ("took", "drew", "drawn", "taken", "got", "received", "collected")
_NOUN = r"(?:compensation|consolation)\s?(?:cards?)?|rewards?|(?:reward\s)?cards?"
_DONE = re.compile(
    rf"(?:\b(?P<who>[^\W\d_]\w*)\s+)?(?:(?:only|just|have|has|had|already|was|were)\s+)*"
    rf"\b(?P<verb>took|taken|drew|drawn|got|received|collected|picked|gave|given|paid)\s+"
    rf"(?:(?P<to>me|us|him|her|them|you)\s+)?(?:(?:only|just|up|all|my|his|her|the)\s+)*"
    rf"(?P<count>{_NUMBER})\b{_OTHERS}(?:\s+(?P<noun>{_NOUN}))?"
    rf"(?:,?\s*(?:out\s+of|of|instead\s+of|not|where|it\s+should\s+(?:have\s+been|be)|should\s+(?:have\s+been|be))"
    rf"\s+(?:the\s+|his\s+|my\s+)?(?P<due>{_NUMBER})\b(?:\s+(?P<noun2>{_NOUN}))?)?",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\b(?:forg[eo]t\w*|never\s+(?:took|drew|got|gave|paid)|missed|overlooked|still\s+ow\w+|still\s+due|too\s+few|"
    r"(?:did|have|has)(?:n['’]?t| not)\s+(?:take|taken|draw|drawn|get|got|give|given|pay|paid)|ow(?:e|ed|es|ing))\b",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:ago|afterwards|later|since\s+then|moved\s+on|noticed|found\s+out|forg[eo]t\w*|missed|overlooked|"
    r"last\s+(?:turn|encounter)|(?:next|another)\s+encounter|already\s+(?:went|gone|over)|too\s+late)\b",
    re.IGNORECASE,
)
_COMPENSATION = re.compile(
    r"\b(?:get|gets|take|takes|draw|draws|want|wants|owe|owes|collect|collects|pay|pays)\s+(?:\w+\s+){0,2}"
    rf"(?:compensat\w+|consolation|(?:{_NUMBER})\s+cards?)\b",
    re.IGNORECASE,
)
_MISTAKE = re.compile(
    r"\b(?:forg[eo]t\w*|missed|overlooked|noticed|mistakes?|wrong(?:ly)?|illegal(?:ly)?|should\s+(?:not\s+)?have|cheat\w*)\b",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(?:take|takes|took|taking)\s+back\b(?!\s+(?:\w+\s+)?(?:cards?|ships?))|\bundo\b|"
    r"\b(?:take|takes|took|taking)\s+(?:it|that|this|(?:the|my|your|a)\s+(?:move|launch|turn|play))\s+back\b|"
    rf"\bchang(?:e|ed|es)\s+(?:\w+\s+){{0,2}}(?:{_NUMBER})\s+(?:ships?\s+)?(?:to|into)\s+(?:{_NUMBER})\b|"
    r"\bchang\w+\s+(?:my|your|his|her)\s+mind\b|"
    rf"\b(?:said|say|says|announced|called)\s+(?:{_NUMBER})\b[^.;]{{0,20}}\bthen\s+(?:{_NUMBER})\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:compens|consol)", re.IGNORECASE)
_TAKEN_AWAY = ("rewards.gas", "compensation.gas")  # rules by which what was due is not
_OF_CARDS = ("compensation", "rewards")
STATED = _OF_CARDS  # what a line says of these its players state: no rule counts it
_NAMES = {"compensation": ("card as compensation", "cards as compensation"), "rewards": ("reward", "rewards")}


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did, as a party tells it (`by`): how many, of how many (None: it does not say), and of what."""

    by: str
    who: str
    count: int
    of: int | None
    field: str  # `compensation`, `rewards`, or empty where it does not say


@dataclass(frozen=True, slots=True)
class Due:
    """What is due to a player by a ruling: cards as compensation, or picks as rewards."""

    who: str
    field: str
    count: int
    finding: Finding

    @property
    def words(self) -> str:
        """As it is said: `4 cards as compensation`."""
        return f"{self.count or 'no'} {_NAMES[self.field][self.count != 1]}"

    def step(self) -> Step:
        """Why it is due."""
        return Step(self.finding.says, tuple(cite.id for cite in self.finding.rule.cites))


def is_told(clause: str) -> bool:
    """True if a clause of a line tells what somebody did of what was due, which no line of an encounter does."""
    match = _DONE.fullmatch(clause.strip())
    return bool(match and (match["due"] or match["noun"] or match["verb"].casefold() in _TAKING))


def deeds(party: str, text: str, others: Sequence[str]) -> Iterator[Deed]:
    """What a party says that was done; `others` are the other parties."""
    text = _HAVE.sub(" have", text)
    for match in _DONE.finditer(text):
        noun = (match["noun"] or match["noun2"] or "").casefold()
        wished = _WISHED.search(text[: match.start("verb")])
        if not wished and (match["due"] or noun or match["verb"].casefold() in _TAKING):
            of = None if match["due"] is None else _number(match["due"])
            yield Deed(party, _receiver(match, party, others), _number(match["count"]), of, _field(noun))


def _receiver(match: re.Match[str], party: str, others: Sequence[str]) -> str:
    """Who got what was taken or given."""
    who, to = (match["who"] or "").casefold(), (match["to"] or "").casefold()
    gave = match["verb"].casefold() in ("gave", "given", "paid")
    word = to if gave or to else who
    if word in ("you", "your"):
        return others[0] if len(others) == 1 else ""
    if word in ("i", "we", "me", "us"):
        return party
    return "" if gave else word


def _number(word: str) -> int:
    word = word.casefold()
    return int(word) if word.isdigit() else _FEW.get(word, NUMBERS.get(word, 0))


def _field(noun: str) -> str:
    if "reward" in noun:
        return "rewards"
    return "compensation" if noun.startswith(("comp", "cons")) else ""


# -- against the ruling ------------------------------------------------------------------------------------------------


def due_by(ruling: Ruling) -> list[Due]:
    """The cards that are due to players by a ruling."""
    return [
        Due(name, field, finding.value, finding)
        for name, player in ruling.players.items()
        for field in _OF_CARDS
        for finding in _counted(player, field)
    ]


def _counted(player: PlayerRuling, field: str) -> Iterator[Finding]:
    finding = player.compensation if field == "compensation" else player.rewards
    if finding is None or not isinstance(finding.value, int):
        return
    if finding.value or finding.rule.id in _TAKEN_AWAY:
        yield finding


def answered(texts: Sequence[tuple[str, str]], ruling: Ruling, known: Rulebase) -> Answer | None:
    """What is ruled on what was done against what is due; None where the parties do not speak of that.

    `texts` are what each party says, by its name. Where they only argue what becomes of what was done, by the matters
    of `rulebase/claims.toml`, it is told that no document says.
    """
    parties = [party for party, _ in texts]
    dues = due_by(ruling)
    told = [
        (deed, due)
        for party, text in texts
        for deed in deeds(party, text, [other for other in parties if other != party])
        for due in _meant(deed, dues, ruling)
    ]
    if told:
        return _held(dict.fromkeys(told))
    if ruling.status == ILLEGAL:
        return None
    text = " . ".join(text for _, text in texts)
    answer = _left_out(text, dues) or _taken_back(text) or _not_due(text, ruling, dues, known)
    return answer or (_unsaid() if spoken_of.hangs_on(text, LATER, known) else None)


def _meant(deed: Deed, dues: Sequence[Due], ruling: Ruling) -> list[Due]:
    """The due of which a deed speaks: that of its player; of somebody who does not play, the only one there is."""
    of_kind = [due for due in dues if deed.field in ("", due.field)]
    own = [due for due in of_kind if due.who.casefold() == deed.who.casefold()]
    is_player = deed.who.casefold() in {name.casefold() for name in ruling.players}
    return own[:1] or (of_kind if len(of_kind) == 1 and not is_player else [])


def _held(told: dict[tuple[Deed, Due], None]) -> Answer:
    sentences = []
    for deed, due in told:
        claimed = f" ({deed.of} is not what is due)" if deed.of not in (None, due.count) else ""
        told_by = f"As {deed.by} has it, " if _is_disputed(deed, due, told) else ""
        verdict = f"{_against(deed.count, due.count)}{claimed}"
        sentences.append(f"{told_by}{due.who} took {deed.count}, and {due.words} {_are(due.count)} due: {verdict}.")
    steps = tuple(dict.fromkeys(due.step() for _, due in told))
    disputed = dict.fromkeys(due.who for deed, due in told if _is_disputed(deed, due, told))
    if disputed:  # first it has to be settled what was done
        sentences.append(f"What decides is how many {listed([*disputed])} took.")
    is_wrong = any(deed.count != due.count for deed, due in told)
    answer = _answer("due", " ".join(dict.fromkeys(sentences)), steps, is_wrong)
    return answer._replace(questions=()) if disputed else answer


def _is_disputed(deed: Deed, due: Due, told: dict[tuple[Deed, Due], None]) -> bool:
    """True if another party tells another number of the same."""
    return any(other.by != deed.by and other.count != deed.count for other, of in told if of == due)


def _against(count: int, due: int) -> str:
    if count == due:
        return "that is right"
    return f"{abs(due - count)} {'too few' if count < due else 'too many'}"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _left_out(text: str, dues: Sequence[Due]) -> Answer | None:
    """What is due, where it is said that something was left out, or found later."""
    later = _LATER.search(text)
    if not later:
        return None
    noun = next((field for field in _OF_CARDS if re.search(rf"\b{field[:6]}", text, re.IGNORECASE)), "")
    owed = [due for due in dues if noun in ("", due.field)] if noun or _LEFT.search(text) else []
    if not owed and not _MISTAKE.search(text):
        return None
    if not owed:
        return _unsaid()
    says = " ".join(f"To {due.who} {due.words} {_are(due.count)} due." for due in owed)
    return _answer("due", says, tuple(due.step() for due in owed), True)


def _unsaid() -> Answer:
    """That it should be as it is ruled, and that no document says what is done about it later."""
    return _answer("later", "By the rules it is as it is ruled here, whenever it is noticed.", (), True)


def _taken_back(text: str) -> Answer | None:
    """What there is on a move that is taken back or changed: nothing."""
    if not _BACK.search(text):
        return None
    unsaid = Step("No document says until when a move may be taken back or changed: the table decides.")
    return Answer("conduct", "The rules do not speak of it.", (unsaid,), (LATER,))


def _not_due(text: str, ruling: Ruling, dues: Sequence[Due], known: Rulebase) -> Answer | None:
    """That compensation is claimed where nobody has lost with a negotiate to an attack."""
    is_settled = ruling.status == DETERMINED and not dues
    if not is_settled or not _COMPENSATION.search(text):
        return None
    if any(player.role.endswith("ally") for player in ruling.players.values()) and not _NAMED.search(text):
        return None  # whose cards would be rewards
    rule = known.law["compensation.not-owed"]
    step = Step(rule.says, tuple(cite.id for cite in rule.cites))
    return Answer("due", "No cards are due to anybody as compensation.", (step,))


def _answer(topic: str, says: str, steps: tuple[Step, ...], is_wrong: bool) -> Answer:
    if not is_wrong:
        return Answer(topic, says, steps)
    unsaid = Step("What is done about it when it is found later, no document says: the table decides.")
    return Answer(topic, says, (*steps, unsaid), (LATER,), (_AMEND,))
