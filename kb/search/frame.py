"""Removes the words around a question: greetings, thanks, tables, names, "show me the rule".

None of it may count for or against an answer. The wordings are data (``frames`` in ``data/words.yaml``), each with the
place from which it is removed: anywhere, both ends of the question, or its beginning. In them :data:`NUMBER` matches
any number and :data:`SOMEBODY` any unknown word, usually a name ("bob says").
"""

from __future__ import annotations

from kb.words.tokens import A_NUMBER, ANYWHERE, BEGIN, EDGE, LONGEST_RUN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kb.search.known_words import Words

#: the stems that match any number, and any unknown word, in a wording
NUMBER, SOMEBODY = "0", "somebodi"


def without(words: list[str], stems: Mapping[str, str], lexicon: Words) -> list[str]:
    """Return the words of a query without the wordings (``frames``) that are removed anywhere in it. Return all words
    if none would be left. ``stems`` has the stem of each known word."""
    spoken = _spoken([stems.get(word, SOMEBODY) for word in words], lexicon)
    runs = lexicon.of_kind(spoken, "frame")
    kept: list[str] = []
    at = 0
    while at < len(words):
        length = _first(spoken[at : at + LONGEST_RUN], runs, (ANYWHERE,))
        kept += [] if length else [words[at]]
        at += length or 1
    return kept or words


def inside(stems: list[str], lexicon: Words) -> list[str]:
    """Return the stems of a query after repeated removal of wordings (``frames``) at both ends, or all if none would be
    left."""
    spoken = _spoken(stems, lexicon)
    runs = lexicon.of_kind(spoken, "frame")
    begin, end = 0, len(stems)
    while begin < end and (length := _first(spoken[begin:end], runs, (EDGE, BEGIN))):
        begin += length
    while begin < end and (length := _last(spoken[begin:end], runs)):
        end -= length
    return stems[begin:end] or stems


def _first(spoken: Sequence[str], runs: Mapping[str, str], where: tuple[str, ...]) -> int:
    """Return the number of stems of the longest wording at the beginning of ``spoken``, or 0. ``runs`` maps each
    wording to the place from which it is removed; those with a place other than ``where`` do not count."""
    lengths = range(min(LONGEST_RUN, len(spoken)), 0, -1)
    return next((many for many in lengths if runs.get(" ".join(spoken[:many])) in where), 0)


def _last(spoken: Sequence[str], runs: Mapping[str, str]) -> int:
    """Return the number of stems of the longest wording at the end of ``spoken``, or 0. ``runs`` maps each wording to
    the place from which it is removed; only those removed from both ends (:data:`EDGE`) count."""
    starts = range(max(0, len(spoken) - LONGEST_RUN), len(spoken))
    return next((len(spoken) - at for at in starts if runs.get(" ".join(spoken[at:])) == EDGE), 0)


def _spoken(stems: list[str], lexicon: Words) -> list[str]:
    """Return the stems with every number, in digits or as a word, replaced by :data:`NUMBER`, as in wordings."""
    kinds = lexicon.of_kind(stems, "frame")
    return [NUMBER if stem.isdecimal() or kinds.get(stem) == A_NUMBER else stem for stem in stems]
