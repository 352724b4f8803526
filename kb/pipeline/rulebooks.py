"""The rulebooks that scenarios are played by: a rule set on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.engine.core.rulebook import Rulebook
from kb.errors import Finding, NotFound
from kb.games.board_model import Board
from kb.games.rulesets import RuleSet
from kb.shape import suggest

#: gives the rulebook of a game, of a board (by default the first), and of a rule set (by default the first)
Books = Callable[[str, str, str], Rulebook]


def books_of(boards: Iterable[Board], rulesets: Iterable[RuleSet]) -> Books:
    """What gives the rulebooks over some boards and rule sets; each is made once.

    What it returns raises :class:`NotFound` for a game, board or rule set that is not among them.
    """
    on = {(board.game, board.id): board for board in boards}
    of: dict[tuple[str, str], RuleSet] = {}
    for each in rulesets:
        of.setdefault((each.game, ""), each)
        of[each.game, each.id] = each
    made: dict[tuple[str, str, str], Rulebook] = {}

    def book(game: str, board: str = "", ruleset: str = "") -> Rulebook:
        rules = of.get((game, ruleset))
        place = on.get((game, board or (rules.boards[0] if rules else "")))
        if rules is None or place is None:
            raise NotFound(
                Finding(
                    f"there are no rules for the board '{board}' of '{game}'", hint=suggest(game, [g for g, _ in of])
                )
            )
        key = (game, place.id, rules.id)
        if key not in made:
            made[key] = Rulebook(place, rules)
        return made[key]

    return book
