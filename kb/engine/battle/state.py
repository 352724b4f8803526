"""The battle that is being fought, and the edits that change it."""

from __future__ import annotations

from collections.abc import Container

from kb.engine.core.play import Play
from kb.engine.core.position import Battle, Edit
from kb.engine.core.values import replace


def the_battle(play: Play) -> Battle:
    """The battle that is being fought."""
    battle = play.position.battle
    assert battle is not None, "no battle is being fought"
    return battle


def change_battle(play: Play, **changes: object) -> Edit:
    """The edit that changes the battle."""
    return ("battle", None, replace(the_battle(play), **changes))


def leave_battle(play: Play, gone: Container[int], **changes: object) -> Edit:
    """The edit that takes units off the battle board, with other changes of the battle."""
    battle = the_battle(play)
    return change_battle(
        play,
        attackers=tuple(unit for unit in battle.attackers if unit not in gone),
        defenders=tuple(unit for unit in battle.defenders if unit not in gone),
        **changes,
    )
