"""What is played or used besides the encounter cards: artifacts, flares, reinforcements, powers (4.2 to 4.4, 4.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from referee.judge.acts import ARTIFACTS, STATEMENTS
from referee.judge.board import DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted, cards_of, ships_of
from referee.judge.table import powers, technology
from referee.judge.table.allying import cancel_alliances
from referee.judge.table.answering import reconsider
from referee.judge.table.deals import check_deal, talked
from referee.judge.table.played import acts_of, answered, at_once, card_of, standing, zapped
from referee.judge.table.resolving import owed
from referee.judge.table.turn import Turn, command
from referee.judge.timing import in_order
from referee.law.loader import Names
from referee.law.power import Alien, Use
from referee.position import table as tbl
from referee.position.canonical import write_act
from referee.position.contenders import AFTER, BEFORE
from referee.position.encounter import OFFENSE, Act
from referee.position.table import Due, Table


@command("act")
def act(on: Turn) -> None:
    """Something played or used: kept in order, and ruled with the encounter. Its card leaves its owner's hand.

    What answers an act that did its work already is ruled on the table as it was before that.
    """
    assert on.command.act is not None
    done = _signed(on, on.command.act)
    check(on, done)
    if done.verb == "tech" and technology.use(on, done):
        return
    _in_timing_order(on, done)
    if done.verb == "zap":
        _zap(on, done)
        return
    back = on.table.rewind if done.verb == "card-zap" else None
    if back is not None:
        on.table = _with_use_restored(on, done, back)
    on.table.rewind = None
    power = powers.carried_by(on, done) if done.verb == "use" else None
    if done.verb == "flare":
        power = powers.of_flare(on, done)
    _play(on, done)
    if power is not None and not _carry_out_use(on, power, done):
        return
    if back is not None and f"{on.table.acts[-2]} ".startswith("zap "):
        on.find("cards.negated", True, ARTIFACTS["zap"])
    if on.table.phase != tbl.RESOLUTION:
        _carry_out(on)
    elif done.verb in ("deal", "no-deal"):
        talked(on)
    else:
        reconsider(on)


def _signed(on: Turn, done: Act) -> Act:
    """The act with its player: as said, or else the only one who can have played it, as far as the hands are known."""
    card = ARTIFACTS.get(done.verb)
    if card is None or done.by:
        return done
    if _offense_only(on, card):
        return replace(done, by=on.table.turn)
    holders = [name for name in on.table.seats if card in on.table.hands[name]]
    return replace(done, by=holders[0]) if len(holders) == 1 else done


def _offense_only(on: Turn, card: str) -> bool:
    known = on.rulebase.card(card)
    return known is not None and OFFENSE in known.roles and "any" not in known.roles


def _play(on: Turn, done: Act) -> None:
    """Takes the card out of its player's hand and puts the act down; what works at once is discarded at once."""
    by = done.by or (done.who if done.verb in ("reinforce", "flare") else "")
    card = done.name if done.verb == "flare" else card_of(done)
    if card and by:
        if not on.holds(by, card):  # on the table as it was before what is answered
            on.cannot("table.not-held", by, card, history=("undo",))
        on.give_up(by, card)
    elif card:
        on.find("cards.player-unsaid", True, card)
    on.table.acts = (*on.table.acts, write_act(done))
    on.find("table.done", True, write_act(done))
    if done.verb == "flare":
        on.find("flares.on-the-table", 0, done.who)
    elif done.verb in ARTIFACTS:
        acts = acts_of(on.table, Names(on.rulebase))
        if len(acts) - 1 in at_once(acts, on.table.carried):
            on.discard((card,))
            on.find("cards.spent", True, card)


def _in_timing_order(on: Turn, done: Act) -> None:
    """Several players in one phase act in timing order (4.8.2): said where one follows another."""
    table = on.table
    if not table.fresh or not table.acts or done.verb in ("card-zap", "zap", *STATEMENTS):
        return
    before = acts_of(table, Names(on.rulebase))[-1]
    who = done.by or done.who
    other = before.by or before.who
    if who and other and who != other:
        others = [name for name in table.clockwise(table.turn) if name not in table.mains()]
        players = in_order(on.law["timing.order"].value, table.turn, table.defense, others)
        order = [name for name in players if name]
        on.find("timing.round", order, " before ".join(name for name in order if name in (who, other)))


def _carry_out_use(on: Turn, power: powers.Power, done: Act) -> bool:
    """Does what a use does at once, so that it can still be zapped; whether the outcome reckons with it as well."""
    table = on.table
    if not powers.USES[power.verb].ruled:
        table.carried = (*table.carried, len(table.acts) - 1)
    before = table.copy()
    powers.carry_out(on, power, done)
    on.table.rewind = before
    return powers.USES[power.verb].ruled


def _zap(on: Turn, done: Act) -> None:
    """A Cosmic Zap takes back the use that it answers, as far as that was carried out (4.3.3.1).

    The table with the use and the zap is kept: a Card Zap may still answer the zap.
    """
    back = _before_use(on, done)
    if back is None:
        on.table.rewind = None
        _play(on, done)
    else:
        stands = _with_use(on, done, back)
        on.table = back.copy()
        _play(on, done)
        on.find("cards.use-taken-back", True, done.who)
        on.table.rewind = stands.copy()
    powers.lapse(on, done.who)
    if on.table.phase == tbl.RESOLUTION:
        reconsider(on)


def _answers_use(on: Turn, done: Act) -> bool:
    """Whether a zap answers the act before it: a use of that player's that was carried out at once."""
    table = on.table
    return table.fresh and bool(table.acts) and f"{table.acts[-1]} ".startswith(f"use {done.who} ")


def _before_use(on: Turn, done: Act) -> Table | None:
    """The table as it was before a use was carried out that a zap answers; None where it answers none."""
    return on.table.rewind if done.verb == "zap" and _answers_use(on, done) else None


def _with_use(on: Turn, done: Act, back: Table) -> Table:
    """The table with a use and the zap that answers it, should that be negated.

    The card was held before the use, and is no longer in the hand that the use touches.
    """
    again = Turn(on.table, on.rulebase, on.command)
    if done.by and on.table.hands[done.by] != back.hands[done.by]:
        again.table = _carried_again(on, done, back)
    _play(again, done)
    return again.table


def _with_use_restored(on: Turn, done: Act, back: Table) -> Table:
    """The table as a Card Zap leaves it before its card is played: with the use again whose zap it negates."""
    acts = on.table.acts
    touched = done.by and back.hands[done.by] != on.table.hands[done.by]
    if not touched or not (acts[-1].startswith("zap ") and "".join(acts[-2:-1]).startswith("use ")):
        return back.copy()
    before = on.table.copy()
    before.acts = acts[:-1]
    found = _carried_again(on, done, before)
    found.acts = (*found.acts, acts[-1])
    return found


def _carried_again(on: Turn, done: Act, before: Table) -> Table:
    """The table after its last act, a use, was carried out while an answer to it was out of its player's hand."""
    again = Turn(before, on.rulebase, on.command)
    use, card = acts_of(before, Names(on.rulebase))[-1], card_of(done)
    power = powers.carried_by(again, use)
    again.give_up(done.by, card)
    if power is not None:
        powers.carry_out(again, power, use)
    again.table.hands[done.by] = (*again.table.hands[done.by], card)
    return again.table


# -- what is carried out at once ---------------------------------------------------------------------------------------


def _carry_out(on: Turn) -> None:
    """Does what the last card does, if it works at once and no Card Zap that stands has answered it."""
    acts = acts_of(on.table, Names(on.rulebase))
    at: int | None = len(acts) - 1
    while at is not None and acts[at].verb == "card-zap":
        at = answered(acts, at)
    if at is None or acts[at].verb not in _AT_ONCE:
        return
    on.table.rewind = on.table.copy()
    if standing(acts)[at]:
        _AT_ONCE[acts[at].verb](on, acts[at])
    else:
        on.find("cards.negated", True, ARTIFACTS[acts[at].verb])


def _mobius_tubes(on: Turn, _: Act) -> None:
    """All ships leave the warp; each owner chooses the colonies they go to."""
    for name in on.table.seats:
        mine = [due for due in on.table.due if due.who == name and (due.what, due.place) == ("return", tbl.WARP)]
        # Other Mobius Tubes may have been played just before, and these ships not be placed yet.
        count = on.table.at(tbl.WARP, name) - sum(due.count for due in mine)
        if count > 0 and on.table.colonies(name):
            on.table.due.append(Due(name, "return", count, tbl.WARP))
            on.find("cards.mobius-tubes", count, name, ships_of(count))


def _plague(on: Turn, done: Act) -> None:
    """Three ships of the plagued player's choice go to the warp; one card of each type is discarded."""
    most: int = on.law["cards.plague"].value
    have = min(most, on.table.on_colonies(done.who))
    on.find("cards.plague", have, done.who, ships_of(have))
    if have:
        on.table.due.append(Due(done.who, "lose", have, source="plague"))
    if on.table.hands[done.who]:
        on.table.due.append(Due(done.who, "discard", 1))


def _force_field(on: Turn, done: Act) -> None:
    """The alliances named are cancelled: these players are no allies any more and take their ships home."""
    cancel_alliances(on, list(on.table.allies if done.args == ("all",) else done.args))


_AT_ONCE: dict[str, Callable[[Turn, Act], None]] = {
    "mobius-tubes": _mobius_tubes,
    "plague": _plague,
    "force-field": _force_field,
}


# -- what may not be done ----------------------------------------------------------------------------------------------


def check(on: Turn, done: Act) -> None:
    """Refuses what may not be played or used now. Changes nothing."""
    artifact = ARTIFACTS.get(done.verb)
    if artifact is not None:
        _check_bars(on, done, artifact)
    if done.verb in _CHECKS:
        _CHECKS[done.verb](on, done)
    by = done.by or (done.who if done.verb in ("reinforce", "flare") else "")
    card = done.name if done.verb == "flare" else card_of(done)
    back = _before_use(on, done)
    then = on if back is None else Turn(back, on.rulebase, on.command, looks=True)
    if card and by and not then.holds(by, card):
        on.cannot("table.not-held", by, card)


def _check_reinforcement(on: Turn, done: Act) -> None:
    """Reinforcements come when the cards are turned up, from those who take part (4.2.1)."""
    table = on.table
    if table.phase != tbl.REVEAL or not table.revealed:
        nearest = () if table.phase != tbl.REVEAL else (_reveal_text(on),)
        on.forbid("reveal.when-reinforced", done.who, nearest=nearest)
    if not on.side_of(done.who):
        on.forbid("reveal.who-reinforces", done.who)


def _reveal_text(on: Turn) -> str:
    cards = on.table.cards
    if tbl.UNKNOWN not in cards.values():
        return "reveal"
    return "reveal " + ", ".join(f"{name} {card}" for name, card in cards.items())


def _check_bars(on: Turn, done: Act, card: str) -> None:
    """The bars of a card show who may play it, and in which phase (4.3.1, 4.8.1)."""
    known = on.rulebase.card(card)
    if known is None:
        return
    now = on.open_phases() if on.table.phase == tbl.RESOLUTION else on.open_phases() - {tbl.RESOLUTION}
    if known.phases and "any" not in known.phases and not now.intersection(known.phases):
        phases = " or ".join(known.phases)
        on.forbid("cards.phase", card, f"the {phases} phase", on.table.phase)
    if _offense_only(on, card) and done.by not in ("", on.table.turn):
        on.forbid("cards.offense-only", card, done.by)
    if done.verb == "emotion-control" and not on.table.revealed:
        on.forbid("cards.after-the-reveal", card, nearest=(_reveal_text(on),) if on.table.cards else ())


def _check_card_zap(on: Turn, _: Act) -> None:
    """It answers an artifact or a flare at the moment somebody tries to use it."""
    acts = acts_of(on.table, Names(on.rulebase)) if on.table.fresh else ()
    last = next((one for one in reversed(acts) if one.verb not in STATEMENTS), None)
    if last is None or not (last.verb in ARTIFACTS or last.verb == "flare"):
        on.forbid("powers.card-zap-target")


def _check_power(on: Turn, player: str, rule: str) -> list[Alien]:
    """The sheets of a player whose power is meant: there must be one, and it must not be lost (4.6.2.1)."""
    if player in on.table.hidden:
        on.cannot("power.facedown", player, nearest=(f"show {player}",))
    sheets = on.sheets(player)
    if not sheets:
        on.cannot(rule, player)
    if on.table.powers.get(player) == tbl.LOST:
        on.forbid("power.unusable", player)
    return sheets


def _check_zap(on: Turn, done: Act) -> None:
    """A Cosmic Zap cancels a use as it is made; what works without being used it cannot touch (4.3.3.1, 4.3.3.2)."""
    sheets = _check_power(on, done.who, "cards.no-power-to-zap")
    if done.name and done.name not in [alien.name for alien in sheets]:
        on.cannot("cards.no-power-to-zap", f"{done.who}, who is not the {done.name},")
    if any(not alien.uses for alien in sheets):
        return
    uses = [use for alien in sheets for use in alien.uses]
    now = [use for use in uses if "any" in use.phases or on.open_phases().intersection(use.phases)]
    if now and not any(use.zappable for use in now) and (on.table.phase == tbl.RESOLUTION or _answers_use(on, done)):
        on.forbid("powers.no-use", done.who)
    answers = _answers_use(on, done) and on.table.rewind is not None
    over = on.table.phase == tbl.RESOLUTION or all(_is_over(on, use) for use in uses if use.zappable)
    if not answers and ((not now and over) or powers.is_spent(on, done.who)):
        on.forbid("cards.zap-late", done.who)
    acts = acts_of(on.table, Names(on.rulebase))
    if on.table.fresh and acts and acts[-1].verb == "flare" and acts[-1].who == done.who and _is_super(on, acts[-1]):
        on.find("flares.super-zapped", True, done.who, acts[-1].name)


def _is_over(on: Turn, use: Use) -> bool:
    """Whether the phases of a use have gone by."""
    here = min(_place(phase) for phase in on.open_phases())
    return all(_place(phase) < here for phase in use.phases)


def _check_use(on: Turn, done: Act) -> None:
    """A power is used by who has it, in its phases and role, and no more once it was zapped (4.8.1, 4.3.3.1)."""
    sheets = _check_power(on, done.who, "cards.no-power-to-use")
    if zapped(acts_of(on.table, Names(on.rulebase)), done.who) or on.is_zapped(done.who):
        on.forbid("powers.used-again", done.who)
    uses = [use for alien in sheets for use in alien.uses]
    if not uses or any(not alien.uses for alien in sheets):
        return
    phases = {phase for use in uses for phase in use.phases}
    if "any" not in phases and not on.open_phases().intersection(phases):
        said = " or ".join(sorted(phases, key=_place))
        on.forbid("powers.phase", done.who, sheets[0].name, f"the {said} phase", on.table.phase)
    if on.table.phase != tbl.RESOLUTION:
        role = powers.role_of(on, done.who)
        if not any(admitted(role, use.roles) for use in uses):
            on.forbid("powers.role", done.who, sheets[0].name)
    if len(sheets) == 1:
        _check_moment(on, done.who, sheets[0])


def _check_moment(on: Turn, who: str, alien: Alien) -> None:
    """A sheet can place its power before the cards are selected, between selection and reveal, or after it (4.8.1)."""
    table = on.table
    phases = {phase for use in alien.uses for phase in use.phases}
    if alien.moment == BEFORE and phases == {tbl.PLANNING} and table.cards:
        on.forbid("powers.before-cards", who, alien.name, next(iter(table.cards)), history=("undo",))
    if alien.moment != AFTER:
        return
    if phases == {tbl.PLANNING} and (len(table.cards) < len(table.mains()) or table.revealed):
        on.forbid("powers.after-cards", who, alien.name)
    if phases == {tbl.REVEAL} and not table.revealed:
        on.forbid("powers.after-reveal", who, alien.name, nearest=(_reveal_text(on),) if table.cards else ())


def _place(phase: str) -> int:
    return tbl.PHASES.index(phase) if phase in tbl.PHASES else len(tbl.PHASES)


def _is_super(on: Turn, done: Act) -> bool:
    """Whether the super text of a flare is used: by who has the matching sheet, with the power in force (4.4.1)."""
    return done.name in on.table.aliens.get(done.who, ()) and on.table.powers.get(done.who) != tbl.LOST


def _check_flare(on: Turn, done: Act) -> None:
    """One flare a player and one use a flare in an encounter; whose sheet matches it must use the super text (4.4)."""
    for other in acts_of(on.table, Names(on.rulebase)):
        if other.verb != "flare":
            continue
        if other.who == done.who:
            on.forbid("flares.one", f"{done.who} plays a second flare", history=("undo",))
        if other.name == done.name:
            on.forbid("flares.one", f"the {done.name} flare is played again", history=("undo",))
    if "super" in done.args and done.who in on.table.hidden:
        on.cannot("power.facedown", done.who, nearest=(f"show {done.who}",))
    matches = done.name in on.table.aliens.get(done.who, ())
    said = next((word for word in ("super", "wild") if word in done.args), "")
    if matches and on.table.powers.get(done.who) == tbl.LOST:
        if said == "super":
            on.forbid("flares.super-lost", done.who, done.name, nearest=(_flare_text(done, "wild"),))
        on.find("flares.wild-while-lost", "wild", done.who, done.name)
    elif said and said != ("super" if matches else "wild"):
        right = "super" if matches else "wild"
        whose = "has" if matches else "has not"
        on.forbid("flares.which-text", done.who, whose, done.name, right, nearest=(_flare_text(done, right),))
    else:
        on.find("flares.super" if matches else "flares.wild", "super" if matches else "wild", done.who, done.name)
    _check_face(on, done)


def _check_face(on: Turn, done: Act) -> None:
    """The bars of the text that is used show who may play the flare, and in which phase (4.4.1, 4.8.1)."""
    played = powers.face_played(on, done)
    if played is None:
        return
    face = played[1]
    if face.phases and "any" not in face.phases and on.open_phases().isdisjoint(face.phases):
        on.forbid("flares.phase", done.who, done.name, _named(on.table.phase), " or ".join(map(_named, face.phases)))
    if face.roles and not any(admitted(role, face.roles) for role in _roles(on, done.who, face.phases)):
        on.forbid("flares.role", done.who, done.name)


def _roles(on: Turn, who: str, phases: tuple[str, ...]) -> tuple[str, ...]:
    """The role of a player; for a text of the alliance phase also that of an ally, while it may still become one."""
    table, role = on.table, powers.role_of(on, who)
    asked = tbl.ALLIANCE in phases and table.phase == tbl.ALLIANCE
    if not asked or who in (*table.mains(), *table.answered):
        return (role,)
    return (role, OFFENSIVE_ALLY, DEFENSIVE_ALLY)


def _named(phase: str) -> str:
    return "the start of turn" if phase == tbl.START else f"the {phase} phase"


def _flare_text(done: Act, word: str) -> str:
    return write_act(replace(done, args=(word, *(arg for arg in done.args if arg not in ("super", "wild")))))


def _check_force_field(on: Turn, done: Act) -> None:
    """Only an alliance can be cancelled."""
    allies = list(on.table.allies)
    strangers = [name for name in done.args if name != "all" and name not in allies]
    if strangers or not allies:
        nearest = (f"force field {', '.join(allies)}",) if allies else ()
        on.forbid("powers.no-alliance", strangers[0] if strangers else "nobody", nearest=nearest)
        on.cannot("powers.no-alliance", strangers[0] if strangers else "nobody", nearest=nearest)


def _check_quash(on: Turn, _: Act) -> None:
    """Quash wrecks a deal that was made."""
    if not any(one.verb == "deal" for one in acts_of(on.table, Names(on.rulebase))):
        on.cannot("deal.nothing-to-quash")


_CHECKS: dict[str, Callable[[Turn, Act], None]] = {
    "reinforce": _check_reinforcement,
    "deal": lambda on, _: check_deal(on),
    "no-deal": lambda on, _: check_deal(on),
    "card-zap": _check_card_zap,
    "zap": _check_zap,
    "use": _check_use,
    "flare": _check_flare,
    "tech": technology.check_use,
    "force-field": _check_force_field,
    "quash": _check_quash,
}


_BY_CARD = {card: verb for verb, card in ARTIFACTS.items()}


def options(on: Turn) -> Iterator[tuple[str, Act]]:
    """What could be played now from hands, as far as they are known: (who, what), still to be ruled."""
    table, seen = on.table, on.rulebase.hands_seen
    for who, hand in table.hands.items():
        besides = (seen.get(hand) or on.hand_of(who)).besides
        for card in (*besides, *on.lent_besides(who)) if table.aside else besides:
            verb = _BY_CARD.get(card, "")
            if verb == "zap":
                yield from ((who, Act("zap", name, by=who)) for name in table.aliens)
            elif verb == "plague":
                yield from ((who, Act("plague", name, by=who)) for name in table.seats)
            elif verb == "force-field" and table.allies:
                yield who, Act("force-field", by=who, args=("all",))
                yield from ((who, Act("force-field", by=who, args=(ally,))) for ally in table.allies)
            elif verb and (verb != "card-zap" or table.fresh):
                yield who, Act(verb, by=who)
            elif on.card_type(card) == "flare":
                yield from ((who, flare) for flare in powers.flare_options(on, Act("flare", who, name=card)))


# -- cards out of a hand -----------------------------------------------------------------------------------------------


@command("draw")
def draw(on: Turn) -> None:
    """Cards from the deck, for whatever reason the players have."""
    count = on.command.number or 0
    rewards = on.draw_rewards(on.command.who, count) if on.command.word else 0
    drawn = on.draw(on.command.who, count - rewards) if rewards < count else 0
    if drawn:
        on.find("cards.draws", drawn, on.command.who, cards_of(drawn))


@command("discard")
def discard(on: Turn) -> None:
    """Cards out of a hand onto the discard pile, the last one on top."""
    who = on.command.who
    due = owed(on, who, "discard")
    if due is not None:
        _check_types(on, who, on.command.cards)
    for card in on.command.cards:
        if not on.holds(who, card):
            on.cannot("table.not-held", who, card)
        on.give_up(who, card)
    on.discard(on.command.cards, who)
    powers.happens(on, "discard", who=who, cards=on.command.cards)
    on.find("cards.discards", len(on.command.cards), who, cards_of(len(on.command.cards)))
    if due is not None:
        on.table.due.remove(due)


def _check_types(on: Turn, who: str, cards: tuple[str, ...]) -> None:
    """Plague takes one card of each type that is held, by what is printed on the cards (2.1.1.1, 2.1.1.2, 4.5.1.1)."""
    nearest = (f"discard {who}: {' '.join(one_of_each_type(on, who))}",)
    named = [on.card_type(card) for card in cards if card != tbl.UNKNOWN]
    twice = next((kind for kind in named if named.count(kind) > 1), "")
    if twice:
        on.forbid("cards.one-of-type", who, twice, nearest=nearest)
    held = [on.card_type(card) for card in on.table.hands[who] if card != tbl.UNKNOWN]
    missing = [kind for kind in on.law["cards.each-type"].value if kind in held and kind not in named]
    if missing or not cards:
        on.forbid("cards.each-type", who, " and one ".join(missing) or "type", nearest=nearest)
    on.find("cards.by-type", list(dict.fromkeys(named)), who, ", ".join(dict.fromkeys(named)) or "unknown")


def one_of_each_type(on: Turn, who: str) -> list[str]:
    """One card of each type in a hand, as far as it is known."""
    found: dict[str, str] = {}
    for card in on.table.hands[who]:
        if card != tbl.UNKNOWN:
            found.setdefault(on.card_type(card), card)
    return list(found.values()) or [tbl.UNKNOWN]
