"""Measures lines of the notation that are made to be expensive: the processor time of reading, playing and rendering.

    python -m benchmarks.hostile_lines

Each line has at most the characters that the notation allows. The worst one comes last.
"""

from __future__ import annotations

import time

from kb.asking.answer import ask, in_other_printings
from kb.asking.notation.line import from_line
from kb.asking.notation.statements import LONGEST
from kb.base import paths
from kb.base.errors import KBError
from kb.cases.play.playing import within
from kb.cases.reading.library import RulesLoader
from kb.text.answers import render_answer
from kb.web.engine import LIMIT

_TYPES = ("sub", "dd", "cruiser", "bb", "carrier", "fighter", "tac")


def _fleet(each: int) -> str:
    return " ".join(f"{each} {unit}" for unit in _TYPES)


def _named(number: int, unit: str, each: int = 1) -> str:
    return " ".join(f"{each} {unit} (named A{place})" for place in range(number))


def _battle(attackers: str, defenders: str, dice: str = "") -> str:
    rolled = f", dice {dice}" if dice else ""
    return f"europe 1940; germany combat; sz112: germany {attackers}, uk {defenders}; germany attacks sz112{rolled}"


LINES = {
    "fleets of eight each": _battle(_fleet(8), _fleet(8)),
    "fleets of seventy each": _battle(_fleet(70), _fleet(70)),
    "fleets with casualties": _battle(_fleet(30), _fleet(30), "1 " * 180),
    "submarines with names": _battle("100 dd", _named(150, "sub"), "1 " * 100),
    "battleships with names": _battle("100 dd", _named(150, "bb"), "1 " * 100),
    "many battleships with names": _battle("100 dd", _named(150, "bb", 6), "1 " * 100),
    "casualties by name": _battle(
        "100 dd", _named(100, "sub"), f"{'1 ' * 50}{'6 ' * 50}, uk loses {_named(50, 'sub')}"
    ),
    "what may be done in the set-up": "global 2012; germany combat move; setup; what may germany do?",
    "what may many carriers do": "global 2012; usa noncombat move; "
    + "; ".join(f"sz{zone}: usa 1 carrier 3 ftr" for zone in range(1, 100))
    + "; what may usa do?",
    "moves one after another": "revised; germany combat move; germany: germany 99 tank; "
    + "; ".join(["tank germany - eastern europe"] * 99),
    "statements that are not read": "revised; " + "; ".join(f"xyzzy{place} held by germany" for place in range(120)),
    "statements without words": "revised" + ";" * 3_900,
}


def seconds(line: str, rules_of: RulesLoader) -> float:
    """Return the processor time of a line in seconds, at most the limit of the server."""
    begun = time.process_time()
    try:
        with within(LIMIT, "the line"):
            request = from_line(line, rules_of)
            render_answer(ask(request), in_other_printings(request, rules_of))
    except KBError:
        pass  # what cannot be read or played has its cost, too
    return time.process_time() - begun


def main() -> None:
    """Print the figures."""
    rules_of = RulesLoader(paths.data())
    for line in LINES.values():  # the rules are read before
        seconds(line.partition(";")[0] + "; germany combat move", rules_of)
    costs = {name: seconds(line[:LONGEST], rules_of) for name, line in LINES.items()}
    for name, cost in sorted(costs.items(), key=lambda each: each[1]):
        print(f"{name:<32} {len(LINES[name]):>5} characters   {cost:6.3f} s")


if __name__ == "__main__":
    main()
