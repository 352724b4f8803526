"""The file that an event begins with: every key, explained."""

from __future__ import annotations

TEMPLATE = """\
# An event: what is played at its tables, and what its judges ruled. See docs/events.md.
name: Spring Open
# game: europe-1940
# printing: 2012
# options: [global, technology=off]
"""
