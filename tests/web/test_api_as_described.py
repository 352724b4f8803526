"""The addresses for programs answer as their description says, whatever is sent: tried by schemathesis."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig

from kb.web.api.addresses import ADDRESSES, ROOT, Address

#: requests of each kind to an address that answers at once, and to one that the engine answers
MANY, FEW = 25, 10
#: what may be answered to what is as described: words may have no answer, or none that can be found
ACCEPTED = ["2xx", "404", "422"]
#: the statuses of requests that are as described, and of those in which something is not
STATUSES = {GenerationMode.POSITIVE: {200, 404, 422}, GenerationMode.NEGATIVE: {400, 404, 415, 422}}


@pytest.fixture(scope="module")
def described(datasette: Any) -> Any:
    """The description, as schemathesis reads it from the server."""
    config = SchemathesisConfig.from_dict({"checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}})
    return schemathesis.openapi.from_asgi(f"{ROOT}/openapi.json", datasette.app(), config=config)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("address", "mode"),
    [
        (each, mode)
        for mode in STATUSES
        for each in ADDRESSES
        if mode is GenerationMode.POSITIVE or each.query or each.body
    ],
    ids=lambda each: each.path if isinstance(each, Address) else each.value,
)
def test_an_address_answers_as_described(described: Any, address: Address, mode: GenerationMode) -> None:
    statuses = set[int]()

    def asked(case: Any) -> None:
        statuses.add(case.call_and_validate().status_code)

    cases = described[address.path]["POST" if address.types else "GET"].as_strategy(generation_mode=mode)
    many, lenient = FEW if address.types else MANY, list(HealthCheck)
    bounds = settings(max_examples=many, deadline=None, derandomize=True, suppress_health_check=lenient)
    bounds(given(case=cases)(asked))()
    assert statuses <= STATUSES[mode]
