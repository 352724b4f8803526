"""How a ruling's claims are told: which official words each is, and what proves it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

#: what is said of a claim by its proof
PROOF = {"play": "played", "reference": "checked", "none": "not proved"}
#: so many letters of a claim's words stand in a line
_LONGEST = 60
#: what may stand between two letters of the words that is not of them: space, marks of emphasis and of lists
_BETWEEN = r"(?:[\s*_]|(?<=\n)[ ]*(?:[-*+]|\d+[.)])(?=\s))*"


def places(shown: str, claims: Iterable[Mapping[str, Any]]) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Where the ``words`` of each claim stand in a text that may be wrapped and have marks of Markdown in it.

    Gives start, end and the claim, in the order of the text. A claim that stands elsewhere is left out.
    """
    import re  # where nothing is painted it is not needed

    found = []
    for claim in claims:
        words = claim["words"]
        letters = _BETWEEN.join(re.escape(letter) for letter in words if not letter.isspace())
        before, after = (r"(?<!\w)" if words[0].isalnum() else "", r"(?!\w)" if words[-1].isalnum() else "")
        match = re.search(f"{before}{letters}{after}", shown)
        if match:
            found.append((*match.span(), claim))
    return iter(sorted(found, key=lambda place: place[:2]))


def of_field(ruling: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    """The claims of a ruling that stand in its ``answer`` or, those that do not, in its ``question``."""
    answering = [claim for _, _, claim in places(ruling["answer"], ruling["claims"])]
    return answering if field == "answer" else [claim for claim in ruling["claims"] if claim not in answering]


def told(claim: Mapping[str, Any]) -> str:
    """A claim in a line: its words, and what proves it (``words``, ``proof``, ``scenario``, ``reason``)."""
    return f"“{short(claim['words'])}” {PROOF[claim['proof']]}: {claim['reason'] or claim['scenario']}"


def short(words: str) -> str:
    """The beginning and the end of long words."""
    if len(words) <= _LONGEST:
        return words
    first, last = words[: _LONGEST * 2 // 3].rpartition(" ")[0], words[-_LONGEST // 3 :].partition(" ")[2]
    return f"{first} … {last}"


def line(claims: Iterable[Mapping[str, Any]]) -> str:
    """How many claims have each proof, in a line: ``3 played, 1 not proved``."""
    return ", ".join(f"{many} {PROOF[proof]}" for proof, many in counts(claims).items())


def counts(claims: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many claims have each proof, those that none has left out."""
    proofs = [claim["proof"] for claim in claims]
    return {proof: proofs.count(proof) for proof in PROOF if proof in proofs}
