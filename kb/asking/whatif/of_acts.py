"""Changes of one's own choice: another route, place, number or unit, an action left out, or done before another one."""

from __future__ import annotations

from collections.abc import Iterator

from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.scene import Scene
from kb.asking.whatif.standing import contents, groups
from kb.engine.core.values import replace
from kb.scenarios.acts import VERBS
from kb.scenarios.language.grammar import NUMBERS, SPACE, UNITS
from kb.scenarios.language.scenario import Act, Plain, Value
from kb.scenarios.language.vocabulary import Vocabulary
from kb.shape import ByShape, Defined, ListOf, Name, Number, OneOf, Record, TableOf, ValueKind

#: more words than these are not tried one by one
_MOST_WORDS = 30


def others(scene: Scene) -> Iterator[Change]:
    """Another choice in one action: where, by which way, how many, of which kind, by whom. The last action first."""
    acts = scene.asked.acts
    words = Vocabulary(scene.board, scene.asked.rules.ruleset)
    for place in reversed(range(len(acts))):
        for act in _variants(scene, acts[place], words):
            yield with_act(scene, place, act)


def with_act(scene: Scene, place: int, act: Act, position: Plain | None = None, size: float = 1.0) -> Change:
    """The change after which another action is done in a place, and the position is otherwise as said."""
    acts = list(scene.asked.acts)
    facts = {"act": act, "was": acts[place], "place": place}
    acts[place] = act
    return Change(Sort.ACT, facts, position or {}, do=tuple(acts), size=size)


def _variants(scene: Scene, act: Act, words: Vocabulary) -> Iterator[Act]:
    """An action with one of its values otherwise; its dice are those of before."""
    verb = VERBS[act.kind]
    for what in _otherwise(scene, act, "", verb.main, act.what, words):
        yield replace(act, what=what)
    for key, kind in {**verb.required, **verb.optional}.items():
        if key in act.given:
            for value in _otherwise(scene, act, key, kind, act.given[key], words):
                yield replace(act, given={**act.given, key: value})
            if key in verb.optional:
                yield replace(act, given={each: its for each, its in act.given.items() if each != key})
        elif isinstance(kind, Name):
            for word in _words(scene, kind, words):
                yield replace(act, given={**act.given, key: word})
    for power in scene.powers:
        if power != (act.power or scene.asked.case.position["turn"]):
            yield replace(act, power=power)
    if act.which:
        yield replace(act, which=())


def _otherwise(scene: Scene, act: Act, key: str, kind: ValueKind, value: Value, words: Vocabulary) -> Iterator[Value]:
    """Other values of a kind than one that an action has."""
    if isinstance(kind, ListOf) and kind.each == SPACE:
        if kind.least > 1:
            yield from _routes(scene, value)
        else:
            yield from _elsewhere(scene, value)
    elif kind == UNITS or (isinstance(kind, ByShape) and isinstance(value, dict) and kind.table):
        yield from _units(scene, act, value)
    elif isinstance(kind, Number):
        yield from (n for n in dict.fromkeys((value + 1, value - 1, *scene.numbers)) if kind.low <= n <= kind.high)
    elif kind == NUMBERS:
        yield from _numbers(scene, value)
    elif isinstance(kind, Name):
        yield from (word for word in _words(scene, kind, words) if word != value)
    elif isinstance(kind, OneOf):
        yield from (word for word in kind.words if word != value)
    elif isinstance(kind, Record) and isinstance(value, dict):
        kinds = {**kind.required, **kind.optional}
        for each, its in value.items():
            if each not in kinds:  # what is supposed and not written
                continue
            for other in _otherwise(scene, act, each, kinds[each], its, words):
                yield {**value, each: other}
    elif isinstance(kind, ByShape) and isinstance(kind.word, OneOf):
        pass  # a word such as ``all``: the others are tried below
    elif isinstance(kind, (ByShape, Defined, TableOf)) and isinstance(value, str):
        yield from (space for space in scene.spaces if space != value)
    if isinstance(kind, ByShape) and isinstance(kind.word, OneOf):
        yield from (word for word in kind.word.words if word != value)


def _around(scene: Scene, space: str) -> list[str]:
    return sorted(scene.board.around(space))


def _words(scene: Scene, kind: Name, words: Vocabulary) -> list[str]:
    """The words of a kind that are tried: of spaces those concerned, of powers those concerned."""
    if kind.of == "space":
        return list(dict.fromkeys((*scene.spaces, *(each for space in scene.acted for each in _around(scene, space)))))
    if kind.of == "power":
        return list(dict.fromkeys((*scene.powers, *scene.asked.rules.order)))
    return list(words.words(kind.of))[:_MOST_WORDS]


def _routes(scene: Scene, route: list[str]) -> Iterator[list[str]]:
    """Other ways: shorter, to another end, by another space, on to the next space, straight there."""
    around = scene.board.around
    concerned = {space: place for place, space in enumerate((*scene.spaces, *scene.near))}

    def order(space: str) -> tuple[int, str]:
        return concerned.get(space, len(concerned)), space

    if len(route) > 2:
        yield route[:-1]
        yield [route[0], route[-1]]
    for end in sorted(around(route[-2]) - {*route}, key=order):
        yield [*route[:-1], end]
    for place in range(1, len(route) - 1):
        for by in sorted(around(route[place - 1]) & around(route[place + 1]) - {*route}, key=order):
            yield [*route[:place], by, *route[place + 1 :]]
    for place in range(1, len(route)):
        for by in sorted(around(route[place - 1]) & around(route[place]) - {*route}, key=order):
            yield [*route[:place], by, *route[place:]]
    for end in sorted(around(route[-1]) - {*route}, key=order):
        yield [*route, end]
    for cut in range(1, len(route) - 1):
        for end in sorted(around(route[cut - 1]) - {*route}, key=order):
            yield [*route[:cut], end]
    yield from _from_elsewhere(scene, route)


def _elsewhere(scene: Scene, spaces: list[str]) -> Iterator[list[str]]:
    """Another space in the place of each, and without each."""
    for place in range(len(spaces)):
        before, after = spaces[:place], spaces[place + 1 :]
        if before or after:
            yield [*before, *after]
        yield from ([*before, other, *after] for other in scene.spaces if other not in spaces)


def _from_elsewhere(scene: Scene, route: list[str]) -> Iterator[list[str]]:
    """The same end, from another of the spaces that are written."""
    for start in scene.spaces:
        if start not in route and start in scene.board.around(route[-1]):
            yield [start, route[-1]]


def _units(scene: Scene, act: Act, value: Plain) -> Iterator[Plain]:
    """Other units that are there: one more or fewer, without some, another kind, or all of them."""
    turn = act.power or scene.asked.case.position["turn"]
    for power, units in value.items():
        for unit, some in units.items():
            rest = {each: its for each, its in units.items() if each != unit}
            others = {each: its for each, its in value.items() if each != power}
            if isinstance(some, int):
                yield {**value, power: {**units, unit: some + 1}}
                if some > 1:
                    yield {**value, power: {**units, unit: some - 1}}
            if rest or others:
                yield {**others, power: rest} if rest else others
            for kind in _kinds_there(scene, act, power or turn):
                if kind not in units:
                    yield {**value, power: {**rest, kind: 1}}
                    yield {**value, power: {**units, kind: 1}}
        for owner in scene.powers:
            if owner != (power or turn):
                yield {**{each: its for each, its in value.items() if each != power}, owner: units}


def _kinds_there(scene: Scene, act: Act, power: str) -> list[str]:
    """The types of unit of a power in the space where an action begins."""
    origin = origin_of(act)
    spaces = [origin] if origin else list(scene.spaces)
    found = (unit for space in spaces for unit in contents(scene.asked, space).get(power, {}))
    aboard = (
        unit
        for space in spaces
        for group in groups(scene.asked, space)
        for units in (group.entry.get("cargo") or {}).values()
        for unit in units
    )
    return list(dict.fromkeys((*found, *aboard)))


def origin_of(act: Act) -> str:
    """The space in which the units of an action are; empty where it does not say."""
    places = (act.given.get(key) for key in ("route", "from", "at"))
    first = next(filter(None, places), "")
    return first if isinstance(first, str) else str(first[0])


def _numbers(scene: Scene, value: Plain) -> Iterator[Plain]:
    """Units that are bought or placed: one more or fewer of a type, as many as a rule named, another type."""
    for unit, some in value.items():
        for number in dict.fromkeys((some + 1, some - 1, *_bought(scene, unit), *scene.numbers)):
            if 0 < number <= 100 and number != some:
                yield {**value, unit: number}
        rest = {each: its for each, its in value.items() if each != unit}
        if rest:
            yield rest
        for other in scene.board.units:
            if other.id not in value:
                yield {**rest, other.id: some}
                yield {**value, other.id: 1}


def _bought(scene: Scene, unit: str) -> list[int]:
    """How many units of a type wait in the mobilization zone."""
    return [own[unit] for own in scene.asked.case.position.get("bought", {}).values() if unit in own]
