"""The program accepts the examples of docs/asking.md, and its tables are complete."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest

from kb.asking.answer import ask
from kb.asking.notation.line import from_line
from kb.cases.acts import VERBS
from kb.service.asking import ask as answered
from kb.text.answers import render_answer
from tests.conftest import ROOT
from tests.read_once import RULES_OF
from tests.test_docs import terminal

PAGE = (ROOT / "docs" / "asking.md").read_text(encoding="utf-8")
EXAMPLES = PAGE.partition("### Examples")[2].partition("```\n")[2].partition("```")[0].splitlines()
CONSOLE = re.findall(r"```console\n\$ (.*)\n((?:.*\n)*?)```", PAGE)


class _Python(doctest.DocTestParser):
    """The Python examples of a page, without the fences around them."""

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        return super().parse(string.replace("```", ""), name)


@pytest.mark.parametrize(("page", "attempted"), [("asking.md", 11), ("serving.md", 5)])
def test_the_examples_in_python(page: str, attempted: int, built: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    found = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, parser=_Python())
    assert (found.failed, found.attempted) == (0, attempted)


def test_the_examples_in_the_terminal(built: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_BUILT", built)
    assert CONSOLE
    for command, printed in CONSOLE:
        program, *arguments = shlex.split(command)
        assert (program, terminal(arguments)) == ("kb", printed)


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_of_the_notation_is_played(line: str) -> None:
    told = render_answer(ask(from_line(line, RULES_OF)))
    assert told["actions"] and not [act["wrong"] for act in told["actions"] if act["wrong"]]


def test_the_table_of_verbs_has_the_form_of_each_verb() -> None:
    rows = dict(
        re.findall(
            r"^\| ([^|]+) \| `([^`]+)` \|$", PAGE.partition("### The actions")[2].partition("###")[0], flags=re.M
        )
    )
    assert [*rows] == [verb.summary for verb in VERBS.values()]
    for verb in VERBS.values():
        written = re.findall(r"[a-z]+", rows[verb.summary])
        assert set(re.findall(r"[a-z]+", re.sub(r"\{\w+\}", "", verb.typed))) <= set(written), verb.key


def test_the_keys_of_an_answer_are_those_of_the_table() -> None:
    table = PAGE.partition("## The answer as JSON")[2].partition("## The board")[0]
    keys = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`[^|]*) \|", table, flags=re.M))))
    assert keys - {"kind", "says", "html", "claim"} == answered(None, EXAMPLES[0]).keys()
