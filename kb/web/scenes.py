"""A scenario for pages: its cases with drawings, its traces with links, rendered by ``kb/scenario.html``."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from markupsafe import Markup

from kb import caches
from kb.store import lookup, scenarios
from kb.web.assets import link
from kb.web.drawing.board import draw
from kb.web.drawing.picture import Picture
from kb.wording import ruling as wording

if TYPE_CHECKING:
    from kb.web.site import Site

Plain = dict[str, Any]
#: draws a position, and what changed against one before
_Draw = Callable[[Picture, Picture | None], str]
_made: WeakKeyDictionary[Site, caches.Cache] = WeakKeyDictionary()
#: bytes of a rendered scenario beside its HTML
_REST = 4_000


async def scene(site: Site, name: str, level: int) -> Plain | None:
    """The scenario ``name`` with its ``html``, whose headings are of ``level``; or ``None``. Made once for a site.

    Beside what :func:`kb.store.scenarios.scenario` tells, without the cases: ``href``, ``holds`` (what came of it),
    ``as_said`` (``as ruled``) and ``summary``.
    """
    known = _made.setdefault(site, caches.Cache(caches.SCENES))
    made: Plain | None = known.get((name, level))
    if made is None:
        found = scenarios.scenario(site.base.connection, name)
        if found is None:
            return None
        made = await _scene(site, found, level)
        known.put((name, level), made, len(made["html"]) + _REST)
    return made


async def _scene(site: Site, found: Plain, level: int) -> Plain:
    played = found.pop("cases")
    rules, powers = found.pop("rules"), _powers(site, found["game"])
    found |= {
        "href": site.path(f"/scenario/{found['id']}"),
        "ask": site.path(f"/ask/case/{found['id']}") if found["proof"] == "play" and site.asks else "",
        "holds": found["passed"] and found["contrast_passed"],
        "as_said": "as ruled" if found["rulings"] else "as printed",
        "summary": " ".join(played[0]["story"]),
    }
    sprite = link(site, "counters.svg")
    shown = [_case(site, each, played[0], rules, partial(draw, powers=powers, sprite=sprite)) for each in played]
    html = await site.datasette.render_template(
        "kb/scenario.html",
        {"scene": found, "cases": shown, "level": level, "wording": wording, "elsewhere": _elsewhere(site, found)},
    )
    return {**found, "html": Markup(html)}


def _elsewhere(site: Site, found: Plain) -> list[Plain]:
    """How other games compare on the questions of its rulings."""
    return [each for ruling in found["rulings"] for each in site.base.ruling(ruling)["elsewhere"]]


def _powers(site: Site, game: str) -> tuple[str, ...]:
    return tuple(json.loads(lookup.row(site.base.connection, "games", game)["powers"]))


def _case(site: Site, case: Plain, first: Plain, rules: dict[str, str], drawn: _Draw) -> Plain:
    """A case with its trace as a tree of ``steps``, its ``boards`` (what a picture shows, and the SVG), ``same_start``
    (a contrast that begins as the case does); its ``story`` becomes pairs of a line and whether the case itself is
    without it."""
    contrast = case is not first
    return {
        **case,
        "same_start": contrast and bool(case["before"]) and not case["change"],
        "story": [(line, line not in first["story"]) for line in case["story"] if line not in case["change"]],
        "steps": _tree([_linked(site, line, rules) for line in case["trace"]]),
        "boards": _boards(case, first["before"] if contrast else None, drawn),
    }


def _boards(case: Plain, usual: Picture | None, drawn: _Draw) -> list[tuple[str, Markup]]:
    """What each drawing shows, and the drawing; one where nothing changes. ``usual``: how a contrast's case begins."""
    before, after = case["before"], case["after"]
    if not before:
        return []
    marked = usual if usual and usual != before else None
    begins = "Before, with what is different marked" if marked else "Before"
    if before == after:
        return [(f"{begins}. Nothing on the board changes", Markup(drawn(before, marked)))]
    return [(begins, Markup(drawn(before, marked))), ("After", Markup(drawn(after, before)))]


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
