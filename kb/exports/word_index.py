"""The index of words at the end of a booklet: which entries are about a thing.

Its words are the units, powers, technologies and spaces of the boards, the words of the titles of sections, and those
of the lexicon (``same`` in ``data/words.yaml``) of more than one word. An entry has a word if its question, its verdict
or a title of its sections has it, by whatever name players call it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kb.exports.words import Words
from kb.knowledge import KnowledgeBase

#: a word that a larger part of the entries has finds nothing
_COMMON = 0.25
#: words of titles that are shorter tell nothing; those that no title begins with a capital must be long
_SHORTEST, _LONG = 4, 6


def word_index(base: KnowledgeBase, words: Words, rulings: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Each word with the ids of its rulings, in the order given; the words in alphabetical order."""
    every = {ruling["id"]: _terms(words, ruling) for ruling in rulings}
    titles = {section["title"] for ruling in rulings for section in ruling["sections"]}
    found: dict[str, list[str]] = {}
    for word, term in sorted(_words(base, words, titles).items()):
        having = [ruling for ruling, runs in every.items() if any(f" {term} " in run for run in runs)]
        if 0 < len(having) <= _COMMON * len(every):
            found[word] = having
    return found


def _terms(words: Words, ruling: Mapping[str, Any]) -> Sequence[str]:
    """The terms of each text in which a word is looked for, with a space around each."""
    texts = (ruling["question"], ruling["verdict"], *(section["title"] for section in ruling["sections"]))
    return [f" {' '.join(words.lexicon.terms(text))} " for text in texts]


def _words(base: KnowledgeBase, words: Words, titles: Iterable[str]) -> dict[str, str]:
    """Every word of the index with its terms; what has the same terms stands once."""
    named = {" ".join(words.lexicon.terms(word)): word for word in (*_things(base), *_of_titles(titles, words))}
    for word, _ in words.same:
        term = " ".join(words.lexicon.terms(word))
        if term in named or (" " in term and not words.turns(word)):
            named[term] = word
    return {word: term for term, word in named.items() if term}


def _things(base: KnowledgeBase) -> Iterator[str]:
    """The names of units, powers, technologies and spaces."""
    tables = ("units", "powers", "technology", "spaces")
    for (subject,) in base.connection.execute("select distinct subject from statements order by subject"):
        table, _, row = subject.partition("/")
        if table in tables:
            yield row.partition(".")[0].replace("-", " ")


def _of_titles(titles: Iterable[str], words: Words) -> Iterator[str]:
    every = {word.strip("()&:,;.“”'") for title in titles for word in title.replace("/", " ").split()}
    telling = {word for word in every if word.isalpha() and len(word) >= (_SHORTEST if word[:1].isupper() else _LONG)}
    for word in sorted({word.lower() for word in telling}):
        if not words.is_faint(word) and not words.turns(word):
            yield word
