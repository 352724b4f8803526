"""``kb doctor``: prints where the knowledge base is, whether it is intact, and the ledger of the documents."""

from __future__ import annotations

from typing import Any

from kb.base import paths
from kb.cli.terminal import Screen


def show(report: dict[str, Any]) -> None:
    """Print a report of :func:`kb.service.health.examine`."""
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
