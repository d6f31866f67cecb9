"""What takes long to make, made once for all tests of a process that only read it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from referee.conformance.audit import CHECKS, audit
from referee.conformance.audit.report import Report
from referee.suite.archive import suite_files

_audit, _suite_files = audit, suite_files  # as they are, whoever puts others in their places


@cache
def report() -> Report:
    """What the whole audit of the project says. It is only read."""
    return _audit()


def audited(only: Collection[str] = CHECKS) -> Report:
    """An audit of the project: that report, or for some of the checks one of its own."""
    return report() if only == CHECKS else _audit(only=only)


@cache
def files_of_suite() -> dict[str, bytes]:
    """The files of the suite by their places. They are only read."""
    return _suite_files()
