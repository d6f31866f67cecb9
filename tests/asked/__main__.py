"""`python -m tests.asked [--wrong]`: how the questions of this folder are answered, and which of them wrongly."""

from __future__ import annotations

import sys

from tests.asked.counted import TOLD, WRONG, answered, questions


def main() -> None:
    found = [(asked, answered(asked)) for asked in questions()]
    how = [result for _, result in found]
    print(
        f"{len(how)} questions: " + ", ".join(f"{how.count(result)} {result}" for result in dict.fromkeys(sorted(how)))
    )
    print(f"{TOLD}: the sentence without yes, no or number")
    for asked, result in found if "--wrong" in sys.argv else ():
        if result == WRONG:
            print(f"{asked.id}: {asked.question} (it is {asked.answer})")


if __name__ == "__main__":
    main()
