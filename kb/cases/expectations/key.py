"""The rows of the keys of ``expect``, and the names by which claims say which expectation carries them.

Reading, the schema, playing and sentences look the keys up in the tables of :mod:`kb.cases.expectations.keys` and
:mod:`kb.cases.expectations.printed`, and name none themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from kb.base.english import listed
from kb.base.shape import ValueKind
from kb.cases.language.scenario import BECAUSE, Case, Expectation, Scenario, Value
from kb.cases.language.words import GameWords
from kb.engine.core.rulebook import Rulebook

#: opens the sentence about the result of a case
RESULT = "So:"
#: returns the facts of a section (title, pages, parent) by its id, nothing where there is none
Sections = Callable[[str], Mapping[str, str] | None]
#: what is examined: a case that was played, or what is printed
T = TypeVar("T")
#: returns, for an expected value and the value found, the part of the latter that has to equal the former
Equality = Callable[[Value, Value], Value]


@dataclass(frozen=True, slots=True)
class Printed:
    """The source of proofs that play nothing: the board and rules of a game, and its sections if they are at hand."""

    rules: Rulebook
    sections: Sections | None = None


def same(expected: Value, found: Value) -> Value:
    """Return the whole value: it has to equal the expectation."""
    return found


def among(expected: Value, found: Value) -> Value:
    """Return the expected items that are found; there may be more."""
    return [each for each in expected if each in found]


def in_order(expected: Value, found: Value) -> Value:
    """Return the expected items in the order in which they are found; others may stand between them."""
    return [each for each in found if each in expected]


def of_named(inner: Equality = same) -> Equality:
    """Return the equality of tables of which only the keys that are named count, with that of their values."""

    def part(expected: Value, found: Value) -> Value:
        absent: tuple[Value, Value] = {}, 0
        return {key: inner(each, found.get(key, absent[not isinstance(each, dict)])) for key, each in expected.items()}

    return part


@dataclass(frozen=True)
class Key(Generic[T]):
    """One key of ``expect``. ``example`` has it with a value, ``details`` describes it, for the JSON Schema.

    ``find`` returns the value found for an expected value, which may be a text that says why there is none;
    ``equality`` returns the part of it that counts. ``says`` returns an expected value as a part of a sentence, or is a
    template that has it as ``value`` (:meth:`GameWords.fill`); without it the value is shown as it is written. The
    value of a key ``of_each`` is a table: ``find`` gets the name and the value of each entry in place of the value, and
    ``says`` the same, as ``key`` and ``value``. ``in`` and ``round`` may stand beside a key ``of_part``. ``is_result``
    is false where the course is examined and not the result. ``opening`` begins a sentence that tells nothing else.
    """

    example: str
    details: str
    kind: ValueKind
    find: Callable[..., Value]
    says: Callable[..., str] | str = ""
    equality: Equality = same
    of_each: bool = False
    of_part: bool = False
    is_result: bool = True
    opening: str = RESULT

    def compare(self, about: T, wanted: Value, item: Expectation) -> tuple[Value, Value]:
        """Return the expected value, and the part of the value found that has to be the same."""
        if self.of_each:
            found = {name: self.find(about, name, each) for name, each in wanted.items()}
            return wanted, of_named(self.equality)(wanted, found)
        found = self.find(about, wanted, item)
        return wanted, found if isinstance(found, str) else self.equality(wanted, found)

    @property
    def key(self) -> str:
        """The key itself, with which the example begins."""
        return self.example.partition(":")[0]

    def tell(self, words: GameWords, value: Value) -> str:
        """Return an expected value as a part of a sentence."""
        says = self.says or f"{self.key.replace('_', ' ')} is {{value:plain}}"
        if not self.of_each:
            return words.fill(says, value=value) if isinstance(says, str) else says(words, value)
        if isinstance(says, str):
            return listed(words.fill(says, key=name, value=each) for name, each in value.items())
        return listed(says(words, name, each) for name, each in value.items())


#: keys about the grounds of a result, and not the result: they carry no claim
GROUNDS = (BECAUSE, "readings", "unverified", "permitted_by")


@dataclass(frozen=True, slots=True)
class Named:
    """The part of a scenario that has a name, in the ``case`` of that index (0: the scenario itself): an act, or a key
    of an item of ``expect``, by index from 0; the other of the two is -1."""

    case: int
    act: int = -1
    item: int = -1
    key: str = ""


def names(scenario: Scenario) -> dict[str, Named]:
    """Return everything that a scenario and its contrasts expect, by name.

    An item of ``expect`` goes by its key (``lost``), the second and third with that key of the same case by ``lost-2``
    and ``lost-3``. ``act-2`` is the judgement on the second act: legal, or
    refused. Those of the first contrast begin with ``contrast/``, those of the second with ``contrast-2/``.
    """
    found: dict[str, Named] = {}
    for index, case in enumerate(scenario.cases):
        before = "" if not index else "contrast/" if index == 1 else f"contrast-{index}/"
        found.update((f"{before}{name}", named) for name, named in _of_case(case, index))
    return found


def _of_case(case: Case, index: int) -> Iterator[tuple[str, Named]]:
    for act, _ in enumerate(case.do):
        yield f"act-{act + 1}", Named(index, act=act)
    counts: Counter[str] = Counter()
    for number, item in enumerate(case.expect):
        for key in (key for key in item.checks if key not in GROUNDS):
            counts[key] += 1
            yield f"{key}-{counts[key]}" if counts[key] > 1 else key, Named(index, item=number, key=key)
