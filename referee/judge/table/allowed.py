"""What may be played or used now, and what not: the bars of cards, roles and moments of powers (4.2 to 4.4, 4.8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from referee.book.power import Alien, CardText, Use
from referee.book.sheets import SUPER, WILD, FlareText
from referee.judge.counted import ships_of
from referee.judge.phases import deal_terms, flares, uses
from referee.judge.phases import reinforcing as reveal
from referee.judge.phases.setup import foreign
from referee.judge.powers.answers import ARTIFACTS, STATEMENTS, Answer, which_face
from referee.judge.powers.moments import untimely
from referee.judge.powers.words import words_not_taken
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.judge.table import powers, stated, technology, timed
from referee.judge.table.alliance import joined_by_power
from referee.judge.table.chain import announced, answers_use, begun, just_played, paid_with
from referee.judge.table.deals import check_deal
from referee.judge.table.lines import card_of_main
from referee.judge.table.places import places_said, with_places
from referee.judge.table.played import standing, zapped
from referee.judge.table.reckoning import leave_by_default
from referee.judge.table.turn import Turn, stacks_of
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import write_act
from referee.state.commands import Stack, ships_in
from referee.state.encounter import Act
from referee.state.table import Table


def check(on: Turn, done: Act) -> None:
    """Refuses what may not be played or used now. Changes nothing."""
    artifact = ARTIFACTS.get(done.verb)
    if artifact is not None:
        _check_bars(on, done, artifact)
    if done.verb in _CHECKS:
        _CHECKS[done.verb](on, done)
    by, card = paid_with(done)
    back = begun(on, done)  # an answer comes out of the hand as it was before what it answers was carried out
    then = on if back is None else Turn(announced(on, back), on.rulebase, on.command, looks=True)
    if card and by and on.known is None and not then.holds(by, card):
        on.refuse(on.held_to_play(card, done.verb), by, card)
    answer = powers.answering(on, done)
    if answer is not None:
        _check_cost(then, done, answer)


def _check_reinforcement(on: Turn, done: Act) -> None:
    """Reinforcements come when the cards are turned up, from those who take part (4.2.1)."""
    table = on.table
    if table.phase != ph.REVEAL or not table.revealed:
        nearest = () if table.phase != ph.REVEAL else (_reveal_text(on),)
        on.forbid("reveal.when-reinforced", done.who, nearest=nearest)
    forbidden = reveal.who_reinforces(done.who, bool(on.side_of(done.who)))
    sheet = on.sheet_lifting(done.who, "reinforcing") if forbidden is not None else None
    if sheet is None:
        on.keep(forbidden)
    else:
        on.tell(on.law["reveal.reinforces-by-sheet"].citing(sheet), True, done.who)
    kinds = {card_of_main(table, name).kind for name in table.mains()}
    on.keep(reveal.reinforced_cards(on.law, kinds), nearest=("resolve",))


def _reveal_text(on: Turn) -> str:
    cards = on.table.cards
    if tbl.UNKNOWN not in cards.values():
        return "reveal"
    return "reveal " + ", ".join(f"{name} {card}" for name, card in cards.items())


def _check_bars(on: Turn, done: Act, card: str) -> None:
    """The bars of a card show who may play it, and in which phase (4.3.1, 4.8.1)."""
    known = on.rulebase.card(card)
    if known is not None:
        with powers.citing(on, known.rule.cites):
            _check_card(on, done, known)


def _check_card(on: Turn, done: Act, known: CardText) -> None:
    """Refuses an artifact whose bars do not show this phase, or this player."""
    card = ARTIFACTS[done.verb]
    early = _starts_with(on, card, known.phases)
    if not early and not _shows_phase(on, known) and not _at_any_time(on, done, known):
        phases = " or ".join(known.phases)
        on.forbid("cards.phase", card, f"the {phases} phase", ph.named(on.table.phase))
    forbidden = uses.not_for_offense(known, card, done.by, on.table.turn)
    if forbidden is not None and on.law["cards.whoever"].value:
        on.find("cards.whoever", True, card, done.by)
    else:
        on.keep(forbidden)
    if done.verb == "emotion-control" and not on.table.revealed:
        on.forbid("cards.after-the-reveal", card, nearest=(_reveal_text(on),) if on.table.cards else ())


def _at_any_time(on: Turn, done: Act, known: CardText) -> bool:
    """True if a sheet lets its owner play a card of the regroup or the alliance phase whenever it likes."""
    who = done.by or on.table.turn
    early = {ph.REGROUP, ph.ALLIANCE}.issuperset(known.phases)
    return early and on.lifts_by_sheet(who, "card-phases", f"play {ARTIFACTS[done.verb]} in any phase")


def _starts_with(on: Turn, card: str, phases: tuple[str, ...]) -> bool:
    """Whether a card for the start of turn is in time, in editions that have this before every encounter of a turn.

    Refused where it is for nothing else and comes too late.
    """
    until = on.law["turn.start-effects"].value
    if ph.START not in phases or until == "first-encounter":
        return False
    table = on.table
    before_destiny = until == "until-destiny" or (table.encounter > 1 and not table.regrouped)
    if table.phase == ph.START or (table.phase == ph.REGROUP and before_destiny):
        on.find("turn.start-effects", until, card)
        return True
    if on.open_phases().isdisjoint(phases):
        on.forbid("turn.start-effects-over", card)
    return False


def bars_admit(on: Turn, who: str, card: str) -> bool:
    """Whether the bars of a card may let a player use it now: where they do not, playing it is refused (4.3.1, 4.8.1).

    A card for the start of turn is not shut out in a regroup phase, where the edition has that start before it.
    """
    table, seen = on.table, on.rulebase.bars_seen
    now = (card, who == table.turn, table.phase, not table.invited, not table.cards, table.revealed)
    admit = seen.get(now)
    if admit is None:
        admit = seen[now] = _bars_admit(on, who, card)
    return admit


def _bars_admit(on: Turn, who: str, card: str) -> bool:
    known = on.rulebase.card(card)
    if known is None:
        return True
    if who != on.table.turn and offense_only(on, card) and not on.law["cards.whoever"].value:
        return False
    starts = ph.START in known.phases and on.law["turn.start-effects"].value != "first-encounter"
    return _shows_phase(on, known) or (starts and on.table.phase == ph.REGROUP)


def _shows_phase(on: Turn, card: CardText) -> bool:
    """Whether the bar of a card shows a phase that is open now, or none at all."""
    if not card.phases or "any" in card.phases:
        return True
    now = on.open_phases() if on.table.phase == ph.RESOLUTION else on.open_phases() - {ph.RESOLUTION}
    return not now.isdisjoint(card.phases)


def offense_only(on: Turn, card: str) -> bool:
    """Whether only the offense may play a card, as its bar shows."""
    known = on.rulebase.card(card)
    return known is not None and uses.offense_only(known)


def _check_answer(on: Turn, done: Act, answer: Answer) -> None:
    """It answers a card of the kind that its text names, at the moment somebody tries to use that."""
    forbidden = uses.answers(answer, done, just_played(on))
    with powers.citing(on, answer.rule.cites if done.verb == "flare" else ()):
        on.keep(forbidden)


def _check_card_zap(on: Turn, done: Act) -> None:
    answer = powers.answering(on, done)
    if answer is not None:
        _check_answer(on, done, answer)


def _check_cost(on: Turn, done: Act, answer: Answer) -> None:
    """Who answers must have what that costs."""
    if answer.ships:
        with powers.citing(on, answer.rule.cites):
            off_colonies(on, done, answer.ships)
    if answer.card and not on.has(done.who, answer.card):
        on.not_held(done.who, answer.card, by=answer.rule)


def taken_off(on: Turn, done: Act, ships: int) -> list[Stack]:
    """The same as the ships leave: where nobody named their colonies, that is said and in doubt."""
    stacks = off_colonies(on, done, ships)
    if not places_said(on, done, ships):
        on.find("ships.taken-from", ships, done.who, stacks_of(stacks))
        leave_by_default(on.table, done.who, ships, _involved(on.table, done.who))
    return stacks


def _involved(table: Table, who: str) -> tuple[str, ...]:
    """The planet on which a player's ships are in the encounter."""
    return (table.target,) if who == table.defense and table.target else ()


def off_colonies(on: Turn, done: Act, ships: int) -> list[Stack]:
    """Where ships from outside the encounter come from: as said with a flare, or as `Turn.leaving` has it."""
    table, who = on.table, done.who
    involved = _involved(table, who)
    free = [place for place in table.colonies(who) if place not in involved]
    said = places_said(on, done, ships)
    if not free:
        on.cannot("flares.no-ship-for-answer", who, done.name, "none of its ships is on another colony")
    nearest = tuple(with_places(on, done, ships, way) for way in on.ways_to_leave(who, ships, involved))
    barred = next((place for place, _ in said if place not in free), "")
    if barred:
        what = f"{barred} is no colony of its own outside the encounter"
        on.cannot("flares.no-ship-for-answer", who, done.name, what, nearest=nearest)
    stacks = [*said] or on.leaving(who, ships, lambda way: with_places(on, done, ships, way), involved)
    short = [place for place, count in stacks if on.recount(who, place, count) < count]
    if short or ships_in(stacks) != ships:
        on.cannot("flares.no-ship-for-answer", who, done.name, f"it takes {ships_of(ships)}")
    return stacks


def _check_power(on: Turn, player: str, rule: str) -> list[Alien]:
    """The sheets of a player whose power is meant: there must be one, and it must not be lost (4.6.2.1)."""
    powers.check_faceup(on, player)
    sheets = on.sheets(player)
    if not sheets:
        on.cannot(rule, player)
    powers.check_not_lost(on, player)
    return sheets


def _printed(sheets: list[Alien]) -> list[Use]:
    """All uses that are printed on some sheets."""
    return [use for alien in sheets for use in alien.uses]


def _check_zap(on: Turn, done: Act) -> None:
    """A Cosmic Zap cancels a use as it is made; what works without being used it cannot touch (4.3.3.1, 4.3.3.2)."""
    back = begun(on, done)  # a use that is answered can have put the sheet into other hands
    then = on if back is None else Turn(back, on.rulebase, on.command, looks=True)
    sheets = _check_power(then, done.who, "cards.no-power-to-zap")
    if done.name and done.name not in [alien.name for alien in sheets]:
        on.keep(uses.no_power(f"{done.who}, who is not the {done.name},"))
    meant = [alien for alien in sheets if done.name in ("", alien.name)]
    with powers.citing(on, meant[0].rule.cites):
        on.keep(uses.immune(done.who, meant))
    if any(not alien.uses for alien in sheets):
        _check_left_to_zap(on, done, sheets)
        return
    answers = answers_use(on, done)
    _check_in_time(on, done, sheets, answers)
    _check_left_to_zap(on, done, sheets)
    _tell_what_it_cancels(on, done, sheets, answers)


def _tell_what_it_cancels(on: Turn, done: Act, sheets: list[Alien], answers: bool) -> None:
    """Tells that a zap answers a super flare, or comes before the use that it cancels."""
    last = on.table.acts[-1] if on.table.fresh and on.table.acts else None
    if last is not None and (last.verb, last.who, last.face) == ("flare", done.who, SUPER):
        on.find("flares.super-zapped", True, done.who, last.name)
    elif not (answers and on.table.rewind is not None) and not _is_in_use(on, done, _printed(sheets)):
        on.find("cards.zap-early", True, done.who)


def _check_in_time(on: Turn, done: Act, sheets: list[Alien], answers: bool) -> None:
    """Refuses a zap of what is no use, or of uses that are over; one that `answers` a use is in time."""
    if not answers:
        _check_settled_role(on, done, sheets)
    now = _uses_now(on, sheets)
    if answers or on.table.phase == ph.RESOLUTION:
        _check_is_use(on, done, now)
    if answers and on.table.rewind is not None:
        return
    if (not now and _are_over(on, sheets)) or powers.is_spent(on, done.who):
        on.forbid("cards.zap-late", done.who)


def _check_is_use(on: Turn, done: Act, now: list[Use]) -> None:
    """Refuses a zap of a power that works in this phase without being used (4.3.3.2)."""
    if now and not any(use.zappable for use in now):
        on.forbid("powers.no-use", done.who)


def _are_over(on: Turn, sheets: list[Alien]) -> bool:
    """True if no use of some sheets that a zap can cancel is still to come in this encounter."""
    return on.table.phase == ph.RESOLUTION or not _to_come(on, sheets)


def _uses_now(on: Turn, sheets: list[Alien]) -> list[Use]:
    """The uses of some sheets that can be made in a phase that is open."""
    return [use for use in _printed(sheets) if "any" in use.phases or on.open_phases().intersection(use.phases)]


def _to_come(on: Turn, sheets: list[Alien]) -> list[Use]:
    """The uses of some sheets that a zap can cancel, and whose phases have not gone by."""
    return [use for use in _printed(sheets) if use.zappable and not _is_over(on, use)]


def _check_settled_role(on: Turn, done: Act, sheets: list[Alien]) -> None:
    """Once the cards are turned up everybody's role is settled: a power that it does not admit is used no more."""
    to_cancel = [use for use in _printed(sheets) if use.zappable]
    if on.table.revealed and to_cancel and not _is_admitted(on, done.who, _to_come(on, sheets) or to_cancel):
        on.keep(uses.not_its_role(done.who, done.name or " and ".join(alien.name for alien in sheets)))


def _check_left_to_zap(on: Turn, done: Act, sheets: list[Alien]) -> None:
    """A power that was zapped cannot be used again in the encounter: nothing is left to cancel (4.3.3.1)."""
    meant = [done.name] if done.name else [alien.name for alien in sheets]
    on.keep(uses.used_again(done.who, all(on.is_zapped(done.who, name) for name in meant)))


def _is_in_use(on: Turn, zap: Act, uses: list[Use]) -> bool:
    """Whether a power is being used: by an ally who joined by it, or with the outcome."""
    return bool(joined_by_power(on, zap)) or _comes_with_outcome(on, zap.who, uses)


def _comes_with_outcome(on: Turn, who: str, uses: list[Use]) -> bool:
    """Whether the outcome that is ruled next, or was ruled just now, can make a use that a Cosmic Zap cancels."""
    at_it = on.table.revealed and on.table.phase in (ph.REVEAL, ph.RESOLUTION)
    at_it = at_it and powers.role_of(on, who) != BYSTANDER
    return at_it and any(use.zappable and not _OUTCOME.isdisjoint(use.phases) for use in uses)


_OUTCOME = frozenset(("any", ph.REVEAL, ph.RESOLUTION))  # phases of the uses that an outcome makes


def _is_admitted(on: Turn, who: str, uses: list[Use]) -> bool:
    """Whether the player is in a role in which one of the uses can be made."""
    role = powers.role_of(on, who)
    return any(admitted(role, use.roles) for use in uses)


def _is_over(on: Turn, use: Use) -> bool:
    """Whether the phases of a use have gone by."""
    here = min(ph.place(phase) for phase in on.open_phases())
    return all(ph.place(phase) < here for phase in use.phases)


def _check_use(on: Turn, done: Act) -> None:
    """A power is used by who has it, in its phases and role, and no more once it was zapped (4.8.1, 4.3.3.1)."""
    sheets = _check_power(on, done.who, "cards.no-power-to-use")
    on.keep(uses.used_again(done.who, zapped(on, done.who) or on.is_zapped(done.who)))
    if done.name:
        sheets = [alien for alien in sheets if alien.name == done.name]
        if not sheets:
            on.cannot("cards.no-power-to-use", done.who)
    if any(not alien.uses for alien in sheets):
        if len(sheets) == 1:
            timed.check_use(on, done, sheets[0])
        return
    with powers.citing(on, sheets[0].rule.cites):
        _check_sheet(on, done, sheets)


def _check_sheet(on: Turn, done: Act, sheets: list[Alien]) -> None:
    """Refuses the use of a power whose sheets do not show this phase, the role of its player, or this moment."""
    printed = _printed(sheets)
    phases = set[str]().union(*(use.phases for use in printed))
    if "any" not in phases and not on.open_phases().intersection(phases):
        said = " or ".join(sorted(phases, key=ph.place))
        on.forbid("powers.phase", done.who, sheets[0].name, f"the {said} phase", ph.named(on.table.phase))
    there = {"any", *on.open_phases()}
    now = [use for use in printed if use.zappable and not there.isdisjoint(use.phases)]
    if on.table.phase != ph.RESOLUTION and not _is_admitted(on, done.who, now or printed):
        on.keep(uses.not_its_role(done.who, sheets[0].name))
    if len(sheets) == 1:
        _check_moment(on, done, sheets[0])
        _check_words(on, done, sheets[0])


def _check_words(on: Turn, done: Act, alien: Alien) -> None:
    """Refuses words that no text asks for, and those that fit nothing of what a table carries out now."""
    forbidden, kept = words_not_taken(on.rulebase, on.table.seats, done, [alien])
    on.keep(forbidden, nearest=[write_act(kept)])
    able = (power for power in powers.in_force(on, done.who) if power.use.alien == alien.name)
    now = [power.verb for power in able if powers.is_now(on, power)]
    if now and all(map(powers.at_once, now)) and powers.carried_by(on, done) is None:
        on.keep(uses.nothing_came_up(done.who))


def _uses_meant(on: Turn, done: Act, alien: Alien) -> list[Use]:
    """The use of a sheet by which an act is carried out; if it is by none, all that can be made in this phase."""
    meant, there = powers.carried_by(on, done), on.open_phases()
    return [use for use in alien.uses if not there.isdisjoint(use.phases)] if meant is None else [meant.use]


def _check_moment(on: Turn, done: Act, alien: Alien) -> None:
    """A text can place the use of a power before the selection, between selection and reveal, or after it (4.8.1)."""
    table, who, made = on.table, done.who, _uses_meant(on, done, alien)
    if not made or not all(untimely(on, use) for use in made):
        return
    moments = set(map(str, chain.from_iterable(use.moments for use in made)))
    if "before select" in moments and table.cards:
        on.forbid("powers.before-cards", who, alien.name, next(iter(table.cards)), history=("undo",))
    elif "after select" in moments:
        on.forbid("powers.after-cards", who, alien.name)
    elif "after reveal" in moments:
        on.forbid("powers.after-reveal", who, alien.name, nearest=(_reveal_text(on),) if table.cards else ())


def _check_flare(on: Turn, done: Act) -> None:
    """One flare a player and one use a flare in an encounter; whose sheet matches it must use the super text (4.4)."""
    on.keep(foreign(on.law, done.name, "flare"))
    if on.sheet_lifting(done.who, "flares") is None:
        on.keep(flares.only_one(on.law, on.table.acts, done), history=("undo",))
    if done.face == SUPER:
        powers.check_faceup(on, done.who)
    matches = done.name in on.table.aliens.get(done.who, ())
    lost = matches and on.table.powers.get(done.who) == tbl.LOST
    right = which_face(matches, lost)
    wrong = flares.right_text(done, right, matches)
    on.keep(wrong, nearest=(_flare_text(done, right),))
    if lost:
        on.keep(flares.without_power(on.law, done))
        on.find("flares.wild-while-lost", WILD, done.who, done.name)
    elif wrong is None:
        on.find(f"flares.{right}", right, done.who, done.name)
    _check_face(on, done)
    answer = powers.answering(on, done)
    if answer is not None:
        _check_answer(on, done, answer)


def _check_face(on: Turn, done: Act) -> None:
    """The bars of the text that is used show who may play the flare, and in which phase (4.4.1, 4.8.1)."""
    played = powers.face_played(on, done)
    if played is None:
        return
    face = played[1]
    with powers.citing(on, face.use(done.name, played[0]).rule.cites):
        _check_bars_of(on, done, face)


def _check_bars_of(on: Turn, done: Act, face: FlareText) -> None:
    """Refuses a flare whose bars do not show this phase, or this role of its player."""
    early = _starts_with(on, f"the {done.name} flare", face.phases)
    if face.phases and "any" not in face.phases and not early and on.open_phases().isdisjoint(face.phases):
        on.forbid(
            "flares.phase", done.who, done.name, ph.named(on.table.phase), " or ".join(map(ph.named, face.phases))
        )
    if face.roles and not any(admitted(role, face.roles) for role in _roles(on, done.who, face.phases)):
        on.forbid("flares.role", done.who, done.name)


def _roles(on: Turn, who: str, phases: tuple[str, ...]) -> tuple[str, ...]:
    """The role of a player; for a text of the alliance phase also that of an ally, while it may still become one."""
    table, role = on.table, powers.role_of(on, who)
    asked = ph.ALLIANCE in phases and table.phase == ph.ALLIANCE
    if not asked or who in (*table.mains(), *table.answered):
        return (role,)
    return (role, OFFENSIVE_ALLY, DEFENSIVE_ALLY)


def _flare_text(done: Act, word: str) -> str:
    return write_act(replace(done, face=word))


def _check_force_field(on: Turn, done: Act) -> None:
    """Only an alliance can be cancelled."""
    allies = on.table.allies
    nearest = (f"force field {', '.join(allies)}",) if allies else ()
    for name in [name for name in done.args if name != "all"] or [*allies] or ["nobody"]:
        on.keep(uses.has_alliance(name, allies), nearest=nearest)


def _check_quash(on: Turn, _: Act) -> None:
    """Quash wrecks a deal that was made, and that no other Quash has wrecked."""
    acts = on.table.acts
    quashes = [stands for act, stands in zip(acts, standing(acts, on.rulebase), strict=True) if act.verb == "quash"]
    on.keep(deal_terms.to_quash(any(act.verb == "deal" for act in acts), any(quashes)))


def _check_ionic_gas(on: Turn, _: Act) -> None:
    """Ionic Gas keeps players from taking what the outcome brings them: too late where all of it is taken."""
    if not on.table.ruled or on.table.last is None or any(due.what in ("take", "reward") for due in on.table.due):
        return
    brought = on.table.last.told["players"].values()
    if any(player.get("compensation") or player.get("rewards") for player in brought):
        on.forbid("compensation.gas-late", nearest=("end",) if on.table.phase == ph.RESOLUTION else ())


def _check_statement(on: Turn, done: Act) -> None:
    """What is stated has to be possible on this table, as far as that can be told by now."""
    if done.verb == "colony":
        stated.check_colony(on, done)
    timed.check_saved(on, done)
    if on.table.phase == ph.RESOLUTION or on.table.revealed:
        stated.check(on, done)


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
    **dict.fromkeys(STATEMENTS, _check_statement),
    "ionic-gas": _check_ionic_gas,
}
