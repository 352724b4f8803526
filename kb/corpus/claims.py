"""Reads the claims: which part of a ruling's official words says one thing, and what proves just that.

They stand in ``data/claims/<game>.yaml``, by ruling. What is wrong with the words is found here; whether a scenario
carries a claim is known when the scenarios are read (:mod:`kb.pipeline.claims`).
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from rapidfuzz import fuzz

from kb.base.errors import BadInput, Finding
from kb.base.shape import Record, Text, unknown
from kb.base.values import NOT_CUT, Claim
from kb.base.written import YamlList, YamlMapping
from kb.base.yamlfile import DataEntry, entries, read
from kb.corpus.typography import plain, sentences
from kb.games.board_model import FIGURES

FOLDER = "claims"
#: which key of a row says which proof
PROOFS = {"case": "play", "check": "reference", "none": "none"}
#: which further key of a row goes with which proof
_GO_WITH = {"by": ("case", "check"), "rule": ("case",), "limit": ("case",), "figure": ("case",)}
CLAIM = Record("a claim", {"words": Text(2_000)}, dict.fromkeys((*PROOFS, *_GO_WITH), Text(1_000)))
#: so many letters of official words stand in a message
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class OfficialText:
    """The plain official words of one ruling."""

    question: str
    answer: str


#: the official words of a game's rulings, by id
Texts = Mapping[str, OfficialText]


#: the rows of the files of claims by game, or why a file cannot be read
ClaimFiles = Mapping[str, YamlMapping | BadInput]


def read_files(data: str) -> dict[str, YamlMapping | BadInput]:
    """Return the files of claims, of which only the frame is looked at; a game without claims has none."""
    found: dict[str, YamlMapping | BadInput] = {}
    for path in sorted(glob.glob(os.path.join(data, FOLDER, "*.yaml"))):
        game = os.path.basename(path).removesuffix(".yaml")
        try:
            found[game] = read(data, f"{FOLDER}/{game}.yaml", {"claims": "table"}, "file of claims")["claims"]
        except BadInput as error:
            found[game] = error
    return found


def load(files: ClaimFiles, game: str, texts: Texts) -> tuple[tuple[Claim, ...], list[Finding]]:
    """Return the claims of a game, none where there is no file; everything that is wrong with how they are written.

    ``texts`` has every ruling of the game. Whoever is wrong about a claim is told so, and the claim left out.
    """
    rows = files.get(game, YamlMapping(0))
    if isinstance(rows, BadInput):
        return (), list(rows.findings)
    found: list[Claim] = []
    findings: list[Finding] = []
    for each in entries(rows, f"data/{FOLDER}/{game}.yaml"):
        bad = unknown([each.key], texts, "ruling", each.file, each.line)
        if not bad and not (isinstance(each.value, list) and each.value):
            bad = [each.wrong(f"'{each.key}' needs a list of claims", "see docs/data.md")]
        if not bad:
            own, bad = _of_ruling(each, texts[each.key], game)
            found += own
        findings += bad
    return tuple(found), findings


def of_cases(files: ClaimFiles) -> list[Claim]:
    """Return the claims of all games that a case is named for, as far as they are written as they should be; which
    words they are is not looked up, and nothing is told of what is wrong."""
    return [
        _claim(row, "", 0, ruling, game)
        for game, rulings in files.items()
        if isinstance(rulings, YamlMapping)
        for ruling, rows in rulings.items()
        if isinstance(rows, YamlList)
        for row in entries(rows, "")
        if not _wrong_claim(row) and "case" in row.value
    ]


def uncut(texts: Texts, claims: Iterable[Claim]) -> list[Claim]:
    """For each ruling without claims one of all its words, that nothing proves."""
    cut = {claim.ruling for claim in claims}
    return [
        Claim(ruling, 1, "answer", 0, len(text.answer), text.answer, "none", reason=NOT_CUT)
        for ruling, text in texts.items()
        if ruling not in cut
    ]


def _of_ruling(ruling: DataEntry, text: OfficialText, game: str) -> tuple[list[Claim], list[Finding]]:
    """Return the claims of one ruling in the order of its words, with everything that is wrong with them."""
    found: list[Claim] = []
    findings: list[Finding] = []
    meant: list[tuple[int, int]] = []  # where words that are not there would be, by their likeness
    is_readable = True
    for row in entries(ruling.value, ruling.file):
        bad = _wrong_claim(row)
        field, start, wrong_words = ("", -1, []) if bad else _find(row, ruling.key, text)
        findings += [*bad, *wrong_words]
        if start >= 0:
            found.append(_claim(row, field, start, ruling.key, game))
        elif bad or not plain(row.value["words"]):
            is_readable = False
        elif (words := _nearest(plain(row.value["words"]), text)) in text.answer:
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
        findings += [
            ruling.wrong(f"no claim has anything of “{_short(text.answer[start:end].strip())}”", hint)
            for start, end in sentences(text.answer)
            if not any(first < end and start < last for first, last in claimed)
        ]
    return [replace(claim, number=number) for number, claim in enumerate(found, 1)], findings


def _claim(row: DataEntry, field: str, start: int, ruling: str, game: str) -> Claim:
    written = row.value
    (key,) = written.keys() & PROOFS
    words, case = plain(written["words"]), written[key] if key != "none" else ""
    return Claim(
        ruling=ruling,
        number=0,
        field=field,
        start=start,
        end=start + len(words),
        words=words,
        proof=PROOFS[key],
        scenario=case if "/" in case or not case else f"{game}/{case}",
        expectation=written.get("by", ""),
        rule=written.get("rule", ""),
        limit=written.get("limit", ""),
        figure=written.get("figure", ""),
        reason=written["none"] if key == "none" else "",
        file=row.file,
        line=row.line,
    )


def _wrong_claim(row: DataEntry) -> list[Finding]:
    """Return what is wrong with the keys of a claim and with how its proof is written."""
    if findings := row.check(CLAIM):
        return findings
    written = row.value
    given = [key for key in PROOFS if key in written]
    if not given:
        return [row.wrong("a claim without a proof", "say 'case' or 'check' with 'by', or 'none'")]
    if len(given) > 1:
        return [row.wrong(f"'{given[0]}' and '{given[1]}' of one claim", "a claim has one proof")]
    (key,) = given
    if key != "none" and "by" not in written:
        findings.append(row.wrong(f"'{key}' needs 'by'", "name the expectation that carries the claim"))
    for more, goes_with in _GO_WITH.items():
        if more in written and key not in goes_with:
            findings.append(
                row.wrong(f"'{more}' of a claim with '{key}'", f"'{more}' goes with {' and '.join(goes_with)}")
            )
    if "figure" in written:
        findings += unknown([written["figure"].rpartition(".")[2]], FIGURES, "figure", row.file, row.line)
        hint = "a claim about a figure is shown by that figure alone"
        findings += [
            row.wrong(f"'figure' and '{other}' of one claim", hint) for other in ("rule", "limit") if other in written
        ]
    return findings


def _find(row: DataEntry, ruling: str, text: OfficialText) -> tuple[str, int, list[Finding]]:
    """Return where words stand: the field, and the offset in it, -1 with a finding where they do not stand once."""
    wanted = plain(row.value["words"])
    if not wanted:
        return "", -1, [row.wrong("a claim without words", "copy the official words")]
    for field, whole in (("answer", text.answer), ("question", text.question)):
        at = _places(wanted, whole)
        if len(at) > 1:
            what = f"“{_short(wanted)}” stands {len(at)} times in {ruling}"
            return field, -1, [row.wrong(what, "make it longer")]
        if at:
            return field, at[0], []
    what = f"“{_short(wanted)}” is not in the words of {ruling}"
    return "", -1, [row.wrong(what, f"did you mean “{_nearest(wanted, text)}”?")]


def _places(words: str, text: str) -> list[int]:
    """Return the offsets at which whole words stand."""
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
