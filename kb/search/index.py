"""Makes the tables that plain questions are searched in; everything else is asked of Whoosh (``whoosh_index.py``).

Both are fed the same terms, so a word means the same to either. The scoring is done once, at
build: ``postings`` keeps the BM25 score of every term in every ruling (``own``) and in every
way of asking for one (``asks``: its own question and each phrasing, because a player's sentence
should be compared with sentences, one at a time). A query then only adds up scores, each times the weight of its
term, and takes a quarter of the time of SQLite's FTS5, which does not support such weights.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Protocol

from sqlite_utils import Database

from kb.base.model import Corpus, Ruling, Section
from kb.base.values import WORDS, Phrasing
from kb.search.lexicon import Lexicon
from kb.search.rank import ASK_BITS, SCALE
from kb.search.state import RULINGS, STATEMENTS, STATES, LoadedModel, information
from kb.search.stems import stem
from kb.search.tokens import tokens

#: what a ruling is searched by, and how much a word in each of them counts
FIELDS = {"question": 2.0, "answer": 1.0, "verdict": 1.5, "place": 0.8}
#: the parameters of BM25, and how much a term tells at least, even one that more than half of all have
K1, B, LEAST = 1.2, 0.75, 1e-6
_ENDINGS = ("s", "es", "d", "ed", "ing")


class Remembered(Protocol):
    """Gives a function of a text that may answer from memory."""

    def __call__(self, function: Callable[[str], Any], /, *of: str) -> Callable[[str], Any]:
        """``of`` are the texts on which its answers depend beside the one it is given; these are plain JSON."""


def texts_of(ruling: Ruling, sections: dict[str, Section]) -> dict[str, str]:
    """What each column of ``search`` is made from."""
    named = (sections[link.section] for link in ruling.sections)
    return {
        "question": ruling.question_text,
        "answer": ruling.answer_text,
        "verdict": ruling.verdict,
        "place": " . ".join((ruling.heading, *(section.title for section in named))),
    }


def make_tables(
    db: Database,
    corpus: Corpus,
    lexicon: Lexicon,
    model: LoadedModel,
    remembered: Remembered = lambda function, *of: function,
) -> None:
    """Add the postings, the lexicon's look-up tables and the weights of the answer states to a base."""
    # write the weights of the answer states: of each feature and state, and of each word for all states in order
    weights = [(name, state, repr(weight)) for name, row in model.features.items() for state, weight in row.items()]
    _create_table(db, "state_model", ("feature", "state", "weight"), 2, sorted(weights))
    words = [(term, " ".join(repr(row[state]) for state in STATES)) for term, row in model.words.items()]
    _create_table(db, "state_words", ("term", "weights"), 1, sorted(words))
    by_id = {section.id: section for section in corpus.catalogues.sections}
    frequencies: Counter[str] = Counter()
    rulings = []
    for ruling in corpus.rulings:
        texts = texts_of(ruling, by_id)
        frequencies.update(words_of(ruling, texts))
        asks = (_own_question(ruling), *ruling.phrasings)
        rulings.append(Indexed(ruling.position, tuple(texts.values()), asks))
    _postings(db, "postings", tuple(FIELDS.values()), rulings, lexicon, remembered)
    statements = list(_indexed_statements(corpus))
    lexicon.names |= _names(corpus, lexicon)
    _postings(db, "statement_postings", (1.0,), statements, lexicon, remembered)
    _evidence_tables(db, {RULINGS: rulings, STATEMENTS: statements}, lexicon)
    _words_that_answer(db, rulings, lexicon, remembered(lexicon.senses_of, json.dumps(lexicon.senses)))
    _related(db, corpus)
    _lexicon_tables(db, lexicon, frequencies, remembered(regular_forms))


@dataclass(frozen=True, slots=True)
class Indexed:
    """What is searched of a ruling, or of a subject of statements: its texts by field, and the ways to ask for it."""

    position: int
    texts: tuple[str, ...]
    asks: tuple[Phrasing, ...]


def _indexed_statements(corpus: Corpus) -> Iterator[Indexed]:
    """Each subject with what is said of it in any game, and as many ways to ask for it as there are numbers for."""
    for position, statements in enumerate(corpus.by_subject().values()):
        says = dict.fromkeys(each.says for each in statements)
        asks = dict.fromkeys(ask for each in statements for ask in each.asks)
        yield Indexed(position, (" ".join(says),), tuple(asks)[: 1 << ASK_BITS])


def _names(corpus: Corpus, lexicon: Lexicon) -> set[str]:
    """The terms that name units, powers and technologies."""
    tables = ("units/", "powers/", "technology/")
    rows = {
        each.subject.partition("/")[2].partition(".")[0]
        for each in corpus.statements
        if each.subject.startswith(tables)
    }
    return {term for row in rows for term in lexicon.terms(row)} - lexicon.faint


def _postings(
    db: Database,
    table: str,
    weights: Sequence[float],
    documents: Sequence[Indexed],
    lexicon: Lexicon,
    remembered: Remembered,
) -> None:
    """Write the score of each term in each document and in each way to ask for it."""
    rests_on = (json.dumps(lexicon.same), *(json.dumps(sorted(each)) for each in (lexicon.turning, lexicon.faint)))
    scored = remembered(lambda text: _scored(weights, documents, lexicon), table, *rests_on)
    texts = [(each.position, each.texts, [ask.text for ask in each.asks]) for each in documents]
    _create_table(db, table, ("term", "own", "asks"), 1, scored(json.dumps(texts)))


def _scored(weights: Sequence[float], documents: Sequence[Indexed], lexicon: Lexicon) -> list[tuple[str, str, str]]:
    """Each term with its scores in documents and in the ways to ask for them."""
    own = {each.position: [lexicon.indexed(text) for text in each.texts] for each in documents}
    asks = {
        (each.position << ASK_BITS) + number: [lexicon.indexed(ask.text)]
        for each in documents
        for number, ask in enumerate(each.asks)
    }
    scored = [_scores(own, weights), _scores(asks, (1.0,))]
    for term in lexicon.faint:  # in ways of asking they tell nothing
        scored[1].pop(term, None)
    terms = sorted(scored[0].keys() | scored[1].keys())
    rows = [(term, scored[0].get(term, ""), scored[1].get(term, "")) for term in terms]
    return [row for row in rows if any(row[1:])]


def _scores(rows: Mapping[int, Sequence[Sequence[str]]], weights: Sequence[float]) -> dict[str, str]:
    """The scores of each term, as ``row score row score ...``: BM25 as SQLite's FTS5 computes it, with the same numbers
    in the same order. ``rows`` have the terms of each field, ``weights`` how much one counts in it."""
    sizes = {row: sum(map(len, fields)) for row, fields in rows.items()}
    mean = sum(sizes.values()) / len(rows) if rows else 0.0
    found: dict[str, list[tuple[int, float]]] = {}
    for row, fields in rows.items():
        counts: dict[str, float] = {}
        for terms, weight in zip(fields, weights, strict=True):
            for term in terms:
                counts[term] = counts.get(term, 0.0) + weight
        length = K1 * (1 - B + B * sizes[row] / mean) if counts else 0.0
        for term, count in counts.items():
            found.setdefault(term, []).append((row, count * (K1 + 1.0) / (count + length)))
    scores = {}
    for term, having in found.items():
        tells = max(log((len(rows) - len(having) + 0.5) / (len(having) + 0.5)), LEAST)
        rounded = [(row, int(SCALE * (tells * part) + 0.5)) for row, part in having]
        scores[term] = " ".join([f"{row} {score}" for row, score in rounded if score])
    return scores


def _evidence_tables(db: Database, kinds: Mapping[str, Sequence[Indexed]], lexicon: Lexicon) -> None:
    """Write which terms each thing and each way to ask for it has, and how much each term tells (see state.py)."""
    rows, weights = [], []
    for kind, documents in kinds.items():
        things: Counter[str] = Counter()
        for each in documents:
            own = {term for text in each.texts for term in lexicon.terms(text)}
            asks = [dict.fromkeys(lexicon.terms(ask.text)) for ask in each.asks]
            things.update(own.union(*asks))
            rows.append((kind, str(each.position), " ".join(sorted(own)), "\n".join(map(" ".join, asks))))
        for term in sorted(things):
            weights.append((kind, term, f"{information(things[term], len(documents)):.3f}"))
        weights.append((kind, "", f"{information(0, len(documents)):.3f}"))
    _create_table(db, "searched_terms", ("kind", "position", "own", "asks"), 2, rows)
    _create_table(db, "term_weights", ("kind", "term", "weight"), 2, weights)


def _words_that_answer(
    db: Database, rulings: Sequence[Indexed], lexicon: Lexicon, senses_of: Callable[[str], Sequence[str]]
) -> None:
    """Write the ways to ask for each ruling that a word answers, with the word (see word.py)."""
    rows = []
    for each in rulings:
        for number, ask in enumerate(each.asks):
            if ask.word:
                terms = " ".join(term for term in dict.fromkeys(lexicon.terms(ask.text)) if term not in lexicon.faint)
                senses = " ".join(senses_of(ask.text))
                rows.append((str(each.position), f"{number:03}", terms, ask.word, ask.condition, senses))
    _create_table(db, "asked", ("position", "number", "terms", "word", "condition", "senses"), 2, rows)


def _create_table(
    db: Database, table: str, columns: tuple[str, ...], keys: int, rows: Sequence[tuple[str, ...]]
) -> None:
    """A table that is its own index: half the size, one look-up instead of two."""
    definitions = ", ".join(f"{column} text not null" for column in columns)
    db.execute(f"create table {table} ({definitions}, primary key ({', '.join(columns[:keys])})) without rowid, strict")
    with db.conn:
        db.conn.executemany(f"insert into {table} values ({', '.join('?' * len(columns))})", rows)


def _related(db: Database, corpus: Corpus) -> None:
    """The related rulings of each ruling, by position: a better one raises the score of the other; and the rulings of
    games that differ from another one."""
    at = {ruling.id: ruling.position for ruling in corpus.rulings}
    kin: dict[int, set[int]] = {}
    for relation in corpus.relations:
        one, other = at[relation.ruling], at[relation.other]
        kin.setdefault(one, set()).add(other)
        kin.setdefault(other, set()).add(one)
    rows = [(str(position), " ".join(map(str, sorted(kin[position])))) for position in sorted(kin)]
    _create_table(db, "kin", ("position", "others"), 1, rows)
    differing = {at[ruling] for topic in corpus.comparisons for ruling in topic.differing()}
    _create_table(db, "differing", ("position",), 1, [(str(position),) for position in sorted(differing)])


def words_of(ruling: Ruling, texts: dict[str, str]) -> list[str]:
    """Every word that a ruling is found by, as it is written: what misspelt words are corrected against."""
    return [word for text in (*texts.values(), *(each.text for each in ruling.phrasings)) for word in tokens(text)]


def _own_question(ruling: Ruling) -> Phrasing:
    if ruling.kind != "answer":
        return Phrasing(f"{ruling.question_text} {ruling.verdict}")
    return Phrasing(ruling.question_text, ruling.verdict_kind if ruling.verdict_kind in WORDS else "")


def _lexicon_tables(
    db: Database, lexicon: Lexicon, frequencies: Counter[str], forms_of: Callable[[str], Sequence[str]]
) -> None:
    _create_table(
        db, "words", ("word", "frequency"), 1, [(word, str(frequencies[word])) for word in sorted(frequencies)]
    )
    known = {word for wording in lexicon.wordings for word in wording.split()} | frequencies.keys()
    _create_table(db, "forms", ("form", "stem"), 1, sorted(_forms(known, forms_of)))
    runs = [
        *((run, "same", term) for run, term in lexicon.same.items()),
        *((run, "near", " ".join(terms)) for run, terms in lexicon.near.items()),
        *((run, "edition", game) for run, game in lexicon.editions.items()),
        *((run, "absent", title) for run, title in lexicon.absent.items()),
        *((term, "name", "") for term in lexicon.names),
        *((run, "want", want) for run, want in lexicon.wants.items()),
        *((run, "sense", sense) for run, sense in lexicon.senses.items()),
        *((stemmed, "faint", "") for stemmed in lexicon.faint),
        *((stemmed, "turning", "") for stemmed in lexicon.turning),
        *((stemmed, "article", "") for stemmed in lexicon.articles),
        *((run, "told", means) for run, means in lexicon.near_text.items()),
    ]
    _create_table(db, "runs", ("run", "kind", "term"), 2, sorted(runs))


def _forms(words: Iterable[str], forms_of: Callable[[str], Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Every known word and its regular forms, with their stem."""
    given = sorted(words)
    seen = set(given)
    for word in given:
        stemmed, *forms = forms_of(word)
        yield word, stemmed
        for form in forms:
            if form not in seen:
                seen.add(form)
                yield form, stemmed


def regular_forms(word: str) -> list[str]:
    """The stem of a word, then its regular forms, which have the same stem."""
    stemmed = stem(word)
    if not word.isalpha() or len(word) < 3:
        return [stemmed]
    bases = {word, word.removesuffix("e")}
    if len(word) <= 6 and word[-1] not in "aeiouwxy":
        bases.add(word + word[-1])
    if word.endswith("y"):
        bases.add(word[:-1] + "i")
    forms = sorted(base + ending for base in bases for ending in _ENDINGS)
    return [stemmed, *(form for form in forms if stem(form) == stemmed)]
