"""What lies on an alien sheet from the setup on: tokens, or cards."""

from __future__ import annotations

from referee.judge.table.powers import happens
from referee.judge.table.turn import Turn


def lay_tokens(on: Turn, players: list[str]) -> None:
    """Puts on these players' sheets what their game setup asks for: fewer tokens where there are fewer planets."""
    table = on.table
    for name in players:
        for alien in filter(None, (on.rulebase.alien(sheet) for sheet in table.aliens.get(name, ()))):
            for use in alien.uses:
                for _, args in use.effects:
                    if "tokens" not in args:
                        continue
                    four = on.law["setup.planets"].value < _PLANETS
                    table.tokens[name] = args["tokens_with_four_planets" if four else "tokens"]
                    rule = on.law["setup.sheet-tokens"].citing(use.rule)
                    on.tell(rule, table.tokens[name], name)
    happens(on, "setup")


_PLANETS = 5  # in each system, where no variant takes one away
