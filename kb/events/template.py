"""The file that an event begins with: every key, explained."""

from __future__ import annotations

TEMPLATE = """\
# An event: what is played at its tables, and what its judges ruled. docs/events.md tells of every key.
name: My event
# dates: {from: 2026-11-20, to: 2026-11-22}
# place: Town hall
# game: europe-1940
# printing: 2012
# options: [global, technology=off]

# What the judges of this event ruled. It is never official, and is always told apart from what is.
# house:
#   - id: house-1                     # house- and a number, for as long as the event lasts
#     question: May a player take a move back?
#     answer: No, not after the dice are rolled.
#     by: Ann                         # who said so
#     on: 2026-11-20                  # and when
#     interprets: [rev/sc-rockets]    # sections of the rule books, or official rulings
#     overrides: [rev-sub-2]          # official rulings that are not followed at this event
#     case: my-case.yaml              # a scenario that shows it, here or in a file beside (docs/scenarios.md)
#     note: Asked at table 4.
"""
