"""Rulings as values: what the judge found, to be compared, kept, printed and asked for its proof."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from referee.judge.finding import Finding, as_tree
from referee.judge.ruling import PlayerRuling, Ruled, Summary
from referee.judge.ruling import Ruling as JudgedEncounter
from referee.public.parts import RulingParts
from referee.public.shown import Proven

if TYPE_CHECKING:
    from referee.judge.shapes import Outcome, PlayerResult, ProofStep

R = TypeVar("R", bound=Ruled)


class View(Proven, Generic[R]):
    """What the judge found, looked at and not changed: there is no other state than that."""

    def __init__(self, inner: R) -> None:
        self.__dict__["_inner"] = inner

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is not changed once it is given: {name}")

    @cached_property
    def _told(self) -> dict[str, object]:  # type: ignore[override]  # read off what was found when it is asked for
        return self._found.to_dict(proof=False)

    @property
    def _found(self) -> R:
        inner: R = self.__dict__["_inner"]
        return inner

    def __getstate__(self) -> dict[str, object]:
        return {"_inner": self._found}  # the parts are read off it again

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)

    @property
    def root(self) -> Finding:
        """The step at the end of the proof, which all others led to.

        >>> import referee
        >>> ruling = referee.judge_encounter("red 3 : 10 vs blue 4 : 8")
        >>> ruling.root is ruling.findings[0]
        True
        """
        return self._found.root

    @property
    def proof(self) -> ProofStep:  # type: ignore[override]  # worked out when it is asked for
        """The whole proof as a tree, as JSON has it.

        >>> import referee
        >>> ruling = referee.judge_encounter("red 3 : 10 vs blue 4 : 8")
        >>> ruling.proof == ruling.to_dict()["proof"]
        True
        """
        tree: ProofStep = as_tree(self.root)
        return tree

    def to_dict(self, proof: bool = True) -> dict[str, Any]:
        """The ruling as JSON, as its command prints it; without the tree of its proof if `proof` is False.

        >>> import referee
        >>> told = referee.judge_encounter("red 3 : 10 vs blue 4 : 8").to_dict(proof=False)
        >>> told["totals"], "proof" in told
        ({'offense': 13, 'defense': 12}, False)
        """
        return self._found.to_dict(proof)


class Ruling(View[JudgedEncounter], RulingParts):
    """What the referee says about one encounter.

    `outcome` is `offense-wins`, `defense-wins`, `make-a-deal`, `deal`, `no-deal`, `both-lose`, `success`, `turn-ends`,
    or None where it is not settled. `players` has a `PlayerResult` by each name, in ships, cards and picks; the `role`
    in it is `offense`, `defense`, `offensive-ally`, `defensive-ally` or `bystander`. `totals` are by side, `margin` is
    the difference, `flips` what would have to be different for another outcome. `winners` are those of the game,
    `then` is what is left to do, `discards` the pile, bottom first. See `RulingParts` and `PlayerResult` in
    `referee.types` for the rest.

    >>> import pickle, referee
    >>> ruling = referee.judge_encounter("red 3 : 10 vs blue 4 : 8")
    >>> ruling
    <Ruling consolidated: offense-wins 13:12, determined>
    >>> ruling.outcome == "offense-wins", ruling.totals, ruling.players["blue"]["warp"]
    (True, {'offense': 13, 'defense': 12}, 4)
    >>> ruling == referee.judge_encounter("red 3:10 vs blue 4:8") == pickle.loads(pickle.dumps(ruling))
    True
    >>> "consolidated 5.10.1.1.d" in ruling.cites, ruling.refused_by, ruling.root in ruling.findings
    (True, set(), True)
    >>> print(ruling)
    The offense wins, 13 to 12...
    >>> "red has 3 ships in the encounter" in ruling.why()
    True
    """

    outcome: Outcome | None
    players: dict[str, PlayerResult]
    second_encounter: bool | None
    discards: list[str] | None

    def finding(self, field: str) -> Finding | None:
        """The step of the proof on which a field rests, with its own steps in `sources`; None where it is not settled.

        A field is called as in a case file: `outcome`, `margin`, `totals.offense`, `second_encounter`, `winners`,
        `discards`, `players.blue.warp`, `players.blue.colonies.foreign`. Where a ruling depends on a fact that nobody
        told, what all cases agree on rests on the step that tells the cases. LookupError for no such field.

        >>> import referee
        >>> ruling = referee.judge_encounter("red 3 : 10 vs blue 4 : 8")
        >>> ruling.finding("outcome").value, ruling.finding("outcome").cites[0]
        ('offense-wins', 'consolidated 5.10.1.1.d')
        >>> ruling.finding("totals.defense").says
        "the defense's total is 12"
        """
        fields = _fields(self._found, self._told)
        if field not in fields:
            raise LookupError(f"a ruling has no field {field!r}; it has {', '.join(fields)}")
        value, finding = fields[field]
        if value is None:
            return None
        return self.root if finding is None or self._found.folded is not None else finding


Field = tuple[object, Finding | None]  # its value, and the step that it rests on where it has one of its own


def _fields(inner: JudgedEncounter, told: Summary) -> dict[str, Field]:
    """The fields of a ruling by their names."""
    totals = inner.totals or (None, None)
    found: dict[str, Field] = {
        "outcome": (told["outcome"], inner.outcome),
        "margin": (told["margin"], inner.margin),
        "second_encounter": (told["second_encounter"], inner.second),
        "winners": (told["winners"], inner.winners),
        "discards": (told["discards"], inner.discards),
    }
    for side, total in zip(("offense", "defense"), totals, strict=True):
        found[f"totals.{side}"] = ((told["totals"] or {}).get(side), total)
    for name, parts in (told["players"] or {}).items():
        for field, one in _fields_of(inner.players[name], parts):
            found[f"players.{name}.{field}"] = one
    return found


def _fields_of(player: PlayerRuling, parts: dict[str, Any]) -> Iterator[tuple[str, Field]]:
    """The fields of what a ruling tells of a player, by their names."""
    for field, value in parts.items():
        if field == "colonies":
            yield from ((f"colonies.{kind}", (value[kind], getattr(player, kind))) for kind in value)
        elif field != "role":
            yield field, (value, getattr(player, field))
