"""How much it counts what a change is like for being told early; written by ``scripts/fit_flips.py``."""

_TABLE = """\
act: along -0.19, forbids -0.59, outcome -0.39, reasons -0.38, to load +0.02, to move -1.54, to purchase -0.01, to raid -0.38
added: forbids -1.07, to move -0.45
after battle: forbids -0.63, outcome +0.21
after collect: forbids -0.10, outcome +0.22
after end: outcome +0.06
after move: allows -0.09, forbids +0.73
after retreat: allows +0.41, outcome -0.23
any: acted -0.82, near -0.04, only more rules -0.50, others alike +0.14, rules less +0.54, size -0.73, written +1.08
choice: outcome +0.57
decides anew: forbids -0.61, reasons -0.87
decides before: allows +1.13, outcome +0.42
die: allows +0.37, forbids +1.66, outcome +2.01
elsewhere: allows -0.41, outcome -0.03
fewer: allows +0.89, forbids +0.81, outcome +0.15
instead: forbids -0.12, new -0.10, outcome -0.35, owner -0.91
left out: also +1.04, outcome +0.89, to end +0.22, to mobilize +0.20, to move +0.48, to raid -0.11
money: forbids +1.27
more: forbids +0.50, outcome -0.46
note: forbids -0.62, outcome +0.23
option: outcome -0.88
order: allows -0.17
others: forbids -0.06
phase: forbids -0.19
refused: allows +1.13, reasons -1.28
result battle: outcome -0.14
result dice: outcome +0.07
result fate: outcome +0.41
result fire: outcome +0.35
result holder: outcome -0.04
result made: outcome +0.29
result may: outcome -0.07
result money: outcome +0.39
state: forbids -0.62
technology: forbids +1.05, outcome +0.16
turn: allows -0.45, forbids -0.67, outcome -1.37, units -0.88
war: allows +0.33, forbids +0.25, outcome +0.15
"""
#: by row and column, the weights of :mod:`kb.asking.flips.order`
WEIGHTS = {
    (row, each.rpartition(" ")[0]): float(each.rpartition(" ")[2])
    for row, _, columns in (line.partition(": ") for line in _TABLE.splitlines())
    for each in columns.split(", ")
}
