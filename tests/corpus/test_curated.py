"""Curated files are read strictly, and one mistake is one finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.base.shape import Names
from kb.corpus import curated
from kb.games import catalogue
from kb.knowledge import KnowledgeBase
from tests.conftest import edit
from tests.read_once import tables

CURATED = tables("corpus/curated.yaml")


@pytest.fixture
def names(base: KnowledgeBase) -> Names:
    """Return the names that the real data may use."""
    kinds = ("ruling", "section", "option", "reading")
    return Names(**{kind: {row[0] for row in base.connection.execute(f"select id from {kind}s")} for kind in kinds})


def told(data: Path, names: Names) -> list[str]:
    return [str(finding) for finding in curated.load(str(data), catalogue.games(str(data)), names).findings]


@pytest.mark.parametrize("name", ["verdicts/revised.yaml", "phrasings/revised.yaml", "relations.yaml"])
def test_a_file_that_cannot_be_read_is_the_only_finding(own_data: Path, names: Names, name: str) -> None:
    path = own_data / name
    path.write_text(path.read_text() + "x: [\n")
    (line,) = told(own_data, names)
    assert line.startswith(f"data/{name}:") and "not valid YAML" in line


@pytest.mark.parametrize(("name", "old", "new", "message"), CURATED["mistakes"])
def test_a_row_with_a_mistake_is_not_missing(
    own_data: Path, names: Names, name: str, old: str, new: str, message: str
) -> None:
    edit(own_data / name, old, new)
    found = told(own_data, names)
    assert any(message in line for line in found) and not any("has no " in line for line in found), found


def test_what_is_of_no_ruling_is_told_and_what_is_missing_is_a_draft(own_data: Path, names: Names) -> None:
    edit(own_data / "verdicts" / "revised.yaml", "id: rev-sub-2\n", "id: rev-sub-99\n")
    edit(own_data / "phrasings" / "revised.yaml", "  rev-sub-2:\n", "  rev-sub-99:\n")
    assert [line.split(": ", 1)[1].split(";")[0] for line in told(own_data, names)] == [
        "unknown ruling 'rev-sub-99'",
        "unknown ruling 'rev-sub-99'",
    ]


_PAIR = "{games: [revised, europe-1999], holds: said, says: different}"


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("{games: [revised, europe-1999], holds: alike}", "unknown holds 'alike'; one of same, different"),
        ("{games: [revised, europe-1999], holds: said}", "a pair that is said needs 'says'"),
        (
            "{games: [revised, europe-1999], holds: said, says: perhaps}",
            "unknown says 'perhaps'; one of same, different",
        ),
        ("{games: [revised, europe-1999], holds: same}", "a pair that is same needs 'case'"),
        (
            "{games: [revised, europe-1999], holds: said, says: same, case: revised/x}",
            "'case' is not allowed in a pair that is said",
        ),
        ("{games: [revised], holds: said, says: same}", "a pair has two games, not 1"),
        ("{games: [revised, chess], holds: said, says: same}", "unknown game of the topic 'chess'"),
        (f"{_PAIR}\n      - {_PAIR}", "this pair of games occurs twice"),
    ],
)
def test_a_pair_of_games_is_told_once_and_whole(own_data: Path, names: Names, new: str, message: str) -> None:
    edit(
        own_data / "relations.yaml",
        f"victory-check\n{_between(own_data)}{_PAIR}",
        f"victory-check\n{_between(own_data)}{new}",
    )
    assert any(message in line and line.startswith("data/relations.yaml:") for line in told(own_data, names))


def _between(data: Path) -> str:
    """Return the text between a topic's id and its pair."""
    text = (data / "relations.yaml").read_text()
    return text.partition("victory-check\n")[2].partition(_PAIR)[0]
