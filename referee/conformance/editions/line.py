"""An encounter line under every edition.

Editions that are judged are compared by what they rule; the others parameter by parameter. A ruling touches a parameter
if its proof uses the rule of law that the parameter stands for, or rests on a clause that the parameter cites.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.book.loader import Rulebase, rulebase
from referee.book.parameters import BASE, Parameter, Parameters
from referee.book.vocabulary import Vocabulary
from referee.conformance.editions.grouping import Compared, Field, Told, grouped, plain, ruled_by
from referee.judge.finding import Finding, walk
from referee.judge.ruling import PlayerRuling, Ruling, Summary
from referee.judge.ways.line import judge_encounter

# What is compared of a player, and of a case of a ruling that depends on hidden facts.
_OF_PLAYER = (
    *("lands", "stays", "returns", "warp", "removed"),
    *("compensation", "rewards", "rewards_as_ships", "foreign", "home", "power"),
)
_OF_CASE = ("status", "outcome", "totals", "winners", "players", "second_encounter")

_UNORDERED = ("discards.order", "discards.order-of-many")  # what may have no value, where a book prints no order


class Parting(NamedTuple):
    """A parameter that a ruling rests on: what the base edition has, and what another has otherwise."""

    base: Parameter
    other: Parameter


def partings(known: Parameters, ruling: Ruling) -> dict[str, list[Parting]]:
    """For every edition but the base: what a ruling rests on and that edition has otherwise, in the order of a game."""
    steps = walk(ruling.root)
    rules = {step.rule.id for step in steps}
    clauses = {cite.id for step in steps for cite in step.rule.cites}
    touched = [
        id for id in known.ids() if known.law_of(id) in rules or not clauses.isdisjoint(known.of(id, BASE).cites)
    ]
    found: dict[str, list[Parting]] = {}
    for edition in known.editions():
        if edition == BASE:
            continue
        pairs = [Parting(known.of(id, BASE), known.of(id, edition)) for id in touched]
        found[edition] = [pair for pair in pairs if pair.base.value != pair.other.value]
    return found


def compare_line(known: Parameters, line: str) -> dict[str, object]:
    """A line ruled by every edition that is judged, grouped by result, and what the others have otherwise.

    As CONTRACT has it for `compare`, with what `grouped` adds. One by which the line cannot be is `impossible`, with
    why; the `ruling` of an edition that is not judged yet has the status `not-ruled`, and its `parts` are the
    differences. Raises MalformedError for what is not understood, ImpossibleError for what can be by no edition.
    """
    rulings: dict[str, Ruling] = {}
    texts: list[str] = []

    def told(compared: Compared) -> Told:
        ruling = rulings[compared.edition] = judge_encounter(line, compared.edition)
        if not texts:
            texts.extend(texts_of(ruling))
        return _told(ruling, texts)

    found = grouped(ruled_by(map(Compared, known.judged()), told))
    if BASE in rulings:
        _add_parameters(found, known, rulings[BASE])
    return found


def _add_parameters(found: dict[str, Any], known: Parameters, ruling: Ruling) -> None:
    """What the editions that are not judged have otherwise of what the base's ruling rests on."""
    judged = set(known.judged())
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    parted = {edition: pairs for edition, pairs in partings(known, ruling).items() if edition not in judged}
    for edition, pairs in parted.items():
        key = tuple((pair.base.id, repr(pair.other.value)) for pair in pairs)
        groups.setdefault(key, []).append(edition)
    for editions in groups.values():
        cited = [
            [cite for edition in editions for cite in known.of(pair.base.id, edition).cites]
            for pair in parted[editions[0]]
        ]
        parts = [
            {
                "topic": pair.base.id,
                "asks": pair.base.asks,
                "base": pair.base.value,
                "value": pair.other.value,
                "says": pair.other.says,
                "cites": cites,
            }
            for pair, cites in zip(parted[editions[0]], cited, strict=True)
        ]
        found["groups"].append({"editions": editions, "ruling": {"status": "not-ruled", "parts": parts}})
        by = cited[0][:1] if cited else []
        found["differs_by"] = list(dict.fromkeys([*found["differs_by"], *by]))


# -- a ruling field by field ---------------------------------------------------------------------------------------


def _told(ruling: Ruling, texts: list[str]) -> Told:
    books = rulebase(ruling.edition)
    return Told(
        ruling.edition,
        ruling.to_dict(),
        fields_of(ruling, books, texts),
        ruling.findings,
        books.law,
    )


def fields_of(ruling: Ruling, books: Rulebase, texts: list[str]) -> tuple[Field, ...]:
    """What a ruling comes to, whatever clauses it rests on and whatever words it uses; what matters most first.

    `texts` are those of the edition that the others are compared with, in the words of the law here.
    """
    words = books.vocabulary
    known = {words.say(text): text for text in texts} if words is not None else {}
    told = ruling.summary()
    settled = () if ruling.cases else _settled(ruling, told)  # each case has its own
    return (
        Field("status", ruling.status, _forbidden(ruling)),
        *settled,
        *_cases(ruling, books, known),
        Field("illegal", [illegal.finding.rule.id for illegal in ruling.illegal], _forbidden(ruling)),
        *_then(ruling, told, words, known),
        _discards(ruling),
    )


def _settled(ruling: Ruling, told: Summary) -> Iterator[Field]:
    """Outcome, totals, winners and players, where they do not depend on anything."""
    whole = ruling.folded is None  # else there are several proofs
    yield Field("outcome", told["outcome"], ruling.outcome if whole else None)
    yield from _totals(ruling, told)
    yield Field("winners", told["winners"], ruling.winners if whole else None)
    for name in told["players"]:
        yield from _of_player(ruling, told, name)
    yield Field("second_encounter", told["second_encounter"], ruling.second if whole else None)


def texts_of(ruling: Ruling) -> Iterator[str]:
    """The texts of a ruling that another edition may have in other words."""
    for then in ruling.summary()["then"]:
        yield then["what"]
    for case in ruling.cases:
        yield case.when


def _discards(ruling: Ruling) -> Field:
    """Which cards are discarded, in no order: where one is printed and where none is, the same cards are the same."""
    if ruling.folded is not None:
        cards = ruling.folded["discards"]
        return Field("discards", None if cards is None else sorted(cards))
    found = ruling.discards or next((step for step in ruling.findings if step.rule.id in _UNORDERED), None)
    if found is None:
        return Field("discards", None)
    cards = str(found.words[0]).split() if found.value is None else found.value
    return Field("discards", sorted(cards), found)


def _forbidden(ruling: Ruling) -> Finding | None:
    return ruling.illegal[0].finding if ruling.illegal else None


def _totals(ruling: Ruling, told: Summary) -> Iterator[Field]:
    totals, found = told["totals"], ruling.totals if ruling.folded is None else None
    for place, side in enumerate(("offense", "defense")):
        yield Field(f"totals.{side}", totals[side] if totals else None, found[place] if found else None)


def _of_player(ruling: Ruling, told: Summary, name: str) -> Iterator[Field]:
    values = {**told["players"][name], **told["players"][name]["colonies"]}
    found: PlayerRuling | None = ruling.players.get(name) if ruling.folded is None else None
    for key in _OF_PLAYER:
        yield Field(f"players.{name}.{key}", values[key], getattr(found, key) if found is not None else None)


def _cases(ruling: Ruling, books: Rulebase, known: Mapping[str, str]) -> Iterator[Field]:
    """The conditions, behind which stands which cards there are, as a hidden one can be any of them; and the cases."""
    kinds = books.law["cards.encounter"]
    conditions = [plain(books.vocabulary, case.when, known) for case in ruling.cases]
    told = [{key: case.told[key] for key in _OF_CASE} for case in ruling.cases]
    yield Field("conditions", conditions, Finding(kinds, kinds.value) if conditions else None)
    yield Field("cases", list(zip(conditions, told, strict=True)))


def _then(ruling: Ruling, told: Summary, words: Vocabulary | None, known: Mapping[str, str]) -> Iterator[Field]:
    """One field for each thing that is left to do, so that a difference is followed to its own step."""
    findings = [then.finding for then in ruling.then] if ruling.folded is None else []
    for place, then in enumerate(told["then"]):
        what = plain(words, then["what"], known)
        said = f"{then['who']} {then['does']} {then['what']}"
        finding = findings[place] if place < len(findings) else None
        yield Field(f"then: {then['who']} {then['does']} {what}", True, finding, said)
    yield Field("order of what is left to do", [plain(words, then["what"], known) for then in told["then"]])
