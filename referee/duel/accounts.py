"""Two accounts of one duel or contest: how each is read and ruled, what the result is, and the facts that differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from referee.book.loader import Rulebase
from referee.duel import api, cases
from referee.duel.clauses import CLAUSES
from referee.duel.declared import Spoken
from referee.duel.line import NOT_TOLD, NOTHING, DuelLine, Fighter
from referee.duel.ruling import DuelRuling, FightKind, PlayerTold
from referee.duel.state import UNKNOWN
from referee.duel.texts import KINDS, texts, with_sign
from referee.judge.ruling import Ruled
from referee.state.apart import Acts, Difference, Key

Facts = dict[Key, Any]

# Lines of which every ruling has the clauses: duels and contests that either side wins by clout.
PLAIN = (
    "blue 2 : 13 vs orange 1 : 7 ; advantage 1",
    "blue 1 : 7 vs orange 2 : 13 ; advantage 1",
    "blue : 13 vs orange : 7",
    "blue : 7 vs orange : 13",
)

_PRINTED = "duel card-"  # how the headings begin under which the book has what is printed on a card
_KINDS = "|".join(FightKind)
_NAMED = re.compile(rf"\s*({_KINDS})\s+(?=[^\W\d_])", re.IGNORECASE)  # no player of the big game: no ships follow
# The side of a contest has no ships before its colon.
_CONTEST = re.compile(r"""\s*[^\W\d_]\w*\s*(/\s*("[^"]*"|“[^”]*”|[^\s:;"“]+)\s*)?:""")


# -- lines -------------------------------------------------------------------------------------------------------------


def names_its_kind(line: str) -> bool:
    """True if a line says by its first word that it is one of Duel: `duel blue 2 : 6 vs orange 3 : 13`."""
    return _NAMED.match(line) is not None


def read(line: str, books: Rulebase) -> DuelLine:
    """Reads a duel or a contest, with or without that word before it; raises as `api.read_line` does."""
    told = _NAMED.match(line)
    plain = f"{' ' * told.end()}{line[told.end() :]}" if told else line  # each piece in its place
    contest = told[1].casefold() == FightKind.CONTEST if told else _CONTEST.match(plain) is not None
    return api.read_line(plain, contest, books)


def judge(line: DuelLine, books: Rulebase, anyway: bool = False) -> DuelRuling:
    """Rules a line that was read, by cases where hidden facts decide; `anyway` in spite of what forbids it."""
    return cases.judge(line, books, anyway)


def players(line: DuelLine) -> tuple[str, ...]:
    """Both players, the leader first."""
    return tuple(fighter.name for fighter in line.fighters())


def named(text: str, books: Rulebase) -> str | None:
    """The clauses of the alien, envoy or card that a name means, as a heading of the book; None where there is none."""
    known = texts(books)
    found = next((text_of for kind in KINDS if (text_of := known.find(kind, text)) is not None), None)
    if found is None:
        return None
    rule = books.law[found.data["law"]] if "law" in found.data else None
    printed = str(found.data.get("printed") or (rule.cites[0].id if rule is not None else ""))
    return printed.rpartition(".")[0] if printed.startswith(_PRINTED) else printed or None


def sheets(line: DuelLine) -> list[str]:
    """The aliens, envoys and destiny card that are told on a line."""
    aliens = [fighter.alien for fighter in line.fighters() if fighter.alien]
    revealed = [told["envoy"] for told in line.told("reveal")]
    return [*aliens, *line.envoys.values(), *revealed, *([line.card] if line.card else [])]


# -- results -----------------------------------------------------------------------------------------------------------

_OF_PLAYER = ("destroyed", "stays", "retreats")


def result(ruling: Ruled) -> dict[str, object]:
    """What follows for both players, by field: what two rulings may agree in. Clout is on the way to it."""
    summary = ruling.summary()
    found: dict[str, object] = {name: summary[name] for name in ("status", "outcome", "winner", "prize", "straggler")}
    found["winners"] = sorted(summary["winners"] or ())
    found |= _of_players(summary["players"] or {})
    found |= {f"discards.{name}": cards for name, cards in (summary["discards"] or {}).items() if cards}
    found["then"] = sorted(f"{then['who']} {then['does']} {then['what']}" for then in summary["then"])
    found["illegal"] = [entry["says"] for entry in summary["illegal"]]
    found["cases"] = [case.to_dict() for case in ruling.cases]
    return found


def _of_players(players: dict[str, PlayerTold]) -> dict[str, str | int | None]:
    told = [(name, *happening) for name, player in players.items() for happening in _happening(player)]
    return {f"players.{name}.{key}": value for name, key, value in told}


def _happening(player: PlayerTold) -> Iterator[tuple[str, str | int | None]]:
    """What happens to a player, by field: nothing of what happens to nobody."""
    yield from ((key, player[key]) for key in _OF_PLAYER if player.get(key))
    if player.get("tactic") not in (None, "none"):
        yield "tactic", player["tactic"]


# -- facts -------------------------------------------------------------------------------------------------------------


def differences(one: DuelLine, other: DuelLine) -> list[Difference]:
    """The facts in which two accounts differ, in the order of the line; an empty list if they tell the same."""
    facts = (_facts(one), _facts(other))
    keys = [key for key in dict.fromkeys((*facts[0], *facts[1])) if facts[0].get(key) != facts[1].get(key)]
    found = [_difference(key, *facts) for key in keys]
    return [*(_as_one_kind(found) if _KIND in keys else found), *_acts(one, other).differences()]


def _as_one_kind(found: list[Difference]) -> list[Difference]:
    """The differences of a duel from a contest: what only a duel has goes with that it is one."""
    of_duels = [one for one in found if one.keys[0][0] in _OF_DUELS]
    kind = next(one for one in found if one.keys == (_KIND,))
    whole = kind._replace(keys=(_KIND, *(one.keys[0] for one in of_duels)))
    return [whole if one is kind else one for one in found if one not in of_duels]


def mixed(one: DuelLine, other: DuelLine, taken: Collection[Difference]) -> DuelLine:
    """The first account with these facts as the other has them. It may be one that cannot be."""
    keys = {key for difference in taken for key in difference.keys}
    facts, others = _facts(one), _facts(other)
    for key in keys:
        if key in others:
            facts[key] = others[key]
        else:
            facts.pop(key, None)
    return _line(facts, _acts(one, other).mixed(keys))


def _acts(one: DuelLine, other: DuelLine) -> Acts[Spoken]:
    return Acts(one.acts, other.acts, str, lambda act: (act.verb, act.who))


_COUNTED = ("supply", "warp", "there", "controls", "spent")
_BY_NAME = ("hands", "envoys", "snares", "icons", "says")
_KIND: Key = ("kind",)
_OF_DUELS = ("dial", "tactic", "advantage", "supply", "warp", "there", "spent")  # of what a contest has nothing


def _facts(line: DuelLine) -> Facts:
    found: Facts = {_KIND: line.contest, ("roles",): players(line)}
    for fighter in line.fighters():
        told = {"dial": fighter.dial, "tactic": fighter.tactic, "plan": fighter.plan, "plus": fighter.plus}
        told |= {"alien": fighter.alien}
        found |= {(kind, fighter.name): value for kind, value in told.items() if value not in (NOT_TOLD, ())}
    found |= {("card",): line.card} if line.card else {}
    found |= {("advantage",): line.advantage} if line.told_advantage else {}
    found |= {("prize",): (line.prize, line.effect)} if line.prize or line.effect else {}
    for kind in (*_COUNTED, *_BY_NAME):
        found |= {(kind, name): value for name, value in getattr(line, kind).items()}
    return found


def _line(facts: Facts, acts: tuple[Spoken, ...]) -> DuelLine:
    contest: bool = facts[_KIND]

    def fighter(name: str) -> Fighter:
        dial = facts.get(("dial", name), 0 if contest else None)
        tactic, alien = facts.get(("tactic", name), NOT_TOLD), facts.get(("alien", name), "")
        return Fighter(name, alien, dial, tactic, facts.get(("plan", name), UNKNOWN), facts.get(("plus", name), ()))

    leader, straggler = map(fighter, facts[("roles",)])
    line = DuelLine(contest, leader, straggler, acts=acts)
    line.card = facts.get(("card",), "")
    line.told_advantage = ("advantage",) in facts
    line.advantage = facts.get(("advantage",))
    line.prize, line.effect = facts.get(("prize",), ("", ""))
    for kind in (*_COUNTED, *_BY_NAME):
        setattr(line, kind, {key[1]: value for key, value in facts.items() if key[0] == kind})
    return line


# -- words -------------------------------------------------------------------------------------------------------------


class _Said(NamedTuple):
    """A kind of fact in words: what it is about, how it is, how a line tells it, and how it is where no line does."""

    what: str
    says: Callable[[Any], str]
    clause: Callable[[str, Any], str]
    unsaid: str = "not said"


def _difference(key: Key, one: Facts, other: Facts) -> Difference:
    said, who = _SAID[key[0]], (*key, "")[1]
    there = [key in facts for facts in (one, other)]
    says = [said.says(facts[key]) if known else said.unsaid for facts, known in zip((one, other), there, strict=True)]
    clauses = [said.clause(who, facts[key]) if known else "" for facts, known in zip((one, other), there, strict=True)]
    return Difference((key,), said.what.format(who), (says[0], says[1]), (clauses[0], clauses[1]))


def _ships(count: int | None) -> str:
    return "not known" if count is None else f"{count or 'no'} ship{'' if count == 1 else 's'}"


def _number_of(noun: str) -> Callable[[int | None], str]:
    return lambda count: "not known" if count is None else f"{count} {noun}{'' if count == 1 else 's'}"


def _written(count: int | None) -> str:
    return UNKNOWN if count is None else str(count)


def _dialed(who: str, dial: int | None) -> str:
    return f"{who} {NOTHING if dial == 0 else _written(dial)}"


def _tactic(tactic: str) -> str:
    return "no tactic" if tactic == NOTHING else "hidden" if tactic == UNKNOWN else tactic


def _card(card: str) -> str:
    return "hidden" if card == UNKNOWN else "no plan" if card == NOTHING else card


def _hand(cards: tuple[str, ...]) -> str:
    known = any(card != UNKNOWN for card in cards)
    return " ".join(cards) if known else f"{len(cards)} card{'' if len(cards) == 1 else 's'}"


def _counts(place: str) -> Callable[[str, int | None], str]:
    return lambda who, count: str(CLAUSES[place](counts={who: count}))


def _told(word: str, *fields: str) -> Callable[[str, object], str]:
    """How a clause tells a fact of somebody."""
    return lambda who, value: str(CLAUSES[word](**dict(zip(fields, (who, value), strict=True))))


_SAID = {
    "kind": _Said("what was fought", lambda contest: "a contest" if contest else "a duel", lambda _, told: ""),
    "roles": _Said("who leads", lambda roles: f"{roles[0]} leads", lambda _, roles: " vs ".join(roles)),
    "dial": _Said("{}'s ships", _ships, _dialed),
    "tactic": _Said("{}'s tactic", _tactic, lambda who, tactic: f"{who} {_tactic(tactic)}"),
    "plan": _Said("{}'s plan", _card, lambda who, card: f"{who} : {card}"),
    "plus": _Said(
        "reinforcements on {}'s side",
        lambda cards: " ".join(map(with_sign, cards)),
        lambda _, cards: " ".join(map(with_sign, cards)),
        "none",
    ),
    "alien": _Said("{}'s alien", str, lambda who, alien: f"{who}/{alien}"),
    "card": _Said("the destiny card", str, lambda _, card: str(CLAUSES["card"](card=card))),
    "advantage": _Said(
        "the ship advantage", _written, lambda _, advantage: str(CLAUSES["advantage"](advantage=advantage))
    ),
    "prize": _Said(
        "the prize",
        lambda told: " ".join(filter(None, told)),
        lambda _, told: str(
            CLAUSES["prize"](prize=told[0], effect=told[1]) if told[0] else CLAUSES["effect"](effect=told[1])
        ),
    ),
    "supply": _Said("{}'s supply", _ships, _counts("supply")),
    "warp": _Said("{}'s ships in the Warp", _ships, _counts("warp")),
    "there": _Said("{}'s ships on the planet before", _ships, _counts("there")),
    "controls": _Said("the planets that {} controls besides", _number_of("planet"), _counts("controls")),
    "spent": _Said("{}'s spent tactics", _number_of("tactic"), _counts("spent")),
    "hands": _Said("{}'s hand", _hand, _told("hand", "who", "cards")),
    "envoys": _Said("{}'s ally", str, _told("envoy", "who", "envoy"), "no ally"),
    "snares": _Said("{}'s snare", _card, _told("snare", "who", "card"), "no snare"),
    "icons": _Said("the icon on {}'s card", str, _told("icon", "owner", "icon")),
    "says": _Said("what {} says", str, _told("text", "owner", "words")),
}


# -- names -------------------------------------------------------------------------------------------------------------


def spelled_like(one: DuelLine, other: DuelLine) -> DuelLine:
    """The other account with its players' names in the letters of the first: case does not tell players apart."""
    known = {name.casefold(): name for name in players(one)}
    names = {name: known[name.casefold()] for name in players(other) if known.get(name.casefold(), name) != name}
    return _renamed(other, names) if names else other


def _renamed(line: DuelLine, names: dict[str, str]) -> DuelLine:
    leader, straggler = (side._replace(name=names.get(side.name, side.name)) for side in line.fighters())
    counted: dict[str, Any] = {
        kind: {names.get(who, who): value for who, value in getattr(line, kind).items()}
        for kind in (*_COUNTED, "hands", "envoys", "snares")
    }
    acts = tuple(act._replace(values=dict(_of_act(act.values, names))) for act in line.acts)
    return replace(line, leader=leader, straggler=straggler, acts=acts, **counted)


def _of_act(values: dict[str, Any], names: dict[str, str]) -> Iterator[tuple[str, object]]:
    """What is said of an act, with its players called by these names."""
    for field, value in values.items():
        if field in ("who", "whose"):
            yield field, names.get(value, value)
        elif field == "args":
            yield field, tuple(names.get(arg, arg) for arg in value)
        else:
            yield field, value
