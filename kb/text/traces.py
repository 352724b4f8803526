"""Renders a trace as an indented tree of sentences, and the reasons of a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from kb.base.english import listed, number, sentence
from kb.cases.language.occasions import rolled_for
from kb.cases.language.vocabulary import ROLLS_OF_SHOOTERS
from kb.cases.language.words import GameWords
from kb.engine.core.actions import EVENTS, Node, Reason
from kb.engine.core.position import Facts
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import RULES
from kb.games.board_model import UnitKind
from kb.games.names import Wording, power_name
from kb.model.evidence import TraceLine

_INDENT = "  "


def trace_text(rules: Rulebook, roots: Iterable[Node]) -> list[str]:
    """Return the lines of a trace as text; ``roots`` are its outermost nodes."""
    return texts(trace_lines(rules, GameWords(rules.board, rules.ruleset), roots))


def trace_lines(rules: Rulebook, wording: Wording, roots: Iterable[Node]) -> list[TraceLine]:
    """Return the lines of a trace, whose outermost nodes are ``roots``. A heading names the space and the cycle of
    combat if they have changed."""
    place: dict[str, object] = {}
    return [line for root in roots for line in _lines(rules, wording, root, 0, {}, place)]


def texts(lines: Iterable[TraceLine], cited: set[str] | None = None) -> list[str]:
    """Return the lines of a trace as text; a repeated rule, or one ``cited`` before, is without citations."""
    cited, found = set() if cited is None else cited, []
    for line in lines:
        found.append(f"{_INDENT * line.depth}{line.says} [{line.rule}]" if line.rule in cited else text(line))
        if line.rule:
            cited.add(line.rule)
    return found


def text(line: TraceLine) -> str:
    """Return a line of a trace as a terminal shows it: ``Submarines may submerge. [rule: sections and rulings]``."""
    rests = f" [{line.rule}: {', '.join(line.cites) or 'not in this rule set'}]" if line.rule else ""
    return f"{_INDENT * line.depth}{line.says}{rests}"


def _lines(
    rules: Rulebook, wording: Wording, node: Node, depth: int, around: Facts, place: dict[str, object]
) -> Iterator[TraceLine]:
    """Yield the lines of a node at a ``depth`` and those below it. A sentence may also use ``around``, the facts of the
    nodes above it. ``place`` has the space and the cycle of the last heading, and is updated."""
    facts = {**around, **node.facts}
    own = _line(rules, wording, node, facts, depth, place)
    below = [line for child in node.children for line in _lines(rules, wording, child, depth + bool(own), facts, place)]
    if own and (below or node.rule or node.event or depth):
        yield own
    yield from (line for at, line in enumerate(below) if not at or line != below[at - 1])


def _line(
    rules: Rulebook, wording: Wording, node: Node, facts: Facts, depth: int, place: dict[str, object]
) -> TraceLine | None:
    """Return the line of a node at a ``depth``: a rule, an event or a heading; None if it lacks a sentence. ``facts``
    are those of the node and of the nodes above it; ``place`` has the space and the cycle of the last heading, and is
    updated."""
    if node.rule:
        return because(rules, wording, Reason(node.says, facts), depth)
    says = (
        event_text(wording, node.says, node.facts)
        if node.event
        else ""
        if "action" in node.facts
        else _heading(wording, node, place)
    )
    return TraceLine(depth, says) if says else None


def _heading(wording: Wording, node: Node, place: dict[str, object]) -> str:
    """Return the heading of a step, with the space and cycle that differ from those in ``place``, and update it."""
    new = {key: node.facts[key] for key in ("space", "round") if node.facts.get(key) not in (None, "", place.get(key))}
    place |= new
    where = f" in {wording.space(new['space'])}" if "space" in new else ""
    cycle = f", cycle {new['round']}" if "round" in new else ""
    return f"{sentence(node.says.replace('-', ' ')).rstrip('.')}{where}{cycle}:"


def event_text(wording: Wording, name: str, about: Facts) -> str:
    """Return the sentence of an event with its facts; empty for an event that is not shown."""
    if name in _MADE:
        return sentence(_MADE[name](wording, about))
    if name in EVENTS:
        return EVENTS[name] and wording.filled(EVENTS[name], about)
    facts = listed(f"{key} {wording.in_words(key, value)}" for key, value in about.items())
    return sentence(f"{name.replace('-', ' ')}{': ' if facts else ''}{facts}")


def _retreated(wording: Wording, facts: Facts) -> str:
    """Return the units that retreated and their destination; aircraft break off."""
    planes = [unit for unit in facts["units"] if wording.board.unit(unit.type).kind is UnitKind.AIR]
    others = [unit for unit in facts["units"] if unit not in planes]
    went = f"{wording.group(others)} retreated to {wording.space(facts['space'])}" if others else ""
    left = f"{wording.group(planes)} broke off" if planes else ""
    return "; ".join(filter(None, (went, left)))


def _rolled(wording: Wording, facts: Facts) -> str:
    """Return ``Germany rolls for the attackers' fire: infantry 3, 1 (1): one hit, tank 6 (3): miss``; of dice that are
    added up ``Germany rolls 2, 5 for raid``."""
    faces, needs, units = facts["faces"], facts["needs"], facts["units"]
    counted = any(needs)
    firing = dict.fromkeys(unit.power for unit in units if unit) if counted else {}
    own = firing if facts["what"] in ROLLS_OF_SHOOTERS and firing else (facts["power"],)
    who = f"{listed(map(power_name, own))} {'rolls' if len(own) == 1 else 'roll'}"
    if not counted:
        return f"{who} {', '.join(map(str, faces))} for {rolled_for(facts['what'])}"
    types = [wording.unit(unit.type) if unit else "" for unit in units]
    dice = zip(types, needs, faces, strict=True)
    groups = [
        _group_of_dice(unit, need, [face for *_, face in some])
        for (unit, need), some in groupby(dice, key=lambda die: die[:2])
    ]
    return f"{who} for {rolled_for(facts['what'])}: {', '.join(groups)}"


def _group_of_dice(unit: str, need: int, faces: list[int]) -> str:
    """Return the dice of equal units in words: the ``faces``, the highest roll that hits (``need``), and the result."""
    hits = sum(face <= need for face in faces)
    several = f"{number(hits)} {'hit' if hits == 1 else 'hits'}" if hits else "no hits"
    result = several if len(faces) > 1 else "hit" if hits else "miss"
    return f"{unit} {', '.join(map(str, faces))} ({need}): {result}".strip()


def _captured(wording: Wording, facts: Facts) -> str:
    """Return ``Germany takes Norway from the United Kingdom``; land without a holder is only taken."""
    former = f" from {power_name(facts['was'])}" if facts["was"] else ""
    return f"{power_name(facts['holder'])} takes {wording.space(facts['territory'])}{former}"


def _struck(wording: Wording, facts: Facts) -> str:
    """Return ``Germany pays 5 IPCs (3 and 2)``, or the damage to the complex; in brackets the loss by each bomber."""
    losses = facts.get("losses", ())
    note = f" ({listed(map(str, losses))})" if len(losses) > 1 else ""
    if "damage" in facts:
        where = wording.space(facts["territory"])
        return f"Damage to the {wording.unit(facts['struck'].type)} in {where}: {facts['damage']}{note}"
    return f"{power_name(facts['victim'])} pays {facts['ipcs']} IPC{'s'[: facts['ipcs'] != 1]}{note}"


def _bonus(wording: Wording, facts: Facts) -> str:
    """Return ``Germany gets 5 more IPCs (the Axis controls one or more of them: Karelia S.S.R. and Caucasus)``."""
    spaces = f": {listed(map(wording.space, facts['spaces']))}" if facts["spaces"] else ""
    more = "one more IPC" if facts["ipcs"] == 1 else f"{facts['ipcs']} more IPCs"
    return f"{power_name(facts['power'])} gets {more} ({facts['why']}{spaces})"


#: the functions that make the sentences of events without a template (:func:`kb.engine.core.actions.tells`)
_MADE: dict[str, Callable[[Wording, Facts], str]] = {
    "rolled": _rolled,
    "moved": lambda wording, facts: f"{wording.group(facts['units'])} went {wording.way(facts['route'])}",
    "retreated": _retreated,
    "captured": _captured,
    "raided": _struck,
    "rocket-struck": _struck,
    "bonus-paid": _bonus,
}


def because(rules: Rulebook, wording: Wording, reason: Reason, depth: int = 0) -> TraceLine:
    """Return the sentence of a rule about a case, with the citations of the rule, as a line at a ``depth``."""
    rule = RULES.get(reason.rule)
    says = wording.filled(rule.says, reason.facts) if rule else sentence(reason.rule)
    return TraceLine(depth, says, reason.rule, tuple(rules.cites(reason.rule)) if reason.rule in rules.lines else ())


def refused(rules: Rulebook, wording: Wording, found: Iterable[Reason], depth: int = 0) -> list[TraceLine]:
    """Return a line at a ``depth`` for each distinct reason in ``found``, those of a refusal."""
    return list(dict.fromkeys(because(rules, wording, reason, depth) for reason in found))


def reasons(rules: Rulebook, found: Iterable[Reason]) -> list[str]:
    """Return a line of text for each distinct reason in ``found``, those of a refusal."""
    return [text(line) for line in refused(rules, GameWords(rules.board, rules.ruleset), found)]
