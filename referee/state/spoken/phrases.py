"""How each command is said, as phrases (`spoken/pattern.py`): what a phrase says is made by `making.py` and its kin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from referee.state.spoken import acting, afterwards
from referee.state.spoken import making as make
from referee.state.spoken.making import Maker, each
from referee.state.spoken.pattern import Node, compiled, words_of
from referee.state.spoken.words import SMALL, TURNING

_AT = "at|to|on|onto|into|against|toward|towards|for|in"
_WITH = "[with|using|sending|by|,]"
_HOME = "home [planet|planets|colony|colonies|system|base|bases]"
_FROM = f"[[,] [all] from|off|out [of] (SOURCES / {_HOME})]"
_VERSUS = "v|vs|versus|against|beats|over [.]"
_AND_THEN = "v|vs|versus|against|to|and [.]"
_SIDE = "[SIDE / NAME:other / NAME:other side|team]"
_HELPS = (
    "allies|ally|joins|join|helps|help|supports|support|assists|assist|backs|back|aids|aid|sides|side|"
    "stands|stand|in|lends|lend|rallies|follows"
)
_JOINS = "joins|join|in|over|moves"
_PLAYS = "plays|play|played|uses|use|used|throws|throw|drops|drop|lays"
_LAYS = (
    "plays|play|played|drops|drop|answers|answer|lays|lay|laid|puts|put|picks|pick|selects|select|chooses|choose|"
    "sets|set"
)
_SHOWS = "with|shows|show|showed|reveals|reveal|revealed|turns|turn|flips|flip|has|had|have|got"
_TAKES = "takes|take|took|gets|get|collects|collect|receives|receive|chooses|choose|wants|want|claims|claim"
_GIVES = "gives|give|gave|offers|offer|hands|trades|trade|pays|pay|hand|slides|lets|opens|swaps|swap|exchanges"
_FORCE_FIELD = "(force field|fields / force-field|force-fields)"
_CARD_ZAP = "(card zaps|zap|zapped / card-zaps|card-zap)"
_COSMIC_ZAP = "(cosmic zaps|zap / cosmic-zaps|cosmic-zap / zaps|zap|zapped)"
_ON = "[on|against|for|with|at|to]"
_NEGATIVE = "declines|decline|declined|refuses|refuse|passes|pass"
_SPECIAL = "most|fewest|least|more|fewer colonies|bases|ships|cards [in hand|warp]"
_COLONY = "colony|base|planet|world"
_PICKS = "for|says|say|goes|picks|pick|chooses|choose|takes|take|names|attacks|attack|wants|selects|meets|against"
_DRAWN = "flips|flip|flipped|turns|turn|turned|draws|draw|drew|pulls|pull|pulled|gets|get|got|redraws"
_CARD = "[card|one] [says|gives] [:|,|!|.]"


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


def _artifact(verb: str, words: str, *more: str) -> Spoken:
    """An artifact that is played by itself."""
    word = verb.replace("-", " ")
    return Spoken(
        word,
        f"red plays {word}",
        acting.artifact(verb),
        (f"NAME [{_PLAYS}] {words}", f"{words} [,|!] [[by|from|says] NAME] [, no compensation|reward|rewards]", *more),
    )


_LAUNCHED = f"[against|vs|v NAME:other] [with|using|sending|, SHIPS] {_FROM} [[,] against NAME:other]"

SPOKEN = (
    # -- destiny, regroup and launch
    Spoken("destiny", "destiny is purple", make.destiny(), (
        f"destiny {_CARD} [says|shows|gives|names|points] [to|at] NAME",
        "NAME destiny|it",
        "[it|destiny|deck|card] was NAME",
        "[it|destiny|deck|card] comes|come|lands up|out|on [as] NAME",
        "NAME comes|come up|out",
        "up|out comes NAME",
        "[new|next] card [:] [says|gives] NAME",
        f"NAME:other {_DRAWN} NAME off|from destiny [deck]",
        f"NAME:other destiny {_CARD} NAME",
        f"{_DRAWN} [up|over] [destiny] {_CARD} NAME ['s] [card|color|colour|destiny]",
        f"NAME:other {_DRAWN} [up|over] [destiny] {_CARD} NAME ['s] [card|color|colour|destiny]",
        "it|color|colour|meets|facing|faces [:] NAME",
        f"[destiny {_CARD}] [NAME] ['s] [{_DRAWN}] own [color|colour] [again]",
        f"NAME:other redraws|another [,|:|and] [{_DRAWN}] NAME",
    )),
    Spoken("destiny", "destiny is purple", each(make.drawn), (
        "[it] NAME ['s] [card|color|colour]",
        "[it] NAME:other against|versus|v|vs|up|meets|meeting|facing|faces [.] [against] NAME",
    )),
    Spoken("wild", "wild, red picks purple", make.destiny("wild"), (
        f"[it|that] [new] [card] wild [destiny] {_CARD} [and] [[NAME:other] {_PICKS}] NAME",
        f"destiny {_CARD} wild {_CARD} [[NAME:other] {_PICKS}] NAME",
        f"NAME:other [{_DRAWN}|gets|has] wild {_CARD} [and] [{_PICKS}] NAME",
    )),
    Spoken("special", "special destiny, purple", make.destiny("special"), (
        f"[it] [NAME:other] [{_DRAWN}] special [destiny] {_CARD} [{_SPECIAL}] [,|:] [leads|points|sends] [to] NAME",
        f"special [destiny] {_CARD} NAME has {_SPECIAL}",
        f"destiny {_CARD} special {_CARD} [leads|points|sends] [to] NAME",
    )),
    Spoken("regroup", "regroup red to red.2", each(make.regroup), (
        f"regroup|regroups [:] [NAME] [SHIPS] [{_AT}] [PLACE:planet]",
        f"SHIPS back [from warp] [{_AT} PLACE:planet]",
        f"NAME regroups|regroup|regrouped [SHIPS] [{_AT} PLACE:planet]",
    )),
    Spoken("launch", "red launches 2 at purple.2", each(make.launch), (
        f"NAME launches|launch|launched|launching {_WITH} [SHIPS] {_FROM} [[{_AT}] TARGET {_LAUNCHED}]",
        "NAME attacks|attack|attacking|hits|hit|jumps|jump|flies|fly|moves|move|shoots|fires|encounters "
        f"{_WITH} [SHIPS] {_FROM} [{_AT}] TARGET {_LAUNCHED}",
        f"launch|launching|attack {_WITH} [NAME] {_WITH} SHIPS {_FROM} [[{_AT}] TARGET {_LAUNCHED}]",
        f"launch|attack [NAME] [{_AT}] TARGET {_LAUNCHED}",
        f"[gate|cone] at|to|against TARGET [against|vs|v NAME:other] {_WITH} SHIPS {_FROM}",
        f"NAME aims|aim|points|point [gate|cone] [{_AT}] TARGET [against NAME:other] {_WITH} SHIPS {_FROM}",
        f"NAME attacks|after|for NAME:other at|on|in|, TARGET {_WITH} SHIPS {_FROM}",
        f"NAME attacks|after|for NAME:other , SHIPS {_AT} TARGET",
        f"NAME takes|take|brings|bring SHIPS {_AT} TARGET",
        "NAME takes|take|sends|send|launches|launch SOURCES [and] [,] at|attacks|for|to|against TARGET",
    )),
    Spoken("launch", "red launches 2 at purple.2", each(make.launches_now), (
        f"[with] SHIPS {_FROM} {_AT} TARGET {_LAUNCHED}",
        f"NAME against|v|vs NAME:other at|on|in|, TARGET {_WITH} SHIPS {_FROM}",
        f"[gate] on|at TARGET , [everything|all] [,] SHIPS {_FROM}",
        "SHIPS into|through|in gate , [target] [at] TARGET",
        f"NAME has|got SHIPS for|at|on TARGET {_FROM}",
        f"[it] [full] SHIPS [of NAME] {_AT} TARGET {_FROM}",
        "SHIPS , TARGET",
        f"[at] PLANET with|using|, SHIPS {_FROM}",
        f"NAME {_JOINS}|with {_WITH} SHIPS , TARGET {_FROM}",
    )),
    Spoken("ally", "yellow sends 2 to the offense", each(make.send), (
        f"NAME {_AT} TARGET [against|vs|v NAME:other] {_WITH} [SHIPS] {_FROM} [[,] against NAME:other]",
        f"NAME [:] {_WITH} SHIPS {_FROM} at TARGET {_LAUNCHED}",
        f"NAME {_JOINS} {_AT} TARGET {_WITH} SHIPS {_FROM}",
        f"NAME {_JOINS} with|, SHIPS {_FROM} {_AT} TARGET",
        f"NAME sends|send|sent|sending|commits|commit|puts|put|throws|throw|pushes|shoves|loads SHIPS {_FROM} "
        f"[[{_AT}] [help|support|behind] [SIDE / TARGET]] {_FROM} [[,] against|vs|v NAME:other]",
        f"NAME sends|send|commits|commit|puts|put SOURCES {_AT} [help|support] SIDE",
    )),
    Spoken("aim", "aim at purple.2", each(make.aim), (
        f"aim|point [gate|cone] [{_AT}] TARGET [against NAME:other]",
        f"NAME aims|aim|points|point [gate|cone] [{_AT}] TARGET [against NAME:other]",
    )),
    # -- allies
    Spoken("invite", "red invites yellow", each(make.invite), (
        "BOTH:whose [both] invites|invite|asks|ask PLAYERS",
        "PLAYERS:whose [both] invites|invite|asks|ask PLAYERS",
        "NAME wants|likes|like|want PLAYERS [in|along|aboard|on] [with|for] [him|her|side|them]",
        "NAME invites|invite|invited|asks|ask|asked|calls|call [for] [PLAYERS] "
        "[allies / [to] ally|help|join / for help]",
        "invite|invites NAME [:] PLAYERS",
        "invite|ask PLAYERS",
        "PLAYERS asked|invited|wanted by NAME",
    ), again=("NAME PLAYERS", "PLAYERS by NAME")),
    Spoken("invite", "red goes alone", each(make.alone), (
        "NAME not invites|invite|asks|ask|wants|want [anybody|anyone|nobody]",
        "NAME [it] alone", "NAME by|on himself|herself|own")),
    Spoken("ally", "yellow helps red with 3", each(make.ally), (
        f"NAME {_HELPS} [with|for|in|on|to] {_SIDE} [as ALIEN] {_WITH} [SHIPS] [on|for|to|in SIDE] {_FROM}",
        f"[NAME] [comes|joins|jumps] in|along|aboard [on|for|with] {_SIDE} {_WITH} [SHIPS] {_FROM}",
        f"ally|allies NAME [with|to|on|for|in] {_SIDE} {_WITH} [SHIPS] [on|for|to] {_SIDE} {_FROM}",
        f"NAME SIDE {_WITH} SHIPS {_FROM}",
        f"NAME [{_HELPS}] SIDE {_WITH} SHIPS {_FROM}",
        f"NAME [in] with|for|behind|beside|on {_SIDE} [with|for|,|:] [puts|sends|brings] [up|in] SHIPS {_FROM}",
        f"NAME has|got NAME:other 's back {_WITH} SHIPS {_FROM}",
        f"NAME {_HELPS} [with|for|in|on|to] {_SIDE} out {_WITH} SHIPS {_FROM}",
        f"NAME on NAME:other 's side|team|half [with|for|,|:] SHIPS {_FROM}",
        f"NAME {_HELPS} , SHIPS {_FROM}",
        f"NAME {_HELPS}|comes|come with|for SHIPS {_FROM}",
        f"PLAYERS [both] [{_HELPS}] [with|for|on|to] {_SIDE} , SHIPS each",
        f"NAME [:] SHIPS with|for|behind (SIDE / NAME:other) {_FROM}",
        f"PLAYERS [both] {_HELPS} [with|for|in|on|to] {_SIDE} {_WITH} SHIPS [each]",
        f"NAME {_WITH} SHIPS [on|for|to|in] SIDE {_FROM}",
        f"NAME on|for SIDE {_WITH} SHIPS {_FROM}",
        f"NAME puts|put|sends|brings|throws|commits SHIPS {_FROM} [in] with|behind (SIDE / NAME:other)",
    ), again=(
        f"NAME {_WITH} SHIPS {_FROM}",
        f"NAME [helps|joins|with|for|on] [SIDE / NAME:other] {_WITH} SHIPS {_FROM}",
    )),
    Spoken("ally", "yellow helps red with 3", each(make.both_help), (
        f"BOTH:players [both] [{_HELPS}] [with|for|on|to] {_SIDE} {_WITH} SHIPS each",
    )),
    Spoken("invite", "red invites yellow", each(make.invite_both), ("NAME invites|invite|asks|ask|wants both",)),
    Spoken("ally", "yellow helps red with 3", each(make.lends), ("NAME gives|give|lends|lend NAME:other SHIPS",)),
    Spoken("decline", "nobody helps", each(make.nobody), (
        f"nobody|none|noone|neither [else] [not] [{_HELPS}|comes|bite|bites|joins|wants|in|invited|asked] [in] "
        "[SIDE / NAME:other]",
        "nobody|none|noone|neither [side|player|else] invites|invite|asks|ask [PLAYERS]",
        "no help [for|from] [anyone|anybody|either|nobody] [side|player]",
        f"they [both|all] {_NEGATIVE}",
        "no [more|other] allies|ally|help|helpers|alliance|alliances|invitations|invites [on either side] [at all]",
        f"rest|others {_NEGATIVE}|out",
        f"all|everybody|everyone [else] {_NEGATIVE}|stays|stay [out]",
    )),
    Spoken("decline", "yellow declines", each(make.decline), (
        "decline|declines [PLAYERS]",
        "PLAYERS [both|all] [:|,] declines|decline|declined|refuses|refuse",
        "PLAYERS [says|say|said] no|nope|nah [thanks]",
        "PLAYERS [says|say|said] declines",
        "no thanks from|by NAME",
        "PLAYERS abstains|abstain|neutral",
        "PLAYERS [stays|stay|sits|sit|keeps|keep] out",
        f"PLAYERS not [{_HELPS}|having|biting|keen|helping|joining|allying|in] [in|it] [SIDE / NAME:other]",
    )),
    Spoken("decline", "yellow declines", each(make.both_decline), (f"both {_NEGATIVE}|declines|stay",)),
    Spoken("decline", "yellow passes", each(make.passes), ("NAME passes|pass|passed",)),
    # -- artifacts, flares and powers: before the cards, whose names they have too
    Spoken("zap", "yellow zaps purple's power", each(acting.zap), (
        f"NAME {_COSMIC_ZAP} POWER",
        f"NAME {_PLAYS} {_COSMIC_ZAP} {_ON} POWER",
        f"{_COSMIC_ZAP} {_ON} POWER [by|from NAME]",
        f"{_COSMIC_ZAP} by|from NAME on|for|against POWER",
        "POWER [gets|got|been|be] zapped [by|from NAME]",
    )),
    Spoken("card zap", "yellow card zaps the flare", each(acting.card_zap), (
        f"NAME {_CARD_ZAP} [NAME:other] [zap|flare|artifact / CARD]",
        f"NAME {_PLAYS} {_CARD_ZAP} {_ON} [NAME:other] [zap|flare|artifact / CARD]",
    )),
    Spoken("card zap", "yellow card zaps that", acting.artifact("card-zap"), (
        f"NAME {_CARD_ZAP} [NAME:other] [it|card]",
        f"NAME {_PLAYS} {_CARD_ZAP} [{_ON} [NAME:other] [it|card]]",
        f"{_CARD_ZAP} [by|from] [NAME]",
        "NAME zaps|zap [back] zap|card|flare|artifact|it",
    )),
    Spoken("flare", "red plays the macron flare", each(acting.flare), (
        f"NAME {_PLAYS}|shows|flares [FACE] ALIEN [FACE] flare [FACE] {_ON} [ARGS]",
        f"NAME flares ALIEN {_ON} [ARGS]",
        "[play|use] [FACE] ALIEN [FACE] flare [by|from|for NAME] [, all allies home|returns|back]",
        "flare ALIEN [by|from NAME]",
        f"NAME {_PLAYS} FACE ALIEN {_ON} [ARGS]",
        f"NAME {_PLAYS}|shows [FACE] flare [:] ALIEN {_ON} [ARGS]",
    )),
    Spoken("flare", "red plays the macron flare", each(acting.which_flare), (f"NAME {_PLAYS} flare|flares",)),
    Spoken("flare", "red plays the super flare", each(acting.own_flare), (f"NAME {_PLAYS} super [flare]",)),
    Spoken("use", "yellow uses clone", each(acting.use), (
        f"NAME uses|use|used|invokes|activates ALIEN [power] {_ON} [ARGS]",
        f"NAME uses|use|used|invokes|activates ['s] power {_ON} [ARGS]",
        f"use|uses ALIEN [power] {_ON} [ARGS]",
    )),
    Spoken("use", "yellow uses the own power", each(acting.own_power), (
        "NAME does|do thing|stuff|bit|trick",
        "NAME uses|use|used power|alien|ability",
    )),
    Spoken("use", "yellow plays clone", each(acting.plays_alien), (f"NAME plays|play|played ALIEN {_ON} [ARGS]",)),
    Spoken("tech", "red uses Lunar Cannon", each(acting.tech), (f"NAME {_PLAYS} TECH {_ON} [ARGS]",)),
    Spoken("force field", "yellow plays force field on all", each(acting.force_field), (
        f"NAME {_PLAYS} {_FORCE_FIELD} {_ON} [PLAYERS / SIDE] [allies] [, all allies home|back|returns]",
        f"NAME {_FORCE_FIELD} [PLAYERS / SIDE] [allies]",
        f"{_FORCE_FIELD} {_ON} [PLAYERS / SIDE] [allies] [by|from NAME]",
    )),
    _artifact("ionic-gas", "(ionic gas|gasses|gases|gassed [it] / ionic-gas) [, no compensation|rewards|reward]"),
    _artifact("quash", "quash", "NAME quashes [it|deal]"),
    _artifact("emotion-control", "(emotion control|controls [it] / emotion-control)"),
    _artifact("mobius-tubes", "(mobius [tubes] / mobius-tubes)"),
    Spoken("plague", "yellow plays plague on red", each(acting.plague), (
        f"NAME {_PLAYS} plague {_ON} NAME:other",
        f"plague {_ON} NAME:other [by|from NAME]",
        "NAME plagues|plagued NAME:other",
        "NAME attacks|hits NAME:other with plague",
    )),
    Spoken("reinforce", "yellow adds 3 to the offense", each(acting.reinforces_now), (
        f"[another] NUMBER [more] from|by NAME [{_AT} {_SIDE}]",
        f"NAME {_PLAYS}|puts|lays|back [with] NUMBER [more] [{_AT} {_SIDE}]",
    )),
    Spoken("reinforce", "yellow adds 3 to the offense", each(acting.reinforce), (
        f"NAME [{_PLAYS}|adds|add|puts|gives|with|throws|tosses|joins|reinforces|has|got|lays] "
        "[in|on] PLUS [reinforcement|reinforcements|card] "
        f"[{_AT}] {_SIDE}",
        f"NAME adds|add|reinforces|reinforce {_WITH} NUMBER [reinforcement] [{_AT}] {_SIDE}",
        f"NAME reinforces|reinforce {_SIDE} with|by|, (PLUS / NUMBER)",
        "NAME gives|give|supports|helps NAME:other [with] PLUS",
        "reinforcement [of] (PLUS / NUMBER) [by|from|for] NAME",
        f"reinforce NAME (PLUS / NUMBER) [{_AT}] {_SIDE}",
        f"PLUS [{_AT}] SIDE [by|from] NAME",
        "PLUS [by|from|for] NAME",
        "NAME SIDE PLUS",
        f"NAME reinforcement [of] (PLUS / NUMBER) [{_AT}] {_SIDE}",
        f"NAME {_PLAYS}|adds|add reinforcement|reinforcements [card|cards] [of NUMBER] [{_AT}] {_SIDE}",
    ), again=(f"NAME PLUS [{_AT}] {_SIDE}",)),
    # -- encounter cards
    Spoken("reveal", "red 12, purple 8", make.shown, (
        "NAME [:|'s] [card] ENCOUNTER",
        "ENCOUNTER for|from|by NAME",
        "NAME ENCOUNTER [-|–|:] NAME:other ENCOUNTER:against",
        "NAME attacks|attack with ENCOUNTER",
        "ENCOUNTER [,] ENCOUNTER:against",
        f"NAME [{_LAYS}|{_SHOWS}] [up|over] ENCOUNTER {_VERSUS} [NAME:other] [{_LAYS}|{_SHOWS}] ENCOUNTER:against",
        f"NAME [{_LAYS}|{_SHOWS}] [up|over] ENCOUNTER to ENCOUNTER:against",
        f"NAME {_SHOWS} [up|over] ENCOUNTER",
        f"reveal|reveals|show NAME ENCOUNTER [{_AND_THEN} [NAME:other] ENCOUNTER:against]",
        "reveal|reveals|show NAME ENCOUNTER [,] NAME:other ENCOUNTER:against",
        f"[reveal|reveals|show|cards|it|both|flip|flips|turn|score] [up|over] [:|,] ENCOUNTER {_AND_THEN} "
        "ENCOUNTER:against",
        f"BOTH:players [main] [players] [both] [{_SHOWS}] ENCOUNTER",
        f"PLAYERS [both] [{_SHOWS}] ENCOUNTER",
    )),
    Spoken("play", "red plays a negotiate", each(make.play), (
        f"NAME {_LAYS} [down|out|in] [one|hers|his|card] CARD",
        "play NAME [:] CARD",
        "NAME ['s] card [:] CARD",
        f"NAME {_LAYS} hers|his|theirs|card [down]",
        "NAME ['s] card|choice down|laid|chosen|in|made",
    ), again=("NAME CARD",)),
    Spoken("play", "both play facedown", each(make.both_play), (
        f"BOTH:players [main] [players] [both] {_LAYS} [down|out|in] ENCOUNTER",
        f"PLAYERS [both] {_LAYS} [down|out|in] ENCOUNTER",
        "double|both|two|2 ENCOUNTER",
        "ENCOUNTER both|each",
        "[both] cards down|laid|chosen|selected|played|facedown",
        "BOTH:players lay|choose [cards|card]",
        "BOTH:players [have|has] played|chosen|selected|chose|laid",
    )),
    Spoken("reveal", "reveal the cards", each(make.reveal), (
        "reveal|flip [up|over] [them|cards] [up|over]",
        "show|turn|turns up|over|them|cards them|cards|up|over",
        "show|turn|turns up|cards",
        "cards up|over|revealed",
        "(both|they|everybody / NAME) reveal|reveals|show|flip [card|cards]",
    )),
    Spoken("resolve", "resolve it", make.word("resolve"), (
        "resolve|settle|count|score [it|up|encounter]",
        "what happens",
    )),
    # -- what follows
    Spoken("reward", "yellow takes 2 rewards", each(afterwards.rewards), (
        f"NAME {_TAKES} COUNTS [as|for] reward|rewards",
        f"NAME {_TAKES} COUNTS for helping|help|defending|allying",
        "reward NAME [:] COUNTS",
    )),
    Spoken("reward", "yellow takes a card and a ship", each(afterwards.takes), (
        f"NAME {_TAKES} [back] COUNTS [back] [as|for|in] [compensation|consolation|reward|rewards] "
        "[from|off|out [of] (NAME:other ['s] [hand] / warp)] [at random] [[:] CARDS]",
        "compensation|reward|rewards [,|:] COUNTS to|for NAME [from|off NAME:other]",
        "NAME:other coughs|cough|forks|fork up|over COUNTS [to NAME] [[for|as|in] compensation]",
        "NAME:other hands|gives [over|up] COUNTS [to NAME] for|as|in compensation",
        f"NAME {_TAKES} NAME:other 's COUNTS",
        f"NAME {_TAKES} COUNTS of NAME:other 's [cards|hand]",
        "NAME collects|collect",
        "NAME : COUNTS",
        "NAME ['s] reward|rewards [:] COUNTS",
        "NAME:other pays|pay NAME COUNTS",
        f"NAME brings|bring|puts|put|moves|move|gets COUNTS [back|home] [{_AT} SOURCES]",
        f"NAME {_TAKES} [back] COUNTS [back] [from warp] [{_AT} SOURCES]",
        f"NAME {_TAKES}|draws|draw [NAME:other] ['s] compensation|consolation [from NAME:other]",
        "take|takes [NAME] COUNTS [back] [from (NAME:other / warp)] [[:] CARDS]",
        "COUNTS for NAME [from NAME:other]",
    ), again=("NAME COUNTS [from NAME:other]",)),
    Spoken("draw", "red draws 2 cards", each(afterwards.draws), (
        "NAME draws|draw|drew COUNTS [from NAME:other] [for REASON]",
        "draw NAME COUNTS [for REASON]",
    ), again=("NAME COUNTS",)),
    Spoken("new hand", "red draws a new hand", each(afterwards.new_hand), (
        "NAME draws|draw|takes|take|gets|get|needs|need new hand",
        "NAME [out of cards [and|,|so]] draws|draw|takes|take|gets|get|needs|need NUMBER new ones",
        "NAME out of cards [and|,|so] draws|draw|takes|take|gets|get|needs|need new hand|cards|ones",
        "new hand [for] NAME",
    )),
    Spoken("discard", "red discards 10 and 12", each(afterwards.discards), (
        "NAME discards|discard|tosses|throws|throw|drops|drop [away|out] [:] CARDS [for REASON]",
        "discard NAME [:] CARDS [for REASON]",
    )),
    Spoken("set", "red has 7 cards", each(afterwards.holds), (
        "NAME has|holds|have|hold NUMBER cards|card [left] [in hand]",
        "NAME ['s] hand [:] NUMBER [cards|card]",
    ), again=("NAME NUMBER [cards|card]",)),
    Spoken("lose", "red loses 3 from red.1", each(afterwards.loses), (
        "NAME loses|lose|lost [SHIPS] [from|off|:|at|on] SOURCES",
        "NAME loses|lose|lost SHIPS",
        "lose NAME [SHIPS] [from|off|:|at|on] SOURCES",
        "lose NAME SHIPS",
        "BOTH:players lose|loses SHIPS",
    )),
    Spoken("return", "yellow returns to yellow.1", each(afterwards.returns), (
        "NAME ['s] [ships|ship] returns|return|returned|comes|come [home|back] [SHIPS] [home|back] "
        f"[{_AT}|with] SOURCES",
        "NAME ['s] [ships|ship] returns|return|comes|come [home|back] [SHIPS] [home|back]",
        f"return NAME [SHIPS] [{_AT}|:] SOURCES",
        "return [PLAYERS] [ships]",
        "NAME home",
        f"NAME ['s] [all] SHIPS [ships] back|home|returns|return|to [{_AT}|,|: SOURCES]",
        "[gate] ships home|back [,|:|to] SOURCES",
        f"NAME brings|takes [it|them|ship|ships] home|back [{_AT} SOURCES]",
        "NAME gets|get|takes|take|has|have|pulls|withdraws [all] ships|ship home|back",
        "[all] ships returns|return|come|comes [home|back]",
        "PLAYERS [ships] returns|return|comes|come [home|back]",
    )),
    # -- deals
    Spoken("deal", "red gives a card, purple gives a colony", afterwards.deal, (
        f"[[they] deal|deals|agree] [:] [,] NAME {_GIVES} [NAME:other] [up|over] GIVEN [to NAME:other] [for GIVEN:got]",
        "NAME lets|let NAME:other [have|take|get|settle|land|build] [on|onto] GIVEN [for|against GIVEN:got]",
    ), again=("NAME [:] GIVEN",)),
    Spoken("deal", "red gets 2 cards for a colony", afterwards.deal_got, (
        f"[deal|deals] [:] [,] NAME {_TAKES} GIVEN [from NAME:other] for|against GIVEN:got",
        f"[deal|deals] [:] [,] NAME {_TAKES} GIVEN [from NAME:other] for NAME:other GIVEN:got",
        f"[deal|deals] [:] [,] NAME {_TAKES}|settles|lands|builds|onto [on|onto|at] COLONY:given",
        "NAME settles|lands|builds|onto [on|onto|at] COLONY:given",
        "[deal|deals] [:] [,] NAME buys|buy GIVEN [from NAME:other] for|with GIVEN:got",
    ), again=(f"NAME [{_TAKES}] GIVEN",)),
    Spoken("deal", "red makes a deal", each(afterwards.some_deal), ("NAME makes|make deal [with NAME:other]",)),
    Spoken("deal", "they swap a card", each(afterwards.exchange), (
        "they|both|players|each [both|each] swap|trade|exchange|give|gives|get|gets|gain [each] [other] GIVEN [each]",
        "they|both swap|trade|exchange [bases|colonies|planets ,|:] GIVEN [for GIVEN:got]",
        "PLAYERS [each|both] swap|trade|exchange|give|get|gets|gain [each] [other] GIVEN [each]",
        "[deal] [:] GIVEN each",
        "[deal] [:] GIVEN for GIVEN:got",
    )),
    Spoken("no deal", "no deal", each(afterwards.no_deal), (
        "no deal|agreement|trade [made|reached|possible]",
        "no-deal",
        "deal|talks|negotiations fails|fail|failed|falls|off|collapse|collapses|breaks [through|down]",
        "failed|failing deal",
        "nothing comes of it",
        "they|both|NAME not deal|agree",
        "time up",
    )),
    # -- the turn
    Spoken("second", "red goes again", each(afterwards.second), (
        "second|another|again [encounter|one]",
        "one more [encounter|one] [for|by NAME]",
        "NAME keeps|carries|rolls|continues on|going",
        "NAME continues",
        "NAME [has|takes|take|have|wants|want|gets|plays|for|attacks|likes] [one|more] "
        "second|third|another|again [encounter|one]",
    ), leads=True),
    Spoken("end", "red stops", each(afterwards.end), (
        "end|ends|stop|stops|done|next|finished|over [of] [turn|player|encounter]",
        "done for NAME",
        "NAME [and] stops|stop|done|ends|end|finished|finishes|through [turn|encounter|here] [, turn]",
        "[that] ends NAME ['s] turn",
        "pass turn",
        "turn passes|over",
        "NAME ['s] turn|encounter over|ends|done|finished",
        "turn over|ends|done|finished",
        "no second|more|further [encounter|encounters]",
        f"NAME {_NEGATIVE} second|another [encounter]",
        "NAME no|not [want|take|have|need|go] second|another|again [encounter|one]",
    )),
    Spoken("end", "purple's turn", each(afterwards.turn_of), (
        "[it|next] NAME ['s] turn",
        "NAME next|up",
        "[NAME:other] [hands|passes] [it|turn] [over|on] to NAME",
        "NAME [to] go",
        "next [:] NAME",
    )),
    Spoken("show", "red shows clone", each(afterwards.sheet), (
        "NAME shows|show|reveals|turns [up|over] ALIEN [sheet|alien|power]",
    )),
)  # fmt: skip


def said_as(word: str) -> tuple[str, ...]:
    """Examples of how a command is said, by its word; of red, whose turn it is, purple, the defense, and yellow."""
    return tuple(dict.fromkeys(spoken.says for spoken in SPOKEN if spoken.word == word))


@cache  # made when the first sentence is read: most commands are none
def begun() -> tuple[tuple[Spoken, Node], ...]:
    """Every phrase as it is walked, with what it belongs to."""
    return tuple((spoken, compiled(text)) for spoken in SPOKEN for text in spoken.phrases)


@cache
def going_on(spoken: Spoken) -> tuple[Node, ...]:
    """The phrases that only go on with the same, as they are walked."""
    return tuple(map(compiled, spoken.again))


@cache
def vocabulary() -> frozenset[str]:
    """All words of all phrases."""
    return frozenset(word for _, node in begun() for word in words_of(node))


@cache
def telling_words() -> frozenset[str]:
    """The words that may change what a sentence says: those of phrases, and all that turn it."""
    return (vocabulary() | TURNING) - SMALL
