"""The resources: rulings and sections by their ids, the lists of games and topics, the page of the notation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from kb.base.errors import Finding, NotFound
from kb.mcp import tools
from kb.service import books, rulings
from kb.store import topics
from kb.store.documents import section_ids
from kb.text.assistants import describe_section

if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase
    from kb.mcp.tools import Served

SCHEME = "kb://"
MARKDOWN, JSON = "text/markdown", "application/json"
#: values that a completion gives at most, as the protocol has it
MOST_VALUES = 100


@dataclass(frozen=True)
class Resource:
    """An address, or a template of some, with what is there: its ``kind`` is the media type."""

    address: str
    name: str
    title: str
    about: str
    kind: str


LISTS = (
    Resource(f"{SCHEME}games", "games", "The games", tools.GAMES, JSON),
    Resource(f"{SCHEME}topics", "topics", "Topics that are compared", tools.TOPICS, JSON),
    Resource(f"{SCHEME}notation", "notation", "The notation of positions", tools.PAGE, MARKDOWN),
)
TEMPLATES = (
    Resource(f"{SCHEME}ruling/{{id}}", "ruling", "A ruling", tools.RULING, MARKDOWN),
    Resource(f"{SCHEME}section/{{book}}/{{section}}", "section", "A section of a rule book", tools.SECTION, MARKDOWN),
)


def read(served: Served, address: str) -> tuple[str, str]:
    """What is at an address: its media type and its text. Raises :class:`NotFound`."""
    kind, *parts = [unquote(part) for part in address.removeprefix(SCHEME).split("/")]
    if address.startswith(SCHEME) and len(address) <= 400:
        if kind == "ruling" and len(parts) == 1:
            return MARKDOWN, rulings.markdown(served.base, rulings.ruling(served.base, parts[0]), served.public)
        if kind == "section" and len(parts) == 2:
            (section,) = books.section(served.base, *parts)
            return MARKDOWN, describe_section(section)
        if (kind, parts) == ("games", []):
            return JSON, json.dumps(books.games(served.base), ensure_ascii=False, indent=1)
        if (kind, parts) == ("topics", []):
            return JSON, json.dumps(topics.titles(served.base.connection), ensure_ascii=False, indent=1)
        if (kind, parts) == ("notation", []):
            return MARKDOWN, tools.NOTATION
    known = ", ".join(each.address for each in (*TEMPLATES, *LISTS))
    raise NotFound(Finding(f"there is no resource '{address[:60]}'", hint=f"there are {known}"))


def completed(base: KnowledgeBase, template: str, name: str, begun: str, known: Mapping[str, str]) -> list[str]:
    """The values of a part of a template that begin as somebody has begun; ``known`` are the other parts."""
    values: dict[tuple[str, str], Any] = {
        ("ruling", "id"): base.ids,
        ("section", "book"): lambda: dict.fromkeys(each.partition("/")[0] for each in section_ids(base.connection)),
        ("section", "section"): lambda: [
            rest
            for book, _, rest in (each.partition("/") for each in section_ids(base.connection))
            if book == known.get("book", book)
        ],
    }
    kind = next((each.name for each in TEMPLATES if each.address == template), "")
    if (kind, name) not in values:
        raise NotFound(Finding(f"nothing completes '{name[:40]}' of '{template[:60]}'"))
    return [each for each in values[kind, name]() if each.startswith(begun.strip().lower())]
