"""Our Porter stemmer stems as Whoosh's does, whose index is built with that."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from whoosh.lang import porter as theirs

from kb.search.porter import PATTERNS, STEP_2, STEP_3, porter
from tests.conftest import ROOT

_ENDINGS = ["", "s", "sses", "ies", "eed", "ed", "ing", "y", "ll", "sion", "tion", "e", *STEP_2, *STEP_3]


def test_every_word_of_the_data_has_the_same_stem() -> None:
    words = set()
    for path in sorted((ROOT / "data").rglob("*.*")):
        words.update(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower()))
    assert len(words) > 3_000
    assert {word: porter(word) for word in words} == {word: theirs.stem(word) for word in words}


@given(st.text("aeiouyblstz", max_size=6), st.sampled_from(_ENDINGS))
def test_invented_words_have_the_same_stem(begins: str, ends: str) -> None:
    assert porter(begins + ends) == theirs.stem(begins + ends)


def test_the_patterns_are_whooshs() -> None:
    assert {name[1:]: each.pattern for name, each in vars(theirs).items() if isinstance(each, re.Pattern)} == PATTERNS
    assert (theirs._step2list, theirs._step3list) == (STEP_2, STEP_3)
