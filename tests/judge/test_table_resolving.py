"""What `resolve` does to a table is what the one-line ruling of the same position says, and nothing else."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.book.loader import Names, Rulebase, rulebase
from referee.judge.finding import Finding
from referee.judge.hidden.cases import judge
from referee.judge.ruling import DETERMINED, MAKE_A_DEAL, NO_DEAL, PlayerRuling, Ruling
from referee.judge.table.lines import position_of
from referee.judge.table.setting import lay
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, read_command
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.kept import to_data
from referee.state.table import Table
from tests import effort
from tests.kept import from_data

SEATS = ("red", "purple", "yellow", "blue", "green")
ALIENS = ("Zombie", "Void", "Clone", "Warrior", "Tripler", "Anti-Matter", "Virus", "Kamikaze", "Loser")
CARDS = ("N", "N", "M", "0", "4", "8", "10", "14", "20", "40")
HELD = ("N", "M", "6", "12", "+2", "Cosmic-Zap", "?", "?")
KNOWN: Rulebase = rulebase()


def _laid(r: random.Random) -> Table:
    """A table in the reveal phase, with colonies, ships in the warp and hands as a game could have left them."""
    aliens: dict[str, tuple[str, ...]] = {name: (r.choice(ALIENS),) for name in SEATS if r.random() < 0.5}
    table = lay(Command("table", names=SEATS, aliens=aliens), KNOWN.law)
    planets = list(table.planets())
    for name in SEATS:
        for _ in range(r.choice((0, 2, 6, 12))):
            source = r.choice(table.colonies(name))
            to = r.choice((tbl.WARP, *r.sample(planets, 3)))
            table.move(name, r.randint(1, table.at(source, name)), source, to)
            if not table.colonies(name):
                table.move(name, 1, to, source)
        if len(table.home_colonies(name)) < KNOWN.law["power.lost"].value:
            table.powers = {**table.powers, name: tbl.LOST}
        table.hold(name, tuple(r.choice(HELD) for _ in range(r.randint(0, 8))))
    table.turn, table.defense, *others = r.sample(SEATS, len(SEATS))
    table.target = r.choice(table.home_planets(table.defense))
    table.encounter = r.choice((1, 2))
    _send(r, table, table.turn, tbl.GATE)
    for name in others:
        side = r.choice((OFFENSE, DEFENSE, ""))
        if side and _send(r, table, name, tbl.GATE if side == OFFENSE else tbl.BESIDE):
            table.allies = {**table.allies, name: side}
    table.cards = {table.turn: r.choice(CARDS), table.defense: r.choice(CARDS)}
    table.revealed, table.phase = True, ph.REVEAL
    for name in SEATS:
        if len(table.home_colonies(name)) < KNOWN.law["power.lost"].value:
            table.powers = {**table.powers, name: tbl.LOST}
    return table


def _send(r: random.Random, table: Table, name: str, to: str) -> int:
    sent = 0
    for _ in range(r.randint(1, 4)):
        colonies = table.colonies(name)
        if colonies:
            table.move(name, 1, r.choice(colonies), to)
            sent += 1
    return sent


def _done(table: Table, text: str) -> Table:
    verdict = rule(table, read_command(text, Names(KNOWN), table.seats), KNOWN)
    assert verdict.legal, (text, [refusal.finding.says for refusal in verdict.illegal])
    return verdict.table


def _all_there(table: Table) -> None:
    for name in table.seats:
        assert table.total(name) == table.owned[name], name


def _value(player: PlayerRuling, what: str) -> int:
    finding = getattr(player, what)
    return 0 if finding is None else finding.value


def _due(table: Table, name: str, what: str) -> int:
    return sum(due.count for due in table.due if due.who == name and due.what == what)


def _compare(before: Table, after: Table, name: str, player: PlayerRuling) -> None:
    """Ships, colonies, cards due and power of one player, whose fate is settled."""
    warp = after.at(tbl.WARP, name) - before.at(tbl.WARP, name)
    assert warp == _value(player, "warp")
    assert after.at(tbl.REMOVED, name) - before.at(tbl.REMOVED, name) == _value(player, "removed")
    assert _due(after, name, "return") == _value(player, "returns")
    assert _due(after, name, "take") == _value(player, "compensation")
    assert _due(after, name, "reward") == _value(player, "rewards")
    assert len(after.foreign_colonies(name)) - len(before.foreign_colonies(name)) == _value(player, "foreign")
    assert len(after.home_colonies(name)) - len(before.home_colonies(name)) == _value(player, "home")
    stays = after.at(before.target, name) - before.at(before.target, name)
    if name == before.defense:
        assert after.at(before.target, name) == _value(player, "stays")
    elif before.allies.get(name) != DEFENSE:
        assert stays == _value(player, "lands")
    turned = {"kept": (tbl.HAS, tbl.HAS), "lost": (tbl.HAS, tbl.LOST), "regained": (tbl.LOST, tbl.HAS)}
    was = before.powers[name], after.powers[name]
    assert player.power is not None
    assert was == turned.get(player.power.value, (tbl.LOST, tbl.LOST))


def _to_the_end(table: Table) -> Table:
    for due in [due for due in table.due if due.what == "reward"]:
        table = _done(table, f"reward {due.who} {due.count} cards")
    return _ended(table)


def _cards(table: Table) -> int:
    return sum(len(hand) for hand in table.hands.values()) + len(table.cards) + len(table.discards)


def _ruled(table: Table) -> Ruling:
    ruling = judge(position_of(table, KNOWN), KNOWN)
    assume(ruling.status == DETERMINED)
    return ruling


@given(st.integers(0, 10**9))
@settings(max_examples=effort.times(300, 25), deadline=None)
def test_the_table_is_as_ruled(seed: int) -> None:
    before = _laid(random.Random(seed))
    ruling = _ruled(before)
    after = _done(before, "resolve")
    _all_there(after)
    talks = ruling.outcome is not None and ruling.outcome.value == MAKE_A_DEAL
    for name, player in ruling.players.items():
        if not (talks and name in before.mains()):
            _compare(before, after, name, player)
    if talks:
        after = _done(after, "no deal")
        assert after.outcome == NO_DEAL
    rewards = sum(due.count for due in after.due if due.what == "reward")
    over = _to_the_end(after)
    _all_there(over)
    assert not over.ships[tbl.GATE]
    assert not over.ships[tbl.BESIDE]
    assert _cards(over) == _cards(before) + rewards
    if ruling.discards is not None and not talks:
        assert list(over.discards) == ruling.discards.value
    if ruling.winners is not None and not talks:
        assert set(over.winners) == set(ruling.winners.value)


@given(st.integers(0, 10**9))
@settings(max_examples=effort.times(150, 18), deadline=None)
def test_a_failed_deal_costs_what_is_ruled(seed: int) -> None:
    before = _laid(random.Random(seed))
    before.cards = dict.fromkeys(before.mains(), "N")
    _ruled(before)
    talks = _done(before, "resolve")
    failed = _done(talks, "no deal")
    assert failed.last is not None
    ruled = failed.last.told["players"]
    for name in before.mains():
        paid = failed.at(tbl.WARP, name) - before.at(tbl.WARP, name)
        assert paid + _due(failed, name, "lose") == ruled[name]["warp"]
    over = _ended(failed)
    assert not over.ships[tbl.GATE]
    _all_there(over)


@given(st.integers(0, 10**9))
@settings(max_examples=effort.times(150, 18), deadline=None)
def test_a_deal_is_carried_out_as_ruled(seed: int) -> None:
    r = random.Random(seed)
    before = _laid(r)
    before.cards = dict.fromkeys(before.mains(), "N")
    _ruled(before)
    talks = _done(before, "resolve")
    deals = [command for _, command in legal(talks, KNOWN) if command.act is not None and command.act.verb == "deal"]
    assume(deals)
    verdict = rule(talks, r.choice(deals), KNOWN)
    made = verdict.table
    assert verdict.ruling is not None
    for name in before.mains():
        player = verdict.ruling.players[name]
        home = len(made.home_colonies(name)) - len(talks.home_colonies(name))
        foreign = len(made.foreign_colonies(name)) - len(talks.foreign_colonies(name))
        left = [step for step in verdict.steps if step.rule.id.endswith("-left") and step.words[0] == name]
        assert home + foreign + len(left) == _value(player, "home") + _value(player, "foreign") + _target_left(
            left, before
        )
        if player.returns is not None:
            assert _due(made, name, "return") == player.returns.value
    assert _cards(made) == _cards(talks)
    _all_there(_done(made, "end"))


def _target_left(left: list[Finding], table: Table) -> int:
    """A colony that the ruling has seen end itself: the line knows how many ships stood on the target only."""
    return sum(step.value == table.target for step in left)


def _ended(table: Table) -> Table:
    """The table once the encounter has ended: who is asked where ships come from says the first that is offered."""
    for _ in range(4):
        verdict = rule(table, read_command("end", Names(KNOWN), table.seats), KNOWN)
        if verdict.legal:
            return verdict.table
        assert {refusal.finding.rule.id for refusal in verdict.illegal} == {"ships.which-colony"}
        table = _done(table, verdict.illegal[0].nearest[0])
    raise AssertionError("it does not end")


@given(st.integers(0, 10**9))
@settings(max_examples=effort.times(100, 12), deadline=None)
def test_a_quashed_deal_leaves_nothing_behind(seed: int) -> None:
    r = random.Random(seed)
    before = _laid(r)
    before.cards = dict.fromkeys(before.mains(), "N")
    watcher = next(name for name in SEATS if name not in before.mains())
    before.hold(watcher, ("Quash",))
    for name in before.mains():
        before.hold(name, ("?", "?", "6"))
    _ruled(before)
    talks = _done(before, "resolve")
    offense, defense = before.mains()
    made = _done(talks, f"deal {offense} gives 2 cards, {defense} gives 6")
    quashed = _done(made, f"quash by {watcher}")
    failed = _done(talks, "no deal")
    assert quashed.ships == failed.ships
    assert all(quashed.hands[name] == talks.hands[name] for name in before.mains())
    over = _ended(quashed)
    _all_there(over)
    assert list(over.discards) == ["Quash", "N", "N"]


def test_a_card_that_is_taken_back_is_in_hand_however_late_it_is_said() -> None:
    for when in ("before", "after", "late"):
        table = lay(Command("table", names=SEATS, aliens={"purple": ("Clone",)}), KNOWN.law)
        for text in ("destiny purple", "launch red 1 at purple.1", "play red 4", "play purple 12", "reveal"):
            table = _done(table, text)
        table = _done(table, "use purple") if when == "before" else table
        table = _done(table, "resolve")
        if when != "before":
            table = _done(table, "claim red warp 1") if when == "late" else table
            table = _done(table, "use purple")
        assert table.discards == ("4",)
        assert sorted(table.hands["purple"]) == sorted(("12", *("?",) * 7))


def test_tokens_are_put_on_the_sheet() -> None:
    table = lay(Command("table", names=SEATS, aliens={"red": ("Warrior",)}), KNOWN.law)
    for text in ("destiny purple", "launch red 1 at purple.1", "play red 20", "play purple 4", "reveal", "resolve"):
        table = _done(table, text)
    assert table.last is not None
    gained = next(then["what"] for then in table.last.told["then"] if "token" in then["what"])
    assert f"put {table.tokens['red']} token" in gained


@pytest.mark.parametrize(
    ("launch", "joins", "totals"),
    [
        ("launch red 5 at purple.1", "", (11, 8)),
        ("launch red 0 at purple.1", "", (6, 8)),
        ("launch red 3 at yellow.1", "", (9, 4)),
        ("launch red 3 at purple.1", "ally yellow offense 5", (14, 8)),
    ],
)
def test_what_was_done_anyway_is_not_refused_again(launch: str, joins: str, totals: tuple[int, int]) -> None:
    """The players let it stand once: the cards decide then, without a second word on it (6 and 4, and the ships)."""
    names = Names(KNOWN)
    table = lay(Command("table", names=("red", "purple", "yellow")), KNOWN.law)

    def done(text: str, anyway: bool = False) -> None:
        nonlocal table
        verdict = rule(table, read_command(text, names, table.seats), KNOWN, anyway)
        assert bool(verdict.to_dict(proof=False)["illegal"]) == anyway, text
        table = verdict.table

    done("destiny purple")
    done(launch, anyway=not joins)
    done("invite red: yellow" if joins else "invite red: none")
    done("invite purple: none")
    if joins:
        done(joins, anyway=True)
    for text in ("play red 6", "play purple 4", "reveal", "resolve"):
        done(text)
    assert table.last is not None
    assert tuple(table.last.told["totals"].values()) == totals


def test_a_table_that_was_kept_without_how_it_was_resolved_tells_to_undo() -> None:
    """An earlier version kept no more than the outcome: what would change it cannot be told again from there."""
    table = lay(Command("table", names=SEATS), KNOWN.law)
    for text in ("destiny purple", "launch red 1 at purple.1", "play red N", "play purple 12", "reveal", "resolve"):
        table = _done(table, text)
    assert [(due.who, due.what, due.count) for due in table.due] == [("red", "take", 1)]
    kept = {name: value for name, value in to_data(table).items() if name != "aftermath"}
    earlier = rule(from_data(kept), read_command("ionic gas by yellow", Names(KNOWN), table.seats), KNOWN)
    assert [refusal.finding.rule.id for refusal in earlier.illegal] == ["turn.too-late"]
    assert earlier.illegal[0].history == ("undo",)
    assert _done(table, "ionic gas by yellow").due == []
