"""The short notation: a line that a player types, read as a plain request.

The modules that are imported here declare what verbs do (:data:`kb.asking.notation.deeds.DOES`).
"""

from kb.asking.notation import buying, fighting, landing, moving, rolling, striking

__all__ = ["buying", "fighting", "landing", "moving", "rolling", "striking"]
