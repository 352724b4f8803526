"""Plays the conformance suite against an engine over HTTP, and tells what comes out otherwise than the suite expects.

    kb export --format conformance --out suite
    kb serve &
    python examples/conformance_reader.py suite --url http://127.0.0.1:8001

It needs Python's standard library only, and knows nothing but docs/conformance.md, which says what everything means.
Another engine is tried with another function in the place of :class:`Engine`.
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Table = dict[str, Any]
#: answers a request of ``POST /api/v1/ask``: the case as it stands under ``case``
Ask = Callable[[Table], Table]
NONE, LOST = "none", "lost"


class Engine:
    """An engine that answers at an address as ``kb serve`` does."""

    def __init__(self, url: str) -> None:
        self._url = f"{url.rstrip('/')}/api/v1/ask"

    def __call__(self, case: Table) -> Table:
        """The answer to a case; what is wrong with it as ``{"errors": [...]}``."""
        body = json.dumps({"case": case}).encode()
        request = urllib.request.Request(self._url, body, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            return json.load(error)


# -- reading the suite


def read(place: Path) -> Iterator[Table]:
    """Every value of a suite: of a folder with a file for each, or of a file with a line for each."""
    if place.is_dir():
        for path in sorted(place.rglob("*.json")):
            yield json.loads(path.read_text("utf-8"))
        return
    with place.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


# -- playing a case


class Difference(Exception):
    """Something came out otherwise than the case expects."""


class Played:
    """A case as far as it has been played: the answer to what was done so far, and the rules that had a say."""

    def __init__(self, case: Table, ask: Ask) -> None:
        self.case, self._ask, self.done = case, ask, []
        self.answer: Table = {}
        #: the rules that refused, decided or were leaned on in all that was asked
        self.fired: dict[str, Table] = {}

    def request(self, **more: Any) -> Table:
        """The answer to what was done so far, and more."""
        case = {key: self.case[key] for key in ("game", "board", "ruleset", "position")}
        answer = self._ask({**case, "do": self.done, "record": "yes", **more})
        if "actions" not in answer:
            raise Difference(f"it cannot be asked: {answer.get('errors') or answer}")
        for action in answer["actions"]:
            for reason in (*action["reasons"], *action["leaned_on"]):
                self.fired[reason["rule"]] = reason
        return answer

    def play(self) -> None:
        """Ask for what has been done so far. Raises :class:`Difference` where one is refused or not all is used."""
        self.answer = self.request()
        for action in self.answer["actions"]:
            if not action["legal"]:
                rules = [reason["rule"] for reason in action["reasons"]]
                raise Difference(f"{action['text']} is refused: {', '.join(rules) or action['wrong']}")
        if self.answer["unreached"] or self.answer["findings"]:
            raise Difference(f"dice or choices: {self.answer['unreached'] or self.answer['findings']}")
        if any(each["what"] != "decision" for each in self.answer["waiting"]):
            raise Difference(f"it waits for {self.answer['waiting']}")

    def refuse(self, action: Table) -> None:
        """Ask whether an action may be done. Raises :class:`Difference` where it may."""
        answer = self.request(may=action["do"])
        judged = answer["actions"][-1]
        unknown = any(each["what"] == "outcome" for each in answer["waiting"])
        rules = sorted({each["rule"] for each in judged["leaned_on" if unknown else "reasons"]})
        if judged["legal"] is not False and not unknown:
            raise Difference(f"{judged['text']} is legal")
        if action["refused_by"] and rules != sorted({*action["refused_by"]}):
            raise Difference(f"{judged['text']} is refused by {rules}, not by {action['refused_by']}")

    @property
    def position(self) -> Table:
        """The position that came of it."""
        return self.answer["record"]["position"]

    def where(self, name: str) -> Counter[str]:
        """How many units of a name are in each space; those that are not there any more are lost."""
        spaces = Counter(space for called, space in named(self.position) if called == name)
        return spaces + Counter({LOST: sum(each == name for each, _ in named(self.case["position"])) - spaces.total()})

    def units(self, space: str) -> Iterator[Table]:
        """The units in a space, one by one, also those aboard others."""
        return units_of(self.position["spaces"].get(space, {}))


def units_of(contents: Table, ship: Table | None = None) -> Iterator[Table]:
    """Units one by one, each with its ``power``, its ``unit`` and the ``ship`` that it is aboard."""
    for power, types in contents.items():
        for kind, some in types.items() if power != "held_by" else ():
            for entry in some if isinstance(some, list) else [{"count": some}]:
                for _ in range(entry.get("count", 1)):
                    unit = {**entry, "power": power, "unit": kind, "ship": ship}
                    yield unit
                    yield from units_of(entry.get("cargo", {}), unit)


def named(position: Table) -> Iterator[tuple[str, str]]:
    """The names of units with the spaces in which they are, unit by unit."""
    for space, contents in position["spaces"].items():
        for unit in units_of(contents):
            if unit.get("name"):
                yield unit["name"], space


def by_power(units: Iterator[Table]) -> Table:
    """How many units of each type each power has."""
    found: dict[str, Counter[str]] = {}
    for unit in units:
        found.setdefault(unit["power"], Counter())[unit["unit"]] += 1
    return {power: dict(types) for power, types in found.items()}


# -- the expectations of what is played: each gives what came, in the form of what is expected


def is_part(item: Table, expected: Table) -> bool:
    """Whether a roll or a loss is of the part of the play that an expectation is about."""
    step, cycle = expected.get("in"), expected.get("round")
    return step in (None, *item["parts"]) and cycle in (None, item["round"])


def lost(played: Played, expected: Table) -> Any:
    """What was lost, in all or in a part of the play; nothing that a table could be where that part did not come."""
    record, step, cycle = played.answer["record"], expected.get("in"), expected.get("round")
    gone = ({**each, "parts": [each["step"]]} for each in record["steps"])
    if (step or cycle) and not any(is_part(each, expected) for each in (*gone, *record["rolls"], *record["losses"])):
        return "that part did not come"
    found: dict[str, Counter[str]] = {}
    for each in record["losses"]:
        for power, units in each["units"].items() if is_part(each, expected) else ():
            found.setdefault(power, Counter()).update(units)
    return {power: dict(units) for power, units in found.items()}


def dice(played: Played, expected: Table) -> Table:
    """How many dice were rolled for what is named."""
    rolled: Counter[str] = Counter()
    for each in played.answer["record"]["rolls"]:
        rolled[each["what"]] += len(each["faces"]) if is_part(each, expected) else 0
    return {what: rolled[what] for what in expected["value"]}


def steps(played: Played, expected: Table) -> list[str]:
    """The steps of combat, of a cycle or all."""
    cycle = expected.get("round")
    return [each["step"] for each in played.answer["record"]["steps"] if cycle in (None, each["round"])]


def stands(played: Played, expected: Table) -> Table:
    """All that is in the spaces."""
    return {space: by_power(played.units(space)) for space in expected["value"]}


def where(played: Played, expected: Table) -> Table:
    """Where the units of a name are."""
    return {name: " and ".join(played.where(name)) for name in expected["value"]}


def damaged(played: Played, expected: Table) -> Table:
    """The hits on what is in the spaces, by type."""
    return {
        space: dict(Counter(unit["unit"] for unit in played.units(space) for _ in range(unit.get("damage", 0))))
        for space in expected["value"]
    }


def submerged(played: Played, expected: Table) -> Table:
    """How many units of each power are submerged in the spaces."""
    return {
        space: dict(Counter(unit["power"] for unit in played.units(space) if "submerged" in unit.get("is", ())))
        for space in expected["value"]
    }


def aboard(played: Played, expected: Table) -> Table:
    """What is aboard the ships of a name, or of a type."""
    found: Table = {}
    for space, ships in expected["value"].items():
        found[space] = {}
        for ship in ships:
            key = "name" if any(ship == name for name, _ in named(played.case["position"])) else "unit"
            cargo = (unit for unit in played.units(space) if unit["ship"] and unit["ship"].get(key) == ship)
            found[space][ship] = dict(Counter(unit["unit"] for unit in cargo))
    return found


def holds(played: Played, expected: Table) -> Table:
    """Who holds the spaces."""
    spaces = played.position["spaces"]
    return {space: spaces.get(space, {}).get("held_by", NONE) for space in expected["value"]}


def at_war(played: Played, expected: Table) -> Table:
    """Whom powers are at war with, whoever declared it."""
    pairs = [(one, other) for one, wars in played.position["wars"].items() for other in wars]
    pairs += [pair[::-1] for pair in pairs]
    return {power: sorted({other for one, other in pairs if one == power}) for power in expected["value"]}


def declared(played: Played, expected: Table) -> Table:
    """How powers have declared war on others."""
    wars = played.position["wars"]
    return {one: {on: wars.get(one, {}).get(on, NONE) for on in others} for one, others in expected["value"].items()}


def of_position(part: str, absent: Any) -> Callable[[Played, Table], Table]:
    """A table of the position by power, or what stands for nothing in it."""
    return lambda played, expected: {key: played.position[part].get(key, absent) for key in expected["value"]}


def leans(played: Played, expected: Table) -> Table:
    """The sides that neutral lands have turned to."""
    turned = played.position["game_notes"].get("leans", {})
    return {land: turned.get(land, NONE) for land in expected["value"]}


def decisions(played: Played) -> Iterator[tuple[str, str, str]]:
    """What may be decided now: by whom, what, and what more is to say of it."""
    for each in played.answer["waiting"]:
        for option in each["options"] if each["what"] == "decision" else ():
            yield each["power"], option["what"], option.get("detail", "")


def may(played: Played, expected: Table) -> Table:
    """What powers may decide now."""
    found: dict[str, set[str]] = {}
    for power, what, _ in decisions(played):
        found.setdefault(power, set()).add(what)
    return {power: sorted(ways) for power, ways in found.items()}


def options(played: Played, expected: Table) -> Any:
    """What a power could choose from at one of its choices, in the form of what is expected."""
    wanted = expected["value"]
    own = (wanted["power"], wanted["what"])
    choices = [each["options"] for each in played.answer["record"]["choices"] if (each["power"], each["what"]) == own]
    return {**wanted, "are": choices[wanted["nth"] - 1]} if len(choices) >= wanted["nth"] else "no such choice"


def may_go(go: bool) -> Callable[[Played, Table], Table]:
    """Those of the spaces that are named to which a unit of a name may go, or in which it may land; or the others."""

    def find(played: Played, expected: Table) -> Table:
        where = {name: reached(played, name) for name in expected["value"]}
        return {
            name: [each for each in spaces if (each in where[name]) is go] for name, spaces in expected["value"].items()
        }

    return find


def reached(played: Played, name: str) -> set[str]:
    """Where a unit of a name may go now."""
    for space, contents in played.position["spaces"].items():
        for unit in units_of(contents):
            if unit.get("name") == name:
                which = {"power": unit["power"], "at": space}
                which["units"] = {unit["power"]: {unit["unit"]: [{"name": name}]}}
                offers = played.request(what=which)["offers"]
                return {
                    each["to"] or each["at"] for each in offers if each["legal"] and each["kind"] in ("move", "land")
                }
    return set()


#: by key what came, in the form of what is expected
PLAYED: dict[str, Callable[[Played, Table], Any]] = {
    "lost": lost,
    "attackers": lambda played, expected: played.answer["record"]["attackers"],
    "defenders": lambda played, expected: played.answer["record"]["defenders"],
    "steps": steps,
    "dice": dice,
    "battle": lambda played, expected: played.answer["record"]["battle"],
    "stands": stands,
    "where": where,
    "damaged": damaged,
    "submerged": submerged,
    "aboard": aboard,
    "holds": holds,
    "treasury": of_position("treasuries", 0),
    "bought": of_position("bought", {}),
    "technology": of_position("technologies", []),
    "researchers": of_position("researchers", 0),
    "at_war": at_war,
    "declared": declared,
    "leans": leans,
    "winner": lambda played, expected: played.answer["record"]["winner"],
    "clock": lambda played, expected: {key: played.position[key] for key in expected["value"]},
    "may": may,
    "retreat_to": lambda played, expected: [to for _, what, to in decisions(played) if what == "retreat"],
    "options": options,
    "may_go": may_go(True),
    "may_not_go": may_go(False),
    "battles": lambda played, expected: [each["space"] for each in played.answer["battles"]],
    "owed": lambda played, expected: [each["rule"] for each in played.answer["owed"]],
    "because": lambda played, expected: [rule for rule in expected["value"] if rule in played.fired],
    "readings": lambda played, expected: [
        each for each in expected["value"] if any(each in reason["readings"] for reason in played.fired.values())
    ],
    "unverified": lambda played, expected: [
        rule for rule in expected["value"] if played.fired.get(rule, {}).get("confidence") == "unverified"
    ],
}


# -- the expectations of what is printed: each gives what the board has, in the form of what is expected


class Printed:
    """A board with the rule set that is played on it."""

    def __init__(self, board: Table, ruleset: Table) -> None:
        self.board, self.ruleset = board, ruleset
        self.spaces = {each["id"]: each for each in board["spaces"]}
        self.units = {each["id"]: each for each in board["units"]}
        self.canals = {each["id"]: each for each in board["canals"]}

    def figure(self, unit: str, figure: str) -> str:
        """A figure of the unit table as text."""
        row = self.units[unit]
        return "unknown" if figure in row["unknown"] else NONE if row[figure] is None else str(row[figure])

    def fits(self, ship: str, load: Table) -> bool:
        """Whether a load has room aboard a ship."""
        for room, cost in (("transport_room", "transport_cost"), ("carrier_room", "carrier_cost")):
            costs = {unit: self.units[unit][cost] for unit in load}
            if all(costs.values()) and self.units[ship][room]:
                return sum(costs[unit] * count for unit, count in load.items()) <= self.units[ship][room]
        return False


def of_space(key: str, absent: Any) -> Callable[[Printed, Table], Table]:
    """What is printed of the spaces that are named."""
    return lambda printed, value: {space: printed.spaces[space][key] or absent for space in value}


def truth(key: str) -> Callable[[Printed, Table], Table]:
    """Whether something is so of the spaces that are named."""
    return lambda printed, value: {space: "yes" if printed.spaces[space][key] else "no" for space in value}


def in_order(rows: list[Table], value: list[str]) -> list[str]:
    """The ids that are named, in the order of the rows."""
    return [row["id"] for row in rows if row["id"] in value]


#: by key what is printed, in the form of what is expected
PRINTED: dict[str, Callable[[Printed, Any], Any]] = {
    "touch": lambda printed, value: value if value[1] in printed.spaces[value[0]]["near"] else "apart",
    "apart": lambda printed, value: value if value[1] not in printed.spaces[value[0]]["near"] else "touch",
    "held_by": of_space("held_by", NONE),
    "owner": of_space("owner", NONE),
    "value": of_space("value", 0),
    "island": truth("island"),
    "impassable": truth("impassable"),
    "canal": lambda printed, value: {
        canal: {key: printed.canals[canal][key] for key in facts} for canal, facts in value.items()
    },
    "unit": lambda printed, value: {
        unit: {figure: printed.figure(unit, figure) for figure in figures} for unit, figures in value.items()
    },
    "setup": lambda printed, value: {
        space: {
            power: {unit: printed.board["setup"].get(space, {}).get(power, {}).get(unit, 0) for unit in units}
            for power, units in powers.items()
        }
        for space, powers in value.items()
    },
    "room": lambda printed, value: {
        ship: [load for load in loads if printed.fits(ship, load)] for ship, loads in value.items()
    },
    "no_room": lambda printed, value: {
        ship: [load for load in loads if not printed.fits(ship, load)] for ship, loads in value.items()
    },
    "phases": lambda printed, value: in_order(printed.ruleset["phases"], value),
    "powers": lambda printed, value: in_order(printed.board["powers"], value),
    "treasury": lambda printed, value: {power: printed.board["treasuries"].get(power, 0) for power in value},
    "technology": lambda printed, value: {
        each["id"]: each["number"] for each in printed.board["technologies"] if each["id"] in value
    },
    "section": lambda printed, value: {
        section: {key: printed.ruleset["sections"].get(section, {}).get(key) or NONE for key in facts}
        for section, facts in value.items()
    },
}

# -- comparing

#: expectations in which the order of a list counts; everywhere else a list stands for a set
ORDERED = ("steps", "phases", "powers")


def plain(value: Any, ordered: bool = False) -> Any:
    """A value in the form in which values are compared: without empty tables and lists, sets in one order."""
    if isinstance(value, dict):
        inner = {key: plain(each, ordered) for key, each in value.items()}
        return {key: each for key, each in inner.items() if each not in ({}, [])}
    if isinstance(value, list):
        items = [plain(each, ordered) for each in value]
        return items if ordered else sorted(items, key=lambda each: json.dumps(each, sort_keys=True))
    return value


def compare(expected: Table, came: Any) -> None:
    """Raise :class:`Difference` where what came is not what is expected."""
    ordered = expected["key"] in ORDERED
    if plain(expected["value"], ordered) != plain(came, ordered):
        part = "".join(f" {key} {expected[key]}" for key in ("in", "round") if key in expected)
        raise Difference(f"{expected['key']}{part}: expected {expected['value']}, came {came}")


def check(case: Table, values: dict[tuple[str, str], Table], ask: Ask) -> None:
    """Play a case, or look it up. Raises :class:`Difference` at the first thing that is otherwise."""
    if case["proof"] == "reference":
        printed = Printed(values["board", case["board"]], values["ruleset", case["ruleset"]])
        for expected in case["expect"]:
            compare(expected, PRINTED[expected["key"]](printed, expected["value"]))
        return
    played = Played(case, ask)
    for action in case["actions"]:
        if not action["legal"]:
            played.refuse(action)
            continue
        played.done.append(action["do"])
        if action["then"]:
            played.play()
        for expected in action["then"]:
            compare(expected, PLAYED[expected["key"]](played, expected))
    played.play()
    for expected in case["expect"]:
        compare(expected, PLAYED[expected["key"]](played, expected))


def run(values: list[Table], ask: Ask, games: list[str]) -> tuple[int, list[str]]:
    """How many cases there are, and what came out otherwise in those that failed."""
    known = {(value["kind"], value["id"]): value for value in values if value["kind"] != "suite"}
    cases = [value for value in values if value["kind"] == "case" and (not games or value["game"] in games)]
    failed = []
    for case in cases:
        try:
            check(case, known, ask)
        except Difference as difference:
            failed.append(f"{case['id']}: {difference}")
    return len(cases), failed


def main() -> int:
    """Play what the command line says; exit status 1 where a case came out otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("suite", type=Path, help="the folder, or the file with a line for each value")
    parser.add_argument("--url", default="http://127.0.0.1:8001", help="where the engine is served")
    parser.add_argument("--game", action="append", default=[], help="only the cases of this game; may be repeated")
    given = parser.parse_args()
    count, failed = run(list(read(given.suite)), Engine(given.url), given.game)
    print("\n".join([*failed, f"{count - len(failed)} of {count} cases came out as expected"]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
