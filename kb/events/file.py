"""Reads the file in which an event is kept: YAML with some of ``name``, ``game``, ``printing`` and ``options``."""

from __future__ import annotations

from kb import shape, yamlfile
from kb.errors import BadInput, Finding
from kb.events.choices import VARIABLE, Choices, Said
from kb.written import YamlList, YamlMapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TEXTS = ("name", "game", "printing")
_KEYS = (*_TEXTS, "options")
_WRITE = "write 'options: [national-objectives, technology=off]'"


def read(path: str) -> Choices:
    """What a file says. Raises :class:`BadInput` with every finding about how it is written."""
    try:
        with open(path, "rb") as file:
            content = file.read(yamlfile.MAX_BYTES + 1)
    except OSError as error:
        hint = f"{VARIABLE} names it: write the file, or unset {VARIABLE}"
        raise BadInput(Finding(f"cannot be read ({error.strerror})", path, 0, hint)) from None
    table = yamlfile.parse(yamlfile.text_of(content, path), path)
    if not isinstance(table, YamlMapping):
        raise BadInput(Finding("an event is a table of keys", path, 1, f"write some of: {', '.join(_KEYS)}"))
    findings: list[Finding] = []
    found = _choices(table, path, findings)
    if findings:
        raise BadInput(*findings)
    return found


def _choices(table: YamlMapping, file: str, findings: list[Finding]) -> Choices:
    found = Choices()
    for key, value in table.items():
        line = table.lines[key]
        if key == "options":
            found.options = list(_options(value, file, line, findings))
        elif key not in _TEXTS:
            hint = shape.suggest(key, _KEYS) or f"an event has: {', '.join(_KEYS)}"
            findings.append(Finding(f"unknown key '{key}' in an event", file, line, hint))
        elif isinstance(value, str):
            setattr(found, key, Said(" ".join(value.split()), file, line))
        else:
            findings.append(Finding(f"'{key}' must be text", file, line, f"write '{key}: ...' in one line"))
    return found


def _options(value: object, file: str, line: int, findings: list[Finding]) -> Iterator[Said]:
    """The options of a file: a list of names, each perhaps with ``=off``, or a table of names with on or off."""
    rows: list[tuple[object, int]] = [(value, line)]
    if isinstance(value, YamlMapping):
        rows = [
            (f"{key}={state}" if isinstance(state, str) else state, value.lines[key]) for key, state in value.items()
        ]
    elif isinstance(value, YamlList):
        rows = list(zip(value, value.lines, strict=True))
    for text, at in rows:
        if isinstance(text, str) and rows[0][0] is not value:
            yield Said(text, file, at)
        else:
            findings.append(Finding("'options' must be a list of names", file, at, _WRITE))
