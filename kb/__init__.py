"""Official rulings for Axis & Allies games.

>>> import kb
>>> with kb.open() as base:
...     base.search("do wolf packs count only in the first round", limit=1).results[0].id
'rev-ger-3'
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from kb.asking.answer import EngineAnswer
    from kb.knowledge import KnowledgeBase


def open(built: str | None = None) -> KnowledgeBase:
    """Open the built knowledge base for reading.

    ``built`` is the directory it was built into (default: the checkout's, or the one the package
    carries). Raises :class:`kb.base.errors.NoBuild` or :class:`kb.base.errors.DamagedBuild`.
    """
    from kb.knowledge import KnowledgeBase

    return KnowledgeBase.open(built)


def ask(
    position: Mapping[str, Any],
    actions: Sequence[Mapping[str, Any]] = (),
    *,
    game: str,
    board: str = "",
    ruleset: str = "",
    may: Mapping[str, Any] | None = None,
    what: Mapping[str, Any] | None = None,
) -> EngineAnswer:
    """Return what the engine says of a position and what is done in it, written as docs/asking.md has it; no base is
    needed.

    ``may`` is one more action, which is judged and not done; ``what`` are units, a space or a power of which is asked
    what they may do then; an empty table is the powers on turn. Raises ``BadInput`` with every finding
    about what is asked.

    >>> sea = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
    >>> position = {"turn": "germany", "phase": "conduct-combat", "spaces": sea}
    >>> ask(position, [{"battle": "sz5", "dice": [2, 6]}], game="revised").legal
    True
    """
    from kb.asking.answer import ask
    from kb.asking.question import from_tree
    from kb.base import paths
    from kb.cases.reading.library import RulesLoader

    asked = {"game": game, "position": position, "do": list(actions)}
    more = {"board": board, "ruleset": ruleset, "may": may, "what": what}
    written = asked | {key: value for key, value in more.items() if value not in ("", None)}
    return ask(from_tree(written, "what is asked", RulesLoader(paths.data())))
