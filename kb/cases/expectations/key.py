"""The definition of a key of ``expect``, and the names by which claims refer to expectations.

Code that reads, plays or describes expectations looks the keys up in the tables of :mod:`kb.cases.expectations.keys`
and :mod:`kb.cases.expectations.printed`; it never names one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from kb.base.english import listed
from kb.base.shape import ValueKind
from kb.cases.language.scenario import BECAUSE, Case, Expectation, Scenario
from kb.cases.language.words import GameWords
from kb.engine.core.rulebook import Rulebook

#: opens the sentence about the result of a case
RESULT = "So:"
#: returns the facts of a section (title, pages, parent) by its id, or None if it is unknown
Sections = Callable[[str], Mapping[str, str] | None]
#: the object of an expectation: a played case, or printed facts
T = TypeVar("T")
#: returns, for an expected value and the value found, the part of the latter that must equal the former; each function
#: names the types of its values
Equality = Callable[..., object]


@dataclass(frozen=True, slots=True)
class Printed:
    """The facts for reference proofs: the board and rules of a game, and its sections if they are available."""

    rules: Rulebook
    sections: Sections | None = None


def same(expected: object, found: object) -> object:
    """Return the whole value: it must equal the expectation."""
    return found


def among(expected: Iterable[str], found: Container[str]) -> list[str]:
    """Return the expected items that are found; there may be more."""
    return [each for each in expected if each in found]


def in_order(expected: Container[str], found: Iterable[str]) -> list[str]:
    """Return the expected items in the order in which they are found; there may be others between them."""
    return [each for each in found if each in expected]


def of_named(inner: Equality = same) -> Equality:
    """Return the equality of mappings that compares only the expected keys, and their values by ``inner``."""

    def part(expected: Mapping[str, object], found: Mapping[str, object]) -> dict[str, object]:
        """Return the result of ``inner`` for each expected key; a missing value counts as 0 or as an empty mapping."""
        return {key: inner(each, found.get(key, {} if isinstance(each, dict) else 0)) for key, each in expected.items()}

    return part


@dataclass(frozen=True)
class Key(Generic[T]):
    """One key of ``expect``. ``example`` has it with a value, and ``details`` describes it, for the JSON Schema.

    ``find`` returns the value found, or a text that explains why there is none; ``equality`` returns the part of it
    that is compared. ``sentence`` returns an expected value as a clause, or is a template for it with the name
    ``value`` (:meth:`GameWords.fill`); without it the value is rendered as written. If ``of_each``, the value is a
    mapping: ``find`` gets the name and the value of each entry in place of the value, and ``sentence`` the same, as
    ``key`` and ``value``. If ``of_part``, the keys ``in`` and ``round`` may be added. ``is_result`` is false for keys
    about the course of play. ``opening`` begins a sentence about this key alone.
    """

    example: str
    details: str
    kind: ValueKind
    find: Callable[..., object]
    sentence: Callable[..., str] | str = ""
    equality: Equality = same
    of_each: bool = False
    of_part: bool = False
    is_result: bool = True
    opening: str = RESULT

    def compare(self, about: T, wanted: object, item: Expectation) -> tuple[object, object]:
        """Return ``wanted``, and the value of ``about`` that has to equal it, or why there is none, as a text.
        ``about`` is a played case or the printed facts, ``item`` the expectation with this key."""
        if self.of_each and isinstance(wanted, Mapping):
            each_found = {name: self.find(about, name, each) for name, each in wanted.items()}
            return wanted, of_named(self.equality)(wanted, each_found)
        found = self.find(about, wanted, item)
        return wanted, found if isinstance(found, str) else self.equality(wanted, found)

    @property
    def key(self) -> str:
        """The key: the text of the example before the colon."""
        return self.example.partition(":")[0]

    def tell(self, words: GameWords, value: object) -> str:
        """Return an expected value as a clause."""
        sentence = self.sentence or f"{self.key.replace('_', ' ')} is {{value:plain}}"
        if not self.of_each or not isinstance(value, Mapping):
            return words.fill(sentence, value=value) if isinstance(sentence, str) else sentence(words, value)
        if isinstance(sentence, str):
            return listed(words.fill(sentence, key=name, value=each) for name, each in value.items())
        return listed(sentence(words, name, each) for name, each in value.items())


#: keys about the reasons of a result; they cannot carry a claim
GROUNDS = (BECAUSE, "readings", "unverified", "permitted_by")


@dataclass(frozen=True, slots=True)
class Named:
    """A named part of the ``case`` of that index (0: the scenario itself): an act, or a key of an item of ``expect``.
    ``act`` and ``item`` are indexes from 0; the one that does not apply is -1."""

    case: int
    act: int = -1
    item: int = -1
    key: str = ""


def names(scenario: Scenario) -> dict[str, Named]:
    """Return all expectations of a scenario and its contrasts, by name, except those under keys of :data:`GROUNDS`.

    An item of ``expect`` is named by its key (``lost``), the second and third with that key of the same case by
    ``lost-2`` and ``lost-3``. ``act-2`` is the judgement of the second act: legal or refused. Names of the first
    contrast begin with ``contrast/``, those of the second with ``contrast-2/``.
    """
    found: dict[str, Named] = {}
    for index, case in enumerate(scenario.cases):
        before = "" if not index else "contrast/" if index == 1 else f"contrast-{index}/"
        found.update((f"{before}{name}", named) for name, named in _of_case(case, index))
    return found


def _of_case(case: Case, index: int) -> Iterator[tuple[str, Named]]:
    """Yield the name and the expectation for each expectation of the case with an index; names lack their prefix."""
    for act, _ in enumerate(case.do):
        yield f"act-{act + 1}", Named(index, act=act)
    counts: Counter[str] = Counter()
    for number, item in enumerate(case.expect):
        for key in (key for key in item.checks if key not in GROUNDS):
            counts[key] += 1
            yield f"{key}-{counts[key]}" if counts[key] > 1 else key, Named(index, item=number, key=key)
