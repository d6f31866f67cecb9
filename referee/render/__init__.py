"""Rulings and clauses as people read them. The only package that imports rich, and only when it prints."""
