"""The addresses for programs answer as their description says, whatever is sent: tried by schemathesis."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig

from kb.web.api.operations import OPERATIONS, ROOT, Operation

#: requests of each kind to an address that answers at once, and to one that the engine answers
MANY, FEW = 25, 10
#: what may be answered to what is as described: words may have no answer, or none that can be found
ACCEPTED = ["2xx", "404", "422"]


@pytest.fixture(scope="module")
def described(datasette: Any) -> Any:
    """The description, as schemathesis reads it from the server."""
    config = SchemathesisConfig.from_dict({"checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}})
    return schemathesis.openapi.from_asgi(f"{ROOT}/openapi.json", datasette.app(), config=config)


def tried(described: Any, operation: Operation, mode: GenerationMode) -> Counter[int]:
    """How often each status was answered to requests that are as described, or in which something is not.

    Raises where an answer is not as described.
    """
    statuses = Counter[int]()

    def asked(case: Any) -> None:
        statuses[case.call_and_validate().status_code] += 1

    cases = described[operation.path]["POST" if operation.posted else "GET"].as_strategy(generation_mode=mode)
    bounds = settings(
        max_examples=FEW if operation.posted else MANY,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    bounds(given(case=cases)(asked))()
    return statuses


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_what_is_asked_as_described_is_answered(described: Any, operation: Operation) -> None:
    statuses = tried(described, operation, GenerationMode.POSITIVE)
    assert set(statuses) <= {200, 404, 422}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "operation", [each for each in OPERATIONS if each.parts or each.query or each.posted], ids=lambda each: each.name
)
def test_what_is_not_asked_as_described_is_refused(described: Any, operation: Operation) -> None:
    statuses = tried(described, operation, GenerationMode.NEGATIVE)
    assert set(statuses) <= {400, 404, 415, 422}
