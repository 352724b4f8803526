"""Which readings of ours a result rests on: those that, taken the other way, would change what comes of a scenario."""

from __future__ import annotations

from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.games.board_model import Board
from kb.games.rulesets import RuleLine, RuleSet
from kb.scenarios.analysis.printings import difference
from kb.scenarios.analysis.renaming import Names
from kb.scenarios.expectations.key import Sections
from kb.scenarios.play.run import ScenarioResult


def decisive(
    result: ScenarioResult, rules: Rulebook, names: Names, holds: str, sections: Sections | None = None
) -> tuple[str, ...]:
    """The ids of the readings without which a scenario does not come out under ``rules`` as it ``holds`` there.

    ``result`` is what came of it in its own game; ``names`` are what things are called in that of ``rules``.
    """
    turned = (
        line.readings
        for line in rules.ruleset.otherwise
        if difference(result, _with(rules, line), names, sections).holds != holds
    )
    return tuple(dict.fromkeys(reading for readings in turned for reading in readings))


def _with(rules: Rulebook, line: RuleLine) -> Rulebook:
    """The rules with a line that follows them, or stands in the place of that of the same rule."""

    def alter(board: Board, ruleset: RuleSet) -> tuple[Board, RuleSet]:
        lines = {each.rule: each for each in ruleset.rules} | {line.rule: line}
        return board, replace(ruleset, rules=tuple(lines.values()))

    return rules.altered(alter)
