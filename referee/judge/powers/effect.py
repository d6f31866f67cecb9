"""One effect that a sheet or a card can have: what the outcome reckons with and what a table does, declared together.

    @effect.outcome("declare")             # what the outcome reckons with, in a window of `in_force.WINDOWS`
    def swaps_hands(board, stand, use, args): ...

    @swaps_hands.carried_out(time=ONCE)    # what a table does as soon as the use is said, and when it can be said
    def swap_hands(on, power, done): ...

    @swaps_hands.offered                   # the ways in which it can be said now
    def ways_to_swap(on, power): ...

What is carried out at a `time` of its own is refused at another one, and not offered then; what the outcome reckons
with only for who takes part, or for a main player, is declared `by=INVOLVED` or `by=MAIN`.

Ways that a line can say are given there too, and so is what the outcome tells of a use that was over before it:
`carried_out(time=ONCE, offers=one_of(others), states=stating(saying("player")))`.

The first function has the name by which the files of sheets and cards call the effect, and becomes the effect
(`outcome`, `carried_out` or `when`, whichever comes first); what is declared after it is added to that.

An effect that the outcome tells in full, so that a table only moves what that says, is declared with `told=True`; one
of which nothing is done at a moment of its own, because the rules ask for it where it matters, with `asked=True`; the
words that are said with a use are declared with `takes="player number"` (`powers/words.py`): others are refused; one
that changes the power or card on which it stands, and is no effect by itself, with `changes=True`. Each effect is whole
or it is refused: `check_whole` tells what an effect lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from referee.book.power import Use
    from referee.judge.board import Board
    from referee.judge.stand import Stand
    from referee.judge.table.powers import Power
    from referee.judge.table.turn import Turn
    from referee.state.encounter import Act

Reckoning = Callable[..., object]  # board, stand, use, arguments, and what the window hands on
Carrying = Callable[["Turn", "Power", "Act"], None]
Happening = Callable[..., None]  # on, power, and the facts of the moment by name
Offers = Iterator[tuple[str, ...]]
Offering = Callable[["Turn", "Power"], Offers]
Asking = Callable[["Turn", "Power"], bool]

EFFECTS: dict[str, Effect] = {}
ANYBODY, INVOLVED, MAIN = "anybody", "involved", "main"  # whose effect the outcome reckons with, by the owner's part


class Time(NamedTuple):
    """When something is used: `check` refuses it at another time, and nothing is offered where it is not `is_now`.

    `once`: it is used once in an encounter.
    """

    check: Callable[[Turn, Power], object]
    is_now: Asking
    once: bool = False


def _any_use(_: Act) -> bool:
    return True


class Effect:
    """An effect by the name that files of sheets and cards use (`book.power`), and all that it does.

    `window` and `reckon` are what the outcome reckons with; `carry_out` what a table does at once when a use is said,
    and `ruled` whether the outcome reckons with that use as well; `fits` whether a use can mean this effect, by its
    arguments; `time` when it is said, for what is carried out and for what is offered. `moments` and `played` are by
    moment: what it does there by itself, and what a flare with it does there after it was played. `offer` yields the
    arguments with which it can be used now. `leaving` tells by phase whether it has still to be used before the phase
    is left, and `wins` whether its owner meets a condition of winning of its own, `alone` if it wins by no other.
    """

    __slots__ = (
        *(
            "name",
            "told",
            "asked",
            "changes",
            "does",
            "takes",
            "window",
            "reckon",
            "carry_out",
            "ruled",
            "fits",
            "time",
            "offer",
        ),
        *("moments", "played", "leaving", "wins", "alone"),
    )

    def __init__(
        self,
        name: str,
        told: bool = False,
        asked: bool = False,
        changes: bool = False,
        does: str = "",
        takes: str = "",
    ) -> None:
        """Declares the effect; each name is declared once. What one without a function `does` is told here."""
        assert name not in EFFECTS, f"{name} is declared twice"
        self.name, self.told, self.asked, self.changes, self.does = name, told, asked, changes, does
        self.takes = takes
        self.window = ""
        self.reckon: Reckoning | None = None
        self.carry_out: Carrying | None = None
        self.ruled = False
        self.fits: Callable[[Act], bool] = _any_use
        self.time: Time | None = None
        self.offer: Offering | None = None
        self.moments: dict[str, Happening] = {}
        self.played: dict[str, Happening] = {}
        self.leaving: dict[str, Asking] = {}
        self.wins: Asking | None = None
        self.alone = False
        EFFECTS[name] = self

    def outcome(self, window: str, by: str = ANYBODY) -> Callable[[Reckoning], Reckoning]:
        """Declares what the outcome reckons with, in one of the windows of an encounter (`in_force.WINDOWS`).

        `by`: only where the owner takes part (`INVOLVED`), or is a main player (`MAIN`).
        """

        def declare(function: Reckoning) -> Reckoning:
            self.window, self.reckon = window, function if by == ANYBODY else _done_by(by, function)
            return function

        return declare

    def carried_out(
        self,
        ruled: bool = False,
        fits: Callable[[Act], bool] = _any_use,
        time: Time | None = None,
        offers: Offering | None = None,
        states: Reckoning | None = None,
    ) -> Callable[[Carrying], Carrying]:
        """Declares what a use does at a table as soon as it is said; `ruled`: the outcome reckons with it as well.

        `time`: it is refused, and nothing of it offered, at another time than this. `offers` are the ways in which it
        can be said, as `offered` declares them; `states` is how the outcome tells of a use that was over before it, as
        `outcome("declare")` does.
        """

        def declare(function: Carrying) -> Carrying:
            assert time is None or self.offer is None, f"the time of {self.name} is declared before what is offered"
            self.carry_out, self.ruled, self.fits, self.time = function, ruled, fits, time
            if time is not None:
                self.carry_out = _checked(time, function)
            if offers is not None:
                self.offered(offers)
            if states is not None:
                self.outcome("declare")(states)
            return function

        return declare

    def when(self, moment: str) -> Callable[[Happening], Happening]:
        """Declares what it does by itself at a moment; it is called with the facts that `happens` was given."""

        def declare(function: Happening) -> Happening:
            self.moments[moment] = function
            return function

        return declare

    def while_played(self, moment: str) -> Callable[[Happening], Happening]:
        """Declares what a flare with it does at a moment after it was played, as long as it stands.

        What was said with the flare is in the use's `played`.
        """

        def declare(function: Happening) -> Happening:
            self.played[moment] = function
            return function

        return declare

    def offered(self, function: Offering) -> Offering:
        """Declares the ways in which it can be used at its time, each as the arguments of a `use`."""
        self.offer = function if self.time is None else _while_it_is(self.time, function)
        return function

    def before_leaving(self, phase: str) -> Callable[[Asking], Asking]:
        """Declares whether it has still to be used before a phase is left."""

        def declare(function: Asking) -> Asking:
            self.leaving[phase] = function
            return function

        return declare

    def wins_by(self, alone: bool = False) -> Callable[[Asking], Asking]:
        """Declares whether its owner meets a condition of winning of its own; `alone`: colonies win it nothing."""

        def declare(function: Asking) -> Asking:
            self.wins, self.alone = function, alone
            return function

        return declare

    @property
    def acts_at_table(self) -> bool:
        """True if a table does something for it."""
        at_table = (self.carry_out, self.wins, self.moments, self.played, self.leaving)
        return self.asked or any(at_table)

    def check_whole(self) -> str:
        """What the effect lacks, as a sentence; an empty text where it is whole."""
        if self.told and self.acts_at_table:
            return f"{self.name} is said to be told by the outcome in full, and a table does something for it"
        if self.told and self.reckon is None:
            return f"{self.name} is said to be told by the outcome, which does not reckon with it"
        if self.reckon is not None and not self.told and not self.acts_at_table:
            return f"a table does nothing for {self.name}: declare what is carried out, or that the outcome tells it"
        if self.ruled and self.reckon is None and not self.changes:
            return f"the outcome is to reckon with {self.name}, and nothing of it is declared"
        if self.reckon is None and not self.acts_at_table and not self.changes:
            return f"{self.name} does nothing"
        return ""


def _done_by(part: str, function: Reckoning) -> Reckoning:
    """What the outcome reckons with where the owner takes part, or is a main player."""

    @wraps(function)
    def reckon(board: Board, stand: Stand, *rest: object) -> None:
        if stand.is_main or (part == INVOLVED and stand.takes_part):
            function(board, stand, *rest)

    return reckon


def _checked(time: Time, function: Carrying) -> Carrying:
    """What is carried out once it is checked that it is the time for it."""

    @wraps(function)
    def carry_out(on: Turn, power: Power, done: Act) -> None:
        time.check(on, power)
        function(on, power, done)

    return carry_out


def _while_it_is(time: Time, function: Offering) -> Offering:
    """What is offered where it is the time for it."""

    @wraps(function)
    def offer(on: Turn, power: Power) -> Offers:
        if time.is_now(on, power):
            yield from function(on, power)

    return offer


_Function = TypeVar("_Function", bound=Callable[..., object])


def _declared(
    add: Callable[[Effect], Callable[[_Function], _Function]],
    told: bool = False,
    asked: bool = False,
    changes: bool = False,
    takes: str = "",
) -> Callable[[_Function], Effect]:
    """Declares an effect by the function that is its first part; `add` gives it that part."""

    def declare(function: _Function) -> Effect:
        declared = Effect(function.__name__, told, asked, changes, takes=takes)
        add(declared)(function)
        return declared

    return declare


def outcome(window: str, told: bool = False, by: str = ANYBODY, takes: str = "") -> Callable[[Reckoning], Effect]:
    """Declares an effect by what the outcome reckons with, as `Effect.outcome` adds it; the function names it."""
    return _declared(lambda effect: effect.outcome(window, by), told=told, takes=takes)


def carried_out(
    ruled: bool = False,
    fits: Callable[[Act], bool] = _any_use,
    changes: bool = False,
    time: Time | None = None,
    offers: Offering | None = None,
    states: Reckoning | None = None,
    takes: str = "",
) -> Callable[[Carrying], Effect]:
    """Declares an effect by what a table does when it is said, as `Effect.carried_out` adds it."""
    return _declared(lambda effect: effect.carried_out(ruled, fits, time, offers, states), changes=changes, takes=takes)


def when(moment: str, asked: bool = False, takes: str = "") -> Callable[[Happening], Effect]:
    """Declares an effect by what it does by itself at a moment, as `Effect.when` adds it."""
    return _declared(lambda effect: effect.when(moment), asked=asked, takes=takes)


# The module of each effect, so that a ruling imports those alone that its sheets and cards name.
_HOMES = {
    "aliens.bandit": "spins",
    "aliens.barbarian": "loots",
    "aliens.bride": "divorces marries",
    "aliens.bubble": "adds_popped counts_popped pops",
    "aliens.calculator": "equalizes predicts_parity",
    "aliens.changeling": "changes_form",
    "aliens.chosen": "draws_for_encounter",
    "aliens.citadel": "loses_staked stakes_cards",
    "aliens.fire_dancer": "adds_fuel feeds_fire lights_fire",
    "aliens.fodder": "throws_in_attacks",
    "aliens.gambler": "claims_card",
    "aliens.grudge": "collects_tokens gives_tokens",
    "aliens.hacker": "picks_what_it_gives takes_from_anybody",
    "aliens.hypochondriac": "bars_winning_landing gives_anxiety passes_anxiety",
    "aliens.kamikaze": "sacrifice",
    "aliens.love": "asks_for_match",
    "aliens.machine": "goes_again",
    "aliens.mirror": "reverse_digits",
    "aliens.phantasm": "turns_up_card",
    "aliens.plant": "grafts",
    "aliens.quartermaster": "deals_out_rewards",
    "aliens.reserve": "cancels_reinforcement plays_attacks",
    "aliens.sorcerer": "swaps_cards",
    "aliens.sniveler": "whines",
    "aliens.tick_tock": "counts_down",
    "aliens.tortoise": "takes_rewards_for_turn",
    "aliens.tripler": "scale_card",
    "aliens.vector": "swaps_benefits",
    "aliens.virus": "multiplies_ships",
    "aliens.vulch": "salvages",
    "effects.after": (
        "asks_what_it_does buys_encounter clings ends_second extra_encounter gain_tokens gains_by_second "
        "gains_each_turn leaves_to_do looks_by_tokens second_anyway"
    ),
    "effects.flares": (
        "adds_number clings_to_colonies draws_for_flare owns_twice settles takes_reinforcement extends zaps_itself"
    ),
    "effects.captives": (
        "captures_bound captures_for_own captures_losers cashes_captives devours_planet makes_captors_pay "
        "may_when_lost takes_from_colony"
    ),
    "effects.cards": "fetches keeps_artifact take_back_card takes_opponents_card throws_away",
    "effects.compensation": (
        "bars_compensation collects_after_attack consoled_for_saved draws_compensation draws_for_landing gives_back "
        "multiplies_compensation rewarded_for_losses rewards_close_win ship_count cheaper_failure may_in_deal"
    ),
    "effects.deciding": (
        "colony_for_win flees makes_concede places_colony predicts_winner rewards_for_ships settles_by_card "
        "settles_winner takes_side_home"
    ),
    "effects.attack_values": "adds_digits keeps_digit raises_card adds_for_discards deducts_attack multiplies_by_match",
    "effects.destiny": "chooses_destiny settles_from_warp spreads keeps_aim lures_gate points_gate",
    "effects.drawing": "draws_for lays_aside rejects_cards takes_flare takes_half draws_unused_flare swaps_discard",
    "effects.exchanging": "becomes_another gains_alien stays_with_color swaps_powers",
    "effects.gained": "changes_at_last evolves needs_stage gains_buddy gains_for_flare lends_power",
    "effects.gifts": (
        "asks_for_card draws_cards gives_card gives_top_discard mixes_hands opponent_discards picks_one_card "
        "takes_and_gives takes_from_losers"
    ),
    "effects.hands": (
        "keeps_power keeps_through_new_hand looks_at_hand possesses_hand refills_hand sees_hand swaps_hands"
    ),
    "effects.apart": (
        "adds_to_hoard keeps_hoard plays_from_hoard freezes_card lays_anybody_apart lays_opponent_apart "
        "lays_type_apart thaws_cards"
    ),
    "effects.hostages": "calls_captive captures_one captures_one_bound forces_talks offers_card traps_ship",
    "effects.involved": "changes_ships lands_nothing matches_ships switches_ally",
    "effects.launching": (
        "aims_anywhere aims_elsewhere brings_from_warp forces_ally join_uninvited makes_join one_more_ship "
        "opponent_first pulls_from_warp sends_allies_home sends_any_number ship_limit"
    ),
    "effects.losses": (
        "accuses_allies clears_planet costs_more drags_along nothing_for_allies pays_for_low_attack weakens_winners"
    ),
    "effects.colonies": "costs_guests costs_settlers costs_uninviting side_draws takes_for_colony",
    "effects.meddling": "borrows_allies_cards haunts pays_for_swap rewarded_for_swap swaps_selected takes_one_of_two",
    "effects.moving": "aims_anew discovers_planet frees_ships moves_in regroups_other regroups_otherwise",
    "effects.opening": (
        "hand_or_colony keeps_discarded picks_destiny redraws_destiny redraws_hand replaces_lost_ship warps_settlers "
        "warps_target"
    ),
    "effects.own_sheet": (
        "adds_for_said asks_what_adds changes_winners frees_captives joins_from_sheet returns_to_sheet risks_world "
        "sends_world starts_on_sheet wins_with_empty_sheet"
    ),
    "effects.pieces": "adds_guests keeps_attack adds_uninvolved counts_colonies",
    "effects.planning": (
        "asks_question backs_main_player bars_card consoles_for_laid discards_laid lays_card lays_second must_play "
        "must_play_gift names_card names_spread needs_two_cards raises_stake"
    ),
    "effects.revealed": (
        "card_becomes copies_card cuts_opponents_card ends_encounter joins_late only_when retrieves "
        "transforms_cards turns_attacks turns_negotiates"
    ),
    "effects.saved": ("crash_lands heals reincarnates removes_losers saved_from_warp stays_on_planet takes_along"),
    "effects.seats": "delegates settles_offense swaps_identities trades_seats",
    "effects.shifting": (
        "allies_land_apart consumes_target counts_consumed decrees_gain drives_off extracts_ships founds_by_moving "
        "keeps_moved rewarded_for_moved turns_away"
    ),
    "effects.spare_cards": "adds_hired discards_hired hires_cards lays_spare rewarded_for_hired",
    "effects.starting": "all_discard_or_lose wins_as_turn_starts",
    "effects.substituted": (
        "blames blames_for_cards buys_back costs_for_cards doubles_failure doubles_losses gives_in picks_losses "
        "substitutes"
    ),
    "effects.taking": (
        "collects_tax draws_for_allies matches_hand passes_hands pays_for_launching takes_of_store takes_random "
        "threatens"
    ),
    "effects.techs": (
        "adds_planet adds_said bars_invitations draws_and_keeps founds_colony frees_from_warp mines_gate "
        "removes_planet replaces_card resets_hands scrambles_tech takes_discard zaps_power"
    ),
    "effects.tokens": (
        "cards_by_tokens marks_losses moves_factor spends_tokens tokens_for_losses wins_by_marker worth_the_factor"
    ),
    "effects.totals": (
        "add_to_total adds_per_ship both_sides_lose doubles_total lower_total_wins multiplies_by_allies reverse_result "
        "ship_value subtracts_ships wins_if_zapped wins_with"
    ),
    "effects.windfalls": "drops_drawn gains_more gains_pieces rewarded_more settles_for_new_hand",
    "effects.winning": "wins_by_losing wins_when_lost",
}
HOME = {name: module for module, names in _HOMES.items() for name in names.split()}


def find(name: str) -> Effect | None:
    """The effect of this name, or None: what some words of the files say is read elsewhere, and no effect."""
    found = EFFECTS.get(name)
    if found is None and name in HOME:
        import_module(f"referee.judge.powers.{HOME[name]}")
        found = EFFECTS[name]
        if found.check_whole():
            raise AssertionError(found.check_whole())
    return found


def can_mean(use: Use, said: Act) -> bool:
    """Whether a use can be meant, by what was said with it."""
    return any(effect.fits(said) for verb, _ in use.effects if (effect := find(verb)) is not None)


def window_of(name: str) -> str:
    """The window in which the outcome reckons with an effect; none (an empty text) where it does not."""
    found = find(name)
    return "" if found is None else found.window


def every() -> dict[str, Effect]:
    """All effects that there are, by name, and the module that declares each imported."""
    for name in HOME:
        find(name)
    return EFFECTS
