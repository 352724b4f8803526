"""The rows of the keys of ``expect``, and the names by which claims say which expectation carries them.

A comparison has two values in one form, that of the expectation and that of the result; it holds if they are equal.
Reading, the schema, the documentation, playing and sentences look the keys up in the tables of
:mod:`kb.cases.expectations.keys` and name none themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from kb.base.english import listed
from kb.base.shape import TableOf, ValueKind
from kb.cases.language.scenario import BECAUSE, Case, Expectation, Scenario, Value
from kb.cases.language.words import GameWords
from kb.engine.core.rulebook import Rulebook

#: opens the sentence about the result of a case
RESULT = "So:"
Both = tuple[Value, Value]
#: returns the facts of a section (title, pages, parent) by its id, nothing where there is none
Sections = Callable[[str], Mapping[str, str] | None]
#: what is compared: a case that was played, or what is printed
T = TypeVar("T")
#: returns, for an expected value and the value of the result, the part of the result that has to be the same
Equality = Callable[[Value, Value], Value]
#: returns a value as a part of a sentence, or is a template that has it as ``value`` (:meth:`GameWords.fill`)
Tell = Callable[[GameWords, Value], str] | str


@dataclass(frozen=True, slots=True)
class Printed:
    """What proofs look up that play nothing: the board and rules of a game, and its sections if they are at hand."""

    rules: Rulebook
    sections: Sections | None = None


def same(expected: Value, came: Value) -> Value:
    """Return the whole result: it has to equal the expectation."""
    return came


def among(expected: Value, came: Value) -> Value:
    """Return the expected items that the result has; it may have more."""
    return _kept(expected, came)


def in_order(expected: Value, came: Value) -> Value:
    """Return the expected items in the order of the result; it may have others between them."""
    return _kept(came, expected)


def _kept(some: Value, others: Value) -> list[Value]:
    return [each for each in some if each in others]


def of_named(inner: Equality) -> Equality:
    """Return the equality of tables of which only the keys that are named count, with that of their values."""

    def part(expected: Value, came: Value) -> Value:
        absent: tuple[Value, Value] = {}, 0
        return {key: inner(each, came.get(key, absent[not isinstance(each, dict)])) for key, each in expected.items()}

    return part


@dataclass(frozen=True)
class Key(Generic[T]):
    """One key of ``expect``. ``example`` has it with a value, ``details`` what it is, for the JSON Schema.

    ``find`` gives what is expected and all that came, ``equality`` what of that counts. ``of_part``: ``in`` and
    ``round`` may stand beside it. ``is_result`` is false of what tells how something came and not what came.
    ``opening`` begins the sentence in which nothing else is told. Without ``says`` the value is told as it is written.
    """

    example: str
    details: str
    kind: ValueKind
    find: Callable[[T, Value, Expectation], Both]
    says: Tell = ""
    of_part: bool = False
    is_result: bool = True
    opening: str = RESULT
    equality: Equality = same

    def compare(self, about: T, wanted: Value, item: Expectation) -> Both:
        """Return the expected value, and the part of the result that has to be the same."""
        expected, came = self.find(about, wanted, item)
        return expected, self.equality(expected, came)

    @property
    def key(self) -> str:
        """The key itself, with which the example begins."""
        return self.example.partition(":")[0]

    def tell(self, words: GameWords, value: Value) -> str:
        """Return its value as a part of a sentence."""
        if isinstance(self.says, str):
            return words.fill(self.says or f"{self.key.replace('_', ' ')} is {{value:plain}}", value=value)
        return self.says(words, value)


def table_key(
    example: str,
    details: str,
    kind: TableOf,
    find: Callable[[T, str, Value], Value],
    says: Callable[[GameWords, str, Value], str] | str,
    equality: Equality = same,
) -> Key[T]:
    """Return a key whose value is a table: ``find`` gives what came for a key of it and the value that is expected
    there, ``equality`` what of that counts.

    ``says`` is told of each of them, and may be a template that has them as ``key`` and ``value``.
    """

    def find_each(about: T, wanted: Value, item: Expectation) -> Both:
        return wanted, {name: find(about, name, each) for name, each in wanted.items()}

    def tell(words: GameWords, table: Value) -> str:
        if isinstance(says, str):
            return listed(words.fill(says, key=name, value=each) for name, each in table.items())
        return listed(says(words, name, each) for name, each in table.items())

    return Key(example, details, kind, find_each, tell, equality=of_named(equality))


def without_empty(table: Mapping[str, Value]) -> dict[str, Value]:
    """Return a table without what is empty in it."""
    return {key: value for key, value in table.items() if value}


#: keys about the grounds of a result, and not the result: they carry no claim
GROUNDS = (BECAUSE, "readings", "unverified")


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
