"""Changes of circumstances: the time, who holds land, war, technologies and advantages, money, what is remembered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.scene import Scene
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES, Note
from kb.engine.core.position import HOW_WARS_BEGAN
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import SpaceKind
from kb.scenarios.language.scenario import Plain, Value
from kb.scenarios.language.vocabulary import NONE

_NOTES = {
    ("turn_notes" if note in TURN_NOTES else "game_notes", note.name): note for note in (*TURN_NOTES, *GAME_NOTES)
}
#: so many lands are given to one power together
_MOST_LANDS = 4
#: under which key a position writes the notes of a turn, of a game
_WRITTEN = {"turn_notes": "notes", "game_notes": "game_notes"}


def holders(scene: Scene, spaces: Iterable[str]) -> Iterator[Change]:
    """Another holder of a territory, or none."""
    board, start = scene.board, scene.base.played.start
    for space in spaces:
        place = board.space(space)
        if place.kind is not SpaceKind.TERRITORY or place.closed:
            continue
        now = start.holders.get(space, NONE)
        for power in dict.fromkeys((*scene.powers, place.owner, place.held_by, NONE)):
            if power and power != now:
                facts = {"space": space, "holder": power, "was": now}
                size = 1.0 if power != NONE else 1.3
                yield Change(Sort.HOLDER, facts, {"spaces": {space: {"held_by": power}}}, size=size)


def all_held(scene: Scene) -> Iterator[Change]:
    """All the land concerned, or that was looked at, in one power's hands: both banks of a canal."""
    board, start = scene.board, scene.base.played.start
    seen = dict.fromkeys((*scene.spaces, *scene.looked.keys("holders")))
    lands = [space for space in seen if start.holders.get(space) and not board.space(space).closed]
    for power in scene.powers:
        others = [space for space in lands if start.holders[space] != power]
        if 1 < len(others) <= _MOST_LANDS:
            held = {"spaces": {space: {"held_by": power} for space in others}}
            yield Change(Sort.HOLDER, {"spaces": others, "holder": power}, held, size=1 + len(others) / 4)


def times(scene: Scene) -> Iterator[Change]:
    """Another phase, another power's turn, another round."""
    rules, position = scene.asked.rules, scene.asked.case.position
    for phase in rules.ruleset.phases:
        if phase.id != position["phase"]:
            yield Change(Sort.PHASE, {"phase": phase.id}, {"phase": phase.id})
    for power in dict.fromkeys((*scene.powers, *rules.order)):
        if power in rules.order and power != position["turn"]:
            size = 1.2 if power in scene.powers else 1.5
            yield Change(Sort.TURN, {"power": power}, {"turn": power}, size=size)
    now = position.get("round", 1)
    for number in dict.fromkeys((now + 1, now - 1, *scene.numbers, *(each + 1 for each in scene.numbers))):
        if 0 < number < 20 and number != now:
            yield Change(Sort.ROUND, {"round": number}, {"round": number}, size=1.2)


def tables(scene: Scene) -> Iterator[Change]:
    """What the table plays with, what powers have developed, which advantages they have; one more, one fewer, none."""
    rules, position = scene.asked.rules, scene.asked.case.position
    for option in rules.ruleset.options:
        on = position.get("options", [])
        facts = {"option": option, "on": option not in on}
        yield Change(Sort.OPTION, facts, {"options": _toggled(on, option)})
    looked = {part: set(scene.looked.keys(part)) for part in ("technologies", "advantages")}
    owners: list[tuple[Sort, str, dict[str, list[str]]]] = [
        (Sort.TECHNOLOGY, "technologies", {"": [each.id for each in scene.board.technologies]}),
        (Sort.ADVANTAGE, "advantages", _by_power((each.power, each.id) for each in rules.ruleset.advantages)),
    ]
    for sort, part, names in owners:
        for power in (each for each in scene.powers if each in looked[part] or each in position.get(part, {})):
            own = position.get(part, {}).get(power, [])
            for name in names.get("", names.get(power, [])):
                facts = {"power": power, "name": name, "on": name not in own}
                yield Change(sort, facts, {part: {power: _toggled(own, name)}})
            if len(own) > 1:
                yield Change(sort, {"power": power, "name": "", "on": False}, {part: {power: []}}, size=1.5)


def _by_power(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for power, name in pairs:
        found.setdefault(power, []).append(name)
    return found or {"": []}


def _toggled(names: Iterable[str], name: str) -> list[str]:
    before = list(names)
    return sorted({*before, name}) if name not in before else [each for each in before if each != name]


def wars(scene: Scene) -> Iterator[Change]:
    """War or peace between two of the powers concerned, and a war that began otherwise."""
    start = scene.base.played.start
    looked = [key for key in scene.looked.keys("wars") if isinstance(key, tuple)]
    pairs = [(one, other) for one in scene.powers for other in scene.powers if one != other]
    sides = scene.asked.rules.sides
    if not (scene.board.wars or start.wars):
        return
    foes = [(one, other) for one in scene.powers[:1] for other in scene.asked.rules.order]
    foes += [(other, one) for one, other in foes]
    for one, other in dict.fromkeys((*pairs, *looked, *foes)):
        if sides.get(one) is sides.get(other):
            continue
        now = start.wars.get((one, other), 0)
        for how in (0, *HOW_WARS_BEGAN):
            if how != now:
                facts = {"power": one, "other": other, "how": how}
                yield Change(Sort.WAR, facts, {"wars": {one: {other: how}}}, size=1.0 if not how or not now else 1.3)
    for power, wars in scene.asked.case.position.get("wars", {}).items():
        if len(wars) > 1:
            yield Change(Sort.WAR, {"power": power, "other": "", "how": 0}, {"wars": {power: {}}}, size=1.5)


def money(scene: Scene) -> Iterator[Change]:
    """So much money that a number which rules named is reached, or just not; nothing; one more or fewer."""
    start, seen = scene.base.played.start, scene.looked.keys("treasuries")
    for account in dict.fromkeys((*scene.asked.case.position.get("treasuries", {}), *seen)):
        if account not in start.treasuries:
            continue
        now = start.treasuries[account]
        near = (now + 1, now - 1, 0, *(each + by for each in scene.numbers for by in (0, -1)))
        sums = (*near, *(now + each for each in scene.numbers), *(now - each for each in scene.numbers), 99)
        for ipcs in dict.fromkeys(sums):
            if 0 <= ipcs < 999 and ipcs != now:
                facts = {"account": account, "ipcs": ipcs, "was": now}
                yield Change(Sort.MONEY, facts, {"treasuries": {account: ipcs}}, size=1 + abs(ipcs - now) / 50)


def bought(scene: Scene) -> Iterator[Change]:
    """What waits in the mobilization zone, and researchers: one more, one fewer, none, another one."""
    position = scene.asked.case.position
    units = [unit.id for unit in scene.board.units]
    for power, own in position.get("bought", {}).items():
        for unit in units:
            for number in (own.get(unit, 0) + 1, own.get(unit, 0) - 1):
                if number >= 0:
                    facts = {"power": power, "unit": unit, "count": number, "was": own.get(unit, 0)}
                    yield Change(Sort.BOUGHT, facts, {"bought": {power: {unit: number}}}, size=1.2)
    for power, number in position.get("researchers", {}).items():
        for other in (number + 1, number - 1):
            facts = {"power": power, "unit": "researcher", "count": other, "was": number}
            yield Change(Sort.BOUGHT, facts, {"researchers": {power: other}}, size=1.2)


def notes(scene: Scene) -> Iterator[Change]:
    """What is remembered: each note that was looked at or that is there, otherwise than it is."""
    start = scene.base.played.start
    for table in _WRITTEN:
        there: Mapping[tuple[str, ...], Value] = getattr(start, table)
        for key in dict.fromkeys((*scene.looked.keys(table), *there)):
            note = _NOTES.get((table, key[0]))
            about = key[1] if len(key) > 1 else ""
            if note and note.in_files and (about in scene.spaces or not _is_place(note) or key in there):
                yield from _note(scene, table, note, about)


def _is_place(note: Note) -> bool:
    return note.key == "space"


def _note(scene: Scene, table: str, note: Note, about: str) -> Iterator[Change]:
    written = scene.asked.case.position.get(_WRITTEN[table], {}).get(note.name)
    for value in _values(scene, note, about):
        changed: Value = value
        if note.key and note.value == YES:
            changed = _toggled(written or [], about)
        elif note.key:
            changed = {about: value}
        facts = {"note": note.name, "about": about, "value": value}
        yield Change(Sort.NOTE, facts, _in(_WRITTEN[table], note.name, changed), size=2.2)


def _in(part: str, name: str, value: Value) -> Plain:
    return {part: {name: value}}


def _values(scene: Scene, note: Note, about: str) -> Iterator[Value]:
    """Each other value of a note; 0 takes it away."""
    start = scene.base.played.start
    now = note.get(start, about)
    if note.is_set(start, about):
        yield 0
    if note.value == YES:
        yield from () if note.is_set(start, about) else (YES,)
    elif isinstance(note.value, tuple):
        yield from (word for word in note.value if word != now)
    elif note.value == "number":
        yield from (
            number for number in (int(str(now or 0)) + 1, int(str(now or 0)) + 2, *scene.numbers) if 0 < number < 20
        )
    elif note.value in ("holder", "power"):
        yield from (power for power in scene.powers if power != now)
    elif note.value == "side":
        yield from (side for side in {str(each.value) for each in scene.asked.rules.sides.values()} if side != now)
    elif note.value == "unit":
        yield from (unit.id for unit in scene.board.units if unit.id != now)


def printings(scene: Scene, others: Iterable[Rulebook]) -> Iterator[Change]:
    """The other printings of the rules, and the other boards."""
    rules = scene.asked.rules
    for other in others:
        same = (other.ruleset.id, other.board.id) == (rules.ruleset.id, rules.board.id)
        if not same and other.ruleset.game == rules.ruleset.game:
            facts = {"title": other.ruleset.title, "board": other.board.title}
            yield Change(Sort.RULES, facts, rules=other)
