"""Territories and sea zones: what a space is, and how far aircraft have to go to it."""

from __future__ import annotations

from collections.abc import Mapping

from kb.engine import questions
from kb.engine.core.play import Play
from kb.games.board_model import SpaceKind


def is_land(play: Play, space: str) -> bool:
    """Whether a space is a territory."""
    return play.board.space(space).kind is SpaceKind.TERRITORY


def is_sea(play: Play, space: str) -> bool:
    """Whether a space is a sea zone."""
    return play.board.space(space).kind is SpaceKind.SEA_ZONE


def air_distances(play: Play, start: str, power: str) -> Mapping[str, int]:
    """How many borders a power's aircraft crosses from a space to every other, past those that it may not fly over."""
    shut = play.remembered(
        ("shut", power),
        play.position.holders,
        lambda: play.ask(questions.sides.shut_to_aircraft, power=power),
    )
    return play.rules.air_distances(start, shut)
