"""Constants and texts that pages and their scripts share. Scripts import them as ``shared.js``, generated here.

The texts are in ``texts.yaml``.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from kb.base import yamlfile
from kb.store.tables import facets
from kb.text import choices
from kb.text.asked import IMPOSSIBLE, YES
from kb.text.search import RULES

#: what the rulings on the judge's page can be narrowed by, beside the edition. The form, the addresses, the search with
#: and without network and the links out of an empty result are made from it
FACETS = tuple(facet for facet in facets.FACETS if facet.buttons.legend)
#: the parameters of a profile that take one value, before those of the facets
SINGLE = ("game", "printing")
#: the parameters that take options, and what they say of them
STATES = choices.STATES
#: what an option is that neither of them names
UNSAID = "unsaid"
#: the printing of a profile whose owner does not know which is on the table
ANY_PRINTING = "any"
#: a form may write ``option.technology=on`` for ``on=technology``
OPTION_FIELD = "option."

#: cards are rendered once for all profiles; a note in them is hidden until a profile calls for it by its key
HIDDEN_NOTE, SHOWN_NOTE = ' hidden data-note="{}"', ' data-note="{}"'
#: the keys of notes: for the state of an option, and for a game and its printing (empty: nobody said which)
OPTION_NOTE, PRINTING_NOTE = "{}:{}", "printing:{}:{}"
#: what stands for the profile in the address of a link (with its ``?``)
PROFILE_IN_LINK = "?@profile"

#: where a card has the sentence of the official answer that fits a query
SNIPPET_HERE = "@snippet@"

#: characters of a wrong value that a message repeats
LONGEST_REPEATED = 40

#: how a card begins that is closed, and one that is open
CLOSED, OPEN = Markup("<details>"), Markup("<details open>")

#: the header of every answer: the digest of the build it is of
BUILD_HEADER = "x-kb-build"
#: under what name a browser keeps the profile that was chosen last
KEPT_PROFILE = "kb-judge-profile"
#: milliseconds: how long an answer is waited for; how long after a failure the network is not tried again
TIMEOUT, RETRY_AFTER = 2_000, 10_000

#: bytes of a request to the engine
LONGEST_REQUEST = 100_000

#: every character that ``str.isspace`` takes for a space, as the inside of a class of a regular expression
SPACES = "".join(f"\\u{code:04x}" for code in range(0x3001) if chr(code).isspace())


@cache
def load_words(name: str) -> Any:
    """What one of our files of words says."""
    return yamlfile.parse(files("kb.web").joinpath(name).read_text(encoding="utf-8"), name)


_WORDS = load_words("texts.yaml")
TEXTS: dict[str, str] = _WORDS["pages"]


#: what the page "Ask with the board" says
ASKING: dict[str, Any] = {
    **_WORDS["asking"],
    "impossible": IMPOSSIBLE,
    "yes": YES,
}

#: rulings, and statements, that are shown at first
SHOWN = 3


def hidden(note: str, *of: str) -> Markup:
    """The attributes of a note that is hidden until a profile calls for it; ``of`` fill in the key of the note."""
    return Markup(HIDDEN_NOTE).format(note.format(*of))


def single_names() -> tuple[str, ...]:
    """The parameters of a profile that take one value, in the order of a link."""
    return (*SINGLE, *(facet.name for facet in FACETS))


def names() -> tuple[str, ...]:
    """All parameters of a profile, in the order of a link."""
    return (*single_names(), *STATES)


#: the values of this module that scripts know by the same name
_NAMED = """
    STATES UNSAID ANY_PRINTING OPTION_FIELD HIDDEN_NOTE SHOWN_NOTE OPTION_NOTE PRINTING_NOTE
    LONGEST_REPEATED PROFILE_IN_LINK BUILD_HEADER KEPT_PROFILE TIMEOUT RETRY_AFTER
    SPACES TEXTS ASKING CLOSED OPEN SNIPPET_HERE SHOWN
""".split()  # noqa: SIM905


def values() -> dict[str, Any]:
    """What the scripts get, under the names they know it by."""
    return {
        "SINGLE": single_names(),
        **{name: globals()[name] for name in _NAMED},
        "RULE_BOOK": RULES,
        "FACETS": [{"name": facet.name, "widen": facet.buttons.widen} for facet in FACETS],
    }


def script() -> str:
    """The module ``shared.js``: each value under its name, and ``fill``, which does what ``str.format`` does."""
    lines = [f"export const {name} = {json.dumps(value, ensure_ascii=False)};" for name, value in values().items()]
    head = "/** Made by kb/web/shared.py: constants and texts that pages and their scripts share. */"
    fill = (
        "/** A text with each `{}` filled in, in order. */\n"
        'export const fill = (text, ...parts) => parts.reduce((told, each) => told.replace("{}", () => each), text);'
    )
    return "\n".join([head, *lines, fill, ""])
