"""The judge's page: a question and a profile in, cards out; whole, as a fragment for its script, or as JSON. And the
page of the judge's log, whose script shows what is kept on the phone that opens it; no server is told of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from datasette import Response

from kb import caches
from kb.errors import QueryError
from kb.events import told
from kb.search.query_limits import LONGEST_QUERY
from kb.search.state import ANSWERED, NEAREST, RULE
from kb.store import lookup
from kb.web import at_event, shared
from kb.web.bundle import bundle_of
from kb.web.cards import cards, opened
from kb.web.judge_query import MOST, JudgeQuery, find, nearest, plain, read_query
from kb.web.respond import cached, json_response, of_this_build, page, with_etag
from kb.web.shared import LONGEST_EVENT, MOST_RULES, TEXTS
from kb.wording.english import listed
from kb.wording.search import search_notes

if TYPE_CHECKING:
    from datasette import Request
    from markupsafe import Markup

    from kb.knowledge import Results
    from kb.search.statements import FoundStatement
    from kb.web.profile import Profile
    from kb.web.site import Site


@dataclass(frozen=True)
class RuleShown:
    """What a rule or printed value says, ``where`` (the games, and how sure), the ``subject``, without the game, the
    scenario in which it is ``played``, if there is one, its ``ids`` in each of the games, and the ``game`` if it is
    one."""

    says: str
    where: str
    subject: str
    played: str
    ids: list[str]
    game: str


def line(found: Results, shown: Sequence[str]) -> str:
    """Why the rulings ``shown`` do not answer, in a line; empty where they do, and where there are no nearest ones.

    A statement that answers is left out of it: it follows as the first of :func:`rules`.
    """
    if found.state == ANSWERED or (found.state == NEAREST and not shown):
        return ""
    return found.why.removesuffix(found.rules[0].says).strip() if found.state == RULE else found.why


def rules(found: Results, short: Mapping[str, str], shown: Sequence[str]) -> list[RuleShown]:
    """The statements that answer, or the nearest where no ruling is ``shown``; best first.

    What several games say alike is one. ``short``: what games are called.
    """
    if found.state != RULE and shown:
        return []
    alike: dict[tuple[str, str], list[FoundStatement]] = {}
    for each in found.rules:
        alike.setdefault((each.says, each.confidence), []).append(each)
    return [_rule(some, short) for some in list(alike.values())[:MOST_RULES]]


def _rule(alike: Sequence[FoundStatement], short: Mapping[str, str]) -> RuleShown:
    first = alike[0]
    mark = "" if first.confidence == "stated" else f" ({first.confidence})"
    played = next((each.played for each in alike if each.played), "")
    where = listed(short[each.game] for each in alike) + mark
    game = first.game if len(alike) == 1 else ""
    return RuleShown(first.says, where, first.id.partition("/")[2], played, [each.id for each in alike], game)


@of_this_build
async def judge(site: Site, request: Request) -> Response:
    """The page, or with ``part=results`` only what was found. A request for another build is answered 404."""
    question = read_query(site, request)
    if request.args.get("slip"):
        return Response.redirect(f"{site.ruling(quote(request.args['slip'], ''))}/slip?{question.profile.query()}")
    shown = await _shown(site, question)
    if request.args.get("part"):
        found = await site.datasette.render_template("kb/found.html", {"site": site, **shown})
        return with_etag(site, request, found, "text/html; charset=utf-8")
    return await page(
        site,
        request,
        "judge.html",
        asking={"Edition": question.profile.game, "Question": question.text},
        shared_as=_shared_as(site, question),
        asked=question,
        choices=site.choices,
        bundle=await bundle_of(site),
        most=MOST,
        longest_event=LONGEST_EVENT,
        longest_query=LONGEST_QUERY,
        short=lookup.short_titles(site.base.connection),
        chosen=_chosen(site, question, shown["named"]),
        default=at_event.default_of(site),
        at_event=_at_event(site),
        forgotten=_forgotten(site, question.profile),
        **shown,
    )


@cached(caches.SEARCH_ANSWERS, query=True)
async def search(site: Site, request: Request) -> Response:
    """What ``kb search --json`` prints, ordered by the profile."""
    question = read_query(site, request, strict=True)
    found = await find(site, question)
    response = json_response(site, request, plain(site, question, found))
    if found is not None and found.query.late:
        response.headers["cache-control"] = "no-store"
    return response


async def _shown(site: Site, question: JudgeQuery) -> dict[str, Any]:
    """What ``found.html`` says: the answer state, the number of rulings, hints, cards, and ways on."""
    choices, profile = site.choices, question.profile
    hints: list[str] = []
    try:
        found = await find(site, question)
        if found is None:
            hints = [TEXTS["start"]]
    except QueryError as error:
        found, hints = None, [str(finding) for finding in error.findings]
    house = at_event.found(site, profile, question.text, found)
    if house and site.house_search.named(question.text):
        found, hints = None, []
    ids = [hit.id for hit in found or ()]
    answers = {} if found is None else {hit.id: (hit.word, hit.condition) for hit in found}
    understood = {} if found is None else found.understood()
    topic = "" if found is None else choices.topic_of(ids, found.query.terms)
    known = {} if found is None else _known(site, found, ids)
    return {
        "state": "",
        "notes": {},
        **known,
        "told": shared.with_house(known.get("told", ""), len(house)),
        "house": await at_event.cards(site, house),
        "near": [] if found is None or ids else _near(site, question, found),
        "told_shortly": _told_shortly(found, lookup.short_titles(site.base.connection)),
        "hints": [*question.left_out, *hints],
        "question": question.text.strip() if found is not None and found.query.terms else "",
        "names": understood.get("named", []),
        "named": _named(understood),
        "shared": shared,
        "turns": _turns(site, question),
        "ways": [] if found is None or ids else _ways(site, question, _named(understood)),
        "cards": profile.applied_to(await _cards(site, found, answers), choices, topic),
        "more": _link(site, question, n=str(min(MOST, 2 * question.limit)))
        if question.limit == len(ids) < MOST
        else "",
    }


def _shared_as(site: Site, question: JudgeQuery) -> str:
    """The public address of a question, for the preview of a link to it; empty without one, and without a question."""
    page = site.public("/judge")
    return f"{page}?{question.profile.query(q=question.text)}" if page and question.asks else ""


def _told_shortly(found: Results | None, games: dict[str, str]) -> str:
    """What is known of a question in a few words, for the preview of a link: the best verdicts only where they answer
    it."""
    if found is None or not found.query.terms:
        return ""
    if found.state != ANSWERED:
        return found.why or TEXTS["nothing_found"]
    return " ".join(f"{games[hit.game]}: {hit.verdict} ({hit.id})" for hit in found[:2])


async def _cards(site: Site, found: Results | None, answers: dict[str, tuple[str, str]]) -> Markup:
    """The cards of what was found; that of a ruling whose id was asked for is open."""
    shown = await cards(site, answers)
    return opened(shown) if found is not None and len(answers) == 1 and not found.query.terms else shown


def _known(site: Site, found: Results, ids: list[str]) -> dict[str, Any]:
    """What is known of a question, and how it was understood."""
    why = line(found, ids)
    short = lookup.short_titles(site.base.connection)
    notes = search_notes(found.understood(), short)
    if why and found.state == NEAREST:
        notes.pop("absent", "")  # it is the reason
    return {
        "told": shared.found(len(ids), found.state, bool(found.query.terms)),
        "state": found.state,
        "why": why,
        "rules": rules(found, short, ids),
        "notes": notes,
    }


def _chosen(site: Site, question: JudgeQuery, named: str) -> str:
    """What results are narrowed by and what is played, in the words of the buttons: as ``judge.js`` says it."""
    choices, profile = site.choices, question.profile
    short = lookup.short_titles(site.base.connection)
    said = [short.get(profile.game or named, TEXTS["all_editions"])]
    for facet in shared.FACETS:
        said.append(choices.facets[facet.name].get(profile.facets.get(facet.name, ""), facet.buttons.any))
    said += [profile.printing_of(profile.game), profile.named_event()]
    states = {title: profile.state(option) for option, title in choices.options.items()}
    said += [f"{title} {shared.STATES[state]}" for title, state in states.items() if state != shared.UNSAID]
    return TEXTS["between"].join(filter(None, said))


def _at_event(site: Site) -> str:
    """The event of the site, with when and where it is: ``Spring Open (2026-11-20 to 2026-11-22, Town hall)``."""
    held = told.held(site.event)
    return f"{site.event_name} ({held})" if held else site.event_name


def _forgotten(site: Site, profile: Profile) -> Profile:
    """The profile without its event, at a site for one also without that."""
    rest = profile.without("event", "on", "off", "printing")
    return replace(rest, event=shared.NO_EVENT) if site.event else rest


def _near(site: Site, question: JudgeQuery, found: Results) -> list[tuple[str, str]]:
    """The sections nearest to a question that found nothing: what they are called, and the search for their rulings."""
    game = question.profile.game or _named(found.understood())
    near = nearest(site.sections, found.query.terms, game)
    profile = question.profile.without("game", "printing").without_facets()
    return [(each.label, f"{site.path('/judge')}?{profile.query(q=f'section:{each.id}')}") for each in near]


def _named(understood: dict[str, Any]) -> str:
    """The game whose button is set because the question names it and the search is kept to it; else empty."""
    only = understood.get("only", [])
    return only[0] if len(only) == 1 and not understood["chosen"] else ""


def _turns(site: Site, question: JudgeQuery) -> dict[str, tuple[str, str]]:
    """By kind of note the way to another choice of games, as text and link."""
    wider = question.profile.without("game", "printing")
    everywhere = replace(question, profile=wider, all_games=True)
    named = (TEXTS["as_the_question"], _link(site, replace(everywhere, all_games=False), all="0"))
    turns = {"only": (TEXTS["all_editions"], _link(site, everywhere)), "all": named}
    return {**turns, "chosen": named} if question.profile.game else turns


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
    return f"{site.path('/judge')}?{question.profile.query(q=question.text, **more)}"


@of_this_build
async def log(site: Site, request: Request) -> Response:
    """The page. A request for another build is answered 404."""
    return await page(site, request, "log.html", games=site.choices.games, shared=shared)


ROUTES = [(r"/judge", judge), (r"/judge/search\.json", search), (r"/log", log)]
