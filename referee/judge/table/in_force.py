"""Which powers and cards are in force at a table: sheets as flares have changed them, cards in play, and zaps."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.loader import Rulebase
from referee.book.power import Alien, Args, Use
from referee.book.sheets import SUPER
from referee.judge.powers.answers import STATEMENTS, cancelled_by
from referee.judge.powers.flare_texts import EXTENDS, extended
from referee.judge.powers.tech_texts import ZAPS
from referee.state import table as tbl
from referee.state.encounter import Act
from referee.state.table import Table

_MAY_ANSWER = ("card-zap", "flare")  # what can cancel the act before it


class InForce:
    """What `Turn` asks of powers and of the flares and techs that were played in this encounter."""

    __slots__ = ()

    table: Table
    rulebase: Rulebase

    def effect_of(self, player: str, verb: str, state: str = tbl.HAS) -> tuple[Use, Args] | None:
        """The use of a power that has this effect, and its arguments; None if it is lost or was zapped.

        With `tbl.LOST` as state the power is looked for among the lost ones.
        """
        if player not in self.table.aliens or self.table.powers.get(player) != state:
            return None
        for alien in self.sheets(player):
            for use in alien.uses if verb in alien.verbs else ():
                for effect, args in use.effects:
                    if effect == verb and not (use.zappable and self.is_zapped(player, alien.name)):
                        return use, args
        return None

    def sheets(self, player: str) -> list[Alien]:
        """A player's sheets as they are now: its super flare, while it is played, can change what the power does."""
        found = [alien for name in self.table.aliens.get(player, ()) if (alien := self.rulebase.alien(name))]
        for who, name, face, _ in self.flares_played() if self.table.acts else ():
            if who == player and face == SUPER:
                found = [self._extended(alien) if alien.name == name else alien for alien in found]
        return found

    def _extended(self, alien: Alien) -> Alien:
        """A sheet as its super flare leaves it."""
        flare = self.rulebase.flare(alien.name)
        if flare is None:
            return alien
        card = flare.super.use(flare.name, SUPER)
        for verb, args in card.effects:
            alien = extended(alien, card, args) if verb == EXTENDS else alien
        return alien

    def flares_played(self) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
        """(who, which, its text, what was said with it) for the flares of this encounter that were not negated."""
        for act in self._played("flare"):
            yield act.who, act.name, act.face, act.args

    def _played(self, verb: str) -> Iterator[Act]:
        """The flares or the techs that were played in this encounter, and not negated."""
        for at, act in enumerate(self.table.acts):
            if act.verb == verb and self._stands(at):
                yield act

    def _stands(self, at: int) -> bool:
        """Whether what was played at this place was not cancelled by what answers it."""
        after = next((act for act in self.table.acts[at + 1 :] if act.verb not in STATEMENTS), None)
        if after is None or after.verb not in _MAY_ANSWER:
            return True
        return cancelled_by(self.table.acts, self.rulebase)[at] is None

    def techs_played(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """(who, which, what was said with it) for the techs of this encounter that are kept among its acts."""
        for act in self._played("tech"):
            yield act.who, act.name, act.args

    def _cards_played(self, player: str) -> Iterator[Use]:
        """What the flares and techs do that a player has played in this encounter, and that stand."""
        for who, name, face, _ in self.flares_played():
            flare = self.rulebase.flare(name) if who == player else None
            if flare is not None:
                yield flare.face(face).use(name, face)
        for who, name, _ in self.techs_played():
            card = self.rulebase.card(name) if who == player else None
            if card is not None:
                yield card.use()

    def card_effect(self, player: str, verb: str) -> tuple[Use, Args] | None:
        """The flare or tech that a player has played which has this effect, and its arguments; None if none stands.

        One that works by the power does nothing once that was zapped.
        """
        if not self.table.acts:
            return None
        for use in self._cards_played(player):
            for effect, args in use.effects:
                if effect == verb and not (use.zappable and self.is_zapped(player)):
                    return use, args
        return None

    def is_zapped(self, player: str, alien: str = "") -> bool:
        """Whether the player's power was zapped in this encounter, and the zap not itself negated.

        Of several powers one that is not the `alien` asked for may have been named.
        """
        for at, act in enumerate(self.table.acts):
            named = not alien or act.name in ("", alien)
            if act.verb == "zap" and act.who == player and named and self._stands(at):
                return True
            if act.verb == "tech" and self._zaps(act, player):
                return True
        return False

    def _zaps(self, act: Act, player: str) -> bool:
        """Whether a tech that was used cancels this player's power, as a Cosmic Zap does."""
        card = self.rulebase.card(act.name)
        return card is not None and player in act.args and any(verb == ZAPS for verb, _ in card.effects)
