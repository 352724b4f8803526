"""The cases of house rulings, played: what the rules say to each, and whether a house ruling of its kind may differ.

A house ruling that overrides an official one says otherwise than the rules, so its case has to come out otherwise; the
case of any other has to come out as it says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kb.base import yamlfile
from kb.base.errors import BadInput, Finding, KBError
from kb.base.written import YamlList, YamlMapping
from kb.cases.expectations.key import Sections
from kb.cases.expectations.played import ActStatus, CaseResult, PlayedCase
from kb.cases.language.scenario import Scenario
from kb.cases.play.playing import check, within
from kb.cases.reading.files import read_text
from kb.cases.reading.library import RulesLoader
from kb.engine.core.rulebook import Rulebook
from kb.event_log.event import Event, HouseRuling
from kb.text.cases import reason

#: seconds that the cases of one house ruling may take
LONGEST = 1.4
#: what may come of a case, with what a reader is told; ``{}`` are the rulings that are overridden
OUTCOMES = {
    "as-ruled": "the rules say the same",
    "overrides": "the rules say otherwise, as a house ruling may that overrides {}",
    "against": "the rules say otherwise, and it overrides nothing: name the official ruling under 'overrides', "
    "or put the case right",
    "idle": "the rules say the same, so it does not override {}: leave 'overrides' out, or let the case show what differs",
}
#: those with which all is well
GOOD = ("as-ruled", "overrides")
_HEADER = ("game", "board", "ruleset")


@dataclass(frozen=True)
class PlayedHouse:
    """What came of one case of a house ruling: a key of :data:`OUTCOMES`, and how it differs, if it does."""

    ruling: HouseRuling
    scenario: str
    outcome: str
    differs: str

    @property
    def good(self) -> bool:
        """Whether it comes out as it has to."""
        return self.outcome in GOOD

    @property
    def told(self) -> str:
        """The outcome as a sentence."""
        said = OUTCOMES[self.outcome].format(", ".join(self.ruling.overrides))
        return f"{said} ({self.differs})" if self.differs else said

    def plain(self) -> dict[str, Any]:
        """The same as plain values."""
        named = {"house": self.ruling.id, "scenario": self.scenario, "outcome": self.outcome}
        return {**named, "good": self.good, "differs": self.differs, "told": self.told}


@dataclass
class CheckedHouse:
    """What came of the cases of an event, and what is wrong with how they are written."""

    played: list[PlayedHouse] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def play(event: Event, rules_of: RulesLoader, sections: Sections) -> CheckedHouse:
    """Play the case of each house ruling that has one, under the rules of the event's game and printing."""
    done = CheckedHouse()
    for ruling in event.house:
        if not ruling.case:
            continue
        try:
            with within(LONGEST, f"{ruling.file}: {ruling.id}"):
                for each in _scenarios(event, ruling, rules_of):
                    _play(each, ruling, rules_of, sections, done)
        except KBError as error:
            done.findings += error.findings
    return done


def _play(
    scenario: Scenario, ruling: HouseRuling, rules_of: RulesLoader, sections: Sections, done: CheckedHouse
) -> None:
    report = check(rules_of.of(scenario), scenario, sections)
    wrong = [each for case in report.cases for each in case.findings if not (ruling.overrides and _by_dice(case, each))]
    done.findings += wrong
    if wrong:
        return
    outcomes = ("idle", "overrides") if ruling.overrides else ("as-ruled", "against")
    outcome = outcomes[0 if report.all_passed else 1]
    done.played.append(PlayedHouse(ruling, scenario.id, outcome, reason(report)))


def _by_dice(case: CaseResult, finding: Finding) -> bool:
    """Whether a finding is that the rules ask for other dice or choices in an act than are written for it, which is
    another way to say otherwise."""
    last = case.acts[-1] if isinstance(case, PlayedCase) and case.acts else None
    return last is not None and finding.line == last.act.line and last.status is not ActStatus.IMPOSSIBLE


def _scenarios(event: Event, ruling: HouseRuling, rules_of: RulesLoader) -> Iterator[Scenario]:
    """The scenarios of a house ruling. Raises :class:`BadInput` with every finding."""
    if isinstance(ruling.case, str):
        path = os.path.join(os.path.dirname(ruling.file), ruling.case)
        if not os.path.isfile(path):
            raise BadInput(ruling.wrong("case", f"there is no file '{ruling.case}' beside it", "write it"))
        found = read_text(yamlfile.load(path), path, rules_of, own=True)
    else:
        found = read_text(_as_file(event, ruling, ruling.case, rules_of.every), ruling.file, rules_of, own=True)
    for each in found:
        if event.game and each.game != event.game:
            raise BadInput(ruling.wrong("case", f"its case is of {each.game}", f"the event plays {event.game}"))
        if each.case.asks:
            raise BadInput(ruling.wrong("case", "its case expects nothing", "say what comes of it under 'expect'"))
        yield each


def _as_file(
    event: Event, ruling: HouseRuling, case: YamlMapping, every: Callable[[str], tuple[Rulebook, ...]]
) -> YamlMapping:
    """A case that stands in the event's file, as the file of scenarios it would be."""
    line = ruling.lines["case"]
    root, scenario = YamlMapping(case.line), YamlMapping(case.line)
    for key, value in {"id": ruling.id, **case}.items():
        into = root if key in _HEADER else scenario
        into[key], into.lines[key] = value, case.lines.get(key, line)
    if "game" not in root:
        if not event.game:
            raise BadInput(ruling.wrong("case", "a case needs a game", "say 'game' in it, or in the event"))
        root["game"], root.lines["game"] = event.game, line
    if not {"ruleset", "board"} & root.keys() and root["game"] == event.game:
        own = [each for each in every(event.game) if each.ruleset.like and each.board.printing == event.printing]
        if own:
            root["ruleset"], root.lines["ruleset"] = own[0].ruleset.id, line
    rows = YamlList(line)
    rows.append(scenario)
    rows.lines.append(line)
    root["scenarios"], root.lines["scenarios"] = rows, line
    return root
