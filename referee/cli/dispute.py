"""`referee dispute`: what was argued at a table, what was decided, and what came of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import opening
from referee.cli.asking import ask, asks, number, said
from referee.cli.common import (
    ILLEGAL,
    NOT_SETTLED,
    RULED,
    Db,
    Json,
    clean,
    database,
    into_file,
    print_json,
    printing,
    reported,
)

app = typer.Typer(
    help="What was argued, what was ruled, and the same answer next time.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)

_MOST = 2**63 - 1  # what SQLite counts to

Told = dict[str, Any]
Id = Annotated[int, typer.Argument(min=1, max=_MOST, help="The number of the dispute.")]
By = Annotated[str, typer.Option("--by", help="Who says so.")]

app.command("open", cls=opening.Opening)(opening.open_)


# -- deciding ----------------------------------------------------------------------------------------------------------


@app.command("rule")
def rule(
    id: Id,
    by: By = "",
    house: Annotated[bool, typer.Option("--house", help="The table's own decision, not the referee's ruling.")] = False,
    side: Annotated[int | None, typer.Option("--side", min=1, help="Whose account or claim holds: 1, 2 ...")] = None,
    reading: Annotated[str | None, typer.Option("--reading", help="The reading that the table takes.")] = None,
    says: Annotated[str, typer.Option("--says", help="The decision in a sentence.")] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    dissent: Annotated[str, typer.Option("--dissent", help="What those say who do not agree.")] = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Records the decision: the referee's ruling, or with --house the table's own.

    Without --says the ruling on the side's account is the decision, or the reading that is taken. A later decision
    takes the place of an earlier one, which is kept.
    """
    from referee.ledger import disputes

    with reported(json):
        path = database(db)
        told = disputes.show(path, id)
        side = _whose(told, side, house, asks(json))
        taken = _taken(told, clean(reading) if reading else None, house)
        texts = [clean(said(text)) for text in (says, reason, dissent)]
        decision = disputes.Decision(
            clean(by) or ("the table" if house else "the referee"),
            texts[0] or _decides(told, side, taken, house, asks(json)),
            house,
            side,
            taken,
            *texts[1:],
        )
        disputes.decide(path, id, decision)
        told = _shown(path, id)
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.dispute import print_decision

            print_decision(told)


def _whose(told: Told, side: int | None, house: bool, asks: bool) -> int | None:
    """Whose account holds: to be said where the accounts are ruled differently and the referee's ruling decides."""
    from referee.errors import LedgerError

    count = len(told["sides"])
    if side is not None and side > count:
        raise LedgerError(f"dispute {told['id']} has {count} sides; --side is a number from 1 to {count}")
    argument = _argument_of(told) or {"agree": len({side["outcome"] for side in told["sides"]}) == 1}
    same = len({account["position"] for account in told["sides"]}) == 1 or argument["agree"]
    if side is not None or house or same:
        return side
    which = " or ".join(f"--side {s['side']} ({s['party']})" for s in told["sides"])
    numbers = ", ".join(f"{s['side']} {s['party']}" for s in told["sides"])
    found = ask(f"Whose account holds ({numbers})", f"{which}: the accounts are ruled differently", asks, number(count))
    return int(found)


def _taken(told: Told, reading: str | None, house: bool) -> str | None:
    """The reading that a decision takes, by its name; it is one of the dispute's question."""
    from referee.book.questions import find
    from referee.errors import RulebaseError

    if reading is None:
        return None
    question, equals, name = reading.rpartition("=")
    if not told["question"]:
        raise RulebaseError(reading, f"dispute {told['id']} is about no disputable point, so it takes no reading")
    if equals and question.strip().upper() != told["question"]:
        raise RulebaseError(reading, f"dispute {told['id']} is about {told['question']}")
    point = find(told["question"])
    names = [known["name"] for known in point["readings"]]
    if name.strip() not in names:
        raise RulebaseError(reading, f"{point['id']} has the readings {', '.join(names)}")
    if name.strip() != told["readings"].get(point["id"], point["prefers"]) and not house:
        raise RulebaseError(
            reading, f"the referee ruled by {point['prefers']}; another reading is the table's: add --house"
        )
    return name.strip()


def _decides(told: Told, side: int | None, reading: str | None, house: bool, asks: bool) -> str:
    """The decision in a sentence, where nobody put it into words: the reading, or the ruling on that account."""
    from referee.book.questions import find
    from referee.render.dispute import in_words

    if reading is None and not house:
        reading = _taken_by_referee(told)
    if reading is not None:
        return next(str(known["says"]) for known in find(told["question"])["readings"] if known["name"] == reading)
    if house and side is None:
        return ask("What does the table decide", '--says "..." (or --reading, --side)', asks)
    return in_words(told["sides"][(side or 1) - 1]["ruling"])


def _taken_by_referee(told: Told) -> str | None:
    """The reading by which the referee ruled on a disputable point, where the dispute is about nothing else."""
    from referee.book.questions import find

    rulings = [side["ruling"] for side in told["sides"]]
    if len({ruling["position"] for ruling in rulings}) > 1 or told["question"] not in rulings[0]["questions"]:
        return None
    return str(told["readings"].get(told["question"], find(told["question"])["prefers"]))


@app.command("note")
def note(
    id: Id,
    says: Annotated[str, typer.Argument(metavar="TEXT", help="What is noted; - reads it from the input.")],
    by: By = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Adds a note to a dispute."""
    from referee.ledger import disputes

    _add(json, db, id, lambda path: disputes.note(path, id, clean(by), clean(said(says))), f"Noted on dispute {id}.")


@app.command("appeal")
def appeal(
    id: Id,
    by: By = "",
    reason: Annotated[str, typer.Option("--reason", help="Why it should be decided again.")] = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Opens a decided dispute again; the next decision takes the place of the last."""
    from referee.ledger import disputes

    def add(path: Path) -> int:
        there = asks(json)
        who = clean(by) or ask("Who appeals", "--by NAME", there)
        return disputes.appeal(path, id, who, clean(said(reason)) or ask("Why", '--reason "..."', there))

    _add(json, db, id, add, f"Dispute {id} is open again.", f"referee dispute rule {id}")


def _add(json: bool, db: Path | None, id: int, add: Callable[[Path], Any], says: str, next_line: str = "") -> None:
    with reported(json):
        path = database(db)
        add(path)
        told = _shown(path, id) if json else {}
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.dispute import print_added

            print_added(says, next_line)


# -- looking -----------------------------------------------------------------------------------------------------------


@app.command("list")
def list_(
    state: Annotated[str, typer.Option("--state", help="Only those that are open, decided or appealed.")] = "",
    table: Annotated[str | None, typer.Option("--table", "-t", help="Only those of this table.")] = None,
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=_MOST, help="How many of the latest.")] = 20,
    json: Json = False,
    db: Db = None,
) -> None:
    """Lists disputes, the latest first."""
    from referee.errors import LedgerError
    from referee.ledger import disputes

    with reported(json):
        states = (disputes.OPEN, disputes.DECIDED, disputes.APPEALED)
        if state and clean(state) not in states:
            raise LedgerError(f"--state is one of {', '.join(states)}, not {clean(state)!r}")
        rows = disputes.listed(database(db), count, state, clean(table) if table else None)
    _print_rows(rows, "There are no such disputes." if state or table else "There are no disputes yet.", json)


@app.command("search")
def search(
    words: Annotated[list[str], typer.Argument(help="Words that were all said in the dispute.")],
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=_MOST, help="How many of the latest.")] = 20,
    json: Json = False,
    db: Db = None,
) -> None:
    """Finds disputes by words of the claims, decisions, reasons and notes; the last word may be only begun."""
    from referee.ledger import disputes

    with reported(json):
        rows = disputes.search(database(db), clean(" ".join(words)), count)
    _print_rows(rows, "Nothing found.", json)
    raise typer.Exit(RULED if rows else NOT_SETTLED)


def _print_rows(rows: list[Told], nothing: str, json: bool) -> None:
    with printing():
        if json:
            print_json(rows)
        else:
            from referee.render.dispute import print_list

            print_list(rows, nothing)


@app.command("show")
def show(
    id: Id,
    why: Annotated[bool, typer.Option("--why", help="Print the whole proofs.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Shows a dispute: claims, rulings, what decides, decisions, appeals and notes."""
    with reported(json):
        told = _shown(database(db), id, True)
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.dispute import print_dispute

            print_dispute(told, why)


@app.command("export")
def export(
    id: Annotated[int | None, typer.Argument(min=1, max=_MOST, help="Its number; all disputes without one.")] = None,
    form: Annotated[str, typer.Option("--format", help="md (a slip for the group chat), json or csv.")] = "md",
    out: Annotated[Path | None, typer.Option("--out", help="The file to write; without it, it is printed.")] = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Writes a dispute as a slip for the group chat, as JSON or as CSV."""
    from referee.errors import LedgerError
    from referee.ledger import disputes
    from referee.render import slip

    with reported(json):
        path = database(db)
        form = "json" if json else form
        if form not in slip.FORMS:
            raise LedgerError(f"--format is one of {', '.join(slip.FORMS)}, not {clean(form)!r}")
        told = _shown(path, id, True) if id is not None else list(disputes.every(path))
        text = slip.FORMS[form](told, out is None and sys.stdout.isatty())
        if out is not None:
            into_file(out, lambda file: file.write(text), "--out names another file")
    if out is None:
        with printing():
            sys.stdout.write(text)


@app.command("promote")
def promote(
    id: Id,
    table: Annotated[str, typer.Option("--table", "-t", help="The table whose house rule it becomes.")] = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Makes a house ruling a house rule: from then on the table is ruled by it."""
    from referee.disputes import house_rules

    with reported(json):
        path = database(db)
        name = clean(table).strip() or ask("For which table", "--table NAME", asks(json))
        rule = house_rules.promote(path, id, name).to_dict()
    with printing():
        if json:
            print_json({"format": 1, "dispute": id, "table": name, "rule": rule})
        else:
            from referee.render.dispute import print_promotion

            print_promotion(id, name, rule)


@app.command("recheck")
def recheck(json: Json = False, db: Db = None) -> None:
    """Judges every recorded position again with today's rulebase, and lists what would now be ruled otherwise.

    The exit status is 1 where something would be.
    """
    from referee.disputes.precedents import recheck as judged_again

    rows: list[Told] = []
    count = 0
    with reported(json):
        for found in judged_again(database(db)):
            count += 1
            told = found.to_dict()
            if told["otherwise"]:
                rows.append(told)
    with printing():
        if json:
            print_json({"format": 1, "judged": count, "otherwise": rows})
        else:
            from referee.render.recheck import print_recheck

            print_recheck(rows, count)
    raise typer.Exit(ILLEGAL if rows else RULED)


# -- what the commands share -------------------------------------------------------------------------------------------


def _shown(path: Path, id: int, damaged: bool = False) -> Told:
    from referee.ledger import disputes

    return _with_argument(disputes.show(path, id, damaged))


def _with_argument(told: Told) -> Told:
    """A kept dispute with what comes of it when it is argued again; None where it would come to something else now."""
    return {"format": 1, **told, "argument": _argument_of(told)}


def _argument_of(told: Told) -> Told | None:
    from referee.disputes.accounts import argue_again

    if "unreadable" in told:
        return None
    found = argue_again(told)
    return found.to_dict() if found is not None else None
