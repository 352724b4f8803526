"""Weak ETags and 304 answers for Datasette's own pages."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import datasette as program

from kb import __version__
from kb.web.assets import release_hash

if TYPE_CHECKING:
    from kb.web.site import Site

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
REVALIDATE = b"public, no-cache"
#: values of cache-control in an answer that is for one reader only
_PERSONAL = (b"private", b"no-store")
#: headers that a 304 answer leaves out
_OF_A_BODY = (b"content-length", b"content-encoding")


def version_of(site: Site) -> str:
    """A hash of everything that Datasette's pages are made of: build, versions of programs, settings, metadata."""
    datasette: Any = site.datasette
    words = datasette.metadata() if hasattr(datasette, "metadata") else {}
    parts = [site.digest, program.__version__, __version__, release_hash(), datasette.settings_dict(), words]
    return sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def with_weak_etag(send: Send, known: bytes, name: bytes) -> Send:
    """``send``, adding a weak ETag to each public 200 answer; 304 without a body if the ETag is among the ``known``.

    ``name`` is hashed into the ETag: it identifies the version of the pages and the address.
    """
    tag = b'W/"' + sha256(name).hexdigest()[:32].encode() + b'"'
    not_modified = False

    async def sending(message: Message) -> None:
        nonlocal not_modified
        if message["type"] != "http.response.start" or message["status"] != 200:
            if not not_modified:
                await send(message)
            return
        headers = [(key.lower(), value) for key, value in message.get("headers", [])]
        if any(key == b"set-cookie" or (key == b"cache-control" and _personal(value)) for key, value in headers):
            await send(message)
            return
        not_modified = tag in known
        left = (b"cache-control", b"etag", *(_OF_A_BODY if not_modified else ()))
        kept = [pair for pair in headers if pair[0] not in left]
        kept += [(b"cache-control", REVALIDATE), (b"etag", tag)]
        await send({**message, "status": 304 if not_modified else 200, "headers": kept})
        if not_modified:
            await send({"type": "http.response.body", "body": b""})

    return sending


def _personal(value: bytes) -> bool:
    return any(word in value for word in _PERSONAL)
