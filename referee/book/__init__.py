"""What the books say: clauses, the law with its values, and the loader that reads them."""
