"""What is claimed at a table: a total, a winner, or so many ships or cards of a player."""

from __future__ import annotations

from referee.state.declared import Field, Kind, Values
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.reader import write_cards
from referee.state.table_reader import TableReader

_CLAIMS = ("compensation", "rewards", "warp", "lands", "returns", "ships", "foreign", "home", "techs", "hand")


class Claim(Field[TableReader]):
    """What is claimed, and of whom."""

    def __init__(self) -> None:
        """One field for all that a claim can say."""
        super().__init__("who side word number cards", Kind(lambda r: (), self._write))

    def read(self, r: TableReader, values: Values) -> None:
        """Reads one claim."""
        if r.word("winner"):
            values |= {"who": r.player("the player who is said to have won"), "word": "winner"}
            return
        side = next((side for side in (OFFENSE, DEFENSE) if r.word(side)), "")
        if not side and r.is_side() and not r.is_player() and r.begins_number(1):
            side = r.a_side()
        if side:
            values |= {"side": side, "word": "total", "number": r.signed("the total")}
        elif "flares" not in r.players and r.word("flares"):
            count = r.number("how many flares were put into the cosmic deck")
            values |= {"word": "flares", "number": count}
        else:
            values["who"] = r.player("'offense', 'defense', 'winner', 'flares' or a player")
            values |= self._of_player(r)

    def _of_player(self, r: TableReader) -> Values:
        for word in ("holds", "plays"):
            if r.word(word):
                return {"word": word, "cards": r.some_cards()}
        word = next((word for word in _CLAIMS if r.word(word)), "")
        if not word:
            r.fail(f"what is claimed: {', '.join(_CLAIMS)}, holds CARDS")
        return {"word": word, "number": r.number("a number")}

    def _write(self, claim: tuple[str, str, str, int | None, tuple[str, ...]]) -> str:
        name, side, word, count, cards = claim
        if word == "winner":
            return f"winner {name}"
        if cards:
            return f"{name} {word} {write_cards(cards)}"
        return f"{side or (f'{name} {word}' if name else word)} {count}"
