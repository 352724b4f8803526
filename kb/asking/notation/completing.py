"""Completes what a line left out: the phase, carriers and transports, complexes, money, wars; each is noted."""

from __future__ import annotations

from kb.asking.notation.assumed import Assumed
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Act, Acts, Scene, Standing
from kb.cases.language.scenario import Plain
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import UnitKind

#: verbs whose action has another name in the table of phases
_NAMES = {"battle": "fight", "collect": "collect_income", "withdraw": "retreat"}
_PHASES = "phases-of-actions"
#: what a die for technology costs, in IPCs
_PRICE_OF_A_DIE = 5
_ENDS = "end"
_MOVES = ("combat-move", "noncombat-move")
#: phases in which powers fight
_HOSTILE = ("combat-move", "conduct-combat")
#: what the options of a rule set are called that technologies and advantages need
_TECHNOLOGY, _ADVANTAGES = "technology", "national-advantages"


def verb_of(act: Act) -> str:
    """The verb of an act: its main key."""
    return next(iter(act))


def phases_of(rules: Rulebook, act: Act) -> tuple[str, ...]:
    """The phases that an act is for; none where it may be done in any."""
    verb = verb_of(act)
    name = _NAMES.get(verb, verb.replace("-", "_"))
    table = next((fact.table for fact in rules.ruleset.facts if fact.fact == _PHASES), {})
    return tuple(table.get(name, ()))


def complete(scene: Scene, acts: Acts) -> None:
    """Add to the scene and the acts what the line takes for granted."""
    _holders(scene, acts)
    _battle(scene, acts)
    _carriers(scene)
    _transports(scene)
    _complexes(scene, acts)
    end_phases(scene, acts)
    _wars(scene, acts)
    _money(scene, acts)
    _options(scene, acts)


def _holders(scene: Scene, acts: Acts) -> None:
    """Land in which only enemies of its printed holder stand is theirs; a power that attacks has to take it first."""
    left = {act["route"][0] for act in acts.acts if "route" in act}
    for space in dict.fromkeys(each.place for each in scene.units if not is_sea(scene.rules, each.place)):
        holder = scene.rules.board.space(space).held_by
        there = [each for each in scene.units if each.place == space]
        powers = dict.fromkeys(each.power for each in there if scene.kind(each.unit) is not UnitKind.AIR)
        fights = scene.phase in ("", "conduct-combat") and any(not scene.hostile(power) for power in powers)
        fights = fights and space not in left
        if not powers or space in scene.held or fights:
            continue
        if all(each.power in scene.enemies(holder) for each in there):
            power = next(iter(powers))
            scene.held[space] = power
            scene.assume("held", space, power)


def _battle(scene: Scene, acts: Acts) -> None:
    """Where nothing is done and enemies meet, they fight; nobody leaves a battle before it is fought."""
    first = next((at for at, act in enumerate(acts.acts) if "battle" in act), 0)
    if first and all({"submerge", "retreat", "withdraw"} & act.keys() for act in acts.acts[:first]):
        acts.acts.insert(0, acts.acts.pop(first))
    fights = scene.phase in ("", "conduct-combat")
    if not acts.acts and acts.what is None and fights and scene.contested() and scene.rules.ruleset.steps:
        here = scene.contested()[0]
        acts.acts.append({"battle": here})
        scene.assume("battle", here)


def _carriers(scene: Scene) -> None:
    """Aircraft of a power that is not on turn stand on a carrier at sea."""
    board = scene.rules.board
    deck = next((unit.id for unit in board.units if unit.has("carrier_room")), "")
    for each in list(scene.units):
        if scene.kind(each.unit) is not UnitKind.AIR or not is_sea(scene.rules, each.place):
            continue
        own = [ship for ship in scene.at(each.place) if ship.unit == deck]
        friends = [ship for ship in own if scene.hostile(ship.power) == scene.hostile(each.power)]
        if each.power == scene.turn or friends or not deck or not board.unit(each.unit).has("carrier_cost"):
            continue
        scene.units.remove(each)
        scene.units.append(Standing(deck, each.power, 1, each.place, each.now, [each]))
        scene.assume("carrier", each.unit, each.power, each.place)


def _transports(scene: Scene) -> None:
    """Land units at sea stand on a transport."""
    carrier = next((unit.id for unit in scene.rules.board.units if unit.has("transport_room")), "")
    loose = [each for each in scene.units if scene.kind(each.unit) is UnitKind.LAND and is_sea(scene.rules, each.place)]
    ships: dict[tuple[str, str], Standing] = {}
    for each in loose:
        scene.units.remove(each)
        key = (each.power, each.place)
        known = next((ship for ship in scene.units if ship.unit == carrier and (ship.power, ship.place) == key), None)
        ship = ships.setdefault(key, known or Standing(carrier, each.power, 1, each.place, each.now))
        ship.cargo.append(each)
        if not any(ship is other for other in scene.units):
            scene.units.append(ship)
            scene.assume("transport", each.power, each.place)


def _complexes(scene: Scene, acts: Acts) -> None:
    """New units come from a complex, and raids go against one."""
    complexes = [unit.id for unit in scene.rules.board.units if unit.id.endswith("industrial-complex")]
    for act in (*acts.acts,):
        place = act.get("producer") or (act.get("at") if verb_of(act) in ("mobilize", "raid", "repair") else "")
        if "mobilize" in act and all(scene.kind(unit) is UnitKind.FACILITY for unit in act["mobilize"]):
            continue
        rockets = verb_of(act) == "rocket"
        place = act["at"] if rockets else place
        if not place or not complexes or is_sea(scene.rules, place):
            continue
        if any(unit.unit in complexes or scene.kind(unit.unit) is UnitKind.FACILITY for unit in scene.at(place)):
            continue
        printed = [row.unit for row in scene.rules.board.setup if row.space == place and row.unit in complexes]
        if not printed:
            continue
        kind = printed[0]
        made = Standing(kind, scene.holder(place) or scene.turn, 1, place, place)
        scene.units.append(made)
        if verb_of(act) == "repair":
            made.damage = act["repair"]
        scene.assume("complex", kind, place)


def with_captured(rules: Rulebook, position: Plain) -> tuple[Plain, list[Assumed]]:
    """A position in which the guns and facilities that stand in land taken this turn were taken with it, unless it says
    what they did; and what was assumed."""
    board, assumed = rules.board, []
    spaces = dict(position.get("spaces", {}))
    for space in position.get("notes", {}).get("captured", ()):
        there = dict(spaces.get(space, {}))
        for power, units in there.items():
            for unit, written in units.items() if isinstance(units, dict) else ():
                kind = rules.kinds.get(unit)
                gun = kind is UnitKind.LAND and not board.unit(unit).attack
                entries = [{"count": written}] if isinstance(written, int) else written
                if (gun or kind is UnitKind.FACILITY) and not any("is" in each for each in entries):
                    marked = [{**each, "is": ["captured"]} for each in entries]
                    there = {**there, power: {**there[power], unit: marked}}
                    assumed.append(Assumed("taken-with", (unit, space)))
        spaces[space] = there
    return ({**position, "spaces": spaces} if assumed else position), assumed


def end_phases(scene: Scene, acts: Acts) -> None:
    """The phase of the first act, and the ends of phases between acts that belong to different ones."""
    rules = scene.rules
    order = [phase.id for phase in rules.ruleset.phases]
    if scene.phase not in order:
        scene.phase = _first_phase(scene, acts, order)
        scene.assume("phase", scene.phase)
    now, made = scene.phase, []
    for act in acts.acts:
        allowed = [phase for phase in phases_of(rules, act) if phase in order]
        later = [phase for phase in allowed if order.index(phase) > order.index(now)]
        if allowed and now not in allowed and later:
            for phase in order[order.index(now) : order.index(later[0])]:
                made.append(acts.supplied_end(phase))
            now = later[0]
        made.append(act)
        if _ENDS in act and act[_ENDS] in ("phase", now) and now != order[-1]:
            now = order[order.index(now) + 1]
    acts.acts = made


def _first_phase(scene: Scene, acts: Acts, order: list[str]) -> str:
    """The phase that the first act belongs to; of a move, combat where it goes among enemies or a fight follows."""
    for act in acts.acts:
        allowed = [phase for phase in phases_of(scene.rules, act) if phase in order]
        if {*_MOVES} <= {*allowed}:
            lands = any("land" in other for other in acts.acts)
            hostile = not lands and _is_hostile(scene, act)
            return _MOVES[0] if hostile or _fights_later(acts, act) else _MOVES[1]
        if allowed:
            return allowed[0]
    fights = "conduct-combat" if scene.contested() else _MOVES[0]
    return fights if fights in order else order[0]


def _is_hostile(scene: Scene, act: Act) -> bool:
    target = act.get("to") or (act.get("route") or [""])[-1]
    if not target or verb_of(act) == "load":
        return False
    entered = dict.fromkeys((target, *(act.get("route") or ())[1:]))
    enemies = any(scene.hostile(scene.holder(each)) for each in entered if not is_sea(scene.rules, each))
    there = [each for each in scene.units if each.place in entered]
    return enemies or any(scene.hostile(each.power) for each in there)


def _fights_later(acts: Acts, act: Act) -> bool:
    return any(
        {"battle", "raid", "bombard", "retreat"} & other.keys() for other in acts.acts if other is not act
    ) or any("offload" in other and verb_of(act) == "load" for other in acts.acts)


def _wars(scene: Scene, acts: Acts) -> None:
    """Powers that stand against each other are at war, where not all are from the start."""
    board = scene.rules.board
    if scene.peace or not board.wars or any("declare-war" in act for act in acts.acts):
        return
    at_war = {frozenset(pair) for pair in board.wars}
    at_war |= {frozenset((one, other)) for one, others in scene.wars.items() for other in others}
    places = [act.get(key, "") for act in acts.acts for key in ("battle", "to", "at")]
    places += [space for act in acts.acts for space in act.get("route", ())[1:]]
    targets = [each.power for each in scene.everyone() if each.place in places]
    targets += [scene.holder(place) for place in places if place]
    for other in dict.fromkeys(targets):
        if scene.hostile(other) and frozenset((scene.turn, other)) not in at_war and scene.phase in _HOSTILE:
            scene.wars.setdefault(scene.turn, {})[other] = "old"
            scene.assume("war", scene.turn, other)


def _money(scene: Scene, acts: Acts) -> None:
    """Who buys has the money, unless it was said how much there is."""
    for act in acts.acts:
        power = act.get("power", scene.turn)
        if power in scene.money:
            continue
        if "purchase" in act:
            price = sum((scene.rules.board.unit(unit).cost or 0) * count for unit, count in act["purchase"].items())
        elif "research" in act:
            price = _PRICE_OF_A_DIE * act["research"]["dice"]
        elif "repair" in act:
            price = act["repair"]
        else:
            continue
        scene.money[power] = price
        scene.assume("money", power, str(price))


def _options(scene: Scene, acts: Acts) -> None:
    """Technologies and advantages that somebody has are played."""
    for act in acts.acts:
        if "rocket" in act and not any("rockets" in each for each in scene.technologies.values()):
            known = [each.id for each in scene.rules.board.technologies if each.id == "rockets"]
            if known:
                scene.technologies.setdefault(scene.turn, []).append("rockets")
                scene.assume("technology", scene.turn, "rockets")
    needs = {
        _TECHNOLOGY: bool([each for each in scene.technologies.values() if each])
        or any("research" in act for act in acts.acts),
        _ADVANTAGES: bool(scene.advantages),
    }
    for option, needed in needs.items():
        if needed and option in scene.rules.ruleset.options and option not in scene.options:
            scene.options.append(option)
            scene.assume("option", option)
