"""Encounter lines made at random: positions as a table could have them, for properties and for speed."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import strategies as st

from referee.state import encounter as pos
from referee.state.encounter import Act, Card, Hand, Player, Position, Side, Term

NAMES = ("red", "blue", "green", "yellow", "purple", "Zoë", "p7")
ALIENS = (
    "Macron",
    "Parasite",
    "Clone",
    "Zombie",
    "Human",
    "Warrior",
    "Pacifist",
    "Loser",
    "Kamikaze",
    "Reserve",
    "Mirror",
    "Anti-Matter",
    "Tripler",
    "Virus",
    "Void",
    "Warpish",
    "Amoeba",
    "The-Cult",
    "Brute (Alternate Timeline)",
)
EXAMPLE = "green/Macron 1 + blue/Parasite 3 : 10 +2 vs purple/Clone 2 + yellow/Zombie 4 : 12"

T = TypeVar("T")


@st.composite
def several(draw: st.DrawFn, strategy: st.SearchStrategy[T], least: int, most: int) -> tuple[T, ...]:
    """Some values, in the order drawn."""
    return tuple(draw(strategy) for _ in range(draw(st.integers(least, most))))


def _unlike(strategy: st.SearchStrategy[T], least: int, most: int) -> st.SearchStrategy[tuple[T, ...]]:
    """Different values, in the order drawn."""
    return several(strategy, least, most).map(lambda drawn: tuple(dict.fromkeys(drawn)))


counts = st.one_of(st.integers(0, 20), st.none())
cards = st.one_of(
    st.integers(-7, 40).map(lambda value: Card(pos.ATTACK, value)),
    st.sampled_from(
        [Card(pos.ATTACK), Card(pos.NEGOTIATE), Card(pos.MORPH), Card(pos.NONE), Card(pos.HIDDEN),
         Card(pos.OTHER, None, "Retreat")]
    ),
)  # fmt: skip
hand_cards = st.sampled_from(["10", "-4", "N", "M", "+2", "Card-Zap", "Cosmic-Zap", "Macron", "?"])
hands = st.one_of(
    counts.map(Hand),
    several(hand_cards, 0, 5).map(lambda held: Hand(len(held), held)),
)
whys = st.sampled_from(["", "Oracle", "the [bold]Fungus[/] thing", "{0} %s ' or 1=1 --", "шутка 42"])


@st.composite
def acts(draw: st.DrawFn, names: list[str]) -> Act:
    """Anything that may be done or stated on a line with these players."""
    name = st.sampled_from(names)
    by = draw(st.one_of(st.just(""), name))
    side = st.sampled_from([pos.OFFENSE, pos.DEFENSE])
    terms = several(_terms(names), 1, 3)
    made = [
        lambda: Act("zap", draw(name), by, draw(st.sampled_from(["", "Macron", "The-Cult"]))),
        lambda: Act(
            draw(st.sampled_from(["card-zap", "ionic-gas", "quash", "emotion-control", "mobius-tubes"])), by=by
        ),
        lambda: Act("plague", draw(name), by),
        lambda: Act("force-field", args=draw(_unlike(name, 1, 3)), by=by),
        lambda: Act("force-field", args=("all",), by=by),
        lambda: Act(
            "use",
            draw(name),
            name=draw(st.sampled_from(["", "Macron", "The-Cult"])),
            args=draw(several(st.sampled_from(["3", "N", "+2", "-1", "offense"]), 0, 2)),
        ),
        lambda: Act("flare", draw(name), name=draw(st.sampled_from(["Macron", "The-Cult"]))),
        lambda: Act("tech", draw(name), name="Xenon-Lasers"),
        lambda: Act("reinforce", draw(name), amount=draw(st.integers(0, 9)), side=draw(side)),
        lambda: Act("deal", terms=draw(terms)),
        lambda: Act("no-deal"),
        lambda: Act("add", side=draw(side), amount=draw(st.integers(-9, 30)), why=draw(whys)),
        lambda: Act("worth", draw(name), amount=draw(st.integers(0, 9)), why=draw(whys)),
        lambda: Act("value", draw(name), amount=draw(st.integers(-9, 50)), why=draw(whys)),
        lambda: Act("saves", draw(name), amount=draw(st.one_of(st.none(), st.integers(0, 5))), why=draw(whys)),
        lambda: Act("value", draw(name), name=draw(st.sampled_from("NM")), why=draw(whys)),
        lambda: Act("wins", side=draw(side), why=draw(whys)),
        lambda: Act("game", draw(name), why=draw(whys)),
        lambda: Act("game", args=("nobody",), why=draw(whys)),
        lambda: draw(statements(names)),
    ]
    return draw(st.sampled_from(made))()


@st.composite
def statements(draw: st.DrawFn, names: list[str]) -> Act:
    """What players state of ships, cards and colonies."""
    who, why = draw(st.sampled_from(names)), draw(whys)
    verb = draw(st.sampled_from(["loses", "rewards", "compensation", "removed", "stays", "colony", "nothing"]))
    if verb == "nothing":
        return Act(verb, who, why=why)
    if verb == "colony":
        planet = draw(st.sampled_from(["", f"{names[0]}.2"]))
        ships = draw(st.one_of(st.none(), st.integers(1, 4))) if planet else None
        return Act(verb, who, terms=(Term(who, colony=True, planet=planet, ships=ships),), why=why)
    args = draw(st.sampled_from([(), ("colonies",)])) if verb == "loses" else ()
    return Act(verb, who, amount=draw(st.integers(0, 6)), args=args, why=why)


@st.composite
def _terms(draw: st.DrawFn, names: list[str]) -> Term:
    giver = draw(st.sampled_from(names))
    if draw(st.booleans()):
        held = draw(several(st.sampled_from(["10", "N", "+2"]), 0, 2))
        return Term(giver, len(held) if held else draw(st.integers(0, 4)), held)
    planet = draw(st.sampled_from(["", f"{names[0]}.2"]))
    ships = draw(st.one_of(st.none(), st.integers(1, 4)))
    source = draw(st.sampled_from(["", "gate", "colonies", f"{names[1]}.3"]))
    return Term(giver, colony=True, planet=planet, ships=ships, source=source)


@st.composite
def positions(draw: st.DrawFn, hidden: bool = True, anything: bool = True) -> Position:
    """A position; `hidden` lets numbers and cards be `?`, `anything` lets it hold acts and facts of any kind."""
    names = draw(st.permutations(NAMES))
    dealt = iter(draw(st.permutations(ALIENS)))  # each sheet is there once

    def sheets() -> tuple[str, ...]:
        if anything:
            return draw(_unlike(st.sampled_from(ALIENS), 0, 2))
        return (next(dealt),) if draw(st.booleans()) else ()

    number = counts if hidden else st.integers(0, 20)
    sent = number if anything else st.integers(1, 4)
    offense = Player(names[0], draw(sent), sheets())
    defense = Player(names[1], draw(number if anything else st.integers(0, 6)), sheets())
    allies = [Player(name, draw(sent), sheets()) for name in names[2 : 2 + draw(st.integers(0, 3))]]
    split = draw(st.integers(0, len(allies)))
    card = (
        cards if hidden else cards.filter(lambda c: c.kind in (pos.ATTACK, pos.NEGOTIATE, pos.MORPH) and str(c) != "A")
    )
    plus = several(st.sampled_from([2, 3, 5, None] if hidden else [2, 3, 5]), 0, 2)
    position = Position(
        Side(offense, tuple(allies[:split]), draw(card), draw(plus)),
        Side(defense, tuple(allies[split:]), draw(card), draw(plus)),
    )
    if not anything:
        return position
    mapping = several(st.tuples(st.sampled_from(names[:5]), counts), 0, 2).map(dict)
    position.target = draw(st.one_of(st.none(), st.tuples(st.sampled_from(names[:3]), st.sampled_from("12345"))))
    position.planet = draw(st.one_of(st.none(), mapping.filter(bool)))
    position.hands = draw(several(st.tuples(st.sampled_from(names[:4]), hands), 0, 2).map(dict))
    position.warp, position.tokens, position.foreign, position.home = (draw(mapping) for _ in range(4))
    position.seats = draw(st.one_of(st.just(()), st.just(tuple(names))))
    position.second = draw(st.booleans())
    position.acts = draw(several(acts(list(names[:5])), 0, 4))
    return position
