"""What a line of free talk names, in its order: units, places, powers, acts, numbers, words with a role.

A word that says nothing on the board is a mention of kind ``unknown``, and is told to the reader.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from kb.asking.notation.lex import END, Item
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import UnitKind

#: marks that end a sentence, that join units of a list, that lead from a space to the next
_STOPS, _JOINTS, _DASHES = (".", "?", "!", ";", "\n"), ("+", "&", ",", "/"), ("-", ">")
_PREPOSITIONS = ("from", "to", "in", "via", "beside")
#: roles of words that may stand before a unit, and between a preposition and its place
_BEFORE_A_UNIT = ("a", "alone", "damaged", "empty", "filler", "friendly", "full", "new", "me", "him", "all", "hold")
_OLD = "old"
#: denials that say of units that they are there
_EXCEPT = ("except", "but not")
_BEFORE_A_PLACE = ("a", "empty", "filler", "friendly", "him", "me", "hold")
#: what brackets behind a place may say beside who holds it and that it is empty
_ASIDE = ("filler", "hold", "old", "by", "question")
#: kinds of mentions that may stand between two that belong together
BETWEEN = frozenset(("filler", "and", "a", "old", "now", "question", "hold", "alone", "by", "all", "him", "unknown"))


@dataclass(slots=True, eq=False)
class Units:
    """Units of one type as a line names them. ``count`` is None where none is said, ``whose`` is ``me`` or ``him``.

    ``left`` is how far they can still go, ``at`` is where they stand, ``start`` where they come from: both are found
    out later.
    """

    unit: str
    count: int | None = None
    power: str = ""
    whose: str = ""
    at: str = ""
    start: str = ""
    absent: bool = False
    damage: int = 0
    left: int | None = None
    new: bool = False
    old: bool = False
    several: bool = False
    article: bool = False
    #: whether those aboard are named before the ship: ``2 ftrs on a carrier``
    hosts: bool = False
    cargo: list[Units] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Mention:
    """One thing that is named, the ``at``-th of its line, in its ``sentence``.

    ``kind`` is ``units``, ``place``, ``power``, ``phase``, ``act``, ``number``, ``other``, ``unknown``, ``stop``,
    ``joint``, ``dash``, a bracket or colon, or the role of a word. ``which`` is what an act is; of a place ``role`` is
    its preposition, ``holder`` and ``empty`` what an adjective or brackets say of it. ``used``: it is in what was made.
    """

    kind: str
    item: Item
    at: int
    sentence: int
    which: str = ""
    units: Units | None = None
    role: str = ""
    holder: str = ""
    empty: bool = False
    used: bool = False

    @property
    def text(self) -> str:
        """The words of the line."""
        return self.item.text


class Mentions:
    """All that a line names; ``asks`` are the sentences that end with a question mark, ``last`` is the last one."""

    def __init__(self, rules: Rulebook, items: Sequence[Item]) -> None:
        self._rules, self._items = rules, items
        self.all: list[Mention] = []
        self.asks: set[int] = set()
        self._sentence = at = 0
        #: the ship that the units before were put aboard
        self._loading: Units | None = None
        while at < len(items):
            at = self._take(at)
        self.last = max((each.sentence for each in self.all if each.kind != "stop"), default=0)

    # -- how mentions are found again

    def of(self, *kinds: str) -> list[Mention]:
        """The mentions of some kinds."""
        return [each for each in self.all if each.kind in kinds]

    def units(self) -> Iterator[tuple[Mention, Units]]:
        """The mentions of units."""
        return ((each, each.units) for each in self.all if each.units is not None)

    def behind(self, each: Mention, over: Collection[str] = BETWEEN) -> Mention | None:
        """The next mention behind one, some kinds left out."""
        return next((one for one in self.all[each.at + 1 :] if one.kind not in over), None)

    def ahead(self, each: Mention) -> list[Mention]:
        """The mentions before one in its sentence."""
        return [one for one in self.all[: each.at] if one.sentence == each.sentence]

    def question(self) -> list[Mention]:
        """The mentions of the last sentence."""
        return [each for each in self.all if each.sentence == self.last]

    def subjects(self, act: Mention) -> list[Mention]:
        """The units of the list right before an act; those of the sentence before it where none stand there."""
        found: list[Mention] = []
        for each in reversed(self.ahead(act)):
            if each.units is not None:
                found.append(each)
            elif (
                each.kind == "place"
                and found
                and not any(one.kind == "joint" for one in self.all[each.at : found[-1].at])
            ):
                continue
            elif found and each.kind not in ("joint", "and", "filler", "a", "all"):
                break
        return found[::-1]

    def clause(self) -> list[Mention]:
        """The last clause of the question: what stands behind its last comma."""
        row = self.question()
        commas = [each.at for each in row[:-1] if each.kind == "joint" and each.text == ","]
        return [each for each in row if not commas or each.at > commas[-1]]

    def is_asked(self, each: Mention) -> bool:
        """Whether a mention stands in a question."""
        row = (one for one in self.all if one.sentence == each.sentence)
        return each.sentence in self.asks or any(one.kind in ("may", "ask") for one in row)

    def is_on_the_way(self, place: Mention) -> bool:
        """Whether a dash and a place stand before a place."""
        return place.at > 1 and self.all[place.at - 1].kind == "dash" and self.all[place.at - 2].kind == "place"

    def first_of_way(self, place: Mention) -> Mention:
        """The place from which dashes lead to a place."""
        return self.first_of_way(self.all[place.at - 2]) if self.is_on_the_way(place) else place

    # -- how they are made of items

    def _add(self, kind: str, item: Item) -> Mention:
        made = Mention(kind, item, len(self.all), self._sentence, item.which)
        self.all.append(made)
        return made

    def _take(self, at: int) -> int:
        """Take the mention that begins at an item; where it ends."""
        item = self._items[at]
        if item.mark:
            return self._mark(at)
        if item.role in _PREPOSITIONS and (end := self._place(at + 1, item.role)):
            return end
        if item.power and item.spaces and self._is_land(at):
            return self._place(at, "")
        units, end = self._units(at)
        if units is not None:
            self._take_aboard(units)
            if self._goes_aboard(units):
                return end
            self._add("units", item).units = units
            return end
        if item.role == "each" and self._loading is not None and self.all[-1].kind == "place":
            for one in self._loading.cargo:  # "2 tps in sz6 w/ 1 inf each"
                one.count = (one.count or 1) * (self._loading.count or 1)
            self._loading = None
            return at + 1
        if item.power:
            self._add("turn-of" if item.role == "turn-of" else "power", item)
        elif item.spaces:
            return self._place(at, "")
        elif item.phases:
            self._add("phase", item)
        elif item.role == "dice" and self._rolls_on(at):
            self._add("act", item).which = "move"  # "the gun rolls into bulgaria"
        elif (
            item.role == "dice"
            and item.text == "die"
            and self._items[at + 1 : at + 2]
            and self._items[at + 1].mark in _STOPS
        ):
            self._add("outcome", item)  # "does it die?"
        elif item.role:
            self._add("act" if item.role == "do" else item.role, item)
        else:
            self._add("number" if item.number is not None else "unknown" if item.unknown else "other", item)
        return at + 1

    def _rolls_on(self, at: int) -> bool:
        """Whether what rolls goes somewhere: a preposition and a place stand behind it."""
        after = [each for each in self._items[at + 1 : at + 4] if each.role != "filler"]
        led = after[:1] and (
            after[0].role in ("from", "to", "via") or (after[0].role == "in" and after[1:2] and after[1].role == "from")
        )
        return bool(led) and self._items[at].text.startswith("roll") and after[-1].number is None

    def _mark(self, at: int) -> int:
        item = self._items[at]
        if item.mark == "(" and (end := self._aside(at)):
            return end
        groups = (("stop", _STOPS), ("dash", _DASHES), ("joint", _JOINTS))
        self._add(next((kind for kind, marks in groups if item.mark in marks), item.mark), item)
        if item.mark in _STOPS:
            self.asks |= {self._sentence} if item.mark == "?" else set()
            self._sentence += 1
        return at + 1

    def _aside(self, at: int) -> int:
        """Take what brackets behind a place say of it: ``libya (empty, german)``; where they end, else 0."""
        close = self._close(at)
        place = self.all[-1] if self.all and self.all[-1].kind == "place" else None
        inner = [each for each in self._items[at + 1 : close] if each.role not in _ASIDE and each.mark != ","]
        if (
            place is None
            or not inner
            or any(not each.power and each.role not in ("empty", "friendly") for each in inner)
        ):
            return 0
        place.holder = next((each.power for each in inner if each.power), place.holder)
        place.empty = place.empty or any(each.role == "empty" for each in inner)
        return close + 1

    def _close(self, at: int) -> int:
        """Where a bracket closes; the end of the line where none does."""
        return next((end for end in range(at, len(self._items)) if self._items[end].mark == ")"), len(self._items))

    def _is_land(self, at: int) -> bool:
        """Whether a name of both a power and a land is the land: on a way, behind units, or before a power's units."""
        item, others = self._items[at], [*self._items, END, END]
        before, behind, after = others[at - 1] if at else END, others[at + 1], others[at + 2]
        dashed = (before.mark in _DASHES and at > 1 and bool(others[at - 2].spaces)) or (
            behind.mark in _DASHES and bool(after.spaces or after.number is not None)
        )
        known = any(item.power in (each.item.power, each.units.power if each.units else "") for each in self.all)
        mine = self.all[-1].units if self.all else None
        goes = bool(before.units) and (
            (known and not (mine and mine.power) and behind.role != "do") or behind.role in ("to", "via")
        )
        heads = behind.mark == ":" and bool(after.power)
        way = [one.spaces or one.mark == "," for one in others[max(0, at - 4) : at]]
        listed = at > 3 and all(way) and bool(others[at - 4].spaces) and bool(behind.mark)  # "sz6, sz5, germany"
        return item.role != "people" and (dashed or goes or heads or listed)

    def _place(self, at: int, role: str) -> int:
        """Take a place with what stands before it; where it ends, 0 where there is none."""
        holder, empty = "", False
        for end in range(at, min(len(self._items), at + 5)):
            item = self._items[end]
            behind = self._items[end + 1] if end + 1 < len(self._items) else END
            if item.spaces and not item.units and not (item.power and (item.role == "people" or behind.units)):
                joined = self.all[-2] if self.all[1:] and self.all[-1].kind == "and" else None
                made = self._add("place", item)
                made.role, made.holder, made.empty = role, holder, empty
                if joined is not None and joined.kind == "place" and not role:  # "from sz5 and sz6"
                    made.role = joined.role
                return end + 1
            if item.power:
                holder = item.power
            elif item.role == "empty":
                empty = True
            elif item.role not in _BEFORE_A_PLACE:
                return 0
        return 0

    def _units(self, at: int) -> tuple[Units | None, int]:
        """Units that begin at an item, and where they end; None where none do."""
        made = Units("")
        while at < len(self._items):
            item = self._items[at]
            if item.units:
                made.unit, made.several, made.power = item.unit, item.several, made.power or item.power
                return made, self._behind(at + 1, made)
            if item.text == "one" and made.power and (unit := self._named_last()):  # "but a british one"
                made.unit = unit
                return made, at + 1
            if item.number is not None and made.count is None and not item.spaces:
                made.count = item.number
            elif item.text == "both" and made.count is None:
                made.count = 2
            elif item.power and not made.power and item.role != "turn-of":
                made.power = item.power
            elif (item.role == "not" or self._is_neither(item)) and made.count is None and item.text not in _EXCEPT:
                made.absent = True
            elif (item.role not in _BEFORE_A_UNIT and item.text != _OLD) or item.text in ("has", "have"):
                return None, at
            made.damage |= item.role == "damaged"
            made.new |= item.role == "new"
            made.old |= item.text == _OLD
            made.article |= item.role == "a"
            made.whose = item.role if item.role in ("me", "him") else made.whose
            at += 1
        return None, at

    def _named_last(self) -> str:
        """The type of the units that were named last."""
        return next((each.units.unit for each in reversed(self.all) if each.units is not None), "")

    def _is_neither(self, item: Item) -> bool:
        """Whether *or* stands behind units that are absent: ``no fighter or tank``."""
        before = next((each for each in reversed(self.all) if each.kind != "filler"), None)
        return item.text == "or" and before is not None and before.units is not None and before.units.absent

    def _behind(self, at: int, made: Units) -> int:
        """Take what belongs to units behind them: whose they are or what is aboard, in brackets or behind *with*."""
        first = self._items[at] if at < len(self._items) else END
        if first.mark == "(":
            close = self._close(at)
            inner = self._items[at + 1 : close]
            if len(inner) == 1 and (inner[0].power or inner[0].role == "damaged"):
                made.power, made.damage = inner[0].power or made.power, made.damage or int(not inner[0].power)
                return close + 1
            end = self._load(at + 1, made)
            while end and end < close and self._items[end].role in ("loaded", "it", "in", "filler"):
                end += 1  # "(1 infantry on it)"
            return close + 1 if end == close else at
        if first.text == "of" and at + 1 < len(self._items) and self._items[at + 1].power:
            made.power = self._items[at + 1].power
            return at + 2
        if first.role in ("with", "loaded") and (end := self._load(at + 1, made)):
            while end < len(self._items) and self._items[end].role in ("loaded", "it", "each"):
                for one in made.cargo if self._items[end].role == "each" else ():
                    one.count = (one.count or 1) * (made.count or 1)
                end += 1
            return end
        return at

    def _load(self, at: int, ship: Units) -> int:
        """Take the units that a ship carries; where they end, 0 where there are none."""
        end = 0
        while at < len(self._items):
            units, after = self._units(at)
            if units is not None and self._carries(ship.unit, units.unit):
                ship.cargo.append(units)
                at = end = after
            elif end and (self._items[at].mark in _JOINTS or self._items[at].role == "and"):
                at += 1
            else:
                break
        return end

    def _take_aboard(self, ship: Units) -> None:
        """Take the units before a ship as those that are on it: ``1 inf and 1 tank on a tp in sz6``."""
        at = len(self.all) - 1
        if at < 1 or self.all[at].kind != "in":
            return
        while at and (units := self.all[at - 1].units) is not None and self._carries(ship.unit, units.unit):
            ship.power, ship.cargo, ship.hosts = ship.power or units.power, [units, *ship.cargo], True
            at -= 2 if at > 1 and self.all[at - 2].kind in ("and", "joint") else 1
        if ship.hosts:
            del self.all[at:]

    def _goes_aboard(self, units: Units) -> bool:
        """Whether units are aboard the ship before them: ``cv in sz5 w/ 1 ftr``."""
        kinds = [each.kind for each in self.all[-3:]]
        ship = self.all[-3].units if kinds == ["units", "place", "with"] else None
        if ship is None and self._loading is not None and self.all[-1].kind in ("place", "joint", "and"):
            ship = self._loading
        self._loading = None
        if ship is None or not self._carries(ship.unit, units.unit) or units.power not in ("", ship.power):
            return False
        ship.cargo.append(units)
        self._loading = ship
        while self.all[-1].kind != "place":
            del self.all[-1:]
        return True

    def _carries(self, ship: str, unit: str) -> bool:
        kind, board = self._rules.kinds[unit], self._rules.board.unit(ship)
        room = {UnitKind.LAND: "transport_room", UnitKind.AIR: "carrier_room"}
        return kind in room and board.has(room[kind])
