"""How many lines a text takes in the type of the sheets, without a browser.

The widths are those of DejaVu Sans, which Verdana nearly has too, in thousandths of the size of the type. They are the
widest of the common sans serifs, so that in any other type no line more is needed.
"""

from __future__ import annotations

_GROUPS = {
    275: "'", 278: "ijl", 295: "IJ", 318: ",.·’‘", 337: "/:;\\|", 352: "f ", 361: "-", 390: "()[]", 392: "t", 401: "!",
    411: "r", 460: '"', 500: "*_`–", 521: "s", 525: "z", 531: "?", 550: "c", 557: "L", 575: "F", 579: "k", 592: "vxy",
    603: "P", 611: "TY", 612: "o", 613: "a", 615: "e", 632: "E", 634: "hnu", 635: "Sbdgpq", 636: "$0123456789{}",
    656: "K", 684: "AV", 685: "XZ", 686: "B", 695: "R", 698: "C", 732: "U", 748: "N", 752: "H", 770: "D", 775: "G",
    780: "&", 787: "OQ", 818: "w", 838: "#+<=>^~", 863: "M", 950: "%", 974: "m", 989: "W",
}  # fmt: skip
WIDTHS = {char: width for width, chars in _GROUPS.items() for char in chars}
#: the width of any other character
WIDEST = 1000
#: stands in a text for a space at which no line ends
JOINED = "\u00a0"


def width(text: str) -> int:
    """The width of a text in one line, in thousandths of the size of its type."""
    return sum(WIDTHS.get(char, WIDEST) for char in text.replace(JOINED, " "))


def lines(text: str, room: float) -> int:
    """How many lines a text takes; ``room`` is the width of a line, in thousandths of the size of the type."""
    taken, used = 1, 0
    for word in text.split(" "):
        wide = width(word)
        if used and used + WIDTHS[" "] + wide > room:
            taken, used = taken + 1, wide
        else:
            used += wide + (WIDTHS[" "] if used else 0)
    return taken
