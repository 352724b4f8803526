"""What is changed in curated files when a document is added: marks where rulings have other words, and what is removed
with rulings that are gone. Of new rulings nothing is written: the build makes drafts of them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.base.errors import Finding
from kb.base.model import Ruling
from kb.cases.language.scenario import fingerprint
from kb.cases.reading import library
from kb.corpus.curated import OTHER_WORDS
from kb.pipeline import sources
from kb.pipeline.authoring.documents import Like, Likeness, words_of
from kb.pipeline.authoring.sheet import Copy, EditedFile

#: so many rulings that are like a new one are told
_NEAR = 3


@dataclass(frozen=True)
class Near:
    """A new ruling, and the rulings of any game whose words are most like it."""

    ruling: Ruling
    others: tuple[Like[Ruling], ...]


def near(new: Iterable[Ruling], known: Sequence[Ruling]) -> list[Near]:
    """New rulings, each with those of ``known`` that are most like it."""
    likeness = Likeness(known, words_of)
    return [Near(each, tuple(likeness.likest(words_of(each))[:_NEAR])) for each in new]


def pair_of(row: dict[str, str]) -> str:
    """The two rulings of a relation, and its kind."""
    return f"{row['ruling']} {row['other']} {row['kind']}"


#: the folders of files by game, each with the key below which the rulings stand
_BY_RULING = (("verdicts", "rulings"), ("phrasings", "rulings"), ("claims", "claims"))
#: at most so many changes of words, of so many letters each, are told of a ruling
_TOLD, _LONGEST = 3, 60
#: so many lines from that of a finding on are the same place
_SAME_PLACE = 4

#: the runs of words that differ, before and after
Words = list[tuple[str, str]]


def mark(copy: Copy, reworded: Mapping[str, tuple[Ruling, Words]]) -> None:
    """Mark, in a copy of the data, what rests on rulings with other words, and stamp their scenarios.

    Where only typography changed there are no words that differ; such scenarios are stamped and nothing is marked.
    """
    notes = {key: _note(key, changed) for key, (_, changed) in reworded.items() if changed}
    for game in dict.fromkeys(ruling.game for ruling, _ in reworded.values()):
        for folder, under in _BY_RULING:
            _edit(copy, f"{folder}/{game}.yaml", under, lambda sheet: _mark_each(sheet, notes))
    _edit(copy, "relations.yaml", "topics", lambda sheet: _mark_topics(sheet, notes))
    texts = {key: fingerprint(ruling.question_text, ruling.answer_text) for key, (ruling, _) in reworded.items()}
    for _, name in library.files(copy.at):
        path = name.removeprefix("data/")
        if any(key in copy.read(path) for key in texts):
            _edit(copy, path, "scenarios", lambda sheet: _stamp(sheet, texts, notes))


def _note(ruling: str, changed: Words) -> str:
    told = [describe_change(_short(was), _short(now)) for was, now in changed[:_TOLD]]
    more = f" and {len(changed) - _TOLD} more" if len(changed) > _TOLD else ""
    return f"{OTHER_WORDS.format(ruling)} ({', '.join(told)}{more}); read this again"


def describe_change(was: str, now: str) -> str:
    """A change of words in a few words."""
    if was and now:
        return f"“{was}” -> “{now}”"
    return f"without “{was}”" if was else f"with “{now}”"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _edit(copy: Copy, path: str, under: str, change: Callable[[EditedFile], None], key_of: Any = None) -> None:
    """Change a file of the copy, if it is there."""
    if copy.has(path):
        sheet = EditedFile(copy.read(path), f"data/{path}", under, *([key_of] if key_of else []))
        change(sheet)
        copy.write(path, sheet.text())


def _mark_each(sheet: EditedFile, notes: Mapping[str, str]) -> None:
    for key, note in notes.items():
        sheet.mark(key, note)


def _mark_topics(sheet: EditedFile, notes: Mapping[str, str]) -> None:
    for topic, entry in sheet.entries.items():
        named = {ruling for stance in entry.value["games"].values() for ruling in stance["rulings"]}
        for key in notes:
            if key in named:
                sheet.mark(topic, notes[key])


def _rulings(row: Any) -> list[str]:
    value = row.get("ruling", [])
    return [value] if isinstance(value, str) else list(value)


def _stamp(sheet: EditedFile, texts: Mapping[str, str], notes: Mapping[str, str]) -> None:
    """Give scenarios the new fingerprints, and mark those whose words have changed."""
    for case, entry in sheet.entries.items():
        rulings, marks = _rulings(entry.value), entry.value.get("fingerprint", [])
        marks = [marks] if isinstance(marks, str) else list(marks)
        if len(marks) != len(rulings) or not texts.keys() & set(rulings):
            continue
        now = [texts.get(ruling, old) for ruling, old in zip(rulings, marks, strict=True)]
        written = ", ".join(f'"{each}"' for each in now)
        sheet.set(entry.value, "fingerprint", written if len(now) == 1 else f"[{written}]")
        for ruling in rulings:
            if ruling in notes:
                sheet.mark(case, notes[ruling])


def remove(copy: Copy, gone: Collection[str]) -> None:
    """Remove what is written of single rulings that are withdrawn: verdicts, phrasings, claims, relations, and the
    reasons why nothing proves them."""
    if not gone:
        return
    for folder, under in _BY_RULING:
        for path in sorted(os.listdir(os.path.join(copy.at, folder))):
            if path.endswith(".yaml") and path != "rules.yaml":
                _edit(copy, f"{folder}/{path}", under, lambda sheet: _remove_each(sheet, gone))
    _edit(copy, "unproved.yaml", "unproved", lambda sheet: _remove_each(sheet, gone), lambda row: row["ruling"])
    _edit(copy, "relations.yaml", "relations", lambda sheet: _remove_pairs(sheet, gone), pair_of)


def _remove_each(sheet: EditedFile, gone: Iterable[str]) -> None:
    for key in gone:
        sheet.remove(key)


def _remove_pairs(sheet: EditedFile, gone: Collection[str]) -> None:
    for key in sheet.entries:
        if not set(key.split()[:2]).isdisjoint(gone):
            sheet.remove(key)


def mentions(copy: Copy, reworded: Collection[str], gone: Collection[str], told: Iterable[Finding]) -> list[Finding]:
    """What else names rulings that are gone, and which judged queries rate a ruling that is gone or has other words:
    worth a look, but nothing waits for it. What stands where a finding of ``told`` is, is left out."""
    near = {(each.file, each.line + more) for each in told for more in range(_SAME_PLACE)}
    names = [name for name in sources.checksums(copy.at) if name.endswith(".yaml")] if gone else []
    found = [each for name in names for each in _named(copy.read(name), f"data/{name}", gone)]
    return [*(each for each in found if (each.file, each.line) not in near), *_judged(copy.data, {*reworded, *gone})]


def _named(text: str, file: str, gone: Collection[str]) -> list[Finding]:
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, gone))})(?![\w-])")
    return [
        Finding(f"names {match[1]}, which is withdrawn", file, at, "see whether it should")
        for at, line in enumerate(text.splitlines(), 1)
        if (match := pattern.search(line))
    ]


def _judged(data: str, rulings: Collection[str]) -> list[Finding]:
    """The judged queries of a checkout that rate some rulings."""
    file = "benchmarks/judged_queries.jsonl"
    path = os.path.join(os.path.dirname(data), file)
    if not rulings or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as lines:
        rated = [(at, sorted(rulings & json.loads(line)["rel"].keys())) for at, line in enumerate(lines, 1)]
    return [
        Finding(f"rates {', '.join(own)} for its query", file, at, "see whether it still should")
        for at, own in rated
        if own
    ]
