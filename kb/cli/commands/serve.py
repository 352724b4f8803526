"""``kb serve``: Datasette on the built knowledge base, with our pages."""

from __future__ import annotations

from kb.cli.terminal import say


def run(host: str = "127.0.0.1", port: int = 8001, public_url: str = "") -> int:
    """Serve until interrupted. Raises :class:`kb.errors.KBError` for what cannot be served."""
    from kb.web.serve import serve

    serve(host, port, public_url, say)
    return 0
