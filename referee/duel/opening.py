"""Setting up a game of Duel, drawing destiny cards, and the planet bar."""

from __future__ import annotations

from referee.duel import kinds
from referee.duel import state as st
from referee.duel.clout import check_plan
from referee.duel.correcting import correct
from referee.duel.on import On, say
from referee.duel.play import begin, cut, draw, fill, hand_limit, over_limit, to_envoys
from referee.duel.ruling import FightKind
from referee.duel.state import Duty, Envoy, Fight, Option, Phase, State
from referee.duel.texts import ALIEN, DESTINY, Text, number


def lay(on: On, seats: kinds.Seats) -> None:
    """A table for two, as the setup says up to the first reveal (setup.1 to prepare-the-warp.2)."""
    law = on.law
    if len(seats) != law["setup.two"].value:
        on.cannot("setup.two", len(seats))
    decks = dict(law["setup.decks"].value)
    table = State(seats=tuple(seats), aliens={name: alien for name, alien in seats.items() if alien})
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


def top(on: On, plans: kinds.TurnedUp, older: kinds.Older = "") -> None:
    """The top plan cards say who leads; then both draw their hands (determine-the-straggler, draw-opening-hands)."""
    table = on.table
    for name in table.seats:
        if name not in plans:
            on.cannot("setup.both-cards", name)
        check_plan(on, name, plans[name], off_deck=True)
    first, second = table.seats
    on.find("setup.turn-up", True, first, plans[first], second, plans[second])
    _lead(on, plans, older)
    on.find("setup.straggler", table.straggler, table.straggler)
    for name in table.seats:
        table.piles[name] -= 1
        table.hands[name] = [plans[name]]
        more = on.law["setup.hand"].value
        if hand_limit(on, name) != on.law["hand.limit"].value:
            on.find("setup.hand-limit", hand_limit(on, name), name)
            more = max(hand_limit(on, name) - 1, 0)
        else:
            on.find("setup.hand", more, name)
        draw(on, name, more)
    table.phase = Phase.DESTINY
    on.find("destiny.first", table.next)


def _lead(on: On, plans: dict[str, str], older: str) -> None:
    """The player with the higher plan leads, or with equal ones the older (determine-the-straggler.2, .3)."""
    table = on.table
    first, second = table.seats
    values = {name: number(card) or 0 for name, card in plans.items()}
    if values[first] == values[second]:
        if not older:
            on.cannot(
                "setup.equal", plans[first], nearest=[say("top", plans=plans, older=name) for name in table.seats]
            )
        table.leader = older
        on.find("setup.elder", older, older)
        return
    table.leader = first if values[first] > values[second] else second
    if older:
        on.forbid("setup.not-older", table.leader, nearest=[say("top", plans=plans)])
    on.find("setup.leader", table.leader, table.leader)


def destiny(on: On, deck: kinds.DestinyDeck, card: kinds.DestinyCard, told: kinds.Told) -> None:
    """The next destiny card: off the deck that the last one named, onto the past, and carried out."""
    table = on.table
    for name, cards in over_limit(on).items():
        limit = hand_limit(on, name)
        on.cannot("hand.discard-first", name, len(table.hands[name]), value=limit, nearest=(cut(on, name, cards),))
    text = on.texts.find(DESTINY, card)
    deck = _deck(on, text, deck)
    table.card = "" if card == st.UNKNOWN else card
    name = table.card or f"{deck} card {len(table.past) + 1}"
    fill(on)
    table.decks[deck] -= 1
    table.past.append(name)
    on.find("destiny.draws", name, name, deck)
    table.next = _said(text, told, "next")
    if text is None:
        on.find("destiny.left-to-players", True, name)
    if deck != st.DISCOVERY:
        on.find(f"destiny.{'event' if deck == st.EVENT else 'refresh'}", True, name)
    kind = _said(text, told, "kind") or (FightKind.DUEL if deck == st.DISCOVERY else "effect")
    if kind in (FightKind.DUEL, FightKind.CONTEST):
        _fight(on, FightKind(kind), name, deck, told)
    else:
        _effect(on, kind)


def _said(text: Text | None, told: dict[str, str], word: str) -> str:
    """What the players tell of the destiny card, or else what is printed on it; empty if neither."""
    return told.get(word) or (text.data.get(word, "") if text else "")


def _deck(on: On, text: Text | None, named: str) -> str:
    """Returns the deck off which the card is drawn; refuses another than the last card names (playing-the-game.11)."""
    table = on.table
    deck = named or (text.data["deck"] if text else "") or table.next
    on.there_is("deck named", bool(deck), "say which: destiny event NAME", citing="destiny.next")
    if text is not None and deck != text.data["deck"]:
        on.cannot("destiny.wrong-deck", text.name, text.data["deck"], deck)
    if table.next and deck != table.next:
        nearest = (say("destiny", deck=table.next),)
        if table.past:
            on.forbid("destiny.other-deck", table.past[-1], table.next, deck, nearest=nearest)
        else:
            on.forbid("destiny.not-first", deck, nearest=nearest)
    if not table.decks[deck]:
        on.cannot("destiny.no-card", f"{deck} deck", nearest=(correct("deck", counts={deck: 1}),))
    return deck


def _fight(on: On, kind: FightKind, name: str, deck: str, told: dict[str, str]) -> None:
    """The destiny card calls for a duel or a contest."""
    text = on.destiny()
    fight = on.table.fight = Fight(kind == FightKind.CONTEST)
    advantage = told.get("advantage")
    fight.advantage = int(advantage) if advantage else text.data.get("advantage") if text else None
    fight.prize = _said(text, told, "prize")
    fight.from_warp = bool(text and text.data.get("from_warp"))
    on.table.line = ""
    if fight.contest:
        on.find("destiny.contest", True, name)
        on.find("contest.steps", True)
        fight.began = on.table.has_now("")
        to_envoys(on)
    else:
        _to_planet(on, deck, told)


def _effect(on: On, kind: str) -> None:
    """The destiny card calls for something else: what it prints is to be done, or the players do what they read."""
    table, text = on.table, on.destiny()
    table.phase = Phase.PRIZE
    if text is not None:
        on.find(text.data["law"], text.name)
    if kind == "resources" and text is not None:
        for player in table.order():
            on.tell(on.law["refresh.cards-or-resource"], True, player)
            table.dues.append(Duty(player, [*map(Option.of, text.data["due"][0]["options"]), Option("resource")]))
    elif kind == "strike":
        table.dues.append(Duty(table.leader, [Option("strike")]))


def _to_planet(on: On, deck: str, told: dict[str, str]) -> None:
    """A duel is fought on a new planet, on one that the planet bar selects, or on one that the card names."""
    table, text = on.table, on.destiny()
    named = told.get("planet", "")
    place = text.data.get("place", "") if text else "" if named else "bar" if deck == st.EVENT else "discover"
    if place == "bar":
        table.phase = Phase.BAR
    elif place == "discover":
        if not table.stack:
            on.cannot("destiny.no-card", "planet stack", nearest=(correct("stack", number=1),))
        table.stack -= 1
        planet = str(len([key for key in table.planets if key != st.WARPPLANET]) + 1)
        table.planets[planet] = {}
        table.symbols[planet] = told.get("symbol", planet)  # by its number where no symbol is told
        on.find("destiny.discover", planet)
        begin(on, planet, text)
    else:
        on.there_is(f"planet {named}", named in table.planets, ", ".join(table.planets) or "none is revealed yet")
        begin(on, named, text)


def bar(on: On, symbols: kinds.Symbols) -> None:
    """The symbols of the planet bar from the left, until a revealed planet bears one (planet-bar.2 to .5)."""
    table = on.table
    for symbol in symbols:
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
    on.cannot("bar.no-symbol", ", ".join(symbols))


def select(on: On, who: kinds.Player, planet: kinds.PlanetWord) -> None:
    """The straggler picks one of several planets with the symbol (planet-bar.5)."""
    table = on.table
    if not table.bar:
        on.cannot("bar.read-first")
    options = [say("select", who=table.straggler, planet=picked) for picked in table.bar]
    if who != table.straggler:
        on.forbid("bar.not-straggler", who, table.straggler, nearest=options)
    if planet not in table.bar:
        on.cannot("bar.other-planet", planet, ", ".join(table.bar), nearest=options)
    on.find("bar.picked", planet, who)
    table.bar = []
    _selected(on, planet)


def _selected(on: On, planet: str) -> None:
    if planet == st.WARPPLANET:
        on.find("planets.warpplanet-selected")
    begin(on, planet, on.destiny())


def past(on: On, cards: kinds.Past = ()) -> None:
    """The past may be looked through, and its order stays (playing-the-game.18, .19)."""
    if cards and [name.casefold() for name in cards] != [name.casefold() for name in on.table.past]:
        on.forbid("destiny.past-order")
        on.table.past = list(cards)
    on.find("destiny.past", True, ", ".join(on.table.past) or "no card yet")
