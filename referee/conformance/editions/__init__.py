"""One thing under every edition: what each rules, grouped by result, and the clauses where the proofs part."""
