"""Each recipe of CONTRIBUTING.md is done in a copy of the checkout, and what it promises comes true.

A recipe that another test does as a whole names that test and is not done twice.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, edit

#: what a copy of the checkout has
PARTS = ("kb", "data", "docs", "scripts", "benchmarks", "tests", "pyproject.toml", "CHANGELOG.md", "README.md")
#: runs a test of the copy against its build, without pytest
TEST = """
import importlib, inspect, sys
import kb
module, name = sys.argv[1:]
test = getattr(importlib.import_module(module), name)
with kb.open() as base:
    given = {"base": base, "built": "built"}
    test(**{each: given[each] for each in inspect.signature(test).parameters})
"""
#: prints what of a ruling is not of the shape that is published
SHAPE = """
import kb
from kb.service import rulings
from tests.service.test_service import wrong
print(*wrong("ruling", rulings.ruling(kb.open(), "rev-sub-2")), sep="\\n")
"""
RECIPES_OF = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n# Recipes\n")[2]
#: the text of each recipe by its heading
TEXTS = {
    heading: text
    for heading, _, text in (part.partition("\n") for part in re.split(r"^## ", RECIPES_OF, flags=re.M)[1:])
}

#: builds up to where the scenarios have to be played, which is a fault
BUILD_WITHOUT_PLAY = """
import sys
from contextlib import nullcontext
from kb.cli.front import guarded
from kb.pipeline import run, scenarios
scenarios.playing = lambda *given: nullcontext(None)
sys.exit(guarded(run.build))
"""
#: what the recipes add
RULE = '''"""Fuel."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.core import given
from kb.engine.core.actions import Move
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts
from kb.engine.core.registry import refuses


@refuses("{unit} has no fuel.", Move)
def units_without_fuel(
    play: Play,
    action: Move,
    *,
    units: Names = given.units("the types that need fuel"),
    spaces: int = given.number("how far it lasts"),
) -> Iterator[Facts]:
    "{units} move {spaces} spaces at most."
    for unit in play.units(action.units):
        if unit.type in units and len(action.route) > spaces + 1:
            yield {"unit": unit}
'''
#: with a parameter that the question has not
WRONG_RULE = """
from kb.engine import questions
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers


@answers("Fuel.", questions.movement)
def fuel_lasts(play: Play, answer: int, moon: Unit) -> int:
    'Fuel lasts.'
    return answer
"""
FUEL_CASE = """\
game: revised
scenarios:
  - id: a-bomber-without-fuel
    title: A bomber without fuel
    position: {turn: germany, phase: noncombat-move, spaces: {germany: {germany: {bomber: 1}}}}
    do:
      - {move: {bomber: 1}, route: [germany, eastern-europe, germany, eastern-europe], refused_by: [units-without-fuel]}
    contrast:
      title: two spaces
      do:
        - {move: {bomber: 1}, route: [germany, eastern-europe, germany]}
      expect:
        - {holds: {germany: germany}}
"""
OPTION_CASE = """\
game: revised
scenarios:
  - id: a-tank-has-fuel
    title: A tank has fuel
    position:
      {turn: germany, phase: combat-move, spaces: {ukraine-ssr: {held_by: soviet-union}, eastern-europe: {germany: {tank: 1}}}}
    do:
      - {move: {tank: 1}, route: [eastern-europe, ukraine-ssr, caucasus], refused_by: [hostile-land-stops]}
    contrast:
      title: with the option
      change: {options: [fuel]}
      do:
        - {move: {tank: 1}, route: [eastern-europe, ukraine-ssr, caucasus]}
      expect:
        - {holds: {ukraine-ssr: germany}}
"""
EXPECTATION = """    Key(
        "happened: 3",
        "how much happened",
        Number(0, 999, "number of events"),
        lambda played, wanted, item: (wanted, int(any(played.events))),
        "{value} things have happened",
    ),
"""
FACET = """FACETS = (
    Facet(
        "box",
        Table(
            "boxes",
            "Boxes",
            "The boxes that games come in.",
            (Column("id", "The id of the box."), description.TITLE),
            shown=Shown(label="title"),
        ),
        "Which box a ruling belongs to.",
        rows=lambda corpus: corpus.catalogues.games,
        pairs=lambda corpus: ((ruling.id, ruling.game) for ruling in corpus.rulings),
        buttons=Buttons("Toy box", "Any toy box", "Search all boxes"),
    ),
"""
ASK_JUDGE = """
import asyncio
import kb
from kb.web.serve import site
print(asyncio.run(site(kb.open().build).client.get("/judge?q=submarine")).raise_for_status().text)
"""
TOOL = """
    Tool("games", OPERATIONS["games"], "List the games", LIST, lambda _, told: assistants.describe_games(told), under="games"),
)
BY_NAME"""
TOOL_TEXT = '''

def describe_games(told: Plain) -> str:
    """The games."""
    return ", ".join(each["title"] for each in told["games"])
'''
CALL_TOOL = """
import kb
from jsonschema import Draft202012Validator
from kb.mcp.tools import BY_NAME, Served
tool = BY_NAME["games"]
answer = tool.answer(Served(kb.open(), None), {})
print(list(answer), list(Draft202012Validator(tool.output_schema).iter_errors(answer)))
"""
EVENT = """\
name: Toy Open
game: revised
house:
  - id: house-1
    question: May a toy move?
    answer: "Yes."
    by: Ann
    table: {table}
    on: 2031-11-20
"""
PAGE = '''"""A new page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.web.respond import page

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


async def new_page(site: Site, request: Request) -> Response:
    """``/new-page``."""
    return await page(site, request, "new_page.html")


ROUTES = [(r"/new-page", new_page)]
'''
TEMPLATE = """\
{% extends "kb/page.html" %}
{% block title %}A new page{% endblock %}
{% block content %}<h1>A new page</h1>{% endblock %}
"""


class Copy:
    """A copy of the checkout in which one recipe after the other is done, each from the beginning."""

    def __init__(self, place: Path, built: str) -> None:
        self.place, self.built = place, Path(built)
        for part in PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
            copy(ROOT / part, place / part)
        self.python("-m", "compileall", "-q", "kb", "scripts", writes="")
        self.begun = dict(self._files())
        self.is_built_anew = True

    def begin(self, recipe: str) -> None:
        """Undo what the last recipe did; the messages that are foretold are those of ``recipe``."""
        self.text = " ".join(TEXTS[recipe].split())
        for name in self.changed():
            if name in self.begun:
                shutil.copy2(ROOT / name, self.place / name)
            else:
                (self.place / name).unlink()
        if self.is_built_anew:
            shutil.rmtree(self.place / "built", ignore_errors=True)
            shutil.copytree(self.built, self.place / "built")
            self.is_built_anew = False

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Each file of the copy with what tells that it was changed."""
        for folder, folders, names in os.walk(self.place):
            folders[:] = set(folders) - {"__pycache__", "built"}
            for path in (Path(folder, name) for name in names):
                stat = path.stat()
                yield str(path.relative_to(self.place)), (stat.st_mtime_ns, stat.st_size)

    def changed(self) -> set[str]:
        """The files that are new or have changed."""
        return {name for name, stat in self._files() if self.begun.get(name) != stat}

    def read(self, name: str) -> str:
        return (self.place / name).read_text(encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace words that stand once in a file."""
        edit(self.place / name, old, new)

    def append(self, name: str, text: str) -> None:
        """Add lines to a file, or write a new one."""
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)

    def python(self, *words: str, status: int = 0, writes: str = "1") -> str:
        """What Python prints, run in the copy as a contributor does."""
        given = {name: value for name, value in os.environ.items() if not name.startswith("KB_")}
        settings = {**given, "PYTHONPATH": str(self.place), "PYTHONDONTWRITEBYTECODE": writes}
        done = subprocess.run(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=settings,
            cwd=self.place,
            check=False,
        )
        assert done.returncode == status, f"{' '.join(words)}: status {done.returncode}\n{done.stdout}"
        return done.stdout

    def kb(self, *words: str, status: int = 0) -> str:
        """What a command prints."""
        self.is_built_anew |= words[0] == "build"
        return self.python("-m", "kb", *words, status=status)

    def test(self, module: str, name: str, status: int = 0) -> str:
        """What a test prints: nothing, or with status 1 why it fails."""
        return self.python("-c", TEST, f"tests.{module}", name, status=status)

    def pytest(self, file: str, chosen: str, status: int = 0) -> str:
        """What pytest prints of the tests of a file that need no build and have ``chosen`` in their names."""
        words = ("-m", "pytest", "-p", "no:cacheprovider", "--numprocesses", "0", f"tests/{file}", "-k", chosen)
        return self.python(*words, status=status)

    def foretold(self, output: str, *messages: str) -> None:
        """The output has these messages, and the recipe tells of them."""
        for each in messages:
            assert each in self.text, f"the recipe does not have: {each}"
            assert each in output, f"{each} is not in:\n{output}"

    def done_by(self, *tests: str) -> None:
        """These tests (``file: name``) do the recipe."""
        for file, name in (each.split(": ") for each in tests):
            assert f"def {name}(" in self.read(f"tests/{file}")


Recipe = Callable[[Copy], None]
RECIPES: dict[str, Recipe] = {}


def recipe(heading: str) -> Callable[[Recipe], Recipe]:
    """Declare that a function does the recipe of a heading."""
    return lambda function: RECIPES.setdefault(heading, function)


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory, built: str) -> Iterator[Copy]:
    place = tmp_path_factory.mktemp("checkout")
    yield Copy(place, built)
    shutil.rmtree(place)


def test_every_recipe_is_done() -> None:
    assert list(RECIPES) == list(TEXTS)


@pytest.mark.slow
@pytest.mark.parametrize("heading", RECIPES)
def test_a_recipe(heading: str, copy: Copy) -> None:
    copy.begin(heading)
    RECIPES[heading](copy)


def words_of(count: int) -> str:
    return " ".join(["word"] * count)


@recipe("Fix a verdict")
def fix_a_verdict(copy: Copy) -> None:
    file = "data/verdicts/revised.yaml"
    ((line, was),) = re.findall(r"- id: rev-sub-2\n( +verdict: (.+)\n)", copy.read(file))
    copy.edit(file, line, line.replace(was, f'"{words_of(27)}"'))
    copy.foretold(copy.kb("build", status=2), f"{file}:", "the verdict of 'rev-sub-2' has 27 words; at most 20")
    copy.edit(file, words_of(27), "An invented verdict.")
    copy.kb("build")
    assert "An invented verdict." in copy.kb("show", "rev-sub-2")


@recipe("Add a ruling, a document or a re-issue")
def add_a_document(copy: Copy) -> None:
    copy.done_by(
        "pipeline/authoring/test_adding.py: test_a_reissue_a_document_and_a_ruling_are_taken_over_with_one_build",
        "pipeline/authoring/test_placing.py: test_what_is_not_known_is_asked_for",
    )


@recipe("Compare games on a question")
def compare_games(copy: Copy) -> None:
    file, case = "data/relations.yaml", "europe-1999/a-submarine-that-was-missed-submerges"
    said = {"revised": "rev-sub-5", "europe-1999": "e99-sub-3"}
    games = "".join(f'      {game}: {{says: "No.", rulings: [{ruling}]}}\n' for game, ruling in said.items())
    pair = f"      - {{games: [revised, europe-1999], holds: different, case: {case}}}\n"
    topic = f"  - id: toy-topic\n    title: An invented question\n    games:\n{games}    pairs:\n{pair}"
    copy.edit(file, "\ntopics:\n", f"\ntopics:\n{topic}")
    told = copy.kb("build", status=2)
    copy.foretold(told, "comes out same in revised and europe-1999; the pair is same, or choose another", f"{file}:")
    copy.edit(file, topic, topic.replace("holds: different", "holds: same"))
    copy.kb("build")
    assert "An invented question" in copy.kb("compare", "toy-topic")
    copy.kb("check", "--mutants", case)


@recipe("Add a game")
def add_a_game(copy: Copy) -> None:
    copy.append("answers.txt", "Answers of the Toy Maker\n\nQ. May a toy move?\nA. Yes.\n")
    added = copy.kb("add", "answers.txt", "--new-game", "D-Day", "--authority", "author: the Toy Maker")
    assert "1 ruling is a draft" in added
    copy.kb("build")
    assert "d-day  D-Day" in copy.kb("games") and "dd/" in copy.kb("sections", "--game", "d-day")
    assert "Draft: May a toy move? Yes." in copy.kb("search", "may a toy move")
    copy.foretold(copy.kb("add", "answers.txt", "--new-game", "D-Day", status=2), "the game 'D-Day' is here already")
    copy.foretold(copy.kb("check", "--game", "d-day", status=1), "the rules of D-Day are not played here")
    copy.done_by(
        "pipeline/authoring/test_adding.py: test_a_reissue_a_document_and_a_ruling_are_taken_over_with_one_build",
    )


@recipe("Add a rule")
def add_a_rule(copy: Copy) -> None:
    rules = "data/games/revised/rules/revised.yaml"
    copy.append("kb/engine/movement/fuel.py", RULE)
    line = "  - {rule: units-without-fuel, cites: [rev/p3-blitz], confidence: unverified, given: {unitz: [bomber]}}\n"
    copy.edit(rules, "  # -- land\n", f"  # -- land\n{line}")
    copy.append("toy.yaml", FUEL_CASE)
    told = copy.kb("check", "toy.yaml", status=2)
    copy.foretold(told, "unknown key 'unitz' given to 'units-without-fuel'; did you mean 'units'?")
    copy.foretold(told, "'units-without-fuel' needs 'spaces' under given")
    copy.edit(rules, line, line.replace("{unitz: [bomber]}", "{units: [bomber], spaces: 2}"))
    copy.kb("check", "toy.yaml", "--mutants")
    copy.append("kb/engine/movement/fuel.py", WRONG_RULE)
    told = copy.kb("check", "toy.yaml", status=2)
    assert "kb/engine/movement/fuel.py:33:" in told
    copy.foretold(told, ":33: fuel_lasts must be given (play, answer, unit: Unit")
    copy.edit("kb/engine/movement/fuel.py", WRONG_RULE, "")
    copy.edit("kb/engine/movement/fuel.py", "{units} move {spaces}", "{units} move {way}")
    copy.foretold(copy.kb("build", status=2), "the docstring of units-without-fuel names way, which is not given")


@recipe("Add a rule option")
def add_an_option(copy: Copy) -> None:
    rules = "data/games/revised/rules/revised.yaml"
    (line,) = re.findall(r"  - \{rule: tanks-blitz, .*\}\n", copy.read(rules))
    copy.edit(rules, line, line.replace("{rule: tanks-blitz,", "{rule: tanks-blitz, option: fuel,"))
    copy.foretold(copy.kb("build", status=2), "revised.yaml:", "unknown option 'fuel'")
    copy.append("data/options.yaml", '  - {id: fuel, title: Fuel, about: "Tanks have fuel."}\n')
    copy.append("toy.yaml", OPTION_CASE)
    copy.kb("check", "toy.yaml", "--mutants")


@recipe("Add a verb (an action of players)")
def add_a_verb(copy: Copy) -> None:
    rules, toy = "data/games/revised/rules/revised.yaml", "tests/fixtures/toy_verb"
    engine = copy.read(f"{toy}/engine.py").replace("    in_its_phase: ClassVar[bool] = False\n", "")
    copy.append("kb/engine/politics/donate.py", engine)
    row = copy.read(f"{toy}/language.py").partition('VERBS["donate"] = ')[2].partition("\n)\n")[0]
    row = row.replace("\n", "\n    ")
    copy.edit(rules, "  # -- land\n", f"  # -- land\n  {copy.read(f'{toy}/rules.yaml').splitlines()[1]}\n")
    case = copy.read(f"{toy}/case.yaml").replace("donated: {germany: 3}, ", "")
    copy.append("toy.yaml", case)
    copy.foretold(copy.kb("check", "toy.yaml", status=2), "no action among 'donate', 'to'; one of research, purchase, ")
    verbs = "kb/cases/acts/after_combat.py"
    copy.edit(verbs, '    Verb(\n        "end: phase",\n', f'    {row}\n    ),\n    Verb(\n        "end: phase",\n')
    copy.edit(verbs, "grammar import NUMBERS, ", "grammar import IPC, NUMBERS, ")
    imports = "from kb.engine.politics.wars import DeclareWar\n"
    copy.edit(verbs, imports, f"{imports}from kb.engine.politics.donate import Donate\n")
    copy.foretold(
        copy.kb("check", "toy.yaml", status=1), "Donate belongs to nothing, and the phase is", "[actions-in-their-phase"
    )
    copy.edit(
        rules,
        "    table:\n      research: [develop-weapons]\n",
        "    table:\n      research: [develop-weapons]\n      donate: [purchase-units]\n",
    )
    copy.kb("check", "toy.yaml")
    every_event, every_act = (
        "test_every_event_has_a_sentence_and_every_sentence_an_event",
        "test_a_scenario_for_every_action_passes",
    )
    copy.foretold(copy.pytest("engine/test_rules_are_asked.py", every_event, status=1), every_event)
    tracing = "kb/text/traces.py"
    copy.edit(tracing, '    "war-declared": ', '    "donated": "{power} gives {ipcs} to {to}",\n    "war-declared": ')
    copy.pytest("engine/test_rules_are_asked.py", every_event)
    copy.foretold(copy.pytest("cases/test_playing.py", every_act, status=1), every_act)
    copy.append("tests/cases/every_act.yaml", case.partition("scenarios:\n")[2])
    copy.pytest("cases/test_playing.py", every_act)


@recipe("Add an expectation")
def add_an_expectation(copy: Copy) -> None:
    row = '    Key(\n        "winner: axis",\n'
    copy.edit("kb/cases/expectations/keys.py", row, EXPECTATION + row)
    name = "test_every_expectation_can_hold_and_can_fail"
    copy.foretold(copy.pytest("cases/test_playing.py", name, status=1), name)
    copy.edit(
        "tests/cases/every_act.yaml",
        "      - attackers: {united",
        "      - happened: 1\n      - attackers: {united",
    )
    copy.pytest("cases/test_playing.py", name)


@recipe("Add a column")
def add_a_column(copy: Copy) -> None:
    table, shape = "kb/store/tables/rulings.py", "kb/service/types.py"
    column = '        Column("word_count", "The number of words of the answer.", INTEGER),\n    ),\n    indexes'
    copy.edit(table, "    ),\n    indexes", column)
    told = copy.python("-c", BUILD_WITHOUT_PLAY, status=2)
    copy.foretold(told, "column 'word_count' of 'rulings' has no value")
    assert told.startswith("kb: column") and len(told.splitlines()) == 1
    value = "        count = len(ruling.answer_text.split())\n        yield TableRow(ruling, word_count=count, authority_rank"
    copy.edit("kb/store/rows.py", "        yield TableRow(ruling, authority_rank", value)
    copy.kb("build")
    told = copy.python("-c", SHAPE)
    copy.foretold(told, "Additional properties are not allowed ('word_count' was unexpected)")
    copy.edit(
        shape, "    depends_on: list[str]\n    sections", "    word_count: int\n    depends_on: list[str]\n    sections"
    )
    copy.test("service.test_service", "test_every_ruling")
    copy.test("test_docs", "test_every_key_of_a_ruling_is_described")
    row = json.loads(copy.kb("export").splitlines()[0])
    assert row["word_count"] == len(row["answer"].split())


@recipe("Add a facet of the judge's page")
def add_a_facet(copy: Copy) -> None:
    copy.edit("kb/store/tables/facets.py", "FACETS = (\n", FACET)
    copy.foretold(copy.python("-c", ASK_JUDGE, status=1), "OperationalError", "kb/store/pages.py")
    assert "Any toy box" in copy.python("-c", ASK_JUDGE)


@recipe("Add a tool for assistants, or an argument of one")
def add_a_tool(copy: Copy) -> None:
    copy.append("kb/text/assistants.py", TOOL_TEXT)
    tools = "kb/mcp/tools.py"
    copy.edit(tools, "\n# -- the tools\n", '\nLIST = "The games that the rulings are about."\n# -- the tools\n')
    copy.edit(tools, "\n)\nBY_NAME", TOOL)
    assert copy.python("-c", CALL_TOOL) == "['games'] []\n"
    copy.done_by("mcp/test_assistants.py: test_a_call_gives_values_of_the_announced_shape_or_lines_that_help")


@recipe("Add a key of an event's file")
def add_a_key(copy: Copy) -> None:
    file = "kb/events/file.py"
    copy.edit(file, '        "note": _text(1_000),\n', '        "note": _text(1_000),\n        "table": _text(20),\n')
    copy.edit("kb/event_log/event.py", '    note: str = ""\n', '    note: str = ""\n    table: str = ""\n')
    copy.edit(file, "#     note: Asked at table 4.\n", "#     note: Asked at table 4.\n#     table: four\n")
    copy.append("event.yaml", EVENT.format(table="four"))
    copy.kb("event", "check", "event.yaml")
    copy.append("bad.yaml", EVENT.format(table="x" * 21))
    assert "bad.yaml:8: " in copy.kb("event", "check", "bad.yaml", status=2)


@recipe("Add something that the judge's log keeps")
def add_to_the_log(copy: Copy) -> None:
    copy.done_by(
        "event_log/test_log_reading.py: test_a_log_of_before_is_read_with_what_was_added_left_empty",
        "web/test_log_on_both.py: test_the_phone_reads_a_log_of_before_as_python_does",
    )


@recipe("Add a flag of a command")
def add_a_flag(copy: Copy) -> None:
    command, app = "kb/cli/commands/games.py", "kb/cli/app.py"
    copy.edit(command, "def run(json: bool = False)", "def run(json: bool = False, short: bool = False)")
    copy.edit(
        command,
        "    for row in rows:\n",
        '    for row in rows:\n        row["about"] = "" if short else row["about"]\n',
    )
    short = 'short: Annotated[bool, typer.Option("--short", help="Leave out what each game is about.")] = False'
    copy.edit(app, "def games(json: Json = False)", f"def games(json: Json = False, {short})")
    whole = copy.kb("games")
    copy.kb("games", "--json")
    assert "--short" in copy.kb("games", "--help") and len(copy.kb("games", "--short")) < len(whole)


@recipe("Add what programs are given")
def add_a_field(copy: Copy) -> None:
    copy.edit(
        "kb/service/rulings.py",
        "    found = base.ruling(id)\n",
        '    found = base.ruling(id)\n    found["x"] = 1\n',
    )
    told = copy.python("-c", SHAPE)
    copy.foretold(told, "ruling: $: Additional properties are not allowed ('x' was unexpected)")
    shape = "kb/service/types.py"
    copy.edit(shape, "    proof_reason: str\n", "    proof_reason: str\n    x: int\n")
    has_meaning = ("service.test_service", "test_every_field_has_a_meaning")
    copy.test(*has_meaning, status=1)
    copy.edit(shape, "    x: int\n", '    x: Annotated[int, means("A number.")]\n')
    copy.test(*has_meaning)
    assert copy.python("-c", SHAPE).strip() == ""


@recipe("Add a form of `kb export`")
def add_a_form(copy: Copy) -> None:
    forms = "kb/files/forms.py"
    copy.edit(forms, '"cluster-mapping")', '"cluster-mapping", "ids")')
    copy.edit(
        forms,
        '    elif form == "sheet":',
        '    elif form == "ids":\n        from kb.files.ids import ids\n\n        yield ids(base, wanted)\n    elif form == "sheet":',
    )
    copy.append(
        "kb/files/ids.py",
        '''"""The ids of the rulings of some games, one a line."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase


def ids(base: KnowledgeBase, games: list[str]) -> str:
    """The ids as text."""
    return "".join(f"{row['id']}\\n" for game in games for row in base.rulings(game))
''',
    )
    copy.edit("kb/cli/app.py", "sheet, cluster or cluster-mapping.", "sheet, cluster, cluster-mapping or ids.")
    assert "rev-sub-2" in copy.kb("export", "--format", "ids", "--game", "revised").splitlines()
    assert "or ids" in copy.kb("export", "--help")


@recipe("Add a page")
def add_a_page(copy: Copy) -> None:
    copy.append("kb/web/pages/new_page.py", PAGE)
    copy.append("kb/web/templates/kb/new_page.html", TEMPLATE)
    name = "test_every_page_is_in_the_site_of_files_or_needs_a_server"
    assert name in copy.text
    copy.test("web.test_static_site", name, status=1)
    copy.edit("kb/files/site/addresses.py", 'PAGES = ("/", ', 'PAGES = ("/", "/new-page", ')
    copy.test("web.test_static_site", name)


@recipe("Add a phrase that players use")
def add_a_phrase(copy: Copy) -> None:
    file = "data/phrasings/flames-and-steel.yaml"
    (block,) = re.findall(r"(?s)  fas-cm-2:\n(.*?)  fas-cm-3:", copy.read(file))
    few = "".join(block.splitlines(keepends=True)[:2])
    copy.edit(file, block, few)
    copy.foretold(copy.kb("build", status=2), f"{file}:", "'fas-cm-2' needs 3 to 40 phrasings")
    copy.edit(file, few, f'{few}    - "meeting vessels of zanzibar while cruising"\n')
    copy.kb("build")
    found = json.loads(copy.kb("search", "--json", "meeting vessels of zanzibar while cruising"))
    assert found["results"][0]["id"] == "fas-cm-2"
    copy.test("test_docs", "test_no_phrasing_equals_a_judged_query")


@recipe("Add a way to ask for a rule or a printed value")
def add_a_way_to_ask(copy: Copy) -> None:
    rules, values = "data/phrasings/rules.yaml", "data/values.yaml"
    own = copy.read(rules)
    copy.edit(rules, "\nrules:\n", '\nrules:\n  tanks-blits:\n    - "zooming armour"\n')
    copy.edit(values, 'ask: ["what does {a_name} cost", ', 'ask: ["what does {a_name} cost", "receipt of {price}", ')
    told = copy.kb("build", status=2)
    copy.foretold(told, f"{rules}:3: unknown rule 'tanks-blits'; did you mean 'tanks-blitz'?")
    copy.foretold(told, f"{values}:12: unknown word in braces 'price'")
    (copy.place / rules).write_text(own, encoding="utf-8")
    copy.edit(rules, "\n  tanks-blitz:\n", '\n  tanks-blitz:\n    - "zooming armour through vacant countryside"\n')
    copy.edit(values, '"receipt of {price}"', '"receipt of {a_name}"')
    copy.kb("build")
    for query in ("zooming armour through vacant countryside", "receipt of a bomber"):
        assert json.loads(copy.kb("search", "--json", "--game", "revised", query))["state"] == "rule", query


@recipe("Tell a further column of the boards")
def tell_a_column(copy: Copy) -> None:
    told, values = "kb/pipeline/statements.py", "data/values.yaml"
    copy.edit(told, '    "units.note": (),\n', '    "units.note": (),\n    "units.range": (),\n')
    copy.edit(
        told,
        "        if unit.note:\n",
        '        yield _Value("units.range", unit.id, unit.name, str(unit.move), unit.move)\n        if unit.note:\n',
    )
    check = "from kb.pipeline.statements import load_columns; load_columns('data')"
    copy.foretold(copy.python("-c", check, status=1), "data/values.yaml: 'units.range' is not told; add it")
    entry = '  units.ranges:\n    says: "{a_name} reaches {value} space{s}."\n    ask: ["receipt reach of {a_name}"]\n'
    copy.edit(values, "\nvalues:\n", f"\nvalues:\n{entry}")
    copy.foretold(
        copy.python("-c", check, status=1), "unknown column of the boards 'units.ranges'; did you mean 'units.range'?"
    )
    copy.edit(values, "units.ranges", "units.range")
    example = "test_an_example_stands_here_for_each_column"
    copy.foretold(copy.pytest("pipeline/test_printed_values.py", example, status=1), example)
    copy.kb("build")
    assert "A bomber reaches 6 spaces." in copy.kb("search", "--json", "--game", "revised", "receipt reach of a bomber")


@recipe("Change a weight of the ranking")
def change_a_weight(copy: Copy) -> None:
    query = ("search", "--json", "does the destroyer get to shoot back")
    before = json.loads(copy.kb(*query))["results"]
    copy.edit("kb/search/rank.py", "\nASKS = 1.0\n", "\nASKS = 0.5\n")
    assert json.loads(copy.kb(*query))["results"][0]["score"] < before[0]["score"]
    copy.done_by(
        "search/test_rank.py: test_pairs_of_words_more_of_the_question_and_a_second_way_of_asking_count",
        "web/test_ranker.py: test_the_answers_are_those_of_the_search",
    )


@recipe("Find out why a query was corrected or ranked so")
def find_out_why(copy: Copy) -> None:
    asked = "may a submaryne submerge"
    found = json.loads(copy.kb("search", "--json", asked))
    for key in ("state", "why", "searched_for", "also", "unknown", "only", "named"):
        assert f"`{key}`" in copy.text and key in found, key
    assert "submarine" in found["searched_for"] and all("score" in each for each in found["results"])
    code = f"import kb; answer = kb.open().search({asked!r}).answer; print(answer.probability, answer.features)"
    assert copy.python("-c", code)
    copy.kb("search", "--no-synonyms", asked)


@recipe("Release")
def release(copy: Copy) -> None:
    copy.done_by(
        "test_contributing.py: test_a_release_tells_everything_that_is_wrong_at_once",
        "base/test_changes_of_a_build.py: test_a_release_waits_until_the_data_is_recorded",
    )
