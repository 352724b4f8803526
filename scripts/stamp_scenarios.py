"""Writes the fingerprints of rulings into scenarios, once someone has read both.

    python scripts/stamp_scenarios.py             every scenario that has none yet
    python scripts/stamp_scenarios.py ID ...      those named (revised/a-case), whose ruling was read again

The texts are those of the build.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_ITEM = re.compile(r"^  - id: (\S+)", re.M)


def stamped(text: str, texts: dict[str, tuple[str, str]], named: set[str]) -> str:
    """Return the text of a file of scenarios with fingerprints for the scenarios ``named`` (ids), or for all that lack
    one. ``texts`` has the question and the answer of each ruling."""
    starts = [match.start() for match in _ITEM.finditer(text)] + [len(text)]
    head = text[: starts[0]]
    return head + "".join(_item(text[a:b], texts, named) for a, b in zip(starts, starts[1:], strict=False))


def _item(text: str, texts: dict[str, tuple[str, str]], named: set[str]) -> str:
    """Return the text of one scenario, with fingerprints as :func:`stamped` does. Exits for an unknown ruling."""
    from kb.cases.language.scenario import fingerprint

    match = _ITEM.match(text)
    line = re.search(r"^    ruling: (.*)$", text, re.M)
    if not match or not line:
        return text
    rulings = re.findall(r"[\w-]+", line.group(1).partition("#")[0])
    if unknown := [ruling for ruling in rulings if ruling not in texts]:
        sys.exit(f"{match.group(1)}: no ruling {', '.join(unknown)} in the build")
    has = re.search(r"^    fingerprint: (.*)\n", text, re.M)
    complete = has is not None and len(re.findall(r"\w+", has.group(1))) == len(rulings)
    if match.group(1) not in named if named else complete:
        return text
    marks = [fingerprint(*texts[ruling]) for ruling in rulings]
    value = f'"{marks[0]}"' if len(marks) == 1 else "[" + ", ".join(f'"{mark}"' for mark in marks) + "]"
    if has:
        text = text.replace(has.group(0), "", 1)
    end = line.end() + 1
    return f"{text[:end]}    fingerprint: {value}\n{text[end:]}"


def main(named: list[str]) -> None:
    """Stamp the files of ``data/scenarios``."""
    sys.path.insert(0, str(ROOT))
    from kb.base import paths
    from kb.base.files import write_all, writing
    from kb.cli.front import guarded

    def run() -> int:
        with writing(paths.data()):
            changes = _changes(named, Path(paths.data()))
            write_all(paths.data(), changes)
        for path in changes:
            print(f"data/{path}")
        return 0

    sys.exit(guarded(run))


def _changes(named: list[str], data: Path) -> dict[str, bytes]:
    """Return the new content of the files of scenarios, by their paths. Exits with a line for an unknown name."""
    import kb

    with kb.open() as base:
        rows = base.connection.execute("select id, question_text, answer_text from rulings").fetchall()
    texts = {row[0]: (row[1], row[2]) for row in rows}
    files = {path: path.read_bytes().decode() for path in sorted((data / "scenarios").glob("*/*.yaml"))}
    there = {path: {f"{path.parent.name}/{each}": each for each in _ITEM.findall(text)} for path, text in files.items()}
    if unknown := set(named).difference(*there.values()):
        sys.exit(f"no scenario {', '.join(sorted(unknown))}; 'kb check' lists them by game and id, as revised/a-case")
    changes: dict[str, bytes] = {}
    for path, text in files.items():
        own = {there[path][each] for each in named if each in there[path]}
        if named and not own:
            continue
        new = stamped(text, texts, own)
        if new != text:
            changes[path.relative_to(data).as_posix()] = new.encode()
    return changes


if __name__ == "__main__":
    main(sys.argv[1:])
