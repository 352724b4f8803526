"""The expectations of a played case: a row for each key, in the order of the documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NotRequired, TypedDict

from kb.base.english import listed, number, possessive
from kb.base.shape import ListOf, Name, Number, OneOf, Record, TableOf
from kb.cases.expectations.key import Key, among, of_named
from kb.cases.expectations.played import ActStatus, PlayedCase
from kb.cases.language import grammar
from kb.cases.language.scenario import Expectation
from kb.cases.language.units import Chosen, option, option_texts, text
from kb.cases.language.vocabulary import CHOICES, LOSSES, NONE, ROLLS
from kb.cases.language.words import GameWords, counted, tell_each
from kb.engine import game
from kb.engine.core.actions import EndPhase, Node
from kb.engine.core.notes import LEANS
from kb.engine.core.position import HOW_WARS_BEGAN, Mark
from kb.engine.game import Offer, offers
from kb.games.board_model import Confidence
from kb.games.names import chooses, power_name, table_of

_WAYS = ("submerge", "retreat", "withdraw", "press")
_CASUALTIES = "casualties"
#: the key of named units
WHERE = "where"
#: the word for units that are no longer on the board
_LOST = "lost"
#: the number of units of each type, by power
UnitCounts = Mapping[str, Mapping[str, int]]


class ClockTable(TypedDict, total=False):
    """The expected turn, phase and round."""

    turn: str
    phase: str
    round: int


class Options(TypedDict):
    """The expected options of a choice of a power."""

    power: str
    are: list[Chosen]
    what: NotRequired[str]
    nth: NotRequired[int]


# -- combat


def _nodes(played: PlayedCase, item: Expectation) -> Iterator[Node]:
    """Yield every node of the traces in the step and the cycle (``round``) of combat that an item names; without one,
    in any."""
    for root in played.traces:
        yield from _below(root, item, not item.step, not item.round)


def _below(node: Node, item: Expectation, step: bool, cycle: bool) -> Iterator[Node]:
    """Yield a node and the nodes below it that are in the step and cycle of an item. ``step`` and ``cycle`` are whether
    a node above it is in that step, and in that cycle; true if the item names none."""
    step = step or item.step in (node.says, node.facts.get("why"), node.facts.get("what"))
    cycle = cycle or node.facts.get("round") == item.round
    if step and cycle:
        yield node
    for child in node.children:
        yield from _below(child, item, step, cycle)


def _lost(played: PlayedCase, _wanted: object, item: Expectation) -> UnitCounts | str:
    """Return the units that were lost, in all or in the step and cycle of an item; a text if these were not reached."""
    nodes = list(_nodes(played, item))
    if not nodes and (item.step or item.round):
        return "that step was not reached"
    lost = (node.event.facts["units"] for node in nodes if node.event and node.event.name == "lost")
    return table_of(unit for units in lost for unit in units)


def _side(played: PlayedCase, who: str) -> UnitCounts:
    """Return the ``attackers`` or ``defenders`` at the beginning of the last battle; empty if none has begun."""
    began = [event for event in played.events if event.name == "battle-begins"]
    return table_of(began[-1].facts[who]) if began else {}


def _dice(played: PlayedCase, _wanted: object, item: Expectation) -> Counter[str]:
    """Return the number of dice of each roll, in all or in the step and cycle of an item."""
    rolls = (node.event.facts for node in _nodes(played, item) if node.event and node.event.name == "rolled")
    return Counter(str(facts["what"]) for facts in rolls for _ in facts["faces"])


def _rolled(wanted: Mapping[str, int], rolled: Mapping[str, int]) -> dict[str, int]:
    """Return the dice ``rolled`` in the wanted rolls, or all of them if a wanted roll with dice did not take place."""
    got = {roll: rolled[roll] for roll in wanted}
    return {**got, **rolled} if any(count and not got[roll] for roll, count in wanted.items()) else got


def _battle(played: PlayedCase, _wanted: object, _item: Expectation) -> str:
    """Return ``waiting`` if a battle waits for a decision, ``over`` if one was fought, or else ``none``."""
    if played.position.battle is not None:
        return "waiting"
    began = played.start.battle is not None or any(event.name == "battle-begins" for event in played.events)
    return "over" if began else NONE


_COMBAT: tuple[Key[PlayedCase], ...] = (
    Key(
        "lost: {germany: {submarine: 1}}",
        "exactly the units that were lost; `in: attackers-fire` only in that step or roll, or by that cause "
        f"({', '.join(f'`{cause}`' for cause in LOSSES)}), `round: 2` only in that cycle of combat; `{{}}`: none",
        grammar.WHO_HAS,
        _lost,
        "lost: {value:by power}",
        of_part=True,
    ),
    Key(
        "attackers: {germany: {tank: 2}}",
        "the attackers at the beginning of the last battle",
        grammar.WHO_HAS,
        lambda played, wanted, item: _side(played, "attackers"),
        "attacking: {value:by power}",
    ),
    Key(
        "defenders: {japan: {tank: 2}}",
        "the defenders at the beginning of the last battle",
        grammar.WHO_HAS,
        lambda played, wanted, item: _side(played, "defenders"),
        "defending: {value:by power}",
    ),
    Key(
        "dice: {attackers-fire: 2}",
        f"the number of dice of each roll: {', '.join(f'`{roll}`' for roll in ROLLS)}",
        TableOf(Name("roll"), Number(0, grammar.MOST_DICE, "number of dice")),
        _dice,
        lambda words, rolls: listed(
            words.fill("{count:die/dice} for {roll:spaced}", roll=roll, count=count) for roll, count in rolls.items()
        ),
        of_part=True,
        is_result=False,
        equality=_rolled,
    ),
    Key(
        "battle: over",
        "or `waiting` for a decision, or `none`",
        OneOf(("over", "waiting", NONE)),
        _battle,
        lambda words, battle: f"the battle is {battle}" if battle != NONE else "there is no battle",
    ),
)


# -- units


def _where(played: PlayedCase, name: str, _wanted: object) -> str:
    """Return the spaces of the units with a name, each once, or ``lost``."""
    units = [played.position.units.get(unit) for unit in played.names.get(name, ())]
    return " and ".join(dict.fromkeys(unit.at if unit else _LOST for unit in units)) or _LOST


def _tell_damaged(words: GameWords, space: str, units: Mapping[str, int]) -> str:
    """Return the hits on each damaged ship of a space as a sentence."""
    hits = tell_each(units, lambda unit, count: f"{counted(count, 'hit', 'hits')} on the {words.unit(unit)}")
    return f"{hits or 'no hits'} in {words.space(space)}"


def _submerged(played: PlayedCase, space: str, _wanted: object) -> dict[str, int]:
    """Return the number of submerged units of each power in a space."""
    below = table_of(unit for unit in played.position.at(space) if unit.has(Mark.SUBMERGED))
    return {power: sum(own.values()) for power, own in below.items()}


def _aboard(played: PlayedCase, space: str, wanted: Iterable[str]) -> dict[str, dict[str, int]]:
    """Return the cargo of each wanted ship, given by its name, or of all ships of a type."""
    units, cargo = played.position.at(space), {}
    for ship in wanted:
        named = played.names.get(ship)
        ships = {unit.id for unit in units if (unit.id in named if named else unit.type == ship)}
        cargo[ship] = dict(Counter(unit.type for unit in units if unit.aboard in ships))
    return cargo


def _tell_aboard(words: GameWords, space: str, ships: Mapping[str, Mapping[str, int]]) -> str:
    """Return the cargo of each ship, by its name or type, as a sentence."""
    template = "{units:units} aboard {ship:ship} in {space:space}"
    return tell_each(ships, lambda ship, units: words.fill(template, ship=ship, units=units, space=space))


_UNITS: tuple[Key[PlayedCase], ...] = (
    Key(
        "stands: {sz5: {germany: {submarine: 1}}}",
        "all units in a space, with cargo and submerged units; `{}`: none",
        TableOf(grammar.SPACE, grammar.WHO_HAS),
        lambda played, wanted, item: {space: table_of(played.position.at(space)) for space in wanted},
        "{value:by space}",
        equality=of_named(),
    ),
    Key(
        "where: {A: sz5, B: lost}",
        "the spaces of the units with a name of the position; `lost`: they are no longer on the board",
        TableOf(grammar.NAMED, Name("space", (_LOST,))),
        _where,
        lambda words, name, space: f"{name} is {'lost' if space == _LOST else f'in {words.space(space)}'}",
        of_each=True,
    ),
    Key(
        "damaged: {sz5: {battleship: 1}}",
        "hits on the units there",
        TableOf(grammar.SPACE, grammar.NUMBERS),
        lambda played, space, wanted: dict(
            Counter(unit.type for unit in played.position.at(space) for _ in range(unit.damage))
        ),
        _tell_damaged,
        of_each=True,
    ),
    Key(
        "submerged: {sz5: {germany: 1}}",
        "the number of submerged units of each power there",
        TableOf(grammar.SPACE, TableOf(grammar.POWER, grammar.COUNT)),
        _submerged,
        lambda words, space, by_power: (
            f"submerged in {words.space(space)}: "
            f"{tell_each(by_power, lambda power, count: f'{number(count)} of {power_name(power)}') or 'none'}"
        ),
        of_each=True,
    ),
    Key(
        "aboard: {sz6: {transport: {infantry: 2}}}",
        "by the type of the ship, or its name",
        TableOf(grammar.SPACE, TableOf(grammar.NAME, grammar.NUMBERS)),
        _aboard,
        _tell_aboard,
        of_named(),
        of_each=True,
    ),
)


# -- possessions of powers

_HOLDINGS: tuple[Key[PlayedCase], ...] = (
    Key(
        "holds: {norway: germany}",
        "the power that holds it; `none`: no power",
        TableOf(grammar.SPACE, grammar.HOLDER),
        lambda played, land, wanted: played.position.holders.get(land, NONE),
        "{value:holder} holds {key:space}",
        of_each=True,
    ),
    Key(
        "treasury: {germany: 12}",
        "the IPCs that it has",
        TableOf(grammar.ACCOUNT, grammar.IPC),
        lambda played, power, wanted: played.position.treasuries.get(power, 0),
        "{key:name} has {value} IPCs",
        of_each=True,
    ),
    Key(
        "bought: {germany: {infantry: 2}}",
        "the units in the mobilization zone",
        TableOf(grammar.ACCOUNT, grammar.NUMBERS),
        lambda played, power, wanted: {
            unit: count for (owner, unit), count in played.position.bought.items() if owner == power and count
        },
        "{key:name} is still to place {value:units}",
        of_each=True,
    ),
    Key(
        "technology: {germany: [rockets]}",
        "exactly the technologies that it has",
        TableOf(grammar.POWER, ListOf(Name("technology"), 20, sort=True)),
        lambda played, power, wanted: sorted(played.position.technologies.get(power, ())),
        "{key:name} has {value:titles}",
        of_each=True,
    ),
    Key(
        "researchers: {germany: 2}",
        "those that are kept",
        TableOf(grammar.POWER, Number(0, grammar.MOST_UNITS, "number of researchers")),
        lambda played, power, wanted: played.position.researchers.get(power, 0),
        "{key:name} has {value:researcher/researchers}",
        of_each=True,
    ),
)


# -- war and peace


def _winner(played: PlayedCase, _wanted: object, _item: Expectation) -> str:
    """Return the side that won during the case, or ``none``."""
    won = [str(event.facts["side"]) for event in played.events if event.name == "won"]
    return won[-1] if won else NONE


_POLITICS: tuple[Key[PlayedCase], ...] = (
    Key(
        "at_war: {united-states: [germany]}",
        "exactly the powers with which a power is at war",
        TableOf(grammar.POWER, ListOf(grammar.POWER, 20, sort=True)),
        lambda played, power, wanted: sorted(
            {other for war in played.position.wars for one, other in (war, war[::-1]) if one == power}
        ),
        "{key:name} is at war with {value:names}",
        of_each=True,
    ),
    Key(
        "declared: {germany: {united-states: unprovoked}}",
        "how a power has declared war on another; `none`: it has not",
        TableOf(grammar.POWER, TableOf(grammar.POWER, OneOf((*HOW_WARS_BEGAN, NONE)))),
        lambda played, by, others: {on: played.position.wars.get((by, on), NONE) for on in others},
        lambda words, by, others: tell_each(others, lambda on, how: words.war(by, on, how)),
        of_named(),
        of_each=True,
    ),
    Key(
        "leans: {spain: allies}",
        "the side that a neutral land has turned to; `none`: it has not",
        TableOf(grammar.SPACE, Name("side", (NONE,))),
        lambda played, land, wanted: LEANS.get(played.position, land, NONE),
        "{key:space} has turned to {value:holder}",
        of_each=True,
    ),
    Key(
        "winner: axis",
        "or `allies`, or `none`",
        Name("side", (NONE,)),
        _winner,
        lambda words, side: f"the {side.capitalize()} win" if side != NONE else "nobody has won",
    ),
)


# -- turn and decisions


def _tell_clock(words: GameWords, value: ClockTable) -> str:
    """Return the given ones of turn, phase and round as a sentence."""
    parts = [f"it is {possessive(power_name(value['turn']))} turn"] if "turn" in value else []
    parts += [f"the phase is {words.titled(value['phase'])}"] if "phase" in value else []
    parts += [f"the round is {value['round']}"] if "round" in value else []
    return listed(parts)


def _may(played: PlayedCase, _wanted: object, _item: Expectation) -> dict[str, list[str]]:
    """Return the decisions open to each power in the battle that waits, sorted; empty if none waits."""
    got: dict[str, list[str]] = {}
    for offer in offers(played.rules, played.position):
        got[offer.power] = sorted({*got.get(offer.power, ()), offer.what})
    return got


def open_decisions(words: GameWords, found: Iterable[Offer]) -> str:
    """Return the decisions of each power in a battle that waits: ``Germany may press on or retreat to Norway``."""
    ways: dict[str, dict[str, list[str]]] = {}
    for offer in found:
        ways.setdefault(offer.power, {}).setdefault(offer.what, []).append(offer.detail)
    told = (
        f"{power_name(power)} may {_or([_way(words, *each) for each in own.items()])}" for power, own in ways.items()
    )
    return "; ".join(told) or "no power may decide anything"


def _way(words: GameWords, way: str, details: list[str]) -> str:
    """Return a decision (``way``) in words; ``details`` are spaces to retreat to, or the types that submerge."""
    if way == "retreat":
        return f"retreat to {_or([words.space(space) for space in details])}"
    if way == "submerge":
        return f"submerge {_or([words.unit(unit, 2) for unit in details])}"
    return {"press": "press on", "withdraw": "break off with aircraft"}.get(way, way)


def _or(parts: list[str]) -> str:
    """Return parts with commas, and ``or`` before the last."""
    return f"{', '.join(parts[:-1])} or {parts[-1]}" if len(parts) > 1 else parts[0]


def _options(played: PlayedCase, wanted: Options, _item: Expectation) -> Options | str:
    """Return ``wanted`` if it lists exactly the options of the choice that it names, else a text with those offered."""
    power, what, nth = wanted["power"], wanted.get("what", _CASUALTIES), wanted.get("nth", 1)
    choices = [each.choice for each in played.offered if each.choice.power == power and each.choice.what == what]
    if len(choices) < nth:
        return f"{power} had {len(choices) or 'no'} choice of {what}"
    found = sorted(option_texts(choices[nth - 1]))
    return wanted if found == sorted(text(option(each, power), power) for each in wanted["are"]) else " ".join(found)


def _tell_options(words: GameWords, value: Options) -> str:
    """Return as a clause what a power may choose, by default as casualties."""
    power = value["power"]
    are = " or ".join(words.chosen(each, power) for each in value["are"])
    return f"{chooses(power)} {value.get('what', _CASUALTIES)} from {are}"


_DECISIONS: tuple[Key[PlayedCase], ...] = (
    Key(
        "clock: {turn: japan, phase: combat-move, round: 2}",
        "one or more of these keys",
        Record("a clock", optional={"turn": grammar.POWER, "phase": Name("phase"), "round": grammar.ROUND}),
        lambda played, wanted, item: {key: getattr(played.position.clock, key) for key in wanted},
        _tell_clock,
        equality=of_named(),
    ),
    Key(
        "may: {germany: [press, retreat]}",
        f"exactly the open decisions: {', '.join(f'`{way}`' for way in _WAYS)}; `{{}}`: none",
        TableOf(grammar.POWER, ListOf(OneOf(_WAYS), len(_WAYS), single=True, sort=True)),
        _may,
        lambda words, value: (
            tell_each(value, lambda power, ways: f"{power_name(power)} may {' or '.join(ways)}")
            or "no power may decide anything"
        ),
    ),
    Key(
        "retreat_to: [norway]",
        "exactly the spaces to which units may retreat",
        ListOf(grammar.SPACE, 20, sort=True),
        lambda played, wanted, item: sorted(
            {each.detail for each in offers(played.rules, played.position) if each.what == "retreat"}
        ),
        lambda words, spaces: f"a retreat may go to {' or '.join(map(words.space, spaces)) or 'no space'}",
    ),
    Key(
        "options: {power: germany, are: [{infantry: 1}, {tank: 1}]}",
        f"exactly the options of a choice of that power; `what` (by default `{_CASUALTIES}`; "
        f"{', '.join(f'`{choice}`' for choice in CHOICES if choice != _CASUALTIES)}, or a roll), `nth` choice",
        Record(
            "options",
            required={"power": grammar.CHOOSER, "are": ListOf(grammar.OPTION, 200, 1)},
            optional={"what": Name("choice"), "nth": Number(1, 50, "place in the order")},
        ),
        _options,
        _tell_options,
    ),
)


# -- possible actions


def _owed(played: PlayedCase, _wanted: object, _item: Expectation) -> list[str]:
    """Return the rules that keep the current phase from ending, sorted."""
    judged = game.verdict(played.rules, played.position, EndPhase(played.position.clock.turn))
    return sorted({reason.rule for reason in judged.reasons})


_QUERIES: tuple[Key[PlayedCase], ...] = (
    Key(
        "battles: [norway]",
        "exactly the spaces of unfinished battles of the powers whose turn it is; `[]`: none",
        ListOf(grammar.SPACE, 50, sort=True),
        lambda played, wanted, item: sorted(game.battles(played.rules, played.position)),
        lambda words, spaces: f"battles wait in {listed(map(words.space, spaces)) or 'no space'}",
    ),
    Key(
        "owed: [battles-are-fought]",
        "exactly the rules that keep the phase from ending; `[]`: it may end",
        ListOf(Name("rule"), 20, sort=True),
        _owed,
        lambda words, rules: (
            words.fill("the phase may not end yet ({rules:sentences})", rules=rules) if rules else "the phase may end"
        ),
    ),
)


# -- rules and citations


def _permitted_by(played: PlayedCase, _wanted: object, _item: Expectation) -> list[str] | str:
    """Return the sections and rulings that permit the last action; a text if there is none, or it is not legal."""
    last = played.acts[-1] if played.acts else None
    if last is None or last.status is not ActStatus.DONE:
        return "the last action is not allowed" if last else "there is no action"
    return sorted(last.permission(played.rules))


_GROUNDS: tuple[Key[PlayedCase], ...] = (
    Key(
        "because: [rule]",
        "these rules decided something, or were used by an answer",
        grammar.RULES,
        lambda played, wanted, item: played.fired,
        "{value:sentences}",
        is_result=False,
        opening="Because:",
        equality=among,
    ),
    Key(
        "readings: [undefended-land]",
        "a rule that decided something, or was used, has these readings of points that the documents leave open: ids of "
        "`data/readings.yaml`",
        ListOf(Name("reading"), 20, 1, sort=True),
        lambda played, wanted, item: {each for rule in played.fired for each in played.rules.lines[rule].readings},
        "{value:sentences}",
        is_result=False,
        opening="Left open, and taken as in:",
        equality=among,
    ),
    Key(
        "unverified: [rule]",
        "these rules decided something, or were used, and are marked as not verified in the rule set",
        grammar.RULES,
        lambda played, wanted, item: {
            rule for rule in played.fired if played.rules.lines[rule].confidence == Confidence.UNVERIFIED
        },
        "{value:sentences}",
        is_result=False,
        opening="Not verified:",
        equality=among,
    ),
    Key(
        "permitted_by: [rev/p5-noncombat]",
        "exactly the sections and rulings that permit the last action; `[]`: it is legal only because no rule forbids it",
        ListOf(Name("section or ruling"), 20, sort=True),
        _permitted_by,
        lambda words, cites: (
            f"the last action rests on {listed(cites)}" if cites else "no rule forbids the last action"
        ),
        is_result=False,
    ),
)


#: the expectations of a played case, by key
PLAYED: dict[str, Key[PlayedCase]] = {
    row.key: row for row in (*_COMBAT, *_UNITS, *_HOLDINGS, *_POLITICS, *_DECISIONS, *_QUERIES, *_GROUNDS)
}
