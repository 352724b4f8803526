"""What the language knows of a key of ``expect``: the kind of its value, what it is compared with, how it is told.

A key is declared beside the function that compares it: with :func:`expects`, if it is about a case that is played, or
with :func:`looks_up`, if it is about the printed map, charts and components. A comparison gives two values in one
form, what was expected and what came; the expectation holds if they are equal. Reading, the schema, the documentation,
playing and telling look the keys up in ``PLAYED`` and ``PRINTED`` and name none themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.kinds import TableOf, ValueKind
from kb.scenarios.language.scenario import Expectation, Value
from kb.scenarios.language.shapes import NAMED
from kb.scenarios.language.words import GameWords, plain

#: opens the sentence about what came of a case
RESULT = "So:"
Both = tuple[Value, Value]
Tell = Callable[[GameWords, Value], str]
#: gives what is known of a section (title, pages, parent) by its id, nothing where there is none
Sections = Callable[[str], Mapping[str, str] | None]
ComparesPlayed = Callable[[PlayedCase, Value, Expectation], Both]
ComparesPrinted = Callable[[Rulebook, Value, Sections | None], Both]


@dataclass(frozen=True)
class Key:
    """One key of ``expect``. ``written`` and ``details`` are its row in the documentation; ``tell`` gives its value as
    a part of a sentence."""

    key: str
    kind: ValueKind
    written: str
    details: str
    tell: Tell


@dataclass(frozen=True)
class PlayedKey(Key):
    """A key about a case that is played.

    ``of_part``: ``in`` and ``round`` may stand beside it. ``is_result`` is false of what tells how something came and
    not what came. ``opening`` begins the sentence in which nothing else is told.
    """

    compare: ComparesPlayed
    of_part: bool
    is_result: bool
    opening: str


@dataclass(frozen=True)
class PrintedKey(Key):
    """A key about what is printed."""

    compare: ComparesPrinted


#: what may be expected of a case that is played, by key, in the order in which messages and the documentation list it
PLAYED: dict[str, PlayedKey] = {}
#: what may be expected of the printed map, charts and components
PRINTED: dict[str, PrintedKey] = {}


def _plainly(key: str) -> Tell:
    return lambda words, value: f"{key.replace('_', ' ')} is {plain(value)}"


def expects(
    key: str,
    kind: ValueKind,
    *,
    written: str,
    details: str = "",
    tell: Tell | None = None,
    of_part: bool = False,
    is_result: bool = True,
    opening: str = RESULT,
) -> Callable[[ComparesPlayed], ComparesPlayed]:
    """Declare a key about a case that is played, over the function that compares its value."""

    def declare(compare: ComparesPlayed) -> ComparesPlayed:
        assert key not in PLAYED, f"two expectations are written {key}"
        tell_or_plain = tell or _plainly(key)
        PLAYED[key] = PlayedKey(key, kind, written, details, tell_or_plain, compare, of_part, is_result, opening)
        return compare

    return declare


def looks_up(
    key: str, kind: ValueKind, *, written: str, details: str = "", tell: Tell | None = None
) -> Callable[[ComparesPrinted], ComparesPrinted]:
    """Declare a key about what is printed, over the function that looks it up."""

    def declare(compare: ComparesPrinted) -> ComparesPrinted:
        assert key not in PRINTED, f"two expectations of what is printed are written {key}"
        PRINTED[key] = PrintedKey(key, kind, written, details, tell or _plainly(key), compare)
        return compare

    return declare


def expected_names(item: Expectation) -> Iterator[str]:
    """The names of units that an item of expectations uses: the keys of tables of names."""
    for key, wanted in item.checks.items():
        kind = PLAYED[key].kind if key in PLAYED else None
        if isinstance(kind, TableOf) and kind.key is NAMED and wanted:
            yield from wanted


def without_empty(table: Mapping[str, Value]) -> dict[str, Value]:
    """A table without what is empty in it."""
    return {key: value for key, value in table.items() if value}
