"""What is ruled of an act or of a question in words, and the moment of a table that it is about. Plain strings."""

from __future__ import annotations

from collections.abc import Iterator

from referee.render.words import Told, own, owns, shown

_ALLOWED, _NOT_ALLOWED, _ASKED = "That may be done.", "That is not allowed.", "It depends on what was not said."
_NOBODY_SAYS = "No document answers that, as far as I can see: the table decides."
_BEST = "No one sentence settles it; these clauses answer it best."
_MOST = 4  # sentences of an act, clauses of an answer
_SHOWN_BELOW = "referee question "  # a disputable point, with its readings
_NEAREST = 2  # clauses that only come near


def verdict(ruling: Told) -> str:
    """What is ruled of an act or a question, in one sentence."""
    status = ruling["status"]
    if "answer" in ruling:
        answer = ruling["answer"]
        return (shown(answer["says"]) or _BEST) if answer["answered"] else _NOBODY_SAYS
    return {"determined": _ALLOWED, "illegal": _NOT_ALLOWED}.get(status, _ASKED)


def sentence(ruling: Told) -> str:
    """What a ruling of an act or a question comes to, in a sentence or two."""
    edition = ruling["edition"]
    if "answer" in ruling:
        answer = ruling["answer"]
        if answer["says"] or not answer["clauses"]:
            return verdict(ruling)
        clause = answer["clauses"][0]
        return f"{shown(clause['says'])} [{own(clause['id'], edition)}]"
    command = shown(ruling["act"]["command"])
    if ruling["status"] == "illegal":
        against = [f"{shown(one['says'])} [{', '.join(owns(one['cites'], edition))}]" for one in ruling["illegal"]]
        return f"{command}: not allowed. {'; '.join(against)}."
    return f"{command}: {verdict(ruling)[:1].lower()}{verdict(ruling)[1:]}"


def _allowed(act: Told, edition: str) -> Iterator[str]:
    """What is told of an act that may be done, and by which clauses."""
    yield from (shown(says) for says in act["says"][:_MOST])
    if act["allowed_by"]:
        yield f"by {', '.join(own(id, edition) for id in act['allowed_by'][:_MOST])}"


def lines(ruling: Told) -> Iterator[str]:
    """What is told of an act or an answer besides the verdict and what is forbidden, a line each."""
    if "answer" in ruling:
        yield from _of_answer(ruling["answer"], ruling["edition"])
        return
    act = ruling["act"]
    if ruling["status"] == "determined":
        yield from _allowed(act, ruling["edition"])
    if act["played"]:
        yield f"played before it: {' · '.join(map(shown, act['played']))}"
    nearest = [near for entry in ruling["illegal"] for near in entry["nearest"]][:_MOST]
    if nearest:
        yield f"legal at that moment: {' · '.join(map(shown, nearest))}"
    if act["state"] is None and act["assumes"]:
        yield f"assumed: {'; '.join(map(shown, act['assumes']))}"


def _of_answer(answer: Told, edition: str) -> Iterator[str]:
    for clause in answer["clauses"]:
        yield f"{own(clause['id'], edition)}  {shown(clause['says'])}"
    if answer["near"] and not answer["points"]:
        near = [f"{own(clause['id'], edition)}  {shown(clause['says'])}" for clause in answer["near"][:_NEAREST]]
        yield f"what comes nearest, and does not settle it: {'; '.join(near)}"
    for sheet in answer["sheets"]:
        yield f"{shown(sheet['name'])}: {shown(sheet['says'])}"
    yield from (f"see  {shown(command)}" for command in answer["next"] if not command.startswith(_SHOWN_BELOW))


def moment_line(moment: Told, edition: str) -> str:
    """The moment of a table, in one line: the encounter or its command, the turn and the phase, and how long ago.

    In Duel the encounters are counted by destiny cards, and in the place of the turn stands who leads.
    """
    numbers = f"command {moment['first']}"
    if moment["last"] != moment["first"]:
        numbers = f"commands {moment['first']} to {moment['last']}"
    encounter, turn = f"encounter {moment['encounter']} of the game", f"{shown(moment['turn'])}'s turn"
    if edition == _DUEL:
        encounter, turn = f"destiny card {moment['encounter']} of the game", f"{shown(moment['turn'])} leads"
    later = moment["later"]
    since = f", {later} command{'s' if later != 1 else ''} ago" if later else ""
    if not moment["command"]:
        return f"{encounter}, {numbers}, {turn}{since}"
    anyway = ", done although a rule forbade it" if moment["anyway"] else ""
    phase = "start of the turn" if moment["phase"] == _START else f"{shown(moment['phase'])} phase"
    told = f"command {moment['number']}: {shown(moment['command'])}{anyway}"
    return f"{told} — {encounter}, {turn}, {phase}{since}"


_START = "start-turn"
_DUEL = "duel"


def broken_lines(moment: Told, edition: str) -> Iterator[str]:
    """What was done in the encounter although a rule forbade it, a line each, and how that itself is argued about."""
    for one in moment["broken"]:
        cites = ", ".join(owns(one["cites"], edition, 2))
        step = f"--table {shown(moment['table'])} --step {one['number']}"
        yield f"command {one['number']}: {shown(one['command'])} — {shown(one['says'])} [{cites}] ({step})"
