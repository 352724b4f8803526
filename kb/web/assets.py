"""Our style sheets and scripts. Their addresses bear a mark of them all: they are kept for ever and never mix."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kb.web.site import Site


class Asset(NamedTuple):
    """A file of ours: its bytes and their type."""

    content: bytes
    type: str


@cache
def assets() -> dict[str, Asset]:
    """Every file of ``static/kb``, by name."""
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
    return found


@cache
def mark() -> str:
    """What changes with any of the files: scripts import each other by name, and must be of one kind."""
    told = (f"{name} {sha256(each.content).hexdigest()}\n" for name, each in assets().items())
    return sha256("".join(told).encode()).hexdigest()[:12]


def link(site: Site, name: str) -> str:
    """The address of one of our files. Raises :class:`KeyError` for one that is not there."""
    if name not in assets():
        raise KeyError(name)
    return str(site.datasette.urls.path(f"/-/kb/assets/{mark()}/{name}"))
