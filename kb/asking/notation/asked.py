"""Reads what somebody types as a request: a line in the strict notation or of free talk, alone or in JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.asking import request
from kb.asking.notation.assumed import Assumed, told
from kb.asking.notation.completing import end_phases, with_captured
from kb.asking.notation.scene import Acts, Scene
from kb.asking.notation.strict import Line, read_strictly
from kb.asking.request import EngineRequest
from kb.base.errors import BadInput, Finding
from kb.base.written import from_plain, parse_json
from kb.cases.language.scenario import Plain
from kb.cases.language.vocabulary import spoken
from kb.cases.language.words import GameWords
from kb.cases.reading.library import RulesLoader
from kb.engine.core.play import CONDUCT_COMBAT
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board

#: the verbs of what is decided while a battle waits
_IN_BATTLE = {"submerge", "retreat", "withdraw"}


def read_asked(text: str, rules_of: RulesLoader) -> EngineRequest:
    """A request as JSON text: a case, or a ``line`` with the ``game`` that is meant where it names none. Raises
    :class:`kb.base.errors.KBError` with every finding."""
    try:
        written = parse_json(text) if len(text) <= request.LONGEST else None
    except ValueError:
        written = None  # is told below
    if not isinstance(written, dict) or not isinstance(written.get("line"), str):
        return request.parse_text(text, rules_of)
    return read_typed(written["line"], "the line", rules_of, str(written.get("game", "")))


def read_typed(text: str, name: str, rules_of: RulesLoader, game: str = "") -> EngineRequest:
    """A line in the strict notation, or else of free talk; ``name`` is how messages call it, ``game`` is meant where it
    names none. Raises :class:`BadInput` with every finding."""
    try:
        strict = read_strictly(text, rules_of, spoken(rules_of.source), game)
    except BadInput as error:
        strict, wrong = None, error
    if strict:
        return _strictly(strict, name, rules_of)
    from kb.asking.notation.lines import read_line  # of free talk, which is much to load

    try:
        line = read_line(text, rules_of, game, rules_of.source)
    except BadInput as error:
        raise wrong if text.count(";") > 2 * len(wrong.findings) else error from None  # it is meant strictly
    return replace(
        request.parse(line.request, name, rules_of, line.assumed),
        supplied=line.supplied,
        unlike=line.unlike,
        phase_said=line.phase_said,
        written=line.request,
    )


def _strictly(line: Line, name: str, rules_of: RulesLoader) -> EngineRequest:
    """What a line in the strict notation asks, with what it leaves to be understood."""
    asked = request.parse(from_plain(line.request), name, rules_of, line.assumed)
    words = GameWords(asked.rules.board, asked.rules.ruleset)
    position, do = line.request["position"], line.request.get("do", ())
    taken = dict(_taken_from(position, asked.rules.board))
    acts, begun = [_losing_by_choice(act) for act in do], _to_begin(line.request)
    assumed = [Assumed("held-before", pair) for pair in taken.items()]
    whole, with_land = with_captured(asked.rules, position)
    assumed += with_land
    written = {**line.request, "position": whole} if with_land else line.request
    position = whole
    if taken:
        held = {**position["notes"].get("held", {}), **taken}
        written = {**written, "position": {**position, "notes": {**position["notes"], "held": held}}}
    if begun:
        assumed.append(Assumed("begun", (begun,)))
        acts.append({"battle": begun})
    ended = _with_ends(asked.rules, position, acts, line.request.get("may"))
    assumed += ended.scene.assumed
    supplied = tuple(at for at, act in enumerate(ended.acts) if any(act is each for each in ended.supplied))
    if ended.acts != [*do]:
        written = {**written, "do": ended.acts}
    if written is not line.request:
        sentences = (*line.assumed, *(told(words, each) for each in assumed))
        asked = request.parse(from_plain(written), name, rules_of, sentences)
    return replace(asked, unlike=line.unlike, supplied=supplied, written=written)


def _with_ends(rules: Rulebook, position: Plain, do: Sequence[Plain], may: Plain | None) -> Acts:
    """The actions of a line, with the ends of phases between those that belong to different ones."""
    scene = Scene(rules, phase=position["phase"])
    acts = Acts(scene)
    acts.acts = list(map(dict, do)) + ([dict(may)] if may else [])
    end_phases(scene, acts)
    acts.acts = acts.acts[:-1] if may else acts.acts
    return acts


def _losing_by_choice(act: Plain) -> Plain:
    """An action; where dice say how a battle comes out the losses that are told with it are choices of their powers."""
    if not act.get("dice") or "outcome" not in act:
        return act
    lost = [{power: units} for power, units in act["outcome"]["lost"].items()]
    return {**{key: each for key, each in act.items() if key != "outcome"}, "choices": [*act.get("choices", ()), *lost]}


def _to_begin(written: Plain) -> str:
    """The space of a battle that has to begin before what is asked can be: what is decided in one, and no action fights
    it; else empty."""
    do = written.get("do", ())
    may, fought = written.get("may", {}), any("battle" in act for act in do)
    in_combat = written["position"]["phase"] == CONDUCT_COMBAT or any("end" in act for act in do)
    return may.get("at", "") if in_combat and not fought and may.keys() & _IN_BATTLE else ""


def _taken_from(position: Plain, board: Board) -> Iterator[tuple[str, str]]:
    """Land that was captured in this turn, and the power that holds it when the game begins: whose it was, where nobody
    says that and another holds it now. Raises :class:`BadInput` for land that was nobody's else."""
    notes = position.get("notes", {})
    for space in notes.get("captured", ()):
        printed = board.space(space).held_by
        holder = position.get("spaces", {}).get(space, {}).get("held_by", printed)
        if space in notes.get("held", {}):
            continue
        if not printed or printed == holder:
            name = space.replace("-", " ")
            raise BadInput(Finding(f"from whom was {name} captured?", hint=f"say it: held: {name} germany"))
        yield space, printed
