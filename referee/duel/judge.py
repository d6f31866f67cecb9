"""One duel or contest on one line, ruled: the same steps as at the table, one after another."""

from __future__ import annotations

from dataclasses import replace

from referee.book.law import Law
from referee.book.loader import Rulebase
from referee.duel import ending, sending, tactics
from referee.duel import state as st
from referee.duel.clauses import write
from referee.duel.clout import determine, name_winner, reveal_plans
from referee.duel.control import check_win
from referee.duel.declared import Spoken
from referee.duel.envoys import check_reveal, check_turn_to_reveal, last_card
from referee.duel.line import NOT_TOLD, NOTHING, DuelLine, Fighter
from referee.duel.on import AbilityUse, DuelRefusal, Hidden, HiddenError, On
from referee.duel.reinforcing import check_turn, progress, step_by_step, tell
from referee.duel.report import report
from referee.duel.ruling import DuelRuling, Fought, Outcome, kind_of
from referee.duel.state import Added, Envoy, Fight, Phase, PlayedCard, State
from referee.duel.texts import ALIEN, ENVOY, texts
from referee.judge.finding import Finding, refusing
from referee.judge.ruling import ILLEGAL, Illegal, Then
from referee.judge.table.steps import RefusedError

PLANET = "1"  # the planet that is duelled for, on one line


def settle(line: DuelLine, rulebase: Rulebase, anyway: bool = False) -> DuelRuling:
    """Rules one duel or contest in which no fact that decides is hidden; HiddenError asks for one.

    With `anyway` forbidden acts are named and the rest is ruled all the same.
    """
    refused: dict[str, Finding] = {}  # what is forbidden, by its rule
    nearest: list[Spoken] = []
    while True:
        waived = {*refused}
        on = _begun(line, rulebase, waived)
        try:
            _run(on, line)
        except RefusedError as error:
            for refusal in error.refusals:
                refused.setdefault(refusal.finding.rule.id, refusal.finding)
                nearest += refusal.acts if isinstance(refusal, DuelRefusal) else ()
            if not anyway or refused.keys() <= waived:
                return _illegal(line, rulebase, [*refused.values()], nearest)
        else:
            ruling = _ruling(on, line, rulebase)
            ruling.illegal = [_forbidden(line, finding, nearest) for finding in refused.values()]
            return ruling


def _begun(line: DuelLine, rulebase: Rulebase, waived: set[str]) -> On:
    on = On(_laid(line, rulebase), rulebase, waived)
    on.on_line = True
    on.untold_spent = {name for name in on.table.seats if name not in line.spent}
    on.uses = [AbilityUse(**told) for told in line.told("use")]
    return on


def _forbidden(line: DuelLine, finding: Finding, nearest: list[Spoken]) -> Illegal:
    """A forbidden act, with the nearest legal lines: those in which a dial, or a tactic, is as it can be."""
    found = []
    for act in nearest:
        leader, straggler = (_as_it_can_be(fighter, act) for fighter in line.fighters())
        if act.verb in ("dial", "tactics"):
            found.append(replace(line, leader=leader, straggler=straggler))
    return Illegal(finding, found, write)


def _as_it_can_be(fighter: Fighter, act: Spoken) -> Fighter:
    """The side with another dial, or without a tactic."""
    dial = act.values.get("dials", {}).get(fighter.name)
    tactic = act.values.get("tactics", {}).get(fighter.name, fighter.tactic)
    return fighter._replace(dial=dial if isinstance(dial, int) else fighter.dial, tactic=tactic)


def _illegal(line: DuelLine, rulebase: Rulebase, refused: list[Finding], nearest: list[Spoken]) -> DuelRuling:
    root = Finding(refusing(rulebase.law["ruling.illegal"], refused), None, tuple(refused))
    ruling = DuelRuling(rulebase.edition, lambda: write(line), ILLEGAL, root, Fought(kind_of(line.contest)))
    ruling.illegal = [_forbidden(line, finding, nearest) for finding in refused]
    return ruling


def _laid(line: DuelLine, rulebase: Rulebase) -> State:
    """The table as the line tells it."""
    leader, straggler = line.fighters()
    table = State(seats=(leader.name, straggler.name), leader=leader.name)
    table.aliens = {fighter.name: fighter.alien for fighter in line.fighters() if fighter.alien}
    for name in table.seats:
        _check_told(line, name, rulebase.law)
        table.supply[name] = line.supply.get(name)
        table.warp[name] = line.warp.get(name)
        table.spent[name] = [st.UNKNOWN] * (line.spent.get(name, _readied_of(line, name)) or 0)
    table.counts = {name: number or 0 for name, number in line.controls.items()}
    table.hands = {name: list(hand) for name, hand in line.hands.items()}
    table.snares, table.icons, table.says = dict(line.snares), dict(line.icons), dict(line.says)
    for number, (name, envoy) in enumerate(line.envoys.items(), 1):
        table.envoys[str(number)] = Envoy(envoy, True, name)
    table.card = line.card
    table.fight = _fight(line, rulebase)
    if not line.contest:
        table.planets[PLANET] = {name: ships for name, ships in line.there.items() if ships}
    return table


def _readied_of(line: DuelLine, name: str) -> int:
    """How many tactics a player readies, as the line tells it."""
    return sum(len(told["tactics"]) for told in line.told("ready") if told["who"] == name)


def _check_told(line: DuelLine, name: str, law: Law) -> None:
    """Asks for a number of this player that the line says is hidden."""
    counted = {"supply": line.supply, "warp": line.warp, "there": line.there, "controls": line.controls}
    for fact, told in (counted | {"spent": line.spent}).items():
        if name in told and told[name] is None:
            raise HiddenError(_hidden(line, fact, name, law))


def _hidden(line: DuelLine, fact: str, name: str, law: Law) -> Hidden:
    """What a hidden number can be: who plays a tactic has not spent all, who plays none has."""
    owned: int = law["setup.tactics"].value
    if fact == "spent":
        tactic = next(fighter.tactic for fighter in line.fighters() if fighter.name == name)
        return Hidden(fact, name, owned if tactic == NOTHING else 0, owned if tactic == NOTHING else owned - 1)
    return Hidden(fact, name, 0, law["win.five"].value - 1 if fact == "controls" else law["ships.owned"].value)


def _fight(line: DuelLine, rulebase: Rulebase) -> Fight:
    fight = Fight(line.contest, "" if line.contest else PLANET, line.advantage, line.prize)
    card = texts(rulebase).find("destiny", line.card)
    if card is not None:
        fight.from_warp = bool(card.data.get("from_warp"))
        if not line.told_advantage:
            fight.advantage = card.data.get("advantage")
        fight.prize = line.prize or card.data.get("prize", "")
        if sending.bars(card, rulebase.law):
            fight.barred = [name for name, ships in line.there.items() if ships]
    fight.barred = list(dict.fromkeys(fight.barred))
    for fighter in line.fighters():
        fight.tactics[fighter.name] = fighter.tactic
        fight.plans[fighter.name] = fighter.plan
        fight.played += [PlayedCard("", card, fighter.name) for card in fighter.plus]
    fight.added = [Added(**told) for told in line.told("add")]
    return fight


def _run(on: On, line: DuelLine) -> None:
    """The steps in printed order."""
    _open_texts(on, line)
    _reinforcing(on, line)
    if line.contest:
        _contest(on, line)
    elif not _duel(on, line):
        return
    for use in on.uses:  # their moment has not come
        on.usable(use.who, "", use.ability)
    if not on.fight.winner or on.fight.values:
        _winner(on, line)
    ending.prize(on)
    _effect_left(on, line)
    report(on)
    ending.cleanup(on)
    last_card(on)
    if on.table.phase != Phase.OVER:
        check_win(on)


def _contest(on: On, line: DuelLine) -> None:
    """A contest up to its plans."""
    on.find("contest.steps", True)
    _reveal_envoys(on, line)
    reveal_plans(on)


def _duel(on: On, line: DuelLine) -> bool:
    """A duel up to its plans; False if nobody wins it: the game is over before, or the duel begins again."""
    on.find("sending.steps", True)
    sending.send(on, {fighter.name: fighter.dial for fighter in line.fighters()})
    if on.table.phase == Phase.OVER:
        return False
    _reveal_envoys(on, line)
    _readied_before(on, line)
    tactics.resolve(on)
    _readied(on, line)
    for told in line.told("loses"):
        tactics.lose(on, **told)
    result = tactics.check_ships(on)
    if result is None:
        return False
    on.fight.winner = result
    if result and on.fight.played:
        on.find("ships.no-reinforcements", True, " ".join(played.card for played in on.fight.played))
        on.fight.played = []
    if not result:
        reveal_plans(on)
    return True


def _open_texts(on: On, line: DuelLine) -> None:
    """Names what no document tells of the aliens and envoys on the line."""
    for name, alien in on.table.aliens.items():
        _open_text(on, ALIEN, alien, name)
    for name, envoy in line.envoys.items():
        _open_text(on, ENVOY, envoy, name)


def _open_text(on: On, kind: str, owner: str, name: str) -> None:
    told = next((words for key, words in on.table.says.items() if key.casefold() == owner.casefold()), "")
    if not told:
        on.assume_text(kind, owner, name)
    elif not on.texts.is_told(kind, owner):
        finding = on.find("stated.text", True, owner, told)
        on.leave(name, "must", f"carry out what {owner} says, where its moment comes: {told}", finding)


def _reveal_envoys(on: On, line: DuelLine) -> None:
    """Envoys that were revealed in this duel, the leader's first (reveal-facedown-envoys.1)."""
    told = [(act["who"], act["envoy"]) for act in line.told("reveal")]
    names = [who for who, _ in told]
    if told:
        check_turn_to_reveal(on, names[0], next(name for name in on.table.order() if name in names))
    for who, envoy in told:
        check_reveal(on, who, envoy)
        on.table.envoys[str(len(on.table.envoys) + 1)] = Envoy(envoy, True, who)


def _readied_before(on: On, line: DuelLine) -> None:
    """Step 4: only a readied tactic is chosen, and who has one chooses it (choose-plans-tactics.3; tactics.11)."""
    for fighter in line.fighters():
        name, tactic, spent = fighter.name, fighter.tactic, line.spent.get(fighter.name)
        if spent is not None and tactic != NOT_TOLD:
            tactics.uses_readied(on, name, tactic, spent)
        elif tactic == NOTHING:
            on.find("assume.all-spent", True, name)


def _readied(on: On, line: DuelLine) -> None:
    """Spent tactics that were readied by a recover: those that were told, or left for their owner to choose."""
    acts = line.told("ready")
    for due in on.table.dues:
        act = next((act for act in acts if act["who"] == due.who), None)
        if act is not None:
            acts.remove(act)
        number = tactics.number_readied(on, due, len(act["tactics"]) if act is not None else None)
        finding = on.find("tactics.readied", number, due.who, number)
        if act is None:
            on.leave(due.who, "chooses", f"which {number} of the spent tactics are readied", finding)
    for act in acts:
        on.forbid("tactics.nothing-readied", act["who"])
    on.table.dues = []


def _reinforcing(on: On, line: DuelLine) -> None:
    """Reinforcements that were played one after another, the leader first, until both pass (reinforcements.4 to .6)."""
    acts = line.told("reinforce", "pass")
    turn, passes = on.table.leader, 0
    for act in acts:
        who = act["who"]
        check_turn(on, who, turn, passes, act is acts[0])
        passes += 1
        if "card" in act:
            on.fight.played.append(PlayedCard(who, act["card"], act["whose"] or who))
            passes = 0
        turn = on.table.other(who)


def _winner(on: On, line: DuelLine) -> None:
    """Who wins: by clout, step by step, or as an ability says that the players tell."""
    for told in line.told("wins")[:1]:
        name_winner(on, **told)
    steps = step_by_step(on)
    for played, totals in steps:
        tell(on, played, totals)
    on.told.clout = progress(steps)
    determine(on)


def _effect_left(on: On, line: DuelLine) -> None:
    """What the prize or the contest makes its player do, as far as a text is known."""
    fight, table = on.fight, on.table
    who = ending.who_resolves(on)
    for due in table.dues:
        does = "chooses" if len(due.options) > 1 else "may" if due.may else "must"
        on.then.append(Then(due.who, does, ending.options_of(due), on.steps[-1]))
    if line.effect:
        finding = on.find("stated.effect", True, who, line.effect)
        on.leave(who, "must", line.effect, finding)
    elif (fight.contest or fight.prize) and not table.dues:
        finding = on.find("assume.card-text", True, who)
        on.leave(who, "must", "carry out what the card says", finding)
    table.dues = []


def _ruling(on: On, line: DuelLine, rulebase: Rulebase) -> DuelRuling:
    sources = {id(source) for step in on.steps for source in step.sources}
    steps = tuple(step for step in on.steps if id(step) not in sources)
    told = on.told
    told.kind = kind_of(line.contest)
    told.winners = list(on.table.winners)
    if on.table.phase == Phase.OVER and not told.outcome:
        told.outcome = Outcome.GAME_OVER
    told.straggler = on.table.straggler
    ruling = DuelRuling.of(rulebase.law, told, steps, lambda: write(line))
    ruling.then = on.then
    return ruling


__all__ = ["settle"]
