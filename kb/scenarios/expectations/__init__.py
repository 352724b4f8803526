"""What may be expected of a case: one function for each key.

Importing the room declares every key.
"""

from importlib import import_module

for _module in ("combat", "units", "holdings", "politics", "decisions", "queries", "grounds", "printed"):
    import_module(f"{__name__}.{_module}")
