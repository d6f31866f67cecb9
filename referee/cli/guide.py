"""What stands at the end of each page of the help: examples, exit statuses, and where the documentation is."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from referee.book.places import README

if TYPE_CHECKING:
    from typer._click import HelpFormatter

STATUSES = {
    0: "ruled, legal, answered or done",
    1: "illegal; a case failed; something is not as it was written",
    2: "not understood, or impossible",
    3: "ruled by cases, open, or not answered",
    4: "ruled, but it could not be kept or printed whole",
    70: "a fault in the program",
}
# The statuses that a command has besides 0, 2 and 70, with what they mean there where that is not said above.
_OWN: dict[str, dict[int, str]] = {
    "encounter": {1: "illegal", 3: "by cases, or open", 4: "ruled, but not kept"},
    "duel": {1: "illegal", 3: "by cases, or open", 4: "ruled, but not kept"},
    "contest": {1: "illegal", 3: "by cases, or open", 4: "ruled, but not kept"},
    "may": {1: "not legal", 3: "it depends, or the rules leave it open"},
    "do": {1: "not legal: nothing was done", 3: "it depends on what is hidden: nothing was done"},
    "amend": {1: "what should have been done is not legal", 3: "it depends on what is hidden"},
    "play": {1: "of a script: something was not legal", 3: "of a script: something depends on what is hidden"},
    "timing": {1: "something cannot be used there", 3: "by cases, or open"},
    "clash": {1: "--all: a pair is no longer as it is kept", 3: "the rules leave open who acts first"},
    "table": {4: "export: the file is damaged, and not all of it was saved"},
    "ask": {3: "the rules do not answer that"},
    "search": {3: "nothing was found"},
    "dispute open": {1: "illegal", 3: "it is not settled which facts hold", 4: "ruled, but not kept"},
    "dispute search": {3: "nothing was found"},
    "dispute recheck": {1: "something would be ruled otherwise now"},
    "ledger verify": {1: "something is not as it was written"},
    "ledger export": {4: "something could not be saved"},
    "ledger rescue": {4: "something is lost"},
    "check": {1: "a case failed, or an answer was not right"},
    "suite version": {1: "an expectation changed, and no new major version says why"},
    "audit": {1: "something does not agree"},
    "playtest": {1: "something went wrong in a game"},
}
_EVERYWHERE = "Everywhere: --color, --no-color, --theme, --quiet (referee --help)."
_GOES_ON = " \\"  # at the end of a line that goes on
_LINE = "red 3 + green 2 : 10 vs blue 2 : N"
EXAMPLES: dict[str, tuple[str, ...]] = {
    "": (
        f'referee encounter "{_LINE} ; hand red 4"',
        "referee ask who wins a tie",
        "referee table red purple/Clone yellow",
        "referee help encounter",
    ),
    "encounter": (
        f'referee encounter "{_LINE} ; hand red 4"',
        "referee encounter red/Macron 1 : 10 vs blue 4 : 8 --why",
        f'referee encounter "{_LINE}" --edition ffg2018 --no-log',
        "referee encounter - < evening.txt",
        "referee encounter evening.txt --nl",
    ),
    "may": (
        'referee may "ally yellow offense 3 ; offense red ; invited blue"',
        "referee may launch red 5 at blue.1",
        'referee may "dial blue 5 ; supply blue 3" --edition duel',
    ),
    "timing": (
        "referee timing red:Mind blue:Plague --offense red",
        "referee timing yellow:Zombie purple:Void --offense red --defense blue --seats red,blue,yellow,purple --why",
    ),
    "clash": ("referee clash Void Zombie", "referee clash Macron"),
    "duel": (
        'referee duel "orange/Preservationist 3 shield 2 : 13 vs blue/Bouncer 2 blast 4 : 6 ; card Vacant-Shipyard"',
        'referee duel "blue 2 : 10 vs orange 2 : 31 ; reinforce blue +12 ; pass orange ; reinforce blue -10 on orange"',
        'referee duel "blue 3 ? : 13 vs orange 2 blast 1 : ? ; advantage 8 ; supply blue 4"',
        'referee duel "blue 4 : 20 vs orange/Iron-Matron 2 : 20 ; advantage 3 ; use orange Impose-Your-Decree 42"',
    ),
    "contest": (
        'referee contest "blue : 10 +12 vs orange : 31 -10"',
        'referee contest "blue/Pitfall : 7 vs orange : 13 ; snare blue 13 ; use blue Tempting-Dive blue orange"',
        'referee contest "blue : ? vs orange : 20 ; effect draw 3 cards"',
    ),
    "show": (
        f'referee show "{_LINE} ; hand red 4"',
        f'referee show "{_LINE}" --svg > position.svg',
        'referee show "duel blue 2 blast 4 : 6 vs orange 3 shield 2 : 13 ; advantage 8" --svg > duel.svg',
    ),
    "table": (
        "referee table red purple/Clone yellow blue",
        "referee table new",
        "referee table duel blue/Bouncer orange/Iron-Matron",
        "referee table list --csv",
        "referee table show --svg > table.svg",
        "referee table use friday",
    ),
    "do": (
        "referee do destiny purple",
        "referee do launch red 3 at purple.2",
        "referee do destiny purple / launch red 3 at purple.2",
        "referee do red goes at purple.2 with two, yellow helps purple with 1",
        "referee do - < commands.txt",
    ),
    "play": ("referee play red purple/Clone yellow", "referee play", "referee play < commands.txt"),
    "serve": ("referee serve --lan", "referee serve --table friday --port 8700"),
    "legal": ("referee legal", "referee legal red", "referee legal --tsv"),
    "undo": ("referee undo", "referee undo 3", "referee undo --to 0"),
    "redo": ("referee redo",),
    "score": ("referee score", "referee score --all"),
    "draw": ("referee draw aliens 2 --seed 7", "referee draw destiny"),
    "history": ("referee history", "referee history --csv"),
    "amend": (
        "referee amend",
        "referee amend 1 destiny yellow",
        'referee amend 1 --insert "offense red" --again',
        'referee amend --encounter 1 "destiny yellow" --stand',
    ),
    "ask": (
        "referee ask who wins a tie",
        'referee ask "may an ally play a reinforcement?" -n 3',
        "referee ask ties --nl",
    ),
    "search": ("referee search cosmic quake",),
    "rule": ("referee rule 5.10.1.1.d", "referee rule ffg2018 setup.15", "referee rule reveal.ties"),
    "alien": ("referee alien Macron", "referee alien --csv"),
    "card": ("referee card Cosmic-Zap", "referee card Amoeba flare", "referee card duel Vacant-Shipyard"),
    "question": ("referee question DF-05",),
    "compare": ("referee compare ties", 'referee compare "red 3 : 8 vs blue 4 : 8"', "referee compare DF-05"),
    "dispute": (
        'referee dispute open "red 3 : 8 vs blue 4 : N" --party blue --claim "I take four" --party red --claim "three"',
        "referee dispute list --csv",
        "referee dispute show 1",
    ),
    "dispute open": (
        'referee dispute open "red 3 : 8 vs blue 4 : N" --party blue --claim "I take four" --party red --claim "three"',
        "referee dispute open --table --party blue --party red",
        "referee dispute open --table friday --step 2",
        'referee dispute open --table friday --encounter 1 --party blue --claim "you owed me two cards"',
        'referee dispute open --may "ally yellow offense 3 ; offense red ; invited blue"',
        'referee dispute open --about "who invites first"',
        'referee dispute open "duel blue 2 : 9 vs orange 2 : 9" --party blue --claim mine --party orange --claim mine',
        "referee dispute open --from-ruling 12",
    ),
    "dispute rule": (
        'referee dispute rule 1 --by Ann --reason "as it is printed"',
        "referee dispute rule 1 --house --reading whole-side --by Ann",
    ),
    "dispute note": ('referee dispute note 1 "Bob was not there" --by Ann',),
    "dispute appeal": ('referee dispute appeal 1 --by Bob --reason "the card says otherwise"',),
    "dispute list": ("referee dispute list --state open", "referee dispute list --csv"),
    "dispute search": ("referee dispute search compensation",),
    "dispute show": ("referee dispute show 1 --why",),
    "dispute export": ("referee dispute export 1", "referee dispute export --format csv --out disputes.csv"),
    "dispute promote": (
        "referee dispute promote 1 --table kitchen",
        "referee dispute promote 1 --table kitchen --on 5.10.5.2",
    ),
    "dispute withdraw": ('referee dispute withdraw 1 --table kitchen --by Ann --reason "it never came up"',),
    "dispute house": ("referee dispute house --table kitchen",),
    "dispute recheck": ("referee dispute recheck",),
    "ledger": ("referee ledger stats", "referee ledger verify"),
    "ledger verify": ("referee ledger verify", "referee ledger verify --head tuesday:12:7d20b15ce8a94f63"),
    "ledger name": ("referee ledger name tuesday-group",),
    "ledger export": ("referee ledger export tuesday.jsonl",),
    "ledger rescue": ("referee ledger rescue new.db",),
    "ledger import": ("referee ledger import tuesday.jsonl --dry-run",),
    "ledger merge": ("referee ledger merge other.db --dry-run",),
    "ledger stats": ("referee ledger stats",),
    "log": ("referee log", "referee log 12 --why", "referee log --csv"),
    "book": ("referee book list", "referee book export rules", "referee book site pages"),
    "book add": ("referee book add consolidated my-copy.txt",),
    "book list": ("referee book list --csv",),
    "book remove": ("referee book remove consolidated",),
    "book export": ("referee book export rules",),
    "book site": ("referee book site pages",),
    "where": ("referee where", "referee where --json"),
    "mcp": ("referee mcp", "referee mcp --http --port 8712"),
    "check": (
        "referee check scenarios",
        "referee check --strict scenarios/compensation.toml --jobs 2",
        'referee check --engine "referee suite engine" --levels hidden',
        "referee check --levels core --reading DF-05=ffg2018 --report html > report.html",
    ),
    "suite": ("referee suite build suite.zip", "referee suite version"),
    "suite build": ("referee suite build suite.zip", "referee suite build suite"),
    "suite version": ("referee suite version",),
    "suite engine": ("referee suite engine < questions.jsonl",),
    "audit": ("referee audit",),
    "playtest": (
        "referee playtest Macron --games 3",
        "referee playtest Zombie --against Void,Clone --games 2 --svg zombie.svg",
    ),
    "schema": ("referee schema", "referee schema encounter", "referee schema case-file > case-file.json"),
    "man": ("referee man > referee.1",),
    "help": ("referee help encounter", "referee help dispute open", "referee help launch"),
}


def statuses(path: tuple[str, ...]) -> dict[int, str]:
    """The exit statuses of a command, with what each means there; of the program as a whole all of them."""
    if not path:
        return STATUSES
    own = _OWN.get(" ".join(path), {})
    known = {**{code: STATUSES[code] for code in (0, 2, 70)}, **own}
    return {code: known[code] for code in sorted(known)}


def docs() -> str:
    """The address of the documentation that came with this program."""
    return README.as_uri()


def write(path: tuple[str, ...], formatter: HelpFormatter) -> None:
    """Writes the end of a page of the help into the formatter."""
    examples = EXAMPLES.get(" ".join(path), ())
    if examples:
        with formatter.section("Examples"):
            for example in examples:
                _example(example, formatter)
    with formatter.section("Exit status"):
        formatter.write_dl([(str(code), says) for code, says in statuses(path).items()])
    formatter.write_paragraph()
    if path:
        formatter.write_text(_EVERYWHERE)
    formatter.write(f"Documentation: {docs()}\n")  # an address is not broken


def _example(example: str, formatter: HelpFormatter) -> None:
    """Writes a command line; of a long one the shell is told at each end that it goes on."""
    indent = " " * formatter.current_indent
    room = formatter.width - len(indent) - len(_GOES_ON) - 2
    lines = wrap(example, room, break_long_words=False, break_on_hyphens=False)
    formatter.write(f"{indent}{f'{_GOES_ON}{chr(10)}{indent}  '.join(lines)}{chr(10)}")
