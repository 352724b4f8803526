"""What came of what was asked, in sentences: who is lost, who fights, who rolls, chooses or decides, what is owed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb.asking.answer import Answer, Encounter, Waiting
from kb.engine.core.table import Choice, Roll
from kb.scenarios.expectations.keys import open_decisions
from kb.scenarios.expectations.played import ActResult
from kb.scenarios.language.options import resolve_options, told_apart
from kb.scenarios.language.words import GameWords, counted
from kb.scenarios.telling.tracing import because
from kb.wording.board import chooses, power_name
from kb.wording.english import listed, sentence, spaced

Units = Mapping[str, Mapping[str, int]]
#: no sentence lists more options
_MOST = 12


def came(answer: Answer, words: GameWords, lost: Units) -> Iterator[str]:
    """A sentence for each power that lost units, each battle, what is waited for, and what is owed."""
    for power, units in lost.items():
        yield sentence(f"{power_name(power)} loses {words.units(units)}")
    for wait in answer.waiting:
        yield sentence(waits(wait, words))
    if answer.waiting:
        return
    for battle in answer.battles:
        yield sentence(_fought(battle, words))
    if answer.owed:
        reasons = dict.fromkeys(because(answer.rules, words, reason).says for reason in answer.owed)
        yield f"The phase may not end yet: {' '.join(reasons)}"


def chosen(result: ActResult, words: GameWords) -> str:
    """Of an act in which something was chosen that is none of the options, that choice as a sentence; else nothing."""
    choice = result.instead
    written = (each for each in result.act.choices if choice and choice.is_of(each[0]))
    wrong = next(
        ((power, said) for power, said in written if choice and not resolve_options(choice, said, power)), None
    )
    if choice is None or wrong is None:
        return ""
    power, said = wrong
    return sentence(f"{chooses(power)} {words.option(said, power)} ({spaced(choice.what)})")


def waits(waiting: Waiting, words: GameWords) -> str:
    """What a power is to do next: dice, a choice with its options, or a decision."""
    wants, power = waiting.wants, power_name(waiting.power)
    if isinstance(wants, Roll):
        needs = sorted({die.hits_on for die in wants.dice if die.hits_on})
        hits = f", which hit at {' or '.join(map(str, needs))} or less" if needs else ""
        where = f" in {words.space(wants.space)}" if wants.space else ""
        return f"waits for {counted(len(wants.dice), 'die', 'dice')} of {power} for {spaced(wants.what)}{where}{hits}"
    if isinstance(wants, Choice):
        options = list(dict.fromkeys(words.chosen(rows, wants.power) for rows in told_apart(wants)))
        more = [f"one of {len(options) - _MOST} more"] if len(options) > _MOST else []
        return f"waits: {chooses(waiting.power)} {spaced(wants.what)} from {' or '.join((*options[:_MOST], *more))}{_else(wants)}"
    if isinstance(wants, str):
        return (
            f"waits: these rules do not tell how the battle in {words.space(wants)} is fought; say what is lost in it"
        )
    return f"waits: {open_decisions(words, wants)}"


def _else(choice: Choice) -> str:
    """Who chooses where the powers whose units are on offer do not agree."""
    owners = {power for option in choice.options if isinstance(option, tuple) for power, _, _ in option}
    last = [chooses(power) for power in choice.others if power not in owners]
    return f"; where they do not agree, {listed(last)}" if last else ""


def _fought(battle: Encounter, words: GameWords) -> str:
    sides = [listed(_side(side, words)) or "nobody" for side in (battle.attackers, battle.defenders)]
    return f"a battle waits in {words.space(battle.space)}: {' against '.join(sides)}"


def _side(side: Units, words: GameWords) -> Iterator[str]:
    for power, units in side.items():
        yield f"{words.units(units)} of {power_name(power)}"
