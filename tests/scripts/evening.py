"""An evening with the library alone: a table, an encounter, why it ended so, a dispute, and the ledger.

python evening.py FILE.db
"""

from __future__ import annotations

import sys

import referee
from referee.types import Dispute, Done, Outcome


def play(table: referee.TableSession) -> Done:
    """Plays red's encounter against blue; what is refused is told with what may be done instead."""
    refused = table.do("launch red 3 at blue.2")
    print(f"{refused.status}: {refused.illegal[0]['says']}; type {refused.illegal[0]['nearest'][0]}")
    every = table.do_all(["destiny blue", "launch red 3 at blue.2", "ally green defense 2", "reveal red 10, blue 6"])
    if every.error is not None or every.left:
        raise SystemExit(f"not done: {every.left}")
    print("may:", [offer["command"] for offer in every.done[-1].next["commands"]])
    return table.do("resolve")


def why(ruling: referee.Ruling) -> Outcome | None:
    """Tells the outcome, and each step and clause on which it rests."""
    print(repr(ruling), {name: player["warp"] for name, player in ruling.players.items()})
    outcome = ruling.finding("outcome")
    if outcome is not None:
        print(outcome, outcome.cites)
        for step in outcome.sources:
            print("  because", step, step.cites)
    return ruling.outcome


def argue(disputes: referee.Disputes, table: str) -> Dispute:
    """Opens a dispute about the encounter at a table, and has the referee's own ruling decide it."""
    claims = [referee.Claim("blue", "green's two ships count for me", ""), referee.Claim("red", "10 + 3 is more", "")]
    dispute = disputes.open(disputes.start(table=table), claims)
    if dispute.id is None:
        raise SystemExit(" ".join(dispute.warnings))
    print(f"dispute {dispute.id}, {dispute.state}: {dispute.about}")
    return disputes.rule(dispute.id, by="Ann")


def main(db: str) -> None:
    table = referee.TableSession.lay("red blue/Zombie green", db=db, name="friday")
    ruling = play(table).ruling
    assert isinstance(ruling, referee.Ruling)
    assert why(ruling) == "offense-wins"
    decided = argue(referee.Disputes(db), "friday")
    print(decided.state, [row.parties for row in referee.Disputes(db).list(state="decided")])
    checked = referee.Ledger(db).verify()
    print([(ledger["entries"], ledger["own"]) for ledger in checked.ledgers], checked.broken)
    print(referee.Rulings(db).encounter(ruling.position).kept, [row.line for row in referee.Rulings(db).latest()])


if __name__ == "__main__":
    main(*sys.argv[1:])
