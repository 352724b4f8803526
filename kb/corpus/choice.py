"""Chooses another line of marks if the guessed one leaves most of a document in one entry."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator

from kb.corpus.entries import Passages
from kb.model.corpus import Passage, RulingKind
from kb.model.marks import ASKING, Mark, Marks

#: the share of the text of all entries above which one of a few entries shows that the guess is wrong; the number of
#: few entries, at most; and the number of letters and digits in all entries, at least
_MOST, _FEW, _WHOLE = 0.55, 3, 300
#: the number of entries of another reading, and by how much its score is higher, at least; and how much the share of
#: the longest entry lowers the score. The numbers were fitted to 350 marked documents.
_LEAST, _LEAD, _OF_LONGEST = 4, 1.5, 3.5
#: marks that are tried alone and beside the guessed ones
_TRIED = (*sorted(ASKING), Mark.TITLE, Mark.RULE, Mark.NUMBER, Mark.PAGE, Mark.BULLET, Mark.PLACE, Mark.LINE)


def chosen(guessed: Marks, read: Callable[[Marks], Passages]) -> Marks:
    """Return the guessed marks; or others, if one of a few entries that the guessed ones make has most of the text, and
    another reading is much better. Labels and sentences are kept. ``read`` reads the document by a line of marks."""
    found = read(guessed)
    is_certain = guessed.question or Mark.LABELS in guessed or Mark.SENTENCE in guessed or len(found.passages) > _FEW
    if is_certain or sum(_sizes(found)) < _WHOLE or _longest(found) <= _MOST:
        return guessed
    readings = [(_score(found) + _LEAD, guessed)]
    for marks in _others(guessed):
        other = read(marks)
        if len(other.passages) >= _LEAST:
            readings.append((_score(other), marks))
    return max(readings, key=lambda reading: reading[0])[1]


def _others(guessed: Marks) -> Iterator[Marks]:
    """Yield the lines of marks that are tried instead of the guessed one."""
    for mark in _TRIED:
        yield Marks((mark,))
        yield Marks((mark, Mark.PARAGRAPH))
        if mark not in guessed:
            yield Marks((mark, *guessed.names))


def _sizes(found: Passages) -> list[int]:
    """Return the numbers of letters and digits of the entries, the smallest first."""
    return sorted(len(re.findall(r"\w", _words(each))) for each in found.passages)


def _words(passage: Passage) -> str:
    """Return the words of an entry."""
    return f"{passage.question} {passage.answer}" if passage.kind is RulingKind.ANSWER else passage.answer


def _longest(found: Passages) -> float:
    """Return the share of the text of all entries that the longest one has; 1 without entries."""
    sizes = _sizes(found)
    return sizes[-1] / sum(sizes) if any(sizes) else 1.0


def _score(found: Passages) -> float:
    """Return the score of a reading: the more entries, and the shorter the longest one, the higher."""
    return math.log(1 + len(found.passages)) - _OF_LONGEST * _longest(found)
