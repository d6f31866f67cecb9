"""What one phone, and one address, may ask for: requests a second, bytes, connections, and the time to ask."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable

BODY = 16_384  # bytes of a form
SLOWEST = 10.0  # seconds in which a request must have come whole
PER_ADDRESS = 400  # connections: fifty phones behind one access point have some hundred
CONNECTIONS = 900  # of all addresses: fewer than the files that a process may have open

_MOST_KNOWN = 4_096  # phones and addresses that are counted; of more, those not heard of longest are forgotten


class Bucket:
    """So many requests a second on the average, and so many at once."""

    def __init__(self, a_second: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._at_once, self._clock = a_second, at_once, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, who: str) -> bool:
        """True if `who` may ask once more now; that is counted."""
        now = self._clock()
        left, at = self._left.pop(who, (float(self._at_once), now))
        left = min(self._at_once, left + (now - at) * self._a_second)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > _MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= 1


class Connections:
    """How many connections there are, by address."""

    def __init__(self, per_address: int = PER_ADDRESS, most: int = CONNECTIONS) -> None:
        self._per_address, self._most = per_address, most
        self._open: Counter[str] = Counter()
        self.all = 0

    def opens(self, address: str) -> bool:
        """True if one more connection from an address may stay; it is counted until `closes`."""
        if self.all >= self._most or self._open[address] >= self._per_address:
            return False
        self._open[address] += 1
        self.all += 1
        return True

    def closes(self, address: str) -> None:
        """One that could stay has been closed."""
        self.all -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
