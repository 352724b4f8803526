"""The lexicon: which words are the same, which are near, and what players call the games.

Read from ``data/words.yaml``; everything is kept by stem, so plurals and verb forms need no lines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kb import caches, yamlfile
from kb.errors import Finding, raise_if
from kb.search.stems import stem
from kb.search.tokens import pairs, replace_runs, tokens, without_articles
from kb.shape import Shape, check, suggest
from kb.written import YamlMapping

WORDS = "words.yaml"
_FILE = f"data/{WORDS}"
_PARTS = (
    "same",
    "near",
    "editions",
    "absent",
    "places",
    "faint",
    "meaningful",
    "articles",
    "plain",
    "turning",
    "keys",
    "wants",
    "senses",
)
_SAME = Shape(required={"word": "str", "also": "texts"})
_NEAR = Shape(required={"ask": "texts", "means": "texts"})
_EDITION = Shape(required={"game": "str", "names": "texts"})
_KEY = Shape(required={"key": "str", "also": "texts"})
_ABSENT = Shape(required={"title": "str", "names": "texts"})


def key(text: str) -> str:
    """The stems of a wording, joined: how the lexicon is looked up."""
    return " ".join(stem(word) for word in tokens(text))


@dataclass
class Lexicon:
    """Runs of stems and what they stand for.

    ``same``: run -> the stems it is the same as; ``near``: run -> stems to look for as well, and
    ``near_text``: what a reader is told of it; ``editions``: run -> game; ``absent``: run -> the title
    of a game that the base does not have; ``faint``: stems that
    count little; ``turning``: stems that turn the meaning of the word beside them; ``articles``: stems
    that may stand in a near run or be missing there; ``keys``: run -> the keys of cases that go by it;
    ``wants``: run -> what is wanted that is no rule; ``senses``: run -> in which sense is asked; ``names``: terms that
    name units, powers and technologies.
    """

    same: dict[str, str] = field(default_factory=dict)
    near: dict[str, tuple[str, ...]] = field(default_factory=dict)
    near_text: dict[str, str] = field(default_factory=dict)
    means: dict[str, tuple[str, ...]] = field(default_factory=dict)
    editions: dict[str, str] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    faint: set[str] = field(default_factory=set)
    turning: set[str] = field(default_factory=set)
    articles: set[str] = field(default_factory=set)
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wants: dict[str, str] = field(default_factory=dict)
    senses: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    wordings: list[str] = field(default_factory=list)
    _terms: dict[str, list[str]] = field(default_factory=dict)
    #: gives what :meth:`cut` gives, while a build knows the terms of texts from earlier ones
    remembered: Callable[[str], list[str]] | None = field(default=None, init=False, repr=False, compare=False)
    #: how many runs there were in ``same``, and the first stem of each
    _first: tuple[int, set[str]] = field(default=(0, set()), init=False, repr=False, compare=False)

    def terms(self, text: str) -> list[str]:
        """The index terms of a text."""
        if self.remembered is not None:
            return self.remembered(text)
        if text not in self._terms:
            if len(self._terms) >= caches.TERMS.entries:
                self._terms.clear()
            self._terms[text] = self.cut(text)
        return self._terms[text]

    def cut(self, text: str) -> list[str]:
        """The same, computed."""
        if self._first[0] != len(self.same):
            self._first = len(self.same), {run.partition(" ")[0] for run in self.same}
        return replace_runs([stem(word) for word in tokens(text)], self.same, first=self._first[1])

    def senses_of(self, text: str) -> list[str]:
        """The senses in which a text asks, sorted."""
        stems = f" {key(text)} "
        return sorted({sense for run, sense in self.senses.items() if f" {run} " in stems})

    def indexed(self, text: str) -> list[str]:
        """The index terms of a text with the pairs in which one word turns the other."""
        terms = self.terms(text)
        return terms + pairs(terms, self.turning, self.faint)


def load(data: str, games: Iterable[str]) -> Lexicon:
    """Read ``data/words.yaml``. Raises :class:`BadInput` with every finding."""
    root = yamlfile.load(os.path.join(data, WORDS), _FILE)
    raise_if(check(root, Shape(required=dict.fromkeys(_PARTS, "list")), _FILE, "lexicon"))
    faint, turning, articles = ({key(word) for word in root[part]} for part in ("faint", "turning", "articles"))
    out = Lexicon(faint=faint, turning=turning, articles=articles)
    meaningful, known = {key(word) for word in root["meaningful"]}, set(games)
    findings: list[Finding] = []
    for row, line in zip(root["same"], root["same"].lines, strict=True):
        findings += check(row, _SAME, _FILE, "group of same words", line) or _same(row, out, meaningful, line)
    out.wordings += [_plain(word) for word in root["plain"]]
    for row, line in zip(root["editions"], root["editions"].lines, strict=True):
        findings += check(row, _EDITION, _FILE, "edition", line) or _edition(row, out, known, line)
    for row, line in zip(root["absent"], root["absent"].lines, strict=True):
        findings += check(row, _ABSENT, _FILE, "absent game", line) or _names(row, out, out.absent, row["title"])
    for part, name, runs in (("wants", "want", out.wants), ("senses", "sense", out.senses)):
        for row, line in zip(root[part], root[part].lines, strict=True):
            bad = check(row, Shape(required={name: "str", "words": "texts"}), _FILE, f"group of {part}", line)
            findings += bad
            if not bad:
                runs |= {key(wording): row[name] for wording in row["words"]}
                out.wordings += [_plain(wording) for wording in row["words"]]
    findings += [
        Finding(f"'{run}' names a game of the base and one that it does not have", _FILE, root.lines["absent"])
        for run in out.absent.keys() & out.editions.keys()
    ]
    for part in ("near", "places"):
        for row, line in zip(root[part], root[part].lines, strict=True):
            findings += check(row, _NEAR, _FILE, "group of near words", line) or _near(row, out)
    for row, line in zip(root["keys"], root["keys"].lines, strict=True):
        findings += check(row, _KEY, _FILE, "key of cases", line) or _keys(row, out)
    findings += [
        Finding(f"'{word}' carries meaning", _FILE, root.lines["faint"], "it must not be faint")
        for word in out.faint & meaningful
    ]
    raise_if(findings)
    return out


def _plain(wording: str) -> str:
    return " ".join(tokens(wording))


def _edition(row: YamlMapping, out: Lexicon, known: set[str], line: int) -> list[Finding]:
    if row["game"] not in known:
        return [Finding(f"unknown game '{row['game']}'", _FILE, line, suggest(row["game"], known))]
    return _names(row, out, out.editions, row["game"])


def _names(row: YamlMapping, out: Lexicon, names: dict[str, str], meant: str) -> list[Finding]:
    names |= {key(wording): meant for wording in row["names"]}
    out.wordings += [_plain(wording) for wording in row["names"]]
    return []


def _same(row: YamlMapping, out: Lexicon, meaningful: set[str], line: int) -> list[Finding]:
    findings = []
    word = str(row["word"])
    term = key(word)
    for wording in (word, *row["also"]):
        run = key(wording)
        out.wordings.append(_plain(wording))
        if run != term and run in meaningful:
            findings.append(Finding(f"'{wording}' carries meaning", _FILE, line, "leave it out of the lexicon"))
        elif out.same.get(run, term) != term:
            findings.append(Finding(f"'{wording}' is in two groups of same words", _FILE, line, "leave it in one"))
        elif run:
            out.same[run] = term
    return findings


def _keys(row: YamlMapping, out: Lexicon) -> list[Finding]:
    for wording in row["also"]:
        out.keys[key(wording)] = (*out.keys.get(key(wording), ()), row["key"])
    return []


def _near(row: YamlMapping, out: Lexicon) -> list[Finding]:
    terms = [term for wording in row["means"] for term in out.terms(wording) if term not in out.faint]
    for wording in row["ask"]:
        run = " ".join(without_articles(out.terms(wording), out.articles))
        out.wordings.append(_plain(wording))
        out.near[run] = tuple(dict.fromkeys((*out.near.get(run, ()), *terms)))
        wordings = (" ".join(out.terms(each)) for each in row["means"])
        out.means[run] = tuple(dict.fromkeys((*out.means.get(run, ()), *wordings)))
        also = [means for means in row["means"] if " ".join(out.terms(means)) != run]
        if run not in out.near_text and also:
            out.near_text[run] = f"{wording}, also: {', '.join(also)}"
    return []
