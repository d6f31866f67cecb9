"""How each command of the interactive table is typed, and what it is for: what `help` says."""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """One command: its first words, how it is typed, what it does, an example, and what the judge calls it."""

    name: str
    typed: str
    says: str
    example: str
    verb: str = "act"


# In the order in which an encounter goes.
COMMANDS = (
    Form("table", "table NAME[/ALIEN] ...", "lays a new table; seats clockwise, the first is the first player",
         "table red purple/Clone yellow blue", "table"),
    Form("set", "set PLACE NAME SHIPS, ... ; hand NAME SHIPS ; ...", "corrects the table: exactly these stand there",
         "set purple.2 purple 2, blue 3; warp red 3", "set"),
    Form("offense", "offense NAME", "says whose turn it is", "offense red", "offense"),
    Form("new hand", "new hand NAME", "a player without an encounter card draws a new hand", "new hand red",
         "new hand"),
    Form("punt", "punt [NAME]", "in place of a turn its player discards the hand and draws seven (a variant)", "punt",
         "punt"),
    Form("regroup", "regroup PLANET | gate", "the offense takes one ship back from the warp", "regroup red.1",
         "regroup"),
    Form("destiny", "destiny NAME [reverse]", "the destiny card names a color; one's own color is one's own name",
         "destiny purple", "destiny"),
    Form("comet", "comet TEXT", "a comet among the destiny cards, in editions that have them", "comet Halley",
         "destiny"),
    Form("wild", "wild NAME", "a wild destiny card: the offense chooses this player", "wild purple", "destiny"),
    Form("special", "special NAME", "a special destiny card that leads to this player", "special purple", "destiny"),
    Form("launch", "launch NAME SHIPS [from PLANET SHIPS, ...] at PLANET [against NAME]",
         "the offense puts ships on the gate and points it at a planet",
         "launch red 3 from red.1 2, red.2 1 at purple.4", "launch"),
    Form("aim", "aim PLANET [against NAME]", "points the gate by itself; `launch NAME SHIPS` sends ships by itself",
         "aim purple.4", "launch"),
    Form("invite", "invite NAME: NAME ... | none", "a main player invites allies, the offense first",
         "invite red: yellow blue", "invite"),
    Form("ally", "ally NAME offense|defense SHIPS [from PLANET SHIPS, ...]", "an invited player joins a side",
         "ally yellow defense 4", "ally"),
    Form("decline", "decline NAME", "an invited player joins neither side", "decline blue", "decline"),
    Form("play", "play NAME CARD", "a main player chooses an encounter card; ? keeps it hidden", "play red 10", "play"),
    Form("reveal", "reveal [NAME CARD, NAME CARD]", "the cards are turned up", "reveal red 10, purple N", "reveal"),
    Form("reinforce", "reinforce NAME +NUMBER offense|defense", "adds a reinforcement to a side",
         "reinforce blue +2 offense"),
    Form("resolve", "resolve", "rules the encounter and moves the ships", "resolve", "resolve"),
    Form("deal", "deal NAME gives NUMBER cards | CARD | colony [PLANET] [for SHIPS from PLACE], NAME gives ...",
         "the main players make a deal", "deal red gives 2 cards, purple gives colony purple.3"),
    Form("no deal", "no deal", "the main players make no deal", "no deal"),
    Form("lose", "lose NAME PLACE SHIPS, ...", "says which ships go to the warp", "lose red gate 2, red.1 1", "lose"),
    Form("return", "return NAME PLANET SHIPS, ...", "says where ships return to", "return yellow yellow.1 3, blue.2 1",
         "return"),
    Form("take", "take NAME NUMBER from NAME [: CARD ...]", "takes cards as compensation", "take red 3 from blue",
         "take"),
    Form("reward", "reward NAME NUMBER cards, NUMBER ships [to PLANET SHIPS, ...]", "takes a defender's rewards",
         "reward yellow 2 cards, 2 ships to yellow.1 2", "reward"),
    Form("draw", "draw NAME NUMBER", "a player draws cards", "draw red 2", "draw"),
    Form("discard", "discard NAME: CARD ...", "a player discards cards", "discard red: 10", "discard"),
    Form("second", "second", "the offense has a second encounter", "second", "second"),
    Form("end", "end", "the offense's turn ends", "end", "end"),
    Form("claim", "claim offense|defense TOTAL | winner NAME | NAME WHAT NUMBER | flares NUMBER",
         "asks whether something is so: ruled true, or refused with the clause", "claim offense 17", "claim"),
    Form("use", "use NAME[/ALIEN] [NUMBER, NAME, PLANET or CARD ...]", "uses an alien power", "use red"),
    Form("zap", "zap NAME[/ALIEN] [by NAME]", "Cosmic Zap: cancels a use of a power", "zap yellow by red"),
    Form("card zap", "card zap [by NAME]", "cancels the artifact or flare played just before", "card zap by red"),
    Form("force field", "force field NAME, ... | all [by NAME]", "cancels alliances", "force field blue by red"),
    Form("ionic gas", "ionic gas [by NAME]", "nobody takes compensation or rewards", "ionic gas by red"),
    Form("quash", "quash [by NAME]", "cancels a deal", "quash by yellow"),
    Form("emotion control", "emotion control [by NAME]", "attack cards become negotiate cards",
         "emotion control by blue"),
    Form("plague", "plague NAME [by NAME]", "a player loses ships and cards", "plague red by blue"),
    Form("mobius tubes", "mobius tubes [by NAME]", "frees all ships in the warp", "mobius tubes by red"),
    Form("flare", "flare NAME ALIEN [...]", "plays a flare", "flare blue Amoeba"),
    Form("tech", "tech NAME TECH [...]", "uses a technology", "tech red Xenon-Lasers"),
    Form("research", "research NAME [TECH] [SHIPS] [from PLANET]", "puts a ship on a technology",
         "research red from red.1", "research"),
    Form("complete", "complete NAME TECH [to PLANET SHIPS, ...]", "a technology is finished, its ships come back",
         "complete red Lunar-Cannon", "complete"),
    Form("abandon", "abandon NAME TECH [to PLANET SHIPS, ...]", "gives a technology up", "abandon red Lunar-Cannon",
         "abandon"),
    Form("acquire", "acquire NAME [NUMBER] [keep TECH]", "draws technologies", "acquire red", "acquire"),
    Form("hide", "hide NAME", "turns an alien sheet face down (hidden powers)", "hide red", "hide"),
    Form("add", "add offense|defense NUMBER [WHY]", "the players say what a power adds that is not applied",
         "add defense 6 the players say so"),
    Form("worth", "worth NAME NUMBER [WHY]", "the players say what each ship of a player is worth", "worth blue 3"),
    Form("value", "value NAME NUMBER|N|M [WHY]", "the players say what a main player's card counts as", "value red 23"),
    Form("saves", "saves NAME [NUMBER] [WHY]",
         "the players say that ships go to colonies instead of the warp, or, with a number, instead of landing",
         "saves yellow 2"),
    Form("wins", "wins offense|defense [WHY]", "the players say which side wins", "wins offense"),
    Form("loses", "loses NAME NUMBER [from colonies] [WHY]",
         "the players say that so many more ships go to the warp: of those in the encounter that are left, then others",
         "loses blue 2 Guerrilla"),
    Form("rewards", "rewards NAME NUMBER [WHY]", "the players say how many rewards a player gets",
         "rewards red 4 Ghoul"),
    Form("compensation", "compensation NAME NUMBER [WHY]", "the players say how many cards a player takes",
         "compensation blue 3 Ethic"),
    Form("removed", "removed NAME NUMBER [WHY]",
         "the players say that ships in the encounter leave the game, or are captured", "removed blue 2 Fungus"),
    Form("stays", "stays NAME NUMBER [WHY]",
         "the players say that ships of a beaten defense stay on the planet", "stays blue 3 Bulwark"),
    Form("colony", "colony NAME [PLANET] [for SHIPS from PLACE] [WHY]",
         "the players say that a player gains a colony besides", "colony red blue.2 for 1 from red.1 Winner"),
    Form("nothing", "nothing NAME [WHY]", "the players say that a power or card changes nothing here",
         "nothing red Warhawk"),
)  # fmt: skip

# What only the interactive table understands.
WORDS = (
    Form("legal", "legal [NAME]", "what may be done now, by whom, in commands that can be typed", "legal red", ""),
    Form("may", "may COMMAND", "rules a command as it would be now, and changes nothing",
         "may launch red 5 at purple.2", ""),
    Form("why", "why", "the whole proof of the last ruling", "why", ""),
    Form("anyway", "anyway", "does the command that was just refused all the same, and records it as such", "anyway",
         ""),
    Form("undo", "undo [COUNT]", "takes the last command back, or so many of them", "undo 3", ""),
    Form("redo", "redo [COUNT]", "does again what was taken back, or so many commands of it", "redo", ""),
    Form("history", "history", "the commands of this table, oldest first", "history", ""),
    Form("show", "show [NAME[/ALIEN]]", "the board; with a name, turns up an alien sheet (hidden powers)", "show",
         "show"),
    Form("rule", "rule ID", "one clause of the rules", "rule 5.7.4", ""),
    Form("help", "help [COMMAND]", "this list, or how one command is typed", "help launch", ""),
    Form("quit", "quit", "leaves; the table is kept (Ctrl-D does the same)", "quit", ""),
)  # fmt: skip


def form(asked: str) -> Form | None:
    """The form of a command by its first words, in any case; the nearest longer one for a first word alone."""
    key = " ".join(asked.lower().replace("-", " ").split())
    every = (*COMMANDS, *WORDS)
    for found in every:
        if found.name == key:
            return found
    return next((found for found in every if key and found.name.startswith(f"{key} ")), None)
