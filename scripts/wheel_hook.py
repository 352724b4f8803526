"""Puts the data, a freshly built knowledge base and two pages of the docs into the wheel."""

from __future__ import annotations

import compileall
import os
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KnowledgeBaseHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's custom build hook."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build into a directory of the checkout and include it; an editable install just builds."""
        sys.path.insert(0, self.root)
        from kb.pipeline.run import build

        data, built = os.path.join(self.root, "data"), os.path.join(self.root, "built")
        build(data, built)
        if version == "editable":
            compileall.compile_dir(
                os.path.join(self.root, "kb"), quiet=1
            )  # a quick start, whatever the environment says
            return
        included = build_data["force_include"]
        included[data] = "kb/_data"
        for page in ("asking.md", "scenarios.md"):  # kb mcp reads them
            included[os.path.join(self.root, "docs", page)] = f"kb/_docs/{page}"
        with open(os.path.join(built, "current"), encoding="utf-8") as file:
            name = file.read().split("\n")[1].split(" ")[1]
        included[os.path.join(built, name)] = f"kb/_built/{name}"
        included[os.path.join(built, "current")] = "kb/_built/current"
