"""What docs/api.md shows is what is answered, and it tells of every address, parameter and status."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest

from kb.web.api.operations import LONGEST_BODY, LONGEST_QUESTION, OPERATIONS, ROOT
from tests.conftest import ROOT as PROJECT
from tests.web.apart import run

PAGE = (PROJECT / "docs" / "api.md").read_text("utf-8")
(SESSION,) = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = re.findall(r"^\$ curl -s (.*?)\n(.*?)(?=^\$|\Z)", SESSION, re.DOTALL | re.MULTILINE)
ROWS = dict(re.findall(r"^\| `(\w+ /api/v1/\S+)` \| (.*) \|$", PAGE, re.MULTILINE))


def has(told: Any, shown: Any) -> bool:
    """Whether a reply has what is shown of it: those fields, and the first items of a list."""
    if isinstance(shown, dict):
        return isinstance(told, dict) and all(key in told and has(told[key], value) for key, value in shown.items())
    if isinstance(shown, list):
        return isinstance(told, list) and len(told) >= len(shown) and all(map(has, told, shown))
    return bool(told == shown)


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=lambda text: text[:60])
def test_an_example_is_answered_as_shown(datasette: Any, command: str, shown: str) -> None:
    url, *options = shlex.split(command)
    path = url.partition(":8001")[2]
    given = dict(zip(options[::2], options[1::2], strict=True))
    headers = dict([given["-H"].split(": ")]) if "-H" in given else {}
    send = datasette.client.post if "-d" in given else datasette.client.get
    body = {"content": given["-d"]} if "-d" in given else {}
    response = run(send(path, headers=headers, **body))
    assert has(response.json(), json.loads(shown)), response.text[:2000]


def test_there_are_examples_of_most_addresses() -> None:
    assert len(EXAMPLES) >= 7
    assert not has({"a": [1]}, {"a": [1, 2]}) and not has({"a": 1}, {"a": 2}) and not has({}, {"a": 1})


def test_every_address_stands_in_the_table_with_its_parameters() -> None:
    assert list(ROWS) == [f"{'POST' if each.posted else 'GET'} {ROOT}{each.path}" for each in OPERATIONS]
    for operation, told in zip(OPERATIONS, ROWS.values(), strict=True):
        names = [each.name for each in (*operation.fields, *operation.query)]
        assert re.findall(r"`(\w+)`", told) == names, operation.name


def test_every_status_and_limit_is_told() -> None:
    for status in {status for operation in OPERATIONS for status in operation.statuses}:
        assert re.search(rf"^\|[^|]*\b{status}\b", PAGE, re.MULTILINE), status
    assert f"at most {LONGEST_QUESTION} characters" in PAGE and f"{LONGEST_BODY:,} bytes" in PAGE
