"""Permanent ids: the register of every id ever given, and which passage of today's documents is which ruling of it.

The register is an append-only list of events, one JSON object a line: ``given`` (the words a ruling had when it got its
id), ``reworded`` (new words of the same ruling), ``withdrawn`` (its document no longer has it), ``restored`` (it has it
again). The last event is the state of an id.

Passages are matched with registered rulings by their words, never by position or hash: first those with the same
words, then the most similar of the rest. A passage without a match is new and gets the next free number of its topic;
an id without a match is missing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from rapidfuzz import fuzz

from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import append_whole
from kb.base.model import Passage, Retired, RulingKind
from kb.base.paths import shown
from kb.base.written import parse_json
from kb.corpus.typography import words

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
    """The events in order, and the state of each id now."""

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


def load_register(data: str) -> Register:
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
            Finding(what, name, number, "the register is append-only: restore it")
            for what in _wrong_event(event, given)
        ]
        given.add(event.id)
        events.append(event)
    raise_if(findings)
    return Register(tuple(events))


def _wrong_event(event: RegisterEntry, given: set[str]) -> Iterable[str]:
    if event.event not in EVENTS:
        yield f"'{event.event}' is not an event ({', '.join(EVENTS)})"
    elif event.event != "withdrawn" and not (event.document and event.kind and event.exact):
        yield f"'{event.id}' is {event.event} without document, kind and exact"
    elif event.event == "given" and event.id in given:
        yield f"id '{event.id}' is given twice"
    elif event.event != "given" and event.id not in given:
        yield f"id '{event.id}' is {event.event} before it was given"


def append_events(data: str, events: Iterable[RegisterEntry]) -> None:
    """Add events to the end of the register. Raises :class:`BadInput`, with nothing added, if it cannot be written."""
    path = os.path.join(data, REGISTER)
    rows = [{key: value for key, value in asdict(event).items() if value} for event in events]
    try:
        append_whole(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    except OSError as error:
        raise BadInput(
            Finding(f"cannot be written ({error.strerror})", shown(path), 0, "make room, then again")
        ) from None


#: two texts at least this alike (0 to 100) may be the same ruling
ALIKE = 60.0
#: if the words of an answer changed more than this, it is the same ruling only if its question is the same
_SAME_QUESTION = 90.0


@dataclass(frozen=True)
class Candidate:
    """A passage with the document and game prefix that its id would carry."""

    passage: Passage
    document: str
    prefix: str
    question: str
    answer: str
    exact: str

    @classmethod
    def of(cls, passage: Passage, document: str, prefix: str) -> Candidate:
        """Return the candidate for ``passage``; ``exact`` notices every change of a character."""
        exact = hashlib.sha256(f"{passage.question}\n{passage.answer}".encode()).hexdigest()[:16]
        return cls(passage, document, prefix, words(passage.question), words(passage.answer), exact)


@dataclass(frozen=True)
class Assignment:
    """The id of each passage, and the differences from the register.

    ``ids[i]`` belongs to candidate ``i``; ``fresh``, ``changed`` and ``returned`` are indexes of candidates;
    ``missing`` are ids of the register; ``doubles`` are pairs of candidates with the same words.
    """

    ids: tuple[str, ...]
    fresh: tuple[int, ...]
    changed: tuple[int, ...]
    missing: tuple[str, ...]
    doubles: tuple[tuple[int, int], ...]
    returned: tuple[int, ...] = ()


def likeness(candidate: Candidate, event: RegisterEntry) -> float:
    """Return how alike a passage and a registered ruling are, 0 to 100; below :data:`ALIKE`: not the same."""
    answer = fuzz.ratio(candidate.answer, event.answer)
    if candidate.passage.kind is not RulingKind.ANSWER:
        return answer
    question = fuzz.ratio(candidate.question, event.question)
    if question < _SAME_QUESTION and answer < ALIKE / 2:
        return 0.0
    return (2 * question + answer) / 3


def assign(candidates: Sequence[Candidate], register: Register) -> Assignment:
    """Give every candidate its id. The register decides; nothing is written."""
    standing = register.standing
    ids: dict[int, str] = {}
    first: dict[tuple[str, str, str, str], int] = {}
    doubles = []
    for index, c in enumerate(candidates):
        at = first.setdefault(_key(c.document, c.passage.kind, c.question, c.answer), index)
        if at != index:
            doubles.append((at, index))
    open_ids = _exact(candidates, standing, ids)
    _alike(candidates, standing, ids, open_ids)
    changed = tuple(i for i, key in sorted(ids.items()) if standing[key].exact != candidates[i].exact)
    before = set(ids)
    _exact(candidates, register.withdrawn, ids)
    returned = tuple(sorted(set(ids) - before))
    fresh = tuple(i for i in range(len(candidates)) if i not in ids)
    _new(candidates, fresh, ids, register.ever)
    all_ids = tuple(ids[i] for i in range(len(candidates)))
    return Assignment(all_ids, fresh, changed, tuple(open_ids), tuple(doubles), returned)


def _key(document: str, kind: str, question: str, answer: str) -> tuple[str, str, str, str]:
    return document, kind, question, answer


def _exact(candidates: Sequence[Candidate], standing: Mapping[str, RegisterEntry], ids: dict[int, str]) -> list[str]:
    by_words: dict[tuple[str, str, str, str], list[str]] = {}
    for key, event in standing.items():
        by_words.setdefault(_key(event.document, event.kind, event.question, event.answer), []).append(key)
    for index, c in enumerate(candidates):
        same = by_words.get(_key(c.document, c.passage.kind, c.question, c.answer))
        if same and index not in ids:
            ids[index] = same.pop(0)
    used = set(ids.values())
    return [key for key in standing if key not in used]


def _alike(
    candidates: Sequence[Candidate], standing: Mapping[str, RegisterEntry], ids: dict[int, str], open_ids: list[str]
) -> None:
    pairs = []
    for index, c in enumerate(candidates):
        if index in ids:
            continue
        for key in open_ids:
            event = standing[key]
            if event.document == c.document and event.kind == c.passage.kind and (score := likeness(c, event)) >= ALIKE:
                pairs.append((-score, index, key))
    for _, index, key in sorted(pairs):
        if index not in ids and key in open_ids:
            ids[index] = key
            open_ids.remove(key)


def _new(candidates: Sequence[Candidate], fresh: Iterable[int], ids: dict[int, str], ever: set[str]) -> None:
    taken = set(ever)
    for index in fresh:
        c = candidates[index]
        if c.passage.parent >= 0:
            own = [i for i, other in enumerate(candidates) if other.document == c.document]
            stem = ids[own[c.passage.parent]]
            names = (f"{stem}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
        else:
            stem = f"{c.prefix}-{c.passage.topic.slug}-"
            numbers = [int(key[len(stem) :]) for key in taken if key.startswith(stem) and key[len(stem) :].isdigit()]
            names = (f"{stem}{n}" for n in range(max(numbers, default=0) + 1, 10_000))
        ids[index] = next(name for name in names if name not in taken)
        taken.add(ids[index])


def events_of(
    candidates: Sequence[Candidate], found: Assignment, on: str, reason: str = "", successor: str = ""
) -> list[RegisterEntry]:
    """Return the register entries that would record the difference, dated ``on`` (an ISO date)."""
    what = dict.fromkeys(found.fresh, "given") | dict.fromkeys(found.changed, "reworded")
    what |= dict.fromkeys(found.returned, "restored")
    entries = []
    for index in sorted(what):
        c = candidates[index]
        entries.append(
            RegisterEntry(
                found.ids[index], what[index], on, c.document, str(c.passage.kind), c.question, c.answer, c.exact
            )
        )
    gone = " ".join(reason.split())
    return entries + [RegisterEntry(key, "withdrawn", on, reason=gone, successor=successor) for key in found.missing]
