"""The start of the engine on a reader's phone: ``engine_worker.js`` calls it in an interpreter within the browser."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from kb.asking.reply import reply
from kb.games import packed
from kb.scenarios.reading.library import RulesLoader


def replying(folder: str) -> Callable[[str], str]:
    """What answers a request, both JSON, by the rule books and rulings in a folder."""
    rules_of = RulesLoader(os.path.join(folder, packed.NAME))
    with open(os.path.join(folder, packed.PROOFS), encoding="utf-8") as file:
        proofs = json.load(file)
    return lambda request: reply(request, rules_of, proofs)
