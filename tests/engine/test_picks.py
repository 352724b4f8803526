"""The picks of units from groups: the same, in the same order, as a plain listing of them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.engine.core.picks import Equal, Kind, Limit, Pick, Picks

KINDS: list[Equal] = [("germany", Kind(called)) for called in ("bomber", "fighter", "infantry", "tank")]
LIMITS = st.lists(
    st.tuples(st.dictionaries(st.sampled_from(KINDS), st.integers(-1, 2)), st.integers(-1, 5)), max_size=3
)


def listed(groups: list[tuple[Equal, int]], most: int, least: int, limits: list[Limit]) -> list[Pick]:
    """Yield every pick by trying all numbers: larger picks first, then those with fewer units of the first groups."""
    found = []
    for number in range(most, least - 1, -1):
        for numbers in product(*(range(size + 1) for _, size in groups)):
            taken = dict(zip((key for key, _ in groups), numbers, strict=True))
            kept = all(sum(by * taken.get(key, 0) for key, by in factors.items()) <= bound for factors, bound in limits)
            if sum(numbers) == number and kept:
                found.append(tuple((*key, own) for key, own in taken.items() if own))
    return found


@given(st.lists(st.integers(0, 3), max_size=4), st.integers(0, 8), st.integers(0, 8), LIMITS)
def test_picks_are_those_of_a_plain_listing(sizes: list[int], most: int, fewer: int, limits: list[Limit]) -> None:
    groups = list(zip(KINDS, sizes, strict=False))
    least = max(0, most - fewer)
    every, wanted = listed(groups, 8, 0, []), listed(groups, most, least, limits)
    picks = Picks(groups, most, least, limits)
    assert list(picks) == wanted and picks.total == len(wanted) and bool(picks) == bool(wanted)
    assert [picks[at] for at in range(len(wanted))] == wanted
    assert [picks.index(each) for each in wanted] == list(range(len(wanted)))
    assert [each for each in every if each in picks] == [each for each in every if each in wanted]


@given(st.lists(st.integers(0, 3), max_size=4), st.integers(0, 6), LIMITS, LIMITS)
def test_picks_are_equal_if_they_list_the_same(
    sizes: list[int], most: int, limits: list[Limit], others: list[Limit]
) -> None:
    groups = list(zip(KINDS, sizes, strict=False))
    one, other = Picks(groups, most, limits=limits), Picks(groups, most, limits=others)
    assert (one == other) == (list(one) == list(other))


def test_millions_of_picks_are_counted_and_too_many_states_are_refused() -> None:
    many = Picks([(("germany", Kind(f"fighter {number}")), 1) for number in range(60)], 30)
    assert many.total == 118_264_581_564_861_424 and len(many[:200]) == 200
    endless = Picks([(("germany", Kind(f"fighter {number}")), 100) for number in range(60)], 3_000)
    with pytest.raises(OverflowError, match="too many ways to pick 3000 units"):
        _ = endless.total
