"""The coverage page: every section of every game once, the same figures in the diagram and in the table."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.web.pages.coverage import SHADES, Covered, draw, shade
from tests.web.apart import Get

CELL = re.compile(
    r'<a href="([^"]+)" tabindex="-1" class="shade-(\d)"><title>([^<]+): ([^:<]+)</title><rect [^>]*/><text [^>]*>([^<]+)</text>'
)
ROW = re.compile(r'<th scope="row"><a href="([^"]+)">([^<]+)</a>.*?</th>\s*<td>(\d+)</td><td>(\d+)</td>')


@pytest.fixture(scope="module")
def shown(get: Get) -> str:
    response = get("/coverage")
    assert response.status_code == 200
    return str(response.text)


def by_game(shown: str) -> dict[str, str]:
    parts = re.split(r'<h2 id="([^"]+)">', shown)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_section_of_every_game_is_counted_in_book_order(shown: str, base: KnowledgeBase) -> None:
    assert list(by_game(shown)) == base.games()
    for game, part in by_game(shown).items():
        wanted = []
        for section, title in base.connection.execute(
            "select id, title from sections where game = ? order by rowid", [game]
        ):
            on = "select proof from ruling_sections l join rulings r on r.id = l.ruling where l.section = ?"
            proofs = [row["proof"] for row in base.connection.execute(on, [section])]
            wanted.append((title, len(proofs), len(proofs) - proofs.count("none")))
        assert [(unescape(title), int(n), int(proved)) for _, title, n, proved in ROW.findall(part)] == wanted


def test_the_diagram_says_what_the_table_says(shown: str) -> None:
    for part in by_game(shown).values():
        cells, rows = CELL.findall(part), ROW.findall(part)
        assert len(cells) == len(rows)
        for (href, dark, title, told, number), (to, name, rulings, proved) in zip(cells, rows, strict=True):
            assert (href, unescape(title)) == (to, unescape(name))
            assert number == (rulings if int(rulings) else "–")
            assert int(dark) == shade(int(rulings))
            assert told == (
                f"{rulings} ruling{'s' * (rulings != '1')}, {proved} proved" if int(rulings) else "no ruling"
            )


def test_a_section_leads_to_its_row(shown: str, get: Get) -> None:
    for part in by_game(shown).values():
        href, title, *_ = ROW.findall(part)[-1]
        row = get(href)
        assert row.status_code == 200
        assert unescape(title) in unescape(row.text)


def test_the_summary_counts_what_the_table_shows(shown: str, base: KnowledgeBase) -> None:
    for game, part in by_game(shown).items():
        rows = ROW.findall(part)
        covered = sum(int(rulings) > 0 for _, _, rulings, _ in rows)
        rulings = base.connection.execute("select count(*) from rulings where game = ?", [game]).fetchone()[0]
        line = " ".join(re.findall(rf'<li><a href="#{game}">.*?</li>', shown, re.S)[0].split())
        assert f": {covered} of {len(rows)} sections, {rulings} rulings, " in line


def test_the_bar_is_as_long_as_the_share_that_is_proved() -> None:
    def bar(rulings: int, proved: int) -> list[str]:
        return re.findall(r'h([\d.]+)" class="proved"', draw([Covered("A", "/a", 0, rulings, proved)]))

    assert bar(4, 0) == bar(0, 0) == []
    half, whole = bar(4, 2) + bar(4, 4)
    assert float(half) * 2 == float(whole)


def test_more_rulings_are_never_lighter() -> None:
    shades = [shade(rulings) for rulings in range(20)]
    assert shades == sorted(shades)
    assert (shades[0], shades[1], shades[-1]) == (0, 1, len(SHADES))


def test_parts_stand_beside_their_chapter_and_hold_no_markup() -> None:
    nasty = "<b>&"
    told: Any = [Covered(nasty, "/a?b&c", 0, 1, 1), Covered("B", "/b", 1, 0, 0), Covered("C", "/c", 0, 0, 0)]
    drawn = draw(told)
    assert drawn.count('class="chapter"') == 2
    assert "<b>" not in drawn
    assert 'href="/a?b&amp;c"' in drawn
