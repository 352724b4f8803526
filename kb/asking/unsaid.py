"""What a question does not say and the engine takes to be so, where a player may have meant otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from kb.asking.answer import Answer
from kb.engine import game
from kb.engine.board.printed import is_kind
from kb.engine.combat.assault import Bombard
from kb.engine.core.actions import Fight
from kb.engine.core.position import Position
from kb.engine.legal import asking, candidates
from kb.engine.offers import offers
from kb.games.board_model import UnitKind
from kb.wording.board import Wording
from kb.wording.english import a


def unsaid(answer: Answer) -> Iterator[str]:
    """Clauses about ships that could have bombarded and were not told to, and about attackers that may not retreat
    because nobody said where they came from."""
    words, before = Wording(answer.rules.board), answer.played.start
    for each in answer.played.acts:
        if isinstance(each.action, Fight) and before.battle is None:
            yield from _silent_ships(answer, each.action, before, words)
        before = each.after or before
    yield from _no_way_back(answer, words)


def _silent_ships(answer: Answer, fight: Fight, before: Position, words: Wording) -> Iterator[str]:
    """The ships that might bombard where a battle is fought, and do not."""
    able: dict[str, None] = {}
    for action in candidates(answer.rules, before, Bombard):
        if isinstance(action, Bombard) and action.territory == fight.space and game.can(answer.rules, before, action):
            able |= dict.fromkeys(words.unit(before.units[ship].type) for ship in action.units)
    if able:
        yield f"no ship bombards {words.space(fight.space)}, though {' or '.join(map(a, sorted(able)))} could"


def _no_way_back(answer: Answer, words: Wording) -> Iterator[str]:
    """The attackers that could retreat now if somebody had said where they came from, and cannot."""
    battle = answer.position.battle
    if not battle or battle.came or battle.amphibious or battle.step not in answer.rules.ruleset.steps[-1:]:
        return
    play = asking(answer.rules, answer.position)
    going = [unit for unit in play.units(battle.attackers) if not is_kind(play, unit, UnitKind.AIR)]
    if going and not any(offer.what == "retreat" for offer in offers(answer.rules, answer.position)):
        where = words.space(battle.space)
        yield f"{words.group(going)} in {where} came from no other space, so no retreat is open"
