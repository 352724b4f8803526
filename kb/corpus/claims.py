"""Reads the claims: which part of a ruling's official words says one thing, and what proves just that.

They stand in ``data/claims/<game>.yaml``, by ruling. What is wrong with the words is found here; whether a scenario
carries a claim is known when the scenarios are read (:mod:`kb.pipeline.claims`).
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rapidfuzz import fuzz

from kb import yamlfile
from kb.corpus.sentences import sentences
from kb.corpus.typography import plain
from kb.errors import BadInput, Finding
from kb.games.board_model import FIGURES
from kb.proof import NOT_CUT, Claim
from kb.shape import Shape, check, unknown

FOLDER = "claims"
#: which key of a row says which proof
PROOFS = {"case": "play", "check": "reference", "none": "none"}
#: which further key of a row goes with which proof
_GO_WITH = {"by": ("case", "check"), "rule": ("case",), "limit": ("case",), "figure": ("case",)}
_ROW = Shape(required={"words": "str"}, optional=dict.fromkeys((*PROOFS, *_GO_WITH), "str"))
#: so many letters of official words stand in a message
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class OfficialText:
    """The plain official words of one ruling."""

    question: str
    answer: str


#: the official words of a game's rulings, by id
Texts = Mapping[str, OfficialText]


def load(data: str, game: str, texts: Texts) -> tuple[tuple[Claim, ...], list[Finding]]:
    """The claims of a game, none where there is no file; everything that is wrong with how they are written.

    ``texts`` has every ruling of the game. Whoever is wrong about a claim is told so, and the claim left out.
    """
    path, name = os.path.join(data, FOLDER, f"{game}.yaml"), f"data/{FOLDER}/{game}.yaml"
    if not os.path.exists(path):
        return (), []
    try:
        root = yamlfile.load(path, name)
    except BadInput as error:
        return (), list(error.findings)
    findings = check(root, Shape(required={"claims": "table"}), name, "file of claims")
    if findings:
        return (), findings
    found: list[Claim] = []
    for ruling, rows in root["claims"].items():
        line = root["claims"].lines[ruling]
        bad = unknown([ruling], texts, "ruling", name, line)
        if not bad and not (isinstance(rows, list) and rows):
            bad = [Finding(f"'{ruling}' needs a list of claims", name, line, "see docs/data.md")]
        if not bad:
            own, bad = _of_ruling(ruling, rows, texts[ruling], _Place(game, name, line))
            found += own
        findings += bad
    return tuple(found), findings


def of_cases(data: str) -> list[Claim]:
    """The claims of all games that a case is named for, as far as they are written as they should be; which words they
    are is not looked up, and nothing is told of what is wrong."""
    found: list[Claim] = []
    for path in sorted(glob.glob(os.path.join(data, FOLDER, "*.yaml"))):
        game = os.path.basename(path).removesuffix(".yaml")
        place = _Place(game, path, 0)
        try:
            own = yamlfile.load(path, path)["claims"]
            rows = [(ruling, row) for ruling, rows in own.items() for row in rows]
        except (BadInput, AttributeError, KeyError, TypeError):
            continue
        for ruling, row in rows:
            if not check(row, _ROW, path, "claim") and "case" in row and not _wrong_proof(row, 0, place):
                found.append(_claim(row, ruling, "", 0, place, 0))
    return found


def uncut(texts: Texts, claims: Iterable[Claim]) -> list[Claim]:
    """For each ruling without claims one of all its words, that nothing proves."""
    cut = {claim.ruling for claim in claims}
    return [
        Claim(ruling, 1, "answer", 0, len(text.answer), text.answer, "none", reason=NOT_CUT)
        for ruling, text in texts.items()
        if ruling not in cut
    ]


@dataclass(frozen=True, slots=True)
class _Place:
    """The game and file that are read, and the line of the ruling."""

    game: str
    file: str
    line: int

    def finding(self, message: str, line: int, hint: str) -> Finding:
        return Finding(message, self.file, line, hint)


def _of_ruling(
    ruling: str, rows: Sequence[Any], text: OfficialText, place: _Place
) -> tuple[list[Claim], list[Finding]]:
    """The claims of one ruling in the order of its words, with everything that is wrong with them."""
    found: list[Claim] = []
    findings: list[Finding] = []
    meant: list[tuple[int, int]] = []  # where words that are not there would be, by their likeness
    is_readable = True
    lines: Sequence[int] = rows.lines  # type: ignore[attr-defined]
    for row, line in zip(rows, lines, strict=True):
        bad = check(row, _ROW, place.file, "claim", line) or _wrong_proof(row, line, place)
        field, start, wrong_words = ("", -1, []) if bad else _found(row["words"], ruling, text, line, place)
        findings += [*bad, *wrong_words]
        if start >= 0:
            found.append(_claim(row, ruling, field, start, place, line))
        elif bad or not plain(row["words"]):
            is_readable = False
        elif (words := _nearest(plain(row["words"]), text)) in text.answer:
            meant.append((text.answer.index(words), text.answer.index(words) + len(words)))
    found.sort(key=lambda claim: (claim.field == "answer", claim.start))
    findings += _overlaps(found, place)
    if is_readable:
        own = [(claim.start, claim.end) for claim in found if claim.field == "answer"]
        findings += _silent_sentences(text.answer, [*own, *meant], place)
    return [replace(claim, number=number) for number, claim in enumerate(found, 1)], findings


def _claim(row: Any, ruling: str, field: str, start: int, place: _Place, line: int) -> Claim:
    (key,) = row.keys() & PROOFS
    words, case = plain(row["words"]), row[key] if key != "none" else ""
    return Claim(
        ruling=ruling,
        number=0,
        field=field,
        start=start,
        end=start + len(words),
        words=words,
        proof=PROOFS[key],
        scenario=case if "/" in case or not case else f"{place.game}/{case}",
        expectation=row.get("by", ""),
        rule=row.get("rule", ""),
        limit=row.get("limit", ""),
        figure=row.get("figure", ""),
        reason=row["none"] if key == "none" else "",
        file=place.file,
        line=line,
    )


def _wrong_proof(row: Any, line: int, place: _Place) -> list[Finding]:
    """What is wrong with how the proof of a claim is written."""
    given = [key for key in PROOFS if key in row]
    if not given:
        return [place.finding("a claim without a proof", line, "say 'case' or 'check' with 'by', or 'none'")]
    if len(given) > 1:
        return [place.finding(f"'{given[0]}' and '{given[1]}' of one claim", line, "a claim has one proof")]
    (key,) = given
    findings = []
    if not row[key].strip():
        findings.append(place.finding(f"'{key}' is empty", line, "give the reason" if key == "none" else "name it"))
    if key != "none" and "by" not in row:
        findings.append(place.finding(f"'{key}' needs 'by'", line, "name the expectation that carries the claim"))
    for more, goes_with in _GO_WITH.items():
        if more in row and key not in goes_with:
            hint = f"'{more}' goes with {' and '.join(goes_with)}"
            findings.append(place.finding(f"'{more}' of a claim with '{key}'", line, hint))
    return findings + _wrong_figure(row, line, place)


def _wrong_figure(row: Any, line: int, place: _Place) -> list[Finding]:
    """What is wrong with the printed figure that a claim names."""
    if "figure" not in row:
        return []
    figure = row["figure"].rpartition(".")[2]
    findings = unknown([figure], FIGURES, "figure", place.file, line)
    for other in ("rule", "limit"):
        if other in row:
            hint = "a claim about a figure is shown by that figure alone"
            findings.append(place.finding(f"'figure' and '{other}' of one claim", line, hint))
    return findings


def _found(words: str, ruling: str, text: OfficialText, line: int, place: _Place) -> tuple[str, int, list[Finding]]:
    """Where words stand: the field, and the offset in it, -1 with a finding where they do not stand once."""
    wanted = plain(words)
    if not wanted:
        return "", -1, [place.finding("a claim without words", line, "copy the official words")]
    for field, whole in (("answer", text.answer), ("question", text.question)):
        at = _places(wanted, whole)
        if len(at) > 1:
            what = f"“{_short(wanted)}” stands {len(at)} times in {ruling}"
            return field, -1, [place.finding(what, line, "make it longer")]
        if at:
            return field, at[0], []
    what = f"“{_short(wanted)}” is not in the words of {ruling}"
    return "", -1, [place.finding(what, line, f"did you mean “{_nearest(wanted, text)}”?")]


def _places(words: str, text: str) -> list[int]:
    """The offsets at which whole words stand."""
    found = []
    at = text.find(words)
    while at >= 0:
        end = at + len(words)
        cut_before = at > 0 and words[0].isalnum() and _is_of_word(text[at - 1])
        if not cut_before and not (end < len(text) and words[-1].isalnum() and _is_of_word(text[end])):
            found.append(at)
        at = text.find(words, at + 1)
    return found


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _nearest(words: str, text: OfficialText) -> str:
    """The part of the text that is most like some words, and as many."""
    many = len(words.split())
    parts = [
        " ".join(whole[start : start + many])
        for whole in (text.answer.split(), text.question.split())
        for start in range(max(1, len(whole) - many + 1))
    ]
    return max(parts, key=lambda part: fuzz.ratio(words, part))


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def _overlaps(claims: Sequence[Claim], place: _Place) -> list[Finding]:
    return [
        place.finding(f"“{_short(two.words)}” overlaps “{_short(one.words)}”", two.line, "words are of one claim only")
        for one, two in zip(claims, claims[1:], strict=False)
        if one.field == two.field and two.start < one.end
    ]


def _silent_sentences(answer: str, claimed: Sequence[tuple[int, int]], place: _Place) -> list[Finding]:
    """A finding for each sentence of an answer of which no claim has anything; ``claimed`` are their offsets."""
    hint = "add a claim; where it says nothing about play one with 'none' and the reason"
    return [
        place.finding(f"no claim has anything of “{_short(answer[start:end].strip())}”", place.line, hint)
        for start, end in sentences(answer)
        if not any(first < end and start < last for first, last in claimed)
    ]
