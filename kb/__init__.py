"""Official rulings for Axis & Allies games.

>>> import kb
>>> with kb.open() as base:
...     base.search("do wolf packs count only in the first round", limit=1)[0].id
'rev-ger-3'
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase


def open(built: str | None = None) -> KnowledgeBase:
    """Open the built knowledge base for reading.

    ``built`` is the directory it was built into (default: the checkout's, or the one the package
    carries). Raises :class:`kb.errors.NoBuild` or :class:`kb.errors.DamagedBuild`.
    """
    from kb.knowledge import KnowledgeBase

    return KnowledgeBase.open(built)
