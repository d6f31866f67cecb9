"""One duel or contest on one line, ruled: the same steps as at the table, one after another."""

from __future__ import annotations

from dataclasses import replace

from referee.book.law import Law
from referee.book.loader import Rulebase
from referee.duel import ending, sending, tactics
from referee.duel import state as st
from referee.duel.clout import determine, name_winner, reveal_plans
from referee.duel.control import check_win
from referee.duel.envoys import check_reveal, check_turn_to_reveal, last_card
from referee.duel.line import NOT_TOLD, NOTHING, Fighter, Line, write
from referee.duel.on import Hidden, HiddenError, On
from referee.duel.reinforcing import check_turn, progress, step_by_step, tell
from referee.duel.report import report
from referee.duel.ruling import DuelRuling, Outcome, kind_of
from referee.duel.state import Envoy, Fight, Phase, Played, State
from referee.duel.texts import ALIEN, ENVOY, texts
from referee.judge.finding import Finding, refusing
from referee.judge.ruling import ILLEGAL, Illegal, Then
from referee.judge.table.steps import RefusedError

PLANET = "1"  # the planet that is duelled for, on one line


def settle(line: Line, rulebase: Rulebase, anyway: bool = False) -> DuelRuling:
    """Rules one duel or contest in which no fact that decides is hidden; HiddenError asks for one.

    With `anyway` forbidden acts are named and the rest is ruled all the same.
    """
    waived: set[str] = set()
    refused: list[Finding] = []
    nearest: list[str] = []
    while True:
        on = On(_laid(line, rulebase), rulebase, waived)
        on.on_line = True
        on.untold_spent = {name for name in on.table.seats if name not in line.spent}
        on.uses = [act for act in line.acts if act.verb == "use"]
        try:
            _run(on, line)
        except RefusedError as error:
            before = {finding.rule.id for finding in refused}
            refused += [refusal.finding for refusal in error.refusals if refusal.finding.rule.id not in before]
            nearest += [text for refusal in error.refusals for text in refusal.nearest]
            if anyway and not {finding.rule.id for finding in refused} <= waived:
                waived = {finding.rule.id for finding in refused}
                continue
            return _illegal(line, rulebase, refused, nearest)
        break
    ruling = _ruling(on, line, rulebase)
    ruling.illegal = [_forbidden(line, finding, nearest) for finding in refused]
    return ruling


def _forbidden(line: Line, finding: Finding, nearest: list[str]) -> Illegal:
    """A forbidden act, with the nearest legal lines: those in which a dial, or a tactic, is as it can be."""
    found = []
    for text in nearest:
        verb, _, shown = text.partition(" ")
        if verb in ("dial", "tactics"):
            told = dict(pair.split(" ", 1) for pair in shown.split(", "))
            leader, straggler = (_as_it_can_be(fighter, told.get(fighter.name, "")) for fighter in line.fighters())
            found.append(replace(line, leader=leader, straggler=straggler))
    return Illegal(finding, found, write)


def _as_it_can_be(fighter: Fighter, told: str) -> Fighter:
    """The side with another dial, or without a tactic."""
    if told.isdigit():
        return fighter._replace(dial=int(told))
    return fighter._replace(tactic=NOTHING) if told == "no tactic" else fighter


def _illegal(line: Line, rulebase: Rulebase, refused: list[Finding], nearest: list[str]) -> DuelRuling:
    root = Finding(refusing(rulebase.law["ruling.illegal"], refused), None, tuple(refused))
    ruling = DuelRuling(rulebase.edition, lambda: write(line), ILLEGAL, root)
    ruling.told = {"kind": kind_of(line.contest)}
    ruling.illegal = [_forbidden(line, finding, nearest) for finding in refused]
    return ruling


def _laid(line: Line, rulebase: Rulebase) -> State:
    """The table as the line tells it."""
    leader, straggler = line.fighters()
    table = State(seats=(leader.name, straggler.name), leader=leader.name)
    table.aliens = {fighter.name: fighter.alien for fighter in line.fighters() if fighter.alien}
    for name in table.seats:
        table.supply[name] = line.supply.get(name)
        table.warp[name] = line.warp.get(name)
        for fact in ("supply", "warp", "there", "controls", "spent"):
            told = getattr(line, fact)
            if name in told and told[name] is None:
                raise HiddenError(_hidden(line, fact, name, rulebase.law))
        readied = sum(len(act.args) for act in line.acts if act.verb == "ready" and act.who == name)
        table.spent[name] = [st.UNKNOWN] * (line.spent.get(name, readied) or 0)
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


def _hidden(line: Line, fact: str, name: str, law: Law) -> Hidden:
    """What a hidden number can be: who plays a tactic has not spent all, who plays none has."""
    owned: int = law["setup.tactics"].value
    if fact == "spent":
        tactic = next(fighter.tactic for fighter in line.fighters() if fighter.name == name)
        return Hidden(fact, name, owned if tactic == NOTHING else 0, owned if tactic == NOTHING else owned - 1)
    return Hidden(fact, name, 0, law["win.five"].value - 1 if fact == "controls" else law["ships.owned"].value)


def _fight(line: Line, rulebase: Rulebase) -> Fight:
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
        fight.played += [Played("", card, fighter.name) for card in fighter.plus]
    fight.added = [[act.who, act.number, act.why] for act in line.acts if act.verb == "add"]
    return fight


def _run(on: On, line: Line) -> None:
    """The steps in printed order."""
    _open_texts(on, line)
    _reinforcing(on, line)
    if line.contest:
        _contest(on, line)
    elif not _duel(on, line):
        return
    for act in on.uses:  # their moment has not come
        on.usable(act.who, "", act.name)
    if not on.fight.winner or on.fight.values:
        _winner(on, line)
    ending.prize(on)
    _effect_left(on, line)
    report(on)
    ending.cleanup(on)
    last_card(on)
    if on.table.phase != Phase.OVER:
        check_win(on)


def _contest(on: On, line: Line) -> None:
    """A contest up to its plans."""
    on.find("contest.steps", True)
    _reveal_envoys(on, line)
    reveal_plans(on)


def _duel(on: On, line: Line) -> bool:
    """A duel up to its plans; False if nobody wins it: the game is over before, or the duel begins again."""
    on.find("sending.steps", True)
    sending.send(on, {fighter.name: fighter.dial for fighter in line.fighters()})
    if on.table.phase == Phase.OVER:
        return False
    _reveal_envoys(on, line)
    _readied_before(on, line)
    tactics.resolve(on)
    _readied(on, line)
    for act in line.acts:
        if act.verb == "loses":
            tactics.lose(on, act.who, act.number or 0, act.why)
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


def _open_texts(on: On, line: Line) -> None:
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


def _reveal_envoys(on: On, line: Line) -> None:
    """Envoys that were revealed in this duel, the leader's first (reveal-facedown-envoys.1)."""
    told = [act for act in line.acts if act.verb == "reveal"]
    names = [act.who for act in told]
    if told:
        check_turn_to_reveal(on, names[0], next(name for name in on.table.order() if name in names))
    for act in told:
        check_reveal(on, act.who, act.name)
        number = str(len(on.table.envoys) + 1)
        on.table.envoys[number] = Envoy(act.name, True, act.who)


def _readied_before(on: On, line: Line) -> None:
    """Step 4: only a readied tactic is chosen, and who has one chooses it (choose-plans-tactics.3; tactics.11)."""
    for fighter in line.fighters():
        name, tactic, spent = fighter.name, fighter.tactic, line.spent.get(fighter.name)
        if spent is not None and tactic != NOT_TOLD:
            tactics.uses_readied(on, name, tactic, spent)
        elif tactic == NOTHING:
            on.find("assume.all-spent", True, name)


def _readied(on: On, line: Line) -> None:
    """Spent tactics that were readied by a recover: those that were told, or left for their owner to choose."""
    acts = [act for act in line.acts if act.verb == "ready"]
    for due in on.table.dues:
        act = next((act for act in acts if act.who == due.who), None)
        if act is not None:
            acts.remove(act)
        number = tactics.number_readied(on, due, len(act.args) if act is not None else None)
        finding = on.find("tactics.readied", number, due.who, number)
        if act is None:
            on.leave(due.who, "chooses", f"which {number} of the spent tactics are readied", finding)
    for act in acts:
        on.forbid("tactics.nothing-readied", act.who)
    on.table.dues = []


def _reinforcing(on: On, line: Line) -> None:
    """Reinforcements that were played one after another, the leader first, until both pass (reinforcements.4 to .6)."""
    acts = [act for act in line.acts if act.verb in ("reinforce", "pass")]
    turn, passes = on.table.leader, 0
    for act in acts:
        check_turn(on, act, turn, passes, act is acts[0])
        if act.verb == "reinforce":
            on.fight.played.append(Played(act.who, act.args[0], act.args[1]))
        passes = passes + 1 if act.verb == "pass" else 0
        turn = on.table.other(act.who)


def _winner(on: On, line: Line) -> None:
    """Who wins: by clout, step by step, or as an ability says that the players tell."""
    act = next((act for act in line.acts if act.verb == "wins"), None)
    if act is not None:
        name_winner(on, act.who, act.why)
    steps = step_by_step(on)
    for played, totals in steps:
        tell(on, played, totals)
    on.progress = progress(steps)
    determine(on)


def _effect_left(on: On, line: Line) -> None:
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


def _ruling(on: On, line: Line, rulebase: Rulebase) -> DuelRuling:
    sources = {id(source) for step in on.steps for source in step.sources}
    steps = tuple(step for step in on.steps if id(step) not in sources)
    told = on.told
    told["kind"] = kind_of(line.contest)
    told["winners"] = list(on.table.winners)
    if on.table.phase == Phase.OVER and not told.get("outcome"):
        told["outcome"] = Outcome.GAME_OVER
    told["straggler"] = on.table.straggler if not told.get("undecided_roles") else None
    ruling = DuelRuling.of(rulebase.law, told, steps, lambda: write(line))
    ruling.then = on.then
    return ruling


__all__ = ["settle"]
