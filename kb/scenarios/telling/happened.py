"""What happened in a case, act by act: the steps with the rules that decided, what refused it, where it broke off."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import legal
from kb.engine.core.actions import Move
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.engine.offers import offers
from kb.proof import TraceLine
from kb.scenarios.expectations.keys import open_decisions
from kb.scenarios.expectations.played import ActResult, ActStatus, PlayedCase
from kb.scenarios.language.words import GameWords
from kb.scenarios.telling.sentences import act_sentence
from kb.scenarios.telling.stories import Teller
from kb.scenarios.telling.tracing import refused, trace_lines
from kb.wording.english import listed, sentence

#: more places to land are no help
_MOST_LANDS = 3


def happened(played: PlayedCase, teller: Teller, asked: bool = False) -> Iterator[TraceLine]:
    """Each act with what came of it, up to the one that could not be done to its end.

    Where it is ``asked`` whether an act is legal that is only judged, that is told, and not that it was expected.
    """
    turn = played.case.position["turn"]
    for result in played.acts:
        act = replace(result.act, refused=False, refused_by=()) if asked else result.act
        yield TraceLine(0, sentence(act_sentence(teller.words, act, turn)))
        yield from _below(played.rules, teller.words, result, asked)
        yield from _counted_on(teller.words, played, result)
        yield from _waits(teller.words, played.rules, result)
        for item in result.act.then if result.after and not result.broken_off else ():
            yield TraceLine(1, sentence(f"Expected then: {teller.item(item)}"))
    last = played.acts[-1] if played.acts else None
    stopped = last and (last.broken_off or last.status is ActStatus.IMPOSSIBLE)
    for finding in played.findings if stopped else ():
        yield TraceLine(1, sentence(f"Here it stops: {finding.message}"))


def _counted_on(words: GameWords, played: PlayedCase, result: ActResult) -> Iterator[TraceLine]:
    """Of a move that should be refused and is legal: where the aircraft could land that it counts on."""
    if not result.act.must_be_refused or result.status is not ActStatus.DONE or not isinstance(result.action, Move):
        return
    for plane, lands in legal.landings(played.rules, result.after or played.position, result.action).items():
        where = f"in {listed(map(words.space, lands[:_MOST_LANDS]))}" if lands else "on a carrier only"
        yield TraceLine(2, sentence(f"{words.thing('unit', plane)} could still land {where}"))


def _waits(words: GameWords, rules: Rulebook, result: ActResult) -> Iterator[TraceLine]:
    """Who may decide what, where an act leaves a battle that waits."""
    position = result.outcomes[-1].position if result.outcomes and not result.broken_off else None
    if position is None or position.battle is None:
        return
    told = open_decisions(words, offers(rules, position))
    yield TraceLine(1, sentence(f"The battle in {words.space(position.battle.space)} waits: {told}"))


def _below(rules: Rulebook, words: GameWords, result: ActResult, asked: bool) -> Iterator[TraceLine]:
    for line in trace_lines(rules, words, result.traces):
        yield TraceLine(line.depth + 1, line.says, line.rule, line.cites)
    if result.status is ActStatus.REFUSED:
        yield TraceLine(1, "Not allowed:")
        yield from refused(rules, words, result.reasons, 2)
    elif result.act.must_be_refused and result.after:
        yield TraceLine(1, "Allowed." if asked else "Allowed; it is not done, because it should be refused.")
        yield from refused(rules, words, result.leaned_on, 2)
