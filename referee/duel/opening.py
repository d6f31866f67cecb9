"""Setting up a game of Duel, drawing destiny cards, and the planet bar."""

from __future__ import annotations

from referee.duel import state as st
from referee.duel.clout import check_plan
from referee.duel.commands import Command
from referee.duel.on import On
from referee.duel.play import At, begin, command, cut, draw, fill, hand_limit, new_fight, over_limit, to_envoys
from referee.duel.ruling import Kind
from referee.duel.state import Due, Envoy, Phase, State
from referee.duel.texts import ALIEN, DESTINY, Text, number


def lay(on: At) -> None:
    """A table for two, as the setup says up to the first reveal (setup.1 to prepare-the-warp.2)."""
    pairs, law = on.command.pairs, on.law
    if len(pairs) != law["setup.two"].value:
        on.cannot("setup.two", len(pairs))
    decks = dict(law["setup.decks"].value)
    table = State(seats=tuple(pairs), aliens={name: alien for name, alien in pairs.items() if alien})
    table.decks = {deck: decks[deck] for deck in st.DECKS}
    table.gains, table.stack = decks["reinforcements"], decks["planets"]
    warp, owned = law["setup.warp"].value, law["ships.owned"].value
    for name in table.seats:
        table.supply[name], table.warp[name] = owned - warp, warp
        table.hands[name], table.discards[name], table.spent[name] = [], [], []
        table.piles[name] = law["setup.pieces"].value
    table.envoys = {str(key): Envoy() for key in range(1, law["setup.envoys"].value + 1)}
    table.next = law["destiny.first"].value
    on.table = table
    on.find("setup.steps")
    on.find("setup.decks", decks, *decks.values())
    on.find("setup.envoys", len(table.envoys))
    for name, alien in table.aliens.items():
        on.find("setup.aliens", alien, name, alien)
        on.assume_text(ALIEN, alien, name)
    on.find("setup.complexity")
    on.find("setup.pieces", law["setup.pieces"].value)
    on.find("setup.tactics", law["setup.tactics"].value)
    on.find("setup.warp", warp)


@command("top", Phase.SETUP)
def top(on: At) -> None:
    """The top plan cards say who leads; then both draw their hands (determine-the-straggler, draw-opening-hands)."""
    c, table = on.command, on.table
    for name in table.seats:
        if name not in c.pairs:
            on.cannot("setup.both-cards", name)
        check_plan(on, name, c.pairs[name], off_deck=True)
    first, second = table.seats
    values = {name: number(card) for name, card in c.pairs.items()}
    on.find("setup.turn-up", True, first, c.pairs[first], second, c.pairs[second])
    if values[first] == values[second]:
        if not c.who:
            on.cannot("setup.equal", c.pairs[first], nearest=[f"top {_pairs(c)} older {name}" for name in table.seats])
        table.leader = c.who
        on.find("setup.elder", c.who, c.who)
    else:
        table.leader = first if (values[first] or 0) > (values[second] or 0) else second
        if c.who:
            on.forbid("setup.not-older", table.leader, nearest=[f"top {_pairs(c)}"])
        on.find("setup.leader", table.leader, table.leader)
    on.find("setup.straggler", table.straggler, table.straggler)
    for name in table.seats:
        table.piles[name] -= 1
        table.hands[name] = [c.pairs[name]]
        more = on.law["setup.hand"].value
        if hand_limit(on, name) != on.law["hand.limit"].value:
            on.find("setup.hand-limit", hand_limit(on, name), name)
            more = max(hand_limit(on, name) - 1, 0)
        else:
            on.find("setup.hand", more, name)
        draw(on, name, more)
    table.phase = Phase.DESTINY
    on.find("destiny.first", table.next)


def _pairs(c: Command) -> str:
    return ", ".join(f"{name} {card}" for name, card in c.pairs.items())


@command("destiny", Phase.DESTINY, Phase.LIMIT)
def destiny(on: At) -> None:
    """The next destiny card: off the deck that the last one named, onto the past, and carried out."""
    c, table = on.command, on.table
    for name, cards in over_limit(on).items():
        limit = hand_limit(on, name)
        on.cannot("hand.discard-first", name, len(table.hands[name]), value=limit, nearest=(cut(on, name, cards),))
    text = on.texts.find(DESTINY, c.name)
    deck = _deck(on, text)
    name = c.name or f"{deck} card {len(table.past) + 1}"
    fill(on)
    table.decks[deck] -= 1
    table.past.append(name)
    table.card = c.name
    on.find("destiny.draws", name, name, deck)
    table.next = _told(on, text, "next")
    if text is None:
        on.find("destiny.left-to-players", True, name)
    if deck != st.DISCOVERY:
        on.find(f"destiny.{'event' if deck == st.EVENT else 'refresh'}", True, name)
    kind = _told(on, text, "kind") or (Kind.DUEL if deck == st.DISCOVERY else "effect")
    _carry_out(on, kind, name, deck)


def _told(on: At, text: Text | None, word: str) -> str:
    """What the players tell of the destiny card, or else what is printed on it; empty if neither."""
    return on.command.words.get(word) or (text.data.get(word, "") if text else "")


def _deck(on: At, text: Text | None) -> str:
    """Returns the deck off which the card is drawn; refuses another than the last card names (playing-the-game.11)."""
    table = on.table
    deck = _told(on, text, "deck") or table.next
    on.there_is("deck named", bool(deck), "say which: destiny event NAME", citing="destiny.next")
    if text is not None and deck != text.data["deck"]:
        on.cannot("destiny.wrong-deck", text.name, text.data["deck"], deck)
    if table.next and deck != table.next:
        nearest = (f"destiny {table.next}",)
        if table.past:
            on.forbid("destiny.other-deck", table.past[-1], table.next, deck, nearest=nearest)
        else:
            on.forbid("destiny.not-first", deck, nearest=nearest)
    if not table.decks[deck]:
        on.cannot("destiny.no-card", f"{deck} deck", nearest=(f"set deck {deck} 1",))
    return deck


def _carry_out(on: At, kind: str, name: str, deck: str) -> None:
    c, table = on.command, on.table
    text = on.destiny()
    if kind in (Kind.DUEL, Kind.CONTEST):
        fight = table.fight = new_fight(kind == Kind.CONTEST)
        told = c.words.get("advantage")
        fight.advantage = int(told) if told else text.data.get("advantage") if text else None
        fight.prize = _told(on, text, "prize")
        fight.from_warp = bool(text and text.data.get("from_warp"))
    if kind == Kind.CONTEST:
        on.find("destiny.contest", True, name)
        on.find("contest.steps", True)
        to_envoys(on)
    elif kind == Kind.DUEL:
        _to_planet(on, deck)
    else:
        table.phase = Phase.PRIZE
        if text is not None:
            on.find(text.data["law"], text.name)
        if kind == "resources" and text is not None:
            for player in table.order():
                on.tell(on.law["refresh.cards-or-resource"], True, player)
                table.dues.append(Due(player, [*text.data["due"][0]["options"], "resource 1"]))
        elif kind == "strike":
            table.dues.append(Due(table.leader, ["strike 1"]))


def _to_planet(on: At, deck: str) -> None:
    """A duel is fought on a new planet, on one that the planet bar selects, or on one that the card names."""
    c, table = on.command, on.table
    text = on.destiny()
    named = c.words.get("planet", "")
    place = text.data.get("place", "") if text else "" if named else "bar" if deck == st.EVENT else "discover"
    if place == "bar":
        table.phase = Phase.BAR
    elif place == "discover":
        if not table.stack:
            on.cannot("destiny.no-card", "planet stack", nearest=("set stack 1",))
        table.stack -= 1
        planet = str(len([key for key in table.planets if key != st.WARPPLANET]) + 1)
        table.planets[planet] = {}
        table.symbols[planet] = c.words.get("symbol", planet)  # by its number where no symbol is told
        on.find("destiny.discover", planet)
        begin(on, planet, text)
    else:
        on.there_is(f"planet {named}", named in table.planets, ", ".join(table.planets) or "none is revealed yet")
        begin(on, named, text)


@command("bar", Phase.BAR)
def bar(on: At) -> None:
    """The symbols of the planet bar from the left, until a revealed planet bears one (planet-bar.2 to .5)."""
    table = on.table
    for symbol in on.command.args:
        planets = [planet for planet, has in table.symbols.items() if has == symbol and planet in table.planets]
        if not planets:
            on.find("bar.bar", symbol, symbol)
            continue
        if len(planets) == 1:
            on.find("bar.chosen", planets[0], symbol)
            _selected(on, planets[0])
            return
        on.find("bar.several", planets, ", ".join(planets), symbol, table.straggler)
        table.bar = planets
        return
    on.cannot("bar.no-symbol", ", ".join(on.command.args))


@command("select", Phase.BAR)
def select(on: At) -> None:
    """The straggler picks one of several planets with the symbol (planet-bar.5)."""
    c, table = on.command, on.table
    if not table.bar:
        on.cannot("bar.read-first")
    options = [f"select {table.straggler} {planet}" for planet in table.bar]
    if c.who != table.straggler:
        on.forbid("bar.not-straggler", c.who, table.straggler, nearest=options)
    if c.name not in table.bar:
        on.cannot("bar.other-planet", c.name, ", ".join(table.bar), nearest=options)
    on.find("bar.picked", c.name, c.who)
    table.bar = []
    _selected(on, c.name)


def _selected(on: On, planet: str) -> None:
    if planet == st.WARPPLANET:
        on.find("planets.warpplanet-selected")
    begin(on, planet, on.destiny())


@command("past")
def past(on: At) -> None:
    """The past may be looked through, and its order stays (playing-the-game.18, .19)."""
    wanted = list(on.command.args)
    if wanted and [name.casefold() for name in wanted] != [name.casefold() for name in on.table.past]:
        on.forbid("destiny.past-order")
        on.table.past = wanted
    on.find("destiny.past", True, ", ".join(on.table.past) or "no card yet")
