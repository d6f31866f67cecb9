"""Whether book, law, code and cases agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.conformance.audit.report import Report


def audit(only: Sequence[str] = ()) -> Report:
    """Checks book, law, code and cases against each other, and counts what is covered.

    `only` names the checks that are wanted (`books`, `law`, `moments` ...); all of them where none is named.
    `faults` are places with what is wrong there. Raises RulebaseError where the rulebase cannot be read at all.

    >>> import referee
    >>> referee.audit(only=["moments"]).faults
    []
    """
    from referee.conformance.audit import CHECKS
    from referee.conformance.audit import audit as checked

    return checked(only=only or CHECKS)
