"""Messages about files are grammatical English."""

from __future__ import annotations

import pytest

from kb.base.shape import unknown


@pytest.mark.parametrize(
    ("what", "cure"), [("option", "name an option that exists"), ("game", "name a game that exists")]
)
def test_a_hint_has_the_right_article(what: str, cure: str) -> None:
    (finding,) = unknown(["fuel"], (), what, "data/options.yaml", 3)
    assert str(finding) == f"data/options.yaml:3: unknown {what} 'fuel'; {cure}"
