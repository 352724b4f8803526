"""How other games answer the questions of a ruling, one question after the other."""

from __future__ import annotations

from kb.store import lookup, topics
from kb.wording.comparison import compared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.cli.terminal import Screen
    from kb.knowledge import KnowledgeBase

    Plain = dict[str, Any]

_COLOURS = {"same": "green", "different": "yellow"}


def show_games(screen: Screen, base: KnowledgeBase, ruling: Plain) -> None:
    """Show each question that the ruling answers with what its own game and the others say on it."""
    side_by_side = topics.side_by_side(base.connection, ruling)
    short = lookup.short_titles(base.connection)
    screen.line()
    if not side_by_side:
        screen.wrapped("No other game has a ruling on its question.")
        return
    for number, topic in enumerate(side_by_side["topics"]):
        if number:
            screen.line()
        screen.wrapped(f"(kb compare {topic['id']})", "  ", f"{screen.paint(topic['title'], 'bold')}  ", "dim")
        for (game, _), answer in zip(side_by_side["games"], topic["answers"], strict=True):
            if answer is not None:
                _answer(screen, short[game], answer)


def _answer(screen: Screen, game: str, answer: Plain) -> None:
    """What a game says: of the ruling's own game there is nothing to compare."""
    how = compared(answer) if "comparison" in answer else ""
    told = f", {screen.paint(how, _COLOURS.get(answer['comparison'], 'dim'))}" if how else ""
    ids = f" ({', '.join(answer['rulings'])})" if answer["rulings"] else ""
    screen.wrapped(f"{answer['says']}{ids}", "    ", f"  {screen.paint(game, 'cyan')}{told}: ")
