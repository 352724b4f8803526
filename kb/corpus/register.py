"""The register of every id ever given: an append-only list of events, one JSON object a line.

``given`` (the words a ruling had when it got its id), ``reworded`` (new words of the same ruling),
``withdrawn`` (its document no longer has it), ``restored`` (it has it again). The last event tells how
an id stands.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from kb.errors import BadInput, Finding, raise_if
from kb.files import append_whole
from kb.model import Retired
from kb.paths import shown
from kb.written import parse_json

REGISTER = "ids.jsonl"
EVENTS = ("given", "reworded", "withdrawn", "restored")


@dataclass(frozen=True, slots=True)
class RegisterEntry:
    """One line of the register. ``question`` and ``answer`` are words only, lower case."""

    id: str
    event: str
    on: str
    document: str = ""
    kind: str = ""
    question: str = ""
    answer: str = ""
    exact: str = ""
    reason: str = ""
    successor: str = ""


@dataclass(frozen=True)
class Register:
    """The events in order, and how each id stands now."""

    events: tuple[RegisterEntry, ...] = ()

    @property
    def standing(self) -> dict[str, RegisterEntry]:
        """The ids in use and the words each was last registered with."""
        now: dict[str, RegisterEntry] = {}
        for event in self.events:
            if event.event == "withdrawn":
                now.pop(event.id, None)
            else:
                now[event.id] = event
        return now

    @property
    def withdrawn(self) -> dict[str, RegisterEntry]:
        """The ids that were withdrawn, with the words each was last registered with."""
        last = {event.id: event for event in self.events if event.event != "withdrawn"}
        return {key: event for key, event in last.items() if key not in self.standing}

    @property
    def ever(self) -> set[str]:
        """Every id that was ever given; none of them is given again."""
        return {event.id for event in self.events}

    @property
    def retired(self) -> tuple[Retired, ...]:
        """The ids that were withdrawn, with day, reason and successor."""
        gone = {e.id: Retired(e.id, e.on, e.reason, e.successor) for e in self.events if e.event == "withdrawn"}
        return tuple(gone[key] for key in sorted(gone.keys() - self.standing.keys()))


def load(data: str) -> Register:
    """Read ``data/ids.jsonl``. Raises :class:`BadInput` with every damaged line."""
    name, path = f"data/{REGISTER}", os.path.join(data, REGISTER)
    if not os.path.exists(path):
        raise_if(
            [Finding("the register of ids is missing", name, 0, "restore it from version control: ids are for life")]
        )
    events: list[RegisterEntry] = []
    findings: list[Finding] = []
    try:
        with open(path, encoding="utf-8") as file:
            rows = file.read().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise_if([Finding("not UTF-8 text", name, 0, "restore it from version control")])
    except OSError as error:
        raise_if([Finding(f"cannot be read ({error.strerror})", name, 0, "restore it from version control")])
    given: set[str] = set()
    for number, row in enumerate(rows, start=1):
        try:
            fields = parse_json(row)
            if not isinstance(fields, dict) or not all(isinstance(value, str) for value in fields.values()):
                raise ValueError
            event = RegisterEntry(**fields)
        except (ValueError, TypeError):
            findings.append(
                Finding("not a line of the register", name, number, "restore it from version control; only append")
            )
            continue
        findings += [
            Finding(what, name, number, "the register is append-only: restore it") for what in _wrong(event, given)
        ]
        given.add(event.id)
        events.append(event)
    raise_if(findings)
    return Register(tuple(events))


def _wrong(event: RegisterEntry, given: set[str]) -> Iterable[str]:
    if event.event not in EVENTS:
        yield f"'{event.event}' is not an event ({', '.join(EVENTS)})"
    elif event.event != "withdrawn" and not (event.document and event.kind and event.exact):
        yield f"'{event.id}' is {event.event} without document, kind and exact"
    elif event.event == "given" and event.id in given:
        yield f"id '{event.id}' is given twice"
    elif event.event != "given" and event.id not in given:
        yield f"id '{event.id}' is {event.event} before it was given"


def append(data: str, events: Iterable[RegisterEntry]) -> None:
    """Add events to the end of the register. Raises :class:`BadInput`, with nothing added, if it cannot be written."""
    path = os.path.join(data, REGISTER)
    rows = [{key: value for key, value in asdict(event).items() if value} for event in events]
    try:
        append_whole(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    except OSError as error:
        raise BadInput(
            Finding(f"cannot be written ({error.strerror})", shown(path), 0, "make room, then again")
        ) from None
