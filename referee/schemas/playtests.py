"""What random games with an alien came to."""

from __future__ import annotations

from typing import Literal

from referee.schemas.orders import Kind
from referee.schemas.part import Edition, Format, Line, Part, Question, Typed, tells

Over = Literal["won", "long", "nobody to meet", "no card", "violation"]
_OVER = (
    "How many games each; what never came is left out. long: 150 encounters. nobody to meet: destiny names nobody any "
    "more. no card: none is left that an unknown one could be. violation: see `violations`."
)


class Share(Part):
    """So many of so many."""

    count: int = tells("How many.")
    of: int = tells("Of how many.")
    share: float | None = tells("The one by the other, with four digits; null of nothing.")
    low: float = tells("The lower end of Wilson's interval for 95 of 100.")
    high: float = tells("Its upper end.")


class Pairs(Part):
    """The pairs of games by who won which: the seat with the alien, and the same seat without it."""

    both: int = tells("Both games were won.")
    only_with: int = tells("Only the one with the alien.")
    only_without: int = tells("Only the one without it.")
    neither: int = tells("Neither.")


class Wins(Part):
    """How often the seat of the alien won."""

    with_: Share = tells("Of the games with it.", alias="with")
    without: Share = tells("Of those without it.")
    pairs: Pairs = tells("Both games of each pair.")
    of_one_only: Share = tells("Of the pairs of which one game was won, those in which it was the one with the alien.")


class Ended(Part):
    """How the games ended."""

    with_: dict[Over, int] = tells(_OVER, alias="with")
    without: dict[Over, int] = tells(_OVER)


class Use(Part):
    """How often the power came up, in the games with it."""

    encounters: int = tells("How many encounters there were.")
    commands: int = tells("How many commands.")
    offered: Share = tells("Encounters in which its use could be said.")
    used: Share = tells("Encounters in which it was said.")
    applied: Share = tells("Encounters in which a ruling rested on its sheet.")


class Unsettled(Part):
    """A ruling that was left open or depends."""

    status: Literal["open", "depends", "illegal"] = tells("What it is.")
    line: Line = tells("The encounter.")
    seed: int = tells("The number that deals the first game in which it came.")


class Met(Part):
    """An alien that sat against it."""

    alien: str = tells("Its name.")
    games: int = tells("In how many games.")
    wins: Share = tells("How many of these the alien that is tried won.")
    is_: Kind | None = tells("Whether it matters who acts first; null where one of them is not applied.", alias="is")
    phases: list[str] = tells("The phases in which they meet, where it matters only those in which it does.")


class Violation(Part):
    """Something that went wrong in a game."""

    kind: str = tells("What it is, without names and numbers.")
    with_: bool = tells("True of the games with the alien, False of those without it.", alias="with")
    games: int = tells("In how many games.")
    seed: int = tells("The number that deals the first of them.")
    says: str = tells("What was wrong in that one.")
    play: list[Typed] = tells("A play that shows it; empty where no process survives it.")
    shrunk: bool = tells("True if commands were left out as far as it still shows it, False if it is the whole game.")


class Playtest(Part):
    """What random games with an alien came to, and the same games without it (`playtest`)."""

    format: Format
    alien: str = tells("Its name.")
    homemade: bool = tells("True if its sheet came from a file of its own.")
    reach: Literal["executable", "timed"] = tells("executable: the referee applies it. timed: it does not.")
    edition: Edition
    players: int = tells("How many players, from 3 to 5.")
    games: int = tells("How many games with it, and as many without it.")
    seed: int = tells("The number that deals the first game; the next number deals the next.")
    against: list[str] = tells("The aliens that were named to sit against it; empty where chance chose.")
    wins: Wins = tells("Who won.")
    ended: Ended = tells("How the games ended.")
    use: Use = tells("How often the power came up.")
    rulings: dict[Literal["determined", "depends", "open", "illegal"], int] = tells("The rulings, by status.")
    questions: dict[Question, int] = tells("The disputable points of rulings that rest on its sheet, counted.")
    unsettled: list[Unsettled] = tells("Some of the rulings that were not determined, five at most.")
    met: list[Met] = tells("Who sat against it, those first with whom the order matters most.")
    violations: list[Violation] = tells("What went wrong, each kind once.")
