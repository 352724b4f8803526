"""The names that a line of the notation can use on a board, with examples of lines that were played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kb.asking.notation.games import rules_named
from kb.asking.notation.render import to_line, written_game
from kb.asking.question import of_scenario
from kb.base.english import capital, spaced
from kb.base.errors import BadInput, Finding
from kb.cases.language.vocabulary import vocabulary
from kb.cases.reading import library
from kb.cases.reading.library import RulesLoader
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Canal
from kb.games.names import power_name
from kb.games.rulesets import load_rulesets

#: characters of an example at most
_LONGEST_EXAMPLE = 200
_NUMBERED = re.compile(r"sz(\d+)")


def names(game: str, space: str, data: str, rules_of: RulesLoader) -> dict[str, object]:
    """Return the names on a board, or, with a ``space``, its neighbours, holder, value and set-up.

    ``game`` is the game, board and printing as at the beginning of a line. Raises :class:`KBError` for an unknown one,
    and for a ``space`` that names none or several.
    """
    rules = rules_named(game, rules_of)
    if space:
        return _about(rules, space)
    board, ruleset = rules.board, rules.ruleset
    numbers = [int(found[1]) for each in board.spaces if (found := _NUMBERED.fullmatch(each.id))]
    named = [each.name for each in board.spaces if not _NUMBERED.fullmatch(each.id)]
    seas = [f"sea zones sz{min(numbers)} to sz{max(numbers)}"] if numbers else []
    sets = load_rulesets(data, ruleset.game)
    others = (rules_of(ruleset.game, other, each.id) for each in sets for other in each.boards)
    return {
        "game": written_game(rules),
        "boards": {written_game(each): each.board.title for each in others},
        "powers": _listed(power_name(each.id).removeprefix("the ") for each in board.powers),
        "phases": _listed(each.title for each in ruleset.phases),
        "units": _listed(each.name for each in board.units),
        "technologies": _listed(each.name for each in board.technologies),
        "advantages": _listed(each.title for each in ruleset.advantages),
        "options": _listed(map(spaced, ruleset.options)),
        "spaces": _listed((*named, *seas)),
        "canals": {each.name: _canal(rules, each) for each in board.canals},
        "examples": list(_examples(rules, data, rules_of)),
    }


def _canal(rules: Rulebook, canal: Canal) -> str:
    """Return the zones of a canal or strait, and the lands whose holders let ships pass: ``sz15 - sz34: Egypt``."""
    lands = _listed(rules.board.space(each).name for each in canal.lands)
    return f"{spaced(canal.one)} - {spaced(canal.other)}: {lands or canal.note}"


def _listed(names: Iterable[str]) -> str:
    """Return names with capital letters, separated by commas."""
    return ", ".join(map(capital, names))


def _about(rules: Rulebook, text: str) -> dict[str, object]:
    """Return the facts of a space. Raises :class:`BadInput` if ``text`` names several or none."""
    board, known = rules.board, vocabulary(rules)
    found = known.ids("space", text)
    if len(found) != 1:
        several = f"did you mean {' or '.join(found)}?" if found else known.near(("space",), text)
        raise BadInput(Finding(f"'{text[:60]}' does not name exactly one space of this board", hint=several))
    space = board.space(found[0])
    setup: dict[str, dict[str, int]] = {}
    for row in board.setup:
        if row.space == space.id:
            setup.setdefault(row.power, {})[row.unit] = row.count
    return {
        "game": written_game(rules),
        "space": space.name,
        "kind": str(space.kind),
        "holder": space.held_by,
        "neutral": str(space.neutral or ""),
        "army": space.army,
        "value": space.value,
        "borders": [board.space(each).name for each in sorted(board.around(space.id))],
        "setup": setup,
    }


@lru_cache(8)
def _examples(rules: Rulebook, data: str, rules_of: RulesLoader) -> tuple[str, ...]:
    """Return the shortest played line for each kind of action, of the board if it has one, without refused actions."""
    return tuple(dict.fromkeys(line for _, line in sorted(_shortest(rules, data, rules_of))))


def _shortest(rules: Rulebook, data: str, rules_of: RulesLoader) -> Iterator[tuple[str, str]]:
    """Yield each kind of action with the shortest played line that has it. A line on another board, or under another
    rule set, counts only if there is none for ``rules``."""
    best: dict[str, tuple[bool, int, str]] = {}
    for scenario in library.load(data, rules.ruleset.game, rules_of):
        case, own = scenario.case, rules_of.of(scenario)
        if scenario.proof != "play" or any(each.must_be_refused for each in case.do):
            continue
        line = to_line(of_scenario(scenario, own))
        rank = own.board.id != rules.board.id or own.ruleset.id != rules.ruleset.id, len(line), line
        for kind in {each.kind for each in case.do if each.kind != "end"} if len(line) <= _LONGEST_EXAMPLE else ():
            best[kind] = min(best.get(kind, rank), rank)
    yield from ((kind, line) for kind, (_, _, line) in best.items())
