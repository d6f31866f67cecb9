"""A disputable point is shown in whatever words the parties claim what hangs on it."""

from __future__ import annotations

import pytest

from referee.disputes.accounts import argue
from referee.disputes.records import Claim

# The point, what happened, the parties, and what they claim in seven wordings.
WORDINGS = {
    "DF-37": (
        "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9",
        ("blue", "red"),
        [
            ("greens ships count", "only yours"),
            ("I get six cards", "you get four"),
            ("our allies' ships count too", "no they do not"),
            ("allies' ships earn cards", "only the loser's own"),
            ("we lost six ships, so I draw six", "four of them were yours"),
            ("two more cards for green's two ships", "green's are not your business"),
            ("compensation for the whole side", "for your own ships alone"),
        ],
    ),
    "DF-05": (
        "red 3 : 15 vs blue 4 : 8 ; foreign red 4",
        ("red", "blue"),
        [
            ("I have five, the game is over", "wait, I still have an artifact"),
            ("that was my fifth colony, I won", "not until the phase ends"),
            ("game over", "the resolution is not over yet, I can still act"),
            ("fifth planet, I win right now", "we can still do something about it"),
            ("five colonies means I win at once", "at the end of the phase"),
            ("stop playing, I have won", "I may still play a flare before the phase is over"),
            ("I won the moment I landed", "you win when the phase ends, if you still have five"),
        ],
    ),
    "DF-42": (
        "red 3 : 8 vs blue 4 + green 3 : 12",
        ("green", "red"),
        [
            ("one card and two ships please", "all of one kind"),
            ("I take two cards and get one ship back", "either cards or ships"),
            ("I mix my rewards", "you have to choose one kind"),
            ("a ship from the warp and the rest in cards", "you cannot do both"),
            ("each of my three ships earns me a card or a ship as I like", "you decide once"),
            ("I draw first and then decide if I want ships", "say what you want before drawing"),
            ("some in cards, some in ships", "only cards"),
        ],
    ),
    "DF-35": (
        "red 4 : N vs blue 4 : N ; no deal",
        ("red", "blue"),
        [
            ("the ships on the gate go home", "they all go to the warp"),
            ("my fourth ship returns", "all that were on the gate are lost"),
            ("I lose three from my colonies and the gate ones come back", "the gate ships are lost first"),
            ("what is left on the gate comes back to me", "no, it is lost too"),
            ("four ships on the gate, only three are lost", "four are lost"),
            ("I take my attackers back", "the attackers are dead"),
            ("three ships each and no more", "and the ones on the gate as well"),
        ],
    ),
    "DF-71": (
        "red 3 : 10 +3 vs blue 4 : 11",
        ("red", "blue"),
        [
            ("I add a +3", "too late, we had all passed"),
            ("I may play another reinforcement", "you had your chance"),
            ("I can still reinforce after you did", "you passed already"),
            ("I play my +3 now that you played yours", "reinforcements are over"),
            ("nobody said stop, so my plus three counts", "everybody had one go"),
            ("we go round until all pass", "once round and that is it"),
            ("I reinforce again", "only one reinforcement each"),
        ],
    ),
    "DF-07": (
        "red 3 : 15 vs blue 4 : 8 ; hand red 0",
        ("red", "blue"),
        [
            ("I won so I go again", "you have no encounter card"),
            ("second encounter", "not with an empty hand"),
            ("I draw a new hand for my second encounter", "your turn is over"),
            ("my turn goes on", "without a card in hand it ends"),
            ("I get another attack", "you have got no cards left"),
            ("no cards, but I can draw eight and attack again", "no"),
            ("I have a second one because I won", "you need an attack or negotiate for that"),
        ],
    ),
}
# Claims on the same lines that speak of something else.
OTHERS = [
    ("DF-35", "green's ships go home before the talks", "they stay"),
    ("DF-71", "my total is sixteen", "it is thirteen"),
    ("DF-05", "the higher total is mine", "it is not"),
]


@pytest.mark.parametrize("point", WORDINGS)
def test_in_seven_wordings_of_a_claim_the_same_point_is_shown(point: str) -> None:
    line, (one, other), wordings = WORDINGS[point]
    shown = {
        claims: [known.id for known in argue([Claim(one, claims[0], line), Claim(other, claims[1], line)]).registry]
        for claims in wordings
    }
    assert len(shown) == 7
    assert [claims for claims, points in shown.items() if point not in points] == []


@pytest.mark.parametrize(("point", "claim", "against"), OTHERS)
def test_a_point_is_not_shown_where_the_claims_speak_of_something_else(point: str, claim: str, against: str) -> None:
    line, (one, other), _ = WORDINGS[point]
    registry = argue([Claim(one, claim, line), Claim(other, against, line)]).registry
    assert point not in [known.id for known in registry]
