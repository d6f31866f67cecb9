"""Questions as players type them, each with its answer and the statement that gives it; and claims of quarrels.

One file has some statements of `rulebase/answers/`: under each id, by the answer (`yes`, `no`, a number, `told` for
what is neither, `silent` where no document says anything), questions worked out from what the statement says and never
from what the program answers; under `claimed` what parties shout about it. `python -m tests.asked` tells how many are
answered rightly, by a sentence alone, not at all, and wrongly. None of them stands in `rulebase/wordings/`, which
is what questions are compared with: so they show how questions fare that nobody has seen.
"""
