"""An action that names a power nobody knows is refused in one line, not with a fault of the program."""

from __future__ import annotations

import pytest

from kb import engine
from kb.engine.core.actions import Action, EndPhase
from kb.engine.politics.declare_war import DeclareWar
from kb.engine.setup import printed
from kb.errors import NotFound
from tests.read_once import RULES_OF


@pytest.mark.parametrize(
    "action", [DeclareWar("germani", "soviet-union"), DeclareWar("germany", "germani"), EndPhase("germani")], ids=str
)
def test_an_unknown_power_is_one_line(data: str, action: Action) -> None:
    rules = RULES_OF("europe-1940")
    for judge in (engine.verdict, engine.verify, engine.can, engine.do):
        with pytest.raises(NotFound) as error:
            judge(rules, printed(rules), action)
        assert str(error.value) == "there is no power 'germani' on the board 'europe-1940'; did you mean 'germany'?"
