"""``kb doctor``: where the knowledge base is, whether it is intact, and the ledger of the documents."""

from __future__ import annotations

import os
import sys
from typing import Any

import kb
from kb.base import paths
from kb.base.errors import BadInput, DamagedBuild
from kb.cli.terminal import Screen
from kb.games.boards import load_boards
from kb.store import publish, read
from kb.store.documents import statistics
from kb.store.proofs import failed_proofs


def show(report: dict[str, Any]) -> None:
    """Print a report of :func:`examine`."""
    screen = Screen(pager=False)
    screen.line(f"kb {report['version']} on Python {report['python']}")
    screen.line(f"data   {paths.shown(report['data'])}")
    screen.line(f"built  {paths.shown(report['built'])}")
    screen.line(f"digest {report['digest']}")
    if "rulings" in report:
        for name in ("rulings", "kinds", "proof", "scenarios", "printings"):
            many = ", ".join(f"{key} {value}" for key, value in report[name].items())
            screen.line(f"{name:<10} {sum(report[name].values())}: {many}")
        printed = [ruling for ruling, proof in report["proofs"].items() if proof == "reference"]
        screen.wrapped(", ".join(printed) or "none", " " * 11, "by what is printed: ")
        for ruling, reason in report["unproved"].items():
            screen.wrapped(reason, " " * 11, f"not proved: {ruling}: ")
        _show_ledger(screen, report)
    screen.line()
    for problem in (*(f"problem: {each}" for each in report["problems"]), *report["unsound"]):
        screen.line(screen.paint(problem, "red"))
    if not report["problems"]:
        screen.line(f"whole: {report['files']} files, every checksum as published")
        if "rulings" in report and not report["unsound"]:
            screen.line("every proof holds")
    screen.show()


def examine() -> dict[str, Any]:
    """Everything the doctor knows, as plain values. Raises :class:`NoBuild` or :class:`DamagedBuild`."""
    build = read.find()
    problems = [
        f"{name} {'is damaged' if os.path.isfile(build.path(name)) else 'is missing'}; run 'kb build'"
        for name, (size, crc, sha) in build.files.items()
        if not os.path.isfile(build.path(name)) or publish.checksums(build.path(name)) != (size, crc, sha)
    ]
    problems += [
        f"{paths.shown(os.path.join(build.built, stray))} was left by an interrupted build; run 'kb build'"
        for stray in publish.strays(build.built)
    ]
    out: dict[str, Any] = {
        "version": kb.__version__,
        "python": sys.version.split()[0],
        "data": paths.data(),
        "built": build.directory,
        "digest": build.digest,
        "files": len(build.files),
        "problems": problems,
        "unsound": [],
    }
    if any(problem.startswith(read.BASE) for problem in problems):
        return out
    try:
        read.check_contents(build)
        base = kb.open()
    except DamagedBuild as error:
        problems += map(str, error.findings)
        return out
    with base:
        out |= statistics(base.connection)
        out["unsound"] = [str(finding) for finding in failed_proofs(base.connection)]
    problems += [
        f"the ledger of {document} does not account for every character"
        for document, totals in out["ledger"].items()
        if sum(totals.values()) != out["characters"][document]
    ]
    out["boards"], bad = _boards(out["data"])
    problems += bad
    return out


def _boards(data: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The figures of every board, and what is wrong with the data of the boards."""
    if not os.path.isdir(data):
        return [], []
    try:
        boards = load_boards(data)
    except BadInput as error:
        return [], [str(finding) for finding in error.findings]
    return [{"game": board.game, "board": board.id, **board.figures()} for board in boards], []


def _show_ledger(screen: Screen, report: dict[str, Any]) -> None:
    screen.line(f"sections whose facts are unverified: {report['unverified_sections']}")
    screen.line()
    screen.line("ledger, in characters")
    for document, totals in report["ledger"].items():
        size = report["characters"][document]
        noise = sum(value for key, value in totals.items() if key.startswith("noise"))
        parts = ", ".join(f"{key} {value}" for key, value in totals.items())
        screen.line(
            f"  {document}: {size}, unclaimed {size - sum(totals.values())}, noise {100 * noise / size:.2f} %: {parts}"
        )
    screen.line()
    screen.line("boards")
    for board in report["boards"]:
        begins = f"{board['units']} units in the set-up" if board["units"] else "the set-up is not known"
        screen.line(
            f"  {board['game']} {board['board']}: {board['territories']} territories, {board['sea_zones']} sea zones,"
            f" {board['borders']} borders, {begins}"
        )
