"""What is printed of an answer where its kind decides which page that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import render

if TYPE_CHECKING:
    from referee.public.legal import Legal
    from referee.public.several import DoneAll
    from referee.public.table_answers import Done


def show_acts(every: DoneAll) -> None:
    """Prints the verdicts on commands, each under its command where there are several, and what comes next."""
    is_one = len(every.done) == 1 and not every.left and every.error is None
    for done in every.done:
        if not is_one:
            render.play.print_note(f"> {done.command}")
        _show_done(done)
    if every.left:
        render.play.print_note(f"Not done after that: {' / '.join(every.left)}")
    if every.error is not None:
        render.play.print_note(str(every.error))
    if every.done and not every.done[-1].is_early:
        _show_next(every.done[-1].coming)


def _show_done(done: Done) -> None:
    told = done.to_dict()
    first = render.play.shortened(done.coming.waited()) if done.is_early and done.coming is not None else []
    render.board.print_verdict(told, first=first)
    render.page.print_earlier(told)
    render.play.print_taken_back(told.get("taken_back", {}))
    if "clock" in told:
        render.play.print_clock(told["clock"])
    for warning in done.warnings:
        render.play.print_note(f"warning: {warning}")


def _show_next(coming: Legal | None) -> None:
    if coming is not None:
        render.play.print_next(coming.offers, coming.phase, coming.winners, coming.waits_for)
