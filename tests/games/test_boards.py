"""The boards: what they contain, and spot facts counted by hand."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.games import board_model
from kb.games.board_model import Board, Confidence, Neutral, Side, Treasury
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


def name(board: Board) -> str:
    return board.id


def begins(board: Board, space: str) -> dict[tuple[str, str], int]:
    """Return the numbers of units in a space at the start, by power and type."""
    return {(p.power, p.unit): p.count for p in board.setup if p.space == space}


def test_the_boards_in_their_order() -> None:
    order = (REVISED, ANN_1941, ANN_1942, EUROPE_1999, EUROPE, GLOBAL, EUROPE_2012, GLOBAL_2012, FLAMES)
    assert list(BOARDS.values()) == list(order)


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


def test_anniversary_shares_its_map() -> None:
    assert ANN_1941.borders == ANN_1942.borders and ANN_1941.units == ANN_1942.units
    changed = [one.id for one in ANN_1941.spaces if one != ANN_1942.space(one.id)]
    assert len(changed) == 13
    for space in changed:
        one, other = ANN_1941.space(space), ANN_1942.space(space)
        assert (one.owner, one.value, one.city) == (other.owner, other.value, other.city)
        assert one.held_by == one.owner != other.held_by


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
