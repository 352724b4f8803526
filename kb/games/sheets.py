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
from kb.games.evidence import BoardEvidence
from kb.games.tables import Row, Sheet


def _sheet(key: str, columns: str, *, pairs: bool = False) -> Sheet:
    """A table by the columns of its key and all its columns, ``name=kind`` each; one without a kind has text."""
    kinds = (column.partition("=") for column in columns.split())
    return Sheet(tuple(key.split()), {name: kind or "text" for name, _, kind in kinds}, pairs)


_PLACEMENT = _sheet("space power unit", "space power unit count=number note=text?")
SHEETS = {
    "spaces": _sheet(
        "space",
        "space name also=list? kind owner=text? held_by=text? value=figure? neutral=text? army=number? economy=text? "
        "city=text? needs=list? marks=list?",
    ),
    "borders": _sheet("one other", "one other basis=text?", pairs=True),
    "units": _sheet("unit", f"unit name kind {' '.join(f'{figure}=figure?' for figure in FIGURES)} note=text?"),
    "setup": _PLACEMENT,
    "powers": _sheet("power", "power side turn=number capitals=list? note=text?"),
    "treasury": _sheet("power economy", "power economy=text? ipc=number?"),
    "canals": _sheet("canal", "canal name one other lands=list note=text?"),
    "technology": _sheet("chart number", "technology name chart=number number=number effect=text? confidence"),
    "objectives": _sheet(
        "objective",
        "objective power ipc=number pays spaces=list? condition holder=text? least=number? first=list? without=list? "
        "whose=list? free=list? economy=text? spared=list?",
    ),
    "apart": _sheet("one other", "one other confidence", pairs=True),
    "disputed": _PLACEMENT,
    "wars": _sheet("one other", "one other", pairs=True),
}


def board_of(head: Any, game: str, scene: Scene, evidence: BoardEvidence) -> Board:
    """The board of a sound ``board.yaml``, sound tables and its evidence."""
    rows = scene.tables
    return Board(
        game=game,
        **{key: head[key] for key in ("id", "title", "printing", "document", "covers", "about")},
        spaces=tuple(_space(row) for row in rows["spaces"]),
        borders=tuple(Border(row.key[0], row.key[1], row["basis"] == "outlines") for row in rows["borders"]),
        apart=tuple(Apart(row.key[0], row.key[1], Confidence(row["confidence"])) for row in rows["apart"]),
        canals=tuple(Canal(r["canal"], r["name"], r["one"], r["other"], r["lands"], r["note"]) for r in rows["canals"]),
        units=tuple(
            UnitType(id=r["unit"], kind=UnitKind(r["kind"]), **_rest(r, "unit", "kind")) for r in rows["units"]
        ),
        setup=tuple(Placement(**row) for row in rows["setup"]),
        disputed=tuple(Placement(**row) for row in rows["disputed"]),
        powers=tuple(sorted((_power(row, rows["treasury"]) for row in rows["powers"]), key=lambda power: power.turn)),
        technologies=tuple(
            Technology(r["technology"], r["name"], r["chart"], r["number"], r["effect"], Confidence(r["confidence"]))
            for r in rows["technology"]
        ),
        objectives=tuple(
            Objective(
                id=r["objective"],
                pays=Pays(r["pays"]),
                without=tuple(map(Hindrance, r["without"])),
                **_rest(r, "objective", "pays", "without"),
            )
            for r in rows["objectives"]
        ),
        marks=tuple(scene.marks.values()),
        sources=evidence.sources,
        decided=evidence.decided,
        uncertain=evidence.uncertain,
        wars=tuple((row["one"], row["other"]) for row in rows["wars"]),
    )


def _rest(row: Row, *named: str) -> dict[str, Any]:
    return {column: value for column, value in row.items() if column not in named}


def _space(row: Row) -> Space:
    neutral = Neutral(row["neutral"]) if row["neutral"] else None
    rest = _rest(row, "space", "kind", "neutral")
    return Space(id=row["space"], kind=SpaceKind(row["kind"]), neutral=neutral, map=row.home, **rest)


def _power(row: Row, treasury: list[Row]) -> PowerSeat:
    own = tuple(Treasury(r["economy"], r["ipc"]) for r in treasury if r["power"] == row["power"])
    return PowerSeat(row["power"], Side(row["side"]), row["turn"], row["capitals"], own, row["note"])
