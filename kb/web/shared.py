"""Constants and texts that pages and their scripts share. Scripts import them as ``shared.js``, generated here."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from kb.event_log import record
from kb.events.house import PREFIX
from kb.events.matching import ALL, COUNTS, ENOUGH, MOST_FOUND
from kb.events.told import FORCE
from kb.knowledge import DEFAULT_LIMIT
from kb.search.state import ANSWERED, NEAREST, NONE, OTHER_GAME, RULE
from kb.search.state import STATES as ANSWER_STATES
from kb.store.tables import facets
from kb.wording import report
from kb.wording.asked import ENDINGS, JUDGEMENTS
from kb.wording.search import SEARCH_NOTES, WHY, WHY_NAMES

#: what the rulings on the judge's page can be narrowed by, beside the edition. The form, the addresses, the search with
#: and without network and the links out of an empty result are made from it
FACETS = tuple(facet for facet in facets.FACETS if facet.buttons.legend)
#: the parameters of a profile that take one value, before those of the facets
SINGLE = ("event", "game", "printing")
#: the parameters that take options, and what they say of them
STATES = FORCE
#: what an option is that neither of them names
UNSAID = "unsaid"
#: the printing of a profile whose owner does not know which is on the table
ANY_PRINTING = "any"
#: characters of an event's name
LONGEST_EVENT = 60
#: the event of a reader who is at none, although the site is served for one
NO_EVENT = "-"
#: a form may write ``option.technology=on`` for ``on=technology``
OPTION_FIELD = "option."

#: cards and slips are rendered once for all profiles; a note in them is hidden until a profile calls for it by its key
HIDDEN_NOTE, SHOWN_NOTE = ' hidden data-note="{}"', ' data-note="{}"'
#: the keys of notes: for the state of an option, for a game and its printing (empty: nobody said which), and for the
#: topic that the question is about
OPTION_NOTE, PRINTING_NOTE, TOPIC_NOTE = "{}:{}", "printing:{}:{}", "topic:{}"
#: the key of notes for readers at the event that the site is served for
HOUSE_NOTE = "house"
#: a question that has none of so many most telling terms of a topic's title is about something else
LEADING = 2
#: what stands for the profile in the address of a link (with its ``?``), and in words
PROFILE_IN_LINK, PROFILE_IN_WORDS = "?@profile", "@profile@"

#: what stands in a card for the word that answers the question (yes, no, depends) and for what that depends on; and how
#: these are written, with the word's kind before it
WORD_HERE, CONDITION_HERE = "@word@", "@condition@"
WORD, CONDITION = '<span class="word {}">{}</span> ', '<span class="condition">{}</span>'
WORDS = {"yes": "Yes:", "no": "No:", "depends": "It depends:"}

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

#: bytes of a request to the engine, and characters of one in a QR code
LONGEST_REQUEST, LONGEST_ASKED_QR = 100_000, 1_400

#: every character that ``str.isspace`` takes for a space, as the inside of a class of a regular expression
SPACES = "".join(f"\\u{code:04x}" for code in range(0x3001) if chr(code).isspace())

TEXTS = {
    "start": "Type a question, a few words or an id; or choose an edition or a phase.",
    "one_found": "{} ruling",
    "found": "{} rulings",
    "nothing_found": "Nothing found",
    "more": "More rulings",
    "all_editions": "All editions",
    "as_the_question": "As the question says",
    "widen_game": "Search all editions",
    "printing": "{} printing",
    "nothing_said": "",
    "built": "built {}, documents up to {}",
    "build": "build {}, documents up to {}",
    "your_event": "Your event: {}",
    "no_event": "What goes for your event could not be fetched: this is what goes for everybody.",
    "not_known": "This link names the {} '{}', which is not known here. It is left out.",
    "offline": "Offline: answers as {}.",
    "ready": "Ready for use without network.",
    "needs_network": "Needs the network",
    "no_search": "The search could not be fetched; load the page again.",
    "needs_script": "The search of this site is done by your browser, and needs a script.",
    "away": "{} needs the network; here is what is kept.",
    "between": " · ",
    "nearest": "The nearest",
    "rules": "Rules and printed values",
    "played": "See it played",
    "copied": "The link is copied.",
    "text_copied": "The text is copied.",
    "near_rules": "What the rules say near it",
    "near_sections": "Nearest in the rule books",
    "house": "House rulings of {}: not official",
    "one_house": "{} house ruling",
    "some_house": "{} house rulings",
    "at_event": "This site is for {}: what is played there is chosen.",
    "without_event": "Look without the event",
}


#: the parts of its answer that the page "Ask with the board" asks for when they are opened
FURTHER = ("flips", "odds")
#: what that page says
ASKING = {
    "begin": "Add a space, and units to it.",
    "nothing": "Choose what somebody wants to do.",
    "allowed": f"{JUDGEMENTS[True]}: {{}}",
    "refused": f"{JUDGEMENTS[False]}: {{}}",
    "impossible": f"{JUDGEMENTS[None]}: {{}}",
    "unreached": "Not tried, because what is before it is not done: {}",
    "cannot": "That cannot be asked: {}",
    "unreadable": "This link cannot be read: here is an empty board.",
    "unreachable": "the engine cannot be reached",
    "no_engine": "This site has no engine: it was made without one. To ask, use one that has it, or kb ask in a terminal.",
    "starting": "The engine starts ({} MB, fetched once) …",
    "reading": "Our engine's reading, not an official answer.",
    "ruled": "This is the case of an official ruling: {}.",
    "rests": "The rule that refuses it rests on official rulings: {}.",
    "confidence": {"public": "by a public source", "unverified": "not verified"},
    "our_reading": "our reading",
    "assumed": "Not said, and taken: {}.",
    "do": "Do it",
    "why": "Why",
    "thinking": "Trying it out …",
    "no_flips": "Nothing small that was tried would change it.",
    "endings": ENDINGS,
    "nothing_left": "nothing is left",
    "keep": "Keep it for use without network",
    "keeping": "{} % is there",
    "kept": "Kept on this phone: it answers without network.",
    "not_kept": "That could not be kept; try again with network.",
}

#: what is said of the judge's log
LOGGING = {
    "title": "Log",
    "logged": "Logged: table {}, round {}.",
    "corrected": "Corrected: table {}, round {}.",
    "undecided": "Nothing here decides it: write the decision.",
    "where": "Which table, and which round? It is asked once at each event.",
    "skip": "Log without",
    "not_said": "not said",
    "table": "Table",
    "round": "Round",
    "to_table": "Table {}",
    "to_round": "Round {}",
    "judge": "Your name",
    "decision": "Decision",
    "more": "Decision, your name",
    "close": "Close",
    "page": "The log",
    "unkept": "NOT kept: this phone has no room for it, or keeps nothing. Save or copy the lines below.",
    "unkept_text": "What could not be kept",
    "again": "Try again",
    "save": "Save as a file",
    "file": "judge-log.jsonl",
    "file_csv": "judge-log.csv",
    "log": "Log",
    "log_question": "Log the question",
    "count": "Decisions: {}; struck: {}; corrections: {}",
    "count_shown": "{} of {} shown",
    "all": "all",
    "nothing": "Nothing is logged on this phone yet. Tap Log on a ruling.",
    "unreadable": "The log on this phone cannot be read: {}",
    "promised": "This browser has promised to keep the log.",
    "not_promised": "This browser may drop the log when the phone is short of room: export it after each round.",
    "struck": "Struck: {}",
    "written_by": "{} by {}",
    "ruled_by": "Judge, game, time",
    "somebody": "somebody",
    "earlier": "Earlier: {}",
    "correct": "Correct",
    "strike": "Strike",
    "why": "Why",
    "keep_correction": "Keep the correction",
    "keep_strike": "Strike it",
    "leave": "Leave it as it is",
    "question": "Question",
    "position": "The position",
    "no_decision": "No decision is written.",
    "by": {
        "rules": "By the engine's rule, not official: {}",
        "house": "By a house ruling, not official: {}",
        "near": "Near it, but not decided by: {}",
    },
    "states": {
        OTHER_GAME: "The page said: only rulings of another game answer.",
        RULE: "The page said: a rule or printed value answers, no ruling.",
        NEAREST: "The page said: nothing answers.",
        NONE: "The page said: it is not about these games.",
    },
    "imported": "Read {}: {} revisions, {} of them new.",
    "refused": "Nothing was read:",
    "not_kept": "Not kept: {}.",
    "full": "Not kept: the phone has no room for it.",
    "conflicts": "For somebody to decide: {}",
    "kinds": {
        "corrected": "corrected differently by people who did not know of each other",
        "decided": "decided differently by two judges",
        "retold": "one revision says two things, so a log was changed by hand",
        "missing": "an earlier revision is in no log that is here",
        "circle": "revisions follow each other in a circle, so a log was changed by hand",
    },
    "report": "Decisions",
    "round_of": "Round {}",
    "table_of": "Table {}",
    "rulings_used": "Official rulings that were used",
    "times": "{} times",
    "once": "once",
}

#: what is known of a question, by answer state, with how many rulings were found
TOLD = {
    ANSWERED: "Answered: {}",
    OTHER_GAME: "Other games answer: {}",
    RULE: "A rule answers; {} near it",
    NEAREST: "Not answered; {} near it",
}
#: the answer states whose rulings do not answer the question
NO_ANSWERS = (RULE, NEAREST)
#: how many statements of rules and printed values are shown, and how many sections where nothing is found
MOST_RULES, MOST_SECTIONS = 3, 3


def found(number: int, state: str = ANSWERED, asked: bool = True) -> str:
    """The answer state and how many rulings were found, in a line; ``asked``: whether there was a question at all."""
    if not number and state != RULE:
        return TEXTS["nothing_found"]
    many = TEXTS["one_found" if number == 1 else "found"].format(number)
    return TOLD[state].format(many) if asked else many


def with_house(told: str, number: int) -> str:
    """What is told of a search, with how many house rulings are shown beside it."""
    if not number:
        return told
    many = TEXTS["one_house" if number == 1 else "some_house"].format(number)
    return TEXTS["between"].join(each for each in (told, many) if each)


def hidden_for_house() -> Markup:
    """The attributes of a note for readers at the site's event."""
    return Markup(HIDDEN_NOTE).format(HOUSE_NOTE)


def hidden_for_option(state: str, option: str) -> Markup:
    """The attributes of a note for profiles that say this of an option."""
    return Markup(HIDDEN_NOTE).format(OPTION_NOTE.format(state, option))


def hidden_for_printing(game: str, printing: str) -> Markup:
    """The attributes of a note for profiles of a printing of a game; for those that do not say which if it is empty."""
    return Markup(HIDDEN_NOTE).format(PRINTING_NOTE.format(game, printing))


def hidden_for_topic(topic: str) -> Markup:
    """The attributes of a note for questions about a topic."""
    return Markup(HIDDEN_NOTE).format(TOPIC_NOTE.format(topic))


def single_names() -> tuple[str, ...]:
    """The parameters of a profile that take one value, in the order of a link."""
    return (*SINGLE, *(facet.name for facet in FACETS))


def names() -> tuple[str, ...]:
    """All parameters of a profile, in the order of a link."""
    return (*single_names(), *STATES)


def values() -> dict[str, Any]:
    """What the scripts get, under the names they know it by."""
    return {
        "SINGLE": single_names(),
        "STATES": STATES,
        "UNSAID": UNSAID,
        "ANY_PRINTING": ANY_PRINTING,
        "OPTION_FIELD": OPTION_FIELD,
        "NO_EVENT": NO_EVENT,
        "HOUSE_NOTE": HOUSE_NOTE,
        "HIDDEN_NOTE": HIDDEN_NOTE,
        "SHOWN_NOTE": SHOWN_NOTE,
        "OPTION_NOTE": OPTION_NOTE,
        "PRINTING_NOTE": PRINTING_NOTE,
        "TOPIC_NOTE": TOPIC_NOTE,
        "LEADING": LEADING,
        "LONGEST_REPEATED": LONGEST_REPEATED,
        "PROFILE_IN_LINK": PROFILE_IN_LINK,
        "PROFILE_IN_WORDS": PROFILE_IN_WORDS,
        "BUILD_HEADER": BUILD_HEADER,
        "KEPT_PROFILE": KEPT_PROFILE,
        "TIMEOUT": TIMEOUT,
        "RETRY_AFTER": RETRY_AFTER,
        "LONGEST_ASKED_QR": LONGEST_ASKED_QR,
        "LONGEST_ADDRESS": report.LONGEST_ADDRESS,
        "LONGEST_FACT": report.LONGEST_FACT,
        "CUT": report.CUT,
        "SPACES": SPACES,
        "DEFAULT_LIMIT": DEFAULT_LIMIT,
        "TEXTS": TEXTS,
        "SEARCH_NOTES": SEARCH_NOTES,
        "ANSWER_STATES": ANSWER_STATES,
        "WHY": WHY,
        "WHY_NAMES": WHY_NAMES,
        "TOLD": TOLD,
        "ASKING": ASKING,
        "FURTHER": FURTHER,
        "LOG": record.rules(),
        "LOGGING": LOGGING,
        "CLOSED": CLOSED,
        "OPEN": OPEN,
        "WORD_HERE": WORD_HERE,
        "CONDITION_HERE": CONDITION_HERE,
        "WORD": WORD,
        "CONDITION": CONDITION,
        "WORDS": WORDS,
        "NO_ANSWERS": NO_ANSWERS,
        "MOST_RULES": MOST_RULES,
        "HOUSE": {"PREFIX": PREFIX, "ALL": ALL, "MOST_FOUND": MOST_FOUND, "ENOUGH": ENOUGH, "COUNTS": COUNTS},
        "MOST_SECTIONS": MOST_SECTIONS,
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
