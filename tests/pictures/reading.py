"""A picture read as XML: what it may hold, what is written on it, and what it tells in words."""

from __future__ import annotations

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
_MAY_HOLD = {"svg", "title", "desc", "style", "rect", "text", "circle", "polygon", "path"}


def read(text: str) -> ElementTree.Element:
    """The picture, read as XML; it holds nothing that is run, fetched or drawn in dots."""
    root = ElementTree.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= _MAY_HOLD
    assert not any(name.startswith("on") or "href" in name for element in root.iter() for name in element.attrib)
    assert "url(" not in text and "@import" not in text and "@font-face" not in text
    return root


def written(root: ElementTree.Element) -> str:
    """What is written on the picture itself."""
    return " ".join(element.text or "" for element in root.iter(f"{SVG}text"))


def told(root: ElementTree.Element) -> str:
    """What the picture tells to who does not see it."""
    found = root.find(f"{SVG}desc")
    assert found is not None and found.text
    return found.text


def titled(root: ElementTree.Element) -> str:
    """The title of the picture, which names it as an image."""
    title = root.find(f"{SVG}title")
    assert title is not None and title.text
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", title.get("id"))
    return title.text
