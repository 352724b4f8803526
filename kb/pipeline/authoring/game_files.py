"""The files by which a game is played: begun with every key explained, and what is missing in them.

As long as the rule set says that it is a draft, a build leaves it aside with the boards of its game.
"""

from __future__ import annotations

import csv
import io
import os
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from kb.pipeline.authoring.sheet import Copy, copy_of, scalar
from kb.pipeline.run import attempt
from kb.text import keys

#: the id of the one source that is named of a board which nobody has written yet
_OWN = "own"
_WIDTH = 118
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
        found = attempt(copy.at, play=False).findings
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
            self._table(board, table, [[*sheet.columns]])
        own = {"id": _OWN, "boards": [board], "title": "The printed board, as we read it", "for": "All of it."}
        self._write("boards/evidence.yaml", "Where the facts of the boards come from.", _evidence([own]))
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
                    self._table(board, table, _unverified(self.data.read(path)))
        told = yamlfile.load(os.path.join(self.data.at, at, "evidence.yaml"), at)["sources"]
        found = [{**each, "boards": [board for board in wanted if board in each["boards"]]} for each in told]
        note = {"id": "copied", "boards": wanted, **_UNVERIFIED, "says": said}
        self._write("boards/evidence.yaml", said, _evidence([each for each in found if each["boards"]], [note]))
        lists = {key: [_row(each, shape) for each in getattr(rules, key)] for key, shape in ROWS.items()}
        values = {"title": self.game.title, "boards": rules.boards, "steps": rules.steps}
        self._rules({**values, **{key: rows for key, rows in lists.items() if rows}})
        if not self.game.powers:
            path = f"games/{self.game.id}/game.yaml"
            self.data.write(path, f"{self.data.read(path).rstrip()}\npowers: {_flow(like.powers)}\n")

    def _write(self, path: str, about: str, text: str) -> None:
        head = f"{about} What may stand here, key by key; '# key:' is a key that is left out."
        self.data.write(f"games/{self.game.id}/{path}", f"{_remark(head)}\n{text}")

    def _board(self, head: Mapping[str, Any]) -> None:
        text = "".join(_lines(HEAD, {**head, "totals": ""})) + "".join(_lines(TOTALS, head["totals"], "  "))
        about = f"{self.game.short}: a board, with a table beside this file for each kind of thing on it."
        self._write(f"boards/{head['id']}/board.yaml", about, text)

    def _table(self, board: str, table: str, rows: Iterable[Sequence[str]]) -> None:
        sheet, out = SHEETS[table], io.StringIO()
        csv.writer(out, lineterminator="\n").writerows(rows)
        about = f"A row: {sheet.about[0].lower()}{sheet.about[1:]}{f' {sheet.unlocks.capitalize()}.' if sheet.unlocks else ''}"
        remarks = "".join(_remark(f"{key} ({value}): {means}") for key, value, means in keys.of_sheet(table))
        self.data.write(
            f"games/{self.game.id}/boards/{board}/{table}.csv", f"{_remark(about)}{remarks}{out.getvalue()}"
        )

    def _rules(self, values: Mapping[str, Any]) -> None:
        lists = {"phases": [], "rules": [], **values}
        head = {"id": self.game.id, "covers": DRAFT.partition(": ")[2], **lists}
        about = f"{self.game.short}: which rules of the engine it has. For SECTION write ids of 'kb sections --game {self.game.id}', or of rulings."
        self._write(f"rules/{self.game.id}.yaml", about, "".join(_lines(RULE_SET, head)))


def _lines(shape: Shape, values: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The lines of a YAML file: each key with what it is for, and its value, or as a remark where it has none."""
    for key, value, means in keys.of_shape(shape):
        yield _remark(f"{key} ({value}): {means}", indent)
        for name, kind, says in keys.of_shape(ROWS[key]) if key in ROWS else ():
            yield _remark(f"  {name} ({kind}): {says}", indent)
        if key in ROWS:
            yield f"{indent}{'' if key in values else '# '}{key}:\n"
            yield from (f"  - {_flow(row)}\n" for row in values.get(key, ()))
            yield f"#  - {_EXAMPLES[key]}\n" if key in _EXAMPLES and not values.get(key) else ""
        elif key in values:
            yield f"{indent}{key}: {_flow(values[key]) if values[key] != '' else ''}".rstrip() + "\n"
        else:
            yield f"{indent}# {key}:\n"


def _evidence(found: list[Any], notes: Sequence[Any] = ()) -> str:
    """The text of ``evidence.yaml``."""
    parts = []
    rows = {"sources": (SOURCE, found), "decided": (NOTE, ()), "uncertain": (NOTE, notes)}
    for key, value, means in keys.of_shape(EVIDENCE):
        shape, own = rows[key]
        parts += [_remark(f"{key} ({value}): {means}")]
        parts += [_remark(f"  {name} ({kind}): {says}") for name, kind, says in keys.of_shape(shape)]
        parts += [f"{key}:\n", *(f"  - {_flow(row)}\n" for row in own)] if own else [f"{key}: []\n"]
    return "".join(parts)


def _remark(text: str, indent: str = "") -> str:
    """A text as remarks, no line too long."""
    plain, inner = text.replace("`", ""), len(text) - len(text.lstrip())
    before = f"{indent}{REMARK} "
    return (
        textwrap.fill(
            plain.strip(), _WIDTH, initial_indent=before + " " * inner, subsequent_indent=before + " " * (inner + 2)
        )
        + "\n"
    )


def _flow(value: Any) -> str:
    """A value as YAML in one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_flow(key)}: {_flow(each)}' for key, each in value.items())}}}"
    if isinstance(value, str | int):
        text = str(value)
        return text if text.isdigit() and text == str(int(text)) else scalar(text)
    return f"[{', '.join(map(_flow, value))}]"


def _row(line: Any, shape: Shape) -> dict[str, Any]:
    """A row of a list of a rule set, as it is written."""
    kept = {key: getattr(line, key) for key in shape.means if getattr(line, key)}
    return kept | (_UNVERIFIED if "confidence" in kept else {})


def _unverified(text: str) -> list[list[str]]:
    """The rows of a table, its columns first, with the confidence of each taken back."""
    rows = list(csv.reader(line for line in text.splitlines() if not line.startswith(REMARK)))
    at = rows[0].index("confidence") if "confidence" in rows[0] else -1
    return [
        rows[0],
        *([_UNVERIFIED["confidence"] if n == at else cell for n, cell in enumerate(row)] for row in rows[1:]),
    ]
