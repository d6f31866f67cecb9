"""What is ruled otherwise than the frozen judge ruled, and rightly: each kind of difference with its clause."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from referee.book.loader import rulebase
from referee.book.names import key_of
from referee.errors import RefereeError
from tests.frozen import answers
from tests.frozen.answers import Told
from tests.frozen.of_sheets import OF_SHEETS, but

_NO_SHIPS = re.compile(r"(has (?:only )?)0 ships on")


_NO_ZAP = re.compile(r"is immune to zapping|is not in a role in which")
_WHICH_POWER = re.compile(r"say which power of \S+ is zapped")
_OF_SHEETS = re.compile(r".*(?:has turned up its alien sheet|lies facedown)|ffg2018 hidden-powers")
_NOTHING_OF = re.compile(r"(?:^|;)\s*nothing \S+ [A-Z]", re.IGNORECASE)
_TOLD_EARLY = {"outcome", "totals", "margin", "flips", "then"}
# Differences that are right: what is asked and both answers in, whether that is why they differ out; with the clause.
RIGHTLY: list[tuple[str, Callable[[Told, Told, Told], bool]]] = [
    (
        "a line says it as a table does, and once, 5.10.1.3.c.6",
        lambda _, before, now: now == _said_once(json.loads(_NO_SHIPS.sub(r"\1no ships on", json.dumps(before)))),
    ),
    ("the frozen judge stumbles over a place that is named twice", lambda _, before, now: "stumbled" in before),
    (
        "counts that nobody told are told apart, ffg2018 moving-ships.2",
        lambda _, before, now: _without_counts(now) == _without_counts(before),
    ),
    ("what was no notation may be understood now", lambda _, before, __: before.get("refused") == "MalformedError"),
    (
        "a player called after an alien has its sheet",
        lambda question, _, now: _is_named_after(question, now),
    ),
    ("a fact beats a number, and one that is told mends others", lambda question, _, __: _was_mended(question)),
    (
        "where ships land is assumed as it is in a regroup, ffg2018 moving-ships.2",
        lambda _, before, now: (
            _landed(now) != {} and _together(now, _landed(before, now)) == _together(before, _landed(before, now))
        ),
    ),
    (
        "ships that a flare saves land on the home colonies with the fewest, not on the first",
        lambda question, before, now: (
            any("flare " in one for one in question.get("before", ())) and _spread(before) == _spread(now)
        ),
    ),
    (
        "a deal assumes nothing that the table knows, and tells the planet and the ships that it chose itself",
        lambda question, before, now: (
            question["text"].startswith("deal ")
            and all(before.get(key) == now.get(key) for key in {*before, *now} - {"assumes", "citations"})
        ),
    ),
    (
        "sheets that are not to be played together are refused, by the sheet",
        lambda question, _, __: _names_apart(question),
    ),
    (
        "a reveal of cards that nobody has named asks for them, 5.10.1",
        lambda question, _, now: (
            question["text"] == "reveal" and "have still to say which cards" in str(now["illegal"])
        ),
    ),
    (
        "that a power which is named changes nothing stands for it, also where it is applied",
        lambda question, _, __: any(_NOTHING_OF.search(one) for one in (*question.get("before", ()), question["text"])),
    ),
    (
        "nothing goes to a planet that is not there, also anyway, 2.2.4.1",
        lambda question, _, now: question["anyway"] and "there is no planet" in str(now.get("illegal")),
    ),
    ("a correction tells once what stands in a place", lambda question, _, __: _is_told_twice(question)),
    (
        "a claim that is refused names the power by which ships count, as a line's total does",
        lambda question, before, now: (
            question["text"].startswith("claim ") and _without_counts(_by_no_power(now)) == _without_counts(before)
        ),
    ),
    (
        "with hidden powers it is told whose sheet counts and whose does not, hidden-powers.3 and 4",
        lambda question, before, now: (
            "hidden-powers" in question["edition"]
            and _in_no_order(_without_sheets(now)) == _in_no_order(_without_sheets(before))
        ),
    ),
    (
        "of a zap it is told whether the power is in use; that of who joined by it is, 4.3.3.1",
        lambda question, before, now: (
            question["text"].startswith("zap ")
            and "is not using its power" in str((before.get("assumes"), now.get("assumes")))
            and before.get("says") == now.get("says")
        ),
    ),
    (
        "an outcome is told once, and what answers it in the order in which it is played",
        lambda _, before, now: _in_no_order(now) == _in_no_order(before),
    ),
    (
        "of a flare after the outcome nothing more is to be stated",
        lambda _, before, now: _without_statements(now) == _without_statements(before),
    ),
    (
        "ships that a sheet holds where they stand are neither launched nor sent, by the sheet",
        lambda question, _, now: (
            question["text"].startswith(("launch ", "ally "))
            and any(cite.startswith("alien ") for one in now.get("illegal", ()) for cite in one["cites"])
        ),
    ),
    (
        "by the 2018 rulebook five colonies win at once, winning-the-game.2",
        lambda question, before, now: (
            question["edition"].startswith("ffg2018")
            and bool((now.get("table") or {}).get("winners"))
            and _table_differs_only_in(before, now, {"destiny_deck", "defense", "destiny_drawn"})
        ),
    ),
    (
        "what a power takes after the outcome is taken before the cards are discarded, 5.10.3",
        lambda _, before, now: (
            "take" in str((now.get("table") or {}).get("due"))
            and _table_differs_only_in(before, now, {"cards", "discards"})
        ),
    ),
    (
        "a correction that tells a thing twice is refused",
        lambda question, _, now: question["text"].startswith("set ") and now.get("refused") == "ImpossibleError",
    ),
    (
        "a power that its sheet calls immune, or that its player's role does not admit, is not zapped, alien-sheets.5",
        lambda question, _, now: (
            "zap " in question["text"] and any(_NO_ZAP.search(one["says"]) for one in now.get("illegal", ()))
        ),
    ),
    (
        "words with a use that no text asks for are named",
        lambda _, before, now: (
            any("hangs on what" in said for said in now.get("assumes", ()))
            and but(before, {"assumes", "citations", "grade"}) == but(now, {"assumes", "citations", "grade"})
        ),
    ),
    (
        "of several powers it is said which one a Cosmic Zap stops, 4.3.3.1",
        lambda question, _, now: (
            "zap " in question["text"] and any(_WHICH_POWER.search(one["says"]) for one in now.get("illegal", ()))
        ),
    ),
    (
        "what a sheet needs at the start of a game, and is not laid, is told",
        lambda question, before, now: (
            question["text"].startswith("table ")
            and "needs at the start of a game" in str(now["assumes"])
            and all(before.get(key) == now.get(key) for key in {*before, *now} - {"assumes", "citations", "grade"})
        ),
    ),
    (
        "who returns too many is told how many there are, and what sends back those that are home by default",
        lambda question, before, now: (
            question["text"].startswith("return ")
            and [one["cites"] for one in before.get("illegal", ())] == [one["cites"] for one in now.get("illegal", ())]
            and all(before.get(key) == now.get(key) for key in {*before, *now} - {"illegal"})
        ),
    ),
    (
        "what no statement that a sheet allows can change is told, though the sheet is asked",
        lambda question, before, now: (
            now.get("status") == "open"
            and before.get("outcome") is None
            and but(_of_what_is_shown(question, before), _TOLD_EARLY)
            == but(_of_what_is_shown(question, now), _TOLD_EARLY)
        ),
    ),
    (
        "what becomes of cards that lie on a sheet is left to the players, and told",
        lambda _, before, now: (
            "cards that lie on its sheet" in str(now.get("assumes"))
            and but(before, {"assumes", "citations"}) == but(now, {"assumes", "citations"})
        ),
    ),
    (
        "nothing is asked of a sheet for which nothing has come up, by its own words",
        lambda _, before, now: (
            bool(before.get("needs"))
            and not now.get("needs")
            and any(_of_its_own_words(need) for need in before["needs"])
        ),
    ),
    (
        "so it is in each of several cases of which one is asked",
        lambda _, before, now: (
            "'status': 'open'" in str(now.get("cases"))
            and but(before, {*_TOLD_EARLY, "cases"}) == but(now, {*_TOLD_EARLY, "cases"})
        ),
    ),
    (
        "what can be typed in place of what is refused keeps talks that a sheet may lead to",
        lambda question, before, now: (
            "no deal" in question["text"]
            and bool(now.get("illegal"))
            and but(before, {"illegal"}) == but(now, {"illegal"})
            and [but(one, {"nearest"}) for one in before["illegal"]]
            == [but(one, {"nearest"}) for one in now["illegal"]]
        ),
    ),
    (
        "a use after the outcome tells the encounter again, and the outcome with it",
        lambda question, before, now: (
            question["text"].startswith("use ")
            and bool(before.get("says"))
            and now.get("says", [])[: len(before["says"])] == before["says"]
            and _table_differs_only_in(before, now, {"aftermath", "last", "acts", "carried"})
        ),
    ),
    (
        "a use for which nothing has come up, by the words of its sheet, is refused",
        lambda question, before, now: (
            "use " in question["text"]
            and not before.get("illegal")
            and any("nothing has come up for which" in one["says"] for one in now.get("illegal", ()))
            and any(cite.startswith("alien ") for one in now["illegal"] for cite in one["cites"])
        ),
    ),
    (
        "what a sheet that is asked can state is what its text does",
        lambda question, before, now: (
            now.get("status") == "open"
            and but(_of_what_is_shown(question, before), {"then"}) == but(_of_what_is_shown(question, now), {"then"})
        ),
    ),
    (
        "no talks are no fault while a sheet that is asked may have led to them",
        lambda question, before, now: (
            "no deal" in question["text"]
            and "there is nothing to deal about" in str(before.get("illegal"))
            and now.get("status") == "open"
        ),
    ),
    (
        "what the outcome is ruled from, and another defense, are not done anyway once it is ruled or aimed at",
        lambda question, before, now: (
            question["anyway"]
            and bool(before.get("illegal"))
            and any("belongs to" in one["says"] for one in now.get("illegal", ()))
        ),
    ),
    (
        "a card that the deck has not is answered with the nearest that it has, challenge-card-breakdown.2",
        lambda _, before, now: (
            any("deck has " in one["says"] for one in now.get("illegal", ()))
            and but(before, {"illegal"}) == but(now, {"illegal"})
            and [but(one, {"nearest"}) for one in before["illegal"]]
            == [but(one, {"nearest"}) for one in now["illegal"]]
        ),
    ),
    (
        "how many cards a Plague asks for is due as what its text says, a card of each type, card Plague",
        lambda question, before, now: (
            "plague " in str((*question.get("before", ()), question["text"]))
            and but(before, {"table"}) == but(now, {"table"})
            and _table_differs_only_in(before, now, {"due", "rewind", "put_away"})
        ),
    ),
    *OF_SHEETS,
    (
        "the flare of a power that has to be used can be played before it, 4.4.1",
        lambda _, before, now: (
            "'flare " in str([one["nearest"] for one in now.get("illegal", ())])
            and [one["says"] for one in before.get("illegal", ())] == [one["says"] for one in now.get("illegal", ())]
            and _without_counts(but(before, {"illegal"})) == _without_counts(but(now, {"illegal"}))
        ),
    ),
    (
        "what can be typed in place of a correction tells each thing once",
        lambda question, before, now: (
            question["text"].startswith("set ")
            and [one["says"] for one in before.get("illegal", ())] == [one["says"] for one in now.get("illegal", ())]
            and all(before.get(key) == now.get(key) for key in {*before, *now} - {"illegal"})
        ),
    ),
]


def _of_what_is_shown(question: Told, told: Told) -> Told:
    """An answer without what is said of hidden sheets, where powers are hidden."""
    found: Told = _without_sheets(told) if "hidden-powers" in question["edition"] else told
    return found


def _of_its_own_words(need: str) -> bool:
    """True if a need is what the sheet of an alien does that says itself when something comes up for it."""
    whose = re.fullmatch(r"what \S+'s (.+) does", need)
    sheet = rulebase().sheet(whose[1]) if whose else None
    return sheet is not None and sheet.alien.comes_up is not None


def _in_no_order(told: Told) -> Any:
    """The same with its sentences and clauses each once, in whatever order they come."""
    lists = ("says", "citations", "allowed_by")
    left = _without_counts(told)
    return {key: sorted({str(one) for one in value}) if key in lists else value for key, value in left.items()}


def _without_statements(told: Told) -> Any:
    """The same without the acts of a table that say of something that it does nothing."""
    left = _without_counts(told)
    table = left.get("table")
    if not isinstance(table, dict):
        return left
    return {**left, "table": {**table, "acts": [act for act in table["acts"] if not str(act).startswith("nothing ")]}}


def _table_differs_only_in(before: Told, now: Told, fields: set[str]) -> bool:
    """True if two answers leave tables that are the same but for these fields."""
    was, now_is = _without_counts(before.get("table")), _without_counts(now.get("table"))
    return bool(was and now_is) and all(was.get(key) == now_is.get(key) for key in {*was, *now_is} - fields)


def _without_sheets(told: Any) -> Any:
    """The same without what is said of sheets that are shown or hidden, and without the clauses on these."""
    if isinstance(told, list):
        left = [
            one for one in told if not _OF_SHEETS.match(str(one.get("id", "")) if isinstance(one, dict) else str(one))
        ]
        return [_without_sheets(one) for one in left]
    if not isinstance(told, dict):
        return told
    return {key: _without_sheets(value) for key, value in told.items()}


_LANDED = re.compile(r"(\w+)'s ships go to (\w+\.\d \d+(?:, \w+\.\d \d+)*)$")
_PLACES = re.compile(r"\w+\.\d(?: and \w+\.\d)*")


def _landed(*answers: Told) -> dict[str, list[str]]:
    """Who is assumed to land ships on colonies, with these: by the sentences of these answers that say so."""
    landed: dict[str, list[str]] = {}
    for said in filter(None, (_LANDED.match(one) for told in answers for one in told.get("assumes", ()))):
        landed.setdefault(said[1], []).extend(place.split()[0] for place in said[2].split(", "))
    return landed


def _together(told: Told, landed: dict[str, list[str]]) -> Told:
    """An answer with the ships of those who landed some counted over all colonies on which an answer lands them."""
    told = _without_counts(told)
    for who, places in landed.items():
        ships = told["table"]["ships"]
        ships[who] = sum(ships[place].pop(who, 0) for place in {*places})
        told["says"] = [_PLACES.sub(who, one) for one in told["says"]]
    return told


def _spread(told: Told) -> Told:
    """An answer at a table with each player's ships counted over all of its home colonies."""
    told = _without_counts(told)
    ships = told.get("table", {}).get("ships", {})
    for place, stacks in list(ships.items()):
        who = place.partition(".")[0]
        if "." in place and who in stacks:
            ships.setdefault(who, Counter())[who] += stacks.pop(who)
    return told


def _names_apart(question: Told) -> bool:
    """True if two aliens are named of which the sheet of one says that they are not played together."""
    names = rulebase(question["edition"])
    text = key_of(f"{question.get('before', ())} {question['text']}")
    sheets = [sheet for name in names.alien_names() if key_of(name) in text and (sheet := names.sheet(name))]
    return any(key_of(other) in text for sheet in sheets for other in sheet.not_with)


_BY_A_POWER = re.compile(r"(\w's (?:ships|tokens)) by [A-Z][\w-]* (?=\d)")
_OWNER = re.compile(r"(?:^[\w.]+|,) (\w+)")
_STACK = re.compile(r"(\w+\.[\d?]|warp|gate|beside|removed|hand) (?:\w+:? \S+|nobody|none)")


def _is_told_twice(question: Told) -> bool:
    """True if a `set` names a place twice, or a player twice there, or a hand, now or before."""
    for command in filter(lambda one: one.startswith("set "), (*question.get("before", ()), question["text"])):
        told = [" ".join(part.split()) for part in command.removeprefix("set ").partition(" --")[0].split(";")]
        stacks = [(part.split()[0], _OWNER.findall(part)) for part in told if _STACK.match(part)]
        once = [(place, "") for place, _ in stacks if "." in place]
        once += [(place, who) for place, owners in stacks for who in owners]
        if len({*once}) < len(once):
            return True
    return False


def _by_no_power(told: Told) -> Told:
    """The same without the power by which ships count, in the sum that a claim is refused with."""
    refused = [{**one, "says": _BY_A_POWER.sub(r"\1 ", one["says"])} for one in told["illegal"]]
    return {**told, "illegal": refused}


def _is_named_after(question: Told, now: Told) -> bool:
    """True if somebody on a line, or at a table, is called after an alien, and has no sheet by a stroke."""
    names = rulebase(question["edition"])
    if any(names.aliens_called(name) for name in now.get("players", ())):
        return True
    if "before" in question:
        laid = [*question["before"], question["text"]][0].removeprefix("table ")
        called = [word for word in laid.split() if "/" not in word]
    else:
        called = re.findall(r"(?:^|\+|\bvs\b)\s*([A-Za-z][\w-]*)(?![\w/-])", question["text"])
    return any(names.aliens_called(name) for name in called)


def _was_mended(question: Told) -> bool:
    """True if a fact has beaten a count: one that nobody told, or the number of a hand; the table is another then."""
    text = question["text"] + " --anyway" * question["anyway"]
    commands = (*question.get("before", ()), text)
    return any(_mends(question["edition"], commands[:at], commands[at]) for at in range(1, len(commands)))


def _mends(edition: str, before: tuple[str, ...], command: str) -> bool:
    """True if this command beats a count, by what it does or by what it tells."""
    text, at_all_costs, _ = command.partition(" --anyway")
    last, last_at_all_costs, _ = before[-1].partition(" --anyway")
    try:
        verdict = answers.verdict_of(edition, before, text, bool(at_all_costs))
    except RefereeError:
        return _HIDDEN.search(text) is not None
    found = {step.rule.id for step in verdict.findings} | {one.finding.rule.id for one in verdict.illegal}
    if not found.isdisjoint(_MENDING):
        return True
    was = answers.verdict_of(edition, before[:-1], last, bool(last_at_all_costs)).table
    return text.startswith("set ") and bool(was.reckoned or _HIDDEN.search(text))


_HIDDEN = re.compile(r"^set .* \?")  # a count that nobody knows
_MENDING = frozenset(("table.recounted", "table.held-more", "table.hand-by-count", "table.not-known"))
# What is said of counts that nobody told, and of those that a table knows; where it is kept; on which clauses it rests.
_OF_COUNTS = re.compile(
    r"\w+ defends with \d+ \w+ on |the \w+( player)? has \d+ \w+ there: |say how many "
    r"|\w+ has at least \d+ \w+ outside the warp|.* by my count|\w+'s \w+ (come from|go to) "
    r"|\w+ settles on |\w+ has a \w+ on .*, and \w+ has none there"
)
_KEPT_OF_COUNTS = ("reckoned", "unknown", "counted", "choices", "proof")
_CITED_FOR_COUNTS = (
    *("ffg2018 moving-ships.2", "warp stage-3.4", "mayfair1991 step-3.1", "mayfair1991 step-6.6"),
    *("consolidated 5.10.1.3.c.5", "consolidated 5.8.1"),
)


def _is_of_counts(one: Any) -> bool:
    """True for a sentence on a count, and for a clause that is cited only for such."""
    if isinstance(one, dict):
        return one.get("id") in _CITED_FOR_COUNTS
    return isinstance(one, str) and _OF_COUNTS.match(one) is not None


def _without_counts(told: Any) -> Any:
    """The same without what is said of counts that nobody told, without marks, and each refusal once."""
    if isinstance(told, str):
        return _NO_SHIPS.sub(r"\1no ships on", told.replace("~", ""))
    if isinstance(told, list):
        left = [_without_counts(one) for one in told if not _is_of_counts(one)]
        return sorted(left, key=str) if left and isinstance(left[0], dict) and "id" in left[0] else _said_once(left)
    if not isinstance(told, dict):
        return told
    return {key: _without_counts(value) for key, value in told.items() if key not in _KEPT_OF_COUNTS}


def _said_once(told: Any) -> Any:
    """The same, with each refusal once where it stands twice."""
    if isinstance(told, dict):
        return {key: _said_once(value) for key, value in told.items()}
    if not isinstance(told, list):
        return told
    return [_said_once(one) for at, one in enumerate(told) if not isinstance(one, dict) or one not in told[:at]]
