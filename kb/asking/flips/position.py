"""Changes of what a position says: units and cargo; time, land, war, technologies and advantages, money, memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kb.asking.flips.change import Changes, PlacedUnits, RequestChange, Sort, merged
from kb.asking.flips.scope import Scope
from kb.cases.language.scenario import Plain, Value
from kb.cases.language.vocabulary import NONE
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES, Note
from kb.engine.core.position import HOW_WARS_BEGAN, Mark
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import SpaceKind, UnitKind

#: the marks that are tried, each with the kinds of unit that can bear it
_MOVERS = (UnitKind.LAND, UnitKind.AIR, UnitKind.SHIP)
_MARKS: dict[Mark, tuple[UnitKind, ...]] = {
    **dict.fromkeys((Mark.COMBAT_MOVED, Mark.NONCOMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED, Mark.MOBILIZED), _MOVERS),
    **dict.fromkeys((Mark.LOADED, Mark.OFFLOADED), (UnitKind.LAND, UnitKind.SHIP)),
    **dict.fromkeys((Mark.LANDED, Mark.RAIDED, Mark.INTERCEPTED, Mark.SCRAMBLED), (UnitKind.AIR,)),
    **dict.fromkeys((Mark.SUBMERGED, Mark.BOMBARDED), (UnitKind.SHIP,)),
    **dict.fromkeys((Mark.CAPTURED, Mark.LAUNCHED_ROCKET), (UnitKind.LAND,)),
}


def one_more(scope: Scope, spaces: Iterable[str]) -> Changes:
    """One unit more of each kind that may stand there, of each power."""
    open_spaces = (space for space in spaces if not scope.board.space(space).closed)
    for space, power in ((space, power) for space in open_spaces for power in scope.powers):
        for unit in scope.board.units:
            if scope.written.may_stand(unit.id, space):
                had = bool(scope.written.contents(space).get(power, {}).get(unit.id, 0))
                facts = {"space": space, "power": power, "unit": unit.id, "had": had}
                size = 1.2 if unit.kind is UnitKind.FACILITY and not had else None
                yield RequestChange("more", facts, scope.written.more(space, power, unit.id), size)


def fewer(scope: Scope, spaces: Iterable[str]) -> Changes:
    """One unit fewer of each kind, all of a kind gone, and all units of a power in a space gone."""
    written = scope.written
    for space in spaces:
        there = list(written.groups(space))
        for group in there:
            count = group.count
            lefts = [(0, 1 + count / 10)] if count > 1 else []
            lefts += [(count - 2, 1.2)] if count > 2 else []
            for left, size in (*lefts, (count - 1, None)):
                rows = [{**group.entry, "count": left}] if left else []
                yield RequestChange("fewer", {**group.facts, "left": left}, written.with_group(group, *rows), size)
        for power in dict.fromkeys(group.power for group in there):
            own = [group for group in there if group.power == power]
            if len(own) > 1:
                gone = (
                    {"spaces": {space: {power: {group.unit: 0}}}}
                    if space in written.spaces
                    else written.with_group(group)
                    for group in own
                )
                yield RequestChange("without", {"space": space, "power": power}, merged(*gone), 1 + len(own) / 5)
        if len(there) > 1 and space in written.spaces:
            yield RequestChange("without", {"space": space}, {"spaces": {space: {}}}, 1.5 + len(there) / 5)


def instead(scope: Scope, spaces: Iterable[str]) -> Changes:
    """Another unit of the same kind, or of another power, in the place of one."""
    board, written = scope.board, scope.written
    for group in written.groups(*spaces):
        space, count = group.space, group.count
        gone, fewer_by_one = written.with_group(group), {**group.entry, "count": count - 1}
        for unit in board.units:
            if unit.kind is board.unit(group.unit).kind and unit.id != group.unit:
                one = merged(written.with_group(group, fewer_by_one), written.more(space, group.power, unit.id))
                yield RequestChange("instead", {**group.facts, "count": 1, "new": unit.id}, one)
                if count > 1:
                    whole = merged(gone, written.more(space, group.power, unit.id, count))
                    yield RequestChange("instead", {**group.facts, "new": unit.id}, whole, 1.7)
        for power in (power for power in scope.powers if power != group.power):
            own = written.entries(space, power, group.unit)
            whole = merged(gone, written.with_entries(space, power, group.unit, [*own, group.entry]))
            yield RequestChange("instead", {**group.facts, "owner": power}, whole, 1.3)


def states(scope: Scope, spaces: Iterable[str]) -> Changes:
    """Damage, movement spent, marks, where units came from: one of them otherwise."""
    for group in scope.written.groups(*spaces):
        for key, value in _states(scope, group):
            row = {each: its for each, its in group.entry.items() if each != key}
            changed = scope.written.with_group(group, row if value in (0, []) else {**row, key: value})
            facts = {**group.facts, "key": key, "value": value, "was": group.entry.get(key)}
            yield RequestChange("state", facts, changed, 2.0 if key == "is" else None)


def _states(scope: Scope, group: PlacedUnits) -> Iterator[tuple[str, Value]]:
    """What may be otherwise of some units: pairs of a key of an entry and its value."""
    kind, entry = scope.board.unit(group.unit), group.entry
    damage, spent, marks = entry.get("damage", 0), entry.get("spent", 0), list(entry.get("is", ()))
    facility = kind.kind is UnitKind.FACILITY
    yield from ((key, []) for key in ("came", "bound") if key in entry)
    if spent:
        yield "spent", 0
        yield "spent", spent - 1
    yield from (("is", [each for each in marks if each != mark]) for mark in marks)
    if damage:
        yield "damage", 0
    for number in {damage - 1, damage + 1, *scope.numbers} if facility else {damage + 1}:
        if damage != number > 0 and (facility or number < (kind.hits or 1)):
            yield "damage", min(number, 20)
    if not facility:
        yield "spent", spent + 1
        if kind.move and kind.move > spent + 1:
            yield "spent", kind.move
        fitting = (mark for mark, kinds in _MARKS.items() if kind.kind in kinds and mark.value not in marks)
        yield from (("is", [*marks, mark.value]) for mark in fitting)
        yield from (("came", [space]) for space in sorted(scope.board.around(group.space)) if "came" not in entry)


def cargo(scope: Scope, spaces: Iterable[str]) -> Changes:
    """What is aboard: nothing, or one unit more or fewer, or another one instead."""
    at_sea = (space for space in spaces if scope.board.space(space).kind is SpaceKind.SEA_ZONE)
    for group in scope.written.groups(*at_sea):
        kind = scope.board.unit(group.unit)
        if kind.transport_room or kind.carrier_room:
            freight = [
                each.id
                for each in scope.board.units
                if (each.transport_cost if kind.transport_room else each.carrier_cost)
            ]
            for aboard, what in _cargoes(scope, group, freight):
                one = {key: value for key, value in group.entry.items() if key not in ("cargo", "count")}
                rows = {**group.entry, "count": group.count - 1}, {**one, **({"cargo": aboard} if aboard else {})}
                yield RequestChange("cargo", {**group.facts, **what}, scope.written.with_group(group, *rows))


def _cargoes(scope: Scope, group: PlacedUnits, freight: list[str]) -> Iterator[tuple[Plain, Plain]]:
    """Each other cargo of a ship that takes some types of unit aboard, with what is different."""
    own: Plain = group.entry.get("cargo") or {}
    if own:
        yield {}, {"less": "all"}
    for power, units in own.items():
        for unit, some in ((unit, some) for unit, some in units.items() if isinstance(some, int)):
            rest = {**units, unit: some - 1} if some > 1 else {key: n for key, n in units.items() if key != unit}
            if left := {**own, power: rest} if rest else {key: each for key, each in own.items() if key != power}:
                yield left, {"less": unit}
            for other in freight:
                if other != unit and isinstance(rest.get(other, 0), int):
                    both = {**rest, other: rest.get(other, 0) + 1}
                    yield {**own, power: both}, {"less": unit, "aboard": other}
    for power in ("", *(each for each in scope.powers if each != group.power)):
        for unit in freight:
            some = own.get(power, {}).get(unit, 0)
            if isinstance(some, int):
                yield {**own, power: {**own.get(power, {}), unit: some + 1}}, {"aboard": unit, "owner": power}


# -- the time, who holds land, war, technologies and advantages, money, what is remembered


#: so many lands are given to one power together
_MOST_LANDS = 4
#: the notes of a turn and of a game by name, with the key under which a position writes them
_NOTES = {
    "turn_notes": ("notes", {note.name: note for note in TURN_NOTES}),
    "game_notes": ("game_notes", {note.name: note for note in GAME_NOTES}),
}


def holders(scope: Scope, spaces: Iterable[str]) -> Changes:
    """Another holder of a territory, or none."""
    start = scope.base.played.start
    for space in spaces:
        place = scope.board.space(space)
        if place.kind is SpaceKind.TERRITORY and not place.closed:
            now = start.holders.get(space, NONE)
            for power in dict.fromkeys((*scope.powers, place.owner, place.held_by, NONE)):
                if power and power != now:
                    facts = {"space": space, "holder": power, "was": now}
                    held = {"spaces": {space: {"held_by": power}}}
                    yield RequestChange("holder", facts, held, 1.3 if power == NONE else None)


def all_held(scope: Scope) -> Changes:
    """All the land concerned, or that was looked at, in one power's hands: both banks of a canal."""
    held = scope.base.played.start.holders
    seen = dict.fromkeys((*scope.spaces, *scope.looked.keys("holders")))
    lands = [space for space in seen if held.get(space) and not scope.board.space(space).closed]
    for power in scope.powers:
        others = [space for space in lands if held[space] != power]
        if 1 < len(others) <= _MOST_LANDS:
            change = {"spaces": {space: {"held_by": power} for space in others}}
            yield RequestChange("holder", {"spaces": others, "holder": power}, change, 1 + len(others) / 4)


def times(scope: Scope) -> Changes:
    """Another phase, another power's turn, another round."""
    rules, position = scope.request.rules, scope.position
    for phase in rules.ruleset.phases:
        if phase.id != position["phase"]:
            yield RequestChange("phase", {"phase": phase.id}, {"phase": phase.id})
    for power in scope.powers:
        if power in rules.order and power != scope.turn:
            yield RequestChange("turn", {"power": power}, {"turn": power})
    now = position.get("round", 1)
    for number in dict.fromkeys((now + 1, now - 1, *scope.numbers, *(each + 1 for each in scope.numbers))):
        if 0 < number < 20 and number != now:
            yield RequestChange("round", {"round": number}, {"round": number})


def tables(scope: Scope) -> Changes:
    """What the table plays with, what powers have developed, which advantages they have; one more, one fewer, none."""
    ruleset, position = scope.request.rules.ruleset, scope.position
    for option in ruleset.options:
        on = position.get("options", [])
        yield RequestChange("option", {"option": option, "on": option not in on}, {"options": _toggled(on, option)})
    technologies = [each.id for each in scope.board.technologies]
    advantages: dict[str, list[str]] = {}
    for each in ruleset.advantages:
        advantages.setdefault(each.power, []).append(each.id)
    parts: list[tuple[Sort, str, dict[str, list[str]], list[str]]] = [
        ("technology", "technologies", dict.fromkeys(scope.powers, technologies), scope.looked.keys("technologies")),
        ("advantage", "advantages", advantages, scope.looked.keys("advantages")),
    ]
    for sort, part, names, looked in parts:
        for power in (each for each in scope.powers if each in looked or each in position.get(part, {})):
            own = position.get(part, {}).get(power, [])
            for name in names.get(power, ()):
                facts = {"power": power, "name": name, "on": name not in own}
                yield RequestChange(sort, facts, {part: {power: _toggled(own, name)}})
            if len(own) > 1:
                yield RequestChange(sort, {"power": power, "name": "", "on": False}, {part: {power: []}}, 1.5)


def _toggled(names: Iterable[str], name: str) -> list[str]:
    before = list(names)
    return sorted({*before, name}) if name not in before else [each for each in before if each != name]


def wars(scope: Scope) -> Changes:
    """War or peace between two of the powers concerned, and a war that began otherwise."""
    start, sides = scope.base.played.start, scope.request.rules.sides
    if not (scope.board.wars or start.wars):
        return
    pairs = [(one, other) for one in scope.powers for other in scope.powers if one != other]
    looked = [key for key in scope.looked.keys("wars") if isinstance(key, tuple)]
    foes = [(one, other) for one in scope.powers[:1] for other in scope.request.rules.order]
    foes += [(other, one) for one, other in foes]
    for one, other in dict.fromkeys((*pairs, *looked, *foes)):
        now = start.wars.get((one, other), 0)
        for how in (0, *HOW_WARS_BEGAN) if sides.get(one) is not sides.get(other) else ():
            if how != now:
                facts = {"power": one, "other": other, "how": how}
                yield RequestChange("war", facts, {"wars": {one: {other: how}}}, 1.3 if how and now else None)
    for power, its in scope.position.get("wars", {}).items():
        if len(its) > 1:
            yield RequestChange("war", {"power": power, "other": "", "how": 0}, {"wars": {power: {}}}, 1.5)


def money(scope: Scope) -> Changes:
    """So much money that a number which rules named is reached, or just not; nothing; one more or fewer."""
    treasuries, seen = scope.base.played.start.treasuries, scope.looked.keys("treasuries")
    for account in dict.fromkeys((*scope.position.get("treasuries", {}), *seen)):
        if account in treasuries:
            now = treasuries[account]
            near = (now + 1, now - 1, 0, *(each + by for each in scope.numbers for by in (0, -1)))
            sums = (*near, *(now + each for each in scope.numbers), *(now - each for each in scope.numbers), 99)
            for ipcs in dict.fromkeys(sums):
                if 0 <= ipcs < 999 and ipcs != now:
                    facts = {"account": account, "ipcs": ipcs, "was": now}
                    yield RequestChange("money", facts, {"treasuries": {account: ipcs}}, 1 + abs(ipcs - now) / 50)


def bought(scope: Scope) -> Changes:
    """What waits in the mobilization zone, and researchers: one more, one fewer, none, another one."""
    for power, own in scope.position.get("bought", {}).items():
        for unit in (unit.id for unit in scope.board.units):
            had = own.get(unit, 0)
            for number in (had + 1, had - 1) if had else (had + 1,):
                facts = {"power": power, "unit": unit, "count": number, "was": had}
                yield RequestChange("bought", facts, {"bought": {power: {unit: number}}})
    for power, had in scope.position.get("researchers", {}).items():
        for number in (had + 1, had - 1):
            facts = {"power": power, "unit": "researcher", "count": number, "was": had}
            yield RequestChange("bought", facts, {"researchers": {power: number}})


def notes(scope: Scope) -> Changes:
    """What is remembered: each note that was looked at or that is there, otherwise than it is."""
    start = scope.base.played.start
    for table, (part, notes_of_table) in _NOTES.items():
        there: Mapping[tuple[str, ...], Value] = getattr(start, table)
        for key in dict.fromkeys((*scope.looked.keys(table), *there)):
            note, about = notes_of_table.get(key[0]), key[1] if len(key) > 1 else ""
            if not note or not note.in_files or not (about in scope.spaces or note.key != "space" or key in there):
                continue
            for value in _values(scope, note, about):
                changed: Value = value
                if note.key and note.value == YES:
                    changed = _toggled(scope.position.get(part, {}).get(note.name) or [], about)
                elif note.key:
                    changed = {about: value}
                facts = {"note": note.name, "about": about, "value": value}
                yield RequestChange("note", facts, {part: {note.name: changed}})


def _values(scope: Scope, note: Note, about: str) -> Iterator[Value]:
    """Each other value of a note; 0 takes it away."""
    start = scope.base.played.start
    now, is_set = note.get(start, about), note.is_set(start, about)
    if is_set:
        yield 0
    values: Iterable[Value] = ()
    if note.value == YES:
        values = () if is_set else (YES,)
    elif isinstance(note.value, tuple):
        values = note.value
    elif note.value == "number":
        number = int(str(now or 0))
        yield from (each for each in (number + 1, number + 2, *scope.numbers) if 0 < each < 20)
    elif note.value in ("holder", "power"):
        values = scope.powers
    elif note.value == "side":
        values = {str(each.value) for each in scope.request.rules.sides.values()}
    elif note.value == "unit":
        values = (unit.id for unit in scope.board.units)
    yield from (value for value in values if value != now)


def printings(scope: Scope, others: Iterable[Rulebook]) -> Changes:
    """The other printings of the rules, and the other boards."""
    rules = scope.request.rules
    for other in others:
        same = (other.ruleset.id, other.board.id) == (rules.ruleset.id, rules.board.id)
        if not same and other.ruleset.game == rules.ruleset.game:
            facts = {"title": other.ruleset.title, "board": other.board.title}
            yield RequestChange("rules", facts, rules=other)
