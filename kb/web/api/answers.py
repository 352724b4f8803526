"""What each address for programs answers: the reads, those of the engine in the process that answers for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from kb.reads import changes as reading_changes
from kb.reads import games as reading_games
from kb.reads import rulings as reading_rulings
from kb.reads import sections as reading_sections
from kb.reads import topics as reading_topics
from kb.store import lookup
from kb.web import asking, async_search
from kb.web.api.problems import Problem, entry
from kb.web.fair_queue import Busy

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

Given = dict[str, Any]


class Reply(NamedTuple):
    """A value that is answered, whether it may be kept, and a link to a page about the same, if there is one."""

    value: Any
    kept: bool = True
    page: str = ""


class Moved(Exception):
    """What was asked for is at another address for good: so much of the path as follows ``/api/v1``."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


async def search(site: Site, given: Given) -> Reply:
    """The rulings that answer a question. It is not kept where the server was too busy to look at all of the query."""
    found = await async_search.search(site, given["q"], given["game"], given["limit"], given["all_games"])
    return Reply(found.plain(), kept=not found.query.late)


async def rulings(site: Site, given: Given) -> Reply:
    """A part of the list of rulings."""
    return Reply(reading_rulings.rulings(site.base, **given))


async def ruling(site: Site, given: Given) -> Reply:
    """One ruling. Raises :class:`Moved` for another spelling of its id and for the id of one with a successor."""
    name: str = given["id"]
    known = site.base.by_id(name)
    if known is None:
        gone = lookup.retired(site.base.connection, name)
        if gone is not None and gone["successor"]:
            raise Moved(f"/rulings/{quote(gone['successor'], '')}")
        finding = site.base.missing(name)
        raise Problem(410 if gone else 404, f"{finding.message}.", [entry(finding)])
    if known["id"] != name:
        raise Moved(f"/rulings/{known['id']}")
    page = site.public(f"/r/{name}") or site.ruling(name)
    return Reply(reading_rulings.ruling(site.base, name), page=page)


async def compare(site: Site, given: Given) -> Reply:
    """The topics that are meant, or all."""
    return Reply(reading_topics.compare(site.base, given.get("topic", ""), given["game"]))


async def sections(site: Site, given: Given) -> Reply:
    """The sections of the rule books."""
    return Reply(reading_sections.sections(site.base, given["game"]))


async def section(site: Site, given: Given) -> Reply:
    """One section in full."""
    return Reply(reading_sections.exactly(site.base, f"{given['book']}/{given['section']}"))


async def games(site: Site, given: Given) -> Reply:
    """The games."""
    return Reply(reading_games.games(site.base))


async def changes(site: Site, given: Given) -> Reply:
    """What changed since an edition or a day. Nothing else is compared with: that would be a file of the server's."""
    return Reply(reading_changes.changes(site.base, given["since"], game=given["game"]))


async def editions(site: Site, given: Given) -> Reply:
    """Every edition with what changed in it."""
    return Reply(reading_changes.editions(site.base))


async def ask(site: Site, given: Given, request: Request) -> Reply:
    """What the engine says of a line or a case."""
    line, case = given.pop("line"), given.pop("case")
    more = {name: value for name, value in given.items() if value is not None}
    return Reply(await _of_the_engine(asking.ask(site, request, case if line is None else line, more)), kept=False)


async def check(site: Site, given: Given, request: Request) -> Reply:
    """What becomes of the scenarios of a file."""
    return Reply(await _of_the_engine(asking.check(site, request, given["file"], given["game"] or "")), kept=False)


async def _of_the_engine(asked: Any) -> Any:
    """What the engine answers. Raises :class:`Problem` while too many wait."""
    try:
        return await asked
    except Busy as busy:
        raise Problem(503, f"{busy.findings[0].message}.", map(entry, busy.findings), {"retry-after": "2"}) from None
