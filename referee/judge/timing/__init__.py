"""Who acts first, and why (consolidated 4.8)."""
