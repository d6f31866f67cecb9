"""The commands of the interactive table in the order in which they are explained, and the words of its own."""

from __future__ import annotations

from referee.state.acts import ACTS
from referee.state.commands import COMMANDS as OF_TABLE
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
    _word("undo [COUNT]", "takes the last command back, or so many of them", "undo 3"),
    _word("redo [COUNT]", "does again what was taken back, or so many commands of it", "redo"),
    _word("history", "the commands of this table, oldest first", "history"),
    _word("show [NAME[/ALIEN]]", "the board; with a name, turns up an alien sheet (hidden powers)", "show", "show"),
    _word("rule ID", "one clause of the rules", "rule 5.7.4"),
    _word("help [COMMAND]", "this list, or how one command is typed", "help launch"),
    _word("quit", "leaves; the table is kept (Ctrl-D does the same)", "quit"),
)


def form(asked: str) -> AnyForm | None:
    """The form of a command by its first words, in any case; the nearest longer one for a first word alone."""
    key = " ".join(asked.lower().replace("-", " ").split())
    every: dict[str, AnyForm] = {form.word: form for form in (*WORDS, *COMMANDS)}
    longer = (form for word, form in every.items() if key and word.startswith(f"{key} "))
    return every.get(key) or next(longer, None)
