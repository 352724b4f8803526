"""Content security policies and the other security headers."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datasette.app import Datasette

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_CLOSED = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def own_policy() -> str:
    """The policy of this project's pages and templates: scripts, styles and images are files of this site."""
    return _written(_CLOSED)


def page_policy() -> str:
    """The policy as a page itself can state it, without the part that only a header may have."""
    return _written({name: allowed for name, allowed in _CLOSED.items() if name != "frame-ancestors"})


def engine_policy() -> str:
    """The policy of the worker that runs the rules engine on a phone: it compiles WebAssembly, and shows nothing."""
    needed = ("default-src", "connect-src", "base-uri", "frame-ancestors")
    return _written({name: _CLOSED[name] for name in needed} | {"script-src": "'self' 'wasm-unsafe-eval'"})


def datasette_policy(datasette: Datasette) -> str:
    """The policy where pages have Datasette's own templates, in which there are inline scripts and styles.

    The scripts are allowed by the hashes of those in the templates, so that no script in a value can run.
    """
    environment = getattr(datasette, "jinja_env", None) or datasette.get_jinja_environment()
    allowed = "true" if datasette.setting("allow_facet") else "false"  # the one setting that Datasette fills in
    found = set()
    for name in environment.list_templates(extensions=["html"]):
        source = environment.loader.get_source(environment, name)[0]
        for inline in _INLINE.findall(source):
            script = inline.replace("{{ datasette_allow_facet }}", allowed)
            if "{{" not in script and "{%" not in script:
                found.add(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'")
    allowing = " ".join(["'self'", *sorted(found)])
    return _written({**_CLOSED, "script-src": allowing, "style-src": "'self' 'unsafe-inline'"})


def _written(policy: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}".strip() for name, value in policy.items())
