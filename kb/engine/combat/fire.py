"""The steps in which both sides fire, and the rules that change strengths, dice and targets."""

from __future__ import annotations

from kb.engine.battle.casualties import anyone_left, assign
from kb.engine.battle.fire import volley
from kb.engine.battle.state import change_battle, the_battle
from kb.engine.battle.steps import step
from kb.engine.board.abilities import gains, has_technology
from kb.engine.board.unit_types import is_kind
from kb.engine.core.given import Number, Technologies, Units
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers
from kb.games.board_model import UnitKind


@answers(
    "one-shot-a-cycle",
    "{unit} has fired in this cycle.",
    "fires-again",
    about="A unit fires once in each cycle of combat.",
)
def one_shot_a_cycle(play: Play, answer: bool, unit: Unit) -> bool:
    return answer and unit.id not in the_battle(play).fired


@step("attackers-fire")
def attackers_fire(play: Play) -> None:
    """The attacker's units fire."""
    battle = the_battle(play)
    shooters = [unit for unit in play.units(battle.attackers) if _fires(play, unit)]
    hits = volley(play, shooters, True, "attackers-fire") if anyone_left(play, battle.defenders) else []
    if play.ask("picked-at-once", False, space=battle.space):
        assign(play, hits, battle.defenders)
    elif hits:
        play.happen("hits-wait", change_battle(play, pending=tuple((unit.id, number) for unit, number in hits)))


@answers(
    "defenders-pick-before-they-fire",
    "The defender picks his casualties before his units fire.",
    "picked-at-once",
    about="The defender picks casualties before the defending units fire.",
)
def defenders_pick_before_they_fire(play: Play, answer: bool, space: str) -> bool:
    return True


@step("defenders-fire")
def defenders_fire(play: Play) -> None:
    """The defender's units fire, those just hit included."""
    battle = the_battle(play)
    shooters = [unit for unit in play.units(battle.defenders) if _fires(play, unit)]
    if anyone_left(play, battle.attackers):
        assign(play, volley(play, shooters, False, "defenders-fire"), battle.attackers)


def _fires(play: Play, unit: Unit) -> bool:
    hit = unit.id in the_battle(play).marked and not play.ask("fires-though-hit", False, unit=unit)
    return not hit and bool(play.ask("fires-again", True, unit=unit))


@answers(
    "casualties-fire-before-they-leave",
    "{unit} is hit, and fires before it leaves.",
    "fires-though-hit",
    about="A casualty that is still on the battle board fires.",
)
def casualties_fire_before_they_leave(play: Play, answer: bool, unit: Unit) -> bool:
    return True


@answers(
    "artillery-supports-infantry",
    "Artillery supports infantry, one for one.",
    "strengths",
    about="Each {supporters:one} lets one {supported:one} attack at {attack}. It does not add to another bonus.",
    given={
        "supporters": Units("the types that support"),
        "supported": Units("the types that are supported"),
        "attack": Number("the attack value of a supported unit"),
    },
)
def artillery_supports_infantry(
    play: Play, answer: dict[int, int], units: list[Unit], attacking: bool
) -> dict[int, int]:
    rule = "artillery-supports-infantry"
    if not attacking:
        return answer
    guns = [unit for unit in units if unit.type in play.names(rule, "supporters")]
    left = sum(play.ask("supports", 1, unit=unit) for unit in guns)
    attack = play.number(rule, "attack")
    raised = dict(answer)
    for unit in units:
        if left and unit.type in play.names(rule, "supported") and raised[unit.id] < attack:
            raised[unit.id] = attack
            left -= 1
    return raised


@answers(
    "pairs-attack-better",
    "Paired units attack at a higher number.",
    "strengths",
    about="{units} attack at {attack} beside {beside:or}, each beside its own.",
    given={
        "units": Units("the types that attack better"),
        "beside": Units("the types that they need beside them"),
        "attack": Number("their attack value then"),
    },
)
def pairs_attack_better(play: Play, answer: dict[int, int], units: list[Unit], attacking: bool) -> dict[int, int]:
    rule = "pairs-attack-better"
    able = [unit for unit in units if unit.type in play.names(rule, "units")]
    return _paired(play, rule, answer, units, able) if attacking else answer


@answers(
    "better-mechanized-infantry-attacks-beside-tanks",
    "Beside tanks it attacks at a higher number.",
    "strengths",
    about="{technologies}: {units} attacks at {attack} beside {beside}, each beside its own.",
    given={
        "technologies": Technologies("the technologies with which this holds"),
        "units": Units("the types that attack better"),
        "beside": Units("the types that they need beside them"),
        "attack": Number("their attack value then"),
    },
)
def better_mechanized_infantry_attacks_beside_tanks(
    play: Play, answer: dict[int, int], units: list[Unit], attacking: bool
) -> dict[int, int]:
    rule = "better-mechanized-infantry-attacks-beside-tanks"
    able = [unit for unit in units if gains(play, rule, unit)]
    return _paired(play, rule, answer, units, able) if attacking else answer


def _paired(play: Play, rule: str, answer: dict[int, int], units: list[Unit], able: list[Unit]) -> dict[int, int]:
    """The strengths with a rule's number for as many of the able as there are partners that it names."""
    partners = sum(unit.type in play.names(rule, "beside") for unit in units)
    return {**answer, **{unit.id: play.number(rule, "attack") for unit in able[:partners]}}


@answers(
    "advanced-artillery-supports-more",
    "{unit} supports {now} infantry.",
    "supports",
    about="{technologies}: each artillery supports {number} infantry.",
    given={
        "technologies": Technologies("the technologies with which this holds"),
        "number": Number("how many units one artillery supports"),
    },
)
def advanced_artillery_supports_more(play: Play, answer: int, unit: Unit) -> int:
    rule = "advanced-artillery-supports-more"
    return play.number(rule, "number") if has_technology(play, rule, unit.power) else answer


def _by_technology(play: Play, rule: str, answer: dict[int, int], units: list[Unit], key: str) -> dict[int, int]:
    """The strengths with a technology's number for the units it is about."""
    about = [u for u in units if u.type in play.names(rule, "units") and has_technology(play, rule, u.power)]
    return {**answer, **{unit.id: play.number(rule, key) for unit in about}}


@answers(
    "jet-fighters-defend-better",
    "Jet fighters defend at a higher number.",
    "strengths",
    about="{technologies}: {units} defend at {defense}.",
    given={
        "technologies": Technologies("the technologies with which this holds"),
        "units": Units("the types that defend better"),
        "defense": Number("their defense value"),
    },
)
def jet_fighters_defend_better(
    play: Play, answer: dict[int, int], units: list[Unit], attacking: bool
) -> dict[int, int]:
    return answer if attacking else _by_technology(play, "jet-fighters-defend-better", answer, units, "defense")


@answers(
    "jet-fighters-attack-better",
    "Jet fighters attack at a higher number.",
    "strengths",
    about="{technologies}: {units} attack at {attack}.",
    given={
        "technologies": Technologies("the technologies with which this holds"),
        "units": Units("the types that attack better"),
        "attack": Number("their attack value"),
    },
)
def jet_fighters_attack_better(
    play: Play, answer: dict[int, int], units: list[Unit], attacking: bool
) -> dict[int, int]:
    return _by_technology(play, "jet-fighters-attack-better", answer, units, "attack") if attacking else answer


@answers(
    "super-submarines-attack-better",
    "Super submarines attack at a higher number.",
    "strengths",
    about="{technologies}: {units} attack at {attack}.",
    given={
        "technologies": Technologies("the technologies with which this holds"),
        "units": Units("the types that attack better"),
        "attack": Number("their attack value"),
    },
)
def super_submarines_attack_better(
    play: Play, answer: dict[int, int], units: list[Unit], attacking: bool
) -> dict[int, int]:
    return _by_technology(play, "super-submarines-attack-better", answer, units, "attack") if attacking else answer


@answers(
    "heavy-bombers-roll-two-dice",
    "{unit} rolls {now} dice.",
    "dice",
    about="{technologies}: each {units:one} attacks with {dice:die}.",
    given={
        "technologies": Technologies("the technologies with which this holds"),
        "units": Units("the types that roll more dice"),
        "dice": Number("how many dice each rolls"),
    },
)
def heavy_bombers_roll_two_dice(play: Play, answer: int, unit: Unit, attacking: bool) -> int:
    rule = "heavy-bombers-roll-two-dice"
    if attacking and unit.type in play.names(rule, "units") and has_technology(play, rule, unit.power):
        return play.number(rule, "dice")
    return answer


@answers(
    "heavy-bombers-hit-once",
    "Of its dice {unit} uses the best one.",
    "hits-that-count",
    about="{technologies}: of the dice of {units:a} only the best counts.",
    given={
        "technologies": Technologies("the technologies with which this holds"),
        "units": Units("the types whose best die counts"),
    },
)
def heavy_bombers_hit_once(play: Play, answer: int, unit: Unit) -> int:
    rule = "heavy-bombers-hit-once"
    return min(answer, 1) if gains(play, rule, unit) else answer


@answers(
    "only-ships-are-hit-by-submarines",
    "{shooter} cannot hit {target}.",
    "can-hit",
    about="{units} hit ships only.",
    given={"units": Units("the types that hit ships only")},
)
def only_ships_are_hit_by_submarines(play: Play, answer: bool, shooter: Unit, target: Unit) -> bool:
    units = play.names("only-ships-are-hit-by-submarines", "units")
    return answer and not (shooter.type in units and not is_kind(play, target, UnitKind.SHIP))
