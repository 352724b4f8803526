"""The addresses that an operator gives, checked before anything is started: where the server listens, where others
reach it, and where readers send their reports."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from kb.base.errors import BadInput, Finding

_PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
_MAIL = _PLAIN - set("/~") | {"+", "@"}
#: characters of an address for reports
_LONGEST = 300
#: connections that may wait to be accepted
BACKLOG = 2048


class Address(NamedTuple):
    """What an operator asks for: the address to listen at, the one others use, and the files for TLS."""

    host: str = "127.0.0.1"
    port: int = 8001
    public_url: str = ""
    keyfile: str = ""
    certfile: str = ""

    def messages(self, listener: socket.socket) -> list[str]:
        """Where the server is found, and what does not work there, in lines for the operator."""
        host, port = listener.getsockname()[:2]
        named = socket.gethostname() if ipaddress.ip_address(host).is_unspecified else self.host
        where = f"{'https' if self.certfile else 'http'}://{f'[{named}]' if ':' in named else named}:{port}"
        lines = [f"the judge's page: {self.public_url.rstrip('/') or where}/judge"]
        if self.public_url:
            lines.append(f"listening at {where}")
        if not _secure(host, self):
            lines.append("offline use needs https here: see --ssl-certfile, or put a proxy with TLS in front")
        return [*lines, "Ctrl-C stops it"]


def _secure(host: str, address: Address) -> bool:
    """Whether browsers allow offline use: over https, or on the machine itself."""
    return bool(
        address.certfile
        or address.public_url.startswith("https:")
        or (ipaddress.ip_address(host).is_loopback and not address.public_url)
    )


def checked(public_url: str) -> str:
    """A public address without a slash at its end; nothing if there is none. Raises :class:`BadInput`."""
    if not public_url:
        return ""
    try:
        parts = urlsplit(public_url)
        good = (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0
            and public_url.isascii()
            and public_url.isprintable()
            and not set("@?#\\<>\"'` ") & set(public_url)
            and set(parts.path) <= _PLAIN
            and not {".", ".."} & set(parts.path.split("/"))
            and "//" not in parts.path
        )
    except ValueError:
        good = False
    if not good:
        hint = "write it as https://rulings.example or https://example.org/rulings"
        raise BadInput(Finding(f"--public-url is not an address of a site: {public_url[:100]!r}", hint=hint))
    return public_url.rstrip("/")


def checked_report(to: str) -> str:
    """Where reports are sent, if that may be; nothing if nobody said. Raises :class:`BadInput`.

    It is a mail address, or a form on the web that takes ``title`` and ``body``, as that of GitHub for new issues does.

    >>> checked_report("mailto:judge@example.org")
    'mailto:judge@example.org'
    """
    if to and not (len(to) <= _LONGEST and (_is_mail(to) if to.startswith("mailto:") else _is_form(to))):
        hint = "write it as mailto:judge@example.org or https://example.org/report"
        raise BadInput(Finding(f"--report-to is neither a mail address nor a form: {to[:100]!r}", hint=hint))
    return to


def _is_mail(to: str) -> bool:
    name, _, host = to.removeprefix("mailto:").partition("@")
    return bool(name) and "." in host.strip(".") and "@" not in host and set(name + host) <= _MAIL


def _is_form(to: str) -> bool:
    """Whether it is an address over https, perhaps with parameters of its own."""
    try:
        query = urlsplit(to).query
        checked(to.removesuffix(f"?{query}"))
    except (BadInput, ValueError):
        return False
    return to.startswith("https://") and query.isprintable() and query.isascii() and not set("#<>\"'` \\") & set(query)


def based_at(public_url: str) -> dict[str, object]:
    """Datasette's settings for a checked public address: the path it begins with, and whether links say https."""
    parts = urlsplit(public_url)
    base = {"base_url": parts.path + "/"} if parts.path else {}
    return {**base, "force_https_urls": parts.scheme == "https"}


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address of this machine, not listening yet. Raises :class:`BadInput` where there can be none."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host or "?", port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise BadInput(_not_ours(host)) from None
    # named as TCP: only then does asyncio send each answer at once, instead of up to 40 ms later
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
    except OSError as error:
        listener.close()
        raise BadInput(_refused(host, port, error)) from None
    return listener


def _refused(host: str, port: int, error: OSError) -> Finding:
    if error.errno == errno.EADDRINUSE:
        return Finding(f"port {port} is in use", hint=f"another one: --port {port % 65535 + 1}")
    if error.errno == errno.EACCES:
        return Finding(f"port {port} may not be used by this user", hint="choose one above 1023 with --port")
    if error.errno == errno.EADDRNOTAVAIL:
        return _not_ours(host)
    return Finding(f"cannot listen at {host[:100]} port {port} ({os.strerror(error.errno or 0)})")


def _not_ours(host: str) -> Finding:
    hint = "127.0.0.1 is this machine alone, 0.0.0.0 every address it has"
    return Finding(f"--host is no address of this machine: {host[:100]!r}", hint=hint)
