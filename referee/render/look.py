"""How pages look: whether they are in color, and for which ground their colors are made."""

from __future__ import annotations

import os

THEME = "REFEREE_THEME"  # the environment variable
COLORS = ("auto", "always", "never")
THEMES = ("dark", "light", "mono")  # colors for a dark ground, for a light one, none


class Look:
    """What was chosen for all pages of this process: one of `COLORS`, and one of `THEMES`."""

    def __init__(self) -> None:
        self.color = "auto"
        self.theme = "dark"

    def begin(self, color: str, theme: str) -> None:
        """Takes the look that the settings say, and the environment, which beats them."""
        self.color = "auto" if "NO_COLOR" in os.environ else color or "auto"
        told = os.environ.get(THEME, "").strip()
        self.theme = told if told in THEMES else theme or "dark"


LOOK = Look()
