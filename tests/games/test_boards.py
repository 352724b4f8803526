"""The boards: what they contain, and spot facts counted by hand."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.games import board_model
from kb.games.board_model import Board, Confidence, Neutral, Side, SpaceKind, Treasury, UnitKind, spelled
from kb.games.boards import load_board
from tests.read_once import boards

BOARDS = {(board.game, board.id): board for board in boards()}
REVISED = BOARDS["revised", "revised"]
ANN_1941 = BOARDS["anniversary", "1941"]
ANN_1942 = BOARDS["anniversary", "1942"]
EUROPE_1999 = BOARDS["europe-1999", "europe-1999"]
EUROPE = BOARDS["europe-1940", "europe-1940"]
GLOBAL = BOARDS["europe-1940", "global-1940"]
EUROPE_2012 = BOARDS["europe-1940", "europe-1940-2012"]
GLOBAL_2012 = BOARDS["europe-1940", "global-1940-2012"]
FLAMES = BOARDS["flames-and-steel", "combat-move"]
OF_1940 = (EUROPE, GLOBAL, EUROPE_2012, GLOBAL_2012)
COUNTS = [
    # board, territories, sea zones, borders, rows of the set-up, units, canals, technologies, objectives
    (REVISED, 79, 64, 348, 150, 205, 2, 6, 0),
    (ANN_1941, 97, 65, 407, 161, 229, 2, 12, 17),
    (ANN_1942, 97, 65, 407, 188, 251, 2, 12, 17),
    (EUROPE_1999, 61, 35, 241, 132, 205, 1, 0, 0),
    (EUROPE, 122, 65, 490, 179, 244, 5, 12, 13),
    (GLOBAL, 206, 128, 848, 315, 451, 5, 12, 16),
    (EUROPE_2012, 122, 65, 490, 201, 296, 5, 12, 18),
    (GLOBAL_2012, 205, 128, 845, 338, 516, 5, 12, 28),
    (FLAMES, 9, 7, 24, 0, 0, 5, 0, 0),
]


def name(board: Board) -> str:
    return board.id


def begins(board: Board, space: str) -> dict[tuple[str, str], int]:
    """(power, unit) -> how many begin in a space."""
    return {(p.power, p.unit): p.count for p in board.setup if p.space == space}


def treasuries(board: Board) -> dict[str, tuple[int | None, ...]]:
    return {power.id: tuple(t.ipc for t in power.treasuries) for power in board.powers}


def test_the_boards_in_their_order() -> None:
    assert list(BOARDS.values()) == [row[0] for row in COUNTS]


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: row[0].id)
def test_every_board_has_its_counts(row: tuple[Board, int, int, int, int, int, int, int, int]) -> None:
    board, *counts = row
    tables = (board.canals, board.technologies, board.objectives)
    assert [*board.figures().values(), *map(len, tables)] == counts


@pytest.mark.parametrize("board", BOARDS.values(), ids=name)
def test_one_board_is_as_all_of_them(data: str, board: Board) -> None:
    assert load_board(data, board.game, board.id) == board


def test_unverified_technologies_are_told() -> None:
    dark = [t.id for t in EUROPE.technologies if not t.effect]
    assert len(dark) == 8
    assert all(t.confidence is Confidence.UNVERIFIED for t in EUROPE.technologies if t.id in dark)


# --- spot facts, each from the words of a FAQ or the printed board ---


def test_revised_map() -> None:
    board = REVISED
    assert not board.bordering("sz14", "balkans") and not board.bordering("sz35", "french-indochina")
    assert {"sz39", "sz41"} <= board.around("sz40")
    assert not any(board.is_island(space) for space in ("japan", "united-kingdom", "australia", "gibraltar"))
    assert board.is_island("midway") and not board.is_island("sz1")
    suez, panama = board.canals
    assert (suez.one, suez.other, suez.lands) == ("sz15", "sz34", ("anglo-egypt", "trans-jordan"))
    assert panama.lands == ("panama",)
    assert board.space("kazakh-ssr").marks == () and board.space("sahara").marks == ("impassable",)
    assert board.space("spain").neutral is Neutral.STRICT


def test_revised_units() -> None:
    board = REVISED
    assert (board.unit("fighter").cost, board.unit("submarine").attack, board.unit("transport").defense) == (10, 2, 1)
    assert (board.unit("battleship").hits, board.unit("antiaircraft-gun").hits) == (2, None)
    assert begins(board, "caucasus")["soviet-union", "antiaircraft-gun"] == 1
    assert treasuries(board) == {
        "soviet-union": (24,),
        "germany": (40,),
        "united-kingdom": (30,),
        "japan": (30,),
        "united-states": (42,),
    }
    assert board.powers[0].id == "soviet-union"
    assert {t.number: t.name for t in board.technologies}[5] == "Combined bombardment"
    assert len([space for space in board.spaces if space.city]) == 12


def test_anniversary_shares_its_map() -> None:
    assert ANN_1941.borders == ANN_1942.borders and ANN_1941.units == ANN_1942.units
    changed = [one.id for one in ANN_1941.spaces if one != ANN_1942.space(one.id)]
    assert len(changed) == 13
    for space in changed:
        one, other = ANN_1941.space(space), ANN_1942.space(space)
        assert (one.owner, one.value, one.city) == (other.owner, other.value, other.city)
        assert one.held_by == one.owner != other.held_by


def test_anniversary_facts() -> None:
    assert treasuries(ANN_1941)["germany"] == (31,) and treasuries(ANN_1942)["germany"] == (37,)
    assert treasuries(ANN_1941)["china"] == (None,)
    turns = {power.id: power.turn for power in ANN_1941.powers}
    assert turns["china"] == turns["united-states"] == 6
    assert ANN_1942.powers[0].id == "japan" and ANN_1941.powers[0].id == "germany"
    assert {(p.power, p.unit): p.count for p in ANN_1941.setup if p.power == "china" and p.unit == "fighter"} == {
        ("china", "fighter"): 1
    }
    assert (ANN_1941.space("manchuria").owner, ANN_1941.space("manchuria").held_by) == ("china", "japan")
    assert ANN_1941.space("kwangtung").marks == ("chinese-may-enter",)
    afloat = [p for p in ANN_1941.setup if ANN_1941.space(p.space).kind is SpaceKind.SEA_ZONE]
    assert {p.space for p in afloat if ANN_1941.unit(p.unit).kind is UnitKind.LAND} == {"sz61"}


def test_europe_1999_facts() -> None:
    board = EUROPE_1999
    assert board.unit("bomber").cost == 15 and board.unit("industrial-complex").cost is None
    assert (
        board.unit("tank").name == "armor"
        and board.unit("tank").transport_cost == board.unit("transport").transport_room
    )
    assert board.around("united-states") == {"us-eastern-coast", "canada"}
    assert len([space for space in board.spaces if "convoy" in space.marks]) == 7
    assert board.space("soviet-convoy").needs == ("archangel",) and board.space("soviet-convoy").value == 4
    outside = [space for space in board.spaces if "middle-east" in space.marks]
    assert (len(outside), sum(space.value or 0 for space in outside)) == (5, 8)
    assert begins(board, "crete") == {}
    assert board.bordering("gibraltar", "spain") and not board.is_island("gibraltar")
    complexes = {p.space for p in board.setup if (p.power, p.unit) == ("soviet-union", "industrial-complex")}
    assert complexes == {"leningrad", "stalingrad", "archangel", "moscow"}


@pytest.mark.parametrize("board", OF_1940, ids=name)
def test_maps_of_1940(board: Board) -> None:
    assert board.bordering("central-united-states", "alberta-saskatchewan-manitoba")
    assert board.bordering("quebec", "new-brunswick-nova-scotia") and board.bordering("scotland", "eire")
    assert not board.bordering("sz106", "eastern-united-states")
    assert board.is_island("greenland") and not board.is_island("united-kingdom")
    assert board.space("caspian-sea").kind is SpaceKind.SEA_ZONE
    assert board.space("sz125").marks == ("convoy",)
    assert (board.unit("aircraft-carrier").attack, board.unit("aircraft-carrier").hits) == (0, 2)
    assert {spelled(p) for p in ("persia", "eastern-persia", "northwest-persia")} <= {
        spelled(s.id) for s in board.spaces
    }


@pytest.mark.parametrize("board", (GLOBAL, GLOBAL_2012), ids=name)
def test_global_facts(board: Board) -> None:
    assert board.around("sz10") == {"western-united-states", "mexico", "sz1", "sz9", "sz11", "sz12"}
    british = {power.id: power for power in board.powers}["united-kingdom"]
    assert british.capitals == ("united-kingdom", "india")
    assert [board.space(capital).economy for capital in british.capitals] == ["europe", "pacific"]
    assert (board.space("java").owner, board.space("java").held_by) == ("dutch", "")
    assert not board.is_island("new-guinea") and board.is_island("japan")


def test_the_editions_of_1940_differ() -> None:
    assert {t.economy: t.ipc for p in GLOBAL.powers for t in p.treasuries if p.id == "united-kingdom"} == {
        "europe": 29,
        "pacific": 16,
    }
    power = "united-kingdom"
    british = next(each for each in GLOBAL_2012.powers if each.id == power)
    assert british.treasuries == (Treasury(power, "europe", 28), Treasury(power, "pacific", 17))
    assert GLOBAL.bordering("alaska", "yukon-territory") and GLOBAL_2012.named("Yukon Territory") is None
    assert EUROPE.unit("antiaircraft-gun").hits is None and EUROPE_2012.unit("antiaircraft-gun").hits == 1
    assert EUROPE_2012.unit("antiaircraft-gun").name == "antiaircraft artillery"
    assert begins(EUROPE_2012, "egypt")["united-kingdom", "infantry"] == 2
    assert begins(GLOBAL_2012, "egypt")["united-kingdom", "infantry"] == 1
    assert begins(GLOBAL_2012, "egypt")["anzac", "infantry"] == 2
    assert ("united-states", "major-industrial-complex") in begins(EUROPE_2012, "eastern-united-states")
    assert ("united-states", "major-industrial-complex") not in begins(GLOBAL_2012, "eastern-united-states")
    assert {power.id for power in EUROPE.powers if power.side is Side.AXIS} == {"germany", "italy"}
    egypt = [objective for objective in EUROPE.objectives if objective.spaces == ("egypt",)]
    assert [(objective.power, objective.ipc) for objective in egypt] == [("germany", 3)]
    assert GLOBAL.space("suriname").owner == "dutch" and EUROPE.space("suriname").neutral is Neutral.STRICT


# --- names ---


def test_other_spellings_lead_to_the_space() -> None:
    for board, words, space in [
        (REVISED, "Kwantung", "kwangtung"),
        (REVISED, "Philipine Islands", "philippine-islands"),
        (REVISED, "5 Sea Zone", "sz5"),
        (REVISED, "ukraine ssr", "ukraine-ssr"),
        (ANN_1942, "Morocco Algeria", "morocco-algeria"),
        (EUROPE_1999, "Baltic Sea Sea Zone", "baltic-sea"),
        (GLOBAL_2012, "128 sea zone", "caspian-sea"),
        (GLOBAL_2012, "Newfoundland Labrador", "newfoundland-labrador"),
    ]:
        found = board.named(words)
        assert found is not None and found.id == space
    assert REVISED.named("Atlantis") is None


@given(st.sampled_from(list(BOARDS.values())), st.data())
def test_every_name_leads_home_however_it_is_written(board: Board, draw: st.DataObject) -> None:
    space = draw.draw(st.sampled_from(board.spaces))
    words = draw.draw(st.sampled_from(space.names))
    case = draw.draw(st.sampled_from([str.upper, str.lower, str.title, str.swapcase]))
    marks = draw.draw(st.sampled_from(["", " ", "-", "/", "."]))
    assert board.named(case(words).replace(" ", marks)) is space


def test_the_doctests_of_the_nouns() -> None:
    found = doctest.testmod(board_model)
    assert found.attempted and not found.failed


def test_what_nobody_knows_is_neither_nothing_nor_a_number() -> None:
    tank, counter = FLAMES.unit("tank"), FLAMES.unit("production-unit")
    assert (tank.move, tank.hits, counter.hits) == (2, None, None)
    assert tank.has("hits") and tank.has("move") and not counter.has("hits") and not tank.has("carrier_room")
    assert FLAMES.space("turkey").unknown == ("value",) and not REVISED.space("norway").unknown
    assert not any(unit.unknown for board in BOARDS.values() if board is not FLAMES for unit in board.units)
