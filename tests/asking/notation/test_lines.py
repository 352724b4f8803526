"""Lines of free talk are read as what they mean, or refused with all that is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.asking.notation.called import Called
from kb.asking.notation.lines import read_line
from kb.asking.notation.render import render
from kb.asking.notation.strict import read_strictly
from kb.asking.request import parse
from kb.base.errors import BadInput
from kb.base.written import from_plain
from kb.cases.language.vocabulary import spoken
from tests.read_once import DATA
from tests.read_once import RULES_OF as RULES

HERE = Path(__file__).parent
TALK = yaml.safe_load((HERE / "talk.yaml").read_text(encoding="utf-8"))
READINGS = yaml.safe_load((HERE / "readings.yaml").read_text(encoding="utf-8"))


def notation(request: Any) -> str:
    """A request in the strict notation."""
    return render(parse(from_plain(request), "the line", RULES))


@pytest.mark.parametrize("row", TALK["read"], ids=lambda row: row["line"][:60])
def test_a_line_means_what_the_notation_says_that_it_means(row: dict[str, str]) -> None:
    read = notation(read_line(row["line"], RULES).request)
    assert read == row["means"]
    assert notation(read_strictly(read, RULES, spoken(DATA)).request) == read


def messages(text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_line(text, RULES)
    return [finding.message for finding in caught.value.findings]


@pytest.mark.parametrize("row", TALK["refused"], ids=lambda row: row["line"][:60])
def test_what_is_not_whole_is_told_all_at_once(row: dict[str, Any]) -> None:
    assert {*row["missing"]} <= {*messages(row["line"])}


def rows() -> list[Any]:
    """The lines with several wordings, each with what is said of it."""
    return [
        pytest.param(line, row, id=line[:80])
        for row in READINGS
        for line in map(row["line"].format, row.get("told", [""]))
    ]


def has(read: Any, wanted: Any) -> bool:
    """Whether what is read has all that is wanted; in tables there may be more."""
    if isinstance(wanted, dict):
        return isinstance(read, dict) and all(key in read and has(read[key], value) for key, value in wanted.items())
    return bool(read == wanted)


@pytest.mark.parametrize(("text", "row"), rows())
def test_a_line_is_read_however_it_is_told(text: str, row: dict[str, Any]) -> None:
    line = read_line(text, RULES)
    request: dict[str, Any] = {**line.request, "acts": line.request.get("do") or [line.request.get("may")]}
    assert has(request, row.get("has", {})), request
    assert "alone" not in row or {*request["position"].get("spaces", {})} == {*row["alone"]}
    assert not {*row.get("lacks", ())} & {*request["position"]}
    assert {*row.get("assumed", ())} <= {*line.assumed}


def test_a_game_may_be_given_beside_the_line() -> None:
    line = read_line("sz5: germany 1 sub, uk 1 dd. germany attacks sz5", RULES, game="revised")
    assert line.request["game"] == "revised"


@pytest.mark.parametrize(
    "text",
    [
        *("revised", "revised ;;; ???", "revised ( ( )", "revised 1 2 3", "revised - - > sz5 -", "revised: with with"),
        *("revised; germany combat; " + "(" * 3_900, "revised " + "(sz5 uk sub " * 300, "revised (a" * 380),
        "revised sz5 - - sz6 and and then if germany (",
        "revised to from in at via past vs by with and then",
    ],
)
def test_what_says_nothing_is_read_or_told_without_a_traceback(text: str) -> None:
    try:
        read_line(text, RULES)
    except BadInput as error:
        assert error.findings


def test_a_word_is_compared_with_names_only_where_it_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Called, "near", lambda _, kinds, word: asked.append(word) or "")
    told = messages("revised germany combat move sz5 1 german sub xyzzy norwya")
    assert {"not understood: 'xyzzy'", "not understood: 'norwya'"} <= {*told}
    assert asked == ["xyzzy", "norwya"]
