"""Templates of pages: every value is escaped, and a name that a template asks for and nobody gave is an error."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

Templates = Environment


def environment(folder: Path, **known: object) -> Templates:
    """The templates in a folder, each of which may ask for what is `known` by these names."""
    templates = Templates(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.globals.update(known)
    return templates
