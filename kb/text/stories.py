"""The story of a scenario in plain sentences, made from the case itself, so that words and case cannot drift apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from kb.base.english import listed, possessive, sentence, spaced
from kb.cases.acts import VERBS, describe_act
from kb.cases.expectations.key import RESULT
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.printed import PRINTED
from kb.cases.language.scenario import (
    REFERENCE,
    Act,
    Case,
    Contents,
    Expectation,
    NoteTable,
    PositionTable,
    Scenario,
    units_of,
)
from kb.cases.language.vocabulary import NONE
from kb.cases.language.words import GameWords, counted
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES, Note
from kb.engine.core.rulebook import Rulebook
from kb.games.names import chooses, power_name


def act_sentence(words: GameWords, act: Act, turn: str) -> str:
    """Return one action as a clause, with its dice and choices, and whether it is refused. ``turn`` acts by default."""
    extra = [f"dice {', '.join(map(str, act.dice))}"] if act.dice else []
    extra += [f"{chooses(power)} {words.chosen(option, power)}" for power, option in act.choices]
    extra += [f"named {listed(act.which)}"] if act.which else []
    more = f" ({'; '.join(extra)})" if extra else ""
    because = f": {listed(map(spaced, act.refused_by))}" if act.refused_by else ""
    refused = f"; this is not allowed{because}" if act.must_be_refused else ""
    return f"{describe_act(words, act, turn)}{more}{refused}"


def story(scenario: Scenario, rules: Rulebook) -> list[str]:
    """Return a scenario and its contrasts, one sentence in a line."""
    teller = teller_of(rules)
    lines = [sentence(scenario.title)] if scenario.title else []
    lines += teller.case(scenario, 0)
    for place, case in enumerate(scenario.contrasts, start=1):
        lines.append(f"But: {sentence(case.title)}" if case.title else "But otherwise:")
        lines += teller.case(scenario, place)
    return lines


_NOTES = {note.name: note for note in (*TURN_NOTES, *GAME_NOTES)}
#: the changes of turn and time that a contrast may make
_CLOCK: dict[str, Callable[[GameWords, str], str]] = {
    "turn": lambda words, power: f"it is {possessive(power_name(power))} turn",
    "phase": lambda words, phase: f"the phase is {words.titled(phase)}",
    "round": lambda words, number: f"it is round {number}",
    "from": lambda words, whence: "the pieces stand as set up" if whence == "setup" else "the board is empty",
}


class Teller:
    """Renders cases as sentences in the words of a game."""

    def __init__(self, rules: Rulebook) -> None:
        self.words = GameWords(rules.board, rules.ruleset)
        self.turns = rules.turns
        self.phases = [phase.id for phase in rules.ruleset.phases]

    def case(self, scenario: Scenario, place: int) -> list[str]:
        """Return the sentences of a scenario itself (``place`` 0), or of its contrast number ``place``: its changes and
        results, and its actions if they differ from the scenario's."""
        case, lines = scenario.cases[place], self.setting(scenario, place)
        if scenario.proof == REFERENCE:
            return lines
        done = self.acts(case) if case.do != scenario.case.do or not place else ()
        return [*lines, *done, *self.expected(case.expect)]

    def setting(self, scenario: Scenario, place: int) -> list[str]:
        """Return the position of a scenario (``place`` 0), the changes of a contrast, or printed facts."""
        case = scenario.cases[place]
        if scenario.proof == REFERENCE:
            return self.printed(case)
        return list(self.changes(case.change) if place else self.position(case.position))

    def whole(self, case: Case, proof: str, asked: bool = False) -> list[str]:
        """Return position, actions and expectations of a case, or the facts of a reference proof. If ``asked``,
        expectations are worded as expected, not as results."""
        if proof == REFERENCE:
            return self.printed(case, asked)
        return [*self.position(case.position), *self.acts(case), *self.expected(case.expect, asked)]

    def acts(self, case: Case) -> Iterator[str]:
        """Yield the actions, each of the power whose turn it is by then."""
        turn, phase = case.position["turn"], case.position["phase"]
        for act in case.do:
            yield sentence(act_sentence(self.words, act, turn))
            yield from (sentence(f"Then: {self.item(item)}") for item in act.then)
            ended = "" if act.must_be_refused else VERBS[act.kind].ends(act)
            if ended:
                over = ended == "turn" or phase == self.phases[-1]
                phase = self.phases[0 if over else self.phases.index(phase) + 1]
                turn = self._after(turn) if over else turn

    def _after(self, power: str) -> str:
        """Return the power whose turn follows the turn of ``power``."""
        own = next(number for number, powers in enumerate(self.turns) if power in powers)
        return self.turns[(own + 1) % len(self.turns)][0]

    def printed(self, case: Case, asked: bool = False) -> list[str]:
        """Return the printed facts of a reference proof, worded as expected if ``asked``."""
        return [
            sentence(f"{'Expected' if asked else 'Printed'}: {PRINTED[key].tell(self.words, value)}")
            for item in case.expect
            for key, value in item.checks.items()
        ]

    def expected(self, items: Iterable[Expectation], asked: bool = False) -> Iterator[str]:
        """Yield a sentence for each expectation, worded as expected if ``asked``, else as a result."""
        for item in items:
            opening = PLAYED[next(iter(item.checks))].opening if len(item.checks) == 1 else RESULT
            if asked:
                opening = "Expected:" if opening == RESULT else f"Expected: {opening.lower()}"
            yield sentence(f"{opening} {self.item(item)}")

    def item(self, item: Expectation) -> str:
        """Return one expectation as a clause."""
        about = f" in {item.step.replace('-', ' ')}" if item.step else ""
        about += f" in cycle {item.round}" if item.round else ""
        sentences = (PLAYED[key].tell(self.words, value) for key, value in item.checks.items())
        return listed(sentences) + about

    # -- positions

    def position(self, position: PositionTable) -> Iterator[str]:
        """Yield the turn, the contents of the spaces, and the rest of a position."""
        phase = self.words.titled(position["phase"])
        yield sentence(f"Round {position.get('round', 1)}, {power_name(position['turn'])}'s turn, {phase}")
        if position.get("from") == "setup":
            but = ", except in the spaces that follow" if position.get("spaces") else ""
            yield f"The pieces stand as in the printed set-up{but}."
        for space, contents in position.get("spaces", {}).items():
            yield sentence(f"{self.words.space(space)}: {self._contents(contents)}")
        yield from self._rest(position)

    def _contents(self, contents: Contents) -> str:
        """Return the holder and the units of a space as a clause, or ``empty``."""
        there = units_of(contents).items()
        parts = [f"{power_name(power)} has {self.words.rows(units)}" for power, units in there if units]
        return "; ".join(filter(None, (self._holder(contents), *parts))) or "empty"

    def _holder(self, contents: Contents) -> str:
        """Return ``held by`` the holder of a space, or by nobody; empty if the contents do not give it."""
        holder = contents.get("held_by")
        if not isinstance(holder, str):
            return ""
        return f"held by {'nobody' if holder == NONE else power_name(holder)}"

    def _rest(self, position: PositionTable) -> Iterator[str]:
        """Yield the options, the possessions of the powers, the wars and the notes of a position or change."""
        if "options" in position:
            played = listed(map(self.words.titled, position["options"]))
            yield sentence(f"The table plays with {played or 'no optional rules'}")
        for power, ipcs in position.get("treasuries", {}).items():
            yield sentence(f"{power_name(power)} has {ipcs} IPCs")
        held = {"technologies": position.get("technologies", {}), "advantages": position.get("advantages", {})}
        for key, by_power in held.items():
            for power, names in by_power.items():
                yield sentence(f"{power_name(power)} has {listed(map(self.words.titled, names)) or f'no {key}'}")
        for power, count in position.get("researchers", {}).items():
            yield sentence(f"{power_name(power)} has {counted(count, 'researcher', 'researchers')}")
        for power, units in position.get("bought", {}).items():
            yield sentence(f"{power_name(power)} has bought {self.words.rows(units)}")
        for power, wars in position.get("wars", {}).items():
            for other, how in wars.items():
                yield sentence(self.words.war(power, other, how or NONE))
        for notes in (position.get("notes", {}), position.get("game_notes", {})):
            for note, about in notes.items():
                yield sentence(self._note(_NOTES[note], about))

    def _note(self, note: Note, about: NoteTable) -> str:
        """Return a note of a position: its meaning, its subject and its value."""
        key, value = (words if isinstance(words, str) else "word" for words in (note.key, note.value))
        if isinstance(about, dict):
            told = [
                f"{self.words.in_words(key, each)} ({self.words.in_words(value, its)})" for each, its in about.items()
            ]
            return f"{note.means}: {listed(told) or 'nothing'}"
        if about == YES:
            return note.means
        return f"{note.means}: {self.words.in_words(key or value, about)}"

    def changes(self, change: PositionTable) -> Iterator[str]:
        """Yield a sentence for each change of a contrast: to spaces, the turn, options, wars, and what a power has."""
        for key, value in change.items():
            if key == "spaces":
                for space, contents in change["spaces"].items():
                    yield sentence(f"{self.words.space(space)}: {self._changed(contents)}")
            elif key in _CLOCK:
                yield sentence(_CLOCK[key](self.words, str(value)))
        yield from self._rest(change)

    def _changed(self, contents: Contents) -> str:
        """Return the changed contents of a space; types with a number of 0 are no longer there."""
        parts = []
        for power, units in contents.items():
            if isinstance(units, str):
                parts.append(self._holder(contents))
                continue
            none = listed(f"no {self.words.unit(row.unit)}" for row in units if not row.number)
            present = tuple(row for row in units if row.number)
            parts.append(
                f"{power_name(power)} has {listed([none or ('' if present else 'nothing'), self.words.rows(present)])}"
            )
        return "; ".join(filter(None, parts)) or "empty"


@lru_cache(maxsize=32)
def teller_of(rules: Rulebook) -> Teller:
    """Return the renderer of cases of a game, made once."""
    return Teller(rules)
