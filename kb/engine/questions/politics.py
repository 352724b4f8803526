"""Questions about declarations of war and about neutral lands."""

from __future__ import annotations

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


@question("Does a declaration of war by one enemy give a power the right to war on another?", True)
def answers_for_another(*, power: str, by: str, on: str) -> bool: ...


@question("May a power declare war now, after its combat moves?", False)
def declares_war_late(*, power: str) -> bool: ...


@question("May a power declare war on another without waiting for a certain round?", False)
def war_is_free(*, power: str, on: str) -> bool: ...


@question("Has a power been provoked to declare war on another?", False)
def war_provoked(*, power: str, on: str) -> bool: ...


@adjustment("Can a unit claim the friendly neutral land that it enters?", "whether it is a land unit")
def claims(*, unit: Unit) -> bool: ...


@question("Does a strict neutral turn against the side of a power that has attacked other neutrals?", True)
def turns_with_the_others(*, space: str, power: str, attacked: tuple[str, ...]) -> bool: ...
