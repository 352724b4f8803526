"""What a program is told that did something wrong, or met it: problem details (RFC 9457) with an entry a finding."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from kb.base.errors import Finding, KBError

MEDIA_TYPE = "application/problem+json"
#: any page may read what is answered here; nothing is told that depends on who asks
SHARED = {"access-control-allow-origin": "*", "access-control-expose-headers": "etag, link, retry-after, x-kb-build"}
#: what a browser asks beforehand is allowed; it may remember that for a day
PREFLIGHT = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "content-type, if-none-match",
    "access-control-max-age": "86400",
}


class Problem(KBError):
    """A request that is not answered as it stands. ``status`` is that of HTTP, ``entries`` are one a finding: plain
    values, each with at least its ``detail``; ``headers`` go with the answer."""

    def __init__(
        self,
        status: int,
        detail: str,
        entries: Iterable[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(Finding(detail))
        self.status, self.detail, self.entries, self.headers = status, detail, list(entries), dict(headers or {})


def entry(finding: Finding) -> dict[str, Any]:
    """A finding as plain values: what is wrong, and where it is known the line and what to do."""
    more = {"hint": finding.hint, "line": finding.line}
    return {"detail": finding.message, **{key: value for key, value in more.items() if value}}


def of_error(status: int, error: KBError) -> Problem:
    """The problem that an error of the reads is."""
    one, *others = error.findings
    more = f" (and {len(others)} more)" if others else ""
    return Problem(status, f"{Finding(one.message, hint=one.hint)}{more}", map(entry, error.findings))


def body(status: int, detail: str, entries: Iterable[Mapping[str, Any]] = ()) -> bytes:
    """Problem details as JSON."""
    told = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return json.dumps({**told, "errors": list(entries)}, ensure_ascii=False).encode("utf-8", "replace")


#: the schema of problem details
SCHEMA: dict[str, Any] = {
    "title": "Problem",
    "description": "What is wrong with a request (RFC 9457).",
    "type": "object",
    "properties": {
        "type": {"description": "Always about:blank: the status says what it is.", "const": "about:blank"},
        "title": {"description": "The status in words.", "type": "string"},
        "status": {"description": "The status of the answer.", "type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"description": "What is wrong, in a line.", "type": "string"},
        "errors": {
            "description": "Each thing that is wrong, all of them at once; empty where the detail says it.",
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "detail": {"description": "What is wrong.", "type": "string"},
                    "hint": {"description": "What to do about it.", "type": "string"},
                    "parameter": {"description": "The parameter of the address it is about.", "type": "string"},
                    "pointer": {"description": "The part of the body it is about (RFC 6901).", "type": "string"},
                    "line": {"description": "The line of the body it is about.", "type": "integer", "minimum": 1},
                },
                "required": ["detail"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["type", "title", "status", "detail", "errors"],
    "additionalProperties": False,
}
