"""Our style sheets and scripts, each with an address that changes with its content, so that it may be kept for ever."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kb.web.site import Site


class Asset(NamedTuple):
    """A file of ours: its bytes, their type and their mark."""

    content: bytes
    type: str
    mark: str


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
            found[file.name] = Asset(content, kind + text, sha256(content).hexdigest()[:12])
    return found


def link(site: Site, name: str) -> str:
    """The address of one of our files. Raises :class:`KeyError` for one that is not there."""
    return str(site.datasette.urls.path(f"/-/kb/assets/{assets()[name].mark}/{name}"))
