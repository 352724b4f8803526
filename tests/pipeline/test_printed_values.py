"""What rules and printed values say: each column of the boards in English, and findings of bad files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.base import yamlfile
from kb.base.errors import BadInput
from kb.knowledge import KnowledgeBase
from kb.pipeline import statements
from kb.pipeline.statements import COLUMNS
from tests.conftest import edit
from tests.read_once import DATA

#: a printed value of each column, and its sentence
TOLD = {
    "units.cost": ("anniversary/units/cruiser.cost", "A cruiser costs 12 IPCs."),
    "units.attack": ("anniversary/units/cruiser.attack", "An attacking cruiser hits with 3 or less."),
    "units.defense": ("anniversary/units/artillery.defense", "A defending artillery hits with 2 or less."),
    "units.move": ("revised/units/infantry.move", "An infantry moves up to 1 space."),
    "units.hits": ("revised/units/battleship.hits", "It takes 2 hits to destroy a battleship."),
    "units.transport_cost": (
        "revised/units/tank.transport_cost",
        "A tank can be aboard a transport, which carries one infantry and one other land unit, or two infantry.",
    ),
    "units.transport_room": (
        "europe-1999/units/transport.transport_room",
        "A transport carries one armor, or two other land units.",
    ),
    "units.carrier_room": (
        "revised/units/aircraft-carrier.carrier_room",
        "An aircraft carrier has room for 2 planes.",
    ),
    "units.note": ("revised/units/tank.note", "A tank: can blitz."),
    "powers.turn": ("revised/powers/germany.turn", "Germany is second in the order of play."),
    "powers.capitals": (
        "revised/powers/united-states.capitals",
        "The capital of the United States is Eastern United States.",
    ),
    "treasury": ("revised/treasury/united-kingdom", "The United Kingdom begins with 30 IPCs."),
    "technology": ("revised/technology/jet-power", "Jet power: fighters defend at 5."),
    "objectives": (
        "anniversary/objectives/united-states-4",
        "A national objective of the United States, 5 IPCs: the Allies control it (France).",
    ),
    "technology.number": ("anniversary/technology/rockets.number", "Number 2 on breakthrough chart 1 is Rockets."),
    "spaces.neutral": (
        "europe-1940/spaces/bulgaria.neutral",
        "Bulgaria is a neutral friendly to the Axis; it has four infantry.",
    ),
    "phases": (
        "europe-1999/phases/all",
        "The phases of a turn are in this order: Purchase Units, Combat Movement, Combat, ",
    ),
    "order": (
        "revised/order/all",
        "The powers play in this order: the Soviet Union, Germany, the United Kingdom, Japan, the United States.",
    ),
    "cities": (
        "revised/cities/all",
        "There are 12 victory cities: Washington (Eastern United States), Berlin (Germany), ",
    ),
    "closed": ("europe-1999/closed/all", "No unit may enter or fly over Eire, Saudi Arabia, Spain, Spanish Morocco, "),
    "canals": (
        "revised/canals/suez-canal",
        "Ships pass the Suez Canal between sea zone 15 and sea zone 34 only if their side holds Anglo-Egypt and "
        "Trans-Jordan.",
    ),
    "wars": (
        "europe-1940/wars/all",
        "At the start these powers are at war: Germany with the United Kingdom and France; ",
    ),
    "economies": ("europe-1940/economies/united-kingdom-pacific", "Burma, India, Kwangtung, Malaya and Shan State."),
    "marks.convoy": ("europe-1999/marks/all.convoy", "The convoy spaces are British Convoy 1, British Convoy 2, "),
    "marks.kamikaze": ("europe-1940/marks/all.kamikaze", "sea zone 6, sea zone 17, sea zone 19, sea zone 20, "),
    "marks.chinese-may-enter": (
        "anniversary/marks/all.chinese-may-enter",
        "Besides Chinese land, Chinese units may enter Kwangtung.",
    ),
    "marks.middle-east": (
        "europe-1999/marks/all.middle-east",
        "Egypt, Iran, Iraq, Syria and Trans-Jordan pay no income",
    ),
    "spaces.value": ("revised/spaces/libya.value", "Libya is worth 1 IPC."),
    "spaces.owner": ("revised/spaces/libya.owner", "Libya originally belongs to Germany."),
    "setup": ("revised/setup/soviet-far-east", "At the start Soviet Far East has two infantry of the Soviet Union."),
}


def says(base: KnowledgeBase, statement: str) -> str:
    told: str = base.connection.execute("select says from statements where id = ?", [statement]).fetchone()["says"]
    return told


def test_an_example_stands_here_for_each_column() -> None:
    assert TOLD.keys() == {*COLUMNS}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_value_of_each_column_is_told(base: KnowledgeBase, column: str) -> None:
    value, told = TOLD[column]
    assert told in says(base, f"value:{value}")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("revised/units/transport.attack", "An attacking transport never hits."),
        ("europe-1999/canals/bosporus", "No ship passes the Bosporus between Black Sea and Aegean Sea."),
        ("flames-and-steel/treasury/germany", "Germany begins with 25 PU."),
        (
            "anniversary/powers/japan.turn",
            "1941: Japan is third in the order of play. 1942: Japan is first in the order",
        ),
        (
            "europe-1940/powers/united-kingdom.capitals",
            "Europe 1940, first edition and second edition: The capital of the United Kingdom is United Kingdom. "
            "Global 1940, first edition and second edition: The capitals of the United Kingdom are United Kingdom and",
        ),
        (
            "europe-1940/units/cruiser.note",
            "First edition: A cruiser: bombards at 3; costs a disrupted convoy 1 IPC. S",
        ),
        (
            "europe-1940/treasury/united-kingdom",
            "Global 1940, first edition: The United Kingdom begins with 29 IPCs (Eu",
        ),
        (
            "europe-1940/objectives/united-states-5",
            "Global 1940, second edition: A national objective of the United St",
        ),
        ("europe-1940/powers/japan.turn", "Japan is third in the order of play."),
        ("anniversary/spaces/libya.value", "Libya is worth 1 IPC."),
    ],
    ids=[
        "zero",
        "closed",
        "PU",
        "boards",
        "plural",
        "editions",
        "economies",
        "some boards",
        "boards without it",
        "equal boards",
    ],
)
def test_values_are_told_in_english_and_boards_that_differ_each(base: KnowledgeBase, value: str, told: str) -> None:
    assert told in says(base, f"value:{value}")


def test_what_does_not_apply_is_not_told(base: KnowledgeBase) -> None:
    """An industrial complex has neither hits nor an attack: no statement says that it has none."""
    rows = base.connection.execute("select id from statements where id like 'value:europe-1940/units/%complex.%'")
    columns = {row["id"].rpartition(".")[2] for row in rows}
    assert columns == {"cost", "note"}


def test_no_statement_has_bad_english(base: KnowledgeBase) -> None:
    texts = [row["says"] for row in base.connection.execute("select says from statements")]
    bad = re.compile(r"\b1 (spaces|IPCs|planes|hits)\b|\b[02-9] (space|IPC|plane|hit)\b|None|[{}?]|  |\.\.|of of|: \.")
    assert [text for text in texts if bad.search(text)] == []
    assert all(text[0] == text[0].upper() and text.endswith(".") for text in texts)


def test_a_rule_has_a_statement_in_each_game_that_has_it_and_a_printing_tells_what_is_its_own(
    base: KnowledgeBase,
) -> None:
    rules = base.connection.execute("select distinct game || '/' || rule as id from rules").fetchall()
    told = base.connection.execute("select id from statements where id not like '%:%'").fetchall()
    written = yamlfile.load(f"{DATA}/statements.yaml")["statements"]
    unlimited = {f"{game}/{each['id']}" for each in written for game in each["games"]}
    assert {row["id"] for row in rules} | unlimited == {row["id"] for row in told} != set()
    changed = says(base, "europe-1940/bombers-raid")
    assert changed == "Only strategic bombers raid. 2012 printing: Only strategic bombers and tactical bombers raid."
    assert says(base, "europe-1940/complexes-grow-in-war").startswith("2012 printing: ")


def test_a_subject_has_one_position_after_those_of_rulings_in_all_games(base: KnowledgeBase) -> None:
    """Values of spaces and what games lack have none: they are looked up by name."""
    rows = base.connection.execute("select distinct subject, position from statements where position > 0").fetchall()
    assert len({row["subject"] for row in rows}) == len({row["position"] for row in rows}) == len(rows)
    assert min(row["position"] for row in rows) == len(base.ids()) + 1
    unranked = base.connection.execute("select distinct subject from statements where position = 0").fetchall()
    assert unranked and all(row["subject"].startswith(("spaces/", "setup/", "not-in/")) for row in unranked)


def values(data: Path) -> list[str]:
    with pytest.raises(BadInput) as error:
        statements.load_columns(str(data))
    return [str(finding) for finding in error.value.findings]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "  units.cost:\n",
            "  units.costs:\n",
            "values.yaml:{}: unknown column of the boards 'units.costs'; did you mean",
        ),
        ("{a_name} costs {value}", "{a_name} costs {price}", "values.yaml:{+1}: unknown word in braces 'price'"),
        ("{a_name} costs {value}", "{a_name} costs {value", "values.yaml:{+1}: '{a_name} costs {value {currency}.': "),
        ("what does {a_name} cost", "what does {ordinal} cost", "values.yaml:{+3}: unknown word in braces 'ordinal'"),
        ('says: "{a_name} costs', 'tells: "{a_name} costs', "values.yaml:{}: a printed value needs 'says'; add it"),
        ('says: "{a_name} costs', 'zero: "{a_name} costs', "values.yaml:{}: a printed value needs 'says'; add it"),
    ],
)
def test_a_bad_file_of_values_is_told_with_its_line(own_data: Path, old: str, new: str, told: str) -> None:
    path = own_data / "values.yaml"
    line = path.read_text().splitlines().index("  units.cost:") + 1
    for plus, number in (("{}", line), ("{+1}", line + 1), ("{+3}", line + 3)):
        told = told.replace(plus, str(number))
    edit(path, old, new)
    assert any(f"data/{told}" in finding for finding in values(own_data)), values(own_data)


def test_what_holds_only_with_an_advantage_or_option_says_so(base: KnowledgeBase) -> None:
    rows = base.connection.execute(
        "select s.id, s.says, r.advantage, r.option from statements s join rules r using (id)"
    )
    conditional = {row["id"]: row for row in rows}
    assert conditional["revised/superfortresses"]["says"].endswith(
        "Only with the national advantage of the United States “Superfortresses”."
    )
    for row in conditional.values():
        assert ("Only with the" in row["says"]) is bool(row["advantage"] or row["option"]), row["id"]
