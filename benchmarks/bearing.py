"""How often the rulings that bear on a case have its own among the first, when the case itself is left out.

By the deciding rules alone, and by these and the words of the answer, as an answer has them.

Only cases of rulings that another case of the game proves, too. Prints how many there are, the mean reciprocal rank,
and the shares with an own ruling first and among the first three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import kb
from kb.asking import request
from kb.asking.answer import EngineAnswer, Proofs, ask, bearing
from kb.base import paths
from kb.cases.language.scenario import Scenario
from kb.cases.reading import library
from kb.service.asking import rulings_of
from kb.text.answers import render_answer

_ALL = 1_000


def main() -> None:
    """Print the figures."""
    rules_of = library.RulesLoader(paths.data())
    cases = [each for each in library.load(paths.data(), rules_of=rules_of) if each.proof == "play" and each.rulings]
    answers = {each.name: ask(request.of_scenario(each, rules_of.of(each))) for each in cases}
    ranks: dict[str, list[int]] = {"rules": [], "rules and words": []}
    with kb.open() as base:
        for case in cases:
            others = [each for each in cases if each.game == case.game and each is not case]
            if {*case.rulings} & {ruling for each in others for ruling in each.rulings}:
                proofs = _proofs(others, answers)
                orders = (
                    list(bearing(answers[case.name], proofs, _ALL)),
                    [each["id"] for each in rulings_of(base, render_answer(answers[case.name], proofs))],
                )
                for found, order in zip(ranks.values(), orders, strict=True):
                    found.append(next((place for place, id in enumerate(order, 1) if id in case.rulings), _ALL))
    for name, found in ranks.items():
        count = len(found)
        shares = (sum(1 / rank for rank in found), found.count(1), sum(rank <= 3 for rank in found))
        print(f"{name}: {count} cases; mean reciprocal rank, first, in three", *(f"{s / count:.3f}" for s in shares))


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
