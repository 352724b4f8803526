"""Documents and an index for a search cluster (OpenSearch, Elasticsearch): rulings, their claims, and statements."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from kb.base import paths, yamlfile
from kb.base.errors import Finding, KBError
from kb.base.shape import Plain
from kb.knowledge import KnowledgeBase
from kb.search.lexicon import WORDS, key
from kb.search.stems import IRREGULAR, stem
from kb.search.tokens import tokens
from kb.store import lookup
from kb.store.pages import input_digest

#: the alias that readers search under; the index of a build is named after its digest, too
ALIAS = "kb"
#: fields of a ruling that are as in its record (:meth:`kb.knowledge.KnowledgeBase.ruling`), and its relations
_SAME = "id game document kind heading verdict verdict_kind authority standing draft line_start line_end proof"
_RELATED = "supersedes superseded_by corrects corrected_by extends extended_by restates see_also tension"
#: kinds of fields, and the fields of each
_KEYWORD: Plain = {"type": "keyword"}
_KEPT: Plain = {"type": "keyword", "index": False, "doc_values": False}
_TEXT: Plain = {"type": "text", "analyzer": "kb_index", "search_analyzer": "kb_search"}
_PRINTINGS: Plain = {"printing": _KEYWORD, "holds": _KEYWORD, "basis": _KEYWORD, "note": _KEPT}
_FIELDS = (
    ("type id game document kind verdict_kind authority standing sections phases options related topics", _KEYWORD),
    ("differs_in proof scenario expectation shown_by ruling subject confidence", _KEYWORD),
    ("line_start line_end position authority_rank", {"type": "integer"}),
    ("question answer verdict place says words", _TEXT),
    ("heading reason", _KEPT),
    ("draft", {"type": "boolean"}),
    ("authority_date", {"type": "date", "format": "yyyy-MM-dd"}),
    ("phrasings", {"type": "nested", "properties": {"text": _TEXT}}),
    ("printings", {"properties": _PRINTINGS}),
)


def bulk(base: KnowledgeBase, games: list[str]) -> Iterator[str]:
    """Yield the documents of some games as lines for the bulk interface: an action, then its source."""
    name = f"{ALIAS}-{base.build.digest[:12]}"
    for source in documents(base, games):
        for line in ({"index": {"_index": name, "_id": source["id"]}}, source):
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def documents(base: KnowledgeBase, games: list[str]) -> Iterator[Plain]:
    """Yield every document of some games: rulings, each followed by its claims, then statements."""
    for game in games:
        for ruling in base.rulings(game):
            yield _ruling(base, ruling)
            for number, claim in enumerate(ruling["claims"], 1):
                name = f"{ruling['id']}/claim-{number}"
                yield {"type": "claim", "id": name, "game": game, "ruling": ruling["id"], **claim}
    for game in games:
        yield from lookup.statements(base.connection, game)


def _ruling(base: KnowledgeBase, ruling: Plain) -> Plain:
    row = lookup.row(base.connection, "rulings", ruling["id"])
    elsewhere = ruling["elsewhere"]
    differing = [each["game"] for each in elsewhere if "different" in (each["comparison"], each["said"])]
    return {
        "type": "ruling",
        **{name: ruling[name] for name in _SAME.split()},
        "question": row["question_text"],
        "answer": row["answer_text"],
        "place": " . ".join([ruling["heading"], *(section["title"] for section in ruling["sections"])]),
        "authority_rank": row["authority_rank"],
        "position": row["position"],
        "sections": [section["section"] for section in ruling["sections"]],
        "phases": lookup.phases(base.connection, ruling["id"]),
        "options": ruling["depends_on"],
        "printings": [{name: each[name] for name in _PRINTINGS} for each in ruling["printings"]],
        "related": [*dict.fromkeys(each["id"] for kind in _RELATED.split() for each in ruling[kind])],
        "topics": [*dict.fromkeys(each["topic"] for each in elsewhere)],
        "differs_in": [*dict.fromkeys(differing)],
        "phrasings": lookup.phrasings(base.connection, ruling["id"]),
        # a cluster refuses an empty date
        **({"authority_date": ruling["authority_date"]} if ruling["authority_date"] else {}),
    }


def index(base: KnowledgeBase) -> Plain:
    """Return the body of the request that creates the index: ``settings`` with the synonyms, and ``mappings``.

    Raises :class:`KBError` if ``words.yaml`` is not the file that the base was built from.
    """
    words = _words(base)
    stemming = ["lowercase", "kb_possessive", "kb_irregular", "porter_stem", "kb_same"]
    common = {"type": "custom", "char_filter": ["kb_sea_zones"], "tokenizer": "standard"}
    sea_zones = {"type": "pattern_replace", "pattern": r"\b[sS][zZ](\d+)\b", "replacement": "sz $1"}
    irregular = [f"{form} => {to}" for form, to in IRREGULAR.items()]
    last = {"kb_index": ["flatten_graph"], "kb_search": [], "kb_looser": ["kb_near"]}
    analysis = {
        "char_filter": {"kb_sea_zones": sea_zones},
        "filter": {
            "kb_possessive": {"type": "stemmer", "language": "possessive_english"},
            "kb_irregular": {"type": "stemmer_override", "rules": irregular},
            "kb_same": {"type": "synonym_graph", "synonyms": _same(words)},
            "kb_near": {"type": "synonym_graph", "synonyms": _near(words)},
        },
        "analyzer": {name: {**common, "filter": [*stemming, *more]} for name, more in last.items()},
    }
    about = {"build": base.build.digest, "index": f"{ALIAS}-{base.build.digest[:12]}", "alias": ALIAS}
    fields = {name: kind for names, kind in _FIELDS for name in names.split()}
    settings = {"number_of_shards": 1, "auto_expand_replicas": "0-all", "analysis": analysis}
    return {"settings": settings, "mappings": {"dynamic": "strict", "_meta": about, "properties": fields}}


def _words(base: KnowledgeBase) -> Any:
    """Return the content of ``data/words.yaml``. Raises :class:`KBError` for another file than that of the build."""
    path = os.path.join(paths.data(), WORDS)
    with suppress(OSError), open(path, "rb") as file:
        if hashlib.sha256(file.read()).hexdigest() == input_digest(base.connection, WORDS):
            return yamlfile.load(path, paths.shown(path))
    raise KBError(Finding("this is not the file that the base was built from", path, 0, "run 'kb build'"))


def _same(words: Any) -> list[str]:
    """Return a rule for each group of ``same``: all its wordings become its word. Of one stem one wording is enough."""
    rules = []
    for row in words["same"]:
        word = " ".join(tokens(str(row["word"])))
        wordings = {key(str(each)): " ".join(tokens(str(each))) for each in (row["word"], *row["also"])}
        rules.append(f"{', '.join(wordings.values())} => {word}")
    return rules


def _near(words: Any) -> list[str]:
    """Return a rule for each wording of ``near`` and ``places``: its near words are added. Rules for :func:`_same`
    come before, so words that are replaced there are replaced here, too."""
    same = {key(str(each)): str(row["word"]) for row in words["same"] for each in row["also"]}

    def replaced(wording: object) -> str:
        words = [same.get(stem(word), word) for word in tokens(str(wording))]
        return " ".join(tokens(same.get(key(str(wording)), " ".join(words))))

    rules: dict[str, dict[str, None]] = {}
    for row in (*words["near"], *words["places"]):
        for wording in map(replaced, row["ask"]):
            rules.setdefault(wording, {wording: None}).update(dict.fromkeys(map(replaced, row["means"])))
    return [f"{asked} => {', '.join(means)}" for asked, means in rules.items() if asked]
