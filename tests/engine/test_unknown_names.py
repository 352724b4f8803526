"""An unknown power, space, unit or technology is an error of the caller, reported in a line each."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from kb import engine
from kb.base.errors import BadInput
from kb.engine.core.actions import ACTIONS, Action, EndPhase, Load, Move, Offload, Rocket
from kb.engine.core.position import Unit
from kb.engine.mobilize import Mobilize
from kb.engine.purchase import Purchase, Research
from kb.engine.setup import printed
from kb.engine.wars import DeclareWar
from tests.conftest import ROOT

RULES = engine.load(str(ROOT / "data"), "europe-1940")
POSITION = printed(RULES)
JUDGES = (engine.verdict, engine.verify, engine.can, engine.do)
#: fields of actions that are numbers or flags, or names that rules judge: the economy of a purchase, an advantage
OTHER_FIELDS = {"by_air", "passes_over", "decides", "dice", "markers", "economy", "advantage"}


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (DeclareWar("germani", "soviet-union"), "no power 'germani' on the board 'europe-1940'; did you mean 'germany'?"),
        (DeclareWar("germany", "germani"), "no power 'germani' on the board 'europe-1940'; did you mean 'germany'?"),
        (EndPhase("germani"), "no power 'germani' on the board 'europe-1940'; did you mean 'germany'?"),
        (Move("germany", (1,), ("poland", "polandd")), "no space 'polandd' on the board 'europe-1940'; did you mean"),
        (Move("germany", (99999,), ("poland", "germany")), "no unit 99999 in the position; name a unit by its id there"),
        (Load("germany", (1,), 99999), "no unit 99999 in the position"),
        (Rocket("germany", 99999, "germany"), "no unit 99999 in the position"),
        (Offload("germany", (1,), "nowhere"), "no space 'nowhere' on the board 'europe-1940'; name a space of this board"),
        (Mobilize("germany", (("tankk", 1),), "germany"), "no unit type 'tankk' on the board 'europe-1940'; did you mean 'tank'?"),
        (Mobilize("germany", (("tank", 1),), "germany", "nowhere"), "no space 'nowhere'"),
        (Purchase("germany", (("tankk", 1),)), "no unit type 'tankk'"),
        (Research("germany", "rocket", 1), "no technology 'rocket' on the board 'europe-1940'; did you mean 'rockets'?"),
    ],
    ids=str,
)  # fmt: skip
def test_an_unknown_name_in_an_action_is_one_line(action: Action, told: str) -> None:
    for judge in JUDGES:
        with pytest.raises(BadInput) as error:
            judge(RULES, POSITION, action)
        assert str(error.value).startswith("there is ") and told in str(error.value) and "\n" not in str(error.value)


def test_all_unknown_names_are_reported_at_once() -> None:
    with pytest.raises(BadInput) as error:
        engine.verdict(RULES, POSITION, Move("germani", (99999,), ("poland", "polandd")))
    assert len(error.value.findings) == 3


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        (Unit(9000, "tankk", "germany", "poland"), "there is no unit type 'tankk' on the board 'europe-1940'"),
        (Unit(9000, "tank", "germany", "polandd"), "there is no space 'polandd' on the board 'europe-1940'"),
    ],
)
def test_an_unknown_name_in_a_position_is_one_line(unit: Unit, told: str) -> None:
    position = replace(POSITION, units={**POSITION.units, unit.id: unit})
    position = replace(position, clock=replace(position.clock, turn="germany", phase="combat-move"))
    for judge in JUDGES:
        with pytest.raises(BadInput, match=told):
            judge(RULES, position, Move("germany", (unit.id,), (unit.at, "germany")))


def test_every_field_of_an_action_is_a_name_or_known_to_be_none() -> None:
    known = {*Action.names, *OTHER_FIELDS}
    assert {field.name for each in ACTIONS.values() for field in fields(each)} - known == set()


WHERE = {"sz112": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
ASKED = {"turn": "germany", "phase": "conduct-combat", "spaces": WHERE}
