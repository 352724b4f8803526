"""Sentences about the claims of a ruling: their official words and their proofs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

#: the word for each proof of a claim
PROOF = {"play": "played", "reference": "checked", "none": "not proved"}
#: the value of ``shown_by`` where no rule decides the case of a claim, its short name, and its meaning
DICE = "dice"
BY_DICE = "by dice only"
WHAT_BY_DICE_MEANS = (
    "the case comes out so whichever of its rules is switched off; only other figures of its units change it"
)
#: the most letters of a claim's words in a line
_LONGEST = 60
#: the characters that may separate the letters of official words: space and marks of emphasis; also marks of
#: lists, unless a line just begins with such a number
_SPACE = r"[\s*_]+"
_WITH_LISTS = rf"(?<=\n)[ ]*(?:[-*+]|\d+[.)])(?=\s)|{_SPACE}"


def places(shown: str, claims: Iterable[Mapping[str, Any]]) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Yield the place of the ``words`` of each claim in a text, which may be wrapped and contain marks of Markdown.

    Each is start, end and the claim, in the order of the text. A claim whose words are elsewhere is left out.
    """
    readings = [_letters(shown, each) for each in (_WITH_LISTS, _SPACE)]
    found = []
    for claim in claims:
        spans = (_span(shown, _letters(claim["words"], _SPACE)[0], *each) for each in readings)
        if span := next(filter(None, spans), None):
            found.append((*span, claim))
    return iter(sorted(found, key=lambda place: place[:2]))


def _letters(text: str, marks: str) -> tuple[str, list[int]]:
    """Return a text without its marks, and the place of each remaining letter in it."""
    import re  # where nothing is painted it is not needed

    at: list[int] = []
    begin = 0
    for mark in re.finditer(marks, text):
        at += range(begin, mark.start())
        begin = mark.end()
    at += range(begin, len(text))
    return "".join(text[each] for each in at), at


def _span(shown: str, words: str, letters: str, at: list[int]) -> tuple[int, int] | None:
    """Return the place where whole words first occur in a text of letters with known places."""
    place = letters.find(words)
    while place >= 0:
        start, end = at[place], at[place + len(words) - 1] + 1
        if not (_in_word(shown, start) or _in_word(shown, end)):
            return start, end
        place = letters.find(words, place + 1)
    return None


def _in_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and all(each.isalnum() or each == "_" for each in text[place - 1 : place + 1])


def of_field(ruling: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    """Return the claims of a ruling whose words are in its ``answer``, or the others, in its ``question``."""
    answering = [claim for _, _, claim in places(ruling["answer"], ruling["claims"])]
    return answering if field == "answer" else [claim for claim in ruling["claims"] if claim not in answering]


def told(claim: Mapping[str, Any]) -> str:
    """Return a claim in a line: its words and its proof."""
    return f"“{short(claim['words'])}” {proof(claim)}: {claim['reason'] or claim['scenario']}"


def proof(claim: Mapping[str, Any]) -> str:
    """Return whether a claim is played, checked or not proved (``proof``), and whether dice alone show it
    (``shown_by``)."""
    return f"{PROOF[claim['proof']]}, {BY_DICE}" if claim["shown_by"] == DICE else PROOF[claim["proof"]]


def short(words: str) -> str:
    """Return the beginning and the end of long words."""
    if len(words) <= _LONGEST:
        return words
    first, last = words[: _LONGEST * 2 // 3].rpartition(" ")[0], words[-_LONGEST // 3 :].partition(" ")[2]
    return f"{first} … {last}"


def line(claims: Iterable[Mapping[str, Any]]) -> str:
    """Return how many claims have each proof, in a line: ``3 played (1 by dice only), 1 not proved``."""
    claims = tuple(claims)
    by_dice = sum(claim["shown_by"] == DICE for claim in claims)
    parts = [f"{many} {PROOF[proof]}" for proof, many in counts(claims).items()]
    if by_dice:
        parts[0] += f" ({by_dice} {BY_DICE})"
    return ", ".join(parts)


def counts(claims: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return how many claims have each proof, without proofs that none has."""
    proofs = [claim["proof"] for claim in claims]
    return {proof: proofs.count(proof) for proof in PROOF if proof in proofs}
