"""The laws of every position and every event of a game, whatever was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

from kb.engine import game
from kb.engine.core.actions import Action, EndPhase, Fight, Move, Node, Offload, Retreat
from kb.engine.core.play import Play
from kb.engine.core.position import Event, Mark, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import NoDice, Seeded
from kb.engine.fire import can_harm
from kb.engine.game import candidates
from kb.engine.income import CollectIncome
from kb.engine.mobilize import Mobilize
from kb.engine.setup import treasuries
from kb.engine.submarines import Submerge
from kb.games.board_model import Neutral, Side, SpaceKind, UnitKind, UnitType

#: the only events that add units, remove them, give them to another power, or move them
BRING = {"mobilized", "raised"}
TAKE = {"lost", "complex-upgraded"}
#: the only events that replace a unit
CONVERT = {"complex-upgraded", "complex-reduced"}
HAND_OVER = {"taken", "handed-over"}
CARRY = {"moved", "loaded", "offloaded", "retreated", "landed", "boarded", "scrambled"}
#: the only events that change other lasting state
CHANGE = {
    "holders": {"captured", "claimed", "joined-a-side"},
    "wars": {"war-declared"},
    "treasuries": {
        "bought",
        "complex-repaired",
        "research-paid",
        "collected",
        "bonus-paid",
        "raided",
        "rocket-struck",
        "treasury-taken",
        "refunded",
        "tribute-paid",
    },
    "technologies": {"developed"},
    "researchers": {"researchers-stay", "researchers-discarded"},
    "bought": {"bought", "reinforced", "mobilized", "forfeited"},
    "clock": {"phase-began"},
    "advantages": set(),
}
#: the actions that bring a phase nearer to its end: each is possible only a limited number of times
ONWARDS: tuple[type[Action], ...] = (Fight, Submerge, Retreat, Mobilize, Move, Offload, CollectIncome)
#: the most damage markers of a complex for each IPC of the value of its territory
MARKERS = 2


class Laws:
    """Finds violations in positions on one board."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules, self.board = rules, rules.board
        self.sea = {space.id for space in self.board.spaces if space.kind is SpaceKind.SEA_ZONE}
        self.closed = {space.id for space in self.board.spaces if "impassable" in space.marks}
        self.complexes = rules.facts["complexes"].names if "complexes" in rules.facts else ()
        self.way_on: Action | None = None
        self.phases = [phase.id for phase in rules.ruleset.phases]
        self.accounts = treasuries(rules.board).keys()
        self.neutral = self.given("neutral-powers-have-no-friends", "powers", ())

    def given(self, rule: str, key: str, default: Any) -> Any:
        """Return the parameter of a rule in the rule set, if it has the rule."""
        line = self.rules.lines.get(rule)
        return line.given[key] if line else default

    def type(self, unit: Unit) -> UnitType:
        return self.board.unit(unit.type)

    def bears(self, unit: Unit) -> int:
        """Return the most damage markers of a facility."""
        rule = "facilities-have-a-damage-limit"
        if self.rules.on(rule):
            return int(self.given(rule, unit.type, 0))
        return MARKERS * (self.board.space(unit.at).value or 0)

    def allies(self, one: str, other: str) -> bool:
        return self.rules.sides[one] is self.rules.sides.get(other)

    def foes(self, position: Position, one: str, other: str) -> bool:
        """Return whether units of two powers may fight: they are of different sides, and at war if wars are
        declared."""
        told = self.rules.on("only-powers-at-war-are-enemies") and {one, other} <= set(self.rules.order)
        war = not told or (one, other) in position.wars or (other, one) in position.wars
        return war and not self.allies(one, other)

    def friends(self, position: Position, one: str, other: str) -> bool:
        """Return whether two powers of a side share land and ships; powers that are still neutral do not."""
        apart = (each for each in (one, other) if each in self.neutral)
        peace = any(not any(each in war for war in position.wars) for each in apart)
        return one == other or (self.allies(one, other) and not peace)

    def broken(self, position: Position) -> Iterator[str]:
        """Return the violations in a position."""
        yield from self._ways_on(position)
        yield from self._places(position)
        yield from self._politics(position)
        yield from self._cargo(position)
        yield from self._money(position)
        yield from self._battle(position)
        if position.clock.phase in self.phases[self.phases.index("noncombat-move") :]:
            yield from self._after_combat(position)
        if position.clock.phase in self.phases[self.phases.index("noncombat-move") + 1 :]:
            yield from self._after_noncombat(position)
        if position.clock.phase == self.phases[0]:
            yield from self._at_rest(position)

    def _ways_on(self, position: Position) -> Iterator[str]:
        """Return a violation if the game is stuck: the phase cannot end, and no possible action brings it nearer to its
        end."""
        end = EndPhase(position.clock.turn)
        if game.can(self.rules, position, end):
            return
        units = getattr(self.way_on, "units", ())
        still_there = self.way_on is not None and all(unit in position.units for unit in units if isinstance(unit, int))
        known = (self.way_on,) if self.way_on and still_there else ()  # it is often still legal
        for way in chain(known, candidates(self.rules, position, *ONWARDS)):
            if game.can(self.rules, position, way) and self._leads_on(position, way):
                self.way_on = way
                break
        else:
            why = [(each.rule, *each.facts.values()) for each in game.verdict(self.rules, position, end).reasons]
            yield f"the {position.clock.phase} of {position.clock.turn} cannot end: {why}"

    def _leads_on(self, position: Position, action: Action) -> bool:
        """Return whether an action can bring a phase nearer to its end; pressing on if neither side can hit does
        not."""
        battle = position.battle
        if not isinstance(action, Fight) or battle is None or not battle.step:
            return True
        play = Play(self.rules, position, NoDice(), Node("", {}))
        attackers, defenders = play.units(battle.attackers), play.units(battle.defenders)
        hits = can_harm(play, attackers, defenders, True) or can_harm(play, defenders, attackers, False)
        return hits or game.do(self.rules, position, action, Seeded(0)).position.battle is None

    def _politics(self, position: Position) -> Iterator[str]:
        for one, other in position.wars:
            if self.allies(one, other):
                yield f"{one} is at war with {other} of its side"
        fenced, land = (self.given("units-keep-to-their-land", each, ()) for each in ("powers", "spaces"))
        for unit in position.units.values():
            if unit.power in fenced and unit.at not in land:
                yield f"{unit} has left its land"
            if unit.power in set(Side) and (unit.at in self.sea or position.holders.get(unit.at) in self.rules.order):
                yield f"{unit} belongs to a side and is in land of a power"
        used = position.game_notes.get(("kamikaze-tokens-used",), 0)
        if used and used > self.given("kamikaze-strikes", "tokens", 0):
            yield f"{used} tokens have been used"

    def _leans(self, position: Position, unit: Unit) -> bool:
        """Return whether a unit may be in land that no power holds: land of its side, or friendly land that it cannot
        take."""
        side, space = self.rules.sides[unit.power], self.board.space(unit.at)
        pro = {Neutral.PRO_AXIS: Side.AXIS, Neutral.PRO_ALLIES: Side.ALLIES}
        turned = position.game_notes.get(("leans", unit.at)) or (space.neutral and pro.get(space.neutral))
        unarmed = self.type(unit).kind is UnitKind.LAND and self.type(unit).attack is None
        unplayed = space.owner not in ("", *self.rules.order) and unit.at not in position.holders
        return unplayed or position.holders.get(unit.at) == side or (turned == side and unarmed)

    def _places(self, position: Position) -> Iterator[str]:
        for number, unit in position.units.items():
            kind, at_sea = self.type(unit).kind, unit.at in self.sea
            if number != unit.id:
                yield f"{unit} is filed under {number}"
            if at_sea and kind is UnitKind.FACILITY:
                yield f"{unit} is at sea"
            if at_sea and kind is UnitKind.LAND and not unit.aboard:
                yield f"{unit} is in the water"
            if not at_sea and kind is UnitKind.SHIP:
                yield f"{unit} is ashore"
            if unit.at in self.closed:
                yield f"{unit} is in closed land"
            if unit.damage and kind is not UnitKind.FACILITY and unit.damage >= (self.type(unit).hits or 1):
                yield f"{unit} should be lost"
            if kind is UnitKind.FACILITY and unit.damage > self.bears(unit):
                yield f"{unit} bears too much damage"
            if unit not in position.at(unit.at):
                yield f"{unit} is not in the register"
        if sum(len(position.at(space.id)) for space in self.board.spaces) != len(position.units):
            yield "the register has units that are not there"
        for territory in position.holders:
            if (territory in self.sea and not self.board.space(territory).owner) or territory in self.closed:
                yield f"{territory} has a holder"
            there = [unit for unit in position.at(territory) if unit.type in self.complexes]
            if len(there) > 1:
                yield f"{territory} has {len(there)} complexes"
            for unit in position.at(territory) if territory not in self.sea else ():
                if not self.type(unit).hits and not self.allies(unit.power, position.holders[territory]):
                    yield f"{unit} stands in land of {position.holders[territory]}"

    def _cargo(self, position: Position) -> Iterator[str]:
        room: Counter[int] = Counter()
        for unit in position.units.values():
            if not unit.aboard:
                continue
            ship = position.units.get(unit.aboard)
            if ship is None or ship.at != unit.at or not self.friends(position, ship.power, unit.power):
                yield f"{unit} is aboard {ship}"
                continue
            flies = self.type(unit).kind is UnitKind.AIR
            size = self.type(unit).carrier_cost if flies else self.type(unit).transport_cost
            room[ship.id if flies else -ship.id] += size or 99
        for number, size in room.items():
            ship = position.units[abs(number)]
            has = self.type(ship).carrier_room if number > 0 else self.type(ship).transport_room
            if size > (has or 0) and not (number < 0 and ship.type == "destroyer" and size == 2):
                yield f"{ship} carries {size}"

    def _money(self, position: Position) -> Iterator[str]:
        for owner in {*position.treasuries, *(each for each, _ in position.bought)} - self.accounts:
            yield f"{owner} has no treasury"
        for power, ipcs in position.treasuries.items():
            if ipcs < 0:
                yield f"{power} has {ipcs}"
        for key, number in position.bought.items():
            if number < 1:
                yield f"{number} of {key} wait"

    def _battle(self, position: Position) -> Iterator[str]:
        battle = position.battle
        if battle is None:
            return
        if position.clock.phase != "conduct-combat":
            yield f"a battle is fought in {position.clock.phase}"
        over = battle.step == self.rules.ruleset.steps[-1] and battle.marked
        if not battle.attackers or not battle.defenders or over:
            yield f"{battle} is not over"
        for number in battle.units:
            unit = position.units.get(number)
            if unit is None or unit.at != battle.space or unit.has(Mark.SUBMERGED):
                yield f"{unit} is on the battle board of {battle.space}"
                return
        for defender in battle.defenders:
            for attacker in battle.attackers:
                one, other = position.units[attacker], position.units[defender]
                if not self.foes(position, one.power, other.power):
                    yield f"{one} fights {other} in peace"

    def _after_combat(self, position: Position) -> Iterator[str]:
        for territory, holder in position.holders.items():
            for unit in position.at(territory) if territory not in self.sea else ():
                ours = self.friends(position, unit.power, holder) or self._leans(position, unit)
                if self.type(unit).kind is UnitKind.LAND and not ours:
                    yield f"{unit} stands in land of {holder} after combat"

    def _after_noncombat(self, position: Position) -> Iterator[str]:
        decks: Counter[tuple[str, bool]] = Counter()
        for unit in position.units.values():
            axis = self.rules.sides[unit.power] is self.rules.sides[self.rules.order[0]]
            if unit.at in self.sea:
                decks[unit.at, axis] += (self.type(unit).carrier_room or 0) - (self.type(unit).carrier_cost or 0)
                if self.type(unit).kind is UnitKind.AIR and not self.type(unit).carrier_cost:
                    yield f"{unit} hovers over the sea"
            elif not (
                self.friends(position, unit.power, position.holders.get(unit.at, "")) or self._leans(position, unit)
            ):
                yield f"{unit} ends in land of {position.holders.get(unit.at)}"
            if unit.has(Mark.SUBMERGED):
                yield f"{unit} is still submerged"
        waiting = self.rules.on("fighters-wait-for-new-carriers") and position.clock.phase == "mobilize-units"
        for place, room in decks.items():
            if room < 0 and not waiting:
                yield f"{-room} planes hover at {place}"

    def _at_rest(self, position: Position) -> Iterator[str]:
        if any(note != "researched" for note, *_ in position.turn_notes) or position.battle:
            yield "the turn is not forgotten"
        lost = self.rules.on("unplaced-units-are-lost") and position.clock.phase != "purchase-units"
        if lost and any(position.bought.values()):
            yield "something waits in the mobilization zone"
        for unit in position.units.values():
            stays = self.type(unit).kind is UnitKind.FACILITY or self.rules.on("naval-bases-repair-ships")
            damaged = unit.damage and not stays
            if unit.marks or unit.spent or unit.came or unit.bound or damaged:
                yield f"{unit} is not at rest"

    def broken_by(self, before: Position, event: Event) -> Iterator[str]:
        """Return the effects of an event that its name does not cover."""
        for field, key, value in event.edits:
            if event.name not in CHANGE.get(field, {event.name}):
                yield f"{event.name} changes the {field}"
            if field == "wars" and value is None:
                yield f"{event.name} ends a war"
            if field != "units":
                continue
            unit = value
            was = before.units.get(key)
            if was is None and event.name not in BRING:
                yield f"{event.name} brings {unit}"
            elif unit is None and event.name not in TAKE:
                yield f"{event.name} takes {was}"
            elif was and unit and was.type != unit.type and event.name not in CONVERT:
                yield f"{event.name} makes {unit} of {was}"
            elif was and unit and was.power != unit.power and event.name not in HAND_OVER:
                yield f"{event.name} gives {was} to {unit.power}"
            elif was and unit and was.at != unit.at and event.name not in CARRY:
                yield f"{event.name} carries {was} to {unit.at}"
            before = before.after([(field, key, value)])
