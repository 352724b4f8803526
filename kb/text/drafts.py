"""Sentences about drafts: verdicts and sections that are filled in from a document."""

from __future__ import annotations

from kb.base.english import counted

#: the mark before a drafted verdict
MARK = "Draft: "
#: how it is known that a ruling belongs to a section that its heading makes
HEADING = "draft: the heading above it"


def draft_verdict(said: str) -> str:
    """Return a drafted verdict, from the words ``said`` of a document."""
    return MARK + said


def of_heading(document: str) -> str:
    """Return the description of a section that is drafted from a heading of a document with this title."""
    return f"Draft: a heading of {document}; its section of the rule book is not yet known."


def drafts_line(many: int) -> str:
    """Return how many rulings are drafts, for the end of a build: ``15 rulings are drafts; ...``."""
    verb = "is a draft" if many == 1 else "are drafts"
    return f"{counted(many, 'ruling')} {verb}; 'kb add --todo' lists what each one lacks"


def todo_line(drafts: int, rulings: int) -> str:
    """Return how many rulings are drafts, and to how many texts may be added: the line above their list."""
    if not rulings:
        return "no ruling lacks a text"
    return f"{counted(drafts, 'draft')}; {counted(rulings, 'ruling')} may get texts, those that help the search most first:"


def step(what: str, file: str, like: list[str]) -> str:
    """Return what to write about a ruling, in which file, and the ids of the most similar sections (``like``)."""
    return f"{what} in {file}{f'; most like {listed}' if (listed := ', '.join(like)) else ''}"
