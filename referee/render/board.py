"""The table on the screen: the board in characters, what was ruled of a command, and what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.text import Text

from referee.render.outcome import standing
from referee.render.page import print_ruling
from referee.render.players import name_style
from referee.render.screen import make_console, say
from referee.render.words import Told, in_own_words, owed, owns, shown

if TYPE_CHECKING:
    from referee.judge.ways.table import Offer

_TRACK = 5  # foreign colonies that win, as the colony track is drawn
Cell = list[Text]  # the lines of a cell


def _name(name: str) -> Text:
    return Text(shown(name), style=name_style(name))


def _all_shown(texts: Iterable[str], between: str = " ") -> str:
    return between.join(map(shown, texts))


def _stacks(stacks: Mapping[str, int | str]) -> Text:
    """Stacks with the names of their owners, in their colors."""
    text = Text()
    for place, (name, ships) in enumerate(stacks.items()):
        text.append(", " if place else "")
        text.append(f"{shown(name)} {ships}", style=name_style(name))
    return text if stacks else Text("·", style="dim")


# -- the systems -------------------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """How wide the grid is drawn: spaces between columns, foreign stacks in one line of a cell, letters of the aliens.

    The columns are the same in every layout.
    """

    apart: int
    in_line: int
    letters: int


_LAYOUTS = (Layout(2, 9, 40), Layout(1, 9, 40), Layout(1, 2, 12), Layout(1, 2, 6), Layout(1, 1, 6), Layout(1, 1, 3))


def _short_names(seats: Sequence[str]) -> dict[str, str]:
    """As many first letters of each name as tell it from the others."""

    def is_alone(name: str, length: int) -> bool:
        return all(not other.casefold().startswith(name[:length].casefold()) for other in seats if other != name)

    lengths = {name: next((n for n in range(1, len(name)) if is_alone(name, n)), len(name)) for name in seats}
    return {name: shown(name[:length]) for name, length in lengths.items()}


def _planet(told: Told, place: str, at_home: str, layout: Layout) -> Cell:
    """A planet: a circle round its owner's ships and then those of others, `(3·g4)`; the arrow is the gate's aim."""
    if place not in told["planets"]:
        return [Text("")]
    aimed = place == told["target"]
    ring, stands, short = "bold" if aimed else "dim", told["planets"][place], _short_names(told["seats"])
    own = stands.get(at_home, 0)
    lines = [Text("▶(" if aimed else " (", style=ring) + Text(f"{own}" if own else "", style=name_style(at_home))]
    others = [(name, ships) for name, ships in stands.items() if name != at_home]
    for number, (name, ships) in enumerate(others):
        if number and number % layout.in_line == 0:
            lines.append(Text("  "))
        lines[-1].append("·", style="dim").append(f"{short.get(name, shown(name))}{ships}", style=name_style(name))
    if not stands:
        lines[-1].append("·", style="dim")
    lines[-1].append(")", style=ring)
    return lines


def _player(told: Told, name: str, letters: int = 40) -> Text:
    """A name, the aliens in so many letters each, and whether the power is lost."""
    line = _name(name)
    for alien in told["aliens"].get(name, ()):
        line.append(f"/{_cut(shown(alien), letters)}", style="dim")
    if name in told["hidden"]:
        line.append("/", style="dim").append(_cut("facedown", letters), style="dim")
    if told["powers"].get(name) == "lost":
        line.append(" power lost" if letters > _SHORT else " lost", style="yellow")
    return line


_SHORT = 12  # letters of an alien below which other words are said shortly too


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def _track(told: Told, name: str) -> Text:
    foreign = told["foreign"][name]
    return Text("●" * foreign, style=name_style(name)) + Text("○" * max(0, _TRACK - foreign), style="dim")


def _grid(told: Told, layout: Layout) -> list[Text]:
    """The systems as lines: a row for each player, a column for each planet."""
    planets = sorted({place.partition(".")[2] for place in told["planets"]})
    counted = {"hands": "hand", "home": "home"}
    foreign = in_own_words(told["edition"], "foreign")
    heads = ("", *(f"  {number}" for number in planets), *counted.values(), foreign)
    rows: list[list[Cell]] = [[[Text(head, style="dim")] for head in heads]]
    rows += [_row(told, name, planets, tuple(counted), layout) for name in told["seats"]]
    widths = [max(line.cell_len for cell in column for line in cell) for column in zip(*rows, strict=True)]
    return [line for row in rows for line in _lines(row, widths, layout.apart)]


def _row(told: Told, name: str, planets: Sequence[str], counted: Sequence[str], layout: Layout) -> list[Cell]:
    """A player with its system, what is counted of it, and its colony track."""
    systems = [_planet(told, f"{name}.{number}", name, layout) for number in planets]
    counts = [[Text(str(told[what][name]))] for what in counted]
    return [[_player(told, name, layout.letters)], *systems, *counts, [_track(told, name)]]


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
        yield _player(told, name) + Text(f"  hand {told['hands'][name]}  ", style="dim") + _track(told, name)
        for place, stacks in told["planets"].items():
            owner, _, number = place.partition(".")
            if owner == name:
                mark = "▶" if place == told["target"] else " "
                own_first = {other: stacks[other] for other in sorted(stacks, key=lambda other: other != name)}
                yield Text(f" {mark}{number}  ", style="dim") + _stacks(own_first)


def print_board(told: Told) -> None:
    """The board: whose turn, every system with its stacks, the gate, the warp, hands and the colony track."""
    out = make_console()
    if "game" in told:  # a game of its own
        from referee.render.duel import print_table  # a table of the big game needs nothing of it

        print_table(told, out)
        return
    told = _marked(told)
    out.print(_headline(told))
    layouts = (_grid(told, layout) for layout in _LAYOUTS)
    fits = (lines for lines in layouts if max(line.cell_len for line in lines) <= out.width)
    for line in next(fits, None) or _list(told):
        out.print(line)
    _places(out, told)
    for says in _besides(told):
        say(out, says, "dim")
    for due in told["due"]:
        say(out, owed(due, told["edition"]), "yellow")


def _marked(told: Told) -> Told:
    """The same with `~` before what is reckoned, and `?` for what nobody knows."""
    marks = {(row["place"], row["who"]): "~" for row in told.get("reckoned", ())}
    marks |= {(row["place"], row["who"]): "?" for row in told.get("unknown", ())}
    if not marks:
        return told

    def counts(place: str, stacks: Told) -> Told:
        return {name: _count(count, marks.get((place, name), "")) for name, count in stacks.items()}

    shown = {place: counts(place, told[place]) for place in ("gate", "beside", "warp", "unplaced", "removed")}
    planets = {place: counts(place, stacks) for place, stacks in told["planets"].items()}
    hands, tokens = counts("hand", told["hands"]), counts("tokens", told["tokens"])
    return {**told, **shown, "planets": planets, "hands": hands, "tokens": tokens}


def _count(count: int | None, mark: str) -> int | str:
    """A count as it is shown."""
    return mark if count is None else f"{mark}{count}" if mark and count else count


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
    for name, held in told.get("captured", {}).items():
        yield f"on {shown(name)}'s alien sheet: {', '.join(_held(what, count) for what, count in held.items())}"
    for place, cards in told["aside"].items():
        yield _aside(told, place, cards)
    if told["discards"]:
        yield f"discards, bottom first: {_all_shown(told['discards'][-12:])}"


def _held(what: str, count: int) -> str:
    """Ships or a planet that lie on an alien sheet."""
    if "." in what:
        return f"the planet {shown(what)}"
    return f"{count} ship{'' if count == 1 else 's'} of {shown(what)}'s"


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


def print_seats(told: Told, waits_for: Sequence[str]) -> None:
    """Who sits at a table, clockwise: aliens, the role in the encounter, what each has, and who is waited for."""
    out = make_console()
    out.print(_headline(told))
    for name in told["seats"]:
        line = Text("▸ " if name in waits_for else "  ", style="bold") + _name(name)
        for alien in _aliens_of(told, name):
            line.append(f"/{shown(alien)}", style="dim")
        for words in _has(told, name):
            line.append(f"  {words}", style="dim")
        out.print(line, soft_wrap=True)
    if waits_for:
        say(out, f"waiting for {_all_shown(waits_for, ' and ')}", "dim")


def _aliens_of(told: Told, name: str) -> Sequence[str]:
    aliens = told["aliens"].get(name, ())
    return (aliens,) if isinstance(aliens, str) else aliens


def _has(told: Told, name: str) -> Iterator[str]:
    """What a player of the big game is in the encounter, and has, in a few words each."""
    if "game" in told:
        return
    roles = {told["turn"]: "offense", told["defense"]: "defense"}
    side = told["allies"].get(name)
    if name in roles or side:
        yield roles.get(name) or f"ally of the {side}"
    yield f"hand {told['hands'][name]}"
    yield f"{told['home'][name]} home, {told['foreign'][name]} foreign"
    if told["powers"].get(name) == "lost":
        yield "power lost"


# -- what was ruled of a command ---------------------------------------------------------------------------------------


def print_verdict(told: Told, asked: bool = False, first: Sequence[str] = ()) -> None:
    """What was ruled of a command: legal with what follows, or refused with the clause and the nearest legal ones.

    Where it was only `asked` whether it may be done, the answer comes first, with what allows it. `first` are the
    commands that stand in the way of one that comes too early.
    """
    out = make_console()
    if "answer" in told:
        _in_general(out, told)
        return
    legal = told["status"] == "legal"
    if asked and legal:
        _with_clauses(out, f"Legal: {shown(told['command'])}", told["allowed_by"], told["edition"])
    if "stopped" in told:
        say(out, f"{shown(told['command'])}: first comes {shown(told['stopped'])}", "dim")
    for refusal in told["illegal"]:
        _refusal(out, refusal, told, first)
    if "ruling" in told:
        _ruling_led_to(out, told)
    elif legal:
        _follows(out, told, {told["command"]} if asked else set())
        if not told["says"] and not asked:
            say(out, "Legal." if told["command"] else "That is so already: nothing changes.")
    print_assumed(told["assumes"], out)
    for says in standing(told["stands"]) if "stands" in told else ():
        say(out, shown(says))


def _ruling_led_to(out: Console, told: Told) -> None:
    """The ruling to which a command led; of another game also what follows from it at once."""
    print_ruling(told["ruling"], line=False)
    if "kind" in told["ruling"]:
        _follows(out, told, {node["says"] for node in told["ruling"]["proof"]["from"]})


def _in_general(out: Console, told: Told) -> None:
    """What the rules say in general, where no position was told."""
    says = [*told["says"], *(refusal["says"] for refusal in told["illegal"])]
    cites = list(dict.fromkeys([*told["allowed_by"], *(cite for one in told["illegal"] for cite in one["cites"])]))
    _with_clauses(out, f"{told['answer'].capitalize()}. {shown(' '.join(says))}", cites, told["edition"])
    print_assumed(told["assumes"], out)


def print_assumed(assumes: Sequence[str], console: Console | None = None) -> None:
    """Prints what is taken for granted, a line for each sentence."""
    out = console or make_console()
    for says in assumes:
        say(out, f"  assumed: {shown(says)}", "dim")


def _follows(out: Console, told: Told, before: set[str]) -> None:
    """What follows from a command, besides what was said before; in which order reinforcements add up is no matter."""
    order = {node["says"] for node in told["proof"]["from"] if node.get("rule") == "timing.round"}
    silent = before | order if told["command"].startswith("reinforce ") else before
    for says in told["says"]:
        if says not in silent:
            say(out, shown(says))


def _with_clauses(out: Console, says: str, cites: Sequence[str], edition: str, style: str = "") -> None:
    line = Text(says, style=style)
    line.append(f"  [{', '.join(owns(cites, edition))}]" if cites else "", style="cyan")
    out.print(line)


def _ways_to_say(out: Console, refusal: Told) -> None:
    """The commands that say what was left unsaid; with a number each where one is to be chosen."""
    say(out, "  say it, such as:")
    for number, text in enumerate(refusal["nearest"], 1):
        mark = f"{number}  " if "choices" in refusal else ""
        say(out, f"    {mark}{shown(text)}", whole=True)


def _refusal(out: Console, refusal: Told, told: Told, first: Sequence[str]) -> None:
    """Why a command is refused, or what it leaves unsaid, and what may be typed instead."""
    asks = refusal["asks"] and not told["anyway"]
    head = "not legal, done anyway" if told["anyway"] else "Not said" if asks else "Refused"
    style = "bold yellow" if asks else "bold red"
    _with_clauses(out, f"{head}: {shown(refusal['says'])}", refusal["cites"], told["edition"], style)
    if refusal["nearest"] and asks:
        _ways_to_say(out, refusal)
    elif first:
        say(out, f"  first: {_all_shown(first, ' · ')}")
    elif refusal["nearest"]:
        say(out, f"  now legal: {_all_shown(refusal['nearest'], ' · ')}")
    if refusal["history"]:
        say(out, f"  what lies behind: {_all_shown(refusal['history'], ' · ')}", "dim", whole=True)


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
            _commands(out, alike)
    if not offers:
        out.print("Nothing just now.")


def _commands(out: Console, offers: Iterable[Offer]) -> None:
    """Commands as players are told them, each once."""
    for command in dict.fromkeys(offer.shown or offer.command for offer in offers):
        say(out, f"  {shown(command)}")


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
    if "stopped" in step:
        stopped = step["stopped"]
        _with_clauses(out, f"stopped: {shown(stopped['command'])}: {shown(stopped['says'])}", stopped["cites"], "")
    out.print(_headline(told))


def print_history(told: Sequence[Told]) -> None:
    """The commands, oldest first; those that were taken back are dim."""
    out = make_console()
    for entry in told:
        style = "dim" if entry["undone"] else "yellow" if entry["anyway"] else ""
        note = "  (taken back)" if entry["undone"] else "  (anyway)" if entry["anyway"] else ""
        for done in entry["done"]:
            if done["implied"] and entry["status"] != "amended":
                say(out, f"      ({shown(done['command'])})", "dim")
        say(out, f"{entry['number']:>4}  {shown(entry['command'])}{note}", style)


def print_tables(rows: Sequence[Told], put_away: str = "") -> None:
    """All tables, the current one first; of those that are `archived` or `deleted` when that was."""
    out = make_console()
    for place, row in enumerate(rows):
        mark = "▸" if place == 0 and not put_away else " "
        when = f", {put_away} {row[put_away]}" if put_away else ""
        say(out, f"{mark} {shown(row['name'])}  {row['edition']}, {row['position']} commands, {row['created']}{when}")
    if not rows:
        none = f"No table is {put_away}."
        out.print(none if put_away else "There is no table yet; lay one with: referee table red purple yellow blue")


def print_put_away(told: Told) -> None:
    """What became of a table, and how that is taken back."""
    called, done = shown(told["called"]), told["done"]
    back = {
        "archived": f" `referee table unarchive {called}` takes it out again.",
        "deleted": f" `referee table restore {called}` brings it back, until it is purged.",
        "purged": " Nothing brings it back.",
    }
    says = f"The table {called!r} is {done}.{back.get(done, '')}"
    if done == "renamed":
        says = f"The table {shown(told['was'])!r} is called {called!r} now; the old name still finds it."
    say(make_console(), says)
