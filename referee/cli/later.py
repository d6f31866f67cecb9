"""Groups of commands that are put together only when one of them is typed: no other command pays for them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup


class _Later(TyperGroup):
    """A group whose commands are those of the `app` in a module, once somebody asks for them."""

    module = ""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return list(self._real().list_commands(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, or None."""
        return self._real().get_command(ctx, cmd_name)

    def _real(self) -> Any:
        return typer.main.get_command(import_module(self.module).app)


def later(module: str, help: str) -> typer.Typer:
    """The group of commands that `app` in a module has."""
    group = type("Later", (_Later,), {"module": module})
    return typer.Typer(cls=group, help=help, no_args_is_help=True, rich_markup_mode=None)
