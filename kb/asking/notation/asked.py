"""Reads what somebody types as a request: a line in the strict notation, alone or in JSON."""

from __future__ import annotations

from collections.abc import Iterator

from kb.asking import request
from kb.asking.notation.assumed import Assumed, told
from kb.asking.notation.completing import with_captured, with_ends
from kb.asking.notation.strict import read_strictly
from kb.asking.request import EngineRequest
from kb.base.errors import BadInput, Finding
from kb.base.written import from_plain, parse_json
from kb.cases.language.scenario import Plain, Value
from kb.cases.language.vocabulary import spoken
from kb.cases.language.words import GameWords
from kb.cases.reading.library import RulesLoader
from kb.engine.core.points import CONDUCT_COMBAT
from kb.engine.core.position import replace
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
    """What a line in the strict notation asks, with what it leaves to be understood. ``name`` is how messages call the
    line. ``game`` is the game of a line that names none. Raises :class:`BadInput` with every finding."""
    line = read_strictly(text, rules_of, spoken(rules_of.source), game)
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
    may = [line.request["may"]] if "may" in line.request else []
    ended, supplied = with_ends(asked.rules, position["phase"], acts + may)
    assumed += [Assumed("ended", (ended[at]["end"],)) for at in supplied]
    done = ended[: len(ended) - len(may)]
    if done != [*do]:
        written = {**written, "do": done}
    if written is not line.request:
        sentences = (*line.assumed, *(told(words, each) for each in assumed))
        asked = request.parse(from_plain(written), name, rules_of, sentences)
    return replace(asked, supplied=tuple(supplied), written=written)


def _losing_by_choice(act: dict[str, Value]) -> dict[str, Value]:
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
