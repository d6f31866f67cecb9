"""The ways to ask the judge: a line, a table, what may be done, and what could be done now."""
