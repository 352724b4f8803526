"""Plays a question, and gives a word only where play is sure of it.

Every situation that the question may mean is played: its units and powers, with each way to fill in what it does not
say. All have to give the same word, and in each a rule that the search found has to turn it: with that rule switched
off the opposite comes out. So does a condition that the question names, where without it the opposite comes out; and
what nothing forbids needs no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from kb.asking.answer import ask
from kb.asking.questions.fighting import Fighting
from kb.asking.questions.figures import play_figure, read_figure
from kb.asking.questions.ground import Ground, ground_of
from kb.asking.questions.moving import Moving
from kb.asking.questions.placing import Placing
from kb.asking.questions.reading import Names, Question, read
from kb.asking.questions.scenes import Conditions, Measure, NotPlaced, Plain, Situation
from kb.asking.questions.vocabulary import words_of
from kb.asking.request import EngineRequest, parse
from kb.base.errors import KBError
from kb.cases.language.vocabulary import spoken
from kb.cases.reading.files import RulesOf
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook

#: situations that are played at most
_MOST = 60
#: how messages call what is played
_NAME = "the question"
#: kind of act -> what makes its situations, one after another until one has a place for all that is said
_MAKERS: dict[str, tuple[tuple[type[Conditions], str], ...]] = {
    "move": ((Moving, "moves"), (Placing, "places")),
    "load": ((Moving, "loads"), (Placing, "carries")),
    "carry": ((Placing, "carries"),),
    "land": ((Moving, "landings"), (Placing, "places")),
    "submerge": ((Fighting, "submerging"),),
    "strike": ((Fighting, "strikes"),),
    "open": ((Fighting, "strikes"),),
    "fire": ((Fighting, "fires"), (Placing, "guns"), (Placing, "victims")),
    "hit": ((Fighting, "hits"), (Placing, "victims")),
    "survive": ((Placing, "survives"),),
    "sunk": ((Placing, "survives"),),
    "mobilize": ((Placing, "places"),),
    "purchase": ((Placing, "places"),),
    "bombard": ((Placing, "bombards"),),
}


@dataclass(frozen=True, slots=True)
class PlayedWord:
    """The ``word`` (yes or no) that play gives, the ``request`` of its first situation, the ``rules`` that turn it
    there, and how many situations were ``played``."""

    word: str
    request: Plain
    rules: tuple[str, ...]
    played: int


def word_of(
    terms: Sequence[str], senses: Collection[str], rules: Rulebook, rules_of: RulesOf, about: Collection[str]
) -> PlayedWord | None:
    """The word for a question; None where play is not sure of one.

    ``terms`` and ``senses`` are those of the question as a search has them; ``about`` the rules that the search found.
    A number of a unit needs none: all of the question is about it.
    """
    names = _names(rules)
    speech = spoken(rules.ruleset.data)
    try:
        figure = read_figure(terms, names, speech)
        if figure is not None:
            played = play_figure(figure, rules, rules_of)
            if played is None:
                return None
            word, request, turning = played
            return PlayedWord(word, request, turning, len(figure.figures))
        question = read(terms, senses, names, words_of(speech))
        return _same_of_all(question, situations(question, ground_of(rules)), rules_of, about)
    except KBError:  # a position that no table has
        return None


@lru_cache(maxsize=16)
def _names(rules: Rulebook) -> Names:
    speech = spoken(rules.ruleset.data)
    return Names(rules, speech, words_of(speech))


def situations(question: Question, ground: Ground) -> list[Situation]:
    """Every situation that a question may mean; none where a condition that it names has no place in them."""
    if question.unread:
        return []
    for kind, name in (each for act in question.acts for each in _MAKERS.get(act, ())):
        conditions = kind(question, ground)
        make: Callable[[], Iterator[Situation]] = getattr(conditions, name)
        try:
            found = list(islice(make(), _MOST))
        except NotPlaced:
            continue
        if found and not conditions.is_left:
            return found
    return []


def _same_of_all(
    question: Question, meant: Sequence[Situation], rules_of: RulesOf, about: Collection[str]
) -> PlayedWord | None:
    first: tuple[bool, Plain, tuple[str, ...]] | None = None
    for each in meant:
        asked = parse(each.request, _NAME, rules_of)
        result = _result(asked, each.shows)
        if result is None:
            return None
        turns = _what_turns(each, asked, result, rules_of, about)
        allowed = result and each.shows is None  # nothing forbids it
        if not (turns or allowed or each.decides in about) or (first is not None and first[0] is not result):
            return None
        first = first or (result, each.request, turns)
    if first is None:
        return None
    return PlayedWord("yes" if first[0] is not question.forbidden else "no", first[1], first[2], len(meant))


def _what_turns(
    each: Situation, asked: EngineRequest, result: bool, rules_of: RulesOf, about: Collection[str]
) -> tuple[str, ...]:
    """The rules that turn a result: one that was found, else several that refuse it together or one that it leans on,
    else those by which the condition turns it that the question names."""

    def turning(of: EngineRequest, result: bool, rules: Iterable[str]) -> tuple[str, ...]:
        known = [rule for rule in rules if rule in of.rules.lines]
        return tuple(rule for rule in known if _turns(of, each.shows, result, [rule]))

    found = turning(asked, result, about)
    if not found and each.shows is None:
        last = ask(asked).acts[-1]
        refusing = [reason.rule for reason in last.reasons]
        together = {*refusing} & {*about} and _turns(asked, None, result, refusing)
        leaned = turning(asked, result, [reason.rule for reason in last.leaned_on]) if result else ()
        found = tuple(rule for rule in refusing if rule in about) if together else leaned
    if not found and each.otherwise is not None:
        other = parse(each.otherwise, _NAME, rules_of)
        if _result(other, each.shows) is (not result):
            refusing = [reason.rule for one in (asked, other) for reason in ask(one).acts[-1].reasons]
            found = turning(other, not result, about) or tuple(dict.fromkeys(refusing))
    return found


def _result(asked: EngineRequest, shows: Measure | None) -> bool | None:
    """What a situation shows, or whether its last act is legal; None where it cannot be tried."""
    if shows is not None:
        return shows(asked)
    acts = ask(asked).acts
    tried = len(acts) == len(asked.acts) and all(act.legal for act in acts[:-1])
    return acts[-1].legal if tried and acts else None


def _turns(asked: EngineRequest, shows: Measure | None, result: bool, rules: Sequence[str]) -> bool:
    """Whether the opposite comes out without some rules."""
    return bool(rules) and _result(replace(asked, rules=asked.rules.without(*rules)), shows) is (not result)
