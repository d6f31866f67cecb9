"""A table as it stands, and the tables of a file."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from referee.schemas.duels import DuelRuling, DuelSummary
from referee.schemas.part import CardName, Edition, Format, Moment, Part, Phase, PhaseOfDuel, Player, Typed, tells
from referee.schemas.rulings import Ruling, RulingWithoutProof

Ships = dict[Player, int | None]


class Counted(Part):
    """A count that nobody told."""

    place: str = tells("The planet, or `warp`, `gate` and the like; `hand` for cards, `tokens` for tokens.")
    who: Player = tells("Whose ships, cards or tokens they are.")


class Owed(Part):
    """Something that has still to be done before the encounter ends."""

    who: Player = tells("Who owes it.")
    what: Literal["return", "lose", "reward", "take", "deal", "use", "discard", "plague", "along", "besides"] = tells(
        "return: ships go back to colonies. lose: ships go to the warp. reward: rewards are taken. take: cards as "
        "compensation. deal: a deal or none. use: a mandatory power. discard, plague: cards. along, besides: a power's."
    )
    count: int = tells("How many ships, cards or picks; 0 where that is no number.")


class Tech(Part):
    """A tech card in front of its player."""

    name: str = tells("Its printed name; ? while it lies face down and nobody told it.")
    ships: int = tells("Ships that research it.")
    complete: bool = tells("Whether it is complete.")


class Table(Part):
    """A table of the game as it stands. Mappings are by player unless something else is said."""

    format: Format
    edition: Edition = tells("The rule set by which it is played.")
    seats: list[Player] = tells("The players, clockwise; the first is the first player.")
    aliens: dict[Player, list[str]] = tells("The aliens of each player, as far as they are told.")
    planets: dict[str, Ships] = tells("Ships on each planet (`red.1`), by player; null: nobody knows how many.")
    warp: Ships = tells("Ships in the warp.")
    gate: Ships = tells("Ships of the offense's side on the gate.")
    beside: Ships = tells("Ships of defensive allies beside the planet.")
    unplaced: Ships = tells("Ships that nobody has placed yet.")
    removed: Ships = tells("Ships out of the game, or captured.")
    hands: dict[Player, int | None] = tells("Cards in hand; null: nobody knows how many.")
    known: dict[Player, list[CardName]] = tells("Hands of which a card is known: each card, ? for an unknown one.")
    tokens: dict[Player, int | None] = tells("Tokens on alien sheets.")
    foreign: dict[Player, int] = tells("Foreign colonies.")
    home: dict[Player, int] = tells("Home colonies.")
    powers: dict[Player, Literal["has", "lost"]] = tells("Whether each player has its power.")
    deck: int | None = tells("Cards in the deck; null where they are not counted.")
    destiny_deck: int | None = tells("Cards in the destiny deck; null where they are not counted.")
    turn: Player = tells("The offense.")
    defense: str = tells("The defense; empty before there is one.")
    target: str = tells("The planet at which the gate points; empty before that.")
    encounter: int = tells("Which encounter of this turn it is, from 1.")
    phase: Phase = tells("The phase; over: the game is won.")
    reverse_cone: bool = tells("True while the reverse cone is up; else left out.", False)
    comet: str = tells("The comet that changes this encounter; left out where there is none.", "")
    limbo: dict[str, dict[str, int]] = tells("The reverse warp: by color the ships on it; else left out.", {})
    marker: str = tells("The color where the marker of the reverse warp lies; else left out.", "")
    reverse_hexes: list[Player] = tells("Whose planet hex lies with its reverse side up; left out where none does.", [])
    allies: dict[Player, Literal["offense", "defense"]] = tells("The side of each ally.")
    discards: list[CardName] = tells("The discard pile, bottom first.")
    due: list[Owed] = tells("What has still to be done before the encounter ends.")
    winners: list[Player] = tells("Who has won the game.")
    last: RulingWithoutProof | None = tells("The last ruling, without its proof; null before there is one.")
    hidden: list[Player] = tells("Players whose alien sheet lies face down (hidden powers).")
    techs: dict[Player, list[Tech]] = tells("The techs in front of each player.")
    tech_deck: int | None = tells("Cards in the tech deck; null where there is none or they are not counted.")
    tech_discards: list[CardName] = tells("The discarded techs.")
    rewards_deck: int | None = tells("Cards in the rewards deck; null where there is none or they are not counted.")
    rewards_discards: int = tells("Cards on the discard pile of the rewards deck.")
    aside: dict[str, list[CardName]] = tells("Cards that lie apart from hands, by where they lie.")
    captured: dict[Player, dict[str, int]] = tells(
        "What lies on a player's alien sheet: by color so many ships, by planet 1; left out where nothing does.", {}
    )
    reckoned: list[Counted] = tells("Counts that are ours, as nobody told a choice; left out where there is none.", [])
    unknown: list[Counted] = tells("Counts that nobody knows; left out where there is none.", [])
    agreed: list[str] = tells("What was not by the rules and stands all the same; left out where nothing does.", [])


class Envoy(Part):
    """An envoy in play."""

    name: str = tells("Its name; ? where it was not told.")
    faceup: bool = tells("Whether it lies face up.")
    ally: str = tells("Whose ally it is; empty: neutral.")
    readers: list[Player] = tells("Who has read it.")


class DuelTable(Part):
    """A table of Duel as it stands. Mappings are by player unless something else is said."""

    format: Format
    edition: Literal["duel"] = tells("Duel.")
    game: Literal["duel"] = tells("Duel.")
    seats: list[Player] = tells("Both players.")
    aliens: dict[Player, str] = tells("The alien of each player; empty where it was not told.")
    leader: str = tells("The leader; empty before the set-up is done.")
    straggler: str = tells("The straggler; empty before the set-up is done.")
    supply: dict[Player, int | None] = tells("Ships in the supply; null: not known.")
    warp: dict[Player, int | None] = tells("Ships in the Warp; null: not known.")
    planets: dict[str, dict[Player, int]] = tells("Ships on each planet, by its number and by player.")
    symbols: dict[str, str] = tells("The symbol of each planet, by its number.")
    stack: int = tells("Planets in the stack.")
    decks: dict[str, int] = tells("Cards in the destiny decks: discovery, event, refresh.")
    past: list[str] = tells("The destiny cards that were drawn, ? for one that was not told.")
    next: str = tells("The deck of the next destiny card; empty where that was not told.")
    gains: int = tells("Cards in the reinforcement deck.")
    hands: dict[Player, int] = tells("Cards in hand.")
    known: dict[Player, list[CardName]] = tells("The cards in hand that are known.")
    limits: dict[Player, int] = tells("Hand limits, in cards.")
    piles: dict[Player, int] = tells("Cards in each player's own deck.")
    discards: dict[Player, list[CardName]] = tells("Each player's discard pile, bottom first.")
    spent: dict[Player, list[str]] = tells("The tactics that were spent.")
    envoys: dict[str, Envoy] = tells("The envoys in play, by their number.")
    snares: dict[Player, CardName] = tells("The snares that are set.")
    icons: dict[str, str] = tells("Icons that players read off their cards, by the text.")
    says: dict[str, str] = tells("Card texts that players read out, by card.")
    phase: PhaseOfDuel = tells("The step of the game.")
    card: str = tells("The destiny card that is carried out; empty where none is.")
    bar: list[str] = tells("The planets from which the straggler picks.")
    fight: dict[str, JsonValue] | None = tells("The duel or contest that goes on, as the table keeps it; null: none.")
    dues: list[dict[str, JsonValue]] = tells(
        "What has still to be done: `who`, the `options`, whether it `may` be left."
    )
    struck: list[int] = tells("The lines of the destiny card that were struck out, by number.")
    counts: dict[Player, int] = tells("Other planets that a player controls, where only their number was told.")
    winners: list[Player] = tells("Who has won the game.")
    ended: str = tells("The rule of law by which the game was over; empty while it goes on.")
    last: DuelSummary | None = tells("What was ruled last, in short; null before that.")
    line: str = tells("The duel or contest that was decided last, as a line; empty before that.")
    over: bool = tells("Whether the game is over.")
    agreed: list[str] = tells("What was not by the rules and stands all the same; left out where nothing does.", [])


class ShownTable(Table):
    """A kept table of the game as it stands (`table show`, and where one is laid or made the current one)."""

    name: str = tells("What the table is called.")


class ShownDuelTable(DuelTable):
    """A kept table of Duel as it stands."""

    name: str = tells("What the table is called.")


class TableRow(Part):
    """A kept table in a row."""

    name: str = tells("What it is called.")
    edition: Edition = tells("The rule set by which it is played.")
    created: Moment = tells("When it was laid.")
    position: int = tells("How many commands are in force.")


class Tables(Part):
    """The tables of a file, the one used last first (`table list`)."""

    format: Format
    tables: list[TableRow] = tells("Each in a row.")


class PutAway(Part):
    """What became of a table that was renamed, archived, deleted, purged, or taken out again."""

    format: Format
    called: str = tells("What it is called now.")
    was: str = tells("What it was called before it was renamed; else left out.", "")
    done: Literal["renamed", "archived", "unarchived", "deleted", "restored", "purged"] = tells("What was done.")


class ExportedTable(Part):
    """The commands in force of a table, to be played as a case."""

    format: Format
    name: str = tells("What the table is called.")
    play: list[Typed] = tells("The commands, oldest first; `# anyway` stands behind one done in spite of a rule.")
    damaged: str | None = tells("What of them is lost, in a sentence; null where nothing is.")


class RepairedTable(Part):
    """A table whose damaged state was made again from what its commands did."""

    format: Format
    repaired: str = tells("What the table is called.")
    commands: int = tells("From how many commands.")


AnyTable = Table | DuelTable
AnyRuling = Ruling | DuelRuling
