"""Parses names at a cursor in the tokens of a statement, with backtracking and the furthest error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn, ParamSpec, TypeVar

from kb.asking.notation.line_tokens import Token, may_be_a_name, same_verb, tokens
from kb.base.english import a
from kb.base.shape import suggest
from kb.cases.language.scenario import Contents
from kb.cases.language.vocabulary import NOBODY, NONE, Vocabulary
from kb.cases.language.words import GameWords
from kb.games.board_model import SpaceKind

P = ParamSpec("P")
T = TypeVar("T")
#: the maximum number of tokens in a name
_LONGEST_NAME = 9
#: the words for a space without units, before its name
EMPTY = ("empty", "undefended", "unoccupied")
#: the words that may precede any name; the units of "my" and "its" are those of the power that acts
ARTICLES = ("the", "my", "our", "its")


class Expected(Exception):
    """Parsing cannot continue at the cursor."""


class Cursor:
    """A backtracking parser of one statement: ``row`` are its tokens, and ``at`` is the index of the current one.

    ``far`` is the furthest token at which an error was recorded; :meth:`problem` describes that error.
    ``changes`` is whether the statement changes a position, so that a count of 0 is allowed and removes the units.
    """

    def __init__(
        self, text: str, row: Sequence[Token], names: Vocabulary, words: GameWords, changes: bool = False
    ) -> None:
        self.text, self.row, self.names, self.words, self.changes = text, row, names, words, changes
        self.at = self.far = 0
        #: sentences about the values assumed for omitted parts
        self.assumed: list[str] = []
        #: the contents of spaces that an action describes, in the order of the text
        self.told: list[tuple[str, Contents]] = []
        #: the expectations at ``far``: a description, with the kinds of names and the words that match it
        self._expected: dict[str, tuple[Iterable[str], Iterable[str]]] = {}
        #: the kind of the spaces that the units of the action enter, if it is certain
        self.fits: SpaceKind | None = None
        self._says, self._final = "", False
        self._since: int | None = None
        self._names: dict[tuple[int, str], tuple[tuple[str, ...], int]] = {}

    # -- backtracking and errors

    def maybe(self, parse: Callable[P, T], *given: P.args, **how: P.kwargs) -> T | None:
        """Return the parsed value; if parsing fails, return None and restore the cursor."""
        at, assumed, told = self.at, len(self.assumed), len(self.told)
        try:
            return parse(*given, **how)
        except Expected:
            self.at = at
            del self.assumed[assumed:], self.told[told:]
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
        """Record an expectation at the cursor, unless an error is recorded further on, and raise :class:`Expected`.

        ``what`` describes the expectation: a name of one of the ``kinds``, or one of the ``words``. ``says`` is a
        complete message in place of that. The message is about the token at the index ``since``, by default the one at
        ``far``. After a ``final`` error, no other is recorded.
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
                near = suggest(word, words) or self.names.near(of_kinds, word)
                meant = near.partition("'")[2].rstrip("'?")
                is_said = f"{word} ".startswith(f"{meant} ")
                if meant and not is_said and (meant[0] == word[0] or word in meant):
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
        """Consume the longest name of a kind, or one of the words ``also``; return its id. Fail unless one fits.
        A power of several accounts stands for one of them, which the actions decide."""
        start = self.at
        word = self.take(*also, *(NOBODY if NONE in also else ())) if also else ""
        if word:
            return NONE if word in NOBODY else word
        found = self.candidates(kind) or (self.candidates("power") if kind == "account" else ())
        if kind == "space" and len(found) > 1 and self.fits is not None:
            found = tuple(each for each in found if self.names.rules.board.space(each).kind is self.fits) or found
        if len(found) > 1:
            says = f"'{self.said(start, self.at)}' may be {' or '.join(found[:6])}"
            self.at = start
            self.fail(f"one of {', '.join(found[:6])}", says=says)
        return found[0] if found else self.fail(a(kind), (kind,), also)

    def candidates(self, kind: str) -> tuple[str, ...]:
        """Consume the longest name of a kind at the cursor and return its possible ids; empty if no name is there."""
        start = self.at
        found, self.at = self.look(kind)
        named = start + (self.word_at(start) in ARTICLES)
        if kind == "space" and len(found) == 1 and not self.plain_name(named, kind)[0]:
            self.told += [(found[0], each) for each in self._before_space(start)[1]]
        return found

    def look(self, kind: str, at: int | None = None) -> tuple[tuple[str, ...], int]:
        """Return the possible ids of the longest name of a kind at an index (default: the cursor), and the index after
        it; no ids and the index itself if no name is there."""
        place = (self.at if at is None else at), kind
        if place not in self._names:
            self._names[place] = self._find_name(*place)
        return self._names[place]

    def _find_name(self, at: int, kind: str) -> tuple[tuple[str, ...], int]:
        """Find what :meth:`look` returns: a name, or one after an article or words that describe a space."""
        found, end = self.plain_name(at, kind)
        if not found and self.word_at(at) in ARTICLES:
            found, end = self.plain_name(at + 1, kind)
        after = self._before_space(at)[0] if kind == "space" else at + (self.word_at(at) in ARTICLES)
        if not found and at < after < len(self.row):
            found, end = self.look(kind, after)
        return (found, end) if found else ((), at)

    def plain_name(self, at: int, kind: str) -> tuple[tuple[str, ...], int]:
        """Return the possible ids of the longest name at an index, without an article, and the index after it."""
        for end in range(min(len(self.row), at + _LONGEST_NAME), at, -1):
            if not (end < len(self.row) and self._is_inside(end)) and may_be_a_name(self.row[at:end]):
                is_number = end == at + 1 and self.row[at].number is not None  # "two" is not sea zone 2
                found = () if is_number else self.names.ids(kind, self.said(at, end).lower())
                if found:
                    return found, end
        word = self.word_at(at)
        if kind == "space" and word.isdigit() and (space := self.names.rules.board.named(f"sz{word}")):
            return (space.id,), at + 1
        return (), at

    def _before_space(self, at: int) -> tuple[int, list[Contents]]:
        """Return the index after the words that describe a space before its name, and the contents that each of them
        gives it: ``an empty german libya``."""
        made, an = list[Contents](), self.word_at(at) == "an" and self.word_at(at + 1) in EMPTY
        at += an or self.word_at(at) in ARTICLES
        if self.word_at(at) in EMPTY:
            made.append(Contents())
            at += 1
        power, end = self.look("power", at)
        if len(power) == 1 and self.word_at(end).isalpha() and self.plain_name(end, "space")[0]:
            made.append(Contents(held_by=power[0]))
            at = end
        return at, made

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
