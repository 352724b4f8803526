"""Somebody who works through the list of ``kb add`` in an editor: edits the lines that it names, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from kb.base.errors import Finding

#: what is invented for the tests, by what stands in the list
VERDICT = '"It is so in the invented words of this test."'
ASKED = ["what would the {} master say", "who is asked first about the {} thing", "is there any {} rule invented"]


class Person:
    """``answers`` has what is written in the place of values of documents, by their key."""

    def __init__(self, data: Path, answers: Mapping[str, str]) -> None:
        self.data, self.answers = data, answers
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
        if finding.hint == "then remove this line":
            assert lines[at].lstrip().startswith("# TO DO: "), lines[at]
            del lines[at]
        elif said.startswith("to do: "):
            lines[at] = self._written(lines[at])
        elif "is not in the words of" in said:
            was, now = re.findall("“(.*?)”", f"{said} {finding.hint}")
            assert lines[at].count(was) == 1, lines[at]
            lines[at] = lines[at].replace(was, now)
        else:
            assert said == "names rev-mov-9, which is withdrawn", said
            self._replace_withdrawn(lines, at)

    def _written(self, line: str) -> str:
        key = re.match(r"\s*(?:- )?\{?(\w*)", line)
        assert key is not None
        if key[1] == "verdict":
            return re.sub(r'".*"', VERDICT, line)
        if key[1] == "section":
            return re.sub(r'why: ".*"', 'why: "the invented subject"', line)
        if key[1] in self.answers:
            return re.sub(r'".*"', f'"{self.answers[key[1]]}"', line)
        ruling = re.search(r"ask for ([\w-]+)", line)
        assert ruling is not None, line
        return "".join(f'    - "{asked.format(ruling[1])}"\n' for asked in ASKED)

    @staticmethod
    def _replace_withdrawn(lines: list[str], at: int) -> None:
        """In a topic another ruling is named, in a rule set none, and a case is one of a section from now on."""
        if lines[at].lstrip().startswith("- id:"):
            assert lines[at + 1] == "    ruling: rev-mov-9\n" and "fingerprint" in lines[at + 2]
            lines[at + 1 : at + 3] = ["    section: rev/p3-air-units\n"]
        elif "cites" in lines[at]:
            lines[at] = lines[at].replace("rev-mov-9, ", "")
        else:
            lines[at] = lines[at].replace("[rev-mov-9]", "[rev-mov-8]")
