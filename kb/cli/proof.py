"""What proves a ruling, in full: its claims, the rules that rest on it, and its cases told."""

from __future__ import annotations

from kb.wording import claims as claiming
from kb.wording import ruling as wording
from kb.wording import short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.cli.terminal import Screen

    Plain = dict[str, Any]

_STYLES = {"play": ("green",), "reference": ("cyan",), "none": ("yellow",)}


def show_proof(screen: Screen, ruling: Plain) -> None:
    """Show the proof of a ruling: each claim with the case that carries it, the rules, and each case as a story."""
    screen.line()
    screen.wrapped(short.proof(ruling), "  ", screen.paint("Proof  ", "bold"))
    cases = {each["id"]: f"case {number}" for number, each in enumerate(ruling["scenarios"], start=1)}
    _claims(screen, ruling, cases)
    _rules(screen, ruling)
    _readings(screen, ruling)
    for each in ruling["scenarios"]:
        _case(screen, each, cases[each["id"]], ruling["elsewhere"])


def _claims(screen: Screen, ruling: Plain, cases: dict[str, str]) -> None:
    if ruling["claims"]:
        _heading(screen, "What its words claim")
    for claim in ruling["claims"]:
        by = claim["reason"] or cases.get(claim["scenario"], claim["scenario"])
        screen.wrapped(f"“{claim['words']}” {claiming.proof(claim)}: {by}", "    ", "  ", *_STYLES[claim["proof"]])
    if any(claim["shown_by"] == claiming.DICE for claim in ruling["claims"]):
        screen.wrapped(f"{claiming.BY_DICE}: {claiming.WHAT_BY_DICE_MEANS}", "    ", "  ")


def _rules(screen: Screen, ruling: Plain) -> None:
    titles = {each["id"]: each["title"] for each in ruling["readings"]}
    if ruling["rules"]:
        _heading(screen, "Rules of the engine that rest on it")
    for rule in ruling["rules"]:
        read = [titles.get(each, each) for each in (rule["readings"] or "").split(", ") if each]
        marks = wording.rule_marks({**rule, "readings": ", ".join(read)})
        screen.wrapped(f"{rule['about']}{f' ({marks})' if marks else ''}", "    ", "  ")


def _readings(screen: Screen, ruling: Plain) -> None:
    read = [each for each in ruling["readings"] if each["rules"]]
    if read:
        _heading(screen, "Our readings, on which rules rest that its cases cite")
    for each in read:
        screen.wrapped(wording.reading(each), "    ", "  ")


def _case(screen: Screen, each: Plain, name: str, elsewhere: list[Plain]) -> None:
    """One case: what came of it, its story, and what becomes of it in other printings and games."""
    as_ruled = short.as_ruled(each)
    told = "as ruled" if as_ruled else "NOT AS RULED"
    changed = "; the words have changed since" if each["suspect"] else ""
    style = ("bold", "red") if not as_ruled else ("yellow",) if each["suspect"] else ("green",)
    screen.line()
    heading = screen.paint(f"{name.capitalize()}, {told}{changed}", *style)
    screen.wrapped(f"(kb check {each['id']} --trace)", "  ", f"{heading}  ", "dim")
    for line in each["story"]:
        screen.wrapped(line, "    ", "  ")
    for printing in each["printings"]:
        screen.wrapped(f"({wording.played_in(printing, elsewhere)})", "    ", "  ", "yellow")


def _heading(screen: Screen, text: str) -> None:
    screen.line()
    screen.line(screen.paint(text, "bold"))
