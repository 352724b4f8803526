"""``kb mcp``: a server of the Model Context Protocol, for assistants."""

from __future__ import annotations

from importlib.util import find_spec

from kb.base.errors import BadInput, Finding
from kb.cli import posts


def run(public_url: str = "") -> int:
    """Serve on standard input and output until the input ends. Raises :class:`BadInput` without the package ``mcp``."""
    if find_spec("mcp") is None or find_spec("mcp_types") is None:
        hint = "install it with: pip install 'axis-allies-rulings[mcp]'"
        raise BadInput(Finding("kb mcp needs the package mcp, which is not installed", hint=hint))
    public = posts.address(public_url)
    from kb.mcp.server import serve

    serve(public)
    return 0
