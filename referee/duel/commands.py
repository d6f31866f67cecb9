"""The commands of a table of Duel, each declared once: how it is typed, what rules it, and its phases.

What a command says are the parameters of the function that rules it. What is not understood is answered with the place
and with what comes next (MalformedError); whether it may be done is the judge's to say.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.duel import claims, correcting, effects, fighting, opening
from referee.duel.declared import Form, Forms, Spoken
from referee.duel.fighting import ACTS
from referee.duel.notation import DuelReader
from referee.duel.spoken import as_typed
from referee.duel.state import Phase
from referee.duel.texts import Texts

COMMANDS = Forms(
    "a command",
    "the end of the command",
    Form("table", "table duel blue/Bouncer orange/Iron-Matron", opening.lay),
    Form(
        "set",
        "set supply blue 10 · warp blue 2 · planet 3 blue 2 · hand blue: 13 ? · leader blue · envoy 1 Cudgel blue",
        correcting.set_facts,
    ),
    Form("top", "top blue 13, orange 7 · top blue 13, orange 13 older blue", opening.top, Phase.SETUP),
    Form(
        "destiny",
        "destiny Forsaken-Planet symbol ring next event · destiny event Great-Race contest next refresh",
        opening.destiny,
        *(Phase.DESTINY, Phase.LIMIT),
    ),
    Form("bar", "bar ring, star, moon", opening.bar, Phase.BAR),
    Form("select", "select orange 2", opening.select, Phase.BAR),
    Form("dial", "dial blue 3, orange 2", fighting.dial, Phase.DIALS),
    Form("snare", "snare blue 13 · snare blue ?", fighting.snare, Phase.CHOOSE),
    ACTS["reveal"],
    ACTS["pass"],
    Form("choose", "choose blue · choose blue 13 blast 4", fighting.choose, Phase.CHOOSE),
    Form("tactics", "tactics blue blast 4, orange shield 2", fighting.show_tactics, Phase.TACTICS),
    ACTS["ready"],
    Form("plans", "plans blue 13, orange 6", fighting.show_plans, Phase.PLANS),
    *(ACTS[verb] for verb in ("use", "reinforce", "add", "loses", "wins")),
    Form("draw", "draw blue 5", effects.draw_cards, Phase.PRIZE),
    Form("gain", "gain blue 2", effects.gain, Phase.PRIZE),
    Form("recover", "recover blue 3", effects.recover, Phase.PRIZE),
    Form("destroy", "destroy blue 3", effects.destroy, Phase.PRIZE),
    Form("befriend", "befriend blue 2", effects.befriend, Phase.PRIZE),
    Form("estrange", "estrange blue 2", effects.estrange, Phase.PRIZE),
    Form("keep", "keep blue 2", effects.keep),
    Form("read", "read blue 2 Deuce", effects.read),
    Form("strike", "strike blue 3", effects.strike, Phase.PRIZE),
    Form("resource", "resource blue 2 draw 3", effects.resource, Phase.PRIZE),
    Form("discard", "discard blue: 13 -2", effects.discard, Phase.LIMIT, Phase.DESTINY),
    Form("show", "show orange 31", effects.show),
    Form("warpplanet", "warpplanet 3", effects.warpplanet),
    Form("place", "place blue 2", effects.place),
    Form("past", "past · past Forsaken-Planet, Vacant-Shipyard", opening.past),
    Form("done", "done", effects.done, Phase.PRIZE),
    Form(
        "claim",
        "claim clout blue 14 · claim winner blue · claim leader blue · claim controls blue 3",
        claims.claim,
    ),
)
VERBS = tuple(COMMANDS)


def read_command(text: str, known: Texts, players: Iterable[str] = ()) -> Spoken:
    """Reads one command at a table of these players, typed or said of one (`blue dials 3`).

    Raises MalformedError with the place and what comes next.
    """
    return COMMANDS.read(DuelReader(as_typed(text, VERBS, [*players]), known, players), ("",))
