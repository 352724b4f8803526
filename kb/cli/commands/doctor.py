"""``kb doctor``: where the knowledge base is, whether it is whole, and what became of every character."""

from __future__ import annotations

import os
import sys

import kb
from kb import paths
from kb.cli.terminal import Screen, print_json
from kb.errors import BadInput
from kb.games.boards import load_boards
from kb.store import publish, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def run(json: bool = False) -> int:
    """Check the whole build, byte by byte, and print the ledger's totals."""
    told = examine()
    if json:
        print_json(told)
    else:
        _show(told)
    return 0 if not told["problems"] else 2


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
        "version": kb.__version__, "python": sys.version.split()[0], "data": paths.data(), "built": build.directory,
        "digest": build.digest, "files": len(build.files), "problems": problems,
    }  # fmt: skip
    if any(problem.startswith(read.BASE) for problem in problems):
        return out
    with kb.open() as base:
        ask = base.connection.execute
        out["rulings"] = {
            row[0]: row[1] for row in ask("select game, count(*) from rulings group by game order by min(position)")
        }
        out["kinds"] = {
            row[0]: row[1] for row in ask("select kind, count(*) from rulings group by kind order by 2 desc")
        }
        out["proof"] = {row[0]: row[1] for row in ask("select proof, count(*) from rulings group by proof")}
        out["proofs"] = {row[0]: row[1] for row in ask("select id, proof from rulings order by position")}
        out["unproved"] = {
            row[0]: row[1] for row in ask("select id, proof_reason from rulings where proof = 'none' order by position")
        }
        out["scenarios"] = {row[0]: row[1] for row in ask("select game, count(*) from scenarios group by game")}
        for row in ask(
            "select id, passed and contrast_passed as came, file, line from scenarios where not came or suspect"
        ):
            what = (
                "its rulings read otherwise than when it was written" if row["came"] else "the engine disagrees with it"
            )
            problems.append(f"{row['file']}:{row['line']}: {row['id']}: {what}; see 'kb check {row['id']}'")
        out["unverified_sections"] = ask("select count(*) from sections where confidence = 'unverified'").fetchone()[0]
        out["printings"] = {
            row[0]: row[1] for row in ask("select printing || ' ' || holds, count(*) from printings group by 1")
        }
        out["ledger"] = {}
        for row in ask("select document, claim, name, characters from ledger_totals"):
            key = f"{row['claim']} {row['name']}" if row["claim"] == "noise" else row["claim"]
            totals = out["ledger"].setdefault(row["document"], {})
            totals[key] = totals.get(key, 0) + row["characters"]
        out["characters"] = {row[0]: row[1] for row in ask("select id, characters from documents")}
    for document, totals in out["ledger"].items():
        if sum(totals.values()) != out["characters"][document]:
            problems.append(f"the ledger of {document} does not account for every character")
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


def _show(told: dict[str, Any]) -> None:
    screen = Screen(pager=False)
    screen.line(f"kb {told['version']} on Python {told['python']}")
    screen.line(f"data   {paths.shown(told['data'])}")
    screen.line(f"built  {paths.shown(told['built'])}")
    screen.line(f"digest {told['digest']}")
    for name in ("rulings", "kinds", "proof", "scenarios", "printings") if "rulings" in told else ():
        many = ", ".join(f"{key} {value}" for key, value in told[name].items())
        screen.line(f"{name:<10} {sum(told[name].values())}: {many}")
    if "rulings" in told:
        _show_proofs(screen, told)
        _show_ledger(screen, told)
    screen.line()
    for problem in told["problems"]:
        screen.line(screen.paint(f"problem: {problem}", "red"))
    if not told["problems"]:
        screen.line(f"whole: {told['files']} files, every checksum as published")
    screen.show()


def _show_proofs(screen: Screen, told: dict[str, Any]) -> None:
    """The rulings that are not proved by play, with the reason where nothing proves them."""
    printed = [ruling for ruling, proof in told["proofs"].items() if proof == "reference"]
    screen.wrapped(", ".join(printed) or "none", " " * 11, "by what is printed: ")
    for ruling, reason in told["unproved"].items():
        screen.wrapped(reason, " " * 11, f"not proved: {ruling}: ")


def _show_ledger(screen: Screen, told: dict[str, Any]) -> None:
    screen.line(f"sections whose facts are unverified: {told['unverified_sections']}")
    screen.line()
    screen.line("ledger, in characters")
    for document, totals in told["ledger"].items():
        size = told["characters"][document]
        noise = sum(value for key, value in totals.items() if key.startswith("noise"))
        parts = ", ".join(f"{key} {value}" for key, value in totals.items())
        screen.line(
            f"  {document}: {size}, unclaimed {size - sum(totals.values())}, noise {100 * noise / size:.2f} %: {parts}"
        )
    screen.line()
    screen.line("boards")
    for board in told["boards"]:
        begins = f"{board['units']} units in the set-up" if board["units"] else "the set-up is not known"
        screen.line(
            f"  {board['game']} {board['board']}: {board['territories']} territories, {board['sea_zones']} sea zones,"
            f" {board['borders']} borders, {begins}"
        )
