"""What is ruled of a command, what may be done now, and what was done at a table."""

from __future__ import annotations

from typing import Literal

from referee.schemas.duels import DuelRulingWithoutProof
from referee.schemas.part import (
    Clause,
    Edition,
    Format,
    Grade,
    Moment,
    Part,
    Player,
    Question,
    Typed,
    VerdictStatus,
    tells,
)
from referee.schemas.rulings import AppliedRule, Citation, Illegal, Precedent, Proof, RulingWithoutProof
from referee.schemas.tables import AnyRuling, AnyTable


class Refusal(Illegal):
    """Why a command is illegal, or cannot be ruled for want of a word."""

    asks: bool = tells("True if it only asks for what was not said; `nearest` are the answers then.")
    history: list[Typed] = tells("What lies behind and would have to be undone first.")
    choices: list[Typed] = tells("Where one of several is asked for: these, as they are numbered; else left out.", [])


class DoneCommand(Part):
    """A command as it was done."""

    command: Typed = tells("The command in full.")
    implied: bool = tells("Whether it went without saying.")


class VerdictWithoutProof(Part):
    """What is ruled of a command, without its proof."""

    format: Format
    edition: Edition = tells("The rule set by which it was ruled.")
    command: Typed = tells("The command that was ruled, as it is typed.")
    status: VerdictStatus = tells("legal, illegal, or depends: on a hidden fact, or one that was not said.")
    says: list[str] = tells("What it leads to, a sentence each.")
    illegal: list[Refusal] = tells("What forbids it; also of one that was done `anyway`.")
    anyway: bool = tells("Whether it was done although a rule forbids it.")
    allowed_by: list[Clause] = tells("The clauses, sheets and cards on which a legal command rests.")
    grade: Grade = tells("The weakest authority that the verdict relies on.")
    citations: list[Citation] = tells("All that it rests on, each once.")
    questions: list[Question] = tells("The disputable points whose preferred reading is taken.")
    assumes: list[str] = tells("What was not given and is taken for granted, a sentence each.")
    done: list[DoneCommand] = tells("The commands that it came to, where that is more than itself; else left out.", [])
    back: int = tells("How many commands before it these take the place of; left out with `done`.", 0)
    stopped: Typed = tells(
        "Of several acts the one that was refused, where that is not what was said; else left out.", ""
    )
    answer: Literal["yes", "no", ""] = tells("The answer to a question that names no position; else left out.", "")
    ruling: RulingWithoutProof | DuelRulingWithoutProof | None = tells(
        "The ruling to which the command led; left out where it led to none.", None
    )
    house: list[AppliedRule] = tells("The house rules that it rests on; left out where there are none.", [])
    precedents: list[Precedent] = tells("What was decided before on the same; left out where nothing was.", [])


class Verdict(VerdictWithoutProof):
    """What is ruled of a command (`may`)."""

    ruling: AnyRuling | None = tells("The ruling to which the command led; left out where it led to none.", None)
    proof: Proof = tells("The proof: the step at its root, with those that it came from.")


class Choice(Part):
    """Something that is chosen in an act."""

    what: str = tells(
        "What it is: player, card, side, alien, tech, face, word, argument, terms; in Duel the name of the field."
    )
    is_: str = tells("What it is in this act, as it is typed.", alias="is")


class Where(Part):
    """A place in an act."""

    way: Literal["from", "to", "at"] = tells("Whether ships come from there, go there, or the act is aimed there.")
    place: str = tells("The planet (`red.1`; in Duel its number), or gate, warp and the like.")
    ships: int | None = tells("How many ships; null where that is not said.")


class Act(Part):
    """An act in parts, for programs that show it as they like or build one of their own."""

    verb: str = tells("What is done, by the first word of the command: launch, ally, use, zap ...")
    who: Player = tells("Who does it.")
    choices: list[Choice] = tells("What is chosen in it.")
    how_many: dict[Literal["ships", "cards", "number"], int] = tells(
        "How many ships or cards; `number` for one that is neither, such as what a power adds. Left out: not said."
    )
    where: list[Where] = tells("Where; ships that come off the fullest planets by themselves are not told.")
    cites: list[Clause] = tells("The clauses, sheets and cards that allow it.")


class Offer(Part):
    """Something that may be done now, in words that can be typed."""

    who: Player = tells("Who may do it.")
    command: Typed = tells("The command that does it.")
    says: str = tells("What it answers, where something is due; else left out.", "")
    shown: str = tells("As players are told it where any card will do: `play red CARD`; else left out.", "")


class LegalAct(Offer):
    """Something that may be done now, in words that can be typed and in parts."""

    act: Act = tells("The same in parts.")


class _Coming(Part):
    """What every list of what may come next has."""

    phase: str = tells("The phase, or the step in Duel.")
    waits_for: list[Player] = tells("Who has to act before it goes on; nobody where nothing is waited for.")
    says: str = tells("What they have still to do, in words; may be empty.")


class Next(_Coming):
    """What may come next at a table."""

    commands: list[Offer] = tells("All that may be done; `legal` tells each in parts too.")


class _AtTable(_Coming):
    """What every list of what may be done at a table has."""

    format: Format
    name: str = tells("What the table is called; empty for one that is not kept.")
    edition: Edition = tells("The rule set by which it is played.")
    winners: list[Player] = tells("Who has won; nobody while the game goes on.")


class LegalInWords(_AtTable):
    """What may be done now at a table, each act in words that can be typed (the tool `table_legal`)."""

    commands: list[Offer] = tells("All that may be done.")


class Legal(_AtTable):
    """What may be done now at a table, each act in words that can be typed and in parts (`legal`)."""

    commands: list[LegalAct] = tells("All that may be done.")


class Summand(Part):
    """A part of a total."""

    what: str = tells("What adds to it, in words.")
    adds: int = tells("How much.")


class Stands(Part):
    """How an encounter stands once its cards are turned up, before what may still be played."""

    outcome: str | None = tells("The outcome it would have now; null where that is open.")
    totals: dict[Literal["offense", "defense"], int] | None = tells("The totals now; null where none are compared.")
    made_of: dict[Literal["offense", "defense"], list[Summand]] | None = tells("What they are made of, by side.")


class TakenBack(Part):
    """What became of commands that had been taken back when another one was done."""

    waits: int = tells("How many of them `redo` can tell again behind it.")
    gone: int = tells("How many of them are gone for good.")


class Clock(Part):
    """The time for a deal. Nothing is enforced."""

    format: Format
    began: Moment = tells("When it began.")
    seconds: int = tells("How many seconds the rules give.")
    left: int = tells("How many are left; negative when it is over.")
    cites: list[Clause] = tells("The clauses that say so.")


class Done(Verdict):
    """What is ruled of a command at a kept table, and the table afterwards (`do`)."""

    table: AnyTable = tells("The table afterwards; of a refused command as it was.")
    next: Next = tells("What may come next.")
    stands: Stands | None = tells("How the encounter stands once its cards are turned up; left out before that.", None)
    clock: Clock | None = tells("The time for the deal that is to be made; left out where there is none.", None)
    taken_back: TakenBack | None = tells("What became of commands that had been taken back; left out: none had.", None)


class DoneAll(Part):
    """What is ruled of several commands, done one after another until one is refused (`do A / B`)."""

    format: Format
    commands: list[Done] = tells("What is ruled of each that was looked at.")
    left: list[Typed] = tells("Those that were not done.")
    not_understood: str | None = tells("Why one could not be ruled; null where all were.")


class DoneAtTable(DoneAll):
    """What is ruled of the commands that the tool `table_do` was told."""

    name: str = tells("What the table is called.")


class Stopped(Part):
    """Where doing commands again came to an end."""

    command: Typed = tells("The command that is not legal any more.")
    says: str = tells("Why.")
    cites: list[Clause] = tells("The clauses that forbid it.")


class _Step(Part):
    """Commands that were taken back, or done again."""

    format: Format
    commands: list[Typed] = tells("The commands, in the order in which that was done.")
    number: int = tells("The number of the last of them in the history.")
    at: Moment = tells("When that one was first done.")
    seconds: int | None = tells("How many seconds ago that was; null where it is not known.")
    elsewhere: bool = tells("Whether any of them was done in another shell.")
    table: AnyTable = tells("The table as it is now.")


class Undone(_Step):
    """Commands that were taken back (`undo`)."""

    undone: Typed = tells("The last command that was taken back.")


class Redone(_Step):
    """Commands that were done again (`redo`)."""

    redone: Typed = tells("The last command that was done again.")
    stopped: Stopped | None = tells("Where it came to an end before its time; else left out.", None)


class DoneInHistory(DoneCommand):
    """A command as it was done, in a history; of what was told again after a mistake with its first number."""

    number: int | None = tells("Its number when it was first done; left out unless it was told again.", None)
    anyway: bool = tells("Whether it was done although a rule forbids it; left out unless it was told again.", False)


class HistoryEntry(Part):
    """A command of a table."""

    number: int = tells("Its number, from 0 for the one that laid the table.")
    command: Typed = tells("The command as it was said.")
    status: Literal["laid", "legal", "illegal", "depends", "amended", "agreed"] = tells(
        "laid: it laid the table. legal. amended: the table was played again from a mistake. agreed: a mistake stands."
    )
    anyway: bool = tells("Whether it was done although a rule forbids it.")
    says: list[str] = tells("What it led to, a sentence each.")
    at: Moment = tells("When it was done.")
    undone: bool = tells("Whether it is taken back.")
    done: list[DoneInHistory] = tells("The commands that it came to, as they were done.")
    back: int = tells("How many commands before it these take the place of.")
    by: str | None = tells("The player from whose own phone it was done; left out where it was not.", None)


class History(Part):
    """The commands of a table, oldest first, with those that were taken back (`history`)."""

    format: Format
    name: str = tells("What the table is called.")
    history: list[HistoryEntry] = tells("The commands.")


# -- amending ----------------------------------------------------------------------------------------------------------

Value = int | str | list[str] | None


class Changed(Part):
    """Something that would be otherwise if a command were put right."""

    what: Literal[
        "ships", "hand", "cards", "tokens", "colonies", "home colonies", "power", "deck", "discards", "turn",
        "encounter", "phase", "due", "winners",
    ] = tells("What it is.")  # fmt: skip
    place: str = tells("Where ships stand; may be empty.")
    who: str = tells("Whose it is; empty for what is nobody's.")
    was: Value = tells("As it was played: a count (null: not known), a word, cards or names.")
    now: Value = tells("With the command put right.")


class Unlawful(Part):
    """A later command that would not have been legal."""

    number: int = tells("Its number in the history.")
    command: Typed = tells("The command.")
    says: str = tells("Why not.")
    cites: list[Clause] = tells("The clauses that forbid it.")
    done: bool = tells("Whether it can be done all the same.")
    depends: bool = tells("True where it is not forbidden, but rests on what nobody has seen or said.")


class Turned(Part):
    """An encounter that would have ended otherwise."""

    number: int = tells("The number of the command that ended it.")
    was: str = tells("The outcome as it was played; empty where it was not decided.")
    now: str = tells("The outcome with the command put right; empty where it would not be decided.")


class AmendChoice(Part):
    """What a table can do about a mistake."""

    choice: Literal["stand", "repair", "again"] = tells(
        "stand: it stays. repair: what can be is put right. again: replay."
    )
    says: str = tells("What that means, in a sentence.")
    type: str = tells("How it is typed: the option behind `amend`.")
    proposed: str = tells("Why it is proposed first; left out where nothing proposes it.", "")


class Amended(Part):
    """What follows if a command of a table is put right, and what the table did about it (`amend`)."""

    format: Format
    name: str = tells("What the table is called.")
    edition: Edition = tells("The rule set by which it is played.")
    number: int = tells("The number of the command that was wrong.")
    was: list[Typed] = tells("What was done; nothing where something was forgotten.")
    now: list[Typed] = tells("What should have been done; nothing where it should not have been.")
    status: VerdictStatus = tells("Whether that could have been done itself.")
    refused: VerdictWithoutProof | None = tells("Why it could not have been; left out where it could.", None)
    otherwise: list[Changed] = tells("What is otherwise then.")
    unlawful: list[Unlawful] = tells("Later commands that would not have been legal.")
    turned: list[Turned] = tells("Encounters that would have ended otherwise.")
    repair: list[Typed] = tells("The command that puts right what can be, without undoing an outcome.")
    choices: list[AmendChoice] = tells("What the table can do, what it decided to do with mistakes first.")
    chosen: Literal["stand", "repair", "again", ""] = tells("What was done about it; empty where it was only asked.")
    done: Typed = tells("How that stands in the history; left out where it was only asked.", "")
    table: AnyTable | None = tells("The table afterwards; left out where it was only asked.", None)


class WaivedCommand(Part):
    """A command that was done although a rule forbids it."""

    number: int = tells("Its number in the history.")
    command: Typed = tells("The command.")
    says: str = tells("What forbids it.")
    cites: list[Clause] = tells("The clauses.")
    nearest: list[Typed] = tells("What could be done in its place or before it.")


class Waived(Part):
    """What was done at a table although a rule forbids it (`amend` without a number)."""

    format: Format
    name: str = tells("What the table is called.")
    edition: Edition = tells("The rule set by which it is played.")
    waived: list[WaivedCommand] = tells("The commands, oldest first.")
