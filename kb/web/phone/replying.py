"""The start of the engine on a reader's phone: ``engine_worker.js`` calls it in an interpreter within the browser."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from kb.cases.reading.library import RulesLoader
from kb.games import packed
from kb.text.answers import answer_text
from kb.web.drawing import with_html


def replying(folder: str) -> Callable[[str], str]:
    """Return a function that answers a request, both JSON, by the rule books and verdicts in a folder."""
    rules_of = RulesLoader(os.path.join(folder, packed.NAME))
    with open(os.path.join(folder, packed.VERDICTS), encoding="utf-8") as file:
        known = json.load(file)

    def reply(request: str) -> str:
        answer = answer_text(request, rules_of)
        for ruling in answer.get("rulings", ()):
            ruling["verdict"] = known["verdicts"][ruling["id"]]
        return json.dumps(with_html(answer, known["texts"]), ensure_ascii=False, separators=(",", ":"))

    return reply
