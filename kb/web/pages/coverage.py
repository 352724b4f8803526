"""How far the rulings cover the rule books: a table for each game, and a diagram with a cell for each section in book
order, its number that of its rulings."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from datasette import Request, Response

from kb.base import caches
from kb.store import proofs
from kb.text import ruling as wording
from kb.text.claims import short
from kb.web.drawing.svg import WIDTH, add, drawing, to_text
from kb.web.respond import cached, page
from kb.web.site import Site

#: from so many rulings on, a cell is a shade darker
SHADES = (1, 2, 4, 8)
_LABELS = 148.0
_LETTERS = 20
_LINE = 13.0
_CELL = 27.0
_PITCH = 32.0
_IN_A_ROW = int((WIDTH - _LABELS) // _PITCH)


class Covered(NamedTuple):
    """A section: where it leads, how deep it is nested, how many rulings are about it, and how many are proved."""

    title: str
    href: str
    level: int
    rulings: int
    proved: int

    @property
    def figures(self) -> str:
        """Its figures in words."""
        if not self.rulings:
            return "no ruling"
        return f"{self.rulings} ruling{'s' if self.rulings > 1 else ''}, {self.proved} proved"


def shade(rulings: int) -> int:
    """How dark a cell is: 0 for none, up to ``len(SHADES)``."""
    return sum(rulings >= least for least in SHADES)


def draw(sections: Sequence[Covered]) -> str:
    """The diagram of one game as SVG: a row for each chapter, its sub-sections following it.

    It is hidden from screen readers and the keyboard: a table with the same figures and links has to stand beside it.
    """
    chapters: list[list[Covered]] = []
    for section in sections:
        if section.level == 0 or not chapters:
            chapters.append([])
        chapters[-1].append(section)
    tops = [sum(_tall(above) for above in chapters[:at]) for at in range(len(chapters) + 1)]
    root = drawing("kb-coverage", tops[-1])
    root.set("aria-hidden", "true")
    for chapter, top in zip(chapters, tops, strict=False):
        _chapter(root, chapter, top)
    return to_text(root)


def _label(chapter: Sequence[Covered]) -> list[str]:
    return wrap(chapter[0].title, _LETTERS)


def _tall(chapter: Sequence[Covered]) -> float:
    rows = -(-len(chapter) // _IN_A_ROW)
    return max(rows * _PITCH, len(_label(chapter)) * _LINE + 8) + 4


def _chapter(root: Element, chapter: Sequence[Covered], top: float) -> None:
    group = add(root, "g", class_="chapter")
    add(group, "path", d=f"M0 {top:.1f}H{WIDTH:.0f}", class_="rule")
    for at, line in enumerate(_label(chapter)):
        add(group, "text", line, x=0.0, y=top + 17 + at * _LINE)
    for at, section in enumerate(chapter):
        row, column = divmod(at, _IN_A_ROW)
        _cell(group, section, _LABELS + column * _PITCH, top + 4 + row * _PITCH)


def _cell(group: Element, section: Covered, x: float, y: float) -> None:
    """A cell; a sub-section's has round corners, and a bar at its foot is as long as the share that is proved."""
    link = add(group, "a", href=section.href, tabindex="-1", class_=f"shade-{shade(section.rulings)}")
    add(link, "title", f"{section.title}: {section.figures}")
    add(link, "rect", x=x, y=y, width=_CELL, height=_CELL, rx=9.0 if section.level else 0.0)
    add(link, "text", str(section.rulings) if section.rulings else "–", x=x + _CELL / 2, y=y + 16, text_anchor="middle")
    if section.proved:
        long = (_CELL - 10) * section.proved / section.rulings
        add(link, "path", d=f"M{x + 5:.1f} {y + _CELL - 5:.1f}h{long:.1f}", class_="proved")


class GameCoverage(NamedTuple):
    """A game with its sections, each beside where it stands in the book, and the diagram of them; the figures of its
    ``claims`` and those that nothing proves (:mod:`kb.store.proofs`)."""

    id: str
    title: str
    rulings: int
    proved: int
    sections: list[tuple[Covered, str]]
    diagram: str
    claims: dict[str, Any]
    open_claims: list[dict[str, Any]]

    @property
    def covered(self) -> int:
        """How many of the sections a ruling interprets or amends."""
        return sum(section.rulings > 0 for section, _ in self.sections)


@cached(caches.COVERAGE_PAGES)
async def coverage(site: Site, request: Request) -> Response:
    """``/coverage``."""
    return await page(site, request, "coverage.html", games=games(site), short=short)


def games(site: Site) -> list[GameCoverage]:
    """Every game that has sections."""
    connection = site.base.connection
    rows = proofs.by_section(connection)
    depth: dict[str, int] = {}
    for row in rows:  # one that stands before its parent in the book counts as a chapter
        depth[row["id"]] = depth.get(row["parent"], -1) + 1
    sections: dict[str, list[tuple[Covered, str]]] = {}
    for row in rows:
        href = site.row("sections", row["id"])
        covered = Covered(row["title"], href, depth[row["id"]], row["rulings"], row["proved"])
        sections.setdefault(row["game"], []).append((covered, wording.page(row).removeprefix(", ")))
    claims = {row["game"]: row for row in proofs.claims_by_game(connection)}
    without = proofs.claims_without_proof(connection)
    return [
        GameCoverage(
            game,
            row["title"],
            row["rulings"],
            row["proved"],
            sections[game],
            draw([section for section, _ in sections[game]]),
            claims[game],
            [each for each in without if each["game"] == game],
        )
        for row in proofs.by_game(connection)
        if (game := row["id"]) in sections
    ]


ROUTES = [(r"/coverage", coverage)]
