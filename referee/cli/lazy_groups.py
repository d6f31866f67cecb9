"""Commands that are imported and put together when they are typed: no other command pays for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


class LazyGroup(TyperGroup):
    """A group of commands, each known by where it stands until somebody asks for it."""

    places: Mapping[str, str] = {}  # where each stands, by its name: `module:function`, or `module:app` of a group
    loose: Collection[str] = ()  # those to which a value may be given that looks like an option: `card -7`

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, or None."""
        place = self.places.get(cmd_name)
        return None if place is None else _command(cmd_name, place, cmd_name in self.loose)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """What was typed, as typer finds it; where there is no such command, what is near is named."""
        if args and args[0] not in self.places:  # only then are the others looked at
            self.commands = {name: self.get_command(ctx, name) for name in self.places}
        return super().resolve_command(ctx, args)


class Command(TyperCommand):
    """A command whose texts come without the half characters that a terminal can hand over and nothing can store."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments; those that name a file stay as they are."""
        rest = super().parse_args(ctx, args)
        for param in self.params:
            if param.name is not None and param.type.name != "path":
                ctx.params[param.name] = _whole(ctx.params.get(param.name))
        return rest


def clean(text: str) -> str:
    """A text without half characters."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _whole(value: Any) -> Any:
    """What was given for a text or several; numbers and switches as they are."""
    if isinstance(value, (list, tuple)):
        return [_whole(one) for one in value]
    return clean(value) if isinstance(value, str) else value


def group(help: str) -> typer.Typer:
    """A group of commands of its own, such as `referee dispute`."""
    return typer.Typer(help=help, no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@cache
def _command(name: str, place: str, loose: bool) -> Any:
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, cls=Command, context_settings={"ignore_unknown_options": True} if loose else None)(found)
    return typer.main.get_command(alone)
