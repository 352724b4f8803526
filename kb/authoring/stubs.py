"""Stubs for rulings that are new: what the files of verdicts, phrasings, claims and relations need of each.

What can be told from the words is filled in; the rest is marked as to do, and the build refuses the mark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from kb.authoring.copied import Copy
from kb.authoring.likeness import Like, Likeness, said
from kb.authoring.sheet import Sheet, scalar
from kb.corpus import links
from kb.corpus.curated import LONGEST_VERDICT, PHRASINGS
from kb.corpus.relations import SAME_WORDS
from kb.corpus.sentences import sentences
from kb.corpus.todo import MARK
from kb.corpus.typography import words
from kb.model import Catalogues, Game, Ruling, Section, VerdictKind

#: two rulings at least this alike (0 to 100) are perhaps related; from SAME_WORDS on the build relates them itself
RELATED = 70.0
#: so many rulings that are like a new one are told
_NEAR = 3


@dataclass(frozen=True)
class Near:
    """A new ruling, and the rulings of any game whose words are most like it."""

    ruling: Ruling
    others: tuple[Like[Ruling], ...]


def near(new: Iterable[Ruling], known: Sequence[Ruling]) -> list[Near]:
    """New rulings, each with those of ``known`` that are most like it."""
    likeness = Likeness(known, said)
    return [Near(each, tuple(likeness.likest(said(each))[:_NEAR])) for each in new]


def write(copy: Copy, new: Iterable[Near], catalogues: Catalogues, known: Sequence[Ruling]) -> None:
    """Write what is missing of new rulings into a copy of the data; what is there stays.

    In the words of the rulings ``known`` rare words tell which section a new one is about.
    """
    counted = list(map(said, known))
    by_game: dict[str, list[Near]] = {}
    for each in new:
        by_game.setdefault(each.ruling.game, []).append(each)
    for game in catalogues.games:
        if own := by_game.get(game.id):
            sections = [section for section in catalogues.sections if section.game == game.id]
            likeness = Likeness(sections, lambda each: f"{each.title} {each.about}", counted)
            _verdicts(copy, game, own, sections, likeness)
            _phrasings(copy, game.id, own)
            _claims(copy, game.id, own)
    _relations(copy, [each for own in by_game.values() for each in own])


def _before(ruling: str) -> list[str]:
    """The ids that stand before an id in a file, the nearest first: ``rev-sub-3`` -> ``rev-sub-2``, ``rev-sub-1``."""
    stem, _, last = ruling.rpartition("-")
    number = int(re.match(r"\d*", last)[0] or 0)  # type: ignore[index]
    return [f"{stem}-{n}" for n in range(number - (last.isdigit()), 0, -1)]


def _verdicts(
    copy: Copy, game: Game, new: Iterable[Near], sections: Sequence[Section], likeness: Likeness[Section]
) -> None:
    path = f"verdicts/{game.id}.yaml"
    sheet = Sheet(copy.read(path), f"data/{path}", "rulings")
    for each in new:
        if each.ruling.id not in sheet.entries:
            named = bool(links.computed(each.ruling, sections))
            guessed = [] if named else _guessed(likeness.likest(said(each.ruling)))
            sheet.add(_verdict(each.ruling, game, guessed), after=_before(each.ruling.id))
    copy.write(path, sheet.text())


def _verdict(ruling: Ruling, game: Game, guessed: Sequence[str]) -> str:
    """The stub of a verdict; ``guessed`` are its sections, where the words name none."""
    what = f"{ruling.id} in our own words, at most {LONGEST_VERDICT} of them; its kind is a guess, too"
    rows = [f"  - id: {ruling.id}", f'    verdict: "{MARK}: {what}"', f"    kind: {_kind(ruling)}"]
    rows += ["    sections:", *guessed] if guessed else ["    sections: []"]
    if printings := game.printings[1:]:
        rows += ["    printings:", *(f'      - {{printing: "{each}", holds: unknown}}' for each in printings)]
    return "".join(f"{row}\n" for row in rows)


def _kind(ruling: Ruling) -> VerdictKind:
    """What an answer amounts to, by its first word: a guess."""
    first = re.match(r"\W*(\w+)", ruling.answer_text)
    word = first[1].lower() if first else ""
    return {"yes": VerdictKind.YES, "no": VerdictKind.NO, "never": VerdictKind.NO}.get(word, VerdictKind.VALUE)


def _guessed(likest: Sequence[Like[Section]]) -> list[str]:
    """The section whose title and contents are most like a ruling, as a guess."""
    if not likest or not likest[0].words:
        return [f'      - {{section: "{MARK}: the id of a section (kb sections)", why: "what it has to do with it"}}']
    why = f"{MARK}: guessed by “{', '.join(likest[0].words)}”; which section is it about, and why?"
    return [f"      - {{section: {likest[0].of.id}, why: {json.dumps(why, ensure_ascii=False)}}}"]


def _phrasings(copy: Copy, game: str, new: Iterable[Near]) -> None:
    path = f"phrasings/{game}.yaml"
    sheet = Sheet(copy.read(path), f"data/{path}", "rulings")
    for each in new:
        ruling = each.ruling.id
        if ruling not in sheet.entries:
            fewest, what = PHRASINGS[0], f"ways to ask for {ruling} in words that its document does not use"
            rows = f'    - "{MARK}: {what}, one a line, {fewest} at least"\n'
            sheet.add(f"  {ruling}:\n{rows}", after=_before(ruling))
    copy.write(path, sheet.text())


def _claims(copy: Copy, game: str, new: Iterable[Near]) -> None:
    """The sentences of each answer, as remarks: claims are cut when there are cases that carry them."""
    path = f"claims/{game}.yaml"
    if not copy.has(path):
        return
    text = copy.read(path)
    sheet = Sheet(text, f"data/{path}", "claims")
    for each in new:
        ruling, answer = each.ruling.id, each.ruling.answer_text
        if ruling in sheet.entries or f"  # {ruling}:\n" in text:
            continue
        said = [answer[start:end].strip() for start, end in sentences(answer)]
        rows = [
            f"  #   - {{words: {json.dumps(one, ensure_ascii=False)}, case: A-CASE, by: AN-EXPECTATION}}\n"
            for one in said
        ]
        sheet.add(f"  # {ruling}:\n{''.join(rows)}", after=_before(ruling))
    copy.write(path, sheet.text())


def _relations(copy: Copy, new: Iterable[Near]) -> None:
    """A relation to read for each two rulings that are alike, but not so much that the build relates them itself."""
    path = "relations.yaml"
    sheet = Sheet(copy.read(path), f"data/{path}", "relations", pair_of)
    known = {frozenset(key.split()[:2]) for key in sheet.entries}
    for each in new:
        own = words(f"{each.ruling.question} {each.ruling.answer}")
        for other in (like.of for like in each.others):
            alike = fuzz.ratio(own, words(f"{other.question} {other.answer}"))
            if RELATED <= alike < SAME_WORDS and frozenset((each.ruling.id, other.id)) not in known:
                note = scalar(f"{MARK}: {alike:.0f} % alike; say how they are related, or remove this line")
                sheet.add(f"  - {{kind: see-also, ruling: {each.ruling.id}, other: {other.id}, note: {note}}}\n")
                known.add(frozenset((each.ruling.id, other.id)))
    copy.write(path, sheet.text())


def pair_of(row: dict[str, str]) -> str:
    """The two rulings of a relation, and its kind."""
    return f"{row['ruling']} {row['other']} {row['kind']}"
