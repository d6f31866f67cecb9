"""What several effects need."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.cards_shown import Shown
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.reveal import SIDES
from referee.judge.phases.uses import not_main_player, said_twice, unsaid_with_use
from referee.judge.powers.effect import can_mean
from referee.judge.ruling import DEFENSE_WINS, MAY, OFFENSE_WINS
from referee.judge.stand import Stand
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state.acts import CHOICES
from referee.state.encounter import Act, Card, Player, Position, Side
from referee.state.reader import LETTER_CARDS

Args = dict[str, Any]
Otherwise = TypeVar("Otherwise", int, None)

ADD, SUBTRACT = "add", "subtract"  # what is done with a number that is said
SWAPPED = {OFFENSE_WINS: DEFENSE_WINS, DEFENSE_WINS: OFFENSE_WINS}


def other_side(side: str) -> str:
    """The side across the table."""
    return pos.DEFENSE if side == pos.OFFENSE else pos.OFFENSE


def is_attack(text: str) -> bool:
    """Whether a card, as it is written in a hand, is an attack with a value."""
    return text.lstrip("-").isdigit()


def which_attacks(who: str, card: str) -> Forbidden | None:
    """Of what is played as an attack its value is said."""
    return None if is_attack(card) else Forbidden("powers.which-attacks", (who,), waivable=False)


def are_cards(board: Board, words: Iterable[str]) -> bool:
    """True if words with a use can all be cards: no player, side, planet or word that chooses."""
    return not any(word in board.stands or word in (*SIDES, *CHOICES) or "." in word for word in words)


def card_of(board: Board, text: str) -> Card | None:
    """The encounter card that is written so in a hand; None for what is no encounter card, or not known."""
    if is_attack(text):
        return Card(pos.ATTACK, int(text))
    letter = LETTER_CARDS.get(text.lower())
    if letter is not None:
        return letter if letter.kind in (pos.NEGOTIATE, pos.MORPH) else None
    known = board.rulebase.card(text)
    return Card(pos.OTHER, None, text) if known is not None and known.type in _encounter_types(board) else None


def _encounter_types(board: Board) -> Sequence[str]:
    types: Sequence[str] = board.law["cards.encounter"].value
    return types


def take_from_warp(board: Board, loser: Stand, fate: dict[str, Finding], to: str, moved: Finding) -> None:
    """Ships bound for the warp go elsewhere: `fate` maps `warp`, `returns` and `removed` to findings of ships."""
    before, already = fate["warp"], fate.get(to)
    fate[to] = moved
    if already is not None:
        fate[to] = Finding(moved.rule, already.value + moved.value, (already, moved), moved.words)
    rule = board.law["resolution.not-lost"].citing(moved.rule)
    fate["warp"] = Finding(rule, before.value - moved.value, (before, moved), (loser.name,))


def add(board: Board, stand: Stand, added: Finding | None) -> None:
    """Adds what a power comes to on its owner's side; nothing where it does not act."""
    if added is not None:
        board.adds[stand.side].append(added)


def show(board: Board, side: str, kind: str, value: int, became: Finding | None) -> None:
    """The revealed card of a side counts as another one from now on, where the power that does it acts."""
    if became is not None:
        board.shown[side] = Shown(kind, value, became)
        board.valueless.pop(side, None)


# What a line does not allow of a use that no table has ruled; None where nothing is wrong with it.
Check = Callable[[Board, Stand, Args, Used], Forbidden | None]


def stating(
    words: Callable[[Board, Act], tuple[str, ...]] | None,
    assumes: bool = False,
    check: Check | None = None,
    instead: Callable[[Board, Stand, Used], Iterable[Position]] = lambda *_: (),
) -> Callable[..., None]:
    """What an outcome makes of a use that was over before it: it is stated, with the words that its text needs.

    Without any words nothing is: what acts by itself nobody says.
    With `assumes`, where nobody said that it was used, that it was not, or that the line shows what it did already.
    What the `check` refuses may be said as the lines `instead` have it.
    """

    def state(board: Board, stand: Stand, use: Use, args: Args) -> None:
        for used in board.uses(stand, use):
            unchecked = check is None or is_past_check(board, stand, use, used)
            wrong = None if check is None or unchecked else check(board, stand, args, used)
            ways = () if wrong is None else instead(board, stand, used)
            if words is None or not can_mean(use, used.act):
                continue
            if not refuse_use(board, stand, use, used, wrong, instead=ways):
                tell(board, stand, use, True, (), words(board, used.act), used)
        if assumes and ph.START not in use.phases:
            assume_done(board, stand, use)

    return state


def assume_done(board: Board, stand: Stand, use: Use) -> None:
    """Where nothing is said of a use, a line shows already what it did; of one of any phase it was not made."""
    unsaid = stand.name not in board.used and board.zap_on(stand, use.alien) is None
    if unsaid and not board.position.checked and board.admits(stand, use):
        rule = "assumptions.not-used" if "any" in use.phases else "assumptions.on-the-line"
        board.assume(rule, stand.name, use.alien, by=use.rule)


def is_past_check(board: Board, stand: Stand, use: Use, used: Used) -> bool:
    """True if a line checks no words of a use: one that is zapped or not admitted, or that a table has ruled."""
    return used.zap is not None or board.position.checked or not board.admits(stand, use)


def has_to_say(what: Callable[[Board, Stand, Args, Used], str]) -> Check:
    """For `stating`: what has to be said with a use, in words; an empty text where it was."""

    def check(board: Board, stand: Stand, args: Args, used: Used) -> Forbidden | None:
        unsaid = what(board, stand, args, used)
        return unsaid_with_use(stand.name, unsaid) if unsaid else None

    return check


def mis_said(board: Board, stand: Stand, use: Use, used: Used, what: str) -> bool:
    """Refuses a use on a line with which something else was said than its text leaves to its owner.

    `what` has to be said, in words; an empty text where it was.
    """
    such = unsaid_with_use(stand.name, what) if what and not is_past_check(board, stand, use, used) else None
    return refuse_use(board, stand, use, used, such)


_UNSAID = {"player": "somebody", "ships": "ships", "planet": "a planet", "alien": "no alien that is named"}


def saying(*kinds: str, **unsaid: str) -> Callable[[Board, Act], tuple[str, ...]]:
    """For `stating`, the words of a use in this order, as far as they were said.

    Each a `player`, `ships`, `planet`, `alien`, the `first` word, the first that is no player (`card`), all `words`, or
    a text that is always the same. `unsaid` is what stands for one of them otherwise.
    """
    otherwise = {**_UNSAID, **unsaid}

    def words(board: Board, said: Act) -> tuple[str, ...]:
        planets = (arg for arg in said.args if "." in arg)
        ships = first_number(said.args, 0)
        told = {
            "player": first_of(said.args, board.stands),
            "ships": ships_of(ships) if ships else "",
            "alien": next((arg.strip('"') for arg in said.args if board.rulebase.alien(arg.strip('"'))), ""),
            "first": next(iter(said.args), ""),
            "card": first_not_of(said.args, board.stands),
            "words": " ".join(said.args),
        }
        return tuple(
            (next(planets, "") if kind == "planet" else told.get(kind, kind)) or otherwise[kind] for kind in kinds
        )

    return words


player_touched = saying("player")


def tell(
    board: Board,
    stand: Stand,
    use: Use,
    value: object,
    sources: tuple[Finding, ...] = (),
    words: tuple[object, ...] = (),
    used: Used | None = None,
) -> Finding | None:
    """What a use comes to (`Board.apply`), as a step of its own; None where it is not in force, or zapped."""
    done = board.apply(stand, use, value, sources, words, used)
    if done is not None:
        board.steps.append(done)
    return done


def tell_use(board: Board, stand: Stand, use: Use, value: object, *words: object) -> Finding | None:
    """What a use did before the moment of the line, which shows it already."""
    return tell(board, stand, use, value, (), words)


def refuse_use(
    board: Board,
    stand: Stand,
    use: Use,
    used: Used,
    forbidden: Forbidden | None,
    *sources: Finding,
    instead: Iterable[Position] = (),
) -> bool:
    """Refuses one use of a power if it is forbidden; the nearest lines are those `instead`, and the one without it."""
    if forbidden is not None:
        nearest = [*instead, *board.without_use(stand, used)]
        board.refuse(forbidden, nearest, (used.finding, *sources), use.rule)
    return forbidden is not None


def refuse_again(board: Board, stand: Stand, use: Use, again: Iterable[Used]) -> bool:
    """Refuses further uses of what is used once, unless a table has ruled them; True if there are any."""
    further = [] if board.position.checked else [*again]
    for used in further:
        refuse_use(board, stand, use, used, said_twice(stand.name))
    return bool(further)


def refuse_unsaid(
    board: Board, stand: Stand, use: Use, used: Used, forbidden: Forbidden | None, *ways: str | tuple[str, ...]
) -> None:
    """Refuses a use with which something was not said; the nearest lines are those with one of these ways to say it.

    A way is a word to be said besides, or all that is said with the use, in place of what was.
    """
    if forbidden is not None and used.zap is None:
        said = (way if isinstance(way, tuple) else (*used.args, way) for way in ways)
        instead = (saying_with(board, used, args) for args in said)
        refuse_use(board, stand, use, used, forbidden, instead=instead)


def refuse(board: Board, stand: Stand, use: Use, forbidden: Forbidden | None, sources: tuple[Finding, ...]) -> bool:
    """Refuses what a power, flare or tech was said to do if it is forbidden; the nearest line is the one without it."""
    if forbidden is not None:
        board.refuse(forbidden, board.without_this(stand, use), sources, use.rule)
    return forbidden is not None


def opponent_of(board: Board, stand: Stand) -> Stand:
    """The other main player, for one of the two."""
    return board.defense if stand is board.offense else board.offense


def main_players(who: str, mains: Sequence[str]) -> list[str]:
    """The main players on whom a power may be used: a main player has only its opponent."""
    return [name for name in mains if name != who]


def main_player_said(board: Board, stand: Stand, use: Use, sure: bool = False) -> str:
    """The main player on whom a power was used, or `a main player`; none (an empty text) where it was not, or wrongly.

    A main player can only mean its opponent. With `sure` it must be said which of the two is meant.
    """
    if board.usage(stand, use) is None or not board.admits(stand, use):
        return ""
    said, able = said_with(board, stand, use), main_players(stand.name, (board.offense.name, board.defense.name))
    named = first_of(said.args, board.stands, able[0] if stand.is_main else "a main player")
    if named not in board.stands:
        if not sure or not said.sources:
            return named
        which = unsaid_with_use(stand.name, "which main player is meant")
        refuse_unsaid(board, stand, use, board.uses(stand, use)[0], which, *able)
        return ""
    forbidden = not_main_player(stand.name, named, able)
    if forbidden is None:
        return named
    board.refuse(forbidden, board.without_use(stand), said.sources, use.rule)
    return ""


def left_open(board: Board, stand: Stand, use: Use, what: str, *sources: Finding) -> None:
    """An optional power that nobody said was used is left to its owner."""
    rule = board.law["powers.left-open"].citing(use.rule)
    board.do(stand.name, MAY, what, Finding(rule, None, sources, (stand.name,)), by=use)


def how_many_saved(args: Args, ships: int) -> int:
    """How many of so many ships that are lost together a power saves: `most` of them, or all `but` so many, or all."""
    saved: int = min(ships - args.get("but", 0), args.get("most", ships))
    return max(saved, 0)


def is_saved(args: Args, owner: tuple[str, str], loser: tuple[str, str]) -> bool:
    """Whether a power saves a loser's ships: its owner's own, or with `whose = "allies"` those of the others on its
    side. Both are (name, side); a bystander has no side."""
    if args.get("whose") == "allies":
        return loser != owner and loser[1] == owner[1]
    return loser == owner


def saying_with(board: Board, used: Used, args: tuple[str, ...]) -> Position:
    """The line on which this was said with a use, in place of what was."""
    acts = (replace(act, args=args) if act is used.act else act for act in board.position.acts)
    return replace(board.position, acts=tuple(acts))


def with_aliens(position: Position, aliens: Mapping[str, tuple[str, ...]]) -> Position:
    """The line on which these players have these aliens."""

    def told(player: Player) -> Player:
        return replace(player, aliens=aliens.get(player.name, player.aliens))

    def side(side: Side) -> Side:
        return replace(side, main=told(side.main), allies=tuple(map(told, side.allies)))

    others = {name: now for name, had in position.aliens.items() if (now := aliens.get(name, had))}
    return position.but(offense=side(position.offense), defense=side(position.defense), aliens=others)


def sources(use: Use) -> tuple[Finding, ...]:
    """What a card that was played rests on: that it was, if it is a card."""
    return () if use.played is None or use.played[1] is None else (use.played[1],)


def drawing(board: Board, stand: Stand, use: Use) -> list[str]:
    """The allies for whom something was played: those that were named, or else all of them."""
    allies = [other.name for other in board.side_of(stand.side) if not other.is_main]
    return [arg for arg in said_with(board, stand, use).args if arg in allies] or allies


class Said(NamedTuple):
    """The words that were said with a use on a line, and the finding that it was made; neither where it was not."""

    args: tuple[str, ...] = ()
    sources: tuple[Finding, ...] = ()


def said_with(board: Board, stand: Stand, use: Use) -> Said:
    """What was said with a power, flare or tech on a line."""
    usage = board.usage(stand, use)
    if usage is None:
        return Said()
    return Said(usage[0], () if usage[1] is None else (usage[1],))


def first_of(args: Iterable[str], among: Container[str], otherwise: str = "") -> str:
    """The first player, planet or word said that is one of these."""
    return next((arg for arg in args if arg in among), otherwise)


def first_not_of(args: Iterable[str], among: Container[str], otherwise: str = "") -> str:
    """The first word said that is none of these."""
    return next((arg for arg in args if arg not in among), otherwise)


def first_number(args: Iterable[str], otherwise: Otherwise) -> int | Otherwise:
    """The first number said."""
    return next((int(arg) for arg in args if arg.isdigit()), otherwise)


def side_meant(args: Iterable[str], mains: Sequence[str]) -> str:
    """The side that is said, or that of the main player who is named; none (an empty text) where neither is.

    `mains` are the offense and the defense.
    """
    sides = {pos.OFFENSE: pos.OFFENSE, pos.DEFENSE: pos.DEFENSE, **dict(zip(mains, SIDES, strict=False))}
    return sides.get(first_of(args, sides), "")


def first_planet(args: Iterable[str]) -> str:
    """The first planet said, by its name alone."""
    return next((arg for arg in args if "." in arg), "")
