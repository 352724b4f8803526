"""The Datasette plugin: hooks and nothing else. Whatever a hook needs is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from datasette import hookimpl

if TYPE_CHECKING:
    from datasette.app import Datasette


@hookimpl
def register_routes(datasette: Datasette) -> list[tuple[str, Callable[..., Any]]]:
    """The pages of the knowledge base."""
    from kb.web.routes import routes

    return routes(datasette)
