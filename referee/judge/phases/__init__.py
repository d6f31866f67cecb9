"""What the rules of each phase forbid, decided once, for an encounter told on a line and for one at a table.

Each module is named after its phase, and each function takes plain values: whoever asks says what to do instead.
"""
