"""Sentences for readers are made in ``kb/text``: no function elsewhere in ``kb/`` has one in its code.

A sentence has five words or more, and a full stop at its end or parts set off by a comma or semicolon. What is declared
(tables of columns, verbs, expectations, help: constants outside functions, and templates beside the row of what they
tell) is data, and what is wrong is worded where it is found.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.read_once import ROOT, modules

_WORDS = 5
_WORD = re.compile(r"[A-Za-z']{2,}")
_PARTS = re.compile(r"\.$|[,;] [a-z{]")
#: what has such marks and is no English: SQL, markup, headers of HTTP, lines of YAML
_CODE = re.compile(r"(?i)\b(select|insert|pragma)\b|create table|/\*\*|^\s*[-#]|<[\w/?!{]|\w+=\"|\n {2,}")
#: calls whose arguments say what is wrong, or show the progress of a command
_WRONG = re.compile(
    r"(Error|Input|Found|Build|Finding|Unplayable|NotModelled|Answer|finding|wrong|refuse|problem|say)$"
)
#: how a cure begins: what to do about something wrong
_CURE = re.compile(r"\W*(add|change|expect|get|leave|make|name|put|read|restore|run|say|serve|take|write)\b")
#: modules with such strings that are no sentences for readers of rulings and answers
EXCEPTIONS = {
    "kb/asking/notation/": "what a line leaves out, a row a kind, and what is wrong with a line",
    "kb/base/": "what is wrong with files",
    "kb/cases/acts/": "templates beside the verb",
    "kb/cases/analysis/elsewhere.py": "what is wrong with a case in another game",
    "kb/cases/expectations/": "templates beside the key",
    "kb/cases/language/vocabulary.py": "meanings of words, which the documentation lists",
    "kb/cases/play/": "what is wrong with a case",
    "kb/cli/add.py": "what is done with the data, told to those who write them",
    "kb/cli/doctor.py": "the state of files",
    "kb/cli/keep.py": "the help of an option",
    "kb/cli/front.py": "a fault of the program",
    "kb/engine/core/rules.py": "how a rule is misdeclared",
    "kb/corpus/": "what is wrong with the register",
    "kb/files/site.py": "what is wrong with a folder",
    "kb/games/": "what is wrong with boards",
    "kb/mcp/server.py": "descriptions of tools",
    "kb/pipeline/": "what is wrong with the data, and remarks that kb add writes into them",
    "kb/search/query_limits.py": "what is wrong with a query",
    "kb/store/": "descriptions of tables",
    "kb/web/serve.py": "where a server listens",
    "kb/web/api/": "descriptions of addresses, and what is wrong with a request",
    "kb/web/middleware.py": "what is wrong with a request",
    "kb/web/respond.py": "the same",
}


def sentences(tree: ast.AST, inside: bool = False) -> Iterator[tuple[int, str]]:
    """Line and text of each sentence in the functions below a node, and of each template for facts anywhere."""
    if isinstance(tree, (ast.Raise, ast.Assert)) or _is_docstring(tree) or _tells_wrong(tree):
        return
    if isinstance(tree, (ast.Constant, ast.JoinedStr)):
        text = _text(tree)
        if (inside or "{" in text) and _is_sentence(text):
            yield tree.lineno, text
    for node in ast.iter_child_nodes(tree):
        declared = isinstance(tree, (ast.FunctionDef, ast.AsyncFunctionDef)) and node not in tree.body
        if not declared and not (isinstance(tree, ast.JoinedStr) and isinstance(node, ast.Constant)):
            yield from sentences(node, inside or isinstance(tree, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)))


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _tells_wrong(node: ast.AST) -> bool:
    """Whether a node is a call that takes the words of an error."""
    called = node.func if isinstance(node, ast.Call) else None
    return bool(_WRONG.search(getattr(called, "attr", getattr(called, "id", ""))))


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(_text(part) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def _is_sentence(text: str) -> bool:
    words = len(_WORD.findall(text))
    return words >= _WORDS and bool(_PARTS.search(text.strip())) and not (_CODE.search(text) or _CURE.match(text))


def test_sentences_are_made_in_one_room() -> None:
    found = {
        f"{name}:{line}: {text}"
        for path in modules()
        for name in [str(path.relative_to(ROOT))]
        if not name.startswith(("kb/text/", *EXCEPTIONS))
        for line, text in sentences(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert not found


@pytest.mark.parametrize("place", EXCEPTIONS)
def test_each_exception_has_such_strings(place: str) -> None:
    trees = (
        ast.parse(path.read_text(encoding="utf-8"))
        for path in modules()
        if str(path.relative_to(ROOT)).startswith(place)
    )
    assert any(True for tree in trees for _ in sentences(tree))
