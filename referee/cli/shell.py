"""Completion in the shell: what fits the place in the command line. A completion that fails is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import typer

Choice = tuple[str, str]  # a word, and what it is
Completion = Callable[[typer.Context, str], list[Choice]]
_MOST_READ = 20  # names of aliens whose files are read for their spelling
_LATEST = 50  # disputes and rulings that are offered


def _completes(offered: Callable[[typer.Context, str], Iterable[str | Choice]]) -> Completion:
    """A completion by what is offered for a beginning: those that begin so in any case."""

    def complete(ctx: typer.Context, incomplete: str) -> list[Choice]:
        try:
            return _fitting(offered(ctx, incomplete), incomplete)
        except Exception:  # nothing may be printed where a line is being typed
            return []

    return complete


def _fitting(offered: Iterable[str | Choice], incomplete: str) -> list[Choice]:
    """Those that begin as it was typed; the letters that were typed stay as they are."""
    found: dict[str, str] = {}
    for one in offered:
        word, says = (one, "") if isinstance(one, str) else one
        if word.casefold().startswith(incomplete.casefold()):
            found.setdefault(incomplete + word[len(incomplete) :], says)
    return list(found.items())


def _before(ctx: typer.Context) -> list[str]:
    """The words of the arguments that were typed before this one."""
    given = (value for value in ctx.params.values() if isinstance(value, (list, tuple)))
    return [str(word) for words in given for word in words]


def _edition(ctx: typer.Context) -> str:
    from referee.cli.settings import current

    return str(ctx.params.get("edition") or current().edition or "consolidated")


# -- what is looked up -------------------------------------------------------------------------------------------------


def _after(mark: str, incomplete: str) -> list[str]:
    """A player with each alien that may stand behind this mark; nothing where the mark has not been typed."""
    player, typed, alien = incomplete.partition(mark)
    return [f"{player}{mark}{name}" for name in _alien_names(alien)] if typed else []


def _alien_names(incomplete: str) -> Iterator[str]:
    from referee.book.loader import rulebase

    books = rulebase()
    names = [name for name in books.alien_names() if name.startswith(incomplete.casefold())]
    for name in names:
        sheet = books.alien(name) if len(names) <= _MOST_READ else None
        printed = sheet.name.replace(" ", "-") if sheet else ""
        yield printed if printed and "(" not in printed else name.title()  # a shell would ask for quotes


@_completes
def aliens(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The aliens by name."""
    yield from _alien_names(incomplete)


@_completes
def sheets(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The aliens, and the words of `referee alien`."""
    yield from _alien_names(incomplete)
    yield from () if _before(ctx) else ("new", "duel")


@_completes
def cards(ctx: typer.Context, incomplete: str) -> Iterator[str | Choice]:
    """The cards by name, their types and decks, and flares where an alien is begun."""
    from referee.book.loader import rulebase

    for card in rulebase(_edition(ctx)).cards().values():
        yield card.name, card.type
        yield card.type
    if incomplete:
        yield from (f"{name}-flare" for name in _alien_names(incomplete.removesuffix("-flare")))
    yield from () if _before(ctx) else ("destiny", "duel")


@_completes
def clauses(ctx: typer.Context, incomplete: str) -> Iterator[str | Choice]:
    """The clauses by id, those of a book where it was named, and the rules of law."""
    from referee.book.books import Books
    from referee.book.loader import rulebase

    books = Books(rulebase())
    named = [word for word in _before(ctx) if word in books.names()]
    edition = _edition(ctx).partition("+")[0]
    book = named[-1] if named else edition if edition in books.names() else "consolidated"
    yield from ((clause.id, clause.says) for clause in books.clauses(book).values())
    if not named:
        yield from books.names()
        yield from ((rule.id, rule.says) for rule in rulebase().law.values())


@_completes
def questions(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The disputable points by id."""
    from referee.book.loader import rulebase

    yield from rulebase().questions()


@_completes
def readings(ctx: typer.Context, incomplete: str) -> Iterator[str | Choice]:
    """Disputable points, and behind the `=` the readings of one."""
    from referee.book.loader import rulebase
    from referee.book.questions import find

    point, equals, _ = incomplete.partition("=")
    if equals:
        yield from ((f"{point}={reading['name']}", reading["says"]) for reading in find(point)["readings"])
    else:
        yield from (f"{known}=" for known in rulebase().questions())


@_completes
def editions(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The editions, and after a `+` the variants that can be added to one."""
    from referee.book.loader import rulebase

    known = rulebase()
    before, plus, _ = incomplete.rpartition("+")
    base, *chosen = before.split("+")
    if not plus:
        yield from known.editions()
    elif base in known.editions():
        fit = rulebase(base, judged=False).variants_of_own()
        yield from (f"{before}+{name}" for name in fit if name not in chosen)


@_completes
def topics(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """What can be compared: disputable points, and the words of `timing`, `may` and `do`."""
    from referee.book.loader import rulebase

    yield from () if _before(ctx) else ("timing", "may", "do")
    yield from rulebase().questions()


@_completes
def schemas(ctx: typer.Context, incomplete: str) -> Iterator[str | Choice]:
    """The schemas by name, and what each is of."""
    from referee.schemas.registry import ENTRIES

    begun = (entry for entry in ENTRIES.values() if entry.name.startswith(incomplete.casefold()))
    yield from () if _before(ctx) else ((entry.name, entry.says()) for entry in begun)


@_completes
def levels(ctx: typer.Context, incomplete: str) -> Iterator[str | Choice]:
    """The levels of the suite, after a comma another one."""
    from referee.conformance.levels import LEVELS

    before, comma, _ = incomplete.rpartition(",")
    chosen = before.split(",")
    yield from ((f"{before}{comma}{name}", says) for name, says in LEVELS.items() if name not in chosen)


@_completes
def books(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The books by name."""
    from referee.book.loader import rulebase

    yield from rulebase().books()


@_completes
def contenders(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """Players, and behind a colon the aliens."""
    yield from _after(":", incomplete) or (f"{name}:" for name in _players(ctx))


@_completes
def helped(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The commands of the program, those of a group, and those of the table."""
    from referee.cli import forms
    from referee.cli.app import Commands
    from referee.cli.lazy_groups import Group

    before = _before(ctx)
    if not before:
        yield from Commands.places
        yield from (form.word for form in forms.COMMANDS)
    else:
        root = ctx.find_root()
        command = root.command.get_command(root, before[0]) if isinstance(root.command, Group) else None
        yield from command.list_commands(ctx) if isinstance(command, Group) else ()


# -- what is kept ------------------------------------------------------------------------------------------------------


def _database(ctx: typer.Context) -> Path:
    from referee.book.places import database

    named = ctx.params.get("db")
    return database(Path(named) if named else None)


def _players(ctx: typer.Context) -> Sequence[str]:
    """The players of the table in use; without one those of the settings."""
    from referee.cli.settings import current
    from referee.errors import RefereeError
    from referee.public.tables import TableSession

    try:
        seats: Sequence[str] = TableSession(_database(ctx), ctx.params.get("name")).read()[1].seats
    except RefereeError:
        return [name.partition("/")[0] for name in current().names]
    return seats


@_completes
def players(ctx: typer.Context, incomplete: str) -> Sequence[str]:
    """The players of the table."""
    return _players(ctx)


def _tables(ctx: typer.Context) -> Iterator[Choice]:
    from referee.public.tables import tables

    yield from ((row.name, f"{row.edition}, {row.position} commands") for row in tables(_database(ctx)))


@_completes
def tables_kept(ctx: typer.Context, incomplete: str) -> Iterator[Choice]:
    """The tables by name."""
    yield from _tables(ctx)


@_completes
def disputes(ctx: typer.Context, incomplete: str) -> Iterator[Choice]:
    """The latest disputes by number."""
    from referee.public.disputes import Disputes

    yield from (
        (str(row.id), f"{row.parties}: {row.about}, {row.state}") for row in Disputes(_database(ctx)).list(_LATEST)
    )


@_completes
def rulings(ctx: typer.Context, incomplete: str) -> Iterator[Choice]:
    """The latest kept rulings by number."""
    from referee.public.rulings import Rulings

    yield from ((str(row.id), row.line) for row in Rulings(_database(ctx)).latest(_LATEST))


# -- commands of a table -----------------------------------------------------------------------------------------------

_COLORS = ("red", "purple", "yellow", "blue", "green", "orange", "white", "black")


@_completes
def table_words(ctx: typer.Context, incomplete: str) -> Iterator[str | Choice]:
    """What may stand behind `table`: its words, the tables, and the players of a new one with their aliens."""
    from referee.cli.table import ACTIONS

    before = _before(ctx)
    of_a_player = _after("/", incomplete)
    if of_a_player:
        yield from of_a_player
    elif before and before[0] in ACTIONS:
        yield from _tables(ctx) if len(before) == 1 else ()
    else:
        yield from () if before else (*ACTIONS, "new", "duel")
        seated = [word.partition("/")[0] for word in before]
        yield from (color for color in _COLORS if color not in seated)


@_completes
def seats(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """The players of a new table, with their aliens."""
    before = _before(ctx)
    named = [*(() if before else ("new",)), *(color for color in _COLORS if color not in before)]
    yield from _after("/", incomplete) or named


@_completes
def commands(ctx: typer.Context, incomplete: str) -> Iterator[Choice]:
    """What may stand next in a command at the table, what is legal first."""
    from referee.cli.complete import choices
    from referee.cli.session import Session

    sitting = Session(_database(ctx), _edition(ctx), ctx.params.get("name"))
    sitting.open("")
    sitting.prompt()  # what may be done now is read for it
    scene = sitting.scene()
    typed = " ".join([*_before(ctx), incomplete])
    for choice in choices(typed, scene) if scene is not None else ():
        begun = incomplete[: len(incomplete) - choice.replaces]
        yield f"{begun}{choice.text}", choice.says
