"""What is ruled otherwise than the frozen judge ruled because sheets and uses are held against their texts since."""

from __future__ import annotations

import re
import tarfile
import tomllib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from referee.book.loader import rulebase
from referee.book.names import key_of
from tests.frozen.answers import Told
from tests.frozen.conftest import HERE

_PLAYED = re.compile(r"\b(?:flare|tech) \S+ ([A-Z][\w-]*)")
_SAID = re.compile(r"\b(?:use|saves|loses|removed|stays) ")
_OF_A_SHEET = re.compile("alien |stated|players|ffg2018 (?:hidden-powers|alien-sheets)")
_OF_A_CARD = re.compile("alien |card |ffg2018 using-tech")
_FLARES = re.compile(r"\bflare \S+ ([A-Z][\w-]+)")
_RESTS_ON = {"assumes", "citations", "grade"}
_FIGURES = {"flips", "margin", "outcome", "players", "totals", *_RESTS_ON}


@lru_cache
def acting_since() -> frozenset[str]:
    """The aliens, by their keys, that act now and did not when the judge was frozen."""
    with tarfile.open(HERE / "judge.tar.xz") as packed:
        members = [member for member in packed if "rulebase/aliens/" in member.name and member.isfile()]
        texts = {Path(member.name).name: packed.extractfile(member) for member in members}
        then = {name for name, text in texts.items() if text is not None and b"[[use]]" in text.read()}
    now = {path.name for path in (rulebase().folder / "aliens").glob("*.toml") if "[[use]]" in path.read_text()}
    return frozenset(key_of(name.removesuffix(".toml").removesuffix("-alternate-timeline")) for name in now - then)


@lru_cache
def of_expansions_changed_since() -> frozenset[str]:
    """The aliens of the expansions, by their keys, whose sheets are not as they were when the judge was frozen."""
    with tarfile.open(HERE / "judge.tar.xz") as packed:
        members = [member for member in packed if "rulebase/aliens/" in member.name and member.isfile()]
        then = {Path(member.name).name: file.read() for member in members if (file := packed.extractfile(member))}
    now = {path.name: path.read_bytes() for path in (rulebase().folder / "aliens").glob("*.toml")}
    changed = [name for name, text in now.items() if then.get(name) != text and b'set = "Base Set' not in text]
    return frozenset(key_of(name.removesuffix(".toml").removesuffix("-alternate-timeline")) for name in changed)


@lru_cache
def cards_changed_since() -> frozenset[str]:
    """The flares and techs, by their keys, whose texts are not as they were when the judge was frozen."""
    with tarfile.open(HERE / "judge.tar.xz") as packed:
        members = [member for member in packed if "rulebase/" in member.name and member.isfile()]
        then = {
            Path(member.name).name: file.read().decode() for member in members if (file := packed.extractfile(member))
        }
    folder = rulebase().folder
    changed = [
        path.stem
        for path in (folder / "aliens").glob("*.toml")
        if _of_flare(then.get(path.name, "")) != _of_flare(path.read_text())
    ]
    techs = [tomllib.loads(text)["card"] for text in (then["techs.toml"], (folder / "cards/techs.toml").read_text())]
    before = {card["name"]: card for card in techs[0]}
    changed += [card["name"] for card in techs[1] if before.get(card["name"]) != card]
    return frozenset(map(key_of, changed))


def _of_flare(text: str) -> str:
    return text.partition("[wild]")[2]


def but(told: Told, without: set[str]) -> Told:
    """The same without these fields."""
    return {key: value for key, value in told.items() if key not in without}


def _cited(told: Told) -> set[str]:
    """The ids of what a ruling cites."""
    return {cite["id"] for cite in told.get("citations", ())}


def _tells_more(before: object, now: object) -> bool:
    """True if the same is told, but for figures that were left open."""
    if isinstance(before, dict) and isinstance(now, dict):
        return all(_tells_more(before.get(key), now.get(key)) for key in {*before, *now})
    return before is None or before == now


# Differences that are right: what is asked and both answers in, whether that is why they differ out; with the clause.
OF_SHEETS: list[tuple[str, Callable[[Told, Told, Told], bool]]] = [
    (
        "a sheet acts that the frozen judge left to the players",
        lambda question, _, now: any(
            name in key_of(f"{question.get('before', ())} {question['text']} {now.get('position', '')}")
            for name in acting_since()
        ),
    ),
    (
        "a use of which nothing comes is named, with what its sheet rests on, 4.8.1",
        lambda question, before, now: (
            _SAID.search(question["text"]) is not None
            and but(before, _RESTS_ON) == but(now, _RESTS_ON)
            and ("use " not in question["text"] or all(map(_OF_A_SHEET.match, _cited(now) - _cited(before))))
        ),
    ),
    (
        "a power that is used once is not said to be used again, 4.8.1",
        lambda question, before, now: (
            question["text"].count("use ") > 1
            and any("may be used once" in one["says"] for one in now.get("illegal", ()))
        ),
    ),
    (
        "a power is used in the role of the part that its phase is for, ffg2018 alien-sheets.5",
        lambda question, before, now: (
            question["text"].startswith("use ")
            and before.get("status") == "legal"
            and any("is not in a role in which" in one["says"] for one in now.get("illegal", ()))
        ),
    ),
    (
        "the nearest line to one in which a power is used twice has neither use",
        lambda question, before, now: (
            question["text"].count("use ") > 1
            and but(before, {"illegal"}) == but(now, {"illegal"})
            and [one["says"] for one in before.get("illegal", ())] == [one["says"] for one in now.get("illegal", ())]
        ),
    ),
    (
        "what was refused is refused for a further reason too, by the sheet",
        lambda question, before, now: (
            re.search(r"\b(?:use|flare) ", question["text"]) is not None
            and bool(before.get("illegal"))
            and {one["says"] for one in before["illegal"]} <= {one["says"] for one in now.get("illegal", ())}
            and {key for key in {*before, *now} if before.get(key) != now.get(key)} <= {"illegal", *_RESTS_ON}
        ),
    ),
    (
        "whom a flare or a power means, and what a Throwback's flares do, is held against the line by its text",
        lambda question, _, now: (
            re.search("Demon|Throwback", question["text"]) is not None
            and any(cite.split()[0] in ("alien", "card") for one in now.get("illegal", ()) for cite in one["cites"])
        ),
    ),
    (
        "a flare is played for a use of the power that it changes, 4.4.1",
        lambda question, before, now: any(
            f"alien {name}" in _cited(now) - _cited(before) for name in _FLARES.findall(question["text"])
        ),
    ),
    (
        "what a flare, a tech or an artifact needs is said, and whom one means is held against the line, by its text",
        lambda question, before, now: (
            re.search(r"\b(?:flare|tech|mobius tubes) |/(?:Reserve|Trader)\b", question["text"]) is not None
            and any(
                _OF_A_CARD.match(cite)
                for one in now.get("illegal", ())
                if one["says"] not in {was["says"] for was in before.get("illegal", ())}
                for cite in one["cites"]
            )
        ),
    ),
    (
        "who had to join with more ships could send no more, and a reinforcement that is taken is not discarded",
        lambda question, before, now: (
            re.search(r"The-Qax|Demon|flare \S+ Reserve", question["text"]) is not None
            and but(before, {"assumes", "citations", "discards"}) == but(now, {"assumes", "citations", "discards"})
        ),
    ),
    (
        "a card that no document resolves counts as the players state",
        lambda question, before, now: (
            re.search(r"(?:Deal|Attack|Overkill|Retreat|Intimidate)\b.*\bvalue ", question["text"]) is not None
            and (before.get("status") == "open" or "nothing to deal about" in str(before.get("illegal")))
            and now.get("status") != "illegal"
        ),
    ),
    (
        "a sheet of an expansion was held against its text, and says otherwise since",
        lambda question, _, now: any(
            name in key_of(f"{question.get('before', ())} {question['text']} {now.get('position', '')}")
            for name in of_expansions_changed_since()
        ),
    ),
    (
        "a flare or a tech was held against its text, and says otherwise since",
        lambda question, _, __: any(
            key_of(played) in cards_changed_since()
            for played in _PLAYED.findall(f"{question.get('before', ())} {question['text']}")
        ),
    ),
    (
        "a flare whose time is over by the cards, and that is not applied, holds nothing up, 4.4.1",
        lambda _, __, now: "flare did before the cards were turned up" in str(now.get("assumes")),
    ),
    (
        "who has no rewards is not asked what they are, 5.10.5.2",
        lambda _, before, now: (
            any(then["what"].startswith("0 rewards") for then in before.get("then") or ())
            and but(before, {"players", "then"}) == but(now, {"players", "then"})
        ),
    ),
    (
        "which attacks a power needs is asked for without an example that may not fit",
        lambda _, before, now: (
            any("which attacks of its hand" in one["says"] for one in now.get("illegal", ()))
            and {*before.get("assumes", ())} <= {*now.get("assumes", ())}  # that its sheet is shown, too
            and but(before, {"illegal", *_RESTS_ON}) == but(now, {"illegal", *_RESTS_ON})
        ),
    ),
    (
        "while a power waits for its words, what no answer can change is told",
        lambda question, before, now: (
            before.get("status") == now.get("status") == "open"
            and bool(now.get("needs"))
            and but(before, _FIGURES) == but(now, _FIGURES)
            and all(before.get(key) == [] or _tells_more(before.get(key), now.get(key)) for key in _FIGURES - _RESTS_ON)
        ),
    ),
    (
        "a use with which something was not said is offered with it",
        lambda question, before, now: (
            re.search(r"\b(?:use|flare|tech) ", question["text"]) is not None
            and but(before, {"illegal"}) == but(now, {"illegal"})
            and [one["says"] for one in before.get("illegal", ())] == [one["says"] for one in now.get("illegal", ())]
        ),
    ),
    (
        "words with a use for which its text does not ask are refused",
        lambda question, _, now: (
            "use " in question["text"] and any("with its use of" in one["says"] for one in now.get("illegal", ()))
        ),
    ),
    (
        "a power that the line does not use has nothing for a Cosmic Zap to stop, which is told as assumed, 4.3.3.1",
        lambda _, before, now: (
            "had no use in this encounter that the Cosmic Zap" in str(now.get("assumes"))
            and but(before, _RESTS_ON) == but(now, _RESTS_ON)
        ),
    ),
    (
        "what becomes of a flare that was played rests on its own clause, mayfair1991 powers-flares-edicts.22",
        lambda question, before, now: (
            "flare " in question["text"]
            and but(before, {"citations"}) == but(now, {"citations"})
            and _cited(now) - _cited(before) == {"mayfair1991 powers-flares-edicts.22"}
        ),
    ),
    (
        "a power that asks by how much somebody lost is told that it was too little, by its sheet",
        lambda question, before, now: (
            "use " in question["text"]
            and any("can use its power only where it lost by" in one["says"] for one in now.get("illegal", ()))
            and but(before, {"citations", "illegal"}) == but(now, {"citations", "illegal"})
        ),
    ),
    (
        "what is forbidden whatever a hidden card is says why, 5.8.1",
        lambda question, before, now: (
            (before.get("status") == now.get("status") == "illegal" and before.get("illegal") == [])
            or ("?" in question["text"] and but(before, {"illegal"}) == but(now, {"illegal"}))
        ),
    ),
]
