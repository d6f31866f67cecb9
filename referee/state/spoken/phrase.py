"""How a command is said: its phrases, and the words for one thing that several of them share."""

from __future__ import annotations

from dataclasses import dataclass

from referee.state.spoken.making import Maker

AT = "at|to|on|onto|into|against|toward|towards|for|in"
OUT_AT = "at|to|against|toward|towards|after"
WITH = "[with|using|sending|by|,]"
HOME = "home [planet|planets|colony|colonies|system|base|bases]"
FROM = f"[[,] [all] from|off|out [of] (SOURCES / {HOME})]"
VERSUS = "v|vs|versus|against|beats|over [.]"
AND_THEN = "v|vs|versus|against|to|and [.]"
SIDE = "[SIDE / NAME:other / NAME:other side|team]"
HELPS = (
    "allies|ally|joins|join|helps|help|supports|support|assists|assist|backs|back|aids|aid|sides|side|"
    "stands|stand|in|lends|lend|rallies|follows"
)
GOES = "[comes|come|goes|tags|tag|rides|ride|hops|hop|jumps|climbs|joins|join]"
JOINS = "joins|join|in|over|moves"
PLAYS = "plays|play|played|uses|use|used|throws|throw|drops|drop|lays"
LAYS = (
    "plays|play|played|drops|drop|answers|answer|lays|lay|laid|puts|put|picks|pick|selects|select|chooses|choose|"
    "sets|set"
)
SHOWS = "with|shows|show|showed|reveals|reveal|revealed|turns|turn|flips|flip|has|had|have|got"
TAKES = "takes|take|took|gets|get|collects|collect|receives|receive|chooses|choose|wants|want|claims|claim"
GIVES = "gives|give|gave|offers|offer|hands|trades|trade|pays|pay|hand|slides|lets|opens|swaps|swap|exchanges"
FORCE_FIELD = "(force field|fields / force-field|force-fields)"
CARD_ZAP = "(card zaps|zap|zapped / card-zaps|card-zap)"
COSMIC_ZAP = "(cosmic zaps|zap / cosmic-zaps|cosmic-zap / zaps|zap|zapped)"
ON = "[on|against|for|with|at|to]"
NEGATIVE = "declines|decline|declined|refuses|refuse|passes|pass"
SPECIAL = "most|fewest|least|more|fewer colonies|bases|ships|cards [in hand|warp]"
COLONY = "colony|base|planet|world"
PICKS = "for|says|say|goes|picks|pick|chooses|choose|takes|take|names|attacks|attack|wants|selects|meets|against"
DRAWN = "flips|flip|flipped|turns|turn|turned|draws|draw|drew|pulls|pull|pulled|gets|get|got|redraws"
CARD = "[card|one] [says|gives] [:|,|!|.]"
LAUNCHED = f"[against|vs|v NAME:other] [with|using|sending|, SHIPS] {FROM} [[,] against NAME:other]"


@dataclass(frozen=True, slots=True)
class Spoken:
    """How a command is said: its phrases, those that only go on with the same, an example, and what it makes.

    Several in a row are made together. What `leads` may be followed by another act without a word between.
    """

    word: str  # of the command that it says
    says: str  # an example, of red, whose turn it is, purple, the defense, and yellow
    make: Maker
    phrases: tuple[str, ...]
    again: tuple[str, ...] = ()
    leads: bool = False
