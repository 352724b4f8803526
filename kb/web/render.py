"""Makes the pages of a site as HTML, by Jinja's templates. It knows no server and no request."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from kb.base.english import capital, listed, sentence
from kb.base.errors import Finding, KBError, QueryError, rules_not_played
from kb.base.model import LINE_END
from kb.base.shape import Plain
from kb.search.query_limits import LONGEST_QUERY
from kb.search.results import Rule
from kb.service import topics as comparing
from kb.service.choices import Choices
from kb.store import documents, lookup, pages, scenarios, topics
from kb.store.scenarios import games_with_rules
from kb.text import captions, comparison, forum, printings
from kb.text import claims as claiming
from kb.text import ruling as wording
from kb.text.search import CONFIDENCE, ELSEWHERE, RULES, grouped, headline, label, remarks, sources
from kb.web import choices, drawing
from kb.web.choices import NOTHING, Asked
from kb.web.drawing import TEMPLATES
from kb.web.markdown import official, official_line
from kb.web.site import assets
from kb.web.texts import ASKING, SHOWN, TEXTS, load

if TYPE_CHECKING:
    from kb.search.results import Results
    from kb.web.site import Site

#: so much of the official words stands in the preview of a link
_PREVIEW = 200
TEMPLATES.globals.update(
    capital=capital,
    choices=choices,
    claiming=claiming,
    comparison=comparison,
    listed=listed,
    printings=printings,
    sentence=sentence,
    states=wording.STATES,
    texts=TEXTS,
    wording=wording,
)


def page(site: Site, path: str, template: str, **context: object) -> str:
    """Return a page at a path of the site, made of a template."""
    known = {
        "site": site,
        "canonical": site.public(path),
        "report": site.report(path),
        "longest_query": LONGEST_QUERY,
        "words": load("metadata.yaml"),
    }
    return TEMPLATES.get_template(template).render({**known, **context})


def problem(site: Site, path: str, error: KBError) -> str:
    """Return the page of an error: a line for each finding."""
    return page(site, path, "problem.html", told=[(each.message, each.hint) for each in error.findings])


# -- the judge's page


def judge(site: Site, asked: Asked) -> str:
    """Return the judge's page with what was found."""
    public = site.public("/judge")
    return page(
        site,
        "/judge",
        "judge.html",
        shared_as=f"{public}?{asked.query()}" if public and asked.asks else "",
        asked=asked,
        bundle=site.bundle,
        chosen=_chosen(site, asked),
        **_found(site, asked),
    )


def results(site: Site, asked: Asked) -> str:
    """Return the part of the judge's page that shows what was found."""
    return TEMPLATES.get_template("found.html").render(
        site=site, asked=asked, chosen=_chosen(site, asked), **_found(site, asked)
    )


def _chosen(site: Site, asked: Asked) -> str:
    """Return what results are narrowed by beside the game, in the words of the buttons."""
    beside = choices.words(site, Choices("", asked.played.printing, asked.played.on, asked.played.off), asked.phase)
    return beside or TEXTS["any_phase"]


def _found(site: Site, asked: Asked) -> dict[str, Any]:
    hints, examples, found = [*asked.left_out], [], None
    try:
        found = choices.find(site, asked)
        if found is None:
            hints, examples = [*hints, TEXTS["start"]], load("metadata.yaml")["examples"]
    except QueryError as error:
        hints += [str(finding) for finding in error.findings]
    shown: dict[str, Any] = {"hints": hints, "examples": examples, "rule_book": RULES, "found": found}
    return shown if found is None else {**shown, **_results(site, asked, found)}


def _results(site: Site, asked: Asked, found: Results) -> dict[str, Any]:
    """Return the results, how the question was read, and where to go on."""
    short, played = site.base.short_titles, asked.played
    by_words = bool(found.query.terms)
    if found.query.printing and found.game:
        played = Choices(found.game, found.query.printing, played.on, played.off)
    is_open = len(found.rulings) == 1 and not by_words  # the card of a ruling whose id was asked for
    cards = [card(site, hit.id, played, hit.snippet, is_open=is_open) for hit in found.rulings]
    # for the preview of a link the best ruling and the best statement, only where the match is close
    best = [f"{short[hit.game]}: {hit.verdict} ({hit.id})" for hit in found.rulings[:1]]
    best += [line for line, _ in grouped(found.rules, short, 1)]
    others = lookup.summaries(site.base.connection, found.elsewhere)
    more = choices.more(asked, found)

    def link(to: Asked, **beside: str) -> str:
        return f"{site.path('/judge')}?{to.query(**beside)}"

    return {
        "told": headline(found) or (TEXTS["close"] if by_words else TEXTS["listed"].format(len(cards))),
        "told_shortly": (headline(found) or " ".join(best)) if by_words else "",
        "question": asked.text.strip() if by_words else "",
        "matches": TEXTS["close"] if by_words and found and not headline(found) else "",
        "remarks": remarks(found),
        # a page without an edition takes the one that was chosen last, unless its address says which are searched
        "turns": [
            (text, link(to, **({} if to.all_games else {"all": "0"}))) for text, to in choices.turns(site, asked, found)
        ],
        "ways": [] if found.rulings else [(text, link(to)) for text, to in choices.wider(site, asked, found)],
        "cards": cards,
        "rules": [line for _, line in statements(site, found.rules, SHOWN)],
        "elsewhere": [(each, site.ruling(each), short[others[each]["game"]]) for each in found.elsewhere],
        "other_editions": ELSEWHERE,
        "more": link(asked, n=str(more)) if more else "",
    }


def card(site: Site, ruling: str, played: Choices = NOTHING, snippet: str = "", *, is_open: bool = False) -> Markup:
    """Return the card of a ruling for what is played."""
    key = "card", ruling
    known = site.rendered.get(key)
    if known is None:
        known = {"site": site, **_card(site, ruling)}
        site.rendered.put(key, known)
    carried = choices.query_of(played)
    said = choices.printing_of(played, known["ruling"]["game"])
    more = {"played": played, "said": said, "snippet": snippet, "is_open": is_open, "carried": carried}
    return Markup(TEMPLATES.get_template("card.html").render({**known, **more}))


def _card(site: Site, ruling: str) -> dict[str, Any]:
    found, rows = site.base.ruling(ruling), site.base.connection
    new = [each["text"] for each in found["new_words"]]
    rest = {
        "more sections": found["sections"][2:],
        "errata": found["amendments"],
        "supersedes": found["supersedes"],
        "printings": found["printings"],
        "our readings": found["readings"],
    }
    return {
        "ruling": found,
        "question": official_line(found["question"], new),
        "answer": official(found["answer"], new),
        "year": lookup.row(rows, "games", found["game"])["year"],
        "document": lookup.row(rows, "documents", found["document"]),
        "rest": [name for name, there in rest.items() if there],
    }


def statements(site: Site, rules: Iterable[Rule], most: int) -> list[tuple[list[str], Markup]]:
    """Return the first sentences of statements: the games that share each, and the item of a list with its source and
    the scenario that plays it."""
    short = site.base.short_titles
    item = Markup('<li><a class="says" href="{}">{}</a> <span class="meta">{}</span>{}</li>')
    found = []
    for says, same in grouped(rules, short, most):
        scenario = next((each.scenario for each in same if each.scenario), "")
        link = Markup(' <a href="{}">{}</a>').format(site.path(f"/scenario/{scenario}"), TEXTS["played"])
        line = item.format(site.statement(same[0].id), says, sources(same, short), link if scenario else "")
        found.append(([each.game for each in same], line))
    return found


# -- the page of a ruling


def ruling(site: Site, name: str, asked: Asked) -> str:
    """Return the page of the ruling with an id, for what is played."""
    rows, found = site.base.connection, site.base.ruling(name)
    new = [each["text"] for each in found["new_words"]]
    game, document = lookup.row(rows, "games", found["game"]), lookup.row(rows, "documents", found["document"])
    in_question, in_answer = (claiming.of_field(found, field) for field in ("question", "answer"))
    permalink = site.public(f"/r/{name}")

    def case(scenario: str) -> str:
        return site.path(f"/scenario/{scenario}")

    answer = official(found["answer"], new, in_answer, case)
    row = site.base.by_id(name)
    text = row["answer_text"] if row else ""
    # the kinds of rulings that it is related to
    kinds = [("Part of", "parent"), ("Parts", "children"), *((each, key) for key, each in wording.RELATIONS.items())]
    others = [each["id"] for kind in wording.RELATIONS for each in found[kind]] + [found["parent"], *found["children"]]
    return page(
        site,
        f"/r/{name}",
        "ruling.html",
        ruling=found,
        game=game,
        document=document,
        question=official_line(found["question"], new, in_question, case),
        answer=answer,
        preview=text if len(text) <= _PREVIEW else text[:_PREVIEW].rsplit(" ", 1)[0] + " …",
        permalink=permalink,
        as_text=forum.whole(found, game, document, site.options, permalink or site.ruling(name)),
        beside=topics.side_by_side(rows, found),
        related=[each for each, key in kinds if found[key]],
        others=lookup.summaries(rows, others),
        scenes=[scene(site, each["id"], 4) for each in found["scenarios"]],
        played=asked.played,
        said=choices.printing_of(asked.played, found["game"]),
        chosen=choices.words(site, asked.played),
        left_out=asked.left_out,
        carried=choices.query_of(asked.played),
    )


def no_ruling(site: Site, path: str, finding: Finding, gone: Mapping[str, Any] | None) -> str:
    """Return the page for an id that is no ruling's, or that of a ruling that is ``gone``."""
    near = lookup.summaries(site.base.connection, re.findall(r"[\w-]+", finding.hint))
    return page(site, path, "ruling_missing.html", finding=finding, gone=gone, near=near.values())


# -- scenarios


def scenario(site: Site, name: str) -> str | None:
    """Return the page of a scenario: what it proves, and how it is played; or ``None``."""
    found = scene(site, name, 2)
    if found is None:
        return None
    rows = site.base.connection
    return page(
        site,
        f"/scenario/{name}",
        "scenario_page.html",
        scene=found,
        game=lookup.row(rows, "games", found["game"]),
        rulings=lookup.summaries(rows, found["rulings"]).values(),
        sections=[lookup.row(rows, "sections", each) for each in found["sections"]],
    )


def scene(site: Site, name: str, level: int) -> Plain | None:
    """Return a scenario with its ``html``, whose headings are of ``level``; or ``None``. Made once for a site.

    Beside what :func:`kb.store.scenarios.scenario` gives, without the cases: ``href``, ``holds`` (whether all passed),
    ``as_said`` (``as ruled``) and ``summary``.
    """
    made: Plain | None = site.rendered.get(("scene", name, level))
    found = None if made else scenarios.scenario(site.base.connection, name)
    if found is None:
        return made
    played = found.pop("cases")
    rules, powers = found.pop("rules"), pages.powers(site.base.connection, found["game"])
    found |= {
        "href": site.path(f"/scenario/{found['id']}"),
        "ask": site.path(f"/ask/case/{found['id']}") if found["proof"] == "play" and site.asks else "",
        "holds": found["passed"] and found["contrast_passed"],
        "as_said": "as ruled" if found["rulings"] else "as printed",
        "summary": " ".join(played[0]["story"]),
    }
    html = TEMPLATES.get_template("scenario.html").render(
        scene=found,
        cases=[_case(site, each, played[0], rules, powers) for each in played],
        level=level,
        sprite=site.asset("counters.svg"),
        # how other games compare on the questions of its rulings
        elsewhere=[each for ruling in found["rulings"] for each in site.base.ruling(ruling)["elsewhere"]],
    )
    made = {**found, "html": Markup(html)}
    site.rendered.put(("scene", name, level), made)
    return made


def _case(site: Site, case: Plain, first: Plain, rules: Mapping[str, str], powers: Iterable[str]) -> Plain:
    """Return a case with its trace as a tree of ``steps`` and its ``boards``, as pairs of a caption and the spaces.

    ``same_start`` marks a contrast that begins as the case does. The ``story`` becomes pairs of a line and whether the
    case itself is without it.
    """
    contrast = case is not first
    steps = []
    for line in case["trace"]:
        rule = rules.get(line["rule"])
        cited = [(each, site.row("sections", each) if "/" in each else site.ruling(each)) for each in line["cites"]]
        steps.append({**line, "rule_href": site.row("rules", rule) if rule else "", "cited": cited})
    return {
        **case,
        "same_start": contrast and bool(case["before"]) and not case["change"],
        "story": [(line, line not in first["story"]) for line in case["story"] if line not in case["change"]],
        "steps": drawing.tree(steps),
        "boards": _boards(case, first["before"] if contrast else None, [*powers]),
    }


def _boards(case: Plain, usual: Plain | None, powers: list[str]) -> list[tuple[str, list[Plain]]]:
    """Return what each picture shows, and its spaces; one where nothing changes. ``usual``: how a contrast's case
    begins."""
    before, after = case["before"], case["after"]
    if not before:
        return []
    marked = usual if usual and usual != before else None
    first = captions.before(marked is not None, before != after), drawing.board(before, marked, powers)
    return [first] if before == after else [first, ("After", drawing.board(after, before, powers))]


# -- the other pages


def comparisons(site: Site) -> str:
    """Return every question that several games answer, with what each game says and how they compare."""
    short = site.base.short_titles
    shown = [
        (each, listed(short[stance["game"]] for stance in each["games"]))
        for each in sorted(comparing.compare(site.base), key=lambda each: str(each["title"]))
    ]
    return page(site, "/compare", "comparisons.html", topics=shown, short=short)


def compared(site: Site, topic: str) -> str:
    """Return what each game says on one question, and how they compare."""
    found = comparing.rows(site.base, [topic], None)[0]
    return page(
        site, f"/compare/{topic}", "comparison.html", topic=found, titles=site.games, short=site.base.short_titles
    )


def ledgers(site: Site) -> str:
    """Return the documents."""
    return page(site, "/ledger", "ledgers.html", documents=documents.documents(site.base.connection))


def document(site: Site, found: Mapping[str, Any]) -> str:
    """Return a document as it was received, each line with the ruling that was made of it."""
    spans = documents.spans(site.base.connection, found["id"])
    return page(site, f"/ledger/{found['id']}", "ledger.html", document=found, rows=list(_lines(spans)))


def _lines(spans: Iterable[sqlite3.Row]) -> Iterator[tuple[int, list[tuple[str, bool, str]]]]:
    """Yield every line of a document: its number and its runs of text of one ruling, or of none.

    Of each run the ruling, whether that begins there, and the text.
    """
    pieces = [
        (number, span["ruling"] or "", text)
        for span in spans
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


def rule(site: Site, found: Mapping[str, Any]) -> str:
    """Return a statement: the sentence, what it rests on, and what rests on it."""
    return page(
        site,
        f"/rule/{found['id']}",
        "rule.html",
        rule=found,
        game=lookup.row(site.base.connection, "games", found["game"]),
        label=label(found["id"], found["section"]),
        confidence=CONFIDENCE[found["confidence"]],
    )


def asking(site: Site) -> str:
    """Return the board, on which somebody sets up a position and asks what is legal."""
    short, played = site.base.short_titles, games_with_rules(site.base.connection)
    games = {
        game: {"short": short[game], "boards": site.path(f"/ask/{site.short_digest}/{game}.json")} for game in played
    }
    return page(
        site,
        "/ask",
        "asking.html",
        not_played=[capital(rules_not_played(title)) for game, title in short.items() if game not in played],
        games=games,
        asking=ASKING,
        symbols=Markup(assets()["counters.svg"].text),
    )
