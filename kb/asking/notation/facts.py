"""Takes from a clause what is so: whose turn it is, who holds what, who is at war, what a power has."""

from __future__ import annotations

from collections.abc import Iterable

from kb.asking.notation.clauses import OTHER, Clause, Unclear
from kb.asking.notation.lex import Item
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Standing
from kb.asking.notation.talk import Talk
from kb.base.english import spaced
from kb.base.errors import Finding
from kb.games.board_model import Canal, UnitKind

#: verbs that say which phase it is where they stand with a power alone
PHASES = {"mobilize": "mobilize-units", "purchase": "purchase-units", "research": "develop-weapons"}


def set_the_clock(talk: Talk) -> None:
    """Whose turn, which phase and which round it is, where that is said."""
    turns: dict[str, None] = {}
    for clause in talk.clauses:
        _round(clause)
        alone = not (clause.groups or clause.places or clause.chain)
        fellows = [each for each in talk.clauses if each.sentence == clause.sentence]
        done = (clause.asked and clause is fellows[-1]) or clause.numbers or clause.said.startswith("bought")
        collects = clause.verb == "collect" and any(each.verb for each in talk.clauses if each is not clause)
        heads = alone and not done and (clause.verb in PHASES or collects)
        power = clause.power() if alone and (clause.phase or heads) else ""
        if heads:
            phase(talk, (PHASES.get(clause.verb, "collect-income"),))
            clause.verb = ""
        first = clause.items[0]
        _, _, called = talk.called.spoken.talk.get(f"turn {first.text}", "").partition(" ")
        if clause.phase and not (clause.turn or power) and called in talk.scene.rules.enemies:  # "it ncm"
            power, first.used = called, True
        only = [item for item in clause.items if item.role != "filler"]
        if len(only) == 1 and only[0].power and not clause.header and (clause.sentence == 0 or len(fellows) == 1):
            power, only[0].used = only[0].power, True
        if clause.turn or power:
            turns[clause.turn or power] = None
        if clause.phase:
            phase(talk, clause.phase.phases)
            clause.phase.used = True
        talk.scene.round = clause.round or talk.scene.round
    if len(turns) > 1:
        powers = " and of ".join(map(spaced, turns))
        talk.findings.append(Finding(f"it is said to be the turn of {powers}", hint="leave one out"))
    talk.turn = talk.scene.turn = next(iter(turns), "")


def _round(clause: Clause) -> None:
    """``r1``, ``round 3``, ``turn 2``."""
    words = clause.words.get("round", []) + (clause.words.get("turn", []) if not clause.groups else [])
    for item in words:
        behind = clause.items[clause.items.index(item) + 1 :][:1]
        number = next((each for each in behind if each in clause.numbers), None)
        if item.which:
            clause.round, item.used = int(item.which), True
        elif number is not None:
            clause.round, item.used, number.used = number.number or 0, True, True
            clause.numbers.remove(number)


def phase(talk: Talk, phases: tuple[str, ...]) -> None:
    """Note the phase that is said; ``combat`` may be two, of which the first action tells which."""
    own = [each.id for each in talk.rules.ruleset.phases]
    known = [each for each in phases if each in own]
    if len(known) > 1 and "combat-move" in known:
        talk.combat = True
    elif known:
        if talk.scene.phase not in ("", known[0]):
            talk.findings.append(
                Finding(f"two phases are said: {talk.scene.phase} and {known[0]}", hint="leave one out")
            )
        talk.scene.phase = known[0]


def canal_lands(talk: Talk, items: Iterable[Item]) -> list[str]:
    """The lands of the canals and straits that some items name."""
    return [land for item in items for canal in canals_of(talk, item) for land in canal.lands]


def canals_of(talk: Talk, item: Item) -> list[Canal]:
    """The canals that an item names: by their name, or by the one land that they have."""
    canals = talk.rules.board.canals
    if item.role == "canal":
        return [canal for canal in canals if canal.id == item.which]
    return [canal for canal in canals if item.spaces and (*item.spaces,) == (*canal.lands,)]


def take_facts(talk: Talk, clause: Clause) -> None:
    """Who holds what, who is at war, that a place is empty, what a power has to spend."""
    for place, item in clause.held:
        hold(talk, place, item)
    for group in [group for group in clause.groups if group.absent]:
        talk.absent.append((group, group.at or talk.here))
        talk.use(group)
        clause.groups.remove(group)
    if clause.groups and clause.standing() and not clause.verb:
        clause.use("hold")
    if clause.words.keys() <= {"if"} and not (clause.groups or clause.places or clause.powers or clause.verb):
        clause.use("if")
    for group in clause.present:
        talk.use(group)
        holder = talk.scene.holder(group.at)
        playing = holder in [seat.id for seat in talk.rules.board.powers]
        talk.new(group, talk.owner(group, group.at, holder if playing else ""), group.at)
    if (
        clause.words.get("not")
        and not clause.groups
        and not clause.verb
        and (clause.words.get("him") or clause.words.get("there"))
    ):
        where = clause.place("in", "", "near") or talk.here or talk.there
        if where and clause.use("there", "him", "not"):
            clause.power()
            talk.none_at.append(where)
    if clause.words.get("hold"):
        _holders(talk, clause)
    for place, item in clause.empty:
        talk.empty_at.append(talk.space(place))
        item.used = True
        clause.use("if")
    if not clause.groups and not clause.verb and not clause.words.get("hold") and len(clause.powers) == 1:
        (power, _), *_ = clause.powers
        places = clause.places.get("", []) + clause.places.get("near", [])
        if len(places) == 1 and power.role == "people":
            hold(talk, places[0], power)
            clause.places.clear()
    apart = not (clause.places or clause.chain or clause.groups or clause.verb or is_sea(talk.rules, talk.here))
    told = apart and clause.words.keys() <= {"old", "alone", "question", "then", "empty"}
    if told and talk.here and [item.role for item, _ in clause.powers] == ["people"]:  # "german since last turn"
        put_holder(talk, talk.here, clause.power())
    if clause.words.keys() <= {"hold", "it", "all", "old"} and not (clause.groups or clause.verb or clause.places):
        clause.use("hold") if any(each.said[:1] and each.words.get("old") for each in talk.clauses) else None
    if clause.verb == "take" and clause.words.keys() & {"now", "old"}:
        _captured(talk, clause)
    if clause.words.get("empty") and talk.here and not clause.places and not clause.groups:
        clause.use("empty")
        talk.empty_at.append(talk.here)
    told = talk.first is not None and talk.first.header and talk.first is not clause and bool(talk.here)
    said = clause.groups or clause.verb or clause.places or clause.header or clause.words.keys() - {"hold", "empty"}
    if told and not said and len(clause.powers) == 1:
        put_holder(talk, talk.here, clause.power())
        clause.use("hold")
    if clause.words.get("war"):
        war(talk, clause)
    _neutrals(talk, clause)
    money(talk, clause)
    _values(talk, clause)
    has(talk, clause)


def _holders(talk: Talk, clause: Clause) -> None:
    """``uk holds gibraltar``, ``germany is held by japan``, ``we own both sides`` of a canal."""
    if clause.groups or clause.chain:
        return
    places = [item for each in ("", "in", "near") for item in clause.places.get(each, ())]
    if not places and len(clause.powers) == 2:
        (one, _), (other, _) = clause.powers
        called, owner = (one, other) if "by" in clause.words["hold"][0].text else (other, one)
        clause.use("hold", "if")
        hold(talk, called, owner)
        clause.powers.clear()
    power = next((item for item, _ in clause.powers), None)
    lands = canal_lands(talk, clause.items)
    sides = [
        item for item in clause.words.get("question", ()) if item.text in ("both sides", "both banks", "the canal")
    ]
    if sides:
        lands = canal_lands(talk, talk.items)
        for item in sides:
            item.used = bool(lands)
    if (places or lands) and (power or clause.words.get("me")):
        clause.use("hold", "if", "by", "canal", "me")
        whose = power.power if power else talk.mine()
        for place in places:
            hold(talk, place, power, whose)
        for land in lands:
            put_holder(talk, land, whose)
        if power:
            power.used = True
        clause.places.clear()
    elif clause.held:
        clause.use("hold", "if", "by")


def _captured(talk: Talk, clause: Clause) -> None:
    """A power has captured a place, in this turn or before it."""
    place = clause.place("", "in", "near") or talk.here
    there = next((each.power for each in talk.scene.units if each.place == place), "")
    power = clause.power() or clause.power(OTHER) or next((each.power for each in clause.groups if each.power), "")
    power = power or there or talk.turn
    if not place or not power:
        raise Unclear("who captured what?", "write for example: uk captured norway this turn")
    if clause.use("now"):
        before = talk.rules.board.space(place).held_by
        whom = next((item for item in clause.places.get("from", ()) if item.power), None)
        if whom is not None:
            before, whom.used = whom.power, True
        before = before if before in talk.enemies(power) else talk.other(power)
        if not before:
            raise Unclear("whom was it captured from?", "name the power")
        notes = talk.scene.notes
        notes.setdefault("captured", []).append(place)
        notes.setdefault("held", {})[place] = before
    for item in clause.places.get("", []) + clause.places.get("near", []):
        put_holder(talk, talk.space(item), power)
    put_holder(talk, place, power)
    clause.verb = ""


def is_outcome(talk: Talk, clause: Clause) -> bool:
    """Whether a clause asks what came of a battle: whether units are lost, or all that the first line tells of it."""
    asks = [item for item in clause.words.get("question", ()) if item.text in ("what", "how much", "how many", "whats")]
    wanted = clause.words.get("outcome") or (asks and clause.verb == "lose")
    named = bool(clause.groups) and clause.asked and not asks
    last = clause is talk.clauses[-1]
    if not wanted or not (talk.rolled or named) or not (clause.asked or asks or last) or clause.places or clause.chain:
        return False
    units = [group for group in clause.groups if talk.scene.kind(group.unit) is not UnitKind.FACILITY]
    if len({talk.meant(group).power for group in units}) > 1:
        raise Unclear("who is lost to whom?", "ask whether one can hit the other, or what is lost")
    talk.missing = True
    clause.use("outcome", "question", "may", "ipc", "it", "in")
    found: list[tuple[Standing, int]] = []
    for group in clause.groups:
        if talk.scene.kind(group.unit) is UnitKind.FACILITY and any("raid" in act for act in talk.acts.acts):
            talk.use(group)
            continue
        found.append((talk.meant(group), group.count or 1))
    for item, _ in clause.powers:
        item.used = True
    sunk = not any(
        item.text.startswith(("surviv", "alive", "damage", "any")) for item in clause.words.get("outcome", ())
    )
    if named and sunk and len(found) == 1 and talk.scene.kind(found[0][0].unit) is not UnitKind.FACILITY:
        talk.acts.whether = {"lost": {found[0][0].power: {found[0][0].unit: found[0][1]}}}
    return True


def hold(talk: Talk, place: Item, power: Item | None, owner: str = "") -> None:
    """A power, or the ``owner``, holds a place."""
    if power is not None:
        power.used = True
    if talk.sea(place):
        raise Unclear(f"nobody holds {spaced(place.spaces[0])}", "say whose units are there")
    put_holder(talk, talk.space(place), owner or (power.power if power else ""))


def put_holder(talk: Talk, space: str, power: str) -> None:
    """A power holds a space; what two are said to hold is unclear."""
    if talk.scene.held.setdefault(space, power) != power:
        raise Unclear(f"{talk.rules.board.space(space).name} is said to be held by two powers", "leave one out")


def war(talk: Talk, clause: Clause) -> None:
    """``at war with ussr``, ``not at war with ussr``."""
    powers = [item for item, _ in clause.powers]
    absent = clause.words.get("not", [])
    one = powers[0].power if len(powers) > 1 else talk.turn
    if not powers or not one:
        return
    if absent and [item.power for item in powers] == [talk.turn]:
        talk.scene.peace = True
    clause.use("war", "not")
    for item in powers:
        item.used = True
        if item.power != one:
            if absent:
                talk.scene.peace = True
            else:
                talk.scene.wars.setdefault(one, {})[item.power] = "old"


def money(talk: Talk, clause: Clause) -> None:
    """``has 20 ipcs``."""
    for item in list(clause.numbers):
        at = clause.items.index(item)
        if at + 1 < len(clause.items) and clause.items[at + 1].role == "ipc":
            power = clause.power() or talk.turn
            if not power:
                raise Unclear("whose money is it?", "name the power")
            talk.scene.money[power] = item.number or 0
            item.used = clause.items[at + 1].used = True
            clause.numbers.remove(item)


def _neutrals(talk: Talk, clause: Clause) -> None:
    """A territory that nobody holds, or that the power on turn is at war with nobody."""
    for item in clause.words.get("neutral", ()):
        at = clause.items.index(item)
        beside = [each for each in clause.items[max(0, at - 2) : at + 3] if len(each.spaces) == 1 and not each.power]
        if beside:
            item.used = any(not talk.rules.board.space(each.spaces[0]).held_by for each in beside)
        elif not clause.groups and (clause.power() or talk.turn) == talk.turn:
            item.used = talk.scene.peace = True


def _values(talk: Talk, clause: Clause) -> None:
    """``value 6``, ``no damage``, of the territory before it: as it is printed, and as it is where nothing is said."""
    for item in clause.words.get("value", ()):
        number = next((each for each in clause.numbers if not each.used), None)
        before = [each for each in talk.items[: talk.items.index(item)] if len(each.spaces) == 1]
        if number is not None and before and talk.rules.board.space(before[-1].spaces[0]).value == number.number:
            item.used = number.used = True
            clause.numbers.remove(number)
    damage = [item for item in clause.words.get("outcome", ()) if item.text == "damage"]
    if damage and clause.words.get("not"):
        clause.use("not")
        damage[0].used = True


def has(talk: Talk, clause: Clause) -> None:
    """Technologies, advantages and options that a power has; and dice that are bought for one."""
    for item in clause.items:
        for kind, name in item.others:
            researched = clause.verb in ("research", "purchase") or clause.words.get("dice")
            if kind == "technology" and researched and not clause.groups:
                continue
            power = clause.power() or talk.turn
            if not power and kind != "option":
                raise Unclear(f"who has {item.text}?", "name the power before it")
            item.used = True
            known = {"technology": talk.scene.technologies, "advantage": talk.scene.advantages}.get(kind)
            names = talk.scene.options if known is None else known.setdefault(power, [])
            if name not in names:
                names.append(name)


def header(talk: Talk, clause: Clause) -> None:
    """``sz5:``, ``germany:``; or a place that the move before goes on to."""
    place = next((item for role in ("in", "", "near") for item in clause.places.get(role, ())), None)
    power = next((item for item, _ in clause.powers), None)
    if place is not None and place.used:
        return
    if place is not None and clause.follows and talk.goes and talk.goes[-1] is talk.acts.acts[-1]:
        talk.go([(each, each.count) for each in talk.last], [], [talk.space(place)])
    elif place is not None:
        if not clause.header and clause is not talk.first:
            return
        talk.here = talk.space(place)
        if power is not None and clause.header:
            talk.speaker, power.used = power.power, True
    elif power is not None and not clause.words.get("hold") and clause.header:
        talk.speaker, power.used = power.power, True
        first = next((group for each in talk.clauses for group in each.groups), None)
        owns = clause is talk.clauses[0] and first is not None and not first.power  # "ger: 1 inf in france attacks"
        if len(power.spaces) == 1 and power.role != "people" and not owns:
            talk.here = power.spaces[0]
