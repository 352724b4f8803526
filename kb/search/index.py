"""Makes the tables that plain queries are searched in; Whoosh answers everything else (:mod:`kb.search.full_text`).

Both have the same terms, so a word means the same to either. Scores are computed once, at build: a posting has the
score of a term in every ruling and in every subject of statements, from its own words and from the ways to ask for it.
A query then only adds up scores, each times the weight of its term, which SQLite's FTS5 does not support.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeVar

from sqlite_utils import Database

from kb.model.corpus import Corpus, Ruling, Section
from kb.model.standing import OFFICIAL
from kb.search import bm25
from kb.search.bm25 import information
from kb.search.borrowed import borrowed_ways
from kb.search.postings import RULINGS, SCALE, STATEMENTS, encode
from kb.words.lexicon import Lexicon
from kb.words.stems import stem
from kb.words.tokens import tokens

#: the fields by which rulings and statements are searched, and the weight of a word in each; the words of a statement
#: are an answer
FIELDS = {"question": 2.0, "answer": 1.0, "verdict": 1.5, "place": 0.8}
#: the terms of each way to ask, by the position of its result and its number
Asks = Mapping[tuple[int, int], Sequence[str]]
#: how much the highest score in a way to ask counts, and the power of the share of the ways that have the term
ASKED, SPREAD = 1.4, 0.25
#: the columns that identify a row of the scored texts
Row = TypeVar("Row")
#: the share of its score that a ruling of another standing keeps in a game with an official document: the official
#: ruling on the same question comes first
BESIDE_OFFICIAL = 0.3
_ENDINGS = ("s", "es", "d", "ed", "ing")


def texts_of(ruling: Ruling, sections: dict[str, Section]) -> dict[str, str]:
    """Return the texts of a ruling by field (:data:`FIELDS`)."""
    named = (sections[link.section] for link in ruling.sections)
    return {
        "question": ruling.question_text,
        "answer": ruling.answer_text,
        # a draft repeats the answer, which is searched anyway
        "verdict": "" if "verdict" in ruling.draft else ruling.verdict,
        "place": " . ".join((ruling.heading, *(section.title for section in named))),
    }


def make_tables(db: Database, corpus: Corpus, lexicon: Lexicon) -> None:
    """Add the postings and the lexicon's look-up tables to a database, and the names of the corpus to the lexicon."""
    borrowed = borrowed_ways(corpus, lexicon)
    by_id = {section.id: section for section in corpus.catalogues.sections}
    frequencies: Counter[str] = Counter()
    official = {document.game for document in corpus.documents if document.standing == OFFICIAL}
    rulings = []
    for ruling in corpus.rulings:
        texts = texts_of(ruling, by_id)
        frequencies.update(words_of(ruling, texts))
        asks = (_indexed_question(ruling), *ruling.phrasings, *borrowed.get(ruling.position, ()))
        is_less = ruling.standing != OFFICIAL and ruling.game in official
        counts = BESIDE_OFFICIAL if is_less else 1.0
        rulings.append(Indexed(ruling.position, RULINGS, {ruling.game}, texts, asks, counts))
    statements = [
        Indexed(
            position,
            STATEMENTS,
            {each.game for each in of_subject},
            {"answer": " ".join(dict.fromkeys(each.says for each in of_subject))},
            tuple(dict.fromkeys(ask for each in of_subject for ask in each.asks)),
        )
        for position, of_subject in corpus.ranked_subjects().items()
    ]
    lexicon.names |= _names(corpus, lexicon)
    ways = {
        (each.position, number): lexicon.terms(ask)
        for each in (*rulings, *statements)
        for number, ask in enumerate(each.asks)
    }
    weights = _write_postings(db, [*rulings, *statements], ways, lexicon)
    _write_ways(db, ways, weights, lexicon.faint)
    _write_masks(db, [*rulings, *statements], [game.id for game in corpus.catalogues.games])
    _write_folds(db, corpus)
    terms = {term for each in statements for text in each.texts.values() for term in lexicon.terms(text)}
    words = {word for each in statements for text in (*each.texts.values(), *each.asks) for word in tokens(text)}
    _lexicon_tables(db, lexicon, frequencies, terms, words)


@dataclass(frozen=True, slots=True)
class Indexed:
    """The searched texts of a ruling or of a subject of statements.

    ``texts`` are by field (:data:`FIELDS`), ``asks`` are the ways to ask for it, ``counts`` is a factor of every score
    in it.
    """

    position: int
    kind: str
    games: Set[str]
    texts: Mapping[str, str]
    asks: tuple[str, ...]
    counts: float = 1.0


def _names(corpus: Corpus, lexicon: Lexicon) -> set[str]:
    """Return the terms that name units, powers and technologies, and the runs of terms that name places and phases.

    Add to the lexicon the spaces and units by name, and the words that ask for a value of one of them.
    """
    of_table: dict[str, set[str]] = {}
    for each in corpus.statements:
        table, _, column = each.subject.partition("/")
        row, point, column = column.partition(".")
        of_table.setdefault(table, set()).add(row)
        for wording in each.by_name:
            run = " ".join(lexicon.terms(wording))
            lexicon.values.setdefault(run, {})[f"{table}/{{}}{point}{column}"] = None
    words = {row for table in ("units", "powers", "technology") for row in of_table.get(table, ())}
    phases = [name for each in corpus.catalogues.phases for name in (each.title, each.short)]
    rows = {row for table in ("spaces", "setup", "units", "treasury") for row in of_table.get(table, ())}
    lexicon.spaces |= _beginnings({row: lexicon.terms(row) for row in sorted(rows)}, corpus, lexicon)
    spaces = {" ".join(lexicon.terms(row)) for table in ("spaces", "setup") for row in of_table.get(table, ())}
    named = {term for row in words for term in lexicon.terms(row)} | {" ".join(lexicon.terms(name)) for name in phases}
    return (named | spaces) - lexicon.faint


def _beginnings(spaces: Mapping[str, list[str]], corpus: Corpus, lexicon: Lexicon) -> dict[str, dict[str, None]]:
    """Return the ids of the spaces and units that each run of terms names: by the whole name, or by a beginning of it
    that is unique within each game. ``spaces`` has the terms of each name, by id.

    A beginning that starts with an everyday word counts only if it is a whole name.
    """
    subjects = ((each.game, each.subject.split("/")[1].split(".")[0]) for each in corpus.statements if each.by_name)
    names = dict.fromkeys((game, row) for game, row in subjects if row in spaces)
    found: dict[str, dict[str, None]] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for game, space in names:
        for many in range(1, len(spaces[space]) + 1):
            run = " ".join(spaces[space][:many])
            counts[game, run] += 1
            found.setdefault(run, {})[space] = None
    several = {run for (_, run), count in counts.items() if count > 1}
    whole: dict[str, dict[str, None]] = {}
    for space, terms in spaces.items():
        whole.setdefault(" ".join(terms), {})[space] = None
    return {
        run: (whole[run] if run in several else ids)
        for run, ids in found.items()
        if run in whole or not (run in several or run.split(" ")[0] in lexicon.everyday)
    }


def _write_postings(db: Database, items: Sequence[Indexed], asks: Asks, lexicon: Lexicon) -> dict[str, int]:
    """Write the information of each term (:func:`kb.search.bm25.information`), and its score in each ruling or subject
    of statements that has the term. Return the information.

    The score of a term is its score in the item's own words, plus :data:`ASKED` times its highest score in a way to ask
    for the item. The second part is lowered if few of the item's ways have the term.
    """
    own = {each.position: [lexicon.terms(each.texts.get(field, "")) for field in FIELDS] for each in items}
    in_words = _scores(own, tuple(FIELDS.values()))
    in_ways = _scores({key: [terms] for key, terms in asks.items()}, (1.0,))
    highest: dict[str, dict[int, int]] = {}
    having: dict[str, Counter[int]] = {}
    for (position, number), terms in asks.items():
        for term in {*terms} - lexicon.faint:
            score = in_ways[term].get((position, number), 0)
            best = highest.setdefault(term, {})
            best[position] = max(best.get(position, 0), score)
            having.setdefault(term, Counter())[position] += 1
    rows: list[tuple[str | int | bytes, ...]] = [("", information(0, len(items)), b"")]
    by_position = {each.position: each for each in items}
    weights: dict[str, int] = {}
    for term in sorted({term for fields in own.values() for of_field in fields for term in of_field} | {*highest}):
        scores = {}
        for position in {*in_words.get(term, ()), *highest.get(term, ())}:
            value = float(in_words.get(term, {}).get(position, 0))
            item = by_position[position]
            if best_way := highest.get(term, {}).get(position, 0):
                value += ASKED * best_way * (having[term][position] / len(item.asks)) ** SPREAD
            scores[position] = round(value * item.counts * SCALE / bm25.SCALE)
        weights[term] = information(len(scores), len(items))
        rows.append((term, weights[term], encode({at: score for at, score in scores.items() if score})))
    _create_table(db, "postings", {"term": "text", "weight": "integer", "posting": "blob"}, 1, rows)
    return weights


def _write_ways(db: Database, asks: Asks, weights: Mapping[str, int], faint: Set[str]) -> None:
    """Write the ways to ask for each result, one a line: the information in the way, and its terms. Terms in ``faint``
    are omitted. ``weights`` has the information of each term."""
    ways: dict[int, dict[str, None]] = {}
    for (position, _), terms in asks.items():
        telling = [term for term in dict.fromkeys(terms) if term not in faint]
        way = " ".join([str(sum(weights[term] for term in telling)), *telling])
        ways.setdefault(position, {})[way] = None
    lines = [(position, "\n".join(of_result)) for position, of_result in ways.items()]
    _create_table(db, "ways", {"position": "integer", "ways": "text"}, 1, lines)


def _write_masks(db: Database, items: Sequence[Indexed], games: Sequence[str]) -> None:
    """Write for each kind and game a byte for each position: 1 if the result there is of that kind and game."""
    size = max((each.position for each in items), default=-1) + 1
    masks = {(kind, game): bytearray(size) for kind in (RULINGS, STATEMENTS) for game in games}
    for each in items:
        for game in each.games:
            masks[each.kind, game][each.position] = 1
    rows = [(*key, bytes(mask)) for key, mask in masks.items()]
    _create_table(db, "masks", {"kind": "text", "game": "text", "mask": "blob"}, 2, rows)


def _write_folds(db: Database, corpus: Corpus) -> None:
    """Write for each subject of statements the positions of the rulings that its rules cite. A search shows the subject
    with the best of them."""
    at = {ruling.id: ruling.position for ruling in corpus.rulings}
    cited: dict[str, dict[int, None]] = {}
    for rule in corpus.rules:
        cited.setdefault(f"{rule.game}/{rule.rule}", {}).update(
            dict.fromkeys(at[each] for each in rule.cites if each in at)
        )
    rows = []
    for position, of_subject in corpus.ranked_subjects().items():
        rulings = sorted({each for statement in of_subject for each in cited.get(statement.id, ())})
        if rulings:
            rows.append((position, " ".join(map(str, rulings))))
    _create_table(db, "folds", {"position": "integer", "rulings": "text"}, 1, rows)


def _scores(rows: Mapping[Row, Sequence[Sequence[str]]], weights: Sequence[float]) -> dict[str, dict[Row, int]]:
    """Return the BM25 score of each term in each row, by term and row; scores of 0 are omitted. ``rows`` has for each
    row the terms of its fields, ``weights`` the weight of each field. The order of operations is that of FTS5."""
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


def _create_table(
    db: Database, table: str, columns: Mapping[str, str], keys: int, rows: Sequence[tuple[str | int | bytes, ...]]
) -> None:
    """Create and fill a table without row ids: half the size, and one look-up instead of two. ``columns`` maps names to
    SQLite types; the first ``keys`` of them are the primary key."""
    definitions = ", ".join(f"{column} {kind} not null" for column, kind in columns.items())
    keyed = ", ".join([*columns][:keys])
    db.execute(f"create table {table} ({definitions}, primary key ({keyed})) without rowid, strict")
    with db.conn:
        db.conn.executemany(f"insert into {table} values ({', '.join('?' * len(columns))})", rows)


def _text_columns(*names: str) -> dict[str, str]:
    """Return columns with the given names and the SQLite type text."""
    return dict.fromkeys(names, "text")


def words_of(ruling: Ruling, texts: dict[str, str]) -> list[str]:
    """Return every word in the ``texts`` of a ruling and in its ways to ask. Misspelt words are corrected to these."""
    return [word for text in (*texts.values(), *ruling.phrasings) for word in tokens(text)]


def _indexed_question(ruling: Ruling) -> str:
    """Return the text that is indexed as the question of a ruling. If the ruling is not an answer, it is the heading
    and the verdict, or the official text if the verdict is a draft."""
    if ruling.kind == "answer":
        return ruling.question_text
    said = ruling.answer_text if "verdict" in ruling.draft else ruling.verdict
    return f"{ruling.question_text} {said}"


def _lexicon_tables(
    db: Database, lexicon: Lexicon, frequencies: Counter[str], terms: Set[str], words: Set[str]
) -> None:
    """Write the tables ``words`` (corrections of misspelt words), ``forms`` (the stem of each form) and ``runs`` (the
    runs of stems in the lexicon, each with its kind and the terms or id that it stands for).

    ``frequencies`` counts the words of rulings; ``terms`` and ``words`` are those of the statements.
    """
    corpus = Counter({word: 1 for word in lexicon.edition_words if word.isalpha()}) | frequencies
    counted = [(word, str(corpus[word])) for word in sorted(corpus)]
    _create_table(db, "words", _text_columns("word", "frequency"), 1, counted)
    known = {word for wording in lexicon.wordings for word in wording.split()} | frequencies.keys() | words
    _create_table(db, "forms", _text_columns("form", "stem"), 1, sorted(_forms(known)))
    db.execute("create index idx_forms_stem on forms (stem)")
    runs = [
        *((run, "same", term) for run, term in lexicon.same.items()),
        *((run, "near", " ".join(terms)) for run, terms in lexicon.near.items()),
        *((run, "edition", game) for run, game in lexicon.editions.items()),
        *((run, "absent", title) for run, title in lexicon.absent.items()),
        *(
            (run, "nearest", lexicon.nearest[title])
            for run, title in lexicon.absent.items()
            if title in lexicon.nearest
        ),
        *((run, "printing", printing) for run, printing in lexicon.printings.items()),
        *((term, "name", "") for term in lexicon.names),
        *((run, "space", " ".join(spaces)) for run, spaces in lexicon.spaces.items()),
        *((run, "value", " ".join(subjects)) for run, subjects in lexicon.values.items()),
        *((run, "want", want) for run, want in lexicon.wants.items()),
        *((run, "thing", thing) for run, thing in lexicon.naming.items()),
        *((run, "typed", thing) for run, thing in lexicon.typed.items()),
        *((run, "frame", where) for run, where in lexicon.frames.items()),
        *((stemmed, "faint", "") for stemmed in lexicon.faint),
        *((term, "rule", "") for term in terms - lexicon.everyday - lexicon.faint if not term.isdecimal()),
        *((stemmed, "asking", "") for stemmed in lexicon.asking),
        *((run, "comparing", "") for run in lexicon.comparing),
        *((run, "playing", "") for run in lexicon.playing),
        *((stemmed, "modal", "") for stemmed in lexicon.modals),
        *((stemmed, "article", "") for stemmed in lexicon.articles),
    ]
    by_first = sorted((run.partition(" ")[0], run, kind, term) for run, kind, term in runs)
    _create_table(db, "runs", _text_columns("first", "run", "kind", "term"), 3, by_first)


def _forms(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each of the words, and each of their regular forms, with its stem."""
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
    """Return the stem of a word, then its regular forms, which have the same stem. The stem is returned alone for words
    of one or two letters, and for words with other characters than letters."""
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
