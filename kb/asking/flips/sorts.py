"""The sorts of changes that are tried, a row each: which makes them, how large one is, and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from kb.asking.flips import acts, position
from kb.asking.flips.change import Changes, RequestChange, Sort
from kb.asking.flips.scope import Scope
from kb.cases.language.options import rows_offered
from kb.cases.language.scenario import Act, Plain, Value
from kb.cases.language.words import GameWords, counted, power_or_nobody
from kb.cases.telling.stories import act_sentence
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES
from kb.engine.core.position import OLD_WAR, replace
from kb.engine.core.rulebook import Rulebook
from kb.text.board import power_name
from kb.text.english import a, listed, number, possessive, spaced

#: so many others that do the same are told
_ALSO = 4
#: what is remembered by each note
_MEANS = {note.name: note.means for note in (*TURN_NOTES, *GAME_NOTES)}


class Phrase:
    """A change as the first half of a sentence: the fields of templates, in the words of the game."""

    def __init__(self, words: GameWords, change: RequestChange, turn: str) -> None:
        self.words, self.facts, self.turn = words, change.facts, turn
        self.moved = bool(change.position)

    def __getitem__(self, field: str) -> str:
        """A fact as it is told, or what is made of several."""
        value = self.facts.get(field)
        return _FIELDS[field](self, value) if field in _FIELDS else str(value)

    def units(self, many: int) -> str:
        """``the two submarines of Germany in sea zone 5``."""
        whose = f"{self.words.unit(self.facts['unit'], many)} of {self['power']} in {self['space']}"
        return f"the {number(many)} {whose}" if many > 1 else f"the {whose}"

    def act(self, act: Act) -> str:
        """An action, without its dice and choices."""
        return act_sentence(self.words, replace(act, refused=False, refused_by=(), dice=(), choices=()), self.turn)

    def counted(self, unit: str, count: int) -> str:
        """``a submarine``, ``two submarines``."""
        name = self.words.unit(unit, count)
        return a(name) if count == 1 else f"{number(count)} {name}"

    def marks(self, now: Sequence[str], was: Sequence[str]) -> str:
        """``had fought``, ``had not been loaded``: the marks that are there now, or those that are gone."""
        new = [mark for mark in now if mark not in was]
        done = (_MARKS.get(mark, f"been {spaced(mark)}") for mark in new or (mark for mark in was if mark not in now))
        return f"had {'' if new else 'not '}{listed(done)}"


def _unit(it: Phrase, unit: Value) -> str:
    return a(it.words.unit(unit))


def _power(it: Phrase, power: Value) -> str:
    return power_name(power)


def _titled(it: Phrase, name: Value) -> str:
    return it.words.titled(name)


#: the fields of templates that are not told as they are
_FIELDS: dict[str, Callable[[Phrase, Value], str]] = {
    **{"power": _power, "account": _power, "unit": _unit, "aboard": _unit, "less": _unit},
    **{"phase": _titled, "option": _titled},
    "other": lambda it, power: power_name(power) if power else "anybody",
    "owner": lambda it, power: f" of {power_name(power)}" if power else "",
    "owners": lambda it, _: possessive(power_name(it.facts["owner"])),
    "powers": lambda it, _: possessive(it["power"]),
    "holder": lambda it, power: power_or_nobody(power),
    "space": lambda it, space: it.words.space(space),
    "spaces": lambda it, spaces: listed(map(it.words.space, spaces or [it.facts["space"]])),
    "another": lambda it, _: f"another {it.words.unit(it.facts['unit'])}" if it.facts["had"] else it["unit"],
    "units": lambda it, _: it.units(it.facts["count"]),
    "fewer": lambda it, _: number(it.facts["count"] - it.facts["left"]),
    "ship": lambda it, _: it.units(1),
    "new": lambda it, unit: it.counted(unit, it.facts.get("count", 1)),
    "name": lambda it, name: it.words.titled(name) if name else "any of this",
    "named": lambda it, _: it["name" if it.facts["name"] else "power"],
    "means": lambda it, _: _MEANS[it.facts["note"]],
    "about": lambda it, about: it.words.thing("space", about),
    "which": lambda it, _: (
        f": {it.words.thing('holder', it.facts['value'])}" if it.facts["value"] not in (0, YES) else ""
    ),
    "state": lambda it, _: _STATES[it.facts["key"]](it, it.facts["value"]),
    "bought": lambda it, _: counted(it.facts["count"], *(it.words.unit(it.facts["unit"], many) for many in (1, 2))),
    "act": Phrase.act,
    "there": lambda it, _: ", had it stood there" if it.moved else "",
    "chooser": lambda it, _: power_name(it.facts["choice"].power),
    "chosen": lambda it, _: it.words.chosen(rows_offered(it.facts["option"]), it.facts["choice"].power),
    "shooter": lambda it, unit: f" for {it.words.thing('unit', it.facts['unit'])}" if it.facts["unit"] else "",
}
#: what may be otherwise of units, by the key of their entry
_STATES: dict[str, Callable[[Phrase, Value], str]] = {
    "damage": lambda it, value: f"had {counted(value, 'damage', 'damage') if value else 'no damage'}",
    "spent": lambda it, value: f"had spent {counted(value, 'movement point', 'movement points')}",
    "came": lambda it, value: f"had come from {listed(map(it.words.space, value))}" if value else "had not moved",
    "bound": lambda it, value: f"were bound for {it.words.space(value) if value else 'nowhere'}",
    "is": lambda it, value: it.marks(value, it.facts["was"] or ()),
}
#: what a unit has done that is so marked, after "had"; of any other mark something has been done to it
_MARKS = {mark: mark for mark in ("fought", "retreated", "submerged", "landed", "bombarded", "raided")}
_MARKS |= {"combat-moved": "moved in the combat move", "noncombat-moved": "moved in the noncombat move"}
_MARKS |= {"intercepted": "intercepted", "scrambled": "scrambled", "launched-rocket": "launched a rocket"}


# -- templates that depend on the facts


def _cargo(facts: Plain) -> str:
    if "aboard" not in facts:
        return "with nothing aboard {ship}" if facts["less"] == "all" else "with {less} fewer aboard {ship}"
    return f"with {{aboard}}{{owner}} more aboard {{ship}}{' instead of {less}' if 'less' in facts else ''}"


def _instead(facts: Plain) -> str:
    if "owner" in facts:
        return f"if {{units}} {'was' if facts['count'] == 1 else 'were'} {{owners}}"
    return "with {new} instead of {units}"


def _has(facts: Plain) -> str:
    return f"if {{power}} {'had' if facts['on'] else 'did not have'} {{name}}"


def _war(facts: Plain) -> str:
    if not facts["how"]:
        return "if {power} had made no war on {other}"
    return (
        f"if {{power}} {'and {other} were at war' if facts['how'] == OLD_WAR else 'had declared war on {other}, {how}'}"
    )


def _note(facts: Plain) -> str:
    if not facts["about"]:
        return f"if this were {'not ' if facts['value'] == 0 else ''}so: {{means}}{{which}}"
    return f"with{'out' if facts['value'] == 0 else ''} {{about}} as {{means}}{{which}}"


# -- what is different in another change that does the same


def _another_unit(best: Phrase, other: Phrase) -> str:
    whose = f" of {other['power']}" if other.facts["power"] != best.facts["power"] else ""
    return f"{other['unit']}{whose}"


def _another_end(best: Phrase, other: Phrase) -> str:
    """Where another action goes, if that is all that is different in it."""
    one: Act = best.facts["act"]
    two: Act = other.facts["act"]
    if replace(one, given={}) != replace(two, given={}) or "route" not in two.given:
        return ""
    mine, its = one.given["route"], two.given["route"]
    return f"to {other.words.space(its[-1])}" if mine[:-1] == its[:-1] else other.words.way(its)


# -- the table


class SortRow(NamedTuple):
    """What is to know of a sort of change: how ``large`` one is where it does not say itself (1 is the smallest), the
    template by which it is ``told``, and the field that is different in ``another`` one that does the same (empty where
    that is not told). Of those of one's ``own`` choice it says nothing by itself that something else comes of them."""

    large: float
    told: str | Callable[[Plain], str]
    another: str | Callable[[Phrase, Phrase], str] = ""
    own: bool = False


#: every sort of change
SORTS: dict[Sort, SortRow] = {
    "more": SortRow(1.0, "with {another} of {power} in {space}", _another_unit),
    "fewer": SortRow(
        1.0, lambda it: "with {fewer} of {units} fewer" if it["left"] and it["count"] > 1 else "without {units}"
    ),
    "without": SortRow(
        1.5, lambda it: "without the units of {power} in {space}" if "power" in it else "with {space} empty"
    ),
    "instead": SortRow(1.6, _instead, lambda _, it: a(it.words.unit(it.facts["new"])) if "new" in it.facts else ""),
    "state": SortRow(1.2, "if {units} {state}"),
    "cargo": SortRow(1.0, _cargo),
    "holder": SortRow(1.0, "if {holder} held {spaces}", "holder"),
    "turn": SortRow(1.5, lambda it: f"in {{powers}} turn{', by its own units' if 'units' in it else ''}", "power"),
    "phase": SortRow(1.0, "in the phase {phase}", "phase"),
    "round": SortRow(1.2, "in round {round}"),
    "option": SortRow(1.0, lambda it: f"if the table played {'with' if it['on'] else 'without'} {{option}}"),
    "technology": SortRow(1.0, _has, "named"),
    "advantage": SortRow(1.0, _has, "named"),
    "war": SortRow(1.0, _war),
    "money": SortRow(1.0, "with {ipcs} IPCs of {account}"),
    "bought": SortRow(1.2, "had {power} {bought} to place"),
    "note": SortRow(2.2, _note),
    "rules": SortRow(1.0, "by {title}, on the board {board}"),
    "act": SortRow(
        1.0,
        lambda it: "with {new} in the place of {unit}" if "new" in it else "if instead {act}{there}",
        _another_end,
        own=True,
    ),
    "left out": SortRow(1.0, "had it not been done that {act}", own=True),
    "order": SortRow(1.2, "if first {act}", own=True),
    "added": SortRow(1.4, lambda it: "if then {act}" if it["last"] else "if before that {act}", _another_end, own=True),
    "choice": SortRow(1.5, "if {chooser} chose {chosen}"),
    "die": SortRow(2.0, "with a {face} rolled{shooter} instead of a {was}"),
}


def size_of(change: RequestChange) -> float:
    """How large a change is."""
    return SORTS[change.sort].large if change.size is None else change.size


def describe(change: RequestChange, also: Iterable[RequestChange], words: GameWords, turn: str) -> str:
    """A change, as the first half of a sentence; with others that do the same."""
    row, best = SORTS[change.sort], Phrase(words, change, turn)
    told = (row.told if isinstance(row.told, str) else row.told(change.facts)).format_map(best)
    phrases = [Phrase(words, each, turn) for each in also] if row.another else []
    others = (it[row.another] if isinstance(row.another, str) else row.another(best, it) for it in phrases)
    new = [each for each in dict.fromkeys(others) if each and not told.endswith(each)]
    many = len(new) - _ALSO
    return f"{told} (or {', '.join(new[:_ALSO])}{f' and {many} more' if many > 0 else ''})" if new else told


def changes(scope: Scope, others: Sequence[Rulebook] = ()) -> Changes:
    """Every change, the nearest first: first those that decide most often, then those that seldom do; of both each kind
    in its turn, so that a search that is broken off has tried some of every kind. ``others`` are the other printings of
    the rules."""
    spaces, near = scope.spaces, scope.near
    yield from _in_turn(
        position.one_more(scope, spaces),
        acts.others(scope),
        position.fewer(scope, spaces),
        position.holders(scope, spaces),
        position.tables(scope),
        position.wars(scope),
        position.money(scope),
        position.cargo(scope, spaces),
        acts.left_out(scope),
        acts.instead(scope),
    )
    lands = dict.fromkeys((*scope.looked.keys("holders"), *near))
    yield from _in_turn(
        position.one_more(scope, near),
        position.printings(scope, others),
        position.all_held(scope),
        position.times(scope),
        position.states(scope, spaces),
        position.notes(scope),
        position.bought(scope),
        position.holders(scope, (space for space in lands if space not in spaces)),
        position.instead(scope, spaces),
        position.fewer(scope, near),
        acts.luck(scope),
        acts.one_more(scope),
        acts.substituted(scope),
        acts.in_anothers_turn(scope),
        acts.placed(scope),
        acts.from_elsewhere(scope),
    )


def _in_turn(*kinds: Changes) -> Changes:
    """One change of each kind, then another of each, until none is left."""
    waiting: list[Iterator[RequestChange]] = list(kinds)
    while waiting:
        going = []
        for each in waiting:
            change = next(each, None)
            if change is not None:
                yield change
                going.append(each)
        waiting = going
