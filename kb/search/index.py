"""Makes the tables that plain questions are searched in; everything else is asked of Whoosh (``whoosh_index.py``).

Both are fed the same terms, so a word means the same to either. The scoring is done once, at build: the tables of
:mod:`kb.search.things` keep the BM25 score of every term in every ruling and in every way of asking for one (its own
question and each phrasing, because a player's sentence should be compared with sentences, one at a time). A query then
only adds up scores, each times the weight of its term, which SQLite's FTS5 does not support.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from sqlite_utils import Database

from kb.base.model import Corpus, Ruling, Section
from kb.base.polarity import contradicts
from kb.base.standing import OFFICIAL
from kb.base.values import WORDS, Phrasing
from kb.search import bm25
from kb.search.borrowed import borrowed_ways
from kb.search.evidence import information
from kb.search.lexicon import Lexicon
from kb.search.state import STATES, UNASKED, LoadedModel
from kb.search.stems import stem
from kb.search.things import BY_TERM, BY_THING, NOT_THERE, RULINGS, STATEMENTS, row_of
from kb.search.tokens import is_pair, tokens

if TYPE_CHECKING:
    from kb.search.things import Entry

#: what a ruling is searched by, and how much a word in each of them counts
FIELDS = {"question": 2.0, "answer": 1.0, "verdict": 1.5, "place": 0.8}
#: what identifies a row of the texts that are scored
Row = TypeVar("Row")
#: what of its scores a ruling of another standing keeps in a game that has an official document
BESIDE_OFFICIAL = 0.95
_ENDINGS = ("s", "es", "d", "ed", "ing")


def texts_of(ruling: Ruling, sections: dict[str, Section]) -> dict[str, str]:
    """What each column of ``search`` is made from."""
    named = (sections[link.section] for link in ruling.sections)
    return {
        "question": ruling.question_text,
        "answer": ruling.answer_text,
        # what is made of the answer is searched there
        "verdict": "" if "verdict" in ruling.draft else ruling.verdict,
        "place": " . ".join((ruling.heading, *(section.title for section in named))),
    }


def make_tables(
    db: Database,
    corpus: Corpus,
    lexicon: Lexicon,
    model: LoadedModel,
) -> None:
    """Add the postings, the lexicon's look-up tables and the weights of the answer states to a base."""
    borrowed = borrowed_ways(corpus, lexicon)
    _state_tables(db, model, borrowed)
    by_id = {section.id: section for section in corpus.catalogues.sections}
    frequencies: Counter[str] = Counter()
    official = {document.game for document in corpus.documents if document.standing == OFFICIAL}
    rulings = []
    for ruling in corpus.rulings:
        texts = texts_of(ruling, by_id)
        frequencies.update(words_of(ruling, texts))
        asks = (_own_question(ruling), *ruling.phrasings, *borrowed.get(ruling.position, ()))
        is_less = ruling.standing != OFFICIAL and ruling.game in official
        rulings.append(Indexed(ruling.position, tuple(texts.values()), asks, BESIDE_OFFICIAL if is_less else 1.0))
    _write_things(db, RULINGS, tuple(FIELDS.values()), rulings, lexicon)
    statements = list(_indexed_statements(corpus))
    lexicon.names |= _names(corpus, lexicon)
    _write_things(db, STATEMENTS, (1.0,), statements, lexicon)
    _words_that_answer(db, rulings, lexicon.senses_of)
    _related(db, corpus)
    rules = {term for each in statements for text in each.texts for term in lexicon.terms(text)}
    _lexicon_tables(db, lexicon, frequencies, rules)


def _state_tables(db: Database, model: LoadedModel, unasked: Iterable[int]) -> None:
    """Write the weights of the answer states: of each feature and state, and of each word for all states in order; and
    the positions of the rulings that are ``unasked``: few ways to ask for them are written."""
    positions = sorted(unasked)
    _create_table(db, "unasked", {"position": "integer"}, 1, [(each,) for each in positions])
    features = {**model.features, **({UNASKED + name: row for name, row in model.unasked.items()} if positions else {})}
    weights = [(name, state, repr(weight)) for name, row in features.items() for state, weight in row.items()]
    _create_table(db, "state_model", _text("feature", "state", "weight"), 2, sorted(weights))
    words = [(term, " ".join(repr(row[state]) for state in STATES)) for term, row in model.words.items()]
    _create_table(db, "state_words", _text("term", "weights"), 1, sorted(words))
    _create_table(
        db, "word_model", _text("feature", "weight"), 1, [(name, repr(model.word[name])) for name in sorted(model.word)]
    )


@dataclass(frozen=True, slots=True)
class Indexed:
    """What is searched of a ruling, or of a subject of statements: its texts by field, and the ways to ask for it; of
    every score in it counts a part."""

    position: int
    texts: tuple[str, ...]
    asks: tuple[Phrasing, ...]
    counts: float = 1.0


def _indexed_statements(corpus: Corpus) -> Iterator[Indexed]:
    """Each subject with what is said of it in any game, and the ways to ask for it."""
    for position, statements in enumerate(corpus.by_subject().values()):
        says = dict.fromkeys(each.says for each in statements)
        asks = dict.fromkeys(ask for each in statements for ask in each.asks)
        yield Indexed(position, (" ".join(says),), tuple(asks))


def _names(corpus: Corpus, lexicon: Lexicon) -> set[str]:
    """The terms that name units, powers and technologies, and the runs of terms that name places and phases."""
    of_table: dict[str, set[str]] = {}
    for each in corpus.statements:
        table, _, row = each.subject.partition("/")
        of_table.setdefault(table, set()).add(row.partition(".")[0])
    words = {row for table in ("units", "powers", "technology") for row in of_table.get(table, ())}
    phases = [name for each in corpus.catalogues.phases for name in (each.title, each.short)]
    runs = {" ".join(lexicon.terms(name)) for name in (*of_table.get("spaces", ()), *phases)}
    return ({term for row in words for term in lexicon.terms(row)} | runs) - lexicon.faint


def _write_things(
    db: Database,
    kind: str,
    weights: Sequence[float],
    documents: Sequence[Indexed],
    lexicon: Lexicon,
) -> None:
    """Write what :mod:`kb.search.things` reads of the things of one kind."""
    by_thing, by_term = _rows_of_things(weights, documents, lexicon)
    _create_table(
        db,
        BY_THING.format(kind),
        {"position": "integer", "sizes": "text", "ways": "text", "terms": "text"},
        1,
        by_thing,
    )
    _create_table(db, BY_TERM.format(kind), {"term": "text", "weight": "integer", "things": "text"}, 1, by_term)


def _rows_of_things(
    weights: Sequence[float], documents: Sequence[Indexed], lexicon: Lexicon
) -> tuple[list[tuple[int, str, str, str]], list[tuple[str, int, str]]]:
    """The rows by thing, and those by term."""
    own = {each.position: [lexicon.indexed(text) for text in each.texts] for each in documents}
    asks = {
        (each.position, number): [lexicon.indexed(ask.text)]
        for each in documents
        for number, ask in enumerate(each.asks)
    }
    scored, asked = _scores(own, weights), _scores(asks, (1.0,))
    entries: dict[int, dict[str, Entry]] = {position: {} for position in own}
    counts = {each.position: each.counts for each in documents}
    for position, fields in own.items():
        for term in {term for field in fields for term in field}:
            entries[position][term] = round(scored[term].get(position, 0) * counts[position]), []
    for (position, number), (terms,) in asks.items():
        for term in {*terms}:
            score = 0 if term in lexicon.faint else round(asked[term].get((position, number), 0) * counts[position])
            entries[position].setdefault(term, (NOT_THERE, []))[1].append((number, score))
    having = Counter(term for terms in entries.values() for term in terms if not is_pair(term))
    tells = {term: information(count, len(documents)) for term, count in having.items()}
    things: dict[str, list[int]] = {}
    for position, thing in entries.items():
        for term, (score, ways) in thing.items():
            most = max([score for _, score in ways], default=0)
            if score > 0 or most:
                things.setdefault(term, []).extend((position, max(score, 0), most))
    telling = {
        place: sum(tells[term] for term in {*terms} if term not in lexicon.faint and not is_pair(term))
        for place, (terms,) in asks.items()
    }
    by_thing = []
    for each in documents:
        ways = [(each.position, number) for number in range(len(each.asks))]
        sizes = " ".join(map(str, (sum(map(len, own[each.position])), *(len(asks[way][0]) for way in ways))))
        tell = " ".join(str(telling[way]) for way in ways)
        by_thing.append((each.position, sizes, tell, row_of(entries[each.position])))
    by_term = [(term, tells.get(term, 0), " ".join(map(str, things.get(term, ())))) for term in sorted(things | tells)]
    return by_thing, [("", information(0, len(documents)), ""), *by_term]


def _scores(rows: Mapping[Row, Sequence[Sequence[str]]], weights: Sequence[float]) -> dict[str, dict[Row, int]]:
    """The score of each term in each row that it scores in: BM25 as SQLite's FTS5 computes it, with the same numbers
    in the same order. ``rows`` have the terms of each field, ``weights`` how much one counts in it."""
    sizes = {row: sum(map(len, fields)) for row, fields in rows.items()}
    mean = sum(sizes.values()) / len(rows) if rows else 0.0
    found: dict[str, list[tuple[Row, float]]] = {}
    for row, fields in rows.items():
        counts: dict[str, float] = {}
        for terms, weight in zip(fields, weights, strict=True):
            for term in terms:
                counts[term] = counts.get(term, 0.0) + weight
        for term, count in counts.items():
            found.setdefault(term, []).append((row, count))
    scores = {}
    for term, having in found.items():
        tells = bm25.tells(len(having), len(rows))
        scored = [(row, bm25.score(tells, count, sizes[row] / mean)) for row, count in having]
        scores[term] = {row: score for row, score in scored if score}
    return scores


def _words_that_answer(db: Database, rulings: Sequence[Indexed], senses_of: Callable[[str], Sequence[str]]) -> None:
    """Write the ways to ask for each ruling that a word answers, with the word, and whether it may be ``told``: not
    where it would read as if it contradicted the verdict."""
    rows, verdict = [], [*FIELDS].index("verdict")
    for each in rulings:
        for number, ask in enumerate(each.asks):
            if ask.word:
                senses = senses_of(ask.text)
                told = not contradicts(ask.word, senses, each.texts[verdict])
                rows.append((each.position, number, ask.word, ask.condition, " ".join(senses), int(told)))
    columns = {"position": "integer", "number": "integer", **_text("word", "condition", "senses"), "told": "integer"}
    _create_table(db, "asked", columns, 2, rows)


def _create_table(
    db: Database, table: str, columns: Mapping[str, str], keys: int, rows: Sequence[tuple[str | int, ...]]
) -> None:
    """A table that is its own index: half the size, one look-up instead of two. ``columns`` have their types."""
    definitions = ", ".join(f"{column} {kind} not null" for column, kind in columns.items())
    keyed = ", ".join([*columns][:keys])
    db.execute(f"create table {table} ({definitions}, primary key ({keyed})) without rowid, strict")
    with db.conn:
        db.conn.executemany(f"insert into {table} values ({', '.join('?' * len(columns))})", rows)


def _text(*columns: str) -> dict[str, str]:
    """Columns of text."""
    return dict.fromkeys(columns, "text")


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
    _create_table(db, "kin", _text("position", "others"), 1, rows)
    differing = {at[ruling] for topic in corpus.comparisons for ruling in topic.differing()}
    _create_table(db, "differing", _text("position"), 1, [(str(position),) for position in sorted(differing)])


def words_of(ruling: Ruling, texts: dict[str, str]) -> list[str]:
    """Every word that a ruling is found by, as it is written: what misspelt words are corrected against."""
    return [word for text in (*texts.values(), *(each.text for each in ruling.phrasings)) for word in tokens(text)]


def _own_question(ruling: Ruling) -> Phrasing:
    if ruling.kind != "answer":
        said = ruling.answer_text if "verdict" in ruling.draft else ruling.verdict
        return Phrasing(f"{ruling.question_text} {said}")
    return Phrasing(ruling.question_text, ruling.verdict_kind if ruling.verdict_kind in WORDS else "")


def _lexicon_tables(
    db: Database,
    lexicon: Lexicon,
    frequencies: Counter[str],
    rules: Set[str],
) -> None:
    # what a misspelt word may be: a word of the corpus, or of the name of a game
    corpus = Counter({word: 1 for word in lexicon.edition_words if word.isalpha()}) | frequencies
    _create_table(db, "words", _text("word", "frequency"), 1, [(word, str(corpus[word])) for word in sorted(corpus)])
    known = {word for wording in lexicon.wordings for word in wording.split()} | frequencies.keys()
    _create_table(db, "forms", _text("form", "stem"), 1, sorted(_forms(known)))
    runs = [
        *((run, "same", term) for run, term in lexicon.same.items()),
        *((run, "near", " ".join(terms)) for run, terms in lexicon.near.items()),
        *((run, "edition", game) for run, game in lexicon.editions.items()),
        *((run, "absent", title) for run, title in lexicon.absent.items()),
        *((term, "name", "") for term in lexicon.names),
        *((run, "want", want) for run, want in lexicon.wants.items()),
        *((run, "sense", sense) for run, sense in lexicon.senses.items()),
        *((run, "frame", where) for run, where in lexicon.frames.items()),
        *((stemmed, "faint", "") for stemmed in lexicon.faint),
        *((term, "rule", "") for term in rules - lexicon.everyday - lexicon.faint if not term.isdecimal()),
        *((stemmed, "asking", "") for stemmed in lexicon.asking),
        *((stemmed, "modal", "") for stemmed in lexicon.modals),
        *((stemmed, "turning", "") for stemmed in lexicon.turning),
        *((stemmed, "article", "") for stemmed in lexicon.articles),
        *((run, "told", means) for run, means in lexicon.near_text.items()),
    ]
    _create_table(db, "runs", _text("run", "kind", "term"), 2, sorted(runs))


def _forms(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every known word and its regular forms, with their stem."""
    given = sorted(words)
    seen = set(given)
    for word in given:
        stemmed, *forms = regular_forms(word)
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
