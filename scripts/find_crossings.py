"""Finds in which other games a case can be played, and what comes of it there: lines for ``elsewhere`` to choose from.

    python scripts/find_crossings.py revised/a-case [--into anniversary]    one case, or more
    python scripts/find_crossings.py --from revised --into anniversary      each case of a ruling

For each other game it looks for powers and spaces that stand to each other as those of the case do, plays the case
there, and prints the line to write: with ``differs`` the fewest lines of data that make the difference. A person
decides whether the case is about what the games are compared on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kb.cases.analysis.elsewhere import Difference
    from kb.cases.language.scenario import Scenario
    from kb.cases.play.playing import ScenarioResult
    from kb.engine.core.rulebook import Rulebook
    from kb.games.board_model import Space

ROOT = Path(__file__).resolve().parent.parent
DATA = str(ROOT / "data")
#: so many choices of spaces are tried for a case and a choice of powers, and so many that come out otherwise
MOST_PLACES, MOST_TRIED = 400, 25
#: kinds of units that are the same piece under another name
UNITS = (
    ("bomber", "strategic-bomber"),
    ("fighter", "dive-bomber"),
    ("industrial-complex", "major-industrial-complex"),
    ("industrial-complex", "minor-industrial-complex"),
)
Names = dict[str, str]


class Places:
    """Spaces of another board that stand to each other as those of a case do."""

    def __init__(self, home: Rulebook, target: Rulebook, scenario: Scenario, words: set[str], powers: Names) -> None:
        self.home, self.target, self.powers = home.board, target.board, powers
        written = [case.position.get("spaces", {}) for case in scenario.cases]
        self.held = {space for each in written for space, what in each.items() if "held_by" in what}
        own = [space for space in home.board.spaces if space.id in words]
        self.spaces = _connected(home, own)
        self.candidates = {space.id: sorted(self._fitting(space), key=self._likeness(space)) for space in own}

    def _likeness(self, space: Space) -> Any:
        return lambda other: (other.id != space.id, other.value != space.value, other.id)

    def _fitting(self, space: Space) -> Iterator[Space]:
        for other in self.target.spaces:
            if self.powers.get(space.id, other.id) != other.id:  # a power's name is its land's, too
                continue
            if (space.kind, space.closed, bool(space.neutral)) != (other.kind, other.closed, bool(other.neutral)):
                continue
            if self.home.is_island(space.id) != self.target.is_island(other.id):
                continue
            if space.id in self.held or self.powers.get(space.held_by, space.held_by) == other.held_by:
                yield other

    def found(self, chosen: Names | None = None) -> Iterator[Names]:
        """Every way to choose them, the most alike first."""
        chosen = chosen or {}
        left = [space for space in self.spaces if space.id not in chosen]
        if not left:
            yield chosen
            return
        space = left[0]
        for other in self.candidates[space.id]:
            if other.id not in chosen.values() and self._agrees(space.id, other.id, chosen):
                yield from self.found({**chosen, space.id: other.id})

    def _agrees(self, space: str, other: str, chosen: Names) -> bool:
        return all(
            self.home.bordering(space, each) == self.target.bordering(other, as_it) for each, as_it in chosen.items()
        )


def _connected(home: Rulebook, spaces: Sequence[Space]) -> list[Space]:
    """Spaces in an order in which each borders an earlier one, where it can."""
    left = list(spaces)
    ordered: list[Space] = []
    while left:
        near = (each for each in left if any(home.board.bordering(each.id, other.id) for other in ordered))
        ordered.append(next(near, left[0]))
        left.remove(ordered[-1])
    return ordered


def names(home: Rulebook, target: Rulebook, scenario: Scenario) -> Iterator[Names]:
    """The ways to name what a case is about in another game, the most alike first."""
    from kb.cases.analysis.elsewhere import names_used

    words = names_used(scenario)
    there = {unit.id for unit in target.board.units}
    units = {
        one: other
        for pair in UNITS
        for one, other in (pair, pair[::-1])
        if one in words and one not in there and other in there
    }
    for powers in _powers(home, target, words):
        places = Places(home, target, scenario, words, powers)
        for chosen in islice(places.found(), MOST_PLACES):
            made = {**units, **powers, **chosen}
            yield {name: other for name, other in made.items() if name != other}


def _powers(home: Rulebook, target: Rulebook, words: set[str]) -> Iterator[Names]:
    """The ways to choose powers of the same sides, those of the same names first; at most eight."""
    own = [power for power in home.sides if power in words]
    sides = [[power for power in target.sides if target.sides[power] is side] for side in set(home.sides.values())]
    alike = {power: power for power in own if power in target.sides}
    if len(alike) == len(own):
        yield alike
    others = (
        dict(zip(own, chosen, strict=True))
        for chosen in permutations([each for side in sides for each in side], len(own))
        if all(home.sides[power] is target.sides[other] for power, other in zip(own, chosen, strict=True))
    )
    ranked = sorted(islice(others, 2000), key=lambda each: -sum(power == other for power, other in each.items()))
    yield from (each for each in ranked[:8] if each != alike)


def crossing(result: ScenarioResult, home: Rulebook, target: Rulebook) -> tuple[Names, Difference] | None:
    """The names under which a case comes out the same in another game, else the first under which it can be played."""
    from kb.cases.analysis.elsewhere import difference, unknown
    from kb.cases.language.scenario import Crossing

    first: tuple[Names, Difference] | None = None
    tried = 0
    for chosen in names(home, target, result.scenario):
        if unknown(result.scenario, home, target, Crossing(target.ruleset.game, names=chosen)):
            continue
        outcome = difference(result, target, chosen)
        if outcome.impossible:
            continue
        if not outcome.why:
            return chosen, outcome
        first, tried = first or (chosen, outcome), tried + 1
        if tried == MOST_TRIED:
            break
    return first


def fewest(result: ScenarioResult, home: Rulebook, target: Rulebook, chosen: Names) -> list[str]:
    """The fewest lines of data that make a case come out otherwise; none where all of them do not suffice."""
    from kb.cases.analysis.elsewhere import difference, differing_lines, swapped

    def same(lines: Sequence[str]) -> bool:
        try:
            return not difference(result, swapped(home, target, lines, chosen), chosen).why
        except Exception:  # a rule set of both games that nothing can be played by
            return False

    every = list(differing_lines(home, target, chosen))
    at_work = difference(result, target, chosen).fired | {"canals", "steps"}
    near = [line for line in every if line in at_work or "." in line]
    left = next((lines for lines in (near, every, [line for line in every if "." not in line]) if same(lines)), [])
    size = len(left) // 2
    while size:
        at = 0
        while at < len(left):
            fewer = [*left[:at], *left[at + size :]]
            if same(fewer):
                left = fewer
            else:
                at += size
        size //= 2
    return left


def line(game: str, chosen: Mapping[str, str], differs: Sequence[str]) -> str:
    """A line for ``elsewhere``."""
    parts = [f"names: {{{', '.join(f'{name}: {other}' for name, other in chosen.items())}}}"] * bool(chosen)
    parts += [f"differs: [{', '.join(differs)}]"] * bool(differs)
    return f"      {game}: {{{', '.join(parts)}}}"


def main() -> None:
    """Print what is found."""
    sys.path.insert(0, str(ROOT))
    from kb.cases.play.playing import check
    from kb.cases.reading.library import RulesLoader, load, sizes

    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("cases", nargs="*", metavar="game/case")
    reader.add_argument("--from", dest="home", help="a game, each case of a ruling")
    reader.add_argument("--into", action="append", help="another game; by default each")
    given = reader.parse_args()
    rules_of = RulesLoader(DATA)
    for one in load(DATA, given.home or "", rules_of):
        if one.name not in given.cases and not (given.home and one.rulings):
            continue
        home = rules_of.of(one)
        result = check(home, one)
        print(f"{one.name}  [{', '.join(one.rulings)}] {one.title}", flush=True)
        for game in given.into or sizes(DATA):
            if game == one.game or (given.home and game in {each.game for each in one.elsewhere}):
                continue
            target = rules_of(game)
            found = crossing(result, home, target)
            if found is None:
                print(f"      # {game}: it cannot be played")
                continue
            chosen, outcome = found
            differs = fewest(result, home, target, chosen) if outcome.why else []
            print(line(game, chosen, differs) + (f"  # {outcome.why}" if outcome.why else ""), flush=True)


if __name__ == "__main__":
    main()
