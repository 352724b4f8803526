"""The texts of ``texts.yaml`` and ``metadata.yaml``, for pages and, as ``shared.js``, for scripts."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from kb.base import yamlfile
from kb.text.search import RULES


@cache
def load(name: str) -> Any:
    """Return the values of one of the YAML files beside this module."""
    return yamlfile.parse(files("kb.web").joinpath(name).read_text(encoding="utf-8"), name)


TEXTS: dict[str, str] = load("texts.yaml")["pages"]
#: the texts of the board
ASKING: dict[str, Any] = load("texts.yaml")["asking"]
#: the header of every answer: the digest of the build it is of
BUILD_HEADER = "x-kb-build"
#: rulings, and statements, that are shown at first
SHOWN = 3
#: milliseconds: how long an answer is waited for; how long after a failure the network is not tried again
TIMEOUT, RETRY_AFTER = 2_000, 10_000
#: under what name a browser keeps the game, printing and options that were chosen last
KEPT_CHOICES = "kb-judge-profile"


def script() -> str:
    """Return the module ``shared.js``: each value under its name, and ``fill``, which does what ``str.format`` does."""
    values = {
        "TEXTS": TEXTS,
        "ASKING": ASKING,
        "BUILD_HEADER": BUILD_HEADER,
        "KEPT_CHOICES": KEPT_CHOICES,
        "TIMEOUT": TIMEOUT,
        "RETRY_AFTER": RETRY_AFTER,
        "SHOWN": SHOWN,
        "RULE_BOOK": RULES,
    }
    lines = [f"export const {name} = {json.dumps(value, ensure_ascii=False)};" for name, value in values.items()]
    fill = 'export const fill = (text, ...parts) => parts.reduce((told, each) => told.replace("{}", () => each), text);'
    return "\n".join([*lines, fill, ""])
