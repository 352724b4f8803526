"""Parses queries: words, names of games, filters, phrases, wildcards, corrections.

The rankers get only terms. Words are looked up in the base's lexicon tables, so nothing is loaded that a query does
not need.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from itertools import chain

from kb.base.errors import Finding, QueryError
from kb.search import frame, mentions, query_limits
from kb.search.known_words import Words
from kb.words.tokens import LONGEST_WORD, longest_runs, names_among, replace_runs, tokens, without_articles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    #: word -> the word it was probably meant to be, or the empty string
    Corrector = Callable[[str], str]

FIELDS = ("game", "kind", "document", "section", "verdict", "depends", "standing")
#: the filters that take one of few values, and where these are
VALUES = {
    "kind": "select distinct kind from rulings order by 1",
    "verdict": "select distinct verdict_kind from rulings order by 1",
    "document": "select id from documents order by rowid",
    "depends": "select id from options order by rowid",
    "standing": "select distinct standing from rulings order by 1",
}
#: the term for every modal verb of a question
MODAL = "can"
_EXAMPLE = "type a question, for example: can a sub submerge before it is hit"
#: the kinds of runs that make a part of a query relevant
_ABOUT = frozenset(("rule", "name", "edition", "absent", "want"))
#: the ends of a part of a question
PART_ENDS = ".,;:!?-–—"
#: the characters that may surround a word
PUNCTUATION = ".,;!?()[]"


class Query:
    """A query as it was parsed.

    Words: ``terms`` are index terms, ``near`` related terms that are searched as well, ``faint`` the terms of low
    weight, ``corrected`` maps words to their corrections, ``unknown`` are words that no ruling, way to ask or lexicon
    entry has, ``wants`` the kinds of subject other than rules (advice, chance, components), ``values`` the subjects of
    values that it asks for by name, ``beside_values`` the number of its other terms of rules, ``named`` that of the
    spaces and units that it names, ``things`` maps its runs of terms to the ids of units and rules that some games
    lack.

    Games: ``games`` are those it names, ``printing`` the printing that it names, ``absent`` the titles of games it
    names that the database does not have, ``nearest`` the game with the most similar rules, ``only`` the games to which
    the search is limited (empty: all), ``chosen`` whether the caller chose them, ``passed_over`` the game that the
    caller chose if the query names others, ``mentioned`` the games, and titles of absent ones, that it names but does
    not ask about.

    Operators: ``filters`` field -> values, ``phrases`` (terms, slop), ``prefixes`` and ``fuzzy`` plain words,
    ``excluded`` terms. ``shortened`` is whether a part of a long query was left out (:mod:`kb.search.query_limits`),
    ``unquoted`` whether the quotes were, because no ruling has the words together.
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.terms: list[str] = []
        self.near: list[str] = []
        self.faint: set[str] = set()
        self.games: list[str] = []
        self.absent: list[str] = []
        self.nearest = ""
        self.printing = ""
        self.only: list[str] = []
        self.chosen = False
        self.passed_over = ""
        self.mentioned: list[str] = []
        self.filters: dict[str, list[str]] = {}
        self.phrases: list[tuple[list[str], int]] = []
        self.prefixes: list[str] = []
        self.fuzzy: list[str] = []
        self.excluded: list[str] = []
        self.corrected: dict[str, str] = {}
        self.unknown: list[str] = []
        self.wants: set[str] = set()
        self.values: list[str] = []
        self.beside_values = self.named = 0
        self.things: dict[str, str] = {}
        self.shortened = self.unquoted = False

    def limited(self, values: list[str], most: int) -> list[str]:
        """Return the first ``most`` of some words or operators; set ``shortened`` if that leaves some out."""
        self.shortened = self.shortened or len(values) > most
        return values[:most]

    @property
    def telling(self) -> list[str]:
        """The distinct terms that are not of low weight, in order."""
        return [term for term in dict.fromkeys(self.terms) if term not in self.faint]

    @property
    def requires(self) -> bool:
        """Whether a ruling must match an operator, or the query is without plain words."""
        return bool(self.phrases or self.prefixes or self.fuzzy or not self.terms)

    @property
    def for_whoosh(self) -> bool:
        """Whether Whoosh selects the rulings: by operators, or by filters other than the game."""
        return self.requires or bool(self.excluded) or not self.filters.keys() <= {"game"}


def _pieces(raw: str) -> list[str]:
    """Split a query at spaces outside quotes; a quote that is never closed is an ordinary character."""
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
    """Return the kind of operator of a piece of a query; empty for plain words."""
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


def _error(message: str, hint: str) -> QueryError:
    """Return the error of a query that cannot be parsed."""
    return QueryError(Finding(message, hint=hint))


class QueryReader:
    """Reads queries with the lexicon of one base. ``games`` maps the id of each game to the prefix of its rulings.
    ``correct`` returns the known word that a misspelt one stands for, or an empty string."""

    def __init__(self, connection: sqlite3.Connection, games: dict[str, str], correct: Corrector | None = None) -> None:
        self.connection, self.games, self.correct = connection, games, correct
        self.words = Words(connection)

    def read(
        self,
        raw: str,
        game: str | None = None,
        all_games: bool = False,
    ) -> Query:
        """Parse a query. Raises :class:`QueryError` for one that cannot be parsed.

        The search is limited to the games that ``raw`` names; if it names none, to ``game``. With ``all_games`` the
        games that it names do not limit the search. A filter ``game:`` comes before both.
        """
        if len(raw) > query_limits.LONGEST_QUERY:
            raise _error(
                f"the query is longer than {query_limits.LONGEST_QUERY:,} characters", "ask a shorter question"
            )
        query = Query(raw)
        parts = self._pieces(raw, query)
        words, whole = (self._kept(each, query) for each in (self._without_asides(parts), [*chain(*parts)]))
        wanted = self.game_named(game) if game else ""
        self._words(words, query, wanted)
        if not query.terms and len(words) < len(whole):  # the remaining words only name a game
            self._words(whole, query, wanted)
        self._set_aside_mentions(query, wanted)
        named = [] if all_games else [*dict.fromkeys(query.games)]
        if "game" in query.filters:
            query.chosen = True
        elif wanted and not {*named} - {wanted}:
            query.only, query.chosen = [wanted], True
        else:
            query.only, query.passed_over = named, wanted
        if not (query.terms or query.phrases or query.prefixes or query.fuzzy or query.excluded or query.filters):
            if query.only or query.games:
                query.filters["game"] = query.only or [*query.games]
            elif not query.absent:
                raise _error("the query lacks words to search for" if raw.strip() else "the query is empty", _EXAMPLE)
        return query

    def _set_aside_mentions(self, query: Query, game: str) -> None:
        """Move the games that the query only mentions to ``query.mentioned``, if it asks about others or the caller
        chose ``game``."""
        names = {*query.games, *query.absent}
        if len(names | {game} - {""}) < 2:
            return
        uses = mentions.uses(query.raw, self.words)
        most = max(uses.values(), default=mentions.ASKED)
        kept = {name for name in names if uses.get(name, most) == most}
        if game and most < mentions.ASKED:
            kept = {game}
        query.mentioned = [name for name in dict.fromkeys((*query.games, *query.absent)) if name not in kept]
        query.games = [name for name in query.games if name in kept]
        query.absent = [name for name in query.absent if name in kept]

    def _pieces(self, raw: str, query: Query) -> list[list[str]]:
        """Split the text ``raw`` of a query. Add its operators to ``query``, each once, and at most
        :data:`~kb.search.query_limits.MOST_OPERATORS`. Return the plain words in parts that end at punctuation."""
        parts: list[list[str]] = [[]]
        operators: dict[str, str] = {}
        for piece in _pieces(raw):
            kind = _operator(piece)
            if kind:
                operators[piece] = kind
            else:
                parts[-1] += tokens(piece)
            if piece[-1] in PART_ENDS and parts[-1]:
                parts.append([])
        for piece in query.limited([*operators], query_limits.MOST_OPERATORS):
            self._read_operator(operators[piece], piece, query)
        return [part for part in parts if part]

    @staticmethod
    def _kept(words: list[str], query: Query) -> list[str]:
        """Return the plain words within the limits of a query. Set ``query.shortened`` if any is dropped."""
        short = [word for word in words if len(word) <= LONGEST_WORD]
        query.shortened = query.shortened or len(short) < len(words)
        different = [*dict.fromkeys(short)][query_limits.MOST_DIFFERENT :]
        most = min(short.index(different[0]) if different else len(short), query_limits.MOST_WORDS)
        return query.limited(short, most)

    def _without_asides(self, parts: list[list[str]]) -> list[str]:
        """Return the words of a query without the ``parts`` (split at punctuation) at its ends that are not about
        rules.

        A part is about rules if it has a name of a game, unit or place, a word of a rule or words that ask for another
        subject (kind ``want``), or begins with a word such as *can*. A part after the first also counts if it has a
        word with related terms. Nothing is left out if no part has a word of a rule or a name.
        """
        words = [*chain(*parts)]
        if not (1 < len(parts) <= query_limits.MOST_PARTS and len(words) <= query_limits.MOST_WORDS):
            return words
        known = self.words.stems(words)
        for word in [each for each in dict.fromkeys(words) if each not in known][: query_limits.MOST_CORRECTIONS]:
            meant = self.correct(word) if self.correct and len(word) >= query_limits.SHORTEST_MEANT else ""
            known[word] = self.words.stems([meant]).get(meant, word)
        stems = [[known.get(word, word) for word in part] for part in parts]
        kinds = [self._kinds(of_part) for of_part in stems]
        begins = [self.words.runs(of_part[:1]).get(of_part[0], ()) for of_part in stems]
        kept = [
            number
            for number, of_part in enumerate(kinds)
            if not of_part.isdisjoint(_ABOUT) or "asking" in begins[number] or (number and "near" in of_part)
        ]
        if all(of_part.isdisjoint(("rule", "name")) for of_part in kinds):
            return words
        return [*chain(*parts[kept[0] : kept[-1] + 1])]

    def _kinds(self, stems: list[str]) -> set[str]:
        """Return the kinds of all runs among some stems, before and after synonyms are replaced."""
        replaced = replace_runs(stems, self.words.of_kind(stems, "same"))
        return {kind for each in (stems, replaced) for kinds in self.words.runs(each).values() for kind in kinds}

    def _read_operator(self, kind: str, piece: str, query: Query) -> None:
        """Add the operator ``piece`` of a kind (:func:`_operator`) to the query. Raises :class:`QueryError` if it is
        invalid."""
        if kind == "filter":
            self._filter(piece, query)
        elif kind == "phrase":
            self._phrase(piece, query)
        elif kind == "excluded":
            query.excluded += self._terms(query.limited(tokens(piece), query_limits.LONGEST_OPERATOR))
        else:
            typed = piece.strip(PUNCTUATION)
            word = typed[:-1].lower()
            if kind == "prefix" and len(word) < query_limits.SHORTEST_PREFIX:
                raise _error(
                    f"'{typed}' is too short", f"a wildcard needs at least {query_limits.SHORTEST_PREFIX} letters"
                )
            if len(word) > LONGEST_WORD:
                query.shortened = True
            else:
                (query.prefixes if kind == "prefix" else query.fuzzy).append(word)

    def _phrase(self, piece: str, query: Query) -> None:
        """Add the phrase ``piece``, ``"some words"`` or ``"words"~5``, to the query; the default distance is 1, that of
        neighbours."""
        inner, _, tail = piece[1:].partition('"')
        typed = tail[1:] if tail[:1] == "~" and len(tail) < 4 else ""
        slop = max(1, int(typed)) if typed.isascii() and typed.isdigit() else 1
        query.shortened = query.shortened or slop > query_limits.WIDEST_SLOP
        terms = self._terms(query.limited(tokens(inner), query_limits.LONGEST_OPERATOR))
        if terms:
            query.phrases.append((terms, min(slop, query_limits.WIDEST_SLOP)))

    def _filter(self, piece: str, query: Query) -> None:
        """Add the filter ``piece``, ``field:value``, to the query. Raises :class:`QueryError` for an unknown game,
        kind, verdict and the like; any section is accepted."""
        name, _, value = piece.partition(":")
        field, value = name.lower(), value.strip('"').lower().encode("utf-8", "replace").decode()
        if field == "game":
            value = self.game_named(value)
        elif field == "section" and "/" not in value:
            value = " ".join(query.limited([*dict.fromkeys(tokens(value))], query_limits.LONGEST_OPERATOR))
        elif field in VALUES:
            known = [row[0] for row in self.connection.execute(VALUES[field])]
            if value not in known:
                raise _error(f"no ruling has {field}:{value}", f"write one of: {', '.join(known)}")
        query.filters.setdefault(field, []).append(value)

    def game_named(self, value: str) -> str:
        """Return the id of a game by its id, prefix or name. Raises :class:`QueryError` for an unknown game."""
        name = value.lower()
        for game, prefix in self.games.items():
            if name in (game, prefix):
                return game
        stems = self._stems(tokens(name))
        named = self.words.runs(stems).get(" ".join(stems), {}).get("edition")
        if named:
            return named
        raise _error(f"there is no game '{value}'", f"games are: {', '.join(self.games)}")

    # -- words to terms ------------------------------------------------------------------------

    def _stems(self, words: list[str]) -> list[str]:
        """Return the stem of each word, in order; an unknown word is returned as it is."""
        known = self.words.stems(words)
        return [known.get(word, word) for word in words]

    def _terms(self, words: list[str]) -> list[str]:
        """Return the index terms of words: their stems, with synonyms replaced."""
        stems = self._stems(words)
        return replace_runs(stems, self.words.of_kind(stems, "same"))

    def _words(self, words: list[str], query: Query, game: str) -> None:
        """Set in ``query`` what the plain words contain: terms, related terms, corrections, names, values and other
        subjects. ``game`` is the game that the caller chose, or empty."""
        if not words:
            return
        known = self.words.stems(words)
        unknown = [word for word in dict.fromkeys(words) if word not in known]
        words = frame.without(words, known, self.words)
        query.unknown = [word for word in unknown if word in words]
        for word in query.limited(query.unknown, query_limits.MOST_CORRECTIONS) if self.correct else ():
            meant = self.correct(word)  # type: ignore[misc]
            if meant:
                query.corrected[word] = meant
                known.update(self.words.stems([meant]))
        stems = [known.get(word, word) for word in (query.corrected.get(word, word) for word in words)]
        runs = self.words.runs(stems)
        texts: dict[str, dict[str, str]] = {}
        for run, terms in runs.items():
            for kind, term in terms.items():
                texts.setdefault(kind, {})[run] = term
        same = texts.get("same", {})
        faint, articles = (
            {*found, *(same[run] for run in found if run in same)}
            for found in (texts.get(kind, {}) for kind in ("faint", "article"))
        )
        modals = texts.get("modal", {})
        query.faint = {*faint, MODAL} if modals else faint
        stems = self._without_names(stems, texts, query, game)
        stems = frame.inside(stems, self.words)
        wants = texts.get("want", {})
        longest = longest_runs(stems, {*wants, *texts.get("near", {})})  # "cough up" is not a cough
        query.wants = {wants[run] for run in longest if run in wants}
        query.terms = [MODAL if term in modals else term for term in replace_runs(stems, same)]
        self._near(query, articles)
        self._values(query)
        things = self.words.of_kind(query.terms, "thing")
        query.things = {run: things[run] for run in longest_runs(query.terms, things)} | texts.get("typed", {})

    @staticmethod
    def _without_names(stems: list[str], texts: dict[str, dict[str, str]], query: Query, game: str) -> list[str]:
        """Return the stems without the names of games and printings, which are recorded in the query.

        ``texts`` are the runs by kind. A printing counts if its game is named or chosen (``game``); a year also names
        its game if no game is named.
        """
        named, absent = texts.get("edition", {}), texts.get("absent", {})
        games = {*named.values(), game} - {""}
        printings = {
            run: printing.split(" ")
            for run, printing in texts.get("printing", {}).items()
            if printing.split(" ")[0] in games or (not games and not absent and run.isdecimal())
        }
        if not (named or absent or printings):
            return stems
        every = {**named, **absent, **printings}
        terms = names_among(stems, every)
        runs = [term for term, is_name in terms if is_name]
        query.absent = [*dict.fromkeys(absent[run] for run in runs if run in absent)]
        query.games = [named[run] for run in runs if run in named]
        nearest = texts.get("nearest", {})
        query.nearest = next((nearest[run] for run in runs if run in nearest), "")
        for run in runs:
            if run in printings and not (run in named or run in absent):
                of, query.printing = printings[run]
                query.games += [] if query.games or game else [of]
        return [term for term, is_name in terms if not is_name]

    def _values(self, query: Query) -> None:
        """Set the subjects of printed values that the query asks for, if it names both a value and a space or unit.

        The value that most runs of terms name comes first, ties in the order of the query.
        """
        runs = self.words.runs(query.terms)
        wanted = longest_runs(query.terms, {run for run, kinds in runs.items() if "value" in kinds})
        asked = Counter(subject for run in wanted for subject in sorted(runs[run]["value"].split(" ")))
        if not asked:
            return
        asking = {term for run in wanted for term in run.split(" ")}  # "how many infantry" does not name a unit
        every = longest_runs(query.terms, {run for run, kinds in runs.items() if "space" in kinds})
        named = [run for run in every if not asking.issuperset(run.split(" "))]
        near = [self.words.runs([term]).get(term, {}) for term in query.near]
        spaces = [runs[run]["space"] for run in named] + [
            kinds["space"] for kinds in near if {"space", "name"} <= kinds.keys()
        ]
        ids = dict.fromkeys(space for each in spaces for space in each.split(" "))
        query.values = [subject.format(space) for subject, _ in asked.most_common() for space in ids]
        said = {term for run, kinds in runs.items() if "value" in kinds or "space" in kinds for term in run.split(" ")}
        beside = {term for term in query.terms if "rule" in runs.get(term, ())} - said
        others = (not beside.isdisjoint(run.split(" ")) for run in longest_runs(query.terms, runs))
        query.beside_values, query.named = sum(others), len(spaces)

    def _near(self, query: Query, articles: set[str]) -> None:
        """Add the terms that the lexicon relates to terms of the query.

        Only the longest of nested runs counts: "big guns" are not "guns". Articles may be inside a run; the terms as
        typed come last, for the few runs that begin with an article.
        """
        terms = without_articles(query.terms, articles)
        ways = [terms] if len(terms) == len(query.terms) else [terms, query.terms]
        found = {run: kinds for way in ways for run, kinds in self.words.runs(way).items() if "near" in kinds}
        seen = {*query.terms}
        for run in dict.fromkeys(run for way in ways for run in longest_runs(way, found)):
            fresh = [term for term in found[run]["near"].split() if term not in seen]
            seen.update(fresh)
            query.near += fresh
