"""What was done and what the players state, in the words of the table commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.state.encounter import MORPH, NEGOTIATE, Act, Term
from referee.state.reader import LETTER_CARDS, Names, Reader
from referee.state.tokens import is_number, is_quoted, is_word


def read_act(r: Reader) -> Act:
    """One act or statement; the current piece is one of `OPENINGS`."""
    return _ACTS[r.step().lower()](r)


def read_one(text: str, names: Names, players: Iterable[str]) -> Act:
    """One act as it is kept at a table of these players. Raises MalformedError."""
    reader = Reader(text, names)
    reader.players = {name.casefold(): name for name in players}
    return read_act(reader)


def _zap(r: Reader, second: str = "") -> Act:
    if second:
        r.expect_word(second)
    return _zapped(r)


def _zapped(r: Reader) -> Act:
    who = r.player("the player whose power is zapped")
    name = ""
    if r.mark("/") or (not r.done() and not r.says("by")):
        name = r.alien()
    return Act("zap", who, r.read_by(), name)


def _plain(r: Reader, verb: str, second: str) -> Act:
    if second:
        r.expect_word(second)
    return Act(verb, by=r.read_by())


def _plague(r: Reader) -> Act:
    return Act("plague", r.player("the player who is plagued"), r.read_by())


def _force_field(r: Reader, second: str = "field") -> Act:
    if second:
        r.expect_word(second)
    if r.word("all"):
        return Act("force-field", args=("all",), by=r.read_by())
    allies = [r.player("the allies whose alliances are cancelled, or 'all'")]
    while r.mark(",") or (not r.done() and not r.says("by")):
        allies.append(r.player("another ally"))
    return Act("force-field", args=tuple(allies), by=r.read_by())


def _use(r: Reader) -> Act:
    who = r.player("the player who uses a power")
    name = r.alien() if r.mark("/") else ""
    return Act("use", who, name=name, args=_args(r))


def _flare(r: Reader) -> Act:
    who = r.player("the player who plays the flare")
    name = r.alien()
    face = next((word for word in ("super", "wild") if not r.is_player() and r.word(word)), "")
    return Act("flare", who, name=name, face=face, args=_args(r))


def _tech(r: Reader) -> Act:
    who = r.player("the player who uses the tech")
    return Act("tech", who, name=r.card_name("the name of a tech", "tech"), args=_args(r))


def _args(r: Reader) -> tuple[str, ...]:
    found: list[str] = []
    while not r.done():
        r.mark(",")
        if not r.done():
            found.append(_arg(r))
    return tuple(found)


def _arg(r: Reader) -> str:
    if r.is_player() and (r.now.lower() not in LETTER_CARDS or r.ahead() == "."):
        if r.ahead() == ".":
            owner, number = r.planet()
            return f"{owner}.{number}"
        return r.player()
    for word in ("offense", "defense", "all", "gate", "odd", "even"):
        if r.word(word):
            return word
    if (is_word(r.now) or is_quoted(r.now)) and r.now.lower() not in LETTER_CARDS:
        shown = r.now.strip('"“”')
        alien = r.names.alien(shown)
        if alien is not None:
            r.step()
            return f'"{alien}"' if not alien.replace("-", "").isalnum() else alien
    return r.hand_card()


def _reinforce(r: Reader) -> Act:
    who = r.player("the player who plays the reinforcement")
    r.mark("+")
    return _with_amount(r, Act("reinforce", who), "the value of the reinforcement, such as +2", r.a_side)


def _with_amount(r: Reader, act: Act, what: str, then: Callable[[], str] | None = None) -> Act:
    """Reads the amount of an act, `?` if it is hidden, and then its side or the players' own words."""
    act.hidden = r.mark("?")
    if not act.hidden:
        act.amount = r.signed(f"{what} (a number or ?)")
    if then is not None:
        act.side = then()
    else:
        act.why = r.rest()
    return act


def _no_deal(r: Reader) -> Act:
    r.expect_word("deal")
    return Act("no-deal")


def _deal(r: Reader) -> Act:
    terms = [_term(r)]
    while r.mark(",") or r.word("and"):
        terms.append(_term(r))
    return Act("deal", terms=tuple(terms))


def _term(r: Reader) -> Term:
    giver = r.player("the player who gives")
    if not r.word("gives"):
        r.fail("'gives', such as: red gives 2 cards")
    if r.word("colony"):
        return _colony(r, giver)
    if r.word("promise"):
        if not is_quoted(r.now):
            r.fail('what is promised, in quotes, such as: gives promise "to help next time"')
        return Term(giver, 0, promise=r.step()[1:-1])
    if (is_number(r.now) or r.now == "?") and r.ahead().lower() in ("card", "cards"):
        count = None if r.mark("?") else r.card_count()
        r.step()
        return Term(giver, count)
    if r.word("card"):
        return Term(giver, 1)
    cards: list[str] = []
    while not r.done() and not r.says("and") and r.now != ",":
        cards.append(r.hand_card())
    if not cards:
        r.fail("what is given: 2 cards, named cards, or colony purple.3 for 2 from gate")
    return Term(giver, len(cards), tuple(cards))


def _colony(r: Reader, giver: str) -> Term:
    """What is said of a colony: the planet, how many ships found it, and where they come from."""
    planet, ships, source = "", None, ""
    if is_word(r.now) and r.ahead() == ".":
        owner, number = r.planet()
        planet = f"{owner}.{number}"
    if r.word("for"):
        ships = r.count("how many ships found the colony")
    if r.word("from"):
        if r.word("gate"):
            source = "gate"
        elif r.word("colonies"):
            source = "colonies"
        elif r.word("warp"):
            source = "warp"
        else:
            owner, number = r.planet()
            source = f"{owner}.{number}"
    return Term(giver, colony=True, planet=planet, ships=ships, source=source)


def _state_add(r: Reader) -> Act:
    side = r.a_side()
    return _with_amount(r, Act("add", side=side), "how much is added")


def _state_worth(r: Reader) -> Act:
    return _with_amount(r, Act("worth", r.player("the player whose ships have this worth")), "what each ship is worth")


def _state_value(r: Reader) -> Act:
    act = Act("value", r.player("the main player whose card has this value"))
    for kind, letter in ((NEGOTIATE, "N"), (MORPH, "M")):
        card = LETTER_CARDS.get(r.now.lower())
        if card is not None and card.kind == kind:
            r.step()
            return Act("value", act.who, name=letter, why=r.rest())
    return _with_amount(r, act, "what the card becomes: N, M or the attack's value")


def _state_saves(r: Reader) -> Act:
    act = Act("saves", r.player("the player whose ships are saved"))
    if is_number(r.now) or r.now == "?":
        return _with_amount(r, act, "how many are saved")
    act.why = r.rest()
    return act


def _state_wins(r: Reader) -> Act:
    side = r.a_side()
    return Act("wins", side=side, why=r.rest())


def _state_loses(r: Reader) -> Act:
    act = _counted(r, Act("loses", r.player("the player who loses more ships")), "how many more are lost")
    if r.says("from", "colonies"):
        r.step()
        r.step()
        act.args = ("colonies",)
    act.why = r.rest()
    return act


def _counting(verb: str, who: str, what: str) -> Callable[[Reader], Act]:
    """Reads a statement that counts something of a player: so many cards, rewards or ships."""

    def read(r: Reader) -> Act:
        act = _counted(r, Act(verb, r.player(who)), what)
        act.why = r.rest()
        return act

    return read


def _counted(r: Reader, act: Act, what: str) -> Act:
    """Reads how many, `?` if it is hidden; there is no such thing as fewer than none."""
    act.amount = r.count(what)
    act.hidden = act.amount is None
    return act


def _state_colony(r: Reader) -> Act:
    who = r.player("the player who gains a colony")
    return Act("colony", who, terms=(_colony(r, who),), why=r.rest())


def _state_nothing(r: Reader) -> Act:
    return Act("nothing", r.player("the player whose power or card changes nothing here"), why=r.rest())


_ACTS: dict[str, Callable[[Reader], Act]] = {
    "zap": _zap,
    "cosmic": lambda r: _zap(r, "zap"),
    "cosmic-zap": _zap,
    "card": lambda r: _plain(r, "card-zap", "zap"),
    "card-zap": lambda r: _plain(r, "card-zap", ""),
    "ionic": lambda r: _plain(r, "ionic-gas", "gas"),
    "ionic-gas": lambda r: _plain(r, "ionic-gas", ""),
    "quash": lambda r: _plain(r, "quash", ""),
    "emotion": lambda r: _plain(r, "emotion-control", "control"),
    "emotion-control": lambda r: _plain(r, "emotion-control", ""),
    "mobius": lambda r: _plain(r, "mobius-tubes", "tubes"),
    "mobius-tubes": lambda r: _plain(r, "mobius-tubes", ""),
    "plague": _plague,
    "force": _force_field,
    "force-field": lambda r: _force_field(r, ""),
    "use": _use,
    "flare": _flare,
    "tech": _tech,
    "reinforce": _reinforce,
    "deal": _deal,
    "no": _no_deal,
    "add": _state_add,
    "worth": _state_worth,
    "value": _state_value,
    "saves": _state_saves,
    "wins": _state_wins,
    "loses": _state_loses,
    "rewards": _counting("rewards", "the player who gets rewards", "how many rewards"),
    "compensation": _counting("compensation", "the player who takes compensation", "how many cards"),
    "removed": _counting("removed", "the player whose ships leave the game", "how many ships"),
    "stays": _counting("stays", "the player whose ships stay on the planet", "how many ships"),
    "colony": _state_colony,
    "nothing": _state_nothing,
}
OPENINGS = frozenset(_ACTS)
