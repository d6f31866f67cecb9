"""What phones told otherwise and nobody has decided yet: the accounts of an encounter or an act, and the votes.

The ledger of disputes is never changed once something stands in it, so a dispute is entered there when it is decided.
Until then it is kept in a file beside the database, which brings it back after a restart.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from referee.book.whole import replace as written_whole
from referee.errors import LedgerError
from referee.serve.texts import say

_FORMAT = 1
_MOST = 20  # open ones of one room: of more, somebody plays with the button
_LONGEST = 300  # letters of a claim
_CLAIMS = 8  # parties of one quarrel: as many as sit at the largest table


@dataclass(frozen=True)
class Account:
    """How a party tells it: what it claims in words, and the line (of an act, the command)."""

    party: str
    claim: str
    line: str


@dataclass(frozen=True)
class Quarrel:
    """What is told otherwise: the line as it stood (of an act the command, and its number in `step`), and the accounts.

    `votes` has for each seat the number of the account for which it is (1 is the first).
    """

    id: int
    line: str
    edition: str
    step: int | None = None
    accounts: tuple[Account, ...] = ()
    votes: dict[str, int] = field(default_factory=dict)

    def has(self, party: str) -> bool:
        """True if this party has told its account."""
        return any(account.party == party for account in self.accounts)

    def telling(self, account: Account) -> Quarrel:
        """The quarrel with one account more, or another of the same party; votes are then taken anew."""
        others = tuple(one for one in self.accounts if one.party != account.party)
        if len(others) >= _CLAIMS:
            raise LedgerError(say("too-many-accounts"))
        told = replace(account, claim=account.claim[:_LONGEST])
        if len(others) == len(self.accounts):
            return replace(self, accounts=(*others, told), votes={})
        kept = tuple(told if one.party == told.party else one for one in self.accounts)
        return replace(self, accounts=kept, votes={})

    def counted(self) -> dict[int, int]:
        """How many votes each account has, those of one and the same line together under the first of them."""
        found: dict[int, int] = {}
        for number in self.votes.values():
            first = self.first(number)
            found[first] = found.get(first, 0) + 1
        return found

    def first(self, number: int) -> int:
        """The number of the first account that tells the same as this one."""
        line = self.accounts[number - 1].line
        return next(place for place, one in enumerate(self.accounts, 1) if one.line == line)

    def winner(self) -> int | None:
        """The number of the account for which more voted than for any other; None if there is none."""
        ordered = sorted(self.counted().items(), key=lambda item: -item[1])
        if not ordered or (len(ordered) > 1 and ordered[0][1] == ordered[1][1]):
            return None
        return ordered[0][0]


class Quarrels:
    """The open quarrels of every room, kept in the file beside the database at `path`.

    Raises LedgerError where that file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.with_name(f"{path.name}.quarrels.json")
        self._next, self._open = self._read()

    def of(self, room: str) -> tuple[Quarrel, ...]:
        """The open quarrels of a room, the first first."""
        return tuple(self._open.get(room, {}).values())

    def one(self, room: str, id: int) -> Quarrel | None:
        """A quarrel of a room; None where it is decided or withdrawn by now."""
        return self._open.get(room, {}).get(id)

    def begin(self, room: str, line: str, edition: str, step: int | None) -> Quarrel:
        """A new quarrel, which is kept once an account of it is told."""
        if len(self._open.get(room, {})) >= _MOST:
            raise LedgerError(say("too-many-quarrels"))
        return Quarrel(self._next, line, edition, step)

    def keep(self, room: str, quarrel: Quarrel) -> None:
        """Keeps a quarrel as it is now."""
        self._next = max(self._next, quarrel.id + 1)
        self._open.setdefault(room, {})[quarrel.id] = quarrel
        self._write()

    def end(self, room: str, id: int) -> None:
        """Forgets a quarrel: it stands in the ledger now, or was withdrawn."""
        self._open.get(room, {}).pop(id, None)
        self._write()

    def _write(self) -> None:
        rooms = {room: [asdict(quarrel) for quarrel in open_.values()] for room, open_ in self._open.items() if open_}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            written_whole(self._file, json.dumps({"format": _FORMAT, "next": self._next, "rooms": rooms}).encode())
        except OSError as error:
            raise LedgerError(f"what was told could not be kept in {self._file}: {error.strerror}") from None

    def _read(self) -> tuple[int, dict[str, dict[int, Quarrel]]]:
        try:
            told = json.loads(self._file.read_bytes())
            rooms = {
                str(room): {quarrel.id: quarrel for quarrel in map(_of_json, quarrels)}
                for room, quarrels in told["rooms"].items()
            }
            return int(told["next"]), rooms
        except FileNotFoundError:
            return 1, {}
        except OSError as error:
            raise LedgerError(f"{self._file} could not be read: {error.strerror}") from None
        except (ValueError, TypeError, KeyError, AttributeError):
            raise LedgerError(f"{self._file} is damaged: remove it; what was decided is in the ledger") from None


def _of_json(told: dict[str, object]) -> Quarrel:
    accounts, votes, step = told["accounts"], told["votes"], told["step"]
    if not isinstance(accounts, list) or not isinstance(votes, dict):
        raise TypeError
    return Quarrel(
        int(str(told["id"])),
        str(told["line"]),
        str(told["edition"]),
        None if step is None else int(str(step)),
        tuple(Account(str(one["party"]), str(one["claim"]), str(one["line"])) for one in accounts),
        {str(seat): int(number) for seat, number in votes.items()},
    )
