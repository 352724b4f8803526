"""``kb ask``: any position and action, judged by the engine, with reasons and cited rulings."""

from __future__ import annotations

import os
from collections.abc import Sequence

import kb
from kb.asking.question import Question
from kb.base.errors import BadInput, Finding, NoBuild
from kb.cli.terminal import STANDARD_INPUT, Screen, print_json, read_named, say
from kb.knowledge import KnowledgeBase
from kb.service.asking import RequestReader, answer, limited

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.model.replies import AnswerReply, CitedSentence, Reason

#: rulings that are listed, and rules that are listed if nothing is refused
_RULINGS, _RULES = 5, 5
_STYLES = {True: "green", False: "red", None: "yellow"}
#: the word for an action by whether it is legal (None: it could not be tried)
_JUDGEMENTS = {True: "Allowed", False: "Not allowed", None: "Not possible"}
#: the exit status by the result of a claim
CLAIM_STATUS = {"supported": 0, "contradicted": 1, "open": 2}
_EXAMPLE = "sz5: germany 1 sub, uk 1 dd; germany attacks sz5"


def run(
    what: Sequence[str], id: str | None, changes: Sequence[str], game: str, claim: str, trace: bool, json: bool
) -> int:
    """Ask the question of ``what`` (a line, a file or standard input), or of the ruling or scenario ``id``; print the
    answer.

    ``changes`` are statements that change the position. Return 0 if the actions are legal, 1 if not, 2 if that is not
    known. With a ``claim`` return 0 if it is supported, 1 if it is contradicted, 2 if it is open.
    """
    try:
        base: KnowledgeBase | None = kb.open()
    except NoBuild:
        base = None  # then without verdicts
    try:
        with limited():
            reader = RequestReader(base, game)
            told = answer(base, reader.changed(_read(reader, what, id), changes), reader.rules_of, claim)
        if json:
            print_json(told)
        else:
            screen = Screen()
            _show(screen, told, trace)
            screen.show()
    finally:
        if base is not None:
            base.close()
    say(*(f"kb: {finding}" for finding in told["findings"]))
    if claim:
        return CLAIM_STATUS[told["claim"]["result"]]
    return {True: 0, False: 1, None: 2}[told["legal"]]


def _read(reader: RequestReader, what: Sequence[str], ruling: str | None) -> Question:
    """Read a question from a line, a file or standard input, or the case of a ruling or scenario. Raises
    :class:`BadInput` with every finding, also if both or neither are named."""
    if ruling and what:
        raise BadInput(
            Finding("--id and a question cannot be combined", hint="leave the question out; --set changes the case")
        )
    if ruling:
        return reader.of_ruling(ruling)
    text = " ".join(what).strip()
    if not text:
        raise BadInput(Finding("nothing is asked", hint="try: kb ask 'revised; germany combat; " + _EXAMPLE + "'"))
    named = len(what) == 1 and (text.endswith((".yaml", ".yml", ".json")) or os.path.isfile(text))
    if named or text == STANDARD_INPUT:
        return reader.text(*read_named(text))
    return reader.line(text)


def _show(screen: Screen, told: AnswerReply, trace: bool) -> None:
    """Show an answer: the question, each action with its judgement, the outcome, and with ``trace`` every step."""
    if claim := told.get("claim"):
        screen.wrapped(f"The claim '{claim['claimed']}' is {claim['result']}.", "  ", "", "bold")
        if claim["official"]:
            screen.wrapped(f"{claim['rulings'][0]}, official words: {claim['official']}", "  ")
    if told["answer"]:
        screen.wrapped(told["answer"], "  ", "", "bold", _STYLES[None if told["missing"] else told["legal"]])
    screen.wrapped(f"I read: {told['read_as']}", "  ", "", "dim")
    screen.wrapped(" ".join((f"{told['rules']}.", *told["told"][:1])), "", None, "dim")
    for line in told["told"][1:]:
        screen.wrapped(line, "", None, "dim")
    for line in told["assumed"]:
        screen.wrapped(f"Assumed: {line}", "  ", "", "dim")
    for act in told["actions"]:
        head = screen.paint(_JUDGEMENTS[act["legal"]], "bold", _STYLES[act["legal"]])
        screen.wrapped(act["text"], "  ", f"{head}  ")
        if act["wrong"]:
            screen.wrapped(act["wrong"], "    ")
        for reason in (*act["reasons"], *act["decided_by"][:_RULES]):
            screen.wrapped(_reason(reason), "      ", "    ")
        if act["permission"] and not act["decided_by"]:
            screen.wrapped(_permission(act["permission"]), "      ", "    ")
    for text in told["unreached"]:
        screen.wrapped(text, "  ", f"{screen.paint('Not tried', 'bold', 'yellow')}  ")
    if trace:
        screen.line(screen.paint("step by step", "bold"))
    for step in told["outcome"]["lines"] if trace else ():
        rests = f" [{step['rule']}: {', '.join(step['cites'])}]" if step["rule"] else ""
        lead = "  " * (step["depth"] + 1)
        screen.wrapped(f"{step['says']}{rests}", lead + "  ", lead)
    for line in told["outcome"]["told"]:
        screen.wrapped(line, "  ")
    for offer in told["offers"]:
        head = screen.paint("may" if offer["legal"] else "may not", "bold", _STYLES[offer["legal"]])
        why = f" {offer['reasons'][0]['says']}" if offer["reasons"] else ""
        screen.wrapped(f"{offer['says']}{why}", "    ", f"  {head}  ")
    if told["rulings"]:
        screen.line(screen.paint("cited rulings", "bold"))
    for ruling in told["rulings"][:_RULINGS]:
        screen.wrapped(ruling.get("verdict", ""), "    ", f"  {screen.paint(ruling['id'], 'cyan')}  ")


def _permission(told: CitedSentence) -> str:
    """Return the sentence that says why an action is allowed, with the rulings and sections on which that rests."""
    rests = [*told["rulings"], *told["sections"]]
    return f"{told['says']} [{', '.join(rests)}]" if rests else told["says"]


def _reason(told: Reason) -> str:
    """Return a reason with the rulings and sections it rests on, and how sure that is."""
    rests = [*told["rulings"], *told["sections"]]
    sure = "" if told["confidence"] in ("stated", "") else f"; {told['confidence']}"
    reading = "; our reading" if told["readings"] else ""
    return f"{told['says']} [{', '.join(rests) or 'nothing cited'}{sure}{reading}]"
