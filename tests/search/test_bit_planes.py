"""Arithmetic on bit planes is that on the numbers themselves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kb.search import bit_planes

NUMBERS = st.dictionaries(st.integers(0, 2_000), st.integers(0, 300), max_size=12)


def number(made: list[int], position: int) -> int:
    return sum((plane >> position & 1) << bit for bit, plane in enumerate(made))


@given(st.sets(st.integers(0, 5_000), max_size=40))
def test_a_plane_has_the_positions_it_is_made_of(chosen: set[int]) -> None:
    plane = bit_planes.of_positions(chosen)
    assert bit_planes.positions(plane) == sorted(chosen)
    members = bit_planes.Members(plane)
    assert {position for position in range(5_010) if position in members} == chosen


@given(st.lists(st.tuples(NUMBERS, st.integers(0, 3)), max_size=5))
def test_sums_are_those_of_the_numbers(added: list[tuple[dict[int, int], int]]) -> None:
    total: list[int] = []
    for numbers, shift in added:
        bit_planes.add(total, bit_planes.of_numbers(numbers), shift)
    for position in {position for numbers, _ in added for position in numbers}:
        assert number(total, position) == sum(numbers.get(position, 0) << shift for numbers, shift in added)


@given(NUMBERS, st.sets(st.integers(0, 2_000), max_size=12), st.integers(0, 600))
def test_comparing_and_grouping_keep_to_the_rulings_asked_for(
    numbers: dict[int, int], others: set[int], least: int
) -> None:
    among = set(list(numbers)[::2]) | others
    made, plane = bit_planes.of_numbers(numbers), bit_planes.of_positions(among)
    reaching = {position for position in among if numbers.get(position, 0) >= least}
    assert set(bit_planes.positions(bit_planes.at_least(made, least, plane))) == reaching
    grouped = {
        position: value for value, part in bit_planes.groups(made, plane) for position in bit_planes.positions(part)
    }
    assert grouped == {position: numbers.get(position, 0) for position in among}
