"""What would have to differ, in sentences and as plain values: the change, what comes of it, rules and rulings."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from kb.asking.answer import EngineAnswer, Proofs
from kb.asking.flips.change import RequestChange, Sort
from kb.asking.flips.replay import LOST, Part, Replay
from kb.asking.flips.search import ALSO, NOTHING, Counterfactual, Effect, Flips, Turned, flips
from kb.asking.request import plain_act, plain_value
from kb.base.english import a, infinitive, listed, number, plural, possessive, sentence, spaced
from kb.base.shape import Plain
from kb.cases.acts import VERBS, describe_act
from kb.cases.language.options import rows_offered
from kb.cases.language.scenario import Act, Value
from kb.cases.language.vocabulary import ROLLS_OF_SHOOTERS
from kb.cases.language.words import GameWords, counted, power_or_nobody
from kb.engine.core.actions import Reason
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES
from kb.engine.core.position import OLD_WAR, replace
from kb.engine.core.rulebook import Rulebook
from kb.games.names import power_name
from kb.text.traces import because

Facts = Mapping[str, Any]
_UNSAID = "Dice that are not said are taken to hit, for one cycle of combat."
#: so many rulings are named, and so many results
_RULINGS, _RESULTS = 3, 3


def render_flips(answer: EngineAnswer, proofs: Proofs, searched: Flips | None = None) -> Plain:
    """What was found, best first, and how was searched; where nothing is given it is searched for.

    ``flips_searched`` has how many changes were tried, whether that were all, how many could not be played, and what
    is to be told of it: what was assumed of dice, and of the changes that could not be played.
    """
    found = searched or flips(answer, proofs=proofs, others=answer.request.printings)
    assumed = [_UNSAID] if found.base.rolled.keys() - answer.played.record.faces.keys() else []
    if found.faults:
        many = f"{found.faults} {plural('change', found.faults)}"
        assumed.append(f"{many} could not be played, for a fault of the engine: what they would turn is not known.")
    search = {"tried": found.tried, "all_tried": found.all_tried, "faults": found.faults, "assumed": assumed}
    words = GameWords(answer.rules.board, answer.rules.ruleset)
    return {"flips": [_flip(flip, found, answer, words, proofs) for flip in found.found], "flips_searched": search}


def _flip(flip: Counterfactual, found: Flips, answer: EngineAnswer, words: GameWords, proofs: Proofs) -> Plain:
    change, turned, rulings = flip.change, flip.turned, _rulings(flip, answer.rules, proofs)
    becomes = _becoming(turned, flip.replay, found.base, words)
    named = f" ({rulings[0]})" if rulings else ""
    # the change as it is laid over a request: what it says of the position, the actions and the rules
    written: Plain = {"position": plain_value(change.position)} if change.position else {}
    if change.do is not None:
        written["do"] = [plain_act(replace(act, line=0)) for act in change.do]
    if change.rules:
        written |= {"ruleset": change.rules.ruleset.id, "board": change.rules.board.id}
    return {
        "text": sentence(f"{describe(flip, words, answer.request.turn)}, {becomes}{named}"),
        "becomes": sentence(becomes),
        "change": written,
        "turns": turned.what.name.lower(),
        "legal": turned.legal,
        "rules": list(flip.rules),
        "rulings": rulings,
    }


def _rulings(flip: Counterfactual, rules: Rulebook, proofs: Proofs) -> list[str]:
    """The rulings that speak of what turns it: those that its rules rest on, then those whose cases rest on these."""
    lines = [rules.lines[rule] for rule in flip.rules if rule in rules.lines]
    cited = [cite for line in lines for cite in line.cites if "/" not in cite]
    cited += [ruling for rule in flip.rules for ruling in proofs.get(rule, NOTHING)[0]]
    return list(dict.fromkeys(cited))[:_RULINGS]


def _becoming(turned: Turned, replay: Replay, base: Replay, words: GameWords) -> str:
    """What comes of a change, as the second half of a sentence: the verdict, its reason, or what else comes of it."""
    it = _name(turned, replay, words)
    if turned.what is Effect.OUTCOME:
        parts = sorted(turned.parts, key=lambda each: _ORDER.index(each[0][0]))
        told = [text for part, was, now in parts if (text := _result(words, base, part, was, now))]
        more = f", and {counted(len(told) - _RESULTS, 'thing', 'things')} more" if len(told) > _RESULTS else ""
        return f"{listed(dict.fromkeys(told[:_RESULTS])) or 'something else would come of it'}{more}"
    if turned.what is Effect.VERDICT and turned.legal:
        return f"{it} would be allowed"
    if not turned.gained and turned.lost:
        return f"{it} would still not be allowed, but not for this{_reason(turned.lost, base, words)}"
    opening = "not be allowed" if turned.what is Effect.VERDICT else "be refused otherwise"
    return f"{it} would {opening}{_reason(turned.gained, replay, words)}"


def _name(turned: Turned, replay: Replay, words: GameWords) -> str:
    """The action of which a change turns the verdict: the last one, which is asked about, needs no name."""
    done, power = replay.played.acts, replay.played.start.clock.turn
    if turned.act in (-1, len(done) - 1):
        return "it"
    return f"\u201c{describe_act(words, done[turned.act].act, power)}\u201d"


def _reason(reasons: tuple[Reason, ...], replay: Replay, words: GameWords) -> str:
    says = because(replay.played.rules, words, reasons[0]).says.rstrip(".") if reasons else ""
    return f": {says[:1].lower()}{says[1:]}" if says[1:2].islower() and says[:2] in ("A ", "An", "Th") else f": {says}"


# -- what else comes of it

#: the kinds of results in the order in which they are told
_ORDER = ("fate", "holder", "may", "money", "made", "battle", "technology", "war", "fire", "dice", "bought", "note")


def _result(words: GameWords, base: Replay, part: Part, was: Value, now: Value) -> str:
    """A result that is another, in words; empty where it is not told."""
    no = "" if now else "not "
    match part:
        case "fate", unit:
            return _fate(words, words.thing("unit", base.played.start.units[unit]), was, now)
        case "fire", unit:
            return _fire(words.thing("unit", base.played.start.units[unit]), was or (), now or ())
        case "dice", what:
            return f"{counted(now or 0, 'die', 'dice')} would be rolled for {spaced(what)}"
        case "holder", space:
            where = words.space(space)
            return f"{power_name(now)} would take {where}" if now else f"{where} would not be taken"
        case "money", power:
            more = (now or 0) - (was or 0)
            return f"{power_name(power)} would have {abs(more)} IPCs {'more' if more > 0 else 'fewer'}"
        case "made", power, unit, space:
            placed = counted(now or 0, words.unit(unit), words.unit(unit, 2))
            return f"{power_name(power)} would place {placed} in {words.space(space)}"
        case "may", power, what:
            if now and was:
                return f"{power_name(power)} could {what} otherwise"
            ways = {"press": "press on", "withdraw": "break off with aircraft"}
            return f"{power_name(power)} could {no}{ways.get(what, what)}"
        case "battle", space:
            return f"there would be {'a' if now else 'no'} battle to fight in {words.space(space)}"
        case "technology", power:
            return f"{power_name(power)} would develop {listed(map(words.titled, now or ())) or 'nothing'}"
        case "war", power, other:
            return f"{power_name(power)} would {no}be at war with {power_name(other)}"
        case "note", name, about:
            of = words.thing("space", about) if about else spaced(name)
            return f"of {of} it would be so: {words.thing('side', now) if now else 'nothing'}"
        case _:  # what is bought
            return "other units would wait in the mobilization zone"


def _fate(words: GameWords, who: str, was: Value, now: Value) -> str:
    """What would become of a unit."""
    if LOST in (now, was):
        return f"{who} would {'' if now == LOST else 'not '}be lost"
    (at, power, damage, submerged, aboard), before = now or ("", "", 0, False, 0), was or ("", "", 0, False, 0)
    if at != before[0]:
        return f"{who} would be in {words.space(at)}" if at else f"{who} would stay where it is"
    if power != before[1]:
        return f"{who} would {f'be taken over by {power_name(power)}' if power else 'not be taken over'}"
    if damage != before[2]:
        return f"{who} would {'take more damage' if damage > before[2] else 'take less damage'}"
    if submerged != before[3]:
        return f"{who} would {'' if submerged else 'not '}be submerged"
    return f"{who} would {'' if aboard > before[4] else 'not '}be aboard"


def _fire(who: str, before: Value, after: Value) -> str:
    """How a unit would fire, or be fired at; empty where that is not told."""
    for (what, hits), (old, old_hits) in zip(after, before, strict=False):
        if what != old:
            return f"{who} would fire in {spaced(what)} and not in {spaced(old)}"
        if hits != old_hits:
            return f"{who} would hit at {hits} or less, and not {old_hits}" if what in ROLLS_OF_SHOOTERS else ""
    what = (after[len(before) :] or before[len(after) :])[0][0]
    done = "fire" if what in ROLLS_OF_SHOOTERS else "be fired at"
    if len(after) > len(before):
        return f"{who} would {done} {'once more' if before else f'({spaced(what)})'}"
    return f"{who} would {'fire less often' if after and done == 'fire' else f'not {done} ({spaced(what)})'}"


# -- the change that would have to be made

#: what is remembered by each note
_MEANS = {note.name: note.means for note in (*TURN_NOTES, *GAME_NOTES)}


class Phrase:
    """A change as the first half of a sentence: the fields of templates, in the words of the game."""

    def __init__(self, words: GameWords, change: RequestChange, turn: str, beside: bool = False) -> None:
        self.words, self.facts, self.turn, self.sort = words, change.facts, turn, change.sort
        self.moved = bool(change.position) and not beside

    def __getitem__(self, field: str) -> str:
        """A fact as it is told, or what is made of several."""
        value = self.facts.get(field)
        return _FIELDS[field](self, value) if field in _FIELDS else str(value)

    def told(self) -> str:
        """The change by the template of its sort."""
        template = TOLD[self.sort].template
        return (template if isinstance(template, str) else template(self.facts)).format_map(self)

    def beside(self, best: Phrase) -> str:
        """What alone is different in it from another change; the whole of it where more is."""
        another = TOLD[self.sort].another if self.sort == best.sort else {}
        if callable(another):
            return another(best, self) or self.told()
        keys = {key for key in {*best.facts, *self.facts} if best.facts.get(key) != self.facts.get(key)}
        fields = (field for field, may_be in another.items() if all(key in may_be for key in keys))
        return next((self[field] for field in fields), "") or self.told()

    def units(self, many: int) -> str:
        """``the two submarines of Germany in sea zone 5``."""
        whose = f"{self.words.unit(self.facts['unit'], many)} of {self['power']} in {self['space']}"
        return f"the {number(many)} {whose}" if many > 1 else f"the {whose}"

    def act(self, act: Act) -> str:
        """An action, without its dice and choices."""
        return describe_act(self.words, act, self.turn)

    def undone(self, act: Act) -> str:
        """``Germany did not move one tank to Poland``."""
        verb, _, rest = VERBS[act.kind].tell(self.words, act).partition(" ")
        return f"{power_name(act.power or self.turn)} did not {infinitive(verb)} {rest}"

    def counted(self, unit: str, count: int) -> str:
        """``a submarine``, ``two submarines``."""
        name = self.words.unit(unit, count)
        return a(name) if count == 1 else f"{number(count)} {name}"

    def marks(self, now: Sequence[str], was: Sequence[str]) -> str:
        """``had fought``, ``had not been loaded``: the marks that are there now, or those that are gone."""
        new = [mark for mark in now if mark not in was]
        done = (_MARKS.get(mark, f"been {spaced(mark)}") for mark in new or (mark for mark in was if mark not in now))
        return f"had {'' if new else 'not '}{listed(done)}"


#: the fields of templates that are not told as they are
_FIELDS: dict[str, Callable[[Phrase, Value], str]] = {
    **dict.fromkeys(("power", "account"), lambda it, power: power_name(power)),
    **dict.fromkeys(("unit", "aboard", "less", "along", "ashore"), lambda it, unit: a(it.words.unit(unit))),
    **dict.fromkeys(("phase", "option"), lambda it, name: it.words.titled(name)),
    "other": lambda it, power: power_name(power) if power else "anybody",
    "owner": lambda it, power: f" of {power_name(power)}" if power else "",
    "owners": lambda it, _: possessive(power_name(it.facts["owner"])),
    "powers": lambda it, _: possessive(it["power"]),
    "holder": lambda it, power: power_or_nobody(power),
    "space": lambda it, space: it.words.space(space),
    "spaces": lambda it, spaces: listed(map(it.words.space, spaces or [it.facts["space"]])),
    "another": lambda it, _: f"another {it.words.unit(it.facts['unit'])}" if it.facts["had"] else it["unit"],
    "units": lambda it, _: it.units(it.facts["count"]),
    "fewer": lambda it, _: number(it.facts["count"] - it.facts["left"]),
    "ship": lambda it, _: it.units(1),
    "new": lambda it, unit: it.counted(unit, it.facts.get("count", 1)),
    "name": lambda it, name: it.words.titled(name) if name else "any of this",
    "named": lambda it, _: it["name" if it.facts["name"] else "power"],
    "means": lambda it, _: _MEANS[it.facts["note"]],
    "about": lambda it, about: it.words.thing("space", about),
    "which": lambda it, _: (
        f": {it.words.thing('holder', it.facts['value'])}" if it.facts["value"] not in (0, YES) else ""
    ),
    "state": lambda it, _: _STATES[it.facts["key"]](it, it.facts["value"]),
    "bought": lambda it, _: counted(it.facts["count"], *(it.words.unit(it.facts["unit"], many) for many in (1, 2))),
    "act": Phrase.act,
    "undone": lambda it, _: it.undone(it.facts["act"]),
    "there": lambda it, _: " (it would have to stand there)" if it.moved else "",
    "chooser": lambda it, _: power_name(it.facts["choice"].power),
    "chosen": lambda it, _: it.words.chosen(rows_offered(it.facts["option"]), it.facts["choice"].power),
    "rolled": lambda it, _: f"a {it.facts['face']}",
    "shooter": lambda it, unit: f" for {it.words.thing('unit', it.facts['unit'])}" if it.facts["unit"] else "",
}
#: what may be otherwise of units, by the key of their entry
_STATES: dict[str, Callable[[Phrase, Value], str]] = {
    "damage": lambda it, value: f"had {counted(value, 'damage', 'damage') if value else 'no damage'}",
    "spent": lambda it, value: f"had spent {counted(value, 'movement point', 'movement points')}",
    "came": lambda it, value: f"had come from {listed(map(it.words.space, value))}" if value else "had not moved",
    "bound": lambda it, value: f"were bound for {it.words.space(value) if value else 'nowhere'}",
    "is": lambda it, value: it.marks(value, it.facts["was"] or ()),
}
#: what a unit has done that is so marked, after "had"; of any other mark something has been done to it
_MARKS = {mark: mark for mark in ("fought", "retreated", "submerged", "landed", "bombarded", "raided")}
_MARKS |= {"combat-moved": "moved in the combat move", "noncombat-moved": "moved in the noncombat move"}
_MARKS |= {"intercepted": "intercepted", "scrambled": "scrambled", "launched-rocket": "launched a rocket"}


# -- templates that depend on the facts


def _cargo(facts: Facts) -> str:
    if "aboard" not in facts:
        return "with nothing aboard {ship}" if facts["less"] == "all" else "with {less} fewer aboard {ship}"
    return f"with {{aboard}}{{owner}} more aboard {{ship}}{' instead of {less}' if 'less' in facts else ''}"


def _instead(facts: Facts) -> str:
    if "owner" in facts:
        return f"if {{units}} {'was' if facts['count'] == 1 else 'were'} {{owners}}"
    return "with {new} instead of {units}"


def _has(facts: Facts) -> str:
    return f"if {{power}} {'had' if facts['on'] else 'did not have'} {{name}}"


def _war(facts: Facts) -> str:
    if not facts["how"]:
        return "if {power} had made no war on {other}"
    return (
        f"if {{power}} {'and {other} were at war' if facts['how'] == OLD_WAR else 'had declared war on {other}, {how}'}"
    )


def _done(facts: Facts) -> str:
    """Another action: with a unit more, with another unit, or another choice."""
    if "ashore" in facts:
        return "with {ashore} more aboard, put ashore too"
    if "along" in facts:
        return "with {along} going along" if facts["act"].kind == "move" else "with {along} more"
    return "with {new} in the place of {unit}" if "new" in facts else "if {act} instead{there}"


def _note(facts: Facts) -> str:
    if not facts["about"]:
        return f"if it were {'not ' if facts['value'] == 0 else ''}so that {{means}}{{which}}"
    return f"with{'out' if facts['value'] == 0 else ''} {{about}} as {{means}}{{which}}"


# -- what is different in another change


def _another_act(best: Phrase, other: Phrase) -> str:
    """Which unit goes along or comes ashore, or where another action goes, if that is all that is different in it."""
    for key in ("along", "ashore"):
        if key in best.facts and key in other.facts:
            return other[key]
    one: Act = best.facts["act"]
    two: Act = other.facts["act"]
    if replace(one, given={}) != replace(two, given={}) or "route" not in two.given:
        return ""
    mine, its = one.given["route"], two.given["route"]
    return f"to {other.words.space(its[-1])}" if mine[:-1] == its[:-1] else other.words.way(its)


# -- the table


class Told(NamedTuple):
    """How a sort of change is told: by a template; and of another one that does the same only the field, where no other
    facts are different than those of the field."""

    template: str | Callable[[Facts], str]
    another: Mapping[str, Container[str]] | Callable[[Phrase, Phrase], str] = MappingProxyType({})


#: every sort of change
TOLD: dict[Sort, Told] = {
    "more": Told("with {another} of {power} in {space}", {"unit": ("unit", "had")}),
    "fewer": Told(lambda it: "with {fewer} of {units} fewer" if it["left"] and it["count"] > 1 else "without {units}"),
    "without": Told(lambda it: "without the units of {power} in {space}" if "power" in it else "with {space} empty"),
    "instead": Told(_instead, {"new": ("new",)}),
    "state": Told("if {units} {state}"),
    "cargo": Told(_cargo),
    "holder": Told("if {holder} held {spaces}", {"holder": ("holder", "was"), "spaces": ("space", "spaces", "was")}),
    "turn": Told(
        lambda it: f"in {{powers}} turn{', by its own units' if 'units' in it else ''}", {"power": ("power",)}
    ),
    "phase": Told("in the phase {phase}", {"phase": ("phase",)}),
    "round": Told("in round {round}", {"round": ("round",)}),
    "option": Told(lambda it: f"if the table played {'with' if it['on'] else 'without'} {{option}}"),
    "technology": Told(_has, {"named": ("name",)}),
    "advantage": Told(_has, {"named": ("name",)}),
    "war": Told(_war),
    "money": Told("with {ipcs} IPCs of {account}", {"ipcs": ("ipcs",)}),
    "bought": Told("if {power} had {bought} to place"),
    "note": Told(_note),
    "rules": Told("by {title}, on the board {board}"),
    "act": Told(_done, _another_act),
    "left out": Told("if {undone}"),
    "order": Told("if {act} first"),
    "added": Told(lambda it: "if {act} then" if it["last"] else "if {act} before that", _another_act),
    "choice": Told("if {chooser} chose {chosen}"),
    "die": Told("with {rolled} rolled{shooter} instead of a {was}", {"rolled": ("face",)}),
}


def describe(flip: Counterfactual, words: GameWords, turn: str) -> str:
    """A change as the first half of a sentence, and those that are told with it, first what does the same."""
    best = Phrase(words, flip.change, turn)
    told, same, otherwise = best.told(), dict[str, None](), dict[str, None]()
    for each in flip.also[:ALSO]:
        found = same if each.turned.marks == flip.turned.marks else otherwise
        found[Phrase(words, each.change, turn, beside=True).beside(best)] = None
    parts = [f"or {', '.join(same)}"] if same else []
    parts += [f"in another way {', '.join(otherwise)}"] if otherwise else []
    parts += [f"and {len(flip.also) - ALSO} more"] if len(flip.also) > ALSO else []
    return f"{told} ({'; '.join(parts)})" if parts else told
