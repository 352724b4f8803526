"""Sentences about single actions and expectations: one small function for each key of the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kb.engine.core.position import PROVOKED, UNPROVOKED
from kb.games.rulesets import RuleSet
from kb.scenarios.language import Act
from kb.scenarios.script import as_option
from kb.scenarios.vocabulary import NONE
from kb.scenarios.wording import Wording, listed, number, power_name

#: the rule of games whose research dice are researchers, who stay and roll again
_KEEPS_RESEARCHERS = "researchers-roll-a-die-each"


class Narrator(Wording):
    """The words of a board, with the titles of a rule set's phases and advantages."""

    def __init__(self, board: Any, ruleset: RuleSet) -> None:
        super().__init__(board)
        titles = [(each.id, each.title) for each in ruleset.phases]
        titles += [(each.id, each.title) for each in ruleset.advantages]
        titles += [(each.id, each.name) for each in board.technologies]
        self.titles = dict(titles)
        self.keeps_researchers = any(line.rule == _KEEPS_RESEARCHERS for line in ruleset.rules)

    def titled(self, name: str) -> str:
        """The title of a phase, advantage or technology."""
        return self.titles.get(name) or name.replace("-", " ")

    def act(self, act: Act, turn: str) -> str:
        """One action, with its dice and choices, and whether it is refused."""
        extra = [f"dice {', '.join(map(str, act.dice))}"] if act.dice else []
        extra += [f"{power_name(power)} chooses {self.option(option, power)}" for power, option in act.choices]
        extra += [f"named {listed(act.which)}"] if act.which else []
        more = f" ({'; '.join(extra)})" if extra else ""
        refused = f"; this is not allowed ({', '.join(act.refused_by)})" if act.refused_by else ""
        return f"{power_name(act.power or turn)} {ACTS[act.kind](self, act)}{more}{refused}"

    def option(self, written: Any, power: str) -> str:
        """One option of a choice: units, a space, or nothing."""
        option = as_option(written, power)
        if isinstance(option, str):
            return power_name(option) if "/" in option else self.space(option)
        units = (
            f"{number(count)} {self.unit(unit, count)}{f' of {power_name(owner)}' if owner != power else ''}"
            for owner, unit, count in option
        )
        return listed(units) or "nothing"

    def check(self, key: str, value: Any) -> str:
        """One thing that is expected."""
        return CHECKS[key](self, value) if key in CHECKS else f"{key.replace('_', ' ')} is {plain(value)}"

    def war(self, power: str, other: str, how: str) -> str:
        """That a power has made war on another, and how."""
        names = (power_name(power), power_name(other))
        if how in (PROVOKED, UNPROVOKED):
            return f"{names[0]} has declared war on {names[1]}, {how}"
        return (
            f"{names[0]} and {names[1]} are at war" if how != NONE else f"{names[0]} has declared no war on {names[1]}"
        )

    def at(self, act: Act, key: str, word: str) -> str:
        """`` in Norway``, where the act says so."""
        return f" {word} {self.space(act.given[key])}" if key in act.given else ""

    def ship(self, ship: str) -> str:
        """A ship by its type or its name."""
        return f"the {self.unit(ship)}" if self.is_unit(ship) else ship

    def meant(self, act: Act) -> str:
        """The units of an act, or ``all``."""
        return self.by_power(act.what) if isinstance(act.what, dict) else str(act.what)


def plain(value: Any) -> str:
    """A value of a scenario file on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {plain(each)}" for key, each in value.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return " ".join(plain(each) for each in value) or "nothing"
    return str(value)


# -- actions


def _research(words: Narrator, act: Act) -> str:
    dice = act.what["dice"]
    if "technology" not in act.what:
        kept = words.keeps_researchers
        return f"buys {researchers(dice) if kept else _research_dice(dice)} and {'has all roll' if kept else 'rolls'}"
    return f"rolls {number(dice)} dice for {words.titled(act.what['technology'])}"


def _research_dice(count: int) -> str:
    return f"{number(count)} research {'die' if count == 1 else 'dice'}"


def researchers(count: int) -> str:
    """So many researchers."""
    return f"{number(count)} researcher{'' if count == 1 else 's'}"


def _repair(words: Narrator, act: Act) -> str:
    off = f"the {words.unit(act.given['facility'])} in" if "facility" in act.given else "the complex in"
    return f"takes {number(act.what)} damage marker{'' if act.what == 1 else 's'} off{words.at(act, 'at', off)}"


def _move(words: Narrator, act: Act) -> str:
    return f"moves {words.meant(act)} {words.way(act.given['route'])}"


def _load(words: Narrator, act: Act) -> str:
    ship = act.given.get("transport", "a transport")
    return f"loads {words.meant(act)}{words.at(act, 'from', 'from')} onto {ship}{words.at(act, 'to', 'in')}"


def _offload(words: Narrator, act: Act) -> str:
    ship = f" (aboard {act.given['transport']})" if "transport" in act.given else ""
    return f"puts {words.meant(act)}{ship} ashore{words.at(act, 'from', 'from')}{words.at(act, 'to', 'in')}"


def _battle(words: Narrator, act: Act) -> str:
    cycles = act.given.get("cycles")
    often = f" for {number(cycles)} cycle{'' if cycles == 1 else 's'}" if cycles else ""
    outcome = act.given.get("outcome")
    given = f", given that what is lost is {words.by_power(outcome['lost']) or 'nothing'}" if outcome else ""
    return f"fights in {words.space(act.what)}{often}{given}"


def _retreat(words: Narrator, act: Act) -> str:
    who = "everything" if act.what == "all" else words.meant(act)
    return f"retreats with {who}{words.at(act, 'at', 'from')}{words.at(act, 'to', 'to')}"


def _withdraw(words: Narrator, act: Act) -> str:
    who = "its aircraft" if act.what == "aircraft" else words.meant(act)
    return f"breaks off with {who}{words.at(act, 'at', 'from')}"


def _bombard(words: Narrator, act: Act) -> str:
    return f"has {words.meant(act)}{words.at(act, 'from', 'in')} bombard {words.space(act.given['at'])}"


def _target(words: Narrator, act: Act) -> str:
    where = words.space(act.given["at"])
    return f"the {words.unit(act.given['target'])} in {where}" if "target" in act.given else where


def _raid(words: Narrator, act: Act) -> str:
    return f"raids {_target(words, act)} with {words.meant(act)}{words.at(act, 'from', 'from')}"


def _mobilize(words: Narrator, act: Act) -> str:
    made = words.at(act, "at", "in") + words.at(act, "producer", "from the complex in")
    guests = f", with {words.by_power(act.given['fighters'])} going aboard" if "fighters" in act.given else ""
    return f"places {words.units(act.what)}{made}{guests}"


def _invoke(words: Narrator, act: Act) -> str:
    units = f" with {words.by_power(act.given['units'])}" if "units" in act.given else ""
    origins = [words.space(space) for space in act.given.get("from", ())]
    start = f" from {'each of ' if len(origins) > 1 else ''}{listed(origins)}" if origins else ""
    spaces = [words.space(space) for space in act.given.get("spaces", ())]
    where = f" to {spaces[1]}" if start and len(spaces) == 2 else f" in {listed(spaces)}" if spaces else ""
    return f"uses {words.titled(act.what)}{units}{start}{where}"


ACTS: dict[str, Callable[[Narrator, Act], str]] = {
    "research": _research,
    "purchase": lambda words, act: f"buys {words.units(act.what)}{_for_economy(act)}",
    "repair": _repair,
    "move": _move,
    "load": _load,
    "offload": _offload,
    "bombard": _bombard,
    "raid": _raid,
    "rocket": lambda words, act: f"fires a rocket{words.at(act, 'from', 'from')} at {_target(words, act)}",
    "battle": _battle,
    "submerge": lambda words, act: f"submerges {words.meant(act)}{words.at(act, 'at', 'in')}",
    "retreat": _retreat,
    "withdraw": _withdraw,
    "land": lambda words, act: f"lands {words.meant(act)}{words.at(act, 'at', 'in')}",
    "mobilize": _mobilize,
    "collect": lambda words, act: "collects income",
    "invoke": _invoke,
    "declare-war": lambda words, act: f"declares war on {power_name(act.what)}",
    "end": lambda words, act: "ends the turn" if act.what == "turn" else "ends the phase",
}

# -- expectations


def _each(value: Mapping[str, Any], tell: Callable[[str, Any], str]) -> str:
    return listed(tell(key, each) for key, each in value.items())


def _stands(words: Narrator, value: Any) -> str:
    return _each(value, lambda space, there: f"in {words.space(space)}: {words.by_power(there)}")


def _aboard(words: Narrator, value: Any) -> str:
    def tell(space: str, ships: Mapping[str, Any]) -> str:
        where = words.space(space)
        return _each(ships, lambda ship, units: f"{words.units(units)} aboard {words.ship(ship)} in {where}")

    return _each(value, tell)


def _submerged(words: Narrator, value: Any) -> str:
    def tell(space: str, own: Mapping[str, int]) -> str:
        whose = _each(own, lambda power, count: f"{number(count)} of {power_name(power)}")
        return f"submerged in {words.space(space)}: {whose or 'none'}"

    return _each(value, tell)


def _holds(words: Narrator, value: Any) -> str:
    return _each(value, lambda land, power: f"{_somebody(power)} holds {words.space(land)}")


def _somebody(power: str) -> str:
    return "nobody" if power == NONE else power_name(power)


def _for_economy(act: Act) -> str:
    return f" for the economy of {act.given['economy'].capitalize()}" if "economy" in act.given else ""


def _bought(words: Narrator, value: Any) -> str:
    return _each(value, lambda power, units: f"{power_name(power)} is still to place {words.units(units)}")


def _technology(words: Narrator, value: Any) -> str:
    """Who has which technologies; in a reference proof, which number each has."""
    if not all(isinstance(names, list) for names in value.values()):
        return f"numbers on the chart: {plain(value)}"
    return _each(value, lambda power, names: f"{power_name(power)} has {listed(map(words.titled, names)) or 'nothing'}")


def _dice(words: Narrator, value: Any) -> str:
    def tell(step: str, count: int) -> str:
        return f"{number(count)} {'die' if count == 1 else 'dice'} for {step.replace('-', ' ')}"

    return _each(value, tell)


def _island(words: Narrator, value: Any) -> str:
    return _each(value, lambda land, yes: f"{words.space(land)} is {'an' if yes == 'yes' else 'no'} island")


def _clock(words: Narrator, value: Mapping[str, Any]) -> str:
    parts = [f"it is {power_name(value['turn'])}'s turn"] if "turn" in value else []
    parts += [f"the phase is {words.titled(value['phase'])}"] if "phase" in value else []
    parts += [f"the round is {value['round']}"] if "round" in value else []
    return listed(parts)


def _may(words: Narrator, value: Mapping[str, Any]) -> str:
    told = _each(value, lambda power, ways: f"{power_name(power)} may {' or '.join(ways)}")
    return told or "nobody may decide anything"


def _options(words: Narrator, value: Mapping[str, Any]) -> str:
    power = value["power"]
    are = " or ".join(words.option(each, power) for each in value["are"])
    return f"{power_name(power)} chooses {value.get('what', 'casualties')} from {are}"


def _damaged(words: Narrator, value: Any) -> str:
    def tell(space: str, units: Mapping[str, int]) -> str:
        hits = _each(units, lambda unit, n: f"{number(n)} {'hit' if n == 1 else 'hits'} on the {words.unit(unit)}")
        return f"{hits or 'no hits'} in {words.space(space)}"

    return _each(value, tell)


def _figure(figure: str, value: str) -> str:
    return f"{figure.replace('_', ' ')} {value}"


def _canal(words: Narrator, value: Mapping[str, Mapping[str, Any]]) -> str:
    names = {canal.id: canal.name for canal in words.board.canals}

    def tell(canal: str, told: Mapping[str, Any]) -> str:
        lands = f"is opened by {listed(map(words.space, told['lands']))}" if "lands" in told else ""
        between = f"is between {listed(map(words.space, told['between']))}" if "between" in told else ""
        return f"{names[canal]} {listed((between, lands))}"

    return _each(value, tell)


def _loads(words: Narrator, value: Any, has: str) -> str:
    return _each(value, lambda ship, loads: f"{words.ship(ship)} {has} {' or '.join(map(words.units, loads))}")


def _at_war(words: Narrator, value: Any) -> str:
    return _each(
        value, lambda power, foes: f"{power_name(power)} is at war with {listed(map(power_name, foes)) or 'nobody'}"
    )


def _declared(words: Narrator, value: Any) -> str:
    return listed(words.war(by, on, how) for by, others in value.items() for on, how in others.items())


CHECKS: dict[str, Callable[[Narrator, Any], str]] = {
    "lost": lambda words, value: f"lost: {words.by_power(value)}",
    "attackers": lambda words, value: f"attacking: {words.by_power(value)}",
    "defenders": lambda words, value: f"defending: {words.by_power(value)}",
    "stands": _stands,
    "damaged": _damaged,
    "submerged": _submerged,
    "aboard": _aboard,
    "holds": _holds,
    "treasury": lambda words, value: _each(value, lambda power, ipcs: f"{power_name(power)} has {ipcs} IPCs"),
    "bought": _bought,
    "technology": _technology,
    "researchers": lambda words, value: _each(value, lambda power, n: f"{power_name(power)} has {researchers(n)}"),
    "at_war": _at_war,
    "declared": _declared,
    "leans": lambda words, value: _each(
        value, lambda land, side: f"{words.space(land)} has turned to {_somebody(side)}"
    ),
    "clock": _clock,
    "may": _may,
    "retreat_to": lambda words, value: f"a retreat may go to {' or '.join(map(words.space, value)) or 'no space'}",
    "options": _options,
    "steps": lambda words, value: f"the steps are {', '.join(step.replace('-', ' ') for step in value)}",
    "dice": _dice,
    "battle": lambda words, value: f"the battle is {value}" if value != NONE else "there is no battle",
    "because": lambda words, value: listed(value),
    "readings": lambda words, value: listed(value),
    "unverified": lambda words, value: listed(value),
    "winner": lambda words, value: f"the {value.capitalize()} win" if value != NONE else "nobody has won",
    "touch": lambda words, value: f"{words.space(value[0])} borders {words.space(value[1])}",
    "apart": lambda words, value: f"{words.space(value[0])} does not border {words.space(value[1])}",
    "held_by": _holds,
    "unit": lambda words, value: _each(value, lambda unit, told: f"{words.unit(unit)}: {_each(told, _figure)}"),
    "setup": lambda words, value: f"set-up, {_stands(words, value)}",
    "owner": lambda words, value: _each(value, lambda land, power: f"{words.space(land)} is {_somebody(power)}'s"),
    "room": lambda words, value: _loads(words, value, "has room for"),
    "no_room": lambda words, value: _loads(words, value, "has no room for"),
    "phases": lambda words, value: f"in this order, {listed(map(words.titled, value))}",
    "powers": lambda words, value: f"in this order, {listed(map(power_name, value))}",
    "value": lambda words, value: _each(value, lambda land, ipcs: f"{words.space(land)} is worth {ipcs}"),
    "island": _island,
    "canal": _canal,
}
