"""Reads the claims: which part of a ruling's official words says one thing, and what proves just that.

They stand in ``data/claims/<game>.yaml``, by ruling. What is wrong with the words is found here; whether a scenario
carries a claim is known when the scenarios are read (:mod:`kb.pipeline.claims`).
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, NamedTuple

from rapidfuzz import fuzz

from kb.base.data_files import Listed, Many, Prose, kind_of, made, read
from kb.base.errors import Finding
from kb.base.shape import unknown
from kb.base.values import NOT_CUT, Claim
from kb.corpus.typography import plain, sentences
from kb.games.board_model import FIGURES

FOLDER = "claims"
#: the key of a row for each proof
PROOFS = {"case": "play", "check": "reference", "none": "none"}
#: the proofs with which a further key of a row goes
_GO_WITH = {"by": ("case", "check"), "rule": ("case",), "limit": ("case",), "figure": ("case",)}


@dataclass(frozen=True)
class _Claim:
    """A claim as its file has it."""

    words: Prose
    case: Prose = ""
    check: Prose = ""
    none: Prose = ""
    by: Prose = ""
    rule: Prose = ""
    limit: Prose = ""
    figure: Prose = ""
    file: str = made(default="")
    line: int = made(default=0)


#: the keys of a file of claims
CLAIMS = {"claims": Mapping[Prose, Annotated[Listed[_Claim], Many(kind_of(_Claim), least=1)]]}
#: so many letters of official words are shown in a message
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class OfficialText:
    """The plain official words of one ruling."""

    question: str
    answer: str


#: the official words of a game's rulings, by id
Texts = Mapping[str, OfficialText]


class ClaimFile(NamedTuple):
    """The sound rows of a file of claims by ruling, the line of each ruling, and the findings about the other rows."""

    rows: Mapping[str, Listed[_Claim]]
    lines: Mapping[str, int]
    findings: tuple[Finding, ...]


#: the files of claims by game
ClaimFiles = Mapping[str, ClaimFile]


def read_files(data: str) -> dict[str, ClaimFile]:
    """Return the files of claims; a game without claims has none."""
    found = {}
    for path in sorted(glob.glob(os.path.join(data, FOLDER, "*.yaml"))):
        game, findings = os.path.basename(path).removesuffix(".yaml"), list[Finding]()
        rows = read(data, f"{FOLDER}/{game}.yaml", CLAIMS, "file of claims", findings=findings)["claims"]
        found[game] = ClaimFile(rows, getattr(rows, "lines", {}), tuple(findings))
    return found


def load(files: ClaimFiles, game: str, texts: Texts) -> tuple[tuple[Claim, ...], list[Finding]]:
    """Return the claims of a game, and everything that is wrong with how they are written; wrong claims are left out.

    ``texts`` has every ruling of the game.
    """
    rows, lines, wrong = files.get(game, ClaimFile({}, {}, ()))
    found: list[Claim] = []
    findings = list(wrong)
    for ruling, own in rows.items():
        bad = unknown([ruling], texts, "ruling", f"data/{FOLDER}/{game}.yaml", lines[ruling])
        if not bad:
            claims, bad = _of_ruling(ruling, own, lines[ruling], texts[ruling], game)
            found += claims
        findings += bad
    return tuple(found), findings


def of_cases(files: ClaimFiles) -> list[Claim]:
    """Return the sound claims of all games that name a case; their words are not looked up."""
    return [
        _claim(row, "", 0, ruling, game)
        for game, file in files.items()
        for ruling, rows in file.rows.items()
        for row in rows
        if row.case and not [*_wrong_claim(row)]
    ]


def uncut(texts: Texts, claims: Iterable[Claim]) -> list[Claim]:
    """For each ruling without claims one of all its words, that nothing proves."""
    cut = {claim.ruling for claim in claims}
    return [
        Claim(ruling, 1, "answer", 0, len(text.answer), text.answer, "none", reason=NOT_CUT)
        for ruling, text in texts.items()
        if ruling not in cut
    ]


def _of_ruling(
    ruling: str, rows: Listed[_Claim], line: int, text: OfficialText, game: str
) -> tuple[list[Claim], list[Finding]]:
    """Return the claims of one ruling in the order of its words, with everything that is wrong with them."""
    found: list[Claim] = []
    findings: list[Finding] = []
    meant: list[tuple[int, int]] = []  # the places of the most similar words, for words that are missing
    is_readable = rows.is_whole
    for row in rows:
        bad = [_finding(row, *each) for each in _wrong_claim(row)]
        field, start, wrong_words = ("", -1, []) if bad else _find(row, ruling, text)
        findings += [*bad, *wrong_words]
        if start >= 0:
            found.append(_claim(row, field, start, ruling, game))
        elif bad or not plain(row.words):
            is_readable = False
        elif (words := _nearest(plain(row.words), text)) in text.answer:
            meant.append((text.answer.index(words), text.answer.index(words) + len(words)))
    found.sort(key=lambda claim: (claim.field == "answer", claim.start))
    findings += [
        Finding(
            f"“{_short(two.words)}” overlaps “{_short(one.words)}”", two.file, two.line, "words are of one claim only"
        )
        for one, two in pairwise(found)
        if one.field == two.field and two.start < one.end
    ]
    if is_readable:
        claimed = [*((claim.start, claim.end) for claim in found if claim.field == "answer"), *meant]
        hint = "add a claim; where it says nothing about play one with 'none' and the reason"
        file = f"data/{FOLDER}/{game}.yaml"
        findings += [
            Finding(f"no claim has anything of “{_short(text.answer[start:end].strip())}”", file, line, hint)
            for start, end in sentences(text.answer)
            if not any(first < end and start < last for first, last in claimed)
        ]
    return [replace(claim, number=number) for number, claim in enumerate(found, 1)], findings


def _claim(row: _Claim, field: str, start: int, ruling: str, game: str) -> Claim:
    words, case = plain(row.words), row.case or row.check
    return Claim(
        ruling=ruling,
        number=0,
        field=field,
        start=start,
        end=start + len(words),
        words=words,
        proof=next(proof for key, proof in PROOFS.items() if getattr(row, key)),
        scenario=case if "/" in case or not case else f"{game}/{case}",
        expectation=row.by,
        rule=row.rule,
        limit=row.limit,
        figure=row.figure,
        reason=row.none,
        file=row.file,
        line=row.line,
    )


def _finding(row: _Claim, message: str, hint: str) -> Finding:
    return Finding(message, row.file, row.line, hint)


def _wrong_claim(row: _Claim) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with how the proof of a claim is written, and the cure."""
    keys = [key for key in PROOFS if getattr(row, key)]
    if not keys:
        yield "a claim without a proof", "say 'case' or 'check' with 'by', or 'none'"
        return
    if len(keys) > 1:
        yield f"'{keys[0]}' and '{keys[1]}' of one claim", "a claim has one proof"
        return
    (key,) = keys
    if key != "none" and not row.by:
        yield f"'{key}' needs 'by'", "name the expectation that carries the claim"
    for more, goes_with in _GO_WITH.items():
        if getattr(row, more) and key not in goes_with:
            yield f"'{more}' of a claim with '{key}'", f"'{more}' goes with {' and '.join(goes_with)}"
    if row.figure:
        for each in unknown([row.figure.rpartition(".")[2]], FIGURES, "figure", row.file, row.line):
            yield each.message, each.hint
        for other in ("rule", "limit"):
            if getattr(row, other):
                yield f"'figure' and '{other}' of one claim", "a claim about a figure is shown by that figure alone"


def _find(row: _Claim, ruling: str, text: OfficialText) -> tuple[str, int, list[Finding]]:
    """Return the field in which words occur and their offset in it, or -1 with a finding where they do not occur
    once."""
    wanted = plain(row.words)
    if not wanted:
        return "", -1, [_finding(row, "a claim without words", "copy the official words")]
    for field, whole in (("answer", text.answer), ("question", text.question)):
        at = _places(wanted, whole)
        if len(at) > 1:
            what = f"“{_short(wanted)}” stands {len(at)} times in {ruling}"
            return field, -1, [_finding(row, what, "make it longer")]
        if at:
            return field, at[0], []
    what = f"“{_short(wanted)}” is not in the words of {ruling}"
    return "", -1, [_finding(row, what, f"did you mean “{_nearest(wanted, text)}”?")]


def _places(words: str, text: str) -> list[int]:
    """Return the offsets of whole words in a text."""
    found = []
    at = text.find(words)
    while at >= 0:
        end = at + len(words)
        cut_before = at > 0 and words[0].isalnum() and re.match(r"\w", text[at - 1])
        if not cut_before and not (end < len(text) and words[-1].isalnum() and re.match(r"\w", text[end])):
            found.append(at)
        at = text.find(words, at + 1)
    return found


def _nearest(words: str, text: OfficialText) -> str:
    """Return the part of the text that is most like some words, and as many."""
    many = len(words.split())
    parts = [
        " ".join(whole[start : start + many])
        for whole in (text.answer.split(), text.question.split())
        for start in range(max(1, len(whole) - many + 1))
    ]
    return max(parts, key=lambda part: fuzz.ratio(words, part))


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
