"""What is expected of what may be done now: where units may go, which battles wait, what keeps a phase open."""

from __future__ import annotations

from collections.abc import Mapping

from kb.engine import game, legal
from kb.engine.core.actions import EndPhase
from kb.engine.movement.landing import Land
from kb.games.board_model import UnitKind
from kb.scenarios.expectations.key import Both, Tell, expects
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.kinds import ListOf, TableOf, Word
from kb.scenarios.language.scenario import Expectation, Value
from kb.scenarios.language.shapes import NAMED, SPACE
from kb.scenarios.language.words import GameWords, tell_each
from kb.wording.english import listed, spaced

_PLACES = TableOf(NAMED, ListOf(SPACE, 20, 1, single=True, sort=True))


def _goes(verb: str) -> Tell:
    def tell(words: GameWords, value: Value) -> str:
        return tell_each(value, lambda name, spaces: f"{name} {verb} {listed(map(words.space, spaces)) or 'nowhere'}")

    return tell


@expects(
    "may_go",
    _PLACES,
    written="`may_go: {A: [norway]}`",
    details="where a unit of this name may go now, by itself, or where an aircraft may land that is there: each of these spaces",
    tell=_goes("may go to"),
)
def _may_go(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, {name: _open(played, name, spaces) for name, spaces in wanted.items()}


@expects(
    "may_not_go",
    _PLACES,
    written="`may_not_go: {A: [sweden]}`",
    details="where it may not go: none of these spaces",
    tell=_goes("may not go to"),
)
def _may_not_go(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    got: Mapping[str, list[str]] = {
        name: sorted({*spaces} - {*_open(played, name, spaces)}) for name, spaces in wanted.items()
    }
    return wanted, got


def _open(played: PlayedCase, name: str, spaces: list[str]) -> list[str]:
    """Those of some spaces that a unit of a name may move to, or land in where it is; none if it is lost."""
    rules, position = played.rules, played.position
    unit = next((position.units[each] for each in played.names.get(name, ()) if each in position.units), None)
    if unit is None:
        return []
    found = {move.route[-1] for move in legal.moves_to(rules, position, unit, frozenset(spaces))}
    flies = rules.board.unit(unit.type).kind is UnitKind.AIR
    if unit.at in spaces and flies and game.can(rules, position, Land(unit.power, (unit.id,))):
        found.add(unit.at)
    return sorted(found)


@expects(
    "battles",
    ListOf(SPACE, 50, sort=True),
    written="`battles: [norway]`",
    details="exactly where the powers on turn stand among enemies, in battles that are not over; `[]` is nowhere",
    tell=lambda words, value: f"battles wait in {listed(map(words.space, value)) or 'no space'}",
)
def _battles(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, sorted(legal.battles(played.rules, played.position))


def _tell_owed(words: GameWords, value: Value) -> str:
    return f"the phase may not end yet ({listed(map(spaced, value))})" if value else "the phase may end"


@expects(
    "owed",
    ListOf(Word("rule"), 20, sort=True),
    written="`owed: [battles-are-fought]`",
    details="exactly the rules that keep the phase from ending; `[]`: it may end",
    tell=_tell_owed,
)
def _owed(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    judged = game.verdict(played.rules, played.position, EndPhase(played.position.clock.turn))
    return wanted, sorted({reason.rule for reason in judged.reasons})
