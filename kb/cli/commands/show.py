"""``kb show``: one ruling with its verdict, official words, source, relations and proof."""

from __future__ import annotations

import kb
from kb.cli.terminal import Screen, print_json
from kb.store import lookup
from kb.wording import claims as claiming
from kb.wording import comparison
from kb.wording import ruling as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from kb.knowledge import KnowledgeBase

_COLOURS = {"yes": "green", "no": "red", "depends": "yellow", "value": "cyan"}
#: how the words of a claim are painted, and how that is called
_CLAIM_STYLES = {"play": ("underline", "green"), "reference": ("underline", "cyan"), "none": ("yellow",)}
_INDENT = " " * 12


def run(ids: list[str], similar: bool = False, json: bool = False, no_pager: bool = False) -> int:
    """Show each ruling named; with ``similar`` also those most like it."""
    with kb.open() as base:
        records = [base.ruling(each) for each in ids]
        for record in records if similar else ():
            record["similar"] = [{"id": hit.id, "verdict": hit.verdict} for hit in base.similar(record["id"])]
        if json:
            print_json(records[0] if len(records) == 1 else records)
            return 0
        screen = Screen(not no_pager)
        for number, ruling in enumerate(records):
            if number:
                screen.line()
                screen.line()
            _show(screen, base, ruling)
        screen.show()
    return 0


def _show(screen: Screen, base: KnowledgeBase, ruling: dict[str, Any]) -> None:
    game = lookup.row(base.connection, "games", ruling["game"])
    document = lookup.row(base.connection, "documents", ruling["document"])
    screen.line(
        f"{screen.paint(ruling['id'], 'bold', 'cyan')}  {game['title']}  {screen.paint(ruling['heading'], 'dim')}"
    )
    for each in ruling["printings"]:
        screen.wrapped(wording.printing(game["year"], each), "", None, "yellow")
    screen.line()
    if ruling["question"] != ruling["heading"]:
        _official(screen, ruling, "question", "Q  ")
    screen.wrapped(ruling["verdict"], "   ", None, "bold", _COLOURS.get(ruling["verdict_kind"], "bold"))
    for reading in ruling["readings"]:
        if not reading["rules"]:
            screen.wrapped(wording.reading(reading), "   ", None, "yellow")
    titles = lookup.titles(base.connection, "options")
    for option in ruling["depends_on"]:
        screen.wrapped(wording.only_where(titles[option], option), "   ", None, "yellow")
    _official(screen, ruling, "answer", "A  ")
    screen.line()
    _sources(screen, ruling, document)
    _connections(screen, ruling)


def _official(screen: Screen, ruling: dict[str, Any], field: str, label: str) -> None:
    """The official words of a field, its claims painted by what proves them."""
    first = len(screen.lines)
    screen.wrapped(ruling[field], "   ", label if ruling["kind"] == "answer" else "   ")
    if screen.colour:
        places = claiming.places("\n".join(screen.lines[first:]), claiming.of_field(ruling, field))
        screen.paint_parts(first, ((start, end, _CLAIM_STYLES[claim["proof"]]) for start, end, claim in places))


def _field(screen: Screen, name: str, text: str) -> None:
    screen.wrapped(text, _INDENT, screen.paint(f"{name:<12}", "dim") if name else _INDENT)


def _fields(screen: Screen, name: str, texts: Iterable[str]) -> None:
    """Lines of one field; its name stands before the first."""
    for number, text in enumerate(texts):
        _field(screen, "" if number else name, text)


def _sources(screen: Screen, ruling: dict[str, Any], document: dict[str, Any]) -> None:
    _field(screen, "Authority", wording.authority(ruling, document))
    _field(screen, "Source", wording.source(ruling, document))
    _fields(screen, "Sections", map(_section, ruling["sections"]))
    _fields(screen, "Changes", map(wording.change, ruling["amendments"]))
    _fields(screen, "New words", (f"“{added['text']}”" for added in ruling["new_words"]))


def _section(section: dict[str, Any]) -> str:
    link = f"{section['section']}; {section['role']}; {section['evidence']}"
    return f"{section['title']}{wording.page(section)}  [{link}]"


def _connections(screen: Screen, ruling: dict[str, Any]) -> None:
    _fields(screen, "Other games", map(_in_other_game, ruling["elsewhere"]))
    for key, name in wording.SHORT_RELATIONS.items():
        _fields(screen, name, map(_relation, ruling[key]))
    if ruling["parent"]:
        _field(screen, "Part of", ruling["parent"])
    if ruling["children"]:
        _field(screen, "Parts", ", ".join(ruling["children"]))
    _fields(screen, "Similar", (f"{like['id']}  {like['verdict']}" for like in ruling.get("similar", ())))
    _fields(screen, "Rules", map(_rule, ruling["rules"]))
    _fields(screen, "Readings", (wording.reading(each) for each in ruling["readings"] if each["rules"]))
    _claims(screen, ruling)
    _proof(screen, ruling)


def _in_other_game(other: dict[str, Any]) -> str:
    told = comparison.compared(other)
    return (
        f"{other['title']}: {other['game']} {told}: {other['says']} ({', '.join(other['rulings'])}; {other['topic']})"
    )


def _relation(other: dict[str, Any]) -> str:
    computed = "; computed" if other["basis"] == "computed" else ""
    return f"{other['id']} ({other['note']}{computed})" if other["note"] else str(other["id"])


def _rule(rule: dict[str, Any]) -> str:
    marks = wording.rule_marks(rule)
    return f"{rule['rule']}{f' ({marks})' if marks else ''}: {rule['about']}"


def _claims(screen: Screen, ruling: dict[str, Any]) -> None:
    """What proves each claim; where the words are painted what the paint means, and each that is not proved."""
    claims = ruling["claims"]
    if screen.colour:
        counts = claiming.counts(claims).items()
        means = (screen.paint(f"{many} {claiming.PROOF[proof]}", *_CLAIM_STYLES[proof]) for proof, many in counts)
        screen.line(f"{screen.paint('Claims'.ljust(12), 'dim')}{', '.join(means)}")
        claims = [claim for claim in claims if claim["proof"] == "none"]
    _fields(screen, "" if screen.colour else "Claims", map(claiming.told, claims))


def _proof(screen: Screen, ruling: dict[str, Any]) -> None:
    """What proves the ruling: the stories of its scenarios, with what came of them."""
    _field(screen, "Proof", wording.proof(ruling))
    for each in ruling["scenarios"]:
        passed = each["passed"] and each["contrast_passed"]
        styles = ("bold", "red") if not passed else ("yellow",) if each["suspect"] else ("green",)
        verdict = "as ruled" if passed else "NOT AS RULED"
        changed = "; the words have changed since" if each["suspect"] else ""
        screen.wrapped(f"{each['id']}  {verdict}{changed}", _INDENT, _INDENT, *styles)
        for line in each["story"]:
            screen.wrapped(line, _INDENT + "    ", _INDENT + "  ")
        for printing in each["printings"]:
            screen.wrapped(f"({wording.played_in(printing)})", _INDENT + "    ", _INDENT + "  ", "yellow")
