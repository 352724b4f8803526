"""Reads the body of a request, as far as it may be long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.errors import Finding, KBError

if TYPE_CHECKING:
    from datasette import Request


class TooLong(KBError):
    """A body has more bytes than it may have."""


async def read_body(request: Request, longest: int) -> str:
    """The body of a request as text. Raises :class:`TooLong`, or :class:`KBError` where it is no text."""
    parts, length, more = list[bytes](), 0, True
    while more:
        message = await request.receive()
        parts.append(message.get("body", b""))
        length, more = length + len(parts[-1]), message.get("more_body", False)
        if length > longest:
            raise TooLong(Finding(f"longer than {longest:,} bytes", hint="ask about fewer units"))
    try:
        return b"".join(parts).decode()
    except UnicodeDecodeError:
        raise KBError(Finding("not UTF-8", hint="send JSON")) from None
