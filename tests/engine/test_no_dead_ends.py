"""Two positions that once were dead ends: the law of laws.py detects them, and rules lead out of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.engine import Rulebook, do
from kb.engine.core.actions import Action, EndPhase, Fight, Load, Move, Offload
from kb.engine.core.position import OLD_WAR, Position
from kb.engine.setup import printed
from tests.engine.laws import Laws
from tests.engine.tell import Scripted, told
from tests.read_once import RULES_OF


def broken(rules: Rulebook, position: Position, actions: Sequence[Action], *faces: int) -> list[str]:
    """Return the violations of the laws during some actions, with the given dice."""
    laws, dice, found = Laws(rules), Scripted([*faces]), list[str]()
    for action in actions:
        position = do(rules, position, action, dice).position
        found += laws.broken(position)
    return found


def test_past_a_lone_transport_the_battle_inland_is_fought() -> None:
    """A landing beside a transport that need not be fought, then a battle elsewhere."""
    rules = RULES_OF("anniversary", "1941")
    position = told(
        """\
sz5: germany transport 1
sz5: soviet-union transport 2
poland: germany infantry 3
poland: germany tank 4
baltic-states: soviet-union infantry 5
east-poland: soviet-union infantry 6""",
        "combat-move",
        "germany",
        round=1,
        start=printed(rules),
    )
    actions = [
        Load("germany", (3,), 1),
        Offload("germany", (3,), "baltic-states"),
        Move("germany", (4,), ("poland", "east-poland")),
        EndPhase("germany"),
        Fight("germany", "baltic-states"),
    ]
    assert broken(rules, position, actions, 1, 6) == []
    assert "cannot end" in broken(rules.without("ignored-units-need-no-battle"), position, actions, 1, 6)[-1]


def test_transports_whose_escort_was_sunk_need_not_fight() -> None:
    """A kamikaze attack sinks the only ship with an attack value before the battle."""
    rules = RULES_OF("europe-1940", "global-1940")
    position = told(
        """\
sz7: united-states destroyer 1
sz7: united-states transport 2
sz6: japan destroyer 3""",
        "combat-move",
        "united-states",
        round=4,
        start=printed(rules),
    )
    position = replace(position, game_notes={("kamikaze-roused",): True}, wars={("japan", "united-states"): OLD_WAR})
    actions = [Move("united-states", (1, 2), ("sz7", "sz6")), EndPhase("united-states")]
    assert broken(rules, position, actions, 2) == []
    assert "cannot end" in broken(rules.without("unarmed-units-are-in-no-battle"), position, actions, 2)[-1]


def test_a_battle_without_a_shot_ends() -> None:
    """The destroyers sink each other, and the transports that are left can neither fire nor retreat."""
    rules = RULES_OF("europe-1940", "europe-1940")
    position = told(
        """\
sz109: united-kingdom destroyer 1
sz109: united-kingdom transport 2
sz109: germany destroyer 3
sz109: germany transport 4""",
        "conduct-combat",
        "united-kingdom",
        round=1,
        start=printed(rules),
    )
    position = replace(position, wars={("germany", "united-kingdom"): OLD_WAR})
    actions = [Fight("united-kingdom", "sz109")]
    assert broken(rules, position, actions, 1, 1) == []
    assert "cannot end" in broken(rules.without("nobody-can-hit-anybody"), position, actions, 1, 1)[-1]
