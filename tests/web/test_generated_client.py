"""A client that ``openapi-python-client`` generates calls every operation and types every reply."""

from __future__ import annotations

import json
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kb.base.yamlfile import parse
from kb.web.api import ADDRESSES
from kb.web.headers import API
from tests import programs
from tests.conftest import ROOT
from tests.questions import LINE
from tests.web.apart import Get

EVERY_ACT = parse((ROOT / "tests/cases/every_act.yaml").read_text("utf-8"), "every_act.yaml")
#: the arguments of each operation: those in the address, and those by name
CALLS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "search": ([], {"q": "can fighters scramble", "game": "e40", "printing": "2012", "limit": 20}),
    "list_rulings": ([], {"game": "revised", "limit": 3}),
    "get_ruling": (["rev-sub-2"], {}),
    "get_statement": (["revised/tanks-blitz"], {}),
    "compare_all": ([], {}),
    "compare": (["rev-sub-2"], {"game": "revised"}),
    "list_sections": ([], {"game": "flames-and-steel"}),
    "get_section": (["rev/up-submarines"], {}),
    "list_games": ([], {}),
    "ask": ([], {"line": LINE, "claim": "yes"}),
    "check": ([], EVERY_ACT),
}
#: the types of the bodies, by operation
BODIES = {"ask": "Asked", "check": "CheckJsonBody"}


@pytest.mark.needs("openapi-python-client")
def test_a_generated_client_calls_every_operation(
    get: Get, live: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulings.json").write_text(get(f"{API}/openapi.json").text, "utf-8")
    options = ["--path", "rulings.json", "--meta", "none", "--output-path", "generated_rulings"]
    made = subprocess.run(
        [str(programs.find("openapi-python-client")), "generate", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0 and "WARNING" not in made.stdout, made.stdout + made.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    models = import_module("generated_rulings.models")
    assert CALLS.keys() == {each.name for each in ADDRESSES}
    with import_module("generated_rulings").Client(f"{live}{API}", raise_on_unexpected_status=True) as client:
        for name, (place, given) in CALLS.items():
            operation = import_module(f"generated_rulings.api.default.{name}")
            body = {"body": getattr(models, BODIES[name]).from_dict(given)} if name in BODIES else given
            answered = operation.sync_detailed(*place, client=client, **body)
            typed = answered.parsed if isinstance(answered.parsed, list) else [answered.parsed]
            reply = json.loads(answered.content)
            assert answered.status_code == 200, reply
            assert [each.to_dict() for each in typed] == (reply if isinstance(reply, list) else [reply]), name
            assert typed and not any(each.additional_properties for each in typed), name
