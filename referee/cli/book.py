"""`referee book`: the books, and a player's own copies of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import Jobs, Json, answer
from referee.cli.lazy_groups import Command, completes, group, listing

if TYPE_CHECKING:
    from referee.public.books import AddedCopy, BookRow, Site

app = group("Lists and exports the books, and keeps your own copies of them.")


@app.command("add", cls=Command)
def add(
    book: Annotated[str, typer.Argument(help="Such as consolidated.", autocompletion=completes("books"))],
    file: Annotated[Path, typer.Argument(help="Your own copy, as plain text. It stays on this machine.")],
    json: Json = False,
) -> None:
    """Keeps your own copy of a book, so that `referee rule` shows the printed words beside ours."""
    answer(json, lambda: referee.add_copy(book, file), _show_added)


def _show_added(copy: AddedCopy) -> None:
    typer.echo(f"Kept: {copy.found} of {copy.of} places of the {copy.book} document were found in it.")


@app.command("list", cls=listing("books"))
def books(json: Json = False) -> None:
    """Lists the books, how many clauses each has, and whether you keep a copy."""
    answer(json, referee.books, _show_books)


def _show_books(rows: list[BookRow]) -> None:
    for row in rows:
        typer.echo(f"{row.book:<13} {row.clauses:>4} clauses{'   your copy is kept' if row.copy else ''}")


@app.command("remove", cls=Command)
def remove(
    book: Annotated[str, typer.Argument(help="Such as consolidated.", autocompletion=completes("books"))],
    json: Json = False,
) -> None:
    """Deletes your copy of a book from this machine."""
    answer(
        json,
        lambda: referee.remove_copy(book),
        lambda copy: typer.echo("Removed." if copy.removed else "There was no copy of it."),
    )


@app.command("export", cls=Command)
def export(
    folder: Annotated[Path, typer.Argument(help="Where the files go; it is made if it is not there.")],
    force: Annotated[bool, typer.Option("--force", help="Write into a folder that holds other files.")] = False,
    json: Json = False,
) -> None:
    """Writes the whole rulebase as cross-linked Markdown, with the cases under their clauses."""
    begin = f"begin with {folder / 'README.md'}"
    answer(
        json,
        lambda: referee.export_books(folder, force),
        lambda files: typer.echo(render.words.shown(f"{len(files)} files written to {folder}; {begin}.")),
    )


@app.command("site", cls=Command)
def site(
    folder: Annotated[Path, typer.Argument(help="Where the pages go; it is made if it is not there.")],
    force: Annotated[bool, typer.Option("--force", help="Write into a folder that holds other files.")] = False,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Writes the whole rulebase as a site of static pages, with guides, drawn cases and a search that needs no server.

    Every link is followed and every command of the guides is typed; where something is wrong, nothing is written.
    """

    def build() -> Site:
        with render.progress.bar("drawing") as progress:
            return referee.build_site(folder, force, jobs, progress)

    answer(json, build, _show_site)


def _show_site(site: Site) -> None:
    size = f"{site.bytes / 1e6:.0f} MB, {sum(site.pages.values())} pages, {site.links} links followed"
    typer.echo(render.words.shown(f"Written to {site.folder}: {size}; begin with {Path(site.folder) / 'index.html'}."))
