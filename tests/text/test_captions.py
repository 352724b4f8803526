"""The caption of a space names what came, what went and what turned."""

from __future__ import annotations

import pytest

from kb.text.captions import entries


def stack(count: int, *marks: str) -> dict[str, object]:
    return {"power": "germany", "unit": "fighter", "count": count, "is": marks}


@pytest.mark.parametrize(
    ("before", "now", "texts"),
    [
        ([stack(2)], [stack(1), stack(1, "moved")], ["1 fighter", "1 fighter (now moved)"]),
        ([stack(3)], [stack(1, "moved")], ["1 fighter (moved), +1", "−3 fighters"]),
    ],
)
def test_as_many_units_as_are_gone_have_turned(before: list[object], now: list[object], texts: list[str]) -> None:
    assert [each.text for each in entries(now, before, "germany")] == texts  # type: ignore[arg-type]
