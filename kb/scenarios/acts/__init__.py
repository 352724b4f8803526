"""What may be done in a case: one module for each verb, or for a few that belong together.

Importing the room declares every verb, in the order of a turn.
"""

from importlib import import_module

for _module in ("buying", "moving", "strikes", "battle", "after_combat", "advantages", "politics", "turn"):
    import_module(f"{__name__}.{_module}")
