"""The tables of a board: their columns, and what a row of each becomes."""

from __future__ import annotations

from typing import Any

from kb.games.board_checks import Scene
from kb.games.board_model import (
    FIGURES,
    Apart,
    Board,
    Border,
    Canal,
    Confidence,
    Hindrance,
    Neutral,
    Objective,
    Pays,
    Placement,
    PowerSeat,
    Side,
    Space,
    SpaceKind,
    Technology,
    Treasury,
    UnitKind,
    UnitType,
)
from kb.games.evidence import Told
from kb.games.tables import Row, Sheet

_PLACED = {"space": "text", "power": "text", "unit": "text", "count": "number", "note": "text?"}
SHEETS = {
    "spaces": Sheet(("space",), {
        "space": "text", "name": "text", "also": "list?", "kind": "text", "owner": "text?", "held_by": "text?",
        "value": "figure?", "neutral": "text?", "army": "number?", "economy": "text?", "city": "text?",
        "needs": "list?", "marks": "list?",
    }),
    "borders": Sheet(("one", "other"), {"one": "text", "other": "text", "basis": "text?"}, pairs=True),
    "units": Sheet(("unit",), {
        "unit": "text", "name": "text", "kind": "text", **dict.fromkeys(FIGURES, "figure?"), "note": "text?",
    }),
    "setup": Sheet(("space", "power", "unit"), _PLACED),
    "powers": Sheet(("power",), {"power": "text", "side": "text", "turn": "number", "capitals": "list?", "note": "text?"}),
    "treasury": Sheet(("power", "economy"), {"power": "text", "economy": "text?", "ipc": "number?"}),
    "canals": Sheet(("canal",), {
        "canal": "text", "name": "text", "one": "text", "other": "text", "lands": "list", "note": "text?",
    }),
    "technology": Sheet(("chart", "number"), {
        "technology": "text", "name": "text", "chart": "number", "number": "number", "effect": "text?", "confidence": "text",
    }),
    "objectives": Sheet(("objective",), {
        "objective": "text", "power": "text", "ipc": "number", "pays": "text", "spaces": "list?", "condition": "text",
        "holder": "text?", "least": "number?", "first": "list?", "without": "list?",
        "whose": "list?", "free": "list?", "economy": "text?", "spared": "list?",
    }),
    "apart": Sheet(("one", "other"), {"one": "text", "other": "text", "confidence": "text"}, pairs=True),
    "disputed": Sheet(("space", "power", "unit"), _PLACED),
    "wars": Sheet(("one", "other"), {"one": "text", "other": "text"}, pairs=True),
}  # fmt: skip


def board_of(head: Any, game: str, scene: Scene, told: Told) -> Board:
    """The board of a sound ``board.yaml``, sound tables and what is told of it."""
    rows = scene.tables
    return Board(
        id=head["id"], game=game, title=head["title"], printing=head["printing"], document=head["document"],
        covers=head["covers"], about=head["about"],
        spaces=tuple(_space(row) for row in rows["spaces"]),
        borders=tuple(Border(row.key[0], row.key[1], row["basis"] == "outlines") for row in rows["borders"]),
        apart=tuple(Apart(row.key[0], row.key[1], Confidence(row["confidence"])) for row in rows["apart"]),
        canals=tuple(Canal(r["canal"], r["name"], r["one"], r["other"], r["lands"], r["note"]) for r in rows["canals"]),
        units=tuple(UnitType(id=r["unit"], kind=UnitKind(r["kind"]), **_rest(r, "unit", "kind")) for r in rows["units"]),
        setup=tuple(Placement(**row) for row in rows["setup"]),
        disputed=tuple(Placement(**row) for row in rows["disputed"]),
        powers=tuple(sorted((_power(row, rows["treasury"]) for row in rows["powers"]), key=lambda power: power.turn)),
        technologies=tuple(
            Technology(r["technology"], r["name"], r["chart"], r["number"], r["effect"], Confidence(r["confidence"]))
            for r in rows["technology"]
        ),
        objectives=tuple(
            Objective(
                r["objective"], r["power"], r["ipc"], Pays(r["pays"]), r["spaces"], r["condition"], r["holder"],
                r["least"], r["first"], tuple(map(Hindrance, r["without"])), r["whose"], r["free"], r["economy"],
                r["spared"],
            )
            for r in rows["objectives"]
        ),
        marks=tuple(scene.marks.values()), sources=told.sources, decided=told.decided, uncertain=told.uncertain,
        wars=tuple((row["one"], row["other"]) for row in rows["wars"]),
    )  # fmt: skip


def _rest(row: Row, *named: str) -> dict[str, Any]:
    return {column: value for column, value in row.items() if column not in named}


def _space(row: Row) -> Space:
    neutral = Neutral(row["neutral"]) if row["neutral"] else None
    return Space(
        id=row["space"], kind=SpaceKind(row["kind"]), neutral=neutral, map=row.home,
        **_rest(row, "space", "kind", "neutral"),
    )  # fmt: skip


def _power(row: Row, treasury: list[Row]) -> PowerSeat:
    own = tuple(Treasury(r["economy"], r["ipc"]) for r in treasury if r["power"] == row["power"])
    return PowerSeat(row["power"], Side(row["side"]), row["turn"], row["capitals"], own, row["note"])
