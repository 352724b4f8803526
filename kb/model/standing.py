"""The standings of documents: the kinds of their sources."""

from __future__ import annotations

OFFICIAL = "official"
#: every standing with its possessive for sentences; the official one is found before the others
STANDINGS = {
    OFFICIAL: "the official",
    "publisher": "the publisher’s",
    "author": "the author’s",
    "tournament": "a tournament’s",
    "club": "a club’s",
    "forum": "a forum’s",
}
