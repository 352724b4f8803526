"""Takes off a question what stands around it: greetings, thanks, which table, who says so, "show me the rule".

None of it may count for or against an answer. The wordings are data (``frames`` in ``data/words.yaml``), each with
where it is taken off: anywhere, or only where the question begins or ends. In them :data:`NUMBER` stands for any number
and :data:`SOMEBODY` for any word that nothing knows, mostly a name ("bob says").
"""

from __future__ import annotations

from kb.search.tokens import LONGEST_RUN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

#: where a wording is taken off: anywhere, at both ends, or only where the question begins; the number words are none
#: by themselves, but stand for :data:`NUMBER` in others
ANYWHERE, EDGE, BEGIN, A_NUMBER = "anywhere", "edge", "begin", "number"
WHERE = (ANYWHERE, EDGE, BEGIN, A_NUMBER)
#: the stem that stands in a wording for any number, and for any word that nothing knows
NUMBER, SOMEBODY = "0", "somebodi"


class Frames:
    """The wordings of frames: ``where`` each (stems joined by spaces) is taken off."""

    def __init__(self, where: Mapping[str, str]) -> None:
        self._where = where

    def without(self, words: list[str], stems: Mapping[str, str]) -> list[str]:
        """The words without the wordings that are taken off anywhere; what is not among the ``stems`` nothing knows."""
        spoken = self._spoken([stems.get(word, SOMEBODY) for word in words])
        kept: list[str] = []
        at = 0
        while at < len(words):
            length = self._first(spoken[at:], (ANYWHERE,))
            kept += [] if length else [words[at]]
            at += length or 1
        return kept or words

    def inside(self, stems: list[str]) -> list[str]:
        """The stems without the wordings at both ends, again and again; all of them where nothing would be left."""
        spoken = self._spoken(stems)
        begin, end = 0, len(stems)
        while begin < end and (length := self._first(spoken[begin:end], (EDGE, BEGIN))):
            begin += length
        while begin < end and (length := self._last(spoken[begin:end])):
            end -= length
        return stems[begin:end] or stems

    def _first(self, spoken: list[str], where: tuple[str, ...]) -> int:
        """The length of the longest wording that the stems begin with, 0 for none."""
        lengths = range(min(LONGEST_RUN, len(spoken)), 0, -1)
        return next((many for many in lengths if self._where.get(" ".join(spoken[:many])) in where), 0)

    def _last(self, spoken: list[str]) -> int:
        """The length of the longest wording that the stems end with, 0 for none."""
        starts = range(max(0, len(spoken) - LONGEST_RUN), len(spoken))
        return next((len(spoken) - at for at in starts if self._where.get(" ".join(spoken[at:])) == EDGE), 0)

    def _spoken(self, stems: list[str]) -> list[str]:
        """The stems as the wordings have them."""
        return [NUMBER if stem.isdecimal() or self._where.get(stem) == A_NUMBER else stem for stem in stems]
