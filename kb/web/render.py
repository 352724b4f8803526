"""Makes pages and their parts as HTML, by Jinja's templates. It knows no server and no request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from operator import itemgetter
from textwrap import shorten
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from markdown_it.common.utils import escapeHtml
from markupsafe import Markup

from kb.base.english import capital, listed, sentence
from kb.base.errors import KBError
from kb.model.corpus import LINE_END
from kb.search.postings import RULINGS
from kb.search.query_limits import LONGEST_QUERY
from kb.search.results import Result
from kb.service.choices import Choices
from kb.store import documents, lookup, pages, scenarios
from kb.text import captions, search
from kb.text import ruling as wording
from kb.text.markdown import OFFICIAL
from kb.web import drawing
from kb.web.site import TEXTS, Site, load

if TYPE_CHECKING:
    from kb.model.replies import TraceLine
    from kb.model.stored import StoredCase, StoredScenario

    class CitedLine(TraceLine):
        """A line of a trace, with the address of its rule, and its citations with their addresses."""

        rule_href: str
        cited: list[tuple[str, str]]

    class Scene(StoredScenario):
        """A scenario with its address, the address of its board, whether all passed, and the words for that."""

        href: str
        ask: str
        holds: bool
        as_said: str
        summary: str
        html: Markup


#: a page number that is estimated, as the terminal writes it
_ESTIMATED = re.compile(r"(pages? )([\d,-]+) \(estimated\)")


def marked(text: str) -> str:
    """Return a text with the mark ``≈`` before each estimated page, which the foot of every page explains.

    >>> marked("Submarines, page 15 (estimated)")
    'Submarines, page ≈15'
    """
    return _ESTIMATED.sub(r"\1≈\2", text)


def anchor(heading: str) -> str:
    """Return the name of a heading in an address: its words in lowercase, joined by hyphens."""
    return "-".join(re.findall(r"\w+", heading.lower()))


#: the sentence of a statement that reads otherwise in another printing: its own part, the year, the other part
_OTHER_PRINTING = re.compile(r"(.*?) (\d{4}) printing: (.*)", re.DOTALL)
#: characters of the official words that a card shows whole before it is opened
MOST_WORDS = 400


#: the game, the printing and the options are not mentioned
NOTHING = Choices()
drawing.TEMPLATES.globals.update(
    anchor=anchor,
    capital=capital,
    listed=listed,
    marked=marked,
    page_of=lambda section: marked(wording.page(section)),
    longest_query=LONGEST_QUERY,
    sentence=sentence,
    states=wording.STATES,
    texts=TEXTS,
    wording=wording,
    words=load("metadata.yaml"),
)


def page(site: Site, path: str, template: str, **context: object) -> str:
    """Return a page at a path of the site, rendered from a template."""
    known = {"site": site, "canonical": site.public(path)}
    return drawing.TEMPLATES.get_template(template).render({**known, **context})


def problem(site: Site, path: str, error: KBError) -> str:
    """Return the page of an error: a line for each finding."""
    return page(site, path, "problem.html", told=[(each.message, each.hint) for each in error.findings])


def query_of(played: Choices, before: Mapping[str, str] = {}) -> str:
    """Return the query string of a link with the choices, after the parameters ``before`` them."""
    pairs = [*before.items(), ("game", played.game), ("printing", played.printing)]
    pairs += [(state, option) for state in wording.STATES for option in getattr(played, state)]
    return urlencode([(name, value) for name, value in pairs if value])


def official(text: str, new: Iterable[str] = (), line: bool = False) -> Markup:
    """Return a stored text as paragraphs, lists and tables, or as a ``line`` without a paragraph around it.

    Of Markdown only these and emphasis are read. Anything that looks like a heading, link, picture, entity or tag is
    shown as it is written. Emphasised passages that are ``new`` get that class.
    """
    tokens = OFFICIAL.parseInline(text) if line else OFFICIAL.parse(text)
    for token in tokens:
        token.attrs.pop("style", None)  # how a column is aligned; no page may carry styles of its own
    html = OFFICIAL.renderer.render(tokens, OFFICIAL.options, {})
    for words, tag in product(map(escapeHtml, new), ("em", "strong")):
        html = html.replace(f"<{tag}>{words}</{tag}>", f'<{tag} class="new">{words}</{tag}>')
    return Markup(html)


def printing_of(played: Choices, game: str) -> str:
    """Return the printing of a game that is played; empty if none was chosen."""
    return played.printing if played.game in ("", game) else ""


def card(site: Site, ruling: str, played: Choices = NOTHING, snippet: str = "", *, is_open: bool = False) -> Markup:
    """Return the card of a ruling for the choices ``played``. A ``snippet`` replaces long official words. ``is_open``
    is whether the card is shown opened."""
    known = site.rendered.get(("card", ruling))
    if known is None:
        known = {"site": site, **_card(site, ruling)}
        site.rendered.put(("card", ruling), known)
    said, carried = printing_of(played, known["ruling"]["game"]), query_of(played)
    words = known["words"] if len(known["words"]) <= MOST_WORDS or not snippet else snippet
    more = {"played": played, "said": said, "snippet": words, "is_open": is_open, "carried": carried}
    return Markup(drawing.TEMPLATES.get_template("card.html").render({**known, **more}))


def _card(site: Site, ruling: str) -> dict[str, object]:
    """Return the values of the card of a ruling that do not depend on the game, the printing and the options that a
    reader has chosen."""
    found, rows = site.base.ruling(ruling), site.base.connection
    new = [each["text"] for each in found["new_words"]]
    row = lookup.row(rows, "rulings", ruling)
    rest = {
        "more sections": found["sections"][2:],
        "errata": found["amendments"],
        "supersedes": found["supersedes"],
        "printings": found["printings"],
        "our readings": [each for each in found["readings"] if each["rules"]],
    }
    return {
        "ruling": found,
        "question": official(found["question"], new, line=True),
        "answer": official(found["answer"], new),
        "asks": row["asks"],
        "words": shorten(row["answer_text"], MOST_WORDS, placeholder=" …"),
        "board": board(site, found["game"], [each["id"] for each in found["scenarios"] if each["proof"] == "play"]),
        "authority": search.ruling_authority(found["standing"], found["kind"]),
        "year": lookup.game(rows, found["game"])["year"],
        "document": lookup.document(rows, found["document"]),
        "rest": [name for name, there in rest.items() if there],
    }


def board(site: Site, game: str, cases: Sequence[str]) -> str:
    """Return the link to the board, with the case of the first of ``cases`` (ids of scenarios), else with an empty
    position of the game. Return an empty string if the game is not played here."""
    if not site.asks or game not in site.played:
        return ""
    return site.path(f"/ask/case/{cases[0]}" if cases else f"/ask#game={game}")


def statement(site: Site, group: Sequence[Result], printing: str = "") -> Markup:
    """Return the card of a group of equal statements (:func:`kb.text.search.groups`). The sentence about another
    printing is shown after the others, or first if it is about ``printing``, the one that is played."""
    short, said = site.base.short_titles, group[0].says
    differs: tuple[str, ...] = ()
    if split := _OTHER_PRINTING.fullmatch(said):
        said, differs = split[1], (split[2], split[3])
        if printing == split[2]:
            said, differs = (
                f"{printing}: {split[3]}",
                (lookup.game(site.base.connection, group[0].game)["year"], said),
            )
    html = drawing.TEMPLATES.get_template("statement.html").render(
        site=site,
        first=group[0],
        editions=search.editions(group, short),
        authority=search.authorities(group, short),
        our_reading=search.OUR_READING,
        says=said,
        differs=differs,
        board=board(site, group[0].game, [each.scenario for each in group if each.scenario]),
    )
    return Markup(html)


def result(site: Site, found: Result, played: Choices, *, is_open: bool = False) -> Markup:
    """Return a result of a search: its card, then the cards of the results that are folded into it."""
    cards = [
        card(site, group[0].id, played, group[0].snippet, is_open=is_open)
        if group[0].kind == RULINGS
        else statement(site, group, played.printing)
        for group in search.groups(found, found.also)
    ]
    return Markup('<section class="result">{}</section>').format(Markup("\n").join(cards))


# -- scenarios


def scene(site: Site, name: str, level: int) -> Scene | None:
    """Return a scenario with its ``html`` (headings from ``level``), cached; None if it is unknown."""
    made: Scene | None = site.rendered.get(("scene", name, level))
    stored = None if made else scenarios.scenario(site.base.connection, name)
    if stored is None:
        return made
    found, played, rules = stored
    powers = pages.powers(site.base.connection, found["game"])
    made = {
        **found,
        "href": site.path(f"/scenario/{found['id']}"),
        "ask": site.path(f"/ask/case/{found['id']}") if found["proof"] == "play" and site.asks else "",
        "holds": found["passed"] and found["contrast_passed"],
        "as_said": "as ruled" if found["rulings"] else "as printed",
        "summary": " ".join(played[0]["story"]),
        "html": Markup(),
    }
    made["html"] = Markup(
        drawing.TEMPLATES.get_template("scenario.html").render(
            scene=made,
            cases=[_case(site, each, played[0], rules, powers) for each in played],
            level=level,
            sprite=site.asset("counters.svg"),
            # how other games compare on the questions of its rulings
            elsewhere=[each for ruling in found["rulings"] for each in site.base.ruling(ruling)["elsewhere"]],
        )
    )
    site.rendered.put(("scene", name, level), made)
    return made


def _case(
    site: Site, case: StoredCase, first: StoredCase, rules: Mapping[str, str], powers: tuple[str, ...]
) -> dict[str, object]:
    """Return a case, or a contrast of the case ``first``, with its trace as a tree of ``steps`` and its ``boards``, as
    pairs of a caption and the spaces.

    ``rules`` has the id of each rule by name, ``powers`` the order of the powers. ``same_start`` marks a contrast that
    begins as ``first`` does. The ``story`` becomes pairs of a line and whether ``first`` is without it. There is one
    board if nothing changes.
    """
    contrast = case is not first
    steps: list[CitedLine] = []
    for line in case["trace"]:
        rule = rules.get(line["rule"])
        cited = [(each, site.row("sections", each) if "/" in each else site.ruling(each)) for each in line["cites"]]
        steps.append({**line, "rule_href": site.row("rules", rule) if rule else "", "cited": cited})
    before, after = case["before"], case["after"]
    boards = []
    if before:
        marked = (first["before"] if contrast and first["before"] != before else None) or None
        caption = captions.before(bool(marked), before != after)
        boards = [(caption, drawing.board(before, marked, powers))]
        boards += [("After", drawing.board(after, before, powers))] if before != after else []
    return {
        **case,
        "same_start": contrast and bool(before) and not case["change"],
        "story": [(line, line not in first["story"]) for line in case["story"] if line not in case["change"]],
        "steps": drawing.tree(steps),
        "boards": boards,
    }


# -- documents


def lines(site: Site, document: str) -> Iterator[tuple[int, list[tuple[str, bool, str]]]]:
    """Yield every line of a document: its number and its runs of text of one ruling, or of none. A run has its ruling,
    whether that begins there, and the text."""
    pieces = [
        (number, span["ruling"] or "", text)
        for span in documents.spans(site.base.connection, document)
        for number, text in enumerate(LINE_END.split(span["text"]), start=span["line"])
        if text
    ]
    begun, last = {""}, 0
    for number, on_line in groupby(pieces, key=itemgetter(0)):
        yield from ((blank, []) for blank in range(last + 1, number))
        runs = []
        for ruling, same in groupby(on_line, key=itemgetter(1)):
            runs.append((ruling, ruling not in begun, "".join(text for *_, text in same)))
            begun.add(ruling)
        yield number, runs
        last = number
