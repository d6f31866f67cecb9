"""Whether every link of the site leads somewhere: a page that is there, and an anchor on it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import unquote

_LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')
_ANCHOR = re.compile(r'\sid="([^"]*)"')
_ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:|//")


def anchors(html: str) -> set[str]:
    """The ids of a page."""
    return {unescape(id) for id in _ANCHOR.findall(html)}


def links(html: str) -> Iterator[tuple[int, str]]:
    """The links of a page within the site, each with the number of its line."""
    for number, line in enumerate(html.split("\n"), 1):
        for link in _LINK.findall(line):
            if not _ELSEWHERE.match(link):
                yield number, unescape(link)


def dead(files: Mapping[str, bytes]) -> list[str]:
    """The links that lead nowhere, each with its place: `rules/index.html:12: ... is not there`."""
    pages = {place: data.decode() for place, data in files.items() if place.endswith(".html")}
    known = {place: anchors(html) for place, html in pages.items()}
    found = []
    for place, html in pages.items():
        for number, link in links(html):
            path, _, anchor = link.partition("#")
            path = path.partition("?")[0]
            target = posixpath.normpath(posixpath.join(posixpath.dirname(place), unquote(path))) if path else place
            if target not in files:
                found.append(f"{place}:{number}: {link} leads to no page")
            elif anchor and unquote(anchor) not in known.get(target, set()):
                found.append(f"{place}:{number}: {link} leads to no place on its page")
    return found
