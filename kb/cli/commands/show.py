"""``kb show``: one ruling on one screen, or its proof, or how other games answer; or one statement."""

from __future__ import annotations

import sys

import kb
from kb.base.errors import NotFound
from kb.cli.terminal import Screen, print_jsonl, say
from kb.service import rulings
from kb.store import lookup
from kb.text import claims as claiming
from kb.text import ruling as wording
from kb.text import short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kb.base.shape import Plain
    from kb.knowledge import KnowledgeBase
    from kb.service.choices import Choices


_COLOURS = {"yes": "green", "no": "red", "depends": "yellow", "value": "cyan"}
#: how the words of a claim are painted
_CLAIM_STYLES = {"play": ("underline", "green"), "reference": ("underline", "cyan"), "none": ("yellow",)}
#: how what proves a claim is painted, and how another game compares
_PROOF_STYLES = {"play": ("green",), "reference": ("cyan",), "none": ("yellow",)}
_COMPARED = {"same": "green", "different": "yellow"}
#: how a printing is painted of which nobody knows whether the ruling holds in it
_UNKNOWN = {"unknown": ("yellow",)}
_INDENT = " " * 12


def run(
    ids: list[str],
    proof: bool = False,
    games: bool = False,
    all: bool = False,
    similar: bool = False,
    printing: str | None = None,
    option: Sequence[str] = (),
    format: str = "",
    public_url: str = "",
    json: bool = False,
    no_pager: bool = False,
) -> int:
    """Show each ruling named, or with ``proof`` and ``games`` only that of it; with ``all`` everything.

    With ``format`` it is for others to read.
    What is not there is told beside it, and the exit status is 1.
    """
    if format:
        return _written(ids, format, public_url, json)
    with kb.open() as base:
        choices = _chosen(base, printing, option, json) if printing or option else None
        records, missing = _records(base, ids, similar)
        if json:
            print_jsonl(records)
        else:
            screen = Screen(not no_pager)
            for number, each in enumerate(records):
                if number or screen.lines:
                    screen.line()
                    screen.line()
                if "says" in each:
                    _show_statement(screen, base, each)
                else:
                    _RulingOnScreen(screen, base, each, choices).show(proof, games, all)
            screen.show()
    return _told(missing)


def _written(ids: list[str], format: str, public_url: str, json: bool) -> int:
    """Print each ruling as Markdown."""
    from kb.cli import posts

    posts.check(format, json)
    public = posts.address(public_url)
    with kb.open() as base:
        records, missing = _records(base, ids, similar=False, only_rulings=True)
        for number, ruling in enumerate(records):
            sys.stdout.write("\n" * bool(number) + rulings.markdown(base, ruling, public))
    return _told(missing)


def _told(missing: dict[str, NotFound]) -> int:
    """Tell what is not there; the exit status."""
    say(*(f"kb: {finding}" for error in missing.values() for finding in error.findings))
    return 1 if missing else 0


def _chosen(base: KnowledgeBase, printing: str | None, option: Sequence[str], json: bool) -> Choices:
    """The printing and the options that were chosen; a person is told."""
    from kb.service.choices import choose, describe

    choices = choose(base, None, printing, option)
    if not json:
        say(*filter(None, [f"Printing: {printing}" if printing else "", describe(base, choices)]))
    return choices


def _records(
    base: KnowledgeBase, ids: list[str], similar: bool, only_rulings: bool = False
) -> tuple[list[Plain], dict[str, NotFound]]:
    """Return the rulings and statements that are named, and an error for each name that is none's.

    The words of one id may stand apart.
    """
    if len(ids) > 1 and base.by_id(" ".join(ids)) is not None:
        ids = [" ".join(ids)]
    records = []
    missing: dict[str, NotFound] = {}
    for each in ids:
        try:
            if rulings.is_statement(each) and not only_rulings:
                records.append(rulings.statement(base, each))
            else:
                records.append(rulings.ruling(base, each, similar=similar))
        except NotFound as error:
            missing[each] = error
    return records, missing


def _show_statement(screen: Screen, base: KnowledgeBase, statement: Plain) -> None:
    """Show a statement: its sentence, section, confidence, the scenario that plays it, and the rulings on it."""
    from kb.text.search import CONFIDENCE, label

    game = lookup.row(base.connection, "games", statement["game"])
    screen.line(f"{screen.paint(statement['id'], 'bold', 'cyan')}  {game['title']}")
    screen.line()
    screen.wrapped(statement["says"], "   ", None, "bold")
    screen.line()
    _field(screen, "Source", label(statement["id"], statement["section"]))
    _field(screen, "Confidence", CONFIDENCE[statement["confidence"]])
    if statement["scenario"]:
        _field(screen, "Played", f"kb check --trace {statement['scenario']}")
    _fields(screen, "Rulings", (f"{ruling['id']}  {ruling['verdict']}" for ruling in statement["rulings"]))


class _RulingOnScreen:
    """One ruling on a screen, with the printing and options that were chosen."""

    def __init__(self, screen: Screen, base: KnowledgeBase, ruling: Plain, choices: Choices | None) -> None:
        self.screen, self.base, self.ruling, self.choices = screen, base, ruling, choices
        self.game = lookup.row(base.connection, "games", ruling["game"])
        self.document = lookup.row(base.connection, "documents", ruling["document"])

    def show(self, proof: bool, games: bool, every: bool) -> None:
        """The ruling; or of it only what is asked for, or everything."""
        screen, ruling = self.screen, self.ruling
        name = screen.paint(ruling["id"], "bold", "cyan")
        screen.wrapped(ruling["heading"], "  ", f"{name}  {self.game['title']}  ", "dim")
        if every or not (proof or games):
            self._ruling(every)
            self._sources(every)
            self._connections(every)
        else:
            self._verdict()
        if every or proof:
            _show_proof(screen, ruling)
        if every or games:
            _show_games(screen, self.base, ruling)

    # -- what is read out ----------------------------------------------------------------------

    def _ruling(self, every: bool) -> None:
        ruling, screen = self.ruling, self.screen
        screen.line()
        if ruling["question"] != ruling["heading"]:
            self._official("question", "Q  ", every)
        self._verdict()
        titles = lookup.titles(self.base.connection, "options") if ruling["depends_on"] else {}
        for option in ruling["depends_on"]:
            state = self.choices.state(option) if self.choices else ""
            screen.wrapped(wording.option_note(titles[option], state), "   ", None, "yellow")
        self._official("answer", "A  ", every)
        screen.line()

    def _verdict(self) -> None:
        """The verdict; where another printing differs that of each, the one that is played before the others."""
        colour = _COLOURS.get(self.ruling["verdict_kind"], "bold")
        for printing, text in self._told_by_printing():
            lead = f"   {printing}: " if printing else None
            self.screen.wrapped(
                text, "   ", lead, *(("bold", colour) if text == self.ruling["verdict"] else ("yellow",))
            )

    def _told_by_printing(self) -> list[tuple[str, str]]:
        if not self.ruling["printings"]:
            return [("", self.ruling["verdict"])]
        from kb.text.printings import verdicts

        return verdicts(self.ruling, self.game["year"], self._played())

    def _played(self) -> str:
        """The printing that is played; empty if nobody said it."""
        return self.choices.printing if self.choices else ""

    def _official(self, field: str, label: str, every: bool) -> None:
        """The official words of a field, with paint on the claims that nothing proves, or with ``every`` on all."""
        screen, ruling = self.screen, self.ruling
        first = len(screen.lines)
        screen.wrapped(ruling[field], "   ", label if ruling["kind"] == "answer" else "   ")
        painted = [each for each in ruling["claims"] if every or each["proof"] == "none"]
        if screen.colour and painted:
            own = claiming.of_field({**ruling, "claims": painted}, field)
            places = claiming.places("\n".join(screen.lines[first:]), own)
            screen.paint_parts(first, ((start, end, _CLAIM_STYLES[claim["proof"]]) for start, end, claim in places))

    # -- where it stands and what it rests on -----------------------------------------------------

    def _sources(self, every: bool) -> None:
        ruling = self.ruling
        _field(self.screen, "Source", wording.authority_and_source(ruling, self.document))
        _fields(self.screen, "Sections", (_section(each, every) for each in ruling["sections"]))
        _fields(self.screen, "Changes", (wording.short_change(each, ruling) for each in ruling["amendments"]))
        _fields(self.screen, "New words", (f"“{added['text']}”" for added in ruling["new_words"]))
        own = [each for each in ruling["readings"] if not each["rules"]]
        _fields(self.screen, "Our reading", map(wording.reading, own))
        for key, name in wording.SHORT_RELATIONS.items():
            if ruling[key]:
                _field(self.screen, name, wording.related(ruling[key], ruling["sections"]))
        if ruling["parent"]:
            _field(self.screen, "Part of", ruling["parent"])
        if ruling["children"]:
            _field(self.screen, "Parts", ", ".join(ruling["children"]))
        others = [each for each in ruling["printings"] if each["holds"] != "differs"]
        for each in others if self._played() != self.game["year"] else ():
            _field(
                self.screen, "Printings", wording.printing(self.game["year"], each), *_UNKNOWN.get(each["holds"], ())
            )

    def _connections(self, every: bool) -> None:
        """A line each on the proof, the claims, the rules and the other games; nothing where all of it follows."""
        screen, ruling = self.screen, self.ruling
        if not every:
            ask = f"kb show {ruling['id']}"
            _field(screen, "Proof", f"{short.proof(ruling)} ({ask} --proof)", *self._proof_style())
            if ruling["claims"]:
                unproved = any(each["proof"] == "none" for each in ruling["claims"])
                _field(screen, "Claims", short.claims(ruling), *(("yellow",) if unproved else ()))
            if ruling["rules"]:
                _field(screen, "Rules", short.rules(ruling["rules"]))
            if short.readings(ruling):
                _field(screen, "Readings", short.readings(ruling))
            if ruling["elsewhere"]:
                text = short.games(ruling["elsewhere"], lookup.short_titles(self.base.connection))
                _field(screen, "Other games", f"{text} ({ask} --games)")
        _fields(screen, "Similar", (f"{like['id']}  {like['verdict']}" for like in ruling.get("similar", ())))

    def _proof_style(self) -> tuple[str, ...]:
        if self.ruling["proof"] == "none":
            return ("yellow",)
        return () if all(map(short.as_ruled, self.ruling["scenarios"])) else ("bold", "red")


def _field(screen: Screen, name: str, text: str, *styles: str) -> None:
    screen.wrapped(text, _INDENT, screen.paint(f"{name:<12}", "dim") if name else _INDENT, *styles)


def _fields(screen: Screen, name: str, texts: Iterable[str]) -> None:
    """Lines of one field; its name stands before the first."""
    for number, text in enumerate(texts):
        _field(screen, "" if number else name, text)


def _section(section: Plain, every: bool) -> str:
    """A section's title and page; with ``every`` also its id, what the ruling does to it, and how that is known."""
    link = f"  [{section['section']}; {section['role']}; {section['evidence']}]" if every else ""
    return f"{section['title']}{wording.page(section)}{link}"


# -- what proves it, in full


def _show_proof(screen: Screen, ruling: Plain) -> None:
    """Show the proof of a ruling: each claim with the case that carries it, the rules, and each case as a story."""
    screen.line()
    screen.wrapped(short.proof(ruling), "  ", screen.paint("Proof  ", "bold"))
    cases = {each["id"]: f"case {number}" for number, each in enumerate(ruling["scenarios"], start=1)}
    _tell_claims(screen, ruling, cases)
    _tell_rules(screen, ruling)
    _tell_readings(screen, ruling)
    for each in ruling["scenarios"]:
        _case(screen, each, cases[each["id"]], ruling["elsewhere"])


def _tell_claims(screen: Screen, ruling: Plain, cases: dict[str, str]) -> None:
    if ruling["claims"]:
        _heading(screen, "What its words claim")
    for claim in ruling["claims"]:
        by = claim["reason"] or cases.get(claim["scenario"], claim["scenario"])
        screen.wrapped(
            f"“{claim['words']}” {claiming.proof(claim)}: {by}", "    ", "  ", *_PROOF_STYLES[claim["proof"]]
        )
    if any(claim["shown_by"] == claiming.DICE for claim in ruling["claims"]):
        screen.wrapped(f"{claiming.BY_DICE}: {claiming.WHAT_BY_DICE_MEANS}", "    ", "  ")


def _tell_rules(screen: Screen, ruling: Plain) -> None:
    titles = {each["id"]: each["title"] for each in ruling["readings"]}
    if ruling["rules"]:
        _heading(screen, "Rules of the engine that rest on it")
    for rule in ruling["rules"]:
        read = [titles.get(each, each) for each in (rule["readings"] or "").split(", ") if each]
        marks = wording.rule_marks({**rule, "readings": ", ".join(read)})
        screen.wrapped(f"{rule['about']}{f' ({marks})' if marks else ''}", "    ", "  ")


def _tell_readings(screen: Screen, ruling: Plain) -> None:
    read = [each for each in ruling["readings"] if each["rules"]]
    if read:
        _heading(screen, short.READINGS)
    for each in read:
        screen.wrapped(wording.reading(each), "    ", "  ")


def _case(screen: Screen, each: Plain, name: str, elsewhere: list[Plain]) -> None:
    """One case: what came of it, its story, and what becomes of it in other printings and games."""
    as_ruled = short.as_ruled(each)
    style = ("bold", "red") if not as_ruled else ("yellow",) if each["suspect"] else ("green",)
    screen.line()
    heading = screen.paint(f"{name.capitalize()}, {short.outcome(each)}", *style)
    screen.wrapped(f"(kb check {each['id']} --trace)", "  ", f"{heading}  ", "dim")
    for line in each["story"]:
        screen.wrapped(line, "    ", "  ")
    for result in wording.results_elsewhere(each["printings"], elsewhere):
        screen.wrapped(f"({wording.played_in(result)})", "    ", "  ", "yellow")


def _heading(screen: Screen, text: str) -> None:
    screen.line()
    screen.line(screen.paint(text, "bold"))


# -- how other games answer its questions, one after the other


def _show_games(screen: Screen, base: KnowledgeBase, ruling: Plain) -> None:
    """Show each question that the ruling answers with what its own game and the others say on it."""
    from kb.store import topics

    side_by_side = topics.side_by_side(base.connection, ruling)
    games = lookup.short_titles(base.connection)
    screen.line()
    if not side_by_side:
        screen.wrapped(short.NO_OTHER_GAME)
        return
    for number, topic in enumerate(side_by_side["topics"]):
        if number:
            screen.line()
        screen.wrapped(f"(kb compare {topic['id']})", "  ", f"{screen.paint(topic['title'], 'bold')}  ", "dim")
        for (game, _), answer in zip(side_by_side["games"], topic["answers"], strict=True):
            if answer is not None:
                _answer(screen, games[game], answer)


def _answer(screen: Screen, game: str, answer: Plain) -> None:
    """What a game says: of the ruling's own game there is nothing to compare."""
    from kb.text.comparison import compared

    how = compared(answer) if "comparison" in answer else ""
    told = f", {screen.paint(how, _COMPARED.get(answer['comparison'], 'dim'))}" if how else ""
    ids = f" ({', '.join(answer['rulings'])})" if answer["rulings"] else ""
    screen.wrapped(f"{answer['says']}{ids}", "    ", f"  {screen.paint(game, 'cyan')}{told}: ")
