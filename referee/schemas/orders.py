"""Who comes first: questions of timing, and where two powers clash."""

from __future__ import annotations

from typing import Literal

from referee.schemas.part import (
    Clause,
    Edition,
    Format,
    Grade,
    Line,
    Part,
    Phase,
    Player,
    Question,
    Status,
    tells,
)
from referee.schemas.rulings import Citation, Proof


class Told(Part):
    """A sentence with its clauses."""

    says: str = tells("The sentence.")
    cites: list[Clause] = tells("The clauses behind it.")


class OrderStep(Told):
    """One contender in the order, and why it stands there."""

    effect: str = tells("The argument as typed.")
    who: str = tells("The player; `hazard` for a hazard.")
    phase: Phase | None = tells("The phase in which it is resolved; null where that is not said.")
    cancelled_by: str | None = tells("What cancels it, as typed; null where nothing does.")


class Barred(Told):
    """What cannot be used as it was asked."""

    effect: str = tells("The argument as typed.")
    nearest: list[str] = tells("What could be typed instead.")


class OrderCase(Part):
    """One of the orders that there can be."""

    when: str = tells("What has to be so for it.")
    order: list[str] = tells("The arguments as typed, first to last.")


class Timing(Part):
    """Who resolves first, and why."""

    format: Format
    edition: Edition = tells("The rule set by which it was ruled.")
    offense: str = tells("Whose turn it is; empty where that was not said.")
    defense: str | None = tells("The defense; null before there is one, or where that was not said.")
    seats: list[Player] = tells("The players, clockwise.")
    phase: Phase | None = tells("The phase of all of it; null where each has its own.")
    status: Status = tells("determined, depends (see `cases`), open, or illegal: nothing of it can be used there.")
    order: list[str] | None = tells("The arguments as typed, first to last; null where that is not settled.")
    steps: list[OrderStep] = tells("Why each stands there, in the order.")
    cancelled: list[str] = tells("The arguments that are cancelled.")
    results: list[Told] = tells("What the order makes of them.")
    illegal: list[Barred] = tells("What cannot be used there.")
    cases: list[OrderCase] = tells("Where it depends: each order, and what has to be so for it.")
    needs: list[str] = tells("What to ask next where it depends.")
    grade: Grade = tells("The weakest authority that the ruling relies on.")
    citations: list[Citation] = tells("All that it rests on, each once.")
    questions: list[Question] = tells("The disputable points whose preferred reading is taken.")
    readings: dict[Question, str] = tells("Readings that were chosen in place of the preferred ones.")
    assumes: list[str] = tells("What is taken for granted, a sentence each.")
    said: str = tells("The question as it was asked in words; left out where it was typed.", "")
    position: Line = tells("The same as it is typed; left out where it was typed.", "")
    proof: Proof = tells("The proof: the step at its root, with those that it came from.")


Kind = Literal["apart", "in-turn", "independent", "order-matters", "open"]
_KINDS = (
    "apart: they never act at once. in-turn: something orders them. independent: either order comes to the same. "
    "order-matters: who acts first decides. open: the rules leave it open."
)


class Shown(Part):
    """A way to sit, and what comes of either order there."""

    roles: list[str] = tells("The role of the first alien and that of the second.")
    first: str = tells("Which of them acts first there.")
    uses: list[str] = tells("Their uses as they are typed, in that order; left out where a line shows it.", [])
    differs: str = tells("What is otherwise in the other order; left out where a line shows it.", "")
    line: str = tells("A line that shows it; left out where uses do.", "")
    in_order: str = tells("What the line comes to in this order.", "")
    turned: str = tells("What it comes to in the other order.", "")


class Meeting(Part):
    """A phase in which two powers meet."""

    phase: Phase = tells("The phase.")
    is_: Kind = tells(_KINDS, alias="is")
    at: str = tells("The moment of it; left out where they act at different ones.", "")
    tried: int = tells("How many positions were tried; left out where none had to be.", 0)
    shows: list[Shown] = tells("Positions in which the order matters; left out where there is none.", [])
    first: str = tells("Who comes first where something orders them; else left out.", "")
    by: str = tells("What orders them, or what keeps them independent; else left out.", "")


class Pair(Part):
    """How two powers stand to each other."""

    is_: Kind = tells(_KINDS, alias="is")
    meets: list[Meeting] = tells("The phases in which they meet.")
    why: str = tells("What keeps them apart: phase or role; left out where they meet.", "")
    says: str = tells("What there is to say of the pair; left out where there is nothing.", "")
    rests: list[Clause] = tells("What that rests on; left out with it.", [])
    question: str = tells("The disputable point that it hangs on; left out where there is none.", "")


class _Clash(Part):
    """What every answer of `clash` has."""

    format: Format
    edition: Edition = tells("The rule set by which it was tried.")
    cites: dict[Kind, list[Clause]] = tells("The clauses behind each kind.")


class ClashOfTwo(_Clash, Pair):
    """Whether it matters which of two powers acts first."""

    aliens: list[str] = tells("The two aliens, in alphabetical order.")
    cases: list[str] = tells("The cases of this project in which both have a seat, by id.")


class ClashOfOne(_Clash):
    """How one power stands to every other."""

    aliens: list[str] = tells("The alien.")
    row: dict[str, Pair] = tells("By the name of the other alien.")


class ClashOfAll(_Clash):
    """All pairs of powers, counted."""

    aliens: list[str] = tells("All aliens whose powers are applied.")
    counts: dict[Kind, int] = tells("How many pairs there are of each kind.")
    pairs: dict[str, Pair] = tells("The pairs whose order matters or is open, as `Void/Zombie`.")
    changed: list[str] = tells("With --all, the pairs that are not as they are kept; left out without it.", [])
