"""What a use has to be: once, at its moment, with what it names; and what there is to cancel (4.3.3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.book.power import Alien, CardText
from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers.answers import Answer, fits
from referee.judge.stand import admitted
from referee.state.encounter import OFFENSE, Act, Position


def used_again(player: str, zapped: bool) -> Forbidden | None:
    """A power that was zapped is not used again in the encounter, nor zapped again (4.3.3.1)."""
    return Forbidden("powers.used-again", (player,)) if zapped else None


def nothing_came_up(who: str) -> Forbidden:
    """A power is used where its text has something to do (2018 rulebook, alien sheets)."""
    return Forbidden("powers.not-now", (who,))


def offense_only(card: CardText) -> bool:
    """Whether the bar of a card shows the offense alone (4.3.1)."""
    return OFFENSE in card.roles and "any" not in card.roles


def not_for_offense(card: CardText, name: str, by: str, offense: str) -> Forbidden | None:
    """A card that only the offense may play is played by nobody else; by nobody in particular (no text) it may be."""
    return Forbidden("cards.offense-only", (name, by)) if offense_only(card) and by not in ("", offense) else None


def not_its_role(who: str, power: str) -> Forbidden:
    """A power is used in a role that its sheet names (4.8.1)."""
    return Forbidden("powers.role", (who, power))


def barred_on(who: str, alien: Alien, role: str, named: str, mains: Collection[str]) -> str:
    """The rule by which a timed power is not used on the player who is named; an empty text where none forbids it.

    Its owner uses it so in the roles that the sheet tells, on another player or a main player.
    """
    if alien.names is None or not named:
        return ""
    if not admitted(role, alien.names.roles):
        return "powers.role"
    return "powers.whom" if named == who or (alien.names.whom == "main" and named not in mains) else ""


def no_two_attacks(who: str) -> Forbidden:
    """Some powers are used where both main players revealed attacks."""
    return Forbidden("powers.two-attacks", (who,))


def no_ship_involved(who: str) -> Forbidden:
    """Some powers are used with a ship of their owner's in the encounter."""
    return Forbidden("powers.no-ship-involved", (who,))


def too_many_ships(who: str, ships: int, most: int, waivable: bool = False) -> Forbidden:
    """A power that gives ships up gives up one to `most` of them."""
    return Forbidden("powers.too-many", (who, ships_of(ships), most), waivable)


def unsaid_with_use(who: str, what: str) -> Forbidden:
    """What a power leaves to its owner is said with its use; `what` names it."""
    return Forbidden("uses.unsaid", (who, what), waivable=False)


def not_taken(who: str, words: str, power: str, takes: str) -> Forbidden:
    """With the use of a power nothing is said that its text does not ask for; `takes` is what can be, in words."""
    return Forbidden("uses.not-taken", (who, words, power, takes))


def captures_unsaid(who: str, ways: str) -> Forbidden:
    """Whose ships a power captures is said with its use; `ways` are how that can be said."""
    return Forbidden("powers.captures", (who, ways), waivable=False)


def discards_unsaid(who: str, count: int) -> Forbidden:
    """As many cards are named as a power has somebody discard."""
    return Forbidden("uses.discards-as-many", (who, cards_of(count)), waivable=False)


def other_ships_there(who: str, said: int, ships: int) -> Forbidden:
    """A use that says how many ships somebody has in the encounter says as many as the line."""
    return Forbidden("uses.ships-then", (who, ships_of(said), ships), waivable=False)


def by_itself(who: str) -> Forbidden:
    """What a power does by itself nobody types as a use."""
    return Forbidden("uses.by-itself", (who,))


def which_planet(who: str, planets: str) -> Forbidden:
    """The planet to which a power moves ships, at which it points the gate, or which it takes, is named."""
    return Forbidden("powers.which-planet", (who, planets), waivable=False)


def which_colony(who: str) -> Forbidden:
    """The colony from which a power takes a ship is named by whose ship it is, or whose power."""
    return Forbidden("powers.which-colony", (who,), waivable=False)


def said_twice(who: str) -> Forbidden:
    """A power that acts once in an encounter is not said to be used again on a line."""
    return Forbidden("powers.once", (who,))


def no_such_card(who: str) -> Forbidden:
    """A power that works with a card is used with one that it can work with."""
    return Forbidden("powers.which-card", (who,), waivable=False)


def used_already(who: str) -> Forbidden:
    """A power that is one use of its phase is not used a second time at a table."""
    return Forbidden("uses.once", (who,))


def card_unsaid(who: str) -> Forbidden:
    """Which card a power moves is said with its use."""
    return Forbidden("uses.which-card", (who,), waivable=False)


def player_unsaid(who: str, tech: str, may: Sequence[str]) -> Forbidden:
    """Which player a tech touches is said as it is played: one of those who `may` be meant (ffg2018 using-tech.2)."""
    return Forbidden("played.which-player", (who, tech, " or ".join(may) or "nobody"), waivable=False)


def not_main_player(who: str, named: str, able: Collection[str]) -> Forbidden | None:
    """A power that touches a main player touches one of those who are `able` to be meant."""
    return None if named in able else Forbidden("uses.main-player", (who, named, " or ".join(able)), waivable=False)


def no_power(whose: str) -> Forbidden:
    """There is no power of a player to cancel where it has no alien sheet (4.3.3)."""
    return Forbidden("cards.no-power-to-zap", (whose,), waivable=False)


def card_or_number(
    who: str, cards: Sequence[str], most: int, hand: Collection[str], words: str = ""
) -> Forbidden | None:
    """A number alone that can be an attack or how many cards (up to so many) is asked about.

    Not so if the `hand`, as far as it is told card by card, shows such an attack. `words` are said before the cards.
    """
    number = int(cards[0]) if len(cards) == 1 and cards[0].isdigit() and cards[0] not in hand else 0
    if not 1 < number <= most:
        return None
    return Forbidden("uses.card-or-number", (who, number, f"{words} {' '.join('?' * number)}".strip()), waivable=False)


def immune(whose: str, sheets: Collection[Alien]) -> Forbidden | None:
    """A power that its sheet calls immune to zapping is not zapped; of several powers one can be that is not."""
    if not sheets or any(sheet.zappable for sheet in sheets):
        return None
    return Forbidden("powers.immune", (whose, " and ".join(sheet.name for sheet in sheets)))


def answers(answer: Answer, act: Act, target: Act | None) -> Forbidden | None:
    """A card answers one of the kind that its text names, just before it; `target` is what was played there."""
    if target is not None and fits(answer, act, target):
        return None
    if act.verb == "card-zap":
        return Forbidden("powers.card-zap-target")
    return Forbidden("flares.answers", (act.who, act.name, answer.asks))


def has_alliance(player: str, allies: Collection[str]) -> Forbidden | None:
    """Only an alliance can be cancelled (card Force Field)."""
    return None if player in allies else Forbidden("powers.no-alliance", (player,), waivable=False)


def is_better_off(position: Position, who: str, whined_of: Sequence[str]) -> bool:
    """True if a line tells that somebody else had more ships in the warp, or fewer foreign colonies, than who whines.

    A planet that is said means colonies, a card neither. The numbers can be those before the whine or after it: ships
    that are still in the warp were not given back; a colony that was given, or given up, makes a difference of one.
    """
    if any("." in word for word in whined_of):
        fewest = position.foreign.get(who)
        others = [count for name, count in position.foreign.items() if name != who and count is not None]
        return fewest is not None and any(count < fewest - 1 for count in others)
    most = (position.warp.get(who) if not whined_of else 0) or 0
    return most > 0 and any((count or 0) > most for name, count in position.warp.items() if name != who)
