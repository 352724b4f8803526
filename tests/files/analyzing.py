"""What an analyzer of a search cluster makes of a text, as its settings say, for tests.

Only the kinds of filters that the export uses. Patterns are Python's but for the ``U`` of their flags, for Java alone.
``python -m benchmarks.lucene`` asks Lucene itself. The Porter stemmer is Lucene's alone: a word that gets to it is an
error here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kb.search.tokens import replace_runs

Plain = dict[str, Any]


def pattern(text: str) -> re.Pattern[str]:
    """A pattern of the settings."""
    return re.compile(text.replace("(?U)", "").replace("(?Ui)", "(?i)"))


class Analyzer:
    """An analyzer of the settings of an index, by its name; call it with a text for the tokens."""

    def __init__(self, analysis: Plain, name: str, but: tuple[str, ...] = ()) -> None:
        own = analysis["analyzer"][name]
        self._replace = [self._characters(analysis["char_filter"][each]) for each in own["char_filter"]]
        self._parts = pattern(analysis["tokenizer"][own["tokenizer"]]["pattern"])
        self._steps: list[Callable[[list[str]], list[str]]] = []
        self._whole: set[str] = set()
        for each in own["filter"]:
            if each not in but and each != "flatten_graph":
                self._steps.append(self._filter({"type": each, **analysis["filter"].get(each, {})}))

    def __call__(self, text: str) -> list[str]:
        for replace in self._replace:
            text = replace(text)
        found = [part for part in self._parts.split(text) if part]
        self._whole = set()
        for step in self._steps:
            found = step(found)
        return found

    @staticmethod
    def _characters(own: Plain) -> Callable[[str], str]:
        if own["type"] == "mapping":
            pairs = [rule.encode().decode("unicode_escape") if "\\" in rule else rule for rule in own["mappings"]]
            table = dict(pair.split("=>") for pair in pairs)
            return lambda text: "".join(table.get(char, char) for char in text)
        assert own["type"] == "pattern_replace"
        found, by = pattern(own["pattern"]), own["replacement"].replace("$", "\\")
        return lambda text: found.sub(by, text)

    def _filter(self, own: Plain) -> Callable[[list[str]], list[str]]:
        kind = own["type"]
        if kind == "lowercase":
            return lambda some: [each.lower() for each in some]
        if kind == "stemmer_override":
            rules = [rule.split(" => ") for rule in own["rules"]]
            stems = {form: stem for forms, stem in rules for form in forms.split(", ")}
            return lambda some: [self._keep(stems[each]) if each in stems else each for each in some]
        if kind == "pattern_replace":
            found, by = pattern(own["pattern"]), own["replacement"].replace("$", "\\")
            return lambda some: [found.sub(by, each) for each in some]
        if kind == "keyword_marker":
            found = pattern(own["keywords_pattern"])
            return lambda some: [self._keep(each) if found.fullmatch(each) else each for each in some]
        if kind == "porter_stem":
            return self._unstemmed
        if kind == "stop":
            return lambda some: [each for each in some if each not in own["stopwords"]]
        assert kind == "synonym_graph"
        same = self._synonyms(own["synonyms"])
        return lambda some: replace_runs(some, same)

    def _unstemmed(self, words: list[str]) -> list[str]:
        """The same words; none of them may be left to the stemmer."""
        assert self._whole.issuperset(words), self._whole ^ {*words}
        return words

    def _keep(self, word: str) -> str:
        """A word that is not stemmed."""
        self._whole.add(word)
        return word

    def _synonyms(self, rules: list[str]) -> dict[str, str]:
        """The rules, both sides analyzed by the steps before, as a cluster does."""
        steps, same = [*self._steps], {}
        for rule in rules:
            asked, means = rule.split(" => ")
            for each in asked.split(", "):
                same[self._through(steps, each)] = self._through(steps, means.split(", ")[0])
        return same

    def _through(self, steps: list[Callable[[list[str]], list[str]]], text: str) -> str:
        found = [part for part in self._parts.split(text) if part]
        self._whole = set()
        for step in steps:
            found = step(found)
        return " ".join(found)
