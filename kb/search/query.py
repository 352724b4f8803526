"""Understands what was typed: words, names of games, filters, phrases, wildcards, corrections; and applies filters.

The rankers get only terms. Words are looked up in the base's lexicon tables, so nothing is loaded that a query does
not need.
"""

from __future__ import annotations

import sqlite3
from itertools import chain

from kb.base.errors import Finding, QueryError
from kb.search import query_limits
from kb.search.frame import Frames
from kb.search.lookup import rows_of
from kb.search.tokens import longest_runs, ngrams, pairs, replace_runs, tokens, without_articles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    #: word -> the word it was probably meant to be, or the empty string
    Corrector = Callable[[str], str]

FIELDS = ("game", "kind", "document", "section", "verdict", "depends", "standing")
#: the filters that take one of few values, and where these are
VALUES = {
    "kind": "select distinct kind from rulings order by 1",
    "verdict": "select distinct verdict_kind from rulings order by 1",
    "document": "select id from documents order by rowid",
    "depends": "select id from options order by rowid",
}
#: what the lexicon says of a run of words: the column ``kind`` of the table ``runs``
RUN_KINDS = (
    "same",
    "near",
    "told",
    "edition",
    "absent",
    "faint",
    "turning",
    "article",
    "want",
    "sense",
    "name",
    "frame",
    "modal",
    "rule",
    "asking",
)
#: the term that every modal verb of a question is read as
MODAL = "can"
#: the kinds of runs that a part of a question is about
_ABOUT = "'rule', 'name', 'edition', 'absent', 'want'"
#: the words that may join the parts of a question of several (:mod:`kb.search.parts`)
_JOINING = frozenset(("and", "also", "plus", "but"))
#: stands between texts that are read together
_BETWEEN = "\0"
#: what a part of a question ends with
PART_ENDS = ".,;:!?-–—"
#: what may stand around a word
PUNCTUATION = ".,;!?()[]"


class Query:
    """A query as it was understood.

    ``terms`` are index terms, ``near`` terms to look for as well, ``faint`` the terms that count little, ``pairs``
    neighbours of which one turns the other, ``games`` the games it names, ``absent`` the titles of games it names
    that the base does not have, ``only`` the games that the search is kept to (empty: all), which are those named
    unless a game was ``chosen``, ``filters`` field -> values, ``phrases`` (terms, slop), ``prefixes`` and ``fuzzy``
    plain words, ``excluded`` terms. ``corrected`` maps words to what was searched instead, ``expanded`` tells what
    was searched as well, ``unknown`` are words that no ruling, phrasing or lexicon knows, ``wants`` what is wanted
    that is no rule (advice, chance, things), ``senses`` in which sense it asks (must, forbidden, not), ``read_as`` is
    the query as it was read where its quotes had to be left out, ``notes`` say what was left out of it
    (:data:`kb.search.query_limits.NOTES`).
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.terms: list[str] = []
        self.near: list[str] = []
        self.faint: set[str] = set()
        self.pairs: list[str] = []
        self.games: list[str] = []
        self.absent: list[str] = []
        self.only: list[str] = []
        self.chosen = False
        self.filters: dict[str, list[str]] = {}
        self.phrases: list[tuple[list[str], int]] = []
        self.prefixes: list[str] = []
        self.fuzzy: list[str] = []
        self.excluded: list[str] = []
        self.corrected: dict[str, str] = {}
        self.expanded: list[str] = []
        self.unknown: list[str] = []
        self.wants: set[str] = set()
        self.senses: set[str] = set()
        self.read_as = ""
        self.notes: list[str] = []

    def note(self, what: str) -> None:
        """Add a note for the reader, once. ``what`` is a key of :data:`kb.search.query_limits.NOTES`."""
        if query_limits.NOTES[what] not in self.notes:
            self.notes.append(query_limits.NOTES[what])

    def limited(self, values: list[str], most: int, what: str) -> list[str]:
        """The first ``most`` of the values, with the note ``what`` if there are more."""
        if len(values) > most:
            self.note(what)
        return values[:most]

    @property
    def late(self) -> bool:
        """Whether Whoosh did not answer in time, so that only the plain words were searched."""
        return query_limits.NOTES["late"] in self.notes

    @property
    def has_operators(self) -> bool:
        """Whether there is more than words and filters."""
        return bool(self.phrases or self.prefixes or self.fuzzy or self.excluded)

    @property
    def for_whoosh(self) -> bool:
        """Whether only Whoosh can answer: what is marked, and sections without words."""
        return self.has_operators or (not self.terms and "section" in self.filters)

    @property
    def searched_for(self) -> str:
        """The query as it was read, where that differs from how it was typed; else empty."""
        if not self.corrected:
            return self.read_as
        return " ".join(self._mended(piece) for piece in _pieces(self.read_as or self.raw))

    def _mended(self, piece: str) -> str:
        """A piece of the query with its misspelt words put right; operators stay as they were typed."""
        words = tokens(piece)
        return (
            " ".join(self.corrected.get(word, word) for word in words) if set(words) & self.corrected.keys() else piece
        )


def _pieces(raw: str) -> list[str]:
    """Cut at spaces outside quotes; a quote that is never closed is an ordinary character."""
    out: list[str] = []
    i = 0
    while i < len(raw):
        if raw[i].isspace():
            i += 1
            continue
        start = i
        while i < len(raw) and not raw[i].isspace():
            if raw[i] == '"' and (i == start or raw[i - 1] in ":-"):
                end = raw.find('"', i + 1)
                if end > 0:
                    i = end
            i += 1
        out.append(raw[start:i])
    return out


def _operator(piece: str) -> str:
    """The operator that a piece of a query is: a key of :data:`kb.search.query_limits.MOST`; empty for plain words."""
    field, colon, value = piece.partition(":")
    bare = piece.strip(PUNCTUATION)
    if colon and field.lower() in FIELDS and value.strip('"'):
        return "filter"
    if piece.startswith('"') and piece.rfind('"') > 0:
        return "phrase"
    if piece.startswith("-") and len(piece) > 2 and piece[1].isalpha():
        return "excluded"
    if bare.endswith("*") and bare[:-1].isalnum():
        return "prefix"
    return "fuzzy" if bare.endswith("~") and bare[:-1].isalnum() and len(bare) > query_limits.SHORTEST_PREFIX else ""


def _refused(what: str, *parts: str, known: Iterable[str] = (), notes: Iterable[str] = ()) -> QueryError:
    """The error for a key of :data:`kb.search.query_limits.REFUSALS`; ``known`` are the values that there are."""
    message, hint = query_limits.REFUSALS[what]
    return QueryError(Finding("; ".join([*notes, message.format(*parts)]), hint=hint.format(", ".join(known))))


class QueryReader:
    """Reads queries with the lexicon of one base."""

    def __init__(self, connection: sqlite3.Connection, games: dict[str, str], correct: Corrector | None = None) -> None:
        self.connection, self.games, self.correct = connection, games, correct
        self._frames: Frames | None = None

    def read(
        self,
        raw: str,
        game: str | None = None,
        synonyms: bool = True,
        all_games: bool = False,
        plainly: bool = False,
        named_first: bool = False,
    ) -> Query:
        """Understand ``raw``. Raises :class:`QueryError` for what cannot be understood.

        The search is kept to ``game``; without it to the games that ``raw`` names, unless ``all_games``. With
        ``named_first`` those that it names are kept to in the place of ``game``.
        ``plainly`` reads phrases, ``word*`` and ``word~`` as plain words and passes over ``-word``.
        """
        if len(raw) > query_limits.LONGEST_QUERY:
            raise _refused("too long")
        query = Query(raw)
        parts = self._pieces(raw, query, plainly)
        words, whole = (self._kept(each, query) for each in (self._without_asides(parts), [*chain(*parts)]))
        self._words(words, query, synonyms)
        if not query.terms and len(words) < len(whole):  # what is left names a game and nothing else
            self._words(whole, query, synonyms)
        if query.has_operators:
            query.terms = query.limited(list(dict.fromkeys(query.terms)), query_limits.MOST_BESIDE, "beside")
            query.near = query.near[: query_limits.MOST_BESIDE]
        wanted = self.game_named(game) if game else ""
        if named_first and not all_games and ("game" in query.filters or {*query.games} - {wanted}):
            wanted = ""
        query.chosen = bool(wanted) or "game" in query.filters
        if wanted:
            query.only = [wanted]
        elif not (query.chosen or all_games):
            query.only = list(dict.fromkeys(query.games))
        if not (query.terms or query.phrases or query.prefixes or query.fuzzy or query.filters):
            if query.only or query.games:
                query.filters["game"] = query.only or list(query.games)
            else:
                raise _refused("no words" if raw.strip() else "empty", notes=query.notes)
        return query

    def parts(self, raw: str) -> list[tuple[str, str]]:
        """The parts of a text that asks several questions, each as it is typed and as it is searched.

        Empty where it is not clear that it does, or a part names nothing of the games. What a part says of "it" is
        searched of what the first part names first, and so is a part that names nothing; one that only asks how many is
        searched for nothing.
        """
        if "?" not in raw.rstrip("? ") and _JOINING.isdisjoint(raw.lower().split()):
            return []
        from kb.search import parts

        found: list[tuple[str, str]] = []
        subject = ""
        for text in parts.split(raw):
            words = tokens(text)
            known = self._all_known(words)
            stems = [known.get(word, word) for word in words]
            same = self._runs(ngrams(stems), "same")
            meant = [same.get(stem, stem) for stem in stems]
            about = [*ngrams(stems), *ngrams(replace_runs(stems, same))]
            names, rules = (self._runs(about, kind) for kind in ("name", "rule"))
            own = next((word for word, *terms in zip(words, stems, meant, strict=True) if {*terms} & {*names}), "")
            refers = parts.refers(text)
            searched = text if own or rules or (refers and subject) else ""
            if refers and subject:
                searched = parts.about(searched, subject)
            elif searched and subject and not own:
                searched = f"{text} {subject}"
            if not searched and not (found and parts.asks_how_many(text)):
                return []
            found.append((text, searched))
            subject = subject or own
        return found if len(found) > 1 and found[0][1] else []

    def _pieces(self, raw: str, query: Query, plainly: bool) -> list[list[str]]:
        """Read the operators of a query, each different one once, and give its plain words, cut at punctuation."""
        parts: list[list[str]] = [[]]
        operators: dict[str, dict[str, None]] = {}
        for piece in _pieces(raw):
            kind = _operator(piece)
            if not kind:
                parts[-1] += tokens(piece)
            elif kind == "filter" or not plainly:
                operators.setdefault(kind, {})[piece] = None
            elif kind != "excluded":
                parts[-1] += tokens(piece[1:].partition('"')[0] if kind == "phrase" else piece)
            if piece[-1] in PART_ENDS and parts[-1]:
                parts.append([])
        for kind, pieces in operators.items():
            for piece in query.limited(list(pieces), query_limits.MOST[kind], kind):
                self._read_operator(kind, piece, query)
        return [part for part in parts if part]

    @staticmethod
    def _kept(words: list[str], query: Query) -> list[str]:
        """Of the plain words as many as are searched for."""
        short = [word for word in words if len(word) <= query_limits.LONGEST_WORD]
        if len(short) < len(words):
            query.note("long")
        different = list(dict.fromkeys(short))[query_limits.MOST_DIFFERENT :]
        most = min(short.index(different[0]) if different else len(short), query_limits.MOST_WORDS)
        return query.limited(short, most, "words")

    def _without_asides(self, parts: list[list[str]]) -> list[str]:
        """The words of a question, cut at punctuation, without the parts at its ends that are about nothing.

        A part is about something if it names a game, a unit or a place, or has a word of the rules or of what is no
        rule, or begins as a clause does; behind the first also if it has a word near to these, or none that is known.
        Asides are left out only where another part has a word of the rules.
        """
        begin, end = 0, len(parts)
        words = [*chain(*parts)]
        if 1 < end <= query_limits.MOST_PARTS and len(words) <= query_limits.MOST_WORDS:
            known = self._all_known(words)
            strange = [word for word in dict.fromkeys(words) if word not in known]
            known.update((word, self._stem_meant(word)) for word in strange[: query_limits.MOST_CORRECTIONS])
            stems = [[known.get(word, word) for word in part] for part in parts]
            same = self._runs([run for part in stems for run in ngrams(part)], "same")
            runs = [{*ngrams(part), *ngrams(replace_runs(part, same))} for part in stems]
            sql = f"select run, kind from runs where kind in ({_ABOUT}) and run in ({{}})"
            kinds: dict[str, set[str]] = {}
            for run, kind in rows_of(self.connection, sql, set().union(*runs)):
                kinds.setdefault(run, set()).add(kind)
            near, asking = (
                self._runs([*set().union(*runs[1:])], "near"),
                self._runs([part[0] for part in stems], "asking"),
            )
            about = [set[str]().union(*(kinds[run] for run in part if run in kinds)) for part in runs]
            if any(part & {"rule", "name"} for part in about):
                kept = [
                    number
                    for number, part in enumerate(runs)
                    if about[number]
                    or stems[number][0] in asking
                    or (number and (not part.isdisjoint(near) or set(parts[number]) <= {*strange}))
                ]
                begin, end = kept[0], kept[-1] + 1
        return [*chain(*parts[begin:end])]

    def _stem_meant(self, word: str) -> str:
        """The stem of the word that a long unknown one is a misspelling of; the word itself where it is none."""
        meant = self.correct(word) if self.correct and len(word) >= query_limits.SHORTEST_MEANT else ""
        return self._known([meant]).get(meant, word) if meant else word

    def _read_operator(self, kind: str, piece: str, query: Query) -> None:
        if kind == "filter":
            self._filter(piece, query)
        elif kind == "phrase":
            self._phrase(piece, query)
        elif kind == "excluded":
            query.excluded += self._terms(
                query.limited(tokens(piece[1:]), query_limits.LONGEST_EXCLUDED, "excluded words")
            )
        else:
            typed = piece.strip(PUNCTUATION)
            word = typed[:-1].lower()
            if kind == "prefix" and len(word) < query_limits.SHORTEST_PREFIX:
                raise _refused("short prefix", typed)
            if len(word) > query_limits.LONGEST_WORD:
                query.note("long")
            else:
                (query.prefixes if kind == "prefix" else query.fuzzy).append(word)

    def _phrase(self, piece: str, query: Query) -> None:
        """Read ``"words of a phrase"`` or ``"words"~5``; words stand next to each other if no distance is typed."""
        inner, _, tail = piece[1:].partition('"')
        typed = tail[1:] if tail[:1] == "~" and len(tail) < 4 else ""
        slop = max(1, int(typed)) if typed.isascii() and typed.isdigit() else 1
        if slop > query_limits.WIDEST_SLOP:
            query.note("slop")
        terms = self._terms(query.limited(tokens(inner), query_limits.LONGEST_PHRASE, "phrase words"))
        if terms:
            query.phrases.append((terms, min(slop, query_limits.WIDEST_SLOP)))

    def _filter(self, piece: str, query: Query) -> None:
        name, _, value = piece.partition(":")
        field, value = name.lower(), value.strip('"').lower().encode("utf-8", "replace").decode()
        if field == "section" and "/" not in value:
            named = list(dict.fromkeys(tokens(value)))
            value = " ".join(query.limited(named, query_limits.LONGEST_SECTION, "section words"))
        query.filters.setdefault(field, []).append(self._value(field, value))

    def _value(self, field: str, value: str) -> str:
        """A filter's value as the base has it. Raises :class:`QueryError` for one that nothing has."""
        if field == "game":
            return self.game_named(value)
        known = values(self.connection, field)
        if known is not None and value not in known:
            raise _refused("value", field, value, known=known)
        return value

    def game_named(self, value: str) -> str:
        """The game a person means. Raises :class:`QueryError`."""
        name = value.lower()
        for game, prefix in self.games.items():
            if name in (game, prefix):
                return game
        named = self._runs([" ".join(self._stems(tokens(name)))], "edition")
        if named:
            return next(iter(named.values()))
        raise _refused("game", value, known=self.games)

    # -- words to terms ------------------------------------------------------------------------

    def _stems(self, words: list[str]) -> list[str]:
        known = self._known(words)
        return [known.get(word, word) for word in words]

    def _known(self, words: list[str]) -> dict[str, str]:
        found = rows_of(self.connection, "select form, stem from forms where form in ({})", words)
        known = {row[0]: row[1] for row in found}
        known.update({word: word for word in words if word.isdecimal()})
        return known

    def _all_known(self, words: list[str]) -> dict[str, str]:
        """The stems of those words that are known, or only a rarer form of a known one."""
        known = self._known(words)
        if len(known) < len(set(words)):
            known.update(self._known_by_stem([word for word in words if word not in known]))
        return known

    def _known_by_stem(self, words: list[str]) -> dict[str, str]:
        """The words that are only a rarer form of a known one, with their stem."""
        from kb.search.stems import stem

        stems = {word: stem(word) for word in words}
        found = rows_of(self.connection, "select distinct stem from forms where stem in ({})", stems.values())
        known_stems = {row[0] for row in found}
        return {word: stemmed for word, stemmed in stems.items() if stemmed in known_stems}

    def _runs(self, runs: list[str], kind: str) -> dict[str, str]:
        rows = rows_of(self.connection, f"select run, term from runs where kind = '{kind}' and run in ({{}})", runs)
        return {row[0]: row[1] for row in rows}

    def terms_of(self, texts: Sequence[str]) -> list[list[str]]:
        """Of each text the terms under which its words are found, without those that count little."""
        words = [[*tokens(text), _BETWEEN] for text in texts]
        known = self._known([*chain(*words)])
        stems = [[known.get(word, word) for word in some] for some in words]
        runs = ngrams([*chain(*stems)])
        same, faint, modal = (self._runs(runs, kind) for kind in ("same", "faint", "modal"))
        little = {_BETWEEN, *faint, *modal, *(same[run] for run in faint if run in same)}
        return [[term for term in replace_runs(some, same) if term not in little] for some in stems]

    def _terms(self, words: list[str]) -> list[str]:
        stems = self._stems(words)
        return replace_runs(stems, self._runs(ngrams(stems), "same")) if stems else []

    def _words(self, words: list[str], query: Query, synonyms: bool) -> None:
        if not words:
            return
        known = self._all_known(words)
        unknown = [word for word in dict.fromkeys(words) if word not in known]
        words = self._framed().without(words, known)
        query.unknown = [word for word in unknown if word in words]
        for word in query.limited(query.unknown, query_limits.MOST_CORRECTIONS, "corrections") if self.correct else ():
            meant = self.correct(word)  # type: ignore[misc]
            if meant:
                query.corrected[word] = meant
                known.update(self._known([meant]))
        stems = [known.get(word, word) for word in (query.corrected.get(word, word) for word in words)]
        texts: dict[str, dict[str, str]] = {kind: {} for kind in RUN_KINDS}
        sql = "select run, kind, term from runs where kind not in ('near', 'told', 'name', 'frame', 'rule', 'asking') and run in ({})"
        for run, kind, term in rows_of(self.connection, sql, ngrams(stems)):
            texts[kind][run] = term
        same, named, absent = texts["same"], texts["edition"], texts["absent"]
        faint, turning, articles = (
            {*texts[kind], *(same[run] for run in texts[kind] if run in same)}
            for kind in ("faint", "turning", "article")
        )
        query.faint = {*faint, MODAL} if texts["modal"] else faint
        if named or absent:
            folded = replace_runs(stems, {run: "\0" + run.replace(" ", "\0") for run in (*named, *absent)})
            runs = [term[1:].replace("\0", " ") for term in folded if term[:1] == "\0"]
            query.games = [named[run] for run in runs if run in named]
            query.absent = list(dict.fromkeys(absent[run] for run in runs if run in absent))
            stems = [term for term in folded if term[:1] != "\0"]
        stems = self._framed().inside(stems)
        inside = {*ngrams(stems)}
        query.wants, query.senses = (
            {term for run, term in texts[kind].items() if run in inside} for kind in ("want", "sense")
        )
        query.terms = [MODAL if term in texts["modal"] else term for term in replace_runs(stems, same)]
        query.pairs = pairs(query.terms, turning, query.faint)
        if synonyms and stems:
            self._near(query, articles)

    def _framed(self) -> Frames:
        if self._frames is None:
            rows = self.connection.execute("select run, term from runs where kind = 'frame'")
            self._frames = Frames(dict(rows.fetchall()))
        return self._frames

    def _near(self, query: Query, articles: set[str]) -> None:
        """Look for what the lexicon has near the terms as well, and remember how to tell the reader.

        Of runs that lie one inside the other only the longest counts: "big guns" are not "guns". Articles
        may stand inside a run; the terms as they stand come last, for the few runs that begin with one.
        """
        sql = "select run, kind, term from runs where kind in ('near', 'told') and run in ({})"
        found: dict[str, dict[str, str]] = {}
        terms = without_articles(query.terms, articles)
        ways, runs = [terms], ngrams(terms)
        if len(terms) < len(query.terms):
            ways.append(query.terms)
            runs += ngrams(query.terms, 2)
        for run, kind, term in rows_of(self.connection, sql, runs):
            found.setdefault(run, {})[kind] = term
        seen = set(query.terms)
        for run in dict.fromkeys(run for way in ways for run in longest_runs(way, found)):
            fresh = [term for term in found[run]["near"].split() if term not in seen]
            seen.update(fresh)
            query.near += fresh
            if fresh and "told" in found[run]:
                query.expanded.append(found[run]["told"])


# -- filters

_LINKED = "select r.position from ruling_{0}s l join rulings r on r.id = l.ruling where l.{0} in ({{}})"
#: the positions of the rulings that have one of some values in a field
_BY_VALUE = {
    "game": "select position from rulings where game in ({})",
    "kind": "select position from rulings where kind in ({})",
    "document": "select position from rulings where document in ({})",
    "verdict": "select position from rulings where verdict_kind in ({})",
    "depends": _LINKED.format("option"),
    "standing": "select position from rulings where standing in ({})",
    "section": _LINKED.format("section"),
}


def values(connection: sqlite3.Connection, field: str) -> list[str] | None:
    """The few values that a filter takes; nothing of one that takes others."""
    if field == "standing":
        from kb.base.standing import STANDINGS  # few searches are filtered

        return sorted(STANDINGS)
    return [row[0] for row in connection.execute(VALUES[field])] if field in VALUES else None


def passing(connection: sqlite3.Connection, filters: dict[str, list[str]]) -> set[int]:
    """The positions of the rulings that have, in every field, one of its values. There is at least one field."""
    return set.intersection(*(_having(connection, field, values) for field, values in filters.items()))


def _having(connection: sqlite3.Connection, field: str, values: list[str]) -> set[int]:
    whole = [value for value in values if field != "section" or "/" in value]
    found = _positions(connection, field, whole)
    if len(whole) < len(values):
        titles = [(row[0], tokens(row[1])) for row in connection.execute("select id, title from sections")]
        found.update(*(_of_titles(connection, titles, value) for value in values if value not in whole))
    return found


def _positions(connection: sqlite3.Connection, field: str, values: list[str]) -> set[int]:
    return {row[0] for row in rows_of(connection, _BY_VALUE[field], values)}


def _of_titles(connection: sqlite3.Connection, titles: list[tuple[str, list[str]]], words: str) -> set[int]:
    """The rulings whose sections have all of some words in their titles, together."""
    having = [[section for section, title in titles if word in title] for word in tokens(words)]
    return set.intersection(*(_positions(connection, "section", sections) for sections in having)) if having else set()
