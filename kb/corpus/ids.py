"""Permanent ids: which passage of today's documents is which ruling of the register.

Passages are matched with registered rulings by their words, never by position or hash: first those with the same
words, then the most similar of the rest. A passage without a match is new and gets the next free number of its topic;
an id without a match is missing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from kb.corpus.register import Register, RegisterEntry
from kb.corpus.typography import words
from kb.model import Passage, RulingKind

#: two texts at least this alike (0 to 100) may be the same ruling
ALIKE = 60.0
#: an answer whose words changed more than this is the same ruling only if its question is the same
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
        """The candidate for ``passage``; ``exact`` notices every change of a character."""
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
    """How alike a passage and a registered ruling are, 0 to 100; below :data:`ALIKE`: not the same."""
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
    doubles = _doubles(candidates)
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


def _doubles(candidates: Sequence[Candidate]) -> list[tuple[int, int]]:
    first: dict[tuple[str, str, str, str], int] = {}
    pairs = []
    for index, c in enumerate(candidates):
        at = first.setdefault(_key(c.document, c.passage.kind, c.question, c.answer), index)
        if at != index:
            pairs.append((at, index))
    return pairs


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
    """The register entries that would record the difference, dated ``on`` (an ISO date)."""
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
