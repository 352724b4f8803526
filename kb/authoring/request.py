"""What a person says of a document that is added: what nobody but a person knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kb.errors import Finding, raise_if

#: the kinds of documents, each with the folder below the data of the same name
KINDS = ("faq", "errata", "rules")
SLUG = re.compile(r"[a-z][a-z0-9]{1,4}")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Request:
    """What is said of the document in ``file``; empty is what is not said.

    ``topics`` has the words that ids carry, by heading; under "" for what has no heading. ``reason`` and ``successor``
    are of rulings that the document has no more.
    """

    file: str
    document: str = ""
    game: str = ""
    kind: str = ""
    title: str = ""
    source: str = ""
    date: str = ""
    authority: str = ""
    topics: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    successor: str = ""


def topics_of(written: Iterable[str]) -> dict[str, str]:
    """Topics as they are given: ``Heading=word``, or only the word for what has no heading."""
    pairs = (each.rpartition("=") for each in written)
    return {heading.strip(): word.strip() for heading, _, word in pairs}


def check(request: Request) -> None:
    """Raise :class:`BadInput` for what can be no document's."""
    findings = []
    if request.kind and request.kind not in KINDS:
        findings.append(Finding(f"no kind '{request.kind}'", hint=f"kinds are: {', '.join(KINDS)}"))
    if request.date and not re.fullmatch(r"\d{4}-\d\d-\d\d", request.date):
        findings.append(Finding(f"'{request.date}' is no date", hint="write it as 2010-04-21"))
    if request.document and not _ID.fullmatch(request.document):
        hint = "small letters, digits and hyphens, such as revised-faq"
        findings.append(Finding(f"'{request.document}' cannot be a document's id", hint=hint))
    for heading, word in request.topics.items():
        if not SLUG.fullmatch(word):
            what = f"'{word}' cannot be the word of the topic '{heading}'" if heading else f"'{word}' cannot be a topic"
            findings.append(Finding(what, hint='two to five small letters or digits: --topic "Submarines=sub"'))
    raise_if(findings)
