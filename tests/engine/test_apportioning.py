"""As many aircraft as possible get a place, compared with trying every way."""

from __future__ import annotations

from itertools import product

from hypothesis import example, given
from hypothesis import strategies as st

from kb.engine.core.position import Clock, Position, Unit
from kb.engine.game import asking
from kb.engine.landing import Deck, unseated
from tests.read_once import RULES_OF

zones = st.frozensets(st.sampled_from(["sz1", "sz2", "sz3"]))


@given(st.lists(zones, max_size=4), st.lists(st.tuples(zones.filter(bool), st.integers(0, 2)), max_size=3))
@example([frozenset({"sz1"}), frozenset({"sz2"})], [(frozenset({"sz1", "sz2"}), 1), (frozenset({"sz1"}), 1)])
@example([frozenset({"sz1"}), frozenset({"sz2"})], [(frozenset({"sz1", "sz2"}), 1), (frozenset({"sz2"}), 1)])
@example(
    [frozenset({"sz1", "sz2"}), frozenset({"sz1", "sz3"})],
    [(frozenset({"sz1"}), 1), (frozenset({"sz2"}), 1), (frozenset({"sz3"}), 0)],
)
def test_as_many_aircraft_as_possible_get_a_seat(
    planes: list[frozenset[str]], ships: list[tuple[frozenset[str], int]]
) -> None:
    play = asking(RULES_OF("revised"), Position(Clock(1, "germany", "noncombat-move")))
    needy = [(Unit(number, "fighter", "germany", "sz1"), near) for number, near in enumerate(planes)]
    carrier = Unit(9, "aircraft-carrier", "germany", "sz1")
    out = unseated(play, needy, [Deck(carrier, at, room) for at, room in ships])
    most = 0
    for stays in product(*(sorted(at) for at, _ in ships)):
        for aboard in product(range(-1, len(ships)), repeat=len(planes)):
            fits = all(aboard.count(number) <= room for number, (_, room) in enumerate(ships))
            reached = all(ship < 0 or stays[ship] in near for ship, near in zip(aboard, planes, strict=True))
            most = max(most, len(planes) - aboard.count(-1) if fits and reached else 0)
    assert len(planes) - len(out) == most
