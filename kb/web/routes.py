"""The routes of the pages; each page gets its site, and an error it raises becomes an error page."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from datasette import NotFound, Response

from kb.errors import KBError
from kb.errors import NotFound as NoSuchThing
from kb.web import pages
from kb.web.respond import PageView, error_response
from kb.web.site import root, site_of

if TYPE_CHECKING:
    from datasette import Request
    from datasette.app import Datasette


def routes(datasette: Datasette) -> list[tuple[str, Callable[..., Any]]]:
    """Every page with the pattern of its path, moved below ``/-/kb`` where a database has its name."""
    return [
        (f"{root(datasette, pattern)}{pattern}$", _view(page))
        for module in iter_modules(pages.__path__)
        for pattern, page in import_module(f"{pages.__name__}.{module.name}").ROUTES
    ]


def _view(page: PageView) -> Callable[..., Any]:
    async def view(datasette: Datasette, request: Request) -> Response:
        site = site_of(datasette)
        if site is None:
            raise NotFound("no built knowledge base is served here; 'kb serve' serves one")
        try:
            return await page(site, request)
        except NoSuchThing as error:
            return await error_response(site, request, 404, error)
        except KBError as error:
            return await error_response(site, request, 400, error)

    return view
