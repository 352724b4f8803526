"""What is known of a line of free talk while it is read: who stands where, whose units are meant, what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.asking.notation.called import Called
from kb.asking.notation.clauses import OBJECT, SUBJECT, Chunker, Clause, Group, Unclear, the_space
from kb.asking.notation.lex import Item
from kb.asking.notation.routes import is_sea, way, zone_between
from kb.asking.notation.scene import Act, Acts, Scene, Standing
from kb.base.english import a, spaced
from kb.base.errors import Finding
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import UnitKind

#: a space has at most so many units of a type
_MOST_UNITS = 100
#: dice of which only is said that they hit, or miss
HIT, MISS = 1, 6


@dataclass(slots=True)
class Rolled:
    """Dice that a clause tells: of units of a type or of a power, where that is said.

    ``always`` is how every die shows where that they hit or miss is all that is said, else 0.
    """

    faces: list[int]
    power: str
    unit: str
    units: int
    always: int = 0


class Talk:
    """A line of free talk, as far as it is read.

    ``findings`` are what is unclear; ``turn`` is the power on turn, ``me`` the one that speaks, where these are known.
    """

    def __init__(self, rules: Rulebook, called: Called) -> None:
        self.rules, self.called = rules, called
        self.scene = Scene(rules)
        self.acts = Acts(self.scene)
        self.chunker = Chunker(rules)
        self.items: list[Item] = []
        self.clauses: list[Clause] = []
        self.findings: list[Finding] = []
        self.turn = self.me = ""
        #: whether the phase is called "combat", which may be two
        self.combat = False
        #: the place and the power that a sentence speaks of; the place of the one before; its first clause
        self.here = self.speaker = self.there = ""
        self.first: Clause | None = None
        #: whether the sentence lists what was bought
        self.buying = False
        #: the powers that the line names; the units named last; those without a place, each with its power
        self.named: list[str] = []
        #: whether the power of units is only taken from whose turn it is; the units of which it was
        self.guess = False
        self.guessed: list[Standing] = []
        self.last: list[Standing] = []
        self.pending: list[tuple[Group, str]] = []
        #: units and places of which it is said that they are not there, that no enemy is there, that nobody is
        self.absent: list[tuple[Group, str]] = []
        self.none_at: list[str] = []
        self.empty_at: list[str] = []
        self.rolled: list[Rolled] = []
        #: the battle or raid that the dice are of; whether dice that are not told are taken to miss
        self.fight: Act | None = None
        self.missing = False
        #: what a power would choose as casualties in that battle, if it can be
        self.losses: dict[str, dict[str, int]] = {}
        #: where units go that are nowhere before, and what is unclear of them: they are there where enemies are
        self.arrived: list[tuple[str, Unclear]] = []
        #: the moves among the acts
        self.goes: list[Act] = []
        #: a ship, units that were loaded on it, and how many; what is placed, by whom
        self.embarked: list[tuple[Standing, Standing, int]] = []
        self.placed: list[tuple[str, dict[str, int]]] = []

    # -- powers

    def enemies(self, power: str) -> frozenset[str]:
        """The powers of the other side."""
        return self.scene.enemies(power)

    def fights_against(self, unit: Standing) -> bool:
        """Whether units are of the other side than the power on turn, and can be fought."""
        return unit.power in self.enemies(self.turn) and self.scene.kind(unit.unit) is not UnitKind.FACILITY

    def other(self, power: str) -> str:
        """The one enemy of a power that the line names."""
        others = [each for each in self.named if each in self.enemies(power)]
        return others[0] if len(others) == 1 else ""

    def mine(self) -> str:
        """The power that speaks of itself."""
        power = self.me or self.turn or next((each.power for each in self.scene.units), "")
        if not power:
            raise Unclear("which power are you?", "name whose turn it is, for example: germany combat move")
        return power

    def owner(self, group: Group, place: str, default: str = "") -> str:
        """Whose units a group are: never taken from whose turn it is where the land says otherwise."""
        if group.power:
            if group.whose == "me":
                self.me = group.power
            return group.power
        if group.whose == "me":
            return self.mine()
        if group.whose == "him":
            own = self.me or self.turn or next((each.power for each in self.scene.units), "")
            if other := self.other(own) if own else "":
                return other
            raise Unclear(f"whose is the {spaced(group.unit)}?", "name the power before it")
        belongs = self.scene.kind(group.unit) is UnitKind.FACILITY or self.is_gun(group.unit)
        if belongs and place and not is_sea(self.rules, place) and self.scene.holder(place):
            return self.scene.holder(place)
        if default:
            return default
        raise Unclear(f"whose is the {spaced(group.unit)}?", "name the power before it")

    def is_gun(self, unit: str) -> bool:
        """Whether a unit stands in a land and attacks nobody, so that it is that of its holder."""
        return (self.rules.board.unit(unit).attack or 0) == 0 and self.scene.kind(unit) is UnitKind.LAND

    def is_facility(self, group: Group) -> bool:
        """Whether units are a complex or base."""
        return self.scene.kind(group.unit) is UnitKind.FACILITY

    def default(self, clause: Clause, side: int = SUBJECT) -> str:
        """The power whose units are meant where nothing else says so: that of the clause, of the sentence, on turn."""
        clause.use("me") if clause.groups and clause.words.get("me") else None
        if clause.words.get("him") and not clause.powers:
            clause.use("him")
            return self.other(self.me or self.turn) if (self.me or self.turn) else ""
        said = clause.power(side) or self.speaker
        self.guess = not said
        return said or self.turn or (self.named[0] if len(self.named) == 1 else "")

    def place_groups(self, clause: Clause, groups: Sequence[Group], default: str, place: str = "") -> list[Standing]:
        """Units of a clause as they stand: those that are known, or new ones in their place."""
        made: list[Standing] = []
        owner = default
        there = place or clause.standing()
        if not there and clause.use("there"):
            there = self.here or self.there
        for group in groups:
            said = group.start or group.at or there
            where = said or self.here
            if group.absent:
                self.absent.append((group, where))
                self.use(group)
                continue
            again = group.count is None and not group.power
            known = self.known(group, said if again else where, "" if again else owner)
            if known:
                made += known
                owner = known[0].power
                self.use(group)
                continue
            if again and said and any(each.unit == group.unit and each.power == owner for each in self.scene.units):
                raise Unclear(
                    f"is the {spaced(group.unit)} another one than that before?", "say a number, or one place"
                )
            power = self.owner(group, where, owner)
            owner = (
                power
                if group.power or not (self.is_gun(group.unit) or self.scene.kind(group.unit) is UnitKind.FACILITY)
                else owner
            )
            self.use(group)
            self.guess = self.guess and not (group.power or group.whose)
            if where:
                made += self.new(group, power, where)
                self.guessed += made[-1:] if self.guess else []
            else:
                self.pending.append((group, power))
        if made:
            self.here = made[-1].now
            made += self.settle_at(self.here) if self.pending else []
            self.last = made
        elif there:
            self.here = there
        return made

    def known(self, group: Group, place: str, owner: str) -> list[Standing]:
        """The units named before that a group speaks of again; none where it names new ones."""
        power = group.power or (self.mine() if group.whose == "me" and (self.me or self.turn) else owner)
        fit = [each for each in self.scene.everyone() if each.unit == group.unit and power in ("", each.power)]
        if place:
            fit = [each for each in fit if place in (each.now, each.place)]
        counted = group.count is not None and not any(item.role == "a" for item in group.items)
        if counted and place and not any(each.place == place for each in fit):
            fit = [each for each in fit if each.count == group.count]
        if any(item.role == "a" for item in group.items) or (
            group.count is None and group.power and not place and not fit
        ):
            return []
        if counted and group.count is not None:
            fit = [each for each in fit if each.count >= group.count]
        powers = {each.power for each in fit}
        if len(powers) > 1 and self.turn in powers:
            fit = [each for each in fit if each.power == self.turn]
            powers = {self.turn}
        if len(powers) > 1 or (len({each.now for each in fit}) > 1 and not place):
            raise Unclear(f"which {spaced(group.unit)} is meant?", "say its place and whose it is")
        return fit[:1] if counted or not group.several else fit

    def meant(self, group: Group) -> Standing:
        """The units in the battle that a group speaks of. Raises :class:`Unclear` where there are none, or several."""
        fit = [each for each in self.scene.everyone() if each.unit == group.unit and group.power in ("", each.power)]
        if len({each.power for each in fit}) != 1:
            fit = self.known(group, "", "")
        if not fit:
            raise Unclear(f"which {spaced(group.unit)} is meant?", "say where it is")
        self.use(group)
        return fit[0]

    def new(self, group: Group, power: str, place: str) -> list[Standing]:
        """Units that stand in a place, and were not named before."""
        scene = self.scene
        self.counted(group)
        kind = scene.kind(group.unit)
        if kind is UnitKind.SHIP and not is_sea(self.rules, place):
            zone = zone_between(self.rules, place, scene.named)
            if zone not in scene.named:
                raise Unclear(f"in which sea zone is the {spaced(group.unit)}?", "a ship is in a sea zone")
            place = zone
        if is_sea(self.rules, place) and (kind is UnitKind.FACILITY or self.is_gun(group.unit)):
            raise Unclear(f"no {spaced(group.unit)} stands in a sea zone", "say the land")
        made = Standing(group.unit, power, group.count or 1, place, place)
        made.damage = int(group.damaged)
        made.cargo = [Standing(each.unit, each.power or power, each.count or 1, place, place) for each in group.cargo]
        for each in group.cargo:
            self.use(each)
            self.counted(each)
        if kind is not UnitKind.SHIP and is_sea(self.rules, place) and (ship := self.ship(made, place)):
            ship.cargo.append(made)
        else:
            scene.units.append(made)
        return [made]

    def ship(self, unit: Standing, place: str) -> Standing | None:
        """The one ship in a place that a land unit is aboard."""
        if self.scene.kind(unit.unit) is not UnitKind.LAND:
            return None
        own = [each for each in self.scene.units if each.now == place and each.power == unit.power]
        ships = [each for each in own if self.rules.board.unit(each.unit).has("transport_room")]
        return ships[0] if len(ships) == 1 else None

    def settle(self) -> None:
        """Put the units of which no place is said where the sentence speaks of."""
        if self.here:
            self.settle_at(self.here)

    def settle_at(self, place: str) -> list[Standing]:
        """Put them in a place."""
        made: list[Standing] = []
        waiting, self.pending = self.pending, []
        for group, power in waiting:
            made += self.new(group, power, place)
        return made

    def use(self, group: Group) -> None:
        """Note that something is made of all words for units."""
        for item in group.items:
            item.used = True

    def movers(self, clause: Clause) -> list[tuple[Standing, int]]:
        """The units that a clause says do something, each with how many; those named last where it names none."""
        groups = [group for group in clause.groups if group.side in (SUBJECT, OBJECT) and not group.absent]
        if groups:
            default = self.default(clause)
            place = clause.place("from") or self.chain_start(clause, groups) or self.bare_start(clause)
            found = []
            header = self.first is not None and self.first.header
            for group in groups:
                said = group.at or group.start or place or clause.standing() or header
                if not said and not self.known(group, "", ""):
                    raise Unclear(f"where is the {spaced(group.unit)}?", "say its place")
                made = self.place_groups(clause, [group], default, place)
                if not made and self.pending:
                    self.pending.pop()
                    raise Unclear(f"where is the {spaced(group.unit)}?", "say its place")
                default = made[0].power if made else default
                if not made:
                    raise Unclear(f"where is the {spaced(group.unit)}?", "say its place")
                found += [(each, min(each.count, group.count or each.count)) for each in made[:1]]
            self.last = [each for each, _ in found]
            return found
        return self.unnamed(clause)

    def unnamed(self, clause: Clause) -> list[tuple[Standing, int]]:
        """The units that are meant where a clause names none: those named last, or all of a power in one place."""
        clause.use("it", "all", "me")
        power = clause.power()
        start = (
            (clause.place("from") if clause.places.get("from") else "")
            or (clause.chain[0].spaces[0] if clause.chain else "")
            or self.bare_start(clause)
        )
        if self.pending and start:
            placed = self.settle_at(start)
            self.last = placed
            return [(each, each.count) for each in placed]
        mine = power or self.turn
        kinds = {UnitKind.AIR} if clause.verb == "land" else {*UnitKind}
        units = self.scene.everyone() if clause.verb == "land" else self.scene.units
        everyone = [each for each in units if start in ("", each.now) and self.scene.kind(each.unit) in kinds]
        own = [each for each in everyone if mine in ("", each.power)]
        last = [each for each in own if any(each is one for one in self.last)]
        found = last if last and mine else own
        both = any(item.text.startswith("both") for item in clause.words.get("all", ()))
        found = own if both and sum(each.count for each in found) < 2 else found
        told = bool(self.goes) or bool(start) or len({each.unit for each in found}) == 1 or found == last
        if not found or not told or len({each.power for each in found}) > 1 or len({each.now for each in found}) > 1:
            raise Unclear("which units do that?", "name them, and where they are")
        return [(each, each.count) for each in found]

    def chain_start(self, clause: Clause, groups: Sequence[Group]) -> str:
        """The first space of a route."""
        if not clause.chain:
            return ""
        self.chunker.narrow(clause.chain[0], [group.unit for group in groups])
        return self.space(clause.chain[0])

    def bare_start(self, clause: Clause) -> str:
        """The place without a preposition, where another one says whither."""
        goes = clause.places.get("to") or clause.places.get("via")
        return clause.place("", "in") if goes and (clause.places.get("") or clause.places.get("in")) else ""

    def sea(self, item: Item) -> bool:
        """Whether a place is a sea zone."""
        return is_sea(self.rules, item.spaces[0])

    def space(self, item: Item) -> str:
        """The one space that an item names."""
        return the_space(item)

    def land(self, clause: Clause, *roles: str) -> str:
        """The first land of a clause behind one of the prepositions; empty where there is none."""
        return self._first(clause, roles, sea=False)

    def zone(self, clause: Clause, *roles: str) -> str:
        """The first sea zone of a clause behind one of the prepositions; empty where there is none."""
        return self._first(clause, roles, sea=True)

    def _first(self, clause: Clause, roles: Sequence[str], sea: bool) -> str:
        places = (item for role in roles for item in clause.places.get(role, ()))
        return next((the_space(item) for item in places if self.sea(item) is sea), "")

    def go(self, movers: Sequence[tuple[Standing, int]], chain: Sequence[str], wanted: Sequence[str]) -> None:
        """A move for each space that units leave, along a chain of spaces or to one after another."""
        starts: dict[str, list[tuple[Standing, int]]] = {}
        for standing, number in movers:
            starts.setdefault(standing.now, []).append((standing, number))
        for start, units in starts.items():
            stops = [each for each in (*chain, *wanted) if each != start]
            if not stops:
                raise Unclear("whither do they move?", "say from where to where")
            if self.slowest(units) is UnitKind.LAND and is_sea(self.rules, start) and len(stops) == 1:
                self.do(units[0][0].power, {"offload": by_type(units), "from": start, "to": stops[0]})
                self.shift(units, stops[0])
                continue
            route = [start]
            for stop in stops:
                kind = self.slowest(units)
                if kind is not UnitKind.AIR and is_sea(self.rules, stop) is not (kind is UnitKind.SHIP):
                    hint = "troops are loaded and unloaded: 1 infantry unloads from sz6 to norway"
                    raise Unclear(f"{a(spaced(units[0][0].unit))} cannot go to {spaced(stop)}", hint)
                steps = (
                    [stop]
                    if self.rules.board.bordering(route[-1], stop)
                    else way(self.rules, route[-1], stop, kind, self.scene.named)[1:]
                )
                if not steps:
                    raise Unclear(
                        f"there is no way from {spaced(route[-1])} to {spaced(stop)}",
                        "say each space",
                    )
                if len(steps) > 1:
                    self.scene.assume("route", route[-1], *steps)
                route += steps
            before = self.goes[-1] if self.goes and self.goes[-1] is self.acts.acts[-1] else None
            if before and before["route"][-1] == start and before["move"] == by_type(units):
                before["route"] += route[1:]  # they go on
                self.shift(units, route[-1])
                continue
            act = {"move": by_type(units), "route": route}
            self.do(units[0][0].power, act)
            self.goes.append(act)
            self.shift(units, route[-1])

    def slowest(self, units: Sequence[tuple[Standing, int]]) -> UnitKind:
        """The kind of unit whose ways all of some can go."""
        kinds = {self.scene.kind(each.unit) for each, _ in units}
        return UnitKind.LAND if UnitKind.LAND in kinds else UnitKind.SHIP if UnitKind.SHIP in kinds else UnitKind.AIR

    def shift(self, units: Sequence[tuple[Standing, int]], place: str) -> None:
        """Put units in another space; of some of several the others stay."""
        moved = []
        for standing, number in units:
            if number < standing.count:
                rest = Standing(standing.unit, standing.power, standing.count - number, standing.place, standing.now)
                standing.count = number
                self.scene.units.append(rest)
            standing.now = place
            for each in standing.cargo:
                each.now = place
            moved.append(standing)
        self.last = moved
        self.here = place

    def do(self, power: str, act: Act) -> None:
        """A power does something."""
        self.acts.acts.append(self.of(power, act))

    def rolling(self) -> list[Act]:
        """The battles and raids, in order."""
        return [act for act in self.acts.acts if {"raid", "battle"} & act.keys()]

    def fought(self) -> Act | None:
        """The battle that was fought last."""
        return next((act for act in reversed(self.acts.acts) if "battle" in act), None)

    def lost(self, power: str, units: dict[str, int]) -> None:
        """It is asked whether units of a power are lost, or can be, in the battle that is fought last."""
        self.acts.whether = {"lost": {power: units}}
        self.losses = {power: units}

    def battle(self, place: str) -> Act:
        """The battle of a place, which is fought now if it was not before."""
        known = next((act for act in self.acts.acts if act.get("battle") == place), None)
        if known is None:
            known = {"battle": place}
            self.acts.acts.append(known)
        return known

    def of(self, power: str, act: Act) -> Act:
        """An act of a power: that on turn, which may not be said yet, or another one."""
        if not self.turn:
            self.turn = self.scene.turn = power
            self.scene.assume("turn", power)
        return act if power == self.turn else {**act, "power": power}

    def counted(self, group: Group) -> None:
        """Raise :class:`Unclear` for a plural without a number."""
        if (group.count or 0) > _MOST_UNITS:
            raise Unclear(f"'{group.count}' is too many", f"from 1 to {_MOST_UNITS}")
        if group.several and group.count is None:
            raise Unclear(f"how many {group.items[-1].text}?", "a number must stand before it")


def by_type(units: Iterable[tuple[Standing, int]]) -> dict[str, int]:
    """How many units of each type there are."""
    found: Counter[str] = Counter()
    for standing, number in units:
        found[standing.unit] += number
    return dict(found)
