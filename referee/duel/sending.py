"""Steps 1 and 2 of a duel: the dials, and the ships that are sent."""

from __future__ import annotations

from referee.book.law import Law
from referee.duel.control import finish
from referee.duel.declared import Spoken
from referee.duel.on import Hidden, HiddenError, On, say, ships_of
from referee.duel.report import report_again
from referee.duel.state import Phase
from referee.duel.texts import Text


def send(on: On, dials: dict[str, int | None]) -> None:
    """Both dials are revealed, and each player sends that many ships (set-dials.1, reveal-dials.1, .2).

    A dial that is None is hidden, one of 0 is not set. A player without the ships to send loses the game.
    """
    _barred(on, dials)
    _limits(on, dials)
    owing = [name for name in on.table.order() if name not in on.fight.barred or not _owes_nothing(on, name)]
    empty = [name for name in owing if _available(on, name) == 0]
    if empty:
        _out_of_ships(on, empty)
        return
    on.find("sending.together", True)
    for name in on.table.order():
        if name not in on.fight.barred:
            _send(on, name, dials[name])


def _barred(on: On, dials: dict[str, int | None]) -> None:
    """Who is barred sends nothing; anybody else has to send."""
    for name in on.table.order():
        dial = dials.get(name)
        if name in on.fight.barred:
            on.find("sending.barred", True, name)
            if dial:
                on.forbid("sending.barred-sends", name)
            dials[name] = 0
        elif dial == 0:
            on.cannot("sending.must", name, nearest=(_typed(on, dials),))


def bars(card: Text, law: Law) -> bool:
    """True if who controls the planet when it is selected cannot send ships (card-regular-revenge.3)."""
    return bool(card.data.get("bars_controllers")) and law["sending.barred"].value == "at-selection"


def _owes_nothing(on: On, name: str) -> bool:
    """Whether a player who is barred from sending does not lose by an empty supply (DU-05)."""
    if on.table.supply.get(name) == 0:
        on.find("sending.nothing-owed", True, name)
    return bool(on.law["sending.nothing-owed"].value == "nothing-owed")


def _limits(on: On, dials: dict[str, int | None]) -> None:
    least, most = on.law["sending.dial"].value
    for name, dial in dials.items():
        if dial is not None and dial and not least <= dial <= most:
            on.forbid("sending.dial-range", name, least, most, value=dial, nearest=(_typed(on, dials),))


def not_told(on: On, name: str, dials: dict[str, int | None]) -> None:
    """Refuses dials of which a player's is missing: both are shown at the same time (reveal-dials.1)."""
    on.cannot("sending.at-once", name, nearest=(_typed(on, dials),))


def _typed(on: On, dials: dict[str, int | None]) -> Spoken:
    """The command nearest to these dials: each as it was told if it can show that, else what comes closest to it."""
    least, most = on.law["sending.dial"].value
    sends = [name for name in on.table.order() if name not in on.fight.barred]
    shown = {name: dials.get(name, least) for name in sends}
    closest = {name: "?" if dial is None else min(max(dial, least), most) for name, dial in shown.items()}
    return say("dial", dials=closest)


def _available(on: On, name: str) -> int | None:
    """How many ships a player could send at most; None where that was not told."""
    supply, warp = on.table.supply.get(name), on.table.warp.get(name)
    if on.fight.from_warp:
        if warp is None:
            raise HiddenError(Hidden("warp", name, 0, 5))
        return warp or (None if supply is None else min(supply, 1))
    return supply


def _out_of_ships(on: On, empty: list[str]) -> None:
    """Who must send ships and has none loses, and the opponent wins; with Masochism it wins (winning-the-game.5)."""
    table = on.table
    for name in empty:
        if on.ability(name, "wins-without-supply") is not None:
            finish(on, [name], on.find("ability.wins-without-supply", name, name))
            return
    if len(empty) > 1:
        finish(on, [], on.find("win.nobody", True, *empty))
        return
    winner = table.other(empty[0])
    finish(on, [winner], on.find("win.no-ships", winner, empty[0], winner))


def _send(on: On, name: str, dial: int | None) -> None:
    least, most = on.law["sending.dial"].value
    if dial is None:
        raise HiddenError(Hidden("dial", name, least, most))
    table = on.table
    from_warp = on.fight.from_warp and bool(table.warp.get(name))
    place, words = (table.warp, "the Warp") if from_warp else (table.supply, "supply")
    ships = _number(on, name, dial, from_warp)
    rule = "sending.from-warp" if from_warp else "sending.sends"
    on.find(rule, ships, name, ships_of(ships), words)
    on.take(name, place, ships)
    on.settle_on(on.fight.planet, name, ships)
    on.fight.sent[name] = ships


def _number(on: On, name: str, dial: int, from_warp: bool) -> int:
    """How many ships a player sends: as many as the dial shows, as far as there are any."""
    have = _available(on, name)
    if on.fight.from_warp and not from_warp:
        on.find("sending.one-from-supply", 1, name)
        return 1
    if have is not None and have < dial:
        on.find("sending.whole-warp" if from_warp else "sending.all", have, name, dial, ships_of(have))
        return have
    if have is None:
        on.find("assume.enough-ships", True, name, ships_of(dial))
    return dial


def begin_again(on: On) -> None:
    """With no ships left both plans are discarded and the duel starts over (check-for-ships.3, .4; DU-07)."""
    fight, table = on.fight, on.table
    on.find("ships.none", True)
    report_again(on)
    for name, cards in (on.told.discards or {}).items():
        table.discards.setdefault(name, []).extend(cards)
    fight.plans, fight.tactics, fight.sent, fight.destroyed, fight.outs = {}, {}, {}, {}, {}
    fight.dials, fight.acts, fight.began = {}, [], table.has_now(fight.planet)
    fight.asked = []
    table.phase = Phase.DIALS
