"""The statement that answers a question, if that is sure.

A question is answered by a statement if all word groups of one of its patterns stand in it and nothing in it points
elsewhere; where that is not sure, or two statements say otherwise, none is given.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from referee.book.asking import Asks, Denial, Part, meant
from referee.book.reckoned import LEAST, RECKONED, SUM, WINS, winner, wins
from referee.book.statements import ALTERNATIVE, CONCEPT, NO, SILENT, YES, Pattern, Said, Statement, Statements
from referee.book.verdicts import verdict
from referee.book.wording import Items, Phrases, Words, match

# What players say beside the matter, in the forms in which words are compared.
_FILLER = frozenset(
    "gui dud buddi put bring ever honest whol right ok okai stil tabl friend mate pal terribl awful lol haha wel singl"
    " end plenti feel caus better thank com cam pul nice real cool sit anywa afterward tru somewher leav asid mean"
    " figur gues suppos bit lot variant rulebook altogether old correct yeah lonely total exact fussi dum annoi"
    " completeli basicalli simpli actualli tim chanc hurri moment m".split()
)
_NOT = frozenset({"not", "never"})
# Words that ask if something is allowed, and say nothing of the matter.
_ALLOWED = frozenset("illegal forbidden forbid prohibit cheat legal legit allow permit fin valid ok okai".split())
_COUNTING = frozenset({*RECKONED, WINS})
_ADDED = frozenset({SUM, LEAST})
# Words that could turn an answer, but seldom do where the known questions say the same.
_SEEMING = frozenset("after offens defens again whil sid last no".split())
_DENYING = frozenset({"not", "no", "never", "without", "none", "nobodi"})
_DENIED = 4  # words after one of these that it denies
# So many of these turn nothing, if a pattern does not speak of the number.
_COUNTED = frozenset({"ship", "player", "attack", "card"})
_DENIALS = frozenset({"not", "never", "unless", "except", "without"})
# What of a question, and of it with a story told before, must be known to the statement or its clauses.
_KNOWN_SHARE, _KNOWN_WHOLE = 0.75, 0.65
_KNOWN_NEAR = 0.6  # of one whose clause is the nearest to the question anyhow
_STORY = 4  # more words than this told before a question are a story
_CLOSE = 0.7  # a match this near the best one, which says otherwise, makes the answer unsure
_FAR_BETTER = 1.8  # so much better matches what says otherwise than what decides where a clause is found first
_NUMBERS = 1  # the most numbers in a question that what decides at a clause may answer: more of them are a story
_BETTER = 1.15  # so much better matches what another statement says otherwise, sure or not, that there is no answer
_TOLD_BEFORE = 0.6  # what words count that stand only in the story before a question
_PLAIN = 2.0  # how rare a group of words counts at least
_COMMON, _RAREST = 1.0, 5.0
_NONE = -1  # in place of the first word group of a pattern without any
_TOGETHER = frozenset({"together", "altogether", "both", "total"})
_PER_HEAD = re.compile(
    r"\b(?:each (?:main )?player|every player|everybody|an ally|a defensive ally|each side)\b", re.IGNORECASE
)
_WHO_WINS = re.compile(r"\W*(?:so |and |then )?who(?:s| is|'s)? (?:wins?|won|winning)\b", re.IGNORECASE)
_UNHEARD = 1.2  # how rare a word counts that stands in no clause: most often it belongs to the story


class Nearly(NamedTuple):
    """A pattern that stands in a question with this `share` of its word groups, so many as `there`; and its answer.

    It is `plain` if nothing in the question could turn that answer.
    """

    statement: Statement
    answer: str
    share: float
    there: int
    plain: bool


class Asker:
    """Finds the statement that answers a part of a question."""

    def __init__(
        self,
        statements: Statements,
        words: Words,
        concepts: Phrases,
        rare: Mapping[str, float],
        clauses: Mapping[str, str],
        stands_in: Callable[[str, Statement], bool],
    ) -> None:
        """`rare` tells how rare a word or concept is, `clauses` what each clause says, by its full id.

        `stands_in` tells if a word is known to the clauses of a statement, or to the questions that they answer.
        """
        self._statements = statements
        self._words = words
        self._concepts = concepts
        self._rare = rare
        self._topics = {words.form(word) for word in statements.topics}
        self._turns = {words.form(word) for word in statements.turns}
        self._deciding = {words.form(word) for word in statements.deciding}
        self._kin = {
            words.form(other): words.form(word) for word, others in statements.kin.items() for other in others.split()
        }
        self._meaning: dict[str, set[str]] = {}
        for phrase in concepts.phrases:
            said = {self._kin.get(word, word) for fits, _ in phrase.items for word in fits}
            self._meaning.setdefault(phrase.concept, set()).update(said)
        self._turns_of_time = {words.form(word) for word in statements.turns_of_time}
        self._told: dict[tuple[str, tuple[int, ...]], set[str]] = {}
        self._clauses = clauses
        self._stands_in = stands_in
        self._said: dict[str, set[str]] = {}
        self._compiled: dict[str, list[tuple[str, Items]]] = {}
        self._rarities: dict[str, float] = {}
        if not statements.heads:
            statements.heads = [self._heads(group) for group in statements.groups]
        self._begun_by: dict[str, list[int]] = {}  # the word groups that can begin with a word
        for place, heads in enumerate(statements.heads):
            for head in heads:
                self._begun_by.setdefault(head, []).append(place)
        self._with: dict[int, list[tuple[int, Pattern, Statement]]] = {}  # the patterns by their first group, numbered
        patterns = [(pattern, statement) for statement in statements.all for pattern in statement.patterns]
        for number, (pattern, statement) in enumerate(patterns):
            self._with.setdefault(next(iter(pattern.groups), _NONE), []).append((number, pattern, statement))

    def answer(
        self,
        part: Part,
        own: Sequence[str],
        whole: Sequence[str],
        names: Set[str],
        near: Set[str] = frozenset(),
        first: str = "",
    ) -> Said | None:
        """The statement that a part asks for, whose words are `own`; `whole` has those of its context too.

        `names` are the words of aliens and cards named there: a statement about something else is none about them.
        `near` are the full ids of the clauses that the words find first: of a statement of these less is asked, and
        of one with the `first` of them it is enough that the question has what decides between its answers.
        """
        in_part = self._groups(own)
        in_whole = in_part if [*own] == [*whole] else self._groups(whole)
        those = list(self._matches(in_part, in_whole, first))
        silent = [one for one in those if one[1].verdict == SILENT]
        if silent:
            share, _, statement = max(silent, key=lambda one: one[0])
            return Said(statement, SILENT, share=share)
        found = sorted(those, key=lambda one: (not self._verdict(part, one[1], whole), -one[0]))
        is_story = sum(word.isdigit() for word in whole) > _NUMBERS
        matches = [one for one in found if self._fits(one[2], one[1], part, own, whole, names, near)]
        decided = (None if names else self._reckoned(part, those, whole)) or self._decided(part, matches, whole, first)
        if decided is not None:
            is_sure = not is_story or decided.share == math.inf
            return decided if is_sure else Said(decided.statement, "", sure=False)
        said = self._best(part, matches, whole) if matches and not (is_story and matches[0][1].here) else None
        if (
            said is not None
            and said.verdict
            and any(
                score > (1.0 if one is said.statement else _BETTER) * said.share
                and self._verdict(part, pattern, whole) not in ("", said.verdict)
                for score, pattern, one in found
            )
        ):
            said = None  # what matches better says otherwise, though it is not sure itself
        if said is None and found:
            likely = max(found, key=lambda one: one[0])
            return Said(likely[2], "", sure=False)
        return said

    def nearly(self, part: Part, own: Sequence[str], whole: Sequence[str], of: Set[str]) -> Iterator[Nearly]:
        """How far a part asks for some statements, by their ids: each pattern of theirs that stands mostly in it."""
        in_part, in_whole = self._groups(own), self._groups(whole)
        asked = self._words.read(self._words.raw(part.text))
        story = whole[: max(0, len(whole) - len(asked))]
        for statement in self._statements.all:
            for pattern in statement.patterns if statement.id in of and not _is_multiplied(statement, part) else ():
                if pattern.here:
                    continue
                there = [group for group in pattern.groups if group in in_whole]
                begun = any(group in in_part for group in there) and not any(one in in_whole for one in pattern.without)
                answer = self._verdict(part, pattern, whole) if begun and pattern.verdict != SILENT else ""
                if answer:
                    told = self._told_by(statement, pattern)
                    own_words = [word for word in asked if word not in _SEEMING]
                    is_turned = (
                        self._is_turned(part, pattern, own_words, told)
                        or self._is_undecided(statement, pattern, asked)
                        or self._is_denied_before(pattern, story, told)
                    )
                    share = len(there) / len(pattern.groups)
                    yield Nearly(statement, answer, share, len(there), not is_turned)

    def known(self, words: Sequence[str], statement: Statement) -> float:
        """The share of the words that a statement knows, or its clauses and the questions that they answer."""
        return self._known(words, statement)

    def spoken_of(self, words: Sequence[str]) -> list[Statement]:
        """The statements of which a text speaks, by all its words, those whose words are rarest first."""
        there = self._groups(words)
        matches = sorted(self._matches(there, there), key=lambda one: -one[0])
        return list({statement.id: statement for _, _, statement in matches}.values())

    def _reckoned(
        self, part: Part, matches: Iterable[tuple[float, Pattern, Statement]], whole: Sequence[str]
    ) -> Said | None:
        """The statement by which it is reckoned who wins, where a question tells the cards and ships of both sides."""
        for _, pattern, statement in matches:
            answer = self._verdict(part, pattern, whole) if pattern.verdict == WINS else ""
            who = winner(whole) if pattern.verdict == WINS and _asks_who(part) else ""
            if answer or who:
                return Said(statement, answer, share=math.inf, reckoned=who)
        return None

    def _decided(
        self, part: Part, matches: Sequence[tuple[float, Pattern, Statement]], whole: Sequence[str], first: str
    ) -> Said | None:
        """The statement of the clause found first, if all that decides between its answers says the same.

        What a pattern of another clause's statement says otherwise makes it unsure.
        """
        answers = [(self._verdict(part, one[1], whole), one) for one in matches]
        here = [(answer, one) for answer, one in answers if answer and one[1].here]
        others = {answer for answer, one in answers if answer and first not in one[2].cites}
        said = {answer for answer, _ in here}
        if len(said) != 1 or not others <= said:
            return None
        answer, (share, _, statement) = max(here, key=lambda one: one[1][0])
        contrary = [one for other, one in answers if other not in ("", answer)]
        against = max((one[0] for one in contrary), default=0.0)
        itself = max((one[0] for one in contrary if one[2] is statement), default=0.0)
        return Said(statement, answer, share=share) if against <= _FAR_BETTER * share and itself <= share else None

    def _best(
        self, part: Part, matches: Sequence[tuple[float, Pattern, Statement]], whole: Sequence[str]
    ) -> Said | None:
        """The best of the statements that match, unless another that matches as well, or itself, says otherwise too."""
        best, pattern, statement = matches[0]
        answer = self._verdict(part, pattern, whole)
        for score, also, _ in matches[1:]:
            if score >= _CLOSE * best and self._verdict(part, also, whole) not in ("", answer):
                return None
        return Said(statement, answer, share=best)

    # -- what a question has ---------------------------------------------------------------------------------------

    def _groups(self, words: Sequence[str]) -> dict[int, float]:
        """The word groups that stand in a text, with how rare what was found is."""
        concepts = self._concepts.find(words)
        words = [self._alike(word) for word in words]
        there = set(words)
        begun = {*there, *concepts}
        found = {}
        for place in sorted({place for word in begun for place in self._begun_by.get(word, ())}):
            group = self._statements.groups[place]
            for name, items in self._alternatives(group):
                if name.startswith(CONCEPT):
                    if name in concepts:
                        found[place] = self._worth(name)
                        break
                elif not there.isdisjoint(items[0][0]) and (len(items) == 1 or _stands(words, items)):
                    found[place] = self._rarity(name, items)
                    break
        return found

    def _rarity(self, phrase: str, items: Items) -> float:
        """How rare the words of a phrase are, reckoned once."""
        found = self._rarities.get(phrase)
        if found is None:
            each = (max(map(self._worth, fits), default=_COMMON) for fits, _ in items)
            found = self._rarities[phrase] = sum(each) ** 0.8
        return found

    def _heads(self, group: str) -> list[str]:
        """The words with which a group can begin, and the concepts that it names."""
        found: set[str] = set()
        for text, items in self._alternatives(group):
            found |= items[0][0] if items else {text}
        return sorted(found)

    def _alternatives(self, group: str) -> list[tuple[str, Items]]:
        compiled = self._compiled.get(group)
        if compiled is None:
            texts = (alternative.strip() for alternative in group.split(ALTERNATIVE))
            phrases = ((text, () if text.startswith(CONCEPT) else self._items(text)) for text in texts)
            compiled = [(text, items) for text, items in phrases if items or text.startswith(CONCEPT)]
            self._compiled[group] = compiled
        return compiled

    def _items(self, text: str) -> Items:
        """The words of a phrase, each as the one that stands for those much like it."""
        items = self._words.phrase("", text).items
        return tuple((frozenset(map(self._alike, fits)), gap) for fits, gap in items)

    def _alike(self, word: str) -> str:
        """The word that stands for all that are much like this one."""
        return self._kin.get(word, word)

    def _worth(self, term: str) -> float:
        return min(_RAREST, max(_COMMON, self._rare.get(term, _PLAIN)))

    def _matches(
        self, own: Mapping[int, float], whole: Mapping[int, float], first: str = ""
    ) -> Iterator[tuple[float, Pattern, Statement]]:
        begun = [one for group in (_NONE, *whole) for one in self._with.get(group, ())]
        for _, pattern, statement in sorted(begun, key=lambda one: one[0]):
            if pattern.here and first not in statement.cites:
                continue
            stands = all(group in whole for group in pattern.groups)
            here = pattern.verdict == SILENT or any(group in own for group in pattern.groups)
            if stands and here and not any(group in whole for group in pattern.without):
                yield sum(_share(group, own, whole) for group in pattern.groups), pattern, statement

    def _verdict(self, part: Part, pattern: Pattern, whole: Sequence[str]) -> str:
        """The verdict of a pattern for a part; empty where it asks in another way than the pattern."""
        if not pattern.modes:
            return verdict(pattern.verdict, part)
        if pattern.verdict in (YES, NO):
            return self._yes_or_no(part, pattern)
        if pattern.verdict in RECKONED:
            wanted = part.asks in (Asks.NUMBER, Asks.OTHER) and not part.denied
            return RECKONED[pattern.verdict](whole) if wanted else ""
        if pattern.verdict == WINS:
            is_plain = meant(part) is Asks.DOES and part.denial is Denial.NONE
            return wins(whole, self._words.read(self._words.raw(part.text))) if is_plain else ""
        return pattern.verdict if part.asks is Asks.NUMBER else ""

    def _yes_or_no(self, part: Part, pattern: Pattern) -> str:
        asks = part.asks.value
        if part.asks is Asks.BARE:
            asks = Asks.CAN.value if Asks.CAN.value in pattern.modes else Asks.DOES.value
        if asks not in pattern.modes or (part.denied and not self._denies(pattern)) or part.denial is Denial.UNTRUE:
            return ""
        if not part.inverted:
            return pattern.verdict
        return {YES: NO, NO: YES}[pattern.verdict] if not self._denies(pattern) else ""

    def _denies(self, pattern: Pattern) -> bool:
        return any(
            _DENIALS & set(word.replace("|", " ").split())
            for group in pattern.groups
            for word in self._statements.groups[group].split(ALTERNATIVE)
        )

    # -- is it sure? -----------------------------------------------------------------------------------------------

    def _fits(
        self,
        statement: Statement,
        pattern: Pattern,
        part: Part,
        own: Sequence[str],
        whole: Sequence[str],
        names: Set[str],
        near: Set[str],
    ) -> bool:
        """True if nothing in the question points to another matter than the statement's, or could turn its answer."""
        if _is_multiplied(statement, part) and not self._sums_up(pattern):
            return False
        said = self._words_of(statement)
        asked = self._words.read(self._words.raw(part.text))
        story = whole[: max(0, len(whole) - len(asked))]
        if any((word in self._topics or word in names) and self._alike(word) not in said for word in whole):
            return False
        told = self._told_by(statement, pattern)
        if pattern.verdict not in _COUNTING and not pattern.verdict.isdigit() and not _are_told(asked, {*told, *story}):
            return False
        if self._is_turned(part, pattern, asked, told) or self._is_denied_before(pattern, story, told):
            return False
        if self._is_undecided(statement, pattern, asked):
            return False
        if pattern.verdict.isdigit() and any(word.isdigit() and word not in told for word in asked):
            return False
        is_story = len(whole) - len(own) > _STORY
        is_near = not near.isdisjoint(statement.cites)
        known_whole = not is_story or self._known(whole, statement) >= (_KNOWN_NEAR if is_near else _KNOWN_WHOLE)
        return known_whole and self._known(own, statement) >= (_KNOWN_NEAR if is_near else _KNOWN_SHARE)

    def _sums_up(self, pattern: Pattern) -> bool:
        """True if a pattern asks itself for what several get or lose together."""
        return not _TOGETHER.isdisjoint(self._asked_by(pattern))

    def _is_turned(self, part: Part, pattern: Pattern, own: Sequence[str], told: Set[str]) -> bool:
        """True if a word of the part itself can turn the answer, and neither statement nor pattern speak of it."""
        understood = part.denial is Denial.NONE or (not pattern.modes and part.denial is not Denial.UNCLEAR)
        turns = self._turns - _ALLOWED - (_NOT if understood else frozenset())
        return any(word in turns and self._alike(word) not in told for word in own)

    def _is_undecided(self, statement: Statement, pattern: Pattern, asked: Sequence[str]) -> bool:
        """True if a word of who, when or how many stands in a part that neither the statement nor the pattern says.

        Of the pattern only the phrases count that stand in the part themselves.
        """
        deciding = [word for word in asked if word in self._deciding]
        if not deciding:
            return False
        said = self._words.read(self._words.raw(f"{statement.says} {statement.same}"))
        alike = [self._alike(word) for word in asked]
        concepts = self._concepts.find(asked)
        told = {*said, *map(self._alike, said)}
        for place in pattern.groups:
            for name, items in self._alternatives(self._statements.groups[place]):
                if name.startswith(CONCEPT):
                    told |= self._meaning.get(name, set()) if name in concepts else set()
                elif _stands(alike, items):
                    told.update(*(fits for fits, _ in items))
        return any(word not in told and self._alike(word) not in told for word in deciding)

    def _is_denied_before(self, pattern: Pattern, story: Sequence[str], told: Set[str]) -> bool:
        """True if the story before the part denies or bars what the pattern asks for."""
        if pattern.verdict in _ADDED:
            return False  # what is not there adds nothing: "no ships of mine left on it"
        asked = self._asked_by(pattern)
        for place, word in enumerate(story):
            if word not in self._turns or self._alike(word) in told or word in self._turns_of_time:
                continue
            if word not in _DENYING:
                return True
            after = story[place + 1 : place + 1 + _DENIED]
            denied = after[: after.index(".")] if "." in after else after
            if any(self._alike(one) in asked for one in denied):
                return True
        return False

    def _asked_by(self, pattern: Pattern) -> set[str]:
        """The words of a pattern, without those of its concepts."""
        return {
            word
            for place in pattern.groups
            for _, items in self._alternatives(self._statements.groups[place])
            for fits, _ in items
            for word in fits
        }

    def _known(self, words: Sequence[str], statement: Statement) -> float:
        """The share of the words that a statement knows, or its clauses and the questions that they answer."""
        said = self._words_of(statement)
        weights = {word: self._rare.get(word, _UNHEARD) for word in words if not self._is_filler(word)}
        known = sum(
            weight for word, weight in weights.items() if self._alike(word) in said or self._stands_in(word, statement)
        )
        return known / sum(weights.values()) if weights else 1.0

    def _is_filler(self, word: str) -> bool:
        """True for a word that says nothing of the matter, and for a number: what it must be the patterns say."""
        return word in self._words.stop or word in _FILLER or word in _ALLOWED or word.isdigit()

    def _told_by(self, statement: Statement, pattern: Pattern) -> set[str]:
        """The words of what a statement says, and of how this pattern asks for it."""
        key = (statement.id, pattern.groups)
        found = self._told.get(key)
        if found is None:
            text = f"{statement.says} {statement.same}"
            found = self._told[key] = set(map(self._alike, self._words.read(self._words.raw(text))))
            for place in pattern.groups:
                for name, items in self._alternatives(self._statements.groups[place]):
                    found.update(*(fits for fits, _ in items), self._meaning.get(name, ()))
        return found

    def _words_of(self, statement: Statement) -> set[str]:
        """The words of a statement, of what asks for it, and of its clauses."""
        found = self._said.get(statement.id)
        if found is None:
            places = {place for pattern in statement.patterns for place in pattern.groups}
            texts = [
                statement.says,
                statement.same,
                *(self._statements.groups[place].replace("|", " ") for place in places),
            ]
            texts += [self._clauses[cite] for cite in statement.cites if cite in self._clauses]
            found = {self._alike(word) for text in texts for word in self._words.read(self._words.raw(text))}
            self._said[statement.id] = found
        return found


def _asks_who(part: Part) -> bool:
    """True if a part asks which of the two sides wins."""
    return part.asks is Asks.OTHER and _WHO_WINS.match(part.text) is not None


def _is_multiplied(statement: Statement, part: Part) -> bool:
    """True if a part asks for the sum of what a statement gives to each of several."""
    return part.summed and part.asks is Asks.NUMBER and _PER_HEAD.search(statement.says) is not None


def _stands(words: Sequence[str], items: Items) -> bool:
    return any(word in items[0][0] and match(words, start, items) for start, word in enumerate(words))


def _are_told(words: Sequence[str], told: Set[str]) -> bool:
    """True if no number stands in a text of which a pattern does not speak; so many ships or players turn nothing."""
    return all(
        word in told or "#" in told or word == "1" or following in _COUNTED
        for word, following in zip(words, [*words[1:], ""], strict=True)
        if word.lstrip("+").isdigit()
    )


def _share(group: int, own: Mapping[int, float], whole: Mapping[int, float]) -> float:
    """What a word group counts that stands in a part, or only in the story before it."""
    return whole[group] if group in own else _TOLD_BEFORE * whole[group]
