"""``kb show``: one ruling on one screen, or its proof, or how other games answer; or a statement or section."""

from __future__ import annotations

import sys

import kb
from kb.base.errors import BadInput, Finding, NotFound
from kb.cli.terminal import Screen, print_jsonl, say
from kb.service import look_up
from kb.store import lookup
from kb.text import ruling as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from kb.knowledge import KnowledgeBase
    from kb.model.replies import CitedRuling, OtherGame, Ruling, Scenario, Section, StatementReply
    from kb.model.stored import BookSection
    from kb.service.choices import Choices

    T = TypeVar("T")

#: the formats of ``--format``
FORMATS = ("markdown",)
_COLOURS = {"yes": "green", "no": "red", "depends": "yellow", "value": "cyan"}
#: the colours of a proof, and of a comparison with another game
_PROOF = {"play": ("green",), "reference": ("cyan",), "none": ("yellow",)}
_COMPARED = {"same": "green", "different": "yellow"}
_INDENT = " " * 12


def run(
    ids: list[str],
    proof: bool = False,
    games: bool = False,
    all: bool = False,
    printing: str | None = None,
    option: Sequence[str] = (),
    json: bool = False,
) -> int:
    """Show each ruling named, or only its ``proof``, or the answers of other ``games``; with ``all`` everything.

    ``option`` are options in force or not (``technology=off``). Unknown ids are reported, and the exit status is 1.
    """
    with kb.open() as base:
        choices = _chosen(base, printing, option, json) if printing or option else None
        records, missing = _found(base, ids, lambda each: look_up.named(base, each))
        if json:
            print_jsonl(records)
        else:
            screen = Screen()
            for number, each in enumerate(records):
                if number:
                    screen.line()
                    screen.line()
                if "verdict_kind" in each:
                    _show_ruling(screen, base, each, choices, (all or proof, all or games, all))
                elif "says" in each:
                    _show_statement(screen, base, each)
                else:
                    show_section(screen, each)
            screen.show()
    return _report(missing)


def write(ids: list[str], format: str, public_url: str, json: bool) -> int:
    """Print each ruling as Markdown, with a link if the site has a ``public_url``. Return 1 if an id is not there.

    Raises :class:`BadInput` for another format than ``markdown``, or with ``json``.
    """
    if format not in FORMATS:
        raise BadInput(Finding(f"there is no format '{format[:40]}'", hint=f"formats are: {', '.join(FORMATS)}"))
    if json:
        raise BadInput(Finding("--format and --json cannot be combined", hint="leave one of them out"))
    if public_url:
        from kb.web.serve import checked

        public_url = checked(public_url)
    with kb.open() as base:
        records, missing = _found(base, ids, base.ruling)
        sys.stdout.write("\n".join(look_up.markdown(base, each, public_url) for each in records))
    return _report(missing)


def _report(missing: Iterable[NotFound]) -> int:
    """Print the errors about ``missing`` ids; return the exit status: 1 if there are any, else 0."""
    findings = [finding for error in missing for finding in error.findings]
    say(*(f"kb: {finding}" for finding in findings))
    return 1 if findings else 0


def _chosen(base: KnowledgeBase, printing: str | None, option: Sequence[str], json: bool) -> Choices:
    """Return the printing and the options that were chosen; unless with ``json``, print them on standard error."""
    from kb.service.choices import choose, describe

    choices = choose(base, None, printing, option)
    if not json:
        say(*filter(None, [f"Printing: {printing}" if printing else "", describe(base, choices)]))
    return choices


def _found(base: KnowledgeBase, ids: list[str], find: Callable[[str], T]) -> tuple[list[T], list[NotFound]]:
    """Return what ``find`` returns for each id, and its :class:`NotFound` error for each that it does not find.

    The words of one id may be separate arguments.
    """
    if len(ids) > 1 and base.by_id(" ".join(ids)) is not None:
        ids = [" ".join(ids)]
    records: list[T] = []
    missing: list[NotFound] = []
    for each in ids:
        try:
            records.append(find(each))
        except NotFound as error:
            missing.append(error)
    return records, missing


def _show_statement(screen: Screen, base: KnowledgeBase, statement: StatementReply) -> None:
    """Show a statement: its sentence, section, confidence, the scenario that plays it, and the rulings on it."""
    from kb.text.search import CONFIDENCE, label

    game = lookup.game(base.connection, statement["game"])
    screen.line(f"{screen.paint(statement['id'], 'bold', 'cyan')}  {game['title']}")
    screen.line()
    screen.wrapped(statement["says"], "   ", None, "bold")
    screen.line()
    fields = [
        ("Spaces", statement["names"]),
        ("Source", label(statement["id"], statement["section"], statement["ruling"])),
        ("Confidence", CONFIDENCE[statement["confidence"]]),
    ]
    if statement["scenario"]:
        fields.append(("Played", f"kb check --trace {statement['scenario']}"))
    fields += [("Rulings", f"{ruling['id']}  {ruling['verdict']}") for ruling in statement["rulings"]]
    _show_fields(screen, fields)


def show_section(screen: Screen, row: Section) -> None:
    """Show a section with the rulings and the rules of the engine that rest on it."""
    screen.line(f"{screen.paint(row['id'], 'bold', 'cyan')}  {row['title']}{wording.page(row)}")
    screen.wrapped(row["about"], "  ")
    ours = "the title is ours, not the book’s; " * (row["title_is"] == "functional")
    if ours or row["confidence"] == "unverified":
        screen.wrapped(f"unverified: {ours}confidence {row['confidence']}", "  ", None, "yellow")
    for ruling in row["ruled_by"]:
        told = f"{ruling['verdict']} ({ruling['role']}; {ruling['evidence']})"
        screen.wrapped(told, "      ", f"  {screen.paint(ruling['id'], 'cyan')}  ")
    if not row["ruled_by"]:
        screen.wrapped("no ruling is linked to it", "  ", None, "dim")
    for rule in row["rules"]:
        unsure = " (unverified)" if rule["confidence"] == "unverified" else ""
        screen.wrapped(f"{rule['about']}{unsure}", "      ", f"  rule {screen.paint(rule['rule'], 'cyan')}  ")
    screen.line()


def show_in_book(screen: Screen, row: BookSection) -> None:
    """Show a section of a rule book: its statements, each followed by the rulings on it, and then other rulings."""
    screen.line(f"{screen.paint(row['id'], 'bold', 'cyan')}  {row['title']}{wording.page(row)}")
    for statement in row["statements"]:
        screen.wrapped(statement["says"], "    ", "  ")
        _show_verdicts(screen, statement["rulings"], "      ")
    _show_verdicts(screen, row["ruled_by"], "  ")


def _show_verdicts(screen: Screen, rulings: Iterable[CitedRuling], indent: str) -> None:
    """Show the id and the verdict of each ruling, below a statement or section; ``indent`` begins each line."""
    for ruling in rulings:
        screen.wrapped(ruling["verdict"], f"{indent}  ", f"{indent}{screen.paint(ruling['id'], 'cyan')}  ")


def _show_ruling(
    screen: Screen, base: KnowledgeBase, ruling: Ruling, choices: Choices | None, parts: tuple[bool, bool, bool]
) -> None:
    """Show a ruling. ``parts`` are whether its proof, the other games and everything are asked for; if none is, show
    the ruling with one line on each."""
    proof, games, every = parts
    game = lookup.game(base.connection, ruling["game"])
    name = screen.paint(ruling["id"], "bold", "cyan")
    screen.wrapped(ruling["heading"], "  ", f"{name}  {game['title']}  ", "dim")
    if every or not (proof or games):
        screen.line()
        if ruling["question"] != ruling["heading"]:
            screen.wrapped(ruling["question"], "   ", "Q  " if ruling["kind"] == "answer" else None)
        _verdict(screen, ruling, game["year"], choices)
        titles = lookup.titles(base.connection, "options") if ruling["depends_on"] else {}
        for option in ruling["depends_on"]:
            state = choices.state(option) if choices else ""
            screen.wrapped(wording.option_note(titles[option], state), "   ", None, "yellow")
        screen.wrapped(ruling["answer"], "   ", "A  " if ruling["kind"] == "answer" else None)
        screen.line()
        _show_fields(screen, _fields(base, ruling, every, game["year"], choices))
    else:
        _verdict(screen, ruling, game["year"], choices)
    if proof:
        _show_proof(screen, ruling)
    if games:
        _show_games(screen, base, ruling)


def _verdict(screen: Screen, ruling: Ruling, year: str, choices: Choices | None) -> None:
    """Show the verdict on the ruling's own printing, that of ``year``, and the verdicts on other printings that differ:
    only the chosen one, which comes first, or all if none is chosen."""
    for printing, word, text in wording.by_printing(ruling, year, choices.printing if choices else ""):
        styles = ("yellow",) if word else ("bold", _COLOURS.get(ruling["verdict_kind"], "bold"))
        which = f"{printing} ({word})" if word else printing
        screen.wrapped(text, "   ", f"   {which}: " if which else None, *styles)


def _fields(
    base: KnowledgeBase, ruling: Ruling, every: bool, year: str, choices: Choices | None
) -> Iterator[tuple[str, ...]]:
    """Yield the name, the text and the styles of each line below a ruling: its source, relations, and proof.

    With ``every`` sections are shown with their links, and the summaries of the proof and of other games are omitted,
    because these are shown in full.
    """
    yield "Source", wording.authority_and_source(ruling, lookup.document(base.connection, ruling["document"]))
    yield from wording.facts(ruling, year, links=every, printings=not choices or choices.printing != year)
    if not every:
        ask = f"kb show {ruling['id']}"
        failed = ruling["proof"] != "none" and not all(map(wording.as_ruled, ruling["scenarios"]))
        styles = ("yellow",) if ruling["proof"] == "none" else ("bold", "red") if failed else ()
        yield "Proof", f"{wording.proof(ruling)} ({ask} --proof)", *styles
        unproved = any(each["proof"] == "none" for each in ruling["claims"])
        yield "Claims", wording.claims(ruling) if ruling["claims"] else "", *(("yellow",) if unproved else ())
        yield "Rules", wording.rules(ruling["rules"]) if ruling["rules"] else ""
        yield "Readings", wording.readings(ruling)
        if ruling["elsewhere"]:
            text = wording.games(ruling["elsewhere"], lookup.short_titles(base.connection))
            yield "Other games", f"{text} ({ask} --games)"


def _show_fields(screen: Screen, fields: Iterable[tuple[str, ...]]) -> None:
    """Show the fields (name, text, styles) whose text is not empty. A name that is repeated is shown once."""
    last = ""
    for name, text, *styles in fields:
        if text:
            lead = screen.paint(f"{name:<12}", "dim") if name != last else _INDENT
            screen.wrapped(text, _INDENT, lead, *styles)
            last = name


def _heading(screen: Screen, text: str) -> None:
    """Show an empty line and a heading."""
    screen.line()
    screen.line(screen.paint(text, "bold"))


def _show_proof(screen: Screen, ruling: Ruling) -> None:
    """Show the proof of a ruling: each claim with the case that proves it, the rules, and each case as a story."""
    screen.line()
    screen.wrapped(wording.proof(ruling), "  ", screen.paint("Proof  ", "bold"))
    cases = {each["id"]: f"case {number}" for number, each in enumerate(ruling["scenarios"], start=1)}
    if ruling["claims"]:
        _heading(screen, "What its words claim")
    for claim in ruling["claims"]:
        by = claim["reason"] or cases.get(claim["scenario"], claim["scenario"])
        screen.wrapped(f"“{claim['words']}” {wording.claim_proof(claim)}: {by}", "    ", "  ", *_PROOF[claim["proof"]])
    if any(claim["shown_by"] == wording.DICE for claim in ruling["claims"]):
        screen.wrapped(f"{wording.BY_DICE}: {wording.WHAT_BY_DICE_MEANS}", "    ", "  ")
    if ruling["rules"]:
        _heading(screen, "Rules of the engine that rest on it")
    titles = {each["id"]: each["title"] for each in ruling["readings"]}
    for rule in ruling["rules"]:
        read = [titles.get(each, each) for each in (rule["readings"] or "").split(", ") if each]
        marks = wording.rule_marks({**rule, "readings": ", ".join(read)})
        screen.wrapped(f"{rule['about']}{f' ({marks})' if marks else ''}", "    ", "  ")
    read = [wording.reading(each) for each in ruling["readings"] if each["rules"]]
    if read:
        _heading(screen, wording.READINGS)
    for each in read:
        screen.wrapped(each, "    ", "  ")
    for case in ruling["scenarios"]:
        _show_case(screen, case, cases[case["id"]], ruling["elsewhere"])


def _show_case(screen: Screen, each: Scenario, name: str, elsewhere: Iterable[OtherGame]) -> None:
    """Show the result of a case, its story, and its results in other printings and games. ``name`` is its number in
    words, ``elsewhere`` how other games compare with the ruling."""
    style = ("bold", "red") if not wording.as_ruled(each) else ("yellow",) if each["suspect"] else ("green",)
    screen.line()
    outcome = "as ruled" if wording.as_ruled(each) else "NOT AS RULED"
    changed = "; the words have changed since" if each["suspect"] else ""
    heading = screen.paint(f"{name.capitalize()}, {outcome}{changed}", *style)
    screen.wrapped(f"(kb check {each['id']} --trace)", "  ", f"{heading}  ", "dim")
    for line in each["story"]:
        screen.wrapped(line, "    ", "  ")
    for result in wording.results_elsewhere(each["printings"], elsewhere):
        screen.wrapped(f"({wording.played_in(result)})", "    ", "  ", "yellow")


def _show_games(screen: Screen, base: KnowledgeBase, ruling: Ruling) -> None:
    """Show each question that the ruling answers with the answers of its own game and the others."""
    from kb.store import topics

    side_by_side = topics.side_by_side(base.connection, ruling)
    titles = lookup.short_titles(base.connection)
    screen.line()
    if not side_by_side:
        screen.wrapped("No other game has a ruling on its question.")
        return
    for number, topic in enumerate(side_by_side["topics"]):
        if number:
            screen.line()
        screen.wrapped(f"(kb compare {topic['id']})", "  ", f"{screen.paint(topic['title'], 'bold')}  ", "dim")
        own, *others = (titles[game] for game, _ in side_by_side["games"])
        screen.wrapped(topic["says"], "    ", f"  {screen.paint(own, 'cyan')}: ")
        for title, answer in zip(others, topic["answers"], strict=True):
            if answer is None:
                continue
            how = screen.paint(wording.compared(answer), _COMPARED.get(answer["comparison"], "dim"))
            ids = f" ({', '.join(answer['rulings'])})" if answer["rulings"] else ""
            screen.wrapped(f"{answer['says']}{ids}", "    ", f"  {screen.paint(title, 'cyan')}, {how}: ")
