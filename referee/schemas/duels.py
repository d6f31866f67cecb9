"""A ruling of one duel or contest of Cosmic Encounter Duel, and what is printed on its cards."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from referee.schemas.part import CardName, Part, Player, Status, tells
from referee.schemas.rulings import Flip, Illegal, Proof, Ruled, Then

Outcome = Literal["leader-wins", "straggler-wins", "begins-again", "game-over"]


class DuelTotals(Part):
    """The clout of both."""

    leader: int | None = tells("The leader's clout; null where the cases differ.", None)
    straggler: int | None = tells("The straggler's clout; null where the cases differ.", None)


class DuelPlayer(Part):
    """What happens to one player; what is not settled is null. A contest has only `role`, `plan` and `clout`."""

    role: Literal["leader", "straggler"] | None = tells("The player's part.", None)
    sent: int | None = tells("Ships that were sent.", None)
    destroyed: int | None = tells("Ships that were destroyed.", None)
    ships: int | None = tells("Ships that fight on the planet once tactics are done.", None)
    stays: int | None = tells("Ships that stay on the planet.", None)
    retreats: int | None = tells("Ships that go back to the supply.", None)
    supply: int | None = tells("Ships in the supply afterwards; null where that was not told.", None)
    warp: int | None = tells("Ships in the Warp afterwards; null where that was not told.", None)
    tactic: str | None = tells("What became of the tactic: spent, readied or none.", None)
    advantage: bool | None = tells("Whether the player has the ship advantage.", None)
    plan: int | None = tells("What the plan is worth.", None)
    clout: int | None = tells("The player's clout.", None)


class CloutStep(Part):
    """The clout of both after the plans, and after each reinforcement."""

    who: str = tells("Who played the reinforcement; empty for the plans.")
    card: str = tells("The card; empty for the plans.")
    on: str = tells("Whose clout it changes; empty for the plans.")
    clout: dict[Player, int] = tells("The clout of each player then.")


class DuelCase(Part):
    """A case of what nobody can see: when it holds, and the fields that differ between the cases, no others."""

    when: str = tells("The condition.")
    status: Status = tells("What the ruling is then.", "determined")
    kind: Literal["duel", "contest"] | None = tells("What is fought.", None)
    outcome: Outcome | None = tells("The outcome then.", None)
    winner: str | None = tells("Who wins it then.", None)
    totals: DuelTotals | None = tells("The clout then.", None)
    margin: int | None = tells("The margin then.", None)
    outcomes: list[Outcome] = tells("The outcomes that there can be then.", [])
    flips: list[Flip] = tells("What would turn it then.", [])
    players: dict[Player, DuelPlayer] | None = tells("By player, what differs.", None)
    clout: list[CloutStep] | None = tells("How the clout came about then.", None)
    prize: str | None = tells("Who resolves the prize then.", None)
    straggler: str | None = tells("Who is the straggler afterwards then.", None)
    winners: list[Player] | None = tells("Who wins the game then.", None)
    then: list[Then] = tells("What is left to do then.", [])
    discards: dict[Player, list[CardName] | None] | None = tells("What is discarded then.", None)
    illegal: list[Illegal] = tells("What is forbidden then.", [])


class DuelSummary(Part):
    """What is ruled of one duel or contest, as a table keeps it: without citations, cases and proof."""

    status: Status = tells("As of any ruling.")
    kind: Literal["duel", "contest"] | None = tells("What is fought; null of an act, by which nothing is decided yet.")
    outcome: Outcome | None = tells("How it ends; null where that is not settled.")
    winner: Player | None = tells("Who wins it; null where that is not settled.")
    totals: DuelTotals | None = tells("The clout of both; null where it is not compared.")
    margin: int | None = tells("By how much the clout differs; null where it is not compared.")
    outcomes: list[Outcome] = tells("All outcomes that there can be: one where it is settled.")
    players: dict[Player, DuelPlayer] | None = tells("By player, what happens to it; null where that is not settled.")
    clout: list[CloutStep] | None = tells("How the clout came about, step by step; null where that is not settled.")
    prize: str | None = tells("Who resolves the prize; null where there is none or that is not settled.")
    straggler: str | None = tells("Who is the straggler afterwards; null where that is not settled.")
    winners: list[Player] | None = tells("Who wins the game; null where that is not settled.")
    discards: dict[Player, list[CardName] | None] | None = tells(
        "What each player discards, bottom first; null: not settled."
    )
    then: list[Then] = tells("What is left to do, in order.")
    flips: list[Flip] = tells("What would turn the result.")
    illegal: list[Illegal] = tells("The acts that are forbidden.")


class DuelRulingWithoutProof(Ruled, DuelSummary):
    """A ruling of one duel or contest without its proof."""

    cases: list[DuelCase] = tells("Of a ruling that depends, what is ruled in each case.")


class DuelRuling(DuelRulingWithoutProof):
    """A ruling of one duel or contest."""

    proof: Proof = tells("The proof: the step at its root, with those that it came from.")


class Ability(Part):
    """An ability that is printed on a card of Duel."""

    name: str = tells("What it is called.")
    when: Literal["duel", "contest", "both", "always"] = tells("When it can act.")
    may: bool = tells("Whether it is optional.")


class DuelText(Part):
    """What is printed on an alien, an envoy or a card of Duel, as far as a document tells it."""

    game: Literal["duel"] = tells("Duel.")
    kind: Literal["aliens", "envoys", "destiny", "plans", "reinforcements"] = tells("What it is.")
    name: str = tells("Its printed name.")
    summary: str = tells("What it says, in our words; may be empty.")
    printed: str = tells("The clause under which it is printed; may be empty.")
    open: str = tells("What no document tells of it; empty where all is told.")
    abilities: list[Ability] = tells("Its abilities.")
    says: dict[str, JsonValue] = tells("What else stands on it, such as its `value`, `deck` or `place`.")
