"""The guides: the pages of the documentation as they stand in docs/, for three readers, and what changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from referee.book.places import folder
from referee.errors import RulebaseError
from referee.site.addresses import Link
from referee.site.pages import NAV, Page, markup

_GUIDES = next(link for link in NAV if link.place.startswith("guides/"))
CHANGES = Link("What changed", "guides/changelog.html")


class Reader(NamedTuple):
    """Somebody whom guides are written for: what it is called, and the guides in the order of reading."""

    title: str
    says: str
    guides: tuple[str, ...]


# Who reads what. A page of docs/ that stands in none of these is for whoever builds on it.
READERS = (
    Reader(
        "At the table",
        "Somebody says “you can't do that”: read the ruling, and play on.",
        ("guide", "serve", "commands"),
    ),
    Reader(
        "Settling a dispute",
        "Two accounts, or two readings: what decides, and what is kept.",
        ("disputes",),
    ),
    Reader(
        "Building on it",
        "Python, JSON with schemas, an assistant, a homemade alien, the cases.",
        ("library", "schema", "playtest", "mcp", "figures"),
    ),
)
_BESIDE = {"README.md": "readme", "CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog",
           "SECURITY.md": "security", "scenarios/README.md": "cases"}  # fmt: skip
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def sources() -> dict[str, Path]:
    """The files of the guides that are there, by their names: those of docs/, and some that stand beside it."""
    found = {path.stem: path for path in sorted(folder("docs").glob("*.md"))}
    found |= {name: path for place, name in _BESIDE.items() if (path := folder(place)).is_file()}
    return found


def pages() -> Iterator[Page]:
    """The guides, and the page that leads to them."""
    files = sources()
    titles = {name: _title(path) for name, path in files.items()}
    named = {guide for reader in READERS for guide in reader.guides}
    last = READERS[-1]._replace(guides=(*READERS[-1].guides, *(name for name in titles if name not in named)))
    readers = [
        (reader, [Link(titles[name], _page(name)) for name in reader.guides if name in titles])
        for reader in (*READERS[:-1], last)
    ]
    yield Page("guides/index.html", "Guides", "guides.html", {"readers": readers})
    for name, path in files.items():
        told = {"body": markup(html(path.read_text(encoding="utf-8"), path, files))}
        yield Page(_page(name), titles[name], "guide.html", told, [_GUIDES])


def pictures() -> dict[str, bytes]:
    """The pictures of the guides, by their places in the site."""
    return {f"guides/pictures/{path.name}": path.read_bytes() for path in sorted(folder("docs").glob("pictures/*.png"))}


def html(text: str, path: Path, files: dict[str, Path]) -> str:
    """A guide as HTML: headings with anchors, links to pages of the site. RulebaseError for a link that has none."""
    tokens = _markdown().parse(_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text))
    used: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(tokens[place + 1].content, used))
        for child in token.children or ():
            _relink(child, token, path, files)
    return str(_markdown().renderer.render(tokens, _markdown().options, {}))


def _relink(token: Token, line: Token, path: Path, files: dict[str, Path]) -> None:
    """Leads a link or a picture of a guide to its place in the site."""
    attribute = {"link_open": "href", "image": "src"}.get(token.type)
    if attribute is None:
        return
    place, hash, anchor = str(token.attrGet(attribute)).partition("#")
    if not place or ":" in place:
        return
    target = (path.parent / place).resolve()
    pages = {file.resolve(): name for name, file in files.items()}
    if target in pages:
        token.attrSet(attribute, f"{pages[target]}.html{hash}{anchor}")
    elif target.parent.name == "pictures":
        token.attrSet(attribute, f"pictures/{target.name}")
    else:
        number = (line.map or [0])[0] + 1
        raise RulebaseError(f"{path.name}:{number}", f"{place} has no page in the site; link to one that has")


def _anchor(heading: str, used: set[str]) -> str:
    """The anchor of a heading, as forges make it."""
    plain = re.sub(r"[^a-z0-9 _-]", "", heading.lower()).strip().replace(" ", "-") or "part"
    name, number = plain, 1
    while name in used:
        name, number = f"{plain}-{number}", number + 1
    used.add(name)
    return name


def _page(name: str) -> str:
    return f"guides/{name}.html"


def _title(path: Path) -> str:
    return next(
        line.removeprefix("# ") for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# ")
    )


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    # What is wider than a phone is scrolled by itself, with the keys too.
    made.add_render_rule("table_open", lambda *_: f"{_WIDE}<table>\n")
    made.add_render_rule("table_close", lambda *_: "</table></div>\n")
    made.add_render_rule("fence", _fence)
    return made


_WIDE = '<div class="wide" role="region" aria-label="Table" tabindex="0">'


def _fence(renderer: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType) -> str:
    return renderer.fence(tokens, place, options, env).replace("<pre>", '<pre tabindex="0">', 1)
