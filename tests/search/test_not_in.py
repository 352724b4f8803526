"""The answer about a unit, rule or phase that a game lacks states that, unless the game has it under another name.

The questions were written and judged before the search could answer them.
"""

from __future__ import annotations

import pytest

from kb.knowledge import KnowledgeBase

#: questions about units and rules that the game lacks, with the id of the answer
LACKED = {
    "revised: what does a cruiser attack at": "not-in:revised/cruisers",
    "how many planes may scramble from an air base in revised": "not-in:revised/scrambles",
    "revised: does a naval base give my ships an extra space": "not-in:revised/naval-bases",
    "revised: do interceptors roll before the bombers do": "not-in:revised/interceptors",
    "revised: how many units can a minor complex make": "not-in:revised/minor-and-major-complexes",
    "what happens if i attack a strict neutral in revised": "not-in:revised/kinds-of-neutrals",
    "revised: how far do paratroopers fly": "not-in:revised/paratroopers",
    "revised: how many dice do war bonds pay": "not-in:revised/war-bonds",
    "revised: how much income do subs take from a convoy zone": "not-in:revised/convoys",
    "how much is a national objective worth in revised": "not-in:revised/national-objectives",
    "revised: may russia declare war on japan in round one": "not-in:revised/declarations-of-war",
    "anniversary: which planes may scramble": "not-in:anniversary/scrambles",
    "anniversary: what do tactical bombers cost": "not-in:anniversary/tactical-bombers",
    "anniversary: does a naval base repair my battleship": "not-in:anniversary/naval-bases",
    "anniversary: convoy disruption, how many dice per sub": "not-in:anniversary/convoys",
    "anniversary: how long do wolf packs last": "not-in:anniversary/wolf-packs",
    "anniversary: cost of a major complex": "not-in:anniversary/minor-and-major-complexes",
    "anniversary: can a kamikaze hit a carrier": "not-in:anniversary/kamikazes",
    "europe 1999: what does a cruiser cost": "not-in:europe-1999/cruisers",
    "europe 1999: how many dice do heavy bombers roll": "not-in:europe-1999/heavy-bombers",
    "europe 1999: how many victory cities win": "not-in:europe-1999/victory-cities",
    "europe 1999: may fighters scramble against a landing": "not-in:europe-1999/scrambles",
    "europe 1999: what is the bonus of a national objective": "not-in:europe-1999/national-objectives",
    "europe 1999: how much does a research die cost": "not-in:europe-1999/technology",
    "europe 1940: where may a colonial garrison be built": "not-in:europe-1940/colonial-garrison",
    "g40: may japan sink ships with kaiten torpedoes": "not-in:europe-1940/kaiten-torpedoes",
    "europe 1940: can i exchange units by the patriotic war rule": "not-in:europe-1940/patriotic-war",
}
#: questions about units and rules that the game has, possibly under another name or for one power only
HAD = (
    "revised: can kamikaze attacks hit a sub",
    "revised: how far does mechanized infantry move",
    "revised: what do dive bombers do",
    "what is the object of the game for each nation in revised",
    "revised: may a fighter fly over a neutral to friendly territory",
    "revised: how many rockets may hit one factory",
    "revised: does radar make guns better",
    "revised: may a battleship repair in a harbour",
    "revised: how many victory cities win the game",
    "revised: are neutral countries closed to everybody",
    "revised: can japan break the nonaggression treaty",
    "revised: do bombers need an escort on a raid",
    "revised: may a plane take off from an island and land on it again",
    "anniversary: how does the mechanized infantry breakthrough work",
    "anniversary: may interceptors defend against a bombing raid",
    "anniversary: what does the minor power china get",
    "anniversary: how does radar help my aa guns",
    "anniversary: may i declare that my transports unload",
    "anniversary: when are the ships of a convoy of transports lost",
    "europe 1999: may a german sub stay in a convoy",
    "europe 1999: can fighters intercept bombers on a raid",
    "europe 1999: what is the objective of the axis",
    "europe 1999: may i place fighters on a carrier in a friendly port",
    "europe 1999: is turkey a strict neutral country",
    "europe 1940: may japan use kamikazes in global",
    "europe 1940: how far do rockets reach",
    "europe 1940: does a pack of subs attack better",
    "europe 1940: which national objectives does italy have",
    "flames and steel: what does a dive bomber do",
    "can a cruiser bombard",
)


@pytest.mark.parametrize("asked", LACKED)
def test_the_first_answer_states_what_a_game_lacks(base: KnowledgeBase, asked: str) -> None:
    first = base.search(asked).results[0]
    assert first.id == LACKED[asked]
    assert f"{base.short_titles[first.game]} has no " in first.says


def test_what_a_game_has_is_never_denied(base: KnowledgeBase) -> None:
    denied = {asked: each.id for asked in HAD for each in base.search(asked).every if each.id.startswith("not-in:")}
    assert denied == {}


def test_only_the_game_in_question_is_said_to_lack_it(base: KnowledgeBase) -> None:
    for asked in LACKED:
        bare = asked.partition(": ")[2] or asked.replace(" in revised", "")
        assert not any(each.id.startswith("not-in:") for each in base.search(bare).every), bare
