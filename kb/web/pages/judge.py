"""The judge's page: a question and a profile in, cards out; whole, as a fragment for its script, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from datasette import Request, Response

from kb.base import caches
from kb.base.english import listed
from kb.base.errors import Finding, QueryError
from kb.knowledge import DEFAULT_LIMIT, KnowledgeBase, Results
from kb.search.answer import FoundStatement
from kb.search.query_limits import LONGEST_QUERY
from kb.search.state import ANSWERED, NEAREST, RULE
from kb.store import lookup, pages
from kb.text import ruling as wording
from kb.text.choices import STATES
from kb.text.search import PART, search_notes
from kb.web import async_search, shared
from kb.web.cards import cards, opened
from kb.web.pages.files import bundle_of
from kb.web.profile import Profile, parse, parse_known
from kb.web.respond import arguments, cached, json_response, of_this_build, page, with_etag
from kb.web.shared import MOST_RULES, MOST_SECTIONS, TEXTS
from kb.web.site import Site


@dataclass(frozen=True)
class RuleShown:
    """What a rule or printed value says, ``where`` (the games, and how sure), the ``subject``, without the game, and
    the scenario in which it is ``played``, if there is one."""

    says: str
    where: str
    subject: str
    played: str


def line(found: Results, shown: Sequence[str]) -> str:
    """Why the rulings ``shown`` do not answer, in a line; empty where they do, and where there are no nearest ones.

    A statement that answers is left out of it: it follows as the first of :func:`rules`.
    """
    if found.state == ANSWERED or (found.state == NEAREST and not shown):
        return ""
    return found.why.removesuffix(found.rules[0].says).strip() if found.state == RULE else found.why


def rules(found: Results, short: Mapping[str, str], shown: Sequence[str]) -> list[RuleShown]:
    """The statements that answer, the first where it may answer, or the nearest where no ruling is ``shown``.

    Best first; what several games say alike is one. ``short``: what games are called.
    """
    given = found.rules
    if found.state != RULE and shown:
        given = [each for each in given if each.subject == given[0].subject] if found.answer.strong else []
    alike: dict[tuple[str, str], list[FoundStatement]] = {}
    for each in given:
        alike.setdefault((each.says, each.confidence), []).append(each)
    return [
        RuleShown(
            says,
            listed(short[each.game] for each in some) + ("" if confidence == "stated" else f" ({confidence})"),
            some[0].subject,
            next((each.played for each in some if each.played), ""),
        )
        for (says, confidence), some in list(alike.items())[:MOST_RULES]
    ]


@of_this_build
async def judge(site: Site, request: Request) -> Response:
    """The page, or with ``part=results`` only what was found. A request for another build is answered 404."""
    question = read_query(site, request)
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
        most=MOST,
        longest_query=LONGEST_QUERY,
        short=lookup.short_titles(site.base.connection),
        chosen=_chosen(site, question, shown["named"]),
        forgotten=profile.without("on", "off", "printing"),
        **shown,
    )


@cached(caches.SEARCH_ANSWERS, query=True)
async def search(site: Site, request: Request) -> Response:
    """What ``kb search --json`` prints, ordered by the profile."""
    question = read_query(site, request, strict=True)
    found = await find_rulings(site, question)
    response = json_response(site, request, plain(site, question, found))
    if found is not None and found.query.late:
        response.headers["cache-control"] = "no-store"
    return response


async def _shown(site: Site, question: JudgeQuery) -> dict[str, Any]:
    """What ``found.html`` says: the answer state, the number of rulings, hints, cards, and ways on."""
    hints: list[str] = []
    try:
        found = await find_rulings(site, question)
        if found is None:
            hints = [TEXTS["start"]]
    except QueryError as error:
        found, hints = None, [str(finding) for finding in error.findings]
    nothing: dict[str, Any] = {
        "state": "",
        "nearest": False,
        "strong": False,
        "notes": {},
        "told_shortly": "",
        "question": "",
        "names": [],
        "named": "",
        "cards": [],
        "of_it": [],
        "more": "",
    }
    known = nothing if found is None else await _known(site, question, found)
    profile, short = question.profile, lookup.short_titles(site.base.connection)
    wider = profile.without("game", "printing")
    everywhere = replace(question, profile=wider, all_games=True, kept_to=False)
    named = (TEXTS["as_the_question"], _link(site, replace(everywhere, all_games=False), all="0"))
    turns = {"only": (TEXTS["all_editions"], _link(site, everywhere)), "all": named}
    if profile.game:
        turns["chosen"] = (named[0], _link(site, replace(question, kept_to=False)))
        turns["instead"] = (TEXTS["ask_of"].format(short[profile.game]), _link(site, question, chosen="1"))
    return {
        "near": [],
        "ways": [],
        **known,
        "told": known.get("told", ""),
        "hints": [*question.left_out, *hints],
        "shared": shared,
        "turns": turns,
    }


async def _known(site: Site, question: JudgeQuery, found: Results) -> dict[str, Any]:
    """What is known of a question, how it was understood, the cards, and where to go on where nothing is found."""
    choices, profile, short = site.choices, question.profile, lookup.short_titles(site.base.connection)
    ids, asked, understood = [hit.id for hit in found], bool(found.query.terms), found.understood()
    # the game whose button is set because the question names it and the search is kept to it
    only = understood.get("only", [])
    by_name = bool(only) and not understood["chosen"]
    passed_over = profile.game if by_name else ""
    named = only[0] if by_name and len(only) == 1 and not passed_over else ""
    if passed_over:  # cards of other editions
        profile = profile.without("game", "printing")
    why, notes = line(found, ids), search_notes(understood, short, passed_over)
    if why and found.state == NEAREST:
        notes.pop("absent", "")  # it is the reason
    # for the preview of a link the best verdicts, only where they answer the question
    best = " ".join(f"{short[hit.game]}: {hit.verdict} ({hit.id})" for hit in found[:2])
    shown, parted = await cards(site, _words(found)), {hit.id for part in found.other_parts() for hit in part}
    if len(ids) == 1 and not asked:
        shown = [opened(shown[0])]  # that of a ruling whose id was asked for
    # only where no edition was asked the first says how others differ
    topic = choices.topic_of(ids, found.query.terms) if found.may_answer and not only else ""
    on: dict[str, Any] = {}
    if not ids:
        anywhere = profile.without("game", "printing").without_facets()
        sections = nearest(site.sections, found.query.terms, profile.game or named)
        judge = site.path("/judge")
        on["near"] = [(each.label, f"{judge}?{anywhere.query(q=f'section:{each.id}')}") for each in sections]
        on["ways"] = _ways(site, question, named)
    more = question.limit == len(ids) < MOST
    return {
        "state": found.state,
        "nearest": found.state in shared.NO_ANSWERS and not found.answer.likely,
        "strong": found.answer.strong,
        "notes": notes,
        "told": shared.describe_found(len(ids), shared.LIKELY if found.answer.likely else found.state, asked),
        "why": why,
        "rules": rules(found, short, ids),
        "told_shortly": "" if not asked else best if found.state == ANSWERED else found.why or TEXTS["nothing_found"],
        "question": question.text.strip() if asked else "",
        "names": understood.get("named", []),
        "named": named,
        "cards": [
            profile.applied_to(card, choices, topic if place == 0 else "")
            for place, (ruling, card) in enumerate(zip(ids, shown, strict=True))
            if ruling not in parted
        ],
        "of_it": [
            {
                "asked": PART.format(part.query.raw),
                "cards": [profile.applied_to(card, choices) for card in await cards(site, _words(part))],
                "rules": rules(part, short, []),
                "link": _link(site, replace(question, text=part.query.raw)),
            }
            for part in found.other_parts()
        ],
        "more": _link(site, question, n=str(min(MOST, 2 * question.limit))) if more else "",
        **on,
    }


def _words(found: Results) -> dict[str, tuple[str, str]]:
    """The word and condition with which each ruling answers."""
    return {hit.id: (hit.word, hit.condition) for hit in found}


def _chosen(site: Site, question: JudgeQuery, named: str) -> str:
    """What results are narrowed by and what is played, in the words of the buttons: as ``judge.js`` says it."""
    choices, profile = site.choices, question.profile
    short = lookup.short_titles(site.base.connection)
    said = [short.get(profile.game or named, TEXTS["all_editions"])]
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


ROUTES = [(r"/judge", judge), (r"/judge/search\.json", search)]


# -- a query of the judge's page: words and a profile; and the rulings that answer it, ordered for the profile


MOST = 100
#: the parameters beside those of a profile
_NAMES = ("q", "n", "part", "build", "all", "named", "chosen")
#: how much a term of a section's title has to tell, of what the most telling tell
_TELLS = 0.3


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


def read_query(site: Site, request: Request, strict: bool = False) -> JudgeQuery:
    """Read a request. Unknown parameters and values are ignored, or refused if ``strict``.

    Raises :class:`QueryError` for contradictions, for bad numbers, and if ``strict`` for what is unknown.
    """
    parameters: Mapping[str, Sequence[str]] = arguments(request)
    left_out: list[str] = []
    if strict:
        profile = parse(parameters, site.choices, _NAMES)
    else:
        profile, left_out = parse_known(parameters, site.choices, _NAMES)
    one = {name: values[0] for name, values in parameters.items()}
    limit = one.get("n", "") or str(DEFAULT_LIMIT)
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


async def find_rulings(site: Site, question: JudgeQuery) -> Results | None:
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
    found = await async_search.search(site, text, profile.game or None, limit, question.all_games, not question.kept_to)
    if not narrowed:
        return found
    hits = {hit.id: hit for hit in found}
    ordered = [hits[each] for each in profile.ordered(hits, choices)[: question.limit]]
    return Results(ordered, found.query, found.answer, found.why, found.parts)


def plain(site: Site, question: JudgeQuery, found: Results | None) -> dict[str, Any]:
    """What was found, as ``kb search --json`` gives it; ``not_in_force`` names the options that are off."""
    if found is None:
        raise QueryError(Finding("nothing to search for", hint="say q=..., a game or a phase"))
    choices = site.choices
    told = found.plain()
    for row in told["results"]:
        missing = question.profile.missing(row["id"], choices)
        if missing:
            row["not_in_force"] = missing
    return told


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
