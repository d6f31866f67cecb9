"""What destiny cards make players do: ships, cards, envoys, options and resources; and when a card is done."""

from __future__ import annotations

from referee.duel import kinds, play, tactics
from referee.duel import state as st
from referee.duel.clout import check_plan
from referee.duel.control import controlled
from referee.duel.ending import options_of
from referee.duel.envoys import decrease, increase, last_card, title
from referee.duel.on import On, cards_of, say, ships_of
from referee.duel.state import Duty, Option, Phase
from referee.duel.texts import ENVOY, Text


def _owed(on: On, whose: str, verb: str, count: int) -> None:
    """Refuses what the card does not give this player to do; takes what is done off what is still to be done."""
    dues = on.table.dues
    due = next((due for due in dues if due.most(verb) and due.falls_to(verb) == whose), None)
    if due is not None:
        most = due.most(verb)
        if count > most or (count < most and not due.may):
            nearest = (say(verb, who=whose, number=most),)
            words = (options_of(due), f"{verb} {whose} {count}", count)
            on.forbid("prize.too-many", *words, nearest=nearest, citing=_card_rule(on, due))
        _leader_first(on, due)
        dues.remove(due)
    elif not play.is_free(on):
        _not_given(on, whose, "prize.not-destroyed" if verb == "destroy" else "prize.not-named")


def _not_given(on: On, whose: str, rule: str) -> None:
    dues = on.table.dues
    due_now = "; ".join(f"{due.who}: {options_of(due)}" for due in dues) or "nothing is left to do"
    on.forbid(rule, whose, due_now, citing=_card_rule(on, dues[0] if dues else None))


def _card_rule(on: On, due: Duty | None = None) -> str:
    """The rule of what the destiny card makes players do, or of what is due by it; empty if no document prints it."""
    text = on.destiny()
    return (due.law if due is not None else "") or (text.data["law"] if text is not None else "")


def _leader_first(on: On, due: Duty) -> None:
    """With two cards or a resource the leader chooses first (card-cards-or-resources.7)."""
    first = on.table.dues[0]
    if due.has("resource") and first.who != due.who:
        on.forbid("refresh.resource-turns", due.who, first.who)


def _after(on: On) -> None:
    """Once a printed card is carried out the game goes on by itself."""
    if not on.table.dues and not play.is_free(on) and on.table.phase == Phase.PRIZE:
        play.conclude(on)


def draw_cards(on: On, who: kinds.Player, number: kinds.CardCount) -> None:
    """Cards are drawn from the own deck."""
    _owed(on, who, "draw", number)
    play.draw(on, who, number)
    _after(on)


def gain(on: On, who: kinds.Player, number: kinds.Gained) -> None:
    """Reinforcements are drawn into hand; from an empty deck none (reinforcements.2; miscellaneous.7)."""
    _owed(on, who, "gain", number)
    table = on.table
    can = min(number, table.gains)
    if can < number:
        on.find("reinforce.none-left", can, who)
    if can:
        table.gains -= can
        table.hands[who] += [st.UNKNOWN] * can
        on.find("reinforce.gains", can, who, cards_of(can))
    _after(on)


def recover(on: On, who: kinds.Player, number: kinds.Ships, off_planet: kinds.OffPlanet = None) -> None:
    """Ships go from the Warp, or from the Warpplanet, to supply (warp.4; warpplanet.5)."""
    _owed(on, who, "recover", number)
    table = on.table
    on_planet = min(off_planet or 0, table.ships_at(st.WARPPLANET, who), number)
    if on_planet:
        on.settle_on(st.WARPPLANET, who, -on_planet)
        on.find("planets.warpplanet-recover", on_planet, who)
    ships = on.as_much(who, number - on_planet, table.warp[who] or 0, "recover")
    on.take(who, table.warp, ships)
    on.put(who, table.supply, ships + on_planet)
    on.find("ships.recovered", ships, who, ships_of(ships + on_planet))
    _after(on)


def destroy(on: On, who: kinds.Player, number: kinds.Ships) -> None:
    """Ships in a supply are destroyed and go to the Warp (warp.5)."""
    _owed(on, who, "destroy", number)
    ships = on.as_much(who, number, on.table.supply[who] or 0, "destroy")
    if ships:
        tactics.destroy(on, who, ships)
    _after(on)


def _key(on: On, asked: str) -> str:
    """The number of the envoy that is meant by number or name."""
    table = on.table
    found = next((key for key, envoy in table.envoys.items() if asked.casefold() in (key, envoy.name.casefold())), "")
    on.there_is(f"envoy {asked}", bool(found), ", ".join(title(on, key) for key in table.envoys))
    return found


def befriend(on: On, who: kinds.Player, envoy: kinds.EnvoyWord) -> None:
    """Friendship with an envoy goes up (becoming-allied.4, .6)."""
    key = _owed_friendship(on, who, "befriend", envoy)
    increase(on, who, key)
    _remains(on, key)
    _after(on)


def estrange(on: On, who: kinds.Player, envoy: kinds.EnvoyWord) -> None:
    """Friendship with an envoy goes down (becoming-allied.8, .9)."""
    key = _owed_friendship(on, who, "estrange", envoy)
    decrease(on, who, key)
    _remains(on, key)
    _after(on)


def _owed_friendship(on: On, who: str, verb: str, envoy: str) -> str:
    key = _key(on, envoy)
    _owed(on, who, verb, 1)
    return key


def _remains(on: On, key: str) -> None:
    """What holds for the Warpplanet goes on when its envoy turns neutral (warpplanet.7)."""
    text = on.texts.find(ENVOY, on.table.envoys[key].name)
    keeps = text is not None and any(ability.verb == "keeps-warpplanet" for ability in text.abilities)
    if keeps and not on.table.envoys[key].ally and st.WARPPLANET in on.table.planets:
        on.find("planets.warpplanet-remains")


def keep(on: On, who: kinds.Player, envoy: kinds.EnvoyWord) -> None:
    """Who has two allies keeps one; friendship with the others goes down (becoming-allied.11)."""
    table = on.table
    key = _key(on, envoy)
    due = next((due for due in table.dues if due.who == who and due.verb == "keep"), None)
    if due is None or Option("keep", int(key)) not in due.options:
        keeps = "; ".join(map(str, due.options)) if due else "there is one ally or none"
        on.cannot("prize.not-named", who, keeps, citing="envoys.keep-first")
    table.dues.remove(due)
    on.find("envoys.keeps", key, who, title(on, key))
    for other in table.ally(who):
        if other != key:
            decrease(on, who, other)
            _remains(on, other)
    _after(on)


def read(on: On, who: kinds.Player, envoy: kinds.EnvoyWord, name: kinds.EnvoyName = "") -> None:
    """A facedown ally can be read by its ally, without showing it (using-envoys.2; miscellaneous.6)."""
    key = _key(on, envoy)
    meant = on.table.envoys[key]
    if meant.ally != who and not meant.faceup:
        on.forbid("envoys.not-to-read", who, title(on, key))
    if who not in meant.readers:
        meant.readers.append(who)
    if name and meant.name == st.UNKNOWN:
        meant.name = name
    on.find("envoys.reads", True, who, title(on, key))


def strike(on: On, who: kinds.Player, number: kinds.OptionNumber) -> None:
    """Options are struck in turn, the leader first, until one is left for both (card-the-last-resort.2 to .4)."""
    table = on.table
    text = on.destiny()
    due = next((due for due in table.dues if due.verb == "strike"), None)
    if text is None or due is None:
        on.cannot("prize.not-named", who, "no option is to be struck", citing=_card_rule(on))
    if who != due.who:
        on.forbid("refresh.strike-turns", who, due.who)
    options = text.data["due"]
    left = [option for option in range(1, len(options) + 1) if option not in table.struck]
    if number not in left:
        nearest = (say("strike", who=due.who, number=left[0]),)
        on.cannot("refresh.struck", number, ", ".join(map(str, left)), nearest=nearest)
    table.struck.append(number)
    left.remove(number)
    on.find("refresh.strikes", number, who)
    table.dues.remove(due)
    if len(left) > 1:
        table.dues.append(Duty(table.other(who), [Option("strike")]))
        return
    on.find("refresh.one-left", left[0])
    entry = options[left[0] - 1]
    on.find(entry["law"], left[0])
    table.dues = [
        Duty(name, list(map(Option.of, entry["options"])), entry.get("may", False), law=entry["law"])
        for name in table.order()
    ]


def _resource_due(on: On, who: str, text: Text | None) -> Duty | None:
    """Returns the resource that the player is to acquire; refuses one that a printed card does not give."""
    due = next((due for due in on.table.dues if due.who == who and due.has("resource")), None)
    if due is not None:
        _leader_first(on, due)
    elif text is not None:
        on.cannot("prize.not-named", who, "no resource is to be acquired", citing=_card_rule(on))
    return due


def resource(on: On, who: kinds.Player, planet: kinds.PlanetWord, option: kinds.Resource) -> None:
    """The resource of a planet under the player's control is acquired (resources.2; card-cards-or-resources.8)."""
    table = on.table
    text = on.destiny()
    due = _resource_due(on, who, text)
    if planet not in controlled(on, who):
        on.forbid("refresh.not-controlled", who, planet, nearest=(say("draw", who=who, number=2),) if text else ())
    listed = text.data.get("resources", ()) if text else ()
    if text is not None and str(option) not in listed:
        on.cannot("refresh.not-listed", str(option), ", ".join(dict.fromkeys(listed)))
    if planet == st.WARPPLANET:
        on.find("planets.warpplanet-selected")
    on.find("refresh.resource", str(option), who, planet, str(option))
    law = text.data["resource_laws"][str(option)] if text is not None else ""
    if law:
        on.find(law, str(option))
    new = Duty(who, [option], option.verb == "recover", law=law)
    if due is None:
        table.dues.append(new)
    else:
        table.dues[table.dues.index(due)] = new


def discard(on: On, who: kinds.Player, cards: kinds.Cards) -> None:
    """A hand above the limit is cut to it, as its player picks (enforcing-the-hand-limit.2)."""
    table = on.table
    if table.phase == Phase.DESTINY:
        play.trim(on)
    due = next((due for due in table.dues if due.who == who), None)
    if due is None:
        on.cannot("hand.not-over", who, cards_of(len(table.hands[who])), value=play.hand_limit(on, who))
    count = due.number
    if len(cards) != count:
        on.cannot("hand.exactly", who, len(cards), value=count, nearest=(play.cut(on, who, count),))
    for card in cards:
        play.take_from_hand(on, who, card)
    table.discards[who] += cards
    table.dues.remove(due)
    on.find("hand.discards", list(cards), who, cards_of(count))
    if not table.dues:
        play.go_on(on)


def show(on: On, who: kinds.Player, card: kinds.Card) -> None:
    """A last card in hand is revealed, where an ability asks for it (card-iron-matron.2)."""
    table = on.table
    due = next((due for due in table.dues if due.who == who and due.verb == "show"), None)
    if due is None:
        on.cannot("prize.not-named", who, "nothing is to be shown", citing="ability.show-it")
    check_plan(on, who, card)
    table.hands[who] = [card]
    table.dues.remove(due)
    last_card(on)


def warpplanet(on: On, planet: kinds.PlanetWord) -> None:
    """An envoy's ability puts a planet into the Warp (warpplanet.1, .2)."""
    table = on.table
    whose = next((name for name in table.order() if on.ability(name, "keeps-warpplanet")), table.order()[0])
    on.usable(whose, "keeps-warpplanet", "to put a planet into the Warp")
    can_be_put = planet in table.planets and st.WARPPLANET not in table.planets
    known = ", ".join(table.planets) or "none is revealed yet"
    on.there_is(f"planet {planet} to be put there", can_be_put, known)
    table.planets[st.WARPPLANET] = table.planets.pop(planet)
    table.symbols[st.WARPPLANET] = table.symbols.pop(planet, "")
    if table.fight is not None and table.fight.planet == planet:
        table.fight.planet = st.WARPPLANET
    on.find("planets.warpplanet", planet)


def place(on: On, who: kinds.Player, number: kinds.Ships) -> None:
    """Destroyed ships are placed on the Warpplanet, by the envoy's ally alone (warpplanet.8, .9)."""
    table = on.table
    on.there_is("Warpplanet", st.WARPPLANET in table.planets, "no planet is in the Warp")
    allied = [table.envoys[key].name for key in table.ally(who)]
    texts = [text for name in allied if (text := on.texts.find(ENVOY, name)) is not None]
    if not any(ability.verb == "keeps-warpplanet" for text in texts for ability in text.abilities):
        on.forbid("planets.warpplanet-not-yours", who)
    ships = on.as_much(who, number, table.warp[who] or 0, "place")
    on.take(who, table.warp, ships)
    if ships:
        on.settle_on(st.WARPPLANET, who, ships)
    on.find("planets.warpplanet-destroyed", ships, who)


def done(on: On, who: kinds.Player = "") -> None:
    """What may be left is left; what must be done and can be is done first (abilities.3, .8)."""
    for due in list(on.table.dues):
        if due.may:
            on.find("prize.done", True, due.who)
        elif any(_can(on, due, option.verb) for option in due.options):
            on.forbid("prize.left", due.who, options_of(due), citing=_card_rule(on, due))
        else:
            on.find("abilities.as-much", 0, due.who, options_of(due))
    on.table.dues = []
    play.conclude(on)


def _can(on: On, due: Duty, verb: str) -> bool:
    """True if anything of an option of this kind can be done."""
    table = on.table
    if verb == "recover":
        return bool(table.warp[due.who] or table.ships_at(st.WARPPLANET, due.who))
    if verb == "destroy":
        return bool(table.supply[due.falls_to(verb)])
    if verb == "gain":
        return bool(table.gains)
    if verb == "draw":
        return bool(table.piles[due.who] or table.discards[due.who])
    return True
