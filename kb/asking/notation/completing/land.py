"""Completes who holds land, who held it before, and the units that were captured with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from kb.base.english import possessive
from kb.base.errors import BadInput, Finding
from kb.cases.language.scenario import Act, Contents, PositionTable, units_of
from kb.cases.language.units import Row, Units
from kb.cases.language.vocabulary import NONE
from kb.cases.language.words import GameWords
from kb.engine.core.notes import KAMIKAZE_ROUSED
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.rulebook import Rulebook
from kb.engine.neutrals import PRINTED_SIDES
from kb.games.board_model import UnitKind
from kb.games.names import power_name

#: the rule by which lost islands allow kamikaze attacks
_LOST_ISLANDS = "lost-islands-allow-kamikaze-attacks"


def complete_captured(rules: Rulebook, words: GameWords, position: PositionTable) -> Iterator[str]:
    """Complete captured land: its printed holder held it before, the power whose turn it is holds it now, and its guns
    and facilities were captured with it.

    Land that is printed as that of a friend was the nearest enemy's. Land of a power whose turn it is not was captured
    in an earlier turn. Yields the assumptions. Raises :class:`BadInput` if the previous holder is a friend of the
    captor.
    """
    for land in _captured_earlier(rules, position):
        yield f"{words.space(land)} was captured in an earlier turn"
    notes, held = position.get("notes", {}), dict[str, str]()
    captured_land, said = notes.get("captured"), notes.get("held")
    before_turn = {land: str(power) for land, power in said.items()} if isinstance(said, dict) else {}
    for space in captured_land if isinstance(captured_land, list) else ():
        printed, contents = rules.board.space(space).held_by, position["spaces"].setdefault(space, {})
        there, turn = [*units_of(contents)], position.get("turn", "")
        captor = str(contents.get("held_by") or (there[0] if len(there) == 1 else turn))
        captor = captor if captor in _at_once(rules, turn) else turn
        name = space.replace("-", " ")
        before = before_turn.get(space, "")
        foe = _nearest_enemy(rules, position, space, captor)
        if before in rules.friends.get(captor, ()):
            says = f"{power_name(captor)} cannot have captured {name} from {power_name(before)}"
            raise BadInput(Finding(says, hint=f"write: held: {name} {foe.replace('-', ' ')}, or another enemy"))
        if space not in before_turn:
            if not printed and (rules.board.space(space).neutral or rules.board.space(space).owner):
                held[space] = NONE
                yield f"{words.space(space)} was nobody's when the turn began"
            else:
                own = not printed or printed == captor or printed in rules.friends.get(captor, ())
                held[space] = foe if own else printed
                yield f"{words.space(space)} was {possessive(power_name(held[space]))} when the turn began"
        if "held_by" not in contents:
            contents["held_by"] = captor
            yield f"{words.space(space)} is {possessive(power_name(captor))}, which captured it"
        for power, units in units_of(contents).items():
            captured = [row for row in units if _is_captured(rules, row, units)]
            for row in captured:
                yield f"the {words.unit(row.unit)} in {words.space(space)} was captured with it"
            if captured:
                marked = (row._replace(state={**row.state, "is": ["captured"]}) for row in units)
                contents[power] = tuple(new if row in captured else row for row, new in zip(units, marked, strict=True))
    if held:
        position["notes"] = {**notes, "held": {**before_turn, **held}}


def _at_once(rules: Rulebook, turn: str) -> set[str]:
    """Return the powers that take their turn together with one, and that power."""
    turns = {each.id: each.turn for each in rules.board.powers}
    return {turn, *(power for power, number in turns.items() if number == turns.get(turn))}


def _captured_earlier(rules: Rulebook, position: PositionTable) -> list[str]:
    """Take the land out of the notes, in place, that a power holds whose turn it is not: that power captured it in an
    earlier turn. Return this land."""
    notes, turn = position.get("notes", {}), position.get("turn", "")
    captured, held = notes.get("captured"), notes.get("held")
    lands, own = captured if isinstance(captured, list) else [], _at_once(rules, turn)
    earlier = [land for land in lands if position["spaces"].get(land, Contents()).get("held_by", turn) not in own]
    now = [land for land in lands if land not in earlier]
    before = {land: str(power) for land, power in held.items() if land not in earlier} if isinstance(held, dict) else {}
    if earlier:
        rest = {key: each for key, each in notes.items() if key not in ("captured", "held")}
        position["notes"] = {**rest, **({"captured": now} if now else {}), **({"held": before} if before else {})}
    return earlier


def _nearest_enemy(rules: Rulebook, position: PositionTable, space: str, power: str) -> str:
    """Return the enemy of a power that has the nearest printed land to a space: of those with which it is at war if
    there are any, the first in the order of play if several are as near. Return an empty string without enemies."""
    wars = position.get("wars", {})
    fought = {each for pair in rules.board.wars if power in pair for each in pair}
    fought |= {*wars.get(power, ())} | {each for each, on in wars.items() if power in on}
    enemies = [each for each in rules.order if each in rules.enemies.get(power, ())]
    enemies = [each for each in enemies if each in fought] or enemies
    far = rules.air_distances(space)
    land = [each for each in rules.board.spaces if each.held_by in enemies and each.id in far]
    nearest = min(land, key=lambda each: (far[each.id], enemies.index(each.held_by)), default=None)
    return nearest.held_by if nearest else next(iter(enemies), "")


def land_of_enemies(rules: Rulebook, position: PositionTable) -> Iterator[tuple[str, set[str]]]:
    """Yield each land in which only enemies of its printed holder have units, and these powers."""
    for space, contents in (position.get("spaces") or {}).items():
        there = {power for power, rows in units_of(contents or {}).items() if any(row.number for row in rows)}
        if there and there <= rules.enemies.get(rules.board.space(space).held_by, frozenset()):
            yield space, there


def captors(rules: Rulebook, position: PositionTable) -> Iterator[tuple[str, str]]:
    """Yield each land that a power must have taken, and that power: only its land units, or in the turn of another only
    its units, are in land of its enemies or in neutral land.

    Left out is land that the power whose turn it is may only be attacking, or be about to claim: land of enemies and
    unfriendly neutrals until the combat is over, friendly neutrals in the noncombat move.
    """
    turn, phase = position.get("turn"), position.get("phase", "")
    order = [each.id for each in rules.ruleset.phases]
    is_over = CONDUCT_COMBAT in order and phase in order[order.index(CONDUCT_COMBAT) + 1 :]
    for space, (power, *others) in land_of_enemies(rules, position):
        if not others and (power != turn or (is_over and _has_land_units(rules, position["spaces"][space]))):
            yield space, power
    for space, contents in (position.get("spaces") or {}).items():
        printed, powers = rules.board.space(space), [*units_of(contents or {})]
        if not printed.neutral or printed.closed or len(powers) != 1 or not _has_land_units(rules, contents):
            continue
        friend = PRINTED_SIDES.get(printed.neutral) is rules.sides.get(powers[0])
        comes = phase == NONCOMBAT_MOVE if friend else phase in (COMBAT_MOVE, CONDUCT_COMBAT)
        if powers[0] in rules.order and not (powers[0] == turn and comes):
            yield space, powers[0]


def _has_land_units(rules: Rulebook, contents: Contents) -> bool:
    """Return whether land units or facilities are among the contents of a space."""
    rows = (row for rows in units_of(contents).values() for row in rows if row.number)
    return any(rules.kinds[row.unit] in (UnitKind.LAND, UnitKind.FACILITY) for row in rows)


def _defended(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> Iterator[tuple[str, str]]:
    """Yield each land of its own printed side in which the power whose turn it is fights a battle, and the only enemy
    there. That enemy must have taken the land."""
    turn = position["turn"]
    for act in acts:
        there = {*units_of(position["spaces"].get(act.named(), Contents()))} if act.kind == "battle" else set()
        enemies = there & rules.enemies.get(turn, frozenset())
        if turn in there and len(enemies) == 1 and rules.board.space(act.named()).held_by in rules.friends[turn]:
            yield act.named(), enemies.pop()


def complete_holders(rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Complete the holder of land that an enemy must have taken (:func:`captors`, :func:`_defended`). If the line
    states the printed holder, delete it, because a case has it by default. Yields the assumptions."""
    for space, power in (*captors(rules, position), *_defended(rules, position, acts)):
        contents = position["spaces"][space]
        if "held_by" not in contents:
            contents["held_by"] = power
            yield f"{words.space(space)} is {possessive(power_name(power))}, whose units are there"
        elif contents["held_by"] == rules.board.space(space).held_by:
            del contents["held_by"]


def complete_lost_islands(rules: Rulebook, words: GameWords, position: PositionTable) -> Iterator[str]:
    """Complete the note that kamikaze attacks may begin, if an enemy holds an island whose loss allows them and whose
    printed holder makes them. Yields the assumption."""
    given = rules.lines[_LOST_ISLANDS].given if _LOST_ISLANDS in rules.lines else {}
    powers, islands = (cast("Sequence[str]", given.get(each, ())) for each in ("powers", "spaces"))
    spaces, foes = position["spaces"], {foe for each in powers for foe in rules.enemies.get(each, ())}
    own = (each for each in islands if each in spaces and rules.board.space(each).held_by in powers)
    lost = [each for each in own if spaces[each].get("held_by") in foes]
    noted = position.setdefault("game_notes", {}) if lost else {}
    if lost and KAMIKAZE_ROUSED.name not in noted:
        noted[KAMIKAZE_ROUSED.name] = "yes"
        yield f"{words.space(lost[0])} has fallen, so kamikaze attacks may begin"


def _is_captured(rules: Rulebook, row: Row, units: Units) -> bool:
    """Return whether the units of a row in captured land are guns or facilities, which were captured with it. It is
    false if any of ``units``, those in the land, is of that type and has a stated mark."""
    kind = rules.kinds.get(row.unit)
    gun = kind is UnitKind.LAND and not rules.board.unit(row.unit).attack
    return (gun or kind is UnitKind.FACILITY) and not any("is" in each.state for each in units if each.unit == row.unit)
