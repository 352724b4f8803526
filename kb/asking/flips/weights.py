"""How much it counts what a change is like for being told early; written by ``scripts/fit_flips.py``."""

_TABLE = """\
act: allows -0.04, along -0.22, forbids -0.54, outcome -0.44, reasons -0.38, to battle +0.33, to load +0.05, to move -1.53, to purchase -0.05, to raid -0.41
added: forbids -0.71, last -0.58, to move -0.16
after battle: forbids -0.72, outcome +0.27
after collect: forbids -0.12, outcome +0.20
after declare-war: forbids +0.09
after end: outcome +0.05
after move: forbids +0.77
after retreat: allows +0.33, outcome -0.17
any: acted -0.78, near -0.07, no rule +0.10, only more rules -0.33, others alike +0.13, rules less +0.63, size -0.75, written +1.00
choice: outcome +0.40
decides anew: forbids -0.70, reasons -0.87
decides before: allows +1.10, outcome +0.47
die: allows +0.43, forbids +1.77, outcome +1.80
elsewhere: allows -0.40, outcome -0.10
fewer: allows +0.87, forbids +0.84
instead: forbids -0.05, new -0.17, outcome -0.43, owner -0.89
left out: also +1.18, outcome +0.53, to end -0.08, to mobilize +0.27, to move +0.50
money: forbids +1.26
more: forbids +0.58, outcome -0.45
note: forbids -0.48, outcome +0.08
option: outcome -0.93
order: allows -0.10, outcome +1.94, to end +1.04
others: forbids -0.09
phase: forbids -0.14
refused: allows +1.10, reasons -1.32
result battle: outcome -0.10
result fate: outcome +0.49
result fire: outcome +0.20
result holder: outcome -0.06
result made: outcome +0.31
result may: outcome -0.07
result money: outcome +0.29
state: forbids -0.57
technology: allows -0.06, forbids +1.00
turn: allows -0.48, forbids -0.64, outcome -1.45, units -0.90
war: allows +0.31, forbids +0.29
"""
#: by row and column, the weights of :mod:`kb.asking.flips.order`
WEIGHTS = {
    (row, each.rpartition(" ")[0]): float(each.rpartition(" ")[2])
    for row, _, columns in (line.partition(": ") for line in _TABLE.splitlines())
    for each in columns.split(", ")
}
