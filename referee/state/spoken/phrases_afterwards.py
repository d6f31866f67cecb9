"""How the commands that follow the cards are said: what is taken, lost and dealt, and how a turn goes on."""

from __future__ import annotations

from referee.state.spoken import afterwards
from referee.state.spoken.making import each
from referee.state.spoken.phrase import AT, GIVES, NEGATIVE, TAKES, Spoken

AFTERWARDS = (
    # -- what follows
    Spoken("reward", "yellow takes 2 rewards", each(afterwards.rewards), (
        f"NAME {TAKES} COUNTS [as|for] reward|rewards",
        f"NAME {TAKES} COUNTS for helping|help|defending|allying",
        "reward NAME [:] COUNTS",
    )),
    Spoken("reward", "yellow takes 2 rewards", each(afterwards.some_rewards), (
        f"NAME {TAKES} [any|some] reward|rewards",
    )),
    Spoken("reward", "yellow takes a card and a ship", each(afterwards.takes), (
        f"NAME {TAKES} [back] COUNTS [back] [as|for|in] [compensation|consolation|reward|rewards] "
        "[from|off|out [of] (NAME:other ['s] [hand] / warp)] [at random] [[:] CARDS]",
        "compensation|reward|rewards [,|:] COUNTS to|for NAME [from|off NAME:other]",
        "NAME:other coughs|cough|forks|fork up|over COUNTS [to NAME] [[for|as|in] compensation]",
        "NAME:other hands|gives [over|up] COUNTS [to NAME] for|as|in compensation",
        f"NAME {TAKES} NAME:other 's COUNTS",
        f"NAME {TAKES} COUNTS of NAME:other 's [cards|hand]",
        "NAME collects|collect",
        "NAME : COUNTS",
        "NAME ['s] reward|rewards [:] COUNTS",
        "NAME:other pays|pay NAME COUNTS",
        f"NAME brings|bring|puts|put|moves|move|gets COUNTS [back|home] [{AT} SOURCES]",
        f"NAME {TAKES} [back] COUNTS [back] [from warp] [{AT} SOURCES]",
        f"NAME {TAKES}|draws|draw [NAME:other] ['s] compensation|consolation [from NAME:other]",
        "take|takes [NAME] COUNTS [back] [from (NAME:other / warp)] [[:] CARDS]",
        "COUNTS [over] for|to NAME [from NAME:other]",
    ), again=("NAME COUNTS [from NAME:other]",)),
    Spoken("draw", "red draws 2 cards", each(afterwards.draws), (
        "NAME draws|draw|drew COUNTS [from|off NAME:other] [for REASON]",
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
        "NAME has|holds|have|hold NUMBER cards|card left",
        "NAME has|holds|have|hold NUMBER cards|card [left] in hand",
        "NAME ['s] hand [:] NUMBER [cards|card]",
    ), again=("NAME NUMBER [cards|card]",)),
    Spoken("set", "red has 7 cards", each(afterwards.has_cards), (
        "NAME has|holds|have|hold NUMBER cards|card",
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
        f"[{AT}|with] SOURCES",
        "NAME ['s] [ships|ship] returns|return|comes|come [home|back] [SHIPS] [home|back]",
        f"return NAME [SHIPS] [{AT}|:] SOURCES",
        "return [PLAYERS] [ships]",
        "NAME home",
        f"NAME ['s] [all] SHIPS [ships] back|home|returns|return|to [{AT}|,|: SOURCES]",
        "[gate] ships home|back [,|:|to] SOURCES",
        f"NAME brings|takes [it|them|ship|ships] home|back [{AT} SOURCES]",
        "NAME gets|get|takes|take|has|have|pulls|withdraws [all] ships|ship home|back",
        "[all] ships returns|return|come|comes [home|back]",
        "PLAYERS [ships] returns|return|comes|come [home|back]",
    )),
    # -- deals
    Spoken("deal", "red gives a card, purple gives a colony", afterwards.deal, (
        f"[[they] deal|deals|agree] [:] [,] NAME {GIVES} [NAME:other] [up|over] GIVEN [to NAME:other] [for GIVEN:got]",
        "NAME lets|let NAME:other [have|take|get|settle|land|build] [on|onto] GIVEN [for|against GIVEN:got]",
    ), again=("NAME [:] GIVEN",)),
    Spoken("deal", "red gets 2 cards for a colony", afterwards.deal_got, (
        f"[deal|deals] [:] [,] NAME {TAKES} GIVEN [from NAME:other] for|against GIVEN:got",
        f"[deal|deals] [:] [,] NAME {TAKES} GIVEN [from NAME:other] for NAME:other GIVEN:got",
        f"[deal|deals] [:] [,] NAME {TAKES}|settles|lands|builds|onto [on|onto|at] COLONY:given",
        f"NAME {TAKES}|settles|lands|builds|onto [on|onto|at] COLONY:given",
        "[deal|deals] [:] [,] NAME buys|buy GIVEN [from NAME:other] for|with GIVEN:got",
    ), again=(f"NAME [{TAKES}] GIVEN",)),
    Spoken("deal", "red makes a deal", each(afterwards.some_deal), ("NAME makes|make deal [with NAME:other]",)),
    Spoken("deal", "they swap a card", each(afterwards.exchange), (
        "they|both|players|each [both|each] swap|trade|exchange|give|gives|get|gets|gain [each] [other] GIVEN [each]",
        "they|both swap|trade|exchange [bases|colonies|planets ,|:] GIVEN [for GIVEN:got]",
        "PLAYERS [each|both] swap|trade|exchange|give|get|gets|gain [each] [other] GIVEN [each]",
        "[deal] [:|,] swap|trade|exchange GIVEN [each]",
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
        "not deal|agree",
        "time up",
    )),
    # -- the turn
    Spoken("second", "red goes again", each(afterwards.second), (
        "second|another|again [encounter|one]",
        "one more [encounter|one] [for|by NAME]",
        "NAME keeps|carries|rolls|continues on|going",
        "NAME continues",
        "NAME [has|takes|take|have|wants|want|gets|plays|for|attacks|likes] [one|more] "
        "second|third|another|again [encounter|one|time|go]",
    ), leads=True),
    Spoken("end", "red stops", each(afterwards.end), (
        "end|ends|stop|stops|done|next|finished|over [of] [turn|player|encounter]",
        "done for NAME",
        "NAME [and] stops|stop|done|ends|end|finished|finishes|through [turn|encounter|here] [, turn]",
        "[that] ends|was NAME ['s] turn",
        "pass turn",
        "turn passes|over",
        "NAME ['s] turn|encounter over|ends|done|finished",
        "turn over|ends|done|finished",
        "no second|more|further [encounter|encounters]",
        f"NAME {NEGATIVE} second|another [encounter]",
        "NAME no|not [want|take|have|need|go] second|another|again [encounter|one]",
    )),
    Spoken("end", "purple's turn", each(afterwards.turn_of), (
        "[it|next] NAME ['s] turn",
        "NAME ['s] next|up",
        "[NAME:other] [hands|passes] [it|turn] [over|on] to NAME",
        "NAME [to] go",
        "next [:] NAME",
    )),
    Spoken("show", "red shows clone", each(afterwards.sheet), (
        "NAME shows|show|reveals|turns [up|over] ALIEN [sheet|alien|power]",
    )),
)  # fmt: skip
