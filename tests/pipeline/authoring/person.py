"""Somebody who works through the list of ``kb add`` in an editor: edits the lines that it names, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kb.base.errors import Finding


class Person:
    """Edits the data in a folder; ``edited`` are the files that were."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.edited: set[str] = set()

    def work_through(self, list_: Iterable[Finding]) -> None:
        """Do everything that the list says, the last lines of each file first, so that the numbers stay right."""
        for each in sorted(list_, key=lambda finding: (finding.file, -finding.line)):
            path = self.data / each.file.removeprefix("data/")
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            self.edited.add(each.file)
            self._edit(each, lines)
            path.write_text("".join(lines), encoding="utf-8")

    def _edit(self, finding: Finding, lines: list[str]) -> None:
        at, said = finding.line - 1, finding.message
        if "is not in the words of" in said:
            was, now = re.findall("“(.*?)”", f"{said} {finding.hint}")
            assert lines[at].count(was) == 1, lines[at]
            lines[at] = lines[at].replace(was, now)
        else:
            assert said == "names rev-mov-9, which is withdrawn", said
            self._replace_withdrawn(lines, at)

    @staticmethod
    def _replace_withdrawn(lines: list[str], at: int) -> None:
        """In a topic another ruling is named, in a rule set none, and a case is one of a section from now on. What is
        written of the ruling alone goes."""
        indent = len(lines[at]) - len(lines[at].lstrip())
        if re.match(r"\s*(- )?(\{?id: |\{?ruling: )?rev-mov-9\b", lines[at]):
            end = at + 1
            while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > indent:
                end += 1
            del lines[at:end]
        elif lines[at].lstrip().startswith("- id:"):
            assert lines[at + 1] == "    ruling: rev-mov-9\n" and "fingerprint" in lines[at + 2]
            lines[at + 1 : at + 3] = ["    section: rev/p3-air-units\n"]
        elif "cites" in lines[at]:
            lines[at] = lines[at].replace("rev-mov-9, ", "")
        else:
            lines[at] = lines[at].replace("[rev-mov-9]", "[rev-mov-8]")
