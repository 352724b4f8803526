"""Questions with the word that play has to give, or none. The words were written before any question was played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kb
from kb.asking import request
from kb.asking.answer import ask
from kb.asking.notation.figures import KINDS
from kb.asking.questions.answering import _MAKERS
from kb.asking.questions.vocabulary import Fact
from kb.base import paths
from kb.cases.language.vocabulary import spoken
from kb.cases.reading.library import RulesLoader
from kb.engine.core.position import replace
from kb.games.board_model import UnitKind
from kb.knowledge import KnowledgeBase
from kb.service.checking import rule_books
from kb.service.playing import played

#: game, question, and the word; "" where play must not be sure
WORDS = (
    ("revised", "can my tank blitz through an empty enemy territory", "yes"),
    ("revised", "empty enemy land with a flak gun, can my tank blitz through it", "no"),
    ("revised", "is it illegal to blitz a tank through empty enemy land", "no"),
    ("revised", "does an enemy destroyer stop my submarine from sailing through its zone", "yes"),
    ("revised", "may my battleship sail past an enemy sub", "no"),
    ("revised", "can my bomber land in a territory that we captured this turn", "no"),
    ("revised", "enemy sub on the surface in my zone, may my transport load", "no"),
    ("revised", "enemy sub is submerged in my zone, may my transport load", "yes"),
    ("revised", "does a fighter defend on 4", "yes"),
    ("revised", "does a bomber cost 15", "yes"),
    ("revised", "does infantry attack on 2", "no"),
    ("anniversary", "can my cruiser sail past a lone enemy sub", "yes"),
    ("anniversary", "can my cruiser sail past an enemy destroyer", "no"),
    ("anniversary", "may my sub pass through a zone with an enemy cruiser", "yes"),
    ("anniversary", "may my sub pass through a zone with an enemy destroyer", "no"),
    ("anniversary", "does an enemy battleship stop my sub from going through", "no"),
    ("anniversary", "the attacker has a destroyer, may my defending sub submerge", "no"),
    ("anniversary", "no enemy destroyer, may my sub submerge", "yes"),
    ("anniversary", "enemy has a destroyer, do my subs get a surprise strike", "no"),
    ("anniversary", "does a cruiser cost 12", "yes"),
    ("anniversary", "does a tank cost 6", "no"),
    ("anniversary", "with jet fighters do my attacking fighters hit on 4", "yes"),
    ("anniversary", "no destroyer around, can my fighter hit an enemy sub", "no"),
    ("europe-1940", "can mechanized infantry blitz alone", "no"),
    ("europe-1940", "can my fighter land on a damaged carrier", "no"),
    ("europe-1940", "does a carrier cost 16", "yes"),
    ("europe-1940", "may my destroyer sail past an enemy submarine", "yes"),
    ("europe-1940", "can my planes land in a country i captured this turn", "no"),
    ("europe-1999", "does armor attack on 3", "yes"),
    ("europe-1999", "no destroyers, do my attacking subs fire first", "yes"),
    ("europe-1999", "no destroyers, do my defending subs fire first", "no"),
    ("europe-1999", "can my tank go through empty enemy land", "yes"),
    ("revised", "may i march through a neutral country", "no"),
    ("anniversary", "may planes fly over neutral land", "no"),
    ("revised", "can a bomber go 7", "no"),
    ("revised", "can a bomber go 5", "yes"),
    ("revised", "does a bomber move 5", ""),
    ("anniversary", "can my fighter hit an enemy sub with a destroyer", "yes"),
    ("revised", "long range aircraft, can my bomber fly 8", "yes"),
    ("revised", "with super submarines, do my subs attack on 3", "yes"),
    ("revised", "may my sub submerge before any dice", "no"),
    ("revised", "my sub hits a destroyer in opening fire, does the destroyer get to fire back", "yes"),
    ("revised", "do two artillery fit in a transport", "no"),
    ("revised", "can an infantry and a tank share a transport", "yes"),
    ("europe-1999", "can a tank and an infantry fit in one transport", "no"),
    ("anniversary", "does a cruiser survive a single hit", "no"),
    ("europe-1940", "does a carrier survive a single hit", "yes"),
    ("revised", "do destroyers bombard without any tech", "no"),
    ("anniversary", "may my transport bombard", "no"),
    ("revised", "combined bombardment, may my destroyer bombard", "yes"),
    ("europe-1999", "do defenders hit by my battleship's bombardment fire back", "yes"),
    ("revised", "can i place a new fighter on my old carrier", "no"),
    ("revised", "can i place a new factory in a territory i captured this turn", "no"),
    ("europe-1940", "my carrier took a hit, may a fighter land on it", "no"),
    ("anniversary", "can i place a new fighter on my old carrier", "yes"),
    ("anniversary", "my bomber flies over an enemy flak gun, does the gun fire", "no"),
    ("revised", "my bomber flies over an enemy aa gun in noncombat, does the gun shoot", "yes"),
    ("europe-1999", "may i build a new factory", "no"),
    ("europe-1999", "can new fighters be placed on a new carrier", "no"),
    ("revised", "may an empty transport enter a zone with an enemy transport", "yes"),
    ("europe-1999", "may i place a new destroyer in a zone with an enemy submarine", "yes"),
    ("anniversary", "can i put new infantry at a factory that i captured this turn", "no"),
    ("revised", "does an infantry hit by a bombardment fire back", "no"),
    ("europe-1940", "gibraltar is german, may my british cruiser sail from sz 91 into sz 92", "no"),
    ("europe-1940", "can mechanized infantry move through a friendly territory without a tank", "yes"),
    # the search finds no rule that turns it
    ("europe-1940", "may my destroyer sail past an enemy sub and an enemy cruiser", ""),
    # what is not said would turn the word
    ("europe-1940", "may mechanized infantry blitz when a tank goes with it", ""),
    ("europe-1999", "can i deploy new fighters along with my new carrier", ""),
    ("revised", "can a transport get from sz 39 to sz 41 in one move", ""),
    ("anniversary", "can planes hit the sub that sits beside the transports", ""),
    ("anniversary", "can planes hit subs", ""),
    ("anniversary", "can my ships sail past enemy ships", ""),
    ("anniversary", "may my sub submerge", ""),
    ("revised", "enemy sub in my zone, may my transport load", ""),
    ("europe-1999", "may us planes hit a german sub if the us has no destroyer", ""),
    ("revised", "my fighter started on a carrier, may i place it on a factory", ""),
    ("revised", "may i place 3 infantry at my ally's factory", ""),
    ("revised", "may i place 3 infantry at a factory that i bought this turn", ""),
    ("anniversary", "may i place 7 infantry at my factory", ""),
    ("revised", "can i place 3 infantry in a territory with no factory", ""),
    # words that play does not understand, and questions that are not about one situation
    ("revised", "with our house rule, can my tank blitz past an enemy flak gun", ""),
    ("revised", "must my tank blitz through empty enemy land", ""),
    ("revised", "can my tank not blitz through empty enemy land", ""),
    ("revised", "can a tank and an infantry blitz through empty enemy land", ""),
    ("revised", "can my tank blitz through empty enemy land on a tuesday", ""),
    ("anniversary", "can my fighter hit an enemy sub with an ally's destroyer", ""),
    ("anniversary", "my fighter attacks with a british destroyer, can it hit a german sub", ""),
    ("anniversary", "does a battleship have two hits", ""),
    ("anniversary", "destroyer in the zone, sub next to it, can it sail past", ""),
    ("anniversary", "destroyer in the zone, submarine passes?", "no"),
    ("revised", "how can my tank blitz through empty enemy land", ""),
    ("revised", "can my tank blitz again through empty enemy land", ""),
    ("anniversary", "can my cruiser sail out of a zone with an enemy destroyer", ""),
    ("anniversary", "does my destroyer stop his sub from going through", ""),
    ("", "does a fighter defend on 4", ""),
    ("revised", "what does a fighter cost", ""),
    ("revised", "rev-sub-2", ""),
)


@pytest.fixture(scope="module")
def base() -> Iterator[KnowledgeBase]:
    with kb.open() as opened:
        yield opened


@pytest.fixture(scope="module")
def books(base: KnowledgeBase) -> RulesLoader:
    return rule_books(base)


@pytest.mark.parametrize(("game", "question", "word"), WORDS, ids=[question for _, question, _ in WORDS])
def test_play_gives_the_word_or_none(
    base: KnowledgeBase, books: RulesLoader, game: str, question: str, word: str
) -> None:
    assert played(base, question, game, rules_of=books)["word"] == word


def test_what_is_shown_is_the_question_and_turns_by_the_rule_that_is_named(
    base: KnowledgeBase, books: RulesLoader
) -> None:
    shown = played(base, "empty enemy land with a flak gun, can my tank blitz through it", "revised", rules_of=books)
    asked = request.parse(shown["request"], "shown", books)
    standing = [unit for space in asked.case.position["spaces"].values() for power in space.values() for unit in power]
    assert "tank" in standing and "antiaircraft-gun" in standing
    assert ask(asked).legal is False
    rules = {each["rule"] for each in shown["rules"]}
    assert "complexes-and-guns-stop-a-blitz" in rules
    off = ask(replace(asked, rules=asked.rules.without("complexes-and-guns-stop-a-blitz")))
    assert off.legal is True


def test_every_meaning_of_a_word_of_questions_is_one_that_is_played() -> None:
    told = {"offload"}  # what is only told of
    known = {"act": {*_MAKERS} | told, "fact": {*Fact}, "group": {*UnitKind, "gun"}, "way": {"blitz", "walk", "on"}}
    known["figure"] = {"cost", "attack", "defense", "move", "hits", "filler"}
    meant_here = {"filler", "=take", "=infantry", "=ic", "=moves", "=last"}
    known["wanted"] = {*KINDS} | meant_here
    meant = [means.split() for means in spoken(paths.data()).asked]
    assert meant and [each for each in meant if each[1] not in known[each[0]]] == []
