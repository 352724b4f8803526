"""The judge's page: a question and a profile in, rulings and statements out; whole, as a fragment for its script, or as
JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from datasette import Request, Response

from kb.base import caches
from kb.base.errors import Finding, QueryError
from kb.knowledge import DEFAULT_LIMIT
from kb.search.query_limits import LONGEST_QUERY
from kb.search.results import Results
from kb.store import lookup
from kb.text.choices import STATES
from kb.text.search import ELSEWHERE, RULES, grouped, headline, remarks
from kb.web import cards, shared
from kb.web.pages.files import bundle_of
from kb.web.profile import Profile, parse, parse_known
from kb.web.respond import arguments, cached, json_response, of_this_build, page, with_etag
from kb.web.shared import SHOWN, TEXTS, load_words
from kb.web.site import Site


@of_this_build
async def judge(site: Site, request: Request) -> Response:
    """The page, or with ``part=results`` only what was found. A request for another build is answered 404."""
    question = read_query(site, request, SHOWN)
    shown = await _shown(site, question)
    if request.args.get("part"):
        found = await site.datasette.render_template("kb/found.html", {"site": site, **shown})
        return with_etag(site, request, found, "text/html; charset=utf-8")
    profile, public = question.profile, site.public("/judge")
    return await page(
        site,
        request,
        "judge.html",
        shared_as=f"{public}?{profile.query(q=question.text)}" if public and question.asks else "",
        asked=question,
        choices=site.choices,
        bundle=await bundle_of(site),
        longest_query=LONGEST_QUERY,
        short=lookup.short_titles(site.base.connection),
        chosen=_chosen(site, question),
        forgotten=profile.without("on", "off", "printing"),
        **shown,
    )


@cached(caches.SEARCH_ANSWERS, query=True)
async def search(site: Site, request: Request) -> Response:
    """What ``kb search --json`` prints, ordered by the profile."""
    question = read_query(site, request, DEFAULT_LIMIT, strict=True)
    return json_response(site, request, plain(site, question, find(site, question)))


async def _shown(site: Site, question: JudgeQuery) -> dict[str, Any]:
    """What ``found.html`` shows."""
    nothing: dict[str, Any] = {
        "told": "",
        "told_shortly": "",
        "question": "",
        "matches": "",
        "remarks": [],
        "turns": [],
        "ways": [],
        "names": [],
        "named": "",
        "cards": [],
        "rules": [],
        "elsewhere": [],
        "more": "",
    }
    hints, examples = [], []
    try:
        found = find(site, question)
        if found is None:
            hints, examples = [TEXTS["start"]], load_words("metadata.yaml")["examples"]
    except QueryError as error:
        found, hints = None, [str(finding) for finding in error.findings]
    known = nothing if found is None else await _known(site, question, found)
    return {**known, "hints": [*question.left_out, *hints], "examples": examples, "shared": shared, "rule_book": RULES}


async def _known(site: Site, question: JudgeQuery, found: Results) -> dict[str, Any]:
    """The results, how the question was read, and where to go on."""
    profile, short, query = question.profile, lookup.short_titles(site.base.connection), found.query
    by_name = bool(query.only) and not query.chosen
    passed_over = by_name and bool(profile.game)
    shown_for = profile.without("game", "printing") if passed_over else profile
    if query.printing and found.game:
        shown_for = replace(shown_for, game=found.game, printing=query.printing)
    # the game whose button is set because the question names it and the search is kept to it
    named = query.only[0] if by_name and len(query.only) == 1 and not passed_over else ""
    shown = [
        shown_for.applied_to(cards.with_snippet(await cards.card(site, hit.id), hit.snippet), site.choices)
        for hit in found.rulings
    ]
    asked = bool(query.terms)
    if len(shown) == 1 and not asked:
        shown = [cards.opened(shown[0])]  # that of a ruling whose id was asked for
    # for the preview of a link the best ruling and the best statement, only where the match is close
    best = [f"{short[hit.game]}: {hit.verdict} ({hit.id})" for hit in found.rulings[:1]]
    best += [line for line, _ in grouped(found.rules, short, 1)]
    others = lookup.summaries(site.base.connection, found.elsewhere)
    return {
        "told": headline(found) or (TEXTS["close"] if asked else TEXTS["listed"].format(len(shown))),
        "told_shortly": "" if not asked else headline(found) or " ".join(best),
        "question": question.text.strip() if asked else "",
        "matches": TEXTS["close"] if asked and found and not headline(found) else "",
        "remarks": remarks(found),
        "turns": _turns(site, question, found),
        "ways": [] if found.rulings else _ways(site, question, named),
        "names": query.games,
        "named": named,
        "cards": shown,
        "rules": [line for _, line in cards.statements(site, found.rules, SHOWN)],
        "elsewhere": [(each, site.ruling(each), short[others[each]["game"]]) for each in found.elsewhere],
        "other_editions": ELSEWHERE,
        "more": _link(site, question, n=str(_next(question.limit))) if _has_more(question, found) else "",
    }


def _turns(site: Site, question: JudgeQuery, found: Results) -> list[tuple[str, str]]:
    """Links to the same question of other games, where it names some."""
    query, profile = found.query, question.profile
    if not query.games:
        return []
    everywhere = replace(question, profile=profile.without("game", "printing"), all_games=True, kept_to=False)
    as_named = (TEXTS["as_the_question"], replace(everywhere, all_games=False), {"all": "0"})
    turns: list[tuple[str, JudgeQuery, dict[str, str]]] = []
    if not query.only:
        turns.append(as_named)
    elif not query.chosen:
        turns.append((TEXTS["all_editions"], everywhere, {}))
        if profile.game and [profile.game] != query.only:
            short = lookup.short_titles(site.base.connection)
            turns.append((TEXTS["ask_of"].format(short[profile.game]), question, {"chosen": "1"}))
    elif {*query.games} - {*query.only}:
        turns.append((TEXTS["as_the_question"], replace(question, kept_to=False), {}))
    return [(text, _link(site, asked, **more)) for text, asked, more in turns]


def _has_more(question: JudgeQuery, found: Results) -> bool:
    return question.limit == len(found.rulings) < MOST


def _next(limit: int) -> int:
    """How many rulings are shown after those that were."""
    return DEFAULT_LIMIT if limit < DEFAULT_LIMIT else min(MOST, 2 * limit)


def _chosen(site: Site, question: JudgeQuery) -> str:
    """Return the phase, printing and options in the words of the buttons, as ``judge.js`` does."""
    choices, profile = site.choices, question.profile
    said = []
    for facet in shared.FACETS:
        said.append(choices.facets[facet.name].get(profile.facets.get(facet.name, ""), facet.buttons.any))
    said.append(profile.printing_of(profile.game))
    states = {title: profile.state(option) for option, title in choices.options.items()}
    said += [f"{title} {STATES[state]}" for title, state in states.items() if state != shared.UNSAID]
    return TEXTS["between"].join(filter(None, said))


def _ways(site: Site, question: JudgeQuery, named: str) -> list[tuple[str, str]]:
    """Links out of an empty result: the same words for every value of a facet, and in all editions where it was kept to
    one, that of the profile or the one ``named``."""
    kept_to = {**question.profile.single(), "game": question.profile.game or named}
    ways = []
    for name, text in (*((facet.name, facet.buttons.widen) for facet in shared.FACETS), ("game", TEXTS["widen_game"])):
        if kept_to[name]:
            wider = question.profile.without(*(("game", "printing") if name == "game" else (name,)))
            all_games = question.all_games or name == "game"
            ways.append((text, _link(site, replace(question, profile=wider, all_games=all_games))))
    return ways


def _link(site: Site, question: JudgeQuery, **more: str) -> str:
    more = {"all": "1"} | more if question.all_games else more
    if question.kept_to:
        more = {"chosen": "1"} | more
    return f"{site.path('/judge')}?{question.profile.query(q=question.text, **more)}"


async def front(site: Site, request: Request) -> Response:
    """The front page is the judge's page."""
    return Response.redirect(site.path("/judge"))


ROUTES = [(r"/", front), (r"/judge", judge), (r"/judge/search\.json", search)]


# -- a query of the judge's page: words and a profile; and the rulings that answer it, ordered for the profile


MOST = 100
#: the parameters beside those of a profile
_NAMES = ("q", "n", "part", "build", "all", "named", "chosen")


@dataclass(frozen=True)
class JudgeQuery:
    """The words, how many rulings are wanted, and the profile, with a line for each choice ``left_out`` of it.

    ``all_games``: a game that the words name is not kept to. ``kept_to``: the profile's game is, although the words
    name another.
    """

    text: str
    limit: int
    profile: Profile
    left_out: tuple[str, ...] = ()
    all_games: bool = False
    kept_to: bool = False

    @property
    def asks(self) -> bool:
        """Whether anything is looked for: words, an edition or a facet."""
        return bool(self.text.strip() or self.profile.game or self.profile.facets)


def read_query(site: Site, request: Request, most: int, strict: bool = False) -> JudgeQuery:
    """Read a request for at most so many rulings. Unknown parameters and values are ignored, or refused if ``strict``.

    Raises :class:`QueryError` for contradictions, for bad numbers, and if ``strict`` for what is unknown.
    """
    parameters: Mapping[str, Sequence[str]] = arguments(request)
    left_out: list[str] = []
    if strict:
        profile = parse(parameters, site.choices, _NAMES)
    else:
        profile, left_out = parse_known(parameters, site.choices, _NAMES)
    one = {name: values[0] for name, values in parameters.items()}
    limit = one.get("n", "") or str(most)
    if not (limit.isascii() and limit.isdigit() and len(limit) < 4 and 0 < int(limit) <= MOST):
        raise QueryError(Finding("'n' is how many rulings you want", hint=f"a number from 1 to {MOST}"))
    named = one.get("named", "")
    profile, all_games = _without_named(profile, named)
    # programs say what they want, and a button that is not the one set by the name was pressed
    kept_to = strict or one.get("chosen") == "1" or (bool(named) and profile.game != named)
    all_games |= one.get("all") == "1"
    return JudgeQuery(one.get("q", ""), int(limit), profile, tuple(left_out), all_games, kept_to and bool(profile.game))


def _without_named(profile: Profile, named: str) -> tuple[Profile, bool]:
    """The profile of a form whose edition the last question had set to ``named``, and whether all are wanted now.

    That edition was not chosen by anybody, unless a printing of it is; and who sets it back wants all editions.
    """
    if named and profile.game == named and not profile.printing:
        return profile.without("game"), False
    return profile, bool(named) and not profile.game


def find(site: Site, question: JudgeQuery) -> Results | None:
    """Search for a question; nothing if nothing was asked. An edition or a facet alone asks for all that it has.

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
    found = site.base.search(
        text,
        profile.game or None,
        len(choices.rulings) if narrowed else question.limit,
        all_games=question.all_games,
        named_first=not question.kept_to,
        printing=profile.printing_of(profile.game),
    )
    if narrowed:
        hits = {hit.id: hit for hit in found.rulings}
        found.rulings = [hits[each] for each in profile.ordered(hits, choices)[: question.limit]]
    return found


def plain(site: Site, question: JudgeQuery, found: Results | None) -> dict[str, Any]:
    """What was found, as ``kb search --json`` gives it; ``not_in_force`` names the options that are off."""
    if found is None:
        raise QueryError(Finding("nothing to search for", hint="say q=..., a game or a phase"))
    told = found.plain()
    for row in told["rulings"]:
        missing = question.profile.missing(row["id"], site.choices)
        if missing:
            row["not_in_force"] = missing
    return told
