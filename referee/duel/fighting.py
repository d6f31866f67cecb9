"""The steps of a duel or contest at the table: dials, envoys, plans and tactics, reinforcements."""

from __future__ import annotations

from referee.duel import kinds, play, sending
from referee.duel import state as st
from referee.duel.clout import clout, determine, name_winner, reveal_plans, use, worth
from referee.duel.control import finish
from referee.duel.declared import Form
from referee.duel.envoys import check_reveal, check_turn_to_reveal, title
from referee.duel.line import NOT_TOLD, split
from referee.duel.on import AbilityUse, On, say
from referee.duel.reinforcing import check_turn, tell
from referee.duel.state import Added, Phase, PlayedCard
from referee.duel.tactics import lose, number_readied, resolve, to_ready, uses_readied, who_may_ignore


def dial(on: On, dials: kinds.Dials) -> None:
    """Both dials are revealed at the same time, and the ships are sent (reveal-dials.1, .2)."""
    shown: dict[str, int | None] = {**dials}
    for name in on.table.order():
        if name not in shown and name not in on.fight.barred:
            sending.not_told(on, name, shown)
    on.fight.dials = {name: dial for name, dial in shown.items() if dial is not None}
    sending.send(on, shown)
    if on.table.phase == Phase.OVER:
        on.decided = on.table.copy()
        on.table.fight = None
        return
    for name in on.table.seats:
        other = on.table.other(name)
        if on.ability(name, "entitles-more-ships") and on.fight.sent.get(name, 0) > on.fight.sent.get(other, 0):
            on.find("ability.entitled", True, name)
    play.to_envoys(on)


def reveal(on: On, who: kinds.Player, envoy: kinds.EnvoyName) -> None:
    """A facedown ally is revealed, the leader's first (reveal-facedown-envoys.1)."""
    table = on.table
    mine = [key for key in table.ally(who) if not table.envoys[key].faceup]
    fitting = [key for key in mine if table.envoys[key].name in (st.UNKNOWN, envoy)]
    if not fitting:
        allied = ", ".join(title(on, key) for key in mine) or "nobody"
        nearest = (say("pass", who=play.next_to_reveal(on) or who),)
        on.forbid("envoys.not-own", who, f"its allies face down are {allied}", nearest=nearest)
        fitting = [key for key, other in table.envoys.items() if not other.faceup]
    _leader_first(on, who)
    check_reveal(on, who, envoy)
    revealed = table.envoys[fitting[0]]
    revealed.name, revealed.faceup = envoy, True
    _asked(on, who)


def _leader_first(on: On, who: str) -> None:
    turn = play.next_to_reveal(on)
    if turn is not None:
        check_turn_to_reveal(on, who, turn)


def _asked(on: On, who: str) -> None:
    on.fight.asked.append(who)
    if play.next_to_reveal(on) is None:
        play.to_choose(on)


def pass_(on: On, who: kinds.Player) -> None:
    """No envoy is revealed, no tactic ignored, or no reinforcement played now, which bars none later."""
    if on.table.phase == Phase.TACTICS:
        if not on.fight.shown or who_may_ignore(on) != who:
            on.cannot("tactics.nothing-left", who)
        _resolved(on)
        return
    if on.table.phase == Phase.ENVOYS:
        _leader_first(on, who)
        _asked(on, who)
        return
    _turn(on, who)
    on.fight.passes += 1
    on.fight.turn = on.table.other(who)
    if on.fight.passes > 1:
        on.find("reinforce.passed")
        determine(on)
        play.decided(on)
    else:
        on.find("reinforce.turn", on.fight.turn, on.fight.turn)


def snare(on: On, who: kinds.Player, card: kinds.Card) -> None:
    """Before plans are chosen a card is laid down as a snare, or traded for the one that lies there (card-pitfall)."""
    table = on.table
    on.usable(who, "sets-snare", "snare", in_time=who not in on.fight.plans)
    play.take_from_hand(on, who, card)
    before = table.snares.get(who)
    if before:
        table.hands[who].append(before)
    on.find("ability.swaps-snare" if before else "ability.sets-snare", True, who)
    table.snares[who] = card


def choose(on: On, who: kinds.Player, chosen: kinds.Chosen) -> None:
    """A plan from hand and a readied tactic, face down (choose-plans-tactics.1, .3; contests.5)."""
    (card, tactic), fight, table = chosen, on.fight, on.table
    if who in fight.plans:
        on.cannot("choose.once", who)
    if play.owes_snare(on, who):
        on.forbid("ability.snare-due", who, nearest=(say("snare", who=who, card=st.UNKNOWN),))
    play.take_from_hand(on, who, card, "card that is not told" if card == st.UNKNOWN else card)
    if card != st.UNKNOWN:
        with on.aside():
            worth(on, who, card)
    fight.plans[who] = card
    _choose_tactic(on, who, tactic)
    if len(fight.plans) == len(table.seats):
        table.phase = Phase.PLANS if fight.contest else Phase.TACTICS


def _choose_tactic(on: On, who: str, tactic: str) -> None:
    if on.fight.contest:
        if tactic:
            on.cannot("contest.no-tactics", who)
        on.find("contest.choose", True, who)
        return
    if tactic:
        _check_tactic(on, who, tactic)
    on.fight.tactics[who] = tactic or st.UNKNOWN
    on.find("choose.plan", True, who)
    on.find("choose.tactic", True, who)


def _check_tactic(on: On, who: str, tactic: str) -> None:
    spent = on.table.spent[who]
    if not uses_readied(on, who, tactic, len(spent)):
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


def show_tactics(on: On, tactics: kinds.ShownTactics) -> None:
    """Both tactics are revealed and resolved (reveal-resolve-tactics.11, .13)."""
    fight = on.fight
    for name in on.table.order():
        chosen, told = fight.tactics.get(name, st.UNKNOWN), tactics.get(name, NOT_TOLD)
        if chosen == st.UNKNOWN:
            if not told:
                on.cannot("tactics.at-once", name)
            _check_tactic(on, name, told)
            fight.tactics[name] = told
        elif told and split(told) != split(chosen):
            on.forbid("tactics.other-chosen", name, chosen, nearest=(say("tactics", tactics={}),))
            fight.tactics[name] = told
    fight.shown = True
    ignores = who_may_ignore(on)
    if ignores:
        on.find("ability.may-ignore", True, ignores)
        return
    _resolved(on)


def _resolved(on: On) -> None:
    on.fight.shown = False
    resolve(on)
    play.after_tactics(on)


def ready(on: On, who: kinds.Player, tactics: kinds.Tactics) -> None:
    """Spent tactics are readied: those that a recover lets their owner choose (reveal-resolve-tactics.5, .7, .8)."""
    table = on.table
    due = table.dues[0]
    if who != due.who:
        on.cannot("tactics.turn", who, due.who)
    wanted = number_readied(on, due, len(tactics))
    for tactic in tactics:
        spent = to_ready(on, who, due.whose)
        found = _same(tactic, spent) or (st.UNKNOWN if st.UNKNOWN in spent else "")
        if not found and due.whose and _same(tactic, [due.whose]):
            on.cannot("tactics.just-revealed", who, tactic)
        if not found:
            on.cannot("tactics.not-spent", who, tactic, f"spent are {', '.join(spent) or 'none'}")
        table.spent[who].remove(found)
    on.find("tactics.readied", wanted, who)
    table.dues.pop(0)
    play.after_tactics(on)


def show_plans(on: On, plans: kinds.ShownPlans) -> None:
    """Both plans are revealed (reveal-plans.1; contests.6), and the leader begins with reinforcements."""
    fight = on.fight
    for name in on.table.order():
        chosen, told = fight.plans[name], plans.get(name, "")
        if chosen == st.UNKNOWN:
            if not told or told == st.UNKNOWN:
                on.cannot("choose.plans-at-once", name)
            hand = on.table.hands[name]
            if told in hand:
                hand.remove(told)
                hand.append(st.UNKNOWN)
            fight.plans[name] = told
        elif told and told != chosen:
            on.forbid("choose.other-plan", name, chosen, nearest=(say("plans", plans={}),))
            fight.plans[name] = told
    fight.laid, fight.snares = dict(fight.plans), dict(on.table.snares)
    reveal_plans(on)
    on.table.phase = Phase.REINFORCE
    fight.turn, fight.passes = on.table.leader, 0
    on.find("reinforce.begins", fight.turn, fight.turn)


def use_ability(on: On, who: kinds.Player, ability: kinds.Ability, args: kinds.Args = ()) -> None:
    """An ability that its player may use: on both tactics as they are revealed, or once plans are."""
    fight = on.fight
    if on.table.phase != Phase.REINFORCE:
        on.uses = [AbilityUse(who, ability, args)]
        on.usable(who, "ignores-matching-tactic", ability, in_time=fight.shown)
        _resolved(on)
        return
    use(on, who, ability, args, in_time=not fight.played and not fight.passes)
    if fight.winner:
        determine(on)
        play.decided(on)


def _turn(on: On, who: str) -> None:
    fight = on.fight
    check_turn(on, who, fight.turn, fight.passes, not fight.played and not fight.passes)


def reinforce(on: On, who: kinds.Player, card: kinds.Modifier, whose: kinds.Whose = "") -> None:
    """A reinforcement from hand on either clout, the leader first, in turns (reinforcements.3 to .6)."""
    fight = on.fight
    _turn(on, who)
    if card == st.UNKNOWN or not play.give_up(on, who, card):
        on.cannot("reinforce.not-held", who, card)
    played = PlayedCard(who, card, whose or who)
    fight.played.append(played)
    with on.aside():
        totals = clout(on)
    tell(on, played, totals)
    fight.passes, fight.turn = 0, on.table.other(who)
    on.find("reinforce.turn", fight.turn, fight.turn)


def add(on: On, who: kinds.Player, number: kinds.HowMuch, why: kinds.Why = "") -> None:
    """What an ability adds to somebody's clout, as the players say."""
    on.fight.added.append(Added(who, number, why))
    on.find("clout.stated", number, who, why or "an ability")


def loses(on: On, who: kinds.Player, number: kinds.Ships, why: kinds.Why = "") -> None:
    """Ships that an ability destroys on the planet, as the players say."""
    lose(on, who, number, why)


def wins(on: On, who: kinds.Player, why: kinds.Why = "") -> None:
    """A duel or contest, or the game, is won as a card says that the players read out (winning-the-game.8)."""
    if on.table.fight is not None and on.table.phase == Phase.REINFORCE:
        name_winner(on, who, why)
        determine(on)
        play.decided(on)
        return
    finish(on, [who], on.find("win.otherwise", who, who, why or "its card"))


# What is done in a duel or contest, at a table and on a line.
_ACTS = (
    Form("reveal", "reveal blue Cudgel", reveal, Phase.ENVOYS),
    Form(
        "use",
        "use blue Divine-Intervention 20 31",
        use_ability,
        *(Phase.REINFORCE, Phase.TACTICS, Phase.CHOOSE),
    ),
    Form("ready", "ready blue blast 4, shield 2", ready, Phase.READY),
    Form(
        "reinforce",
        "reinforce blue +12 · reinforce blue -7 on orange",
        reinforce,
        Phase.REINFORCE,
        tidied=kinds.not_on_another,
    ),
    Form("pass", "pass blue", pass_, Phase.ENVOYS, Phase.TACTICS, Phase.REINFORCE),
    Form("add", "add blue 3 WHY", add, Phase.REINFORCE),
    Form("loses", "loses blue 1 WHY", loses, Phase.CHOOSE, Phase.TACTICS, Phase.PLANS, Phase.REINFORCE),
    Form("wins", "wins blue WHY", wins),
)
ACTS = {form.word: form for form in _ACTS}
