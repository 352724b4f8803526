"""The style sheets and scripts. Their addresses contain one hash of all files: browsers keep them for ever, and files
of two releases never mix."""

from __future__ import annotations

import gzip
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from typing import TYPE_CHECKING, NamedTuple

from kb.web import counters, shared

if TYPE_CHECKING:
    from kb.web.site import Site


_IMPORT = re.compile(r'(?:from|import) "\./([\w-]+\.js)"')


class Asset(NamedTuple):
    """A file: its bytes and its media type."""

    content: bytes
    type: str

    @property
    def packed(self) -> bytes:
        """Its bytes, compressed once with gzip."""
        return _packed(self.content)


@cache
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


@cache
def assets() -> dict[str, Asset]:
    """Every file of ``static/kb``, and those made by :mod:`kb.web.shared` and :mod:`kb.web.counters`, by name."""
    found = {}
    for file in sorted(files("kb.web").joinpath("static", "kb").iterdir(), key=lambda each: each.name):
        if file.is_file() and not file.name.startswith("."):
            content = file.read_bytes()
            kind = (
                "text/javascript"
                if file.name.endswith(".js")
                else guess_type(file.name)[0] or "application/octet-stream"
            )
            text = "; charset=utf-8" if kind.startswith("text/") else ""
            found[file.name] = Asset(content, kind + text)
    for name, text, kind in (
        ("shared.js", shared.script(), "javascript"),
        ("counter_parts.js", counters.script(), "javascript"),
        ("powers.css", counters.style_sheet(), "css"),
    ):
        found[name] = Asset(text.encode(), f"text/{kind}; charset=utf-8")
    return found


def with_imports(name: str) -> list[str]:
    """A script's name, then those of the scripts that it imports, and so on; each once."""
    names = [name]
    for each in names:
        imported = _IMPORT.findall(assets()[each].content.decode())
        names += [other for other in imported if other not in names]
    return names


@cache
def release_hash() -> str:
    """A hash of all files: scripts import each other by name, so they must all be of the same release."""
    lines = (f"{name} {sha256(each.content).hexdigest()}\n" for name, each in assets().items())
    return sha256("".join(lines).encode()).hexdigest()[:12]


def link(site: Site, name: str) -> str:
    """The address of a file. Raises :class:`KeyError` for one that is not there."""
    if name not in assets():
        raise KeyError(name)
    return str(site.datasette.urls.path(f"/-/kb/assets/{release_hash()}/{name}"))
