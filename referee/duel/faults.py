"""What cannot be on any table of Duel, whatever the rules of play say."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.law import Law
from referee.duel.line import DuelLine
from referee.duel.on import planets_of, ships_of
from referee.duel.texts import ENVOY, Texts, most_cards, number


def faults(line: DuelLine, law: Law, texts: Texts) -> list[str]:
    """Every reason why this line cannot be, a sentence each; empty if it can."""
    found = [*_names(line), *_ships(line, law), *_cards(line, law), *_tactics(line, law), *_planets(line, law)]
    if line.contest:
        found += [f"a contest has no {word}" for word in ("advantage", "prize") if getattr(line, word)]
        found += _not_in_contests(line)
    found += _hands(line, law)
    for name, envoy in line.envoys.items():
        if texts.find("aliens", envoy) is not None and texts.find(ENVOY, envoy) is None:
            found.append(f"{envoy} is an alien, not an envoy: write {name}/{envoy}")
    found += _allies(line)
    return list(dict.fromkeys(found))


def _allies(line: DuelLine) -> Iterator[str]:
    for fighter in line.fighters():
        allies = [line.envoys[fighter.name]] if fighter.name in line.envoys else []
        allies += [told["envoy"] for told in line.told("reveal") if told["who"] == fighter.name]
        if len(allies) > 1:
            yield f"{fighter.name} would have {len(allies)} allies, {' and '.join(allies)}: nobody has more than one"


def _not_in_contests(line: DuelLine) -> Iterator[str]:
    verbs = [act.verb for act in line.acts]
    for what, word in (("ships", "there"), ("ships", "loses"), ("tactics", "spent"), ("tactics", "ready")):
        if word in verbs or getattr(line, word, None):
            yield f"a contest has no {what}: leave `{word}` out"


def _hands(line: DuelLine, law: Law) -> Iterator[str]:
    most = most_cards(law)
    for name, hand in line.hands.items():
        if len(hand) > most:
            yield f"{name} would hold {len(hand)} cards, and there are {most} plans and reinforcements"


def _names(line: DuelLine) -> Iterator[str]:
    names = [fighter.name for fighter in line.fighters()]
    if names[0] == names[1]:
        yield f"{names[0]} stands on both sides"
    told = [*line.supply, *line.warp, *line.there, *line.controls, *line.spent]
    told += [*line.hands, *line.envoys, *line.snares, *(act.who for act in line.acts)]
    for name in (*told, *(act["whose"] or act["who"] for act in line.told("reinforce"))):
        if name not in names:
            yield f"nobody called {name} is in this {'contest' if line.contest else 'duel'}"


def _ships(line: DuelLine, law: Law) -> Iterator[str]:
    owned: int = law["ships.owned"].value
    for fighter in line.fighters():
        places = (line.supply, line.warp, line.there)
        total = sum(place.get(fighter.name) or 0 for place in places)
        if total > owned:
            yield f"{fighter.name} would have {ships_of(total)}, and a player owns {owned}"


def _cards(line: DuelLine, law: Law) -> Iterator[str]:
    _, high = law["clout.plans"].value
    for fighter in line.fighters():
        if (number(fighter.plan) or 0) > high:
            yield f"{fighter.name}'s plan cannot be {fighter.plan}: plans go up to {high}"
    held = [(name, card) for name, hand in line.hands.items() for card in hand] + list(line.snares.items())
    for name, card in held:
        if (number(card) or 0) > high and not card.startswith("+"):
            yield f"{name} cannot hold a {card}: plans go up to {high}"


def _tactics(line: DuelLine, law: Law) -> Iterator[str]:
    recovers = law["tactics.recovers"].value
    for fighter in line.fighters():
        for half in fighter.tactic.split("/"):
            icon, _, value = half.partition(" ")
            if icon == "recover" and value.isdigit() and int(value) not in recovers:
                yield f"there is no {half}: a recover has the value {' or '.join(map(str, recovers))}"
    owned: int = law["setup.tactics"].value
    for name, spent in line.spent.items():
        if spent is not None and spent > owned:
            yield f"{name} would have {spent} spent tactics, and a player has {owned}"


def _planets(line: DuelLine, law: Law) -> Iterator[str]:
    most: int = law["setup.decks"].value["planets"] - (not line.contest)
    besides = "" if line.contest else " besides this one"
    for name, controlled in line.controls.items():
        if controlled is not None and controlled > most:
            yield f"{name} would control {planets_of(controlled)}{besides}, and there are {most}"
