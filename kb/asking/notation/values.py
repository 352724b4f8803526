"""Parses the values of the notation at a cursor: names, numbers, units, and all that the shapes of a position have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NoReturn, TypeVar

from kb.asking.notation.assumed import Assumed
from kb.asking.notation.called import NOBODY, Called
from kb.asking.notation.forms import TOLD, is_units, plain_kind, written_form
from kb.asking.notation.tokens import Token, tokens
from kb.base.errors import Finding
from kb.base.shape import ByShape, ListOf, Name, Number, OneOf, Record, TableOf, Text, ValueKind, suggest
from kb.cases.language import grammar
from kb.cases.language.scenario import Value
from kb.cases.language.vocabulary import NONE
from kb.engine.core.table import DAMAGED

T = TypeVar("T")
#: a name has at most so many tokens
_LONGEST_NAME = 9
#: small words that may follow a word, and say nothing more: the word -> those
_FOLLOWED = {"came": "from", "bound": "for", "spent": "only"}
_MARKS = {"moved": "combat-moved", "fired": "launched-rocket"}
_AND = ("and", "+")
#: kinds of numbers of units, of which nothing else is said
_COUNTS = (grammar.COUNT, grammar.CHANGED_COUNT)


class NotHere(Exception):
    """What stands at the cursor is not what is tried."""


class Cursor:
    """A place in a statement, and what is parsed there. What is expected where no way goes on is a finding."""

    def __init__(self, text: str, called: Called, is_change: bool = False) -> None:
        self.text, self.called, self.is_change = text, called, is_change
        self.findings: list[Finding] = []
        self.assumed: list[Assumed] = []
        self._row: Sequence[Token] = ()
        self._at = 0
        #: the names that were looked for, by the place and the kind, and where each ends
        self._named: dict[tuple[int, str], tuple[tuple[str, ...], int]] = {}
        #: the last place that was reached, and what is expected there: in words, kinds of names, words, what is wrong
        self._far = 0
        self._expected: list[tuple[str, tuple[str, ...], tuple[str, ...], str]] = []
        #: a verb that was recognised, and where what follows it begins
        self._verb = (0, "")

    def _try(self, parse: Callable[[], T]) -> T | None:
        """What parses at the cursor, or nothing and the cursor as it was."""
        at, assumed = self._at, len(self.assumed)
        try:
            return parse()
        except NotHere:
            self._at = at
            del self.assumed[assumed:]
            return None

    def _fail(self, what: str, kinds: Iterable[str] = (), words: Iterable[str] = (), says: str = "") -> NoReturn:
        """Note what is expected at the cursor, of names or words, or what ``says`` is wrong."""
        if self._at > self._far:
            self._far, self._expected = self._at, []
        if self._at == self._far:
            self._expected.append((what, tuple(kinds), tuple(words), says))
        raise NotHere

    def _report(self) -> None:
        """A finding of the place up to which the statement can be read."""
        at = self._far
        said = next((each for each in self._expected if each[3]), None)
        if said:
            self._expected = [said]
        whats = dict.fromkeys(what for what, *_ in self._expected)
        expected = "a statement" if not at and len(whats) > 1 else " or ".join(whats)
        end = next((each for each in range(at + 1, len(self._row)) if not self._glued(each)), len(self._row))
        there = f"'{self._slice(at, end)}'" if at < len(self._row) else "the end"
        column = self._row[at].start if at < len(self._row) else self._row[-1].end
        after, verb = self._verb
        hint = self._near(at) or (f"write: {written_form(verb)}" if verb and at >= after else "")
        self.wrong(said[3] if said else f"{there} where {expected} must stand", column, hint)

    def _near(self, at: int) -> str:
        """The name or word among those expected that is spelled like what stands there."""
        for number in (3, 2, 1):
            word = self._slice(at, at + number).lower() if at + number <= len(self._row) else ""
            for _, kinds, words, _ in self._expected if word else ():
                near = suggest(word, words) or self.called.near(kinds, word)
                if near:
                    return near
        alone = self._expected[0][1] if len({what for what, *_ in self._expected}) == 1 else ()
        return self.called.listed(alone[0]) if len(alone) == 1 and at < len(self._row) else ""

    def wrong(self, message: str, at: int, hint: str = "") -> None:
        """Note a finding at a place of the text."""
        line, start = self.text.count("\n", 0, at), self.text.rfind("\n", 0, at) + 1
        place = f"line {line + 1}, column" if "\n" in self.text.strip() else "column"
        self.findings.append(Finding(f"{place} {at - start + 1}: {message}", hint=hint))

    def _slice(self, start: int, end: int) -> str:
        return self.text[self._row[start].start : self._row[end - 1].end]

    def _glued(self, at: int) -> bool:
        """Whether a token goes on with the word before it."""
        token = self._row[at]
        return token.glued and (token.is_word or token.is_number)

    def _peek(self) -> str:
        return self._row[self._at].text if self._at < len(self._row) else ""

    def _take(self, *phrases: str) -> str:
        """The longest of some phrases that stands at the cursor, which goes past it; else nothing."""
        for phrase in sorted(phrases, key=len, reverse=True):
            parts = [token.text for token in tokens(phrase)]
            there = [token.text for token in self._row[self._at : self._at + len(parts)]]
            if parts and (there == parts or (there[1:] == parts[1:] and there and _same_verb(there[0], parts[0]))):
                self._at += len(parts)
                return phrase
        return ""

    def _need(self, *phrases: str) -> str:
        return self._take(*phrases) or self._fail(" or ".join(f"'{each}'" for each in phrases), words=phrases)

    # -- names, numbers, values of every kind

    def _name(self, kind: str, also: Sequence[str] = ()) -> str:
        """The id of the longest name of a kind that stands at the cursor."""
        start = self._at
        nobody = also and NONE in also and self._take(*NOBODY)
        if nobody or (also and (word := self._take(*also))):
            return NONE if nobody else word
        found = self._candidates(kind)
        if len(found) > 1:
            said, self._at = self._slice(start, self._at), start
            self._fail(f"one of {', '.join(found[:6])}", says=f"'{said}' may be {' or '.join(found[:6])}")
        if not found:
            self._fail(f"a {kind}", (kind,), also)
        return found[0]

    def _candidates(self, kind: str) -> tuple[str, ...]:
        """What the longest name of a kind at the cursor, which goes past it, may stand for."""
        place = (self._at, kind)
        if place not in self._named:
            self._named[place] = self._find_name(kind)
        found, self._at = self._named[place]
        return found

    def _find_name(self, kind: str) -> tuple[tuple[str, ...], int]:
        """The same, and where the name ends."""
        for end in range(min(len(self._row), self._at + _LONGEST_NAME), self._at, -1):
            inside = end < len(self._row) and self._glued(end)
            if inside or not _may_be_a_name(self._row[self._at : end]):
                continue
            found = self.called.ids(kind, self._slice(self._at, end).lower())
            if found:
                return found, end
        if kind == "space" and self._peek().isdigit() and (space := self.called.rules.board.named(f"sz{self._peek()}")):
            return (space.id,), self._at + 1
        return (), self._at

    def _number(self, kind: Number) -> int:
        number = self._row[self._at].number if self._at < len(self._row) else None
        low = 0 if kind.zero and self.is_change else kind.low
        if number is None or not low <= number <= kind.high:
            self._fail(f"a {kind.of} from {low} to {kind.high}")
        self._at += 1
        noun = kind.of.rpartition(" ")[2].lower()
        if self._peek() in (noun, noun.removesuffix("s"), *(("die",) if noun == "dice" else ())):
            self._at += 1
        return number

    def _text(self) -> str:
        """A name that somebody gave: one word, or anything in quotation marks."""
        start = self._at
        if self._peek() == '"':
            ends = [at for at in range(start + 1, len(self._row)) if self._row[at].text == '"']
            if not ends:
                self._fail("a name with '\"' after it")
            self._at = ends[0] + 1
            return self._slice(start, self._at)[1:-1]
        if not self._peek() or not (self._row[start].is_word or self._row[start].is_number):
            self._fail("a name")
        self._at += 1
        while self._at < len(self._row) and self._row[self._at].glued and self._peek() not in ",():?":
            self._at += 1
        return self._slice(start, self._at)

    def _value(self, kind: ValueKind, commas: bool = False) -> Value:
        """A value of a kind; ``commas`` may stand between its parts, which else ``and`` or nothing separates."""
        kind = plain_kind(kind)
        if is_units(kind):
            return self._units(plainly=isinstance(kind, TableOf) and plain_kind(kind.value) in _COUNTS, commas=commas)
        if isinstance(kind, Name):
            if kind.of == "unit":
                self._take("1")  # "1 aa gun", where only one is meant
            return self._name(kind.of, kind.also)
        if isinstance(kind, OneOf):
            return self._need(*kind.words)
        if isinstance(kind, Number):
            return self._number(kind)
        if isinstance(kind, Text):
            return self._text()
        if isinstance(kind, ListOf):
            found = self._list(kind.each, commas or isinstance(kind.each, Number))
            return found if len(found) >= kind.least else self._fail("'-' and another space")
        if isinstance(kind, TableOf):
            return self._table(kind, commas)
        if isinstance(kind, Record):
            return self._record(kind)
        if isinstance(kind, ByShape):
            return self._by_shape(kind)
        raise TypeError(f"the notation does not know {kind}")

    def _list(self, each: ValueKind, commas: bool) -> list[Value]:
        found = [self._value(each)]
        while (more := self._try(lambda: self._next(each, commas))) is not None:
            found.append(more)
        return found

    def _next(self, each: ValueKind, commas: bool) -> Value:
        joined = self._take(*_AND, "-", *([","] if commas else []))
        if isinstance(each, Text) and not joined:
            self._fail("'and'")
        return self._value(each)

    def _table(self, kind: TableOf, commas: bool) -> dict[str, Value]:
        found: dict[str, Value] = {}

        def entry() -> bool:
            if found:
                self._take(*_AND, *([","] if commas else []))
            at = self._at
            key = self._value(kind.key)
            if key in found:
                self._at = at
                self._fail(f"something else than {key}, which is said already,")
            found[key] = self._value(kind.value)
            return True

        entry()
        while self._try(entry):
            pass
        return found

    def _record(self, kind: Record) -> dict[str, Value]:
        keys = {**kind.required, **kind.optional}
        if len(keys) == 1:
            ((key, each),) = keys.items()
            return {key: {} if self._take(*NOBODY) else self._value(each)}
        found: dict[str, Value] = {}
        while self._at < len(self._row):
            self._take(",")
            key = self._need(*(key for key in keys if key not in found))
            found[key] = self._value(keys[key])
        return found

    def _by_shape(self, kind: ByShape) -> Value:
        if not isinstance(kind.word, Text):
            word = self._try(partial(self._value, kind.word)) if kind.word else None
            return word if word is not None else self._value(kind.table or kind.rows or kind)
        units = self._try(partial(self._value, kind.table)) if kind.table else None
        if units is not None:
            return units
        if self._take(*NOBODY):
            return NONE
        start, ends = self._at, dict[int, tuple[str, ...]]()
        for of in ("space", "account"):
            self._at = start
            found = self._candidates(of)
            ends[self._at] = found
        self._at = max(ends)
        return ends[self._at][0] if len(ends[self._at]) == 1 else self._text()

    # -- units

    def _units(
        self, plainly: bool = False, commas: bool = True, stand: bool = False, whose: bool = True
    ) -> dict[str, Any]:
        """Units of the power that is meant anyway, or of others: as a request writes them. ``plainly``: numbers only;
        ``stand``: they stand in a position, and are not chosen."""
        found: dict[tuple[str, str], list[dict[str, Value]]] = {}

        def one() -> bool:
            joined = found and self._take(*_AND, *([","] if commas else []))
            if joined == "," and self._row[self._at : self._at + 1] and self._row[self._at].number is None:
                self._fail("a number")
            at = self._at
            owner, unit, row = self._unit(plainly, stand, whose and not plainly)
            rows = found.setdefault((owner, unit), [])
            if row.keys() <= {"count"} and any(each.keys() <= {"count"} for each in rows):
                self._at = at
                self._fail(f"something else than {unit}, which is said already,")
            rows.append(row)
            return True

        one()
        while self._try(one):
            pass
        made: dict[str, Any] = {}
        for (owner, unit), rows in found.items():
            table = made.setdefault(owner, {}) if owner else made
            alone = len(rows) == 1 and rows[0].keys() <= {"count"}
            table[unit] = rows[0].get("count", 1) if alone else rows
        return made

    def _unit(self, plainly: bool, stand: bool, whose: bool) -> tuple[str, str, dict[str, Value]]:
        """A power, a unit type, and what is said of units of it."""
        counted = self._row[self._at].number if self._at < len(self._row) else None
        if counted is not None:
            self._number(grammar.CHANGED_COUNT if stand else grammar.COUNT)
        owner = (self._try(lambda: self._name("power")) if whose else None) or ""
        damaged = bool(not plainly and self._take("damaged"))
        at = self._at
        unit = self._name("unit")
        if counted is None:
            if self.called.is_several("unit", self._slice(at, self._at).lower()):
                said, self._at = self._slice(at, self._at), at
                self._fail("a number", says=f"how many {said}? a number must stand before '{said}'")
            self.assumed.append(Assumed("one", (unit,)))
        row: dict[str, Value] = {"count": counted} if counted not in (None, 1) else {}
        if damaged and stand:
            row["damage"] = 1
        if not plainly and self._take("("):
            while not self._take(")"):
                self._detail(row, stand)
                self._take(",")
        return owner, f"{DAMAGED}{unit}" if damaged and not stand else unit, row

    def _detail(self, row: dict[str, Value], stand: bool) -> None:
        """One thing that is said of a unit in brackets: a mark, what is aboard, or a word with a value."""
        kinds = grammar.UNIT_KINDS if stand else grammar.CHOSEN.optional
        if self._peek() == "damaged" and stand and not self._cargo_follows():
            self._at += 1
            number = self._try(lambda: self._number(grammar.UNIT_KINDS["damage"]))  # type: ignore[arg-type]
            row["damage"] = number or 1
        elif word := self._take(*(word for word, key in TOLD.items() if key in kinds)):
            self._take(_FOLLOWED.get(word, ""))
            row[TOLD[word]] = self._value(kinds[TOLD[word]])
        elif not stand and self._take("empty"):
            row["cargo"] = NONE
        elif not stand and self._take("unmarked"):
            row["is"] = [NONE]
        elif (mark := self._try(self._mark)) is not None:
            row["is"] = [*row.get("is", ()), mark]
        else:
            row["cargo"] = together(row.get("cargo", {}), self._units(stand=stand, plainly=False))

    def _cargo_follows(self) -> bool:
        """Whether a damaged unit is aboard: units follow the word."""
        at = self._at
        self._at += 1
        found = self._candidates("unit")
        self._at = at
        return bool(found)

    def _mark(self) -> str:
        self._take("has", "have")
        word = self._take(*_MARKS)
        return _MARKS[word] if word else self._name("mark")


def _same_verb(word: str, verb: str) -> bool:
    """Whether a word is a verb with or without the ending of the third person."""
    long, short = (word, verb) if len(word) > len(verb) else (verb, word)
    return long == f"{short}s" or (long == f"{short}es" and short.endswith(("ch", "sh", "o")))


def _may_be_a_name(run: Sequence[Token]) -> bool:
    """Whether some tokens may be one name: words and numbers, and marks that are glued on both sides; of two numbers
    the second is no part of it (``sz2 3``)."""
    if any(one.is_number and other.is_number for one, other in pairwise(run)):
        return False
    if not (run[0].is_word or run[0].is_number) or (run[0].is_number and len(run) == 1):
        return False
    for token, after in zip(run[1:], (*run[2:], None), strict=False):
        mark = not (token.is_word or token.is_number)
        if mark and (
            token.text in ',:;()?"+\n'
            or not token.glued
            or (after is not None and not after.glued and token.text != ".")
        ):
            return False
    return run[-1].is_word or run[-1].is_number or run[-1].text == "."


def together(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The units of two tables."""
    made = dict(one)
    for unit, some in other.items():
        if unit in made and isinstance(some, dict):
            made[unit] = together(made[unit], some)
        elif unit in made:
            rows = [
                each if isinstance(each, list) else [{"count": each} if each > 1 else {}] for each in (made[unit], some)
            ]
            made[unit] = [*rows[0], *rows[1]]
        else:
            made[unit] = some
    return made
