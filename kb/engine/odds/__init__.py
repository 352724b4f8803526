"""The odds of a battle that is pressed to its end, or for some cycles, by the rules that the rule set has.

>>> from kb import engine, paths
>>> from kb.engine.odds import BattleOutcome, odds
>>> rules = engine.load(paths.data(), "revised")
>>> tank = engine.Unit(1, "tank", "germany", "karelia-ssr")
>>> infantry = engine.Unit(2, "infantry", "soviet-union", "karelia-ssr")
>>> now = engine.Clock(1, "germany", "conduct-combat")
>>> position = engine.Position(now, {1: tank, 2: infantry}, {"karelia-ssr": "soviet-union"})
>>> round(odds(rules, position, "karelia-ssr").chance(BattleOutcome.ATTACKER_WINS), 9)
0.5
"""

from kb.engine.odds.chain import odds
from kb.engine.odds.every_throw import every_throw
from kb.engine.odds.forces import (
    ATTACKER,
    DEFENDER,
    Assumption,
    BattleOutcome,
    DamagedFirst,
    Ending,
    LossOrder,
    NobodyJoins,
    NobodyLeaves,
    Odds,
)

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "Assumption",
    "BattleOutcome",
    "DamagedFirst",
    "Ending",
    "LossOrder",
    "NobodyJoins",
    "NobodyLeaves",
    "Odds",
    "every_throw",
    "odds",
]
