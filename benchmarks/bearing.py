"""How often the rulings that bear on a case have its own among the first, when the case itself is left out.

Only cases of rulings that another case of the game proves, too. Prints how many there are, the mean reciprocal rank,
and the shares with an own ruling first and among the first three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from kb.asking import request
from kb.asking.answer import EngineAnswer, Proofs, ask, bearing
from kb.base import paths
from kb.cases.language.scenario import Scenario
from kb.cases.reading import library

_ALL = 1_000


def main() -> None:
    """Print the figures."""
    rules_of = library.RulesLoader(paths.data())
    cases = [each for each in library.load(paths.data(), rules_of=rules_of) if each.proof == "play" and each.rulings]
    answers = {each.name: ask(request.of_scenario(each, rules_of.of(each))) for each in cases}
    ranks = []
    for case in cases:
        others = [each for each in cases if each.game == case.game and each is not case]
        if {*case.rulings} & {ruling for each in others for ruling in each.rulings}:
            found = list(bearing(answers[case.name], _proofs(others, answers), _ALL))
            ranks.append(next((place for place, ruling in enumerate(found, 1) if ruling in case.rulings), _ALL))
    count = len(ranks)
    print(f"{count} cases; mean reciprocal rank {sum(1 / rank for rank in ranks) / count:.3f};", end=" ")
    print(
        f"first {sum(rank == 1 for rank in ranks) / count:.3f}; in three {sum(rank <= 3 for rank in ranks) / count:.3f}"
    )


def _proofs(cases: Iterable[Scenario], answers: Mapping[str, EngineAnswer]) -> Proofs:
    """What the base would know of other cases alone."""
    rulings: dict[str, dict[str, None]] = {}
    said: Counter[str] = Counter()
    for case in cases:
        said.update({rule for rule, _ in answers[case.name].decided})
        for rule in case.rules:
            rulings.setdefault(rule, {}).update(dict.fromkeys(case.rulings))
    return {rule: (tuple(rulings.get(rule, ())), said[rule]) for rule in {*rulings, *said}}


if __name__ == "__main__":
    main()
