"""What reading a file of scenarios needs to know: the words of the game, the file, and the findings so far."""

from __future__ import annotations

from kb.errors import BadInput, Finding
from kb.scenarios.language.scenario import Value
from kb.scenarios.language.vocabulary import LONGEST, Vocabulary

MOST_FINDINGS = 100
SEE = "see docs/scenarios.md"


class FileReader:
    """What reading needs to know: the words of the game, the file, and whether only a change is read.

    ``supposes``: what is read asks and proves nothing, and may suppose how a battle comes out.
    """

    def __init__(self, words: Vocabulary, file: str, supposes: bool = False) -> None:
        self.words, self.file, self.supposes = words, file, supposes
        self.change = False
        self.findings: list[Finding] = []

    def add_finding(self, message: str, line: int, hint: str = SEE) -> Value:
        """Note a finding; gives nothing. Raises :class:`BadInput` when there are too many to go on."""
        self.findings.append(Finding(message, self.file, line, hint))
        if len(self.findings) >= MOST_FINDINGS:
            last = Finding(f"more than {MOST_FINDINGS} mistakes", self.file, line, "mend those above first")
            raise BadInput(*self.findings, last)
        return None


def quoted(text: str) -> str:
    """A word of the file as messages show it."""
    return f"'{text}'" if len(text) <= LONGEST else f"'{text[:LONGEST]}...'"


def what_is(value: Value) -> str:
    """A value as messages call it."""
    return quoted(value) if isinstance(value, str) else "a list" if isinstance(value, list) else "a table of keys"


def line_of(table: Value, key: Value, otherwise: int) -> int:
    """The line of a key of a table or of an item of a list."""
    lines = getattr(table, "lines", None)
    if not lines:
        return otherwise
    return int(lines[key])
