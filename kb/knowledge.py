"""The knowledge base as a library: open it, search it, ask for a ruling by its id.

Reading only. Everything a command prints or a page shows comes through here.
"""

from __future__ import annotations

import sqlite3
from itertools import chain

from kb.base.errors import DamagedBuild, Finding, KBError, NotFound, QueryError
from kb.search.answer import SURE, AnswerJudge, AnswerState
from kb.search.lookup import rulings_at
from kb.search.query import Query, QueryReader, passing
from kb.search.rank import Ranker
from kb.search.results import Hit, Results
from kb.search.state import ANSWERED, NEAREST, NONE, OTHER_GAME, RULE
from kb.store import lookup, read
from kb.text.search import UNSURE, WHY_NAMES, why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from kb.search.suggest import Speller
    from kb.search.whoosh_search import WhooshSearcher

    #: (position, score) of rulings, best first
    Ranked = list[tuple[int, float]]
    #: the steps of a search: gives the queries that are for Whoosh and takes what they match, ``None`` if that is late
    SearchSteps = Generator[Query, Ranked | None, "Results"]

DEFAULT_LIMIT = 10
#: how many rulings are found at least, and judged at most: what is decided does not depend on how many are wanted
LEAST_FOUND = 10


def kept_to(query: str, standing: str) -> str:
    """A query that is kept to rulings of a standing, or, where that is empty, the query."""
    return f"{query} standing:{standing}" if standing else query


class KnowledgeBase:
    """A read-only knowledge base. Make one with :func:`kb.open`.

    ``short_titles`` are what each game is called where its title is too long, by its id.

    >>> with kb.open() as base:
    ...     base.search("u-boat vs tin can", game="revised", limit=1)[0].game
    'revised'
    """

    def __init__(self, build: read.Build, connection: sqlite3.Connection) -> None:
        self.build, self.connection = build, connection
        self._whoosh: WhooshSearcher | None = None
        self._speller: Speller | None = None
        try:
            self._games, self.short_titles = lookup.game_names(connection)
        except DamagedBuild:
            connection.close()
            raise
        except sqlite3.DatabaseError:
            connection.close()
            raise DamagedBuild(
                Finding("the base is not one of this program's", build.built, 0, "run 'kb build'")
            ) from None
        self._ranker = Ranker(connection)
        self._reader = QueryReader(connection, self._games, self._correct)
        self._judge = AnswerJudge(connection, self._ranker.things)

    @classmethod
    def open(cls, built: str | None = None) -> KnowledgeBase:
        """Open the build in ``built``. Raises :class:`NoBuild` or :class:`DamagedBuild`.

        What is read is verified first, so later calls raise :class:`DamagedBuild`, too.
        """
        build = read.find(built)
        return cls(build, read.connect(build))

    def close(self) -> None:
        """Close the base and, if it was used, the index."""
        self.connection.close()
        if self._whoosh is not None:
            self._whoosh.close()

    def __enter__(self) -> KnowledgeBase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- searching -----------------------------------------------------------------------------

    def search(
        self,
        query: str,
        game: str | None = None,
        limit: int = DEFAULT_LIMIT,
        synonyms: bool = True,
        all_games: bool = False,
        named_first: bool = False,
    ) -> Results:
        """The rulings that answer ``query``, best first, at most ``limit``.

        ``query`` is a question in anybody's words; or with quotes, ``word*``, ``word~``, ``-word``,
        ``"two words"~5`` and filters such as ``kind:erratum section:submarines``; or an id.
        ``game`` keeps to one game; without it, a game that ``query`` names does so, unless ``all_games``;
        ``named_first``: such a game, or that of a ruling whose id ``query`` is, also in the place of ``game``.
        The results' ``state`` says what is known: of ``other-game`` they are of other games, of ``none`` there are
        none; ``rules`` are what rules and printed values say. A filter ``game:...`` in ``query`` never gives another
        game's.
        Raises :class:`QueryError` for what cannot be understood.

        >>> with kb.open() as base:
        ...     base.search("may I move a gun on the turn I captured it", game="revised")[0].id
        'rev-mov-1'
        """
        searching = self.search_steps(query, game, limit, synonyms, all_games, named_first)
        try:
            asked = next(searching)
            while True:
                asked = searching.send(self.matches(asked))
        except StopIteration as end:
            found: Results = end.value
            return found

    def search_steps(
        self,
        query: str,
        game: str | None = None,
        limit: int = DEFAULT_LIMIT,
        synonyms: bool = True,
        all_games: bool = False,
        named_first: bool = False,
    ) -> SearchSteps:
        """The steps of :meth:`search`, for those who ask :meth:`matches` in another thread.

        It gives each query that only Whoosh can answer and is sent what :meth:`matches` says of it; or ``None``
        if that took too long, and then the plain words are searched, which the results' notes tell.
        """
        exact = lookup.ruling(self.connection, query)
        if exact is not None:
            return self._exact(exact, Query(query), None if named_first else game)
        understood = self._reader.read(query, game, synonyms, all_games, named_first=named_first)
        matched = (yield understood) if understood.for_whoosh else None
        if matched is not None:
            ranked, answer = self._of_games_asked(self._named_first(matched, understood), understood)
        else:
            if understood.for_whoosh:
                understood = self._reader.read(query, game, synonyms, all_games, True, named_first)
                understood.note("late")
            ranked, answer = self._ranked(understood, limit)
        found = self._results(ranked[: max(limit, WHY_NAMES)], understood, answer)
        if not (understood.for_whoosh or understood.filters):
            found.parts = self._parts(found, synonyms)
        del found[max(0, limit) :]
        if not found and understood.phrases and '"' in query:
            unquoted = " ".join(query.replace('"', " ").split())
            found = yield from self.search_steps(unquoted, game, limit, synonyms, all_games, named_first)
            found.query.read_as = unquoted
        return found

    def _parts(self, whole: Results, synonyms: bool) -> list[Results]:
        """What is known of each part of a question of several: the ruling or statement that surely answers it.

        It is the first of the whole wherever that is among the best for the part. Empty where nothing is to be said
        beside the whole: its first answers every part, or neither it nor anything else surely answers one.
        """
        found, open_parts, others = [], 0, 0
        for typed, searched in self._reader.parts(whole.query.raw):
            query = self._reader.read(searched, None, synonyms, all_games=True) if searched else Query(typed)
            query.raw, query.only, query.chosen = typed, whole.query.only, whole.query.chosen
            ranked, answer = self._ranked(query, LEAST_FOUND) if query.terms else ([], AnswerState(NEAREST))
            part = self._results(ranked, query, answer)
            sure = answer.probability >= SURE and answer.state in (ANSWERED, OTHER_GAME, RULE)
            of_whole = whole.answers and whole[0].id in [hit.id for hit in part[: 1 if sure else None]]
            same_rule = whole.state == RULE and part.rules and whole.rules[0].subject == part.rules[0].subject
            by_rule = same_rule or (sure and answer.state == RULE)
            part[:] = [] if by_rule else whole[:1] if of_whole else part[:1] if sure else []
            answer.statements = [each for each in part.rules if by_rule and each.subject == part.rules[0].subject]
            open_parts += not (part or part.rules)
            others += bool(part or part.rules) and not (of_whole or same_rule)
            found.append(part)
        return found if others or (open_parts and (whole.answers or whole.state == RULE)) else []

    def _exact(self, ruling: sqlite3.Row, query: Query, game: str | None) -> Results:
        """The ruling of an id; nothing if it is of another game than the one asked for, but whose it is."""
        if game is not None:
            query.only, query.chosen = [self.game_named(game)], True
        if query.only and ruling["game"] not in query.only:
            return self._results([], query, AnswerState(OTHER_GAME), [(ruling["id"], ruling["game"])])
        return self._results([(ruling["position"], 0.0)], query, AnswerState())

    def telling_terms(self, text: str) -> list[str]:
        """The terms under which the words of a text are found, without those that count little."""
        read = self._reader.read(text, all_games=True)
        return [term for term in read.terms if term not in read.faint]

    def terms_of_titles(self, titles: Mapping[str, str]) -> dict[str, list[str]]:
        """The same of each of some titles, the most telling first; all are read in a few statements."""
        read = self._reader.terms_of(list(titles.values()))
        weights = self._ranker.things.weights([*chain(*read)])
        pairs = zip(titles, read, strict=True)
        return {key: sorted(terms, key=lambda term: -weights[term]) for key, terms in pairs}

    def fits(self, text: str, positions: Iterable[int]) -> dict[int, float]:
        """How well the rulings at some positions fit the words of a text, by position: the scores of a search, without
        judging what they are worth."""
        scores = self._ranker.scores(self._reader.read(text, all_games=True))
        return {position: scores.of(position) for position in positions}

    def matches(self, query: Query, seconds: float = 0) -> Ranked:
        """What Whoosh finds for a query.

        One thread at a time may call it, any thread. Raises :class:`TimeoutError` after ``seconds`` of processor time,
        unless 0.
        """
        return self.open_whoosh().search(query, seconds=seconds)

    def _named_first(self, ranked: Ranked, query: Query) -> Ranked:
        """The rulings in the same order, but those of the games that a query names before all others."""
        named = passing(self.connection, {"game": query.games}) if query.games else ()
        return sorted(ranked, key=lambda pair: pair[0] not in named)

    def _of_games_asked(self, ranked: Ranked, query: Query) -> tuple[Ranked, AnswerState]:
        """Of all that was found, what is of the games asked for; if they have nothing, the rest."""
        if not query.only:
            return ranked, AnswerState(ANSWERED if ranked else NEAREST)
        requested = passing(self.connection, {"game": query.only})
        own = [pair for pair in ranked if pair[0] in requested]
        if own or "game" in query.filters:
            return own, AnswerState(ANSWERED if own else NEAREST)
        return ranked, AnswerState(OTHER_GAME if ranked else NEAREST)

    def _ranked(self, query: Query, limit: int) -> tuple[Ranked, AnswerState]:
        """The best rulings by the words, at most ``limit``, or without words all that pass the filters, in order."""
        if not query.terms:
            passed = passing(self.connection, query.filters) if query.filters else ()
            listed = [(position, float(len(query.filters))) for position in sorted(passed)]
            return self._of_games_asked(self._named_first(listed, query), query)
        filters = dict(query.filters)
        games = filters.pop("game", None)
        if query.only:
            games = [game for game in query.only if games is None or game in games]
        allowed = passing(self.connection, filters) if filters else None
        scores, many = self._ranker.scores(query), max(LEAST_FOUND, limit)
        own = self._ranker.best(scores, many, games, allowed)
        others: Ranked = []
        if games is not None and "game" not in query.filters:
            others = self._ranker.best(scores, many, [game for game in self._games if game not in games], allowed)
        answer = self._judge.judge(query, games or (), own[:LEAST_FOUND], others[:LEAST_FOUND])
        first = own[:1] if answer.likely else []
        return {OTHER_GAME: first + others, NEAREST: own or others, NONE: []}.get(answer.state, own), answer

    def _results(
        self, ranked: Ranked, query: Query, answer: AnswerState, kept_out: Sequence[tuple[str, str]] = ()
    ) -> Results:
        """The hits with all that is told of them; ``kept_out`` are id and game of rulings that are told of instead."""
        by_position = rulings_at(self.connection, [position for position, _ in ranked])
        hits = [Hit(by_position[position], round(score, 3), query) for position, score in ranked]
        if hits:
            hits[0].answered_by(lambda: self._judge.word(query, hits[0].position, answer))
        says = answer.statements[0].says if answer.statements else ""
        found = [(hit.id, hit.game) for hit in hits] or kept_out
        state = UNSURE[answer.state] if answer.likely else answer.state
        reason = why(state, found, says, query.only, query.absent, query.wants, self.short_titles, answer.played)
        return Results(hits, query, answer, reason)

    def differing(self, found: Results) -> list[dict[str, Any]]:
        """What other games answer otherwise than the first ruling found, where no game was asked: on the topic that the
        question is about, rows of :func:`kb.store.lookup.elsewhere`."""
        if found.query.only or not found.may_answer:
            return []
        rows = lookup.elsewhere(self.connection, found[0].id)
        differing = [row for row in rows if "different" in (row["comparison"], row["said"])]
        if not differing:
            return []
        from kb.search.evidence import telling_terms, topic_of

        titles = {row["topic"]: row["title"] for row in rows}
        own = {topic: titles[topic] for topic in lookup.topics_of(self.connection, found[0].id)}
        about = topic_of(self.terms_of_titles(own), telling_terms(found.query))
        return [row for row in differing if row["topic"] == about]

    def similar(self, ruling_id: str, limit: int = 5) -> Results:
        """The rulings most like one, by their words. Raises :class:`NotFound`."""
        row = self._row(ruling_id)
        found = self.open_whoosh().similar(row["position"], limit + 1)
        return self._results(
            [pair for pair in found if pair[0] != row["position"]][:limit], Query(ruling_id), AnswerState()
        )

    def open_whoosh(self) -> WhooshSearcher:
        """The Whoosh index, verified and opened once. Raises :class:`DamagedBuild`."""
        if self._whoosh is None:
            from kb.search.whoosh_search import WhooshSearcher

            self._whoosh = WhooshSearcher(self.build.verified(read.INDEX))
        return self._whoosh

    def _correct(self, word: str) -> str:
        from kb.search.suggest import Speller, frequencies, worth_correcting

        if not worth_correcting(word):
            return ""
        if self._speller is None:
            self._speller = Speller(frequencies(self.connection))
        return self._speller.correction(word)

    # -- looking up ----------------------------------------------------------------------------

    def by_id(self, text: str) -> sqlite3.Row | None:
        """The row of the ruling whose id ``text`` is, as :func:`kb.store.lookup.id_of` reads it; or ``None``."""
        return lookup.ruling(self.connection, text)

    def _row(self, ruling_id: str) -> sqlite3.Row:
        row = lookup.ruling(self.connection, ruling_id)
        if row is None:
            raise NotFound(self.missing(ruling_id))
        return row

    def missing(self, ruling_id: str) -> Finding:
        """What to say of an id that is no ruling's: withdrawn, when and why, or near misses."""
        gone = lookup.retired(self.connection, ruling_id)
        if gone is not None:
            after = f"see {gone['successor']}" if gone["successor"] else "it has no successor"
            return Finding(f"{gone['id']} was withdrawn on {gone['on']} because {gone['reason']}", hint=after)
        import difflib

        near = difflib.get_close_matches(lookup.hyphenated(ruling_id), self.ids(), n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else "search for its words instead"
        return Finding(f"there is no ruling '{ruling_id.strip()[:60]}'", hint=hint)

    def looks_like_id(self, text: str) -> bool:
        """Whether a word has the shape of an id of one of the games, whether or not it is one."""
        prefix, _, rest = lookup.hyphenated(text).partition("-")
        return prefix in self._games.values() and "-" in rest and rest.partition("-")[2][:1].isdigit()

    def ids(self) -> list[str]:
        """Every ruling's id, in reading order."""
        return lookup.ruling_ids(self.connection)

    def games(self) -> list[str]:
        """The games, in order."""
        return list(self._games)

    def game_named(self, name: str) -> str:
        """The game a person means by ``name``. Raises :class:`QueryError`, with the game that was probably meant."""
        try:
            return self._reader.game_named(name)
        except QueryError as error:
            import difflib

            near = difflib.get_close_matches(name.lower()[:40], self._games, n=1)
            if not near:
                raise
            raise QueryError(Finding(error.findings[0].message, hint=f"did you mean {near[0]}?")) from None

    def ruling(self, ruling_id: str) -> dict[str, Any]:
        """Everything known of one ruling, as a dictionary of plain values (see ``docs/data.md``).

        The id may be in any case. Raises :class:`NotFound`, with near misses or with the day and
        the reason of a withdrawn id.

        >>> with kb.open() as base:
        ...     base.ruling("REV-SUB-2")["verdict_kind"]
        'yes'
        """
        from kb.store.record import record

        return record(self.connection, self._row(ruling_id))

    def rulings(self, game: str | None = None) -> Iterator[dict[str, Any]]:
        """Every ruling in reading order, as :meth:`ruling` gives it; ``game`` keeps to one game."""
        from kb.store.record import record

        wanted = self.game_named(game) if game else None
        for row in lookup.ruling_rows(self.connection):
            if wanted is None or row["game"] == wanted:
                yield record(self.connection, row)


__all__ = ["Hit", "KBError", "KnowledgeBase", "QueryError", "Results"]
