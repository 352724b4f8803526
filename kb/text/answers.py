"""An answer as plain values, the JSON of docs/asking.md, with what differs in other printings and by options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kb.asking.answer import (
    EngineAnswer,
    ask,
    in_other_printings,
)
from kb.asking.question import errors, from_text, to_tree
from kb.base.errors import KBError
from kb.cases.reading.library import RulesLoader
from kb.engine.core.position import replace
from kb.text import asked
from kb.text.assumptions import options_that_decide
from kb.text.rendering import Rendering

if TYPE_CHECKING:
    from kb.model import replies


def answer_text(text: str, rules_of: RulesLoader) -> replies.AnswerReply | replies.Errors:
    """Return the answer to a request (JSON text) as plain values: ``{"errors": [{"message", "hint"}, ...]}`` if the
    request cannot be parsed or answered."""
    try:
        request = from_text(text, rules_of)
        return render_answer(ask(request), in_other_printings(request, rules_of))
    except KBError as error:
        return errors(error)


def render_answer(answer: EngineAnswer, others: Iterable[EngineAnswer] = ()) -> replies.AnswerReply:
    """Return everything that an answer says, as plain values. ``others`` are the answers under other printings, which
    the assumptions tell if they differ."""
    rendering = Rendering(answer)
    told = rendering.everything()
    told["answer"], told["missing"] = rendering.first_line(told)
    told["answer"] += "".join(f" {each}" for each in _with_other_options(answer, told["answer"]) if not told["missing"])
    told["assumed"][:0] = [text for each in others if (text := _of_printing(each, answer, told["answer"]))]
    if answer.request.typed:
        told["asked"] = to_tree(answer.request)
    return told


def _with_other_options(answer: EngineAnswer, says: str) -> Iterator[str]:
    """Yield the first line without or with each usual option that decides the result, if it differs from ``says``, that
    of the answer."""
    case, options = answer.request.case, answer.played.start.options
    for each in options_that_decide(answer) if answer.request.acts and answer.request.most is None else ():
        position = {**case.position, "options": sorted(options ^ {each})}
        other = ask(replace(answer.request, case=replace(case, position=position)))
        if there := _other_line(other, answer, says):
            how = asked.WITHOUT_OPTION if each in options else asked.WITH_OPTION
            same = f"{asked.YES} " if answer.legal else ""
            yield how.format(each.replace("-", " "), there.removeprefix(same))


def _of_printing(other: EngineAnswer, answer: EngineAnswer, says: str) -> str:
    """Return the first line under another printing as an assumption about the printing, if it differs from ``says``,
    that of the answer; else an empty string."""
    printings = (each.rules.board.printing for each in (answer, other))
    there = _other_line(other, answer, says)
    return there and "the printing is that of {}; in the printing of {} the answer is: {}".format(*printings, there)


def _other_line(other: EngineAnswer, answer: EngineAnswer, says: str) -> str:
    """Return the first line of another answer; empty if it lacks a fact, or differs from ``says``, that of the
    ``answer``, only by the reasons of a refusal."""
    rendering = Rendering(other)
    there, lacks = rendering.first_line(rendering.everything())
    return "" if lacks or there == says or other.legal is answer.legal is False else there
