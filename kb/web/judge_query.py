"""A query of the judge's page: words and a profile; and the rulings that answer it, ordered for the profile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from datasette import Request

from kb.base.errors import Finding, QueryError
from kb.knowledge import DEFAULT_LIMIT, KnowledgeBase, Results
from kb.store import lookup, pages
from kb.text import ruling as wording
from kb.web import at_event
from kb.web.async_search import search
from kb.web.profile import Profile, parse, parse_known
from kb.web.shared import MOST_SECTIONS
from kb.web.site import Site

MOST = 100
#: the parameters beside those of a profile
_NAMES = ("q", "n", "part", "build", "slip", "all", "named")
#: how much a term of a section's title has to tell, of what the most telling tell
_TELLS = 0.3


@dataclass(frozen=True)
class JudgeQuery:
    """The words, how many rulings are wanted, and the profile, with a line for each choice ``left_out`` of it.

    ``all_games``: a game that the words name is not kept to.
    """

    text: str
    limit: int
    profile: Profile
    left_out: tuple[str, ...] = ()
    all_games: bool = False

    @property
    def asks(self) -> bool:
        """Whether anything is looked for: words, an edition or a facet."""
        return bool(self.text.strip() or self.profile.game or self.profile.facets)


def read_query(site: Site, request: Request, strict: bool = False) -> JudgeQuery:
    """Read a request. Unknown parameters and values are ignored, or refused if ``strict``.

    One that says nothing of an event is at that of the site, unless ``strict``.

    Raises :class:`QueryError` for contradictions, for bad numbers, and if ``strict`` for what is unknown.
    """
    parameters: Mapping[str, Sequence[str]] = arguments(request)
    left_out: list[str] = []
    if strict:
        profile = parse(parameters, site.choices, _NAMES)
    else:
        parameters = at_event.with_default(site, parameters)
        profile, left_out = parse_known(parameters, site.choices, _NAMES)
    one = {name: values[0] for name, values in parameters.items()}
    limit = one.get("n", "") or str(DEFAULT_LIMIT)
    if not (limit.isascii() and limit.isdigit() and len(limit) < 4 and 0 < int(limit) <= MOST):
        raise QueryError(Finding("'n' is how many rulings you want", hint=f"a number from 1 to {MOST}"))
    profile, all_games = _without_named(profile, one.get("named", ""))
    return JudgeQuery(one.get("q", ""), int(limit), profile, tuple(left_out), all_games or one.get("all") == "1")


def _without_named(profile: Profile, named: str) -> tuple[Profile, bool]:
    """The profile of a form whose edition the last question had set to ``named``, and whether all are wanted now.

    That edition was not chosen by anybody, unless a printing of it is; and who sets it back wants all editions.
    """
    if named and profile.game == named and not profile.printing:
        return profile.without("game"), False
    return profile, bool(named) and not profile.game


def arguments(request: Request) -> dict[str, list[str]]:
    """The parameters of a request, each with its values."""
    parsed = request.args  # Datasette parses the query string each time this is read
    return {name: parsed.getlist(name) for name in parsed}


def read_profile(site: Site, request: Request) -> tuple[Profile, list[str]]:
    """The profile of a request, or that of the site's event, and a line for each choice that is left out of it."""
    return parse_known(at_event.with_default(site, arguments(request)), site.choices)


async def find(site: Site, question: JudgeQuery) -> Results | None:
    """The rulings, best first; nothing if nothing was asked. An edition or a facet alone asks for all that it has.

    Raises :class:`QueryError` for words that cannot be understood.
    """
    choices, profile = site.choices, question.profile
    text = question.text
    if not text.strip():  # every ruling that the profile is about, in reading order
        games = [profile.game] if profile.game else [*choices.games] if profile.facets else []
        text = " ".join(f"game:{game}" for game in games)
    if not text:
        return None
    narrowed = bool(profile.facets or profile.off)
    limit = len(choices.rulings) if narrowed else question.limit
    found = await search(site, text, profile.game or None, limit, question.all_games)
    if not narrowed:
        return found
    hits = {hit.id: hit for hit in found}
    ordered = [hits[each] for each in profile.ordered(hits, choices)[: question.limit]]
    return Results(ordered, found.query, found.answer, found.why)


def plain(site: Site, question: JudgeQuery, found: Results | None) -> dict[str, Any]:
    """What :func:`find` found, as ``kb search --json`` gives it; ``not_in_force`` names the options that are off,
    and at the site's event ``event`` has that with its house rulings."""
    if found is None:
        raise QueryError(Finding("nothing to search for", hint="say q=..., a game or a phase"))
    choices = site.choices
    told = found.plain()
    for row in told["results"]:
        missing = question.profile.missing(row["id"], choices)
        if missing:
            row["not_in_force"] = missing
    house = at_event.found(site, question.profile, question.text, found)
    return {**told, **at_event.plain(site, question.profile, house)}


class NearSection(NamedTuple):
    """A section that rulings tell of: its game, what it is called with the page, and the telling terms in its title."""

    id: str
    game: str
    label: str
    terms: tuple[str, ...]


def read_sections(base: KnowledgeBase) -> tuple[NearSection, ...]:
    """The sections that have rulings."""
    short, weights = lookup.short_titles(base.connection), pages.term_weights(base.connection)

    def telling(title: str) -> tuple[str, ...]:
        least = _TELLS * weights[""]
        return tuple(term for term in base.telling_terms(title) if weights.get(term, weights[""]) >= least)

    return tuple(
        NearSection(
            row["id"], row["game"], f"{short[row['game']]}: {row['title']}{wording.page(row)}", telling(row["title"])
        )
        for row in pages.sections_with_rulings(base.connection)
    )


def nearest(sections: Sequence[NearSection], terms: Iterable[str], game: str) -> list[NearSection]:
    """The sections of a game (empty: of all) with most of the ``terms`` in their titles, the shortest titles first.

    They are where to go on when nothing is found. ``static/kb/offline.js`` finds the same without network.
    """
    asked = set(terms)
    shared = [(len(asked.intersection(each.terms)), each) for each in sections if game in ("", each.game)]
    found = sorted((pair for pair in shared if pair[0]), key=lambda pair: (-pair[0], len(pair[1].terms)))
    return [each for _, each in found[:MOST_SECTIONS]]
