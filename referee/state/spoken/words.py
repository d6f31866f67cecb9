"""What players say for the words of the notation: numbers, sides, cards, and the words that say nothing."""

from __future__ import annotations

from referee.state import words
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.phases import ALLIANCE, LAUNCH, REGROUP, RESOLUTION, REVEAL, START
from referee.state.phases import PHASES as PHASES_PRINTED

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
# Encounter cards as they are called in a sentence, and how they are written.
CARDS = {
    **{word: str(card) for word, card in words.CARDS.items()},
    "n": "N",
    "m": "M",
    **dict.fromkeys(("attack", "attacks"), "A"),
    "something": "?",
}
ALL = words.ALL | {"anybody", "anyone"}
NOBODY = frozenset("nobody none noone no-one nothing neither".split())
# Words that say nothing of their own, unless somebody at the table is called so.
FILLERS = frozenset(
    "a an the his her their its my our your now then so ok okay well please just also goes go is are 's that this "
    "will would does do own too only simply empty "
    "i we i'll i'm let let's lets going still even actually already really ever legally there anyway anyhow "
    "oh ah oof ugh hmm mmh hm uh um er wow yay hey gosh please".split()
)
_VERBS = (
    "launch attack ally join help play use take zap invite reveal lay have go move send draw discard return reinforce"
).split()
# Several words for one, by what they mean; nothing where they only lead up to what is said. The longest counts,
# and articles between them do not.
_IDIOMS = {
    "": "at all; wants to; want to; like to; has to; tries to; decides to; allowed to; able to; permitted to; get "
    "to; gets to; got to; hang on; hold on; this time; of course; on then; here we go; it turns out; "
    "turns out to; i mean; i guess; as well; at last; of his; of hers; of theirs; over they go; off "
    "they go; here goes; no way ,; you know; by way; for now; all right; off he goes; off she goes; too "
    "bad; no problem; why not; for ride; let us; for himself; for herself; for themselves",
    **{word: f"{number} {'st nd rd'.split()[number - 1] if number < 4 else 'th'}" for word, number in ORDINALS.items()},
    "facedown": "face down",
    "everybody": "every body; whole table; all of them; everyone else; everybody else; rest of table",
    "nobody": "no one; none of them; neither of them; not anyone; not anybody; not any one",
    "anyone": "any one",
    "both": "both players; both of them; two of them; pair of them; each of them",
    "not": "does not; do not; is not; will not; would not; did not; can not; are not",
    "attacks": "goes after; going after; go after; goes for; going for; go for; heads for; heads to; heading for; "
    "pops over to; pops over; flies to; flies at; flies over to; goes over to; goes up against; takes "
    "on; picks on; has go at; takes shot at; jumps on; aims for; sets off for; moves on; is after; "
    "comes for; charges at; takes swing at; makes for; sets out for; marches on; swings at; points gate "
    "at",
    "joins": "throws in; chips in; piles in; pile in; jumps in; hops in; sneaks in; weighs in; goes in; comes "
    "in; helps out; help out; stands by; takes invite; accepts invite; takes invitation; accepts "
    "invitation; gets in; wades in; steps in; pitches in; rides with; says yes; lends hand; steps up; "
    "teams up; joins up; gets behind; signs up; is in; throws his lot in; throws her lot in; joins "
    "in; join in",
    "declines": "stays out of it; stays out of this; stays out; stay out; sits out; sits this one out; sit out; "
    "sits this out; sits it out; sits that out; sits that one out; keeps out of it; keeps out; not "
    "this time; not interested; says no thanks; says no; says no thank you; no thank you; stays home; "
    "stays at home; stands aside; turns it down; turns them down; turns him down; turns her down; "
    "turns down; wants no part of it; stays neutral; watches; gives it miss; nope; nah; thanks but no "
    "thanks; leaves it; bows out; ducks out; opts out; begs off; steps back; backs out; skips it; "
    "skips this; skips this one; stays clear; would rather not; keeps his ships; keeps her ships; "
    "wants none of it; say no thanks; say no thank you; say no; turn it down; turn them down; turn "
    "him down; turn her down; turn down; sit this one out",
    "plays": "answers with; comes up with; slaps down; throws down; opts for; settles for; slams down; drops "
    "down; chucks down",
    "invites": "calls on; call on; calls upon; reaches out to; whistles for",
    "redraws": "throws it back; puts it back; draws again; flips again; turns again",
    "home": "back home; home again",
    "takes": "helps himself to; helps herself to; helps themselves to; makes off with; walks off with; "
    "will have; would have",
    "again": "one more time; second time; once more; presses on; another go; presses his luck; presses her luck",
    "done": "that 's it; that it; wraps up; wraps it up; packs it in; leaves it there; leave it there; leaves "
    "it at that; calls it; calls it turn; calls it day; all done; has had enough; had enough; "
    "happy with that; happy with it; happy as it is; good with that",
    "with": "w /; together with",
    "at": "@; aimed at; over at",
    "each": "apiece; piece",
    "once": "now that; now when",
    "for": "in exchange for; in return for; in trade for",
    "aboard": "on board",
    "reward": "for his trouble; for her trouble",
}
IDIOMS = {tuple(idiom.split()): word for word, idioms in _IDIOMS.items() for idiom in idioms.split("; ")} | {
    ("to", word): word for word in _VERBS
}
LONGEST_IDIOM = max(map(len, IDIOMS))
# One word for another, by what it means.
_SAME = {
    "attacks": "attacking hitting hits raids invades assaults strikes storms targets target's",
    "plays": "slaps",
    "helps": "helping joining backing supporting siding",
    "takes": "taking grabs nicks steals swipes helps-himself pinches snatches collecting nabs",
    "launches": "launching",
    "wild": "joker",
    "with": "w using",
    "declines": "declining abstaining bows",
    "compensation": "comp",
    "loses": "losing",
    "two": "pair couple",
}
SAME = {said: word for word, more in _SAME.items() for said in more.split()}
SHORT = {"yel": "yellow", "yell": "yellow", "grn": "green", "gre": "green", "blu": "blue", "org": "orange",
         "ora": "orange", "purp": "purple", "pur": "purple", "wht": "white", "blk": "black", "r": "red", "g": "green",
         "b": "blue", "y": "yellow", "o": "orange", "p": "purple"}  # fmt: skip
SIDE_WORDS = {"attack": OFFENSE, "gate": OFFENSE, "planet": DEFENSE}  # a side, where no phrase is said
# Words that stand for a player who is not named: what they call it, as a hole holds it (`spoken/whom.py`).
PRONOUNS = dict.fromkeys("he she i we himself herself hers".split(), "@he") | dict.fromkeys(
    "him her me us".split(), "@him"
)
OWNED = frozenset("his her my our their".split())
# The words that begin a question, and those after them that only lead up to it.
ASKING = frozenset("can may could might does do is are am would should must shall".split())
LEADING = frozenset("it legal allowed ok okay fine possible if that for".split())
COLORS = frozenset("red blue green yellow purple orange white black pink gray grey brown".split())
PHASES = {
    **{phase: phase for phase in PHASES_PRINTED},
    **dict.fromkeys(("start", "beginning"), START),
    **dict.fromkeys(("regrouping",), REGROUP),
    **dict.fromkeys(("launching",), LAUNCH),
    **dict.fromkeys(("alliances", "allying"), ALLIANCE),
    **dict.fromkeys(("revealing", "revealed", "shown"), REVEAL),
    **dict.fromkeys(("resolving", "resolved", "end"), RESOLUTION),
}
NOT = dict.fromkeys(
    "doesn't don't isn't won't can't cannot doesnt dont isnt wont cant didn't didnt wasn't wasnt hasn't hasnt weren't "
    "haven't aren't couldn't wouldn't".split(), "not"
)  # fmt: skip
# Words that never go unread, and those that say nothing where no other word does.
TURNING = frozenset(
    "not no nobody none never neither nor except only but unless or instead rather before after until without if "
    "half some most all both each every any other others more less fewer same different whether maybe perhaps "
    "cancel undo wrong mistake scratch wait forget sorry actually meant means oops whoops correction rather".split()
)
SMALL = frozenset("of on in at to for with from by as it that they is be been have has had go up out the".split())
# What is said besides and passed over has one of these: another word by itself may be a name that is misspelt.
CHATTER = (FILLERS | SMALL) - {"i", "we", "his", "her"} | frozenset(
    "lol haha hehe nice wow great good lovely hmm hm oh ah ouch damn unlucky lucky brutal finally right yeah yep "
    "thanks cheers folks guys mate what who why how too".split()
)
