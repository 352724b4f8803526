"""The files by which a game is played: begun with every key explained, and what is missing in them.

As long as the rule set says that it is a draft, a build leaves it aside with the boards of its game.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from glob import glob
from typing import Any

from kb.base import journal, yamlfile
from kb.base.errors import Collector, Finding, raise_if
from kb.base.journal import FileChange
from kb.base.model import Game
from kb.base.shape import Shape, suggest
from kb.corpus import documents
from kb.games import boards, catalogue
from kb.games.board_model import Confidence
from kb.games.rulesets import DRAFT, ROWS, RULE_SET, RuleSet, find_ruleset, is_draft_file, load_rulesets
from kb.games.sheets import EVIDENCE, HEAD, NEEDED, NOTE, SHEETS, SOURCE, TOTALS
from kb.games.tables import REMARK
from kb.pipeline.authoring.explained import table_file, yaml_file
from kb.pipeline.authoring.sheet import Copy, copy_of
from kb.pipeline.run import attempt

#: the id of the one source that is named of a board which nobody has written yet
_OWN = "own"
_EXAMPLES = {
    "phases": "{id: combat-move, title: Combat Move, cites: [SECTION]}",
    "facts": "{fact: complexes, cites: [SECTION], confidence: unverified, names: [factory]}",
    "rules": "{rule: tanks-blitz, cites: [SECTION], confidence: unverified, given: {units: [tank]}}",
}
#: the keys of rows that say how sure something is: of what was copied nothing is
_UNVERIFIED = {"confidence": str(Confidence.UNVERIFIED)}


def begin(
    game: str, like: str = "", data: str = "", waiting: Callable[[str], None] = lambda said: None
) -> list[FileChange]:
    """Write the files of a board and a rule set of a game, all or none; with ``like`` those of a game that is played,
    with all in them unverified. Returns what was written.

    Where another process writes the data, wait for it; ``waiting`` gets a sentence then. Raises :class:`BadInput` with
    everything that is in the way; no file that is there is written over.
    """
    with journal.writing(data, waiting), copy_of(data) as copy:
        collect = Collector()
        games = {each.id: each for each in catalogue.games(copy.at)}
        collect.add(_unknown(game, games))
        collect.add(_unknown(like, games) if like else ())
        sets = collect(load_rulesets, copy.at, like) if like in games else ()
        if like in games and not sets:
            collect.add([Finding(f"'{like}' is not played here", hint="name a game of 'kb games' that is")])
        there = sorted(_files(copy.at, game)) if game in games else []
        collect.add(Finding("is there already", f"data/{path}", 0, "it stays; edit it, or remove it") for path in there)
        collect.close()
        own = [each for each in documents.read_manifest(copy.at) if each.game == game]
        raise_if([] if own else [Finding(f"'{game}' has no document", hint="add one with 'kb add'")])
        files = _Files(copy, games[game], own[0].id)
        if sets:
            files.copy(find_ruleset(sets, like), games[like])
        else:
            files.begin()
        copy.install()
        return copy.changes()


def missing(data: str, game: str) -> list[Finding]:
    """What is missing before the rules of a game can be played, all of it: what a build would find that played them."""
    rules = glob(os.path.join(data, "games", game, "rules", "*.yaml"))
    if not rules:
        return [Finding("no board and no rules are written", hint=f"'kb game new {game}' begins them")]
    last, first = [], []
    with copy_of(data) as copy:
        if not next(each for each in catalogue.games(data) if each.id == game).powers:
            hint = "write them as powers: [...] in the order of play; with them powers.csv can have rows"
            first = [Finding("names no powers yet", f"data/games/{game}/game.yaml", 0, hint)]
        for path in filter(is_draft_file, sorted(rules)):
            below = os.path.relpath(path, data).replace(os.sep, "/")
            before, mark, after = copy.read(below).partition(DRAFT)
            copy.write(below, f"{before}covers: part{after}")
            hint = "when nothing else is missing write 'covers: part'; then 'kb build' plays it"
            last.append(Finding(f"says '{mark}'", f"data/{below}", before.count("\n") + 1, hint))
        found = attempt(copy.at).findings
    return [*first, *found, *last] or [Finding("nothing is missing", hint="run 'kb build'")]


def _unknown(game: str, games: Mapping[str, Game]) -> list[Finding]:
    """A finding where there is no such game."""
    hint = suggest(game, games) or 'a game comes with its first document: kb add FILE --new-game "NAME"'
    return [] if game in games else [Finding(f"there is no game '{game}'", hint=hint)]


def _files(data: str, game: str) -> Iterator[str]:
    """The files of boards and rule sets that a game has, below the data."""
    for pattern in ("boards/*/*", "boards/*.yaml", "rules/*"):
        for path in glob(os.path.join(data, "games", game, *pattern.split("/"))):
            yield os.path.relpath(path, data).replace(os.sep, "/")


class _Files:
    """Writes the files of a game into a copy of the data; ``document`` is the one that interprets its boards."""

    def __init__(self, copy: Copy, game: Game, document: str) -> None:
        self.data, self.game, self.document = copy, game, document

    def begin(self) -> None:
        """Files without facts."""
        game, board = self.game, self.game.id
        totals = dict.fromkeys(TOTALS.required, "0") | {"source": _OWN, "units": {}, "rows": dict.fromkeys(NEEDED, "0")}
        about = f"The board of {game.short}."
        head = {"id": board, "order": "1", "title": game.title, "printing": game.year or "unknown", "covers": "part"}
        self._board({**head, "document": self.document, "about": about, "totals": totals})
        for table, sheet in SHEETS.items():
            self._write(f"boards/{board}/{table}.csv", table_file(table, [[*sheet.columns]]))
        own = {"id": _OWN, "boards": [board], "title": "The printed board, as we read it", "for": "All of it."}
        self._evidence("Where the facts of the boards come from.", [own])
        self._rules({"title": game.title, "boards": [board], "steps": []})

    def copy(self, rules: RuleSet, like: Game) -> None:
        """The files of another game, with all in them unverified."""
        at, said = f"games/{like.id}/boards", f"Copied from {like.title}, and not compared with this game."
        heads = {
            board: yamlfile.load(os.path.join(self.data.at, at, board, "board.yaml"), board)
            for board in boards.ids(self.data.at, like.id)
        }
        wanted = list(rules.boards)
        for board in wanted:  # what a board is like is copied, too
            wanted += sorted({*heads[board].get("like", {}).values()} - {*wanted})
        for board in wanted:
            head = {**heads[board], "document": self.document, "covers": "part", "about": said}
            self._board(head | ({"title": self.game.title} if board == rules.boards[0] else {}))
            for table in SHEETS:
                if self.data.has(path := f"{at}/{board}/{table}.csv"):
                    text = table_file(table, _unverified(self.data.read(path)))
                    self._write(f"boards/{board}/{table}.csv", text)
        told = yamlfile.load(os.path.join(self.data.at, at, "evidence.yaml"), at)["sources"]
        found = [{**each, "boards": [board for board in wanted if board in each["boards"]]} for each in told]
        note = {"id": "copied", "boards": wanted, **_UNVERIFIED, "says": said}
        self._evidence(said, [each for each in found if each["boards"]], [note])
        lists = {key: [_row(each, shape) for each in getattr(rules, key)] for key, shape in ROWS.items()}
        values = {"title": self.game.title, "boards": rules.boards, "steps": rules.steps}
        self._rules({**values, **{key: rows for key, rows in lists.items() if rows}})
        if not self.game.powers:
            text = self.data.read(f"games/{self.game.id}/game.yaml").rstrip()
            self._write("game.yaml", f"{text}\npowers: [{', '.join(like.powers)}]\n")

    def _write(self, path: str, text: str) -> None:
        self.data.write(f"games/{self.game.id}/{path}", text)

    def _board(self, head: Mapping[str, Any]) -> None:
        about = f"{self.game.short}: a board, with a table beside this file for each kind of thing on it."
        self._write(f"boards/{head['id']}/board.yaml", yaml_file(about, HEAD, head, {"totals": TOTALS}))

    def _evidence(self, about: str, found: list[Any], notes: Sequence[Any] = ()) -> None:
        rows = {"sources": found, "decided": [], "uncertain": notes}
        below = {"sources": SOURCE, "decided": NOTE, "uncertain": NOTE}
        self._write("boards/evidence.yaml", yaml_file(about, EVIDENCE, rows, below))

    def _rules(self, values: Mapping[str, Any]) -> None:
        head = {"id": self.game.id, "covers": DRAFT.partition(": ")[2], "phases": [], "rules": [], **values}
        about = f"{self.game.short}: which rules of the engine it has; SECTION: ids of 'kb sections', or of rulings."
        self._write(f"rules/{self.game.id}.yaml", yaml_file(about, RULE_SET, head, ROWS, _EXAMPLES))


def _row(line: Any, shape: Shape) -> dict[str, Any]:
    """A row of a list of a rule set, as it is written."""
    kept = {key: getattr(line, key) for key in shape.means if getattr(line, key)}
    return kept | (_UNVERIFIED if "confidence" in kept else {})


def _unverified(text: str) -> Iterator[list[str]]:
    """The rows of a table, its columns first, with the confidence of each taken back."""
    columns, *rows = csv.reader(line for line in text.splitlines() if not line.startswith(REMARK))
    yield columns
    for row in rows:
        yield [_UNVERIFIED.get(column, cell) for column, cell in zip(columns, row, strict=True)]
