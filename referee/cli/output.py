"""What was chosen of how this command answers: as rows for a program, in which colors; and if all of it was printed."""

from __future__ import annotations


class Output:
    """The choices of one command line.

    `rows` is `csv`, `tsv` or `nl` where rows are printed for other programs, and `under` the part of the answer that
    has them (empty where the answer is a list); `silent` is True if nothing is printed but errors, `lost` if a part of
    the answer could not be printed.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Forgets what an earlier command line of this process chose."""
        self.rows = self.under = ""
        self.silent = self.lost = False


OUTPUT = Output()
