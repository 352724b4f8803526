"""The position that a line describes, while it is read: who stands where, and which units are meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from kb.asking.notation.assumed import Assumed
from kb.asking.notation.routes import is_sea
from kb.cases.language.scenario import Value
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import UnitKind

Act = dict[str, Any]


@dataclass(slots=True, eq=False)
class Standing:
    """Units of one type and power in a space; ``now`` is where they are after what was done."""

    unit: str
    power: str
    count: int
    place: str
    now: str = ""
    cargo: list[Standing] = field(default_factory=list)
    damage: int = 0
    #: movement points that it has used
    spent: int = 0


@dataclass(slots=True)
class Scene:
    """Everything that is known of the position; ``named`` are the spaces that the line names."""

    rules: Rulebook
    turn: str = ""
    phase: str = ""
    round: int = 0
    units: list[Standing] = field(default_factory=list)
    bought: dict[str, dict[str, int]] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    wars: dict[str, dict[str, str]] = field(default_factory=dict)
    technologies: dict[str, list[str]] = field(default_factory=dict)
    advantages: dict[str, list[str]] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)
    money: dict[str, int] = field(default_factory=dict)
    peace: bool = False
    notes: dict[str, Value] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    assumed: list[Assumed] = field(default_factory=list)

    def assume(self, kind: str, *about: str) -> None:
        """Note that something is taken that was not said."""
        if Assumed(kind, about) not in self.assumed:
            self.assumed.append(Assumed(kind, about))

    # -- powers

    def enemies(self, power: str) -> frozenset[str]:
        """The powers of the other side."""
        return self.rules.enemies.get(power, frozenset())

    def everyone(self) -> Iterable[Standing]:
        """All units, those aboard others too."""
        for each in self.units:
            yield each
            yield from each.cargo

    # -- units

    def kind(self, unit: str) -> UnitKind:
        """Whether a unit is of the land, the air or the sea."""
        return self.rules.kinds[unit]

    def at(self, place: str, power: str = "") -> list[Standing]:
        """The units that are in a space now."""
        return [each for each in self.everyone() if each.now == place and power in ("", each.power)]

    def contested(self) -> list[str]:
        """The spaces in which the power on turn stands among enemies."""
        mine = dict.fromkeys(each.now for each in self.everyone() if not self.hostile(each.power) and each.now)
        return [place for place in mine if any(self.hostile(each.power) for each in self.at(place))]

    def hostile(self, power: str) -> bool:
        """Whether a power is an enemy of the one on turn."""
        return power in self.enemies(self.turn)

    def holder(self, space: str) -> str:
        """Who holds a territory."""
        return self.held.get(space) or self.rules.board.space(space).held_by

    # -- as it is written

    def spaces(self) -> dict[str, Value]:
        """The units of each space, and its holder where another than the printed one was said."""
        made: dict[str, Value] = {}
        for each in self.units:
            units = made.setdefault(each.place, {}).setdefault(each.power, {})
            units.setdefault(each.unit, []).extend(self._entry(part) for part in _alike(each))
        for powers in made.values():
            for units in powers.values():
                for unit, entries in units.items():
                    units[unit] = _short(entries)
        for space, holder in self.held.items():
            if holder != self.rules.board.space(space).held_by and not is_sea(self.rules, space):
                made.setdefault(space, {})["held_by"] = holder
        return made

    def _entry(self, standing: Standing) -> dict[str, Value]:
        entry: dict[str, Value] = {}
        cargo: dict[str, Value] = {}
        for each in standing.cargo:
            owner = cargo if each.power == standing.power else cargo.setdefault(each.power, {})
            owner[each.unit] = owner.get(each.unit, 0) + each.count
        if cargo:
            entry["cargo"] = cargo
        if standing.spent:
            entry["spent"] = standing.spent
        if standing.damage:
            entry["damage"] = standing.damage
        if standing.count != 1 or not entry:
            entry["count"] = standing.count
        return entry


class Acts:
    """What is done, in order, and what is asked of it: the last act, the odds, what may be done, what a battle
    shows."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.acts: list[Act] = []
        #: the ends of phases among the acts that the line does not name
        self.supplied: list[Act] = []
        self.what: Act | None = None
        #: what is asked of the battle: units by power that fire in it, or are lost; who holds a land then
        self.whether: dict[str, dict[str, Value]] = {}
        self.asked = self.odds = False

    def supplied_end(self, phase: str) -> Act:
        """The end of a phase that the line does not name."""
        act: Act = {"end": phase}
        self.supplied.append(act)
        self.scene.assume("ended", phase)
        return act


def _alike(standing: Standing) -> list[Standing]:
    """Ships that carry the same, as far as what is aboard can be shared out; else the first carries all."""
    ships = standing.count
    if ships == 1 or not standing.cargo:
        return [standing]
    if all(each.count % ships == 0 for each in standing.cargo):
        shares = [replace(each, count=each.count // ships) for each in standing.cargo]
        return [replace(standing, cargo=shares)]
    return [replace(standing, count=1), replace(standing, count=ships - 1, cargo=[])]


def _short(entries: list[dict[str, Value]]) -> Value:
    """Units as a number, where nothing tells some from others."""
    if all(entry.keys() == {"count"} for entry in entries):
        return sum(entry["count"] for entry in entries)
    return entries
