"""Writes the entries of the manifest ``data/documents.yaml``."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import cast

from kb.base import yamlfile
from kb.base.written import YamlList, YamlMapping
from kb.corpus.documents import MANIFEST, lines_of
from kb.model.corpus import Document, Game, Topic
from kb.pipeline.authoring.trial import Copy

_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ./&()_-]*[A-Za-z0-9.)])?")
_LIKE_OTHER_VALUES = re.compile(r"[\d.-]+|true|false|yes|no|null", re.I)


def scalar(text: str) -> str:
    """Return ``text`` as a YAML value in one line, in quotes if it needs them or could be taken for a number.

    >>> scalar("Transports"), scalar("It's 10: go"), scalar("005"), scalar("One\\u2028Two")
    ('Transports', '"It\\'s 10: go"', '"005"', '"One\\\\u2028Two"')
    """
    bare = _PLAIN.fullmatch(text) and not _LIKE_OTHER_VALUES.fullmatch(text)
    # YAML takes U+2028, U+2029 and U+0085 for the end of a line, and refuses U+007F
    return text if bare else f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    """Return a character as it stands between quotation marks in YAML; one beyond U+FFFF as ``\\U0001FAE8``."""
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def write_game(copy: Copy, game: Game) -> None:
    """Add a game to a copy of the data: its ``game.yaml``, and files for its sections, verdicts and phrasings."""
    known = {"id": game.id, "title": game.title, "short": game.short, "prefix": game.prefix}
    for folder, text in (
        (f"games/{game.id}/game", "".join(f"{key}: {scalar(value)}\n" for key, value in known.items())),
        (f"sections/{game.id}", f"game: {game.id}\nbook: {scalar(game.title)}\nsections:\n"),
        (f"verdicts/{game.id}", "rulings:\n"),
        (f"phrasings/{game.id}", "rulings:\n"),
    ):
        copy.write(f"{folder}.yaml", text)


def write_document(copy: Copy, document: Document, text: str) -> None:
    """Write a document and its entry in the manifest, in place of one with the same id, into a copy of the data."""
    lines, files = lines_of(text), dict[str, str]()
    for part in document.parts:
        files[part.file] = files.get(part.file, "") + "".join(lines[part.first - 1 : part.last])
    for file, own in files.items():
        copy.write(file, own)
    names = "id number game title kind published publisher approved_by interprets standing sha256 note"
    rows = [f"    {key}: {scalar(value)}\n" for key in names.split() if (value := getattr(document, key))]
    if document.received:
        pairs = ", ".join(f"{key}: {scalar(value)}" for key, value in asdict(document.received).items() if value)
        rows.append(f"    received: {{{pairs}}}\n")
    if marks := {key: value for key, value in asdict(document.marks).items() if value}:
        rows += ["    marks:\n", *(f"      {key}: {_flow(value)}\n" for key, value in marks.items())]
    lists = {
        "parts": [f"{{file: {part.file}, lines: {part.lines}}}" for part in document.parts],
        "topics": [_topic(topic) for topic in document.topics],
    }
    for key, each in lists.items():
        rows += [f"    {key}:\n"] * bool(each) + [f"      - {row}\n" for row in each]
    copy.write(MANIFEST, with_entry(copy.read(MANIFEST), document.id, "  - " + "".join(rows).lstrip()))


def _flow(value: str | tuple[str, ...]) -> str:
    """Return a text or a list of texts in one line of YAML."""
    return scalar(value) if isinstance(value, str) else f"[{', '.join(map(scalar, value))}]"


def _topic(topic: Topic) -> str:
    """Return a topic in one line of YAML."""
    options = f", options: [{', '.join(topic.options)}]" if topic.options else ""
    return f"{{heading: {scalar(topic.heading)}, slug: {topic.slug}{options}}}"


def with_entry(manifest: str, id: str, entry: str) -> str:
    """Return a manifest with an entry in place of the document ``id``'s, or after the last; other lines are kept."""
    lines = manifest.splitlines(keepends=True)
    if not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    root = cast("YamlMapping[YamlList]", yamlfile.parse(manifest, MANIFEST))  # its form has been checked
    rows = root["documents"]
    if not rows:
        at = root.lines["documents"] - 1
        return "".join([*lines[:at], "documents:\n", entry, *lines[at + 1 :]])
    known, starts = (
        [row["id"] for row in rows if isinstance(row, dict)],
        [*(line - 1 for line in rows.lines), len(lines)],
    )
    at = known.index(id) if id in known else len(known) - 1
    end = starts[at + 1]
    while re.match(r"\s*(#|$)", lines[end - 1]):  # remarks above the next entry
        end -= 1
    return "".join([*lines[: starts[at] if id in known else end], entry, *lines[end:]])


def without_entry(manifest: str, id: str) -> str:
    """Return a manifest without the entry of the document ``id``, and without the remarks inside it."""
    marker = "- id: kb-removed\n"
    return with_entry(manifest, id, marker).replace(marker, "")
