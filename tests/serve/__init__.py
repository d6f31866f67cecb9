"""The pages on the phones."""
