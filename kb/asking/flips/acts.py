"""Changes of what is done: another choice in an action, another action, its order, who acts and from where; luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.asking.answer import status_of
from kb.asking.flips.change import Changes, RequestChange, Sort, merged
from kb.asking.flips.scope import Scope, words_of
from kb.asking.request import act_of, context_of
from kb.base.shape import ByShape, Defined, ListOf, Name, Number, OneOf, Record, TableOf, ValueKind
from kb.cases.acts import VERBS
from kb.cases.acts.verb import Unplayable
from kb.cases.language.grammar import NUMBERS, SPACE, UNITS
from kb.cases.language.scenario import Act, Plain, Value
from kb.cases.language.vocabulary import Vocabulary
from kb.engine import legal
from kb.engine.core.position import replace
from kb.games.board_model import SpaceKind

#: more words than these are not tried one by one; of so many legal actions one is tried
_MOST_WORDS, _MOST_LEGAL = 30, 60


def _with_act(scope: Scope, place: int, act: Act, position: Plain | None = None, size: float = 1.0) -> RequestChange:
    """The change after which another action is done in a place, and the position is otherwise as said."""
    facts = {"act": act, "was": scope.acts[place], "place": place}
    do = (*scope.acts[:place], act, *scope.acts[place + 1 :])
    return RequestChange("act", facts, position or {}, size, do)


def _origin_of(act: Act) -> str:
    """The space in which the units of an action are; empty where it does not say."""
    places = (act.given.get(key) for key in ("route", "from", "at"))
    first = next(filter(None, places), "")
    return first if isinstance(first, str) else str(first[0])


def _without(table: Plain, *keys: str) -> dict[str, Value]:
    return {key: value for key, value in table.items() if key not in keys}


# -- another choice


def others(scope: Scope) -> Changes:
    """Another choice in one action: where, by which way, how many, of which kind, by whom. The last action first."""
    vocabulary = Vocabulary(scope.board, scope.request.rules.ruleset)
    for place in reversed(range(len(scope.acts))):
        for act in _Variants(scope, scope.acts[place], vocabulary).all():
            yield _with_act(scope, place, act)


class _Variants:
    """An action with one of its values otherwise; its dice are those of before."""

    def __init__(self, scope: Scope, act: Act, vocabulary: Vocabulary) -> None:
        self.scope, self.act, self.vocabulary = scope, act, vocabulary

    def all(self) -> Iterator[Act]:
        """The variants, one after another."""
        act, verb = self.act, VERBS[self.act.kind]
        yield from (replace(act, what=what) for what in self._otherwise(verb.main, act.what))
        for key, kind in {**verb.required, **verb.optional}.items():
            if key in act.given:
                for value in self._otherwise(kind, act.given[key]):
                    yield replace(act, given={**act.given, key: value})
                if key in verb.optional:
                    yield replace(act, given=_without(act.given, key))
            elif isinstance(kind, Name):
                yield from (replace(act, given={**act.given, key: word}) for word in self._words(kind))
        for power in self.scope.powers:
            if power != (act.power or self.scope.turn):
                yield replace(act, power=power)
        if act.which:
            yield replace(act, which=())

    def _otherwise(self, kind: ValueKind, value: Value) -> Iterator[Value]:
        """Other values of a kind than one that the action has."""
        if isinstance(kind, ListOf) and kind.each == SPACE:
            yield from self._routes(value) if kind.least > 1 else self._elsewhere(value)
        elif kind == UNITS or (isinstance(kind, ByShape) and isinstance(value, dict) and kind.table):
            yield from self._units(value)
        elif isinstance(kind, Number):
            numbers = dict.fromkeys((value + 1, value - 1, *self.scope.numbers))
            yield from (number for number in numbers if kind.low <= number <= kind.high)
        elif kind == NUMBERS:
            yield from self._numbers(value)
        elif isinstance(kind, Name):
            yield from (word for word in self._words(kind) if word != value)
        elif isinstance(kind, OneOf):
            yield from (word for word in kind.words if word != value)
        elif isinstance(kind, Record) and isinstance(value, dict):
            kinds = {**kind.required, **kind.optional}
            for each, its in value.items():  # of these some may be supposed and not written
                for other in self._otherwise(kinds[each], its) if each in kinds else ():
                    yield {**value, each: other}
        elif isinstance(kind, ByShape) and isinstance(kind.word, OneOf):
            pass  # a word such as ``all``: the others are tried below
        elif isinstance(kind, (ByShape, Defined, TableOf)) and isinstance(value, str):
            yield from (space for space in self.scope.spaces if space != value)
        if isinstance(kind, ByShape) and isinstance(kind.word, OneOf):
            yield from (word for word in kind.word.words if word != value)

    def _words(self, kind: Name) -> list[str]:
        """The words of a kind that are tried: of spaces those concerned, of powers those concerned."""
        scope = self.scope
        if kind.of == "space":
            around = (each for space in scope.acted for each in sorted(scope.board.around(space)))
            return list(dict.fromkeys((*scope.spaces, *around)))
        if kind.of == "power":
            return list(dict.fromkeys((*scope.powers, *scope.request.rules.order)))
        return list(self.vocabulary.words(kind.of))[:_MOST_WORDS]

    def _routes(self, route: list[str]) -> Iterator[list[str]]:
        """Other ways: shorter, to another end, by another space, on to the next space, straight there, and to the same
        end from another of the spaces that are written."""
        scope, around = self.scope, self.scope.board.around
        concerned = {space: place for place, space in enumerate((*scope.spaces, *scope.near))}

        def free(spaces: frozenset[str]) -> list[str]:
            return sorted(spaces - {*route}, key=lambda space: (concerned.get(space, len(concerned)), space))

        if len(route) > 2:
            yield route[:-1]
            yield [route[0], route[-1]]
        yield from ([*route[:-1], end] for end in free(around(route[-2])))
        for place in range(1, len(route) - 1):
            for by in free(around(route[place - 1]) & around(route[place + 1])):
                yield [*route[:place], by, *route[place + 1 :]]
        for place in range(1, len(route)):
            for by in free(around(route[place - 1]) & around(route[place])):
                yield [*route[:place], by, *route[place:]]
        yield from ([*route, end] for end in free(around(route[-1])))
        for cut in range(1, len(route) - 1):
            yield from ([*route[:cut], end] for end in free(around(route[cut - 1])))
        for start in scope.spaces:
            if start not in route and start in around(route[-1]):
                yield [start, route[-1]]

    def _elsewhere(self, spaces: list[str]) -> Iterator[list[str]]:
        """Another space in the place of each, and without each."""
        for place in range(len(spaces)):
            before, after = spaces[:place], spaces[place + 1 :]
            if before or after:
                yield [*before, *after]
            yield from ([*before, other, *after] for other in self.scope.spaces if other not in spaces)

    def _units(self, value: Plain) -> Iterator[Plain]:
        """Other units that are there: one more or fewer, without some, another kind, or all of them."""
        turn = self.act.power or self.scope.turn
        for power, units in value.items():
            others = _without(value, power)
            for unit, some in units.items():
                rest = _without(units, unit)
                if isinstance(some, int):
                    yield {**value, power: {**units, unit: some + 1}}
                    if some > 1:
                        yield {**value, power: {**units, unit: some - 1}}
                if rest or others:
                    yield {**others, power: rest} if rest else others
                for kind in self._kinds_there(power or turn):
                    if kind not in units:
                        yield {**value, power: {**rest, kind: 1}}
                        yield {**value, power: {**units, kind: 1}}
            yield from ({**others, owner: units} for owner in self.scope.powers if owner != (power or turn))

    def _kinds_there(self, power: str) -> list[str]:
        """The types of unit of a power in the space where the action begins, and of all that is aboard there."""
        written, origin = self.scope.written, _origin_of(self.act)
        spaces = [origin] if origin else self.scope.spaces
        found = (unit for space in spaces for unit in written.contents(space).get(power, {}))
        entries = (group.entry for group in written.groups(*spaces))
        aboard = (unit for entry in entries for units in (entry.get("cargo") or {}).values() for unit in units)
        return list(dict.fromkeys((*found, *aboard)))

    def _numbers(self, value: Plain) -> Iterator[Plain]:
        """Units that are bought or placed: one more or fewer of a type, as many as a rule named, another type."""
        for unit, some in value.items():
            bought = (own[unit] for own in self.scope.position.get("bought", {}).values() if unit in own)
            for number in dict.fromkeys((some + 1, some - 1, *bought, *self.scope.numbers)):
                if 0 < number <= 100 and number != some:
                    yield {**value, unit: number}
            rest = _without(value, unit)
            if rest:
                yield rest
            for other in self.scope.board.units:
                if other.id not in value:
                    yield {**rest, other.id: some}
                    yield {**value, other.id: 1}


# -- another action, or another order


def _ordered(
    sort: Sort, facts: Plain, acts: Sequence[Act], places: Sequence[int], size: float | None = None
) -> RequestChange:
    """The change after which only the actions in these places are done, in this order."""
    return RequestChange(sort, facts, {}, size, tuple(acts[place] for place in places), places=tuple(places))


def left_out(scope: Scope) -> Changes:
    """Without one of the actions, or two in the other order."""
    acts = scope.acts
    for place, act in enumerate(acts if len(acts) > 1 else ()):
        rest = [each for each in range(len(acts)) if each != place]
        gone = {"act": act, "place": place}
        yield _ordered("left out", gone, acts, rest)
        ends = {act.given["route"][-1]} if "route" in act.given else {act.given["to"]} if "to" in act.given else set()
        also = {each for each in rest if each > place and set(words_of(acts[each])) & ends} - {len(acts) - 1}
        if also:
            kept = [each for each in rest if each not in also]
            yield _ordered("left out", {**gone, "also": len(also)}, acts, kept, 1.3)
    for place in range(len(acts) - 1):
        one, other = acts[place : place + 2]
        if one != other:
            places = [*range(place), place + 1, place, *range(place + 2, len(acts))]
            yield _ordered("order", {"act": other, "was": one, "place": place}, acts, places)


def instead(scope: Scope) -> Changes:
    """Where the last action that is refused is: each that is legal there, of units that are concerned."""
    refused = [place for place, each in enumerate(scope.base.played.acts) if status_of(each) is False]
    for place in reversed(refused[-1:]):
        was = scope.acts[place]
        for act in _legal(scope, place):
            other = replace(act, refused=was.refused, refused_by=was.refused_by)
            if other != replace(was, dice=(), choices=(), line=0) and act.kind != "end":
                yield _with_act(scope, place, other, size=1.1)


def one_more(scope: Scope) -> Changes:
    """An action more, before the last one or after it."""
    acts, done = scope.acts, scope.base.played.acts
    last = len(acts) - 1
    ending = next((place for place, act in enumerate(acts) if act.kind == "end"), last)
    for place in dict.fromkeys((last, last + 1, ending)) if acts else ():
        if place > last and (done[-1].act.must_be_refused or status_of(done[-1]) is not True):
            return
        for act in _legal(scope, place):
            if act.kind != "end" or place > last:
                places = (*range(place), -1, *range(place, last + 1))
                facts = {"act": act, "place": place, "last": place > last}
                yield RequestChange("added", facts, do=(*acts[:place], act, *acts[place:]), places=places)


def _legal(scope: Scope, place: int) -> Iterator[Act]:
    """The actions that are legal before one is done, of those that have to do with the spaces concerned."""
    rules, position = scope.request.rules, scope.base.played.until(place).position
    found = 0
    for action in legal.actions(rules, position):
        try:
            act = act_of(context_of(rules, position), action)
        except Unplayable:
            continue
        near = not scope.spaces or position.battle or {*scope.spaces} & {*words_of(act)}
        if near or act.kind in ("end", "declare-war"):
            yield act
            found += 1
            if found == _MOST_LEGAL:
                return


# -- another who acts


def substituted(scope: Scope) -> Changes:
    """Another kind of unit, which then stands where the action begins, in the place of the one that acts: in all
    actions. And one unit more that goes along, or of another power."""
    for place in reversed(range(len(scope.acts))):
        act = scope.acts[place]
        if _origin_of(act) and isinstance(act.what, dict):
            for power, units in act.what.items():
                for unit in units if isinstance(units, dict) else ():
                    yield from _in_its_place(scope, place, power or act.power or scope.turn, unit)


def _in_its_place(scope: Scope, place: int, power: str, unit: str) -> Changes:
    written, act, origin = scope.written, scope.acts[place], _origin_of(scope.acts[place])
    fitting = [other.id for other in scope.board.units if written.may_stand(other.id, origin)]
    for group in written.groups(origin):
        if (group.power, group.unit) != (power, unit):
            continue
        for other in (other for other in fitting if other != unit):
            there = merged(written.with_group(group), written.more(origin, power, other, group.count))
            acts = tuple(_renamed(each, unit, other) for each in scope.acts)
            facts = {"place": place, "was": act, "act": acts[place], "unit": unit, "new": other}
            yield RequestChange("act", {**facts, "space": origin, "power": power}, there, 1.2, acts)
        for owner in (owner for owner in scope.powers if owner != power):
            there = written.more(origin, owner, unit, group.count)
            for acting in ("", owner):
                what = {owner if not acting else "": {unit: _number(act, unit)}}
                yield _with_act(scope, place, replace(act, what=what, power=acting or act.power), there, 1.4)
    for other in fitting:
        there = written.more(origin, power, other)
        number = _number(act, other)
        if other != unit:
            yield _with_act(scope, place, _renamed(act, unit, other), there, 1.2)
        yield _with_act(scope, place, replace(act, what={"": {other: 1}}), there, 1.2)
        if number or other != unit:
            what = {**act.what, "": {**act.what.get("", {}), other: number + 1}}
            change = _with_act(scope, place, replace(act, what=what), there)
            yield replace(change, facts={**change.facts, "along": other})


def with_more_cargo(scope: Scope) -> Changes:
    """One unit more that comes ashore too, aboard another transport; and a transport for land units that go to sea."""
    transports = [unit.id for unit in scope.board.units if unit.transport_room]
    freight = [unit.id for unit in scope.board.units if unit.transport_cost]
    for place in reversed(range(len(scope.acts))) if transports else ():
        act, origin = scope.acts[place], _origin_of(scope.acts[place])
        power, own = act.power or scope.turn, act.what.get("", {}) if isinstance(act.what, dict) else {}
        if act.kind == "offload":
            for unit in (each for each in freight if isinstance(own.get(each, 0), int)):
                aboard = {"cargo": {power: {unit: 1}}}
                ships = [*scope.written.entries(origin, power, transports[0]), aboard]
                there = scope.written.with_entries(origin, power, transports[0], ships)
                what = {**act.what, "": {**own, unit: own.get(unit, 0) + 1}}
                change = _with_act(scope, place, replace(act, what=what, which=()), there)
                yield replace(change, facts={**change.facts, "ashore": unit})
        route = act.given.get("route", ())
        to_sea = len(route) > 1 and scope.board.space(route[1]).kind is SpaceKind.SEA_ZONE
        if act.kind == "move" and to_sea and own and {*own} <= {*freight}:
            there = scope.written.more(route[1], power, transports[0])
            load = replace(act, kind="load", given={"from": origin, "to": route[1]})
            yield _with_act(scope, place, load, there, 1.1)


def _number(act: Act, unit: str) -> int:
    """How many units of a type an action names."""
    some = next((units[unit] for units in act.what.values() if unit in units), 0)
    return some if isinstance(some, int) else 1


def _renamed(act: Act, unit: str, other: str) -> Act:
    """An action with another type of unit."""
    return replace(act, what=_swapped(act.what, unit, other))


def _swapped(value: Value, unit: str, other: str) -> Value:
    if not isinstance(value, dict):
        return value
    swapped: dict[str, Value] = {}
    for key, each in value.items():
        new, its = other if key == unit else key, _swapped(each, unit, other)
        both = isinstance(its, int) and isinstance(swapped.get(new), int)
        swapped[new] = swapped[new] + its if both else its
    return swapped


def in_anothers_turn(scope: Scope) -> Changes:
    """The same by another power, whose turn it is then and who has the units that act."""
    first = next((act for act in scope.acts if isinstance(act.what, dict) and _origin_of(act)), None)
    units = first.what.get("") if first else None
    if not first or not units or first.power or not all(isinstance(each, int) for each in units.values()):
        return
    order = scope.request.rules.order
    for power in scope.powers:
        if power != scope.turn and power in order:
            there = (scope.written.more(_origin_of(first), power, unit, n) for unit, n in units.items())
            yield RequestChange("turn", {"power": power, "units": units}, {"turn": power, **merged(*there)}, 1.6)


def placed(scope: Scope) -> Changes:
    """What is placed, with a unit more that was bought, too."""
    for place, act in enumerate(scope.acts):
        if act.kind == "mobilize":
            power = act.power or scope.turn
            had = scope.position.get("bought", {}).get(power, {})
            for unit in (unit.id for unit in scope.board.units):
                bought = {"bought": {power: {unit: had.get(unit, 0) + 1}}}
                what = {**act.what, unit: act.what.get(unit, 0) + 1}
                yield _with_act(scope, place, replace(act, what=what), bought, 1.3)


def from_elsewhere(scope: Scope) -> Changes:
    """The same units, had they stood in another space and gone from there."""
    for place in reversed(range(len(scope.acts))):
        act = scope.acts[place]
        origin, power = _origin_of(act), act.power or scope.turn
        if not origin:
            continue
        units = act.what.get("", {}) if isinstance(act.what, dict) else {act.what: 1}
        for space in (*scope.spaces, *scope.near) if units else ():
            fit = all(
                isinstance(n, int) and unit in scope.request.rules.kinds and scope.written.may_stand(unit, space)
                for unit, n in units.items()
            )
            moved = _moved(scope, act, space)
            if moved and fit and space != origin:
                there = merged(*(scope.written.more(space, power, unit, n) for unit, n in units.items()))
                yield _with_act(scope, place, moved, there, 1.4)


def _moved(scope: Scope, act: Act, space: str) -> Act | None:
    """An action that begins in another space; nothing where it cannot."""
    if "route" in act.given:
        route = act.given["route"]
        after = next((n for n in range(len(route) - 1, 0, -1) if route[n] in scope.board.around(space)), 0)
        return replace(act, given={**act.given, "route": [space, *route[after:]]}) if after else None
    if isinstance(act.given.get("from"), str):
        if act.given.get("at") == space and "from" in VERBS[act.kind].optional:
            return replace(act, given=_without(act.given, "from"))
        return replace(act, given={**act.given, "from": space})
    return None


# -- luck


def luck(scope: Scope) -> Changes:
    """Each die that hit misses and the other way round, each choice made otherwise."""
    base = scope.base
    for offered, key in zip(base.played.offered, base.played.record.taken, strict=False):
        for option in offered.choice.options:
            if option != offered.taken:
                yield RequestChange("choice", {"choice": offered.choice, "option": option}, taken={key: option})
    for die, hits_on in base.rolled.items():
        face, unit = base.played.record.faces[die], base.played.start.units.get(die[2])
        for other in {hits_on + 1, 6} if 0 < face <= hits_on else {hits_on or face + 1, 1}:
            if 1 <= other <= 6 and other != face:
                facts = {"die": die, "face": other, "was": face, "unit": unit, "hits_on": hits_on}
                yield RequestChange("die", facts, faces={die: other})
