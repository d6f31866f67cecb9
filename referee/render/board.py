"""The table on the screen: the board in characters, what was ruled of a command, and what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from referee.render.page import print_ruling
from referee.render.players import name_style
from referee.render.screen import make_console, say
from referee.render.words import Told, in_own_words, owns, shown

if TYPE_CHECKING:
    from referee.judge.ways.table import Offer

_TRACK = 5  # foreign colonies that win, as the colony track is drawn
Cell = list[Text]  # the lines of a cell


def _name(name: str) -> Text:
    return Text(shown(name), style=name_style(name))


def _all_shown(texts: Iterable[str], between: str = " ") -> str:
    return between.join(map(shown, texts))


def _stacks(stacks: Mapping[str, int], at_home: str = "") -> Text:
    """Stacks in their colors; whose home it is goes without a name."""
    text = Text()
    for place, (name, ships) in enumerate(stacks.items()):
        text.append(", " if place else "")
        text.append(f"{ships}" if name == at_home else f"{shown(name)} {ships}", style=name_style(name))
    return text if stacks else Text("·", style="dim")


# -- the systems -------------------------------------------------------------------------------------------------------


def _planet(told: Told, place: str, at_home: str, stacked: bool) -> Cell:
    """A planet as a circle round its stacks, or stack by stack; the arrow marks the one at which the gate points."""
    if place not in told["planets"]:
        return [Text("")]
    aimed = place == told["target"]
    ring = "bold" if aimed else "dim"
    stands = told["planets"][place]
    stacks = {name: stands[name] for name in sorted(stands, key=lambda name: name != at_home)}
    if not stacked:
        return [Text("▶(" if aimed else " (", style=ring) + _stacks(stacks, at_home) + Text(")", style=ring)]
    cell = [Text(" ") + _stacks({name: ships}, at_home) for name, ships in stacks.items()] or [Text(" ") + _stacks({})]
    cell[0] = Text("▶" if aimed else " ", style=ring) + cell[0][1:]
    return cell


def _player(told: Told, name: str, stacked: bool) -> Cell:
    """A name, the aliens, and whether the power is lost: in one line, or one below the other."""
    cell = [_name(name)]
    sheets = [Text(shown(alien), style="dim") for alien in told["aliens"].get(name, ())]
    if name in told["hidden"]:
        sheets.append(Text("facedown", style="dim"))
    if told["powers"].get(name) == "lost":
        sheets.append(Text("power lost", style="yellow"))
    if stacked:
        return [*cell, *(Text(" ") + sheet for sheet in sheets)]
    for sheet in sheets:
        cell[0].append("/", style="dim").append_text(sheet)
    return cell


def _track(told: Told, name: str) -> Text:
    foreign = told["foreign"][name]
    return Text("●" * foreign, style=name_style(name)) + Text("○" * max(0, _TRACK - foreign), style="dim")


def _grid(told: Told, stacked: bool) -> list[Text]:
    """The systems as lines: a row for each player, a column for each planet."""
    planets = sorted({place.partition(".")[2] for place in told["planets"]})
    counted = {"hands": "hand"} if stacked else {"hands": "hand", "home": "home"}  # home colonies can be counted too
    indent = " " if stacked else "  "
    foreign = in_own_words(told["edition"], "foreign")
    heads = ("", *(f"{indent}{number}" for number in planets), *counted.values(), foreign)
    rows: list[list[Cell]] = [[[Text(head, style="dim")] for head in heads]]
    for name in told["seats"]:
        counts = [[Text(str(told[what][name]))] for what in counted]
        systems = [_planet(told, f"{name}.{number}", name, stacked) for number in planets]
        rows.append([_player(told, name, stacked), *systems, *counts, [_track(told, name)]])
    widths = [max(line.cell_len for cell in column for line in cell) for column in zip(*rows, strict=True)]
    return [line for row in rows for line in _lines(row, widths, len(indent))]


def _lines(row: Sequence[Cell], widths: Sequence[int], apart: int) -> Iterator[Text]:
    """The lines of a row of cells, in columns."""
    for number in range(max(map(len, row))):
        line = Text()
        for cell, width in zip(row, widths, strict=True):
            piece = cell[number].copy() if number < len(cell) else Text("")
            piece.pad_right(width - piece.cell_len + apart)
            line.append_text(piece)
        line.rstrip()
        yield line


def _list(told: Told) -> Iterator[Text]:
    """The systems one below the other, for a terminal on which no grid fits."""
    for name in told["seats"]:
        (player,) = _player(told, name, False)
        yield player + Text(f"  hand {told['hands'][name]}  ", style="dim") + _track(told, name)
        for place, stacks in told["planets"].items():
            owner, _, number = place.partition(".")
            if owner == name:
                mark = "▶" if place == told["target"] else " "
                yield Text(f" {mark}{number}  ", style="dim") + _stacks(stacks, name)


def print_board(told: Told) -> None:
    """The board: whose turn, every system with its stacks, the gate, the warp, hands and the colony track."""
    out = make_console()
    if "game" in told:  # a game of its own
        from referee.render.duel import print_table  # a table of the big game needs nothing of it

        print_table(told, out)
        return
    out.print(_headline(told))
    layouts = (_grid(told, False), _grid(told, True))
    fits = (lines for lines in layouts if max(line.cell_len for line in lines) <= out.width)
    for line in next(fits, None) or _list(told):
        out.print(line)
    _places(out, told)
    for says in _besides(told):
        say(out, says, "dim")
    for due in told["due"]:
        count = f" {due['count']}" if due["count"] else ""
        say(out, f"{shown(due['who'])} has still to {due['what']}{count}", "yellow")


def _places(out: Console, told: Told) -> None:
    """Where ships stand besides the systems, and the tokens."""
    for place in ("gate", "beside", "warp", "unplaced", "removed"):
        if told[place] or place == "warp":
            aim = f"  ──▶ {shown(told['target'])}" if place == "gate" and told["target"] else ""
            own_word = in_own_words(told["edition"], place)
            out.print(Text(f"{own_word}: ", style="dim") + _stacks(told[place]) + Text(aim, style="bold"))
    if "reverse_hexes" in told:
        say(out, f"reverse planet hexes: {_all_shown(told['reverse_hexes'], ', ')}", "dim")
    if "limbo" in told:
        out.print(_fan(told))
    tokens = {name: count for name, count in told["tokens"].items() if count}
    if tokens:
        out.print(Text("tokens: ", style="dim") + _stacks(tokens))


def _fan(told: Told) -> Text:
    """The fan of the reverse warp: its sections in the order of the seats, the marked one with an arrow."""
    text = Text("limbo:", style="dim")
    for color, stacks in told["limbo"].items():
        text.append("  ▶" if color == told["marker"] else "  ", style="bold")
        text.append_text(_name(color)).append("(").append_text(_stacks(stacks)).append(")")
    return text


def _besides(told: Told) -> Iterator[str]:
    """Techs, the cards that lie apart, and the discards."""
    for name, techs in told["techs"].items():
        yield f"{shown(name)}'s techs: {', '.join(map(_tech, techs)) or 'none'}"
    for place, cards in told["aside"].items():
        yield _aside(told, place, cards)
    if told["discards"]:
        yield f"discards, bottom first: {_all_shown(told['discards'][-12:])}"


def _aside(told: Told, place: str, cards: Sequence[str]) -> str:
    """Cards that lie apart from hands and piles."""
    if place in told["planets"]:
        return f"cards beside {shown(place)}: {_all_shown(cards)}"
    if place in told["seats"]:
        return f"{shown(place)} keeps apart from its hand: {_counted(cards)}"
    if " from " not in place:  # `red laid aside`
        return f"{place}: {_counted(cards)}"
    who, _, owner = place.partition(" from ")  # `red from blue`: a hand that lies on another player's sheet
    what = "off the deck" if owner == "the deck" else f"what was {shown(owner)}'s hand"
    return f"{shown(who)} may play from its alien sheet {what}: {_counted(cards)}"


def _counted(cards: Sequence[str]) -> str:
    known = [card for card in cards if card != "?"]
    return f"{len(cards)} cards{': ' if known else ''}{_all_shown(known)}"


def _tech(tech: Told) -> str:
    name = "facedown" if tech["name"] == "?" else shown(tech["name"])
    if tech["complete"]:
        return f"{name} (complete)"
    return f"{name} ({tech['ships']} on it)" if tech["ships"] else name


def _headline(told: Told) -> Text:
    if "game" in told:  # a game of its own
        from referee.render.duel import headline

        return Text(headline(told), style="bold")
    if told["winners"]:
        return Text(f"{_all_shown(told['winners'], ' and ')} won the game.", style="bold green")
    now = in_own_words(told["edition"], f"encounter {told['encounter']}")
    against = f", against {shown(told['defense'])}" if told["defense"] else ""
    at = f" at {shown(told['target'])}" if told["target"] else ""
    phase = _phase(told["phase"], told["edition"])
    return Text(f"{shown(told['turn'])}'s turn, {now}: {phase}{against}{at}", style="bold")


def _phase(phase: str, edition: str) -> str:
    """The name of a phase; what the edition calls it, where it has a name of its own."""
    named = "the start of turn" if phase == "start-turn" else f"the {phase} phase"
    own_name = in_own_words(edition, named)
    return phase if own_name == named else own_name


# -- what was ruled of a command ---------------------------------------------------------------------------------------


def print_verdict(told: Told, asked: bool = False) -> None:
    """What was ruled of a command: legal with what follows, or refused with the clause and the nearest legal ones.

    Where it was only `asked` whether it may be done, the answer comes first, with what allows it.
    """
    out = make_console()
    legal = told["status"] == "legal"
    if asked and legal:
        _with_clauses(out, f"Legal: {shown(told['command'])}", told["allowed_by"], told["edition"])
    for refusal in told["illegal"]:
        _refusal(out, refusal, told)
    if "ruling" in told:
        print_ruling(told["ruling"])
        if "kind" in told["ruling"]:  # of another game, in which more follows at once
            before = {node["says"] for node in told["ruling"]["proof"]["from"]}
            _follows(out, told, before)
    elif legal:
        _follows(out, told, {told["command"]} if asked else set())
        if not told["says"] and not asked:
            say(out, "Legal.")
    for says in told["assumes"]:
        say(out, f"  assumed: {shown(says)}", "dim")


def _follows(out: Console, told: Told, before: set[str]) -> None:
    """What follows from a command, besides what was said before."""
    for says in told["says"]:
        if says not in before:
            say(out, shown(says))


def _with_clauses(out: Console, says: str, cites: Sequence[str], edition: str, style: str = "") -> None:
    line = Text(says, style=style)
    line.append(f"  [{', '.join(owns(cites, edition))}]" if cites else "", style="cyan")
    out.print(line)


def _refusal(out: Console, refusal: Told, told: Told) -> None:
    """Why a command is refused, or what it leaves unsaid, and what may be typed instead."""
    asks = refusal["asks"] and not told["anyway"]
    head = "not legal, done anyway" if told["anyway"] else "Not said" if asks else "Refused"
    style = "bold yellow" if asks else "bold red"
    _with_clauses(out, f"{head}: {shown(refusal['says'])}", refusal["cites"], told["edition"], style)
    if refusal["nearest"] and asks:
        say(out, "  say it, such as:")
        for text in refusal["nearest"]:
            say(out, f"    {shown(text)}", whole=True)
    elif refusal["nearest"]:
        say(out, f"  now legal: {_all_shown(refusal['nearest'], ' · ')}")
    if refusal["history"]:
        say(out, f"  what lies behind: {_all_shown(refusal['history'], ' · ')}", "dim")


def print_offers(offers: Sequence[Offer], phase: str, winners: Sequence[str], edition: str) -> None:
    """What may be done now, by player."""
    out = make_console()
    if winners:
        say(out, f"The game is over: {_all_shown(winners, ' and ')} won it.")
        return
    named = _phase(phase, edition)
    say(out, f"phase: {phase}" if named == phase else f"this is {named}", "dim")
    for who in dict.fromkeys(offer.who for offer in offers):
        out.print(_name(who))
        for says, alike in groupby((offer for offer in offers if offer.who == who), key=lambda offer: offer.says):
            if says:
                say(out, f"  {shown(says)}", "dim")
            for offer in alike:
                say(out, f"  {shown(offer.command)}")
    if not offers:
        out.print("Nothing just now.")


# -- the commands of a table -------------------------------------------------------------------------------------------


def print_step(step: Told, told: Told) -> None:
    """The commands that were taken back, or done again, whose they were, and where the table stands then."""
    out = make_console()
    what = "taken back" if "undone" in step else "done again"
    for command in step["commands"]:
        line = Text(f"{what}: {shown(command)}")
        if step["elsewhere"] and command is step["commands"][-1]:
            ago = "" if step["seconds"] is None else f", {step['seconds']} s ago"
            line.append(f"  (command {step['number']}, done in another shell{ago})", style="yellow")
        out.print(line)
    out.print(_headline(told))


def print_history(told: Sequence[Told]) -> None:
    """The commands, oldest first; those that were taken back are dim."""
    out = make_console()
    for entry in told:
        style = "dim" if entry["undone"] else "yellow" if entry["anyway"] else ""
        note = "  (taken back)" if entry["undone"] else "  (anyway)" if entry["anyway"] else ""
        say(out, f"{entry['number']:>4}  {shown(entry['command'])}{note}", style)


def print_tables(rows: Sequence[Told]) -> None:
    """All tables, the current one first."""
    out = make_console()
    for place, row in enumerate(rows):
        mark = "▸" if place == 0 else " "
        say(out, f"{mark} {shown(row['name'])}  {row['edition']}, {row['position']} commands, {row['created']}")
    if not rows:
        out.print("There is no table yet; lay one with: referee table red purple yellow blue")
