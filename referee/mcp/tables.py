"""The tools of a kept table: laid, played command by command, taken back, put right."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp.types import CallToolResult
from pydantic import Field

import referee
from referee import render
from referee.errors import LedgerError
from referee.mcp.answers import answered, each
from referee.mcp.arguments import EditionOrDuel, Number, Proof, Table, Variants, edition_with
from referee.mcp.desk import Desk
from referee.mcp.marks import tool
from referee.mcp.pages import show_acts

HowMany = Annotated[int, Field(ge=1, le=100_000, description="How many commands.")]
To = Annotated[
    int | None,
    Field(ge=0, le=2**63 - 1, description="To the command of this number (table_history), which is in force then."),
]
Expect = Annotated[
    int | None,
    Field(ge=1, le=2**63 - 1, description="Only if the first of them has this number, so that nobody else's is taken."),
]


class Tables:
    """The tools of a table that is kept between calls."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool("Lay a table", "shown-table", "duel-table")
    def table_lay(
        self,
        players: Annotated[
            list[str],
            Field(
                min_length=1,
                max_length=40,
                description="Who sits there, clockwise, the first player first, each with the alien if it matters: "
                "`red`, `purple/Clone`.",
            ),
        ],
        table: Annotated[str, Field(description="Its name; one that is taken gets a number.")] = "table",
        edition: EditionOrDuel = "consolidated",
        variants: Variants = None,
        strict_steps: Annotated[bool, Field(description="Every step is said; nothing goes without saying.")] = False,
    ) -> CallToolResult:
        """Lays a table for a whole game and keeps it. Its `name` in the answer is what the other table tools are told.

        Use it to follow a game command by command. For one encounter rule_encounter is enough.
        """
        by, laid = edition_with(edition, variants), " ".join(players)
        session = referee.TableSession.lay(laid, by, self._desk.db, table.strip() or "table", strict_steps)
        self._desk.laid(session.name or "")
        board = session.show().to_dict()

        def show() -> None:
            render.board.print_board(board)
            render.board.print_assumed(session.assumed)

        return answered(board, show)

    @tool("Do a command at a table", "done-at-table")
    def table_do(
        self,
        command: Annotated[
            str,
            Field(
                description="What happens, in the words of the table or in a player's: `destiny purple`, `launch red 3 "
                "at purple.2`, `reveal red 10, purple N`. Several with ` / ` between them, of which each is ruled and "
                "kept by itself. table_legal lists what can be said now."
            ),
        ],
        table: Table = "",
        anyway: Annotated[
            bool, Field(description="Do it although a rule forbids it; the table says so later.")
        ] = False,
        proof: Proof = False,
    ) -> CallToolResult:
        """Rules what happens at a table, does it if it is legal, and tells what follows and what may come next.

        What is forbidden is refused with its clause and with what is legal instead; nothing is done then.
        """
        session = self._desk.table(table)
        every = session.do_all(session.commands_in(command), anyway)
        if every.error is not None and not every.done:
            raise every.error
        return answered({"name": session.name, **every.to_dict()}, lambda: show_acts(every), proof)

    @tool("What may be done now?", "legal-in-words", reads=True)
    def table_legal(
        self,
        table: Table = "",
        player: Annotated[str, Field(description="Only what this player may do; empty: everybody.")] = "",
    ) -> CallToolResult:
        """Lists what may be done now at a table and by whom, as commands for table_do, and for whom it waits."""
        session = self._desk.table(table)
        found = session.legal(player)
        return answered(
            found.to_dict(parts=False),
            lambda: render.board.print_offers(found.offers, found.phase, found.winners, found.edition),
        )

    @tool("Show a table", "shown-table", "duel-table", reads=True)
    def table_show(self, table: Table = "") -> CallToolResult:
        """Shows a table as it stands: ships on every planet, hands, warp, whose turn it is and which phase."""
        board = self._desk.table(table).show().to_dict()
        return answered(board, lambda: render.board.print_board(board))

    @tool("Take commands back", "undone", removes=True)
    def table_undo(self, table: Table = "", count: HowMany = 1, to: To = None, expect: Expect = None) -> CallToolResult:
        """Takes the last command of a table back, or several; table_redo does them again."""
        step = self._desk.table(table).undo(count, expect, to)
        return answered(step.to_dict(), lambda: render.board.print_step(step.to_dict(), step.table))

    @tool("Do commands again", "redone")
    def table_redo(self, table: Table = "", count: HowMany = 1, to: To = None, expect: Expect = None) -> CallToolResult:
        """Does a command again that table_undo took back, or several."""
        step = self._desk.table(table).redo(count, expect, to)
        return answered(step.to_dict(), lambda: render.board.print_step(step.to_dict(), step.table))

    @tool("List the commands of a table", "history", reads=True)
    def table_history(self, table: Table = "") -> CallToolResult:
        """Lists what was done at a table, oldest first, each with the number that table_amend and table_undo take."""
        session = self._desk.table(table)
        found = session.history()
        return answered(found.to_dict(), lambda: render.board.print_history(each(found)))

    @tool("Put a mistake right", "amended", "waived", removes=True)
    def table_amend(
        self,
        table: Table = "",
        number: Annotated[Number | None, Field(description="The number of the wrong command (table_history).")] = None,
        commands: Annotated[
            list[str] | None, Field(max_length=100, description="What should have been done in its place.")
        ] = None,
        insert: Annotated[bool, Field(description="It was forgotten: put `commands` before that command.")] = False,
        drop: Annotated[bool, Field(description="That command should not have been done at all.")] = False,
        encounter: Annotated[
            Number | None,
            Field(description="In place of a number: the last such command of this encounter; 1 is first."),
        ] = None,
        choose: Annotated[
            Literal["", "stand", "repair", "again"],
            Field(
                description="Empty: only tell what follows. `stand`: it stands and is named later; `repair`: put right "
                "what can be, no outcome is undone; `again`: play the table again from there."
            ),
        ] = "",
    ) -> CallToolResult:
        """Tells what follows if a mistake that is found later is put right, and changes nothing before `choose`.

        Without `number` and `encounter` it lists what was done although a rule forbids it. What was chosen is one
        entry of the history, which one table_undo takes back.
        """
        session = self._desk.table(table)
        if number is None and encounter is None:
            found = session.amend()
        elif number is not None and encounter is not None:
            raise LedgerError("say `number` or `encounter`, not both")
        elif drop == bool(commands) or (drop and insert):
            raise LedgerError("say in `commands` what should have been done, or `drop` for nothing in its place")
        else:
            found = session.amend(number, *(commands or ()), insert=insert, encounter=encounter, choose=choose)
        return answered(found.to_dict(), lambda: render.amended.print_found(found.to_dict()))

    @tool("List the tables", "tables", reads=True)
    def table_list(
        self,
        put_away: Annotated[
            Literal["", "archived", "deleted"], Field(description="Those that were put away, instead of the others.")
        ] = "",
    ) -> CallToolResult:
        """Lists the tables that are kept, the one used last first."""
        found = referee.tables(self._desk.db, put_away)
        return answered(found.to_dict(), lambda: render.board.print_tables(each(found), put_away))
