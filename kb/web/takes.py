"""Which addresses are posted to, and what each takes: the middleware knows by it what it lets through."""

from __future__ import annotations

from typing import NamedTuple

from kb.web.api.operations import OPERATIONS, ROOT


class Takes(NamedTuple):
    """What HTTP allows of an address, as the header ``Allow`` says it; and the media types of a body."""

    methods: str
    types: tuple[str, ...] = ()


READ = Takes("GET, HEAD, OPTIONS")
#: a question to the engine from a page
ENGINE = "/ask.json"
#: no page of another site can send these types without asking first; where it may ask (:data:`ROOT`), nothing is
#: changed by it, and nothing told that depends on who asks
POSTED = {
    ENGINE: Takes("GET, HEAD, POST, OPTIONS", ("application/json",)),
    **{f"{ROOT}{each.path}": Takes(each.methods, each.types) for each in OPERATIONS if each.posted},
}
