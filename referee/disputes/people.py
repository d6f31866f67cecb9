"""Who argues: the names of a table for what claims call upon, and what is to be said of the parties of a dispute."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.book.sentences import listed
from referee.disputes.records import Told
from referee.state.encounter import HIDDEN, Card, Player, Position, Side


def position_with(seats: Sequence[str], aliens: Mapping[str, tuple[str, ...]]) -> Position:
    """A position of which only is known who sits there, with which aliens."""
    first, second = (*seats, "", "")[:2]
    one, other = (Side(Player(name, None, aliens.get(name, ())), (), Card(HIDDEN)) for name in (first, second))
    others = {name: held for name, held in aliens.items() if name not in (first, second)}
    return Position(one, other, seats=tuple(seats), aliens=others)


def _named_twice(parties: Sequence[str]) -> Iterator[str]:
    """Each party that is named more than once, as it is named first."""
    times = Counter(name.casefold() for name in parties)
    by_name = {party.casefold(): party for party in reversed(parties)}
    return (by_name[name] for name, count in times.items() if count > 1)


def remarks(sides: Sequence[Told]) -> list[str]:
    """What is to be said of the parties of a dispute: who is absent, says nothing, is named twice, or sits elsewhere.

    `sides` are those of the dispute, as JSON; a side without a party is one that nobody has taken.
    """
    parties = [side["party"] for side in sides if side["party"]]
    if not parties:
        return ["Nobody is named: it is ruled for whoever asks."]
    found = []
    if len(parties) == 1:
        found.append(f"Only {parties[0]} is heard: what the other side says is not told.")
    found += (
        f"{party} stands on both sides: each claim is held against the rules by itself."
        for party in _named_twice(parties)
    )
    silent = [side["party"] for side in sides if side["party"] and not side["claim"].strip()]
    if silent:
        found.append(f"{listed(list(dict.fromkeys(silent)))} {_does(silent, 'claims', 'claim')} nothing that was told.")
    return [*found, *_strangers(sides, parties)]


def _strangers(sides: Sequence[Told], parties: Sequence[str]) -> list[str]:
    """Who of the parties is no player of what is ruled; nothing where no players are named in it."""
    told = " ".join(side["position"] for side in sides)
    if not all(side["ruling"]["players"] for side in sides):
        return []

    def is_named(name: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told, re.IGNORECASE) is not None

    strangers = [name for name in dict.fromkeys(parties) if not is_named(name)]
    if not strangers:
        return []
    return [f"{listed(strangers)} {_does(strangers, 'is', 'are')} not named in what happened."]


def _does(names: Sequence[str], one: str, several: str) -> str:
    return one if len({*names}) == 1 else several
