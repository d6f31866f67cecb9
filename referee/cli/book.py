"""`referee book`: the books, and a player's own copies of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import Json, clean, copies_folder, print_json, printing, reported

app = typer.Typer(
    help="The books, and your own copies of them.", no_args_is_help=True, rich_markup_mode=None, add_completion=False
)


@app.command("add")
def add(
    book: Annotated[str, typer.Argument(help="Such as consolidated.")],
    file: Annotated[Path, typer.Argument(help="Your own copy, as plain text. It stays on this machine.")],
    json: Json = False,
) -> None:
    """Keeps your own copy of a book, so that `referee rule` shows the printed words beside ours."""
    from referee.book.books import Books
    from referee.book.copies import add as keep
    from referee.book.loader import rulebase

    with reported(json):
        found, of = keep(Books(rulebase()), clean(book), file, copies_folder())
    with printing():
        if json:
            print_json({"book": book, "found": found, "of": of})
        else:
            typer.echo(f"Kept: {found} of {of} places of the {book} document were found in it.")


@app.command("list")
def books(json: Json = False) -> None:
    """Lists the books, how many clauses each has, and whether you keep a copy."""
    from referee.book.books import Books
    from referee.book.loader import rulebase

    with reported(json):
        known = Books(rulebase())
        rows = [
            {"book": name, "clauses": len(known.clauses(name)), "copy": (copies_folder() / f"{name}.txt").is_file()}
            for name in known.names()
        ]
    with printing():
        if json:
            print_json(rows)
            return
        for row in rows:
            typer.echo(f"{row['book']:<13} {row['clauses']:>4} clauses{'   your copy is kept' if row['copy'] else ''}")


@app.command("remove")
def remove(book: Annotated[str, typer.Argument(help="Such as consolidated.")], json: Json = False) -> None:
    """Deletes your copy of a book from this machine."""
    path = copies_folder() / f"{Path(clean(book)).name}.txt"
    there = path.is_file()
    if there:
        path.unlink()
    with printing():
        if json:
            print_json({"book": book, "removed": there})
        else:
            typer.echo("Removed." if there else "There was no copy of it.")


@app.command("export")
def export(
    folder: Annotated[Path, typer.Argument(help="Where the files go; it is made if it is not there.")],
    force: Annotated[bool, typer.Option("--force", help="Write into a folder that holds other files.")] = False,
    json: Json = False,
) -> None:
    """Writes the whole rulebase as cross-linked Markdown, with the cases under their clauses."""
    from referee.book.loader import rulebase
    from referee.conformance.export import export as write
    from referee.render.words import shown

    with reported(json):
        written = write(rulebase(), folder, force)
    with printing():
        if json:
            print_json([str(path) for path in written])
        else:
            typer.echo(shown(f"{len(written)} files written to {folder}; begin with {folder / 'README.md'}."))
