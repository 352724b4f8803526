"""The words of questions: which act each verb asks for, which fact each word of state stands for, and what is filler.

Words stand here as they are spoken; they are looked up by their terms, as a search has them
(:class:`kb.cases.language.vocabulary.Spoken`), so plurals, verb forms and other words for the same need no lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any

from kb.cases.language.vocabulary import Spoken


class Fact(StrEnum):
    """What a question says of its situation beside units, powers and places."""

    MINE = "mine"
    ENEMYS = "enemy's"
    ALLYS = "ally's"
    NEUTRAL = "neutral"
    NONE = "none"
    ALONE = "alone"
    TOGETHER = "together"
    EMPTY = "empty"
    LAND = "land"
    SEA = "sea"
    ON = "on through"
    INTO = "into"
    SUBMERGED = "submerged"
    DAMAGED = "damaged"
    LOADED = "loaded"
    NEW = "new"
    SURFACED = "on the surface"
    ATTACKS = "attacks"
    DEFENDS = "defends"
    BEFORE = "before any die"
    CAPTURED = "captured this turn"
    FOUGHT = "has fought"
    COMBAT = "combat move"
    NONCOMBAT = "noncombat move"
    FILLER = ""


#: kind of act -> the verbs that ask for it
_VERBS = {
    "move": "move, go, sail, pass, cross, enter, drive, march, march through, fly, fly over, roll through, walk, blitz, slip, slip through, "
    "travel, come, come through, go through, move through, drive through, pass through, sail through, push, push through, head, "
    "run through, walk through, keep going, keep blitzing, advance, get through, sail past, go past, transit, send, blitz through, fly through, fly across, drive over, sneak past, swim past",
    "load": "load, load up, board, pick up, embark, ride, get on, hop on, go aboard, go on board, take aboard, carry, load troops, ship",
    "offload": "unload, offload, disembark, put ashore, drop off, get off, go ashore, set ashore, drop",
    "land": "land, come down, touch down",
    "submerge": "submerge, dive, slip under",
    "strike": "surprise strike, sneak shot, sneak attack, first strike, get first strike, special powers, get surprise strike",
    "open": "opening fire, fire in opening fire, fire first, shoot first, shoot early, roll first, roll in opening fire, opening fire roll, opening fire die, opening fire shot, strike first",
    "fire": "fire, shoot, return fire, shoot back, get a shot, get to fire, get to shoot, roll, get to roll, roll a die, get a shot back, get to fire back, get to shoot back, still fire, roll dice",
    "hit": "hit, sink, kill, destroy, shoot down, be hit by, take out",
}
#: verbs that say more than that something moves: through which land, that it goes on, that it goes by land
_BLITZ = "blitz, keep blitzing, blitz through, blitz on"
_WALK = "march, march through, walk, walk through, drive, drive through, drive over"
_ON = (
    "pass, cross, go through, move through, drive through, pass through, sail through, sail past, go past, transit, slip through, come through, roll through, "
    "push through, get through, run through, walk through, fly over, fly through, fly across, drive over, sneak past, swim past, keep going"
)
_FACTS = {
    Fact.MINE: "my, our, own, my own",
    Fact.ENEMYS: "enemy, his, hostile, he, opponent, the other side, opposing",
    Fact.ALLYS: "ally, friend, friendly, partner, buddy, teammate, allied",
    Fact.NEUTRAL: "neutral, neutral territory, neutral country",
    Fact.NONE: "no, without, not any, none, nobody, lacks, w/o, without any, with no, there is no, zero",
    Fact.ALONE: "alone, lone, single, on its own, by itself, only, just, nothing else, nobody else, sole, by themselves, on their own, all alone, all by itself",
    Fact.TOGETHER: "with, together with, along with, next to, beside, alongside, and, accompanied by",
    Fact.EMPTY: "empty, unoccupied, undefended, totally empty, no units, vacant",
    Fact.LAND: "land, territory, country, place, province, spot, soil",
    Fact.SEA: "sea zone, zone, sz, sea, waters, sea space, ocean",
    Fact.ON: "through, past, over, on, onward, across, keep, beyond, continue, inland, thru",
    Fact.INTO: "into, enter",
    Fact.SUBMERGED: "submerged, underwater, below the surface, under water, under",
    Fact.SURFACED: "surfaced, on the surface, up on the surface, not submerged, above water",
    Fact.DAMAGED: "damaged, hit once, already hit, took a hit, wounded, crippled",
    Fact.LOADED: "loaded, cargo, with cargo, aboard, on board, carrying, full",
    Fact.NEW: "new, newly built, just bought, bought, just built, fresh, newly bought, purchased",
    Fact.CAPTURED: "captured this turn, just captured, just took, newly captured, took this turn, taken this turn, just taken, "
    "we just took, i just took, grabbed this turn, just conquered, conquered this turn, captured, took, taken",
    Fact.ATTACKS: "attack, attacks, attacking, attacker, attacked, in the attack, on the attack",
    Fact.BEFORE: "before any dice, before any die, before dice, before anybody has fired at it, before anybody fires, before anyone shoots, before the first shot, "
    "before anyone shoots at it, before the dice, before rolling, before any fire, before it is fired at, before anybody has fired, at the start of combat, before combat",
    Fact.DEFENDS: "defend, defends, defending, defender, in defense, on defense, on the defense",
    Fact.FOUGHT: "fought, fought this turn, was in a battle, was in combat, fought already",
    Fact.COMBAT: "combat move, combat movement, during combat move, in combat move",
    Fact.NONCOMBAT: "noncombat, noncombat move, ncm, non combat, noncom, in noncombat, noncombat movement",
    Fact.FILLER: "can, may, is, are, do, does, did, will, would, have, has, had, ok, okay, fine, legal, allow, allowed, just, still, "
    "then, now, even, so, too, also, really, actually, right, here, there, a, an, the, if, when, while, but, in, at, to, of, for, "
    "by, as, any, it, they, them, i, we, you, be, been, get, got, want, wants, try, please, that, this, this turn, turn, or, one, "
    "sits, sit, stands, stand, lies, starts, start, around, stuff, about, up, down, my, with, that is, there is, am, "
    "before it is gone, before its gone, before it sinks, before it goes down, before it dies, before it leaves, "
    "simply, ever, currently, simultaneously, as well, at all, for free, straight, directly, freely, which, who, whether, shall, should, could, might, how, well, "
    "right away, at once, immediately, left, its, it is, way, on my way, on the way, on the way in, between, in between, same, around, anywhere, all, em, let, anybody, somebody, totally, completely, what, about, just sit, sitting, standing, alongside, "
    "during, me, us, player, allowed to, is it, possible, able, able to, possible to, permitted, yes, question, rule, rules",
}
#: groups of units: what they are called -> the kinds of units on a board, and the one that is meant first
GROUPS = {
    "ship": "ship, fleet, boat, warship, surface warship, surface ship, navy",
    "air": "plane, air unit, aircraft, bird",
    "land": "land unit, guy, troop, man, men, soldier, troops, guys, army",
    "facility": "factory, industrial complex, flak, aa gun, base",
}


class Words:
    """What runs of terms stand for: the kinds of acts that they ask for, and facts."""

    def __init__(self, spoken: Spoken) -> None:
        self.verbs = _by_terms(spoken, _VERBS)
        self.facts = _by_terms(spoken, _FACTS)
        self.groups = _by_terms(spoken, GROUPS)
        self.blitz, self.on = frozenset(_runs(spoken, _BLITZ)), frozenset(_runs(spoken, _ON))
        self.walk = frozenset(_runs(spoken, _WALK))


def _by_terms(spoken: Spoken, table: Mapping[Any, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for kind, wordings in table.items():
        for run in _runs(spoken, wordings):
            if kind not in found.get(run, ()):
                found[run] = (*found.get(run, ()), kind)
    return found


def _runs(spoken: Spoken, wordings: str) -> Iterator[str]:
    for wording in wordings.split(","):
        yield spoken.terms(wording.strip())


@lru_cache(maxsize=2)
def words_of(spoken: Spoken) -> Words:
    """The words as one lexicon has their terms."""
    return Words(spoken)
