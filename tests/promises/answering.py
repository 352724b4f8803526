"""Answers commands and pages in one process of one installation, and writes what they say to a file, as JSON.

Run by ``test_6_installations_answer_alike.py``: with the file as its argument, on the program and the build that the
environment names.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import sys

QUESTIONS = (
    "does a destroyer that a sub hit shoot back",
    "g40 can fighters in the uk skramble",
    "what does a cruiser cost",
)
BATTLE = "revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5, dice 2 6"
COMMANDS = (
    *(["search", question] for question in QUESTIONS),
    *(["search", "--json", question] for question in QUESTIONS),
    ["search", '"opening fire" torp* submarien~ -carrier'],
    ["show", "rev-sub-2", "e40-scr-1", "--all"],
    ["show", "--json", "ann-err-9"],
    ["show", "rev-sub-99"],
    ["compare"],
    ["compare", "--json", "lone-transport"],
    ["sections", "--json"],
    ["games"],
    ["ask", BATTLE, "--json"],
    ["ask", BATTLE, "--trace"],
    *(["export", "--format", form] for form in ("jsonl", "opensearch", "opensearch-mapping")),
)
PAGES = (
    "/judge",
    "/judge?q=may+my+sub+submerge&game=revised&on=technology",
    "/judge/manifest.webmanifest",
    "/judge/worker.js",
    "/r/rev-sub-2",
    "/r/rev-sub-2.json",
    "/scenario/revised/destroyer-hit-shoots-back",
    "/ask",
    "/api/v1/search?q=may+my+sub+submerge&game=revised",
    "/api/v1/openapi.json",
    "/ledger",
    "/ledger/revised-faq",
    "/kb/rulings.csv",
    "/kb/ruling_list.json",
    "/kb/search.json?q=submarine&game=",
)
#: what an answer says of the machine: how long it took, and when it was given
OF_THE_MACHINE = ("query_ms", "date")


def told(arguments: list[str]) -> list[object]:
    """What a command says, and its exit status."""
    from kb.cli.front import main

    out, err, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit as end:
            status = int(str(end.code or 0))
    return [status, out.getvalue(), err.getvalue()]


async def shown() -> dict[str, object]:
    """What the pages say, with their headers."""
    from kb.store import read
    from kb.web.serve import site

    datasette = site(read.find(), public_url="https://rulings.example")
    found: dict[str, object] = {}
    for path in PAGES:
        answer = await datasette.client.get(path)
        headers = {name: value for name, value in answer.headers.items() if name not in OF_THE_MACHINE}
        body: object = answer.text
        if headers["content-type"].startswith("application/json"):
            body = json.loads(answer.text)
            if isinstance(body, dict):
                body = [[name, value] for name, value in body.items() if name not in OF_THE_MACHINE]
                headers.pop("content-length", None)
        found[path] = [answer.status_code, headers, body]
    return found


if __name__ == "__main__":
    answers = {" ".join(arguments): told(arguments) for arguments in COMMANDS}
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump({**answers, **asyncio.run(shown())}, file)
