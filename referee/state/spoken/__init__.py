"""Sentences as people say them at a table, read into the commands that they say."""

from referee.state.spoken.nearest import example
from referee.state.spoken.phrases import said_as
from referee.state.spoken.reading import read_said

__all__ = ["example", "read_said", "said_as"]
