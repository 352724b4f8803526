"""The words of the notation that name no thing of a game: verbs, small words, questions, filler.

Each line gives a role, what the words stand for in it, and the words; they are found in every form (attack, attacks,
attacked), and with them what ``data/words.yaml`` has as the same. Words that are ``ignored`` say nothing of a position;
``filler`` is ignored only as it is written here, and where it names nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kb.cases.language.vocabulary import Spoken


@dataclass(frozen=True, slots=True)
class Word:
    """What a word does in a line: its role, and what it stands for in that role."""

    role: str
    value: str = ""


#: a role, what is stood for, the words
_WORDS = """
phase combat-move: combat move, combat movement
phase noncombat-move: noncombat, noncombat move
phase conduct-combat: combat, conduct combat, combat phase, resolve combat
phase collect-income: income, income phase, collect income phase
phase mobilize-units: mobilize units, mobilization phase, placement, place phase, place new units, mobilize new units
phase mobilize-units: placing phase
phase purchase-units: purchase units, purchase phase, buy phase
phase develop-weapons: research phase, develop weapons, technology phase
verb battle: attack, kill, sink, fight, assault, engage, battle, invade, attacks into, strike, roll combat
verb attacked: attacked by, hit by, assaulted by
verb defend: defend, is defending, on defense, defending
verb move: move, go, goes, going, went, gone, drive, drove, sail, fly, travel, pass, head, advance, proceed, steam
verb move: march, blitz, go on, move on, transfer, enter, slip, run, continue, blitz through, sneak, come
verb load: load, pick up, picks up, board
verb offload: unload, offload, drop, put ashore, land troops, disembark, dump
verb amphib: amphibious assault, amphib, amphibiously assault, amphibiously attack, invade by sea
verb land: land, touch down, come down, set down
verb retreat: retreat, go back, back
verb bombard: bombardment, bombard, shell, shore bombard
verb raid: strategic bombing raid, raid, bomb, strategically bomb, sbr
verb rocket: fire rocket, launch rocket, rocket strike, rocket attack, fire a rocket, shoot a rocket, launch a rocket
verb submerge: submerge
verb mobilize: mobilize, place, put down, deploy
verb bought: bought, has bought, have bought
verb purchase: purchase, buy, buys
verb declare-war: declare war, declare war on, declare war against, attack power
verb end: end, finish, done with
verb collect: collect income, collect, collect ipc, collect its income
verb research: research, roll for technology, roll technology, buy research dice, develop
verb repair: repair
verb invoke: invoke, use, play
verb scramble: scramble
verb intercept: intercept
verb lose: lose, take as a loss, take as casualty, take as loss, choose as casualty, loss, casualty
verb take: take, take out, choose, pick
verb capture: capture, conquer, liberate
verb hold: held by, controlled by, owned by, belong to, hold, control, in the hands of
verb have: have, has, with a treasury of
verb stay: stay, stays, remain, remains, stand still, stay put, stay behind
verb call-off: call off, stay aboard, stays aboard, remain aboard
dice roll: roll, dice, die, rolls of, rolling, roll a
dice hit: hit, hits with, hit with, hit on, score
dice miss: miss, nobody hits, no hits, no hit, no one hits, everybody misses, everyone misses, all miss, nobody hit
dice miss: both miss, nothing hits, all dice miss
place from: from, out of, leaves, leaving, coming from
place to: to, into, onto, towards, toward, back to, on to, ashore in, ashore at, up to
place at: in, at, on, inside, stationed in, sitting in, sits in, based in, based at, stand in, stands in, is in
place at: are in
place off: off, near, beside, outside, next to, just off
place via: via, through, over, past, across, by way of
question may: may, can, could, might, is it legal, is it legal for, is it allowed, are they allowed, allowed to
question may: is allowed to, able to, is able to, must, does, do, did, would, should, will
question what: what may, what can, what could, what does, what options, options for, which moves
question who: who may, who can, who could
versus: versus, against, v, facing, meets, meet, vs the
with: with, carrying, carries, plus, holding
aboard: aboard, on board, loaded on, on deck, on deck of, embarked on, on a transport, loaded aboard
and: and, plus also, as well as, along with, together with
negation: no, without, not any, zero
empty: empty, unoccupied, undefended, nobody in
new: new, newly built, fresh, just bought, newly bought, just purchased, brand new, being placed
damaged: damaged, hit once, crippled, damage, is damaged, damage marker, damage markers
turn: turn, turn it is, to move
round: round
spend: spend, spends, spent, spending, pay, pays
war: at war, at war with, is at war with, are at war, war with, in war with
back: it, them, that
each: each, apiece
aircraft: aircraft, planes, air units, air force
whole: both, all, all of, both of
peace: at peace, in peace, not at war, no war, still neutral, not yet at war
there: there, in the same zone, in the same space, with them, with it, beside it, in there
money: ipc, ipcs, pu
none: nobody, none, nothing, no one
technology: technology, technologies
advantage: national advantage, advantage, advantages, national advantages
ignored: pro axis, pro allies, pro allied, strict, dies, what, options, do what, who, which, how, how many, why, friendly, enemy, survivor, damaged one, fire, shoot
ignored: return fire, fire back, shoot back, surprise strike, win, get a shot, gets a shot, take part, participate
ignored: help, happen, stop, have to stop, count, work, block, bleed, matter, roll, respond, neutral
ignored: national objective, national objectives, survivors
filler: along, goes along, opponent, i, alone, lone, single, only, just, also, too, still, first, here, together
filler: everything else, the, legal, fine, ok, okay, allowed, right, possible, please, hello, so, now, this
filler: turn before, since last turn, from last turn, last turn, since, already there, hasn't moved, hasnt moved
filler: has not moved, have not moved, haven't moved, unmoved, not moved yet, this turn, in the same turn
filler: without stopping, not stopping, nonstop, it is, its, during, of, his, her, my, your, their, a, an, question
filler: ruling, situation, position, board, map, say, suppose, assume, given, let's say, and nothing else
filler: nothing else, no other units, and no one else, alone there, by itself, as well, again, in one go, straight
filler: directly, safely, legally, actually, by boat, by transport, by transports, from transport, from transports
filler: from boats, by sea, by ship, boats, is, are, be, was, were, there is, there are, stand, sit, sits, stands
filler: wait, waits, where, some, any, other, want to, wants to, like to, tries to, try to, attempt to, attempts to
filler: do so, happens, happen, yes, or not, get to, gets to, allow, unit, ships, units, at start, at the start
filler: at sea, game, edition, printing, rules, sz, sea zone, option, optional rule, playing with, we play
filler: played with, cleanly, owner, side, left, unharmed, survive, survives, even, yet, anyway, deck, order, as, for
filler: by, up, phase, step, want, try, same turn, in the way, right away, instead, ipcs each, due, next, either
filler: same, until, ever, after combat, afterwards, after that, later, its own, own, while, does it, boat, second
filler: attacker, defender, attackers, defenders, him, he, she, they, we, you, me
"""

#: words that also tell whose the unit is, where nobody says it
OF_POWER = {
    "u-boat": "germany",
    "uboat": "germany",
    "unterseeboot": "germany",
    "panzer": "germany",
    "pz": "germany",
    "stuka": "germany",
    "sherman": "united-states",
}
#: those that are short for it, and may be short for its land
IN_SHORT = frozenset(("ussr", "sov", "jap", "ger", "rus"))
#: words for a power that are no names of land
OF_PEOPLE = frozenset(
    [
        "german",
        "germans",
        "british",
        "brit",
        "brits",
        "english",
        "soviet",
        "soviets",
        "russian",
        "russians",
        "american",
        "americans",
        "yank",
        "yanks",
        "japanese",
        "italian",
        "italians",
        "french",
        "chinese",
        "australian",
        "australians",
        "ussr",
        "sov",
        "jap",
        "japs",
        "ger",
        "rus",
    ]
)


@lru_cache(maxsize=4)
def words(spoken: Spoken) -> Mapping[str, Word]:
    """Every word of the notation by its key as it is typed, and by its terms."""
    typed: dict[str, Word] = {}
    meant: dict[str, Word] = {}
    for line in _WORDS.strip().splitlines():
        head, _, said = line.partition(":")
        role, _, value = head.partition(" ")
        for word in said.split(","):
            typed.setdefault(f"={spoken.key(word)}", Word(role, value))
            if role != "filler":
                meant.setdefault(spoken.terms(word), Word(role, value))
    return {**meant, **typed}
