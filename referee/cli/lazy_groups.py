"""Commands that are imported and put together when they are typed: no other command pays for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:  # typer has its own copy of click since 0.26, and before that took the one that is installed
    from typer._click import Command as AnyCommand
    from typer._click import Context, HelpFormatter, Parameter

    from referee.cli.shell import Choice, Completion

_TYPED = "\ue001"  # stands before a number that would be taken for an option


class Group(TyperGroup):
    """A group of commands, whose help lists each with a whole sentence."""

    headings: Mapping[str, Collection[str]] = {}  # the commands under their headings; all under one without any
    _is_plain = False  # True if no option stands before the command

    def get_params(self, ctx: Context) -> list[Parameter]:
        """The options, with those of every command where they can be meant."""
        own = super().get_params(ctx)
        return own if self._is_plain else _with_those_of_all(own, hidden=not self.headings)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Reads the options before the command."""
        self._is_plain = bool(args) and not args[0].startswith("-")
        try:
            return super().parse_args(ctx, args)
        finally:
            self._is_plain = False

    def named(self, ctx: Context, names: Iterable[str]) -> Iterator[tuple[str, AnyCommand]]:
        """The commands of these names, each with its name."""
        for name in names:
            command = self.get_command(ctx, name)
            if command is not None:
                yield name, command

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Writes the list of the commands into the help."""
        for heading, names in (self.headings or {"Commands": self.list_commands(ctx)}).items():
            with formatter.section(heading):
                formatter.write_dl([(name, sentence(command)) for name, command in self.named(ctx, names)])

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Writes what stands at the end of the help: examples, exit statuses, where the documentation is."""
        _guided(ctx, formatter)


class LazyGroup(Group):
    """A group of commands, each known by where it stands until somebody asks for it."""

    places: Mapping[str, str] = {}  # where each stands, by its name: `module:function`, or `module:app` of a group
    loose: Collection[str] = ()  # those to which a value may be given that looks like an option: `card -7`
    numbers: Collection[str] = ()  # those of which words such as -7 are a part, and no options
    rows: Mapping[str, str] = {}  # those that list rows, with the name under which these stand in the answer

    def list_commands(self, ctx: Context) -> list[str]:
        """The names of the commands."""
        return list(self.places)

    def get_command(self, ctx: Context, cmd_name: str) -> AnyCommand | None:
        """The command of this name, or None."""
        return self._imported(cmd_name) if cmd_name in self.places else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, AnyCommand | None, list[str]]:
        """What was typed, as typer finds it; where there is no such command, what is near is named."""
        if args and args[0] not in self.places:  # only then are the others looked at
            self.commands = {name: self._imported(name) for name in self.places}
        return super().resolve_command(ctx, args)

    def _imported(self, name: str) -> AnyCommand:
        kind = listing(self.rows[name], name in self.numbers) if name in self.rows else Command
        return _command(name, self.places[name], name in self.loose, kind)


class Command(TyperCommand):
    """A command whose texts come without the half characters that a terminal can hand over and nothing can store."""

    under: str | None = None  # of a command that lists rows: the name under which these stand in its answer
    takes_numbers = False  # True if an argument such as -7 is no option
    _is_plain = False  # True if no option of every command is meant: they are not made then, which costs time

    def get_params(self, ctx: Context) -> list[Parameter]:
        """The arguments and options, with those of every command where they can be meant."""
        own = super().get_params(ctx)
        return own if self._is_plain else _with_those_of_all(own, hidden=True, under=self.under)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Reads the arguments; those that name a file stay as they are."""
        if self.takes_numbers:
            args = _with_numbers_marked(args)
        own = {name for param in self.params for name in param.opts}
        options = {arg.partition("=")[0] for arg in args if arg.startswith("-")}
        self._is_plain = options <= own and not ctx.resilient_parsing
        try:
            rest = super().parse_args(ctx, args)
        finally:
            self._is_plain = False
        for param in self.params:
            if param.name in ctx.params and param.type.name != "path":
                ctx.params[param.name] = _whole(ctx.params[param.name])
        return rest

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Writes what stands at the end of the help: examples, exit statuses, where the documentation is."""
        _guided(ctx, formatter)


def _with_numbers_marked(args: list[str]) -> list[str]:
    """The arguments, those such as -7 with a mark before them by which they are no options."""
    return [f"{_TYPED}{arg}" if arg[:1] == "-" and arg[1:2].isdecimal() else arg for arg in args]


def _with_those_of_all(own: list[Parameter], hidden: bool, under: str | None = None) -> list[Parameter]:
    """The options of a command with those of every command, and of one that lists rows, which stand before --help."""
    from referee.cli import everywhere

    rows = [] if under is None else everywhere.row_options(under)
    return [*own[:-1], *rows, *everywhere.options(hidden), *own[-1:]]


def completes(name: str) -> Completion:
    """The completion of this name in `referee.cli.shell`, which is imported when a shell asks for it."""

    def complete(ctx: typer.Context, incomplete: str) -> list[Choice]:
        from referee.cli import shell

        completion: Completion = getattr(shell, name)
        return completion(ctx, incomplete)

    complete.__annotations__.clear()  # typer goes by the names then, and evaluates no types for each option
    return complete


@cache
def listing(under: str, takes_numbers: bool = False) -> type[Command]:
    """A command that lists rows, and prints them for other programs too: --csv, --tsv, --nl.

    `under` is the name by which they stand in its answer.
    """
    return type("Listing", (Command,), {"under": under, "takes_numbers": takes_numbers})


def sentence(command: AnyCommand) -> str:
    """The first sentence of a command's help."""
    first = " ".join((command.help or "").partition("\n\n")[0].split())
    end = first.find(". ")
    return first if end < 0 else first[: end + 1]


def path_of(ctx: Context) -> tuple[str, ...]:
    """The words by which a command is called: `dispute`, `open`."""

    def upwards(of: Context) -> Iterator[str]:
        while of.parent is not None:
            yield str(of.info_name)
            of = of.parent

    return tuple(upwards(ctx))[::-1]


def _guided(ctx: Context, formatter: HelpFormatter) -> None:
    from referee.cli.guide import write  # only for a page of the help

    write(path_of(ctx), formatter)


def clean(text: str) -> str:
    """A text without half characters, nor the mark with which some programs begin a text."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8-sig", "replace")


def _whole(value: object) -> object:
    """What was given for a text or several; numbers and switches as they are."""
    if isinstance(value, (list, tuple)):
        return [_whole(one) for one in value]
    return clean(value.removeprefix(_TYPED)) if isinstance(value, str) else value


def group(help: str) -> typer.Typer:
    """A group of commands of its own, such as `referee dispute`."""
    return typer.Typer(cls=Group, help=help, no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@cache
def _command(name: str, place: str, loose: bool, kind: type[Command]) -> AnyCommand:
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings = {"ignore_unknown_options": True} if loose else None
    alone.command(name, cls=kind, context_settings=settings)(found)
    return typer.main.get_command(alone)
