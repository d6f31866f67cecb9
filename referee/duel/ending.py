"""Steps 10 and 11 of a duel, 6 and 7 of a contest: the prize or effect, who stays, and where the cards go."""

from __future__ import annotations

from referee.duel import state as st
from referee.duel.control import check_roles
from referee.duel.line import NOTHING
from referee.duel.on import On
from referee.duel.state import Duty, Option, PlayedCard
from referee.duel.texts import Text
from referee.judge.finding import Finding

_SAYS = {
    "recover": "recover {0} ships",
    "draw": "draw {0} cards",
    "gain": "gain {0} reinforcements",
    "destroy": "destroy {0} ships in {1} supply",
    "befriend": "increase friendship with {0} envoy",
    "estrange": "decrease friendship with {0} envoy",
    "resource": "acquire {0} resource",
    "strike": "strike {0} option",
    "keep": "keep envoy {0} of two",
    "show": "show {0} card",
}


def said(option: Option, whose: str = "") -> str:
    """An option of a prize in words: `recover 8 ships`."""
    words = _SAYS[option.verb].format(option.number, f"{whose}'s" if whose else "the own")
    return words.replace("s in", " in").removesuffix("s") if option.number == 1 else words


def prize(on: On) -> None:
    """The player whom the card names resolves the prize, before the loser retreats (resolve-prize.1, .2; DU-02)."""
    fight = on.fight
    if fight.contest:
        on.find("contest.effect", fight.winner, fight.winner)
        return
    if not fight.prize:
        on.find("assume.no-prize", True)
        return
    who = who_resolves(on)
    on.find("prize.who", who, who, fight.prize)
    card = on.destiny()
    if card is not None and card.data.get("due"):
        owe(on, who, card)


def who_resolves(on: On) -> str:
    """The player who resolves the prize, as the card says; the effect of a contest its winner (contests.10)."""
    fight = on.fight
    return fight.winner if fight.contest or fight.prize == st.WINNER else on.table.other(fight.winner)


def owe(on: On, who: str, card: Text) -> None:
    """Puts what a card makes a player do, or lets it do, among what is still to be done."""
    for entry in card.data["due"]:
        whose = on.table.other(who) if entry.get("whose") == "opponent" else ""
        due = Duty(who, list(map(Option.of, entry["options"])), entry.get("may", False), whose)
        rule = f"prize.{'may' if due.may else 'choose' if len(due.options) > 1 else 'must'}"
        printed = on.law[card.data["law"]]
        step = Finding(on.law[rule].citing(printed), True, (Finding(printed, card.name),), (who, options_of(due)))
        on.steps.append(step)
        on.table.dues.append(due)


def options_of(due: Duty) -> str:
    """What a player has still to do, in words."""
    words = [said(option, due.whose) for option in due.options]
    if due.may and due.verb == "recover":
        words = [word.replace("recover", "recover up to") for word in words]
    return " or ".join(words)


def cleanup(on: On) -> None:
    """The loser retreats, the winner stays and controls the planet, the cards go to their piles (cleanup.1 to .4)."""
    fight, table = on.fight, on.table
    winner, loser = fight.winner, table.other(fight.winner)
    if not fight.contest:
        left = on.here(loser)
        if left:
            on.find("cleanup.retreats", left, loser)
            on.settle_on(fight.planet, loser, -left)
            on.put(loser, table.supply, left)
        if on.here(winner):
            on.find("cleanup.stays", on.here(winner), winner)
        else:
            on.find("cleanup.nobody-stays", 0, winner)
    piles = discarded(on)
    for name, cards in piles.items():
        if cards:
            rule = "contest.discards" if fight.contest else "cleanup.discards"
            on.find(rule, cards, name, " ".join(cards))
        table.discards.setdefault(name, []).extend(cards)
    table.fight = None
    if not fight.contest:
        check_roles(on)


def discarded(on: On) -> dict[str, list[str]]:
    """Whose pile each card goes to in the cleanup: the plan's player's, and that of the clout that was changed."""
    fight = on.fight
    piles: dict[str, list[str]] = {name: [] for name in on.table.order()}
    unrevealed = bool(fight.winner) and not fight.values
    back = unrevealed and on.law["cleanup.unrevealed"].value == "back-to-hand"
    for name, card in fight.plans.items():
        if card in ("", NOTHING):
            continue
        if unrevealed:
            on.find("cleanup.unrevealed", True, name)
        (on.table.hands.get(name, []) if back else piles[name]).append(card)
    for played in fight.played:
        piles[_pile_of(on, played)].append(played.card)
    return piles


def _pile_of(on: On, played: PlayedCard) -> str:
    """On whose pile a reinforcement goes: by one reading that of who played it."""
    if played.by and played.by != played.on:
        on.find("cleanup.other-pile", played.on, played.by, played.card, played.on)
    own = on.law["cleanup.other-pile"].value == "own-pile"
    return played.by if own and played.by else played.on
