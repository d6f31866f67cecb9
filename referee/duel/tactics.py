"""Steps 5 and 6 of a duel: the tactics are revealed and resolved, and the ships that are left are counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.duel import state as st
from referee.duel.line import BLAST, ICONS, NOT_TOLD, NOTHING, RECOVER, SHIELD, split
from referee.duel.on import AbilityUse, Hidden, HiddenError, On, say, ships_of
from referee.duel.sending import begin_again
from referee.duel.texts import Ability
from referee.judge.finding import Finding

SPENT, READIED = "spent", "readied"


@dataclass
class Revealed:
    """A revealed tactic: its icon, its value once that is raised (None for no tactic), and whether it is ignored."""

    name: str
    tactic: str
    icon: str
    value: Finding | None
    ignored: bool = False

    def acts_as(self, icon: str) -> Finding | None:
        """Its value if it has this icon and is not ignored, or None."""
        return self.value if self.icon == icon and not self.ignored else None


def resolve(on: On) -> None:
    """Both tactics at once (reveal-resolve-tactics.13): blast against shield, then what is recovered, leader first."""
    told = {name: _shown(on, name) for name in on.table.order()}
    shown = {name: Revealed(name, tactic, split(tactic)[0], _value(on, name, tactic)) for name, tactic in told.items()}
    extra = _matching(on, shown)
    values = tuple(one.value for one in shown.values() if one.value is not None)
    if values:
        on.find("tactics.together", True, sources=values)
    hits = {name: _hits(on, shown[on.table.other(name)], one) + extra.get(name, 0) for name, one in shown.items()}
    for name, number in hits.items():
        on.fight.destroyed[name] = ships = min(number, on.here(name))
        if ships:
            destroy(on, name, ships, on.fight.planet)
    for name, one in shown.items():
        on.fight.outs[name] = _after(on, one)
    _recover(on, shown)


def _shown(on: On, name: str) -> str:
    tactic = on.fight.tactics.get(name, NOT_TOLD)
    icon, value = split(tactic)
    if value is None and icon in (*ICONS, st.UNKNOWN):
        raise HiddenError(Hidden("tactic", name, choices=tuple(_can_be(on, name, icon))))
    if tactic == NOT_TOLD:
        on.find("assume.tactics-done", True, name)
    elif tactic == NOTHING:
        on.find("tactics.none-played", True, name)
    return tactic


def _can_be(on: On, name: str, icon: str) -> Iterator[str]:
    """The tactics that a hidden one can be, of an icon that may be told: none beyond which nothing changes."""
    other = on.table.other(name)
    most = on.here(other) + on.here(name) + 2 + (split(on.fight.tactics.get(other, NOT_TOLD))[1] or 0)
    values = {BLAST: range(1, most + 1), SHIELD: range(1, most + 1), RECOVER: on.law["tactics.recovers"].value}
    for one in ICONS if icon == st.UNKNOWN else (icon,):
        yield from (f"{one} {value}" for value in values[one])


def _value(on: On, name: str, tactic: str) -> Finding | None:
    """The value of a revealed tactic, raised by an ability for its icon (card-cudgel.3)."""
    icon, value = split(tactic)
    if value is None:
        return None
    fact = Finding(on.law["facts.tactic"], value, (), (name, f"{icon} {value}"))
    raised = _raised(on, name, icon)
    if raised is None:
        return fact
    by = raised.args["by"]
    return on.find("ability.raises-tactic", value + by, name, raised.owner, by, sources=(fact,))


def _raised(on: On, name: str, icon: str) -> Ability | None:
    """The ability that raises a player's tactics with this icon, or None; HiddenError where its icon is not told."""
    ability = on.ability(name, "raises-tactic")
    return ability if ability is not None and icon == _icon_of(on, ability.owner) else None


def _icon_of(on: On, owner: str) -> str:
    """The icon on a card, which our copy does not show: the players read it off their card (DU-28)."""
    icon = on.table.icons.get(owner)
    if icon is None:
        raise HiddenError(Hidden("icon", owner, choices=ICONS))
    return icon


def _matching(on: On, shown: dict[str, Revealed]) -> dict[str, int]:
    """Ignores a tactic since both revealed the same; returns what is destroyed besides (card-bouncer.2, .3).

    What raises a tactic when it is revealed has done so before (abilities.11).
    """
    extra: dict[str, int] = {}
    for use in taken(on, "ignores-matching-tactic"):
        mine, theirs = shown[use.who], shown[on.table.other(use.who)]
        alike = split(mine.tactic) == split(theirs.tactic)
        if not _match(mine, theirs):
            raised = alike and mine.value is not None
            on.forbid("ability.no-match", use.who, citing="ability.raised-first" if raised else "")
            continue
        assert mine.value is not None
        assert theirs.value is not None
        value = mine.value.value
        if not alike:
            on.find("ability.raised-first", value, sources=(mine.value, theirs.value))
        on.find("ability.ignores-tactic", True, use.who, theirs.name, f"{mine.icon} {value}")
        theirs.ignored = True
        extra[theirs.name] = _besides(on, use, mine.icon)
    return extra


def _match(one: Revealed, other: Revealed) -> bool:
    """True if two revealed tactics have the same icon and the same value."""
    told = one.value is not None and other.value is not None
    return told and (one.icon, one.value and one.value.value) == (other.icon, other.value and other.value.value)


def _besides(on: On, use: AbilityUse, icon: str) -> int:
    """How many ships the ability destroys besides, where its player wants that and the icons match (card-bouncer.3)."""
    ability = on.ability(use.who, "ignores-matching-tactic")
    assert ability is not None
    besides: int = ability.args["ships"]
    ships = [arg for arg in use.args if arg.isdigit()]
    if any(int(arg) != besides for arg in ships):
        on.forbid("ability.one-besides", use.who, ships[0], value=besides)
    if not ships and "destroy" not in use.args:
        return 0
    if _icon_of(on, ability.owner) != icon:
        on.forbid("ability.other-icon", use.who, icon)
        return 0
    on.find("ability.destroys-besides", besides, use.who, on.table.other(use.who))
    return besides


def who_may_ignore(on: On) -> str:
    """Who may ignore the opponent's tactic because both revealed the same one; empty where nobody may."""
    halves = [_as_raised(on, name, tactic) for name, tactic in on.fight.tactics.items()]
    if len(halves) < len(on.table.seats) or len(set(halves)) > 1 or halves[0][1] is None:
        return ""
    return next((name for name in on.table.order() if on.ability(name, "ignores-matching-tactic")), "")


def _as_raised(on: On, name: str, tactic: str) -> tuple[str, int | None]:
    icon, value = split(tactic)
    raised = None if value is None else _raised(on, name, icon)
    return icon, value if value is None or raised is None else value + raised.args["by"]


def _hits(on: On, by: Revealed, one: Revealed) -> int:
    """How many ships of a player the opponent's tactic destroys, before it is seen how many there are."""
    blast, shield = by.acts_as(BLAST), one.acts_as(SHIELD)
    if blast is None:
        if shield is not None:
            on.find("tactics.idle-shield", 0, one.name, sources=(shield,))
        return 0
    hits = on.find("tactics.blast", blast.value, by.name, one.name, sources=(blast,))
    if shield is not None:
        left = max(blast.value - shield.value, 0)
        hits = on.find("tactics.shield", left, one.name, shield.value, blast.value, sources=(hits, shield))
    number: int = hits.value
    return number


def destroy(on: On, name: str, ships: int, planet: str = "") -> None:
    """Ships are destroyed: off a planet, or out of supply, they are placed on the Warp (warp.5)."""
    on.find("ships.destroyed", ships, name, ships_of(ships))
    if planet:
        on.settle_on(planet, name, -ships)
    else:
        on.take(name, on.table.supply, ships)
    on.put(name, on.table.warp, ships)


def lose(on: On, who: str, number: int, why: str) -> None:
    """Ships on the planet that an ability destroys, as the players say; in a contest there are none."""
    on.find("stated.loses", number, who, why or "an ability")
    if not on.fight.contest:
        destroy(on, who, min(number, on.here(who)), on.fight.planet)


def _after(on: On, one: Revealed) -> str:
    icon, value = split(one.tactic)
    if value is None:
        return NOTHING
    if icon == RECOVER and not one.ignored:
        on.find("tactics.recover-stays", True, one.name, f"{icon} {value}")
        return READIED
    on.find("tactics.spent", True, one.name, f"{icon} {value}")
    on.table.spent.setdefault(one.name, []).append(one.tactic)
    return SPENT


def _recover(on: On, shown: dict[str, Revealed]) -> None:
    """Recover 1 readies one spent tactic; recover 2 readies two, and then the opponent one (DU-09: leader first)."""
    recovering = {name: tactic for name, one in shown.items() if (tactic := one.acts_as(RECOVER)) is not None}
    if len(recovering) == len(shown):
        on.find("tactics.choices", True, on.table.leader)
    for name, found in recovering.items():
        value: int = found.value
        on.find("tactics.recover-two" if value > 1 else "tactics.recover-one", value, name)
        _ready(on, name, value, "")
        if value > 1:
            other = on.table.other(name)
            on.find("tactics.opponent-readies", 1, other)
            _ready(on, other, 1, shown[other].tactic if on.fight.outs.get(other) == SPENT else "")


def _ready(on: On, name: str, number: int, barred: str) -> None:
    """So many spent tactics of a player's choice are to be readied, as far as there are any; not the `barred` one."""
    before = sum(due.number for due in on.table.dues if due.who == name)
    left = max(len(to_ready(on, name, barred)) - before, 0)
    if left < number and name in on.untold_spent:
        on.find("assume.no-more-spent", True, name)
    can = on.as_much(name, number, left, "ready")
    if can:
        on.table.dues.append(st.Duty(name, [st.Option("ready", can)], whose=barred))


def to_ready(on: On, name: str, barred: str) -> list[str]:
    """The spent tactics that a player can ready: not the `barred` one, just revealed (reveal-resolve-tactics.9)."""
    spent = list(on.table.spent.get(name, ()))
    if barred in spent:
        spent.remove(barred)
    return spent


def has_readied(on: On, spent: int) -> bool:
    """True if a player so many of whose tactics are spent has a readied one."""
    owned: int = on.law["setup.tactics"].value
    return spent < owned


def uses_readied(on: On, who: str, tactic: str, spent: int) -> bool:
    """True if a player, so many of whose tactics are spent, uses a readied one.

    Refuses to use none while one is readied, and one once all are spent (choose-plans-tactics.3; tactics.11).
    """
    readied = has_readied(on, spent)
    if tactic == NOTHING and readied:
        on.forbid("tactics.must-choose", who)
    elif tactic != NOTHING and not readied:
        nearest = (say("tactics", tactics={who: NOTHING}),) if on.on_line else ()
        on.forbid("tactics.none-readied", who, value=on.law["setup.tactics"].value, nearest=nearest)
    return tactic != NOTHING and readied


def number_readied(on: On, due: st.Duty, told: int | None) -> int:
    """Returns how many spent tactics a recover readies; refuses another number (reveal-resolve-tactics.5, .7).

    With `--anyway` a line is ruled in spite of it; at a table the tokens themselves are turned, and cannot be others.
    """
    number = due.number
    if told not in (None, number):
        if on.on_line:
            on.forbid("tactics.ready-number", due.who, number, told)
        else:
            on.cannot("tactics.ready-number", due.who, number, told)
    return number


def taken(on: On, *verbs: str) -> list[AbilityUse]:
    """The uses of abilities with these effects that were told, in order; each is taken once."""
    found = [use for use in on.uses if _meant(on, use) in verbs]
    on.uses = [use for use in on.uses if use not in found]
    return found


def _meant(on: On, use: AbilityUse) -> str:
    """The effect of the ability meant by its own name, or by its alien's or envoy's; empty for none."""
    for text in on.texts_of(use.who):
        for ability in text.abilities:
            names = (ability.name, text.name) if ability.may else (ability.name,)
            if use.ability.casefold() in [name.casefold() for name in names]:
                return ability.verb
    return ""


def check_ships(on: On) -> str | None:
    """Step 6: returns who alone has ships and has won, an empty text where both have, None where the duel begins again.

    It does where no ship is left (check-for-ships).
    """
    left = [name for name in on.table.order() if on.here(name)]
    if not left:
        begin_again(on)
        return None
    if len(left) == 1:
        on.find("ships.one-left", left[0], left[0], ships_of(on.here(left[0])))
        return left[0]
    on.find("ships.both-left", True)
    return ""
