"""What one query may ask for is bounded, and the reader is told what was left out."""

from __future__ import annotations

import string
from itertools import islice, product

import pytest

from kb.base.errors import QueryError
from kb.knowledge import KnowledgeBase
from kb.search import query_limits
from kb.search.query import Query
from kb.search.query_limits import NOTES
from tests.conftest import Sample

#: different words that are in no document
INVENTED = ["zq" + "".join(letters) for letters in islice(product(string.ascii_lowercase, repeat=3), 500)]


def read(base: KnowledgeBase, text: str) -> Query:
    return base._searcher().reader.read(text)


@pytest.mark.parametrize(
    ("typed", "what", "most", "note"),
    [
        (" ".join(f"{word}*" for word in INVENTED[:40]), "prefixes", query_limits.MOST["prefix"], "prefix"),
        (" ".join(f"{word}~" for word in INVENTED[:40]), "fuzzy", query_limits.MOST["fuzzy"], "fuzzy"),
        (" ".join(f'"{word} sub"' for word in INVENTED[:40]), "phrases", query_limits.MOST["phrase"], "phrase"),
        (
            "sub " + " ".join(f"-{word}" for word in INVENTED[:40]),
            "excluded",
            query_limits.MOST["excluded"],
            "excluded",
        ),
        ("sub -" + "-".join(INVENTED[:40]), "excluded", query_limits.LONGEST_EXCLUDED, "excluded words"),
        (" ".join(INVENTED[:63]), "terms", query_limits.MOST_DIFFERENT, ""),
        (" ".join(INVENTED[:60] * 2), "terms", query_limits.MOST_WORDS, ""),
        (" ".join(INVENTED[:330]), "terms", query_limits.MOST_DIFFERENT, "words"),
        (" ".join(string.ascii_lowercase * 20), "terms", query_limits.MOST_WORDS, "words"),
    ],
)
def test_only_so_many_of_a_kind_are_searched_and_the_reader_is_told(
    base: KnowledgeBase, typed: str, what: str, most: int, note: str
) -> None:
    query = read(base, typed)
    assert len(getattr(query, what)) == most if note else len(getattr(query, what)) < most
    assert (NOTES[note] in query.notes) if note else (NOTES["words"] not in query.notes)


def test_filters_are_bounded(base: KnowledgeBase) -> None:
    sections = [row[0] for row in base.connection.execute("select id from sections limit 40")]
    query = read(base, "sub " + " ".join(f"section:{section}" for section in sections))
    assert query.filters["section"] == sections[: query_limits.MOST["filter"]]
    assert query.notes == [NOTES["filter"]]


def test_a_phrase_is_bounded_in_length_and_distance(base: KnowledgeBase) -> None:
    query = read(base, f'"{"the " * 300}" "sub fire"~99 "sub dive"~5')
    assert [(len(terms), slop) for terms, slop in query.phrases] == [
        (query_limits.LONGEST_PHRASE, 1),
        (2, query_limits.WIDEST_SLOP),
        (2, 5),
    ]
    assert query.notes == [NOTES["phrase words"], NOTES["slop"]]


def test_the_words_of_a_title_are_bounded(base: KnowledgeBase) -> None:
    assert read(base, 'section:"opening opening fire"').filters == {"section": ["opening fire"]}
    query = read(base, f'section:"{" ".join(INVENTED[:100])}" sub')
    assert query.filters["section"] == [" ".join(INVENTED[: query_limits.LONGEST_SECTION])]
    assert query.notes == [NOTES["section words"]]


@pytest.mark.parametrize("operator", ["{}", "{}*", "{}~"])
def test_a_word_that_is_too_long_is_left_out_and_told(base: KnowledgeBase, operator: str) -> None:
    longest = operator.format("s" * query_limits.LONGEST_WORD)
    assert read(base, f"sub {longest}").notes == []
    query = read(base, f"sub {operator.format('s' * 1_900)}")
    assert (query.terms, query.prefixes, query.fuzzy) == (["submarin"], [], [])
    assert query.notes == [NOTES["long"]]
    with pytest.raises(QueryError, match=NOTES["long"]):
        read(base, operator.format("s" * 1_900))


@pytest.mark.parametrize("operator", ["and~", "sub*", '"the the"~9', "-fire", "kind:answer", "game:revised"])
def test_an_operator_that_is_repeated_counts_once(base: KnowledgeBase, operator: str) -> None:
    once, often = read(base, f"sub {operator}"), read(base, f"sub {f'{operator} ' * 100}")
    assert {**vars(once), "raw": ""} == {**vars(often), "raw": ""}
    assert often.notes == []


def test_so_many_unknown_words_are_checked_for_misspellings(base: KnowledgeBase) -> None:
    last = read(base, " ".join([*INVENTED[: query_limits.MOST_CORRECTIONS - 1], "submarien"]))
    assert last.corrected["submarien"] == "submarine" and last.notes == []
    beyond = read(base, " ".join([*INVENTED[: query_limits.MOST_CORRECTIONS], "submarien"]))
    assert "submarien" not in beyond.corrected and beyond.notes == [NOTES["corrections"]]


def test_every_note_names_its_bound(base: KnowledgeBase) -> None:
    assert len(set(NOTES.values())) == len(NOTES)
    assert NOTES["prefix"] == f"the first {query_limits.MOST['prefix']} wildcards were searched"


def test_an_ordinary_query_has_no_note(base: KnowledgeBase, sample: Sample) -> None:
    asked = [row[0] for row in base.connection.execute("select text from phrasings")]
    assert [text for text in sample(asked) if read(base, text).notes] == []
    assert max(len(row[0]) for row in base.connection.execute("select word from words")) < query_limits.LONGEST_WORD / 2


def test_of_many_real_words_few_are_looked_up(base: KnowledgeBase) -> None:
    """The dearest search has the words that most things have, one form of each."""
    sql = (
        "select min(form) from forms join ruling_postings on stem = term group by stem"
        " order by length(posting) desc limit 400"
    )
    words = [row[0] for row in base.connection.execute(sql)]
    found = base.search(" ".join(words)[: query_limits.LONGEST_QUERY], limit=100, all_games=True)
    assert NOTES["words"] in found.query.notes
    assert len(found.rulings) == 100 and len({*found.query.terms}) <= query_limits.MOST_DIFFERENT
