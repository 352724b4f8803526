"""What tests ask the engine on a phone: the case of every scenario, as a request; and the page from which they ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kb.asking.question import plain_act
from kb.cases.language.scenario import REFERENCE, Scenario, position_table


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
            position = {key: position_table(value) for key, value in case.position.items() if key != "scenery"}
            header = {"game": each.game, "board": each.board, "ruleset": each.ruleset}
            asked = {**header, "position": position, "do": [plain_act(act) for act in case.do]}
            yield f"{each.name} {number}", json.dumps(asked)
