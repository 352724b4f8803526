"""Lines in the styles of several players are read as the requests that they mean."""

from __future__ import annotations

import json
from collections import Counter
from copy import copy
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.asking.notation.lines import read_line
from kb.asking.notation.names import Names
from kb.asking.request import parse
from kb.base.errors import BadInput
from kb.cases.language.vocabulary import spoken
from tests.read_once import DATA
from tests.read_once import RULES_OF as RULES

ROWS = [json.loads(row) for row in (Path(__file__).parent / "lines.jsonl").read_text(encoding="utf-8").splitlines()]


def units(some: Any) -> list[str]:
    """Units of a type one by one, so that a number and a list compare."""
    if isinstance(some, int):
        return ["{}"] * some
    rest = [({key: value for key, value in entry.items() if key != "count"}, entry.get("count", 1)) for entry in some]
    return sorted(json.dumps(entry, sort_keys=True) for entry, count in rest for _ in range(count))


def same_form(request: dict[str, Any]) -> dict[str, Any]:
    """A request with its acts in one list and its units one by one."""
    made = json.loads(json.dumps(request))
    done, judged = made.pop("do", []), made.pop("may", None)
    made.setdefault("acts", [*done, *([judged] if judged else [])])
    for contents in made["position"].get("spaces", {}).values():
        for power in contents.keys() - {"held_by"}:
            contents[power] = {unit: units(some) for unit, some in contents[power].items()}
    return dict(made)


@pytest.mark.parametrize("row", ROWS, ids=[row["line"][:60] for row in ROWS])
def test_a_line_is_read_as_the_request_it_means(row: dict[str, Any]) -> None:
    line = read_line(row["line"], RULES)
    assert same_form(line.request) == same_form(row["request"])
    assert list(line.not_understood) == row.get("not_understood", [])


@pytest.mark.parametrize("row", ROWS, ids=[row["line"][:60] for row in ROWS])
def test_what_is_read_can_be_asked(row: dict[str, Any]) -> None:
    parse(read_line(row["line"], RULES).request, "the line", RULES)


READINGS = yaml.safe_load((Path(__file__).parent / "readings.yaml").read_text(encoding="utf-8"))


def rows(kind: str) -> list[Any]:
    """The lines of a kind, each with what is said of it."""
    return [
        pytest.param(line, row, id=line[:80])
        for row in READINGS[kind]
        for line in map(row["line"].format, row.get("told", [""]))
    ]


def has(read: Any, wanted: Any) -> bool:
    """Whether what is read has all that is wanted; in tables there may be more."""
    if isinstance(wanted, dict):
        return isinstance(read, dict) and all(key in read and has(read[key], value) for key, value in wanted.items())
    return bool(read == wanted)


@pytest.mark.parametrize(("text", "row"), rows("read"))
def test_a_line_is_read_however_it_is_told(text: str, row: dict[str, Any]) -> None:
    line = read_line(text, RULES)
    request: dict[str, Any] = {**line.request, "acts": line.request.get("do") or [line.request.get("may")]}
    assert has(request, row.get("has", {})), request
    assert "alone" not in row or {*request["position"].get("spaces", {})} == {*row["alone"]}
    for lacking in row.get("lacks", ()):
        *above, key = lacking.split()
        assert key not in reduce(dict.__getitem__, above, request["position"])
    assert {*row.get("assumed", ())} <= {*line.assumed}


def findings(text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_line(text, RULES)
    return [str(finding) for finding in caught.value.findings]


@pytest.mark.parametrize(("text", "row"), rows("wrong"))
def test_a_line_that_cannot_be_read_is_told_in_full(text: str, row: dict[str, Any]) -> None:
    for told, wanted in zip(findings(text), row["finds"], strict=True):
        whole = told if "; " in wanted or "?;" in wanted else told.partition("; ")[0]
        assert whole.startswith(wanted[:-1]) if wanted.endswith("…") else whole == wanted


def test_a_game_may_be_given_beside_the_line() -> None:
    assert (
        read_line("sz5: germany 1 sub, uk 1 dd; germany attacks sz5", RULES, game="revised").request["game"]
        == "revised"
    )


def test_what_is_not_understood_is_told_and_not_dropped() -> None:
    line = read_line("revised; germany combat; sz5: germany 1 sub, uk 1 xyzzy dd; germany attacks sz5", RULES)
    assert line.not_understood == ("xyzzy",)


def test_a_way_goes_through_what_the_line_names() -> None:
    line = read_line("e40: uk dd sz109, german sub in sz119, uk dd moves to sz111", RULES)
    act = line.request.get("may") or line.request["do"][-1]
    assert act["route"] == ["sz109", "sz119", "sz111"]


@pytest.mark.parametrize(
    "text",
    ["revised", "revised ;;; ???", "revised ( ( )", "revised 1 2 3", "revised - - > sz5 -", "revised: with with"],
)
def test_what_says_nothing_is_read_or_told_without_a_traceback(text: str) -> None:
    try:
        read_line(text, RULES)
    except BadInput as error:
        assert error.findings


def test_the_words_of_a_line_that_are_compared_with_names_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Names, "like", lambda _, word: asked.append(word) or "")
    unknown = [f"xq{one}{other}zvq" for one in "abcdefghij" for other in "abcdefghij"]
    [finding] = findings(f"revised; germany combat; {' '.join(unknown * 2)}")
    assert asked == unknown[:12]
    assert finding.startswith("100 words are not understood; the first 12 were checked for misspellings; write for")
    asked.clear()
    read_line(
        f"revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5; {' '.join(unknown[:12])}", RULES
    )
    assert asked == unknown[:12]


def test_the_powers_of_a_board_are_found_once_and_not_for_each_word() -> None:
    looked = Counter[str]()

    class Board:
        def __init__(self, board: Any) -> None:
            self._board = board

        def __getattr__(self, name: str) -> Any:
            looked[name] += 1
            return getattr(self._board, name)

    rules = copy(RULES("revised", "", ""))
    object.__setattr__(rules, "board", Board(rules.board))
    names = Names(rules, spoken(DATA))
    before = looked.total()
    assert [names.power_beginning(word) for word in ("sov", "xqz")] == ["soviet-union", ""]
    assert looked.total() == before


@pytest.mark.parametrize("text", ["(" * 3_900, "(sz5 uk sub " * 320, "(a" * 1_900])
def test_brackets_are_not_read_again_and_again(text: str) -> None:
    assert "more than 4 brackets within each other; close each, or leave it out" in findings(
        f"revised; germany combat; {text}"
    )
