"""The commands of the interactive table in the order in which they are explained, and the words of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.book.names import near
from referee.errors import LedgerError
from referee.state.acts import ACTS, OPENINGS
from referee.state.commands import COMMANDS as OF_TABLE
from referee.state.commands import VERBS
from referee.state.declared import AnyForm, Form

_ALL: tuple[AnyForm, ...] = (*OF_TABLE.values(), *ACTS.values())
_DECLARED = {form.word: form for form in _ALL}
_FIRST = (  # in the order in which an encounter goes; then come those that belong to no moment of it
    "table set offense new-hand punt regroup destiny comet wild special launch aim invite ally decline play reveal "
    "reinforce resolve deal no-deal lose return take reward draw discard second end claim use zap card-zap force-field "
    "ionic-gas quash emotion-control plague mobius-tubes flare tech research complete abandon acquire hide"
)
_ORDER = [word.replace("-", " ") for word in _FIRST.split()]
COMMANDS = tuple(_DECLARED[word] for word in dict.fromkeys((*_ORDER, *_DECLARED)) if word != "show")


def _word(typed: str, says: str, example: str, ruled_as: str = "") -> AnyForm:
    return Form(typed.split(maxsplit=1)[0], dict, (), {}, says, example, typed=typed, ruled_as=ruled_as)


# What only the interactive table understands.
WORDS = (
    _word("legal [NAME]", "what may be done now, by whom, in commands that can be typed", "legal red"),
    _word("may COMMAND", "rules a command as it would be now, and changes nothing", "may launch red 5 at purple.2"),
    _word("why", "the whole proof of the last ruling", "why"),
    _word("anyway", "does the command that was just refused all the same, and records it as such", "anyway"),
    _word("undo [COUNT | to NUMBER]", "takes the last command back, or so many, or all after one", "undo 3"),
    _word("redo [COUNT | to NUMBER]", "does again what was taken back, or so many, or up to one", "redo"),
    _word("history", "the commands of this table, oldest first", "history"),
    _word(
        "amend NUMBER COMMAND",
        "what follows if a command is put right; then --stand, --repair or --again; also --insert, --drop",
        "amend 3 launch red 2 at blue.1",
    ),
    _word("show [NAME[/ALIEN]]", "the board; with a name, turns up an alien sheet (hidden powers)", "show", "show"),
    _word("who", "who sits here with what, who is in the encounter, and who is waited for", "who"),
    _word("ask QUESTION", "the clauses that answer a question in plain words", "ask who wins a tie"),
    _word("alien NAME", "a power as the referee applies it", "alien Macron"),
    _word("card NAME", "a card or a flare; `flare NAME` does the same where no player is named", "card Cosmic-Zap"),
    _word("timing PLAYER[:EFFECT]...", "who resolves first, and why", "timing red:Mind blue:Plague --offense red"),
    _word("clash ALIEN ALIEN", "whether it matters which of two powers acts first", "clash Void Zombie"),
    _word("rule ID", "one clause of the rules", "rule 5.7.4"),
    _word("question ID", "a disputable point with its readings", "question DF-05"),
    _word("encounter LINE", "rules one encounter besides this table", "encounter red 3 : 10 vs blue 2 : N"),
    _word("dispute ...", "what is argued: open, rule, list, show, as `referee dispute` has them", "dispute list"),
    _word("log [ID]", "the latest rulings, or one of them again", "log"),
    _word("pick WHAT", "the referee draws: aliens 2 --level green, destiny, or: card from red", "pick card from red"),
    _word("clock [again]", "counts down the time that the rules give for a deal; nothing is enforced", "clock"),
    _word("score [TABLE...]", "who won what: games, encounters and colonies", "score"),
    _word("help [COMMAND]", "this list, or how one command is typed", "help launch"),
    _word("quit", "leaves; the table is kept (Ctrl-D does the same)", "quit"),
)


# What `set` can tell, by examples: what stands on a planet, and the facts that have a word of their own.
FACTS = (
    "purple.2 purple 2, blue 3", "red.4 nobody", "warp red 3", "gate red 2", "beside yellow 2", "removed red 1",
    "hand red 8", "hand red: 10 N +2 ?", "tokens red 3", "ships red 19", "power red lost", "power red hidden",
    "alien red Zombie", "deck 30", "destiny deck 12", "discards: 10 N", "rewards deck 20", "rewards discards 3",
    "turn red", "phase launch", "encounter 2", "defense purple", "at purple.2", "invited yellow offense",
    "tech red: Lunar-Cannon 3, ?", "tech deck 12", "tech discards: Lunar-Cannon", "limbo red: blue 2",
    "captured red: blue 2, yellow.3", "marker red",
    "hex red reverse",
)  # fmt: skip


def form(asked: str) -> AnyForm | None:
    """The form of a command by its first words, in any case; the nearest longer one for a first word alone."""
    key = " ".join(asked.lower().replace("-", " ").split())
    every: dict[str, AnyForm] = {form.word: form for form in (*WORDS, *COMMANDS)}
    longer = (form for word, form in every.items() if key and word.startswith(f"{key} "))
    return every.get(key) or next(longer, None)


def check_known(word: str, own: Iterable[str]) -> None:
    """Stops at a word that opens no command: one of the game's `own`, or of the big game's where it has none.

    Raises LedgerError with the nearest words.
    """
    commands = tuple(own) or (*VERBS, *sorted(OPENINGS), *(known.word for known in COMMANDS))
    every = (*commands, *(known.word for known in WORDS))
    firsts = {name.split()[0].split("-")[0]: name for name in every}
    if re.split(r"\W", word.lower())[0] in firsts:
        return
    nearest = [firsts[name] for name in near(word.lower(), firsts, 2)]
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else "`help` lists the commands."
    shown = word if len(word) < 30 else f"{word[:30]}…"
    raise LedgerError(f"{shown!r} is no command; {hint}")
