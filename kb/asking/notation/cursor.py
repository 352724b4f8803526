"""Parses the values of the notation at a cursor: names, numbers, units, and every other kind of value of a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NoReturn, ParamSpec, TypeVar, cast

from kb.asking.notation.forms import TOLD, plain_kind
from kb.base.english import a
from kb.base.shape import ByShape, ListOf, Name, Number, OneOf, TableOf, Text, ValueKind, suggest
from kb.cases.language import grammar
from kb.cases.language.units import Row, State, Units
from kb.cases.language.vocabulary import NOBODY, NONE, Vocabulary
from kb.cases.language.words import GameWords
from kb.engine.core.picks import DAMAGED

P = ParamSpec("P")
T = TypeVar("T")
_TOKEN = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|->|=>|\n|[^\w\s]")
_DASHES = dict.fromkeys(("->", "=>", "→", "–", "—", "-", "−"), "-")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
#: the maximum number of tokens in a name
_LONGEST_NAME = 9
#: separators of the items of a list, and of the spaces of a route
AND, ROUTE = ("and", "+"), ("-", "to", "via", "through", "into")
#: optional words after a keyword in brackets
_FOLLOWED = {"came": "from", "bound": "for", "spent": "only"}
_MARKS = {"moved": "combat-moved", "fired": "launched-rocket"}
#: the kinds of a plain count of units
_COUNTS = (grammar.COUNT, grammar.CHANGED_COUNT)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or punctuation mark in lowercase, with its offsets in the text. ``glued``: it directly follows the
    previous token, without a space."""

    text: str
    start: int
    end: int
    glued: bool

    @property
    def is_plain(self) -> bool:
        """Whether it is a word or a number in digits."""
        return self.text[0].isalpha() or self.text.isdecimal()

    @property
    def number(self) -> int | None:
        """The value of a number in digits or as a word up to ten; None for other tokens."""
        if self.text.isdecimal():
            return int(self.text)
        return _NUMBERS.index(self.text) + 1 if self.text in _NUMBERS else None


@lru_cache(maxsize=1024)
def tokens(text: str) -> tuple[Token, ...]:
    """Split a text into tokens; arrows and dashes become ``-``.

    >>> [token.text for token in tokens("sz5->6: 2inf, U.S. sub!")]
    ['sz', '5', '-', '6', ':', '2', 'inf', ',', 'u.s.', 'sub', '!']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text.lower()):
        glued = bool(found) and found[-1].end == match.start()
        found.append(Token(_DASHES.get(match.group(), match.group()), match.start(), match.end(), glued))
    return tuple(found)


class Expected(Exception):
    """Parsing cannot continue at the cursor."""


class Cursor:
    """A backtracking parser of one statement: ``row`` are its tokens, and ``at`` is the index of the current one.

    ``far`` is the furthest token at which an error was recorded; :meth:`problem` describes that error. ``changes``: the
    statement changes a position, so a count of 0 is allowed and removes the units.
    """

    def __init__(
        self, text: str, row: Sequence[Token], names: Vocabulary, words: GameWords, changes: bool = False
    ) -> None:
        self.text, self.row, self.names, self.words, self.changes = text, row, names, words, changes
        self.at = self.far = 0
        #: sentences about the values assumed for omitted parts
        self.assumed: list[str] = []
        #: what is expected at ``far``: a description, with the kinds of names and the words that match it
        self._expected: dict[str, tuple[Iterable[str], Iterable[str]]] = {}
        self._says, self._final = "", False
        self._since: int | None = None
        self._names: dict[tuple[int, str], tuple[tuple[str, ...], int]] = {}

    # -- backtracking and errors

    def maybe(self, parse: Callable[P, T], *given: P.args, **how: P.kwargs) -> T | None:
        """Return the parsed value; if parsing fails, return None and restore the cursor."""
        at, assumed = self.at, len(self.assumed)
        try:
            return parse(*given, **how)
        except Expected:
            self.at = at
            del self.assumed[assumed:]
            return None

    def fail(
        self,
        what: str,
        kinds: Iterable[str] = (),
        words: Iterable[str] = (),
        says: str = "",
        since: int | None = None,
        final: bool = False,
    ) -> NoReturn:
        """Record what is expected at the cursor, unless an error is recorded further on, and raise :class:`Expected`.

        ``what`` describes it; names of the ``kinds`` and the ``words`` would match. ``says`` is a complete message to
        use instead. ``since`` is the index of the token to report if it is not ``far``. After a ``final`` error,
        no other is recorded.
        """
        if self._final:
            raise Expected
        self._final = final
        if self.at > self.far:
            self.restart()
        if self.at == self.far and not self._says:
            self._expected = {**({} if says else self._expected), what: (kinds, words)}
            self._says, self._since = says, since
        raise Expected

    def restart(self) -> None:
        """Discard the recorded error; ``far`` becomes the cursor."""
        self.far, self._expected, self._says, self._since = self.at, {}, "", None

    def problem(self) -> tuple[str, int, str]:
        """Return the message of the recorded error, its offset in the text, and a hint, which may be empty."""
        end = next((each for each in range(self.far + 1, len(self.row)) if not self._is_inside(each)), len(self.row))
        there = f"'{self.said(self.far, end)}'" if self.far < len(self.row) else "the end"
        at = self.far if self._since is None else self._since
        column = self.row[at].start if at < len(self.row) else self.row[-1].end
        whats = " or ".join(filter(None, self._expected))
        expected = "a statement" if not self.far and len(self._expected) > 1 else whats
        return self._says or f"expected {expected}, found {there}", column, self._near()

    def _near(self) -> str:
        """Return a hint: the expected word or name that is spelled most like the text at ``far``. If none is similar
        and only names of one kind are expected, the hint lists them, if they are few."""
        for many in (3, 2, 1):
            there = self.row[self.far : self.far + many]
            whole = len(there) == many and all(token.is_plain for token in there)
            word = self.said(self.far, self.far + many).lower() if whole else ""
            for of_kinds, words in self._expected.values() if word else ():
                if near := suggest(word, words) or self.names.near(of_kinds, word):
                    return near
        (kinds, _), *others = self._expected.values()
        alone = [] if others or self.far >= len(self.row) else [*kinds]
        return self.names.listed(alone[0]) if len(alone) == 1 else ""

    # -- words and names

    @property
    def word(self) -> str:
        """The text of the token at the cursor; empty at the end."""
        return self.word_at(self.at)

    def word_at(self, at: int) -> str:
        """Return the token at an index; empty after the last token."""
        return self.row[at].text if at < len(self.row) else ""

    @property
    def is_at_end(self) -> bool:
        """Whether the statement ends at the cursor."""
        return self.at >= len(self.row)

    def said(self, start: int, end: int) -> str:
        """Return the original text of the tokens from ``start`` up to, not including, ``end``."""
        return self.text[self.row[start].start : self.row[end - 1].end]

    def _is_inside(self, at: int) -> bool:
        """Return whether a token is a word or number that directly follows the previous token."""
        return self.row[at].glued and self.row[at].is_plain

    def take(self, *phrases: str) -> str:
        """Consume the longest phrase that matches at the cursor and return it; an empty string if none does.

        The first word matches with or without a third-person ending.
        """
        for phrase in sorted(phrases, key=len, reverse=True):
            parts = [token.text for token in tokens(phrase)]
            there = [token.text for token in self.row[self.at : self.at + len(parts)]]
            if parts and there[1:] == parts[1:] and there and same_verb(there[0], parts[0]):
                self.at += len(parts)
                return phrase
        return ""

    def need(self, *phrases: str) -> str:
        """Consume one of the phrases and return it, or fail."""
        return self.take(*phrases) or self.fail(" or ".join(f"'{each}'" for each in phrases), words=phrases)

    def name(self, kind: str, also: Sequence[str] = ()) -> str:
        """Consume the longest name of a kind, or one of the words ``also``; return its id. An ambiguous name fails."""
        start = self.at
        word = self.take(*also, *(NOBODY if NONE in also else ())) if also else ""
        if word:
            return NONE if word in NOBODY else word
        found = self.candidates(kind)
        if len(found) > 1:
            says = f"'{self.said(start, self.at)}' may be {' or '.join(found[:6])}"
            self.at = start
            self.fail(f"one of {', '.join(found[:6])}", says=says)
        return found[0] if found else self.fail(a(kind), (kind,), also)

    def candidates(self, kind: str) -> tuple[str, ...]:
        """Consume the longest name of a kind at the cursor and return its possible ids; empty if no name is there."""
        found, self.at = self.look(kind)
        return found

    def look(self, kind: str, at: int | None = None) -> tuple[tuple[str, ...], int]:
        """Return the possible ids of the longest name of a kind at an index (default: the cursor), and its end."""
        place = (self.at if at is None else at), kind
        if place not in self._names:
            self._names[place] = self._find_name(*place)
        return self._names[place]

    def _find_name(self, at: int, kind: str) -> tuple[tuple[str, ...], int]:
        for end in range(min(len(self.row), at + _LONGEST_NAME), at, -1):
            if not (end < len(self.row) and self._is_inside(end)) and _may_be_a_name(self.row[at:end]):
                found = self.names.ids(kind, self.said(at, end).lower())
                if found:
                    return found, end
        word = self.word_at(at)
        if kind == "space" and word.isdigit() and (space := self.names.rules.board.named(f"sz{word}")):
            return (space.id,), at + 1
        return (), at

    def given_name(self) -> str:
        """Consume the name of a unit and return it: a word without spaces, or any text in quotation marks."""
        start = self.at
        if self.word == '"':
            end = next((at for at in range(start + 1, len(self.row)) if self.row[at].text == '"'), 0)
            self.at = end + 1
            return self.said(start, end + 1)[1:-1] if end else self.fail("a name with '\"' after it")
        if self.is_at_end or not self.row[start].is_plain:
            self.fail("a name")
        self.at += 1
        while not self.is_at_end and self.row[self.at].glued and self.word not in ",():?":
            self.at += 1
        return self.said(start, self.at)

    # -- values

    def number(self, kind: Number) -> int:
        """Consume a number of a kind, and the noun of the kind if it follows; return the number."""
        number = None if self.is_at_end else self.row[self.at].number
        low = 0 if kind.zero and self.changes else kind.low
        if number is None or not low <= number <= kind.high:
            self.fail(f"{a(kind.of)} from {low} to {kind.high}")
        self.at += 1
        noun = kind.of.rpartition(" ")[2].lower()
        if self.word in (noun, noun.removesuffix("s"), *(("die",) if noun == "dice" else ())):
            self.at += 1
        return number

    def value(self, kind: ValueKind, commas: bool = False) -> object:
        """Parse a value of a kind and return it in the form that a case has. Parts of a value are separated by spaces
        or ``and``; with ``commas``, also by commas."""
        kind = plain_kind(kind)
        match kind:
            case grammar.UnitsOf():
                counts_only = isinstance(kind.table, TableOf) and plain_kind(kind.table.value) in _COUNTS
                return self.units(counts_only=counts_only, commas=commas)
            case Name():
                if kind.of == "unit":
                    self.take("1")  # a single unit may be written with its number: "1 aa gun"
                return self.name(kind.of, kind.also)
            case OneOf():
                return self.need(*kind.words)
            case Number():
                return self.number(kind)
            case Text():
                return self.given_name()
            case ListOf():
                return self._list(kind, commas or isinstance(kind.each, Number))
            case TableOf():
                return self._table(kind, commas)
            case grammar.Outcome():
                lost = () if self.take(*NOBODY) else self.value(kind.required["lost"])
                return {"lost": lost, **({grammar.SUPPOSED: True} if self.names.rules.ruleset.steps else {})}
            case ByShape():
                return self._by_shape(kind)
        raise TypeError(f"the notation cannot parse {kind}")

    def several(self, one: Callable[[bool], T | None]) -> list[T]:
        """Parse one or more items and return those that are not None. ``one`` is called with False first, then True."""
        found = [one(False)]
        while (more := self.maybe(one, True)) is not None:
            found.append(more)
        return [each for each in found if each is not None]

    def _list(self, kind: ListOf, commas: bool) -> list[object]:
        """Parse the items of a list. A kind with two or more items is a route, whose spaces are joined by dashes."""
        is_route = kind.least > 1
        if is_route:
            self.take("from")

        def one(more: bool) -> object:
            joined = more and self.take(*AND, *(ROUTE if is_route else ("-",)), *([","] if commas else []))
            if more and isinstance(kind.each, Text) and not joined:
                self.fail("'and'")
            return self.value(kind.each)

        found = self.several(one)
        if len(found) < kind.least:
            self.fail("'-' and another space")
        return sorted(found, key=repr) if kind.sort else found

    def _table(self, kind: TableOf, commas: bool) -> dict[str, object]:
        found: dict[str, object] = {}

        def one(more: bool) -> bool:
            if more:
                self.take(*AND, *([","] if commas else []))
            at = self.at
            key = str(self.value(kind.key))
            if key in found:
                self.at = at
                self.fail(f"something other than {key}, which is already given,")
            found[key] = self.value(kind.value)
            return True

        self.several(one)
        return found

    def _by_shape(self, kind: ByShape) -> object:
        if not isinstance(kind.word, Text):
            word = self.maybe(self.value, kind.word) if kind.word else None
            return self.value(kind.table or kind.rows or kind) if word is None else word
        units = self.maybe(self.value, kind.table) if kind.table else None
        if units is not None:
            return units
        if self.take(*NOBODY):
            return NONE
        start, ends = self.at, dict[int, tuple[str, ...]]()
        for of in ("space", "account"):
            self.at = start
            found = self.candidates(of)
            ends[self.at] = found
        self.at = max(ends)
        return ends[self.at][0] if len(ends[self.at]) == 1 else self.given_name()

    # -- units

    def units(
        self,
        stand: bool = False,
        counts_only: bool = False,
        commas: bool = True,
        of_powers: bool = True,
        aboard: bool = False,
    ) -> Units:
        """Parse units and return their rows.

        ``stand``: they are units of a position, not of a choice. ``counts_only``: only types and numbers, without power
        or state. ``commas``: commas may separate rows. ``of_powers``: rows may name a power. ``aboard``: they are
        cargo, which carries no cargo itself.
        """
        plain: set[tuple[str, str]] = set()

        def one(more: bool) -> Row:
            joined = more and self.take(*AND, *([","] if commas else []))
            if joined == "," and not self.is_at_end and self.row[self.at].number is None:
                self.fail("a number")
            at = self.at
            row = self._unit(stand, counts_only, of_powers and not counts_only, aboard)
            if not row.state:
                if row[:2] in plain:
                    self.at = at
                    self.fail(f"something other than {row.unit}, which is already given,")
                plain.add(row[:2])
            return row

        return tuple(self.several(one))

    def _unit(self, stand: bool, counts_only: bool, of_powers: bool, aboard: bool) -> Row:
        owner = self.maybe(self._owner_of_units) or "" if of_powers else ""
        counted = None if self.is_at_end else self.row[self.at].number
        if counted is not None:
            self.number(grammar.CHANGED_COUNT if stand else grammar.COUNT)
        owner = owner or (self.maybe(self.name, "power") if of_powers else None) or ""
        damaged = bool(not counts_only and self.take("damaged"))
        at = self.at
        unit = self.name("unit")
        if counted is None:
            said = self.said(at, self.at)
            if self.names.is_several("unit", said.lower()):
                self.at = at
                self.fail("a number", says=f"how many {said}? write a number before '{said}'")
            self.assumed.append(f"it is one {self.words.unit(unit)}")
        state: dict[str, State] = {"damage": 1} if damaged and stand else {}
        if not counts_only and self.take("("):
            while not self.take(")"):
                self._read_state(state, stand, aboard)
                self.take(",")
        return Row(
            owner, f"{DAMAGED}{unit}" if damaged and not stand else unit, 1 if counted is None else counted, state
        )

    def _owner_of_units(self) -> str:
        """Consume a power that is followed by a number, and return it."""
        power = self.name("power")
        return power if not self.is_at_end and self.row[self.at].number is not None else self.fail("a number")

    def _read_state(self, state: dict[str, State], stand: bool, aboard: bool) -> None:
        """Parse one part of a unit's state in brackets into ``state``: a mark, cargo, or a keyword with a value."""
        kinds = grammar.UNIT_KINDS if stand else grammar.CHOSEN.optional
        if not aboard and (cargo := self.maybe(self.units, stand=stand, aboard=True)) is not None:
            before = state.get("cargo", ())
            state["cargo"] = (*(before if isinstance(before, tuple) else ()), *cargo)
        elif stand and self.take("damaged"):
            damage = self.maybe(self.value, kinds["damage"])
            state["damage"] = damage if isinstance(damage, int) else 1
        elif word := self.take(*(word for word, key in TOLD.items() if key in kinds)):
            self.take(_FOLLOWED.get(word, ""))
            value = cast("State", self.value(kinds[TOLD[word]]))
            state[TOLD[word]] = NONE if value == [NONE] else value
        elif not stand and self.take("empty"):
            state["cargo"] = NONE
        elif not stand and self.take("unmarked"):
            state["is"] = NONE
        else:
            self.take("has", "have")
            word = self.take(*_MARKS)
            said = state.get("is", ())
            marks = [*(said if isinstance(said, list) else ()), _MARKS[word] if word else self.name("mark")]
            state["is"] = marks if stand else sorted(marks)


def same_verb(word: str, verb: str) -> bool:
    """Return whether two words are equal apart from a third-person ending."""
    long, short = (word, verb) if len(word) > len(verb) else (verb, word)
    with_es = short.endswith(("ch", "sh", "s", "x", "z", "o")) and long == f"{short}es"
    return word == verb or long == f"{short}s" or with_es or (short.endswith("y") and long == f"{short[:-1]}ies")


def _may_be_a_name(run: Sequence[Token]) -> bool:
    """Return whether tokens may form one name: words, numbers, and punctuation without spaces around it.

    Two consecutive numbers are not part of one name (``sz2 3``), and a lone number is not a name.
    """
    if any(one.text.isdecimal() and other.text.isdecimal() for one, other in pairwise(run)):
        return False
    if not run[0].is_plain or (run[0].text.isdecimal() and len(run) == 1):
        return False
    for token, after in zip(run[1:], (*run[2:], None), strict=False):
        loose = not token.glued or (after is not None and not after.glued and token.text != ".")
        if not token.is_plain and (token.text in ',:;()?"+\n' or loose):
            return False
    return run[-1].is_plain or run[-1].text == "."
