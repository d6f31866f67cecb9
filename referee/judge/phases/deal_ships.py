"""What a deal leaves of the main players' ships where they stood: on the gate and on the target (5.10.6.1)."""

from __future__ import annotations

from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases import colonies, deal_terms
from referee.judge.phases.resolution import place
from referee.judge.ruling import CHOOSES
from referee.judge.stand import Stand
from referee.state.encounter import Term


class ShipsLeft:
    """What a deal leaves where the main players' ships stood: how many nobody knows (None) until a player chooses."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.sent, self.there = board.ships(board.offense), board.ships(board.defense)
        self.cleared = deal_terms.is_gate_cleared(board.law)  # the offense's have gone home before the talks
        self.gate: int | None = 0 if self.cleared else self.sent.value
        self.standing: int | None = self.there.value
        self.landed = self.moved = 0

    def _leave_settlers(self, term: Term, receiver: Stand, finding: Finding) -> None:
        """Leaves it to a player which of its ships found the colony."""
        board = self.board
        choice = Finding(board.law["deal.settlers"], None, (finding,), (receiver.name,))
        board.do(receiver.name, CHOOSES, "which of its ships found the colony", choice)
        if receiver is board.offense and not self.cleared:
            self.gate = None
        elif term.source:
            self.standing = None
        else:
            board.assume("assumptions.other-colonies", receiver.name)

    def settlers_go(self, term: Term, receiver: Stand, finding: Finding) -> None:
        """The ships that found a colony leave the gate or the target; which they are can be their owner's choice."""
        board = self.board
        if term.ships is None or not term.source:
            self._leave_settlers(term, receiver, finding)
        for ships, source in term.stacks():
            if source == "gate" and self.gate is not None:
                self.gate, self.landed = self.gate - ships, ships
            elif receiver is board.defense and self.standing is not None and is_target(board, source):
                self.standing, self.moved = self.standing - ships, ships

    def offense_after(self) -> None:
        """The offense's ships that are left on the gate go home (5.10.6.1)."""
        board, name = self.board, self.board.offense.name
        player, why = board.players[name], (_made(board), self.sent)
        if self.cleared:
            return
        if self.gate is None:
            player.lands = player.returns = None
            return
        if self.landed:
            player.lands = Finding(board.law["deal.settlers"], self.landed, why, (name,))
        place(board, board.offense, Finding(board.law["deal.gate-returns"], self.gate, why, (name,)))

    def defense_after(self) -> None:
        """What the deal leaves of the defense's ships on the target planet."""
        board, name = self.board, self.board.defense.name
        player, why = board.players[name], (_made(board), self.there)
        if self.standing is None:
            player.stays = None
            return
        player.stays = Finding(board.law["deal.defense-stays"], self.standing, why, (name,))
        if self.moved:
            player.lands = Finding(board.law["deal.settlers"], self.moved, why, (name,))
            if not self.standing:
                colonies.leave(board, player.lands)


def _made(board: Board) -> Finding:
    """The outcome, which is the deal."""
    assert board.outcome is not None
    return board.outcome


def is_target(board: Board, planet: str) -> bool:
    """True if this planet is the target of the encounter."""
    target = board.position.target
    return target is not None and planet == f"{target[0]}.{target[1]}"
