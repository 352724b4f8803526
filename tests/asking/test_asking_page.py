"""The examples of docs/asking.md do what they say."""

from __future__ import annotations

import doctest

from tests.conftest import ROOT


def test_the_examples_in_python() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "asking.md"), module_relative=False, parser=_Python())
    assert (found.failed, found.attempted) == (0, 10)


class _Python(doctest.DocTestParser):
    """Of a page only its examples in Python, without what ends a block of them."""

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        return super().parse(string.replace("```", ""), name)
