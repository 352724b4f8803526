"""Starts Datasette on the current build: read-only, immutable, with limits."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kb.store import read

if TYPE_CHECKING:
    from datasette.app import Datasette

SETTINGS = {"default_allow_sql": False, "sql_time_limit_ms": 1000, "max_returned_rows": 1000}


def site(build: read.Build, public_url: str = "", **settings: Any) -> Datasette:
    """A Datasette that serves a build, verified, with our plugin."""
    from datasette.app import Datasette

    build.verify()
    return Datasette(
        immutables=[os.path.abspath(build.path(read.BASE))],
        settings={**SETTINGS, **settings},
        metadata={"plugins": {"kb": {"public_url": public_url}}},
    )


def serve(host: str, port: int, public_url: str, say: Callable[[str], None]) -> None:
    """Serve the current build until interrupted."""
    import uvicorn

    datasette = site(read.find(), public_url)
    say(f"the judge's page: http://{host}:{port}/judge")
    uvicorn.run(datasette.app(), host=host, port=port, log_level="warning", lifespan="on", workers=1)
