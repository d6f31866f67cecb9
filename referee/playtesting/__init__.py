"""An alien, or nobody's, in random legal games: what goes wrong, what comes up, and who wins."""
