"""Files of the data that the base has only in parts, for an export: they must be those that it was built from."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.base import paths, yamlfile
from kb.base.errors import Finding, KBError
from kb.knowledge import KnowledgeBase
from kb.search.lexicon import WORDS, Lexicon, key, load
from kb.search.stems import stem
from kb.search.tokens import LONGEST_RUN, tokens
from kb.store.pages import input_digest


def data_file(base: KnowledgeBase, name: str) -> Any:
    """What a YAML file of the data holds. Raises :class:`KBError` if the base was built from another one."""
    path = os.path.join(paths.data(), name)
    try:
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
    except OSError:
        digest = ""
    if not digest or digest != input_digest(base.connection, name):
        raise KBError(Finding("this is not the file that the base was built from", path, 0, "run 'kb build'"))
    return yamlfile.load(path, paths.shown(path))


@dataclass(frozen=True, slots=True)
class IndexWords:
    """The lexicon, and as they are written: its words that are the ``same``, with what else they are called, and the
    ``near`` ones (what is asked, what is meant); ``plain`` has the word of the ``same`` ones for each run of stems.
    """

    lexicon: Lexicon
    same: list[tuple[str, list[str]]]
    near: list[tuple[list[str], list[str]]]
    plain: dict[str, str]

    def canonical(self, text: str) -> str:
        """A text in plain words, with the word of the ``same`` ones in place of what else it is called."""
        words = tokens(text)
        return " ".join(replaced(words, [stem(word) for word in words], self.plain))


def replaced(words: Sequence[str], stems: Sequence[str], by: Mapping[str, str]) -> Iterator[str]:
    """The words, with what stands for a run of ``stems`` in its place: the longest run first, in one pass."""
    at = 0
    while at < len(words):
        runs = (at + long for long in range(LONGEST_RUN, 0, -1) if at + long <= len(words))
        end = next((end for end in runs if " ".join(stems[at:end]) in by), at)
        yield by[" ".join(stems[at:end])] if end > at else words[at]
        at = max(end, at + 1)


def words_of(base: KnowledgeBase) -> IndexWords:
    """Read ``data/words.yaml``. Raises :class:`KBError` if it is not the file that the base was built from."""
    root = data_file(base, WORDS)
    same = [(str(row["word"]), [str(each) for each in row["also"]]) for row in root["same"]]
    return IndexWords(
        load(paths.data(), base.games()),
        same,
        [([*map(str, row["ask"])], [*map(str, row["means"])]) for part in ("near", "places") for row in root[part]],
        {key(wording): word for word, also in same for wording in (word, *also)},
    )
