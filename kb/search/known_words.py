"""Looks up rows of the base by key. Results are cached; the size of a table limits the cache."""

from __future__ import annotations

import sqlite3

from kb.words.tokens import LONGEST_RUN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: values in one statement
_MOST = 512


def rows_of(connection: sqlite3.Connection, sql: str, values: Iterable[str | int]) -> list[sqlite3.Row]:
    """Return the rows of ``sql``, in which ``({})`` stands for the list of the distinct ``values``.

    SQLite keeps the last 128 statements of a connection. The number of parameters is therefore a power of two
    (the last value fills up), so that there are ten statements of each kind and not one for every length of a query.
    """
    wanted = list(dict.fromkeys(values))
    found: list[sqlite3.Row] = []
    for start in range(0, len(wanted), _MOST):
        batch = wanted[start : start + _MOST]
        many = 1 << (len(batch) - 1).bit_length()
        batch += batch[-1:] * (many - len(batch))
        found += connection.execute(sql.format(",".join("?" * many)), batch)
    return found


class Words:
    """The lexicon of a base: the stem of each word form, and the runs of stems that mean something."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._forms: dict[str, str] = {}
        #: run of stems -> kind (the column of the table ``runs``) -> term
        self._runs: dict[str, dict[str, str]] = {}
        self._read: set[str] = set()
        #: the stems that were looked up last, and their runs: a query asks for the same ones several times
        self._last: tuple[tuple[str, ...], dict[str, dict[str, str]]] = ((), {})

    def stems(self, words: Sequence[str]) -> dict[str, str]:
        """Return the stem of each word that the base has, itself or in another form, by word. A number is its own stem;
        other unknown words are omitted."""
        missing = [word for word in dict.fromkeys(words) if word not in self._forms and not word.isdecimal()]
        rare: dict[str, str] = {}
        if missing:
            found = rows_of(self._connection, "select form, stem from forms where form in ({})", missing)
            self._forms.update(map(tuple, found))
            strange = [word for word in missing if word not in self._forms]
            if strange:
                from kb.words.stems import stem  # few queries have words that are in no form here

                rare = {word: stem(word) for word in strange}
                found = rows_of(self._connection, "select stem from forms where stem in ({})", rare.values())
                known = {row[0] for row in found}
                rare = {word: stemmed for word, stemmed in rare.items() if stemmed in known}
        stems_of = {word: word if word.isdecimal() else self._forms.get(word) or rare.get(word) for word in words}
        return {word: stemmed for word, stemmed in stems_of.items() if stemmed}

    def runs(self, stems: Sequence[str]) -> dict[str, dict[str, str]]:
        """Return the runs of adjacent ``stems`` that the lexicon has, each with its term by kind. They are in the order
        of their first stem, then of their length."""
        if self._last[0] == (*stems,):
            return self._last[1]
        missing = {*stems} - self._read
        if missing:
            sql = "select run, kind, term from runs where first in ({})"
            for run, kind, term in rows_of(self._connection, sql, sorted(missing)):
                self._runs.setdefault(run, {})[kind] = term
            self._read.update(stem for stem in missing if stem in self._runs or len(self._read) < _MOST_READ)
        known, size, found = self._runs, len(stems), {}
        for begin in range(size):
            run = ""
            for end in range(begin, min(begin + LONGEST_RUN, size)):
                run = f"{run} {stems[end]}" if run else stems[end]
                if run in known:
                    found[run] = known[run]
        self._last = (*stems,), found
        return found

    def of_kind(self, stems: Sequence[str], kind: str) -> dict[str, str]:
        """Return the runs of adjacent ``stems`` that the lexicon has with a kind, each with its term."""
        return {run: terms[kind] for run, terms in self.runs(stems).items() if kind in terms}


#: the most cached first stems with which no run begins
_MOST_READ = 20_000
