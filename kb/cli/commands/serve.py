"""``kb serve``: Datasette on the built knowledge base, with our pages."""

from __future__ import annotations

from kb.base.errors import BadInput, Finding
from kb.cli.terminal import say


def run(
    host: str = "127.0.0.1",
    port: int = 8001,
    public_url: str = "",
    ssl_keyfile: str = "",
    ssl_certfile: str = "",
    phone_engine: str = "",
    report_to: str = "",
    event: str = "",
) -> int:
    """Serve until interrupted, for an event where its file is named.

    Raises :class:`kb.base.errors.KBError` for what cannot be served.
    """
    from kb.web.address import Address
    from kb.web.serve import serve

    if bool(ssl_keyfile) != bool(ssl_certfile):
        raise BadInput(Finding("TLS needs both files", hint="give --ssl-keyfile and --ssl-certfile"))
    serve(Address(host, port, public_url, ssl_keyfile, ssl_certfile), say, phone_engine, report_to, event)
    return 0
