"""Reads the file in which an event is kept: YAML with what is played, and the rulings of the house."""

from __future__ import annotations

from kb import shape, yamlfile
from kb.errors import BadInput, Finding
from kb.events.choices import Choices, Said
from kb.events.house import read_house
from kb.events.texts import date, one_line
from kb.files import read_bounded
from kb.written import YamlList, YamlMapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: bytes of a file
MOST_BYTES = 256_000
#: the texts that choose something, and the characters of each
CHOSEN = {"name": 200, "game": 100, "printing": 100}
#: characters of the place
LONGEST_PLACE = 100
KEYS = (*CHOSEN, "options", "dates", "place", "house")
DATES = ("from", "to")
_WRITE = "write 'options: [national-objectives, technology=off]'"


def read(path: str, hint: str = "name a file that is there, or begin one: kb event new") -> Choices:
    """What a file says, with what is wrong of it. Raises :class:`BadInput` where it cannot be read, with the ``hint``,
    or is no table of keys."""
    return read_text(yamlfile.text_of(read_bounded(path, MOST_BYTES, hint, "shorten it"), path), path)


def read_text(text: str, path: str) -> Choices:
    """What the text of a file says; ``path`` is how messages call it. Raises :class:`BadInput`."""
    table = yamlfile.parse(text, path)
    if not isinstance(table, YamlMapping):
        raise BadInput(Finding("an event is a table of keys", path, 1, f"write some of: {', '.join(KEYS)}"))
    return _choices(table, path)


def _choices(table: YamlMapping, file: str) -> Choices:
    found = Choices()
    findings = found.findings
    for key, value in table.items():
        line = table.lines[key]
        if key == "options":
            found.options = list(_options(value, file, line, findings))
        elif key == "dates":
            found.dates = _dates(value, file, line, findings)
        elif key == "house":
            found.house = read_house(value, file, line, findings)
        elif key == "place":
            found.place = one_line(value, key, LONGEST_PLACE, file, line, findings)
        elif key in CHOSEN:
            setattr(found, key, Said(one_line(value, key, CHOSEN[key], file, line, findings), file, line))
        else:
            hint = shape.suggest(key[:40], KEYS) or f"an event has: {', '.join(KEYS)}"
            findings.append(Finding(f"unknown key '{key[:40]}' in an event", file, line, hint))
    if found.house and not found.name.text:
        findings.append(Finding("an event with house rulings needs 'name'", file, table.lines["house"], "say whose"))
    return found


def _dates(value: object, file: str, line: int, findings: list[Finding]) -> tuple[str, str]:
    """The first and the last day; of an event of one day both are that."""
    if not isinstance(value, YamlMapping):
        findings.append(Finding("'dates' must have from and to", file, line, "write 'dates: {from: 2026-11-20}'"))
        return "", ""
    for key in value:
        if key not in DATES:
            hint = shape.suggest(key[:40], DATES) or "they have: from, to"
            findings.append(Finding(f"unknown key '{key[:40]}' in the dates", file, value.lines[key], hint))
    if "from" not in value:
        findings.append(Finding("'dates' needs 'from'", file, line, "add the first day"))
    first, last = (date(value[key], key, file, value.lines[key], findings) if key in value else "" for key in DATES)
    if first and last and last < first:
        findings.append(Finding("the event ends before it begins", file, line, f"'to' is {last}, 'from' {first}"))
    return first, last or first


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
