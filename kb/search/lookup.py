"""Looks up rows of the base by key. Whatever is found is remembered; the size of a table bounds that."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: values in one statement
_MOST = 512


def rows_of(connection: sqlite3.Connection, sql: str, values: Iterable[str | int]) -> list[sqlite3.Row]:
    """Return the rows of ``sql``, whose ``({})`` is filled with the different ``values``.

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
        self._known_stems: set[str] = set()
        #: run of stems -> kind (:data:`kb.search.query.RUN_KINDS`) -> term
        self._runs: dict[str, dict[str, str]] = {}
        self._read: set[str] = set()

    def stems(self, words: Iterable[str]) -> dict[str, str]:
        """Return the stem of each word that the base has; numbers are their own stem."""
        forms = self._forms
        missing = [word for word in words if word not in forms]
        if missing:
            sql = "select form, stem from forms where form in ({})"
            forms.update((form, stem) for form, stem in rows_of(self._connection, sql, missing))
        return {word: word if word.isdecimal() else forms[word] for word in words if word in forms or word.isdecimal()}

    def has_stem(self, stem: str) -> bool:
        """Return whether any word of the base has this stem."""
        if stem not in self._known_stems:
            row = self._connection.execute("select 1 from forms where stem = ? limit 1", [stem]).fetchone()
            if row is None:
                return False
            self._known_stems.add(stem)
        return True

    def runs(self, stems: Sequence[str], longest: int) -> dict[str, dict[str, str]]:
        """Return the runs among ``stems`` of at most ``longest`` that the lexicon has, each with its terms by kind.

        The order is that of the first stem, then of the length.
        """
        missing = {*stems} - self._read
        if missing:
            sql = "select run, kind, term from runs where first in ({})"
            for run, kind, term in rows_of(self._connection, sql, sorted(missing)):
                self._runs.setdefault(run, {})[kind] = term
            self._read.update(stem for stem in missing if stem in self._runs or len(self._read) < _MOST_READ)
        known, size, found = self._runs, len(stems), {}
        for begin in range(size):
            run = ""
            for end in range(begin, min(begin + longest, size)):
                run = f"{run} {stems[end]}" if run else stems[end]
                if run in known:
                    found[run] = known[run]
        return found

    def of_kind(self, stems: Sequence[str], kind: str, longest: int) -> dict[str, str]:
        """Return the runs of one kind among ``stems``, each with its term."""
        return {run: terms[kind] for run, terms in self.runs(stems, longest).items() if kind in terms}


#: first stems that are remembered although no run begins with them
_MOST_READ = 20_000
