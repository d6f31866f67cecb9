"""A page of HTML that needs nothing else: no script, no font, no other file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; max-width: 100%; } th, td { text-align: left; padding: .2rem .8rem .2rem 0;
  vertical-align: top; border-bottom: 1px solid #8888; overflow-wrap: anywhere; }
caption { text-align: left; font-weight: 600; padding: .5rem 0; }
pre, code { font-family: ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
svg { max-width: 100%; height: auto; }
@media print { body { max-width: none; } }
"""


def page(title: str, parts: Iterable[str]) -> str:
    """A whole page; the parts are HTML, and stand in its main part."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def paragraph(text: str) -> str:
    """A text as a paragraph; nothing for none."""
    return f"<p>{escape(text)}</p>" if text else ""


def heading(text: str) -> str:
    """A heading below that of the page."""
    return f"<h2>{escape(text)}</h2>"


def verbatim(text: str) -> str:
    """A text as it stands, in its lines."""
    return f'<pre tabindex="0">{escape(text)}</pre>'


def as_json(value: object) -> str:
    """A value as JSON in its lines."""
    return verbatim(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; a cell that is `Html` stands as it is, and all others are escaped."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    body = "\n".join(f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f"<table>\n<caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>"
    )


class Html(str):
    """A text that is HTML already."""

    __slots__ = ()


def link(text: str, place: str) -> Html:
    """A link to a place in this archive."""
    return Html(f'<a href="{escape(place)}">{escape(text)}</a>')


def _cell(cell: object) -> str:
    if isinstance(cell, Html):
        return cell
    return escape(cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False, default=str))
