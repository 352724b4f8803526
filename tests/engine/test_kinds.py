"""Units are equal if none of their differences can still matter, in whatever turn and phase."""

from __future__ import annotations

import pytest

from kb.engine import Mark, Position, Unit
from kb.engine.core.position import Clock
from kb.engine.game import asking
from kb.engine.setup import overloaded, stowed
from kb.engine.units import equal_units
from tests.read_once import RULES_OF

RULES = RULES_OF("revised")
COMBAT, MOVING = "conduct-combat", "combat-move"


def at(turn: str, phase: str, *units: Unit) -> Position:
    return Position(Clock(1, turn, phase), {unit.id: unit for unit in units})


def kinds(position: Position, *ids: int) -> int:
    """Return the number of kinds among the named units."""
    play = asking(RULES, position)
    return len(equal_units(play, play.units(ids)))


def two(kind: str, space: str, **differs: object) -> tuple[Unit, Unit]:
    """Return two units of Germany that differ in one part of their state."""
    return Unit(1, kind, "germany", space), Unit(2, kind, "germany", space, **differs)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "space", "differs", "turn", "phase", "equal"),
    [
        # movement left: for aircraft that must land, and for all units that may still move
        ("fighter", "karelia-ssr", {"spent": 2}, "germany", COMBAT, False),
        ("fighter", "karelia-ssr", {"spent": 2}, "soviet-union", COMBAT, True),
        ("destroyer", "sz5", {"spent": 1}, "germany", COMBAT, True),
        ("destroyer", "sz5", {"spent": 1}, "germany", MOVING, False),
        # its origin: for land units that came by sea, and for scrambled planes that return
        ("infantry", "karelia-ssr", {"came": ("sz5",)}, "germany", COMBAT, False),
        ("infantry", "karelia-ssr", {"came": ("norway",)}, "germany", COMBAT, True),
        ("infantry", "karelia-ssr", {"came": ("sz5",)}, "soviet-union", COMBAT, True),
        ("destroyer", "sz5", {"came": ("sz6",)}, "germany", COMBAT, True),
        ("fighter", "sz5", {"came": ("norway",), "marks": frozenset({Mark.SCRAMBLED})}, "soviet-union", COMBAT, False),
        # marks: only those that are used later
        ("destroyer", "sz5", {"marks": frozenset({Mark.COMBAT_MOVED})}, "germany", COMBAT, True),
        ("destroyer", "sz5", {"marks": frozenset({Mark.COMBAT_MOVED})}, "germany", MOVING, False),
        ("submarine", "sz5", {"marks": frozenset({Mark.SUBMERGED})}, "soviet-union", COMBAT, False),
        # damage and names always
        ("battleship", "sz5", {"damage": 1}, "soviet-union", COMBAT, False),
        ("infantry", "karelia-ssr", {"name": "A"}, "soviet-union", COMBAT, False),
        ("infantry", "karelia-ssr", {}, "germany", MOVING, True),
    ],
)
def test_what_makes_a_difference(
    kind: str, space: str, differs: dict[str, object], turn: str, phase: str, equal: bool
) -> None:
    assert kinds(at(turn, phase, *two(kind, space, **differs)), 1, 2) == (1 if equal else 2)


@pytest.mark.parametrize(("aboard", "equal"), [("infantry", True), ("tank", False)])
def test_ships_differ_by_what_they_carry(aboard: str, equal: bool) -> None:
    cargo = Unit(3, "infantry", "germany", "sz5", aboard=1), Unit(4, aboard, "germany", "sz5", aboard=2)
    position = at("soviet-union", COMBAT, *two("transport", "sz5"), *cargo)
    assert kinds(position, 1, 2) == (1 if equal else 2)


@pytest.mark.parametrize(
    ("damage", "power", "equal"), [(0, "germany", True), (1, "germany", False), (0, "japan", False)]
)
def test_planes_differ_by_what_carries_them(damage: int, power: str, equal: bool) -> None:
    ships = Unit(3, "aircraft-carrier", "germany", "sz5"), Unit(4, "aircraft-carrier", power, "sz5", damage=damage)
    planes = Unit(1, "fighter", "germany", "sz5", aboard=3), Unit(2, "fighter", "germany", "sz5", aboard=4)
    two_hits = RULES_OF("europe-1940")
    play = asking(two_hits, at("soviet-union", COMBAT, *ships, *planes))
    assert len(equal_units(play, planes)) == (1 if equal else 2)


def test_the_order_of_ids_does_not_order_the_kinds() -> None:
    one, other = two("fighter", "karelia-ssr", spent=2)
    play = asking(RULES, at("germany", COMBAT, one, other))
    assert list(equal_units(play, [one, other])) == list(equal_units(play, [other, one]))


@pytest.mark.parametrize(
    ("ship", "cargo", "fits"),
    [
        ("transport", ["infantry", "tank"], True),
        ("transport", ["tank", "tank"], False),
        ("transport", ["fighter"], False),
        ("destroyer", ["infantry"], False),
        ("aircraft-carrier", ["fighter", "fighter"], True),
        ("aircraft-carrier", ["fighter", "fighter", "fighter"], False),
        ("aircraft-carrier", ["bomber"], False),
    ],
)
def test_ships_carry_what_they_have_room_for(ship: str, cargo: list[str], fits: bool) -> None:
    aboard = [Unit(number, kind, "germany", "sz5", aboard=1) for number, kind in enumerate(cargo, 2)]
    position = at("germany", MOVING, Unit(1, ship, "germany", "sz5"), *aboard)
    assert [carrier.id for carrier, _ in overloaded(asking(RULES, position))] == ([] if fits else [1])


def test_what_stands_at_sea_goes_aboard_in_whatever_order_it_is_listed() -> None:
    def types_aboard(*kinds: tuple[str, int]) -> list[tuple[str, int]]:
        units = [Unit(n, kind, "germany", "sz5", damage=damage) for n, (kind, damage) in enumerate(kinds, 1)]
        found = stowed(RULES.board, {unit.id: unit for unit in units}, "germany")
        return sorted((unit.type, found[unit.aboard].damage) for unit in found.values() if unit.aboard)

    listed = [("transport", 0), ("transport", 1), ("tank", 0), ("infantry", 0), ("infantry", 0)]
    assert types_aboard(*listed) == types_aboard(*reversed(listed))
