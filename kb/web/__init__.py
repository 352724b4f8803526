"""The Datasette plugin: its hooks. What a hook needs is imported when the hook is first called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, Any

from datasette import hookimpl

if TYPE_CHECKING:
    import sqlite3

    from datasette import Request
    from datasette.app import Datasette
    from markupsafe import Markup

    from kb.web.site import Site


@hookimpl
def register_routes(datasette: Datasette) -> list[tuple[str, Callable[..., Any]]]:
    """The pages of the knowledge base."""
    from kb.web.routes import routes

    return routes(datasette)


@hookimpl
def startup(datasette: Datasette) -> None:
    """Keep the build that is served from being deleted."""
    from kb.web.serve import hold_build

    hold_build(datasette)


@hookimpl
def prepare_connection(conn: sqlite3.Connection, database: str, datasette: Datasette) -> None:
    """Set the limits of a connection."""
    from kb.web.browsing import limit

    site = _site_of(datasette)
    if site and database == site.database:
        limit(conn)


@hookimpl
def asgi_wrapper(datasette: Datasette) -> Callable[..., Any]:
    """The middleware around every request and answer."""
    from kb.web.middleware import wrapper

    return wrapper(datasette)


@hookimpl
def skip_csrf(scope: dict[str, Any]) -> bool:
    """A question to the engine changes nothing; a page has no token to send with it."""
    from kb.web.middleware import POSTED

    return str(scope["path"]).endswith(tuple(POSTED))


@hookimpl(hookwrapper=True)
def handle_exception(datasette: Datasette, request: Request, exception: Exception) -> Generator[None, Any, None]:
    """An error page of one line for every exception."""
    outcome = yield
    from kb.web.routes import handlers

    outcome.force_result(handlers(datasette, exception, request, outcome.get_result()))


@hookimpl(optionalhook=True)
def get_metadata(datasette: Datasette, key: str | None) -> dict[str, Any]:
    """Titles, descriptions, facets and queries, for a Datasette that asks for them."""
    from kb.web.browsing import SKIPPED_KEYS

    site = None if key in SKIPPED_KEYS else _site_of(datasette)
    return site.metadata if site else {}


@hookimpl(specname="startup")
def keep_metadata(datasette: Datasette) -> Awaitable[None] | None:
    """The same, for a Datasette that keeps them itself."""
    from kb.web.browsing import set_metadata

    site = _site_of(datasette) if hasattr(datasette, "set_instance_metadata") else None
    return set_metadata(site) if site else None


@hookimpl(specname="prepare_connection")
def add_functions(conn: sqlite3.Connection) -> None:
    """Register the SQL functions that the queries call."""
    from kb.web.browsing import register

    register(conn)


@hookimpl
def render_cell(value: object, column: str, table: str | None, database: str, datasette: Datasette) -> Markup | None:
    """Make ids links to what they are ids of."""
    from kb.web.browsing import cell

    site = _site_of(datasette)
    return cell(site, table, column, value) if site and database == site.database else None


@hookimpl(hookwrapper=True)
def filters_from_request(
    request: Request, database: str, table: str, datasette: Datasette
) -> Generator[None, Any, None]:
    """Search lists of rulings as the judge's page does."""
    outcome = yield
    from kb.web.browsing import filters

    site = _site_of(datasette)
    if site and database == site.database:
        outcome.force_result(filters(site, table, request, outcome.get_result()))


@hookimpl
def menu_links(datasette: Datasette) -> list[dict[str, str]]:
    """Our pages, in the menu of every page."""
    from kb.web.shared import load_words

    site = _site_of(datasette)
    pages = load_words("metadata.yaml")["pages"].items() if site else ()
    return [{"href": site.path(path), "label": page["title"]} for path, page in pages] if site else []


@hookimpl
def extra_template_vars(datasette: Datasette, database: str | None) -> dict[str, Any]:
    """``browse``, for the pages of Datasette's that have our templates; without it they have Datasette's."""
    site = _site_of(datasette)
    return {"browse": site.browsing} if site and site.shapes(database) else {}


def _site_of(datasette: Datasette) -> Site | None:
    from kb.web.site import site_of

    return site_of(datasette)
