"""What changed between two states, told: groups of changes with their headings, texts before and after with marks.

A *thing* is what :func:`kb.store.history.things` gives.
"""

from __future__ import annotations

import re

from kb.base.english import counted, listed, spaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from kb.base.shape import Plain

    #: parts of a text, each with whether the other text lacks it
    Marked = list[tuple[bool, str]]

NOT_RECORDED = "Not yet recorded"
_PLURALS = {"ruling": "rulings", "comparison": "comparisons", "document": "documents", "reading": "readings"}
_GIVEN = {what: f"New {plural}" for what, plural in _PLURALS.items()}
_WITHDRAWN = {
    **{what: f"{plural.capitalize()} that are no more" for what, plural in _PLURALS.items()},
    "ruling": "Withdrawn rulings",
}
_WORDS, _VERDICTS, _PROOFS = "Official words", "Verdicts, in our own words", "What proves them"
_PRINTINGS, _LINKS, _KINDS = "Other printings", "Sections and options", "Kind and document"
_OF_RULINGS = {
    **{"question": _WORDS, "answer": _WORDS, "verdict": _VERDICTS, "verdict_kind": _VERDICTS},
    **{"proof": _PROOFS, "proof_reason": _PROOFS, "sections": _LINKS, "depends_on": _LINKS},
}
_CHANGED = {
    "comparison": "How games compare",
    "document": "Documents, issued again or described otherwise",
    "reading": "Our readings",
}
#: the headings in the order in which they are told
HEADINGS = (
    *(_GIVEN["ruling"], _WITHDRAWN["ruling"], _WORDS, _VERDICTS, _PROOFS, _PRINTINGS, _LINKS, _KINDS),
    *(headings[what] for what in ("comparison", "document", "reading") for headings in (_GIVEN, _WITHDRAWN, _CHANGED)),
)
#: what a field is called where its own name does not say it
_FIELDS = {
    "answer": "words",
    "verdict_kind": "what the verdict amounts to",
    "proof": "proved by",
    "proof_reason": "why nothing proves it",
    "depends_on": "options it depends on",
    "comparison": "how they compare",
    "said": "what the documents' words say",
    "why": "why nothing can be compared",
    "sha256": "checksum of its text",
    "taken": "what we take",
}
#: a text and the white space at its edges
_EDGES = re.compile(r"\A(\s*)(.*?)(\s*)\Z", re.S)
#: the fields that say what a thing said
_SAID = ("question", "answer", "verdict", "comparison", "said", "taken")
#: the fields that hold a document's words
OFFICIAL = ("question", "answer")


def groups(things: Iterable[Plain]) -> list[tuple[str, list[Plain]]]:
    """Things under the headings of what changed of them, each there with those of its changes that belong there."""
    found: dict[str, dict[tuple[str, str], Plain]] = {}
    for thing in things:
        for heading, changes in _by_heading(thing).items():
            found.setdefault(heading, {})[thing["what"], thing["id"]] = {**thing, "changes": changes}
    return [(heading, list(found[heading].values())) for heading in HEADINGS if heading in found]


def _by_heading(thing: Plain) -> dict[str, list[Plain]]:
    whole = {"given": _GIVEN, "withdrawn": _WITHDRAWN}.get(thing["event"])
    if whole:
        return {whole[thing["what"]]: readable(thing)}
    found: dict[str, list[Plain]] = {}
    for change in thing["changes"]:
        found.setdefault(_heading(thing["what"], change["field"]), []).append(change)
    return found


def readable(entry: Plain) -> list[Plain]:
    """The changes that a person reads: of what is gone only what it said."""
    every: list[Plain] = entry["changes"]
    return [each for each in every if each["field"] in _SAID] if entry["event"] == "withdrawn" else every


def _heading(what: str, field: str) -> str:
    if what != "ruling":
        return _CHANGED[what]
    return _PRINTINGS if field.startswith("printing ") else _OF_RULINGS.get(field, _KINDS)


def field(name: str) -> str:
    """What a field is called: ``official words``."""
    return _FIELDS.get(name, spaced(name))


def title(thing: Mapping[str, Any], games: Mapping[str, str]) -> str:
    """What a thing is called beside its id; of a comparison with its games, whose short names are ``games``."""
    if thing["what"] == "comparison":
        _, *pair = thing["id"].split("/")
        return f"{thing['title'] or spaced(thing['id'].split('/')[0])}: {listed(games.get(g, g) for g in pair)}"
    was = {each["field"]: each["was"] for each in thing["changes"]}
    return str(thing["title"] or was.get("title") or "")


def marked(was: str, now: str) -> tuple[Marked, Marked]:
    """A text before and after, in parts, each with whether the other text lacks it; not where they share no word."""
    import difflib

    if not set(re.findall(r"\w+", was)) & set(re.findall(r"\w+", now)):
        return [(False, was)] if was else [], [(False, now)] if now else []
    one, other = (re.findall(r"\s+|\w+|[^\w\s]", text) for text in (was, now))
    before: Marked = []
    after: Marked = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        before += [(tag != "equal", "".join(one[a:b]))] if b > a else []
        after += [(tag != "equal", "".join(other[c:d]))] if d > c else []
    return before, after


def in_marks(parts: Marked, opens: str, closes: str) -> str:
    """The parts as one text, with signs around those that the other text lacks."""
    return "".join(_EDGES.sub(rf"\1{opens}\2{closes}\3", text, count=1) if differs else text for differs, text in parts)


def summary(things: Sequence[Mapping[str, Any]]) -> str:
    """How many of each kind of thing: ``3 rulings and 1 comparison``."""
    many = {what: sum(each["what"] == what for each in things) for what in _PLURALS}
    return listed(counted(count, what) for what, count in many.items() if count) or "nothing"


def began(things: Sequence[Mapping[str, Any]]) -> str:
    """What is said of the first edition, in the place of its changes."""
    return f"The record begins with {summary(things)}; what they were then is known for each of them."


def opening(found: Mapping[str, Any]) -> list[str]:
    """What stands above things that changed: what they are against and how many, or what is said of an edition."""
    many = summary(found["things"])
    if "against" in found:
        return [f"Here, against {found['against']}: {many}"]
    if "since" in found:
        return [f"Since {edition(found['since'])}: {many}"]
    last = found.get("edition")
    if last is None:
        return ["No edition is recorded, and there is nothing."]
    lines = [f"{edition(last)} ({many})", *["Nothing has changed since."] * bool(last["on"])]
    return [*lines, began(found["things"])] if is_first(last) else lines


def is_first(row: Mapping[str, Any] | None) -> bool:
    """Whether it is the edition that begins the record, of which there is nothing to list."""
    return row is not None and row["place"] == 1


def not_recorded(last: str) -> str:
    """That nothing changed since the ``last`` edition, so that none is recorded."""
    return f"nothing changed since {last}; nothing is recorded" if last else "there is nothing"


def edition(row: Mapping[str, Any]) -> str:
    """An edition by its id and title, or that it is none yet."""
    return f"{row.get('edition') or row['id']}: {row['title']}" if row["on"] else NOT_RECORDED


def event(entry: Mapping[str, Any]) -> str:
    """What happened to a ruling in an edition: ``given``, ``withdrawn``, or the names of what changed."""
    if entry["event"] != "changed":
        return {"given": "in the record since then", "withdrawn": "withdrawn"}[str(entry["event"])]
    return f"changed: {listed(field(each['field']) for each in entry['changes'])}"


def line(history: Sequence[Mapping[str, Any]]) -> str:
    """The history of a ruling in a line: when it last changed, or since when it is known as it is."""
    newest = history[0]
    if newest["event"] == "given":
        return f"unchanged since {newest['on']}" if newest["on"] else "new, and not yet recorded"
    return f"{event(newest)}, {newest['on'] or 'not yet recorded'}"


def withdrawn(thing: Mapping[str, Any]) -> str:
    """Why a ruling was withdrawn, and which took its place."""
    if not thing.get("reason"):
        return ""
    after = f"in its place: {thing['successor']}" if thing["successor"] else "it has no successor"
    return f"withdrawn ({thing['reason']}); {after}"
