"""Changes of circumstances: the time, who holds land, war, technologies and advantages, money, what is remembered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kb.asking.flips.change import Changes, RequestChange, Sort
from kb.asking.flips.scope import Scope
from kb.cases.language.scenario import Value
from kb.cases.language.vocabulary import NONE
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES, Note
from kb.engine.core.position import HOW_WARS_BEGAN
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import SpaceKind

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
    for power in dict.fromkeys((*scope.powers, *rules.order)):
        if power in rules.order and power != scope.turn:
            yield RequestChange("turn", {"power": power}, {"turn": power}, 1.2 if power in scope.powers else None)
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
