"""The table on the screen: the board in characters, what was ruled of a command, and what may be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from referee.render.page import make_console, print_ruling
from referee.render.words import in_own_words, own, shown

if TYPE_CHECKING:
    from referee.judge.ways.table import Offer

# Players are called by colors more often than not; a name that is none is printed plain.
_INK = {
    "red": "red",
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "magenta",
    "orange": "dark_orange",
    "white": "bright_white",
    "black": "bright_black",
}
_TRACK = 5  # foreign colonies that win, as the colony track is drawn


def name_style(name: str) -> str:
    """How a player's name is printed: in the color that it is, if it is one."""
    return _INK.get(name.lower(), "bold")


def _name(name: str) -> Text:
    return Text(shown(name), style=name_style(name))


def _stacks(stacks: dict[str, int], at_home: str = "") -> Text:
    """Stacks in their colors; whose home it is goes without a name."""
    text = Text()
    for place, (name, ships) in enumerate(stacks.items()):
        text.append(", " if place else "")
        text.append(f"{ships}" if name == at_home else f"{shown(name)} {ships}", style=_INK.get(name.lower(), "bold"))
    return text if stacks else Text("·", style="dim")


Cell = list[Text]  # the lines of a cell


def _planet(told: dict[str, Any], place: str, at_home: str, stacked: bool) -> Cell:
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


def _player(told: dict[str, Any], name: str, stacked: bool) -> Cell:
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


def _track(told: dict[str, Any], name: str) -> Text:
    foreign = told["foreign"][name]
    return Text("●" * foreign, style=name_style(name)) + Text("○" * max(0, _TRACK - foreign), style="dim")


def _grid(told: dict[str, Any], stacked: bool) -> list[Text]:
    """The systems as lines: a row for each player, a column for each planet."""
    planets = sorted({place.partition(".")[2] for place in told["planets"]})
    told_of = ("hands",) if stacked else ("hands", "home")  # home colonies can be counted as well
    names = {"hands": "hand"}
    heads = (
        "",
        *(f"{' ' if stacked else '  '}{number}" for number in planets),
        *(names.get(what, what) for what in told_of),
        in_own_words(told["edition"], "foreign"),
    )
    rows: list[list[Cell]] = [[[Text(head, style="dim")] for head in heads]]
    for name in told["seats"]:
        counts = [[Text(str(told[what][name]))] for what in told_of]
        systems = [_planet(told, f"{name}.{number}", name, stacked) for number in planets]
        rows.append([_player(told, name, stacked), *systems, *counts, [_track(told, name)]])
    widths = [max(line.cell_len for row in rows for line in row[column]) for column in range(len(heads))]
    found = []
    for row in rows:
        for number in range(max(len(cell) for cell in row)):
            line = Text()
            for cell, width in zip(row, widths, strict=True):
                piece = cell[number].copy() if number < len(cell) else Text("")
                piece.pad_right(width - piece.cell_len + (1 if stacked else 2))
                line.append_text(piece)
            line.rstrip()
            found.append(line)
    return found


def _list(told: dict[str, Any]) -> Iterator[Text]:
    """The systems one below the other, for a terminal on which no grid fits."""
    for name in told["seats"]:
        (player,) = _player(told, name, False)
        yield player + Text(f"  hand {told['hands'][name]}  ", style="dim") + _track(told, name)
        for place, stacks in told["planets"].items():
            owner, _, number = place.partition(".")
            if owner == name:
                mark = "▶" if place == told["target"] else " "
                yield Text(f" {mark}{number}  ", style="dim") + _stacks(stacks, name)


def print_board(told: dict[str, Any]) -> None:
    """The board: whose turn, every system with its stacks, the gate, the warp, hands and the colony track."""
    out = make_console()
    if "game" in told:  # a game of its own
        from referee.render.duel import print_table

        print_table(told, out)
        return
    out.print(_headline(told))
    layouts = (_grid(told, False), _grid(told, True))
    fits = (lines for lines in layouts if max(line.cell_len for line in lines) <= out.width)
    for line in next(fits, None) or _list(told):
        out.print(line)
    for place in ("gate", "beside", "warp", "unplaced", "removed"):
        if told[place] or place == "warp":
            aim = f"  ──▶ {shown(told['target'])}" if place == "gate" and told["target"] else ""
            own_word = in_own_words(told["edition"], place)
            out.print(Text(f"{own_word}: ", style="dim") + _stacks(told[place]) + Text(aim, style="bold"))
    if "reverse_hexes" in told:
        names = ", ".join(shown(name) for name in told["reverse_hexes"])
        out.print(Text(f"reverse planet hexes: {names}", style="dim"))
    if "limbo" in told:
        out.print(_fan(told))
    tokens = {name: count for name, count in told["tokens"].items() if count}
    if tokens:
        out.print(Text("tokens: ", style="dim") + _stacks(tokens))
    for name, techs in told["techs"].items():
        out.print(Text(f"{shown(name)}'s techs: {', '.join(map(_tech, techs)) or 'none'}", style="dim"))
    for place, cards in told["aside"].items():
        if place in told["planets"]:
            out.print(Text(f"cards beside {shown(place)}: {' '.join(shown(card) for card in cards)}", style="dim"))
        elif place in told["seats"]:
            out.print(Text(f"{shown(place)} keeps apart from its hand: {_counted(cards)}", style="dim"))
        elif " from " not in place:  # `red laid aside`
            out.print(Text(f"{place}: {_counted(cards)}", style="dim"))
        else:  # `red from blue`: a hand that lies on another player's sheet
            who, _, owner = place.partition(" from ")
            what = "off the deck" if owner == "the deck" else f"what was {shown(owner)}'s hand"
            text = f"{shown(who)} may play from its alien sheet {what}: {_counted(cards)}"
            out.print(Text(text, style="dim"))
    if told["discards"]:
        out.print(
            Text(f"discards, bottom first: {' '.join(shown(card) for card in told['discards'][-12:])}", style="dim")
        )
    for due in told["due"]:
        count = f" {due['count']}" if due["count"] else ""
        out.print(Text(f"{shown(due['who'])} has still to {due['what']}{count}", style="yellow"))


def _fan(told: dict[str, Any]) -> Text:
    """The fan of the reverse warp: its sections in the order of the seats, the marked one with an arrow."""
    text = Text("limbo:", style="dim")
    for color, stacks in told["limbo"].items():
        text.append("  ▶" if color == told["marker"] else "  ", style="bold")
        text.append_text(_name(color)).append("(").append_text(_stacks(stacks)).append(")")
    return text


def _counted(cards: list[str]) -> str:
    known = [shown(card) for card in cards if card != "?"]
    return f"{len(cards)} cards{': ' if known else ''}{' '.join(known)}"


def _tech(tech: dict[str, Any]) -> str:
    name = "facedown" if tech["name"] == "?" else shown(tech["name"])
    if tech["complete"]:
        return f"{name} (complete)"
    return f"{name} ({tech['ships']} on it)" if tech["ships"] else name


def _headline(told: dict[str, Any]) -> Text:
    if "game" in told:  # a game of its own
        from referee.render.duel import headline

        return Text(headline(told), style="bold")
    if told["winners"]:
        return Text(f"{' and '.join(shown(name) for name in told['winners'])} won the game.", style="bold green")
    now = in_own_words(told["edition"], f"encounter {told['encounter']}")
    text = Text(f"{shown(told['turn'])}'s turn, {now}: {_phase(told['phase'], told['edition'])}", style="bold")
    if told["defense"]:
        text.append(f", against {shown(told['defense'])}", style="bold")
    if told["target"]:
        text.append(f" at {shown(told['target'])}", style="bold")
    return text


def _phase(phase: str, edition: str) -> str:
    """The name of a phase; what the edition calls it, where it has a name of its own."""
    named = "the start of turn" if phase == "start-turn" else f"the {phase} phase"
    own_name = in_own_words(edition, named)
    return phase if own_name == named else own_name


def print_verdict(told: dict[str, Any], asked: bool = False) -> None:
    """What was ruled of a command: legal with what follows, or refused with the clause and the nearest legal ones.

    Where it was only `asked` whether it may be done, the answer comes first, with what allows it.
    """
    out = make_console()
    if asked and told["status"] == "legal":
        line = Text(f"Legal: {shown(told['command'])}")
        cites = ", ".join(own(id, told["edition"]) for id in told["allowed_by"])
        line.append(f"  [{cites}]" if cites else "", style="cyan")
        out.print(line)
    for refusal in told["illegal"]:
        cites = ", ".join(own(id, told["edition"]) for id in refusal["cites"])
        asks = refusal["asks"] and not told["anyway"]
        head = "not legal, done anyway" if told["anyway"] else "Not said" if asks else "Refused"
        line = Text(f"{head}: {shown(refusal['says'])}", style="bold yellow" if asks else "bold red")
        line.append(f"  [{cites}]", style="cyan")
        out.print(line)
        if refusal["nearest"] and asks:
            out.print(Text("  say it, such as:"))
            for text in refusal["nearest"]:
                out.print(Text(f"    {shown(text)}"), soft_wrap=True)
        elif refusal["nearest"]:
            out.print(Text(f"  now legal: {' · '.join(shown(text) for text in refusal['nearest'])}"))
        if refusal["history"]:
            out.print(
                Text(f"  what lies behind: {' · '.join(shown(text) for text in refusal['history'])}", style="dim")
            )
    if "ruling" in told:
        print_ruling(told["ruling"])
        if "kind" in told["ruling"]:  # of another game, in which more follows at once
            before = {node["says"] for node in told["ruling"]["proof"]["from"]}
            for says in told["says"]:
                if says not in before:
                    out.print(Text(shown(says)))
    elif told["status"] == "legal":
        for says in told["says"]:
            if not (asked and says == told["command"]):
                out.print(Text(shown(says)))
        if not told["says"] and not asked:
            out.print(Text("Legal."))
    for says in told["assumes"]:
        out.print(Text(f"  assumed: {shown(says)}", style="dim"))


def print_offers(offers: Sequence[Offer], phase: str, winners: Sequence[str], edition: str) -> None:
    """What may be done now, by player."""
    out = make_console()
    if winners:
        out.print(Text(f"The game is over: {' and '.join(shown(name) for name in winners)} won it."))
        return
    named = _phase(phase, edition)
    out.print(Text(f"phase: {phase}" if named == phase else f"this is {named}", style="dim"))
    for who in dict.fromkeys(offer.who for offer in offers):
        out.print(_name(who))
        said = ""
        for offer in offers:
            if offer.who == who:
                if offer.says not in ("", said):
                    out.print(Text(f"  {shown(offer.says)}", style="dim"))
                said = offer.says
                out.print(Text(f"  {shown(offer.command)}"))
    if not offers:
        out.print("Nothing just now.")


def print_step(step: dict[str, Any], told: dict[str, Any]) -> None:
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


def print_history(told: Sequence[dict[str, Any]]) -> None:
    """The commands, oldest first; those that were taken back are dim."""
    out = make_console()
    for entry in told:
        style = "dim" if entry["undone"] else "yellow" if entry["anyway"] else ""
        note = "  (taken back)" if entry["undone"] else "  (anyway)" if entry["anyway"] else ""
        out.print(Text(f"{entry['number']:>4}  {shown(entry['command'])}{note}", style=style))


def print_tables(rows: Sequence[dict[str, Any]]) -> None:
    """All tables, the current one first."""
    out = make_console()
    for place, row in enumerate(rows):
        mark = "▸" if place == 0 else " "
        out.print(Text(f"{mark} {shown(row['name'])}  {row['edition']}, {row['position']} commands, {row['created']}"))
    if not rows:
        out.print("There is no table yet; lay one with: referee table red purple yellow blue")
