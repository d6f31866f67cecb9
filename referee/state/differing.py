"""Two accounts of one encounter held together: the facts in which they differ, and one with facts of the other.

A fact is what one clause of the line tells of one player, or one thing that was done. What is not told on a line is a
fact too: it differs from any number that the other line gives.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from referee.state import encounter as pos
from referee.state.canonical import write_act, write_cards, write_name
from referee.state.encounter import DEFENSE, OFFENSE, Act, Card, Hand, Player, Position, Side

Key = tuple[str, ...]  # the kind of a fact, and of whom it tells
Facts = dict[Key, Any]

_COUNTED = ("warp", "tokens", "foreign", "home")


class Difference(NamedTuple):
    """A fact in which two accounts differ: what it is about, how each has it in words, and as a clause of the line.

    A clause is empty where a line does not tell it.
    """

    keys: tuple[Key, ...]
    what: str
    says: tuple[str, str]
    clauses: tuple[str, str]


def differences(one: Position, other: Position) -> list[Difference]:
    """The facts in which two accounts differ, in the order of the line; an empty list if they tell the same.

    The order in which allies or hands are written is no fact.
    """
    facts = (_facts(one), _facts(other))
    keys = [key for key in dict.fromkeys((*facts[0], *facts[1])) if facts[0].get(key) != facts[1].get(key)]
    told = [(key, _told(key, facts[0], one), _told(key, facts[1], other)) for key in keys]
    found = [
        Difference((key,), here.what or there.what, (here.says, there.says), (here.clause, there.clause))
        for key, here, there in told
    ]
    return [*_joined(found, one), *_acts(one, other)]


def mixed(one: Position, other: Position, taken: Collection[Difference]) -> Position:
    """The first account with these facts as the other has them. It may be one that cannot be."""
    keys = {key for difference in taken for key in difference.keys}
    facts, others = _facts(one), _facts(other)
    for key in [key for key in dict.fromkeys((*facts, *others)) if key in keys]:
        if key in others:
            facts[key] = others[key]
        else:
            facts.pop(key, None)
    acts = tuple(act for keys_of, of, act in _slots(one, other) if of is None or (keys_of in keys) == (of == 1))
    return _position(facts, acts)


def spelled_like(one: Position, other: Position) -> Position:
    """The other account with its players' names in the letters of the first: case does not tell players apart."""
    known = {name.casefold(): name for name in one.names()}
    names = {name: known[name.casefold()] for name in other.names() if known.get(name.casefold(), name) != name}
    return _renamed(other, names) if names else other


# -- a position as facts -----------------------------------------------------------------------------------------------


def _facts(position: Position) -> Facts:
    found: Facts = {}
    for name, side in ((OFFENSE, position.offense), (DEFENSE, position.defense)):
        found["main", name] = side.main.name
        found["ships", name] = side.main.ships
        for ally in side.allies:
            found["ally", ally.name] = (name, ally.ships)
        found["card", name] = side.card
        if side.plus:
            found["plus", name] = side.plus
    for player in position.participants():
        if player.aliens:
            found["alien", player.name] = player.aliens
    found |= {("alien", name): aliens for name, aliens in position.aliens.items() if aliens}
    if position.target is not None:
        found["target",] = position.target
    found |= {("planet", name): count for name, count in (position.planet or {}).items()}
    found |= {("hand", name): hand for name, hand in position.hands.items()}
    for kind in _COUNTED:
        found |= {(kind, name): count for name, count in getattr(position, kind).items()}
    if position.seats:
        found["seats",] = position.seats
    for kind, so in (("second", position.second), ("cone", position.reverse_cone)):
        if so:
            found[kind,] = True
    return found


def _position(facts: Facts, acts: tuple[Act, ...]) -> Position:
    of: dict[str, dict[str, Any]] = {}
    for (kind, *who), value in facts.items():
        of.setdefault(kind, {})[who[0] if who else ""] = value
    aliens = of.get("alien", {})

    def player(name: str, ships: int | None) -> Player:
        return Player(name, ships, aliens.get(name, ()))

    def side(name: str) -> Side:
        allies = [player(ally, ships) for ally, (joined, ships) in of.get("ally", {}).items() if joined == name]
        main = player(of["main"][name], of["ships"][name])
        return Side(main, tuple(allies), of["card"][name], of.get("plus", {}).get(name, ()))

    position = Position(side(OFFENSE), side(DEFENSE), acts=acts)
    there = {participant.name for participant in position.participants()}
    position.aliens = {name: found for name, found in aliens.items() if name not in there}
    position.target = of.get("target", {}).get("")
    position.planet = of.get("planet")
    position.hands = of.get("hand", {})
    for kind in _COUNTED:
        setattr(position, kind, of.get(kind, {}))
    position.seats = of.get("seats", {}).get("", ())
    position.second, position.reverse_cone = "second" in of, "cone" in of
    return position


# -- words -------------------------------------------------------------------------------------------------------------


class _Told(NamedTuple):
    what: str
    says: str
    clause: str


def _told(key: Key, facts: Facts, position: Position) -> _Told:
    """A fact in words: what it is about, how it is, and the clause that tells it."""
    kind, who = key[0], (*key, "")[1]
    value: Any = facts.get(key)
    given = key in facts
    not_said = "not said"
    main = facts["main", who] if who in (OFFENSE, DEFENSE) and kind != "main" else ""
    if kind == "main":
        return _Told(f"who the {who} is", value, "")
    if kind == "ships":
        return _Told(f"{main}'s ships", _counted(value, "ship"), f"{main} {_number(value)}")
    if kind == "card":
        return _Told(f"{main}'s card", _card(value), f"{main} : {_written(value)}")
    if kind == "plus":
        plus = " ".join(f"+{_number(one)}" for one in value or ())
        return _Told(f"reinforcements for the {who}", plus or "none", plus)
    if kind == "ally":
        says = f"{_counted(value[1], 'ship')} on the side of the {value[0]}" if given else "no ally"
        return _Told(f"{who} as an ally", says, f"{who} {_number(value[1])}" if given else "")
    if kind == "alien":
        names = "/".join(map(write_name, value or ()))
        return _Told(f"{who}'s alien", " and ".join(value or ()) or not_said, f"{who}/{names}" if given else "")
    if kind == "hand":
        return _hand(who, value)
    if kind == "target":
        return _Told("the target planet", ".".join(value) if given else not_said, _clause("at", value, "."))
    if kind == "seats":
        return _Told("how the players sit", " ".join(value) if given else not_said, _clause("seats", value, " "))
    if kind == "second":
        return _Told("which encounter of the turn it is", "the second" if value else "the first", _yes("second", value))
    if kind == "cone":
        return _Told("the reverse cone", "in play" if value else "not in play", _yes("reverse cone", value))
    what, noun = {
        "planet": (f"{who}'s ships on the planet", "ship"),
        "warp": (f"{who}'s ships in the warp", "ship"),
        "tokens": (f"the tokens on {who}'s sheet", "token"),
        "foreign": (f"{who}'s foreign colonies", "foreign colony"),
        "home": (f"{who}'s home colonies", "home colony"),
    }[kind]
    return _Told(what, _counted(value, noun) if given else not_said, f"{kind} {who} {_number(value)}" if given else "")


def _hand(who: str, hand: Hand | None) -> _Told:
    if hand is None:
        return _Told(f"{who}'s hand", "not said", "")
    if hand.cards is None:
        return _Told(f"{who}'s hand", _counted(hand.count, "card"), f"hand {who} {_number(hand.count)}")
    cards = write_cards(hand.cards)
    return _Told(f"{who}'s hand", cards or "no card", f"hand {who}: {cards}")


def _card(card: Card) -> str:
    if card.kind == pos.ATTACK:
        return "some attack" if card.value is None else f"an attack {card.value}"
    plain = {pos.NEGOTIATE: "a negotiate", pos.MORPH: "a morph", pos.NONE: "no encounter card", pos.HIDDEN: "hidden"}
    return plain.get(card.kind, card.name)


def _written(card: Card) -> str:
    return write_name(card.name) if card.name else str(card)


def _number(count: int | None) -> str:
    return "?" if count is None else str(count)


def _counted(count: int | None, noun: str) -> str:
    if count is None:
        return "not known"
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count} {noun if count == 1 else many}"


def _clause(word: str, value: Sequence[str] | None, between: str) -> str:
    return f"{word} {between.join(value)}" if value else ""


def _yes(clause: str, so: bool | None) -> str:
    return clause if so else ""


def _joined(found: list[Difference], position: Position) -> list[Difference]:
    """The ships of the defense are told twice where the planet is told as well: that is one fact."""
    defense, planet = ("ships", DEFENSE), ("planet", position.defense.main.name)
    both = [difference for difference in found if difference.keys[0] in (defense, planet)]
    if len(both) < 2:
        return found
    ships = both[0]._replace(keys=(defense, planet))
    return [ships if difference is both[0] else difference for difference in found if difference is not both[1]]


# -- acts --------------------------------------------------------------------------------------------------------------


def _slots(one: Position, other: Position) -> Iterator[tuple[Key, int | None, Act]]:
    """All that was done by either account, in order: the fact it is part of, in whose account alone (0, 1), the act."""
    texts = [[write_act(act) for act in position.acts] for position in (one, other)]
    blocks = SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_opcodes()
    for kind, start, end, from_, to in blocks:
        if kind == "equal":
            yield from ((("act",), None, act) for act in one.acts[start:end])
            continue
        here, there = list(range(start, end)), list(range(from_, to))
        for at in here:
            yield _act_key(texts, 0, at, there, one.acts, other.acts), 0, one.acts[at]
        for at in there:
            yield _act_key(texts, 1, at, here, other.acts, one.acts), 1, other.acts[at]


def _act_key(
    texts: list[list[str]], of: int, at: int, rivals: list[int], acts: Sequence[Act], others: Sequence[Act]
) -> Key:
    """What an act of one account is a fact of: the same act at another place, one like it, or itself."""
    text = texts[of][at]
    if 0 < texts[1 - of].count(text) == texts[of].count(text):
        return ("act", "order", text)
    like = _alike(acts[at])
    mine = [place for place in range(at) if _alike(acts[place]) == like and texts[of][place] not in texts[1 - of]]
    theirs = [place for place in rivals if _alike(others[place]) == like and texts[1 - of][place] not in texts[of]]
    if theirs:
        return ("act", *like, str(len(mine)))
    return ("act", "done", text, str(texts[of][:at].count(text)))


def _alike(act: Act) -> tuple[str, str]:
    """What two acts share that are one act told in two ways: what was done, and by whom or to whom."""
    return act.verb, act.who or act.side


def _acts(one: Position, other: Position) -> list[Difference]:
    by_key: dict[Key, dict[int, list[Act]]] = {}
    for key, of, act in _slots(one, other):
        if of is not None:
            by_key.setdefault(key, {0: [], 1: []})[of].append(act)
    found = []
    for key, told in by_key.items():
        written = [" ; ".join(write_act(act) for act in told[of]) for of in (0, 1)]
        if key[1] == "order":
            says = (_place(one, key[2]), _place(other, key[2]))
            found.append(Difference((key,), f"when it was played: {key[2]}", says, (written[0], written[1])))
        elif key[1] == "done":
            says = (f"{'' if told[0] else 'not '}done", f"{'' if told[1] else 'not '}done")
            found.append(Difference((key,), written[0] or written[1], says, (written[0], written[1])))
        else:
            says = (written[0] or "not done", written[1] or "not done")
            found.append(Difference((key,), "what was done", says, (written[0], written[1])))
    return found


def _place(position: Position, text: str) -> str:
    """Where an act stands among the others of its account."""
    acts = [write_act(act) for act in position.acts]
    at = acts.index(text)
    return f"after {acts[at - 1]}" if at else "first"


# -- names -------------------------------------------------------------------------------------------------------------


def _renamed(position: Position, names: dict[str, str]) -> Position:
    def name(old: str) -> str:
        return names.get(old, old)

    def planet(old: str) -> str:
        owner, dot, number = old.partition(".")
        return f"{name(owner)}{dot}{number}" if dot else name(old)

    def player(old: Player) -> Player:
        return replace(old, name=name(old.name))

    def side(old: Side) -> Side:
        return replace(old, main=player(old.main), allies=tuple(player(ally) for ally in old.allies))

    def act(old: Act) -> Act:
        terms = tuple(
            replace(term, giver=name(term.giver), planet=planet(term.planet), source=planet(term.source))
            for term in old.terms
        )
        args = tuple(planet(arg) for arg in old.args)
        return replace(old, who=name(old.who), by=name(old.by), args=args, terms=terms)

    def keys(old: dict[str, Any]) -> dict[str, Any]:
        return {name(who): value for who, value in old.items()}

    counted: dict[str, Any] = {
        kind: keys(getattr(position, kind)) for kind in ("hands", *_COUNTED, "aliens", "removed")
    }
    return replace(
        position,
        offense=side(position.offense),
        defense=side(position.defense),
        target=(name(position.target[0]), position.target[1]) if position.target else None,
        planet=keys(position.planet) if position.planet is not None else None,
        **counted,
        seats=tuple(name(seat) for seat in position.seats),
        acts=tuple(act(one) for one in position.acts),
    )
