"""The rulings of an event's own house: what its judges ruled there. They are never official, whatever they say."""

from __future__ import annotations

from kb import shape
from kb.errors import Finding
from kb.events.texts import date, one_line
from kb.written import YamlList, YamlMapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

#: what begins the id of each
PREFIX = "house-"
#: at most so many at an event, and so many rulings or sections that one names
MOST, MOST_IDS = 100, 20
#: the characters that each text may have
LONGEST = {"question": 500, "answer": 2_000, "by": 60, "note": 1_000}
NEEDED = ("id", "question", "answer", "by", "on")
IDS = ("interprets", "overrides")
KEYS = (*NEEDED, *IDS, "note", "case")
_WHAT = "a house ruling"


class HouseRuling:
    """A question with the answer of an event's judges: who said so (``by``) and when (``on``, an ISO date).

    ``interprets`` are ids of sections and rulings, ``overrides`` ids of rulings that are not followed at the event;
    ``case`` is a scenario as it was written, or the name of a file with scenarios, which shows what is ruled.
    ``file`` and ``lines`` (of its keys) say where it is written.
    """

    __slots__ = ("answer", "by", "case", "file", "id", "interprets", "lines", "note", "on", "overrides", "question")

    def __init__(self, file: str, lines: dict[str, int]) -> None:
        self.id = self.question = self.answer = self.by = self.on = self.note = ""
        self.interprets: tuple[str, ...] = ()
        self.overrides: tuple[str, ...] = ()
        self.case: str | YamlMapping = ""
        self.file, self.lines = file, lines

    def plain(self) -> dict[str, Any]:
        """The same as plain values, with ``official``, which is always false; the case is not among them."""
        texts = ("id", "question", "answer", "by", "on", "note")
        named = {key: list(getattr(self, key)) for key in IDS}
        return {**{key: getattr(self, key) for key in texts}, **named, "official": False}

    def wrong(self, key: str, message: str, hint: str) -> Finding:
        """A finding about one of its keys."""
        return Finding(f"{self.id or _WHAT}: {message}", self.file, self.lines.get(key, self.lines.get("id", 0)), hint)


def is_id(text: str) -> bool:
    """Whether a text is an id of a house ruling: ``house-3``."""
    number = text.removeprefix(PREFIX)
    return number != text and number.isascii() and number.isdigit() and len(number) < 5 and number[0] != "0"


def read_house(value: object, file: str, line: int, findings: list[Finding]) -> tuple[HouseRuling, ...]:
    """The house rulings of a file. What is wrong is added to ``findings``."""
    if not isinstance(value, YamlList):
        findings.append(
            Finding("'house' must be a list of house rulings", file, line, "begin each with '- id: house-1'")
        )
        return ()
    if len(value) > MOST:
        findings.append(Finding(f"{len(value)} house rulings", file, line, f"at most {MOST}"))
        return ()
    found, first = [], dict[str, int]()
    for row, at in zip(value, value.lines, strict=True):
        if not isinstance(row, YamlMapping):
            findings.append(Finding(f"{_WHAT} must be a table of keys", file, at, f"it has: {', '.join(KEYS)}"))
            continue
        ruling = _ruling(row, file, at, findings)
        if ruling.id and first.setdefault(ruling.id, at) != at:
            findings.append(
                Finding(f"the id '{ruling.id}' is there twice", file, at, f"first on line {first[ruling.id]}")
            )
        found.append(ruling)
    return tuple(found)


def _ruling(row: YamlMapping, file: str, line: int, findings: list[Finding]) -> HouseRuling:
    ruling = HouseRuling(file, {"id": line, **row.lines})
    for key in row:
        if key not in KEYS:
            hint = shape.suggest(key[:40], KEYS) or f"it has: {', '.join(KEYS)}"
            findings.append(Finding(f"unknown key '{key[:40]}' in {_WHAT}", file, row.lines[key], hint))
    findings += [Finding(f"{_WHAT} needs '{key}'", file, line, "add it") for key in NEEDED if key not in row]
    if "id" in row:
        ruling.id = _id(row["id"], file, row.lines["id"], findings)
    for key, longest in LONGEST.items():
        if key in row:
            setattr(ruling, key, one_line(row[key], key, longest, file, row.lines[key], findings, key in NEEDED))
    if "on" in row:
        ruling.on = date(row["on"], "on", file, row.lines["on"], findings)
    for key in IDS:
        if key in row:
            setattr(ruling, key, tuple(_ids(row[key], key, file, row.lines[key], findings)))
    if "case" in row:
        ruling.case = _case(row["case"], file, row.lines["case"], findings)
    return ruling


def _id(value: object, file: str, line: int, findings: list[Finding]) -> str:
    if isinstance(value, str) and is_id(value):
        return value
    told = f"'{value[:40]}'" if isinstance(value, str) else "that"
    hint = f"write {PREFIX} and a number, such as {PREFIX}1: an official id never looks so"
    findings.append(Finding(f"{told} is no id of {_WHAT}", file, line, hint))
    return ""


def _ids(value: object, key: str, file: str, line: int, findings: list[Finding]) -> Iterator[str]:
    """The ids that a key names: one, or a list of them."""
    rows, lines = (value, value.lines) if isinstance(value, YamlList) else ([value], [line])
    if len(rows) > MOST_IDS:
        findings.append(Finding(f"{len(rows)} ids under '{key}'", file, line, f"at most {MOST_IDS}"))
        return
    for each, at in zip(rows, lines, strict=True):
        name = "-".join(each.lower().split()) if isinstance(each, str) else ""
        if not name or len(name) > LONGEST["by"]:
            findings.append(
                Finding(f"'{key}' must be an id, or a list of ids", file, at, f"write '{key}: [rev-sub-2]'")
            )
        elif key == "overrides" and "/" in name:
            hint = "say 'interprets' of a section"
            findings.append(Finding(f"'{name}' is no ruling: only rulings can be overridden", file, at, hint))
        else:
            yield name


def _case(value: object, file: str, line: int, findings: list[Finding]) -> str | YamlMapping:
    """The case: a scenario, or the name of a file that stands beside the event's."""
    if isinstance(value, YamlMapping) and value:
        return value
    if (
        isinstance(value, str)
        and value.endswith((".yaml", ".yml"))
        and not set(value) & set("/\\\0")
        and len(value) <= 100
    ):
        return value
    hint = "write it as docs/scenarios.md says, or the name of a YAML file that stands beside this one"
    findings.append(Finding("'case' is no scenario and no name of a file", file, line, hint))
    return ""
