"""Cosmic Encounter Duel, the game for two: its own positions and judge on the same law, findings and cases."""
