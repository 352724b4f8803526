"""How much it counts what a change is like for being told early; written by ``scripts/fit_flips.py``."""

_TABLE = """\
act: along -0.39, earlier -0.63, forbids -0.21, last -0.39, new -1.41, reasons -0.38, to battle +0.21, to load +0.37, to mobilize -0.04, to move -1.75, to purchase -0.18, to raid -0.50
added: forbids -0.67, last -0.95, to move -0.75
after battle: forbids -0.74, outcome +0.15
after collect: forbids -0.03, outcome +0.15
after declare-war: forbids +0.29, outcome -0.13
after end: outcome +0.06
after mobilize: outcome +0.09
after move: allows -0.06, forbids +0.74
after retreat: allows +0.39, outcome -0.30
after submerge: allows +0.09
any: acted -0.81, earlier -0.17, last +0.04, near -0.94, only more rules -0.39, others alike +0.21, rules less +0.77, size -0.66, written +1.06
beside: forbids -0.06
bought: outcome -0.05
choice: outcome +0.63
decides anew: forbids -0.45, outcome -0.23, reasons -1.11
decides before: allows +1.28, forbids +0.02, outcome +0.36
die: allows +0.58, forbids +1.79, outcome +1.51
elsewhere: allows -0.05, forbids +0.34, outcome -0.17
fewer: acted +0.30, acting +0.19, allows +0.07, forbids +0.39, named +0.49, not acting +0.25, written +0.13
holder: acted -0.32, outcome -0.32, written +0.56
instead: acted -0.30, not acting -0.29, not named -0.50, outcome -0.26, owner -0.80
left out: allows -0.25, also +1.37, outcome +0.73, to battle -0.01, to collect -0.17, to end -0.43, to mobilize +0.33, to move +0.36
money: forbids +1.14, outcome -0.29
more: acted +0.23, acting -0.46, forbids +0.43, named -0.11, near -0.43, outcome -0.42
note: forbids -0.86, outcome +0.38
option: outcome -0.75
order: allows -0.14, forbids -0.02, outcome +1.95, to battle -0.25, to end +1.11
others: allows +0.34, forbids -0.44
phase: allows +0.03, forbids -0.23
refused: allows +1.28, reasons -0.98
result dice: outcome -0.27
result fate: outcome +0.65
result fire: outcome +0.21
result made: outcome +0.47
result may: outcome -0.17
result money: outcome +0.49
round: forbids +0.11
state: acting -1.01, allows +0.29, forbids -0.17, not acting +0.19, not named -0.47
technology: allows -0.22, forbids +0.93, outcome +0.40
turn: allows -0.73, forbids -0.90, outcome -1.49, units -0.92
war: allows +0.30, forbids +0.47, outcome +0.35
way: allows +0.25
"""
#: by row and column, the weights of :mod:`kb.asking.flips.order`
WEIGHTS = {
    (row, each.rpartition(" ")[0]): float(each.rpartition(" ")[2])
    for row, _, columns in (line.partition(": ") for line in _TABLE.splitlines())
    for each in columns.split(", ")
}
