"""Whether it is right: cases, what they expect, the audit of the rulebase, and editions held against each other."""
