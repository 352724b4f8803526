"""Plays a cycle of a battle and tells who fired, at what each die hit, and what was lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.asking.request import EngineRequest
from kb.cases.expectations.played import PlayRecord
from kb.cases.play.playing import before, replayed
from kb.cases.play.script import Replayed
from kb.engine.combat.submarines import Submerge
from kb.engine.core.position import Position, Unit, replace
from kb.engine.core.table import FACES, Roll
from kb.engine.legal import offers

#: how often somebody may decide on submerging within a cycle
_DECISIONS = 3


class _Watched(Replayed):
    """Dice that hit where somebody says so, and else miss; remembers the dice of each unit."""

    def __init__(self, hits: Callable[[Unit], bool]) -> None:
        super().__init__(PlayRecord())
        self._hits = hits
        self.rolled: list[tuple[Unit, str, int]] = []

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        faces = []
        for die in roll.dice:
            unit = position.units.get(die.unit)
            if unit is not None and (position.battle is None or position.battle.round == 1):
                self.rolled.append((unit, roll.what, die.hits_on))
            faces.append(1 if unit is not None and self._hits(unit) else FACES)
        self._remember(self._keys(roll), faces, position)
        return faces


@dataclass(slots=True)
class Fought:
    """What came of the first cycle of a battle: the dice (of which unit, for what, hitting at most at), the units that
    were lost, and by power the kinds of units that could submerge."""

    rolled: list[tuple[Unit, str, int]]
    lost: list[Unit]
    dives: set[tuple[str, str]]

    def fires(self, power: str, kind: str, *what: str) -> bool:
        """Whether a kind of unit fired, or did so for what is named."""
        return any(
            (unit.power, unit.type) == (power, kind) and (not what or why in what) for unit, why, _ in self.rolled
        )

    def submerges(self, power: str, kind: str) -> bool:
        """Whether a kind of unit could submerge."""
        return (power, kind) in self.dives

    def loses(self, power: str, kind: str, wanted: bool = True) -> bool:
        """Whether a kind of unit was lost, or else was not."""
        return any((unit.power, unit.type) == (power, kind) for unit in self.lost) is wanted

    def fired_before_it_was_lost(self, power: str, wanted: bool = True) -> bool | None:
        """Whether something that a power lost had fired, or else had not; None where it lost nothing."""
        fired = {unit.id for unit, _, _ in self.rolled}
        lost = [unit.id in fired for unit in self.lost if unit.power == power]
        return any(lost) is wanted if lost else None


def fight(request: EngineRequest, hits: Callable[[Unit], bool]) -> Fought:
    """Play the first cycle of the battle of a request with dice that hit for the units of which ``hits`` says so.

    Nobody submerges: who may decide on that goes on.
    """
    found: set[tuple[str, str]] = set()
    for times in range(1, _DECISIONS + 2):
        table = _Watched(hits)
        case = replace(request.case, do=(*request.acts[:-1], *request.acts[-1:] * times))
        played = replayed(before(request.rules, case), table)
        battle = played.position.battle
        over = battle is None or battle.round > 1
        offered = () if over else offers(request.rules, played.position)
        found |= {(offer.power, offer.detail) for offer in offered if isinstance(offer.action, Submerge)}
        if over or (battle and battle.step == request.rules.ruleset.steps[-1]):
            break
    lost = [unit for event in played.events if event.name == "lost" for unit in event.facts["units"]]
    return Fought(table.rolled, lost, found)


def hits_on(request: EngineRequest, power: str, kind: str) -> int | None:
    """At what the die of a unit hits at most when nothing else hits; None where it rolls none."""
    rolled = fight(request, lambda _: False).rolled
    return next((most for unit, _, most in rolled if unit.power == power and unit.type == kind), None)


def showing(
    tells: Callable[[Fought], bool | None], power: str = "", kind: str = ""
) -> Callable[[EngineRequest], bool | None]:
    """What tells of a battle in which the dice of one power hit, or those of one kind of its units."""

    def hits(unit: Unit) -> bool:
        return unit.power == power and kind in ("", unit.type)

    return lambda request: tells(fight(request, hits))
