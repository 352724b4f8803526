"""Datasette's own answers: a browser keeps them, asks again each time, and is not sent what it has."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import datasette as program

from kb import __version__
from kb.web.assets import mark

if TYPE_CHECKING:
    from kb.web.site import Site

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
REVALIDATE = b"public, no-cache"
#: what Datasette says of an answer to a reader that it knows
_PERSONAL = (b"private", b"no-store")
#: headers of a body that is not sent
_OF_A_BODY = (b"content-length", b"content-encoding")


def stamp(site: Site) -> str:
    """What changes with anything that Datasette's pages are made of: build, programs, settings, words."""
    datasette: Any = site.datasette
    words = datasette.metadata() if hasattr(datasette, "metadata") else {}
    told = [site.digest, program.__version__, __version__, mark(), datasette.settings_dict(), words]
    return sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def tagged(send: Send, known: bytes, name: bytes) -> Send:
    """``send``, with a weak tag for a good answer that goes to everybody; 304 if its tag is among the ``known`` ones.

    ``name`` says of what build the answer is and what was asked: there is one answer to that, but for the time it took.
    """
    tag = b'W/"' + sha256(name).hexdigest()[:32].encode() + b'"'
    there = False

    async def sending(message: Message) -> None:
        nonlocal there
        if message["type"] != "http.response.start" or message["status"] != 200:
            if not there:
                await send(message)
            return
        headers = [(key.lower(), value) for key, value in message.get("headers", [])]
        if any(key == b"set-cookie" or (key == b"cache-control" and _personal(value)) for key, value in headers):
            await send(message)
            return
        there = tag in known
        left = (b"cache-control", b"etag", *(_OF_A_BODY if there else ()))
        kept = [pair for pair in headers if pair[0] not in left]
        kept += [(b"cache-control", REVALIDATE), (b"etag", tag)]
        await send({**message, "status": 304 if there else 200, "headers": kept})
        if there:
            await send({"type": "http.response.body", "body": b""})

    return sending


def _personal(value: bytes) -> bool:
    return any(word in value for word in _PERSONAL)
