"""How far the rulings cover the rule books: a diagram and a table for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kb import caches
from kb.store import proof_counts
from kb.web.drawing.coverage import Covered, draw
from kb.web.respond import cached, page
from kb.wording import ruling as wording
from kb.wording.claims import short

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


class GameCoverage(NamedTuple):
    """A game with its sections, each beside where it stands in the book, and the diagram of them; the figures of its
    ``claims`` and those that nothing proves (:mod:`kb.store.proof_counts`)."""

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
    rows = proof_counts.by_section(connection)
    depth = _depths(rows)
    sections: dict[str, list[tuple[Covered, str]]] = {}
    for row in rows:
        href = site.row("sections", row["id"])
        covered = Covered(row["title"], href, depth[row["id"]], row["rulings"], row["proved"])
        sections.setdefault(row["game"], []).append((covered, wording.page(row).removeprefix(", ")))
    claims = {row["game"]: row for row in proof_counts.claims_by_game(connection)}
    without = proof_counts.claims_without_proof(connection)
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
        for row in proof_counts.by_game(connection)
        if (game := row["id"]) in sections
    ]


def _depths(rows: list[dict[str, Any]]) -> dict[str, int]:
    """How deep each section is nested; one that stands before its parent in the book counts as a chapter."""
    found: dict[str, int] = {}
    for row in rows:
        found[row["id"]] = found.get(row["parent"], -1) + 1
    return found


ROUTES = [(r"/coverage", coverage)]
