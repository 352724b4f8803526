"""The Datasette plugin: its hooks. A hook imports its modules when it is first called."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from datasette import hookimpl

if TYPE_CHECKING:
    import sqlite3

    from datasette import Request
    from datasette.app import Datasette
    from jinja2 import Environment
    from markupsafe import Markup
    from pluggy import Result

    from kb.web.site import Site


@hookimpl
def register_routes(datasette: Datasette) -> list[tuple[str, Callable[..., object]]]:
    """Add the pages of the knowledge base."""
    from kb.web import api, pages

    return [(f"{path}$", pages.view(made_by)) for path, made_by in {**pages.PAGES, **api.PAGES}.items()]


@hookimpl
def startup(datasette: Datasette) -> None:
    """Prepare the build that is served."""
    from kb.web.serve import prepare

    prepare(datasette)


@hookimpl
def prepare_connection(conn: sqlite3.Connection, database: str, datasette: Datasette) -> None:
    """Register the SQL functions that the queries call on a new connection; limit one to the database of the site."""
    from kb.web.browsing import prepare

    site = _site_of(datasette)
    prepare(conn, bool(site and database == site.database))


@hookimpl
def prepare_jinja2_environment(env: Environment, datasette: Datasette) -> None:
    """Label the fields of Datasette's pages, and show the columns that are for readers."""
    from kb.web.browsing import patch

    patch(env, lambda: _site_of(datasette))


@hookimpl
def asgi_wrapper(datasette: Datasette) -> Callable[..., object]:
    """Return the function that wraps Datasette's application in our middleware."""
    from kb.web.headers import wrapper

    return wrapper(datasette)


@hookimpl
def skip_csrf(scope: dict[str, object]) -> bool:
    """Require no token for questions to the engine, because they change nothing."""
    from kb.web.headers import POSTED

    return str(scope["path"]).endswith(tuple(POSTED))


@hookimpl(hookwrapper=True)
def handle_exception(
    datasette: Datasette, request: Request, exception: Exception
) -> Generator[None, Result[list[object]], None]:
    """Answer an exception with an error page, in place of Datasette's handler, which prints every traceback."""
    outcome = yield
    from kb.web.pages import failure

    if site := _site_of(datasette):
        others = [e for e in outcome.get_result() if getattr(e, "__module__", "") != "datasette.handle_exception"]
        outcome.force_result([failure(site, request, exception), *others])


@hookimpl
def get_metadata(datasette: Datasette, key: str | None) -> dict[str, object]:
    """Return the titles, descriptions, facets and queries of a site. ``key`` is the part that Datasette asks for."""
    # asked for at every permission and for the configuration of plugins, which is empty here
    site = None if key in ("tables", "allow", "allow_sql", "plugins") else _site_of(datasette)
    return site.metadata if site else {}


@hookimpl
def render_cell(value: object, column: str, table: str | None, database: str, datasette: Datasette) -> Markup | None:
    """Return the ids in a cell as links to their pages; None leaves the cell to Datasette."""
    from kb.web.browsing import cell

    site = _site_of(datasette)
    return cell(site, table, column, value) if site and database == site.database else None


@hookimpl
def extra_css_urls(database: str | None, datasette: Datasette) -> list[str]:
    """Add the style sheet to Datasette's pages of the site's ``database``, and of no other."""
    site = _site_of(datasette)
    return [site.asset("datasette.css")] if site and database == site.database else []


@hookimpl
def menu_links(datasette: Datasette) -> list[dict[str, str]]:
    """Add the pages of this project to the menu of every page."""
    from kb.web.site import load

    site = _site_of(datasette)
    pages = load("metadata.yaml")["pages"].items()
    return [{"href": site.path(path), "label": page["title"]} for path, page in pages] if site else []


def _site_of(datasette: Datasette) -> Site | None:
    """Return the site of a Datasette; ``None`` also for one that :func:`startup` refuses to serve."""
    from kb.base.errors import KBError
    from kb.web.site import site_of

    try:
        return site_of(datasette)
    except KBError:
        return None
