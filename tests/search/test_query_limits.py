"""The size of a query is limited, and a note reports that a part was left out."""

from __future__ import annotations

import string
from itertools import islice, product

import pytest

from kb.knowledge import KnowledgeBase
from kb.search import query_limits
from kb.search.query import Query
from kb.search.query_limits import LONGEST_OPERATOR, MOST_DIFFERENT, MOST_OPERATORS, MOST_WORDS, WIDEST_SLOP
from kb.words.tokens import LONGEST_WORD
from tests.conftest import Sample

#: different words that are in no document
INVENTED = ["zq" + "".join(letters) for letters in islice(product(string.ascii_lowercase, repeat=3), 500)]
SHORTENED = "A part of this long query was left out"


def read(base: KnowledgeBase, text: str) -> Query:
    return base._searcher().reader.read(text)


@pytest.mark.parametrize(
    ("typed", "what", "most"),
    [
        *(
            (" ".join(operator.format(word) for word in INVENTED[:40]), what, MOST_OPERATORS)
            for operator, what in (("{}*", "prefixes"), ("{}~", "fuzzy"), ('"{} sub"', "phrases"), ("-{}", "excluded"))
        ),
        ("sub -" + "-".join(INVENTED[:40]), "excluded", LONGEST_OPERATOR),
        (" ".join(INVENTED[:330]), "terms", MOST_DIFFERENT),
        (" ".join(string.ascii_lowercase * 20), "terms", MOST_WORDS),
    ],
)
def test_a_long_query_is_shortened(base: KnowledgeBase, typed: str, what: str, most: int) -> None:
    query = read(base, typed)
    assert len(getattr(query, what)) == most and query.shortened
    assert SHORTENED in base.search(f"sub {typed}").notes


def test_a_query_at_the_limits_is_not_shortened(base: KnowledgeBase) -> None:
    for typed in ("sub " * MOST_WORDS, " ".join(f"{word}*" for word in INVENTED[:MOST_OPERATORS])):
        assert not read(base, typed).shortened


def test_a_phrase_is_limited_in_length_and_distance(base: KnowledgeBase) -> None:
    query = read(base, f'"{"the " * 300}" "sub fire"~99 "sub dive"~5')
    assert [(len(terms), slop) for terms, slop in query.phrases] == [(LONGEST_OPERATOR, 1), (2, WIDEST_SLOP), (2, 5)]
    assert query.shortened


def test_a_title_has_a_limit_of_different_words(base: KnowledgeBase) -> None:
    assert read(base, 'section:"opening opening fire"').filters == {"section": ["opening fire"]}
    query = read(base, f'section:"{" ".join(INVENTED[:100])}" sub')
    assert query.filters["section"] == [" ".join(INVENTED[:LONGEST_OPERATOR])] and query.shortened


@pytest.mark.parametrize("operator", ["{}", "{}*", "{}~"])
def test_a_word_that_is_too_long_is_left_out(base: KnowledgeBase, operator: str) -> None:
    assert not read(base, f"sub {operator.format('s' * LONGEST_WORD)}").shortened
    query = read(base, f"sub {operator.format('s' * 1_900)}")
    assert (query.terms, query.prefixes, query.fuzzy) == (["submarin"], [], []) and query.shortened


@pytest.mark.parametrize("operator", ["and~", "sub*", '"the the"~9', "-fire", "kind:answer", "game:revised"])
def test_an_operator_that_is_repeated_counts_once(base: KnowledgeBase, operator: str) -> None:
    once, often = read(base, f"sub {operator}"), read(base, f"sub {f'{operator} ' * 100}")
    assert {**vars(once), "raw": ""} == {**vars(often), "raw": ""} and not often.shortened


def test_the_first_unknown_words_are_checked_for_misspellings(base: KnowledgeBase) -> None:
    last = read(base, " ".join([*INVENTED[: query_limits.MOST_CORRECTIONS - 1], "submarien"]))
    assert last.corrected["submarien"] == "submarine" and not last.shortened
    beyond = read(base, " ".join([*INVENTED[: query_limits.MOST_CORRECTIONS], "submarien"]))
    assert "submarien" not in beyond.corrected and beyond.shortened


def test_a_part_of_many_unknown_words_is_an_aside(base: KnowledgeBase) -> None:
    assert read(base, f"{' '.join(INVENTED[:40])}. sub").terms == ["submarin"]


def test_an_ordinary_query_is_not_shortened(base: KnowledgeBase, sample: Sample) -> None:
    asked = [row[0] for row in base.connection.execute("select text from phrasings")]
    assert [text for text in sample(asked) if read(base, text).shortened] == []
    assert max(len(row[0]) for row in base.connection.execute("select word from words")) < LONGEST_WORD / 2
