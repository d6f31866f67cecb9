"""Steps 5 and 6 of a duel: the tactics are revealed and resolved, and the ships that are left are counted."""

from __future__ import annotations

from referee.duel import state as st
from referee.duel.line import BLAST, NOT_TOLD, NOTHING, RECOVER, SHIELD, Act, split
from referee.duel.on import Hidden, HiddenError, On, ships_of
from referee.duel.sending import begin_again
from referee.duel.texts import Ability
from referee.judge.finding import Finding

SPENT, READIED = "spent", "readied"


def resolve(on: On) -> None:
    """Both tactics at once (reveal-resolve-tactics.13): blast against shield, then what is recovered, leader first."""
    fight = on.fight
    shown = {name: _shown(on, name) for name in on.table.order()}
    values = {name: _value(on, name, tactic) for name, tactic in shown.items()}
    ignored, extra = _matching(on, shown, values)
    told = [found for found in values.values() if found is not None]
    if told:
        on.find("tactics.together", True, sources=tuple(told))
    blasted = {}
    for name in on.table.order():
        other = on.table.other(name)
        blasted[name] = _destroyed(on, other, name, shown, values, ignored) + extra.get(name, 0)
    for name, number in blasted.items():
        ships = min(number, on.here(name))
        fight.destroyed[name] = ships
        if ships:
            destroy(on, name, ships, on.fight.planet)
    for name, tactic in shown.items():
        fight.outs[name] = _after(on, name, tactic, name in ignored)
    _recover(on, shown, values, ignored)


def _shown(on: On, name: str) -> str:
    tactic = on.fight.tactics.get(name, NOT_TOLD)
    if tactic == st.UNKNOWN or (split(tactic)[1] is None and split(tactic)[0] in (BLAST, SHIELD, RECOVER)):
        other = on.table.other(name)
        most = on.here(other) + on.here(name) + 2 + (split(on.fight.tactics.get(other, NOT_TOLD))[1] or 0)
        choices = [f"{icon} {value}" for icon in (BLAST, SHIELD) for value in range(1, most + 1)]
        choices += [f"{RECOVER} {value}" for value in on.law["tactics.recovers"].value]
        icon = split(tactic)[0]
        raise HiddenError(Hidden("tactic", name, choices=tuple(c for c in choices if icon in ("?", c.split()[0]))))
    if tactic == NOT_TOLD:
        on.find("assume.tactics-done", True, name)
    elif tactic == NOTHING:
        on.find("tactics.none-played", True, name)
    return tactic


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
        raise HiddenError(Hidden("icon", owner, choices=(BLAST, SHIELD, RECOVER)))
    return icon


def _matching(on: On, shown: dict[str, str], values: dict[str, Finding | None]) -> tuple[list[str], dict[str, int]]:
    """Whose tactic is ignored since both revealed the same, and what is destroyed besides (card-bouncer.2, .3).

    What raises a tactic when it is revealed has done so before (abilities.11).
    """
    ignored: list[str] = []
    extra: dict[str, int] = {}
    for act in taken(on, "ignores-matching-tactic"):
        other = on.table.other(act.who)
        icon, _ = split(shown[act.who])
        mine, theirs = values[act.who], values[other]
        alike = split(shown[act.who]) == split(shown[other])
        if mine is None or theirs is None or icon != split(shown[other])[0] or mine.value != theirs.value:
            on.forbid("ability.no-match", act.who, citing="ability.raised-first" if alike and mine is not None else "")
            continue
        if not alike:
            on.find("ability.raised-first", mine.value, sources=(mine, theirs))
        on.find("ability.ignores-tactic", True, act.who, other, f"{icon} {mine.value}")
        ignored.append(other)
        besides = _besides(on, act, icon)
        if besides:
            extra[other] = besides
    return ignored, extra


def _besides(on: On, act: Act, icon: str) -> int:
    """How many ships the ability destroys besides, where its player wants that and the icons match (card-bouncer.3)."""
    ability = on.ability(act.who, "ignores-matching-tactic")
    assert ability is not None
    besides: int = ability.args["ships"]
    ships = [arg for arg in act.args if arg.isdigit()]
    if any(int(arg) != besides for arg in ships):
        on.forbid("ability.one-besides", act.who, ships[0], value=besides)
    if not ships and "destroy" not in act.args:
        return 0
    if _icon_of(on, ability.owner) != icon:
        on.forbid("ability.other-icon", act.who, icon)
        return 0
    on.find("ability.destroys-besides", besides, act.who, on.table.other(act.who))
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


def _destroyed(
    on: On, by: str, name: str, shown: dict[str, str], values: dict[str, Finding | None], ignored: list[str]
) -> int:
    """How many ships of a player the opponent's tactic destroys, before it is seen how many there are."""
    blast, shield = values[by], values[name]
    if blast is None or by in ignored or split(shown[by])[0] != BLAST:
        if shield is not None and split(shown[name])[0] == SHIELD and name not in ignored:
            on.find("tactics.idle-shield", 0, name, sources=(shield,))
        return 0
    hits = on.find("tactics.blast", blast.value, by, name, sources=(blast,))
    if shield is not None and split(shown[name])[0] == SHIELD and name not in ignored:
        left = max(blast.value - shield.value, 0)
        hits = on.find("tactics.shield", left, name, shield.value, blast.value, sources=(hits, shield))
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


def lose(on: On, name: str, ships: int, why: str) -> None:
    """Ships on the planet that an ability destroys, as the players say; in a contest there are none."""
    on.find("stated.loses", ships, name, why or "an ability")
    if not on.fight.contest:
        destroy(on, name, min(ships, on.here(name)), on.fight.planet)


def _after(on: On, name: str, tactic: str, ignored: bool) -> str:
    icon, value = split(tactic)
    if value is None:
        return NOTHING
    if icon == RECOVER and not ignored:
        on.find("tactics.recover-stays", True, name, f"{icon} {value}")
        return READIED
    on.find("tactics.spent", True, name, f"{icon} {value}")
    on.table.spent.setdefault(name, []).append(tactic)
    return SPENT


def _recover(on: On, shown: dict[str, str], values: dict[str, Finding | None], ignored: list[str]) -> None:
    """Recover 1 readies one spent tactic; recover 2 readies two, and then the opponent one (DU-09: leader first)."""
    both = all(split(tactic)[0] == RECOVER for tactic in shown.values())
    if both and not ignored:
        on.find("tactics.choices", True, on.table.leader)
    for name, tactic in shown.items():
        found = values[name]
        if split(tactic)[0] != RECOVER or found is None or name in ignored:
            continue
        value: int = found.value
        on.find("tactics.recover-two" if value > 1 else "tactics.recover-one", value, name)
        _ready(on, name, value, "")
        if value > 1:
            other = on.table.other(name)
            on.find("tactics.opponent-readies", 1, other)
            _ready(on, other, 1, shown[other] if on.fight.outs.get(other) == SPENT else "")


def _ready(on: On, name: str, number: int, barred: str) -> None:
    """So many spent tactics of a player's choice are to be readied, as far as there are any; not the `barred` one."""
    before = sum(due.number for due in on.table.dues if due.who == name)
    left = max(len(to_ready(on, name, barred)) - before, 0)
    if left < number and name in on.untold_spent:
        on.find("assume.no-more-spent", True, name)
    can = on.as_much(name, number, left, "ready")
    if can:
        on.table.dues.append(st.Due(name, [f"ready {can}"], whose=barred))


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
        nearest = (f"tactics {who} no tactic",) if on.on_line else ()
        on.forbid("tactics.none-readied", who, value=on.law["setup.tactics"].value, nearest=nearest)
    return tactic != NOTHING and readied


def number_readied(on: On, due: st.Due, told: int | None) -> int:
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


def taken(on: On, *verbs: str) -> list[Act]:
    """The uses of abilities with these effects that were told, in order; each is taken once."""
    found: list[Act] = []
    left: list[Act] = []
    for act in on.uses:
        (found if _meant(on, act) in verbs else left).append(act)
    on.uses = left
    return found


def _meant(on: On, act: Act) -> str:
    """The effect of the ability meant by its own name, or by its alien's or envoy's; empty for none."""
    for text in on.texts_of(act.who):
        for ability in text.abilities:
            names = (ability.name, text.name) if ability.may else (ability.name,)
            if act.name.casefold() in [name.casefold() for name in names]:
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
