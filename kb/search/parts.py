"""Takes a question of several questions apart: "can my sub submerge and does the destroyer stop it from attacking?".

Only where the split is clear: each part asks, and the next begins behind a question mark or a joining word. The
patterns mean the same in a browser (``static/kb/ranker.js``).
"""

from __future__ import annotations

import re

_MODAL = "can|could|may|might|must|should|shall|will|would"
_VERB = f"{_MODAL}|do|does|did|is|are|was|were|has|have|had"
_WHO = "i|you|he|she|it|they|we|one|there|the|all|my|your|his|her|its|our|their|this|that|these|those"
#: how a part asks: a verb before what it is about, a quantity, or what, when, where, which, who before a verb
ASKS = (
    rf"\b(?:(?:{_MODAL}|do|does|did|is|are|was|were)\s+(?:{_WHO})\b|(?:{_MODAL}|does|is)\s+(?:a|an|any)\b"
    rf"|(?:has|have|had)\s+(?:i|you|he|they|we)\b|(?:can|may|must|do)\s+[a-z]+s\b"
    rf"|how\s+(?:many|much|far|often|long)\b|(?:what|when|where|which|who)\s+(?:{_VERB}|happens)\b)"
)
_JOINED = r"(?:and|also|plus|but|if so|then)\b,?"
#: what stands between two parts; behind a question mark an "or" goes on with the same question
BETWEEN = rf"\?+\s+(?!or\b)(?:{_JOINED}\s+)*|,?\s+(?:and|also|plus|but)\s+(?:{_JOINED}\s+)*(?={ASKS})"
#: what stands for the thing that the first part is about; and a part that may be about nothing else
PRONOUN, QUANTITY = r"\b(?:it|its|they|them|their)\b", r"^how\s+(?:many|much|far|often|long)\b"
#: more parts than these are a story
MOST = 3


def split(text: str) -> list[str]:
    """The parts of a text that asks several questions; empty where it is not clear that it does."""
    typed = [part.strip(" ,.?\n") for part in re.split(BETWEEN, text, flags=re.IGNORECASE)]
    parts = [part for part in typed if part]
    clear = 1 < len(parts) <= MOST and all(re.search(ASKS, part, re.IGNORECASE) for part in parts)
    return parts if clear else []


def refers(part: str) -> bool:
    """Whether a part says "it" or "they"."""
    return re.search(PRONOUN, part, re.IGNORECASE) is not None


def about(part: str, subject: str) -> str:
    """A part with what it says of "it" said of the subject."""
    return re.sub(PRONOUN, subject, part, flags=re.IGNORECASE)


def asks_how_many(part: str) -> bool:
    """Whether a part begins with how many, how far and the like."""
    return re.match(QUANTITY, part, re.IGNORECASE) is not None
