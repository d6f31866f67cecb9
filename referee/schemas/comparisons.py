"""One thing under every edition: grouped by result, with the clauses where the editions part."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from referee.schemas.lookups import PointAbout
from referee.schemas.orders import Timing
from referee.schemas.part import Clause, Edition, Format, Part, tells
from referee.schemas.rulings import Ruling
from referee.schemas.verdicts import Verdict


class Instead(Part):
    """What the first group has in the place of a step."""

    says: str = tells("The step in a sentence.")
    cites: list[Clause] = tells("The clauses behind it.")


class Parting(Part):
    """The first step at which the proof of a group parts from that of the first one."""

    says: str = tells("The step in a sentence.")
    cites: list[Clause] = tells("The clauses behind it.")
    rule: str = tells("The rule of law that it applies.")
    base: Instead | None = tells("What the first group has instead; null where it has nothing for it.")


class Differing(Part):
    """A field in which a group differs from the first one."""

    field: str = tells("The field, such as players.blue.compensation.")
    value: JsonValue = tells("What this group has.")
    base: JsonValue = tells("What the first group has.")
    says: JsonValue = tells("What this group has in words, where the value does not tell it; else null.", None)


class ComparedRuling(Ruling):
    """A ruling of one encounter, with where its proof parts from that of the first group."""

    parts_at: Parting | None = tells("The first step at which it parts; left out of the first group.", None)


class ComparedTiming(Timing):
    """A ruling of timing, with where its proof parts from that of the first group."""

    parts_at: Parting | None = tells("The first step at which it parts; left out of the first group.", None)


class ComparedVerdict(Verdict):
    """A verdict on a command, with where its proof parts from that of the first group."""

    parts_at: Parting | None = tells("The first step at which it parts; left out of the first group.", None)


class NotOfThisEdition(Part):
    """Why a thing cannot be in some editions."""

    status: Literal["impossible"] = tells("It cannot be there.")
    says: str = tells("Why, with the clauses.")
    why: str = tells("Why, without them.")
    cites: list[Clause] = tells("The clauses, or lists of cards, that say so.")


class ComparedPart(Part):
    """What an edition that is not judged has otherwise of what a ruling rests on."""

    topic: str = tells("The topic: `referee compare TOPIC`.")
    asks: str = tells("What it asks.")
    base: JsonValue = tells("What the consolidated rules have.")
    value: JsonValue = tells("What these editions have.")
    says: str = tells("That in a sentence.")
    cites: list[Clause] = tells("The clauses.")


class NotRuled(Part):
    """What editions that are not judged have otherwise."""

    status: Literal["not-ruled"] = tells("Nothing is ruled by them.")
    parts: list[ComparedPart] = tells("What they have otherwise.")


class _Group(Part):
    """Editions that have the same."""

    editions: list[Edition] = tells("The editions.")
    by: dict[Edition, list[Clause]] = tells("The clauses of each; left out where nothing is ruled.", {})
    differs: list[Differing] = tells("Field by field, what differs from the first group; left out of that one.", [])
    without: dict[Edition, list[str]] = tells("Variants that an edition does not have; left out: it has all.", {})


class RulingGroup(_Group):
    """Editions by which an encounter is ruled alike."""

    ruling: ComparedRuling | NotOfThisEdition | NotRuled = tells("What they rule.")


class TimingGroup(_Group):
    """Editions by which a question of timing is ruled alike."""

    ruling: ComparedTiming | NotOfThisEdition = tells("What they rule.")


class VerdictGroup(_Group):
    """Editions by which a command is ruled alike."""

    ruling: ComparedVerdict | NotOfThisEdition = tells("What they rule.")


_BY = "The clauses at which the groups part; nothing where there is one group."


class ComparedLine(Part):
    """An encounter under every edition."""

    format: Format
    groups: list[RulingGroup] = tells("The editions grouped by result; first the consolidated rules.")
    differs_by: list[Clause] = tells(_BY)


class ComparedOrder(Part):
    """A question of timing under every edition."""

    format: Format
    groups: list[TimingGroup] = tells("The editions grouped by result; first the consolidated rules.")
    differs_by: list[Clause] = tells(_BY)


class ComparedCommand(Part):
    """A command under every edition (`compare may ...`, `compare do ...`)."""

    format: Format
    groups: list[VerdictGroup] = tells("The editions grouped by result; first the table's own edition.")
    differs_by: list[Clause] = tells(_BY)


class TakenReading(Part):
    """What an edition takes of a disputable point."""

    status: Literal["own-book", "settled", "preferred", "open", "not-asked"] = tells(
        "own-book: its own book says so. settled: its book settles it by itself. preferred: our preference. open: the "
        "table decides. not-asked: it is no question there."
    )
    reading: str | None = tells("The reading; null where none is taken.")
    says: str = tells("What it comes to.")
    cites: list[Clause] = tells("The clauses.")


class ReadingGroup(_Group):
    """Editions that take the same reading."""

    ruling: TakenReading = tells("What they take.")
    how: dict[Edition, str] = tells("By edition, how it comes to that: as the status of a reading.")


class ComparedPoint(Part):
    """A disputable point under every edition."""

    format: Format
    question: PointAbout = tells("The point.")
    groups: list[ReadingGroup] = tells("The editions grouped by what they take.")
    differs_by: list[Clause] = tells(_BY)


class TopicRuling(Part):
    """What editions have for a topic."""

    value: JsonValue = tells("The value: a number, a word, an order; `not-stated` where the book is silent.")
    says: str = tells("That in a sentence.")
    cites: list[Clause] = tells("The clauses.")


class TopicGroup(Part):
    """Editions that have the same for a topic."""

    editions: list[Edition] = tells("The editions.")
    ruling: TopicRuling = tells("What they have.")


class OfDuel(Part):
    """What Duel has for a topic."""

    title: str = tells("What the game is called.")
    says: str = tells("What its rules have.")
    cites: list[Clause] = tells("The clauses.")


class Topic(Part):
    """A topic under every edition."""

    topic: str = tells("Its name.")
    asks: str = tells("What it asks.")
    groups: list[TopicGroup] = tells("The editions grouped by what they have.")
    differs_by: list[Clause] = tells(_BY)
    duel: OfDuel | None = tells("What Duel has; left out where it has nothing for it.", None)


class ComparedTopic(Topic):
    """One topic under every edition."""

    format: Format


class ComparedTopics(Part):
    """Several topics under every edition."""

    format: Format
    topics: list[Topic] = tells("Each topic.")
