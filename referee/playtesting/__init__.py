"""An alien in random legal games: what goes wrong, what comes up, whom it meets, and how often it wins."""
