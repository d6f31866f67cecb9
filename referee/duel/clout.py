"""Steps 7 to 9 of a duel, 3 to 5 of a contest: plans, what changes their clout, and who wins."""

from __future__ import annotations

from collections.abc import Container

from referee.duel import state as st
from referee.duel.line import NOTHING
from referee.duel.on import Hidden, HiddenError, On
from referee.duel.tactics import taken
from referee.duel.texts import REINFORCEMENT, Ability, is_reinforcement, number
from referee.judge.finding import Finding


def reveal_plans(on: On) -> None:
    """Both plans are revealed and are the clout that players start with (plans-and-clout.2), then abilities act."""
    fight = on.fight
    for name in on.table.order():
        card = fight.plans.get(name, NOTHING)
        if card == st.UNKNOWN:
            low, high = on.law["clout.plans"].value
            lowest = min(low, *(text.data.get("plan", low) for text in on.texts.of(REINFORCEMENT)))
            raise HiddenError(Hidden("plan", name, lowest, high))
        fight.values[name] = worth(on, name, card)
    on.find("contest.reveal" if fight.contest else "clout.reveal", True)
    _transpose(on)
    for used in taken(on, "replaces-plans", "plans-count-as", "springs-snare"):
        use(on, *used)


def worth(on: On, name: str, card: str) -> int:
    """What a card is worth as a plan; a reinforcement what is printed for that (card-big-boost.2)."""
    low, _ = on.law["clout.plans"].value
    value = number(card)
    if card == NOTHING:
        on.cannot("clout.no-plan", name)
    check_plan(on, name, card)
    if is_reinforcement(card, low):
        if value is None:
            on.cannot("clout.not-as-plan", name, card)
        printed = any(text.data.get("plan") == value for text in on.texts.of(REINFORCEMENT))
        on.find("clout.as-plan" if printed else "assume.as-plan", value, name, card)
    return int(card)


def check_plan(on: On, name: str, card: str, off_deck: bool = False) -> None:
    """Refuses a plan that is in neither deck (choose-plans-tactics.2).

    A reinforcement may be played as a plan, but a card turned up `off_deck` is none (determine-the-straggler.1).
    """
    low, high = on.law["clout.plans"].value
    value = number(card)
    below = value is not None and value < low and (off_deck or not is_reinforcement(card, low))
    if value is not None and (value > high or below):
        on.cannot("clout.no-such-plan", name, card, low, high)


def _transpose(on: On) -> None:
    """The two digits of every revealed plan change places, the sign stays (card-mirror.2; DU-19)."""
    if _transposes(on):
        for name, value in on.fight.values.items():
            on.fight.values[name] = _turned(on, value)
            rule = "ability.transposes-signed" if value < 0 else "ability.transposes"
            on.find(rule, on.fight.values[name], name, value)
            if on.fight.values[name] != value:
                on.fight.turned[name] = value


def _transposes(on: On) -> bool:
    return any(on.ability(name, "transposes-plans") is not None for name in on.table.seats)


def _turned(on: On, value: int) -> int:
    """A plan's value once its digits have changed places."""
    kept = on.law["ability.transposes-signed"].value == "sign-kept"
    return int(f"{abs(value):02}"[::-1]) * (-1 if value < 0 and kept else 1)


def _turned_first(on: On, who: str, name: str, wanted: Container[int | None]) -> None:
    """Says that a plan was turned before an ability looked at its value, where that makes the difference (DU-21)."""
    before = on.fight.turned.get(name)
    if before is not None and on.fight.values[name] in wanted:
        on.find("ability.turned-first", on.fight.values[name], who, name, before)


def _turned_away(on: On, who: str, name: str, wanted: Container[int | None], citing: str) -> None:
    """Refuses what could be done only with a plan as it was before it was turned (DU-21)."""
    before = on.fight.turned.get(name)
    if before is not None and before in wanted and on.fight.values[name] not in wanted:
        on.forbid("ability.turned-away", who, name, before, value=on.fight.values[name], citing=citing)


def use(on: On, who: str, name: str, args: tuple[str, ...], in_time: bool = True) -> None:
    """An ability is used after plans are revealed; `in_time` is False once reinforcements have begun."""
    verb = next((verb for verb in _AFTER_PLANS if _is_called(on.ability(who, verb), name)), "")
    ability = on.usable(who, verb, name, in_time)
    if any(used.split()[0] != who for used in on.fight.used):
        on.find("ability.in-turn", True, on.table.leader)
    _AFTER_PLANS[verb](on, ability, who, args)
    on.fight.used.append(f"{who} {ability.name}")


def _is_called(ability: Ability | None, name: str) -> bool:
    """True if an ability is meant by this name: its own, or that of its alien or envoy."""
    return ability is not None and name.casefold() in (ability.name.casefold(), ability.owner.casefold())


def _count_as(on: On, ability: Ability, who: str, args: tuple[str, ...]) -> None:
    counts = [str(value) for value in ability.args["counts"]]
    changed = [name for name, value in on.fight.values.items() if value in ability.args["values"]]
    wanted = _counted(on, args, counts)
    if not wanted or any(name not in wanted for name in changed):
        on.cannot("ability.counts-as-which", who, " or ".join(counts))
    if not changed:
        _nothing_to_count(on, ability, who)
    if len({wanted[name] for name in changed}) > 1:
        _counts_each(on, who)
    for name in changed:
        _turned_first(on, who, name, ability.args["values"])
        on.find("ability.counts-as", wanted[name], who, name, on.fight.values[name])
        on.fight.values[name] = wanted[name]


def _counts_each(on: On, who: str) -> None:
    """Both plans are changed, and not to the same: forbidden by one reading."""
    if on.law["ability.counts-each"].value == "alike":
        on.forbid("ability.counts-each", who)
    on.find("ability.counts-each", True, who)


def _nothing_to_count(on: On, ability: Ability, who: str) -> None:
    for name in on.fight.values:
        _turned_away(on, who, name, ability.args["values"], "ability.nothing-to-count")
    on.forbid("ability.nothing-to-count", who)


def _counted(on: On, args: tuple[str, ...], counts: list[str]) -> dict[str, int]:
    """As what each player's plan is to count: `42` for both, or `blue -42 orange 42`; who is not told is left out."""
    found: dict[str, int] = {}
    whose = on.table.seats
    for arg in args:
        if arg in on.table.seats:
            whose = (arg,)
        elif arg in counts:
            found |= dict.fromkeys(whose, int(arg))
    return found


def _replace(on: On, ability: Ability, who: str, args: tuple[str, ...]) -> None:
    """Each player, the leader first, takes one of the top three cards of their deck as plan (card-chosen.2 to .4)."""
    cards = [arg for arg in args if arg == st.UNKNOWN or number(arg) is not None]
    on.find("ability.replaces-plans", ability.args["cards"], who, ability.args["cards"])
    if len(cards) != len(on.table.seats):
        on.cannot("ability.new-plans", who)
    for name, card in zip(on.table.order(), cards, strict=False):
        if _has_deck(on, name):
            _replace_one(on, ability, name, card)


def _replace_one(on: On, ability: Ability, name: str, card: str) -> None:
    if card == st.UNKNOWN:
        raise HiddenError(Hidden("new plan", name, *on.law["clout.plans"].value))
    fight, table = on.fight, on.table
    old = fight.plans[name]
    looked = min(ability.args["cards"], table.piles.get(name, ability.args["cards"]))
    if name in table.piles:
        table.piles[name] -= looked
        table.discards[name] += [st.UNKNOWN] * (looked - 1)
    if on.law["ability.new-plan"].value == "discarded":
        on.put_away(name, old)
    else:
        table.hands.get(name, []).append(old)
    fight.plans[name] = card
    fight.values[name] = value = worth(on, name, card)
    on.find("ability.new-plan", value, name, card, old)
    on.find("ability.discards-looked", looked - 1, name)
    fight.turned.pop(name, None)
    if _transposes(on) and _turned(on, value) != value:
        on.find("ability.not-turned", value, name)


def _has_deck(on: On, name: str) -> bool:
    """Whether there are cards to look at: an empty deck is made anew of the own discards."""
    table = on.table
    if name not in table.piles or table.piles[name]:
        return True
    if not table.discards[name]:
        on.find("abilities.as-much", 0, name, "look at 0 cards")
        return False
    on.reshuffle(name)
    return True


def _spring(on: On, ability: Ability, who: str, args: tuple[str, ...]) -> None:
    """A snare as high as the opponent's plan is revealed, and its owner says who wins (card-pitfall.5 to .7)."""
    other = on.table.other(who)
    snare = on.table.snares.get(who, "")
    if not snare:
        on.cannot("ability.no-snare", who)
    if snare == st.UNKNOWN:
        low, high = on.law["clout.plans"].value
        raise HiddenError(Hidden("snare", who, low, high))
    matching = (number(snare),)
    _turned_away(on, who, other, matching, "ability.snare-differs")
    _turned_first(on, who, other, matching)
    if number(snare) != on.fight.values[other]:
        on.forbid("ability.snare-differs", who, snare, other, on.fight.values[other])
        return
    players = [arg for arg in args if arg in on.table.seats]
    if not players or (len(players) == 1 and not on.on_line):
        on.cannot("ability.names-winner", who, citing="ability.both-to-pile")
    on.find("ability.springs", players[0], who, snare, players[0])
    on.fight.winner = players[0]
    plan = on.fight.plans.pop(other)
    del on.table.snares[who]
    if len(players) > 1:
        on.find("ability.both-to-pile", players[1], who, players[1])
        on.put_away(players[1], snare)
        on.put_away(players[1], plan)
    else:
        on.leave(who, "chooses", "to whose discard pile the snare and the matching plan go", on.steps[-1])


_AFTER_PLANS = {"plans-count-as": _count_as, "replaces-plans": _replace, "springs-snare": _spring}


# -- clout -------------------------------------------------------------------------------------------------------------


def clout(on: On) -> dict[str, Finding]:
    """The total clout of each player as things stand: plan, ship advantage, reinforcements, abilities."""
    bonus = None if on.fight.contest else _advantage(on)
    return {name: _total(on, name, bonus) for name in on.table.order()}


def _total(on: On, name: str, bonus: tuple[str, Finding] | None) -> Finding:
    fight, law = on.fight, on.law
    parts = [Finding(law["clout.plan"], fight.values[name], (), (name,))]
    if bonus is not None and bonus[0] == name:
        parts.append(bonus[1])
    for added in fight.added:
        if added.who == name:
            parts.append(Finding(law["clout.stated"], added.number, (), (name, added.why or "an ability")))
    cards = _reinforcements(on, name)
    parts += [Finding(law["clout.reinforced"], value, (), (name, card)) for card, value in cards if value is not None]
    parts += _by_parity(on, name, [card for card, value in cards if value is None], _sum(parts))
    rule = law["contest.total" if fight.contest else "clout.total"]
    return Finding(rule, _sum(parts), tuple(parts), (name,))


def _sum(parts: list[Finding]) -> int:
    return sum(part.value for part in parts)


def _reinforcements(on: On, name: str) -> list[tuple[str, int | None]]:
    """The reinforcements that change a player's clout, with their numbers; HiddenError where one is not told."""
    cards = []
    for at, played in enumerate(on.fight.played):
        if played.on == name and played.card == st.UNKNOWN:
            raise HiddenError(Hidden("plus", name, -20, 20, place=at))
        if played.on == name:
            cards.append((played.card, number(played.card)))
    return cards


def _by_parity(on: On, name: str, cards: list[str], total: int) -> list[Finding]:
    """What reinforcements add that look at whether the clout of all others is even (their text)."""
    parity = "odd" if total % 2 else "even"
    texts = [(card, on.texts.find(REINFORCEMENT, card)) for card in cards]
    return [
        Finding(on.law["clout.parity"], text.data[parity], (), (name, card, parity)) for card, text in texts if text
    ]


def _advantage(on: On) -> tuple[str, Finding] | None:
    """Who has the ship advantage, and its number; nobody with equally many ships (plans-and-clout.6, .8)."""
    here = _counting(on)
    first, second = on.table.order()
    if here[first] == here[second]:
        on.find("clout.no-advantage", 0, here[first])
        return None
    who = first if here[first] > here[second] else second
    if on.fight.advantage is None:
        raise HiddenError(Hidden("advantage", who, 0, on.law["clout.most-advantage"].value))
    words = (who, here[who], here[on.table.other(who)])
    found = on.find("clout.advantage", on.fight.advantage, *words)
    sent = on.fight.sent
    if sent.get(first, 0) != sent.get(second, 0) and sent.get(who, 0) < sent.get(on.table.other(who), 0):
        on.find("clout.advantage-passes", who, who)
    return who, found


def _counting(on: On) -> dict[str, int]:
    """The ships of each player on the planet that count for the advantage (DU-26)."""
    here = {name: on.here(name) for name in on.table.order()}
    fresh = {name: max(on.fight.sent.get(name, 0) - on.fight.destroyed.get(name, 0), 0) for name in here}
    for name, ships in here.items():
        if ships > fresh[name]:
            on.find("clout.ships-before", ships, name)
    if on.law["clout.ships-before"].value == "just-sent":
        return {name: min(ships, fresh[name]) for name, ships in here.items()}
    return here


def name_winner(on: On, who: str, why: str) -> None:
    """An ability names the winner, as the players say."""
    on.find("stated.wins", who, who, why or "an ability")
    on.fight.winner = who


def determine(on: On) -> None:
    """Higher clout wins; a tie is the straggler's (determine-winner.1, .2; contests.8, .9)."""
    fight, table = on.fight, on.table
    totals = clout(on)
    fight.clout = {name: total.value for name, total in totals.items()}
    sources = tuple(totals.values())
    contest = "contest" if fight.contest else "clout"
    if fight.winner:  # an ability has named the winner
        on.find("ability.winner-named", fight.winner, fight.winner, sources=sources)
        return
    first, second = table.order()
    if not fight.contest and _wiped_out_late(on):
        return
    if fight.clout[first] == fight.clout[second]:
        fight.winner = table.straggler
        on.find(f"{contest}.tie", fight.winner, fight.winner, sources=sources)
        return
    fight.winner = first if fight.clout[first] > fight.clout[second] else second
    loser = table.other(fight.winner)
    on.find(f"{contest}.higher", fight.winner, fight.winner, loser, sources=sources)


def _wiped_out_late(on: On) -> bool:
    """Whether a player without ships since step 6 has lost by that; clout decides all the same (DU-18)."""
    gone = [name for name in on.table.order() if not on.here(name)]
    if len(gone) != 1:
        return False
    other = on.table.other(gone[0])
    on.find("clout.late", other, gone[0], other)
    if on.law["clout.late"].value == "clout-decides":
        return False
    on.fight.winner = other
    return True
