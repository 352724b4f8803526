"""``kb game new``: from a game that is searched to one that is played."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.games.boards import boards_of, load_boards
from kb.games.rulesets import ROWS, RULE_SET, files, load_rulesets
from kb.games.sheets import EVIDENCE, HEAD, NOTE, SHEETS, SOURCE, TOTALS
from kb.pipeline.authoring.game_files import begin, missing
from kb.text import keys
from tests.conftest import Run, edit

ANSWERS = "Answers of the Toy Maker\n\nQ. May a toy move?\nA. Yes.\n"
#: rows of the tables of a board with three spaces
TOY = {
    "spaces": (
        "england,England,,territory,united-states,united-states,1,,,,,,",
        "normandy,Normandy,,territory,germany,germany,1,,,,,,",
        "sz1,Sea Zone 1,,sea-zone,,,,,,,,,",
    ),
    "borders": ("england,sz1,", "normandy,sz1,"),
    "units": ("infantry,Infantry,land,3,1,2,1,1,2,,,,", "fighter,Fighter,air,10,3,4,4,1,,,,,"),
    "powers": ("germany,axis,1,normandy,", "united-states,allies,2,england,"),
    "treasury": ("germany,,1", "united-states,,1"),
}


@pytest.fixture
def place(data: str, tmp_path: Path, kb_command: Run) -> Path:
    """A copy of the data with a game that has a document."""
    copy = shutil.copytree(data, tmp_path / "data")
    (tmp_path / "answers.txt").write_text(ANSWERS, encoding="utf-8")
    given = ("add", "answers.txt", "--new-game", "D-Day", "--authority", "author")
    done = kb_command(*given, KB_DATA=str(copy))
    assert done.returncode == 0, done.stderr
    return copy


def write_toy(place: Path) -> None:
    """Write a board with three spaces, two powers and a phase into the files that were begun."""
    game = place / "games" / "d-day"
    edit(game / "game.yaml", "\n# powers:\n", "\npowers: [germany, united-states]\n")
    board = game / "boards" / "d-day" / "board.yaml"
    for table, rows in TOY.items():
        path = board.with_name(f"{table}.csv")
        path.write_text(path.read_text(encoding="utf-8") + "".join(f"{row}\n" for row in rows), encoding="utf-8")
        edit(board, f"{table}: 0,", f"{table}: {len(rows)},") if table != "treasury" else None
    edit(board, "treasury: 0", "treasury: 2")
    for key, figure in {"territories": 2, "sea_zones": 1, "borders": 2, "value": 2}.items():
        edit(board, f"\n  {key}: 0\n", f"\n  {key}: {figure}\n")
    rules = game / "rules" / "d-day.yaml"
    edit(
        rules,
        "#  - {id: combat-move, title: Combat Move, cites: [SECTION]}",
        "  - {id: combat-move, title: Combat Move, cites: [dd-rule-1]}",
    )


def test_every_key_is_explained_and_nothing_is_read_before_it_is_complete(place: Path) -> None:
    before = load_boards(str(place)), load_rulesets(str(place))
    begin("d-day", data=str(place))
    game = place / "games" / "d-day"
    files_of = {
        "boards/d-day/board.yaml": [keys.of_shape(HEAD), keys.of_shape(TOTALS)],
        "boards/evidence.yaml": [keys.of_shape(each) for each in (EVIDENCE, SOURCE, NOTE)],
        "rules/d-day.yaml": [keys.of_shape(each) for each in (RULE_SET, *ROWS.values())],
        **{f"boards/d-day/{table}.csv": [keys.of_sheet(table)] for table in SHEETS},
    }
    for name, of in files_of.items():
        words = " ".join((game / name).read_text(encoding="utf-8").replace("\n", " ").replace("#", " ").split())
        for key, _, means in (row for rows in of for row in rows):
            assert f"{key} (" in words and means.replace("`", "") in words, (name, key)
    assert (load_boards(str(place)), load_rulesets(str(place))) == before
    assert not files(str(place), "d-day")


def test_what_is_missing_is_told_at_once_with_what_it_unlocks(place: Path) -> None:
    assert [each.hint for each in missing(str(place), "d-day")] == ["'kb game new d-day' begins them"]
    begin("d-day", data=str(place))
    told = [str(each) for each in missing(str(place), "d-day")]
    empty = ("spaces", "borders", "units", "powers", "treasury")
    assert [each.partition(": ")[0] for each in told] == [
        "data/games/d-day/game.yaml",
        *(f"data/games/d-day/boards/d-day/{table}.csv" for table in empty),
        *(each.partition(": ")[0] for each in told[-2:]),
    ]
    assert "with them kb ask can place units" in told[1]
    assert "has no phases yet" in told[-2] and "says 'covers: draft'" in told[-1]
    write_toy(place)
    (last,) = missing(str(place), "d-day")
    assert "says 'covers: draft'" in last.message
    edit(place / "games/d-day/rules/d-day.yaml", "covers: draft", "covers: part")
    assert [each.message for each in missing(str(place), "d-day")] == ["nothing is missing"]


def test_nothing_is_written_over_and_all_that_is_in_the_way_is_told(place: Path) -> None:
    with pytest.raises(BadInput) as unknown:
        begin("d-dya", "revisd", data=str(place))
    assert [each.hint for each in unknown.value.findings] == ["did you mean 'd-day'?", "did you mean 'revised'?"]
    with pytest.raises(BadInput, match="'d-day' is not played here"):
        begin("d-day", "d-day", data=str(place))
    written = begin("d-day", data=str(place))
    texts = {each.path: (place / each.path).read_bytes() for each in written}
    (place / written[0].path).unlink()
    with pytest.raises(BadInput) as there:
        begin("d-day", data=str(place))
    assert {each.file for each in there.value.findings} == {f"data/{each.path}" for each in written[1:]}
    assert not (place / written[0].path).exists()
    assert all((place / path).read_bytes() == texts[path] for path in [*texts][1:])


@pytest.mark.parametrize("like", ["revised", "anniversary", "europe-1940", "flames-and-steel"])
def test_a_game_like_another_has_all_of_it_and_nothing_of_it_is_verified(place: Path, like: str) -> None:
    begin("d-day", like, data=str(place))
    assert [each.message for each in missing(str(place), "d-day")] == ["says 'covers: draft'"]
    edit(place / "games/d-day/rules/d-day.yaml", "\ncovers: draft", "\ncovers: part")
    own, theirs = (load_rulesets(str(place), game)[0] for game in ("d-day", like))
    assert [line.rule for line in own.rules] == [line.rule for line in theirs.rules]
    assert {str(each.confidence) for each in (*own.rules, *own.facts, *own.advantages)} == {"unverified"}
    boards = {game: boards_of(str(place), game)[0] for game in ("d-day", like)}
    assert boards["d-day"].units == boards[like].units and boards["d-day"].setup == boards[like].setup
    for path in (place / "games" / "d-day").rglob("*.csv"):
        lines = path.read_text(encoding="utf-8").splitlines()
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        assert {row.get("confidence", "unverified") for row in rows} <= {"unverified"}


@pytest.mark.slow
def test_from_a_skeleton_to_a_question_that_is_played(place: Path, kb_command: Run, tmp_path: Path) -> None:
    own = {"KB_DATA": str(place), "KB_BUILT": str(tmp_path / "built")}
    asked = "d-day; united-states combat move; england: 1 fighter; 1 fighter england - sz1 - normandy"
    unplayed = "the rules of D-Day are not played here"
    assert kb_command("game", "new", "d-day", **own).returncode == 0
    done = kb_command("build", **own)
    assert done.returncode == 0 and f"{unplayed}; what is missing before it is: kb check --game d-day" in done.stderr
    for command in (["ask", asked], ["check", "--game", "d-day"]):
        assert unplayed in kb_command(*command, **own).stderr
    write_toy(place)
    assert kb_command("build", **own).returncode == 0 and unplayed in kb_command("ask", asked, **own).stderr
    edit(place / "games/d-day/rules/d-day.yaml", "covers: draft", "covers: part")
    assert kb_command("build", **own).returncode == 0
    done = kb_command("ask", asked, **own)
    assert (done.returncode, done.stdout.partition("\n")[0]) == (0, "Yes."), done.stdout + done.stderr
