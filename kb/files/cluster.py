"""The documents for a search cluster (OpenSearch, Elasticsearch), as its bulk interface takes them: NDJSON.

An action line stands before each source line. Rulings, what rules and printed values say, and claims are one index;
``type`` tells which a document is. Its fields are in the mapping that :func:`index` makes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

import kb
from kb.base.shape import Plain
from kb.files.words import IndexWords, words_of
from kb.knowledge import KnowledgeBase
from kb.search.lexicon import key
from kb.search.stems import IRREGULAR, WHOLE, stem
from kb.search.tokens import tokens
from kb.store import lookup, pages
from kb.store.lookup import statements

#: the name that readers search under, which stands for the index of one build
ALIAS = "kb"
#: characters of the digest of the build in the name of its index
SHORT = 12
#: fields of a ruling that are as in its record (:meth:`kb.knowledge.KnowledgeBase.ruling`)
_SAME = (
    "id",
    "game",
    "document",
    "kind",
    "heading",
    "verdict",
    "verdict_kind",
    "authority",
    "standing",
    "draft",
    "line_start",
    "line_end",
    "proof",
)
_RELATED = (
    "supersedes",
    "superseded_by",
    "corrects",
    "corrected_by",
    "extends",
    "extended_by",
    "restates",
    "see_also",
    "tension",
)
_OF_PRINTING = ("printing", "holds", "note", "basis")


def index_name(base: KnowledgeBase) -> str:
    """The index of this build."""
    return f"{ALIAS}-{base.build.digest[:SHORT]}"


def bulk(base: KnowledgeBase, games: list[str]) -> Iterator[str]:
    """The action line and the source line of each document of some games."""
    name = index_name(base)
    for source in documents(base, games):
        action = {"index": {"_index": name, "_id": source["id"]}}
        yield f"{_line(action)}\n{_line(source)}\n"


def documents(base: KnowledgeBase, games: list[str]) -> Iterator[Plain]:
    """Every document of some games: rulings, each with its claims after it, then what rules and printed values say."""
    connection = base.connection
    for game in games:
        for ruling in base.rulings(game):
            yield _ruling(connection, ruling)
            for number, claim in enumerate(ruling["claims"], 1):
                key = f"{ruling['id']}/claim-{number}"
                yield {"type": "claim", "id": key, "game": ruling["game"], "ruling": ruling["id"], **claim}
    for game in games:
        yield from lookup.statements(connection, game)


def _line(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _ruling(connection: sqlite3.Connection, ruling: Plain) -> Plain:
    row = lookup.row(connection, "rulings", ruling["id"])
    titles = [section["title"] for section in ruling["sections"]]
    elsewhere = ruling["elsewhere"]
    made: Plain = {
        "type": "ruling",
        **{name: ruling[name] for name in _SAME},
        "question": row["question_text"],
        "answer": row["answer_text"],
        "place": " . ".join([ruling["heading"], *titles]),
        "authority_rank": row["authority_rank"],
        "position": row["position"],
        "sections": [section["section"] for section in ruling["sections"]],
        "phases": lookup.phases(connection, ruling["id"]),
        "options": ruling["depends_on"],
        "printings": [{name: each[name] for name in _OF_PRINTING} for each in ruling["printings"]],
        "related": [*dict.fromkeys(each["id"] for kind in _RELATED for each in ruling[kind])],
        "topics": [*dict.fromkeys(each["topic"] for each in elsewhere)],
        "differs_in": [
            *dict.fromkeys(each["game"] for each in elsewhere if "different" in (each["comparison"], each["said"]))
        ],
        "phrasings": lookup.phrasings(connection, ruling["id"]),
    }
    if ruling["authority_date"]:  # a cluster refuses an empty date
        made["authority_date"] = ruling["authority_date"]
    return made


# -- the index of a search cluster: its settings, with the analyzers made from our words, and its mapping. The analyzers
# cut text as :mod:`kb.search.tokens` does, take the stems that the base has of its words and their regular forms, and
# join what is the ``same`` in ``data/words.yaml``. Only other words are left to the Porter stemmer of Lucene, which
# differs from the one of :mod:`kb.search.stems`: it takes a destroyer for what destroys. A pattern here is one for Java
# that Python understands, too, but for the ``U`` of its flags


#: what stands for another character, or falls away: the soft hyphen and the space of no width
_CHARACTERS = ["’=>'", "‘=>'", "`=>'", "´=>'", "\\u00ad=>", "\\u200b=>"]
#: name, pattern, what is put in its place: in this order
_REPLACED = (
    ("kb_letters", r"(?U)(?<=(?<![^\W_])[^\W\d_])\.(?!\d)", ""),  # U.S. is one word
    ("kb_can_not", r"(?Ui)\b(?:can't|cannot|cant)\b", "can not"),
    ("kb_will_not", r"(?Ui)\bwon't\b", "will not"),
    ("kb_do_not", r"(?Ui)\bdont\b", "do not"),
    ("kb_not", r"(?Ui)n't\b", " not"),
    ("kb_genitive", r"(?Ui)'s\b", ""),
    ("kb_apostrophes", "'", ""),
    ("kb_sea_zones", r"(?Ui)\bsz(\d+)\b", "sz $1"),
)
_STEMMING = ("lowercase", "kb_short_plural", "kb_plural_number", "kb_known", "kb_unstemmed", "kb_porter")
_KEYWORD: Plain = {"type": "keyword"}
_NUMBER: Plain = {"type": "integer"}
_KEPT: Plain = {"type": "keyword", "index": False, "doc_values": False}
_TEXT: Plain = {"type": "text", "analyzer": "kb_index", "search_analyzer": "kb_search"}


def index(base: KnowledgeBase) -> str:
    """What creates the index: ``settings`` and ``mappings``, as JSON."""
    body = {"settings": _settings(words_of(base), _known(base)), "mappings": _mappings(base)}
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _known(base: KnowledgeBase) -> list[str]:
    """A rule for each stem: the words of the base and their regular forms that have it, those that could be stemmed."""
    stems = {**pages.stems(base.connection), **IRREGULAR}
    for game in base.games():
        for statement in statements(base.connection, game):
            stems |= {word: stem(word) for word in tokens(statement["says"])}
    forms: dict[str, list[str]] = {}
    for form, stemmed in stems.items():
        if form in IRREGULAR or (len(form) > 3 and form.isalpha()):
            forms.setdefault(stemmed, []).append(form)
    return [f"{', '.join(sorted(forms[stemmed]))} => {stemmed}" for stemmed in sorted(forms)]


def _settings(words: IndexWords, known: list[str]) -> Plain:
    filters = {
        "kb_short_plural": {
            "type": "pattern_replace",
            "pattern": rf"(?U)^(?!(?:{'|'.join(sorted(WHOLE))})$)([^\W\d_]?[^\W\d_s])s$",
            "replacement": "$1",
        },
        "kb_plural_number": {"type": "pattern_replace", "pattern": r"(?U)^([^\W_]*\d)s$", "replacement": "$1"},
        "kb_known": {"type": "stemmer_override", "rules": known},
        "kb_unstemmed": {"type": "keyword_marker", "keywords_pattern": r"(?U)^(?:\w{1,3}|\w*\d\w*)$"},
        "kb_porter": {"type": "porter_stem"},
        "kb_same": {"type": "synonym_graph", "synonyms": _same(words)},
        "kb_near": {"type": "synonym_graph", "synonyms": _near(words)},
        "kb_faint": {"type": "stop", "stopwords": sorted(words.lexicon.faint)},
    }
    replaced = {
        name: {"type": "pattern_replace", "pattern": pattern, "replacement": by} for name, pattern, by in _REPLACED
    }
    chains = {
        "kb_index": ("kb_same", "flatten_graph"),
        "kb_search": ("kb_same",),
        "kb_telling": ("kb_same", "kb_faint"),
        "kb_looser": ("kb_same", "kb_near", "kb_faint"),
    }
    common = {"type": "custom", "char_filter": ["kb_quotes", *replaced], "tokenizer": "kb_words"}
    return {
        "number_of_shards": 1,
        "auto_expand_replicas": "0-all",
        "analysis": {
            "char_filter": {"kb_quotes": {"type": "mapping", "mappings": _CHARACTERS}, **replaced},
            "tokenizer": {"kb_words": {"type": "pattern", "pattern": r"(?U)[\W_]+"}},
            "filter": filters,
            "analyzer": {name: {**common, "filter": [*_STEMMING, *last]} for name, last in chains.items()},
        },
    }


def _same(words: IndexWords) -> list[str]:
    """A rule for each group: all wordings, its own word among them, become the word."""
    rules = []
    for word, also in words.same:
        wordings = dict.fromkeys(" ".join(tokens(wording)) for wording in (word, *also))
        different = {key(wording): wording for wording in reversed(wordings)}  # of one stem one is enough
        rules.append(f"{', '.join(reversed(different.values()))} => {' '.join(tokens(word))}")
    return rules


def _near(words: IndexWords) -> list[str]:
    """A rule for each group: what is asked becomes what is meant, both in the words that :func:`_same` leaves."""
    rules: dict[str, list[str]] = {}
    for asked, means in words.near:
        for wording in asked:
            rules.setdefault(words.canonical(wording), []).extend(words.canonical(each) for each in means)
    return [f"{asked} => {', '.join(dict.fromkeys(means))}" for asked, means in rules.items() if asked]


def _mappings(base: KnowledgeBase) -> Plain:
    newest = pages.newest_document(base.connection)
    about = {"build": base.build.digest, "version": kb.__version__, "newest": newest}
    return {"dynamic": "strict", "_meta": {**about, "index": index_name(base), "alias": ALIAS}, "properties": _fields()}


def _fields() -> dict[str, Plain]:
    keywords = (
        "type id game document kind verdict_kind authority standing sections phases options related topics differs_in"
        " proof scenario expectation shown_by ruling subject confidence"
    )
    texts = ("question", "answer", "verdict", "place", "says", "words")
    printings = {"printing": _KEYWORD, "holds": _KEYWORD, "basis": _KEYWORD, "note": _KEPT}
    return {
        **dict.fromkeys(keywords.split(), _KEYWORD),
        **dict.fromkeys(("line_start", "line_end", "position", "authority_rank"), _NUMBER),
        **dict.fromkeys(texts, _TEXT),
        "heading": _KEPT,
        "draft": {"type": "boolean"},
        "reason": _KEPT,
        "authority_date": {"type": "date", "format": "yyyy-MM-dd"},
        "printings": {"properties": printings},
        "phrasings": {"type": "nested", "properties": {"text": _TEXT}},
    }
