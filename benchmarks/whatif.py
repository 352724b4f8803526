"""How many contrasts the search for what would have to differ finds again, each from its own case, at which place, and
how fast.

    python -m benchmarks.whatif [--game revised] [--budget 2] [--tries 800] [--every 10] [--missing]

A contrast is found if one of the flips, or of the others that are told with it, has its change, or a part of it, and
turns what the contrast turns: with that position the contrast comes out as it is expected to, or the action that is
done otherwise is one of its actions and has the verdict that it has there. Contrasts of luck are found if a die or a
choice that comes out otherwise does so there.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from time import process_time

from kb.asking.answer import ask, status_of
from kb.asking.flips.change import RequestChange
from kb.asking.flips.search import ALSO, BUDGET, TRIES, Counterfactual, Flips, flips
from kb.asking.request import of_scenario
from kb.base import paths
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import REFERENCE, Act, Case, Plain, Scenario, Value, overlaid
from kb.cases.play.playing import run
from kb.cases.reading import library
from kb.engine.core.rulebook import Rulebook

#: as many flips as there are
EVERY = 10**6
#: of how many flips is told whether a contrast is among them; a contrast behind the last of these counts as missing
_FIRST = (1, 3, 12)


def kind_of(case: Case, first: Case) -> str:
    """In what a contrast differs from its case."""
    acts = [bare(act) for act in case.do] != [bare(act) for act in first.do]
    position = case.position != first.position
    parts = [name for name, differs in (("position", position), ("actions", acts)) if differs]
    return " and ".join(parts) or "dice and choices"


def bare(act: Act, turn: str = "") -> Act:
    """An action without dice, choices and cycles, and without what is expected of it; the power whose ``turn`` it is
    need not be said, nor which phase ends."""
    what = "phase" if act.kind == "end" and act.what != "turn" else act.what
    given = {key: value for key, value in act.given.items() if key != "cycles"}
    power = "" if act.power == turn else act.power
    said = replace(act, dice=(), choices=(), refused=False, refused_by=(), then=(), line=0)
    return replace(said, what=what, given=given, power=power)


def _written(act: Act, case: Case) -> str:
    return repr(bare(act, case.position["turn"]))


def leaves(position: Plain) -> dict[tuple[str, ...], Value]:
    """Every part of a position that says something, by its path; units of a type are one."""
    found: dict[tuple[str, ...], Value] = {}

    def go(path: tuple[str, ...], value: Value) -> None:
        if isinstance(value, dict) and value:
            for key, each in value.items():
                go((*path, str(key)), each)
        elif value not in (0, {}, []):
            found[path] = value

    for key, value in position.items():
        if key != "scenery":
            go((key,), value)
    return found


def delta(first: Plain, other: Plain) -> dict[tuple[str, ...], tuple[Value, Value]]:
    """What two positions do not have alike: each part as it is in the one and in the other."""
    one, two = leaves(first), leaves(other)
    return {path: (one.get(path), two.get(path)) for path in {*one, *two} if one.get(path) != two.get(path)}


def _same_way(mine: tuple[Value, Value], theirs: tuple[Value, Value]) -> bool:
    """Whether a part changes as in a contrast: numbers in the same direction."""
    numbers = [each or 0 for each in (*mine, *theirs)]
    if all(isinstance(each, int) for each in numbers):
        return (numbers[1] > numbers[0]) is (numbers[3] > numbers[2])
    return True


def _part_of(position: Plain, contrast: Case, first: Case) -> bool:
    theirs = delta(first.position, contrast.position)
    mine = delta(first.position, position)
    return all(path in theirs and _same_way(both, theirs[path]) for path, both in mine.items())


def finds(change: RequestChange, flip: Counterfactual, contrast: PlayedCase, first: Case, rules: Rulebook) -> bool:
    """Whether a change that turns something is a contrast's."""
    case = contrast.case
    position = overlaid(first.position, change.position)
    if change.rules or not _part_of(position, case, first):
        return False
    if change.faces or change.taken:
        return _lucky(change, flip, contrast)
    if change.do is not None:
        return _acts(change, flip, contrast, first)
    if leaves(position) == leaves(case.position):
        return True
    return run(rules, replace(case, position=position)).passed and _still_done(flip, contrast, first)


def _still_done(flip: Counterfactual, contrast: PlayedCase, first: Case) -> bool:
    """Whether the action whose verdict is turned is one of a contrast's, with that verdict there; of a flip that turns
    the outcome whether the last action that is done is one of them."""
    verdicts = _verdicts(contrast)
    if flip.turned.act >= 0:
        legal = verdicts.get(_written(first.do[flip.turned.act], first))
        return legal is flip.turned.legal
    return any(_written(act, first) in verdicts for act in first.do if not act.must_be_refused)


def _verdicts(played: PlayedCase) -> Mapping[str, bool | None]:
    return {_written(each.act, played.case): status_of(each) for each in played.acts}


def _acts(change: RequestChange, flip: Counterfactual, contrast: PlayedCase, first: Case) -> bool:
    """Whether actions that are done otherwise are so in a contrast, and what they turn is as it is there."""
    verdicts = _verdicts(contrast)
    before = [_written(act, first) for act in first.do]
    after = [_written(act, first) for act in change.do or ()]
    theirs = [_written(each.act, contrast.case) for each in contrast.acts]
    new = [act for act in after if act not in before]
    gone = [act for act in before if act not in after]
    if not all(act in theirs for act in new) or (gone and not new and all(act in theirs for act in gone)):
        return False
    if not new and not gone and [act for act in after if act in theirs] != [act for act in theirs if act in after]:
        return False
    if flip.turned.act >= 0:
        turned = after[flip.turned.act]
        return turned in verdicts and verdicts[turned] is flip.turned.legal
    return True


def _lucky(change: RequestChange, flip: Counterfactual, contrast: PlayedCase) -> bool:
    """Whether each die falls as a contrast's does, hit or miss, and each choice is made as there."""
    record, rolled = contrast.record, flip.replay.rolled
    dice = all(
        die in record.faces and (record.faces[die] <= rolled.get(die, 0)) is (face <= rolled.get(die, 0))
        for die, face in change.faces.items()
    )
    return dice and all(one in record.taken and record.taken[one][0] == option for one, option in change.taken.items())


def _percentiles(times: list[float]) -> str:
    ordered = sorted(times)
    return ", ".join(f"{share:.0%} {ordered[int(share * (len(ordered) - 1))] * 1000:.0f} ms" for share in _SHARES)


_SHARES = (0.5, 0.75, 0.9, 0.95, 1.0)


def scenarios(game: str, rules_of: library.RulesLoader) -> Iterator[Scenario]:
    yield from (
        each for each in library.load(paths.data(), game, rules_of) if each.proof != REFERENCE and each.contrasts
    )


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="")
    parser.add_argument("--budget", type=float, default=BUDGET)
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--every", type=int, default=1, help="only one case of so many")
    parser.add_argument("--limit", type=int, default=EVERY)
    parser.add_argument("--missing", action="store_true")
    asked = parser.parse_args()
    rules_of = library.RulesLoader(paths.data())
    counts, missed, firsts, times, tried, broken = Counter[tuple[str, bool]](), [], list[int](), [], 0, 0
    for scenario in list(scenarios(asked.game, rules_of))[:: asked.every]:
        begun = process_time()
        answer = ask(of_scenario(scenario, rules_of.of(scenario)))
        search = flips(answer, asked.limit, budget=asked.budget, tries=asked.tries)
        times.append(process_time() - begun)
        tried, broken = tried + search.tried, broken + (not search.all_tried)
        for case, having in places(scenario, search, rules_of.of(scenario)):
            kind, place = kind_of(case, scenario.case), having[0] if having else 0
            counts[kind, bool(place)] += 1
            firsts.append(place)
            if not 0 < place <= _FIRST[-1]:
                missed.append(f"{scenario.file}:{case.line} {kind}, {f'place {place}' if place else 'not found'}")
    for kind in sorted({kind for kind, _ in counts}):
        print(_row(kind, counts[kind, True], counts[kind, False]))
    print(_row("all", sum(n for (_, ok), n in counts.items() if ok), sum(n for (_, ok), n in counts.items() if not ok)))
    within = (f"{sum(0 < place <= most for place in firsts) / len(firsts):.1%} within {most}" for most in _FIRST)
    print(f"told so early: {', '.join(within)}")
    print(f"a case: {_percentiles(times)}; {tried / len(times):.0f} changes tried, {broken} searches broken off")
    if asked.missing:
        print("\n".join(missed))


def places(scenario: Scenario, search: Flips, rules: Rulebook) -> Iterator[tuple[Case, list[int]]]:
    """Each contrast of a scenario, and the places of the flips that have it, 1 the first."""
    for case in scenario.contrasts:
        played = run(rules, case)
        having = (
            place
            for place, flip in enumerate(search.found, 1)
            if any(finds(each.change, each, played, scenario.case, rules) for each in (flip, *flip.also[:ALSO]))
        )
        yield case, list(having)


def _row(kind: str, yes: int, no: int) -> str:
    return f"{kind:22} {yes:5} of {yes + no:5}  {yes / (yes + no):.1%}"


if __name__ == "__main__":
    main()
