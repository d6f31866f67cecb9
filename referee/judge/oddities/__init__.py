"""Powers that the vocabulary of effects cannot say: one module each, with the signature of an effect.

A verb with one user belongs here; once three are alike they become a verb.
"""

from referee.judge.oddities import digits, multiply, sacrifice, scale, substitutes

__all__ = ["digits", "multiply", "sacrifice", "scale", "substitutes"]
