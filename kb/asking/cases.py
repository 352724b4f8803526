"""A scenario as it is written, as a request that somebody can ask and change."""

from __future__ import annotations

from typing import Any

from kb.scenarios.language.scenario import Plain, Value

#: what an act says that a scenario expects of it
_EXPECTED = ("refused", "refused_by", "then")


def request_of(file: Plain, scenario: str) -> dict[str, Any] | None:
    """The request that asks the case of a scenario of a file, without what it expects; None where it plays nothing.

    An action that must be refused is judged after those before it, and what follows it is left out.
    """
    row: Plain = next((each for each in file["scenarios"] if each["id"] == scenario), {})
    if "position" not in row:
        return None
    request = {key: file[key] for key in ("game", "board", "ruleset") if key in file}
    if "title" in row:
        request["title"] = row["title"]
    request["position"] = _plain({key: each for key, each in row["position"].items() if key != "scenery"})
    acts = []
    for act in row.get("do", ()):
        written = _plain({key: each for key, each in act.items() if key not in _EXPECTED})
        if act.get("refused") == "yes" or "refused_by" in act:
            request["may"] = written
            break
        acts.append(written)
    return {**request, "do": acts} if acts else request


def _plain(value: Value) -> Any:
    """A value of a file as JSON has it: whole numbers as numbers."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return int(value) if str(value).isdecimal() else value
