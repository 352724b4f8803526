"""Asks a real Lucene the judged queries, with what ``kb export`` gives for it and the query of docs/serving.md.

    pip install jpype1
    python -m benchmarks.lucene /usr/share/java/lucene-*.jar

Lucene is what OpenSearch and Elasticsearch search with. Needs a Java runtime and the jar files of Lucene 8 or later
(Debian: ``liblucene8-java``); neither is used by ``kb``. The settings and the query become what a cluster makes of
them: char filters, tokenizer and filters as named, rules of synonyms cut by the filters before them, nested parts as
documents of their own in a block, BM25. Prints

* how many texts of the base ``kb_index`` cuts into the same terms as ``kb``, and the first that it does not;
* nDCG@10 of the judged queries with a bootstrap interval, and how many have the right ruling first and among three,
  beside those of ``kb``.

The exit status is 1 where a text is cut into other terms.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

import jpype

import kb
from benchmarks.quality import DEPTH, QUERIES, Judged, interval, judge
from kb.files.cluster import documents, index
from kb.files.words import words_of
from kb.knowledge import KnowledgeBase

Plain = dict[str, Any]
PAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "serving.md")
_NESTED = "phrasings"
_ANALYSIS = "org.apache.lucene.analysis"
#: the filter that a setting's ``type`` is in Lucene
_FACTORIES = {
    "lowercase": "core.LowerCaseFilterFactory",
    "stemmer_override": "miscellaneous.StemmerOverrideFilterFactory",
    "pattern_replace": "pattern.PatternReplaceFilterFactory",
    "keyword_marker": "miscellaneous.KeywordMarkerFilterFactory",
    "porter_stem": "en.PorterStemFilterFactory",
    "synonym_graph": "synonym.SynonymGraphFilterFactory",
    "flatten_graph": "core.FlattenGraphFilterFactory",
    "stop": "core.StopFilterFactory",
}


def _java(name: str) -> Any:
    return jpype.JClass(f"org.apache.lucene.{name}")


class Analyzers:
    """The analyzers of the settings of an index, as Lucene has them; ``folder`` takes the files that they read."""

    def __init__(self, analysis: Plain, folder: str) -> None:
        self._analysis, self._folder = analysis, folder
        self.named = {name: self._analyzer(name, own["filter"]) for name, own in analysis["analyzer"].items()}

    def terms(self, name: str, text: str) -> list[str]:
        """The terms that an analyzer makes of a text."""
        return _terms(self.named[name], text)

    def _analyzer(self, name: str, filters: Sequence[str]) -> Any:
        own = self._analysis["analyzer"][name]
        made = _java("analysis.custom.CustomAnalyzer").builder(jpype.JClass("java.nio.file.Paths").get(self._folder))
        for each in own["char_filter"]:
            told = self._analysis["char_filter"][each]
            if told["type"] == "mapping":
                rules = [rule.partition("=>") for rule in told["mappings"]]
                file = self._file(each, [f'"{found}" => "{by}"' for found, _, by in rules])
                self._add(made.addCharFilter, "charfilter.MappingCharFilterFactory", mapping=file)
            else:
                parts = {part: told[part] for part in ("pattern", "replacement")}
                self._add(made.addCharFilter, "pattern.PatternReplaceCharFilterFactory", **parts)
        cut = self._analysis["tokenizer"][own["tokenizer"]]["pattern"]
        self._add(made.withTokenizer, "pattern.PatternTokenizerFactory", pattern=cut, group="-1")
        for number, each in enumerate(filters):
            told = {"type": each, **self._analysis["filter"].get(each, {})}
            parts = self._parts(name, each, told, filters[:number])
            self._add(made.addTokenFilter, _FACTORIES[told["type"]], **parts)
        return made.build()

    def _parts(self, name: str, each: str, told: Plain, before: Sequence[str]) -> dict[str, str]:
        """The arguments of the filter that stands after some others."""
        kind = told["type"]
        if kind == "stemmer_override":
            rules = [rule.split(" => ") for rule in told["rules"]]
            return {
                "dictionary": self._file(
                    each, [f"{form}\t{stem}" for forms, stem in rules for form in forms.split(", ")]
                )
            }
        if kind == "pattern_replace":
            return {part: told[part] for part in ("pattern", "replacement")}
        if kind == "keyword_marker":
            return {"pattern": told["keywords_pattern"]}
        if kind == "stop":
            return {"words": self._file(each, told["stopwords"])}
        if kind == "synonym_graph":
            # a cluster cuts the rules with the filters before this one, but for other rules of synonyms
            plain = [some for some in before if self._analysis["filter"].get(some, {}).get("type") != kind]
            analyzer = self._analyzer(name, plain)
            rules = [
                re.sub(r"[^,=>]+(?!>)", lambda part: f" {' '.join(_terms(analyzer, part[0]))} ", rule)
                for rule in told["synonyms"]
            ]
            return {
                "synonyms": self._file(each, rules),
                "tokenizerFactory": f"{_ANALYSIS}.core.WhitespaceTokenizerFactory",
            }
        return {}

    def _file(self, name: str, lines: Sequence[str]) -> str:
        with open(os.path.join(self._folder, name), "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        return name

    @staticmethod
    def _add(add: Any, factory: str, **parts: str) -> None:
        arguments = jpype.JClass("java.util.HashMap")()
        for part, value in parts.items():
            arguments.put(part, value)
        add(jpype.JClass(f"{_ANALYSIS}.{factory}").class_, arguments)


def _terms(analyzer: Any, text: str) -> list[str]:
    stream = analyzer.tokenStream("", text)
    term = stream.addAttribute(_java("analysis.tokenattributes.CharTermAttribute").class_)
    stream.reset()
    found = []
    while stream.incrementToken():
        found.append(str(term.toString()))
    stream.end()
    stream.close()
    return found


class Searcher:
    """An index of documents in memory, by a mapping; takes the body of a search."""

    def __init__(self, mapping: Plain, analyzers: Analyzers, sources: Sequence[Plain]) -> None:
        self._analyzers, self._fields = analyzers, mapping["properties"]
        directory = _java("store.ByteBuffersDirectory")()
        writer = _java("index.IndexWriter")(directory, _java("index.IndexWriterConfig")(analyzers.named["kb_index"]))
        for source in sources:
            block = jpype.JClass("java.util.ArrayList")()
            for part in source.get(_NESTED, ()):
                block.add(self._document({f"{_NESTED}.text": part["text"]}))
            whole = self._document(source)
            whole.add(_java("document.StringField")("_whole", "yes", _java("document.Field").Store.NO))
            block.add(whole)
            writer.addDocuments(block)
        writer.forceMerge(1)
        writer.close()
        self._searcher = _java("search.IndexSearcher")(_java("index.DirectoryReader").open(directory))
        self._whole = _java("search.join.QueryBitSetProducer")(self._term("_whole", "yes"))

    def _document(self, source: Plain) -> Any:
        made, stored = _java("document.Document")(), _java("document.Field").Store.YES
        for name, value in source.items():
            kind = self._fields.get(name, {}).get("type", "text" if name.startswith(_NESTED) else "")
            if kind == "text" and isinstance(value, str):
                made.add(_java("document.TextField")(name, value, _java("document.Field").Store.NO))
            elif kind == "keyword" and isinstance(value, str):
                made.add(_java("document.StringField")(name, value, stored))
        return made

    @staticmethod
    def _term(name: str, value: str) -> Any:
        return _java("search.TermQuery")(_java("index.Term")(name, value))

    def search(self, body: Plain) -> list[str]:
        """The ids of what a search finds, best first."""
        found = self._searcher.search(self._query(body["query"]), body["size"])
        return [str(self._searcher.doc(hit.doc).get("id")) for hit in found.scoreDocs]

    def _query(self, clause: Plain) -> Any:
        ((kind, own),) = clause.items()
        if kind == "term":
            return self._term(*next(iter(own.items())))
        if kind == "bool":
            made, occur = _java("search.BooleanQuery").Builder(), _java("search.BooleanClause").Occur
            for each in own["filter"]:
                made.add(self._query(each), occur.FILTER)
            for each in own["should"]:
                made.add(self._query(each), occur.SHOULD)
            return made.build()
        if kind == "nested":
            best = _java("search.join.ScoreMode").Max
            return _java("search.join.ToParentBlockJoinQuery")(self._query(own["query"]), self._whole, best)
        if kind == "match":
            ((name, match),) = own.items()
            return self._match(name, match)
        parts = jpype.JClass("java.util.ArrayList")()
        for each in own["fields"]:
            name, _, boost = each.partition("^")
            parts.add(self._match(name, {**own, "boost": float(boost or 1) * own.get("boost", 1)}))
        return _java("search.DisjunctionMaxQuery")(parts, jpype.JFloat(1.0))  # most_fields: all scores are added

    def _match(self, name: str, own: Plain) -> Any:
        builder = _java("util.QueryBuilder")(self._analyzers.named[own["analyzer"]])
        made = builder.createBooleanQuery(name, own["query"]) or _java("search.MatchNoDocsQuery")()
        return _java("search.BoostQuery")(made, jpype.JFloat(own.get("boost", 1)))


def texts_of(sources: Sequence[Plain]) -> Iterator[str]:
    """Every text that is searched."""
    for source in sources:
        yield from (
            source[name] for name in ("question", "answer", "verdict", "place", "says", "words") if name in source
        )
        yield from (part["text"] for part in source.get(_NESTED, ()))


def asked(searcher: Searcher, base: KnowledgeBase, queries: Sequence[Plain]) -> list[Judged]:
    """The judged queries, asked with the query of docs/serving.md; judged as :func:`benchmarks.quality.judge` does."""
    with open(PAGE, encoding="utf-8") as file:
        suggested = file.read().partition("**A search cluster.**")[2].split("```json\n")[1].split("```")[0]
    rows = base.connection.execute("select id, document, line_start from rulings order by position").fetchall()
    first: dict[tuple[str, int], str] = {}
    answer = {row["id"]: first.setdefault((row["document"], row["line_start"]), row["id"]) for row in rows}
    found = []
    for query in queries:
        body = json.loads(suggested.replace('"QUESTION"', json.dumps(query["query"])))
        games = [{"term": {"game": query["game"]}}] if query.get("game") else []
        body["query"]["bool"]["filter"] = [{"term": {"type": "ruling"}}, *games]
        ids = searcher.search({**body, "size": 3 * DEPTH})
        found.append(Judged(query, list(dict.fromkeys(answer[each] for each in ids)), []))
    return found


def told(name: str, judged: Sequence[Judged]) -> str:
    """A line with the figures."""
    values = [each.ndcg for each in judged]
    low, high = interval(values, random.Random(10))
    best = [[each.query["rel"].get(place, 0) == 3 for place in each.found] for each in judged]
    first, three = (sum(any(each[:most]) for each in best) for most in (1, 3))
    return f"{name:<8} nDCG@{DEPTH} {sum(values) / len(values):.3f} ({low:.3f} - {high:.3f}), first {first}, among three {three} of {len(judged)}"


def main() -> int:
    """Print the figures; 1 where a text is cut into other terms, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("jars", nargs="+", help="the jar files of Lucene: core, analyzers-common, join and others")
    chosen = parser.parse_args()
    jpype.startJVM(classpath=chosen.jars)
    with open(QUERIES, encoding="utf-8") as file:
        queries = [json.loads(line) for line in file]
    with kb.open() as base, tempfile.TemporaryDirectory() as folder:
        body = json.loads(index(base))
        sources = list(documents(base, base.games()))
        analyzers = Analyzers(body["settings"]["analysis"], folder)
        lexicon, texts = words_of(base).lexicon, list(dict.fromkeys(texts_of(sources)))
        other = [text for text in texts if analyzers.terms("kb_index", text) != lexicon.terms(text)]
        print(f"Lucene {_java('util.Version').LATEST}; {len(texts)} texts, {len(other)} cut into other terms")
        for text in other[:3]:
            print(f"  {text[:200]!r}\n  {analyzers.terms('kb_index', text)}\n  {lexicon.terms(text)}")
        own = judge(base, queries)
        print(told("kb", own))
        print(told("Lucene", asked(Searcher(body["mappings"], analyzers, sources), base, [each.query for each in own])))
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
