"""Hits are placed so that as many as possible take effect: worked out quickly, as trying every way would."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kb.engine.core.table import Kind
from kb.engine.fire import _fitting
from kb.engine.units import Equal

SHIP, PLANE, SUBMARINE = (("germany", Kind(each)) for each in ("destroyer", "fighter", "submarine"))
some_hits = st.integers(0, 3)
targets = st.sets(st.sampled_from([SHIP, PLANE, SUBMARINE]), min_size=1)
counts = st.fixed_dictionaries(dict.fromkeys((SHIP, PLANE, SUBMARINE), some_hits)).map(Counter)


def by_trying(groups: list[tuple[frozenset[Equal], int]], room: Counter[Equal]) -> int:
    """The most hits that find a target, one hit after another put everywhere it can go, or nowhere."""
    if not groups:
        return 0
    (may, hits), rest = groups[0], groups[1:]
    if not hits:
        return by_trying(rest, room)
    left = [(may, hits - 1), *rest]
    taken = [1 + by_trying(left, room - Counter([key])) for key in may if room[key]]
    return max([*taken, by_trying(rest, room)])


@given(st.lists(st.tuples(targets, some_hits), max_size=3), counts, counts)
def test_as_many_hits_as_possible_find_a_target(
    groups: list[tuple[set[Equal], int]], room: Counter[Equal], gone: Counter[Equal]
) -> None:
    fast = _fitting([(Counter({key: room[key] for key in may}), hits) for may, hits in groups], gone)
    assert fast == by_trying([(frozenset(may), hits) for may, hits in groups], room - gone)
