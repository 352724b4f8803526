"""The words of a scenario are those of the engine; hints for unknown words follow players' usage, or the spelling."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.base.errors import BadInput, NotFound
from kb.cases.acts import VERBS
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.printed import PRINTED
from kb.cases.language import grammar
from kb.cases.language.vocabulary import CHOICES, LOSSES, ROLLS, vocabulary
from kb.cases.reading.scenario_files import CONTRAST_KEYS, SCENARIO_KEYS
from kb.words import lexicon
from tests.cases.conftest import Read
from tests.cases.test_language import CASE
from tests.read_once import DATA, GAMES, RULES_OF, modules, nodes


def _words_in_calls(*names: str) -> set[str]:
    """Return the first text among the arguments of each call of certain functions."""
    return {word for path in modules("kb/engine") for word in _in_calls(path, names)}


def _in_calls(path: Path, names: tuple[str, ...]) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in names:
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            yield from words[:1]


def test_rolls_choices_and_losses_are_those_of_the_engine() -> None:
    assert _words_in_calls("roll", "volley", "guns_fire", "fire_at", "_sacrifice") == set(ROLLS)
    assert _words_in_calls("choose", "pick", "pick_any") - set(ROLLS) == set(CHOICES) - set(ROLLS)
    assert _words_in_calls("lose", "damage_or_sink") - set(ROLLS) == set(LOSSES)


@pytest.mark.parametrize(
    ("game", "kind", "word", "hint"),
    [
        ("revised", "unit", "carrier", "did you mean 'aircraft-carrier'?"),
        ("europe-1940", "unit", "factory", "did you mean 'minor-industrial-complex' or 'major-industrial-complex'?"),
        ("revised", "unit", "aa-gun", "did you mean 'antiaircraft-gun'?"),
        ("revised", "space", "Berlin", "did you mean 'germany'?"),
        ("revised", "power", "USSR", "did you mean 'soviet-union'?"),
        ("revised", "space", "Germnay", "did you mean 'germany'?"),
        ("revised", "rule", "tanks-blits", "did you mean 'tanks-blitz'?"),
        ("revised", "rule", "land-raises-infantry", "revised does not have this rule, anniversary has it"),
    ],
)
def test_a_word_of_players_is_understood(game: str, kind: str, word: str, hint: str) -> None:
    assert vocabulary(RULES_OF(game)).hint(word, kind) == hint


@pytest.mark.parametrize(
    ("wrong", "right", "meant"),
    [
        ("held_by: germany", "control: germany", "held_by"),
        ("dice: [2]", "rolls: [2]", "dice"),
        ("battle: sz5, dice", "fight: sz5, dice", "battle"),
        ("lost: {}", "losses: {}", "lost"),
    ],
)
def test_a_key_by_another_name_is_understood(read: Read, wrong: str, right: str, meant: str) -> None:
    text = CASE.replace("[2, 3]", "[2]").replace("destroyer: 1}}", "destroyer: 1}}\n        norway: {held_by: germany}")
    text = text.replace("battle: over", "lost: {}")
    assert wrong in text
    with pytest.raises(BadInput, match=f"did you mean '{meant}'"):
        read(text.replace(wrong, right))


def test_a_board_is_not_a_game_and_an_edition_is_one() -> None:
    with pytest.raises(NotFound, match="it is a board: write 'game: europe-1940' and 'board: global-1940'"):
        RULES_OF("global-1940")
    assert RULES_OF("aa50") is RULES_OF("anniversary")
    with pytest.raises(NotFound, match="did you mean 'revised'"):
        RULES_OF("revisd")


def test_every_key_of_the_words_is_one_of_the_language() -> None:
    keys = {*VERBS, *PLAYED, *PRINTED, *SCENARIO_KEYS, *CONTRAST_KEYS, *grammar.FILE_KEYS, *ROLLS}
    keys |= {key for verb in VERBS.values() for key in verb.keys} | {grammar.THEN, "none", "waiting", "over"}
    keys |= {*grammar.POSITION.required, *grammar.POSITION.optional, "held_by", *grammar.UNIT_KINDS}
    found = {key for also in lexicon.load(DATA, GAMES).keys.values() for key in also}
    assert found <= keys
