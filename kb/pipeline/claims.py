"""Reads the claims: parts of the official words of rulings that each make one statement, with its proof.

They are in ``data/claims/<game>.yaml``, by ruling. A claim is proved by the expectation of a scenario that it names,
unless the scenario fails or is out of date.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, NamedTuple, TypeVar

from rapidfuzz import fuzz

from kb.base.data_files import Listed, Many, Prose, kind_of, made, read
from kb.base.errors import Finding
from kb.base.shape import suggest, unknown
from kb.cases.language.scenario import REFERENCE, Scenario
from kb.corpus.prose import spans
from kb.corpus.typography import plain
from kb.games.board_model import FIGURES
from kb.model.evidence import NOT_CUT, Claim, StoredScenario
from kb.store.proofs import missing_claims

FOLDER = "claims"
#: the key of a row for each proof
PROOFS = {"case": "play", "check": "reference", "none": "none"}
#: the proofs with which a further key of a row goes
_GO_WITH = {"by": ("case", "check"), "rule": ("case",), "limit": ("case",), "figure": ("case",)}


@dataclass(frozen=True)
class _Claim:
    """A row of a file of claims (docs/data.md): the words, and one of ``case``, ``check`` and ``none`` as the proof."""

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


class ClaimFile(NamedTuple):
    """The sound rows of a file of claims by ruling, the line of each ruling, and the findings about the other rows."""

    rows: Mapping[str, Listed[_Claim]]
    lines: Mapping[str, int]
    findings: tuple[Finding, ...]


#: the files of claims by game
ClaimFiles = Mapping[str, ClaimFile]


class OfficialText(NamedTuple):
    """The plain official words of one ruling."""

    question: str
    answer: str


def read_files(data: str) -> dict[str, ClaimFile]:
    """Return the files of claims by game; a game without a file is left out. Findings are kept, not raised."""
    found = {}
    for path in sorted(glob.glob(os.path.join(data, FOLDER, "*.yaml"))):
        game, findings = os.path.basename(path).removesuffix(".yaml"), list[Finding]()
        rows = read(data, f"{FOLDER}/{game}.yaml", CLAIMS, "file of claims", findings=findings)["claims"]
        found[game] = ClaimFile(rows, getattr(rows, "lines", {}), tuple(findings))
    return found


def of_cases(files: ClaimFiles) -> list[Claim]:
    """Return the sound claims of all games that name a case; their words are not looked up."""
    return [
        _claim(row, "", 0, ruling, game)
        for game, file in files.items()
        for ruling, rows in file.rows.items()
        for row in rows
        if row.case and not [*_wrong_claim(row)]
    ]


def claims_in(
    files: ClaimFiles, rulings: Iterable[tuple[str, str, str, str]]
) -> tuple[tuple[Claim, ...], list[Finding]]:
    """Return the claims of rulings (id, game, plain question and answer) in their order, and the findings about them.

    Wrong claims are left out. A ruling that the files do not have gets one claim, its whole answer, without a proof.
    """
    games: dict[str, dict[str, OfficialText]] = {}
    order: dict[str, int] = {}
    for ruling, game, question, answer in rulings:
        games.setdefault(game, {})[ruling] = OfficialText(question, answer)
        order[ruling] = len(order)
    found: list[Claim] = []
    findings: list[Finding] = []
    for game, texts in games.items():
        rows, lines, wrong = files.get(game, ClaimFile({}, {}, ()))
        findings += wrong
        for ruling, own in rows.items():
            bad = unknown([ruling], texts, "ruling", f"data/{FOLDER}/{game}.yaml", lines[ruling])
            if not bad:
                claims, bad = _of_ruling(ruling, own, lines[ruling], texts[ruling], game)
                found += claims
            findings += bad
        cut = {claim.ruling for claim in found}
        found += [
            Claim(ruling, 1, "answer", 0, len(text.answer), text.answer, "none", reason=NOT_CUT)
            for ruling, text in texts.items()
            if ruling not in cut
        ]
    return tuple(sorted(found, key=lambda claim: (order[claim.ruling], claim.number))), findings


def _of_ruling(
    ruling: str, rows: Listed[_Claim], line: int, text: OfficialText, game: str
) -> tuple[list[Claim], list[Finding]]:
    """Return the valid claims of one ruling, numbered in the order of its words, and all findings.

    Findings are of wrong and overlapping claims and, if every row is valid, of parts of the answer without a claim.
    """
    found: list[Claim] = []
    findings: list[Finding] = []
    meant: list[tuple[int, int]] = []  # the places of the most similar words, for words that are missing
    is_readable = rows.is_whole
    for row in rows:
        bad = [Finding(message, row.file, row.line, hint) for message, hint in _wrong_claim(row)]
        field, start, wrong = ("", -1, ("", "")) if bad else _find(row, ruling, text)
        findings += bad or ([] if start >= 0 else [Finding(wrong[0], row.file, row.line, wrong[1])])
        if start >= 0:
            found.append(_claim(row, field, start, ruling, game))
        elif bad or not plain(row.words):
            is_readable = False
        elif (words := _nearest(plain(row.words), text)) in text.answer:
            meant.append((text.answer.index(words), text.answer.index(words) + len(words)))
    found.sort(key=lambda claim: (claim.field == "answer", claim.start))
    hint = "shorten one: each word belongs to one claim"
    findings += [
        Finding(f"the claim “{_short(two.words)}” overlaps the claim “{_short(one.words)}”", two.file, two.line, hint)
        for one, two in pairwise(found)
        if one.field == two.field and two.start < one.end
    ]
    if is_readable:
        claimed = [*((claim.start, claim.end) for claim in found if claim.field == "answer"), *meant]
        file, hint = (
            f"data/{FOLDER}/{game}.yaml",
            "add a claim; if it says nothing about play, add one with 'none' and the reason",
        )
        findings += [
            Finding(f"no claim quotes “{_short(text.answer[start:end].strip())}”", file, line, hint)
            for start, end in spans(text.answer)
            if not any(first < end and start < last for first, last in claimed)
        ]
    return [replace(claim, number=number) for number, claim in enumerate(found, 1)], findings


def _claim(row: _Claim, field: str, start: int, ruling: str, game: str) -> Claim:
    """Return the claim of a valid row, whose words begin at the offset ``start`` of a field; its number is 0."""
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


def _wrong_claim(row: _Claim) -> Iterator[tuple[str, str]]:
    """Yield each mistake in the proof that a row gives for its claim, and a hint; no scenario is looked up."""
    keys = [key for key in PROOFS if getattr(row, key)]
    if not keys:
        yield "the claim lacks a proof", "add 'case' or 'check' with 'by', or 'none'"
        return
    if len(keys) > 1:
        yield f"the claim has both '{keys[0]}' and '{keys[1]}'", "keep one: a claim has one proof"
        return
    (key,) = keys
    if key != "none" and not row.by:
        yield f"the claim has '{key}' without 'by'", "name under 'by' the expectation that proves the claim"
    for more, goes_with in _GO_WITH.items():
        if getattr(row, more) and key not in goes_with:
            yield f"the claim has both '{more}' and '{key}'", f"'{more}' goes with {' and '.join(goes_with)}"
    if row.figure:
        for each in unknown([row.figure.rpartition(".")[2]], FIGURES, "figure", row.file, row.line):
            yield each.message, each.hint
        for other in ("rule", "limit"):
            if getattr(row, other):
                yield f"the claim has both 'figure' and '{other}'", "remove one: the figure alone shows the claim"


def _find(row: _Claim, ruling: str, text: OfficialText) -> tuple[str, int, tuple[str, str]]:
    """Return the field (``answer`` or ``question``) and the offset of the words of a claim, and an empty message. The
    offset is -1, with a message and a hint, unless the words occur exactly once."""
    wanted = plain(row.words)
    if not wanted:
        return "", -1, ("the words of the claim are missing", "copy the official words")
    for field in ("answer", "question"):
        at = [*_places(wanted, getattr(text, field))]
        if len(at) > 1:
            return field, -1, (f"“{_short(wanted)}” occurs {len(at)} times in {ruling}", "quote more words")
        if at:
            return field, at[0], ("", "")
    what = f"“{_short(wanted)}” is not in the words of {ruling}"
    return "", -1, (what, f"did you mean “{_nearest(wanted, text)}”?")


def _places(words: str, text: str) -> Iterator[int]:
    """Yield the offsets at which words occur in a text, not as parts of longer words."""
    at = text.find(words)
    while at >= 0:
        ends = (text[max(0, at - 1) : at + 1], text[at + len(words) - 1 : at + len(words) + 1])
        if not any(len(end) == 2 and end.replace("_", "a").isalnum() for end in ends):
            yield at
        at = text.find(words, at + 1)


def _nearest(words: str, text: OfficialText) -> str:
    """Return the part of the text that is most like some words, of the same number of words."""
    many = len(words.split())
    parts = [
        " ".join(whole[start : start + many])
        for whole in (text.answer.split(), text.question.split())
        for start in range(max(1, len(whole) - many + 1))
    ]
    return max(parts, key=lambda part: fuzz.ratio(words, part))


def _short(words: str) -> str:
    """Return words for a message: at most their first 80 characters."""
    return words if len(words) <= 80 else f"{words[:80]}…"


# -- proofs ------------------------------------------------------------------------------------


def missing(claims: Iterable[Claim], games: Mapping[str, str]) -> tuple[Finding, ...]:
    """Return a finding for each ruling that is not cut into claims although others of its game are; ``games`` has the
    game of each ruling that needs them."""
    claims = tuple(claims)
    begun = {games.get(claim.ruling) for claim in claims if claim.reason != NOT_CUT}
    uncut = (claim.ruling for claim in claims if claim.reason == NOT_CUT and games.get(claim.ruling) in begun)
    return tuple(missing_claims(ruling, games[ruling]) for ruling in uncut)


#: a scenario as it is written, or as the base stores it
_Any = TypeVar("_Any", Scenario, StoredScenario)


def wrong_proofs(
    claims: Iterable[Claim], scenarios: Iterable[_Any], expectations: Callable[[_Any], Collection[str]]
) -> list[Finding]:
    """Return a finding for each claim with an unknown scenario, expectation or rule, or with a scenario that is played
    although the claim names a reference, or the reverse.

    ``expectations`` returns the names of the expectations of a scenario.
    """
    known = {each.name: each for each in scenarios}
    return [
        Finding(message, claim.file, claim.line, hint)
        for claim in claims
        if claim.scenario
        for message, hint in _wrong_proof(claim, known, expectations)
    ]


def _wrong_proof(
    claim: Claim, known: Mapping[str, _Any], expectations: Callable[[_Any], Collection[str]]
) -> Iterator[tuple[str, str]]:
    """Yield a message and a hint for each name in a claim that its scenario lacks. ``known`` has the scenarios by name,
    ``expectations`` returns the names of a scenario's expectations."""
    if claim.scenario not in known:
        yield f"unknown scenario '{claim.scenario}'", suggest(claim.scenario, known) or "name it as game/id"
        return
    scenario = known[claim.scenario]
    is_reference = scenario.proof == REFERENCE
    if is_reference and claim.proof == "play":
        yield f"{claim.scenario} is a reference case", "name it under 'check'"
    if not is_reference and claim.proof == "reference":
        yield f"{claim.scenario} is not a reference case", "name it under 'case'"
    names = expectations(scenario)
    for name in filter(None, (claim.expectation, claim.limit)):
        if name not in names:
            yield f"{claim.scenario} has no expectation '{name}'", f"it has {', '.join(names)}"
    if claim.limit == claim.expectation:
        yield f"'{claim.limit}' is the claim's own expectation", "under 'limit' name another expectation"
    if claim.rule and claim.rule not in scenario.rules:
        cited = ", ".join(scenario.rules) or "none"
        yield f"{claim.scenario} does not cite the rule '{claim.rule}'", f"it cites {cited}"


def proved(claims: Iterable[Claim], scenarios: Iterable[StoredScenario]) -> tuple[Claim, ...]:
    """Return the claims with the results of their scenarios. ``shown_by`` names the kind of change of the rules that
    breaks the expectation. If the scenario is missing, fails or is out of date, the proof is ``none``, with the
    reason."""
    known = {each.name: each for each in scenarios}
    return tuple(_proved(claim, known.get(claim.scenario)) if claim.scenario else claim for claim in claims)


def _proved(claim: Claim, scenario: StoredScenario | None) -> Claim:
    """Return a claim with the result of its scenario, as :func:`proved` does; the scenario is None if it is missing."""
    if scenario is None:
        reason = f"there is no scenario {claim.scenario}"
    elif not scenario.all_passed:
        reason = f"the engine disagrees: {scenario.name}"
    elif scenario.suspect:
        reason = f"its words have changed since {scenario.name} was written"
    else:
        return replace(claim, shown_by=scenario.shows.get(claim.carrier, ""))
    return replace(claim, proof="none", reason=reason)
