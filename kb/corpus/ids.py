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
from string import ascii_lowercase

from rapidfuzz import fuzz

from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import append_whole
from kb.base.paths import shown
from kb.base.written import parse_json
from kb.corpus.typography import words
from kb.model.corpus import Passage, Retired, RulingKind

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
        standing = self.standing
        return {key: event for key, event in last.items() if key not in standing}

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
    name, restore = f"data/{REGISTER}", "restore it from version control"
    try:
        with open(os.path.join(data, REGISTER), encoding="utf-8") as file:
            rows = file.read().removesuffix("\n").split("\n")
    except FileNotFoundError:
        missing = Finding("the register of ids is missing", name, 0, f"{restore}: ids are for life")
        raise BadInput(missing) from None
    except UnicodeDecodeError:
        raise BadInput(Finding("not UTF-8 text", name, 0, restore)) from None
    except OSError as error:
        raise BadInput(Finding(f"cannot be read ({error.strerror})", name, 0, restore)) from None
    events: list[RegisterEntry] = []
    findings: list[Finding] = []
    given: set[str] = set()
    for number, row in enumerate(rows, start=1):
        try:
            fields = parse_json(row)
            if not isinstance(fields, dict) or not all(isinstance(value, str) for value in fields.values()):
                raise ValueError
            event = RegisterEntry(**fields)
        except (ValueError, TypeError):
            findings.append(Finding("the line is not an event", name, number, f"{restore}; only append"))
            continue
        hint = "the register is append-only: restore it"
        findings += [Finding(what, name, number, hint) for what in _wrong_event(event, given)]
        given.add(event.id)
        events.append(event)
    raise_if(findings)
    return Register(tuple(events))


def _wrong_event(event: RegisterEntry, given: set[str]) -> Iterable[str]:
    """Yield the errors of an event; ``given`` are the ids of the events before it."""
    if event.event not in EVENTS:
        yield f"'{event.event}' is not an event ({', '.join(EVENTS)})"
    elif event.event != "withdrawn" and not (event.document and event.kind and event.exact):
        yield f"'{event.id}' is {event.event} without document, kind and exact"
    elif event.event == "given" and event.id in given:
        yield f"id '{event.id}' occurs twice"
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
            Finding(f"cannot be written ({error.strerror})", shown(path), 0, "free disk space, then repeat the command")
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
        """Return the candidate for ``passage``; its hash ``exact`` differs after any change of a character."""
        exact = hashlib.sha256(f"{passage.question}\n{passage.answer}".encode()).hexdigest()[:16]
        return cls(passage, document, prefix, words(passage.question), words(passage.answer), exact)


@dataclass(frozen=True)
class Assignment:
    """The id of each passage, and the differences from the register.

    ``ids[i]`` belongs to candidate ``i``; ``fresh``, ``changed`` and ``returned`` are indexes of candidates;
    ``missing`` are ids of the register.
    """

    ids: tuple[str, ...]
    fresh: tuple[int, ...]
    changed: tuple[int, ...]
    missing: tuple[str, ...]
    returned: tuple[int, ...] = ()


def likeness(candidate: Candidate, event: RegisterEntry) -> float:
    """Return how alike a passage and a registered ruling are, 0 to 100. Below :data:`ALIKE` they are different
    rulings."""
    answer = fuzz.ratio(candidate.answer, event.answer)
    if candidate.passage.kind is not RulingKind.ANSWER:
        return answer
    question = fuzz.ratio(candidate.question, event.question)
    if question < ALIKE or (question < _SAME_QUESTION and answer < ALIKE / 2):
        return 0.0
    return (2 * question + answer) / 3


_Key = tuple[str, str, str, str]


def _key(candidate: Candidate) -> _Key:
    """Return what a passage and a ruling with the same words have in common: document, kind, question and answer."""
    return candidate.document, candidate.passage.kind, candidate.question, candidate.answer


def assign(candidates: Sequence[Candidate], register: Register) -> Assignment:
    """Give every candidate its id. The register decides; nothing is written."""
    standing = register.standing
    ids: dict[int, str] = {}
    _exact(candidates, standing, ids)
    missing = _alike(candidates, standing, ids)
    changed = tuple(i for i, key in sorted(ids.items()) if standing[key].exact != candidates[i].exact)
    before = set(ids)
    _exact(candidates, register.withdrawn, ids)
    returned = tuple(sorted(set(ids) - before))
    fresh = tuple(i for i in range(len(candidates)) if i not in ids)
    _new(candidates, fresh, ids, register.ever)
    return Assignment(tuple(ids[i] for i in range(len(candidates))), fresh, changed, missing, returned)


def _exact(candidates: Sequence[Candidate], standing: Mapping[str, RegisterEntry], ids: dict[int, str]) -> None:
    """Give passages without an id those of registered rulings with the same words. ``standing`` has these rulings by
    id. ``ids`` has the id of each passage by its index, and gets the new ones."""
    by_words: dict[_Key, list[str]] = {}
    for key, event in standing.items():
        by_words.setdefault((event.document, event.kind, event.question, event.answer), []).append(key)
    for index, candidate in enumerate(candidates):
        same = by_words.get(_key(candidate))
        if same and index not in ids:
            ids[index] = same.pop(0)


def _alike(
    candidates: Sequence[Candidate], standing: Mapping[str, RegisterEntry], ids: dict[int, str]
) -> tuple[str, ...]:
    """Give passages without an id those of registered rulings with similar words, the most similar first. Return the
    registered ids that no passage has. ``standing`` and ``ids`` are as in :func:`_exact`."""
    used = set(ids.values())
    pairs = []
    for index, candidate in enumerate(candidates):
        for key, event in standing.items() if index not in ids else ():
            same = event.document == candidate.document and event.kind == candidate.passage.kind and key not in used
            if same and (score := likeness(candidate, event)) >= ALIKE:
                pairs.append((-score, index, key))
    for _, index, key in sorted(pairs):
        if index not in ids and key not in used:
            ids[index] = key
            used.add(key)
    return tuple(key for key in standing if key not in used)


def _new(candidates: Sequence[Candidate], fresh: Iterable[int], ids: dict[int, str], ever: set[str]) -> None:
    """Give the passages at the indexes ``fresh`` new ids, which are added to ``ids``: the next number of the topic, or
    of a child the id of its parent with a letter. ``ever`` are all ids that were ever given."""
    taken = set(ever)
    last: dict[str, int] = {}
    for key in ever:
        stem, _, number = key.rpartition("-")
        if number.isdigit():
            last[f"{stem}-"] = max(last.get(f"{stem}-", 0), int(number))
    for index in fresh:
        c = candidates[index]
        if c.passage.parent >= 0:
            own = [i for i, other in enumerate(candidates) if other.document == c.document]
            names = (f"{ids[own[c.passage.parent]]}{letter}" for letter in ascii_lowercase)
            ids[index] = next(name for name in names if name not in taken)
        else:
            stem = f"{c.prefix}-{c.passage.topic.slug}-"
            last[stem] = last.get(stem, 0) + 1
            ids[index] = f"{stem}{last[stem]}"
        taken.add(ids[index])


def events_of(
    candidates: Sequence[Candidate], found: Assignment, on: str, reason: str = "", successor: str = ""
) -> list[RegisterEntry]:
    """Return the register entries that would record the difference, dated ``on`` (an ISO date); ``reason`` and
    ``successor`` are those of withdrawn ids."""
    what = dict.fromkeys(found.fresh, "given") | dict.fromkeys(found.changed, "reworded")
    what |= dict.fromkeys(found.returned, "restored")
    entries = []
    for i in sorted(what):
        c, words_of_it = candidates[i], (candidates[i].question, candidates[i].answer, candidates[i].exact)
        entries.append(RegisterEntry(found.ids[i], what[i], on, c.document, str(c.passage.kind), *words_of_it))
    gone = " ".join(reason.split())
    return entries + [RegisterEntry(key, "withdrawn", on, reason=gone, successor=successor) for key in found.missing]
