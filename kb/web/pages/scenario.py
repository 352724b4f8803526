"""A scenario for pages: its cases with drawings, its traces with links; and its own page, the only one for a scenario
that proves a section of the rule book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import unquote

from datasette import Request, Response
from markupsafe import Markup

from kb.base import caches
from kb.base.errors import Finding, NotFound
from kb.base.shape import Plain
from kb.store import lookup, pages, scenarios
from kb.text import captions
from kb.text import ruling as wording
from kb.web import counters
from kb.web.assets import link
from kb.web.counters import Picture
from kb.web.respond import cached, page
from kb.web.site import Site

#: returns a position as boxes, with the changes against one before
_Draw = Callable[["Picture", "Picture | None"], list[dict[str, Any]]]


async def scene(site: Site, name: str, level: int) -> Plain | None:
    """The scenario ``name`` with its ``html``, whose headings are of ``level``; or ``None``. Made once for a site.

    Beside what :func:`kb.store.scenarios.scenario` tells, without the cases: ``href``, ``holds`` (what came of it),
    ``as_said`` (``as ruled``) and ``summary``.
    """
    made: Plain | None = site.scenes.get((name, level))
    if made is not None:
        return made
    found = scenarios.scenario(site.base.connection, name)
    if found is None:
        return None
    played = found.pop("cases")
    rules, powers = found.pop("rules"), pages.powers(site.base.connection, found["game"])
    found |= {
        "href": site.path(f"/scenario/{found['id']}"),
        "ask": site.path(f"/ask/case/{found['id']}") if found["proof"] == "play" and site.asks else "",
        "holds": found["passed"] and found["contrast_passed"],
        "as_said": "as ruled" if found["rulings"] else "as printed",
        "summary": " ".join(played[0]["story"]),
    }
    drawn = partial(counters.board, powers=powers)
    context = {
        "scene": found,
        "cases": [_case(site, each, played[0], rules, drawn) for each in played],
        "level": level,
        "wording": wording,
        "counters": counters,
        "sprite": link(site, "counters.svg"),
        # how other games compare on the questions of its rulings
        "elsewhere": [each for ruling in found["rulings"] for each in site.base.ruling(ruling)["elsewhere"]],
    }
    made = {**found, "html": Markup(await site.datasette.render_template("kb/scenario.html", context))}
    site.scenes.put((name, level), made)
    return made


def _case(site: Site, case: Plain, first: Plain, rules: dict[str, str], drawn: _Draw) -> Plain:
    """Return a case with its trace as a tree of ``steps`` and its ``boards``, as pairs of a caption and the spaces.

    ``same_start`` marks a contrast that begins as the case does. The ``story`` becomes pairs of a line and whether the
    case itself is without it.
    """
    contrast = case is not first
    return {
        **case,
        "same_start": contrast and bool(case["before"]) and not case["change"],
        "story": [(line, line not in first["story"]) for line in case["story"] if line not in case["change"]],
        "steps": _tree([_linked(site, line, rules) for line in case["trace"]]),
        "boards": _boards(case, first["before"] if contrast else None, drawn),
    }


def _boards(case: Plain, usual: Picture | None, drawn: _Draw) -> list[tuple[str, list[dict[str, Any]]]]:
    """What each picture shows, and its spaces; one where nothing changes. ``usual``: how a contrast's case begins."""
    before, after = case["before"], case["after"]
    if not before:
        return []
    marked = usual if usual and usual != before else None
    first = captions.before(marked is not None, before != after), drawn(before, marked)
    return [first] if before == after else [first, ("After", drawn(after, before))]


def _linked(site: Site, line: Plain, rules: dict[str, str]) -> Plain:
    """A line of a trace with where its rule and what that rests on are found: ``rule_href``, ``cited``."""
    rule = rules.get(line["rule"])
    return {
        **line,
        "rule_href": site.row("rules", rule) if rule else "",
        "cited": [(cite, site.row("sections", cite) if "/" in cite else site.ruling(cite)) for cite in line["cites"]],
    }


def _tree(lines: Sequence[Plain]) -> list[Plain]:
    """Lines with a depth as a tree: each has its ``below``."""
    top: list[Plain] = []
    path: list[tuple[int, list[Plain]]] = [(-1, top)]
    for line in lines:
        while path[-1][0] >= line["depth"]:
            path.pop()
        node = {**line, "below": []}
        path[-1][1].append(node)
        path.append((line["depth"], node["below"]))
    return top


@cached(caches.SCENARIO_PAGES)
async def scenario(site: Site, request: Request) -> Response:
    """Its title, what it proves, and how it is played. Raises :class:`NotFound`."""
    name = unquote(request.url_vars["name"])
    found = await scene(site, name, 2)
    if found is None:
        raise NotFound(Finding(f"there is no scenario '{name[:80]}'"))
    rows = site.base.connection
    game = lookup.row(rows, "games", found["game"])
    return await page(
        site,
        request,
        "scenario_page.html",
        scene=found,
        game=game,
        rulings=lookup.summaries(rows, found["rulings"]).values(),
        sections=[lookup.row(rows, "sections", each) for each in found["sections"]],
        wording=wording,
    )


ROUTES = [(r"/scenario/(?P<name>[^/]+/[^/]+)", scenario)]
