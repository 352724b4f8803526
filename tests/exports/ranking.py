"""Ranks documents as a search cluster does (BM25 as Lucene has it), for the kinds of queries that docs/cluster.md has.

A stand-in, for tests: ``bool`` with ``filter`` and ``should``, ``multi_match`` of ``most_fields``, ``nested`` of the
maximum, ``match``, ``term``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from math import log
from typing import Any

from tests.exports.analyzing import Analyzer

Plain = dict[str, Any]
K1, B = 1.2, 0.75


class Field:
    """The texts of one field: of each unit (a document, or one of the parts nested in it) its tokens."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)
        self._lengths: list[int] = []
        self.owners: list[str] = []

    def add(self, owner: str, tokens: list[str]) -> None:
        """A unit that belongs to a document."""
        unit = len(self.owners)
        for token, times in Counter(tokens).items():
            self._counts[token][unit] = times
        self.owners.append(owner)
        self._lengths.append(len(tokens))

    def scores(self, tokens: list[str]) -> dict[int, float]:
        """The score of each unit that has any of the tokens."""
        many, average = len(self.owners), sum(self._lengths) / len(self.owners)
        found: dict[int, float] = defaultdict(float)
        for token in tokens:
            units = self._counts.get(token, {})
            weight = log(1 + (many - len(units) + 0.5) / (len(units) + 0.5))
            for unit, times in units.items():
                length = K1 * (1 - B + B * self._lengths[unit] / average)
                found[unit] += weight * times / (times + length)
        return found


class Index:
    """An index of documents by their settings and mapping; :meth:`search` takes the body of a search."""

    def __init__(self, body: Plain, documents: Mapping[str, Plain]) -> None:
        analysis = body["settings"]["analysis"]
        self._analyzers = {name: Analyzer(analysis, name) for name in analysis["analyzer"]}
        self._documents = documents
        self._fields: dict[str, Field] = defaultdict(Field)
        self._tokens = cache(lambda name, text: self._analyzers[name](text))
        texts = [name for name, field in body["mappings"]["properties"].items() if field.get("type") == "text"]
        for key, document in documents.items():
            for name in texts:
                if name in document:
                    self._fields[name].add(key, self._analyzers["kb_index"](document[name]))
            for part in document.get("phrasings", ()):
                self._fields["phrasings.text"].add(key, self._analyzers["kb_index"](part["text"]))

    def search(self, body: Plain) -> list[str]:
        """The ids of the documents that a search finds, best first."""
        asked = body["query"]["bool"]
        wanted = [next(iter(each["term"].items())) for each in asked["filter"]]
        total: dict[str, float] = defaultdict(float)
        for clause in asked["should"]:
            for key, score in self._clause(clause).items():
                if all(self._documents[key][name] == value for name, value in wanted):
                    total[key] += score
        return sorted(total, key=lambda key: (-total[key], key))[: body["size"]]

    def _clause(self, clause: Plain) -> dict[str, float]:
        ((kind, own),) = clause.items()
        found: dict[str, float] = defaultdict(float)
        if kind == "multi_match":
            assert own["type"] == "most_fields"
            for each in own["fields"]:
                name, _, boost = each.partition("^")
                for key, score in self._match(name, own).items():
                    found[key] += score * float(boost or 1) * own.get("boost", 1)
        else:
            assert kind == "nested" and own["score_mode"] == "max"
            ((name, match),) = own["query"]["match"].items()
            found.update({key: score * match.get("boost", 1) for key, score in self._match(name, match).items()})
        return found

    def _match(self, name: str, own: Plain) -> dict[str, float]:
        """The best score of the units of each document."""
        field = self._fields[name]
        best: dict[str, float] = {}
        for unit, score in field.scores(self._tokens(own["analyzer"], own["query"])).items():
            key = field.owners[unit]
            best[key] = max(score, best.get(key, 0.0))
        return best
