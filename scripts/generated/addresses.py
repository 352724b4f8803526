"""tests/fixtures/addresses.txt: all that others may have written down and that has to answer from now on.

A line is one thing: an address, a question of the board (what stands behind the ``#`` of ``/ask``), a key of what
programs get, a command, an option of one, or a form of export. Lines are added and never removed. A test asks all.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from kb.knowledge import KnowledgeBase

#: tables of which each row has an address that others keep
ROWS = ("rulings", "topics", "sections", "documents", "games", "options", "phases", "readings")
#: addresses that need parameters, with some; any other that needs them is told
PARAMETERS = {"/judge/search.json": "q=submarine", "/ask/qr.svg": "ask=eyJnYW1lIjoicmV2aXNlZCJ9"}
#: patterns of addresses that hold for one build alone, and of what answers to anything else, have these
NOT_KEPT = ("(?P<mark>", ".*$")
#: what is written in parts and is one value
IN_PARTS = {"(?P<book>[^/]+?)/(?P<section>[^/]+?)": "(?P<section>[^/]+/[^/]+)"}
#: how many questions of the board of each game are kept
QUESTIONS = 4


def grown(listed: str, base: KnowledgeBase) -> str:
    """The file with what is new in a build. Raises :class:`ValueError` for an address that cannot be written down."""
    lines = {*_addresses(base), *_boards(base), *keys(), *commands(), *forms()}
    return "".join(f"{line}\n" for line in sorted(lines.union(listed.splitlines())))


def _addresses(base: Any) -> Iterator[str]:
    from kb.web.api import endpoint
    from kb.web.routes import routes
    from kb.web.serve import site
    from kb.web.site import site_of

    datasette = site(base.build, public_url="https://rulings.example")
    values = _values(base)
    for pattern, _ in routes(datasette):
        if not any(each in pattern for each in NOT_KEPT):
            for parts, one in IN_PARTS.items():
                pattern = pattern.replace(parts, one)
            own = {**values, "name": values["played"]} if pattern.startswith("/ask/case/") else values
            made = sorted(expanded(pattern.removesuffix("$"), own))
            yield from _asked(datasette, made)
    yield from (f"GET {path}" for path in _tables(base, datasette))
    served = site_of(datasette)
    assert served is not None
    yield from (f"GET {path}" for path in _judges(served.choices))
    yield from (f"GET {path}" for path in _described(endpoint.openapi(served)))


def _values(base: Any) -> dict[str, list[str]]:
    """The values that a named group of an address may have."""

    def column(sql: str) -> list[str]:
        return [row[0] for row in base.connection.execute(sql)]

    scenarios = column("select id from scenarios order by id")
    return {
        "id": base.ids(),
        "ruling": base.ids(),
        "name": scenarios,
        "scenario": scenarios,
        "played": column("select id from scenarios where proof = 'play' order by id"),
        "document": column("select id from documents"),
        "game": base.games(),
        "topic": column("select id from topics"),
        "section": column("select id from sections"),
    }


def expanded(pattern: str, values: Mapping[str, Iterable[str]]) -> list[str]:
    """Each address that a pattern means: its named groups take all their ``values``, what may be left out both ways.

    >>> expanded(r"/r/(?P<id>[^/]+)(?:\\.json)?", {"id": ["a", "b"]})
    ['/r/a', '/r/a.json', '/r/b', '/r/b.json']
    """
    group = re.search(r"\(\?P<(\w+)>(?:[^()\[\]]|\[[^\]]*\])*\)(?!\?)", pattern)
    if group:
        if group[1] not in values:
            raise ValueError(f"scripts/generated/addresses.py: say in _values what '{group[1]}' may be in {pattern}")
        kept = "/" if group[0].count("/") > group[0].count("[^/") else ""
        texts = (quote(each, kept) for each in values[group[1]])
        parts = (pattern[: group.start()] + re.escape(text) + pattern[group.end() :] for text in texts)
        return [each for part in parts for each in expanded(part, values)]
    pattern = re.sub(r"/\?$", "(?:/)?", pattern)
    optional = re.search(r"\((?:\?:|\?P<\w+>)?([^()]*)\)\?", pattern)
    if optional:
        before, after = pattern[: optional.start()], pattern[optional.end() :]
        return [*expanded(before + after, values), *expanded(before + optional[1] + after, values)]
    if re.search(r"(?<!\\)[()\[\]*+?|]", pattern):
        raise ValueError(f"scripts/generated/addresses.py cannot make addresses of {pattern}")
    return [re.sub(r"\\(.)", r"\1", pattern)]


def _asked(datasette: Any, paths: list[str]) -> Iterator[str]:
    """The addresses of a pattern, with the method and the parameters with which the first of them answers."""
    asked = PARAMETERS.get(paths[0], "")
    tries = [("GET", f"?{asked}" if asked else ""), ("GET", "?q=submarine"), ("POST", "")]
    for method, more in tries:
        answer = asyncio.run(datasette.client.request(method, paths[0] + more))
        if answer.status_code < 400 or (method == "POST" and answer.status_code not in (404, 405)):
            yield from (f"{method} {path}{more}" for path in paths)
            return
        if answer.status_code >= 500:
            what = "it fails; KB_TRACEBACK=1 kb serve tells where"
            raise ValueError(f"{method} {paths[0]}{more} answers {answer.status_code}: {what}: {answer.text[:200]}")
    raise ValueError(f"scripts/generated/addresses.py: say in PARAMETERS what {paths[0]} needs: {answer.text[:200]}")


def _tables(base: Any, datasette: Any) -> Iterator[str]:
    """The database, its tables and views, the rows of those that are known by their ids, and its questions."""
    from datasette.utils import tilde_encode

    from kb.store.tables.all_tables import BY_NAME

    yield from ("/", "/kb", "/kb.json")
    for name in BY_NAME:
        yield from (f"/kb/{name}", f"/kb/{name}.json", f"/kb/{name}.csv?_size=1")
    for table in ROWS:
        for (key,) in base.connection.execute(f'select id from "{table}" order by id').fetchall():
            yield f"/kb/{table}/{tilde_encode(key)}"
    for name, query in datasette.metadata("queries", database="kb").items():
        given = urlencode(dict.fromkeys(query.get("params", ()), ""))
        yield from (f"/kb/{name}", f"/kb/{name}.json{'?' * bool(given)}{given}")


def _judges(choices: Any) -> Iterator[str]:
    """A link of the judge's page for each parameter, and each value that it knows."""
    from kb.web.shared import STATES

    yield "/judge?" + urlencode({"event": "Spring Open", "game": "europe-1940", "printing": "2012", "on": "technology"})
    pairs = [("n", "5"), ("all", "1"), ("event", "Spring Open"), ("named", "revised")]
    pairs += [("game", game) for game in choices.games]
    pairs += [(name, value) for name, known in choices.facets.items() for value in known]
    pairs += [(state, option) for state in STATES for option in choices.options]
    yield from (f"/judge/search.json?{urlencode([('q', 'submarine'), pair])}" for pair in pairs)
    yield from (f"/judge?{urlencode([('q', 'submarine'), pair])}" for pair in pairs)
    for game, printings in choices.printings.items():
        for printing in printings:
            given = urlencode({"q": "submarine", "game": game, "printing": printing})
            yield f"/judge/search.json?{given}"
    yield from ("/judge?q=submarine&part=results", "/judge?slip=rev-sub-2")


def _described(description: Any) -> Iterator[str]:
    """An address for each parameter, and each value that it knows, of the addresses for programs."""
    root = urlsplit(description["servers"][0]["url"]).path
    for path, methods in description["paths"].items():
        every = methods.get("get", {}).get("parameters", ())
        first = {each["name"]: (_some(each) or [""])[0] for each in every}
        needed = {each["name"]: first[each["name"]] for each in every if each["in"] == "query" and each.get("required")}
        for each in every:
            for value in _some(each)[: 1 if "{" in path else None] if each["in"] == "query" else ():
                yield f"{root}{path.format(**first)}?{urlencode({**needed, each['name']: value})}"


def _some(parameter: Any) -> list[Any]:
    """Values that a parameter may have; none where the description names none."""
    schema = parameter["schema"]
    some = schema.get("enum") or [parameter.get("example", schema.get("default"))]
    return [str(each).lower() if isinstance(each, bool) else each for each in some if each is not None]


def _boards(base: Any) -> Iterator[str]:
    """Questions of the board, as they stand behind the ``#`` of ``/ask``: on slips, in links."""
    from kb.asking.request import written_case
    from kb.base import paths, yamlfile
    from kb.web.pages.ask import in_address

    sql = "select id, file from scenarios where game = ? and proof = 'play' order by id limit ?"
    for game in base.games():
        for scenario, file in base.connection.execute(sql, [game, QUESTIONS]):
            name = file.removeprefix("data/")
            request = written_case(yamlfile.load(os.path.join(paths.data(), name), file), scenario.partition("/")[2])
            assert request, scenario
            yield f"BOARD {in_address(request)}"


def keys() -> Iterator[str]:
    """The keys of what each read gives, those within others after a dot."""
    from kb.service.operations import OPERATIONS
    from kb.service.schema import of_reply

    for operation in {each.gives: each for each in OPERATIONS}.values():  # two give topics
        whole = of_reply(operation.gives)
        yield from (f"KEY {operation.name} {path}" for path in _paths(whole, whole["$defs"], ()))


def _paths(part: Any, parts: Mapping[str, Any], within: tuple[str, ...]) -> Iterator[str]:
    """The paths of the keys of a schema; a type inside itself is not told again."""
    if isinstance(part, list):
        for each in part:
            yield from _paths(each, parts, within)
        return
    if not isinstance(part, dict):
        return
    name = part.get("$ref", "").rpartition("/")[2]
    if name and name not in within:
        yield from _paths(parts[name], parts, (*within, name))
    for key, inner in part.get("properties", {}).items():
        yield key
        yield from (f"{key}.{path}" for path in _paths(inner, parts, within))
    for how in ("items", "anyOf", "additionalProperties"):
        yield from _paths(part.get(how), parts, within)


def commands() -> Iterator[str]:
    """The commands and the options of each."""
    from kb.cli.command_table import COMMANDS, GROUPS, OPTIONS

    yield from (f"COMMAND {name}" for name in COMMANDS)
    yield from (f"COMMAND {group} {name}" for group, names in GROUPS.items() for name in names)
    yield from (f"OPTION {name} {option}" for name, options in OPTIONS.items() for option in options)


def forms() -> Iterator[str]:
    """The forms of ``kb export``."""
    from kb.cli.commands.export import FORMATS

    yield from (f"FORM {name}" for name in FORMATS)
