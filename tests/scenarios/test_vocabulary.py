"""The words a scenario may use for rolls, choices, losses and notes are those that the engine uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from kb.scenarios.language.vocabulary import CHOICES, LOSSES, ROLLS, Vocabulary
from tests.read_once import RULES_OF, modules, nodes


def _words_in_calls(*names: str) -> set[str]:
    """The first text among the arguments of each call of certain functions."""
    return {word for path in modules("kb/engine") for word in _in_calls(path, names)}


def _in_calls(path: Path, names: tuple[str, ...]) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in names:
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            yield from words[:1]


def test_rolls_are_those_of_the_engine() -> None:
    assert _words_in_calls("roll", "volley", "guns_fire", "gun_fires", "_sacrifice") == set(ROLLS)


def test_choices_and_losses_are_those_of_the_engine() -> None:
    assert _words_in_calls("choose", "pick", "pick_any") - set(ROLLS) == set(CHOICES) - set(ROLLS)
    assert _words_in_calls("lose", "damage_or_sink") - set(ROLLS) == set(LOSSES)


def test_a_rule_of_other_games_is_told_as_theirs() -> None:
    rules = RULES_OF("revised", "", "")
    words = Vocabulary(rules.board, rules.ruleset)
    assert words.hint("land-raises-infantry", "rule") == "revised does not have this rule, anniversary has it"
    assert words.hint("only-powers-at-war-are-enemies", "rule").endswith("europe-1940, europe-1940-2012 have it")
    assert words.hint("tanks-blits", "rule") == "did you mean 'tanks-blitz'?"
