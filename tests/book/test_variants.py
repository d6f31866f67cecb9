"""Variants added to an edition: their numbers are laid over its law, on one line and at the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
import typer

from referee.book.files import read_toml
from referee.book.loader import Names, Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.cli.app import app
from referee.cli.shell import editions
from referee.errors import RulebaseError
from referee.judge.ways.line import judge_encounter
from referee.judge.ways.table import lay_table, offers, play, rule_command
from referee.state.commands import read_command, write_command
from referee.state.kept import show, to_data
from tests.kept import from_data

VARIANTS = rulebase().variants_of_own()
OLDER = ("warp", "mayfair1991")
_OF_2018 = ("combos", "four-planets", "hidden-powers", "single-encounter", "technology")


def _every_combination() -> Iterator[str]:
    for count in range(len(VARIANTS) + 1):
        for names in combinations(VARIANTS, count):
            yield "+".join(("consolidated", *names))


@pytest.mark.parametrize("edition", list(_every_combination()))
def test_every_combination_is_read(edition: str) -> None:
    known = rulebase(edition)
    assert known.law.edition == edition
    assert known.law.keys() == rulebase().law.keys(), "a variant lays rules over others and adds none"
    assert known.book == "consolidated"


@pytest.mark.parametrize("names", [names for count in range(6) for names in combinations(_OF_2018, count)])
def test_every_combination_is_played_by_the_2018_book(names: tuple[str, ...]) -> None:
    """A table is laid and an encounter ruled; nothing that the variants change rests on another book."""
    edition = "+".join(("ffg2018", *names))
    played = play("table red/Clone purple yellow\ndestiny purple\nlaunch red 2 at purple.2", edition)
    assert played.faults == []
    cited = {id for verdict in played.verdicts for id in verdict.citations}
    assert {id.partition(" ")[0] for id in cited} <= {"ffg2018", "question"}
    four = "four-planets" in names
    assert played.table is not None
    assert len(list(played.table.planets())) == 3 * (4 if four else 5)
    assert bool(played.table.hidden) is ("hidden-powers" in names)
    assert bool(played.table.techs) is ("technology" in names)
    line = "red 3 : 8 vs blue 2 : 6 ; foreign red 3 ; hand red: 10 N"
    told = judge_encounter(line, edition).to_dict()
    assert told["winners"] == (["red"] if four else [])
    assert told["second_encounter"] is not (four or "single-encounter" in names)


def _single(edition: str) -> list[str]:
    """The variants of an edition that are not made up of others."""
    known = rulebase(edition)
    return [name for name in known.variants_of_own() if not known.parts(name)]


@pytest.mark.parametrize("edition", ["consolidated", *OLDER])
def test_the_order_of_variants_changes_no_rule(edition: str) -> None:
    for one, other in combinations(_single(edition), 2):
        first, second = rulebase(f"{edition}+{one}+{other}").law, rulebase(f"{edition}+{other}+{one}").law
        for id in first:
            assert (first[id].value, first[id].text) == (second[id].value, second[id].text), id


@pytest.mark.parametrize("edition", OLDER)
def test_every_combination_of_an_older_edition_is_played(edition: str) -> None:
    """A table is laid and an encounter begins; nothing that the variants change rests on a book that is not its own."""
    single = _single(edition)
    for names in (names for count in range(len(single) + 1) for names in combinations(single, count)):
        known = rulebase("+".join((edition, *names)))
        assert known.law.keys() == rulebase(edition).law.keys()
        sheets = "/Laser/Mind" if "multiple-powers" in names else "/Laser"
        destiny = "" if "honeymoon-destiny" in names else "destiny purple\n"
        third = "" if {"honeymoon-destiny", "honeymoon-powers"} & {*names} else " yellow"
        launched = "launch red 2 at purple.2"
        played = play(f"table red{sheets} purple{third}\n{destiny}{launched}", known.law.edition)
        assert played.faults == [], names
        table = played.table
        assert table is not None
        assert bool(table.fan) is ("reverse-warp" in names)
        assert bool(table.reverse_hexes) is ("reverse-hexes" in names)
        assert table.phase == "alliance"


def test_a_variant_made_up_of_others_is_all_of_them() -> None:
    whole, parts = rulebase("warp+honeymoon"), rulebase("warp+honeymoon-destiny+honeymoon-powers")
    assert whole.parts("honeymoon") == ["honeymoon-destiny", "honeymoon-powers"]
    for id in whole.law:
        one, other = whole.law[id], parts.law[id]
        assert (one.value, [cite.id for cite in one.cites]) == (other.value, [cite.id for cite in other.cites]), id
    assert whole.law["power.lost"].value == 4
    assert rulebase("warp").law["power.lost"].value == 3
    assert whole.law["destiny.pile"].value is False


def test_each_rule_of_a_variant_is_laid_over_the_law() -> None:
    for path in (RULEBASE / "variants").glob("*.toml"):
        names = path.stem.split("+")
        (edition, *_) = read_toml(RULEBASE / "variants" / f"{names[0]}.toml")["over"]
        law, below = rulebase("+".join((edition, *names))).law, rulebase(edition).law
        for topic, table in read_toml(path).items():
            for key, entry in table.items() if isinstance(table, dict) and topic != "editions" else ():
                found = law[f"{topic}.{key}"]
                assert found.value == entry.get("value", below[f"{topic}.{key}"].value), found
                assert [cite.id for cite in found.cites] == list(entry["cites"]), found
                assert found.text, "the words of the rule below are kept"


def test_four_planets_leaves_the_base_as_it_was() -> None:
    base, four = rulebase().law, rulebase("consolidated+four-planets").law
    numbers = ("setup.ships", "setup.planets", "win.colonies", "power.lost")
    assert [base[id].value for id in numbers] == [20, 5, 5, 3]
    assert [four[id].value for id in numbers] == [16, 4, 4, 2]


def test_techs_are_left_out_only_where_both_variants_are_played() -> None:
    for names, least in (("technology", None), ("four-planets", None), ("technology+four-planets", 8)):
        assert rulebase(f"consolidated+{names}").law["technology.out-from"].value == least


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("consolidated+four", ("no such variant", "did you mean four-planets", "known variants: combos, four-planets")),
        ("consolidated+", ("no such variant", "technology")),
        ("consolidated+four-planets+four-planets", ("named twice", "write consolidated+four-planets")),
        ("consolidated+warp", ("warp is an edition of its own", "known variants")),
        ("four-planets", ("is a variant", "consolidated+four-planets")),
        ("warp+four-planets", ("for consolidated and ffg2018", "cannot be added to warp", "for that: honeymoon")),
        ("consolidated+punt", ("a variant for warp", "cannot be added to consolidated")),
        ("ffg2018+reverse-warp", ("a variant for mayfair1991", "cannot be added to ffg2018")),
        ("mayfair1991+punt", ("for that: reverse-hexes, reverse-warp, simplified",)),
        ("warp+honeymoon+punt+honeymoon-powers", ("has honeymoon-powers in it already", "write warp+honeymoon+punt")),
        ("nothing+four-planets", ("no such edition", "consolidated")),
        ("consolidated+../editions/warp", ("no such variant",)),
        ("consolidated+four-planets+technology+xyz", ("no such variant",)),
        ("consolidated+four-planets+four-planets+technology", ("write consolidated+four-planets+technology",)),
        ("consolidated+four-planets+technology.toml", ("no such variant",)),
        ("ffg2018+combos+combos", ("named twice", "write ffg2018+combos")),
        ("ffg2018+consolidated", ("consolidated is an edition of its own", "known variants")),
        ("ffg2018+five-planets", ("no such variant", "did you mean four-planets")),
        ("mayfair1991+technology+combos", ("for consolidated and ffg2018", "cannot be added to mayfair1991")),
    ],
)
def test_what_cannot_be_combined_is_refused_with_the_reason(edition: str, said: tuple[str, ...]) -> None:
    with pytest.raises(RulebaseError) as error:
        rulebase(edition)
    for words in said:
        assert words in str(error.value)
    with pytest.raises(RulebaseError):
        lay_table("table red purple", edition)


def test_a_variant_without_its_editions_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulebaseError):
        Rulebase(tmp_path, "consolidated+four-planets")


def test_spaces_around_the_plus_are_free() -> None:
    assert rulebase("consolidated + four-planets").law["setup.ships"].value == 16


def test_one_line_is_ruled_with_the_numbers_of_the_variant() -> None:
    line = "red 3 : 8 vs blue/Clone 2 : 6 ; foreign red 3 ; home blue 2"
    four, base = judge_encounter(line, "consolidated+four-planets"), judge_encounter(line)
    assert four.to_dict()["winners"] == ["red"]
    assert base.to_dict()["winners"] == []
    assert four.to_dict()["edition"] == "consolidated+four-planets"
    cites = four.citations
    assert "ffg2018 four-planets.4" in cites
    assert "ffg2018 four-planets.5" in cites
    assert "consolidated 1.2.1" not in cites


def test_a_success_brings_no_second_encounter_where_a_turn_has_one() -> None:
    line = "red 3 : 8 vs blue 2 : 6 ; hand red: 10 N"
    assert judge_encounter(line).to_dict()["second_encounter"] is True
    assert judge_encounter(line, "consolidated+single-encounter").to_dict()["second_encounter"] is False


def test_commands_of_variants_are_written_as_they_are_read() -> None:
    names = Names(rulebase("consolidated+technology"))
    for text in (
        "research red",
        "research red Lunar-Cannon from red.1 1",
        "research red tech 2 1",
        "complete red The-Prometheus to red.1 2, red.2 5",
        "abandon red tech 1",
        "acquire red",
        "acquire red 3 keep Quark-Battery",
        "acquire red keep 2",
        "show red/Clone",
        "show red",
        "hide red",
        "set tech red: Lunar-Cannon 3, ?, Xenon-Lasers complete; tech deck 4; tech discards: Quark-Battery",
        "set power red hidden; power purple shown",
    ):
        command = read_command(text, names, ("red", "purple", "yellow"))
        assert write_command(command) == text
        assert read_command(write_command(command), names, ("red", "purple", "yellow")) == command


def test_techs_and_facedown_sheets_are_kept_with_the_table() -> None:
    edition = "consolidated+technology+hidden-powers"
    table = lay_table("table red/Clone purple yellow", edition)
    table = rule_command(table, "set tech red: Lunar-Cannon 3 ; red.1 red 1").table
    again = from_data(to_data(table))
    assert to_data(again) == to_data(table)
    assert again.techs["red"][0].ships == 3
    assert again.hidden["red"] == ("Clone",)
    assert show(again)["aliens"] == {}, "nobody sees a facedown sheet"
    assert again.total("red") == 20


def test_what_is_offered_depends_on_the_variants() -> None:
    def said(edition: str) -> set[str]:
        table = lay_table("table red/Clone purple yellow", edition)
        return {offer.command.split()[0] for offer in offers(table)}

    assert not said("consolidated") & {"research", "show"}
    assert "research" in said("consolidated+technology")
    assert "show" in said("consolidated+hidden-powers")


def test_every_offer_with_variants_is_legal() -> None:
    table = lay_table("table red/Clone purple yellow", "consolidated+technology+hidden-powers+four-planets")
    table = rule_command(table, "set tech red: Lunar-Cannon 5, ? ; red.1 nobody ; red.2 red 3").table
    found = list(offers(table))
    assert {"complete red tech 1", "abandon red tech 1", "research red tech 2"} <= {offer.command for offer in found}
    assert [offer.command for offer in found if not rule_command(table, offer.command).legal] == []


def test_a_table_that_goes_on_anyway_names_the_clause() -> None:
    table = lay_table("table red purple yellow", "consolidated+technology")
    table = rule_command(table, "research red").table
    verdict = rule_command(table, "research red", anyway=True)
    assert verdict.legal
    assert "ffg2018 acquiring-new-tech.5" in verdict.citations
    assert verdict.table.techs["red"][0].ships == 2


def test_ships_on_a_tech_without_any_colony_go_to_the_warp() -> None:
    played = play(
        """
        table red purple yellow
        set red.1 nobody; red.2 nobody; red.3 nobody; red.4 nobody; red.5 nobody; warp red 18; tech red: Lunar-Cannon 2
        abandon red Lunar-Cannon
        """,
        "consolidated+technology",
    )
    assert played.faults == []
    assert played.table is not None
    assert played.table.ships["warp"] == {"red": 20}


def test_the_last_research_number_is_any_number() -> None:
    played = play(
        """
        table red purple yellow
        set tech red: Gluon-Mines 1; red.1 red 3
        complete red Gluon-Mines to red.1
        """,
        "consolidated+technology",
    )
    assert played.faults == []
    assert played.table is not None
    assert played.table.at("red.1", "red") == 4


def _completed(begun: str) -> list[str]:
    context = typer.Context(typer.main.get_command(app))
    return [word for word, _ in editions(context, begun)]


def test_a_shell_completes_editions_and_variants() -> None:
    assert _completed("cons") == ["consolidated"]
    assert "consolidated+four-planets" in _completed("consolidated+")
    assert _completed("consolidated+four-planets+tech") == ["consolidated+four-planets+technology"]
    assert "consolidated+four-planets+four-planets" not in _completed("consolidated+four-planets+")
    assert _completed("warp+p") == ["warp+punt"]
    assert _completed("warp+four") == []
    assert "mayfair1991+reverse-warp" in _completed("mayfair1991+")
    assert _completed("nothing+") == []
