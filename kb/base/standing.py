"""Whose word a document may be: its standing."""

from __future__ import annotations

OFFICIAL = "official"
#: every standing with whose word it is, the official one first: it is found before the others
STANDINGS = {
    OFFICIAL: "the official",
    "publisher": "the publisher’s",
    "author": "the author’s",
    "tournament": "a tournament’s",
    "club": "a club’s",
    "forum": "a forum’s",
}
