"""Makes the two indexes of a corpus: postings for plain questions, Whoosh for everything else.

Both are fed the same terms, so a word means the same to either. FTS5 does the scoring, once, at
build: ``postings`` keeps its BM25 score of every term in every ruling (``rulings``) and in every
way of asking for one (``asks``: its own question and each phrasing, because a player's sentence
should be compared with sentences, one at a time). A query then only adds up scores, each times the weight of its
term, which FTS5 does not support, and takes a quarter of FTS5's time.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sqlite_utils import Database
from whoosh import index as whoosh_index
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import ID, KEYWORD, NUMERIC, TEXT, Schema

from kb.model import Corpus, Ruling, Section
from kb.search import pruned_tables
from kb.search.lexicon import Lexicon
from kb.search.pruned_rank import MOST_UNPRUNED
from kb.search.rank import ASK_BITS, SCALE
from kb.search.stems import stem
from kb.search.tokens import tokens

#: what a ruling is searched by, and how much a word in each of them counts
FIELDS = {"question": 2.0, "answer": 1.0, "verdict": 1.5, "place": 0.8}
#: the terms are cut already; a pair is one term
TOKENS = """tokenize="ascii tokenchars '_'\""""
#: a term in more than this share of all ways of asking distinguishes nothing
COMMONEST_ASK = 0.09
_ENDINGS = ("s", "es", "d", "ed", "ing")


def texts_of(ruling: Ruling, sections: dict[str, Section]) -> dict[str, str]:
    """What each column of ``search`` is made from."""
    named = (sections[link.section] for link in ruling.sections)
    return {
        "question": ruling.question_text,
        "answer": ruling.answer_text,
        "verdict": ruling.verdict,
        "place": " . ".join((ruling.heading, *(section.title for section in named))),
    }


def make_tables(db: Database, corpus: Corpus, lexicon: Lexicon) -> None:
    """Add the postings and the lexicon's look-up tables to a base."""
    by_id = {section.id: section for section in corpus.catalogues.sections}
    scorer = sqlite3.connect(":memory:")
    scorer.execute(f"create virtual table rulings using fts5({', '.join(FIELDS)}, {TOKENS})")
    scorer.execute(f"create virtual table asks using fts5(terms, {TOKENS})")
    frequencies: Counter[str] = Counter()
    for ruling in corpus.rulings:
        texts = texts_of(ruling, by_id)
        asked = (_own_question(ruling), *ruling.phrasings)
        frequencies.update(_words_of(ruling, texts))
        row = [" ".join(lexicon.indexed(text)) for text in texts.values()]
        scorer.execute(
            f"insert into rulings(rowid, {', '.join(FIELDS)}) values (?, ?, ?, ?, ?)", [ruling.position, *row]
        )
        for number, wording in enumerate(asked):
            numbered = ((ruling.position << ASK_BITS) + number, " ".join(lexicon.indexed(wording)))
            scorer.execute("insert into asks(rowid, terms) values (?, ?)", numbered)
    _postings(db, scorer)
    scorer.close()
    if len(corpus.rulings) > MOST_UNPRUNED:
        pruned_tables.make(db, {ruling.position: ruling.game for ruling in corpus.rulings})
    _related(db, corpus)
    _lexicon_tables(db, lexicon, frequencies)


def _postings(db: Database, scorer: sqlite3.Connection) -> None:
    weights = ", ".join(map(str, FIELDS.values()))
    scored: dict[str, dict[str, str]] = {}
    for table, score in (("rulings", f"bm25(rulings, {weights})"), ("asks", "bm25(asks)")):
        scorer.execute(f"create virtual table {table}_terms using fts5vocab({table}, row)")
        most = COMMONEST_ASK * scorer.execute("select count(*) from asks").fetchone()[0] if table == "asks" else 1e9
        terms = [row[0] for row in scorer.execute(f"select term from {table}_terms where doc <= ?", [most])]
        for term in terms:
            rows = scorer.execute(
                f"select rowid, round(-{SCALE} * {score}) from {table} where {table} match ? order by rowid",
                [f'"{term}"'],
            )
            listed = " ".join(f"{row} {int(value)}" for row, value in rows if value > 0)
            scored.setdefault(term, {"rulings": "", "asks": ""})[table] = listed
    kept = [(term, *scored[term].values()) for term in sorted(scored) if any(scored[term].values())]
    _create_table(db, "postings", ("term", "rulings", "asks"), 1, kept)


def _create_table(
    db: Database, table: str, columns: tuple[str, ...], keys: int, rows: Sequence[tuple[str, ...]]
) -> None:
    """A table that is its own index: half the size, one look-up instead of two."""
    definitions = ", ".join(f"{column} text not null" for column in columns)
    db.execute(f"create table {table} ({definitions}, primary key ({', '.join(columns[:keys])})) without rowid, strict")
    with db.conn:
        db.conn.executemany(f"insert into {table} values ({', '.join('?' * len(columns))})", rows)


def _related(db: Database, corpus: Corpus) -> None:
    """The related rulings of each ruling, by position: a better one raises the score of the other."""
    at = {ruling.id: ruling.position for ruling in corpus.rulings}
    kin: dict[int, set[int]] = {}
    for relation in corpus.relations:
        one, other = at[relation.ruling], at[relation.other]
        kin.setdefault(one, set()).add(other)
        kin.setdefault(other, set()).add(one)
    rows = [(str(position), " ".join(map(str, sorted(kin[position])))) for position in sorted(kin)]
    _create_table(db, "kin", ("position", "others"), 1, rows)


def _words_of(ruling: Ruling, texts: dict[str, str]) -> list[str]:
    """Every word that a ruling is found by, as it is written: what misspelt words are corrected against."""
    return [word for text in (*texts.values(), *ruling.phrasings) for word in tokens(text)]


def _own_question(ruling: Ruling) -> str:
    return ruling.question_text if ruling.kind == "answer" else f"{ruling.question_text} {ruling.verdict}"


def _lexicon_tables(db: Database, lexicon: Lexicon, frequencies: Counter[str]) -> None:
    _create_table(
        db, "words", ("word", "frequency"), 1, [(word, str(frequencies[word])) for word in sorted(frequencies)]
    )
    known = {word for wording in lexicon.wordings for word in wording.split()} | frequencies.keys()
    _create_table(db, "forms", ("form", "stem"), 1, sorted(_forms(known)))
    runs = [
        *((run, "same", term) for run, term in lexicon.same.items()),
        *((run, "near", " ".join(terms)) for run, terms in lexicon.near.items()),
        *((run, "edition", game) for run, game in lexicon.editions.items()),
        *((run, "absent", title) for run, title in lexicon.absent.items()),
        *((stemmed, "faint", "") for stemmed in lexicon.faint),
        *((stemmed, "turning", "") for stemmed in lexicon.turning),
        *((stemmed, "article", "") for stemmed in lexicon.articles),
        *((run, "told", means) for run, means in lexicon.near_text.items()),
    ]
    _create_table(db, "runs", ("run", "kind", "term"), 2, sorted(runs))


def _forms(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every known word and its regular forms, with their stem."""
    given = sorted(words)
    for word in given:
        yield word, stem(word)
    seen = set(given)
    for word in given:
        if not word.isalpha() or len(word) < 3:
            continue
        bases = {word, word.removesuffix("e")}
        if len(word) <= 6 and word[-1] not in "aeiouwxy":
            bases.add(word + word[-1])
        if word.endswith("y"):
            bases.add(word[:-1] + "i")
        for form in sorted(base + ending for base in bases for ending in _ENDINGS):
            if form not in seen and stem(form) == stem(word):
                seen.add(form)
                yield form, stem(word)


SCHEMA = Schema(
    id=ID(stored=True, unique=True),
    position=NUMERIC(stored=True),
    game=ID,
    kind=ID,
    document=ID,
    verdict=ID,
    section=KEYWORD(lowercase=True),
    depends=KEYWORD(lowercase=True),
    text=TEXT(analyzer=SpaceSeparatedTokenizer(), stored=True),
    words=KEYWORD(scorable=True),
)


def make_whoosh(directory: str, corpus: Corpus, lexicon: Lexicon) -> None:
    """Write the Whoosh index of a corpus into an empty directory."""
    os.makedirs(directory, exist_ok=True)
    by_id = {section.id: section for section in corpus.catalogues.sections}
    writer = whoosh_index.create_in(directory, SCHEMA).writer(limitmb=64)
    for ruling in corpus.rulings:
        texts = texts_of(ruling, by_id)
        linked = [by_id[link.section] for link in ruling.sections]
        writer.add_document(
            id=ruling.id,
            position=ruling.position,
            game=ruling.game,
            kind=str(ruling.kind),
            document=ruling.document,
            verdict=ruling.verdict_kind,
            depends=" ".join(ruling.depends_on),
            section=" ".join(word for s in linked for word in (s.id, *tokens(s.title))),
            text=" ".join(term for text in texts.values() for term in lexicon.terms(text)),
            words=" ".join(_words_of(ruling, texts)),
        )
    writer.commit(optimize=True)
