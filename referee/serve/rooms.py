"""Who belongs: each table has a room with a join key, and each phone that came in with it a seat or none.

What a restart needs to bring every phone back is kept in a file beside the table's database, which nobody else on the
machine can read: the keys, and which phone has which seat.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from referee.book.whole import replace
from referee.errors import LedgerError

ALL = "*"  # the seat of a phone that plays for everybody
_KEY_BYTES, _PHONE_BYTES, _ROOM_BYTES = 15, 9, 3
_SIGNED = 32  # letters of a signature
_MOST_PHONES = 64  # in one room; of more, those that came first are forgotten
_FORMAT = 1


@dataclass
class Room:
    """A table's room: its `id` in addresses, its join `key`, and the seat of each phone (empty: it only watches).

    `table` is the name of the table, empty where none is laid.
    """

    table: str
    id: str
    key: str
    phones: dict[str, str] = field(default_factory=dict)

    @property
    def cookie(self) -> str:
        """The name of the cookie that lets a phone in."""
        return f"referee-{self.id}"

    def is_key(self, key: str) -> bool:
        """True if this is the join key; it takes as long for a wrong one as for a right one."""
        return hmac.compare_digest(key.encode(), self.key.encode())

    def ticket(self, phone: str) -> str:
        """What the cookie of a phone says: its name and a signature, which nobody can make without the key."""
        return f"{phone}.{self._sign(phone)}"

    def phone_of(self, ticket: str) -> str | None:
        """The phone to which a cookie was given; None for a forged one, or one of an earlier key."""
        phone, _, signature = ticket.partition(".")
        is_ours = hmac.compare_digest(signature.encode(), self._sign(phone).encode())
        return phone if is_ours and phone else None

    def _sign(self, phone: str) -> str:
        return hmac.new(self.key.encode(), phone.encode(), hashlib.sha256).hexdigest()[:_SIGNED]

    def seat_of(self, phone: str) -> str:
        """The seat of a phone; empty where it only watches."""
        return self.phones.get(phone, "")

    def holder(self, seat: str) -> str | None:
        """The phone that has a seat, None if none has."""
        return next((phone for phone, held in self.phones.items() if held == seat), None)


class Rooms:
    """The rooms of one server, kept in the file beside the database at `path`.

    Raises LedgerError where that file cannot be read or written.
    """

    def __init__(self, path: Path, tables: list[str], new_key: bool = False) -> None:
        self._file = path.with_name(f"{path.name}.serve.json")
        known = {room.table: room for room in self._read()}
        self._others = [room for room in known.values() if room.table not in tables]
        self.rooms: dict[str, Room] = {}
        for table in tables:
            room = known.get(table)
            if room is None or new_key:
                room = Room(table, room.id if room else self._free_id(known), secrets.token_urlsafe(_KEY_BYTES))
            known[table] = self.rooms[room.id] = room
        self.keep()

    def __iter__(self) -> Iterator[Room]:
        return iter(self.rooms.values())

    def get(self, id: str) -> Room | None:
        """The room of this id."""
        return self.rooms.get(id)

    def by_key(self, key: str) -> Room | None:
        """The room whose key this is; every key is looked at, so that the time tells nothing."""
        found = [room for room in self if room.is_key(key)]
        return found[0] if found else None

    def join(self, room: Room) -> str:
        """Lets a new phone in, and returns its name."""
        phone = secrets.token_urlsafe(_PHONE_BYTES)
        room.phones[phone] = ""
        while len(room.phones) > _MOST_PHONES:
            first = next((name for name, seat in room.phones.items() if not seat), next(iter(room.phones)))
            del room.phones[first]
        self.keep()
        return phone

    def claim(self, room: Room, phone: str, seat: str, take: bool = False) -> bool:
        """Gives a phone a seat (empty: none); False where another phone has it and it is not to be taken over."""
        holder = room.holder(seat) if seat not in ("", ALL) else None
        if holder not in (None, phone) and not take:
            return False
        if holder is not None:
            room.phones[holder] = ""
        room.phones[phone] = seat
        self.keep()
        return True

    def keep(self) -> None:
        """Writes the file, whole or not at all."""
        told = [
            {"table": room.table, "id": room.id, "key": room.key, "phones": room.phones}
            for room in (*self._others, *self.rooms.values())
        ]
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            replace(self._file, json.dumps({"format": _FORMAT, "rooms": told}).encode())
        except OSError as error:
            raise LedgerError(f"the join keys could not be kept in {self._file}: {error.strerror}") from None

    def _read(self) -> list[Room]:
        try:
            told = json.loads(self._file.read_bytes())
            return [Room(str(r["table"]), str(r["id"]), str(r["key"]), _phones(r["phones"])) for r in told["rooms"]]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LedgerError(f"the join keys in {self._file} could not be read: {error.strerror}") from None
        except (ValueError, TypeError, KeyError, AttributeError):
            raise LedgerError(f"{self._file} is damaged: remove it, and every phone scans a new code") from None

    @staticmethod
    def _free_id(known: dict[str, Room]) -> str:
        taken = {room.id for room in known.values()}
        while (id := secrets.token_hex(_ROOM_BYTES)) in taken:
            pass
        return id


def _phones(told: dict[str, str]) -> dict[str, str]:
    return {str(phone): str(seat) for phone, seat in told.items()}
