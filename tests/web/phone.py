"""What tests ask the engine on a phone: the case of every scenario, as a request; and the page from which they ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kb.scenarios.language.scenario import REFERENCE, Act, Scenario

#: loads the module that pages ask with, and does something with it and an argument
CALL = """async ([address, code, given]) => {{
  const engine = await import(address);
  {code}
}}"""


def call(page: Any, code: str, given: Any = None) -> Any:
    """What some JavaScript gives that uses ``engine``, the module, and ``given``."""
    address = page.evaluate("document.querySelector('script[type=module]').src.replace(/[^/]+$/, 'engine.js')")
    return page.evaluate(
        f"async ([address, given]) => {{ const engine = await import(address); {code} }}", [address, given]
    )


def requests(scenarios: tuple[Scenario, ...]) -> Iterator[tuple[str, str]]:
    """Each case that is played, by the name of its scenario and its number, as the JSON of a request."""
    for each in scenarios:
        for number, case in enumerate(each.cases if each.proof != REFERENCE else ()):
            position = {key: value for key, value in case.position.items() if key != "scenery"}
            header = {"game": each.game, "board": each.board, "ruleset": each.ruleset}
            asked = {**header, "position": _written(position), "do": [_written(_act(act)) for act in case.do]}
            yield f"{each.name} {number}", json.dumps(asked)


def _act(act: Act) -> dict[str, Any]:
    choices = [{power: option} for power, option in act.choices]
    more = {"power": act.power, "dice": list(act.dice), "choices": choices, "which": list(act.which)}
    return {act.kind: act.what, **act.given, **{key: value for key, value in more.items() if value}}


def _written(value: Any) -> Any:
    """A value as one would write it: without what is not said, and own units without their power."""
    if isinstance(value, dict):
        told: dict[str, Any] = {}
        for key, each in value.items():
            told |= _written(each) if key == "" else {} if each is None else {key: _written(each)}
        return told
    return [_written(each) for each in value] if isinstance(value, (list, tuple)) else value
