"""What stands in each clause of a line: units, places and words, by the place in which they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.asking.notation.cutting import parts, sentences
from kb.asking.notation.lex import END, Item
from kb.asking.notation.routes import is_sea
from kb.base.english import spaced
from kb.base.errors import Finding
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import UnitKind

_PREPOSITIONS = ("from", "to", "in", "via", "beside")
#: words that may stand between a number and a unit
_BEFORE_A_UNIT = ("damaged", "alone", "full", "all", "filler", "new", "friendly", "empty", "it")
#: a message names at most so many spaces
_MOST_NAMED = 4
#: sides of a clause: before the verb, behind it, behind "versus" or "by"
SUBJECT, OBJECT, OTHER = 0, 1, 2


class Unclear(Exception):
    """A clause that cannot be translated, and what would make it whole."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.finding = Finding(message, hint=hint)


def the_space(item: Item) -> str:
    """The one space that an item names; something is made of it then. Raises :class:`Unclear` for several."""
    if len(item.spaces) != 1:
        names = " or ".join(f"'{spaced(each)}'" for each in item.spaces[:_MOST_NAMED])
        raise Unclear(f"'{item.text}' may be {len(item.spaces)} spaces", f"did you mean {names}?")
    item.used = True
    return item.spaces[0]


@dataclass(slots=True, eq=False)
class Group:
    """Units of one type as a clause names them; ``count`` is None where it is not said, ``whose`` is ``me`` or ``him``.

    ``at`` is where they are, ``start`` where they come from; ``absent`` is whether it is said that none is there.
    """

    unit: str
    items: list[Item]
    side: int
    count: int | None = None
    power: str = ""
    whose: str = ""
    at: str = ""
    start: str = ""
    cargo: list[Group] = field(default_factory=list)
    damaged: bool = False
    several: bool = False
    empty: bool = False
    absent: bool = False
    #: whether those aboard do something, and it is not said that the ship does
    hosts: bool = False


@dataclass(slots=True, eq=False)
class Clause:
    """What stands in a clause. ``words`` are those with a role, by role; ``places`` are spaces by preposition."""

    items: list[Item]
    asked: bool = False
    #: whether a colon stands behind it, "then" before it; the number of its sentence
    header: bool = False
    follows: bool = False
    sentence: int = 0
    #: what is done, and the word for it
    verb: str = ""
    said: str = ""
    passive: bool = False
    groups: list[Group] = field(default_factory=list)
    powers: list[tuple[Item, int]] = field(default_factory=list)
    places: dict[str, list[Item]] = field(default_factory=dict)
    #: places that stand before the verb
    before: list[Item] = field(default_factory=list)
    chain: list[Item] = field(default_factory=list)
    words: dict[str, list[Item]] = field(default_factory=dict)
    #: places of which it is said who holds them, and that nobody is there
    held: list[tuple[Item, Item]] = field(default_factory=list)
    empty: list[tuple[Item, Item]] = field(default_factory=list)
    #: units in brackets behind a place
    present: list[Group] = field(default_factory=list)
    #: whether it says each place before the units there
    places_first: bool = False
    numbers: list[Item] = field(default_factory=list)
    phase: Item | None = None
    turn: str = ""
    round: int = 0

    def place(self, *roles: str) -> str:
        """The first space of one of the prepositions (``""``: none stands before it); it is used then."""
        for role in roles:
            for item in self.places.get(role, ()):
                return the_space(item)
        return ""

    def standing(self) -> str:
        """The place in which the units of a clause are: none that stands behind its verb."""
        for role in ("in", "", "near"):
            for item in self.places.get(role, ()):
                if not self.verb or item in self.before:
                    return the_space(item)
        return ""

    def use(self, *roles: str) -> bool:
        """Whether a word of one of the roles is there; something is made of it then."""
        found = [item for role in roles for item in self.words.get(role, ())]
        for item in found:
            item.used = True
        return bool(found)

    def power(self, side: int = SUBJECT) -> str:
        """The power that stands alone on a side; it is used then."""
        for item, there in self.powers:
            if there == side and item.power:
                item.used = True
                return item.power
        return ""


class Chunker:
    """Finds the clauses of a line, and what stands in each."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules, self.board = rules, rules.board

    def clauses(self, items: Sequence[Item]) -> list[Clause]:
        """The clauses of a line, in order."""
        made = []
        for number, (sentence, asked) in enumerate(sentences(items)):
            for part, header, follows in parts(sentence):
                clause = self._clause(part)
                clause.header, clause.sentence, clause.asked, clause.follows = header, number, asked, follows
                made.append(clause)
        return made

    # -- what stands in a clause

    def _clause(self, items: list[Item]) -> Clause:
        made = Clause(items)
        side, at = SUBJECT, 0
        open_groups: list[Group] = []
        passing, where = False, ""
        made.places_first = _is_places_first(items)
        while at < len(items):
            item = items[at]
            before = items[at - 1] if at else END
            if item.role in _PREPOSITIONS and (end := self._to_a_place(items, at + 1)):
                place = items[end - 1]
                for each in items[at + 1 : end - 1]:
                    self._adjective(made, each, place)
                self._put(made, item.role, place, open_groups, side)
                item.used = True
                open_groups = []
                at = end
                continue
            clock = item.role in ("people", "turn-of") or item.powers
            if clock and self._clock(made, items, at):
                at += 1
                continue
            known = any(power.power == item.power for power, _ in made.powers)
            if (
                item.power
                and item.spaces
                and ((before.mark == "-" and at > 1) or (before.units and known))
                and item.role != "people"
            ):
                self._put(made, "", item, open_groups, side)
                open_groups = []
                at += 1
                continue
            if (
                item.role == "with"
                and not made.verb
                and made.groups
                and (end := self._behind(items, at, made.groups[-1])) > at
            ):
                at = end
                continue
            group, end = self._group(items, at, side)
            if group is not None and before.role == "instead":  # those that are not taken
                for each in (before, *group.items):
                    each.used = True
                at = end
                continue
            if group is not None:
                if before.role == "not":
                    group.absent = True
                    made.words["not"].remove(before)
                    before.used = True
                if passing:
                    group.side, passing = OTHER, False
                    made.use("via")
                if made.places.get("first") and side == SUBJECT:
                    group.at = made.places["first"][-1].spaces[0]
                if where and not group.at:
                    group.at = where
                made.groups.append(group)
                open_groups.append(group)
                at = end
                continue
            if (
                item.mark == "("
                and before.spaces
                and not before.units
                and (close := self._present(made, items, at, before))
            ):
                at = close
                continue
            if item.mark == "(" and (close := self._holder_told(made, items, at)):
                at = close
                continue
            if item.role == "loaded" and made.groups[1:] and self._carries(made.groups[-2].unit, made.groups[-1:]):
                made.groups[-2].cargo.append(made.groups.pop())  # "carrier and fighter aboard"
                open_groups, item.used = made.groups[-1:], True
                at += 1
                continue
            if item.role == "via":
                passing = True
            if item.role == "where":
                last = next((each for each in reversed(items[:at]) if each.spaces), None)
                side, open_groups, where = OTHER, [], last.spaces[0] if last and len(last.spaces) == 1 else ""
                item.used = True
            if (
                item.role == "do"
                and item.text == "land"
                and (before.role in ("canal", "people") or before.spaces)
                and not (made.verb or made.groups)
            ):
                item.used = True  # "the suez land"
                at += 1
                continue
            if self._is_holder(made, items, at):
                at += 1
                continue
            if item.mark == "-" or item.mark in ("+", "&") or item.role in ("and", "filler", "a"):
                item.used = True
            elif item.spaces and not (
                item.power
                and side == SUBJECT
                and not made.verb
                and not self._is_route(items, at)
                and not (open_groups and before.units and not item.role)
            ):
                self._put(made, "", item, open_groups, side)
                open_groups = []
            elif item.power:
                made.powers.append((item, side))
            elif item.spaces:
                self._put(made, "", item, open_groups, side)
            elif item.phases:
                made.phase = item
            elif item.role == "do" and not made.verb:
                made.verb, made.said, side = item.which, item.text, OBJECT
                item.used = True
                open_groups = []
            elif item.role in ("versus", "by"):
                item.used = True
                made.passive = made.passive or (item.role == "by" and made.verb == "attack")
                made.words.setdefault(item.role, []).append(item)
                side, open_groups = OTHER, []
            elif item.role == "with":
                item.used = True
                side, open_groups = (SUBJECT if made.verb != "move" else side), []
                made.words.setdefault("with", []).append(item)
            elif item.role == "in" and any(each.phases for each in items[at + 1 : at + 3]):
                item.used = True
            elif item.role == "there" and (there := self._last_place(made, items, at)):
                for group in open_groups:
                    group.at = group.at or there
            elif item.role == "in" and open_groups and (end := self._on_deck(made, items, at, open_groups)):
                open_groups, at = [made.groups[-1]], end - 1
            elif item.role:
                made.words.setdefault(item.role, []).append(item)
            elif item.number is not None:
                made.numbers.append(item)
            at += 1
        return made

    def _holder_told(self, made: Clause, items: Sequence[Item], at: int) -> int:
        """Take who holds a place where both stand in brackets: ``(gibraltar british)``; where these end, or 0."""
        close = next((end for end in range(at, len(items)) if items[end].mark == ")"), 0)
        inner = [each for each in items[at + 1 : close] if each.role not in ("filler", "hold", "by", "a")]
        places = [each for each in inner if each.spaces and each.role != "people"]
        powers = [each for each in inner if each.power and each not in places[:1]]
        if len(inner) != 2 or len(places) != 1 or len(powers) != 1:
            return 0
        made.held.append((places[0], powers[0]))
        for each in items[at:close]:
            each.used = each.used or each.role in ("hold", "by")
        return close + 1

    def _present(self, made: Clause, items: Sequence[Item], at: int, place: Item) -> int:
        """Take the units in brackets behind a place, which are there; where the brackets end, or 0."""
        close = next((end for end in range(at, len(items)) if items[end].mark == ")"), 0)
        groups = self._cargo(items[at + 1 : close]) if close else []
        for before, group in zip([None, *groups], groups, strict=False):
            group.at, group.side = place.spaces[0], OTHER
            group.power = group.power or (before.power if before else "")
        made.present += groups
        return close + 1 if groups else 0

    def _adjective(self, made: Clause, item: Item, place: Item) -> None:
        """A word before or behind a place that says whose it is, or that nobody is there."""
        if item.power:
            made.held.append((place, item))
        elif item.role == "empty":
            made.empty.append((place, item))
        elif item.role not in ("filler", "a"):
            made.words.setdefault(item.role, []).append(item)

    def _is_holder(self, made: Clause, items: Sequence[Item], at: int) -> bool:
        """Whether a word says who holds the place beside it, or that it is empty: ``empty libya``."""
        item = items[at]
        if item.role != "empty" and not (item.power and (item.role == "people" or (at and items[at - 1].mark == "("))):
            return False
        rest = [each for each in items[at + 1 :] if each.role not in ("filler", "people", "empty")]
        before = [
            each
            for each in items[:at]
            if each.role not in ("filler", "empty", "people", "hold") and each.mark not in ("(", ",")
        ]
        behind = rest[0] if rest else END
        if behind.spaces and not behind.units:
            self._adjective(made, item, behind)
        elif before and before[-1].spaces and not (behind.role == "do" and item.power):
            self._adjective(made, item, before[-1])
        else:
            return False
        return True

    def _clock(self, made: Clause, items: Sequence[Item], at: int) -> bool:
        """Take whose turn, which phase or which round a power stands before."""
        item = items[at]
        if item.role == "turn-of":
            made.turn, made.round, item.used = item.power, int(item.which), True
            return True
        behind = next((each for each in items[at + 1 :] if each.role != "filler"), END)
        if item.power and (behind.phases or behind.role in ("turn", "round", "turn-of")):
            made.turn, item.used = item.power, True
            return True
        return False

    def _to_a_place(self, items: Sequence[Item], at: int) -> int:
        """Where a place ends that stands behind a preposition, with what is said before it; 0 where none does."""
        for end in range(at, min(len(items), at + 4)):
            item = items[end]
            unit = (
                item.power
                and self._group(items, end, 0)[0] is not None
                and (end > at or (end + 1 < len(items) and bool(items[end + 1].units)))
            )
            if item.spaces and not item.units and not unit:
                return end + 1
            if item.role not in ("filler", "empty", "friendly", "people", "him", "me", "a") and not item.power:
                return 0
        return 0

    def _put(self, made: Clause, role: str, item: Item, groups: Sequence[Group], side: int) -> None:
        """A place, in its role: of the units before it, or of the clause; places with dashes between are a chain."""
        if made.places_first and not role and side == SUBJECT:
            made.places.setdefault("first", []).append(item)
            item.used = len(item.spaces) == 1
            return
        at = made.items.index(item)
        before = [each for each in made.items[:at] if each.role not in ("filler", "empty", "people", "friendly", "a")]
        if before and before[-1].mark == "-" and len(before) > 1 and before[-2].spaces and not role:
            if not made.chain:
                made.chain = [before[-2]]
            made.chain.append(item)
            return
        if side == SUBJECT:
            made.before.append(item)
        joined = before[-2] if len(before) > 1 and before[-1].role == "and" and not role else END
        same = next((each for each, items in made.places.items() if any(item is joined for item in items)), "")
        if joined.spaces:  # "from sz5 and sz6"
            came = any(group.start and group.start in joined.spaces for group in made.groups)
            made.places.setdefault("from" if came else same or "near", []).append(item)
            return
        lacking = [group for group in groups if not (group.at or group.start)]
        self.narrow(item, [group.unit for group in lacking])
        if len(item.spaces) > 1:
            lacking = []
        if role in ("", "in", "from") and lacking and not self._is_route(made.items, at):
            for group in lacking:
                if role == "from":
                    group.start = item.spaces[0]
                else:
                    group.at = item.spaces[0]
            item.used = len(item.spaces) == 1
            if side == OBJECT or role == "":
                made.places.setdefault("near", []).append(item)
            return
        made.places.setdefault(role, []).append(item)

    def _last_place(self, made: Clause, items: Sequence[Item], at: int) -> str:
        """The place of a clause that "there" speaks of: the last one before it that has a preposition or a verb."""
        said = [item for role in ("to", "in") for item in made.places.get(role, ()) if len(item.spaces) == 1]
        return said[-1].spaces[0] if said else ""

    def _on_deck(self, made: Clause, items: Sequence[Item], at: int, groups: list[Group]) -> int:
        """Take units as those aboard the ship on which they are; where that ends, 0 where no ship follows."""
        ship, end = self._group(items, at + 1, groups[0].side)
        while ship is not None and groups and not self._carries(ship.unit, groups):
            groups = groups[1:]
        if ship is None or not groups or made.verb:
            return 0
        ship.power = ship.power or groups[0].power
        ship.cargo = [*ship.cargo, *groups]
        ship.hosts = any(item.role == "do" for item in items[end:])
        made.groups = [group for group in made.groups if group not in groups] + [ship]
        items[at].used = True
        return end

    def narrow(self, item: Item, units: Sequence[str]) -> None:
        """Of several spaces that a name may mean ships can only be in those of the sea, land units in the others."""
        kinds = {self.rules.kinds[unit] for unit in units}
        if len(item.spaces) > 1 and (
            kinds == {UnitKind.SHIP} or (UnitKind.LAND in kinds and UnitKind.SHIP not in kinds)
        ):
            sea = kinds == {UnitKind.SHIP}
            fit = tuple(each for each in item.spaces if is_sea(self.rules, each) is sea)
            item.spaces = fit or item.spaces

    def _is_route(self, items: Sequence[Item], at: int) -> bool:
        """Whether a dash and a place stand behind a place, or a number that is one."""
        rest = [each for each in items[at + 1 :] if each.role not in ("filler", "empty", "people", "friendly", "a")]
        return len(rest) > 1 and rest[0].mark == "-" and bool(rest[1].spaces)

    def _group(self, items: Sequence[Item], at: int, side: int) -> tuple[Group | None, int]:
        """Units of one type at a place of a clause, and where they end."""
        made, seen = Group("", [], side), []
        while at < len(items):
            item = items[at]
            seen.append(item)
            if item.units:
                made.unit, made.several, made.power = item.unit, item.several, made.power or item.power
                at += 1
                break
            if item.number is not None and made.count is None:
                made.count = item.number
            elif item.role == "a" and made.count is None:
                made.count = 1
            elif item.power and not made.power:
                made.power = item.power
            elif item.role in ("me", "him") and not made.whose:
                made.whose = item.role
            elif item.role == "not" or item.role not in _BEFORE_A_UNIT:
                return None, at
            made.damaged |= item.role == "damaged"
            made.empty |= item.role == "empty"
            made.items.append(item)
            at += 1
        if not made.unit:
            return None, at
        made.items = seen
        at = self._behind(items, at, made)
        return made, at

    def _behind(self, items: Sequence[Item], at: int, made: Group) -> int:
        """What belongs to units behind them: brackets, and what is aboard."""
        if at < len(items) and items[at].mark == "(":
            close = next((end for end in range(at, len(items)) if items[end].mark == ")"), -1)
            inner = list(items[at + 1 : close]) if close > 0 else []
            cargo = self._cargo(inner)
            if cargo and self._carries(made.unit, cargo):
                made.cargo += cargo
                return close + 1
            if len(inner) == 1 and (inner[0].power or inner[0].role == "damaged"):
                made.power, made.damaged = inner[0].power or made.power, made.damaged or not inner[0].power
                made.items.append(inner[0])
                return close + 1
        if at + 1 < len(items) and items[at].text == "of" and items[at + 1].power and not made.power:
            made.power = items[at + 1].power
            made.items += items[at : at + 2]
            return at + 2
        if at < len(items) and items[at].role in ("with", "loaded"):
            end = next((e for e in range(at + 1, len(items)) if not self._may_be_cargo(items[e])), len(items))
            cargo = self._cargo(items[at + 1 : end])
            if cargo and self._carries(made.unit, cargo):
                made.cargo += cargo
                items[at].used = True
                while end < len(items) and items[end].role in ("loaded", "each"):
                    items[end].used = True
                    if items[end].role == "each":
                        for each in cargo:
                            each.count = (each.count or 1) * (made.count or 1)
                    end += 1
                return end
        return at

    def _may_be_cargo(self, item: Item) -> bool:
        return bool(
            item.units
            or item.number is not None
            or item.power
            or item.role in ("a", "and", "filler")
            or item.mark in ("+", "&")
        ) and not (item.spaces and not item.power)

    def _cargo(self, items: Sequence[Item]) -> list[Group]:
        """The groups that some items are; none where they are anything else."""
        found, at = [], 0
        while at < len(items):
            group, end = self._group(items, at, OBJECT)
            if group is not None:
                found.append(group)
                at = end
            elif items[at].role in ("and", "filler", "there") or items[at].mark in ("+", "&", ","):
                at += 1
            else:
                return []
        return found

    def _carries(self, ship: str, cargo: Sequence[Group]) -> bool:
        """Whether such a unit carries those."""
        kinds = {self.rules.kinds[each.unit] for each in cargo}
        unit = self.board.unit(ship)
        land = unit.has("transport_room") and kinds <= {UnitKind.LAND}
        air = unit.has("carrier_room") and kinds <= {UnitKind.AIR}
        return bool(land or air)


def _is_places_first(items: Sequence[Item]) -> bool:
    """Whether each place stands before its units: ``sz5 uk bb sz6 german sub``."""
    kinds = "".join(
        "v"
        if item.role in ("do", "versus", "with")
        else "u"
        if item.units
        else "s"
        if item.spaces and not item.power
        else ""
        for item in items
        if item.role not in _PREPOSITIONS
    ).partition("v")[0]
    return kinds.startswith("su") and kinds.endswith("u") and kinds.count("s") > 1 and "ss" not in kinds
