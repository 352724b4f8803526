"""The lexicon: which words are the same, which are near, and how the games are called.

Read from ``data/words.yaml``; everything is kept by stem, so plurals and verb forms need no lines.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field

from kb import yamlfile
from kb.errors import Finding, raise_if
from kb.search.stems import stem
from kb.search.tokens import bare, fold, pairs, tokens
from kb.shape import Shape, check, suggest

WORDS = "words.yaml"
_SAME = Shape(required={"word": "str", "also": "texts"})
_NEAR = Shape(required={"ask": "texts", "means": "texts"})
_EDITION = Shape(required={"game": "str", "names": "texts"})
_ABSENT = Shape(required={"title": "str", "names": "texts"})


def key(text: str) -> str:
    """The stems of a wording, joined: how the lexicon is looked up."""
    return " ".join(stem(word) for word in tokens(text))


@dataclass
class Lexicon:
    """Runs of stems and what they stand for.

    ``same``: run -> the stems it is the same as; ``near``: run -> stems to look for as well, and
    ``told``: how a reader is told of it; ``editions``: run -> game; ``absent``: run -> the title
    of a game that the base does not have; ``faint``: stems that
    count little; ``turning``: stems that turn the meaning of the word beside them; ``articles``: stems
    that may stand in a near run or be missing there.
    """

    same: dict[str, str] = field(default_factory=dict)
    near: dict[str, tuple[str, ...]] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    editions: dict[str, str] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    faint: set[str] = field(default_factory=set)
    turning: set[str] = field(default_factory=set)
    articles: set[str] = field(default_factory=set)
    wordings: list[str] = field(default_factory=list)
    _terms: dict[str, list[str]] = field(default_factory=dict)

    def terms(self, text: str) -> list[str]:
        """The index terms of a text."""
        if text not in self._terms:
            self._terms[text] = fold([stem(word) for word in tokens(text)], self.same)
        return self._terms[text]

    def indexed(self, text: str) -> list[str]:
        """The index terms of a text with the pairs in which one word turns the other."""
        terms = self.terms(text)
        return terms + pairs(terms, self.turning, self.faint)


def load(data: str, games: Iterable[str]) -> Lexicon:
    """Read ``data/words.yaml``. Raises :class:`BadInput` with every finding."""
    name = f"data/{WORDS}"
    root = yamlfile.load(os.path.join(data, WORDS), name)
    keys = {
        "same": "list",
        "near": "list",
        "editions": "list",
        "absent": "list",
        "places": "list",
        "faint": "list",
        "meaningful": "list",
        "articles": "list",
        "plain": "list",
        "turning": "list",
    }
    findings = check(root, Shape(required=keys), name, "lexicon")
    raise_if(findings)
    faint, turning, articles = ({key(word) for word in root[part]} for part in ("faint", "turning", "articles"))
    out = Lexicon(faint=faint, turning=turning, articles=articles)
    meaningful = {key(word) for word in root["meaningful"]}
    for row, line in zip(root["same"], root["same"].lines, strict=True):
        findings += check(row, _SAME, name, "group of same words", line) or _same(row, out, meaningful, name, line)
    out.wordings += [" ".join(tokens(word)) for word in root["plain"]]
    known = set(games)
    for row, line in zip(root["editions"], root["editions"].lines, strict=True):
        bad = check(row, _EDITION, name, "edition", line)
        if not bad and row["game"] not in known:
            bad = [Finding(f"unknown game '{row['game']}'", name, line, suggest(row["game"], known))]
        if not bad:
            out.editions |= {key(wording): row["game"] for wording in row["names"]}
            out.wordings += [" ".join(tokens(wording)) for wording in row["names"]]
        findings += bad
    for row, line in zip(root["absent"], root["absent"].lines, strict=True):
        bad = check(row, _ABSENT, name, "absent game", line)
        if not bad:
            out.absent |= {key(wording): row["title"] for wording in row["names"]}
            out.wordings += [" ".join(tokens(wording)) for wording in row["names"]]
        findings += bad
    findings += [
        Finding(f"'{run}' names a game of the base and one that it does not have", name, root.lines["absent"])
        for run in out.absent.keys() & out.editions.keys()
    ]
    for part in ("near", "places"):
        for row, line in zip(root[part], root[part].lines, strict=True):
            bad = check(row, _NEAR, name, "group of near words", line)
            findings += bad
            if not bad:
                _near(row, out)
    findings += [
        Finding(f"'{word}' carries meaning", name, root.lines["faint"], "it must not be faint")
        for word in out.faint & meaningful
    ]
    raise_if(findings)
    return out


def _same(row: dict[str, list[str]], out: Lexicon, meaningful: set[str], name: str, line: int) -> list[Finding]:
    findings = []
    word = str(row["word"])
    term = key(word)
    for wording in (word, *row["also"]):
        run = key(wording)
        out.wordings.append(" ".join(tokens(wording)))
        if run != term and run in meaningful:
            findings.append(Finding(f"'{wording}' carries meaning", name, line, "leave it out of the lexicon"))
        elif out.same.get(run, term) != term:
            findings.append(Finding(f"'{wording}' is in two groups of same words", name, line, "leave it in one"))
        elif run:
            out.same[run] = term
    return findings


def _near(row: dict[str, list[str]], out: Lexicon) -> None:
    terms = [term for wording in row["means"] for term in out.terms(wording) if term not in out.faint]
    for wording in row["ask"]:
        run = " ".join(bare(out.terms(wording), out.articles))
        out.wordings.append(" ".join(tokens(wording)))
        out.near[run] = tuple(dict.fromkeys((*out.near.get(run, ()), *terms)))
        also = [means for means in row["means"] if " ".join(out.terms(means)) != run]
        if run not in out.told and also:
            out.told[run] = f"{wording}, also: {', '.join(also)}"
