"""The table: each command ruled by the clause that governs it, and what it does to the state."""
