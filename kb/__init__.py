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
    asked: str | Mapping[str, object],
    actions: Sequence[Mapping[str, object]] = (),
    *,
    game: str = "",
    board: str = "",
    ruleset: str = "",
    may: Mapping[str, object] | None = None,
    what: Mapping[str, object] | None = None,
) -> EngineAnswer:
    """Return the engine's answer about a position and actions; no base is needed.

    ``asked`` is a line of the notation, a case, or the position of a case (docs/asking.md). ``actions`` are done in a
    position. ``may`` is one more action, which is judged and not done. ``what`` has the units, the space or the power
    whose possible actions are asked; an empty mapping means the powers whose turn it is. ``game`` is an id or a name
    that players use, ``board`` and ``ruleset`` are ids. Raises :class:`kb.base.errors.BadInput` with every finding.

    >>> ask("revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5, dice 2 6").legal
    True
    >>> sea = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
    >>> position = {"turn": "germany", "phase": "conduct-combat", "spaces": sea}
    >>> ask(position, [{"battle": "sz5", "dice": [2, 6]}], game="revised").legal
    True
    """
    from kb.asking.answer import ask
    from kb.asking.notation.line import from_line
    from kb.asking.question import from_tree
    from kb.base import paths
    from kb.base.errors import BadInput, Finding, NotFound
    from kb.cases.reading.library import RulesLoader

    rules_of = RulesLoader(paths.data())
    if isinstance(asked, str):
        if actions or board or ruleset or may is not None or what is not None:
            cure = "write them in the line, and leave out actions, board, ruleset, may and what"
            raise BadInput(Finding("a line of the notation has its own board and actions", hint=cure))
        try:
            return ask(from_line(asked, rules_of, game))
        except NotFound as error:  # the game
            raise BadInput(*error.findings) from None
    case = dict(asked) if "position" in asked else {"position": asked, "do": list(actions)}
    more = {"game": game, "board": board, "ruleset": ruleset, "may": may, "what": what}
    written = case | {key: value for key, value in more.items() if value not in ("", None)}
    return ask(from_tree(written, "what is asked", rules_of))
