"""From a question to play: what the engine says of a yes/no question with the units that it names."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from kb.asking.answer import ask
from kb.asking.questions.answering import word_of
from kb.asking.request import parse
from kb.search.state import NONE
from kb.service.asking import limited
from kb.service.checking import rule_books
from kb.store.scenarios import rulings_by_rule
from kb.text.answers import render_answer
from kb.text.rules import RuleText

if TYPE_CHECKING:
    from kb.asking.questions.answering import PlayedWord
    from kb.cases.reading.library import RulesLoader
    from kb.knowledge import KnowledgeBase, Results

    Plain = dict[str, Any]


def played(
    base: KnowledgeBase,
    question: str,
    game: str = "",
    *,
    found: Results | None = None,
    rules_of: RulesLoader | None = None,
) -> Plain:
    """The word that play gives for a question of one game, and the position that shows it;
    ``kb.service.engine_types.PlayedReply``. The word is empty where play is not sure, and for one that names no game.

    ``found`` is what the search found for it, where that is known. Raises :class:`QueryError` for a question that
    cannot be understood, and for an unknown game.
    """
    if found is None:
        found = base.search(question, base.game_named(game) if game else None, limit=1)
    silent: Plain = {
        "question": question,
        "word": "",
        "request": None,
        "board": "",
        "told": [],
        "rules": [],
        "situations": 0,
    }
    only = found.query.only
    if len(only) != 1 or found.state == NONE or found.query.has_operators:
        return silent
    books = rules_of or rule_books(base)
    with limited():
        about = _about(base, found, only[0])
        each = [word_of(found.query.terms, found.query.senses, rules, books, about) for rules in books.every(only[0])]
        words = [word for word in each if word is not None]
        if not words or len({word.word for word in words}) > 1:
            return silent
        return {**silent, **_told(words[0], books)}


def _about(base: KnowledgeBase, found: Results, game: str) -> list[str]:
    """The rules that were found, and those that the cases of the first ruling rest on."""
    subjects = [each.subject for each in found.rules if each.game == game]
    first = found[0].id if found else ""
    rests_on = [rule for rule, (rulings, _) in rulings_by_rule(base.connection, game).items() if first in rulings]
    return list(dict.fromkeys((*subjects, *rests_on)))


def _told(word: PlayedWord, books: RulesLoader) -> Plain:
    """The word with the position and the rules in words."""
    answer = ask(parse(word.request, "the question", books))
    plain = render_answer(answer)
    says = RuleText(answer.rules.ruleset, (answer.rules.board,))
    text = json.dumps(word.request, ensure_ascii=False, separators=(",", ":"))
    return {
        "word": word.word,
        "request": word.request,
        "board": base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
        "told": [*plain["told"], *(act["text"] for act in plain["actions"])],
        "rules": [{"rule": rule, "says": says.about(answer.rules.lines[rule])} for rule in word.rules],
        "situations": word.played,
    }
