"""Reads the topics: questions that several games answer, what each says, and how each two of them compare.

Each pair of a topic's games is told once: as the same or different, with the case that is played in both; as said by
the documents' words only; or as not comparable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Any

from kb.comparison import Compared, Comparison, Pair, Stance
from kb.errors import Finding
from kb.model import Game
from kb.shape import Shape, check, unknown

_TOPIC = Shape(required={"id": "str", "title": "str", "games": "table", "pairs": "list"})
_STANCE = Shape(required={"says": "str", "rulings": "texts"})
_PAIR = Shape(required={"games": "texts", "holds": "str"}, optional={"case": "str", "says": "str", "why": "str"})
_PLAYED = (Compared.SAME, Compared.DIFFERENT)
#: which of the optional keys each comparison has; a reason may be left out
_KEYS = {**dict.fromkeys(_PLAYED, "case"), Compared.SAID: "says", Compared.NOT_COMPARABLE: "why"}


def read_topics(
    rows: Any, games: Sequence[Game], rulings: Collection[str], file: str, findings: list[Finding]
) -> tuple[Comparison, ...]:
    """The comparisons of the list ``rows``; what is wrong with a topic is added to ``findings``."""
    made = []
    for row, line in zip(rows, rows.lines, strict=True):
        bad = check(row, _TOPIC, file, "topic", line) or [
            *_wrong_stances(row, games, rulings, file),
            *_wrong_pairs(row, file, line),
        ]
        findings += bad
        if not bad:
            made.append(_comparison(row, games, file))
    return tuple(made)


def _wrong_stances(row: Any, games: Sequence[Game], rulings: Collection[str], file: str) -> Iterator[Finding]:
    known = {game.id: game for game in games}
    for game, stance in row["games"].items():
        at = row["games"].lines[game]
        bad = unknown([game], known, "game", file, at) or check(stance, _STANCE, file, "stance", at)
        if not bad:
            bad = unknown(stance["rulings"], rulings, "ruling", file, at)
            strangers = [name for name in stance["rulings"] if not name.startswith(f"{known[game].prefix}-")]
            bad += [
                Finding(f"'{name}' is not a ruling of {game}", file, at, "move it to its game") for name in strangers
            ]
        yield from bad


def _wrong_pairs(row: Any, file: str, line: int) -> Iterator[Finding]:
    """Findings about the pairs of a topic; each two of its games are one of them, once."""
    told: dict[frozenset[str], int] = {}
    for pair, at in zip(row["pairs"], row["pairs"].lines, strict=True):
        bad = check(pair, _PAIR, file, "pair", at)
        if not bad:
            bad = unknown(pair["games"], row["games"], "game of the topic", file, at)
            bad += unknown([pair["holds"]], list(Compared), "comparison", file, at) or _wrong_keys(pair, file, at)
            if len(set(pair["games"])) != 2 or len(pair["games"]) != 2:
                bad.append(Finding("a pair is of two games", file, at, "name two games of the topic"))
            first = told.setdefault(frozenset(pair["games"]), at)
            if first != at:
                bad.append(Finding("this pair is told twice", file, at, f"first in line {first}"))
        yield from bad
    for one, other in combinations(row["games"], 2):
        if frozenset((one, other)) not in told:
            what = f"topic '{row['id']}' does not say how {one} and {other} compare"
            yield Finding(what, file, line, f"add it under 'pairs': {', '.join(Compared)}")


def _wrong_keys(pair: Any, file: str, line: int) -> list[Finding]:
    holds = Compared(pair["holds"])
    key = _KEYS[holds]
    findings = [
        Finding(f"a pair that is {holds} has no '{other}'", file, line, "leave it out")
        for other in ("case", "says", "why")
        if other != key and other in pair
    ]
    if key not in pair and holds is not Compared.NOT_COMPARABLE:
        hint = "name a case that is played in both games" if key == "case" else "same or different"
        findings.append(Finding(f"a pair that is {holds} needs '{key}'", file, line, hint))
    if "says" in pair:
        findings += unknown([pair["says"]], list(_PLAYED), "answer", file, line)
    return findings


def _comparison(row: Any, games: Sequence[Game], file: str) -> Comparison:
    """A topic, its games in the order of ``games``, and so those of its pairs."""
    order = [game.id for game in games if game.id in row["games"]]
    stances = (Stance(game, row["games"][game]["says"], tuple(row["games"][game]["rulings"])) for game in order)
    pairs = [
        _pair(sorted(pair["games"], key=order.index), pair, line)
        for pair, line in zip(row["pairs"], row["pairs"].lines, strict=True)
    ]
    pairs.sort(key=lambda pair: [order.index(game) for game in pair.games])
    return Comparison(row["id"], row["title"], tuple(stances), tuple(pairs), file)


def _pair(games: Sequence[str], row: Any, line: int) -> Pair:
    one, other = games
    rest = {key: row.get(key, "") for key in ("case", "says", "why")}
    return Pair((one, other), Compared(row["holds"]), **rest, line=line)
