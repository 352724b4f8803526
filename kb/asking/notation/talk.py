"""What is known of a line of free talk while it is read: what it names, who stands where, what is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.asking.notation.called import Called
from kb.asking.notation.lex import Lexer
from kb.asking.notation.mentions import Mention, Mentions, Units
from kb.asking.notation.routes import is_sea, way
from kb.asking.notation.scene import Act, Acts, Scene, Standing
from kb.base.english import a, spaced
from kb.base.errors import Finding
from kb.games.board_model import UnitKind

#: dice of which only is said that they hit, or miss
HIT, MISS = 1, 6


class Unclear(Exception):
    """Something in a line that cannot be read, and what would make it whole."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.finding = Finding(message, hint=hint)


@dataclass(slots=True)
class Rolled:
    """Dice that a line tells: of units of a type or of a power, where that is said.

    ``always`` is how every die shows where that they hit or miss is all that is said, else 0.
    """

    faces: list[int]
    power: str
    unit: str
    units: int
    always: int = 0


class Talk:
    """A line of free talk, as far as it is read.

    ``turn`` is the power on turn, ``me`` the one that speaks; ``standing`` are the units on the board, by the place of
    each mention that is of them.
    """

    def __init__(self, called: Called, text: str) -> None:
        self.rules, self.called = called.rules, called
        self.scene = Scene(called.rules)
        self.acts = Acts(self.scene)
        self.mentions = Mentions(called.rules, Lexer(called).items(text))
        self.turn = self.me = ""
        #: whether the phase is called "combat", which may be two
        self.combat = False
        self.standing: dict[int, Standing] = {}
        self.rolled: list[Rolled] = []
        #: the battle or raid that the dice are of; whether dice that are not told are taken to miss
        self.fight: Act | None = None
        self.missing = False
        #: what a power would choose as casualties in that battle, if it can be
        self.losses: dict[str, dict[str, int]] = {}
        #: the moves among the acts; what is placed, by whom
        self.goes: list[Act] = []
        self.placed: list[tuple[str, dict[str, int]]] = []
        units = [each.power for _, each in self.mentions.units()]
        named = [each.item.power for each in self.mentions.all if each.kind in ("power", "turn-of")]
        self.named = [each for each in dict.fromkeys((*named, *units)) if each]
        self.scene.named = [each.item.spaces[0] for each in self.mentions.of("place")]

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

    def speaker(self) -> str:
        """The power that speaks of itself."""
        return self.me or self.turn

    # -- spaces

    def space(self, place: Mention, kind: UnitKind | None = None) -> str:
        """The one space that a mention names, for a kind of unit. Raises :class:`Unclear` for several."""
        spaces = place.item.spaces
        if len(spaces) > 1 and kind in (UnitKind.LAND, UnitKind.SHIP):
            spaces = tuple(each for each in spaces if is_sea(self.rules, each) is (kind is UnitKind.SHIP)) or spaces
        if len(spaces) != 1:
            names = " or ".join(f"'{spaced(each)}'" for each in spaces[:4])
            raise Unclear(f"'{place.text}' may be {len(spaces)} spaces", f"did you mean {names}?")
        return spaces[0]

    def is_land(self, place: Mention) -> bool:
        """Whether a mention names a land."""
        return bool(place.item.spaces) and not is_sea(self.rules, place.item.spaces[0])

    # -- units

    def everyone(self) -> list[Standing]:
        """The units that the line names, each once."""
        return list(dict.fromkeys(self.standing.values()))

    def own(self) -> list[Standing]:
        """Those of the side of the power on turn."""
        return [each for each in self.everyone() if each.power and each.power not in self.enemies(self.turn)]

    def foes(self) -> list[Standing]:
        """Those of the other side."""
        return [each for each in self.everyone() if each.power in self.enemies(self.turn)]

    def of_turn(self, *figures: str) -> list[Standing]:
        """Those of the power on turn, with one of some figures (``transport_room``) where any are given."""
        own = [each for each in self.everyone() if each.power == self.turn]
        return [
            each for each in own if not figures or any(self.rules.board.unit(each.unit).has(one) for one in figures)
        ]

    def is_gun(self, unit: str) -> bool:
        """Whether a unit stands in a land and attacks nobody, so that it is that of its holder."""
        return (self.rules.board.unit(unit).attack or 0) == 0 and self.scene.kind(unit) is UnitKind.LAND

    def belongs(self, units: Units | Standing) -> bool:
        """Whether units are those of the holder of the land in which they stand."""
        return self.scene.kind(units.unit) is UnitKind.FACILITY or self.is_gun(units.unit)

    def is_bought(self, units: Mention) -> bool:
        """Whether units stand right behind the word that buys or places them."""
        ahead = [each for each in self.mentions.ahead(units) if each.kind not in ("filler", "me")]
        return bool(ahead) and not ahead[-1].used and ahead[-1].which in ("purchase", "mobilize")

    def put(self, default: str = "") -> None:
        """Put all units on the board; those of which no place is known into the default."""
        aboard = {one for ship in self.everyone() for one in ship.cargo}
        for each in self.everyone():
            if each in aboard:
                continue
            each.place = each.place or default
            if not each.place:
                raise Unclear(f"where is the {spaced(each.unit)}?", "say its place")
            each.power = each.power or self.scene.holder(each.place)
            for one in (each, *each.cargo):
                one.place = one.now = each.place
            self.scene.units.append(each)

    # -- what is done

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
        for standing, number in units:
            if number < standing.count:
                rest = Standing(standing.unit, standing.power, standing.count - number, standing.place, standing.now)
                standing.count = number
                self.scene.units.append(rest)
            standing.now = place
            for each in standing.cargo:
                each.now = place

    def do(self, power: str, act: Act) -> None:
        """A power does something."""
        self.acts.acts.append(self.of(power, act))

    def rolling(self) -> list[Act]:
        """The battles and raids, in order."""
        return [act for act in self.acts.acts if {"raid", "battle"} & act.keys()]

    def battle(self, place: str) -> Act:
        """The battle of a place, which is fought now if it was not before."""
        known = next((act for act in self.acts.acts if act.get("battle") == place), None)
        if known is None:
            known = {"battle": place}
            self.acts.acts.append(known)
        return known

    def lost(self, power: str, units: dict[str, int]) -> None:
        """It is asked whether units of a power are lost, or can be, in the battle that is fought last."""
        self.acts.whether = {"lost": {power: units}}
        self.losses = {power: units}

    def of(self, power: str, act: Act) -> Act:
        """An act of a power: that on turn, which may not be said yet, or another one."""
        if not self.turn:
            self.turn = self.scene.turn = power
            self.scene.assume("turn", power)
        return act if power == self.turn else {**act, "power": power}


def by_type(units: Iterable[tuple[Standing, int]]) -> dict[str, int]:
    """How many units of each type there are."""
    found: Counter[str] = Counter()
    for standing, number in units:
        found[standing.unit] += number
    return dict(found)
