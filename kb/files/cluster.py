"""Documents and an index for a search cluster (OpenSearch, Elasticsearch): rulings, their claims, and statements."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from typing import TypedDict, cast

from kb.base import paths, yamlfile
from kb.base.errors import Finding, KBError
from kb.base.shape import Plain
from kb.base.written import parse_json
from kb.knowledge import KnowledgeBase
from kb.model.replies import RelationName, Ruling
from kb.store import lookup
from kb.store.pages import input_digest
from kb.words.lexicon import WORDS, key
from kb.words.stems import IRREGULAR, stem
from kb.words.tokens import tokens

#: the alias that readers search under; the index of a build is named after its digest, too
ALIAS = "kb"
#: fields of a ruling that are as in its record (:meth:`kb.knowledge.KnowledgeBase.ruling`), and its relations
_SAME = "id game document kind heading verdict verdict_kind authority standing draft line_start line_end proof"
_RELATED: tuple[RelationName, ...] = (
    *("supersedes", "superseded_by", "corrects", "corrected_by", "extends", "extended_by"),
    *("restates", "see_also", "tension"),
)


class Replaced(TypedDict):
    """Wordings (``also``) that a word replaces."""

    word: str
    also: list[str]


class Added(TypedDict):
    """Wordings (``ask``) to which near words are added."""

    ask: list[str]
    means: list[str]


class Words(TypedDict):
    """The words of players in ``data/words.yaml``, as far as a cluster uses them."""

    same: list[Replaced]
    near: list[Added]
    places: list[Added]


def bulk(base: KnowledgeBase, games: list[str]) -> Iterator[str]:
    """Yield the :func:`documents` of the ``games`` as lines for the bulk interface: an action, then its source."""
    for source in documents(base, games):
        for line in ({"index": {"_index": _name(base), "_id": source["id"]}}, source):
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _name(base: KnowledgeBase) -> str:
    """Return the name of the index of a build: the alias and the beginning of the digest."""
    return f"{ALIAS}-{base.build.digest[:12]}"


def documents(base: KnowledgeBase, games: list[str]) -> Iterator[dict[str, object]]:
    """Yield every document of the ``games``: rulings, each followed by its claims, then statements. Results with one
    ``fold`` are shown together: the id of a ruling; for a statement, the first ruling it cites, else its subject."""
    ways = {name: [{"text": text} for text in texts] for name, texts in lookup.phrasings(base.connection).items()}
    for game in games:
        for ruling in base.rulings(game):
            yield _ruling(base, ruling) | {"phrasings": ways.get(ruling["id"], [])}
            for number, claim in enumerate(ruling["claims"], 1):
                name = f"{ruling['id']}/claim-{number}"
                yield {"type": "claim", "id": name, "game": game, "ruling": ruling["id"], **claim}
    for game in games:
        for statement in lookup.statements(base.connection, game):
            subject = statement["subject"]
            fold = statement["ruling"] or subject
            yield {"type": "statement", **statement, "fold": fold, "phrasings": ways.get(subject, [])}


def _ruling(base: KnowledgeBase, ruling: Ruling) -> dict[str, object]:
    """Return the document of a ruling: its searched texts, and the ids and names by which it is filtered and sorted."""
    row, elsewhere = lookup.row(base.connection, "rulings", ruling["id"]), ruling["elsewhere"]
    differing = [each["game"] for each in elsewhere if "different" in (each["comparison"], each["said"])]
    whole: dict[str, object] = {**ruling}
    printings = [
        {"printing": each["printing"], "holds": each["holds"], "basis": each["basis"], "note": each["note"]}
        for each in ruling["printings"]
    ]
    return {
        "type": "ruling",
        **{name: whole[name] for name in _SAME.split()},
        "fold": ruling["id"],
        "question": row["question_text"],
        "answer": row["answer_text"],
        "place": " . ".join([ruling["heading"], *(section["title"] for section in ruling["sections"])]),
        "authority_rank": row["authority_rank"],
        "position": row["position"],
        "sections": [section["section"] for section in ruling["sections"]],
        "phases": lookup.phases(base.connection, ruling["id"]),
        "options": ruling["depends_on"],
        "printings": printings,
        "related": [*dict.fromkeys(each["id"] for kind in _RELATED for each in ruling[kind])],
        "topics": [*dict.fromkeys(each["topic"] for each in elsewhere)],
        "differs_in": [*dict.fromkeys(differing)],
        # a cluster refuses an empty date
        **({"authority_date": ruling["authority_date"]} if ruling["authority_date"] else {}),
    }


def index(base: KnowledgeBase) -> dict[str, object]:
    """Return the body of the request that creates the index: ``settings`` with the synonyms, and ``mappings``.

    ``cluster.json`` has all of it but the words. Raises :class:`KBError` if ``words.yaml`` is not the file that the
    base was built from.
    """
    words = _words(base)
    body = cast("Plain", parse_json(files("kb.files").joinpath("cluster.json").read_text(encoding="utf-8")))
    filters = body["settings"]["analysis"]["filter"]
    filters["kb_irregular"]["rules"] = [f"{form} => {to}" for form, to in IRREGULAR.items()]
    filters["kb_same"]["synonyms"], filters["kb_near"]["synonyms"] = _same(words), _near(words)
    body["mappings"]["_meta"] = {"build": base.build.digest, "index": _name(base), "alias": ALIAS}
    return body


def _words(base: KnowledgeBase) -> Words:
    """Return the content of ``data/words.yaml``. Raises :class:`KBError` if it changed since the build."""
    path = os.path.join(paths.data(), WORDS)
    with suppress(OSError), open(path, "rb") as file:
        if hashlib.sha256(file.read()).hexdigest() == input_digest(base.connection, WORDS):
            return cast("Words", yamlfile.load(path, paths.shown(path)))
    raise KBError(Finding("the knowledge base was built from another version of this file", path, 0, "run 'kb build'"))


def _same(words: Words) -> list[str]:
    """Return a rule for each group of ``same``: its wordings, one of each stem, are replaced by its word."""
    rules = []
    for row in words["same"]:
        wordings = {key(str(each)): " ".join(tokens(str(each))) for each in (row["word"], *row["also"])}
        rules.append(f"{', '.join(wordings.values())} => {' '.join(tokens(str(row['word'])))}")
    return rules


def _near(words: Words) -> list[str]:
    """Return a rule for each wording of ``near`` and ``places``: its near words are added. The cluster applies the
    rules of :func:`_same` first, so words that these replace are replaced here, too."""
    same = {key(str(each)): str(row["word"]) for row in words["same"] for each in row["also"]}

    def replaced(wording: object) -> str:
        """Return a wording after the rules of :func:`_same` have replaced its words."""
        words = [same.get(stem(word), word) for word in tokens(str(wording))]
        return " ".join(tokens(same.get(key(str(wording)), " ".join(words))))

    rules: dict[str, dict[str, None]] = {}
    for row in (*words["near"], *words["places"]):
        for wording in map(replaced, row["ask"]):
            rules.setdefault(wording, {wording: None}).update(dict.fromkeys(map(replaced, row["means"])))
    return [f"{asked} => {', '.join(means)}" for asked, means in rules.items() if asked]
