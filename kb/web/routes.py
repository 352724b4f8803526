"""The routes of the pages, and the answers to errors: one line for the reader, as HTML or JSON, without traceback or
SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any
from urllib.parse import unquote

from datasette import NotFound, Request, Response
from datasette.app import Datasette
from datasette.database import QueryInterrupted
from datasette.utils.asgi import Base400
from datasette.views.base import DatasetteError

from kb.base.errors import DamagedBuild, Finding, KBError
from kb.base.errors import NotFound as NoSuchThing
from kb.web import pages
from kb.web.api import endpoint
from kb.web.middleware import report
from kb.web.respond import PageView, error_response, moved_permanently
from kb.web.site import root, site_of

_LONGEST = 300
_OURSELVES = "That did not work, and it is not your fault"
_TOO_LONG = Finding("The query took too long", hint="ask for less at once")
_UNREADABLE = Finding("This address asks for something that cannot be understood", hint="go back, and change it")
#: what Datasette's own pages raise for parameters they cannot read: a client error, as the base never changes
_UNREAD = (ValueError, LookupError, TypeError, AssertionError, OverflowError, sqlite3.Error)


def routes(datasette: Datasette) -> list[tuple[str, Callable[..., Any]]]:
    """Every page with the pattern of its path, moved below ``/-/kb`` where a database has its name."""
    own = [import_module(f"{pages.__name__}.{module.name}") for module in iter_modules(pages.__path__)]
    return [
        (f"{root(datasette, pattern)}{pattern}$", _view(page))
        for module in (*own, endpoint)
        for pattern, page in module.ROUTES
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


def handlers(datasette: Datasette, exception: Exception, request: Request, others: list[Any]) -> list[Any]:
    """The handlers of an exception, with this module's in place of Datasette's, which prints every traceback."""
    if site_of(datasette) is None:
        return others
    kept = [each for each in others if getattr(each, "__module__", "") != "datasette.handle_exception"]
    return [_answer(datasette, request, exception), *kept]


async def _answer(datasette: Datasette, request: Request, exception: Exception) -> Response:
    site = site_of(datasette)
    assert site is not None
    status, finding = _told(exception)
    last = unquote(request.path).removeprefix(str(datasette.setting("base_url")))
    known = site.base.by_id(last) if status == 404 else None
    if known is not None:
        return moved_permanently(site.ruling(known["id"]))
    if status >= 500:
        report(exception)
    response = await error_response(site, request, status, KBError(finding))
    response.headers["cache-control"] = "no-store"
    return response


def _told(exception: Exception) -> tuple[int, Finding]:
    """The HTTP status for an exception, and the message."""
    if isinstance(exception, DamagedBuild):
        return 503, Finding(exception.findings[0].message, hint=exception.findings[0].hint)
    if isinstance(exception, Base400):
        return exception.status, Finding(_short(exception.args[0] if exception.args else "There is no such page"))
    if isinstance(exception, QueryInterrupted):
        return 400, _TOO_LONG
    if isinstance(exception, DatasetteError):
        status = exception.status if exception.status < 500 else 400  # 500 is what it says of an unknown column
        if exception.message_is_html:
            return status, _TOO_LONG
        return status, Finding(_short(exception.message))
    if isinstance(exception, _UNREAD) and _is_datasettes(exception):
        return 400, _UNREADABLE
    return 500, Finding(_OURSELVES)


def _is_datasettes(exception: Exception) -> bool:
    """Whether one of Datasette's own pages raised it, and no page or hook of this project."""
    modules, at = [], exception.__traceback__
    while at is not None:
        modules.append(str(at.tb_frame.f_globals.get("__name__", "")))
        at = at.tb_next
    return any(name.startswith("datasette.views.") for name in modules) and not any(
        name.startswith("kb.") for name in modules
    )


def _short(message: object) -> str:
    text = " ".join(str(message).split())
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
