"""Which of the changes that turn an answer is told first: what each is like, and how much that counts."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import TYPE_CHECKING

from kb.asking.answer import status_of
from kb.asking.flips.scope import end_of
from kb.asking.flips.sorts import OF_UNITS, size_of
from kb.asking.flips.weights import WEIGHTS
from kb.cases.language.scenario import Act

if TYPE_CHECKING:
    from kb.asking.flips.change import RequestChange
    from kb.asking.flips.scope import Scope
    from kb.asking.flips.search import Counterfactual, Turned

#: of another action that it goes elsewhere: what comes of that there is not compared
ELSEWHERE_INSTEAD = "elsewhere"
#: how much nearer is a unit more that goes along, or comes ashore, and allows it: it is thought of first
_BESIDE = 1.5
#: the facts of a change that tell it from others of its sort
_TELLING = ("along", "also", "new", "owner", "units", "last")
#: a row of the weights and a column of it: what a change is, and how
Feature = tuple[str, str]


class Order:
    """The order of what turns one answer: :meth:`distance` is the smaller, the earlier it is told."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        played = scope.base.played.acts
        self._decided = {reason.rule for act in played for reason in (*act.reasons, *act.leaned_on)}
        self._refused = any(status_of(act) is False for act in played)

    def distance(self, flip: Counterfactual) -> float:
        """How far off a flip is, by the weights of what it is like."""
        beside = flip.turned.legal and flip.change.facts.keys() & {"along", "ashore"}
        fitted = sum(WEIGHTS.get(feature, 0.0) * value for feature, value in self.features(flip))
        return -fitted - (_BESIDE if beside else 0)

    def features(self, flip: Counterfactual) -> Iterator[tuple[Feature, float]]:
        """What a flip is like, each with how much it is so."""
        change, turned = flip.change, flip.turned
        facts, sort, scope, effect = change.facts, change.sort, self._scope, effect_of(turned)
        yield (sort, effect), 1.0
        yield (f"after {scope.acts[-1].kind if scope.acts else 'nothing'}", effect), 1.0
        if isinstance(facts.get("act"), Act):
            yield (sort, f"to {facts['act'].kind}"), 1.0
        if way := way_of(change):
            yield (way, effect), 1.0
        yield ("any", "size"), size_of(change) - 1
        yield ("any", "others alike"), log(1 + len(flip.also))
        yield ("decides before" if self._decided & {*flip.rules} else "decides anew", effect), 1.0
        yield ("refused" if self._refused else "all legal", effect), 1.0
        if sort in OF_UNITS or sort == "holder":
            space = facts.get("space")
            yield ("any", "acted" if space in scope.acted else "written" if space in scope.other else "near"), 1.0
        yield from (((f"result {part}", effect), 1.0) for part in {part[0] for part, _, _ in turned.parts})
        if effect == "outcome":
            yield (
                ("any", "no rule" if not turned.rules else "only more rules" if not turned.lost else "rules less"),
                1.0,
            )
        yield from (((sort, key), 1.0) for key in _TELLING if key in facts)


def effect_of(turned: Turned) -> str:
    """What is turned: an action is allowed or forbidden; else the outcome or the reasons are others."""
    verdict = "allows" if turned.legal else "forbids"
    return turned.what.name.lower() if turned.what else verdict


def way_of(change: RequestChange) -> str:
    """In what another action is another: with a unit more, by other units, elsewhere, or otherwise."""
    act, was = change.facts.get("act"), change.facts.get("was")
    if change.sort != "act" or not isinstance(act, Act) or not isinstance(was, Act):
        return ""
    if change.facts.keys() & {"along", "ashore"}:
        return "beside"
    return "others" if act.what != was.what else "way" if end_of(act) == end_of(was) else ELSEWHERE_INSTEAD
