"""Sentences about the claims of a ruling: their official words and their proofs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

#: the word for each proof of a claim
PROOF = {"play": "played", "reference": "checked", "none": "not proved"}
#: the value of ``shown_by`` where no rule decides the case of a claim, its short name, and its meaning
DICE = "dice"
BY_DICE = "by dice only"
WHAT_BY_DICE_MEANS = (
    "the case comes out so whichever of its rules is switched off; only other figures of its units change it"
)


def proof(claim: Mapping[str, Any]) -> str:
    """Return whether a claim is played, checked or not proved (``proof``), and whether dice alone show it
    (``shown_by``)."""
    return f"{PROOF[claim['proof']]}, {BY_DICE}" if claim["shown_by"] == DICE else PROOF[claim["proof"]]


def line(claims: Iterable[Mapping[str, Any]]) -> str:
    """Return how many claims have each proof, in a line: ``3 played (1 by dice only), 1 not proved``."""
    claims = tuple(claims)
    by_dice = sum(claim["shown_by"] == DICE for claim in claims)
    proofs = [claim["proof"] for claim in claims]
    parts = [f"{proofs.count(proof)} {said}" for proof, said in PROOF.items() if proof in proofs]
    if by_dice:
        parts[0] += f" ({by_dice} {BY_DICE})"
    return ", ".join(parts)
