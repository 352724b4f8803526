"""In which order a side takes its losses: what costs least first, or as whoever asks has said.

The first hits on ships of several hits, which cost nothing, come before all losses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import DAMAGED, Choice, Option, Pick
from kb.engine.odds.values import ATTACKER, DEFENDER
from kb.engine.units.kinds import Equal, equal_units
from kb.errors import Finding, raise_if
from kb.shape import suggest

#: for each side the unit types in the order in which they are lost
Given = Mapping[str, Sequence[str]]
#: where units stand in the order of losses
Rank = tuple[object, ...]


class Order:
    """The order of losses of both sides of a battle."""

    def __init__(self, rules: Rulebook, losses: Given | None) -> None:
        """Raises :class:`BadInput` for a side or a unit type that there is not."""
        self.rules, self.given = rules, losses or {}
        types = [unit.id for unit in rules.board.units]
        raise_if(
            [
                Finding(f"there is no side '{side}' in a battle", hint=f"{ATTACKER} or {DEFENDER}")
                for side in self.given
                if side not in (ATTACKER, DEFENDER)
            ]
            + [
                Finding(f"there is no unit '{kind}' in this game", hint=suggest(kind, types))
                for kinds in self.given.values()
                for kind in kinds
                if kind not in types
            ]
        )

    def ranks(self, play: Play, side: str, units: Sequence[Unit]) -> dict[Equal, Rank]:
        """Where units of a side, equal ones together, stand in the order; what is damaged stands for itself.

        Of one type those come first that their owner needs least.
        """
        found: dict[Equal, Rank] = {}
        for number, (power, kind) in enumerate(reversed(equal_units(play, units))):
            found.setdefault((power, kind), (*self.rank(side, power, kind.called), number))
            if self._is_sound_and_takes_several(kind.called):
                damaged = kind.damaged
                found.setdefault((power, damaged), (*self.rank(side, power, damaged.called), number))
        return found

    def rank(self, side: str, power: str, called: str) -> Rank:
        """Where a type stands, of damaged units with ``damaged`` before it."""
        name = called.removeprefix(DAMAGED)
        unit = self.rules.board.unit(name)
        cost = unit.cost or 0
        if self._is_sound_and_takes_several(called):
            return (0, 0, -cost, 0, name, power)
        told = self.given.get(side, ())
        place = list(told).index(name) if name in told else len(told)
        strength = (unit.attack if side == ATTACKER else unit.defense) or 0
        return (1, place, cost, strength, name, power)

    def _is_sound_and_takes_several(self, called: str) -> bool:
        return not called.startswith(DAMAGED) and (self.rules.board.unit(called).hits or 0) > 1


class InOrder:
    """Makes the choices of a battle: losses by an order, of all other options the first."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self._ranks: dict[str, dict[Equal, Rank]] = {ATTACKER: {}, DEFENDER: {}}

    def choice(self, play: Play, choice: Choice) -> Option:
        """The option that takes as much as it can of what is lost first."""
        battle = play.position.battle
        picks = [option for option in choice.options if isinstance(option, tuple)]
        if battle is None or len(picks) < len(choice.options):
            return choice.options[0]
        attacks = {unit.power for unit in play.units(battle.attackers)}
        side = ATTACKER if all(power in attacks for power, _, _ in picks[0]) else DEFENDER
        ranks, places = self._ranks[side], {(power, kind) for pick in picks for power, kind, _ in pick}
        if not places <= ranks.keys():
            units = play.units(battle.attackers if side == ATTACKER else battle.defenders)
            ranks.update(self.order.ranks(play, side, units) | ranks)
        for power, kind in places - ranks.keys():
            ranks[power, kind] = (*self.order.rank(side, power, kind.called), -1)
        ordered = sorted(places, key=lambda place: ranks[place])
        return max(picks, key=lambda pick: _taken(pick, ordered))


def _taken(pick: Pick, places: Sequence[Equal]) -> list[int]:
    """How much a pick takes of each place, in their order."""
    taken = {(power, kind): number for power, kind, number in pick}
    return [taken.get(place, 0) for place in places]
