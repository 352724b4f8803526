"""Texts about a ruling for readers: authority, source, sections, printings and proof."""

from __future__ import annotations

from kb.base.english import capital, counted, listed
from kb.text import search
from kb.text.claims import line
from kb.text.comparison import NOT_COMPARED, compared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

AUTHORITY = {
    "erratum": "erratum: replaces the printed words",
    "official-answer": "official answer",
    "rule-book": "rule book",
    "our-reading": "our reading: no official word",
}
#: the name of the words of an unofficial ruling, by its kind; any other is an answer
_KINDS = {"erratum": "change", "rule-change": "change", "statement": "rule", "optional-rule": "optional rule"}
#: words of more letters are not repeated
_LONG = 60
#: the basis of a statement about another printing where no document is one
_BY = {"play": "by play", "reading": "by our reading"}
HOLDS = {"same": "the same in", "differs": "different in", "unknown": "not known for"}
#: the relations to other rulings with their names
RELATIONS = {
    "supersedes": "Supersedes",
    "superseded_by": "Superseded by",
    "corrects": "Corrects",
    "corrected_by": "Corrected by",
    "rests_on": "Rests on",
    "extends": "Extends",
    "extended_by": "Extended by",
    "basis_of": "Basis of",
    "restates": "Restates",
    "tension": "In tension with",
    "see_also": "See also",
}
#: the same where there is little room
SHORT_RELATIONS = {
    **RELATIONS,
    "superseded_by": "Superseded",
    "corrected_by": "Corrected",
    "extended_by": "Extended",
    "tension": "Tension",
}

#: the states of an option with their names
STATES = {"on": "in force", "off": "not in force"}


def whose(ruling: Mapping[str, Any]) -> str:
    """Return the authority of a ruling in words (``authority``, ``standing``, ``kind``): ``official answer``, ``a
    club’s answer``."""
    if ruling["authority"] in AUTHORITY and ruling["standing"] == "official":
        return AUTHORITY[ruling["authority"]]
    from kb.base.standing import STANDINGS

    return f"{STANDINGS[ruling['standing']]} {_KINDS.get(ruling['kind'], 'answer')}"


def standing(source: Mapping[str, Any]) -> str:
    """Return the standing of a ruling or document in words; empty where it is official: ``a club’s``."""
    if source["standing"] == "official":
        return ""
    from kb.base.standing import STANDINGS

    return STANDINGS[source["standing"]]


def page(section: Mapping[str, Any]) -> str:
    """``, page 15`` with a word on how sure that is; of ``pages``, ``pages_are``, ``confidence``."""
    if section["pages_are"] == "draft":
        return " (draft: a heading of the document)"
    if section["pages_are"] == "unknown" or not section["pages"]:
        return ", page not known"
    title = " (title unverified)" if section["confidence"] == "unverified" and section["pages_are"] != "site" else ""
    return f"{search.page(section)}{title}"


def unverified(section: Mapping[str, Any]) -> str:
    """Return the doubts about a section: ``unverified: the title is ours, ...; confidence public``; empty of any
    other."""
    ours = section["title_is"] == "functional"
    if section["confidence"] != "unverified" and not ours:
        return ""
    return f"unverified: {'the title is ours, not the book’s; ' * ours}confidence {section['confidence']}"


def change(amendment: Mapping[str, Any]) -> str:
    """Return one sentence for an amendment (``action``, ``where``, ``old``, ``new``), with the words of the
    document."""
    old, new = amendment["old"], amendment["new"]
    text = f"{amendment['action']} in {amendment['where']}"
    if old:
        text += f": “{old}”"
    if new:
        text += f" {'becomes' if old else 'now reads'} “{new}”" if amendment["action"] != "add" else f": “{new}”"
    return text


def short_change(amendment: Mapping[str, Any], ruling: Mapping[str, Any]) -> str:
    """Return the same below the answer of the ``ruling``: without long words that are quoted there."""
    titles = {each["section"]: each["title"] for each in ruling["sections"]}
    where = titles.get(amendment["where"], amendment["where"])
    quoted = len(amendment["new"]) > _LONG and amendment["new"] in ruling["answer"]
    text = change({**amendment, "where": where, "new": "" if quoted else amendment["new"]})
    return f"{text}, as quoted above" if quoted else text


def printing(year: str, other: Mapping[str, Any]) -> str:
    """Return whether a ruling on the printing of ``year`` holds in another, by documents, or by play where they are
    silent.

    ``other`` has ``printing``, ``holds``, ``note``, ``basis`` and ``cases``.
    """
    where, told = f"the {other['printing']} printing", " (told by documents)" * (other["basis"] == "documents")
    text = f"{HOLDS[other['holds']]} {where}{told}"
    if other["basis"] in _BY:
        cases, by = ", ".join(other["cases"]), _BY[other["basis"]]
        text = f"{by} this comes out DIFFERENTLY in {where}: {cases}" if cases else f"{by} the same in {where}"
    return f"This is the {year} printing; {text}. {other['note']}".strip()


def option_note(title: str, state: str = "") -> str:
    """Return the note on a ruling that depends on an option: ``state`` is ``on``, ``off``, or empty where it is not
    known."""
    return {
        "on": f"In force here: {title} is on.",
        "off": f"Not in force here: {title} is off.",
    }.get(state, f"Only where this is played: {title}.")


def chosen(options: Mapping[str, Iterable[str]]) -> str:
    """Return the options in a line; empty if there are none. ``options`` has titles of options by state."""
    line = "; ".join(f"{STATES[state]}: {', '.join(titles)}" for state, titles in options.items() if titles)
    return line[:1].upper() + line[1:]


def only_where(title: str, option: str) -> str:
    """Return the condition of a ruling that depends on an option."""
    return f"only where this is played: {title} ({option})"


def lines(ruling: Mapping[str, Any]) -> str:
    """``line 12`` or ``lines 12-15`` of the document."""
    start, end = ruling["line_start"], ruling["line_end"]
    return f"line {start}" if start == end else f"lines {start}-{end}"


def authority(ruling: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """``official answer, 2014-09-03``."""
    text = whose(ruling)
    return f"{text}, {document['published']}" if document["published"] else f"{text} (undated)"


def source(ruling: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """Return the document with its date, who approved it, and the lines."""
    dated = f", {document['published']}" if document["published"] else ", undated"
    approved = f", approved by {document['approved_by']}" if document["approved_by"] else ""
    return f"{document['title']}{dated}{approved}, {lines(ruling)}"


def authority_and_source(ruling: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """Both in a line, the date once: ``official answer, 2014-09-03: ... FAQ, approved by ..., lines 12-15``."""
    approved = f", approved by {document['approved_by']}" if document["approved_by"] else ""
    return f"{authority(ruling, document)}: {document['title']}{approved}, {lines(ruling)}"


def facts(
    ruling: Mapping[str, Any], year: str, links: bool = False, printings: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each fact about a ruling on the printing of ``year``: sections, changes, readings,
    relations and printings in which it is not different.

    ``links`` adds to each section its id, its role and the evidence of the link; ``printings=False`` leaves out
    printings.
    """
    for each in ruling["sections"]:
        link = f"  [{each['section']}; {each['role']}; {each['evidence']}]" if links else ""
        yield "Sections", f"{each['title']}{page(each)}{link}"
    yield from (("Changes", short_change(each, ruling)) for each in ruling["amendments"])
    yield from (("New words", f"“{added['text']}”") for added in ruling["new_words"])
    yield from (("Our reading", reading(each)) for each in ruling["readings"] if not each["rules"])
    yield from ((name, related(ruling[key], ruling["sections"])) for key, name in SHORT_RELATIONS.items())
    yield "Part of", ruling["parent"]
    yield "Parts", ", ".join(ruling["children"])
    for each in ruling["printings"] if printings else ():
        if each["holds"] != "differs":
            yield "Printings", printing(year, each)


def reading(other: Mapping[str, Any]) -> str:
    """Return a reading in words (``title``, ``taken``)."""
    return f"{other['title']}: {other['taken']}"


def related(others: Iterable[Mapping[str, Any]], sections: Iterable[Mapping[str, Any]]) -> str:
    """Return the rulings of one relation with their notes; ``sections`` have the titles that notes name.

    A computed note says ``amends`` and a section's id.
    """
    titles = {each["section"]: each["title"] for each in sections}
    noted: dict[str, list[str]] = {}
    for each in others:
        note = each["note"]
        if each["basis"] == "computed":
            verb, _, section = note.partition(" ")
            note = f"{verb} “{titles[section]}”" if section in titles else ""
        noted.setdefault(note, []).append(each["id"])
    return "; ".join(f"{listed(ids)}{f' ({note})' if note else ''}" for note, ids in noted.items())


def rule_marks(rule: Mapping[str, Any]) -> str:
    """Return the reservations about a rule of the engine: unverified, its reading, its note; empty where there are
    none."""
    marks = ["unverified"] * (rule["confidence"] == "unverified")
    marks += [f"reading: {rule['readings']}"] * bool(rule["readings"]) + [rule["note"]] * bool(rule["note"])
    return "; ".join(marks)


def played_in(result: Mapping[str, Any]) -> str:
    """Return the result of a scenario in another printing, or in the game ``title`` where ``printing`` is empty.

    ``result`` has ``holds``, ``why`` and ``made_by`` (see :func:`kb.store.scenarios.printings`).
    """
    where = f"under the rules of the {result['printing']} printing" if result["printing"] else f"in {result['title']}"
    if result["holds"] == "same":
        return f"{where} it comes out the same"
    made_by = " ".join(result["made_by"]) or "The numbers of the board make it."
    return f"{where} it comes out DIFFERENTLY: {result['why']}. {made_by}"


def results_elsewhere(
    results: Iterable[Mapping[str, Any]], compared: Iterable[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """Return the results of a scenario in other printings and games that are shown.

    ``compared`` says how games compare with its own. A game whose rule differs is left out where the scenario comes out
    the same there.
    """
    differ = {each["game"] for each in compared if "different" in (each["comparison"], each["said"])}
    return [each for each in results if each["holds"] != "same" or each["printing"] or each["game"] not in differ]


def sourced(ruling: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """Return the authority and the source in one line: ``Official answer · Revised FAQ, 2010-04-21, line 64``."""
    return f"{capital(whose(ruling))} · {source(ruling, document)}"


# -- proof and other games, each in one line


_PLAYED = {"play": "played", "reference": "checked against the printed board and charts"}
#: how another game compares, with the words of a line; of several questions the first kind counts
_COMPARED = {"different": "different in", NOT_COMPARED: "not compared with", "the same": "the same in"}


def proof(ruling: Mapping[str, Any]) -> str:
    """Return the proof of a ruling: ``played: 2 cases, 1 contrast``; with failures, or the reason why there is none.

    The terminal says it, and the pages (:func:`proof_line`).
    """
    cases = ruling["scenarios"]
    if ruling["proof"] not in _PLAYED:
        return f"not proved: {ruling['proof_reason']}"
    contrasts = sum(each["contrasts"] for each in cases)
    failed = sum(not as_ruled(each) for each in cases)
    suspect = sum(each["suspect"] for each in cases)
    parts = [
        counted(len(cases), "case"),
        counted(contrasts, "contrast") if contrasts else "",
        f"{failed} NOT AS RULED" if failed else "",
        f"the words have changed since {counted(suspect, 'case')} was written" if suspect else "",
    ]
    return f"{_PLAYED[ruling['proof']]}: {', '.join(part for part in parts if part)}"


#: the heading of the readings of a proof; the text in the place of other games where none has a ruling
READINGS = "Our readings, on which rules rest that its cases cite"
NO_OTHER_GAME = "No other game has a ruling on its question."


def outcome(scenario: Mapping[str, Any]) -> str:
    """Return the result of a scenario: ``as ruled; the words have changed since``."""
    changed = "; the words have changed since" if scenario["suspect"] else ""
    return f"{'as ruled' if as_ruled(scenario) else 'NOT AS RULED'}{changed}"


def as_ruled(scenario: Mapping[str, Any]) -> bool:
    """Return whether a scenario and its contrasts came out as ruled."""
    return bool(scenario["passed"] and scenario["contrast_passed"])


def claims(ruling: Mapping[str, Any]) -> str:
    """Return how many claims are played, checked, not proved: ``2 played, 1 not proved``."""
    return line(ruling["claims"])


def readings(ruling: Mapping[str, Any]) -> str:
    """Return how many readings of ours the rules rest on that its cases cite; empty if there are none."""
    many = sum(bool(each["rules"]) for each in ruling["readings"])
    return f"its cases cite rules that rest on {counted(many, 'reading')} of ours" if many else ""


def rules(found: Sequence[Mapping[str, Any]]) -> str:
    """Return how many rules of the engine rest on a ruling, and how many of them are not verified."""
    unverified = sum(each["confidence"] == "unverified" for each in found)
    marks = f"{unverified} unverified" if unverified else ""
    rest = "rests" if len(found) == 1 else "rest"
    return f"{counted(len(found), 'rule')} of the engine {rest} on it{f', {marks}' if marks else ''}"


def games(elsewhere: Iterable[Mapping[str, Any]], short: Mapping[str, str]) -> str:
    """Return how other games compare: ``different in Anniversary; the same in Revised``.

    A game that answers several questions is the same only if all its answers are.
    """
    found: dict[str, set[str]] = {}
    for each in elsewhere:
        found.setdefault(each["game"], set()).add(compared(each))
    told = {game: next(kind for kind in _COMPARED if kind in kinds) for game, kinds in found.items()}
    named = {text: [short[game] for game in short if told.get(game) == kind] for kind, text in _COMPARED.items()}
    return "; ".join(f"{text} {listed(some)}" for text, some in named.items() if some)


def proof_line(ruling: Mapping[str, Any]) -> str:
    """Return the proof of a ruling as a line of its own: ``Played: 2 cases, 1 contrast``."""
    return capital(proof(ruling))
