"""A search: from a query to the rulings and statements that answer it."""

from __future__ import annotations

from kb.base.errors import Finding, QueryError
from kb.model.standing import OFFICIAL
from kb.search import match
from kb.search.known_words import rows_of
from kb.search.match import CLOSE, NONE, WEAK
from kb.search.postings import RULINGS, STATEMENTS, Postings
from kb.search.query import Query, QueryReader
from kb.search.rank import Scores
from kb.search.results import Results, of_ruling, of_statement, only_printing
from kb.store import lookup
from kb.text.search import authority, notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    from kb.search.full_text import FullText
    from kb.search.rank import Ranked
    from kb.search.results import Result

#: the number of rulings and subjects of statements that are ranked and folded, at least, and for each result that is
#: wanted
LEAST_RANKED, RANKED = 40, 4
#: the number of subjects of statements that are folded into a ruling, at most
FOLDED = 3
#: the query for statements
_STATEMENT = (
    "select s.position, s.id, s.game, s.subject, s.says, s.answer, s.confidence, s.section, s.ruling, s.played,"
    " c.title, c.pages, c.pages_are from statements s left join sections c on c.id = s.section"
)
#: terms of rules, and other spaces, that a query may have beside the name of a space and the value that it asks for;
#: beside the name of a unit it may have no terms of rules
MOST_BESIDE_VALUES = 1
#: the least score of a rule that comes before a value if the query has other terms of rules beside the value
ABOVE_VALUES = 300.0
#: the number of rulings of other games that are named
ELSEWHERE = 3
#: the least score of a ruling of another game that is named, as a share of that of the best ruling of the games asked
OTHERS = 0.45
#: the same share if the match is weak: then only rulings that match about as well are named
OTHERS_BESIDE_WEAK = 0.9


class Searcher:
    """Searches a database. It caches the parts of the index that queries have read."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        games: dict[str, str],
        short_titles: Mapping[str, str],
        full_text: Callable[[], FullText],
    ) -> None:
        """``games`` maps the id of each game to the prefix of its rulings; ``full_text`` opens the Whoosh index."""
        self.connection, self._games, self._short_titles, self._full_text = connection, games, short_titles, full_text
        self._postings = Postings(connection)
        #: the positions of the rulings on which the statements of a subject rest, by its position
        self._folds: dict[int, list[int]] = {}
        #: the positions of rulings that are not official, of games that have an official document
        self._unofficial: set[int] | None = None
        self.reader = QueryReader(self.connection, games, self._correct)

    def search(self, query: str, game: str | None, limit: int, all_games: bool, printing: str) -> Results:
        """Find the rulings and statements that answer a query, as :meth:`KnowledgeBase.search` describes it."""
        if limit < 1:
            raise QueryError(Finding(f"the limit is {limit}", hint="use a limit of at least 1"))
        if printing and printing not in self._printings():
            known = ", ".join(self._printings())
            raise QueryError(Finding(f"there is no printing '{printing[:40]}'", hint=f"there are: {known}"))
        exact = lookup.ruling(self.connection, query)
        if exact is not None:
            found = Results(Query(query), CLOSE, [of_ruling(exact, None, Query(query))])
        else:
            parsed = self.reader.read(query, game, all_games)
            found = self._find(parsed, limit)
            if not found.results and parsed.phrases and '"' in query:
                found = self.search(query.replace('"', " "), game, limit, all_games, printing)
                found.query.unquoted = True
        found.query.printing = found.query.printing or printing
        self._note_printings(found)
        for result in found.every:
            result.authority = authority(result)
        found.notes = notes(found.query, self._short_titles)
        return found

    def _printings(self) -> list[str]:
        """Return the printings of all games."""
        rows = self.connection.execute("select distinct each.value from games, json_each(printings) each order by 1")
        return [row[0] for row in rows]

    def _note_printings(self, found: Results) -> None:
        """Add to each ruling found its state in the printing that the query names or the caller chose. A statement that
        holds only in another printing says so first."""
        printing = found.query.printing
        for each in found.every if printing else ():
            if each.kind == STATEMENTS and only_printing(each.says) not in ("", printing):
                each.says = f"Not in the {printing} printing. {each.says}"
        by_id = {each.id: each for each in found.every if each.kind == RULINGS} if printing else {}
        if by_id:
            sql = "select ruling, printing, holds, note, basis from printings where ruling in ({})"
            for row in rows_of(self.connection, sql, by_id):
                if row["printing"] == printing:
                    by_id[row["ruling"]].printing = {key: row[key] for key in ("printing", "holds", "note", "basis")}

    def _find(self, query: Query, limit: int) -> Results:
        """Return at most ``limit`` of the best rulings and statements for a query, with its match level."""
        games = query.filters.get("game")
        if query.only:
            games = [game for game in query.only if games is None or game in games]
        asked = [*self._games] if games is None else games
        kinds = (RULINGS,) if query.for_whoosh else (RULINGS, STATEMENTS)
        chosen: Sequence[int] = self._postings.mask(asked, kinds)
        rest: Sequence[int] = self._postings.mask([game for game in self._games if game not in asked], (RULINGS,))
        matching: dict[int, float] = {}
        if query.for_whoosh:
            matching = self._full_text().matching(query)
            allowed = [position in matching for position in range(self._postings.size)]
            chosen, rest = ([*map(min, mask, allowed)] for mask in (chosen, rest))
        scores = Scores(self._postings, query)
        own = scores.best(max(LEAST_RANKED, RANKED * limit), chosen)
        others = scores.best(ELSEWHERE, rest)
        if query.requires:
            ranked = {position for position, _ in (*own, *others)}
            own += [pair for pair in matching.items() if chosen[pair[0]] and pair[0] not in ranked]
            others += [pair for pair in matching.items() if rest[pair[0]] and pair[0] not in ranked]
            results = self._results([[pair] for pair in own[:limit]], query, asked)
            return Results(query, CLOSE if own else WEAK, results, self._elsewhere(others[:ELSEWHERE], query))
        first = own[0][1] if own else 0.0
        values: list[Result] = []
        if not query.for_whoosh:
            values = [*self._lacked(query, asked, scores, first), *self._values(query, asked)]
        looked_up = {each.position for each in values}
        folded = self._folded([pair for pair in own if pair[0] not in looked_up])
        elsewhere = query.absent and not query.games  # a value of another game than the one that is named
        level = (WEAK if elsewhere else CLOSE) if values else self._level(query, asked, scores, folded)
        if level == NONE:
            return Results(query, level)
        above = 1 if values and query.beside_values and first >= ABOVE_VALUES else 0
        results = self._results(self._with_unofficial(folded, max(above, limit - len(values))), query, asked)
        results[above:above] = values
        del results[limit:]
        rulings = self._postings.mask(asked, (RULINGS,))
        least = (OTHERS if level == CLOSE else OTHERS_BESIDE_WEAK) * next(
            (score for position, score in own if rulings[position]), first
        )
        return Results(query, level, results, self._elsewhere([each for each in others if each[1] >= least], query))

    def _level(self, query: Query, games: Sequence[str], scores: Scores, folded: Sequence[Ranked]) -> str:
        """Return the match level of a query. ``folded`` are groups of results (:meth:`_folded`), best first; ``games``
        are those that are searched."""
        if not folded:
            return match.level(query, 0, 0, 0, 0, False)
        (first, score), *_ = folded[0]
        masks = [mask for mask in (self._postings.mask([game]) for game in games) if mask[first]]
        following = (group[0] for group in folded[1:])
        lead = score - next((other for head, other in following if any(mask[head] for mask in masks)), 0.0)
        is_ruling = bool(self._postings.mask(games, (RULINGS,))[first])
        return match.level(query, score, lead, scores.likeness(first), scores.share(first), is_ruling)

    def _folded(self, ranked: Ranked) -> list[Ranked]:
        """Return the ranked results in groups: each result that is shown, with those that are folded into it.

        A subject of statements and the best of the rulings on which it rests are one result, in the place of the better
        one. At most :data:`FOLDED` subjects are folded into a ruling; the others are left out.
        """
        missing = [position for position, _ in ranked if position not in self._folds]
        if missing:
            self._folds.update((each, []) for each in missing)
            rows = rows_of(self.connection, "select position, rulings from folds where position in ({})", missing)
            self._folds.update((position, [*map(int, rulings.split())]) for position, rulings in rows)
        order = {position: place for place, (position, _) in enumerate(ranked)}
        found: dict[int, Ranked] = {}
        for position, score in ranked:
            cited = [each for each in self._folds[position] if each in order]
            of_result = found.setdefault(min(cited, key=order.__getitem__) if cited else position, [])
            if not cited or sum(bool(self._folds[each]) for each, _ in of_result) < FOLDED:
                of_result.append((position, score))
        return [*found.values()]

    def _with_unofficial(self, folded: list[Ranked], limit: int) -> list[Ranked]:
        """Return the first ``limit`` groups of results. If none of them has an unofficial ruling of a game with an
        official document, the best group that has one replaces the last (:data:`kb.search.index.BESIDE_OFFICIAL`)."""
        if self._unofficial is None:
            sql = (
                "select position from rulings r where standing != ?"
                " and exists (select 1 from documents where game = r.game and standing = ?)"
            )
            self._unofficial = {row[0] for row in self.connection.execute(sql, [OFFICIAL, OFFICIAL])}
        having = [place for place, group in enumerate(folded) if any(each in self._unofficial for each, _ in group)]
        if having and having[0] >= limit > 1:
            return [*folded[: limit - 1], folded[having[0]]]
        return folded[: max(0, limit)]

    def _results(self, folded: Sequence[Ranked], query: Query, games: Sequence[str]) -> list[Result]:
        """Return the first result of each group of (position, score), with the others of its group in ``also``. A
        subject becomes one statement for each of ``games`` that has it."""
        wanted = [position for of_result in folded for position, _ in of_result]
        made: dict[int, list[Result]] = {}
        scores = {position: round(score, 3) for of_result in folded for position, score in of_result}
        sql = (
            "select position, id, game, kind, question_text, answer_text, verdict, asks, standing, draft, reading"
            " from rulings where position in ({})"
        )
        for row in rows_of(self.connection, sql, wanted):
            made[row["position"]] = [of_ruling(row, scores[row["position"]], query)]
        sql = f"{_STATEMENT} where s.position in ({{}}) order by s.rowid"
        for row in rows_of(self.connection, sql, [each for each in wanted if each not in made]):
            if row["game"] in games:
                made.setdefault(row["position"], []).append(of_statement(row, scores[row["position"]]))
        found = []
        for of_result in folded:
            first, *others = (each for position, _ in of_result for each in made[position])
            first.also = others
            found.append(first)
        return found

    def _elsewhere(self, ranked: Ranked, query: Query) -> list[str]:
        """Return the ids of the ``ranked`` rulings, which are of other games; empty if the query filters by game."""
        if "game" in query.filters:
            return []
        sql = "select position, id from rulings where position in ({})"
        ids = dict(map(tuple, rows_of(self.connection, sql, [position for position, _ in ranked])))
        return [ids[position] for position, _ in ranked]

    def _lacked(self, query: Query, games: Sequence[str], scores: Scores, own: float) -> list[Result]:
        """Return the statement that the only one of ``games`` lacks a unit or rule that the query names.

        The best result of other games is in its ``also``. Return an empty list if several games are searched, or if
        that result lacks a term of the name or its score is not above ``own``, the best score in the game.
        """
        if not query.things or len(games) != 1:
            return []
        others = [game for game in self._games if game not in games]
        best = scores.best(1, self._postings.mask(others))
        if not best or best[0][1] <= own:
            return []
        postings = self._postings.of(query.telling)
        for run, thing in query.things.items():
            sql = f"{_STATEMENT} where s.id in ({{}})"
            rows = rows_of(self.connection, sql, [f"not-in:{games[0]}/{thing}"])
            if rows and all(best[0][0] in postings[term].positions for term in run.split(" ") if term in postings):
                lacked = of_statement(rows[0], None)
                lacked.also = [
                    each for result in self._results([best], query, others) for each in (result, *result.also)
                ]
                return [lacked]
        return []

    def _values(self, query: Query, games: Sequence[str]) -> list[Result]:
        """Return the printed values that a query asks for by name. The values of a subject in several games are one
        result. Return an empty list if the query has other terms of rules or names (:data:`MOST_BESIDE_VALUES`).

        Values of units exclude others: *what is a Soviet tank worth* asks for a price, not for the income of Russia.
        """
        if not query.values:
            return []
        sql = f"{_STATEMENT} where s.subject in ({{}}) order by s.rowid"
        found: dict[str, Result] = {}
        rows = [row for row in rows_of(self.connection, sql, query.values) if row["game"] in games]
        of_units = [row for row in rows if row["subject"].startswith("units/")]
        beside = query.beside_values + (0 if of_units else query.named - 1)
        if beside > (0 if of_units else MOST_BESIDE_VALUES):
            return []
        for row in sorted(of_units or rows, key=lambda row: query.values.index(row["subject"])):
            value = of_statement(row, None)
            first = found.setdefault(row["subject"], value)
            first.also += [value] if first is not value else []
        return [*found.values()]

    def game_named(self, name: str) -> str:
        """Return the id of the game with an id, prefix or name. Raises :class:`QueryError`, with the most similar id as
        a hint."""
        try:
            return self.reader.game_named(name)
        except QueryError as error:
            import difflib

            near = difflib.get_close_matches(name.lower()[:40], self._games, n=1)
            if not near:
                raise
            raise QueryError(Finding(error.findings[0].message, hint=f"did you mean {near[0]}?")) from None

    def _correct(self, word: str) -> str:
        """Return the known word that a misspelt one stands for, or an empty string."""
        from kb.search.suggest import correction  # few queries are misspelt

        return correction(self.connection, word)
