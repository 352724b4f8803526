"""Ask with the board: the page, the boards that it shows, and the engine's answers as JSON."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import unquote

from datasette import Request, Response

from kb.base.english import capital
from kb.base.errors import DamagedBuild, Finding, KBError, NotFound, rules_not_played
from kb.service.engine_process import AskingProcess
from kb.store import lookup
from kb.web.asking import Busy, board_links
from kb.web.respond import of_this_build, packed, page, read_body, stale
from kb.web.shared import ASKING, LONGEST_REQUEST
from kb.web.site import Site

_JSON = "application/json; charset=utf-8"


@of_this_build
async def ask(site: Site, request: Request) -> Response:
    """The page. Its script has the whole question behind the ``#`` of the address, which no server is told."""
    short = lookup.short_titles(site.base.connection)
    played = board_links(site)
    return await page(
        site,
        request,
        "asking.html",
        not_played=[capital(rules_not_played(title)) for game, title in short.items() if game not in played],
        games={game: {"short": short[game], "boards": boards} for game, boards in played.items()},
        texts=ASKING,
    )


async def answer(site: Site, request: Request) -> Response:
    """What the engine says of a request: the body of a POST, or the parameter ``request`` (docs/asking.md)."""
    try:
        asked = (
            await read_body(request, LONGEST_REQUEST)
            if request.method == "POST"
            else request.args.get("request") or "{}"
        )
        told = await site.engine.ask(AskingProcess.answer, asked)
        status = 400 if "errors" in told else 200
    except KBError as error:
        told = {"errors": [{"message": each.message, "hint": each.hint} for each in error.findings]}
        status = 503 if isinstance(error, (Busy, DamagedBuild)) else 400
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return Response(body, status=status, headers={"cache-control": "no-store"}, content_type=_JSON)


async def boards(site: Site, request: Request) -> Response:
    """The boards of a game. A request for another build is answered 404."""
    game = unquote(request.url_vars["game"])
    if game not in site.choices.games:
        raise NotFound(Finding("there is no such game"))
    if request.url_vars["mark"] != site.short_digest:
        return stale()
    return packed(request, await site.engine.boards(game), _JSON)


async def case(site: Site, request: Request) -> Response:
    """To the page with the case of a scenario. Raises :class:`NotFound` for one that is not played."""
    name = unquote(request.url_vars["name"])
    try:
        row = lookup.row(site.base.connection, "scenarios", name)
    except KeyError:
        row = {}
    played = row.get("proof") == "play"
    request_of_case = await site.engine.ask(AskingProcess.case, name, row["file"]) if played else None
    if request_of_case is None:
        raise NotFound(Finding(f"no case of '{name[:80]}' is played"))
    return Response.redirect(f"{site.path('/ask')}#{in_address(request_of_case)}")


def in_address(request: dict[str, Any]) -> str:
    """A request as it stands behind the ``#``: compact JSON in URL-safe base64, as ``ask_address.js`` writes it."""
    text = json.dumps(request, ensure_ascii=False, separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


ROUTES = [
    (r"/ask", ask),
    (r"/ask\.json", answer),
    (r"/ask/case/(?P<name>[^/]+/[^/]+)", case),
    (r"/ask/(?P<mark>[0-9a-f]+)/(?P<game>[^/]+)\.json", boards),
]
