"""The facts about a ruling in words, the same on the terminal, on pages, on a forum and for assistants.

A ruling is its record, as :meth:`kb.knowledge.KnowledgeBase.ruling` returns it.
"""

from __future__ import annotations

from kb.base.english import counted, listed
from kb.text import search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kb.model import replies
    from kb.model.stored import DocumentRow, SurePages


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
#: the basis of a statement about another printing that no document supports
_BY = {"play": "by play", "reading": "by our reading"}
_HOLDS = {"same": "the same in", "differs": "different in", "unknown": "not known for"}
#: the words for a difference in another printing, by its basis
_DIFFERENT = {"documents": "different", "play": "different by play", "reading": "different by our reading"}
#: the relations to other rulings with their names
RELATIONS: dict[replies.RelationName, str] = {
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
#: the same in short
SHORT_RELATIONS: dict[replies.RelationName, str] = {
    **RELATIONS,
    "superseded_by": "Superseded",
    "corrected_by": "Corrected",
}
SHORT_RELATIONS |= {"extended_by": "Extended", "tension": "Tension"}
#: the states of an option with their names
STATES = {"on": "in force", "off": "not in force"}


def standing(source: replies.ListedRuling | DocumentRow) -> str:
    """Return the standing of a ruling or document, ``a club’s``; empty if it is official."""
    if source["standing"] == "official":
        return ""
    from kb.model.standing import STANDINGS

    return STANDINGS[source["standing"]]


def whose(ruling: replies.ListedRuling) -> str:
    """Return the authority of a ruling, with its standing: ``official answer``, ``a club’s answer``."""
    if ruling["authority"] in AUTHORITY and ruling["standing"] == "official":
        return AUTHORITY[ruling["authority"]]
    from kb.model.standing import STANDINGS

    return f"{STANDINGS[ruling['standing']]} {_KINDS.get(ruling['kind'], 'answer')}"


def lines(ruling: replies.Ruling) -> str:
    """Return the lines of a ruling in its document: ``line 12`` or ``lines 12-15``."""
    start, end = ruling["line_start"], ruling["line_end"]
    return f"line {start}" if start == end else f"lines {start}-{end}"


def source(ruling: replies.Ruling, document: DocumentRow) -> str:
    """Return the document with its date, the person who approved it, and the lines."""
    dated = f", {document['published']}" if document["published"] else ", undated"
    return f"{document['title']}{dated}{_approved(document)}, {lines(ruling)}"


def published(document: DocumentRow) -> str:
    """Return the kind of a document, its date and the person who approved it: ``FAQ, 2010-04-21``."""
    kind = "FAQ" if document["kind"] == "faq" else document["kind"].capitalize()
    dated = f", {document['published']}" if document["published"] else ""
    return f"{kind}{dated}{_approved(document)}"


def authority_and_source(ruling: replies.Ruling, document: DocumentRow) -> str:
    """Return ``official answer, 2014-09-03: Europe 1940 FAQ, approved by ..., lines 12-15``, with the date once."""
    dated = f", {document['published']}" if document["published"] else " (undated)"
    return f"{whose(ruling)}{dated}: {document['title']}{_approved(document)}, {lines(ruling)}"


def _approved(document: DocumentRow) -> str:
    """Return the person who approved a document, as it follows a title or date; empty if it is not known."""
    return f", approved by {document['approved_by']}" if document["approved_by"] else ""


def page(section: SurePages) -> str:
    """Return the page of a section as it follows the title, with its certainty: ``, page 15``, ``, page not known``."""
    if section["pages_are"] == "draft":
        return " (draft: a heading of the document)"
    if section["pages_are"] == "unknown" or not section["pages"]:
        return ", page not known"
    title = " (title unverified)" if section["confidence"] == "unverified" and section["pages_are"] != "site" else ""
    return f"{search.page(section)}{title}"


def change(amendment: replies.Amendment, ruling: replies.Ruling | None = None) -> str:
    """Return a sentence for an amendment (``action``, ``where``, ``old``, ``new``), in the words of the document. Below
    the answer of its ``ruling`` the section has its title, and long words that the answer quotes are left out."""
    where, old, new, quoted = amendment["where"], amendment["old"], amendment["new"], False
    if ruling is not None:
        where = {each["section"]: each["title"] for each in ruling["sections"]}.get(where, where)
        quoted = len(new) > _LONG and new in ruling["answer"]
    text = f"{amendment['action']} in {where}{f': “{old}”' if old else ''}"
    if quoted:
        return f"{text}, as quoted above"
    if new and amendment["action"] != "add":
        return f"{text} {'becomes' if old else 'now reads'} “{new}”"
    return f"{text}: “{new}”" if new else text


def reading(other: replies.Reading) -> str:
    """Return the title of a reading, and the rule that it assumes."""
    return f"{other['title']}: {other['taken']}"


def option_note(title: str, state: str = "") -> str:
    """Return the note on a ruling that depends on the option with a ``title``; ``state`` is ``on`` or ``off``, or empty
    if it is not known."""
    if state in STATES:
        return f"{STATES[state].capitalize()} here: {title} is {state}."
    return f"Only where this is played: {title}."


def facts(ruling: replies.Ruling, year: str, links: bool = False, printings: bool = True) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each fact about a ruling on the printing of ``year``: sections, changes, new
    words, readings, relations, and the printings in which it does not differ.

    ``links`` adds to each section its id, its role and the evidence of the link. ``printings=False`` leaves out
    printings.
    """
    for each in ruling["sections"]:
        link = f"  [{each['section']}; {each['role']}; {each['evidence']}]" if links else ""
        yield "Sections", f"{each['title']}{page(each)}{link}"
    yield from (("Changes", change(each, ruling)) for each in ruling["amendments"])
    yield from (("New words", f"“{added['text']}”") for added in ruling["new_words"])
    yield from (("Our reading", reading(each)) for each in ruling["readings"] if not each["rules"])
    titles = {each["section"]: each["title"] for each in ruling["sections"]}
    yield from ((name, _related(ruling[key], titles)) for key, name in SHORT_RELATIONS.items())
    yield "Part of", ruling["parent"] or ""
    yield "Parts", ", ".join(ruling["children"])
    for other in ruling["printings"] if printings else ():
        if other["holds"] != "differs":
            yield "Printings", printing(year, other)


def _related(others: Iterable[replies.Relation], titles: Mapping[str, str]) -> str:
    """Return the ids of the rulings in one relation, with their notes. ``titles`` are the titles of sections, which
    replace ids of sections in notes."""
    noted: dict[str, list[str]] = {}
    for each in others:
        note = each["note"]
        if each["basis"] == "computed":
            verb, _, section = note.partition(" ")
            note = f"{verb} “{titles[section]}”" if section in titles else ""
        noted.setdefault(note, []).append(each["id"])
    return "; ".join(f"{listed(ids)}{f' ({note})' if note else ''}" for note, ids in noted.items())


# -- printings


def by_printing(ruling: replies.Ruling, year: str, said: str = "") -> list[tuple[str, str, str]]:
    """Return the verdicts of a ruling on the printing of ``year``: each is the printing, the word for its difference
    (empty for the ruling's own printing), and the verdict.

    The ruling's own verdict is first, unless the printing that is played (``said``) has another. If all printings, or
    the one that is played, have the same verdict, return that alone, with an empty printing.
    """
    others = {
        each["printing"]: (each["printing"], _DIFFERENT[each["basis"]], each["note"])
        for each in ruling["printings"]
        if each["holds"] == "differs"
    }
    if not others or (said and said not in others):
        return [("", "", ruling["verdict"])]
    own = (year, "", ruling["verdict"])
    return [others[said], own] if said else [own, *others.values()]


def headline(ruling: replies.Ruling, year: str) -> str:
    """Return the verdicts of a ruling on the printing of ``year`` in a line: ``2010: No. 2012 (different): There any
    territory may scramble.``"""
    told = by_printing(ruling, year)
    return " ".join(
        f"{printing} ({word}): {text}" if word else f"{printing}: {text}" if printing else text
        for printing, word, text in told
    )


def printing(year: str, other: replies.RulingPrinting) -> str:
    """Return a sentence that says whether a ruling on the printing of ``year`` holds in another printing.

    The other printing's documents decide, or play if they do not say. ``other`` has ``printing``, ``holds``, ``note``,
    ``basis`` and ``cases``.
    """
    where, told = f"the {other['printing']} printing", " (according to its documents)" * (other["basis"] == "documents")
    text = f"{_HOLDS[other['holds']]} {where}{told}"
    if other["basis"] in _BY:
        cases, by = ", ".join(other["cases"]), _BY[other["basis"]]
        text = f"{by} this comes out DIFFERENTLY in {where}: {cases}" if cases else f"{by} the same in {where}"
    return f"This is the {year} printing; {text}. {other['note']}".strip()


# -- proof


_PLAYED = {"play": "played", "reference": "checked against the printed board and charts"}
#: the word for each proof of a claim
_PROOF = {"play": "played", "reference": "checked", "none": "not proved"}
#: the value of ``shown_by`` if no rule decides the case of a claim, its short name, and its meaning
DICE = "dice"
BY_DICE = "by dice only"
WHAT_BY_DICE_MEANS = (
    "the case comes out so whichever of its rules is switched off; only other figures of its units change it"
)
#: the heading of the readings of a proof
READINGS = "Our readings on which the rules rest that the cases of this ruling cite"


def proof(ruling: replies.Ruling) -> str:
    """Return the proof of a ruling, ``played: 2 cases, 1 contrast``, with failures; or the reason why it has none."""
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


def as_ruled(scenario: replies.Scenario) -> bool:
    """Return whether a scenario and its contrasts came out as ruled."""
    return bool(scenario["passed"] and scenario["contrast_passed"])


def claim_proof(claim: replies.ProvedClaim) -> str:
    """Return how a claim is proved: ``played``, ``checked`` or ``not proved``, with a note if dice alone show it."""
    return f"{_PROOF[claim['proof']]}, {BY_DICE}" if claim["shown_by"] == DICE else _PROOF[claim["proof"]]


def claims(ruling: replies.Ruling) -> str:
    """Return how many claims have each proof: ``3 played (1 by dice only), 1 not proved``."""
    by_dice = sum(claim["shown_by"] == DICE for claim in ruling["claims"])
    proofs = [claim["proof"] for claim in ruling["claims"]]
    parts = [f"{proofs.count(proof)} {said}" for proof, said in _PROOF.items() if proof in proofs]
    if by_dice:
        parts[0] += f" ({by_dice} {BY_DICE})"
    return ", ".join(parts)


def readings(ruling: replies.Ruling) -> str:
    """Return how many of our readings the rules rest on that the cases of a ruling cite; empty if there are none."""
    many = sum(bool(each["rules"]) for each in ruling["readings"])
    return f"its cases cite rules that rest on {counted(many, 'reading')} of ours" if many else ""


def rules(found: Sequence[replies.EngineRule]) -> str:
    """Return how many rules of the engine rest on a ruling, and how many of them are not verified."""
    unverified = sum(each["confidence"] == "unverified" for each in found)
    rest = "rests" if len(found) == 1 else "rest"
    return f"{counted(len(found), 'rule')} of the engine {rest} on it{f', {unverified} unverified' * bool(unverified)}"


def rule_marks(rule: replies.ProvingRule) -> str:
    """Return the reservations about a rule of the engine: unverified, its reading, its note; empty without any."""
    marks = ["unverified"] * (rule["confidence"] == "unverified")
    marks += [f"reading: {rule['readings']}"] * bool(rule["readings"]) + [rule["note"]] * bool(rule["note"])
    return "; ".join(marks)


# -- other games


NOT_COMPARED = "not compared"
#: the kinds of comparison that a scenario played in both games shows
_SHOWN = {"same": "the same", "different": "different"}
#: how another game compares, with the words of a line; of several questions the first kind counts
_COMPARED = {"different": "different in", NOT_COMPARED: "not compared with", "the same": "the same in"}


def compared(pair: replies.Comparison) -> str:
    """Return how two games compare, of ``comparison``: ``the same``, ``different`` or ``not compared``."""
    return _SHOWN.get(pair["comparison"], NOT_COMPARED)


def around(pair: replies.Comparison) -> tuple[str, str]:
    """Return the words to put before and after the scenario of a comparison. If its basis is ``reading``, they name the
    readings, or say that the rules are not verified."""
    if pair["basis"] != "reading":
        return "played: ", ""
    ids = ", ".join(pair["readings"])
    return "case: ", f"; reading: {ids}" if ids else "; its rules are not verified"


def grounds(pair: replies.Comparison) -> str:
    """Return the grounds of a comparison, ``played: revised/a-case``; or why nothing can be compared."""
    return pair["scenario"].join(around(pair)) if pair["scenario"] else str(pair["why"])


def summary(pairs: Iterable[replies.Comparison]) -> str:
    """Return how many pairs of games compare how: ``2 different, 1 the same``."""
    words = [compared(pair) for pair in pairs]
    return ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))


def games(elsewhere: Iterable[replies.ComparedGame], short: Mapping[str, str]) -> str:
    """Return how other games compare: ``different in Anniversary; the same in Revised``. A game that answers several
    questions is the same only if all its answers are. ``short`` are the short titles of games, by id."""
    found: dict[str, set[str]] = {}
    for each in elsewhere:
        found.setdefault(each["game"], set()).add(compared(each))
    told = {game: next(kind for kind in _COMPARED if kind in kinds) for game, kinds in found.items()}
    named = {text: [short[game] for game in short if told.get(game) == kind] for kind, text in _COMPARED.items()}
    return "; ".join(f"{text} {listed(some)}" for text, some in named.items() if some)


def with_game(topic: replies.Topic, game: str) -> list[replies.OtherGame]:
    """Return how each other game compares with ``game`` on a topic."""
    own = [pair for pair in topic["pairs"] if game in pair["games"]]
    return [
        {"game": other, "comparison": pair["comparison"], "said": pair["said"]}
        for pair in own
        for other in pair["games"]
        if other != game
    ]


def played_in(result: replies.PlayedElsewhere) -> str:
    """Return a clause about the result of a scenario in another printing, or in the game ``title`` if ``printing`` is
    empty. ``result`` has ``holds``, ``why``, and in ``made_by`` sentences on the causes of a difference."""
    where = f"under the rules of the {result['printing']} printing" if result["printing"] else f"in {result['title']}"
    if result["holds"] == "same":
        return f"{where} it comes out the same"
    made_by = " ".join(result["made_by"]) or "The numbers of the board make it."
    return f"{where} it comes out DIFFERENTLY: {result['why']}. {made_by}"


def results_elsewhere(
    results: Iterable[replies.PlayedElsewhere], compared: Iterable[replies.OtherGame]
) -> list[replies.PlayedElsewhere]:
    """Return the results of a scenario to show from other printings and games.

    ``compared`` tells how other games compare with the scenario's game. A game that differs is left out if the result
    there is the same; a printing is always kept.
    """
    differ = {each["game"] for each in compared if "different" in (each["comparison"], each["said"])}
    return [each for each in results if each["holds"] != "same" or each["printing"] or each["game"] not in differ]
