"""The steps of a duel or contest at the table: dials, envoys, plans and tactics, reinforcements."""

from __future__ import annotations

from referee.duel import sending, tactics
from referee.duel import state as st
from referee.duel.clout import clout, determine, reveal_plans, use, worth
from referee.duel.envoys import check_reveal, check_turn_to_reveal, title
from referee.duel.line import NOT_TOLD, Act, split
from referee.duel.play import (
    At,
    after_tactics,
    command,
    decided,
    give_up,
    next_to_reveal,
    take_from_hand,
    to_choose,
    to_envoys,
)
from referee.duel.reinforcing import check_turn, tell
from referee.duel.state import Phase, Played


@command("dial", Phase.DIALS)
def dial(on: At) -> None:
    """Both dials are revealed at the same time, and the ships are sent (reveal-dials.1, .2)."""
    dials: dict[str, int | None] = {name: int(shown) for name, shown in on.command.pairs.items()}
    for name in on.table.order():
        if name not in dials and name not in on.fight.barred:
            sending.not_told(on, name, dials)
    sending.send(on, dials)
    if on.table.phase == Phase.OVER:
        on.table.fight = None
        return
    for name in on.table.seats:
        other = on.table.other(name)
        if on.ability(name, "entitles-more-ships") and on.fight.sent.get(name, 0) > on.fight.sent.get(other, 0):
            on.find("ability.entitled", True, name)
    to_envoys(on)


@command("reveal", Phase.ENVOYS)
def reveal(on: At) -> None:
    """A facedown ally is revealed, the leader's first (reveal-facedown-envoys.1)."""
    c, table = on.command, on.table
    mine = [key for key in table.ally(c.who) if not table.envoys[key].faceup]
    fitting = [key for key in mine if table.envoys[key].name in (st.UNKNOWN, c.name)]
    if not fitting:
        allied = ", ".join(title(on, key) for key in mine) or "nobody"
        nearest = (f"pass {next_to_reveal(on) or c.who}",)
        on.forbid("envoys.not-own", c.who, f"its allies face down are {allied}", nearest=nearest)
        fitting = [key for key, envoy in table.envoys.items() if not envoy.faceup]
    _leader_first(on, c.who)
    check_reveal(on, c.who, c.name)
    envoy = table.envoys[fitting[0]]
    envoy.name, envoy.faceup = c.name, True
    _asked(on, c.who)


def _leader_first(on: At, who: str) -> None:
    turn = next_to_reveal(on)
    if turn is not None:
        check_turn_to_reveal(on, who, turn)


def _asked(on: At, who: str) -> None:
    on.fight.asked.append(who)
    if next_to_reveal(on) is None:
        to_choose(on)


@command("pass", Phase.ENVOYS, Phase.TACTICS, Phase.REINFORCE)
def pass_(on: At) -> None:
    """No envoy is revealed, no tactic ignored, or no reinforcement played now, which bars none later."""
    who = on.command.who
    if on.table.phase == Phase.TACTICS:
        if not on.fight.shown or tactics.who_may_ignore(on) != who:
            on.cannot("tactics.nothing-left", who)
        _resolved(on)
        return
    if on.table.phase == Phase.ENVOYS:
        _leader_first(on, who)
        _asked(on, who)
        return
    _turn(on, Act("pass", who))
    on.fight.passes += 1
    on.fight.turn = on.table.other(who)
    if on.fight.passes > 1:
        on.find("reinforce.passed")
        determine(on)
        decided(on)
    else:
        on.find("reinforce.turn", on.fight.turn, on.fight.turn)


@command("snare", Phase.CHOOSE)
def snare(on: At) -> None:
    """Before plans are chosen a card is laid down as a snare, or traded for the one that lies there (card-pitfall)."""
    c, table = on.command, on.table
    on.usable(c.who, "sets-snare", "snare", in_time=c.who not in on.fight.plans)
    take_from_hand(on, c.who, c.name)
    before = table.snares.get(c.who)
    if before:
        table.hands[c.who].append(before)
    on.find("ability.swaps-snare" if before else "ability.sets-snare", True, c.who)
    table.snares[c.who] = c.name


@command("choose", Phase.CHOOSE)
def choose(on: At) -> None:
    """A plan from hand and a readied tactic, face down (choose-plans-tactics.1, .3; contests.5)."""
    c, fight, table = on.command, on.fight, on.table
    if c.who in fight.plans:
        on.cannot("choose.once", c.who)
    if on.ability(c.who, "sets-snare") and not table.snares.get(c.who) and len(table.hands[c.who]) > 1:
        on.forbid("ability.snare-due", c.who, nearest=(f"snare {c.who} ?",))
    take_from_hand(on, c.who, c.name, "card that is not told" if c.name == st.UNKNOWN else c.name)
    if c.name != st.UNKNOWN:
        with on.aside():
            worth(on, c.who, c.name)
    fight.plans[c.who] = c.name
    told = c.args[0]
    if fight.contest:
        if told:
            on.cannot("contest.no-tactics", c.who)
        on.find("contest.choose", True, c.who)
    else:
        if told:
            _check_tactic(on, c.who, told)
        fight.tactics[c.who] = told or st.UNKNOWN
        on.find("choose.plan", True, c.who)
        on.find("choose.tactic", True, c.who)
    if len(fight.plans) == len(table.seats):
        table.phase = Phase.PLANS if fight.contest else Phase.TACTICS


def _check_tactic(on: At, who: str, tactic: str) -> None:
    spent = on.table.spent[who]
    if not tactics.uses_readied(on, who, tactic, len(spent)):
        return
    if "/" in tactic and _same(tactic, spent):
        on.forbid("tactics.all-spent", who, tactic)
    elif tactic != st.UNKNOWN and any(_may_be_the_same(tactic, one) for one in spent):
        on.find("assume.another-tactic", True, who, tactic)


def _may_be_the_same(tactic: str, other: str) -> bool:
    """Whether two tactics can be one token, as far as their halves are told."""
    halves, others = set(tactic.split("/")), set(other.split("/"))
    return halves <= others or others <= halves


def _same(tactic: str, spent: list[str]) -> str:
    """The spent tactic that is meant: the same token, or one of which that half or nothing is known."""
    halves = set(tactic.split("/"))
    exact = next((one for one in spent if set(one.split("/")) == halves), "")
    half = next((one for one in spent if len(halves) == 1 and halves <= set(one.split("/"))), "")
    return exact or half


@command("tactics", Phase.TACTICS)
def show_tactics(on: At) -> None:
    """Both tactics are revealed and resolved (reveal-resolve-tactics.11, .13)."""
    c, fight = on.command, on.fight
    for name in on.table.order():
        chosen, told = fight.tactics.get(name, st.UNKNOWN), c.pairs.get(name, NOT_TOLD)
        if chosen == st.UNKNOWN:
            if not told:
                on.cannot("tactics.at-once", name)
            _check_tactic(on, name, told)
            fight.tactics[name] = told
        elif told and split(told) != split(chosen):
            on.forbid("tactics.other-chosen", name, chosen, nearest=("tactics",))
            fight.tactics[name] = told
    fight.shown = True
    ignores = tactics.who_may_ignore(on)
    if ignores:
        on.find("ability.may-ignore", True, ignores)
        return
    _resolved(on)


def _resolved(on: At) -> None:
    on.fight.shown = False
    tactics.resolve(on)
    after_tactics(on)


@command("ready", Phase.READY)
def ready(on: At) -> None:
    """Spent tactics are readied: those that a recover lets their owner choose (reveal-resolve-tactics.5, .7, .8)."""
    c, table = on.command, on.table
    due = table.dues[0]
    if c.who != due.who:
        on.cannot("tactics.turn", c.who, due.who)
    wanted = tactics.number_readied(on, due, len(c.args))
    for tactic in c.args:
        spent = tactics.to_ready(on, c.who, due.whose)
        found = _same(tactic, spent) or (st.UNKNOWN if st.UNKNOWN in spent else "")
        if not found and due.whose and _same(tactic, [due.whose]):
            on.cannot("tactics.just-revealed", c.who, tactic)
        if not found:
            on.cannot("tactics.not-spent", c.who, tactic, f"spent are {', '.join(spent) or 'none'}")
        table.spent[c.who].remove(found)
    on.find("tactics.readied", wanted, c.who)
    table.dues.pop(0)
    after_tactics(on)


@command("plans", Phase.PLANS)
def plans(on: At) -> None:
    """Both plans are revealed (reveal-plans.1; contests.6), and the leader begins with reinforcements."""
    c, fight = on.command, on.fight
    for name in on.table.order():
        chosen, told = fight.plans[name], c.pairs.get(name, "")
        if chosen == st.UNKNOWN:
            if not told or told == st.UNKNOWN:
                on.cannot("choose.plans-at-once", name)
            hand = on.table.hands[name]
            if told in hand:
                hand.remove(told)
                hand.append(st.UNKNOWN)
            fight.plans[name] = told
        elif told and told != chosen:
            on.forbid("choose.other-plan", name, chosen, nearest=("plans",))
            fight.plans[name] = told
    reveal_plans(on)
    on.table.phase = Phase.REINFORCE
    fight.turn, fight.passes = on.table.leader, 0
    on.find("reinforce.begins", fight.turn, fight.turn)


@command("use", Phase.REINFORCE, Phase.TACTICS, Phase.CHOOSE)
def use_ability(on: At) -> None:
    """An ability that its player may use: on both tactics as they are revealed, or once plans are."""
    c, fight = on.command, on.fight
    if on.table.phase != Phase.REINFORCE:
        on.uses = [Act("use", c.who, c.name, c.args)]
        on.usable(c.who, "ignores-matching-tactic", c.name, in_time=fight.shown)
        _resolved(on)
        return
    use(on, c.who, c.name, c.args, in_time=not fight.played and not fight.passes)
    if fight.winner:
        determine(on)
        decided(on)


def _turn(on: At, act: Act) -> None:
    fight = on.fight
    check_turn(on, act, fight.turn, fight.passes, not fight.played and not fight.passes)


@command("reinforce", Phase.REINFORCE)
def reinforce(on: At) -> None:
    """A reinforcement from hand on either clout, the leader first, in turns (reinforcements.3 to .6)."""
    c, fight = on.command, on.fight
    _turn(on, Act("reinforce", c.who, "", (c.name, c.on)))
    if c.name == st.UNKNOWN or not give_up(on, c.who, c.name):
        on.cannot("reinforce.not-held", c.who, c.name)
    played = Played(c.who, c.name, c.on)
    fight.played.append(played)
    with on.aside():
        totals = clout(on)
    tell(on, played, totals)
    fight.passes, fight.turn = 0, on.table.other(c.who)
    on.find("reinforce.turn", fight.turn, fight.turn)


@command("add", Phase.REINFORCE)
def add(on: At) -> None:
    """What an ability adds to somebody's clout, as the players say."""
    c = on.command
    on.fight.added.append([c.who, c.number, c.why])
    on.find("clout.stated", c.number, c.who, c.why or "an ability")


@command("loses", Phase.CHOOSE, Phase.TACTICS, Phase.PLANS, Phase.REINFORCE)
def loses(on: At) -> None:
    """Ships that an ability destroys on the planet, as the players say."""
    c = on.command
    tactics.lose(on, c.who, c.number or 0, c.why)
