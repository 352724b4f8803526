"""Stage 8, report: the whole pipeline, published, and what was built in figures."""

from __future__ import annotations

import json

from pipeline import Pipeline, main

from kb.pipeline.run import build


def show(pipeline: Pipeline) -> None:
    """Build, publish and print the figures."""
    report = build(pipeline.data)
    print(json.dumps({"digest": report.digest, **report.figures}, indent=2))


if __name__ == "__main__":
    main(show)
