"""The short text beside what a tool gives: what an assistant must not miss, and the official words as a quotation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from sqlite3 import Connection
from typing import Any

from kb.store import lookup
from kb.text import asked as wording
from kb.text import comparison, standing
from kb.text.markdown import escaped
from kb.text.ruling import page
from kb.text.search import elsewhere, label

Plain = Mapping[str, Any]

#: what each match level means for an answer
MATCHES = {
    "close": "These match the question. Check that one answers it.",
    "weak": "NO CLOSE MATCH: these are only the nearest. Do not give them as an answer unless they are one.",
    "none": "It is not about these games, or about a game that is not here; nothing is given.",
}
_NOT_OFFICIAL = "This is our engine's reading of the rules, not an official answer."
_HOLDS = {"same": "the same", "differs": "DIFFERENT", "unknown": "not known"}
#: lines of an answer of the engine at most, of one kind
_MOST = 12


def describe_search(told: Plain, connection: Connection) -> str:
    """A search: its match level, how it was read, each ruling and each statement in a line."""
    games = lookup.short_titles(connection)
    lines = [f"Match: {told['match']}. {MATCHES[told['match']]}", *told["notes"]]
    marks = _printings(connection, told["rulings"])
    for hit in told["rulings"]:
        told_by = f" ({standing.mark(hit['standing'])} word)" if hit["standing"] != "official" else ""
        summary = "Draft, made from the document" if hit["draft"] else "Our summary"
        mark = marks.get(hit["id"], "")
        lines.append(f"- {hit['id']}, {games[hit['game']]}{told_by}{mark}. {summary}: {hit['verdict']}")
        if hit["printing"] and hit["printing"]["holds"] == "differs":
            lines.append(f"  {hit['printing']['printing']} printing: {hit['printing']['note']}")
    for rule in told["rules"]:
        source = label(rule["id"], rule["section"])
        lines.append(f"- Rule book, {games[rule['game']]} ({source}): {rule['says']}")
    known = lookup.summaries(connection, told["elsewhere"])
    if known:
        lines.append(elsewhere(known, {each: games[row["game"]] for each, row in known.items()}))
    return "\n".join(
        [*lines, *(["Get the words of the document with show before you quote."] if told["rulings"] else [])]
    )


def _printings(connection: Connection, hits: Iterable[Plain]) -> dict[str, str]:
    """What is known of other printings, by ruling: ``, 2010 printing (2012 printing: DIFFERENT)``."""
    years = {game["id"]: game["year"] for game in lookup.rows(connection, "games")}
    own = {hit["id"]: years[hit["game"]] for hit in hits}
    return {
        row["ruling"]: f", {own[row['ruling']]} printing ({row['printing']} printing: {_HOLDS[row['holds']]})"
        for row in lookup.printings(connection)
        if row["ruling"] in own
    }


def describe_topics(told: Plain, connection: Connection) -> str:
    """Each topic with what each game says and how each two compare."""
    games = lookup.short_titles(connection)
    lines = []
    for topic in told["topics"]:
        lines.append(f"{topic['title']} ({topic['topic']}), in our words:")
        for each in topic["games"]:
            ids = ", ".join(ruling["id"] for ruling in each["rulings"])
            lines.append(f"- {games[each['game']]}: {each['says']} ({ids})")
        for pair in topic["pairs"]:
            why = f": {pair['why']}" if pair["why"] else ""
            lines.append(
                f"- {' and '.join(games[each] for each in pair['games'])}: {comparison.compared(pair).lower()}{why}"
            )
    if told["left_out"]:
        lines.append(f"Further topics have these words: {', '.join(told['left_out'])}")
    return "\n".join(lines)


def describe_answer(told: Plain) -> str:
    """What the engine says: of each action whether it is legal and why not, what came of it, and the rulings."""
    lines = [_NOT_OFFICIAL, *filter(None, [wording.first_line(told)]), told["rules"], *told["told"]]
    lines.append(wording.read_as(told["read_as"]))
    lines += map(wording.assumed, told["assumed"])
    for act in told["actions"]:
        lines.append(f"{wording.judgement(act)}: {act['text']} {act['wrong']}".strip())
        lines += _some(f"  {wording.reason(each)}" for each in act["reasons"] or act["leaned_on"])
    lines += [f"{wording.UNREACHED}: {each}" for each in told["unreached"]]
    lines += _some(told["outcome"]["told"])
    lines += _some(f"{wording.may(each)}: {each['text']}" for each in told["offers"])
    lines += [f"wrong: {each}" for each in told["findings"]]
    bearing = [f"- {each['id']}: {each.get('verdict', '')}" for each in told["rulings"]]
    return "\n".join([*lines, *(["Rulings that bear on it, in our summary:"] if bearing else []), *_some(bearing)])


def describe_checked(told: Plain) -> str:
    """What became of each scenario."""
    lines = [_NOT_OFFICIAL]
    for each in told["scenarios"]:
        as_expected = each["passed"] and each["contrast_passed"]
        lines.append(f"{'passed' if as_expected else 'FAILED'}: {each['id']}, {each['title']}")
        lines += [f"  {each['reason']}"] * bool(each["reason"])
        lines += [f"  doubtful: {warning}" for warning in each["warnings"]]
    return "\n".join(lines)


def _some(lines: Iterable[str]) -> list[str]:
    """The first of some lines, and how many more there are."""
    every = list(lines)
    return every if len(every) <= _MOST else [*every[:_MOST], f"and {len(every) - _MOST} more"]


def describe_section(section: Plain) -> str:
    """A section as Markdown, with what rests on it; what is ours is marked so."""
    unsure = section["confidence"] == "unverified" or section["title_is"] == "functional"
    ruled = [f"- {each['id']} ({each['role']}): {escaped(each['verdict'])}" for each in section["ruled_by"]]
    rules = [f"- {each['rule']}: {escaped(each['about'])} ({each['confidence']})" for each in section["rules"]]
    parts = [
        f"### {section['id']} · {escaped(section['title'])}{escaped(page(section))}",
        "Unverified: the title is ours, not the book's." if unsure else "",
        escaped(section["about"]),
        "Rulings on it (verdicts in our words):" if ruled else "No ruling is linked to it.",
        "\n".join(ruled),
        "Rules of our engine that rest on it, not official:" if rules else "",
        "\n".join(rules),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"
