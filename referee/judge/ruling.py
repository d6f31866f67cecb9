"""A ruling: what follows from a position, each part of it a finding."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from referee.judge.finding import Finding, as_tree, citations_of, grade_of, walk
from referee.judge.shapes import Refused
from referee.state.canonical import write
from referee.state.encounter import OFFENSE

FORMAT = 1

# What a ruling can be.
DETERMINED, DEPENDS, OPEN, ILLEGAL = "determined", "depends", "open", "illegal"

# How an encounter can end.
OFFENSE_WINS, DEFENSE_WINS, MAKE_A_DEAL, DEAL, NO_DEAL, BOTH_LOSE, SUCCESS, TURN_ENDS = (
    "offense-wins",
    "defense-wins",
    "make-a-deal",
    "deal",
    "no-deal",
    "both-lose",
    "success",
    "turn-ends",
)
BY_MARKER = "{0} wins by its marker alone"  # `Board.declared`: whom colonies do not win the game
DECIDED = "decided"  # `Board.declared`: who wins by a power, without any card being turned up
SETTLES = "settles"  # of `board.declared`: that the offense lands although no card was played
OF_TALKS = frozenset((MAKE_A_DEAL, DEAL, NO_DEAL))  # what two negotiates bring

MUST, MAY, CHOOSES = "must", "may", "chooses"
RETURN, REWARDS = "return", "rewards"  # what something left to do can be about (`Then`)


def wins(side: str) -> str:
    """The outcome in which this side wins."""
    return OFFENSE_WINS if side == OFFENSE else DEFENSE_WINS


# The figures of a player that rest on the outcome, as attributes of its ruling.
FIGURES = frozenset("lands warp returns stays removed compensation rewards rewards_as_ships foreign home power".split())


class PlayerRuling:
    """What happens to one player: every field a finding, or None where it is not settled.

    Ships are counted in ships, compensation in cards, rewards in picks, colonies as a change.
    """

    __slots__ = (
        "aboard",
        "besides",
        "compensation",
        "foreign",
        "home",
        "lands",
        "name",
        "payer",
        "power",
        "removed",
        "returns",
        "rewards",
        "rewards_as_ships",
        "role",
        "ships",
        "stays",
        "warp",
    )

    def __init__(self, name: str, role: str, ships: Finding | None, nothing: Finding, power: Finding) -> None:
        self.name = name
        self.role = role
        self.ships = ships
        self.lands: Finding | None = nothing
        self.warp: Finding | None = nothing
        self.returns: Finding | None = nothing
        self.stays: Finding | None = nothing
        self.removed: Finding | None = nothing
        self.compensation: Finding | None = nothing
        self.payer = ""  # whose hand the compensation comes from
        self.rewards: Finding | None = nothing
        self.rewards_as_ships: Finding | None = nothing
        self.foreign: Finding | None = nothing
        self.home: Finding | None = nothing
        self.power: Finding | None = power
        self.besides: Finding | None = None  # of `warp`: ships from the owner's colonies, by a power
        self.aboard: Finding | None = None  # of `besides`: on a home planet of its own, so that it has no choice

    @property
    def picks(self) -> int:
        """How many of the ships that it loses the player chooses, from its colonies."""
        besides, aboard = (0 if found is None else found.value for found in (self.besides, self.aboard))
        return besides - aboard

    def to_dict(self) -> dict[str, Any]:
        """The player's part of a ruling as JSON (CONTRACT: `players`)."""
        return {
            "role": self.role,
            "ships": _value(self.ships),
            "lands": _value(self.lands),
            "warp": _value(self.warp),
            "returns": _value(self.returns),
            "stays": _value(self.stays),
            "removed": _value(self.removed),
            "compensation": _value(self.compensation),
            "rewards": _value(self.rewards),
            "rewards_as_ships": _value(self.rewards_as_ships),
            "colonies": {"foreign": _value(self.foreign), "home": _value(self.home)},
            "power": _value(self.power),
        }

    @property
    def findings(self) -> tuple[Finding | None, ...]:
        """What there is about the player, ships first; None for what is not settled."""
        return (
            self.ships,
            self.lands,
            self.warp,
            self.returns,
            self.stays,
            self.removed,
            self.compensation,
            self.rewards,
            self.rewards_as_ships,
            self.foreign,
            self.home,
            self.power,
        )


class Then:
    """What is left to do: `who` must, may or chooses `what`.

    `about` is what a later step may change, RETURN or REWARDS; `sheet` the power or card of which it has to be said
    what it does, where a ruling waits for that; `by` the use of a power or card that left it to be done (`Use.key`).
    """

    __slots__ = ("about", "by", "does", "finding", "sheet", "what", "who")

    def __init__(
        self,
        who: str,
        does: str,
        what: str,
        finding: Finding,
        about: str = "",
        sheet: str = "",
        by: tuple[str, str] = ("", ""),
    ) -> None:
        self.who = who
        self.does = does
        self.what = what
        self.finding = finding
        self.about = about
        self.sheet = sheet
        self.by = by

    def to_dict(self) -> dict[str, Any]:
        """As JSON (CONTRACT: `then`)."""
        return {
            "who": self.who,
            "does": self.does,
            "what": self.what,
            "cites": [cite.id for cite in self.finding.rule.cites],
        }


class Results(Protocol):
    """What keeps the results of powers and cards: an encounter while it is judged, and its ruling."""

    results: dict[tuple[str, str], list[object]]


class Pile(NamedTuple):
    """The discards of an encounter: what was found, the `cards` bottom first (any order, where none is printed).

    `in_hand` has the encounter cards that were taken back instead, each with the player who holds it.
    """

    finding: Finding
    cards: tuple[str, ...]
    in_hand: tuple[tuple[str, str], ...]


class Illegal:
    """A forbidden act: the finding that says so, the nearest legal positions, and how they are written as lines.

    `given` are the positions that the rule itself names; `asks` if it only wants more said, or something else, with an
    act.
    """

    __slots__ = ("_search", "_write", "asks", "finding", "given")

    def __init__(
        self, finding: Finding, given: list[Any], write: Callable[[Any], str] = write, asks: bool = False
    ) -> None:
        self.finding = finding
        self.given = given
        self.asks = asks
        self._write = write
        self._search: Callable[[list[Any]], list[Any]] | None = None

    @property
    def nearest(self) -> list[Any]:
        """The nearest legal positions, each tried; looked for when somebody first asks."""
        if self._search is not None:
            self.given, self._search = self._search(self.given), None
        return self.given

    def look_with(self, search: Callable[[list[Any]], list[Any]]) -> None:
        """Has what the rule names tried by `search`, and others looked for where none of that is legal."""
        self._search = search

    def __reduce__(self) -> tuple[type[Illegal], tuple[Finding, list[str], type[str]]]:
        """Is pickled with the nearest legal lines as they are written."""
        return Illegal, (self.finding, self._lines(), str)

    def _lines(self) -> list[str]:
        return list(dict.fromkeys(self._write(position) for position in self.nearest))

    def to_dict(self) -> Refused:
        """As JSON (CONTRACT: `illegal`)."""
        cites = [cite.id for cite in self.finding.rule.cites]
        nearest = self._lines()
        return {"says": self.finding.says, "cites": cites, "nearest": nearest}


Summary = dict[str, Any]  # the values of a ruling by field, as JSON, of whatever game


class Case:
    """One of the cases of a ruling that depends on hidden facts.

    `when` it holds, what is `told` then (as `Ruling.summary()` has it), and what of that `differs` between the cases.
    """

    __slots__ = ("differs", "told", "when")

    def __init__(self, when: str, told: Summary, differs: Summary) -> None:
        self.when = when
        self.told = told
        self.differs = differs

    def to_dict(self) -> Summary:
        """As JSON (CONTRACT: `cases`): the condition and the fields that differ between the cases."""
        return {"when": self.when, **self.differs}


T = TypeVar("T")


def results_of(known: Results, who: str, alien: str, kind: type[T]) -> list[T]:
    """What the power or card of this name comes to for a player, as far as it is of this kind (`Board.note`)."""
    return [result for result in known.results.get((who, alien), ()) if isinstance(result, kind)]


class Ruled:
    """What every ruling has, of whatever game: the proof, and what can be read off it.

    What was ruled stands in `summary`, the fields that are values; the rest is the proof behind them.
    """

    def __init__(self, edition: str, write: Callable[[], str], status: str, root: Finding) -> None:
        self.edition = edition
        self._write = write
        self.said = ""  # the line as it was typed, where that was not in the notation
        self.status = status
        self.root = root
        self.then: list[Then] = []
        self.illegal: list[Illegal] = []
        self.readings: dict[str, str] = {}  # chosen by the table, where not the preferred ones
        self.cases: list[Case] = []
        self.needs: list[str] = []
        self.folded: Summary | None = None
        self._findings: list[Finding] | None = None
        self._position: str | None = None
        self._citations: dict[str, str] | None = None

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: all of it, with what is else worked out only when somebody asks."""
        return {**self.__dict__, "_write": partial(str, self.position)}

    @property
    def position(self) -> str:
        """The canonical line that was ruled."""
        if self._position is None:
            self._position = self._write()
        return self._position

    @property
    def findings(self) -> list[Finding]:
        """Every step of the proof, each once, in reading order."""
        if self._findings is None:
            self._findings = walk(self.root)
        return self._findings

    @property
    def citations(self) -> dict[str, str]:
        """Clause id to grade of authority, in the order in which the proof meets them."""
        if self._citations is None:
            self._citations = {}
            for finding in self.findings:
                for cite in finding.rule.cites:
                    self._citations.setdefault(cite.id, cite.grade)
        return self._citations

    @property
    def grade(self) -> str:
        """The weakest authority that the ruling relies on."""
        return grade_of(self.findings)

    @property
    def questions(self) -> list[str]:
        """The disputable points whose preferred reading the ruling takes."""
        return list(dict.fromkeys(f.rule.question for f in self.findings if f.rule.question))

    @property
    def assumes(self) -> list[str]:
        """What was not given and is taken for granted, a sentence each."""
        return list(dict.fromkeys(f.says for f in self.findings if f.rule.kind == "assumption"))

    def summary(self) -> Summary:
        """The values of the ruling, without citations and proof: what a case compares and what folding looks at."""
        if self.folded is not None:
            return {**self.folded, "illegal": [illegal.to_dict() for illegal in self.illegal]}
        return self._summary()

    def _summary(self) -> Summary:
        raise NotImplementedError

    @property
    def refused_by(self) -> set[str]:
        """The clauses that forbid something on the line."""
        return {cite.id for illegal in self.illegal for cite in illegal.finding.rule.cites}

    def to_dict(self, proof: bool = True) -> Summary:
        """The ruling as JSON (CONTRACT: a ruling as JSON); without its proof tree if `proof` is False."""
        told = {"format": FORMAT, "edition": self.edition, "position": self.position, **self.summary()}
        told["status"] = self.status
        told["grade"] = self.grade
        told["citations"] = citations_of(self.findings)
        told["questions"] = self.questions
        told["readings"] = dict(self.readings)
        told["assumes"] = self.assumes
        told["cases"] = [case.to_dict() for case in self.cases]
        told["needs"] = self.needs
        if self.said:
            told["said"] = self.said
        if proof:
            told["proof"] = as_tree(self.root)
        return told


class Ruling(Ruled):
    """What the referee says about one encounter (CONTRACT: a ruling as JSON)."""

    def __init__(self, edition: str, write: Callable[[], str], status: str, root: Finding) -> None:
        super().__init__(edition, write, status, root)
        self.outcome: Finding | None = None
        self.totals: tuple[Finding, Finding] | None = None
        self.margin: Finding | None = None
        self._flips: Callable[[], list[tuple[str, str]]] = list
        self.players: dict[str, PlayerRuling] = {}
        self.second: Finding | None = None
        self.winners: Finding | None = None
        self.success: Finding | None = None  # that a power makes it a success for an offense that has not won
        self.pile: Pile | None = None
        self.results: dict[tuple[str, str], list[object]] = {}  # `Board.results`
        self.made_of: dict[str, list[tuple[str, int]]] = {}  # by side, the parts of its total with their figures
        self.idle: set[str] = set()  # powers and cards that were used, and had nothing to do
        self.notes: list[Finding] = []

    def __getstate__(self) -> dict[str, object]:
        return {**super().__getstate__(), "_flips": partial(list, self.flips)}

    @property
    def discards(self) -> Finding | None:
        """The discards, bottom first; None where no order of theirs is printed, or it is not known what they are."""
        return self.pile.finding if self.pile is not None and self.pile.finding.value is not None else None

    @property
    def flips(self) -> list[tuple[str, str]]:
        """(what would have to be different, the outcome then); worked out only when asked for."""
        return self._flips()

    def summands(self, side: str) -> list[tuple[str, int]]:
        """The parts of a side's total, each by its name with its figure; none where they do not simply add up to it."""
        parts = self.made_of.get(side, [])
        total = None if self.totals is None else self.totals[side != OFFENSE].value
        return parts if sum(value for _, value in parts) == total else []

    def left_by(self, use: tuple[str, str], does: str = "") -> list[Then]:
        """What a use of a power or card (`Use.key`) leaves to be done; with `does` only what is left so."""
        return [then for then in self.then if then.by == use and does in ("", then.does)]

    def turned_by(self, flips: Callable[[], list[tuple[str, str]]]) -> None:
        """Says how to find out what would turn the result."""
        self._flips = flips

    def _summary(self) -> Summary:
        totals = self.totals
        return {
            "status": self.status,
            "outcome": _value(self.outcome),
            "totals": {"offense": totals[0].value, "defense": totals[1].value} if totals else None,
            "margin": _value(self.margin),
            "flips": [{"if": what, "outcome": outcome} for what, outcome in self.flips],
            "players": {name: player.to_dict() for name, player in self.players.items()},
            "second_encounter": _value(self.second),
            "winners": list(self.winners.value) if self.winners is not None else None,
            "then": [then.to_dict() for then in self.then],
            "discards": list(self.discards.value) if self.discards is not None else None,
            "illegal": [illegal.to_dict() for illegal in self.illegal],
        }


def _value(finding: Finding | None) -> Any:
    return None if finding is None else finding.value
