"""The routes of the addresses for programs: a request is read, its reply made, and what is wrong told as a problem."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from datasette import Response

from kb import caches
from kb.errors import BadInput, DamagedBuild, KBError, NotFound, QueryError
from kb.web.api import openapi, problems
from kb.web.api.answers import Moved
from kb.web.api.json_body import parsed
from kb.web.api.operations import ENDING, JSON, LONGEST_BODY, OPERATIONS, ROOT, Operation
from kb.web.api.parameters import of_body, of_query, refuse
from kb.web.api.problems import SHARED, Problem, of_error
from kb.web.judge_query import arguments
from kb.web.middleware import report
from kb.web.respond import BodyTooLong, PageView, cached, json_response, moved_permanently, read_body

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

View = Callable[["Site", "Request"], Awaitable[Response]]


def _endpoint(operation: Operation) -> PageView:
    """What answers the requests for an address; replies that are only read are kept."""

    async def answered(site: Site, request: Request) -> Response:
        given, wrong = of_query(site, operation.query, arguments(request))
        for part in operation.parts:
            given[part.name] = unquote(request.url_vars[part.name])
        refuse(wrong, "The parameters are not as they should be.")
        if operation.posted:
            given |= await _body(site, request, operation)
            reply = await operation.answer(site, given, request)
        else:
            reply = await operation.answer(site, given)
        response = json_response(site, request, reply.value)
        if reply.page:
            response.headers["link"] = f'<{reply.page}>; rel="alternate"; type="text/html"'
        if not reply.kept:
            response.headers["cache-control"] = "no-store"
        return response

    return _told(answered if operation.posted else cached(caches.API_REPLIES, query=True)(answered))


async def _body(site: Site, request: Request, operation: Operation) -> dict[str, Any]:
    """What a body says, as the values of its fields, or as the ``file`` that it is."""
    try:
        text = await read_body(request, LONGEST_BODY)
    except BodyTooLong as error:
        raise Problem(413, f"The body is {error.findings[0].message}.") from None
    except KBError as error:
        raise Problem(400, f"The body is {error.findings[0].message}.") from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in JSON:
        return {"file": text}
    value = parsed(text)
    return of_body(site, operation.fields, operation.either, value) if operation.fields else {"file": value}


def _told(answered: View) -> PageView:
    """The same, where what is wrong is answered as a problem; pages of any site may read what is answered."""

    async def view(site: Site, request: Request) -> Response:
        try:
            response = await answered(site, request)
        except Moved as moved:
            ending = ENDING if request.path.endswith(ENDING) else ""
            asked = f"?{request.query_string}" if request.query_string else ""
            response = moved_permanently(f"{site.path(ROOT)}{moved.path}{ending}{asked}")
        except Problem as problem:
            response = _answer(problem)
        except NotFound as error:
            response = _answer(of_error(404, error))
        except (QueryError, BadInput) as error:
            response = _answer(of_error(422, error))
        except DamagedBuild as error:
            report(error)
            response = _answer(of_error(503, error))
        except Exception as error:
            report(error)
            response = _answer(Problem(500, "That did not work, and it is not your fault."))
        response.headers.update(SHARED)
        return response

    return view


def _answer(problem: Problem) -> Response:
    headers = {"cache-control": "no-store", **problem.headers}
    body = problems.body(problem.status, problem.detail, problem.entries)
    return Response(body, status=problem.status, headers=headers, content_type=problems.MEDIA_TYPE)


@cached(caches.API_DESCRIPTION)
async def _description(site: Site, request: Request) -> Response:
    """The OpenAPI description."""
    return json_response(site, request, openapi.description(site))


async def _start(site: Site, request: Request) -> Response:
    """Where the addresses begin: to their description."""
    return Response.redirect(f"{site.path(ROOT)}/openapi.json")


async def _nothing(site: Site, request: Request) -> Response:
    raise Problem(404, f"There is no such address; {site.path(ROOT)}/openapi.json describes those there are.")


ROUTES = [
    *((f"{ROOT}{operation.pattern}", _endpoint(operation)) for operation in OPERATIONS),
    (rf"{ROOT}/openapi\.json", _told(_description)),
    (rf"{ROOT}/?", _told(_start)),
    (rf"{ROOT}/.*", _told(_nothing)),
]
