"""Aliens whose effects nothing else has: a file each. What three aliens have alike belongs in `effects`."""
