"""Reads a line of short notation, or of free style, as a plain request: what was assumed, what was not understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.asking.notation import buying, doubts, fighting, games, landing, moving, rolling, striking
from kb.asking.notation.assumed import told, unlike
from kb.asking.notation.clause import Clause
from kb.asking.notation.completing import complete
from kb.asking.notation.deeds import Deeds
from kb.asking.notation.facts import Facts, set_the_clock
from kb.asking.notation.items import Item, items
from kb.asking.notation.names import Names
from kb.asking.notation.parsing import clauses
from kb.asking.notation.scene import Scene
from kb.asking.notation.tokens import tokens
from kb.base import paths
from kb.base.errors import BadInput, Finding, raise_if
from kb.cases.language.scenario import Plain, Value
from kb.cases.language.vocabulary import Spoken, spoken
from kb.cases.language.words import GameWords
from kb.cases.reading.files import RulesOf
from kb.engine.core.rulebook import Rulebook
from kb.search.query_limits import MOST_CORRECTIONS

#: the modules that declare what verbs do (:data:`kb.asking.notation.deeds.DOES`)
_DECLARING = (buying, fighting, landing, moving, rolling, striking)
#: a line has at most so many letters
LONGEST = 4_000
#: words shorter than this are not taken for a misspelt name
_SHORTEST = 5
_ZONE = ("sz", "sea zone", "seazone")
_HINT = "write for example: revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
#: a message names at most so many spaces
_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read: the plain ``request``, sentences of what was ``assumed``, words ``not_understood``.

    ``supplied`` are the places of the ends of phases among the acts that it does not name, ``unlike`` what the position
    would say where something assumed were not so, each with its sentence; ``phase_said`` is whether it says the phase.
    """

    request: dict[str, Value]
    assumed: tuple[str, ...]
    not_understood: tuple[str, ...]
    supplied: tuple[int, ...] = ()
    unlike: tuple[tuple[str, Plain], ...] = ()
    phase_said: bool = True


def read_line(text: str, rules_of: RulesOf, game: str = "", data: str = "") -> Line:
    """A line as a plain request; ``game`` is meant where the line names none.

    Raises :class:`BadInput` with every finding where it cannot be read: no game, a name that is misspelt, an act that
    does not say enough.
    """
    if len(text) > LONGEST:
        raise BadInput(Finding(f"a line of {len(text)} letters", hint=f"at most {LONGEST}"))
    speech = spoken(data or paths.data())
    about = games.meant(text, rules_of, speech, game)
    names, found = _on_a_board(about, rules_of, speech)
    rules = names.rules
    wrong = [
        *doubts.brackets(found),
        *doubts.numbers(found),
        *doubts.zones(found, names, zones(rules)),
        *doubts.foreign(found, names, rules_of),
    ]
    raise_if(dict.fromkeys((*misspelt(found, names), *wrong)))
    parts, lost = clauses(found, carrying(rules), zones(rules))
    raise_if([*doubts.dice(parts)])
    scene = Scene(rules)
    if rules is not about.rules:
        scene.assume("board", rules.board.title)
    scene.named = [each for item in found for each in item.names.get("space", ())]
    deeds = _read(scene, parts)
    raise_if([*doubts.contradictions(parts, scene), *scene.findings, *deeds.findings])
    complete(scene, deeds)
    raise_if(doubts.unasked(parts, judged=bool(deeds.acts) or deeds.what is not None))
    lost = [each for each in lost if not any(each in said.split() for said in deeds.lost)] + deeds.lost
    if lost and not deeds.acts and deeds.what is None:
        raise_if([Finding(f"not understood: '{each}'", hint=_HINT) for each in dict.fromkeys(lost)])
    words = GameWords(rules.board, rules.ruleset)
    board = rules.board.id if rules is not about.rules else about.board
    request = _request(board, about.ruleset, scene, deeds)
    left = [*doubts.left_over(found, _used(parts, scene, request))]
    raise_if(dict.fromkeys(doubts.misread(found, left, lost)))
    lost += [item.text for item in left]
    otherwise = ((told(words, each), unlike(rules, request["position"], each)) for each in scene.assumed)
    return Line(
        request,
        tuple(told(words, each) for each in scene.assumed),
        tuple(dict.fromkeys(lost)),
        tuple(at for at, act in enumerate(deeds.acts) if any(act is each for each in deeds.supplied)),
        tuple((sentence, change) for sentence, change in otherwise if change),
        all(each.kind != "phase" for each in scene.assumed),
    )


def _on_a_board(about: games.Meant, rules_of: RulesOf, speech: Spoken) -> tuple[Names, list[Item]]:
    """The names of the board that a line is about, and its items: the first board where none is said, or another one
    of the rule set where more of the line is understood."""
    line = tokens(about.rest)
    names = Names(about.rules, speech)
    found = items(about.rest, line, names)
    rules, lost = about.rules.ruleset, _not_there(found)
    for board in rules.boards[1:] if lost and not about.board else ():
        other = Names(rules_of(rules.game, board, rules.id), speech)
        there = items(about.rest, line, other)
        if _not_there(there) < lost:
            return other, there
    return names, found


def _not_there(found: Sequence[Item]) -> int:
    """How many words are not understood, or name sea zones that the board does not have."""
    zones = sum(one.text in _ZONE and other.number is not None for one, other in pairwise(found))
    return zones + sum(item.unknown for item in found)


def _used(parts: Sequence[Clause], scene: Scene, request: Plain) -> frozenset[str]:
    """What has come into the request, or was said not to be there, or to be held."""
    nothing = {each for clause in parts for each in (*clause.empty, *clause.absent)}
    nothing |= {*scene.held, *scene.held.values()}
    return frozenset({*_words_of(request)} | nothing)


def _words_of(value: Value) -> Iterator[str]:
    """Every text in a plain value, keys too."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _words_of(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _words_of(each)
    else:
        yield str(value)


def _read(scene: Scene, parts: Sequence[Clause]) -> Deeds:
    """Take what is so and what is done from each clause, in order."""
    set_the_clock(scene, parts)
    facts = Facts(scene)
    deeds = Deeds(scene, facts)
    idle: list[str] = []
    for clause in sorted(parts, key=lambda clause: clause.verb != "bought"):
        before = _so_far(scene, deeds)
        facts.take(clause)
        deeds.take(clause)
        if clause.asked and _so_far(scene, deeds) == before and clause.verb != "stay":
            idle.append(clause.asked)
    deeds.close()
    facts.settle(facts.land)
    if not any("dice" in act for act in deeds.acts):
        deeds.lost += idle
    if facts.waiting:
        fought = [act["battle"] for act in deeds.acts if "battle" in act]
        place = next(iter((*fought, *scene.contested())), "") or next((each.now for each in reversed(scene.units)), "")
        facts.settle(place)
        deeds.findings += [
            Finding(f"where is the {mention.unit} of {power}?", hint="say its place")
            for mention, power in facts.waiting
        ]
    return deeds


def _so_far(scene: Scene, deeds: Deeds) -> str:
    """All that was made of a line up to now, to tell whether another clause adds something to it."""
    known = (scene.units, scene.held, scene.bought, scene.technologies, scene.money, scene.wars, scene.assumed)
    return repr((known, deeds.acts, deeds.asked, deeds.what, len(deeds.at_the_end), len(deeds.later)))


def misspelt(found: Sequence[Item], names: Names) -> list[Finding]:
    """A finding for each word that is no English and nearly a name, or that names several spaces; and one where more
    words are not understood than are compared with names."""
    findings = []
    unknown: set[str] = set()
    for item in found:
        if item.text not in unknown and _may_be_misspelt(item, names):
            unknown.add(item.text)
            like = names.like(item.text) if len(unknown) <= MOST_CORRECTIONS else ""
            if like:
                findings.append(Finding(f"unknown word '{item.text}'", hint=f"did you mean '{like}'?"))
        findings += _ambiguous(item, names)
    if len(unknown) > MOST_CORRECTIONS:
        what = f"{len(unknown)} words are not understood; the first {MOST_CORRECTIONS} were checked for misspellings"
        findings.append(Finding(what, hint=_HINT))
    return findings


def _may_be_misspelt(item: Item, names: Names) -> bool:
    spoken = names.spoken
    return (
        item.unknown
        and len(item.text) >= _SHORTEST
        and item.text not in spoken.known
        and not spoken.is_faint(item.text)
    )


def _ambiguous(item: Item, names: Names) -> Iterator[Finding]:
    """A finding for a word that only names several spaces."""
    spaces = item.names.get("space", ())
    if len(spaces) > 1 and item.names.keys() == {"space"}:
        which = " or ".join(f"'{names.space(each).name}'" for each in spaces[:_MOST_NAMED])
        yield Finding(f"'{item.text}' may be {len(spaces)} spaces", hint=f"did you mean {which}?")


def carrying(rules: Rulebook) -> frozenset[str]:
    """The types of unit that carry others."""
    return frozenset(unit.id for unit in rules.board.units if unit.has("transport_room") or unit.has("carrier_room"))


def zones(rules: Rulebook) -> frozenset[str]:
    """The sea zones that have a number."""
    return frozenset(space.id for space in rules.board.spaces if space.id.removeprefix("sz").isdigit())


def _request(board: str, ruleset: str, scene: Scene, deeds: Deeds) -> dict[str, Value]:
    """The request in plain values, only with what there is."""
    position: dict[str, Value] = {"turn": scene.turn, "phase": scene.phase}
    parts = {
        "round": scene.round,
        "options": scene.options,
        "spaces": scene.spaces(),
        "treasuries": scene.money,
        "technologies": {power: known for power, known in scene.technologies.items() if known},
        "advantages": scene.advantages,
        "bought": scene.bought,
        "wars": scene.wars,
        "notes": scene.notes,
    }
    position |= {key: value for key, value in parts.items() if value}
    asked = [act for act in deeds.asked if deeds.acts and act is deeds.acts[-1]]
    do = [act for act in deeds.acts if not any(act is each for each in asked)]
    request: dict[str, Value] = {"game": scene.rules.ruleset.game}
    for key, value in (("board", board), ("ruleset", ruleset)):
        if value:
            request[key] = value
    request["position"] = position
    if do:
        request["do"] = do
    if asked:
        request["may"] = asked[0]
    if deeds.what is not None:
        request["what"] = deeds.what
    return request
