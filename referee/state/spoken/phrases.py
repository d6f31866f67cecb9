"""How each command is said, as phrases (`spoken/pattern.py`): what a phrase says is made by `making.py` and its kin."""

from __future__ import annotations

from functools import cache

from referee.state.spoken import acting
from referee.state.spoken import making as make
from referee.state.spoken.making import each
from referee.state.spoken.pattern import Node, compiled, words_of
from referee.state.spoken.phrase import (
    AND_THEN,
    AT,
    CARD,
    CARD_ZAP,
    COSMIC_ZAP,
    DRAWN,
    FORCE_FIELD,
    FROM,
    GOES,
    HELPS,
    JOINS,
    LAUNCHED,
    LAYS,
    NEGATIVE,
    ON,
    OUT_AT,
    PICKS,
    PLAYS,
    SHOWS,
    SIDE,
    SPECIAL,
    VERSUS,
    WITH,
    Spoken,
)
from referee.state.spoken.phrases_afterwards import AFTERWARDS
from referee.state.spoken.words import SMALL, TURNING


def _artifact(verb: str, words: str, *more: str) -> Spoken:
    """An artifact that is played by itself."""
    word = verb.replace("-", " ")
    return Spoken(
        word,
        f"red plays {word}",
        acting.artifact(verb),
        (f"NAME [{PLAYS}] {words}", f"{words} [,|!] [[by|from|says] NAME] [, no compensation|reward|rewards]", *more),
    )


SPOKEN = (
    # -- destiny, regroup and launch
    Spoken("destiny", "destiny is purple", make.destiny(), (
        f"destiny {CARD} [says|shows|gives|names|points] [to|at] NAME",
        "NAME destiny|it",
        "[it|destiny|deck|card] was NAME",
        "[it|destiny|deck|card] comes|come|lands up|out|on [as] NAME",
        "NAME comes|come up|out",
        "up|out comes NAME",
        "[new|next] card [:] [says|gives] NAME",
        f"NAME:other {DRAWN} NAME off|from destiny [deck]",
        f"NAME:other destiny {CARD} NAME",
        f"NAME:other {DRAWN} [destiny] card [and] [,] [it] own color|colour",
        f"{DRAWN} [up|over] [destiny] {CARD} NAME ['s] [card|color|colour|destiny]",
        f"NAME:other {DRAWN} [up|over] [destiny] {CARD} NAME ['s] [card|color|colour|destiny]",
        "it|color|colour|meets|facing|faces [:] NAME",
        f"[destiny {CARD}] [NAME] ['s] [{DRAWN}] own [color|colour] [again]",
        f"NAME:other redraws|another [,|:|and] [{DRAWN}] NAME",
    )),
    Spoken("destiny", "destiny is purple", each(make.drawn), (
        "[it] NAME ['s] [card|color|colour]",
        "[it] NAME:other against|versus|v|vs|up|meets|meeting|facing|faces [.] [against] NAME",
    )),
    Spoken("wild", "wild, red picks purple", make.destiny("wild"), (
        f"[it|that] [new] [card] wild [destiny] {CARD} [and] [[NAME:other] {PICKS}] NAME",
        f"destiny {CARD} wild {CARD} [[NAME:other] {PICKS}] NAME",
        f"NAME:other [{DRAWN}|gets|has] wild {CARD} [and] [{PICKS}] NAME",
        "NAME:other picks|pick|chooses|choose|takes|take NAME on|with|by|for wild [destiny] [card]",
    )),
    Spoken("special", "special destiny, purple", make.destiny("special"), (
        f"[it] [NAME:other] [{DRAWN}] special [destiny] {CARD} [{SPECIAL}] [,|:] [leads|points|sends] [to] NAME",
        f"special [destiny] {CARD} NAME has {SPECIAL}",
        f"destiny {CARD} special {CARD} [leads|points|sends] [to] NAME",
    )),
    Spoken("regroup", "regroup red to red.2", each(make.regroup), (
        f"regroup|regroups [:] [NAME] [SHIPS] [{AT}] [PLACE:planet]",
        f"SHIPS back [from warp] [{AT} PLACE:planet]",
        f"NAME regroups|regroup|regrouped [SHIPS] [{AT} PLACE:planet]",
    )),
    Spoken("launch", "red launches 2 at purple.2", each(make.launch), (
        f"NAME launches|launch|launched|launching {WITH} [SHIPS] {FROM} [[{AT}] TARGET {LAUNCHED}]",
        "NAME attacks|attack|attacking|hits|hit|jumps|jump|flies|fly|moves|move|shoots|fires|encounters "
        f"{WITH} [SHIPS] {FROM} [{AT}] TARGET {LAUNCHED}",
        f"launch|launching|attack {WITH} [NAME] {WITH} SHIPS {FROM} [[{AT}] TARGET {LAUNCHED}]",
        f"launch|attack [NAME] [{AT}] TARGET {LAUNCHED}",
        f"[gate|cone] at|to|against TARGET [against|vs|v NAME:other] {WITH} SHIPS {FROM}",
        f"NAME aims|aim|points|point [gate|cone] [{AT}] TARGET [against NAME:other] {WITH} SHIPS {FROM}",
        f"NAME attacks|after|for NAME:other at|on|in|, TARGET {WITH} SHIPS {FROM}",
        f"NAME attacks|after|for NAME:other , SHIPS {AT} TARGET",
        f"NAME takes|take|brings|bring SHIPS {AT} TARGET [, SOURCES]",
        "NAME takes|take|sends|send|launches|launch SOURCES [and] [,] at|attacks|for|to|against TARGET",
    )),
    Spoken("launch", "red launches 2 at purple.2", each(make.launches_now), (
        f"NAME attacks|attack {WITH} SHIPS {FROM}",
        f"[with] SHIPS {FROM} {AT} TARGET {LAUNCHED}",
        f"NAME against|v|vs NAME:other at|on|in|, TARGET {WITH} SHIPS {FROM}",
        f"[gate] on|at TARGET , [everything|all] [,] SHIPS {FROM}",
        "SHIPS into|through|in gate , [target] [at] TARGET",
        f"NAME has|got SHIPS for|at|on TARGET {FROM}",
        f"[it] [full] SHIPS [of NAME] {AT} TARGET {FROM}",
        "SHIPS , TARGET",
        f"[at] PLANET with|using|, SHIPS {FROM}",
        f"NAME {JOINS}|with {WITH} SHIPS , TARGET {FROM}",
    )),
    Spoken("ally", "yellow sends 2 to the offense", each(make.send), (
        f"NAME {AT} TARGET [against|vs|v NAME:other] {WITH} [SHIPS] {FROM} [[,] against NAME:other]",
        f"NAME [:] {WITH} SHIPS {FROM} at TARGET {LAUNCHED}",
        f"NAME {JOINS} {AT} TARGET {WITH} SHIPS {FROM}",
        f"NAME {JOINS} with|, SHIPS {FROM} {AT} TARGET",
        f"NAME sends|send|sent|sending|commits|commit|puts|put|throws|throw|pushes|shoves|loads SHIPS {FROM} "
        f"[[{AT}] [help|support|behind] [SIDE / TARGET]] {FROM} [[,] against|vs|v NAME:other]",
        f"NAME sends|send|commits|commit|puts|put SOURCES {AT} [help|support] SIDE",
    )),
    Spoken("launch", "red launches 2 at purple.2", each(make.send), (
        f"NAME off|out|away {OUT_AT} TARGET [against|vs|v NAME:other] {WITH} [SHIPS] {FROM}",
    )),
    Spoken("aim", "aim at purple.2", each(make.aim), (
        f"aim|point [gate|cone] [{AT}] TARGET [against NAME:other]",
        f"NAME aims|aim|points|point [gate|cone] [{AT}] TARGET [against NAME:other]",
    )),
    # -- allies
    Spoken("invite", "red invites yellow", each(make.invite), (
        "BOTH:whose [both] invites|invite|asks|ask PLAYERS",
        "PLAYERS:whose [both] invites|invite|asks|ask PLAYERS",
        "NAME wants|likes|like|want PLAYERS [in|along|aboard|on] [with|for] [him|her|side|them]",
        "NAME invites|invite|invited|asks|ask|asked|calls|call [for] [PLAYERS] "
        "[allies / [to] ally|help|join / for help / to be ally|allies|helper / [to] help|join him|them|us]",
        "invite|invites NAME [:] PLAYERS",
        "invite|ask PLAYERS",
        "PLAYERS asked|invited|wanted by NAME",
    ), again=("NAME PLAYERS", "PLAYERS by NAME")),
    Spoken("invite", "red goes alone", each(make.alone), (
        "NAME not invites|invite|asks|ask|wants|want [anybody|anyone|nobody]",
        "NAME [it] alone", "NAME by|on himself|herself|own")),
    Spoken("ally", "yellow helps red with 3", each(make.along), (
        f"NAME {GOES} along|aboard [on|for|to|with] {SIDE} [as ALIEN] {WITH} SHIPS [on|for|to SIDE] {FROM}",
    )),
    Spoken("ally", "yellow helps red with 3", each(make.ally), (
        f"NAME {HELPS} [with|for|in|on|to] {SIDE} [as ALIEN] {WITH} [SHIPS] [on|for|to|in SIDE] {FROM}",
        f"[NAME] [comes|joins|jumps] in|along|aboard [on|for|with] {SIDE} {WITH} [SHIPS] {FROM}",
        f"ally|allies NAME [with|to|on|for|in] {SIDE} {WITH} [SHIPS] [on|for|to] {SIDE} {FROM}",
        f"NAME [be|becomes|become] NAME:other 's ally|helper {WITH} [SHIPS] {FROM}",
        f"NAME [be|becomes|become] ally|helper of|to|for (SIDE / NAME:other) {WITH} [SHIPS] {FROM}",
        f"NAME SIDE {WITH} SHIPS {FROM}",
        f"NAME [{HELPS}] SIDE {WITH} SHIPS {FROM}",
        f"NAME [in] with|for|behind|beside|on {SIDE} [with|for|,|:] [puts|sends|brings] [up|in] SHIPS {FROM}",
        f"NAME has|got NAME:other 's back {WITH} SHIPS {FROM}",
        f"NAME {HELPS} [with|for|in|on|to] {SIDE} out {WITH} SHIPS {FROM}",
        f"NAME on NAME:other 's side|team|half [with|for|,|:] SHIPS {FROM}",
        f"NAME {HELPS} , SHIPS {FROM}",
        f"NAME {HELPS}|comes|come with|for SHIPS {FROM}",
        f"PLAYERS [both] [{HELPS}] [with|for|on|to] {SIDE} , SHIPS each",
        f"NAME [:] SHIPS with|for|behind (SIDE / NAME:other) {FROM}",
        f"PLAYERS [both] {HELPS} [with|for|in|on|to] {SIDE} {WITH} SHIPS [each]",
        f"NAME {WITH} SHIPS [on|for|to|in] SIDE {FROM}",
        f"NAME on|for SIDE {WITH} SHIPS {FROM}",
        f"NAME puts|put|sends|brings|throws|commits SHIPS {FROM} [in] with|behind (SIDE / NAME:other)",
    ), again=(
        f"NAME {WITH} SHIPS {FROM}",
        f"NAME [helps|joins|with|for|on] [SIDE / NAME:other] {WITH} SHIPS {FROM}",
    )),
    Spoken("ally", "yellow helps red with 3", each(make.all_help), (
        f"PLAYERS [both|all] {HELPS} [with|for|in|on|to] {SIDE} [,|:] SHARES",
        f"BOTH:players [both] {HELPS} [with|for|in|on|to] {SIDE} [,|:] SHARES",
    )),
    Spoken("ally", "yellow helps red with 3", each(make.both_help), (
        f"BOTH:players [both] [{HELPS}] [with|for|on|to] {SIDE} {WITH} SHIPS each",
    )),
    Spoken("invite", "red invites yellow", each(make.invite_both), ("NAME invites|invite|asks|ask|wants both",)),
    Spoken("ally", "yellow helps red with 3", each(make.lends), ("NAME gives|give|lends|lend NAME:other SHIPS",)),
    Spoken("decline", "nobody helps", each(make.nobody), (
        f"nobody|none|noone|neither [else] [not] [{HELPS}|comes|bite|bites|joins|wants|in|invited|asked] [in] "
        "[SIDE / NAME:other]",
        "nobody|none|noone|neither [side|player|else] invites|invite|asks|ask [PLAYERS]",
        "no help [for|from] [anyone|anybody|either|nobody] [side|player]",
        f"they [both|all] {NEGATIVE}",
        "no [more|other] allies|ally|help|helpers|alliance|alliances|invitations|invites [on either side] [at all]",
        f"rest|others {NEGATIVE}|out",
        f"all|everybody|everyone [else] {NEGATIVE}|stays|stay [out]",
    )),
    Spoken("decline", "yellow declines", each(make.decline), (
        "decline|declines [from|by] [PLAYERS]",
        "PLAYERS [both|all] [:|,] declines|decline|declined|refuses|refuse",
        "PLAYERS [says|say|said] no|nope|nah [thanks]",
        "PLAYERS [says|say|said] declines",
        "no thanks from|by NAME",
        "NAME turns|turn|turned NAME:other down",
        "PLAYERS abstains|abstain|neutral",
        "PLAYERS [stays|stay|sits|sit|keeps|keep] out",
        f"PLAYERS not [{HELPS}|having|biting|keen|helping|joining|allying|in] [in|it] [SIDE / NAME:other]",
    )),
    Spoken("decline", "yellow declines", each(make.both_decline), (f"both {NEGATIVE}|declines|stay",)),
    Spoken("decline", "yellow passes", each(make.passes), ("NAME passes|pass|passed",)),
    # -- artifacts, flares and powers: before the cards, whose names they have too
    Spoken("zap", "yellow zaps purple's power", each(acting.zap), (
        f"NAME {COSMIC_ZAP} POWER",
        f"NAME {PLAYS} {COSMIC_ZAP} {ON} POWER",
        f"{COSMIC_ZAP} {ON} POWER [by|from NAME]",
        f"{COSMIC_ZAP} by|from NAME on|for|against POWER",
        "POWER [gets|got|been|be] zapped [by|from NAME]",
    )),
    Spoken("card zap", "yellow card zaps the flare", each(acting.card_zap), (
        f"NAME {CARD_ZAP} [NAME:other] [zap|flare|artifact / CARD]",
        f"NAME {PLAYS} {CARD_ZAP} {ON} [NAME:other] [zap|flare|artifact / CARD]",
    )),
    Spoken("card zap", "yellow card zaps that", acting.artifact("card-zap"), (
        f"NAME {CARD_ZAP} [NAME:other] [it|card]",
        f"NAME {PLAYS} {CARD_ZAP} [{ON} [NAME:other] [it|card]]",
        f"{CARD_ZAP} [by|from] [NAME]",
        "NAME zaps|zap [back] zap|card|flare|artifact|it",
    )),
    Spoken("flare", "red plays the macron flare", each(acting.flare), (
        f"NAME {PLAYS}|shows|flares [FACE] ALIEN [FACE] flare [FACE] {ON} [ARGS]",
        f"NAME flares ALIEN {ON} [ARGS]",
        "[play|use] [FACE] ALIEN [FACE] flare [by|from|for NAME] [, all allies home|returns|back]",
        "flare ALIEN [by|from NAME]",
        f"NAME {PLAYS} FACE ALIEN {ON} [ARGS]",
        f"NAME {PLAYS}|shows [FACE] flare [:] ALIEN {ON} [ARGS]",
    )),
    Spoken("flare", "red plays the macron flare", each(acting.which_flare), (f"NAME {PLAYS} flare|flares",)),
    Spoken("flare", "red plays the super flare", each(acting.own_flare), (f"NAME {PLAYS} super [flare]",)),
    Spoken("use", "yellow uses clone", each(acting.use), (
        f"NAME uses|use|used|invokes|activates ALIEN [power] {ON} [ARGS]",
        f"NAME uses|use|used|invokes|activates ['s] power {ON} [ARGS]",
        f"use|uses ALIEN [power] {ON} [ARGS]",
    )),
    Spoken("use", "yellow uses the own power", each(acting.own_power), (
        "NAME does|do thing|stuff|bit|trick",
        "NAME uses|use|used power|alien|ability",
    )),
    Spoken("use", "yellow plays clone", each(acting.plays_alien), (f"NAME plays|play|played ALIEN {ON} [ARGS]",)),
    Spoken("tech", "red uses Lunar Cannon", each(acting.tech), (f"NAME {PLAYS} TECH {ON} [ARGS]",)),
    Spoken("force field", "yellow plays force field on all", each(acting.force_field), (
        f"NAME {FORCE_FIELD} NAME:other 's allies|ally|helpers|helper|side",
        f"NAME {PLAYS} {FORCE_FIELD} {ON} NAME:other 's allies|ally|helpers|helper|side",
        f"NAME {PLAYS} {FORCE_FIELD} {ON} [PLAYERS / SIDE] [allies] [, all allies home|back|returns]",
        f"NAME {FORCE_FIELD} [PLAYERS / SIDE] [allies]",
        f"{FORCE_FIELD} {ON} [PLAYERS / SIDE] [allies] [by|from NAME]",
    )),
    _artifact("ionic-gas", "(ionic gas|gasses|gases|gassed [it] / ionic-gas) [, no compensation|rewards|reward]"),
    _artifact("quash", "quash [on|against deal|it]", "NAME quashes [it|deal]"),
    _artifact("emotion-control", "(emotion control|controls [it] / emotion-control)"),
    _artifact("mobius-tubes", "(mobius [tubes] / mobius-tubes)"),
    Spoken("plague", "yellow plays plague on red", each(acting.plague), (
        f"NAME {PLAYS} plague {ON} NAME:other",
        f"plague {ON} NAME:other [by|from NAME]",
        "NAME plagues|plagued|plague NAME:other",
        "NAME attacks|hits NAME:other with plague",
    )),
    Spoken("reinforce", "yellow adds 3 to the offense", each(acting.reinforces_now), (
        f"[another] NUMBER [more] from|by NAME [{AT} {SIDE}]",
        f"NAME {PLAYS}|puts|lays|back [with] NUMBER [more] [{AT} {SIDE}]",
    )),
    Spoken("reinforce", "yellow adds 3 to the offense", each(acting.reinforce), (
        f"NAME [{PLAYS}|adds|add|puts|gives|with|throws|tosses|joins|reinforces|has|got|lays] "
        "[in|on] PLUS [reinforcement|reinforcements|card] "
        f"[{AT}] {SIDE} ['s total|side]",
        f"NAME adds|add|reinforces|reinforce {WITH} NUMBER [reinforcement] [{AT}] {SIDE}",
        f"NAME reinforces|reinforce {SIDE} with|by|, (PLUS / NUMBER)",
        "NAME gives|give|supports|helps NAME:other [with] PLUS",
        "reinforcement [of] (PLUS / NUMBER) [by|from|for] NAME",
        f"reinforce NAME (PLUS / NUMBER) [{AT}] {SIDE}",
        f"PLUS [{AT}] SIDE [by|from] NAME",
        "PLUS [by|from|for] NAME",
        "NAME SIDE PLUS",
        f"NAME reinforcement [of] (PLUS / NUMBER) [{AT}] {SIDE}",
        f"NAME {PLAYS}|adds|add reinforcement|reinforcements [card|cards] [of NUMBER] [{AT}] {SIDE}",
    ), again=(f"NAME PLUS [{AT}] {SIDE}",)),
    # -- encounter cards
    Spoken("reveal", "red 12, purple 8", make.shown, (
        "NAME [:|'s] [card] ENCOUNTER",
        "ENCOUNTER for|from|by NAME",
        "NAME ENCOUNTER [-|–|:] NAME:other ENCOUNTER:against",
        "NAME attacks|attack with ENCOUNTER",
        "ENCOUNTER [,] ENCOUNTER:against",
        f"NAME [{LAYS}|{SHOWS}] [up|over] ENCOUNTER {VERSUS} [NAME:other] [{LAYS}|{SHOWS}] ENCOUNTER:against",
        f"NAME [{LAYS}|{SHOWS}] [up|over] ENCOUNTER to ENCOUNTER:against",
        f"NAME {SHOWS} [up|over] ENCOUNTER",
        f"reveal|reveals|show NAME ENCOUNTER [{AND_THEN} [NAME:other] ENCOUNTER:against]",
        "reveal|reveals|show NAME ENCOUNTER [,] NAME:other ENCOUNTER:against",
        f"[reveal|reveals|show|cards|it|both|flip|flips|turn|score] [up|over] [:|,] ENCOUNTER {AND_THEN} "
        "ENCOUNTER:against",
        f"they turn|flip|show|reveal [them|cards|it] [over|up] [:|,] ENCOUNTER {AND_THEN} ENCOUNTER:against",
        f"BOTH:players [main] [players] [both] [{SHOWS}] ENCOUNTER",
        f"PLAYERS [both] [{SHOWS}] ENCOUNTER",
    )),
    Spoken("play", "red plays a negotiate", each(make.play), (
        f"NAME {LAYS} [down|out|in] [one|hers|his|card] CARD",
        "play NAME [:] CARD",
        "NAME ['s] card [:] CARD",
        f"NAME {LAYS} hers|his|theirs|card [down]",
        "NAME ['s] card|choice down|laid|chosen|in|made",
    ), again=("NAME CARD",)),
    Spoken("play", "red plays a negotiate", each(make.play), (
        f"NAME {LAYS} (CARD / flare ALIEN:card / ALIEN:card flare) as|for encounter [card]",
    )),
    Spoken("play", "both play facedown", each(make.both_play), (
        f"BOTH:players [main] [players] [both] {LAYS} [down|out|in] [card|cards] ENCOUNTER",
        f"PLAYERS [both] {LAYS} [down|out|in] [card|cards] ENCOUNTER",
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
    *AFTERWARDS,
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
