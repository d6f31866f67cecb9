"""What destiny cards make players do: ships, cards, envoys, options and resources; and when a card is done."""

from __future__ import annotations

from referee.duel import state as st
from referee.duel import tactics
from referee.duel.clout import check_plan, determine, name_winner
from referee.duel.control import controlled, finish
from referee.duel.ending import options_of
from referee.duel.envoys import decrease, increase, last_card, title
from referee.duel.on import On, cards_of, ships_of
from referee.duel.play import (
    At,
    command,
    conclude,
    cut,
    decided,
    draw,
    go_on,
    hand_limit,
    is_free,
    take_from_hand,
    trim,
)
from referee.duel.state import Due, Phase
from referee.duel.texts import ENVOY, Text

_WAITS = (Phase.PRIZE,)


def _owed(on: At, whose: str, verb: str, count: int) -> None:
    """Refuses what the card does not give this player to do; takes what is done off what is still to be done."""
    dues = on.table.dues
    for place, due in enumerate(dues):
        options = [option for option in due.options if option.split()[0] == verb]
        if not options or (due.whose if due.whose and verb == "destroy" else due.who) != whose:
            continue
        most = int(options[0].split()[1])
        if count > most or (count < most and not due.may):
            nearest = (f"{verb} {whose} {most}",)
            words = (options_of(due), f"{verb} {whose} {count}", count)
            on.forbid("prize.too-many", *words, nearest=nearest, citing=_card_rule(on, due))
        _leader_first(on, due)
        del dues[place]
        return
    if not is_free(on):
        due_now = "; ".join(f"{due.who}: {options_of(due)}" for due in dues) or "nothing is left to do"
        rule = "prize.not-destroyed" if verb == "destroy" else "prize.not-named"
        on.forbid(rule, whose, due_now, citing=_card_rule(on, dues[0] if dues else None))


def _card_rule(on: On, due: Due | None = None) -> str:
    """The rule of what the destiny card makes players do, or of what is due by it; empty if no document prints it."""
    text = on.destiny()
    return (due.law if due is not None else "") or (text.data["law"] if text is not None else "")


def _given(on: At) -> int:
    """How many ships or cards the command asks for, once it is seen that the card gives them."""
    c = on.command
    wanted = c.number or 0
    _owed(on, c.who, c.verb, wanted)
    return wanted


def _leader_first(on: At, due: Due) -> None:
    """With two cards or a resource the leader chooses first (card-cards-or-resources.7)."""
    first = on.table.dues[0]
    if any(option.startswith("resource") for option in due.options) and first.who != due.who:
        on.forbid("refresh.resource-turns", due.who, first.who)


def _after(on: At) -> None:
    """Once a printed card is carried out the game goes on by itself."""
    if not on.table.dues and not is_free(on) and on.table.phase == Phase.PRIZE:
        conclude(on)


@command("draw", *_WAITS)
def draw_cards(on: At) -> None:
    """Cards are drawn from the own deck."""
    draw(on, on.command.who, _given(on))
    _after(on)


@command("gain", *_WAITS)
def gain(on: At) -> None:
    """Reinforcements are drawn into hand; from an empty deck none (reinforcements.2; miscellaneous.7)."""
    c, table, wanted = on.command, on.table, _given(on)
    can = min(wanted, table.gains)
    if can < wanted:
        on.find("reinforce.none-left", can, c.who)
    if can:
        table.gains -= can
        table.hands[c.who] += [st.UNKNOWN] * can
        on.find("reinforce.gains", can, c.who, cards_of(can))
    _after(on)


@command("recover", *_WAITS)
def recover(on: At) -> None:
    """Ships go from the Warp, or from the Warpplanet, to supply (warp.4; warpplanet.5)."""
    c, table, wanted = on.command, on.table, _given(on)
    off_planet = min(int(c.args[0]) if c.args else 0, table.ships_at(st.WARPPLANET, c.who), wanted)
    if off_planet:
        on.settle_on(st.WARPPLANET, c.who, -off_planet)
        on.find("planets.warpplanet-recover", off_planet, c.who)
    ships = on.as_much(c.who, wanted - off_planet, table.warp[c.who] or 0, "recover")
    on.take(c.who, table.warp, ships)
    on.put(c.who, table.supply, ships + off_planet)
    on.find("ships.recovered", ships, c.who, ships_of(ships + off_planet))
    _after(on)


@command("destroy", *_WAITS)
def destroy(on: At) -> None:
    """Ships in a supply are destroyed and go to the Warp (warp.5)."""
    who = on.command.who
    ships = on.as_much(who, _given(on), on.table.supply[who] or 0, "destroy")
    if ships:
        tactics.destroy(on, who, ships)
    _after(on)


def _key(on: At, asked: str) -> str:
    """The number of the envoy that is meant by number or name."""
    table = on.table
    found = next((key for key, envoy in table.envoys.items() if asked.casefold() in (key, envoy.name.casefold())), "")
    on.there_is(f"envoy {asked}", bool(found), ", ".join(title(on, key) for key in table.envoys))
    return found


@command("befriend", *_WAITS)
def befriend(on: At) -> None:
    """Friendship with an envoy goes up (becoming-allied.4, .6)."""
    _friendship(on, "befriend")


@command("estrange", *_WAITS)
def estrange(on: At) -> None:
    """Friendship with an envoy goes down (becoming-allied.8, .9)."""
    _friendship(on, "estrange")


def _friendship(on: At, verb: str) -> None:
    key = _key(on, on.command.name)
    _owed(on, on.command.who, verb, 1)
    (increase if verb == "befriend" else decrease)(on, on.command.who, key)
    _remains(on, key)
    _after(on)


def _remains(on: At, key: str) -> None:
    """What holds for the Warpplanet goes on when its envoy turns neutral (warpplanet.7)."""
    text = on.texts.find(ENVOY, on.table.envoys[key].name)
    keeps = text is not None and any(ability.verb == "keeps-warpplanet" for ability in text.abilities)
    if keeps and not on.table.envoys[key].ally and st.WARPPLANET in on.table.planets:
        on.find("planets.warpplanet-remains")


@command("keep")
def keep(on: At) -> None:
    """Who has two allies keeps one; friendship with the others goes down (becoming-allied.11)."""
    c, table = on.command, on.table
    key = _key(on, c.name)
    due = next((due for due in table.dues if due.who == c.who and due.verb == "keep"), None)
    if due is None or f"keep {key}" not in due.options:
        keeps = "; ".join(due.options) if due else "there is one ally or none"
        on.cannot("prize.not-named", c.who, keeps, citing="envoys.keep-first")
    table.dues.remove(due)
    on.find("envoys.keeps", key, c.who, title(on, key))
    for other in table.ally(c.who):
        if other != key:
            decrease(on, c.who, other)
            _remains(on, other)
    _after(on)


@command("read")
def read(on: At) -> None:
    """A facedown ally can be read by its ally, without showing it (using-envoys.2; miscellaneous.6)."""
    c, table = on.command, on.table
    key = _key(on, c.name)
    envoy = table.envoys[key]
    if envoy.ally != c.who and not envoy.faceup:
        on.forbid("envoys.not-to-read", c.who, title(on, key))
    if c.who not in envoy.readers:
        envoy.readers.append(c.who)
    if c.args and envoy.name == st.UNKNOWN:
        envoy.name = c.args[0]
    on.find("envoys.reads", True, c.who, title(on, key))


@command("strike", *_WAITS)
def strike(on: At) -> None:
    """Options are struck in turn, the leader first, until one is left for both (card-the-last-resort.2 to .4)."""
    c, table = on.command, on.table
    text = on.destiny()
    due = next((due for due in table.dues if due.verb == "strike"), None)
    if text is None or due is None:
        on.cannot("prize.not-named", c.who, "no option is to be struck", citing=_card_rule(on))
    if c.who != due.who:
        on.forbid("refresh.strike-turns", c.who, due.who)
    options = text.data["due"]
    left = [number for number in range(1, len(options) + 1) if number not in table.struck]
    if c.number not in left:
        on.cannot("refresh.struck", c.number, ", ".join(map(str, left)), nearest=(f"strike {due.who} {left[0]}",))
    table.struck.append(c.number)
    left.remove(c.number)
    on.find("refresh.strikes", c.number, c.who)
    table.dues.remove(due)
    if len(left) > 1:
        table.dues.append(Due(table.other(c.who), ["strike 1"]))
        return
    on.find("refresh.one-left", left[0])
    entry = options[left[0] - 1]
    on.find(entry["law"], left[0])
    table.dues = [
        Due(name, list(entry["options"]), entry.get("may", False), law=entry["law"]) for name in table.order()
    ]


def _resource_due(on: At, text: Text | None) -> Due | None:
    """Returns the resource that the player is to acquire; refuses one that a printed card does not give."""
    who = on.command.who
    due = next((due for due in on.table.dues if due.who == who and "resource 1" in due.options), None)
    if due is not None:
        _leader_first(on, due)
    elif text is not None:
        on.cannot("prize.not-named", who, "no resource is to be acquired", citing=_card_rule(on))
    return due


@command("resource", *_WAITS)
def resource(on: At) -> None:
    """The resource of a planet under the player's control is acquired (resources.2; card-cards-or-resources.8)."""
    c, table = on.command, on.table
    text = on.destiny()
    due = _resource_due(on, text)
    if c.name not in controlled(on, c.who):
        on.forbid("refresh.not-controlled", c.who, c.name, nearest=(f"draw {c.who} 2",) if text else ())
    listed = text.data.get("resources", ()) if text else ()
    if text is not None and c.args[0] not in listed:
        on.cannot("refresh.not-listed", c.args[0], ", ".join(dict.fromkeys(listed)))
    if c.name == st.WARPPLANET:
        on.find("planets.warpplanet-selected")
    on.find("refresh.resource", c.args[0], c.who, c.name, c.args[0])
    law = text.data["resource_laws"][c.args[0]] if text is not None else ""
    if law:
        on.find(law, c.args[0])
    new = Due(c.who, [c.args[0]], c.args[0].startswith("recover"), law=law)
    if due is None:
        table.dues.append(new)
    else:
        table.dues[table.dues.index(due)] = new


@command("discard", Phase.LIMIT, Phase.DESTINY)
def discard(on: At) -> None:
    """A hand above the limit is cut to it, as its player picks (enforcing-the-hand-limit.2)."""
    c, table = on.command, on.table
    if table.phase == Phase.DESTINY:
        trim(on)
    due = next((due for due in table.dues if due.who == c.who), None)
    if due is None:
        on.cannot("hand.not-over", c.who, cards_of(len(table.hands[c.who])), value=hand_limit(on, c.who))
    count = due.number
    if len(c.args) != count:
        on.cannot("hand.exactly", c.who, len(c.args), value=count, nearest=(cut(on, c.who, count),))
    for card in c.args:
        take_from_hand(on, c.who, card)
    table.discards[c.who] += c.args
    table.dues.remove(due)
    on.find("hand.discards", list(c.args), c.who, cards_of(count))
    if not table.dues:
        go_on(on)


@command("show")
def show(on: At) -> None:
    """A last card in hand is revealed, where an ability asks for it (card-iron-matron.2)."""
    c, table = on.command, on.table
    due = next((due for due in table.dues if due.who == c.who and due.verb == "show"), None)
    if due is None:
        on.cannot("prize.not-named", c.who, "nothing is to be shown", citing="ability.show-it")
    check_plan(on, c.who, c.name)
    table.hands[c.who] = [c.name]
    table.dues.remove(due)
    last_card(on)


@command("warpplanet")
def warpplanet(on: At) -> None:
    """An envoy's ability puts a planet into the Warp (warpplanet.1, .2)."""
    table, planet = on.table, on.command.name
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


@command("place")
def place(on: At) -> None:
    """Destroyed ships are placed on the Warpplanet, by the envoy's ally alone (warpplanet.8, .9)."""
    c, table = on.command, on.table
    on.there_is("Warpplanet", st.WARPPLANET in table.planets, "no planet is in the Warp")
    allied = [table.envoys[key].name for key in table.ally(c.who)]
    texts = [text for name in allied if (text := on.texts.find(ENVOY, name)) is not None]
    if not any(ability.verb == "keeps-warpplanet" for text in texts for ability in text.abilities):
        on.forbid("planets.warpplanet-not-yours", c.who)
    ships = on.as_much(c.who, c.number or 0, table.warp[c.who] or 0, "place")
    on.take(c.who, table.warp, ships)
    if ships:
        on.settle_on(st.WARPPLANET, c.who, ships)
    on.find("planets.warpplanet-destroyed", ships, c.who)


@command("done", *_WAITS)
def done(on: At) -> None:
    """What may be left is left; what must be done and can be is done first (abilities.3, .8)."""
    for due in list(on.table.dues):
        if due.may:
            on.find("prize.done", True, due.who)
        elif any(_can(on, due, option) for option in due.options):
            on.forbid("prize.left", due.who, options_of(due), citing=_card_rule(on, due))
        else:
            on.find("abilities.as-much", 0, due.who, options_of(due))
    on.table.dues = []
    conclude(on)


def _can(on: On, due: Due, option: str) -> bool:
    """Whether anything of an option can be done."""
    table, verb = on.table, option.split(maxsplit=1)[0]
    if verb == "recover":
        return bool(table.warp[due.who] or table.ships_at(st.WARPPLANET, due.who))
    if verb == "destroy":
        return bool(table.supply[due.whose or due.who])
    if verb == "gain":
        return bool(table.gains)
    if verb == "draw":
        return bool(table.piles[due.who] or table.discards[due.who])
    return True


@command("wins")
def wins(on: At) -> None:
    """A duel or contest, or the game, is won as a card says that the players read out (winning-the-game.8)."""
    c = on.command
    if on.table.fight is not None and on.table.phase == Phase.REINFORCE:
        name_winner(on, c.who, c.why)
        determine(on)
        decided(on)
        return
    finish(on, [c.who], on.find("win.otherwise", c.who, c.who, c.why or "its card"))
