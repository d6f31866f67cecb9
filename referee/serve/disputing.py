"""What the phones tell otherwise, argued out and decided by the public calls, at the table of a room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import referee
from referee.errors import LedgerError, MalformedError
from referee.serve.quarrels import Account, Quarrel
from referee.serve.rooms import ALL
from referee.serve.secrets_kept import is_own, with_hands_counted
from referee.serve.sheet import HIDDEN, Sheet, of_line
from referee.serve.texts import say

if TYPE_CHECKING:
    from referee.disputes.opened import Start
    from referee.disputes.records import Point
    from referee.public.disputes import Dispute, DisputeRow, HouseRow
    from referee.serve.site import Visit

ASKED = 0  # in the place of a step: an act that was only asked about
_MOST_LISTED = 200
_OPEN_PHASES = ("reveal", "resolution")
_LONGEST = 4_000  # letters of a line


@dataclass(frozen=True)
class Begun:
    """From what somebody tells it otherwise: the line as it stands, or the act and its number in the history."""

    line: str
    edition: str
    step: int | None = None


def begun(visit: Visit, line: str, edition: str, step: int | None) -> Begun:
    """What a phone tells otherwise: a line, an act of the history, or what the table is at.

    Hands that were told card by card are only counted on it: the other phones see it. LedgerError for an act that
    names hidden cards, and where nothing has happened yet.
    """
    if line:
        return Begun(with_hands_counted(line[:_LONGEST]), edition or _edition(visit))
    if not visit.room.table:
        raise LedgerError(say("no-line"))
    start = _disputes(visit).start(table=visit.room.table, step=step)
    if start.deed is None:
        shown = with_hands_counted(start.line)
        return Begun(shown if _turned_up(visit) or step is not None else _facedown(shown, start.edition), start.edition)
    said = start.deed.said
    if not is_own("", said):
        raise LedgerError(say("act-names-cards"))
    return Begun(said, start.edition, ASKED if start.moment is None else start.moment.number)


def _turned_up(visit: Visit) -> bool:
    """True once the cards of the encounter at the table are open."""
    return str(visit.table().show().phase) in _OPEN_PHASES


def _facedown(line: str, edition: str) -> str:
    """A line with the cards of both sides unknown: who chose one has not shown it."""
    sheet = of_line(line, Sheet(edition=edition))
    hidden = {side: replace(getattr(sheet, side), card=HIDDEN, plus=()) for side in ("offense", "defense")}
    return replace(sheet, **hidden).line()


def _disputes(visit: Visit) -> referee.Disputes:
    return referee.Disputes(visit.site.db)


def _edition(visit: Visit) -> str:
    return str(visit.table().show().edition) if visit.room.table else "consolidated"


def start_of(visit: Visit, quarrel: Quarrel) -> Start:
    """What a quarrel starts from, as the public call takes it: at a table by its house rules."""
    disputes, table = _disputes(visit), visit.room.table or None
    if quarrel.step == ASKED:
        return disputes.start(may=quarrel.line, table=table)
    if quarrel.step is not None:
        return disputes.start(table=table, step=quarrel.step)
    return disputes.start(line=quarrel.line, table=table, edition=quarrel.edition)


def accounts_told(quarrel: Quarrel) -> tuple[Account, ...]:
    """The accounts that are held against each other: those told, and so long as they tell the same, what stands."""
    lines = {account.line for account in quarrel.accounts}
    if len(lines) > 1 or quarrel.line in lines:
        return quarrel.accounts
    return (*quarrel.accounts, Account(say("the-table"), say("as-told-before"), quarrel.line))


def argued(visit: Visit, quarrel: Quarrel, keep: bool = False) -> Dispute:
    """A quarrel argued out; with `keep` it is entered in the ledger. LedgerError where it cannot be."""
    claims = [referee.Claim(one.party, one.claim, one.line) for one in accounts_told(quarrel)]
    dispute = _disputes(visit).open(start_of(visit, quarrel), claims, keep=keep)
    if keep and dispute.id is None:
        raise LedgerError(" ".join(dispute.warnings))
    return dispute


def canonical(visit: Visit, quarrel: Quarrel, line: str) -> str:
    """A line of an account as it is compared with others: in the notation that every ruling has.

    Raises MalformedError and ImpossibleError for what is not understood or cannot be.
    """
    if quarrel.step is not None:
        said = " ".join(line.split())[:_LONGEST]
        if not said:
            raise MalformedError("", 0, "a command, such as launch red 3 at blue.2")
        return said
    return referee.write_encounter(referee.read_encounter(line[:_LONGEST], quarrel.edition))


def told(visit: Visit, quarrel: Quarrel, account: Account) -> Quarrel:
    """The quarrel with an account, which is kept if it can be ruled; the other phones are told."""
    new = quarrel.telling(Account(account.party, account.claim, canonical(visit, quarrel, account.line)))
    argued(visit, new)  # what cannot be ruled is said to who tells it, and kept for nobody
    keep(visit, new)
    return new


def keep(visit: Visit, quarrel: Quarrel) -> None:
    """Keeps a quarrel, and wakes the other phones."""
    visit.site.quarrels.keep(visit.room.id, quarrel)
    visit.site.versions.stir(visit.room.table)


def dropped(visit: Visit, quarrel: Quarrel) -> None:
    """Forgets a quarrel, and wakes the other phones."""
    visit.site.quarrels.end(visit.room.id, quarrel.id)
    visit.site.versions.stir(visit.room.table)


# -- deciding ----------------------------------------------------------------------------------------------------------


def ruled(visit: Visit, quarrel: Quarrel, number: int, by: str = "", dissent: str = "") -> int:
    """Has the referee's ruling on an account (by its number) decide; returns the number of the dispute."""
    dispute = argued(visit, quarrel, keep=True)
    assert dispute.id is not None
    side = None if _same_facts(dispute) else number
    _disputes(visit).rule(dispute.id, by=by, side=side, dissent=dissent)
    dropped(visit, quarrel)
    return dispute.id


def by_vote(visit: Visit, quarrel: Quarrel) -> int:
    """Has the votes decide whose account holds; LedgerError where no account has more than every other."""
    winner = quarrel.winner()
    if winner is None:
        raise LedgerError(say("no-majority"))
    against = [seat for seat, number in quarrel.votes.items() if quarrel.first(number) != winner]
    by = say("a-vote", count=quarrel.counted()[winner], all=len(quarrel.votes))
    return ruled(visit, quarrel, winner, by, say("voted-otherwise", who=", ".join(against)) if against else "")


def by_table(visit: Visit, quarrel: Quarrel, reading: str, says: str) -> int:
    """Has the table decide for itself: a reading of a disputable point (`DF-37=NAME`), or in words."""
    if not reading and not says.strip():
        raise LedgerError(say("say-what"))
    checked = argued(visit, quarrel)
    named = {f"{point.id}={one.name}" for point in _points(checked) for one in point.readings}
    if reading and reading not in named:
        raise LedgerError(say("no-such-reading"))
    dispute = argued(visit, quarrel, keep=True)
    assert dispute.id is not None
    _disputes(visit).rule(
        dispute.id, by=visit.player or say("the-table"), house=True, reading=reading or None, says=says
    )
    dropped(visit, quarrel)
    return dispute.id


def _points(dispute: Dispute) -> Sequence[Point]:
    argument = dispute.record.argument
    return argument.registry if argument is not None else ()


def _same_facts(dispute: Dispute) -> bool:
    return dispute.record.argument is None or dispute.record.argument.same_facts


# -- what was decided --------------------------------------------------------------------------------------------------


def rows(visit: Visit) -> Sequence[DisputeRow]:
    """The disputes of this room's table, the latest first; where no table is laid, all."""
    if not visit.site.db.exists():
        return ()
    if visit.room.table:
        return _disputes(visit).list(_MOST_LISTED, table=visit.room.table)
    return _disputes(visit).list(_MOST_LISTED)


def kept(visit: Visit, id: int) -> Dispute | None:
    """A dispute of this room's table; None for one of another, or where there is none of that number."""
    if id not in {row.id for row in rows(visit)}:
        return None
    return _disputes(visit).show(id, damaged=True)


def is_open_to(visit: Visit, dispute: Dispute) -> bool:
    """True if a phone of this seat may see it whole: one on a told hand is for its own seat."""
    return visit.seat == ALL or all(
        with_hands_counted(side["line"], visit.seat) == " ".join(side["line"].split())
        and is_own(visit.seat, side["line"])
        for side in dispute.sides
    )


def slip(visit: Visit, id: int) -> str:
    """A dispute as a slip for the group chat."""
    return _disputes(visit).export(id)


def house_rules(visit: Visit) -> Sequence[HouseRow]:
    """The house rules of this room's table."""
    return _disputes(visit).house_rules(visit.room.table) if visit.room.table else ()


def add(visit: Visit, id: int, what: str, says: str) -> None:
    """Adds a `note`, an `appeal`, or makes the decision a house rule of the table (`promote`)."""
    disputes, by = _disputes(visit), visit.player or say("the-table")
    if what == "promote":
        known = disputes.show(id).record.kept
        reading = next((one["reading"] for one in known["decisions"] if one["id"] == known["decision"]), None)
        disputes.promote(id, visit.room.table, general=not (reading or known["point"]))
    elif not says.strip():
        raise LedgerError(say("say-what"))
    elif what == "appeal":
        disputes.appeal(id, by, says)
    else:
        disputes.note(id, says, by)
    visit.site.versions.stir(visit.room.table)
