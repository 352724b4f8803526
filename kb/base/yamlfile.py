"""Reads the project's YAML files strictly, and records the line of every value.

Only plain YAML is accepted: one document of mappings, lists and scalars. Every scalar is a string as written (``no``,
``12:30`` and ``1.10`` remain texts). Duplicate keys, anchors, aliases, merge keys, tags, a second document and a
comment that may be a part of the text before it are findings. The reader uses PyYAML's parser events, so it constructs
only ``str``, ``list`` and ``dict``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kb.base.errors import BadInput, Finding
from kb.base.written import YamlList, YamlMapping

#: an event of PyYAML. Each class of events has attributes of its own.
Event = Any
#: the value of a file
Parsed = str | YamlList | YamlMapping[object]
MAX_BYTES = 1_000_000
MAX_DEPTH = 20
#: a comment after a value: the spaces before it, and the text directly after its mark
_COMMENT = re.compile(r"([ \t]+)#(\S*)")


def _line(event: Event) -> int:
    """Return the line of the start of an event, from 1."""
    line: int = event.start_mark.line + 1
    return line


class _Composer:
    """Makes the value of a text from the events of PyYAML; ``name`` is the file in messages."""

    def __init__(self, text: str, name: str) -> None:
        import yaml  # PyYAML is needed only to read YAML

        self.yaml = yaml
        self.name = name
        self.text = text.removeprefix("\ufeff") if " #" in text or "\t#" in text else ""
        #: returns the next event, None after the last
        self.next: Callable[[], Event] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text).get_event
        self.findings: list[Finding] = []

    def refuse(self, what: str, line: int, hint: str) -> None:
        """Add a finding: the error (``what``), its line and a hint."""
        self.findings.append(Finding(what, self.name, line, hint))

    def document(self) -> Parsed:
        """Return the value of the only document; an empty :class:`YamlMapping` if there is none."""
        value: Parsed = YamlMapping(1)
        documents = 0
        for event in iter(self.next, None):
            if isinstance(event, self.yaml.DocumentStartEvent):
                documents += 1
                if documents == 2:
                    self.refuse(
                        "a second YAML document begins here",
                        _line(event),
                        "remove the '---' line, or put it into a file of its own",
                    )
                    raise BadInput(*self.findings)
            elif isinstance(event, self.yaml.NodeEvent):
                value = self.compose(event, 0)
        return value

    def compose(self, event: Event, depth: int) -> Parsed:
        """Return the value that begins with an event, at a depth of nesting, with findings about all that is not plain.
        Raises :class:`BadInput` for an alias, or at a depth of more than :data:`MAX_DEPTH`."""
        line = _line(event)
        if depth > MAX_DEPTH:
            raise BadInput(Finding("nested too deeply", self.name, line, f"at most {MAX_DEPTH} levels"))
        if isinstance(event, self.yaml.AliasEvent):
            raise BadInput(Finding("an alias (*) is not allowed", self.name, line, "write the value out"))
        if event.anchor is not None or (event.tag is not None and event.tag != "!"):
            self.refuse("anchors (&) and tags (!) are not allowed", line, "write the plain value")
        if isinstance(event, self.yaml.ScalarEvent):
            if self.text and not event.style and event.end_mark:
                # Report a comment after a text without quotes that may be a part of it. It is not a part of it if a
                # space follows the ``#``, and a single word or two spaces precede it
                comment = _COMMENT.match(self.text, event.end_mark.index)
                if comment and (comment[2] or (" " in event.value and comment[1] == " ")):
                    hint = "put the text in quotes, or the comment on a line of its own"
                    what = f"from '#{comment[2][:20]}' on the text is a comment, which is not read"
                    self.refuse(what, event.end_mark.line + 1, hint)
            return event.value
        if isinstance(event, self.yaml.SequenceStartEvent):
            return self.sequence(line, depth)
        return self.mapping(line, depth)

    def sequence(self, line: int, depth: int) -> YamlList:
        """Return the list of the events up to the end of a sequence; ``depth`` is its depth of nesting."""
        rows = YamlList(line)
        while not isinstance(event := self.next(), self.yaml.SequenceEndEvent):
            rows.lines.append(_line(event))
            rows.append(self.compose(event, depth + 1))
        return rows

    def mapping(self, line: int, depth: int) -> YamlMapping[object]:
        """Return the mapping of the events up to its end; ``depth`` is its nesting. A repeated or invalid key is left
        out, with a finding."""
        table = YamlMapping[object](line)
        while not isinstance(event := self.next(), self.yaml.MappingEndEvent):
            at = _line(event)
            key = self.compose(event, depth + 1)
            value = self.compose(self.next(), depth + 1)
            if not isinstance(key, str) or key == "<<":
                self.refuse("a key must be a plain word", at, "write a word, not a merge key (<<) or a list")
            elif key in table:
                self.refuse(f"'{key}' occurs twice", at, f"first on line {table.lines[key]}; remove one")
            else:
                table[key], table.lines[key] = value, at
        return table


def _brackets_open(text: str) -> int:
    """Count the brackets and braces that are open at the end of ``text``."""
    return sum(map(text.count, "[{")) - sum(map(text.count, "]}"))


def parse(text: str, name: str) -> Parsed:
    """Parse YAML ``text`` to nested :class:`YamlMapping`, :class:`YamlList` and ``str``. Raises :class:`BadInput`, with
    file and line, for anything outside the plain subset."""
    composer = _Composer(text, name)
    try:
        value = composer.document()
    except composer.yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 0
        # releases of PyYAML have limits and messages of their own
        if mark and _brackets_open(text[: mark.index]) > MAX_DEPTH:
            raise BadInput(Finding("nested too deeply", name, line, f"at most {MAX_DEPTH} levels")) from None
        problem = getattr(error, "problem", None) or str(error)
        raise BadInput(Finding(f"not valid YAML: {problem}", name, line, "check indentation and quotes")) from None
    except RecursionError:
        raise BadInput(Finding("nested too deeply", name, 0, f"at most {MAX_DEPTH} levels")) from None
    if composer.findings:
        raise BadInput(*composer.findings)
    return value


def text_of(content: bytes, name: str) -> str:
    """Decode the bytes of a file, called ``name`` in messages. Raises :class:`BadInput` if they are more than
    ``MAX_BYTES``, or not UTF-8."""
    if len(content) > MAX_BYTES:
        raise BadInput(Finding(f"larger than {MAX_BYTES:,} bytes", name, 0, "split it"))
    try:
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(Finding("not UTF-8 text", name, 0, f"byte {error.start} is invalid; save it as UTF-8")) from None


def text_in(path: str, name: str | None = None) -> str:
    """Return the text of a file; ``name`` is its name in messages (default: the path). Raises :class:`BadInput`."""
    name = name or path
    try:
        with open(path, "rb") as file:
            return text_of(file.read(MAX_BYTES + 1), name)
    except OSError as error:
        raise BadInput(
            Finding(f"cannot be read ({error.strerror})", name, 0, "check its name, and that you may read it")
        ) from None


def load(path: str, name: str | None = None) -> Parsed:
    """Read and :func:`parse` a file; ``name`` is its name in messages (default: the path). Raises :class:`BadInput`."""
    return parse(text_in(path, name), name or path)
