"""The judge's page: a question and a profile in, cards out; whole, as a fragment for its script, or as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from datasette import Response

from kb import caches
from kb.errors import QueryError
from kb.events import told
from kb.search.query_limits import LONGEST_QUERY
from kb.search.state import ANSWERED, NEAREST
from kb.store import lookup
from kb.web import answer_state, at_event, facets, shared
from kb.web.at_event import default_of
from kb.web.bundle import bundle_of
from kb.web.cards import cards, opened
from kb.web.choices import choices_of
from kb.web.judge_query import MOST, JudgeQuery, find, plain, read_query
from kb.web.near_sections import nearest, sections_of
from kb.web.respond import cached, fragment, json_response, page
from kb.web.shared import LONGEST_EVENT, TEXTS
from kb.wording.search import search_notes

if TYPE_CHECKING:
    from datasette import Request
    from markupsafe import Markup

    from kb.knowledge import Results
    from kb.web.profile import Profile
    from kb.web.site import Site


async def judge(site: Site, request: Request) -> Response:
    """The page, or with ``part=results`` only what was found. A request for another build is answered 404."""
    if other_build(site, request.args.get("build") or ""):
        return stale()
    question = read_query(site, request)
    if request.args.get("slip"):
        return Response.redirect(f"{site.ruling(quote(request.args['slip'], ''))}/slip?{question.profile.query()}")
    shown = await _shown(site, question)
    if request.args.get("part"):
        return fragment(site, request, await site.datasette.render_template("kb/found.html", {"site": site, **shown}))
    return await page(
        site,
        request,
        "judge.html",
        asking={"Edition": question.profile.game, "Question": question.text},
        shared_as=_shared_as(site, question),
        asked=question,
        choices=choices_of(site),
        bundle=await bundle_of(site),
        most=MOST,
        longest_event=LONGEST_EVENT,
        longest_query=LONGEST_QUERY,
        short=lookup.short_titles(site.base.connection),
        chosen=_chosen(site, question, shown["named"]),
        default=default_of(site),
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


def other_build(site: Site, named: str) -> bool:
    """Whether a page that knows its build asks a server of another."""
    return bool(named) and named != site.digest[: len(named)]


def stale() -> Response:
    """404: what was asked for is another build's. A load balancer asks the next process; else the page reloads."""
    return Response.text("another build is served here; load the page again", 404, {"cache-control": "no-store"})


async def _shown(site: Site, question: JudgeQuery) -> dict[str, Any]:
    """What ``found.html`` says: the answer state, the number of rulings, hints, cards, and ways on."""
    choices, profile = choices_of(site), question.profile
    hints: list[str] = []
    try:
        found = await find(site, question)
        if found is None:
            hints = [TEXTS["start"]]
    except QueryError as error:
        found, hints = None, [str(finding) for finding in error.findings]
    house = at_event.found(site, profile, question.text, found)
    if house and at_event.search_of(site).named(question.text):
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
    why = answer_state.line(found, ids)
    short = lookup.short_titles(site.base.connection)
    notes = search_notes(found.understood(), short)
    if why and found.state == NEAREST:
        notes.pop("absent", "")  # it is the reason
    return {
        "told": shared.found(len(ids), found.state, bool(found.query.terms)),
        "state": found.state,
        "why": why,
        "rules": answer_state.rules(found, short, ids),
        "notes": notes,
    }


def _chosen(site: Site, question: JudgeQuery, named: str) -> str:
    """What results are narrowed by and what is played, in the words of the buttons: as ``judge.js`` says it."""
    choices, profile = choices_of(site), question.profile
    short = lookup.short_titles(site.base.connection)
    said = [short.get(profile.game or named, TEXTS["all_editions"])]
    for facet in facets.FACETS:
        said.append(choices.facets[facet.name].get(profile.facets.get(facet.name, ""), facet.any))
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
    near = nearest(sections_of(site), found.query.terms, game)
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
    for name, text in (*((facet.name, facet.widen) for facet in facets.FACETS), ("game", TEXTS["widen_game"])):
        if kept_to[name]:
            wider = question.profile.without(*(("game", "printing") if name == "game" else (name,)))
            all_games = question.all_games or name == "game"
            ways.append((text, _link(site, replace(question, profile=wider, all_games=all_games))))
    return ways


def _link(site: Site, question: JudgeQuery, **more: str) -> str:
    more = {"all": "1"} | more if question.all_games else more
    return f"{site.path('/judge')}?{question.profile.query(q=question.text, **more)}"


ROUTES = [(r"/judge", judge), (r"/judge/search\.json", search)]
